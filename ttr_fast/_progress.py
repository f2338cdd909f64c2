"""A progress bar on stderr. Needs the package rich, which is imported only when a bar is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(label: str, unit: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows a bar until the end of the block; yields the function that moves it.

    On a narrow terminal the bar shrinks; then the rate is left out, and then the count. The time
    left is never cut.
    """
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Column
    except ImportError as error:
        message = "a progress bar needs the package rich: pip install rich"
        raise ModuleNotFoundError(message, name=error.name) from error

    console = Console(stderr=True)
    room = console.width - len(f"{label} ━━━━ 00:00:00 left")
    texts = []
    for field, widest in (
        ("count", f" {total:,} of {total:,} {unit}"),
        ("rate", f" 999,999,999 {unit}/s"),
    ):
        room -= len(widest)
        if room >= 0:
            texts.append(TextColumn(f"{{task.fields[{field}]}}"))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),  # the only column that may shrink
        *texts,
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("left"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=total, count="", rate="")

        def move(done: int) -> None:
            seconds = bar.tasks[0].elapsed
            rate = f"{done / seconds:,.0f} {unit}/s" if seconds else ""
            bar.update(task, completed=done, count=f"{done:,} of {total:,} {unit}", rate=rate)

        move(0)
        yield move
