"""Options that several commands share, and the game they describe."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from types import EllipsisType
from typing import Any

from ttr_fast._checks import MAX_THREADS
from ttr_fast._core import MAX_PLAYERS, MIN_PLAYERS, Rules, policy_names
from ttr_fast._map_entries import did_you_mean
from ttr_fast._words import show
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.game import Game, as_map
from ttr_fast.map import Map

__all__ = [
    "WIDTHS",
    "add_first_seat",
    "add_game",
    "add_json",
    "add_maps",
    "add_no_progress",
    "add_policy",
    "add_rules",
    "add_seed",
    "add_threads",
    "add_width",
    "load_map",
    "load_maps",
    "make_game",
    "seconds",
    "whole",
]


WIDTHS = 100, 20_000
"""The least and the greatest width of a picture, as `map_svg` has them.

Written down again, since importing the renderer would make every other command start later.
"""

SWITCHES = {"true": True, "false": False, "on": True, "off": False}
"""What an option that is on or off may be called, in upper or lower case."""


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A converter for argparse: whole numbers in low..high, written in ASCII digits."""
    allowed = f"{low} or more" if high is None else f"{low} to {high}"

    def convert(text: str) -> int:
        try:
            number = int(text) if text.isascii() and text.isdigit() else None
        except ValueError:  # thousands of digits
            number = None
        if number is None or number < low or (high is not None and number > high):
            message = f"must be a whole number, {allowed}; not {text!r}"
            raise argparse.ArgumentTypeError(message)
        return number

    return convert


def add_game(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(Map.builtin_names())
    parser.add_argument(
        "--map",
        default="usa",
        metavar="NAME|PATH",
        help=f"map to play on: a built-in one ({names}) or a .toml or .json file (default: usa)",
    )
    parser.add_argument(
        "--players",
        type=whole(MIN_PLAYERS, MAX_PLAYERS),
        default=2,
        metavar="N",
        help=f"number of players, {MIN_PLAYERS} to {MAX_PLAYERS} (default: 2)",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="PRESET",
        help=f"edition to play: {', '.join(Rules.presets())} (default: the map's own)",
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="change one option of these rules; may be given several times; 'ttr-fast rules' lists"
        " the options. A table is written 1,2,4,7; an empty one none",
    )
    parser.add_argument(
        "--tickets",
        metavar="DECK",
        help="deck of tickets, one of those that 'ttr-fast maps show' names (default: the one that"
        " the map has in play)",
    )


def add_policy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policy",
        default="random",
        metavar="NAME[,NAME...]",
        help="who plays: one name for all seats, or one per seat, separated by commas; the"
        f" policies are {', '.join(policy_names())} (default: random)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=whole(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="where the chance comes from; the same seed gives the same games (default: 0)",
    )


def add_first_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--first-seat",
        type=_first_seat,
        default=...,
        metavar="N|seed",
        help="seat that has the first turn, from 0; 'seed': drawn anew in every game (default: what"
        " the rules say; 0, but drawn in the online edition)",
    )


def _first_seat(text: str) -> int | None:
    if text == "seed":
        return None
    try:
        return whole(0, MAX_PLAYERS - 1)(text)
    except argparse.ArgumentTypeError:
        message = f"must be the number of a seat, from 0, or 'seed'; not {text!r}"
        raise argparse.ArgumentTypeError(message) from None


def add_threads(parser: argparse.ArgumentParser, default: int | None, meaning: str) -> None:
    parser.add_argument(
        "--threads", type=whole(1, MAX_THREADS), default=default, metavar="N", help=meaning
    )


def add_no_progress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-progress",
        action="store_true",
        help="no progress bar; there is none anyway unless stderr is a terminal",
    )


def seconds(text: str) -> float:
    """A converter for argparse: a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return number


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of tables"
    )


def add_width(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--width",
        type=whole(*WIDTHS),
        default=1200,
        metavar="N",
        help="width of the picture in pixels (default: 1200)",
    )


def add_maps(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--map",
        action="append",
        metavar="PATH",
        help="a map that is not built in but named in a .jsonl file, a .toml or .json file; may be"
        " given several times",
    )


def make_game(arguments: argparse.Namespace, first_seat: int | EllipsisType | None = ...) -> Game:
    """The game that `add_game` and `add_rules` describe; `first_seat` as for `Game`."""
    with user_mistakes():
        board = as_map(arguments.map)
        rules = Rules.preset(arguments.rules or board.edition)
        rules = rules.replace(**dict(_option(text) for text in arguments.rule))
        return Game(board, arguments.players, rules, first_seat, arguments.tickets)


def _option(text: str) -> tuple[str, Any]:
    """An option and its value, of the type that the option has; the core checks the rest."""
    name, equals, value = text.partition("=")
    options = Rules.options()
    if not equals or name not in options:
        what = f"unknown option {name!r}{did_you_mean(name, options)}" if equals else "no '='"
        raise ValueError(f"--rule {text}: {what}; write OPTION=VALUE, 'ttr-fast rules' lists them")
    default = options[name]["default"]
    if isinstance(default, bool):
        return name, _switch(text, value)
    if isinstance(default, int):
        return name, _number(text, value)
    if isinstance(default, list):
        words = [] if value == "none" else value.split(",")
        numbers = isinstance(default[0], int)  # no table is empty by default
        return name, [_number(text, word) if numbers else word for word in words]
    return name, value


def _switch(text: str, value: str) -> bool:
    switch = SWITCHES.get(value.lower())
    if switch is None:
        raise ValueError(f"--rule {text}: must be {', '.join(SWITCHES)}; not {value!r}")
    return switch


def _number(text: str, value: str) -> int:
    try:
        if re.fullmatch("-?[0-9]+", value):
            return int(value)
    except ValueError:  # thousands of digits
        pass
    raise ValueError(f"--rule {text}: {show(value)} is no whole number")


def load_map(text: str) -> Map:
    """A built-in map by its name, or the map in a file."""
    with user_mistakes():
        return as_map(text)


def load_maps(paths: Sequence[str] | None) -> list[Map]:
    """The maps that `add_maps` asks for."""
    return [load_map(path) for path in paths or ()]
