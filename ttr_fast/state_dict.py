"""Reading `State.to_dict()` back: names, types and ranges here, consistency in the core."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ttr_fast._checks import whole
from ttr_fast._core import COLORS, FREE_SLOT, MAX_TOTAL, NO_FINAL_ROUND, PHASES, TERMINAL, State
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
    "unseen_tickets": None,
    "map": None,
    "rules": None,
    "num_players": None,
    "schema": 1,
}
_REQUIRED = ("current_player", "phase", "deck", "discard", "face_up", "ticket_deck", "players")
_PLAYER_OPTIONAL = {
    "known_hand": None,
    "stations_left": 0,
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
    if top["rules"] is not None:
        given = _fields(top["rules"], "rules", game.rules.to_dict(), {})
        for name, value in game.rules.to_dict().items():
            _same(_plain(given[name]), value, f"rules.{name}")
    n = game.num_players
    if top["num_players"] is not None:
        _same(top["num_players"], n, "num_players")
    if top["pending_tunnel"] is not None:
        raise ValueError("pending_tunnel must be null: this edition has no tunnels")
    if top["phase"] not in PHASES:
        raise ValueError(f"phase must be one of {', '.join(PHASES)}, got {top['phase']!r}")

    players = _sequence(top["players"], "players")
    if len(players) != n:
        raise ValueError(f"players must have {n} entries, has {len(players)}")
    face_up = _sequence(top["face_up"], "face_up")
    size = game.rules.face_up_size
    if len(face_up) > size:
        raise ValueError(f"face_up must have at most {size} entries, has {len(face_up)}")
    tickets = len(game.map.tickets)
    ticket_deck = _numbers(top["ticket_deck"], "ticket_deck", tickets)
    unseen = len(ticket_deck) if top["unseen_tickets"] is None else top["unseen_tickets"]
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
            "unseen_tickets": whole("unseen_tickets", unseen, 0, len(ticket_deck)),
            "deck": _counts(top["deck"], "deck"),
            "discard": _counts(top["discard"], "discard"),
            "face_up": [_slot(x, f"face_up[{i}]") for i, x in enumerate(face_up)],
            "ticket_deck": ticket_deck,
            "players": [_player(game, p, f"players[{i}]") for i, p in enumerate(players)],
        }
    )


def _player(game: Game, value: object, where: str) -> dict[str, Any]:
    p = _fields(_mapping(value, where), where, _PLAYER_REQUIRED, _PLAYER_OPTIONAL)
    _same(p["stations_left"], 0, f"{where}.stations_left")
    _same(
        list(_sequence(p["station_cities"], f"{where}.station_cities")),
        [],
        f"{where}.station_cities",
    )
    _same(p["resigned"], False, f"{where}.resigned")
    routes = _numbers(p["routes"], f"{where}.routes", len(game.map.routes))
    points = p["route_points"]
    if points is None:
        table = game.rules.route_points
        points = sum(table[game.map.routes[r].length - 1] for r in routes)
    tickets = len(game.map.tickets)
    offered = _numbers(p["offered_tickets"], f"{where}.offered_tickets", tickets)
    most = max(game.rules.initial_tickets_dealt, game.rules.tickets_drawn)
    if len(offered) > most:
        raise ValueError(f"{where}.offered_tickets must have at most {most} entries")
    known = dict.fromkeys(COLORS, 0) if p["known_hand"] is None else p["known_hand"]
    return {
        "hand": _counts(p["hand"], f"{where}.hand"),
        "known": _counts(known, f"{where}.known_hand"),
        "trains": whole(f"{where}.trains", p["trains"], 0, game.rules.trains_per_player),
        "routes": routes,
        "route_points": whole(f"{where}.route_points", points, 0, MAX_TOTAL),
        "tickets": _numbers(p["tickets"], f"{where}.tickets", tickets),
        "offered": offered,
    }


def _fields(
    value: object, where: str, required: Collection[str], optional: Mapping[str, Any]
) -> dict[str, Any]:
    d = _mapping(value, where)
    for key in d:
        if key not in required and key not in optional:
            allowed = ", ".join([*required, *optional])
            raise ValueError(f"{where}: unknown key {key!r}; keys: {allowed}")
    for key in required:
        if key not in d:
            raise ValueError(f"{where}: key {key!r} is missing")
    return {**optional, **d}


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{where} must be a mapping, got {value!r}")
    return value


def _sequence(value: object, where: str) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"{where} must be a list, got {value!r}")
    return value


def _numbers(value: object, where: str, count: int) -> list[int]:
    numbers = [
        whole(f"{where}[{i}]", x, 0, count - 1) for i, x in enumerate(_sequence(value, where))
    ]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"{where} holds a number twice: {numbers}")
    return numbers


def _counts(value: object, where: str) -> list[int]:
    d = _fields(value, where, COLORS, {})
    return [whole(f"{where}.{color}", d[color], 0, 110) for color in COLORS]


def _slot(value: object, where: str) -> int:
    if value is None:
        return FREE_SLOT
    if value not in COLORS:
        raise ValueError(f"{where} must be null or one of {', '.join(COLORS)}, got {value!r}")
    return COLORS.index(str(value))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _same(value: object, needed: object, where: str) -> None:
    if isinstance(needed, int) and not isinstance(needed, bool):
        value = whole(where, value, -(2**63), 2**63)
    if type(value) is not type(needed) or value != needed:
        raise ValueError(f"{where} must be {needed!r} here, got {value!r}")
