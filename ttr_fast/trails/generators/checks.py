"""Arguments of the generators that are neither integers nor maps."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["flag", "one_of", "real"]


def flag(name: str, value: object) -> bool:
    """`value` if it is True or False; else a TypeError."""
    if isinstance(value, bool):
        return value
    raise TypeError(f"{name} must be True or False, not {value!r}")


def one_of(name: str, value: object, allowed: Iterable[str]) -> str:
    """`value` if it is one of the words; else a ValueError that lists them."""
    words = list(allowed)
    if isinstance(value, str) and value in words:
        return value
    raise ValueError(f"{name} must be one of {', '.join(words)}; not {value!r}")


def real(name: str, value: object, low: float, high: float) -> float:
    """`value` as a float in low..high; else a TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} must be a number in {low}..{high}, not {value!r}")
    if not low <= value <= high:  # so is NaN
        raise ValueError(f"{name} must be a number in {low}..{high}, not {value!r}")
    return float(value)
