"""Colours, and the lengths that more than one part of the drawing knows."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAR", "CITY", "FAINT", "GLOW", "HEAD", "INK", "LABEL", "LANE", "MAX_NAME", "MAX_PIXELS",
    "MIN_PIXELS", "OUTLINE", "PAPER", "RADIUS", "ROUTE_EDGES", "ROUTE_FILLS", "ROUTE_INKS",
    "ROUTE_LETTERS", "SEAT_COLORS", "SIGNED_LANE", "THREAD", "WATER", "WIDTH",
]  # fmt: skip

SEAT_COLORS: Final = ("#332288", "#d55e00", "#56b4e9", "#7a1f4f", "#f0e442")
"""The colours of the seats. They stay apart with every common form of colour blindness."""

ROUTE_FILLS: Final = {
    "red": "#d8323c", "orange": "#f39325", "yellow": "#f7d832", "green": "#46a64f",
    "blue": "#4490dd", "pink": "#ee92c6", "black": "#3a3a3a", "white": "#ffffff",
    "gray": "#b4b8bd",
}  # fmt: skip
ROUTE_EDGES: Final = {
    "red": "#8f1a22", "orange": "#a35c0c", "yellow": "#98800a", "green": "#25682c",
    "blue": "#1d5391", "pink": "#a64e80", "black": "#000000", "white": "#80868c",
    "gray": "#80868c",
}  # fmt: skip
# The colours tell routes apart at a glance, the letters in print and for the colour-blind.
# Gray has none: it is any colour. Black has the K of printers, since B is blue.
ROUTE_LETTERS: Final = {
    "red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "pink": "P", "black": "K",
    "white": "W", "gray": "",
}  # fmt: skip

PAPER: Final = "#f6f4ee"  # not white, so that white routes stand out
INK: Final = "#1d2126"
THREAD: Final = "#b3ad9f"
FAINT: Final = "#5c646d"
GLOW: Final = "#00b8f0"
WATER: Final = "#2f7fb5"
ROUTE_INKS: Final = {
    color: "#ffffff" if color in ("red", "black") else INK for color in ROUTE_FILLS
}

# How wide a picture may be, in pixels: below, nothing can be seen; above, viewers choke on it.
MIN_PIXELS: Final = 100
MAX_PIXELS: Final = 20_000

# Lengths are in units of the drawing, which is 1000 wide whatever the width of the picture.
WIDTH: Final = 1000.0
HEAD: Final = 40.0  # the height of the heading
RADIUS: Final = 370.0  # of the circle of cities where a map says not where they are
LANE: Final = 12.0  # between the centre lines of twins,
SIGNED_LANE: Final = 14.5  # and of twins that are tunnels or ferries
BAR: Final = 7.2  # how thick a route is,
OUTLINE: Final = 2.0  # and its outline, both sides together
CITY: Final = 5.5
LABEL: Final = 12.0
MAX_NAME: Final = 30
