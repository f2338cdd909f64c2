"""Histograms: exact sums and moments, canonical form, and what they refuse."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttr_fast import Histogram

VALUES = st.lists(st.integers(-300, 300), max_size=40)


def histogram_of(values: list[int]) -> Histogram:
    if not values:
        return Histogram(3, [])
    low = min(values) - 2  # zeros at both ends, which must not matter
    return Histogram(low, np.bincount([v - low for v in values], minlength=700))


@given(VALUES)
@settings(deadline=None)
def test_it_says_what_the_values_say(values: list[int]) -> None:
    h = histogram_of(values)
    n = len(values)
    assert h.total == n
    for power in range(5):
        assert h.sum(power) == sum(v**power for v in values)
    if not values:
        assert (h.low, h.high, h.mean, h.quantile(0.5)) == (0, -1, None, None)
    else:
        assert (h.low, h.high) == (min(values), max(values))
        assert h.mean == sum(values) / n
        assert h.counts[0] > 0
        assert h.counts[-1] > 0
        assert np.repeat(h.values, h.counts).tolist() == sorted(values)
        assert (h.quantile(0), h.quantile(1)) == (min(values), max(values))
        assert h.quantile(0.5) == sorted(values)[(n - 1) // 2]
    if n < 2:
        assert h.variance is h.std is None
    else:
        mean = Fraction(sum(values), n)
        exact = sum((v - mean) ** 2 for v in values) / (n - 1)
        assert h.variance == pytest.approx(float(exact), rel=1e-15)
        assert h.std == pytest.approx(np.std(values, ddof=1))


@given(VALUES, VALUES)
@settings(deadline=None)
def test_sums_are_those_of_all_values(a: list[int], b: list[int]) -> None:
    assert histogram_of(a) + histogram_of(b) == histogram_of(a + b)
    assert (histogram_of(a) == histogram_of(b)) == (sorted(a) == sorted(b))


def test_large_counts_are_exact() -> None:
    h = Histogram(-(10**6), [2**62, *[0] * (2 * 10**6 - 1), 2**62 - 1])
    assert h.total == 2**63 - 1
    assert h.sum() == -(10**6)
    assert h.sum(2) == 10**12 * (2**63 - 1)
    assert h.variance == pytest.approx(10**12)
    with pytest.raises(ValueError, match=r"fewer than 2\*\*63 together"):
        h + Histogram(0, [1])


def test_copies_are_equal_and_nothing_can_be_changed() -> None:
    h = Histogram(5, [1, 0, 2])
    for other in (copy.copy(h), copy.deepcopy(h), pickle.loads(pickle.dumps(h))):
        assert other == h
        assert not other.counts.flags.writeable
    assert Histogram(**h.to_dict()) == h
    assert h.to_dict() == {"low": 5, "counts": [1, 0, 2]}
    assert h != "h"
    assert repr(h) == "<Histogram: 3 values, 5 to 7, mean 6.33333>"
    assert repr(Histogram(0, [])) == "<Histogram: empty>"
    with pytest.raises(AttributeError, match="immutable; cannot set 'low'"):
        h.low = 3
    for name in ("low", "counts", "other"):
        with pytest.raises(AttributeError, match=f"immutable; cannot delete '{name}'"):
            delattr(h, name)
    assert (h.low, h.counts.tolist()) == (5, [1, 0, 2])
    with pytest.raises(TypeError):
        hash(h)
    given_ = np.array([1, 2])
    assert Histogram(0, given_).counts is not given_
    given_[0] = 7  # the caller's array stays his
    with pytest.raises(TypeError):
        h + 1  # type: ignore[operator]


@pytest.mark.parametrize(
    ("low", "counts", "error", "message"),
    [
        (0.5, [1], TypeError, "low must be an integer"),
        (True, [1], TypeError, "low must be an integer"),
        (10**30, [1], ValueError, "low must be an integer in"),
        (0, [1.0], TypeError, "counts must be whole numbers"),
        (0, [True], TypeError, "counts must be whole numbers"),
        (0, "12", TypeError, "counts must be whole numbers"),
        (0, [[1]], TypeError, "counts must be whole numbers"),
        (0, 7, TypeError, "counts must be whole numbers"),
        (0, [10**30], TypeError, "counts must be whole numbers"),
        (0, [[1], [2, 3]], TypeError, "counts must be whole numbers"),
        (0, [1, -1], ValueError, "counts must be 0 or more"),
        (2**20, [0, 1], ValueError, "values must be 1048576 at most, not 1048577"),
        (0, [2**62, 2**62], ValueError, r"below 2\*\*63"),
        (0, [2**64 - 1], ValueError, r"below 2\*\*63"),
    ],
)
def test_what_is_no_histogram(low: Any, counts: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Histogram(low, counts)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_shares_are_between_0_and_1(share: float) -> None:
    with pytest.raises(ValueError, match=r"share must be a number in 0\.\.1"):
        Histogram(0, [1]).quantile(share)


@pytest.mark.parametrize("share", ["0.5", None, 1j, [0.5], True, np.array([0.5, 1])])
def test_shares_are_numbers(share: Any) -> None:
    for h in (Histogram(0, [1]), Histogram(0, [])):
        with pytest.raises(TypeError, match=r"^share must be a number in 0\.\.1, not "):
            h.quantile(share)


@pytest.mark.parametrize("share", [1, Fraction(1, 2), np.float32(0.5), np.int8(1)])
def test_shares_are_numbers_of_any_kind(share: Any) -> None:
    assert Histogram(3, [1, 1]).quantile(share) == (4 if share == 1 else 3)


@pytest.mark.parametrize("power", [-1, 65])
def test_powers_have_a_range(power: int) -> None:
    with pytest.raises(ValueError, match=r"power must be an integer in 0\.\.64"):
        Histogram(0, [1]).sum(power)
