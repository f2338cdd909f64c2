"""`ttr-fast trails algorithms`: the longest-trail algorithms that can be chosen."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from typing import Any

from ttr_fast.cli import options
from ttr_fast.cli.console import print_json
from ttr_fast.trails import TrailAlgorithm, trail_algorithms

__all__ = ["add_command"]

_WIDEST = 100


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "algorithms",
        help="list the algorithms",
        description="Lists the longest-trail algorithms: what they do, what they cannot do, and in"
        " which file they are. docs/longest-trail.md says more.",
    )
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    algorithms = trail_algorithms().values()
    if arguments.json:
        print_json(
            {
                "command": "trails algorithms",
                "algorithms": [
                    {
                        "name": algorithm.name,
                        "exact": algorithm.exact,
                        "limits": algorithm.limits,
                        "description": algorithm.description,
                        "source": algorithm.source,
                        "file": algorithm.file,
                        "needs": list(algorithm.needs),
                        "available": algorithm.available,
                    }
                    for algorithm in algorithms
                ],
            }
        )
        return
    for number, algorithm in enumerate(algorithms):
        if number:
            print()
        _print(algorithm)


def _print(algorithm: TrailAlgorithm) -> None:
    notes = ["exact" if algorithm.exact else "not exact"]
    if missing := algorithm.missing():
        notes.append(f"not available: needs {', '.join(missing)}")
    print(f"{algorithm.name} ({'; '.join(notes)})")
    texts = {
        "": algorithm.description,
        "limits: ": algorithm.limits,
        "source: ": algorithm.source,
        "file: ": algorithm.file,
    }
    width = min(_WIDEST, max(20, shutil.get_terminal_size().columns))
    for label, text in texts.items():
        if text:
            print(
                textwrap.fill(
                    label + text,
                    width,
                    initial_indent="    ",
                    subsequent_indent="    ",
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )
