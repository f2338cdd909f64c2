"""The map layer: every way in which a lookup, a file or a map is refused, and the limits."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from test_map import NFC_ZURICH, NFD_ZURICH, small

from ttr_fast.map import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Map, MapError


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


def with_route(**changes: Any) -> dict[str, Any]:
    return small(routes=[{"a": "A", "b": "B", "length": 2, "color": "red"} | changes])


def with_ticket(**changes: Any) -> dict[str, Any]:
    return small(tickets=[{"a": "A", "b": "C", "points": 5} | changes])


def with_cities(*cities: dict[str, Any]) -> dict[str, Any]:
    return small(cities=[*small()["cities"], *cities])


def without(entry: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in entry.items() if k != key}


def problems(data: Any) -> list[str]:
    with pytest.raises(MapError) as caught:
        Map.from_dict(data)
    assert all(problem in str(caught.value) for problem in caught.value.problems)
    return caught.value.problems


# --- Looking things up ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "offered"), [("Sant Fe", "Santa Fe"), ("dallas", "Dallas"), ("MONTRÉAL", "Montréal")]
)
def test_city_index_offers_close_matches(usa: Map, wrong: str, offered: str) -> None:
    with pytest.raises(ValueError, match=f"unknown city '{wrong}'.*did you mean.*'{offered}'"):
        usa.city_index(wrong)


def test_city_index_offers_nothing_when_nothing_is_close(usa: Map) -> None:
    with pytest.raises(ValueError, match=r"unknown city 'Ulaanbaatar' on map 'usa'$"):
        usa.city_index("Ulaanbaatar")


@pytest.mark.parametrize("value", [None, 3, b"Dallas", ["Dallas"]])
def test_city_index_wants_a_string(usa: Map, value: Any) -> None:
    with pytest.raises(TypeError, match="a city is a string"):
        usa.city_index(value)


def test_find_routes_refuses_unknown_words(usa: Map) -> None:
    with pytest.raises(ValueError, match=r"unknown color 'grey' \(did you mean 'gray'"):
        usa.find_routes("Dallas", "Houston", "grey")
    with pytest.raises(ValueError, match=r"unknown city 'Huston' .*'Houston'"):
        usa.find_routes("Dallas", "Huston")


@pytest.mark.parametrize("route", [-1, 100, 2**70, True])
def test_twins_refuses_a_number_that_is_no_route(usa: Map, route: int) -> None:
    with pytest.raises(ValueError, match=r"route must be in 0\.\.99"):
        usa.twins(route)


# --- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["uas", "../usa", "usa.toml", "", None, 3, ["usa"]])
def test_unknown_builtin_lists_the_names(name: Any) -> None:
    with pytest.raises(MapError, match=r"no built-in map .*the built-in maps are: (\w+, )*usa"):
        Map.builtin(name)


def test_unknown_builtin_offers_a_close_name() -> None:
    with pytest.raises(MapError, match="did you mean 'usa'"):
        Map.builtin("USA")


@pytest.mark.parametrize(
    ("name", "raw", "message"),
    [
        ("m.toml", b'format = 1\nname = "x\n', r"m\.toml: not valid TOML: .*line 2"),
        ("m.toml", b"format = 1\nroutes = [\n", r"m\.toml: not valid TOML: .*line 2, end of doc"),
        ("m.toml", b"", r"m\.toml: missing key 'format'"),
        ("m.toml", b"a = 1\na = 2\n", r"m\.toml: not valid TOML: .*line 2"),
        ("m.toml", b"x = " + b"9" * 5000, r"m\.toml: not (valid|usable) TOML"),
        ("m.json", b'{"format": 1,\n "name": }', r"m\.json: not valid JSON: .*line 2, column 10"),
        ("m.json", b"", r"m\.json: not valid JSON: .*line 1"),
        ("m.json", b"[1, 2]", r"m\.json: a map must be a table.*\[1, 2\]"),
        ("m.json", b'{"name": 1, "name": 2}', r"m\.json: key 'name' is given twice in \{'name'"),
        ("m.json", b"9" * 5000, r"m\.json: not usable JSON"),
        ("m.json", b"[" * 100_000, r"m\.json: not usable JSON"),
        ("m.toml", 'x = 1\nname = "Zürich"'.encode("latin-1"), r"m\.toml: line 2: not UTF-8.*0xfc"),
        ("m.json", '{"name": "x"}'.encode("utf-16"), r"m\.json: line 1: not UTF-8"),
        ("m.yaml", b"format: 1", r"m\.yaml: expected a file that ends in \.toml or \.json"),
        ("m", b"format = 1", r"m: expected a file that ends in \.toml or \.json"),
    ],
)
def test_unreadable_file_is_refused(tmp_path: Path, name: str, raw: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(MapError, match=message):
        Map.load(tmp_path / name)


def test_missing_file_and_directory_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(MapError, match=r"none\.toml: no such file; expected a \.toml or \.json"):
        Map.load(tmp_path / "none.toml")
    for folder in (tmp_path, tmp_path / "folder.toml"):
        with pytest.raises(MapError, match=r"is a directory; expected a \.toml or \.json file"):
            Map.load(folder)
    with pytest.raises(MapError, match=r"cannot be read|no such file"):
        Map.load("a\0b.toml")
    with pytest.raises(TypeError):
        Map.load(3)  # type: ignore[arg-type]


# --- Mistakes ------------------------------------------------------------------------------------

HUGE = 10**5000

MISTAKES: dict[str, tuple[Any, str]] = {
    # the head
    "not a table": ([], r"a map must be a table of keys and values, not \[\]"),
    "none": (None, "a map must be a table"),
    "format missing": (without(small(), "format"), "missing key 'format'"),
    "format newer": (small(format=2, new=1), "format: must be 1, not 2"),
    "format bool": (small(format=True), "format: must be 1, not True"),
    "name missing": (without(small(), "name"), "missing key 'name'"),
    "name type": (small(name=7), "name must be a string, not 7"),
    "name empty": (small(name=" "), "name must not be empty"),
    "title type": (small(title=None), "title must be a string, not None"),
    "edition type": (small(edition=["usa"]), r"edition must be a string, not \['usa'\]"),
    "head key unknown": (small(tiles=[]), r"unknown key 'tiles' \(did you mean 'title'"),
    "head key type": (small() | {3: 4}, "unknown key 3; known: format, name"),
    "cities missing": (without(small(), "cities"), "missing key 'cities'"),
    "routes missing": (without(small(), "routes"), "missing key 'routes'"),
    "tickets missing": (without(small(), "tickets"), "missing key 'tickets'"),
    "cities type": (small(cities="ABC"), "cities: must be a list, not 'ABC'"),
    "routes type": (small(routes={}), r"routes: must be a list, not \{\}"),
    "tickets type": (small(tickets=None), "tickets: must be a list, not None"),
    "no routes": (small(routes=[]), "routes: a map needs at least one route"),
    # cities
    "city shape": (with_cities("D"), r"cities\[3\]: must be \{name = \.\., .*\}, not 'D'"),  # type: ignore[arg-type]
    "city name missing": (with_cities({}), r"cities\[3\]: missing key 'name'"),
    "city name type": (with_cities({"name": 5}), r"cities\[3\]: name must be a string, not 5"),
    "city name empty": (with_cities({"name": ""}), r"cities\[3\]: name must not be empty"),
    "city name space": (with_cities({"name": "D "}), r"cities\[3\]: name must not begin or end"),
    "city name control": (with_cities({"name": "D\nE"}), r"cities\[3\]: .* control characters"),
    "city name surrogate": (with_cities({"name": "D\ud800"}), r"cities\[3\]: .* control"),
    "city key unknown": (
        with_cities({"name": "D", "alias": []}),
        r"cities\[3\]: unknown key 'alias' \(did you mean 'aliases'\?\); known: name, lat",
    ),
    "city twice": (
        with_cities({"name": "B"}),
        r"cities\[3\]: the name 'B' is already used by cities\[1\]",
    ),
    "city is an alias": (
        with_cities({"name": "Bee"}),
        r"cities\[1\]\.aliases: the name 'Bee' is already used by cities\[3\]",
    ),
    "alias is a city": (
        with_cities({"name": "D", "aliases": ["C"]}),
        r"cities\[3\]\.aliases: the name 'C' is already used by cities\[2\]",
    ),
    "alias twice": (
        with_cities({"name": "D", "aliases": ["Bee"]}),
        r"cities\[3\]\.aliases: the name 'Bee' is already used by cities\[1\]\.aliases",
    ),
    "alias of itself": (
        with_cities({"name": "D", "aliases": ["D"]}),
        r"cities\[3\]\.aliases: the name 'D' is already used by cities\[3\]",
    ),
    "alias type": (
        with_cities({"name": "D", "aliases": [1]}),
        r"cities\[3\]: an alias must be a string, not 1",
    ),
    "aliases type": (
        with_cities({"name": "D", "aliases": "Dee"}),
        r"cities\[3\]: aliases must be a list of strings, not 'Dee'",
    ),
    "lat type": (with_cities({"name": "D", "lat": "1", "lon": 1}), r"cities\[3\]: lat must be a n"),
    "lon bool": (with_cities({"name": "D", "lat": 1, "lon": True}), r"cities\[3\]: lon must be a"),
    "lat nan": (
        with_cities({"name": "D", "lat": float("nan"), "lon": 1}),
        r"cities\[3\]: lat must be a finite number, not nan",
    ),
    "lon inf": (
        with_cities({"name": "D", "lat": 1.0, "lon": float("-inf")}),
        r"cities\[3\]: lon must be a finite number, not -inf",
    ),
    "lon huge": (
        with_cities({"name": "D", "lat": 1.0, "lon": HUGE}),
        r"cities\[3\]: lon must be a finite number, not a huge int",
    ),
    "lat alone": (with_cities({"name": "D", "lat": 1.0}), r"cities\[3\]: lat and lon must be"),
    # routes
    "route shape": (
        small(routes=[["A", "B", 1, "red"]]),
        r"routes\[0\]: must be \{a = \.\., b = \.\., length = \.\., color = \.\.\}, not \['A'",
    ),
    "route end missing": (small(routes=[without(with_route()["routes"][0], "b")]), "key 'b'"),
    "route end type": (with_route(a=None), r"routes\[0\]: a must be a string, not None"),
    "route end unknown": (
        with_route(b="bee"),
        r"routes\[0\]: unknown city 'bee' \(did you mean 'Bee'\?\)",
    ),
    "self-loop": (with_route(b="A"), r"routes\[0\]: both ends are 'A'; a route must join two"),
    "self-loop by alias": (with_route(a="Bee"), r"routes\[0\]: both ends are 'B'; a route must"),
    "length 0": (with_route(length=0), r"routes\[0\]: length must be in 1\.\.12, not 0"),
    "length -1": (with_route(length=-1), r"routes\[0\]: length must be in 1\.\.12, not -1"),
    "length 13": (with_route(length=13), r"routes\[0\]: length must be in 1\.\.12, not 13"),
    "length 46": (with_route(length=46), r"routes\[0\]: length must be in 1\.\.12, not 46"),
    "length huge": (with_route(length=HUGE), r"routes\[0\]: length must be in 1\.\.12, not a huge"),
    "length bool": (with_route(length=True), r"routes\[0\]: length must be an integer, not True"),
    "length float": (with_route(length=2.0), r"routes\[0\]: length must be an integer, not 2\.0"),
    "length text": (with_route(length="2"), r"routes\[0\]: length must be an integer, not '2'"),
    "color grey": (with_route(color="grey"), r"unknown color 'grey' \(did you mean 'gray' or"),
    "color Red": (with_route(color="Red"), r"unknown color 'Red' \(did you mean 'red'\?\)"),
    "color locomotive": (with_route(color="locomotive"), r"unknown color 'locomotive'; a route is"),
    "color type": (with_route(color=["red"]), r"routes\[0\]: unknown color \['red'\]"),
    "route key unknown": (with_route(lenght=2), r"'lenght' \(did you mean 'length'\?\)"),
    "tunnel": (with_route(tunnel=False), r"routes\[0\]: unknown key 'tunnel' \(tunnels are not"),
    "ferry": (with_route(ferry_locomotives=0), r"'ferry_locomotives' \(ferries are not supp"),
    # tickets
    "ticket shape": (small(tickets=["A-B"]), r"tickets\[0\]: must be \{a = \.\., b = \.\., points"),
    "ticket end unknown": (with_ticket(a="D"), r"tickets\[0\]: unknown city 'D'"),
    "ticket ends equal": (with_ticket(a="C"), r"tickets\[0\]: both ends are 'C'; a ticket must"),
    "points missing": (small(tickets=[{"a": "A", "b": "B"}]), "missing key 'points'"),
    "points -1": (with_ticket(points=-1), r"tickets\[0\]: points must be in 0\.\.1000, not -1"),
    "points 1001": (with_ticket(points=1001), r"tickets\[0\]: points must be in 0\.\.1000, not 10"),
    "points bool": (with_ticket(points=False), r"tickets\[0\]: points must be an integer, not F"),
    "points float": (with_ticket(points=5.5), r"tickets\[0\]: points must be an integer, not 5\.5"),
    "ticket key unknown": (with_ticket(value=5), r"tickets\[0\]: unknown key 'value'; known: a, b"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_F64_mistake_is_refused_by_name(mistake: str) -> None:
    data, message = MISTAKES[mistake]
    (problem,) = problems(data)
    assert re.search(message, problem), problem


def test_F64_map_without_cities_is_refused() -> None:
    assert problems(small(cities=[], routes=[], tickets=[])) == [
        "cities: a map needs at least one city",
        "routes: a map needs at least one route",
    ]


def test_F64_names_equal_after_normalisation_are_refused() -> None:
    (problem,) = problems(with_cities({"name": NFC_ZURICH}, {"name": NFD_ZURICH}))
    assert re.search(r"cities\[4\]: the name .* is already used by cities\[3\]", problem)


def grid(cities: int, routes: int, tickets: int) -> dict[str, Any]:
    ends = {"a": "c0", "b": "c1"}
    return small(
        cities=[{"name": f"c{i}"} for i in range(cities)],
        routes=[ends | {"length": 12, "color": "gray"}] * routes,
        tickets=[ends | {"points": 1000}] * tickets,
    )


def test_F64_limits() -> None:
    full = Map.from_dict(grid(MAX_CITIES, MAX_ROUTES, MAX_TICKETS))
    assert full.twins(0) == tuple(range(1, MAX_ROUTES))
    assert problems(grid(MAX_CITIES + 1, MAX_ROUTES + 1, MAX_TICKETS + 1)) == [
        "cities: 129 entries, but a map has at most 128 cities",
        "routes: 129 entries, but a map has at most 128 routes",
        "tickets: 129 entries, but a map has at most 128 tickets",
    ]
    assert problems(grid(300, 1, 0)) == ["cities: 300 entries, but a map has at most 128 cities"]


@pytest.mark.parametrize(
    "data",
    [
        grid(2, 1, 0),
        grid(2, 5, 1),
        grid(3, 1, 1),  # a city without routes
        small(routes=small()["routes"][:1]),  # a ticket that cannot be completed
        with_route(length=9),
        with_ticket(points=0),
        with_cities({"name": "b"}, {"name": "D", "lat": 1, "lon": -0.5}),
    ],
)
def test_F64_unusual_maps_are_valid(data: dict[str, Any]) -> None:
    assert Map.from_dict(Map.from_dict(data).to_dict()) == Map.from_dict(data)


def test_all_mistakes_are_listed_at_once_with_file_and_entry(tmp_path: Path) -> None:
    data = small(
        title=3,
        cities=[
            {"name": "Santa Fe", "lat": float("nan"), "lon": 0.0},
            {"name": "El Paso"},
            {"name": "Santa Fe"},
        ],
        routes=[
            {"a": "Sant Fe", "b": "El Paso", "length": 13, "color": "purple", "tunnel": True},
            {"a": "El Paso", "b": "El Paso", "length": 1},
        ],
        tickets=[{"a": "El Paso", "b": "Boston", "points": -4}],
    )
    expected = [
        "title must be a string, not 3",
        "cities[0]: lat must be a finite number, not nan",
        "cities[2]: the name 'Santa Fe' is already used by cities[0]",
        "routes[0]: unknown key 'tunnel' (tunnels are not supported by this version); "
        "known: a, b, length, color",
        "routes[0]: unknown city 'Sant Fe' (did you mean 'Santa Fe'?)",
        "routes[0]: length must be in 1..12, not 13",
        "routes[0]: unknown color 'purple'; a route is red, orange, yellow, green, blue, pink, "
        "black, white, gray",
        "routes[1]: missing key 'color'",
        "routes[1]: both ends are 'El Paso'; a route must join two different cities",
        "tickets[0]: unknown city 'Boston'",
        "tickets[0]: points must be in 0..1000, not -4",
    ]
    assert problems(data) == expected
    file = tmp_path / "my.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(MapError) as caught:
        Map.load(file)
    assert caught.value.problems == [f"{file}: {problem}" for problem in expected]
    assert str(caught.value).startswith("11 mistakes in the map:\n  ")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.problems, str(again)) == (caught.value.problems, str(caught.value))
