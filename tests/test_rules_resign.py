"""Resigning, in every edition: R48, R94, R95, Q05, Q08, and what of R16 and Q07 concerns it."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from builders import (
    ALL_CARDS,
    FEW_TICKETS,
    LOCO,
    act,
    claim,
    claimable,
    everything,
    find_route,
    hand,
    keep_all,
    legal_kinds,
    legal_names,
    line_map,
    nonzero,
    open_position,
    play,
    position,
    routes_with_spaces,
)

import ttr_fast as ttr

USA = ttr.Map.builtin("usa")
DALLAS = find_route(USA, "Dallas", "Oklahoma City")  # two spaces
EDITIONS = pytest.mark.parametrize("name", ["usa", "europe", "iran"])


def resign(state: ttr.State, *seats: int) -> ttr.State:
    for seat in seats:
        state.resign(seat)
    return state


def resigned(state: ttr.State) -> list[bool]:
    return [player["resigned"] for player in state.to_dict()["players"]]


def cards_in(state: ttr.State) -> Counter[str]:
    d = state.to_dict()
    total = Counter(d["deck"]) + Counter(d["discard"]) + Counter(filter(None, d["face_up"]))
    return sum((Counter(p["hand"]) for p in d["players"]), total)


# --- Leaving at any time -------------------------------------------------------------------------


@EDITIONS
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_Q05_one_who_is_not_to_move_leaves_all_else_alone(name: str, seat: int) -> None:
    state = open_position(ttr.Game(name, 4), seat=3, hands={seat: {"red": 3}})
    before = state.to_dict()
    resign(state, seat)
    after = state.to_dict()
    assert resigned(state) == [s == seat for s in range(4)]
    after["players"][seat]["resigned"] = False
    assert after == before
    assert (state.current_player(), state.phase()) == (3, "choose_action")


@EDITIONS
def test_Q05_one_who_is_to_move_makes_room_for_the_next(name: str) -> None:
    state = open_position(ttr.Game(name, 4), seat=2)
    before = state.to_dict()
    resign(state, 2)
    assert (state.current_player(), state.phase()) == (3, "choose_action")
    d = state.to_dict()
    assert (d["turn"], d["ply"]) == (before["turn"], before["ply"])  # no turn was finished
    assert d["chance_position"] == before["chance_position"]


def test_R95_R16_those_who_resigned_are_skipped() -> None:
    state = resign(open_position(ttr.Game(players=5), seat=0), 1, 3)
    seats = []
    for _ in range(7):
        seats.append(state.current_player())
        act(state, "draw deck", "draw deck")
    assert seats == [0, 2, 4, 0, 2, 4, 0]
    assert state.to_dict()["turn"] == 7


def test_Q05_between_two_cards_the_first_one_is_kept_aside() -> None:
    state = open_position(ttr.Game(players=3), face_up=["red"] * 5)
    act(state, "draw red")
    resign(state, 0)
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert hand(state, 0) == {"red": 1}
    assert state.to_dict()["turn"] == 0


def test_Q05_tickets_drawn_go_under_the_deck() -> None:
    deck = [9, 20, 4, 7, 1]
    state = open_position(ttr.Game(players=3), ticket_deck=deck, tickets={0: [2]}, unseen_tickets=5)
    act(state, "draw tickets")
    resign(state, 0)
    d = state.to_dict()
    assert d["ticket_deck"] == [7, 1, 4, 9, 20]  # by number, as when they are given back (Q11)
    assert (d["players"][0]["tickets"], d["players"][0]["offered_tickets"]) == ([2], [])
    assert (d["current_player"], d["phase"], d["unseen_tickets"]) == (1, "choose_action", 2)


def test_Q05_a_pending_tunnel_is_declined_first() -> None:
    game = ttr.Game("europe", 3)
    (tunnel,) = game.map.find_routes("Venezia", "Zurich")
    pending = {"route": tunnel, "color": "green", "turned": ["green", "red", "red"]}
    for seat, to_move in ((0, 1), (1, 0)):
        state = position(
            game, hands={0: {"green": 1}}, face_up=["white"] * 5, rest="deck", tunnel=pending
        )
        resign(state, seat)
        assert cards_in(state) + Counter({"green": 2 * seat}) == ALL_CARDS
        assert state.current_player() == to_move
        if seat == 0:
            assert state.to_dict()["pending_tunnel"] is None
            assert hand(state, 0) == {"green": 3}
            assert state.to_dict()["players"][0]["known_hand"]["green"] == 2
            assert state.to_dict()["players"][0]["routes"] == []
        else:  # the tunnel of another seat goes on
            assert legal_kinds(state) == {"pay_tunnel", "decline_tunnel"}


@pytest.mark.parametrize(("name", "dealt", "returned"), [("usa", 3, 3), ("europe", 4, 0)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_Q05_before_the_first_turn(name: str, dealt: int, returned: int, seat: int) -> None:
    """The tickets offered go where initial tickets go; those chosen before stay with the seat."""
    state = ttr.Game(name, 3, first_seat=0).new_initial_state(5)
    act(state, "keep 0 1")
    offers = [p["offered_tickets"] for p in state.to_dict()["players"]]
    deck = state.to_dict()["ticket_deck"]
    assert [len(offer) for offer in offers] == [0, dealt, dealt]
    resign(state, seat)
    d = state.to_dict()
    assert d["players"][seat]["offered_tickets"] == []
    assert len(d["players"][seat]["tickets"]) == (2 if seat == 0 else 0)
    back = sorted(offers[seat]) if returned else []
    assert d["ticket_deck"] == deck + back
    assert d["phase"] == "choose_initial_tickets"
    assert d["current_player"] == (2 if seat == 1 else 1)
    keep_all(state)
    assert state.phase() == "choose_action"
    assert state.current_player() == (1 if seat == 0 else 0)  # the first seat, or the next one


def test_Q05_all_but_one_may_leave_before_the_first_turn() -> None:
    state = resign(ttr.Game(players=4).new_initial_state(5), 3, 1)
    assert not state.is_terminal()
    resign(state, 0)
    assert state.is_terminal()
    d = state.to_dict()
    assert [p["offered_tickets"] for p in d["players"]] == [[]] * 4
    assert sorted(d["ticket_deck"]) == list(range(30))
    assert (state.winners(), state.ranks()) == ((2,), (2, 2, 1, 2))


@EDITIONS
def test_Q05_the_hand_is_kept_aside_and_counted(name: str) -> None:
    """Nobody draws those cards again, however often the deck is rebuilt."""
    game = ttr.Game(name, 3)
    held = {"red": 12, LOCO: 14}
    state = resign(open_position(game, hands={1: held}, face_up=["blue"] * 5), 1)
    rng = random.Random(1)
    plies = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        assert hand(state, 1) == held
        plies += 1
        d = state.to_dict()
        assert d["current_player"] != 1
        assert not any(hand(state, s).get("red") or hand(state, s).get(LOCO) for s in (0, 2))
    assert plies > 50


# --- What stays on the board ---------------------------------------------------------------------


def test_Q05_routes_stay_and_still_block() -> None:
    one, two = USA.find_routes("Dallas", "Houston")
    state = open_position(ttr.Game(players=2 + 1), hands={0: {LOCO: 1}}, routes={1: [one]})
    resign(state, 1)
    assert {one, two}.isdisjoint(claimable(state))
    assert state.to_dict()["players"][1]["routes"] == [one]


@pytest.mark.parametrize(("n", "leave", "open_"), [(4, 0, True), (4, 2, True), (3, 1, False)])
def test_R48_Q06_the_number_of_players_at_the_start_counts(n: int, leave: int, open_: bool) -> None:
    """Four began, two are left: the second track is still open to the other one."""
    one, two = USA.find_routes("Dallas", "Houston")
    state = open_position(ttr.Game(players=n), hands={0: {LOCO: 1}}, routes={1: [one]})
    resign(state, *range(n - leave, n))
    assert sum(resigned(state)) == leave
    assert (two in claimable(state)) == open_


def test_Q05_stations_stay_and_routes_can_be_lent() -> None:
    game = ttr.Game(
        line_map([1, 1], [(0, 2, 5)] * 6), 3, ttr.Rules(stations_per_player=2, **FEW_TICKETS)
    )
    state = open_position(
        game, hands={0: {"red": 2}}, routes={0: [0], 1: [1]}, tickets={0: [0]},
        stations={0: ["c1"], 1: ["c0"]},
    )  # fmt: skip
    resign(state, 1)
    assert "build station in c0 with 2 red" not in legal_names(state)
    assert state.completed_tickets(0) == (0,)
    sheet = state.score_sheet()
    assert [line.stations for line in sheet] == [4, 4, 8]


# --- The end -------------------------------------------------------------------------------------


@EDITIONS
def test_Q08_the_last_one_left_ends_the_game_at_once(name: str) -> None:
    for n in (2, 3, 5):
        state = open_position(ttr.Game(name, n), seat=n - 1)
        for seat in range(n - 1):
            assert not state.is_terminal()
            resign(state, seat)
        assert state.is_terminal()
        assert (state.current_player(), state.legal_actions()) == (ttr.TERMINAL, [])
        assert not state.legal_actions_mask().any()
        assert state.winners() == (n - 1,)
        assert state.returns() == [float(line.total) for line in state.score_sheet()]


def last_round(n: int, seat: int, left: int) -> ttr.State:
    """Seat 0 has set off the final round; so many turns are left, the next one is `seat`'s."""
    owned = routes_with_spaces(USA, 43, [DALLAS])
    game = ttr.Game(players=n)
    return open_position(game, seat=seat, routes={0: owned}, final_turns_left=left)


def turns_to_the_end(state: ttr.State) -> list[int]:
    seats = []
    while not state.is_terminal():
        seats.append(state.current_player())
        act(state, "draw deck", "draw deck")
    return seats


@pytest.mark.parametrize(
    ("seat", "left", "leaving", "still", "turns"),
    [
        (1, 4, [], 4, [1, 2, 3, 0]),
        (1, 4, [2], 3, [1, 3, 0]),  # its turn was still to come
        (1, 4, [1], 3, [2, 3, 0]),  # to move
        (2, 3, [1], 3, [2, 3, 0]),  # its last turn is over
        (2, 3, [1, 3], 2, [2, 0]),
        (1, 4, [0], 3, [1, 2, 3]),  # the one who set it off: the others finish it (Q08)
        (0, 1, [0], 0, []),  # the last one to move
        (0, 1, [3], 1, [0]),
        (3, 2, [0], 1, [3]),
        (3, 2, [3, 0], 0, []),
    ],
)
def test_R95_Q08_final_round_of_active_players(
    seat: int, left: int, leaving: list[int], still: int, turns: list[int]
) -> None:
    state = resign(last_round(4, seat, left), *leaving)
    assert state.to_dict()["final_turns_left"] == still
    assert turns_to_the_end(state) == turns
    assert state.is_terminal()


def test_R95_final_round_set_off_after_some_have_left() -> None:
    owned = routes_with_spaces(USA, 41, [DALLAS])
    state = open_position(
        ttr.Game(players=5), seat=2, hands={2: {LOCO: 2}}, routes={2: owned}, resigned=[0, 3]
    )
    claim(state, DALLAS)
    assert state.to_dict()["final_turns_left"] == 3
    assert turns_to_the_end(state) == [4, 1, 2]


def blocked(n: int, **given: Any) -> ttr.State:
    """Nothing but passing is possible."""
    game = ttr.Game(line_map([6], [(0, 1, 1)] * n), n, ttr.Rules(**FEW_TICKETS))
    return position(game, routes={0: [0]}, ticket_deck=[], **given)


def test_R95_R19_all_active_players_pass() -> None:
    state = blocked(4, resigned=[1])
    for seat, passes in ((0, 1), (2, 2), (3, 3)):
        assert (state.current_player(), legal_names(state)) == (seat, {"pass"})
        act(state, "pass")
        assert state.to_dict()["consecutive_passes"] == passes
    assert state.is_terminal()


@pytest.mark.parametrize(
    ("passed", "leaving", "counted", "over"),
    [
        ([0, 1], 0, 1, False),  # whose pass no longer counts
        ([0, 1], 3, 2, False),  # who has not passed yet
        ([0, 1, 2], 1, 2, False),  # 2 of 3: seat 3 has still to pass
        ([0, 1, 2], 3, 3, True),  # all who are left have passed
        ([], 2, 0, False),
    ],
)
def test_R95_Q07_passes_of_active_players(
    passed: list[int], leaving: int, counted: int, over: bool
) -> None:
    state = blocked(4)
    for seat in passed:
        assert state.current_player() == seat
        act(state, "pass")
    resign(state, leaving)
    assert state.to_dict()["consecutive_passes"] == counted
    assert state.is_terminal() == over
    while not state.is_terminal():
        act(state, "pass")
    assert state.to_dict()["consecutive_passes"] == 3


# --- Scores and ranks ----------------------------------------------------------------------------


def test_R94_Q05_no_bonus_and_left_out_of_the_comparison() -> None:
    """Trails of 6, 4 and 2: when the first leaves, the second has the longest."""
    game = ttr.Game(line_map([6, 4, 2], [(0, 1, 1)] * 6), 3, ttr.Rules(**FEW_TICKETS))
    state = open_position(game, routes={0: [0], 1: [1], 2: [2]})
    assert [line.bonus for line in state.score_sheet()] == [10, 0, 0]
    resign(state, 0)
    sheet = state.score_sheet()
    assert [line.longest for line in sheet] == [6, 4, 2]
    assert [line.bonus for line in sheet] == [0, 10, 0]
    assert [line.total for line in sheet] == [15, 7 + 10, 2]


def test_Q05_tickets_are_scored_like_everybodys() -> None:
    game = ttr.Game(
        line_map([6, 4], [(0, 1, 8), (1, 2, 5), (0, 2, 3)]), 2, ttr.Rules(**FEW_TICKETS)
    )
    state = open_position(game, routes={0: [0]}, tickets={0: [0, 1]})
    resign(state, 0)
    assert state.is_terminal()
    line = state.score_sheet()[0]
    assert (line.tickets, line.completed, line.failed) == (8 - 5, 1, 1)
    assert state.returns() == [15.0 + 3, 0.0]


@EDITIONS
def test_Q05_ranked_below_every_active_player(name: str) -> None:
    """100 points more do not help; among those who left the usual order holds."""
    board = ttr.Map.builtin(name)
    dear = [r for r, route in enumerate(board.routes) if route.length == 6 and not board.twins(r)]
    cheap = next(r for r, route in enumerate(board.routes) if route.length == 2)
    worst = [t for t, ticket in enumerate(board.tickets) if not ticket.long][:4]
    state = open_position(
        ttr.Game(name, 4, first_seat=0), seat=0, routes={1: dear[:2], 2: [cheap]},
        tickets={3: worst},
    )  # fmt: skip
    resign(state, 1, 2, 0)
    assert state.is_terminal()
    totals = state.returns()
    assert totals[1] > totals[2] > totals[0] > totals[3]
    assert state.ranks() == (4, 2, 3, 1)
    assert state.winners() == (3,)


# --- Calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 3, 2**40, -(2**70)])
def test_F53_no_such_seat(seat: int) -> None:
    state = open_position(ttr.Game(players=3))
    before = everything(state)
    with pytest.raises(ValueError, match=rf"seat must be .*0\.\.2, got {seat}"):
        state.resign(seat)
    assert everything(state) == before


@pytest.mark.parametrize("seat", [None, 1.0, "1", True, [1]])
def test_F53_seats_are_integers(seat: Any) -> None:
    state = open_position(ttr.Game(players=3))
    with pytest.raises(TypeError, match="seat must be an integer"):
        state.resign(seat)
    assert resigned(state) == [False] * 3


def test_F29_resigning_twice_or_after_the_end_is_refused() -> None:
    state = resign(open_position(ttr.Game(players=3)), 1)
    before = everything(state)
    with pytest.raises(ValueError, match="seat 1 has resigned"):
        state.resign(1)
    assert everything(state) == before
    resign(state, 0)
    before = everything(state)
    assert state.is_terminal()
    for seat in range(3):
        with pytest.raises(ValueError, match=r"\w"):
            state.resign(seat)
    assert everything(state) == before


def test_the_record_shows_who_left_and_when() -> None:
    game = ttr.Game("europe", 4)
    state = game.new_initial_state(3, record=True)
    rng = random.Random(3)
    play(state, rng, 30)
    resign(state, 2)
    play(state, rng, 20)
    resign(state, 0)
    play(state, rng)
    history = state.history()
    assert [action for action in history if action < 0] == [-1 - 2, -1 - 0]
    assert history.index(-3) == 30
    assert history.index(-1) == 51
    again = game.new_initial_state(3)
    for action in history:
        if action < 0:
            again.resign(-1 - action)
        else:
            again.apply_action(action)
    assert again == state


@EDITIONS
def test_F37_F35_positions_with_resigned_seats_come_back(name: str) -> None:
    game = ttr.Game(name, 5)
    for seed in range(6):
        state = game.new_initial_state(seed)
        rng = random.Random(seed)
        for _ in range(5):
            play(state, rng, rng.randrange(60))
            active = [seat for seat in range(5) if not resigned(state)[seat]]
            if len(active) > 1 and not state.is_terminal():
                state.resign(rng.choice(active))
            for other in (
                pickle.loads(pickle.dumps(state)),
                ttr.deserialize(state.serialize()),
                game.state_from_dict(json.loads(json.dumps(state.to_dict()))),
                state.clone(),
            ):
                assert everything(other) == everything(state)
                twin = random.Random(9)
                play(other, twin)
                assert other.is_terminal()
                assert resigned(other) == resigned(state)


@EDITIONS
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_R95_games_with_resignations_end(name: str, n: int) -> None:
    """Whoever leaves whenever: 110 cards, some legal action for an active seat, an end."""
    game = ttr.Game(name, n)
    phases = Counter[str]()
    for seed in range(30):
        state, rng = game.new_initial_state(seed), random.Random(seed)
        plies = 0
        while not state.is_terminal():
            if rng.random() < 0.02 or state.phase() in ("pay_tunnel", "choose_tickets"):
                phases[state.phase()] += 1
                active = [seat for seat in range(n) if not resigned(state)[seat]]
                if rng.random() < 0.3:
                    state.resign(rng.choice(active))
                    continue
            assert not resigned(state)[state.current_player()]
            legal = state.legal_actions()
            assert legal
            state.apply_action(rng.choice(legal))
            plies += 1
        assert plies <= game.max_game_length()
        left = [seat for seat in range(n) if not resigned(state)[seat]]
        assert left
        assert set(state.winners()) <= set(left)
        if state.to_dict()["pending_tunnel"] is None:
            assert cards_in(state) == ALL_CARDS
        assert nonzero(state.to_dict()["deck"]) or not nonzero(state.to_dict()["discard"])
    assert set(phases) >= {"choose_action", "choose_tickets"}
