"""Integer programming: HiGHS, with connectivity cuts that are made when they are needed.

For a connected piece with four odd vertices or more:

    maximise    sum of length(e) x(e)
    at every v  sum of x(e) = 2 passes(v) + end(v)         x, end in {0, 1}, passes >= 0 whole
                sum of end(v) = 2                          end(v) for odd v only
                passes(v) >= end(v) (degree(v) - 1) / 2    a trail uses up the edges at its ends

These are a trail and perhaps rings apart from it. For the vertices W of such a ring and an edge e
between them

    sum of x over the edges that leave W  >=  2 x(e) - sum of end(v) over W

cuts it off and keeps every trail: one that uses e and ends outside of W enters and leaves it, one
with one end in W crosses once, one with both need not. HiGHS does not ask for cuts while it works,
so the program is solved again with them until what comes out is one piece.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution
from ttr_fast.trails.algorithms.by_piece import solve_pieces
from ttr_fast.trails.algorithms.euler import euler_trail
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["ENTRY", "solve"]

# HiGHS computes with doubles. It takes a number for whole, a constraint for kept and a dual for
# feasible if it is at most this far off; it allows no less.
_TOLERANCE = 1e-10
# With lengths of less than this in all such errors make less than half a unit together, so that a
# bound can be rounded to the whole number that it stands for.
_MAX_TOTAL = 2**32
_SEED = 0
_MAX_NODES = 2**31 - 1  # of HiGHS


def solve(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    unit = math.gcd(*graph.lengths.tolist()) or 1  # 0 if there are no edges
    if graph.total // unit >= _MAX_TOTAL:
        raise ValueError(
            "ilp computes with doubles and takes lengths that make less than 2**32 in all, divided "
            f"by their greatest common divisor {unit}; these make {graph.total // unit}"
        )
    left = None if budget.time_limit is None else max(0.0, budget.time_limit - budget.seconds)

    def work(stop: Callable[[], bool]) -> TrailSolution:
        clock = TrailBudget(budget.node_limit, left)  # of the thread that works
        found = solve_pieces(graph, clock, partial(_search, unit=unit, stop=stop))
        return replace(found, seconds=clock.seconds)

    return _in_thread(work)


def _in_thread(work: Callable[[Callable[[], bool]], TrailSolution]) -> TrailSolution:
    """work(stop) in a thread of its own; `stop()` tells it to end.

    Signals come to the main thread while it waits here. In a callback of HiGHS they would raise in
    the middle of C++ code that does not expect it.
    """
    interrupted = threading.Event()
    done = threading.Event()
    results: list[TrailSolution] = []
    errors: list[BaseException] = []

    def stop() -> bool:
        # Without a main thread the interpreter is about to end, and waits for this one.
        return interrupted.is_set() or not threading.main_thread().is_alive()

    def run() -> None:
        try:
            results.append(work(stop))
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    # No daemon, even if its caller is one: the interpreter must wait for it. And no join() here: if
    # that is interrupted, CPython 3.11 takes the thread for ended and never waits for it again.
    thread = threading.Thread(target=run, name="ttr_fast ilp", daemon=False)
    try:
        thread.start()
        while not done.wait(0.1):  # where a wait without an end cannot be interrupted
            pass
    except BaseException:
        interrupted.set()
        if thread.ident is not None:  # it was started
            done.wait()
        raise
    for error in errors:
        raise error
    return results[0]


def _search(
    piece: TrailGraph, budget: TrailBudget, floor: int, *, unit: int, stop: Callable[[], bool]
) -> TrailSolution:
    """For `solve_pieces`. A node is one of HiGHS, and there is at least one in each run of it."""
    if stop() or budget.is_spent(0):
        return TrailSolution([], False, piece.total)
    best: list[int] = []
    best_length = nodes = 0
    upper_bound = piece.total
    program = _Program(piece, unit)
    while upper_bound > max(floor, best_length) and not (stop() or budget.is_spent(nodes)):
        result = program.run(budget.rest(nodes), stop)
        nodes += result.nodes
        upper_bound = min(upper_bound, result.upper_bound)
        parts = [[result.edges[e] for e in part] for part in piece.part(result.edges).pieces]
        for part in parts:
            if piece.length(part) > best_length:
                best, best_length = part, piece.length(part)
        if upper_bound < best_length:
            raise ArithmeticError(
                f"HiGHS is wrong: no trail is longer than {upper_bound}, it says, and finds one of "
                f"{best_length}"
            )
        rings = [part for part in parts if not piece.part(part).odd_vertices]
        if not result.is_optimal or not rings:
            break
        program.cut_off(rings)
    bound = max(upper_bound, floor)
    return TrailSolution(euler_trail(piece, best), bound == best_length, bound, nodes)


_Row: TypeAlias = tuple[dict[int, int], float, float]
"""Factors by columns, and between what the sum has to lie."""


@dataclass(frozen=True)
class _Result:
    edges: list[int]
    upper_bound: int
    nodes: int
    is_optimal: bool


class _Program:
    """The integer program of a piece. Columns: x by edges, passes by vertices, end by odd ones."""

    def __init__(self, piece: TrailGraph, unit: int) -> None:
        self._piece = piece
        self._unit = unit
        first_end = piece.num_edges + piece.num_vertices
        self._end_of = {v: first_end + i for i, v in enumerate(piece.odd_vertices)}
        self._must_end: Callable[[], bool] = lambda: False
        self._highs = _new_highs()
        for callback in (self._highs.cbMipInterrupt, self._highs.cbSimplexInterrupt):
            callback.subscribe(self._interrupt)
        self._add_columns()
        self._add_rows(self._walk_rows())

    def _add_columns(self) -> None:
        piece = self._piece
        passes = [len(around) // 2 for around in piece.incident]
        most = np.array([1] * piece.num_edges + passes + [1] * len(self._end_of), float)
        n = len(most)
        gain = np.zeros(n)
        gain[: piece.num_edges] = piece.lengths // self._unit
        none = np.zeros(0)
        self._highs.addCols(n, gain, np.zeros(n), most, 0, none, none, none)
        self._highs.changeColsIntegrality(n, np.arange(n), np.ones(n, np.uint8))
        self._highs.setMaximize()

    def _walk_rows(self) -> Iterator[_Row]:
        for v, around in enumerate(self._piece.incident):
            passes, end = self._piece.num_edges + v, self._end_of.get(v)
            row = {e: 1 for e, _ in around} | {passes: -2}
            if end is not None:
                row[end] = -1
                yield {passes: 1, end: -(len(around) // 2)}, 0, math.inf
            yield row, 0, 0
        yield dict.fromkeys(self._end_of.values(), 1), 2, 2

    def cut_off(self, rings: list[list[int]]) -> None:
        """Forbids these rings, which are apart from the trail, and keeps every trail."""
        self._add_rows(row for ring in rings for row in self._ring_rows(ring))

    def _ring_rows(self, ring: list[int]) -> Iterator[_Row]:
        inside = np.zeros(self._piece.num_vertices, bool)
        inside[self._piece.ends[ring].ravel()] = True
        a, b = inside[self._piece.ends].T
        crossing = dict.fromkeys(np.flatnonzero(a != b).tolist(), 1)
        ends = {end: 1 for v, end in self._end_of.items() if inside[v]}
        for e in ring:
            yield crossing | ends | {e: -2}, 0, math.inf

    def _add_rows(self, rows: Iterable[_Row]) -> None:
        terms, low, high = zip(*rows, strict=True)
        starts = np.cumsum([0, *map(len, terms)])
        columns = np.fromiter(chain.from_iterable(terms), np.int32)
        values = np.fromiter(chain.from_iterable(row.values() for row in terms), float)
        self._highs.addRows(
            len(terms), np.array(low), np.array(high), len(values), starts[:-1], columns, values
        )

    def run(self, budget: TrailBudget, stop: Callable[[], bool]) -> _Result:
        from highspy import HighsModelStatus, SolutionStatus

        self._must_end = lambda: stop() or budget.is_out_of_time()
        highs, piece = self._highs, self._piece
        node_limit = _MAX_NODES if budget.node_limit is None else budget.node_limit
        highs.setOptionValue("mip_max_nodes", min(node_limit, _MAX_NODES))
        highs.run()
        info = highs.getInfo()
        upper_bound = piece.total
        if math.isfinite(info.mip_dual_bound):
            upper_bound = min(upper_bound, math.floor(info.mip_dual_bound + 0.5) * self._unit)
        edges = []
        if info.primal_solution_status == SolutionStatus.kSolutionStatusFeasible:
            x = highs.getSolution().col_value[: piece.num_edges]
            edges = [e for e, value in enumerate(x) if value > 0.5]
        is_optimal = highs.getModelStatus() == HighsModelStatus.kOptimal
        return _Result(edges, upper_bound, max(1, info.mip_node_count), is_optimal)

    def _interrupt(self, event: Any) -> None:
        if self._must_end():
            event.interrupt()


def _new_highs() -> Any:
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:
            self.silent()  # before the constructor can print its banner
            super().enableCallbacks()

    highs = Quiet()
    options = {"threads": 1, "random_seed": _SEED, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
    for name in ("mip_feasibility", "primal_feasibility", "dual_feasibility"):
        options[f"{name}_tolerance"] = _TOLERANCE
    for name, value in options.items():
        if highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
            raise RuntimeError(f"HiGHS refuses the option {name} = {value}")
    return highs


ENTRY = TrailAlgorithm(
    name="ilp",
    exact=True,
    limits="for boards and graphs of up to about 200 routes; lengths of less than 2**32 in all, "
    "divided by their greatest common divisor",
    description="An integer program, solved by HiGHS on one thread: which routes are used, how "
    "often each city is passed, which two odd cities are the ends. Its solution is a trail and "
    "perhaps rings apart from it; inequalities that cut these rings off are added, and it is "
    "solved again until the trail is all that is left.",
    source="subtour elimination: Dantzig, Fulkerson, Johnson, Solution of a large-scale "
    "traveling-salesman problem, Operations Research 2 (1954); HiGHS: Huangfu and Hall, "
    "Parallelizing the dual revised simplex method, Mathematical Programming Computation 10 (2018)",
    file="ttr_fast/trails/algorithms/ilp.py",
    solve=solve,
    needs=("highspy",),
)
