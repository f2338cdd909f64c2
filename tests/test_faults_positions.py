"""`Game.state_from_dict`: takes every consistent position, refuses every other one by name."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from builders import (
    LOCO,
    act,
    everything,
    find_route,
    open_position,
    play,
    position,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game(players=3)
USA = GAME.map
Dict = dict[str, Any]
Change = Callable[[Dict], object]


def middle() -> Dict:
    """Somewhere in a game, at the start of a turn; everybody owns routes and tickets."""
    state = GAME.new_initial_state(21)
    play(state, random.Random(21), 90)
    while state.phase() != "choose_action":
        play(state, random.Random(3), 1)
    return state.to_dict()


def start() -> Dict:
    return GAME.new_initial_state(5).to_dict()


def choosing() -> Dict:
    return act(open_position(GAME, ticket_deck=[5, 6, 7, 8]), "draw tickets").to_dict()


def second() -> Dict:
    return act(open_position(GAME), "draw deck").to_dict()


def last_round() -> Dict:
    sixes = [r for r, route in enumerate(USA.routes) if route.length == 6 and not USA.twins(r)][:7]
    owned = [*sixes, find_route(USA, "Dallas", "Houston")]
    return open_position(GAME, routes={1: owned}).to_dict()


def over() -> Dict:
    state = GAME.new_initial_state(3)
    play(state, random.Random(3))
    return state.to_dict()


BASES: dict[str, Callable[[], Dict]] = {
    f.__name__: f for f in (middle, start, choosing, second, last_round, over)
}


def top(**fields: Any) -> Change:
    """Replaces keys of the dict."""
    return lambda d: d.update(fields)


def seat(number: int = 0, **fields: Any) -> Change:
    """Replaces keys of a player."""
    return lambda d: d["players"][number].update(fields)


def more(where: str, color: str, number: int = 1) -> Change:
    """Adds cards to a pile, or to the hand of seat 0."""

    def change(d: Dict) -> None:
        pile = d["players"][0]["hand"] if where == "hand" else d[where]
        pile[color] += number

    return change


def without(key: str) -> Change:
    return lambda d: d.pop(key)


def claim_for(number: int, ends: tuple[str, str], lane: int = 0, pay: bool = True) -> Change:
    """Gives a route to a seat, with its trains and points."""

    def change(d: Dict) -> None:
        route = USA.find_routes(*ends)[lane]
        player, length = d["players"][number], USA.routes[route].length
        player["routes"] = sorted([*player["routes"], route])
        if pay:
            player["trains"] -= length
            player["route_points"] += GAME.rules.route_points[length - 1]

    return change


def both(*changes: Change) -> Change:
    def change(d: Dict) -> None:
        for one in changes:
            one(d)

    return change


def move_ticket(d: Dict) -> None:
    d["players"][0]["tickets"].append(d["ticket_deck"][0])


def lose_ticket(d: Dict) -> None:
    d["ticket_deck"].pop()


def swap_owner(d: Dict) -> None:
    """The first route of seat 0 belongs to seat 1 as well, with its trains and points."""
    route = d["players"][0]["routes"][0]
    length = USA.routes[route].length
    d["players"][1]["routes"].append(route)
    d["players"][1]["trains"] -= length
    d["players"][1]["route_points"] += GAME.rules.route_points[length - 1]


def empty_deck(d: Dict) -> None:
    """All of the deck goes to the hand of seat 0, discards stay."""
    for color, number in d["deck"].items():
        d["players"][0]["hand"][color] += number
        d["deck"][color] = 0


def free_slot(d: Dict) -> None:
    d["deck"][d["face_up"][2]] += 1
    d["face_up"][2] = None


def know_too_much(d: Dict) -> None:
    player = d["players"][2]
    player["known_hand"]["red"] = player["hand"]["red"] + 1


def keep_early(d: Dict) -> None:
    d["players"][2]["tickets"].append(d["ticket_deck"].pop())
    d["unseen_tickets"] -= 1


DALLAS_HOUSTON = ("Dallas", "Houston")

INCONSISTENT: dict[str, tuple[str, Change, str]] = {
    # cards
    "one card too many": ("middle", more("hand", "red"), r"red cards: 13 in .* there are 12"),
    "one card too few": ("middle", more("deck", "blue", -1), r"blue cards: 11 .* there are 12"),
    "a locomotive too many": ("middle", more("discard", LOCO), r"locomotive cards: 15 .* 14"),
    "cards below zero": ("middle", more("deck", "red", -99), r"deck\.red must be .* 0\.\.110"),
    "all cards twice": ("middle", top(deck=dict.fromkeys(ttr.COLORS, 110)), "cards: 1"),
    "face-up card from nowhere": (
        "middle",
        lambda d: d["face_up"].__setitem__(0, LOCO),
        r"locomotive cards: 15",
    ),
    "deck empty beside discards": ("middle", empty_deck, r"deck is empty but discard is not"),
    "slot empty beside a deck": ("middle", free_slot, r"face_up has an empty slot although"),
    "row too long": ("middle", lambda d: d["face_up"].append("red"), r"face_up .* at most 5 .* 6"),
    "known hand beyond the hand": ("middle", know_too_much, r"players\[2\]\.known_hand .* red"),
    # trains, routes, points
    "trains that do not fit": ("middle", seat(1, trains=44), r"players\[1\]: trains = 44 and"),
    "more trains than there are": (
        "middle",
        seat(1, trains=46),
        r"players\[1\]\.trains .* 0\.\.45",
    ),
    "a route more": (
        "middle",
        claim_for(0, DALLAS_HOUSTON, pay=False),
        r"players\[0\]: trains = .* spaces",
    ),
    "points that do not fit": (
        "middle",
        seat(2, route_points=99),
        r"route_points = 99, .* \(R85\)",
    ),
    "two owners": ("middle", swap_owner, r"route \d+ has two owners"),
    "both lanes of a twin": (
        "start",
        both(claim_for(2, DALLAS_HOUSTON), claim_for(2, DALLAS_HOUSTON, 1)),
        r"players\[2\]\.routes holds two lanes .* \(R44\)",
    ),
    "twin of another player": (
        "start",
        both(claim_for(0, DALLAS_HOUSTON), claim_for(1, DALLAS_HOUSTON, 1)),
        r"route \d+ and its twin are both claimed.* 3 players .* \(R45\)",
    ),
    "route twice": ("middle", seat(0, routes=[3, 3]), r"players\[0\]\.routes holds a number twice"),
    "route beyond the map": ("middle", seat(0, routes=[100]), r"routes\[0\] must be .* 0\.\.99"),
    "route -1": ("middle", seat(0, routes=[-1]), r"players\[0\]\.routes\[0\] must be .* got -1"),
    # tickets
    "ticket in two places": ("middle", move_ticket, r"ticket \d+ is in two places"),
    "ticket nowhere": ("middle", lose_ticket, r"ticket \d+ is nowhere"),
    "ticket twice in the deck": ("middle", top(ticket_deck=[1, 1]), r"ticket_deck holds .* twice"),
    "ticket beyond the map": ("middle", top(ticket_deck=[30]), r"ticket_deck\[0\] must .* 0\.\.29"),
    "offer outside a choice": (
        "middle",
        lambda d: d["players"][0]["offered_tickets"].append(d["ticket_deck"].pop()),
        r"players\[0\]\.offered_tickets: nothing to choose",
    ),
    "offer to another seat": (
        "choosing",
        lambda d: d["players"][1]["offered_tickets"].append(d["ticket_deck"].pop()),
        r"players\[1\]\.offered_tickets: nothing to choose",
    ),
    "nothing offered": (
        "middle",
        top(phase="choose_tickets"),
        r"offered_tickets: 0, must be 1\.\.3",
    ),
    "too few dealt": (
        "start",
        lambda d: d["ticket_deck"].append(d["players"][1]["offered_tickets"].pop()),
        r"players\[1\]\.offered_tickets: 2 instead of 3",
    ),
    "too many offered": (
        "choosing",
        lambda d: d["players"][0]["offered_tickets"].append(d["ticket_deck"].pop()),
        r"players\[0\]\.offered_tickets must have at most 3",
    ),
    "more unseen tickets than there are": (
        "middle",
        top(unseen_tickets=30),
        r"unseen_tickets must",
    ),
    # phase, seats, end
    "unknown phase": ("middle", top(phase="pay_tunnels"), r"phase must be one of .*'pay_tunnels'"),
    "seat 3 of three": ("middle", top(current_player=3), r"current_player must .* 0\.\.2, got 3"),
    "nobody to move": (
        "middle",
        top(current_player=ttr.TERMINAL),
        r"current_player must .* got -4",
    ),
    "first seat 3": ("middle", top(first_seat=3), r"first_seat must .* 0\.\.2, got 3"),
    "no second card": (
        "second",
        both(
            empty_deck,
            top(face_up=[]),
            lambda d: [more("hand", c)(d) for c in ("red", "orange", "yellow", "green", "blue")],
        ),
        r"phase draw_second_card, but there is no legal second card",
    ),
    "final round for no reason": (
        "middle",
        top(final_turns_left=2),
        r"nobody has set off .* \(R81\)",
    ),
    "no final round": ("last_round", top(final_turns_left=None), r"but final_turns_left is null"),
    "final round too long": (
        "last_round",
        top(final_turns_left=4),
        r"final_turns_left must .* 0\.\.3",
    ),
    "no turns left": ("last_round", top(final_turns_left=0), r"over, but phase is not terminal"),
    "over too early": (
        "middle",
        top(phase="terminal", current_player=-4),
        r"terminal, but nothing has ended",
    ),
    "over with a seat to move": ("over", top(current_player=0), r"current_player must be -4"),
    "over, but not the phase": (
        "over",
        top(phase="choose_action", current_player=0),
        r"over, but phase is not terminal",
    ),
    "all have passed": ("middle", top(consecutive_passes=3), r"over, but phase is not terminal"),
    "passes of more than all": (
        "middle",
        top(consecutive_passes=4),
        r"consecutive_passes .* 0\.\.3",
    ),
    # names, keys, editions
    "unknown card": ("middle", lambda d: d["deck"].update(gold=0), r"deck: unknown key 'gold'"),
    "card left out": (
        "middle",
        lambda d: d["discard"].pop("red"),
        r"discard: key 'red' is missing",
    ),
    "unknown face-up card": (
        "middle",
        lambda d: d["face_up"].__setitem__(1, "gray"),
        r"face_up\[1\] must .* 'gray'",
    ),
    "unknown key": ("middle", top(wind="east"), r"state: unknown key 'wind'"),
    "unknown player key": ("middle", seat(1, name="A"), r"players\[1\]: unknown key 'name'"),
    "key left out": ("middle", without("deck"), r"state: key 'deck' is missing"),
    "player key left out": (
        "middle",
        lambda d: d["players"][2].pop("hand"),
        r"players\[2\]: key 'hand' is missing",
    ),
    "a player too few": ("middle", lambda d: d["players"].pop(), r"players must have 3 .* has 2"),
    "other number of players": ("middle", top(num_players=4), r"num_players must be 3 .* got 4"),
    "other map": ("middle", top(map="europe"), r"map must be 'usa' here, got 'europe'"),
    "other rules": (
        "middle",
        lambda d: d["rules"].update(initial_cards=5),
        r"rules\.initial_cards must be 4",
    ),
    "unknown rules": (
        "middle",
        lambda d: d["rules"].update(stations=3),
        r"rules: unknown key 'stations'; keys: trains_per_player, ",
    ),
    "rules of another type": (
        "middle",
        lambda d: d["rules"].update(initial_cards="4"),
        r"rules\.initial_cards must be 4 here, got '4'",
    ),
    "a switch by number": (
        "middle",
        lambda d: d["rules"].update(ferries=0),
        r"rules\.ferries must be False here, got 0",
    ),
    "a number by switch": (
        "middle",
        lambda d: d["rules"].update(stations_per_player=False),
        r"rules\.stations_per_player must be 0 here, got False",
    ),
    "schema 2": ("middle", top(schema=2), r"schema must be 1 here, got 2"),
    "schema by text": ("middle", top(schema="1"), r"schema must be 1 here, got '1'"),
    "schema of 5000 digits": ("middle", top(schema=10**5000), r"schema must .* got a huge int"),
    "tunnel without its cards": (
        "middle",
        top(pending_tunnel={"route": 1}),
        r"pending_tunnel: key 'color' is missing",
    ),
    "tunnel in an edition without": (
        "middle",
        top(
            pending_tunnel={
                "route": 1,
                "color": None,
                "locomotives": 0,
                "turned": [],
                "extra": 0,
            }
        ),
        r"pending_tunnel must be null",
    ),
    "stations": ("middle", seat(stations_left=3), r"players\[0\]\.stations_left must be 0"),
    "station cities": ("middle", seat(station_cities=[1]), r"players\[0\]\.station"),
    "all have resigned": (
        "middle",
        lambda d: [player.update(resigned=True) for player in d["players"]],
        r"resigned: at least one seat has not resigned",
    ),
    "one who has resigned moves": (
        "middle",
        lambda d: d["players"][d["current_player"]].update(resigned=True),
        r"current_player has resigned",
    ),
}


@pytest.mark.parametrize("kind", INCONSISTENT)
def test_F53_inconsistent_positions_are_refused_by_name(kind: str) -> None:
    base, change, message = INCONSISTENT[kind]
    d = BASES[base]()
    assert GAME.state_from_dict(d).to_dict() == d  # consistent before
    change(d)
    with pytest.raises(ValueError, match=message):
        GAME.state_from_dict(d)


# No game reaches these, whoever plays it.
UNREACHABLE: dict[str, tuple[str, Change, str]] = {
    "passes before a second card": (
        "second",
        top(consecutive_passes=1),
        "consecutive_passes",
    ),
    "passes while tickets are chosen": (
        "choosing",
        top(consecutive_passes=1),
        "consecutive_passes",
    ),
    "passes before the first turn": ("start", top(consecutive_passes=1), "consecutive_passes"),
    "a route before the first turn": (
        "start",
        claim_for(1, DALLAS_HOUSTON),
        r"players\[1\]: nobody owns a route",
    ),
    "tickets kept before they are chosen": ("start", keep_early, r"players\[2\]"),
    "turns before the first turn": ("start", top(turn=7), "turn"),
}


@pytest.mark.parametrize("kind", UNREACHABLE)
def test_F53_positions_that_no_game_reaches_are_refused(kind: str) -> None:
    base, change, message = UNREACHABLE[kind]
    d = BASES[base]()
    change(d)
    with pytest.raises(ValueError, match=message):
        GAME.state_from_dict(d)


WRONG = [None, True, 1.5, math.nan, "x", b"x", [None], {1: 2}, object, -1, 10**30]
FIELDS = ("seed", "game_index", "chance_position", "turn", "ply", "current_player", "phase", "deck",
          "discard", "face_up", "ticket_deck", "unseen_tickets", "consecutive_passes", "first_seat",
          "players")  # fmt: skip


@pytest.mark.parametrize("key", FIELDS)
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_F53_wrong_types_are_refused_by_name(key: str, value: Any) -> None:
    if key == "unseen_tickets" and value is None:
        value = "None"  # which may be left out
    d = middle() | {key: value}
    with pytest.raises((TypeError, ValueError), match=key):
        GAME.state_from_dict(d)


PLAYER_FIELDS = ("hand", "known_hand", "trains", "stations_left", "station_cities", "tickets",
                 "offered_tickets", "routes", "route_points", "resigned")  # fmt: skip


LEGITIMATE = {
    "known_hand": [None],
    "route_points": [None],
    "stations_left": [0, None],
    "resigned": [False, True],
}
WRONG_FOR_A_PLAYER = [
    (key, value)
    for key in PLAYER_FIELDS
    for value in [*WRONG, 0, False, "", 0.0]
    if not any(value is good for good in LEGITIMATE.get(key, []))
]


@pytest.mark.parametrize(("key", "value"), WRONG_FOR_A_PLAYER, ids=repr)
def test_F53_wrong_types_of_a_player_are_refused_by_name(key: str, value: Any) -> None:
    d = middle()
    d["players"][1][key] = value
    with pytest.raises((TypeError, ValueError), match=rf"players\[1\](\.|: ){key}"):
        GAME.state_from_dict(d)


@pytest.mark.parametrize("value", [None, 3, "x", [], [("deck", {})], math.nan])
def test_F53_a_state_is_a_mapping(value: Any) -> None:
    with pytest.raises(TypeError, match="state must be a mapping"):
        GAME.state_from_dict(value)


# --- What is taken -------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_F37_every_state_of_a_game_comes_back(n: int) -> None:
    game = ttr.Game(players=n)
    for number, state in enumerate(walk(game, games=2, seed=1)):
        if number % 5 == 0 and not state.is_terminal():
            again = game.state_from_dict(state.to_dict())
            assert again == state
            assert everything(again) == everything(state)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_F37_a_finished_game_comes_back(n: int) -> None:
    game = ttr.Game(players=n)
    for seed in range(5):
        state = game.new_initial_state(seed)
        play(state, random.Random(seed))
        again = game.state_from_dict(state.to_dict())
        assert everything(again) == everything(state)
        assert again == state


def test_F53_optional_keys_may_be_left_out() -> None:
    d = middle()
    optional = ("schema", "map", "rules", "num_players", "seed", "game_index", "chance_position",
                "first_seat", "turn", "ply", "final_turns_left", "consecutive_passes",
                "unseen_tickets", "pending_tunnel")  # fmt: skip
    short = {key: value for key, value in d.items() if key not in optional}
    for player in short["players"]:
        for key in ("known_hand", "stations_left", "station_cities", "offered_tickets", "resigned",
                    "route_points"):  # fmt: skip
            del player[key]
    state = GAME.state_from_dict(short)
    assert state.scores() == tuple(p["route_points"] for p in middle()["players"])
    assert state.to_dict()["deck"] == d["deck"]
    assert (state.to_dict()["seed"], state.to_dict()["turn"]) == (0, 0)


def test_F53_rules_that_lack_options_have_their_defaults() -> None:
    """What was stored before an option was there is still read, but not by other rules."""
    d = middle()
    for option in ("ferries", "station_costs", "initial_long_tickets_dealt"):
        del d["rules"][option]
    assert GAME.state_from_dict(d) == GAME.state_from_dict(middle())
    other = ttr.Game(players=3, rules=ttr.Rules(station_costs=[2, 2, 2]))
    with pytest.raises(ValueError, match=r"rules\.station_costs must be \[2, 2, 2\] here, got \[1"):
        other.state_from_dict(d)


def deep() -> list[Any]:
    """Lists within lists, deeper than Python can print."""
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize("key", ["schema", "phase", "deck", "face_up", "map", "pending_tunnel"])
def test_F53_values_of_any_depth_and_size_are_refused(key: str) -> None:
    for value in (deep(), 10**5000, list(range(10**5)), "x" * 10**6):
        with pytest.raises((TypeError, ValueError), match=key) as caught:
            GAME.state_from_dict(middle() | {key: value})
        assert len(str(caught.value)) < 400


def test_F53_the_dict_is_left_alone_and_may_hold_numpy_numbers() -> None:
    d = middle()
    kept = copy.deepcopy(d)
    for player in d["players"]:
        player["trains"] = np.int64(player["trains"])
    d["deck"] = {color: np.uint8(number) for color, number in d["deck"].items()}
    state = GAME.state_from_dict(d)
    assert d == kept
    play(state, random.Random(1), 30)
    assert d == kept


def test_F53_a_short_row_means_empty_slots() -> None:
    state = position(GAME, face_up=["red", None, LOCO])
    assert state.to_dict()["face_up"] == ["red", None, LOCO, None, None]


def test_F53_positions_with_any_tickets_and_any_seat_are_taken() -> None:
    """Puzzles need not have kept two tickets, nor have had the turns of a real game."""
    state = open_position(GAME, seat=2)
    assert (state.current_player(), state.to_dict()["turn"]) == (2, 0)
    assert [p["tickets"] for p in state.to_dict()["players"]] == [[], [], []]
    play(state, random.Random(0))
    assert state.is_terminal()
