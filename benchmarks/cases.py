"""The hot paths whose instructions are counted: fixed work, the same in every run.

The first size of a case is `times` units of work, the second twice as many; what a unit costs is
the difference of their counts divided by `times`, so that the call from Python, the start of a
worker thread and the allocation of results do not count. Sizes are chosen so that a case takes a
few seconds under callgrind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import ttr_fast as ttr
from ttr_fast._core import repeat
from ttr_fast.trails.generators import network_sets, parse_spec

Work = Callable[[int], object]
"""Does so many units of work."""


@dataclass(frozen=True)
class Case:
    unit: str
    """What the instructions are counted of: game, state, network, ..."""
    times: int
    prepare: Callable[[], Work]
    """Builds what the work needs; not counted."""


def playouts(
    engine: str,
    board: str,
    players: int,
    policy: str = "random",
    rules: str | None = None,
    *,
    times: int,
    **options: Any,
) -> Case:
    """Whole games; `options` are further arguments of `ttr.playouts`."""

    def prepare() -> Work:
        game = ttr.Game(board, players, rules)
        arguments = {"seed": 1, "threads": 1, "engine": engine, **options}
        return lambda n: ttr.playouts(game, n, policy, **arguments)

    return Case("game", times, prepare)


scalar, lockstep = partial(playouts, "scalar"), partial(playouts, "lockstep")


def position(game: ttr.Game, plies: int | None) -> ttr.State:
    """A position of a fixed game: the first turn that begins at that ply or later, or the end."""
    state = game.new_initial_state(3)
    ply = 0
    while not state.is_terminal():
        if plies is not None and ply >= plies and state.phase() == "choose_action":
            break
        actions = state.legal_actions()
        state.apply_action(actions[7 * ply % len(actions)])
        ply += 1
    return state


def operation(
    name: str, unit: str, plies: int | None, board: str = "usa", players: int = 2, *, times: int
) -> Case:
    """An operation of the core on one state, in a loop inside the core."""

    def prepare() -> Work:
        return partial(repeat, position(ttr.Game(board, players), plies), name)

    return Case(unit, times, prepare)


def networks(policy: str, question: Callable[[ttr.Map, Any], object], *, times: int) -> Case:
    """A question about the networks at the end of games, of two players each."""

    def prepare() -> Work:
        usa = ttr.Map.builtin("usa")
        some = network_sets(usa, 2, policy, 100, seed=1)
        # As words, and all of them at once: so that NumPy has nothing left to do.
        words = np.zeros((len(some), 16), np.uint8)
        words[:, : -(-some.shape[1] // 8)] = np.packbits(some, axis=1, bitorder="little")
        many = np.resize(words.view(np.uint64), (2 * times, 2))
        return lambda n: question(usa, many[:n])

    return Case("network", times, prepare)


def longest_trails(usa: ttr.Map, sets: Any) -> object:
    return ttr.longest_trails(usa, sets, threads=1)


def steps(observation: str | None, *, masks: bool, times: int) -> Case:
    """Steps of many envs together, from the beginning of their games."""

    def prepare() -> Work:
        settings: Any = {"observation": observation, "masks": masks, "copy": False}
        env = ttr.VectorEnv(ttr.Game("usa", 2), 64, 1, **settings)

        def work(n: int) -> None:
            env.reset(seed=1)
            for _ in range(n):
                env.step(env.sample_actions())

        return work

    return Case("step of 64 envs", times, prepare)


def perft(depth: int) -> Case:
    def prepare() -> Work:
        state = position(ttr.Game("usa", 2), 60)
        return lambda n: [ttr.perft(state, depth) for _ in range(n)]

    return Case("tree", 20, prepare)


def whole_board() -> Case:
    def prepare() -> Work:
        (board,) = parse_spec("board:second_lanes=true")
        return lambda n: [ttr.longest_trail(board.edges, board.lengths) for _ in range(n)]

    return Case("board", 10, prepare)


CASES: Mapping[str, Case] = {
    "scalar_usa_2": scalar("usa", 2, times=500),
    "scalar_usa_4": scalar("usa", 4, times=250),
    "scalar_usa_2_random_type": scalar("usa", 2, "random_type", times=400),
    "scalar_europe_2": scalar("europe", 2, times=250),
    "scalar_europe_4": scalar("europe", 4, times=150),
    "scalar_online_usa_2": scalar("usa", 2, "random", "online", times=300),
    "scalar_online_europe_2": scalar("europe", 2, "random", "online", times=300),
    "scalar_online_iran_2": scalar("iran", 2, "random", "online", times=300),
    "lockstep_usa_2": lockstep("usa", 2, times=2048),
    "lockstep_usa_4": lockstep("usa", 4, times=1024),
    "lockstep_usa_2_random_type": lockstep("usa", 2, "random_type", times=2048),
    "lockstep_online_iran_2": lockstep("iran", 2, "random", "online", times=2048),
    "lockstep_usa_2_scores": lockstep("usa", 2, times=2048, columns=["scores", "winners"]),
    "lockstep_usa_2_totals": lockstep("usa", 2, times=2048, reduce=True),
    "clone": operation("clone", "state", 60, times=100_000),
    "new_initial_state": operation("new_initial_state", "state", 0, times=5_000),
    "legal_actions": operation("legal_actions", "list", 60, times=20_000),
    "determinize": operation("determinize", "state", 60, times=10_000),
    "determinize_europe_4": operation("determinize", "state", 60, "europe", 4, times=10_000),
    "observation": operation("observation", "tensor", 60, times=10_000),
    "observation_europe_4": operation("observation", "tensor", 60, "europe", 4, times=10_000),
    "env_steps": steps(None, masks=False, times=320),
    "env_steps_observed": steps("float32", masks=True, times=320),
    "play_samples": operation("play_samples", "game", 0, times=200),
    "play_on": operation("play_on", "game", 0, times=100),
    "play_on_europe_4": operation("play_on", "game", 0, "europe", 4, times=40),
    "score_sheet": operation("score_sheet", "sheet", None, times=2_000),
    "score_sheet_stations": operation("score_sheet", "sheet", None, "europe", 5, times=200),
    "serialize": operation("serialize", "state", 60, times=5_000),
    "deserialize": operation("deserialize", "state", 60, times=200),
    "perft": perft(3),
    "trail_random": networks("random", longest_trails, times=10_000),
    "trail_ticket": networks("ticket", longest_trails, times=10_000),
    "trail_greedy": networks("greedy", longest_trails, times=5_000),
    "completed_tickets": networks("random", ttr.completed_tickets, times=5_000),
    "trail_whole_board": whole_board(),
}
