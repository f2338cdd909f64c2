"""PettingZoo: its classic games as AEC environments, and ours as one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from benchmarks.backends.contest import OURS, Entry, Side, expect
from benchmarks.backends.here import PLAYERS, SEEDS
from ttr_fast.env import pettingzoo as ours

NAME: Final = "PettingZoo"
GAMES: Final[Mapping[str, tuple[int, int]]] = {
    "texas_holdem_v4": (72, 4),
    "leduc_holdem_v4": (36, 4),
    "connect_four_v3": (84, 7),
}
"""Numbers of an observation, and actions."""


def side() -> Side:
    return Side(NAME, version("pettingzoo"), [*_ours(), *_theirs()])


def _ours() -> Iterator[Entry]:
    env: Any = ours.env(map="usa", players=PLAYERS, reward="difference")
    game = env.unwrapped.game
    sizes = game.observation_tensor_shape()[0], game.num_distinct_actions()
    work, steps = _playing("usa", env, sizes)
    yield Entry("aec steps", OURS, f"usa, {PLAYERS} players", work, steps)


def _theirs() -> Iterator[Entry]:
    for name, sizes in GAMES.items():
        env = import_module(f"pettingzoo.classic.{name}").env()
        work, steps = _playing(name, env, sizes)
        for question in ("steps", "aec steps"):
            yield Entry(question, NAME, f"{name}, an AEC env", work, steps)


def _playing(name: str, env: Any, sizes: tuple[int, int]) -> tuple[Any, int]:
    """The work of whole games of random moves, and how many steps a piece of it has."""
    steps = 0
    for seed in SEEDS:
        count, rewards = _play(env, seed)
        expect(abs(sum(rewards)) < 1e-9, f"{name}: what one wins the other loses")
        steps += count
    env.reset(seed=1)
    view = env.last()[0]
    found = view["observation"].size, len(view["action_mask"])
    expect(found == sizes, f"{name}: {found} numbers of an observation and actions")
    return partial(_play_all, env), steps


def _play_all(env: Any, n: int) -> None:
    for _ in range(n):
        for seed in SEEDS:
            _play(env, seed)


def _play(env: Any, seed: int) -> tuple[int, list[float]]:
    """A game to its end: its steps, and what it was worth to each seat."""
    env.reset(seed=seed)
    choose = random.Random(seed).random
    steps, rewards = 0, dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += float(reward)
        action = None
        if not termination and not truncation:
            legal = np.flatnonzero(observation["action_mask"])
            action = int(legal[int(choose() * len(legal))])
            steps += 1
        env.step(action)
    return steps, list(rewards.values())
