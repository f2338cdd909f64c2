"""Maps: cities, routes and tickets, read from a TOML or JSON file and checked as a whole.

A map is plain facts. Routes and tickets are known by their position in the file (route 0 is the
first one), so the order of a published map never changes. Everything that follows from the facts
(twins, distances, the fingerprint) is computed here and never typed.

    >>> from ttr_fast.map import Map
    >>> usa = Map.builtin("usa")
    >>> usa
    Map('usa', 36 cities, 100 routes, 30 tickets)
    >>> usa.find_routes("Dallas", "Houston")
    (25, 26)
    >>> usa.distance("Seattle", "New York")
    20

The file format is described in docs/map-format.md.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import heapq
import json
import math
import operator
import os
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple, SupportsIndex, TypeVar, final

from ttr_fast._core import (
    COLORS,
    MAX_CITIES,
    MAX_LENGTH,
    MAX_POINTS,
    MAX_ROUTES,
    MAX_TICKETS,
    MIN_LENGTH,
)

__all__ = [
    "FORMAT",
    "MAX_CITIES",
    "MAX_ROUTES",
    "MAX_TICKETS",
    "ROUTE_COLORS",
    "City",
    "Map",
    "MapError",
    "Route",
    "Ticket",
    "builtin_names",
]

FORMAT: Final = 1
"""The version of the file format that this module reads and `Map.to_dict` writes."""

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


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class Map:
    """A checked map. Immutable, hashable, picklable; `==` compares every field.

    However it is made, it is checked as a whole: a `Map` that exists is a valid one, and
    `MapError` lists everything that is wrong. Cities in routes and tickets may be given by name or
    alias; they are stored by name. `title` is the name if left out.
    """

    name: str
    title: str = ""
    edition: str = "usa"
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]

    def __post_init__(self) -> None:
        data: dict[str, Any] = {"format": FORMAT, **vars(self)}
        if data["title"] == "":
            del data["title"]
        for key, value in _check_map(data, source="").items():
            object.__setattr__(self, key, value)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Map:
        """The map in a .toml or .json file, which is UTF-8 whatever the locale.

        Raises `MapError` for a file that is missing, unreadable or not a valid map.
        """
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
        return _read_map(parse(_decode(raw, source), source), source)

    @staticmethod
    def builtin(name: str) -> Map:
        """The map `name` that comes with the package; `MapError` lists the names there are."""
        names = builtin_names()
        if name not in names:
            raise MapError(
                [f"no built-in map {_show(name)}{_did_you_mean(name, names)};"
                 f" the built-in maps are: {', '.join(names)}"]
            )  # fmt: skip
        return _builtin(name)

    @staticmethod
    def builtin_names() -> tuple[str, ...]:
        """The names that `Map.builtin` knows, sorted."""
        return builtin_names()

    @staticmethod
    def from_dict(d: Mapping[str, Any]) -> Map:
        """The map in plain data of the shape of the file; the inverse of `to_dict`."""
        return _read_map(d, source="")

    def to_dict(self) -> dict[str, Any]:
        """The whole map as plain JSON types, in the shape of the file."""
        cities: list[dict[str, Any]] = []
        for city in self.cities:
            entry: dict[str, Any] = {"name": city.name}
            if city.lat is not None:
                entry |= {"lat": city.lat, "lon": city.lon}
            if city.aliases:
                entry["aliases"] = list(city.aliases)
            cities.append(entry)
        return {
            "format": FORMAT,
            "name": self.name,
            "title": self.title,
            "edition": self.edition,
            "cities": cities,
            "routes": [route._asdict() for route in self.routes],
            "tickets": [ticket._asdict() for ticket in self.tickets],
        }

    def replace(self, **changes: Any) -> Map:
        """A copy with some fields changed, checked anew: `usa.replace(name="my", tickets=[...])`.

        Entries of `cities`, `routes` and `tickets` are named tuples or dicts.
        """
        return replace(self, **changes)

    def city_index(self, name: str) -> int:
        """The position of a city in `cities`, by name or alias.

        Composed and decomposed Unicode are the same name; upper and lower case are not.
        Raises `ValueError`, with names that look alike, if there is no such city.
        """
        if not isinstance(name, str):
            raise TypeError(f"a city is a string, not {_show(name)}")
        index = self._index.get(_nfc(name))
        if index is None:
            suggestion = _did_you_mean(name, self._index)
            raise ValueError(f"unknown city {_show(name)} on map {self.name!r}{suggestion}")
        return index

    def twins(self, route: SupportsIndex) -> tuple[int, ...]:
        """The other lanes between the same two cities as `route`, sorted."""
        number = operator.index(route)
        if isinstance(route, bool) or not 0 <= number < len(self.routes):
            raise ValueError(f"route must be in 0..{len(self.routes) - 1}, not {_show(route)}")
        lanes = self._lanes[_pair(self.routes[number].a, self.routes[number].b)]
        return tuple(lane for lane in lanes if lane != number)

    def find_routes(self, a: str, b: str, color: str | None = None) -> tuple[int, ...]:
        """The numbers of the routes between two cities, of one colour or of all; maybe none."""
        if color is not None and color not in ROUTE_COLORS:
            raise ValueError(_bad_color(color))
        ends = self.cities[self.city_index(a)].name, self.cities[self.city_index(b)].name
        lanes = self._lanes.get(_pair(*ends), ())
        return tuple(r for r in lanes if color is None or self.routes[r].color == color)

    def distance(self, a: str, b: str) -> int | None:
        """The fewest trains that join two cities on the empty map; None if nothing joins them."""
        return self._distances[self.city_index(a)].get(self.city_index(b))

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of what matters in play: city names, routes and tickets, in their order.

        Title, edition, aliases and coordinates do not count, nor does the Unicode form of a name.
        """
        facts = {
            "cities": [city.name for city in self.cities],
            "routes": self.routes,
            "tickets": self.tickets,
        }
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(_nfc(text).encode()).hexdigest()

    def __repr__(self) -> str:
        return (
            f"Map({self.name!r}, {len(self.cities)} cities, "
            f"{len(self.routes)} routes, {len(self.tickets)} tickets)"
        )

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Map], tuple[dict[str, Any]]]:
        return Map.from_dict, (self.to_dict(),)

    # Derived once, on first use.

    @functools.cached_property
    def _index(self) -> dict[str, int]:
        """City position by each of its names."""
        return {
            _nfc(name): index
            for index, city in enumerate(self.cities)
            for name in (city.name, *city.aliases)
        }

    @functools.cached_property
    def _lanes(self) -> dict[frozenset[str], tuple[int, ...]]:
        """Route numbers by the pair of cities they join."""
        lanes: dict[frozenset[str], tuple[int, ...]] = {}
        for number, route in enumerate(self.routes):
            pair = _pair(route.a, route.b)
            lanes[pair] = (*lanes.get(pair, ()), number)
        return lanes

    @functools.cached_property
    def _distances(self) -> tuple[dict[int, int], ...]:
        """For each city, the distance to every city that can be reached (Dijkstra)."""
        neighbours: list[dict[int, int]] = [{} for _ in self.cities]
        for route in self.routes:
            a, b = self.city_index(route.a), self.city_index(route.b)
            shortest = min(route.length, neighbours[a].get(b, MAX_LENGTH))
            neighbours[a][b] = neighbours[b][a] = shortest
        return tuple(_distances_from(start, neighbours) for start in range(len(self.cities)))


def builtin_names() -> tuple[str, ...]:
    """The names that `Map.builtin` knows, sorted."""
    folder = resources.files("ttr_fast") / "maps"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@functools.cache
def _builtin(name: str) -> Map:
    source = f"{name}.toml"
    raw = (resources.files("ttr_fast") / "maps" / source).read_bytes()
    return _read_map(_parse_toml(_decode(raw, source), source), source)


def _distances_from(start: int, neighbours: Sequence[Mapping[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        distance, city = heapq.heappop(queue)
        if city in found:
            continue
        found[city] = distance
        for other, length in neighbours[city].items():
            if other not in found:
                heapq.heappush(queue, (distance + length, other))
    return found


# --- Names ---------------------------------------------------------------------------------------


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _pair(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


def _show(value: object) -> str:
    """A value as it is named in messages: its repr, kept short."""
    try:
        text = repr(value)
    except ValueError:  # an int with too many digits to print
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _did_you_mean(word: object, known: Iterable[str]) -> str:
    """' (did you mean ...?)', or nothing if no known word looks like this one."""
    if not isinstance(word, str):
        return ""
    by_fold = {_nfc(other).casefold(): other for other in known}
    close = difflib.get_close_matches(_nfc(word).casefold(), by_fold, n=3)
    if not close:
        return ""
    return f" (did you mean {' or '.join(repr(by_fold[fold]) for fold in close)}?)"


def _bad_color(color: object) -> str:
    suggestion = _did_you_mean(color, ROUTE_COLORS)
    return f"unknown color {_show(color)}{suggestion}; a route is {', '.join(ROUTE_COLORS)}"


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
                repeated.append(f"{source}: key {_show(key)} is given twice in {_show(table)}")
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


def _read_map(data: Any, source: str) -> Map:
    return Map(**_check_map(data, source))


def _check_map(data: Any, source: str) -> dict[str, Any]:
    """The fields of a `Map` from the plain data of a file; `MapError` with all mistakes in it."""
    check = _Check(source)
    if not isinstance(data, Mapping):
        check.fail("", f"a map must be a table of keys and values, not {_show(data)}")
        raise MapError(check.problems)
    version = data.get("format", FORMAT)
    if type(version) is not int or version != FORMAT:
        check.fail("format", f"must be {FORMAT}, not {_show(version)}: another version of the file")
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
            key = _nfc(text)
            if key in places:
                self.fail(where, f"the name {_show(text)} is already used by {places[key]}")
            else:
                places[key], self.names[key] = where, name
        return cities

    def aliases(self, row: Mapping[str, Any], where: str) -> tuple[str, ...]:
        value = row.get("aliases", ())
        if not isinstance(value, list | tuple):
            self.fail(where, f"aliases must be a list of strings, not {_show(value)}")
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
                self.fail(where, _bad_color(color))
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
            self.fail(where, f"both ends are {_show(a)}; {if_equal}")
        return a, b

    def city(self, row: Mapping[str, Any], key: str, where: str) -> str:
        text = self.text(row, key, where)
        if not text or self.names is None:
            return text
        name = self.names.get(_nfc(text), "")
        if not name:
            self.fail(where, f"unknown city {_show(text)}{_did_you_mean(text, self.names)}")
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
            self.fail(key, f"must be a list, not {_show(value)}")
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
                self.fail(f"{key}[{index}]", f"must be {{{example}}}, not {_show(entry)}")
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
                why = f" ({reserved})" if reserved else _did_you_mean(key, known)
                self.fail(where, f"unknown key {_show(key)}{why}; known: {', '.join(known)}")

    def text(self, row: Mapping[str, Any], key: str, where: str) -> str:
        return self.string(row[key], key, where) if key in row else ""

    def string(self, value: Any, what: str, where: str) -> str:
        if not isinstance(value, str):
            self.fail(where, f"{what} must be a string, not {_show(value)}")
        elif not value.strip():
            self.fail(where, f"{what} must not be empty")
        elif value != value.strip():
            self.fail(where, f"{what} must not begin or end with a space: {_show(value)}")
        elif any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in value):
            self.fail(where, f"{what} must not contain control characters: {_show(value)}")
        else:
            return str(value)
        return ""

    def integer(self, row: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
        value = row.get(key, low)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(where, f"{key} must be an integer, not {_show(value)}")
        elif not low <= value <= high:
            self.fail(where, f"{key} must be in {low}..{high}, not {_show(value)}")
        else:
            return int(value)
        return low

    def degrees(self, row: Mapping[str, Any], key: str, where: str) -> float | None:
        value = row.get(key)
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.fail(where, f"{key} must be a number, not {_show(value)}")
            return None
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail(where, f"{key} must be a finite number, not {_show(value)}")
        return number
