"""Depth-first search on a networkx MultiGraph, as people write it who have their graph there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["ENTRY", "solve"]


def solve(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    import networkx as nx  # type: ignore[import-untyped, import-not-found, unused-ignore]

    board = nx.MultiGraph()
    rows = zip(graph.ends.tolist(), graph.lengths.tolist(), strict=True)
    board.add_edges_from((a, b, e, {"length": length}) for e, ((a, b), length) in enumerate(rows))
    pieces = [board.subgraph(vertices).copy() for vertices in nx.connected_components(board)]
    pieces.sort(key=lambda piece: -_total(piece))

    search = _DepthFirst(nx, budget)
    upper_bound = 0
    for piece in pieces:
        total = _total(piece)
        if total <= search.best:
            break
        if nx.has_eulerian_path(piece):
            search.keep(total, (e for _, _, e in nx.eulerian_path(piece, keys=True)))
        else:
            odd = [v for v, degree in piece.degree() if degree % 2]
            # A trail can be walked from either end, so the last of them need not be tried.
            if not all(search.walk_from(piece, start) for start in odd[:-1]):
                upper_bound = max(upper_bound, total)
    upper_bound = max(upper_bound, search.best)
    return TrailSolution(search.best_trail, upper_bound == search.best, upper_bound, search.nodes)


class _DepthFirst:
    """Takes edges out of the graph while it walks, and puts them back; a node is an edge walked."""

    def __init__(self, nx: Any, budget: TrailBudget) -> None:
        self._nx = nx
        self.best = 0
        self.best_trail: list[int] = []
        self.nodes = 0
        self._budget = budget

    def walk_from(self, board: Any, start: int) -> bool:
        """Tries all trails from here. False: the budget was spent before."""
        trail: list[tuple[int, int, int, int]] = []
        walked = 0
        choices = [list(board.edges(start, keys=True, data="length"))]
        while choices:
            if choices[-1]:
                if self._budget.is_spent(self.nodes):
                    self.keep(walked, (e for _, _, e, _ in trail))
                    return False
                self.nodes += 1
                a, b, e, length = choices[-1].pop()
                board.remove_edge(a, b, e)
                trail.append((a, b, e, length))
                walked += length
                choices.append(list(board.edges(b, keys=True, data="length")))
                can_branch = len(choices[-1]) > 1
                is_best = walked > self.best  # already; the bound takes time
                if can_branch and not is_best and walked + self._reachable(board, b) <= self.best:
                    choices[-1].clear()
            else:
                self.keep(walked, (e for _, _, e, _ in trail))
                choices.pop()
                if trail:
                    a, b, e, length = trail.pop()
                    board.add_edge(a, b, e, length=length)
                    walked -= length
        return True

    def _reachable(self, board: Any, vertex: int) -> int:
        """Length of all edges left that a trail from here could come to."""
        return _total(board.subgraph(self._nx.node_connected_component(board, vertex)))

    def keep(self, walked: int, trail: Iterable[int]) -> None:
        if walked > self.best:
            self.best, self.best_trail = walked, list(trail)


def _total(board: Any) -> int:
    """Sum of all lengths. (`size` of networkx divides, and large integers become inexact.)"""
    return sum(length for _, _, length in board.edges(data="length"))


ENTRY = TrailAlgorithm(
    name="networkx_dfs",
    exact=True,
    limits="for networks of up to about 25 routes; the time grows exponentially",
    description="The search of python_dfs on a networkx MultiGraph: edges are removed while the "
    "trail is walked and put back on the way home, connected_components and eulerian_path settle "
    "what needs no search, node_connected_component bounds the rest. Here to show what a general "
    "graph library costs.",
    source="depth-first search with backtracking; networkx.org",
    file="ttr_fast/trails/algorithms/networkx_dfs.py",
    solve=solve,
    needs=("networkx",),
)
