"""Positions and games for the tests of the oracle."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import PRESETS, CardsMissingError, OracleGame, OracleState
from .cards import ALL_CARDS, LOCOMOTIVE, all_110_cards, no_cards
from .tickets import long_tickets

DATA = Path(__file__).resolve().parent.parent / "data"


def facts_of(name: str) -> dict[str, Any]:
    return json.loads((DATA / f"{name}_facts.json").read_text(encoding="utf-8"))


USA, EUROPE, IRAN = facts_of("usa"), facts_of("europe"), facts_of("iran")
CASES = [json.loads(line) for line in (DATA / "rules_cases.jsonl").read_text("utf-8").splitlines()]
MAPS = {"USA": USA, "Europe": EUROPE}
EDITIONS = {"USA": "usa", "EUR": "europe", "ONL": "online"}


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def map_of_case(case: dict[str, Any]) -> dict[str, Any]:
    return MAPS[case["given"].get("map", "USA")]


def game_of_case(
    case: dict[str, Any], map_data: dict[str, Any] | None = None, **rules: Any
) -> OracleGame:
    """The edition of the case, or that of its map if it names none."""
    facts = map_data or map_of_case(case)
    edition = case["given"].get("edition")
    preset = EDITIONS[edition] if edition else facts["edition"]
    return new_game(case["given"].get("n", 2), facts, preset, **rules)


def new_game(
    num_players: int,
    map_data: dict[str, Any] = USA,
    preset: str | None = None,
    deck: str = "base",
    **rules: Any,
) -> OracleGame:
    """On the map of an edition, with its rules or those of another one."""
    printed = PRESETS[preset or map_data.get("edition", "usa")]
    return OracleGame(map_data, {**printed, **rules}, num_players, deck)


def counts(cards: list[str]) -> dict[str, int]:
    return {**no_cards(), **Counter(cards)}


def position(
    game: OracleGame,
    face_up: list[str] | None = None,
    deck: list[str] | None = None,
    discard: list[str] | None = None,
    hands: dict[int, list[str]] | None = None,
    trains: dict[int, int] | None = None,
    routes: dict[int, list[int]] | None = None,
    tickets: dict[int, list[int]] | None = None,
    ticket_deck: list[int] | None = None,
    stations: dict[int, list[str]] | None = None,
    resigned: tuple[int, ...] = (),
    seat: int = 0,
    **fields: Any,
) -> OracleState:
    """A position at the start of a turn. The last seat holds all cards not named.

    stations: the cities, by name. fields: what else State.to_dict has, other than here.
    """
    hands = {other: counts(cards) for other, cards in (hands or {}).items()}
    piles = [counts(face_up or []), counts(deck or []), counts(discard or []), *hands.values()]
    rest = all_110_cards()
    for pile in piles:
        rest = {card: rest[card] - pile[card] for card in ALL_CARDS}
    assert min(rest.values()) >= 0
    last = game.num_players - 1
    hands.setdefault(last, no_cards())
    hands[last] = {card: hands[last][card] + rest[card] for card in ALL_CARDS}

    players = []
    for player in range(game.num_players):
        own_routes = (routes or {}).get(player, [])
        built = sum(game.board.routes[route]["length"] for route in own_routes)
        players.append(
            {
                "hand": hands.get(player, no_cards()),
                "known_hand": no_cards(),
                "trains": (trains or {}).get(player, 45 - built),
                "tickets": (tickets or {}).get(player, []),
                "offered_tickets": [],
                "routes": own_routes,
                "station_cities": [city_number(game, c) for c in (stations or {}).get(player, [])],
                "resigned": player in resigned,
            }
        )
    return game.from_dict(
        {
            "turn": 10,
            "ply": 20,
            "current_player": seat,
            "phase": "choose_action",
            "deck": counts(deck or []),
            "discard": counts(discard or []),
            "face_up": face_up or [],
            "ticket_deck": ticket_deck or [],
            "final_turns_left": None,
            "consecutive_passes": 0,
            "players": players,
            **fields,
        }
    )


def city_number(game: OracleGame, city: str) -> int:
    return game.board.cities.index(city_name(city))


def city_name(city: str) -> str:
    """The name on the board."""
    for facts in (USA, EUROPE):
        city = facts["aliases"].get(city, city)
    return city


def find_route(
    city: str, other: str, color: str, length: int, taken: list[int], facts: dict[str, Any] = USA
) -> int:
    """The first such route of the map that is not among those taken."""
    ends = {city_name(city), city_name(other)}
    for route, entry in enumerate(facts["routes"]):
        same = ({entry["a"], entry["b"]}, entry["color"], entry["length"]) == (ends, color, length)
        if same and route not in taken:
            return route
    raise AssertionError(f"no such route: {city}, {other}, {color}, {length}")


def route_numbers(listed: list[list[Any]], facts: dict[str, Any] = USA) -> list[int]:
    taken: list[int] = []
    for entry in listed:
        taken.append(find_route(*entry, taken, facts))
    return taken


def hand(state: OracleState, seat: int) -> dict[str, int]:
    """The cards a seat holds, without the zeros."""
    held = state.to_dict()["players"][seat]["hand"]
    return {card: number for card, number in held.items() if number > 0}


def in_pile(state: OracleState, pile: str) -> dict[str, int]:
    return {card: number for card, number in state.to_dict()[pile].items() if number > 0}


def claims_of(state: OracleState, route: int) -> set[tuple]:
    return {action for action in state.legal_actions() if action[:2] == ("claim", route)}


def full_names(short: dict[str, int]) -> dict[str, int]:
    """The cards of a data case, which says "loco" for short."""
    return {LOCOMOTIVE if card == "loco" else card: number for card, number in short.items()}


def as_list(held: dict[str, int]) -> list[str]:
    return [card for card, number in held.items() for _ in range(number)]


def kinds(state: OracleState) -> set[str]:
    return {action[0] for action in state.legal_actions()}


def total_cards(state: OracleState) -> dict[str, int]:
    """R02, Q12: what hands, row, deck, discards and a pending tunnel hold together."""
    d = state.to_dict()
    row = counts([card for card in d["face_up"] if card is not None])
    laid = no_cards() if state.pending_tunnel is None else state.pending_tunnel.laid
    piles = [d["deck"], d["discard"], row, laid, *(player["hand"] for player in d["players"])]
    return {card: sum(pile[card] for pile in piles) for card in ALL_CARDS}


def apply_with_random_cards(state: OracleState, action: tuple, rng: random.Random) -> None:
    """Apply an action; the cards come off a well-shuffled deck."""
    cards: list[str] = []
    while True:
        try:
            return state.apply(action, cards)
        except CardsMissingError as missing:
            cards.append(random_card(missing.deck, rng))


def random_card(deck: dict[str, int], rng: random.Random) -> str:
    return rng.choice([card for card in ALL_CARDS for _ in range(deck[card])])


def random_deal(game: OracleGame, rng: random.Random, first_seat: int = 0) -> OracleState:
    long_deck = long_tickets(game.board, game.rules)
    ticket_deck = [n for n in range(len(game.board.tickets)) if n not in long_deck]
    rng.shuffle(long_deck)
    rng.shuffle(ticket_deck)
    cards: list[str] = []
    while True:
        try:
            return game.deal(first_seat, ticket_deck, cards, long_deck)
        except CardsMissingError as missing:
            cards.append(random_card(missing.deck, rng))
