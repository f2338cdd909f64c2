"""What a VectorEnv must do, said once more by single States, slowly and plainly."""

from __future__ import annotations

from typing import Any

import numpy as np

import ttr_fast as ttr

GAMES = [
    ttr.Game("usa", 2),
    ttr.Game("usa", 4, tickets="mega"),
    ttr.Game("usa", 3, rules="online"),
    ttr.Game("europe", 2),
    ttr.Game("europe", 5),
    ttr.Game("europe", 3, rules="online"),
    ttr.Game("iran", 2),
]


def name_of(game: ttr.Game) -> str:
    return f"{game.map.name}-{game.num_players}-{game.tickets}"


def reward(kind: str, state: ttr.State, seat: int) -> float:
    totals, ranks = state.returns(), state.ranks()
    others = [s for s in range(len(totals)) if s != seat]
    if kind == "total":
        return totals[seat]
    if kind == "win":
        winners = state.winners()
        return 1 / len(winners) if seat in winners else 0.0
    if kind == "rank":
        beaten = sum(
            1.0 if ranks[other] > ranks[seat] else 0.5 if ranks[other] == ranks[seat] else 0.0
            for other in others
        )
        return beaten / len(others)
    return totals[seat] - max(totals[other] for other in others)


class Mirror:
    """One env of a VectorEnv without opponents."""

    def __init__(self, game: ttr.Game, seed: int, mode: str, kind: str) -> None:
        self.game, self.seed, self.mode, self.kind = game, seed, mode, kind
        self.index = 0
        self.state = game.new_initial_state(seed, 0)
        self.final: ttr.State | None = None

    def next_game(self) -> None:
        self.index += 1
        self.state = self.game.new_initial_state(self.seed, self.index)

    def step(self, action: int) -> tuple[list[float], bool]:
        nothing = [0.0] * self.game.num_players
        self.final = None
        if self.state.is_terminal():
            assert self.mode == "next_step"
            self.next_game()
            return nothing, False
        self.state.apply_action(action)
        if not self.state.is_terminal():
            return nothing, False
        rewards = [reward(self.kind, self.state, seat) for seat in range(self.game.num_players)]
        self.final = self.state
        if self.mode == "same_step":
            self.next_game()
        return rewards, True


def observation(state: ttr.State, dtype: Any, information_state: bool, seat: int) -> Any:
    kind = "information_state" if information_state else "observation"
    form = "tensor" if dtype == np.float32 else "bytes"
    return getattr(state, f"{kind}_{form}")(seat)
