"""The map layer: the printed USA map, lookups, maps as values, files. See also test_map_errors."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ttr_fast as ttr
from ttr_fast.map import (
    FORMAT,
    MAX_CITIES,
    MAX_ROUTES,
    MAX_TICKETS,
    ROUTE_COLORS,
    City,
    Map,
    MapError,
    Route,
    Ticket,
    builtin_names,
)

DOCS = Path(__file__).parents[1] / "docs" / "map-format.md"
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
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


# --- The printed map -----------------------------------------------------------------------------


def test_M1_usa_cities_and_routes(usa: Map) -> None:
    assert (usa.name, usa.edition) == ("usa", "usa")
    assert len(usa.cities) == 36
    assert len(usa.routes) == 100
    pairs = Counter(frozenset((route.a, route.b)) for route in usa.routes)
    assert len(pairs) == 78
    assert set(pairs.values()) == {1, 2}
    lengths = Counter(route.length for route in usa.routes)
    assert lengths == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert sum(route.length for route in usa.routes) == 309
    assert sum(ROUTE_POINTS[route.length] for route in usa.routes) == 508


def test_M1_usa_colors(usa: Map) -> None:
    colors = Counter(route.color for route in usa.routes)
    assert colors == {"gray": 44} | {color: 7 for color in ROUTE_COLORS if color != "gray"}


def test_M1_usa_twins(usa: Map) -> None:
    twins = [(r, *usa.twins(r)) for r in range(len(usa.routes)) if usa.twins(r)]
    assert len(twins) == 44
    assert all(usa.twins(b) == (a,) for a, b in twins)
    gray = [pair for pair in twins if all(usa.routes[r].color == "gray" for r in pair)]
    assert len(gray) == 20
    assert all(usa.routes[a].length == usa.routes[b].length for a, b in twins)


def test_M1_usa_tickets(usa: Map) -> None:
    assert len(usa.tickets) == 30
    assert sum(ticket.points for ticket in usa.tickets) == 349
    assert len({frozenset((ticket.a, ticket.b)) for ticket in usa.tickets}) == 30


def test_M1_usa_is_connected_and_drawable(usa: Map) -> None:
    assert all(usa.distance("Atlanta", city.name) is not None for city in usa.cities)
    for city in usa.cities:
        assert city.lat is not None
        assert 25 < city.lat < 52
        assert city.lon is not None
        assert -124 < city.lon < -70


def test_M3_shortest_distance_differs_from_five_printed_values(usa: Map) -> None:
    differing = {
        (ticket.a, ticket.b): (usa.distance(ticket.a, ticket.b), ticket.points)
        for ticket in usa.tickets
        if usa.distance(ticket.a, ticket.b) != ticket.points
    }
    assert differing == {
        ("Los Angeles", "Chicago"): (15, 16),
        ("Los Angeles", "Miami"): (19, 20),
        ("Los Angeles", "New York"): (20, 21),
        ("Sault St. Marie", "Oklahoma City"): (8, 9),
        ("Seattle", "New York"): (20, 22),
    }


def test_W3_gray_twins_are_two_routes(usa: Map) -> None:
    first, second = usa.find_routes("Dallas", "Houston")
    assert first != second
    assert usa.routes[first] == usa.routes[second]
    assert usa.twins(first) == (second,)
    assert usa.twins(second) == (first,)


def test_F26_published_numbers_stay() -> None:
    """Route and ticket numbers are in records, so the order of this file never changes."""
    fingerprint = "39989faac91cc67574d612312211e75c5694223b183ae783686e185516d1c793"
    assert Map.builtin("usa").fingerprint == fingerprint


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
    for original in (usa, Map.from_dict(small())):
        data = original.to_dict()
        assert Map.from_dict(data).to_dict() == data
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
    same = usa.replace(name="n", title="t", edition="e", cities=bare, tickets=tickets)
    assert same.fingerprint == usa.fingerprint
    for changes in (
        {"tickets": usa.tickets[::-1]},
        {"tickets": usa.tickets[1:]},
        {"routes": (usa.routes[0]._replace(length=3), *usa.routes[1:])},
        {"routes": (usa.routes[1], usa.routes[0], *usa.routes[2:])},
        {"cities": usa.cities[::-1]},
        {"cities": (*usa.cities, City("Nowhere"))},
    ):
        assert usa.replace(**changes).fingerprint != usa.fingerprint


def test_title_and_edition_have_defaults() -> None:
    made = Map.from_dict(small())
    assert (made.title, made.edition) == ("small", "usa")


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


def test_F51_builtin_maps_load() -> None:
    assert "usa" in builtin_names()
    assert Map.builtin_names() == builtin_names() == tuple(sorted(builtin_names()))
    for name in builtin_names():
        assert Map.builtin(name).name == name


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


# --- The documentation and the module ------------------------------------------------------------


DOCUMENTED_ERROR = """4 mistakes in the map:
  my-map.toml: routes[2]: unknown city 'Churr' (did you mean 'Chur'?)
  my-map.toml: routes[2]: length must be in 1..12, not 40
  my-map.toml: tickets[1]: missing key 'points'
  my-map.toml: tickets[1]: unknown key 'point' (did you mean 'points'?); known: a, b, points"""


def test_documented_example_loads_and_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = DOCS.read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    file = tmp_path / "my-map.toml"
    file.write_text(example, encoding="utf-8")
    alps = Map.load(file)
    assert alps.name == "alps"
    assert alps.routes[4] == Route("Chur", "Zermatt", 4, "black")
    assert alps.tickets[0] == Ticket("Zürich", "Zermatt", 4)
    assert [alps.distance(t.a, t.b) for t in alps.tickets] == [4, 5, 2, 3, 2, 4]
    assert [t.points for t in alps.tickets] == [4, 5, 2, 3, 2, 4]

    monkeypatch.chdir(tmp_path)
    assert '`ttr.Game("my-map.toml")`' in text
    state = ttr.Game("my-map.toml").new_initial_state(1)
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    with pytest.raises(ValueError, match=r"6 tickets.* 3 players"):
        ttr.Game("my-map.toml", players=3)
    (played,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(played, {})
    assert "1000" in capsys.readouterr().out.replace(",", "")

    broken = example.replace('b = "Chur", length = 3', 'b = "Churr", length = 40')
    file.write_text(broken.replace("points = 5", "point = 5"), encoding="utf-8")
    with pytest.raises(MapError) as caught:
        Map.load(file)
    assert str(caught.value).replace(str(file), "my-map.toml") == DOCUMENTED_ERROR
    assert DOCUMENTED_ERROR in text


def test_documented_limits_and_colors() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert f"format = {FORMAT} " in text
    assert f"{MAX_CITIES} cities, {MAX_ROUTES} routes, {MAX_TICKETS} tickets" in text
    assert all(f"`{color}`" in text for color in ROUTE_COLORS)
