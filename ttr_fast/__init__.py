"""ttr_fast: fast exact simulation of Ticket to Ride.

    >>> import ttr_fast as ttr
    >>> game = ttr.Game(map="usa", players=2)
    >>> state = game.new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> len(state.returns())
    2

An independent project; see README.md.
"""

from __future__ import annotations

from ttr_fast._core import (
    ACTION_KINDS,
    COLORS,
    PHASES,
    TERMINAL,
    IllegalActionError,
    Rules,
    SeatScore,
    State,
    perft,
)
from ttr_fast.game import ActionInfo, Game
from ttr_fast.map import Map, MapError
from ttr_fast.playouts import Playouts, playouts
from ttr_fast.storage import deserialize, get_include
from ttr_fast.trail import Trail, longest_trail, trail_algorithms

__version__ = "0.1.0"

__all__ = [
    "ACTION_KINDS",
    "COLORS",
    "PHASES",
    "TERMINAL",
    "ActionInfo",
    "Game",
    "IllegalActionError",
    "Map",
    "MapError",
    "Playouts",
    "Rules",
    "SeatScore",
    "State",
    "Trail",
    "deserialize",
    "get_include",
    "longest_trail",
    "perft",
    "playouts",
    "trail_algorithms",
]
