"""What the end of a game is worth to its seats, in the four kinds of `ttr.VectorEnv`."""

from __future__ import annotations

from ttr_fast import _core
from ttr_fast._checks import name_among
from ttr_fast._core import State
from ttr_fast.game import Game


def check_reward(kind: str) -> str:
    return name_among("reward", kind, _core.REWARDS)


def rewards_of(state: State, kind: str) -> list[float]:
    """What the end is worth to each seat; 0.0 for each while the game goes on."""
    totals = state.returns()
    if kind == "total" or not state.is_terminal():
        return totals
    if kind == "difference":
        return [
            total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)
        ]
    ranks = state.ranks()
    if kind == "win":
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    others = len(ranks) - 1
    return [
        (sum(rank < other for other in ranks) + (ranks.count(rank) - 1) / 2) / others
        for rank in ranks
    ]


def reward_range(game: Game, kind: str) -> tuple[float, float]:
    """Bounds of what the end of a game can be worth to a seat."""
    if kind in ("win", "rank"):
        return 0.0, 1.0
    low, high = game.min_utility(), game.max_utility()
    return (low, high) if kind == "total" else (low - high, high - low)


def reward_sum(game: Game, kind: str) -> float | None:
    """What the rewards of all seats add up to, if that is always the same."""
    if kind == "win":
        return 1.0
    if kind == "rank":
        return game.num_players / 2
    return 0.0 if kind == "difference" and game.num_players == 2 else None
