"""Counts instructions with valgrind's callgrind: figures that do not depend on the clock."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks import ROOT
from ttr_fast import _core

ISA = "x86-64-v3"
"""The instruction set of the playouts that are counted: the best one that valgrind knows."""

CASES_MODULE = "benchmarks.cases"

_MARK = re.compile(r"^desc: Trigger: Client Request: (\S+) ([12])$", re.MULTILINE)
_TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)


class CannotCount(Exception):
    """Why instructions cannot be counted here, and what would help."""


class CountingFailed(Exception):
    """The work that was to be counted ended with an error; says which."""


def build() -> str:
    """What figures hold for: compiler, flags and instruction set."""
    info = _core.build_info()
    return f"{info['compiler']}, {info['flags']}, {ISA}"


def check() -> None:
    """Raises `CannotCount` if something is missing, before long work."""
    info = _core.build_info()
    if info["debug"]:
        raise CannotCount("this is a debug build; figures are of a release build")
    if ISA not in info["isa_available"]:
        available = ", ".join(info["isa_available"])
        raise CannotCount(f"the instruction set {ISA} is not available here, only {available}")
    if shutil.which("valgrind") is None:
        raise CannotCount("there is no valgrind; install it, for instance: apt install valgrind")


def count(
    names: Sequence[str],
    progress: Callable[[int], object] = lambda done: None,
    module: str = CASES_MODULE,
) -> dict[str, float]:
    """Instructions per unit of work of the cases of a module, by name, in a process of its own.

    `progress` is called with the number of cases that are done. Raises `CannotCount` if something
    is missing here, and `CountingFailed`.
    """
    check()
    cases = import_module(module).CASES
    with tempfile.TemporaryDirectory(prefix="ttr-fast-guard-") as folder:
        marks = _marks(Path(folder))
        _run(Path(folder), [str(marks), module, *names], progress)
        totals = _totals(Path(folder))
    missing = [name for name in names if len(totals.get(name, ())) != 2]
    if missing:
        raise CountingFailed(f"callgrind left no counts of {', '.join(missing)}")
    return {name: (totals[name][1] - totals[name][0]) / cases[name].times for name in names}


def _marks(folder: Path) -> Path:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise CannotCount("there is no C compiler; set CC or install one")
    library = folder / "marks.so"
    source = Path(__file__).parent / "marks.c"
    done = subprocess.run(
        [*compiler.split(), "-O1", "-shared", "-fPIC", str(source), "-o", str(library)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotCount(
            "cannot compile benchmarks/marks.c, which needs the header valgrind/callgrind.h"
            f" (part of the package valgrind or valgrind-devel):\n{done.stderr.strip()}"
        )
    return library


def _run(folder: Path, arguments: list[str], progress: Callable[[int], object]) -> None:
    command = [
        "valgrind",
        "--tool=callgrind",
        "--instr-atstart=no",
        f"--callgrind-out-file={folder / 'counts'}",
        f"--log-file={folder / 'log'}",
        sys.executable,
        "-m",
        "benchmarks.counted",
        *arguments,
    ]
    environment = {
        **os.environ,
        "TTR_FAST_ISA": ISA,
        "PYTHONHASHSEED": "0",  # else dicts are laid out anew in every run
        "OPENBLAS_NUM_THREADS": "1",  # NumPy's idle threads would be counted
    }
    with (
        (folder / "errors").open("w+", encoding="utf-8") as errors,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        assert process.stdout is not None
        try:
            for done, _ in enumerate(process.stdout, start=1):
                progress(done)
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            errors.seek(0)
            said = errors.read().strip() or (folder / "log").read_text("utf-8", "replace").strip()
            last = "\n".join(said.splitlines()[-15:])
            raise CountingFailed(f"the counted process failed ({process.returncode}):\n{last}")


def _totals(folder: Path) -> dict[str, list[int]]:
    """Instructions of the two sizes of each case, from callgrind's files."""
    totals: dict[str, list[int]] = {}
    for path in sorted(folder.glob("counts.*"), key=lambda path: int(path.suffix[1:])):
        text = path.read_text("utf-8", "replace")
        mark, total = _MARK.search(text), _TOTAL.search(text)
        if mark is not None and total is not None:
            totals.setdefault(mark[1], []).append(int(total[1]))
    return totals
