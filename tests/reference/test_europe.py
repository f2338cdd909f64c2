"""The oracle against the cases of tunnels, ferries, stations and long tickets (T, H, F14)."""

import random
from collections import Counter
from typing import Any

import pytest

from . import CardsMissingError, OracleError, OracleGame, OracleState
from .cards import COLORS, LOCOMOTIVE, all_110_cards, no_cards
from .helpers import (
    EUROPE,
    apply_with_random_cards,
    as_list,
    cases,
    city_number,
    claims_of,
    find_route,
    full_names,
    hand,
    in_pile,
    kinds,
    new_game,
    position,
    random_deal,
    total_cards,
)

MADRID_PAMPLONA = find_route("Madrid", "Pamplona", "black", 3, [], EUROPE)
PLAIN_ROW = ["red", "orange", "yellow", "green", "blue"]


def europe(num_players: int = 2, **rules: Any) -> OracleGame:
    return new_game(num_players, EUROPE, **rules)


# ---- tunnels ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("tunnel"))
def test_tunnel(case: dict[str, Any]) -> None:
    """T1-T5: what the turned cards cost, and every way to pay."""
    given, expected = case["given"], case["expect"]
    route = find_route(*given["route"], [], EUROPE)
    held, played = full_names(given["hand"]), full_names(given["played"])
    turned = [LOCOMOTIVE if card == "loco" else card for card in given["revealed"]]
    color = next((card for card in played if card != LOCOMOTIVE), None)
    claim = ("claim", route, color, played.get(LOCOMOTIVE, 0))
    state = position(europe(), PLAIN_ROW, [*turned, *COLORS], hands={0: as_list(held)})
    state.apply(claim, turned)
    assert total_cards(state) == all_110_cards()
    left = {card: number - played.get(card, 0) for card, number in held.items()}
    assert state.players[0].hand == {**no_cards(), **left}
    if expected["extra"] == 0:
        assert state.to_dict()["pending_tunnel"] is None
        assert (state.current_player(), state.players[0].routes) == (1, [route])
        assert in_pile(state, "discard") == counts_of(turned, played)
        return
    assert state.phase() == "pay_tunnel"
    assert state.to_dict()["pending_tunnel"] == {
        "route": route,
        "color": color,
        "locomotives": played.get(LOCOMOTIVE, 0),
        "turned": turned,
        "extra": expected["extra"],
    }
    assert in_pile(state, "discard") == counts_of(turned)  # R65, Q12: the laid cards are not there
    payments = [full_names(payment) for payment in expected["extra_payments"]]
    surcharges = {
        (
            sum(number for card, number in paid.items() if card != LOCOMOTIVE),
            paid.get(LOCOMOTIVE, 0),
        )
        for paid in payments
    }
    assert state.legal_actions() == {
        ("decline_tunnel",),
        *(("pay_tunnel", cards, locomotives) for cards, locomotives in surcharges),
    }
    for paid in payments:
        cards = sum(number for card, number in paid.items() if card != LOCOMOTIVE)
        built = state.clone()
        built.apply(("pay_tunnel", cards, paid.get(LOCOMOTIVE, 0)), [])
        assert built.players[0].routes == [route]
        length = EUROPE["routes"][route]["length"]
        assert built.players[0].trains == 45 - length  # R69
        assert built.to_dict()["players"][0]["route_points"] == [1, 2, 4][length - 1]  # R69
        assert in_pile(built, "discard") == counts_of(turned, played, paid)  # R65
        assert (built.current_player(), built.turn) == (1, 11)
        assert total_cards(built) == all_110_cards()
    state.apply(("decline_tunnel",), [])
    assert hand(state, 0) == held  # R64
    known = state.players[0].known_hand
    assert {card: number for card, number in known.items() if number > 0} == played
    assert state.players[0].routes == []
    assert (state.current_player(), state.turn) == (1, 11)
    assert in_pile(state, "discard") == counts_of(turned)
    assert total_cards(state) == all_110_cards()


def counts_of(*parts: list[str] | dict[str, int]) -> Counter[str]:
    return sum((Counter(part) for part in parts), Counter())


def tunnel_claim(state: OracleState, color: str | None = "black", locomotives: int = 0) -> tuple:
    assert ("claim", MADRID_PAMPLONA, color, locomotives) in state.legal_actions()
    return ("claim", MADRID_PAMPLONA, color, locomotives)


def test_R68_fewer_than_three_cards_to_turn() -> None:
    """Two in the deck, none in the discards: two are turned, and they are the next deck."""
    held = {0: ["black"] * 5}
    state = position(europe(), PLAIN_ROW, ["black", "pink"], hands=held)
    state.apply(tunnel_claim(state), ["black", "pink"])
    assert state.to_dict()["pending_tunnel"]["turned"] == ["black", "pink"]
    assert in_pile(state, "deck") == {"black": 1, "pink": 1}
    assert in_pile(state, "discard") == {}
    state.apply(("pay_tunnel", 1, 0), [])
    assert in_pile(state, "discard") == {"black": 4}


def test_R68_no_card_to_turn() -> None:
    state = position(europe(), ["red"], hands={0: ["black"] * 3})
    state.apply(tunnel_claim(state), ["black"] * 3)  # the paid cards fill the row
    assert state.players[0].routes == [MADRID_PAMPLONA]
    assert state.to_dict()["face_up"] == ["red", "black", "black", "black", None]


def test_Q02_the_deck_is_rebuilt_while_cards_are_turned() -> None:
    """The turned cards lie aside: the third card comes from the old discards only."""
    held = {0: ["black"] * 5}
    state = position(europe(), PLAIN_ROW, ["pink", "pink"], ["white", "white"], hands=held)
    with pytest.raises(OracleError):
        state.apply(tunnel_claim(state), ["pink", "pink", "pink"])
    state.apply(tunnel_claim(state), ["pink", "pink", "white"])
    assert state.players[0].routes == [MADRID_PAMPLONA]
    assert in_pile(state, "deck") == {"white": 1}
    assert in_pile(state, "discard") == {"black": 3, "pink": 2, "white": 1}


def test_R70_gray_tunnel_counts_the_colour_laid() -> None:
    gray = next(
        n for n, r in enumerate(EUROPE["routes"]) if r.get("tunnel") and r["color"] == "gray"
    )
    length = EUROPE["routes"][gray]["length"]
    state = position(
        europe(), PLAIN_ROW, ["white", "pink", "pink", "red"], hands={0: ["white"] * (length + 1)}
    )
    state.apply(("claim", gray, "white", 0), ["white", "pink", "pink"])
    assert state.to_dict()["pending_tunnel"]["extra"] == 1
    assert state.legal_actions() == {("pay_tunnel", 1, 0), ("decline_tunnel",)}


def test_R80_tunnels_off_is_a_plain_route() -> None:
    state = position(europe(tunnels=False), PLAIN_ROW, ["black"] * 3, hands={0: ["black"] * 3})
    state.apply(tunnel_claim(state), [])
    assert state.players[0].routes == [MADRID_PAMPLONA]


def test_tunnel_cards_is_an_option() -> None:
    for number in range(7):
        deck = ["black"] * 6 + ["red"]
        state = position(europe(tunnel_cards=number), PLAIN_ROW, deck, hands={0: ["black"] * 5})
        state.apply(tunnel_claim(state), ["black"] * number)
        pending = state.to_dict()["pending_tunnel"]
        assert (0 if pending is None else pending["extra"]) == number


def test_Q09_fewest_locomotives_of_a_surcharge() -> None:
    held = ["black"] * 4 + [LOCOMOTIVE] * 2
    game = europe(payments="fewest_locomotives")
    state = position(game, PLAIN_ROW, ["black", "black", "red", "red"], hands={0: held})
    state.apply(tunnel_claim(state), ["black", "black", "red"])
    assert state.legal_actions() == {("pay_tunnel", 1, 1), ("decline_tunnel",)}


def test_R84_the_tunnel_of_the_last_turn_is_answered() -> None:
    state = position(
        europe(), PLAIN_ROW, ["black"] * 4, hands={0: ["black"] * 4}, final_turns_left=1
    )
    state.apply(tunnel_claim(state), ["black"] * 3)
    assert not state.is_terminal()
    state.apply(("decline_tunnel",), [])
    assert state.is_terminal()


# ---- ferries ------------------------------------------------------------------------------


def test_R61_all_spaces_are_locomotives() -> None:
    ferry = find_route("Amsterdam", "London", "gray", 2, [], EUROPE)
    state = position(europe(), hands={0: ["red", "red", LOCOMOTIVE, LOCOMOTIVE]})
    assert claims_of(state, ferry) == {("claim", ferry, None, 2)}
    state = position(europe(), hands={0: ["red", "red", LOCOMOTIVE]})
    assert claims_of(state, ferry) == set()


def test_R59_coloured_ferry() -> None:
    facts = {
        "name": "sea",
        "cities": ["A", "B"],
        "routes": [{"a": "A", "b": "B", "length": 3, "color": "red", "ferry_locomotives": 1}],
        "tickets": [],
    }
    held = ["red"] * 3 + ["blue"] * 3 + [LOCOMOTIVE] * 2
    state = position(new_game(2, facts, "europe"), hands={0: held})
    assert claims_of(state, 0) == {("claim", 0, "red", 1), ("claim", 0, "red", 2)}


# ---- stations -----------------------------------------------------------------------------


def station_payments(state: OracleState) -> set[tuple]:
    """(colour, cards of it, locomotives) of the stations that can be built, alike in all cities."""
    built = [a for a in state.legal_actions() if a[0] == "build_station"]
    by_city: dict[int, set[tuple]] = {}
    for action in built:
        by_city.setdefault(action[1], set()).add(action[2:])
    (payments,) = {frozenset(found) for found in by_city.values()} or {frozenset()}
    return set(payments)


def test_H1_station_costs() -> None:
    game = europe()
    first = position(game, hands={0: ["red", "red", LOCOMOTIVE, "blue"]})
    assert station_payments(first) == {("red", 1, 0), ("blue", 1, 0), (None, 0, 1)}
    one = {0: ["Wien"]}
    second = position(game, hands={0: ["red", "red", LOCOMOTIVE]}, stations=one)
    assert station_payments(second) == {("red", 2, 0), ("red", 1, 1)}
    two = {0: ["Wien", "Berlin"]}
    third = position(game, hands={0: [LOCOMOTIVE] * 3}, stations=two)
    assert station_payments(third) == {(None, 0, 3)}
    third = position(game, hands={0: ["red", "red", "blue"]}, stations=two)
    assert station_payments(third) == set()
    three = {0: ["Wien", "Berlin", "Roma"]}  # R79
    assert station_payments(position(game, hands={0: ["red"] * 9}, stations=three)) == set()


def test_H2_occupied_city() -> None:
    game = europe(3)
    wien = city_number(game, "Wien")
    for seat in range(3):
        state = position(game, hands={seat: ["red"] * 2}, stations={0: ["Wien"]}, seat=seat)
        cities = {a[1] for a in state.legal_actions() if a[0] == "build_station"}
        assert cities == set(range(47)) - {wien}


def test_R79_a_station_is_the_whole_turn() -> None:
    game = europe()
    wien = city_number(game, "Wien")
    state = position(game, PLAIN_ROW, ["pink"], hands={0: ["red", "white"]})
    state.apply(("build_station", wien, "red", 1, 0), [])
    d = state.to_dict()
    assert (state.current_player(), state.turn) == (1, 11)
    assert hand(state, 0) == {"white": 1}
    assert in_pile(state, "discard") == {"red": 1}
    assert (d["players"][0]["stations_left"], d["players"][0]["station_cities"]) == (2, [wien])
    assert [row["stations"] for row in state.score_sheet()] == [8, 12]  # R77


def test_V1_no_pass_while_a_station_is_payable() -> None:
    """Neither cards nor routes nor tickets to be had: R18, Q07."""
    state = position(europe(), hands={0: ["red"]}, trains={0: 0}, final_turns_left=2)
    assert kinds(state) == {"build_station"}
    state = position(europe(stations_per_player=0), hands={0: ["red"]}, trains={0: 0})
    assert state.legal_actions() == {("pass",)}


def test_Q09_fewest_locomotives_of_a_station() -> None:
    game = europe(payments="fewest_locomotives")
    one = {0: ["Wien"]}
    state = position(game, hands={0: ["red", "red", "blue", LOCOMOTIVE, LOCOMOTIVE]}, stations=one)
    assert station_payments(state) == {("red", 2, 0), ("blue", 1, 1)}
    state = position(game, hands={0: [LOCOMOTIVE] * 2}, stations=one)
    assert station_payments(state) == {(None, 0, 2)}


def test_R76_two_tickets_pull_the_choice_apart() -> None:
    """One station, two opponents: the ticket of 9 is worth more than those of 4 and 4 together.

    With points level the choice that completes more tickets is taken.
    """
    line = [("A", "B"), ("A", "C"), ("B", "D")]
    facts = {
        "name": "fork",
        "cities": ["A", "B", "C", "D"],
        "routes": [{"a": a, "b": b, "length": 1, "color": "gray"} for a, b in line],
        "tickets": [
            {"a": "A", "b": "B", "points": 4},
            {"a": "A", "b": "D", "points": 4},
            {"a": "A", "b": "C", "points": 9},
            {"a": "A", "b": "C", "points": 8},
        ],
    }
    game = new_game(3, facts, "europe")
    common = {"routes": {0: [2], 1: [0], 2: [1]}, "stations": {0: ["A"]}}
    row = position(game, tickets={0: [0, 1, 2]}, **common).score_sheet()[0]
    assert (row["tickets"], row["completed"], row["failed"]) == (9 - 8, 1, 2)
    row = position(game, tickets={0: [0, 1, 3]}, **common).score_sheet()[0]
    assert (row["tickets"], row["completed"], row["failed"]) == (0, 2, 1)


# ---- long tickets -------------------------------------------------------------------------


def test_F14_keep_sets_of_the_edition() -> None:
    """R08, R11, R12: 11 keep-sets; the deck is 40 - 3n whatever comes back."""
    game = europe(3)
    state = random_deal(game, random.Random(5))
    for player in state.players:
        longs = [bool(game.board.tickets[t].get("long")) for t in player.offered_tickets]
        assert longs == [True, False, False, False]
    for _ in range(3):
        assert len(state.legal_actions()) == 11
        state.apply(("keep_tickets", (1, 2)), [])
    assert len(state.ticket_deck) == 40 - 9
    apply_with_random_cards(state, ("draw_tickets",), random.Random(1))
    assert len(state.legal_actions()) == 7


def test_R09_no_long_tickets_in_the_online_edition() -> None:
    game = new_game(4, EUROPE, "online")
    state = random_deal(game, random.Random(5))
    assert len(state.legal_actions()) == 4
    for _ in range(4):
        state.apply(("keep_tickets", (0, 2)), [])
    assert len(state.ticket_deck) == 40 - 12 + 4  # R10
    assert not any(game.board.tickets[t].get("long") for t in state.ticket_deck)


@pytest.mark.parametrize(("deck", "regular", "longs"), [("expanded", 59, 6), ("mega", 89, 12)])
def test_decks_with_long_tickets(deck: str, regular: int, longs: int) -> None:
    state = random_deal(new_game(5, EUROPE, deck=deck), random.Random(5))
    assert len(state.game.board.tickets) == regular + longs
    assert len(state.ticket_deck) == regular - 15
    assert [len(player.offered_tickets) for player in state.players] == [4] * 5


def test_a_deck_without_long_tickets_deals_none() -> None:
    state = random_deal(new_game(5, EUROPE, deck="big_cities"), random.Random(5))
    assert [len(player.offered_tickets) for player in state.players] == [3] * 5
    assert len(state.ticket_deck) == 45 - 15


def test_returned_long_tickets_leave_the_game() -> None:
    """R11: also where the others go under the deck."""
    state = random_deal(europe(2, initial_tickets_return="bottom"), random.Random(2))
    offered, size = list(state.players[0].offered_tickets), len(state.ticket_deck)
    state.apply(("keep_tickets", (1, 3)), [])
    assert state.ticket_deck[size:] == [offered[2]]


def test_mixed_long_tickets_are_like_all_others() -> None:
    """One deck of 46, and three dealt to each player."""
    game = europe(2, initial_tickets_return="bottom", long_tickets="mixed")
    state = random_deal(game, random.Random(2))
    assert [len(player.offered_tickets) for player in state.players] == [3, 3]
    assert len(state.ticket_deck) == 46 - 6
    longs = [n for n, ticket in enumerate(game.board.tickets) if ticket.get("long")]
    assert set(longs) & set(state.ticket_deck)
    state.players[0].offered_tickets = [1, 2, longs[0]]
    state.apply(("keep_tickets", (0, 1)), [])
    assert state.ticket_deck[-1] == longs[0]


def test_max_turns() -> None:
    """The game ends after so many turns, and is scored as usual."""
    game = europe(2, max_turns=3)
    state = random_deal(game, random.Random(2))
    rng = random.Random(3)
    for _ in range(2):
        state.apply(("keep_tickets", (0, 1)), [])
    for turn in range(3):
        assert state.turn == turn
        for _ in range(2):
            apply_with_random_cards(state, ("draw_deck",), rng)
    assert state.is_terminal()
    assert state.to_dict()["final_turns_left"] is None
    assert len(state.ranks()) == 2


def test_turned_cards_are_asked_for_one_by_one() -> None:
    """The supply must hold them all; nothing has changed if it does not."""
    state = position(europe(), PLAIN_ROW, ["pink"] * 4, hands={0: ["black"] * 3})
    before = state.to_dict()
    with pytest.raises(CardsMissingError):
        state.apply(tunnel_claim(state), ["pink", "pink"])
    assert state.to_dict() == before
