"""The oracle against the situations and data cases with known answers, and against itself.

The ids in the test names (D1, K5, P3, ..) are those of the project's list of cases.
"""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import USA_RULES, CardsMissingError, OracleError, OracleGame, OracleState
from .cards import ALL_CARDS, COLORS, LOCOMOTIVE, all_110_cards, no_cards
from .scoring import ranks_of_rows
from .trail import cities_with_odd_routes, connected_pieces, longest_trail

DATA = Path(__file__).resolve().parent.parent / "data"
USA = json.loads((DATA / "usa_facts.json").read_text(encoding="utf-8"))
CASES = [json.loads(line) for line in (DATA / "rules_cases.jsonl").read_text("utf-8").splitlines()]

# ---- help ---------------------------------------------------------------------------------


def cases(kind: str) -> list[Any]:
    """The cases of a kind that concern the USA edition."""
    return [
        pytest.param(case, id=case["id"])
        for case in CASES
        if case["kind"] == kind
        and case["given"].get("edition", "USA") == "USA"
        and case["given"].get("map", "USA") == "USA"
    ]


def new_game(num_players: int, map_data: dict[str, Any] = USA, **rules: Any) -> OracleGame:
    return OracleGame(map_data, {**USA_RULES, **rules}, num_players)


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
    seat: int = 0,
) -> OracleState:
    """A position at the start of a turn. The last seat holds all cards not named."""
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
        }
    )


def find_route(city: str, other: str, color: str, length: int, taken: list[int]) -> int:
    """The first such route of the map that is not among those taken."""
    ends = {USA["aliases"].get(city, city), USA["aliases"].get(other, other)}
    for route, facts in enumerate(USA["routes"]):
        same = ({facts["a"], facts["b"]}, facts["color"], facts["length"]) == (ends, color, length)
        if same and route not in taken:
            return route
    raise AssertionError(f"no such route: {city}, {other}, {color}, {length}")


def route_numbers(listed: list[list[Any]]) -> list[int]:
    taken: list[int] = []
    for entry in listed:
        taken.append(find_route(*entry, taken))
    return taken


def hand(state: OracleState, seat: int) -> dict[str, int]:
    """The cards a seat holds, without the zeros."""
    held = state.to_dict()["players"][seat]["hand"]
    return {card: number for card, number in held.items() if number > 0}


def in_pile(state: OracleState, pile: str) -> dict[str, int]:
    return {card: number for card, number in state.to_dict()[pile].items() if number > 0}


def claims_of(state: OracleState, route: int) -> set[tuple]:
    return {action for action in state.legal_actions() if action[:2] == ("claim", route)}


def kinds(state: OracleState) -> set[str]:
    return {action[0] for action in state.legal_actions()}


def total_cards(d: dict[str, Any]) -> dict[str, int]:
    """R02: what hands, row, deck and discards hold together."""
    row = counts([card for card in d["face_up"] if card is not None])
    piles = [d["deck"], d["discard"], row, *(player["hand"] for player in d["players"])]
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
    ticket_deck = list(range(len(game.board.tickets)))
    rng.shuffle(ticket_deck)
    cards: list[str] = []
    while True:
        try:
            return game.deal(first_seat, ticket_deck, cards)
        except CardsMissingError as missing:
            cards.append(random_card(missing.deck, rng))


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
    assert total_cards(state.to_dict()) == all_110_cards()


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
    assert total_cards(state.to_dict()) == all_110_cards()


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
    state = position(new_game(2), routes={0: [BLACK]}, trains={1: 0})
    state.final_turns_left = 10  # as seat 1 has no trains to build with
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


def full_names(short: dict[str, int]) -> dict[str, int]:
    return {LOCOMOTIVE if card == "loco" else card: number for card, number in short.items()}


@pytest.mark.parametrize("case", cases("pay"))
def test_pay(case: dict[str, Any]) -> None:
    given = case["given"]
    held = full_names(given["hand"])
    route = find_route(*given["route"], [])
    trains = {0: given.get("trains", 45)}
    hands = {0: [card for card, number in held.items() for _ in range(number)]}
    expected = [full_names(payment) for payment in case["expect"]["payments"]]

    state = position(new_game(2), hands=hands, trains=trains)
    found = []
    for action in claims_of(state, route):
        after = state.clone()
        after.apply(action, refill_of(state, action))
        left = hand(after, 0)
        paid = {card: held[card] - left.get(card, 0) for card in held}
        found.append({card: number for card, number in paid.items() if number > 0})
    assert sorted(found, key=str) == sorted(expected, key=str)

    # Q09: the short list has the friendliest payment of each colour, and none if there is none.
    short = position(new_game(2, payments="fewest_locomotives"), hands=hands, trains=trains)
    fewest = min((payment.get(LOCOMOTIVE, 0) for payment in expected), default=None)
    assert [action[3] for action in claims_of(short, route)] == ([] if not expected else [fewest])


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
    state = position(new_game(2), routes={0: route_numbers(case["given"]["routes"])})
    assert state.score_sheet()[0]["longest"] == case["expect"]["longest"]


@pytest.mark.parametrize("case", cases("final_round"))
def test_final_round(case: dict[str, Any]) -> None:
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


def winners_of_case(case: dict[str, Any], tie_break: list[str]) -> list[str]:
    rows = case["given"]["players"]
    holders = [row["holds_card"] for row in rows.values()]
    ranks = ranks_of_rows(list(rows.values()), holders, tie_break)
    return [name for name, rank in zip(rows, ranks, strict=True) if rank == 1]


@pytest.mark.parametrize("case", cases("tiebreak"))
def test_tiebreak(case: dict[str, Any]) -> None:
    assert winners_of_case(case, USA_RULES["tie_break"]) == case["expect"]["winners"]


def test_tiebreak_B3_by_length() -> None:
    (case,) = [case for case in CASES if case["id"] == "B3"]
    winners = winners_of_case(case, ["completed_tickets", "longest_trail"])
    assert winners == case["expect"]["winners"]


def test_R93_shared_ranks() -> None:
    row = {"total": 5, "completed": 1, "longest": 3}
    rows = [row, {**row, "total": 4}, row]
    assert ranks_of_rows(rows, [True, False, True], USA_RULES["tie_break"]) == (1, 3, 1)


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: dict[str, Any]) -> None:
    given = case["given"]
    map_tickets: list[dict[str, Any]] = []
    tickets: dict[int, list[int]] = {}
    for seat, listed in enumerate(given["tickets"].values()):
        tickets[seat] = []
        for a, b, points in listed:
            tickets[seat].append(len(map_tickets))
            map_tickets.append({"a": a, "b": b, "points": points})
    game = new_game(given["n"], {**USA, "tickets": map_tickets})
    taken: list[int] = []
    routes: dict[int, list[int]] = {}
    for seat, listed in enumerate(given["claimed"].values()):
        routes[seat] = []
        for entry in listed:
            route = find_route(*entry, taken)
            taken.append(route)
            routes[seat].append(route)
    state = position(game, routes=routes, tickets=tickets)
    sheet = state.score_sheet()
    for seat, expected in enumerate(case["expect"]["players"].values()):
        got = {**sheet[seat], "trains_left": state.to_dict()["players"][seat]["trains"]}
        assert {key: got[key] for key in expected} == expected


def test_R56_shortest_ticket_values() -> None:
    """Exactly five tickets of the map are printed with more than the shortest distance."""
    board = new_game(2).board
    differ = {}
    for number, facts in enumerate(USA["tickets"]):
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


# ---- whole games --------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_random_games(num_players: int) -> None:
    game = new_game(num_players)
    for number in range(50):
        rng = random.Random(1000 * num_players + number)
        first_seat = rng.randrange(num_players)
        state = random_deal(game, rng, first_seat)
        # Every third game is played by people who rarely build, so that cards run out.
        loves_cards = number % 3 == 0
        seats_after_trigger = []
        while not state.is_terminal():
            assert state.ply < 5000
            seat, turn = state.current_player(), state.turn
            was_final = state.final_turns_left is not None
            apply_with_random_cards(state, choose(state, rng, loves_cards), rng)
            d = state.to_dict()
            check_position(d)
            if state.turn > turn and was_final:
                seats_after_trigger.append(seat)
        if d["final_turns_left"] == 0:
            assert sorted(seats_after_trigger) == list(range(num_players))  # R82
            assert d["players"][seats_after_trigger[-1]]["trains"] <= 2
        else:
            assert d["consecutive_passes"] == num_players  # R19
        assert d["current_player"] == -4
        sheet = state.score_sheet()
        for row, player in zip(sheet, d["players"], strict=True):
            assert row["routes"] == player["route_points"]  # R85
            assert row["total"] == row["routes"] + row["tickets"] + row["bonus"]
            assert row["completed"] + row["failed"] == len(player["tickets"])
        best = [seat for seat, row in enumerate(sheet) if row["total"] == max_total(sheet)]
        assert set(state.winners()) <= set(best)


def choose(state: OracleState, rng: random.Random, loves_cards: bool) -> tuple:
    actions = sorted(state.legal_actions(), key=str)
    assert actions
    assert ("pass",) not in actions or actions == [("pass",)]
    draws = [action for action in actions if action[0] in ("draw_deck", "draw_face_up")]
    claims = [action for action in actions if action[0] == "claim"]
    if loves_cards and draws and rng.random() < 0.9:
        return rng.choice(draws)
    if claims and rng.random() < 0.7:
        return rng.choice(claims)
    return rng.choice(actions)


def max_total(sheet: list[dict[str, int]]) -> int:
    return max(row["total"] for row in sheet)


def check_position(d: dict[str, Any]) -> None:
    assert total_cards(d) == all_110_cards()  # R02
    assert all(min(player["hand"].values()) >= 0 for player in d["players"])
    tickets = list(d["ticket_deck"])
    built = []
    for player in d["players"]:
        tickets += player["tickets"] + player["offered_tickets"]
        built += player["routes"]
        lengths = [USA["routes"][route]["length"] for route in player["routes"]]
        assert player["trains"] == 45 - sum(lengths) >= 0  # R37
        ends = [frozenset((USA["routes"][r]["a"], USA["routes"][r]["b"])) for r in player["routes"]]
        assert len(set(ends)) == len(ends)  # R44
        for card in ALL_CARDS:
            assert 0 <= player["known_hand"][card] <= player["hand"][card]
    assert sorted(tickets) == list(range(30))
    assert len(set(built)) == len(built)  # R41
    deck_size, discard_size = sum(d["deck"].values()), sum(d["discard"].values())
    assert deck_size > 0 or discard_size == 0  # Q02
    assert None not in d["face_up"] or deck_size == 0  # Q02


def test_from_dict_goes_on_like_the_original() -> None:
    game = new_game(3)
    for number in range(5):
        rng = random.Random(number)
        state = random_deal(game, rng)
        while not state.is_terminal():
            d = state.to_dict()
            again = game.from_dict(json.loads(json.dumps(d)))
            assert again.to_dict() == d
            assert again.legal_actions() == state.legal_actions()
            apply_with_random_cards(state, choose(state, rng, False), rng)


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
