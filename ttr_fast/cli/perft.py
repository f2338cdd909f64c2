"""`ttr-fast perft`: count the ways to go on, ply by ply."""

from __future__ import annotations

import argparse
import time
from typing import Any

import ttr_fast
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json

__all__ = ["add_command"]

_DESCRIPTION = """\
Counts the sequences of actions from the first decision of a game, for each depth up to the one
given; the cards drawn are those of the seed. Two programs that play by the same rules on the same
seed count the same, which makes this a test of the rules; the rate makes it a test of speed."""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "perft", help="count action sequences to a depth", description=_DESCRIPTION
    )
    parser.add_argument(
        "--depth",
        type=options.whole(1, 100),
        required=True,
        metavar="D",
        help="number of decisions, from 1; each more takes many times as long",
    )
    options.add_game(parser)
    options.add_rules(parser)
    options.add_seed(parser)
    options.add_first_seat(parser)
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    game = options.make_game(arguments, arguments.first_seat)
    state = game.new_initial_state(arguments.seed)
    if not arguments.json:
        print(f"{'depth':>5}  {'sequences':>20}  {'seconds':>10}  {'per second':>15}")
    counts: list[dict[str, Any]] = []
    for depth in range(1, arguments.depth + 1):
        start = time.perf_counter()
        count = ttr_fast.perft(state, depth)
        seconds = time.perf_counter() - start
        rate = count / max(seconds, 1e-9)
        counts.append({"depth": depth, "count": count, "seconds": seconds, "per_second": rate})
        if not arguments.json:  # line by line, because the last one may take long
            print(f"{depth:5}  {count:20,}  {seconds:10.3f}  {rate:15,.0f}", flush=True)
    if arguments.json:
        print_json(
            {
                "command": "perft",
                "map": game.map.name,
                "tickets": game.tickets,
                "rules": game.rules.to_dict(),
                "players": game.num_players,
                "seed": arguments.seed,
                "first_seat": game.first_seat,
                "counts": counts,
            }
        )
