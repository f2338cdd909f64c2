"""Generators of longest-trail instances: what they make is what they say, and always the same."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttr_fast as ttr
from ttr_fast import _core
from ttr_fast.map import Map
from ttr_fast.trails.files import read_instances, to_networkx, write_instances
from ttr_fast.trails.generators import (
    CUBIC,
    GENERATORS,
    LENGTHS,
    PIECES,
    POLICIES,
    board_parts,
    cubic,
    end_of_game,
    eulerian_minus,
    geometric,
    grid,
    hard_networks,
    loop_tree,
    network_sets,
    parse_spec,
    regular,
    whole_board,
)
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.generators.games import play
from ttr_fast.trails.generators.players import FULL_HAND
from ttr_fast.trails.instances import TrailInstance

CASES = Path(__file__).parent / "data/trail_cases.jsonl"
USA = Map.builtin("usa")
USA_LENGTHS = np.array([route.length for route in USA.routes])

# A small call of each; together they touch all parameters.
SMALL: dict[str, Callable[[int], list[TrailInstance]]] = {
    "games": lambda seed: end_of_game(players=3, policy="greedy", count=7, seed=seed),
    "parts": lambda seed: board_parts(count=5, seed=seed),
    "hard": lambda seed: hard_networks(trains=25, steps=5, count=2, seed=seed),
    "grid": lambda seed: grid(3, 4, count=3, seed=seed),
    "regular": lambda seed: regular(12, 3, count=3, seed=seed),
    "eulerian": lambda seed: eulerian_minus(8, 20, 3, count=3, seed=seed),
    "loops": lambda seed: loop_tree(5, 3, count=3, seed=seed),
    "cubic": lambda seed: cubic("k4", "petersen", True, count=3, seed=seed),
    "geometric": lambda seed: geometric(20, 4, count=3, seed=seed),
}


def fingerprint(instances: Iterable[TrailInstance]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for instance in instances:
        digest.update(instance.id.encode() + instance.key())
    return digest.hexdigest()


def degrees(instance: TrailInstance) -> Counter[int]:
    return Counter(instance.edges.ravel().tolist())


def num_parts(edges: Iterable[Iterable[int]]) -> int:
    """Connected components among the vertices that have edges."""
    parts: list[set[int]] = []
    for ends in edges:
        touching = [part for part in parts if not part.isdisjoint(ends)]
        parts = [part for part in parts if part.isdisjoint(ends)]
        parts.append(set(ends).union(*touching))
    return len(parts)


# --- All of them ---------------------------------------------------------------------------------


def test_every_generator_is_tried_here() -> None:
    assert {*SMALL, "board"} == set(GENERATORS)


@pytest.mark.parametrize("name", SMALL)
def test_same_seed_same_distinct_instances(name: str) -> None:
    first = SMALL[name](1)
    assert SMALL[name](1) == first
    assert SMALL[name](2**64 - 1) != first
    assert len({instance.key() for instance in first}) == len(first)
    assert len({instance.id for instance in first}) == len(first)


def test_the_instances_are_the_same_on_every_machine() -> None:
    """Another fingerprint is a change of behaviour: benchmarks of before cannot be repeated."""
    assert {name: fingerprint(make(7)) for name, make in SMALL.items() if name != "hard"} == {
        "games": "ed964d9aefda",
        "parts": "5809c0ec74b1",
        "grid": "91215997979a",
        "regular": "68737d6e198e",
        "eulerian": "d69458701ce6",
        "loops": "11b773d6f085",
        "cubic": "17851501d8ca",
        "geometric": "a683f128041f",
    }


@pytest.mark.parametrize("name", [name for name in SMALL if name != "hard"])
def test_more_instances_begin_with_the_fewer(name: str) -> None:
    make = GENERATORS[name].make
    few, many = make(count=3, seed=5), make(count=6, seed=5)
    assert many[:3] == few


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"count": -1}, ValueError),
        ({"count": 1.5}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": None}, TypeError),
    ],
)
def test_bad_counts_and_seeds_are_refused(
    name: str, arguments: dict[str, Any], error: type[Exception]
) -> None:
    (key,) = arguments
    with pytest.raises(error, match=key):
        GENERATORS[name].make(**arguments)


def test_count_0_gives_none() -> None:
    assert all(GENERATORS[name].make(count=0) == [] for name in SMALL)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_draws_are_those_of_the_engine(seed: int, number: int, n: int) -> None:
    words = _core.random_words(seed, number, 1000, 0, 300).tolist()
    draws = Draws(seed, number)
    assert draws.uniform() == (words[0] >> 11) / 2**53
    # The words after the block that is fetched at a time, too; a word is rejected with
    # probability n / 2**64 at most, then the next one counts.
    if n < 2**48:
        assert [draws.below(n) for _ in range(298)] == [word * n >> 64 for word in words[1:299]]
    else:
        assert 0 <= draws.below(n) < n


def test_below_rejects_what_would_be_uneven() -> None:
    """3 * 2**62 values fit into 2**64 only once: a quarter of the words must be thrown away."""
    n = 3 * 2**62
    words = _core.random_words(1, 2, 1000, 0, 256).tolist()
    kept = [word * n >> 64 for word in words if (word * n) % 2**64 >= 2**64 % n]
    assert 256 * 0.6 < len(kept) < 256 * 0.9
    draws = Draws(1, 2)
    assert [draws.below(n) for _ in kept] == kept


def test_sample_and_shuffle() -> None:
    draws = Draws(3, 0)
    counts = Counter(tuple(draws.sample(4, 2)) for _ in range(6000))
    assert set(counts) == set(itertools.permutations(range(4), 2))
    assert all(400 < count < 600 for count in counts.values())
    orders = set()
    for _ in range(200):
        items = [1, 2, 3]
        draws.shuffle(items)
        orders.add(tuple(items))
    assert len(orders) == 6


# --- Games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 5])
def test_networks_are_those_of_real_games(policy: str, players: int) -> None:
    """Played again by hand: the same networks, in the order of games and seats."""
    game = ttr.Game(players=players)
    expected: list[list[int]] = []
    for index in range(3):
        seats = [POLICIES[policy](game, Draws(9, index, 2 + seat)) for seat in range(players)]
        end = play(game, seats, 9, index)
        assert end.is_terminal()
        expected += [player["routes"] for player in end.to_dict()["players"]]
    sets = network_sets("usa", players, policy, len(expected), seed=9)
    assert [np.flatnonzero(row).tolist() for row in sets] == expected


@pytest.mark.parametrize(
    ("policy", "routes", "trains", "parts"),
    [
        ("random", (19, 20.5), (41, 43), (6, 7.5)),
        ("random_type", (16, 18.5), (38, 42), (6, 8)),
        ("ticket", (13, 15.5), (41, 44), (1.2, 2)),
        ("greedy", (12.5, 14.5), (42.5, 45), (1, 1)),
    ],
)
def test_what_the_networks_look_like(
    policy: str,
    routes: tuple[float, float],
    trains: tuple[float, float],
    parts: tuple[float, float],
) -> None:
    """Means over 150 networks of two players."""
    instances = end_of_game("usa", 2, policy, count=150, seed=1)
    assert all(0 < instance.total <= 45 for instance in instances)
    means = (
        np.mean([instance.num_edges for instance in instances]),
        np.mean([instance.total for instance in instances]),
        np.mean([num_parts(instance.edges.tolist()) for instance in instances]),
    )
    for mean, (low, high) in zip(means, (routes, trains, parts), strict=True):
        assert low <= mean <= high


def test_no_network_has_two_lanes_between_two_cities() -> None:
    """R44."""
    for row in network_sets("usa", 5, "greedy", 40):
        routes = set(np.flatnonzero(row).tolist())
        assert not any(routes & set(USA.twins(route)) for route in routes)


def test_ticket_players_complete_tickets() -> None:
    game = ttr.Game()
    completed = Counter[str]()
    for policy in ("random", "ticket"):
        for index in range(20):
            seats = [POLICIES[policy](game, Draws(0, index, seat)) for seat in range(2)]
            for score in play(game, seats, 0, index).score_sheet():
                completed[policy] += score.completed
                completed[f"{policy} failed"] += score.failed
    assert completed["random"] < 40 < 80 < completed["ticket"]
    assert completed["ticket failed"] < completed["ticket"] / 4


def test_greedy_players_save_up_and_extend_by_the_longest() -> None:
    """Every claim of a greedy player touches its network and is the longest that it could pay."""
    game = ttr.Game()
    lengths = {r: route.length for r, route in enumerate(USA.routes)}
    player = POLICIES["greedy"](game, Draws(0, 0))
    claims = 0
    for seed in range(10):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            me = state.to_dict()["players"][state.current_player()]
            action = player(state)
            info = game.action_info(action)
            if info.kind == "claim" and me["routes"]:
                cities = {c for r in me["routes"] for c in (USA.routes[r].a, USA.routes[r].b)}
                others = [game.action_info(a) for a in state.legal_actions()]
                touching = [
                    lengths[other.route]
                    for other in others
                    if other.kind == "claim"
                    and {USA.routes[other.route].a, USA.routes[other.route].b} & cities
                ]
                assert lengths[info.route] == max(touching)
                left = state.to_dict()["final_turns_left"]
                assert sum(me["hand"].values()) >= FULL_HAND or left is not None
                claims += 1
            state.apply_action(action)
    assert claims > 150


def test_any_function_is_a_policy_and_seats_may_differ() -> None:
    def last(state: ttr.State) -> int:
        return state.legal_actions()[-1]

    alone = network_sets(policy=last, count=4)
    assert alone.shape == (4, 100)
    assert alone.dtype == bool
    mixed = end_of_game(policy=["ticket", last], count=4)
    assert mixed[0].kind == "ticket+game"
    assert mixed[0].id == "ticket+game-usa-2p-s0-00000"
    assert mixed != end_of_game(policy=["greedy", last], count=4)


def test_instances_are_the_rows_of_network_sets() -> None:
    sets = network_sets(policy="ticket", count=5, seed=3)
    for row, instance in zip(sets, end_of_game(policy="ticket", count=5, seed=3), strict=True):
        assert instance.routes == tuple(np.flatnonzero(row))
        assert instance.total == USA_LENGTHS[row].sum()
        assert (instance.map, instance.kind) == ("usa", "ticket")


def test_a_map_of_ones_own() -> None:
    triangle = Map(
        name="triangle",
        cities=[{"name": name} for name in "ABC"],  # type: ignore[arg-type]
        routes=[  # type: ignore[arg-type]
            {"a": a, "b": b, "length": 2, "color": "gray"} for a, b in ("AB", "BC", "CA")
        ],
        tickets=[{"a": "A", "b": "B", "points": 3}] * 6,  # type: ignore[arg-type]
    )
    # One of the two gets none, one or two of the three routes, the other the rest: 7 networks.
    assert len({row.tobytes() for row in network_sets(triangle, count=7)}) == 7
    with pytest.raises(ValueError, match="count = 8, but only 7 different networks"):
        network_sets(triangle, count=8)
    for policy in ("ticket", "greedy"):
        assert network_sets(triangle, policy=policy, count=2).any(axis=1).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policy": "cleverest"}, "unknown policy 'cleverest'; there are random, random_type"),
        ({"policy": "c" * 10**6}, r"unknown policy 'c{50,60}\.\.\.; there are random"),
        ({"policy": ["random"]}, "a list of 2, one for each seat"),
        ({"policy": 3}, "policy must be one policy"),
        ({"players": 6}, "players"),
        ({"map": "atlantis"}, "no built-in map 'atlantis'"),
    ],
)
def test_games_that_cannot_be_played(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        network_sets(**arguments)


def test_an_illegal_action_of_a_policy_is_reported() -> None:
    with pytest.raises(ttr.IllegalActionError):
        network_sets(policy=lambda state: 0)


# --- Boards --------------------------------------------------------------------------------------


def test_whole_boards_are_the_proven_ones() -> None:
    cases = {case.id: case for case in read_instances(CASES)}
    (whole,) = whole_board("usa")
    assert whole.key() == cases["whole-usa-all"].key()
    (lanes,) = whole_board(USA, second_lanes=False)
    assert lanes.key() == cases["whole-usa-no-twins"].key()
    assert (lanes.id, lanes.kind) == ("whole-usa-first-lanes", "whole")


def test_parts_have_the_share_asked_for() -> None:
    parts = board_parts(smallest=0.3, largest=0.5, count=60, seed=2)
    sizes = [part.num_edges for part in parts]
    assert 30 <= min(sizes) < 35
    assert 45 < max(sizes) <= 50
    for part in parts:
        assert part.routes == tuple(sorted(set(part.routes or ())))
    assert [part.num_edges for part in board_parts(smallest=1, largest=1, count=1)] == [100]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"smallest": -0.1}, ValueError, "smallest must be a number in 0..1"),
        ({"smallest": float("nan")}, ValueError, "smallest"),
        ({"smallest": 0.5, "largest": 0.4}, ValueError, "largest must be a number in 0.5..1"),
        ({"largest": "all"}, TypeError, "largest"),
        (
            {"smallest": 1, "largest": 1, "count": 2},
            ValueError,
            "only 1 different parts of the map 'usa'",
        ),
    ],
)
def test_parts_that_cannot_be(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        board_parts(**arguments)


def test_flags_are_true_or_false() -> None:
    with pytest.raises(TypeError, match="second_lanes must be True or False, not 'no'"):
        whole_board(second_lanes="no")  # type: ignore[arg-type]


# --- Hard networks -------------------------------------------------------------------------------


@pytest.mark.parametrize("second_lanes", [False, True])
def test_hard_networks_are_connected_and_full(second_lanes: bool) -> None:
    for network in hard_networks(second_lanes=second_lanes, steps=20, count=5, seed=4):
        assert num_parts(network.edges.tolist()) == 1
        assert 40 < network.total <= 45
        routes = set(network.routes or ())
        if not second_lanes:
            assert not any(routes & set(USA.twins(route)) for route in routes)


def test_climbing_makes_networks_harder() -> None:
    def work(steps: int) -> list[int]:
        return [
            ttr.longest_trail(network.edges, network.lengths, algorithm="dfs_bound").nodes
            for network in hard_networks(steps=steps, count=4, seed=1)
        ]

    start, end = work(0), work(150)
    assert all(after >= before for before, after in zip(start, end, strict=True))
    assert sum(end) > 3 * sum(start)


def test_a_climb_ends_at_the_node_limit() -> None:
    """No further than the first network that reaches it."""
    assert hard_networks(node_limit=1, steps=50, count=2) == hard_networks(steps=0, count=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"trains": 0}, "trains must be an integer, 1 or more"),
        ({"steps": -1}, "steps"),
        ({"node_limit": 0}, "node_limit"),
        ({"algorithm": "magic"}, "unknown algorithm 'magic'"),
        ({"trains": 1, "count": 100}, "different hard networks"),
    ],
)
def test_hard_networks_that_cannot_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hard_networks(**({"steps": 1} | arguments))


# --- Graphs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lengths", LENGTHS)
def test_lengths(lengths: str) -> None:
    (graph,) = grid(30, 40, lengths)
    counts = Counter(graph.lengths.tolist())
    if lengths == "unit":
        assert set(counts) == {1}
    elif lengths == "uniform9":
        assert set(counts) == set(range(1, 10))
        assert all(0.08 < count / graph.num_edges < 0.14 for count in counts.values())
    else:
        on_board = Counter(USA_LENGTHS.tolist())
        assert set(counts) == set(on_board)
        for length, count in on_board.items():
            assert abs(counts[length] / graph.num_edges - count / 100) < 0.03
    with pytest.raises(ValueError, match="lengths must be one of unit, ttr, uniform9; not 'long'"):
        grid(lengths="long")


def test_grid() -> None:
    (graph,) = grid(3, 4, "unit")
    assert graph.num_edges == 3 * 3 + 2 * 4
    assert graph.id == "grid-3x4-unit-s0-000"
    for a, b in graph.edges.tolist():
        (row, column), (other_row, other_column) = divmod(a, 4), divmod(b, 4)
        assert abs(row - other_row) + abs(column - other_column) == 1
    assert grid(1, 1)[0].num_edges == 0
    assert grid(1, 5)[0].num_edges == grid(5, 1)[0].num_edges == 4
    with pytest.raises(ValueError, match="count = 2, but only 1 different instances of grid-3x4"):
        grid(3, 4, "unit", count=2)


@pytest.mark.parametrize(
    ("vertices", "degree"), [(4, 3), (10, 3), (61, 4), (30, 7), (9, 8), (5, 2)]
)
def test_regular(vertices: int, degree: int) -> None:
    for graph in regular(vertices, degree, count=3):
        assert set(degrees(graph).values()) == {degree}
        assert set(degrees(graph)) == set(range(vertices))
        assert len({frozenset(ends) for ends in graph.edges.tolist()}) == graph.num_edges
        assert num_parts(graph.edges.tolist()) == 1


def test_regular_graphs_of_six_vertices_come_as_often_as_they_should() -> None:
    """Of the 70 connected cubic graphs on six labelled vertices 60 are prisms, 10 are K33."""
    prisms = 0
    for number in range(300):
        (graph,) = regular(6, 3, "unit", seed=number)
        neighbours = [frozenset(e) for e in graph.edges.tolist()]
        triangles = [
            t
            for t in itertools.combinations(range(6), 3)
            if all(frozenset(p) in neighbours for p in itertools.combinations(t, 2))
        ]
        prisms += bool(triangles)
    assert 230 < prisms < 285  # 257 +- 4 standard errors


def test_eulerian_minus() -> None:
    for removed in (0, 1, 6, 33):
        for graph in eulerian_minus(20, 52, removed, count=3):
            assert graph.num_edges == 52 - removed
            assert num_parts(graph.edges.tolist()) == 1
            assert set(degrees(graph)) == set(range(20))
            odd = sum(degree % 2 for degree in degrees(graph).values())
            assert odd <= 2 * removed
            assert (odd > 0) == (removed > 0)
    assert eulerian_minus(3, 3, 0, "unit")[0].num_edges == 3
    assert eulerian_minus(3, 5, 3)[0].num_edges == 2


def test_loop_tree() -> None:
    nx = pytest.importorskip("networkx")
    for shape, size in (("random", 3), ("star", 4), ("random", 2)):
        for tree in loop_tree(6, size, shape, count=2):
            assert tree.num_edges == 6 * size + (6 if shape == "star" else 5)
            graph = to_networkx(tree)
            assert nx.is_connected(graph)
            pairs = Counter(frozenset(ends) for ends in tree.edges.tolist())
            bridges = [e for e in nx.bridges(nx.Graph(graph)) if pairs[frozenset(e)] == 1]
            assert len(bridges) == tree.num_edges - 6 * size
            if shape == "star":
                assert degrees(tree)[0] == 6
    assert loop_tree(1, 5, "random")[0].num_edges == 5


def test_geometric_joins_the_closest_pairs() -> None:
    (graph,) = geometric(60, 5.0, "unit")
    assert graph.num_edges == 150
    assert len({frozenset(ends) for ends in graph.edges.tolist()}) == 150
    # The points are not told, but close pairs have many neighbours in common: far more
    # triangles than among random edges, of which about (2 m / n)^3 / 6 = 21 are expected.
    nx = pytest.importorskip("networkx")
    assert sum(nx.triangles(nx.Graph(to_networkx(graph))).values()) / 3 > 80


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        (grid, {"rows": 0}, "rows must be an integer, 1 or more"),
        (grid, {"columns": 0}, "columns must be"),
        (regular, {"vertices": 5, "degree": 3}, "vertices = 5 and degree = 3: one must be even"),
        (regular, {"vertices": 3, "degree": 3}, "vertices must be an integer, 4 or more"),
        (regular, {"degree": 1}, "degree must be an integer, 2 or more"),
        (eulerian_minus, {"vertices": 2}, "vertices must be an integer, 3 or more"),
        (eulerian_minus, {"vertices": 9, "edges": 10, "removed": 0}, "allowed: 9, or 11 or more"),
        (eulerian_minus, {"vertices": 9, "edges": 12, "removed": 5}, r"removed .* in 0\.\.4"),
        (loop_tree, {"loops": 0}, "loops must be"),
        (loop_tree, {"size": 1}, "size must be an integer, 2 or more"),
        (loop_tree, {"shape": "ring"}, "shape must be one of random, star; not 'ring'"),
        (geometric, {"vertices": 1}, "vertices must be"),
        (geometric, {"vertices": 5, "degree": 4.5}, r"degree must be a number in 0\.\.4"),
        (cubic, {"graph": "k5"}, "graph must be one of k4, prism"),
        (cubic, {"piece": "cake"}, "piece must be one of none, triangle, petersen, tutte"),
    ],
)
def test_graphs_that_cannot_be(
    make: Callable[..., object], arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make(**arguments)


# --- Cubic graphs --------------------------------------------------------------------------------

# The longest trail in unit lengths of a cubic graph; those of the stored cases are proven.
STORED = {"dodecahedron": "dodeca"} | {name: name for name in CUBIC if name != "dodecahedron"}


@pytest.mark.parametrize("name", [name for name in CUBIC if name != "prism"])
def test_cubic_graphs_are_those_of_the_stored_cases(name: str) -> None:
    nx = pytest.importorskip("networkx")
    cases = {case.id: case for case in read_instances(CASES)}
    (ours,) = cubic(name, lengths="unit")
    theirs = cases[f"special-plain_{STORED[name]}"]
    assert set(degrees(ours).values()) == {3}
    assert nx.is_isomorphic(nx.Graph(to_networkx(ours)), nx.Graph(to_networkx(theirs)))


@pytest.mark.parametrize(
    ("graph", "piece", "loops", "stored"),
    [
        ("k4", "petersen", False, "hard-s3_frag_k4_petersen_unit"),
        ("prism", "petersen", False, "hard-s3_frag_prism_petersen_ttr"),
        ("k4", "none", True, "special-blow_k4"),
        ("tutte", "none", True, "special-blow_tutte"),
    ],
)
def test_pieces_and_heavy_loops_are_those_of_the_stored_cases(
    graph: str, piece: str, loops: bool, stored: str
) -> None:
    nx = pytest.importorskip("networkx")
    theirs = {case.id: case for case in read_instances(CASES)}[stored]
    (ours,) = cubic(graph, piece, loops)
    assert nx.is_isomorphic(nx.Graph(to_networkx(ours)), nx.Graph(to_networkx(theirs)))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("graph", CUBIC)
def test_pieces_leave_a_graph_cubic(graph: str, piece: str) -> None:
    (plain,), (made,) = cubic(graph, lengths="unit"), cubic(graph, piece, lengths="unit")
    assert set(degrees(made).values()) == {3}
    size = {"triangle": 3, "petersen": 9, "tutte": 15}[piece]
    assert len(degrees(made)) == size * len(degrees(plain))
    assert num_parts(made.edges.tolist()) == 1


def test_heavy_loops_weigh() -> None:
    (graph,) = cubic("cube", heavy_loops=True, lengths="unit")
    assert Counter(degrees(graph).values()) == {5: 8, 2: 16}
    heavy = graph.lengths[graph.lengths > 1]
    assert len(heavy) == 24
    assert heavy.min() >= 5
    assert heavy.max() <= 9
    assert graph.id == "cubic-cube-heavy-unit-s0-000"
    with pytest.raises(TypeError, match="heavy_loops must be True or False"):
        cubic(heavy_loops=1)  # type: ignore[arg-type]


# --- Specs ---------------------------------------------------------------------------------------


def test_specs_call_the_generators() -> None:
    assert parse_spec("grid:rows=3,columns=4,count=2") == grid(3, 4, count=2)
    assert parse_spec("grid: rows = 3, columns=4") == grid(3, 4)
    assert parse_spec("board:second_lanes=No") == whole_board(second_lanes=False)
    assert parse_spec("parts:smallest=0.5,count=2,seed=8") == board_parts(
        smallest=0.5, count=2, seed=8
    )
    assert parse_spec("games:policy=ticket+random,count=3") == end_of_game(
        policy=["ticket", "random"], count=3
    )
    assert parse_spec("cubic:graph=cube,heavy_loops=true") == cubic("cube", heavy_loops=True)


def test_the_seed_is_for_specs_that_name_none() -> None:
    assert parse_spec("grid", seed=5) == grid(seed=5)
    assert parse_spec("grid:seed=6", seed=5) == grid(seed=6)
    assert parse_spec("board", seed=5) == whole_board()


def test_a_spec_may_be_a_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.CSV"):
        path = tmp_path / name
        write_instances(grid(2, 2), path)
        (read,) = parse_spec(str(path))
        assert read.key() == grid(2, 2)[0].key()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "no generator ''; there are games, parts"),
        ("gird", r"no generator 'gird' \(did you mean 'grid'\?\)"),
        ("graph.txt", r"files whose names end in \.jsonl or \.csv"),
        ("grid:5", "instances 'grid:5': parameters are written KEY=VALUE, not '5'"),
        ("grid:rows=3,", "KEY=VALUE, not ''"),
        ("grid:row=3", r"no parameter 'row' \(did you mean 'rows'\?\); there are rows, columns"),
        ("grid:rows=3,rows=4", "rows is given twice"),
        ("grid:rows=three", "rows must be a whole number, not 'three'"),
        ("grid:count=10000000000000000000", r"count must be an integer in 0\.\.10000000"),
        ("grid:rows=1_0", "rows must be a whole number"),
        ("grid:rows=٣", "rows must be a whole number"),
        ("grid:rows=0", "instances 'grid:rows=0': rows must be an integer, 1 or more"),
        ("parts:smallest=half", "smallest must be a number, not 'half'"),
        ("board:second_lanes=1", "second_lanes must be true or false, not '1'"),
        ("board:seed=1", "'board' has no parameter 'seed'"),
        ("games:map=atlantis", "no built-in map 'atlantis'"),
        ("no such file.csv", "'no such file.csv' cannot be read"),
    ],
)
def test_specs_that_are_refused(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_spec(spec)


def test_a_spec_is_text_and_a_seed_a_seed() -> None:
    with pytest.raises(TypeError, match="a spec of instances is text"):
        parse_spec(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed"):
        parse_spec("board", seed=-1)


def test_the_table_of_generators_describes_them() -> None:
    for name, generator in GENERATORS.items():
        assert generator.name == name
        assert generator.summary.endswith(".")
        assert "count" in generator.defaults or name == "board"


# --- Solvable ------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(sorted(SMALL)), st.integers(0, 2**64 - 1))
def test_instances_are_good_graphs_at_any_seed(name: str, seed: int) -> None:
    for instance in SMALL[name](seed):
        assert instance.lengths.min() >= 1
        assert instance.lengths.max() <= 9
        assert instance.kind
        assert instance.graph.total == instance.total
