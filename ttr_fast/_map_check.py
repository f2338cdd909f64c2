"""Checking the facts of a map: plain data to the fields of a `Map`, or a list of all mistakes.

Private: every way to make a `Map` goes through `check_map`. The format is described in
docs/map-format.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ttr_fast._core import (
    MAX_CITIES,
    MAX_LENGTH,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_ROUTES,
    MAX_TICKETS,
    MIN_LENGTH,
    MIN_PLAYERS,
    Rules,
)
from ttr_fast._map_deal import lacking
from ttr_fast._map_entries import (
    BASE,
    FORMAT,
    MAX_DECKS,
    ROUTE_COLORS,
    City,
    MapError,
    Route,
    Ticket,
    bad_color,
    deck_names,
    nfc,
    no_deck,
)
from ttr_fast._map_graph import neighbours_of, parts_of
from ttr_fast._map_values import ValueReader
from ttr_fast._words import show

_HEAD_KEYS: Final = ("format", "name", "cities", "routes", "tickets")
_OPTIONAL_HEAD_KEYS: Final = ("title", "edition", "players", "deck")
_CITY_KEYS: Final = ("name",)
_OPTIONAL_CITY_KEYS: Final = ("lat", "lon", "aliases")
_ROUTE_KEYS: Final = ("a", "b", "length", "color")
_OPTIONAL_ROUTE_KEYS: Final = ("tunnel", "ferry_locomotives")
_TICKET_KEYS: Final = ("a", "b", "points")
_OPTIONAL_TICKET_KEYS: Final = ("long", "decks")


def check_map(data: Any, source: str) -> dict[str, Any]:
    """The fields of a `Map` from the plain data of a file; `MapError` with all mistakes in it.

    `tickets` are all cards, whatever their deck.
    """
    check = _Check(source)
    if not isinstance(data, Mapping):
        check.fail("", f"a map must be a table of keys and values, not {show(data)}")
        raise MapError(check.problems)
    version = data.get("format", FORMAT)
    if type(version) is not int or version != FORMAT:
        if type(version) is int:
            problem = f"must be {FORMAT}, not {show(version)}: another version of the file"
        else:
            problem = f"must be the number {FORMAT}, not {show(version)}"
        check.fail("format", problem)
        raise MapError(check.problems)  # nothing else can be judged

    check.keys(data, "", _HEAD_KEYS, _OPTIONAL_HEAD_KEYS)
    name = check.text(data, "name", "")
    title = check.text(data, "title", "") if "title" in data else name
    edition = check.edition(data)
    players = check.players(data)
    cities = check.cities(data)
    routes = check.routes(data)
    tickets = check.tickets(data)
    deck = check.deck(data, tickets)
    if not check.problems:  # only of a map that is sound as far as it goes
        check.distances(edition, cities, routes, tickets)
        check.deals(edition, players, tickets)
    if check.problems:
        raise MapError(check.problems)
    return {
        "name": name,
        "title": title,
        "edition": edition,
        "players": players,
        "cities": tuple(cities),
        "routes": tuple(routes),
        "tickets": tuple(tickets),
        "deck": deck,
    }


class _Check(ValueReader):
    """Reads the parts of a map."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        # City name by each of its names. None if some could not be read: one of these may be what
        # a route means, so that no name can be called unknown.
        self.names: dict[str, str] | None = None
        self.all_decks_read = True

    # The head.

    def edition(self, data: Mapping[str, Any]) -> str:
        edition = self.text(data, "edition", "") if "edition" in data else "usa"
        known = Rules.presets()
        if edition and edition not in known:
            hint = self.hint(edition, known)
            self.fail("", f"unknown edition {show(edition)}{hint}; known: {', '.join(known)}")
        return edition

    def players(self, data: Mapping[str, Any]) -> tuple[int, int] | None:
        if "players" not in data:
            return None
        value = data["players"]
        whole = isinstance(value, list | tuple) and [type(n) for n in value] == [int, int]
        if not whole or not MIN_PLAYERS <= value[0] <= value[1] <= MAX_PLAYERS:
            allowed = f"[fewest, most], from {MIN_PLAYERS} to {MAX_PLAYERS}"
            self.fail("", f"players must be {allowed}, not {show(value)}")
            return None
        return value[0], value[1]

    # Cities, routes and tickets.

    def cities(self, data: Mapping[str, Any]) -> list[City]:
        rows = self.rows(data, "cities", City, MAX_CITIES)
        if not rows:
            return []
        cities: list[City] = []
        whole = len(rows) == len(data["cities"])
        given: list[tuple[str, str, str]] = []  # place, name, city
        given_aliases: list[tuple[str, str, str]] = []
        for where, row in rows:
            self.keys(row, where, _CITY_KEYS, _OPTIONAL_CITY_KEYS)
            name = self.text(row, "name", where)
            lat, lon = self.degrees(row, "lat", where), self.degrees(row, "lon", where)
            if (row.get("lat") is None) != (row.get("lon") is None):
                self.fail(where, "lat and lon must be given together")
            problems = len(self.problems)
            aliases = tuple(self.strings(row, "aliases", "an alias", where))
            whole = whole and name != "" and len(self.problems) == problems
            cities.append(City(name, lat, lon, aliases))
            if name:
                given.append((where, name, name))
                given_aliases += [(f"{where}.aliases", alias, name) for alias in aliases]
        names: dict[str, str] = {}
        places: dict[str, str] = {}
        for where, text, name in given + given_aliases:
            key = nfc(text)
            if key in places:
                self.fail(where, f"the name {show(text)} is already used by {places[key]}")
            else:
                places[key], names[key] = where, name
        self.names = names if whole else None
        return cities

    def routes(self, data: Mapping[str, Any]) -> list[Route]:
        routes: list[Route] = []
        for where, row in self.rows(data, "routes", Route, MAX_ROUTES) or ():
            self.keys(row, where, _ROUTE_KEYS, _OPTIONAL_ROUTE_KEYS)
            a, b = self.ends(row, where, "a route must join two different cities")
            problems = len(self.problems)
            length = self.integer(row, "length", where, MIN_LENGTH, MAX_LENGTH)
            if "length" not in row or len(self.problems) > problems:
                length = MAX_LENGTH  # so that a ferry is not measured by the stand-in
            color = self.color(row, where)
            tunnel = self.flag(row, "tunnel", where)
            routes.append(Route(a, b, length, color, tunnel, self.ferry(row, where, length)))
        return routes

    def color(self, row: Mapping[str, Any], where: str) -> str:
        color = row.get("color", "gray")
        if isinstance(color, str) and color in ROUTE_COLORS:
            return str(color)
        self.fail(where, bad_color(color))
        return "gray"

    def ferry(self, row: Mapping[str, Any], where: str, length: int) -> int:
        value = row.get("ferry_locomotives", 0)
        if type(value) is int and value > length:
            self.fail(
                where,
                f"ferry_locomotives must be in 0..{length}, not {show(value)}:"
                f" too many locomotives on a ferry of length {length}",
            )
            return 0
        return self.integer(row, "ferry_locomotives", where, 0, length)

    def tickets(self, data: Mapping[str, Any]) -> list[Ticket]:
        tickets: list[Ticket] = []
        spelling: dict[str, str] = {}  # composed and decomposed forms are one deck
        rows = self.rows(data, "tickets", Ticket)
        if rows is None or len(rows) < len(data["tickets"]):
            self.all_decks_read = False
        for where, row in rows or ():
            self.keys(row, where, _TICKET_KEYS, _OPTIONAL_TICKET_KEYS)
            a, b = self.ends(row, where, "a ticket must name two different cities")
            points = self.integer(row, "points", where, 0, MAX_POINTS)
            long = self.flag(row, "long", where)
            decks = self.decks(row, where)
            decks = tuple(spelling.setdefault(nfc(deck), deck) for deck in decks)
            tickets.append(Ticket(a, b, points, long, decks))
        self.deck_sizes(tickets)
        return tickets

    def deck_sizes(self, tickets: Sequence[Ticket]) -> None:
        sizes = Counter(deck for ticket in tickets for deck in ticket.decks)
        if len(sizes) > MAX_DECKS:
            problem = f"in {len(sizes)} decks, but a map has {MAX_DECKS} decks at most"
            self.fail("tickets", problem)
            return
        for deck in deck_names(tickets):
            size = sizes[deck]
            if size > MAX_TICKETS:
                self.fail(
                    "tickets",
                    f"{size} in the deck {show(deck)}, but a deck holds {MAX_TICKETS} at most",
                )
            elif size == 0 and tickets and self.all_decks_read:
                self.fail(
                    "tickets",
                    f"none is in the deck {show(deck)}, which is played when no other is asked for",
                )

    def decks(self, row: Mapping[str, Any], where: str) -> tuple[str, ...]:
        if "decks" not in row:
            return (BASE,)
        problems = len(self.problems)
        decks = self.strings(row, "decks", "the name of a deck", where)
        if len(self.problems) == problems and not decks:
            self.fail(where, f"decks must name at least one deck; without it the deck is {BASE!r}")
        if len(self.problems) > problems:
            self.all_decks_read = False
            return (BASE,)
        for deck, count in Counter(map(nfc, decks)).items():
            if count > 1:
                self.fail(where, f"the deck {show(deck)} is named twice")
        return tuple(decks)

    def deck(self, data: Mapping[str, Any], tickets: Sequence[Ticket]) -> str:
        if "deck" not in data:
            return BASE
        name = self.text(data, "deck", "")
        known = {nfc(deck): deck for deck in deck_names(tickets)}
        if name and nfc(name) not in known and self.all_decks_read and len(known) <= MAX_DECKS:
            self.fail("", f"there is {no_deck(name, known.values())}")
        return known.get(nfc(name), BASE)

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
            self.fail(where, f"unknown city {show(text)}{self.hint(text, self.names)}")
        return name

    # The map as a whole.

    def distances(
        self,
        edition: str,
        cities: Sequence[City],
        routes: Sequence[Route],
        tickets: Sequence[Ticket],
    ) -> None:
        """Where tickets are worth a distance (R56) there must be one."""
        if Rules.preset(edition).ticket_value != "shortest":
            return
        number = {city.name: i for i, city in enumerate(cities)}
        edges = ((number[route.a], number[route.b], route.length) for route in routes)
        parts = parts_of(neighbours_of(len(cities), edges))
        part = {cities[city].name: i for i, members in enumerate(parts) for city in members}
        for i, ticket in enumerate(tickets):
            if part[ticket.a] != part[ticket.b]:
                self.fail(
                    f"tickets[{i}]",
                    f"no routes join {show(ticket.a)} and {show(ticket.b)}, but in the edition"
                    f" {edition!r} a ticket is worth the distance between its cities",
                )

    def deals(
        self, edition: str, players: tuple[int, int] | None, tickets: Sequence[Ticket]
    ) -> None:
        """A map that names its numbers of players must be playable by all of them."""
        if players is None:
            return
        for deck in deck_names(tickets):
            cards = [ticket for ticket in tickets if deck in ticket.decks]
            lack = lacking(cards, Rules.preset(edition), players[1])
            if lack:
                self.fail("tickets", f"too few in the deck {show(deck)}: {lack}")
