"""`ttr-fast maps`: the built-in maps, the facts of one map, and what is wrong with a map."""

from __future__ import annotations

import argparse
from typing import Any

from ttr_fast.cli import maps_check, maps_show, options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.map import Map

__all__ = ["add_command"]


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "maps", help="list the built-in maps, show or check one", description="Facts about maps."
    )
    actions = parser.add_subparsers(metavar="list|show|check", required=True, dest="action")
    lister = actions.add_parser(
        "list", help="list the built-in maps", description="Lists the built-in maps."
    )
    options.add_json(lister)
    lister.set_defaults(run=run_list)
    maps_show.add_command(actions)
    maps_check.add_command(actions)


def run_list(arguments: argparse.Namespace) -> None:
    maps = [Map.builtin(name) for name in Map.builtin_names()]
    if arguments.json:
        print_json({"command": "maps list", "maps": [maps_show.head(map_) for map_ in maps]})
        return
    heads = ["name", "title", "edition", "decks", "cities", "routes", "tickets"]
    rows = [
        [
            *(map_.name, map_.title, map_.edition, ", ".join(map_.decks)),
            *(str(len(entries)) for entries in (map_.cities, map_.routes, map_.tickets)),
        ]
        for map_ in maps
    ]
    print_table([heads, *rows], left=4)
