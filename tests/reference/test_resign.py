"""The oracle where players resign (R94, R95, Q05, Q08)."""

import random

import pytest

from . import OracleError
from .cards import LOCOMOTIVE, all_110_cards
from .helpers import (
    EUROPE,
    USA,
    apply_with_random_cards,
    find_route,
    hand,
    new_game,
    position,
    random_deal,
    total_cards,
)
from .scoring import ranks_of_rows

PLAIN_ROW = ["red", "orange", "yellow", "green", "blue"]
BLACK = find_route("Denver", "Kansas City", "black", 4, [])
ORANGE = find_route("Denver", "Kansas City", "orange", 4, [])


def test_Q05_routes_still_block_and_cards_stay_aside() -> None:
    """R48: the number of players at the start decides about the second track."""
    game = new_game(3)
    hands = {0: ["red"] * 3, 1: ["orange"] * 4}
    state = position(game, PLAIN_ROW, ["pink"] * 3, hands=hands, routes={0: [BLACK]})
    state.resign(0)
    assert (state.current_player(), state.turn, state.ply) == (1, 10, 20)
    assert hand(state, 0) == {"red": 3}
    assert total_cards(state) == all_110_cards()
    assert state.to_dict()["players"][0]["resigned"] is True
    assert not any(action[:2] == ("claim", ORANGE) for action in state.legal_actions())


def test_Q05_resigned_seats_are_skipped() -> None:
    state = position(new_game(4), PLAIN_ROW, ["pink"] * 10)
    state.resign(2)
    assert state.current_player() == 0
    rng = random.Random(0)
    seats = []
    for _ in range(4):
        seats.append(state.current_player())
        for _ in range(2):
            apply_with_random_cards(state, ("draw_deck",), rng)
    assert seats == [0, 1, 3, 0]


def test_Q08_one_active_seat_ends_the_game() -> None:
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 10)
    state.resign(1)
    assert not state.is_terminal()
    state.resign(0)
    assert state.is_terminal()
    assert (state.winners(), state.ranks()) == ((2,), (2, 2, 1))
    assert state.to_dict()["final_turns_left"] is None
    with pytest.raises(OracleError):
        state.resign(2)


@pytest.mark.parametrize("seat", [1, 3, -1])
def test_nobody_resigns_twice_and_only_seats_of_the_game_do(seat: int) -> None:
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 10)
    state.resign(1)
    with pytest.raises(OracleError):
        state.resign(seat)


def test_Q08_the_others_finish_the_final_round() -> None:
    """R95: seat 0 sets it off and leaves; only seats 1 and 2 have their last turns."""
    gray_1 = find_route("Atlanta", "Nashville", "gray", 1, [])
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 10, hands={0: ["red"]}, trains={0: 3})
    state.apply(("claim", gray_1, "red", 0), [])
    assert state.to_dict()["final_turns_left"] == 3
    state.resign(0)
    assert state.to_dict()["final_turns_left"] == 2
    rng = random.Random(0)
    for seat in (1, 2):
        assert state.current_player() == seat
        for _ in range(2):
            apply_with_random_cards(state, ("draw_deck",), rng)
    assert state.is_terminal()


def test_R95_final_round_of_active_seats_only() -> None:
    gray_1 = find_route("Atlanta", "Nashville", "gray", 1, [])
    common = {"hands": {0: ["red"]}, "trains": {0: 3}, "resigned": (2,)}
    state = position(new_game(4), PLAIN_ROW, ["pink"] * 10, **common)
    state.apply(("claim", gray_1, "red", 0), [])
    assert state.to_dict()["final_turns_left"] == 3
    state.resign(1)  # its turn is under way
    assert (state.to_dict()["final_turns_left"], state.current_player()) == (2, 3)
    rng = random.Random(0)
    for _ in range(2):
        apply_with_random_cards(state, ("draw_deck",), rng)
    assert (state.to_dict()["final_turns_left"], state.current_player()) == (1, 0)


def test_R95_one_who_had_the_last_turn_already_resigns() -> None:
    state = position(new_game(4), PLAIN_ROW, ["pink"] * 10, seat=2, final_turns_left=2)
    state.resign(1)
    assert state.to_dict()["final_turns_left"] == 2
    assert state.current_player() == 2
    state.resign(3)
    assert state.to_dict()["final_turns_left"] == 1
    assert not state.is_terminal()
    state.resign(2)  # only seat 0 is left
    assert state.is_terminal()


def test_R95_the_last_one_to_move_resigns() -> None:
    state = position(new_game(4), PLAIN_ROW, ["pink"] * 10, seat=3, final_turns_left=1)
    state.resign(3)
    assert state.is_terminal()
    assert state.to_dict()["final_turns_left"] == 0
    assert state.turn == 10


def test_R95_passes_of_active_seats_only() -> None:
    """Nothing but passing is left to anybody: seat 3 holds all cards and has no trains."""
    common = {"trains": {3: 0}}
    state = position(new_game(4, final_round_threshold=-1), **common)
    state.apply(("pass",), [])
    state.apply(("pass",), [])
    assert state.to_dict()["consecutive_passes"] == 2
    left = state.clone()
    left.resign(0)  # the pass of seat 0 no longer counts
    assert (left.to_dict()["consecutive_passes"], left.current_player()) == (1, 2)
    left.apply(("pass",), [])
    assert not left.is_terminal()
    left.apply(("pass",), [])
    assert left.is_terminal()

    left = state.clone()
    left.resign(2)  # whose turn it is; seat 3 has not passed
    assert (left.to_dict()["consecutive_passes"], left.current_player()) == (2, 3)
    left.resign(3)  # now all active seats have passed
    assert left.is_terminal()

    left = state.clone()
    left.resign(3)  # who would have moved after seat 2
    assert not left.is_terminal()
    left.apply(("pass",), [])
    assert left.is_terminal()
    assert left.to_dict()["consecutive_passes"] == 3


def test_resign_between_the_two_cards() -> None:
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 10)
    state.apply(("draw_deck",), ["pink"])
    state.resign(0)
    assert (state.current_player(), state.phase(), state.turn) == (1, "choose_action", 10)
    assert hand(state, 0) == {"pink": 1}


def test_resign_while_choosing_tickets() -> None:
    """Q11: the offered tickets go under the deck, in the order of their numbers."""
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 10, ticket_deck=[9, 4, 7, 1, 2])
    state.apply(("draw_tickets",), [])
    state.resign(0)
    assert state.to_dict()["ticket_deck"] == [1, 2, 4, 7, 9]
    assert state.to_dict()["players"][0]["offered_tickets"] == []
    assert (state.current_player(), state.phase()) == (1, "choose_action")


def test_resign_during_the_initial_choice() -> None:
    state = random_deal(new_game(4), random.Random(3), first_seat=2)
    size = len(state.ticket_deck)
    offered = list(state.players[2].offered_tickets)
    state.resign(2)  # who is still to choose
    assert state.ticket_deck[size:] == sorted(offered)
    assert state.current_player() == 0
    state.apply(("keep_tickets", (0, 1, 2)), [])
    state.resign(1)  # whose choice it is
    assert len(state.ticket_deck) == size + 6
    assert (state.current_player(), state.phase()) == (3, "choose_initial_tickets")
    state.apply(("keep_tickets", (0, 1, 2)), [])
    # The first seat has left: the next active one moves.
    assert (state.current_player(), state.phase(), state.ply) == (3, "choose_action", 2)


def test_resign_during_the_initial_choice_of_europe() -> None:
    """R11: the offered tickets leave the game."""
    state = random_deal(new_game(3, EUROPE), random.Random(3))
    before = list(state.ticket_deck)
    state.resign(0)
    assert state.ticket_deck == before
    assert state.players[0].offered_tickets == []


def test_resign_while_a_tunnel_is_pending() -> None:
    """The tunnel is declined first, so that the laid cards are kept aside with the hand."""
    tunnel = find_route("Madrid", "Pamplona", "black", 3, [], EUROPE)
    deck = ["black", "pink", "pink", "white"]
    state = position(new_game(3, EUROPE), PLAIN_ROW, deck, hands={0: ["black"] * 3})
    state.apply(("claim", tunnel, "black", 0), deck[:3])
    assert state.phase() == "pay_tunnel"
    state.resign(0)
    assert state.to_dict()["pending_tunnel"] is None
    assert hand(state, 0) == {"black": 3}
    assert state.players[0].known_hand["black"] == 3
    assert (state.current_player(), state.phase(), state.turn) == (1, "choose_action", 10)
    assert total_cards(state) == all_110_cards()


def test_R94_no_bonus_and_left_out_of_the_comparison() -> None:
    longest = find_route("Seattle", "Helena", "yellow", 6, [])
    routes = {0: [longest], 1: [BLACK]}
    state = position(new_game(3), PLAIN_ROW, ["pink"] * 9, routes=routes, tickets={0: [0]})
    assert [row["bonus"] for row in state.score_sheet()] == [10, 0, 0]
    state.resign(0)
    sheet = state.score_sheet()
    assert [row["bonus"] for row in sheet] == [0, 10, 0]
    assert [row["longest"] for row in sheet] == [6, 4, 0]
    assert sheet[0]["failed"] == 1  # Q05: the tickets are scored like everybody's
    state.resign(2)
    assert state.ranks() == (2, 1, 3)


def test_Q05_resigned_seats_rank_below_all_active_ones() -> None:
    row = {"total": 5, "completed": 1, "longest": 3}
    rows = [{**row, "total": 90}, row, {**row, "total": -4}, {**row, "total": 90}]
    ranks = ranks_of_rows(rows, [False] * 4, [True, False, False, True], ["completed_tickets"])
    assert ranks == (3, 1, 2, 3)


def test_R74_routes_of_resigned_seats_are_lent() -> None:
    facts = {
        "name": "line",
        "cities": ["A", "B"],
        "routes": [{"a": "A", "b": "B", "length": 1, "color": "gray"}],
        "tickets": [{"a": "A", "b": "B", "points": 4}],
    }
    game = new_game(3, facts, "europe")
    state = position(
        game, PLAIN_ROW, [LOCOMOTIVE], routes={1: [0]}, stations={0: ["B"]}, tickets={0: [0]}
    )
    state.resign(1)
    assert state.score_sheet()[0]["tickets"] == 4


def test_Q08_the_end_drops_the_decision_of_the_last_seat() -> None:
    tunnel = find_route("Madrid", "Pamplona", "black", 3, [], EUROPE)
    deck = ["black", "pink", "pink", "white"]
    state = position(new_game(2, EUROPE), PLAIN_ROW, deck, hands={0: ["black"] * 3})
    state.apply(("claim", tunnel, "black", 0), deck[:3])
    state.resign(1)
    assert state.is_terminal()
    assert state.to_dict()["pending_tunnel"] is None
    assert hand(state, 0) == {"black": 3}

    state = position(new_game(2), PLAIN_ROW, ["pink"], ticket_deck=[9, 4, 7, 1])
    state.apply(("draw_tickets",), [])
    state.resign(1)
    assert state.to_dict()["ticket_deck"] == [1, 4, 7, 9]
    assert state.players[0].offered_tickets == []


def test_every_edition_may_be_left() -> None:
    for facts in (USA, EUROPE):
        state = random_deal(new_game(2, facts), random.Random(1))
        state.resign(1)
        assert state.is_terminal()
        assert state.winners() == (0,)
