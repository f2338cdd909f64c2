"""`ttr-fast trails generate`: instances of longest-trail problems into a file."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ttr_fast.cli import options
from ttr_fast.cli.console import print_json
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.cli.output import check_file, opened
from ttr_fast.trails.files import SUFFIXES, format_csv, format_jsonl
from ttr_fast.trails.generators import GENERATORS, parse_spec

__all__ = ["add_command"]

_DESCRIPTION = """\
Makes graphs and writes them into a file: as JSON lines with all that is known about them (.jsonl),
or as a list of edges (.csv). Same specification, same seed, same graphs, on every machine; no two
graphs of a generator are equal.

A specification is the name of a generator, with parameters if others are wanted than those below:
`grid:rows=5,columns=8,count=20`. It may also be another file, so that files can be converted and
joined."""

_EXAMPLES = """\
examples:
  ttr-fast trails generate games:policy=ticket,count=1000 --out networks.jsonl
  ttr-fast trails generate regular:vertices=100 grid:lengths=unit --seed 7 --out graphs.csv"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "generate",
        help="write graphs into a file",
        description=_DESCRIPTION,
        epilog=f"{_generators()}\n\n{_EXAMPLES}",
    )
    parser.add_argument(
        "specs", metavar="SPEC", nargs="+", help="a generator with its parameters, or a file"
    )
    options.add_seed(parser)
    options.add_maps(parser)
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="the file to write, a .jsonl or .csv; - for JSON lines on stdout",
    )
    options.add_json(parser)
    parser.set_defaults(run=run)


def _generators() -> str:
    """The generators and their parameters, for the help."""
    lines = ["generators and their parameters:"]
    for generator in GENERATORS.values():
        defaults = [f"{key}={_written(value)}" for key, value in generator.defaults.items()]
        lines += [f"  {generator.name}: {generator.summary}", f"    {','.join(defaults)}"]
    return "\n".join(lines)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(arguments: argparse.Namespace) -> None:
    out = arguments.out
    if out == "-" and arguments.json:
        raise CliError("--json describes the file; with --out - there is none")
    output = None if out == "-" else check_file(out, SUFFIXES)
    maps = options.load_maps(arguments.map)
    with user_mistakes():
        instances = [
            instance
            for spec in arguments.specs
            for instance in parse_spec(spec, arguments.seed, maps)
        ]
        is_csv = output is not None and output.suffix == ".csv"
        text = format_csv(instances) if is_csv else format_jsonl(instances)
    if output is None:
        sys.stdout.write(text)
        return
    with opened(output) as file:
        file.write(text.encode())
    edges = sum(instance.num_edges for instance in instances)
    if arguments.json:
        print_json(
            {
                "command": "trails generate",
                "specs": arguments.specs,
                "seed": arguments.seed,
                "graphs": len(instances),
                "edges": edges,
                "out": out,
            }
        )
    else:
        print(f"graphs  {len(instances):,}, {edges:,} edges together")
        print(f"file    {out}")
