"""`ttr-fast trails`: longest trails of any graphs. One file a subcommand."""

from __future__ import annotations

from typing import Any

from ttr_fast.cli import (
    trails_algorithms,
    trails_bench,
    trails_generate,
    trails_networks,
    trails_solve,
)

__all__ = ["add_command"]


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "trails",
        help="solve longest-trail problems, compare algorithms, make instances",
        description="The longest walk of a network that uses no route twice: solvers, instances and"
        " a benchmark.",
    )
    actions = parser.add_subparsers(
        metavar="solve|bench|networks|generate|algorithms", required=True, dest="action"
    )
    for action in (trails_solve, trails_bench, trails_networks, trails_generate, trails_algorithms):
        action.add_command(actions)
