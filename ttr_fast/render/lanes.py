"""The line of each route, from city to city but clear of both."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from ttr_fast.map import Map
from ttr_fast.render.bundles import Bundles, Line, Pair
from ttr_fast.render.geometry import Box, Path, Point, arc, trim
from ttr_fast.render.style import BAR

__all__ = ["lay_lanes", "make_way"]

_CLEAR: Final = 9.0  # between the centre of a city and the end of a route
_MAX_CLEAR: Final = 24.0
_MAX_WAY: Final = 46.0  # how much shorter a route may get where a name is in its way,
_MIN_SPACE: Final = 17.0  # and how short a space of it


def lay_lanes(
    bundles: Bundles, cities: Sequence[Point], bends: Mapping[Pair, float]
) -> dict[Pair, tuple[Line, ...]]:
    """The centre lines of the routes of each bundle, clear of the two cities."""
    clear = _clearances(bundles, cities, bends)
    lanes: dict[Pair, tuple[Line, ...]] = {}
    for pair, bundle in bundles.items():
        places = range(len(bundle.routes))
        offsets = [(place - (len(places) - 1) / 2) * bundle.gap for place in places]
        lines = (arc(cities[pair[0]], cities[pair[1]], bends[pair], offset) for offset in offsets)
        lanes[pair] = tuple(trim(line, *clear[pair]) for line in lines)
    return lanes


def make_way(
    map: Map, bundles: Bundles, lanes: Mapping[Pair, tuple[Line, ...]], boxes: Sequence[Box]
) -> dict[Pair, tuple[Line, ...]]:
    """The lanes a little shorter where the boxes, one for each city, lie on their ends."""
    shorter: dict[Pair, tuple[Line, ...]] = {}
    for pair, lines in lanes.items():
        paths = [Path(line) for line in lines]
        spaces = max(map.routes[number].length for number in bundles[pair].routes)
        spare = min(path.length for path in paths) - _MIN_SPACE * spaces
        ends: list[float] = []
        for end, city in enumerate(pair):
            back = max(_covered(path, end, boxes[city]) for path in paths)
            ends.append(back if back < min(_MAX_WAY, spare) else 0.0)
            spare -= ends[-1]
        shorter[pair] = tuple(trim(line, ends[0], ends[1]) if any(ends) else line for line in lines)
    return shorter


def _covered(path: Path, end: int, box: Box) -> float:
    """How much of one end of a path lies in a box, or so near that the bars touch it."""
    steps = range(int(min(_MAX_WAY, path.length)) + 1)
    away = (abs(end - step / (path.length or 1.0)) for step in steps)
    return max((s + 1.0 for s, at in zip(steps, away, strict=True)
                if box.holds(path.at(at), BAR / 2 + 1)), default=0.0)  # fmt: skip


def _clearances(
    bundles: Bundles, cities: Sequence[Point], bends: Mapping[Pair, float]
) -> dict[Pair, tuple[float, float]]:
    """How far from its two cities a bundle starts, so that it keeps off its neighbours there."""
    leaving: list[list[tuple[float, float]]] = [[] for _ in cities]  # angle and half width

    def angle(pair: Pair, end: int) -> float:
        a, b = cities[pair[0]], cities[pair[1]]
        curve = arc(a, b, bends[pair], 0.0)
        start, ahead = (curve[0], curve[4]) if end == 0 else (curve[-1], curve[-5])
        return math.atan2(ahead.y - start.y, ahead.x - start.x)

    half = {pair: bundle.half for pair, bundle in bundles.items()}
    for pair in bundles:
        for end in (0, 1):
            leaving[pair[end]].append((angle(pair, end), half[pair]))

    def need(pair: Pair, end: int) -> float:
        mine = angle(pair, end)
        found = _CLEAR
        for other, width in leaving[pair[end]]:
            apart = abs(math.remainder(mine - other, math.tau))
            if apart > 1e-9:
                found = max(found, (half[pair] + width) / (2 * math.sin(apart / 2)))
        length = math.dist(cities[pair[0]], cities[pair[1]])
        return min(found, _MAX_CLEAR, max(_CLEAR, 0.26 * length), 0.3 * length)

    return {pair: (need(pair, 0), need(pair, 1)) for pair in bundles}
