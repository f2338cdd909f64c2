"""Draws the board: the heading, the routes, the cities and their names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from ttr_fast.map import Map
from ttr_fast.render.labels import Label
from ttr_fast.render.layout import Layout
from ttr_fast.render.routes import draw_route
from ttr_fast.render.signs import city_dot, polyline, station
from ttr_fast.render.style import FAINT, GLOW, INK, LABEL, PAPER, THREAD, WIDTH
from ttr_fast.render.svg import shorten, text_at

__all__ = ["Pieces", "draw_board", "draw_head"]


@dataclass(frozen=True, kw_only=True)
class Pieces:
    """What lies on a board, by number of the route or the city."""

    owners: Mapping[int, int] = field(default_factory=dict)  # seat by route
    stations: Mapping[int, int] = field(default_factory=dict)  # seat by city
    highlight: Collection[int] = ()  # routes
    tunnels: bool = True  # whether tunnels and ferries are more than plain routes
    ferries: bool = True


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


def draw_board(map: Map, layout: Layout, pieces: Pieces) -> Iterator[str]:
    yield _threads(map, layout)
    for number in sorted(set(pieces.highlight)):
        glow = polyline(layout.lanes[number])
        yield (
            f'<path class="highlight" d="{glow}" fill="none" stroke="{GLOW}"'
            ' stroke-width="19" stroke-linecap="round" stroke-linejoin="round" opacity="0.6"/>'
        )
    # Owned routes come last, so that they lie on top where routes cross.
    for number in sorted(range(len(map.routes)), key=lambda n: (n in pieces.owners, n)):
        route = map.routes[number]
        yield from draw_route(
            number,
            route,
            layout.lanes[number],
            owner=pieces.owners.get(number),
            pale=bool(pieces.owners) and number not in pieces.highlight,
            tunnel=pieces.tunnels and route.tunnel,
            locomotives=route.ferry_locomotives if pieces.ferries else 0,
        )
    for index, (city, at) in enumerate(zip(map.cities, layout.cities, strict=True)):
        yield city_dot(at, city.name)
        if index in pieces.stations:
            yield from station(at, pieces.stations[index])
    for label in layout.labels:
        yield from _city_label(label)


def _threads(map: Map, layout: Layout) -> str:
    """A thin line from each city to the ends of its routes, which keep off a crowded city."""
    data: list[str] = []
    for route, lane in zip(map.routes, layout.lanes, strict=True):
        first, last = sorted((map.city_index(route.a), map.city_index(route.b)))
        data += (
            polyline((layout.cities[first], lane[0])),
            polyline((layout.cities[last], lane[-1])),
        )
    return f'<path class="threads" d="{"".join(data)}" fill="none" stroke="{THREAD}"/>'


def _city_label(label: Label) -> Iterator[str]:
    # `paint-order` would do with one text, but not every converter knows it.
    halo = f' aria-hidden="true" stroke="{PAPER}" stroke-width="3.6" stroke-linejoin="round"'
    for extra, fill in ((f' class="halo"{halo}', PAPER), (' class="label"', INK)):
        yield text_at(label.x, label.y, label.text, size=LABEL, anchor=label.anchor, fill=fill,
                    weight="bold", extra=extra)  # fmt: skip
