"""The words of the format, which reader and writer share: names, quotes, comments."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ttr_fast._words import show
from ttr_fast.records.errors import RecordError

__all__ = [
    "FORMAT",
    "HEAD",
    "SECTIONS",
    "Move",
    "check_text",
    "quoted",
    "read_value",
    "split_moves",
]

FORMAT: Final = 1
HEAD: Final = (
    "format", "version", "map", "tickets", "fingerprint", "players", "first_seat", "rules", "seed",
    "index",
)  # fmt: skip
"""What stands above the first section."""
SECTIONS: Final = ("tags", "rules", "deal", "turns", "result")

_MOST_MOVES: Final = 8  # a turn has two at most, and a resignation
_BARE_KEY: Final = re.compile("[A-Za-z0-9_-]+")
_QUOTE: Final = r'"(?:[^"\\]|\\.)*+"'  # possessive: unclosed quotes are given up at once
_TOKEN: Final = re.compile(rf'{_QUOTE}|->|[;#"-]|[^;#"-]+')
_NEEDS_QUOTES: Final = re.compile(r'[;#"\\]|->|\s\s|[^\S ]')
_JSON: Final = json.JSONDecoder(
    parse_constant=lambda word: _no_number(word), object_pairs_hook=lambda pairs: _no_table(pairs)
)


class Move(NamedTuple):
    """`draw deck -> red`: what was decided, what came to light, and where that stands."""

    name: str
    column: int
    fact: str | None
    fact_column: int


def quoted(text: str) -> str:
    """A name or a fact as it stands in a line: in quotes where something in it would mislead."""
    if _NEEDS_QUOTES.search(text) or text != text.strip():
        return json.dumps(text, ensure_ascii=False)
    return text


def fact_of(items: Iterable[str]) -> str:
    """The cards or tickets that a move brings to light, as they stand behind its arrow."""
    return ", ".join(items)


def key_word(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def check_text(what: str, text: object, *, breaks: bool = False) -> str:
    """A tag or a comment: text without control characters but tabs, and line breaks if they
    are allowed.

    Raises TypeError or ValueError.
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a string, not {show(text)}")
    allowed = "\t\n" if breaks else "\t"
    for c in text:
        if unicodedata.category(c) in ("Cc", "Cs") and c not in allowed:
            raise ValueError(f"{what} must not contain the control character {c!a}: {show(text)}")
    return text


def read_key(line: str, number: int) -> tuple[str, int]:
    """The key of a line `key = value`, and where its value begins."""
    start = len(line) - len(line.lstrip())
    if line[start] == '"':
        if (match := re.compile(_QUOTE).match(line, start)) is None:
            raise RecordError("the quotes of the key are never closed", number, start + 1)
        key = _unquoted(match[0], number, start + 1)
    elif (match := _BARE_KEY.match(line, start)) is not None:
        key = match[0]
    else:
        raise RecordError(f"expected 'key = value', not {show(line.strip())}", number, start + 1)
    rest = line[match.end() :]
    if not rest.lstrip().startswith("="):
        message = f"expected '=' after {show(key)}, as in 'key = value'"
        raise RecordError(message, number, match.end() + 1)
    after = len(line) - len(rest.lstrip()) + 1
    return key, after + len(line[after:]) - len(line[after:].lstrip())


def read_value(line: str, start: int, number: int) -> Any:
    """The value that stands from `start` to the end of a line, or to a comment."""
    try:
        value, end = _JSON.raw_decode(line, start)
    except json.JSONDecodeError as error:
        message = (
            f"{show(line[start:].strip())} is no value; a text stands in double quotes, a number"
            " is written 12, a list [1, 2], a switch true or false"
        )
        raise RecordError(message, number, error.colno) from error
    except (ValueError, RecursionError) as error:  # thousands of digits, or of brackets
        message = f"{show(line[start:].strip())} is no usable value"
        raise RecordError(message, number, start + 1) from error
    rest = line[end:].strip()
    if rest and not rest.startswith("#"):
        message = f"unexpected {show(rest)} after the value"
        raise RecordError(message, number, end + 1)
    return value


def split_moves(line: str, start: int, number: int) -> tuple[list[Move], str | None]:
    """The moves of a line of turns from `start` on, and the comment behind them, if any."""
    fields: list[list[tuple[str, int]]] = [[]]  # per move its name and maybe its fact
    parts: list[tuple[str, int]] = []  # of the name or fact that is being read

    def finish(column: int) -> None:
        fields[-1].append(_joined(parts, number, column))
        parts.clear()

    comment = None
    for match in _TOKEN.finditer(line, start):
        token, column = match[0], match.start() + 1
        if token == '"':
            raise RecordError("these quotes are never closed", number, column)
        if token == "#":
            comment = line[match.end() :]
            break
        if token == "->" and len(fields[-1]) == 1:
            raise RecordError("a second '->'; a move has one fact", number, column)
        if token in (";", "->"):
            finish(column)
            if token == ";":
                fields.append([])
                if len(fields) > _MOST_MOVES:
                    message = f"more than {_MOST_MOVES} moves; a line is one turn"
                    raise RecordError(message, number, column)
        else:
            parts.append((token, column))
    finish(len(line) + 1)
    return [_move(*field) for field in fields], comment


def _move(name: tuple[str, int], fact: tuple[str, int] | None = None) -> Move:
    return Move(*name, *(fact or (None, 0)))


def _joined(parts: list[tuple[str, int]], number: int, column: int) -> tuple[str, int]:
    """The text of some tokens, out of its quotes, and where it begins."""
    said = [(token, start) for token, start in parts if token.strip()]
    if not said:
        raise RecordError("nothing stands here; expected a move or a fact", number, column)
    token, start = said[0]
    if any(token.startswith('"') for token, _ in said):
        if len(said) > 1:
            message = "quotes must hold a whole name or fact, with nothing beside them"
            raise RecordError(message, number, said[1][1])
        return _unquoted(token, number, start), start
    text = "".join(token for token, _ in parts)
    return " ".join(text.split()), start + len(token) - len(token.lstrip())


def _unquoted(token: str, number: int, column: int) -> str:
    try:
        text: str = _JSON.decode(token)
    except ValueError as error:
        message = f'{show(token)} is no text in quotes: a backslash is written \\\\, quotes \\"'
        raise RecordError(message, number, column) from error
    return text


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _no_table(pairs: object) -> None:
    raise ValueError("a table is no value here")
