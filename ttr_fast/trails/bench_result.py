"""What a benchmark of longest-trail algorithms measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["BenchResult", "Run", "Status"]

Status: TypeAlias = Literal["proven", "finished", "gave_up", "limit", "error"]
"""How a run ended.

proven: the trail is known to be the longest. finished: of an algorithm that promises no proof.
gave_up: of one that promises a proof, without it, before any limit. limit: by the time or node
limit. error: by an exception.
"""


@dataclass(frozen=True, kw_only=True)
class Run:
    """What one algorithm made of one instance."""

    algorithm: str
    exact: bool
    """Does the algorithm promise a proof?"""
    instance: str
    """Id of the instance."""
    kind: str
    routes: int
    cities: int
    odd_cities: int
    """Cities where an odd number of routes meets."""
    total: int
    """Sum of the lengths of all routes."""
    status: Status
    length: int | None
    """Of the trail found; None after an error, as are the next three."""
    upper_bound: int | None
    nodes: int | None
    seconds: float | None
    """CPU time of the search."""
    best_length: int
    """Of the longest trail that any algorithm found or that the instance knows."""
    best_bound: int
    """No trail is longer, as some algorithm proved or as the instance knows."""
    gap: float | None
    """`1 - length / best_length`, 0 if both are 0; None after an error."""
    message: str
    """Of the exception; else empty."""

    @property
    def proven(self) -> bool:
        return self.status == "proven"

    @property
    def timed_out(self) -> bool:
        """Did the time or node limit end it?"""
        return self.status == "limit"

    @property
    def optimal(self) -> bool:
        """Is its trail as long as the proven optimum, whether it knows that or not?"""
        return self.length == self.best_length == self.best_bound

    @property
    def wrong(self) -> bool:
        """Did it end as it should, but with a trail that is not the longest known?"""
        return self.status == "finished" and self.length != self.best_length

    @property
    def complete(self) -> bool:
        """Is `seconds` all the time that it needs, not only the time that it got?"""
        return self.status in ("proven", "finished")


@dataclass(frozen=True, kw_only=True)
class BenchResult:
    """All runs of a benchmark, in the order in which they were made."""

    algorithms: tuple[str, ...]
    """In the order in which they were asked for."""
    runs: tuple[Run, ...]
    notes: tuple[str, ...]
    """What was left out, for people to read."""
    node_limit: int | None
    time_limit: float | None
    seed: int
    environment: dict[str, Any]
    """Version of ttr_fast and of Python, processor, compiler, date."""
