"""95 % intervals for means and shares, with nothing but the standard library.

>>> from ttr_fast.intervals import t_quantile, wilson_interval
>>> round(t_quantile(9), 3)
2.262
>>> low, high = wilson_interval(10, 10)
>>> round(low, 3), high
(0.722, 1.0)
"""

from __future__ import annotations

import functools
import math
from typing import Final

__all__ = ["Interval", "mean_interval", "t_quantile", "wilson_interval"]

Interval = tuple[float, float]
"""Lower and upper end."""

LEVEL: Final = 0.95
Z: Final = 1.959963984540054
"""The normal quantile of the level: a standard normal value is within -Z..Z in 95 % of cases."""

_LARGEST_EXACT_DF: Final = 200


@functools.cache
def t_quantile(df: int) -> float:
    """The t with P(-t < T < t) = 95 % for Student's distribution with `df` degrees of freedom.

    Up to 200 degrees of freedom the exact distribution is inverted by bisection; above, four terms
    of its expansion around the normal quantile leave an error below 1e-10. (Abramowitz and Stegun
    26.7.3 to 26.7.5.)
    """
    if df < 1:
        raise ValueError(f"df must be at least 1, not {df}")
    if df > _LARGEST_EXACT_DF:
        return _t_expansion(df)
    low, high = 0.0, math.pi / 2  # of the angle atan(t / sqrt(df))
    while low < (middle := (low + high) / 2) < high:
        if _t_inside(middle, df) < LEVEL:
            low = middle
        else:
            high = middle
    return math.sqrt(df) * math.tan(middle)


def _t_inside(angle: float, df: int) -> float:
    """P(-t < T < t) for t = sqrt(df) tan(angle): a finite sum for whole `df`."""
    cos, odd = math.cos(angle), df % 2
    term = cos if odd else 1.0
    total = 0.0
    for k in range(1 + odd, df, 2):
        total += term
        term *= k / (k + 1) * cos * cos
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total


def _t_expansion(df: int) -> float:
    z = Z
    return (
        z
        + (z**3 + z) / (4 * df)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * df**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * df**4)
    )


def mean_interval(n: int, total: int, squares: int) -> Interval | None:
    """The t-interval of a mean; None for fewer than two values.

    `total` and `squares` are the sums of `n` integers and of their squares, so the variance is
    exact whatever their order and size.
    """
    if n < 2:
        return None
    mean = total / n
    variance = (n * squares - total * total) / (n * (n - 1))
    half = t_quantile(n - 1) * math.sqrt(variance / n)
    return mean - half, mean + half


def wilson_interval(successes: float, n: int) -> Interval | None:
    """The Wilson score interval of a share; None if `n` is 0.

    Inside 0..1 and never of width 0. `successes` need not be whole: a success that counts only in
    part varies less than a whole one, so the interval then errs on the wide side.
    """
    if n == 0:
        return None
    p, z2n = successes / n, Z * Z / n
    center = (p + z2n / 2) / (1 + z2n)
    half = Z * math.sqrt(p * (1 - p) / n + z2n / (4 * n)) / (1 + z2n)
    # min and max against p: rounding must not put the share outside its own interval.
    return max(0.0, min(p, center - half)), min(1.0, max(p, center + half))
