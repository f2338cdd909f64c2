"""Longest trails of any weighted multigraph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ttr_fast import _core

_MAX_LENGTH = 10**12
_MAX_SUM = 2**60  # sums of a few of them stay below 2**63


@dataclass(frozen=True)
class Trail:
    """A trail found, with what is known about it."""

    length: int
    """Sum of the lengths of its edges."""
    edges: tuple[int, ...]
    """Positions in the list of edges, in walking order."""
    proven: bool
    """Is it certain that no trail is longer?"""
    upper_bound: int
    """No trail is longer than this; equal to `length` when proven."""
    nodes: int
    """Steps of the search."""
    seconds: float
    """Wall-clock time of the search."""


def trail_algorithms() -> tuple[str, ...]:
    """Names that `longest_trail` knows."""
    return ("exact",)


def longest_trail(
    edges: ArrayLike, lengths: ArrayLike | None = None, algorithm: str = "exact"
) -> Trail:
    """The longest trail: no edge twice, vertices as often as one likes (R86).

    Args:
        edges: (m, 2) integers >= 0, the two vertices of every edge. Parallel edges are welcome;
            an edge from a vertex to itself is refused.
        lengths: (m,) integers >= 0, or None for 1 each.
        algorithm: one of `trail_algorithms()`. "exact" is a branch and bound: instant on the
            networks of a game, exponential on large dense graphs; Ctrl-C ends it.

    Raises:
        ValueError, TypeError: the arguments are none of these; the message names the edge.
    """
    if algorithm not in trail_algorithms():
        raise ValueError(
            f"there is no algorithm {algorithm!r}; algorithms: {', '.join(trail_algorithms())}"
        )
    ends = _integers(edges, "edges")
    if ends.size == 0:
        ends = ends.reshape(0, 2)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise ValueError(f"edges must have shape (m, 2), got {ends.shape}")
    m = len(ends)
    weights = np.ones(m, np.int64) if lengths is None else _integers(lengths, "lengths")
    if weights.shape != (m,):
        raise ValueError(f"lengths must have shape ({m},), got {weights.shape}")
    for i in np.flatnonzero((ends < 0).any(axis=1))[:1]:
        raise ValueError(f"edges[{i}] = {ends[i].tolist()}: vertices are integers >= 0")
    for i in np.flatnonzero(ends[:, 0] == ends[:, 1])[:1]:
        raise ValueError(f"edges[{i}] = {ends[i].tolist()}: an edge from a vertex to itself")
    for i in np.flatnonzero((weights < 0) | (weights > _MAX_LENGTH))[:1]:
        raise ValueError(f"lengths[{i}] = {weights[i]}: allowed are 0..{_MAX_LENGTH}")
    if weights.sum(dtype=np.float64) > _MAX_SUM:
        raise ValueError(f"lengths make more than {_MAX_SUM} together")
    # Vertex numbers may be sparse and huge; the solver wants 0..k-1.
    vertices, dense = np.unique(ends, return_inverse=True)
    length, trail, nodes, seconds = _core.longest_trail(
        len(vertices), dense.reshape(m, 2).astype(np.int64), weights.astype(np.int64)
    )
    return Trail(length, tuple(trail), True, length, nodes, seconds)


def _integers(values: ArrayLike, name: str) -> np.ndarray:
    array = np.asarray(values)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype == object or not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"{name} must be integers, got dtype {array.dtype}")
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise ValueError(f"{name} must be below 2**63")
    return array.astype(np.int64)
