"""What any number of playouts add up to, in memory that does not grow with that number.

>>> import ttr_fast as ttr
>>> game = ttr.Game(players=2)
>>> totals = ttr.playouts(game, 1000, seed=7, reduce=True)
>>> totals.scores[0].mean == ttr.playouts(game, 1000, seed=7).scores[:, 0].mean()
True
>>> more = ttr.playouts(game, 500, seed=7, reduce=True, first_game=1000)
>>> totals + more == ttr.playouts(game, 1500, seed=7, reduce=True)
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np
import numpy.typing as npt

from ttr_fast import _columns, _total_values
from ttr_fast._policies import check_names
from ttr_fast._ranges import GameRange, merged
from ttr_fast._words import show
from ttr_fast.game import Game, game_from_spec
from ttr_fast.histogram import Histogram
from ttr_fast.results import ENGINES
from ttr_fast.summary import Summary, summarize

__all__ = ["PlayoutTotals"]

_SCHEMA: Final = 1
_MOST_GAMES: Final = 2**63 - 1


@final
class PlayoutTotals:
    """Totals of many games: counts and sums of whole numbers, all of them exact.

    Made by `ttr.playouts(..., reduce=True)`, by `from_dict`, and by adding: `a + b`, `sum(parts)`
    and `PlayoutTotals.concat(parts)` are the totals of all games of the parts, and equal to those
    of one run over them, however the games were dealt out. Only totals of the same game, policies
    and columns can be added, and no game twice.

    All arrays are read-only and int64, all counts are below 2**63. What the games were not asked
    for (`columns=`) is not there: to touch it raises `AttributeError`.
    """

    game: Game
    policies: tuple[str, ...]
    """Name of the policy that played each seat."""
    engine: str | None
    """What played the games, "scalar" or "lockstep"; None if not one for all. `==` does not look
    at it."""
    columns: tuple[str, ...]
    """Names of the columns that were added up."""
    ranges: tuple[GameRange, ...]
    """The games, as (seed, first_game, games), in order, and as few ranges as there can be."""

    scores: tuple[Histogram, ...]
    """For each seat: how often it had which final total."""
    route_points: tuple[Histogram, ...]
    """For each seat: points for claimed routes."""
    ticket_points: tuple[Histogram, ...]
    """For each seat: points of the completed tickets less those of the failed ones."""
    completed: tuple[Histogram, ...]
    """For each seat: tickets completed."""
    failed: tuple[Histogram, ...]
    """For each seat: tickets held but not completed."""
    longest: tuple[Histogram, ...]
    """For each seat: length of the longest trail, in trains."""
    stations_built: tuple[Histogram, ...]
    """For each seat: stations built."""
    turns: Histogram
    """Turns of a game, all seats together."""
    plies: Histogram
    """Decisions of a game, all seats together."""
    winner_sets: npt.NDArray[np.int64]
    """(2**players,) games by the bit set of the seats ranked first: bit s is seat s."""
    rank_counts: npt.NDArray[np.int64]
    """(players, players) games by seat and rank - 1; level seats share a rank, and the next one is
    left out."""
    score_products: tuple[tuple[int, ...], ...]
    """players x players: the sum of (score of seat a) * (score of seat b) over all games."""
    routes_claimed: npt.NDArray[np.int64]
    """(players, routes) games in which the seat claimed the route."""
    routes_claimed_by_winners: npt.NDArray[np.int64]
    """(routes,) games in which a seat ranked first claimed the route."""
    tickets_kept: npt.NDArray[np.int64]
    """(players, tickets) games in which the seat kept the ticket."""
    tickets_kept_by_winners: npt.NDArray[np.int64]
    """(tickets,) games in which a seat ranked first kept the ticket."""
    tickets_completed: npt.NDArray[np.int64]
    """(players, tickets) games in which the seat completed the ticket."""
    tickets_completed_by_winners: npt.NDArray[np.int64]
    """(tickets,) games in which a seat ranked first completed the ticket."""

    def __init__(
        self,
        *,
        game: Game,
        policies: str | Sequence[str],
        engine: str | None,
        columns: Sequence[str],
        ranges: Iterable[Sequence[int]],
        totals: Mapping[str, Any],
    ) -> None:
        """`totals`: values of the attributes above, from `scores` on, that the columns ask for.

        Raises TypeError or ValueError naming what is missing, unknown, of a wrong shape or out of
        range, and ValueError for sums that several values have in common and that differ. Not every
        contradiction shows in these.
        """
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        if engine is not None and engine not in ENGINES:
            raise ValueError(f"engine must be None or one of {ENGINES}, not {show(engine)}")
        names = _columns.check_columns(columns, _columns.ALL)
        own = {
            "game": game,
            "policies": check_names(policies, game.num_players),
            "engine": engine,
            "columns": names,
            "ranges": merged(ranges),
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)
        if self.games > _MOST_GAMES:
            raise ValueError(f"at most 2**63 - 1 games can be added up, not {self.games}")
        wanted = _total_values.attributes(names)
        for name in totals:
            if name not in wanted:
                raise ValueError(f"totals: {show(name)} does not belong to the columns")
        for name in wanted:
            if name not in totals:
                raise ValueError(f"totals: {show(name)} is missing")
        for name in wanted:
            value = _total_values.checked(name, totals, game, self.games)
            object.__setattr__(self, name, value)
        values = {name: getattr(self, name) for name in wanted}
        _total_values.check_together(values, self.num_players)

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return int(self.game.num_players)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(part.games for part in self.ranges)

    def score_covariance(self) -> npt.NDArray[np.float64]:
        """(players, players) sample covariances of the scores, with games - 1 below.

        Raises ValueError for fewer than 2 games, and AttributeError without the column `scores`.
        """
        n = self.games
        if n < 2:
            raise ValueError(f"a covariance needs at least 2 games, there are {n}")
        sums = [histogram.sum() for histogram in self.scores]
        return np.array(
            [
                [
                    (n * product - a * b) / (n * (n - 1))
                    for b, product in zip(sums, row, strict=True)
                ]
                for a, row in zip(sums, self.score_products, strict=True)
            ]
        )

    def summary(self) -> Summary:
        """Means, shares of wins and their intervals: the `Summary` that the columns have."""
        return summarize(self.game, self.policies, _TotalSums(self))

    # --- Adding ----------------------------------------------------------------------------------

    def concat(*parts: PlayoutTotals | Iterable[PlayoutTotals]) -> PlayoutTotals:
        """The totals of all games of several totals.

        `PlayoutTotals.concat([a, b, c])`, `PlayoutTotals.concat(a, b, c)` and `a.concat(b, c)` are
        the same, in any order. Raises `ValueError` for other games, policies or columns, for a game
        that is in two of them, or if there is nothing to add, and `TypeError` for what is neither
        totals nor a collection of them.
        """
        all_ = list(_flatten(parts))
        if not all_:
            raise ValueError("concat: needs at least one PlayoutTotals")
        head = all_[0]
        for number, part in enumerate(all_):
            if part.game != head.game:
                raise ValueError(f"totals {number} are of another game than totals 0")
            for what, own, wanted in (
                ("of games played by", part.policies, head.policies),
                ("of the columns", part.columns, head.columns),
            ):
                if own != wanted:
                    raise ValueError(
                        f"totals {number} are {what} {', '.join(own)},"
                        f" totals 0 {what} {', '.join(wanted)}"
                    )
        ranges = merged(range_ for part in all_ for range_ in part.ranges)
        if sum(part.games for part in ranges) > _MOST_GAMES:
            raise ValueError("at most 2**63 - 1 games can be added up")
        one_engine = all(part.engine == head.engine for part in all_)
        return PlayoutTotals(
            game=head.game,
            policies=head.policies,
            engine=head.engine if one_engine else None,
            columns=head.columns,
            ranges=ranges,
            totals={
                name: _total_values.added([getattr(part, name) for part in all_])
                for name in _total_values.attributes(head.columns)
            },
        )

    def __add__(self, other: PlayoutTotals) -> PlayoutTotals:
        if not isinstance(other, PlayoutTotals):
            return NotImplemented
        return self.concat(other)

    def __radd__(self, other: int) -> PlayoutTotals:
        """`sum(parts)` begins with 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    # --- The object ------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain JSON types, the game as `Game.spec()` describes it."""
        return {
            "schema": _SCHEMA,
            "game": json.loads(self.game.spec()),
            "policies": list(self.policies),
            "engine": self.engine,
            "columns": list(self.columns),
            "ranges": [list(part) for part in self.ranges],
            "totals": {
                name: _total_values.plain(getattr(self, name))
                for name in _total_values.attributes(self.columns)
            },
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> PlayoutTotals:
        """What `to_dict` gave, also after a way through JSON.

        Raises TypeError or ValueError naming what is missing or unknown, and as the constructor,
        which compares some sums: damage that leaves these as they are is not noticed.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"totals come from a dict, not {show(data)}")
        keys = ("schema", "game", "policies", "engine", "columns", "ranges", "totals")
        for key in (*keys, *data):
            if key not in data or key not in keys:
                problem = "is missing" if key in keys else "is unknown"
                raise ValueError(f"totals: {show(key)} {problem}")
        if data["schema"] != _SCHEMA or isinstance(data["schema"], bool):
            raise ValueError(f"totals: schema must be {_SCHEMA}, not {show(data['schema'])}")
        for key, kind in (("game", Mapping), ("ranges", Sequence), ("totals", Mapping)):
            if not isinstance(data[key], kind) or isinstance(data[key], str):
                name = "an object" if kind is Mapping else "a list"
                raise TypeError(f"totals: {key} must be {name}, not {show(data[key])}")
        return PlayoutTotals(
            game=game_from_spec(json.dumps(data["game"], sort_keys=True).encode()),
            policies=data["policies"],
            engine=data["engine"],
            columns=data["columns"],
            ranges=data["ranges"],
            totals=data["totals"],
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayoutTotals):
            return NotImplemented
        return (
            self.game == other.game
            and self.policies == other.policies
            and self.columns == other.columns
            and self.ranges == other.ranges
            and all(
                np.array_equal(mine, others) if isinstance(mine, np.ndarray) else mine == others
                for mine, others in (
                    (getattr(self, name), getattr(other, name))
                    for name in _total_values.attributes(self.columns)
                )
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if len(self.ranges) == 1:
            games = str(self.ranges[0])
        else:
            games = f"{self.games:,} games" if self.games else "no games"
        columns = "" if self.columns == _columns.ALL else f"; {', '.join(self.columns)}"
        policies = ", ".join(self.policies)
        return f"<PlayoutTotals: {games}, {self.game.map.name}, {policies}{columns}>"

    def __str__(self) -> str:
        return str(self.summary())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"PlayoutTotals are immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"PlayoutTotals are immutable; cannot delete {name!r}")

    if not TYPE_CHECKING:  # where it would make every misspelt name look like an attribute

        def __getattr__(self, name: str) -> Any:
            """Is asked for what is not there, and so for what was not added up."""
            needed = [
                column for column in _columns.ALL if name in _total_values.attributes_of(column)
            ]
            if name.endswith("_by_winners") and needed:
                needed.append("winners")
            if needed and "columns" in self.__dict__:
                raise AttributeError(_columns.absent(name, needed, self.columns))
            if name in _columns.ALL:
                there = " and ".join(_total_values.attributes_of(name))
                raise AttributeError(f"totals have no {name!r}; of this column there is {there}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce__(
        self,
    ) -> tuple[Callable[[Game, dict[str, Any]], PlayoutTotals], tuple[Game, dict[str, Any]]]:
        rest = self.to_dict()
        del rest["game"], rest["schema"]
        return _rebuild, (self.game, rest)


class _TotalSums:
    """The sums of totals, as a summary wants them."""

    def __init__(self, totals: PlayoutTotals) -> None:
        self._totals = totals
        self.games = totals.games

    def total(self, name: str, seat: int | None = None) -> int | None:
        if name not in self._totals.columns:
            return None
        histogram = getattr(self._totals, name)
        return int((histogram if seat is None else histogram[seat]).sum())

    def squares(self, name: str, seat: int) -> int | None:
        if name not in self._totals.columns:
            return None
        return int(getattr(self._totals, name)[seat].sum(2))

    def winner_sets(self) -> list[int] | None:
        if "winners" not in self._totals.columns:
            return None
        return [int(count) for count in self._totals.winner_sets]


def _rebuild(game: Game, rest: dict[str, Any]) -> PlayoutTotals:
    return PlayoutTotals(game=game, **rest)


def _flatten(parts: Iterable[Any]) -> Iterator[PlayoutTotals]:
    """The totals and those in collections; a collection in a collection is a mistake."""
    for part in parts:
        for totals in part if isinstance(part, Iterable) else (part,):
            if not isinstance(totals, PlayoutTotals):
                raise TypeError(f"concat: needs PlayoutTotals, not {type(totals).__name__}")
            yield totals
