"""Whole boards, and parts of them drawn at random."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count as count_from

from ttr_fast.game import as_map
from ttr_fast.map import Map
from ttr_fast.trails.generators.checks import flag, real
from ttr_fast.trails.generators.distinct import check_seed, distinct
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.instances import Board, TrailInstance

__all__ = ["board_parts", "whole_board"]


def whole_board(
    map: str | os.PathLike[str] | Map = "usa", second_lanes: bool = True
) -> list[TrailInstance]:
    """All routes of a map, or without second lanes only the first lane between two cities."""
    board = Board(as_map(map))
    if flag("second_lanes", second_lanes):
        routes, suffix = list(range(len(board.lengths))), ""
    else:
        routes, suffix = _first_lanes(board.map), "-first-lanes"
    return [board.instance(routes, id=f"whole-{board.map.name}{suffix}", kind="whole")]


def board_parts(
    map: str | os.PathLike[str] | Map = "usa",
    smallest: float = 0.3,
    largest: float = 0.9,
    count: int = 10,
    seed: int = 0,
) -> list[TrailInstance]:
    """Random sets of routes of a map: the share is drawn from smallest..largest, then the routes.

    A part need not be connected, nor need a player be able to own it.

    Raises:
        ValueError, TypeError: an argument is wrong, or the map does not have that many parts.
    """
    smallest = real("smallest", smallest, 0, 1)
    largest = real("largest", largest, smallest, 1)
    check_seed(seed)
    board = Board(as_map(map))
    num_routes = len(board.lengths)

    def parts() -> Iterator[TrailInstance]:
        for number in count_from():
            draws = Draws(seed, number)
            share = smallest + (largest - smallest) * draws.uniform()
            routes = sorted(draws.sample(num_routes, round(share * num_routes)))
            yield board.instance(
                routes, id=f"part-{board.map.name}-s{seed}-{number:03}", kind="board"
            )

    what = f"parts of the map {board.map.name!r}"
    return list(distinct(parts(), count, TrailInstance.key, what))


def _first_lanes(map: Map) -> list[int]:
    """The routes that are the first lane between their cities."""
    return [r for r in range(len(map.routes)) if r < min(map.twins(r), default=r + 1)]
