"""The algorithms that are compiled into the core."""

from __future__ import annotations

from functools import partial

from ttr_fast import _core
from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["ENTRIES"]


def _solve(name: str, graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    return TrailSolution(
        *_core.solve_trail(
            name,
            graph.num_vertices,
            graph.ends,
            graph.lengths,
            budget.node_limit,
            budget.time_limit,
        )
    )


def _entry(
    name: str, exact: bool, limits: str, description: str, source: str, file: str
) -> TrailAlgorithm:
    return TrailAlgorithm(
        name=name,
        exact=exact,
        limits=limits,
        description=description,
        source=source,
        file=f"cpp/include/ttr/trail/{file}",
        solve=partial(_solve, name),
    )


ENTRIES = (
    _entry(
        "naive_dfs",
        exact=True,
        limits="for networks of up to about 20 routes; the time grows exponentially",
        description="Depth-first search that starts in every city and tries every unused route. "
        "It knows nothing of the problem but its rule, and is the yardstick for the others.",
        source="depth-first search with backtracking",
        file="dfs.hpp",
    ),
    _entry(
        "dfs_bound",
        exact=True,
        limits="for networks of up to about 30 routes; the time grows exponentially",
        description="Depth-first search from the odd cities only: a connected piece with at most "
        "two of them can be walked completely, in any other an optimal trail joins two. A trail is "
        "given up when what it has walked and the unused routes that it can still reach are no "
        "more than the best.",
        source="Euler's theorem; branch and bound",
        file="dfs.hpp",
    ),
    _entry(
        "core_dfs",
        exact=True,
        limits="for networks of up to about 40 routes; the time grows exponentially",
        description="Leaves are peeled off, and each city keeps its two longest branches; the core "
        "that remains is searched depth first from odd cities and those with branches. The bound: "
        "what is walked and unused, less half the sum of the shortest routes at cities with an odd "
        "number of unused ones, plus what the best end can win. The engine's own search of "
        "networks (network.hpp) is the same on words of 64 bits.",
        source="reduction to the 2-core; a bound from below on the minimum T-join",
        file="core.hpp",
    ),
    _entry(
        "parity_bb",
        exact=True,
        limits="for boards and most graphs with up to some hundred odd cities, 2000 at most; slow "
        "on graphs made of Petersen or Tutte pieces",
        description="A trail leaves routes over that make all but two odd cities even, so all "
        "lengths minus a cheapest pairing of all but two odd cities is an upper bound. If what "
        "remains after such a pairing is connected, it is an optimal trail; if not, the search "
        "branches on the smallest cut that separates a part of it.",
        source="minimum T-join: Edmonds and Johnson, Matching, Euler tours and the Chinese "
        "postman, Mathematical Programming 5 (1973)",
        file="parity.hpp",
    ),
    _entry(
        "bridge_parity",
        exact=True,
        limits="for sparse graphs with bridges; each block as parity_bb",
        description="Bridges cut the graph into a tree of blocks. Dynamic programming over that "
        "tree puts the trail together from trails of the blocks, each found by parity branch and "
        "bound.",
        source="bridge tree: Tarjan, A note on finding the bridges of a graph, Information "
        "Processing Letters 2 (1974)",
        file="bridges.hpp",
    ),
    _entry(
        "frontier_dp",
        exact=True,
        limits="for any number of routes as long as the frontier has about 10 cities, 12 at most",
        description="Routes are decided one after the other. All that the rest needs to know of "
        "those decided is which cities on the frontier have an odd number of routes chosen, which "
        "are connected, and how many ends are spent; equal states are merged and the longest kept. "
        "The time grows with the width of the graph, not with its size.",
        source="frontier method: Sekine, Imai, Tani, Computing the Tutte polynomial of a graph of "
        "moderate size, ISAAC 1995",
        file="frontier.hpp",
    ),
    _entry(
        "exact",
        exact=True,
        limits="none but time up to 2000 odd cities in a block without bridges; beyond that a good "
        "trail and a bound",
        description="The portfolio behind ttr.longest_trail and the scores of games: reductions, "
        "a short search of the core, parity branch and bound, the bridge tree, and frontier "
        "dynamic programming where the graph is narrow, each where it is best.",
        source="the algorithms above",
        file="exact.hpp",
    ),
    _entry(
        "greedy",
        exact=False,
        limits="a trail of any graph at once, without a promise",
        description="Walks from each odd city, always along the longest unused route, until it is "
        "stuck, and keeps the longest walk.",
        source="folklore",
        file="heuristics.hpp",
    ),
    _entry(
        "local_search",
        exact=False,
        limits="a good trail of any graph, without a promise",
        description="Starts from the greedy trail. Again and again it is cut somewhere, mostly "
        "near an end, grows anew at random and takes in rings of unused routes; what is not "
        "shorter is kept, until nothing has helped for a while.",
        source="iterated local search",
        file="heuristics.hpp",
    ),
)
