"""How long the search for a trail may take."""

from __future__ import annotations

import math
import time
from numbers import Real
from typing import Any

from ttr_fast._checks import whole

__all__ = ["TrailBudget"]

_MAX_NODES = 2**64 - 1


class TrailBudget:
    """Steps and CPU time that a search may use; every solver gets one, started when it begins.

    Time is CPU time of the calling thread, so that other work on the machine counts as little as
    possible. A solver asks `is_spent(nodes)` now and then (it costs about a microsecond) and, once
    that is true, returns the best trail it has with an upper bound that it can stand for.
    """

    __slots__ = ("_start", "node_limit", "time_limit")

    node_limit: int | None
    """Steps allowed, below 2**64; None: any number."""
    time_limit: float | None
    """CPU seconds allowed, finite; None: any time."""

    def __init__(self, node_limit: object = None, time_limit: object = None) -> None:
        """Checks both limits and starts the clock.

        Raises:
            TypeError, ValueError: the message names the limit and what is allowed.
        """
        self.node_limit = None if node_limit is None else whole("node_limit", node_limit, 0)
        if self.node_limit is not None and self.node_limit > _MAX_NODES:
            self.node_limit = None
        self.time_limit = None if time_limit is None else _seconds(time_limit)
        self._start = time.thread_time()

    @property
    def seconds(self) -> float:
        """CPU seconds of this thread since the start."""
        return time.thread_time() - self._start

    def is_out_of_time(self) -> bool:
        return self.time_limit is not None and self.seconds >= self.time_limit

    def is_spent(self, nodes: int) -> bool:
        """May a search that has taken so many steps take no other?"""
        return (self.node_limit is not None and nodes >= self.node_limit) or self.is_out_of_time()

    def rest(self, nodes: int) -> TrailBudget:
        """What is left after so many steps; the clock goes on."""
        left = TrailBudget(None, self.time_limit)
        left.node_limit = None if self.node_limit is None else max(0, self.node_limit - nodes)
        left._start = self._start
        return left


def _seconds(value: object) -> float | None:
    allowed = "a number of seconds, 0 or more"
    number: Any = value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"time_limit must be {allowed}, got {value!r}")
    try:
        seconds = float(number)
    except OverflowError:  # an integer of hundreds of digits
        seconds = math.inf if number > 0 else -math.inf
    if not seconds >= 0:  # nan too
        raise ValueError(f"time_limit must be {allowed}, got {seconds}")
    return None if seconds == math.inf else seconds
