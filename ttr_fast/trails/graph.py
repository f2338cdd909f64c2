"""The graph whose longest trail is sought, checked once and numbered densely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["MAX_SUM", "TrailGraph", "read_only"]

MAX_SUM = 2**63 - 1


@dataclass(frozen=True, eq=False)
class TrailGraph:
    """A multigraph with lengths. Vertices are numbered 0..n-1, edges by their position.

    It is checked when it is made, as compiled searches rely on it, and its arrays are C-contiguous
    and cannot be written to.

    Raises:
        ValueError, TypeError: an array is not as below; the message names it and what is allowed.
    """

    ends: NDArray[np.int64]
    """(m, 2): the two vertices of every edge, different ones of 0..n-1."""
    lengths: NDArray[np.int64]
    """(m,): integers >= 1, at most `MAX_SUM` in all."""
    vertices: NDArray[np.int64]
    """(n,), ascending: what the user calls the vertices."""

    def __post_init__(self) -> None:
        ends = _pairs(self.ends, "ends")
        lengths = _integers(self.lengths, "lengths", f"({len(ends)},)")
        vertices = _integers(self.vertices, "vertices", "(n,)")
        if vertices.ndim != 1 or (vertices[1:] <= vertices[:-1]).any():
            raise ValueError("vertices must have shape (n,) and be ascending, none twice")
        _check_lengths(lengths, len(ends))
        if len(ends) and not 0 <= ends.min() <= ends.max() < len(vertices):
            e, side = np.argwhere((ends < 0) | (ends >= len(vertices)))[0].tolist()
            raise ValueError(
                f"ends[{e}] = {ends[e].tolist()}: {ends[e, side]} is none of the vertices, which "
                f"are numbered from 0 to less than {len(vertices)}"
            )
        _check_no_loops(ends, "ends")
        for name, array in (("ends", ends), ("lengths", lengths), ("vertices", vertices)):
            object.__setattr__(self, name, read_only(array))

    def __reduce__(self) -> tuple[Any, ...]:
        return TrailGraph, (self.ends, self.lengths, self.vertices)

    def twin(self) -> TrailGraph:
        """An equal graph that shares nothing with this one that anybody could change."""
        twin = object.__new__(TrailGraph)  # without the checks
        for name in ("ends", "lengths", "vertices"):
            object.__setattr__(twin, name, getattr(self, name).view())
        return twin

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
        ends = _pairs(edges, "edges")
        _check_no_loops(ends, "edges")
        return cls._numbered(ends, np.ones(len(ends), np.int64) if lengths is None else lengths)

    @classmethod
    def _numbered(cls, ends: NDArray[np.int64], lengths: Any) -> TrailGraph:
        vertices, dense = np.unique(ends, return_inverse=True)
        return cls(dense.reshape(ends.shape), lengths, vertices)

    def part(self, edges: Sequence[int]) -> TrailGraph:
        """The graph of these edges alone: edge i is `edges[i]`, its `vertices` are numbers here."""
        chosen = self._rows(edges)
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
        return int(self.lengths[self._rows(edges)].sum())

    def _rows(self, edges: Sequence[int]) -> NDArray[np.int64]:
        """The numbers of edges as an array, none of them made an integer by rounding."""
        rows = _integers(edges, "numbers of edges", "(k,)")
        for e in rows[(rows < 0) | (rows >= self.num_edges)][:1]:
            raise ValueError(f"there is no edge {e}")
        return rows

    def walk(self, order: Sequence[int]) -> list[int]:
        """The dense vertices met when the edges `order` are walked, one more than edges.

        Raises:
            ValueError: these edges are no trail: one is none of the graph's or comes twice, or one
                does not begin where the one before ends.
            TypeError: a number is no integer.
        """
        used = set()
        for e in map(index, order):
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


def read_only(array: NDArray[np.int64]) -> NDArray[np.int64]:
    """A C-contiguous copy that nobody can make writable again: it lies in a `bytes`."""
    return np.ndarray(array.shape, np.int64, array.tobytes())


def _pairs(values: ArrayLike, name: str) -> NDArray[np.int64]:
    pairs = _integers(values, name, "(m, 2)")
    if pairs.shape == (0,):
        pairs = pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"{name} must have shape (m, 2), got {pairs.shape}")
    return pairs


def _check_no_loops(ends: NDArray[np.int64], name: str) -> None:
    for i in np.flatnonzero(ends[:, 0] == ends[:, 1])[:1]:
        raise ValueError(
            f"{name}[{i}] = {ends[i].tolist()}: an edge from a vertex to itself is not allowed"
        )


def _check_lengths(lengths: NDArray[np.int64], m: int) -> None:
    if lengths.shape != (m,):
        raise ValueError(f"lengths must have shape ({m},), got {lengths.shape}")
    for i in np.flatnonzero(lengths < 1)[:1]:
        raise ValueError(f"lengths[{i}] = {lengths[i]}: lengths are integers >= 1")
    if float(lengths.sum(dtype=np.float64)) > 2**62 and sum(lengths.tolist()) > MAX_SUM:
        raise ValueError(f"lengths make more than {MAX_SUM} (2**63 - 1) together")


def _integers(values: ArrayLike, name: str, shape: str) -> NDArray[np.int64]:
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must be an array without a mask, got a masked array; compressed() or "
            "filled() makes one"
        )
    try:
        array = np.asarray(values)
    except ValueError as error:  # lists of different sizes
        raise ValueError(f"{name} must be an array of integers of shape {shape}: {error}") from None
    if array.shape == (0,):
        return array.astype(np.int64)  # [] has no integers to be recognised by
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers of at most 64 bits, got dtype {array.dtype}")
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise ValueError(f"{name} must be below 2**63")
    return array.astype(np.int64, copy=False)
