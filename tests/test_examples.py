"""The bots in examples/: built as a stranger builds them, and stronger than `random`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bots import EXAMPLES, build, load, run

import ttr_fast as ttr


def lead(game: ttr.Game, bot: ttr.NativePolicy, games: int) -> float:
    """Points by which the bot is ahead of `random` in the mean."""
    scores = ttr.playouts(game, games, policy=[bot, "random"], seed=3).scores.astype(int)
    return float((scores[:, 0] - scores[:, 1]).mean())


@pytest.fixture(scope="module")
def cython_bot(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("Cython")
    return load("cython_bot", build("cython_bot", tmp_path_factory.mktemp("examples")))


@pytest.fixture(scope="module")
def cpp_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("cpp_bot", tmp_path_factory.mktemp("examples"))


@pytest.fixture(scope="module")
def numba_bot() -> Iterator[Any]:
    pytest.importorskip("numba")
    sys.path.insert(0, str(EXAMPLES))
    import numba_bot

    yield numba_bot
    sys.path.remove(str(EXAMPLES))


# --- Cython --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["usa", "europe", "iran"])
def test_follower_in_cython_completes_its_tickets(cython_bot: Any, name: str) -> None:
    game = ttr.Game(name, players=2)
    seats = [cython_bot.FOLLOWER, "random"]
    batch = ttr.playouts(game, 200, policy=seats, seed=3)
    assert batch.policies == ("follower", "random")
    assert batch == ttr.playouts(game, 200, policy=seats, seed=3, threads=3)
    assert lead(game, cython_bot.FOLLOWER, 200) > 80
    assert batch.completed[:, 0].sum() > 10 * batch.failed[:, 0].sum()


def test_open_tickets_in_cython(cython_bot: Any) -> None:
    game = ttr.Game("usa", players=3)
    choose = random.Random(1).choice
    for seed in range(20):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        for seat, player in enumerate(state.to_dict()["players"]):
            done = state.completed_tickets(seat)
            assert cython_bot.open_tickets(state, seat) == sorted(
                set(player["tickets"]) - set(done)
            )
    with pytest.raises(TypeError, match="one of the type"):
        cython_bot.open_tickets(game, 0)
    with pytest.raises(ValueError, match=r"seat must be in 0\.\.2, got 3"):
        cython_bot.open_tickets(state, 3)


# --- C++ -----------------------------------------------------------------------------------------


def test_monte_carlo_in_cpp(cpp_folder: Path) -> None:
    cpp_bot = load("cpp_bot", cpp_folder)
    game = ttr.Game("usa", players=2)
    bot = ttr.NativePolicy(cpp_bot.MONTE_CARLO, name="monte_carlo")
    batch = ttr.playouts(game, 12, policy=[bot, "random"], seed=3)
    assert batch == ttr.playouts(game, 12, policy=[bot, "random"], seed=3, threads=5)
    assert lead(game, bot, 12) > 20

    state = game.new_initial_state(1)
    for _ in range(10):
        action = cpp_bot.choose(state, worlds=3, seed=5)
        assert action in state.legal_actions()
        assert action == cpp_bot.choose(state.clone(), worlds=3, seed=5)
        # It plans on what the seat knows: another state that it holds for possible is as good.
        possible = state.resample_from_infostate(state.current_player(), 9)
        assert action == cpp_bot.choose(possible, worlds=3, seed=5)
        state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        cpp_bot.choose(state)
    with pytest.raises(ValueError, match="worlds must be 1 or more, not 0"):
        cpp_bot.choose(game.new_initial_state(1), worlds=0)
    with pytest.raises(TypeError, match=r"an initialised ttr_fast\.State, got one of the type "):
        cpp_bot.choose(game)


def test_script_of_the_cpp_bot_runs(cpp_folder: Path) -> None:
    printed = run(["play.py", "4"], cpp_folder)
    assert "monte_carlo" in printed
    assert "seat 1 keep" in printed


# --- numba ---------------------------------------------------------------------------------------


def test_weighted_policy_in_numba(numba_bot: Any) -> None:
    game = ttr.Game("usa", players=2)
    bot = ttr.NativePolicy(numba_bot.choose, user_data=numba_bot.START)
    assert bot.name == "choose"
    batch = ttr.playouts(game, 200, policy=[bot, "random"], seed=3)
    assert batch == ttr.playouts(game, 200, policy=[bot, "random"], seed=3, threads=3)
    assert lead(game, bot, 200) > 80
    tuned = numba_bot.tuned(game, steps=3, games=100)
    start = numba_bot.mean_lead(game, numba_bot.START, 100, 0)
    assert numba_bot.mean_lead(game, tuned, 100, 0) >= start


def test_functions_of_numba_with_another_signature_are_refused(numba_bot: Any) -> None:
    import numba

    @numba.cfunc("int32(int32)")
    def other(x: int) -> int:
        return x

    @numba.njit
    def not_compiled_for_c(view: Any, game: Any, user_data: Any) -> int:
        return 0

    for function in (other, not_compiled_for_c):
        with pytest.raises(TypeError, match=r"numba\.cfunc\(NativePolicy\.numba_signature\(\)\)"):
            ttr.NativePolicy(function)
