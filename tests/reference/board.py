"""What is printed on the board: cities, routes, tickets, and what a route costs."""

from typing import Any

from .cards import COLORS, LOCOMOTIVE, OracleError


class Board:
    """The map. Routes and tickets are known by their position in the lists."""

    def __init__(self, map_data: dict[str, Any]) -> None:
        self.name: str = map_data["name"]
        self.cities: list[str] = map_data["cities"]
        self.routes: list[dict[str, Any]] = map_data["routes"]
        self.tickets: list[dict[str, Any]] = map_data["tickets"]
        self.twins = [self.other_tracks(route) for route in range(len(self.routes))]

    def other_tracks(self, route: int) -> list[int]:
        """R47: the tracks between the same two cities. Side by side is not enough."""
        cities = {self.routes[route]["a"], self.routes[route]["b"]}
        return [
            other
            for other, facts in enumerate(self.routes)
            if other != route and {facts["a"], facts["b"]} == cities
        ]

    def shortest_distance(self, start: str, goal: str) -> int:
        """R56: the fewest trains that join two cities on the empty map (Bellman-Ford)."""
        distance = {start: 0}
        for _ in self.cities:
            for route in self.routes:
                for here, there in [(route["a"], route["b"]), (route["b"], route["a"])]:
                    if here in distance:
                        through_here = distance[here] + route["length"]
                        distance[there] = min(through_here, distance.get(there, through_here))
        if goal not in distance:
            raise OracleError(f"no way from {start} to {goal} on this map")
        return distance[goal]

    def ticket_value(self, ticket: int, ticket_value_rule: str) -> int:
        facts = self.tickets[ticket]
        if ticket_value_rule == "shortest":
            return self.shortest_distance(facts["a"], facts["b"])
        return facts["points"]

    def are_joined(self, start: str, goal: str, routes: list[int]) -> bool:
        """R53: can one go from start to goal over these routes?"""
        reached = {start}
        grown = True
        while grown:
            grown = False
            for route in routes:
                ends = {self.routes[route]["a"], self.routes[route]["b"]}
                if len(ends & reached) == 1:
                    reached |= ends
                    grown = True
        return goal in reached


def payments(
    color: str, length: int, hand: dict[str, int], payments_rule: str
) -> list[tuple[str | None, int]]:
    """Q09: the ways to pay a route, as (colour, locomotives); the other cards are of the colour.

    The colour is None when locomotives alone pay.
    """
    # R32: a coloured route takes its colour. R33: a gray one any colour, but never two.
    possible_colors = COLORS if color == "gray" else [color]
    found: list[tuple[str | None, int]] = []
    for paid_color in possible_colors:
        for locomotives in range(length):  # R34: a locomotive stands for any colour
            if hand[paid_color] >= length - locomotives and hand[LOCOMOTIVE] >= locomotives:
                found.append((paid_color, locomotives))
                if payments_rule == "fewest_locomotives":
                    break
    # R35: locomotives alone may pay.
    if hand[LOCOMOTIVE] >= length and (payments_rule == "all" or not found):
        found.append((None, length))
    return found
