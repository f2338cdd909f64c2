"""OpenSpiel: its checks of the game, its bots on our states, and every state against the core."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest
from env_games import STATES, worth

import ttr_fast as ttr

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from ttr_fast.env import openspiel  # noqa: E402

openspiel.register()

NAMES = [
    "python_ttr_fast(map=usa,players=2)",
    "python_ttr_fast(map=europe,players=3,reward=win)",
    "python_ttr_fast(map=iran,players=4,reward=rank,deals=7)",
    "python_ttr_fast(map=usa,players=5,rules=online,tickets=mega,seed=3)",
    "python_ttr_fast(players=2,reward=difference)",
]


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(openspiel)
    assert tried > 4
    assert failed == 0


# --- The game of load_game -----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("serialize", [False, True])
def test_openspiel_checks_the_game(name: str, serialize: bool) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=serialize, verbose=False)


def test_openspiel_checks_ten_games() -> None:
    game = pyspiel.load_game("python_ttr_fast(map=usa,players=2)")
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES[:4])
def test_every_state_is_that_of_the_core(name: str) -> None:
    game = pyspiel.load_game(name)
    core = game.core
    kind = game.get_parameters().get("reward", "total")
    seed = game.get_parameters().get("seed", 0)
    rng = np.random.default_rng(1)
    states = 0
    while states < STATES:
        state = game.new_initial_state()
        assert state.is_chance_node()
        assert not state.is_terminal()
        deal = int(rng.integers(len(state.chance_outcomes())))
        state.apply_action(deal)
        beside = core.new_initial_state(seed, deal)
        while True:
            states += 1
            check_state(state, beside)
            expected = [worth(beside, kind, seat) for seat in range(core.num_players)]
            assert state.returns() == pytest.approx(expected)
            assert state.rewards() == pytest.approx(expected)
            if beside.is_terminal():
                break
            action = int(rng.choice(beside.legal_actions()))
            assert state.action_to_string(action) == core.action_to_string(action)
            state.apply_action(action)
            beside.apply_action(action)


def check_state(state: Any, beside: ttr.State) -> None:
    assert state.core == beside
    assert state.current_player() == beside.current_player()
    assert state.is_terminal() == beside.is_terminal()
    assert state.legal_actions() == beside.legal_actions()
    # One seat in turn: making lists of floats takes most of the time of this test.
    seat = len(state.history()) % beside.num_players()
    assert np.array_equal(state.observation_tensor(seat), beside.observation_tensor(seat))
    assert np.array_equal(
        state.information_state_tensor(seat), beside.information_state_tensor(seat)
    )
    assert state.observation_string(seat) == beside.observation_string(seat)
    assert state.information_state_string(seat) == beside.information_state_string(seat)


def test_facts_of_the_game() -> None:
    game = pyspiel.load_game("python_ttr_fast(map=europe,players=3)")
    core = ttr.Game("europe", 3)
    assert game.core == core
    assert game.num_players() == 3
    assert game.num_distinct_actions() == core.num_distinct_actions()
    assert game.max_game_length() == core.max_game_length()
    assert (game.min_utility(), game.max_utility()) == (core.min_utility(), core.max_utility())
    assert game.max_chance_outcomes() == 10_000
    assert tuple(game.observation_tensor_shape()) == core.observation_tensor_shape()
    assert tuple(game.information_state_tensor_shape()) == core.information_state_tensor_shape()
    utility = pyspiel.GameType.Utility
    for name, expected, total in [
        (NAMES[0], utility.GENERAL_SUM, None),
        (NAMES[1], utility.CONSTANT_SUM, 1.0),
        (NAMES[2], utility.CONSTANT_SUM, 2.0),
        (NAMES[4], utility.ZERO_SUM, 0.0),
    ]:
        made = pyspiel.load_game(name)
        assert made.get_type().utility == expected
        assert made.utility_sum() == total


def test_registering_twice_is_registering_once() -> None:
    openspiel.register()
    assert pyspiel.registered_names().count("python_ttr_fast") == 1


def test_a_copy_has_the_same_future_and_a_life_of_its_own() -> None:
    state = pyspiel.load_game(NAMES[0]).new_initial_state()
    state.apply_action(3)
    copy = state.clone()
    assert copy.core == state.core
    assert str(copy) == str(state)
    assert copy.history() == [3]
    copy.apply_action(copy.legal_actions()[0])
    assert copy.core != state.core
    assert copy.history()[0] == 3


def test_a_state_drawn_from_what_a_seat_knows() -> None:
    state = pyspiel.load_game(NAMES[0]).new_initial_state()
    with pytest.raises(ValueError, match="before the deal"):
        state.resample_from_infostate(0, lambda: 0.5)
    state.apply_action(0)
    drawn = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert drawn.information_state_string(0) == state.information_state_string(0)
    assert drawn.information_state_string(1) != state.information_state_string(1)


def test_observers_name_the_parts_of_the_tensor() -> None:
    game = pyspiel.load_game(NAMES[0])
    state = game.new_initial_state()
    observer = make_observation(game)
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    state.apply_action(5)
    observer.set_from(state, 1)
    parts = game.core.observation_spec()
    assert list(observer.dict) == [part.name for part in parts]
    for part in parts:
        assert np.array_equal(observer.dict[part.name], part.of(state.core.observation_tensor(1)))
    for asked in (
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
        pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.NONE),
    ):
        with pytest.raises(ValueError, match="not less"):
            game.make_py_observer(asked)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_the_learning_environment_of_openspiel_plays_a_game() -> None:
    env = rl_environment.Environment(pyspiel.load_game("python_ttr_fast(map=iran,players=3)"))
    env.seed(1)
    step, choose = env.reset(), np.random.default_rng(1)
    decisions = 0
    while not step.last():
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        step = env.step([int(choose.choice(legal))])
        decisions += 1
    assert decisions > 50
    assert len(step.rewards) == 3


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("players=6", "players"),
        ("map=atlantis", "atlantis"),
        ("rules=chess", "chess"),
        ("tickets=none", "none"),
        ("seed=-1", "seed"),
        ("deals=0", "deals"),
        ("reward=points", "points"),
    ],
)
def test_bad_parameters(parameters: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pyspiel.load_game(f"python_ttr_fast({parameters})")


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    state = pyspiel.load_game(NAMES[0]).new_initial_state()
    with pytest.raises(ValueError, match="deal"):
        state.apply_action(10_000)
    state.apply_action(0)
    before = state.core.clone()
    with pytest.raises(ttr.IllegalActionError):
        state.apply_action(int(before.legal_actions_mask().argmin()))
    assert state.core == before


# --- Bots of OpenSpiel on states of the core -----------------------------------------------------


def mcts_bot(game: Any, simulations: int, seed: int, uct_c: float = 40.0) -> Any:
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return mcts.MCTSBot(game, uct_c, simulations, evaluator, random_state=random_state)


def ismcts_bot(game: Any, simulations: int, seed: int, uct_c: float = 40.0) -> Any:
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    return ismcts.ISMCTSBot(game, evaluator, uct_c, simulations, random_state=random_state)


@pytest.mark.parametrize("make", [mcts_bot, ismcts_bot])
@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 3), ("iran", 4)])
def test_bots_of_openspiel_decide_on_our_states(make: Any, name: str, players: int) -> None:
    game = ttr.Game(name, players)
    state = game.new_initial_state(1)
    bot, rng = make(game, 4, 2), ttr.Rng(3)
    asked = 0
    for _ in range(2):
        for _ in range(3 * players):  # some decisions in a row, of all seats, then some at random
            before = state.clone()
            action = bot.step(state)
            assert state == before
            assert action in state.legal_actions()
            state.apply_action(action)
            asked += 1
        for _ in range(30):
            state.apply_action(state.sample_legal(rng))
    assert asked == 6 * players


@pytest.mark.parametrize("make", [mcts_bot, ismcts_bot])
def test_bots_of_openspiel_decide_in_the_game_of_load_game(make: Any) -> None:
    game = pyspiel.load_game(NAMES[0])
    state = game.new_initial_state()
    state.apply_action(1)
    bot = make(game, 2, 1)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_names_that_bots_call() -> None:
    game = ttr.Game("europe", 3)
    state = game.new_initial_state(2)
    assert not state.is_chance_node()
    assert not state.is_simultaneous_node()
    assert state.get_game() is game
    assert state.num_players() == 3
    assert state.num_distinct_actions() == game.num_distinct_actions()
    action = state.legal_actions()[0]
    assert state.action_to_string(0, action) == game.action_to_string(action)
    assert state.action_to_string(action) == game.action_to_string(action)
    assert state.action_to_string(player=2, action=action) == game.action_to_string(action)
    with pytest.raises(ValueError, match="seat"):
        state.action_to_string(3, action)
    with pytest.raises(ValueError, match="action"):
        state.action_to_string(0, 100_000)
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


def test_legal_actions_of_a_seat_are_none_unless_it_decides() -> None:
    game = ttr.Game("usa", 3)
    state = game.new_initial_state(2)
    rng = ttr.Rng(4)
    while not state.is_terminal():
        for seat in range(3):
            expected = state.legal_actions() if seat == state.current_player() else []
            assert state.legal_actions(seat) == state.legal_actions(seat=seat) == expected
        assert state.legal_actions(None) == state.legal_actions()
        state.apply_action(state.sample_legal(rng))
    assert [state.legal_actions(seat) for seat in range(3)] == [[], [], []]
    for seat, error in [(3, ValueError), (-1, ValueError), ("0", TypeError), (True, TypeError)]:
        with pytest.raises(error, match="seat"):
            state.legal_actions(seat)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        state.legal_actions(0, 1)  # type: ignore[call-arg]


@pytest.mark.parametrize(("name", "players", "rules"), [("usa", 2, None), ("europe", 4, "online")])
def test_final_totals_lie_within_the_utilities(name: str, players: int, rules: str | None) -> None:
    game = ttr.Game(name, players, rules)
    scores = ttr.playouts(game, 2000, seed=1).scores
    assert game.min_utility() <= scores.min()
    assert scores.max() <= game.max_utility()


@pytest.mark.slow
def test_mcts_of_openspiel_with_100_simulations_beats_random() -> None:
    """At least 18 of 20 games of two players on usa; it plans in a state that it could be in, drawn
    anew for every decision, so that it sees neither hands nor the future."""
    game = ttr.Game("usa", 2)
    won = 0
    for number in range(20):
        state = game.new_initial_state(number)
        seat = number % 2
        bot, rng = mcts_bot(game, 100, number), ttr.Rng(number, 2)
        decisions = 0
        while not state.is_terminal():
            if state.current_player() == seat:
                decisions += 1
                action = bot.step(state.resample_from_infostate(seat, 1000 * number + decisions))
            else:
                action = state.sample_legal(rng)
            state.apply_action(action)
        won += state.winners() == (seat,)
    assert won >= 18, f"won {won} of 20"
