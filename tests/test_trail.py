"""ttr.longest_trail on graphs of every kind (R86); networks of games are in the other files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import ttr_fast as ttr

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/trail_cases.jsonl").read_text("utf-8").splitlines()
]

# Networks on which an earlier bound cut off the best trail: it starts below a vertex that has an
# even number of unused edges.
EVEN_START = [
    (72, "2-0-18 5-2-6 3-1-2 1-3-5 2-0-18 0-3-3 0-3-19 0-3-4"),
    (50, "1-7-6 7-6-0 1-6-6 1-7-1 2-5-1 2-3-6 1-2-12 3-6-18"),
    (53, "5-0-2 4-6-4 2-5-1 1-3-4 3-4-17 2-5-6 0-4-14 0-1-1 0-2-4 5-0-3"),
]


def brute_force(edges: list[tuple[int, int, int]]) -> int:
    best = 0

    def walk(vertex: int, used: int, length: int) -> None:
        nonlocal best
        best = max(best, length)
        for i, (a, b, weight) in enumerate(edges):
            if not used >> i & 1 and vertex in (a, b):
                walk(a + b - vertex, used | 1 << i, length + weight)

    for vertex in {v for a, b, _ in edges for v in (a, b)}:
        walk(vertex, 0, 0)
    return best


def check(edges: list[tuple[int, int, int]], longest: int) -> None:
    """The optimum, and a trail that really has it: no edge twice, each next to the last."""
    trail = ttr.longest_trail([e[:2] for e in edges], [e[2] for e in edges])
    assert trail.length == trail.upper_bound == longest
    assert trail.proven
    assert len(set(trail.edges)) == len(trail.edges)
    assert sum(edges[i][2] for i in trail.edges) == longest
    reached = set(edges[trail.edges[0]][:2]) if trail.edges else set()
    for i in trail.edges:
        a, b, _ = edges[i]
        reached = {v for u, v in ((a, b), (b, a)) if u in reached}
        assert reached, "the edges do not form a walk"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_R86_proven_optima(case: dict) -> None:  # type: ignore[type-arg]
    check([tuple(edge) for edge in case["edges"]], case["longest"])


@pytest.mark.parametrize(("longest", "text"), EVEN_START)
def test_R86_trail_that_starts_below_an_even_vertex(longest: int, text: str) -> None:
    edges = [tuple(int(x) for x in edge.split("-")) for edge in text.split()]
    assert brute_force(edges) == longest
    check(edges, longest)


def test_R86_random_multigraphs_against_brute_force() -> None:
    rng = random.Random(86)
    for _ in range(1500):
        vertices = rng.randint(2, 8)
        edges = []
        for _ in range(rng.randint(1, 9)):
            a, b = rng.sample(range(vertices), 2)
            edges.append((a, b, rng.choice((rng.randint(0, 19), rng.randint(1, 6)))))
        check(edges, brute_force(edges))


def test_sparse_and_huge_vertex_numbers() -> None:
    trail = ttr.longest_trail([[7, 10**15], [10**15, 4]], [3, 10**12])
    assert trail.length == 10**12 + 3
    assert sorted(trail.edges) == [0, 1]


def test_lengths_default_to_one_and_empty_graphs_have_length_zero() -> None:
    assert ttr.longest_trail([[0, 1], [1, 2], [2, 0]]).length == 3
    assert ttr.longest_trail([]).length == 0
    assert ttr.longest_trail(np.empty((0, 2), np.int32)).edges == ()


def test_large_eulerian_graph_is_walked_at_once() -> None:
    n = 20_000
    ring = [[i, (i + 1) % n] for i in range(n)]
    trail = ttr.longest_trail(ring + ring)
    assert trail.length == 2 * n
    assert trail.nodes == 0


@pytest.mark.parametrize(
    ("edges", "lengths", "error", "culprit"),
    [
        ([[1, 1]], None, ValueError, r"edges\[0\]"),
        ([[0, -1]], None, ValueError, r"edges\[0\]"),
        ([[0, 1], [1, 2]], [1], ValueError, "lengths"),
        ([[0, 1]], [-1], ValueError, r"lengths\[0\]"),
        ([[0, 1]], [10**13], ValueError, r"lengths\[0\]"),
        ([[0, 1.5]], None, TypeError, "edges"),
        ([[0, 1]], [float("nan")], TypeError, "lengths"),
        ([[0, 1, 2]], None, ValueError, "shape"),
        ([0, 1], None, ValueError, "shape"),
        ([["a", "b"]], None, TypeError, "edges"),
    ],
)
def test_bad_graph_is_refused(
    edges: object, lengths: object, error: type[Exception], culprit: str
) -> None:
    with pytest.raises(error, match=culprit):
        ttr.longest_trail(edges, lengths)  # type: ignore[arg-type]


def test_unknown_algorithm_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="exact"):
        ttr.longest_trail([[0, 1]], algorithm="magic")
    assert "exact" in ttr.trail_algorithms()
