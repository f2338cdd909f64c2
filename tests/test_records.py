"""Records of games: what is written is read again, and replays to the same states."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from builders import FEW_TICKETS, graph_map, line_map, run_python
from hypothesis import given, settings
from hypothesis import strategies as st

import ttr_fast as ttr

DOCUMENT = Path(__file__).parent.parent / "docs" / "game-record.md"
EXAMPLE, LEAST = re.findall(r"```text\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)

HOSTILE_NAMES = [
    'A;B "c"',
    "D -> E # f",
    "back\\slash with 2 red",
    "two  blanks",
    "keep 0; resign",
    "[turns]",
    "\u6771\u4eac",
    "x\u00a0y=",
]
LENGTHS = (1, 2, 3, 2, 1, 4, 1)
HOSTILE_MAP = graph_map(
    [
        (*ends, length)
        for *ends, length in zip(HOSTILE_NAMES[:-1], HOSTILE_NAMES[1:], LENGTHS, strict=True)
    ],
    [(a, b, 5) for i, a in enumerate(HOSTILE_NAMES) for b in HOSTILE_NAMES[i + 1 :]],
    name="my # map",
)
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20) | st.sampled_from(
    ['"', "\\", "#", "[turns]", "a = 1 # b", "\u2028", "\ufeff", "\t"]
)
COMMENTS = st.lists(TEXTS, min_size=1, max_size=3).map("\n".join)


def play_some(state: ttr.State, rng: random.Random, plies: int, resigns: float) -> ttr.State:
    """Plays on at random; now and then any seat resigns."""
    for _ in range(plies):
        if state.is_terminal():
            break
        if rng.random() < resigns:
            players = state.to_dict()["players"]
            stayed = [s for s, player in enumerate(players) if not player["resigned"]]
            state.resign(rng.choice(stayed))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@st.composite
def games(draw: st.DrawFn) -> ttr.Game:
    """Games of all maps and editions, some with other rules."""
    board: Any = draw(st.sampled_from(["usa", "europe", "iran", HOSTILE_MAP]))
    rules = ttr.Rules.preset(draw(st.sampled_from(ttr.Rules.presets()))).replace(
        trains_per_player=draw(st.integers(5, 45)),
        tickets_drawn=draw(st.integers(1, 5)),
        face_up_size=draw(st.integers(1, 8)),
        longest_trail_bonus=draw(st.integers(0, 20)),
        tie_break=draw(st.sampled_from([[], ["longest_trail"]])),
        ticket_value=draw(st.sampled_from(["printed", "shortest"])),
    )
    seat: Any = draw(st.sampled_from([None, 0, 1, ...]))
    return ttr.Game(board, draw(st.integers(2, 5)), rules, seat)


@st.composite
def records(draw: st.DrawFn) -> tuple[ttr.State, ttr.GameRecord]:
    game = draw(games())
    seed, index = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1))
    state = game.new_initial_state(seed, index, record=True)
    rng = random.Random(draw(st.integers(0, 999)))
    plies = draw(st.sampled_from([0, 1, 5, 60, 10_000]))
    play_some(state, rng, plies, draw(st.sampled_from([0.0, 0.01, 0.3])))
    comments = draw(st.dictionaries(st.integers(0, len(state.history())), COMMENTS, max_size=4))
    tags = draw(st.dictionaries(TEXTS, TEXTS, max_size=4))
    return state, ttr.GameRecord.of(state, tags=tags, comments=comments)


@given(records())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_what_is_written_is_read_again(made: tuple[ttr.State, ttr.GameRecord]) -> None:
    state, record = made
    text = str(record)
    own = record.game.map if record.game.map.name == HOSTILE_MAP.name else None
    again = ttr.GameRecord.parse(text, map=own)
    assert again == record
    assert hash(again) == hash(record)
    assert str(again) == text
    assert again.tags == record.tags
    assert again.comments == record.comments
    replayed = again.replay()
    assert replayed == state
    assert replayed.hash() == state.hash()
    assert replayed.history() == state.history()
    assert replayed.drawn_cards() == state.drawn_cards()


@given(records(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_facts_may_be_left_out(made: tuple[ttr.State, ttr.GameRecord], rng: random.Random) -> None:
    """Sections, facts behind arrows, and the fingerprint; also with lines ended as on Windows."""
    _, record = made
    own = record.game.map if record.game.map.name == HOSTILE_MAP.name else None
    text = str(record)
    for section in ("deal", "result"):
        if rng.random() < 0.7:
            text = re.sub(rf"\[{section}\]\n(.+\n)+\n?", "", text)
    text = re.sub('fingerprint = ".*"\n', "", text)
    head, turns, rest = re.split(r"(?ms)^(\[turns\]\n.*?)(?=\n\[result\]|\Z)", text)
    if own is None:
        lines = [
            re.sub(" -> [^;]*", "", line) if not line.startswith("#") else line
            for line in turns.split("\n")
        ]
        turns = "\n".join(lines)
    assert ttr.GameRecord.parse((head + turns + rest).replace("\n", "\r\n"), map=own) == record


def test_ten_thousand_states_are_those_of_the_core() -> None:
    """Of every map, edition and number of players, through the text and back."""
    count = 0
    for number in range(60):
        board = ttr.Map.builtin(("usa", "europe", "iran")[number % 3])
        edition = "online" if number % 5 == 4 else board.edition
        game = ttr.Game(board, 2 + number % 4, edition)
        state = game.new_initial_state(number, 7, record=True)
        rng, hashes = random.Random(number), [state.hash()]
        while not state.is_terminal():
            play_some(state, rng, 1, 0.001)
            hashes.append(state.hash())
        record = ttr.GameRecord.parse(str(ttr.GameRecord.of(state)))
        assert [s.hash() for s in record.states()] == hashes
        ply = rng.randrange(len(hashes))
        assert record.replay(ply).hash() == hashes[ply]
        assert record.replay().score_sheet() == state.score_sheet()
        count += len(hashes)
    assert count >= 10_000


@pytest.mark.parametrize("policy", ["random", "random_type"])
@pytest.mark.parametrize("board", ["usa", "europe", "iran"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_playout_is_the_one_of_the_batch(policy: str, board: str, players: int) -> None:
    game = ttr.Game(board, players)
    batch = ttr.playouts(game, 40, policy=policy, seed=5, first_game=11)
    for row in range(40):
        record = ttr.GameRecord.of_playout(game, policy, 5, 11 + row)
        state = record.replay()
        assert [seat.total for seat in state.score_sheet()] == batch.scores[row].tolist()
        assert state.to_dict()["turn"] == batch.turns[row]
        assert len(record.actions) == batch.plies[row]
    assert record.tags == {f"policy_{seat}": policy for seat in range(players)}


def test_each_seat_of_a_playout_has_its_policy() -> None:
    game = ttr.Game("usa", 2)
    mixed = ttr.GameRecord.of_playout(game, ["random", "random_type"], 3)
    batch = ttr.playouts(game, 1, policy=["random", "random_type"], seed=3)
    assert [row.total for row in mixed.replay().score_sheet()] == batch.scores[0].tolist()
    for wrong, message in ((["random"], "2 seats"), ("greedy", "random_type")):
        with pytest.raises(ValueError, match=message):
            ttr.GameRecord.of_playout(game, wrong)
    with pytest.raises(ValueError, match=r"index must be an integer in 0\.\."):
        ttr.GameRecord.of_playout(game, index=-1)
    with pytest.raises(TypeError, match="game must be a Game"):
        ttr.GameRecord.of_playout("usa")  # type: ignore[arg-type]


def test_the_example_of_the_document_replays() -> None:
    record = ttr.GameRecord.parse(EXAMPLE)
    assert str(record) == EXAMPLE
    assert record.game.rules == ttr.Rules.preset("europe").replace(trains_per_player=8)
    assert record.tags["seat_1"] == "Grace"
    assert len(record.comments) == 2
    assert record.replay().is_terminal()
    kinds = {record.game.action_info(action).kind for action in record.actions}
    assert kinds >= {"draw_tickets", "claim", "build_station", "decline_tunnel"}


def test_the_python_block_of_the_document_runs() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    lines = run_python(block).splitlines()
    assert len(lines) == 3
    assert "'policy_2': 'random_type'" in lines[2]


def test_the_least_record_of_the_document() -> None:
    record = ttr.GameRecord.parse(LEAST)
    assert record.game == ttr.Game("usa", 2)
    assert (record.seed, record.index, len(record.actions)) == (7, 0, 4)


def test_the_rules_of_a_record_do_not_depend_on_defaults() -> None:
    """All options are written, whatever the edition says today."""
    text = str(ttr.GameRecord(game=ttr.Game("usa"), seed=1))
    section = re.search(r"\[rules\]\n((.+\n)+)", text)
    assert section is not None
    assert [line.split(" = ")[0] for line in section[1].splitlines()] == [*ttr.Rules.options()]
    for name in ttr.Rules.presets():
        changed = ttr.Rules.preset(name).replace(longest_trail_bonus=13)
        text = str(ttr.GameRecord(game=ttr.Game("usa", rules=changed), seed=1))
        assert f'\nrules = "{name}"\n' in text
        other = text.replace(f'\nrules = "{name}"\n', '\nrules = "online"\n')
        assert ttr.GameRecord.parse(other).game.rules == changed


def test_a_comment_behind_a_turn_moves_to_its_own_line() -> None:
    record = ttr.GameRecord.parse(LEAST.rstrip("\n") + " # hopes for red\n# and more\n")
    assert record.comments == {4: "hopes for red\nand more"}
    assert ttr.GameRecord.parse(str(record)) == record


def test_files(tmp_path: Path) -> None:
    record = dataclasses.replace(ttr.GameRecord.parse(LEAST), tags={"city": "\u6771\u4eac"})
    path = tmp_path / "game.ttr"
    path.write_text("old")
    record.save(path)
    assert ttr.GameRecord.load(path) == record
    assert path.read_bytes() == str(record).encode()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert ttr.GameRecord.load(str(path)) == record
    assert [file.name for file in tmp_path.iterdir()] == ["game.ttr"]
    with pytest.raises(FileNotFoundError):
        ttr.GameRecord.load(tmp_path / "none.ttr")
    with pytest.raises(OSError, match="no regular file"):
        ttr.GameRecord.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        record.save(tmp_path / "none" / "game.ttr")


def test_copies() -> None:
    record = ttr.GameRecord.parse(EXAMPLE)
    for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other == record
        assert str(other) == str(record)
    assert "europe" in repr(record)
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.seed = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        record.tags["a"] = "b"  # type: ignore[index]


def test_changing_a_field_checks_it_anew() -> None:
    record = ttr.GameRecord.parse(LEAST)
    shorter = dataclasses.replace(record, actions=record.actions[:2])
    assert shorter.replay() == record.replay(2)
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"actions": [0]}, ValueError, r"actions\[0\]: action 0 .* is not legal"),
        ({"actions": [10**30]}, ValueError, r"actions\[0\]"),
        ({"actions": [-1, -1]}, ValueError, r"actions\[1\]: seat 0 cannot resign"),
        ({"actions": [-3]}, ValueError, r"actions\[0\]: seat must be an integer in 0\.\.1"),
        ({"actions": [-(10**30)]}, ValueError, r"actions\[0\]: seat"),
        ({"actions": "ab"}, TypeError, "list or tuple"),
        ({"actions": [True]}, TypeError, r"actions\[0\] must be an integer"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"index": 2**64}, ValueError, "index must be"),
        ({"game": "usa"}, TypeError, "game must be a Game"),
        ({"tags": {"a": 1}}, TypeError, "tag 'a' must be a string"),
        ({"tags": {"a": "\n"}}, ValueError, "control character"),
        ({"tags": {"\ud800": "x"}}, ValueError, "control character"),
        ({"tags": [1]}, TypeError, "tags must be a mapping"),
        ({"comments": {5: "x"}}, ValueError, r"0\.\.4"),
        ({"comments": {0: "\r"}}, ValueError, "control character"),
        ({"comments": {0: None}}, TypeError, r"comments\[0\] must be a string"),
        ({"comments": "x"}, TypeError, "comments must be a mapping"),
    ]
    for change, error, message in wrong:
        with pytest.raises(error, match=message):
            dataclasses.replace(record, **change)


def test_only_a_state_with_its_history_has_a_record() -> None:
    state = ttr.Game("usa").new_initial_state(1)
    with pytest.raises(ValueError, match="record=True"):
        ttr.GameRecord.of(state)
    with pytest.raises(TypeError, match="state must be a State"):
        ttr.GameRecord.of(state.game)  # type: ignore[arg-type]
    kept = state.game.new_initial_state(1, record=True)
    kept.apply_action(kept.legal_actions()[0])
    assert ttr.GameRecord.of(pickle.loads(pickle.dumps(kept))).replay() == kept
    kept._set_record([kept.legal_actions()[-1]], [])
    with pytest.raises(ValueError, match="does not lead to it"):
        ttr.GameRecord.of(kept)


@pytest.mark.parametrize("ply", [-1, 5, 10**30])
def test_plies_outside_of_the_game(ply: int) -> None:
    with pytest.raises(ValueError, match=r"ply must be an integer in 0\.\.4"):
        ttr.GameRecord.parse(LEAST).replay(ply)


def test_a_map_of_ones_own_is_given_again(tmp_path: Path) -> None:
    board = line_map([2, 2, 2], [(0, 3, 7), (1, 3, 4)], name="mine")
    record = ttr.GameRecord(game=ttr.Game(board, rules=ttr.Rules(**FEW_TICKETS)), seed=3)  # type: ignore[arg-type]
    text = str(record)
    assert ttr.GameRecord.parse(text, map=board) == record
    with pytest.raises(ttr.RecordError, match=r"line 4, .*'mine' is none of the built-in ones"):
        ttr.GameRecord.parse(text)
    longer = line_map([2, 2, 3], [(0, 3, 7), (1, 3, 4)], name="mine")
    with pytest.raises(ttr.RecordError, match=r"line 6, .*played on another map"):
        ttr.GameRecord.parse(text, map=longer)
    with pytest.raises(ttr.RecordError, match=r"line 4, .*the one given is 'usa'"):
        ttr.GameRecord.parse(text, map="usa")
    with pytest.raises(ValueError, match="no such file"):
        ttr.GameRecord.parse(text, map=tmp_path / "none.toml")
