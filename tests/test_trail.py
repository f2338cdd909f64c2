"""ttr.longest_trail on graphs of every kind (R86), with every algorithm; networks of games are in
the other files."""

from __future__ import annotations

import copy
import json
import math
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_graphs import Ends, check_trail, cubic_graph, longest_by_brute_force, random_multigraph

import ttr_fast as ttr

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/trail_cases.jsonl").read_text("utf-8").splitlines()
]
ALGORITHMS = ttr.trail_algorithms()
EXACT = [name for name, entry in ALGORITHMS.items() if entry.exact]
MAX_SUM = 2**63 - 1

# Networks on which an earlier bound cut off the best trail: it starts below a vertex that has an
# even number of unused edges.
EVEN_START = [
    (72, "2-0-18 5-2-6 3-1-2 1-3-5 2-0-18 0-3-3 0-3-19 0-3-4"),
    (50, "1-7-6 7-6-1 1-6-6 1-7-1 2-5-1 2-3-6 1-2-12 3-6-18"),
    (53, "5-0-2 4-6-4 2-5-1 1-3-4 3-4-17 2-5-6 0-4-14 0-1-1 0-2-4 5-0-3"),
]


def solve(ends: Any, lengths: Any = None, algorithm: str = "exact", **limits: Any) -> ttr.Trail:
    """The trail, found to be one; skips the test if the algorithm needs what is not there."""
    if not ALGORITHMS[algorithm].available:
        pytest.skip(f"{algorithm} needs {ALGORITHMS[algorithm].needs}")
    trail = ttr.longest_trail(ends, lengths, algorithm, **limits)
    check_trail(trail, ends, [1] * len(ends) if lengths is None else lengths)
    return trail


def parts_of(case: dict[str, Any]) -> tuple[Ends, list[int]]:
    return [e[:2] for e in case["edges"]], [e[2] for e in case["edges"]]


# --- The optimum ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_R86_proven_optima(case: dict[str, Any]) -> None:
    trail = solve(*parts_of(case))
    assert trail.length == case["longest"]
    assert trail.proven


@pytest.mark.parametrize(("longest", "text"), EVEN_START)
@pytest.mark.parametrize("algorithm", EXACT)
def test_R86_trail_that_starts_below_an_even_vertex(
    algorithm: str, longest: int, text: str
) -> None:
    rows = [[int(x) for x in edge.split("-")] for edge in text.split()]
    ends, lengths = [row[:2] for row in rows], [row[2] for row in rows]
    assert longest_by_brute_force(ends, lengths) == longest
    trail = solve(ends, lengths, algorithm)
    assert (trail.length, trail.proven) == (longest, True)


@pytest.fixture(scope="module")
def solved_graphs() -> list[tuple[Ends, list[int], int]]:
    rng = random.Random(86)
    graphs = [random_multigraph(rng, most_edges=8) for _ in range(500)]
    return [(*graph, longest_by_brute_force(*graph)) for graph in graphs]


@pytest.mark.parametrize("algorithm", EXACT)
def test_R86_random_multigraphs_against_brute_force(
    algorithm: str, solved_graphs: list[tuple[Ends, list[int], int]]
) -> None:
    for ends, lengths, longest in solved_graphs:
        trail = solve(ends, lengths, algorithm)
        assert (trail.length, trail.proven) == (longest, True)


# On how many of the graphs below: one in so many. The plainest searches take seconds for some of
# them, and a program for HiGHS takes milliseconds to set up.
EVERY = {"naive_dfs": 5, "python_dfs": 5, "networkx_dfs": 50, "ilp": 100} | dict.fromkeys(
    ("dfs_bound", "cython_dfs"), 3
)


def test_R86_all_exact_algorithms_agree_on_10_000_multigraphs() -> None:
    rng = random.Random(10_000)
    available = [name for name in EXACT if ALGORITHMS[name].available]
    for number in range(10_000):
        chosen = [name for name in available if number % EVERY.get(name, 1) == 0]
        most = 9 if number % 5 == 0 else 13
        ends, lengths = random_multigraph(rng, most_edges=most)
        trails = [solve(ends, lengths, name) for name in chosen]
        assert all(trail.proven for trail in trails)
        assert len({trail.length for trail in trails}) == 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_on_the_cases_within_few_steps(algorithm: str) -> None:
    """Whatever it finds is a trail, what it claims is true, and easy cases are proven."""
    proven = 0
    for case in CASES[::7]:
        trail = solve(*parts_of(case), algorithm, node_limit=300)
        assert trail.length <= case["longest"] <= trail.upper_bound
        proven += trail.proven
    assert proven >= (15 if ALGORITHMS[algorithm].exact else 1)


def test_search_in_cython_is_that_in_python() -> None:
    rng = random.Random(4)
    for _ in range(300):
        ends, lengths = random_multigraph(rng, most_edges=12)
        limit = rng.choice((None, rng.randint(0, 100)))
        python = solve(ends, lengths, "python_dfs", node_limit=limit)
        cython = solve(ends, lengths, "cython_dfs", node_limit=limit)
        assert cython.nodes == python.nodes
        assert cython.edges == python.edges
        assert cython.upper_bound == python.upper_bound


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_graph_same_trail(algorithm: str) -> None:
    ends, lengths = cubic_graph(20, seed=1)
    first, second = (solve(ends, lengths, algorithm, node_limit=500) for _ in range(2))
    assert first.edges == second.edges
    assert (first.nodes, first.upper_bound) == (second.nodes, second.upper_bound)


def test_what_cannot_change_the_optimum_does_not() -> None:
    rng = random.Random(12)
    for _ in range(300):
        ends, lengths = random_multigraph(rng, most_edges=25)
        longest = solve(ends, lengths).length
        names = [rng.randrange(-(2**63), 2**63) for _ in range(9)]
        order = rng.sample(range(len(ends)), len(ends))
        factor = rng.randint(1, 10**12)
        renamed = [[names[a], names[b]] for a, b in ends]
        assert solve(renamed, lengths).length == longest
        shuffled = [ends[e][:: rng.choice((1, -1))] for e in order]
        assert solve(shuffled, [lengths[e] for e in order]).length == longest
        assert solve(ends, [factor * length for length in lengths]).length == factor * longest
        more = [*ends, rng.sample(range(8), 2)]
        assert solve(more, [*lengths, rng.randint(1, 9)]).length >= longest


# --- Graphs of every kind ------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_edges(algorithm: str) -> None:
    for nothing in ([], np.empty((0, 2), np.int32), np.empty(0)):
        trail = solve(nothing, [], algorithm)
        assert trail == ttr.Trail(0, (), (), True, 0, 0, 0.0)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_one_edge_and_parallel_edges(algorithm: str) -> None:
    assert solve([[4, 2]], [3], algorithm).cities in ((4, 2), (2, 4))
    trail = solve([[1, 0], [0, 1], [1, 0]], [5, 6, 7], algorithm)
    assert (trail.length, trail.proven) == (18, True)
    assert trail.cities in ((0, 1, 0, 1), (1, 0, 1, 0))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_any_numbers_of_64_bits_are_names(algorithm: str) -> None:
    low, high = -(2**63), 2**63 - 1
    trail = solve([[high, -1], [low, high], [-1, 0]], [3, 10**9, 2], algorithm)
    assert trail.length == 10**9 + 5
    assert trail.cities in ((low, high, -1, 0), (0, -1, high, low))
    unsigned = np.array([[0, 2**63 - 1]], np.uint64)
    assert sorted(ttr.longest_trail(unsigned, None, algorithm).cities) == [0, high]


def test_lengths_default_to_one() -> None:
    assert solve([[0, 1], [1, 2], [2, 0]]).length == 3


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "ilp"])
def test_F58_lengths_of_2_to_the_63_less_1_in_all(algorithm: str) -> None:
    large = [2**61, 2**61, 2**61 - 1, 2**61]
    assert sum(large) == MAX_SUM
    for ends, longest in (
        ([[0, 1], [1, 2], [2, 3], [3, 4]], MAX_SUM),
        ([[0, 1], [1, 2], [1, 3], [1, 4]], 2**62),
        ([[0, 1], [1, 2], [2, 1], [1, 4]], MAX_SUM),
    ):
        trail = solve(ends, large, algorithm)
        assert trail.length <= longest <= trail.upper_bound
        if ALGORITHMS[algorithm].exact:
            assert trail.length == longest
    with pytest.raises(ValueError, match=r"more than 9223372036854775807 \(2\*\*63 - 1\) together"):
        solve([[0, 1], [1, 2]], [2**62, 2**62], algorithm)


def test_F58_ilp_refuses_lengths_that_doubles_do_not_hold() -> None:
    assert solve([[0, 1], [1, 2], [1, 3]], [2**61, 2**61, 2**61], "ilp").length == 2**62
    with pytest.raises(ValueError, match=r"less than 2\*\*32 .* divisor 1; these make 4294967296"):
        solve([[0, 1], [1, 2], [1, 3]], [2**31, 2**31 - 1, 1], "ilp")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_trails_longer_than_the_stack_of_python(algorithm: str) -> None:
    n = 4000
    ring = [[i, (i + 1) % n] for i in range(n)]
    path = [[i, i + 1] for i in range(n)]
    legs = [[0, 1 + leg * n] for leg in range(3)]
    legs += [[leg * n + i, leg * n + i + 1] for leg in range(3) for i in range(1, n)]
    limits = {"time_limit": 1.0} if algorithm == "networkx_dfs" else {"node_limit": 200_000}
    for ends, longest in ((ring, n), (path, n), (ring + ring, 2 * n), (legs, 2 * n)):
        trail = solve(ends, None, algorithm, **limits)
        assert trail.length <= longest <= trail.upper_bound
        if algorithm in ("exact", "python_dfs", "cython_dfs", "ilp"):
            assert (trail.length, trail.proven) == (longest, True)


def test_large_eulerian_graph_is_walked_at_once() -> None:
    n = 20_000
    ring = [[i, (i + 1) % n] for i in range(n)]
    trail = solve(ring + ring)
    assert (trail.length, trail.nodes) == (2 * n, 0)


# --- Limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_limits_that_leave_nothing(algorithm: str) -> None:
    ends, lengths = cubic_graph(14, seed=2)
    longest = solve(ends, lengths).length
    for limits in ({"node_limit": 0}, {"time_limit": 0}, {"node_limit": 1, "time_limit": 0.0}):
        trail = solve(ends, lengths, algorithm, **limits)
        assert trail.length <= longest <= trail.upper_bound <= sum(lengths)
        assert not trail.proven


@pytest.mark.parametrize("algorithm", ["python_dfs", "cython_dfs", "networkx_dfs"])
def test_node_limit_counts_nodes(algorithm: str) -> None:
    ends, lengths = cubic_graph(10, seed=3)
    whole = solve(ends, lengths, algorithm)
    assert whole.proven
    lengths_found = []
    for limit in (whole.nodes + 1, whole.nodes, whole.nodes - 1, whole.nodes // 10, 3, 1):
        trail = solve(ends, lengths, algorithm, node_limit=limit)
        assert trail.nodes == min(limit, whole.nodes)
        assert trail.proven == (limit >= whole.nodes)
        assert len(trail.edges) >= min(limit, 3)
        lengths_found.append(trail.length)
    assert lengths_found == sorted(lengths_found, reverse=True)
    assert solve(ends, lengths, algorithm, node_limit=2**70).proven


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_time_limit_ends_a_search_without_end(algorithm: str) -> None:
    ends, lengths = cubic_graph(1500, seed=5)
    trail = solve(ends, lengths, algorithm, time_limit=0.2)
    assert trail.seconds < 1.5
    assert trail.upper_bound <= sum(lengths)
    if ALGORITHMS[algorithm].exact:
        assert not trail.proven


def test_time_is_that_of_the_thread() -> None:
    """Sleep and other threads do not count."""

    def sleeps(graph: ttr.TrailGraph, budget: ttr.TrailBudget) -> list[int]:
        time.sleep(0.3)
        assert not budget.is_spent(0)
        return [0]

    ttr.register_trail_algorithm("sleeps", sleeps)
    try:
        trail = ttr.longest_trail([[0, 1], [1, 2]], algorithm="sleeps", time_limit=0.25)
    finally:
        ttr.unregister_trail_algorithm("sleeps")
    assert trail.seconds < 0.2


@pytest.mark.parametrize("value", [-1, -0.5, math.nan, -math.inf, -(10**400)])
def test_time_limit_below_zero_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="time_limit must be a number of seconds, 0 or more"):
        ttr.longest_trail([[0, 1]], time_limit=value)


@pytest.mark.parametrize("value", [True, "1", 1j, [1], np.array([1.0]), object()])
def test_time_limit_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="time_limit must be a number of seconds"):
        ttr.longest_trail([[0, 1]], time_limit=value)


@pytest.mark.parametrize(
    ("value", "error"), [(-1, ValueError), (1.0, TypeError), (True, TypeError)]
)
def test_bad_node_limit_is_refused(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="node_limit must be an integer, 0 or more"):
        ttr.longest_trail([], node_limit=value)


@pytest.mark.parametrize("value", [math.inf, 10**400, 1, np.float32(2), Fraction(7, 2), np.int8(3)])
def test_time_limits_of_every_kind(value: Any) -> None:
    for algorithm in ("exact", "cython_dfs"):
        assert solve([[0, 1], [1, 2]], None, algorithm, time_limit=value).proven


# --- Signals and threads -------------------------------------------------------------------------


class Ring(Exception):
    pass


@pytest.fixture
def alarm() -> Any:
    """A function that makes a signal come after so many seconds; its handler raises Ring.

    It comes again every five seconds: what the handler raises is lost where Python happens to run a
    finalizer at that moment.
    """
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs POSIX timers")

    def ring(*_: object) -> None:
        raise Ring

    before = signal.signal(signal.SIGALRM, ring)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds, 5)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("algorithm", [name for name in EXACT if name != "frontier_dp"])
def test_F48_every_search_obeys_signals(algorithm: str, alarm: Callable[[float], None]) -> None:
    ends, lengths = cubic_graph(1500, seed=5)
    begin = time.monotonic()
    alarm(0.3)
    with pytest.raises(Ring):
        solve(ends, lengths, algorithm)
    assert time.monotonic() - begin < 15


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("algorithm", ["exact", "python_dfs", "cython_dfs", "ilp"])
def test_ctrl_c_ends_a_search_and_the_exit_after_it_is_clean(algorithm: str) -> None:
    """The interpreter ends at once after the exception, so nothing may be left running."""
    if not ALGORITHMS[algorithm].available:
        pytest.skip("not installed")
    code = (
        "import sys, ttr_fast as ttr; from ttr_fast.trails.generators import cubic\n"
        "from small_graphs import cubic_graph\n"
        "graph = cubic_graph(1500, 5)\n"
        "if sys.argv[1] == 'ilp':\n"  # it is done with the other in a second or two
        "    (hard,) = cubic('tutte', 'petersen')\n"
        "    graph = hard.edges, hard.lengths\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    ttr.longest_trail(*graph, sys.argv[1])\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, algorithm],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 7, errors[-500:]
    assert errors == ""


@pytest.mark.parametrize("algorithm", ["exact", "cython_dfs", "ilp"])
def test_F53_daemon_thread_in_a_search_does_not_abort_the_exit(algorithm: str) -> None:
    if not ALGORITHMS[algorithm].available:
        pytest.skip("not installed")
    code = (
        "import threading, time, ttr_fast as ttr; from small_graphs import cubic_graph\n"
        f"call = lambda: ttr.longest_trail(*cubic_graph(1500, 5), {algorithm!r})\n"
        "threading.Thread(target=call, daemon=True).start(); time.sleep(0.5)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert "terminate called" not in done.stderr


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "lengths", "error", "culprit"),
    [
        ([[1, 1]], None, ValueError, r"edges\[0\] = \[1, 1\]: .* to itself"),
        ([[0, 1], [-3, -3]], None, ValueError, r"edges\[1\]"),
        ([[0, 1], [1, 2]], [1], ValueError, r"lengths must have shape \(2,\), got \(1,\)"),
        ([], [1], ValueError, r"lengths must have shape \(0,\)"),
        ([[0, 1]], 1, ValueError, r"lengths must have shape"),
        ([[0, 1]], [-1], ValueError, r"lengths\[0\] = -1: lengths are integers >= 1"),
        ([[0, 1], [1, 2]], [1, 0], ValueError, r"lengths\[1\] = 0"),
        ([[0, 1]], [2**63], ValueError, r"lengths must be below 2\*\*63"),
        ([[2**63, 2**63 + 1]], None, ValueError, r"edges must be below 2\*\*63"),
        ([[0, 2**64]], None, TypeError, "edges must be integers of at most 64 bits"),
        ([[0, 1.5]], None, TypeError, "edges must be integers"),
        ([[False, True]], None, TypeError, "edges must be integers"),
        ([[0, 1]], [1.0], TypeError, "lengths must be integers"),
        ([[0, 1]], [float("nan")], TypeError, "lengths"),
        ([[0, 1, 2]], None, ValueError, r"shape \(m, 2\), got \(1, 3\)"),
        ([0, 1], None, ValueError, "shape"),
        (np.empty((0, 3), int), None, ValueError, "shape"),
        ([["a", "b"]], None, TypeError, "edges"),
        (np.zeros((1, 2), "m8[s]"), None, TypeError, "edges"),
        ([[0, 1], [1]], None, ValueError, r"edges must be an array of .* shape \(m, 2\)"),
        ([[0, 1]], [[1], [1, 2]], ValueError, r"lengths must be an array of .* shape \(1,\)"),
        (np.ma.array([[0, 1]]), None, TypeError, "edges must be an array without a mask"),
        ([[0, 1]], np.ma.array([1], mask=[True]), TypeError, "lengths must be an array without"),
    ],
)
def test_bad_graph_is_refused(
    edges: Any, lengths: Any, error: type[Exception], culprit: str
) -> None:
    with pytest.raises(error, match=culprit):
        ttr.longest_trail(edges, lengths)


def test_arguments_are_not_changed_or_kept() -> None:
    ends, lengths = np.array([[0, 1], [1, 2]]), np.array([2, 3])
    graph = ttr.TrailGraph.from_edges(ends, lengths)
    lengths[:] = 7
    ends[:] = 5
    assert graph.total == 5
    assert graph.ends.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize("name", ["magic", "", "Exact"])
def test_unknown_algorithm_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(
        ValueError, match=rf"unknown algorithm '{name}'; algorithms: naive_dfs, .*ilp"
    ):
        ttr.longest_trail([], algorithm=name)


@pytest.mark.parametrize("name", [None, 3, ["exact"], b"exact"])
def test_algorithm_of_another_type_is_refused(name: Any) -> None:
    with pytest.raises(TypeError, match="algorithm must be a name"):
        ttr.longest_trail([[0, 1]], algorithm=name)


# --- TrailGraph by itself ------------------------------------------------------------------------

FAR_ENDS = np.array([[0, 10**7], [1, 2]])


@pytest.mark.parametrize(
    ("ends", "lengths", "vertices", "error", "culprit"),
    [
        (FAR_ENDS, [1, 1], range(3), ValueError, r"ends\[0\] = \[0, 10000000\]: 10000000 is none"),
        ([[0, 1], [1, -1]], [1, 1], range(3), ValueError, r"ends\[1\] = \[1, -1\]: -1 is none"),
        ([[0, 1]], [1], [], ValueError, r"ends\[0\]"),
        ([[0, 1], [2, 2]], [1, 1], range(3), ValueError, r"ends\[1\] .* to itself"),
        ([0, 1], [1, 1], range(3), ValueError, r"ends must have shape \(m, 2\)"),
        ([[0, 1], [1, 2]], [1], range(3), ValueError, r"lengths must have shape \(2,\)"),
        ([[0, 1]], [[1]], range(3), ValueError, "lengths must have shape"),
        ([[0, 1]], [0], range(3), ValueError, r"lengths\[0\] = 0"),
        ([[0, 1], [1, 2]], [2**62, 2**62], range(3), ValueError, "lengths make more than"),
        ([[0.0, 1.0]], [1], range(3), TypeError, "ends must be integers"),
        ([[0, 1]], [1.0], range(3), TypeError, "lengths must be integers"),
        ([[0, 1]], [1], ["a", "b"], TypeError, "vertices must be integers"),
        ([[0, 1]], [1], [5, 5], ValueError, "vertices must .* be ascending"),
        ([[0, 1]], [1], [[0, 1]], ValueError, "vertices must have shape"),
        (None, [1], [0, 1], TypeError, "ends must be integers"),
    ],
)
def test_graphs_on_which_a_compiled_search_would_crash_are_refused(
    ends: Any, lengths: Any, vertices: Any, error: type[Exception], culprit: str
) -> None:
    with pytest.raises(error, match=culprit):
        ttr.TrailGraph(ends, lengths, vertices)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_graphs_made_by_hand_are_solved(algorithm: str) -> None:
    """Views that are not contiguous, other integers, and a vertex without edges."""
    entry = ALGORITHMS[algorithm]
    if not entry.available:
        pytest.skip(f"{algorithm} needs {entry.needs}")
    ends: Any = np.array([[0, 9, 1], [1, 9, 3]], np.int32)[:, ::2]
    graph = ttr.TrailGraph(ends, np.array([3, 0, 4], np.uint8)[::2], np.arange(4))
    assert graph.ends.dtype == graph.lengths.dtype == np.int64
    assert graph.ends.flags.c_contiguous
    assert graph.lengths.flags.c_contiguous
    answer = entry.solve(graph, ttr.TrailBudget())
    assert sorted(answer.edges) == [0, 1]
    nothing = entry.solve(ttr.TrailGraph.from_edges([]), ttr.TrailBudget())
    assert (list(nothing.edges), nothing.proven) == ([], entry.exact or nothing.upper_bound == 0)


def is_fixed(array: Any) -> bool:
    """Can it not be written to, nor be made so?"""
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    return not array.flags.writeable


def test_the_arrays_of_a_graph_stay_read_only() -> None:
    made = ttr.TrailGraph.from_edges([[5, 6], [7, 8], [6, 9]], [1, 2, 3])
    empty = ttr.TrailGraph.from_edges([])
    copies = pickle.loads(pickle.dumps(made)), copy.deepcopy(made), copy.copy(made), made.twin()
    for graph in (made, made.part([2, 1]), empty, *copies):
        assert all(is_fixed(array) for array in (graph.ends, graph.lengths, graph.vertices))
    for graph in copies:
        assert graph.ends.tolist() == made.ends.tolist()
        assert graph.lengths.tolist() == made.lengths.tolist()
        assert graph.vertices.tolist() == made.vertices.tolist()


@pytest.mark.parametrize(
    ("numbers", "error", "culprit"),
    [
        ([0.5], TypeError, "integer"),
        (["0"], TypeError, "integer"),
        ([2], ValueError, "there is no edge 2"),
        ([-1], ValueError, "there is no edge -1"),
    ],
)
def test_numbers_of_edges_are_checked(numbers: Any, error: type[Exception], culprit: str) -> None:
    graph = ttr.TrailGraph.from_edges([[0, 1], [1, 2]])
    for call in (graph.walk, graph.length, graph.part):
        with pytest.raises(error, match=culprit):
            call(numbers)
