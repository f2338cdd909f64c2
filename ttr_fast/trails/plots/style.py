"""What the pictures share: colours, fonts, the axis of time, and how they are saved."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ttr_fast.trails.bench_result import BenchResult
from ttr_fast.trails.bench_table import seconds_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "FAINT", "GRID", "INK", "OTHERS", "Look", "can_be_drawn", "has_matplotlib", "looks_of",
    "save_plot", "style", "time_axis", "time_range",
]  # fmt: skip

INK = "#1d2126"
FAINT = "#5c646d"
OTHERS = "#ccd1d6"
GRID = "#e8eaed"
# After Paul Tol's "muted" colours, which stay apart with every common form of colour blindness.
_COLORS = (
    "#332288", "#cc6677", "#117733", "#88ccee", "#882255", "#ddaa33", "#44aa99", "#aa4499",
    "#999933",
)  # fmt: skip
_DASHED: Any = (0, (4, 1.5))
_DOTTED: Any = (0, (1, 1.4))
_STYLE: Any = {
    "font.size": 8.5,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "svg.hashsalt": "ttr_fast",
}


@dataclass(frozen=True)
class Look:
    color: str
    dash: Any
    width: float


def has_matplotlib() -> bool:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def can_be_drawn(result: BenchResult) -> bool:
    """Is there a run that has a time?"""
    return any(run.seconds is not None for run in result.runs)


def save_plot(figure: Figure, path: Path) -> None:
    """As SVG, PNG or PDF, by the suffix of `path`."""
    with style():
        # No date, so that the same figure is the same file.
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure.savefig(path, dpi=200, metadata=metadata)


@contextmanager
def style() -> Iterator[None]:
    try:
        import matplotlib
    except ImportError as error:
        message = "plots need the package matplotlib: pip install matplotlib"
        raise ModuleNotFoundError(message, name=error.name) from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user's own settings are
        matplotlib.rcParams.update(_STYLE)
        yield


def looks_of(result: BenchResult) -> dict[str, Look]:
    """Black for the portfolio; the others get the colours in turn, dashed the second time."""
    exact = {run.algorithm: run.exact for run in result.runs}
    looks = {}
    for i, name in enumerate(name for name in result.algorithms if name != "exact"):
        dash = _DASHED if i >= len(_COLORS) else "-"
        # The second time they begin elsewhere: the like of the first algorithm is often the tenth.
        color = _COLORS[(i + 4 * (i // len(_COLORS))) % len(_COLORS)]
        looks[name] = Look(color, dash if exact.get(name, True) else _DOTTED, 1.4)
    return looks | {"exact": Look(INK, "-", 2.0)}


def time_range(result: BenchResult) -> tuple[float, float]:
    """The ends of an axis of time: from a power of ten to the time limit, or to another."""
    if not can_be_drawn(result):
        raise ValueError("there is no run to draw")
    # A clock may read 0 at both ends of a run; if it does for all, its step is a guess.
    times = [run.seconds for run in result.runs if run.seconds] or [1e-9]
    low = 10.0 ** math.floor(math.log10(min(times)))
    high = result.time_limit or 10.0 ** math.ceil(math.log10(max(times)) + 1e-9)
    return low, max(high, 10 * low)


def time_axis(axes: Axes, which: Literal["x", "y"], low: float, high: float, most: int) -> None:
    """Logarithmic, with at most `most` labelled ticks, at powers of ten."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    axes.set(**{f"{which}scale": "log", f"{which}lim": (low, high)})
    axis = axes.xaxis if which == "x" else axes.yaxis
    powers = range(round(math.log10(low)), math.floor(math.log10(high) + 1e-9) + 1)
    every = next(n for n in (1, 3, 6, 12) if len(powers) <= n * most)
    labelled = [n for n in powers if n % every == 0]
    axis.set_major_locator(FixedLocator([10.0**n for n in labelled]))
    axis.set_minor_locator(FixedLocator([10.0**n for n in powers if n not in labelled]))
    axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: seconds_text(value)))
