"""Distances and connected parts of a board, as plain functions on numbered cities.

A board is its `Neighbours`: for each city, the length of the shortest route to every neighbour.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Neighbours: TypeAlias = Sequence[Mapping[int, int]]


def neighbours_of(cities: int, routes: Iterable[tuple[int, int, int]]) -> Neighbours:
    """From routes (a, b, length) between cities 0..cities-1; of parallel ones the shortest."""
    found: list[dict[int, int]] = [{} for _ in range(cities)]
    for a, b, length in routes:
        found[a][b] = found[b][a] = min(length, found[a].get(b, length))
    return found


def distances_from(start: int, neighbours: Neighbours) -> dict[int, int]:
    """The distance to every city that can be reached (Dijkstra)."""
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        distance, city = heapq.heappop(queue)
        if city in found:
            continue
        found[city] = distance
        for other, length in neighbours[city].items():
            if other not in found:
                heapq.heappush(queue, (distance + length, other))
    return found


def parts_of(neighbours: Neighbours, without: int | None = None) -> list[list[int]]:
    """The cities of each connected part, largest part first, as if the city `without` were gone."""
    seen = set() if without is None else {without}
    parts: list[list[int]] = []
    for start in range(len(neighbours)):
        if start in seen:
            continue
        seen.add(start)
        part, todo = [start], [start]
        while todo:
            fresh = neighbours[todo.pop()].keys() - seen
            seen |= fresh
            part += fresh
            todo += fresh
        parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part))
