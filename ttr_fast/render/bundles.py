"""The routes of a map by the cities they join: parallel ones lie side by side."""

from __future__ import annotations

from typing import Final, NamedTuple

from ttr_fast.map import Map
from ttr_fast.render.geometry import Point
from ttr_fast.render.style import BAR, LANE, OUTLINE, SIGNED_LANE

__all__ = ["Bundle", "Bundles", "Line", "Pair", "bundle_routes"]

_MAX_WIDTH: Final = 96.0  # of a bundle,
_MIN_GAP: Final = BAR + OUTLINE + 0.6  # as far as its routes can stay apart

Pair = tuple[int, int]  # two cities
Line = tuple[Point, ...]


class Bundle(NamedTuple):
    """The routes between two cities, side by side."""

    routes: list[int]
    gap: float  # between their centre lines

    @property
    def half(self) -> float:
        """Half the width of the bundle."""
        return len(self.routes) * self.gap / 2


Bundles = dict[Pair, Bundle]


def bundle_routes(map: Map) -> Bundles:
    """The routes by the cities they join, lower index first: twins lie side by side."""
    bundles: Bundles = {}
    for number, route in enumerate(map.routes):
        a, b = sorted((map.city_index(route.a), map.city_index(route.b)))
        routes, gap = bundles.get((a, b), ([], LANE))
        if route.tunnel or route.ferry_locomotives:
            gap = SIGNED_LANE
        bundles[a, b] = Bundle([*routes, number], gap)
    return {
        pair: Bundle(routes, min(gap, max(_MAX_WIDTH / len(routes), _MIN_GAP)))
        for pair, (routes, gap) in bundles.items()
    }
