"""Text to records: lines to sections, sections to a game and its decisions."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import ttr_fast
from ttr_fast._core import Rules
from ttr_fast._map_entries import did_you_mean
from ttr_fast._words import show
from ttr_fast.game import Game
from ttr_fast.map import Map
from ttr_fast.records.errors import RecordError, blamed
from ttr_fast.records.replay import play_turns
from ttr_fast.records.walk import Walk
from ttr_fast.records.words import FORMAT, HEAD, SECTIONS, check_text, read_key, read_value

__all__ = ["MAX_BYTES", "read_file", "read_record"]

MAX_BYTES: Final = 1 << 23
"""Of a text; the longest game that the rules allow takes some 6 million."""

_T = TypeVar("_T")
_TYPES: Final = {str: "a text in double quotes", int: "a whole number", list: "a list"}


class Entry(NamedTuple):
    """`key = value`, and where the value stands."""

    value: Any
    line: int
    column: int

    def wrong(self, problem: str) -> RecordError:
        return RecordError(problem, self.line, self.column)


@dataclass
class Section:
    """Where it begins, and what its lines say."""

    line: int
    entries: dict[str, Entry] = field(default_factory=dict)

    def add(self, line: str, number: int, name: str, known: Iterable[str] | None) -> None:
        key, start = read_key(line, number)
        if known is not None and key not in known:
            known = list(known)
            message = f"unknown key {show(key)}{did_you_mean(key, known)}"
            raise RecordError(f"{message}; {name} knows {', '.join(known)}", number)
        if key in self.entries:
            before = self.entries[key].line
            raise RecordError(f"{show(key)} stands in line {before} already", number)
        self.entries[key] = Entry(read_value(line, start, number), number, start + 1)

    def get(self, key: str, kind: type[_T]) -> Entry | None:
        """The entry, of which the value is of this type; None if there is none."""
        entry = self.entries.get(key)
        if entry is not None and type(entry.value) is not kind:
            raise entry.wrong(f"{key} must be {_TYPES[kind]}, not {show(entry.value)}")
        return entry

    def need(self, key: str, kind: type[_T]) -> Entry:
        entry = self.get(key, kind)
        if entry is None:
            raise RecordError(f"'{key} = ...' is missing above the first section", self.line)
        return entry


@dataclass
class _Sections:
    head: Section
    others: dict[str, Section] = field(default_factory=dict)
    turns: list[tuple[int, str]] = field(default_factory=list)  # number and text of each line

    def section(self, name: str) -> Section:
        return self.others.get(name, Section(self.head.line))


def read_file(path: str | os.PathLike[str], board: Map | None) -> tuple[Game, dict[str, Any]]:
    """As `read_record`, of a file; raises OSError if it cannot be read."""
    file = Path(path)
    # Reading a pipe or a device might never end.
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(f"{str(file)!r} is no regular file")
    with file.open("rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    try:
        return read_record(_decoded(raw), board)
    except RecordError as error:
        place = (error.problem, error.line, error.column)
        raise RecordError(*place, str(file)) from error.__cause__


def _decoded(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise _too_long()
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8 (byte 0x{raw[error.start]:02x}); save the file as UTF-8"
        raise RecordError(message, line) from error


def read_record(text: str, board: Map | None) -> tuple[Game, dict[str, Any]]:
    """The game, and the other fields of a `GameRecord`; see `GameRecord.parse`."""
    if len(text) > MAX_BYTES:
        raise _too_long()
    sections = _sections(text)
    head = sections.head
    game = _game(sections, board)
    numbers = {
        key: head.need(key, int) if key == "seed" else head.get(key, int)
        for key in ("seed", "index")
    }
    values = {key: 0 if entry is None else entry.value for key, entry in numbers.items()}
    for entry in numbers.values():
        if entry is not None and not 0 <= entry.value < 2**64:
            raise entry.wrong(f"must be in 0..2**64-1, not {show(entry.value)}")
    walk = Walk(game, values["seed"], values["index"])
    version = head.get("version", str)
    here = ttr_fast.__version__
    other = "" if version is None or version.value == here else (
        f"; the record was written by ttr_fast {show(version.value)}, this is {here}"
    )  # fmt: skip
    _check_deal(sections.section("deal"), walk, other)
    actions, comments = play_turns(sections.turns, walk, other)
    _check_result(sections.section("result"), walk, other)
    tags = {}
    for key, entry in sections.section("tags").entries.items():
        with blamed(entry.line, entry.column):
            tags[check_text("the name of a tag", key)] = check_text(key, entry.value)
    return game, {**values, "tags": tags, "actions": tuple(actions), "comments": comments}


def _too_long() -> RecordError:
    return RecordError(f"the text is longer than {MAX_BYTES:,} bytes; it is no record", 1)


def _sections(text: str) -> _Sections:
    """The lines by their sections, keys and values read, turns as they stand."""
    found = _Sections(Section(1))
    name, keys = "the head", _keys_of("")
    section = found.head
    for number, ended in enumerate(io.StringIO(text.removeprefix("\ufeff")), 1):
        line = ended.removesuffix("\n").removesuffix("\r")
        bare = line.strip()
        if bare.startswith("["):
            name = bare.partition("#")[0].strip()
            section = _new_section(found, name, number)
            keys = _keys_of(name)
        elif name == "[turns]":
            if bare:
                found.turns.append((number, line))
        elif bare and not bare.startswith("#"):
            section.add(line, number, name, keys)
    if "turns" not in found.others:
        raise RecordError("there is no section [turns]", max(1, text.count("\n")))
    return found


def _new_section(found: _Sections, name: str, number: int) -> Section:
    allowed = [f"[{section}]" for section in SECTIONS]
    if name not in allowed:
        message = f"unknown section {show(name)}{did_you_mean(name, allowed)}"
        raise RecordError(f"{message}; the sections are {' '.join(allowed)}", number)
    bare = name[1:-1]
    if bare in found.others:
        raise RecordError(f"{name} begins in line {found.others[bare].line} already", number)
    return found.others.setdefault(bare, Section(number))


def _keys_of(name: str) -> tuple[str, ...] | None:
    """The keys that a section knows; None for any."""
    if name == "":
        return HEAD
    if name == "[rules]":
        return tuple(Rules.options())
    if name == "[deal]":
        seats = range(5)
        return (
            "first_seat", "row", *(f"hand_{s}" for s in seats), *(f"tickets_{s}" for s in seats)
        )  # fmt: skip
    return ("scores", "winners", "position") if name == "[result]" else None


# --- The game ------------------------------------------------------------------------------------


def _game(sections: _Sections, board: Map | None) -> Game:
    head = sections.head
    form = head.need("format", int)
    if form.value != FORMAT:
        raise form.wrong(f"this ttr_fast reads format {FORMAT}, not {show(form.value)}")
    board = _map(head, board)
    rules = _rules(head, sections.section("rules"), board)
    players = head.need("players", int)
    first_seat: Any = ...
    if (entry := head.entries.get("first_seat")) is not None:
        if type(entry.value) is not int and entry.value != "seed":
            raise entry.wrong(f'first_seat must be a seat or "seed", not {show(entry.value)}')
        first_seat = None if entry.value == "seed" else entry.value
    try:
        return Game(board, players.value, rules, first_seat)
    except (ValueError, TypeError) as error:
        for key in ("players", "first_seat"):
            if str(error).startswith(key):
                raise head.entries[key].wrong(str(error)) from error
        raise _blamed_option(error, sections.section("rules"), head.need("map", str)) from error


def _blamed_option(error: Exception, options: Section, otherwise: Entry) -> RecordError:
    """The fault of the option that the message names, if the record sets it."""
    message = str(error)
    named = [key for key in options.entries if key in message]
    return options.entries.get(max(named, key=len, default=""), otherwise).wrong(message)


def _map(head: Section, given: Map | None) -> Map:
    """The map that was played on; `given` is one that the caller has at hand."""
    name = head.need("map", str)
    if given is not None:
        board = given
        if given.name != name.value:
            message = f"the record is of the map {show(name.value)}, the one given is"
            raise name.wrong(f"{message} {show(given.name)}")
    elif name.value in Map.builtin_names():
        board = Map.builtin(name.value)
    else:
        known = ", ".join(Map.builtin_names())
        raise name.wrong(
            f"the map {show(name.value)} is none of the built-in ones, {known};"
            " give its file: GameRecord.load(path, map=...), ttr-fast replay --map"
        )
    if (deck := head.get("tickets", str)) is not None:
        with blamed(deck.line, deck.column):
            board = board.with_deck(deck.value)
    fingerprint = head.get("fingerprint", str)
    if fingerprint is not None and fingerprint.value != board.fingerprint:
        where = "the one given" if given is not None else "the one here"
        raise fingerprint.wrong(
            f"the game was played on another map {show(name.value)}: its fingerprint is"
            f" {fingerprint.value[:64]}, that of {where} {board.fingerprint}"
        )
    return board


def _rules(head: Section, options: Section, board: Map) -> Rules:
    """What the record does not say is as in its edition."""
    edition = head.get("rules", str) or head.need("map", str)._replace(value=board.edition)
    with blamed(edition.line, edition.column):
        rules = Rules.preset(edition.value)
    try:
        return rules.replace(**{key: entry.value for key, entry in options.entries.items()})
    except (ValueError, TypeError) as error:
        raise _blamed_option(error, options, edition) from error


# --- What the record says besides ----------------------------------------------------------------


def _check(section: Section, key: str, kind: type[_T], here: _T, other: str) -> None:
    entry = section.get(key, kind)
    if entry is not None and entry.value != here:
        said = show(entry.value)
        raise entry.wrong(f"{key}: the record says {said}, the game has {show(here)} here{other}")


def _check_deal(deal: Section, walk: Walk, other: str) -> None:
    players = walk.game.num_players
    _check(deal, "first_seat", int, walk.first_seat, other)
    _check(deal, "row", list, walk.table["face_up"], other)
    for what, of_seat in (("hand", walk.hand), ("tickets", walk.offer)):
        for seat in range(5):
            key = f"{what}_{seat}"
            if seat < players:
                _check(deal, key, list, of_seat(seat), other)
            elif key in deal.entries:
                message = f"there is no seat {seat} in a game of {players} players"
                raise deal.entries[key].wrong(message)


def _check_result(result: Section, walk: Walk, other: str) -> None:
    for key in ("scores", "winners"):
        entry = result.get(key, list)
        if entry is not None and not walk.is_over:
            raise entry.wrong(f"{key}: the game is not over after these turns")
    if walk.is_over:
        _check(result, "scores", list, walk.scores(), other)
        _check(result, "winners", list, walk.winners(), other)
    entry = result.get("position", str)
    if entry is not None and entry.value != walk.digest():
        raise entry.wrong(
            f"these turns do not lead to the position {show(entry.value)} that the record was"
            f" written of, but to '{walk.digest()}'; if they were edited on purpose, delete this"
            f" line{other}"
        )
