"""What a map is made of, and how its names and mistakes are put into words.

Private: `ttr_fast.map` has the public names.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NamedTuple

from ttr_fast._core import COLORS
from ttr_fast._words import show

FORMAT: Final = 1
"""The version of the file format that `Map.load` reads and `Map.to_dict` writes."""

BASE: Final = "base"
"""The deck of a card that names none, and the deck in play when no other is asked for."""

MAX_DECKS: Final = 32
"""The most decks that the tickets of a map may name."""

ROUTE_COLORS: Final = (*COLORS[:8], "gray")
"""What the colour of a route may be: the eight card colours in their fixed order, and gray."""

_LONGEST_SOUGHT: Final = 100  # characters of a word that is compared with others
_MOST_SEARCHED: Final = 1000  # others


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

    def as_entry(self) -> dict[str, Any]:
        """The entry of a map file, which leaves out what is as usual."""
        entry: dict[str, Any] = {"name": self.name}
        if self.lat is not None:
            entry |= {"lat": self.lat, "lon": self.lon}
        if self.aliases:
            entry["aliases"] = list(self.aliases)
        return entry


class Route(NamedTuple):
    """One claimable lane between the cities `a` and `b`; `length` in trains.

    Of its spaces, `ferry_locomotives` take locomotives only (R59). Rules without tunnels or
    ferries play such a route as a plain one (R80).
    """

    a: str
    b: str
    length: int
    color: str
    tunnel: bool = False
    ferry_locomotives: int = 0

    def as_entry(self) -> dict[str, Any]:
        """The entry of a map file, which leaves out what is as usual."""
        entry: dict[str, Any] = {
            "a": self.a, "b": self.b, "length": self.length, "color": self.color
        }  # fmt: skip
        if self.tunnel:
            entry["tunnel"] = True
        if self.ferry_locomotives:
            entry["ferry_locomotives"] = self.ferry_locomotives
        return entry


class Ticket(NamedTuple):
    """A destination ticket, its printed value, and the decks that the card is in.

    `long` tickets are dealt apart from the others by the rules of Europe (R08).
    """

    a: str
    b: str
    points: int
    long: bool = False
    decks: tuple[str, ...] = (BASE,)

    def as_entry(self) -> dict[str, Any]:
        """The entry of a map file, which leaves out what is as usual."""
        entry: dict[str, Any] = {"a": self.a, "b": self.b, "points": self.points}
        if self.long:
            entry["long"] = True
        if self.decks != (BASE,):
            entry["decks"] = list(self.decks)
        return entry


# --- Names ---------------------------------------------------------------------------------------


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def look(name: str) -> str:
    """Equal for names that a reader may take for one another.

    They differ in case, width, accents, spaces or in what is invisible.
    """
    bare = "".join(
        c
        for c in unicodedata.normalize("NFKD", name)
        if not "\u0300" <= c <= "\u036f" and unicodedata.category(c) != "Cf"
    )
    return "".join(bare.casefold().replace("-", " ").split())


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """' (did you mean ...?)', or nothing if no known word looks like this one.

    Nothing either if the search would take long, which it never does on a map within the limits.
    """
    if not isinstance(word, str) or len(word) > _LONGEST_SOUGHT:
        return ""
    short = (other for other in islice(known, _MOST_SEARCHED) if len(other) <= _LONGEST_SOUGHT)
    by_look = {look(other): other for other in short}
    close = difflib.get_close_matches(look(word), by_look, n=3)
    if not close:
        return ""
    return f" (did you mean {' or '.join(repr(by_look[seen]) for seen in close)}?)"


def deck_names(tickets: Iterable[Ticket]) -> tuple[str, ...]:
    """The decks that these cards are in: base first, the others sorted."""
    others = {deck for ticket in tickets for deck in ticket.decks} - {BASE}
    return (BASE, *sorted(others))


def no_deck(name: object, decks: Iterable[str]) -> str:
    decks = list(decks)
    return f"no deck {show(name)}{did_you_mean(name, decks)}; the decks are: {', '.join(decks)}"


def bad_color(color: object) -> str:
    suggestion = did_you_mean(color, ROUTE_COLORS)
    return f"unknown color {show(color)}{suggestion}; a route is {', '.join(ROUTE_COLORS)}"
