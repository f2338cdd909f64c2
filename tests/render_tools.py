"""For the tests of pictures: states made by hand, and pictures taken apart."""

from __future__ import annotations

import copy
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ttr_fast.map import ROUTE_COLORS, City, Map, Route, Ticket

SVG = "{http://www.w3.org/2000/svg}"
CARDS = (*ROUTE_COLORS[:8], "locomotive")
MAPS = ("usa", "europe", "iran")

# Widths of the letters of Helvetica Bold, in thousandths of the size, as the font itself says.
_WIDTHS = {
    278: " !,./:;Iijl|\\",
    333: "-ft()`",
    389: "r*",
    500: "z",
    556: "aceksvxyJ0123456789$_",
    584: "+<=>~",
    611: "bdghnopquFLTZ?",
    667: "EPSVXY",
    722: "ABCDHKNRU&",
    778: "wGOQ",
    833: "M",
    889: "m%",
    944: "W",
}
_WIDTH = {char: width / 1000 for width, chars in _WIDTHS.items() for char in chars}


# --- States made by hand -------------------------------------------------------------------------


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

    def winners(self) -> tuple[int, ...]:
        totals = [score.total for score in self.score_sheet()]
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


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
        "schema": 1, "map": map.name, "tickets": "base",
        "rules": {"tunnels": True, "ferries": True}, "num_players": len(seats), "seed": 7,
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


# --- Pictures taken apart ------------------------------------------------------------------------


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def gap(self, point: complex) -> float:
        x = max(self.left - point.real, 0.0, point.real - self.right)
        y = max(self.top - point.imag, 0.0, point.imag - self.bottom)
        return abs(complex(x, y))


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


def routes(svg: str) -> dict[int, ET.Element]:
    """The routes by their numbers."""
    found = {int(element.get("data-route", "")): element for element in find(svg, "route")}
    assert len(found) == len(find(svg, "route"))
    return dict(sorted(found.items()))


def inside(element: ET.Element, name: str) -> list[ET.Element]:
    """The elements of a class inside another."""
    return [e for e in element.iter() if name in e.get("class", "").split()]


def bars(route: ET.Element) -> list[ET.Element]:
    """The outline of a route, and what lies in it."""
    return [e for e in route.findall(SVG + "path") if e.get("class") is None]


def spaces(path: ET.Element) -> list[list[complex]]:
    """The strokes of a path, as points."""
    return [_points(stroke) for stroke in path.get("d", "").split("M") if stroke]


def lane(route: ET.Element) -> list[complex]:
    """Points along the middle of a route, about one in every three units."""
    found: list[complex] = []
    for stroke in spaces(bars(route)[0]):
        for a, b in itertools.pairwise(stroke):
            steps = max(1, round(abs(b - a) / 3))
            found += [a + (b - a) * i / steps for i in range(steps + 1)]
    return found


def dots(svg: str) -> list[complex]:
    """The middles of the cities."""
    return [
        complex(float(c.get("cx", "")), float(c.get("cy", "")))
        for c in find(svg, "city")
    ]  # fmt: skip


def label_boxes(svg: str) -> dict[str, Box]:
    """Where the letters of each label are in Helvetica Bold or a font of the same widths."""
    boxes: dict[str, Box] = {}
    for label in find(svg, "label"):
        text, size = label.text or "", float(label.get("font-size", ""))
        wide = size * sum(_WIDTH.get(char, 0.6) for char in text)
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.get("text-anchor", "")]
        boxes[text] = Box(left, y - 0.74 * size, left + wide, y + 0.2 * size)
    return boxes


def luminance(color: str) -> float:
    """The relative luminance of `#rrggbb` as sRGB and WCAG define it: 0 is black, 1 white."""
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """The contrast of two colours as WCAG defines it: from 1, the same, to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def _points(data: str) -> list[complex]:
    pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", data)
    return [complex(float(x), float(y)) for x, y in pairs]
