"""Steps of many games at once, and policies that are Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr

Benchmark = Callable[..., Any]
ENVS = 1024


@pytest.mark.parametrize(
    ("observation", "masks"), [(None, False), (None, True), ("uint8", True), ("float32", True)]
)
@pytest.mark.parametrize("opponents", [None, "random"])
def test_steps(
    benchmark: Benchmark, game: ttr.Game, observation: Any, masks: bool, opponents: str | None
) -> None:
    """64 steps of 1024 envs from the middle of their games, with sampled actions."""
    env = ttr.VectorEnv(game, ENVS, 1, opponents, observation=observation, masks=masks, copy=False)
    env.reset()

    def steps() -> None:
        for _ in range(64):
            env.step(env.sample_actions())

    for _ in range(3):  # the games are at all stages by now
        steps()
    state = env.state(5)
    if observation == "float32":
        assert np.array_equal(env.observations[5], state.observation_tensor(env.seats[5]))  # type: ignore[index]
    if masks:
        assert np.array_equal(env.action_mask[5], state.legal_actions_mask())
    benchmark(steps)


def test_playouts_of_a_function(benchmark: Benchmark, game: ttr.Game) -> None:
    def play() -> ttr.Playouts:
        return ttr.playouts(game, 2000, lambda batch: batch.sample(), threads=1)

    assert np.array_equal(play().scores, ttr.playouts(game, 2000).scores)
    benchmark(play)
