"""Where the cities of a map are on the board."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from ttr_fast.map import Map
from ttr_fast.render.bundles import Bundles, bundle_routes
from ttr_fast.render.geometry import Point
from ttr_fast.render.style import RADIUS, WIDTH

__all__ = ["fit", "on_circle", "project", "spread"]

_MARGIN_X, _MARGIN_Y = 62.0, 34.0
_MIN_BOARD, _MAX_BOARD = 200.0, 1100.0


def project(map: Map) -> list[Point] | None:
    """The cities on a plane, y up; None if the map does not say where they are."""
    places = [(c.lon, c.lat) for c in map.cities if c.lon is not None and c.lat is not None]
    if len(places) < len(map.cities):
        return None
    lons, lats = [lon for lon, _ in places], [lat for _, lat in places]
    shrink = 1.0
    if all(abs(lat) <= 90 and abs(lon) <= 360 for lon, lat in places):
        shrink = max(0.2, math.cos(math.radians((min(lats) + max(lats)) / 2)))
        # Cut the globe where the gap between two meridians with cities is widest.
        turn = sorted(lon % 360 for lon in lons)
        gaps = zip(turn, [*turn[1:], turn[0] + 360], strict=True)
        east = max(gaps, key=lambda gap: gap[1] - gap[0])[1] % 360
        lons = [(lon - east + 1e-9) % 360 for lon in lons]
    spans = max(lons) - min(lons), max(lats) - min(lats)
    if not 1e-6 < max(spans) < 1e100:
        return None
    lons, lats = _closed_up(lons), _closed_up(lats)
    return [Point(lon * shrink, lat) for lon, lat in zip(lons, lats, strict=True)]


def _closed_up(values: Sequence[float]) -> list[float]:
    """The values with the widest gap narrowed if it takes most of the space.

    On some maps one city lies an ocean away, and would leave the rest no room.
    """
    order = sorted(values)
    gaps = [(high - low, low) for low, high in itertools.pairwise(order)]
    gap, below = max(gaps, default=(0.0, 0.0))
    excess = gap - 0.4 * (order[-1] - order[0] - gap)
    if excess <= 0 or excess >= 0.999 * gap:
        return list(values)
    return [value - excess if value > below else value for value in values]


def fit(flat: Sequence[Point]) -> tuple[list[Point], float]:
    """The cities of a plane on the board, y down, and its height."""
    left, right = min(p.x for p in flat), max(p.x for p in flat)
    low, high = min(p.y for p in flat), max(p.y for p in flat)
    scale = min(
        (WIDTH - 2 * _MARGIN_X) / (right - left) if right > left else math.inf,
        (_MAX_BOARD - 2 * _MARGIN_Y) / (high - low) if high > low else math.inf,
    )
    height = max(_MIN_BOARD, scale * (high - low) + 2 * _MARGIN_Y)
    placed = [
        Point(
            WIDTH / 2 + scale * (p.x - (left + right) / 2),
            height / 2 - scale * (p.y - (low + high) / 2),
        )
        for p in flat
    ]
    return placed, height


def spread(map: Map, cities: list[Point], height: float) -> list[Point]:
    """The cities pushed apart where they lie too near for their dots and for their routes."""
    needed = {
        pair: 24 + 8 * len(routes) + 16.0 * max(map.routes[n].length for n in routes)
        for pair, (routes, _) in bundle_routes(map).items()
    }
    points = [list(city) for city in cities]
    for _ in range(80):
        moved = False
        for i, j in itertools.combinations(range(len(points)), 2):
            p, q = points[i], points[j]
            dx, dy = q[0] - p[0], q[1] - p[1]
            apart = math.hypot(dx, dy)
            lack = needed.get((i, j), 36.0) - apart
            if lack <= 0.5:
                continue
            moved = True
            if apart < 1e-6:
                dx, dy, apart = math.cos(i + 2.0 * j), math.sin(i + 2.0 * j), 1.0
            push = 0.3 * lack / apart
            for point, sign in ((p, -1), (q, 1)):
                point[0] = min(max(point[0] + sign * push * dx, 54.0), WIDTH - 54)
                point[1] = min(max(point[1] + sign * push * dy, 30.0), height - 30)
        if not moved:
            break
    return [Point(x, y) for x, y in points]


def on_circle(bundles: Bundles, count: int) -> tuple[list[Point], float]:
    """So many cities on a circle, and the height of the board."""
    height = 2 * (RADIUS + _MARGIN_Y)
    circle = [Point(0, 0)] * count
    for place, city in enumerate(_round_table(bundles, count)):
        x, y = math.sin(place * math.tau / count), -math.cos(place * math.tau / count)
        circle[city] = Point(WIDTH / 2 + RADIUS * x, height / 2 + RADIUS * y)
    return circle, height


def _round_table(bundles: Bundles, count: int) -> list[int]:
    """The cities in an order around a circle that keeps neighbours near one another."""
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for a, b in bundles:
        neighbours[a].add(b)
        neighbours[b].add(a)
    place = list(range(count))

    def stretch(city: int) -> int:
        steps = (abs(place[city] - place[other]) for other in neighbours[city])
        return sum(min(step, count - step) for step in steps)

    for _ in range(8):
        better = False
        for a, b in itertools.combinations(range(count), 2):
            before = stretch(a) + stretch(b)
            place[a], place[b] = place[b], place[a]
            if stretch(a) + stretch(b) < before:
                better = True
            else:
                place[a], place[b] = place[b], place[a]
        if not better:
            break
    return sorted(range(count), key=place.__getitem__)
