"""State.resample_from_infostate: every arrangement of what is hidden is as likely as any other.

Small cases, in which all arrangements can be listed, and as many samples that each comes up often.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import factorial, perm, prod
from typing import Any

import pytest
from builders import FEW_TICKETS, LOCO, PLAIN_ROW, counts, line_map, position_dict
from scipy.stats import chisquare

import ttr_fast as ttr

Key = tuple[Any, ...]
LEAST_P = 1e-6


def compare(
    state: ttr.State, seat: int, expected: Counter[Key], key: Callable[[dict[str, Any]], Key]
) -> None:
    """Samples against how likely each outcome is."""
    assert len(expected) > 1
    total = sum(expected.values())
    least = min(expected.values()) / total
    number = max(2000, min(60_000, int(12 / least)))
    assert number * least > 8, "too many outcomes for this test"
    found: Counter[Key] = Counter()
    for seed in range(number):
        found[key(state.resample_from_infostate(seat, seed).to_dict())] += 1
    assert found.keys() <= expected.keys(), sorted(found.keys() - expected.keys())[0]
    keys = sorted(expected)
    wanted = [expected[k] / total * number for k in keys]
    assert chisquare([found[k] for k in keys], wanted).pvalue > LEAST_P


# ---- cards ----------------------------------------------------------------------------------


def splits(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal some of the cards, told apart, into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in splits(rest, sizes[1:]):
            yield [hand, *others]


def hands_of(d: dict[str, Any], seats: list[int]) -> Key:
    return tuple(tuple(d["players"][seat]["hand"].values()) for seat in seats)


def card_position(
    hands: list[list[str]], deck: list[str], known: dict[int, list[str]], **memory: Any
) -> ttr.State:
    """The last seat is the one that plans, and has all other cards."""
    game = ttr.Game("usa", len(hands) + 1, ttr.Rules())
    d = position_dict(game, hands=dict(enumerate(hands)), deck=deck, face_up=PLAIN_ROW)
    for seat, cards in known.items():
        d["players"][seat]["known_hand"] = counts(cards)
    if memory:
        full = game.state_from_dict(d).to_dict()
        full["memory"]["players"][-1]["counted"] = counts(memory["counted"])
        for seat, number in enumerate(memory["fresh"]):
            full["memory"]["players"][seat]["fresh"] = number
        d = full
    return game.state_from_dict(d)


def card_arrangements(
    hands: list[list[str]],
    deck: list[str],
    known: dict[int, list[str]],
    counted: list[str] | None = None,
    fresh: list[int] | None = None,
) -> Counter[Key]:
    """How many arrangements lead to which hands.

    Counted cards lie in hands, not in the deck; all others in the deck or in those places of the
    hands, `fresh` in each, where a card may be newer than the deck. All are told apart.
    """
    sizes = [len(hand) - len(known.get(seat, [])) for seat, hand in enumerate(hands)]
    pool = Counter([*deck, *(card for hand in hands for card in hand)])
    pool -= Counter(card for cards in known.values() for card in cards)
    sure = Counter(counted or [])
    assert sure <= pool
    names = [*sure.elements(), *(pool - sure).elements()]
    found: Counter[Key] = Counter()
    for split in splits(list(range(len(names))), sizes):
        new = [sum(card >= sure.total() for card in hand) for hand in split]
        if sum(sizes) - sum(new) < sure.total():
            continue
        held = [[names[card] for card in hand] for hand in split]
        full = [counts([*hand, *known.get(seat, [])]) for seat, hand in enumerate(held)]
        found[tuple(tuple(hand.values()) for hand in full)] += prod(
            perm(may_be_new, number) * factorial(size - number)
            for may_be_new, number, size in zip(fresh or sizes, new, sizes, strict=True)
        )
    return +found


CARD_CASES: list[tuple[list[list[str]], list[str], dict[int, list[str]]]] = [
    ([["red", "red", "blue"]], ["red", "green", LOCO, "blue"], {}),
    ([["red", "red", "blue", LOCO]], ["white", "red", LOCO], {0: ["red", LOCO]}),
    ([["black"]], ["black", "black", "black", "pink", LOCO], {}),
    ([["red", "blue"], ["red", "green"]], ["red", "blue", LOCO], {}),
    ([["red", "blue", "red"], ["red"]], ["red", "red", "blue", LOCO], {0: ["red"]}),
    ([["pink"], ["pink", "white"], [LOCO, "pink"]], ["pink", "white", LOCO], {2: ["pink"]}),
]


@pytest.mark.parametrize(("hands", "deck", "known"), CARD_CASES)
def test_cards(hands: list[list[str]], deck: list[str], known: dict[int, list[str]]) -> None:
    state = card_position(hands, deck, known)
    others = list(range(len(hands)))
    expected = card_arrangements(hands, deck, known)
    compare(state, len(hands), expected, lambda d: hands_of(d, others))


# Hands, deck, known cards; what the planning seat has counted in hands; newer cards at most.
COUNTED_CASES: list[
    tuple[list[list[str]], list[str], dict[int, list[str]], list[str], list[int]]
] = [
    ([["red", "red", "blue"]], ["red", "green", "blue"], {}, ["red", "blue"], [1]),
    ([["red", "blue"], ["red", "green"]], ["red", "blue", LOCO], {}, ["red", "red"], [1, 1]),
    ([["red", "blue"], ["red", "green"]], ["red", "blue", LOCO], {}, ["red"], [2, 2]),
    ([["red", "blue"], ["red", "green"]], ["red", "blue", LOCO], {}, ["red", "blue"], [2, 0]),
    (
        [["red", "blue", LOCO], ["red", "green"]],
        ["red", "blue"],
        {0: [LOCO]},
        ["red", "green"],
        [1, 2],
    ),
]


@pytest.mark.parametrize(("hands", "deck", "known", "counted", "fresh"), COUNTED_CASES)
def test_cards_after_the_deck_was_rebuilt(
    hands: list[list[str]],
    deck: list[str],
    known: dict[int, list[str]],
    counted: list[str],
    fresh: list[int],
) -> None:
    """The seat knows cards that all hands hold together, and how many are newer in each."""
    state = card_position(hands, deck, known, counted=counted, fresh=fresh)
    others = list(range(len(hands)))
    expected = card_arrangements(hands, deck, known, counted, fresh)
    compare(state, len(hands), expected, lambda d: hands_of(d, others))


# ---- tickets --------------------------------------------------------------------------------


def ticket_game(
    players: int, number: int, longs: int = 0, dealt: int = 2, place: str = "bottom"
) -> ttr.Game:
    """Tickets 0.. of which the last are long ones; a seat gets one of these besides, if any."""
    tickets = [
        ttr.map.Ticket(f"c{i}", f"c{i + 1}", 3, long=i >= number) for i in range(number + longs)
    ]
    board = dataclasses.replace(line_map([2] * (number + longs)), tickets=tickets)
    rules = ttr.Rules(
        **FEW_TICKETS
        | {
            "initial_tickets_dealt": dealt,
            "initial_long_tickets_dealt": 1 if longs else 0,
            "initial_tickets_return": place,
            "tickets_drawn": 2,
        }
    )
    return ttr.Game(board, players, rules)


def choose(state: ttr.State, number: int) -> None:
    """The first choice of so many tickets."""
    infos = {a: state.game.action_info(a).keep for a in state.legal_actions()}
    state.apply_action(next(a for a, keep in infos.items() if keep and len(keep) == number))


Choice = tuple[tuple[int, ...], tuple[int, ...]]  # tickets kept, and tickets returned


def choices(dealt: tuple[int, ...], number: int | None) -> Iterator[Choice]:
    """Ways to keep so many tickets; None: at least one."""
    numbers = range(1, len(dealt) + 1) if number is None else [number]
    for size in numbers:
        for kept in combinations(dealt, size):
            yield kept, tuple(t for t in sorted(dealt) if t not in kept)


def ticket_key(seats: list[int]) -> Callable[[dict[str, Any]], Key]:
    def key(d: dict[str, Any]) -> Key:
        held = tuple(tuple(d["players"][seat]["tickets"]) for seat in seats)
        return (*held, tuple(d["ticket_deck"]))

    return key


@pytest.mark.parametrize("kept", [1, 2, 3])
@pytest.mark.parametrize("own", [1, 2])
def test_tickets_after_the_initial_choice(kept: int, own: int) -> None:
    """R10, Q11: below the unseen ones lie those that the seats returned, in the order of seats."""
    game = ticket_game(2, 8, dealt=3)
    state = game.new_initial_state(11)
    choose(state, kept)
    offered = state.to_dict()["players"][1]["offered_tickets"]
    choose(state, own)
    held = state.to_dict()["players"][1]["tickets"]
    mine = tuple(t for t in sorted(offered) if t not in held)
    expected: Counter[Key] = Counter()
    hidden = [t for t in range(8) if t not in offered]
    for dealt in combinations(hidden, 3):
        for keeps, returned in choices(dealt, kept):
            for top in permutations([t for t in hidden if t not in dealt]):
                expected[keeps, (*top, *returned, *mine)] += 1
    compare(state, 1, expected, ticket_key([0]))


def test_tickets_of_two_others() -> None:
    game = ticket_game(3, 7)
    state = game.new_initial_state(12)
    for number in (1, 2, 1):
        choose(state, number)
    d = state.to_dict()
    mine = d["ticket_deck"][-1]
    hidden = [t for t in range(7) if t not in (*d["players"][2]["tickets"], mine)]
    expected: Counter[Key] = Counter()
    for first in combinations(hidden, 2):
        rest = [t for t in hidden if t not in first]
        for second in combinations(rest, 2):
            (top,) = [t for t in rest if t not in second]
            for keeps, returned in choices(first, 1):
                expected[keeps, second, (top, *returned, mine)] += 1
    compare(state, 2, expected, ticket_key([0, 1]))


def test_tickets_during_the_initial_choice() -> None:
    """Q10: how many tickets another seat kept is hidden; every choice is as likely."""
    game = ticket_game(2, 6)
    state = game.new_initial_state(13)
    choose(state, 2)
    offered = state.to_dict()["players"][1]["offered_tickets"]
    hidden = [t for t in range(6) if t not in offered]
    expected: Counter[Key] = Counter()
    for dealt in combinations(hidden, 2):
        for keeps, returned in choices(dealt, None):
            for top in permutations([t for t in hidden if t not in dealt]):
                expected[keeps, (*top, *returned)] += 1
    compare(state, 1, expected, ticket_key([0]))


def test_offered_tickets_during_the_initial_choice() -> None:
    """Those who have still to choose may have been dealt any tickets."""
    game = ticket_game(3, 7)
    state = game.new_initial_state(14)
    own = state.to_dict()["players"][0]["offered_tickets"]
    hidden = [t for t in range(7) if t not in own]
    expected: Counter[Key] = Counter()
    for order in permutations(hidden):
        expected[tuple(sorted(order[:2])), tuple(sorted(order[2:4])), order[4:]] += 1

    def key(d: dict[str, Any]) -> Key:
        offers = [tuple(sorted(d["players"][seat]["offered_tickets"])) for seat in (1, 2)]
        return (*offers, tuple(d["ticket_deck"]))

    compare(state, 0, expected, key)


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_long_tickets(kept: int) -> None:
    """R08, R11: one of the tickets dealt was a long one; those returned left the game."""
    game = ticket_game(2, 6, longs=3, place="out")
    state = game.new_initial_state(15)
    choose(state, kept)
    offered = state.to_dict()["players"][1]["offered_tickets"]
    choose(state, 2)
    hidden = [t for t in range(6) if t not in offered]
    expected: Counter[Key] = Counter()
    for long in [t for t in range(6, 9) if t not in offered]:
        for dealt in combinations(hidden, 2):
            for keeps, _ in choices((*dealt, long), kept):
                for top in permutations([t for t in hidden if t not in dealt]):
                    expected[keeps, top] += 1
    compare(state, 1, expected, ticket_key([0]))


def test_long_tickets_during_the_initial_choice() -> None:
    game = ticket_game(2, 6, longs=3, place="out")
    state = game.new_initial_state(16)
    choose(state, 1)
    offered = state.to_dict()["players"][1]["offered_tickets"]
    hidden = [t for t in range(6) if t not in offered]
    expected: Counter[Key] = Counter()
    for long in [t for t in range(6, 9) if t not in offered]:
        for dealt in combinations(hidden, 2):
            for keeps, _ in choices((*dealt, long), None):
                for top in permutations([t for t in hidden if t not in dealt]):
                    expected[keeps, top] += 1
    compare(state, 1, expected, ticket_key([0]))


@pytest.mark.parametrize("number", [1, 2])
def test_tickets_drawn_later(number: int) -> None:
    """R50: another seat drew two tickets and returned one, or none; they are not told apart."""
    game = ticket_game(2, 8)
    state = game.new_initial_state(17)
    choose(state, 1)
    choose(state, 2)
    d = state.to_dict()
    own = d["players"][1]["tickets"]
    state.apply_action(game.string_to_action("draw tickets"))
    choose(state, number)
    hidden = [t for t in range(8) if t not in own]
    expected: Counter[Key] = Counter()
    for order in permutations(hidden):
        for first, returned in choices(order[:2], 1):
            for later, last in choices(order[2:4], number):
                deck = (*order[4:], *returned, *last)
                expected[tuple(sorted((*first, *later))), deck] += 1
    compare(state, 1, expected, ticket_key([0]))


def test_a_pending_draw_of_another_seat() -> None:
    """R58: what it may choose from came from the top."""
    game = ticket_game(2, 7)
    state = game.new_initial_state(18)
    choose(state, 1)
    choose(state, 2)
    own = state.to_dict()["players"][1]["tickets"]
    state.apply_action(game.string_to_action("draw tickets"))
    hidden = [t for t in range(7) if t not in own]
    expected: Counter[Key] = Counter()
    for order in permutations(hidden):
        for first, returned in choices(order[:2], 1):
            expected[first, tuple(sorted(order[2:4])), (*order[4:], *returned)] += 1

    def key(d: dict[str, Any]) -> Key:
        other = d["players"][0]
        return (
            tuple(other["tickets"]),
            tuple(sorted(other["offered_tickets"])),
            (*d["ticket_deck"],),
        )

    compare(state, 1, expected, key)
