"""Catanatron: Catan in Python, two random players."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

from catanatron import Color, Game, RandomPlayer

from benchmarks.backends.contest import Entry, Side, expect, repeated

NAME: Final = "Catanatron"
SEEDS: Final = range(3)
TURNS: Final = 1000  # where it ends a game without a winner


def side() -> Side:
    middle = _game(1)
    for _ in range(60):
        middle.play_tick()
    copy = middle.copy()
    before = list(middle.state.actions)
    copy.play_tick()
    expect(middle.state.actions == before != copy.state.actions, "a copy has a life of its own")
    clone = Entry("clone", NAME, "copy()", repeated(middle.copy))
    return Side(NAME, version("catanatron"), [clone, _lists()])


def _game(seed: int) -> Any:
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)


def _lists() -> Entry:
    """Whole games; its own loop makes a list of the legal actions for every decision."""
    plies = 0
    for seed in SEEDS:
        game = _game(seed)
        winner = game.play()
        expect(winner is not None or game.state.num_turns >= TURNS, "a game ends with a winner")
        plies += len(game.state.actions)

    def work(n: int) -> None:
        for _ in range(n):
            for seed in SEEDS:
                _game(seed).play()

    return Entry("lists", NAME, "2 players", work, plies)
