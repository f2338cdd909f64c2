"""`ttr-fast record`: one game of a batch as text."""

from __future__ import annotations

import argparse
from typing import Any

from ttr_fast.cli import options
from ttr_fast.cli.console import print_json
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.cli.output import check_file, opened
from ttr_fast.records import GameRecord

__all__ = ["SUFFIXES", "add_command"]

SUFFIXES = (".ttr", ".txt")

_DESCRIPTION = """\
Writes down one of the games that 'ttr-fast playouts' plays with the same options: what each seat
did, which cards came up, and the result. 'ttr-fast replay' shows such a file; it is text that can
be read and edited (docs/game-record.md)."""

_EPILOG = """\
examples:
  ttr-fast record --seed 7 --game 3
  ttr-fast record --map europe --players 4 --policy random_type --out game.ttr"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "record", help="write down one game", description=_DESCRIPTION, epilog=_EPILOG
    )
    options.add_game(parser)
    options.add_rules(parser)
    options.add_policy(parser)
    options.add_seed(parser)
    parser.add_argument(
        "--game",
        type=options.whole(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="number of the game among those of the seed (default: 0)",
    )
    options.add_first_seat(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="write to this .ttr or .txt file (default: print the record)"
    )
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    output = None if arguments.out is None else check_file(arguments.out, SUFFIXES)
    game = options.make_game(arguments, arguments.first_seat)
    names = [name.strip() for name in arguments.policy.split(",")]
    with user_mistakes():
        record = GameRecord.of_playout(
            game, names if len(names) > 1 else names[0], arguments.seed, arguments.game
        )
    text = str(record)
    if output is not None:
        with opened(output) as file:
            file.write(text.encode())
    state = record.replay()
    if arguments.json:
        print_json(
            {
                "command": "record",
                "map": game.map.name,
                "tickets": game.tickets,
                "rules": game.rules.to_dict(),
                "players": game.num_players,
                "seed": arguments.seed,
                "game": arguments.game,
                "first_seat": game.first_seat,
                "decisions": len(record.actions),
                "scores": [row.total for row in state.score_sheet()],
                "winners": list(state.winners()),
                "record": text,
                "out": arguments.out,
            }
        )
    elif output is None:
        print(text, end="")
    else:
        scores = ", ".join(str(row.total) for row in state.score_sheet())
        print(f"file   {arguments.out}, {len(record.actions)} decisions")
        print(f"scores {scores}")
