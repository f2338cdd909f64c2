"""Positions that the benchmarks share."""

from __future__ import annotations

import pytest

import ttr_fast as ttr


@pytest.fixture(scope="session")
def game() -> ttr.Game:
    return ttr.Game(map="usa", players=2)


def play(game: ttr.Game, seed: int, plies: int | None) -> ttr.State:
    """A position reached by a fixed rule, action 7 * ply modulo the number of legal ones: the
    first turn that begins at that ply or later, or the end."""
    state = game.new_initial_state(seed)
    ply = 0
    while not state.is_terminal():
        if plies is not None and ply >= plies and state.phase() == "choose_action":
            break
        actions = state.legal_actions()
        state.apply_action(actions[7 * ply % len(actions)])
        ply += 1
    return state


@pytest.fixture(scope="session")
def midgame(game: ttr.Game) -> ttr.State:
    state = play(game, seed=3, plies=60)
    assert not state.is_terminal()
    return state


@pytest.fixture(scope="session")
def ended(game: ttr.Game) -> ttr.State:
    return play(game, seed=3, plies=None)


@pytest.fixture(scope="session")
def ended_europe() -> ttr.State:
    return play(ttr.Game("europe", 5), seed=3, plies=None)
