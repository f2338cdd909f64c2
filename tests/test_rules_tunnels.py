"""Tunnels of the Europe edition: R62-R70, Q12, and what of R02, R17, R58 and R84 concerns them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from builders import (
    ALL_CARDS,
    LOCO,
    PLAIN_ROW,
    act,
    any_action,
    claim,
    counts,
    everything,
    find_route,
    hand,
    legal_kinds,
    legal_names,
    line_map,
    nonzero,
    open_position,
    payments,
    position,
    routes_with_spaces,
    tunnel_payments,
    walk,
)
from scipy.stats import chisquare

import ttr_fast as ttr

GAME = ttr.Game("europe", first_seat=0)
EUROPE = GAME.map
MADRID = find_route(EUROPE, "Madrid", "Pamplona", "black")  # 3 spaces
ZURICH = find_route(EUROPE, "Venezia", "Zurich")  # 2 spaces, green
SOFIA = find_route(EUROPE, "Bucuresti", "Sofia")  # 2 spaces, gray
STOCKHOLM = find_route(EUROPE, "Petrograd", "Stockholm")  # 8 spaces, gray


def dug(
    route: int, laid: dict[str, int], turned: list[str], *, held: Any = (), **given: Any
) -> ttr.State:
    """The position after a claim for which all of `turned`, the whole deck, is turned up."""
    hands = {0: Counter(laid) + Counter(held)}
    start = position(GAME, hands=hands, **({"deck": Counter(turned), "face_up": PLAIN_ROW} | given))
    return claim(start, route, **laid)


def waiting(turned: list[str], held: Any = (), **given: Any) -> ttr.State:
    """A tunnel of two green spaces waits for its surcharge; more cards lie in the deck."""
    tunnel = {"route": ZURICH, "color": "green", "turned": turned}
    return position(GAME, hands={0: held}, face_up=PLAIN_ROW, rest="deck", tunnel=tunnel | given)


# --- The surcharge -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turned", "extra"),
    [
        (["red", "blue", "white"], 0),
        (["green", "blue", "white"], 1),
        (["green", LOCO, "white"], 2),
        (["green", "green", "green"], 3),
        ([LOCO, LOCO, "white"], 2),
        ([LOCO, LOCO, LOCO], 3),
    ],
)
def test_R62_R66_cards_of_the_colour_and_locomotives_count(turned: list[str], extra: int) -> None:
    state = dug(ZURICH, {"green": 2}, turned, held={"green": 1, LOCO: 1})
    pending = state.to_dict()["pending_tunnel"]
    if extra == 0:
        assert pending is None
        assert (state.current_player(), state.scores()) == (1, (2, 0))
        return
    assert sorted(pending["turned"]) == sorted(turned)
    assert pending == {
        "route": ZURICH, "color": "green", "locomotives": 0, "extra": extra,
        "turned": pending["turned"],
    }  # fmt: skip
    assert (state.current_player(), state.phase()) == (0, "pay_tunnel")
    assert tunnel_payments(state) == {1: {(1, 0), (0, 1)}, 2: {(1, 1)}, 3: set()}[extra]


def test_R62_with_locomotives_laid_beside_the_colour() -> None:
    """One green and one locomotive laid: green is the colour, as much as with two green."""
    state = dug(ZURICH, {"green": 1, LOCO: 1}, ["green", LOCO, "red"], held={"green": 2, LOCO: 2})
    pending = state.to_dict()["pending_tunnel"]
    assert (pending["color"], pending["locomotives"], pending["extra"]) == ("green", 1, 2)
    assert tunnel_payments(state) == {(2, 0), (1, 1), (0, 2)}
    act(state, "pay tunnel with 1 card + 1 locomotive")
    assert hand(state, 0) == {"green": 1, LOCO: 1}
    assert state.to_dict()["players"][0]["routes"] == [ZURICH]


@pytest.mark.parametrize(
    ("green", "locomotives", "ways"),
    [
        (0, 0, set()),
        (2, 0, set()),
        (3, 0, {(3, 0)}),
        (0, 3, {(0, 3)}),
        (2, 1, {(2, 1)}),
        (2, 2, {(2, 1), (1, 2)}),
        (5, 5, {(3, 0), (2, 1), (1, 2), (0, 3)}),
    ],
)
def test_R62_every_way_to_pay_three_cards(
    green: int, locomotives: int, ways: set[tuple[int, int]]
) -> None:
    state = waiting(["green", "green", LOCO], {"green": green, LOCO: locomotives, "red": 9})
    assert tunnel_payments(state) == ways
    assert legal_kinds(state) == {"decline_tunnel"} | ({"pay_tunnel"} if ways else set())
    for cards, engines in ways:
        after = state.clone()
        cards_text = [f"{cards} card{'s' if cards > 1 else ''}"] if cards else []
        engines_text = [f"{engines} locomotive"] if engines else []
        act(after, "pay tunnel with " + " + ".join(cards_text + engines_text))
        assert hand(after, 0) == nonzero(
            {"green": green - cards, LOCO: locomotives - engines, "red": 9}
        )


@pytest.mark.parametrize("length", [1, 2, 3, 6, 8])
def test_R63_three_cards_for_every_length(length: int) -> None:
    board = line_map([1], [(0, 1, 1)] * 6).replace(
        routes=[ttr.map.Route("c0", "c1", length, "gray", tunnel=True)]
    )
    game = ttr.Game(board, rules=ttr.Rules(tunnels=True))
    deck = {"red": 12, "blue": 12, "white": 12}
    start = position(game, hands={0: {"green": length}}, face_up=["yellow"] * 5, deck=deck)
    before = sum(start.to_dict()["deck"].values())
    state = claim(start, 0, green=length)
    d = state.to_dict()
    assert before - sum(d["deck"].values()) == 3
    assert sum(d["discard"].values()) == 3 + length
    assert d["players"][0]["routes"] == [0]


def test_R64_declining_takes_the_cards_back_and_ends_the_turn() -> None:
    start = position(
        GAME, hands={0: {"green": 3, LOCO: 1}}, face_up=PLAIN_ROW,
        deck=["green", "green", LOCO], discard={"white": 2},
    )  # fmt: skip
    state = claim(start, ZURICH, green=2)
    assert hand(state, 0) == {"green": 1, LOCO: 1}
    act(state, "decline tunnel")
    d = state.to_dict()
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert (d["turn"], d["ply"], d["pending_tunnel"]) == (1, 2, None)
    player = d["players"][0]
    assert nonzero(player["hand"]) == {"green": 3, LOCO: 1}
    assert (player["routes"], player["trains"], player["route_points"]) == ([], 45, 0)
    assert nonzero(player["known_hand"]) == {"green": 2}  # they have been shown
    back = state.game.state_from_dict(state.to_dict() | {"current_player": 0})
    assert {"green": 2} in payments(back, ZURICH)  # it may be tried again


def test_R64_a_tunnel_that_cannot_be_paid_is_declined() -> None:
    state = dug(ZURICH, {"green": 2}, ["green", "green", "green"])
    assert legal_names(state) == {"decline tunnel"}
    act(state, "decline tunnel")
    assert hand(state, 0) == {"green": 2}
    assert state.to_dict()["players"][0]["routes"] == []


def test_R65_turned_cards_go_to_the_discards_in_every_case() -> None:
    state = waiting(["green", "red", "blue"], {"green": 1})
    assert nonzero(state.to_dict()["discard"]) == {"green": 1, "red": 1, "blue": 1}
    declined = act(state.clone(), "decline tunnel")
    assert nonzero(declined.to_dict()["discard"]) == {"green": 1, "red": 1, "blue": 1}
    paid = act(state.clone(), "pay tunnel with 1 card")
    assert nonzero(paid.to_dict()["discard"]) == {"green": 1 + 2 + 1, "red": 1, "blue": 1}
    # and where nothing matches
    start = position(GAME, hands={0: {"green": 2}}, face_up=PLAIN_ROW, deck={"white": 4})
    built = claim(start, ZURICH, green=2)
    assert nonzero(built.to_dict()["discard"]) == {"white": 3, "green": 2}


def test_R67_base_price_in_locomotives_only() -> None:
    for turned, extra in [
        (["green"] * 3, 0),
        (["red", "green", LOCO], 1),
        ([LOCO, LOCO, "green"], 2),
        ([LOCO, LOCO, LOCO], 3),
    ]:
        state = dug(ZURICH, {LOCO: 2}, turned, held={"green": 5, LOCO: 2})
        pending = state.to_dict()["pending_tunnel"]
        assert (pending["extra"] if pending else 0) == extra
        if pending:
            assert pending["color"] is None
            assert pending["locomotives"] == 2
            assert tunnel_payments(state) == ({(0, extra)} if extra <= 2 else set())


@pytest.mark.parametrize("color", ttr.COLORS[:8])
def test_R70_on_a_gray_tunnel_the_laid_colour_counts(color: str) -> None:
    other = "red" if color != "red" else "blue"
    row = ["white", "white", "pink", "pink", "black"]
    for turned, extra in [([color, other, other], 1), ([other] * 3, 0), ([LOCO, other, other], 1)]:
        state = dug(SOFIA, {color: 2}, turned, held={color: 1, other: 3}, face_up=row)
        pending = state.to_dict()["pending_tunnel"]
        assert (pending["extra"] if pending else 0) == extra
        if pending:
            assert pending["color"] == color
            assert tunnel_payments(state) == {(1, 0)}  # and no card of the other colour


def test_R69_surcharge_costs_no_trains_and_brings_no_points() -> None:
    turned = ["black", "black", LOCO]
    state = dug(MADRID, {"black": 3}, turned, held={"black": 2, LOCO: 1}, face_up=["white"] * 5)
    assert state.to_dict()["players"][0]["trains"] == 45  # nothing is built yet
    assert state.scores() == (0, 0)
    act(state, "pay tunnel with 2 cards + 1 locomotive")
    player = state.to_dict()["players"][0]
    assert (player["trains"], player["route_points"]) == (42, 4)
    assert hand(state, 0) == {}


def test_R37_R69_the_last_train_may_go_into_a_tunnel() -> None:
    rules = GAME.rules.replace(trains_per_player=8)
    game = ttr.Game("europe", rules=rules)
    start = position(game, hands={0: {"white": 8}}, face_up=PLAIN_ROW, deck=["red", "red", "blue"])
    state = claim(start, STOCKHOLM, white=8)
    assert state.to_dict()["players"][0]["trains"] == 0
    assert state.scores() == (21, 0)
    assert state.to_dict()["final_turns_left"] == 2


# --- Few cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "discard", "turned"),
    [
        ({}, {}, []),
        (["green"], {}, ["green"]),
        (["green", LOCO], {}, ["green", LOCO]),
        (["green"], {"green": 1}, ["green", "green"]),
        (["green"], {LOCO: 1, "green": 1}, ["green", "green", LOCO]),
        (["green"], {"green": 9}, ["green", "green", "green"]),
    ],
)
def test_R68_Q12_fewer_than_three_cards(
    deck: Any, discard: dict[str, int], turned: list[str]
) -> None:
    """Turn what there is; the laid cards never come back into the deck; none: no check."""
    row = ["white"] * 5 if deck else []
    start = position(GAME, hands={0: {"green": 2}}, face_up=row, deck=deck, discard=discard)
    state = claim(start, ZURICH, green=2)
    d = state.to_dict()
    assert cards_in(d) == ALL_CARDS
    if not turned:
        assert d["players"][0]["routes"] == [ZURICH]
        assert (state.current_player(), d["pending_tunnel"]) == (1, None)
        return
    assert sorted(d["pending_tunnel"]["turned"]) == sorted(turned)
    assert d["pending_tunnel"]["extra"] == len(turned)
    left = Counter(deck) + Counter(discard) - Counter(turned)
    outside = Counter(d["deck"]) + Counter(d["discard"])
    assert outside == left + Counter(turned)
    assert any(d["deck"].values())  # Q02: the discards become the deck when it is empty
    assert legal_names(state) == {"decline tunnel"}
    act(state, "decline tunnel")
    assert hand(state, 0) == {"green": 2}
    assert cards_in(state.to_dict()) == ALL_CARDS


def test_R68_cards_turned_up_are_not_turned_twice() -> None:
    """Deck of one, discards of one: two different cards, though the deck is rebuilt between."""
    for seed in range(30):
        start = position(
            GAME, hands={0: {"green": 2}}, face_up=["white"] * 5,
            deck={"green": 1}, discard={LOCO: 1},
        ).clone(seed=seed)  # fmt: skip
        state = claim(start, ZURICH, green=2)
        assert state.to_dict()["pending_tunnel"]["turned"] == ["green", LOCO]


def cards_in(d: dict[str, Any]) -> Counter[str]:
    """All cards of a state, those laid for a tunnel as well."""
    total = Counter(d["deck"]) + Counter(d["discard"]) + Counter(filter(None, d["face_up"]))
    total = sum((Counter(p["hand"]) for p in d["players"]), total)
    if (pending := d["pending_tunnel"]) is not None:
        length = EUROPE.routes[pending["route"]].length
        total[LOCO] += pending["locomotives"]
        if pending["color"] is not None:
            total[pending["color"]] += length - pending["locomotives"]
    return total


@pytest.mark.parametrize("n", [2, 5])
def test_R02_Q12_laid_cards_count_towards_the_110(n: int) -> None:
    game = ttr.Game("europe", n)
    pending = 0
    for state in walk(game, games=6, seed=n, choose=digs(game)):
        d = state.to_dict()
        assert cards_in(d) == ALL_CARDS
        pending += d["pending_tunnel"] is not None
        for player in d["players"]:
            assert all(player["known_hand"][c] <= player["hand"][c] for c in ttr.COLORS)
    assert pending > 20


def test_F23_cards_paid_are_the_length_and_the_surcharge() -> None:
    """In whole games, by what is missing in the hand afterwards."""
    game = ttr.Game("europe", 3)
    paid, declined = Counter[int](), 0
    for number in range(6):
        state, rng = game.new_initial_state(23, number), random.Random(number)
        choose = digs(game)
        while not state.is_terminal():
            action = choose(state, state.legal_actions(), rng)
            info, seat = game.action_info(action), state.current_player()
            if info.route is None:
                state.apply_action(action)
                continue
            cards, trains = sum(hand(state, seat).values()), trains_of(state, seat)
            state.apply_action(action)
            extra = 0
            if state.phase() == "pay_tunnel":
                extra = state.to_dict()["pending_tunnel"]["extra"]
                answer = state.legal_actions()[0]  # a payment, if there is one
                state.apply_action(answer)
                if game.action_info(answer).kind == "decline_tunnel":
                    assert sum(hand(state, seat).values()) == cards
                    assert trains_of(state, seat) == trains
                    declined += 1
                    continue
            length = EUROPE.routes[info.route].length
            assert cards - sum(hand(state, seat).values()) == length + extra
            assert trains - trains_of(state, seat) == length
            paid[extra] += 1
    assert declined > 10
    assert paid[0] > 50
    assert paid[1] > 5


def trains_of(state: ttr.State, seat: int) -> int:
    trains: int = state.to_dict()["players"][seat]["trains"]
    return trains


def digs(game: ttr.Game) -> Any:
    """Somebody who likes tunnels."""
    tunnels = [
        a
        for a in range(game.num_distinct_actions())
        if (route := game.action_info(a).route) is not None and game.map.routes[route].tunnel
    ]
    liked = set(tunnels)

    def choose(state: ttr.State, legal: list[int], rng: random.Random) -> int:
        return any_action(state, [a for a in legal if a in liked] or legal, rng)

    return choose


def test_Q02_R65_the_deck_is_rebuilt_and_the_row_refilled_when_a_tunnel_is_paid() -> None:
    """Nothing lies in deck and discards but what this tunnel brings there."""
    start = position(GAME, hands={0: {"green": 3}}, face_up=["white", "white"], deck=[])
    built = claim(start, ZURICH, green=2)  # no card could be turned up
    d = built.to_dict()
    assert sorted(filter(None, d["face_up"])) == ["green", "green", "white", "white"]
    assert (nonzero(d["deck"]), nonzero(d["discard"])) == ({}, {})


def test_R62_chance_of_the_cards_turned_up() -> None:
    """Four green, eight red in the deck: 0..3 green turned up, as often as without replacement."""
    start = position(
        GAME, hands={0: {"green": 5}}, face_up=["white"] * 5, deck={"green": 4, "red": 8}
    )
    number = 3000
    seen = Counter[int]()
    for seed in range(number):
        state = claim(start.clone(seed=seed), ZURICH, green=2)
        pending = state.to_dict()["pending_tunnel"]
        seen[pending["extra"] if pending else 0] += 1
    ways = [56, 4 * 28, 6 * 8, 4]  # of 220
    assert chisquare([seen[k] for k in range(4)], [number * w / 220 for w in ways]).pvalue > 0.001


# --- Between laying and paying -------------------------------------------------------------------


def test_R58_R17_nothing_else_before_the_answer() -> None:
    state = waiting(["green", "red", "blue"], {"green": 2, LOCO: 3, "red": 5})
    assert legal_names(state) == {
        "pay tunnel with 1 card", "pay tunnel with 1 locomotive", "decline tunnel",
    }  # fmt: skip
    before = everything(state)
    for action in range(GAME.num_distinct_actions()):
        if action not in state.legal_actions():
            with pytest.raises(ttr.IllegalActionError):
                state.apply_action(action)
    assert everything(state) == before


def test_R17_no_tunnel_is_answered_where_none_waits() -> None:
    state = open_position(GAME, hands={0: {"green": 3}})
    for name in ("pay tunnel with 1 card", "decline tunnel"):
        with pytest.raises(ttr.IllegalActionError, match=name):
            act(state, name)


def test_R84_the_last_tunnel_of_the_game_is_answered() -> None:
    spaces = routes_with_spaces(EUROPE, 43, [ZURICH])
    turned = ["green", "red", "blue"]
    given = {"routes": {1: spaces}, "final_turns_left": 1}
    state = dug(ZURICH, {"green": 2}, turned, held={"green": 1}, **given)
    assert state.phase() == "pay_tunnel"
    for answer, points in (("pay tunnel with 1 card", 2), ("decline tunnel", 0)):
        after = act(state.clone(), answer)
        assert after.is_terminal()
        assert after.scores()[0] == points


def test_R20_R62_an_attempt_sets_the_passes_back() -> None:
    state = position(
        GAME, hands={0: {"green": 2}}, deck=["green"], face_up=["white"] * 5, consecutive_passes=1
    )
    claim(state, ZURICH, green=2)
    assert state.to_dict()["consecutive_passes"] == 0


def test_R62_known_cards_are_laid_first() -> None:
    """Of three green, two are known: both are laid; after the refusal they are known again."""
    d = position(
        GAME, hands={0: {"green": 3}}, face_up=["white"] * 5, deck=["green", "red", "red", "red"]
    ).to_dict()
    d["players"][0]["known_hand"]["green"] = 2
    for seed in range(50):
        state = claim(GAME.state_from_dict(d | {"seed": seed}), ZURICH, green=2)
        if state.phase() == "pay_tunnel":
            break
    else:
        raise AssertionError("the green card was never turned up")
    assert state.to_dict()["players"][0]["known_hand"] == counts()
    act(state, "decline tunnel")
    assert nonzero(state.to_dict()["players"][0]["known_hand"]) == {"green": 2}


def test_R45_a_tunnel_that_is_paid_closes_its_twin() -> None:
    black, white = EUROPE.find_routes("Madrid", "Pamplona")
    state = dug(
        black, {"black": 3}, ["black", "red", "red"], held={"black": 1}, face_up=["green"] * 5
    )
    assert white in claimable_with_all_cards(state)
    paid = act(state.clone(), "pay tunnel with 1 card")
    assert {black, white}.isdisjoint(claimable_with_all_cards(paid))
    declined = act(state.clone(), "decline tunnel")
    assert {black, white} <= claimable_with_all_cards(declined)


def claimable_with_all_cards(state: ttr.State) -> set[int]:
    """What seat 1 could claim if it held every card that seat 0 does not own."""
    own = state.to_dict()["players"]
    routes = {seat: player["routes"] for seat, player in enumerate(own)}
    after = position(GAME, seat=1, routes=routes, hands={})
    return {
        info.route
        for info in (GAME.action_info(a) for a in after.legal_actions())
        if info.route is not None
    }


# --- Options (Q14) -------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [0, 1, 3, 6])
def test_Q14_tunnel_cards_are_turned_up(cards: int) -> None:
    game = ttr.Game("europe", rules=GAME.rules.replace(tunnel_cards=cards))
    start = position(game, hands={0: {"green": 2}}, face_up=["white"] * 5, deck={"green": 9})
    state = claim(start, ZURICH, green=2)
    if cards == 0:
        assert state.to_dict()["players"][0]["routes"] == [ZURICH]
        assert state.to_dict()["deck"]["green"] == 9
        return
    pending = state.to_dict()["pending_tunnel"]
    assert (pending["turned"], pending["extra"]) == (["green"] * cards, cards)


def test_Q14_tunnels_off_are_plain_routes() -> None:
    for tunnels in (False, True):
        game = ttr.Game("europe", rules=GAME.rules.replace(tunnels=tunnels))
        start = position(game, hands={0: {"green": 2}}, face_up=["white"] * 5, deck={"green": 9})
        state = claim(start, ZURICH, green=2)
        assert (state.phase() == "pay_tunnel") == tunnels
        names = [game.action_to_string(a) for a in range(game.num_distinct_actions())]
        assert ("decline tunnel" in names) == tunnels


def test_Q09_Q14_fewest_locomotives_for_a_tunnel() -> None:
    game = ttr.Game("europe", rules=GAME.rules.replace(payments="fewest_locomotives"))
    tunnel = {"route": ZURICH, "color": "green", "turned": ["green", LOCO, "green"]}
    for held, ways in [
        ({"green": 5, LOCO: 5}, {(3, 0)}),
        ({"green": 2, LOCO: 5}, {(2, 1)}),
        ({LOCO: 5}, {(0, 3)}),
        ({"green": 2}, set()),
    ]:
        state = position(game, hands={0: held}, face_up=["white"] * 5, rest="deck", tunnel=tunnel)
        assert tunnel_payments(state) == ways


def test_F29_every_other_answer_is_refused_and_changes_nothing() -> None:
    """All payments of the table against what three cards of surcharge allow."""
    for extra, green, locomotives in itertools.product((1, 2, 3), (0, 1, 3), (0, 1, 3)):
        turned = ["green"] * extra + ["red"] * (3 - extra)
        state = waiting(turned, {"green": green, LOCO: locomotives})
        allowed = {
            (c, extra - c) for c in range(extra + 1) if c <= green and extra - c <= locomotives
        }
        before = everything(state)
        taken = set()
        for action in range(GAME.num_distinct_actions()):
            info = GAME.action_info(action)
            if info.kind != "pay_tunnel":
                continue
            copy = state.clone()
            try:
                copy.apply_action(action)
            except ttr.IllegalActionError:
                assert copy == state
            else:
                taken.add((info.cards, info.locomotives))
        assert taken == tunnel_payments(state) == allowed
        assert everything(state) == before
