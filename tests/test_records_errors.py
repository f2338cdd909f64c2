"""Texts that are no records, or of games that go otherwise, are refused with line and reason."""

from __future__ import annotations

import json
import pickle
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_records import EXAMPLE

import ttr_fast as ttr
from ttr_fast.records.reader import MAX_BYTES

LINES = EXAMPLE.split("\n")


def refusal(text: str) -> ttr.RecordError:
    with pytest.raises(ttr.RecordError) as caught:
        ttr.GameRecord.parse(text)
    assert str(caught.value).startswith(f"line {caught.value.line}")
    assert caught.value.problem in str(caught.value)
    return caught.value


def line_of(beginning: str) -> int:
    """The number of the first line of the example that begins so."""
    return next(n for n, line in enumerate(LINES, 1) if line.startswith(beginning))


# The beginning of a line, what in it is replaced by what, and what the message says.
WRONG_LINES = [
    # The head.
    ("format = ", "1", "2", "reads format 1, not 2"),
    ("format = ", "1", "1.0", "format must be a whole number, not 1.0"),
    ("format = ", "1", "true", "format must be a whole number, not True"),
    ("format = ", "format", "fromat", "unknown key 'fromat' (did you mean 'format'?)"),
    ("format = ", "format =", "format:", "expected '=' after 'format'"),
    ("format = ", "format = 1", "== 1", "expected 'key = value', not '== 1'"),
    ("format = ", "1", "", "'' is no value"),
    ("format = ", "1", "one", "'one' is no value; a text stands in double quotes"),
    ("format = ", "1", "1 2", "unexpected '2' after the value"),
    ("format = ", "1", "9" * 5000, "is no usable value"),
    ("format = ", "1", "[" * 100_000, "value"),
    ("format = ", "1", "{}", "is no usable value"),
    ("format = ", "1", "NaN", "is no usable value"),
    ("version = ", '"', "", "after the value"),
    ("map = ", '"europe"', '"mars"', "'mars' is none of the built-in ones, europe, iran, usa"),
    ("map = ", '"europe"', "3", "map must be a text in double quotes, not 3"),
    ("map = ", '"europe"', '"../usa"', "none of the built-in ones"),
    ("tickets = ", '"base"', '"1910"', "no deck '1910'"),
    ("fingerprint = ", '= "', '= "0', "played on another map 'europe'"),
    ("players = ", "2", "6", "players must be an integer in 2..5, got 6"),
    ("players = ", "2", '"2"', "players must be a whole number, not '2'"),
    ("first_seat = 0", "0", "2", "first_seat must be an integer in 0..1, got 2"),
    ("first_seat = 0", "0", '"given"', 'first_seat must be a seat or "seed", not \'given\''),
    ("first_seat = 0", "0", "true", 'first_seat must be a seat or "seed", not True'),
    ('rules = "', '"europe"', '"asia"', "asia"),
    ("seed = ", "3", "-3", "must be in 0..2**64-1, not -3"),
    ("seed = ", "3", "18446744073709551616", "must be in 0..2**64-1"),
    ("seed = ", "seed", "index", "'index' "),
    ("index = ", "index = 0", "seed = 0", "'seed' stands in line"),
    # Sections.
    ("[tags]", "[tags]", "[tag]", "unknown section '[tag]' (did you mean '[tags]'?)"),
    ("[deal]", "[deal]", "[rules]", "[rules] begins in line"),
    ("[turns]", "[turns]", "[turns", "unknown section '[turns'"),
    ("event = ", '"Example of the documents"', "7", "event must be a string, not 7"),
    ("event = ", '"Example of the documents"', '"\\u0007"', "control character '\\x07'"),
    ("event = ", '"Example of the documents"', '"\\ud800"', "control character"),
    ("event = ", "event", '"event', "expected '=' after 'event = '"),
    ("event = ", "event", '"\\x"', "is no text in quotes"),
    ("date = ", "date", "event", "'event' stands in line"),
    ("tunnel_cards = ", "tunnel_cards", "tunel_cards", "did you mean 'tunnel_cards'"),
    ("tunnel_cards = ", "3", "7", "tunnel_cards must be an integer in 0..6, got 7"),
    ("tunnel_cards = ", "3", "true", "tunnel_cards must be an integer"),
    ("payments = ", '"all"', '"some"', "payments = 'some' is refused"),
    ("route_points = ", "[1, 2, 4, 7, 10, 15, 18, 21]", "[1]", "route_points has 1 entries"),
    ("initial_tickets_dealt = ", "3", "0", "initial_tickets_"),
    # Facts of the deal and the result.
    ("row = ", '["', '["red", "', "row: the record says"),
    ("hand_0 = ", "[", "", "after the value"),
    ("hand_1 = ", "hand_1", "hand_2", "no seat 2 in a game of 2 players"),
    ("tickets_0 = ", "(21)", "(20)", "Edinburgh-Athina (20)"),
    ("scores = ", "-24", "-23", "scores: the record says [-23, -38], the game has [-24, -38] here"),
    ("winners = ", "[0]", "[0, 1]", "winners: the record says [0, 1]"),
    ("winners = ", "[0]", "0", "winners must be a list, not 0"),
    ("position = ", '= "', '= "0', "if they were edited on purpose, delete this line"),
    # Turns.
    ("1 seat 0", "1 seat 0", "2 seat 0", "turn 1 of seat 0 comes here, not turn 2 of seat 0"),
    ("1 seat 0", "1 seat 0", "1 seat 1", "turn 1 of seat 0 comes here, not turn 1 of seat 1"),
    ("1 seat 0", "1 seat 0", "1 sea 0", "a line of [turns] looks like"),
    ("1 seat 0", "1 seat 0", "\u0661 seat 0", "a line of [turns] looks like"),
    ("1 seat 0", "1 seat", "9999999 seat", "a line of [turns] looks like"),
    ("1 seat 0", "Athina", "Atina", "did you mean 'build station in Athina with 1 black'"),
    ("1 seat 0", "1 black", "1 red", "is not legal here for seat 0 in phase choose_action"),
    ("1 seat 0", "1 black", "1 black -> red", "the record says 'red', but nothing comes here"),
    ("1 seat 0", "1 black", "1 black;", "nothing stands here"),
    ("1 seat 0", "1 black", "1 black ->", "nothing stands here"),
    ("1 seat 0", "1 black", "1 black; draw deck", "turn 2 of seat 1 comes here"),
    ("1 seat 0", "build", '"build', "these quotes are never closed"),
    ("1 seat 0", "build", '"a" build', "quotes must hold a whole name"),
    ("1 seat 0", "build", '"\\x" ; build', "is no text in quotes"),
    ("1 seat 0", "build station in Athina with 1 black", "pass", "'pass' is not legal"),
    ("1 seat 0", "build station in Athina with 1 black", "resign", "the game is over"),
    ("1 seat 0: ", "1 seat 0: ", "1 seat 2: resign; ", "no seat 2; the seats are 0..1"),
    ("3 seat 0", "-> white", "-> white -> white", "a second '->'"),
    ("3 seat 0", "-> white", "-> black", "the record says 'black', but 'white' comes here"),
    ("3 seat 0", "draw deck -> white", "draw red", "'draw red' is not legal here"),
    ("3 seat 0", "draw deck", "draw tickets", "the record says 'white'"),
    ("3 seat 0", ";", ";" * 9, "nothing stands here"),
    ("5 seat 0", "keep 1", "keep 0", "the record says 'Rostov-Erzurum (5)'"),
    ("5 seat 0", "keep 1", "keep 5", "names no action"),
    ("# A short game", "# A", "# \x07", "a comment must not contain the control character"),
]  # fmt: skip


@pytest.mark.parametrize(("beginning", "old", "new", "message"), WRONG_LINES)
def test_a_wrong_line_is_named(beginning: str, old: str, new: str, message: str) -> None:
    number = line_of(beginning)
    assert old in LINES[number - 1]
    lines = [*LINES[: number - 1], LINES[number - 1].replace(old, new, 1), *LINES[number:]]
    error = refusal("\n".join(lines))
    assert message in error.problem
    # A key that took the place of another one is noticed where the other one stands; a resignation
    # where the next decision follows.
    if not message.startswith(("'index'", "the game is over")):
        assert error.line == number
    assert len(str(error)) < 1200
    assert pickle.loads(pickle.dumps(error)).args == error.args


@pytest.mark.parametrize("key", ["format", "map", "players", "seed"])
def test_what_must_be_there(key: str) -> None:
    number = line_of(f"{key} = ")
    error = refusal("\n".join(LINES[: number - 1] + LINES[number:]))
    assert f"'{key} = ...' is missing" in error.problem


def test_a_text_without_turns() -> None:
    assert "no section [turns]" in refusal(EXAMPLE[: EXAMPLE.index("[turns]")]).problem
    assert "no section [turns]" in refusal("").problem
    assert "no section [turns]" in refusal("# nothing\n").problem


def test_moves_after_the_end() -> None:
    end = line_of("[result]") - 1
    text = "\n".join([*LINES[: end - 1], "36 seat 1: draw deck", *LINES[end:]])
    error = refusal(text)
    assert error.line == end
    assert error.problem == "the game is over before this move"


def test_results_of_a_game_that_is_not_over() -> None:
    text = re.sub(r"(?m)^35 .*\n", "", EXAMPLE)
    assert "scores: the game is not over after these turns" in refusal(text).problem
    text = re.sub(r"(?m)^(scores|winners) .*\n", "", text)
    assert "do not lead to the position" in refusal(text).problem
    assert len(ttr.GameRecord.parse(re.sub(r"(?m)^position .*\n", "", text)).actions) > 40


def test_too_many_moves_in_a_line() -> None:
    moves = "; ".join(["draw deck"] * 100_000)
    error = refusal(EXAMPLE.replace("1 seat 0: build", f"1 seat 0: {moves}; build"))
    assert "more than 8 moves" in error.problem


def test_the_column_is_that_of_the_move_or_fact() -> None:
    number = line_of("3 seat 0")
    line = LINES[number - 1]
    text = EXAMPLE.replace(line, line.replace("-> black", "->   pink"))
    error = refusal(text)
    assert error.column == line.index("black") + 1 + 2
    assert str(error).startswith(f"line {number}, column {error.column}: after 'draw deck'")
    error = refusal(EXAMPLE.replace(line, line.replace("; draw deck", "; drw deck")))
    assert error.column == line.rindex("draw deck") + 1


def test_a_changed_move_is_told_from_where_it_does_not_fit() -> None:
    """The move itself may still be legal; the first line that contradicts it is named."""
    line = LINES[line_of("7 seat 0") - 1]
    changed = re.sub(r": draw \w+", ": draw deck", line)
    assert changed != line
    error = refusal(EXAMPLE.replace(line, re.sub(" -> [^;]*", "", changed)))
    assert error.line > line_of("7 seat 0")
    assert "comes here" in error.problem or "is not legal here" in error.problem


# --- Other versions ------------------------------------------------------------------------------


def test_a_record_of_another_version_that_goes_alike_is_read() -> None:
    old = EXAMPLE.replace(f'version = "{ttr.__version__}"', 'version = "0.0.9"')
    assert old != EXAMPLE
    assert ttr.GameRecord.parse(old) == ttr.GameRecord.parse(EXAMPLE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("row = [", 'row = ["white", '),
        ("3 seat 0: draw deck -> white", "3 seat 0: draw deck -> red"),
        ("build station in Athina with 1 black", "pass"),
        ("scores = [", "scores = [1, "),
        ('position = "', 'position = "1'),
    ],
)
def test_one_that_goes_otherwise_is_refused_with_the_version(old: str, new: str) -> None:
    assert old in EXAMPLE
    text = EXAMPLE.replace(f'version = "{ttr.__version__}"', 'version = "0.0.9"')
    error = refusal(text.replace(old, new))
    assert f"written by ttr_fast '0.0.9', this is {ttr.__version__}" in error.problem
    error = refusal(EXAMPLE.replace(old, new))
    assert "written by" not in error.problem


# --- Files and hostile texts ---------------------------------------------------------------------


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.ttr"
    path.write_text(EXAMPLE.replace("players = 2", "players = 7"), encoding="utf-8")
    with pytest.raises(ttr.RecordError) as caught:
        ttr.GameRecord.load(path)
    assert str(caught.value).startswith(f"{path}: line {line_of('players')}, column 11: players")
    path.write_bytes(b"format = 1\nmap = '\xff'\n")
    with pytest.raises(ttr.RecordError, match=r"line 2: not UTF-8 .byte 0xff"):
        ttr.GameRecord.load(path)
    path.write_bytes(b"\n" * (MAX_BYTES + 1))
    with pytest.raises(ttr.RecordError, match="longer than 8,388,608 bytes"):
        ttr.GameRecord.load(path)


@pytest.mark.parametrize("wrong", [b"format = 1", None, 3, ["format = 1"]])
def test_other_types_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="text must be a string"):
        ttr.GameRecord.parse(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="map must be a name"):
        ttr.GameRecord.parse(EXAMPLE, map=7)  # type: ignore[arg-type]


TURN = EXAMPLE.index("1 seat 0")
BLOWN_UP = {
    "quotes": '"' * 500_000,
    "a quote that is never closed": '1 seat 0: "' + "x" * 500_000,
    "a key that is never closed": '"' + "x" * 500_000,
    "backslashes in quotes": '"' + "\\" * 500_000,
    "arrows": "-> " * 200_000,
    "semicolons": ";" * 500_000,
    "claims": "1 seat 0: claim 1 " + " with " * 100_000,
    "payments": "1 seat 0: build station in Wien with 1 red" + " + 1 red" * 100_000,
    "keeps": "1 seat 0: keep" + " 7" * 300_000,
    "digits": "1" * 500_000,
    "blanks": " " * 500_000 + "x",
    "brackets": "[" * 500_000,
    "no end of a name": "1 seat 0: " + "x" * 500_000,
}


@pytest.mark.parametrize("what", BLOWN_UP)
@pytest.mark.parametrize("place", ["head", "turns"])
def test_no_text_takes_long(what: str, place: str) -> None:
    at = EXAMPLE.index("map =") if place == "head" else TURN
    start = time.process_time()
    error = refusal(EXAMPLE[:at] + BLOWN_UP[what] + "\n" + EXAMPLE[at:])
    assert time.process_time() - start < 2
    assert len(str(error)) < 1000


@given(st.data())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_edit_is_read_or_refused(data: st.DataObject) -> None:
    """Text cut out, put in, or moved: never another error than RecordError."""
    start = data.draw(st.integers(0, len(EXAMPLE)))
    stop = data.draw(st.integers(start, min(len(EXAMPLE), start + 200)))
    other = data.draw(st.integers(0, len(EXAMPLE)))
    piece = EXAMPLE[other : other + data.draw(st.integers(0, 40))]
    text = EXAMPLE[:start] + piece + data.draw(st.text(max_size=5)) + EXAMPLE[stop:]
    try:
        record = ttr.GameRecord.parse(text)
    except ttr.RecordError as error:
        line = error.line
    else:
        assert ttr.GameRecord.parse(str(record)) == record
        line = 1
    assert 1 <= line <= text.count("\n") + 1


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_any_text_is_refused(text: str) -> None:
    assert refusal(text).line >= 1


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_any_value_of_any_key_is_read_or_refused(value: object) -> None:
    text, lines = json.dumps(value), set[int]()
    for number, line in enumerate(LINES):
        key, equals, _ = line.partition(" = ")
        if not equals or number % 5:
            continue
        changed = [*LINES[:number], f"{key} = {text}", *LINES[number + 1 :]]
        try:
            ttr.GameRecord.parse("\n".join(changed))
        except ttr.RecordError as error:
            lines.add(error.line)
    assert lines
