"""Tunnels (R62 - R70, Q12)."""

from dataclasses import dataclass
from typing import Any

from .cards import COLORS, LOCOMOTIVE, TrainCards

Surcharge = tuple[int, int]  # cards of the colour laid, locomotives


@dataclass(frozen=True)
class PendingTunnel:
    """A tunnel whose base price is laid and whose surcharge is still to be paid.

    The laid cards are neither in the hand nor in the discards (Q12).
    """

    route: int
    color: str | None  # None: only locomotives are laid
    locomotives: int
    laid: dict[str, int]
    turned: tuple[str, ...]
    extra: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "route": self.route,
            "color": self.color,
            "locomotives": self.locomotives,
            "turned": list(self.turned),
            "extra": self.extra,
        }


def turn_up(train_cards: TrainCards, number: int, supply: list[str]) -> tuple[str, ...]:
    """R63, R68: so many cards off the deck, or what there is. R65: they go to the discards.

    They lie aside until all are turned, so none of them comes up twice.
    """
    turned: list[str] = []
    while len(turned) < number and not train_cards.deck_is_empty():
        turned.append(train_cards.draw(supply))
    for card in turned:
        train_cards.put_on_discards(card, 1)
    train_cards.rebuild_deck_if_empty()
    return tuple(turned)


def extra_cards(turned: tuple[str, ...], color: str | None) -> int:
    """How many of the turned cards cost one more (R62).

    R66: every locomotive. R70: every card of the colour laid; R67: none if there is no colour.
    """
    return sum(card in (LOCOMOTIVE, color) for card in turned)


def surcharges(pending: PendingTunnel, hand: dict[str, int], payments_rule: str) -> list[Surcharge]:
    """R62: every mix of the colour laid and of locomotives. R67: or locomotives only."""
    colored = hand[pending.color] if pending.color in COLORS else 0
    found = [
        (pending.extra - locomotives, locomotives)
        for locomotives in range(pending.extra + 1)
        if colored >= pending.extra - locomotives and hand[LOCOMOTIVE] >= locomotives
    ]
    return found[:1] if payments_rule == "fewest_locomotives" else found
