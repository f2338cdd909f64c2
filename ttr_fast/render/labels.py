"""Where the names of the cities are written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ttr_fast.map import Map
from ttr_fast.render.geometry import Box, Path, Point
from ttr_fast.render.ink import Ink
from ttr_fast.render.style import BAR, CITY, LABEL, MAX_NAME, WIDTH
from ttr_fast.render.svg import shorten, text_width

__all__ = ["Label", "place_labels"]

_HIGH: Final = 12.0  # of a name
_OFF: Final = CITY + 5.0  # between the centre of a city and its name; leaves room for a station
_DIRECTIONS: Final = 24


class Label(NamedTuple):
    text: str
    x: float
    y: float  # of the base line
    anchor: str
    box: Box


def place_labels(
    map: Map, cities: Sequence[Point], lanes: Sequence[Sequence[Point]], height: float
) -> tuple[Label, ...]:
    """A place for each name, among those around its city, that covers as little as possible."""
    ink = Ink(_route_ink(lanes), WIDTH, height)
    page = Box(4, 4, WIDTH - 4, height - 4)
    options = [
        [
            (unloved + _cost(label.box, ink, page, cities, own), label)
            for unloved, label in _label_places(shorten(city.name, MAX_NAME), cities[own])
        ]
        for own, city in enumerate(map.cities)
    ]
    return _apart(options)


def _route_ink(lanes: Sequence[Sequence[Point]]) -> Iterator[tuple[Point, float]]:
    """Points of the routes, and what it costs to cover one: more on short routes."""
    for lane in lanes:
        path = Path(lane)
        count = max(2, int(path.length / 4))
        weight = (0.5 + 8 / count) / 3
        for i, side in itertools.product(range(count + 1), (-BAR / 2, 0.0, BAR / 2)):
            yield path.beside(i / count, side), weight


def _cost(box: Box, ink: Ink, page: Box, cities: Sequence[Point], own: int) -> float:
    area = (box.right - box.left) * (box.bottom - box.top)
    cost = 60.0 * (area - box.overlap(page)) / area
    cost += ink.inside(Box(box.left - 2, box.top - 1.5, box.right + 2, box.bottom + 1.5))
    for index, city in enumerate(cities):
        # On the dot of another city, or so near that the name seems to be that city's.
        if index != own and box.holds(city, 15.0):
            cost += 40.0 if box.holds(city, CITY + 1.5) else 4.0
    return cost


def _label_places(text: str, at: Point) -> Iterator[tuple[float, Label]]:
    """Places for a label all around a city, each with how little it is loved."""
    wide = text_width(text, LABEL) * 1.04
    for far, step in itertools.product((0.0, 2.5, 5.0, 7.5), range(_DIRECTIONS)):
        turn = step * math.tau / _DIRECTIONS
        x, y = math.cos(turn), math.sin(turn)
        beside, below = max(-1.0, min(1.0, 1.5 * x)), max(-1.0, min(1.0, 1.5 * y))
        middle = at.x + x * (_OFF + far) + beside * wide / 2
        center = at.y + y * far + below * (_OFF + _HIGH / 2)
        left, top = middle - wide / 2, center - _HIGH / 2
        anchor = "middle" if abs(x) < 0.6 else "start" if x > 0 else "end"
        start = {"start": left, "middle": middle, "end": left + wide}[anchor]
        cost = far / 6 + (0.0 if step % 12 == 0 else 0.3 if step % 6 == 0 else 0.5)
        box = Box(left, top, left + wide, top + _HIGH)
        yield cost, Label(text, start, top + 9.6, anchor, box)


def _apart(options: Sequence[Sequence[tuple[float, Label]]]) -> tuple[Label, ...]:
    """One label of each list, cheap, and clear of the others: each in turn makes way."""
    chosen = [min(found, key=lambda option: option[0])[1] for found in options]
    frames = [_frame([label.box for _, label in found]) for found in options]
    for _ in range(6):
        before = list(chosen)
        for index, found in enumerate(options):
            others = [
                box
                for i, label in enumerate(chosen)
                if i != index and (box := _roomy(label.box)).overlap(frames[index])
            ]

            def total(option: tuple[float, Label], others: list[Box] = others) -> float:
                hidden = sum(option[1].box.overlap(box) for box in others)
                return option[0] + (10 + hidden / 4 if hidden else 0)

            chosen[index] = min(found, key=total)[1]
        if chosen == before:
            break
    return tuple(chosen)


def _roomy(box: Box) -> Box:
    """With some room at its sides, so that two names in a line do not read as one."""
    return Box(box.left - 9, box.top, box.right + 9, box.bottom)


def _frame(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
