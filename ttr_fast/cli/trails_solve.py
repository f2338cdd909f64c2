"""`ttr-fast trails solve`: the longest trails of the graphs in a file."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ttr_fast._progress import progress_bar
from ttr_fast.cli import options
from ttr_fast.cli.console import check_tables, print_json, print_table
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.map import Map
from ttr_fast.trails import Trail, longest_trail
from ttr_fast.trails.algorithm import TrailAlgorithmError
from ttr_fast.trails.bench_table import seconds_text
from ttr_fast.trails.generators import parse_spec
from ttr_fast.trails.instances import TrailInstance
from ttr_fast.trails.jsonl import parse_jsonl

__all__ = ["add_command"]

_DESCRIPTION = """\
Finds the longest trail of every graph in a file: the longest walk that uses no route twice. Where
the file knows the optimum the answer is compared with it; if an answer cannot be right the exit
code is 1. docs/longest-trail.md describes the files."""

_EPILOG = """\
examples:
  ttr-fast trails solve networks.jsonl
  ttr-fast trails solve roads.csv --time-limit 10
  ttr-fast trails solve board:map=usa --algorithm parity_bb
  ttr-fast trails generate grid:count=3 --out - | ttr-fast trails solve -"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "solve",
        help="find the longest trails of the graphs in a file",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument(
        "instances",
        metavar="FILE",
        help="a .jsonl or .csv file, a generator with its parameters, or - for JSON lines on stdin",
    )
    parser.add_argument(
        "--algorithm",
        default="exact",
        metavar="NAME",
        help="one of those that `ttr-fast trails algorithms` lists (default: exact)",
    )
    parser.add_argument(
        "--node-limit",
        type=options.whole(1, 2**63 - 1),
        metavar="N",
        help="steps of the search for each graph, as the algorithm counts them (default: no limit)",
    )
    parser.add_argument(
        "--time-limit",
        type=options.seconds,
        metavar="S",
        help="seconds of CPU time for each graph (default: no limit)",
    )
    options.add_maps(parser)
    options.add_json(parser)
    options.add_no_progress(parser)
    parser.set_defaults(run=run)


Verdict = Literal["right", "short", "wrong", "unknown"]


@dataclass(frozen=True)
class Answer:
    """A trail found, and how it compares with what the instance knows."""

    instance: TrailInstance
    trail: Trail

    @property
    def verdict(self) -> Verdict:
        known = self.instance.longest
        if known is None:
            return "unknown"
        if self.trail.length == known:
            return "right"
        # A walk that is really there and longer, or a bound below what can be reached.
        if self.trail.length > known or self.trail.upper_bound < known:
            return "wrong"
        return "short"

    @property
    def gap(self) -> float:
        """By how much the bound is above the length, as a share of the bound."""
        bound = self.trail.upper_bound
        return (bound - self.trail.length) / bound if bound else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.instance.id,
            "kind": self.instance.kind,
            "routes": self.instance.num_edges,
            "total": self.instance.total,
            "longest": self.trail.length,
            "proven": self.trail.proven,
            "upper_bound": self.trail.upper_bound,
            "nodes": self.trail.nodes,
            "seconds": self.trail.seconds,
            "trail": list(self.trail.edges),
            "cities": [self.instance.name_of(city) for city in self.trail.cities],
            "known": self.instance.longest,
            "verdict": self.verdict,
        }


def run(arguments: argparse.Namespace) -> None:
    instances = _read(arguments.instances, options.load_maps(arguments.map))
    if len(instances) > 1 and not arguments.json:
        check_tables()
    answers: list[Answer] = []
    start = time.perf_counter()
    try:
        with _progress(len(instances), arguments) as move:
            for answer in _solve(instances, arguments):
                answers.append(answer)
                move(len(answers))
    finally:  # what is found when Ctrl-C comes is shown
        if answers or not instances:
            _print(answers, len(instances), arguments, time.perf_counter() - start)
    wrong = [answer for answer in answers if answer.verdict == "wrong"]
    if wrong:
        raise CliError(_complaint(wrong, len(answers)), exit_code=1)


def _read(text: str, maps: Sequence[Map]) -> list[TrailInstance]:
    with user_mistakes():
        if text != "-":
            return parse_spec(text, maps=maps)
        if sys.stdin is None:
            raise CliError("there is nothing on stdin")
        return parse_jsonl(sys.stdin.buffer.read(), source="stdin", maps=maps)


def _solve(instances: Sequence[TrailInstance], arguments: argparse.Namespace) -> Iterator[Answer]:
    for instance in instances:
        try:
            with user_mistakes():
                trail = longest_trail(
                    instance.edges,
                    instance.lengths,
                    algorithm=arguments.algorithm,
                    node_limit=arguments.node_limit,
                    time_limit=arguments.time_limit,
                )
        except TrailAlgorithmError as error:
            raise CliError(f"{instance.id}: {error}", exit_code=1) from error
        yield Answer(instance, trail)


@contextlib.contextmanager
def _progress(total: int, arguments: argparse.Namespace) -> Iterator[Any]:
    if total < 2 or arguments.no_progress or not sys.stderr.isatty():
        yield lambda done: None
        return
    with user_mistakes(), progress_bar("solving", "graphs", total) as move:
        yield move


def _complaint(wrong: Sequence[Answer], count: int) -> str:
    first = wrong[0]
    known, trail = first.instance.longest, first.trail
    fault = (
        f"there is a trail of {trail.length}, so the known optimum {known} is none"
        if trail.length > (known or 0)
        else f"the bound is {trail.upper_bound}, but the known optimum {known}"
    )
    return f"{len(wrong)} of {count} answers cannot be right; {first.instance.id}: {fault}"


# --- Printing ------------------------------------------------------------------------------------


def _print(
    answers: Sequence[Answer], asked: int, arguments: argparse.Namespace, seconds: float
) -> None:
    if arguments.json:
        print_json(
            {
                "command": "trails solve",
                "algorithm": arguments.algorithm,
                "node_limit": arguments.node_limit,
                "time_limit": arguments.time_limit,
                "instances": [answer.to_dict() for answer in answers],
                "unsolved": asked - len(answers),
                "wrong": sum(answer.verdict == "wrong" for answer in answers),
                "seconds": seconds,
            }
        )
    elif asked == 1 and answers:
        _print_one(answers[0], arguments.algorithm)
    else:
        if answers:
            _print_table(answers)
            print()
        _print_summary(answers, asked, arguments.algorithm, seconds)


def _print_table(answers: Sequence[Answer]) -> None:
    compared = any(answer.verdict != "unknown" for answer in answers)
    heads = ["id", "routes", "total", "longest", "bound", "gap", "nodes", "time"]
    rows = [heads + (["known", "check"] if compared else [])]
    for answer in answers:
        instance, trail = answer.instance, answer.trail
        row = [
            instance.id,
            f"{instance.num_edges:,}",
            f"{instance.total:,}",
            f"{trail.length:,}",
            f"{trail.upper_bound:,}",
            _gap(answer),
            f"{trail.nodes:,}",
            seconds_text(trail.seconds),
        ]
        if compared:
            known = "-" if instance.longest is None else f"{instance.longest:,}"
            row += [known, "-" if answer.verdict == "unknown" else answer.verdict]
        rows.append(row)
    print_table(rows)


def _print_summary(answers: Sequence[Answer], asked: int, algorithm: str, seconds: float) -> None:
    if not asked:
        print("there are no graphs in the file")
        return
    proven = sum(answer.trail.proven for answer in answers)
    known = [answer for answer in answers if answer.verdict != "unknown"]
    print(f"algorithm  {algorithm}")
    print(
        f"graphs     {asked:,}" + (f", {asked - len(answers):,} unsolved" * (len(answers) < asked))
    )
    print(f"proven     {proven:,}")
    if known:
        right = sum(answer.verdict == "right" for answer in known)
        print(f"right      {right:,} of {len(known):,} known optima")
    searched = sum(answer.trail.seconds for answer in answers)
    print(f"time       {seconds_text(searched)} of searching, {seconds_text(seconds)} in all")


def _print_one(answer: Answer, algorithm: str) -> None:
    instance, trail = answer.instance, answer.trail
    facts = {
        "id": instance.id,
        "kind": instance.kind,
        "routes": f"{instance.num_edges:,}",
        "total": f"{instance.total:,}",
        "longest": f"{trail.length:,}, "
        + ("proven" if trail.proven else f"at most {trail.upper_bound:,}, gap {_gap(answer)}"),
        "known": "" if instance.longest is None else f"{instance.longest:,}: {answer.verdict}",
        "nodes": f"{trail.nodes:,}",
        "time": seconds_text(trail.seconds),
        "algorithm": algorithm,
    }
    for label, fact in facts.items():
        if fact:
            print(f"{label:11}{fact}")
    if not trail.edges:
        return
    lengths = instance.lengths[list(trail.edges)].tolist()
    first, *others = (instance.name_of(city) for city in trail.cities)
    steps = [first, *(f"-{n}- {city}" for n, city in zip(lengths, others, strict=True))]
    numbers = trail.edges
    label = "edges"
    if instance.routes is not None:
        numbers = tuple(instance.routes[edge] for edge in trail.edges)
        label = f"routes of the map {instance.map}"
    print(f"\ntrail, with the lengths of its {len(numbers):,} routes")
    _print_wrapped(steps)
    print(f"\nthe same as {label}")
    _print_wrapped([str(number) for number in numbers])


def _print_wrapped(words: Sequence[str]) -> None:
    """The words in lines of the width of the terminal, none of them broken."""
    hard = "\N{NO-BREAK SPACE}"
    text = " ".join(word.replace(" ", hard) for word in words)
    width = max(20, shutil.get_terminal_size().columns)
    wrapped = textwrap.fill(
        text,
        width,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    print(wrapped.replace(hard, " "))


def _gap(answer: Answer) -> str:
    return "proven" if answer.trail.proven else f"{answer.gap:.2%}".replace("%", " %")
