"""Points, boxes and lines in the plane of the drawing: x to the right, y down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Box", "Path", "Point", "arc", "midpoint", "trim"]


class Point(NamedTuple):
    x: float
    y: float


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        if (
            self.left >= other.right
            or self.right <= other.left
            or self.top >= other.bottom
            or self.bottom <= other.top
        ):
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide * (min(self.bottom, other.bottom) - max(self.top, other.top))

    def holds(self, point: Point, pad: float) -> bool:
        return (
            self.left - pad < point.x < self.right + pad
            and self.top - pad < point.y < self.bottom + pad
        )


class Path:
    """A polyline that can be asked for the point at a fraction of its length."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        steps = (math.dist(p, q) for p, q in itertools.pairwise(points))
        self.marks = list(itertools.accumulate(steps, initial=0.0))
        self.length = self.marks[-1]

    def at(self, fraction: float) -> Point:
        goal = fraction * self.length
        for index, (start, end) in enumerate(itertools.pairwise(self.marks)):
            if end >= goal and end > start:
                (ax, ay), (bx, by) = self.points[index], self.points[index + 1]
                t = (goal - start) / (end - start)
                return Point(ax + (bx - ax) * t, ay + (by - ay) * t)
        return self.points[-1]

    def beside(self, fraction: float, away: float) -> Point:
        """The point at a fraction of the length, moved sideways."""
        before, at, after = (self.at(min(max(fraction + d, 0.0), 1.0)) for d in (-0.01, 0.0, 0.01))
        dx, dy = after.x - before.x, after.y - before.y
        size = math.hypot(dx, dy) or 1.0
        return Point(at.x - dy / size * away, at.y + dx / size * away)


def trim(lane: Sequence[Point], first: float, last: float) -> tuple[Point, ...]:
    """The line without so much of its two ends, sampled anew."""
    path = Path(lane)
    start, end = first / (path.length or 1.0), 1 - last / (path.length or 1.0)
    return tuple(path.at(start + (end - start) * i / 24) for i in range(25))


def midpoint(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def arc(a: Point, b: Point, bend: float, offset: float) -> tuple[Point, ...]:
    """From a to b, bulging by `bend` of the distance, moved sideways by `offset`."""
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy) or 1.0
    cx, cy = (a.x + b.x) / 2 - dy * 2 * bend, (a.y + b.y) / 2 + dx * 2 * bend
    points: list[Point] = []
    for step in range(25):
        t = step / 24
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        tx = (1 - t) * (cx - a.x) + t * (b.x - cx)
        ty = (1 - t) * (cy - a.y) + t * (b.y - cy)
        size = math.hypot(tx, ty) or length
        points.append(
            Point(
                u * a.x + v * cx + w * b.x - ty / size * offset,
                u * a.y + v * cy + w * b.y + tx / size * offset,
            )
        )
    return tuple(points)
