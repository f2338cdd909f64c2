"""Measures rates: several runs of fixed work by the processor time of the process.

Processor time, all threads together, does not grow when other programs take turns on the machine;
what remains of their influence (caches, clock) is in the spread.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

Work = Callable[[int], object]
"""Does so many units of work."""


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    seconds: float
    """Processor time of a run, about."""
    runs: int


@dataclass(frozen=True)
class Rate:
    """Units of work a second, by run."""

    runs: Sequence[float]

    @property
    def best(self) -> float:
        return max(self.runs)

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    @property
    def spread(self) -> float:
        """Between the best and the worst run, as a part of the median."""
        return (max(self.runs) - min(self.runs)) / self.median


def processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def rate(work: Work, effort: Effort, units: float = 1) -> Rate:
    """The rate of `work`, whose every piece counts as so many `units`."""
    n = pieces(work, effort.seconds)
    runs = [processor_seconds(partial(work, n)) for _ in range(effort.runs)]
    return Rate([n * units / seconds for seconds in runs])


def pieces(work: Work, seconds: float) -> int:
    """How many pieces take about so long; the doubling also warms everything up."""
    n = 1
    while (taken := processor_seconds(partial(work, n))) < seconds / 10:
        n *= 2
    return max(1, round(n * seconds / taken))
