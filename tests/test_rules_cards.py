"""Drawing train cards: R21-R31, Q01-Q03, and how the draws are distributed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from builders import (
    LOCO,
    PLAIN,
    PLAIN_ROW,
    act,
    claim,
    claims_last,
    find_route,
    hand,
    legal_infos,
    legal_kinds,
    legal_names,
    nonzero,
    open_position,
    position,
    walk,
)
from scipy.stats import chisquare

import ttr_fast as ttr

GAME = ttr.Game(players=2)


def row(state: ttr.State) -> list[str | None]:
    face_up: list[str | None] = state.to_dict()["face_up"]
    return face_up


def words_used(state: ttr.State) -> int:
    """Random words of play used so far: one for every card off the deck."""
    position: int = state.to_dict()["chance_position"]
    return position


# --- Which cards may be drawn --------------------------------------------------------------------


@pytest.mark.parametrize("first", ["draw deck", "draw blue"])
@pytest.mark.parametrize("second", ["draw deck", "draw green"])
def test_R21_face_up_and_blind_in_any_mix(first: str, second: str) -> None:
    state = act(open_position(GAME), first)
    assert (state.current_player(), state.phase()) == (0, "draw_second_card")
    act(state, second)
    assert state.current_player() == 1
    assert sum(hand(state, 0).values()) == 2


def test_R21_equal_face_up_cards_are_one_action() -> None:
    state = position(GAME, face_up=["red", "blue", "red", "red", "blue"], deck={"pink": 5})
    draws = [info.color for info in legal_infos(state) if info.kind == "draw_face_up"]
    assert draws == ["red", "blue"]
    act(state, "draw red")
    assert row(state) == ["pink", "blue", "red", "red", "blue"]  # the first of them


def test_R22_replacement_at_once_and_may_be_taken() -> None:
    state = position(GAME, face_up=PLAIN_ROW, deck={"pink": 12})
    act(state, "draw yellow")
    assert row(state) == ["red", "orange", "pink", "green", "blue"]
    act(state, "draw pink")
    assert hand(state, 0) == {"yellow": 1, "pink": 1}
    assert row(state) == ["red", "orange", "pink", "green", "blue"]


def test_R23_face_up_locomotive_first_ends_the_turn() -> None:
    state = position(GAME, face_up=[*PLAIN_ROW[:4], LOCO], deck={"pink": 3})
    act(state, "draw locomotive")
    assert (state.current_player(), state.phase()) == (1, "choose_action")
    assert hand(state, 0) == {LOCO: 1}


def test_R24_face_up_locomotive_is_never_the_second_card() -> None:
    draw = GAME.string_to_action("draw locomotive")
    lay_there = position(GAME, face_up=[*PLAIN_ROW[:4], LOCO], deck={"pink": 3})
    replacement = position(GAME, face_up=PLAIN_ROW, deck={LOCO: 3})
    for state in (act(lay_there, "draw red"), act(replacement, "draw red")):
        assert LOCO in row(state)
        assert draw not in state.legal_actions()
        with pytest.raises(ttr.IllegalActionError, match="draw locomotive"):
            state.apply_action(draw)


def test_R25_blind_locomotive_is_a_plain_card() -> None:
    state = position(GAME, face_up=[*PLAIN_ROW[:4], LOCO], deck={LOCO: 5})
    act(state, "draw deck")
    assert hand(state, 0) == {LOCO: 1}
    assert state.phase() == "draw_second_card"
    assert legal_names(state) == {"draw deck", *(f"draw {color}" for color in PLAIN_ROW[:4])}
    act(state, "draw deck")
    assert (hand(state, 0), state.current_player()) == ({LOCO: 2}, 1)


def test_R25_blind_locomotive_second_ends_the_turn_as_any_card() -> None:
    state = position(GAME, face_up=PLAIN_ROW, deck={LOCO: 5})
    act(state, "draw red", "draw deck")
    assert (hand(state, 0), state.current_player()) == ({"red": 1, LOCO: 1}, 1)


def test_R28_no_hand_limit() -> None:
    held = {"red": 12, "orange": 12, "yellow": 12, "green": 12, LOCO: 12}
    state = position(GAME, hands={0: held}, face_up=["blue"] * 5, deck={"pink": 12})
    assert sum(hand(state, 0).values()) == 60
    act(state, "draw blue", "draw deck")
    assert hand(state, 0) == held | {"blue": 1, "pink": 1}
    assert sum(state.to_dict()["players"][0]["hand"].values()) == 62
    assert ttr.deserialize(state.serialize()) == state


# --- The end of the deck -------------------------------------------------------------------------


def test_R29_discards_are_shuffled_into_a_new_deck() -> None:
    discard = {"white": 3, "black": 2}
    state = position(GAME, face_up=PLAIN_ROW, deck={"pink": 1}, discard=discard)
    act(state, "draw deck")
    d = state.to_dict()
    assert (nonzero(d["deck"]), nonzero(d["discard"])) == (discard, {})  # at once (Q02)
    assert d["face_up"] == list(PLAIN_ROW)


def test_R29_a_face_up_draw_may_take_the_last_card_of_the_deck() -> None:
    state = position(GAME, face_up=PLAIN_ROW, deck={"pink": 1}, discard={"white": 3})
    act(state, "draw red")
    assert row(state) == ["pink", *PLAIN_ROW[1:]]
    assert nonzero(state.to_dict()["deck"]) == {"white": 3}


def test_R30_nothing_to_draw_is_not_offered() -> None:
    state = position(GAME, hands={0: {"red": 1}})
    assert legal_kinds(state) == {"draw_tickets", "claim"}
    for name in ("draw deck", *(f"draw {color}" for color in ttr.COLORS)):
        with pytest.raises(ttr.IllegalActionError, match=name):
            act(state, name)


def test_R31_last_face_up_cards_may_be_taken_and_slots_stay_empty() -> None:
    state = position(GAME, face_up=["red", LOCO, "blue", "blue"])
    assert "draw deck" not in legal_names(state)
    act(state, "draw red")
    assert row(state) == [None, LOCO, "blue", "blue", None]
    assert legal_names(state) == {"draw blue"}
    act(state, "draw blue")
    assert row(state) == [None, LOCO, None, "blue", None]
    act(state, "draw locomotive")
    assert state.current_player() == 0
    act(state, "draw blue")
    assert row(state) == [None] * 5
    assert (hand(state, 0), state.current_player()) == ({"red": 1, "blue": 2}, 1)


def test_Q02_slots_are_filled_as_soon_as_a_card_is_discarded() -> None:
    route = find_route(GAME.map, "Calgary", "Winnipeg")
    state = position(GAME, hands={0: {"white": 6}}, face_up=["red", None, "blue"])
    claim(state, route)
    d = state.to_dict()
    assert d["face_up"] == ["red", "white", "blue", "white", "white"]
    assert (nonzero(d["deck"]), nonzero(d["discard"])) == ({"white": 3}, {})


def test_Q02_as_many_slots_as_there_are_cards() -> None:
    route = find_route(GAME.map, "Dallas", "Houston")
    state = claim(position(GAME, hands={0: {"white": 1}}, face_up=[None, "red"]), route)
    assert row(state) == ["white", "red", None, None, None]
    assert nonzero(state.to_dict()["deck"]) == {}


def test_Q02_discards_never_lie_beside_an_empty_deck() -> None:
    game, reshuffles = ttr.Game(players=5), 0
    for state in walk(game, games=5, seed=3, choose=claims_last(game)):
        d = state.to_dict()
        deck, discard = sum(d["deck"].values()), sum(d["discard"].values())
        assert deck or not discard
        assert not deck or None not in d["face_up"]
        reshuffles += deck == 0
    assert reshuffles > 0


def test_Q03_turn_ends_with_one_card_when_there_is_no_second() -> None:
    state = act(position(GAME, face_up=[LOCO] * 5, deck={"pink": 1}), "draw deck")
    assert (hand(state, 0), state.current_player(), state.phase()) == (
        {"pink": 1}, 1, "choose_action",
    )  # fmt: skip


# --- Renewing the row ----------------------------------------------------------------------------


def test_R26_R27_never_three_locomotives_while_a_better_row_is_possible() -> None:
    for state in walk(ttr.Game(players=3), games=40, seed=2):
        d = state.to_dict()
        if d["face_up"].count(LOCO) >= 3:
            laid = sum(card not in (None, LOCO) for card in d["face_up"])
            plain = laid + sum(d[pile][color] for pile in ("deck", "discard") for color in PLAIN)
            assert plain < 3 or not any(d["deck"].values())


def test_R26_all_five_are_thrown() -> None:
    start = position(GAME, face_up=["red", LOCO, LOCO, "blue", "green"], deck={LOCO: 1, "pink": 12})
    hits = 0
    for seed in range(100):
        state = act(start.clone(seed=seed), "draw red")
        if row(state)[1] == LOCO:
            assert row(state) == ["pink", LOCO, LOCO, "blue", "green"]
            continue
        hits += 1
        assert nonzero(state.to_dict()["discard"]) == {LOCO: 3, "blue": 1, "green": 1}
        assert row(state) == ["pink"] * 5
        assert state.phase() == "draw_second_card"
    assert 2 <= hits <= 20  # one card in 13


def test_R27_after_the_second_card() -> None:
    start = position(GAME, face_up=["red", LOCO, LOCO, "blue", "green"], deck={LOCO: 4, "pink": 12})
    hits = 0
    for seed in range(100):
        state = act(start.clone(seed=seed), "draw deck", "draw red")
        assert row(state).count(LOCO) < 3
        hits += sum(state.to_dict()["discard"].values()) >= 5
        assert state.current_player() == 1
    assert hits > 5


def test_R27_repeated_until_fewer_than_three_show() -> None:
    """With 11 locomotives and 6 plain cards about, some renewals are not enough."""
    deck = {LOCO: 9, "pink": 4}
    start = position(GAME, face_up=["red", LOCO, LOCO, "blue", "green"], deck=deck)
    renewals = Counter()
    for seed in range(300):
        state = act(start.clone(seed=seed), "draw red")
        number, rest = divmod(words_used(state) - words_used(start) - 1, 5)
        assert rest == 0
        renewals[number] += 1
        assert row(state).count(LOCO) < 3 or number == 20
    assert renewals[0] > 0
    assert renewals[2] > 0
    assert renewals[4] > 0


def test_R27_after_a_refill() -> None:
    """A claim fills two empty slots out of its own payment."""
    route = find_route(GAME.map, "Calgary", "Winnipeg")
    start = position(GAME, hands={0: {"white": 4, LOCO: 2}}, face_up=[LOCO, LOCO, "blue"])
    first_refills = set()
    for seed in range(200):
        state = claim(start.clone(seed=seed), route, white=4, locomotive=2)
        renewed = words_used(state) > 2
        first_refills.add(renewed)
        if words_used(state) < 2 + 5 * 20:
            assert row(state).count(LOCO) < 3
    assert first_refills == {True, False}


def test_Q01_renewed_only_if_a_better_row_is_possible() -> None:
    """Three plain cards beside five locomotives can make a row; two cannot."""
    face_up = ["red", LOCO, LOCO, "blue", "green"]
    hopeless = position(GAME, face_up=face_up, deck={LOCO: 5})
    act(hopeless, "draw red")
    assert row(hopeless) == [LOCO, LOCO, LOCO, "blue", "green"]
    assert words_used(hopeless) == 1
    for pile in ({"deck": {LOCO: 5, "white": 1}}, {"deck": {LOCO: 5}, "discard": {"white": 1}}):
        start = position(GAME, face_up=face_up, **pile)
        used = Counter()
        for seed in range(200):
            state = act(start.clone(seed=seed), "draw red")
            renewed = words_used(state) > 1
            used[renewed] += 1
            if renewed and words_used(state) < 1 + 5 * 20:
                assert row(state).count(LOCO) < 3
        assert used[True] > 100


def test_Q01_no_renewal_without_deck_and_discards() -> None:
    state = act(position(GAME, face_up=[LOCO, LOCO, LOCO, "blue", "green"]), "draw blue")
    assert row(state) == [LOCO, LOCO, LOCO, None, "green"]


@pytest.mark.parametrize(("plain", "renewed"), [(5, False), (6, True)])
def test_Q01_row_of_eight_needs_six_plain_cards(plain: int, renewed: bool) -> None:
    game = ttr.Game(players=2, rules=ttr.Rules(face_up_size=8, max_row_resets=1))
    face_up = ["red", LOCO, LOCO, *PLAIN[1:6]]  # five plain cards stay when red is taken
    deck = {LOCO: 5} | ({"white": 1} if plain == 6 else {})
    start = position(game, face_up=face_up, deck=deck)
    used = {words_used(act(start.clone(seed=seed), "draw red")) for seed in range(100)}
    assert used == ({1, 1 + 8} if renewed else {1})


@pytest.mark.parametrize("most", [0, 1, 7, 20])
def test_Q01_max_row_resets(most: int) -> None:
    """Three plain cards among 17: a renewal helps in one case of 68, so most rows stay."""
    game = ttr.Game(players=2, rules=ttr.Rules(max_row_resets=most))
    face_up = ["red", LOCO, LOCO, "blue", "green"]
    start = position(game, face_up=face_up, deck={LOCO: 12}, discard={"white": 1})
    renewals = Counter()
    for seed in range(300):
        state = act(start.clone(seed=seed), "draw red")
        number, rest = divmod(words_used(state) - 1, 5)
        assert rest == 0
        if number < most:
            assert row(state).count(LOCO) < 3
        renewals[number] += 1
    assert max(renewals) == most
    assert renewals[most] > 150


# --- Distribution --------------------------------------------------------------------------------

MIXED = {"red": 1, "orange": 2, "yellow": 3, "green": 4, "blue": 5, "pink": 6, "black": 7,
         "white": 8, LOCO: 9}  # fmt: skip


def first_draws(start: ttr.State, name: str, number: int) -> Counter[str]:
    """How often each card came off the deck with the first draw."""
    before = Counter(start.to_dict()["deck"])
    drawn: Counter[str] = Counter()
    for seed in range(number):
        after = act(start.clone(seed=seed), name).to_dict()["deck"]
        (card,) = (before - Counter(after)).elements()
        drawn[card] += 1
    return drawn


def fits(seen: Counter[str], expected: dict[str, Any]) -> bool:
    total = sum(expected.values())
    kinds = sorted(card for card, weight in expected.items() if weight)
    assert set(seen) <= set(kinds)
    weights = [seen.total() * expected[card] / total for card in kinds]
    return bool(chisquare([seen[card] for card in kinds], weights).pvalue > 0.001)


@pytest.mark.parametrize("name", ["draw deck", "draw pink"])
def test_R29_draws_follow_the_cards_left_in_the_deck(name: str) -> None:
    """Blind, and as a replacement in the row."""
    start = position(GAME, face_up=["pink"] * 5, deck=MIXED)
    seen = first_draws(start, name, 9000)
    assert fits(seen, MIXED)
    assert not fits(seen, dict.fromkeys(MIXED, 1))  # the test can tell


def test_R29_second_blind_card_depends_on_the_first() -> None:
    start = position(GAME, face_up=["pink"] * 5, deck={"red": 2, "blue": 2, LOCO: 1})
    pairs = Counter()
    for seed in range(6000):
        state = act(start.clone(seed=seed), "draw deck")
        (one,) = hand(state, 0)
        act(state, "draw deck")
        two = Counter(hand(state, 0)) - Counter([one])
        pairs[one + " " + next(two.elements())] += 1
    deck = Counter(red=2, blue=2, locomotive=1)
    expected = {f"{a} {b}": deck[a] * (deck[b] - (a == b)) for a in deck for b in deck}
    assert fits(pairs, expected)


def test_R29_draws_late_in_a_game_follow_the_deck() -> None:
    """One blind draw from a position reached by play, with cards in hands and discards."""
    for start in walk(GAME, games=1, seed=12):
        if start.to_dict()["turn"] == 60 and start.phase() == "choose_action":
            break
    deck = start.to_dict()["deck"]
    assert sum(deck.values()) > 20
    assert len(set(deck.values())) > 3
    assert fits(first_draws(start, "draw deck", 6000), deck)


def known_hand(state: ttr.State) -> dict[str, int]:
    return nonzero(state.to_dict()["players"][0]["known_hand"])


def test_known_hand_is_what_every_opponent_can_be_sure_of() -> None:
    route = find_route(GAME.map, "Duluth", "Toronto")  # pink, 6 spaces
    state = position(GAME, hands={0: {"pink": 5}}, face_up=["pink"] * 5, deck={"black": 12})
    act(state, "draw pink", "draw deck")
    assert known_hand(state) == {"pink": 1}
    act(state, "draw pink", "draw pink", "draw pink", "draw black")
    assert known_hand(state) == {"pink": 2, "black": 1}
    state = GAME.state_from_dict(state.to_dict() | {"current_player": 0})
    claim(state, route, pink=6)
    assert known_hand(state) == {"black": 1}
    assert hand(state, 0) == {"pink": 1, "black": 2}


# --- Given positions -----------------------------------------------------------------------------


def test_R27_a_given_row_is_checked_at_its_next_change() -> None:
    face_up = ["red", LOCO, LOCO, LOCO, "green"]
    state = position(GAME, face_up=face_up, deck={"pink": 12, "blue": 12})
    assert row(state) == face_up
    act(state, "draw deck")  # changes neither row nor discards
    assert row(state) == face_up
    act(state, "draw red")
    assert LOCO not in row(state)
    assert state.to_dict()["discard"][LOCO] == 3
