"""The graph whose longest trail is sought, checked once and numbered densely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["MAX_SUM", "TrailGraph"]

MAX_SUM = 2**63 - 1


@dataclass(frozen=True, eq=False)
class TrailGraph:
    """A multigraph with lengths. Vertices are numbered 0..n-1, edges by their position."""

    ends: NDArray[np.int64]
    """(m, 2): the two vertices of every edge."""
    lengths: NDArray[np.int64]
    """(m,): integers >= 1, at most `MAX_SUM` in all."""
    vertices: NDArray[np.int64]
    """(n,), ascending: what the user calls the vertices."""

    @property
    def num_vertices(self) -> int:
        return len(self.vertices)

    @property
    def num_edges(self) -> int:
        return len(self.ends)

    @property
    def total(self) -> int:
        """Sum of all lengths."""
        return int(self.lengths.sum())

    @classmethod
    def from_edges(cls, edges: ArrayLike, lengths: ArrayLike | None = None) -> TrailGraph:
        """Checks what a user passes to `ttr.longest_trail`.

        Args:
            edges: (m, 2), any integers of 64 bits: the names of the two vertices of each edge.
            lengths: (m,), integers >= 1 of at most `MAX_SUM` in all; 1 each if left out.

        Raises:
            ValueError, TypeError: the message names the edge and what is allowed.
        """
        ends = _integers(edges, "edges")
        if ends.shape == (0,):
            ends = ends.reshape(0, 2)
        if ends.ndim != 2 or ends.shape[1] != 2:
            raise ValueError(f"edges must have shape (m, 2), got {ends.shape}")
        m = len(ends)
        weights = np.ones(m, np.int64) if lengths is None else _integers(lengths, "lengths")
        if weights.shape != (m,):
            raise ValueError(f"lengths must have shape ({m},), got {weights.shape}")
        for i in np.flatnonzero(ends[:, 0] == ends[:, 1])[:1]:
            raise ValueError(
                f"edges[{i}] = {ends[i].tolist()}: an edge from a vertex to itself is not allowed"
            )
        for i in np.flatnonzero(weights < 1)[:1]:
            raise ValueError(f"lengths[{i}] = {weights[i]}: lengths are integers >= 1")
        if float(weights.sum(dtype=np.float64)) > 2**62 and sum(weights.tolist()) > MAX_SUM:
            raise ValueError(f"lengths make more than {MAX_SUM} (2**63 - 1) together")
        return cls._numbered(ends, weights)

    @classmethod
    def _numbered(cls, ends: NDArray[np.int64], lengths: NDArray[np.int64]) -> TrailGraph:
        vertices, dense = np.unique(ends, return_inverse=True)
        return cls(
            np.ascontiguousarray(dense.reshape(ends.shape), np.int64),
            np.array(lengths, np.int64),  # a copy: the caller may change what it passed
            vertices,
        )

    def part(self, edges: Sequence[int]) -> TrailGraph:
        """The graph of these edges alone: edge i is `edges[i]`, its `vertices` are numbers here."""
        chosen = np.asarray(edges, np.int64)
        return self._numbered(self.ends[chosen], self.lengths[chosen])

    @cached_property
    def incident(self) -> list[list[tuple[int, int]]]:
        """For every vertex its (edge, other end) pairs, by the edges' numbers."""
        around: list[list[tuple[int, int]]] = [[] for _ in range(self.num_vertices)]
        for e, (a, b) in enumerate(self.ends.tolist()):
            around[a].append((e, b))
            around[b].append((e, a))
        return around

    @cached_property
    def odd_vertices(self) -> list[int]:
        """Those at which an odd number of edges ends, ascending."""
        degrees = np.bincount(self.ends.ravel(), minlength=self.num_vertices)
        odd: list[int] = np.flatnonzero(degrees % 2).tolist()
        return odd

    @cached_property
    def pieces(self) -> list[list[int]]:
        """The edges of each connected piece, ascending; pieces by their first vertex."""
        parent = list(range(self.num_vertices))

        def root(v: int) -> int:
            while parent[v] != v:
                parent[v] = parent[parent[v]]
                v = parent[v]
            return v

        ends = self.ends.tolist()
        for a, b in ends:
            parent[root(a)] = root(b)
        pieces: dict[int, list[int]] = {root(v): [] for v in range(self.num_vertices)}
        for e, (a, _) in enumerate(ends):
            pieces[root(a)].append(e)
        return list(pieces.values())

    @cached_property
    def largest_piece(self) -> int:
        """The greatest sum of lengths of a connected piece: no trail is longer."""
        return max((self.length(piece) for piece in self.pieces), default=0)

    def length(self, edges: Sequence[int]) -> int:
        """Sum of the lengths of these edges."""
        return int(self.lengths[np.asarray(edges, np.int64)].sum())

    def walk(self, order: Sequence[int]) -> list[int]:
        """The dense vertices met when the edges `order` are walked, one more than edges.

        Raises:
            ValueError: these edges are no trail: one is none of the graph's or comes twice, or one
                does not begin where the one before ends.
        """
        used = set()
        for e in order:
            if not 0 <= e < self.num_edges:
                raise ValueError(f"there is no edge {e}")
            if e in used:
                raise ValueError(f"edge {e} is used twice")
            used.add(e)
        if not used:
            return []
        rows = self.ends[np.asarray(order, np.int64)].tolist()
        for start in rows[0]:
            cities = [start]
            for a, b in rows:
                if cities[-1] not in (a, b):
                    break
                cities.append(b if cities[-1] == a else a)
            else:
                return cities
        raise ValueError("the edges, in this order, do not form a walk")


def _integers(values: ArrayLike, name: str) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.shape == (0,):
        return array.astype(np.int64)  # [] has no integers to be recognised by
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers of at most 64 bits, got dtype {array.dtype}")
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise ValueError(f"{name} must be below 2**63")
    return array.astype(np.int64)
