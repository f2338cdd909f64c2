"""The figures as rows of a table, as a section of the page of results, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks.backends.contest import OURS, QUESTIONS, Figure, Question, Side
from benchmarks.measure import Effort, Rate
from benchmarks.report_page import significant, spread_text, table, time_text, wrapped

HEAD: Final = (
    "", "who", "what", "best", "median", "spread", "on the wall", "asked for", "ratio", "from .. to"
)  # fmt: skip
TEXTS: Final = 3
FACTS: Final = ("date", "revision", "processor", "load before", "Python", "compiler", "flags")


def rows(figures: Sequence[Figure]) -> list[Sequence[str]]:
    """A row for every figure under `HEAD`; what it is about stands in the first of several."""
    result: list[Sequence[str]] = [HEAD]
    before = None
    for figure in figures:
        entry, rate = figure.entry, figure.rate
        question = QUESTIONS[entry.question]
        lead = figure.lead
        result.append(
            (
                question.title if question is not before else "",
                entry.who,
                entry.what,
                _shown(question, rate.best),
                _shown(question, rate.median),
                spread_text(rate),
                _shown(question, figure.wall.median) if figure.is_waiting else "",
                _shown(question, entry.asked) if entry.asked else "",
                significant(lead.median) if lead else "",
                f"{significant(min(lead.runs))} .. {significant(max(lead.runs))}" if lead else "",
            )
        )
        before = question
    return result


def section(
    facts: Mapping[str, str],
    effort: Effort,
    sides: Sequence[Side],
    missing: Mapping[str, str],
    figures: Sequence[Figure],
) -> str:
    """In Markdown, without its heading."""
    about = [[name, facts[name]] for name in FACTS] + [["packages", versions(sides)]]
    parts = [
        "Written by `python -m benchmarks.backends --into FILE`; everything below comes from one"
        " run.",
        table(["measured on", ""], about),
        f"Times of a call and rates a second, one thread, by processor time: {effort.runs} runs of"
        f" about {effort.seconds:g} s each, the best and the median, and the spread between the"
        " best and the worst as a part of the median. The runs of all answers to a question take"
        f" turns. The ratio says how many times as fast the first row of {OURS} is: the median over"
        " the runs, and the least and the greatest. \"On the wall\" is the median by the clock on"
        " the wall where it differs by over 5 %, \"asked for\" what the project asks of itself.",
        "Other games are other work: a ratio says what a bot gets out of a second, not which code"
        " is better. Plies of OpenSpiel include the cards that are dealt; its observations are"
        " written by its observers in C++ into an array, those of hearts and euchre being their"
        " information states. Steps of envs are those of one env each.",
        table(HEAD, rows(figures)[1:], left=TEXTS),
        *(f"{name}: {why}." for name, why in missing.items()),
    ]  # fmt: skip
    return "\n\n".join(part if part[0] == "|" else wrapped(part) for part in parts)


def versions(sides: Sequence[Side]) -> str:
    return ", ".join(f"{side.name} {side.version}" for side in sides)


def to_dict(
    facts: Mapping[str, str],
    sides: Sequence[Side],
    missing: Mapping[str, str],
    figures: Sequence[Figure],
) -> dict[str, Any]:
    return {
        "command": "backends",
        "facts": dict(facts),
        "packages": {side.name: side.version for side in sides},
        "missing": dict(missing),
        "figures": [
            {
                "question": figure.entry.question,
                "who": figure.entry.who,
                "what": figure.entry.what,
                "unit": QUESTIONS[figure.entry.question].unit,
                "per_second": _runs(figure.rate),
                "per_second_on_the_wall": _runs(figure.wall),
                "asked_per_second": figure.entry.asked or None,
                "ratio": _runs(figure.lead) if figure.lead else None,
            }
            for figure in figures
        ],
    }


def _runs(rate: Rate) -> dict[str, Any]:
    return {"best": rate.best, "median": rate.median, "runs": list(rate.runs)}


def _shown(question: Question, rate: float) -> str:
    return time_text(1 / rate) if question.shows_time else f"{significant(rate)}/s"
