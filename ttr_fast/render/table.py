"""Draws the table beside the board: whose turn it is, the face-up row and the piles."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ttr_fast.render.style import FAINT, INK, ROUTE_EDGES, ROUTE_FILLS, WIDTH
from ttr_fast.render.svg import escape, num, plural, text_at, text_width

__all__ = ["draw_table", "status"]


def status(facts: Mapping[str, Any]) -> str:
    turn = f"turn {facts['turn']}"
    if facts["phase"] == "terminal":
        return f"{turn}, game over"
    words = [turn, f"seat {facts['current_player']} to {str(facts['phase']).replace('_', ' ')}"]
    left = facts.get("final_turns_left")
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


def _card(x: float, y: float, color: str) -> Iterator[str]:
    wide, high = 70.0, 30.0
    yield f'<g class="card" data-color="{escape(color)}">'
    frame = f'x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" rx="5"'
    if color == "locomotive":
        yield f'<rect {frame} fill="#ffffff"/>'
        for index, card in enumerate(itertools.islice(ROUTE_FILLS, 8)):
            left = x + 5 + index * (wide - 10) / 8
            yield (
                f'<rect x="{num(left)}" y="{num(y + high - 9)}" width="{num((wide - 10) / 8)}"'
                f' height="5" fill="{ROUTE_FILLS[card]}"/>'
            )
        yield f'<rect {frame} fill="none" stroke="{INK}" stroke-width="1.4"/>'
        yield text_at(x + wide / 2, y + 15, color, size=11.5, anchor="middle", weight="bold")
    else:
        fill = ROUTE_FILLS.get(color, ROUTE_FILLS["gray"])
        edge = ROUTE_EDGES.get(color, ROUTE_EDGES["gray"])
        ink = "#ffffff" if color in ("black", "blue", "red") else INK
        yield f'<rect {frame} fill="{fill}" stroke="{edge}" stroke-width="1.4"/>'
        yield text_at(x + wide / 2, y + 19.5, color, anchor="middle", fill=ink, weight="bold")
    yield "</g>"
