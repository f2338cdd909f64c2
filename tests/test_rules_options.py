"""Q14: every option of `Rules` has its effect; values that make no game are refused by name."""

from __future__ import annotations

import math
import pickle
import random
from typing import Any

import numpy as np
import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    act,
    claim,
    claimable,
    final_position,
    find_route,
    graph_map,
    keep_all,
    line_map,
    open_position,
    payments,
    play,
    position,
    routes_with_spaces,
    station_cities,
    station_payments,
)

import ttr_fast as ttr

OPTIONS = ttr.Rules.options()
NUMBERS = {
    name: entry["allowed"] for name, entry in OPTIONS.items() if type(entry["default"]) is int
}
SWITCHES = [name for name, entry in OPTIONS.items() if isinstance(entry["default"], bool)]
WORDS = {
    name: entry["allowed"]
    for name, entry in OPTIONS.items()
    if isinstance(entry["allowed"][0], str) and name != "tie_break"
}
PRINTED = {
    "trains_per_player": 45,
    "initial_cards": 4,
    "face_up_size": 5,
    "reset_locomotives": 3,
    "max_row_resets": 20,
    "longest_trail_bonus": 10,
    "final_round_threshold": 2,
    "initial_tickets_dealt": 3,
    "initial_tickets_keep_min": 2,
    "initial_tickets_return": "bottom",
    "tickets_drawn": 3,
    "tickets_keep_min": 1,
    "second_track_min_players": 4,
    "initial_long_tickets_dealt": 0,
    "tunnel_cards": 3,
    "stations_per_player": 0,
    "station_value": 4,
    "max_turns": 5000,
    "ferries": False,
    "tunnels": False,
    "ticket_value": "printed",
    "payments": "all",
    "long_tickets": "apart",
    "first_seat": "given",
    "route_points": [1, 2, 4, 7, 10, 15, 18, 21],
    "station_costs": [1, 2, 3],
    "tie_break": ["completed_tickets", "longest_trail_bonus"],
}


def game_with(players: int = 2, **rules: Any) -> ttr.Game:
    """The printed map under changed rules, each of which must be a change."""
    for name, value in rules.items():
        assert getattr(ttr.Rules(), name) != value
    return ttr.Game(players=players, rules=ttr.Rules(**rules))


# --- Rules as values -----------------------------------------------------------------------------


def test_Q14_defaults_are_the_printed_game() -> None:
    assert ttr.Rules().to_dict() == PRINTED
    assert {name: entry["default"] for name, entry in OPTIONS.items()} == PRINTED
    assert ttr.Rules.preset("usa") == ttr.Rules() == ttr.Game(rules=None).rules
    assert all(entry["doc"] for entry in OPTIONS.values())


def test_Q14_rules_are_immutable_values() -> None:
    rules = ttr.Rules(trains_per_player=20, tie_break=())
    with pytest.raises(AttributeError):
        rules.trains_per_player = 30  # type: ignore[misc]
    with pytest.raises(AttributeError):
        rules.unheard_of = 30
    rules.to_dict()["tie_break"].append("longest_trail")
    assert (rules.trains_per_player, rules.tie_break) == (20, ())
    same = ttr.Rules.from_dict(rules.to_dict())
    assert same == rules
    assert hash(same) == hash(rules)
    assert rules != ttr.Rules()
    assert rules.replace(trains_per_player=45, tie_break=PRINTED["tie_break"]) == ttr.Rules()
    assert eval(repr(rules), {"Rules": ttr.Rules}) == rules
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules


# --- Effects -------------------------------------------------------------------------------------


@pytest.mark.parametrize("trains", [3, 20, 200])
def test_Q14_effect_of_trains_per_player(trains: int) -> None:
    state = game_with(trains_per_player=trains).new_initial_state(0)
    assert [p["trains"] for p in state.to_dict()["players"]] == [trains] * 2
    play(state, random.Random(1))
    least = min(p["trains"] for p in state.to_dict()["players"])
    assert state.is_terminal()
    assert least <= 2 or trains == 200


@pytest.mark.parametrize("cards", [0, 1, 12])
def test_Q14_effect_of_initial_cards(cards: int) -> None:
    d = game_with(5, initial_cards=cards).new_initial_state(0).to_dict()
    assert [sum(p["hand"].values()) for p in d["players"]] == [cards] * 5
    assert sum(d["deck"].values()) + sum(d["discard"].values()) == 110 - 5 * cards - 5


@pytest.mark.parametrize("size", [0, 1, 8])
def test_Q14_effect_of_face_up_size(size: int) -> None:
    game = game_with(face_up_size=size)
    state = keep_all(game.new_initial_state(3))
    row = state.to_dict()["face_up"]
    assert len(row) == size
    assert None not in row
    draws = [a for a in state.legal_actions() if game.action_info(a).kind == "draw_face_up"]
    assert len(draws) == len(set(row))
    play(state, random.Random(0))
    assert state.is_terminal()


def locomotives_shown(**rules: Any) -> set[int]:
    game = game_with(**rules)
    states = (game.new_initial_state(seed).to_dict() for seed in range(3000))
    return {d["face_up"].count(LOCO) for d in states}


def test_Q14_effect_of_reset_locomotives() -> None:
    assert locomotives_shown() == {0, 1, 2}
    assert locomotives_shown(reset_locomotives=1) == {0}
    assert locomotives_shown(reset_locomotives=2) == {0, 1}
    assert locomotives_shown(reset_locomotives=0) >= {0, 1, 2, 3}


def test_Q14_effect_of_max_row_resets() -> None:
    """At set-up; in play see test_Q01_max_row_resets."""
    assert locomotives_shown(max_row_resets=0) >= {0, 1, 2, 3}


@pytest.mark.parametrize("bonus", [0, 7, 1000])
def test_Q14_effect_of_longest_trail_bonus(bonus: int) -> None:
    game = game_with(longest_trail_bonus=bonus)
    sheet = position(game, routes={0: [find_route(game.map, "Dallas", "Houston")]}).score_sheet()
    assert [line.bonus for line in sheet] == [bonus, 0]
    assert [line.total for line in sheet] == [1 + bonus, 0]


@pytest.mark.parametrize(("threshold", "final"), [(0, False), (3, False), (4, True), (44, True)])
def test_Q14_effect_of_final_round_threshold(threshold: int, final: bool) -> None:
    game = game_with(final_round_threshold=threshold)
    route = find_route(game.map, "Dallas", "Houston")
    owned = routes_with_spaces(game.map, 40, game.map.find_routes("Dallas", "Houston"))
    given: dict[str, Any] = {} if threshold == 44 else {"routes": {0: owned}}
    state = claim(open_position(game, hands={0: {LOCO: 1}}, **given), route)
    assert (state.to_dict()["final_turns_left"] == 2) == final


@pytest.mark.parametrize(("dealt", "least", "sets"), [(6, 2, 57), (6, 6, 1), (2, 2, 1), (4, 1, 15)])
def test_Q14_effect_of_initial_tickets_dealt_and_initial_tickets_keep_min(
    dealt: int, least: int, sets: int
) -> None:
    changed = {"initial_tickets_dealt": dealt, "initial_tickets_keep_min": least}
    state = game_with(**{k: v for k, v in changed.items() if v != PRINTED[k]}).new_initial_state(0)
    assert len(state.to_dict()["players"][0]["offered_tickets"]) == dealt
    assert len(state.legal_actions()) == sets
    assert all(len(state.game.action_info(a).keep or ()) >= least for a in state.legal_actions())


@pytest.mark.parametrize(("drawn", "least", "sets"), [(6, 1, 63), (1, 1, 1), (3, 3, 1), (4, 2, 11)])
def test_Q14_effect_of_tickets_drawn_and_tickets_keep_min(
    drawn: int, least: int, sets: int
) -> None:
    changed = {"tickets_drawn": drawn, "tickets_keep_min": least}
    game = game_with(**{k: v for k, v in changed.items() if v != PRINTED[k]})
    state = act(open_position(game), "draw tickets")
    assert len(state.to_dict()["players"][0]["offered_tickets"]) == drawn
    assert len(state.legal_actions()) == sets
    short = act(open_position(game, ticket_deck=[5]), "draw tickets")
    assert len(short.legal_actions()) == 1  # never more than there are


@pytest.mark.parametrize(
    ("players", "least", "others_may"), [(2, 2, True), (2, 1, True), (3, 3, True), (5, 6, False)]
)
def test_Q14_effect_of_second_track_min_players(players: int, least: int, others_may: bool) -> None:
    game = game_with(players, second_track_min_players=least)
    one, two = game.map.find_routes("Dallas", "Houston")
    hands = {0: {LOCO: 1}, 1: {LOCO: 1}}
    mine = open_position(game, hands=hands, routes={0: [one]})
    other = open_position(game, hands=hands, routes={0: [one]}, seat=1)
    assert two not in claimable(mine)
    assert (two in claimable(other)) == others_may


def test_Q14_effect_of_initial_tickets_return() -> None:
    state = act(game_with(initial_tickets_return="out").new_initial_state(0), "keep 0 1")
    assert len(state.to_dict()["ticket_deck"]) == 24


def test_Q14_effect_of_ticket_value() -> None:
    tickets = [("A", "C", 9)] * 2
    board = graph_map([("A", "B", 2), ("B", "C", 3), ("A", "C", 6)], tickets)
    values = {}
    for value in ("printed", "shortest"):
        game = ttr.Game(board, rules=ttr.Rules(ticket_value=value, **FEW_TICKETS))
        sheets = [position(game, routes={0: r}, tickets={0: [0]}).score_sheet() for r in ([], [2])]
        values[value] = [sheet[0].tickets for sheet in sheets]
    assert values == {"printed": [-9, 9], "shortest": [-5, 5]}


def test_Q14_effect_of_payments() -> None:
    route = find_route(ttr.Map.builtin("usa"), "Helena", "Winnipeg")
    held = {"blue": 3, LOCO: 4}
    fewest = position(game_with(payments="fewest_locomotives"), hands={0: held})
    assert payments(fewest, route) == [{"blue": 3, LOCO: 1}]
    assert len(payments(position(ttr.Game(), hands={0: held}), route)) == 4


def test_Q14_effect_of_route_points() -> None:
    points = [5, 0, 1000, 3, 2, 1]
    game = game_with(route_points=points)
    for length, expected in enumerate(points, start=1):
        route = next(r for r, facts in enumerate(game.map.routes) if facts.length == length)
        state = claim(open_position(game, hands={0: {LOCO: 6}}), route)
        assert state.scores() == (expected, 0)


def test_Q14_effect_of_tie_break() -> None:
    """Equal points: by the trail, by tickets, or not at all."""
    board = line_map([2, 1, 1], [(0, 1, 0), (2, 3, 0)])
    given = {"routes": {0: [0], 1: [1, 2]}, "tickets": {0: [0], 1: []}, "ticket_deck": [1]}
    winners = {}
    for keys in ((), ("completed_tickets",), ("longest_trail",), ("longest_trail_bonus",)):
        rules = ttr.Rules(tie_break=keys, longest_trail_bonus=0, **FEW_TICKETS)
        winners[keys] = final_position(ttr.Game(board, rules=rules), **given).winners()
    assert winners == {
        (): (0, 1),
        ("completed_tickets",): (0,),
        ("longest_trail",): (0, 1),
        ("longest_trail_bonus",): (0, 1),
    }


# A road, a tunnel and a ferry between three cities; two of the tickets are long.
BYWAYS = ttr.Map(
    name="byways",
    cities=[ttr.map.City(name) for name in "ABC"],
    routes=[
        ttr.map.Route("A", "B", 2, "red"),
        ttr.map.Route("B", "C", 2, "blue", tunnel=True),
        ttr.map.Route("A", "C", 2, "gray", ferry_locomotives=1),
    ],
    tickets=[ttr.map.Ticket("A", "BC"[i % 2], i, long=i < 2) for i in range(12)],
)


def byways(**rules: Any) -> ttr.Game:
    return ttr.Game(BYWAYS, rules=ttr.Rules(**rules))


@pytest.mark.parametrize("on", [False, True])
def test_Q14_effect_of_ferries(on: bool) -> None:
    state = open_position(byways(ferries=on), hands={0: {"red": 2}})
    assert claimable(state) == ({0} if on else {0, 2})


@pytest.mark.parametrize("on", [False, True])
def test_Q14_effect_of_tunnels(on: bool) -> None:
    game = byways(tunnels=on)
    state = position(game, hands={0: {"blue": 2}}, face_up=["red"] * 5, deck={"blue": 9})
    assert (claim(state, 1, blue=2).phase() == "pay_tunnel") == on


@pytest.mark.parametrize("cards", [0, 1, 3, 6])
def test_Q14_effect_of_tunnel_cards(cards: int) -> None:
    game = byways(tunnels=True, tunnel_cards=cards)
    state = position(game, hands={0: {"blue": 2}}, face_up=["red"] * 5, deck={"blue": 9})
    pending = claim(state, 1, blue=2).to_dict()["pending_tunnel"]
    assert (pending["turned"] if pending else []) == ["blue"] * cards


@pytest.mark.parametrize("number", [0, 1, 3])
def test_Q14_effect_of_stations_per_player(number: int) -> None:
    game = byways(stations_per_player=number)
    state = open_position(game, hands={0: {"red": 11}})
    assert [p["stations_left"] for p in state.to_dict()["players"]] == [number] * 2
    assert station_cities(state) == (set("ABC") if number else set())
    built = open_position(game, hands={0: {"red": 11}}, stations={0: "ABC"[:number]})
    assert station_cities(built) == set()


@pytest.mark.parametrize("value", [0, 4, 1000])
def test_Q14_effect_of_station_value(value: int) -> None:
    game = byways(stations_per_player=3, station_value=value)
    sheet = open_position(game, stations={0: "A"}).score_sheet()
    assert [line.stations for line in sheet] == [2 * value, 3 * value]
    assert [line.total for line in sheet] == [2 * value, 3 * value]


@pytest.mark.parametrize("costs", [[1, 2, 3], [6, 1], [2, 2, 2, 2, 2]])
def test_Q14_effect_of_station_costs(costs: list[int]) -> None:
    game = byways(stations_per_player=len(costs), station_costs=costs)
    for built, cost in enumerate(costs[:3]):
        state = open_position(game, hands={0: {"red": 7}}, stations={0: "ABC"[:built]})
        free = "ABC"[built:]
        assert [station_payments(state, city) for city in free] == [[{"red": cost}]] * len(free)


@pytest.mark.parametrize("turns", [1, 7, 30])
def test_Q14_effect_of_max_turns(turns: int) -> None:
    state = byways(max_turns=turns).new_initial_state(0)
    keep_all(state)
    while state.phase() != "terminal":
        assert state.to_dict()["turn"] < turns
        state.apply_action(state.legal_actions()[0])  # draws while there are cards
    assert state.to_dict()["turn"] == turns
    assert state.returns() == [float(line.total) for line in state.score_sheet()]


@pytest.mark.parametrize("number", [0, 1])
def test_Q14_effect_of_initial_long_tickets_dealt(number: int) -> None:
    d = byways(initial_long_tickets_dealt=number).new_initial_state(4).to_dict()
    for player in d["players"]:
        long = [BYWAYS.tickets[t].long for t in player["offered_tickets"]]
        assert long == [True] * number + [False] * 3
    assert not any(BYWAYS.tickets[t].long for t in d["ticket_deck"])


@pytest.mark.parametrize("word", ["apart", "mixed"])
def test_Q14_effect_of_long_tickets(word: str) -> None:
    d = byways(long_tickets=word).new_initial_state(4).to_dict()
    dealt = [t for player in d["players"] for t in player["offered_tickets"]]
    assert len(dealt) == 6
    in_game = range(12) if word == "mixed" else range(2, 12)
    assert sorted([*dealt, *d["ticket_deck"]]) == list(in_game)


def test_Q14_effect_of_first_seat() -> None:
    """With `seed` left to itself the seat is drawn; a caller who says a seat is heard."""
    for word, first in (("given", 0), ("seed", None)):
        game = byways(first_seat=word)
        assert game.first_seat == first
        seats = {game.new_initial_state(seed).to_dict()["first_seat"] for seed in range(40)}
        assert seats == ({0} if word == "given" else {0, 1})
        assert ttr.Game(BYWAYS, rules=game.rules, first_seat=1).first_seat == 1
        assert ttr.Game(BYWAYS, rules=game.rules, first_seat=None).first_seat is None


def test_Q14_every_option_has_a_test_of_its_effect() -> None:
    tests = [name for name in globals() if name.startswith("test_Q14_effect_of_")]
    options = (name.removeprefix("test_Q14_effect_of_").split("_and_") for name in tests)
    tested = {option for some in options for option in some}
    assert tested == OPTIONS.keys()


EVERYTHING_ELSE: dict[str, Any] = {
    "trains_per_player": 25,
    "initial_cards": 6,
    "face_up_size": 6,
    "reset_locomotives": 2,
    "max_row_resets": 3,
    "longest_trail_bonus": 15,
    "final_round_threshold": 4,
    "initial_tickets_dealt": 4,
    "initial_tickets_keep_min": 1,
    "tickets_drawn": 4,
    "tickets_keep_min": 2,
    "second_track_min_players": 3,
    "initial_long_tickets_dealt": 1,
    "tunnel_cards": 2,
    "stations_per_player": 4,
    "station_value": 3,
    "max_turns": 400,
    "ferries": True,
    "tunnels": True,
    "initial_tickets_return": "out",
    "ticket_value": "shortest",
    "payments": "fewest_locomotives",
    "long_tickets": "mixed",
    "first_seat": "seed",
    "route_points": [1, 3, 5, 8, 11, 16, 20, 25],
    "station_costs": [2, 2, 3, 4],
    "tie_break": ["fewest_stations", "longest_trail"],
}


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["europe", "usa"])
def test_Q14_a_game_with_every_option_changed_at_once(name: str, n: int) -> None:
    assert EVERYTHING_ELSE.keys() == OPTIONS.keys()
    assert all(EVERYTHING_ELSE[option] != PRINTED[option] for option in PRINTED)
    options = dict(EVERYTHING_ELSE)
    if name == "usa":  # which has no long tickets: then none are dealt
        assert not any(ticket.long for ticket in ttr.Map.builtin("usa").cards)
    game = ttr.Game(name, n, ttr.Rules(**options))
    for seed in range(4):
        state = game.new_initial_state(seed)
        long = 1 if name == "europe" and options["long_tickets"] == "apart" else 0
        offered = [len(p["offered_tickets"]) for p in state.to_dict()["players"]]
        assert offered == [4 + long] * n
        plies = len(play(state, random.Random(seed)))
        assert state.is_terminal()
        assert plies <= game.max_game_length()
        again = game.state_from_dict(state.to_dict())
        assert (again, again.score_sheet()) == (state, state.score_sheet())


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMBERS)
def test_Q14_numbers_out_of_range_are_refused(name: str) -> None:
    low, high = NUMBERS[name]
    for value in (low - 1, high + 1, -(2**31), 2**31, 2**64, -(2**70)):
        with pytest.raises(ValueError, match=rf"{name} must be .*in {low}\.\.{high}, got {value}$"):
            ttr.Rules(**{name: value})


NO_INTEGERS = [True, False, 3.0, math.nan, math.inf, "3", None, [3], (), b"3", np.float64(3), 1j]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", NO_INTEGERS, ids=repr)
def test_Q14_wrong_types_are_refused(name: str, value: Any) -> None:
    low, high = NUMBERS[name]
    with pytest.raises(TypeError) as caught:
        ttr.Rules(**{name: value})
    message = str(caught.value)
    assert f"{name} must be an integer in {low}..{high}" in message
    assert repr(value) in message


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize(
    "value", [0, 1, 1.0, "true", None, [True], math.nan, np.float64(1)], ids=repr
)
def test_Q14_switches_take_only_true_and_false(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=rf"{name} must be True or False, got ") as caught:
        ttr.Rules(**{name: value})
    assert repr(value) in str(caught.value)
    assert [getattr(ttr.Rules(**{name: on}), name) for on in (True, False)] == [True, False]


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ([], ValueError, "station_costs = 0 entries is refused; allowed: 1..5 entries"),
        ([1] * 6, ValueError, "station_costs = 6 entries is refused; allowed: 1..5 entries"),
        ([1, 0], ValueError, "in 1..6, got 0"),
        ([7], ValueError, "in 1..6, got 7"),
        ([1, -(2**70)], ValueError, "in 1..6, got -"),
        ([1, 2.0], TypeError, "in 1..6, got 2.0"),
        ([True], TypeError, "in 1..6, got True"),
        ("123", TypeError, "must be a sequence of integers, one per station, got '123'"),
        (3, TypeError, "must be a sequence of integers, one per station, got 3"),
        (None, TypeError, "must be a sequence of integers, one per station, got None"),
    ],
)
def test_Q14_station_costs_are_checked(value: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        ttr.Rules(station_costs=value)
    assert "station_costs" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize(
    ("value", "error"),
    [("other", ValueError), ("", ValueError), ("Printed ", ValueError), (0, TypeError),
     (True, TypeError), (None, TypeError), (math.nan, TypeError), (["all"], TypeError)],
)  # fmt: skip
def test_Q14_unknown_words_are_refused(name: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        ttr.Rules(**{name: value})
    message = str(caught.value)
    assert name in message
    assert repr(value) in message
    assert all(f"'{word}'" in message for word in WORDS[name])


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ([], ValueError, "0 entries is refused; allowed: 1..12 entries"),
        ([1] * 13, ValueError, "13 entries is refused; allowed: 1..12 entries"),
        ([1, -1], ValueError, r"in 0..1000, got -1"),
        ([1, 1001], ValueError, r"in 0..1000, got 1001"),
        ([1, 2**40], ValueError, r"in 0..1000, got"),
        ([1, 2.0], TypeError, r"in 0..1000, got 2.0"),
        ([1, True], TypeError, r"in 0..1000, got True"),
        ([1, math.nan], TypeError, r"in 0..1000, got nan"),
        ([1, None], TypeError, r"in 0..1000, got None"),
        ("1234567", TypeError, "must be a sequence of integers, one per length from 1"),
        (7, TypeError, "must be a sequence of integers, one per length from 1"),
        (None, TypeError, "must be a sequence of integers, one per length from 1"),
        ({1: 1}, TypeError, "must be a sequence of integers, one per length from 1"),
    ],
)
def test_Q14_route_points_are_checked(value: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        ttr.Rules(route_points=value)
    assert "route_points" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        (["completed_tickets"] * 2, ValueError, "each key at most once"),
        (["longest"], ValueError, "allowed: 'completed_tickets', 'longest_trail_bonus', "),
        ([0], TypeError, "'completed_tickets', 'longest_trail_bonus', 'longest_trail'"),
        ("completed_tickets", TypeError, "must be a sequence of key names"),
        (None, TypeError, "must be a sequence of key names"),
        (True, TypeError, "must be a sequence of key names"),
    ],
)
def test_Q14_tie_break_is_checked(value: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        ttr.Rules(tie_break=value)
    assert "tie_break" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize("make", [ttr.Rules, ttr.Rules().replace])
def test_Q14_unknown_options_are_refused(make: Any) -> None:
    with pytest.raises(TypeError, match=r"no option 'trains'; options: .*trains_per_player"):
        make(trains=3)
    with pytest.raises(TypeError, match="no option 'stations_left'"):
        ttr.Rules.from_dict({"stations_left": 0})
    with pytest.raises(TypeError, match="option names are strings, got 3"):
        ttr.Rules.from_dict({3: 3})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"trains_per_player": 2}, "final_round_threshold = 2 .* trains_per_player = 2"),
        ({"final_round_threshold": 45}, "final_round_threshold = 45 .* trains_per_player = 45"),
        ({"initial_tickets_keep_min": 4}, "keep_min = 4 .* the 3 of initial_tickets_dealt"),
        ({"initial_tickets_dealt": 1}, "keep_min = 2 .* the 1 of initial_tickets_dealt"),
        (
            {"initial_long_tickets_dealt": 1, "initial_tickets_keep_min": 5},
            "keep_min = 5 .* the 4 of initial_tickets_dealt and initial_long_tickets_dealt",
        ),
        (
            {"initial_long_tickets_dealt": 4},
            "initial_long_tickets_dealt = 4 .* 6 tickets in all, .* initial_tickets_dealt = 3",
        ),
        ({"stations_per_player": 4}, "stations_per_player = 4 .* the 3 entries of station_costs"),
        (
            {"stations_per_player": 2, "station_costs": [1]},
            "stations_per_player = 2 .* the 1 entries of station_costs",
        ),
        ({"tickets_keep_min": 4}, "tickets_keep_min = 4 .* tickets_drawn = 3"),
        ({"tickets_drawn": 1, "tickets_keep_min": 2}, "tickets_keep_min = 2 .* tickets_drawn = 1"),
    ],
)
def test_Q14_combinations_that_make_no_game_are_refused(
    options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        ttr.Rules(**options)
    with pytest.raises(ValueError, match=words):
        ttr.Rules().replace(**options)


def test_Q14_rules_that_do_not_fit_the_map_are_refused() -> None:
    with pytest.raises(ValueError, match=r"route_points has 5 entries.* route of length 6"):
        ttr.Game(rules=ttr.Rules(route_points=[1, 2, 4, 7, 10]))
    tickets = ttr.Map.builtin("usa").tickets[:29]
    board = ttr.Map.builtin("usa").replace(tickets=tickets)
    with pytest.raises(ValueError, match=r"29 tickets.* 5 players .*initial_tickets_dealt = 6"):
        ttr.Game(board, players=5, rules=ttr.Rules(initial_tickets_dealt=6))
    assert ttr.Game(players=5, rules=ttr.Rules(initial_tickets_dealt=6)).num_players == 5
    parts = graph_map([("A", "B", 1), ("C", "D", 1)], [("A", "B", 1), ("B", "C", 1)])
    with pytest.raises(ValueError, match=r"ticket_value = shortest, but ticket 1 "):
        ttr.Game(parts, rules=ttr.Rules(ticket_value="shortest", **FEW_TICKETS))


def test_Q14_edges_of_the_ranges_can_be_played() -> None:
    """All smallest and all largest values; five seats, so that cards and tickets are short."""
    low = {name: NUMBERS[name][0] for name in NUMBERS}
    high = {name: NUMBERS[name][1] for name in NUMBERS}
    high |= {"initial_long_tickets_dealt": 0}  # six tickets are dealt in all
    high |= {"station_costs": [6, 1, 6, 1, 6], "tunnels": True, "ferries": True}
    many = line_map([1] * 100, [(0, i + 1, 1) for i in range(60)])
    assert low["max_turns"] == 1
    low["max_turns"] = 30_000
    for options in (low, high | {"reset_locomotives": 3}, high | {"face_up_size": 0}):
        game = ttr.Game(many, 5, ttr.Rules(**options))
        for seed in range(5):
            state = game.new_initial_state(seed)
            plies = len(play(state, random.Random(seed)))
            assert state.is_terminal()
            assert plies <= game.max_game_length()
