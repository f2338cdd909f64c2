"""Whole games of the oracle alone, of every edition: what must hold at every ply and at the end."""

import json
import random
from typing import Any

import pytest

from . import OracleGame, OracleState
from .cards import ALL_CARDS, all_110_cards
from .helpers import (
    EUROPE,
    IRAN,
    USA,
    apply_with_random_cards,
    new_game,
    random_deal,
    total_cards,
)
from .tickets import long_tickets

EDITIONS = [(USA, "usa"), (EUROPE, "europe"), (EUROPE, "online"), (IRAN, "online")]
EDITION_IDS = ["usa", "europe", "europe-online", "iran-online"]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize(("facts", "preset"), EDITIONS, ids=EDITION_IDS)
def test_random_games(facts: dict[str, Any], preset: str, num_players: int) -> None:
    game = new_game(num_players, facts, preset)
    for number in range(8):
        rng = random.Random(1000 * num_players + number)
        state = random_deal(game, rng, rng.randrange(num_players))
        # Every third game is played by people who rarely build, so that cards run out. In every
        # fourth one somebody may leave.
        play_and_check(state, rng, loves_cards=number % 3 == 0, leave=number % 4 == 3)
        check_end(state)


def play_and_check(
    state: OracleState, rng: random.Random, loves_cards: bool, leave: bool = False
) -> None:
    number_that_triggers = state.game.rules["final_round_threshold"]
    moved_in_final_round: list[int] = []
    while not state.is_terminal():
        assert state.ply < 5000
        seat, turn = state.current_player(), state.turn
        was_final = state.last_turns is not None
        if leave and rng.random() < 0.005:
            state.resign(rng.choice(state.active_seats()))
        else:
            apply_with_random_cards(state, choose(state, rng, loves_cards), rng)
        check_position(state)
        if state.turn > turn and was_final:
            moved_in_final_round.append(seat)
    if state.last_turns == [] and not any(player.resigned for player in state.players):
        assert sorted(moved_in_final_round) == list(range(state.game.num_players))  # R82
        assert state.players[moved_in_final_round[-1]].trains <= number_that_triggers


def check_end(state: OracleState) -> None:
    d = state.to_dict()
    assert d["current_player"] == -4
    active = state.active_seats()
    assert state.last_turns == [] or len(active) == 1 or state.passed  # R19, R82, Q08
    sheet = state.score_sheet()
    for row, player in zip(sheet, d["players"], strict=True):
        assert row["routes"] == player["route_points"]  # R85
        assert row["total"] == row["routes"] + row["tickets"] + row["bonus"] + row["stations"]
        assert row["completed"] + row["failed"] == len(player["tickets"])
        assert not (player["resigned"] and row["bonus"])  # R94
    best_total = max(sheet[seat]["total"] for seat in active)
    best = [seat for seat in active if sheet[seat]["total"] == best_total]
    assert set(state.winners()) <= set(best)


def choose(state: OracleState, rng: random.Random, loves_cards: bool) -> tuple:
    actions = sorted(state.legal_actions(), key=str)
    assert actions
    assert ("pass",) not in actions or actions == [("pass",)]
    draws = [action for action in actions if action[0] in ("draw_deck", "draw_face_up")]
    claims = [action for action in actions if action[0] in ("claim", "pay_tunnel")]
    if loves_cards and draws and rng.random() < 0.9:
        return rng.choice(draws)
    if claims and rng.random() < 0.7:
        return rng.choice(claims)
    kind = rng.choice(sorted({action[0] for action in actions}))
    return rng.choice([action for action in actions if action[0] == kind])


def check_position(state: OracleState) -> None:
    d, board, rules = state.to_dict(), state.game.board, state.game.rules
    assert total_cards(state) == all_110_cards()  # R02
    assert all(min(player["hand"].values()) >= 0 for player in d["players"])
    tickets = list(d["ticket_deck"])
    built, stations = [], []
    for player in d["players"]:
        tickets += player["tickets"] + player["offered_tickets"]
        built += player["routes"]
        stations += player["station_cities"]
        lengths = [board.routes[route]["length"] for route in player["routes"]]
        assert player["trains"] == 45 - sum(lengths) >= 0  # R37
        built_stations = len(player["station_cities"])
        assert player["stations_left"] == rules["stations_per_player"] - built_stations >= 0
        ends = [frozenset((board.routes[r]["a"], board.routes[r]["b"])) for r in player["routes"]]
        assert len(set(ends)) == len(ends)  # R44
        for card in ALL_CARDS:
            assert 0 <= player["known_hand"][card] <= player["hand"][card]
    assert len(set(tickets)) == len(tickets)
    assert not set(long_tickets(board, rules)) & set(d["ticket_deck"])  # R11
    if rules["initial_tickets_return"] == "bottom":
        regular = set(range(len(board.tickets))) - set(long_tickets(board, rules))
        assert set(tickets) == regular  # F15; R09: no long ones
    assert len(set(built)) == len(built)  # R41
    assert len(set(stations)) == len(stations)  # R72
    deck_size, discard_size = sum(d["deck"].values()), sum(d["discard"].values())
    assert deck_size > 0 or discard_size == 0  # Q02
    assert None not in d["face_up"] or deck_size == 0  # Q02
    if state.last_turns is not None and not state.is_terminal():
        assert (
            state.last_turns
            == state.active_seats_from(state.current_player())[: len(state.last_turns)]
        )
    assert (d["phase"] == "pay_tunnel") == (d["pending_tunnel"] is not None) or state.is_terminal()


@pytest.mark.parametrize("preset", ["usa", "europe"])
def test_from_dict_goes_on_like_the_original(preset: str) -> None:
    game: OracleGame = new_game(3, {"usa": USA, "europe": EUROPE}[preset])
    for number in range(5):
        rng = random.Random(number)
        state = random_deal(game, rng)
        while not state.is_terminal():
            d = state.to_dict()
            again = game.from_dict(json.loads(json.dumps(d)))
            assert again.to_dict() == d
            assert again.legal_actions() == state.legal_actions()
            apply_with_random_cards(state, choose(state, rng, False), rng)
