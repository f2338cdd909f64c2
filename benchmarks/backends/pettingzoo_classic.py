"""PettingZoo classic: games in Python behind the interface of AEC environments."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from benchmarks.backends.contest import Entry, Side, expect

NAME: Final = "PettingZoo"
ENVS: Final[Mapping[str, tuple[int, int]]] = {
    "texas_holdem_v4": (72, 4),
    "leduc_holdem_v4": (36, 4),
    "connect_four_v3": (84, 7),
}
"""Numbers of an observation, and actions."""


def side() -> Side:
    return Side(NAME, version("pettingzoo"), [_steps(name) for name in ENVS])


def _steps(name: str) -> Entry:
    env = import_module(f"pettingzoo.classic.{name}").env()
    choose = random.Random(1).random

    def play(seed: int) -> tuple[int, list[float]]:
        """A game to its end: its steps, and what it was worth to each seat."""
        env.reset(seed=seed)
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

    steps = 0
    for seed in range(GAMES):
        count, rewards = play(seed)
        expect(abs(sum(rewards)) < 1e-9, f"{name}: what one wins another loses")
        steps += count
    env.reset(seed=1)
    _check_shapes(name, env)

    def work(n: int) -> None:
        for _ in range(n):
            for seed in range(GAMES):
                play(seed)

    return Entry("steps", NAME, f"{name}, one AEC env", work, steps)


GAMES: Final = 20


def _check_shapes(name: str, env: Any) -> None:
    numbers, actions = ENVS[name]
    observation = env.last()[0]
    expect(observation["observation"].size == numbers, f"{name}: numbers of an observation")
    expect(len(observation["action_mask"]) == actions, f"{name}: numbers of a mask")
