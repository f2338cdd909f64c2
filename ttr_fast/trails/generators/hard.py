"""Networks of one player that make an algorithm work, found by hill climbing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count as count_from

from ttr_fast._checks import whole
from ttr_fast.game import as_map
from ttr_fast.map import Map
from ttr_fast.trails.generators.checks import flag
from ttr_fast.trails.generators.distinct import check_seed, distinct
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.instances import Board, TrailInstance
from ttr_fast.trails.solve import longest_trail

__all__ = ["hard_networks"]

_PATIENCE = 20  # climbs in a row that end where one ended before


def hard_networks(
    map: str | os.PathLike[str] | Map = "usa",
    trains: int = 45,
    second_lanes: bool = False,
    algorithm: str = "dfs_bound",
    steps: int = 300,
    node_limit: int = 1_000_000,
    count: int = 10,
    seed: int = 0,
) -> list[TrailInstance]:
    """Connected networks on which an algorithm needs many nodes.

    A climb begins with a random connected network that no further route fits into. A step takes
    one to three routes away, keeps the part with most trains, and fills up with random routes that
    touch it; it is undone if the algorithm needs fewer nodes than before. Nodes are counted, not
    seconds, so the same seed gives the same networks on every machine.

    Args:
        map: what `ttr.Game` takes.
        trains: the most that the routes of a network may take together.
        second_lanes: may a network have both lanes between two cities? No player can own them.
        algorithm: a name of `ttr.trail_algorithms()`.
        steps: of every climb.
        node_limit: a search is given up after so many nodes; climbing ends there.
        count: how many networks, each the end of a climb of its own.
        seed: of the climbs.

    Raises:
        ValueError, TypeError: an argument is wrong, or the climbs end at fewer networks.
    """
    board = Board(as_map(map))
    shortest = min(board.lengths.tolist(), default=1)
    trains = whole("trains", trains, shortest)
    whole("steps", steps, 0)
    whole("node_limit", node_limit, 1)
    flag("second_lanes", second_lanes)
    check_seed(seed)
    climb = _Climb(board, trains, second_lanes, algorithm, node_limit)

    def ends() -> Iterator[TrailInstance]:
        for number in count_from():
            routes = climb.run(steps, Draws(seed, number))
            name = f"hard-{board.map.name}-{trains}-{algorithm}-s{seed}-{number:03}"
            yield board.instance(sorted(routes), id=name, kind="hard")

    what = f"hard networks of the map {board.map.name!r}"
    return list(distinct(ends(), count, TrailInstance.key, what, _PATIENCE))


class _Climb:
    def __init__(
        self, board: Board, trains: int, second_lanes: bool, algorithm: str, node_limit: int
    ) -> None:
        self.board = board
        self.trains = trains
        self.algorithm = algorithm
        self.node_limit = node_limit
        self.ends: list[tuple[int, int]] = [(a, b) for a, b in board.ends.tolist()]
        self.lengths: list[int] = board.lengths.tolist()
        twins = [set(board.map.twins(route)) for route in range(len(self.ends))]
        self.excluded = [set() if second_lanes else lanes for lanes in twins]
        """For each route those that may not be in a network with it."""

    def run(self, steps: int, draws: Draws) -> list[int]:
        """The routes at the end of one climb."""
        fitting = [r for r, length in enumerate(self.lengths) if length <= self.trains]
        best = self.fill([draws.choice(fitting)], draws)
        most = self.nodes(best)
        for _ in range(steps):
            if most >= self.node_limit:
                break
            routes = list(best)
            for _ in range(draws.between(1, min(3, len(routes)))):
                routes.pop(draws.below(len(routes)))
            changed = self.fill(self.largest_part(routes) or [draws.choice(fitting)], draws)
            nodes = self.nodes(changed)
            if nodes >= most:
                best, most = changed, nodes
        return best

    def nodes(self, routes: list[int]) -> int:
        trail = longest_trail(
            self.board.ends[routes],
            self.board.lengths[routes],
            algorithm=self.algorithm,
            node_limit=self.node_limit,
        )
        return trail.nodes

    def fill(self, routes: list[int], draws: Draws) -> list[int]:
        """Adds random routes that touch the network until no further one fits."""
        routes = list(routes)
        left = self.trains - self.total(routes)
        cities = {city for r in routes for city in self.ends[r]}
        closed = set(routes).union(*(self.excluded[r] for r in routes))
        while True:
            fitting = [
                r
                for r, (a, b) in enumerate(self.ends)
                if self.lengths[r] <= left and r not in closed and (a in cities or b in cities)
            ]
            if not fitting:
                return routes
            route = draws.choice(fitting)
            routes.append(route)
            left -= self.lengths[route]
            cities.update(self.ends[route])
            closed.add(route)
            closed |= self.excluded[route]

    def largest_part(self, routes: list[int]) -> list[int]:
        """The connected part with most trains; the first of several."""
        parts: list[tuple[set[int], list[int]]] = []
        for route in routes:
            cities, members = set(self.ends[route]), [route]
            for part in [part for part in parts if not part[0].isdisjoint(cities)]:
                parts.remove(part)
                cities |= part[0]
                members += part[1]
            parts.append((cities, members))
        return max((members for _, members in parts), key=self.total, default=[])

    def total(self, routes: list[int]) -> int:
        return sum(self.lengths[r] for r in routes)
