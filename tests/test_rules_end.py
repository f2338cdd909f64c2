"""The end of the game and scoring: R81-R90, R92, R93, R96, R97, Q04, Q07."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    act,
    claim,
    final_position,
    find_route,
    graph_map,
    legal_names,
    line_map,
    open_position,
    play,
    position,
    routes_with_spaces,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game(players=2)
USA = GAME.map
SEATS = pytest.mark.parametrize("n", [2, 3, 4, 5])
TWO_SPACES = find_route(USA, "Dallas", "Oklahoma City")


def spaces(number: int) -> list[int]:
    return routes_with_spaces(USA, number, USA.find_routes("Dallas", "Oklahoma City"))


def about_to_claim(game: ttr.Game, seat: int, trains: int, **given: Any) -> ttr.State:
    """The seat has so many trains, and can pay two spaces."""
    return open_position(
        game, seat=seat, hands={seat: {LOCO: 2}}, routes={seat: spaces(45 - trains)}, **given
    )


# --- The final round -----------------------------------------------------------------------------


@pytest.mark.parametrize(("trains", "left"), [(2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_R81_final_round_starts_with_two_trains_or_fewer(trains: int, left: int) -> None:
    rules = ttr.Rules(final_round_threshold=2 if trains > 2 else 1)
    game = ttr.Game(players=3, rules=rules)
    state = claim(about_to_claim(game, 1, trains), TWO_SPACES)
    d = state.to_dict()
    assert d["players"][1]["trains"] == left
    assert d["final_turns_left"] == (3 if left <= rules.final_round_threshold else None)


@SEATS
def test_R82_everybody_has_exactly_one_more_turn(n: int) -> None:
    game = ttr.Game(players=n)
    for trigger in range(n):
        state = claim(about_to_claim(game, trigger, 4), TWO_SPACES)
        seats = []
        for left in range(n, 0, -1):
            assert state.to_dict()["final_turns_left"] == left
            seats.append(state.current_player())
            act(state, "draw deck", "draw deck")
        assert state.is_terminal()
        assert seats == [(trigger + 1 + i) % n for i in range(n)]
        assert seats[-1] == trigger
        assert state.to_dict()["final_turns_left"] == 0


def test_R83_another_player_falling_to_two_changes_nothing() -> None:
    game = ttr.Game(players=3)
    six = find_route(USA, "Calgary", "Winnipeg")
    avoid = [six, *USA.find_routes("Dallas", "Oklahoma City")]
    first = routes_with_spaces(USA, 41, avoid)
    second = routes_with_spaces(USA, 37, [*avoid, *first])
    hands = {0: {LOCO: 2}, 1: {"white": 6}}
    state = open_position(game, hands=hands, routes={0: first, 1: second})
    claim(state, TWO_SPACES)
    claim(state, six)
    assert [p["trains"] for p in state.to_dict()["players"]] == [2, 2, 45]
    assert state.to_dict()["final_turns_left"] == 2
    act(state, "draw deck", "draw deck", "draw deck")
    assert not state.is_terminal()
    act(state, "draw deck")
    assert state.is_terminal()


def test_R84_last_turn_is_carried_out_in_full() -> None:
    state = position(
        GAME,
        face_up=["red"] * 5,
        deck={"pink": 9},
        routes={1: spaces(43)},
        final_turns_left=1,
        ticket_deck=[4, 5, 6],
    )
    cards = act(state.clone(), "draw deck")
    assert (cards.phase(), cards.current_player()) == ("draw_second_card", 0)
    assert act(cards, "draw red").is_terminal()
    tickets = act(state.clone(), "draw tickets")
    assert (tickets.phase(), tickets.current_player()) == ("choose_tickets", 0)
    assert act(tickets, "keep 0 2").is_terminal()
    assert tickets.to_dict()["players"][0]["tickets"] == [4, 6]


def test_F18_ticket_of_the_last_turn_is_scored() -> None:
    state = open_position(GAME, routes={1: spaces(43)}, final_turns_left=1, ticket_deck=[4])
    before = state.score_sheet()[0].total
    act(state, "draw tickets", "keep 0")
    assert state.is_terminal()
    assert state.returns()[0] == before - USA.tickets[4].points


@SEATS
def test_F17_turns_after_the_crossing_in_random_games(n: int) -> None:
    check_turns(n, 30)


@pytest.mark.slow
@SEATS
def test_F17_turns_after_the_crossing_in_many_random_games(n: int) -> None:
    check_turns(n, 2500)


@SEATS
@pytest.mark.parametrize("name", ["europe", "iran"])
def test_F17_turns_after_the_crossing_in_the_other_editions(name: str, n: int) -> None:
    check_turns(n, 8, name)


def check_turns(n: int, games: int, name: str = "usa") -> None:
    """n turns after the crossing, the last by the same seat; nobody is two turns ahead."""
    game = ttr.Game(name, players=n)
    crossings = 0
    for number in range(games):
        rng = random.Random(number)
        state = game.new_initial_state(17, number)
        turns, crossed = [], None
        while not state.is_terminal():
            if state.phase() == "choose_action":
                if turns and crossed is None:
                    d = state.to_dict()
                    if d["players"][turns[-1]]["trains"] <= 2:
                        crossed = len(turns) - 1
                        assert d["final_turns_left"] == n
                turns.append(state.current_player())
            play(state, rng, 1)
        each = Counter(turns)
        assert max(each.values()) - min(each.values()) <= 1
        if crossed is None:  # one game in 500: all have three trains, and no short route is open
            d = state.to_dict()
            assert d["consecutive_passes"] == n
            assert min(p["trains"] for p in d["players"]) > 2
            continue
        crossings += 1
        assert len(turns) == crossed + 1 + n
        assert turns[-1] == turns[crossed]
    assert crossings > 0.98 * games - 1


# --- Points --------------------------------------------------------------------------------------


def test_R85_points_shown_are_the_sum_over_the_routes_owned() -> None:
    table = [1, 2, 4, 7, 10, 15]
    for state in walk(ttr.Game(players=4), games=4, seed=6):
        owned = [p["routes"] for p in state.to_dict()["players"]]
        sums = [sum(table[USA.routes[r].length - 1] for r in routes) for routes in owned]
        assert list(state.scores()) == sums == [line.routes for line in state.score_sheet()]


def longest(edges: list[tuple[str, str, int]], own: list[int] | None = None) -> int:
    game = ttr.Game(graph_map(edges, [("A", "B", 1)] * 2), rules=ttr.Rules(**FEW_TICKETS))
    routes = range(len(edges)) if own is None else own
    state = position(game, routes={0: routes})
    length, trail = state.longest_trail(0)
    assert length == state.score_sheet()[0].longest
    assert len(set(trail)) == len(trail)
    assert_walk([edges[r] for r in trail])
    return length


def assert_walk(edges: list[tuple[str, str, int]]) -> None:
    """Each edge begins where the one before ends."""
    ends = {city for edge in edges[:1] for city in edge[:2]}
    for a, b, _ in edges[1:]:
        ends = {y for x, y in ((a, b), (b, a)) if x in ends}
        assert ends, f"not a walk: {edges}"


def test_R86_cities_as_often_as_one_likes_and_rings() -> None:
    triangle = [("A", "B", 1), ("B", "C", 1), ("C", "A", 1)]
    eight = [*triangle, ("A", "D", 2), ("D", "E", 2), ("E", "A", 2)]
    assert longest(eight) == 9
    ring_with_tails = [*triangle, ("A", "D", 5), ("B", "E", 4)]
    assert longest(ring_with_tails) == 11
    assert longest([("A", "B", 3), ("B", "A", 2)], [0]) == 3


def test_R88_branches_off_the_trail_do_not_count() -> None:
    star = [("A", "B", 5), ("A", "C", 4), ("A", "D", 3), ("A", "E", 1)]
    assert longest(star) == 9


def test_R89_pieces_are_not_added_and_only_own_trains_count() -> None:
    assert longest([("A", "B", 5), ("C", "D", 4), ("D", "E", 2)]) == 6
    game = ttr.Game(line_map([2, 2, 2], [(0, 1, 1)] * 2), rules=ttr.Rules(**FEW_TICKETS))
    sheet = position(game, routes={0: [0, 2], 1: [1]}).score_sheet()
    assert [line.longest for line in sheet] == [2, 2]


def test_R87_every_one_of_the_tied_gets_ten() -> None:
    game = ttr.Game(players=4)
    sixes = find_route(USA, "El Paso", "Houston"), find_route(USA, "Calgary", "Winnipeg")
    lines = [[sixes[0]], [sixes[1]], [TWO_SPACES], []]
    sheet = position(game, routes=dict(enumerate(lines))).score_sheet()
    assert [line.longest for line in sheet] == [6, 6, 2, 0]
    assert [line.bonus for line in sheet] == [10, 10, 0, 0]
    assert [line.total for line in sheet] == [25, 25, 2, 0]


def test_Q04_longest_trail_of_length_zero_earns_nothing() -> None:
    sheet = position(ttr.Game(players=3)).score_sheet()
    assert [(line.longest, line.bonus, line.total) for line in sheet] == [(0, 0, 0)] * 3
    one = position(ttr.Game(players=3), routes={1: [TWO_SPACES]}).score_sheet()
    assert [line.bonus for line in one] == [0, 10, 0]


def test_R97_totals_may_be_negative() -> None:
    dear = sorted(range(30), key=lambda t: USA.tickets[t].points)[-5:]
    points = sum(USA.tickets[t].points for t in dear)
    state = final_position(GAME, tickets={0: dear})
    assert points > 63
    assert state.returns() == [-points, 0.0]
    assert state.score_sheet()[0].total == -points
    assert state.winners() == (1,)
    assert state.ranks() == (2, 1)


def test_R96_ticket_sum() -> None:
    tickets = [(0, 1, 17), (1, 2, 9), (2, 3, 11), (3, 4, 13), (4, 5, 11)]
    game = ttr.Game(line_map([1] * 5, tickets), rules=ttr.Rules(**FEW_TICKETS))
    line = position(game, routes={0: [0, 1, 2, 3]}, tickets={0: range(5)}).score_sheet()[0]
    assert (line.tickets, line.completed, line.failed) == (17 + 9 + 11 + 13 - 11, 4, 1)
    assert line.tickets == 39


def test_R96_tied_trails() -> None:
    lengths = {0: [6] * 6 + [1], 1: [6] * 3 + [5], 2: [6] * 6 + [1], 3: [6] * 4 + [1]}
    edges = [
        (f"{seat}-{i}", f"{seat}-{i + 1}", length)
        for seat, line in lengths.items()
        for i, length in enumerate(line)
    ]
    game = ttr.Game(graph_map(edges, [("0-0", "0-1", 1)] * 4), 4, ttr.Rules(**FEW_TICKETS))
    own = {seat: [r for r, e in enumerate(edges) if e[0][0] == str(seat)] for seat in range(4)}
    sheet = position(game, routes=own).score_sheet()
    assert [line.longest for line in sheet] == [37, 23, 37, 25]
    assert [line.bonus for line in sheet] == [10, 0, 10, 0]


def test_R96_total_and_long_routes() -> None:
    """62 for routes, tickets 12 + 9 - 8, no bonus: 75. A 6 is worth 15, three 2s only 6."""
    edges = [("A", f"B{i}", 6) for i in range(4)] + [("A", "C", 2)]  # a star: 15 * 4 + 2
    rival = [("X", "Y", 6), ("Y", "Z", 6), ("Z", "W", 6)]
    tickets = [("B0", "B1", 12), ("B2", "C", 9), ("A", "X", 8), ("X", "Z", 1)]
    game = ttr.Game(graph_map(edges + rival, tickets), rules=ttr.Rules(**FEW_TICKETS))
    given: dict[str, Any] = {"routes": {0: range(5), 1: [5, 6, 7]}, "tickets": {0: [0, 1, 2]}}
    line = position(game, **given).score_sheet()[0]
    assert (line.routes, line.tickets, line.bonus, line.total) == (62, 13, 0, 75)
    twos = [r for r in range(100) if USA.routes[r].length == 2 and not USA.twins(r)][:3]
    six = find_route(USA, "El Paso", "Houston")
    assert position(GAME, routes={0: [six], 1: twos}).scores() == (15, 6)


# --- Ranks ---------------------------------------------------------------------------------------


def ranks(*rows: tuple[int, int, int, bool], **rules: Any) -> tuple[int, ...]:
    keys = ("total", "completed", "longest", "holds_bonus")
    table = [dict(zip(keys, row, strict=True)) for row in rows]
    found: tuple[int, ...] = ttr.Rules(**rules).ranks(table)
    return found


def test_R90_F25_level_on_points() -> None:
    assert ranks((90, 5, 40, True), (91, 0, 0, False)) == (2, 1)
    assert ranks((90, 2, 40, True), (90, 3, 10, False)) == (2, 1)
    assert ranks((90, 3, 10, True), (90, 3, 10, False)) == (1, 2)
    assert ranks((90, 3, 40, False), (90, 3, 10, False), (80, 0, 50, True)) == (1, 1, 3)


def test_R92_longer_trail_as_an_option() -> None:
    online = ("completed_tickets", "longest_trail")
    assert ranks((90, 3, 40, False), (90, 3, 10, True), tie_break=online) == (1, 2)
    assert ranks((90, 3, 10, False), (90, 3, 10, True), tie_break=online) == (1, 1)
    assert ranks((90, 2, 10, False), (90, 3, 10, True), tie_break=()) == (1, 1)
    assert ranks((90, 2, 10, True), (90, 3, 9, False), tie_break=["longest_trail"]) == (1, 2)


def test_R93_no_seat_order_in_the_result() -> None:
    low, high = (50, 1, 9, False), (70, 2, 9, False)
    rows = [low, high, low, high, (0, 0, 0, True)]
    assert ranks(*rows) == (3, 1, 3, 1, 5)
    assert ranks(*rows[::-1]) == (5, 1, 3, 1, 3)


def test_R93_all_are_winners_when_nothing_tells_them_apart() -> None:
    for n in (2, 5):
        state = final_position(ttr.Game(players=n))
        assert state.winners() == tuple(range(n))
        assert state.ranks() == (1,) * n


def test_R90_in_a_finished_game() -> None:
    """15 points each, by a route of six spaces and by two spaces and a ticket."""
    board = line_map([6, 1, 1, 2], [(0, 1, 0), (3, 4, 13), (3, 4, 0)])
    game = ttr.Game(board, rules=ttr.Rules(**FEW_TICKETS, longest_trail_bonus=0))
    routes = {0: [0], 1: [3]}  # the trail of seat 0 is the longest
    for mine, others, winner in (([0], [1, 2], 1), ([0], [1], 0)):
        state = final_position(game, tickets={0: mine, 1: others}, routes=routes)
        assert state.returns() == [15.0, 15.0]
        assert [line.completed for line in state.score_sheet()] == [len(mine), len(others)]
        assert state.winners() == (winner,)
    level = ttr.Game(board, rules=game.rules.replace(tie_break=["completed_tickets"]))
    state = final_position(level, tickets={0: [0], 1: [1]}, routes=routes)
    assert state.winners() == (0, 1)


def test_winners_ranks_and_returns_before_the_end() -> None:
    state = GAME.new_initial_state(1)
    for ask in (state.winners, state.ranks):
        with pytest.raises(ValueError, match="only known at the end"):
            ask()
    assert state.returns() == [0.0, 0.0]


def test_returns_ranks_and_winners_at_the_end_agree() -> None:
    for number in range(60):
        state = ttr.Game(players=5).new_initial_state(30, number)
        play(state, random.Random(number))
        sheet = state.score_sheet()
        assert state.returns() == [line.routes + line.tickets + line.bonus for line in sheet]
        most = max(line.longest for line in sheet)
        assert [line.bonus for line in sheet] == [10 * (line.longest == most) for line in sheet]
        order = sorted(sheet, key=lambda s: (-s.total, -s.completed, -s.bonus))
        key = [(s.total, s.completed, s.bonus) for s in order]
        assert state.ranks() == tuple(1 + key.index((s.total, s.completed, s.bonus)) for s in sheet)
        assert state.winners() == tuple(i for i, rank in enumerate(state.ranks()) if rank == 1)


# --- Passing -------------------------------------------------------------------------------------


def test_Q07_R18_pass_is_legal_only_when_nothing_else_is() -> None:
    passing = GAME.string_to_action("pass")
    for given in (
        {"face_up": ["red"]},
        {"ticket_deck": [0]},
        {"hands": {0: {"green": 1}}, "ticket_deck": []},
    ):
        state = position(GAME, **({"ticket_deck": []} | given))
        assert passing not in state.legal_actions()
        with pytest.raises(ttr.IllegalActionError, match="pass"):
            state.apply_action(passing)
    assert legal_names(position(GAME, ticket_deck=[])) == {"pass"}


def test_Q07_R20_a_move_sets_the_passes_back() -> None:
    """Two pass, the third claims; only when all three have passed in a row is it over."""
    game = ttr.Game(line_map([1, 6], [(0, 1, 1)] * 3), 3, ttr.Rules(**FEW_TICKETS))
    held = {2: {"red": 1}, 1: dict.fromkeys(ttr.COLORS[1:8], 12) | {LOCO: 14, "red": 11}}
    state = position(game, hands=held, routes={1: [1]}, tickets={1: [0, 1, 2]}, ticket_deck=[],
                     seat=0)  # fmt: skip
    assert state.to_dict()["players"][1]["trains"] == 39
    act(state, "pass")
    assert state.to_dict()["consecutive_passes"] == 1
    assert "pass" not in legal_names(state)  # seat 1 can pay for the route of one space
    state = game.state_from_dict(state.to_dict() | {"current_player": 2, "consecutive_passes": 2})
    act(state, "claim 0 c0-c1 with 1 red")
    assert state.to_dict()["consecutive_passes"] == 0
    # the paid card is on the table now; take it, and everybody has to pass
    act(state, "draw red")
    for passes in (1, 2, 3):
        assert legal_names(state) == {"pass"}
        act(state, "pass")
        assert state.to_dict()["consecutive_passes"] == passes
        assert state.is_terminal() == (passes == 3)
