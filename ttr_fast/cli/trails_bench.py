"""`ttr-fast trails bench`: compare longest-trail algorithms."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ttr_fast.cli import options
from ttr_fast.cli.console import check_tables, print_json, print_table
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.cli.trails_bench_files import COMMAND, check_folder, write_folder
from ttr_fast.trails.bench import BenchInterrupted, WrongAnswerError, run_benchmark
from ttr_fast.trails.bench_result import BenchResult
from ttr_fast.trails.bench_table import kind_table, summary_table, to_dict
from ttr_fast.trails.generators import parse_spec
from ttr_fast.trails.plots import can_be_drawn, has_matplotlib

__all__ = ["add_command"]

# Small and large, easy and hard, of every family; with all algorithms about a minute.
DEFAULT_INSTANCES = (
    "games:policy=random,count=8", "games:policy=ticket,count=8", "games:policy=greedy,count=8",
    "parts:count=12", "board", "board:second_lanes=false",
    "grid:rows=3,columns=4,count=3", "grid:rows=4,columns=5,count=3",
    "grid:rows=5,columns=8,count=3",
    "regular:vertices=12,count=3", "regular:vertices=24,count=3", "regular:vertices=40,count=3",
    "regular:vertices=60,count=3",
    "eulerian:vertices=20,edges=50,count=2", "eulerian:vertices=40,edges=120,count=2",
    "loops:loops=6,count=2", "loops:loops=16,count=2", "cubic:graph=petersen,count=2",
    "cubic:graph=tutte,count=2", "geometric:vertices=20,degree=4,count=3",
    "geometric:vertices=40,degree=4,count=3",
)  # fmt: skip
DEFAULT_TIME_LIMIT = 0.1

_DESCRIPTION = """\
Runs every algorithm on the same instances, in shuffled order, and compares the CPU time of their
searches. Answers are checked against each other and against known optima; an algorithm whose proof
is refuted ends the benchmark with an error. docs/longest-trail.md says how to read the table."""

_EPILOG = """\
examples:
  ttr-fast trails bench
  ttr-fast trails bench --instances cases.jsonl --algorithms exact,parity_bb --time-limit 10
  ttr-fast trails bench --instances grid:rows=5,columns=8,count=20 --out grids"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "bench",
        help="compare algorithms on the same instances",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--instances",
        nargs="+",
        action="extend",
        metavar="SPEC",
        help="what to solve: files (.jsonl, .csv) and generators with their arguments, as"
        " `ttr-fast trails generate --help` lists them"
        " (default: some of every family)",
    )
    parser.add_argument(
        "--algorithms",
        metavar="NAME[,NAME...]",
        help="algorithms to compare (default: all that are available)",
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds_or_none,
        default=DEFAULT_TIME_LIMIT,
        metavar="S|none",
        help=f"seconds of CPU time for each run (default: {DEFAULT_TIME_LIMIT})",
    )
    parser.add_argument(
        "--node-limit",
        type=options.whole(1),
        metavar="N",
        help="steps of the search for each run, as the algorithm counts them (default: no limit)",
    )
    parser.add_argument(
        "--seed",
        type=options.whole(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="where the chance comes from, in generated instances and the order of the runs"
        " (default: 0)",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="also write results.parquet, results.csv, summary.json and the plots cactus and"
        " scaling (.svg, .png) into the folder DIR (needs pyarrow, and matplotlib for the plots)",
    )
    options.add_maps(parser)
    options.add_json(parser)
    options.add_no_progress(parser)
    parser.set_defaults(run=run)


def _seconds_or_none(text: str) -> float | None:
    return None if text == "none" else options.seconds(text)


def run(arguments: argparse.Namespace) -> None:
    if not arguments.json:
        check_tables()
    maps = options.load_maps(arguments.map)
    folder = None if arguments.out is None else check_folder(arguments.out)
    if folder is not None and not has_matplotlib():
        print("ttr-fast: no plots, they need matplotlib: pip install matplotlib", file=sys.stderr)
    show_bar = sys.stderr.isatty() and not arguments.no_progress
    start = time.perf_counter()
    stopped: BenchInterrupted | None = None
    try:
        with user_mistakes():
            specs = arguments.instances or DEFAULT_INSTANCES
            result = run_benchmark(
                [instance for spec in specs for instance in parse_spec(spec, arguments.seed, maps)],
                _names(arguments.algorithms),
                arguments.node_limit,
                arguments.time_limit,
                arguments.seed,
                progress=show_bar,
            )
    except WrongAnswerError as error:
        raise CliError(str(error), exit_code=1) from error
    except BenchInterrupted as error:
        if not error.result.runs:
            raise
        stopped, result = error, error.result
    seconds = time.perf_counter() - start

    summary = {
        "command": COMMAND,
        "interrupted": stopped is not None,
        **to_dict(result),
        "seconds": seconds,
        "out": arguments.out,
        "repeat": _repeat(arguments),
    }
    files = [] if folder is None else write_folder(result, summary, folder)
    if folder is not None and not can_be_drawn(result):
        print("ttr-fast: no plots, all runs ended with an error", file=sys.stderr)
    if arguments.json:
        print_json(summary)
    else:
        _print(result, seconds, files, arguments)
    if stopped is not None:
        sys.stdout.flush()
        raise stopped


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",")]


def _print(
    result: BenchResult, seconds: float, files: Sequence[str], arguments: argparse.Namespace
) -> None:
    print_table(summary_table(result))
    print("\nTimes are CPU times; ≥: at least, as a limit ended some runs; *: promises no proof.\n")
    print("Median by kind of instance; k/n: solved only k of n (*: found the optimum)")
    print_table(kind_table(result))
    print()
    for note in result.notes:
        print(f"note    {note}")
    errors = Counter((run.algorithm, run.message) for run in result.runs if run.message)
    for (name, message), count in errors.items():
        print(f"error   {name}, {count:,} times: {message}")
    instances = len({run.instance for run in result.runs})
    print(f"runs    {len(result.runs):,}, {instances:,} instances each in {seconds:.1f} s")
    print(f"machine {result.environment['cpu']}, {result.environment['compiler']}")
    if files:
        print(f"files   {arguments.out}: {', '.join(files)}")
    print(f"repeat  {_repeat(arguments)}")


def _repeat(arguments: argparse.Namespace) -> str:
    """The command that makes the same runs."""
    words = ["ttr-fast", "trails", "bench"]
    if arguments.instances:
        words += ["--instances", *arguments.instances]
    for path in arguments.map or ():
        words += ["--map", path]
    if arguments.algorithms is not None:
        words += ["--algorithms", arguments.algorithms]
    limit = arguments.time_limit
    words += ["--time-limit", "none" if limit is None else repr(limit)]
    if arguments.node_limit is not None:
        words += ["--node-limit", str(arguments.node_limit)]
    return shlex.join([*words, "--seed", str(arguments.seed)])
