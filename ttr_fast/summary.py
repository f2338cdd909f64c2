"""What many playouts say: means, shares of wins, and how sure they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ttr_fast.intervals import Interval, mean_interval, wilson_interval

if TYPE_CHECKING:
    from ttr_fast.game import Game
    from ttr_fast.results import Playouts

__all__ = ["SeatSummary", "Summary", "Sums", "facts", "summarize", "summarize_columns", "table"]

_CHUNK = 1 << 16  # rows at a time where a sum needs a wider copy of them
UNKNOWN = "-"


@dataclass(frozen=True, kw_only=True)
class SeatSummary:
    """What one seat got. Means are per game, in points, tickets and trains.

    They are None with no games, and where the column that they need is not there.
    """

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
    outright_wins: int | None
    """Games won alone."""
    shared_wins: int | None
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
    """Statistics of many games.

    Where there is nothing to take a mean of, and where the column that it needs is not there, the
    value is None; none is ever NaN. `str()` of a summary is a table to read.
    """

    games: int
    seats: tuple[SeatSummary, ...]
    ties: int | None
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


class Sums(Protocol):
    """What a summary is made of: exact sums over all games, None where nothing is known."""

    @property
    def games(self) -> int: ...
    def total(self, name: str, seat: int | None = None) -> int | None:
        """Of a column of numbers, or of one seat's part of it."""

    def squares(self, name: str, seat: int) -> int | None: ...
    def winner_sets(self) -> Sequence[int] | None:
        """How many games each set of winners won, by its bits."""


def summarize_columns(playouts: Playouts) -> Summary:
    """The `Summary` of a batch; `playouts.summary()` is the same."""
    return summarize(playouts.game, playouts.policies, _ColumnSums(playouts))


def summarize(game: Game, policies: Sequence[str], sums: Sums) -> Summary:
    """The `Summary` of games of which the sums are known."""
    n = sums.games
    winner_sets = sums.winner_sets()
    ties = None
    if winner_sets is not None:
        ties = sum(count for winners, count in enumerate(winner_sets) if winners.bit_count() > 1)
    return Summary(
        games=n,
        seats=tuple(
            _seat(game, policy, seat, sums, winner_sets) for seat, policy in enumerate(policies)
        ),
        ties=ties,
        tie_share=_ratio(ties, n),
        mean_turns=_ratio(sums.total("turns"), n),
        mean_plies=_ratio(sums.total("plies"), n),
    )


def _seat(
    game: Game, policy: str, seat: int, sums: Sums, winner_sets: Sequence[int] | None
) -> SeatSummary:
    n = sums.games
    outright = shared = won = None
    if winner_sets is not None:
        wins = [0] * (game.num_players + 1)  # by the number of seats that share them
        for winners, count in enumerate(winner_sets):
            if winners >> seat & 1:
                wins[winners.bit_count()] += count
        outright, shared = wins[1], sum(wins[2:])
        won = sum(count / sharers for sharers, count in enumerate(wins) if sharers)
    score = sums.total("scores", seat)
    squares = sums.squares("scores", seat)
    routes = sums.total("route_points", seat)
    tickets = sums.total("ticket_points", seat)
    rules = game.rules
    built = sums.total("stations_built", seat) if rules.stations_per_player else 0
    stations = bonus = None
    if built is not None:
        stations = rules.station_value * (rules.stations_per_player * n - built)
    if not (score is None or routes is None or tickets is None or stations is None):
        bonus = score - routes - tickets - stations
    return SeatSummary(
        seat=seat,
        policy=policy,
        mean_score=_ratio(score, n),
        score_interval=(
            None if score is None or squares is None else mean_interval(n, score, squares)
        ),
        win_share=_ratio(won, n),
        win_interval=None if won is None else wilson_interval(won, n),
        outright_wins=outright,
        shared_wins=shared,
        mean_route_points=_ratio(routes, n),
        mean_ticket_points=_ratio(tickets, n),
        mean_bonus_points=_ratio(bonus, n),
        mean_station_points=_ratio(stations, n),
        mean_completed=_ratio(sums.total("completed", seat), n),
        mean_failed=_ratio(sums.total("failed", seat), n),
        mean_longest=_ratio(sums.total("longest", seat), n),
        mean_stations_built=_ratio(built, n),
    )


class _ColumnSums:
    """The sums of a batch."""

    def __init__(self, playouts: Playouts) -> None:
        self._playouts = playouts
        self.games = len(playouts)

    def total(self, name: str, seat: int | None = None) -> int | None:
        column = self._column(name, seat)
        return None if column is None else int(column.sum(dtype=np.int64))

    def squares(self, name: str, seat: int) -> int | None:
        column = self._column(name, seat)
        if column is None:
            return None
        total = 0
        for start in range(0, len(column), _CHUNK):
            wide = column[start : start + _CHUNK].astype(np.int64)
            total += int(wide @ wide)
        return total

    def winner_sets(self) -> list[int] | None:
        winners = self._column("winners", None)
        if winners is None:
            return None
        counts = np.zeros(1 << self._playouts.num_players, np.int64)
        for start in range(0, len(winners), _CHUNK):
            counts += np.bincount(winners[start : start + _CHUNK], minlength=len(counts))
        return [int(count) for count in counts]

    def _column(self, name: str, seat: int | None) -> npt.NDArray[Any] | None:
        if name not in self._playouts.columns:
            return None
        column: npt.NDArray[Any] = getattr(self._playouts, name)
        return column if seat is None else column[:, seat]


def _ratio(total: float | None, n: int) -> float | None:
    return total / n if n and total is not None else None


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
        ("wins alone", lambda seat: _count(seat.outright_wins)),
        ("wins shared", lambda seat: _count(seat.shared_wins)),
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
    lines = [[label, *map(text, summary.seats)] for label, text in rows]
    if summary.games:  # what nothing is known of then, nobody asked for
        lines = [line for line in lines if set(line[1:]) != {UNKNOWN}]
    return [["", *(f"seat {seat.seat}" for seat in summary.seats)], *lines]


def facts(summary: Summary) -> list[str]:
    """Lines about the games as a whole."""
    lines = [f"games  {summary.games:,}"]
    if summary.ties is not None:
        lines.append(f"ties   {summary.ties:,} ({_percent(summary.tie_share)})")
    turns = f"{_number(summary.mean_turns)} a game, all seats together"
    plies = f"({_number(summary.mean_plies)} decisions)"
    if summary.mean_turns is None and summary.mean_plies is not None:
        lines.append(f"plies  {_number(summary.mean_plies)} decisions a game, all seats together")
    elif summary.mean_plies is None and summary.mean_turns is not None:
        lines.append(f"turns  {turns}")
    elif summary.mean_turns is not None or not summary.games:
        lines.append(f"turns  {turns} {plies}")
    return lines


def _count(x: int | None) -> str:
    return UNKNOWN if x is None else f"{x:,}"


def _number(x: float | None) -> str:
    return UNKNOWN if x is None else f"{x:.2f}"


def _interval(ends: Interval | None) -> str:
    return UNKNOWN if ends is None else f"{ends[0]:.2f} .. {ends[1]:.2f}"


def _percent(x: float | None) -> str:
    return UNKNOWN if x is None else f"{100 * x:.2f} %"


def _percents(ends: Interval | None) -> str:
    return UNKNOWN if ends is None else f"{100 * ends[0]:.2f} .. {100 * ends[1]:.2f}"
