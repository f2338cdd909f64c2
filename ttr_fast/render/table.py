"""Draws the table beside the board: whose turn it is, the face-up row and the piles."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ttr_fast._words import plural
from ttr_fast.render.geometry import Point
from ttr_fast.render.signs import locomotive
from ttr_fast.render.style import (
    FAINT,
    INK,
    ROUTE_EDGES,
    ROUTE_FILLS,
    ROUTE_INKS,
    ROUTE_LETTERS,
    WIDTH,
)
from ttr_fast.render.svg import escape, num, text_at, text_width

__all__ = ["draw_table", "status"]

_HIGH = 30.0  # of a card


def status(facts: Mapping[str, Any]) -> str:
    turn = f"turn {facts['turn']}"
    if facts["phase"] == "terminal":
        return f"{turn}, game over"
    words = [turn, f"seat {facts['current_player']} to {str(facts['phase']).replace('_', ' ')}"]
    tunnel = facts["pending_tunnel"]
    if tunnel:
        words.append(plural(tunnel["extra"], "card") + " more")
    left = facts["final_turns_left"]
    if left is not None:
        words.append(plural(left, "turn") + " left")
    return ", ".join(words)


def draw_table(facts: Mapping[str, Any], top: float) -> Iterator[str]:
    yield f'<path d="M16 {num(top + 4)}H{num(WIDTH - 16)}" stroke="#d5d9de" stroke-width="1"/>'
    yield '<g class="face-up">'
    x = 16.0
    yield text_at(x, top + 34, "face-up", fill=FAINT)
    x += 58
    for color in facts["face_up"]:
        yield from _card(x, top + 14, color)
        x += 76
    yield "</g>"
    tunnel = facts["pending_tunnel"]
    if tunnel and tunnel["turned"]:
        yield from _turned(tunnel["turned"], x + 20, top)
    yield from _piles(facts, top)


def _piles(facts: Mapping[str, Any], top: float) -> Iterator[str]:
    piles = (
        ("deck", sum(facts["deck"].values())),
        ("discard", sum(facts["discard"].values())),
        ("ticket deck", len(facts["ticket_deck"])),
    )
    x = WIDTH - 16
    yield '<g class="piles">'
    for name, count in reversed(piles):
        yield text_at(x, top + 34, str(count), size=15, anchor="end", weight="bold")
        x -= text_width(str(count), 15) + 8
        yield text_at(x, top + 34, name, anchor="end", fill=FAINT)
        x -= text_width(name, 13) + 24
    yield "</g>"


def _turned(cards: Sequence[str], x: float, top: float) -> Iterator[str]:
    """The cards turned up for a tunnel, small: a letter or a locomotive on each."""
    yield '<g class="turned">'
    yield text_at(x, top + 34, "tunnel", fill=FAINT)
    x += 48
    for color in cards:
        yield f'<g class="turned-card" data-color="{escape(color)}">'
        yield _frame(x, top + 14, 20, color)
        if color == "locomotive":
            yield locomotive(Point(x + 10, top + 29))
        else:
            yield text_at(x + 10, top + 33.5, ROUTE_LETTERS[color], anchor="middle", weight="bold",
                          fill=ROUTE_INKS[color])  # fmt: skip
        yield "</g>"
        x += 24
    yield "</g>"


def _card(x: float, y: float, color: str) -> Iterator[str]:
    wide = 70.0
    yield f'<g class="card" data-color="{escape(color)}">'
    yield _frame(x, y, wide, color)
    if color == "locomotive":
        step = (wide - 10) / 8
        for index, card in enumerate(itertools.islice(ROUTE_FILLS, 8)):
            yield (
                f'<rect x="{num(x + 5 + index * step)}" y="{num(y + _HIGH - 9)}"'
                f' width="{num(step)}" height="5" fill="{ROUTE_FILLS[card]}"/>'
            )
        yield text_at(x + wide / 2, y + 15, color, size=11.5, anchor="middle", weight="bold")
    else:
        ink = ROUTE_INKS[color]
        yield text_at(x + wide / 2, y + 19.5, color, anchor="middle", fill=ink, weight="bold")
    yield "</g>"


def _frame(x: float, y: float, wide: float, color: str) -> str:
    fill, edge = ROUTE_FILLS.get(color, "#ffffff"), ROUTE_EDGES.get(color, INK)
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(_HIGH)}" rx="5"'
        f' fill="{fill}" stroke="{edge}" stroke-width="1.4"/>'
    )
