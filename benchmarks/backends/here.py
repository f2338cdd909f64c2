"""What is measured of this project, on `usa`, of two players if nothing else is said."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from functools import partial
from itertools import repeat as times
from typing import Any

import numpy as np

import ttr_fast as ttr
from benchmarks.backends.contest import OURS, Entry, Side, expect, repeated
from benchmarks.cases import position
from benchmarks.measure import Work
from ttr_fast._core import repeat

PLAYERS = 2
ENVS = 1024
SEEDS = range(20)
IN_CORE = f"{OURS}, in C++"


def side() -> Side:
    game = ttr.Game("usa", PLAYERS)
    state = position(game, 60)
    entries = [*_calls(state), *_games(game), *_core(state), *_steps(game)]
    return Side(OURS, ttr.__version__, entries)


# ---- Calls on one state -------------------------------------------------------------------


def _calls(state: ttr.State) -> Iterator[Entry]:
    yield Entry("clone", OURS, "clone()", _clones(state), asked=1 / 120e-9)
    other = state.game.new_initial_state(1)
    other.copy_from(state)
    expect(other == state, "copy_from gives an equal state")
    yield Entry("clone", OURS, "copy_from(state)", repeated(partial(other.copy_from, state)))
    yield Entry("determinize", OURS, "resample_from_infostate(seat, seed)", _resampling(state))
    yield from _observations(state)

    def round_trip() -> ttr.State:
        copy: ttr.State = pickle.loads(pickle.dumps(state))
        return copy

    expect(round_trip() == state, "a state from a pickle is equal")
    yield Entry("pickle", OURS, "loads(dumps(state))", repeated(round_trip), asked=1 / 10e-6)


def _clones(state: ttr.State) -> Work:
    copy = state.clone()
    expect(copy == state, "a copy is equal")
    copy.apply_action(copy.legal_actions()[0])
    expect(copy != state, "a copy has a life of its own")
    return repeated(state.clone)


def _resampling(state: ttr.State) -> Work:
    drawn = [state.resample_from_infostate(0, seed) for seed in range(100)]
    hands = {repr(s.to_dict()["players"][1]) for s in drawn}
    known = {s.information_state_bytes(0).tobytes() for s in drawn}
    expect(len(hands) > 50, "the hidden cards are dealt anew")
    expect(known == {state.information_state_bytes(0).tobytes()}, "what the seat knows stays")

    def work(n: int) -> None:
        for seed in range(n):
            state.resample_from_infostate(0, seed)

    return work


def _observations(state: ttr.State) -> Iterator[Entry]:
    game = state.game
    for name, shape, dtype, asked in (
        ("observation_tensor", game.observation_tensor_shape(), np.float32, 1 / 2e-6),
        ("observation_bytes", game.observation_bytes_shape(), np.uint8, 0),
        ("information_state_tensor", game.information_state_tensor_shape(), np.float32, 0),
    ):
        write = getattr(state, name)
        out = np.full(shape, 99, dtype)
        expect(write(0, out) is out, f"{name} answers with the buffer")
        expect(np.array_equal(out, write(0)), f"{name} fills the whole buffer")
        what = f"{name}(seat, out), {len(out)} {out.dtype}"
        yield Entry("observation", OURS, what, repeated(partial(write, 0, out)), asked=asked)


def _core(state: ttr.State) -> Iterator[Entry]:
    """The same in a loop inside of the core."""
    expect(repeat(state, "clone", 1) == state.to_dict()["ply"], "a copy in the core")
    observed = np.count_nonzero(state.observation_tensor(0))
    expect(repeat(state, "observation", 1) == observed, "an observation in the core")
    drawn = state.resample_from_infostate(0, 0).to_dict()["deck"]
    expect(repeat(state, "determinize", 1) == sum(drawn.values()), "a new deal in the core")
    of_four = position(ttr.Game("usa", 4), 60)
    for question, asked in (("clone", 0), ("determinize", 1 / 300e-9), ("observation", 0)):
        for some, least in ((state, asked), (of_four, 0)):
            what = f"usa, {some.game.num_players} players"
            yield Entry(question, IN_CORE, what, partial(repeat, some, question), asked=least)


# ---- Whole games --------------------------------------------------------------------------


def by_samples(state: ttr.State, rng: ttr.Rng) -> int:
    """Plays on to the end; the number of plies."""
    sample, apply, is_over = state.sample_legal, state.apply_action, state.is_terminal
    plies = 0
    while not is_over():
        apply(sample(rng))
        plies += 1
    return plies


def by_lists(state: Any, seed: int) -> int:
    """The same with lists of legal actions; of OpenSpiel's states, too."""
    choose = random.Random(seed).random
    legal, apply = state.legal_actions, state.apply_action
    plies = 0
    while actions := legal():
        apply(actions[int(choose() * len(actions))])
        plies += 1
    return plies


def _games(game: ttr.Game) -> Iterator[Entry]:
    def samples(seed: int, record: bool = False) -> tuple[ttr.State, int]:
        state = game.new_initial_state(seed, record=record)
        return state, by_samples(state, ttr.Rng(seed))

    def lists(seed: int, record: bool = False) -> tuple[ttr.State, int]:
        state = game.new_initial_state(seed, record=record)
        return state, by_lists(state, seed)

    for question, play, asked in (("samples", samples, 3e6), ("lists", lists, 1.3e6)):
        plies = 0
        for seed in SEEDS:
            end, count = play(seed, record=True)
            _check_game(game.new_initial_state(seed), end, count)
            plies += count

        def work(n: int, play: Any = play) -> None:
            for _ in range(n):
                for seed in SEEDS:
                    play(seed)

        yield Entry(question, OURS, f"usa, {PLAYERS} players", work, plies, asked)


def _check_game(start: ttr.State, end: ttr.State, plies: int) -> None:
    history = end.history()
    expect(len(history) == plies, "a game has as many moves as were counted")
    for action in history:
        expect(action in start.legal_actions(), "every move of a game is legal")
        start.apply_action(action)
    expect(
        start.is_terminal() and start.returns() == end.returns(), "a game replayed ends as it did"
    )
    totals = [float(seat.total) for seat in end.score_sheet()]
    expect(totals == end.returns(), "returns are the totals of the score sheet")


# ---- Many games at once -------------------------------------------------------------------


def _steps(game: ttr.Game) -> Iterator[Entry]:
    _check_envs(game)
    for question, what, settings, asked in (
        ("steps", ", float32", {"observation": "float32"}, 400e3),
        ("steps", ", uint8, copy=False", {"observation": "uint8", "copy": False}, 0),
        ("bare steps", "", {"observation": None, "masks": False}, 3e6),
    ):
        env = ttr.VectorEnv(game, ENVS, 1, **settings)  # type: ignore[arg-type]
        env.reset()
        _step(env, 256)  # the games are at all stages by now
        name = f"VectorEnv of {ENVS}{what}"
        yield Entry(question, OURS, name, partial(_step, env), ENVS, asked)


def _step(env: ttr.VectorEnv, n: int) -> None:
    for _ in times(None, n):
        env.step(env.sample_actions())


def _check_envs(game: ttr.Game) -> None:
    """The first games of envs are those of playouts with their seeds."""
    env = ttr.VectorEnv(game, 8, 3)
    env.reset()
    playouts = [ttr.playouts(game, 1, seed=int(seed)).scores[0].tolist() for seed in env.seeds]
    missing = set(range(8))
    while missing:
        *_, infos = env.step(env.sample_actions())
        for e in sorted(missing):
            if "_scores" in infos and infos["_scores"][e]:
                expect(infos["scores"][e].tolist() == playouts[e], "envs score as playouts do")
                missing.discard(e)
