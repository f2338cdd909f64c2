"""`python -m benchmarks.backends`: what a bot's calls cost, here and with other packages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from benchmarks.backends import here, page
from benchmarks.backends.contest import OURS, Figure, Side, WrongAnswer, measure
from benchmarks.measure import Effort
from benchmarks.report import QUICK, RESULTS, facts
from benchmarks.sections import BACKENDS, put_section
from benchmarks.waiting import progress
from ttr_fast import _core
from ttr_fast._whole_files import replacing
from ttr_fast.cli.console import print_json, print_table

_DESCRIPTION: Final = """\
Measures from Python what bots and learners do most, and beside it, in the same run, the same with
other packages, those of them that are installed. Asserts every answer before it is timed. Takes
about two minutes; let the machine do nothing else meanwhile.
"""


@dataclass(frozen=True)
class Package:
    name: str
    module: str
    """Has a function `side`."""
    install: str


PACKAGES: Final = (
    Package("OpenSpiel", "benchmarks.backends.open_spiel_games", "pip install open_spiel"),
    Package("PettingZoo", "benchmarks.backends.pettingzoo_envs",
            'pip install "pettingzoo[classic]" rlcard'),
    Package("Catanatron", "benchmarks.backends.catanatron_games", "pip install catanatron"),
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.backends", description=_DESCRIPTION)
    add = parser.add_argument
    add("--seconds", type=float, default=0.3, metavar="S", help="length of a run (default: 0.3)")
    add("--runs", type=int, default=7, metavar="N", help="runs of each figure (default: 7)")
    add("--quick", action="store_true", help="run everything shortly, for tests: no real figures")
    add("--json", action="store_true", help="print JSON")
    add("--into", type=Path, metavar="FILE",
        help="write a section of this page, say benchmarks/RESULTS.md")  # fmt: skip
    options = parser.parse_args(arguments)
    if not 0.01 <= options.seconds <= 60:
        parser.error(f"--seconds must be 0.01 to 60, not {options.seconds:g}")
    if not 2 <= options.runs <= 100:
        parser.error(f"--runs must be 2 to 100, not {options.runs}")
    text = _page(parser, options.into, options.quick)
    try:
        _core.build_info()
    except ValueError as error:  # TTR_FAST_ISA names an instruction set that is not there
        parser.error(str(error))

    effort = QUICK if options.quick else Effort(options.seconds, options.runs)
    where = facts()
    try:
        sides, missing = load()
    except WrongAnswer as error:
        print(f"backends: {OURS} does not do what is to be timed: {error}", file=sys.stderr)
        return 1
    entries = [entry for side in sides for entry in side.entries]
    with progress("measuring", "figures", len(entries)) as move:
        figures = measure(entries, effort, move)
    if text is not None:
        section = page.section(where, effort, sides, missing, figures)
        with replacing(options.into) as file:
            file.write(put_section(text, BACKENDS, section).encode())
    if options.json:
        print_json(page.to_dict(where, sides, missing, figures))
    else:
        _print(sides, missing, figures)
    return 0


def load() -> tuple[list[Side], dict[str, str]]:
    """What is measured; and of the packages that cannot be, why, by name."""
    sides, missing = [here.side()], dict[str, str]()
    for package in PACKAGES:
        try:
            sides.append(import_module(package.module).side())
        except ImportError as error:
            missing[package.name] = f"not installed ({error}); {package.install}"
        except Exception as error:  # of a version that we do not know: no reason to stop
            missing[package.name] = f"cannot be measured: {type(error).__name__}: {error}"
    return sides, missing


def _page(parser: argparse.ArgumentParser, path: Path | None, quick: bool) -> str | None:
    """The page that gets the section."""
    if path is None:
        return None
    if quick and path.resolve() == RESULTS:
        parser.error("--quick measures badly: it needs --into another FILE")
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"--into: cannot read {str(path)!r}: {error}")


def _print(sides: Sequence[Side], missing: dict[str, str], figures: Sequence[Figure]) -> None:
    print(page.versions(sides), end="\n\n")
    print_table(page.rows(figures), left=page.TEXTS)
    for name, why in missing.items():
        print(f"\n{name}: {why}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
