"""Pictures of maps and states as SVG text: plain geometry, built from strings, no dependencies.

    >>> from ttr_fast.map import Map
    >>> from ttr_fast.render import map_svg
    >>> svg = map_svg(Map.builtin("usa"), owners={0: 1}, highlight=[25])
    >>> svg.count('class="route'), 'class="route owned seat-1" data-route="0"' in svg
    (100, True)

The same arguments give the same text. The picture carries no ids and no style sheet, since both
would leak into the other pictures of a notebook. Elements can be told apart by class: `route`
(with `owned seat-N` if it has an owner, and `data-route` with its number), `city`, `label`,
`tunnel`, `ferry`, `locomotive`, `highlight`, `station`, `legend`, `seat` and `card`. Nothing is
told by hue alone: colours have letters, seats have numbers, and the signs have shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ttr_fast._checks import whole
from ttr_fast._words import show
from ttr_fast.map import Map
from ttr_fast.render.board import Pieces, draw_board, draw_head
from ttr_fast.render.layout import lay_out
from ttr_fast.render.legend import draw_legend
from ttr_fast.render.seats import draw_owners, draw_seats
from ttr_fast.render.style import HEAD, SEAT_COLORS
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

    def winners(self) -> Sequence[int]: ...


def map_svg(
    map: Map,
    *,
    owners: Mapping[int, int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    width: int = 1000,
) -> str:
    """The board as an SVG document, `width` pixels wide and as high as the map asks for.

    A route is a row of spaces in its colour, with the letter of the colour on one of them. Tunnels
    have teeth, ferries waves and a locomotive on each space that needs one; a legend below the
    board explains the signs that occur.

    `owners` gives the seat (0..4) of each claimed route by route number; such a route is a thick
    bar in the colour of the seat, with a dark outline and the number of the seat on it, and a
    legend lists the seats. The routes in `highlight` get a glow. `title` is the title of the map
    if left out; "" draws none. A map that lacks coordinates is drawn as a circle of cities.

    Raises `TypeError` or `ValueError`, naming the argument, for what is none of these, for a route
    or seat that there is not, and for a width outside 100..20000.
    """
    if not isinstance(map, Map):
        raise TypeError(f"map must be a Map, not {show(map)}")
    if owners is not None and not isinstance(owners, Mapping):
        raise TypeError(f"owners must be a mapping of routes to seats, not {show(owners)}")
    if isinstance(highlight, str) or not isinstance(highlight, Iterable):
        raise TypeError(f"highlight must be a collection of routes, not {show(highlight)}")
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a string or None, not {show(title)}")
    pieces = Pieces(
        owners=_checked_owners(map, owners or {}),
        highlight={whole("highlight: a route", r, 0, len(map.routes) - 1) for r in highlight},
    )
    heading = map.title if title is None else title
    top = HEAD if heading else 0.0
    body, height = _board(map, pieces, top)
    body = [*draw_head(heading, ""), *body]
    if pieces.owners:
        body += draw_owners(pieces.owners, height + 4)
        height += 34
    return document(heading or map.title, width, height, body)


def state_svg(state: _State, *, width: int = 1000) -> str:
    """A state as an SVG document, `width` pixels wide: what everyone at the table sees.

    On the board are the routes and stations of the seats; a tunnel that is still to be paid glows.
    Tunnels and ferries are marked if the rules of the game know them. Below the board are the
    face-up row, the cards turned up for a tunnel, the sizes of the piles, and for each seat its
    route points, trains, stations left, and how many cards and tickets it holds. Which ones these
    are is not shown: states that differ in hidden cards alone give the same picture. Once the game
    is over, the points of a seat are its final total, tickets and bonus included.

    Raises `TypeError` or `ValueError` for a width outside 100..20000.
    """
    map, facts = state.game.map, state.to_dict()
    players: Sequence[Mapping[str, Any]] = facts["players"]
    seats = {route: seat for seat, player in enumerate(players) for route in player["routes"]}
    stations = {
        city: seat for seat, player in enumerate(players) for city in player["station_cities"]
    }
    tunnel = facts["pending_tunnel"]
    points = [player["route_points"] for player in players]
    winners: Collection[int] = ()
    if facts["phase"] == "terminal":
        points = [score.total for score in state.score_sheet()]
        winners = state.winners()
    pieces = Pieces(
        owners=_checked_owners(map, seats),
        stations=stations,
        highlight=[tunnel["route"]] if tunnel else [],
        tunnels=facts["rules"]["tunnels"],
        ferries=facts["rules"]["ferries"],
    )
    board, top = _board(map, pieces, HEAD)
    body = [*draw_head(map.title, status(facts)), *board, *draw_table(facts, top)]
    body += draw_seats(facts, points, winners, top + 62)
    return document(f"{map.title}: {status(facts)}", width, top + 62 + 88, body)


def _board(map: Map, pieces: Pieces, top: float) -> tuple[list[str], float]:
    """The board and its legend below the height `top`, and where they end."""
    layout = lay_out(map)
    legend, high = draw_legend(map, pieces)
    bottom = top + layout.height
    board = moved(draw_board(map, layout, pieces), top)
    return [*board, *moved(legend, bottom)], bottom + high


def _checked_owners(map: Map, owners: Mapping[int, int]) -> dict[int, int]:
    return {
        whole("owners: a route", route, 0, len(map.routes) - 1): whole(
            "owners: a seat", seat, 0, len(SEAT_COLORS) - 1
        )
        for route, seat in owners.items()
    }
