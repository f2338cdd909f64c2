"""Where the names of the cities are written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttr_fast.map import Map
from ttr_fast.render.geometry import Box, Path, Point
from ttr_fast.render.style import CITY, LABEL, MAX_NAME, WIDTH
from ttr_fast.render.svg import shorten, text_width

__all__ = ["Label", "place_labels"]


class Label(NamedTuple):
    x: float
    y: float  # of the base line
    anchor: str
    box: Box


def place_labels(
    map: Map, cities: Sequence[Point], lanes: Sequence[Sequence[Point]], height: float
) -> tuple[Label, ...]:
    """A place for each name, among those around its city, that covers as little as possible."""
    ink: list[tuple[Point, float]] = []  # points of routes, and what it costs to cover one
    for lane in lanes:
        path = Path(lane)
        count = max(2, int(path.length / 5))
        ink += [(path.at(i / count), 0.6 + 8 / count) for i in range(count + 1)]
    page = Box(4, 4, WIDTH - 4, height - 4)
    options: list[list[tuple[float, Label]]] = []
    for index, (city, at) in enumerate(zip(map.cities, cities, strict=True)):
        wide = text_width(shorten(city.name, MAX_NAME), LABEL) * 1.06
        reach = Box(at.x - wide - 30, at.y - 44, at.x + wide + 30, at.y + 44)
        near = [(point, weight) for point, weight in ink if reach.holds(point, 0)]
        dots = [c for i, c in enumerate(cities) if i != index and reach.holds(c, 0)]
        found: list[tuple[float, Label]] = []
        for unloved, label in _label_places(at, wide):
            box = label.box
            area = (box.right - box.left) * (box.bottom - box.top)
            cost = unloved + 60.0 * (area - box.overlap(page)) / area
            cost += sum(weight for point, weight in near if box.holds(point, 4.0))
            for dot in dots:  # on it, or so near that the name seems to be that city's
                cost += 20.0 if box.holds(dot, CITY) else 5.0 if box.holds(dot, 15.0) else 0.0
            found.append((cost, label))
        options.append(found)
    chosen = [min(found, key=lambda option: option[0])[1] for found in options]
    for _ in range(4):
        for index, found in enumerate(options):
            places = [label.box for _, label in found]
            frame = Box(
                min(box.left for box in places), min(box.top for box in places),
                max(box.right for box in places), max(box.bottom for box in places),
            )  # fmt: skip
            others = [
                label.box
                for i, label in enumerate(chosen)
                if i != index and label.box.overlap(frame)
            ]

            def total(option: tuple[float, Label], others: list[Box] = others) -> float:
                hidden = sum(option[1].box.overlap(box) for box in others)
                return option[0] + (10 + hidden / 4 if hidden else 0)

            chosen[index] = min(found, key=total)[1]
    return tuple(chosen)


def _label_places(at: Point, wide: float) -> Iterator[tuple[float, Label]]:
    """Places for a label all around a city, each with how little it is loved."""
    high = 13.0
    for far, step in itertools.product((0.0, 6.0), range(16)):
        x, y = math.cos(step * math.tau / 16), math.sin(step * math.tau / 16)
        # The label touches a circle around the city, from the side or from above or below.
        middle = at.x + x * (CITY + 4 + far) + wide / 2 * max(-1.0, min(1.0, 1.5 * x))
        center = at.y + y * (CITY + 3 + far) + high / 2 * max(-1.0, min(1.0, 1.5 * y))
        left, top = middle - wide / 2, center - high / 2
        anchor = "middle" if abs(x) < 0.6 else "start" if x > 0 else "end"
        start = {"start": left, "middle": middle, "end": left + wide}[anchor]
        cost = far / 4 + (0.0, 0.5, 0.3, 0.5)[step % 4]
        yield cost, Label(start, top + 10, anchor, Box(left, top, left + wide, top + high))
