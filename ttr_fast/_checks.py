"""Integers, names and flags that users pass: checked in one way, with errors that name them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from operator import index
from typing import Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from ttr_fast._words import plural, show

MAX_THREADS: Final = 256


def thread_count(threads: SupportsIndex | None) -> int:
    """`threads` as an int in 1..`MAX_THREADS`; None is the number of processors of this process."""
    if threads is not None:
        return whole("threads", threads, 1, MAX_THREADS)
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return min(count, MAX_THREADS)


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """`value` as an int in low..high (no upper limit if None).

    Accepts everything with `__index__` but bool. Raises TypeError or ValueError naming the argument
    and what is allowed.
    """
    allowed = f"an integer, {low} or more" if high is None else f"an integer in {low}..{high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, got {show(value)}") from None
    if number < low or (high is not None and number > high):
        # Python refuses to write integers of thousands of digits.
        bits = number.bit_length()
        got = str(number) if bits < 4000 else f"a number of {bits} bits"
        raise ValueError(f"{name} must be {allowed}, got {got}")
    return number


def flag(name: str, value: object) -> bool:
    """`value` if it is True or False; else a TypeError that names the argument."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {show(value)}")
    return value


def name_among(what: str, name: object, known: Sequence[str]) -> str:
    """`name` if it is one of the known ones; else a TypeError or ValueError that lists them."""
    if not isinstance(name, str):
        raise TypeError(f"{what} must be a name, not {show(name)}")
    if name not in known:
        raise ValueError(f"unknown {what} {show(name)}; there are: {', '.join(known)}")
    return name


def actions_array(what: str, values: npt.ArrayLike, n: int) -> npt.NDArray[np.int64]:
    """n actions as a new C-contiguous array, which nobody changes between check and use; those that
    do not fit become the largest that does, which no game has.

    Raises ValueError or TypeError, `what` naming them, for another shape or other things.
    """
    needed = f"{what}: needs {plural(n, 'integer')}"
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{needed}, got {show(values)}") from None
    if array.shape != (n,):
        got = show(values) if array.ndim == 0 else f"an array of shape {array.shape}"
        raise ValueError(f"{needed}, got {got}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{needed}, got {array.dtype.name}")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2**63 - 1))
    return np.array(array, np.int64, order="C")
