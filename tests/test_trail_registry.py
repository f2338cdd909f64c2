"""The registry of longest-trail algorithms: what is listed, users' own ones, and what happens when
one of them is wrong."""

from __future__ import annotations

import itertools
import math
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from ttr_fast import _core

ROOT = Path(__file__).parent.parent
BUILT_IN = [
    "naive_dfs", "dfs_bound", "core_dfs", "parity_bb", "bridge_parity", "frontier_dp", "exact",
    "greedy", "local_search", "python_dfs", "cython_dfs", "networkx_dfs", "ilp",
]  # fmt: skip
PATH = [[5, 6], [6, 7], [7, 8]]
STAR = [[0, 1], [0, 2], [0, 3]]


@pytest.fixture
def register() -> Iterator[Any]:
    """Registers a solver as "mine"; it is forgotten after the test."""
    yield lambda solve, **about: ttr.register_trail_algorithm("mine", solve, **about)
    if "mine" in ttr.trail_algorithms():
        ttr.unregister_trail_algorithm("mine")


def run(graph: list[list[int]] = PATH, **limits: Any) -> ttr.Trail:
    return ttr.longest_trail(graph, algorithm="mine", **limits)


# --- What is built in ----------------------------------------------------------------------------


def test_built_in_algorithms_are_listed_in_order() -> None:
    assert list(ttr.trail_algorithms()) == BUILT_IN
    assert [name for name, a in ttr.trail_algorithms().items() if not a.exact] == [
        "greedy",
        "local_search",
    ]


def test_every_compiled_algorithm_is_listed() -> None:
    assert set(_core.trail_algorithm_names()) == set(BUILT_IN[:9])


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_entry_says_what_it_is(name: str) -> None:
    entry = ttr.trail_algorithms()[name]
    assert entry.name == name
    assert (ROOT / entry.file).is_file()
    assert len(entry.description) > 80
    assert "\n" not in entry.description
    assert entry.limits
    assert entry.source
    assert pickle.loads(pickle.dumps(entry)) == entry


def test_entries_and_the_list_cannot_be_changed() -> None:
    algorithms = ttr.trail_algorithms()
    with pytest.raises(TypeError):
        algorithms["exact"] = algorithms["greedy"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        algorithms["exact"].exact = False  # type: ignore[misc]


@pytest.mark.parametrize("name", ["exact", "ilp", "python_dfs"])
def test_built_in_algorithms_stay(name: str) -> None:
    with pytest.raises(ValueError, match=rf"'{name}' is that of a built-in algorithm"):
        ttr.register_trail_algorithm(name, lambda graph, budget: [], replace=True)
    with pytest.raises(ValueError, match=rf"'{name}' is built in and cannot be removed"):
        ttr.unregister_trail_algorithm(name)


@pytest.mark.parametrize(("name", "package"), [("networkx_dfs", "networkx"), ("ilp", "highspy")])
def test_algorithm_without_its_package_is_listed_and_says_what_to_install(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    entry = ttr.trail_algorithms()[name]
    assert entry.needs == (package,)
    assert not entry.available
    for graph in (PATH, []):
        with pytest.raises(
            ModuleNotFoundError, match=rf"'{name}' needs {package}: pip install ttr-fast\[trails\]"
        ):
            ttr.longest_trail(graph, algorithm=name)
    assert ttr.trail_algorithms()["exact"].available


# --- A user's own --------------------------------------------------------------------------------


def test_registered_in_one_line_and_used_by_name() -> None:
    ttr.register_trail_algorithm("mine", lambda graph, budget: [2, 1])
    try:
        trail = run()
        assert trail.edges == (2, 1)
        assert trail.cities == (8, 7, 6)
        assert (trail.length, trail.upper_bound, trail.proven) == (2, 3, False)
    finally:
        ttr.unregister_trail_algorithm("mine")
    with pytest.raises(ValueError, match="unknown algorithm 'mine'"):
        run()


def test_entry_of_a_registered_algorithm(register: Any) -> None:
    def solve(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> list[int]:
        return []

    before = ttr.trail_algorithms()
    entry = register(solve, exact=True, description="d", source="s", limits="l")
    assert "mine" not in before
    assert list(ttr.trail_algorithms()) == [*BUILT_IN, "mine"]
    assert ttr.trail_algorithms()["mine"] is entry
    assert (entry.exact, entry.description, entry.source, entry.limits) == (True, "d", "s", "l")
    assert entry.needs == ()
    assert entry.available
    assert Path(entry.file) == Path(__file__)


def test_solver_gets_the_graph_numbered_densely_and_the_limits(register: Any) -> None:
    seen: list[Any] = []

    def solve(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> list[int]:
        seen.extend((graph, budget))
        return []

    register(solve)
    ttr.longest_trail([[9, -4], [9, 7]], [3, 4], "mine", node_limit=8, time_limit=2)
    graph, budget = seen
    assert graph.ends.tolist() == [[2, 0], [2, 1]]
    assert graph.vertices.tolist() == [-4, 7, 9]
    assert graph.lengths.tolist() == [3, 4]
    assert (graph.num_vertices, graph.num_edges, graph.total) == (3, 2, 7)
    assert graph.incident == [[(0, 2)], [(1, 2)], [(0, 0), (1, 1)]]
    assert graph.odd_vertices == [0, 1]
    assert graph.pieces == [[0, 1]]
    assert (budget.node_limit, budget.time_limit) == (8, 2.0)
    assert [budget.is_spent(n) for n in (0, 7, 8, 9)] == [False, False, True, True]
    assert (budget.rest(3).node_limit, budget.rest(9).node_limit) == (5, 0)


def test_a_name_is_taken_once(register: Any) -> None:
    register(lambda graph, budget: [0])
    with pytest.raises(ValueError, match="'mine' is registered already; replace=True"):
        register(lambda graph, budget: [1])
    assert run().edges == (0,)
    register(lambda graph, budget: [1], replace=True)
    assert run().edges == (1,)


@pytest.mark.parametrize("name", ["", "two words", "a,b", "é", "-x", None, 3])
def test_names_that_are_refused(name: Any) -> None:
    with pytest.raises(ValueError, match="name must consist of letters, digits and"):
        ttr.register_trail_algorithm(name, lambda graph, budget: [])


@pytest.mark.parametrize("argument", ["description", "source", "limits"])
def test_texts_are_strings(argument: str, register: Any) -> None:
    with pytest.raises(TypeError, match=f"{argument} must be a string, got 3"):
        register(lambda graph, budget: [], **{argument: 3})
    assert "mine" not in ttr.trail_algorithms()


def test_unregister_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="unknown algorithm 'mine'"):
        ttr.unregister_trail_algorithm("mine")


def test_empty_graph_needs_no_solver(register: Any) -> None:
    register(lambda graph, budget: 1 / 0)
    assert run([]).proven
    with pytest.raises(ZeroDivisionError):  # its own exceptions come out as they are
        run()


# --- Answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "exact", "expected"),
    [
        # Edges alone: a proof if the algorithm is exact, or if nothing could be longer.
        ([0], False, (1, 3, False)),
        ([0], True, (1, 1, True)),
        ([0, 1, 2], False, (3, 3, True)),
        ((), False, (0, 3, False)),
        (np.array([1, 0], np.uint8), False, (2, 3, False)),
        (range(3), True, (3, 3, True)),
        (iter([0, 1]), False, (2, 3, False)),
        # More is said.
        (ttr.TrailSolution([1]), True, (1, 3, False)),
        (ttr.TrailSolution([1], proven=True), False, (1, 1, True)),
        (ttr.TrailSolution([1], upper_bound=2), True, (1, 2, False)),
        (ttr.TrailSolution([1, 2], upper_bound=2), False, (2, 2, True)),
        (ttr.TrailSolution([1], True, np.int64(1)), False, (1, 1, True)),
        (ttr.TrailSolution([1], upper_bound=10**30), False, (1, 3, False)),
        (ttr.TrailSolution([0, 1, 2], True, 10**30), False, (3, 3, True)),
        (SimpleNamespace(edges=[1], upper_bound=2), True, (1, 2, False)),
        (SimpleNamespace(edges=[1]), True, (1, 3, False)),
    ],
)
def test_answers_that_are_taken(
    answer: Any, exact: bool, expected: tuple[int, int, bool], register: Any
) -> None:
    register(lambda graph, budget: answer, exact=exact)
    trail = run()
    assert (trail.length, trail.upper_bound, trail.proven) == expected
    assert type(trail.upper_bound) is int


def test_edges_alone_prove_nothing_under_a_limit(register: Any) -> None:
    register(lambda graph, budget: [0], exact=True)
    assert not run(node_limit=5).proven
    assert not run(time_limit=5).proven


@pytest.mark.parametrize("seconds", [0.5, 0, 3, np.float32(0.5)])
def test_nodes_and_seconds_are_those_of_the_solver(seconds: Any, register: Any) -> None:
    register(lambda graph, budget: ttr.TrailSolution([0], nodes=12, seconds=seconds))
    assert (run().nodes, run().seconds) == (12, seconds)
    assert type(run().seconds) is float


@pytest.mark.parametrize(
    ("answer", "graph", "fault"),
    [
        (None, PATH, "'NoneType' object is not iterable"),
        (["a"], PATH, "'str' object cannot be interpreted as an integer"),
        ([0.0], PATH, "'float' object cannot be interpreted as an integer"),
        ([3], PATH, "there is no edge 3"),
        ([-1], PATH, "there is no edge -1"),
        ([2**70], PATH, "there is no edge"),
        ([1, 1], PATH, "edge 1 is used twice"),
        ([0, 2], PATH, "do not form a walk"),
        ([0, 1, 2], STAR, "do not form a walk"),
        (ttr.TrailSolution([0, 1], upper_bound=1), PATH, "bound is 1, its trail has length 2"),
        (ttr.TrailSolution([0], True, 3), PATH, "claims a proof for length 1 .* upper bound 3"),
        (ttr.TrailSolution([0], upper_bound=2.5), PATH, "'float'"),  # type: ignore[arg-type]
        (SimpleNamespace(edges=[0], nodes="many"), PATH, "nodes must be .* got 'many'"),
        (SimpleNamespace(edges=[0], nodes=-5), PATH, "nodes must be .* got -5"),
        (SimpleNamespace(edges=[0], nodes=10**30), PATH, "nodes must be"),
        (SimpleNamespace(edges=[0], seconds="x"), PATH, "seconds must be a number, .* got 'x'"),
        (SimpleNamespace(edges=[0], seconds=[]), PATH, "seconds must be a number"),
        (SimpleNamespace(edges=[0], seconds=True), PATH, "seconds must be a number"),
        (SimpleNamespace(edges=[0], seconds=math.nan), PATH, "seconds must be a finite number"),
        (SimpleNamespace(edges=[0], seconds=math.inf), PATH, "seconds must be a finite number"),
        (SimpleNamespace(edges=[0], seconds=10**400), PATH, "seconds must be a finite number"),
        (SimpleNamespace(edges=[0], seconds=-1.0), PATH, "seconds must be .* got -1.0"),
        (SimpleNamespace(edges=None), PATH, "'NoneType'"),
        # A bound, or a proof, that one edge is enough to refute.
        ([], PATH, "no trail is longer than 0, but edge 0 alone has length 1"),
        (ttr.TrailSolution([], True), PATH, "no trail is longer than 0"),
        (ttr.TrailSolution([], upper_bound=0), PATH, "no trail is longer than 0"),
        (itertools.repeat(0), PATH, "edge 0 is used twice"),  # which has no end
    ],
)
def test_wrong_answers_raise_and_name_the_algorithm(
    answer: Any, graph: list[list[int]], fault: str, register: Any
) -> None:
    register(lambda graph, budget: answer, exact=True)
    with pytest.raises(ttr.TrailAlgorithmError, match=f"'mine' is at fault: .*{fault}") as error:
        run(graph)
    assert error.value.name == "mine"


def test_a_bound_below_the_longest_edge_is_refused(register: Any) -> None:
    register(lambda graph, budget: ttr.TrailSolution([0], True))
    with pytest.raises(ttr.TrailAlgorithmError, match="edge 1 alone has length 7"):
        ttr.longest_trail([[0, 1], [1, 2]], [3, 7], "mine")


def forge_length(graph: ttr.TrailGraph) -> None:
    graph.lengths[0] = 1000


def forge_ends(graph: ttr.TrailGraph) -> None:
    graph.ends[0] = [0, 3]


def forge_names(graph: ttr.TrailGraph) -> None:
    graph.vertices[:] = 99


def unlock(graph: ttr.TrailGraph) -> None:
    graph.lengths.flags.writeable = True


def unlock_base(graph: ttr.TrailGraph) -> None:
    base: Any = graph.lengths.base
    base.flags.writeable = True


@pytest.mark.parametrize("forge", [forge_length, forge_ends, forge_names, unlock, unlock_base])
def test_a_solver_cannot_write_into_the_graph(
    forge: Callable[[ttr.TrailGraph], None], register: Any
) -> None:
    def solve(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> list[int]:
        forge(graph)
        return [0]

    register(solve, exact=True)
    with pytest.raises(ValueError, match=r"read-only|WRITEABLE"):
        run()


def replace_arrays(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> None:
    object.__setattr__(graph, "lengths", np.array([1000, 1, 1]))
    object.__setattr__(graph, "vertices", np.array([99, 99, 99, 99]))


def reshape(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> None:
    graph.ends.shape = (6,)


def spoil_what_is_derived(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> None:
    assert graph.largest_piece == 3
    graph.pieces[:] = [[0]]
    vars(graph)["largest_piece"] = 1


def drop_limit(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> None:
    budget.node_limit = None


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of NumPy, about the shape
@pytest.mark.parametrize("forge", [replace_arrays, reshape, spoil_what_is_derived, drop_limit])
def test_the_answer_is_checked_against_a_graph_out_of_reach(
    forge: Callable[[ttr.TrailGraph, ttr.TrailBudget], None], register: Any
) -> None:
    def solve(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> list[int]:
        forge(graph, budget)
        return [0]

    register(solve, exact=True)
    trail = run(node_limit=5)
    assert (trail.length, trail.upper_bound, trail.proven) == (1, 3, False)
    assert trail.cities in ((5, 6), (6, 5))


def test_solvers_made_at_the_prompt_have_no_file() -> None:
    code = (
        "import ttr_fast as ttr\n"
        "class Solver:\n"
        "    def __init__(self, graph, budget): self.edges = [0]\n"
        "def solve(graph, budget): return [0]\n"
        "for name, solver in (('a', Solver), ('b', solve), ('c', lambda graph, budget: [0])):\n"
        "    entry = ttr.register_trail_algorithm(name, solver)\n"
        "    print(repr(entry.file), ttr.longest_trail([[0, 1]], algorithm=name).length)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout == "'' 1\n" * 3


def test_the_error_survives_a_pickle() -> None:
    error = pickle.loads(pickle.dumps(ttr.TrailAlgorithmError("mine", "it lies")))
    assert str(error) == "trail algorithm 'mine' is at fault: it lies"


def test_graph_and_budget_are_usable_by_themselves() -> None:
    graph = ttr.TrailGraph.from_edges([[0, 1], [2, 3], [1, 4]], [1, 5, 1])
    assert graph.pieces == [[0, 2], [1]]
    assert graph.largest_piece == 5
    assert graph.length([0, 1]) == 6
    part = graph.part([1])
    assert (part.ends.tolist(), part.vertices.tolist()) == ([[0, 1]], [2, 3])
    assert graph.walk([0, 2]) == [0, 1, 4]
    budget = ttr.TrailBudget()
    assert not budget.is_spent(10**30)
    assert ttr.TrailBudget(time_limit=0).is_spent(0)
