"""The data cases of tests/data/rules_cases.jsonl, of all editions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders import (
    LOCO,
    PLAIN_ROW,
    claim,
    claims,
    counts,
    find_route,
    hand,
    legal_kinds,
    nonzero,
    numbers_of,
    open_position,
    payments,
    play,
    position,
    routes_with_spaces,
    sorted_items,
    tunnel_payments,
)

import ttr_fast as ttr

FILE = Path(__file__).parent / "data" / "rules_cases.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
LETTERS = "ABCDE"
PRESETS = {"USA": "usa", "EUR": "europe", "ONL": "online"}


def cases(kind: str) -> Any:
    chosen = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def game_of(case: dict[str, Any], players: int = 2) -> ttr.Game:
    """The game of a case: its map, and its edition or else that of the map."""
    given = case["given"]
    edition = given.get("edition")
    rules = PRESETS[edition] if edition else None
    return ttr.Game(given.get("map", "USA").lower(), players, rules, first_seat=0)


def test_the_cases_are_all_there() -> None:
    expected = (
        "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 L1 L2 L3 L4 L5 T1 T2 T3 T4 T5 E1 E2 E3"
        " B1 B2 B3 B4 G1 G2 G3 G4 G5 G6 G7"
    )
    assert [case["id"] for case in CASES] == expected.split()
    assert {case["kind"] for case in CASES} == {
        "pay", "longest", "tunnel", "final_round", "tiebreak", "score",
    }  # fmt: skip


def cards_of(given: dict[str, int]) -> dict[str, int]:
    return {LOCO if color == "loco" else color: number for color, number in given.items()}


@cases("pay")
def test_payments(case: dict[str, Any]) -> None:
    """P1-P12: the complete set of payments offered, and each takes just these cards."""
    given = case["given"]
    game = game_of(case)
    a, b, color, length = given["route"]
    route = find_route(game.map, a, b, color)
    assert game.map.routes[route].length == length
    if game.rules.ferries:
        assert game.map.routes[route].ferry_locomotives == given["ferry"]
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


def turning_up(cards: list[str]) -> Iterator[dict[str, Any]]:
    """What a position needs so that just these cards are turned up for a tunnel.

    The deck is all of them and no other; the next card of the game is not known, but the order in
    which three cards are turned up does not matter.
    """
    for rest in ({}, {"white": 1}):  # the discards come back when the deck is out, or not
        yield {"deck": Counter(cards), "discard": rest, "face_up": PLAIN_ROW}


@cases("tunnel")
def test_tunnel(case: dict[str, Any]) -> None:
    """T1-T5: the surcharge, all ways to pay it, and what each way and the refusal lead to."""
    given, expect = case["given"], case["expect"]
    game = game_of(case)
    a, b, color, length = given["route"]
    route = find_route(game.map, a, b, color)
    assert (game.map.routes[route].length, game.map.routes[route].tunnel) == (length, True)
    held, played = cards_of(given["hand"]), cards_of(given["played"])
    laid_color = next((c for c in played if c != LOCO), None)
    turned = [LOCO if card == "loco" else card for card in given["revealed"]]
    for piles in turning_up(turned):
        state = claim(position(game, hands={0: held}, **piles), route, **played)
        pending = state.to_dict()["pending_tunnel"]
        if expect["extra"] == 0:
            assert (pending, state.current_player()) == (None, 1)
            assert state.to_dict()["players"][0]["routes"] == [route]
            continue
        assert (state.phase(), state.current_player()) == ("pay_tunnel", 0)
        assert pending == {
            "route": route, "color": laid_color, "locomotives": played.get(LOCO, 0),
            "turned": pending["turned"], "extra": expect["extra"],
        }  # fmt: skip
        assert Counter(pending["turned"]) == Counter(turned)
        ways = [cards_of(way) for way in expect["extra_payments"]]
        assert tunnel_payments(state) == {
            (sum(way.values()) - way.get(LOCO, 0), way.get(LOCO, 0)) for way in ways
        }
        assert legal_kinds(state) == {"decline_tunnel"} | ({"pay_tunnel"} if ways else set())
        for action in state.legal_actions():
            info = game.action_info(action)
            after = state.clone()
            after.apply_action(action)
            assert (after.phase(), after.current_player()) == ("choose_action", 1)
            d = after.to_dict()
            assert d["pending_tunnel"] is None
            if info.kind == "decline_tunnel":
                assert hand(after, 0) == held
                assert d["players"][0]["routes"] == []
                assert d["players"][0]["known_hand"] == counts(played)
                continue
            paid = Counter(played) + Counter({laid_color: info.cards, LOCO: info.locomotives})
            assert hand(after, 0) == nonzero({c: n - paid[c] for c, n in held.items()})
            assert d["players"][0]["routes"] == [route]
            assert d["players"][0]["trains"] == 45 - length  # R69


@cases("longest")
def test_longest_trail(case: dict[str, Any]) -> None:
    """L1-L5, by the score sheet, by the trail itself and by the solver for any graph."""
    game = game_of(case)
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
    """B1-B4: winners from final rows, by the keys of the edition."""
    rules = ttr.Rules.preset(PRESETS[case["given"]["edition"]])
    rows = [
        {"holds_bonus" if key == "holds_card" else key: value for key, value in row.items()}
        for row in case["given"]["players"].values()
    ]
    ranks = rules.ranks(rows)
    players = list(case["given"]["players"])
    assert [name for name, rank in zip(players, ranks, strict=True) if rank == 1] == (
        case["expect"]["winners"]
    )


@cases("score")
def test_score_sheet(case: dict[str, Any]) -> None:
    """G1-G7, on the map of the edition with the tickets of the case before the printed ones."""
    given, n = case["given"], case["given"]["n"]
    seats = dict(zip(LETTERS[:n], range(n), strict=True))
    board = game_of(case, n).map
    tickets: list[ttr.map.Ticket] = []
    held: dict[int, list[int]] = {}
    for name, listed in given["tickets"].items():
        held[seats[name]] = list(range(len(tickets), len(tickets) + len(listed)))
        tickets += [ttr.map.Ticket(*entry) for entry in listed]
    printed = [ticket._replace(decks=("base",)) for ticket in board.tickets]
    rules = PRESETS[given["edition"]]
    game = ttr.Game(board.replace(tickets=[*tickets, *printed]), players=n, rules=rules)
    claimed = [entry for name in seats for entry in given["claimed"][name]]
    numbers = iter(numbers_of(board, claimed))
    routes = {seats[name]: [next(numbers) for _ in given["claimed"][name]] for name in seats}
    stations = {seats[name]: listed for name, listed in given.get("stations", {}).items()}
    state = position(
        game, routes=routes, tickets=held, stations=stations, face_up=PLAIN_ROW, rest="deck"
    )
    sheet = state.score_sheet()
    for name, expected in case["expect"]["players"].items():
        line = sheet[seats[name]]
        got = {key: getattr(line, key) for key in expected if key != "trains_left"}
        if "trains_left" in expected:
            got["trains_left"] = state.to_dict()["players"][seats[name]]["trains"]
        assert got == expected, name
