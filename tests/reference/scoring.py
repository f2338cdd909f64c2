"""The end of the game: the score of each seat and the ranks."""

from typing import Any

from .board import Board
from .player import Player
from .stations import best_tickets
from .trail import longest_trail


def route_points(board: Board, routes: list[int], rules: dict[str, Any]) -> int:
    """R43, R85: the points of all routes owned, by the length of each."""
    return sum(rules["route_points"][board.routes[route]["length"] - 1] for route in routes)


def trail_length(board: Board, routes: list[int]) -> int:
    """R78: of own routes only, never of lent ones."""
    facts = [board.routes[route] for route in routes]
    return longest_trail([(route["a"], route["b"], route["length"]) for route in facts])


def bonus_holders(trail_lengths: list[int], resigned: list[bool]) -> list[bool]:
    """R87: everyone with the longest trail holds the bonus. Q04: length 0 earns nothing.

    R94, Q05: players who resigned are left out of the comparison.
    """
    compared = [0 if out else length for length, out in zip(trail_lengths, resigned, strict=True)]
    return [length == max(compared) and length > 0 for length in compared]


def tickets_of(
    board: Board, rules: dict[str, Any], players: list[Player], seat: int
) -> tuple[int, int]:
    """Points and number of completed tickets of a seat, with the best lent routes (R76)."""
    player = players[seat]
    values = {
        ticket: board.ticket_value(ticket, rules["ticket_value"]) for ticket in player.tickets
    }
    others = [route for other in players if other is not player for route in other.routes]
    return best_tickets(board, values, player.routes, player.station_cities, others)


def score_sheet(board: Board, rules: dict[str, Any], players: list[Player]) -> list[dict[str, int]]:
    """One row per seat. All totals may be negative (R97)."""
    trail_lengths = [trail_length(board, player.routes) for player in players]
    holders = bonus_holders(trail_lengths, [player.resigned for player in players])
    sheet = []
    for seat, player in enumerate(players):
        ticket_points, completed = tickets_of(board, rules, players, seat)
        stations_left = rules["stations_per_player"] - len(player.station_cities)
        row = {
            "routes": route_points(board, player.routes, rules),
            "tickets": ticket_points,
            "completed": completed,
            "failed": len(player.tickets) - completed,
            "longest": trail_lengths[seat],
            "bonus": rules["longest_trail_bonus"] if holders[seat] else 0,
            "stations": rules["station_value"] * stations_left,  # R77
        }
        row["total"] = row["routes"] + row["tickets"] + row["bonus"] + row["stations"]
        sheet.append(row)
    return sheet


def ranks(
    sheet: list[dict[str, int]], players: list[Player], tie_break: list[str]
) -> tuple[int, ...]:
    """1 for the best. Seats level in every key share their rank (R93), as in 1, 1, 3."""
    resigned = [player.resigned for player in players]
    holders = bonus_holders([row["longest"] for row in sheet], resigned)
    rows = [
        {**row, "stations_built": len(player.station_cities)}
        for row, player in zip(sheet, players, strict=True)
    ]
    return ranks_of_rows(rows, holders, resigned, tie_break)


def ranks_of_rows(
    rows: list[dict[str, int]], holders: list[bool], resigned: list[bool], tie_break: list[str]
) -> tuple[int, ...]:
    keys = []
    for row, holds_bonus, out in zip(rows, holders, resigned, strict=True):
        active_first = [0 if out else 1]  # Q05
        keys.append(active_first + ranking_key(row, holds_bonus, tie_break))
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def ranking_key(row: dict[str, int], holds_bonus: bool, tie_break: list[str]) -> list[int]:
    """R90 - R92: the total, then the tie-break keys in their order; more is better in all."""
    values = {
        "completed_tickets": row["completed"],
        "longest_trail_bonus": int(holds_bonus),
        "longest_trail": row["longest"],
        "fewest_stations": -row.get("stations_built", 0),
    }
    return [row["total"]] + [values[name] for name in tie_break]
