"""Multigraphs for tests, and longest trails found in the plainest way."""

from __future__ import annotations

import random

import ttr_fast as ttr

Ends = list[list[int]]


def random_multigraph(rng: random.Random, most_edges: int = 9) -> tuple[Ends, list[int]]:
    """Ends and lengths of 1 edge or more on 2 to 8 vertices, often with parallel edges."""
    vertices = rng.randint(2, 8)
    ends = [rng.sample(range(vertices), 2) for _ in range(rng.randint(1, most_edges))]
    longest = rng.choice((1, 6, 20))
    return ends, [rng.randint(1, longest) for _ in ends]


def cubic_graph(vertices: int, seed: int) -> tuple[Ends, list[int]]:
    """Three edges of length 1 to 9 at every vertex, at random: hard if there are many."""
    rng = random.Random(seed)
    while True:
        stubs = [v for v in range(vertices) for _ in range(3)]
        rng.shuffle(stubs)
        ends = [list(pair) for pair in zip(stubs[::2], stubs[1::2], strict=True)]
        if all(a != b for a, b in ends):
            return ends, [rng.randint(1, 9) for _ in ends]


def longest_by_brute_force(ends: Ends, lengths: list[int]) -> int:
    best = 0

    def walk(vertex: int, used: int, length: int) -> None:
        nonlocal best
        best = max(best, length)
        for i, (a, b) in enumerate(ends):
            if not used >> i & 1 and vertex in (a, b):
                walk(a + b - vertex, used | 1 << i, length + lengths[i])

    for vertex in {v for pair in ends for v in pair}:
        walk(vertex, 0, 0)
    return best


def check_trail(trail: ttr.Trail, ends: Ends, lengths: list[int]) -> None:
    """It is a walk along these edges that uses none twice, and what it says of itself is true."""
    assert len(set(trail.edges)) == len(trail.edges)
    assert len(trail.cities) == len(trail.edges) + bool(trail.edges)
    for e, a, b in zip(trail.edges, trail.cities, trail.cities[1:], strict=False):
        assert sorted(ends[e]) == sorted((a, b))
    assert trail.length == sum(lengths[e] for e in trail.edges) <= trail.upper_bound
    assert trail.proven == (trail.length == trail.upper_bound)
    assert trail.nodes >= 0
    assert trail.seconds >= 0
