"""The page of results, in Markdown that reads well as plain text too."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import counting
from benchmarks.engines import ENGINES
from benchmarks.figures import History
from benchmarks.measure import Effort, Rate
from benchmarks.peers import PEERS
from benchmarks.report_work import ALL_GAMES, SHORT_GAMES, TRAIL_POLICIES, U2, U4, Games

Figures = Mapping[str, Mapping[str, Any]]
"""By group of `report_work`, or by instruction set for groups that are measured with each."""


def page(facts: Mapping[str, str], figures: Figures, histories: Mapping[str, History],
         effort: Effort) -> str:  # fmt: skip
    parts = [
        "# Results",
        "Written by `python -m benchmarks.report`; not edited by hand.",
        table(["measured on", ""], [list(row) for row in facts.items()]),
        f"Rates are by processor time, of {effort.runs} runs of about {effort.seconds:g} s each,"
        " unless a table says otherwise: the best run, the median, and the spread between the best"
        " and the worst as a part of the median. Every game is played to its end and scored with"
        " its longest trails.",
        "## Games a second on one thread",
        f"Instruction set {facts['instruction set']}, default columns.",
        games_table(figures),
        "## By instruction set",
        "Chosen with `TTR_FAST_ISA`; without it, the best that the processor has.",
        isa_table(figures),
        "## By what is asked for",
        "Two players on `usa`, policy `random`, one thread, the engine that is chosen by default.",
        results_table(figures["results"]),
        "## End to end from Python",
        threads_text(figures["threads"]["threads"]),
        threads_table(figures["threads"]["threads"]),
        "### Memory",
        memory_table(figures),
        "## Operations",
        "Two players on `usa` in mid-game or at the end. \"In the core\" is a loop inside of the"
        " compiled core, \"from Python\" a loop in Python, whose own cost is included.",
        operations_table(figures),
        "## Longest trails",
        "The search that scores games beside `naive_dfs`, the plainest search, on the same networks"
        " of players of three kinds at the end of games of two: the shortest of the rounds for each"
        " network; reading the clock, some 20 ns, is included.",
        trails_table(figures["trails"]),
        "## Instructions",
        f"Counted under callgrind, of {counting.build()}: the figures that"
        " `python -m benchmarks.guard` watches.",
        instructions_table(histories),
        "## Beside others",
        "Other games are other work: the ratios only say of what order a rate is. Figures of"
        " others are of their machines and dates; those that say so were measured by this project.",
        peers_table(figures),
    ]  # fmt: skip
    return "\n\n".join(part if part[0] in "#|" else wrapped(part) for part in parts) + "\n"


# ---- Tables -------------------------------------------------------------------------------


def games_table(figures: Figures) -> str:
    found, plies = figures["playouts"], figures["plies"]
    rows = []
    for games in ALL_GAMES:
        for engine in ENGINES:
            if (runs := found.get(f"{engine} {games.key}")) is None:
                continue
            rate = Rate(runs)
            per_second = significant(rate.best * plies[games.key])
            rows.append([*described(games), engine, *rate_cells(rate), per_second])
    head = ["board", "rules", "players", "policy", "engine", "best", "median", "spread"]
    return table([*head, "best, plies/s"], rows, left=5)


def isa_table(figures: Figures) -> str:
    rows = []
    for name, found in figures.items():
        isa = name.removeprefix("isa ")
        if isa == name:
            continue
        for games in SHORT_GAMES:
            for engine in ENGINES:
                if (runs := found.get(f"{engine} {games.key}")) is not None:
                    rows.append([isa, *described(games), engine, *rate_cells(Rate(runs))])
    head = ["instruction set", "board", "rules", "players", "policy", "engine"]
    return table([*head, "best", "median", "spread"], rows, left=6)


def results_table(found: Mapping[str, Any]) -> str:
    rows = [[name, *rate_cells(Rate(runs))] for name, runs in found.items()]
    return table(["results", "best", "median", "spread"], rows)


def threads_text(found: Mapping[str, Any]) -> str:
    one, two = (g / s for g, s in zip(found["games"], found["seconds"], strict=True))
    return (
        '`ttr.playouts(ttr.Game("usa", 2), n)` with its default columns, by the clock on the wall,'
        f" one thread and two in turn: two threads are {two / one:.2f} times as fast, and play"
        f" {two * 3600 / 1e9:.2f} billion games an hour."
    )


def threads_table(found: Mapping[str, Any]) -> str:
    rows = []
    for number, (games, seconds) in enumerate(
        zip(found["games"], found["seconds"], strict=True), start=1
    ):
        rate = games / seconds
        rows.append(
            [str(number), f"{games:,}", f"{seconds:.1f}", significant(rate),
             significant(rate * 3600)]
        )  # fmt: skip
    return table(["threads", "games", "seconds", "games/s", "games an hour"], rows)


def memory_table(figures: Figures) -> str:
    rows = []
    for group, found in figures.items():
        if group.startswith("memory, "):
            ((name, value),) = found.items()
            rows.append([name, f"{value['games']:,}", f"{value['bytes'] / 1e6:,.1f} MB"])
    return table(["results", "games", "growth of the process, at most"], rows)


def operations_table(figures: Figures) -> str:
    core, python = figures["core operations"], figures["python operations"]
    rows = []
    for name in dict.fromkeys((*core, *python)):
        cells = [name]
        for found in (core, python):
            if name in found:
                rate = Rate(found[name])
                cells += [time_text(1 / rate.best), time_text(1 / rate.median), spread_text(rate)]
            else:
                cells += ["", "", ""]
        rows.append(cells)
    head = ["operation", "in the core", "median", "spread", "from Python", "median", "spread"]
    return table(head, rows)


def trails_table(found: Mapping[str, Any]) -> str:
    rows = []
    for policy in TRAIL_POLICIES:
        engine, naive = found[policy]["engine"], found[policy]["naive"]
        for number, name in enumerate(("median", "mean", "longest")):
            ratio = naive[number] / engine[number]
            times = [time_text(side[number] / 1e9) for side in (engine, naive)]
            rows.append([policy, name, *times, significant(ratio)])
    return table(["players", "", "engine", "naive_dfs", "ratio"], rows, left=2)


def instructions_table(histories: Mapping[str, History]) -> str:
    rows = []
    for name, history in histories.items():
        if (figure := history.current(counting.build())) is not None:
            date = figure.date.isoformat()
            rows.append([f"`{name}`", history.unit, f"{figure.instructions:,.0f}", date])
    return table(["case", "per", "instructions", "since"], rows, left=2)


def peers_table(figures: Figures) -> str:
    ours = nearest(figures)
    rows = []
    for peer in PEERS:
        mine = ours[peer.ours]
        ratio = peer.figure / mine if peer.unit == "ns" else mine / peer.figure
        theirs, own = (f"{significant(value)} {peer.unit}" for value in (peer.figure, mine))
        rows.append([peer.name, peer.what, theirs, peer.source, own, significant(ratio)])
    return table(["who", "what", "figure", "source", "here", "ratio"], rows, left=2)


def nearest(figures: Figures) -> dict[str, float]:
    """Our figures that those of others are set beside."""
    found, python = figures["playouts"], figures["python operations"]

    def best(games: Games) -> float:
        runs = [found[f"{engine} {games.key}"] for engine in ENGINES]
        return max(Rate(r).best for r in runs)

    return {
        "games": best(U2),
        "games of four": best(U4),
        "plies": best(U2) * figures["plies"][U2.key],
        "clone": 1e9 / Rate(python["clone"]).best,
        "loop": Rate(python["game loop, a ply"]).best,
    }


# ---- Cells --------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A Markdown table whose columns are padded; those after the first `left` hold numbers, unless
    some cell is a text."""
    columns = list(zip(head, *rows, strict=True))
    numeric = [
        number >= left and all(not cell or is_number(cell) for cell in column[1:])
        for number, column in enumerate(columns)
    ]
    widths = [max(3, *map(len, column)) for column in columns]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        ]
        return f"| {' | '.join(padded)} |"

    rule = [
        "-" * (width + 1) + ":" if right else "-" * (width + 2)
        for width, right in zip(widths, numeric, strict=True)
    ]
    return "\n".join([line(head), f"|{'|'.join(rule)}|", *map(line, rows)])


def is_number(cell: str) -> bool:
    return cell[0].isdigit()


def described(games: Games) -> list[str]:
    return [games.board, games.rules or games.board, str(games.players), games.policy]


def rate_cells(rate: Rate) -> list[str]:
    return [significant(rate.best), significant(rate.median), spread_text(rate)]


def spread_text(rate: Rate) -> str:
    return f"{rate.spread:.1%}"


def significant(value: float) -> str:
    """Three or four digits that mean something."""
    digits = 0 if value >= 1000 else 1 if value >= 100 else 2
    if value >= 10_000:
        value = float(f"{value:.4g}")
    return f"{value:,.{digits}f}"


def time_text(seconds: float) -> str:
    """Three digits, in the unit that suits."""
    units = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
    unit = next((unit for unit, size in units.items() if seconds >= size), "ns")
    value = seconds / units[unit]
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"


def wrapped(paragraph: str) -> str:
    return textwrap.fill(paragraph, 100, break_long_words=False, break_on_hyphens=False)
