"""knowledge.py and ticket_knowledge.py against every history there is, in tiny games."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from .cards import ALL_CARDS, LOCOMOTIVE, CardsMissingError, all_110_cards, no_cards
from .helpers import EUROPE, IRAN, USA, new_game, random_card
from .knowledge import Event, World, cards_have_history, number_of_rebuildings, seen_by
from .logged import LoggedGame
from .ticket_knowledge import tickets_have_history
from .tickets import long_tickets

KINDS = ["red", "blue", LOCOMOTIVE]


# ---- cards ----------------------------------------------------------------------------------


def tiny_log(rng: random.Random, seats: int) -> tuple[list[Event], dict[str, int], list[int]]:
    """A course of cards with few cards in the deck; what is left there, and sizes of hands."""
    deck = dict.fromkeys(KINDS, 0)
    for _ in range(rng.randint(3, 6)):
        deck[rng.choice(KINDS)] += 1
    # Cards that are not in this game: everybody sees them go.
    log: list[Event] = [
        ("open", card)
        for card, number in all_110_cards().items()
        for _ in range(number - deck.get(card, 0))
    ]
    discard = dict.fromkeys(KINDS, 0)
    hands = [dict.fromkeys(KINDS, 0) for _ in range(seats)]
    for _ in range(rng.randint(3, 10)):
        seat = rng.randrange(seats)
        if not any(deck.values()):
            if not any(discard.values()):
                break
            deck, discard = discard, dict.fromkeys(KINDS, 0)
            log.append(("rebuilt", {**no_cards(), **deck}))
        holds = [card for card in KINDS if hands[seat][card]]
        if holds and rng.random() < 0.45:
            card = rng.choice(holds)
            number = rng.randint(1, hands[seat][card])
            hands[seat][card] -= number
            discard[card] += number
            log.append(("paid", seat, {card: number}))
            continue
        card = rng.choice([card for card in KINDS for _ in range(deck[card])])
        deck[card] -= 1
        hands[seat][card] += 1
        if rng.random() < 0.75:
            log.append(("blind", seat, card))
        else:
            log += [("open", card), ("took", seat, card)]
    return log, deck, [sum(hand.values()) for hand in hands]


def all_worlds(seen: list[Event], seat: int, seats: int) -> set[tuple[Any, ...]]:
    """The hands and the deck after every history that fits, found by trying every card."""
    found = set()

    def go(at: int, deck: dict[str, int], hands: list[dict[str, int]]) -> None:
        while at < len(seen):
            event, at = seen[at], at + 1
            match event:
                case ("blind", drawer, None):
                    for card in KINDS:
                        if deck[card]:
                            copies = [dict(hand) for hand in hands]
                            copies[drawer][card] += 1
                            go(at, {**deck, card: deck[card] - 1}, copies)
                    return
                case ("blind", drawer, card):
                    deck = {**deck, card: deck[card] - 1}
                    hands[drawer][card] += 1
                case ("open", card):
                    deck = {**deck, card: deck[card] - 1}
                case ("took", taker, card):
                    hands[taker][card] += 1
                case ("paid", payer, cards):
                    for card, number in cards.items():
                        hands[payer][card] -= number
                case ("rebuilt", cards):
                    if any(deck.values()):
                        return
                    deck = dict(cards)
            if min(deck.values()) < 0 or min(min(hand.values()) for hand in hands) < 0:
                return
        found.add(frozen(hands, deck))

    go(0, all_110_cards(), [no_cards() for _ in range(seats)])
    return found


def frozen(hands: list[dict[str, int]], deck: dict[str, int]) -> tuple[Any, ...]:
    return tuple(tuple(cards.get(card, 0) for card in KINDS) for cards in (*hands, deck))


def hands_of_size(size: int) -> Iterator[dict[str, int]]:
    for red in range(size + 1):
        for blue in range(size - red + 1):
            yield {"red": red, "blue": blue, LOCOMOTIVE: size - red - blue}


def conceivable_worlds(sizes: list[int], in_deck: int) -> Iterator[list[dict[str, int]]]:
    """Every hand and every deck of these sizes."""
    if not sizes:
        yield from ([deck] for deck in hands_of_size(in_deck))
        return
    for hand in hands_of_size(sizes[0]):
        for others in conceivable_worlds(sizes[1:], in_deck):
            yield [hand, *others]


@pytest.mark.parametrize("seats", [2, 3])
def test_cards_against_every_history(seats: int) -> None:
    rng = random.Random(seats)
    verdicts = {True: 0, False: 0}
    rebuilt = 0
    for _ in range(80):
        log, deck, sizes = tiny_log(rng, seats)
        seen = seen_by(log, 0)
        if sum(event == ("blind", event[1], None) for event in seen) > 7:
            continue
        rebuilt += number_of_rebuildings(log) > 0
        possible = all_worlds(seen, 0, seats)
        worlds = list(conceivable_worlds(sizes, sum(deck.values())))
        assert possible <= {frozen(world[:-1], world[-1]) for world in worlds}
        sample = rng.sample(worlds, min(len(worlds), 25))
        sample += [w for w in worlds if frozen(w[:-1], w[-1]) in possible][:10]
        for hands_and_deck in sample:
            players = [{"hand": {**no_cards(), **hand}} for hand in hands_and_deck[:-1]]
            world: World = {"players": players, "deck": {**no_cards(), **hands_and_deck[-1]}}
            wanted = frozen(hands_and_deck[:-1], hands_and_deck[-1]) in possible
            assert cards_have_history(seen, 0, world) == wanted, (seen, hands_and_deck)
            verdicts[wanted] += 1
    assert min(verdicts.values()) > 150
    assert rebuilt > 15


# ---- tickets --------------------------------------------------------------------------------

Draws = list[tuple[int, int, int]]  # who draws, how many, how many of them are kept


def ticket_games(
    queue: list[int], draws: Draws, place: str, log: list[Event], held: list[list[int]]
) -> Iterator[tuple[list[Event], World]]:
    """What becomes of a ticket deck, for all that the seats can choose."""
    if not draws:
        players = [{"tickets": sorted(some), "offered_tickets": []} for some in held]
        yield log, {"players": players, "ticket_deck": queue, "phase": "choose_action"}
        return
    seat, number, keeps = draws[0]
    drawn = queue[:number]
    for kept in combinations(drawn, keeps):
        returned = sorted(t for t in drawn if t not in kept)
        rest = queue[number:] + (returned if place == "bottom" else [])
        after = [[*some, *kept] if other == seat else some for other, some in enumerate(held)]
        happened = [("tickets", seat, [], drawn), ("kept", seat, list(kept), returned, place)]
        yield from ticket_games(rest, draws[1:], place, [*log, *happened], after)


def with_other_numbers(world: World, number: int, rng: random.Random) -> World:
    """A world with two tickets swapped."""
    new = list(range(number))
    a, b = rng.sample(new, 2)
    new[a], new[b] = b, a
    held = [sorted(new[t] for t in player["tickets"]) for player in world["players"]]
    players = [{"tickets": some, "offered_tickets": []} for some in held]
    return {**world, "players": players, "ticket_deck": [new[t] for t in world["ticket_deck"]]}


TICKET_GAMES: list[tuple[int, Draws, str]] = [
    (5, [(1, 3, 1), (0, 2, 1), (1, 2, 1)], "bottom"),
    (5, [(1, 3, 1), (1, 3, 1), (0, 1, 1)], "bottom"),
    (5, [(1, 3, 0), (1, 2, 0), (0, 2, 1), (1, 2, 1)], "bottom"),
    (5, [(1, 2, 0), (2, 2, 0), (1, 3, 1), (2, 1, 1)], "bottom"),
    (4, [(1, 3, 0), (0, 2, 0), (1, 3, 1), (0, 2, 1)], "bottom"),
    (4, [(0, 2, 0), (1, 3, 1), (2, 2, 1), (0, 1, 1)], "bottom"),
    (5, [(1, 3, 1), (2, 2, 1)], "out"),
]


@pytest.mark.parametrize(("number", "draws", "place"), TICKET_GAMES)
def test_tickets_against_every_history(number: int, draws: Draws, place: str) -> None:
    """Q11, R50: everything a seat can see, with every world that any game ends in."""
    rng = random.Random(number)
    possible: dict[str, set[str]] = {}
    logs: dict[str, list[Event]] = {}
    worlds: dict[str, World] = {}
    for order in permutations(range(number)):
        start: list[Event] = [("ticket deck", [], list(range(number)))]
        for log, world in ticket_games(list(order), draws, place, start, [[], [], []]):
            seen = seen_by([*log, ("all have chosen",)], 0)
            possible.setdefault(repr(seen), set()).add(repr(world))
            logs[repr(seen)], worlds[repr(world)] = seen, world
    verdicts = {True: 0, False: 0}
    for seen in rng.sample(sorted(possible), min(len(possible), 12)):
        some = [worlds[name] for name in rng.sample(sorted(worlds), min(len(worlds), 25))]
        some += [worlds[name] for name in sorted(possible[seen])[:15]]
        some += [with_other_numbers(world, number, rng) for world in some]
        for world in some:
            wanted = repr(world) in possible[seen]
            assert tickets_have_history(logs[seen], 0, world) == wanted, (seen, world)
            verdicts[wanted] += 1
    assert verdicts[True] > 15
    assert place == "out" or verdicts[False] > 10


# ---- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize(("facts", "players"), [(USA, 2), (EUROPE, 3), (IRAN, 5)])
def test_what_happened_has_a_history(facts: dict[str, Any], players: int) -> None:
    rng = random.Random(players)
    game = new_game(players, facts)
    longs = long_tickets(game.board, game.rules)
    tickets = [t for t in range(len(game.board.tickets)) if t not in longs]
    rng.shuffle(longs)
    rng.shuffle(tickets)
    cards: list[str] = []
    while True:
        try:
            logged = LoggedGame(game, 0, tickets, cards, longs)
            break
        except CardsMissingError as missing:
            cards.append(random_card(missing.deck, rng))
    state = logged.state
    while not state.is_terminal():
        actions = sorted(state.legal_actions(), key=repr)
        kinds = sorted({action[0] for action in actions})
        kind = rng.choice(kinds)
        action = rng.choice([action for action in actions if action[0] == kind])
        supply: list[str] = []
        while True:
            try:
                logged.apply(action, supply)
                break
            except CardsMissingError as missing:
                supply.append(random_card(missing.deck, rng))
        if state.ply % 40 == 0 or state.is_terminal():
            for seat in range(players):
                seen, world = seen_by(logged.log, seat), state.to_dict()
                assert cards_have_history(seen, seat, world)
                assert tickets_have_history(seen, seat, world)
                assert not cards_have_history(seen, seat, with_swapped_cards(world, seat, rng))
    assert number_of_rebuildings(logged.log) > 0


def with_swapped_cards(world: World, seat: int, rng: random.Random) -> World:
    """The seat's own hand holds another card."""
    players = [{**player, "hand": dict(player["hand"])} for player in world["players"]]
    hand = players[seat]["hand"]
    had, has = rng.sample(ALL_CARDS, 2)
    hand[had] -= 1
    hand[has] += 1
    return {**world, "players": players}
