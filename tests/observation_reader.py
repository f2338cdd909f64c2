"""A slow, obvious second way to an observation: from `State.to_dict` and the map alone.

`known_to(state, seat)` says what every slice must hold, by its meaning in docs/observation.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ttr_fast as ttr

Values = NDArray[np.int64]


def flags(members: Iterable[int], size: int) -> Values:
    values = np.zeros(size, np.int64)
    values[list(members)] = 1
    return values


def counts(cards: Mapping[str, int]) -> Values:
    return np.array([cards[color] for color in ttr.COLORS])


def counted(cards: Iterable[str | None]) -> Values:
    names = list(cards)
    return np.array([names.count(color) for color in ttr.COLORS])


def known_to(state: ttr.State, seat: int) -> dict[str, Values]:
    """Values of all slices of the information state, by name, in the order of the layout."""
    return {**on_the_table(state, seat), **remembered(state, seat)}


def on_the_table(state: ttr.State, seat: int) -> dict[str, Values]:
    game, d = state.game, state.to_dict()
    board, rules, n = game.map, game.rules, game.num_players
    order = [(seat + i) % n for i in range(n)]
    players: list[dict[str, Any]] = [d["players"][s] for s in order]
    me, others = players[0], players[1:]
    num_tickets, num_routes = len(board.tickets), len(board.routes)
    initial = d["phase"] == "choose_initial_tickets"
    mover = d["current_player"]
    offered = max(
        rules.initial_tickets_dealt
        + (0 if rules.long_tickets == "mixed" else rules.initial_long_tickets_dealt),
        rules.initial_tickets_dealt + rules.initial_long_tickets_dealt,
        rules.tickets_drawn,
    )
    values = {
        "seat": flags([seat], n),
        "first_seat": flags([order.index(d["first_seat"])], n),
        "phase": flags([ttr.PHASES.index(d["phase"])], len(ttr.PHASES)),
        "to_move": flags([order.index(s) for s in order if s == mover], n),
        "turn": np.array([d["turn"]]),
        "final_round": np.array([int(d["final_turns_left"] is not None)]),
        "final_turns_left": np.array([d["final_turns_left"] or 0]),
        "consecutive_passes": np.array([d["consecutive_passes"]]),
        "face_up": counted(d["face_up"]),
        "discard": counts(d["discard"]),
        "deck_size": np.array([sum(d["deck"].values())]),
        "ticket_deck_size": np.array([ticket_deck_size(game, d)]),
        "num_offered": np.array(
            [len(d["players"][mover]["offered_tickets"]) if mover != ttr.TERMINAL else 0]
        ),
        "hand_size": np.array([sum(p["hand"].values()) for p in players]),
        "known_hand": np.array([counts(p["known_hand"]) for p in players]),
        "trains": np.array([p["trains"] for p in players]),
        "num_tickets": np.array(
            [len(me["tickets"]) + len(me["offered_tickets"])]
            + [
                dealt_to_each(game)
                if initial and (not p["resigned"] or p["tickets"])
                else len(p["tickets"]) + len(p["offered_tickets"])
                for p in others
            ]
        ),
        "route_points": np.array([p["route_points"] for p in players]),
    }
    if rules.stations_per_player:
        values["stations_left"] = np.array([p["stations_left"] for p in players])
    values |= {
        "resigned": np.array([int(p["resigned"]) for p in players]),
        "hand": counts(me["hand"]),
    }
    if rules.tunnels and any(route.tunnel for route in board.routes):
        values |= tunnel(d["pending_tunnel"], num_routes)
    values |= {
        "tickets": flags(me["tickets"], num_tickets),
        "completed_tickets": flags(state.completed_tickets(seat), num_tickets),
        "offered_tickets": np.array(
            [flags([t], num_tickets) for t in me["offered_tickets"]]
            + [flags([], num_tickets)] * (offered - len(me["offered_tickets"]))
        ),
        "open_routes": flags(open_routes(game, d, seat), num_routes),
        "routes": np.array([flags(p["routes"], num_routes) for p in players]),
    }
    if rules.stations_per_player:
        cities = len(board.cities)
        values["stations"] = np.array([flags(p["station_cities"], cities) for p in players])
    return values


def remembered(state: ttr.State, seat: int) -> dict[str, Values]:
    game, d = state.game, state.to_dict()
    memory, n, num_tickets = d["memory"], game.num_players, len(game.map.tickets)
    order = [(seat + i) % n for i in range(n)]
    seen = [memory["players"][s] for s in order]
    initial = d["phase"] == "choose_initial_tickets"
    located, deck = seen[0]["located"], d["ticket_deck"]
    held = []
    for other in order[1:]:
        p = d["players"][other]
        there = [] if initial else [*p["tickets"], *p["offered_tickets"]]
        held.append(flags([t for t in located if t in there], num_tickets))
    return {
        "counted": counts(seen[0]["counted"]),
        "in_hands": counts(memory["in_hands"]),
        "fresh": np.array([p["fresh"] for p in seen]),
        "initial_kept": np.array(
            [0 if initial and i else p["initial_kept"] for i, p in enumerate(seen)]
        ),
        "unseen_tickets": np.array([d["unseen_tickets"]]),
        "ticket_blocks": flags([] if initial else memory["ticket_blocks"], regular(game)),
        "located_tickets": flags(located, num_tickets),
        "located_positions": np.array(
            [
                deck.index(t) + 1 if t in located and t in deck and not initial else 0
                for t in range(num_tickets)
            ]
        ),
        "located_held": np.array(held),
    }


def regular(game: ttr.Game) -> int:
    """Tickets in the ticket deck before the deal."""
    apart = game.rules.long_tickets == "apart"
    return sum(not (apart and ticket.long) for ticket in game.map.tickets)


def dealt_to_each(game: ttr.Game) -> int:
    apart = regular(game) < len(game.map.tickets)
    rules = game.rules
    return rules.initial_tickets_dealt + (rules.initial_long_tickets_dealt if apart else 0)


def ticket_deck_size(game: ttr.Game, d: Mapping[str, Any]) -> int:
    if d["phase"] != "choose_initial_tickets" or game.rules.initial_tickets_return == "out":
        return len(d["ticket_deck"])
    return regular(game) - game.num_players * game.rules.initial_tickets_dealt


def tunnel(pending: Mapping[str, Any] | None, num_routes: int) -> dict[str, Values]:
    if pending is None:
        pending = {"locomotives": 0, "extra": 0, "turned": []}
        color, route = flags([], 9), flags([], num_routes)
    else:
        laid = 8 if pending["color"] is None else ttr.COLORS.index(pending["color"])
        color, route = flags([laid], 9), flags([pending["route"]], num_routes)
    return {
        "tunnel_color": color,
        "tunnel_locomotives": np.array([pending["locomotives"]]),
        "tunnel_extra": np.array([pending["extra"]]),
        "tunnel_turned": counted(pending["turned"]),
        "tunnel_route": route,
    }


def open_routes(game: ttr.Game, d: Mapping[str, Any], seat: int) -> list[int]:
    """Routes that nobody owns and whose twins leave them open to the seat (R44-R46)."""
    owner = {r: s for s, p in enumerate(d["players"]) for r in p["routes"]}
    closes_all = game.num_players < game.rules.second_track_min_players
    found = []
    for r in range(len(game.map.routes)):
        owners = [owner[t] for t in game.map.twins(r) if t in owner]
        closed = bool(owners) if closes_all else seat in owners
        if r not in owner and not closed:
            found.append(r)
    return found
