"""States as bytes, and where the C++ headers lie."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from ttr_fast._core import Rules, State
from ttr_fast.game import Game
from ttr_fast.map import Map

_MAGIC = b"TTRS\x01"


def serialize(state: State) -> bytes:
    """The state together with its game. Built-in maps are stored by name and fingerprint."""
    spec = _spec(state.game)
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
    try:
        game = _game(data[start:end])
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"the stored game is damaged: {error}") from error
    return game._state_from_bytes(data[end:])


def restore(game: Game, data: bytes, record: tuple[list[int], list[int]] | None) -> State:
    """For pickle: the state of a game already at hand."""
    state = game._state_from_bytes(data)
    if record is not None:
        state._set_record(*record)
    return state


def get_include() -> str:
    """Folder of the C++ headers, for compilers: ``#include "ttr/ttr.hpp"``."""
    package = Path(__file__).resolve().parent
    for folder in (package / "include", package.parent / "cpp" / "include"):
        if (folder / "ttr" / "ttr.hpp").is_file():
            return str(folder)
    raise FileNotFoundError("the C++ headers of ttr_fast are not installed")


@lru_cache(maxsize=64)
def _spec(game: Game) -> bytes:
    board: object = game.map.to_dict()
    if game.map.name in Map.builtin_names() and game.map == Map.builtin(game.map.name):
        board = {"builtin": game.map.name, "fingerprint": game.map.fingerprint}
    spec = {
        "map": board,
        "rules": game.rules.to_dict(),
        "players": game.num_players,
        "first_seat": game.first_seat,
    }
    return json.dumps(spec, ensure_ascii=False, sort_keys=True).encode()


@lru_cache(maxsize=64)
def _game(spec: bytes) -> Game:
    d = json.loads(spec)
    if "builtin" in d["map"]:
        board = Map.builtin(d["map"]["builtin"])
        if board.fingerprint != d["map"]["fingerprint"]:
            raise ValueError(f"the state was stored with another version of the map {board.name!r}")
    else:
        board = Map.from_dict(d["map"])
    return Game(board, d["players"], Rules.from_dict(d["rules"]), d["first_seat"])
