"""The signs on the board: tunnels, ferries, locomotives, stations, seats.

The board and the legend draw them with the same functions. Each can be told by its shape alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ttr_fast.render.geometry import Path, Point
from ttr_fast.render.style import CITY, INK, SEAT_COLORS, WATER
from ttr_fast.render.svg import escape, num, text_at

__all__ = [
    "city_dot",
    "ferry_waves",
    "locomotive",
    "polyline",
    "seat_badge",
    "station",
    "tunnel_teeth",
]

_TEETH: Final = 3.6  # both sides together
_WAVE: Final = 5.5  # half the length of a wave
_SWING: Final = 2.8


def polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def tunnel_teeth(spaces: str, wide: float) -> str:
    """Teeth along the spaces of a route, so wide and given as path data; they go below."""
    return (
        f'<path class="tunnel" d="{spaces}" stroke="{INK}" stroke-width="{num(wide + _TEETH)}"'
        ' stroke-dasharray="1.7 2.6" stroke-linecap="butt"/>'
    )


def ferry_waves(lane: Sequence[Point], wide: float) -> str:
    """A wave along each side of a route that is so wide; they go below it."""
    path = Path(lane)
    count = max(2, round(path.length / _WAVE))

    def point(place: float, away: float) -> str:
        x, y = path.beside(place / count, away)
        return f"{num(x)} {num(y)}"

    data = ""
    for side in (-1, 1):
        away = side * (wide / 2 + 1.0)
        data += "M" + point(0, away)
        for step in range(count):
            crest = away + _SWING * (1 if step % 2 else -1)
            data += f"Q{point(step + 0.5, crest)} {point(step + 1, away)}"
    return f'<path class="ferry" d="{data}" stroke="{WATER}" stroke-width="1.4"/>'


def locomotive(at: Point) -> str:
    """A space that takes a locomotive: one from the side, on a light disc."""
    x, y = num(at.x), num(at.y)
    return (
        f'<g class="locomotive" transform="translate({x} {y})" stroke="none">'
        f'<circle r="6" fill="#ffffff" stroke="{INK}" stroke-width="0.9"/>'
        f'<path d="M-4.4 1V-1H-3.9V-3H-2.5V-1H.9V-3.4H4.2V1Z" fill="{INK}"/>'
        f'<circle cx="-2.6" cy="2.3" r="1.4" fill="{INK}"/>'
        f'<circle cx="2.3" cy="2.3" r="1.4" fill="{INK}"/></g>'
    )


def city_dot(at: Point, name: str) -> str:
    tip = f"<title>{escape(name)}</title>"
    return (
        f'<circle class="city" cx="{num(at.x)}" cy="{num(at.y)}" r="{num(CITY)}" fill="#ffffff"'
        f' stroke="{INK}" stroke-width="2.2">{tip}</circle>'
    )


def station(at: Point, seat: int) -> Iterator[str]:
    """A station, to lie on the dot of its city: a house in the colour of its seat."""
    x, y = at.x, at.y
    roof = f"M{num(x - 8)} {num(y + 7.5)}V{num(y - 5)}L{num(x)} {num(y - 10)}L{num(x + 8)} "
    yield f'<g class="station seat-{seat}">'
    yield (
        f'<path d="{roof}{num(y - 5)}V{num(y + 7.5)}Z" fill="{SEAT_COLORS[seat]}"'
        f' stroke="#000000" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="5.6" fill="#ffffff"/>'
    )
    yield text_at(x, y + 3.3, str(seat), size=9.5, anchor="middle", weight="bold")
    yield "</g>"


def seat_badge(at: Point, seat: int) -> Iterator[str]:
    """The mark of a seat: its colour in a dark outline, and its number as on its routes."""
    x, y = num(at.x), num(at.y)
    yield (
        f'<circle cx="{x}" cy="{y}" r="9.5" fill="{SEAT_COLORS[seat]}" stroke="#000000"'
        f' stroke-width="1.8"/><circle cx="{x}" cy="{y}" r="6.2" fill="#ffffff"/>'
    )
    yield text_at(at.x, at.y + 3.3, str(seat), size=9.5, anchor="middle", weight="bold")
