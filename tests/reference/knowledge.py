"""What a seat has seen of a game, and whether a hidden world has a history that fits it.

A log is the list of all that happened to cards and tickets, in order:

    ("blind", seat, card)            a card comes off the deck into a hand, face down
    ("open", card)                   a card comes off the deck for everybody to see
    ("took", seat, card)             an open card comes into a hand
    ("paid", seat, {card: number})   cards leave a hand for everybody to see
    ("rebuilt", {card: number})      R29: the deck is out; these discards are the new one
    ("ticket deck", long tickets, tickets)   which there are
    ("tickets", seat, long tickets, tickets)   dealt or drawn, from the top
    ("kept", seat, kept tickets, returned tickets, "bottom" or "out")
    ("gave up", seat, returned tickets, "bottom" or "out")   resigned before choosing
    ("all have chosen",)             Q10: now everybody sees how many tickets were kept

A world is a position as `to_dict` writes it: who holds what, and what lies in the decks. It has a
history if blind cards and hidden tickets can be given out so that all of the log could happen and
the world is the result. Nothing is drawn at random here, and nothing is assumed about the players:
whatever they could do, they may have done. (One thing is left out: who passes can pay for nothing,
R18. That matters only when no card is left to draw.)
"""

from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import coo_array

from .cards import ALL_CARDS, all_110_cards

Event = tuple[Any, ...]
World = dict[str, Any]


def seen_by(log: list[Event], seat: int) -> list[Event]:
    """The log without what is hidden from a seat: cards are None, tickets only counted."""
    seen: list[Event] = []
    choices_are_hidden = ("all have chosen",) not in log
    for event in log:
        match event:
            case ("blind", drawer, _) if drawer != seat:
                event = ("blind", drawer, None)
            case ("tickets", drawer, longs, tickets) if drawer != seat:
                event = ("tickets", drawer, len(longs), len(tickets))
            case ("kept", keeper, kept, returned, place) if keeper != seat:
                numbers = (None, None) if choices_are_hidden else (len(kept), len(returned))
                event = ("kept", keeper, *numbers, place)
            case ("gave up", keeper, returned, place) if keeper != seat:
                event = ("gave up", keeper, len(returned), place)
        seen.append(event)
    return seen


class Program:
    """Whole numbers wanted, none below 0, that satisfy equations and inequalities."""

    def __init__(self) -> None:
        self.most: list[float] = []
        self.entries: list[tuple[int, int, float]] = []  # row, variable, factor
        self.low: list[float] = []
        self.high: list[float] = []

    def variable(self, most: float) -> int:
        self.most.append(most)
        return len(self.most) - 1

    def row(self, factors: dict[int, float], low: float, high: float) -> None:
        """low <= the sum of variables times their factors <= high."""
        self.entries += [(len(self.low), x, factor) for x, factor in factors.items()]
        self.low.append(low)
        self.high.append(high)

    def total(self, variables: list[int], number: float) -> None:
        self.row(dict.fromkeys(variables, 1), number, number)

    def is_feasible(self) -> bool:
        if not self.entries:
            return all(low <= 0 <= high for low, high in zip(self.low, self.high, strict=True))
        rows, variables, factors = zip(*self.entries, strict=True)
        shape = (len(self.low), len(self.most))
        matrix = coo_array((np.array(factors, dtype=float), (rows, variables)), shape).tocsr()
        result = milp(
            np.zeros(len(self.most)),
            integrality=np.ones(len(self.most)),
            bounds=(0, np.array(self.most)),
            constraints=LinearConstraint(matrix, self.low, self.high),
        )
        if result.status not in (0, 2):  # found one; there is none
            raise RuntimeError(f"the solver gave up: {result.message}")
        return bool(result.status == 0)


class HiddenHand:
    """What one of the others drew blind, and what it must have held."""

    def __init__(self) -> None:
        self.draws: list[list[int]] = []  # [which deck, how many], in order
        self.paid = dict.fromkeys(ALL_CARDS, 0)  # more than it took openly
        # After so many entries of `draws`, so many cards of a kind must have been among them.
        self.needs: list[tuple[int, str, int]] = []
        self.most_needed = dict.fromkeys(ALL_CARDS, 0)

    def draw(self, deck: int) -> None:
        starts = not self.draws or self.draws[-1][0] != deck
        if starts or (self.needs and self.needs[-1][0] == len(self.draws)):
            self.draws.append([deck, 0])
        self.draws[-1][1] += 1

    def pay(self, cards: dict[str, int]) -> None:
        for card, number in cards.items():
            self.paid[card] += number
            if self.paid[card] > self.most_needed[card]:
                self.most_needed[card] = self.paid[card]
                self.needs.append((len(self.draws), card, self.paid[card]))


def number_of_rebuildings(log: list[Event]) -> int:
    return sum(event[0] == "rebuilt" for event in log)


def cards_have_history(seen: list[Event], seat: int, world: World) -> bool:
    """Can the others have drawn what they hold and paid, from decks that were used up so?

    Each deck is known when it starts: all cards, later the discards. What the seat did not see of
    it was drawn blind by others, all of it by the time it was rebuilt.
    """
    hands = {other: HiddenHand() for other in range(len(world["players"])) if other != seat}
    decks = [all_110_cards()]  # what is left for others to draw blind
    own = dict.fromkeys(ALL_CARDS, 0)
    for event in seen:
        match event:
            case ("open", card):
                decks[-1][card] -= 1
            case ("blind", drawer, card):
                if drawer == seat:
                    decks[-1][card] -= 1
                    own[card] += 1
                else:
                    hands[drawer].draw(len(decks) - 1)
            case ("took", taker, card):
                if taker == seat:
                    own[card] += 1
                else:
                    hands[taker].paid[card] -= 1
            case ("paid", payer, cards):
                if payer == seat:
                    own = {card: own[card] - cards.get(card, 0) for card in ALL_CARDS}
                else:
                    hands[payer].pay(cards)
            case ("rebuilt", cards):
                decks.append(dict(cards))
    if own != world["players"][seat]["hand"]:
        return False
    decks[-1] = {card: decks[-1][card] - world["deck"][card] for card in ALL_CARDS}
    return hands_can_be_drawn(hands, decks, world)


def hands_can_be_drawn(
    hands: dict[int, HiddenHand], decks: list[dict[str, int]], world: World
) -> bool:
    program = Program()
    of_deck: dict[tuple[int, str], list[int]] = {
        (deck, card): [] for deck in range(len(decks)) for card in ALL_CARDS
    }
    for other, hand in hands.items():
        drawn: list[dict[str, int]] = []  # how many cards of each kind in each entry
        for deck, number in hand.draws:
            cards = {card: program.variable(number) for card in ALL_CARDS}
            program.total(list(cards.values()), number)
            for card, x in cards.items():
                of_deck[deck, card].append(x)
            drawn.append(cards)
        held = world["players"][other]["hand"]
        for card in ALL_CARDS:
            program.total([cards[card] for cards in drawn], held[card] + hand.paid[card])
        for first, card, number in hand.needs:
            program.row({cards[card]: 1 for cards in drawn[:first]}, number, np.inf)
    for (deck, card), variables in of_deck.items():
        program.total(variables, decks[deck][card])
    return program.is_feasible()
