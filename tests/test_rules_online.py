"""The online edition: R09, R10, R15, R18-R20, R56, R80, R92, R98, and the passes of Q07."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    act,
    final_position,
    keep_all,
    legal_kinds,
    legal_names,
    line_map,
    open_position,
    play,
    position,
    walk,
)

import ttr_fast as ttr

MAPS = ["usa", "europe", "iran"]
EVERY_MAP = pytest.mark.parametrize("name", MAPS)
ONLINE = ttr.Rules.preset("online")


@EVERY_MAP
@pytest.mark.parametrize("n", [2, 5])
def test_R09_three_tickets_two_kept_before_the_first_turn(name: str, n: int) -> None:
    state = ttr.Game(name, n, "online").new_initial_state(2)
    board = state.game.map
    players = state.to_dict()["players"]
    assert [len(p["offered_tickets"]) for p in players] == [3] * n
    long = {t for t, ticket in enumerate(board.tickets) if ticket.long}
    assert not {t for p in players for t in p["offered_tickets"]} & long
    for seat in range(n):
        assert (state.phase(), state.current_player()) == ("choose_initial_tickets", seat)
        assert legal_names(state) == {"keep 0 1", "keep 0 2", "keep 1 2", "keep 0 1 2"}
        act(state, "keep 0 2")
    assert state.phase() == "choose_action"


@EVERY_MAP
def test_R10_tickets_not_kept_go_under_the_deck(name: str) -> None:
    """On all three maps, which leave the long tickets in the box: 30, 40, 30 tickets."""
    state = ttr.Game(name, 3, "online").new_initial_state(4)
    d = state.to_dict()
    regular = sum(not ticket.long for ticket in state.game.map.tickets)
    assert regular == {"usa": 30, "europe": 40, "iran": 30}[name]
    assert len(d["ticket_deck"]) == regular - 9
    returned = [d["players"][0]["offered_tickets"][1], d["players"][2]["offered_tickets"][0]]
    act(state, "keep 0 2", "keep 0 1 2", "keep 1 2")
    assert state.to_dict()["ticket_deck"] == [*d["ticket_deck"], *returned]
    assert len(state.to_dict()["ticket_deck"]) == regular - 9 + 2


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_R15_first_seat_by_the_seed_if_the_caller_says_nothing(n: int) -> None:
    game = ttr.Game("iran", n)
    assert (game.rules, game.first_seat) == (ONLINE, None)
    number = 10_000
    firsts = Counter(game.new_initial_state(seed).to_dict()["first_seat"] for seed in range(number))
    error = math.sqrt(number * (1 / n) * (1 - 1 / n))
    assert sorted(firsts) == list(range(n))
    assert all(abs(times - number / n) < 5 * error for times in firsts.values())
    for seed in range(20):
        state = game.new_initial_state(seed)
        assert keep_all(state).current_player() == state.to_dict()["first_seat"]
    set_by_caller = ttr.Game("iran", n, first_seat=1).new_initial_state(7)
    assert keep_all(set_by_caller).current_player() == 1


@EVERY_MAP
def test_R80_no_ferries_tunnels_stations_long_tickets(name: str) -> None:
    game = ttr.Game(name, 3, "online")
    names = [game.action_to_string(a) for a in range(game.num_distinct_actions())]
    assert not [text for text in names if "station" in text or "tunnel" in text]
    d = game.new_initial_state(0).to_dict()
    assert [p["stations_left"] for p in d["players"]] == [0] * 3
    claims = Counter(game.action_info(a).route for a in range(len(names)))
    for number, route in enumerate(game.map.routes):
        colors = 8 if route.color == "gray" else 1
        assert claims[number] == colors * route.length + 1  # no locomotive at all is a choice too


def test_R80_every_european_route_is_plain() -> None:
    """A ferry of two locomotives for two red; a tunnel is built at once, nothing turned up."""
    game = ttr.Game("europe", 2, "online", first_seat=0)
    (ferry,) = game.map.find_routes("Amsterdam", "London")
    (tunnel,) = game.map.find_routes("Bucuresti", "Sofia")
    for route, name in ((ferry, "Amsterdam-London"), (tunnel, "Bucuresti-Sofia")):
        state = open_position(game, hands={0: {"red": 2}})
        deck = state.to_dict()["deck"]
        act(state, f"claim {route} {name} with 2 red")
        d = state.to_dict()
        assert (d["players"][0]["routes"], d["current_player"], d["deck"]) == ([route], 1, deck)
        assert d["pending_tunnel"] is None


@EVERY_MAP
def test_R56_tickets_are_worth_the_shortest_distance(name: str) -> None:
    """Distances by Floyd and Warshall, here; the points that a failed ticket costs."""
    game = ttr.Game(name, 2, "online", first_seat=0)
    board = game.map
    far = {a.name: {b.name: math.inf for b in board.cities} for a in board.cities}
    for city in far:
        far[city][city] = 0
    for route in board.routes:
        for a, b in ((route.a, route.b), (route.b, route.a)):
            far[a][b] = min(far[a][b], route.length)
    for via in far:
        for a in far:
            for b in far:
                far[a][b] = min(far[a][b], far[a][via] + far[via][b])
    for t, ticket in enumerate(board.tickets):
        if not ticket.long:
            sheet = position(game, tickets={0: [t]}).score_sheet()
            assert -sheet[0].tickets == far[ticket.a][ticket.b], ticket


# --- Passes --------------------------------------------------------------------------------------


def blocked(n: int, **given: Any) -> ttr.State:
    """One route of six spaces, which is taken; every card in a hand; no tickets left."""
    game = ttr.Game(
        line_map([6, 1], [(0, 1, 1)] * n), n, ONLINE.replace(**FEW_TICKETS), first_seat=0
    )
    fields: dict[str, Any] = {"routes": {0: [0, 1]}, "ticket_deck": [], "seat": 0}
    return position(game, **fields | given)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_R18_R19_Q07_all_pass_one_after_another(n: int) -> None:
    state = blocked(n)
    for seat in range(n):
        assert (state.current_player(), state.is_terminal()) == (seat, False)
        assert legal_names(state) == {"pass"}
        act(state, "pass")
        assert state.to_dict()["consecutive_passes"] == seat + 1
    assert state.is_terminal()
    sheet = state.score_sheet()
    assert state.returns() == [float(line.total) for line in sheet]
    assert sheet[0].total == 15 + 1 + 10  # scored as usual
    assert sheet[-1].total == -6 * n  # the last seat holds all tickets


def test_R18_no_pass_while_anything_else_is_legal() -> None:
    for given in (
        {"face_up": ["red"]},
        {"deck": ["red"], "face_up": ["blue"] * 5},
        {"ticket_deck": [0]},
        {"routes": {1: [0]}, "hands": {0: {"red": 1}}},
    ):
        state = blocked(2, **given)
        assert "pass" not in legal_kinds(state)
        with pytest.raises(ttr.IllegalActionError, match="pass"):
            act(state, "pass")


@pytest.mark.parametrize("move", ["draw red", "draw tickets", "claim 1 c1-c2 with 1 red"])
def test_R20_any_other_action_sets_the_passes_back(move: str) -> None:
    given: dict[str, Any] = {"consecutive_passes": 2, "seat": 2, "routes": {0: [0]}}
    if move == "draw red":
        given |= {"face_up": ["red"], "routes": {0: [0, 1]}}
    if move == "draw tickets":
        given |= {"ticket_deck": [0]}
    state = blocked(3, **given)
    act(state, move)
    assert state.to_dict()["consecutive_passes"] == 0
    assert not state.is_terminal()


# --- The end -------------------------------------------------------------------------------------


def test_R92_the_longer_trail_decides_then_the_rank_is_shared() -> None:
    """Two points each, for two routes in a row or two apart; then equal trails; then a ticket."""
    options = {**FEW_TICKETS, "longest_trail_bonus": 0}
    game = ttr.Game(line_map([1] * 6, [(0, 1, 0)] * 6), 3, ONLINE.replace(**options))
    given: dict[str, Any] = {"routes": {0: [1, 2], 1: [0, 4]}}
    apart = final_position(game, tickets={}, **given)
    assert [(x.total, x.longest) for x in apart.score_sheet()] == [(2, 2), (2, 1), (0, 0)]
    assert (apart.ranks(), apart.winners()) == ((1, 2, 3), (0,))
    level = final_position(game, routes={0: [1, 2], 1: [4, 5]}, tickets={})
    assert (level.ranks(), level.winners()) == ((1, 1, 3), (0, 1))
    # A ticket for route 0, printed as 0 points, is worth the distance of 1; seat 0 owns one more
    # route for that, and has fewer tickets.
    tickets = final_position(game, routes={0: [1, 2, 3], 1: [0, 4]}, tickets={1: [0]})
    assert [(x.total, x.completed) for x in tickets.score_sheet()] == [(3, 0), (3, 1), (0, 0)]
    assert (tickets.ranks(), tickets.winners()) == ((2, 1, 3), (1,))


def test_R98_completed_tickets_at_all_times() -> None:
    """Recomputed here from the routes after every decision (what a player's view will tell)."""
    seen = 0
    for state in walk(ttr.Game("iran", 3), games=3, seed=1):
        board = state.game.map
        for seat, player in enumerate(state.to_dict()["players"]):
            part = {city.name: city.name for city in board.cities}
            for r in player["routes"]:
                old, new = part[board.routes[r].a], part[board.routes[r].b]
                part = {city: new if p == old else p for city, p in part.items()}
            done = tuple(
                t for t in player["tickets"] if part[board.tickets[t].a] == part[board.tickets[t].b]
            )
            assert state.completed_tickets(seat) == done
            seen += bool(done)
    assert seen > 50


@EVERY_MAP
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_R80_games_play_to_the_end(name: str, n: int) -> None:
    game = ttr.Game(name, n, "online")
    for seed in range(6):
        state = game.new_initial_state(seed)
        plies = len(play(state, random.Random(seed)))
        assert plies <= game.max_game_length()
        sheet = state.score_sheet()
        assert [line.stations for line in sheet] == [0] * n
        key = [(line.total, line.completed, line.longest) for line in sheet]
        assert state.ranks() == tuple(1 + sum(other > mine for other in key) for mine in key)
        hands = Counter[str]()
        for player in state.to_dict()["players"]:
            hands += Counter(player["hand"])
        assert hands[LOCO] <= 14
