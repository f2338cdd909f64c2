"""Which games the differential test plays: their kinds, maps and rules. No engine here.

A job has a number; all else follows from it, its kind by the remainder.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from differential_policies import POLICIES
from reference import PRESETS, OracleError, OracleGame
from reference.board import Board
from reference.cards import COLORS

Facts = dict[str, Any]


def facts_of(name: str) -> Facts:
    """What is known of a built-in map, from a source that is not the project's map file."""
    path = Path(__file__).parent / "data" / f"{name}_facts.json"
    return json.loads(path.read_text(encoding="utf-8"))


BUILTIN = {name: facts_of(name) for name in ("usa", "europe", "iran")}
DECKS = {
    "usa": ("base", "1910", "mega", "big_cities"),
    "europe": ("base", "expanded", "mega", "big_cities"),
    "iran": ("base",),
}

LEFT_OUT = "left out"  # an argument that is not given

# Kinds of jobs: map, decks, preset.
PRINTED: dict[str, tuple[str, tuple[str, ...], str]] = {
    "usa": ("usa", ("base",), "usa"),
    "usa-decks": ("usa", DECKS["usa"][1:], "usa"),
    "europe": ("europe", ("base",), "europe"),
    "europe-decks": ("europe", DECKS["europe"][1:], "europe"),
    "europe-online": ("europe", ("base",), "online"),
    "iran": ("iran", ("base",), "online"),
}
KINDS = (*PRINTED, "rules", "maps")  # rules: other rules on built-in maps; maps: random ones
# Jobs in which something comes up that is seldom seen: the pass of one who resigned, a last turn
# that ends by resigning, a shared win, a tunnel on a ferry.
RARE = (271, 191, 319, 895)


@dataclass(frozen=True)
class Job:
    """A game to be played; everything follows from the number."""

    number: int
    kind: str
    players: int
    first_seat: int | str | None
    seed: int
    index: int
    policies: tuple[str, ...]  # one per seat
    resign_rate: float  # how likely it is before a ply that somebody resigns
    map_data: Facts
    deck: str
    preset: str
    options: dict[str, Any]  # rules other than those of the preset

    def rules(self) -> dict[str, Any]:
        return {**PRESETS[self.preset], **self.options}

    def oracle_game(self) -> OracleGame:
        return OracleGame(self.map_data, self.rules(), self.players, self.deck)


def job(number: int) -> Job:
    rng = random.Random(number)
    kind = KINDS[number % len(KINDS)]
    players = rng.randint(2, 5)
    first_seat = rng.choice([LEFT_OUT, None, *range(players)])
    seed = rng.getrandbits(64)
    index = rng.choice([0, 1, rng.getrandbits(64)])
    names = [*POLICIES, "patient", "patient", "build_stations"]  # these lead to more than others
    if rng.random() < 0.7:
        policies = (rng.choice(names),) * players
    else:
        policies = tuple(rng.choices(names, k=players))
    # With two players a resignation is the end.
    resign_rate = rng.choice([0, 0, 0.003, 0.01, 0.1] if players > 2 else [*[0] * 9, 0.01])
    options: dict[str, Any] = {}
    if kind in PRINTED:
        name, decks, preset = PRINTED[kind]
        map_data, deck = BUILTIN[name], rng.choice(decks)
    else:
        if kind == "maps":
            map_data = random_map(rng, players)
            deck = rng.choice(["base", "base", "other"])
        else:
            name = rng.choice(list(BUILTIN))
            map_data, deck = BUILTIN[name], rng.choice(DECKS[name])
        preset = rng.choice(["usa", "europe", "europe", "online"])
        options = random_rules(rng, players, Board(map_data, deck), preset)
    return Job(
        number,
        kind,
        players,
        first_seat,
        seed,
        index,
        policies,
        resign_rate,
        map_data,
        deck,
        preset,
        options,
    )


# ---- rules --------------------------------------------------------------------------------


def random_rules(rng: random.Random, players: int, board: Board, preset: str) -> dict[str, Any]:
    """Values for some of the options, all together making a game."""
    longs = sum(ticket.get("long", False) for ticket in board.tickets)
    most_dealt = min(6, (len(board.tickets) - longs) // players)
    most_long = longs // players if longs else 6
    keys = ["completed_tickets", "longest_trail_bonus", "longest_trail", "fewest_stations"]
    options: dict[str, Any] = {
        "trains_per_player": rng.choice([1, 2, 3, 5, 8, 12, 20, 30, 45, 60]),
        "initial_cards": rng.randint(0, 12),
        "face_up_size": rng.randint(0, 8),
        "reset_locomotives": rng.randint(0, 8),
        "max_row_resets": rng.choice([0, 1, 2, 3, 20, 1000]),
        "longest_trail_bonus": rng.choice([0, 1, 10, 1000]),
        "final_round_threshold": rng.choice([0, 1, 2, 3, 5, 10, 44]),
        "max_turns": rng.choice([1, 7, 40, 150, 1000, 30000]),
        "initial_tickets_dealt": rng.randint(1, most_dealt),
        "initial_long_tickets_dealt": rng.randint(0, 3),
        "initial_tickets_keep_min": rng.randint(1, 6),
        "initial_tickets_return": rng.choice(["bottom", "out"]),
        "long_tickets": rng.choice(["apart", "mixed"]),
        "tickets_drawn": rng.randint(1, 6),
        "tickets_keep_min": rng.randint(1, 6),
        "ticket_value": rng.choice(["printed", "shortest"]),
        "second_track_min_players": rng.randint(1, 6),
        "payments": rng.choice(["all", "fewest_locomotives"]),
        "route_points": [rng.randint(0, 30) for _ in range(12)],
        "ferries": rng.choice([False, True]),
        "tunnels": rng.choice([False, True]),
        "tunnel_cards": rng.randint(0, 6),
        "stations_per_player": rng.choice([0, 1, 2, 3, 3, 4, 5]),
        "station_costs": [rng.randint(1, 6) for _ in range(5)],
        "station_value": rng.choice([0, 1, 4, 10, 1000]),
        "first_seat": rng.choice(["given", "seed"]),
        "tie_break": rng.sample(keys, rng.randint(0, 4)),
    }
    share = rng.choice([0.1, 0.5])
    options = {name: value for name, value in options.items() if rng.random() < share}
    if preset == "online" or options.get("ticket_value") == "shortest":
        options["ticket_value"] = "shortest" if tickets_are_joined(board) else "printed"
    if max(route["length"] for route in board.routes) > 8:
        options.setdefault("route_points", list(range(1, 13)))
    make_consistent(options, PRESETS[preset], most_dealt, most_long)
    return options


def make_consistent(
    options: dict[str, Any], preset: dict[str, Any], most_dealt: int, most_long: int
) -> None:
    """Lowers the values that contradict others."""
    rules = {**preset, **options}
    stations = len(rules["station_costs"])

    def limit(name: str, most: int) -> None:
        if rules[name] > most:
            rules[name] = options[name] = most

    limit("stations_per_player", stations)
    limit("initial_tickets_dealt", most_dealt)
    limit("initial_long_tickets_dealt", min(most_long, 6 - rules["initial_tickets_dealt"]))
    limit("final_round_threshold", rules["trains_per_player"] - 1)
    limit("initial_tickets_keep_min", rules["initial_tickets_dealt"])
    limit("tickets_keep_min", rules["tickets_drawn"])


def tickets_are_joined(board: Board) -> bool:
    try:
        for ticket in range(len(board.tickets)):
            board.ticket_value(ticket, "shortest")
    except OracleError:
        return False
    return True


# ---- maps ---------------------------------------------------------------------------------


def random_map(rng: random.Random, players: int) -> Facts:
    """2 to 60 cities, 1 to 200 routes, up to five parallel ones, and separate parts among them."""
    size = rng.choice([2, 5, 9, 20, 35, 60, 60])
    cities = [f"City {number}" for number in range(rng.randint(2, size))]
    number_of_routes = min(200, rng.randint(1, rng.choice([2, 4, 8]) * len(cities)))
    share = rng.choice([0, 0.2, 0.5])  # of ferries, and of tunnels
    lengths = rng.choice([[1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]])
    routes: list[dict[str, Any]] = []
    while len(routes) < number_of_routes:
        a, b = rng.sample(cities, 2)
        length = rng.choice(lengths)
        lanes = rng.choice([1, 1, 1, 1, 1, 2, 2, 3, 4, 5])
        between = sum({route["a"], route["b"]} == {a, b} for route in routes)
        if between and rng.random() < 0.9:
            continue
        for _ in range(min(lanes, 5 - between, 200 - len(routes))):
            routes.append(random_route(rng, a, b, length, share))
        if between == 5 or len(cities) == 2:
            break
    tickets = [random_ticket(rng, cities, False) for _ in range(rng.randint(3 * players, 60))]
    if rng.random() < 0.6:
        tickets += [random_ticket(rng, cities, True) for _ in range(rng.randint(players, 15))]
    rng.shuffle(tickets)
    # Another deck that has as many tickets as the first one, with some others in it.
    other = [dict(ticket, decks=["other"], points=ticket["points"] + 1) for ticket in tickets]
    for number, ticket in enumerate(tickets):
        if rng.random() < 0.5:
            ticket["decks"] = ["base", "other"]
            other[number] = {}
        elif rng.random() < 0.5:
            ticket["decks"] = ["base"]
    tickets += [ticket for ticket in other if ticket]
    return {"name": "random", "cities": cities, "routes": routes, "tickets": tickets}


def random_route(rng: random.Random, a: str, b: str, length: int, share: float) -> dict[str, Any]:
    color = rng.choice([*COLORS, *["gray"] * 4])
    route = {"a": a, "b": b, "length": length, "color": color}
    if rng.random() < share:
        route["ferry_locomotives"] = rng.randint(1, min(3, length))
    if rng.random() < share:
        route["tunnel"] = True
    return route


def random_ticket(rng: random.Random, cities: list[str], is_long: bool) -> dict[str, Any]:
    a, b = rng.sample(cities, 2)
    ticket = {"a": a, "b": b, "points": rng.randint(0, 25)}
    return {**ticket, "long": True} if is_long else ticket
