"""State.resample_from_infostate: arguments, what stays, what is new, and whether it could be so.

Whether a sampled state has a history that fits what the seat has seen is decided from outside
(resample_games.py). The engine's memory has bounds. With two players there is nothing to forget.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from resample_games import FUTURE, PRESET, Verdicts, followed_game, judge, plies, seen_part

import ttr_fast as ttr

GAMES = [(board, players) for board in PRESET for players in (2, 3, 5)]
SEEDS = st.integers(0, 2**64 - 1)


@cache
def positions(board: str, players: int) -> list[ttr.State]:
    """Some positions of a game in which somebody may resign, the end among them."""
    states: list[ttr.State] = []
    for seed in range(2):
        rate = 0.01 if seed and players > 2 else 0.0
        for followed in plies(board, players, 100 * players + seed, resign_rate=rate, limit=400):
            state = followed.state
            if state.to_dict()["ply"] % 23 < 2 or state.is_terminal():
                states.append(state.clone())
    return states


@st.composite
def situations(draw: st.DrawFn) -> tuple[ttr.State, int]:
    """A position, and a seat."""
    board, players = draw(st.sampled_from(GAMES))
    return draw(st.sampled_from(positions(board, players))), draw(st.integers(0, players - 1))


# ---- what stays and what is new -------------------------------------------------------------


@settings(deadline=None)
@given(situations(), SEEDS, SEEDS)
def test_depends_on_the_seed_and_what_the_seat_knows_alone(
    situation: tuple[ttr.State, int], seed: int, other: int
) -> None:
    state, seat = situation
    sample = state.resample_from_infostate(seat, seed)
    assert sample == state.resample_from_infostate(seat, seed)
    assert sample.hash() == state.resample_from_infostate(seat, seed).hash()
    # Another state that the seat cannot tell from this one.
    elsewhere = state.resample_from_infostate(seat, other)
    assert elsewhere.resample_from_infostate(seat, seed) == sample
    assert seed == other or elsewhere != sample


@settings(deadline=None)
@given(situations(), SEEDS)
def test_what_the_seat_sees_stays(situation: tuple[ttr.State, int], seed: int) -> None:
    state, seat = situation
    before = state.to_dict()
    sample = state.resample_from_infostate(seat, seed)
    d = sample.to_dict()
    assert seen_part(d, seat) == seen_part(before, seat)
    for player in d["players"]:
        assert all(player["known_hand"][c] <= player["hand"][c] for c in player["hand"])
    assert state.game.state_from_dict(d) == sample
    assert state.to_dict() == before
    assert sample.scores() == state.scores()
    assert sample.is_terminal() == state.is_terminal()
    if state.current_player() == seat:
        assert sample.legal_actions() == state.legal_actions()
    assert sample.completed_tickets(seat) == state.completed_tickets(seat)


@settings(deadline=None, max_examples=50)
@given(situations(), SEEDS)
def test_the_future_is_new(situation: tuple[ttr.State, int], seed: int) -> None:
    state, seat = situation
    future = {key: state.to_dict()[key] for key in FUTURE}
    d = state.resample_from_infostate(seat, seed).to_dict()
    assert {key: d[key] for key in FUTURE} != future
    # clone(seed) has a new future, too, and keeps what is hidden, but for the tickets to come.
    clone = state.clone(seed).to_dict()
    assert {key: clone[key] for key in FUTURE} != future
    assert without_future(clone) == without_future(state.to_dict())


def without_future(d: dict[str, Any]) -> dict[str, Any]:
    unseen, deck = d["unseen_tickets"], d["ticket_deck"]
    kept = {key: value for key, value in d.items() if key not in FUTURE}
    return kept | {"ticket_deck": [set(deck[:unseen]), deck[unseen:]]}


def test_cards_drawn_after_it_follow_the_new_future() -> None:
    """Of states with the same cards those with another seed draw other ones."""
    state = followed_game("usa", 2, 3).state
    while state.phase() != "choose_action":
        state.apply_action(state.legal_actions()[-1])
    draw = state.game.string_to_action("draw deck")
    hands = set()
    for seed in range(60):
        clone = state.resample_from_infostate(0, 1).clone(seed)
        clone.apply_action(draw)
        hands.add(tuple(clone.to_dict()["players"][state.current_player()]["hand"].values()))
    assert 6 <= len(hands) <= 9


def test_keeps_no_record() -> None:
    followed = followed_game("usa", 3, 5)
    sample = followed.state.resample_from_infostate(1, 2)
    with pytest.raises((ValueError, RuntimeError), match="record"):
        sample.history()
    with pytest.raises((ValueError, RuntimeError), match="record"):
        sample.drawn_cards()


def test_a_sample_can_be_played_to_the_end() -> None:
    for board, players in GAMES:
        for number, state in enumerate(positions(board, players)[::6]):
            sample = state.resample_from_infostate(number % players, number)
            while not sample.is_terminal():
                legal = sample.legal_actions()
                sample.apply_action(legal[sample.hash() % len(legal)])
            assert len(sample.returns()) == players


# ---- arguments ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 3, 2**64, -(2**70)])
def test_no_such_seat(seat: int) -> None:
    state = followed_game("europe", 3, 1).state
    with pytest.raises(ValueError, match="seat"):
        state.resample_from_infostate(seat, 1)


@pytest.mark.parametrize("seat", [None, "1", 1.0, [1]])
def test_a_seat_is_a_number(seat: Any) -> None:
    state = followed_game("europe", 3, 1).state
    with pytest.raises(TypeError):
        state.resample_from_infostate(seat, 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_no_such_seed(seed: int) -> None:
    state = followed_game("europe", 3, 1).state
    with pytest.raises(ValueError, match="seed"):
        state.resample_from_infostate(0, seed)


@pytest.mark.parametrize("seed", [None, "1", 1.5, [1]])
def test_a_seed_is_a_number_or_a_function(seed: Any) -> None:
    state = followed_game("europe", 3, 1).state
    with pytest.raises(TypeError, match="seed"):
        state.resample_from_infostate(0, seed)


def test_a_seed_may_be_a_function() -> None:
    """OpenSpiel's bots hand over a function that draws from [0, 1)."""
    state = followed_game("europe", 3, 1).state
    sample = state.resample_from_infostate(0, lambda: 0.25)
    assert sample == state.resample_from_infostate(0, lambda: 0.25)
    assert sample != state.resample_from_infostate(0, lambda: 0.26)
    assert state.resample_from_infostate(0, lambda: 0) is not None


@pytest.mark.parametrize("drawn", [1.0, -0.1, 2, float("nan"), float("inf"), 10**400])
def test_a_function_that_leaves_its_range(drawn: Any) -> None:
    state = followed_game("europe", 3, 1).state
    before = state.to_dict()
    with pytest.raises((ValueError, OverflowError)):
        state.resample_from_infostate(0, lambda: drawn)
    assert state.to_dict() == before


@pytest.mark.parametrize("drawn", [None, "0.5", [0.5], 0.5j])
def test_a_function_that_gives_no_number(drawn: Any) -> None:
    state = followed_game("europe", 3, 1).state
    with pytest.raises(TypeError):
        state.resample_from_infostate(0, lambda: drawn)


def test_a_function_that_raises_or_wants_arguments() -> None:
    state = followed_game("europe", 3, 1).state

    def broken() -> float:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        state.resample_from_infostate(0, broken)
    with pytest.raises(TypeError):
        state.resample_from_infostate(0, lambda x: x)  # type: ignore[arg-type, misc]
    with pytest.raises(TypeError):
        state.resample_from_infostate(0)  # type: ignore[call-arg]


# ---- histories ------------------------------------------------------------------------------


# Share of samples without a history after the deck was rebuilt. Measured in some 600 to 1,100
# samples for each number of players: 0.21, 0.43 and 0.58.
IMPOSSIBLE_CARDS = {3: 0.35, 4: 0.6, 5: 0.75}
# The same of tickets, by what `ticket_limits` says. Measured: forgotten 0.2 (two players) to 0.6
# (five), split 0.06.
IMPOSSIBLE_TICKETS = {"forgotten": 0.9, "split": 0.4, "offered": 1.0, "none": 0.0}


def judged(
    players: int,
    numbers: range,
    every: int,
    policies: tuple[str, ...] | None = None,
    resign_rate: float = 0.0,
) -> Verdicts:
    """A sample for every seat, every few plies of some games."""
    verdicts = Verdicts()
    for number in numbers:
        board = list(PRESET)[number % len(PRESET)]
        for followed in plies(board, players, number, policies, resign_rate):
            ply = followed.logged.state.ply
            if ply % every == 0 or ply < players or followed.state.is_terminal():
                where = f"{board}, {players} players, game {number}, ply {ply}"
                for seat in range(players):
                    judge(followed, seat, 1000 * ply, verdicts, where)
    return verdicts


def check(verdicts: Verdicts) -> None:
    """No sample without a history where the engine forgets nothing, and not too many elsewhere.

    Cards: with two players nothing is forgotten, and with more not before the deck is rebuilt.
    """
    for (players, rebuilt, _), number in verdicts.cards.items():
        assert players > 2, (number, verdicts.examples)
        assert rebuilt > 0, (number, verdicts.examples)
    players = next(iter(verdicts.judged))[0]
    if players > 2:
        later = sum(number for key, number in verdicts.judged.items() if key[1] > 0)
        assert later > 30
        assert sum(verdicts.cards.values()) < IMPOSSIBLE_CARDS[players] * later
    for limits, share in IMPOSSIBLE_TICKETS.items():
        of_limits = sum(number for key, number in verdicts.judged.items() if key[2] == limits)
        wrong = sum(number for key, number in verdicts.tickets.items() if key[2] == limits)
        assert wrong <= share * max(of_limits, 5 if share else 0), (limits, verdicts.examples)


def test_histories_with_two_players() -> None:
    verdicts = judged(2, range(300, 306), every=17)
    check(verdicts)
    assert {key[1] for key in verdicts.judged} == {0, 1, 2}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_histories_with_more_players(players: int) -> None:
    """Some cards that others hold are forgotten once the deck was rebuilt."""
    verdicts = judged(players, range(300, 304), every=47, resign_rate=0.002)
    check(verdicts)
    assert {key[1] for key in verdicts.judged} >= {0, 2}


def test_histories_of_tickets_drawn_again() -> None:
    verdicts = judged(2, range(300, 303), every=7, policies=("draw_tickets",) * 2)
    check(verdicts)
    assert {key[2] for key in verdicts.judged} >= {"none", "forgotten"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_histories_of_many_games(players: int) -> None:
    check(judged(players, range(1000, 1000 + 120 // players), every=13, resign_rate=0.002))
