"""A stranger's compiled longest-trail solver: built against the installed header, registered in one
line, used by name; and solvers that are at fault."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cython_module import compile_and_import
from small_graphs import longest_by_brute_force, random_multigraph

import ttr_fast as ttr

SOURCE = Path(__file__).parent / "data" / "trail_plugin.pyx"
PATH = [[0, 1], [1, 2], [2, 3]]


@pytest.fixture(scope="module")
def solvers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("Cython")
    return compile_and_import(SOURCE, tmp_path_factory.mktemp("plugin"), "c", ["-O1"])


@pytest.fixture
def register() -> Iterator[Any]:
    """Registers a solver as "mine"; it is forgotten after the test."""
    yield lambda solve, **about: ttr.register_trail_algorithm("mine", solve, **about)
    if "mine" in ttr.trail_algorithms():
        ttr.unregister_trail_algorithm("mine")


def test_compiled_solver_is_used_by_name(solvers: Any, register: Any) -> None:
    register(solvers.RIGHT, exact=True, description="Tries all.")
    assert ttr.trail_algorithms()["mine"].description == "Tries all."
    rng = random.Random(5)
    for _ in range(200):
        ends, lengths = random_multigraph(rng)
        trail = ttr.longest_trail(ends, lengths, algorithm="mine")
        assert trail.length == longest_by_brute_force(ends, lengths)
        assert trail.proven
        assert trail.nodes > 0


def test_compiled_solver_gets_names_limits_and_large_lengths_right(
    solvers: Any, register: Any
) -> None:
    register(solvers.RIGHT, exact=True)
    huge = 2**62
    trail = ttr.longest_trail([[-5, 9], [9, 2**60]], [huge, huge - 1], algorithm="mine")
    assert (trail.length, trail.cities) == (2 * huge - 1, (-5, 9, 2**60))
    star = [[0, i] for i in range(1, 9)]
    for limit in (0, 1, 5):
        trail = ttr.longest_trail(star, algorithm="mine", node_limit=limit)
        assert trail.nodes == limit
        assert not trail.proven
        assert trail.upper_bound == 8  # nothing is known but the sum of all
    assert ttr.longest_trail(star, algorithm="mine", node_limit=10**6).length == 2


def test_time_limit_and_signals_reach_a_compiled_solver(solvers: Any, register: Any) -> None:
    register(solvers.WAITS)
    for seconds in (0, 0.05):
        trail = ttr.longest_trail(PATH, algorithm="mine", time_limit=seconds)
        assert seconds <= trail.seconds < seconds + 0.5
        assert (trail.length, trail.upper_bound, trail.proven) == (0, 3, False)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_F48_compiled_solver_obeys_signals(solvers: Any, register: Any) -> None:
    class Ring(Exception):
        pass

    def ring(*_: object) -> None:
        raise Ring

    register(solvers.WAITS)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Ring):
            ttr.longest_trail(PATH, algorithm="mine")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_compiled_solver_runs_without_the_gil(solvers: Any, register: Any) -> None:
    register(solvers.WAITS)
    done = threading.Event()

    def solve() -> None:
        ttr.longest_trail(PATH, algorithm="mine", time_limit=0.5)
        done.set()

    thread = threading.Thread(target=solve)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 20


def test_solvers_at_fault_raise_and_are_named(solvers: Any, register: Any) -> None:
    for fault, solver in solvers.AT_FAULT.items():
        register(solver, exact=True, replace=True)
        with pytest.raises(ttr.TrailAlgorithmError, match=f"'mine' is at fault: .*{fault}") as got:
            ttr.longest_trail(PATH, algorithm="mine")
        assert got.value.name == "mine"


def test_what_is_no_solver_is_refused(register: Any) -> None:
    import datetime

    for thing in (None, 3, "solve", datetime.datetime_CAPI):  # type: ignore[attr-defined]
        with pytest.raises(TypeError, match=r"solve must be .* PyCapsule named 'ttr_fast\.trail_"):
            register(thing)


@pytest.mark.parametrize("compiler", ["cc -std=c99", "c++ -std=c++98 -x c++"])
def test_header_is_plain_c(compiler: str, tmp_path: Path) -> None:
    command = [*compiler.split(), "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    file = tmp_path / "solver.c"
    file.write_text(
        '#include "ttr/trail_plugin.h"\n'
        "static int solve(const ttr_trail_problem* p, ttr_trail_solution* s) {\n"
        "  s->upper_bound = TTR_TRAIL_NO_BOUND; return (int)(p->node_limit == "
        "TTR_TRAIL_NO_NODE_LIMIT);\n}\n"
        "ttr_trail_solver solver = solve;\nconst char* name = TTR_TRAIL_PLUGIN;\n",
        encoding="utf-8",
    )
    subprocess.run([*command, "-Wno-long-long", "-I", ttr.get_include(), str(file)], check=True)
