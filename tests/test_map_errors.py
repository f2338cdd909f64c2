"""The map layer: every way in which a lookup, a file or a map is refused, and the limits."""

from __future__ import annotations

import json
import os
import pickle
import re
import time
from pathlib import Path
from typing import Any

import pytest
from test_map import NFC_ZURICH, NFD_ZURICH, small

from ttr_fast._map_entries import MAX_DECKS
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
    ("wrong", "offered"),
    [("Sant Fe", "Santa Fe"), ("dallas", "Dallas"), ("MONTRÉAL", "Montréal"),
     ("SantaFe", "Santa Fe"), ("Dallás", "Dallas")],
)  # fmt: skip
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
        (
            "m.toml",
            b"a = [\n {x = 1}\n {y = 2},\n]",
            r"at line 3, column 2\), '\{y = 2\},'; is a comma",
        ),
        ("m.toml", b"a = 1\r\nx = yes\r\n", r"m\.toml: not valid TOML: .*line 2.*, 'x = yes'$"),
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


def test_a_path_that_cannot_be_asked_for_is_refused() -> None:
    for path in ("x" * 5000 + ".toml", "x/" * 5000 + "m.json"):
        with pytest.raises(MapError, match=r"^x[^']*: cannot be read: File name too long$"):
            Map.load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_or_device_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "device.json").symlink_to("/dev/zero")
    for name in ("pipe.toml", "device.json"):
        with pytest.raises(MapError, match=rf"{name}: is no regular file; expected a \.toml or"):
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
    "format bool": (small(format=True), "format: must be the number 1, not True"),
    "name missing": (without(small(), "name"), "missing key 'name'"),
    "name type": (small(name=7), "name must be a string, not 7"),
    "name empty": (small(name=" "), "name must not be empty"),
    "title type": (small(title=None), "title must be a string, not None"),
    "edition type": (small(edition=["usa"]), r"edition must be a string, not \['usa'\]"),
    "edition unknown": (
        small(edition="Europe"),
        r"^unknown edition 'Europe' \(did you mean 'europe'\?\); known: .*europe",
    ),
    "edition no preset": (
        small(edition="moon"),
        "^unknown edition 'moon'; known: usa, europe, online",
    ),
    "deck unknown": (
        small(deck="bse"),
        r"^there is no deck 'bse' \(did you mean 'base'\?\); the decks are: base$",
    ),
    "deck not text": (small(deck=3), "^deck must be a string, not 3"),
    "players number": (small(players=3), r"^players must be \[fewest, most\], from 2 to 5, not 3"),
    "players one": (small(players=[2]), r"players must be \[fewest, most\], .* not \[2\]"),
    "players 1": (small(players=[1, 2]), r"players must be .*from 2 to 5, not \[1, 2\]"),
    "players 6": (small(players=[2, 6]), r"players must be .*from 2 to 5, not \[2, 6\]"),
    "players down": (small(players=[4, 3]), r"players must be .*, not \[4, 3\]"),
    "players bool": (small(players=[True, 2]), r"players must be .*, not \[True, 2\]"),
    "players none": (small(players=None), "players must be .*, not None"),
    "players text": (small(players="25"), "players must be .*, not '25'"),
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
    "city shape": (with_cities("D"), r"cities\[3\]: must be \{name = \.\.\}, not 'D'"),  # type: ignore[arg-type]
    "city name missing": (with_cities({}), r"cities\[3\]: missing key 'name'"),
    "city name type": (with_cities({"name": 5}), r"cities\[3\]: name must be a string, not 5"),
    "city name empty": (with_cities({"name": ""}), r"cities\[3\]: name must not be empty"),
    "city name space": (with_cities({"name": "D "}), r"cities\[3\]: name must not begin or end"),
    "city name control": (with_cities({"name": "D\nE"}), r"cities\[3\]: .* control characters"),
    "city name invisible": (
        with_cities({"name": "\u3164\u2800"}),
        r"cities\[3\]: name must show something, not only '\\u3164\\u2800'",
    ),
    "city name of marks": (with_cities({"name": "\u0301"}), r"cities\[3\]: name must show someth"),
    "city name of joiners": (with_cities({"name": "\u200c"}), r"\[3\]: name must show something"),
    "city name zero width": (
        with_cities({"name": "A\u200b"}),
        r"cities\[3\]: name must not contain invisible characters: 'A\\u200b'",
    ),
    "city name turned round": (with_cities({"name": "D\u202eE"}), r"invisible characters: 'D\\u2"),
    "city name isolated": (with_cities({"name": "\u2066D\u2069"}), r"invisible characters"),
    "city name soft hyphen": (with_cities({"name": "D\u00adE"}), r"invisible characters"),
    "city name byte order mark": (with_cities({"name": "\ufeffD"}), r"invisible characters"),
    "city name joiner first": (
        with_cities({"name": "\u200dD"}),
        r"cities\[3\]: name must have its joiners between characters: '\\u200dD'",
    ),
    "city name joiner last": (with_cities({"name": "D\u200c"}), r"joiners between characters"),
    "city name joiner at a space": (with_cities({"name": "D \u200cE"}), r"joiners between char"),
    "city name two joiners": (with_cities({"name": "D\u200c\u200dE"}), r"joiners between char"),
    "alias invisible": (
        with_cities({"name": "D", "aliases": ["\u200bD"]}),
        r"cities\[3\]: an alias must not contain invisible characters",
    ),
    "deck invisible": (
        with_ticket(decks=["base", "\u200bbase"]),
        r"tickets\[0\]: the name of a deck must not contain invisible characters",
    ),
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
    "color huge": (with_route(color=HUGE), r"routes\[0\]: unknown color a huge int; a route is"),
    "color type": (with_route(color=["red"]), r"routes\[0\]: unknown color \['red'\]"),
    "route key unknown": (with_route(lenght=2), r"'lenght' \(did you mean 'length'\?\)"),
    "tunnel int": (with_route(tunnel=1), r"routes\[0\]: tunnel must be true or false, not 1"),
    "tunnel text": (
        with_route(tunnel="yes"),
        r"routes\[0\]: tunnel must be true or false, not 'yes'",
    ),
    "tunnel none": (
        with_route(tunnel=None),
        r"routes\[0\]: tunnel must be true or false, not None",
    ),
    "tunnel key": (with_route(tunel=True), r"unknown key 'tunel' \(did you mean 'tunnel'\?\)"),
    "ferry too many": (
        with_route(ferry_locomotives=3),
        r"routes\[0\]: ferry_locomotives must be in 0\.\.2, not 3: too many locomotives on a ferry"
        " of length 2",
    ),
    "ferry huge": (
        with_route(ferry_locomotives=HUGE),
        r"must be in 0\.\.2, not a huge int: too many",
    ),
    "ferry -1": (with_route(ferry_locomotives=-1), r"ferry_locomotives must be in 0\.\.2, not -1$"),
    "ferry bool": (
        with_route(ferry_locomotives=True),
        "ferry_locomotives must be an integer, not T",
    ),
    "ferry text": (
        with_route(ferry_locomotives="1"),
        "ferry_locomotives must be an integer, not '1'",
    ),
    # tickets
    "ticket shape": (small(tickets=["A-B"]), r"tickets\[0\]: must be \{a = \.\., b = \.\., points"),
    "ticket end unknown": (with_ticket(a="D"), r"tickets\[0\]: unknown city 'D'"),
    "ticket ends equal": (with_ticket(a="C"), r"tickets\[0\]: both ends are 'C'; a ticket must"),
    "points missing": (small(tickets=[{"a": "A", "b": "B"}]), "missing key 'points'"),
    "points -1": (with_ticket(points=-1), r"tickets\[0\]: points must be in 0\.\.1000, not -1"),
    "points 1001": (with_ticket(points=1001), r"tickets\[0\]: points must be in 0\.\.1000, not 10"),
    "points bool": (with_ticket(points=False), r"tickets\[0\]: points must be an integer, not F"),
    "points float": (with_ticket(points=5.5), r"tickets\[0\]: points must be an integer, not 5\.5"),
    "long int": (with_ticket(long=0), r"tickets\[0\]: long must be true or false, not 0"),
    "decks text": (
        with_ticket(decks="base"),
        r"tickets\[0\]: decks must be a list of strings, not 'base'",
    ),
    "decks none": (
        with_ticket(decks=None),
        r"tickets\[0\]: decks must be a list of strings, not N",
    ),
    "deck type": (
        with_ticket(decks=["base", 1910]),
        r"the name of a deck must be a string, not 1910",
    ),
    "deck empty": (with_ticket(decks=["base", ""]), r"\[0\]: the name of a deck must not be empty"),
    "deck space": (
        with_ticket(decks=["base", " x"]),
        "the name of a deck must not begin or end with",
    ),
    "deck control": (
        with_ticket(decks=["base", "a\tb"]),
        "deck must not contain control characters",
    ),
    "deck twice": (
        with_ticket(decks=["base", NFC_ZURICH, NFD_ZURICH]),
        r"tickets\[0\]: the deck 'Z.*rich' is named twice",
    ),
    "decks empty": (
        with_ticket(decks=[]),
        r"tickets\[0\]: decks must name at least one deck; .*'base'",
    ),
    "base empty": (
        with_ticket(decks=["mega"]),
        "tickets: none is in the deck 'base', which is played when no other is asked for",
    ),
    "decks too many": (
        with_ticket(decks=["base", *(f"d{i}" for i in range(MAX_DECKS))]),
        f"^tickets: in {MAX_DECKS + 1} decks, but a map has {MAX_DECKS} decks at most$",
    ),
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


# --- Mistakes that are no others' cause ----------------------------------------------------------

FERRY = {"a": "A", "b": "B", "color": "red", "ferry_locomotives": 3}
FOLLOWED: dict[str, tuple[Any, str]] = {
    "ferry without a length": (small(routes=[FERRY]), r"routes\[0\]: missing key 'length'"),
    "ferry of a bad length": (
        small(routes=[FERRY | {"length": "x"}]),
        r"routes\[0\]: length must be an integer, not 'x'",
    ),
    "no cities": (small(cities=[]), "cities: a map needs at least one city"),
    "a city by its name alone": (
        small(cities=[*small()["cities"][:2], "C"]),
        r"cities\[2\]: must be \{name = \.\.\}, not 'C'",
    ),
    "a city without a name": (
        small(cities=[*small()["cities"][:2], {}]),
        r"cities\[2\]: missing key 'name'",
    ),
    "a city whose name is no text": (
        small(cities=[*small()["cities"][:2], {"name": 7}]),
        r"cities\[2\]: name must be a string, not 7",
    ),
    "an alias that is no text": (
        small(cities=[{"name": "A"}, {"name": "B"}, {"name": "D", "aliases": [7]}]),
        r"cities\[2\]: an alias must be a string, not 7",
    ),
    "the only ticket of the base": (
        small(tickets=[{"a": "A", "b": "C", "points": 5, "decks": ["more"]}, "A-C"]),
        r"tickets\[1\]: must be \{a = \.\., b = \.\., points = \.\.\}, not 'A-C'",
    ),
    "a deck of a ticket that cannot be read": (
        small(tickets=[{"a": "A", "b": "C", "points": 5, "decks": ["base", 7]}], deck="more"),
        r"tickets\[0\]: the name of a deck must be a string, not 7",
    ),
}


@pytest.mark.parametrize("kind", FOLLOWED)
def test_F64_one_mistake_is_not_told_as_several(kind: str) -> None:
    data, message = FOLLOWED[kind]
    (problem,) = problems(data)
    assert re.search(message, problem), problem


def test_F64_other_mistakes_are_told_beside_a_city_without_a_name() -> None:
    routes = [{"a": "A", "b": "A", "length": 0, "color": "red"}]
    assert problems(with_cities({}) | {"routes": routes}) == [
        "cities[3]: missing key 'name'",
        "routes[0]: both ends are 'A'; a route must join two different cities",
        "routes[0]: length must be in 1..12, not 0",
    ]


# --- Files that are made to be slow --------------------------------------------------------------

N = 20_000
NAMES = [f"city number {i}" for i in range(N)]
SLOW: dict[str, tuple[Any, int]] = {
    "unknown cities": (
        small(
            cities=[{"name": f"{i} {'long name ' * 7}x"} for i in range(MAX_CITIES)],
            routes=[
                {"a": f"{i} {'lang nome ' * 7}x", "b": f"{i} {'nome long ' * 7}x", "length": 1,
                 "color": "red"}
                for i in range(MAX_ROUTES)
            ],
            tickets=[],
        ),
        2 * MAX_ROUTES,
    ),
    "long names": (
        small(
            cities=[{"name": f"{i}{'é' * 20_000}"} for i in range(MAX_CITIES)],
            routes=[{"a": f"c{i}", "b": f"d{i}", "length": 1, "color": "red"} for i in range(40)],
            tickets=[],
        ),
        80,
    ),
    "unknown keys": (small() | dict.fromkeys(NAMES, 1), N),
    "many cities": (small(cities=[{"name": name} for name in NAMES], tickets=[]), 5),
    "many decks": (with_ticket(decks=["base", *NAMES]), 1),
    "a deck many times": (with_ticket(decks=["base"] + ["x"] * N), 2),
    "decks of many tickets": (
        small(tickets=[{"a": "A", "b": "C", "points": 1, "decks": [name]} for name in NAMES]),
        1,
    ),
    "a huge value many times": (with_cities(*[{"name": NAMES}] * 2000), 2001),
}  # fmt: skip


@pytest.mark.parametrize("kind", SLOW)
def test_F64_files_that_are_made_to_be_slow(kind: str) -> None:
    """The work grows with the size of a file, and no faster."""
    data, count = SLOW[kind]
    start = time.process_time()
    found = problems_only(data)
    assert time.process_time() - start < 5
    assert len(found) == count
    assert sum("did you mean" in problem for problem in found) <= 20
    assert max(map(len, found)) < 500


def problems_only(data: Any) -> list[str]:
    with pytest.raises(MapError) as caught:
        Map.from_dict(data)
    return caught.value.problems


def test_F64_json_with_many_keys_given_twice(tmp_path: Path) -> None:
    keys = ", ".join(f'"{name}": 1' for name in NAMES)
    (tmp_path / "twice.json").write_text(f"{{{keys}, {keys}}}", encoding="utf-8")
    start = time.process_time()
    with pytest.raises(MapError) as caught:
        Map.load(tmp_path / "twice.json")
    assert time.process_time() - start < 5
    assert len(caught.value.problems) == N
    assert re.search("key 'city number 0' is given twice in {'city", caught.value.problems[0])


def test_F64_suggestions_stop_after_twenty() -> None:
    routes = [{"a": "A", "b": "Beee", "length": 1, "color": "gray"}] * 30
    found = problems(small(routes=routes))
    assert [("did you mean 'Bee'" in problem) for problem in found] == [True] * 20 + [False] * 10


@pytest.mark.parametrize("name", ["می\u200cرو", "👩\u200d🚒 Station", "क्\u200dष", "\u26f4\ufe0f"])
def test_F52_names_that_need_joiners(name: str) -> None:
    board = Map.from_dict(with_cities({"name": name}))
    assert board.cities[3].name == name
    assert board.city_index(name) == 3


def test_names_that_differ_in_what_is_invisible_look_alike() -> None:
    board = Map.from_dict(with_cities({"name": "می\u200cرو"}, {"name": "میرو"}))
    assert any("looks like" in warning for warning in board.warnings())


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
        f"cities: {MAX_CITIES + 1} entries, but a map has at most {MAX_CITIES} cities",
        f"routes: {MAX_ROUTES + 1} entries, but a map has at most {MAX_ROUTES} routes",
        f"tickets: {MAX_TICKETS + 1} in the deck 'base', but a deck holds {MAX_TICKETS} at most",
    ]
    assert problems(grid(300, 1, 0)) == [
        f"cities: 300 entries, but a map has at most {MAX_CITIES} cities"
    ]


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
        with_route(ferry_locomotives=2, tunnel=True),
        with_route(ferry_locomotives=0, tunnel=False),
        with_ticket(long=True, decks=["base", "1910", "Städte der Küste", "🚂"]),
        small(tickets=[], deck="base"),
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
            {"a": "Sant Fe", "b": "El Paso", "length": 13, "color": "purple", "tunnel": "no",
             "ferry_locomotives": 12},
            {"a": "El Paso", "b": "El Paso", "length": 1},
        ],
        tickets=[{"a": "El Paso", "b": "Boston", "points": -4}],
    )  # fmt: skip
    expected = [
        "title must be a string, not 3",
        "cities[0]: lat must be a finite number, not nan",
        "cities[2]: the name 'Santa Fe' is already used by cities[0]",
        "routes[0]: unknown city 'Sant Fe' (did you mean 'Santa Fe'?)",
        "routes[0]: length must be in 1..12, not 13",
        "routes[0]: unknown color 'purple'; a route is red, orange, yellow, green, blue, pink, "
        "black, white, gray",
        "routes[0]: tunnel must be true or false, not 'no'",
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


JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 3, 2.5, HUGE, float("nan"), "", " ", "A", "base", "\ud800", b"A",
    [], [[]], ["base"], [1, 2], [None], {}, {"a": "A"}, (), {"A"}, object(), Map, 1j,
]  # fmt: skip


def test_F64_junk_anywhere_is_refused_or_a_map() -> None:
    """Every value in turn replaced by every kind of junk: no other error than MapError."""
    full = small(
        title="t", edition="europe", players=[2, 2], deck="more",
        cities=[{"name": "A", "lat": 1.0, "lon": 2.0, "aliases": ["a"]}, {"name": "B"}],
        routes=[{"a": "A", "b": "B", "length": 2, "color": "red", "tunnel": True,
                 "ferry_locomotives": 1}],
        tickets=[{"a": "A", "b": "B", "points": 2, "long": False, "decks": ["base", "more"]}] * 6,
    )  # fmt: skip
    assert Map.from_dict(full).deck == "more"
    refused = 0
    for key, value in full.items():
        changed = [full | {key: junk} for junk in JUNK]
        if isinstance(value, list):
            rows = [[junk, *value[1:]] for junk in JUNK]
            if isinstance(value[0], dict):
                rows += [
                    [value[0] | {field: junk}, *value[1:]] for field in value[0] for junk in JUNK
                ]
            changed += [full | {key: row} for row in rows]
        for data in changed:
            try:
                made = Map.from_dict(data)
            except MapError:
                refused += 1
            else:
                assert Map.from_dict(made.to_dict()) == made
                made.warnings()
    assert refused > 600
