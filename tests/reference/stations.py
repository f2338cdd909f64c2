"""Stations (R71 - R79): which routes they lend, and what that does for the tickets."""

from collections.abc import Iterator
from itertools import product

from .board import Board

Lent = tuple[int | None, ...]  # for each station the route it lends, or none
Groups = dict[str, str]  # cities that are joined with each other have the same group


def lendable_routes(board: Board, city: int, routes_of_others: list[int]) -> list[int]:
    """R74: the routes of opponents that start or end in the station's city.

    Of parallel ones the first stands for all: they lead to the same place.
    """
    found: list[int] = []
    for route in board.routes_at(board.cities[city]):
        if route in routes_of_others and not set(board.twins[route]) & set(found):
            found.append(route)
    return found


def all_choices(board: Board, cities: list[int], routes_of_others: list[int]) -> Iterator[Lent]:
    """R74: every way in which each of the stations lends one route, or none."""
    return product(*([None, *lendable_routes(board, city, routes_of_others)] for city in cities))


def joined(board: Board, groups: Groups, routes: list[int]) -> Groups:
    """R53: the groups after these routes are added."""
    for route in routes:
        a, b = groups[board.routes[route]["a"]], groups[board.routes[route]["b"]]
        if a != b:
            groups = {city: a if group == b else group for city, group in groups.items()}
    return groups


def completed_tickets(board: Board, groups: Groups, tickets: list[int]) -> list[int]:
    """R53, R55: each ticket is looked at alone; a route may serve any number of them."""
    return [
        ticket
        for ticket in tickets
        if groups[board.tickets[ticket]["a"]] == groups[board.tickets[ticket]["b"]]
    ]


def ticket_points(values: dict[int, int], completed: list[int]) -> int:
    """R54: plus the value of each completed ticket, minus the value of each other one."""
    return sum(value if ticket in completed else -value for ticket, value in values.items())


def best_tickets(
    board: Board,
    values: dict[int, int],
    own_routes: list[int],
    station_cities: list[int],
    routes_of_others: list[int],
) -> tuple[int, int]:
    """R76: the highest ticket points over all choices of lent routes, then the most completed.

    values: what each ticket of the player is worth. R75: a lent route serves all of them.
    """
    own_groups = joined(board, {city: city for city in board.cities}, own_routes)
    results = []
    for lent in all_choices(board, station_cities, routes_of_others):
        groups = joined(board, own_groups, [route for route in lent if route is not None])
        completed = completed_tickets(board, groups, list(values))
        results.append((ticket_points(values, completed), len(completed)))
    return max(results)
