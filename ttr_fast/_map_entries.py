"""What a map is made of, and how its names and mistakes are put into words.

Private: `ttr_fast.map` has the public names.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

from ttr_fast._core import COLORS

FORMAT: Final = 1
"""The version of the file format that `Map.load` reads and `Map.to_dict` writes."""

ROUTE_COLORS: Final = (*COLORS[:8], "gray")
"""What the colour of a route may be: the eight card colours in their fixed order, and gray."""


class MapError(ValueError):
    """A map cannot be used. `problems` lists every mistake found, each naming file and entry."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems: list[str] = list(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return self.problems[0]
        return "\n  ".join([f"{len(self.problems)} mistakes in the map:", *self.problems])


class City(NamedTuple):
    """A city. `lat` and `lon` in degrees are for drawing only; None when the map has none."""

    name: str
    lat: float | None = None
    lon: float | None = None
    aliases: tuple[str, ...] = ()


class Route(NamedTuple):
    """One claimable lane between the cities `a` and `b`; `length` in trains."""

    a: str
    b: str
    length: int
    color: str


class Ticket(NamedTuple):
    """A destination ticket and its printed value."""

    a: str
    b: str
    points: int


# --- Names ---------------------------------------------------------------------------------------


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def show(value: object) -> str:
    """A value as it is named in messages: its repr, kept short."""
    try:
        text = repr(value)
    except ValueError:  # an int with too many digits to print
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """' (did you mean ...?)', or nothing if no known word looks like this one."""
    if not isinstance(word, str):
        return ""
    by_fold = {nfc(other).casefold(): other for other in known}
    close = difflib.get_close_matches(nfc(word).casefold(), by_fold, n=3)
    if not close:
        return ""
    return f" (did you mean {' or '.join(repr(by_fold[fold]) for fold in close)}?)"


def bad_color(color: object) -> str:
    suggestion = did_you_mean(color, ROUTE_COLORS)
    return f"unknown color {show(color)}{suggestion}; a route is {', '.join(ROUTE_COLORS)}"
