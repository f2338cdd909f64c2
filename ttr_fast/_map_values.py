"""Reading the plain data of a map file: shapes and values, with every mistake noted.

Private: `_map_check` builds on it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from ttr_fast._map_entries import City, Route, Ticket, did_you_mean
from ttr_fast._words import show

_Row = TypeVar("_Row", City, Route, Ticket)

_MOST_HINTS: Final = 20  # in one file; whoever got more names wrong than that has the wrong list

_JOINERS: Final = "\u200c\u200d"  # without which Persian and some emoji cannot be written
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_STRAY_JOINER: Final = re.compile(rf"(?:^|[\s{_JOINERS}])[{_JOINERS}]|[{_JOINERS}](?:$|\s)")


class ValueReader:
    """Reads values and notes every mistake instead of stopping at the first.

    A value with a mistake in it comes back as some stand-in; the caller drops all that was read if
    `problems` is not empty at the end. A missing key is noted by `keys` and by nobody else.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[str] = []
        self.hints_left = _MOST_HINTS

    def hint(self, word: object, known: Iterable[str]) -> str:
        """What may have been meant; nothing after many mistakes, since each takes a search."""
        if self.hints_left == 0:
            return ""
        self.hints_left -= 1
        return did_you_mean(word, known)

    def fail(self, where: str, problem: str) -> None:
        self.problems.append(": ".join(part for part in (self.source, where, problem) if part))

    def rows(
        self, data: Mapping[str, Any], key: str, kind: type[_Row], limit: int | None = None
    ) -> list[tuple[str, Mapping[str, Any]]] | None:
        """The usable entries of a list, each with its place; None if there is no list."""
        if key not in data:
            return None
        value = data[key]
        if not isinstance(value, list | tuple):
            self.fail(key, f"must be a list, not {show(value)}")
            return None
        if not value and kind is not Ticket:
            self.fail(key, f"a map needs at least one {kind.__name__.lower()}")
        if limit is not None and len(value) > limit:
            self.fail(key, f"{len(value)} entries, but a map has at most {limit} {key}")
        rows: list[tuple[str, Mapping[str, Any]]] = []
        for index, entry in enumerate(value):
            row = entry._asdict() if isinstance(entry, kind) else entry
            if isinstance(row, Mapping):
                rows.append((f"{key}[{index}]", row))
            else:
                needed = [field for field in kind._fields if field not in kind._field_defaults]
                example = ", ".join(f"{field} = .." for field in needed)
                self.fail(f"{key}[{index}]", f"must be {{{example}}}, not {show(entry)}")
        return rows

    def keys(
        self,
        row: Mapping[str, Any],
        where: str,
        required: Sequence[str],
        optional: Sequence[str] = (),
    ) -> None:
        for key in required:
            if key not in row:
                self.fail(where, f"missing key {key!r}")
        known = (*required, *optional)
        for key in row:
            if key not in known:
                hint = self.hint(key, known)
                self.fail(where, f"unknown key {show(key)}{hint}; known: {', '.join(known)}")

    def text(self, row: Mapping[str, Any], key: str, where: str) -> str:
        return self.string(row[key], key, where) if key in row else ""

    def string(self, value: Any, what: str, where: str) -> str:
        if not isinstance(value, str):
            self.fail(where, f"{what} must be a string, not {show(value)}")
        elif not value.strip():
            self.fail(where, f"{what} must not be empty")
        elif value != value.strip():
            self.fail(where, f"{what} must not begin or end with a space: {show(value)}")
        elif any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in value):
            self.fail(where, f"{what} must not contain control characters: {show(value)}")
        elif any(unicodedata.category(c) == "Cf" and c not in _JOINERS for c in value):
            self.fail(where, f"{what} must not contain invisible characters: {value[:50]!a}")
        elif not any(unicodedata.category(c)[0] in "LNPS" and c not in _BLANK for c in value):
            self.fail(where, f"{what} must show something, not only {value[:50]!a}")
        elif _STRAY_JOINER.search(value):
            self.fail(where, f"{what} must have its joiners between characters: {value[:50]!a}")
        else:
            return str(value)
        return ""

    def strings(self, row: Mapping[str, Any], key: str, what: str, where: str) -> list[str]:
        """The usable texts of an optional list, each of which is `what` ("an alias")."""
        value = row.get(key, ())
        if not isinstance(value, list | tuple):
            self.fail(where, f"{key} must be a list of strings, not {show(value)}")
            return []
        texts = [self.string(text, what, where) for text in value]
        return [text for text in texts if text]

    def integer(self, row: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
        value = row.get(key, low)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(where, f"{key} must be an integer, not {show(value)}")
        elif not low <= value <= high:
            self.fail(where, f"{key} must be in {low}..{high}, not {show(value)}")
        else:
            return int(value)
        return low

    def flag(self, row: Mapping[str, Any], key: str, where: str) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            self.fail(where, f"{key} must be true or false, not {show(value)}")
            return False
        return value

    def degrees(self, row: Mapping[str, Any], key: str, where: str) -> float | None:
        value = row.get(key)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.fail(where, f"{key} must be a number, not {show(value)}")
            return None
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail(where, f"{key} must be a finite number, not {show(value)}")
        return number
