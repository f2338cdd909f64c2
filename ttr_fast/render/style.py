"""Colours, and the lengths that more than one part of the drawing knows."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CITY", "FAINT", "HEAD", "INK", "LABEL", "LANE", "MAX_NAME", "RADIUS", "ROUTE_EDGES",
    "ROUTE_FILLS", "SEAT_COLORS", "WIDTH",
]  # fmt: skip

SEAT_COLORS: Final = ("#332288", "#d55e00", "#56b4e9", "#7a1f4f", "#f0e442")
"""The colours of the seats. They stay apart with every common form of colour blindness."""

ROUTE_FILLS: Final = {
    "red": "#d8323c", "orange": "#f39325", "yellow": "#f7d832", "green": "#46a64f",
    "blue": "#3b86d6", "pink": "#ee92c6", "black": "#3a3a3a", "white": "#ffffff",
    "gray": "#b4b8bd",
}  # fmt: skip
ROUTE_EDGES: Final = {
    "red": "#8f1a22", "orange": "#a35c0c", "yellow": "#98800a", "green": "#25682c",
    "blue": "#1d5391", "pink": "#a64e80", "black": "#000000", "white": "#80868c",
    "gray": "#80868c",
}  # fmt: skip
INK: Final = "#1d2126"
FAINT: Final = "#5c646d"

# Lengths are in units of the drawing, which is 900 wide whatever the width of the picture.
WIDTH: Final = 900.0
HEAD: Final = 40.0  # the height of the heading
RADIUS: Final = 330.0  # of the circle of cities where a map says not where they are
LANE: Final = 12.0  # between the centre lines of twins
CITY: Final = 5.5
LABEL: Final = 12.0
MAX_NAME: Final = 30
