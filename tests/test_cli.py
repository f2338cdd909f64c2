"""The command `ttr-fast`: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from ttr_fast.cli.bench import signature, signatures
from ttr_fast.cli.main import main

Capture = pytest.CaptureFixture[str]
COMMAND = [sys.executable, "-m", "ttr_fast"]

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def good(capsys: Capture, *arguments: str) -> str:
    """Runs a command that must succeed; what it prints."""
    code = main(arguments)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def good_json(capsys: Capture, *arguments: str) -> dict[str, Any]:
    data = json.loads(good(capsys, *arguments, "--json"))
    assert isinstance(data, dict)
    return data


def refused(capsys: Capture, *arguments: str) -> str:
    """Runs a command that must be refused; its error message, which is one line."""
    code = main(arguments)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("ttr-fast: error: ")
    assert err.count("\n") == 1
    return err


# --- As a process --------------------------------------------------------------------------------


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"capture_output": True, "text": True, "timeout": 60} | options
    return subprocess.run([*COMMAND, *arguments], **options)


def test_it_runs_as_a_module() -> None:
    done = run("playouts", "--games", "200", "--json")
    assert done.returncode == 0
    assert done.stderr == ""  # no progress bar, as stderr is no terminal
    assert json.loads(done.stdout)["games"] == 200


def test_a_mistake_is_one_line_and_exit_code_2() -> None:
    done = run("playouts", "--games", "0")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("ttr-fast: error: argument --games: ")


def test_results_do_not_depend_on_the_hash_seed_or_encoding() -> None:
    """F40, F52."""
    outputs = set()
    for hash_seed, encoding in (("0", "utf-8"), ("1", "ascii"), ("2", "latin-1")):
        env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": encoding}
        done = run("playouts", "--games", "300", "--json", env=env)
        data = json.loads(done.stdout)
        del data["seconds"], data["games_per_hour"]
        outputs.add(json.dumps(data))
    assert len(outputs) == 1


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    """F52."""
    usa = ttr.Map.builtin("usa")
    path = tmp_path / "carte.json"
    path.write_text(json.dumps(usa.replace(title="Été 東京").to_dict()), "utf-8")
    for encoding in ("ascii", "utf-8"):
        env = os.environ | {"PYTHONIOENCODING": encoding}
        done = run("maps", "show", str(path), env=env)
        assert done.returncode == 0
        assert done.stderr == ""


@posix
def test_a_reader_that_stops_is_no_error() -> None:
    command = shlex.join([*COMMAND, "playouts", "--games", "10", "--json"])
    done = subprocess.run(
        ["sh", "-c", f"{command} | head -n 0"], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = run("maps", "list", stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("maps list", 0), ("maps show usa --json", 0), ("--version", 0),
        ("playouts --games 20 --out r.csv", 0), ("perft --depth 2", 0), ("bench --quick", 0),
        ("maps show mars", 2), ("playouts --games 0", 2),
    ],
)  # fmt: skip
def test_closed_streams(tmp_path: Path, command: str, code: int, closed: str) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path)}
    done = subprocess.run(
        ["sh", "-c", f"{shlex.join(COMMAND)} {command} {closed}"],
        capture_output=True, text=True, timeout=60, cwd=tmp_path, env=env,
    )  # fmt: skip
    assert done.returncode == code
    assert (done.stdout == "") == (code == 2 or " >&-" in f" {closed}")
    assert done.stderr.count("\n") == (code == 2 and "2>&-" not in closed)
    if "--out" in command:
        assert len((tmp_path / "r.csv").read_text().splitlines()) == 21


CTRL_C_AT_START = """
import sys
from ttr_fast.cli.main import main

class CtrlC:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
sys.exit(main(["playouts", "--games", "5"]))
"""


@pytest.mark.parametrize("module", ["ttr_fast.cli.bench", "ttr_fast.cli.playouts", "rich.table"])
def test_ctrl_c_while_the_commands_are_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C_AT_START, module], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "ttr-fast: stopped by Ctrl-C\n"


CTRL_C = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also if the parent ignores it
from ttr_fast.cli.main import main
print("ready", flush=True)
sys.exit(main(sys.argv[1:]))
"""


@posix
@pytest.mark.parametrize(
    "command", ["playouts --games 20000000 --json --out results.parquet", "perft --depth 9 --json"]
)
def test_F48_ctrl_c_is_exit_code_130_and_leaves_nothing(command: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CTRL_C, *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)},
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(1)
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=2)
    assert (child.returncode, out) == (130, "")
    assert err == "ttr-fast: stopped by Ctrl-C\n"
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.parametrize(("option", "bar"), [("--json", True), ("--no-progress", False)])
def test_progress_bar_only_on_a_terminal(option: str, bar: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    arguments = [*COMMAND, "playouts", "--games", "20000", "--threads", "1", option]
    env = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=theirs, env=env) as child:
        os.close(theirs)
        out, _ = child.communicate(timeout=60)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    assert child.returncode == 0
    assert (b"20,000 games" in shown) == bar
    assert (b"games/s" in shown) == bar
    if option == "--json":
        assert json.loads(out)["games"] == 20_000


# --- playouts ------------------------------------------------------------------------------------


def test_playouts_prints_a_table(capsys: Capture) -> None:
    out = good(capsys, "playouts", "--games", "500", "--policy", "random,random_type")
    summary = ttr.playouts(ttr.Game(), 500, policy=["random", "random_type"]).summary()
    for text in ("seat 0", "seat 1", "random_type", "win share, ties split", "95 % interval"):
        assert text in out
    for seat in summary.seats:
        assert f"{seat.mean_score:.2f}" in out
        assert seat.score_interval is not None
        assert f"{seat.score_interval[0]:.2f} .. {seat.score_interval[1]:.2f}" in out
        assert seat.win_share is not None
        assert f"{100 * seat.win_share:.2f} %" in out
    assert re.search(r"^games  500$", out, re.M)
    assert re.search(r"^time   .* s, .* games per hour$", out, re.M)
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("players", [2, 5])
def test_tables_are_complete_on_a_narrow_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, columns: int, players: int
) -> None:
    from ttr_fast.summary import table

    monkeypatch.setenv("COLUMNS", str(columns))
    game = ttr.Game(players=players)
    out = good(
        capsys, "playouts", "--games=100", f"--players={players}", "--policy=random_type"
    )  # fmt: skip
    shown, _, _ = out.partition("\ngames ")
    assert "…" not in out
    assert max(map(len, shown.splitlines())) <= columns
    # Read back cell by cell: columns are two spaces or more apart.
    expected = table(ttr.playouts(game, 100, policy="random_type").summary())
    cells: list[list[str]] = [[] for _ in expected]
    for block in shown.strip("\n").split("\n\n"):
        head, rule, *body = block.splitlines()
        assert set(rule) == {"─"}
        for row, line in enumerate([head, *body]):
            label = expected[row][0]
            assert line.startswith(label)
            cells[row] += re.split(r" {2,}", line.removeprefix(label).strip())
    assert cells == [row[1:] for row in expected]


@pytest.mark.parametrize("columns", ["1", "20", "40"])
@pytest.mark.parametrize("command", ["maps list", "maps show usa"])
def test_lines_run_over_where_nothing_fits(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str, columns: str
) -> None:
    wide = good(capsys, *command.split())
    monkeypatch.setenv("COLUMNS", columns)
    narrow = good(capsys, *command.split())
    assert "…" not in narrow
    assert set(narrow.split()) - {"─"} >= {word for word in wide.split() if "─" not in word}
    if columns == "1":
        assert narrow == wide


def test_a_file_gets_one_table() -> None:
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = run("playouts", "--games", "20", "--players", "5", env=env)
    assert [f"seat {seat}" in done.stdout.splitlines()[0] for seat in range(5)] == [True] * 5


@pytest.mark.parametrize("policy", ["random, random_type", " random ,random_type "])
def test_spaces_between_policies(capsys: Capture, policy: str) -> None:
    data = good_json(capsys, "playouts", "--games", "5", "--policy", policy)
    assert data["policies"] == ["random", "random_type"]
    words = shlex.split(data["repeat"])
    assert good_json(capsys, *words[1:])["policies"] == ["random", "random_type"]


def test_playouts_says_how_to_repeat_it(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "my map.json"
    path.write_text(json.dumps(ttr.Map.builtin("usa").to_dict()), "utf-8")
    arguments = ["--map", str(path), "--players", "3", "--games", "200", "--seed", str(2**64 - 1)]
    arguments += ["--first-seat", "seed", "--policy", "random_type,random,random"]
    first = good_json(capsys, "playouts", *arguments, "--threads", "1")
    out = good(capsys, "playouts", *arguments)
    (line,) = (line for line in out.splitlines() if line.startswith("repeat "))
    words = shlex.split(line.removeprefix("repeat "))
    assert words[0] == "ttr-fast"
    again = good_json(capsys, *words[1:])
    for timing in ("seconds", "games_per_hour"):
        del first[timing], again[timing]
    assert again == first


@pytest.mark.parametrize("first_seat", ["0", "1", "seed"])
def test_playouts_json_is_the_summary(capsys: Capture, first_seat: str) -> None:
    data = good_json(
        capsys, "playouts", "--games", "300", "--seed", "4", "--first-seat", first_seat
    )
    seat = None if first_seat == "seed" else int(first_seat)
    results = ttr.playouts(ttr.Game(first_seat=seat), 300, seed=4)
    assert data.items() >= results.summary().to_dict().items()
    assert data["first_seat"] == seat
    assert data["policies"] == ["random", "random"]
    assert data["games_per_hour"] == pytest.approx(300 / data["seconds"] * 3600)


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("--games", "0", "1 or more"),
        ("--games", "-1", "1 or more"),
        ("--games", "1.5", "1 or more"),
        ("--games", "NaN", "1 or more"),
        ("--games", "", "1 or more"),
        ("--games", " 5 ", "1 or more"),
        ("--games", "1_000", "1 or more"),
        ("--games", "+5", "1 or more"),
        ("--games", "٣", "1 or more"),
        ("--games", "²", "1 or more"),
        ("--games", "9" * 5000, "1 or more"),
        ("--seed", "٣", "0 to 18446744073709551615"),
        ("--first-seat", "٣", "'seed'"),
        ("--games", "1000000000000000000", "memory"),
        ("--players", "0", "2 to 5"),
        ("--players", "1", "2 to 5"),
        ("--players", "6", "2 to 5"),
        ("--players", "-1", "2 to 5"),
        ("--players", "NaN", "2 to 5"),
        ("--players", "two", "2 to 5"),
        ("--seed", "-1", "0 to 18446744073709551615"),
        ("--seed", "18446744073709551616", "0 to 18446744073709551615"),
        ("--seed", "nan", "0 to 18446744073709551615"),
        ("--threads", "0", "1 to 256"),
        ("--threads", "257", "1 to 256"),
        ("--first-seat", "2", "0..1"),
        ("--first-seat", "-1", "'seed'"),
        ("--first-seat", "x", "'seed'"),
        ("--policy", "greedy", "random, random_type"),
        ("--policy", "random,", "random, random_type"),
        ("--policy", "", "random, random_type"),
        ("--policy", "random,random,random", "2 seats"),
        ("--map", "mars", "usa"),
        ("--map", "./mars.toml", "no such file"),
        ("--map", ".", "built-in maps are: europe, iran, usa"),
        ("--map", "/", "directory"),
        ("--map", "", "usa"),
        ("--out", "results.txt", ".parquet or .csv"),
    ],
)
def test_playouts_refuses(capsys: Capture, option: str, value: str, allowed: str) -> None:
    message = refused(capsys, "playouts", f"{option}={value}")
    assert allowed in message


def test_a_map_with_mistakes_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("format = 1\nname = ", "utf-8")
    assert "bad.toml: not valid TOML" in refused(capsys, "playouts", "--map", str(path))
    path.write_text("format = 1\n", "utf-8")
    assert main(["playouts", "--map", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "mistakes in the map" in err  # all of them, one a line
    assert "Traceback" not in err


# --- playouts --reduce, --columns, --engine ------------------------------------------------------


def test_reduce_prints_the_same_table(capsys: Capture) -> None:
    arguments = ["playouts", "--games", "500", "--players", "3", "--policy", "random_type"]
    outputs = []
    for option in ([], ["--reduce"], ["--reduce", "--threads", "2"]):
        out = good(capsys, *arguments, *option)
        outputs.append(re.sub(r"^(time|repeat) .*$", "", out, flags=re.M))
        assert ("--reduce" in out) == bool(option)
    assert outputs[0] == outputs[1] == outputs[2]
    assert re.search(r"^engine (scalar|lockstep)$", outputs[0], re.M)


def test_json_says_engine_and_columns(capsys: Capture) -> None:
    data = good_json(capsys, "playouts", "--games", "20")
    results = ttr.playouts(ttr.Game(), 20)
    assert data["engine"] == results.engine
    assert data["columns"] == list(results.columns)
    assert data["reduce"] is False
    data = good_json(capsys, "playouts", "--games", "20", "--reduce", "--engine", "scalar")
    assert (data["engine"], data["reduce"]) == ("scalar", True)
    assert data["columns"] == list(ttr.playouts(ttr.Game(), 1, reduce=True).columns)
    assert data.items() >= results.summary().to_dict().items()


def test_reduce_says_how_to_repeat_it(capsys: Capture) -> None:
    first = good_json(
        capsys, "playouts", "--games", "50", "--reduce", "--columns", " turns, winners"
    )  # fmt: skip
    assert first["columns"] == ["winners", "turns"]
    assert first["seats"][0]["mean_score"] is None
    again = good_json(capsys, *shlex.split(first["repeat"])[1:])
    for timing in ("seconds", "games_per_hour"):
        del first[timing], again[timing]
    assert again == first


def test_some_columns_make_a_smaller_table(capsys: Capture) -> None:
    out = good(capsys, "playouts", "--games", "50", "--columns", "scores,turns")
    assert "mean score" in out
    assert "all seats together" in out
    for absent in ("win share", "route points", "longest trail", "decisions", "ties", " - "):
        assert absent not in out


def test_reduce_writes_totals(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    out = good(capsys, "playouts", "--games", "90", "--seed", "8", "--reduce", "--out", str(path))
    assert f"file   {path}\n" in out
    totals = ttr.PlayoutTotals.from_dict(json.loads(path.read_text("utf-8")))
    assert totals == ttr.playouts(ttr.Game(), 90, seed=8, reduce=True)


def test_out_has_the_columns_that_were_asked_for(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    good(
        capsys, "playouts", "--games", "9", "--columns", "routes,winners", "--out", str(path)
    )  # fmt: skip
    head, *rows = path.read_text("utf-8").splitlines()
    assert head == '"winners","routes_0_0","routes_0_1","routes_1_0","routes_1_1"'
    assert len(rows) == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--reduce --games 1000000000001", "with --reduce at most 1,000,000,000,000"),
        ("--games 1000000000000", "--reduce keeps only their totals"),
        ("--reduce --out r.csv", "must end in .json"),
        ("--out r.json", "must end in .parquet or .csv"),
        ("--columns score", "unknown column 'score'; there are: scores, "),
        ("--columns scores,scores", "'scores' is there twice"),
        ("--columns=", "unknown column ''"),
        ("--engine fast", "invalid choice: 'fast'"),
    ],
)
def test_reduce_columns_and_engine_refuse(capsys: Capture, arguments: str, message: str) -> None:
    assert message in refused(capsys, "playouts", *arguments.split())


# --- playouts --out ------------------------------------------------------------------------------


def read(path: Path) -> Any:
    from pyarrow import csv, parquet

    return csv.read_csv(path) if path.suffix == ".csv" else parquet.read_table(path)


@pytest.mark.parametrize(
    "name", ["r.parquet", "r.csv", "R.CSV", "r.PARQUET", "a b.csv", ".csv.csv"]
)
def test_out_holds_what_was_played(capsys: Capture, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / name
    out = good(
        capsys, "playouts", "--players", "4", "--games", "700", "--seed", "8", "--out", str(path)
    )
    assert str(path) in out
    assert list(tmp_path.iterdir()) == [path]
    results = ttr.playouts(ttr.Game(players=4), 700, seed=8)
    table = read(path.rename(path.with_suffix(path.suffix.lower())))
    assert table.column_names == results.to_arrow().column_names
    for seat in range(4):
        assert np.array_equal(table[f"score_{seat}"].to_numpy(), results.scores[:, seat])
        for column in ("route_points", "ticket_points", "completed", "failed", "longest"):
            expected = getattr(results, column)[:, seat]
            assert np.array_equal(table[f"{column}_{seat}"].to_numpy(), expected)
    for column in ("winners", "turns", "plies"):
        assert np.array_equal(table[column].to_numpy(), getattr(results, column))


def test_parquet_keeps_types_and_origin(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "r.parquet"
    good(capsys, "playouts", "--games", "5", "--seed", "8", "--out", str(path))
    table = read(path)
    expected = ttr.playouts(ttr.Game(), 5, seed=8).to_arrow()
    assert table.equals(expected)
    assert table.schema.metadata == expected.schema.metadata


def test_out_replaces_a_file_and_goes_through_a_link(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "r.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    good(capsys, "playouts", "--games", "5", "--out", str(link))
    assert link.is_symlink()
    assert read(real).num_rows == 5
    assert list(real.parent.iterdir()) == [real]


@posix
def test_the_name_given_decides_the_format(capsys: Capture, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "real").mkdir()
    for name, behind in (("a.csv", "data"), ("b.csv", "b.parquet"), ("c.PARQUET", "c.csv")):
        (tmp_path / name).symlink_to(tmp_path / "real" / behind)
        good(capsys, "playouts", "--games", "5", "--out", str(tmp_path / name))
        assert (tmp_path / name).is_symlink()
        is_parquet = (tmp_path / "real" / behind).read_bytes()[:4] == b"PAR1"
        assert is_parquet == (name == "c.PARQUET")
    (tmp_path / "d").symlink_to(tmp_path / "real" / "d.csv")
    assert "must end in" in refused(capsys, "playouts", "--out", str(tmp_path / "d"))
    assert sorted(path.name for path in (tmp_path / "real").iterdir()) == [
        "b.parquet",
        "c.csv",
        "data",
    ]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_out_keeps_the_mode_of_a_file(capsys: Capture, tmp_path: Path, mode: int) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "r.csv"
    path.write_text("old")
    path.chmod(mode)
    good(capsys, "playouts", "--games", "5", "--out", str(path))
    assert read(path).num_rows == 5
    assert path.stat().st_mode & 0o7777 == mode


class _NeverPlayed(Exception):
    pass


@pytest.fixture
def no_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing a game fails the test: the mistake must be found before."""

    def play(*_: object, **__: object) -> None:
        raise _NeverPlayed

    monkeypatch.setattr("ttr_fast.cli.playouts.playouts", play)


@pytest.mark.usefixtures("no_playing")
class TestOutIsCheckedBeforePlaying:
    def test_the_check_lets_a_good_name_through(self, tmp_path: Path) -> None:
        with pytest.raises(_NeverPlayed):
            main(["playouts", "--out", str(tmp_path / "r.csv")])
        assert list(tmp_path.iterdir()) == []  # nothing is left by the check

    @pytest.mark.parametrize("name", ["r", "r.txt", "r.parquet.gz", "csv", "parquet/", "r.csv/"])
    def test_extension(self, capsys: Capture, tmp_path: Path, name: str) -> None:
        message = refused(capsys, "playouts", "--out", f"{tmp_path}/{name}")
        assert f"{tmp_path}/{name}" in message
        assert "must end in .parquet or .csv" in message

    def test_folder_missing(self, capsys: Capture, tmp_path: Path) -> None:
        target = tmp_path / "no" / "r.csv"
        message = refused(capsys, "playouts", "--out", str(target))
        assert str(target) in message
        assert "there is no folder" in message

    def test_folder_is_a_file(self, capsys: Capture, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        message = refused(capsys, "playouts", "--out", str(tmp_path / "file" / "r.csv"))
        assert "there is no folder" in message

    def test_target_is_a_folder(self, capsys: Capture, tmp_path: Path) -> None:
        (tmp_path / "r.parquet").mkdir()
        message = refused(capsys, "playouts", "--out", str(tmp_path / "r.parquet"))
        assert "is a folder" in message

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
    def test_folder_that_takes_no_files(self, capsys: Capture) -> None:
        message = refused(capsys, "playouts", "--out", "/proc/r.csv")
        assert "/proc/r.csv" in message
        assert "cannot write into its folder" in message

    @pytest.mark.skipif(ROOT, reason="root may write anywhere")
    def test_folder_is_read_only(self, capsys: Capture, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        message = refused(capsys, "playouts", "--out", str(tmp_path / "r.csv"))
        tmp_path.chmod(0o700)
        assert "cannot write into its folder" in message

    @pytest.mark.skipif(ROOT, reason="root may write anywhere")
    def test_file_is_read_only(self, capsys: Capture, tmp_path: Path) -> None:
        (tmp_path / "r.csv").touch(0o400)
        message = refused(capsys, "playouts", "--out", str(tmp_path / "r.csv"))
        assert "may not be overwritten" in message

    def test_pyarrow_is_missing(
        self, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        message = refused(capsys, "playouts", "--out", str(tmp_path / "r.csv"))
        assert "pip install pyarrow" in message


def test_a_failure_while_writing_leaves_the_old_file(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")

    def fail(_table: object, file: Any) -> None:
        file.write(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pyarrow.csv.write_csv", fail)
    path = tmp_path / "r.csv"
    path.write_text("old")
    assert main(["playouts", "--games", "5", "--out", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"ttr-fast: error: cannot write {str(path)!r}: No space left on device\n"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


# --- perft ---------------------------------------------------------------------------------------


def test_perft_counts_what_the_library_counts(capsys: Capture) -> None:
    data = good_json(capsys, "perft", "--depth", "4", "--players", "3", "--seed", "6")
    state = ttr.Game(players=3).new_initial_state(6)
    assert [row["depth"] for row in data["counts"]] == [1, 2, 3, 4]
    assert [row["count"] for row in data["counts"]] == [ttr.perft(state, d) for d in range(1, 5)]
    out = good(capsys, "perft", "--depth", "4", "--players", "3", "--seed", "6")
    assert len(out.splitlines()) == 5
    assert f"{ttr.perft(state, 4):,}" in out


@pytest.mark.parametrize("more", [(), ("--reduce",)], ids=["columns", "totals"])
def test_playouts_from_a_game_on(capsys: Capture, more: tuple[str, ...]) -> None:
    arguments = ("playouts", "--seed", "4", *more)
    data = good_json(capsys, *arguments, "--games", "30", "--first-game", "70")
    assert data["first_game"] == 70
    assert data.items() >= ttr.playouts(ttr.Game(), 100, seed=4)[70:].summary().to_dict().items()
    assert "--first-game 70" in data["repeat"]
    words = shlex.split(data["repeat"])
    assert good_json(capsys, *words[1:])["seats"] == data["seats"]
    whole = good_json(capsys, *arguments, "--games", "30", "--first-game", "0")
    assert whole["first_game"] == 0
    assert "--first-game" not in whole["repeat"]
    assert whole["seats"] != data["seats"]
    last = good_json(capsys, *arguments, "--games", "1", "--first-game", str(2**64 - 1))
    assert last["first_game"] == 2**64 - 1


@pytest.mark.parametrize("first", ["-1", "x", "1.5", str(2**64)])
def test_first_game_has_a_range(capsys: Capture, first: str) -> None:
    message = refused(capsys, "playouts", f"--first-game={first}")
    assert f"--first-game: must be a whole number, 0 to {2**64 - 1}" in message


def test_games_are_numbered_below_2_to_64(capsys: Capture) -> None:
    message = refused(capsys, "playouts", "--games", "2", "--first-game", str(2**64 - 1))
    assert "first_game + n must be at most 2**64" in message


@pytest.mark.parametrize("depth", ["0", "-1", "x", "1000"])
def test_perft_refuses(capsys: Capture, depth: str) -> None:
    assert "1 to 100" in refused(capsys, "perft", f"--depth={depth}")


def test_perft_needs_a_depth(capsys: Capture) -> None:
    assert "--depth" in refused(capsys, "perft")


# --- bench ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", ["1", "2", "3", "8"])
def test_signature_does_not_depend_on_threads(capsys: Capture, threads: str) -> None:
    data = good_json(capsys, "bench", "--quick", "--threads", threads)
    assert data["signature"] == signature(2)
    assert 0 <= data["signature"] < 2**64
    assert data["signatures"] == signatures(2)
    assert list(data["signatures"]) == ["usa", "europe", "online"]
    assert data["rates"] == []


def test_F62_signature_does_not_depend_on_the_instruction_set(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    expected = signature(2)
    for isa in good_json(capsys, "bench", "--quick")["build"]["isa_available"]:
        monkeypatch.setenv("TTR_FAST_ISA", isa)
        data = good_json(capsys, "bench", "--quick")
        assert (data["build"]["isa"], data["signature"]) == (isa, expected)
    monkeypatch.setenv("TTR_FAST_ISA", "z80")
    assert "z80" in refused(capsys, "bench", "--quick")


def test_bench_times_every_kind_of_game(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("ttr_fast.cli.bench.GAMES", 200)
    monkeypatch.setattr("ttr_fast.cli.bench.SECONDS", 0.005)
    data = good_json(capsys, "bench")
    assert data["signature"] == signature(1)  # timing does not change it
    kinds = [(rate["edition"], rate["players"], rate["policy"]) for rate in data["rates"]]
    assert kinds == [
        (edition, n, policy)
        for edition in ("usa", "europe", "online")
        for n in (2, 3, 4, 5)
        for policy in ("random", "random_type")
    ]
    boards = {"usa": "usa", "europe": "europe", "online": "iran"}
    for rate in data["rates"]:
        assert [entry["threads"] for entry in rate["rates"]] == [1, 2]
        for entry in rate["rates"]:
            assert entry["plies_per_second"] > entry["games_per_second"] > 0
            game = ttr.Game(boards[rate["edition"]], rate["players"], rate["edition"])
            assert entry["engine"] == ttr.playouts(game, entry["games"]).engine
    out = good(capsys, "bench", "--threads", "1")
    assert re.search(r"^edition +players +policy +engine +threads +games/s +plies/s$", out, re.M)
    assert re.search(r"^europe +2 +random +scalar +1 +[\d,]+ +[\d,]+$", out, re.M)
    assert out.startswith(f"signature        {signature(1)}\n")
    for text in ("games/s", "plies/s", "compiler", "flags", "instruction set"):
        assert text in out


def test_bench_times_runs_that_last(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """By a clock that goes on by 10 us with each game, and by 1 ms with each run."""
    now = 0.0

    def play(game: ttr.Game, n: int, **arguments: Any) -> ttr.Playouts:
        nonlocal now
        now += 1e-3 + 1e-5 * n
        return ttr.playouts(game, min(n, 20), **arguments)

    monkeypatch.setattr("ttr_fast.cli.bench.playouts", play)
    monkeypatch.setattr("ttr_fast.cli.bench.time", SimpleNamespace(perf_counter=lambda: now))
    for rate in good_json(capsys, "bench", "--threads", "1")["rates"]:
        (entry,) = rate["rates"]
        # 2,000 games are too short to tell, 4,000 take 41 ms.
        assert entry["games"] == round(4000 * 0.3 / 0.041)
        assert entry["games_per_second"] == pytest.approx(1e5, rel=0.01)


# --- maps ----------------------------------------------------------------------------------------


def test_maps_list(capsys: Capture) -> None:
    data = good_json(capsys, "maps", "list")
    assert [entry["name"] for entry in data["maps"]] == list(ttr.Map.builtin_names())
    usa = next(entry for entry in data["maps"] if entry["name"] == "usa")
    assert (usa["cities"], usa["routes"], usa["tickets"], usa["edition"]) == (36, 100, 30, "usa")
    out = good(capsys, "maps", "list")
    for name in ttr.Map.builtin_names():
        assert re.search(rf"^{name} .*{re.escape(ttr.Map.builtin(name).title)}", out, re.M)


def test_M1_maps_show_the_checksum_of_usa(capsys: Capture) -> None:
    data = good_json(capsys, "maps", "show", "usa")
    assert (data["cities"], data["routes"], data["city_pairs"], data["spaces"]) == (
        36,
        100,
        78,
        309,
    )
    assert data["routes_by_length"] == {"1": 9, "2": 36, "3": 20, "4": 16, "5": 10, "6": 9}
    assert data["routes_by_color"]["gray"] == 44
    assert data["routes_by_color"]["red"] == 7
    assert data["ticket_points"] == {"least": 4, "most": 22, "sum": 349}
    out = good(capsys, "maps", "show", "usa")
    assert re.search(r"^all +9 +36 +20 +16 +10 +9 +100$", out, re.M)
    assert "30, worth 4 to 22 points, 349 in all" in out


def test_maps_show_a_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    small = ttr.Map.builtin("usa").replace(name="small", title="Small", tickets=())
    path.write_text(json.dumps(small.to_dict()), "utf-8")
    data = good_json(capsys, "maps", "show", str(path))
    assert data["ticket_points"] == {"least": None, "most": None, "sum": 0}
    assert data["fingerprint"] == small.fingerprint
    assert re.search(r"^tickets +0$", good(capsys, "maps", "show", str(path)), re.M)


def test_maps_refuses(capsys: Capture) -> None:
    assert "usa" in refused(capsys, "maps", "show", "us")
    assert "no such file" in refused(capsys, "maps", "show", "no/where.toml")
    assert "expected a file that ends in" in refused(capsys, "maps", "show", "./usa")
    assert "list|show" in refused(capsys, "maps")
    assert "invalid choice" in refused(capsys, "maps", "draw")


# --- The command as a whole ----------------------------------------------------------------------


def test_version(capsys: Capture) -> None:
    assert good(capsys, "--version") == f"ttr-fast {ttr.__version__}\n"


@pytest.mark.parametrize("command", ["", "playouts", "perft", "bench", "maps", "maps show"])
def test_help_explains_every_option(capsys: Capture, command: str) -> None:
    out = good(capsys, *command.split(), "--help")
    assert out.startswith(f"usage: ttr-fast {command}".rstrip())
    assert max(map(len, out.splitlines())) <= 120
    for line in out.splitlines():
        assert "%(" not in line
        assert "None" not in line


def test_examples_of_the_help_run(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    lines = good(capsys, "playouts", "--help").splitlines()
    examples = [line.split()[1:] for line in lines if line.startswith("  ttr-fast ")]
    assert len(examples) >= 3
    for example in examples:
        if "--games" in example:
            example[example.index("--games") + 1] = "20"
        good(capsys, *example)


def test_mistakes_in_the_command(capsys: Capture) -> None:
    assert "COMMAND" in refused(capsys)
    assert "playouts" in refused(capsys, "playout")
    assert "--gamez" in refused(capsys, "playouts", "--gamez", "3")
    assert "--game" in refused(capsys, "playouts", "--game", "3")  # no guessing of options


def test_our_own_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ValueError that is not about the arguments is a bug, and keeps its traceback."""

    def broken(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("ttr_fast.cli.playouts._print", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["playouts", "--games", "5"])
