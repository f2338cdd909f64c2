"""Draws the seats: the owners of routes, and what each player has before them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ttr_fast._words import plural
from ttr_fast.render.geometry import Point
from ttr_fast.render.signs import seat_badge
from ttr_fast.render.style import FAINT, INK, WIDTH
from ttr_fast.render.svg import num, text_at, text_width

__all__ = ["draw_owners", "draw_seats"]


def draw_owners(owners: Mapping[int, int], top: float) -> Iterator[str]:
    yield '<g class="legend">'
    x = 16.0
    for seat in sorted(set(owners.values())):
        count = sum(owner == seat for owner in owners.values())
        text = f"seat {seat}: {plural(count, 'route')}"
        yield f'<g class="seat seat-{seat}">'
        yield from seat_badge(Point(x + 10, top + 9), seat)
        yield text_at(x + 26, top + 13.5, text)
        yield "</g>"
        x += 26 + text_width(text, 13) + 28
    yield "</g>"


def draw_seats(
    facts: Mapping[str, Any], points: Sequence[int], winners: Collection[int], top: float
) -> Iterator[str]:
    """A box for each seat, with its points; there are winners once the game is over."""
    players: Sequence[Mapping[str, Any]] = facts["players"]
    gap = 8.0
    wide = min(230.0, (WIDTH - 32 - gap * (len(players) - 1)) / len(players))
    yield '<g class="legend">'
    for seat, player in enumerate(players):
        x = 16 + seat * (wide + gap)
        active = facts["phase"] != "terminal" and facts["current_player"] == seat
        stroke, thick = (INK, 2.4) if active else ("#c4c9cf", 1.2)
        fill = "#f2f5f8" if active else "#ffffff"
        yield f'<g class="seat seat-{seat}{" active" if active else ""}">'
        yield (
            f'<rect x="{num(x)}" y="{num(top)}" width="{num(wide)}" height="76" rx="6"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="{num(thick)}"/>'
        )
        yield from seat_badge(Point(x + 19, top + 18), seat)
        yield text_at(x + 36, top + 22.5, f"seat {seat}", size=14, weight="bold")
        note = "to move" if active else "winner" if seat in winners else ""
        if player["resigned"]:
            note = "resigned"
        if note:
            yield text_at(x + wide - 10, top + 22.5, note, size=12, anchor="end", fill=FAINT)
        for line, words in enumerate(_seat_lines(player, points[seat])):
            yield text_at(x + 10, top + 46 + 19 * line, words, size=12.5)
        yield "</g>"
    yield "</g>"


def _seat_lines(player: Mapping[str, Any], points: int) -> tuple[str, str]:
    offered = len(player["offered_tickets"])
    stations = player["stations_left"]
    board = [plural(points, "point"), plural(player["trains"], "train")]
    if stations:
        board.append(plural(stations, "station"))
    hand = [
        plural(sum(player["hand"].values()), "card"),
        plural(len(player["tickets"]), "ticket") + (f" + {offered}" if offered else ""),
    ]
    return ", ".join(board), ", ".join(hand)
