"""The commands `ttr-fast trails solve`, `generate` and `algorithms`."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import ttr_fast as ttr
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.cli.main import main
from ttr_fast.map import Map
from ttr_fast.trails.files import (
    format_csv,
    parse_csv,
    parse_jsonl,
    read_instances,
    write_instances,
)
from ttr_fast.trails.generators import grid, loop_tree, network_sets
from ttr_fast.trails.instances import TrailInstance

Capture = pytest.CaptureFixture[str]
COMMAND = [sys.executable, "-m", "ttr_fast", "trails"]
CASES = Path(__file__).parent / "data/trail_cases.jsonl"


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The random networks of the stored cases: quickly solved, optima known."""
    cases = [case for case in read_instances(CASES) if case.kind == "random"]
    write_instances(cases[:20], tmp_path / "small.jsonl")
    return tmp_path / "small.jsonl"


def good(capsys: Capture, *arguments: str) -> str:
    """Runs a subcommand that must succeed; what it prints."""
    code = main(["trails", *arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def good_json(capsys: Capture, *arguments: str) -> dict[str, Any]:
    data = json.loads(good(capsys, *arguments, "--json"))
    assert isinstance(data, dict)
    return data


def refused(capsys: Capture, *arguments: str, code: int = 2) -> str:
    """Runs a subcommand that must be refused; its error message, which is one line."""
    got = main(["trails", *arguments])
    out, err = capsys.readouterr()
    assert (got, out) == (code, "")
    assert err.startswith("ttr-fast: error: ")
    assert err.count("\n") == 1
    return err


@contextmanager
def registered(name: str, solve: Callable[..., Any]) -> Iterator[None]:
    """An algorithm of this name for the time of the block."""
    ttr.register_trail_algorithm(name, solve)
    try:
        yield
    finally:
        ttr.unregister_trail_algorithm(name)


def store(path: Path, **fields: Any) -> str:
    """A file with one instance, a path of two edges."""
    given = {"id": "two", "kind": "test", "edges": [(0, 1), (1, 2)], "lengths": [3, 4]} | fields
    write_instances([TrailInstance(**given)], path)
    return str(path)


# --- solve ---------------------------------------------------------------------------------------


def test_solve_prints_a_table_and_compares_with_known_optima(capsys: Capture, small: Path) -> None:
    lines = good(capsys, "solve", str(small)).splitlines()
    heads = ["id", "routes", "total", "longest", "bound", "gap", "nodes", "time", "known", "check"]
    assert lines[0].split() == heads
    for line, case in zip(lines[2:22], read_instances(small), strict=True):
        cells = line.split()
        assert cells[:4] == [case.id, str(case.num_edges), str(case.total), str(case.longest)]
        assert cells[5] == "proven"
        assert cells[-2:] == [str(case.longest), "right"]
    assert "right      20 of 20 known optima" in lines
    assert "proven     20" in lines


def test_solve_json_has_all_trails(capsys: Capture, small: Path) -> None:
    data = good_json(capsys, "solve", str(small), "--algorithm", "exact")
    assert data["command"] == "trails solve"
    assert (data["algorithm"], data["wrong"], data["unsolved"]) == ("exact", 0, 0)
    for entry, case in zip(data["instances"], read_instances(small), strict=True):
        assert entry["id"] == case.id
        assert entry["longest"] == entry["upper_bound"] == entry["known"] == case.longest
        assert entry["proven"] is True
        assert entry["verdict"] == "right"
        assert sum(case.lengths[entry["trail"]]) == case.longest
        case.graph.walk(entry["trail"])
        assert len(entry["cities"]) == len(entry["trail"]) + 1


def test_solve_one_instance_shows_its_trail(capsys: Capture) -> None:
    (instance,) = loop_tree(3, 4)
    trail = ttr.longest_trail(instance.edges, instance.lengths)
    out = good(capsys, "solve", "loops:loops=3,size=4")
    assert f"longest    {trail.length}, proven" in out
    steps = [str(trail.cities[0])]
    for edge, city in zip(trail.edges, trail.cities[1:], strict=True):
        steps.append(f"-{instance.lengths[edge]}- {city}")
    assert " ".join(steps) in " ".join(out.split())
    assert " ".join(map(str, trail.edges)) in " ".join(out.split())


def test_solve_names_cities_and_routes_of_a_map(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    path.write_text('{"id": "n", "map": "usa", "tracks": [25, 24], "longest": 5}\n', "utf-8")
    out = good(capsys, "solve", str(path))
    assert "known      5: right" in out
    assert "El Paso -4- Dallas -1- Houston" in out or "Houston -1- Dallas -4- El Paso" in out
    assert "the same as routes of the map usa" in out
    assert out.rstrip().endswith(("24 25", "25 24"))


def test_long_trails_are_wrapped_and_names_are_not_broken(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    path = tmp_path / "n.csv"
    path.write_text("a,b\nSalt Lake City,New York\nNew York,Saint Louis\n", "utf-8")
    lines = good(capsys, "solve", str(path)).splitlines()
    trail = lines[lines.index("trail, with the lengths of its 2 routes") + 1 :]
    assert all(len(line) <= 30 for line in trail)
    assert any("Salt Lake City" in line for line in trail)


def test_solve_reads_stdin(capsys: Capture, monkeypatch: pytest.MonkeyPatch, small: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(small.read_bytes())))
    assert len(good_json(capsys, "solve", "-")["instances"]) == 20
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}\n")))
    assert "stdin:1: there is neither" in refused(capsys, "solve", "-")
    monkeypatch.setattr("sys.stdin", None)
    assert "nothing on stdin" in refused(capsys, "solve", "-")


def test_an_empty_file_is_no_mistake(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("", "utf-8")
    path = str(tmp_path / "empty.csv")
    assert good(capsys, "solve", path) == "there are no graphs in the file\n"
    assert good_json(capsys, "solve", path)["instances"] == []


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (6, "there is a trail of 7, so the known optimum 6 is none"),
        (8, "the bound is 7, but the known optimum 8"),
    ],
)
def test_a_wrong_answer_ends_with_exit_code_1(
    capsys: Capture, tmp_path: Path, known: int, words: str
) -> None:
    """The edge to the side makes the total 12: a claim of 8 is not refused beforehand."""
    star = {"edges": [(0, 1), (1, 2), (1, 3), (1, 4)], "lengths": [3, 4, 1, 1]}
    path = store(tmp_path / "x.jsonl", **star, longest=known)
    assert main(["trails", "solve", path]) == 1
    out, err = capsys.readouterr()
    assert f"known      {known}: wrong" in out
    assert err == f"ttr-fast: error: 1 of 1 answers cannot be right; two: {words}\n"
    assert main(["trails", "solve", path, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == 1


def test_an_inexact_algorithm_may_fall_short(capsys: Capture, tmp_path: Path) -> None:
    """A caller that is told the truth, a walk that could be longer, is no error."""

    def half(graph: Any, budget: Any) -> list[int]:
        return [0]

    with registered("half_hearted", half):
        path = store(tmp_path / "x.jsonl", longest=7)
        data = good_json(capsys, "solve", path, "--algorithm", "half_hearted")
        (entry,) = data["instances"]
        assert (entry["longest"], entry["proven"], entry["verdict"]) == (3, False, "short")
        out = good(capsys, "solve", path, "--algorithm", "half_hearted")
        assert "longest    3, at most 7, gap 57.14 %" in out
        assert "known      7: short" in out


def test_an_algorithm_that_answers_nonsense(capsys: Capture, tmp_path: Path) -> None:
    with registered("nonsense", lambda graph, budget: [0, 0]):
        path = store(tmp_path / "x.jsonl")
        message = refused(capsys, "solve", path, "--algorithm", "nonsense", code=1)
        assert "two: trail algorithm 'nonsense' is at fault" in message


def test_what_was_solved_before_an_error_is_shown(capsys: Capture, tmp_path: Path) -> None:
    def once(graph: Any, budget: Any) -> list[int]:
        return [0] if graph.num_edges == 2 else [99]

    with registered("once", once):
        path = tmp_path / "x.jsonl"
        write_instances([*loop_tree(1, 2), *grid(2, 3)], path)
        assert main(["trails", "solve", str(path), "--algorithm", "once"]) == 1
        out, err = capsys.readouterr()
        assert "loops-random-1-2" in out
        assert "graphs     2, 1 unsolved" in out
        assert "grid-2x3-ttr-s0-000: trail algorithm 'once' is at fault" in err


def test_limits_reach_the_algorithm(capsys: Capture, tmp_path: Path) -> None:
    seen = []

    def look(graph: Any, budget: Any) -> list[int]:
        seen.append((budget.node_limit, budget.time_limit))
        return [0]

    with registered("look", look):
        path = store(tmp_path / "x.jsonl")
        good(capsys, "solve", path, "--algorithm", "look")
        limits = ["--node-limit", "5", "--time-limit", "0.5"]
        data = good_json(capsys, "solve", path, "--algorithm", "look", *limits)
        assert seen == [(None, None), (5, 0.5)]
        assert (data["node_limit"], data["time_limit"]) == (5, 0.5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.jsonl"], "'none.jsonl' cannot be read: No such file"),
        (["graph.txt"], "no generator 'graph.txt'"),
        (["grid:rows=0"], "rows must be an integer, 1 or more"),
        (["grid:rows=2,columns=2", "--algorithm", "magic"], "unknown algorithm 'magic'"),
        (["grid", "--node-limit", "0"], "--node-limit: must be a whole number"),
        (["grid", "--time-limit", "0"], "--time-limit: must be a number of seconds above 0"),
        (["grid", "--time-limit", "nan"], "--time-limit: must be a number of seconds above 0"),
        (["grid", "--time-limit", "soon"], "not 'soon'"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_solve_refuses(capsys: Capture, arguments: list[str], words: str) -> None:
    assert words in refused(capsys, "solve", *arguments)


def test_a_mistake_in_a_file_names_the_line(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("a,b,length\n0,1,2\n1,2,zwei\n", "utf-8")
    message = refused(capsys, "solve", str(path))
    assert f"{path}:3: length must be an integer, 1 or more, not 'zwei'" in message


def test_ctrl_c_shows_what_is_solved(capsys: Capture, tmp_path: Path) -> None:
    def stop_at_the_second(graph: Any, budget: Any) -> list[int]:
        if graph.num_edges > 2:
            raise KeyboardInterrupt
        return [0, 1]

    with registered("stops", stop_at_the_second):
        path = tmp_path / "x.jsonl"
        write_instances([*loop_tree(1, 2), *grid(2, 3)], path)
        assert main(["trails", "solve", str(path), "--algorithm", "stops"]) == 130
        out, err = capsys.readouterr()
        assert "loops-random-1-2" in out
        assert "graphs     2, 1 unsolved" in out
        assert err == "ttr-fast: stopped by Ctrl-C\n"


def test_a_progress_bar_on_a_terminal_only(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, small: Path
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    for options, bars in (([], True), (["--no-progress"], False)):
        assert main(["trails", "solve", str(small), *options]) == 0
        out, err = capsys.readouterr()
        assert ("solving" in err) == bars
        assert "right      20 of 20" in out


# --- generate ------------------------------------------------------------------------------------


def test_generate_writes_what_the_specs_say(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "graphs.jsonl"
    out = good(capsys, "generate", "grid:count=2", "loops", "--seed", "5", "--out", str(path))
    assert read_instances(path) == [*grid(count=2, seed=5), *loop_tree(seed=5)]
    assert out.splitlines() == ["graphs  3, 467 edges together", f"file    {path}"]
    table = tmp_path / "graphs.csv"
    data = good_json(capsys, "generate", str(path), "--out", str(table))
    assert (data["graphs"], data["edges"], data["out"]) == (3, 467, str(table))
    assert [i.key() for i in read_instances(table)] == [i.key() for i in read_instances(path)]


def test_generate_to_stdout_and_solve_from_stdin(tmp_path: Path) -> None:
    command = shlex.join([*COMMAND, "generate", "loops:loops=4,count=3", "--out", "-"])
    solve = shlex.join([*COMMAND, "solve", "-", "--json"])
    done = subprocess.run(
        f"{command} | {solve}", shell=True, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [e["id"] for e in json.loads(done.stdout)["instances"]] == [
        instance.id for instance in loop_tree(4, count=3)
    ]


def test_generate_help_lists_generators_and_parameters(capsys: Capture) -> None:
    out = good(capsys, "generate", "--help")
    assert "  grid: Rectangular grids" in out
    assert "rows=8,columns=14,lengths=ttr,count=1,seed=0" in out
    assert "map=usa,second_lanes=true" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["grid", "--out", "graphs.txt"], "the name must end in .jsonl or .csv"),
        (["grid", "--out", "no/such/folder/a.csv"], "no/such/folder'; make it first"),
        (["grid", "--out", "-", "--json"], "with --out - there is none"),
        (["grid", "--seed", "-1", "--out", "-"], "--seed"),
        (["gird", "--out", "-"], "did you mean 'grid'"),
        (["grid"], "the following arguments are required: --out"),
        (["--out", "-"], "the following arguments are required: SPEC"),
    ],
)
def test_generate_refuses(capsys: Capture, arguments: list[str], words: str) -> None:
    assert words in refused(capsys, "generate", *arguments)


def test_generate_refuses_folders_and_what_a_format_cannot_hold(
    capsys: Capture, tmp_path: Path
) -> None:
    (tmp_path / "folder.csv").mkdir()
    assert "is a folder" in refused(
        capsys, "generate", "grid", "--out", str(tmp_path / "folder.csv")
    )
    path = tmp_path / "none.csv"
    message = refused(capsys, "generate", "grid:rows=1,columns=1", "--out", str(path))
    assert "has no edges: a CSV file cannot hold it" in message
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_generate_into_a_folder_that_is_closed(capsys: Capture, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    message = refused(capsys, "generate", "grid", "--out", str(tmp_path / "a.csv"))
    assert "cannot write" in message


def test_generate_keeps_links_and_permissions(capsys: Capture, tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.csv"
    real.write_text("old", "utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    for write in (
        lambda: good(capsys, "generate", "grid:rows=2,columns=2", "--out", str(link)),
        lambda: write_instances(grid(2, 3), link),
    ):
        write()
        assert link.is_symlink()
        assert not real.is_symlink()
        assert real.stat().st_mode & 0o777 == 0o640
        assert real.read_text("utf-8").startswith("a,b,length\n")  # as the link's name says
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "real.jsonl"]


def test_csv_refuses_two_instances_of_one_id(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "dup.csv"
    specs = ["grid:rows=2,columns=2"] * 2
    message = refused(capsys, "generate", *specs, "--out", str(path))
    assert "2 instances have the id 'grid-2x2-ttr-s0-000'" in message
    assert not path.exists()


def test_csv_refuses_names_that_are_one_number() -> None:
    def named(*names: str) -> list[TrailInstance]:
        return [TrailInstance("x", "test", [(0, 1), (1, 2)], [1, 1], names=names)]  # type: ignore[arg-type]

    with pytest.raises(ValueError, match="'x': all its names are numbers, and '7' and '07' are"):
        format_csv(named("7", "8", "07"))
    for good_names in (("7", "B", "07"), ("7", "8", "9"), ("7", "8", "9", "09")):
        [back] = parse_csv(format_csv(named(*good_names)))
        assert back.graph.num_vertices == 3


def test_things_that_are_no_instances_are_named(tmp_path: Path) -> None:
    for name in ("a.csv", "a.jsonl"):
        with pytest.raises(TypeError, match="must be of the class TrailInstance, not 1"):
            write_instances([1], tmp_path / name)  # type: ignore[list-item]
    for parse in (parse_csv, parse_jsonl):
        with pytest.raises(TypeError, match="data must be text or bytes, not None"):
            parse(None)  # type: ignore[operator]
    with pytest.raises(TypeError, match="maps must be of the class Map, not 'usa'"):
        parse_jsonl("", maps=["usa"])  # type: ignore[list-item]


def test_memory_that_is_missing_is_said() -> None:
    with pytest.raises(CliError, match="not enough memory"), user_mistakes():
        raise MemoryError


def test_a_file_name_that_is_no_id_becomes_one(tmp_path: Path) -> None:
    for name, text in (("a\tb.csv", "a,b\n0,1\n"), ("a\tb.jsonl", '{"edges": [[0, 1]]}')):
        (tmp_path / name).write_text(text, "utf-8")
        [read] = read_instances(tmp_path / name)
        assert read.id.removesuffix("-1") == "a b"


# --- Maps of one's own ---------------------------------------------------------------------------


@pytest.fixture
def own_map(tmp_path: Path) -> tuple[str, str]:
    """A map under another name than the built-in ones, and a file with a network of it."""
    usa = Map.builtin("usa").to_dict()
    path, file = tmp_path / "mine.json", tmp_path / "own.jsonl"
    path.write_text(json.dumps(usa | {"name": "mine"}), "utf-8")
    file.write_text('{"id": "n", "map": "mine", "tracks": [25, 24], "longest": 5}\n', "utf-8")
    return str(path), str(file)


def test_maps_of_ones_own_are_given_by_path(
    capsys: Capture, own_map: tuple[str, str], tmp_path: Path
) -> None:
    path, file = own_map
    assert "Dallas" in good(capsys, "solve", file, "--map", path)
    out = str(tmp_path / "out.csv")
    assert good_json(capsys, "generate", file, "--map", path, "--out", out)["edges"] == 2
    data = good_json(capsys, "bench", "--instances", file, "--algorithms", "exact", "--map", path)
    assert data["algorithms"][0]["solved"] == 1
    assert f"--map {shlex.quote(path)}" in data["repeat"]


def test_a_map_that_is_not_known_is_asked_for(capsys: Capture, own_map: tuple[str, str]) -> None:
    _, file = own_map
    message = refused(capsys, "solve", file)
    assert "unknown map 'mine'" in message
    assert "--map PATH" in message
    assert "maps=" in message
    assert "none.toml" in refused(capsys, "solve", file, "--map", "none.toml")


# --- algorithms ----------------------------------------------------------------------------------


def test_algorithms_lists_the_registry(capsys: Capture) -> None:
    out = good(capsys, "algorithms")
    data = good_json(capsys, "algorithms")["algorithms"]
    assert [entry["name"] for entry in data] == list(ttr.trail_algorithms())
    words = " ".join(out.split())
    for entry, algorithm in zip(data, ttr.trail_algorithms().values(), strict=True):
        assert entry["exact"] == algorithm.exact
        assert entry["available"] == algorithm.available
        assert entry["needs"] == list(algorithm.needs)
        exact = "exact" if algorithm.exact else "not exact"
        assert f"\n{entry['name']} ({exact}" in f"\n{out}"
        for key in ("limits", "description", "source", "file"):
            assert entry[key] == getattr(algorithm, key)
            assert " ".join(entry[key].split()) in words


def test_algorithms_says_what_is_missing(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    out = good(capsys, "algorithms")
    assert "networkx_dfs (exact; not available: needs networkx)" in out


def test_trails_wants_a_subcommand(capsys: Capture) -> None:
    assert "solve|bench|networks|generate|algorithms" in refused(capsys)


# --- networks ------------------------------------------------------------------------------------


def test_networks_prints_a_row_for_each_kind(capsys: Capture) -> None:
    out = good(capsys, "networks", "--policies", "random,random_type", "--count", "20")
    assert [line.split()[:2] for line in out.splitlines()[2:4]] == [
        ["random", "20"],
        ["random_type", "20"],
    ]
    assert "mean of the kinds" in out


def test_networks_as_json_agrees_with_the_lengths(capsys: Capture) -> None:
    data = good_json(capsys, "networks", "--policies", "random", "--count", "30", "--seed", "5")
    (kind,) = data["kinds"]
    sets = network_sets("usa", 2, "random", 30, 5)
    assert kind["networks"] == 30
    assert kind["routes"] == pytest.approx(sets.sum(axis=1).mean())
    assert kind["longest"] == pytest.approx(ttr.longest_trails("usa", sets).mean())
    assert 0 < kind["engine"]["median"] <= kind["engine"]["p99"] <= kind["engine"]["max"]
    assert data["mean_of_kinds"] == pytest.approx(kind["engine"]["mean"])


def test_networks_of_unknown_players_are_refused(capsys: Capture) -> None:
    message = refused(capsys, "networks", "--policies", "random,clever", "--count", "1000000")
    assert "unknown policy 'clever'; there are random" in message


def test_networks_of_players_with_spaces_between(capsys: Capture) -> None:
    data = good_json(capsys, "networks", "--policies", "random, ticket", "--count", "5")
    assert [kind["policy"] for kind in data["kinds"]] == ["random", "ticket"]
