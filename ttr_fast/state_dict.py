"""Reading `State.to_dict()` back: names, types and ranges here, consistency in the core."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import index
from typing import Any

from ttr_fast._checks import whole
from ttr_fast._core import (
    COLORS,
    FREE_SLOT,
    MAX_LENGTH,
    MAX_OFFERED,
    MAX_TOTAL,
    MAX_TUNNEL_CARDS,
    NO_COLOR,
    NO_FINAL_ROUND,
    PHASES,
    TERMINAL,
    Rules,
    State,
)
from ttr_fast._words import show
from ttr_fast.game import Game

_U64 = 2**64 - 1
_U32 = 2**32 - 1

# Keys that a hand-written position may leave out, with their meaning when absent.
_OPTIONAL = {
    "seed": 0,
    "game_index": 0,
    "chance_position": 0,
    "first_seat": 0,
    "turn": 0,
    "ply": 0,
    "final_turns_left": None,
    "consecutive_passes": 0,
    "pending_tunnel": None,
    "memory": None,
    "unseen_tickets": None,
    "map": None,
    "tickets": None,
    "rules": None,
    "num_players": None,
    "schema": 1,
}
_REQUIRED = ("current_player", "phase", "deck", "discard", "face_up", "ticket_deck", "players")
_PLAYER_OPTIONAL = {
    "known_hand": None,
    "stations_left": None,
    "station_cities": (),
    "offered_tickets": (),
    "resigned": False,
    "route_points": None,
}
_PLAYER_REQUIRED = ("hand", "trains", "tickets", "routes")


def state_from_dict(game: Game, d: Mapping[str, Any]) -> State:
    """See Game.state_from_dict."""
    top = _fields(d, "state", _REQUIRED, _OPTIONAL)
    _same(top["schema"], 1, "schema")
    if top["map"] is not None:
        _same(top["map"], game.map.name, "map")
    if top["tickets"] is not None:
        _same(top["tickets"], game.tickets, "tickets")
    if top["rules"] is not None:
        # What was stored before an option was invented was played by its default.
        given = _fields(top["rules"], "rules", (), Rules().to_dict())
        for name, value in game.rules.to_dict().items():
            _same(_plain(given[name]), value, f"rules.{name}")
    n = game.num_players
    if top["num_players"] is not None:
        _same(top["num_players"], n, "num_players")
    if not isinstance(top["phase"], str) or top["phase"] not in PHASES:
        raise ValueError(f"phase must be one of {', '.join(PHASES)}, got {show(top['phase'])}")

    players = _sequence(top["players"], "players")
    if len(players) != n:
        raise ValueError(f"players must have {n} entries, has {len(players)}")
    face_up = _sequence(top["face_up"], "face_up")
    size = game.rules.face_up_size
    if len(face_up) > size:
        raise ValueError(f"face_up must have at most {size} entries, has {len(face_up)}")
    tickets = len(game.map.tickets)
    ticket_deck = _numbers(top["ticket_deck"], "ticket_deck", tickets)
    unseen = top["unseen_tickets"]
    final = top["final_turns_left"]
    terminal = top["phase"] == "terminal"
    if terminal and top["current_player"] != TERMINAL:
        raise ValueError(f"current_player must be {TERMINAL} in phase terminal")
    return game._state_from_parts(
        {
            "seed": whole("seed", top["seed"], 0, _U64),
            "game_index": whole("game_index", top["game_index"], 0, _U64),
            "chance_position": whole("chance_position", top["chance_position"], 0, _U64),
            "turn": whole("turn", top["turn"], 0, _U32),
            "ply": whole("ply", top["ply"], 0, _U32),
            "phase": PHASES.index(top["phase"]),
            "current": 0 if terminal else whole("current_player", top["current_player"], 0, n - 1),
            "first_seat": whole("first_seat", top["first_seat"], 0, n - 1),
            "passes": whole("consecutive_passes", top["consecutive_passes"], 0, n),
            "final_turns_left": NO_FINAL_ROUND
            if final is None
            else whole("final_turns_left", final, 0, n),
            "unseen_tickets": unseen
            if unseen is None
            else whole("unseen_tickets", unseen, 0, len(ticket_deck)),
            "deck": _counts(top["deck"], "deck"),
            "discard": _counts(top["discard"], "discard"),
            "face_up": [_slot(x, f"face_up[{i}]") for i, x in enumerate(face_up)],
            "ticket_deck": ticket_deck,
            "tunnel": _tunnel(game, top["pending_tunnel"]),
            "memory": _memory(game, top["memory"]),
            "players": [_player(game, p, f"players[{i}]") for i, p in enumerate(players)],
        }
    )


def _player(game: Game, value: object, where: str) -> dict[str, Any]:
    p = _fields(_mapping(value, where), where, _PLAYER_REQUIRED, _PLAYER_OPTIONAL)
    stations = _stations(game, p["station_cities"], f"{where}.station_cities")
    if p["stations_left"] is not None:
        left = game.rules.stations_per_player - len(stations)
        _same(p["stations_left"], left, f"{where}.stations_left")
    if not isinstance(p["resigned"], bool):
        raise TypeError(f"{where}.resigned must be True or False, got {show(p['resigned'])}")
    routes = _numbers(p["routes"], f"{where}.routes", len(game.map.routes))
    points = p["route_points"]
    if points is None:
        table = game.rules.route_points
        points = sum(table[game.map.routes[r].length - 1] for r in routes)
    tickets = len(game.map.tickets)
    offered = _numbers(p["offered_tickets"], f"{where}.offered_tickets", tickets)
    rules = game.rules
    at_start = rules.initial_tickets_dealt + rules.initial_long_tickets_dealt
    most_offered = max(at_start, rules.tickets_drawn)
    if len(offered) > most_offered:
        raise ValueError(f"{where}.offered_tickets must have at most {most_offered} entries")
    known = dict.fromkeys(COLORS, 0) if p["known_hand"] is None else p["known_hand"]
    return {
        "hand": _counts(p["hand"], f"{where}.hand"),
        "known": _counts(known, f"{where}.known_hand"),
        "trains": whole(f"{where}.trains", p["trains"], 0, game.rules.trains_per_player),
        "routes": routes,
        "route_points": whole(f"{where}.route_points", points, 0, MAX_TOTAL),
        "tickets": _numbers(p["tickets"], f"{where}.tickets", tickets),
        "offered": offered,
        "stations": stations,
        "resigned": p["resigned"],
    }


def _tunnel(game: Game, value: object) -> dict[str, Any] | None:
    """The claim that waits for its surcharge (R62)."""
    if value is None:
        return None
    where = "pending_tunnel"
    t = _fields(value, where, ("route", "color", "locomotives", "turned", "extra"), {})
    color = t["color"]
    if color is not None and not (isinstance(color, str) and color in COLORS[:8]):
        allowed = ", ".join(COLORS[:8])
        raise ValueError(f"{where}.color must be null or one of {allowed}, got {show(color)}")
    turned = _sequence(t["turned"], f"{where}.turned")
    if len(turned) > MAX_TUNNEL_CARDS:
        raise ValueError(f"{where}.turned must have at most {MAX_TUNNEL_CARDS} entries")
    return {
        "route": whole(f"{where}.route", t["route"], 0, len(game.map.routes) - 1),
        "color": NO_COLOR if color is None else COLORS.index(str(color)),
        "locomotives": whole(f"{where}.locomotives", t["locomotives"], 0, MAX_LENGTH),
        "turned": [_card(card, f"{where}.turned[{i}]") for i, card in enumerate(turned)],
        "extra": whole(f"{where}.extra", t["extra"], 0, MAX_TUNNEL_CARDS),
    }


def _memory(game: Game, value: object) -> dict[str, Any] | None:
    """What the seats remember; None: nothing. The core takes off what does not fit the position."""
    if value is None:
        return None
    where = "memory"
    top = _fields(value, where, ("in_hands", "ticket_blocks", "players"), {})
    players = _sequence(top["players"], f"{where}.players")
    if len(players) != game.num_players:
        wanted = f"{game.num_players} entries"
        raise ValueError(f"{where}.players must have {wanted}, has {len(players)}")
    tickets = len(game.map.tickets)
    return {
        "in_hands": _counts(top["in_hands"], f"{where}.in_hands"),
        "ticket_blocks": _numbers(top["ticket_blocks"], f"{where}.ticket_blocks", tickets),
        "players": [_seen(game, p, f"{where}.players[{i}]") for i, p in enumerate(players)],
    }


def _seen(game: Game, value: object, where: str) -> dict[str, Any]:
    p = _fields(value, where, ("counted", "fresh", "initial_kept", "located"), {})
    return {
        "counted": _counts(p["counted"], f"{where}.counted"),
        "fresh": whole(f"{where}.fresh", p["fresh"], 0, 110),
        "initial_kept": whole(f"{where}.initial_kept", p["initial_kept"], 0, MAX_OFFERED),
        "located": _numbers(p["located"], f"{where}.located", len(game.map.tickets)),
    }


def _stations(game: Game, value: object, where: str) -> list[int]:
    """The cities of a seat's stations, by position or by name."""
    cities = _sequence(value, where)
    most = game.rules.stations_per_player
    if len(cities) > most:
        allowed = f"at most {most} entries (stations_per_player)"
        raise ValueError(f"{where} must have {allowed}, has {len(cities)}")
    named = [_city(game, city, f"{where}[{i}]") for i, city in enumerate(cities)]
    return _numbers(named, where, len(game.map.cities))


def _city(game: Game, value: object, where: str) -> object:
    """The position of a city that is given by its name; any other value as it is."""
    if not isinstance(value, str):
        return value
    try:
        return game.map.city_index(value)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _fields(
    value: object, where: str, required: Collection[str], optional: Mapping[str, Any]
) -> dict[str, Any]:
    d = _mapping(value, where)
    for key in d:
        if key not in required and key not in optional:
            allowed = ", ".join([*required, *optional])
            raise ValueError(f"{where}: unknown key {show(key)}; keys: {allowed}")
    for key in required:
        if key not in d:
            raise ValueError(f"{where}: key {key!r} is missing")
    return {**optional, **d}


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{where} must be a mapping, got {show(value)}")
    return value


def _sequence(value: object, where: str) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"{where} must be a list, got {show(value)}")
    return value


def _numbers(value: object, where: str, count: int) -> list[int]:
    numbers = [
        whole(f"{where}[{i}]", x, 0, count - 1) for i, x in enumerate(_sequence(value, where))
    ]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"{where} holds a number twice: {show(numbers)}")
    return numbers


def _counts(value: object, where: str) -> list[int]:
    d = _fields(value, where, COLORS, {})
    return [whole(f"{where}.{color}", d[color], 0, 110) for color in COLORS]


def _slot(value: object, where: str) -> int:
    if value is None:
        return FREE_SLOT
    if not isinstance(value, str) or value not in COLORS:
        allowed = f"null or one of {', '.join(COLORS)}"
        raise ValueError(f"{where} must be {allowed}, got {show(value)}")
    return COLORS.index(value)


def _card(value: object, where: str) -> int:
    if not isinstance(value, str) or value not in COLORS:
        raise ValueError(f"{where} must be one of {', '.join(COLORS)}, got {show(value)}")
    return COLORS.index(value)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _same(value: object, needed: object, where: str) -> None:
    given = value
    if type(needed) is int and not isinstance(value, bool) and hasattr(value, "__index__"):
        given = index(value)  # numbers of NumPy are numbers too
    if type(given) is not type(needed) or given != needed:
        raise ValueError(f"{where} must be {needed!r} here, got {show(value)}")
