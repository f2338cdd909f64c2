"""The values that totals of playouts are made of: checked, added, stored.

Each column becomes one or two attributes of `PlayoutTotals`. A value is a histogram, one histogram
for each seat, an array of counts, or, for the products of scores, a table of integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ttr_fast._words import show
from ttr_fast.game import Game
from ttr_fast.histogram import Histogram

__all__ = [
    "added",
    "attributes",
    "attributes_of",
    "check_together",
    "checked",
    "from_core",
    "plain",
]

_BY_GAME: Final = ("turns", "plies")
_BY_SEAT: Final = (
    "scores",
    "route_points",
    "ticket_points",
    "completed",
    "failed",
    "longest",
    "stations_built",
)
"""Columns that become one histogram for each seat."""

_BELOW_0: Final = ("scores", "ticket_points")
"""Columns whose numbers can be negative."""

_RENAMED: Final = {
    "scores": ("scores", "score_products"),
    "winners": ("winner_sets",),
    "ranks": ("rank_counts",),
    "routes": ("routes_claimed", "routes_claimed_by_winners"),
    "tickets": ("tickets_kept", "tickets_kept_by_winners"),
    "tickets_completed": ("tickets_completed", "tickets_completed_by_winners"),
}


def attributes_of(column: str) -> tuple[str, ...]:
    """The attributes that a column becomes; one `_by_winners` only if the winners are known."""
    return _RENAMED.get(column, (column,))


def attributes(columns: Sequence[str]) -> list[str]:
    """The attributes that totals of these columns have."""
    return [
        name
        for column in columns
        for name in attributes_of(column)
        if "winners" in columns or not name.endswith("_by_winners")
    ]


def checked(name: str, totals: Mapping[str, Any], game: Game, games: int) -> Any:
    """The value of an attribute in its final form; it must fit the game and the number of games.

    Raises TypeError or ValueError that names the attribute.
    """
    value, players = totals[name], int(game.num_players)
    if name in _BY_GAME:
        return _histogram(name, value, games)
    if name in _BY_SEAT:
        _check_rows(name, value, players)
        return tuple(_histogram(f"{name}, seat {i}", x, games) for i, x in enumerate(value))
    if name == "score_products":
        return _products(name, value, checked("scores", totals, game, games))
    if name == "winner_sets":
        counts = _counts(name, value, (2**players,), games)
        if counts[0] or sum(counts.tolist()) != games:
            raise ValueError(f"{name}: must be the winners of {games} games, at least one in each")
        return counts
    if name == "rank_counts":
        counts = _counts(name, value, (players, players), games)
        if any(sum(row) != games for row in counts.tolist()):
            raise ValueError(f"{name}: must be the ranks of {games} games for each seat")
        return counts
    members = len(game.map.routes if name.startswith("routes") else game.map.tickets)
    by_winners = name.endswith("_by_winners")
    return _counts(name, value, (members,) if by_winners else (players, members), games)


def _histogram(name: str, value: Any, games: int) -> Histogram:
    if isinstance(value, Mapping):
        if set(value) != {"low", "counts"}:
            raise ValueError(f"{name}: a histogram has low and counts, not {show(list(value))}")
        try:
            value = Histogram(value["low"], value["counts"])
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}: {error}") from None
    if not isinstance(value, Histogram):
        raise TypeError(f"{name} must be a histogram, not {show(value)}")
    if value.total != games:
        raise ValueError(f"{name} has {value.total} values, but there are {games} games")
    if value.low < 0 and not name.startswith(_BELOW_0):
        raise ValueError(f"{name}: a value must be 0 or more, not {value.low}")
    return value


def _counts(name: str, value: Any, shape: tuple[int, ...], games: int) -> npt.NDArray[np.int64]:
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{name} must have shape {shape}") from None
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers below 2**63, not {show(value)}")
    if array.size and not 0 <= int(array.min()) <= int(array.max()) <= games:
        raise ValueError(f"{name}: a count must be in 0..{games}, the number of games")
    counts = array.astype(np.int64)
    counts.flags.writeable = False
    return counts


def _products(name: str, value: Any, scores: tuple[Histogram, ...]) -> tuple[tuple[int, ...], ...]:
    _check_rows(name, value, len(scores))
    for row in value:
        _check_rows(name, row, len(scores))
    for a, histogram in enumerate(scores):
        if any(type(x) is not int or x != value[b][a] for b, x in enumerate(value[a])):
            raise ValueError(f"{name} must be whole numbers, the same for (a, b) and (b, a)")
        if value[a][a] != histogram.sum(2):
            raise ValueError(f"{name}: seat {a} with itself must be the sum of its squares")
    return tuple(map(tuple, value))


def check_together(values: Mapping[str, Any], players: int) -> None:
    """Raises ValueError if values of the same games, each of them `checked`, contradict each other.

    Compares the sums that several of them have in common; it cannot tell that games have been
    played.
    """
    for seat in range(players):
        for histograms, counts in (
            (("completed",), "tickets_completed"),
            (("completed", "failed"), "tickets_kept"),
        ):
            if counts in values and all(name in values for name in histograms):
                tickets = sum(values[counts][seat].tolist())
                told = sum(values[name][seat].sum() for name in histograms)
                if told != tickets:
                    raise ValueError(
                        f"{' and '.join(histograms)}, seat {seat}: {told} tickets, but"
                        f" {counts} has {tickets}"
                    )
        if "winner_sets" in values and "rank_counts" in values:
            sets = enumerate(values["winner_sets"].tolist())
            won = sum(games for winners, games in sets if winners >> seat & 1)
            first = int(values["rank_counts"][seat, 0])
            if first != won:
                raise ValueError(
                    f"rank_counts, seat {seat}: ranked first in {first} games, but by winner_sets"
                    f" in {won}"
                )
    for name, by_winners in values.items():
        if name.endswith("_by_winners"):
            by_seat = name.removesuffix("_by_winners")
            in_all = [sum(column) for column in values[by_seat].T.tolist()]
            for member, (part, whole) in enumerate(zip(by_winners.tolist(), in_all, strict=True)):
                if part > whole:
                    raise ValueError(
                        f"{name}: {part} for number {member}, but {by_seat} has {whole} in all"
                    )


def _check_rows(name: str, value: Any, players: int) -> None:
    if not isinstance(value, list | tuple) or len(value) != players:
        raise ValueError(f"{name} must be a list of {players}, one for each seat")


def added(values: Sequence[Any]) -> Any:
    """The sum of the values that several totals have for one attribute."""
    head = values[0]
    if isinstance(head, tuple):
        return tuple(added(row) for row in zip(*values, strict=True))
    for value in values[1:]:
        head = head + value
    return head


def plain(value: Any) -> Any:
    """A value as plain JSON types."""
    if isinstance(value, Histogram):
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(x) for x in value] if isinstance(value, tuple) else value


def from_core(game: Game, columns: Sequence[str], found: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes, from what `_core.run_totals` found."""
    totals: dict[str, Any] = {}
    seats = range(game.num_players)
    for column in columns:
        value, names = found[column], attributes_of(column)
        if column in _BY_GAME:
            totals[column] = Histogram(*value)
        elif column in _BY_SEAT:
            totals[column] = tuple(Histogram(*pair) for pair in value)
        elif column == "winners":
            totals[names[0]] = value
        elif column == "ranks":
            totals[names[0]] = np.array([_rank_counts(len(seats), *pair) for pair in value])
        else:
            by_seat, by_winners = value
            totals[names[0]] = np.array(by_seat)
            if "winners" in columns:
                totals[names[1]] = by_winners
    if "scores" in columns:
        products = iter(found["products"])  # of seats a > b, row by row
        rows = [[next(products) for _ in range(a)] + [totals["scores"][a].sum(2)] for a in seats]
        totals["score_products"] = tuple(
            tuple(rows[max(a, b)][min(a, b)] for b in seats) for a in seats
        )
    return totals


def _rank_counts(players: int, low: int, seen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    counts = np.zeros(players, np.int64)
    if len(seen):
        counts[low - 1 : low - 1 + len(seen)] = seen
    return counts
