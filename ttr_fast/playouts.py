"""Batches of whole games between built-in policies, and their results as NumPy columns.

>>> import ttr_fast as ttr
>>> results = ttr.playouts(ttr.Game(players=2), 1000, policy="random", seed=7)
>>> results.scores.shape
(1000, 2)
>>> results == ttr.playouts(ttr.Game(players=2), 1000, policy="random", seed=7, threads=3)
True
"""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ttr_fast import _core
from ttr_fast._checks import thread_count, whole
from ttr_fast._progress import progress_bar
from ttr_fast.game import Game
from ttr_fast.summary import Summary, summarize

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]

__all__ = ["Playouts", "playouts"]


_WORDS: Final = 2**64  # seeds and game numbers are below this

_SEAT_COLUMNS: Final[dict[str, npt.DTypeLike]] = {
    "scores": np.int16,
    "route_points": np.int16,
    "ticket_points": np.int16,
    "completed": np.uint16,
    "failed": np.uint16,
    "longest": np.uint16,
    "stations_built": np.uint8,
}
_GAME_COLUMNS: Final[dict[str, npt.DTypeLike]] = {
    "winners": np.uint8,
    "turns": np.uint16,
    "plies": np.uint16,
}
_COLUMNS: Final = _SEAT_COLUMNS | _GAME_COLUMNS

Progress: TypeAlias = Callable[[int, int], object] | bool | None
Rows: TypeAlias = slice | npt.NDArray[Any] | Sequence[int] | Sequence[bool]


@final
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Playouts:
    """Results of n games: row i of every column is one game. Columns are read-only NumPy arrays.

    `p[100:200]`, `p[::2]`, `p[p.turns > 150]` and `p[[3, 1, 2]]` are the `Playouts` of some rows;
    a slice shares memory with the whole. `==` compares game, policies and all columns. Row i is
    played again from `p.game.new_initial_state(p.seed, p.first_game + i)`.
    """

    game: Game
    policies: tuple[str, ...]
    """Name of the policy that played each seat."""
    seed: int | None
    """The seed of all rows; None if they come from several."""
    first_game: int | None
    """Row i is game number `first_game + i` of the seed; None if the numbers do not follow so."""

    scores: npt.NDArray[np.int16]
    """(n, players) final totals in points; may be negative."""
    route_points: npt.NDArray[np.int16]
    """(n, players) points for claimed routes."""
    ticket_points: npt.NDArray[np.int16]
    """(n, players) points of the completed tickets less those of the failed ones."""
    completed: npt.NDArray[np.uint16]
    """(n, players) tickets completed."""
    failed: npt.NDArray[np.uint16]
    """(n, players) tickets held but not completed."""
    longest: npt.NDArray[np.uint16]
    """(n, players) length of the longest trail, in trains."""
    stations_built: npt.NDArray[np.uint8]
    """(n, players) stations built; 0 in editions without them."""
    winners: npt.NDArray[np.uint8]
    """(n,) bit set of the seats ranked first: bit s is seat s."""
    turns: npt.NDArray[np.uint16]
    """(n,) turns of the game, all seats together."""
    plies: npt.NDArray[np.uint16]
    """(n,) decisions of the game, all seats together."""

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"game must be a Game, not {type(self.game).__name__}")
        object.__setattr__(self, "policies", _check_policies(self.policies, self.num_players))
        for name, dtype in _COLUMNS.items():
            column = np.asarray(getattr(self, name))
            shape = _shape(name, len(self.winners), self.num_players)
            if column.dtype != dtype or column.shape != shape:
                raise ValueError(
                    f"{name} must be {np.dtype(dtype).name} of shape {shape},"
                    f" not {column.dtype.name} of shape {column.shape}"
                )
            if column.flags.writeable:
                column = column.view()
                column.flags.writeable = False
            object.__setattr__(self, name, column)

    @property
    def num_players(self) -> int:
        """Number of seats, the second dimension of the columns."""
        return int(self.game.num_players)

    @property
    def bonus_points(self) -> npt.NDArray[np.int16]:
        """(n, players) points for the longest trail."""
        rest = self.scores - self.route_points - self.ticket_points
        bonus: npt.NDArray[np.int16] = rest - self.station_points
        bonus.flags.writeable = False
        return bonus

    @property
    def station_points(self) -> npt.NDArray[np.int16]:
        """(n, players) points for stations not built (R77)."""
        rules = self.game.rules
        left = rules.stations_per_player - self.stations_built.astype(np.int16)
        points: npt.NDArray[np.int16] = left * np.int16(rules.station_value)
        points.flags.writeable = False
        return points

    def __len__(self) -> int:
        return len(self.winners)

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
        Raises `ValueError` for other games or policies, or if there is nothing to join, and
        `TypeError` for what is neither a batch nor a collection of batches.
        """
        batches = list(_flatten(parts))
        if not batches:
            raise ValueError("concat: needs at least one batch")
        head = batches[0]
        for number, batch in enumerate(batches):
            if batch.game != head.game:
                raise ValueError(f"concat: batch {number} is of another game than batch 0")
            if batch.policies != head.policies:
                raise ValueError(
                    f"concat: batch {number} was played by {', '.join(batch.policies)},"
                    f" batch 0 by {', '.join(head.policies)}"
                )
        one_seed = all(batch.seed == head.seed for batch in batches)
        return Playouts(
            game=head.game,
            policies=head.policies,
            seed=head.seed if one_seed else None,
            first_game=head.first_game if one_seed and _follow(batches) else None,
            **{
                name: np.concatenate([getattr(batch, name) for batch in batches])
                for name in _COLUMNS
            },
        )

    def to_arrow(self) -> pyarrow.Table:
        """The columns as a `pyarrow.Table`, with one column per seat: `score_0`, `score_1`, ...

        The schema metadata holds, as JSON texts, `map`, `map_fingerprint`, `tickets`, `rules`,
        `players`, `first_seat`, `policies`, `seed` and `first_game`. Needs the package pyarrow.
        """
        try:
            import pyarrow
        except ImportError as error:
            message = "to_arrow needs the package pyarrow: pip install pyarrow"
            raise ModuleNotFoundError(message, name=error.name) from error

        columns: dict[str, npt.NDArray[Any]] = {}
        for name in _COLUMNS:
            column = getattr(self, name)
            if name in _GAME_COLUMNS:
                columns[name] = column
            else:
                label = "score" if name == "scores" else name
                columns |= {f"{label}_{s}": column[:, s] for s in range(self.num_players)}
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
        """Means, shares of wins and their intervals. With 0 games, every mean is None."""
        return summarize(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        return (
            self.game == other.game
            and self.policies == other.policies
            and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in _COLUMNS)
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
        return f"<Playouts: {games}{seed}, {self.game.map.name}, {', '.join(self.policies)}>"

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Playouts], tuple[dict[str, Any]]]:
        # Through the constructor, because NumPy forgets that an array was read-only.
        return _rebuild, ({field.name: getattr(self, field.name) for field in fields(self)},)

    def _take(self, rows: slice | npt.NDArray[Any], first_game: int | None) -> Playouts:
        return Playouts(
            game=self.game,
            policies=self.policies,
            seed=self.seed,
            first_game=first_game,
            **{name: getattr(self, name)[rows] for name in _COLUMNS},
        )

    def _first_game_of(self, rows: slice) -> int | None:
        start, _, step = rows.indices(len(self))
        return None if self.first_game is None or step != 1 else self.first_game + start


def _rebuild(arguments: dict[str, Any]) -> Playouts:
    return Playouts(**arguments)


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


# --- Playing -------------------------------------------------------------------------------------


def playouts(
    game: Game,
    n: SupportsIndex,
    policy: str | Sequence[str] = "random",
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    first_game: SupportsIndex = 0,
) -> Playouts:
    """Plays games `first_game`, `first_game + 1`, ..., `n` of them, to their ends.

    Game i depends on `(seed, i)` alone, not on `n` or `threads`, and starts as
    `game.new_initial_state(seed, i)`.

    Args:
        game: the game to play.
        n: number of games, 0 or more.
        policy: name of the policy of all seats, or a sequence of one name per seat.
        seed: 0..2**64-1.
        threads: 1..256; None is the number of processors that this process may use.
        progress: None or False shows nothing; True shows a bar on stderr (needs the package rich).
            A function is called as `progress(done, n)` about 10 times a second, from this thread,
            and with `done == n` at the end; what it raises stops the run and comes out of this
            call.
        first_game: number of the first game, to go on with a batch or to share one between
            machines; games are numbered below 2**64.

    Runs without the GIL. Ctrl-C stops it with `KeyboardInterrupt` within a second.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: a number is out of range, or a policy is unknown; says what is allowed.
        MemoryError: the results of `n` games do not fit into memory.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    games = whole("n", n, 0)
    policies = _check_policies(policy, game.num_players)
    number = whole("seed", seed, 0, _WORDS - 1)
    first = whole("first_game", first_game, 0, _WORDS - 1)
    workers = thread_count(threads)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress must be None, True, False or a function, not {progress!r}")

    columns = _empty_columns(games, game.num_players)
    if first + games > _WORDS:
        raise ValueError(f"first_game + n must be at most 2**64, not {first + games}")
    if games:
        with _reporter(progress, games) as report:
            _core.run_playouts(game, list(policies), number, first, workers, columns, report)
    return Playouts(game=game, policies=policies, seed=number, first_game=first, **columns)


def _check_policies(policy: str | Sequence[str], num_players: int) -> tuple[str, ...]:
    """One known name per seat."""
    if not isinstance(policy, str | Sequence):
        raise TypeError(f"policy must be a name or a sequence of names, not {policy!r}")
    policies = (policy,) * num_players if isinstance(policy, str) else tuple(policy)
    for name in policies:
        if not isinstance(name, str):
            raise TypeError(f"policy: a name is a string, not {name!r}")
        if name not in _core.policy_names():
            known = ", ".join(_core.policy_names())
            raise ValueError(f"unknown policy {name!r}; the policies are: {known}")
    if len(policies) != num_players:
        raise ValueError(
            f"policy: {len(policies)} names for {num_players} seats;"
            " give one name for all seats or one per seat"
        )
    return policies


def _shape(name: str, n: int, num_players: int) -> tuple[int, ...]:
    return (n, num_players) if name in _SEAT_COLUMNS else (n,)


def _empty_columns(n: int, num_players: int) -> dict[str, Any]:
    width = sum(
        np.dtype(dtype).itemsize * (num_players if name in _SEAT_COLUMNS else 1)
        for name, dtype in _COLUMNS.items()
    )
    message = f"n = {n}: the results of so many games do not fit into memory ({width} bytes a game)"
    if n * width > min(sys.maxsize, _physical_memory()):
        raise MemoryError(message)  # the system might promise the memory now and fail later
    try:
        return {
            name: np.empty(_shape(name, n, num_players), dtype) for name, dtype in _COLUMNS.items()
        }
    except MemoryError:
        raise MemoryError(message) from None


def _physical_memory() -> int:
    """Bytes of memory of this machine; sys.maxsize where it cannot be asked for."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


@contextmanager
def _reporter(progress: Progress, n: int) -> Iterator[Callable[[int], None] | None]:
    """The function that the core calls with the number of games done, if anybody wants to know."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with progress_bar("playing", "games", n) as move:
            yield move
    else:

        def report(done: int) -> None:
            progress(done, n)

        yield report
