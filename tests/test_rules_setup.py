"""Set-up and the order of turns: R01-R07, R10-R12, R15-R17, Q10, Q13."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from builders import (
    ALL_CARDS,
    act,
    keep_all,
    legal_names,
    nonzero,
    open_position,
    walk,
)
from scipy.stats import chisquare

import ttr_fast as ttr

SEATS = pytest.mark.parametrize("n", [2, 3, 4, 5])


def cards_in(d: dict[str, Any]) -> Counter[str]:
    """All cards of a state, wherever they are."""
    total = Counter(d["deck"]) + Counter(d["discard"]) + Counter(filter(None, d["face_up"]))
    return sum((Counter(p["hand"]) for p in d["players"]), total)


def thrown(d: dict[str, Any]) -> int:
    return sum(d["discard"].values())


@SEATS
def test_R01_two_to_five_players_start(n: int) -> None:
    game = ttr.Game(players=n)
    assert game.num_players == n
    state = game.new_initial_state(0)
    assert len(state.to_dict()["players"]) == len(state.returns()) == len(state.scores()) == n
    assert legal_names(state) == {"keep 0 1", "keep 0 2", "keep 1 2", "keep 0 1 2"}


@pytest.mark.parametrize("n", [1, 6, 0, -1])
def test_R01_other_numbers_of_players_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match=rf"players must be .*2\.\.5, got {n}$"):
        ttr.Game(players=n)


@SEATS
def test_R02_all_110_cards_at_every_moment(n: int) -> None:
    for state in walk(ttr.Game(players=n), games=15, seed=n):
        assert cards_in(state.to_dict()) == ALL_CARDS


@SEATS
def test_R03_R06_trains_and_scores_at_the_start(n: int) -> None:
    state = ttr.Game(players=n).new_initial_state(3)
    assert [p["trains"] for p in state.to_dict()["players"]] == [45] * n
    assert state.scores() == (0,) * n
    assert [line.total for line in state.score_sheet()] == [0] * n


@SEATS
def test_R04_hands_row_and_deck_of_the_deal(n: int) -> None:
    without_reset = 0
    for seed in range(100):
        d = ttr.Game(players=n).new_initial_state(seed).to_dict()
        assert [sum(p["hand"].values()) for p in d["players"]] == [4] * n
        assert len(d["face_up"]) == 5
        assert None not in d["face_up"]
        if not thrown(d):
            without_reset += 1
            assert sum(d["deck"].values()) == 110 - 4 * n - 5
    assert without_reset > 80


@SEATS
def test_R05_F06_reset_of_the_very_first_row(n: int) -> None:
    """After one reset the thrown five lie in the discards, three or more of them locomotives."""
    game = ttr.Game(players=n)
    resets = Counter()
    for seed in range(4000):
        d = game.new_initial_state(seed).to_dict()
        assert d["face_up"].count("locomotive") < 3
        number, rest = divmod(thrown(d), 5)
        assert rest == 0
        resets[number] += 1
        assert sum(d["deck"].values()) == 110 - 4 * n - 5 - 5 * number
        if number == 1:
            assert d["discard"]["locomotive"] >= 3
    assert resets[1] > 20


def test_R05_F06_frequency_of_the_reset_in_100_000_set_ups() -> None:
    exact = sum(math.comb(14, k) * math.comb(96, 5 - k) for k in (3, 4, 5)) / math.comb(110, 5)
    assert round(100 * exact, 3) == 1.436
    game = ttr.Game(players=2)
    full = 110 - 2 * 4 - 5
    resets = sum(
        sum(game.new_initial_state(seed).to_dict()["deck"].values()) != full
        for seed in range(100_000)
    )
    assert abs(100 * resets / 100_000 - 1.436) < 0.12


@SEATS
def test_R07_three_tickets_dealt_four_keep_sets(n: int) -> None:
    state = ttr.Game(players=n).new_initial_state(8)
    dealt = [p["offered_tickets"] for p in state.to_dict()["players"]]
    assert [len(tickets) for tickets in dealt] == [3] * n
    assert len({t for tickets in dealt for t in tickets}) == 3 * n
    for seat in range(n):
        assert state.current_player() == seat
        assert legal_names(state) == {"keep 0 1", "keep 0 2", "keep 1 2", "keep 0 1 2"}
        act(state, "keep 0 2")
        kept = state.to_dict()["players"][seat]
        assert kept["tickets"] == sorted([dealt[seat][0], dealt[seat][2]])
        assert kept["offered_tickets"] == []


@SEATS
def test_R10_tickets_not_kept_go_under_the_deck(n: int) -> None:
    state = ttr.Game(players=n).new_initial_state(2)
    d = state.to_dict()
    undealt = d["ticket_deck"]
    assert len(undealt) == 30 - 3 * n
    returned = []
    for seat in range(n):
        if seat % 2:
            act(state, "keep 0 1 2")
        else:
            returned.append(d["players"][seat]["offered_tickets"][1])
            act(state, "keep 0 2")
        assert state.to_dict()["ticket_deck"] == [*undealt, *returned]
    assert len(state.to_dict()["ticket_deck"]) == 30 - 3 * n + len(returned)


def test_R12_thirty_tickets() -> None:
    game = ttr.Game(players=5)
    assert len(game.map.tickets) == 30
    d = game.new_initial_state(4).to_dict()
    dealt = [t for p in d["players"] for t in p["offered_tickets"]]
    assert sorted(d["ticket_deck"] + dealt) == list(range(30))


def test_R12_every_ticket_is_dealt_equally_often() -> None:
    """Within 5 standard errors of 6 / 30 over 5 000 set-ups of two seats."""
    game, number = ttr.Game(players=2), 5000
    dealt = Counter(
        t
        for seed in range(number)
        for p in game.new_initial_state(seed).to_dict()["players"]
        for t in p["offered_tickets"]
    )
    error = math.sqrt(number * 0.2 * 0.8)
    assert len(dealt) == 30
    assert all(abs(times - 0.2 * number) < 5 * error for times in dealt.values())


@SEATS
def test_R15_first_seat_drawn_by_the_seed(n: int) -> None:
    game = ttr.Game(players=n, first_seat=None)
    assert game.first_seat is None
    number = 10_000
    firsts = Counter()
    for seed in range(number):
        state = game.new_initial_state(seed)
        if seed < 200:  # it is the seat of the first turn
            first = state.to_dict()["first_seat"]
            assert keep_all(state).current_player() == first
        else:
            first = keep_all(state).current_player()
        firsts[first] += 1
    error = math.sqrt(number * (1 / n) * (1 - 1 / n))
    assert sorted(firsts) == list(range(n))
    assert all(abs(times - number / n) < 5 * error for times in firsts.values())


@SEATS
def test_R15_first_seat_set_by_the_caller(n: int) -> None:
    """The deal is the same whoever begins."""
    deals = []
    for first in range(n):
        state = ttr.Game(players=n, first_seat=first).new_initial_state(6)
        assert state.current_player() == 0  # tickets are chosen in seat order (Q10)
        deals.append(state.to_dict() | {"first_seat": None})
        assert keep_all(state).current_player() == first
    assert all(deal == deals[0] for deal in deals)


def test_Q10_a_choice_changes_nothing_for_those_who_choose_later() -> None:
    states = [ttr.Game(players=3).new_initial_state(9) for _ in range(2)]
    act(states[0], "keep 0 1")
    act(states[1], "keep 0 1 2")
    offers = [state.to_dict()["players"][1:] for state in states]
    assert offers[0] == offers[1]
    assert [state.current_player() for state in states] == [1, 1]


@SEATS
@pytest.mark.parametrize("first", [0, 1])
def test_R16_R17_one_action_a_turn_in_a_fixed_direction(n: int, first: int) -> None:
    game = ttr.Game(players=n, first_seat=first)
    last_turn = 0
    for state in walk(game, games=3, seed=1):
        if state.phase() == "choose_action":
            last_turn = state.to_dict()["turn"]
            assert state.current_player() == (first + last_turn) % n
    assert last_turn > 50


@pytest.mark.parametrize(
    "names",
    [
        ("draw locomotive",),
        ("draw red", "draw deck"),
        ("draw deck", "draw deck"),
        ("draw tickets", "keep 0"),
        ("claim",),
    ],
)
def test_R17_every_kind_of_turn_ends_with_the_next_seat(names: tuple[str, ...]) -> None:
    game = ttr.Game(players=3)
    row = ["red", "orange", "locomotive", "green", "blue"]
    state = open_position(game, seat=2, face_up=row, hands={2: {"white": 1}})
    for name in names:
        assert state.current_player() == 2
        (action,) = [a for a in state.legal_actions() if game.action_to_string(a).startswith(name)][
            :1
        ]
        state.apply_action(action)
    assert (state.current_player(), state.phase()) == (0, "choose_action")
    assert state.to_dict()["turn"] == 1


def test_R17_a_state_counts_turns_and_decisions() -> None:
    state = ttr.Game(players=2).new_initial_state(0)
    act(state, "keep 0 1", "keep 0 1")
    assert (state.to_dict()["turn"], state.to_dict()["ply"]) == (0, 2)
    act(state, "draw deck", "draw deck")
    assert (state.to_dict()["turn"], state.to_dict()["ply"]) == (1, 4)


def test_Q13_initial_tickets_keep_min_and_return() -> None:
    rules = ttr.Rules(initial_tickets_keep_min=1, initial_tickets_return="out")
    state = ttr.Game(players=2, rules=rules).new_initial_state(0)
    assert len(state.legal_actions()) == 7
    act(state, "keep 1", "keep 0 2")
    assert len(state.to_dict()["ticket_deck"]) == 30 - 6


def test_R04_hands_of_the_deal_are_uniform() -> None:
    """The only card of seat 0: 12 of 110 for a colour, 14 of 110 for the locomotive."""
    game = ttr.Game(players=2, rules=ttr.Rules(initial_cards=1))
    number = 8000
    cards = Counter()
    for seed in range(number):
        held = nonzero(game.new_initial_state(seed).to_dict()["players"][0]["hand"])
        assert list(held.values()) == [1]
        cards.update(held)
    expected = [number * ALL_CARDS[color] / 110 for color in ttr.COLORS]
    assert chisquare([cards[color] for color in ttr.COLORS], expected).pvalue > 0.001


def test_R17_given_counters_are_taken_as_they_are_and_wrap() -> None:
    """They are not checked against each other; `ply` counts modulo 2**32."""
    given = {"turn": 4000, "ply": 2**32 - 2, "first_seat": 2, "current_player": 1}
    game = ttr.Game(players=3, first_seat=0)
    state = game.state_from_dict(open_position(game).to_dict() | given)
    assert {key: state.to_dict()[key] for key in given} == given
    act(state, "draw deck", "draw deck")
    d = state.to_dict()
    assert (d["turn"], d["ply"], d["first_seat"], d["current_player"]) == (4001, 0, 2, 2)
    with pytest.raises(ValueError, match="the game is over, but phase is not terminal"):
        game.state_from_dict(open_position(game).to_dict() | {"turn": 5000})  # max_turns


def test_a_copy_with_a_seed_gets_a_hash_of_it() -> None:
    state = ttr.Game(players=2).new_initial_state(5)
    seeds = [state.clone(seed=seed).to_dict()["seed"] for seed in (0, 1, 5)]
    assert len({0, 1, 5, *seeds}) == 6
    assert keep_all(state.clone(seed=5)) != keep_all(state)
