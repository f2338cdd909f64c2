"""The PettingZoo environment: PettingZoo's own checks, and every state against the core."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
from env_games import CASES, STATES, seen, worth

import ttr_fast as ttr

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import collect_render_results

from ttr_fast.env import pettingzoo as module
from ttr_fast.env.pettingzoo import env, raw_env

SETTINGS: list[dict[str, Any]] = [
    {},
    {"map": "europe", "players": 5, "observation": "uint8", "reward": "win"},
    {"map": "iran", "players": 4, "information_state": True, "reward": "difference"},
    {"rules": "online", "players": 3, "tickets": "mega", "reward": "rank"},
]
# api_test knows by name the environments of its own that show dictionaries with masks.
DICTIONARIES = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be:UserWarning"
    ),
]


def with_marks(function: Any) -> Any:
    for mark in DICTIONARIES:
        function = mark(function)
    return function


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 4
    assert failed == 0


@with_marks
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_checks_the_environment(make: Any, settings: dict[str, Any]) -> None:
    api_test(make(**settings), num_cycles=1000)


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_same_seed_is_the_same_game(settings: dict[str, Any]) -> None:
    seed_test(lambda: env(**settings), num_cycles=1000)


@pytest.mark.parametrize(("game", "form", "reward"), CASES)
def test_every_state_is_that_of_the_core(
    game: ttr.Game, form: tuple[str, bool], reward: str
) -> None:
    made = env(game, observation=form[0], information_state=form[1], reward=reward)
    rng = np.random.default_rng(2)
    states = number = 0
    while states < STATES:
        made.reset(seed=8 if number == 0 else None)
        state = game.new_initial_state(8, number)
        number += 1
        earned = [0.0] * game.num_players
        for agent in made.agent_iter():
            observation, reward_now, terminated, truncated, info = made.last()
            seat = int(agent.removeprefix("seat_"))
            states += 1
            assert not truncated
            assert info == {}
            assert terminated == state.is_terminal()
            assert np.array_equal(observation["observation"], seen(state, seat, form))
            assert observation in made.observation_space(agent)
            earned[seat] += reward_now
            if terminated:
                assert not observation["action_mask"].any()
                made.step(None)
                continue
            assert seat == state.current_player()
            assert made.unwrapped.core_state() == state
            assert np.array_equal(observation["action_mask"], state.legal_actions_mask())
            for other in range(game.num_players):
                if other != seat:
                    idle = made.observe(f"seat_{other}")
                    assert np.array_equal(idle["observation"], seen(state, other, form))
                    assert not idle["action_mask"].any()
            action = int(rng.choice(state.legal_actions()))
            state.apply_action(action)
            made.step(action)
        assert made.agents == []
        assert earned == pytest.approx([worth(state, reward, s) for s in range(len(earned))])


def test_an_illegal_action_loses_for_who_chose_it() -> None:
    made = env(reward="win", players=3)
    made.reset(seed=1)
    observation, *_ = made.last()
    made.step(int(observation["action_mask"].argmin()))
    assert made.rewards == {"seat_0": 0.0, "seat_1": 0.0, "seat_2": 0.0}
    assert all(made.terminations.values())
    made = env(reward="total")
    made.reset(seed=1)
    made.step(int(made.last()[0]["action_mask"].argmin()))
    assert made.rewards["seat_0"] == -float(sum(ttr.Game()._ticket_points()))
    assert made.rewards["seat_1"] == 0.0


def test_an_illegal_action_raises_without_wrappers() -> None:
    made = raw_env()
    made.reset(seed=1)
    before = made.core_state()
    with pytest.raises(ttr.IllegalActionError, match="not legal"):
        made.step(int(made.last()[0]["action_mask"].argmin()))
    with pytest.raises(TypeError, match="seat_0 has to decide"):
        made.step(None)
    assert made.core_state() == before


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_rendering(mode: str) -> None:
    results = collect_render_results(env(render_mode=mode))
    assert len(results) == 5
    assert all(isinstance(result, str) and result for result in results)
    assert results[0].startswith("<svg") == (mode == "svg")
    silent = env()
    silent.reset()
    assert silent.render() is None


def test_bad_settings_and_calls() -> None:
    for settings, error, words in [
        ({"game": 1}, TypeError, "game must be a Game"),
        ({"players": 1}, ValueError, "players"),
        ({"observation": "float64"}, ValueError, "float32, uint8"),
        ({"reward": "points"}, ValueError, "points"),
        ({"reward": 1}, TypeError, "reward"),
        ({"render_mode": "human"}, ValueError, "ansi, svg"),
    ]:
        with pytest.raises(error, match=words):
            env(**settings)  # type: ignore[arg-type]
    made = raw_env()
    for call in (lambda: made.observe("seat_0"), made.core_state, made.render):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    with pytest.raises(ValueError, match="seed"):
        made.reset(seed=-1)
    with pytest.raises(TypeError, match="seed"):
        made.reset(seed=True)
    made.reset(seed=1)
    with pytest.raises(ValueError, match=r"unknown agent 'seat_2'; there are: seat_0, seat_1"):
        made.observe("seat_2")
