"""`Game.state_from_dict` in the Europe edition: tunnels, stations, long tickets, resigned seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from builders import LOCO, everything, nonzero, play, position_dict, walk

import ttr_fast as ttr

GAME = ttr.Game("europe", 3)
EUROPE = GAME.map
(ZURICH,) = EUROPE.find_routes("Venezia", "Zurich")  # green, 2 spaces
(SOFIA,) = EUROPE.find_routes("Bucuresti", "Sofia")  # gray, 2 spaces
(ROAD,) = EUROPE.find_routes("Roma", "Venezia")  # no tunnel
LONG = [t for t, ticket in enumerate(EUROPE.tickets) if ticket.long]
WIEN, ROMA = EUROPE.city_index("Wien"), EUROPE.city_index("Roma")
Dict = dict[str, Any]
Change = Callable[[Dict], object]


def turn() -> Dict:
    """The start of a turn; stations stand in three cities, everybody holds a long ticket."""
    return position_dict(
        GAME,
        hands={0: {"green": 3, LOCO: 2}},
        face_up=["white"] * 5,
        rest="deck",
        stations={0: ["Wien"], 1: ["Roma", "London"]},
        tickets={seat: [LONG[seat]] for seat in range(3)},
    )


def pending() -> Dict:
    """Two green have been laid, of three cards turned up one matches."""
    return position_dict(
        GAME,
        hands={0: {"green": 3, LOCO: 2}},
        face_up=["white"] * 5,
        rest="deck",
        tunnel={"route": ZURICH, "color": "green", "turned": ["green", "red", "red"]},
    )


def start() -> Dict:
    return GAME.new_initial_state(3).to_dict()


BASES: dict[str, Callable[[], Dict]] = {f.__name__: f for f in (turn, pending, start)}


def top(**fields: Any) -> Change:
    return lambda d: d.update(fields)


def seat(number: int, **fields: Any) -> Change:
    return lambda d: d["players"][number].update(fields)


def tunnel(**fields: Any) -> Change:
    return lambda d: d["pending_tunnel"].update(fields)


def few_trains(d: Dict) -> None:
    """Seat 0 owns 44 spaces: one train is left."""
    board = EUROPE.routes
    owned = [86]  # Petrograd-Stockholm, 8 spaces
    for r, route in enumerate(board):
        left = 44 - sum(board[x].length for x in owned)
        if r not in (ZURICH, 86) and not EUROPE.twins(r) and route.length <= left:
            owned.append(r)
    assert sum(board[r].length for r in owned) == 44
    d["players"][0].update(routes=sorted(owned), trains=1)
    d["final_turns_left"] = 3


def offer_no_long_one(d: Dict) -> None:
    d["players"][1]["offered_tickets"][0] = d["ticket_deck"].pop()
    d["unseen_tickets"] -= 1


INCONSISTENT: dict[str, tuple[str, Change, str]] = {
    # stations
    "two in a city": ("turn", seat(2, station_cities=[WIEN]), r"two stations \(R72\)"),
    "twice the same": ("turn", seat(0, station_cities=[WIEN, WIEN]), r"station_cities.* twice"),
    "four": (
        "turn",
        seat(2, station_cities=[1, 2, 3, 4]),
        r"players\[2\]\.station_cities must have at most 3 entries \(stations_per_player\), has 4",
    ),
    "seven": (
        "turn",
        seat(2, station_cities=[1, 2, 3, 4, 5, 6, 7]),
        r"players\[2\]\.station_cities must have at most 3 entries .*, has 7",
    ),
    "left and built": ("turn", seat(1, stations_left=2), r"players\[1\]\.stations_left must be 1"),
    "no such city": ("turn", seat(0, station_cities=[47]), r"station_cities\[0\] must .* 0\.\.46"),
    "no such name": (
        "turn",
        seat(0, station_cities=["Roma", "Wein"]),
        r"players\[0\]\.station_cities\[1\]: unknown city 'Wein' .*'Wien'",
    ),
    "before the first turn": (
        "start",
        seat(1, station_cities=[WIEN], stations_left=2),
        r"players\[1\]: .*station during the initial choice",
    ),
    # the tunnel
    "no tunnel": ("pending", tunnel(route=ROAD), r"pending_tunnel\.route is no tunnel"),
    "no such route": ("pending", tunnel(route=101), r"pending_tunnel\.route must .* 0\.\.100"),
    "another colour": ("pending", tunnel(color="red"), r"do not pay for route"),
    "no colour": ("pending", tunnel(color=None), r"do not pay for route"),
    "gray": ("pending", tunnel(color="gray"), r"pending_tunnel\.color must be null or one of red"),
    "locomotive as colour": ("pending", tunnel(color=LOCO), r"pending_tunnel\.color must be null"),
    "too many locomotives": ("pending", tunnel(locomotives=2), r"do not pay for route"),
    "a card that was not laid": ("pending", tunnel(locomotives=1), r"cards: 1[0-9]"),
    "extra too large": ("pending", tunnel(extra=2), r"pending_tunnel\.extra = 2, but 1"),
    "nothing matches": (
        "pending",
        tunnel(turned=["red", "red"], extra=0),
        r"pending only if some do",
    ),
    "four cards": ("pending", tunnel(turned=["green"] * 4, extra=4), r"more than tunnel_cards"),
    "seven cards": ("pending", tunnel(turned=["green"] * 7), r"turned must have at most 6"),
    "unknown card": ("pending", tunnel(turned=["gold"]), r"pending_tunnel\.turned\[0\] must"),
    "no card": ("pending", tunnel(turned=[None]), r"turned\[0\] must be one of red, .*got None"),
    "cards that lie elsewhere": (
        "pending",
        tunnel(turned=["green", LOCO, LOCO], extra=3),
        r"neither in discard nor",
    ),
    "built already": (
        "pending",
        lambda d: d["players"][0].update(routes=[ZURICH], trains=43),
        r"pending_tunnel\.route is closed",
    ),
    "too few trains": ("pending", few_trains, r"longer than the trains left"),
    "no phase": ("pending", top(phase="choose_action"), r"pending_tunnel must be null in this"),
    "no tunnel in its phase": ("turn", top(phase="pay_tunnel"), r"pending_tunnel"),
    "not all is said": (
        "pending",
        lambda d: d["pending_tunnel"].pop("extra"),
        r"'extra' is missing",
    ),
    "too much is said": ("pending", tunnel(depth=3), r"pending_tunnel: unknown key 'depth'"),
    "no mapping": ("pending", top(pending_tunnel=[1]), r"pending_tunnel must be a mapping"),
    "passes": ("pending", top(consecutive_passes=1), r"consecutive_passes must be 0"),
    # long tickets
    "long one in the deck": (
        "turn",
        lambda d: d["ticket_deck"].append(LONG[5]),
        r"ticket_deck holds the long ticket \d+ \(R11\)",
    ),
    "more long ones than were dealt": (
        "turn",
        lambda d: d["players"][2]["tickets"].append(LONG[3]),
        r"4 long tickets are in the game, only 3",
    ),
    "no long one offered": (
        "start",
        offer_no_long_one,
        r"players\[1\]\.offered_tickets: 0 of them are long",
    ),
    "three offered instead of four": (
        "start",
        lambda d: d["players"][2]["offered_tickets"].pop(),
        r"players\[2\]\.offered_tickets: 3 instead of 4",
    ),
    "five offered": (
        "start",
        seat(2, offered_tickets=[0, 1, 2, 3, 4]),
        r"players\[2\]\.offered_tickets must have at most 4",
    ),
    # resigned seats
    "who has resigned digs": ("pending", seat(0, resigned=True), r"current_player has resigned"),
    "who has resigned chooses": (
        "start",
        seat(2, resigned=True),
        r"players\[2\]\.offered_tickets: nothing to choose",
    ),
    "the last one plays on": (
        "turn",
        lambda d: [d["players"][s].update(resigned=True) for s in (1, 2)],
        r"over, but phase is not terminal",
    ),
    "no truth value": (
        "turn",
        seat(1, resigned=1),
        r"players\[1\]\.resigned must be True or False",
    ),
    "passes of those who left": (
        "turn",
        lambda d: (seat(1, resigned=True)(d), top(consecutive_passes=3)(d)),
        r"consecutive_passes must be 0\.\.2|over, but",
    ),
    "turns of those who left": (
        "turn",
        lambda d: (few_trains(d), seat(1, resigned=True)(d)),
        r"final_turns_left = 3, must be null or 0\.\.2",
    ),
}


@pytest.mark.parametrize("kind", INCONSISTENT)
def test_F53_inconsistent_positions_are_refused_by_name(kind: str) -> None:
    base, change, message = INCONSISTENT[kind]
    d = BASES[base]()
    before = GAME.state_from_dict(d)
    assert GAME.state_from_dict(before.to_dict()) == before
    change(d)
    with pytest.raises((ValueError, TypeError), match=message):
        GAME.state_from_dict(d)


WRONG = [True, 1.5, float("nan"), "x", b"x", [None], object, -1, 10**30]


@pytest.mark.parametrize("key", ["route", "color", "locomotives", "turned", "extra"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_F53_wrong_types_of_a_tunnel_are_refused_by_name(key: str, value: Any) -> None:
    d = pending()
    d["pending_tunnel"][key] = value
    with pytest.raises((TypeError, ValueError), match=rf"pending_tunnel\.{key}"):
        GAME.state_from_dict(d)


@pytest.mark.parametrize("value", [*WRONG, {"Wien": 1}, ["Wien", 3.0]], ids=repr)
def test_F53_wrong_station_cities_are_refused_by_name(value: Any) -> None:
    d = turn()
    d["players"][2]["station_cities"] = value
    with pytest.raises((TypeError, ValueError), match=r"players\[2\]\.station_cities"):
        GAME.state_from_dict(d)


def test_F53_stations_by_name_alias_or_number() -> None:
    states = [
        GAME.state_from_dict(position_dict(GAME, stations={0: cities}))
        for cities in (["Zurich", "Wien"], ["Zürich", "Wien"], ["Zu\u0308rich", WIEN])
    ]
    assert states[0] == states[1] == states[2]
    zurich = EUROPE.city_index("Zurich")
    assert states[0].to_dict()["players"][0]["station_cities"] == [zurich, WIEN]  # in that order


def test_F53_cards_of_a_pending_tunnel_may_be_the_whole_deck() -> None:
    """If the deck ran out, the cards turned up are the new deck (Q02)."""
    d = pending()
    d["deck"], d["players"][1]["hand"] = d["players"][1]["hand"], d["deck"]
    d["deck"], d["discard"] = d["discard"], d["deck"]
    state = GAME.state_from_dict(d)
    assert nonzero(state.to_dict()["deck"]) == {"green": 1, "red": 2}
    assert nonzero(state.to_dict()["discard"]) == {}


def test_F53_optional_keys_may_be_left_out() -> None:
    d = turn()
    full = GAME.state_from_dict(d)
    for player in d["players"]:
        assert "stations_left" not in player
    for key in ("pending_tunnel", "final_turns_left"):
        del d[key]
    for player in d["players"]:
        del player["resigned"]
    assert GAME.state_from_dict(d) == full


@pytest.mark.parametrize("name", ["europe", "iran"])
@pytest.mark.parametrize("n", [2, 5])
def test_F37_every_state_of_a_game_comes_back(name: str, n: int) -> None:
    game, pending_tunnels = ttr.Game(name, n), 0
    for number, state in enumerate(walk(game, games=3, seed=1)):
        if number % 7 == 0 or state.phase() == "pay_tunnel":
            pending_tunnels += state.phase() == "pay_tunnel"
            again = game.state_from_dict(state.to_dict())
            assert again == state
            assert everything(again) == everything(state)
    assert (pending_tunnels > 3) == (name == "europe")


def test_F53_positions_are_played_to_the_end() -> None:
    for base in BASES.values():
        state = GAME.state_from_dict(base())
        play(state, random.Random(0))
        assert state.is_terminal()
