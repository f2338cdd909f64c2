"""A progress bar on stderr. Needs the package rich, which is imported only when a bar is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(label: str, unit: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows a bar until the end of the block; yields the function that moves it."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError as error:
        message = "a progress bar needs the package rich: pip install rich"
        raise ModuleNotFoundError(message, name=error.name) from error

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total, count="", rate="")

        def move(done: int) -> None:
            seconds = bar.tasks[0].elapsed
            rate = f"{done / seconds:,.0f} {unit}/s" if seconds else ""
            bar.update(task, completed=done, count=f"{done:,} of {total:,} {unit}", rate=rate)

        move(0)
        yield move
