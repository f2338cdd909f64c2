"""Longest trails: networks of games in batches, and the algorithms on one graph.

`ttr-fast trails networks` measures ten thousand networks of each kind one by one, beside naive_dfs;
`ttr-fast trails bench` compares the algorithms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from ttr_fast.trails.generators import network_sets, parse_spec
from ttr_fast.trails.network_times import time_networks

Benchmark = Callable[..., Any]

NETWORKS = 400


@pytest.fixture(scope="module", params=["random", "ticket", "greedy"])
def networks(request: pytest.FixtureRequest) -> np.ndarray:
    """Distinct networks at the end of 2-player games."""
    return network_sets("usa", 2, request.param, NETWORKS, seed=1)


def test_batch_of_networks(benchmark: Benchmark, networks: np.ndarray) -> None:
    """The time shown is for all of them."""
    usa = ttr.Map.builtin("usa")
    lengths = ttr.longest_trails(usa, networks, threads=1)
    assert np.array_equal(lengths, time_networks(usa, networks, rounds=1).lengths)
    benchmark(ttr.longest_trails, usa, networks, 1)


def test_engine_beats_the_plain_search(networks: np.ndarray) -> None:
    times = time_networks("usa", networks)
    assert np.median(times.engine) < np.median(times.naive)


def test_components_and_tickets_of_a_batch(benchmark: Benchmark, networks: np.ndarray) -> None:
    usa = ttr.Map.builtin("usa")
    pieces = ttr.components(usa, networks)
    a, b = (usa.city_index(city) for city in (usa.tickets[0].a, usa.tickets[0].b))
    done = ttr.completed_tickets(usa, networks)
    assert np.array_equal(done[:, 0], pieces[:, a] == pieces[:, b])
    benchmark(ttr.completed_tickets, usa, networks)


def test_connection_of_two_cities(benchmark: Benchmark, networks: np.ndarray) -> None:
    usa = ttr.Map.builtin("usa")
    a, b = usa.tickets[0].a, usa.tickets[0].b
    assert np.array_equal(
        ttr.connected(usa, networks, a, b), ttr.completed_tickets(usa, networks, [0])[:, 0]
    )
    benchmark(ttr.connected, usa, networks, a, b)


@pytest.mark.parametrize(
    "algorithm", [name for name, entry in ttr.trail_algorithms().items() if entry.exact]
)
def test_algorithms_on_a_network(benchmark: Benchmark, algorithm: str) -> None:
    (instance,) = parse_spec("games:policy=greedy,count=1")
    assert instance.longest is None
    exact = ttr.longest_trail(instance.edges, instance.lengths)
    trail = ttr.longest_trail(instance.edges, instance.lengths, algorithm)
    assert trail.proven
    assert trail.length == exact.length
    benchmark(ttr.longest_trail, instance.edges, instance.lengths, algorithm)


@pytest.mark.parametrize("second_lanes", [True, False])
def test_whole_board(benchmark: Benchmark, second_lanes: bool) -> None:
    (instance,) = parse_spec(f"board:second_lanes={str(second_lanes).lower()}")
    trail = ttr.longest_trail(instance.edges, instance.lengths)
    assert trail.proven
    assert trail.length == (285 if second_lanes else 235)
    benchmark(ttr.longest_trail, instance.edges, instance.lengths)
