"""How often each value occurred in many games: exact sums, moments and quantiles."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Final, final

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import whole
from ttr_fast._words import show

__all__ = ["Histogram"]

_FARTHEST: Final = 2**20  # of a value from 0: room for two histograms is room for their sum
_MOST: Final = 2**63 - 1  # values in all


@final
class Histogram:
    """Counts of whole numbers: `counts[i]` times the value `low + i`.

    `counts` is a read-only (values,) int64 array without zeros at either end, so equal data have
    equal histograms; without data it is empty and `low` is 0. Sums are exact Python integers.

    >>> h = Histogram(-1, [2, 0, 1])
    >>> h.total, h.sum(), h.mean, h.quantile(0.5)
    (3, -1, -0.3333333333333333, -1)
    """

    low: int
    """The least value that occurred."""
    counts: npt.NDArray[np.int64]
    """(values,) how often `low`, `low + 1`, ... occurred."""

    __slots__ = ("counts", "low")

    def __init__(self, low: int, counts: npt.ArrayLike) -> None:
        first = whole("low", low, -_FARTHEST, _FARTHEST)
        try:
            array = np.asarray(counts)
        except ValueError:  # rows of different lengths
            array = np.zeros((0, 0))
        if array.shape == (0,):
            array = array.astype(np.int64)
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise TypeError(f"counts must be whole numbers in one row, not {show(counts)}")
        if array.size and (int(array.min()) < 0 or sum(map(int, array)) > _MOST):
            raise ValueError("counts must be 0 or more, and below 2**63 together")
        (seen,) = np.nonzero(array)
        if seen.size and first + int(seen[-1]) > _FARTHEST:
            raise ValueError(f"values must be {_FARTHEST} at most, not {first + int(seen[-1])}")
        ends = slice(seen[0], seen[-1] + 1) if seen.size else slice(0)
        kept = array[ends].astype(np.int64)
        kept.flags.writeable = False
        object.__setattr__(self, "low", first + int(seen[0]) if seen.size else 0)
        object.__setattr__(self, "counts", kept)

    @property
    def values(self) -> npt.NDArray[np.int64]:
        """(values,) what `counts` counts: low, low + 1, ..."""
        return np.arange(self.low, self.low + len(self.counts), dtype=np.int64)

    @property
    def high(self) -> int:
        """The greatest value that occurred; -1 without data."""
        return self.low + len(self.counts) - 1

    @property
    def total(self) -> int:
        """How many values there are in all."""
        return int(self.counts.sum())

    def sum(self, power: int = 1) -> int:
        """The sum of all values raised to a power, exactly."""
        exponent = whole("power", power, 0, 64)
        return sum(
            count * value**exponent
            for value, count in enumerate(self.counts.tolist(), self.low)
            if count
        )

    @property
    def mean(self) -> float | None:
        """None without data."""
        n = self.total
        return self.sum() / n if n else None

    @property
    def variance(self) -> float | None:
        """The sample variance, with n - 1 below; None for fewer than 2 values."""
        n, sum_ = self.total, self.sum()
        return (n * self.sum(2) - sum_ * sum_) / (n * (n - 1)) if n > 1 else None

    @property
    def std(self) -> float | None:
        """The root of the variance; None for fewer than 2 values."""
        variance = self.variance
        return None if variance is None else math.sqrt(variance)

    def quantile(self, share: float) -> int | None:
        """The least value that is not exceeded in this share of all, 0..1; None without data."""
        if not isinstance(share, Real) or isinstance(share, bool):
            raise TypeError(f"share must be a number in 0..1, not {show(share)}")
        if not 0 <= share <= 1:
            raise ValueError(f"share must be a number in 0..1, got {show(share)}")
        if not len(self.counts):
            return None
        reached = np.cumsum(self.counts)
        wanted = max(1, math.ceil(share * int(reached[-1])))
        return self.low + int(np.searchsorted(reached, min(wanted, int(reached[-1]))))

    def __add__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        if not len(self.counts) or not len(other.counts):
            return self if len(self.counts) else other
        low = min(self.low, other.low)
        if self.total + other.total > _MOST:
            raise ValueError("the values must be fewer than 2**63 together")
        counts = np.zeros(max(self.high, other.high) - low + 1, np.int64)
        for part in (self, other):
            counts[part.low - low : part.high - low + 1] += part.counts
        return Histogram(low, counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return self.low == other.low and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Histogram is immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Histogram is immutable; cannot delete {name!r}")

    def __reduce__(self) -> tuple[type[Histogram], tuple[int, npt.NDArray[np.int64]]]:
        return Histogram, (self.low, self.counts)

    def __repr__(self) -> str:
        if not len(self.counts):
            return "<Histogram: empty>"
        return (
            f"<Histogram: {self.total:,} values, {self.low} to {self.high}, mean {self.mean:.6g}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """`low` and `counts` as plain JSON types."""
        return {"low": self.low, "counts": self.counts.tolist()}
