"""The end of the game: the score of each seat and the ranks."""

from typing import Any

from .board import Board
from .trail import longest_trail


def route_points(board: Board, routes: list[int], rules: dict[str, Any]) -> int:
    """R43, R85: the points of all routes owned, by the length of each."""
    return sum(rules["route_points"][board.routes[route]["length"] - 1] for route in routes)


def trail_length(board: Board, routes: list[int]) -> int:
    facts = [board.routes[route] for route in routes]
    return longest_trail([(route["a"], route["b"], route["length"]) for route in facts])


def bonus_holders(trail_lengths: list[int]) -> list[bool]:
    """R87: everyone with the longest trail holds the bonus. Q04: length 0 earns nothing."""
    longest = max(trail_lengths)
    return [length == longest and length > 0 for length in trail_lengths]


def score_sheet(
    board: Board,
    rules: dict[str, Any],
    routes_of_seats: list[list[int]],
    tickets_of_seats: list[list[int]],
) -> list[dict[str, int]]:
    """One row per seat. All totals may be negative (R97)."""
    trail_lengths = [trail_length(board, routes) for routes in routes_of_seats]
    holders = bonus_holders(trail_lengths)
    sheet = []
    for seat, routes in enumerate(routes_of_seats):
        ticket_points, completed, failed = 0, 0, 0
        for ticket in tickets_of_seats[seat]:
            value = board.ticket_value(ticket, rules["ticket_value"])
            facts = board.tickets[ticket]
            # R55: each ticket is looked at alone; a route may serve any number of them.
            if board.are_joined(facts["a"], facts["b"], routes):
                ticket_points += value  # R54
                completed += 1
            else:
                ticket_points -= value  # R54
                failed += 1
        points = route_points(board, routes, rules)
        bonus = rules["longest_trail_bonus"] if holders[seat] else 0
        sheet.append(
            {
                "routes": points,
                "tickets": ticket_points,
                "completed": completed,
                "failed": failed,
                "longest": trail_lengths[seat],
                "bonus": bonus,
                "stations": 0,
                "total": points + ticket_points + bonus,
            }
        )
    return sheet


def ranks(sheet: list[dict[str, int]], tie_break: list[str]) -> tuple[int, ...]:
    """1 for the best. Seats level in every key share their rank (R93), as in 1, 1, 3."""
    holders = bonus_holders([row["longest"] for row in sheet])
    return ranks_of_rows(sheet, holders, tie_break)


def ranks_of_rows(
    rows: list[dict[str, int]], holders: list[bool], tie_break: list[str]
) -> tuple[int, ...]:
    keys = [ranking_key(row, holds, tie_break) for row, holds in zip(rows, holders, strict=True)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def ranking_key(row: dict[str, int], holds_bonus: bool, tie_break: list[str]) -> list[int]:
    """R90, R92: the total, then the tie-break keys in their order; more is better in all."""
    values = {
        "completed_tickets": row["completed"],
        "longest_trail_bonus": int(holds_bonus),
        "longest_trail": row["longest"],
    }
    return [row["total"]] + [values[name] for name in tie_break]
