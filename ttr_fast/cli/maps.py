"""`ttr-fast maps`: the built-in maps, and the facts of one map."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.map import ROUTE_COLORS, Map

__all__ = ["add_command"]


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "maps", help="list the built-in maps, or show one", description="Facts about maps."
    )
    actions = parser.add_subparsers(metavar="list|show", required=True, dest="action")

    lister = actions.add_parser(
        "list", help="list the built-in maps", description="Lists the built-in maps."
    )
    options.add_json(lister)
    lister.set_defaults(run=run_list)

    shower = actions.add_parser(
        "show",
        help="count cities, routes and tickets of a map",
        description="Counts cities, routes and tickets of a map, and checks it if it is a file.",
    )
    shower.add_argument("map", metavar="NAME|PATH", help="a built-in map or a .toml or .json file")
    options.add_json(shower)
    shower.set_defaults(run=run_show)


def run_list(arguments: argparse.Namespace) -> None:
    maps = [Map.builtin(name) for name in Map.builtin_names()]
    if arguments.json:
        print_json({"command": "maps list", "maps": [_head(map_) for map_ in maps]})
        return
    heads = ["name", "title", "edition", "cities", "routes", "tickets"]
    rows = [[str(_head(map_)[head]) for head in heads] for map_ in maps]
    print_table([heads, *rows], left=3)


def run_show(arguments: argparse.Namespace) -> None:
    map_ = options.load_map(arguments.map)
    facts = _facts(map_)
    if arguments.json:
        print_json({"command": "maps show", **facts})
        return
    print(f"{map_.title}\n")
    for label in ("name", "edition", "cities", "city_pairs", "routes", "spaces"):
        print(f"{label.replace('_', ' '):11} {facts[label]}")
    tickets = facts["ticket_points"]
    print(f"{'tickets':11} {_ticket_line(len(map_.tickets), tickets)}")
    print(f"{'fingerprint':11} {map_.fingerprint}\n")
    _print_routes(map_)


def _head(map_: Map) -> dict[str, Any]:
    return {
        "name": map_.name,
        "title": map_.title,
        "edition": map_.edition,
        "cities": len(map_.cities),
        "routes": len(map_.routes),
        "tickets": len(map_.tickets),
    }


def _facts(map_: Map) -> dict[str, Any]:
    points = [ticket.points for ticket in map_.tickets]
    lengths = Counter(route.length for route in map_.routes)
    colors = Counter(route.color for route in map_.routes)
    return _head(map_) | {
        "city_pairs": len({frozenset((route.a, route.b)) for route in map_.routes}),
        "spaces": sum(route.length for route in map_.routes),
        "routes_by_length": {str(length): lengths[length] for length in sorted(lengths)},
        "routes_by_color": {color: colors[color] for color in ROUTE_COLORS if color in colors},
        "ticket_points": {
            "least": min(points, default=None),
            "most": max(points, default=None),
            "sum": sum(points),
        },
        "fingerprint": map_.fingerprint,
    }


def _ticket_line(count: int, points: dict[str, int | None]) -> str:
    if count == 0:
        return "0"
    return f"{count}, worth {points['least']} to {points['most']} points, {points['sum']} in all"


def _print_routes(map_: Map) -> None:
    """Routes by colour and length, with sums."""
    lengths = sorted({route.length for route in map_.routes})
    counts = Counter((route.color, route.length) for route in map_.routes)
    colors = [color for color in ROUTE_COLORS if any((color, n) in counts for n in lengths)]
    rows = [
        [color, *(counts[color, n] for n in lengths), sum(counts[color, n] for n in lengths)]
        for color in colors
    ]
    sums = [sum(counts[color, n] for color in colors) for n in lengths]
    rows.append(["all", *sums, len(map_.routes)])
    heads = ["routes by length", *map(str, lengths), "all"]
    print_table([heads, *([str(cell or "-") for cell in row] for row in rows)])
