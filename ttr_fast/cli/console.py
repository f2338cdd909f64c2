"""Tables and JSON on stdout. Rich is imported when the first table is printed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal

from ttr_fast.cli.errors import CliError

__all__ = ["check_tables", "print_json", "print_table"]

_UNLIMITED = 1_000_000  # columns
_NO_RICH = "tables need the package rich: pip install rich, or use --json"


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def check_tables() -> None:
    """Before long work: `CliError` if `print_table` could not print what comes out of it."""
    try:
        import rich  # noqa: F401
    except ImportError as error:
        raise CliError(_NO_RICH) from error


def print_table(rows: Sequence[Sequence[str]], *, left: int = 1) -> None:
    """A table, heads first, whose first `left` columns are texts and the others numbers.

    No cell is ever cut or broken. Numbers that do not fit into the width of the terminal go into
    a further table below, beside the same texts; where not even one column of them fits, the lines
    run over the edge. A file or a pipe has no edge, unless COLUMNS gives it one.
    """
    try:
        from rich.box import SIMPLE
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError as error:
        raise CliError(_NO_RICH) from error

    unlimited = Console(width=_UNLIMITED, highlight=False)

    def build(numbers: Sequence[int]) -> Table:
        table = Table(box=SIMPLE, show_edge=False, pad_edge=False, collapse_padding=True)
        columns = [*range(left), *numbers]
        for column in columns:
            justify: Literal["left", "right"] = "left" if column < left else "right"
            table.add_column(Text(rows[0][column]), justify=justify, no_wrap=True)
        for row in rows[1:]:
            table.add_row(*(Text(row[column]) for column in columns))
        return table

    def fits(numbers: Sequence[int]) -> bool:
        return unlimited.measure(build(numbers)).maximum <= width

    has_edge = sys.stdout.isatty() or "COLUMNS" in os.environ
    width = Console().width if has_edge else _UNLIMITED
    for number, block in enumerate(_blocks(range(left, len(rows[0])), fits)):
        if number > 0:
            print()
        unlimited.print(build(block))


def _blocks(columns: Sequence[int], fits: Callable[[Sequence[int]], bool]) -> list[Sequence[int]]:
    """The columns in as few runs as fit, or all in one if some column does not fit even alone."""
    blocks: list[Sequence[int]] = []
    start = 0
    for end in range(1, len(columns) + 1):
        if not fits(columns[end - 1 : end]):
            return [columns]
        if not fits(columns[start:end]):
            blocks.append(columns[start : end - 1])
            start = end - 1
    return [*blocks, columns[start:]]
