"""The benchmark of longest-trail algorithms: fairness, wrong answers, tables, plots, command."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import json
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import csv, parquet

import ttr_fast as ttr
from ttr_fast.cli.main import main
from ttr_fast.cli.trails_bench import DEFAULT_INSTANCES
from ttr_fast.trails import Trail, TrailBudget, TrailGraph, TrailSolution
from ttr_fast.trails.algorithm import TrailAlgorithm
from ttr_fast.trails.bench import BenchInterrupted, WrongAnswerError, _Known, run_benchmark
from ttr_fast.trails.bench_result import BenchResult, Run
from ttr_fast.trails.bench_table import (
    Measure,
    kind_table,
    seconds_text,
    summarize_trails,
    summary_table,
    to_arrow,
    to_dict,
)
from ttr_fast.trails.generators import parse_spec
from ttr_fast.trails.instances import TrailInstance
from ttr_fast.trails.registry import register_trail_algorithm, unregister_trail_algorithm

Register = Callable[..., TrailAlgorithm]

# A square with both diagonals: all four cities are odd, one route is left over.
K4 = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]


def instance(number: int, **known: Any) -> TrailInstance:
    """A graph of its own for every number: the shortest route of length 1 is left over."""
    lengths = [1, number + 2, 3, 4, 5, 6]
    return TrailInstance(f"k4-{number}", f"kind-{number % 2}", np.array(K4), lengths, **known)  # type: ignore[arg-type]


def optimum(graph: TrailGraph) -> int:
    return graph.total - int(graph.lengths.min())


def truth(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    """Right about every `instance`."""
    trail = ttr.longest_trail(graph.ends, graph.lengths, "python_dfs")
    assert trail.length == optimum(graph) or graph.num_vertices != 4
    return TrailSolution(trail.edges, proven=True)


def lie(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    """Takes the longest route for the longest trail; honest in the warm-up."""
    return TrailSolution([int(graph.lengths.argmax())], proven=graph.num_vertices == 4)


def modest(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
    """A short trail, and no claim."""
    return TrailSolution([0], upper_bound=graph.total)


@pytest.fixture
def register() -> Iterator[Register]:
    names: list[str] = []

    def add(name: str, solve: Any, exact: bool = True) -> TrailAlgorithm:
        names.append(name)
        return register_trail_algorithm(name, solve, exact=exact)

    yield add
    for name in names:
        unregister_trail_algorithm(name)


# --- Fairness ------------------------------------------------------------------------------------


def test_every_algorithm_gets_every_instance_once_in_the_same_order(register: Register) -> None:
    calls: list[tuple[str, int]] = []

    def spy(name: str) -> None:
        def solve(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
            assert not gc.isenabled()
            calls.append((name, graph.total))
            return truth(graph, budget)

        register(name, solve)

    for name in ("a", "b", "c"):
        spy(name)
    assert gc.isenabled()
    result = run_benchmark([instance(n) for n in range(12)], ["a", "b", "c"])
    assert gc.isenabled()

    assert sorted(name for name, _ in calls[:3]) == ["a", "b", "c"]  # warm-up
    assert len({total for _, total in calls[:3]}) == 1
    blocks = [calls[i : i + 3] for i in range(3, 39, 3)]
    assert len(calls) == 39
    assert all({name for name, _ in block} == {"a", "b", "c"} for block in blocks)
    assert all(len({total for _, total in block}) == 1 for block in blocks)
    assert sorted(block[0][1] for block in blocks) == sorted(instance(n).total for n in range(12))
    assert len({tuple(name for name, _ in block) for block in blocks}) > 1  # order within a block
    assert [block[0][1] for block in blocks] != sorted(block[0][1] for block in blocks)
    assert [(run.algorithm, run.total) for run in result.runs] == calls[3:]


def order(seed: int) -> list[tuple[str, str]]:
    result = run_benchmark([instance(n) for n in range(8)], ["python_dfs", "truth"], seed=seed)
    return [(run.algorithm, run.instance) for run in result.runs]


def test_the_seed_alone_decides_the_order(register: Register) -> None:
    register("truth", truth)
    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


def test_equal_and_empty_instances_are_left_out_with_a_note(register: Register) -> None:
    register("truth", truth)
    twin = TrailInstance("twin", "other", np.array(K4[::-1]), instance(3).lengths[::-1])
    empty = TrailInstance("empty", "other", [], [])  # type: ignore[arg-type]
    result = run_benchmark([instance(3), empty, twin, instance(3), instance(4)], ["truth"])
    assert sorted(run.instance for run in result.runs) == ["k4-3", "k4-4"]
    assert result.notes == (
        "instances left out because they have no route: 1",
        "instances left out because they equal another one: 2",
    )


def test_different_instances_of_one_name_are_told_apart(register: Register) -> None:
    register("truth", truth)
    same_name = dataclasses.replace(instance(1), id="k4-0")
    result = run_benchmark([instance(0), same_name], ["truth"])
    assert sorted(run.instance for run in result.runs) == ["k4-0", "k4-0#2"]


def test_what_is_not_available_is_left_out_with_a_note(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = register("absent", truth)
    object.__setattr__(entry, "needs", ("no_such_package_1", "no_such_package_2"))
    result = run_benchmark([instance(0)], ["absent", "python_dfs"])
    assert result.algorithms == ("python_dfs",)
    assert result.notes == ("absent left out: it needs no_such_package_1 and no_such_package_2",)
    with pytest.raises(ValueError, match="no algorithm to run; absent left out"):
        run_benchmark([instance(0)], ["absent"])


def test_without_names_all_available_algorithms_run(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    register("truth", truth)
    register("modest", modest, exact=False)
    own = {name: ttr.trail_algorithms()[name] for name in ("truth", "modest")}
    monkeypatch.setattr("ttr_fast.trails.bench.trail_algorithms", lambda: own)
    assert run_benchmark([instance(0)]).algorithms == ("truth", "modest")


def test_progress_is_told_after_every_run(register: Register) -> None:
    register("truth", truth)
    seen: list[tuple[int, int]] = []
    run_benchmark(
        [instance(0), instance(1)],
        ["truth", "python_dfs"],
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"algorithms": ["magic"]}, ValueError, "magic.*python_dfs"),
        ({"algorithms": ["python_dfs"] * 2}, ValueError, "named 2 times"),
        ({"algorithms": "python_dfs"}, TypeError, "sequence of names"),
        ({"algorithms": []}, ValueError, "no algorithm"),
        ({"instances": []}, ValueError, "no instance"),
        ({"instances": [1]}, TypeError, "instances must be of the class TrailInstance, not 1"),
        ({"time_limit": -1.0}, ValueError, "time_limit"),
        ({"node_limit": -1}, ValueError, "node_limit"),
        ({"seed": -1}, ValueError, "seed"),
        ({"progress": "yes"}, TypeError, "progress"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    good: dict[str, Any] = {"instances": [instance(0)], "algorithms": ["python_dfs"]}
    with pytest.raises(error, match=message):
        run_benchmark(**(good | arguments))
    assert gc.isenabled()


# --- Answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))  # whoever comes first
def test_a_refuted_proof_ends_the_benchmark(register: Register, seed: int) -> None:
    register("truth", truth)
    register("liar", lie)
    message = r"liar is wrong about instance 'k4-7': .* than 9, it says, but truth has .* 27"
    with pytest.raises(WrongAnswerError, match=message) as caught:
        run_benchmark([instance(7)], ["liar", "truth"], seed=seed)
    assert (caught.value.algorithm, caught.value.instance) == ("liar", "k4-7")


@pytest.mark.parametrize("seed", range(4))
def test_a_bound_below_a_trail_ends_the_benchmark(register: Register, seed: int) -> None:
    register("truth", truth)
    register("low", lambda graph, budget: TrailSolution([1], upper_bound=9), exact=False)
    with pytest.raises(WrongAnswerError, match="low is wrong"):
        run_benchmark([instance(7)], ["low", "truth"], seed=seed)


def test_a_proof_that_contradicts_the_known_optimum_ends_it(register: Register) -> None:
    register("liar", lie)
    with pytest.raises(WrongAnswerError, match=r"liar is wrong.*the known optimum has.*length 19"):
        run_benchmark([instance(0, longest=19)], ["liar"])


@pytest.mark.parametrize("seed", range(4))
def test_edges_alone_are_a_claim_before_a_limit_of_time(register: Register, seed: int) -> None:
    """Of an exact algorithm; `ttr.longest_trail` cannot know it, as a limit is set."""
    register("truth", truth)
    register("bare_truth", lambda graph, budget: truth(graph, budget).edges)
    register("bare_lie", lambda graph, budget: lie(graph, budget).edges)
    runs = run_benchmark([instance(7)], ["truth", "bare_truth"], seed=seed).runs
    assert [(run.status, run.upper_bound) for run in runs] == [("proven", 27)] * 2
    with pytest.raises(WrongAnswerError, match="bare_lie is wrong about instance 'k4-7'"):
        run_benchmark([instance(7)], ["bare_lie", "truth"], seed=seed)
    with pytest.raises(WrongAnswerError, match=r"bare_lie is wrong.*the known optimum"):
        run_benchmark([instance(7, longest=27)], ["bare_lie"], seed=seed)


def test_edges_alone_are_no_claim_where_a_limit_may_have_struck(register: Register) -> None:
    def slow(graph: TrailGraph, budget: TrailBudget) -> Sequence[int]:
        while budget.time_limit is not None and not budget.is_out_of_time():
            pass
        return [0]

    register("slow", slow)
    register("inexact", lambda graph, budget: [0], exact=False)
    case = instance(0, longest=20)
    [run] = run_benchmark([case], ["slow"], time_limit=0.01).runs
    assert (run.status, run.upper_bound) == ("limit", 21)
    [run] = run_benchmark([case], ["slow"], node_limit=5, time_limit=None).runs
    assert (run.status, run.upper_bound) == ("gave_up", 21)
    [run] = run_benchmark([case], ["inexact"]).runs
    assert (run.status, run.upper_bound) == ("finished", 21)


def test_trails_of_length_0_have_a_gap(register: Register) -> None:
    """A search that is stopped before its first step has nothing, and so may all of them."""
    [run] = run_benchmark([instance(0)], ["naive_dfs"], time_limit=0).runs
    assert (run.length, run.best_length, run.gap) == (0, 0, 0.0)
    register("truth", truth)
    register("nothing", lambda graph, budget: TrailSolution([], upper_bound=graph.total))
    runs = run_benchmark([instance(0)], ["nothing", "truth"]).runs
    assert {run.algorithm: run.gap for run in runs} == {"nothing": 1.0, "truth": 0.0}


def test_who_beats_the_sum_of_all_routes_is_wrong_itself() -> None:
    known = _Known(instance(0))
    with pytest.raises(
        WrongAnswerError, match=r"magic is wrong.*length 22, all routes together 21"
    ):
        known.learn("magic", Trail(22, (), (), True, 22, 0, 0.0))


def test_errors_can_be_pickled() -> None:
    wrong = WrongAnswerError("liar", "k4-7", "no")
    back = pickle.loads(pickle.dumps(wrong))
    assert (back.algorithm, back.instance, str(back)) == ("liar", "k4-7", str(wrong))
    assert str(wrong) == "liar is wrong about instance 'k4-7': no"
    result = make_result([make_run("a", 0, "proven", 0.001)])
    stopped = pickle.loads(pickle.dumps(BenchInterrupted(result)))
    assert stopped.result == result
    assert str(stopped) == "interrupted after 1 runs"


def test_a_known_optimum_that_is_too_short_is_refuted(register: Register) -> None:
    register("truth", truth)
    with pytest.raises(WrongAnswerError, match=r"the known optimum is wrong .*truth"):
        run_benchmark([instance(0, longest=18)], ["truth"])


def test_a_trail_that_is_none_ends_it_only_if_the_algorithm_is_exact(register: Register) -> None:
    def nonsense(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        return TrailSolution([0, 0], proven=True)

    register("exact_nonsense", nonsense)
    register("nonsense", nonsense, exact=False)
    with pytest.raises(WrongAnswerError, match=r"exact_nonsense.*k4-0.*used twice"):
        run_benchmark([instance(0)], ["exact_nonsense"])
    [run] = run_benchmark([instance(0)], ["nonsense"]).runs
    assert run.status == "error"
    assert "used twice" in run.message


def test_an_exception_is_a_row_and_the_benchmark_goes_on(register: Register) -> None:
    def fragile(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        if graph.total == instance(1).total:
            raise MemoryError("too many\nstates")
        return truth(graph, budget)

    register("fragile", fragile)
    runs = {
        run.instance: run for run in run_benchmark([instance(0), instance(1)], ["fragile"]).runs
    }
    assert runs["k4-0"].proven
    failed = runs["k4-1"]
    assert (failed.status, failed.message) == ("error", "MemoryError: too many states")
    assert (failed.length, failed.upper_bound, failed.seconds, failed.gap) == (None,) * 4
    assert not failed.complete


def test_what_a_run_says(register: Register) -> None:
    register("truth", truth)
    register("modest", modest, exact=False)
    result = run_benchmark([instance(0)], ["truth", "modest"], time_limit=5)
    rows = {run.algorithm: run for run in result.runs}
    proven, short = rows["truth"], rows["modest"]
    assert (proven.routes, proven.cities, proven.odd_cities, proven.total) == (6, 4, 4, 21)
    assert (proven.kind, proven.length, proven.upper_bound, proven.gap) == ("kind-0", 20, 20, 0)
    assert (proven.proven, proven.optimal, proven.wrong, proven.complete) == (
        True,
        True,
        False,
        True,
    )
    assert proven.seconds is not None
    assert 0 < proven.seconds < 5
    assert (short.status, short.length, short.upper_bound) == ("finished", 1, 21)
    assert (short.best_length, short.best_bound, short.gap) == (20, 20, 1 - 1 / 20)
    assert (short.proven, short.optimal, short.wrong, short.complete) == (False, False, True, True)


def test_a_limit_of_nodes_ends_a_run(register: Register) -> None:
    def stops(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        return TrailSolution([0], upper_bound=graph.total, nodes=budget.node_limit or 0)

    register("stops", stops)
    [run] = run_benchmark([instance(0)], ["stops"], node_limit=50).runs
    assert (run.status, run.timed_out, run.complete, run.wrong) == ("limit", True, False, False)
    [run] = run_benchmark([instance(0, longest=20)], ["stops"]).runs
    assert (run.status, run.complete, run.wrong) == ("gave_up", False, False)


def test_a_limit_of_time_ends_a_run(register: Register) -> None:
    def waits(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        if graph.num_vertices == 4:
            while not budget.is_spent(0):
                pass
        return TrailSolution([0], upper_bound=graph.total)

    register("waits", waits)
    start = time.perf_counter()
    [run] = run_benchmark([instance(0)], ["waits"], time_limit=0.05).runs
    assert time.perf_counter() - start < 5
    assert run.timed_out
    assert run.seconds == pytest.approx(0.05, abs=0.04)


def test_ctrl_c_keeps_the_instances_that_all_have_had(register: Register) -> None:
    calls = 0

    def interrupted(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        nonlocal calls
        calls += 1
        if calls == 4:  # the warm-up and two instances before
            raise KeyboardInterrupt
        return truth(graph, budget)

    register("truth", truth)
    register("interrupted", interrupted)
    with pytest.raises(BenchInterrupted) as caught:
        run_benchmark([instance(n) for n in range(6)], ["truth", "interrupted"])
    runs = caught.value.result.runs
    assert len(runs) == 4
    assert len({run.instance for run in runs}) == 2
    assert isinstance(caught.value, KeyboardInterrupt)
    assert gc.isenabled()


# --- Summary -------------------------------------------------------------------------------------


def make_run(algorithm: str, number: int, status: str, seconds: float | None, **fields: Any) -> Run:
    proven = status == "proven"
    values: dict[str, Any] = {
        "algorithm": algorithm, "exact": True, "instance": f"i{number}", "kind": "k",
        "routes": number + 1, "cities": 4, "odd_cities": number % 7 // 2 * 2, "total": 21,
        "status": status, "length": 20 if proven else 15, "upper_bound": 20 if proven else 21,
        "nodes": 100 * number, "seconds": seconds, "best_length": 20, "best_bound": 20,
        "gap": 0.0 if proven else 0.25, "message": "",
    }  # fmt: skip
    if status == "error":
        values |= dict.fromkeys(("length", "upper_bound", "nodes", "seconds", "gap"))
        values["message"] = "ValueError: no"
    return Run(**(values | fields))


def make_result(runs: Sequence[Run], time_limit: float | None = 1.0) -> BenchResult:
    return BenchResult(
        algorithms=tuple(dict.fromkeys(run.algorithm for run in runs)),
        runs=tuple(runs), notes=("a note",), node_limit=None, time_limit=time_limit, seed=3,
        environment={"cpu": "abacus", "compiler": "none"},
    )  # fmt: skip


def test_statistics_of_runs_that_all_end() -> None:
    runs = [make_run("a", n, "proven", (n + 1) / 1000) for n in reversed(range(200))]
    [summary] = summarize_trails(make_result(runs))
    assert (summary.instances, summary.solved, summary.optimal, summary.wrong) == (200, 200, 200, 0)
    assert summary.seconds is not None
    measures = dataclasses.astuple(summary.seconds)
    assert [at_least for _, at_least in measures] == [False] * 4
    assert [value for value, _ in measures] == pytest.approx([0.1005, 0.1, 0.198, 0.2])
    assert summary.nodes is not None
    assert summary.nodes.mean.value == 9950
    assert (summary.mean_gap, summary.max_gap) == (0, 0)


def test_runs_that_do_not_end_make_lower_bounds_of_what_they_could_raise() -> None:
    """Of 10 runs 3 hit the limit; one of these early, as a limit of nodes does."""
    ended = [make_run("a", n, "proven", 0.1 * (n + 1)) for n in range(7)]
    others = [make_run("a", 7 + n, "limit", (0.01, 1.0, 1.0)[n]) for n in range(3)]
    [summary] = summarize_trails(make_result(ended + others))
    assert (summary.solved, summary.timed_out) == (7, 3)
    assert summary.seconds is not None
    mean, median, p99, largest = dataclasses.astuple(summary.seconds)
    assert mean == (pytest.approx((2.8 + 2.01) / 10), True)
    assert median == (0.5, False)  # the early one would have gone on
    assert p99 == largest == (1.0, True)
    assert summary.mean_gap == pytest.approx(0.075)

    [summary] = summarize_trails(make_result(ended[:3] + others))
    assert summary.seconds is not None
    assert summary.seconds.median == Measure(pytest.approx(0.3), at_least=False)  # type: ignore[arg-type]
    [summary] = summarize_trails(make_result(ended[:2] + others))
    assert summary.seconds is not None
    assert summary.seconds.median == Measure(0.2, at_least=True)


def test_an_algorithm_of_which_nothing_is_known_but_errors() -> None:
    result = make_result([make_run("a", 0, "error", None)])
    [summary] = summarize_trails(result)
    assert (summary.errors, summary.seconds, summary.mean_gap) == (1, None, None)
    heads, row = summary_table(result)
    assert dict(zip(heads, row, strict=True))["median"] == "-"


def test_the_tables() -> None:
    runs = [make_run("a", n, "proven", 0.001) for n in range(3)]
    runs += [make_run("b", 0, "limit", 1.0), make_run("b", 1, "proven", 0.5)]
    runs += [make_run("b", 2, "limit", 1.0)]
    runs += [make_run("c", n, "finished", 2e-6, exact=False, kind="k" * (n + 1)) for n in range(3)]
    heads, *rows = summary_table(make_result(runs))
    a, b, c = (dict(zip(heads, row, strict=True)) for row in rows)
    assert (a["algorithm"], a["solved"], a["median"], a["gap"]) == ("a", "3", "1 ms", "0.00 %")
    assert (b["solved"], b["limit"], b["median"], b["nodes"]) == ("1", "2", "≥ 1 s", "≥ 100")
    assert (c["algorithm"], c["wrong"], c["max"], c["gap"]) == ("c *", "3", "2 µs", "25.00 %")
    assert kind_table(make_result(runs)) == [
        ["algorithm", "k", "kk", "kkk"],
        ["a", "1 ms", "-", "-"],
        ["b", "1/3", "-", "-"],
        ["c *", "0/1  2 µs", "0/1  2 µs", "0/1  2 µs"],
    ]


def test_the_tables_without_a_run_have_heads_only() -> None:
    """As after Ctrl-C before the first instance was done."""
    result = dataclasses.replace(make_result([]), algorithms=("a", "b"))
    assert kind_table(result) == [["algorithm"]]
    assert len(summary_table(result)) == 1


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 ns"), (3.14159e-7, "314 ns"), (9.996e-7, "1 µs"), (1e-5, "10 µs"),
        (1.2345e-5, "12.3 µs"), (0.00999, "9.99 ms"), (0.9996, "1 s"), (59.99, "60 s"),
        (12345.6, "12346 s"),
    ],
)  # fmt: skip
def test_times_have_three_digits(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


def test_the_tidy_table_survives_parquet_and_csv(tmp_path: Path) -> None:
    runs = [make_run("a", 0, "proven", 0.25), make_run("a", 1, "limit", 1.0)]
    runs.append(make_run("a", 2, "error", None))
    table = to_arrow(make_result(runs))
    assert table.num_rows == 3
    fields = {field.name for field in dataclasses.fields(Run)} | {"proven", "timed_out"}
    assert set(table.column_names) == fields
    parquet.write_table(table, tmp_path / "runs.parquet")
    back = parquet.read_table(tmp_path / "runs.parquet")
    assert back.equals(table)
    assert json.loads(back.schema.metadata[b"ttr_fast"])["environment"]["cpu"] == "abacus"
    csv.write_csv(table, tmp_path / "runs.csv")
    rows = csv.read_csv(tmp_path / "runs.csv").to_pylist()
    assert [row["seconds"] for row in rows] == [0.25, 1.0, None]
    assert [row["proven"] for row in rows] == [True, False, False]
    assert [row["timed_out"] for row in rows] == [False, True, False]


def test_the_summary_is_plain_json() -> None:
    runs = [make_run("a", 0, "proven", 0.25), make_run("a", 1, "error", None, kind="other")]
    data = json.loads(json.dumps(to_dict(make_result(runs)), allow_nan=False))
    assert (data["instances"], data["seed"], data["time_limit"]) == (2, 3, 1.0)
    assert data["algorithms"][0]["seconds"]["median"] == {"value": 0.25, "at_least": False}
    assert [entry["kind"] for entry in data["kinds"]] == ["k", "other"]


# --- Plots ---------------------------------------------------------------------------------------


def plots() -> Any:
    pytest.importorskip("matplotlib")
    from ttr_fast.trails import plots

    return plots


def made_up(count: int = 40, time_limit: float | None = 1.0) -> BenchResult:
    runs = []
    for n in range(count):
        for name, growth in (("quick", 1.02), ("exact", 1.1), ("slow", 1.6)):
            seconds = 1e-6 * growth**n
            limit = time_limit is not None and seconds > time_limit
            status = "limit" if limit else "proven"
            runs.append(make_run(name, n, status, min(seconds, time_limit or seconds)))
    runs.append(make_run("fragile", 0, "error", None))
    return make_result(runs, time_limit)


@pytest.mark.parametrize("name", ["cactus_plot", "scaling_plot"])
def test_the_same_result_gives_the_same_picture(name: str, tmp_path: Path) -> None:
    module = plots()
    import matplotlib

    def draw(path: Path) -> bytes:
        module.save_plot(getattr(module, name)(made_up()), path)
        return path.read_bytes()

    first = draw(tmp_path / "a.svg")
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "svg.fonttype": "none"}):
        assert draw(tmp_path / "b.svg") == first
    assert b"<dc:date>" not in first
    assert draw(tmp_path / "c.png").startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["cactus_plot", "scaling_plot"])
@pytest.mark.parametrize(
    "result",
    [
        made_up(1), made_up(2, None), make_result([make_run("a", 0, "limit", 1.0)]),
        make_result([make_run("a", 0, "proven", 0.0), make_run("a", 5, "proven", 1e-9)]),
        make_result([make_run(f"algorithm_number_{n}", 3, "proven", 0.01) for n in range(23)]),
        make_result([make_run("a", n, "proven", 1e4, routes=10**n) for n in range(6)], None),
    ],
)  # fmt: skip
def test_odd_results_can_be_drawn(name: str, result: BenchResult, tmp_path: Path) -> None:
    module = plots()
    module.save_plot(getattr(module, name)(result), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_size > 1000


def test_the_cactus_plot_counts_what_is_solved() -> None:
    module = plots()
    result = made_up()
    [axes] = module.cactus_plot(result).axes
    labels = {text.get_text() for text in axes.texts}
    solved = {s.algorithm: s.solved for s in summarize_trails(result)}
    assert solved["slow"] < solved["exact"] == 40
    assert {f"{name}  {count}" for name, count in solved.items()} <= labels
    assert "limit 1 s" in labels
    tops = sorted(line.get_ydata()[-1] for line in axes.lines if len(line.get_ydata()) > 2)
    assert tops[-3:] == sorted(solved.values())[-3:]


def test_the_scaling_plot_shows_every_run_once_for_each_measure() -> None:
    module = plots()
    result = made_up()
    figure = module.scaling_plot(result)
    assert [axes.get_title() for axes in figure.axes] == list(result.algorithms) * 2
    for axes in figure.axes:
        dots = sum(len(line.get_xdata()) for line in axes.lines if line.get_linestyle() == "None")
        assert dots == (0 if axes.get_title() == "fragile" else 40)


def test_nothing_to_draw_is_said() -> None:
    module = plots()
    with pytest.raises(ValueError, match="no run to draw"):
        module.cactus_plot(make_result([make_run("a", 0, "error", None)]))


def test_the_cactus_plot_leads_to_a_name_in_the_dash_of_its_line() -> None:
    module = plots()
    runs = [make_run("a", 0, "proven", 0.01), make_run("b", 0, "finished", 0.01, exact=False)]
    [axes] = module.cactus_plot(make_result(runs)).axes
    dashes = {text.get_text()[0]: text.arrow_patch for text in axes.texts if text.arrow_patch}
    assert dashes["a"].get_linestyle() in ("-", "solid")
    assert dashes["b"].get_linestyle() not in ("-", "solid")


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from ttr_fast.trails import plots

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert not plots.has_matplotlib()
    with pytest.raises(ModuleNotFoundError, match="pip install matplotlib"):
        plots.cactus_plot(made_up())


def test_labels_are_spread_out_as_little_as_possible() -> None:
    from ttr_fast.trails.plots.cactus import _spread_out

    assert _spread_out([9.0, 5.0, 1.0], 2, 0, 10) == [9, 5, 1]
    assert _spread_out([5.0, 5.0, 5.0], 2, 0, 10) == [7, 5, 3]
    assert _spread_out([10.0, 10.0], 2, 0, 10) == [10, 8]
    assert _spread_out([0.0, 0.0, 0.0], 2, 0, 10) == [4, 2, 0]
    rng = np.random.default_rng(1)
    for _ in range(200):
        wanted = sorted(rng.uniform(0, 10, rng.integers(1, 12)).tolist(), reverse=True)
        places = _spread_out(wanted, 0.7, 0, 10)
        assert all(a - b > 0.7 - 1e-9 for a, b in itertools.pairwise(places))
        assert max(places) <= 10 + 1e-9
        assert min(places) >= -1e-9


# --- The command ---------------------------------------------------------------------------------

Capture = pytest.CaptureFixture[str]
BENCH = ("trails", "bench", "--no-progress")


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")


@pytest.fixture
def cases(tmp_path: Path) -> str:
    path = tmp_path / "cases.jsonl"
    lines = [
        {"id": f"k4-{n}", "edges": [[*ends, n + 1] for ends in K4], "longest": 5 * (n + 1)}
        for n in range(4)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return str(path)


def refused(capsys: Capture, *arguments: str, code: int = 2) -> str:
    assert main([*BENCH, *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ttr-fast: error: ")
    assert err.count("\n") == 1
    return err


def test_the_command_prints_tables(capsys: Capture, cases: str, register: Register) -> None:
    register("modest", modest, exact=False)
    arguments = ["--instances", cases, "--algorithms", "python_dfs,modest", "--seed", "5"]
    assert main([*BENCH, *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.search(r"^python_dfs +4 +4 +4 +0 ", out, re.M)
    assert re.search(r"^modest \* +4 +0 +0 +4 ", out, re.M)
    assert re.search(r"^runs +8, 4 instances each", out, re.M)
    [repeat] = re.findall(r"^repeat +ttr-fast (.*)$", out, re.M)
    assert main([*repeat.split(), "--no-progress"]) == 0


def test_the_command_writes_everything_into_a_folder(
    capsys: Capture, cases: str, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "out"
    arguments = [*BENCH, "--instances", cases, "--algorithms", "python_dfs", "--out", str(folder)]
    assert main([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert json.loads((folder / "summary.json").read_text("utf-8")) == printed
    assert printed["command"] == "trails bench"
    assert printed["algorithms"][0]["solved"] == 4
    names = {"results.parquet", "results.csv", "summary.json", "cactus.svg", "cactus.png"}
    assert {path.name for path in folder.iterdir()} == names | {"scaling.svg", "scaling.png"}
    assert parquet.read_table(folder / "results.parquet").num_rows == 4
    assert main(arguments) == 0  # again: the folder is that of a benchmark


def test_without_matplotlib_there_are_no_plots(
    capsys: Capture, cases: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    arguments = [*BENCH, "--instances", cases, "--algorithms", "python_dfs", "--out", str(folder)]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(arguments) == 0
    assert "no plots" in capsys.readouterr().err
    assert {p.name for p in folder.iterdir()} == {"results.parquet", "results.csv", "summary.json"}


def test_if_all_runs_are_errors_there_are_no_plots(
    capsys: Capture, cases: str, tmp_path: Path, register: Register
) -> None:
    def fails(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        raise RuntimeError("no")

    register("fails", fails)
    folder = tmp_path / "out"
    arguments = ["--instances", cases, "--algorithms", "fails", "--out", str(folder)]
    assert main([*BENCH, *arguments]) == 0
    assert "no plots, all runs ended with an error" in capsys.readouterr().err
    assert {p.name for p in folder.iterdir()} == {"results.parquet", "results.csv", "summary.json"}


def test_without_rich_nothing_runs(
    capsys: Capture, cases: str, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def spy(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        calls.append(graph.num_edges)
        return truth(graph, budget)

    register("spy", spy)
    monkeypatch.setitem(sys.modules, "rich", None)
    arguments = ["--instances", cases, "--algorithms", "spy"]
    assert "pip install rich" in refused(capsys, *arguments)
    assert calls == []
    assert main([*BENCH, *arguments, "--json"]) == 0
    assert len(calls) == 5


def test_repeat_tells_the_time_limit_exactly(capsys: Capture, cases: str) -> None:
    arguments = ["--instances", cases, "--algorithms", "python_dfs"]
    assert main([*BENCH, *arguments, "--time-limit", "0.123456789", "--json"]) == 0
    assert "--time-limit 0.123456789 " in json.loads(capsys.readouterr().out)["repeat"]


def test_folders_that_are_refused(capsys: Capture, cases: str, tmp_path: Path) -> None:
    arguments = ["--instances", cases, "--algorithms", "python_dfs", "--out"]
    assert "is a file" in refused(capsys, *arguments, cases)
    assert "make it first" in refused(capsys, *arguments, str(tmp_path / "no" / "out"))
    assert "give the name of a folder" in refused(capsys, *arguments, "")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "results.csv").write_text("precious")
    assert "not of a benchmark" in refused(capsys, *arguments, str(mine))
    (mine / "summary.json").write_text('{"command": "another"}')
    assert "not of a benchmark" in refused(capsys, *arguments, str(mine))
    (mine / "summary.json").write_text("[" * 100_000)
    assert "not of a benchmark" in refused(capsys, *arguments, str(mine))
    assert (mine / "results.csv").read_text() == "precious"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--time-limit", "0"), "--time-limit"),
        (("--time-limit", "nan"), "--time-limit"),
        (("--node-limit", "0"), "--node-limit"),
        (("--algorithms", "magic"), "magic"),
        (("--instances", "no_such_file.jsonl"), "no_such_file"),
    ],
)
def test_mistakes_are_one_line(
    capsys: Capture, cases: str, arguments: tuple[str, str], message: str
) -> None:
    given = [] if arguments[0] == "--instances" else ["--instances", cases]
    assert message in refused(capsys, *given, *arguments)


def test_the_default_instances_are_all_different() -> None:
    instances = [case for spec in DEFAULT_INSTANCES for case in parse_spec(spec)]
    assert len(instances) == len({case.key() for case in instances}) == 77
    assert len({case.kind for case in instances}) >= 10


def test_a_wrong_answer_is_one_line(capsys: Capture, cases: str, register: Register) -> None:
    register("liar", lie)
    err = refused(capsys, "--instances", cases, "--algorithms", "liar", code=1)
    assert "liar is wrong about instance" in err


def test_ctrl_c_shows_what_was_measured(
    capsys: Capture, cases: str, register: Register, tmp_path: Path
) -> None:
    calls = 0

    def interrupted(graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return truth(graph, budget)

    register("interrupted", interrupted)
    arguments = ["--instances", cases, "--algorithms", "interrupted", "--out", str(tmp_path / "o")]
    assert main([*BENCH, *arguments, "--json"]) == 130
    out, err = capsys.readouterr()
    assert err == "ttr-fast: stopped by Ctrl-C\n"
    data = json.loads(out)
    assert (data["interrupted"], data["instances"]) == (True, 2)
    assert parquet.read_table(tmp_path / "o" / "results.parquet").num_rows == 2


# --- The document --------------------------------------------------------------------------------

DOCUMENT = (Path(__file__).parent.parent / "docs" / "longest-trail.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL))
def test_python_block_of_the_document_runs(block: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_document_names_every_built_in_algorithm() -> None:
    for name, entry in ttr.trail_algorithms().items():
        assert f"`{name}`" in DOCUMENT
        assert entry.exact == (f"| `{name}` | yes" in DOCUMENT)
