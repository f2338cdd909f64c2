"""Situations with their answers: D1-D8, K1-K5, W1-W3, V1, V2, H1, H2, M1, M3, on the printed maps.

Decks are unordered counts. Where a case names the top card the deck holds only such cards, or the
seeds that bring it up are picked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    PLAIN_ROW,
    act,
    claim,
    claimable,
    counts,
    find_route,
    hand,
    keep_all,
    legal_kinds,
    legal_names,
    line_map,
    nonzero,
    open_position,
    position,
    routes_with_spaces,
    station_cities,
    station_payments,
)
from scipy.stats import chisquare

import ttr_fast as ttr

GAME = ttr.Game(players=2)


def futures(state: ttr.State, number: int) -> Iterator[ttr.State]:
    """The same position with different random futures."""
    return (state.clone(seed=seed) for seed in range(number))


def row(state: ttr.State) -> list[str | None]:
    face_up: list[str | None] = state.to_dict()["face_up"]
    return face_up


# --- Drawing train cards -------------------------------------------------------------------------

LOCO_ROW = ["red", "blue", "green", LOCO, "white"]


def test_D1_locomotive_first_ends_the_turn() -> None:
    state = position(GAME, face_up=LOCO_ROW, deck={"pink": 12})
    act(state, "draw locomotive")
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert hand(state, 0) == {LOCO: 1}
    assert row(state) == ["red", "blue", "green", "pink", "white"]


def test_D2_replacement_is_a_locomotive() -> None:
    state = position(GAME, face_up=LOCO_ROW, deck={LOCO: 2})
    act(state, "draw red")
    assert row(state) == [LOCO, "blue", "green", LOCO, "white"]
    assert state.phase() == "draw_second_card"
    assert legal_names(state) == {"draw deck", "draw green", "draw blue", "draw white"}


def test_D3_two_blind_locomotives() -> None:
    state = position(GAME, face_up=PLAIN_ROW, deck={LOCO: 3})
    act(state, "draw deck")
    assert (state.current_player(), state.phase()) == (0, "draw_second_card")
    act(state, "draw deck")
    assert hand(state, 0) == {LOCO: 2}
    assert (state.current_player(), state.phase()) == (1, "choose_action")


def test_D4_third_locomotive_between_the_two_cards() -> None:
    deck = Counter([LOCO, "pink", "pink", "white", "black", "yellow", "orange"])
    start = position(GAME, face_up=["red", LOCO, LOCO, "blue", "green"], deck=deck)
    seen = set()
    for state in futures(start, 300):
        act(state, "draw red")
        d = state.to_dict()
        assert (state.current_player(), state.phase()) == (0, "draw_second_card")
        if d["face_up"][1:] == [LOCO, LOCO, "blue", "green"]:
            assert d["face_up"][0] != LOCO  # another card came up
            continue
        assert nonzero(d["discard"]) == {LOCO: 3, "blue": 1, "green": 1}
        (left,) = nonzero(d["deck"])
        seen.add(left)
        assert Counter(d["face_up"]) + Counter([left, LOCO]) == deck
        if left == "orange":
            assert Counter(d["face_up"]) == Counter(["pink", "pink", "white", "black", "yellow"])
            names = {"draw deck", "draw pink", "draw white", "draw black", "draw yellow"}
            assert legal_names(state) == names
        # six choices of a card: the deck and five face-up ones
        assert 1 + sum(1 for card in d["face_up"] if f"draw {card}" in legal_names(state)) == 6
    assert seen == {"pink", "white", "black", "yellow", "orange"}


@pytest.mark.parametrize("last", ["red", LOCO])
def test_D5_last_card_of_the_world(last: str) -> None:
    state = position(GAME, face_up=[last])
    assert f"draw {last}" in legal_names(state)
    assert "draw deck" not in legal_names(state)
    act(state, f"draw {last}")
    assert hand(state, 0) == {last: 1}
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert row(state) == [None] * 5


@pytest.mark.parametrize("first", ["red", LOCO])
def test_D6_only_a_locomotive_left_for_the_second_card(first: str) -> None:
    state = act(position(GAME, face_up=["red", LOCO]), f"draw {first}")
    assert hand(state, 0) == {first: 1}
    assert (state.current_player(), state.phase()) == (1, "choose_action")


def test_D7_nothing_left_to_draw() -> None:
    state = position(GAME, hands={0: {"green": 1}})
    assert not any(name.startswith("draw") for name in legal_names(state) - {"draw tickets"})
    assert legal_kinds(state) == {"draw_tickets", "claim"}
    no_ticket = position(GAME, hands={0: {"green": 1}}, ticket_deck=[])
    assert legal_kinds(no_ticket) == {"claim"}
    nothing = position(GAME, ticket_deck=[])
    assert legal_names(nothing) == {"pass"}


def test_D8_reshuffle_between_the_two_cards() -> None:
    discard = {"red": 2, "blue": 1}
    start = position(GAME, face_up=PLAIN_ROW, deck={"pink": 1}, discard=discard)
    second = Counter()
    for state in futures(start, 3000):
        act(state, "draw deck")
        assert hand(state, 0) == {"pink": 1}
        d = state.to_dict()
        assert (nonzero(d["deck"]), nonzero(d["discard"])) == (discard, {})
        act(state, "draw deck")
        (drawn,) = set(hand(state, 0)) - {"pink"}
        second[drawn] += 1
    assert second.keys() == {"red", "blue"}
    assert chisquare([second["red"], second["blue"]], [2000, 1000]).pvalue > 0.001
    d = state.to_dict()
    in_hands = sum((Counter(p["hand"]) for p in d["players"]), Counter())
    total = in_hands + Counter(d["deck"]) + Counter(d["discard"]) + Counter(d["face_up"])
    assert total == Counter(counts()) + Counter(dict.fromkeys(ttr.COLORS[:8], 12) | {LOCO: 14})


# --- Tickets -------------------------------------------------------------------------------------


def test_K1_ticket_deck_after_set_up() -> None:
    state = ttr.Game(players=4).new_initial_state(1)
    for _ in range(4):
        act(state, "keep 0 2")
    assert len(state.to_dict()["ticket_deck"]) == 30 - 12 + 4 == 22


def test_K2_two_left() -> None:
    state = open_position(GAME, ticket_deck=[3, 9])
    assert "draw tickets" in legal_names(state)
    act(state, "draw tickets")
    assert state.to_dict()["players"][0]["offered_tickets"] == [3, 9]
    assert legal_names(state) == {"keep 0", "keep 1", "keep 0 1"}


def test_K3_one_left() -> None:
    state = act(open_position(GAME, ticket_deck=[3]), "draw tickets")
    assert legal_names(state) == {"keep 0"}
    before = state.hash()
    for action in range(GAME.num_distinct_actions()):
        if action not in state.legal_actions():
            with pytest.raises(ttr.IllegalActionError):
                state.apply_action(action)
    assert state.hash() == before
    act(state, "keep 0")
    d = state.to_dict()
    assert (d["players"][0]["tickets"], d["ticket_deck"], d["current_player"]) == ([3], [], 1)


def test_K4_none_left() -> None:
    state = open_position(GAME, ticket_deck=[])
    draw_tickets = GAME.string_to_action("draw tickets")
    assert draw_tickets not in state.legal_actions()
    assert not state.legal_actions_mask()[draw_tickets]
    before = state.hash()
    with pytest.raises(ttr.IllegalActionError, match="draw tickets"):
        state.apply_action(draw_tickets)
    assert (state.hash(), state.current_player(), state.phase()) == (before, 0, "choose_action")


def test_K5_order_of_the_ticket_deck() -> None:
    t1, t2, t3, t4, t5 = 9, 20, 4, 7, 1
    state = open_position(GAME, ticket_deck=[t1, t2, t3, t4, t5])
    act(state, "draw tickets")
    assert state.to_dict()["players"][0]["offered_tickets"] == [t1, t2, t3]
    act(state, "keep 1")
    assert state.to_dict()["ticket_deck"] == [t4, t5, *sorted((t1, t3))]  # Q11: by number
    act(state, "draw tickets")
    assert state.to_dict()["players"][1]["offered_tickets"] == [t4, t5, min(t1, t3)]


# --- Double routes -------------------------------------------------------------------------------


def two_lanes(n: int) -> tuple[ttr.State, int, int]:
    """Seat 0 has claimed Denver-Kansas City black; everybody has the cards for orange."""
    game = ttr.Game(players=n)
    black, orange = (
        find_route(game.map, "Denver", "Kansas City", color) for color in ("black", "orange")
    )
    hands = {seat: {"orange": 2, LOCO: 2} for seat in range(n)}
    hands[0]["black"] = 4
    state = open_position(game, hands=hands)
    assert {black, orange} <= claimable(state)
    return claim(state, black, black=4), black, orange


def at_turn(state: ttr.State, seat: int) -> ttr.State:
    """The same position at the start of that seat's turn."""
    return state.game.state_from_dict(state.to_dict() | {"current_player": seat})


def test_W1_twin_with_three_players() -> None:
    state, black, orange = two_lanes(3)
    for seat in range(3):
        assert claimable(at_turn(state, seat)).isdisjoint({black, orange})
        assert claimable(at_turn(state, seat))  # other routes stay open


def test_W2_twin_with_four_players() -> None:
    state, black, orange = two_lanes(4)
    assert claimable(at_turn(state, 0)).isdisjoint({black, orange})
    for seat in (1, 2, 3):
        assert claimable(at_turn(state, seat)) & {black, orange} == {orange}
    claim(state, orange)
    for seat in range(4):
        assert claimable(at_turn(state, seat)).isdisjoint({black, orange})


def test_W3_gray_twins_are_two_routes() -> None:
    game = ttr.Game(players=5)
    first, second = game.map.find_routes("Dallas", "Houston")
    assert game.map.routes[first] == game.map.routes[second]
    state = open_position(game, hands={0: {"red": 1}, 1: {"red": 1}})
    assert {first, second} <= claimable(state)
    claim(state, first)
    assert claimable(state) & {first, second} == {second}
    claim(state, second)
    owned = [p["routes"] for p in state.to_dict()["players"]]
    assert owned[:2] == [[first], [second]]
    twins = {frozenset((r, *game.map.twins(r))) for r in range(100) if game.map.twins(r)}
    gray = [pair for pair in twins if all(game.map.routes[r].color == "gray" for r in pair)]
    assert (len(game.map.routes), len(gray)) == (100, 10)


# --- Passing and leaving -------------------------------------------------------------------------


def test_V1_pass_when_all_is_claimed() -> None:
    board = line_map([2, 2], tickets=[(0, 1, 3), (1, 2, 5)])
    game = ttr.Game(board, players=2, rules=ttr.Rules(**FEW_TICKETS))
    state = position(game, routes={0: [0], 1: [1]}, tickets={0: [0], 1: [1]}, hands={0: {"red": 6}})
    assert legal_names(state) == {"pass"}
    act(state, "pass")
    assert (state.current_player(), state.is_terminal()) == (1, False)
    assert legal_names(state) == {"pass"}
    act(state, "pass")
    assert state.is_terminal()
    assert state.returns() == [2 + 3 + 10, 2 + 5 + 10]


def test_V1_pass_on_the_printed_map() -> None:
    """No trains fit: one train is left, and all routes of one space are gone."""
    game = ttr.Game(players=2, rules=ttr.Rules(final_round_threshold=0))
    ones = [r for r, route in enumerate(game.map.routes) if route.length == 1]
    singles = [r for r in ones if not any(twin < r for twin in game.map.twins(r))]
    others = routes_with_spaces(game.map, 44, ones)
    state = position(game, hands={0: ()}, routes={0: singles, 1: others}, ticket_deck=[])
    assert state.to_dict()["players"][1]["trains"] == 1
    assert legal_names(state) == {"pass"}
    act(state, "pass")
    assert legal_names(state) == {"pass"}
    assert hand(state, 1)[LOCO] == 14
    act(state, "pass")
    assert state.is_terminal()
    assert state.returns() == [float(line.total) for line in state.score_sheet()]


def test_V2_no_stopping_after_one_card() -> None:
    state = act(open_position(GAME), "draw deck")
    assert (state.current_player(), state.phase()) == (0, "draw_second_card")
    assert legal_names(state) == {"draw deck", *(f"draw {color}" for color in PLAIN_ROW)}
    with pytest.raises(ttr.IllegalActionError):
        act(state, "pass")


def test_V1_no_pass_while_a_station_can_be_built() -> None:
    """All cards in hands, ticket deck empty, no route payable; in Europe a station is."""
    game = ttr.Game("europe")
    given = {"ticket_deck": [], "hands": {0: {"red": 1}}}
    for stations, kinds in [
        ({}, {"claim", "build_station"}),
        ({0: ["Wien"]}, {"claim"}),  # the next one costs two cards
    ]:
        assert legal_kinds(position(game, stations=stations, **given)) == kinds
    ones = [r for r, route in enumerate(game.map.routes) if route.length == 1]
    taken = {1: [r for r in ones if not any(twin < r for twin in game.map.twins(r))]}
    station = position(game, routes=taken, **given)
    assert legal_kinds(station) == {"build_station"}
    act(station, "build station in Wien with 1 red")
    nothing = position(game, routes=taken, stations={0: ["Wien"]}, **given)
    assert legal_names(nothing) == {"pass"}


# --- Stations ------------------------------------------------------------------------------------


def test_H1_station_cost_path() -> None:
    game = ttr.Game("europe")
    state = position(game, hands={0: {"red": 2, LOCO: 1, "blue": 1}})
    assert station_payments(state, "Wien") == [{"blue": 1}, {LOCO: 1}, {"red": 1}]
    act(state, "build station in Wien with 1 blue")
    second = {0: ["Wien"]}
    state = position(game, hands={0: {"red": 2, LOCO: 1}}, stations=second)
    assert station_payments(state, "Roma") == [{LOCO: 1, "red": 1}, {"red": 2}]
    third = {0: ["Wien", "Roma"]}
    for held, ways in [({LOCO: 3}, [{LOCO: 3}]), ({"red": 2, "blue": 1}, [])]:
        state = position(game, hands={0: held}, stations=third)
        assert station_payments(state, "London") == ways


def test_H2_occupied_city() -> None:
    game = ttr.Game("europe", 5)
    for seat in range(5):
        state = position(game, seat=seat, hands={seat: {"red": 1, LOCO: 1}}, stations={0: ["Wien"]})
        if seat:
            assert "Wien" not in station_cities(state)
            assert len(station_cities(state)) == 46
        else:
            assert station_payments(state, "Wien") == []
            assert len(station_cities(state)) == 46  # for a red card and a locomotive


# --- Maps and names ------------------------------------------------------------------------------


def test_M1_points_of_all_routes_and_tickets_in_play() -> None:
    """All 100 routes owned are worth 508, all 30 tickets failed cost 349."""
    game = ttr.Game(players=4, rules=ttr.Rules(trains_per_player=200))
    firsts = [r for r in range(100) if all(twin > r for twin in game.map.twins(r))]
    seconds = [r for r in range(100) if r not in firsts]
    assert (len(firsts), len(seconds)) == (78, 22)
    routes = {0: firsts[:39], 1: firsts[39:], 2: seconds}
    state = position(game, routes=routes, tickets={3: range(30)})
    sheet = state.score_sheet()
    assert sum(state.scores()) == sum(line.routes for line in sheet) == 508
    assert sum(200 - p["trains"] for p in state.to_dict()["players"]) == 309
    assert (sheet[3].tickets, sheet[3].failed) == (-349, 30)


def test_M3_shortest_values_differ_from_five_printed_ones() -> None:
    values = {}
    for value in ("printed", "shortest"):
        game = ttr.Game(players=2, rules=ttr.Rules(ticket_value=value))
        for t, ticket in enumerate(game.map.tickets):
            sheet = position(game, tickets={0: [t]}).score_sheet()
            values[value, ticket.a, ticket.b] = -sheet[0].tickets
    pairs = {(a, b) for _, a, b in values}
    differing = {
        pair: (values["shortest", *pair], values["printed", *pair])
        for pair in pairs
        if values["shortest", *pair] != values["printed", *pair]
    }
    assert differing == {
        ("Los Angeles", "Chicago"): (15, 16),
        ("Los Angeles", "Miami"): (19, 20),
        ("Los Angeles", "New York"): (20, 21),
        ("Sault St. Marie", "Oklahoma City"): (8, 9),
        ("Seattle", "New York"): (20, 22),
    }


def test_M1_deal_of_the_printed_game() -> None:
    d = keep_all(ttr.Game(players=3).new_initial_state(5)).to_dict()
    held = [t for p in d["players"] for t in p["tickets"]]
    assert sorted([*d["ticket_deck"], *held]) == list(range(30))
    assert len(d["face_up"]) + sum(d["deck"].values()) == 110 - 3 * 4
