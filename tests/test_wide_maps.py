"""Maps beyond what the built-in ones need: F58, F64. 256 routes, 128 cities, 512 tickets."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from builders import act, everything, graph_map, line_map, open_position, play, position

import ttr_fast as ttr


def wide(cities: int = 128, routes: int = 256, tickets: int = 512, **changes: Any) -> ttr.Map:
    """A ring with chords; every fifth route is a tunnel, every seventh a ferry; twins as well."""
    rng = random.Random(cities)
    names = [f"C{i}" for i in range(cities)]
    ends = [(names[i], names[(i + 1) % cities]) for i in range(cities)]
    ends += [(a, b) for a, b in (rng.sample(names, 2) for _ in range(routes))]
    lanes = [
        ttr.map.Route(
            a, b, 1 + i % 8, ("gray", *ttr.COLORS[:8])[i % 9],
            tunnel=i % 5 == 0, ferry_locomotives=int(i % 5 != 0 and i % 7 == 0),
        )
        for i, (a, b) in enumerate(ends[:routes])
    ]  # fmt: skip
    cards = [
        ttr.map.Ticket(*rng.sample(names, 2), 1 + i % 20, long=i % 40 == 0) for i in range(tickets)
    ]
    return ttr.Map(
        **{"name": "wide", "cities": [ttr.map.City(name) for name in names],
           "routes": lanes, "tickets": cards, "edition": "europe"} | changes
    )  # fmt: skip


LARGEST = wide()


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("rules", ["usa", "europe", "online"])
def test_F64_the_largest_map_is_played_to_the_end(rules: str, n: int) -> None:
    game = ttr.Game(LARGEST, n, rules)
    state = game.new_initial_state(1)
    plies = len(play(state, random.Random(1)))
    assert state.is_terminal()
    assert plies <= game.max_game_length()
    sheet = state.score_sheet()
    assert state.returns() == [float(line.total) for line in sheet]
    for seat, player in enumerate(state.to_dict()["players"]):
        length, trail = state.longest_trail(seat)
        assert length == sum(LARGEST.routes[r].length for r in trail)
        assert set(trail) <= set(player["routes"])
    again = game.state_from_dict(state.to_dict())
    assert everything(again) == everything(state)


def test_F58_300_tickets_played_and_stored() -> None:
    """Ticket numbers beyond 255 are dealt, kept, counted, written and read."""
    board = line_map([2] * 40, [(i % 40, i % 40 + 1, 1 + i % 9) for i in range(300)])
    game = ttr.Game(board, 2)
    state = open_position(
        game, ticket_deck=[256, 299, 298, *range(200)], tickets={0: [255, 257], 1: [297]},
        hands={0: {"red": 4}},
    )  # fmt: skip
    act(state, "draw tickets")
    offered = state.to_dict()["players"][0]["offered_tickets"]
    assert offered == [256, 299, 298]
    for other in (
        pickle.loads(pickle.dumps(state)),
        ttr.deserialize(state.serialize()),
        game.state_from_dict(state.to_dict()),
    ):
        assert everything(other) == everything(state)
    act(state, "keep 1")
    d = state.to_dict()
    assert d["players"][0]["tickets"] == [255, 257, 299]
    assert d["ticket_deck"][-2:] == [256, 298]
    whole = position(
        game, tickets={0: range(150), 1: range(150, 300)}, routes={0: [0], 1: [19]},
    )  # fmt: skip
    sheet = whole.score_sheet()
    assert [line.completed + line.failed for line in sheet] == [150, 150]
    points = [ticket.points for ticket in board.tickets]
    done = {seat: [] for seat in (0, 1)}
    for t in range(300):  # ticket t asks for route t % 40
        if t % 40 == (0 if t < 150 else 19):
            done[t // 150].append(t)
    for seat, low in ((0, 0), (1, 150)):
        total = sum(points[low : low + 150])
        gained = sum(points[t] for t in done[seat])
        assert sheet[seat].tickets == 2 * gained - total < -600
        assert whole.completed_tickets(seat) == tuple(done[seat])
    seen: set[int] = set()
    for seed in range(40):
        state = game.new_initial_state(seed)
        seen.update(t for p in state.to_dict()["players"] for t in p["offered_tickets"])
        play(state, random.Random(seed))
        assert ttr.deserialize(state.serialize()) == state
    assert max(seen) > 255


def test_F58_playouts_of_the_largest_map() -> None:
    for rules in ("usa", "europe", "online"):
        game = ttr.Game(LARGEST, 3, rules)
        batch = ttr.playouts(game, 200, seed=3)
        assert batch == ttr.playouts(game, 200, seed=3, threads=1)
        parts = batch.route_points + batch.ticket_points + batch.bonus_points + batch.station_points
        assert np.array_equal(parts, batch.scores)
        assert batch.scores.min() < 0


def test_F58_more_than_255_tickets_of_a_seat_are_counted() -> None:
    """Six tickets at a time, all to be kept, in games that last for hundreds of turns."""
    rules = ttr.Rules(
        tickets_drawn=6, tickets_keep_min=6, trains_per_player=200, final_round_threshold=0
    )
    results = ttr.playouts(ttr.Game(LARGEST, 2, rules), 60, policy="random_type", seed=1)
    held = results.completed.astype(int) + results.failed
    assert held.max() > 255
    most = sum(1 for ticket in LARGEST.tickets if not ticket.long)
    assert held.sum(axis=1).max() <= most == 499
    assert results.scores.min() < -1000


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("routes", [128, 129, 256])
def test_F64_around_the_size_of_a_machine_word(n: int, routes: int) -> None:
    """The last route, city and ticket work like the first ones."""
    board = wide(routes=routes)
    game = ttr.Game(board, n, "usa")
    last = routes - 1
    route = board.routes[last]
    state = open_position(
        game, hands={0: {"locomotive": 14}}, tickets={0: [511]}, face_up=["white"] * 5
    )
    paid = f"{route.length} locomotive"
    act(state, f"claim {last} {route.a}-{route.b} with {paid}")
    assert state.to_dict()["players"][0]["routes"] == [last]
    assert ttr.deserialize(state.serialize()) == state
    assert state.longest_trail(0) == (route.length, (last,))


@pytest.mark.parametrize("cities", [127, 128])
def test_F64_stations_in_the_last_city(cities: int) -> None:
    board = wide(cities=cities)
    game = ttr.Game(board, 2)
    state = open_position(game, hands={0: {"white": 3}})
    act(state, f"build station in C{cities - 1} with 1 white")
    assert state.to_dict()["players"][0]["station_cities"] == [cities - 1]
    assert ttr.deserialize(state.serialize()) == state


@pytest.mark.parametrize("n", [2, 5])
def test_F64_two_cities_and_one_route(n: int) -> None:
    for features in ({}, {"tunnel": True}, {"ferry_locomotives": 1}):
        board = ttr.Map(
            name="one", cities=[ttr.map.City("A"), ttr.map.City("B")],
            routes=[ttr.map.Route("A", "B", 2, "gray", **features)],
            tickets=[ttr.map.Ticket("A", "B", 2)] * 20,
        )  # fmt: skip
        for rules in ttr.Rules.presets():
            game = ttr.Game(board, n, rules)
            for seed in range(5):
                state = game.new_initial_state(seed)
                play(state, random.Random(seed))
                assert state.is_terminal()


def test_F64_parts_that_cannot_be_joined() -> None:
    """Played with printed values; refused where a ticket's value must be a distance (R56)."""
    board = graph_map([("A", "B", 1), ("C", "D", 1)], [("A", "B", 1), ("A", "C", 7)] * 6)
    state = ttr.Game(board).new_initial_state(1)
    play(state, random.Random(1))
    assert state.is_terminal()
    with pytest.raises(ValueError, match=r"shortest.*ticket 1 "):
        ttr.Game(board, rules="online")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_F64_five_parallel_tracks(n: int) -> None:
    """Tunnels and ferries among them; stations in both cities."""
    lanes = [
        ttr.map.Route("A", "B", 1 + i, "gray", tunnel=i == 1, ferry_locomotives=int(i == 2))
        for i in range(5)
    ]
    board = ttr.Map(
        name="five", cities=[ttr.map.City("A"), ttr.map.City("B")], routes=lanes,
        tickets=[ttr.map.Ticket("A", "B", 2)] * 20,
    )  # fmt: skip
    game = ttr.Game(board, n, "europe")
    for seed in range(10):
        state = game.new_initial_state(seed)
        play(state, random.Random(seed))
        assert state.is_terminal()
        owned = [p["routes"] for p in state.to_dict()["players"]]
        assert max(map(len, owned)) <= 1
        assert sum(map(len, owned)) <= (1 if n < 4 else n)
