"""The data cases of tests/data/rules_cases.jsonl that concern the printed North America game."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from builders import (
    LOCO,
    PLAIN_ROW,
    claims,
    find_route,
    hand,
    nonzero,
    numbers_of,
    open_position,
    payments,
    play,
    position,
    routes_with_spaces,
    sorted_items,
)

import ttr_fast as ttr

FILE = Path(__file__).parent / "data" / "rules_cases.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
LETTERS = "ABCDE"


def concerns_usa(case: dict[str, Any]) -> bool:
    given = case["given"]
    ours = given.get("edition", "USA") == "USA" and given.get("map", "USA") == "USA"
    return ours or case["id"] == "B3"  # whose tie-break is an option of these rules


def cases(kind: str) -> Any:
    chosen = [case for case in CASES if case["kind"] == kind and concerns_usa(case)]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def test_the_cases_are_all_there() -> None:
    ours = [case["id"] for case in CASES if concerns_usa(case)]
    expected = (
        "P1 P2 P3 P4 P5 P6 P7 P8 L1 L2 L3 L4 L5 E1 E2 E3 B1 B2 B3 G1 G2 G3 G4"  # no T: tunnels
    )
    assert ours == expected.split()
    assert {case["kind"] for case in CASES} == {
        "pay", "longest", "tunnel", "final_round", "tiebreak", "score",
    }  # fmt: skip


def cards_of(given: dict[str, int]) -> dict[str, int]:
    return {LOCO if color == "loco" else color: number for color, number in given.items()}


@cases("pay")
def test_payments(case: dict[str, Any]) -> None:
    """P1-P8: the complete set of payments offered, and each takes just these cards."""
    given = case["given"]
    game = ttr.Game(players=2)
    a, b, color, length = given["route"]
    route = find_route(game.map, a, b, color)
    assert game.map.routes[route].length == length
    owned: list[int] = []
    if "trains" in given:
        lanes = game.map.find_routes(a, b)
        owned = routes_with_spaces(game.map, 45 - given["trains"], lanes)
    state = position(game, hands={0: cards_of(given["hand"])}, routes={0: owned})
    assert state.to_dict()["players"][0]["trains"] == given.get("trains", 45)
    expected = [cards_of(payment) for payment in case["expect"]["payments"]]
    assert payments(state, route) == sorted(expected, key=sorted_items)
    for action, paid in claims(state, route).items():
        after = state.clone()
        after.apply_action(action)
        left = {c: n - paid.get(c, 0) for c, n in cards_of(given["hand"]).items()}
        assert hand(after, 0) == nonzero(left)


@cases("longest")
def test_longest_trail(case: dict[str, Any]) -> None:
    """L1-L5, by the score sheet, by the trail itself and by the solver for any graph."""
    game = ttr.Game(players=2)
    owned = numbers_of(game.map, case["given"]["routes"])
    expected = case["expect"]["longest"]
    state = position(game, routes={0: owned})
    assert [line.longest for line in state.score_sheet()] == [expected, 0]
    length, trail = state.longest_trail(0)
    assert length == expected == sum(game.map.routes[r].length for r in trail)
    assert set(trail) <= set(owned)
    assert len(set(trail)) == len(trail)
    routes = [game.map.routes[r] for r in owned]
    edges = [(game.map.city_index(r.a), game.map.city_index(r.b)) for r in routes]
    assert ttr.longest_trail(edges, [r.length for r in routes]).length == expected


@cases("final_round")
def test_final_round(case: dict[str, Any]) -> None:
    """E1-E3: seats still to move after the turn that left its player 2 trains."""
    n, trigger = case["given"]["n"], case["given"]["trigger_seat"]
    game = ttr.Game(players=n)
    route = find_route(game.map, "Dallas", "Oklahoma City")  # two spaces
    owned = routes_with_spaces(game.map, 41, game.map.find_routes("Dallas", "Oklahoma City"))
    state = open_position(game, seat=trigger, hands={trigger: {LOCO: 2}}, routes={trigger: owned})
    (action,) = claims(state, route)
    state.apply_action(action)
    assert state.to_dict()["players"][trigger]["trains"] == 2
    assert state.to_dict()["final_turns_left"] == n
    seats = []
    rng = random.Random(case["id"])
    while not state.is_terminal():
        if state.phase() == "choose_action":
            seats.append(state.current_player())
        play(state, rng, 1)
    assert seats == case["expect"]["remaining_turns"]


@cases("tiebreak")
def test_tiebreak(case: dict[str, Any]) -> None:
    """B1-B3: winners from final rows. B3 asks for the online edition's third key."""
    rules = ttr.Rules()
    if case["id"] == "B3":
        rules = rules.replace(tie_break=("completed_tickets", "longest_trail"))
    rows = [
        {key: row[key] for key in ("total", "completed", "longest")}
        | {"holds_bonus": row["holds_card"]}
        for row in case["given"]["players"].values()
    ]
    ranks = rules.ranks(rows)
    names = list(case["given"]["players"])
    assert [name for name, rank in zip(names, ranks, strict=True) if rank == 1] == (
        case["expect"]["winners"]
    )


@cases("score")
def test_score_sheet(case: dict[str, Any]) -> None:
    """G1-G4, on the printed map with the tickets of the case before the printed ones."""
    given, n = case["given"], case["given"]["n"]
    seats = dict(zip(LETTERS[:n], range(n), strict=True))
    usa = ttr.Map.builtin("usa")
    tickets: list[ttr.map.Ticket] = []
    held: dict[int, list[int]] = {}
    for name, listed in given["tickets"].items():
        held[seats[name]] = list(range(len(tickets), len(tickets) + len(listed)))
        tickets += [ttr.map.Ticket(*entry) for entry in listed]
    game = ttr.Game(usa.replace(tickets=[*tickets, *usa.tickets]), players=n)
    claimed = [entry for name in seats for entry in given["claimed"][name]]
    numbers = iter(numbers_of(usa, claimed))
    routes = {seats[name]: [next(numbers) for _ in given["claimed"][name]] for name in seats}
    state = position(game, routes=routes, tickets=held, face_up=PLAIN_ROW, rest="deck")
    sheet = state.score_sheet()
    for name, expected in case["expect"]["players"].items():
        line = sheet[seats[name]]
        got = {key: getattr(line, key) for key in expected if key != "trains_left"}
        got["trains_left"] = state.to_dict()["players"][seats[name]]["trains"]
        assert got == expected, name
