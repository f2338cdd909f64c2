"""Famous cubic graphs, and larger ones put together from pieces of them.

In a cubic graph a trail that misses nothing but single edges is all but a Hamiltonian path, and
these graphs were found as counterexamples or near misses in that field. Two ways to make them
worse:

- A vertex gives way to a piece, a cubic graph without one of its vertices, whose three neighbours
  take the three edges over. Pieces of the Petersen and Tutte graphs can be entered, crossed and
  left only in few ways, which a bound by parity does not see.
- Every vertex gets a heavy loop: three long edges through two new vertices. A good trail must
  then come by every vertex, while the edges between them hardly count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ttr_fast.trails.generators.checks import flag, one_of
from ttr_fast.trails.generators.distinct import draw_graphs
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.generators.lengths import check_lengths, draw_lengths
from ttr_fast.trails.instances import TrailInstance

__all__ = ["CUBIC", "PIECES", "cubic", "cubic_edges"]

Pairs: TypeAlias = list[tuple[int, int]]


def cubic(
    graph: str = "petersen",
    piece: str = "none",
    heavy_loops: bool = False,
    lengths: str = "ttr",
    count: int = 1,
    seed: int = 0,
) -> list[TrailInstance]:
    """Famous cubic graphs, their vertices replaced by pieces or made heavy by loops.

    Args:
        graph: one of `CUBIC`.
        piece: none, or one of `PIECES`: what takes the place of every vertex.
        heavy_loops: hang a loop of three edges of length 5 to 9 on every vertex.
        lengths: one of `LENGTHS`; of all other edges.
        count: how many; with unit lengths and no loops there is only one.
        seed: of the lengths.
    """
    edges = cubic_edges(graph)
    check_lengths(lengths)
    if one_of("piece", piece, ("none", *PIECES)) != "none":
        edges = _replace(edges, *PIECES[piece]())
    heavy_loops = flag("heavy_loops", heavy_loops)
    loops = _loops(1 + max(max(edge) for edge in edges)) if heavy_loops else []

    def draw(draws: Draws) -> tuple[Pairs, list[int]]:
        heavy = [draws.between(5, 9) for _ in loops]
        return edges + loops, draw_lengths(lengths, len(edges), draws) + heavy

    parts = [graph, *([piece] if piece != "none" else []), *(["heavy"] if heavy_loops else [])]
    stem = "-".join(["cubic", *parts, lengths])
    return draw_graphs(draw, kind="cubic", stem=stem, count=count, seed=seed)


def cubic_edges(graph: str) -> Pairs:
    """The edges of one of `CUBIC`, vertices 0, 1, ...; ValueError for any other name."""
    return CUBIC[one_of("graph", graph, CUBIC)]()


# --- The graphs ----------------------------------------------------------------------------------


def _complete4() -> Pairs:
    return [(a, b) for a in range(4) for b in range(a + 1, 4)]


def _generalized_petersen(n: int, k: int) -> Pairs:
    """An outer cycle of n vertices, spokes, and an inner star polygon of steps of k."""
    outer = [(i, (i + 1) % n) for i in range(n)]
    inner = [(n + i, n + (i + k) % n) for i in range(n)]
    return outer + [(i, n + i) for i in range(n)] + inner


def _cycle_with_chords(jumps: Sequence[int], times: int = 1) -> Pairs:
    """The graph of an LCF notation: a cycle, and from vertex i a chord to i + jumps[i]."""
    n = len(jumps) * times
    chords = {tuple(sorted((i, (i + jumps[i % len(jumps)]) % n))) for i in range(n)}
    return [(i, (i + 1) % n) for i in range(n)] + [(a, b) for a, b in sorted(chords)]


def _flower_snark(n: int) -> Pairs:
    """n stars of a centre and three tips; the tips make one cycle of n and one of 2n vertices."""
    star, ring, twice = range(n), range(n, 2 * n), range(2 * n, 4 * n)
    edges = [(star[i], tip) for i in star for tip in (ring[i], twice[i], twice[n + i])]
    edges += [(ring[i], ring[(i + 1) % n]) for i in range(n)]
    return edges + [(twice[i], twice[(i + 1) % (2 * n)]) for i in range(2 * n)]


def _tutte() -> Pairs:
    """The Tutte graph (1946): three of his pieces round a vertex; it has no Hamiltonian cycle."""
    piece, (top, left, right) = _tutte_piece()
    size = 15
    edges = []
    for i in range(3):
        here, there = 1 + i * size, 1 + (i + 1) % 3 * size
        edges += [(a + here, b + here) for a, b in piece]
        edges += [(0, here + top), (here + left, there + right)]
    return edges


CUBIC: Final[dict[str, Callable[[], Pairs]]] = {
    "k4": _complete4,
    "prism": lambda: _generalized_petersen(3, 1),
    "cube": lambda: _generalized_petersen(4, 1),
    "petersen": lambda: _generalized_petersen(5, 2),
    "frucht": lambda: _cycle_with_chords([-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2]),
    "pappus": lambda: _cycle_with_chords([5, 7, -7, 7, -7, -5], 3),
    "dodecahedron": lambda: _generalized_petersen(10, 2),
    "desargues": lambda: _generalized_petersen(10, 3),
    "snark5": lambda: _flower_snark(5),
    "snark7": lambda: _flower_snark(7),
    "tutte": _tutte,
}
"""The graphs by name. snark5 and snark7 are the flower snarks of R. Isaacs (1975)."""


# --- Pieces and loops ----------------------------------------------------------------------------


def _without_a_vertex(edges: Pairs) -> tuple[Pairs, tuple[int, ...]]:
    """A cubic graph without its vertex 0; the others move down by one."""
    rest = [(a - 1, b - 1) for a, b in edges if 0 not in (a, b)]
    return rest, tuple(a + b - 1 for a, b in edges if 0 in (a, b))


def _tutte_piece() -> tuple[Pairs, tuple[int, ...]]:
    """W. T. Tutte's piece of 15 vertices.

    A path that comes by all of them and ends at two outlets has the first as one of its ends.
    """
    outline = [(i, (i + 1) % 9) for i in range(9)]
    inside = [(9, 1), (9, 8), (9, 10), (10, 11), (10, 14), (11, 2)]
    inside += [(11, 12), (12, 4), (12, 13), (13, 6), (13, 14), (14, 7)]
    return outline + inside, (0, 3, 5)


PIECES: Final[dict[str, Callable[[], tuple[Pairs, tuple[int, ...]]]]] = {
    "triangle": lambda: _without_a_vertex(_complete4()),
    "petersen": lambda: _without_a_vertex(_generalized_petersen(5, 2)),
    "tutte": _tutte_piece,
}
"""What can take the place of a vertex, by name: edges, and the three vertices with only two."""


def _replace(edges: Pairs, piece: Pairs, outlets: Sequence[int]) -> Pairs:
    """Every vertex as a copy of the piece, which its edges enter by the outlets, in their order."""
    size = 1 + max(max(pair) for pair in piece)
    free = {v: [v * size + outlet for outlet in outlets] for edge in edges for v in edge}
    inside = [(v * size + a, v * size + b) for v in sorted(free) for a, b in piece]
    return inside + [(free[a].pop(0), free[b].pop(0)) for a, b in edges]


def _loops(vertices: int) -> Pairs:
    """A loop of three edges at each of 0..vertices-1, through two new vertices of its own."""
    loops = []
    for v in range(vertices):
        new = vertices + 2 * v
        loops += [(v, new), (new, new + 1), (new + 1, v)]
    return loops
