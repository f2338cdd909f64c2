"""What an environment shows of a state to a seat, and what it takes from its user."""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import flag
from ttr_fast._core import Rules, State
from ttr_fast._words import show
from ttr_fast.game import Game
from ttr_fast.map import Map

RENDER_MODES: Final = ("ansi", "svg")

_SUFFIXES: Final = {"float32": "tensor", "uint8": "bytes"}


class View:
    """One of the forms that an observation may take.

    Raises ValueError or TypeError, naming the argument, if there is no such form.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __init__(self, game: Game, observation: str, information_state: bool) -> None:
        if observation not in _SUFFIXES:
            raise ValueError(
                f"observation must be one of {', '.join(_SUFFIXES)}, not {show(observation)}"
            )
        full = flag("information_state", information_state)
        kind = "information_state" if full else "observation"
        self._method = f"{kind}_{_SUFFIXES[observation]}"
        self._text = f"{kind}_string"
        self._spec = getattr(game, f"{kind}_spec")()
        self.dtype = np.dtype(observation)
        self.shape = getattr(game, f"{self._method}_shape")()

    def of(self, state: State, seat: int) -> npt.NDArray[Any]:
        """A new array of `shape` and `dtype`: what the seat knows."""
        values: npt.NDArray[Any] = getattr(state, self._method)(seat)
        return values

    def text(self, state: State, seat: int) -> str:
        """The same as text."""
        text: str = getattr(state, self._text)(seat)
        return text

    def high(self) -> npt.NDArray[Any]:
        """The greatest value that each place may hold; the least is 0 everywhere."""
        high = np.empty(self.shape, self.dtype)
        for part in self._spec:
            if self.dtype == np.uint8:
                end = part.byte_offset + part.size * part.byte_size
                high[part.byte_offset : end] = part.high if part.byte_size == 1 else 255
            else:
                high[part.offset : part.offset + part.size] = part.high
        return high


def game_of(
    game: Game | None,
    map: str | os.PathLike[str] | Map,
    players: int,
    rules: str | Rules | None,
    tickets: str | None,
) -> Game:
    """The game asked for: `game` itself, or one of the parts, which `Game` explains."""
    if game is None:
        return Game(map, players, rules, tickets=tickets)
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game or None, not {show(game)}")
    if (map, players, rules, tickets) != ("usa", 2, None, None):
        raise ValueError("give either a game, or map, players, rules and tickets, but not both")
    return game


def mask_of(state: State) -> npt.NDArray[np.int8]:
    """A new (num_actions,) array, 1 where an action is legal: what `Discrete.sample` takes."""
    return state.legal_actions_mask().view(np.int8)


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode must be None or one of {', '.join(RENDER_MODES)}, not {show(mode)}"
        )
    return mode


def rendered(mode: str | None, view: View, state: State, seat: int) -> str | None:
    """The state in a render mode: "ansi" is what the seat knows, "svg" what lies on the table."""
    if mode is None:
        return None
    return view.text(state, seat) if mode == "ansi" else state._repr_svg_()
