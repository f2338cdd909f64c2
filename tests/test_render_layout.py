"""Where things are on a picture: apart, on the page, and where one would look for them."""

from __future__ import annotations

import itertools
import math
import random
import re
from statistics import mean

import pytest
from render_tools import (
    MAPS,
    Box,
    bars,
    dots,
    fake,
    find,
    label_boxes,
    lane,
    parse,
    player,
    routes,
    spaces,
    tiny,
)

from ttr_fast.map import ROUTE_COLORS, City, Map, Route, Ticket
from ttr_fast.render import map_svg, state_svg


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


def page(svg: str) -> Box:
    """The part of the picture that belongs to the board: what is moved below the heading."""
    _, _, wide, high = (float(x) for x in parse(svg).get("viewBox", "").split())
    return Box(0, 0, wide, high - 40)


# --- Names of cities -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_labels_are_apart_and_on_the_page(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map, width=1200)
    boxes, paper = label_boxes(svg), page(svg)
    assert len(boxes) == len(map.cities)
    for (one, a), (two, b) in itertools.combinations(boxes.items(), 2):
        assert not a.meets(b), f"{one} and {two} overlap"
    for label, box in boxes.items():
        assert paper.left < box.left < box.right < paper.right, label
        assert paper.top < box.top < box.bottom < paper.bottom, label


@pytest.mark.parametrize("name", MAPS)
def test_no_label_lies_on_a_city(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map)
    radius, places = float(find(svg, "city")[0].get("r", "")), dots(svg)
    for label, box in label_boxes(svg).items():
        for at, city in zip(places, map.cities, strict=True):
            assert box.gap(at) > radius + 1, f"{label} covers {city.name}"


@pytest.mark.parametrize("name", MAPS)
def test_each_label_is_nearest_to_its_own_city(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map)
    places = dots(svg)
    for own, box in enumerate(label_boxes(svg).values()):
        gaps = [box.gap(at) for at in places]
        assert min(gaps) == gaps[own] < 21, map.cities[own].name


@pytest.mark.parametrize("name", MAPS)
def test_labels_hide_little_of_the_routes(name: str) -> None:
    """No space of a route lies under names whole, and of all routes together not one percent."""
    svg = map_svg(Map.builtin(name))
    boxes = label_boxes(svg).values()
    hidden: list[bool] = []
    for number, element in routes(svg).items():
        for stroke in spaces(bars(element)[0]):
            line = [stroke[0] + (stroke[-1] - stroke[0]) * i / 8 for i in range(9)]
            under = [any(box.gap(at) == 0 for box in boxes) for at in line]
            assert not all(under), f"a space of route {number} cannot be seen"
            hidden += under
    assert mean(hidden) < 0.01


@pytest.mark.parametrize("name", MAPS)
def test_a_station_hides_no_name(name: str) -> None:
    map = Map.builtin(name)
    everywhere = list(range(len(map.cities)))
    svg = state_svg(fake(map, [player(station_cities=everywhere), player()]))
    found, labels = find(svg, "station"), label_boxes(svg)
    assert len(found) == len(map.cities) + 1, "one in the legend"
    for station in found[:-1]:
        numbers = [float(x) for x in re.findall(r"-?[\d.]+", station[0].get("d", ""))]
        left, bottom, eaves, middle, top, right = numbers[:6]
        corners = [complex(left, bottom), complex(left, eaves), complex(middle, top),
                   complex(right, eaves), complex(right, bottom)]  # fmt: skip
        for a, b in itertools.pairwise([*corners, corners[0]]):
            for i in range(9):
                for label, box in labels.items():
                    assert box.gap(a + (b - a) * i / 8) > 0, label


# --- Cities and routes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "west_to_east", "north_to_south"),
    [
        ("usa", "Seattle Chicago Boston", "Winnipeg Nashville Houston"),
        ("europe", "Lisboa Paris Wien Kharkov", "Stockholm Berlin Roma Palermo"),
        ("iran", "Urmia Tehran Mashhad", "Ardabil Isfahan Shiraz Lar"),
    ],
)
def test_the_map_is_the_right_way_up(name: str, west_to_east: str, north_to_south: str) -> None:
    map = Map.builtin(name)
    at = dict(zip((city.name for city in map.cities), dots(map_svg(map)), strict=True))
    xs = [at[city].real for city in west_to_east.split()]
    ys = [at[city].imag for city in north_to_south.split()]
    assert xs == sorted(xs)
    assert ys == sorted(ys)


@pytest.mark.parametrize("name", MAPS)
def test_cities_are_about_where_they_are(name: str) -> None:
    """They may be pushed apart, but pairs that lie far apart keep their direction."""
    map = Map.builtin(name)
    at = dots(map_svg(map))
    real = [complex(city.lon or 0, city.lat or 0) for city in map.cities]
    for i, j in itertools.combinations(range(len(at)), 2):
        if abs((real[i] - real[j]).real) > 5:
            assert (at[i].real < at[j].real) == (real[i].real < real[j].real)
        if abs((real[i] - real[j]).imag) > 5:
            assert (at[i].imag > at[j].imag) == (real[i].imag < real[j].imag)


@pytest.mark.parametrize("name", MAPS)
def test_twins_lie_side_by_side(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map)
    found = routes(svg)
    twins = [(r, t) for r in range(len(map.routes)) for t in map.twins(r) if r < t]
    assert len(twins) > 10
    for one, two in twins:
        wide = float(bars(found[one])[0].get("stroke-width", ""))
        gaps = [min(abs(p - q) for q in lane(found[two])) for p in lane(found[one])]
        assert wide < min(gaps) <= max(gaps) < 2.2 * wide, f"routes {one} and {two}"


@pytest.mark.parametrize("name", MAPS)
def test_no_route_lies_on_another(name: str) -> None:
    """Routes may cross or touch, but no route shares more than a part of its way with another."""
    map = Map.builtin(name)
    found = {number: lane(element) for number, element in routes(map_svg(map)).items()}
    for one, two in itertools.permutations(found, 2):
        near = [min(abs(p - q) for q in found[two]) < 6 for p in found[one]]
        assert mean(near) < 0.3, f"route {one} lies on route {two}"


@pytest.mark.parametrize("name", MAPS)
def test_no_route_runs_over_a_city(name: str) -> None:
    svg = map_svg(Map.builtin(name))
    places = dots(svg)
    for number, element in routes(svg).items():
        for at in places:
            assert min(abs(at - point) for point in lane(element)) > 8, f"route {number}"


@pytest.mark.parametrize("name", MAPS)
def test_threads_tie_each_route_to_its_cities(name: str) -> None:
    map = Map.builtin(name)
    svg = map_svg(map)
    (threads,) = find(svg, "threads")
    ties = spaces(threads)
    assert len(ties) == 2 * len(map.routes)
    at = dots(svg)
    for number, element in routes(svg).items():
        route, points = map.routes[number], lane(element)
        mine = ties[2 * number : 2 * number + 2]
        assert {at.index(tie[0]) for tie in mine} == {
            map.city_index(route.a), map.city_index(route.b)
        }  # fmt: skip
        for tie in mine:
            assert min(abs(tie[1] - point) for point in (points[0], points[-1])) < 8


# --- Maps that users bring -----------------------------------------------------------------------


def test_a_map_without_coordinates_is_a_circle(usa: Map) -> None:
    bare = usa.replace(cities=[city._replace(lat=None, lon=None) for city in usa.cities])
    svg = map_svg(bare)
    assert (len(find(svg, "route")), len(find(svg, "label"))) == (100, 36)
    at = dots(svg)
    middle = sum(at) / 36
    radii = [abs(middle - place) for place in at]
    assert max(radii) - min(radii) < 1
    assert min(abs(p - q) for p, q in itertools.combinations(at, 2)) > 40


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
    assert min(abs(p - q) for p, q in itertools.combinations(at, 2)) > 30
    assert all(0 < place.real < 1000 for place in at)
    assert 0 < int(parse(svg).get("height", "")) < 1300
    for element in routes(svg).values():
        assert [len(spaces(path)) for path in bars(element)] == [3, 3]


def test_the_date_line_does_not_tear_a_map() -> None:
    at = dots(map_svg(tiny("A", "B", "C", places=[(0, 178), (9, -179), (4, 175)])))
    assert at[2].real < at[0].real < at[1].real


@pytest.mark.parametrize("length", [1, 12])
def test_a_map_of_the_largest_size(length: int) -> None:
    names = [f"City number {n}" for n in range(128)]
    places = [(40 + (n * 37 % 128) / 10, (n * 59 % 128) / 8) for n in range(128)]
    svg = map_svg(tiny(*names, places=places, length=length))
    assert (len(find(svg, "route")), len(find(svg, "label"))) == (128, 128)


@pytest.mark.parametrize("lanes", [2, 5, 9])
@pytest.mark.parametrize("upright", [False, True])
def test_parallel_routes_keep_apart_and_on_the_page(lanes: int, upright: bool) -> None:
    """Also at the edge of the page, and also if all of them are tunnels or ferries."""
    places = [(45.0, 5.0), (55.0, 5.0), (50.0, 15.0)]
    if not upright:
        places = [(math.floor(lon), lat) for lat, lon in places]
    cities = [City(name, *place) for name, place in zip("ABC", places, strict=True)]
    many = [Route("A", "B", 3, "red", n % 2 == 0, n % 3) for n in range(lanes)]
    map = Map(name="lanes", cities=tuple(cities), routes=(*many, Route("A", "C", 2, "blue")),
              tickets=(Ticket("A", "B", 3),))  # fmt: skip
    svg = map_svg(map)
    found, paper = routes(svg), page(svg)
    for one, two in itertools.combinations(range(lanes), 2):
        wide = float(bars(found[one])[0].get("stroke-width", ""))
        assert min(abs(p - q) for p in lane(found[one]) for q in lane(found[two])) > wide
    for element in found.values():
        for point in lane(element):
            assert paper.left + 5 < point.real < paper.right - 5
            assert paper.top + 5 < point.imag < paper.bottom - 5


def test_a_random_map_of_all_features() -> None:
    """60 cities and 200 routes, up to five side by side: nothing is lost, all is on the page."""
    chance = random.Random(60)
    cities = [City(f"City {n}", chance.uniform(30, 55), chance.uniform(0, 40)) for n in range(60)]
    some: list[Route] = []
    while len(some) < 200:
        a, b = chance.sample(cities, 2)
        for _ in range(min(chance.choice((1, 1, 1, 2, 5)), 200 - len(some))):
            length = chance.randint(1, 8)
            some.append(
                Route(a.name, b.name, length, chance.choice(ROUTE_COLORS), chance.random() < 0.2,
                      chance.choice((0, 0, 0, chance.randint(1, length))))
            )  # fmt: skip
    map = Map(name="random", cities=tuple(cities), routes=tuple(some),
              tickets=(Ticket(some[0].a, some[0].b, 3),))  # fmt: skip
    svg = map_svg(map)
    paper = page(svg)
    assert len(find(svg, "label")) == 60
    for number, element in routes(svg).items():
        assert [len(spaces(path)) for path in bars(element)] == [some[number].length] * 2
        assert all(paper.gap(point) == 0 for point in lane(element))
