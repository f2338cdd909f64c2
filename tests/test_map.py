"""The map layer: lookups, maps as values, files.

See also test_maps_builtin, test_maps_decks, test_maps_warnings, test_map_errors, test_map_docs.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from ttr_fast.map import (
    City,
    Map,
    MapError,
    Route,
    Ticket,
)

NFC_ZURICH = unicodedata.normalize("NFC", "Zürich")
NFD_ZURICH = unicodedata.normalize("NFD", "Zürich")


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


def small(**changes: Any) -> dict[str, Any]:
    """A valid map of three cities, with some head keys changed."""
    return {
        "format": 1,
        "name": "small",
        "cities": [{"name": "A"}, {"name": "B", "aliases": ["Bee"]}, {"name": "C"}],
        "routes": [
            {"a": "A", "b": "B", "length": 2, "color": "red"},
            {"a": "B", "b": "C", "length": 3, "color": "gray"},
        ],
        "tickets": [{"a": "A", "b": "C", "points": 5}],
    } | changes


def to_toml(data: dict[str, Any]) -> str:
    """TOML of a map; a JSON string, number or list of strings is TOML as well."""

    def value(x: Any) -> str:
        if isinstance(x, dict):
            return "{ " + ", ".join(f"{k} = {value(v)}" for k, v in x.items()) + " }"
        if isinstance(x, list):
            return "[" + ", ".join(value(item) for item in x) + "]"
        return json.dumps(x, ensure_ascii=False)

    return "".join(f"{key} = {value(entry)}\n" for key, entry in data.items())


# --- Looking things up ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Montréal", "Montreal"),
        (unicodedata.normalize("NFD", "Montréal"), "Montreal"),
        ("St. Louis", "Saint Louis"),
        ("Sault Ste. Marie", "Sault St. Marie"),
        ("Washington DC", "Washington"),
        ("Dallas", "Dallas"),
    ],
)
def test_city_index_knows_aliases(usa: Map, alias: str, name: str) -> None:
    assert usa.cities[usa.city_index(alias)].name == name


def test_find_routes(usa: Map) -> None:
    both = usa.find_routes("Denver", "Kansas City")
    assert both == usa.find_routes("Kansas City", "Denver")
    assert {usa.routes[r].color for r in both} == {"black", "orange"}
    (black,) = usa.find_routes("Denver", "Kansas City", "black")
    assert usa.routes[black] == Route("Denver", "Kansas City", 4, "black")
    assert usa.find_routes("Denver", "Kansas City", "red") == ()
    assert usa.find_routes("Miami", "Seattle") == ()
    assert usa.find_routes("Denver", "Denver") == ()
    (by_alias,) = usa.find_routes("Montréal", "Sault Ste. Marie")
    assert usa.routes[by_alias].length == 5


def test_R47_twins_are_only_between_the_same_two_cities() -> None:
    lane = {"a": "A", "b": "B", "length": 1, "color": "gray"}
    back = {"a": "B", "b": "A", "length": 2, "color": "red"}
    beside = {"a": "A", "b": "C", "length": 1, "color": "gray"}
    parallel = Map.from_dict(small(routes=[lane, beside, back, lane, lane, lane]))
    assert parallel.twins(0) == (2, 3, 4, 5)
    assert parallel.twins(2) == (0, 3, 4, 5)
    assert parallel.twins(1) == ()


def test_distance() -> None:
    data = small(
        cities=[{"name": name} for name in "ABCDE"],
        routes=[
            {"a": "A", "b": "B", "length": 12, "color": "red"},
            {"a": "B", "b": "A", "length": 9, "color": "red"},
            {"a": "B", "b": "C", "length": 2, "color": "gray"},
            {"a": "A", "b": "C", "length": 12, "color": "gray"},
            {"a": "D", "b": "E", "length": 1, "color": "blue"},
        ],
    )
    parts = Map.from_dict(data)
    assert parts.distance("A", "C") == parts.distance("C", "A") == 11
    assert parts.distance("A", "A") == 0
    assert parts.distance("A", "D") is None
    with pytest.raises(ValueError, match="unknown city 'F'"):
        parts.distance("A", "F")


def test_distance_agrees_with_floyd_warshall(usa: Map) -> None:
    names = [city.name for city in usa.cities]
    shortest = {(a, b): 0 if a == b else 10**6 for a in names for b in names}
    for route in usa.routes:
        shortest[route.a, route.b] = shortest[route.b, route.a] = route.length
    for via in names:
        for a in names:
            for b in names:
                shortest[a, b] = min(shortest[a, b], shortest[a, via] + shortest[via, b])
    assert shortest == {(a, b): usa.distance(a, b) for a in names for b in names}


# --- Maps as values ------------------------------------------------------------------------------


def test_map_is_frozen_hashable_and_compares_by_content(usa: Map) -> None:
    other = Map.from_dict(usa.to_dict())
    assert other == usa
    assert other is not usa
    assert hash(other) == hash(usa)
    assert usa != usa.replace(title="other")
    with pytest.raises(dataclasses.FrozenInstanceError):
        usa.name = "mine"  # type: ignore[misc]
    assert repr(usa) == "Map('usa', 36 cities, 100 routes, 30 tickets)"


def test_round_trips(usa: Map, tmp_path: Path) -> None:
    europe = Map.builtin("europe")
    for original in (
        usa,
        usa.with_deck("1910"),
        europe,
        europe.with_deck("mega").replace(players=(2, 4)),
        Map.from_dict(small()),
    ):
        data = original.to_dict()
        assert Map.from_dict(data).to_dict() == data
        assert Map.from_dict(data) == original
        text = json.dumps(data)
        assert json.loads(text) == data
        (tmp_path / "map.json").write_text(text, encoding="utf-8")
        (tmp_path / "map.TOML").write_text(to_toml(data), encoding="utf-8")
        assert Map.load(tmp_path / "map.json") == original
        assert Map.load(str(tmp_path / "map.TOML")) == original
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(original, protocol)) == original
        assert copy.copy(original) == copy.deepcopy(original) == original
        assert original.replace() == original


def test_to_dict_shares_nothing_with_the_map(usa: Map) -> None:
    data = usa.to_dict()
    data["routes"][0]["length"] = 6
    data["cities"].clear()
    assert usa.to_dict() == Map.builtin("usa").to_dict() != data


def test_from_dict_keeps_nothing_of_its_argument() -> None:
    data = small()
    made = Map.from_dict(data)
    data["cities"][1]["aliases"].append("Bea")
    data["routes"].clear()
    assert made == Map.from_dict(small())


def test_replace_checks_anew(usa: Map) -> None:
    ticket = Ticket("Montréal", "Miami", 13)
    mine = usa.replace(name="mine", tickets=[ticket, {"a": "Boston", "b": "Miami", "points": 12}])
    assert (mine.name, mine.routes) == ("mine", usa.routes)
    assert mine.tickets == (Ticket("Montreal", "Miami", 13), Ticket("Boston", "Miami", 12))
    with pytest.raises(MapError, match=r"tickets\[0\]: unknown city 'Miam' .did you mean 'Miami'"):
        usa.replace(tickets=(Ticket("Boston", "Miam", 1),))
    with pytest.raises(TypeError, match="ticket"):
        usa.replace(ticket=())


def test_constructor_checks_too() -> None:
    cities, route = (City("A"), City("B")), Route("A", "B", 1, "red")
    assert Map(name="two", cities=cities, routes=(route,), tickets=()).title == "two"
    with pytest.raises(MapError, match=r"routes\[0\]: length must be in 1..12, not 0"):
        Map(name="two", cities=cities, routes=(route._replace(length=0),), tickets=())


def test_fingerprint_counts_the_playing_facts_only(usa: Map) -> None:
    assert re.fullmatch("[0-9a-f]{64}", usa.fingerprint)
    bare = [City(city.name) for city in usa.cities]
    tickets = [Ticket(t.a, t.b, t.points) for t in usa.tickets]
    changes = {"name": "n", "title": "t", "edition": "online", "players": (2, 4)}
    same = usa.replace(**changes, cities=bare, tickets=tickets)
    assert same.fingerprint == usa.fingerprint
    for changes in (
        {"tickets": usa.tickets[::-1]},
        {"tickets": usa.tickets[1:]},
        {"routes": (usa.routes[0]._replace(length=3), *usa.routes[1:])},
        {"routes": (usa.routes[1], usa.routes[0], *usa.routes[2:])},
        {"routes": (usa.routes[0]._replace(tunnel=True), *usa.routes[1:])},
        {"routes": (usa.routes[0]._replace(ferry_locomotives=1), *usa.routes[1:])},
        {"tickets": (usa.tickets[0]._replace(long=True), *usa.tickets[1:])},
        {"deck": "1910"},
        {"cities": usa.cities[::-1]},
        {"cities": (*usa.cities, City("Nowhere"))},
    ):
        assert usa.replace(**changes).fingerprint != usa.fingerprint


def test_what_may_be_left_out_has_a_default() -> None:
    made = Map.from_dict(small())
    assert (made.title, made.edition, made.players, made.deck) == ("small", "usa", None, "base")


def test_ends_given_by_alias_or_other_unicode_form_are_stored_by_name() -> None:
    data = small(
        cities=[{"name": NFD_ZURICH}, {"name": "Bern", "aliases": ["Berne"]}],
        routes=[{"a": NFC_ZURICH, "b": "Berne", "length": 1, "color": "red"}],
        tickets=[{"a": "Berne", "b": NFD_ZURICH, "points": 1}],
    )
    made = Map.from_dict(data)
    assert made.routes[0] == Route(NFD_ZURICH, "Bern", 1, "red")
    assert made.tickets[0] == Ticket("Bern", NFD_ZURICH, 1)


# --- Files ---------------------------------------------------------------------------------------


F52_SCRIPT = """
import locale, sys, unicodedata
from ttr_fast.map import Map, MapError
assert sys.flags.utf8_mode == 0
for path in sys.argv[1:]:
    map = Map.load(path)
    for city in map.cities:
        for form in ("NFC", "NFD"):
            assert map.cities[map.city_index(unicodedata.normalize(form, city.name))] is city
    print(ascii([city.name for city in map.cities]))
try:
    map.city_index("თბილის")
except ValueError as error:
    print(ascii(str(error)))
"""


def test_F52_names_in_any_alphabet_in_the_C_locale(tmp_path: Path) -> None:
    names = ["თბილისი", "تهران", "🚂 Depot 👩\u200d🔧", "Zürich", "Zu\u0308rn", "東京"]
    ends = [{"a": names[i], "b": names[i + 1]} for i in range(len(names) - 1)]
    data = small(
        cities=[{"name": name} for name in names],
        routes=[end | {"length": 1, "color": "gray"} for end in ends],
        tickets=[end | {"points": 1} for end in ends],
    )
    (tmp_path / "a.toml").write_text(to_toml(data), encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps(data), encoding="utf-8-sig")
    (tmp_path / "script.py").write_text(F52_SCRIPT, encoding="utf-8")
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    path = {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    files = [str(tmp_path / name) for name in ("script.py", "a.toml", "b.json", "c.json")]
    output = subprocess.run(
        [sys.executable, *files], env=os.environ | plain | path, check=True, capture_output=True
    ).stdout.decode("ascii")
    *lists, error = output.splitlines()
    assert lists == [ascii(names)] * 3
    assert ascii("თბილისი").strip("'") in error


def test_file_with_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    for name, text in (("m.toml", to_toml(small())), ("m.json", json.dumps(small(), indent=1))):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        assert Map.load(tmp_path / name) == Map.from_dict(small())
