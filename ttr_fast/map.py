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

import dataclasses
import functools
import hashlib
import json
import operator
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, SupportsIndex, final

from ttr_fast._core import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Networks
from ttr_fast._map_check import check_map
from ttr_fast._map_entries import (
    BASE,
    FORMAT,
    ROUTE_COLORS,
    City,
    MapError,
    Route,
    Ticket,
    bad_color,
    deck_names,
    did_you_mean,
    nfc,
    no_deck,
)
from ttr_fast._map_file import read_builtin, read_map
from ttr_fast._map_graph import Neighbours, distances_from, neighbours_of
from ttr_fast._map_warnings import warnings_of
from ttr_fast._words import show

__all__ = [
    "BASE",
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

for _kind in (City, Route, Ticket, MapError):
    _kind.__module__ = __name__  # the name in tracebacks and pickles is the public one


@final
@dataclass(frozen=True, kw_only=True, repr=False)
class Map:
    """A checked map. Immutable, hashable, picklable; `==` compares every field.

    However it is made, it is checked as a whole: a `Map` that exists is a valid one, and
    `MapError` lists everything that is wrong. Cities in routes and tickets may be given by name or
    alias; they are stored by name. `title` is the name if left out.

    A map comes with one or more decks of tickets, of which one is in play. The argument `tickets`
    is all cards, each of which says in which decks it is; the field `tickets` is the deck in play,
    and ticket numbers everywhere are positions in it.
    """

    name: str
    title: str = ""
    edition: str = "usa"
    """The preset of the rules that it is played by, if no others are asked for."""
    players: tuple[int, int] | None = None
    """The fewest and the most players that it is meant for; None if the map does not say."""
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    """The cards of the deck in play."""
    deck: str = BASE
    """The name of the deck in play."""
    cards: tuple[Ticket, ...] = field(init=False)
    """All cards, of all decks."""

    def __post_init__(self) -> None:
        data: dict[str, Any] = {"format": FORMAT, **vars(self)}
        if data["title"] == "":
            del data["title"]
        if data["players"] is None:
            del data["players"]
        fields = check_map(data, source="")
        fields["cards"] = fields["tickets"]
        fields["tickets"] = tuple(card for card in fields["cards"] if fields["deck"] in card.decks)
        for key, value in fields.items():
            object.__setattr__(self, key, value)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Map:
        """The map in a .toml or .json file, which is UTF-8 whatever the locale.

        Raises `MapError` for a file that is missing, unreadable or not a valid map. A valid map may
        still be refused by `Game`: its routes may be too long for the table of points, or its
        tickets too few, by some rules and not by others.
        """
        return Map(**read_map(path))

    @staticmethod
    def builtin(name: str) -> Map:
        """The map `name` that comes with the package; `MapError` lists the names there are."""
        names = builtin_names()
        if name not in names:
            raise MapError(
                [f"no built-in map {show(name)}{did_you_mean(name, names)};"
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
        return Map(**check_map(d, source=""))

    def to_dict(self) -> dict[str, Any]:
        """The whole map, all decks, as plain JSON types in the shape of the file."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "name": self.name,
            "title": self.title,
            "edition": self.edition,
        }
        if self.players is not None:
            data["players"] = list(self.players)
        if self.deck != BASE:
            data["deck"] = self.deck
        return data | {
            "cities": [city.as_entry() for city in self.cities],
            "routes": [route.as_entry() for route in self.routes],
            "tickets": [card.as_entry() for card in self.cards],
        }

    def replace(self, **changes: Any) -> Map:
        """A copy with some fields changed, checked anew: `usa.replace(name="my", tickets=[...])`.

        Entries of `cities`, `routes` and `tickets` are named tuples or dicts. New `tickets` take
        the place of all cards, whatever their decks.
        """
        fields = {key: value for key, value in vars(self).items() if key in _ARGUMENTS}
        return Map(**fields | {"tickets": self.cards} | changes)

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the decks: base first, the others sorted."""
        return deck_names(self.cards)

    def with_deck(self, name: str) -> Map:
        """The same map with another deck in play: `usa.with_deck("1910")`.

        Raises `ValueError`, naming the decks there are, if there is no such deck.
        """
        if not isinstance(name, str):
            raise TypeError(f"a deck is a string, not {show(name)}")
        if nfc(name) not in map(nfc, self.decks):
            raise ValueError(f"map {self.name!r} has {no_deck(name, self.decks)}")
        return self.replace(deck=name)

    def warnings(self) -> tuple[str, ...]:
        """What is allowed but may be a slip or bad design, each a sentence that names its entry.

        Routes, cities and tickets are named by their position in the file; docs/map-format.md
        explains every kind. The rules it is measured by are those of the map's edition.
        """
        return warnings_of(self)

    def city_index(self, name: str) -> int:
        """The position of a city in `cities`, by name or alias.

        Composed and decomposed Unicode are the same name; upper and lower case are not.
        Raises `ValueError`, with names that look alike, if there is no such city.
        """
        if not isinstance(name, str):
            raise TypeError(f"a city is a string, not {show(name)}")
        index = self._index.get(nfc(name))
        if index is None:
            suggestion = did_you_mean(name, self._index)
            raise ValueError(f"unknown city {show(name)} on map {self.name!r}{suggestion}")
        return index

    def twins(self, route: SupportsIndex) -> tuple[int, ...]:
        """The other lanes between the same two cities as `route`, sorted."""
        number = operator.index(route)
        if isinstance(route, bool) or not 0 <= number < len(self.routes):
            raise ValueError(f"route must be in 0..{len(self.routes) - 1}, not {show(route)}")
        lanes = self._lanes[_pair(self.routes[number].a, self.routes[number].b)]
        return tuple(lane for lane in lanes if lane != number)

    def find_routes(self, a: str, b: str, color: str | None = None) -> tuple[int, ...]:
        """The numbers of the routes between two cities, of one colour or of all; maybe none."""
        if color is not None and color not in ROUTE_COLORS:
            raise ValueError(bad_color(color))
        ends = self.cities[self.city_index(a)].name, self.cities[self.city_index(b)].name
        lanes = self._lanes.get(_pair(*ends), ())
        return tuple(r for r in lanes if color is None or self.routes[r].color == color)

    def distance(self, a: str, b: str) -> int | None:
        """The fewest trains that join two cities on the empty map; None if nothing joins them."""
        return self._distances[self.city_index(a)].get(self.city_index(b))

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of what matters in play: city names, routes and tickets, in their order.

        Of the tickets, those in play count, but not the name of their deck. Title, edition,
        players, aliases and coordinates do not count, nor does the Unicode form of a name.
        """
        facts = {
            "cities": [city.name for city in self.cities],
            # What a plain route or ticket does not have is left out, so that the fingerprint of
            # a map without it never changes.
            "routes": [r if r.tunnel or r.ferry_locomotives else r[:4] for r in self.routes],
            "tickets": [(*t[:3], True) if t.long else t[:3] for t in self.tickets],
        }
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(nfc(text).encode()).hexdigest()

    def __repr__(self) -> str:
        deck = "" if self.deck == BASE else f" of the deck {self.deck!r}"
        return (
            f"Map({self.name!r}, {len(self.cities)} cities, "
            f"{len(self.routes)} routes, {len(self.tickets)} tickets{deck})"
        )

    def _repr_svg_(self) -> str:
        """The picture in a notebook; `ttr_fast.render.map_svg` has options."""
        from ttr_fast.render import map_svg  # here, since the renderer needs this module

        return map_svg(self)

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Map], tuple[dict[str, Any]]]:
        return Map.from_dict, (self.to_dict(),)

    # Derived once, on first use.

    @functools.cached_property
    def _facts(
        self,
    ) -> tuple[int, list[tuple[int, int, int, int, int, bool]], list[tuple[int, int, int, bool]]]:
        """What the core wants to know.

        Number of cities; routes (a, b, length, colour, locomotives of a ferry, tunnel); tickets of
        the deck in play (a, b, points, long).
        """
        city = {city.name: number for number, city in enumerate(self.cities)}
        color = {name: number for number, name in enumerate(ROUTE_COLORS)}
        return (
            len(city),
            [
                (city[r.a], city[r.b], r.length, color[r.color], r.ferry_locomotives, r.tunnel)
                for r in self.routes
            ],
            [(city[t.a], city[t.b], t.points, t.long) for t in self.tickets],
        )

    @functools.cached_property
    def _networks(self) -> Networks:
        """For ttr_fast.networks."""
        return Networks(*self._facts)

    @functools.cached_property
    def _index(self) -> dict[str, int]:
        """City position by each of its names."""
        return {
            nfc(name): index
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
    def _neighbours(self) -> Neighbours:
        """For each city, how far it is to its neighbours by the shortest route."""
        cities, routes, _ = self._facts
        return neighbours_of(cities, (route[:3] for route in routes))

    @functools.cached_property
    def _distances(self) -> tuple[dict[int, int], ...]:
        """For each city, the distance to every city that can be reached."""
        neighbours = self._neighbours
        return tuple(distances_from(start, neighbours) for start in range(len(neighbours)))


_ARGUMENTS: Final = frozenset(entry.name for entry in dataclasses.fields(Map) if entry.init)


def builtin_names() -> tuple[str, ...]:
    """The names that `Map.builtin` knows, sorted."""
    folder = resources.files("ttr_fast") / "maps"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@functools.cache
def _builtin(name: str) -> Map:
    return Map(**read_builtin(name))


def _pair(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))
