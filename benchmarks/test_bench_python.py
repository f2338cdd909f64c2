"""What one call costs from Python."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np

import ttr_fast as ttr

Benchmark = Callable[..., Any]


def test_new_state(benchmark: Benchmark, game: ttr.Game) -> None:
    assert game.new_initial_state(7) == game.new_initial_state(7)
    benchmark(game.new_initial_state, 7)


def test_legal_actions(benchmark: Benchmark, midgame: ttr.State) -> None:
    actions = midgame.legal_actions()
    assert actions == np.flatnonzero(midgame.legal_actions_mask()).tolist()
    benchmark(midgame.legal_actions)


def test_legal_actions_mask(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert midgame.legal_actions_mask().sum() == len(midgame.legal_actions())
    benchmark(midgame.legal_actions_mask)


def test_clone_and_apply(benchmark: Benchmark, midgame: ttr.State) -> None:
    action = midgame.legal_actions()[-1]
    before = midgame.hash()

    def clone_and_apply() -> ttr.State:
        child = midgame.clone()
        child.apply_action(action)
        return child

    assert clone_and_apply().hash() != before
    assert midgame.hash() == before
    benchmark(clone_and_apply)


def test_clone(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert midgame.clone() == midgame
    benchmark(midgame.clone)


def test_score_sheet(benchmark: Benchmark, ended: ttr.State) -> None:
    assert [float(seat.total) for seat in ended.score_sheet()] == ended.returns()
    benchmark(ended.score_sheet)


def test_longest_trail(benchmark: Benchmark, ended: ttr.State) -> None:
    length, routes = ended.longest_trail(0)
    assert length == sum(ended.game.map.routes[r].length for r in routes)
    assert length == ended.score_sheet()[0].longest
    benchmark(ended.longest_trail, 0)


def test_serialize(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert ttr.deserialize(midgame.serialize()) == midgame
    benchmark(midgame.serialize)


def test_pickle(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert pickle.loads(pickle.dumps(midgame)) == midgame
    benchmark(lambda: pickle.loads(pickle.dumps(midgame)))


def test_call_without_work(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert midgame.is_terminal() is False
    benchmark(midgame.is_terminal)


def test_whole_game_in_python(benchmark: Benchmark, game: ttr.Game) -> None:
    def play(seed: int) -> int:
        choose = random.Random(seed).random
        state = game.new_initial_state(seed)
        plies = 0
        while actions := state.legal_actions():
            state.apply_action(actions[int(choose() * len(actions))])
            plies += 1
        return plies

    assert play(1) == play(1) > 50
    benchmark(play, 1)
