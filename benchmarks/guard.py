"""`python -m benchmarks.guard`: has a hot path become slower? Exit status 1 if so.

Counts the instructions of fixed work and compares them with the committed figures of guard.toml;
of the kernels that cannot be counted, it compares how many times as fast as others they are.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from benchmarks import counting
from benchmarks.cases import Case
from benchmarks.counting import CannotCount, CountingFailed
from benchmarks.figures import Figure, FiguresError, History, check_reason, load, save
from benchmarks.guard_rows import TOLERANCE, Outcome, RatioRow, Row, list_table, rows_table
from benchmarks.waiting import progress
from ttr_fast.cli.console import print_json, print_table

FIGURES = Path(__file__).parent / "guard.toml"

_DESCRIPTION = f"""\
Counts the instructions of fixed work under valgrind's callgrind, of the playouts for
{counting.ISA}, and compares them with the figures in benchmarks/guard.toml. Fails if a case grew by
more than {TOLERANCE:.0%}, or if the lockstep engine, with the best instruction set of this machine,
is not as many times as fast as the scalar one as it must be. The figures hold for one compiler and
its flags; with others, or without valgrind, only ratios measured in one run are compared."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, or 1 if something is slower, or 2 for a mistake of the user."""
    parser = _parser()
    options = parser.parse_args(arguments)
    cases: Mapping[str, Case] = import_module(options.cases).CASES
    names = _chosen(parser, options, cases)
    try:
        build = counting.build()
    except ValueError as error:  # TTR_FAST_ISA names an instruction set that is not there
        parser.error(str(error))
    try:
        histories = load(options.figures)
        if stale := sorted(set(histories) - set(cases)):
            raise FiguresError(
                f"{options.figures.name}: there is no case {', '.join(stale)}; delete its figures"
            )
        if options.list:
            print(f"{build}\n")
            print_table(list_table(build, cases, histories))
            return 0
        if options.reason is not None:
            return _accept(options, names, cases, histories)
        outcome = _guard(options, names, cases, histories)
    except (FiguresError, CannotCount, CountingFailed) as error:
        print(f"guard: {error}", file=sys.stderr)
        return 2
    outcome.print(as_json=options.json)
    return 1 if outcome.failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.guard", description=_DESCRIPTION)
    add = parser.add_argument
    add("--list", action="store_true", help="list the cases and their figures, count nothing")
    add("--only", nargs="+", metavar="CASE", help="only these cases")
    add("--accept", nargs="+", metavar="CASE", help="count these cases and commit their figures")
    add("--accept-all", action="store_true", help="the same for all cases")
    add("--reason", help="why the figures change; goes into the file")
    add("--ratios", action="store_true", help="count nothing, compare ratios alone")
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
) -> Outcome:
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
        return Outcome(build, ratios=_measure_ratios(counted=False), why_not_counted=str(error))
    return Outcome(build, _rows(counted, cases, histories), _measure_ratios(counted=True))


def _measure_ratios(*, counted: bool) -> list[RatioRow]:
    from benchmarks.ratios import chosen  # needs an instruction set that is there

    ratios, rows = chosen(counted=counted), list[RatioRow]()
    with progress("measuring", "ratios", len(ratios)) as move:
        for name, ratio in ratios.items():
            rows.append(RatioRow(name, ratio.least, ratio.measure()))
            move(len(rows))
    return rows


def _rows(
    counted: Mapping[str, float], cases: Mapping[str, Case], histories: Mapping[str, History]
) -> list[Row]:
    """What was counted beside the figures that are committed for this build."""
    rows = []
    for name, instructions in counted.items():
        figure = histories[name].current(counting.build()) if name in histories else None
        committed = figure.instructions if figure else None
        rows.append(Row(name, cases[name].unit, committed, instructions))
    return rows


def _accept(
    options: argparse.Namespace,
    names: Sequence[str],
    cases: Mapping[str, Case],
    histories: dict[str, History],
) -> int:
    build, today = counting.build(), datetime.date.today()
    counted = _count(names, options.cases)
    rows = _rows(counted, cases, histories)
    for name, instructions in counted.items():
        history = histories.setdefault(name, History(cases[name].unit))
        history.figures.append(Figure(round(instructions, 1), today, build, options.reason))
    save(options.figures, histories)
    if options.json:
        print_json({"command": "guard", "accepted": options.reason, "cases": [*map(asdict, rows)]})
    else:
        print(f"{build}\n")
        print_table(rows_table(rows, verdicts=False))
        print(f"\ncommitted to {options.figures.name}: {options.reason}")
    return 0


def _count(names: Sequence[str], module: str) -> dict[str, float]:
    with progress("counting", "cases", len(names)) as move:
        return counting.count(names, move, module)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
