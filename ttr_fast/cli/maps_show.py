"""`ttr-fast maps show`: the facts of one map, and its picture."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ttr_fast._words import plural
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.cli.output import Output, check_picture, opened
from ttr_fast.map import ROUTE_COLORS, Map, Ticket

__all__ = ["add_command", "head"]


def add_command(actions: Any) -> None:
    shower = actions.add_parser(
        "show",
        help="count cities, routes and tickets of a map, draw it",
        description="Counts cities, routes and tickets of a map, and draws it.",
    )
    shower.add_argument("map", metavar="NAME|PATH", help="a built-in map or a .toml or .json file")
    shower.add_argument(
        "--deck", metavar="NAME", help="the deck whose tickets are counted (default: the map's own)"
    )
    shower.add_argument(
        "--svg", metavar="PATH", help="write a picture of the map to this .svg file"
    )
    options.add_width(shower)
    options.add_json(shower)
    shower.set_defaults(run=run_show)


def run_show(arguments: argparse.Namespace) -> None:
    picture = None if arguments.svg is None else check_picture(arguments.svg)
    map_ = options.load_map(arguments.map)
    if arguments.deck is not None:
        with user_mistakes():
            map_ = map_.with_deck(arguments.deck)
    if picture is not None:
        _draw(map_, picture, arguments.width)
    facts = _facts(map_)
    if arguments.json:
        print_json({"command": "maps show", **facts, "svg": arguments.svg})
    else:
        _print_facts(map_, facts)
        if picture is not None:
            print(f"\npicture     {arguments.svg}")


def _draw(map_: Map, picture: Output, width: int) -> None:
    from ttr_fast.render import map_svg  # here, since the other commands never draw

    svg = map_svg(map_, width=width)
    with opened(picture) as file:
        file.write(svg.encode())


def head(map_: Map) -> dict[str, Any]:
    """What a list of maps says of each, as plain JSON types."""
    return {
        "name": map_.name,
        "title": map_.title,
        "edition": map_.edition,
        "cities": len(map_.cities),
        "routes": len(map_.routes),
        "tickets": len(map_.tickets),
        "decks": {deck: sum(deck in card.decks for card in map_.cards) for deck in map_.decks},
    }


def _facts(map_: Map) -> dict[str, Any]:
    lengths = Counter(route.length for route in map_.routes)
    colors = Counter(route.color for route in map_.routes)
    locomotives = [r.ferry_locomotives for r in map_.routes if r.ferry_locomotives]
    return head(map_) | {
        "players": None if map_.players is None else list(map_.players),
        "deck": map_.deck,
        "city_pairs": len({frozenset((route.a, route.b)) for route in map_.routes}),
        "spaces": sum(route.length for route in map_.routes),
        "tunnels": sum(route.tunnel for route in map_.routes),
        "ferries": len(locomotives),
        "ferry_locomotives": sum(locomotives),
        "routes_by_length": {str(length): lengths[length] for length in sorted(lengths)},
        "routes_by_color": {color: colors[color] for color in ROUTE_COLORS if color in colors},
        "ticket_points": _points(map_.tickets),
        "long_tickets": sum(ticket.long for ticket in map_.tickets),
        "fingerprint": map_.fingerprint,
    }


def _points(tickets: Iterable[Ticket]) -> dict[str, int | None]:
    points = [ticket.points for ticket in tickets]
    return {
        "least": min(points, default=None),
        "most": max(points, default=None),
        "sum": sum(points),
    }


def _print_facts(map_: Map, facts: dict[str, Any]) -> None:
    lines = {
        key.replace("_", " "): str(facts[key])
        for key in ("name", "edition", "cities", "city_pairs", "routes", "spaces")
    }
    if facts["players"] is not None:
        lines["players"] = " to ".join(str(n) for n in sorted(set(facts["players"])))
    if facts["tunnels"]:
        lines["tunnels"] = str(facts["tunnels"])
    if facts["ferries"]:
        locomotives = plural(facts["ferry_locomotives"], "locomotive")
        lines["ferries"] = f"{facts['ferries']}, with {locomotives}"
    if len(facts["decks"]) > 1:
        lines["decks"] = ", ".join(f"{deck} {size}" for deck, size in facts["decks"].items())
        lines["deck shown"] = facts["deck"]
    lines["tickets"] = _ticket_line(facts)
    lines["fingerprint"] = facts["fingerprint"]
    print(f"{facts['title']}\n")
    for label, value in lines.items():
        print(f"{label:11} {value}")
    print()
    _print_routes(map_)


def _ticket_line(facts: dict[str, Any]) -> str:
    if not facts["tickets"]:
        return "0"
    points, long = facts["ticket_points"], facts["long_tickets"]
    kinds = f", {long} of them long" if long else ""
    return (
        f"{facts['tickets']}, worth {points['least']} to {points['most']} points,"
        f" {points['sum']} in all{kinds}"
    )


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
