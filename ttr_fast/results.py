"""The results of many games as NumPy columns."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ttr_fast import _columns
from ttr_fast._policies import check_names
from ttr_fast._words import show
from ttr_fast.game import Game
from ttr_fast.summary import Summary, summarize_columns

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]

__all__ = ["Playouts"]

ENGINES: Final = ("scalar", "lockstep")
Rows: TypeAlias = slice | npt.NDArray[Any] | Sequence[int] | Sequence[bool]


@final
class Playouts:
    """Results of n games: row i of every column is one game. Columns are read-only NumPy arrays.

    `p[100:200]`, `p[::2]`, `p[p.turns > 150]` and `p[[3, 1, 2]]` are the `Playouts` of some rows;
    a slice shares memory with the whole. `==` compares game, policies and all columns. Row i is
    played again from `p.game.new_initial_state(p.seed, p.first_game + i)`.

    Only the columns that the games were played with are there: `p.columns` names them, and to touch
    another one raises `AttributeError`.
    """

    game: Game
    policies: tuple[str, ...]
    """Name of the policy that played each seat."""
    seed: int | None
    """The seed of all rows; None if they come from several."""
    first_game: int | None
    """Row i is game number `first_game + i` of the seed; None if the numbers do not follow so."""
    engine: str | None
    """What played the games, "scalar" or "lockstep"; None if it was not one for all, or is not
    known. The games are the same: `==` does not look at it."""
    columns: tuple[str, ...]
    """Names of the columns that are there."""

    scores: npt.NDArray[np.int16]
    """(n, players) final totals in points; may be negative."""
    route_points: npt.NDArray[np.int16]
    """(n, players) points for claimed routes."""
    ticket_points: npt.NDArray[np.int16]
    """(n, players) points of the completed tickets less those of the failed ones."""
    completed: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
    """(n, players) tickets completed; uint8, or uint16 where more than 255 are in play."""
    failed: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
    """(n, players) tickets held but not completed; of the type of `completed`."""
    longest: npt.NDArray[np.uint8]
    """(n, players) length of the longest trail, in trains."""
    stations_built: npt.NDArray[np.uint8]
    """(n, players) stations built; zeros that take no memory in editions without them."""
    winners: npt.NDArray[np.uint8]
    """(n,) bit set of the seats ranked first: bit s is seat s."""
    turns: npt.NDArray[np.uint16]
    """(n,) turns of the game, all seats together."""
    plies: npt.NDArray[np.uint16]
    """(n,) decisions of the game, all seats together."""
    ranks: npt.NDArray[np.uint8]
    """(n, players) 1 = best; level seats share a rank, and the next one is left out."""
    routes: npt.NDArray[np.uint64]
    """(n, players, words) routes claimed, words = ceil(routes of the map / 64): a bitboard, route r
    is bit r % 64 of word r // 64. `routes[:, seat]` is what `ttr.longest_trails` takes."""
    tickets: npt.NDArray[np.uint64]
    """(n, players, words) tickets kept, words = ceil(tickets in play / 64), as for `routes`."""
    tickets_completed: npt.NDArray[np.uint64]
    """(n, players, words) those of them that were completed."""

    _n: int

    def __init__(
        self,
        *,
        game: Game,
        policies: str | Sequence[str],
        seed: int | None,
        first_game: int | None,
        engine: str | None = None,
        **columns: npt.NDArray[Any],
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        if engine is not None and engine not in ENGINES:
            raise ValueError(f"engine must be None or one of {ENGINES}, not {show(engine)}")
        names = _columns.check_columns(list(columns), ())
        set_ = object.__setattr__
        set_(self, "game", game)
        set_(self, "policies", check_names(policies, self.num_players))
        set_(self, "seed", seed)
        set_(self, "first_game", first_game)
        set_(self, "engine", engine)
        set_(self, "columns", names)
        set_(self, "_n", len(columns["winners" if "winners" in names else names[0]]))
        for name in names:
            set_(self, name, self._checked(name, np.asarray(columns[name])))

    def _checked(self, name: str, column: npt.NDArray[Any]) -> npt.NDArray[Any]:
        dtype = _columns.dtype_of(name, self.game)
        shape = (len(self), *_columns.row_shape(name, self.game))
        if column.dtype != dtype or column.shape != shape:
            raise ValueError(
                f"{name} must be {dtype.name} of shape {shape},"
                f" not {column.dtype.name} of shape {column.shape}"
            )
        if not _columns.is_stored(name, self.game):
            if (column if any(column.strides) else column[:1]).any():
                raise ValueError(f"{name} must be 0: these rules have no stations")
            return _columns.zeros(name, self.game, len(self))
        if column.flags.writeable:
            column = column.view()
            column.flags.writeable = False
        return column

    @property
    def num_players(self) -> int:
        """Number of seats, the second dimension of the columns."""
        return int(self.game.num_players)

    @property
    def bonus_points(self) -> npt.NDArray[np.int16]:
        """(n, players) points for the longest trail, from the columns of scores and points."""
        rest = self.scores - self.route_points - self.ticket_points
        bonus: npt.NDArray[np.int16] = rest - self.station_points
        bonus.flags.writeable = False
        return bonus

    @property
    def station_points(self) -> npt.NDArray[np.int16]:
        """(n, players) points for stations not built (R77)."""
        rules = self.game.rules
        if not rules.stations_per_player:
            return np.broadcast_to(np.zeros((), np.int16), (len(self), self.num_players))
        left = rules.stations_per_player - self.stations_built.astype(np.int16)
        points: npt.NDArray[np.int16] = left * np.int16(rules.station_value)
        points.flags.writeable = False
        return points

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, rows: Rows) -> Playouts:
        if isinstance(rows, slice):
            return self._take(rows, self._first_game_of(rows))
        index = np.asarray(rows)
        if index.ndim == 0:
            raise TypeError(
                f"rows are chosen by a slice, a mask or an array of row numbers, not {rows!r};"
                " one game is p[i : i + 1]"
            )
        if index.size == 0 and not isinstance(rows, np.ndarray):
            index = index.astype(np.intp)
        if index.ndim != 1 or index.dtype.kind not in "bui":
            raise TypeError(
                "rows are chosen by a slice, a one-dimensional mask or array of row numbers,"
                f" not by {index.dtype.name} of shape {index.shape}"
            )
        return self._take(index, None)

    def concat(*parts: Playouts | Iterable[Playouts]) -> Playouts:
        """All rows of several batches of one game and the same policies, one after another.

        `Playouts.concat([a, b, c])`, `Playouts.concat(a, b, c)` and `a.concat(b, c)` are the same.
        Raises `ValueError` for other games, policies or columns, or if there is nothing to join,
        and `TypeError` for what is neither a batch nor a collection of batches.
        """
        batches = list(_flatten(parts))
        if not batches:
            raise ValueError("concat: needs at least one batch")
        head = batches[0]
        for number, batch in enumerate(batches):
            if batch.game != head.game:
                raise ValueError(f"concat: batch {number} is of another game than batch 0")
            for what, own, wanted in (
                ("was played by", batch.policies, head.policies),
                ("has the columns", batch.columns, head.columns),
            ):
                if own != wanted:
                    raise ValueError(
                        f"concat: batch {number} {what} {', '.join(own)},"
                        f" batch 0 {', '.join(wanted)}"
                    )
        one_seed = all(batch.seed == head.seed for batch in batches)
        one_engine = all(batch.engine == head.engine for batch in batches)
        return Playouts(
            game=head.game,
            policies=head.policies,
            seed=head.seed if one_seed else None,
            first_game=head.first_game if one_seed and _follow(batches) else None,
            engine=head.engine if one_engine else None,
            **{name: _joined(name, batches) for name in head.columns},
        )

    def to_arrow(self) -> pyarrow.Table:
        """The columns as a `pyarrow.Table`, with one column per seat: `score_0`, `score_1`, ...

        Sets have one column for each word of a seat: `routes_0_0`, `routes_0_1`, ... The schema
        metadata holds, as JSON texts, `map`, `map_fingerprint`, `tickets`, `rules`, `players`,
        `first_seat`, `policies`, `seed` and `first_game`. Needs the package pyarrow.
        """
        try:
            import pyarrow
        except ImportError as error:
            message = "to_arrow needs the package pyarrow: pip install pyarrow"
            raise ModuleNotFoundError(message, name=error.name) from error

        columns: dict[str, npt.NDArray[Any]] = {}
        for name in self.columns:
            label = {"scores": "score", "ranks": "rank"}.get(name, name)
            column = getattr(self, name)
            for cell in np.ndindex(column.shape[1:]):
                columns["_".join([label, *map(str, cell)])] = column[:, *cell]
        origin = {
            "map": self.game.map.name,
            "map_fingerprint": self.game.map.fingerprint,
            "tickets": self.game.tickets,
            "rules": self.game.rules.to_dict(),
            "players": self.num_players,
            "first_seat": self.game.first_seat,
            "policies": self.policies,
            "seed": self.seed,
            "first_game": self.first_game,
        }
        return pyarrow.table(
            {name: np.ascontiguousarray(column) for name, column in columns.items()},
            metadata={key: json.dumps(value) for key, value in origin.items()},
        )

    def summary(self) -> Summary:
        """Means, shares of wins and their intervals. With 0 games, every mean is None.

        What needs a column that is not there is None too.
        """
        return summarize_columns(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        return (
            self.game == other.game
            and self.policies == other.policies
            and self.columns == other.columns
            and all(
                np.array_equal(getattr(self, name), getattr(other, name)) for name in self.columns
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self.first_game is None:
            games = f"{len(self):,} games"
        else:
            games = f"games {self.first_game:,} to {self.first_game + len(self) - 1:,}"
        if len(self) == 0:
            games = "no games"
        seed = "" if self.seed is None else f" of seed {self.seed}"
        columns = "" if self.columns == _columns.DEFAULT else f"; {', '.join(self.columns)}"
        policies = ", ".join(self.policies)
        return f"<Playouts: {games}{seed}, {self.game.map.name}, {policies}{columns}>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Playouts are immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Playouts are immutable; cannot delete {name!r}")

    if not TYPE_CHECKING:  # where it would make every misspelt name look like an attribute

        def __getattr__(self, name: str) -> Any:
            """Is asked for what is not there, and so for columns that were not kept."""
            needed: tuple[str, ...] = ()
            if name in _columns.ALL:
                needed = (name,)
            elif name in _DERIVED:
                needed = tuple(c for c in _DERIVED[name] if _columns.is_stored(c, self.game))
            if needed and "columns" in self.__dict__:
                raise AttributeError(_columns.absent(name, needed, self.columns))
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Playouts], tuple[dict[str, Any]]]:
        # Through the constructor, because NumPy forgets that an array was read-only.
        names = ("game", "policies", "seed", "first_game", "engine", *self.columns)
        arguments = {name: getattr(self, name) for name in names}
        for name in self.columns:
            if not _columns.is_stored(name, self.game):  # NumPy would write out all the zeros
                arguments[name] = len(self)
        return _rebuild, (arguments,)

    def _take(self, rows: slice | npt.NDArray[Any], first_game: int | None) -> Playouts:
        return Playouts(
            game=self.game,
            policies=self.policies,
            seed=self.seed,
            first_game=first_game,
            engine=self.engine,
            **{name: getattr(self, name)[rows] for name in self.columns},
        )

    def _first_game_of(self, rows: slice) -> int | None:
        start, _, step = rows.indices(len(self))
        return None if self.first_game is None or step != 1 else self.first_game + start


_DERIVED: Final = {
    "bonus_points": ("scores", "route_points", "ticket_points", "stations_built"),
    "station_points": ("stations_built",),
}
"""The columns that a property needs, those that take no memory only if they were asked for."""


def _rebuild(arguments: dict[str, Any]) -> Playouts:
    """From what `__reduce__` stored: of a column of zeros only its length."""
    for name, value in arguments.items():
        if name in _columns.ALL and isinstance(value, int):
            arguments[name] = _columns.zeros(name, arguments["game"], value)
    return Playouts(**arguments)


def _joined(name: str, batches: Sequence[Playouts]) -> npt.NDArray[Any]:
    if not _columns.is_stored(name, batches[0].game):
        return _columns.zeros(name, batches[0].game, sum(map(len, batches)))
    return np.concatenate([getattr(batch, name) for batch in batches])


def _flatten(parts: Iterable[Playouts | Iterable[Playouts]]) -> Iterator[Playouts]:
    """The batches and those in collections; a collection in a collection is a mistake."""
    for part in parts:
        batches: Iterable[Any] = part if isinstance(part, Iterable) else (part,)
        for batch in batches:
            if not isinstance(batch, Playouts):
                raise TypeError(f"concat: needs Playouts, not {type(batch).__name__}")
            yield batch


def _follow(batches: Sequence[Playouts]) -> bool:
    """Whether each batch begins with the game after the last one of the batch before."""
    return all(
        a.first_game is not None and b.first_game == a.first_game + len(a)
        for a, b in itertools.pairwise(batches)
    )
