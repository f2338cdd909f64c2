"""`python -m benchmarks.report`: measures everything and writes RESULTS.md."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import ROOT
from benchmarks.figures import FiguresError, load
from benchmarks.guard import FIGURES
from benchmarks.measure import Effort
from benchmarks.report_page import page
from benchmarks.report_work import GROUPS
from benchmarks.sections import BACKENDS, find_section, put_section
from benchmarks.waiting import progress
from ttr_fast import _core
from ttr_fast._whole_files import replacing
from ttr_fast.trails.machine import machine

RESULTS = Path(__file__).parent / "RESULTS.md"
QUICK = Effort(seconds=0.01, runs=2)

_DESCRIPTION = """\
Measures playouts with every engine and instruction set, operations, memory and longest trails, and
writes benchmarks/RESULTS.md. Takes about ten minutes; let the machine do nothing else meanwhile.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.report", description=_DESCRIPTION)
    add = parser.add_argument
    add("--seconds", type=float, default=1, metavar="S", help="length of a run (default: 1)")
    add("--runs", type=int, default=5, metavar="N", help="runs of each figure (default: 5)")
    add("--quick", action="store_true", help="run everything shortly, for tests: no real figures")
    add("--out", type=Path, default=RESULTS, metavar="FILE", help="default: benchmarks/RESULTS.md")
    options = parser.parse_args(arguments)
    if not 0.01 <= options.seconds <= 60:
        parser.error(f"--seconds must be 0.01 to 60, not {options.seconds:g}")
    if not 2 <= options.runs <= 100:
        parser.error(f"--runs must be 2 to 100, not {options.runs}")
    if options.quick and options.out == RESULTS:
        parser.error("--quick measures badly: it needs --out FILE")
    if not options.out.parent.is_dir():
        parser.error(f"--out: there is no folder {str(options.out.parent)!r}")
    effort = QUICK if options.quick else Effort(options.seconds, options.runs)
    try:
        _core.build_info()
    except ValueError as error:  # TTR_FAST_ISA names an instruction set that is not there
        parser.error(str(error))
    try:
        kept = find_section(_old_page(options.out), BACKENDS)
        histories = load(FIGURES)
        text = page(facts(), measure(effort), histories, effort)
    except (FiguresError, ChildFailed) as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    if kept is not None:  # another command has written it
        text = put_section(text, BACKENDS, kept)
    with replacing(options.out) as file:
        file.write(text.encode())
    print(f"written: {options.out.name}")
    return 0


def _old_page(path: Path) -> str:
    return path.read_text("utf-8", errors="replace") if path.is_file() else ""


class ChildFailed(Exception):
    """A process that measures has ended with an error."""


def facts() -> dict[str, str]:
    """What the figures depend on."""
    info, where = _core.build_info(), machine()
    load_average = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    return {
        "date": where["date"],
        "revision": revision(),
        "processor": f"{where['cpu']}, {where['processors']} processors",
        "clock": clock(),
        "load before": f"{load_average} (1, 5 and 15 minutes)",
        "system": where["system"],
        "Python": f"{where['python']}, NumPy {where['packages']['numpy']}",
        "compiler": info["compiler"],
        "flags": info["flags"],
        "instruction set": info["isa"],
        "instruction sets": ", ".join(info["isa_available"]),
    }


def revision() -> str:
    """The commit, and whether anything but the results differs from it."""

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", ".", ":!benchmarks/RESULTS.md")
        return git("rev-parse", "--short=12", "HEAD") + (", with changes" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def clock() -> str:
    """As Linux reports it now."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "cpu MHz":
                return f"{float(value) / 1000:.2f} GHz, as Linux reports it"
    except (OSError, ValueError):
        pass
    return "unknown"


def measure(effort: Effort) -> dict[str, dict[str, Any]]:
    """All figures: by group, and those of each instruction set as group `isa NAME`."""
    default, *others = _isas()
    jobs = [(group, group, default) for group in GROUPS if group != "short playouts"]
    jobs += [(f"isa {isa}", "short playouts", isa) for isa in (default, *others)]
    figures: dict[str, dict[str, Any]] = {}
    with progress("measuring", "groups", len(jobs)) as move:
        for number, (name, group, isa) in enumerate(jobs, start=1):
            figures[name] = dict(_child(group, isa, effort))
            move(number)
    return figures


def _isas() -> list[str]:
    """The instruction set that is chosen by default, then the others."""
    info = _core.build_info()
    return [info["isa"], *(isa for isa in info["isa_available"] if isa != info["isa"])]


def _child(group: str, isa: str, effort: Effort) -> Iterator[tuple[str, Any]]:
    """The figures of a group, measured in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.report_work", group,
         str(effort.seconds), str(effort.runs)],
        cwd=ROOT,
        env={**os.environ, "TTR_FAST_ISA": isa},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise ChildFailed(f"{group} with {isa} failed:\n{done.stderr.strip()}")
    for line in done.stdout.splitlines():
        key, value = json.loads(line)
        yield key, value


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
