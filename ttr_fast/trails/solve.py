"""ttr.longest_trail: runs an algorithm and checks what it answers."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from itertools import islice
from numbers import Real
from operator import index
from typing import Any

from numpy.typing import ArrayLike

from ttr_fast._checks import whole
from ttr_fast.trails.algorithm import TrailAlgorithm, TrailAlgorithmError, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph
from ttr_fast.trails.registry import find_algorithm

__all__ = ["Trail", "longest_trail"]

_MAX_NODES = 2**63 - 1


@dataclass(frozen=True)
class Trail:
    """A trail found, with what is known about it."""

    length: int
    """Sum of the lengths of its edges."""
    edges: tuple[int, ...]
    """Positions in the list of edges, in walking order."""
    cities: tuple[int, ...]
    """The vertices visited, as the user numbers them: one more than edges, or none."""
    proven: bool
    """Is it certain that no trail is longer?"""
    upper_bound: int
    """No trail is longer than this; equal to `length` when proven."""
    nodes: int
    """Steps of the search; what a step is depends on the algorithm."""
    seconds: float
    """CPU time of the search, without the checks of arguments and answer."""


def longest_trail(
    edges: ArrayLike,
    lengths: ArrayLike | None = None,
    algorithm: str = "exact",
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> Trail:
    """The longest walk of a multigraph that uses no edge twice; vertices may be met often (R86).

    Args:
        edges: (m, 2) integers of 64 bits: the names of the two vertices of each edge. Any names
            will do, negative ones too; parallel edges are welcome, self-loops are not.
        lengths: (m,) integers >= 1, below 2**63 in all; 1 each if left out.
        algorithm: a name in `ttr.trail_algorithms()`. "exact" is the fastest proof known.
        node_limit: steps that the search may take; what a step is depends on the algorithm.
        time_limit: seconds of CPU time of the calling thread that the search may take.

    Returns:
        A `Trail`. If a limit strikes, the algorithm is not exact, or the graph is beyond an
        algorithm's limits (see its entry), it is the best trail found, with `proven` false unless
        it meets the upper bound. No edges: length 0, proven.

    Raises:
        ValueError, TypeError: an argument is not as above; the message names it.
        ModuleNotFoundError: the algorithm needs a package that is not installed.
        TrailAlgorithmError: the algorithm, one that a user registered, answered with nonsense.

    Whatever an algorithm answers is walked again before it is returned. Built-in ones release the
    GIL where they are compiled, obey Ctrl-C, and give the same trail for the same input.
    """
    graph = TrailGraph.from_edges(edges, lengths)
    entry = find_algorithm(algorithm)
    entry.require()
    budget = TrailBudget(node_limit, time_limit)
    if graph.num_edges == 0:
        return Trail(0, (), (), True, 0, 0, 0.0)
    # Twins: whatever a solver does to what it is given, the answer is checked against these.
    answer = entry.solve(graph.twin(), budget.rest(0))
    return _checked(entry, graph, budget, answer, budget.seconds)


def _checked(
    entry: TrailAlgorithm, graph: TrailGraph, budget: TrailBudget, answer: Any, seconds: float
) -> Trail:
    """The answer as a Trail, if it is one."""
    try:
        solution = _as_solution(entry, budget, answer)
        # One more than there are edges is a fault already; an iterator may have no end.
        edges = [index(e) for e in islice(solution.edges, graph.num_edges + 1)]
        cities = graph.walk(edges)
        length = graph.length(edges)
        bound = _upper_bound(graph, solution, length)
        nodes = whole("nodes", solution.nodes, 0, _MAX_NODES)
        if solution.seconds is not None:
            seconds = _seconds(solution.seconds)
    except (TypeError, ValueError) as error:
        raise TrailAlgorithmError(entry.name, str(error)) from error
    return Trail(
        length,
        tuple(edges),
        tuple(graph.vertices[cities].tolist()),
        bound == length,
        bound,
        nodes,
        seconds,
    )


def _as_solution(entry: TrailAlgorithm, budget: TrailBudget, answer: Any) -> TrailSolution:
    if isinstance(answer, TrailSolution):
        return answer
    if not hasattr(answer, "edges"):
        # Edges alone cannot say that a limit struck.
        unlimited = budget.node_limit is None and budget.time_limit is None
        return TrailSolution(answer, proven=entry.exact and unlimited)
    given = {
        f.name: getattr(answer, f.name) for f in fields(TrailSolution) if hasattr(answer, f.name)
    }
    return TrailSolution(**given)


def _upper_bound(graph: TrailGraph, solution: TrailSolution, length: int) -> int:
    if solution.upper_bound is None:
        bound = length if solution.proven else graph.largest_piece
    else:
        bound = index(solution.upper_bound)
    if bound > length:  # finding the pieces takes longer than many a search
        bound = min(bound, graph.largest_piece)
    if bound < length:
        raise ValueError(f"its upper bound is {bound}, its trail has length {length}")
    if solution.proven and bound != length:
        raise ValueError(f"it claims a proof for length {length} with the upper bound {bound}")
    longest = int(graph.lengths.argmax())
    if bound < graph.lengths[longest]:
        raise ValueError(
            f"it claims that no trail is longer than {bound}, but edge {longest} alone has length "
            f"{graph.lengths[longest]}"
        )
    return bound


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"seconds must be a number, 0 or more, got {value!r}")
    try:
        seconds = float(value)
    except OverflowError:  # an integer of hundreds of digits
        seconds = math.inf
    if not 0 <= seconds < math.inf:  # nan too
        raise ValueError(f"seconds must be a finite number, 0 or more, got {seconds}")
    return seconds
