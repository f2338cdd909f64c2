"""Results in a file: checked before the games are played, and never half-written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ttr_fast.cli.errors import CliError
from ttr_fast.playouts import Playouts

__all__ = ["check_output", "write_output"]

SUFFIXES = (".parquet", ".csv")


def check_output(text: str) -> Path:
    """The file to write to; `CliError` if it cannot be written to, or if pyarrow is missing."""
    path = Path(os.path.realpath(text))  # through a link, so that the link survives
    if path.suffix.lower() not in SUFFIXES:
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
    return path


def write_output(results: Playouts, path: Path) -> None:
    """Writes the columns as Parquet or CSV: all of them, or nothing."""
    table = results.to_arrow()
    try:
        with _scratch(path) as file:
            if path.suffix.lower() == ".csv":
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
    """A new file beside `path`, deleted at the end unless it has been renamed."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with scratch.open("xb") as file:
            yield file
    finally:
        scratch.unlink(missing_ok=True)
