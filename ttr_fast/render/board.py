"""Draws the board: the heading, the routes, the cities and their names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ttr_fast.map import Map, Route
from ttr_fast.render.geometry import Path, Point, midpoint
from ttr_fast.render.labels import Label
from ttr_fast.render.layout import Layout
from ttr_fast.render.style import (
    CITY,
    FAINT,
    INK,
    LABEL,
    MAX_NAME,
    ROUTE_EDGES,
    ROUTE_FILLS,
    SEAT_COLORS,
    WIDTH,
)
from ttr_fast.render.svg import escape, num, shorten, text_at

__all__ = ["draw_board", "draw_head"]

_BAR: Final = 7.0
_OWNED_BAR: Final = 8.5
_EDGE: Final = 2.2  # both outlines of a bar together
_OWNED_EDGE: Final = 3.6
_GLOW: Final = "#00b8f0"


def draw_head(title: str, status: str) -> Iterator[str]:
    if title:
        yield text_at(
            16,
            27,
            shorten(title, 50 if status else 80),
            size=18,
            weight="bold",
            extra=' class="title"',
        )
    if status:
        yield text_at(WIDTH - 16, 27, status, size=14, anchor="end", fill=FAINT,
                    extra=' class="status"')  # fmt: skip


def draw_board(
    map: Map,
    layout: Layout,
    owners: Mapping[int, int],
    marked: Sequence[int],
    stations: Mapping[int, int],
) -> Iterator[str]:
    for number in marked:
        glow = _polyline(layout.lanes[number])
        yield (
            f'<path class="highlight" d="{glow}" fill="none" stroke="{_GLOW}"'
            ' stroke-width="17" stroke-linecap="round" stroke-linejoin="round" opacity="0.55"/>'
        )
    # Owned routes come last, so that they lie on top where routes cross.
    for number in sorted(range(len(map.routes)), key=lambda n: (n in owners, n)):
        yield from _route(number, map.routes[number], layout.lanes[number], owners, bool(owners))
    for index, (city, at) in enumerate(zip(map.cities, layout.cities, strict=True)):
        yield from _city(city.name, at, stations.get(index))
    for city, label in zip(map.cities, layout.labels, strict=True):
        yield from _city_label(city.name, label)


def _route(
    number: int, route: Route, lane: Sequence[Point], owners: Mapping[int, int], pale: bool
) -> Iterator[str]:
    """One route: a bar for each space, drawn as a wide line below a slightly narrower one."""
    seat = owners.get(number)
    what = f"{route.a} \u2013 {route.b}: {route.color}, length {route.length}, route {number}"
    if seat is None:
        name, bar, edge = "route", _BAR, _EDGE
        colors = ROUTE_EDGES[route.color], ROUTE_FILLS[route.color]
        opacity = ' opacity="0.65"' if pale else ""
    else:
        name, bar, edge = f"route owned seat-{seat}", _OWNED_BAR, _OWNED_EDGE
        colors = "#000000", SEAT_COLORS[seat]
        opacity = ""
        what += f", seat {seat}"
    yield (
        f'<g class="{name}" data-route="{number}" fill="none" stroke-linecap="round"{opacity}>'
        f"<title>{escape(what)}</title>"
    )
    spaces = _spaces(lane, route.length, bar + edge)
    for color, wide in zip(colors, (bar + edge, bar), strict=True):
        yield f'<path d="{spaces}" stroke="{color}" stroke-width="{num(wide)}"/>'
    if seat is not None:
        at = Path(lane).at((route.length // 2 + 0.5) / route.length)
        yield f'<circle cx="{num(at.x)}" cy="{num(at.y)}" r="5.2" fill="#ffffff" stroke="#000000"/>'
        yield text_at(at.x, at.y + 3, str(seat), size=8.5, anchor="middle", weight="bold")
    yield "</g>"


def _spaces(line: Sequence[Point], count: int, wide: float) -> str:
    """One stroke with round ends for each space of a route, as path data."""
    path = Path(line)
    cell = path.length / count
    inset = min((wide + 1.2) / 2, 0.45 * cell) / path.length if path.length else 0.0
    parts: list[str] = []
    for space in range(count):
        start, end = space / count + inset, (space + 1) / count - inset
        points = [path.at(start + (end - start) * i / 4) for i in range(5)]
        bulge = math.dist(points[2], midpoint(points[0], points[4]))
        parts.append(_polyline(points if bulge > 0.3 else points[::4]))
    return "".join(parts)


def _polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def _city(name: str, at: Point, station: int | None) -> Iterator[str]:
    if station is not None:
        yield (
            f'<rect class="station seat-{station}" x="{num(at.x - 9)}" y="{num(at.y - 9)}"'
            f' width="18" height="18" rx="2" fill="{SEAT_COLORS[station]}"'
            ' stroke="#000000" stroke-width="2"/>'
        )
    yield (
        f'<circle class="city" cx="{num(at.x)}" cy="{num(at.y)}" r="{num(CITY)}" fill="#ffffff"'
        f' stroke="{INK}" stroke-width="2.2"><title>{escape(name)}</title></circle>'
    )


def _city_label(name: str, label: Label) -> Iterator[str]:
    text = shorten(name, MAX_NAME)
    # `paint-order` would do with one text, but not every converter knows it.
    halo = ' aria-hidden="true" stroke="#ffffff" stroke-width="3.6" stroke-linejoin="round"'
    for extra, fill in ((f' class="halo"{halo}', "#ffffff"), (' class="label"', INK)):
        yield text_at(label.x, label.y, text, size=LABEL, anchor=label.anchor, fill=fill,
                    weight="bold", extra=extra)  # fmt: skip
