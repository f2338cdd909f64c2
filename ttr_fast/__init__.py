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
    OBSERVATION_VERSION,
    PHASES,
    TERMINAL,
    IllegalActionError,
    Rng,
    Rules,
    SeatScore,
    State,
    perft,
)
from ttr_fast.batched import PolicyBatch
from ttr_fast.game import ActionInfo, Game
from ttr_fast.histogram import Histogram
from ttr_fast.map import Map, MapError
from ttr_fast.native import NativePolicy
from ttr_fast.networks import completed_tickets, components, connected, longest_trails
from ttr_fast.observation import ActionFeatures, ObservationSlice
from ttr_fast.playouts import Playouts, PlayoutTotals, playouts
from ttr_fast.records import GameRecord, RecordError
from ttr_fast.storage import deserialize, get_include
from ttr_fast.trails import (
    Trail,
    TrailAlgorithm,
    TrailAlgorithmError,
    TrailBudget,
    TrailGraph,
    TrailSolution,
    longest_trail,
    register_trail_algorithm,
    trail_algorithms,
    unregister_trail_algorithm,
)
from ttr_fast.vector_env import VectorEnv

__version__ = "0.1.0"

__all__ = [
    "ACTION_KINDS",
    "COLORS",
    "OBSERVATION_VERSION",
    "PHASES",
    "TERMINAL",
    "ActionFeatures",
    "ActionInfo",
    "Game",
    "GameRecord",
    "Histogram",
    "IllegalActionError",
    "Map",
    "MapError",
    "NativePolicy",
    "ObservationSlice",
    "PlayoutTotals",
    "Playouts",
    "PolicyBatch",
    "RecordError",
    "Rng",
    "Rules",
    "SeatScore",
    "State",
    "Trail",
    "TrailAlgorithm",
    "TrailAlgorithmError",
    "TrailBudget",
    "TrailGraph",
    "TrailSolution",
    "VectorEnv",
    "completed_tickets",
    "components",
    "connected",
    "deserialize",
    "get_include",
    "longest_trail",
    "longest_trails",
    "perft",
    "playouts",
    "register_trail_algorithm",
    "trail_algorithms",
    "unregister_trail_algorithm",
]
