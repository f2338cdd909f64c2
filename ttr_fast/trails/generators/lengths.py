"""How long the edges of a made-up graph are."""

from __future__ import annotations

from typing import Final

from ttr_fast.map import Map
from ttr_fast.trails.generators.checks import one_of
from ttr_fast.trails.generators.draws import Draws

__all__ = ["LENGTHS", "check_lengths", "draw_lengths"]

LENGTHS: Final = ("unit", "ttr", "uniform9")
"""Kinds of lengths.

unit: 1; ttr: 1 to 6, as often as on the board `usa`; uniform9: 1 to 9, each equally likely.
"""


def check_lengths(lengths: str) -> str:
    return one_of("lengths", lengths, LENGTHS)


def draw_lengths(lengths: str, count: int, draws: Draws) -> list[int]:
    """The lengths of `count` edges, each drawn by itself."""
    if check_lengths(lengths) == "unit":
        return [1] * count
    if lengths == "uniform9":
        return [draws.between(1, 9) for _ in range(count)]
    on_board = [route.length for route in Map.builtin("usa").routes]
    return [draws.choice(on_board) for _ in range(count)]
