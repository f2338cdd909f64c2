"""`python -m benchmarks.guard`: has a hot path become slower? Exit status 1 if so.

Counts the instructions of fixed work and compares them with the committed figures of guard.toml.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import counting
from benchmarks.cases import Case
from benchmarks.counting import CannotCount
from benchmarks.figures import Figure, FiguresError, History, check_reason, load, save
from ttr_fast._progress import progress_bar
from ttr_fast.cli.console import print_json, print_table

TOLERANCE = 0.03
"""A figure may grow by so much, relative to the committed one."""

FIGURES = Path(__file__).parent / "guard.toml"

SLOWER, FASTER, SAME, NEW = "SLOWER", "faster", "same", "NO FIGURE"
FAILURES = (SLOWER, NEW)

_DESCRIPTION = f"""\
Counts the instructions of fixed work under valgrind's callgrind, of the playouts for
{counting.ISA}, and compares them with the figures in benchmarks/guard.toml. Fails if a case grew by
more than {TOLERANCE:.0%}. The figures hold for one compiler and its flags; with others, or without
valgrind, ratios measured in one run are compared instead."""


@dataclass(frozen=True)
class Row:
    """A case that was counted."""

    case: str
    unit: str
    committed: float | None
    instructions: float

    @property
    def change(self) -> float | None:
        return None if self.committed is None else self.instructions / self.committed - 1

    @property
    def verdict(self) -> str:
        if self.change is None:
            return NEW
        if self.change > TOLERANCE:
            return SLOWER
        return FASTER if self.change < -TOLERANCE else SAME


@dataclass(frozen=True)
class RatioRow:
    """A ratio that was measured."""

    ratio: str
    least: float
    measured: float

    @property
    def verdict(self) -> str:
        return SLOWER if self.measured < self.least else SAME


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 1 if something is slower, or 2 for a mistake of the user."""
    parser = _parser()
    options = parser.parse_args(arguments)
    cases: Mapping[str, Case] = import_module(options.cases).CASES
    names = _chosen(parser, options, cases)
    try:
        counting.build()
    except ValueError as error:  # TTR_FAST_ISA names an instruction set that is not there
        parser.error(str(error))
    try:
        histories = load(options.figures)
        if stale := sorted(set(histories) - set(cases)):
            raise FiguresError(
                f"{options.figures.name}: there is no case {', '.join(stale)}; delete its figures"
            )
        if options.list:
            _print_list(cases, histories)
            return 0
        if options.reason is not None:
            return _accept(options, names, cases, histories)
        return _guard(options, names, cases, histories)
    except (FiguresError, CannotCount) as error:
        print(f"guard: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.guard", description=_DESCRIPTION)
    add = parser.add_argument
    add("--list", action="store_true", help="list the cases and their figures, count nothing")
    add("--only", nargs="+", metavar="CASE", help="only these cases")
    add("--accept", nargs="+", metavar="CASE", help="count these cases and commit their figures")
    add("--accept-all", action="store_true", help="the same for all cases")
    add("--reason", help="why the figures change; goes into the file")
    add("--ratios", action="store_true", help="compare ratios even if instructions can be counted")
    add("--json", action="store_true", help="print JSON")
    add("--figures", type=Path, default=FIGURES, metavar="FILE", help="another file of figures")
    add("--cases", default=counting.CASES_MODULE, metavar="MODULE", help="other cases, to test it")
    return parser


def _chosen(
    parser: argparse.ArgumentParser, options: argparse.Namespace, cases: Mapping[str, Case]
) -> list[str]:
    """The names of the cases that are meant; ends the program if the options make no sense."""
    accepts = options.accept is not None or options.accept_all
    if accepts and options.reason is None:
        parser.error("a new figure needs --reason: say why it changed")
    if options.reason is not None:
        if not accepts:
            parser.error("--reason belongs to --accept or --accept-all")
        try:
            options.reason = check_reason(options.reason)
        except ValueError as error:
            parser.error(f"--reason: {error}")
    if sum((options.accept is not None, options.accept_all, options.only is not None)) > 1:
        parser.error("choose one of --accept, --accept-all and --only")
    if options.ratios and (accepts or options.only is not None):
        parser.error("--ratios compares no cases")
    names = options.accept or options.only or list(cases)
    for name in names:
        if name not in cases:
            parser.error(f"there is no case {name!r}; the cases are: {', '.join(cases)}")
    return list(dict.fromkeys(names))


def _guard(
    options: argparse.Namespace,
    names: Sequence[str],
    cases: Mapping[str, Case],
    histories: Mapping[str, History],
) -> int:
    build = counting.build()
    try:
        if options.ratios:
            raise CannotCount("ratios were asked for")
        if not any(history.current(build) for history in histories.values()):
            raise CannotCount(
                f"{options.figures.name} has no figures for this build, {build}; to commit them:"
                ' python -m benchmarks.guard --accept-all --reason "..."'
            )
        counted = _count(names, options.cases)
    except CannotCount as error:
        return _guard_by_ratios(options, build, str(error))
    rows = []
    for name in names:
        figure = histories[name].current(build) if name in histories else None
        committed = figure.instructions if figure else None
        rows.append(Row(name, cases[name].unit, committed, counted[name]))
    failed = any(row.verdict in FAILURES for row in rows)
    if options.json:
        _print_json(build, not failed, rows=rows)
    else:
        _print_rows(build, rows)
    return 1 if failed else 0


def _guard_by_ratios(options: argparse.Namespace, build: str, why: str) -> int:
    from benchmarks.ratios import RATIOS  # needs the oracle of the tests

    if not options.json:
        print(f"No instructions are counted: {why}\nRatios measured in one run:\n")
    rows = []
    with _progress("measuring", "ratios", len(RATIOS)) as move:
        for name, ratio in RATIOS.items():
            rows.append(RatioRow(name, ratio.least, ratio.measure()))
            move(len(rows))
    slower = [row.ratio for row in rows if row.verdict == SLOWER]
    if options.json:
        _print_json(build, not slower, why=why, ratios=rows)
        return 1 if slower else 0
    table = [["ratio", "at least", "measured", ""]]
    for row in rows:
        table.append([row.ratio, f"{row.least:,g}", f"{row.measured:,.1f}", _shown(row.verdict)])
    print_table(table)
    print(f"\n{'FAILED: ' + ', '.join(slower) if slower else 'passed'}")
    return 1 if slower else 0


def _accept(
    options: argparse.Namespace,
    names: Sequence[str],
    cases: Mapping[str, Case],
    histories: dict[str, History],
) -> int:
    build, today = counting.build(), datetime.date.today()
    counted = _count(names, options.cases)
    rows = []
    for name in names:
        history = histories.setdefault(name, History(cases[name].unit))
        before = history.current(build)
        committed = before.instructions if before else None
        rows.append(Row(name, cases[name].unit, committed, counted[name]))
        history.figures.append(Figure(round(counted[name], 1), today, build, options.reason))
    save(options.figures, histories)
    if options.json:
        _print_json(build, True, rows=rows)
    else:
        print(f"{build}\n")
        print_table(_table(rows, verdicts=False))
        print(f"\ncommitted to {options.figures.name}: {options.reason}")
    return 0


def _count(names: Sequence[str], module: str) -> dict[str, float]:
    with _progress("counting", "cases", len(names)) as move:
        return counting.count(names, move, module)


@contextmanager
def _progress(label: str, unit: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar where a person waits."""
    if sys.stderr.isatty():
        with progress_bar(label, unit, total) as move:
            yield move
    else:
        yield lambda done: None


# ---- What is printed ----------------------------------------------------------------------


def _print_rows(build: str, rows: Sequence[Row]) -> None:
    print(f"{build}\n")
    print_table(_table(rows))
    print()
    by_verdict: dict[str, list[Row]] = {}
    for row in rows:
        by_verdict.setdefault(row.verdict, []).append(row)
    for row in by_verdict.get(FASTER, []):
        print(f"{row.case} fell by {-(row.change or 0):.1%}; to tighten its figure:")
        print(f'  python -m benchmarks.guard --accept {row.case} --reason "..."')
    for row in by_verdict.get(NEW, []):
        print(f"{row.case} has no figure for this build; to commit it:")
        print(f'  python -m benchmarks.guard --accept {row.case} --reason "..."')
    for row in by_verdict.get(SLOWER, []):
        print(
            f"{row.case} grew by {row.change:.1%}, more than {TOLERANCE:.0%}: from"
            f" {row.committed:,.1f} to {row.instructions:,.1f} instructions per {row.unit}."
        )
    if SLOWER in by_verdict:
        print("Make it fast again, or if the work has become more, commit the new figure:")
        slower = " ".join(row.case for row in by_verdict[SLOWER])
        print(f'  python -m benchmarks.guard --accept {slower} --reason "..."')
    failed = [row.case for verdict in FAILURES for row in by_verdict.get(verdict, [])]
    print(f"FAILED: {', '.join(failed)}" if failed else "passed")


def _table(rows: Sequence[Row], *, verdicts: bool = True) -> list[list[str]]:
    head = ["case", "instructions per", "committed", "now", "change"]
    table = [[*head, ""] if verdicts else head]
    for row in rows:
        cells = [
            row.case,
            row.unit,
            "" if row.committed is None else f"{row.committed:,.1f}",
            f"{row.instructions:,.1f}",
            "" if row.change is None else f"{round(row.change, 4) + 0.0:+.2%}",  # no -0.00%
        ]
        table.append([*cells, _shown(row.verdict)] if verdicts else cells)
    return table


def _shown(verdict: str) -> str:
    return "" if verdict == SAME else verdict


def _print_list(cases: Mapping[str, Case], histories: Mapping[str, History]) -> None:
    build = counting.build()
    table = [["case", "instructions per", "committed", "date", "reason"]]
    for name, case in cases.items():
        figure = histories[name].current(build) if name in histories else None
        known = ("", "", "")
        if figure:
            known = (f"{figure.instructions:,.1f}", figure.date.isoformat(), figure.reason)
        table.append([name, case.unit, *known])
    print(f"{build}\n")
    print_table(table)


def _print_json(
    build: str,
    passed: bool,
    rows: Sequence[Row] = (),
    ratios: Sequence[RatioRow] = (),
    why: str | None = None,
) -> None:
    data: dict[str, Any] = {
        "command": "guard",
        "build": build,
        "tolerance": TOLERANCE,
        "passed": passed,
        "why_not_counted": why,
        "cases": [{**asdict(row), "change": row.change, "verdict": row.verdict} for row in rows],
        "ratios": [{**asdict(row), "verdict": row.verdict} for row in ratios],
    }
    print_json(data)


if __name__ == "__main__":
    sys.exit(main())
