"""One longest-trail problem: a weighted multigraph with a name, and what is known about it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import whole
from ttr_fast.map import Map
from ttr_fast.trails.graph import TrailGraph, read_only

__all__ = ["Board", "InstanceError", "TrailInstance"]

Ints: TypeAlias = npt.NDArray[np.int64]


class InstanceError(ValueError):
    """A file or a graph of another library holds no good instance.

    The message names the file and line, or the edge, and what is allowed.
    """


@final
@dataclass(frozen=True, eq=False, repr=False)
class TrailInstance:
    """A problem for a longest-trail algorithm. Immutable, picklable; `==` compares every field.

    It is checked when it is made: an instance that exists is a good graph, and a known trail or
    optimum is one of this graph. To ask whether two instances are the same problem, whatever they
    are called, compare their `key()`.

    Raises:
        ValueError, TypeError: a field is wrong; the message names it and what is allowed.
    """

    id: str
    """What it is called: one line of text."""
    kind: str
    """The family that it belongs to, for example the generator that made it."""
    edges: Ints
    """(m, 2) the two vertices of every edge, numbered as one likes; any array-like of integers."""
    lengths: Ints
    """(m,) integers >= 1."""
    map: str | None = None
    """Name of the map that it is a part of."""
    routes: tuple[int, ...] | None = None
    """The number of the route of `map` that every edge is."""
    longest: int | None = None
    """The length of the longest trail, if it is known for certain."""
    trail: tuple[int, ...] | None = None
    """A trail of length `longest`: positions in `edges`, in walking order."""
    names: tuple[str, ...] | None = None
    """Names of the vertices: `names[v]` is that of vertex v, so vertices number 0 or more."""

    def __post_init__(self) -> None:
        for name in ("id", "kind"):
            _check_text(name, getattr(self, name))
        graph = TrailGraph.from_edges(self.edges, self.lengths)
        checked = {
            "edges": read_only(graph.vertices[graph.ends]) if graph.num_edges else graph.ends,
            "lengths": graph.lengths.view(),
            "graph": graph,
            "routes": _numbers("routes", self.routes),
            "trail": _numbers("trail", self.trail),
            "names": _names(self.names),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        self._check_map()
        self._check_optimum()
        self._check_names()

    @cached_property
    def graph(self) -> TrailGraph:
        """The same with vertices numbered densely, as the algorithms take it."""
        return TrailGraph.from_edges(self.edges, self.lengths)

    @property
    def num_edges(self) -> int:
        return len(self.lengths)

    @property
    def total(self) -> int:
        """Sum of all lengths."""
        return self.graph.total

    def key(self) -> bytes:
        """A fingerprint of the problem: equal for equal edges and lengths, in whatever order.

        Two instances with the same key are the same multigraph on the same vertex numbers. A graph
        whose vertices are numbered otherwise has another key.
        """
        rows = np.column_stack([np.sort(self.edges, axis=1), self.lengths])
        rows = rows[np.lexsort(rows.T[::-1])]
        return hashlib.blake2b(rows.astype("<i8").tobytes(), digest_size=16).digest()

    def name_of(self, vertex: int) -> str:
        """The name of a vertex, its number if it has none."""
        return str(vertex) if self.names is None else self.names[vertex]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrailInstance):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        known = "" if self.longest is None else f", longest {self.longest}"
        return (
            f"TrailInstance({self.id!r}, kind {self.kind!r}, {self.num_edges} edges,"
            f" total {self.total}{known})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew: NumPy would restore arrays that can be written to.
        return TrailInstance, tuple(getattr(self, field.name) for field in fields(self))

    def _fields(self) -> tuple[object, ...]:
        arrays = self.edges.tobytes(), self.lengths.tobytes()
        known = self.map, self.routes, self.longest, self.trail, self.names
        return self.id, self.kind, *arrays, *known

    def _check_map(self) -> None:
        if self.map is not None:
            _check_text("map", self.map)
        if self.routes is None:
            return
        if self.map is None:
            raise ValueError("routes are numbers of a map's routes, but no map is named")
        if len(self.routes) != self.num_edges:
            raise ValueError(
                f"routes must be {self.num_edges}, one an edge, not {len(self.routes)}"
            )
        repeated = _repeated(self.routes)
        if repeated is not None:
            raise ValueError(f"routes: route {repeated} comes twice")

    def _check_optimum(self) -> None:
        if self.longest is None:
            if self.trail is not None:
                raise ValueError("a trail is given, but not the optimum `longest` that it reaches")
            return
        object.__setattr__(self, "longest", whole("longest", self.longest, 0))
        if self.longest > self.total:
            raise ValueError(
                f"longest = {self.longest} is more than all the edges together, {self.total}"
            )
        if self.trail is None:
            return
        try:
            self.graph.walk(self.trail)
        except ValueError as error:
            raise ValueError(f"trail: {error}") from None
        length = sum(self.lengths[list(self.trail)].tolist())
        if length != self.longest:
            raise ValueError(f"the trail has length {length}, but longest = {self.longest}")

    def _check_names(self) -> None:
        if self.names is None:
            return
        for name in self.names:
            _check_text("names", name)
        vertices = self.graph.vertices
        for vertex in vertices[(vertices < 0) | (vertices >= len(self.names))][:1]:
            raise ValueError(
                f"vertex {vertex} has no name; names are there for 0..{len(self.names) - 1}"
            )
        repeated = _repeated(self.names)
        if repeated is not None:
            raise ValueError(f"names: {repeated!r} comes twice")


@final
class Board:
    """A map as arrays, from which many instances are cut.

    >>> from ttr_fast.map import Map
    >>> Board(Map.builtin("usa")).instance([25, 27], id="two", kind="example")
    TrailInstance('two', kind 'example', 2 edges, total 3)
    """

    def __init__(self, map: Map) -> None:
        cities = {city.name: number for number, city in enumerate(map.cities)}
        self.map = map
        ends = [(cities[route.a], cities[route.b]) for route in map.routes]
        self.ends = np.array(ends, np.int64).reshape(-1, 2)
        """(routes, 2) positions of the cities."""
        self.lengths = np.array([route.length for route in map.routes], np.int64)
        """(routes,) in trains."""
        self.names = tuple(cities)
        """The cities in the order of the map."""

    def instance(
        self,
        routes: Iterable[int],
        *,
        id: str,
        kind: str,
        longest: int | None = None,
        trail: Sequence[int] | None = None,
    ) -> TrailInstance:
        """The network of these routes, in this order.

        Raises:
            ValueError, TypeError: there is no such route, or one comes twice.
        """
        last = len(self.lengths) - 1
        chosen = [whole("a route's number", route, 0, last) for route in routes]
        rows = np.array(chosen, np.intp)
        return TrailInstance(
            id,
            kind,
            self.ends[rows],
            self.lengths[rows],
            map=self.map.name,
            routes=tuple(chosen),
            longest=longest,
            trail=None if trail is None else tuple(trail),
            names=self.names,
        )


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, not {value!r}")
    if not value or value != value.strip() or not value.isprintable():
        raise ValueError(
            f"{name} must be text in one line, not empty and without spaces at its ends,"
            f" not {value!r}"
        )


def _numbers(name: str, values: Iterable[int] | None) -> tuple[int, ...] | None:
    if values is None:
        return None
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} must be integers, 0 or more, in a sequence, not {values!r}")
    return tuple(whole(f"each of {name}", value, 0) for value in values)


def _names(values: Iterable[str] | None) -> tuple[str, ...] | None:
    if values is None:
        return None
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"names must be texts in a sequence, one a vertex, not {values!r}")
    return tuple(values)


def _repeated(values: Sequence[object]) -> object | None:
    """The first value that comes a second time."""
    if len(set(values)) == len(values):
        return None
    return next(value for i, value in enumerate(values) if value in values[:i])
