"""Kinds of fault seen in scoring elsewhere: F03, F19, F58."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    act,
    any_action,
    claim,
    final_position,
    graph_map,
    line_map,
    open_position,
    play,
    position,
)

import ttr_fast as ttr

USA = ttr.Map.builtin("usa")
Edge = tuple[int, int, int]


# --- Longest trail -------------------------------------------------------------------------------


def brute_force(edges: list[Edge]) -> int:
    """The greatest length of all trails, by walking every one of them from every vertex."""
    at: dict[int, list[int]] = defaultdict(list)
    for i, (a, b, _) in enumerate(edges):
        at[a].append(i)
        at[b].append(i)

    def best_from(vertex: int, used: int) -> int:
        best = 0
        for i in at[vertex]:
            if not used >> i & 1:
                a, b, length = edges[i]
                best = max(best, length + best_from(a + b - vertex, used | 1 << i))
        return best

    return max((best_from(vertex, 0) for vertex in list(at)), default=0)


def edges_of(routes: Iterable[int]) -> list[Edge]:
    facts = [USA.routes[r] for r in routes]
    return [(USA.city_index(f.a), USA.city_index(f.b), f.length) for f in facts]


def is_trail(edges: list[Edge], order: Iterable[int]) -> bool:
    """Does each edge begin where the one before ends, and is none used twice?"""
    order = list(order)
    places = set(edges[order[0]][:2]) if order else set()
    for i in order[1:]:
        a, b, _ = edges[i]
        places = {y for x, y in ((a, b), (b, a)) if x in places}
    return bool(places or not order) and len(set(order)) == len(order)


def grown_set(rng: random.Random, size: int) -> list[int]:
    """Routes that hang together, as a player's do, with a jump now and then."""
    routes = [rng.randrange(100)]
    while len(routes) < size:
        cities = {city for r in routes for city in (USA.routes[r].a, USA.routes[r].b)}
        near = [
            r
            for r, facts in enumerate(USA.routes)
            if r not in routes and (facts.a in cities or facts.b in cities)
        ]
        if rng.random() < 0.1:
            near = [r for r in range(100) if r not in routes]
        routes.append(rng.choice(near))
    return routes


def test_F03_equal_to_brute_force_on_random_sets_of_up_to_12_routes() -> None:
    """2 000 sets through the solver; every other one also as a player's network, no twins."""
    rng = random.Random(3)
    game = ttr.Game(players=4, rules=ttr.Rules(trains_per_player=72))
    multigraphs = pieces = 0
    for number in range(2000):
        size = rng.randint(0, 12)
        some = grown_set(rng, size) if size and number % 4 else rng.sample(range(100), size)
        edges = edges_of(some)
        expected = brute_force(edges)
        trail = ttr.longest_trail([e[:2] for e in edges], [e[2] for e in edges])
        assert (trail.length, trail.proven, trail.upper_bound) == (expected, True, expected)
        assert is_trail(edges, trail.edges)
        assert sum(edges[i][2] for i in trail.edges) == expected
        multigraphs += len({frozenset(e[:2]) for e in edges}) < size
        pieces += expected < sum(e[2] for e in edges)
        if number % 2:
            own = [r for r in some if not set(USA.twins(r)) & set(some) or r < USA.twins(r)[0]]
            state = position(game, routes={2: own})
            expected = brute_force(edges_of(own))
            length, order = state.longest_trail(2)
            assert length == expected == state.score_sheet()[2].longest
            assert set(order) <= set(own)
            assert is_trail(edges_of(order), range(len(order)))
            assert sum(USA.routes[r].length for r in order) == expected
    assert multigraphs > 50
    assert pieces > 500


@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1, 1)],
        [(0, 1, 1), (0, 1, 2), (0, 1, 3)],
        [(0, 1, 1), (1, 2, 5)],
        [(0, 1, 7), (1, 2, 1), (2, 3, 7)],
        [(i, j, 1 + i * j) for i in range(5) for j in range(i)],  # every two of five
        [(0, i, 10 - i) for i in range(1, 8)],
        [(i, (i + 1) % 6, 2) for i in range(6)] + [(0, 3, 9), (1, 4, 9)],
    ],
)
def test_F03_special_shapes(edges: list[Edge]) -> None:
    """Rings, stars, parallel edges, more than two odd vertices."""
    trail = ttr.longest_trail([e[:2] for e in edges], [e[2] for e in edges])
    assert trail.length == brute_force(edges) == sum(edges[i][2] for i in trail.edges)
    assert is_trail(edges, trail.edges)


def test_F03_running_value_equals_a_fresh_one_after_every_claim() -> None:
    game = ttr.Game(players=3)
    kinds = [game.action_info(a).kind for a in range(game.num_distinct_actions())]
    state, rng, claims, before = game.new_initial_state(33), random.Random(33), 0, [0, 0, 0]
    while not state.is_terminal():
        action = any_action(state, state.legal_actions(), rng)
        seat = state.current_player()
        state.apply_action(action)
        if kinds[action] == "claim":
            claims += 1
            now = [line.longest for line in state.score_sheet()]
            fresh = game.state_from_dict(state.to_dict())
            assert [line.longest for line in fresh.score_sheet()] == now
            for other in range(3):
                assert now[other] == state.longest_trail(other)[0]
                assert now[other] >= before[other]
                assert now[other] == before[other] or other == seat
            before = now
    assert claims > 40
    for seat, player in enumerate(state.to_dict()["players"]):
        if len(player["routes"]) <= 12:
            assert before[seat] == brute_force(edges_of(player["routes"]))


# --- Completed tickets ---------------------------------------------------------------------------


@pytest.mark.parametrize("route", [r for r in range(100) if USA.twins(r)])
def test_F19_ticket_through_each_track_of_each_twin(route: int) -> None:
    """In both directions, with and without one more route at the end."""
    facts = USA.routes[route]
    (twin,) = USA.twins(route)
    more, far = next(
        (r, f.b if f.a == facts.b else f.a)
        for r, f in enumerate(USA.routes)
        if r not in (route, twin) and facts.b in (f.a, f.b) and facts.a not in (f.a, f.b)
    )
    pairs = [(facts.a, facts.b), (facts.b, facts.a), (facts.a, far), (far, facts.a)]
    own = [ttr.map.Ticket(a, b, 1) for a, b in pairs]
    game = ttr.Game(USA.replace(tickets=[*own, *USA.tickets]))
    for lane in (route, twin):
        assert position(game, routes={0: [lane]}, tickets={0: range(4)}).completed_tickets(0) == (
            0,
            1,
        )
        both = position(game, routes={0: [more, lane]}, tickets={0: range(4)})
        assert both.completed_tickets(0) == (0, 1, 2, 3)
        assert both.score_sheet()[0].tickets == 4


def check_boards(number: int) -> None:
    """Completed tickets of random boards against flood fill."""
    game = ttr.Game(players=4, rules=ttr.Rules(trains_per_player=200))
    singles = [r for r in range(100) if all(t > r for t in USA.twins(r))]
    done = failed = 0
    for seed in range(number):
        rng = random.Random(seed)
        own = rng.sample(singles, rng.randint(0, 45))
        held = sorted(rng.sample(range(30), 20))
        state = position(game, routes={1: own}, tickets={1: held})
        reached: dict[str, set[str]] = defaultdict(set)
        for city in USA.cities:
            todo = [city.name]
            while todo:
                here = todo.pop()
                if here not in reached[city.name]:
                    reached[city.name].add(here)
                    facts = [USA.routes[r] for r in own]
                    todo += [f.b if f.a == here else f.a for f in facts if here in (f.a, f.b)]
        complete = [t for t in held if USA.tickets[t].b in reached[USA.tickets[t].a]]
        assert list(state.completed_tickets(1)) == complete
        line = state.score_sheet()[1]
        assert (line.completed, line.failed) == (len(complete), 20 - len(complete))
        done, failed = done + line.completed, failed + line.failed
    assert min(done, failed) > number


def test_F19_equals_flood_fill_on_random_boards() -> None:
    check_boards(200)


@pytest.mark.slow
def test_F19_equals_flood_fill_on_10_000_random_boards() -> None:
    check_boards(10_000)


# --- Numbers that do not fit ---------------------------------------------------------------------


def all_totals(state: ttr.State) -> list[int]:
    """Totals worked out here, in whole numbers without an end."""
    game, totals = state.game, []
    table = game.rules.route_points
    lines = state.score_sheet()
    for seat, player in enumerate(state.to_dict()["players"]):
        routes = sum(table[game.map.routes[r].length - 1] for r in player["routes"])
        done = state.completed_tickets(seat)
        points = [game.map.tickets[t].points * (1 if t in done else -1) for t in player["tickets"]]
        totals.append(routes + sum(points) + lines[seat].bonus)
    return totals


MOST = 32_767  # a total has 16 bits, in states and in the columns of playouts


def dear_line(routes: int, tickets: int, points: int = 1000) -> ttr.Game:
    """Routes of one space worth 1 000 each, and tickets over the whole line."""
    board = line_map([1] * routes, [(0, routes, points)] * tickets)
    dear = {"route_points": [1000], "trains_per_player": 200, "final_round_threshold": 0}
    return ttr.Game(board, players=2, rules=ttr.Rules(**dear, **FEW_TICKETS))


@pytest.mark.parametrize(
    ("routes", "tickets", "points"), [(33, 2, 0), (1, 32, 1000), (20, 14, 1000), (30, 3, 920)]
)
def test_F58_points_that_could_leave_16_bits_are_refused(
    routes: int, tickets: int, points: int
) -> None:
    total = 1000 * routes + tickets * points + 10
    with pytest.raises(ValueError, match=rf"{total} together; allowed: at most {MOST}"):
        dear_line(routes, tickets, points)


def test_F58_totals_far_below_zero() -> None:
    state = final_position(dear_line(1, 31), tickets={0: range(31)})
    assert state.returns() == [-31_000.0, 0.0]
    assert state.score_sheet()[0].tickets == state.score_sheet()[0].total == -31_000
    assert state.winners() == (1,)


def test_F58_the_largest_total() -> None:
    """32 routes of 1 000, 10 for the trail, 756 for tickets: one point below the limit."""
    state = final_position(dear_line(32, 2, 378), routes={0: range(32)}, tickets={0: [0, 1]})
    assert state.returns() == [32_000 + 2 * 378 + 10, 0.0]


def test_F58_route_points_near_16_bits_by_playing() -> None:
    state = open_position(dear_line(32, 2, 0), hands={0: {LOCO: 6}}, routes={0: range(26)})
    for route in range(26, 32):
        claim(state, route)
        assert state.scores() == (1000 * (route + 1), 0)
        assert state.score_sheet()[0].total == 1000 * (route + 1) + 10
        assert state.game.state_from_dict(state.to_dict()) == state
        act(state, "draw deck", "draw deck")


def test_F58_columns_of_playouts_hold_the_largest_totals() -> None:
    """Every route is worth 1 000, and so is every ticket, all of the same two cities."""
    for game in (dear_line(32, 2, 0), dear_line(2, 30), dear_line(16, 16)):
        results = ttr.playouts(game, 200, policy="random_type", seed=58)
        routes, tickets = results.route_points.astype(int), results.ticket_points.astype(int)
        assert (routes.sum(axis=1) == 1000 * len(game.map.routes)).all()
        value = game.map.tickets[0].points
        assert (tickets == value * (results.completed.astype(int) - results.failed)).all()
        bonus = results.scores.astype(int) - routes - tickets
        assert set(bonus.flat) <= {0, 10}
        assert (bonus.max(axis=1) == 10).all()


def test_F58_every_total_in_returns_is_right() -> None:
    for game in (ttr.Game(players=5), dear_line(2, 30)):
        for seed in range(5):
            state = game.new_initial_state(seed)
            play(state, random.Random(seed))
            assert state.returns() == all_totals(state)


def test_F58_more_tickets_or_cities_than_fit_are_refused() -> None:
    with pytest.raises(ttr.MapError, match=r"513.*512"):
        line_map([1], [(0, 1, 1)] * 513)
    with pytest.raises(ttr.MapError, match=r"129.*128"):
        line_map([1] * 128, [(0, 1, 1)] * 9)
    assert len(line_map([1] * 127, [(0, 1, 1)] * 512).tickets) == 512


def test_F58_long_games() -> None:
    """More than 255 turns and plies are counted right."""
    rules: dict[str, Any] = {"trains_per_player": 200, "final_round_threshold": 0}
    game = ttr.Game(players=5, rules=ttr.Rules(**rules))
    state, turns, plies, rng = game.new_initial_state(1), 0, 0, random.Random(1)
    while not state.is_terminal():
        state.apply_action(any_action(state, state.legal_actions(), rng))
        plies += 1
        turns += state.phase() in ("choose_action", "terminal") and state.to_dict()["ply"] > 5
        assert state.to_dict()["ply"] == plies
        assert state.to_dict()["turn"] == turns
    assert turns > 255


def test_F58_a_graph_with_long_edges() -> None:
    huge = 2**61
    trail = ttr.longest_trail([[0, 1], [1, 2], [2**40, 2]], [huge] * 3)
    assert trail.length == 3 * huge
    with pytest.raises(ValueError, match="more than 9223372036854775807"):
        ttr.longest_trail([[0, 1], [1, 2]], [4 * huge - 1, 1])
    board = graph_map([("A", "B", 12)] * 5 + [("B", "C", 12)] * 5, [("A", "B", 1)] * 2)
    rules = ttr.Rules(route_points=[1] * 12, trains_per_player=200, **FEW_TICKETS)
    state = position(ttr.Game(board, rules=rules), routes={0: [0, 5]})
    assert state.score_sheet()[0].longest == 24
