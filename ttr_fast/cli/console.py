"""Tables and JSON on stdout. Rich is imported when the first table is printed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, Literal

from ttr_fast.cli.errors import CliError

__all__ = ["print_json", "print_table"]

_WIDTH_OF_FILES = 100  # columns of a table that goes to a file or a pipe


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(rows: Sequence[Sequence[str]], *, left: int = 1) -> None:
    """A table, heads first, whose first `left` columns are texts and the others numbers."""
    try:
        from rich.box import SIMPLE
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError as error:
        message = "tables need the package rich: pip install rich, or use --json"
        raise CliError(message) from error

    fixed = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_FILES
    table = Table(box=SIMPLE, show_edge=False, pad_edge=False, collapse_padding=True)
    for number, head in enumerate(rows[0]):
        justify: Literal["left", "right"] = "left" if number < left else "right"
        table.add_column(Text(head), justify=justify, no_wrap=number < left)
    for row in rows[1:]:
        table.add_row(*(Text(cell) for cell in row))
    Console(width=fixed, highlight=False).print(table)
