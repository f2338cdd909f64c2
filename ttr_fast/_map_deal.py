"""Whether the tickets of a deck are enough for a deal by the rules of an edition (R07, R08)."""

from __future__ import annotations

from collections.abc import Iterable

from ttr_fast._core import Rules
from ttr_fast._map_entries import Ticket
from ttr_fast._words import plural


def lacking(cards: Iterable[Ticket], rules: Rules, players: int) -> str:
    """What a deck of these cards lacks for the first deal to so many players, or nothing.

    Long tickets are dealt besides the others, and only from a deck that has any.
    """
    longs = [card.long for card in cards]
    long, regular = sum(longs), len(longs) - sum(longs)
    long_each = rules.initial_long_tickets_dealt if long else 0
    if regular < players * rules.initial_tickets_dealt:
        kind = "regular ticket" if long else "ticket"
        have, each = plural(regular, kind), rules.initial_tickets_dealt
    elif long < players * long_each:
        have, each = plural(long, "long ticket"), long_each
    else:
        return ""
    return f"{have}, but {players} players are dealt {each} each, {players * each} in all"
