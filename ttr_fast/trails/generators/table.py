"""What a policy looks up again and again about a game, worked out once."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ttr_fast._core import State
from ttr_fast.game import ActionInfo, Game
from ttr_fast.trails.instances import Board

__all__ = ["Link", "Table", "View", "members", "route_mask", "table_of", "view_of"]


class Link(NamedTuple):
    """The lanes of one length between two cities: for a path, any of them will do."""

    a: int
    b: int
    length: int
    lanes: int
    """Bit set of routes."""
    colors: tuple[str, ...]
    """Of the lanes; without repeats."""


class Table:
    """The actions, links and tickets of a game."""

    def __init__(self, game: Game) -> None:
        self.actions: list[ActionInfo] = [
            game.action_info(action) for action in range(game.num_distinct_actions())
        ]
        self.routes = [-1 if info.route is None else info.route for info in self.actions]
        """The route of every claim, -1 for other actions."""
        board = Board(game.map)
        self.ends: list[tuple[int, int]] = [(a, b) for a, b in board.ends.tolist()]
        self.lengths: list[int] = board.lengths.tolist()
        cities = {name: number for number, name in enumerate(board.names)}
        self.tickets = [(cities[t.a], cities[t.b], t.points) for t in game.map.tickets]
        self.twins = [route_mask(game.map.twins(route)) for route in range(len(self.ends))]
        self.twins_close = game.num_players < game.rules.second_track_min_players
        self.links = self._make_links([route.color for route in game.map.routes])
        self.links_at: list[list[int]] = [[] for _ in board.names]
        for number, link in enumerate(self.links):
            self.links_at[link.a].append(number)
            self.links_at[link.b].append(number)

    def _make_links(self, colors: Sequence[str]) -> list[Link]:
        lanes: dict[tuple[int, int, int], list[int]] = {}
        for route, ((a, b), length) in enumerate(zip(self.ends, self.lengths, strict=True)):
            lanes.setdefault((min(a, b), max(a, b), length), []).append(route)
        return [
            Link(*key, route_mask(routes), tuple(dict.fromkeys(colors[r] for r in routes)))
            for key, routes in lanes.items()
        ]

    def cheapest_path(
        self, start: int, goal: int, cost: Callable[[int], int | None]
    ) -> tuple[int, list[int]] | None:
        """Cost and links of a cheapest path; None if no path joins the cities.

        `cost` gives the cost of a link by its number, 0 or more, or None if it cannot be used.
        """
        best = {start: 0}
        came: dict[int, tuple[int, int]] = {}
        queue = [(0, start)]
        while queue:
            distance, city = heapq.heappop(queue)
            if city == goal:
                path = []
                while city != start:
                    city, number = came[city]
                    path.append(number)
                return distance, path
            if distance > best[city]:
                continue
            for number in self.links_at[city]:
                more = cost(number)
                if more is None:
                    continue
                link = self.links[number]
                other = link.a + link.b - city
                if distance + more < best.get(other, distance + more + 1):
                    best[other] = distance + more
                    came[other] = city, number
                    heapq.heappush(queue, (distance + more, other))
        return None


@functools.lru_cache(maxsize=16)
def table_of(game: Game) -> Table:
    return Table(game)


class View(NamedTuple):
    """What the player to move knows."""

    phase: str
    hand: dict[str, int]
    tickets: list[int]
    offered: list[int]
    trains: int
    own: int
    """Bit set of its routes."""
    open: int
    """Bit set of the routes that it may still claim, if it has the cards and the trains."""
    last_turn: bool
    """Is this its last turn?"""


def view_of(state: State, table: Table) -> View:
    data = state.to_dict()
    player = data["players"][data["current_player"]]
    own = route_mask(player["routes"])
    taken = 0
    for other in data["players"]:
        taken |= route_mask(other["routes"])
    closed = taken
    for route in members(taken if table.twins_close else own):
        closed |= table.twins[route]
    left = data["final_turns_left"]
    return View(
        phase=data["phase"],
        hand=player["hand"],
        tickets=player["tickets"],
        offered=player["offered_tickets"],
        trains=player["trains"],
        own=own,
        open=~closed & ((1 << len(table.ends)) - 1),
        last_turn=left is not None and left <= data["num_players"],
    )


def route_mask(routes: Iterable[int]) -> int:
    """The bit set of these routes."""
    mask = 0
    for route in routes:
        mask |= 1 << route
    return mask


def members(mask: int) -> Iterator[int]:
    """The routes in a bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
