"""Kinds of fault seen in play elsewhere: F04-F08, F10, F16, F27, F34.

Others stand with the rule they break: F01, F21, F23 in test_rules_routes, F12, F14, F15 in
test_rules_tickets, F17, F18 in test_rules_end.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest
from builders import (
    ALL_CARDS,
    LOCO,
    PLAIN_ROW,
    act,
    any_action,
    claim,
    claims_last,
    everything,
    find_route,
    legal_names,
    nonzero,
    open_position,
    play,
    position,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game(players=2)
SEATS = pytest.mark.parametrize("n", [2, 3, 4, 5])
OTHER_MAPS = pytest.mark.parametrize("name", ["europe", "iran"])


def draws_mostly(state: ttr.State, legal: list[int], rng: random.Random) -> int:
    """Cards nine times in ten, if there are any to draw."""
    cards = [a for a in legal if a < 10]
    return any_action(state, cards if cards and rng.random() < 0.9 else legal, rng)


def test_F04_new_deck_is_made_of_discards_alone() -> None:
    """At least three reshuffles, with cards in hands all the time."""
    names = [GAME.action_to_string(a) for a in range(10)]
    assert names == ["draw deck", *(f"draw {color}" for color in ttr.COLORS)]
    reshuffles, before = 0, 0
    for state in walk(GAME, games=1, seed=3, choose=draws_mostly):
        d = state.to_dict()
        piles = [d["deck"], d["discard"], *(p["hand"] for p in d["players"])]
        total = sum((Counter(pile) for pile in piles), Counter(filter(None, d["face_up"])))
        assert total == ALL_CARDS
        deck = sum(d["deck"].values())
        reshuffles += deck > before
        before = deck
    assert reshuffles >= 3


def test_F05_discards_come_back_and_the_game_can_be_finished() -> None:
    route = find_route(GAME.map, "El Paso", "Houston")
    start = position(GAME, hands={0: {"green": 6}}, face_up=PLAIN_ROW, deck={"pink": 2, LOCO: 1})
    state = claim(start, route)
    assert nonzero(state.to_dict()["discard"]) == {"green": 6}
    act(state, "draw deck", "draw deck")
    assert sum(state.to_dict()["deck"].values()) == 1
    act(state, "draw deck")
    assert nonzero(state.to_dict()["deck"]) == {"green": 6}
    assert nonzero(state.to_dict()["discard"]) == {}
    for seed in range(20):
        future = state.clone(seed=seed)
        play(future, random.Random(seed))
        assert future.is_terminal()


def test_F06_hopeless_rows_come_back_at_once() -> None:
    """Two plain cards outside the hands: no row helps, and every call is over in 10 ms."""
    deck = {LOCO: 7, "white": 1}
    start = position(GAME, face_up=["red", LOCO, LOCO, LOCO, LOCO], deck=deck)
    slowest = 0.0
    for seed in range(200):
        times = []
        for _ in range(3):
            state = start.clone(seed=seed)
            begin = time.perf_counter()
            act(state, "draw red")
            times.append(time.perf_counter() - begin)
        slowest = max(slowest, min(times))
        assert state.phase() == "draw_second_card"
    assert slowest < 0.010


def test_F06_nearly_hopeless_rows_come_back_at_once() -> None:
    """Three plain cards and 12 locomotives: renewed again and again, but not for ever."""
    rules = ttr.Rules(max_row_resets=1000)
    start = position(
        ttr.Game(players=2, rules=rules),
        face_up=["red", LOCO, LOCO, "blue", "green"],
        deck={LOCO: 12, "white": 1},
    )
    for seed in range(50):
        best = 1.0
        for _ in range(3):
            state = start.clone(seed=seed)
            begin = time.perf_counter()
            act(state, "draw red")
            best = min(best, time.perf_counter() - begin)
        assert best < 0.010
        assert state.to_dict()["face_up"].count(LOCO) < 3


@SEATS
def test_F07_no_locomotive_as_second_card_in_random_games(n: int) -> None:
    check_second_cards(n, 60)


@pytest.mark.slow
@SEATS
def test_F07_no_locomotive_as_second_card_in_many_random_games(n: int) -> None:
    check_second_cards(n, 2500)


def check_second_cards(n: int, games: int) -> None:
    game = ttr.Game(players=n)
    locomotive, passing = (game.string_to_action(name) for name in ("draw locomotive", "pass"))
    seconds = 0
    for state in walk(game, games, seed=7):
        if state.phase() == "draw_second_card":
            seconds += 1
            mask = state.legal_actions_mask()
            assert not mask[locomotive]
            assert not mask[passing]
            assert mask[:10].any()
            assert not mask[10:].any()
            if seconds % 50 == 0:
                with pytest.raises(ttr.IllegalActionError):
                    state.apply_action(locomotive)
    assert seconds > 20 * games


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"face_up": ["red"]}, "draw red"),  # D5
        ({"face_up": [LOCO]}, "draw locomotive"),
        ({"face_up": ["red", LOCO]}, "draw red"),  # D6
        ({"face_up": [LOCO] * 5, "deck": {"pink": 1}}, "draw deck"),
    ],
)
def test_F08_turn_goes_on_when_only_one_card_can_be_drawn(given: Any, name: str) -> None:
    state = act(position(GAME, **given), name)
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert state.legal_actions()


def test_F10_drawing_from_nothing_is_refused_and_costs_nothing() -> None:
    state = position(GAME)
    before = everything(state)
    for name in ("draw deck", *(f"draw {color}" for color in ttr.COLORS)):
        assert name not in legal_names(state)
        with pytest.raises(ttr.IllegalActionError, match=name):
            act(state, name)
    assert everything(state) == before
    assert state.current_player() == 0


@SEATS
def test_F16_trains_never_negative_and_games_end(n: int) -> None:
    for state in walk(ttr.Game(players=n), games=15, seed=16):
        trains = [p["trains"] for p in state.to_dict()["players"]]
        assert all(0 <= number <= 45 for number in trains)
    assert state.is_terminal()
    assert min(trains) <= 2


@SEATS
def test_F16_every_one_of_many_games_ends_by_trains(n: int) -> None:
    """Every game has claims, nobody's trail is longer than 45 trains, and none goes on for ever."""
    results = ttr.playouts(ttr.Game(players=n), 10_000 // n, seed=16)
    assert len(results) == 10_000 // n
    assert results.longest.max() <= 45
    assert (results.longest.max(axis=1) > 0).all()
    assert (results.turns >= n).all()
    assert results.plies.max() <= ttr.Game(players=n).max_game_length()


@OTHER_MAPS
def test_F16_every_game_of_the_other_editions_ends(name: str) -> None:
    for n in (2, 5):
        game = ttr.Game(name, n)
        results = ttr.playouts(game, 2000, policy=["random_type"] * n, seed=16)
        assert results.longest.max() <= 45
        assert results.turns.max() < game.rules.max_turns
        assert results.plies.max() <= game.max_game_length()


@pytest.mark.parametrize("most", [50, 5000])
def test_R64_declined_tunnels_do_not_go_on_for_ever(most: int) -> None:
    """Two who try the same tunnel again and again, where every card of the deck counts.

    All other cards are in the hand of one who has resigned. The game ends after `max_turns`.
    """
    game = ttr.Game("europe", 3, ttr.Rules.preset("europe").replace(max_turns=most))
    (tunnel,) = game.map.find_routes("Venezia", "Zurich")
    state = position(
        game,
        hands={0: {"green": 2}, 1: {"green": 2}},
        face_up=["white"] * 5,
        deck={"green": 6, LOCO: 6},
        resigned=[2],
    )
    for turn in range(most):
        assert (state.current_player(), state.is_terminal()) == (turn % 2, False)
        claim(state, tunnel, green=2)
        assert legal_names(state) == {"decline tunnel"}
        act(state, "decline tunnel")
    assert state.is_terminal()
    assert state.to_dict()["turn"] == most
    assert state.returns() == [12.0, 12.0, 12.0]  # three stations each
    assert state.ranks() == (1, 1, 3)


def check_reluctant(n: int, games: int, name: str = "usa") -> int:
    """Players who claim only when nothing else is legal. Number of passes seen."""
    game = ttr.Game(name, players=n)
    passing = game.string_to_action("pass")
    choose, passes = claims_last(game), 0
    for number in range(games):
        rng = random.Random(number)
        state = game.new_initial_state(27, number)
        plies = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            assert legal
            if passing in legal:
                assert legal == [passing]
                passes += 1
            state.apply_action(choose(state, legal, rng))
            plies += 1
        assert plies <= game.max_game_length()
        assert state.legal_actions() == []
    return passes


@SEATS
def test_F27_players_who_claim_only_when_they_must(n: int) -> None:
    passes = check_reluctant(n, 50)
    assert passes > 0 or n == 2  # who has half of all cards can always claim


@OTHER_MAPS
@pytest.mark.parametrize("n", [3, 5])
def test_F27_the_same_in_the_other_editions(name: str, n: int) -> None:
    check_reluctant(n, 12, name)


@pytest.mark.slow
@SEATS
def test_F27_many_players_who_claim_only_when_they_must(n: int) -> None:
    check_reluctant(n, 25_000)


@SEATS
def test_F34_list_mask_and_predicate_agree(n: int) -> None:
    check_lists(n, 15)


@OTHER_MAPS
@pytest.mark.parametrize("n", [2, 5])
def test_F34_list_mask_and_predicate_agree_in_the_other_editions(name: str, n: int) -> None:
    check_lists(n, 6, name)


@pytest.mark.slow
@SEATS
def test_F34_list_mask_and_predicate_agree_in_many_games(n: int) -> None:
    check_lists(n, 2500)


def check_lists(n: int, games: int, name: str = "usa") -> None:
    game = ttr.Game(name, players=n)
    size = game.num_distinct_actions()
    rng = random.Random(n)
    for state in walk(game, games, seed=34):
        legal, mask = state.legal_actions(), state.legal_actions_mask()
        assert mask.dtype == bool
        assert mask.shape == (size,)
        assert np.flatnonzero(mask).tolist() == legal  # ascending, no repeats
        assert bool(legal) != state.is_terminal()
        if rng.random() < 0.05:
            listed = set(legal)
            for action in rng.sample(range(size), 40) + rng.sample(legal, min(5, len(legal))):
                copy = state.clone()
                if action in listed:
                    copy.apply_action(action)
                    assert copy != state
                else:
                    with pytest.raises(ttr.IllegalActionError):
                        copy.apply_action(action)
                    assert copy == state


@pytest.mark.parametrize("fewest", ["all", "fewest_locomotives"])
@pytest.mark.parametrize("name", ["usa", "europe", "iran"])
def test_F34_predicate_of_the_whole_table(name: str, fewest: str) -> None:
    """Every action of the table, at some positions of games of every edition."""
    rules = ttr.Game(name).rules.replace(payments=fewest)
    game = ttr.Game(name, players=3, rules=rules)
    checked = Counter[str]()
    for number, state in enumerate(walk(game, games=2, seed=5)):
        now_and_then = {"pay_tunnel": 1, "choose_tickets": 3}.get(state.phase(), 29)
        if number % now_and_then:
            continue
        checked[state.phase()] += 1
        listed = set(state.legal_actions())
        for action in range(game.num_distinct_actions()):
            copy = state.clone()
            try:
                copy.apply_action(action)
            except ttr.IllegalActionError:
                assert action not in listed
                assert copy == state
            else:
                assert action in listed
    met = set(ttr.PHASES) - {"terminal"} - ({"pay_tunnel"} if name != "europe" else set())
    assert set(checked) >= met


def test_F34_deck_is_offered_only_with_cards_in_it() -> None:
    state = open_position(GAME, deck=(), rest="hand")
    assert "draw deck" not in legal_names(state)
    assert "draw red" in legal_names(state)
