"""The Gymnasium environments: Gymnasium's own checks, and every state against the core."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
from env_games import CASES, GAMES, STATES, Beside, seen, worth

import ttr_fast as ttr

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from ttr_fast.env import gymnasium as module  # noqa: E402
from ttr_fast.env.gymnasium import (  # noqa: E402
    ENV_ID,
    TicketToRideEnv,
    TicketToRideVectorEnv,
)

SETTINGS: list[dict[str, Any]] = [
    {},
    {"map": "europe", "players": 4, "observation": "uint8", "reward": "win", "seat": 3},
    {"map": "iran", "information_state": True, "illegal_action": "random"},
    {"players": 3, "dict_observation": True, "opponents": ["random", "random_type"]},
    {"rules": "online", "tickets": "1910", "reward": "rank", "render_mode": "ansi"},
]


def legal(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 4
    assert failed == 0


# --- One game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", SETTINGS)
def test_gymnasium_checks_the_environment(settings: dict[str, Any]) -> None:
    """Warnings are errors here, and the render modes are tried, too."""
    env = gymnasium.make(ENV_ID, **settings)
    assert isinstance(env.unwrapped, TicketToRideEnv)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game", "form", "reward"), CASES)
def test_every_state_is_that_of_the_core(
    game: ttr.Game, form: tuple[str, bool], reward: str
) -> None:
    env = TicketToRideEnv(
        game, seat=1, observation=form[0], information_state=form[1], reward=reward
    )
    rng = np.random.default_rng(3)
    states = seed = 0
    while states < STATES:
        beside = Beside(game, seed, 1)
        observation, info = env.reset(seed=seed)
        over, seed = False, seed + 1
        while not over:
            states += 1
            state = beside.state
            assert env.core_state() == state
            assert state.current_player() == env.seat == 1
            assert np.array_equal(observation, seen(state, 1, form))
            assert observation in env.observation_space
            assert np.array_equal(info["action_mask"], state.legal_actions_mask())
            assert np.array_equal(env.action_masks(), state.legal_actions_mask())
            action = legal(info["action_mask"], rng)
            beside.step(action)
            observation, got, over, truncated, info = env.step(action)
            assert not truncated
            assert got == pytest.approx(worth(state, reward, 1))
            assert over == state.is_terminal()
        assert np.array_equal(observation, seen(state, 1, form))
        assert not info["action_mask"].any()
        assert not env.action_masks().any()
        assert info["scores"].tolist() == state.returns()
        assert tuple(info["ranks"]) == state.ranks()


def test_games_of_a_seed_are_those_of_the_core_and_the_seat_rotates() -> None:
    game = GAMES[2]
    env = TicketToRideEnv(game)
    env.reset(seed=5)
    for number in range(5):
        assert (env.game_seed, env.game_number) == (5, number)
        assert env.seat == number % 4
        dealt, now = game.new_initial_state(5, number).to_dict(), env.core_state().to_dict()
        assert dealt["face_up"] == now["face_up"]
        assert [player["hand"] for player in dealt["players"]] == [
            player["hand"] for player in now["players"]
        ]
        env.reset()


def test_without_a_seed_games_differ() -> None:
    first, second = TicketToRideEnv(), TicketToRideEnv()
    first.reset()
    second.reset()
    assert first.game_seed != second.game_seed


def test_an_illegal_action_loses() -> None:
    env = TicketToRideEnv(reward="total")
    observation, info = env.reset(seed=1)
    before = env.core_state()
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (env.reward_range[0], True, False)
    assert info["illegal_action"] is True
    assert not info["action_mask"].any()
    assert np.array_equal(after, observation)
    assert after is not observation
    assert env.core_state() == before
    with pytest.raises(RuntimeError, match="reset"):
        env.step(action)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_the_lowest_reward_is_lower_than_any_game_of_random_players_gives() -> None:
    for reward in ("total", "difference"):
        env = TicketToRideVectorEnv(num_envs=64, seed=1, reward=reward)
        low, high = TicketToRideEnv(reward=reward).reward_range
        _, infos = env.reset()
        ends: list[float] = []
        while len(ends) < 64:
            _, rewards, over, _, infos = env.step(
                env.action_space.sample(tuple(infos["action_mask"]))
            )
            ends.extend(rewards[over])
        assert low < min(ends)
        assert max(ends) < high


def test_an_illegal_action_may_be_replaced_by_a_random_one_the_same_for_the_same_seed() -> None:
    states = []
    for _ in range(2):
        env = TicketToRideEnv(illegal_action="random")
        _, info = env.reset(seed=1)
        for _ in range(20):
            illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
            _, _, over, _, info = env.step(illegal)
            assert not over
            assert info["illegal_action"] is True
        states.append(env.core_state())
        _, _, _, _, info = env.step(legal(info["action_mask"], np.random.default_rng(0)))
        assert "illegal_action" not in info
    assert states[0] == states[1]


def test_an_illegal_action_may_raise() -> None:
    env = TicketToRideEnv(illegal_action="raise")
    _, info = env.reset(seed=1)
    before = env.core_state()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, -1, env.action_space.n):
        with pytest.raises(ttr.IllegalActionError, match=str(action)):
            env.step(action)
    assert env.core_state() == before
    with pytest.raises(TypeError, match="integer"):
        env.step("pass")  # type: ignore[arg-type]


def test_dictionaries_hold_the_mask() -> None:
    env = TicketToRideEnv(dict_observation=True)
    plain = TicketToRideEnv()
    observation, info = env.reset(seed=2)
    assert isinstance(observation, dict)
    assert np.array_equal(observation["observation"], plain.reset(seed=2)[0])
    assert np.array_equal(observation["action_mask"], info["action_mask"])


def test_rendering() -> None:
    env = TicketToRideEnv(render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert env.render() == env.core_state().observation_string(1)
    env = TicketToRideEnv(render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    env = TicketToRideEnv()
    env.reset(seed=1)
    assert env.render() is None


@pytest.mark.parametrize("make", [TicketToRideEnv, TicketToRideVectorEnv])
@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"game": "usa"}, TypeError, "game must be a Game"),
        ({"game": GAMES[0], "players": 3}, ValueError, "not both"),
        ({"players": 6}, ValueError, "players"),
        ({"opponents": "nobody"}, ValueError, "nobody"),
        ({"opponents": None}, TypeError, "opponents"),
        ({"seat": 2}, ValueError, "seat"),
        ({"observation": "int8"}, ValueError, "float32, uint8"),
        ({"information_state": 1}, TypeError, "information_state"),
        ({"dict_observation": 1}, TypeError, "dict_observation must be True or False"),
        ({"reward": "points"}, ValueError, "points"),
        ({"render_mode": "human"}, ValueError, "ansi, svg"),
    ],
)
def test_bad_settings(
    make: Any, settings: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make(**settings)


def test_bad_calls() -> None:
    with pytest.raises(ValueError, match="illegal_action"):
        TicketToRideEnv(illegal_action="pass")  # type: ignore[arg-type]
    env = TicketToRideEnv()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    with pytest.raises(ValueError, match="options"):
        env.reset(options={"position": 1})
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=2**64)
    env.close()
    env.close()
    with pytest.raises(ValueError, match="closed"):
        env.reset()


# --- Many games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "form", "reward"), CASES)
def test_every_state_of_many_games_is_that_of_the_core(
    game: ttr.Game, form: tuple[str, bool], reward: str
) -> None:
    n = 50
    env = TicketToRideVectorEnv(
        game, n, seat=1, observation=form[0], information_state=form[1], reward=reward
    )
    seeds = list(range(100, 100 + n))
    observations, infos = env.reset(seed=seeds)
    besides: dict[int, Beside] = {e: Beside(game, seed, 1) for e, seed in enumerate(seeds)}
    rng = np.random.default_rng(4)
    states = 0
    while besides:
        for e, beside in besides.items():
            assert env.core_state(e) == beside.state
            assert np.array_equal(observations[e], seen(beside.state, 1, form))
            assert np.array_equal(infos["action_mask"][e], beside.state.legal_actions_mask())
            states += 1
        actions = np.array([legal(m, rng) if m.any() else 0 for m in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for e, beside in list(besides.items()):
            beside.step(actions[e])
            assert rewards[e] == pytest.approx(worth(beside.state, reward, 1))
            assert terminations[e] == beside.state.is_terminal()
            if terminations[e]:
                assert infos["scores"][e].tolist() == beside.state.returns()
                del besides[e]
    assert states >= STATES


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("dictionaries", [False, True])
def test_spaces_and_wrappers_of_gymnasium(mode: str, dictionaries: bool) -> None:
    env = gymnasium.make_vec(
        ENV_ID, num_envs=6, autoreset_mode=mode, dict_observation=dictionaries, reward="win"
    )
    assert isinstance(env.unwrapped, TicketToRideVectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode(mode)
    env = RecordEpisodeStatistics(env)
    observations, infos = env.reset(seed=3)
    ends = 0
    while ends < 12:
        assert observations in env.observation_space
        action = env.action_space.sample(tuple(infos["action_mask"]))
        observations, rewards, over, _, infos = env.step(action)
        ends += int(over.sum())
        if over.any():
            assert np.array_equal(infos["episode"]["r"][over], rewards[over])
            assert (infos["episode"]["l"][over] > 20).all()
        if mode == "SameStep" and over.any():
            for last in infos["final_obs"][over]:
                assert last in env.single_observation_space
        if mode == "Disabled" and over.any():
            observations, infos = env.reset(options={"reset_mask": over})
    assert list(env.return_queue) == [r for r in env.return_queue if r in (0.0, 0.5, 1.0)]
    env.close()
    with pytest.raises(ValueError, match="closed"):
        env.unwrapped.step(action)


def test_many_games_in_a_row_are_those_of_gymnasium_one_by_one() -> None:
    """The sub-environments of SyncVectorEnv, seeded alike, play the same games."""
    one = gymnasium.vector.SyncVectorEnv([lambda: TicketToRideEnv(seat=0)] * 3)
    many = TicketToRideVectorEnv(num_envs=3, seat=0)
    seeds = [7, 8, 9]
    left, infos = one.reset(seed=seeds)
    right, also = many.reset(seed=seeds)
    one.action_space.seed(1)
    for _ in range(400):
        assert np.array_equal(left, right)
        assert np.array_equal(infos["action_mask"], also["action_mask"])
        actions = one.action_space.sample(tuple(infos["action_mask"]))
        left, rewards, over, _, infos = one.step(actions)
        right, worths, ended, _, also = many.step(actions)
        assert np.array_equal(rewards, worths)
        assert np.array_equal(over, ended)


def test_illegal_actions_of_many_games_raise_and_change_nothing() -> None:
    env = TicketToRideVectorEnv(num_envs=3, seed=1)
    _, infos = env.reset()
    before = [env.core_state(e) for e in range(3)]
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(ttr.IllegalActionError, match="env 2"):
        env.step(actions)
    assert [env.core_state(e) for e in range(3)] == before


def test_a_seed_of_many_games_is_the_same_each_time() -> None:
    first, second = (TicketToRideVectorEnv(num_envs=4, threads=t) for t in (1, 2))
    assert np.array_equal(first.reset(seed=9)[0], second.reset(seed=9)[0])
    assert not np.array_equal(first.reset()[0], second.reset(seed=9)[0])


def test_pictures_of_many_games() -> None:
    env = gymnasium.make_vec(ENV_ID, num_envs=2, render_mode="ansi", seat=0)
    env.reset(seed=1)
    unwrapped = env.unwrapped
    assert env.render() == tuple(unwrapped.core_state(e).observation_string(0) for e in range(2))


@pytest.mark.parametrize("copy", [False, True])
def test_arrays_are_written_again_only_without_copies(copy: bool) -> None:
    envs = TicketToRideVectorEnv(num_envs=2, dict_observation=True, copy=copy)
    first, infos = envs.reset(seed=1)
    before = {name: array.copy() for name, array in first.items()}
    again, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    for name, array in first.items():
        assert (again[name] is array or np.shares_memory(again[name], array)) == (not copy)
        assert np.array_equal(array, before[name]) == copy
