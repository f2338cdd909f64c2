"""Destination tickets: R49-R58, Q11."""

from __future__ import annotations

import random
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    act,
    find_route,
    graph_map,
    legal_kinds,
    legal_names,
    line_map,
    open_position,
    play,
    position,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game(players=2)


def offered(state: ttr.State, seat: int = 0) -> list[int]:
    tickets: list[int] = state.to_dict()["players"][seat]["offered_tickets"]
    return tickets


# --- Drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "sets"), [(30, 7), (3, 7), (2, 3), (1, 1)])
def test_R49_F14_keep_sets_in_play(left: int, sets: int) -> None:
    state = act(open_position(GAME, ticket_deck=range(left)), "draw tickets")
    assert offered(state) == list(range(min(3, left)))
    assert len(state.legal_actions()) == sets
    assert legal_kinds(state) == {"keep_tickets"}


@pytest.mark.parametrize("mine", ["keep 0", "keep 1 2", "keep 0 1 2"])
def test_R50_returned_tickets_go_under_the_deck(mine: str) -> None:
    state = act(open_position(GAME, ticket_deck=[5, 3, 8, 1, 9]), "draw tickets", mine)
    kept = [[5, 3, 8][int(i)] for i in mine.split()[1:]]
    assert state.to_dict()["ticket_deck"] == [1, 9, *sorted({5, 3, 8} - set(kept))]
    assert state.to_dict()["players"][0]["tickets"] == sorted(kept)


def test_R50_returned_tickets_are_seen_only_after_all_others() -> None:
    order = list(range(29, -1, -1))
    state = open_position(GAME, ticket_deck=order)
    for turn in range(9):
        act(state, "draw tickets")
        assert offered(state, turn % 2) == order[3 * turn : 3 * turn + 3]
        act(state, "keep 1")
    act(state, "draw tickets")
    assert offered(state, 1) == order[27:]
    act(state, "keep 0", "draw tickets")  # now the ones returned first
    assert offered(state, 0) == [27, 29, 24]


def test_Q11_returned_tickets_lie_in_the_order_of_their_numbers() -> None:
    rules = ttr.Rules(tickets_drawn=6)
    state = open_position(ttr.Game(players=2, rules=rules), ticket_deck=[12, 4, 25, 9, 17, 1, 6])
    act(state, "draw tickets", "keep 3")
    assert state.to_dict()["ticket_deck"] == [6, 1, 4, 12, 17, 25]


def test_R51_R52_unfinished_tickets_do_not_matter_and_stay() -> None:
    state = open_position(GAME, tickets={0: [0, 1, 2]}, ticket_deck=[7, 8, 9, 10])
    act(state, "draw tickets")
    assert offered(state) == [7, 8, 9]
    act(state, "keep 2")
    assert state.to_dict()["players"][0]["tickets"] == [0, 1, 2, 9]


def test_R52_kept_tickets_are_never_given_back() -> None:
    kept: list[set[int]] = [set(), set()]
    for state in walk(GAME, games=1, seed=7):
        now = [set(p["tickets"]) for p in state.to_dict()["players"]]
        assert all(before <= after for before, after in zip(kept, now, strict=True))
        kept = now
    assert sum(map(len, kept)) > 8


def test_F15_tickets_in_hands_and_deck_are_always_thirty() -> None:
    for state in walk(ttr.Game(players=4), games=6, seed=1):
        d = state.to_dict()
        held = [t for p in d["players"] for t in p["tickets"] + p["offered_tickets"]]
        assert sorted(held + d["ticket_deck"]) == list(range(30))


def test_F15_tickets_left_at_the_start_are_missing_from_then_on() -> None:
    game = ttr.Game(players=4, rules=ttr.Rules(initial_tickets_return="out"))
    state = game.new_initial_state(2)
    for _ in range(4):
        act(state, "keep 0 1")
    number = 30 - 4
    rng = random.Random(2)
    while not state.is_terminal():
        d = state.to_dict()
        held = [t for p in d["players"] for t in p["tickets"] + p["offered_tickets"]]
        assert len(set(held + d["ticket_deck"])) == len(held + d["ticket_deck"]) == number
        play(state, rng, 1)


def test_R57_no_tickets_no_offer() -> None:
    state = open_position(GAME, ticket_deck=[])
    assert "draw_tickets" not in legal_kinds(state)
    with pytest.raises(ttr.IllegalActionError, match="draw tickets"):
        act(state, "draw tickets")


def test_R58_nothing_else_between_drawing_and_choosing() -> None:
    state = act(open_position(GAME, hands={0: {"red": 12 - 1}}), "draw tickets")
    assert (state.phase(), state.current_player()) == ("choose_tickets", 0)
    assert legal_kinds(state) == {"keep_tickets"}
    for name in ("draw deck", "draw red", "draw tickets", "pass"):
        with pytest.raises(ttr.IllegalActionError, match=name):
            act(state, name)
    act(state, "keep 0")
    assert (state.phase(), state.current_player()) == ("choose_action", 1)


def test_F12_short_ticket_deck_reached_by_playing() -> None:
    """Drawing tickets whenever possible: no choice among none, and then no more draws."""
    game = ttr.Game(players=3)
    state = game.new_initial_state(4)
    sizes = []
    while not state.is_terminal():
        names = legal_names(state)
        if "draw tickets" in names:
            act(state, "draw tickets")
            sizes.append(len(offered(state, state.current_player())))
            assert legal_names(state)
        elif state.phase() in ("choose_tickets", "choose_initial_tickets"):
            state.apply_action(state.legal_actions()[-1])
        else:
            assert state.to_dict()["ticket_deck"] == []
            play(state, random.Random(0), 1)
    assert sizes == [3] * 7


@pytest.mark.parametrize(("left", "sizes"), [(2, [2]), (1, [1]), (4, [3, 1])])
def test_F12_the_last_few_tickets(left: int, sizes: list[int]) -> None:
    state = open_position(GAME, ticket_deck=range(left))
    drawn = []
    while "draw tickets" in legal_names(state):
        act(state, "draw tickets")
        drawn.append(len(offered(state, state.current_player())))
        state.apply_action(state.legal_actions()[-1])
    assert drawn == sizes


# --- Completing ----------------------------------------------------------------------------------


def completed(routes: list[int], tickets: list[tuple[str, str, int]], **changes: Any) -> list[int]:
    """Which of these tickets seat 0 has complete with these routes of the printed map."""
    board = GAME.map
    own = [ttr.map.Ticket(*ticket) for ticket in tickets]
    game = ttr.Game(board.replace(tickets=[*own, *board.tickets]), players=2, **changes)
    state = position(game, routes={0: routes}, tickets={0: range(len(own))})
    done = list(state.completed_tickets(0))
    sheet = state.score_sheet()[0]
    assert (sheet.completed, sheet.failed) == (len(done), len(own) - len(done))
    points = sum(t[2] if i in done else -t[2] for i, t in enumerate(tickets))
    assert sheet.tickets == points  # R54
    return done


def usa_routes(*pairs: str) -> list[int]:
    return [find_route(GAME.map, *pair.split("-")) for pair in pairs]


def test_R53_R55_complete_by_any_way_one_route_for_many_tickets() -> None:
    detour = usa_routes("Seattle-Helena", "Helena-Omaha", "Omaha-Duluth", "Duluth-Chicago")
    tickets = [
        ("Seattle", "Chicago", 5),
        ("Chicago", "Seattle", 6),
        ("Helena", "Duluth", 3),
        ("Omaha", "Helena", 2),
        ("Seattle", "Denver", 4),
        ("Portland", "Seattle", 1),
    ]
    assert completed(detour, tickets) == [0, 1, 2, 3]
    assert completed(detour[:1] + detour[2:], tickets) == []
    assert completed([], tickets) == []


def test_R53_routes_of_others_do_not_help() -> None:
    board = GAME.map
    one, two = usa_routes("Seattle-Helena", "Helena-Omaha")
    seattle = board.replace(tickets=[ttr.map.Ticket("Seattle", "Omaha", 9), *board.tickets])
    state = position(ttr.Game(seattle, players=2), routes={0: [one], 1: [two]}, tickets={0: [0]})
    assert state.completed_tickets(0) == ()
    assert state.score_sheet()[0].tickets == -9


def test_R53_built_in_any_order_by_playing() -> None:
    board = line_map([1, 1, 1], [(0, 3, 7), (3, 0, 5)])
    game = ttr.Game(board, players=2, rules=ttr.Rules(**FEW_TICKETS))
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]):
        state = open_position(game, hands={0: {"red": 3}}, tickets={0: [0]})
        for step, route in enumerate(order):
            assert state.completed_tickets(0) == ()
            act(state, f"claim {route} c{route}-c{route + 1} with 1 red")
            if step < 2:
                act(state, "draw deck", "draw deck")
        assert state.completed_tickets(0) == (0,)


def test_R53_around_a_ring_either_way() -> None:
    ring = [("A", "B", 1), ("B", "C", 1), ("C", "D", 1), ("D", "A", 1)]
    game = ttr.Game(graph_map(ring, [("A", "C", 4)] * 2), rules=ttr.Rules(**FEW_TICKETS))
    for routes, done in (([0, 1], (0,)), ([2, 3], (0,)), ([0, 1, 2, 3], (0,)), ([0, 2], ())):
        state = position(game, routes={0: routes}, tickets={0: [0]})
        assert state.completed_tickets(0) == done


def test_R54_tickets_count_only_at_the_end() -> None:
    state = open_position(GAME, routes={0: usa_routes("Dallas-Houston")}, tickets={0: [0, 1]})
    assert state.scores() == (1, 0)
    assert state.returns() == [0.0, 0.0]
    assert state.score_sheet()[0].tickets == -sum(t.points for t in GAME.map.tickets[:2])


def test_R54_completed_tickets_names_positions_in_the_map() -> None:
    finished = 0
    for seed in range(20):
        state = GAME.new_initial_state(seed)
        play(state, random.Random(seed))
        for seat, line in enumerate(state.score_sheet()):
            done = state.completed_tickets(seat)
            held = state.to_dict()["players"][seat]["tickets"]
            assert set(done) <= set(held)
            assert list(done) == sorted(done)
            assert (line.completed, line.failed) == (len(done), len(held) - len(done))
            values = {t: GAME.map.tickets[t].points for t in held}
            assert line.tickets == sum(v if t in done else -v for t, v in values.items())
            finished += len(done)
    assert finished > 0
