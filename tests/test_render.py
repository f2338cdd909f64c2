"""Pictures of boards: well-formed, complete, told apart without colours, the same every time."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from render_tools import (
    MAPS,
    SVG,
    bars,
    contrast,
    fake,
    find,
    inside,
    parse,
    player,
    routes,
    spaces,
    tiny,
    words,
)

from ttr_fast.map import ROUTE_COLORS, City, Map, Route, Ticket
from ttr_fast.render import SEAT_COLORS, map_svg, state_svg

SIGNS = ("tunnel", "ferry", "locomotive")


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


def one_of_each() -> Map:
    """A map with a route of every kind and colour."""
    cities = (City("A", 50.0, 1.0), City("B", 51.0, 7.0), City("C", 47.0, 5.0))
    kinds = [("A", "B", 4, "red", True, 0), ("B", "C", 4, "blue", False, 2)]
    kinds += [("A", "C", 2, "black", False, 2), ("A", "B", 3, "gray", True, 1)]
    kinds += [("A", "C", 1, color, False, 0) for color in ROUTE_COLORS]
    every = tuple(Route(*kind) for kind in kinds)
    return Map(name="each", cities=cities, routes=every, tickets=(Ticket("A", "B", 3),))


# --- Routes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_the_whole_map_is_drawn(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map, width=1200)
    found = routes(svg)
    assert list(found) == list(range(len(map.routes)))
    for number, element in found.items():
        route = map.routes[number]
        assert [len(spaces(path)) for path in bars(element)] == [route.length] * 2, (
            "an outline and a bar for every space"
        )
        tip = element.findtext(SVG + "title", "")
        assert all(str(part) in tip for part in route[:4])
        assert ("tunnel" in tip) == route.tunnel
        assert ("ferry" in tip) == (route.ferry_locomotives > 0)
    assert [label.text for label in find(svg, "label")] == [city.name for city in map.cities]
    assert len(find(svg, "halo")) == len(find(svg, "city")) == len(map.cities)
    assert not any(find(svg, absent) for absent in ("owned", "seat", "highlight", "station"))
    assert map.title in words(svg)


@pytest.mark.parametrize("name", MAPS)
def test_a_notebook_shows_the_map(name: str) -> None:
    map = Map.builtin(name)
    assert map._repr_svg_() == map_svg(map)


@pytest.mark.parametrize("name", MAPS)
def test_tunnels_ferries_and_their_locomotives_are_marked(name: str) -> None:
    """R59, R62: the signs are on the routes that they are about, and on no others."""
    map = Map.builtin(name)
    for number, element in routes(map_svg(map)).items():
        route = map.routes[number]
        assert len(inside(element, "tunnel")) == route.tunnel
        assert len(inside(element, "ferry")) == (route.ferry_locomotives > 0)
        assert len(inside(element, "locomotive")) == route.ferry_locomotives


def test_europe_has_signs_to_draw() -> None:
    svg = map_svg(Map.builtin("europe"))
    signs = [sum(len(inside(e, sign)) for e in routes(svg).values()) for sign in SIGNS]
    assert signs == [18, 13, 17]


def test_a_route_can_be_tunnel_and_ferry_at_once() -> None:
    found = routes(map_svg(one_of_each()))
    assert [[len(inside(found[n], sign)) for sign in SIGNS] for n in range(4)] == [
        [1, 0, 0], [0, 1, 2], [0, 1, 2], [1, 1, 1],
    ]  # fmt: skip


@pytest.mark.parametrize(("length", "locomotives"), [(1, 1), (4, 1), (4, 2), (3, 3), (12, 12)])
def test_each_locomotive_has_its_space(length: int, locomotives: int) -> None:
    """R59: the signs lie on different spaces, and the letter on none of theirs."""
    map = tiny("A", "B", places=[(50, 1), (50, 9)])
    map = map.replace(routes=[Route("A", "B", length, "red", ferry_locomotives=locomotives)])
    (element,) = routes(map_svg(map)).values()
    strokes = spaces(bars(element)[0])
    signs = [
        [float(x) for x in re.findall(r"-?[\d.]+", e.get("transform", ""))]
        for e in inside(element, "locomotive")
    ]
    taken = {space(strokes, complex(x, y)) for x, y in signs}
    assert len(taken) == locomotives
    letters = inside(element, "letter")
    assert len(letters) == (locomotives < length)
    for letter in letters:
        at = complex(float(letter.get("x", "")), float(letter.get("y", "")))
        assert space(strokes, at) not in taken


def space(strokes: list[list[complex]], at: complex) -> int:
    """The space of a route that a point lies on."""
    gaps = [min(abs(at - stroke[0]), abs(at - (stroke[0] + stroke[-1]) / 2)) for stroke in strokes]
    return gaps.index(min(gaps))


# --- Without colours -----------------------------------------------------------------------------


def test_each_colour_has_its_own_bar_and_letter() -> None:
    fills: dict[str, set[tuple[str | None, ...]]] = {}
    letters: dict[str, set[tuple[str | None, ...]]] = {}
    for name in MAPS:
        map = Map.builtin(name)
        for number, element in routes(map_svg(map)).items():
            color = map.routes[number].color
            fills.setdefault(color, set()).add(tuple(path.get("stroke") for path in bars(element)))
            letters.setdefault(color, set()).add(tuple(e.text for e in inside(element, "letter")))
    for cue in (fills, letters):
        assert set(cue) == set(ROUTE_COLORS)
        assert all(len(found) == 1 for found in cue.values()), cue
        assert len(set().union(*cue.values())) == len(ROUTE_COLORS), cue


def test_letters_can_be_read_on_their_colours() -> None:
    """A contrast of 4.5 is what WCAG asks of small text; a bright red gives no more than 4.6."""
    for element in routes(map_svg(one_of_each())).values():
        fill = bars(element)[1].get("stroke", "")
        for letter in inside(element, "letter"):
            assert contrast(letter.get("fill", ""), fill) >= 4.5, letter.text


def test_routes_stand_out_from_the_paper() -> None:
    svg = map_svg(one_of_each())
    paper = parse(svg).findall(SVG + "rect")[0].get("fill", "")
    for element in routes(svg).values():
        outline = bars(element)[0].get("stroke", "")
        assert contrast(outline, paper) >= 3.0, element.findtext(SVG + "title")


def test_seats_can_be_told_by_number_and_mostly_by_shade(usa: Map) -> None:
    svg = map_svg(usa, owners={seat: seat for seat in range(5)})
    for number, element in routes(svg).items():
        if number < 5:
            assert element.findtext(SVG + "text") == str(number)
    pairs = itertools.combinations(SEAT_COLORS, 2)
    close = [pair for pair in pairs if contrast(*pair) < 1.5]
    assert len(close) <= 1, "in grayscale no more than two seats look alike but for the number"


# --- Legend --------------------------------------------------------------------------------------


def legend(svg: str) -> list[str]:
    (found,) = find(svg, "signs")
    return [
        text.text or "" for text in found.iter(SVG + "text") if text.get("class") != "letter"
        and not (text.text or "").isdigit()
    ]  # fmt: skip


def test_the_legend_explains_what_occurs_and_no_more(usa: Map) -> None:
    colors = ["red", "orange", "yellow", "green", "blue", "pink", "black", "white", "gray (any)"]
    assert legend(map_svg(usa)) == colors
    assert legend(map_svg(Map.builtin("europe"))) == [*colors, "tunnel", "ferry", "locomotive"]
    assert legend(map_svg(tiny("A", "B"))) == ["blue"]
    every = dict.fromkeys(range(100), 0)
    assert not find(map_svg(usa, owners=every), "signs"), "nothing is left to explain"


def test_the_legend_shows_the_letters_of_the_routes() -> None:
    svg = map_svg(Map.builtin("europe"))
    (found,) = find(svg, "signs")
    of_legend = sorted(e.text or "" for e in inside(found, "letter"))
    of_routes = {e.text or "" for route in routes(svg).values() for e in inside(route, "letter")}
    assert of_legend == sorted(of_routes)


# --- Owners, highlight, title, size --------------------------------------------------------------


def test_owned_routes_carry_their_seat(usa: Map) -> None:
    owners = {0: 0, 99: 4, 25: 2, 26: 1, 50: 0}
    svg = map_svg(usa, owners=owners)
    assert len(find(svg, "route")) == 100
    found = {int(e.get("data-route", "")): e for e in find(svg, "owned")}
    assert set(found) == set(owners)
    for route, seat in owners.items():
        assert found[route].get("class") == f"route owned seat-{seat}"
        strokes = [path.get("stroke") for path in bars(found[route])]
        assert strokes == ["#000000", SEAT_COLORS[seat]]
        assert found[route].findtext(SVG + "text") == str(seat)
    texts = [e.findtext(SVG + "text[2]") or "" for e in find(svg, "seat")]
    assert texts == ["seat 0: 2 routes", "seat 1: 1 route", "seat 2: 1 route", "seat 4: 1 route"]


def test_an_owned_tunnel_is_still_a_tunnel() -> None:
    """But what a locomotive would have to pay does not matter any more."""
    found = routes(map_svg(one_of_each(), owners=dict.fromkeys(range(4), 3)))
    assert [[len(inside(found[n], sign)) for sign in SIGNS] for n in range(4)] == [
        [1, 0, 0], [0, 1, 0], [0, 1, 0], [1, 1, 0],
    ]  # fmt: skip
    for number in range(4):
        (wide,) = {path.get("stroke-width") for path in bars(found[number])[:1]}
        for teeth in inside(found[number], "tunnel"):
            assert float(teeth.get("stroke-width", "")) > float(wide or "") + 2


def test_highlight(usa: Map) -> None:
    assert len(find(map_svg(usa, highlight=[3, 9, 3]), "highlight")) == 2
    assert map_svg(usa, highlight={9, 3}) == map_svg(usa, highlight=[3, 9, 9])


def test_title_and_width(usa: Map) -> None:
    small, large = map_svg(usa, title="Mine", width=450), map_svg(usa, title="Mine", width=1200)
    assert words(small).startswith("Mine | ")
    assert usa.title not in words(small)
    assert parse(small).get("width") == "450"
    assert small.splitlines()[1:] == large.splitlines()[1:], "the same drawing, scaled"
    assert not find(map_svg(usa, title=""), "title")


@pytest.mark.parametrize("width", [300, 1000, 1200, 4000])
@pytest.mark.parametrize("name", MAPS)
def test_no_width_distorts(name: str, width: int) -> None:
    root = parse(map_svg(Map.builtin(name), width=width))
    _, _, wide, high = (float(x) for x in root.get("viewBox", "").split())
    assert root.get("width") == str(width)
    assert abs(int(root.get("height", "")) - high * width / wide) <= 1
    assert 0.5 < high / wide < 1.3


@pytest.mark.parametrize("name", MAPS)
def test_text_can_be_read_at_1200_pixels(name: str) -> None:
    """14 pixels for a name of a city, 8 for a letter on a route."""
    svg = map_svg(Map.builtin(name), width=1200)
    for kind, least in (("label", 14), ("letter", 8)):
        assert all(float(e.get("font-size", "")) * 1.2 >= least for e in find(svg, kind))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": {100: 0}}, r"owners: a route must be an integer in 0\.\.99, got 100"),
        ({"owners": {-1: 0}}, "owners: a route must be"),
        ({"owners": {0: 5}}, r"owners: a seat must be an integer in 0\.\.4, got 5"),
        ({"owners": {0: -1}}, "owners: a seat must be"),
        ({"highlight": [100]}, "highlight: a route must be"),
        *(
            ({"width": width}, rf"width must be an integer in 100\.\.20000, got {width}")
            for width in (0, -5, 99, 20_001, 10**9)
        ),
    ],
)
def test_bad_values(usa: Map, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        map_svg(usa, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        *(({"map": map}, "map must be a Map, not") for map in (None, "usa", {})),
        *(({"owners": x}, "owners must be a mapping of routes to seats") for x in (5, [1], "x")),
        ({"owners": {True: 0}}, "owners: a route must be an integer"),
        ({"owners": {0: "0"}}, "owners: a seat must be an integer"),
        *(({"highlight": x}, "highlight must be a collection of routes") for x in (5, None, "12")),
        ({"highlight": [1.0]}, "highlight: a route must be an integer"),
        *(({"title": title}, "title must be a string or None") for title in (5, b"x", ["x"])),
        *(({"width": x}, "width must be an integer in 100") for x in (True, 500.0, "500", None)),
    ],
)
def test_arguments_of_another_type(usa: Map, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        map_svg(**{"map": usa} | changes)


@pytest.mark.parametrize("width", [100, 20_000])
def test_the_least_and_the_greatest_width(usa: Map, width: int) -> None:
    assert parse(map_svg(usa, width=width)).get("width") == str(width)


def test_no_ids_and_no_style_sheet(usa: Map) -> None:
    """Both would leak into the other pictures of a notebook."""
    europe = Map.builtin("europe")
    for svg in (map_svg(usa, owners={1: 1}, highlight=[2]), map_svg(europe), state_svg(fake(usa))):
        for element in parse(svg).iter():
            assert element.get("id") is None
            assert element.tag != SVG + "style"
        assert not re.search(r"href|url\(", svg)


def test_a_page_of_another_direction_does_not_turn_the_names(usa: Map) -> None:
    """Else `text-anchor` would be the other way round on a page in Persian or Hebrew."""
    assert parse(map_svg(usa)).get("direction") == "ltr"


def test_the_same_picture_in_every_process() -> None:
    europe = Map.builtin("europe")
    code = (
        "import sys; from ttr_fast.map import Map; from ttr_fast.render import map_svg;"
        "svg = map_svg(Map.builtin('europe'), owners={5: 1, 2: 0}, highlight={8, 70, 3});"
        "sys.stdout.buffer.write(svg.encode())"
    )
    expected = map_svg(europe, owners={2: 0, 5: 1}, highlight=[3, 8, 70]).encode()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        assert run.stdout.replace(b"\r\n", b"\n") == expected


# --- Names ---------------------------------------------------------------------------------------


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


def test_any_alphabet() -> None:
    names = ("تهران", "თბილისი", "ירושלים", "Αθήνα", "서울특별시", "กรุงเทพฯ", "🚂🌍", "Łódź")
    svg = map_svg(tiny(*names))
    assert [label.text for label in find(svg, "label")] == list(names)


def test_a_long_name_is_cut_short() -> None:
    svg = map_svg(tiny("Llan" * 20, "B"))
    assert len(find(svg, "label")[0].text or "") <= 30
    assert find(svg, "city")[0].findtext(SVG + "title") == "Llan" * 20
