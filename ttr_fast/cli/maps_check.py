"""`ttr-fast maps check`: all mistakes in map files, or else what may be bad design."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ttr_fast._core import MIN_PLAYERS, Rules
from ttr_fast._map_deal import lacking
from ttr_fast._map_warnings import routes_without_points
from ttr_fast._words import plural
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json
from ttr_fast.cli.errors import CliError
from ttr_fast.cli.maps_show import head
from ttr_fast.game import Game, as_map
from ttr_fast.map import BASE, Map, MapError

__all__ = ["add_command"]

_DESCRIPTION = """\
Checks map files. Prints every mistake of a file, and why no game by the rules of its edition can be
played on it; of a map that can be played, what is allowed but may be a slip or bad design. Exit
code 0: no mistakes; 1: mistakes, or warnings with --strict.

  ttr-fast maps check my-map.toml
  ttr-fast maps check --strict maps/*.toml
"""


def add_command(actions: Any) -> None:
    checker = actions.add_parser(
        "check", help="list the mistakes in map files", description=_DESCRIPTION
    )
    checker.add_argument(
        "maps", nargs="+", metavar="PATH", help=".toml or .json files, or names of built-in maps"
    )
    checker.add_argument("--strict", action="store_true", help="let warnings count as mistakes")
    options.add_json(checker)
    checker.set_defaults(run=run_check)


def run_check(arguments: argparse.Namespace) -> None:
    entries = [_check(text) for text in arguments.maps]
    if arguments.json:
        print_json({"command": "maps check", "maps": entries})
    else:
        for entry in entries:
            _print_entry(entry)
    bad = sum(bool(e["mistakes"] or (arguments.strict and e["warnings"])) for e in entries)
    if bad:
        what = "mistakes or warnings" if arguments.strict else "mistakes"
        raise CliError(f"{what} in {bad} of {len(entries)} maps", exit_code=1)


def _check(text: str) -> dict[str, Any]:
    map_: Map | None = None
    mistakes: list[str] = []
    try:
        map_ = as_map(text)
    except MapError as error:
        source = f"{Path(text)}: "  # the name of the file, which stands before every line anyway
        mistakes = [problem.removeprefix(source) for problem in error.problems]
    if map_ is not None:
        mistakes = _refusals(map_)
    return {
        "map": text,
        "valid": not mistakes,
        "mistakes": mistakes,
        "warnings": [] if map_ is None or mistakes else list(map_.warnings()),
        "facts": None if map_ is None else head(map_),
    }


def _refusals(map_: Map) -> list[str]:
    """Why no game by the rules of the edition takes one of the decks, even with two players.

    The game itself decides. It stops at the first reason, and does not know the entries of the
    file, so that the reasons that are to be expected are looked for here.
    """
    rules = Rules.preset(map_.edition)
    reasons: dict[str, None] = {}  # in order, each once
    for deck in map_.decks:
        # These cards alone, so that the others are not checked again for each deck.
        cards = [card._replace(decks=(BASE,)) for card in map_.cards if deck in card.decks]
        board = map_.replace(tickets=cards, deck=BASE)
        try:
            Game(board, MIN_PLAYERS, rules)
        except ValueError as error:
            found = list(routes_without_points(board))
            if lack := lacking(board.tickets, rules, MIN_PLAYERS):
                found.append(f"tickets: too few in the deck {deck!r}: {lack}")
            reason = str(error).removeprefix("rules: ")
            other = f"tickets: the deck {deck!r} cannot be played in the edition"
            reasons |= dict.fromkeys(found or [f"{other} {map_.edition!r}: {reason}"])
    return list(reasons)


def _print_entry(entry: dict[str, Any]) -> None:
    """Lines that begin with the file, as compilers write them."""
    where = entry["map"]
    for mistake in entry["mistakes"]:
        print(f"{where}: {mistake}")
    for warning in entry["warnings"]:
        print(f"{where}: warning: {warning}")
    if entry["mistakes"]:
        usable = "not usable" if entry["facts"] is None else "not playable by its own rules"
        print(f"{where}: {usable}, {plural(len(entry['mistakes']), 'mistake')}")
        return
    facts, decks = entry["facts"], entry["facts"]["decks"]
    tickets = plural(facts["tickets"], "ticket")
    if len(decks) > 1:
        tickets = "tickets: " + ", ".join(f"{deck} {size}" for deck, size in decks.items())
    sizes = f"{facts['cities']} cities, {plural(facts['routes'], 'route')}, {tickets}"
    warnings = plural(len(entry["warnings"]), "warning") if entry["warnings"] else "no warnings"
    print(f"{where}: valid, {warnings}; {sizes}")
