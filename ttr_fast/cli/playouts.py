"""`ttr-fast playouts`: play many games and say how the policies did."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from typing import Any

from ttr_fast import _core
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.cli.output import check_output, write_output
from ttr_fast.playouts import playouts
from ttr_fast.summary import Summary, facts, table

__all__ = ["add_command"]

_DESCRIPTION = """\
Plays whole games between built-in policies and prints means, shares of wins and their 95 %
intervals. Game number i depends on the seed and on i alone, so a run can be repeated exactly, on
any machine and with any number of threads."""

_EPILOG = """\
examples:
  ttr-fast playouts --games 1000000
  ttr-fast playouts --players 3 --policy random,random_type,random_type --seed 7
  ttr-fast playouts --map europe --rule longest_trail_bonus=15
  ttr-fast playouts --tickets mega --games 100000 --out results.parquet"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "playouts",
        help="play many games between built-in policies",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    options.add_game(parser)
    options.add_rules(parser)
    parser.add_argument(
        "--games",
        type=options.whole(1),
        default=100_000,
        metavar="N",
        help="number of games (default: 100000)",
    )
    parser.add_argument(
        "--policy",
        default="random",
        metavar="NAME[,NAME...]",
        help="who plays: one name for all seats, or one per seat, separated by commas; the"
        f" policies are {', '.join(_core.policy_names())} (default: random)",
    )
    options.add_seed(parser)
    options.add_first_seat(parser)
    options.add_threads(
        parser, None, "worker threads (default: one for each processor); changes no result"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="also write one row per game to FILE, a .parquet or .csv (needs pyarrow)",
    )
    options.add_json(parser)
    options.add_no_progress(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    names = [name.strip() for name in arguments.policy.split(",")]
    output = None if arguments.out is None else check_output(arguments.out)
    game = options.make_game(arguments, arguments.first_seat)
    show_bar = sys.stderr.isatty() and not arguments.no_progress
    start = time.perf_counter()
    with user_mistakes():
        results = playouts(
            game,
            arguments.games,
            policy=names if len(names) > 1 else names[0],
            seed=arguments.seed,
            threads=arguments.threads,
            progress=show_bar,
        )
    seconds = time.perf_counter() - start
    summary = results.summary()
    if output is not None:
        write_output(results, output)

    if arguments.json:
        print_json(
            {
                "command": "playouts",
                "map": game.map.name,
                "tickets": game.tickets,
                "rules": game.rules.to_dict(),
                "players": game.num_players,
                "policies": list(results.policies),
                "seed": results.seed,
                "first_seat": game.first_seat,
                **summary.to_dict(),
                "seconds": seconds,
                "games_per_hour": _per_hour(summary.games, seconds),
                "out": arguments.out,
                "repeat": _repeat(arguments),
            }
        )
    else:
        _print(summary, seconds, arguments)


def _print(summary: Summary, seconds: float, arguments: argparse.Namespace) -> None:
    print_table(table(summary))
    print()
    for line in facts(summary):
        print(line)
    print(f"time   {seconds:.2f} s, {_per_hour(summary.games, seconds):,.0f} games per hour")
    if arguments.out is not None:
        print(f"file   {arguments.out}")
    print(f"repeat {_repeat(arguments)}")


def _per_hour(games: int, seconds: float) -> float:
    return games / max(seconds, 1e-9) * 3600


def _repeat(arguments: argparse.Namespace) -> str:
    """The command that plays the same games."""
    words = ["ttr-fast", "playouts"]
    for name in ("map", "players", "games", "policy", "seed"):
        words += [f"--{name}", str(getattr(arguments, name))]
    for name in ("rules", "tickets"):
        if getattr(arguments, name) is not None:
            words += [f"--{name}", getattr(arguments, name)]
    for option in arguments.rule:
        words += ["--rule", option]
    seat = arguments.first_seat
    if seat is not ...:
        words += ["--first-seat", "seed" if seat is None else str(seat)]
    return shlex.join(words)
