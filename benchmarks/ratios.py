"""What the guard compares where instructions cannot be counted: ratios measured in one run.

Both sides of a ratio are measured in turn, by processor time, and the median of the rounds counts;
so a busy machine slows both. The least ratios leave room for other processors and compilers: they
catch a path that has lost much of its speed, not one that has lost a tenth.

Callgrind knows no AVX-512, so the best kernel of the lockstep engine is never counted: its ratio is
compared beside the counts too.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import ttr_fast as ttr
from benchmarks import ROOT
from benchmarks.engines import plays
from benchmarks.measure import processor_seconds as seconds
from ttr_fast import _core
from ttr_fast.trails.generators import network_sets
from ttr_fast.trails.network_times import time_networks

ROUNDS = 5
LOCKSTEP_ROUNDS = 25  # its least ratio is close to the usual one, and a round is short
GAMES = 4000  # playouts of a round

LEAST_OF_LOCKSTEP: Mapping[str, float] = {"x86-64-v4": 3.0, "x86-64-v3": 1.7}
"""How many times as fast as scalar lockstep must be, by instruction set; 1 with any other one."""


@dataclass(frozen=True)
class Ratio:
    """How many times as fast one thing is as another that does the same work."""

    least: float
    measure: Callable[[], float]
    engines: Sequence[str] = ("scalar",)
    """The engines that it needs; a build that checks every state has no lockstep."""
    beside_counts: bool = False
    """Whether it is compared even where instructions are counted."""


def scalar_to_oracle() -> float:
    """Compiled playouts of the scalar engine, and games replayed by the oracle of the tests."""
    replays = [_oracle_replay(seed) for seed in range(ROUNDS)]
    game = ttr.Game("usa", 2)

    def playouts() -> object:
        return ttr.playouts(game, GAMES, seed=1, threads=1, engine="scalar")

    playouts()
    return statistics.median(GAMES * seconds(replay) / seconds(playouts) for replay in replays)


def trail_to_naive() -> float:
    """The engine's longest trail and the plainest search, on networks of cautious players."""
    usa = ttr.Map.builtin("usa")
    times = time_networks(usa, network_sets(usa, 2, "greedy", 300, seed=1), ROUNDS)
    return float(np.median(times.naive) / np.median(times.engine))


def lockstep_to_scalar() -> float:
    """The two engines on the same games, with the instruction set that is chosen by default."""
    game = ttr.Game("usa", 2)

    def playouts(engine: str) -> Callable[[], object]:
        return lambda: ttr.playouts(game, GAMES, seed=1, threads=1, engine=engine)

    lockstep, scalar = playouts("lockstep"), playouts("scalar")
    lockstep(), scalar()
    return statistics.median(seconds(scalar) / seconds(lockstep) for _ in range(LOCKSTEP_ROUNDS))


RATIOS: Mapping[str, Ratio] = {
    "scalar / oracle": Ratio(1000, scalar_to_oracle),
    "trail / naive_dfs": Ratio(10, trail_to_naive),
    "lockstep / scalar": Ratio(
        LEAST_OF_LOCKSTEP.get(_core.build_info()["isa"], 1.0),
        lockstep_to_scalar,
        engines=("lockstep", "scalar"),
        beside_counts=True,
    ),
}


def chosen(*, counted: bool) -> dict[str, Ratio]:
    """The ratios of engines that this build has; if instructions are counted, only those that are
    compared beside the counts."""
    game = ttr.Game("usa", 2)
    return {
        name: ratio
        for name, ratio in RATIOS.items()
        if (ratio.beside_counts or not counted)
        and all(plays(game, "random", engine) for engine in ratio.engines)
    }


def _oracle_replay(seed: int) -> Callable[[], object]:
    """A random game, decided on the engine, as work for the oracle: all of its legal actions,
    decisions and scores."""
    tests = str(ROOT / "tests")
    if tests not in sys.path:
        sys.path.append(tests)
    from differential_jobs import BUILTIN
    from differential_pair import Pair, action_tuples
    from reference import PRESETS, OracleGame

    game = ttr.Game("usa", 2)
    oracle_game = OracleGame(BUILTIN["usa"], PRESETS["usa"], 2)
    tuples, choose = action_tuples(game), random.Random(seed).choice
    state = game.new_initial_state(seed, record=True)
    dealt, start = state.drawn_cards(), state.to_dict()
    long_deck, deck = Pair.decks_before_the_deal(oracle_game, start)
    steps: list[tuple[Any, list[str]]] = []
    drawn = len(dealt)
    while not state.is_terminal():
        action = choose(state.legal_actions())
        state.apply_action(action)
        cards = state.drawn_cards()
        steps.append((tuples[action], cards[drawn:]))
        drawn = len(cards)

    def replay() -> object:
        oracle = oracle_game.deal(start["first_seat"], deck, dealt, long_deck)
        for action, cards in steps:
            oracle.legal_actions()
            oracle.apply(action, cards)
        return oracle.score_sheet()

    totals = [row["total"] for row in replay()]  # type: ignore[attr-defined]
    if totals != state.returns():
        raise RuntimeError(f"engine and oracle disagree about game {seed}")
    return replay
