"""What every solver written in Python does before it searches: the lemma.

A connected piece with no or two odd vertices can be walked completely (Euler). In any other piece
an optimal trail joins two different odd vertices:

- All edges at its ends are used, or it could be longer.
- Its ends differ. Else it would be a ring, and as not all vertices are even there would be an edge
  apart from it, and as the piece is connected one that touches it: cut the ring there and put that
  edge behind it.
- So an odd number of the trail's edges ends at either, and these are all there are.
"""

from __future__ import annotations

from typing import Protocol

from ttr_fast.trails.algorithm import TrailSolution
from ttr_fast.trails.algorithms.euler import euler_trail
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["solve_pieces"]


class Search(Protocol):
    def __call__(self, piece: TrailGraph, budget: TrailBudget, floor: int) -> TrailSolution:
        """Searches a connected graph with four odd vertices or more for a trail above `floor`.

        Returns the best one found (no edges: none is longer than `floor`, as far as it knows), and
        an upper bound, which may be `floor` if no trail is longer.
        """


def solve_pieces(graph: TrailGraph, budget: TrailBudget, search: Search) -> TrailSolution:
    """The longest trail of a graph: pieces that are easy first, then the others by their size."""
    length, trail = 0, []
    hard = []
    for edges in graph.pieces:
        piece = graph.part(edges)
        if len(piece.odd_vertices) > 2:
            hard.append((piece, edges))
        elif piece.total > length:
            length, trail = piece.total, [edges[e] for e in euler_trail(piece)]
    hard.sort(key=lambda pair: -pair[0].total)

    upper_bound = nodes = 0
    for piece, edges in hard:
        if piece.total <= length:
            break
        found = search(piece, budget.rest(nodes), length)
        assert found.upper_bound is not None
        nodes += found.nodes
        upper_bound = max(upper_bound, found.upper_bound)
        if piece.length(found.edges) > length:
            length, trail = piece.length(found.edges), [edges[e] for e in found.edges]
    upper_bound = max(upper_bound, length)
    return TrailSolution(trail, upper_bound == length, upper_bound, nodes)
