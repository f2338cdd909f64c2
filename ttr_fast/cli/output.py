"""Results in a file: checked before the games are played, and never half-written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ttr_fast.cli.errors import CliError
from ttr_fast.playouts import Playouts

__all__ = ["Output", "check_output", "write_output"]

SUFFIXES = (".parquet", ".csv")


@dataclass(frozen=True)
class Output:
    path: Path
    """The file itself, behind all links, so that the links survive."""
    suffix: str
    """The format: one of `SUFFIXES`, as the user wrote it, whatever the file behind a link has."""


def check_output(text: str) -> Output:
    """The file to write to; `CliError` if it cannot be written to, or if pyarrow is missing."""
    path = Path(os.path.realpath(text))
    suffix = os.path.splitext(text)[1].lower()  # none if it ends in a slash
    if suffix not in SUFFIXES:
        raise CliError(f"--out {text!r}: the name must end in {' or '.join(SUFFIXES)}")
    if path.is_dir():
        raise CliError(f"--out {text!r}: is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise CliError(f"--out {text!r}: there is no folder {str(path.parent)!r}; make it first")
    if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
        raise CliError(f"--out {text!r}: may not be overwritten; choose another name")
    try:
        with _scratch(path):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"--out {text!r}: cannot write into its folder: {reason}") from error
    try:
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise CliError(f"--out {text!r}: needs the package pyarrow: pip install pyarrow") from error
    return Output(path, suffix)


def write_output(results: Playouts, output: Output) -> None:
    """Writes the columns as Parquet or CSV: all of them, or nothing."""
    path = output.path
    table = results.to_arrow()
    try:
        with _scratch(path) as file:
            if output.suffix == ".csv":
                from pyarrow import csv

                csv.write_csv(table, file)
            else:
                from pyarrow import parquet

                parquet.write_table(table, file)
            file.close()
            os.replace(file.name, path)
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"cannot write {str(path)!r}: {reason}", exit_code=1) from error


@contextmanager
def _scratch(path: Path) -> Iterator[IO[bytes]]:
    """A new file beside `path`, deleted at the end unless it has been renamed.

    It has the permissions of the file that it is to replace.
    """
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with scratch.open("xb") as file:
            if path.exists():
                shutil.copymode(path, scratch)
            yield file
    finally:
        scratch.unlink(missing_ok=True)
