"""`ttr-fast record` and `ttr-fast replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import line_map
from test_cli import Capture, good, good_json, refused
from test_records import EXAMPLE

import ttr_fast as ttr


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "120")
    path = tmp_path / "game.ttr"
    path.write_text(EXAMPLE, encoding="utf-8")
    return str(path)


def test_a_recorded_game_is_the_one_that_playouts_play(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "game.ttr")
    arguments = ["--map=europe", "--players=3", "--policy=random_type,random,random", "--seed=9"]
    out = good(capsys, "record", *arguments, "--game=5", "--out", path)
    game = ttr.Game("europe", 3)
    policies = ["random_type", "random", "random"]
    batch = ttr.playouts(game, 1, policy=policies, seed=9, first_game=5)
    record = ttr.GameRecord.load(path)
    assert record == ttr.GameRecord.of_playout(game, policies, 9, 5)
    scores = batch.scores[0].tolist()
    assert f"scores {', '.join(map(str, scores))}\n" in out
    assert f"{batch.plies[0]} decisions" in out
    assert good(capsys, "record", *arguments, "--game=5") == str(record)
    data = good_json(capsys, "record", *arguments, "--game=5")
    assert (data["scores"], data["record"]) == (scores, str(record))


def test_replay_shows_every_turn_and_the_scores(capsys: Capture, example: str) -> None:
    out = good(capsys, "replay", example)
    record = ttr.GameRecord.parse(EXAMPLE)
    for text in ("event: Example", "seat_1: Grace", "# A short game", "points", "final score"):
        assert text in out
    rest = out
    for name in record.action_names():  # in their order
        before, found, rest = rest.partition(name)
        assert found, before
    assert "Edinburgh-Athina (21)" in out
    assert [int(cell) for cell in out.split("total")[1].split()[:2]] == [-24, -38]


@pytest.mark.parametrize("players", [2, 5])
def test_turns_fit_into_a_terminal(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    path = str(tmp_path / "game.ttr")
    good(capsys, "record", "--map=europe", f"--players={players}", "--seed=3", "--out", path)
    out = good(capsys, "replay", path)
    turns = out[out.index("turn  seat") : out.index("final score")]
    assert max(map(len, turns.splitlines())) <= 80
    words = " ".join(turns.split())
    record = ttr.GameRecord.load(path)
    assert all(word in words for name in record.action_names() for word in name.split())
    points = [str(row.routes) for row in record.replay().score_sheet()]
    assert ":".join(points) in words


@pytest.mark.parametrize("ply", [0, 2, 30])
def test_replay_shows_a_position(capsys: Capture, example: str, ply: int) -> None:
    state = ttr.GameRecord.parse(EXAMPLE).replay(ply)
    out = good(capsys, "replay", example, "--ply", str(ply))
    assert f"after {ply} of " in out
    assert f"seat {state.current_player()} to move" in out
    assert " ".join(state.to_dict()["face_up"]) in out
    data = good_json(capsys, "replay", example, "--ply", str(ply))
    assert data["position"] == json.loads(json.dumps(state.to_dict()))
    assert "turns" not in data


def test_replay_json_has_the_turns(capsys: Capture, example: str) -> None:
    data = good_json(capsys, "replay", example)
    record = ttr.GameRecord.parse(EXAMPLE)
    assert [turn["action"] for turn in data["turns"]] == list(record.actions)
    assert [turn["name"] for turn in data["turns"]] == record.action_names()
    assert [row["total"] for row in data["score_sheet"]] == [-24, -38]
    assert data["tags"] == dict(record.tags)


def test_replay_draws_the_board(capsys: Capture, example: str, tmp_path: Path) -> None:
    from ttr_fast.render import state_svg

    path = tmp_path / "board.svg"
    for arguments, ply in (([], None), (["--ply=10"], 10)):
        good(capsys, "replay", example, "--svg", str(path), "--width=700", *arguments)
        state = ttr.GameRecord.parse(EXAMPLE).replay(ply)
        assert path.read_text("utf-8") == state_svg(state, width=700)


def test_an_unfinished_game(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "begun.ttr"
    path.write_text('format = 1\nmap = "usa"\nplayers = 2\nseed = 7\n[turns]\n', "utf-8")
    out = good(capsys, "replay", str(path))
    assert "not finished: seat 0 to move, choose initial tickets" in out
    assert "final score" not in out


def test_a_map_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    board = line_map([2] * 6, [(i, i + 1, 2) for i in range(6)], name="mine")
    map_file, file = str(tmp_path / "mine.json"), str(tmp_path / "game.ttr")
    Path(map_file).write_text(json.dumps(board.to_dict()), "utf-8")
    good(capsys, "record", "--map", map_file, "--out", file)
    assert "final score" in good(capsys, "replay", file, "--map", map_file)
    assert "'mine' is none of the built-in ones" in refused(capsys, "replay", file)
    assert "the one given is 'usa'" in refused(capsys, "replay", file, "--map", "usa")


def test_mistakes_are_one_line(capsys: Capture, example: str, tmp_path: Path) -> None:
    assert "No such file" in refused(capsys, "replay", str(tmp_path / "none.ttr"))
    assert "no regular file" in refused(capsys, "replay", str(tmp_path))
    assert "decisions" in refused(capsys, "replay", example, "--ply", "9999")
    assert "must end in .svg" in refused(capsys, "replay", example, "--svg", "board.png")
    assert ".ttr or .txt" in refused(capsys, "record", "--out", "game.csv")
    assert "random_type" in refused(capsys, "record", "--policy", "greedy")
    Path(example).write_text(EXAMPLE.replace("1 black", "1 pink", 1), "utf-8")
    message = refused(capsys, "replay", example)
    number = EXAMPLE[: EXAMPLE.index("Athina with 1 black")].count("\n") + 1
    assert f"{example}: line {number}, column 11: " in message
