"""Where everything on the board is: the cities, the routes and the names."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from ttr_fast.map import Map
from ttr_fast.render.bends import clear_bends, inward_bends
from ttr_fast.render.bundles import Bundles, Line, Pair, bundle_routes
from ttr_fast.render.geometry import Point
from ttr_fast.render.labels import Label, place_labels
from ttr_fast.render.lanes import lay_lanes, make_way
from ttr_fast.render.places import fit, on_circle, project, spread

__all__ = ["Layout", "lay_out"]


class Layout(NamedTuple):
    """Where everything on the board is; it depends on the map alone."""

    height: float
    cities: tuple[Point, ...]
    lanes: tuple[tuple[Point, ...], ...]  # for each route its centre line, clear of the cities
    labels: tuple[Label, ...]


@functools.lru_cache(maxsize=16)
def lay_out(map: Map) -> Layout:
    bundles = bundle_routes(map)
    flat = project(map)
    if flat is None:
        cities, height = on_circle(bundles, len(map.cities))
        bends = inward_bends(bundles, cities, height)
    else:
        cities, height = fit(flat)
        cities = spread(map, cities, height)
        bends = clear_bends(bundles, cities, height)
    lanes = lay_lanes(bundles, cities, bends)
    labels = place_labels(map, cities, _in_order(bundles, lanes), height)
    lanes = make_way(map, bundles, lanes, [label.box for label in labels])
    return Layout(height, tuple(cities), _in_order(bundles, lanes), labels)


def _in_order(bundles: Bundles, lanes: Mapping[Pair, tuple[Line, ...]]) -> tuple[Line, ...]:
    """The lanes by the numbers of their routes."""
    found = {
        number: line
        for pair, lines in lanes.items()
        for number, line in zip(bundles[pair].routes, lines, strict=True)
    }
    return tuple(found[number] for number in range(len(found)))
