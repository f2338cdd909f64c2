"""Work inside the core; the call from Python is a small part of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr

Benchmark = Callable[..., Any]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("policy", ["random", "random_type"])
def test_batch_of_playouts(benchmark: Benchmark, players: int, policy: str) -> None:
    game = ttr.Game(players=players)

    def batch() -> ttr.Playouts:
        return ttr.playouts(game, 2000, policy, seed=1, threads=1)

    first, other = batch(), ttr.playouts(game, 2000, policy, seed=1, threads=2)
    assert np.array_equal(first.scores, other.scores)
    assert (first.plies > first.turns).all()
    benchmark(batch)


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
