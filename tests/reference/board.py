"""What is printed on the board and on the tickets."""

from typing import Any

from .cards import OracleError


class Board:
    """The map. Cities, routes and tickets are known by their position in the lists.

    tickets: those of one deck. A ticket that names no deck is in the deck "base".
    """

    def __init__(self, map_data: dict[str, Any], deck: str = "base") -> None:
        self.name: str = map_data["name"]
        self.deck = deck
        self.cities: list[str] = map_data["cities"]
        self.routes: list[dict[str, Any]] = map_data["routes"]
        self.tickets: list[dict[str, Any]] = [
            ticket for ticket in map_data["tickets"] if deck in ticket.get("decks", ["base"])
        ]
        self.twins = [self.other_tracks(route) for route in range(len(self.routes))]

    def other_tracks(self, route: int) -> list[int]:
        """R47: the tracks between the same two cities. Side by side is not enough."""
        cities = {self.routes[route]["a"], self.routes[route]["b"]}
        return [
            other
            for other, facts in enumerate(self.routes)
            if other != route and {facts["a"], facts["b"]} == cities
        ]

    def routes_at(self, city: str) -> list[int]:
        return [
            route for route, facts in enumerate(self.routes) if city in (facts["a"], facts["b"])
        ]

    def shortest_distance(self, start: str, goal: str) -> int:
        """R56: the fewest trains that join two cities on the empty map (Bellman-Ford)."""
        distance = {start: 0}
        shortened = True
        while shortened:
            shortened = False
            for route in self.routes:
                for here, there in [(route["a"], route["b"]), (route["b"], route["a"])]:
                    if here in distance:
                        through_here = distance[here] + route["length"]
                        if through_here < distance.get(there, through_here + 1):
                            distance[there] = through_here
                            shortened = True
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
