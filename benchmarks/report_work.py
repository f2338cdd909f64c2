"""What the report measures, in processes of their own: an instruction set is chosen once in each.

    python -m benchmarks.report_work GROUP SECONDS RUNS

prints a line of JSON for every figure as soon as it is known: its key and its value.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import ttr_fast as ttr
from benchmarks.cases import position
from benchmarks.engines import ENGINES, RESULTS, plays
from benchmarks.measure import Effort, Rate, Work, rate
from ttr_fast._core import repeat
from ttr_fast.trails.generators import network_sets
from ttr_fast.trails.network_times import time_networks

Figures = Iterator[tuple[str, Any]]


class Games(NamedTuple):
    """Games of one kind."""

    board: str
    players: int
    policy: str = "random"
    rules: str | None = None

    @property
    def key(self) -> str:
        return " ".join(map(str, (self.board, self.rules or self.board, self.players, self.policy)))

    def game(self) -> ttr.Game:
        return ttr.Game(self.board, self.players, self.rules)


U2, U4, U2_TYPE = Games("usa", 2), Games("usa", 4), Games("usa", 2, "random_type")
ALL_GAMES = (
    U2,
    Games("usa", 3),
    U4,
    Games("usa", 5),
    U2_TYPE,
    Games("usa", 4, "random_type"),
    Games("europe", 2),
    Games("europe", 4),
    *(Games(board, 2, "random", "online") for board in ("usa", "europe", "iran")),
)
SHORT_GAMES = (U2, U4, U2_TYPE)
TRAIL_POLICIES = ("random", "ticket", "greedy")
MANY_GAMES = 10_000_000


# ---- Playouts -----------------------------------------------------------------------------


def playouts(kinds: tuple[Games, ...], effort: Effort) -> Figures:
    """Games a second on one thread, by each engine that plays them."""
    for games in kinds:
        for engine in ENGINES:
            if plays(games.game(), games.policy, engine):
                work = playing(games, engine=engine)
                yield f"{engine} {games.key}", rate(work, effort).runs


def playing(games: Games, threads: int = 1, **options: Any) -> Work:
    game = games.game()
    return lambda n: ttr.playouts(game, n, games.policy, seed=1, threads=threads, **options)


def plies(effort: Effort) -> Figures:
    """Plies of a game, on average."""
    for games in ALL_GAMES:
        result = ttr.playouts(games.game(), 2000, games.policy, seed=1, threads=1)
        yield games.key, float(result.plies.mean())


def results(effort: Effort) -> Figures:
    """Two players on usa with the engine that is chosen by default, by what is asked for."""
    for name, options in RESULTS.items():
        yield name, rate(playing(U2, **options), effort).runs


def threads(effort: Effort) -> Figures:
    """From Python with the default columns, by the clock on the wall: one thread and two in turn.

    For every number of threads the games, and the seconds that they took.
    """
    one = rate(playing(U2), Effort(effort.seconds / 4, 1)).best
    games, seconds = {1: 0, 2: 0}, {1: 0.0, 2: 0.0}
    # 15 rounds of 4 seconds each make a minute, if a run of the effort takes one second.
    for _ in range(3 * effort.runs):
        for number in (1, 2):
            n = round(4 * effort.seconds * one * number)
            work = playing(U2, number)
            start = time.perf_counter()
            work(n)
            seconds[number] += time.perf_counter() - start
            games[number] += n
    yield "threads", {"games": list(games.values()), "seconds": list(seconds.values())}


def memory(name: str, effort: Effort) -> Figures:
    """Growth of this process, at most, while it plays ten million games."""
    n = MANY_GAMES if effort.seconds >= 0.1 else MANY_GAMES // 1000
    work = playing(U2, 2, **RESULTS[name])
    work(1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = work(n)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    del result
    yield name, {"games": n, "bytes": (peak - before) * 1024}


# ---- Operations ---------------------------------------------------------------------------


def core_operations(effort: Effort) -> Figures:
    """Operations a second in a loop inside the core."""
    start, middle, end, europe_end = positions()
    for name, state, operation in (
        ("clone", middle, "clone"),
        ("new state", middle, "new_initial_state"),
        ("legal actions", middle, "legal_actions"),
        ("score sheet", end, "score_sheet"),
        ("score sheet with 15 stations", europe_end, "score_sheet"),
        ("longest trail", end, "longest_trail"),
        ("serialize", middle, "serialize"),
        ("deserialize", middle, "deserialize"),
    ):
        yield name, rate(partial(repeat, state, operation), effort).runs
    plies = repeat(start, "play_on", 1)
    yield "game loop, a ply", rate(partial(repeat, start, "play_on"), effort, plies).runs


def python_operations(effort: Effort) -> Figures:
    """Operations a second called from Python; the loop around the call is part of it."""
    _, middle, end, europe_end = positions()
    game, data = middle.game, middle.serialize()
    action = middle.legal_actions()[-1]
    for name, call in (
        ("clone", middle.clone),
        ("new state", lambda: game.new_initial_state(7)),
        ("legal actions", middle.legal_actions),
        ("legal actions as a mask", middle.legal_actions_mask),
        ("clone and apply", lambda: middle.clone().apply_action(action)),
        ("score sheet", end.score_sheet),
        ("score sheet with 15 stations", europe_end.score_sheet),
        ("longest trail", lambda: end.longest_trail(0)),
        ("serialize", middle.serialize),
        ("deserialize", lambda: ttr.deserialize(data)),
        ("call without work", middle.is_terminal),
    ):
        yield name, rate(repeated(call), effort).runs
    yield "game loop, a ply", python_loop(game, effort).runs


def repeated(call: Callable[[], object]) -> Work:
    def work(n: int) -> None:
        for _ in range(n):
            call()

    return work


def python_loop(game: ttr.Game, effort: Effort) -> Rate:
    """A loop of `legal_actions` and `apply_action`, and a random choice."""

    def play(seed: int) -> int:
        choose = random.Random(seed).random
        state = game.new_initial_state(seed)
        count = 0
        while actions := state.legal_actions():
            state.apply_action(actions[int(choose() * len(actions))])
            count += 1
        return count

    seeds = range(20)
    plies = sum(map(play, seeds))
    return rate(lambda n: [play(seed) for _ in range(n) for seed in seeds], effort, plies)


def positions() -> tuple[ttr.State, ttr.State, ttr.State, ttr.State]:
    usa = ttr.Game("usa", 2)
    europe_end = position(ttr.Game("europe", 5), None)
    return position(usa, 0), position(usa, 60), position(usa, None), europe_end


def trails(effort: Effort) -> Figures:
    """Nanoseconds for networks at the end of games of two, by the engine and by the plain search:
    medians, means and the longest."""
    count = 2000 if effort.seconds >= 0.1 else 100
    for policy in TRAIL_POLICIES:
        times = time_networks("usa", network_sets("usa", 2, policy, count, seed=1), effort.runs)
        yield (
            policy,
            {
                side: [float(f(values)) for f in (np.median, np.mean, np.max)]
                for side, values in (("engine", times.engine), ("naive", times.naive))
            },
        )


GROUPS: dict[str, Callable[[Effort], Figures]] = {
    "playouts": partial(playouts, ALL_GAMES),
    "short playouts": partial(playouts, SHORT_GAMES),
    "plies": plies,
    "results": results,
    "threads": threads,
    **{f"memory, {name}": partial(memory, name) for name in RESULTS},
    "core operations": core_operations,
    "python operations": python_operations,
    "trails": trails,
}


def main(arguments: list[str]) -> None:
    group, seconds, runs = arguments
    for key, value in GROUPS[group](Effort(float(seconds), int(runs))):
        print(json.dumps([key, value]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
