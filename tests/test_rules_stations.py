"""Stations of the Europe edition: R13, R71-R79, and what of R17, R91 and Q09 concerns them."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from builders import (
    FEW_TICKETS,
    LOCO,
    PLAIN_ROW,
    act,
    any_action,
    everything,
    final_position,
    graph_map,
    hand,
    legal_kinds,
    line_map,
    nonzero,
    open_position,
    position,
    station_cities,
    station_payments,
    walk,
)

import ttr_fast as ttr

GAME = ttr.Game("europe")
EUROPE = GAME.map
NAMES = [city.name for city in EUROPE.cities]


def stations_game(
    edges: Iterable[tuple[str, str, int]],
    tickets: Iterable[tuple[str, str, int]],
    players: int = 2,
    **rules: Any,
) -> ttr.Game:
    """Three stations a player on a graph of gray routes."""
    few: dict[str, Any] = {"stations_per_player": 3, **FEW_TICKETS}
    return ttr.Game(graph_map(edges, tickets), players, ttr.Rules(**few | rules))


# --- Building ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_R13_three_stations_each(n: int) -> None:
    players = ttr.Game("europe", n).new_initial_state(1).to_dict()["players"]
    assert [p["stations_left"] for p in players] == [3] * n
    assert [p["station_cities"] for p in players] == [[]] * n


@pytest.mark.parametrize(
    ("built", "held", "ways"),
    [
        (0, {"red": 2, LOCO: 1, "blue": 1}, [{"blue": 1}, {LOCO: 1}, {"red": 1}]),
        (1, {"red": 2, LOCO: 1}, [{LOCO: 1, "red": 1}, {"red": 2}]),
        (1, {"red": 1, "blue": 1}, []),
        (1, {LOCO: 2}, [{LOCO: 2}]),
        (2, {LOCO: 3}, [{LOCO: 3}]),
        (2, {"red": 2, "blue": 1}, []),
        (2, {"red": 2, LOCO: 2}, [{LOCO: 1, "red": 2}, {LOCO: 2, "red": 1}]),
        (3, {"red": 12, LOCO: 14}, []),
    ],
)
def test_R71_cost_by_the_number_built(
    built: int, held: dict[str, int], ways: list[dict[str, int]]
) -> None:
    state = position(GAME, hands={0: held}, stations={0: ["Wien", "Roma", "Riga"][:built]})
    expected = sorted(ways, key=lambda way: sorted(way.items()))
    for city in ("London", "Kyiv", "Smyrna"):
        assert station_payments(state, city) == expected


def test_R71_the_count_is_per_player() -> None:
    """Three stations of another player make nobody's first one dearer."""
    state = position(GAME, hands={0: {"red": 1}}, stations={1: ["Wien", "Roma", "Riga"]})
    assert station_payments(state, "London") == [{"red": 1}]


def test_R71_the_cards_go_to_the_discards() -> None:
    state = open_position(GAME, hands={0: {"red": 3, LOCO: 2}}, stations={0: ["Wien"]})
    act(state, "build station in London with 1 red + 1 locomotive")
    d = state.to_dict()
    assert hand(state, 0) == {"red": 2, LOCO: 1}
    assert nonzero(d["discard"]) == {"red": 1, LOCO: 1}
    assert d["players"][0]["station_cities"] == [NAMES.index("Wien"), NAMES.index("London")]
    assert d["players"][0]["stations_left"] == 1
    assert (d["players"][0]["trains"], state.scores()) == (45, (0, 0))


def test_H2_R72_an_occupied_city_is_offered_to_nobody() -> None:
    for seat in (0, 1):
        hands = {seat: {"red": 2, LOCO: 1}}
        state = position(GAME, seat=seat, hands=hands, stations={0: ["Wien"]})
        assert len(station_cities(state)) == 46
        assert station_cities(state) == set(NAMES) - {"Wien"}
    for action in range(GAME.num_distinct_actions()):
        if GAME.action_info(action).city == NAMES.index("Wien"):
            with pytest.raises(ttr.IllegalActionError, match="station in Wien"):
                state.apply_action(action)


def test_R72_no_free_city_no_station() -> None:
    game = ttr.Game(
        line_map([6, 6], [(0, 1, 1)] * 6), rules=ttr.Rules(stations_per_player=3)
    )  # three cities
    full = open_position(game, hands={0: {"red": 5}}, stations={0: ["c0"], 1: ["c1", "c2"]})
    assert station_cities(full) == set()
    one = open_position(game, hands={0: {"red": 5}}, stations={0: ["c0"], 1: ["c2"]})
    assert station_cities(one) == {"c1"}


def test_R73_a_city_without_any_route() -> None:
    """Before anybody has claimed anything; and in a city that no route of the map touches."""
    assert station_cities(open_position(GAME, hands={0: {"red": 1}})) == set(NAMES)
    board = line_map([2], [(0, 1, 1)] * 6)
    board = board.replace(cities=[*board.cities, ttr.map.City("nowhere")])
    game = ttr.Game(board, rules=ttr.Rules(stations_per_player=1))
    state = open_position(game, hands={0: {"red": 1}}, tickets={0: [0]})
    act(state, "build station in nowhere with 1 red")
    assert state.borrowed_routes(0) == ((2, None),)


def test_R79_R17_a_station_is_the_whole_turn() -> None:
    state = open_position(GAME, hands={0: {"red": 1}})
    act(state, "build station in Wien with 1 red")
    assert (state.current_player(), state.phase(), state.to_dict()["turn"]) == (
        1, "choose_action", 1,
    )  # fmt: skip


def test_R79_at_most_three_and_refused_when_none_is_left() -> None:
    state = open_position(GAME, hands={0: {LOCO: 9, "white": 9}}, stations={0: NAMES[:3]})
    before = everything(state)
    assert "build_station" not in legal_kinds(state)
    stations = [
        a for a in range(GAME.num_distinct_actions()) if GAME.action_info(a).kind == "build_station"
    ]
    # 1 of 8 colours or a locomotive; 2 cards: 8 * 2 + 1; 3 cards: 8 * 3 + 1 ways, in each city
    assert len(stations) == 47 * (9 + 17 + 25)
    for action in stations:
        with pytest.raises(ttr.IllegalActionError):
            state.apply_action(action)
    assert everything(state) == before
    with pytest.raises(ValueError, match=r"station_cities.*3"):
        position(GAME, stations={0: NAMES[:4]})


def test_V1_Q07_R18_no_pass_while_a_station_can_be_built() -> None:
    """All cards in hands, no tickets, no trains for any route: a station is left, then a pass."""
    rules = GAME.rules.replace(trains_per_player=1, final_round_threshold=0)
    game = ttr.Game("europe", rules=rules)
    ones = [r for r, route in enumerate(EUROPE.routes) if route.length == 1]
    routes = {0: ones[:1], 1: ones[1:2]}
    given: dict[str, Any] = {"routes": routes, "ticket_deck": [], "final_turns_left": 1}
    one = position(game, hands={0: {"red": 1}}, **given)
    assert legal_kinds(one) == {"build_station"}
    with pytest.raises(ttr.IllegalActionError, match="pass"):
        act(one, "pass")
    assert legal_kinds(position(game, hands={0: {}}, **given)) == {"pass"}
    built = {0: NAMES[:3]}
    assert legal_kinds(position(game, hands={0: {"red": 3}}, stations=built, **given)) == {"pass"}
    two = {0: NAMES[:1]}  # the second station costs two cards
    assert legal_kinds(position(game, hands={0: {"red": 1}}, stations=two, **given)) == {"pass"}


def test_R20_a_station_sets_the_passes_back() -> None:
    state = position(GAME, hands={0: {"red": 1}}, ticket_deck=[], consecutive_passes=1)
    act(state, "build station in Wien with 1 red")
    assert state.to_dict()["consecutive_passes"] == 0


def test_Q02_R26_row_and_deck_after_a_station() -> None:
    """The only cards outside the hands are those paid: they come up in the row at once."""
    state = position(GAME, hands={0: {"red": 2}}, stations={0: ["Wien"]})
    act(state, "build station in Roma with 2 red")
    d = state.to_dict()
    assert sorted(filter(None, d["face_up"])) == ["red", "red"]
    assert (nonzero(d["deck"]), nonzero(d["discard"])) == ({}, {})


def test_Q09_fewest_locomotives_for_a_station() -> None:
    game = ttr.Game("europe", rules=GAME.rules.replace(payments="fewest_locomotives"))
    for built, held, ways in [
        (0, {"red": 2, LOCO: 1}, [{"red": 1}]),
        (0, {LOCO: 1}, [{LOCO: 1}]),
        (1, {"red": 1, "blue": 2, LOCO: 5}, [{"blue": 2}, {LOCO: 1, "red": 1}]),
        (1, {LOCO: 5}, [{LOCO: 2}]),
    ]:
        state = position(game, hands={0: held}, stations={0: NAMES[:built]})
        assert station_payments(state, "Wien") == ways


def test_R72_R79_cities_and_stations_in_whole_games() -> None:
    """Never two stations in a city, never more than three of a player, each paid by its number."""
    game = ttr.Game("europe", 3)

    def builds(state: ttr.State, legal: list[int], rng: random.Random) -> int:
        stations = [a for a in legal if game.action_info(a).kind == "build_station"]
        return any_action(state, stations if stations and rng.random() < 0.3 else legal, rng)

    built = 0
    for state in walk(game, games=5, seed=3, choose=builds):
        players = state.to_dict()["players"]
        cities = [city for p in players for city in p["station_cities"]]
        assert len(set(cities)) == len(cities)
        for player in players:
            assert player["stations_left"] + len(player["station_cities"]) == 3
        for action in state.legal_actions():
            info = game.action_info(action)
            if info.city is not None:
                number = len(players[state.current_player()]["station_cities"])
                assert (info.cards or 0) + (info.locomotives or 0) == number + 1
                assert info.city not in cities
        built += state.is_terminal() and len(cities)
    assert built >= 20


# --- Lent routes ---------------------------------------------------------------------------------

STAR = [("A", "M", 1), ("M", "B", 1), ("M", "C", 1), ("M", "D", 1), ("X", "Y", 4)]


def test_R74_exactly_one_route_that_ends_in_the_city() -> None:
    """A-M is own; M-B, M-C and M-D are the other's: one of the three tickets comes true."""
    game = stations_game(STAR, [("A", "B", 5), ("A", "C", 6), ("A", "D", 4)])
    given: dict[str, Any] = {"routes": {0: [0], 1: [1, 2, 3]}, "tickets": {0: [0, 1, 2]}}
    state = position(game, stations={0: ["M"]}, **given)
    line = state.score_sheet()[0]
    assert (line.tickets, line.completed, line.failed) == (6 - 5 - 4, 1, 2)
    assert state.borrowed_routes(0) == ((game.map.city_index("M"), 2),)
    assert state.completed_tickets(0) == (1,)
    assert state.borrowed_routes(1) == ()
    # a station elsewhere, at neither end of a route that helps, lends nothing
    elsewhere = position(game, stations={0: ["X"]}, **given)
    assert elsewhere.borrowed_routes(0) == ((game.map.city_index("X"), None),)
    assert elsewhere.score_sheet()[0].completed == 0
    # at the far end it does
    far = position(game, stations={0: ["C"]}, **given)
    assert far.completed_tickets(0) == (1,)


def test_R74_only_routes_of_opponents_that_are_built() -> None:
    game = stations_game(STAR, [("A", "B", 5)] * 3, players=3)
    free = position(game, routes={0: [0]}, tickets={0: [0]}, stations={0: ["M"]})
    assert free.borrowed_routes(0) == ((game.map.city_index("M"), None),)
    assert free.completed_tickets(0) == ()
    for owner in (1, 2):
        state = position(game, routes={0: [0], owner: [1]}, tickets={0: [0]}, stations={0: ["M"]})
        assert state.completed_tickets(0) == (0,)
        assert [line.completed for line in state.score_sheet()] == [1, 0, 0]


def test_R74_the_lent_route_stays_its_owners() -> None:
    """Both use it: the owner for a ticket and the trail, the borrower for a ticket."""
    game = stations_game(STAR, [("A", "B", 5), ("M", "B", 3)])
    state = position(game, routes={0: [0], 1: [1]}, tickets={0: [0], 1: [1]}, stations={0: ["B"]})
    sheet = state.score_sheet()
    assert [line.tickets for line in sheet] == [5, 3]
    assert [line.routes for line in sheet] == [1, 1]


def test_R75_the_same_lent_route_serves_all_tickets() -> None:
    edges = [("A", "M", 1), ("M", "B", 1), ("B", "C", 1)]
    game = stations_game(edges, [("A", "B", 5), ("A", "C", 6), ("M", "C", 2)])
    state = position(game, routes={0: [0, 2], 1: [1]}, tickets={0: [0, 1, 2]}, stations={0: ["M"]})
    line = state.score_sheet()[0]
    assert (line.tickets, line.completed) == (13, 3)


def test_R76_the_highest_ticket_points_then_the_most_tickets() -> None:
    """Lending M-B: 9 points in one ticket; M-C: 9 points in two. Then D, worth 10, beats both."""
    tickets = [("A", "B", 9), ("A", "C", 5), ("A", "C", 4), ("A", "D", 10)]
    game = stations_game(STAR, tickets)
    given: dict[str, Any] = {"routes": {0: [0], 1: [1, 2, 3]}, "stations": {0: ["M"]}}
    state = position(game, tickets={0: [0, 1, 2]}, **given)
    assert state.completed_tickets(0) == (1, 2)
    assert state.score_sheet()[0].tickets == 9 - 9
    dearer = position(game, tickets={0: [0, 1, 2, 3]}, **given)
    assert dearer.completed_tickets(0) == (3,)
    assert dearer.score_sheet()[0].tickets == 10 - 9 - 9


def test_R76_the_choice_is_made_at_the_end() -> None:
    """What is lent changes as the board grows; nothing is settled on the way."""
    game = stations_game(STAR, [("A", "B", 5), ("A", "C", 6)], trains_per_player=45)
    state = open_position(
        game, seat=1, hands={1: {"red": 5}}, routes={0: [0], 1: [1]},
        tickets={0: [0, 1]}, stations={0: ["M"]},
    )  # fmt: skip
    assert state.completed_tickets(0) == (0,)
    act(state, "claim 2 M-C with 1 red")
    assert state.completed_tickets(0) == (1,)


def test_R76_two_lent_routes_may_meet_where_the_seat_has_nothing() -> None:
    """A-X is own, X-Y and Y-Z are the other's: stations in X and Z make one way of all three."""
    edges = [("A", "X", 1), ("X", "Y", 1), ("Y", "Z", 1)]
    game = stations_game(edges, [("A", "Z", 9)] * 2)
    state = position(game, routes={0: [0], 1: [1, 2]}, tickets={0: [0]}, stations={0: ["X", "Z"]})
    assert [route for _, route in state.borrowed_routes(0)] == [1, 2]
    assert state.completed_tickets(0) == (0,)
    three = [*edges, ("Z", "B", 1), ("B", "C", 1)]
    game = stations_game(three, [("A", "C", 9)] * 2)
    state = position(
        game, routes={0: [0], 1: [1, 2, 3, 4]}, tickets={0: [0]}, stations={0: ["Y", "X", "Z"]}
    )
    assert state.completed_tickets(0) == ()  # four routes are missing, three are lent
    state = position(
        game, routes={0: [0, 4], 1: [1, 2, 3]}, tickets={0: [0]}, stations={0: ["B", "X", "Y"]}
    )
    assert state.completed_tickets(0) == (0,)


@pytest.mark.parametrize("value", [4, 0, 11])
def test_R77_each_unbuilt_station_is_worth_four(value: int) -> None:
    game = stations_game(STAR, [("A", "B", 5)] * 5, 4, station_value=value)
    stations = {0: ["A"], 1: ["B", "C"], 2: ["M", "X", "Y"]}
    sheet = position(game, stations=stations).score_sheet()
    assert [line.stations for line in sheet] == [2 * value, value, 0, 3 * value]
    assert [line.total for line in sheet] == [2 * value, value, 0, 3 * value]


def test_R78_stations_never_count_for_the_longest_trail() -> None:
    game = stations_game([("A", "M", 2), ("M", "B", 6), ("X", "Y", 3)], [("A", "B", 5)] * 2)
    state = position(game, routes={0: [0], 1: [1]}, tickets={0: [0]}, stations={0: ["M"]})
    assert state.completed_tickets(0) == (0,)
    assert [line.longest for line in state.score_sheet()] == [2, 6]
    assert state.longest_trail(0) == (2, (0,))
    assert [line.bonus for line in state.score_sheet()] == [0, 10]


def test_R91_fewer_stations_used_in_a_finished_game() -> None:
    """Both have 12 + 8 points in the end: 8 points of stations against a ticket of 4 and 4."""
    board = line_map([1, 1, 1, 1], [(0, 1, 4), (2, 3, 8), (0, 1, 0)])
    rules = ttr.Rules.preset("europe").replace(**FEW_TICKETS, initial_long_tickets_dealt=0)
    game = ttr.Game(board, rules=rules.replace(longest_trail_bonus=0))
    state = final_position(
        game, routes={0: [0], 1: [2]}, tickets={0: [0], 1: [1]},
        stations={0: ["c4"], 1: ["c1", "c2"]},
    )  # fmt: skip
    sheet = state.score_sheet()
    assert [(x.total, x.completed) for x in sheet] == [(1 + 4 + 8, 1), (1 + 8 + 4, 1)]
    assert state.winners() == (0,)
    assert state.ranks() == (1, 2)


def test_R91_rows_by_the_keys_of_the_edition() -> None:
    rules = ttr.Rules.preset("europe")

    def ranks(*rows: tuple[int, int, int, bool]) -> tuple[int, ...]:
        keys = ("total", "completed", "stations_used", "holds_bonus")
        return rules.ranks([dict(zip(keys, row, strict=True)) | {"longest": 5} for row in rows])

    assert ranks((90, 5, 0, False), (91, 1, 3, False)) == (2, 1)
    assert ranks((90, 5, 3, False), (90, 4, 0, True)) == (1, 2)
    assert ranks((90, 5, 2, True), (90, 5, 1, False)) == (2, 1)
    assert ranks((90, 5, 2, True), (90, 5, 2, False)) == (1, 2)
    assert ranks((90, 5, 2, True), (90, 5, 2, True), (0, 0, 0, False)) == (1, 1, 3)


# --- Against brute force -------------------------------------------------------------------------


def parts(board: ttr.Map, routes: Iterable[int]) -> dict[str, str]:
    """Which cities are joined: a representative for each."""
    near = defaultdict(set)
    for r in routes:
        near[board.routes[r].a].add(board.routes[r].b)
        near[board.routes[r].b].add(board.routes[r].a)
    part: dict[str, str] = {}
    for city in (c.name for c in board.cities):
        todo = [city]
        while todo:
            here = todo.pop()
            if here not in part:
                part[here] = city
                todo += near[here]
    return part


def every_choice(d: dict[str, Any], board: ttr.Map, seat: int) -> Iterator[tuple[int | None, ...]]:
    """All ways to lend at most one route of an opponent at each station of the seat."""
    others = {r for s, p in enumerate(d["players"]) if s != seat for r in p["routes"]}
    choices: list[list[int | None]] = []
    for city in d["players"][seat]["station_cities"]:
        name = board.cities[city].name
        there = [r for r in others if name in (board.routes[r].a, board.routes[r].b)]
        choices.append([None, *there])
    yield from itertools.product(*choices)


def routes_of(choice: Iterable[int | None]) -> list[int]:
    return [route for route in choice if route is not None]


def completed(board: ttr.Map, tickets: list[int], routes: Iterable[int]) -> tuple[int, ...]:
    part = parts(board, routes)
    return tuple(t for t in tickets if part[board.tickets[t].a] == part[board.tickets[t].b])


def value(board: ttr.Map, kept: tuple[int, ...]) -> tuple[int, int]:
    return sum(board.tickets[t].points for t in kept), len(kept)


def random_board(rng: random.Random, players: int) -> ttr.State:
    """A small board, every route of which has an owner; few are joined, so that lending helps."""
    names = "ABCDEFGHIJKLMN"
    pairs = dict.fromkeys(tuple(sorted(rng.sample(names, 2))) for _ in range(24))
    edges = [(a, b, 1) for a, b in pairs]
    tickets = [(*rng.sample(names, 2), rng.randint(1, 9)) for _ in range(24)]
    four = {"stations_per_player": 4, "station_costs": [1, 1, 1, 1]}
    game = stations_game(edges, tickets, players, **four)
    routes: dict[int, list[int]] = {seat: [] for seat in range(players)}
    for r in range(len(edges)):
        routes[rng.choice([0, *range(players)])].append(r)
    cities = [city.name for city in game.map.cities]
    rng.shuffle(cities)
    stations = {0: cities[:4], 1: cities[4 : 4 + rng.randint(1, 4)]}
    held = {seat: range(24)[24 // players * seat : 24 // players * (seat + 1)] for seat in routes}
    given: dict[str, Any] = {"routes": routes, "tickets": held, "stations": stations}
    return position(game, face_up=PLAIN_ROW, rest="deck", **given)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_R76_best_of_all_choices_on_random_boards(n: int) -> None:
    """Points and number of tickets are those of the best of all choices, the one shown included."""
    rng = random.Random(n)
    lent_routes = [0] * 5
    for _ in range(40):
        state = random_board(rng, n)
        board, d = state.game.map, state.to_dict()
        for seat, line in enumerate(state.score_sheet()):
            player = d["players"][seat]
            own, tickets = player["routes"], player["tickets"]
            choices = set(every_choice(d, board, seat))
            best = max(
                value(board, completed(board, tickets, [*own, *routes_of(lent)]))
                for lent in choices
            )
            shown = state.borrowed_routes(seat)
            assert [city for city, _ in shown] == player["station_cities"]
            assert tuple(route for _, route in shown) in choices
            used = routes_of(route for _, route in shown)
            kept = completed(board, tickets, [*own, *used])
            assert value(board, kept) == best
            assert state.completed_tickets(seat) == kept
            all_points = sum(board.tickets[t].points for t in tickets)
            assert line.tickets == 2 * best[0] - all_points
            assert (line.completed, line.failed) == (best[1], len(tickets) - best[1])
            if best > value(board, completed(board, tickets, own)):
                lent_routes[len(used)] += 1
    assert min(lent_routes[1:4]) >= 3, lent_routes
