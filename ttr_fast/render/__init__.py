"""Pictures of maps and states as SVG text: plain geometry, built from strings, no dependencies.

    >>> from ttr_fast.map import Map
    >>> from ttr_fast.render import map_svg
    >>> svg = map_svg(Map.builtin("usa"), owners={0: 1}, highlight=[25])
    >>> svg.count('class="route'), 'class="route owned seat-1" data-route="0"' in svg
    (100, True)

The same arguments give the same text. The picture carries no ids and no style sheet, since both
would leak into the other pictures of a notebook. Elements can be told apart by class: `route`
(with `owned seat-N` if it has an owner, and `data-route` with its number), `city`, `label`,
`highlight`, `station`, `legend`, `seat` and `card`.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from ttr_fast.map import Map
from ttr_fast.render.board import draw_board, draw_head
from ttr_fast.render.layout import lay_out
from ttr_fast.render.seats import draw_legend, draw_seats
from ttr_fast.render.style import HEAD, SEAT_COLORS, WIDTH
from ttr_fast.render.svg import document, moved
from ttr_fast.render.table import draw_table, status

__all__ = ["SEAT_COLORS", "map_svg", "state_svg"]


class _HasMap(Protocol):
    @property
    def map(self) -> Map: ...


class _Score(Protocol):
    @property
    def total(self) -> int: ...


class _State(Protocol):
    @property
    def game(self) -> _HasMap: ...

    def to_dict(self) -> dict[str, Any]: ...

    def score_sheet(self) -> Sequence[_Score]: ...


def map_svg(
    map: Map,
    *,
    owners: Mapping[int, int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    width: int = 900,
) -> str:
    """The board as an SVG document, `width` pixels wide and as high as the map asks for.

    `owners` gives the seat (0..4) of each claimed route by route number; such a route is a thick
    bar in the colour of the seat, with a dark outline and the number of the seat on it, and a
    legend lists the seats. The routes in `highlight` get a glow. `title` is the title of the map
    if left out; "" draws none. A map that lacks coordinates is drawn as a circle of cities.

    Raises `ValueError` for a route or seat that there is not, and for a width below 1.
    """
    seats = _checked_owners(map, owners or {})
    marked = sorted({_number(route, len(map.routes), "route") for route in highlight})
    heading = map.title if title is None else title
    top = HEAD if heading else 0.0
    layout = lay_out(map)
    body = [*draw_head(heading, ""), *moved(draw_board(map, layout, seats, marked, {}), top)]
    height = top + layout.height
    if seats:
        body += draw_legend(seats, height + 4)
        height += 34
    return document(heading or map.title, width, height, body)


def state_svg(state: _State) -> str:
    """A state as an SVG document 900 pixels wide: the board and what everyone at the table sees.

    Below the board are the face-up row, the sizes of the piles, and for each seat its route
    points, trains, and how many cards and tickets it holds. Which ones these are is not shown:
    states that differ in hidden cards alone give the same picture. Once the game is over, the
    points of a seat are its final total, tickets and bonus included.
    """
    map, facts = state.game.map, state.to_dict()
    players: Sequence[Mapping[str, Any]] = facts["players"]
    seats = {route: seat for seat, player in enumerate(players) for route in player["routes"]}
    stations = {
        city if isinstance(city, int) else map.city_index(city): seat
        for seat, player in enumerate(players)
        for city in player.get("station_cities", ())
    }
    tunnel = facts.get("pending_tunnel")
    marked = [tunnel["route"]] if tunnel else []
    if facts["phase"] == "terminal":
        points = [score.total for score in state.score_sheet()]
    else:
        points = [player["route_points"] for player in players]

    layout = lay_out(map)
    board = draw_board(map, layout, _checked_owners(map, seats), marked, stations)
    body = [*draw_head(map.title, status(facts)), *moved(board, HEAD)]
    top = HEAD + layout.height
    body += draw_table(facts, top)
    body += draw_seats(facts, points, top + 62)
    return document(f"{map.title}: {status(facts)}", int(WIDTH), top + 62 + 88, body)


def _checked_owners(map: Map, owners: Mapping[int, int]) -> dict[int, int]:
    return {
        _number(route, len(map.routes), "route"): _number(seat, len(SEAT_COLORS), "seat")
        for route, seat in owners.items()
    }


def _number(value: int, count: int, what: str) -> int:
    number = operator.index(value)
    if isinstance(value, bool) or not 0 <= number < count:
        raise ValueError(f"{what} must be in 0..{count - 1}, not {value!r}")
    return number
