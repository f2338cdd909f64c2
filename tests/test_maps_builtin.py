"""The maps that come with the package, against the checksums of the published ones.

M1, M2 and M3 are the checksums of the case file; lengths, colours, tunnels, ferries and decks were
counted by other means than this package.
"""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from collections import Counter
from typing import Any, NamedTuple

import pytest

import ttr_fast as ttr
from ttr_fast.map import ROUTE_COLORS, Map, Route, builtin_names

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
COLORS = ROUTE_COLORS[:-1]


class Checksum(NamedTuple):
    edition: str
    cities: int
    pairs: int
    spaces: int
    lengths: dict[int, int]
    gray: tuple[int, int]
    """Gray routes and their spaces."""
    tracks: dict[str, int]
    """Routes of each colour."""
    color_spaces: dict[str, int]
    """Spaces of each colour."""
    tunnels: int = 0
    ferries: int = 0
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    """South, north, west, east."""


CHECKSUMS = {
    "usa": Checksum(
        "usa", 36, 78, 309, {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}, (44, 93),
        dict.fromkeys(COLORS, 7), dict.fromkeys(COLORS, 27), box=(25, 52, -124, -70),
    ),
    "europe": Checksum(
        "europe", 47, 90, 300, {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}, (37, 122),
        dict.fromkeys(COLORS, 8), dict.fromkeys(COLORS, 22) | {"blue": 23, "green": 23},
        tunnels=18, ferries=13, box=(36, 60, -10, 45),
    ),
    "iran": Checksum(
        "online", 37, 69, 290, {1: 1, 2: 32, 3: 23, 4: 21, 5: 8, 6: 4, 8: 1}, (36, 122),
        dict.fromkeys(COLORS, 7) | {"yellow": 6, "red": 6}, dict.fromkeys(COLORS, 21),
        box=(25, 40, 44, 64),
    ),
}  # fmt: skip

# Cards, sum of their values, long ones.
DECKS = {
    "usa": {
        "base": (30, 349, 0), "1910": (35, 391, 0), "mega": (69, 754, 0), "big_cities": (35, 389, 0)
    },
    "europe": {
        "base": (46, 444, 6), "expanded": (65, 607, 6), "mega": (101, 1087, 12),
        "big_cities": (45, 502, 0),
    },
    "iran": {"base": (30, 362, 0)},
}  # fmt: skip

BIG_CITIES = {
    "usa": "Chicago, Dallas, Houston, Los Angeles, Miami, New York, Seattle",
    "europe": "Angora, Athina, Berlin, London, Madrid, Moskva, Paris, Roma, Wien",
}


@pytest.fixture(params=CHECKSUMS)
def board(request: pytest.FixtureRequest) -> Map:
    return Map.builtin(request.param)


def pairs_of(board: Map) -> Counter[frozenset[str]]:
    return Counter(frozenset((route.a, route.b)) for route in board.routes)


# --- Routes and cities ---------------------------------------------------------------------------


def test_F51_builtin_maps_load() -> None:
    assert Map.builtin_names() == builtin_names() == ("europe", "iran", "usa")
    assert CHECKSUMS.keys() == DECKS.keys() == set(builtin_names())
    for name in builtin_names():
        assert Map.builtin(name).name == name


def test_M1_M2_cities_routes_and_lengths(board: Map) -> None:
    expected = CHECKSUMS[board.name]
    assert board.edition == expected.edition
    assert len(board.cities) == expected.cities
    pairs = pairs_of(board)
    assert len(pairs) == expected.pairs
    assert set(pairs.values()) == {1, 2}
    assert Counter(route.length for route in board.routes) == expected.lengths
    assert sum(route.length for route in board.routes) == expected.spaces


def test_M1_M2_colors(board: Map) -> None:
    expected = CHECKSUMS[board.name]
    tracks = Counter(route.color for route in board.routes)
    spaces = Counter[str]()
    for route in board.routes:
        spaces[route.color] += route.length
    assert tracks == expected.tracks | {"gray": expected.gray[0]}
    assert spaces == expected.color_spaces | {"gray": expected.gray[1]}


def test_M2_tunnels_and_ferries(board: Map) -> None:
    expected = CHECKSUMS[board.name]
    assert sum(route.tunnel for route in board.routes) == expected.tunnels
    ferries = [route for route in board.routes if route.ferry_locomotives]
    assert len(ferries) == expected.ferries
    assert all(route.color == "gray" and not route.tunnel for route in ferries)


@pytest.mark.parametrize(
    ("name", "twins", "gray"), [("usa", 22, 10), ("europe", 11, 2), ("iran", 21, 7)]
)
def test_M1_M2_twins(name: str, twins: int, gray: int) -> None:
    board = Map.builtin(name)
    found = [(r, *board.twins(r)) for r in range(len(board.routes)) if board.twins(r)]
    assert len(found) == 2 * twins
    assert all(board.twins(b) == (a,) for a, b in found)
    assert all(board.routes[a].length == board.routes[b].length for a, b in found)
    both_gray = [pair for pair in found if all(board.routes[r].color == "gray" for r in pair)]
    assert len(both_gray) == 2 * gray


def test_M1_all_routes_of_usa_together() -> None:
    usa = Map.builtin("usa")
    assert sum(ROUTE_POINTS[route.length] for route in usa.routes) == 508


@pytest.mark.parametrize(
    "route",
    [
        Route("Amsterdam", "London", 2, "gray", False, 2),
        Route("Palermo", "Smyrna", 6, "gray", False, 2),
        Route("Athina", "Smyrna", 2, "gray", False, 1),
        Route("Petrograd", "Stockholm", 8, "gray", True, 0),
        Route("Munchen", "Zurich", 2, "yellow", True, 0),
        Route("Budapest", "Wien", 1, "red", False, 0),
        Route("Wien", "Zagrab", 2, "gray", False, 0),
    ],
)
def test_M2_some_routes_of_europe(route: Route) -> None:
    europe = Map.builtin("europe")
    assert europe.routes[europe.find_routes(route.a, route.b, route.color)[0]] == route


def test_M1_M2_connected_and_drawable(board: Map) -> None:
    south, north, west, east = CHECKSUMS[board.name].box
    for city in board.cities:
        assert board.distance(board.cities[0].name, city.name) is not None
        assert city.lat is not None
        assert south < city.lat < north
        assert city.lon is not None
        assert west < city.lon < east


def test_iran_has_no_dead_end_and_no_cut_city() -> None:
    """So its own design says; and that it is an original design stands in its title."""
    iran = Map.builtin("iran")
    assert "original" in iran.title
    assert iran.warnings() == ()


def test_W3_gray_twins_are_two_routes() -> None:
    usa = Map.builtin("usa")
    first, second = usa.find_routes("Dallas", "Houston")
    assert first != second
    assert usa.routes[first] == usa.routes[second]
    assert usa.twins(first) == (second,)
    assert usa.twins(second) == (first,)


# --- Tickets -------------------------------------------------------------------------------------


def test_M1_M2_decks(board: Map) -> None:
    assert set(board.decks) == DECKS[board.name].keys()
    for deck, (cards, points, long) in DECKS[board.name].items():
        tickets = board.with_deck(deck).tickets
        assert len(tickets) == cards, deck
        assert sum(ticket.points for ticket in tickets) == points, deck
        assert sum(ticket.long for ticket in tickets) == long, deck
        assert len({frozenset((ticket.a, ticket.b)) for ticket in tickets}) == cards, deck
    assert set(board.cards) == {t for deck in board.decks for t in board.with_deck(deck).tickets}


def test_R12_base_decks_of_30_and_46() -> None:
    assert len(Map.builtin("usa").tickets) == 30
    long = [ticket.long for ticket in Map.builtin("europe").tickets]
    assert (sum(long), len(long) - sum(long)) == (6, 40)


@pytest.mark.parametrize("name", BIG_CITIES)
def test_big_cities_are_the_regular_cards_that_name_one(name: str) -> None:
    board = Map.builtin(name)
    big = set(BIG_CITIES[name].split(", "))
    of_mega = [t for t in board.with_deck("mega").tickets if {t.a, t.b} & big and not t.long]
    assert set(board.with_deck("big_cities").tickets) == set(of_mega)


def test_usa_1910_reprints_four_cards_with_fewer_points() -> None:
    usa = Map.builtin("usa")
    mega = {(t.a, t.b): t.points for t in usa.with_deck("mega").tickets}
    assert {
        (t.a, t.b): (t.points, mega[t.a, t.b]) for t in usa.tickets if "mega" not in t.decks
    } == {
        ("Los Angeles", "Miami"): (20, 19),
        ("Los Angeles", "New York"): (21, 20),
        ("Sault St. Marie", "Oklahoma City"): (9, 8),
        ("Seattle", "New York"): (22, 20),
    }
    assert {(t.a, t.b) for t in usa.tickets} <= mega.keys()


def differing(board: Map) -> dict[tuple[str, str], tuple[int | None, int]]:
    return {
        (ticket.a, ticket.b): (board.distance(ticket.a, ticket.b), ticket.points)
        for ticket in board.tickets
        if board.distance(ticket.a, ticket.b) != ticket.points
    }


def test_M3_shortest_distance_differs_from_five_printed_values() -> None:
    assert differing(Map.builtin("usa")) == {
        ("Los Angeles", "Chicago"): (15, 16),
        ("Los Angeles", "Miami"): (19, 20),
        ("Los Angeles", "New York"): (20, 21),
        ("Sault St. Marie", "Oklahoma City"): (8, 9),
        ("Seattle", "New York"): (20, 22),
    }


def test_R56_shortest_distances_of_the_other_boards() -> None:
    europe = Map.builtin("europe")
    assert differing(europe) == {
        ("London", "Wien"): (9, 10),
        ("Edinburgh", "Athina"): (20, 21),
    }
    assert len(differing(europe.with_deck("mega"))) == 8
    assert differing(Map.builtin("iran")) == {}


# --- Names and numbers ---------------------------------------------------------------------------

FINGERPRINTS = {
    ("europe", "base"): "a2fef5ef5f6666457b975f9f39071cd9b65eb2c216d21953124e2d336ea93841",
    ("europe", "big_cities"): "62df0ea8d4aaaf2f902ba17ab414aab4eecca5b769b67b8fd632291df8f80f6a",
    ("europe", "expanded"): "e3a951bc718e8543da43ead43cff0b806914180d609f38f3528ed06f058aa6a5",
    ("europe", "mega"): "8e645c9ff599be3cb0ebe88ae2d70fa559842da8b764adab17f301f3340bdfdd",
    ("iran", "base"): "390ad418fe2615b3e22ba431c28342311c95fca1034d8ef7fca37536b1248cfb",
    ("usa", "base"): "39989faac91cc67574d612312211e75c5694223b183ae783686e185516d1c793",
    ("usa", "1910"): "0db96be51ca3d1fdd5926951024fe1665ccde8d2c354e480a54e173773315cc6",
    ("usa", "big_cities"): "f952c91d3aa65f79353e950e684ca455b23775707906d5a962d390d96b9dec41",
    ("usa", "mega"): "76bf944fd9e4c2f3b22f7cebc2a1890cee1ece09610e2b2ef1c5815127c1e04c",
}


@pytest.mark.parametrize(("name", "deck"), FINGERPRINTS)
def test_F26_published_numbers_stay(name: str, deck: str) -> None:
    """Route and ticket numbers are in records, so the order of these files never changes."""
    assert Map.builtin(name).with_deck(deck).fingerprint == FINGERPRINTS[name, deck]


def test_F26_every_deck_of_every_map_has_its_fingerprint_here() -> None:
    decks = {(name, deck) for name in builtin_names() for deck in Map.builtin(name).decks}
    assert decks == FINGERPRINTS.keys()


@pytest.mark.parametrize(
    ("name", "aliases"),
    [
        ("usa", {"Montréal": "Montreal", "St. Louis": "Saint Louis", "Washington DC": "Washington",
                 "Sault Ste. Marie": "Sault St. Marie"}),
        ("europe", {
            "Zürich": "Zurich", "München": "Munchen", "Munich": "Munchen", "Wien": "Wien",
            "Vienna": "Wien", "Cádiz": "Cadiz", "København": "Kobenhavn", "Kyïv": "Kyiv",
            "Kiev": "Kyiv", "Gdańsk": "Danzig", "Danzic": "Danzig", "București": "Bucuresti",
            "Ankara": "Angora", "Athens": "Athina", "Brussels": "Bruxelles", "Lisbon": "Lisboa",
            "Istanbul": "Constantinople", "Zágráb": "Zagrab", "Vilnius": "Wilno",
            "Saint Petersburg": "Petrograd", "Izmir": "Smyrna", "Moscow": "Moskva",
        }),
    ],
)  # fmt: skip
def test_F52_aliases(name: str, aliases: dict[str, str]) -> None:
    board = Map.builtin(name)
    for alias, city in aliases.items():
        for form in ("NFC", "NFD"):
            found = board.city_index(unicodedata.normalize(form, alias))
            assert board.cities[found].name == city


F52_SCRIPT = """
import sys, unicodedata
from ttr_fast.map import Map
assert sys.flags.utf8_mode == 0
europe = Map.builtin("europe")
for name in ("Z\\u00fcrich", "M\\u00fcnchen", "Gda\\u0144sk"):
    for form in ("NFC", "NFD"):
        print(europe.cities[europe.city_index(unicodedata.normalize(form, name))].name)
print(ascii(europe.cities[europe.city_index("Zurich")].aliases))
"""


def test_F52_europe_in_the_C_locale() -> None:
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", F52_SCRIPT],
        env=os.environ | plain,
        check=True,
        capture_output=True,
        text=True,
    )
    names = [name for name in ("Zurich", "Munchen", "Danzig") for _ in range(2)]
    assert done.stdout.splitlines() == [*names, r"('Z\xfcrich',)"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deck_of_every_map_is_played(board: Map, players: int) -> None:
    for deck in board.decks:
        options: dict[str, Any] = {"players": players, "tickets": deck}
        results = ttr.playouts(ttr.Game(board.name, **options), 20, seed=1)
        assert results.plies.min() > 2 * players
