"""How much is solved by when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttr_fast.trails.bench_result import BenchResult
from ttr_fast.trails.bench_table import seconds_text
from ttr_fast.trails.plots.style import (
    FAINT,
    GRID,
    INK,
    Look,
    looks_of,
    style,
    time_axis,
    time_range,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["cactus_plot"]


def cactus_plot(result: BenchResult) -> Figure:
    """Instances solved within a time, for every algorithm; the time axis is logarithmic.

    An exact algorithm solves an instance when it proves its answer; one that is not exact, drawn
    dotted, when its trail is as long as the proven optimum. The names at the right stand in the
    order of the lines' ends, the faster above the slower where they are equal.

    Raises:
        ModuleNotFoundError: matplotlib is missing.
        ValueError: the result holds no run that could be drawn.
    """
    with style():
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator

        low, high = time_range(result)
        total = len({run.instance for run in result.runs})
        times = {name: _solved_times(result, name, low, high) for name in result.algorithms}
        best_first = sorted(times, key=lambda name: (-len(times[name]), sum(times[name])))
        figure = Figure(figsize=(7.2, 4.0), layout="constrained")
        axes = figure.add_subplot()
        axes.set_ylim(0, total * 1.02)
        axes.set_xlabel("CPU time of an instance")
        axes.set_ylabel(f"instances solved, of {total:,}")
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        time_axis(axes, "x", low, high, most=10)
        axes.grid(color=GRID, linewidth=0.6)
        axes.set_axisbelow(True)
        looks = looks_of(result)
        for name in reversed(best_first):  # where two coincide, the better one is seen
            solved, look = times[name], looks[name]
            axes.plot(
                [low, *solved, high],
                [0, *range(1, len(solved) + 1), len(solved)],
                color=look.color, linestyle=look.dash, linewidth=look.width,
                drawstyle="steps-post", clip_on=False,
            )  # fmt: skip
        labels = [(f"{name}  {len(times[name]):,}", len(times[name])) for name in best_first]
        _label_ends(figure, axes, labels, [looks[name] for name in best_first])
        if result.time_limit is not None:
            _mark_limit(axes, result.time_limit)
        return figure


def _solved_times(result: BenchResult, name: str, low: float, high: float) -> list[float]:
    """Ascending; none outside of low..high, as a clock may read 0, or a bit more than the limit."""
    return sorted(
        min(max(run.seconds, low), high)
        for run in result.runs
        if run.algorithm == name and run.seconds is not None
        if (run.proven if run.exact else run.optimal)
    )


def _label_ends(
    figure: Figure, axes: Axes, labels: Sequence[tuple[str, float]], looks: Sequence[Look]
) -> None:
    """Texts beside the right end of lines, highest first, moved apart where they would overlap."""
    figure.draw_without_rendering()  # settles the layout
    low, high = axes.get_ylim()
    points = axes.get_window_extent().height * 72 / figure.dpi
    places = _spread_out([y for _, y in labels], 12.5 * (high - low) / points, low, high)
    for (text, y), place, look in zip(labels, places, looks, strict=True):
        axes.annotate(
            text,
            (1.0, y), xycoords=("axes fraction", "data"),
            xytext=(1.05, place), textcoords=("axes fraction", "data"),
            color=INK, va="center", annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": look.color, "linestyle": look.dash, "linewidth": 1.0,
                "shrinkA": 2, "shrinkB": 0, "relpos": (0, 0.5),
            },
        )  # fmt: skip


def _spread_out(wanted: Sequence[float], spacing: float, low: float, high: float) -> list[float]:
    """Places in low..high, `spacing` apart, as near as possible to those wanted (descending).

    With `i * spacing` added to the i-th, the places must only not ascend: an isotonic regression,
    in which neighbours that would ascend are replaced by their mean.
    """
    blocks: list[tuple[float, int]] = []  # mean, members
    for i, y in enumerate(wanted):
        mean, members = y + i * spacing, 1
        while blocks and blocks[-1][0] < mean:
            above, others = blocks.pop()
            mean = (above * others + mean * members) / (others + members)
            members += others
        blocks.append((mean, members))
    lowest = low + (len(wanted) - 1) * spacing
    means = [min(max(mean, lowest), max(high, lowest)) for mean, n in blocks for _ in range(n)]
    return [mean - i * spacing for i, mean in enumerate(means)]


def _mark_limit(axes: Axes, limit: float) -> None:
    axes.axvline(limit, color=FAINT, linewidth=0.8, linestyle=(0, (2, 2)))
    axes.annotate(
        f"limit {seconds_text(limit)}",
        (limit, 1.0), xycoords=("data", "axes fraction"),
        xytext=(0, 3), textcoords="offset points",
        ha="right", va="bottom", color=FAINT, size="small",
    )  # fmt: skip
