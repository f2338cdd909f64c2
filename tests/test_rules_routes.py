"""Claiming routes: R32-R47, Q06, Q09.

R48 (players who left still count) cannot be told apart while nobody can leave a game.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    PLAIN,
    act,
    any_action,
    claim,
    claimable,
    claims,
    everything,
    find_route,
    graph_map,
    hand,
    line_map,
    open_position,
    payment_of,
    payments,
    position,
    routes_with_spaces,
    sorted_items,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game(players=2)
USA = GAME.map
SEATS = pytest.mark.parametrize("n", [2, 3, 4, 5])
CALGARY_WINNIPEG = find_route(USA, "Calgary", "Winnipeg")  # white, 6 spaces
HELENA_WINNIPEG = find_route(USA, "Helena", "Winnipeg")  # blue, 4 spaces
TORONTO_PITTSBURGH = find_route(USA, "Pittsburgh", "Toronto")  # gray, 2 spaces
CALGARY_HELENA = find_route(USA, "Calgary", "Helena")  # gray, 4 spaces


def offered(hand: dict[str, int], route: int, **rules: Any) -> list[dict[str, int]]:
    game = ttr.Game(players=2, rules=ttr.Rules(**rules))
    return payments(position(game, hands={0: hand}), route)


# --- Paying --------------------------------------------------------------------------------------


def test_R32_coloured_route_takes_as_many_cards_of_its_colour_as_it_has_spaces() -> None:
    assert offered({"blue": 3}, HELENA_WINNIPEG) == []
    assert offered({"blue": 4}, HELENA_WINNIPEG) == [{"blue": 4}]
    assert offered({"blue": 9}, HELENA_WINNIPEG) == [{"blue": 4}]
    others = {color: 12 for color in PLAIN if color != "blue"}
    assert offered(others, HELENA_WINNIPEG) == []


@pytest.mark.parametrize("color", PLAIN)
def test_R33_gray_route_takes_any_one_colour(color: str) -> None:
    assert offered({color: 4}, CALGARY_HELENA) == [{color: 4}]
    other = PLAIN[(PLAIN.index(color) + 3) % 8]
    assert offered({color: 3, other: 3}, CALGARY_HELENA) == []


def test_R34_locomotive_stands_for_any_colour() -> None:
    assert offered({"blue": 1, LOCO: 3}, HELENA_WINNIPEG) == [{"blue": 1, LOCO: 3}]
    assert offered({"pink": 3, LOCO: 1}, CALGARY_HELENA) == [{LOCO: 1, "pink": 3}]


def test_R35_F22_locomotives_alone_may_pay() -> None:
    assert offered({LOCO: 4}, HELENA_WINNIPEG) == [{LOCO: 4}]
    assert offered({LOCO: 4, "green": 3}, HELENA_WINNIPEG) == [{LOCO: 4}]
    assert offered({LOCO: 4}, CALGARY_HELENA) == [{LOCO: 4}]
    assert offered({LOCO: 3}, CALGARY_HELENA) == []


def test_R36_no_action_pays_too_many_or_too_few() -> None:
    for action in range(GAME.num_distinct_actions()):
        info = GAME.action_info(action)
        if info.kind != "claim":
            continue
        assert info.route is not None
        route = USA.routes[info.route]
        paid = payment_of(GAME, info)
        assert sum(paid.values()) == route.length
        assert info.color in (None, route.color) or route.color == "gray"
        assert (info.color is None) == (paid == {LOCO: route.length})
        assert all(number > 0 for number in paid.values())


@pytest.mark.parametrize(
    "payment",
    [
        "3 blue",
        "5 blue",
        "3 blue + 2 locomotive",
        "2 blue + 2 blue",
        "4 blue + 0 locomotive",
        "4 red",
        "2 blue + 2 red",
        "0 blue + 4 locomotive",
        "",
    ],
)
def test_R36_wrong_payment_cannot_even_be_named(payment: str) -> None:
    good = f"claim {HELENA_WINNIPEG} Helena-Winnipeg with 4 blue"
    assert GAME.action_to_string(GAME.string_to_action(good)) == good
    with pytest.raises(ValueError, match="names no action"):
        GAME.string_to_action(f"claim {HELENA_WINNIPEG} Helena-Winnipeg with {payment}")


def test_R36_payment_that_is_not_in_the_hand_changes_nothing() -> None:
    state = position(GAME, hands={0: {"blue": 3, LOCO: 1, "red": 12}})
    before = everything(state)
    for payment in ("4 blue", "2 blue + 2 locomotive", "4 locomotive"):
        with pytest.raises(ttr.IllegalActionError, match=payment.replace("+", r"\+")):
            act(state, f"claim {HELENA_WINNIPEG} Helena-Winnipeg with {payment}")
    assert everything(state) == before
    claim(state, HELENA_WINNIPEG, blue=3, locomotive=1)
    assert hand(state, 0) == {"red": 12}


@pytest.mark.parametrize("trains", [3, 4, 5])
def test_R37_needs_as_many_trains_as_spaces(trains: int) -> None:
    owned = routes_with_spaces(USA, 45 - trains, [HELENA_WINNIPEG])
    state = position(GAME, hands={0: {"blue": 4}}, routes={0: owned})
    assert (HELENA_WINNIPEG in claimable(state)) == (trains >= 4)
    if trains >= 4:
        claim(state, HELENA_WINNIPEG)
        assert state.to_dict()["players"][0]["trains"] == trains - 4


def test_R38_R39_a_route_is_built_whole_and_only_one_a_turn() -> None:
    state = position(GAME, hands={0: {"blue": 4, "white": 6}}, ticket_deck=[])
    claim(state, HELENA_WINNIPEG)
    d = state.to_dict()
    assert d["players"][0]["routes"] == [HELENA_WINNIPEG]
    assert d["players"][0]["trains"] == 41
    assert state.current_player() == 1


def test_R40_no_link_to_earlier_routes_is_needed() -> None:
    miami = find_route(USA, "Miami", "New Orleans")
    state = position(GAME, hands={0: {"blue": 4}}, routes={0: [miami]})
    assert HELENA_WINNIPEG in claimable(state)


def test_R41_claimed_route_is_closed_to_everybody_for_good() -> None:
    hands = {0: {"blue": 4, LOCO: 4}, 1: {"blue": 4}}
    state = open_position(GAME, hands=hands)
    (action,) = (a for a, paid in claims(state, HELENA_WINNIPEG).items() if paid == {"blue": 4})
    state.apply_action(action)
    again = GAME.string_to_action(f"claim {HELENA_WINNIPEG} Helena-Winnipeg with 4 locomotive")
    for seat, forced in ((0, again), (1, action)):
        turn = GAME.state_from_dict(state.to_dict() | {"current_player": seat})
        assert HELENA_WINNIPEG not in claimable(turn)
        with pytest.raises(ttr.IllegalActionError, match="Helena-Winnipeg"):
            turn.apply_action(forced)
        assert turn.to_dict()["players"][0]["routes"] == [HELENA_WINNIPEG]


def test_R41_routes_stay_with_their_owners() -> None:
    owners: dict[int, int] = {}
    for state in walk(ttr.Game(players=4), games=1, seed=4):
        now = {r: s for s, p in enumerate(state.to_dict()["players"]) for r in p["routes"]}
        assert owners.items() <= now.items()
        owners = now
    assert len(owners) > 30


def test_R42_claim_moves_cards_trains_and_points_at_once() -> None:
    start = open_position(GAME, hands={0: {"white": 7, LOCO: 2}})
    state = claim(start.clone(), CALGARY_WINNIPEG, white=5, locomotive=1)
    before, after = start.to_dict(), state.to_dict()
    assert hand(state, 0) == {"white": 2, LOCO: 1}
    assert after["discard"]["white"] == 5
    assert after["discard"][LOCO] == 1
    assert sum(after["discard"].values()) == 6
    assert (after["deck"], after["face_up"]) == (before["deck"], before["face_up"])
    assert after["players"][0]["trains"] == 45 - 6
    assert state.scores() == (15, 0)


def test_R43_F21_points_by_length() -> None:
    """Also: the trains fall by the length, once, and so do the cards."""
    board = line_map(range(1, 9))
    game = ttr.Game(
        board.replace(tickets=[ttr.map.Ticket("c0", "c1", 1)] * 2),
        players=2,
        rules=ttr.Rules(**FEW_TICKETS),
    )
    points = {}
    for route in range(8):
        state = claim(open_position(game, hands={0: {"red": 11}}), route)
        player = state.to_dict()["players"][0]
        points[route + 1] = player["route_points"]
        assert player["trains"] == 45 - (route + 1)
        assert hand(state, 0).get("red", 0) == 11 - (route + 1)
        assert state.scores() == (points[route + 1], 0)
        assert state.score_sheet()[0].routes == points[route + 1]
    assert points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}


@pytest.mark.parametrize(
    ("ends", "held", "paid"),
    [
        (("El Paso", "Houston"), {"green": 9}, {"green": 6}),
        (("Duluth", "Sault St. Marie"), {"yellow": 2, LOCO: 1}, {"yellow": 2, LOCO: 1}),
    ],
)
def test_F23_payment_takes_what_it_costs(
    ends: tuple[str, str], held: dict[str, int], paid: dict[str, int]
) -> None:
    state = open_position(GAME, hands={0: held})
    claim(state, find_route(USA, *ends), **paid)
    assert hand(state, 0) == {c: n - paid[c] for c, n in held.items() if n > paid[c]}
    assert {c: state.to_dict()["discard"][c] for c in paid} == paid


# --- The list of payments ------------------------------------------------------------------------


def test_Q09_every_split_is_an_action() -> None:
    route = find_route(USA, "Duluth", "Sault St. Marie")  # gray, 3 spaces
    held = {"red": 2, "blue": 3, "white": 1, LOCO: 3}
    expected = [
        {"red": 2, LOCO: 1},
        {"red": 1, LOCO: 2},
        {"blue": 3},
        {"blue": 2, LOCO: 1},
        {"blue": 1, LOCO: 2},
        {"white": 1, LOCO: 2},
        {LOCO: 3},
    ]
    assert offered(held, route) == sorted(expected, key=sorted_items)
    fewest = [{"red": 2, LOCO: 1}, {"blue": 3}, {"white": 1, LOCO: 2}]
    assert offered(held, route, payments="fewest_locomotives") == sorted(fewest, key=sorted_items)
    assert offered({LOCO: 3}, route, payments="fewest_locomotives") == [{LOCO: 3}]


def by_hand(board: ttr.Map, route: int, held: dict[str, int]) -> list[dict[str, int]]:
    """All payments, straight from R32-R35."""
    facts = board.routes[route]
    colors = PLAIN if facts.color == "gray" else (facts.color,)
    found = [
        {color: plain} | ({LOCO: facts.length - plain} if plain < facts.length else {})
        for color in colors
        for plain in range(1, facts.length + 1)
        if held.get(color, 0) >= plain and held.get(LOCO, 0) >= facts.length - plain
    ]
    if held.get(LOCO, 0) >= facts.length:
        found.append({LOCO: facts.length})
    return sorted(found, key=sorted_items)


def test_Q09_payments_of_random_hands_on_every_route() -> None:
    rng = random.Random(5)
    for _ in range(60):
        held = {color: rng.choice([0, 0, 1, 2, 3, 6]) for color in PLAIN}
        held[LOCO] = rng.choice([0, 1, 2, 4, 7])
        state = position(GAME, hands={0: held})
        got: dict[int, list[dict[str, int]]] = {}
        for action, paid in claims(state).items():
            route = GAME.action_info(action).route
            assert route is not None
            got.setdefault(route, []).append(paid)
        for route in range(100):
            assert sorted(got.get(route, []), key=sorted_items) == by_hand(USA, route, held)


# --- Double routes -------------------------------------------------------------------------------


@SEATS
def test_R44_R45_R46_who_may_take_the_twin(n: int) -> None:
    """Every twin of the map, in both orders."""
    game = ttr.Game(players=n)
    hands = {seat: {LOCO: 14 // n} | ({} if n > 3 else {"red": 3}) for seat in range(n)}
    short = [r for r in range(100) if USA.twins(r) and USA.routes[r].length <= 14 // n]
    assert len(short) >= 18
    for route in short:
        (twin,) = USA.twins(route)
        state = open_position(game, hands=hands, routes={0: [route]})
        for seat in range(n):
            turn = state.game.state_from_dict(state.to_dict() | {"current_player": seat})
            assert route not in claimable(turn)
            assert (twin in claimable(turn)) == (n >= 4 and seat != 0)


def parallel(lanes: int) -> ttr.Map:
    tickets = [("A", "B", 3)] * 5
    return graph_map([*[("A", "B", 2)] * lanes, ("B", "C", 2)], tickets)


@SEATS
@pytest.mark.parametrize("lanes", [3, 5])
def test_Q06_three_or_more_parallel_lanes(n: int, lanes: int) -> None:
    """Few players: the first claim closes all. Many: one lane for each."""
    game = ttr.Game(parallel(lanes), players=n, rules=ttr.Rules(**FEW_TICKETS))
    state = open_position(game, hands={seat: {LOCO: 2} for seat in range(n)})
    assert claimable(state) == set(range(lanes + 1))
    taken: set[int] = set()
    for seat in range(n):
        assert state.current_player() == seat
        free = set(range(lanes)) - taken
        open_to_all = n >= 4 or not taken
        assert claimable(state) == ({*free, lanes} if open_to_all else {lanes})
        if open_to_all and free:
            taken.add(max(free))
            claim(state, max(free))
        else:
            act(state, "draw deck", "draw deck")
    assert len(taken) == (min(n, lanes) if n >= 4 else 1)


@SEATS
def test_R47_tracks_side_by_side_to_other_cities_are_no_twins(n: int) -> None:
    """From one city to two: both stay open, to the owner as well."""
    board = graph_map([("A", "B", 2), ("A", "C", 2), ("B", "C", 1)], [("A", "B", 3)] * 5)
    game = ttr.Game(board, players=n, rules=ttr.Rules(**FEW_TICKETS))
    state = open_position(game, hands={s: {LOCO: 2} for s in range(n)}, routes={0: [0]})
    for seat in range(n):
        turn = game.state_from_dict(state.to_dict() | {"current_player": seat})
        assert claimable(turn) == {1, 2}


@SEATS
def test_F01_twins_in_random_games(n: int) -> None:
    check_twins(n, 25)


@pytest.mark.slow
@SEATS
def test_F01_twins_in_many_random_games(n: int) -> None:
    check_twins(n, 2500)


def check_twins(n: int, games: int) -> None:
    """After every claim: the twin stays open to all others (4, 5 players) or to nobody."""
    game = ttr.Game(players=n)
    kinds = [game.action_info(a) for a in range(game.num_distinct_actions())]
    pairs = [(r, USA.twins(r)[0]) for r in range(100) if USA.twins(r) and r < USA.twins(r)[0]]
    shared = 0
    for number in range(games):
        rng = random.Random(number)
        state = game.new_initial_state(n, number)
        owner: dict[int, int] = {}
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            for action in legal:
                route = kinds[action].route
                if route is not None:
                    assert route not in owner
                    twins = USA.twins(route)
                    assert all(n >= 4 and owner[twin] != seat for twin in twins if twin in owner), (
                        route,
                        seat,
                    )
            action = any_action(state, legal, rng)
            if (route := kinds[action].route) is not None:
                owner[route] = seat
            state.apply_action(action)
        for one, two in pairs:
            both = {owner.get(one), owner.get(two)} - {None}
            assert len(both) == sum(r in owner for r in (one, two))
            shared += len(both) == 2
    assert (shared > 0) == (n >= 4)
