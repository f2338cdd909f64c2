"""Depth-first search in plain Python: what a program needs to know to be right, and one bound."""

from __future__ import annotations

from collections.abc import Iterator

from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution
from ttr_fast.trails.algorithms.by_piece import solve_pieces
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["ENTRY", "solve"]

# The clock is read whenever so many edges have been looked at: about once a millisecond.
_WORK_PER_LOOK = 5_000


def solve(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    return solve_pieces(graph, budget, _search)


def _search(piece: TrailGraph, budget: TrailBudget, floor: int) -> TrailSolution:
    search = _DepthFirst(piece, budget, floor)
    # A trail can be walked from either end, so the last odd vertex need not be tried.
    finished = all(search.walk_from(start) for start in piece.odd_vertices[:-1])
    return TrailSolution(
        search.best_trail, finished, search.best if finished else piece.total, search.nodes
    )


class _DepthFirst:
    """All trails of a graph from one vertex after the other; a node is an edge walked.

    It keeps its own stack: a trail may be longer than Python can call functions.
    """

    def __init__(self, graph: TrailGraph, budget: TrailBudget, floor: int) -> None:
        self.best = floor
        self.best_trail: list[int] = []
        self.nodes = 0
        self._around = graph.incident
        self._lengths = graph.lengths.tolist()
        self._used = [False] * graph.num_edges
        self._unused_at = [len(pairs) for pairs in graph.incident]
        self._budget = budget
        self._work = _WORK_PER_LOOK

    def walk_from(self, start: int) -> bool:
        """Tries all trails from here. False: the budget was spent before."""
        trail: list[int] = []
        walked = 0
        at = [start]
        choices = [iter(self._around[start])]
        while choices:
            e, to = self._next(choices[-1])
            if e >= 0 and self._is_spent():
                self._keep(trail, walked)
                return False
            if e >= 0:
                self.nodes += 1
                trail.append(e)
                walked += self._lengths[e]
                self._mark(e, at[-1], to, True)
                at.append(to)
                choices.append(iter(self._around[to] if self._is_promising(to, walked) else ()))
            else:
                self._keep(trail, walked)
                choices.pop()
                came_to = at.pop()
                if trail:
                    e = trail.pop()
                    walked -= self._lengths[e]
                    self._mark(e, at[-1], came_to, False)
        return True

    def _next(self, choices: Iterator[tuple[int, int]]) -> tuple[int, int]:
        """The next unused edge and where it leads; -1 when there is none."""
        for e, to in choices:
            self._work += 1
            if not self._used[e]:
                return e, to
        return -1, -1

    def _mark(self, e: int, a: int, b: int, used: bool) -> None:
        self._used[e] = used
        change = -1 if used else 1
        self._unused_at[a] += change
        self._unused_at[b] += change

    def _keep(self, trail: list[int], walked: int) -> None:
        if walked > self.best:
            self.best, self.best_trail = walked, trail.copy()

    def _is_promising(self, vertex: int, walked: int) -> bool:
        """May the trail that has come here become the longest?"""
        if self._unused_at[vertex] < 2 or walked > self.best:
            return True  # it cannot branch, or it is
        return walked + self._reachable(vertex) > self.best

    def _reachable(self, vertex: int) -> int:
        """Length of all unused edges that a trail from here could come to."""
        seen = {vertex}
        waiting = [vertex]
        twice = 0  # every edge is met from both of its ends
        while waiting:
            v = waiting.pop()
            self._work += len(self._around[v])
            for e, to in self._around[v]:
                if not self._used[e]:
                    twice += self._lengths[e]
                    if to not in seen:
                        seen.add(to)
                        waiting.append(to)
        return twice // 2

    def _is_spent(self) -> bool:
        if self.nodes == self._budget.node_limit:
            return True
        if self._work < _WORK_PER_LOOK:
            return False
        self._work = 0
        return self._budget.is_out_of_time()


ENTRY = TrailAlgorithm(
    name="python_dfs",
    exact=True,
    limits="for networks of up to about 25 routes; the time grows exponentially",
    description="Plain Python, to be read. A connected piece with at most two odd cities is walked "
    "completely; in any other a depth-first search starts from its odd cities, as an optimal trail "
    "joins two of them. Where a trail can branch it is given up if what it has walked and the "
    "unused routes it can still reach are no more than the best.",
    source="Euler's theorem; depth-first search with backtracking",
    file="ttr_fast/trails/algorithms/python_dfs.py",
    solve=solve,
)
