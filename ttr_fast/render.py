"""Pictures of maps and states as SVG text: plain geometry, built from strings, no dependencies.

    >>> from ttr_fast.map import Map
    >>> from ttr_fast.render import map_svg
    >>> svg = map_svg(Map.builtin("usa"), owners={0: 1}, highlight=[25])
    >>> svg.count('class="route'), 'class="route owned seat-1" data-route="0"' in svg
    (100, True)

The same arguments give the same text. The picture carries no ids and no style sheet, since both
would leak into the other pictures of a notebook. Elements can be told apart by class: `route`
(with `owned seat-N` if it has an owner, and `data-route` with its number), `city`, `label`,
`highlight`, `station`, `legend`, `seat` and `card`.
"""

from __future__ import annotations

import functools
import html
import itertools
import math
import operator
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from ttr_fast.map import Map, Route

__all__ = ["SEAT_COLORS", "map_svg", "state_svg"]

SEAT_COLORS: Final = ("#332288", "#d55e00", "#56b4e9", "#7a1f4f", "#f0e442")
"""The colours of the seats. They stay apart with every common form of colour blindness."""

_ROUTE_FILLS: Final = {
    "red": "#d8323c", "orange": "#f39325", "yellow": "#f7d832", "green": "#46a64f",
    "blue": "#3b86d6", "pink": "#ee92c6", "black": "#3a3a3a", "white": "#ffffff",
    "gray": "#b4b8bd",
}  # fmt: skip
_ROUTE_EDGES: Final = {
    "red": "#8f1a22", "orange": "#a35c0c", "yellow": "#98800a", "green": "#25682c",
    "blue": "#1d5391", "pink": "#a64e80", "black": "#000000", "white": "#80868c",
    "gray": "#80868c",
}  # fmt: skip
_INK: Final = "#1d2126"
_FAINT: Final = "#5c646d"
_GLOW: Final = "#00b8f0"

# Lengths are in units of the drawing, which is 900 wide whatever the width of the picture.
_WIDTH: Final = 900.0
_MARGIN_X, _MARGIN_Y = 62.0, 34.0
_HEAD: Final = 40.0
_MIN_BOARD, _MAX_BOARD = 200.0, 1100.0
_RADIUS: Final = 330.0  # of the circle of cities where a map says not where they are
_LANE: Final = 12.0  # between the centre lines of twins
_BAR: Final = 7.0
_OWNED_BAR: Final = 8.5
_EDGE: Final = 2.2  # both outlines of a bar together
_OWNED_EDGE: Final = 3.6
_CITY: Final = 5.5
_CLEAR: Final = 9.0  # between the centre of a city and the end of a route
_TANGLE: Final = 120_000  # pairs of points of routes that may meet; a common map has far fewer
_MAX_CLEAR: Final = 24.0
_LABEL: Final = 12.0
_MAX_NAME: Final = 30


class _Point(NamedTuple):
    x: float
    y: float


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        if (
            self.left >= other.right
            or self.right <= other.left
            or self.top >= other.bottom
            or self.bottom <= other.top
        ):
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide * (min(self.bottom, other.bottom) - max(self.top, other.top))

    def holds(self, point: _Point, pad: float) -> bool:
        return (
            self.left - pad < point.x < self.right + pad
            and self.top - pad < point.y < self.bottom + pad
        )


class _Label(NamedTuple):
    x: float
    y: float  # of the base line
    anchor: str
    box: _Box


_Pair = tuple[int, int]  # two cities
_Bundles = dict[_Pair, list[int]]  # the routes between two cities


class _Layout(NamedTuple):
    """Where everything on the board is; it depends on the map alone."""

    height: float
    cities: tuple[_Point, ...]
    lanes: tuple[tuple[_Point, ...], ...]  # for each route its centre line, clear of the cities
    labels: tuple[_Label, ...]


class _HasMap(Protocol):
    @property
    def map(self) -> Map: ...


class _State(Protocol):
    @property
    def game(self) -> _HasMap: ...

    def to_dict(self) -> dict[str, Any]: ...


def map_svg(
    map: Map,
    *,
    owners: Mapping[int, int] | None = None,
    highlight: Collection[int] = (),
    title: str | None = None,
    width: int = 900,
) -> str:
    """The board as an SVG document, `width` pixels wide and as high as the map asks for.

    `owners` gives the seat (0..4) of each claimed route by route number; such a route is a thick
    bar in the colour of the seat, with a dark outline and the number of the seat on it, and a
    legend lists the seats. The routes in `highlight` get a glow. `title` is the title of the map
    if left out; "" draws none. A map that lacks coordinates is drawn as a circle of cities.

    Raises `ValueError` for a route or seat that there is not, and for a width below 1.
    """
    seats = _checked_owners(map, owners or {})
    marked = sorted({_number(route, len(map.routes), "route") for route in highlight})
    heading = map.title if title is None else title
    top = _HEAD if heading else 0.0
    layout = _layout(map)
    body = [*_head(heading, ""), *_moved(_board(map, layout, seats, marked, {}), top)]
    height = top + layout.height
    if seats:
        body += _legend(seats, height + 4)
        height += 34
    return _document(heading or map.title, width, height, body)


def state_svg(state: _State) -> str:
    """A state as an SVG document 900 pixels wide: the board and what everyone at the table sees.

    Below the board are the face-up row, the sizes of the piles, and for each seat its route
    points, trains, and how many cards and tickets it holds. Which ones these are is not shown:
    states that differ in hidden cards alone give the same picture.
    """
    map, facts = state.game.map, state.to_dict()
    players: Sequence[Mapping[str, Any]] = facts["players"]
    seats = {route: seat for seat, player in enumerate(players) for route in player["routes"]}
    stations = {
        city if isinstance(city, int) else map.city_index(city): seat
        for seat, player in enumerate(players)
        for city in player.get("station_cities", ())
    }
    tunnel = facts.get("pending_tunnel")
    marked = [tunnel["route"]] if tunnel else []

    layout = _layout(map)
    board = _board(map, layout, _checked_owners(map, seats), marked, stations)
    body = [*_head(map.title, _status(facts)), *_moved(board, _HEAD)]
    top = _HEAD + layout.height
    body += _table(facts, top)
    body += _seat_boxes(facts, top + 62)
    return _document(f"{map.title}: {_status(facts)}", int(_WIDTH), top + 62 + 88, body)


# --- Arguments -----------------------------------------------------------------------------------


def _number(value: int, count: int, what: str) -> int:
    number = operator.index(value)
    if isinstance(value, bool) or not 0 <= number < count:
        raise ValueError(f"{what} must be in 0..{count - 1}, not {value!r}")
    return number


def _checked_owners(map: Map, owners: Mapping[int, int]) -> dict[int, int]:
    return {
        _number(route, len(map.routes), "route"): _number(seat, len(SEAT_COLORS), "seat")
        for route, seat in owners.items()
    }


# --- Writing SVG ---------------------------------------------------------------------------------

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _escape(text: str) -> str:
    """Text for XML, inside an element or an attribute; what XML cannot hold becomes U+FFFD."""
    return html.escape(_NOT_XML.sub("\ufffd", text))


def _f(value: float) -> str:
    """A length, with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _document(label: str, width: int, height: float, body: Iterable[str]) -> str:
    pixels = operator.index(width)
    if pixels < 1:
        raise ValueError(f"width must be at least 1, not {width!r}")
    name = _escape(label)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}"'
        f' height="{math.ceil(height * pixels / _WIDTH)}" viewBox="0 0 {_f(_WIDTH)} {_f(height)}"'
        f' role="img" aria-label="{name}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{name}</title>",
        f'<rect width="{_f(_WIDTH)}" height="{_f(height)}" fill="#ffffff"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _moved(body: Iterable[str], down: float) -> Iterator[str]:
    yield f'<g transform="translate(0 {_f(down)})">'
    yield from body
    yield "</g>"


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 13,
    anchor: str = "start",
    fill: str = _INK,
    weight: str = "",
    extra: str = "",
) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{_f(x)}" y="{_f(y)}" font-size="{_f(size)}" text-anchor="{anchor}"'
        f' fill="{fill}"{bold}{extra}>{_escape(text)}</text>'
    )


def _text_width(text: str, size: float) -> float:
    """About how wide a sans-serif font sets the text."""
    ems = 0.0
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        if unicodedata.east_asian_width(char) in "WF":
            ems += 1.05
        elif char in "iljtfrI.,:;'|! ()-":
            ems += 0.32
        elif char in "mwMW%@" or ord(char) > 0x2E80:
            ems += 0.88
        else:
            ems += 0.7 if char.isupper() else 0.56
    return ems * size


def _shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "\u2026"


# --- The board -----------------------------------------------------------------------------------


def _board(
    map: Map,
    layout: _Layout,
    owners: Mapping[int, int],
    marked: Sequence[int],
    stations: Mapping[int, int],
) -> Iterator[str]:
    for number in marked:
        glow = _polyline(layout.lanes[number])
        yield (
            f'<path class="highlight" d="{glow}" fill="none" stroke="{_GLOW}"'
            ' stroke-width="17" stroke-linecap="round" stroke-linejoin="round" opacity="0.55"/>'
        )
    # Owned routes come last, so that they lie on top where routes cross.
    for number in sorted(range(len(map.routes)), key=lambda n: (n in owners, n)):
        yield from _route(number, map.routes[number], layout.lanes[number], owners, bool(owners))
    for index, (city, at) in enumerate(zip(map.cities, layout.cities, strict=True)):
        yield from _city(city.name, at, stations.get(index))
    for city, label in zip(map.cities, layout.labels, strict=True):
        yield from _city_label(city.name, label)


def _route(
    number: int, route: Route, lane: Sequence[_Point], owners: Mapping[int, int], pale: bool
) -> Iterator[str]:
    """One route: a bar for each space, drawn as a wide line below a slightly narrower one."""
    seat = owners.get(number)
    what = f"{route.a} \u2013 {route.b}: {route.color}, length {route.length}, route {number}"
    if seat is None:
        name, bar, edge = "route", _BAR, _EDGE
        colors = _ROUTE_EDGES[route.color], _ROUTE_FILLS[route.color]
        opacity = ' opacity="0.65"' if pale else ""
    else:
        name, bar, edge = f"route owned seat-{seat}", _OWNED_BAR, _OWNED_EDGE
        colors = "#000000", SEAT_COLORS[seat]
        opacity = ""
        what += f", seat {seat}"
    yield (
        f'<g class="{name}" data-route="{number}" fill="none" stroke-linecap="round"{opacity}>'
        f"<title>{_escape(what)}</title>"
    )
    spaces = _spaces(lane, route.length, bar + edge)
    for color, wide in zip(colors, (bar + edge, bar), strict=True):
        yield f'<path d="{spaces}" stroke="{color}" stroke-width="{_f(wide)}"/>'
    if seat is not None:
        at = _Path(lane).at((route.length // 2 + 0.5) / route.length)
        yield f'<circle cx="{_f(at.x)}" cy="{_f(at.y)}" r="5.2" fill="#ffffff" stroke="#000000"/>'
        yield _text(at.x, at.y + 3, str(seat), size=8.5, anchor="middle", weight="bold")
    yield "</g>"


def _city(name: str, at: _Point, station: int | None) -> Iterator[str]:
    if station is not None:
        yield (
            f'<rect class="station seat-{station}" x="{_f(at.x - 9)}" y="{_f(at.y - 9)}"'
            f' width="18" height="18" rx="2" fill="{SEAT_COLORS[station]}"'
            ' stroke="#000000" stroke-width="2"/>'
        )
    yield (
        f'<circle class="city" cx="{_f(at.x)}" cy="{_f(at.y)}" r="{_f(_CITY)}" fill="#ffffff"'
        f' stroke="{_INK}" stroke-width="2.2"><title>{_escape(name)}</title></circle>'
    )


def _city_label(name: str, label: _Label) -> Iterator[str]:
    text = _shorten(name, _MAX_NAME)
    # `paint-order` would do with one text, but not every converter knows it.
    halo = ' aria-hidden="true" stroke="#ffffff" stroke-width="3.6" stroke-linejoin="round"'
    for extra, fill in ((f' class="halo"{halo}', "#ffffff"), (' class="label"', _INK)):
        yield _text(label.x, label.y, text, size=_LABEL, anchor=label.anchor, fill=fill,
                    weight="bold", extra=extra)  # fmt: skip


def _head(title: str, status: str) -> Iterator[str]:
    if title:
        yield _text(
            16,
            27,
            _shorten(title, 50 if status else 80),
            size=18,
            weight="bold",
            extra=' class="title"',
        )
    if status:
        yield _text(_WIDTH - 16, 27, status, size=14, anchor="end", fill=_FAINT,
                    extra=' class="status"')  # fmt: skip


def _legend(owners: Mapping[int, int], top: float) -> Iterator[str]:
    yield '<g class="legend">'
    x = 16.0
    for seat in sorted(set(owners.values())):
        count = sum(owner == seat for owner in owners.values())
        text = f"seat {seat}: {count} route{'' if count == 1 else 's'}"
        yield f'<g class="seat seat-{seat}">'
        yield from _badge(x + 10, top + 9, seat)
        yield _text(x + 26, top + 13.5, text)
        yield "</g>"
        x += 26 + _text_width(text, 13) + 28
    yield "</g>"


def _badge(x: float, y: float, seat: int) -> Iterator[str]:
    """The mark of a seat: its colour in a dark outline, and its number as on its routes."""
    yield (
        f'<circle cx="{_f(x)}" cy="{_f(y)}" r="9.5" fill="{SEAT_COLORS[seat]}"'
        ' stroke="#000000" stroke-width="1.8"/>'
        f'<circle cx="{_f(x)}" cy="{_f(y)}" r="6.2" fill="#ffffff"/>'
    )
    yield _text(x, y + 3.3, str(seat), size=9.5, anchor="middle", weight="bold")


# --- The table: piles and seats ------------------------------------------------------------------


def _status(facts: Mapping[str, Any]) -> str:
    turn = f"turn {facts['turn']}"
    if facts["phase"] == "terminal":
        return f"{turn}, game over"
    words = [turn, f"seat {facts['current_player']} to {str(facts['phase']).replace('_', ' ')}"]
    left = facts.get("final_turns_left")
    if left is not None:
        words.append(_count(left, "turn") + " left")
    return ", ".join(words)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(facts: Mapping[str, Any], top: float) -> Iterator[str]:
    yield f'<path d="M16 {_f(top + 4)}H{_f(_WIDTH - 16)}" stroke="#d5d9de" stroke-width="1"/>'
    yield '<g class="face-up">'
    x = 16.0
    yield _text(x, top + 34, "face-up", fill=_FAINT)
    x += 58
    for color in facts["face_up"]:
        yield from _card(x, top + 14, color)
        x += 76
    yield "</g>"
    piles = (
        ("deck", sum(facts["deck"].values())),
        ("discard", sum(facts["discard"].values())),
        ("ticket deck", len(facts["ticket_deck"])),
    )
    x = _WIDTH - 16
    yield '<g class="piles">'
    for name, count in reversed(piles):
        yield _text(x, top + 34, str(count), size=15, anchor="end", weight="bold")
        x -= _text_width(str(count), 15) + 8
        yield _text(x, top + 34, name, anchor="end", fill=_FAINT)
        x -= _text_width(name, 13) + 24
    yield "</g>"


def _card(x: float, y: float, color: str) -> Iterator[str]:
    wide, high = 70.0, 30.0
    yield f'<g class="card" data-color="{_escape(color)}">'
    frame = f'x="{_f(x)}" y="{_f(y)}" width="{_f(wide)}" height="{_f(high)}" rx="5"'
    if color == "locomotive":
        yield f'<rect {frame} fill="#ffffff"/>'
        for index, card in enumerate(itertools.islice(_ROUTE_FILLS, 8)):
            left = x + 5 + index * (wide - 10) / 8
            yield (
                f'<rect x="{_f(left)}" y="{_f(y + high - 9)}" width="{_f((wide - 10) / 8)}"'
                f' height="5" fill="{_ROUTE_FILLS[card]}"/>'
            )
        yield f'<rect {frame} fill="none" stroke="{_INK}" stroke-width="1.4"/>'
        yield _text(x + wide / 2, y + 15, color, size=11.5, anchor="middle", weight="bold")
    else:
        fill = _ROUTE_FILLS.get(color, _ROUTE_FILLS["gray"])
        edge = _ROUTE_EDGES.get(color, _ROUTE_EDGES["gray"])
        ink = "#ffffff" if color in ("black", "blue", "red") else _INK
        yield f'<rect {frame} fill="{fill}" stroke="{edge}" stroke-width="1.4"/>'
        yield _text(x + wide / 2, y + 19.5, color, anchor="middle", fill=ink, weight="bold")
    yield "</g>"


def _seat_boxes(facts: Mapping[str, Any], top: float) -> Iterator[str]:
    players: Sequence[Mapping[str, Any]] = facts["players"]
    gap = 8.0
    wide = min(230.0, (_WIDTH - 32 - gap * (len(players) - 1)) / len(players))
    yield '<g class="legend">'
    for seat, player in enumerate(players):
        x = 16 + seat * (wide + gap)
        active = facts["phase"] != "terminal" and facts["current_player"] == seat
        stroke, thick = (_INK, 2.4) if active else ("#c4c9cf", 1.2)
        fill = "#f2f5f8" if active else "#ffffff"
        yield f'<g class="seat seat-{seat}{" active" if active else ""}">'
        yield (
            f'<rect x="{_f(x)}" y="{_f(top)}" width="{_f(wide)}" height="76" rx="6"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="{_f(thick)}"/>'
        )
        yield from _badge(x + 19, top + 18, seat)
        yield _text(x + 36, top + 22.5, f"seat {seat}", size=14, weight="bold")
        note = "resigned" if player.get("resigned") else "to move" if active else ""
        if note:
            yield _text(x + wide - 10, top + 22.5, note, size=12, anchor="end", fill=_FAINT)
        for line, words in enumerate(_seat_lines(player)):
            yield _text(x + 10, top + 46 + 19 * line, words, size=12.5)
        yield "</g>"
    yield "</g>"


def _seat_lines(player: Mapping[str, Any]) -> tuple[str, str]:
    offered = len(player.get("offered_tickets", ()))
    stations = player.get("stations_left", 0)
    board = [_count(player["route_points"], "point"), _count(player["trains"], "train")]
    if stations:
        board.append(_count(stations, "station"))
    hand = [
        _count(sum(player["hand"].values()), "card"),
        _count(len(player["tickets"]), "ticket") + (f" + {offered}" if offered else ""),
    ]
    return ", ".join(board), ", ".join(hand)


# --- Geometry of lines ---------------------------------------------------------------------------


class _Path:
    """A polyline that can be asked for the point at a fraction of its length."""

    def __init__(self, points: Sequence[_Point]) -> None:
        self.points = points
        steps = (math.dist(p, q) for p, q in itertools.pairwise(points))
        self.marks = list(itertools.accumulate(steps, initial=0.0))
        self.length = self.marks[-1]

    def at(self, fraction: float) -> _Point:
        goal = fraction * self.length
        for index, (start, end) in enumerate(itertools.pairwise(self.marks)):
            if end >= goal and end > start:
                (ax, ay), (bx, by) = self.points[index], self.points[index + 1]
                t = (goal - start) / (end - start)
                return _Point(ax + (bx - ax) * t, ay + (by - ay) * t)
        return self.points[-1]


def _trim(lane: Sequence[_Point], first: float, last: float) -> tuple[_Point, ...]:
    """The line without so much of its two ends, sampled anew."""
    path = _Path(lane)
    start, end = first / (path.length or 1.0), 1 - last / (path.length or 1.0)
    return tuple(path.at(start + (end - start) * i / 24) for i in range(25))


def _between(a: _Point, b: _Point) -> _Point:
    return _Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def _spaces(line: Sequence[_Point], count: int, wide: float) -> str:
    """One stroke with round ends for each space of a route, as path data."""
    path = _Path(line)
    cell = path.length / count
    inset = min((wide + 1.2) / 2, 0.45 * cell) / path.length if path.length else 0.0
    parts: list[str] = []
    for space in range(count):
        start, end = space / count + inset, (space + 1) / count - inset
        points = [path.at(start + (end - start) * i / 4) for i in range(5)]
        bulge = math.dist(points[2], _between(points[0], points[4]))
        parts.append(_polyline(points if bulge > 0.3 else points[::4]))
    return "".join(parts)


def _polyline(points: Iterable[_Point]) -> str:
    return "M" + "L".join(f"{_f(x)} {_f(y)}" for x, y in points)


def _curve(a: _Point, b: _Point, bend: float, offset: float) -> tuple[_Point, ...]:
    """From a to b, bulging by `bend` of the distance, moved sideways by `offset`."""
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy) or 1.0
    cx, cy = (a.x + b.x) / 2 - dy * 2 * bend, (a.y + b.y) / 2 + dx * 2 * bend
    points: list[_Point] = []
    for step in range(25):
        t = step / 24
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        tx = (1 - t) * (cx - a.x) + t * (b.x - cx)
        ty = (1 - t) * (cy - a.y) + t * (b.y - cy)
        size = math.hypot(tx, ty) or length
        points.append(
            _Point(
                u * a.x + v * cx + w * b.x - ty / size * offset,
                u * a.y + v * cy + w * b.y + tx / size * offset,
            )
        )
    return tuple(points)


# --- Layout --------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=16)
def _layout(map: Map) -> _Layout:
    bundles = _bundles(map)
    flat = _project(map)
    if flat is None:
        cities, height = _circle(bundles, len(map.cities))
        bends = _inward_bends(bundles, cities, height)
    else:
        cities, height = _fit(flat)
        cities = _spread(map, cities, height)
        bends = _clear_bends(bundles, cities, height)
    lanes = _lanes(bundles, cities, bends)
    return _Layout(height, tuple(cities), lanes, _place_labels(map, cities, lanes, height))


def _fit(flat: Sequence[_Point]) -> tuple[list[_Point], float]:
    """The cities of a plane on the board, y down, and its height."""
    left, right = min(p.x for p in flat), max(p.x for p in flat)
    low, high = min(p.y for p in flat), max(p.y for p in flat)
    scale = min(
        (_WIDTH - 2 * _MARGIN_X) / (right - left) if right > left else math.inf,
        (_MAX_BOARD - 2 * _MARGIN_Y) / (high - low) if high > low else math.inf,
    )
    height = max(_MIN_BOARD, scale * (high - low) + 2 * _MARGIN_Y)
    placed = [
        _Point(
            _WIDTH / 2 + scale * (p.x - (left + right) / 2),
            height / 2 - scale * (p.y - (low + high) / 2),
        )
        for p in flat
    ]
    return placed, height


def _circle(bundles: _Bundles, count: int) -> tuple[list[_Point], float]:
    """So many cities on a circle, and the height of the board."""
    height = 2 * (_RADIUS + _MARGIN_Y)
    circle = [_Point(0, 0)] * count
    for place, city in enumerate(_round_table(bundles, count)):
        x, y = math.sin(place * math.tau / count), -math.cos(place * math.tau / count)
        circle[city] = _Point(_WIDTH / 2 + _RADIUS * x, height / 2 + _RADIUS * y)
    return circle, height


def _round_table(bundles: _Bundles, count: int) -> list[int]:
    """The cities in an order around a circle that keeps neighbours near one another."""
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for a, b in bundles:
        neighbours[a].add(b)
        neighbours[b].add(a)
    place = list(range(count))

    def stretch(city: int) -> int:
        steps = (abs(place[city] - place[other]) for other in neighbours[city])
        return sum(min(step, count - step) for step in steps)

    for _ in range(8):
        better = False
        for a, b in itertools.combinations(range(count), 2):
            before = stretch(a) + stretch(b)
            place[a], place[b] = place[b], place[a]
            if stretch(a) + stretch(b) < before:
                better = True
            else:
                place[a], place[b] = place[b], place[a]
        if not better:
            break
    return sorted(range(count), key=place.__getitem__)


def _bundles(map: Map) -> _Bundles:
    """The routes by the cities they join, lower index first: twins lie side by side."""
    bundles: _Bundles = {}
    for number, route in enumerate(map.routes):
        a, b = sorted((map.city_index(route.a), map.city_index(route.b)))
        bundles.setdefault((a, b), []).append(number)
    return bundles


def _project(map: Map) -> list[_Point] | None:
    """The cities on a plane, y up; None if the map does not say where they are."""
    places = [(c.lon, c.lat) for c in map.cities if c.lon is not None and c.lat is not None]
    if len(places) < len(map.cities):
        return None
    lons, lats = [lon for lon, _ in places], [lat for _, lat in places]
    shrink = 1.0
    if all(abs(lat) <= 90 and abs(lon) <= 360 for lon, lat in places):
        shrink = max(0.2, math.cos(math.radians((min(lats) + max(lats)) / 2)))
        # Cut the globe where the gap between two meridians with cities is widest.
        turn = sorted(lon % 360 for lon in lons)
        gaps = zip(turn, [*turn[1:], turn[0] + 360], strict=True)
        east = max(gaps, key=lambda gap: gap[1] - gap[0])[1] % 360
        lons = [(lon - east + 1e-9) % 360 for lon in lons]
    spans = max(lons) - min(lons), max(lats) - min(lats)
    if not 1e-6 < max(spans) < 1e100:
        return None
    lons, lats = _closed_up(lons), _closed_up(lats)
    return [_Point(lon * shrink, lat) for lon, lat in zip(lons, lats, strict=True)]


def _closed_up(values: Sequence[float]) -> list[float]:
    """The values with the widest gap narrowed if it takes most of the space.

    On some maps one city lies an ocean away, and would leave the rest no room.
    """
    order = sorted(values)
    gaps = [(high - low, low) for low, high in itertools.pairwise(order)]
    gap, below = max(gaps, default=(0.0, 0.0))
    excess = gap - 0.4 * (order[-1] - order[0] - gap)
    if excess <= 0 or excess >= 0.999 * gap:
        return list(values)
    return [value - excess if value > below else value for value in values]


def _spread(map: Map, cities: list[_Point], height: float) -> list[_Point]:
    """The cities pushed apart where they lie too near for their dots and for their routes."""
    needed = {
        pair: 24 + 8 * len(numbers) + 16.0 * max(map.routes[n].length for n in numbers)
        for pair, numbers in _bundles(map).items()
    }
    points = [list(city) for city in cities]
    for _ in range(80):
        moved = False
        for i, j in itertools.combinations(range(len(points)), 2):
            p, q = points[i], points[j]
            dx, dy = q[0] - p[0], q[1] - p[1]
            apart = math.hypot(dx, dy)
            lack = needed.get((i, j), 36.0) - apart
            if lack <= 0.5:
                continue
            moved = True
            if apart < 1e-6:
                dx, dy, apart = math.cos(i + 2.0 * j), math.sin(i + 2.0 * j), 1.0
            push = 0.3 * lack / apart
            for point, sign in ((p, -1), (q, 1)):
                point[0] = min(max(point[0] + sign * push * dx, 54.0), _WIDTH - 54)
                point[1] = min(max(point[1] + sign * push * dy, 30.0), height - 30)
        if not moved:
            break
    return [_Point(x, y) for x, y in points]


_BENDS: Final = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.32, -0.32)


def _inward_bends(bundles: _Bundles, cities: Sequence[_Point], height: float) -> dict[_Pair, float]:
    """Routes on a circle of cities bend to its middle, so that they pass the cities between."""
    bends: dict[_Pair, float] = {}
    for pair in bundles:
        a, b = cities[pair[0]], cities[pair[1]]
        x, y = _between(a, b)
        inward = (_WIDTH / 2 - x) * (a.y - b.y) + (height / 2 - y) * (b.x - a.x)
        depth = 0.25 * (1 - math.dist(a, b) / (2 * _RADIUS + 1))
        beside = math.dist(a, b) < 1.01 * _RADIUS * 2 * math.sin(math.pi / len(cities))
        bends[pair] = 0.0 if beside else math.copysign(depth, inward)
    return bends


def _clear_bends(bundles: _Bundles, cities: Sequence[_Point], height: float) -> dict[_Pair, float]:
    """How much each bundle bends, as a part of its length, around what is in its way."""
    ends = list(bundles)
    half = {pair: len(numbers) * _LANE / 2 for pair, numbers in bundles.items()}

    @functools.cache
    def sampled(pair: _Pair, bend: float) -> tuple[list[_Point], _Box]:
        path = _Path(_curve(cities[pair[0]], cities[pair[1]], bend, 0.0))
        count = min(max(2, int(path.length / 9)), 40)
        points = [path.at(i / count) for i in range(count + 1)]
        xs, ys = [p.x for p in points], [p.y for p in points]
        return points, _Box(min(xs) - 12, min(ys) - 12, max(xs) + 12, max(ys) + 12)

    @functools.cache
    def alone(pair: _Pair, bend: float) -> float:
        """The cost of a bend, and of other cities near the line."""
        points, box = sampled(pair, bend)
        page = _Box(14, 14, _WIDTH - 14, height - 14)
        cost = 40 * abs(bend) + 2.0 * sum(not page.holds(point, 0) for point in points)
        near = half[pair] + _CITY + 7
        for index, city in enumerate(cities):
            if index not in pair and box.holds(city, near):
                gap = min(math.dist(point, city) for point in points)
                cost += 40 * max(0.0, near - gap) / near
        return cost

    @functools.cache
    def between(one: _Pair, bend: float, two: _Pair, other: float) -> float:
        """The cost of two lines that run close to each other for a while, or cross."""
        (points, box), (others, other_box) = sampled(one, bend), sampled(two, other)
        if not box.overlap(other_box):
            return 0.0
        shared = [cities[city] for city in set(one) & set(two)]
        near = half[one] + half[two] + 3
        free = [q for q in others if all(math.dist(q, city) > 20 for city in shared)]
        cost = 0.0
        for point in points:
            if all(math.dist(point, city) > 20 for city in shared):
                gap = min((math.dist(point, q) for q in free), default=near)
                cost += 3.0 * max(0.0, near - gap) / near
        return cost

    bends = dict.fromkeys(ends, 0.0)
    straight = [sampled(pair, 0.0) for pair in ends]
    tangle = sum(
        len(points) * len(others)
        for (points, box), (others, other_box) in itertools.combinations(straight, 2)
        if box.overlap(other_box)
    )
    rivals = ends if tangle <= _TANGLE else []  # else there is no hope to keep them apart
    for _ in range(3):
        for pair in sorted(ends, key=lambda e: -math.dist(cities[e[0]], cities[e[1]])):
            best = math.inf
            for bend in _BENDS:
                cost = alone(pair, bend)
                for other in rivals:
                    if cost < best and other != pair:
                        cost += between(pair, bend, other, bends[other])
                if cost < best:
                    best, bends[pair] = cost, bend
                if bend == 0.0 and cost == 0.0:
                    break
    return bends


def _lanes(
    bundles: _Bundles, cities: Sequence[_Point], bends: Mapping[_Pair, float]
) -> tuple[tuple[_Point, ...], ...]:
    """The centre line of each route."""
    clear = _clearances(bundles, cities, bends)
    lanes: dict[int, tuple[_Point, ...]] = {}
    for pair, numbers in bundles.items():
        for place, number in enumerate(numbers):
            offset = (place - (len(numbers) - 1) / 2) * _LANE
            lane = _curve(cities[pair[0]], cities[pair[1]], bends[pair], offset)
            lanes[number] = _trim(lane, *clear[pair])
    return tuple(lanes[number] for number in sorted(lanes))


def _clearances(
    bundles: _Bundles, cities: Sequence[_Point], bends: Mapping[_Pair, float]
) -> dict[_Pair, tuple[float, float]]:
    """How far from its two cities a bundle starts, so that it keeps off its neighbours there."""
    leaving: list[list[tuple[float, float]]] = [[] for _ in cities]  # angle and half width

    def angle(pair: _Pair, end: int) -> float:
        a, b = cities[pair[0]], cities[pair[1]]
        curve = _curve(a, b, bends[pair], 0.0)
        start, ahead = (curve[0], curve[4]) if end == 0 else (curve[-1], curve[-5])
        return math.atan2(ahead.y - start.y, ahead.x - start.x)

    half = {pair: len(numbers) * _LANE / 2 for pair, numbers in bundles.items()}
    for pair in bundles:
        for end in (0, 1):
            leaving[pair[end]].append((angle(pair, end), half[pair]))

    def need(pair: _Pair, end: int) -> float:
        mine = angle(pair, end)
        found = _CLEAR
        for other, width in leaving[pair[end]]:
            apart = abs(math.remainder(mine - other, math.tau))
            if apart > 1e-9:
                found = max(found, (half[pair] + width) / (2 * math.sin(apart / 2)))
        length = math.dist(cities[pair[0]], cities[pair[1]])
        return min(found, _MAX_CLEAR, max(_CLEAR, 0.26 * length), 0.3 * length)

    return {pair: (need(pair, 0), need(pair, 1)) for pair in bundles}


def _place_labels(
    map: Map, cities: Sequence[_Point], lanes: Sequence[Sequence[_Point]], height: float
) -> tuple[_Label, ...]:
    """A place for each name, among those around its city, that covers as little as possible."""
    ink: list[tuple[_Point, float]] = []  # points of routes, and what it costs to cover one
    for lane in lanes:
        path = _Path(lane)
        count = max(2, int(path.length / 5))
        ink += [(path.at(i / count), 0.6 + 8 / count) for i in range(count + 1)]
    page = _Box(4, 4, _WIDTH - 4, height - 4)
    options: list[list[tuple[float, _Label]]] = []
    for index, (city, at) in enumerate(zip(map.cities, cities, strict=True)):
        wide = _text_width(_shorten(city.name, _MAX_NAME), _LABEL) * 1.06
        reach = _Box(at.x - wide - 30, at.y - 44, at.x + wide + 30, at.y + 44)
        near = [(point, weight) for point, weight in ink if reach.holds(point, 0)]
        dots = [c for i, c in enumerate(cities) if i != index and reach.holds(c, 0)]
        found: list[tuple[float, _Label]] = []
        for unloved, label in _label_places(at, wide):
            box = label.box
            area = (box.right - box.left) * (box.bottom - box.top)
            cost = unloved + 60.0 * (area - box.overlap(page)) / area
            cost += sum(weight for point, weight in near if box.holds(point, 4.0))
            for dot in dots:  # on it, or so near that the name seems to be that city's
                cost += 20.0 if box.holds(dot, _CITY) else 5.0 if box.holds(dot, 15.0) else 0.0
            found.append((cost, label))
        options.append(found)
    chosen = [min(found, key=lambda option: option[0])[1] for found in options]
    for _ in range(4):
        for index, found in enumerate(options):
            places = [label.box for _, label in found]
            frame = _Box(
                min(box.left for box in places), min(box.top for box in places),
                max(box.right for box in places), max(box.bottom for box in places),
            )  # fmt: skip
            others = [
                label.box
                for i, label in enumerate(chosen)
                if i != index and label.box.overlap(frame)
            ]

            def total(option: tuple[float, _Label], others: list[_Box] = others) -> float:
                hidden = sum(option[1].box.overlap(box) for box in others)
                return option[0] + (10 + hidden / 4 if hidden else 0)

            chosen[index] = min(found, key=total)[1]
    return tuple(chosen)


def _label_places(at: _Point, wide: float) -> Iterator[tuple[float, _Label]]:
    """Places for a label all around a city, each with how little it is loved."""
    high = 13.0
    for far, step in itertools.product((0.0, 6.0), range(16)):
        x, y = math.cos(step * math.tau / 16), math.sin(step * math.tau / 16)
        # The label touches a circle around the city, from the side or from above or below.
        middle = at.x + x * (_CITY + 4 + far) + wide / 2 * max(-1.0, min(1.0, 1.5 * x))
        center = at.y + y * (_CITY + 3 + far) + high / 2 * max(-1.0, min(1.0, 1.5 * y))
        left, top = middle - wide / 2, center - high / 2
        anchor = "middle" if abs(x) < 0.6 else "start" if x > 0 else "end"
        start = {"start": left, "middle": middle, "end": left + wide}[anchor]
        cost = far / 4 + (0.0, 0.5, 0.3, 0.5)[step % 4]
        yield cost, _Label(start, top + 10, anchor, _Box(left, top, left + wide, top + high))
