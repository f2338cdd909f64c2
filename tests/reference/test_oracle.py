"""The oracle against the situations and data cases with known answers: what all editions share.

The ids in the test names (D1, K5, P3, ..) are those of the project's list of cases. Tunnels,
stations and long tickets are in test_europe.py, resigning is in test_resign.py.
"""

import random
from collections import Counter
from typing import Any

import pytest

from . import PRESETS, USA_RULES, CardsMissingError, OracleError, OracleState
from .cards import COLORS, LOCOMOTIVE, all_110_cards, no_cards
from .helpers import (
    EDITIONS,
    USA,
    apply_with_random_cards,
    as_list,
    cases,
    city_name,
    claims_of,
    counts,
    find_route,
    full_names,
    game_of_case,
    hand,
    in_pile,
    kinds,
    map_of_case,
    new_game,
    position,
    random_card,
    random_deal,
    route_numbers,
    total_cards,
)
from .scoring import ranks_of_rows
from .trail import cities_with_odd_routes, connected_pieces, longest_trail

# ---- drawing train cards ------------------------------------------------------------------


def test_D1_locomotive_first() -> None:
    state = position(new_game(2), ["red", "blue", "green", LOCOMOTIVE, "white"], ["pink", "black"])
    state.apply(("draw_face_up", LOCOMOTIVE), ["pink"])
    assert state.current_player() == 1
    assert state.phase() == "choose_action"
    assert hand(state, 0) == {LOCOMOTIVE: 1}
    assert state.to_dict()["players"][0]["known_hand"] == counts([LOCOMOTIVE])
    assert state.to_dict()["face_up"] == ["red", "blue", "green", "pink", "white"]


def test_D2_replacement_is_a_locomotive() -> None:
    row = ["red", "blue", "green", LOCOMOTIVE, "white"]
    state = position(new_game(2), row, [LOCOMOTIVE, "black", "pink"])
    state.apply(("draw_face_up", "red"), [LOCOMOTIVE])
    assert state.to_dict()["face_up"] == [LOCOMOTIVE, "blue", "green", LOCOMOTIVE, "white"]
    assert state.legal_actions() == {
        ("draw_deck",),
        ("draw_face_up", "blue"),
        ("draw_face_up", "green"),
        ("draw_face_up", "white"),
    }
    with pytest.raises(OracleError):
        state.apply(("draw_face_up", LOCOMOTIVE), ["black"])


def test_D3_two_blind_locomotives() -> None:
    row = ["red", "blue", "green", LOCOMOTIVE, "white"]
    state = position(new_game(2), row, [LOCOMOTIVE, LOCOMOTIVE, "red"])
    state.apply(("draw_deck",), [LOCOMOTIVE])
    assert state.current_player() == 0
    assert ("draw_face_up", LOCOMOTIVE) not in state.legal_actions()  # R25
    state.apply(("draw_deck",), [LOCOMOTIVE])
    assert hand(state, 0) == {LOCOMOTIVE: 2}
    assert state.to_dict()["players"][0]["known_hand"] == no_cards()
    assert state.current_player() == 1


def test_D4_third_locomotive_between_the_two_cards() -> None:
    deck = [LOCOMOTIVE, "pink", "pink", "white", "black", "yellow", "orange"]
    state = position(new_game(2), ["red", LOCOMOTIVE, LOCOMOTIVE, "blue", "green"], deck)
    state.apply(("draw_face_up", "red"), deck[:6])
    assert in_pile(state, "discard") == {LOCOMOTIVE: 3, "blue": 1, "green": 1}
    assert state.to_dict()["face_up"] == ["pink", "pink", "white", "black", "yellow"]
    assert in_pile(state, "deck") == {"orange": 1}
    # Six choices at the table; the two pink cards are one action.
    assert state.phase() == "draw_second_card"
    assert state.legal_actions() == {
        ("draw_deck",),
        *(("draw_face_up", card) for card in ["pink", "white", "black", "yellow"]),
    }


@pytest.mark.parametrize("card", ["red", LOCOMOTIVE])
def test_D5_the_last_card_of_the_world(card: str) -> None:
    state = position(new_game(2), [card])
    assert ("draw_face_up", card) in state.legal_actions()
    assert ("draw_deck",) not in state.legal_actions()
    state.apply(("draw_face_up", card), [])
    assert state.current_player() == 1
    assert state.to_dict()["face_up"] == [None] * 5


@pytest.mark.parametrize("card", ["red", LOCOMOTIVE])
def test_D6_only_a_locomotive_left_for_the_second_card(card: str) -> None:
    state = position(new_game(2), ["red", LOCOMOTIVE])
    state.apply(("draw_face_up", card), [])
    assert state.current_player() == 1
    assert hand(state, 0) == {card: 1}


def test_D7_nothing_left() -> None:
    game = new_game(2)
    state = position(game, hands={0: ["red"] * 2}, ticket_deck=[3])
    assert kinds(state) == {"claim", "draw_tickets"}
    state = position(game, hands={0: []})
    assert state.legal_actions() == {("pass",)}
    with pytest.raises(OracleError):
        state.apply(("draw_deck",), [])


@pytest.mark.parametrize("second", ["red", "blue"])
def test_D8_reshuffle_between_the_two_cards(second: str) -> None:
    row = ["green", "white", "black", "yellow", "orange"]
    state = position(new_game(2), row, ["pink"], ["red", "red", "blue"])
    state.apply(("draw_deck",), ["pink"])
    assert in_pile(state, "deck") == {"red": 2, "blue": 1}  # Q02: at once
    assert in_pile(state, "discard") == {}
    before = state.to_dict()
    with pytest.raises(OracleError):
        state.apply(("draw_deck",), ["pink"])  # no longer in the deck
    assert state.to_dict() == before
    state.apply(("draw_deck",), [second])
    assert hand(state, 0) == {"pink": 1, second: 1}
    assert total_cards(state) == all_110_cards()


def test_Q01_no_reset_without_enough_plain_cards() -> None:
    """Three locomotives stay if a better row is impossible, and go once it is possible."""
    row = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "red", "blue"]
    game = new_game(2)
    gray_1 = find_route("Atlanta", "Nashville", "gray", 1, [])
    state = position(game, row, [LOCOMOTIVE, LOCOMOTIVE], hands={0: [LOCOMOTIVE, "pink"]})
    still = state.clone()
    still.apply(("claim", gray_1, None, 1), [])
    assert still.to_dict()["face_up"] == row
    # The pink card makes three plain ones. The two cards of the deck come up first; then the
    # discards (the pink card and the old row) are the new deck. This row is no better: again.
    first_row = [LOCOMOTIVE, LOCOMOTIVE, "pink", "red", LOCOMOTIVE]
    second_row = ["blue", LOCOMOTIVE, LOCOMOTIVE, "pink", "red"]
    state.apply(("claim", gray_1, "pink", 0), first_row + second_row)
    assert state.to_dict()["face_up"] == second_row
    assert in_pile(state, "deck") == {LOCOMOTIVE: 3}
    assert total_cards(state) == all_110_cards()


def test_Q01_max_row_resets_bounds_the_resets_of_one_check() -> None:
    row = ["red", LOCOMOTIVE, LOCOMOTIVE, "blue", "green"]
    deck = [LOCOMOTIVE] * 4 + ["pink"] * 3
    state = position(new_game(2, max_row_resets=1), row, deck)
    state.apply(("draw_face_up", "red"), [LOCOMOTIVE] * 4 + ["pink"] * 2)
    assert state.to_dict()["face_up"] == [LOCOMOTIVE] * 3 + ["pink"] * 2
    assert in_pile(state, "deck") == {"pink": 1}
    never = position(new_game(2, reset_locomotives=0), row, deck)
    never.apply(("draw_face_up", "red"), [LOCOMOTIVE])
    assert never.to_dict()["face_up"] == [LOCOMOTIVE] * 3 + ["blue", "green"]


def test_Q02_payment_into_an_empty_deck_refills_the_row() -> None:
    game = new_game(2)
    gray_3 = find_route("Duluth", "Sault St. Marie", "gray", 3, [])
    state = position(game, ["red", "blue"], hands={0: ["black"] * 3})
    state.apply(("claim", gray_3, "black", 0), ["black"] * 3)
    assert state.to_dict()["face_up"] == ["red", "blue", "black", "black", "black"]
    assert in_pile(state, "deck") == in_pile(state, "discard") == {}


# ---- tickets ------------------------------------------------------------------------------


def test_K1_ticket_deck_after_set_up() -> None:
    state = random_deal(new_game(4), random.Random(1), first_seat=2)
    dealt = [player["offered_tickets"] for player in state.to_dict()["players"]]
    below = state.to_dict()["ticket_deck"]
    assert len(below) == 30 - 12
    for seat in range(4):
        assert (state.current_player(), state.phase()) == (seat, "choose_initial_tickets")
        assert len(state.legal_actions()) == 4  # R07
        state.apply(("keep_tickets", (0, 2)), [])
    d = state.to_dict()
    assert d["ticket_deck"] == below + [offered[1] for offered in dealt]
    assert len(d["ticket_deck"]) == 22
    assert [player["tickets"] for player in d["players"]] == [sorted(o[::2]) for o in dealt]
    assert (d["current_player"], d["turn"], d["ply"], d["phase"]) == (2, 0, 4, "choose_action")


def test_K1_initial_tickets_return_out() -> None:
    state = random_deal(new_game(2, initial_tickets_return="out"), random.Random(1))
    for _ in range(2):
        state.apply(("keep_tickets", (0, 1)), [])
    assert len(state.to_dict()["ticket_deck"]) == 24


def test_K2_two_left() -> None:
    state = position(new_game(2), ticket_deck=[7, 3])
    state.apply(("draw_tickets",), [])
    assert state.phase() == "choose_tickets"
    assert state.to_dict()["players"][0]["offered_tickets"] == [7, 3]
    keep_sets = [(0,), (1,), (0, 1)]
    assert state.legal_actions() == {("keep_tickets", positions) for positions in keep_sets}


def test_K3_one_left() -> None:
    state = position(new_game(2), ticket_deck=[7])
    state.apply(("draw_tickets",), [])
    assert state.legal_actions() == {("keep_tickets", (0,))}
    with pytest.raises(OracleError):
        state.apply(("keep_tickets", ()), [])
    state.apply(("keep_tickets", (0,)), [])
    assert state.to_dict()["players"][0]["tickets"] == [7]
    assert state.to_dict()["ticket_deck"] == []
    assert state.current_player() == 1


def test_K4_none_left() -> None:
    state = position(new_game(2), ["red"], ["blue"])
    before = state.to_dict()
    assert "draw_tickets" not in kinds(state)
    with pytest.raises(OracleError):
        state.apply(("draw_tickets",), [])
    assert state.to_dict() == before


def test_K5_order() -> None:
    state = position(new_game(2), ["red", "blue"], ticket_deck=[21, 5, 8, 2, 1])
    state.apply(("draw_tickets",), [])
    assert len(state.legal_actions()) == 7  # R49
    state.apply(("keep_tickets", (1,)), [])
    assert state.to_dict()["ticket_deck"] == [2, 1, 8, 21]  # Q11
    state.apply(("draw_tickets",), [])
    assert state.to_dict()["players"][1]["offered_tickets"] == [2, 1, 8]


# ---- double routes ------------------------------------------------------------------------

BLACK = find_route("Denver", "Kansas City", "black", 4, [])
ORANGE = find_route("Denver", "Kansas City", "orange", 4, [])


def test_W1_twin_with_3_players() -> None:
    game = new_game(3)
    cards = ["orange"] * 4 + ["black"] * 4
    for seat in range(3):
        state = position(game, hands={seat: cards}, routes={0: [BLACK]}, seat=seat)
        assert claims_of(state, ORANGE) == claims_of(state, BLACK) == set()


def test_W2_twin_with_4_players() -> None:
    game = new_game(4)
    cards = ["orange"] * 4 + ["black"] * 4
    for seat in range(4):
        one_taken = position(game, hands={seat: cards}, routes={0: [BLACK]}, seat=seat)
        assert claims_of(one_taken, BLACK) == set()
        assert bool(claims_of(one_taken, ORANGE)) == (seat != 0)
        both_taken = position(
            game, hands={seat: cards}, routes={0: [BLACK], 1: [ORANGE]}, seat=seat
        )
        assert claims_of(both_taken, ORANGE) == set()


def test_W3_gray_twins_look_alike() -> None:
    first = find_route("Dallas", "Houston", "gray", 1, [])
    second = find_route("Dallas", "Houston", "gray", 1, [first])
    hands = {0: ["red"], 1: ["red"], 2: ["red"]}
    state = position(new_game(5), hands=hands, ticket_deck=[0])
    state.apply(("claim", first, "red", 0), ["red"])
    state.apply(("claim", second, "red", 0), ["red"])
    assert [player["routes"] for player in state.to_dict()["players"][:2]] == [[first], [second]]
    assert claims_of(state, first) == claims_of(state, second) == set()
    pairs = Counter(frozenset((route["a"], route["b"])) for route in USA["routes"])
    assert len(USA["routes"]) == 100
    assert len(pairs) == 78


# ---- passing ------------------------------------------------------------------------------


def test_V1_pass() -> None:
    # Seat 1 has no trains to build with; the final round is not on yet.
    state = position(new_game(2, final_round_threshold=-1), routes={0: [BLACK]}, trains={1: 0})
    assert state.legal_actions() == {("pass",)}
    state.apply(("pass",), [])
    assert (state.current_player(), state.legal_actions()) == (1, {("pass",)})
    assert state.to_dict()["consecutive_passes"] == 1
    state.apply(("pass",), [])
    assert state.is_terminal()
    assert (state.current_player(), state.phase()) == (-4, "terminal")
    assert state.legal_actions() == set()
    assert state.to_dict()["turn"] == 12
    assert [row["total"] for row in state.score_sheet()] == [7 + 10, 0]
    assert (state.ranks(), state.winners()) == ((1, 2), (0,))
    with pytest.raises(OracleError):
        state.apply(("pass",), [])


def test_V2_no_stopping_after_one_card() -> None:
    state = position(new_game(2), ["red", LOCOMOTIVE], hands={0: ["red"] * 5}, ticket_deck=[1, 2])
    state.apply(("draw_face_up", "red"), [])
    assert state.current_player() == 1  # only a locomotive is left: no second card
    state = position(new_game(2), ["red", "blue"], hands={0: ["red"] * 5}, ticket_deck=[1, 2])
    state.apply(("draw_face_up", "red"), [])
    assert state.legal_actions() == {("draw_face_up", "blue")}


# ---- data cases ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("pay"))
def test_pay(case: dict[str, Any]) -> None:
    """P1-P12."""
    given, facts = case["given"], map_of_case(case)
    held = full_names(given["hand"])
    route = find_route(*given["route"], [], facts)
    trains = {0: given.get("trains", 45)}
    hands = {0: as_list(held)}
    expected = [full_names(payment) for payment in case["expect"]["payments"]]

    state = position(game_of_case(case), hands=hands, trains=trains)
    found = []
    for action in claims_of(state, route):
        after = state.clone()
        after.apply(action, refill_of(state, action))
        left = hand(after, 0)
        paid = {card: held[card] - left.get(card, 0) for card in held}
        found.append({card: number for card, number in paid.items() if number > 0})
    assert sorted(found, key=str) == sorted(expected, key=str)

    # Q09: the short list has the friendliest payment of each colour, and none if there is none.
    short = position(game_of_case(case, payments="fewest_locomotives"), hands=hands, trains=trains)
    fewest: dict[str | None, int] = {}
    for payment in expected:
        color = next((card for card in payment if card != LOCOMOTIVE), None)
        locomotives = payment.get(LOCOMOTIVE, 0)
        fewest[color] = min(locomotives, fewest.get(color, locomotives))
    assert {action[2:] for action in claims_of(short, route)} == set(fewest.items())


def refill_of(state: OracleState, action: tuple) -> list[str]:
    """In a position without deck, discards and row the paid cards become the row."""
    cards: list[str] = []
    rng = random.Random(0)
    while True:
        try:
            state.clone().apply(action, cards)
        except CardsMissingError as missing:
            cards.append(random_card(missing.deck, rng))
        else:
            return cards


def test_Q09_gray_route_payments() -> None:
    gray_2 = find_route("Atlanta", "Charleston", "gray", 2, [])
    hands = {0: ["red", "red", "blue", LOCOMOTIVE, LOCOMOTIVE]}
    every = position(new_game(2), hands=hands)
    assert {action[2:] for action in claims_of(every, gray_2)} == {
        ("red", 0),
        ("red", 1),
        ("blue", 1),
        (None, 2),
    }
    fewest = position(new_game(2, payments="fewest_locomotives"), hands=hands)
    assert {action[2:] for action in claims_of(fewest, gray_2)} == {("red", 0), ("blue", 1)}
    # A gray 6 cannot be paid with any one colour here, nor with locomotives alone.
    gray_6 = find_route("Winnipeg", "Sault St. Marie", "gray", 6, [])
    assert claims_of(fewest, gray_6) == set()


@pytest.mark.parametrize("case", cases("longest"))
def test_longest(case: dict[str, Any]) -> None:
    """L1-L5."""
    state = position(new_game(2), routes={0: route_numbers(case["given"]["routes"])})
    assert state.score_sheet()[0]["longest"] == case["expect"]["longest"]


@pytest.mark.parametrize("case", cases("final_round"))
def test_final_round(case: dict[str, Any]) -> None:
    """E1-E3."""
    num_players, trigger = case["given"]["n"], case["given"]["trigger_seat"]
    gray_1 = find_route("Atlanta", "Nashville", "gray", 1, [])
    row = ["red", "blue", "green", "white", "black"]
    state = position(
        new_game(num_players),
        row,
        COLORS * 6,
        hands={trigger: ["red"]},
        trains={trigger: 3},
        seat=trigger,
    )
    rng = random.Random(0)
    apply_with_random_cards(state, ("claim", gray_1, "red", 0), rng)
    assert state.to_dict()["final_turns_left"] == num_players
    seats = []
    while not state.is_terminal():
        seats.append(state.current_player())
        for _ in range(2):
            apply_with_random_cards(state, ("draw_deck",), rng)
    assert seats == case["expect"]["remaining_turns"]
    assert state.to_dict()["final_turns_left"] == 0


def test_R83_another_player_at_two_trains_changes_nothing() -> None:
    first = find_route("Atlanta", "Nashville", "gray", 1, [])
    second = find_route("Portland", "Seattle", "gray", 1, [])
    hands = {0: ["red"], 1: ["red"]}
    state = position(new_game(2), hands=hands, trains={0: 3, 1: 3}, ticket_deck=[1, 2, 3])
    state.apply(("claim", first, "red", 0), ["red"])
    rng = random.Random(0)
    apply_with_random_cards(state, ("claim", second, "red", 0), rng)
    assert state.to_dict()["final_turns_left"] == 1
    state.apply(("draw_tickets",), [])
    assert state.current_player() == 0  # R84: the last action is carried out in full
    state.apply(("keep_tickets", (0,)), [])
    assert state.is_terminal()
    assert state.score_sheet()[0]["failed"] == 1


@pytest.mark.parametrize("case", cases("tiebreak"))
def test_tiebreak(case: dict[str, Any]) -> None:
    """B1-B4, each by the tie-break of its edition."""
    rows = {
        name: {**row, "stations_built": row.get("stations_used", 0)}
        for name, row in case["given"]["players"].items()
    }
    holders = [row["holds_card"] for row in rows.values()]
    tie_break = PRESETS[EDITIONS[case["given"]["edition"]]]["tie_break"]
    ranks = ranks_of_rows(list(rows.values()), holders, [False] * len(rows), tie_break)
    winners = [name for name, rank in zip(rows, ranks, strict=True) if rank == 1]
    assert winners == case["expect"]["winners"]


def test_R93_shared_ranks() -> None:
    row = {"total": 5, "completed": 1, "longest": 3}
    rows = [row, {**row, "total": 4}, row]
    assert ranks_of_rows(rows, [True, False, True], [False] * 3, USA_RULES["tie_break"]) == (
        1,
        3,
        1,
    )


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: dict[str, Any]) -> None:
    """G1-G7."""
    given, facts = case["given"], map_of_case(case)
    map_tickets: list[dict[str, Any]] = []
    tickets: dict[int, list[int]] = {}
    for seat, listed in enumerate(given["tickets"].values()):
        tickets[seat] = []
        for a, b, points in listed:
            tickets[seat].append(len(map_tickets))
            map_tickets.append({"a": city_name(a), "b": city_name(b), "points": points})
    game = game_of_case(case, {**facts, "tickets": map_tickets})
    numbers = iter(route_numbers([r for own in given["claimed"].values() for r in own], facts))
    routes = {
        seat: [next(numbers) for _ in own] for seat, own in enumerate(given["claimed"].values())
    }
    stations = dict(enumerate(given.get("stations", {}).values()))
    state = position(game, routes=routes, tickets=tickets, stations=stations)
    sheet = state.score_sheet()
    for seat, expected in enumerate(case["expect"]["players"].values()):
        got = {**sheet[seat], "trains_left": state.to_dict()["players"][seat]["trains"]}
        assert {key: got[key] for key in expected} == expected


def test_R56_shortest_ticket_values() -> None:
    """M3: exactly five tickets of the map are printed with more than the shortest distance."""
    board = new_game(2).board
    differ = {}
    for number, facts in enumerate(board.tickets):
        shortest = board.ticket_value(number, "shortest")
        if shortest != facts["points"]:
            differ[facts["a"], facts["b"]] = (shortest, facts["points"])
    expected = {
        ("Los Angeles", "Chicago"): (15, 16),
        ("Los Angeles", "Miami"): (19, 20),
        ("Los Angeles", "New York"): (20, 21),
        ("Sault St. Marie", "Oklahoma City"): (8, 9),
        ("Seattle", "New York"): (20, 22),
    }
    assert {frozenset(k): v for k, v in differ.items()} == {
        frozenset(k): v for k, v in expected.items()
    }


def test_F03_longest_trail_against_all_sets_of_routes() -> None:
    """Euler: a set of routes is a trail iff it is one piece with no or two odd cities."""
    rng = random.Random(3)
    for _ in range(60):
        cities = list("abcdef")
        edges = []
        for _ in range(rng.randint(0, 9)):
            a, b = rng.sample(cities, 2)
            edges.append((a, b, rng.randint(1, 6)))
        best = 0
        for chosen in range(1, 2 ** len(edges)):
            part = [edge for number, edge in enumerate(edges) if chosen >> number & 1]
            if len(cities_with_odd_routes(part)) <= 2 and len(connected_pieces(part)) == 1:
                best = max(best, sum(length for _, _, length in part))
        assert longest_trail(edges) == best


# ---- refusals and set-up -----------------------------------------------------------------


@pytest.mark.parametrize("num_players", [1, 6, 0, -1])
def test_R01_other_numbers_of_players_are_refused(num_players: int) -> None:
    with pytest.raises(OracleError):
        new_game(num_players)


def test_wrong_supplies_change_nothing() -> None:
    state = position(new_game(2), ["red", "blue", "green", "white", "black"], ["pink", "pink"])
    before = state.to_dict()
    for cards in [[], ["red"], ["pink", "pink"], ["no such card"]]:
        with pytest.raises(OracleError):
            state.apply(("draw_deck",), cards)
        assert state.to_dict() == before


def test_R05_first_row_is_reset_too() -> None:
    game = new_game(2)
    cards = ["red"] * 8 + [LOCOMOTIVE] * 3 + ["blue"] * 2 + ["green"] * 5
    state = game.deal(0, list(range(30)), cards)
    d = state.to_dict()
    assert d["face_up"] == ["green"] * 5
    assert in_pile(state, "discard") == {LOCOMOTIVE: 3, "blue": 2}
    assert sum(d["deck"].values()) == 110 - 4 * 2 - 10
    assert [player["offered_tickets"] for player in d["players"]] == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(OracleError):
        game.deal(0, list(range(30)), [*cards, "red"])
