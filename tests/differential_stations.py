"""Lent routes in many late positions: the engine's choice against every choice there is (R76).

Whole games lend few routes that matter. Here the routes, stations and tickets of random positions
are dealt out at will, on the board of Europe and on small made-up ones.

    python tests/differential_stations.py --positions 20000
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

from differential_jobs import BUILTIN, Facts
from differential_pair import Difference, compare_tickets, require_equal
from reference import EUROPE_RULES, OracleGame, scoring
from reference.cards import COLORS

import ttr_fast as ttr

STATIONS = 3


def small_map(rng: random.Random) -> Facts:
    """Few cities and many short routes, so that lent routes often meet."""
    cities = [f"City {number}" for number in range(rng.randint(4, 12))]
    pairs = [rng.sample(cities, 2) for _ in range(rng.randint(len(cities), 3 * len(cities)))]
    routes = [
        {"a": a, "b": b, "length": 1, "color": rng.choice([*COLORS, "gray"])} for a, b in pairs
    ]
    ends = [rng.sample(cities, 2) for _ in range(30)]
    tickets = [{"a": a, "b": b, "points": rng.randint(0, 12)} for a, b in ends]
    return {"name": "small", "cities": cities, "routes": routes, "tickets": tickets}


def random_position(rng: random.Random) -> tuple[ttr.Game, OracleGame, dict[str, Any]]:
    """A game on both sides, and a position of it with routes, stations and tickets at random."""
    players = rng.randint(2, 5)
    if rng.random() < 0.5:
        facts, board = BUILTIN["europe"], ttr.Map.builtin("europe")
    else:
        facts = small_map(rng)
        cities = [{"name": name} for name in facts["cities"]]
        board = ttr.Map.from_dict({"format": 1, **facts, "cities": cities})
    stations = rng.choice([1, 2, STATIONS, STATIONS, 4])
    changes = {"stations_per_player": stations, "station_costs": [1] * stations}
    rules = ttr.Rules.preset("europe").replace(**changes)
    oracle_game = OracleGame(facts, {**EUROPE_RULES, **changes}, players)
    game = ttr.Game(board, players, rules, first_seat=0)
    state = game.new_initial_state(rng.getrandbits(64))
    while state.phase() == "choose_initial_tickets":
        state.apply_action(state.legal_actions()[-1])
    d = state.to_dict()
    del d["memory"]  # of another position
    deal_routes(rng, oracle_game, d)
    cities_left = rng.sample(range(len(facts["cities"])), len(facts["cities"]))
    tickets_left = [*d["ticket_deck"], *(t for p in d["players"] for t in p["tickets"])]
    rng.shuffle(tickets_left)
    for player in d["players"]:
        number = min(rng.randint(0, stations), len(cities_left))
        player["station_cities"] = [cities_left.pop() for _ in range(number)]
        player["stations_left"] = stations - number
        number = min(rng.randint(0, 12), len(tickets_left) // 2)
        player["tickets"] = sorted(tickets_left.pop() for _ in range(number))
    longs = {n for n, ticket in enumerate(oracle_game.board.tickets) if ticket.get("long")}
    d["ticket_deck"] = [ticket for ticket in tickets_left if ticket not in longs]
    d["unseen_tickets"] = 0
    return game, oracle_game, d


def deal_routes(rng: random.Random, oracle_game: OracleGame, d: dict[str, Any]) -> None:
    """Routes go to seats as the rules about parallel ones and trains allow."""
    board, rules = oracle_game.board, oracle_game.rules
    owner: dict[int, int] = {}
    share = rng.uniform(0.1, 1)
    for route in rng.sample(range(len(board.routes)), len(board.routes)):
        seat = rng.randrange(oracle_game.num_players)
        player = d["players"][seat]
        twin_owners = [owner[twin] for twin in board.twins[route] if twin in owner]
        one_track = oracle_game.num_players < rules["second_track_min_players"]
        if rng.random() > share or seat in twin_owners or (twin_owners and one_track):
            continue
        length = board.routes[route]["length"]
        if player["trains"] - length <= rules["final_round_threshold"]:
            continue
        owner[route] = seat
        player["trains"] -= length
        player["routes"] = sorted([*player["routes"], route])
    for player in d["players"]:
        player["route_points"] = scoring.route_points(board, player["routes"], rules)


def compare_position(number: int) -> int:
    """Compares the tickets of all seats. Returns how many routes the engine lends."""
    game, oracle_game, d = random_position(random.Random(number))
    state, oracle = game.state_from_dict(d), oracle_game.from_dict(d)
    lent = 0
    sheet = state.score_sheet()
    for seat in range(game.num_players):
        points, completed = scoring.tickets_of(
            oracle_game.board, oracle_game.rules, oracle.players, seat
        )
        try:
            require_equal(
                (sheet[seat].tickets, sheet[seat].completed), (points, completed), "tickets"
            )
            compare_tickets(state, oracle, seat, {"tickets": points, "completed": completed})
        except Difference as error:
            raise Difference(f"position {number}, seat {seat}: {error}") from None
        lent += sum(route is not None for _, route in state.borrowed_routes(seat))
    return lent


def compare_positions(numbers: range) -> tuple[int, list[str]]:
    """How many routes the engine lends in all, and what differs."""
    lent, differences = 0, []
    for number in numbers:
        try:
            lent += compare_position(number)
        except Difference as error:
            differences.append(str(error))
    return lent, differences


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    options = parser.parse_args(arguments)
    last = options.first + options.positions
    lent, differences = compare_positions(range(options.first, last))
    print(f"positions    {options.positions:,}")
    print(f"routes lent  {lent:,}")
    print(f"differences  {len(differences)}")
    for text in differences[:20]:
        print(text)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
