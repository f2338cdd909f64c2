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
    """128 cities, 128 routes, 128 tickets."""
    edges = [(f"c{i}", f"c{(i + 1) % 128}", 1 + i % 6) for i in range(128)]
    tickets = [(f"c{i}", f"c{(i + 9) % 128}", i % 30) for i in range(128)]
    game = ttr.Game(graph_map(edges, tickets), players=5)
    for state in play_to_the_end(game, 5):
        d = state.to_dict()
        held = [t for p in d["players"] for t in p["tickets"]]
        assert sorted(held + d["ticket_deck"]) == list(range(128))
    results = ttr.playouts(game, 200, seed=1)
    assert results.plies.max() <= game.max_game_length()


def test_F64_more_trains_than_spaces() -> None:
    """The final round never comes: all pass in the end, and it is scored."""
    game = ttr.Game(line_map([2, 2, 2], [(0, 3, 7), (0, 1, 1)]), rules=FEW)
    for state in play_to_the_end(game):
        assert state.to_dict()["consecutive_passes"] == 2
        assert state.returns() == [line.total for line in state.score_sheet()]
        assert sum(state.scores()) <= 6


# --- Refused with a message ----------------------------------------------------------------------


def two(**route: Any) -> Callable[[], ttr.Map]:
    facts = {"a": "A", "b": "B", "length": 1, "color": "red"} | route
    return lambda: ttr.Map(name="two", cities=[City("A"), City("B")], routes=[facts], tickets=())


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "300 cities": (lambda: line_map([1] * 299), "cities: 300 entries, .* at most 128"),
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
        lambda: ttr.Game(line_map([1], [(0, 1, 1)] * 6, edition="europe")),
        "there is no preset 'europe'",
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
