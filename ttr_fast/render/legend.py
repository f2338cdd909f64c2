"""Draws the legend: what the signs that occur on a board mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ttr_fast.map import Map
from ttr_fast.render.board import Pieces
from ttr_fast.render.geometry import Point
from ttr_fast.render.routes import draw_bars, spaces
from ttr_fast.render.signs import ferry_waves, locomotive, station, tunnel_teeth
from ttr_fast.render.style import BAR, OUTLINE, ROUTE_FILLS, ROUTE_LETTERS, WIDTH
from ttr_fast.render.svg import moved, text_at, text_width

__all__ = ["draw_legend"]

_SIZE = 11.5
_ROW = 22.0


class _Entry(NamedTuple):
    words: str
    wide: float  # of the sign
    sign: tuple[str, ...]  # around the point (0, 0) to (wide, 0)


def draw_legend(map: Map, pieces: Pieces) -> tuple[list[str], float]:
    """The legend, from y = 0 down, and how high it is; both are empty if no sign occurs."""
    x, y = 16.0, 12.0
    body: list[str] = []
    for entry in _entries(map, pieces):
        wide = entry.wide + 6 + text_width(entry.words, _SIZE)
        if x > 16.0 and x + wide > WIDTH - 12:
            x, y = 16.0, y + _ROW
        body += ["<g>", *moved(entry.sign, y, x)]
        body += [text_at(x + entry.wide + 6, y + 4.2, entry.words, size=_SIZE), "</g>"]
        x += wide + 12
    if not body:
        return [], 0.0
    return ['<g class="legend signs">', *body, "</g>"], y + _ROW - 8


def _entries(map: Map, pieces: Pieces) -> Iterator[_Entry]:
    free = [route for number, route in enumerate(map.routes) if number not in pieces.owners]
    colors = {route.color for route in free}
    line = (Point(0, 0), Point(22, 0))
    for color in ROUTE_FILLS:
        if color in colors:
            words = color if ROUTE_LETTERS[color] else f"{color} (any)"
            yield _Entry(words, 22, ('<g fill="none" stroke-linecap="round">',
                        *draw_bars(line, 1, color), "</g>"))  # fmt: skip
    wide = BAR + OUTLINE
    if pieces.tunnels and any(route.tunnel for route in map.routes):
        yield _Entry("tunnel", 36, _sample(lambda line: tunnel_teeth(spaces(line, 2), wide)))
    ferries = pieces.ferries and any(route.ferry_locomotives for route in map.routes)
    if ferries:
        yield _Entry("ferry", 36, _sample(lambda line: ferry_waves(line, wide)))
        if any(route.ferry_locomotives for route in free):
            yield _Entry("locomotive", 13, (locomotive(Point(6.5, 0)),))
    for seat in sorted(set(pieces.stations.values()))[:1]:
        yield _Entry("station", 18, tuple(station(Point(9, 1), seat)))


def _sample(sign: Callable[[Sequence[Point]], str]) -> tuple[str, ...]:
    """Two spaces of a gray route of some kind."""
    line = (Point(0, 0), Point(36, 0))
    frame = '<g fill="none" stroke-linecap="round">'
    return (frame, sign(line), *draw_bars(line, 2, "gray"), "</g>")
