"""The tickets of a game: which are dealt, and where those go that are not kept."""

from itertools import combinations
from typing import Any

from .board import Board
from .cards import OracleError


def long_tickets(board: Board, rules: dict[str, Any]) -> list[int]:
    """Those that are kept apart from the others. If they are mixed, they are like all others."""
    if rules["long_tickets"] == "mixed":
        return []
    return [number for number, ticket in enumerate(board.tickets) if ticket.get("long", False)]


def long_tickets_dealt(board: Board, rules: dict[str, Any]) -> int:
    """How many each player gets at the start (R08). A deck without long tickets deals none."""
    return rules["initial_long_tickets_dealt"] if long_tickets(board, rules) else 0


def check_decks(
    board: Board, rules: dict[str, Any], long_deck: list[int], ticket_deck: list[int]
) -> None:
    """Each ticket lies in its own deck, once."""
    if sorted(long_deck) != long_tickets(board, rules):
        raise OracleError("the deck of long tickets must hold each of them once")
    others = set(range(len(board.tickets))) - set(long_deck)
    if sorted(ticket_deck) != sorted(others):
        raise OracleError("the ticket deck must hold each of the other tickets once")


def go_under_deck(
    board: Board, rules: dict[str, Any], returned: list[int], at_the_start: bool
) -> list[int]:
    """The returned tickets that go under the deck, in their order there (Q11)."""
    if at_the_start and rules["initial_tickets_return"] == "out":  # R11
        return []
    # R11: nobody can draw a long ticket later.
    longs = long_tickets(board, rules)
    return [ticket for ticket in sorted(returned) if ticket not in longs]


def keep_sets(offered: list[int], minimum: int) -> list[tuple[int, ...]]:
    """R07, R08, R49: every choice of at least the minimum; all, if fewer were drawn than that."""
    return [
        positions
        for number_kept in range(min(minimum, len(offered)), len(offered) + 1)
        for positions in combinations(range(len(offered)), number_kept)
    ]
