"""Counts what came up in the games, so that a run can show that it met what is rare."""

from __future__ import annotations

from collections import Counter
from typing import Any

from differential_pair import Pair
from reference.cards import LOCOMOTIVE as LOCO

Seen = Counter[str]
FERRY = "ferry_locomotives"


def note_resignation(pair: Pair, seat: int, seen: Seen) -> None:
    before, now = pair.before, pair.now
    seen["resignation"] += 1
    if before["current_player"] == seat:
        seen[f"resignation in {before['phase']}"] += 1
    if now["consecutive_passes"] < before["consecutive_passes"]:
        seen["resignation of one who has passed"] += 1
    if now["final_turns_left"] is not None:
        its_turn_to_come = now["final_turns_left"] < before["final_turns_left"]
        seen["resignation before the last turn"] += its_turn_to_come
        seen["resignation after the last turn"] += not its_turn_to_come
    if now["phase"] == "terminal":
        active = [player for player in now["players"] if not player["resigned"]]
        seen["end by resigning"] += len(active) == 1
        seen["end as the last one to move resigns"] += len(active) > 1


def note_lent_routes(pair: Pair, seen: Seen) -> None:
    for seat in range(pair.game.num_players):
        lent = [route for _, route in pair.state.borrowed_routes(seat) if route is not None]
        seen["a route is lent"] += len(lent) > 0
        seen["two or more routes are lent"] += len(lent) > 1


def note_what_happened(pair: Pair, action: tuple[Any, ...], seen: Seen) -> None:
    """Counts rare events, so that a run can show that it met them."""
    before, now = pair.before, pair.now
    rules = now["rules"]
    kind = action[0]
    seen[kind] += 1
    note_tunnels_and_stations(pair, action, seen)
    if now["phase"] == "terminal":
        return
    row = now["face_up"]
    if kind in ("draw_deck", "draw_face_up"):
        in_first = before["phase"] == "choose_action"
        if in_first and now["turn"] > before["turn"] and action != ("draw_face_up", LOCO):
            seen["turn with one card, no second"] += 1
        if len(pair.cards) > 1:
            seen["row reset"] += 1
            if in_first and now["turn"] == before["turn"]:
                seen["row reset between two cards"] += 1
        if sum(now["deck"].values()) > sum(before["deck"].values()):
            seen["deck rebuilt"] += 1
        if not in_first and action == ("draw_deck",):
            drawn_locomotive = pair.cards[0] == LOCO
            seen["blind locomotive as second card"] += drawn_locomotive
    elif kind == "claim":
        seen["claim by locomotives alone"] += action[2] is None
        seen["claim into an empty deck"] += not any(before["deck"].values())
    elif kind == "draw_tickets":
        offered = now["players"][now["current_player"]]["offered_tickets"]
        seen["fewer tickets than usual"] += len(offered) < rules["tickets_drawn"]
    seen["row with an empty slot"] += None in row
    limit = rules["reset_locomotives"]
    seen["row stuck with locomotives"] += limit > 0 and row.count(LOCO) >= limit
    seen["ply in the final round"] += now["final_turns_left"] is not None


def note_tunnels_and_stations(pair: Pair, action: tuple[Any, ...], seen: Seen) -> None:
    rules, board = pair.oracle.game.rules, pair.oracle.game.board
    if action[0] == "claim":
        route = board.routes[action[1]]
        if rules["tunnels"] and route.get("tunnel"):
            pending = pair.now["pending_tunnel"]
            seen["tunnel without surcharge"] += pending is None
            if pending is not None:
                seen["tunnel with fewer cards turned"] += (
                    len(pending["turned"]) < rules["tunnel_cards"]
                )
                seen["tunnel by locomotives alone"] += action[2] is None
                # Asked here: they stay the legal actions until the next ply.
                seen["surcharge that cannot be paid"] += len(pair.state.legal_actions()) == 1
            seen["tunnel on a ferry"] += rules["ferries"] and FERRY in route
        if rules["ferries"] and FERRY in route:
            seen["ferry"] += 1
            seen["ferry with more locomotives than it needs"] += action[3] > route[FERRY]
    elif action[0] == "build_station":
        mover = pair.before["players"][pair.before["current_player"]]
        seen["second station"] += len(mover["station_cities"]) == 1
        seen["third station"] += len(mover["station_cities"]) == 2
        seen["station by locomotives alone"] += action[2] is None
    elif action[0] == "keep_tickets":
        offered = pair.before["players"][pair.before["current_player"]]["offered_tickets"]
        longs = [n for n, t in enumerate(offered) if board.tickets[t].get("long")]
        seen["long ticket kept"] += any(n in action[1] for n in longs)
        seen["long ticket returned"] += any(n not in action[1] for n in longs)


def note_the_end(pair: Pair, sheet: list[dict[str, int]], seen: Seen) -> None:
    now, board = pair.now, pair.oracle.game.board
    note_lent_routes(pair, seen)
    active = [player for player in now["players"] if not player["resigned"]]
    if now["final_turns_left"] == 0:
        seen["end by the final round"] += 1
    elif now["turn"] == now["rules"]["max_turns"]:
        seen["end by the number of turns"] += 1
    elif len(active) > 1:
        seen["end by passes"] += 1
    owner = {r: seat for seat, player in enumerate(now["players"]) for r in player["routes"]}
    taken = [route for route in owner if any(twin in owner for twin in board.twins[route])]
    seen["both tracks taken"] += bool(taken)
    seen["negative total"] += min(row["total"] for row in sheet) < 0
    seen["shared bonus"] += sum(row["bonus"] > 0 for row in sheet) > 1
    totals = [row["total"] for row in sheet]
    level, winners = totals.count(max(totals)) > 1, pair.state.winners()
    seen["level at the top, tie broken"] += level and len(winners) == 1
    seen["shared win"] += len(winners) > 1


EVENTS = [
    "draw_deck",
    "draw_face_up",
    "draw_tickets",
    "keep_tickets",
    "claim",
    "pay_tunnel",
    "decline_tunnel",
    "build_station",
    "pass",
    "turn with one card, no second",
    "row reset",
    "row reset between two cards",
    "deck rebuilt",
    "blind locomotive as second card",
    "claim by locomotives alone",
    "claim into an empty deck",
    "fewer tickets than usual",
    "long ticket kept",
    "long ticket returned",
    "row with an empty slot",
    "row stuck with locomotives",
    "ferry",
    "ferry with more locomotives than it needs",
    "tunnel without surcharge",
    "tunnel with fewer cards turned",
    "tunnel by locomotives alone",
    "tunnel on a ferry",
    "surcharge that cannot be paid",
    "second station",
    "third station",
    "station by locomotives alone",
    "a route is lent",
    "two or more routes are lent",
    "resignation",
    "resignation in choose_initial_tickets",
    "resignation in choose_action",
    "resignation in draw_second_card",
    "resignation in choose_tickets",
    "resignation in pay_tunnel",
    "resignation of one who has passed",
    "resignation before the last turn",
    "resignation after the last turn",
    "ply in the final round",
    "end by the final round",
    "end by passes",
    "end by the number of turns",
    "end by resigning",
    "end as the last one to move resigns",
    "both tracks taken",
    "negative total",
    "shared bonus",
    "level at the top, tie broken",
    "shared win",
    "scores in mid-game",
    "looks at the whole table",
    "illegal actions refused",
]
