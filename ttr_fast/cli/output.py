"""Results in a file: checked before the work begins, and never half-written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ttr_fast._whole_files import replacing, scratch
from ttr_fast.cli.errors import CliError
from ttr_fast.playouts import Playouts, PlayoutTotals

__all__ = [
    "Output",
    "check_file",
    "check_output",
    "check_picture",
    "check_totals_output",
    "opened",
    "write_output",
    "write_totals",
]

SUFFIXES = (".parquet", ".csv")


@dataclass(frozen=True)
class Output:
    path: Path
    """The file itself, behind all links, so that the links survive."""
    suffix: str
    """The format: the end of what the user wrote, whatever the file behind a link has."""


def check_output(text: str) -> Output:
    """The file for a table; `CliError` if it cannot be written to, or if pyarrow is missing."""
    output = check_file(text, SUFFIXES)
    try:
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise CliError(f"--out {text!r}: needs the package pyarrow: pip install pyarrow") from error
    return output


def check_totals_output(text: str) -> Output:
    """The file for totals; `CliError` if it cannot be written to."""
    return check_file(text, (".json",))


def check_file(text: str, suffixes: Sequence[str]) -> Output:
    """The file that --out names; `CliError` if it cannot be written to."""
    path = Path(os.path.realpath(text))
    suffix = os.path.splitext(text)[1].lower()  # none if it ends in a slash
    if suffix not in suffixes:
        raise CliError(f"--out {text!r}: the name must end in {' or '.join(suffixes)}")
    if path.is_dir():
        raise CliError(f"--out {text!r}: is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise CliError(f"--out {text!r}: there is no folder {str(path.parent)!r}; make it first")
    if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
        raise CliError(f"--out {text!r}: may not be overwritten; choose another name")
    try:
        with scratch(path):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"--out {text!r}: cannot write into its folder: {reason}") from error
    return Output(path, suffix)


def check_picture(text: str) -> Output:
    """The file that --svg names; `CliError` if it cannot be replaced."""
    suffix = os.path.splitext(text)[1].lower()
    path = Path(os.path.realpath(text))
    if suffix != ".svg":
        raise CliError(f"--svg {text!r}: the name must end in .svg")
    if path.exists() and not path.is_file():
        raise CliError(f"--svg {text!r}: is not a file that can be replaced; choose another name")
    return Output(path, suffix)


def write_output(results: Playouts, output: Output) -> None:
    """Writes the columns as Parquet or CSV: all of them, or nothing."""
    table = results.to_arrow()
    with opened(output) as file:
        if output.suffix == ".csv":
            from pyarrow import csv

            csv.write_csv(table, file)
        else:
            from pyarrow import parquet

            parquet.write_table(table, file)


def write_totals(totals: PlayoutTotals, output: Output) -> None:
    """Writes what `PlayoutTotals.from_dict` reads, as JSON: all of it, or nothing."""
    with opened(output) as file:
        file.write(json.dumps(totals.to_dict(), ensure_ascii=False).encode() + b"\n")


@contextmanager
def opened(output: Output) -> Iterator[IO[bytes]]:
    """A new file that becomes the output at the end; `CliError` if it cannot be written."""
    try:
        with replacing(output.path) as file:
            yield file
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"cannot write {str(output.path)!r}: {reason}", exit_code=1) from error
