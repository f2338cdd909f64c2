"""`ttr-fast playouts`: play many games and say how the policies did."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from typing import Any, Final

from ttr_fast import _columns
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.cli.output import (
    Output,
    check_output,
    check_totals_output,
    write_output,
    write_totals,
)
from ttr_fast.game import Game
from ttr_fast.playouts import ENGINES, Playouts, PlayoutTotals, playouts
from ttr_fast.summary import Summary, facts, table

__all__ = ["add_command"]

MOST_REDUCED: Final = 10**12
"""Games of one run with --reduce."""

_DESCRIPTION = """\
Plays whole games between built-in policies and prints means, shares of wins and their 95 %
intervals. Game number i depends on the seed and on i alone, so a run can be repeated exactly, on
any machine and with any number of threads."""

_EPILOG = """\
examples:
  ttr-fast playouts --games 1000000
  ttr-fast playouts --players 3 --policy random,random_type,random_type --seed 7
  ttr-fast playouts --map europe --rule longest_trail_bonus=15
  ttr-fast playouts --tickets mega --games 100000 --out results.parquet
  ttr-fast playouts --games 1000000000 --reduce --out totals.json"""


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
        help="number of games (default: 100000); their results must fit into memory, 23 bytes a"
        " game, about 23 MB a million, for 2 players, or --reduce is given, with at most"
        f" {MOST_REDUCED:,}",
    )
    parser.add_argument(
        "--first-game",
        type=options.whole(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="number of the first game, to go on with a run or to share one between machines"
        " (default: 0)",
    )
    options.add_policy(parser)
    options.add_seed(parser)
    options.add_first_seat(parser)
    options.add_threads(
        parser, None, "worker threads (default: one for each processor); changes no result"
    )
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="what plays: one game after the other (scalar), many side by side where that is"
        " possible (lockstep), or the faster one that can (auto, the default); changes no result",
    )
    parser.add_argument(
        "--columns",
        metavar="NAME[,NAME...]",
        help="keep only these columns of the results, for the table and for --out; there are"
        f" {', '.join(_columns.ALL)} (default: the first {len(_columns.DEFAULT)}; all with"
        " --reduce)",
    )
    parser.add_argument(
        "--reduce",
        action="store_true",
        help="keep only totals of all games, which need no more memory for many games than for few",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="also write one row per game to FILE, a .parquet or .csv (needs pyarrow); with"
        " --reduce the totals, to a .json that PlayoutTotals.from_dict reads",
    )
    options.add_json(parser)
    options.add_no_progress(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    if arguments.reduce and arguments.games > MOST_REDUCED:
        raise CliError(f"--games {arguments.games}: with --reduce at most {MOST_REDUCED:,}")
    output = _check_out(arguments)
    game = options.make_game(arguments, arguments.first_seat)
    start = time.perf_counter()
    results = _play(arguments, game)
    seconds = time.perf_counter() - start
    summary = results.summary()
    if output is not None:
        if isinstance(results, PlayoutTotals):
            write_totals(results, output)
        else:
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
                "seed": arguments.seed,
                "first_game": arguments.first_game,
                "first_seat": game.first_seat,
                "engine": results.engine,
                "columns": list(results.columns),
                "reduce": arguments.reduce,
                **summary.to_dict(),
                "seconds": seconds,
                "games_per_hour": _per_hour(summary.games, seconds),
                "out": arguments.out,
                "repeat": _repeat(arguments),
            }
        )
    else:
        _print(summary, results.engine, seconds, arguments)


def _check_out(arguments: argparse.Namespace) -> Output | None:
    if arguments.out is None:
        return None
    return (check_totals_output if arguments.reduce else check_output)(arguments.out)


def _play(arguments: argparse.Namespace, game: Game) -> Playouts | PlayoutTotals:
    names = [name.strip() for name in arguments.policy.split(",")]
    columns = arguments.columns
    with user_mistakes():
        try:
            results: Playouts | PlayoutTotals = playouts(
                game,
                arguments.games,
                policy=names if len(names) > 1 else names[0],
                seed=arguments.seed,
                threads=arguments.threads,
                progress=sys.stderr.isatty() and not arguments.no_progress,
                first_game=arguments.first_game,
                columns=None if columns is None else [name.strip() for name in columns.split(",")],
                engine=arguments.engine,
                reduce=arguments.reduce,
            )
        except MemoryError as error:
            raise CliError(
                f"--games {arguments.games}: so many results do not fit into memory;"
                " --reduce keeps only their totals"
            ) from error
    return results


def _print(
    summary: Summary, engine: str | None, seconds: float, arguments: argparse.Namespace
) -> None:
    print_table(table(summary))
    print()
    for line in facts(summary):
        print(line)
    print(f"engine {engine}")
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
    if arguments.first_game:
        words += ["--first-game", str(arguments.first_game)]
    for name in ("rules", "tickets"):
        if getattr(arguments, name) is not None:
            words += [f"--{name}", getattr(arguments, name)]
    for option in arguments.rule:
        words += ["--rule", option]
    seat = arguments.first_seat
    if seat is not ...:
        words += ["--first-seat", "seed" if seat is None else str(seat)]
    if arguments.columns is not None:
        words += ["--columns", arguments.columns]
    if arguments.reduce:
        words.append("--reduce")
    return shlex.join(words)
