"""Reading map files: bytes to text, text to plain data, plain data to checked fields of a `Map`.

Private: `Map.load`, `Map.builtin` and `Map.from_dict` are the ways in. The file format is described
in docs/map-format.md.
"""

from __future__ import annotations

import json
import math
import os
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

from ttr_fast._core import (
    MAX_CITIES,
    MAX_LENGTH,
    MAX_POINTS,
    MAX_ROUTES,
    MAX_TICKETS,
    MIN_LENGTH,
)
from ttr_fast._map_entries import (
    FORMAT,
    ROUTE_COLORS,
    City,
    MapError,
    Route,
    Ticket,
    bad_color,
    did_you_mean,
    nfc,
    show,
)

# --- Reading a file ------------------------------------------------------------------------------


def _decode(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MapError(
            [f"{source}: line {line}: not UTF-8 (byte 0x{raw[error.start]:02x}); save it as UTF-8"]
        ) from error


def _parse_toml(text: str, source: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        last = f"line {max(1, len(text.splitlines()))}, end of document"
        message = str(error).replace("at end of document", f"at {last}")
        raise MapError([f"{source}: not valid TOML: {message}"]) from error
    except (ValueError, RecursionError) as error:
        raise MapError([f"{source}: not usable TOML: {error}"]) from error


def _parse_json(text: str, source: str) -> Any:
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)  # json would keep the last of equal keys without a word
        keys = [key for key, _ in pairs]
        for key in table:
            if keys.count(key) > 1:
                repeated.append(f"{source}: key {show(key)} is given twice in {show(table)}")
        return table

    try:
        data = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MapError([f"{source}: not valid JSON: {error.msg} (at {where})"]) from error
    except (ValueError, RecursionError) as error:
        raise MapError([f"{source}: not usable JSON: {error}"]) from error
    if repeated:
        raise MapError(repeated)
    return data


_PARSERS: Final[dict[str, Callable[[str, str], Any]]] = {
    ".toml": _parse_toml,
    ".json": _parse_json,
}


def read_map(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The fields of a `Map` from a .toml or .json file; see `Map.load`."""
    file = Path(path)
    source = str(file)
    parse = _PARSERS.get(file.suffix.lower())
    if file.is_dir():
        raise MapError([f"{source}: is a directory; expected a .toml or .json file"])
    if parse is None:
        raise MapError([f"{source}: expected a file that ends in .toml or .json"])
    try:
        raw = file.read_bytes()
    except FileNotFoundError as error:
        raise MapError([f"{source}: no such file; expected a .toml or .json file"]) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise MapError([f"{source!r}: cannot be read: {error}"]) from error
    return check_map(parse(_decode(raw, source), source), source)


def read_builtin(name: str) -> dict[str, Any]:
    """The fields of a `Map` from a file that comes with the package."""
    source = f"{name}.toml"
    raw = (resources.files("ttr_fast") / "maps" / source).read_bytes()
    return check_map(_parse_toml(_decode(raw, source), source), source)


# --- Checking the facts --------------------------------------------------------------------------

_HEAD_KEYS: Final = ("format", "name", "cities", "routes", "tickets")
_OPTIONAL_HEAD_KEYS: Final = ("title", "edition")
_CITY_KEYS: Final = ("name",)
_OPTIONAL_CITY_KEYS: Final = ("lat", "lon", "aliases")

# Keys that the format keeps free for later editions. Refused, as every unknown key is: a tunnel
# that is read as a plain route would be a wrong game.
_RESERVED_KEYS: Final = {
    "tunnel": "tunnels are not supported by this version",
    "ferry_locomotives": "ferries are not supported by this version",
}


def check_map(data: Any, source: str) -> dict[str, Any]:
    """The fields of a `Map` from the plain data of a file; `MapError` with all mistakes in it."""
    check = _Check(source)
    if not isinstance(data, Mapping):
        check.fail("", f"a map must be a table of keys and values, not {show(data)}")
        raise MapError(check.problems)
    version = data.get("format", FORMAT)
    if type(version) is not int or version != FORMAT:
        check.fail("format", f"must be {FORMAT}, not {show(version)}: another version of the file")
        raise MapError(check.problems)  # nothing else can be judged

    check.keys(data, "", _HEAD_KEYS, _OPTIONAL_HEAD_KEYS)
    name = check.text(data, "name", "")
    title = check.text(data, "title", "") if "title" in data else name
    edition = check.text(data, "edition", "") if "edition" in data else "usa"
    cities = check.cities(data)
    routes = check.routes(data)
    tickets = check.tickets(data)
    if check.problems:
        raise MapError(check.problems)
    return {
        "name": name,
        "title": title,
        "edition": edition,
        "cities": tuple(cities),
        "routes": tuple(routes),
        "tickets": tuple(tickets),
    }


_Row = TypeVar("_Row", City, Route, Ticket)


class _Check:
    """Reads the parts of a map and notes every mistake instead of stopping at the first.

    A part with a mistake in it comes back as some stand-in; the caller drops all of it if
    `problems` is not empty at the end.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[str] = []
        self.names: dict[str, str] | None = None  # city name by each of its names; None: unusable

    def fail(self, where: str, problem: str) -> None:
        self.problems.append(": ".join(part for part in (self.source, where, problem) if part))

    # Cities, routes and tickets.

    def cities(self, data: Mapping[str, Any]) -> list[City]:
        rows = self.rows(data, "cities", City, MAX_CITIES)
        if rows is None:
            return []
        cities: list[City] = []
        given: list[tuple[str, str, str]] = []  # place, name, city
        given_aliases: list[tuple[str, str, str]] = []
        for where, row in rows:
            self.keys(row, where, _CITY_KEYS, _OPTIONAL_CITY_KEYS)
            name = self.text(row, "name", where)
            lat, lon = self.degrees(row, "lat", where), self.degrees(row, "lon", where)
            if (row.get("lat") is None) != (row.get("lon") is None):
                self.fail(where, "lat and lon must be given together")
            aliases = self.aliases(row, where)
            cities.append(City(name, lat, lon, aliases))
            if name:
                given.append((where, name, name))
                given_aliases += [(f"{where}.aliases", alias, name) for alias in aliases]
        self.names = {}
        places: dict[str, str] = {}
        for where, text, name in given + given_aliases:
            key = nfc(text)
            if key in places:
                self.fail(where, f"the name {show(text)} is already used by {places[key]}")
            else:
                places[key], self.names[key] = where, name
        return cities

    def aliases(self, row: Mapping[str, Any], where: str) -> tuple[str, ...]:
        value = row.get("aliases", ())
        if not isinstance(value, list | tuple):
            self.fail(where, f"aliases must be a list of strings, not {show(value)}")
            return ()
        texts = [self.string(alias, "an alias", where) for alias in value]
        return tuple(text for text in texts if text)

    def routes(self, data: Mapping[str, Any]) -> list[Route]:
        rows = self.rows(data, "routes", Route, MAX_ROUTES)
        if rows is None:
            return []
        routes: list[Route] = []
        for where, row in rows:
            self.keys(row, where, Route._fields)
            a, b = self.ends(row, where, "a route must join two different cities")
            length = self.integer(row, "length", where, MIN_LENGTH, MAX_LENGTH)
            color = row.get("color", "gray")
            if not isinstance(color, str) or color not in ROUTE_COLORS:
                self.fail(where, bad_color(color))
            routes.append(Route(a, b, length, str(color)))
        return routes

    def tickets(self, data: Mapping[str, Any]) -> list[Ticket]:
        rows = self.rows(data, "tickets", Ticket, MAX_TICKETS)
        tickets: list[Ticket] = []
        for where, row in rows or ():
            self.keys(row, where, Ticket._fields)
            a, b = self.ends(row, where, "a ticket must name two different cities")
            tickets.append(Ticket(a, b, self.integer(row, "points", where, 0, MAX_POINTS)))
        return tickets

    def ends(self, row: Mapping[str, Any], where: str, if_equal: str) -> tuple[str, str]:
        a, b = self.city(row, "a", where), self.city(row, "b", where)
        if a and a == b:
            self.fail(where, f"both ends are {show(a)}; {if_equal}")
        return a, b

    def city(self, row: Mapping[str, Any], key: str, where: str) -> str:
        text = self.text(row, key, where)
        if not text or self.names is None:
            return text
        name = self.names.get(nfc(text), "")
        if not name:
            self.fail(where, f"unknown city {show(text)}{did_you_mean(text, self.names)}")
        return name

    # Shapes and plain values. A missing key is noted by `keys` and by nobody else.

    def rows(
        self, data: Mapping[str, Any], key: str, kind: type[_Row], limit: int
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
        if len(value) > limit:
            self.fail(key, f"{len(value)} entries, but a map has at most {limit} {key}")
        rows: list[tuple[str, Mapping[str, Any]]] = []
        for index, entry in enumerate(value):
            row = entry._asdict() if isinstance(entry, kind) else entry
            if isinstance(row, Mapping):
                rows.append((f"{key}[{index}]", row))
            else:
                example = ", ".join(f"{field} = .." for field in kind._fields)
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
                reserved = _RESERVED_KEYS.get(key) if isinstance(key, str) else None
                why = f" ({reserved})" if reserved else did_you_mean(key, known)
                self.fail(where, f"unknown key {show(key)}{why}; known: {', '.join(known)}")

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
        else:
            return str(value)
        return ""

    def integer(self, row: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
        value = row.get(key, low)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(where, f"{key} must be an integer, not {show(value)}")
        elif not low <= value <= high:
            self.fail(where, f"{key} must be in {low}..{high}, not {show(value)}")
        else:
            return int(value)
        return low

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
