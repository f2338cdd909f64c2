"""Options that several commands share, and the game they describe."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence

from ttr_fast._checks import MAX_THREADS
from ttr_fast._core import MAX_PLAYERS, MIN_PLAYERS
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.game import Game, as_map
from ttr_fast.map import Map

__all__ = [
    "add_game",
    "add_json",
    "add_maps",
    "add_no_progress",
    "add_seed",
    "add_threads",
    "load_map",
    "load_maps",
    "make_game",
    "seconds",
    "whole",
]


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


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=whole(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="where the chance comes from; the same seed gives the same games (default: 0)",
    )


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


def add_maps(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--map",
        action="append",
        metavar="PATH",
        help="a map that is not built in but named in a .jsonl file, a .toml or .json file; may be"
        " given several times",
    )


def make_game(arguments: argparse.Namespace, first_seat: int | None = 0) -> Game:
    with user_mistakes():
        return Game(map=arguments.map, players=arguments.players, first_seat=first_seat)


def load_map(text: str) -> Map:
    """A built-in map by its name, or the map in a file."""
    with user_mistakes():
        return as_map(text)


def load_maps(paths: Sequence[str] | None) -> list[Map]:
    """The maps that `add_maps` asks for."""
    return [load_map(path) for path in paths or ()]
