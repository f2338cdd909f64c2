"""What a batch of playouts says: means, shares of wins, and how sure they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ttr_fast.intervals import Interval, mean_interval, wilson_interval

if TYPE_CHECKING:
    from ttr_fast.playouts import Playouts

__all__ = ["SeatSummary", "Summary", "facts", "summarize", "table"]

_CHUNK = 1 << 20  # rows at a time where a sum needs a wider copy of them


@dataclass(frozen=True, kw_only=True)
class SeatSummary:
    """What one seat got. Means are per game, in points, tickets and trains; None with no games."""

    seat: int
    policy: str
    mean_score: float | None
    """Mean final total."""
    score_interval: Interval | None
    """95 % t-interval of the mean score; None for fewer than 2 games."""
    win_share: float | None
    """Share of games won, 0..1; a win shared by k seats counts 1/k for each."""
    win_interval: Interval | None
    """95 % Wilson interval of the win share; errs on the wide side when there are shared wins."""
    outright_wins: int
    """Games won alone."""
    shared_wins: int
    """Games won together with another seat."""
    mean_route_points: float | None
    mean_ticket_points: float | None
    """Points of the completed tickets less those of the failed ones."""
    mean_bonus_points: float | None
    """Points for the longest trail."""
    mean_station_points: float | None
    """Points for stations not built; 0 in editions without them."""
    mean_completed: float | None
    """Tickets completed."""
    mean_failed: float | None
    """Tickets held but not completed."""
    mean_longest: float | None
    """Length of the seat's longest trail."""
    mean_stations_built: float | None
    """Stations built; 0 in editions without them."""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """Statistics of a batch of games.

    Where there is nothing to take a mean of, the value is None; none is ever NaN. `str()` of a
    summary is a table to read.
    """

    games: int
    seats: tuple[SeatSummary, ...]
    ties: int
    """Games won by more than one seat."""
    tie_share: float | None
    """Share of such games, 0..1."""
    mean_turns: float | None
    """Turns of a game, all seats together."""
    mean_plies: float | None
    """Decisions of a game, all seats together."""

    def to_dict(self) -> dict[str, Any]:
        """The summary in plain JSON types; an interval is a list of two numbers or None."""
        data = dataclasses.asdict(self)
        data["seats"] = [_plain(seat) for seat in data["seats"]]
        return data

    def __str__(self) -> str:
        rows = table(self)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            ).rstrip()
            for row in rows
        ]
        return "\n".join([*lines, "", *facts(self)])


def summarize(playouts: Playouts) -> Summary:
    """The `Summary` of a batch; `playouts.summary()` is the same."""
    n = len(playouts)
    winner_sets = _count_winner_sets(playouts.winners, playouts.num_players)
    ties = sum(count for winners, count in enumerate(winner_sets) if winners.bit_count() > 1)
    return Summary(
        games=n,
        seats=tuple(_seat(playouts, seat, winner_sets) for seat in range(playouts.num_players)),
        ties=ties,
        tie_share=_ratio(ties, n),
        mean_turns=_ratio(_sum(playouts.turns), n),
        mean_plies=_ratio(_sum(playouts.plies), n),
    )


def _seat(playouts: Playouts, seat: int, winner_sets: Sequence[int]) -> SeatSummary:
    n = len(playouts)
    wins = [0] * (playouts.num_players + 1)  # by the number of seats that share them
    for winners, count in enumerate(winner_sets):
        if winners >> seat & 1:
            wins[winners.bit_count()] += count
    won = sum(count / sharers for sharers, count in enumerate(wins) if sharers)
    score = _sum(playouts.scores[:, seat])
    routes = _sum(playouts.route_points[:, seat])
    tickets = _sum(playouts.ticket_points[:, seat])
    built = _sum(playouts.stations_built[:, seat])
    rules = playouts.game.rules
    stations = rules.station_value * (rules.stations_per_player * n - built)
    return SeatSummary(
        seat=seat,
        policy=playouts.policies[seat],
        mean_score=_ratio(score, n),
        score_interval=mean_interval(n, score, _sum_of_squares(playouts.scores[:, seat])),
        win_share=_ratio(won, n),
        win_interval=wilson_interval(won, n),
        outright_wins=wins[1],
        shared_wins=sum(wins[2:]),
        mean_route_points=_ratio(routes, n),
        mean_ticket_points=_ratio(tickets, n),
        mean_bonus_points=_ratio(score - routes - tickets - stations, n),
        mean_station_points=_ratio(stations, n),
        mean_completed=_ratio(_sum(playouts.completed[:, seat]), n),
        mean_failed=_ratio(_sum(playouts.failed[:, seat]), n),
        mean_longest=_ratio(_sum(playouts.longest[:, seat]), n),
        mean_stations_built=_ratio(built, n),
    )


def _count_winner_sets(winners: npt.NDArray[np.uint8], num_players: int) -> list[int]:
    """How many games each set of winners won, by its bits."""
    counts = np.zeros(1 << num_players, np.int64)
    for start in range(0, len(winners), _CHUNK):
        counts += np.bincount(winners[start : start + _CHUNK], minlength=len(counts))
    return [int(count) for count in counts]


def _sum(column: npt.NDArray[Any]) -> int:
    return int(column.sum(dtype=np.int64))


def _sum_of_squares(column: npt.NDArray[Any]) -> int:
    total = 0
    for start in range(0, len(column), _CHUNK):
        wide = column[start : start + _CHUNK].astype(np.int64)
        total += int(wide @ wide)
    return total


def _ratio(total: float, n: int) -> float | None:
    return total / n if n else None


def _plain(seat: dict[str, Any]) -> dict[str, Any]:
    return {key: list(x) if isinstance(x, tuple) else x for key, x in seat.items()}


# --- For people ----------------------------------------------------------------------------------


def table(summary: Summary) -> list[list[str]]:
    """The rows of the table, heads first: a label and one text for each seat."""
    rows: list[tuple[str, Callable[[SeatSummary], str]]] = [
        ("policy", lambda seat: seat.policy),
        ("mean score", lambda seat: _number(seat.mean_score)),
        ("  95 % interval", lambda seat: _interval(seat.score_interval)),
        ("win share, ties split", lambda seat: _percent(seat.win_share)),
        ("  95 % interval", lambda seat: _percents(seat.win_interval)),
        ("wins alone", lambda seat: f"{seat.outright_wins:,}"),
        ("wins shared", lambda seat: f"{seat.shared_wins:,}"),
        ("route points", lambda seat: _number(seat.mean_route_points)),
        ("ticket points", lambda seat: _number(seat.mean_ticket_points)),
        ("bonus points", lambda seat: _number(seat.mean_bonus_points)),
        ("tickets completed", lambda seat: _number(seat.mean_completed)),
        ("tickets failed", lambda seat: _number(seat.mean_failed)),
        ("longest trail", lambda seat: _number(seat.mean_longest)),
    ]
    if any(seat.mean_stations_built or seat.mean_station_points for seat in summary.seats):
        rows += [
            ("station points", lambda seat: _number(seat.mean_station_points)),
            ("stations built", lambda seat: _number(seat.mean_stations_built)),
        ]
    return [
        ["", *(f"seat {seat.seat}" for seat in summary.seats)],
        *([label, *map(text, summary.seats)] for label, text in rows),
    ]


def facts(summary: Summary) -> list[str]:
    """Lines about the batch as a whole."""
    return [
        f"games  {summary.games:,}",
        f"ties   {summary.ties:,} ({_percent(summary.tie_share)})",
        f"turns  {_number(summary.mean_turns)} a game, all seats together"
        f" ({_number(summary.mean_plies)} decisions)",
    ]


def _number(x: float | None) -> str:
    return "-" if x is None else f"{x:.2f}"


def _interval(ends: Interval | None) -> str:
    return "-" if ends is None else f"{ends[0]:.2f} .. {ends[1]:.2f}"


def _percent(x: float | None) -> str:
    return "-" if x is None else f"{100 * x:.2f} %"


def _percents(ends: Interval | None) -> str:
    return "-" if ends is None else f"{100 * ends[0]:.2f} .. {100 * ends[1]:.2f}"
