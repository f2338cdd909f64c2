"""Draws a route: a bar for each space, its letter or its owner, and the signs of its kind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from ttr_fast.map import Route
from ttr_fast.render.geometry import Path, Point, midpoint
from ttr_fast.render.signs import ferry_waves, locomotive, polyline, tunnel_teeth
from ttr_fast.render.style import (
    BAR,
    OUTLINE,
    ROUTE_EDGES,
    ROUTE_FILLS,
    ROUTE_INKS,
    ROUTE_LETTERS,
    SEAT_COLORS,
)
from ttr_fast.render.svg import escape, num, text_at

__all__ = ["draw_bars", "draw_route", "spaces"]

_OWNED_BAR: Final = 8.5
_OWNED_OUTLINE: Final = 3.6


def draw_route(
    number: int,
    route: Route,
    lane: Sequence[Point],
    *,
    owner: int | None,
    pale: bool,
    tunnel: bool,
    locomotives: int,
) -> Iterator[str]:
    """One route, as a tunnel or a ferry that needs so many locomotives if the rules know such."""
    what = f"{route.a} \u2013 {route.b}: {route.color}, length {route.length}, route {number}"
    if tunnel:
        what += ", tunnel"
    if locomotives:
        what += f", ferry with {locomotives} locomotive{'s' if locomotives > 1 else ''}"
    name = "route"
    if owner is not None:
        name = f"route owned seat-{owner}"
        what += f", seat {owner}"
    opacity = ' opacity="0.75"' if pale and owner is None else ""
    yield (
        f'<g class="{name}" data-route="{number}" fill="none" stroke-linecap="round"{opacity}>'
        f"<title>{escape(what)}</title>"
    )
    wide = BAR + OUTLINE if owner is None else _OWNED_BAR + _OWNED_OUTLINE
    if tunnel:
        yield tunnel_teeth(spaces(lane, route.length), wide)
    if locomotives:
        yield ferry_waves(lane, wide)
    if owner is None:
        yield from draw_bars(lane, route.length, route.color, locomotives)
    else:
        yield from _owned_bars(lane, route.length, owner)
    yield "</g>"


def draw_bars(
    lane: Sequence[Point], length: int, color: str, locomotives: int = 0
) -> Iterator[str]:
    """The spaces of a free route: its colour, its letter, and where locomotives must lie."""
    bars = spaces(lane, length)
    for stroke, wide in ((ROUTE_EDGES[color], BAR + OUTLINE), (ROUTE_FILLS[color], BAR)):
        yield f'<path d="{bars}" stroke="{stroke}" stroke-width="{num(wide)}"/>'
    path = Path(lane)
    letter = ROUTE_LETTERS[color]
    # Locomotives and the letter go to the middle of the route.
    first = (length - min(locomotives + bool(letter), length)) // 2
    for space in range(first, first + locomotives):
        yield locomotive(path.at((space + 0.5) / length))
    if letter and locomotives < length:
        at = path.at((first + locomotives + 0.5) / length)
        yield text_at(at.x, at.y + 2.5, letter, size=7, anchor="middle", weight="bold",
                    fill=ROUTE_INKS[color], extra=' class="letter"')  # fmt: skip


def _owned_bars(lane: Sequence[Point], length: int, owner: int) -> Iterator[str]:
    wide = _OWNED_BAR + _OWNED_OUTLINE
    bars = spaces(lane, length, wide)
    yield f'<path d="{bars}" stroke="#000000" stroke-width="{num(wide)}"/>'
    yield f'<path d="{bars}" stroke="{SEAT_COLORS[owner]}" stroke-width="{num(_OWNED_BAR)}"/>'
    at = Path(lane).at((length // 2 + 0.5) / length)
    yield f'<circle cx="{num(at.x)}" cy="{num(at.y)}" r="5.2" fill="#ffffff" stroke="#000000"/>'
    yield text_at(at.x, at.y + 3, str(owner), size=8.5, anchor="middle", weight="bold")


def spaces(line: Sequence[Point], count: int, wide: float = BAR + OUTLINE) -> str:
    """One stroke with round ends for each space of a route, as path data."""
    path = Path(line)
    cell = path.length / count
    inset = min((wide + 1.2) / 2, 0.45 * cell) / path.length if path.length else 0.0
    parts: list[str] = []
    for space in range(count):
        start, end = space / count + inset, (space + 1) / count - inset
        points = [path.at(start + (end - start) * i / 16) for i in range(17)]
        bulge = math.dist(points[8], midpoint(points[0], points[16]))
        parts.append(polyline(points[:: 16 if bulge < 0.3 else 4 if bulge < 2 else 1]))
    return "".join(parts)
