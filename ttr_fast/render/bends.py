"""How much the routes between two cities bend, around what is in their way."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from typing import Final

from ttr_fast.render.bundles import Bundles, Pair
from ttr_fast.render.geometry import Box, Path, Point, arc, midpoint
from ttr_fast.render.style import CITY, RADIUS, WIDTH

__all__ = ["clear_bends", "inward_bends"]

_TANGLE: Final = 120_000  # pairs of points of routes that may meet; a common map has far fewer
_BENDS: Final = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.32, -0.32)


def inward_bends(bundles: Bundles, cities: Sequence[Point], height: float) -> dict[Pair, float]:
    """Routes on a circle of cities bend to its middle, so that they pass the cities between."""
    bends: dict[Pair, float] = {}
    for pair in bundles:
        a, b = cities[pair[0]], cities[pair[1]]
        x, y = midpoint(a, b)
        inward = (WIDTH / 2 - x) * (a.y - b.y) + (height / 2 - y) * (b.x - a.x)
        depth = 0.25 * (1 - math.dist(a, b) / (2 * RADIUS + 1))
        beside = math.dist(a, b) < 1.01 * RADIUS * 2 * math.sin(math.pi / len(cities))
        bends[pair] = 0.0 if beside else math.copysign(depth, inward)
    return bends


def clear_bends(bundles: Bundles, cities: Sequence[Point], height: float) -> dict[Pair, float]:
    """How much each bundle bends, as a part of its length, around what is in its way."""
    ends = list(bundles)
    half = {pair: bundle.half for pair, bundle in bundles.items()}

    @functools.cache
    def sampled(pair: Pair, bend: float) -> tuple[list[Point], Box]:
        path = Path(arc(cities[pair[0]], cities[pair[1]], bend, 0.0))
        count = min(max(2, int(path.length / 9)), 40)
        points = [path.at(i / count) for i in range(count + 1)]
        xs, ys = [p.x for p in points], [p.y for p in points]
        return points, Box(min(xs) - 12, min(ys) - 12, max(xs) + 12, max(ys) + 12)

    @functools.cache
    def alone(pair: Pair, bend: float) -> float:
        """The cost of a bend, and of other cities near the line."""
        points, box = sampled(pair, bend)
        page, room = Box(0, 0, WIDTH, height), -half[pair] - 8
        cost = 40 * abs(bend) + 2.0 * sum(not page.holds(point, room) for point in points)
        near = half[pair] + CITY + 7
        for index, city in enumerate(cities):
            if index not in pair and box.holds(city, near):
                gap = min(math.dist(point, city) for point in points)
                cost += 40 * max(0.0, near - gap) / near
        return cost

    @functools.cache
    def between(one: Pair, bend: float, two: Pair, other: float) -> float:
        """The cost of two lines that run close to each other for a while, or cross."""
        (points, box), (others, other_box) = sampled(one, bend), sampled(two, other)
        if not box.overlap(other_box):
            return 0.0
        shared = [cities[city] for city in set(one) & set(two)]
        near = half[one] + half[two] + 3
        free = [q for q in others if all(math.dist(q, city) > 20 for city in shared)]
        cost = 0.0
        for point in points:
            if all(math.dist(point, city) > 20 for city in shared):
                gap = min((math.dist(point, q) for q in free), default=near)
                cost += 3.0 * max(0.0, near - gap) / near
        return cost

    bends = dict.fromkeys(ends, 0.0)
    straight = [sampled(pair, 0.0) for pair in ends]
    tangle = sum(
        len(points) * len(others)
        for (points, box), (others, other_box) in itertools.combinations(straight, 2)
        if box.overlap(other_box)
    )
    rivals = ends if tangle <= _TANGLE else []  # else there is no hope to keep them apart
    for _ in range(3):
        for pair in sorted(ends, key=lambda e: -math.dist(cities[e[0]], cities[e[1]])):
            best = math.inf
            for bend in _BENDS:
                cost = alone(pair, bend)
                for other in rivals:
                    if cost < best and other != pair:
                        cost += between(pair, bend, other, bends[other])
                if cost < best:
                    best, bends[pair] = cost, bend
                if bend == 0.0 and cost == 0.0:
                    break
    return bends
