"""OpenSpiel: its card games in C++, called from Python."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment, vector_env
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_agent import StepOutput

from benchmarks.backends.contest import Entry, Side, expect, repeated
from benchmarks.backends.here import SEEDS, by_lists

NAME = "OpenSpiel"
GAMES = ("hearts", "euchre", "crazy_eights", "gin_rummy")
RESAMPLED = ("hearts", "euchre", "gin_rummy")
ENVS = 16  # they are stepped one after the other, so more are not faster
OF_ENVS = ("crazy_eights", "gin_rummy")  # the observations of the others are far longer


def side() -> Side:
    entries: list[Entry] = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        entries += [*_calls(name, game), _lists(name, game)]
    entries += [_steps(name) for name in OF_ENVS]
    return Side(NAME, version("open_spiel"), entries)


def _calls(name: str, game: Any) -> Iterator[Entry]:
    state = _middle(game)
    seat = state.current_player()
    expect(str(state.clone()) == str(state), f"{name}: a copy is equal")
    yield Entry("clone", NAME, name, repeated(state.clone))

    def round_trip() -> Any:
        return pickle.loads(pickle.dumps(state))

    expect(str(round_trip()) == str(state), f"{name}: a state from a pickle is equal")
    yield Entry("pickle", NAME, name, repeated(round_trip))

    observation = _observer(game)
    observation.set_from(state, seat)
    expect(np.count_nonzero(observation.tensor) > 0, f"{name}: there is something to observe")
    what = f"{name}, {len(observation.tensor)} float32"
    work = repeated(partial(observation.set_from, state, seat))
    yield Entry("observation", NAME, what, work)

    if name in RESAMPLED:
        draw = random.Random(1).random
        observation.set_from(state, seat)
        known = observation.tensor.copy()
        observation.set_from(state.resample_from_infostate(seat, draw), seat)
        expect(np.array_equal(observation.tensor, known), f"{name}: what the seat knows stays")
        work = repeated(partial(state.resample_from_infostate, seat, draw))
        yield Entry("determinize", NAME, name, work)


def _observer(game: Any) -> Any:
    """Writes an observation into a buffer, or what is nearest to one that the game has."""
    if game.get_type().provides_observation_tensor:
        return make_observation(game)
    everything = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    return make_observation(game, everything)


def _middle(game: Any) -> Any:
    """A decision of some player after 40 random moves, the deal included, or more."""
    for seed in range(100):
        choose, state = random.Random(seed).random, game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or state.move_number() < 40):
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
        if not state.is_terminal():
            return state
    raise ValueError("games are too short")


def _lists(name: str, game: Any) -> Entry:
    """Whole games; the cards dealt count as plies."""
    plies = 0
    for seed in SEEDS:
        state = game.new_initial_state()
        count = by_lists(state, seed)
        replayed = game.new_initial_state()
        for action in state.history():
            expect(action in replayed.legal_actions(), f"{name}: every move is legal")
            replayed.apply_action(action)
        expect(replayed.is_terminal() and replayed.returns() == state.returns(), f"{name}: scores")
        expect(len(state.history()) == count, f"{name}: a game has as many moves as were counted")
        plies += count

    def work(n: int) -> None:
        for _ in range(n):
            for seed in SEEDS:
                by_lists(game.new_initial_state(), seed)

    return Entry("lists", NAME, name, work, plies)


def _steps(name: str) -> Entry:
    samplers = [rl_environment.ChanceEventSampler(seed) for seed in range(ENVS)]
    env = vector_env.SyncVectorEnv(
        [rl_environment.Environment(name, chance_event_sampler=sampler) for sampler in samplers]
    )
    choose = random.Random(1).random
    steps = env.reset()

    def work(n: int) -> None:
        nonlocal steps
        for _ in range(n):
            chosen = []
            for step in steps:
                actions = step.observations["legal_actions"][step.observations["current_player"]]
                chosen.append(StepOutput(actions[int(choose() * len(actions))], None))
            steps, *_ = env.step(chosen, reset_if_done=True)

    work(150)  # the games are at all stages by now
    views = [step.observations["info_state"][0] for step in steps]
    expect(len({len(view) for view in views}) == 1, f"{name}: every env has an observation")
    return Entry("steps", NAME, f"{name}, SyncVectorEnv of {ENVS}", work, ENVS)
