"""A walk along all edges of a connected graph in which at most two vertices are odd."""

from __future__ import annotations

from collections.abc import Iterable

from ttr_fast.trails.graph import TrailGraph

__all__ = ["euler_trail"]


def euler_trail(graph: TrailGraph, edges: Iterable[int] | None = None) -> list[int]:
    """All edges of `graph`, or these of them, in walking order.

    They must be connected, and an odd number of them may end at two vertices at most.

    Hierholzer's algorithm: walk until stuck, which can only be at the other odd vertex or at the
    start; go back along the walk and insert rings where an edge is left.
    """
    unused = [edges is None] * graph.num_edges
    for e in edges or ():
        unused[e] = True
    start = _start(graph, unused)
    around = [iter(pairs) for pairs in graph.incident]
    walk = [(start, -1)]
    done: list[int] = []
    while walk:
        vertex, came_by = walk[-1]
        for e, other in around[vertex]:
            if unused[e]:
                unused[e] = False
                walk.append((other, e))
                break
        else:
            walk.pop()
            done.append(came_by)
    return done[:-1]  # from its end to its start; the start was not reached by an edge


def _start(graph: TrailGraph, chosen: list[bool]) -> int:
    """An odd vertex if there is one, else any that has an edge."""
    degree = [0] * graph.num_vertices
    for take, (a, b) in zip(chosen, graph.ends.tolist(), strict=True):
        if take:
            degree[a] += 1
            degree[b] += 1
    return max(range(graph.num_vertices), key=lambda v: (degree[v] % 2, degree[v] > 0))
