"""Batches of whole games between policies, and their results as NumPy columns.

>>> import ttr_fast as ttr
>>> results = ttr.playouts(ttr.Game(players=2), 1000, policy="random", seed=7)
>>> results.scores.shape
(1000, 2)
>>> results == ttr.playouts(ttr.Game(players=2), 1000, policy="random", seed=7, threads=3)
True
>>> ttr.playouts(ttr.Game(players=2), 1000, seed=7, reduce=True).summary() == results.summary()
True
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, overload

import numpy as np

from ttr_fast import _columns, _core, _total_values
from ttr_fast._checks import flag, thread_count, whole
from ttr_fast._policies import Policy, check_policies, is_function, name_of
from ttr_fast._progress import progress_bar
from ttr_fast._ranges import GameRange
from ttr_fast._words import show
from ttr_fast.batched import MOST_SLOTS, play_batched
from ttr_fast.game import Game
from ttr_fast.native import NativePolicy
from ttr_fast.results import Playouts
from ttr_fast.totals import PlayoutTotals

__all__ = ["ENGINES", "PlayoutTotals", "Playouts", "playouts"]


_WORDS: Final = 2**64  # seeds and game numbers are below this
_MOST_REDUCED: Final = 2**63 - 1  # games of totals
ENGINES: Final = ("auto", "scalar", "lockstep")
"""What `engine` may be."""

Progress: TypeAlias = Callable[[int, int], object] | bool | None


@overload
def playouts(
    game: Game,
    n: SupportsIndex,
    policy: Policy | Sequence[Policy] = "random",
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    first_game: SupportsIndex = 0,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    reduce: Literal[False] = False,
    batch: SupportsIndex = 4096,
) -> Playouts: ...
@overload
def playouts(
    game: Game,
    n: SupportsIndex,
    policy: Policy | Sequence[Policy] = "random",
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    first_game: SupportsIndex = 0,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    reduce: Literal[True],
    batch: SupportsIndex = 4096,
) -> PlayoutTotals: ...
@overload
def playouts(
    game: Game,
    n: SupportsIndex,
    policy: Policy | Sequence[Policy] = "random",
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    first_game: SupportsIndex = 0,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    reduce: bool,
    batch: SupportsIndex = 4096,
) -> Playouts | PlayoutTotals: ...
def playouts(
    game: Game,
    n: SupportsIndex,
    policy: Policy | Sequence[Policy] = "random",
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    first_game: SupportsIndex = 0,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    reduce: bool = False,
    batch: SupportsIndex = 4096,
) -> Playouts | PlayoutTotals:
    """Plays games `first_game`, `first_game + 1`, ..., `n` of them, to their ends.

    Game i depends on `(seed, i)` alone, not on `n`, `threads` or `engine`, and starts as
    `game.new_initial_state(seed, i)`.

    Args:
        game: the game to play.
        n: number of games, 0 or more.
        policy: the policy of all seats, or a sequence of one per seat: the name of a built-in one,
            a `NativePolicy`, which is a compiled function of yours, or a Python function. That is
            called as `policy(batch)`, where the `PolicyBatch` tells of all games that wait for the
            seat, and gives an array of one action for each. If the action of a row depends on that
            row alone, and on chance as `batch.random_words()` gives it, game i depends on
            `(seed, i)` alone as ever.
        seed: 0..2**64-1.
        threads: 1..256; None is the number of processors that this process may use.
        progress: None or False shows nothing; True shows a bar on stderr (needs the package rich).
            A function is called as `progress(done, n)` about 10 times a second, from this thread,
            and with `done == n` at the end; what it raises stops the run and comes out of this
            call.
        first_game: number of the first game, to go on with a batch or to share one between
            machines; games are numbered below 2**64.
        columns: names of the columns to keep, in any order: attributes of `Playouts`. None keeps
            scores, route_points, ticket_points, completed, failed, longest, stations_built,
            winners, turns and plies; the others are ranks, routes, tickets and tickets_completed.
            Without `longest` no trail is searched that the scores do not need. With `reduce`, None
            means all.
        engine: "scalar" plays one game after the other, "lockstep" many side by side, where it can;
            "auto" is the faster of those that can. The games are the same. Policies of yours
            are always played by "scalar".
        reduce: give the totals of the columns instead of the columns: a `PlayoutTotals`, whose
            memory does not grow with `n`. Totals of several runs can be added.
        batch: games that are played side by side for a policy that is a function; the more, the
            fewer calls of it. For other policies it does nothing.

    Runs without the GIL. Ctrl-C stops it with `KeyboardInterrupt` within a second, or as soon as
    the `NativePolicy` has decided that thinks longer.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: a number is out of range, a policy, column or engine is unknown, or the engine
            cannot play these games; says what is allowed.
        IllegalActionError: a `NativePolicy` or a function chose no legal action; names the seat,
            the action and the game. What a function raises by itself comes out unchanged.
        MemoryError: the columns of `n` games do not fit into memory.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {type(game).__name__}")
    games = whole("n", n, 0, _MOST_REDUCED if flag("reduce", reduce) else None)
    policies = check_policies(policy, game.num_players)
    number = whole("seed", seed, 0, _WORDS - 1)
    first = whole("first_game", first_game, 0, _WORDS - 1)
    workers = thread_count(threads)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress must be None, True, False or a function, not {progress!r}")
    names = _columns.check_columns(columns, _columns.ALL if reduce else _columns.DEFAULT)
    slots = whole("batch", batch, 1, MOST_SLOTS)
    labels = tuple(map(name_of, policies))
    plugins = any(isinstance(entry, NativePolicy) for entry in policies)
    functions = any(map(is_function, policies))
    if plugins and functions:
        raise ValueError("policy: a function cannot play beside a NativePolicy")
    player = _choose_engine(game, engine, games, plugins, functions)

    arrays = {} if reduce else _empty_columns(names, games, game)
    if first + games > _WORDS:
        raise ValueError(f"first_game + n must be at most 2**64, not {first + games}")
    players: list[Any] = [
        entry.capsule if isinstance(entry, NativePolicy) else entry for entry in policies
    ]
    job = (game, players, number, first, games)
    if reduce:
        with _reporter(progress, games) as report:
            if functions:
                found = play_batched(*job, slots, workers, list(names), report)
            else:
                found = _core.run_totals(*job, workers, player, list(names), report)
        return PlayoutTotals(
            game=game,
            policies=labels,
            engine=player,
            columns=names,
            ranges=[GameRange(number, first, games)],
            totals=_total_values.from_core(game, names, found),
        )
    if games:
        stored = {name: x for name, x in arrays.items() if _columns.is_stored(name, game)}
        with _reporter(progress, games) as report:
            if functions:
                play_batched(*job, slots, workers, stored, report)
            else:
                _core.run_playouts(*job, workers, player, stored, report)
    return Playouts(
        game=game, policies=labels, seed=number, first_game=first, engine=player, **arrays
    )


def _choose_engine(game: Game, engine: str, games: int, plugins: bool, functions: bool) -> str:
    """The engine that plays so many games: "scalar" or "lockstep"."""
    if not isinstance(engine, str):
        raise TypeError(f"engine must be a name, not {show(engine)}")
    if engine not in ENGINES:
        raise ValueError(f"unknown engine {show(engine)}; the engines are: {', '.join(ENGINES)}")
    if functions:
        if engine == "lockstep":
            raise ValueError(
                "engine = 'lockstep' cannot play these games: a policy is a function;"
                " use 'auto' or 'scalar'"
            )
        return "scalar"
    return _core.playout_engine(game, engine, min(games, 1 << 32), plugins)


def _empty_columns(names: Sequence[str], n: int, game: Game) -> dict[str, Any]:
    width = _columns.row_bytes(names, game)
    message = f"n = {n}: the results of so many games do not fit into memory ({width} bytes a game)"
    if n * max(width, 1) > min(sys.maxsize, _physical_memory()):
        # The system might promise the memory now and fail later.
        raise MemoryError(f"{message}; reduce=True needs no more for many games than for few")
    try:
        return {
            name: np.empty((n, *_columns.row_shape(name, game)), _columns.dtype_of(name, game))
            if _columns.is_stored(name, game)
            else _columns.zeros(name, game, n)
            for name in names
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
