"""Positions that the benchmarks share."""

from __future__ import annotations

import pytest

import ttr_fast as ttr
from benchmarks.cases import position


@pytest.fixture(scope="session")
def game() -> ttr.Game:
    return ttr.Game(map="usa", players=2)


@pytest.fixture(scope="session")
def midgame(game: ttr.Game) -> ttr.State:
    state = position(game, 60)
    assert not state.is_terminal()
    return state


@pytest.fixture(scope="session")
def ended(game: ttr.Game) -> ttr.State:
    """The end of the game that `midgame` comes from."""
    return position(game, None)


@pytest.fixture(scope="session")
def ended_europe() -> ttr.State:
    return position(ttr.Game("europe", 5), None)
