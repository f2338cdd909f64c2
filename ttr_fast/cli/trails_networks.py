"""`ttr-fast trails networks`: nanoseconds of the search that scores games."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from ttr_fast._words import show
from ttr_fast.cli import options
from ttr_fast.cli.console import check_tables, print_json, print_table
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.trails.generators import network_sets
from ttr_fast.trails.generators.players import POLICIES
from ttr_fast.trails.network_times import NetworkTimes, time_networks

__all__ = ["add_command"]

_DESCRIPTION = """\
Plays games until there are enough different networks of every kind of player, and measures the
longest trail of each with the search that scores games and with naive_dfs, one after the other.
Both must agree. Times are the shortest of five, in nanoseconds, on one core; reading the clock is
part of them."""

_KINDS = ("random", "ticket", "greedy")


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "networks",
        help="measure the search that scores games",
        description=_DESCRIPTION,
    )
    options.add_game(parser)
    parser.add_argument(
        "--policies",
        default=",".join(_KINDS),
        metavar="NAMES",
        help=f"who plays, of {', '.join(POLICIES)} (default: {','.join(_KINDS)})",
    )
    parser.add_argument(
        "--count",
        type=options.whole(1, 1_000_000),
        default=10_000,
        metavar="N",
        help="different networks of each kind (default: 10000)",
    )
    options.add_seed(parser)
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    policies = _policies(arguments.policies)
    map_ = options.load_map(arguments.map)
    if not arguments.json:
        check_tables()
    kinds = [_facts(arguments, map_, policy) for policy in policies]
    mean = sum(kind["engine"]["mean"] for kind in kinds) / len(kinds)
    if arguments.json:
        print_json({"command": "trails networks", "kinds": kinds, "mean_of_kinds": mean})
        return
    heads = ["kind", "networks", "routes", "longest"]
    heads += ["mean ns", "median", "p99", "max", "naive mean", "times"]
    rows = []
    for kind in kinds:
        engine = kind["engine"]
        numbers = [engine[name] for name in ("mean", "median", "p99", "max")]
        rows.append(
            [
                kind["policy"],
                f"{kind['networks']:,}",
                f"{kind['routes']:.1f}",
                f"{kind['longest']:.1f}",
                *(f"{number:,.0f}" for number in numbers),
                f"{kind['naive']['mean']:,.0f}",
                f"{kind['naive']['mean'] / engine['mean']:,.0f}",
            ]
        )
    print_table([heads, *rows])
    print(f"\nmean of the kinds  {mean:,.0f} ns")


def _policies(text: str) -> list[str]:
    policies = [name.strip() for name in text.split(",")]
    for name in policies:
        if name not in POLICIES:
            allowed = ", ".join(POLICIES)
            raise CliError(f"--policies: unknown policy {show(name)}; there are {allowed}")
    return policies


def _facts(arguments: argparse.Namespace, map_: Any, policy: str) -> dict[str, Any]:
    with user_mistakes():
        sets = network_sets(map_, arguments.players, policy, arguments.count, arguments.seed)
        try:
            times = time_networks(map_, sets)
        except RuntimeError as error:
            raise CliError(str(error), exit_code=1) from error
    return {
        "policy": policy,
        "networks": len(sets),
        "routes": float(sets.sum(axis=1).mean()),
        "longest": float(times.lengths.mean()),
        **_summary(times),
    }


def _summary(times: NetworkTimes) -> dict[str, dict[str, float]]:
    return {
        name: {
            "mean": float(column.mean()),
            "median": float(np.median(column)),
            "p99": float(np.quantile(column, 0.99, method="higher")),
            "max": float(column.max()),
        }
        for name, column in (("engine", times.engine), ("naive", times.naive))
    }
