"""Games and forms of observations that the tests of all environments go through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr

GAMES = [
    ttr.Game("usa", 2),
    ttr.Game("europe", 3),
    ttr.Game("iran", 4),
    ttr.Game("europe", 5, tickets="mega"),
]
FORMS = [("float32", False), ("uint8", False), ("float32", True), ("uint8", True)]
REWARDS = ["total", "win", "rank", "difference"]
CASES = [
    pytest.param(*case, id=f"{case[0].map.name}-{case[0].num_players}")
    for case in zip(GAMES, FORMS, REWARDS, strict=True)
]
"""10,000 states are 2,500 of each case."""
STATES = 2500


def seen(state: ttr.State, seat: int, form: tuple[str, bool]) -> np.ndarray[Any, Any]:
    """What a seat knows, in a form, as the core writes it."""
    dtype, information_state = form
    if information_state:
        if dtype == "uint8":
            return state.information_state_bytes(seat)
        return state.information_state_tensor(seat)
    return state.observation_bytes(seat) if dtype == "uint8" else state.observation_tensor(seat)


def worth(state: ttr.State, kind: str, seat: int) -> float:
    """What the end of a game is worth, from the core's totals and ranks."""
    if not state.is_terminal():
        return 0.0
    totals, rank = state.returns(), state.ranks()[seat]
    if kind == "total":
        return totals[seat]
    if kind == "difference":
        return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    level = state.ranks().count(rank)
    if kind == "win":
        return 1 / level if rank == 1 else 0.0
    below = len(totals) - (rank - 1) - level
    return (below + (level - 1) / 2) / (len(totals) - 1)


class Beside:
    """A state of the core, stepped beside an environment in which a policy plays the others."""

    def __init__(self, game: ttr.Game, seed: int, seat: int) -> None:
        self.seat = seat
        self.state = game.new_initial_state(seed)
        # The policy "random" of each seat draws from these in game 0 of a seed.
        self.rngs = [ttr.Rng(seed, 2 + other) for other in range(game.num_players)]
        self.wait()

    def step(self, action: int) -> None:
        self.state.apply_action(action)
        self.wait()

    def wait(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            rng = self.rngs[self.state.current_player()]
            self.state.apply_action(self.state.sample_legal(rng))
