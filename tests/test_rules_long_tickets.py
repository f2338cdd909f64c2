"""Long tickets and the first choice of the Europe edition: R08, R11-R13, and Q13."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from builders import act, keep_all, legal_infos, legal_names, line_map, play, walk

import ttr_fast as ttr

EUROPE = ttr.Map.builtin("europe")
LONG = [t for t, ticket in enumerate(EUROPE.tickets) if ticket.long]
SEATS = pytest.mark.parametrize("n", [2, 3, 4, 5])


def test_R12_forty_six_tickets_six_of_them_long() -> None:
    assert (len(EUROPE.tickets), len(LONG)) == (46, 6)
    assert sorted(EUROPE.tickets[t].points for t in LONG) == [20, 20, 20, 21, 21, 21]
    assert max(ticket.points for ticket in EUROPE.tickets if not ticket.long) == 13


@SEATS
def test_R08_F14_one_long_and_three_others_eleven_keep_sets(n: int) -> None:
    game = ttr.Game("europe", n)
    state = game.new_initial_state(3)
    for seat in range(n):
        offered = state.to_dict()["players"][seat]["offered_tickets"]
        assert [t in LONG for t in offered] == [True, False, False, False]
        keeps = [info.keep for info in legal_infos(state)]
        assert state.current_player() == seat
        assert len(keeps) == len(set(keeps)) == math.comb(4, 2) + math.comb(4, 3) + 1 == 11
        assert min(len(keep or ()) for keep in keeps) == 2
        assert (1, 2) in keeps  # the long one may go
        act(state, "keep 1 3" if seat % 2 else "keep 0 2")
        kept = state.to_dict()["players"][seat]["tickets"]
        assert kept == sorted([offered[1], offered[3]] if seat % 2 else [offered[0], offered[2]])


def test_F14_seven_keep_sets_in_play() -> None:
    state = keep_all(ttr.Game("europe", 2).new_initial_state(3))
    act(state, "draw tickets")
    assert len(state.legal_actions()) == 7


@SEATS
@pytest.mark.parametrize("keep", ["keep 0 1", "keep 1 2 3", "keep 0 1 2 3"])
def test_R11_what_is_not_kept_leaves_the_game(n: int, keep: str) -> None:
    """The deck is 40 - 3n whatever was returned, and never holds a long ticket."""
    state = ttr.Game("europe", n).new_initial_state(8)
    undealt = state.to_dict()["ticket_deck"]
    assert len(undealt) == 40 - 3 * n
    act(state, *[keep] * n)
    d = state.to_dict()
    assert d["ticket_deck"] == undealt
    assert not set(undealt) & set(LONG)
    kept = [t for p in d["players"] for t in p["tickets"]]
    assert len(kept) == n * (len(keep.split()) - 1)
    assert len({*kept, *undealt}) == len(kept) + len(undealt)


@SEATS
def test_R11_F15_nobody_draws_a_long_ticket_later(n: int) -> None:
    """In whole games the tickets of deck and hands stay the same from the first turn on."""
    in_game: set[int] = set()
    drawn = 0
    for state in walk(ttr.Game("europe", n), games=4, seed=n):
        d = state.to_dict()
        if d["phase"] == "choose_initial_tickets":
            in_game = set()
            continue
        here = [t for p in d["players"] for t in p["tickets"] + p["offered_tickets"]]
        here += d["ticket_deck"]
        assert len(set(here)) == len(here)
        in_game = in_game or set(here)
        assert set(here) == in_game
        assert not set(d["ticket_deck"]) & set(LONG)
        if d["phase"] == "choose_tickets":
            drawn += 1
            offered = d["players"][d["current_player"]]["offered_tickets"]
            assert not set(offered) & set(LONG)
    assert drawn > 20


def test_R08_every_ticket_is_dealt_equally_often() -> None:
    """Within 5 standard errors over 4 000 set-ups of three seats."""
    game, number = ttr.Game("europe", 3), 4000
    dealt = Counter(
        t
        for seed in range(number)
        for p in game.new_initial_state(seed).to_dict()["players"]
        for t in p["offered_tickets"]
    )
    for t in range(46):
        share = 3 / 6 if t in LONG else 9 / 40
        error = math.sqrt(number * share * (1 - share))
        assert abs(dealt[t] - share * number) < 5 * error


def test_Q13_returned_under_the_deck_as_an_option() -> None:
    """A long ticket never gets there, unless the long ones are mixed with the others."""
    europe = ttr.Rules.preset("europe")
    game = ttr.Game("europe", 2, europe.replace(initial_tickets_return="bottom"))
    state = game.new_initial_state(1)
    d = state.to_dict()
    offered = d["players"][0]["offered_tickets"]
    act(state, "keep 2 3")
    assert state.to_dict()["ticket_deck"] == [*d["ticket_deck"], offered[1]]

    mixed = europe.replace(
        initial_tickets_return="bottom", long_tickets="mixed", initial_long_tickets_dealt=0
    )
    for seed in range(60):
        state = ttr.Game("europe", 2, mixed).new_initial_state(seed)
        d = state.to_dict()
        offered = d["players"][0]["offered_tickets"]
        assert len(d["ticket_deck"]) == 46 - 6
        act(state, "keep 0 1")
        assert state.to_dict()["ticket_deck"] == [*d["ticket_deck"], offered[2]]
        if offered[2] in LONG:
            break
    else:
        raise AssertionError("no long ticket was ever returned")


def test_Q13_initial_tickets_keep_min_of_one() -> None:
    rules = ttr.Rules.preset("europe").replace(initial_tickets_keep_min=1)
    state = ttr.Game("europe", 2, rules).new_initial_state(0)
    assert len(state.legal_actions()) == 15
    assert "keep 0" in legal_names(state)


def with_long_tickets(number: int) -> ttr.Map:
    tickets = [ttr.map.Ticket("c0", "c1", 1, long=i < number) for i in range(20 + number)]
    return line_map([6] * 9).replace(tickets=tickets)


def test_R08_a_deck_without_long_tickets_deals_none() -> None:
    state = ttr.Game(with_long_tickets(0), 4, "europe").new_initial_state(0)
    assert [len(p["offered_tickets"]) for p in state.to_dict()["players"]] == [3] * 4
    assert len(state.legal_actions()) == 4
    assert len(state.to_dict()["ticket_deck"]) == 20 - 12


def test_R08_too_few_long_tickets_are_refused() -> None:
    for number, n in [(2, 2), (5, 5)]:
        game = ttr.Game(with_long_tickets(number), n, "europe")
        state = game.new_initial_state(0)
        play(state, random.Random(0))
        assert state.is_terminal()
        with pytest.raises(ValueError, match=r"long tickets?.*initial_long_tickets_dealt"):
            ttr.Game(with_long_tickets(number - 1), n, "europe")
