"""What one call costs from Python."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

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


def test_clone_with_a_new_future(benchmark: Benchmark, midgame: ttr.State) -> None:
    assert midgame.clone(seed=1) == midgame.clone(seed=1) != midgame
    benchmark(midgame.clone, 1)


def test_copy_from(benchmark: Benchmark, game: ttr.Game, midgame: ttr.State) -> None:
    target = game.new_initial_state(1)
    target.copy_from(midgame)
    assert target == midgame
    benchmark(target.copy_from, midgame)


def test_legal_actions_mask_into_an_array(benchmark: Benchmark, midgame: ttr.State) -> None:
    out = np.ones(midgame.game.num_distinct_actions(), np.bool_)
    assert midgame.legal_actions_mask(out) is out
    assert np.flatnonzero(out).tolist() == midgame.legal_actions()
    benchmark(midgame.legal_actions_mask, out)


def test_sample_legal(benchmark: Benchmark, midgame: ttr.State) -> None:
    rng = ttr.Rng(1)
    legal = set(midgame.legal_actions())
    assert {midgame.sample_legal(rng) for _ in range(1000)} <= legal
    benchmark(midgame.sample_legal, rng)


def test_random_number(benchmark: Benchmark) -> None:
    rng, words = ttr.Rng(1), ttr.Rng(1)
    assert rng.below(50) == words.next() * 50 >> 64
    benchmark(rng.below, 50)


# A round is a game of random moves; the report of the benchmark says how many plies it has.


def test_whole_game_by_lists(benchmark: Benchmark, game: ttr.Game) -> None:
    def play(seed: int) -> ttr.State:
        below = ttr.Rng(seed).below
        state = game.new_initial_state(seed)
        while actions := state.legal_actions():
            state.apply_action(actions[below(len(actions))])
        return state

    assert play(1).hash() == play(1).hash() != play(2).hash()
    benchmark.extra_info["plies"] = play(1).to_dict()["ply"]
    assert benchmark(play, 1).is_terminal()


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_whole_game_by_samples(benchmark: Benchmark, board: str) -> None:
    """The same game as the playouts have it, if each seat has the stream that they give it."""
    game = ttr.Game(board, players=2)

    def play(seed: int) -> ttr.State:
        rng = ttr.Rng(seed, 2), ttr.Rng(seed, 3)
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(state.sample_legal(rng[state.current_player()]))
        return state

    batch = ttr.playouts(game, 1, "random", seed=1)
    assert play(1).returns() == batch.scores[0].tolist()
    benchmark.extra_info["plies"] = play(1).to_dict()["ply"]
    assert benchmark(play, 1).is_terminal()
