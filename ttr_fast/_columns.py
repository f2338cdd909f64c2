"""The columns that playouts can have: their names, types and shapes, for the whole package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ttr_fast._words import show
from ttr_fast.game import Game

__all__ = [
    "ALL",
    "DEFAULT",
    "PER_GAME",
    "SETS",
    "absent",
    "check_columns",
    "dtype_of",
    "is_stored",
    "row_bytes",
    "row_shape",
    "zeros",
]

DEFAULT: Final = (
    "scores",
    "route_points",
    "ticket_points",
    "completed",
    "failed",
    "longest",
    "stations_built",
    "winners",
    "turns",
    "plies",
)
SETS: Final = ("routes", "tickets", "tickets_completed")
"""Those that hold sets, as bitboards."""

ALL: Final = (*DEFAULT, "ranks", *SETS)
"""In the order in which they are shown and stored."""

PER_GAME: Final = ("winners", "turns", "plies")
"""Those with one number for a game; the others have one, or a set, for each seat of it."""

_FIXED_TYPES: Final = {
    "scores": np.int16,
    "route_points": np.int16,
    "ticket_points": np.int16,
    "turns": np.uint16,
    "plies": np.uint16,
}


def dtype_of(name: str, game: Game) -> np.dtype[Any]:
    """The type of a column: for numbers of tickets the smallest that holds them all."""
    if name in SETS:
        return np.dtype(np.uint64)
    if name in ("completed", "failed"):
        return np.dtype(np.min_scalar_type(len(game.map.tickets)))
    return np.dtype(_FIXED_TYPES.get(name, np.uint8))


def row_shape(name: str, game: Game) -> tuple[int, ...]:
    """The shape of what a column holds of one game."""
    if name in PER_GAME:
        return ()
    if name in SETS:
        members = game.map.routes if name == "routes" else game.map.tickets
        return game.num_players, -(-len(members) // 64)
    return (game.num_players,)


def row_bytes(names: Iterable[str], game: Game) -> int:
    """Bytes that these columns take for one game."""
    return sum(
        dtype_of(name, game).itemsize * int(np.prod(row_shape(name, game)))
        for name in names
        if is_stored(name, game)
    )


def is_stored(name: str, game: Game) -> bool:
    """Whether a column needs memory: that of the stations only where there are any."""
    return name != "stations_built" or bool(game.rules.stations_per_player)


def zeros(name: str, game: Game, n: int) -> npt.NDArray[Any]:
    """A column of zeros that takes no memory; read-only."""
    return np.broadcast_to(np.zeros((), dtype_of(name, game)), (n, *row_shape(name, game)))


def absent(name: str, needed: Sequence[str], there: Sequence[str]) -> str:
    """The message for who asks for an attribute that needs columns which are not there."""
    missing = [column for column in needed if column not in there]
    what = "" if missing == [name] else f"{name} needs "
    wanted = [column for column in ALL if column in there or column in missing]
    return (
        f"{what}{' and '.join(missing)}: these games were played without;"
        f" play with columns={wanted}"
    )


def check_columns(columns: Sequence[str] | None, default: Sequence[str]) -> tuple[str, ...]:
    """The names that a user asks for, in the order of `ALL`; `default` for None.

    Raises TypeError for what is no sequence of names, and ValueError for no names, unknown ones and
    those that are there twice.
    """
    if columns is None:
        return tuple(default)
    if isinstance(columns, str | bytes) or not isinstance(columns, Sequence):
        raise TypeError(f"columns must be a sequence of names or None, not {show(columns)}")
    for name in columns:
        if not isinstance(name, str):
            raise TypeError(f"columns: a name is a string, not {show(name)}")
        if name not in ALL:
            raise ValueError(f"columns: unknown column {show(name)}; there are: {', '.join(ALL)}")
        if columns.count(name) > 1:
            raise ValueError(f"columns: {name!r} is there twice")
    if not columns:
        raise ValueError(f"columns: needs at least one name of: {', '.join(ALL)}")
    return tuple(name for name in ALL if name in columns)
