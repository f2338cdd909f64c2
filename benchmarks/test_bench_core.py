"""Work inside the core; the call from Python is a small part of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from benchmarks.engines import ENGINES, RESULTS, plays
from ttr_fast._core import repeat

Benchmark = Callable[..., Any]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("policy", ["random", "random_type"])
@pytest.mark.parametrize(
    ("board", "rules"),
    [("usa", "usa"), ("europe", "europe"), ("europe", "online"), ("iran", "online")],
)
def test_batch_of_playouts(
    benchmark: Benchmark, board: str, rules: str, policy: str, players: int, engine: str
) -> None:
    """The time shown is for 2000 games."""
    game = ttr.Game(board, players, rules)

    def batch() -> ttr.Playouts:
        return ttr.playouts(game, 2000, policy, seed=1, threads=1, engine=engine)

    if engine != "scalar" and not plays(game, policy, engine):
        pytest.skip(f"the engine {engine} does not play such games")
    scalar = ttr.playouts(game, 2000, policy, seed=1, threads=2, engine="scalar")
    assert batch() == scalar
    assert (scalar.plies > scalar.turns).all()
    benchmark(batch)


@pytest.mark.parametrize("results", RESULTS)
def test_results_of_playouts(benchmark: Benchmark, game: ttr.Game, results: str) -> None:
    """By what is asked for; the time shown is for 20,000 games."""

    def batch() -> Any:
        return ttr.playouts(game, 20_000, seed=1, threads=1, **RESULTS[results])

    answer, whole = batch(), ttr.playouts(game, 20_000, seed=1, threads=2)
    if isinstance(answer, ttr.Playouts):
        assert np.array_equal(answer.scores, whole.scores)
    else:
        assert answer.summary().to_dict() == whole.summary().to_dict()
    benchmark(batch)


@pytest.mark.parametrize(
    ("operation", "times"),
    [
        ("clone", 10000),
        ("new_initial_state", 1000),
        ("legal_actions", 1000),
        ("play_on", 10),
        ("play_samples", 10),
        ("determinize", 1000),
        ("observation", 1000),
        ("score_sheet", 1000),
        ("longest_trail", 1000),
        ("serialize", 1000),
        ("deserialize", 100),
    ],
)
def test_operation(
    benchmark: Benchmark, ended: ttr.State, midgame: ttr.State, operation: str, times: int
) -> None:
    """The time shown is for `times` operations."""
    state = ended if operation in ("score_sheet", "longest_trail") else midgame
    answer = {
        "clone": state.to_dict()["ply"],
        "new_initial_state": sum(state.game.new_initial_state(3).to_dict()["deck"].values()),
        "legal_actions": sum(state.legal_actions()),
        "play_on": ended.to_dict()["ply"],
        "play_samples": plies_by_samples(midgame),
        "determinize": sum(midgame.resample_from_infostate(0, 0).to_dict()["deck"].values()),
        "observation": np.count_nonzero(midgame.observation_tensor(0)),
        "score_sheet": state.score_sheet()[0].total,
        "longest_trail": state.longest_trail(0)[0],
        "serialize": len(state._to_bytes()),
        "deserialize": state.to_dict()["ply"],
    }
    assert repeat(state, operation, times) == answer[operation]
    benchmark(repeat, state, operation, times)


def plies_by_samples(start: ttr.State) -> int:
    state = start.clone()
    facts = state.to_dict()
    assert facts["game_index"] == 0
    rng = ttr.Rng(facts["seed"], 2)
    while not state.is_terminal():
        state.apply_action(state.sample_legal(rng))
    ply: int = state.to_dict()["ply"]
    return ply


def test_score_sheet_with_stations(benchmark: Benchmark, ended_europe: ttr.State) -> None:
    """The time shown is for 1000 sheets, with the loans of 15 stations in each."""
    state = ended_europe
    lent = [route for seat in range(5) for _, route in state.borrowed_routes(seat)]
    assert len(lent) == 15
    assert any(route is not None for route in lent)
    assert repeat(state, "score_sheet", 1000) == state.score_sheet()[0].total
    benchmark(repeat, state, "score_sheet", 1000)


def test_one_playout(benchmark: Benchmark, game: ttr.Game) -> None:
    one = ttr.playouts(game, 1, seed=5, threads=1)
    many = ttr.playouts(game, 10, seed=5, threads=1)
    assert one.scores.tolist() == many.scores[:1].tolist()
    benchmark(ttr.playouts, game, 1, "random", 5, 1)


def test_perft(benchmark: Benchmark, midgame: ttr.State) -> None:
    by_hand = 0
    for action in midgame.legal_actions():
        child = midgame.clone()
        child.apply_action(action)
        by_hand += len(child.legal_actions())
    assert ttr.perft(midgame, 2) == by_hand
    benchmark(ttr.perft, midgame, 3)


def test_longest_trail_of_a_graph(benchmark: Benchmark) -> None:
    # The Petersen graph: 10 odd vertices, 15 edges; with four of them left over by any trail.
    outer = [(i, (i + 1) % 5) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    spokes = [(i, 5 + i) for i in range(5)]
    edges = np.array(outer + inner + spokes)
    trail = ttr.longest_trail(edges)
    assert trail.length == 11
    assert len(set(trail.edges)) == 11
    benchmark(ttr.longest_trail, edges)
