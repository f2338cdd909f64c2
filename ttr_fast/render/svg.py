"""Writing SVG: numbers, texts and the document around them."""

from __future__ import annotations

import html
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from ttr_fast._checks import whole
from ttr_fast.render.style import INK, MAX_PIXELS, MIN_PIXELS, PAPER, WIDTH

__all__ = ["document", "escape", "moved", "num", "shorten", "text_at", "text_width"]

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: str) -> str:
    """Text for XML, inside an element or an attribute; what XML cannot hold becomes U+FFFD."""
    return html.escape(_NOT_XML.sub("\ufffd", text))


def num(value: float) -> str:
    """A length, with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def document(label: str, width: int, height: float, body: Iterable[str]) -> str:
    pixels = whole("width", width, MIN_PIXELS, MAX_PIXELS)
    name = escape(label)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}"'
        f' height="{math.ceil(height * pixels / WIDTH)}" viewBox="0 0 {num(WIDTH)} {num(height)}"'
        f' role="img" direction="ltr" aria-label="{name}"'
        ' font-family="Helvetica, Arial, sans-serif">',
        f"<title>{name}</title>",
        f'<rect width="{num(WIDTH)}" height="{num(height)}" fill="{PAPER}"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def moved(body: Iterable[str], down: float, right: float = 0.0) -> Iterator[str]:
    yield f'<g transform="translate({num(right)} {num(down)})">'
    yield from body
    yield "</g>"


def text_at(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 13,
    anchor: str = "start",
    fill: str = INK,
    weight: str = "",
    extra: str = "",
) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}"'
        f' fill="{fill}"{bold}{extra}>{escape(text)}</text>'
    )


def text_width(text: str, size: float) -> float:
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


def shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "\u2026"
