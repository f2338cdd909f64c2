"""Measures answers to the same questions in turn, so that a busy machine slows all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.measure import Effort, Rate, Work, pieces

OURS: Final = "ttr_fast"


@dataclass(frozen=True)
class Question:
    title: str
    unit: str
    """What is counted: calls, whose time is shown, or plies and steps, whose rate is shown."""

    @property
    def shows_time(self) -> bool:
        return self.unit == "call"


QUESTIONS: Final[Mapping[str, Question]] = {
    "clone": Question("copy of a state", "call"),
    "samples": Question("random games, moves drawn without a list", "ply"),
    "lists": Question("random games, moves chosen from lists", "ply"),
    "determinize": Question("hidden cards dealt anew", "call"),
    "observation": Question("observation into a buffer", "call"),
    "pickle": Question("pickle and back", "call"),
    "steps": Question("steps of envs, with observations and masks", "step"),
    "bare steps": Question("the same without either", "step"),
    "aec steps": Question("steps of one AEC env of PettingZoo", "step"),
}


class WrongAnswer(Exception):
    """What is to be timed does not do what it should."""


@dataclass(frozen=True)
class Entry:
    """Somebody's answer to a question."""

    question: str
    who: str
    what: str
    work: Work
    units: float = 1
    """What a piece of the work counts as."""
    asked: float = 0
    """The least rate that this project asks of itself; 0 asks for none."""

    @property
    def is_ours(self) -> bool:
        return self.who.startswith(OURS)


@dataclass(frozen=True)
class Figure:
    entry: Entry
    rate: Rate
    """By processor time."""
    wall: Rate
    """By the clock on the wall, of the same runs."""
    lead: Rate | None = None
    """How many times as fast this project is, run by run; None for its own figures."""

    @property
    def is_waiting(self) -> bool:
        """Whether the clock on the wall says something else than the processor time."""
        return self.wall.median < 0.95 * self.rate.median


@dataclass
class Side:
    """A package whose answers are measured."""

    name: str
    version: str
    entries: list[Entry] = field(default_factory=list)


def expect(is_right: bool, what: str) -> None:
    """Before anything is timed: its answer."""
    if not is_right:
        raise WrongAnswer(what)


def repeated(call: Callable[[], object]) -> Work:
    def work(n: int) -> None:
        for _ in range(n):
            call()

    return work


def measure(
    entries: Sequence[Entry], effort: Effort, progress: Callable[[int], object]
) -> list[Figure]:
    """A figure of every entry, question by question, our own answers first.

    The first answer of this project to a question is what the others are compared with. `progress`
    is called with the number of entries that are done.
    """
    figures: list[Figure] = []
    for question in QUESTIONS:
        group = [entry for entry in entries if entry.question == question]
        group.sort(key=lambda entry: not entry.is_ours)
        figures += _together(group, effort)
        progress(len(figures))
    return figures


def _together(group: Sequence[Entry], effort: Effort) -> Iterator[Figure]:
    sizes = [pieces(entry.work, effort.seconds) for entry in group]
    rates: list[list[float]] = [[] for _ in group]
    walls: list[list[float]] = [[] for _ in group]
    for _ in range(effort.runs):
        for entry, n, rate, wall in zip(group, sizes, rates, walls, strict=True):
            clock, processor = time.perf_counter(), time.process_time()
            entry.work(n)
            processor, clock = time.process_time() - processor, time.perf_counter() - clock
            rate.append(n * entry.units / processor)
            wall.append(n * entry.units / clock)
    for entry, rate, wall in zip(group, rates, walls, strict=True):
        lead = None
        if not entry.is_ours and group[0].is_ours:
            lead = Rate([ours / theirs for ours, theirs in zip(rates[0], rate, strict=True)])
        yield Figure(entry, Rate(rate), Rate(wall), lead)
