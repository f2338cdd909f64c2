"""VectorEnv against single States, and what it promises."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest
from vector_mirror import GAMES, Mirror, name_of, observation, reward

import ttr_fast as ttr
from ttr_fast._checks import actions_array

USA = GAMES[0]
MODES = ("next_step", "same_step", "disabled")
KINDS = ("total", "win", "rank", "difference")


def seat_shown(state: ttr.State) -> int:
    return 0 if state.is_terminal() else state.current_player()


@pytest.mark.parametrize("game", GAMES, ids=name_of)
@pytest.mark.parametrize("mode", MODES)
def test_every_step_is_that_of_single_states(game: ttr.Game, mode: str) -> None:
    """Together the cases compare more than 10,000 states."""
    kind = KINDS[(GAMES.index(game) + MODES.index(mode)) % len(KINDS)]
    dtype = ("float32", "uint8")[GAMES.index(game) % 2]
    n = 6
    options: dict[str, Any] = {"reward": kind, "autoreset_mode": mode, "observation": dtype}
    env = ttr.VectorEnv(game, n, seed=11, threads=1 + MODES.index(mode) % 2, **options)
    observations, infos = env.reset()
    mirrors = [Mirror(game, int(seed), mode, kind) for seed in env.seeds]
    choose = np.random.default_rng(5)
    ends = compared = 0
    while ends < 2 * n:
        for e, (mirror, state) in enumerate(zip(mirrors, env.states(), strict=True)):
            assert state == mirror.state
            assert infos["current_player"][e] == state.current_player()
            assert np.array_equal(infos["action_mask"][e], state.legal_actions_mask())
            seat = seat_shown(state)
            assert np.array_equal(
                observations[e], observation(state, env.observation_dtype, False, seat)
            )
            compared += 1
        assert env.game_numbers.tolist() == [mirror.index for mirror in mirrors]
        assert env.seats.tolist() == [seat_shown(mirror.state) for mirror in mirrors]
        actions = [
            0 if mirror.state.is_terminal() else choose.choice(mirror.state.legal_actions())
            for mirror in mirrors
        ]
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        assert rewards.shape == (n, game.num_players)
        for e, mirror in enumerate(mirrors):
            expected, over = mirror.step(actions[e])
            assert terminations[e] == over
            assert rewards[e].tolist() == pytest.approx(expected)
        if terminations.any():
            check_ends(env, mirrors, terminations, infos, mode)
            ends += int(terminations.sum())
        if mode == "disabled" and terminations.any():
            observations, infos = env.reset(options={"reset_mask": terminations})
            for e in np.flatnonzero(terminations):
                mirrors[e].next_game()
    assert compared > 500


def check_ends(
    env: ttr.VectorEnv, mirrors: list[Mirror], ended: Any, infos: dict[str, Any], mode: str
) -> None:
    told = infos["final_info"] if mode == "same_step" else infos
    assert ("final_obs" in infos) == (mode == "same_step")
    for name in ("_scores", "_ranks"):
        assert np.array_equal(told[name], ended)
    for e, mirror in enumerate(mirrors):
        if not ended[e]:
            assert not told["scores"][e].any()
            continue
        assert mirror.final is not None
        assert told["scores"][e].tolist() == mirror.final.returns()
        assert tuple(told["ranks"][e]) == mirror.final.ranks()
        if mode == "same_step":
            last = observation(mirror.final, env.observation_dtype, False, 0)
            assert np.array_equal(infos["final_obs"][e], last)
    if mode == "same_step":
        assert np.array_equal(infos["_final_obs"], ended)
        assert np.array_equal(infos["_final_info"], ended)
        assert [last is not None for last in infos["final_obs"]] == ended.tolist()


@pytest.mark.parametrize("game", GAMES, ids=name_of)
@pytest.mark.parametrize("opponents", ["random", "random_type", None])
def test_sampled_actions_play_the_games_of_playouts(game: ttr.Game, opponents: str | None) -> None:
    n, games = 5, 2
    env = ttr.VectorEnv(game, n, 3, opponents, observation=None, masks=False, seat=None)
    env.reset()
    players = game.num_players
    found: list[dict[int, list[int]]] = [{} for _ in range(n)]
    seats: list[dict[int, int]] = [{} for _ in range(n)]
    while any(len(scores) < games for scores in found):
        numbers = env.game_numbers
        _, _, terminations, _, infos = env.step(env.sample_actions())
        for e in np.flatnonzero(terminations):
            found[e][int(numbers[e])] = infos["scores"][e].tolist()
            seats[e][int(numbers[e])] = int(env.seats[e])
    for e, seed in enumerate(env.seeds):
        for number in range(games):
            policies = ["random"] * players
            if opponents is not None:
                assert seats[e][number] == (e + number) % players
                policies = [opponents] * players
                policies[seats[e][number]] = "random"
            batch = ttr.playouts(game, 1, policies, int(seed), first_game=number)
            assert found[e][number] == batch.scores[0].tolist()


@pytest.mark.parametrize("game", GAMES, ids=name_of)
@pytest.mark.parametrize("kind", KINDS)
def test_against_opponents(game: ttr.Game, kind: str) -> None:
    own = game.num_players - 1
    env = ttr.VectorEnv(
        game, 8, 4, ["random", *["random_type"] * (own - 1)], seat=own, reward=kind,
        information_state=True, observation="uint8", autoreset_mode="disabled",
    )  # fmt: skip
    observations, infos = env.reset()
    assert (env.seats == own).all()
    over = np.zeros(8, np.bool_)
    while not over.all():
        for e, state in enumerate(env.states()):
            assert state.current_player() == infos["current_player"][e] == own
            assert np.array_equal(infos["action_mask"][e], state.legal_actions_mask())
            assert np.array_equal(observations[e], observation(state, np.uint8, True, own))
        observations, rewards, terminations, _, infos = env.step(env.sample_actions())
        for e in np.flatnonzero(terminations):
            state = env.state(e)
            assert infos["current_player"][e] == ttr.TERMINAL
            assert rewards[e] == pytest.approx(reward(kind, state, own))
            assert np.array_equal(observations[e], observation(state, np.uint8, True, own))
        assert not rewards[~terminations].any()
        if terminations.any():  # one game each; who has finished begins another, and goes on
            observations, infos = env.reset(options={"reset_mask": terminations})
        over |= terminations


def play(env: ttr.VectorEnv, steps: int) -> list[Any]:
    """Everything that random steps give, for the envs below 10."""
    out: list[Any] = [env.reset()[0][:10].copy()]
    for _ in range(steps):
        observations, rewards, terminations, _, infos = env.step(env.sample_actions())
        out += [observations[:10].copy(), rewards[:10].copy(), terminations[:10].copy()]
        out += [infos["action_mask"][:10].copy(), infos["current_player"][:10].copy()]
    return out


@pytest.mark.parametrize("opponents", [None, "random"])
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_neither_threads_nor_the_number_of_envs_matter(opponents: str | None, mode: Any) -> None:
    options: dict[str, Any] = {"opponents": opponents, "autoreset_mode": mode}
    first = play(ttr.VectorEnv(USA, 10, 9, **options), 200)
    for n, threads, copy in ((10, 3, False), (200, 1, True), (333, 4, False)):
        other = play(ttr.VectorEnv(USA, n, 9, threads=threads, copy=copy, **options), 200)
        assert all(np.array_equal(a, b) for a, b in zip(first, other, strict=True))


def test_the_default_rotates_through_the_seats() -> None:
    game = ttr.Game("usa", 3)
    env = ttr.VectorEnv(game, 7, opponents="random", observation=None)
    for number in range(4):
        _, infos = env.reset()
        assert env.game_numbers.tolist() == [number] * 7
        assert env.seats.tolist() == [(e + number) % 3 for e in range(7)]
        assert infos["current_player"].tolist() == env.seats.tolist()


def test_opponents_sit_round_the_table_from_the_own_seat() -> None:
    game = ttr.Game("usa", 3)
    env = ttr.VectorEnv(
        game, 1, 5, ["random", "random_type"], seat=1, observation=None, autoreset_mode="disabled"
    )
    env.reset()
    over = False
    while not over:
        over = bool(env.step(env.sample_actions())[2][0])
    batch = ttr.playouts(game, 1, ["random_type", "random", "random"], int(env.seeds[0]))
    assert env.state(0).returns() == batch.scores[0].tolist()


# --- Seeds -----------------------------------------------------------------------------------


def test_games_are_those_of_seeds_and_numbers() -> None:
    env = ttr.VectorEnv(USA, 4, seed=2**64 - 1, observation=None)
    assert len(set(env_seeds(env))) == 4  # plays games 0
    for number in range(3):
        for e, state in enumerate(env.states()):
            assert state == USA.new_initial_state(int(env.seeds[e]), number)
        env.reset()


def env_seeds(env: ttr.VectorEnv) -> list[int]:
    env.reset()
    seeds: list[int] = env.seeds.tolist()
    return seeds


def test_reset_takes_seeds() -> None:
    env = ttr.VectorEnv(USA, 3, seed=1, observation=None)
    _, first = env.reset(seed=8)
    env.reset()
    _, again = env.reset(seed=8)
    assert np.array_equal(first["action_mask"], again["action_mask"])
    assert env.game_numbers.tolist() == [0, 0, 0]
    assert env.seeds.tolist() == env_seeds(ttr.VectorEnv(USA, 3, seed=8))
    env.reset(seed=[5, 2**64 - 1, 7])
    assert env.seeds.tolist() == [5, 2**64 - 1, 7]
    assert env.state(2) == USA.new_initial_state(7)
    env.reset(seed=np.array([1, 2, 3]), options={"reset_mask": np.array([False, True, False])})
    assert env.seeds.tolist() == [5, 2, 7]
    assert env.state(1) == USA.new_initial_state(2)


def test_a_mask_resets_those_envs_alone() -> None:
    env = ttr.VectorEnv(USA, 3, seed=1)
    observations, _ = env.reset()
    for _ in range(20):
        observations = env.step(env.sample_actions())[0]
    before = env.states()
    after, infos = env.reset(options={"reset_mask": np.array([True, False, True])})
    assert env.game_numbers.tolist() == [1, 0, 1]
    assert env.state(1) == before[1]
    assert env.state(0) == USA.new_initial_state(int(env.seeds[0]), 1)
    assert np.array_equal(after[1], observations[1])
    assert not np.array_equal(after[0], observations[0])
    assert np.array_equal(infos["action_mask"][1], before[1].legal_actions_mask())


# --- Memory ----------------------------------------------------------------------------------


def test_copies_stay_as_they_are() -> None:
    env = ttr.VectorEnv(USA, 5, seed=1)
    shown, infos = env.reset()
    kept = shown.copy(), infos["action_mask"].copy()
    for _ in range(30):
        env.step(env.sample_actions())
    assert np.array_equal(shown, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])


def test_without_copies_the_arrays_are_written_again() -> None:
    env = ttr.VectorEnv(USA, 5, seed=1, copy=False)
    shown, infos = env.reset()
    first = shown.copy()
    result = env.step(env.sample_actions())
    again = env.step(env.sample_actions())
    assert again[0] is result[0] is shown is env.observations
    assert all(a is b for a, b in zip(result[1:4], again[1:4], strict=True))
    assert again[4]["action_mask"] is infos["action_mask"] is env.action_mask
    assert again[4]["current_player"] is infos["current_player"] is env.current_player
    assert not np.array_equal(first, shown)


def test_forms_of_observations() -> None:
    for dtype, information_state in itertools.product(("float32", "uint8"), (False, True)):
        env = ttr.VectorEnv(
            USA, 2, observation=dtype, information_state=information_state, masks=False
        )
        observations, infos = env.reset()
        expected = observation(env.state(0), np.dtype(dtype), information_state, 0)
        assert env.observation_shape == expected.shape
        assert env.observation_dtype == expected.dtype == observations.dtype
        assert np.array_equal(observations[0], expected)
        assert list(infos) == ["current_player"]
    env = ttr.VectorEnv(USA, 2, observation=None)
    assert env.observation_shape is env.observation_dtype is None
    assert env.reset()[0] is None
    assert env.step(env.sample_actions())[0] is None


def test_states_are_copies() -> None:
    env = ttr.VectorEnv(USA, 2, observation=None)
    env.reset()
    state = env.state(1)
    state.apply_action(state.legal_actions()[0])
    assert env.state(1) != state
    assert env.state(1).game is USA


# --- Sampling --------------------------------------------------------------------------------


def test_sampled_actions_are_uniform() -> None:
    env = ttr.VectorEnv(USA, 1, seed=3, observation=None)
    env.reset()
    for _ in range(40):
        env.step(env.sample_actions())
    legal = np.flatnonzero(env.action_mask[0])
    counts = np.zeros(env.num_actions)
    draws = 500 * len(legal)
    for _ in range(draws):
        counts[env.sample_actions()[0]] += 1
    assert counts[legal].sum() == draws
    chi_square = ((counts[legal] - 500) ** 2 / 500).sum()
    freedom = len(legal) - 1
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom)


def test_games_that_are_over_get_action_0() -> None:
    env = ttr.VectorEnv(USA, 2, observation=None)
    env.reset()
    while not (terminations := env.step(env.sample_actions())[2]).any():
        pass
    assert (env.sample_actions()[terminations] == 0).all()
    assert not env.action_mask[terminations].any()


# --- Errors ----------------------------------------------------------------------------------


def test_an_illegal_action_changes_nothing_anywhere() -> None:
    env = ttr.VectorEnv(USA, 200, seed=1, threads=2)
    env.reset()
    for _ in range(10):
        env.step(env.sample_actions())
    before, shown = env.states(), env.observations.copy()  # type: ignore[union-attr]
    for wrong in (-1, env.num_actions, 2**63 - 1, int(np.flatnonzero(~env.action_mask[150])[0])):
        actions = env.sample_actions()
        actions[150] = wrong
        actions[170] = -5
        with pytest.raises(ttr.IllegalActionError, match=f"^env 150: action {wrong}"):
            env.step(actions)
        assert env.states() == before
        assert np.array_equal(env.observations, shown)  # type: ignore[arg-type]
    env.step(env.sample_actions())
    huge = np.full(200, 2**64 - 1, np.uint64)
    with pytest.raises(ttr.IllegalActionError, match="env 0"):
        env.step(huge)


def test_disabled_envs_must_be_reset() -> None:
    env = ttr.VectorEnv(USA, 3, observation=None, autoreset_mode="disabled")
    env.reset()
    while not (over := env.step(env.sample_actions())[2]).any():
        pass
    before = env.states()
    first = int(np.flatnonzero(over)[0])
    with pytest.raises(ttr.IllegalActionError, match=f"env {first}.*the game is over; reset"):
        env.step(env.sample_actions())
    assert env.states() == before
    env.reset(options={"reset_mask": over})
    env.step(env.sample_actions())


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        ([0, 0], ValueError, "3 integers"),
        (0, ValueError, "3 integers"),
        ([[0, 0, 0]], ValueError, "3 integers"),
        ([0.0, 0.0, 0.0], TypeError, "float64"),
        ([True, False, True], TypeError, "bool"),
        (["0", "0", "0"], TypeError, "integers"),
        (None, ValueError, "3 integers, got None"),
        ([[0], [0, 1], 2], ValueError, r"actions: needs 3 integers, got \[\[0\]"),
    ],
)
def test_actions_of_other_kinds(actions: Any, error: type[Exception], says: str) -> None:
    env = ttr.VectorEnv(USA, 3, observation=None)
    env.reset()
    before = env.states()
    with pytest.raises(error, match=says):
        env.step(actions)
    assert env.states() == before


def test_actions_of_any_integer_type() -> None:
    env = ttr.VectorEnv(USA, 6, observation=None)
    env.reset()
    for dtype in (np.int8, np.uint8, np.int32, np.uint64, ">i8"):
        env.reset()
        keep = np.full(12, int(np.flatnonzero(env.action_mask[0])[0])).astype(dtype)
        env.step(keep[::2])
    env.reset()
    env.step([int(mask.argmax()) for mask in env.action_mask])


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"game": "usa"}, TypeError, "must be a Game"),
        ({"num_envs": 0}, ValueError, "num_envs must be an integer in 1"),
        ({"num_envs": 2.0}, TypeError, "num_envs"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"threads": 0}, ValueError, "threads"),
        ({"opponents": "best"}, ValueError, "random, random_type"),
        ({"opponents": 3}, TypeError, "opponents"),
        ({"opponents": ["random", "random"]}, ValueError, "1 other seat"),
        ({"opponents": [None]}, TypeError, "opponent must be a name"),
        ({"seat": 0}, ValueError, "seat needs opponents"),
        ({"opponents": "random", "seat": 2}, ValueError, "seat must be an integer in 0..1"),
        ({"opponents": "random", "seat": "first"}, ValueError, "'rotate'"),
        ({"observation": "float64"}, ValueError, "float32, uint8"),
        ({"observation": np.float32}, TypeError, "observation"),
        ({"reward": "points"}, ValueError, "total, win, rank, difference"),
        ({"autoreset_mode": "never"}, ValueError, "next_step, same_step, disabled"),
        ({"masks": 1}, TypeError, "masks"),
        ({"copy": None}, TypeError, "copy"),
        ({"information_state": "yes"}, TypeError, "information_state"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ttr.VectorEnv(**({"game": USA, "num_envs": 2} | arguments))


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": "1"}, TypeError, "seed"),
        ({"seed": [1]}, ValueError, "2 of them"),
        ({"seed": [1, 2.5]}, TypeError, r"seed\[1\]"),
        ({"seed": np.ones((2, 2), np.int64)}, ValueError, "one integer or 2 of them"),
        ({"seed": np.array(1)}, ValueError, "one integer or 2 of them"),
        ({"options": 3}, TypeError, "options"),
        ({"options": {"mask": None}}, ValueError, "reset_mask"),
        ({"options": {"reset_mask": [True, False]}}, TypeError, "bool array"),
        ({"options": {"reset_mask": np.zeros(2)}}, TypeError, "bool array"),
        ({"options": {"reset_mask": np.zeros(3, np.bool_)}}, ValueError, r"\(2,\)"),
    ],
)
def test_bad_resets(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    env = ttr.VectorEnv(USA, 2, observation=None)
    env.reset()
    before = env.states()
    with pytest.raises(error, match=says):
        env.reset(**arguments)
    assert env.states() == before


def test_a_reset_comes_first() -> None:
    env = ttr.VectorEnv(USA, 2)
    mask = np.array([True, False])
    for call in (
        lambda: env.step([0, 0]),
        env.sample_actions,
        lambda: env.state(0),
        lambda: env.seats,
        lambda: env.observations,
        lambda: env.reset(options={"reset_mask": mask}),
    ):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    env.reset()
    assert len(env.states()) == 2


def test_states_are_numbered() -> None:
    env = ttr.VectorEnv(USA, 2)
    env.reset()
    for wrong in (2, -1):
        with pytest.raises(ValueError, match=r"env must be an integer in 0\.\.1"):
            env.state(wrong)


def test_closed() -> None:
    with ttr.VectorEnv(USA, 200, threads=2) as env:
        env.reset()
        env.step(env.sample_actions())
    for call in (env.reset, env.sample_actions, env.states, lambda: env.observations):
        with pytest.raises(ValueError, match="closed"):
            call()
    env.close()


def test_no_masks() -> None:
    env = ttr.VectorEnv(USA, 2, masks=False)
    env.reset()
    with pytest.raises(ValueError, match="masks=False"):
        _ = env.action_mask


def test_it_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(ttr.VectorEnv(USA, 2))


def test_the_core_is_safe_without_initialisation() -> None:
    kind = type(ttr.VectorEnv(USA, 1)._core)
    assert kind is not None
    for kind_ in (kind, ttr._core.BatchedPlayouts):
        raw = kind_.__new__(kind_)
        with pytest.raises(TypeError):
            raw.state(0)


# --- Threads and signals ---------------------------------------------------------------------


def test_one_env_serves_one_thread_at_a_time() -> None:
    env = ttr.VectorEnv(ttr.Game("europe", 5), 20_000, opponents="random")
    env.reset()
    errors: list[Exception] = []

    def work() -> None:
        for _ in range(4):
            try:
                env.step(env.sample_actions())
            except (RuntimeError, ttr.IllegalActionError) as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any("in use by another thread" in str(error) for error in errors)
    env.reset()
    env.step(env.sample_actions())


def test_ctrl_c_stops_a_step() -> None:
    env = ttr.VectorEnv(ttr.Game("europe", 5), 60_000, opponents="random", observation=None)
    env.reset()
    pid = os.getpid()
    killer = threading.Timer(0.3, lambda: os.kill(pid, signal.SIGINT))
    started = time.monotonic()

    def step_on() -> None:
        while time.monotonic() - started < 30:
            env.step(env.sample_actions())

    killer.start()
    with pytest.raises(KeyboardInterrupt):
        step_on()
    assert time.monotonic() - started < 10
    killer.join()
    env.reset()
    env.step(env.sample_actions())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_process_steps_on() -> None:
    env = ttr.VectorEnv(USA, 500, threads=3, observation=None)
    env.reset()
    env.step(env.sample_actions())
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for _ in range(3):
                env.step(env.sample_actions())
            env.close()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    env.step(env.sample_actions())


def test_actions_are_the_envs_own_once_they_are_checked() -> None:
    # Another thread may write into the array while the games are stepped without the GIL.
    actions = np.zeros(5, np.int64)
    assert not np.shares_memory(actions_array("actions", actions, 5), actions)
