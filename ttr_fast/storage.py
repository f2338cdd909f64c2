"""States as bytes, and where the C++ headers lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ttr_fast._core import Rules, SeatScore, State
from ttr_fast.game import Game, game_from_spec

_MAGIC = b"TTRS\x01"


def serialize(state: State) -> bytes:
    """The state together with its game. Built-in maps are stored by name and fingerprint."""
    spec = state.game.spec()
    return _MAGIC + len(spec).to_bytes(4, "little") + spec + state._to_bytes()


def deserialize(data: bytes) -> State:
    """The state that `State.serialize` stored; it continues exactly as the original would.

    Raises ValueError when the bytes are no such state, damaged or inconsistent, or name a
    built-in map that differs from the one here; TypeError when they are no bytes.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be bytes, got {type(data).__name__}")
    data = bytes(data)
    start = len(_MAGIC) + 4
    if not data.startswith(_MAGIC) or len(data) < start:
        raise ValueError("these bytes are not a state stored by ttr_fast")
    end = start + int.from_bytes(data[len(_MAGIC) : start], "little")
    return game_from_spec(data[start:end])._state_from_bytes(data[end:])


def restore(game: Game, data: bytes, record: tuple[list[int], list[int]] | None) -> State:
    """For pickle: the state of a game already at hand."""
    state = game._state_from_bytes(data)
    if record is not None:
        state._set_record(*record)
    return state


def restore_rules(options: dict[str, Any]) -> Rules:
    """For pickle."""
    return Rules.from_dict(options)


def restore_seat_score(*fields: int) -> SeatScore:
    """For pickle."""
    return SeatScore._restore(*fields)


def get_include() -> str:
    """Folder of the C++ headers, for compilers: ``#include "ttr/ttr.hpp"``."""
    package = Path(__file__).resolve().parent
    for folder in (package / "include", package.parent / "cpp" / "include"):
        if (folder / "ttr" / "ttr.hpp").is_file():
            return str(folder)
    raise FileNotFoundError("the C++ headers of ttr_fast are not installed")
