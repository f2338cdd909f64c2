"""Pictures: well-formed, complete, the same every time, and silent about hidden cards."""

from __future__ import annotations

import copy
import itertools
import math
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from ttr_fast.map import ROUTE_COLORS, City, Map, Route, Ticket
from ttr_fast.render import SEAT_COLORS, map_svg, state_svg

SVG = "{http://www.w3.org/2000/svg}"
CARDS = (*ROUTE_COLORS[:8], "locomotive")
PHASES = (
    "choose_initial_tickets", "choose_action", "draw_second_card", "choose_tickets",
    "pay_tunnel", "terminal",
)  # fmt: skip


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


@dataclass
class FakeGame:
    map: Map


@dataclass
class FakeScore:
    total: int


@dataclass
class FakeState:
    """No more of a state than a picture may use."""

    game: FakeGame
    facts: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return copy.deepcopy(self.facts)

    def score_sheet(self) -> tuple[FakeScore, ...]:
        assert self.facts["phase"] == "terminal", "before the end it would show hidden tickets"
        return tuple(FakeScore(p["route_points"] - 12) for p in self.facts["players"])


def cards(**some: int) -> dict[str, int]:
    return dict.fromkeys(CARDS, 0) | some


def player(**changes: Any) -> dict[str, Any]:
    return {
        "hand": cards(red=3, locomotive=1), "known_hand": cards(red=1), "trains": 45,
        "stations_left": 0, "station_cities": [], "tickets": [4, 9], "offered_tickets": [],
        "routes": [], "route_points": 0, "resigned": False,
    } | changes  # fmt: skip


def fake(map: Map, players: Iterable[dict[str, Any]] = (), **changes: Any) -> FakeState:
    seats = list(players) or [player(), player(hand=cards(blue=2), trains=38, routes=[7, 12])]
    facts: dict[str, Any] = {
        "schema": 1, "map": map.name, "rules": {}, "num_players": len(seats), "seed": 7,
        "turn": 12, "ply": 31, "current_player": 1, "phase": "choose_action",
        "deck": cards(red=9, locomotive=11), "discard": cards(pink=5),
        "face_up": ["red", "blue", "locomotive", "white", "black"],
        "ticket_deck": [17, 3, 5], "final_turns_left": None, "consecutive_passes": 0,
        "players": seats, "pending_tunnel": None,
    }  # fmt: skip
    return FakeState(FakeGame(map), facts | changes)


def tiny(*names: str, places: Iterable[tuple[float, float] | None] = (), length: int = 3) -> Map:
    """A ring of cities with a twin, with coordinates if they are given."""
    at = [place or (None, None) for place in places] or [(None, None)] * len(names)
    cities = tuple(City(name, *place) for name, place in zip(names, at, strict=True))
    ring = [*itertools.pairwise(names), (names[0], names[1])]
    return Map(
        name="tiny",
        cities=cities,
        routes=tuple(Route(a, b, length, "blue") for a, b in ring),
        tickets=(Ticket(names[0], names[1], 3),),
    )


def parse(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == SVG + "svg"
    assert all(root.get(side, "").isdigit() for side in ("width", "height"))
    return root


def find(svg: str, *classes: str) -> list[ET.Element]:
    """The elements that carry all the classes."""
    return [e for e in parse(svg).iter() if set(classes) <= set(e.get("class", "").split())]


def words(svg: str) -> str:
    return " | ".join(text for e in parse(svg).iter(SVG + "text") if (text := e.text))


def subpaths(route: ET.Element) -> list[int]:
    return [path.get("d", "").count("M") for path in route.iter(SVG + "path")]


# --- Boards --------------------------------------------------------------------------------------


def test_the_whole_map_is_drawn(usa: Map) -> None:
    svg = map_svg(usa)
    routes = find(svg, "route")
    assert len(routes) == len({route.get("data-route") for route in routes}) == 100
    for element in routes:
        route = usa.routes[int(element.get("data-route", ""))]
        assert subpaths(element) == [route.length] * 2, "an outline and a bar for every space"
        tip = element.findtext(SVG + "title", "")
        assert all(str(part) in tip for part in route)
    assert [label.text for label in find(svg, "label")] == [city.name for city in usa.cities]
    assert len(find(svg, "halo")) == len(find(svg, "city")) == 36
    assert not any(find(svg, absent) for absent in ("owned", "legend", "highlight"))
    assert usa.title in words(svg)


def test_each_colour_has_its_own_bar(usa: Map) -> None:
    fills: dict[str, set[tuple[str | None, ...]]] = {}
    for element in find(map_svg(usa), "route"):
        color = usa.routes[int(element.get("data-route", ""))].color
        strokes = tuple(path.get("stroke") for path in element.iter(SVG + "path"))
        fills.setdefault(color, set()).add(strokes)
    assert set(fills) == set(ROUTE_COLORS)
    assert all(len(found) == 1 for found in fills.values())
    assert len(set().union(*fills.values())) == len(ROUTE_COLORS)


def test_owned_routes_carry_their_seat(usa: Map) -> None:
    owners = {0: 0, 99: 4, 25: 2, 26: 1, 50: 0}
    svg = map_svg(usa, owners=owners)
    assert len(find(svg, "route")) == 100
    found = {int(e.get("data-route", "")): e for e in find(svg, "owned")}
    assert set(found) == set(owners)
    for route, seat in owners.items():
        assert found[route].get("class") == f"route owned seat-{seat}"
        strokes = [path.get("stroke") for path in found[route].iter(SVG + "path")]
        assert strokes == ["#000000", SEAT_COLORS[seat]]
        assert found[route].findtext(SVG + "text") == str(seat)
    (legend,) = find(svg, "legend")
    texts = [e.text for e in legend.iter(SVG + "text") if e.text and "seat" in e.text]
    assert texts == ["seat 0: 2 routes", "seat 1: 1 route", "seat 2: 1 route", "seat 4: 1 route"]


def test_highlight(usa: Map) -> None:
    assert len(find(map_svg(usa, highlight=[3, 9, 3]), "highlight")) == 2
    assert map_svg(usa, highlight={9, 3}) == map_svg(usa, highlight=[3, 9, 9])


def test_title_and_width(usa: Map) -> None:
    small, large = map_svg(usa, title="Mine", width=450), map_svg(usa, title="Mine")
    assert words(small).startswith("Mine | ")
    assert usa.title not in words(small)
    assert parse(small).get("width") == "450"
    assert small.splitlines()[1:] == large.splitlines()[1:], "the same drawing, scaled"
    assert not find(map_svg(usa, title=""), "title")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": {100: 0}}, r"route must be in 0\.\.99, not 100"),
        ({"owners": {-1: 0}}, "route must be in"),
        ({"owners": {0: 5}}, r"seat must be in 0\.\.4, not 5"),
        ({"owners": {0: -1}}, "seat must be in"),
        ({"owners": {True: 0}}, "route must be in"),
        ({"highlight": [100]}, "route must be in"),
        ({"width": 0}, "width must be at least 1"),
    ],
)
def test_bad_arguments(usa: Map, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        map_svg(usa, **changes)


def test_no_ids_and_no_style_sheet(usa: Map) -> None:
    """Both would leak into the other pictures of a notebook."""
    for svg in (map_svg(usa, owners={1: 1}, highlight=[2]), state_svg(fake(usa))):
        for element in parse(svg).iter():
            assert element.get("id") is None
            assert element.tag != SVG + "style"
        assert not re.search(r"href|url\(", svg)


def test_the_same_picture_in_every_process(usa: Map) -> None:
    code = (
        "import sys; from ttr_fast.map import Map; from ttr_fast.render import map_svg;"
        "svg = map_svg(Map.builtin('usa'), owners={5: 1, 2: 0}, highlight={8, 70, 3});"
        "sys.stdout.buffer.write(svg.encode())"
    )
    expected = map_svg(usa, owners={2: 0, 5: 1}, highlight=[3, 8, 70]).encode()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        assert run.stdout.replace(b"\r\n", b"\n") == expected


# --- Layout --------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]


def label_boxes(svg: str) -> dict[str, Box]:
    """About where the letters of each label are; narrower than the layout itself assumes."""
    boxes: dict[str, Box] = {}
    for label in find(svg, "label"):
        text = label.text or ""
        wide = 6.2 * len(text)
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.get("text-anchor", "")]
        boxes[text] = (left, y - 9, left + wide, y + 2)
    return boxes


def dots(svg: str) -> list[tuple[float, float]]:
    return [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in find(svg, "city")]


def test_labels_of_the_usa_are_apart_and_on_the_page(usa: Map) -> None:
    svg = map_svg(usa)
    boxes = label_boxes(svg)
    assert len(boxes) == 36
    for (one, a), (two, b) in itertools.combinations(boxes.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one} and {two} overlap"
    for name, (left, top, right, bottom) in boxes.items():
        assert 0 <= left < right <= 900, name
        assert top >= -40, name
        for (x, y), city in zip(dots(svg), usa.cities, strict=True):
            assert not (left < x < right and top < y < bottom), f"{name} covers {city.name}"


def test_each_label_is_nearest_to_its_own_city(usa: Map) -> None:
    svg = map_svg(usa)
    at = dots(svg)
    for own, (left, top, right, bottom) in enumerate(label_boxes(svg).values()):
        gaps = [math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for x, y in at]
        assert min(gaps) == gaps[own], usa.cities[own].name


def test_the_map_is_the_right_way_up(usa: Map) -> None:
    at = dict(zip((city.name for city in usa.cities), dots(map_svg(usa)), strict=True))
    assert at["Seattle"][0] < at["Chicago"][0] < at["Boston"][0]
    assert at["Winnipeg"][1] < at["Kansas City"][1] < at["Houston"][1]


def test_twins_lie_side_by_side(usa: Map) -> None:
    def line(number: int) -> list[complex]:
        (route,) = (e for e in find(svg, "route") if e.get("data-route") == str(number))
        path = next(route.iter(SVG + "path"))
        pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))
        return [complex(float(x), float(y)) for x, y in pairs]

    svg = map_svg(usa)
    twins = [(r, t) for r in range(100) for t in usa.twins(r) if r < t]
    assert len(twins) == 22
    for one, two in twins:
        gaps = [min(abs(p - q) for q in line(two)) for p in line(one)]
        assert all(9 < gap < 16 for gap in gaps), f"routes {one} and {two}"


def test_a_map_without_coordinates_is_a_circle(usa: Map) -> None:
    bare = usa.replace(cities=[city._replace(lat=None, lon=None) for city in usa.cities])
    svg = map_svg(bare)
    assert (len(find(svg, "route")), len(find(svg, "label"))) == (100, 36)
    at = dots(svg)
    middle = sum(x for x, _ in at) / 36, sum(y for _, y in at) / 36
    radii = [math.dist(middle, place) for place in at]
    assert max(radii) - min(radii) < 1
    assert min(math.dist(p, q) for p, q in itertools.combinations(at, 2)) > 40


@pytest.mark.parametrize(
    "places",
    [
        [(50.0, 3.0), (51.0, 4.0), None],  # one unknown
        [(50.0, 3.0)] * 3,  # all in one place
        [(50.0, 3.0), (50.0, 3.0), (51.0, 4.0)],  # two in one place
        [(50.0, 1.0), (50.0, 2.0), (50.0, 3.0)],  # on a line
        [(10.0, 5.0), (20.0, 5.0), (60.0, 5.0)],  # on a tall line
        [(0.0, 179.0), (10.0, -179.0), (5.0, 175.0)],  # across the date line
        [(90.0, 0.0), (89.0, 120.0), (89.0, -120.0)],  # around a pole
        [(4000.0, -9000.0), (100.0, 5.0), (0.0, 0.0)],  # not degrees at all
        [(1e308, 1e308), (-1e308, -1e308), (0.0, 0.0)],
        [(5e-324, 0.0), (0.0, 5e-324), (0.0, 0.0)],
    ],
)
def test_odd_coordinates(places: list[tuple[float, float] | None]) -> None:
    svg = map_svg(tiny("A", "B", "C", places=places))
    assert not re.search("nan|inf", svg)
    at = dots(svg)
    assert min(math.dist(p, q) for p, q in itertools.combinations(at, 2)) > 30
    assert all(0 < x < 900 for x, _ in at)
    assert 0 < int(parse(svg).get("height", "")) < 1300
    assert [subpaths(route) for route in find(svg, "route")] == [[3, 3]] * 3


def test_the_date_line_does_not_tear_a_map() -> None:
    at = dots(map_svg(tiny("A", "B", "C", places=[(0, 178), (9, -179), (4, 175)])))
    assert at[2][0] < at[0][0] < at[1][0]


@pytest.mark.parametrize("length", [1, 12])
def test_a_map_of_the_largest_size(length: int) -> None:
    names = [f"City number {n}" for n in range(128)]
    places = [(40 + (n * 37 % 128) / 10, (n * 59 % 128) / 8) for n in range(128)]
    svg = map_svg(tiny(*names, places=places, length=length))
    assert (len(find(svg, "route")), len(find(svg, "label"))) == (128, 128)


def test_names_are_escaped() -> None:
    names = ("<b>\"Bed\" & 'Breakfast'</b>", "Zürich 🚂", "京都&amp;東京", "\ufffe odd \uffff")
    map = tiny(*names).replace(title="]]> & <title> 🗺")
    for svg in (map_svg(map), state_svg(fake(map, [player(routes=[0]), player()]))):
        assert [label.text for label in find(svg, "label")[:3]] == list(names[:3])
        assert find(svg, "label")[3].text == "\ufffd odd \ufffd"
        assert parse(svg).findtext(SVG + "title", "").startswith("]]> & <title> 🗺")
    svg = map_svg(map, title="a\x00\ud800b")
    assert words(svg).startswith("a\ufffd\ufffdb | ")
    assert svg.encode()


def test_a_long_name_is_cut_short() -> None:
    svg = map_svg(tiny("Llan" * 20, "B"))
    assert len(find(svg, "label")[0].text or "") <= 30
    assert find(svg, "city")[0].findtext(SVG + "title") == "Llan" * 20


# --- States --------------------------------------------------------------------------------------


def test_what_everyone_at_the_table_sees(usa: Map) -> None:
    state = fake(
        usa,
        [
            player(route_points=11, trains=37, routes=[12, 55]),
            player(
                hand=cards(blue=6), tickets=[1], offered_tickets=[2, 3, 4], trains=1, routes=[3]
            ),
            player(resigned=True, stations_left=2),
        ],
        final_turns_left=2,
    )
    svg = state_svg(state)
    seen = words(svg)
    assert "turn 12, seat 1 to choose action, 2 turns left" in seen
    assert "11 points, 37 trains | 4 cards, 2 tickets" in seen
    assert "0 points, 1 train | 6 cards, 1 ticket + 3" in seen
    for part in ("2 stations", "resigned", "20 | deck", "5 | discard", "3 | ticket deck"):
        assert part in seen
    assert [c.get("data-color") for c in find(svg, "card")] == state.facts["face_up"]
    assert len(find(svg, "route")) == 100
    owners = Counter((e.get("class") or "")[-1] for e in find(svg, "owned"))
    assert owners == {"0": 2, "1": 1}
    assert [e.get("class") for e in find(svg, "seat")] == [
        "seat seat-0", "seat seat-1 active", "seat seat-2",
    ]  # fmt: skip


def test_hidden_cards_do_not_show(usa: Map) -> None:
    """States that differ only in what is hidden give the same picture."""
    one = fake(usa)
    two = copy.deepcopy(one)
    two.facts["players"][0] |= {"hand": cards(green=4), "tickets": [0, 29]}
    two.facts["players"][1] |= {"hand": cards(pink=1, locomotive=1), "known_hand": cards()}
    two.facts |= {"deck": cards(white=20), "ticket_deck": [8, 9, 10], "seed": 8}
    assert state_svg(one) == state_svg(two)
    two.facts["deck"] = cards(white=19)
    assert state_svg(one) != state_svg(two)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_phase(usa: Map, phase: str, seats: int) -> None:
    over = phase == "terminal"
    state = fake(
        usa, [player() for _ in range(seats)], phase=phase, current_player=-4 if over else 1,
        face_up=[], ticket_deck=[], final_turns_left=0 if over else None,
    )  # fmt: skip
    svg = state_svg(state)
    assert ("game over" in words(svg)) == over
    assert len(find(svg, "seat")) == seats
    assert len(find(svg, "active")) == (0 if over else 1)


def test_the_end_shows_final_totals(usa: Map) -> None:
    players = [player(route_points=11, trains=2), player(route_points=13, trains=0)]
    during, after = (words(state_svg(fake(usa, players, phase=phase))) for phase in PHASES[-2:])
    assert "11 points, 2 trains" in during
    assert "13 points, 0 trains" in during
    assert "-1 points, 2 trains" in after
    assert "1 point, 0 trains" in after


def test_a_tunnel_and_stations(usa: Map) -> None:
    tunnel = {"route": 9, "color": "red", "locomotives": 0, "turned": ["red"] * 3, "extra": 3}
    players = [player(station_cities=[4]), player(station_cities=["Miami"])]
    svg = state_svg(fake(usa, players, phase="pay_tunnel", pending_tunnel=tunnel))
    assert len(find(svg, "highlight")) == 1
    assert [e.get("class") for e in find(svg, "station")] == ["station seat-0", "station seat-1"]


def test_a_real_state() -> None:
    ttr = pytest.importorskip("ttr_fast", exc_type=ImportError)
    state = ttr.Game(map="usa", players=3).new_initial_state(seed=7)
    for ply in range(160):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[ply * 7919 % len(actions)])
    svg = state_svg(state)
    taken = sum(len(seat["routes"]) for seat in state.to_dict()["players"])
    assert len(find(svg, "owned")) == taken
    assert svg == state_svg(state.clone())


def test_the_end_of_a_real_game() -> None:
    ttr = pytest.importorskip("ttr_fast", exc_type=ImportError)
    state = ttr.Game(map="usa", players=3).new_initial_state(seed=7)
    chance = random.Random(7)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    totals = [score.total for score in state.score_sheet()]
    assert totals != list(state.scores())
    shown = re.findall(r"(-?\d+) points?, \d+ train", words(state_svg(state)))
    assert [int(points) for points in shown] == totals
