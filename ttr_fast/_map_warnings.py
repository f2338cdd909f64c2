"""What a designer wants to be told about a map that is valid: `Map.warnings`.

Each kind is one small generator below; docs/map-format.md explains them to users.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ttr_fast._core import MAX_PLAYERS, MIN_PLAYERS, Rules
from ttr_fast._map_deal import lacking
from ttr_fast._map_entries import ROUTE_COLORS, Ticket, look
from ttr_fast._map_graph import parts_of

if TYPE_CHECKING:
    from ttr_fast.map import Map


def warnings_of(board: Map) -> tuple[str, ...]:
    """The warnings of every kind, in the order of `_KINDS`."""
    return tuple(warning for kind in _KINDS for warning in kind(board))


# --- Cities --------------------------------------------------------------------------------------


def _names_that_look_alike(board: Map) -> Iterator[str]:
    cities = [(i, name) for i, c in enumerate(board.cities) for name in (c.name, *c.aliases)]
    seen: dict[str, tuple[int, str]] = {}
    for i, name in cities:
        other, name_there = seen.setdefault(look(name), (i, name))
        if other != i:
            yield f"cities[{i}] {name!r}: looks like {name_there!r}, which is cities[{other}]"
    decks: dict[str, str] = {}
    for deck in board.decks:
        other_deck = decks.setdefault(look(deck), deck)
        if other_deck != deck:
            yield f"tickets: the decks {other_deck!r} and {deck!r} look alike"


def _cities_hardly_used(board: Map) -> Iterator[str]:
    lanes: dict[str, list[int]] = defaultdict(list)
    for i, route in enumerate(board.routes):
        lanes[route.a].append(i)
        lanes[route.b].append(i)
    on_tickets = {end for card in board.cards for end in (card.a, card.b)}
    for i, city in enumerate(board.cities):
        where, routes = f"cities[{i}] {city.name!r}", lanes[city.name]
        ends = {end for r in routes for end in board.routes[r][:2]} - {city.name}
        if not routes and city.name not in on_tickets:
            yield f"{where}: unused: no route leads there, and no ticket names it"
        elif not routes:
            yield f"{where}: no route leads there"
        elif len(routes) == 1:
            yield f"{where}: only one route leads there, routes[{routes[0]}]"
        elif len(ends) == 1:
            listed = ", ".join(f"routes[{r}]" for r in routes)
            yield f"{where}: all routes come from {ends.pop()!r}: {listed}"
        if routes and board.cards and city.name not in on_tickets:
            yield f"{where}: on no ticket of any deck"


def _places_unfit_for_a_picture(board: Map) -> Iterator[str]:
    lost = [i for i, city in enumerate(board.cities) if city.lat is None]
    if 0 < len(lost) < len(board.cities):
        yield (
            f"{_entries('cities', lost)}: no coordinates, so that all cities are drawn in a circle"
        )
    places: dict[tuple[float, float], int] = {}
    for i, city in enumerate(board.cities):
        if city.lat is not None and city.lon is not None:
            other = places.setdefault((city.lat, city.lon), i)
            if other != i:
                yield f"cities[{i}] {city.name!r}: in the same place as cities[{other}]"


def _separate_parts(board: Map) -> Iterator[str]:
    parts = [part for part in parts_of(board._neighbours) if len(part) > 1]
    if len(parts) > 1:
        listed = "; ".join(_some(board, part) for part in parts)
        yield f"routes: the map is in {len(parts)} parts that no route joins: {listed}"


def _cut_cities(board: Map) -> Iterator[str]:
    neighbours = board._neighbours
    parts = parts_of(neighbours)
    whole = {city: set(part) for part in parts for city in part}
    for i, city in enumerate(board.cities):
        pieces = [p for p in parts_of(neighbours, without=i) if whole[i].issuperset(p)]
        # A dead end has a warning of its own.
        cut_off = [p for p in pieces[1:] if len(p) > 1 or len(neighbours[p[0]]) > 1]
        if cut_off:
            listed = "; ".join(_some(board, piece) for piece in cut_off)
            yield f"cities[{i}] {city.name!r}: the only way to {listed} leads through it"


# --- Routes --------------------------------------------------------------------------------------


def _colors_out_of_balance(board: Map) -> Iterator[str]:
    """What cannot be helped, a difference of one route, is no imbalance."""
    spaces = Counter(dict.fromkeys(ROUTE_COLORS[:-1], 0))
    for route in board.routes:
        if route.color in spaces:
            spaces[route.color] += route.length
    most, fewest = max(spaces.values()), min(spaces.values())
    longest = max((route.length for route in board.routes if route.color in spaces), default=0)
    if most - fewest > max(longest, 0.2 * spaces.total() / len(spaces)):
        listed = ", ".join(f"{color} {n}" for color, n in spaces.most_common())
        yield f"routes: colors out of balance, in spaces: {listed}"


def _modules_that_are_off(board: Map) -> Iterator[str]:
    rules = Rules.preset(board.edition)
    tunnels = [i for i, route in enumerate(board.routes) if route.tunnel]
    ferries = [i for i, route in enumerate(board.routes) if route.ferry_locomotives]
    for found, on, what in (
        (tunnels, rules.tunnels, "tunnels"),
        (ferries, rules.ferries, "ferries"),
    ):
        if found and not on:
            yield (
                f"{_entries('routes', found)}: the edition {board.edition!r} has no {what},"
                " it plays them as plain routes"
            )


def routes_without_points(board: Map) -> Iterator[str]:
    """Other rules may have points for them; by those of the edition there is no game."""
    longest = len(Rules.preset(board.edition).route_points)
    for i, route in enumerate(board.routes):
        if route.length > longest:
            yield (
                f"routes[{i}] {route.a}-{route.b}: length {route.length}, but the edition"
                f" {board.edition!r} has points for 1 to {longest} only"
            )


def _too_many_trains(board: Map) -> Iterator[str]:
    rules = Rules.preset(board.edition)
    pairs: dict[frozenset[str], int] = {}
    for route in board.routes:
        pair = frozenset((route.a, route.b))
        pairs[pair] = max(pairs.get(pair, 0), route.length)
    spaces = sum(pairs.values())  # nobody owns two routes between the same cities (R44)
    if spaces < rules.trains_per_player - rules.final_round_threshold:
        yield (
            f"routes: one player can claim {spaces} spaces at most, but has"
            f" {rules.trains_per_player} trains in the edition {board.edition!r}: a game ends only"
            " when all pass"
        )


# --- Tickets -------------------------------------------------------------------------------------


def _values_far_from_distance(board: Map) -> Iterator[str]:
    for i, ticket in enumerate(board.cards):
        distance = board.distance(ticket.a, ticket.b)
        if distance is None:
            yield f"{_ticket(i, ticket)}: can never be completed, no routes join the two"
        elif abs(ticket.points - distance) > max(2, 0.2 * distance):
            yield (
                f"{_ticket(i, ticket)}: worth {ticket.points}, but the shortest way takes"
                f" {distance} trains"
            )


def _tickets_given_twice(board: Map) -> Iterator[str]:
    first: dict[tuple[str, frozenset[str]], int] = {}
    for i, ticket in enumerate(board.cards):
        for deck in ticket.decks:
            other = first.setdefault((deck, frozenset((ticket.a, ticket.b))), i)
            if other != i:
                yield (
                    f"{_ticket(i, ticket)}: joins the same two cities as tickets[{other}],"
                    f" and both are in the deck {deck!r}"
                )
                break


def _long_tickets_never_dealt(board: Map) -> Iterator[str]:
    long = [i for i, ticket in enumerate(board.cards) if ticket.long]
    if long and not Rules.preset(board.edition).initial_long_tickets_dealt:
        yield (
            f"{_entries('tickets', long)}: long, but the edition {board.edition!r} deals no long"
            " tickets"
        )


def _decks_too_small(board: Map) -> Iterator[str]:
    """A map that names its numbers of players is refused instead."""
    rules = Rules.preset(board.edition)
    for deck in board.decks if board.players is None else ():
        cards = [card for card in board.cards if deck in card.decks]
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            lack = lacking(cards, rules, players)
            if lack:
                enough = "too small"
                if players > MIN_PLAYERS:
                    enough = f"enough for {_numbers(MIN_PLAYERS, players - 1)} players only"
                yield f"tickets: the deck {deck!r} is {enough}: {lack}"
                break


_KINDS: Final[Sequence[Callable[[Map], Iterator[str]]]] = (
    _names_that_look_alike,
    _cities_hardly_used,
    _places_unfit_for_a_picture,
    _separate_parts,
    _cut_cities,
    _colors_out_of_balance,
    _modules_that_are_off,
    routes_without_points,
    _too_many_trains,
    _values_far_from_distance,
    _tickets_given_twice,
    _long_tickets_never_dealt,
    _decks_too_small,
)


# --- Words ---------------------------------------------------------------------------------------


def _ticket(number: int, ticket: Ticket) -> str:
    return f"tickets[{number}] {ticket.a}-{ticket.b}"


def _entries(key: str, numbers: Sequence[int]) -> str:
    return _shortened([f"{key}[{number}]" for number in numbers])


def _some(board: Map, cities: Iterable[int]) -> str:
    return _shortened([repr(board.cities[city].name) for city in cities])


def _shortened(words: Sequence[str], limit: int = 5) -> str:
    if len(words) <= limit + 1:
        return ", ".join(words)
    return f"{', '.join(words[:limit])} and {len(words) - limit} more"


def _numbers(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first} {'or' if last == first + 1 else 'to'} {last}"
