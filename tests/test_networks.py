"""Longest trails and connections of sets of routes: ttr.longest_trails, components, connected and
completed_tickets (R53, R86), single and batched, against one another and against networkx."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import numpy as np
import pytest

import ttr_fast as ttr

USA = ttr.Map.builtin("usa")
ROUTES = len(USA.routes)


def random_sets(n: int, seed: int) -> np.ndarray:
    """From empty to all routes, most of them of the size of a player's network."""
    rng = np.random.default_rng(seed)
    density = rng.choice([0.0, 0.05, 0.15, 0.15, 0.2, 0.5, 1.0], n)
    return rng.random((n, ROUTES)) < density[:, None]


def as_words(sets: np.ndarray) -> np.ndarray:
    words = np.zeros((len(sets), 2), np.uint64)
    for r in range(ROUTES):
        words[:, r // 64] |= sets[:, r].astype(np.uint64) << np.uint64(r % 64)
    return words


def graph_of(routes: np.ndarray) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(city.name for city in USA.cities)
    graph.add_edges_from((USA.routes[r].a, USA.routes[r].b) for r in np.flatnonzero(routes))
    return graph


def edges_of(routes: np.ndarray) -> tuple[list[list[int]], list[int]]:
    chosen = [USA.routes[r] for r in np.flatnonzero(routes)]
    ends = [[USA.city_index(route.a), USA.city_index(route.b)] for route in chosen]
    return ends, [route.length for route in chosen]


def test_R86_lengths_of_many_networks_are_those_of_each() -> None:
    sets = random_sets(300, 1)
    lengths = ttr.longest_trails(USA, sets)
    assert lengths.dtype == np.int32
    assert lengths.shape == (300,)
    for row, length in zip(sets, lengths.tolist(), strict=True):
        trail = ttr.longest_trail(*edges_of(row))
        assert trail.proven
        assert trail.length == length
        assert ttr.longest_trails("usa", row) == length


def test_R86_scoring_uses_the_same_lengths() -> None:
    game = ttr.Game(players=3)
    for seed in range(20):
        rng = random.Random(seed)
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        sets = np.zeros((3, ROUTES), bool)
        for seat, player in enumerate(state.to_dict()["players"]):
            sets[seat, player["routes"]] = True
        assert [s.longest for s in state.score_sheet()] == ttr.longest_trails(USA, sets).tolist()


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_bits_and_threads_change_nothing(threads: int | None) -> None:
    sets = random_sets(5000, 2)
    words = as_words(sets)
    expected = ttr.longest_trails(USA, sets, threads=1)
    assert np.array_equal(ttr.longest_trails(USA, words, threads=threads), expected)
    assert np.array_equal(ttr.components(USA, words), ttr.components(USA, sets))
    assert np.array_equal(ttr.connected(USA, words, 0, 1), ttr.connected(USA, sets, 0, 1))
    assert np.array_equal(ttr.completed_tickets(USA, words), ttr.completed_tickets(USA, sets))


def test_one_set_in_every_form() -> None:
    routes = [3, 20, 21, 64, 99]
    row = np.zeros(ROUTES, bool)
    row[routes] = True
    forms: list[Any] = [
        routes, tuple(routes), set(routes), iter(routes), np.array(routes), np.array(routes, "i2"),
        row, as_words(row[None])[0],
    ]  # fmt: skip
    length = ttr.longest_trails(USA, row[None])[0]
    for form in forms:
        assert ttr.longest_trails(USA, form) == length
    big_endian = as_words(row[None])[0].astype(">u8")
    assert ttr.longest_trails(USA, big_endian) == length
    assert isinstance(ttr.longest_trails(USA, routes), int)
    assert ttr.components(USA, routes).shape == (36,)
    assert ttr.connected(USA, routes, "Seattle", "Seattle") is True
    assert ttr.completed_tickets(USA, routes).shape == (30,)


def test_R53_components_are_those_of_networkx() -> None:
    sets = random_sets(200, 3)
    labels = ttr.components(USA, sets)
    assert labels.shape == (200, 36)
    names = [city.name for city in USA.cities]
    for row, label in zip(sets, labels, strict=True):
        pieces = sorted(sorted(map(names.index, p)) for p in nx.connected_components(graph_of(row)))
        assert [np.flatnonzero(label == i).tolist() for i in range(label.max() + 1)] == pieces


def test_R53_connected_and_completed_tickets_follow_the_components() -> None:
    sets = random_sets(200, 4)
    labels = ttr.components(USA, sets)
    assert not ttr.completed_tickets(USA, np.zeros(ROUTES, bool)).any()
    assert ttr.completed_tickets(USA, np.ones(ROUTES, bool)).all()
    done = ttr.completed_tickets(USA, sets)
    for t, ticket in enumerate(USA.tickets):
        a, b = USA.city_index(ticket.a), USA.city_index(ticket.b)
        together = labels[:, a] == labels[:, b]
        assert np.array_equal(done[:, t], together)
        assert np.array_equal(ttr.connected(USA, sets, ticket.a, ticket.b), together)
        assert np.array_equal(ttr.connected(USA, sets, a, b), together)
    assert 0 < done.mean() < 1
    assert np.array_equal(ttr.completed_tickets(USA, sets, [7, 7, 0]), done[:, [7, 7, 0]])
    assert ttr.completed_tickets(USA, sets, []).shape == (200, 0)


def test_no_sets_at_all() -> None:
    none = np.zeros((0, ROUTES), bool)
    assert ttr.longest_trails(USA, none).shape == (0,)
    assert ttr.components(USA, none).shape == (0, 36)
    assert ttr.connected(USA, none, 0, 1).shape == (0,)
    assert ttr.completed_tickets(USA, none).shape == (0, 30)
    assert ttr.longest_trails(USA, []) == 0


def test_rows_of_another_order_in_memory() -> None:
    sets = random_sets(50, 5)
    expected = ttr.longest_trails(USA, sets)
    assert np.array_equal(ttr.longest_trails(USA, np.asfortranarray(sets)), expected)
    assert np.array_equal(ttr.longest_trails(USA, as_words(sets)[::-1]), expected[::-1])
    assert np.array_equal(ttr.longest_trails(USA, sets[::2]), expected[::2])


@pytest.mark.parametrize(
    ("sets", "error", "culprit"),
    [
        (np.zeros((2, 99), bool), ValueError, r"\(n, 100\), got \(2, 99\)"),
        (np.zeros(99, bool), ValueError, r"\(100,\)"),
        (np.zeros((2, 3), np.uint64), ValueError, r"\(n, 2\), got \(2, 3\)"),
        (np.zeros((1, 2, 100), bool), ValueError, "shape"),
        (np.zeros((), bool), ValueError, "shape"),
        (np.array([[0, 0], [0, 1 << 40]], np.uint64), ValueError, "set 1 has route 104"),
        (np.zeros((2, 100)), TypeError, "float64"),
        (np.zeros((2, 2), np.int64), TypeError, "int64"),
        (np.ma.masked_array(np.zeros(100, bool)), TypeError, "masked"),
        ([100], ValueError, r"route .* 0\.\.99, got 100"),
        ([-1], ValueError, "got -1"),
        ([True], TypeError, "True"),
        ([1.0], TypeError, "1.0"),
        ("1 2", TypeError, "1 2"),
        (7, TypeError, "7"),
        (None, TypeError, "None"),
    ],
)
def test_bad_sets_are_refused(sets: Any, error: type[Exception], culprit: str) -> None:
    for ask in (
        lambda: ttr.longest_trails(USA, sets),
        lambda: ttr.components(USA, sets),
        lambda: ttr.connected(USA, sets, 0, 1),
        lambda: ttr.completed_tickets(USA, sets),
    ):
        with pytest.raises(error, match=culprit):
            ask()


def test_bad_cities_tickets_threads_and_maps_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Bosten.*Boston"):
        ttr.connected(USA, [1], "Bosten", "Miami")
    with pytest.raises(ValueError, match=r"b must be an integer in 0\.\.35, got 36"):
        ttr.connected(USA, [1], 0, 36)
    with pytest.raises(ValueError, match=r"tickets must be an integer in 0\.\.29, got 30"):
        ttr.completed_tickets(USA, [1], [30])
    with pytest.raises(TypeError, match="tickets must be an iterable"):
        ttr.completed_tickets(USA, [1], 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads"):
        ttr.longest_trails(USA, [1], threads=0)
    with pytest.raises(ttr.MapError, match="nowhere"):
        ttr.longest_trails("nowhere", [1])
    with pytest.raises(TypeError, match="map"):
        ttr.longest_trails(7, [1])  # type: ignore[arg-type]
