"""Distinct instances: a benchmark that repeats one instance measures the caches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count as count_from
from typing import Final, TypeAlias, TypeVar

import numpy as np

from ttr_fast._checks import whole
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.instances import TrailInstance

__all__ = ["Edges", "check_seed", "distinct", "draw_graphs"]

Edges: TypeAlias = Sequence[tuple[int, int]]

T = TypeVar("T")

PATIENCE: Final = 1000
MAX_COUNT: Final = 10**7
"""More instances at once do not fit into the memory of most machines."""


def distinct(
    candidates: Iterable[T],
    count: int,
    key: Callable[[T], Hashable | None],
    what: str,
    patience: int = PATIENCE,
) -> Iterator[T]:
    """The first `count` candidates of which no two have the same key; those with None are left out.

    Args:
        candidates: more than enough of them, or without end.
        what: the candidates in words, for the message.
        patience: how many candidates in a row may be no use.

    Raises:
        ValueError: that many came in a row, so there are hardly enough; or `count` is above
            `MAX_COUNT`.
    """
    whole("count", count, 0, MAX_COUNT)
    seen: set[Hashable] = set()
    useless = 0
    if count == 0:
        return
    for candidate in candidates:
        mark = key(candidate)
        if mark is not None and mark not in seen:
            seen.add(mark)
            yield candidate
            useless = 0
            if len(seen) == count:
                return
        else:
            useless += 1
            if useless == patience:
                break
    raise ValueError(f"count = {count}, but only {len(seen)} different {what} were found")


def check_seed(seed: int) -> int:
    return whole("seed", seed, 0, 2**64 - 1)


def draw_graphs(
    draw: Callable[[Draws], tuple[Edges, Sequence[int]]],
    *,
    kind: str,
    stem: str,
    count: int,
    seed: int,
) -> list[TrailInstance]:
    """`count` distinct instances whose edges and lengths `draw` makes.

    Attempt number i draws from (seed, i), and its instance is called `<stem>-s<seed>-<i>`: it is
    the same however many are asked for, and a number is left out where an instance came before.
    """
    check_seed(seed)

    def attempts() -> Iterator[TrailInstance]:
        for number in count_from():
            edges, lengths = draw(Draws(seed, number))
            yield TrailInstance(
                f"{stem}-s{seed}-{number:03}",
                kind,
                np.array(edges, np.int64).reshape(-1, 2),
                np.array(lengths, np.int64),
            )

    return list(distinct(attempts(), count, TrailInstance.key, f"instances of {stem}"))
