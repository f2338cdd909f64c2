"""The folder of a benchmark: checked before anything runs, and no file in it half-written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from ttr_fast.cli.errors import CliError
from ttr_fast.trails.bench_result import BenchResult
from ttr_fast.trails.bench_table import to_arrow
from ttr_fast.trails.plots import (
    cactus_plot,
    can_be_drawn,
    has_matplotlib,
    save_plot,
    scaling_plot,
)

__all__ = ["COMMAND", "check_folder", "write_folder"]

COMMAND = "trails bench"
_SUMMARY = "summary.json"
_PLOTS = {"cactus": cactus_plot, "scaling": scaling_plot}


def check_folder(text: str) -> Path:
    """The folder to write to: a new one, an empty one, or that of an earlier benchmark.

    Raises:
        CliError: it cannot be written to, holds something else, or pyarrow is missing.
    """
    if not text:
        raise CliError("--out '': give the name of a folder")
    folder = Path(os.path.realpath(text))
    if not folder.parent.is_dir():
        raise CliError(f"--out {text!r}: there is no folder {str(folder.parent)!r}; make it first")
    if folder.exists() and not folder.is_dir():
        raise CliError(f"--out {text!r}: is a file; give the name of a folder")
    try:
        if folder.is_dir() and any(folder.iterdir()) and not _is_of_a_benchmark(folder):
            raise CliError(
                f"--out {text!r}: holds files that are not of a benchmark; choose a new folder"
            )
        folder.mkdir(exist_ok=True)
        with _scratch(folder / _SUMMARY):
            pass
    except OSError as error:
        raise CliError(f"--out {text!r}: cannot write there: {error.strerror or error}") from error
    try:
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise CliError(f"--out {text!r}: needs the package pyarrow: pip install pyarrow") from error
    return folder


def _is_of_a_benchmark(folder: Path) -> bool:
    try:
        summary = json.loads((folder / _SUMMARY).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(summary, dict) and summary.get("command") == COMMAND


def write_folder(result: BenchResult, summary: dict[str, Any], folder: Path) -> list[str]:
    """Writes runs, summary and plots; the names of the files.

    Without matplotlib, or if all runs are errors, plots are left out, and those of an earlier
    benchmark are removed.

    Raises:
        CliError: a file cannot be written.
    """
    table = to_arrow(result)
    written: list[str] = []

    def write(name: str, put: Callable[[Path], object]) -> None:
        with _scratch(folder / name) as scratch:
            put(scratch)
            os.replace(scratch, folder / name)
        written.append(name)

    def write_parquet(path: Path) -> None:
        from pyarrow import parquet

        parquet.write_table(table, path)

    def write_csv(path: Path) -> None:
        from pyarrow import csv

        csv.write_csv(table, path)

    try:
        # First, as it is what marks the folder as one of a benchmark.
        text = json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        write(_SUMMARY, lambda path: path.write_text(text, "utf-8"))
        write("results.parquet", write_parquet)
        write("results.csv", write_csv)
        drawing = has_matplotlib() and can_be_drawn(result)
        for stem, draw in _PLOTS.items():
            figure = draw(result) if drawing else None
            for suffix in (".svg", ".png"):
                name = stem + suffix
                if figure is None:
                    (folder / name).unlink(missing_ok=True)
                else:
                    write(name, partial(save_plot, figure))
    except OSError as error:
        reason = error.strerror or error
        raise CliError(f"cannot write into {str(folder)!r}: {reason}", exit_code=1) from error
    return written


@contextmanager
def _scratch(path: Path) -> Iterator[Path]:
    """A new file beside `path` with the same suffix, deleted at the end unless renamed."""
    scratch = path.with_name(f".{path.stem}.{os.getpid()}.tmp{path.suffix}")
    try:
        scratch.touch(exist_ok=False)
        yield scratch
    finally:
        scratch.unlink(missing_ok=True)
