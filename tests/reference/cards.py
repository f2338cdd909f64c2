"""The train cards: deck, discards and the face-up row.

The oracle does not shuffle. The deck is a count of each kind of card, and whoever drives the
oracle says which cards come off it, in order: the `supply`. A supply is a list from which each
draw takes the first entry.
"""

COLORS = ["red", "orange", "yellow", "green", "blue", "pink", "black", "white"]
LOCOMOTIVE = "locomotive"
ALL_CARDS = [*COLORS, LOCOMOTIVE]


class OracleError(ValueError):
    """Something was asked that the rules do not allow."""


class CardsMissingError(OracleError):
    """The supply ran out. `deck` holds what the next card can be (a count of each kind)."""

    def __init__(self, deck: dict[str, int]) -> None:
        super().__init__("too few cards given: another one comes off the deck")
        self.deck = deck


def no_cards() -> dict[str, int]:
    return dict.fromkeys(ALL_CARDS, 0)


def all_110_cards() -> dict[str, int]:
    """R02: twelve of each colour and fourteen locomotives."""
    counts = dict.fromkeys(COLORS, 12)
    counts[LOCOMOTIVE] = 14
    return counts


def in_order(counts: dict[str, int]) -> dict[str, int]:
    return {card: counts[card] for card in ALL_CARDS}


def plain_cards(counts: dict[str, int]) -> int:
    """How many of the cards are no locomotives."""
    return sum(counts[color] for color in COLORS)


class TrainCards:
    """All train cards that are in nobody's hand."""

    def __init__(
        self, deck: dict[str, int], discard: dict[str, int], face_up: list[str | None]
    ) -> None:
        self.deck = deck
        self.discard = discard
        self.face_up = face_up  # None = an empty slot

    def clone(self) -> "TrainCards":
        return TrainCards(dict(self.deck), dict(self.discard), list(self.face_up))

    def deck_is_empty(self) -> bool:
        return sum(self.deck.values()) == 0

    def draw(self, supply: list[str]) -> str:
        """Take the next card off the deck."""
        if self.deck_is_empty():
            raise OracleError("no card in the deck")
        if not supply:
            raise CardsMissingError(dict(self.deck))
        card = supply.pop(0)
        if self.deck.get(card, 0) == 0:
            raise OracleError(f"there is no {card!r} in the deck")
        self.deck[card] -= 1
        self.rebuild_deck_if_empty()
        return card

    def put_on_discards(self, card: str, number: int) -> None:
        """The caller looks after `rebuild_deck_if_empty` once all cards lie there."""
        self.discard[card] += number

    def rebuild_deck_if_empty(self) -> None:
        """R29, Q02: as soon as the deck is out, the discards are the new deck."""
        if self.deck_is_empty():
            self.deck = self.discard
            self.discard = no_cards()

    def take_face_up(self, card: str) -> None:
        """Take a card out of the row; of equal cards the one in the first slot."""
        slot = self.face_up.index(card)
        self.face_up[slot] = None

    def settle(self, supply: list[str], reset_locomotives: int, max_row_resets: int) -> None:
        """Put everything in order after a change of the row or of the discards."""
        self.rebuild_deck_if_empty()
        self.refill_row(supply)
        for _ in range(max_row_resets):  # Q01: bounded, counted anew at each check
            if not self.row_must_be_reset(reset_locomotives):
                break
            self.reset_row(supply)

    def refill_row(self, supply: list[str]) -> None:
        """R22, Q02: each empty slot gets a card, in slot order, while there are any (R31)."""
        for slot in range(len(self.face_up)):
            if self.face_up[slot] is None and not self.deck_is_empty():
                self.face_up[slot] = self.draw(supply)

    def row_must_be_reset(self, reset_locomotives: int) -> bool:
        """R26, Q01: too many locomotives show, and a better row is possible at all."""
        if reset_locomotives == 0:
            return False
        row = [card for card in self.face_up if card is not None]
        if row.count(LOCOMOTIVE) < reset_locomotives:
            return False
        outside_row = sum(self.deck.values()) + sum(self.discard.values())
        if outside_row == 0:
            return False
        plain_in_row = len(row) - row.count(LOCOMOTIVE)
        plain = plain_cards(self.deck) + plain_cards(self.discard) + plain_in_row
        size_after_reset = min(len(self.face_up), outside_row + len(row))
        # The best row shows one locomotive fewer than the limit; the rest must be plain cards.
        return plain >= size_after_reset - (reset_locomotives - 1)

    def reset_row(self, supply: list[str]) -> None:
        """R26: the whole row goes to the discards, and new cards are turned up."""
        for slot, card in enumerate(self.face_up):
            if card is not None:
                self.put_on_discards(card, 1)
            self.face_up[slot] = None
        self.rebuild_deck_if_empty()
        self.refill_row(supply)
