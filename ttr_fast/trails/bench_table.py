"""What a benchmark says: a summary of each algorithm, tables to read, columns to work with."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ttr_fast.trails.bench_result import BenchResult, Run

__all__ = [
    "Measure", "Spread", "TrailSummary", "kind_table", "seconds_text", "summarize_trails",
    "summary_table", "to_arrow", "to_dict",
]  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """A statistic, or what it is at least where runs that were cut short could raise it."""

    value: float
    at_least: bool

    def text(self, form: Callable[[float], str]) -> str:
        return f"≥ {form(self.value)}" if self.at_least else form(self.value)


@dataclass(frozen=True)
class Spread:
    """Over all runs but errors. Quantiles are nearest ranks: values that occurred.

    A run that was cut short counts as longer than all that were not. A quantile that falls on one
    is a lower bound, and so is the mean if there is one; they count it with what it had used.
    """

    mean: Measure
    median: Measure
    p99: Measure
    max: Measure


@dataclass(frozen=True, kw_only=True)
class TrailSummary:
    """How one algorithm did, on all instances or on those of one kind."""

    algorithm: str
    exact: bool
    kind: str | None
    """None: all kinds."""
    instances: int
    solved: int
    """Runs that ended with a proof."""
    optimal: int
    """Runs whose trail is as long as the proven optimum, known to them or not."""
    wrong: int
    """Runs of an algorithm that promises no proof whose trail is not the longest known."""
    gave_up: int
    """Runs of an algorithm that promises a proof which ended without one before any limit."""
    timed_out: int
    """Runs that the time or node limit ended."""
    errors: int
    seconds: Spread | None
    """CPU time; None if all runs are errors."""
    nodes: Spread | None
    mean_gap: float | None
    """Mean of `1 - length / longest known length`."""
    max_gap: float | None


def summarize_trails(result: BenchResult, *, by_kind: bool = False) -> list[TrailSummary]:
    """One for each algorithm, or for each algorithm and kind, in the order of the result."""
    kinds = _kinds(result) if by_kind else [None]
    return [
        _summary(runs, kind)
        for name in result.algorithms
        for kind in kinds
        if (runs := [r for r in result.runs if r.algorithm == name and kind in (None, r.kind)])
    ]


def _kinds(result: BenchResult) -> list[str]:
    return sorted({run.kind for run in result.runs})


def _summary(runs: Sequence[Run], kind: str | None) -> TrailSummary:
    gaps = [run.gap for run in runs if run.gap is not None]
    return TrailSummary(
        algorithm=runs[0].algorithm,
        exact=runs[0].exact,
        kind=kind,
        instances=len(runs),
        solved=sum(run.proven for run in runs),
        optimal=sum(run.optimal for run in runs),
        wrong=sum(run.wrong for run in runs),
        gave_up=sum(run.status == "gave_up" for run in runs),
        timed_out=sum(run.timed_out for run in runs),
        errors=sum(run.status == "error" for run in runs),
        seconds=_spread((run.seconds, run.complete) for run in runs),
        nodes=_spread((run.nodes, run.complete) for run in runs),
        mean_gap=math.fsum(gaps) / len(gaps) if gaps else None,
        max_gap=max(gaps, default=None),
    )


def _spread(measured: Iterable[tuple[float | None, bool]]) -> Spread | None:
    pairs = [(value, complete) for value, complete in measured if value is not None]
    if not pairs:
        return None
    seen = sorted(value for value, _ in pairs)
    ended = sorted(value for value, complete in pairs if complete)

    def quantile(share: float) -> Measure:
        rank = max(math.ceil(share * len(seen)) - 1, 0)
        if rank < len(ended):
            return Measure(ended[rank], at_least=False)
        return Measure(seen[rank], at_least=True)

    mean = Measure(math.fsum(seen) / len(seen), at_least=len(ended) < len(seen))
    return Spread(mean, quantile(0.5), quantile(0.99), quantile(1.0))


# --- For people ----------------------------------------------------------------------------------


def summary_table(result: BenchResult) -> list[list[str]]:
    """Heads first, one row for each algorithm."""
    rows = [
        [
            "algorithm", "runs", "solved", "optimal", "wrong", "gave up", "limit", "error",
            "mean", "median", "p99", "max", "nodes", "gap",
        ]
    ]  # fmt: skip
    for s in summarize_trails(result):
        times = ["-"] * 4
        if s.seconds is not None:
            spread = (s.seconds.mean, s.seconds.median, s.seconds.p99, s.seconds.max)
            times = [measure.text(seconds_text) for measure in spread]
        rows.append(
            [
                _marked(s.algorithm, s.exact),
                *(f"{n:,}" for n in (s.instances, s.solved, s.optimal, s.wrong)),
                *(f"{n:,}" for n in (s.gave_up, s.timed_out, s.errors)),
                *times,
                "-" if s.nodes is None else s.nodes.mean.text(_count),
                _percent(s.mean_gap),
            ]
        )
    return rows


def kind_table(result: BenchResult) -> list[list[str]]:
    """Heads first: the median time of each algorithm on each kind.

    Where it did not solve all instances of the kind, it is said how many it did; if it solved less
    than half of them, its median is unknown. An algorithm that promises no proof, marked with a
    star, solves an instance if it finds its longest trail.
    """
    kinds = _kinds(result)
    cells = {(s.algorithm, s.kind): s for s in summarize_trails(result, by_kind=True)}

    def cell(name: str, kind: str) -> str:
        s = cells.get((name, kind))
        if s is None or s.seconds is None:
            return "-"
        done = s.solved if s.exact else s.optimal
        share = [] if done == s.instances else [f"{done}/{s.instances}"]
        median = s.seconds.median
        time = [] if median.at_least else [seconds_text(median.value)]
        return "  ".join(share + time)

    exact = {run.algorithm: run.exact for run in result.runs}
    return [
        ["algorithm", *kinds],
        *(
            [_marked(name, exact[name]), *(cell(name, kind) for kind in kinds)]
            for name in result.algorithms
            if name in exact  # after Ctrl-C there may be no run at all
        ),
    ]


def _marked(name: str, exact: bool) -> str:
    return name if exact else f"{name} *"


def seconds_text(seconds: float) -> str:
    """Three digits and a unit, such as "1.25 ms"."""
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds)} s"


def _count(number: float) -> str:
    for unit, size in (("", 1.0), (" k", 1e3), (" M", 1e6)):
        if number < 999.5 * size:
            return f"{_three_digits(number / size)}{unit}"
    return f"{_three_digits(number / 1e9)} G"


def _three_digits(number: float) -> str:
    text = f"{number:.{max(0, 2 - len(str(int(number))) + 1)}f}"
    return f"{number:.0f}" if float(text) == round(number) else text


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.2f} %"


# --- For programs --------------------------------------------------------------------------------


def to_dict(result: BenchResult) -> dict[str, Any]:
    """The summary in plain JSON types: one entry for each algorithm, and for each of its kinds."""
    return {
        "instances": len({run.instance for run in result.runs}),
        "seed": result.seed,
        "node_limit": result.node_limit,
        "time_limit": result.time_limit,
        "notes": list(result.notes),
        "environment": result.environment,
        "algorithms": [asdict(summary) for summary in summarize_trails(result)],
        "kinds": [asdict(summary) for summary in summarize_trails(result, by_kind=True)],
    }


def to_arrow(result: BenchResult) -> Any:
    """A `pyarrow.Table` with one row for each run, in the order in which they were made.

    Columns as in `Run`. The metadata holds, as JSON under the key "ttr_fast", everything else that
    is known of the benchmark.

    Raises:
        ModuleNotFoundError: the package pyarrow is missing.
    """
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
    except ImportError as error:
        message = "a table of runs needs the package pyarrow: pip install pyarrow"
        raise ModuleNotFoundError(message, name=error.name) from error

    text, number, flag, real = pa.string(), pa.int64(), pa.bool_(), pa.float64()
    columns = {
        "algorithm": text, "exact": flag, "instance": text, "kind": text, "routes": number,
        "cities": number, "odd_cities": number, "total": number, "status": text, "proven": flag,
        "timed_out": flag, "length": number, "upper_bound": number, "nodes": number,
        "seconds": real, "best_length": number, "best_bound": number, "gap": real, "message": text,
    }  # fmt: skip
    about = {
        key: value for key, value in to_dict(result).items() if key not in ("algorithms", "kinds")
    }
    schema = pa.schema(list(columns.items()), metadata={"ttr_fast": json.dumps(about)})
    arrays = {name: [getattr(run, name) for run in result.runs] for name in columns}
    return pa.table(arrays, schema=schema)
