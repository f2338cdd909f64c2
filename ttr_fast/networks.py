"""Questions about networks, sets of routes of a map: longest trails and connections.

A set of routes is given in one of three forms, alone or many at a time:

- `(routes,)` or `(n, routes)` bool: is the route in the set?
- `(words,)` or `(n, words)` uint64, words = ceil(routes / 64): a bitboard, route r is bit r % 64 of
  word r // 64;
- any other iterable of route numbers, such as a list or a set: one set.

    >>> import ttr_fast as ttr
    >>> usa = ttr.Map.builtin("usa")
    >>> ttr.longest_trails(usa, usa.find_routes("Dallas", "Houston"))
    2
    >>> ttr.connected(usa, usa.find_routes("Dallas", "Houston"), "Dallas", "Houston")
    True
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ttr_fast._checks import thread_count, whole
from ttr_fast.game import as_map
from ttr_fast.map import Map

__all__ = [
    "RouteSets",
    "completed_tickets",
    "components",
    "connected",
    "longest_trails",
    "prepare_sets",
]

_SET_TYPES: Final = (np.dtype(np.bool_), np.dtype(np.uint64))

RouteSets: TypeAlias = NDArray[np.bool_] | NDArray[np.uint64] | Iterable[SupportsIndex]
"""One set of routes, or an array of many; see above."""


def longest_trails(
    map: Map | str | os.PathLike[str], route_sets: RouteSets, threads: SupportsIndex | None = None
) -> Any:
    """The lengths of the longest trails, in trains (R86); the code that scores games.

    Args:
        map: a map, the name of a built-in one, or a path.
        route_sets: one set of routes or n of them.
        threads: worker threads; None: one per processor. The answer does not depend on it.

    Returns:
        (n,) int32, or an int for one set.

    Raises:
        ValueError, TypeError: an array of another shape or type, a route that the map has not; the
            message names the culprit.
        MapError: there is no such map.
    """
    map_, words, one = prepare_sets(map, route_sets)
    lengths = map_._networks.trail_lengths(words, thread_count(threads))
    return int(lengths[0]) if one else lengths


def components(map: Map | str | os.PathLike[str], routes: RouteSets) -> NDArray[np.int16]:
    """Which cities are joined: the pieces that a network makes of all cities (R53).

    Returns:
        (n, cities) int16, or (cities,) for one set: the number of the piece of each city. Pieces
        are numbered 0, 1, ... in the order of their first cities; a city without routes is one of
        its own.

    Raises as `longest_trails`.
    """
    map_, words, one = prepare_sets(map, routes)
    labels = map_._networks.components(words)
    return labels[0] if one else labels


def connected(
    map: Map | str | os.PathLike[str],
    routes: RouteSets,
    a: str | SupportsIndex,
    b: str | SupportsIndex,
) -> Any:
    """Does a network join two cities (R53)? Cities by name, alias or position in `map.cities`.

    Returns:
        (n,) bool, or a bool for one set.

    Raises as `longest_trails`; ValueError also for a city that the map has not.
    """
    map_, words, one = prepare_sets(map, routes)
    answers = map_._networks.connected(words, _city(map_, "a", a), _city(map_, "b", b))
    return bool(answers[0]) if one else answers


def completed_tickets(
    map: Map | str | os.PathLike[str],
    routes: RouteSets,
    tickets: Iterable[SupportsIndex] | None = None,
) -> NDArray[np.bool_]:
    """Which tickets a network completes (R53).

    Args:
        tickets: positions in `map.tickets`; None: all of them.

    Returns:
        (n, tickets) bool, or (tickets,) for one set.

    Raises as `longest_trails`; ValueError also for a ticket that the map has not.
    """
    map_, words, one = prepare_sets(map, routes)
    last = len(map_.tickets) - 1
    if tickets is not None and not isinstance(tickets, Iterable):
        raise TypeError(f"tickets must be an iterable of ticket numbers or None, got {tickets!r}")
    chosen = range(last + 1) if tickets is None else [whole("tickets", t, 0, last) for t in tickets]
    answers = map_._networks.completed_tickets(words, chosen)
    return answers[0] if one else answers


def prepare_sets(
    map: Map | str | os.PathLike[str], route_sets: RouteSets
) -> tuple[Map, NDArray[np.uint64], bool]:
    """The map, its sets as (n, words) uint64, and whether there is one set rather than an array."""
    map_ = as_map(map)
    num_routes = len(map_.routes)
    num_words = -(-num_routes // 64)
    if np.ma.isMaskedArray(route_sets):
        raise TypeError("route sets must not be a masked array")
    if isinstance(route_sets, np.ndarray) and route_sets.dtype.newbyteorder("=") in _SET_TYPES:
        is_bool = route_sets.dtype == np.bool_
        width = num_routes if is_bool else num_words
        if route_sets.ndim not in (1, 2) or route_sets.shape[-1] != width:
            raise ValueError(
                f"{route_sets.dtype} route sets of map {map_.name!r} must have shape ({width},) or "
                f"(n, {width}), got {route_sets.shape}"
            )
        one = route_sets.ndim == 1
        rows: NDArray[Any] = route_sets[None] if one else route_sets
        words = _packed(rows, num_words) if is_bool else np.ascontiguousarray(rows, np.uint64)
        return map_, words, one
    row = np.zeros((1, num_routes), np.bool_)
    if isinstance(route_sets, str | bytes) or not isinstance(route_sets, Iterable):
        raise TypeError(
            "a set of routes must be a bool or uint64 array or an iterable of route numbers, got "
            f"{route_sets!r}"
        )
    if isinstance(route_sets, np.ndarray) and route_sets.ndim != 1:
        raise TypeError(
            f"route sets in an array must be bool or uint64, got {route_sets.dtype} of shape "
            f"{route_sets.shape}"
        )
    for route in route_sets:
        row[0, whole("route", route, 0, num_routes - 1)] = True
    return map_, _packed(row, num_words), True


def _packed(rows: NDArray[np.bool_], num_words: int) -> NDArray[np.uint64]:
    data = np.zeros((len(rows), 8 * num_words), np.uint8)
    bits = np.packbits(rows, axis=1, bitorder="little")
    data[:, : bits.shape[1]] = bits
    return data.view("<u8").astype(np.uint64, copy=False)


def _city(map_: Map, name: str, city: str | SupportsIndex) -> int:
    if isinstance(city, str):
        return map_.city_index(city)
    return whole(name, city, 0, len(map_.cities) - 1)
