"""What the guard found out, and how it is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.cases import Case
from benchmarks.figures import History
from ttr_fast import _core
from ttr_fast.cli.console import print_json, print_table

TOLERANCE = 0.03
"""A figure may grow by so much, relative to the committed one."""

SLOWER, FASTER, SAME, NEW = "SLOWER", "faster", "same", "NO FIGURE"
FAILURES = (SLOWER, NEW)


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


@dataclass(frozen=True)
class Outcome:
    """All that was compared: counts and the ratios beside them, or ratios alone."""

    build: str
    rows: Sequence[Row] = ()
    ratios: Sequence[RatioRow] = ()
    why_not_counted: str | None = None

    @property
    def failed(self) -> list[str]:
        """Names of the cases and ratios because of which the guard fails."""
        rows = [row.case for row in self.rows if row.verdict in FAILURES]
        return rows + [row.ratio for row in self.ratios if row.verdict in FAILURES]

    def print(self, *, as_json: bool) -> None:
        if as_json:
            print_json({"command": "guard", **self.to_dict()})
            return
        if self.why_not_counted is None:
            print(f"{self.build}\n")
            print_table(rows_table(self.rows))
            print()
            _print_advice(self.rows)
        else:
            print(f"No instructions are counted: {self.why_not_counted}")
        if self.ratios:
            print(f"Ratios measured in one run, on {_core.build_info()['isa']}:\n")
            print_table(_ratios_table(self.ratios))
            print()
            _print_slow_ratios(self.ratios)
        print(f"FAILED: {', '.join(self.failed)}" if self.failed else "passed")

    def to_dict(self) -> dict[str, Any]:
        return {
            "build": self.build,
            "isa": _core.build_info()["isa"],
            "tolerance": TOLERANCE,
            "passed": not self.failed,
            "why_not_counted": self.why_not_counted,
            "cases": [
                {**asdict(row), "change": row.change, "verdict": row.verdict} for row in self.rows
            ],
            "ratios": [{**asdict(row), "verdict": row.verdict} for row in self.ratios],
        }


def rows_table(rows: Sequence[Row], *, verdicts: bool = True) -> list[list[str]]:
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


def list_table(
    build: str, cases: Mapping[str, Case], histories: Mapping[str, History]
) -> list[list[str]]:
    """All cases, and the figures that hold for a build."""
    table = [["case", "instructions per", "committed", "date", "reason"]]
    for name, case in cases.items():
        figure = histories[name].current(build) if name in histories else None
        known = ("", "", "")
        if figure:
            known = (f"{figure.instructions:,.1f}", figure.date.isoformat(), figure.reason)
        table.append([name, case.unit, *known])
    return table


def _ratios_table(rows: Sequence[RatioRow]) -> list[list[str]]:
    table = [["ratio", "at least", "measured", ""]]
    for row in rows:
        measured = f"{row.measured:,.{2 if row.measured < 10 else 0}f}"
        table.append([row.ratio, f"{row.least:,g}", measured, _shown(row.verdict)])
    return table


def _print_advice(rows: Sequence[Row]) -> None:
    """What is remarkable, and what can be done about it."""
    by_verdict: dict[str, list[Row]] = {}
    for row in rows:
        by_verdict.setdefault(row.verdict, []).append(row)
    if faster := by_verdict.get(FASTER):
        for row in faster:
            print(f"{row.case} fell by {-(row.change or 0):.1%}.")
        print(f"To tighten what is committed:\n{_accepting(faster)}")
    if new := by_verdict.get(NEW):
        for row in new:
            print(f"{row.case} has no figure for this build.")
        print(f"To commit what was counted:\n{_accepting(new)}")
    if slower := by_verdict.get(SLOWER):
        for row in slower:
            print(
                f"{row.case} grew by {row.change:.1%}, more than {TOLERANCE:.0%}: from"
                f" {row.committed:,.1f} to {row.instructions:,.1f} instructions per {row.unit}."
            )
        print("Make it fast again or, if there is more work to do now, commit what was counted:")
        print(_accepting(slower))


def _print_slow_ratios(rows: Sequence[RatioRow]) -> None:
    for row in rows:
        if row.verdict == SLOWER:
            print(f"{row.ratio} is {row.measured:,.2f}, and must be {row.least:,g} at least.")


def _accepting(rows: Sequence[Row]) -> str:
    cases = " ".join(row.case for row in rows)
    return f'  python -m benchmarks.guard --accept {cases} --reason "..."'


def _shown(verdict: str) -> str:
    return "" if verdict == SAME else verdict
