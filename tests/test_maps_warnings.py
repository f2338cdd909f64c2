"""`Map.warnings`: each kind on a map that has it, and its silence where nothing is wrong."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from ttr_fast.map import ROUTE_COLORS, City, Map, Route, Ticket, builtin_names

RING = "ABCDEF"


def ring(**changes: Any) -> Map:
    """A map without a warning: all pairs of six cities are joined, 60 spaces, and on a ticket."""
    pairs = list(combinations(RING, 2))
    return Map(
        **{
            "name": "ring",
            "cities": [City(name) for name in RING],
            "routes": [
                Route(a, b, 4, ROUTE_COLORS[i % 8] if i < 8 else "gray")
                for i, (a, b) in enumerate(pairs)
            ],
            "tickets": [Ticket(a, b, 4) for a, b in pairs],
        }
        | changes
    )


def without(city: str) -> dict[str, Any]:
    """Routes and tickets of the ring that do not touch a city."""
    board = ring()
    return {
        "routes": [route for route in board.routes if city not in route[:2]],
        "tickets": [ticket for ticket in board.tickets if city not in ticket[:2]],
    }


def beginning(board: Map, where: str) -> list[str]:
    return [warning for warning in board.warnings() if warning.startswith(where)]


def test_a_sound_map_has_no_warning() -> None:
    assert ring().warnings() == ()


def test_builtin_maps_have_few() -> None:
    """What is said of the published maps is true, and is all there is."""
    assert {name: list(Map.builtin(name).warnings()) for name in builtin_names()} == {
        "europe": [
            "cities[14] 'Edinburgh': all routes come from 'London': routes[50], routes[51]",
            "cities[23] 'Madrid': the only way to 'Cadiz', 'Lisboa' leads through it",
            "tickets[80] Paris-Roma: worth 10, but the shortest way takes 7 trains",
        ],
        "iran": [],
        "usa": [],
    }


def test_warnings_do_not_depend_on_the_deck_in_play() -> None:
    europe = Map.builtin("europe")
    assert europe.with_deck("mega").warnings() == europe.warnings()


# --- Cities --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "other"),
    [("x", "X"), ("\uff38", "X"), ("X́", "X"), ("new york", "New York"), ("New-York", "New York"),
     ("NewYork", "New York"), ("Straße", "STRASSE"), ("\ufb01eld", "field")],
)  # fmt: skip
def test_names_that_look_alike(name: str, other: str) -> None:
    cities = [*map(City, RING), City("There", aliases=(other,)), City(name)]
    assert (
        f"cities[7] {name!r}: looks like {other!r}, which is cities[6]"
        in ring(cities=cities).warnings()
    )


@pytest.mark.parametrize("name", ["G", "Δ", "თბილისი", "北京", "AA"])
def test_names_that_do_not_look_alike(name: str) -> None:
    cities = [
        *map(City, RING),
        City(name),
        City("Zürich", aliases=("Zurich", "ZÜRICH")),
        City("東京"),
    ]
    assert not [w for w in ring(cities=cities).warnings() if "look" in w]


def test_decks_that_look_alike() -> None:
    tickets = [*ring().tickets, *(Ticket("A", "B", 4, decks=(deck,)) for deck in ("Big", "big"))]
    assert "tickets: the decks 'Big' and 'big' look alike" in ring(tickets=tickets).warnings()


def test_city_without_route() -> None:
    cities = [*map(City, RING), City("G")]
    assert ring(cities=cities).warnings() == (
        "cities[6] 'G': unused: no route leads there, and no ticket names it",
    )
    tickets = [*ring().tickets, Ticket("A", "G", 4)]
    assert ring(cities=cities, tickets=tickets).warnings() == (
        "cities[6] 'G': no route leads there",
        "tickets[15] A-G: can never be completed, no routes join the two",
    )


def test_city_with_one_route_is_no_cut_of_its_neighbour() -> None:
    cities, tickets = [*map(City, RING), City("G")], [*ring().tickets, Ticket("A", "G", 4)]
    one = [*ring().routes, Route("F", "G", 1, "gray")]
    assert beginning(ring(cities=cities, routes=one, tickets=tickets), "cities") == [
        "cities[6] 'G': only one route leads there, routes[15]"
    ]
    twins = [*one, Route("G", "F", 1, "red")]
    assert beginning(ring(cities=cities, routes=twins, tickets=tickets), "cities") == [
        "cities[6] 'G': all routes come from 'F': routes[15], routes[16]"
    ]
    two = [*one, Route("G", "E", 1, "red")]
    assert beginning(ring(cities=cities, routes=two, tickets=tickets), "cities") == []


def test_city_on_no_ticket() -> None:
    tickets = without("F")["tickets"]
    assert ring(tickets=tickets).warnings()[0] == "cities[5] 'F': on no ticket of any deck"
    in_a_deck = [*tickets, Ticket("A", "F", 4, decks=("more",))]
    assert beginning(ring(tickets=in_a_deck), "cities") == []
    assert beginning(ring(tickets=()), "cities") == []  # what is wrong there is not the cities


def test_coordinates_of_some_cities_only() -> None:
    cities = [City(name, i * 1.5, 2.0) for i, name in enumerate(RING)]
    assert ring(cities=cities).warnings() == ()
    for gaps in ([4], [0, 2]):
        some = [city._replace(lat=None, lon=None) if i in gaps else city
                for i, city in enumerate(cities)]  # fmt: skip
        listed = ", ".join(f"cities[{i}]" for i in gaps)
        assert ring(cities=some).warnings() == (
            f"{listed}: no coordinates, so that all cities are drawn in a circle",
        )


def test_cities_in_the_same_place() -> None:
    cities = [City(name, i % 5, 2.0) for i, name in enumerate(RING)]
    assert ring(cities=cities).warnings() == ("cities[5] 'F': in the same place as cities[0]",)


def test_map_in_parts() -> None:
    cities = [*map(City, RING), City("X"), City("Y"), City("alone")]
    board = ring(cities=cities, routes=[*ring().routes, Route("X", "Y", 4, "gray")])
    assert beginning(board, "routes: the map") == [
        "routes: the map is in 2 parts that no route joins: 'A', 'B', 'C', 'D', 'E', 'F'; 'X', 'Y'"
    ]
    assert beginning(ring(cities=cities), "routes: the map") == []  # a lone city is no part


def test_cut_cities() -> None:
    cities = [*map(City, RING), *map(City, "GHIJ")]
    triangle = [Route(a, b, 1, "gray") for a, b in ("AG", "AH", "GH")]
    other = [Route(a, b, 1, "gray") for a, b in ("AI", "AJ", "IJ")]
    board = ring(cities=cities, routes=[*ring().routes, *triangle])
    assert [w for w in board.warnings() if "the only way" in w] == [
        "cities[0] 'A': the only way to 'G', 'H' leads through it"
    ]
    board = ring(cities=cities, routes=[*ring().routes, *triangle, *other])
    assert [w for w in board.warnings() if "the only way" in w] == [
        "cities[0] 'A': the only way to 'G', 'H'; 'I', 'J' leads through it"
    ]
    line = [Route(a, b, 4, "gray") for a, b in ("AB", "BC", "CD", "DE", "EF")]
    assert [w[:11] for w in ring(routes=line).warnings() if "the only way" in w] == [
        "cities[2] '",
        "cities[3] '",
    ]  # B and E cut off only dead ends, which have a warning of their own


# --- Routes --------------------------------------------------------------------------------------


def test_colors_out_of_balance() -> None:
    routes = [r._replace(color="red") if r.color == "blue" else r for r in ring().routes]
    assert beginning(ring(routes=routes), "routes") == [
        "routes: colors out of balance, in spaces: red 8, orange 4, yellow 4, green 4, pink 4,"
        " black 4, white 4, blue 0"
    ]
    short = [r._replace(length=2) if r.color == "blue" else r for r in ring().routes]
    assert beginning(ring(routes=short), "routes") == []  # less than a route


def test_route_without_points() -> None:
    routes = [ring().routes[0]._replace(length=9), *ring().routes[1:]]
    assert beginning(ring(routes=routes), "routes[0]") == [
        "routes[0] A-B: length 9, but the edition 'usa' has points for 1 to 8 only"
    ]


def test_R81_more_trains_than_spaces() -> None:
    """Twins count once, since nobody owns both (R44)."""
    short = [route._replace(length=2, color="gray") for route in ring().routes]
    board = ring(routes=short + short, tickets=ring().tickets)
    assert beginning(board, "routes") == [
        "routes: one player can claim 30 spaces at most, but has 45 trains in the edition 'usa': a"
        " game ends only when all pass"
    ]
    enough = [*short[1:], short[0]._replace(length=12), short[1]._replace(length=5)]
    assert not beginning(ring(routes=enough), "routes: one")  # 43 of 45, and 2 are few


def test_R80_modules_that_the_edition_does_not_play() -> None:
    routes = list(ring().routes)
    routes[3] = routes[3]._replace(tunnel=True)
    routes[5] = routes[5]._replace(ferry_locomotives=1)
    routes[7] = routes[7]._replace(ferry_locomotives=4, tunnel=True)
    tickets = [ticket._replace(long=i < 6) for i, ticket in enumerate(ring().tickets)]
    for edition in ("usa", "online"):
        assert ring(edition=edition, routes=routes, tickets=tickets).warnings()[:3] == (
            f"routes[3], routes[7]: the edition '{edition}' has no tunnels, it plays them as plain"
            " routes",
            f"routes[5], routes[7]: the edition '{edition}' has no ferries, it plays them as plain"
            " routes",
            "tickets[0], tickets[1], tickets[2], tickets[3], tickets[4], tickets[5]: long, but the"
            f" edition '{edition}' deals no long tickets",
        )
    assert not beginning(ring(edition="europe", routes=routes, tickets=tickets), "routes")


# --- Tickets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "points", "told"),
    [(4, 6, False), (4, 7, True), (4, 2, False), (4, 1, True), (12, 14, False), (12, 15, True),
     (12, 10, False), (12, 9, True)],
)  # fmt: skip
def test_value_far_from_distance(distance: int, points: int, told: bool) -> None:
    """More than 2 and more than a fifth."""
    board = ring()
    routes = [r._replace(length=12, color="gray") if "F" in r[:2] else r for r in board.routes]
    number = 0 if distance == 4 else 4
    tickets = [t._replace(points=distance_of(t)) for t in board.tickets]
    tickets[number] = tickets[number]._replace(points=points)
    changed = board.replace(routes=routes, tickets=tickets)
    ends = "A-B" if distance == 4 else "A-F"
    warning = f"{ends}: worth {points}, but the shortest way takes {distance} trains"
    expected = [f"tickets[{number}] {warning}"] if told else []
    assert beginning(changed, "tickets[") == expected


def distance_of(ticket: Ticket) -> int:
    return 12 if "F" in ticket[:2] else 4


def test_ticket_given_twice_in_a_deck() -> None:
    twice = Ticket("B", "A", 5)
    assert ring(tickets=[*ring().tickets, twice]).warnings() == (
        "tickets[15] B-A: joins the same two cities as tickets[0], and both are in the deck 'base'",
    )
    elsewhere = [*ring().tickets, *(t._replace(decks=("more",)) for t in ring().tickets)]
    assert ring(tickets=elsewhere).warnings() == ()


def test_R07_decks_too_small_for_some_players() -> None:
    some = ring().tickets
    assert ring(tickets=some[:14]).warnings() == (
        "tickets: the deck 'base' is enough for 2 to 4 players only: 14 tickets, but 5 players are"
        " dealt 3 each, 15 in all",
    )
    assert beginning(ring(tickets=some[:6]), "tickets") == [
        "tickets: the deck 'base' is enough for 2 players only: 6 tickets, but 3 players are dealt"
        " 3 each, 9 in all"
    ]
    assert beginning(ring(tickets=()), "tickets") == [
        "tickets: the deck 'base' is too small: 0 tickets, but 2 players are dealt 3 each, 6 in all"
    ]
    assert ring(tickets=some[:14], players=(2, 4)).warnings() == ()


def test_R08_deck_with_too_few_long_tickets() -> None:
    """None at all are as good as enough: then none are dealt."""
    board = ring(edition="europe")
    tickets = [*board.tickets, *(t._replace(decks=("more",)) for t in board.tickets)]
    long = [Ticket(a, b, 4, True, ("more",)) for a, b in ("AB", "CD", "EF")]
    assert beginning(board.replace(tickets=[*tickets, *long]), "tickets: ") == [
        "tickets: the deck 'more' is enough for 2 or 3 players only: 3 long tickets, but 4 players"
        " are dealt 1 each, 4 in all"
    ]
