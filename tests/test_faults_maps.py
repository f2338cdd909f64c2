"""Unusual maps and names in play: F52, F64. Map files as such are tested in test_map.py."""

from __future__ import annotations

import itertools
import random
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    act,
    claimable,
    everything,
    graph_map,
    legal_names,
    line_map,
    open_position,
    play,
    run_python,
)

import ttr_fast as ttr

MAX_CITIES, MAX_ROUTES, MAX_TICKETS = ttr.map.MAX_CITIES, ttr.map.MAX_ROUTES, ttr.map.MAX_TICKETS
City, Route, Ticket = ttr.map.City, ttr.map.Route, ttr.map.Ticket
FEW = ttr.Rules(**FEW_TICKETS)


def play_to_the_end(game: ttr.Game, games: int = 30) -> list[ttr.State]:
    """Finished games, each checked against a reader of its own dict on the way."""
    finished = []
    for seed in range(games):
        state = game.new_initial_state(seed)
        rng = random.Random(seed)
        plies = 0
        while not state.is_terminal():
            assert state.legal_actions()
            plies += len(play(state, rng, 1))
            if plies % 40 == 0 and not state.is_terminal():
                assert game.state_from_dict(state.to_dict()) == state
        assert plies <= game.max_game_length()
        finished.append(state)
    return finished


# --- Played to the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_F64_two_cities_and_one_route(n: int) -> None:
    game = ttr.Game(line_map([3], [(0, 1, 4)] * 5, color="blue"), n, FEW)
    assert game.num_distinct_actions() == 12 + 7 + 4  # cards, tickets, pass; keeps; payments
    for state in play_to_the_end(game):
        owners = [p["routes"] for p in state.to_dict()["players"] if p["routes"]]
        assert owners in ([], [[0]])
        winners = [line.completed > 0 for line in state.score_sheet()]
        assert sum(winners) == len(owners)
        assert state.to_dict()["final_turns_left"] is None  # all have passed
        assert state.to_dict()["consecutive_passes"] == n


def test_F64_two_separate_parts() -> None:
    """A ticket between the parts always fails; trails are not added."""
    edges = [("A", "B", 2), ("B", "C", 2), ("X", "Y", 3), ("Y", "Z", 3)]
    tickets = [("A", "C", 4), ("X", "Z", 6), ("A", "X", 9), ("C", "Z", 8)]
    game = ttr.Game(graph_map(edges, tickets), rules=FEW)
    for state in play_to_the_end(game):
        for seat, line in enumerate(state.score_sheet()):
            assert line.longest in (0, 2, 3, 4, 6)
            assert set(state.completed_tickets(seat)) <= {0, 1}


def test_F64_city_without_routes() -> None:
    board = ttr.Map(
        name="lonely",
        cities=[City("A"), City("B"), City("C"), City("nowhere")],
        routes=[Route("A", "B", 1, "gray"), Route("B", "C", 2, "red")],
        tickets=[Ticket("A", "C", 3), Ticket("A", "nowhere", 5)] * 2,
    )  # fmt: skip
    for state in play_to_the_end(ttr.Game(board, rules=FEW)):
        done = [t for seat in (0, 1) for t in state.completed_tickets(seat)]
        assert set(done) <= {0, 2}


@pytest.mark.parametrize("n", [2, 5])
def test_F64_five_parallel_tracks(n: int) -> None:
    board = graph_map([("A", "B", 4)] * 5, [("A", "B", 4)] * 5)
    game = ttr.Game(board, n, FEW)
    most = 0
    for state in play_to_the_end(game):
        owned = [len(p["routes"]) for p in state.to_dict()["players"]]
        assert max(owned) <= 1
        assert n == 5 or sum(owned) <= 1
        most = max(most, sum(owned))
    assert most == (5 if n == 5 else 1)
    state = open_position(game, hands={s: {LOCO: 2, "red": 2} for s in range(min(n, 4))})
    assert claimable(state) == set(range(5))


def test_F64_routes_of_nine_spaces_need_an_entry_in_the_table() -> None:
    board = line_map([9, 1], [(0, 1, 5)] * 2)
    with pytest.raises(ValueError, match=r"route_points has 8 entries.* route of length 9"):
        ttr.Game(board, rules=FEW)
    points = [1, 2, 4, 7, 10, 15, 18, 21, 27]
    game = ttr.Game(board, rules=FEW.replace(route_points=points))
    state = open_position(game, hands={0: {"red": 9}})
    act(state, "claim 0 c0-c1 with 9 red")
    assert state.scores() == (27, 0)
    assert state.to_dict()["players"][0]["trains"] == 36
    assert len(play_to_the_end(game)) == 30


def test_F64_routes_of_twelve_spaces() -> None:
    game = ttr.Game(line_map([12], [(0, 1, 5)] * 2), rules=FEW.replace(route_points=[1] * 12))
    state = open_position(game, hands={0: {"white": 12, LOCO: 12}})
    claims = sorted(name for name in legal_names(state) if name.startswith("claim"))
    assert len(claims) == 13
    act(state, "claim 0 c0-c1 with 12 locomotive")
    assert state.score_sheet()[0].longest == 12


def test_F64_the_largest_map() -> None:
    """As many cities, routes and tickets as a map can have."""
    n = MAX_CITIES
    edges = [(f"c{i % n}", f"c{(i + 1 + i // n) % n}", 1 + i % 6) for i in range(MAX_ROUTES)]
    tickets = [(f"c{i % n}", f"c{(i + 9 + i // n) % n}", i % 30) for i in range(MAX_TICKETS)]
    game = ttr.Game(graph_map(edges, tickets), players=5)
    for state in play_to_the_end(game, 5):
        d = state.to_dict()
        held = [t for p in d["players"] for t in p["tickets"]]
        assert sorted(held + d["ticket_deck"]) == list(range(MAX_TICKETS))
    results = ttr.playouts(game, 200, seed=1)
    assert results.plies.max() <= game.max_game_length()


def test_F64_more_trains_than_spaces() -> None:
    """The final round never comes: all pass in the end, and it is scored."""
    game = ttr.Game(line_map([2, 2, 2], [(0, 3, 7), (0, 1, 1)]), rules=FEW)
    for state in play_to_the_end(game):
        assert state.to_dict()["consecutive_passes"] == 2
        assert state.returns() == [line.total for line in state.score_sheet()]
        assert sum(state.scores()) <= 6


# --- By the rules of Europe -----------------------------------------------------------------------


def europe(**changes: Any) -> ttr.Rules:
    few = FEW_TICKETS | {"initial_long_tickets_dealt": 0}
    return ttr.Rules.preset("europe").replace(**few | changes)


def featured(edges: list[tuple[str, str, int]], **feature: Any) -> ttr.Map:
    """A graph whose routes all have a feature; five tickets for each route."""
    board = graph_map(edges, [(a, b, length) for a, b, length in edges] * 5)
    return board.replace(
        edition="europe", routes=[route._replace(**feature) for route in board.routes]
    )


CHAIN = [("A", "B", 2), ("B", "C", 3), ("C", "D", 1)]
ODD_BOARDS: dict[str, Callable[[], ttr.Map]] = {
    "one route, a tunnel": lambda: featured(CHAIN[:1], tunnel=True),
    "all are tunnels and ferries": lambda: featured(CHAIN, tunnel=True, ferry_locomotives=1),
    "five parallel tunnels": lambda: featured(CHAIN[1:2] * 5, tunnel=True),
    "ferries of locomotives only": lambda: featured(CHAIN[1:2] * 3, ferry_locomotives=3),
    "a ferry of twelve locomotives": lambda: featured([("A", "B", 12), ("B", "C", 1)]).replace(
        routes=[Route("A", "B", 12, "red", True, 12), Route("B", "C", 1, "gray")]
    ),
    "two parts": lambda: featured([*CHAIN, ("X", "Y", 3)], tunnel=True),
    "a city without routes": lambda: featured(CHAIN).replace(
        cities=[*map(City, "ABCD"), City("nowhere")]
    ),
    "long tickets only": lambda: featured(CHAIN).replace(
        tickets=[Ticket(a, b, 4, long=True) for a, b, _ in CHAIN * 2] + [Ticket("A", "D", 6)] * 5
    ),
}


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("kind", ODD_BOARDS)
def test_F64_unusual_maps_by_the_rules_of_europe(kind: str, n: int) -> None:
    """Stations may stand anywhere, and no tunnel or ferry stops a game."""
    rules = europe(route_points=[1] * 12)
    game = ttr.Game(ODD_BOARDS[kind](), n, rules)
    for state in play_to_the_end(game, 10):
        players = state.to_dict()["players"]
        stations = [city for p in players for city in p["station_cities"]]
        assert len(set(stations)) == len(stations) <= len(game.map.cities)
        assert all(p["stations_left"] + len(p["station_cities"]) == 3 for p in players)


def test_F64_station_in_a_city_without_routes_lends_nothing() -> None:
    board = featured(CHAIN).replace(cities=[*map(City, "ABCD"), City("nowhere")])
    state = open_position(ttr.Game(board, 2, europe()), hands={0: {"red": 1}})
    act(state, "build station in nowhere with 1 red")
    assert state.borrowed_routes(0) == ((4, None),)


# --- Refused with a message ----------------------------------------------------------------------


def two(**route: Any) -> Callable[[], ttr.Map]:
    facts = {"a": "A", "b": "B", "length": 1, "color": "red"} | route
    return lambda: ttr.Map(name="two", cities=[City("A"), City("B")], routes=[facts], tickets=())


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "300 cities": (lambda: line_map([1] * 299), f"cities: 300 entries, .* at most {MAX_CITIES}"),
    "length 0": (two(length=0), r"routes\[0\]: length must be in 1\.\.12, not 0"),
    "length 46": (two(length=46), r"routes\[0\]: length must be in 1\.\.12, not 46"),
    "self-loop": (two(b="A"), r"routes\[0\]: both ends are 'A'"),
    "repeated name": (
        lambda: ttr.Map(name="x", cities=[City("A"), City("B"), City("A")],
                        routes=[Route("A", "B", 1, "red")], tickets=()),
        r"cities\[2\]: the name 'A' is already used",
    ),
    "one city": (
        lambda: ttr.Map(name="x", cities=[City("A")], routes=[], tickets=()), "at least one route",
    ),
    "no tickets": (
        lambda: ttr.Game(line_map([1]), rules=FEW), "the map has 0 tickets, but 2 players",
    ),
    "too few long tickets": (
        lambda: ttr.Game(
            line_map([1], [(0, 1, 1)] * 8).replace(
                tickets=[Ticket("c0", "c1", 1, long=i == 0) for i in range(9)]
            ),
            rules=europe(initial_long_tickets_dealt=1),
        ),
        "1 long ticket",
    ),
    "online and a ticket that cannot be joined": (
        lambda: graph_map([("A", "B", 1), ("C", "D", 1)], [("A", "C", 2)] * 6, edition="online"),
        r"tickets\[0\]: no routes join 'A' and 'C', but in the edition 'online'",
    ),
    "too few tickets": (
        lambda: ttr.Game(line_map([1], [(0, 1, 1)] * 8), players=3),
        r"8 tickets, but 3 players are dealt initial_tickets_dealt = 3",
    ),
    "unjoinable ticket by distance": (
        lambda: ttr.Game(
            graph_map([("A", "B", 1), ("C", "D", 1)], [("A", "B", 2), ("B", "C", 2)]),
            rules=FEW.replace(ticket_value="shortest"),
        ),
        r"ticket_value = shortest, but ticket 1 joins two cities",
    ),
    "an edition that is not here": (
        lambda: ttr.Game(line_map([1], [(0, 1, 1)] * 6, edition="moon")), "unknown edition 'moon'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_F64_unusual_maps_refused_by_name(kind: str) -> None:
    make, message = REFUSED[kind]
    with pytest.raises(ValueError, match=message):
        make()


def test_F64_shortest_value_of_a_ticket_that_can_be_joined() -> None:
    edges = [("A", "B", 1), ("C", "D", 1)]
    board = graph_map(edges, [("A", "B", 9), ("C", "D", 9)])
    game = ttr.Game(board, rules=FEW.replace(ticket_value="shortest"))
    state = open_position(game, tickets={0: [0], 1: [1]}, routes={0: [0]})
    assert [line.tickets for line in state.score_sheet()] == [1, -1]


# --- Names ---------------------------------------------------------------------------------------

NAMES = ["Zürich", "თბილისი", "تهران", "🚂 Terminus", "A with 3 red", "x-y", "São Paulo - Ost",
         "Łódź", "with", "claim 0", "1"]  # fmt: skip


def named_map(names: list[str]) -> ttr.Map:
    pairs = list(itertools.pairwise(names))
    return ttr.Map(
        name="names",
        cities=[City(name) for name in names],
        routes=[Route(a, b, 2, "gray") for a, b in pairs],
        tickets=[Ticket(a, b, 3) for a, b in pairs],
    )


def test_F52_names_come_back_unchanged_in_actions_and_bytes() -> None:
    game = ttr.Game(named_map(NAMES), rules=FEW)
    for action in range(game.num_distinct_actions()):
        name = game.action_to_string(action)
        assert game.string_to_action(name) == action
        if (route := game.action_info(action).route) is not None:
            assert f" {NAMES[route]}-{NAMES[route + 1]} with " in name
    state = game.new_initial_state(1)
    loaded = ttr.deserialize(state.serialize())
    assert [city.name for city in loaded.game.map.cities] == NAMES
    assert everything(loaded) == everything(state)


def test_F52_actions_of_europe_come_back_too() -> None:
    """Stations and tunnels, in cities whose names look like parts of an action's."""
    names = ["A with 3 red", "Zürich", "with", "build station in X with 1 red", "1"]
    board = named_map(names)
    board = board.replace(routes=[route._replace(tunnel=True) for route in board.routes])
    for game in (ttr.Game(board, rules=europe()), ttr.Game("europe")):
        texts = [game.action_to_string(a) for a in range(game.num_distinct_actions())]
        assert len(set(texts)) == len(texts)
        kinds = {game.action_info(a).kind for a in range(len(texts))}
        assert kinds == set(ttr.ACTION_KINDS)
        assert [game.string_to_action(text) for text in texts] == list(range(len(texts)))


@pytest.mark.parametrize(
    "text",
    [
        "pay tunnel with 1 red", "pay tunnel with 2 card", "pay tunnel with 1 cards",
        "pay tunnel with 0 cards", "pay tunnel with 9 cards", "pay tunnel with 1 locomotive + 1 c",
        "pay tunnel with ", "decline tunnels", "build station in Wien with 1 card",
        "build station in Wein with 1 red", "build station in Wien with 4 red",
        "build station in Wien with 1 gray", "build station in Wien with", "build station in  with",
    ],
)  # fmt: skip
def test_F53_texts_that_name_no_action_of_europe(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(repr(text))} names no action of this game"):
        ttr.Game("europe").string_to_action(text)


def test_F53_values_of_any_depth_and_size_in_a_game() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, 10**5000, [0] * 10**5):
        for make in (
            lambda x: ttr.Game(map=x), lambda x: ttr.Game(rules=x),
            lambda x: ttr.Game(tickets=x), ttr.Game().string_to_action, ttr.Map.from_dict,
            lambda x: ttr.Map.from_dict({"format": x}), ttr.Map.builtin("usa").city_index,
        ):  # fmt: skip
            with pytest.raises((TypeError, ValueError)) as caught:
                make(value)  # type: ignore[no-untyped-call]
            assert len(str(caught.value)) < 200


def test_F52_both_forms_of_a_name_are_one_city() -> None:
    composed = unicodedata.normalize("NFC", "Zürich")
    decomposed = unicodedata.normalize("NFD", "Zürich")
    assert composed != decomposed
    board = named_map([decomposed, "Bern"]).replace(tickets=[Ticket(composed, "Bern", 1)] * 2)
    game = ttr.Game(board, rules=FEW)
    assert board.city_index(composed) == board.city_index(decomposed) == 0
    assert board.tickets[0].a == decomposed
    assert re.search("Z.*rich-Bern", game.action_to_string(game.num_distinct_actions() - 1))


F52_SCRIPT = """
import sys
import ttr_fast as ttr
from builders import FEW_TICKETS
from test_faults_maps import NAMES, named_map
assert sys.flags.utf8_mode == 0
game = ttr.Game(named_map(NAMES), rules=ttr.Rules(**FEW_TICKETS))
state = ttr.deserialize(game.new_initial_state(3).serialize())
assert [city.name for city in state.game.map.cities] == NAMES
assert ttr.Game(map="usa").map.city_index("Montr\\u00e9al") == 16
print(ascii([game.action_to_string(a) for a in range(0, game.num_distinct_actions(), 9)]))
print(ascii(repr(state)), state.hash())
"""


def test_F52_another_locale_changes_nothing() -> None:
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    in_c = run_python(F52_SCRIPT, **plain)
    assert in_c == run_python(F52_SCRIPT, PYTHONUTF8="0")
    assert in_c.isascii()
    assert "\\u10d7" in in_c
