"""What belongs to one player."""

from dataclasses import dataclass, field
from typing import Any

from .cards import in_order, no_cards


@dataclass
class Player:
    trains: int
    hand: dict[str, int] = field(default_factory=no_cards)
    known_hand: dict[str, int] = field(default_factory=no_cards)
    tickets: list[int] = field(default_factory=list)
    offered_tickets: list[int] = field(default_factory=list)
    routes: list[int] = field(default_factory=list)
    station_cities: list[int] = field(default_factory=list)  # in the order built
    resigned: bool = False

    def clone(self) -> "Player":
        return Player(
            self.trains,
            dict(self.hand),
            dict(self.known_hand),
            list(self.tickets),
            list(self.offered_tickets),
            list(self.routes),
            list(self.station_cities),
            self.resigned,
        )

    def to_dict(self, stations_per_player: int, route_points: int) -> dict[str, Any]:
        return {
            "hand": in_order(self.hand),
            "known_hand": in_order(self.known_hand),
            "trains": self.trains,
            "stations_left": stations_per_player - len(self.station_cities),
            "station_cities": list(self.station_cities),
            "tickets": sorted(self.tickets),
            "offered_tickets": list(self.offered_tickets),
            "routes": sorted(self.routes),
            "route_points": route_points,
            "resigned": self.resigned,
        }

    @staticmethod
    def from_dict(entry: dict[str, Any]) -> "Player":
        return Player(
            entry["trains"],
            dict(entry["hand"]),
            dict(entry["known_hand"]),
            list(entry["tickets"]),
            list(entry["offered_tickets"]),
            list(entry["routes"]),
            list(entry.get("station_cities", [])),
            entry.get("resigned", False),
        )
