"""How time grows with the instance."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ttr_fast.trails.bench_result import BenchResult
from ttr_fast.trails.plots.style import (
    FAINT,
    GRID,
    OTHERS,
    Look,
    looks_of,
    style,
    time_axis,
    time_range,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["scaling_plot"]

_MEASURES = (("routes", "routes"), ("odd_cities", "odd cities"))
_BINS = 10
_MIN_IN_BIN = 3
_SHARES = (0.1, 0.5, 0.9)
_KEY = (
    "dot: a run    △: a run cut short    line: median    band: middle 80 %"
    "    grey: the other medians"
)
# The layout, in inches.
_COLUMNS = 5
_PANEL = (1.18, 0.95)
_STEP = (1.31, 1.3)  # from one panel to the next
_LEFT, _RIGHT, _TOP, _BOTTOM = 0.62, 0.15, 0.58, 0.4  # around a block of panels
_FOOT = 0.3


def scaling_plot(result: BenchResult) -> Figure:
    """Time against the numbers of routes and of odd cities, one panel for each algorithm.

    A dot is a run, a triangle one that a limit ended or that gave up. The line is the median of
    runs of about the same size and ends where half of them are cut short; the band holds their
    middle 80 %. The grey lines are the medians of the other algorithms.

    Raises:
        ModuleNotFoundError: matplotlib is missing.
        ValueError: the result holds no run that could be drawn.
    """
    with style():
        from matplotlib.figure import Figure

        columns = min(len(result.algorithms), _COLUMNS)
        rows = math.ceil(len(result.algorithms) / columns)
        width = _LEFT + (columns - 1) * _STEP[0] + _PANEL[0] + _RIGHT
        block = _TOP + (rows - 1) * _STEP[1] + _PANEL[1] + _BOTTOM
        figure = Figure(figsize=(max(width, 6.2), 2 * block + _FOOT))
        for number, (field, label) in enumerate(_MEASURES):
            top = (2 - number) * block + _FOOT
            _write(figure, 0.1, top - 0.2, f"CPU time by number of {label}", weight="bold")
            _draw_block(figure, top - _TOP, result, field)
        _write(figure, 0.1, 0.13, _KEY, size="small", color=FAINT)
        return figure


def _write(figure: Figure, left: float, bottom: float, text: str, **style: Any) -> None:
    """A line of text at a place in inches."""
    width, height = figure.get_size_inches()
    figure.text(left / width, bottom / height, text, **style)


def _draw_block(figure: Figure, top: float, result: BenchResult, field: str) -> None:
    """The panels of all algorithms; `field` of a run is its size."""
    width, height = figure.get_size_inches()
    names = result.algorithms
    looks = looks_of(result)
    dots = {name: _dots(result, name, field) for name in names}
    curves = {name: _quantiles(dots[name]) for name in names}
    times = time_range(result)
    sizes = [dot.size for name in names for dot in dots[name]]
    for i, name in enumerate(names):
        row, column = divmod(i, _COLUMNS)
        place = (_LEFT + column * _STEP[0], top - row * _STEP[1] - _PANEL[1], *_PANEL)
        axes = figure.add_axes(
            (place[0] / width, place[1] / height, place[2] / width, place[3] / height)
        )
        axes.set_title(name, size="medium", pad=6)
        axes.grid(color=GRID, linewidth=0.6)
        axes.set_axisbelow(True)
        time_axis(axes, "y", *times, most=4)
        _size_axis(axes, min(sizes), max(sizes))
        axes.tick_params(labelleft=column == 0, labelbottom=i + _COLUMNS >= len(names), length=2.5)
        for other in names:
            if other != name:
                axes.plot(*_median(curves[other]), color=OTHERS, linewidth=0.8)
        _draw_runs(axes, dots[name], curves[name], looks[name])


class _Dot(NamedTuple):
    """A run."""

    size: int
    seconds: float
    complete: bool


class _Point(NamedTuple):
    """Runs of about the same size: the median size, and the quantiles `_SHARES` of their times.

    A run that did not end counts as longer than all others, so a quantile may be infinite.
    """

    size: int
    quantiles: tuple[float, ...]


def _draw_runs(axes: Axes, dots: Sequence[_Dot], curve: Sequence[_Point], look: Look) -> None:
    low, high = axes.get_ylim()
    ended = [dot for dot in dots if dot.complete]
    others = [dot for dot in dots if not dot.complete]
    axes.plot(
        [dot.size for dot in ended],
        [min(max(dot.seconds, low), high) for dot in ended],
        linestyle="", marker=".", markersize=3.5, markeredgewidth=0, alpha=0.3, color=look.color,
    )  # fmt: skip
    axes.plot(
        [dot.size for dot in others],
        [min(max(dot.seconds, low), high) for dot in others],
        linestyle="", marker="^", markersize=3.5, markeredgewidth=0.6, fillstyle="none",
        color=look.color, clip_on=False,
    )  # fmt: skip
    sizes = [point.size for point in curve]
    lowest = [min(point.quantiles[0], high) for point in curve]
    highest = [min(point.quantiles[-1], high) for point in curve]
    axes.fill_between(sizes, lowest, highest, color=look.color, alpha=0.2, linewidth=0)
    axes.plot(*_median(curve), color=look.color, linewidth=look.width)


def _median(curve: Sequence[_Point]) -> tuple[list[int], list[float]]:
    """Sizes and median times up to the first that is not known."""
    middle = len(_SHARES) // 2
    known = list(itertools.takewhile(lambda p: math.isfinite(p.quantiles[middle]), curve))
    return [point.size for point in known], [point.quantiles[middle] for point in known]


def _dots(result: BenchResult, name: str, field: str) -> list[_Dot]:
    """The runs of an algorithm, smallest instance first."""
    return sorted(
        _Dot(getattr(run, field), run.seconds, run.complete)
        for run in result.runs
        if run.algorithm == name and run.seconds is not None
    )


def _quantiles(dots: Sequence[_Dot]) -> list[_Point]:
    points = []
    for group in _groups(dots):
        times = sorted(dot.seconds if dot.complete else math.inf for dot in group)
        ranks = [max(math.ceil(share * len(times)) - 1, 0) for share in _SHARES]
        middle = group[len(group) // 2].size
        points.append(_Point(middle, tuple(times[rank] for rank in ranks)))
    return points


def _groups(dots: Sequence[_Dot]) -> Iterator[Sequence[_Dot]]:
    """At most `_BINS` groups of ascending size, equally wide on a logarithmic axis.

    One of fewer than `_MIN_IN_BIN` runs joins the next; if it is the last, it is dropped.
    """
    if not dots:
        return
    first, last = math.log1p(dots[0].size), math.log1p(dots[-1].size)
    width = (last - first) / _BINS or 1.0
    group: list[_Dot] = []
    number = 0
    for dot in dots:
        here = int((math.log1p(dot.size) - first) / width)
        if here > number and len(group) >= _MIN_IN_BIN:
            yield group
            group = []
        number = here
        group.append(dot)
    if len(group) >= _MIN_IN_BIN:
        yield group


def _size_axis(axes: Axes, low: int, high: int) -> None:
    """Logarithmic, or nearly so where there is a size 0: Eulerian graphs have no odd city."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    if low > 0:
        axes.set_xscale("log")
        axes.set_xlim(low / 1.15, high * 1.15)
    else:
        axes.set_xscale("symlog", linthresh=2, linscale=0.5)
        axes.set_xlim(-0.4, max(high, 2) * 1.15)
    axes.xaxis.set_major_locator(FixedLocator(_round_sizes(low, high)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def _round_sizes(low: int, high: int) -> list[int]:
    """Two to four sizes to write at an axis, evenly spread on a logarithmic one."""
    for digits in ((1, 2, 5), (1, 3), (1,)):
        sizes = [d * 10**n for n in range(len(str(high))) for d in digits]
        inside = [size for size in sizes if max(low, 2) <= size <= high]
        if len(inside) <= 4 - (low == 0):
            break
    return [0] * (low == 0) + inside if len(inside) + (low == 0) >= 2 else sorted({low, high})
