"""Random numbers of the generators: the same on every machine and with every version of NumPy."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any, Final, TypeVar

from ttr_fast import _core

__all__ = ["Draws"]

T = TypeVar("T")

_BLOCK: Final = 256
_GENERATORS: Final = 1000  # far above the streams that games use


class Draws:
    """Random numbers that are a pure function of (seed, number, stream).

    The words come from the counter-based generator of the engine; number and stream are those of
    `_core.random_words`. Everything here is exactly uniform, up to the generator.
    """

    def __init__(self, seed: int, number: int, stream: int = _GENERATORS) -> None:
        self._words = _words(seed, number, stream)

    def below(self, n: int) -> int:
        """An integer in 0..n-1, for 1 <= n < 2**64."""
        # Lemire's multiply-shift with rejection (ACM TOMACS 29, 2019).
        product = next(self._words) * n
        low = product & 0xFFFFFFFFFFFFFFFF
        if low < n:
            threshold = (2**64 - n) % n
            while low < threshold:
                product = next(self._words) * n
                low = product & 0xFFFFFFFFFFFFFFFF
        return product >> 64

    def between(self, low: int, high: int) -> int:
        """An integer in low..high, both included."""
        return low + self.below(high - low + 1)

    def uniform(self) -> float:
        """A number in 0 <= x < 1, a multiple of 2**-53."""
        return (next(self._words) >> 11) * 2.0**-53

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts the items into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, n: int, k: int) -> list[int]:
        """k different integers of 0..n-1, in random order."""
        items = list(range(n))
        for i in range(k):
            j = i + self.below(n - i)
            items[i], items[j] = items[j], items[i]
        return items[:k]


def _words(seed: int, number: int, stream: int) -> Iterator[int]:
    first = 0
    while True:
        yield from _core.random_words(seed, number, stream, first, _BLOCK).tolist()
        first += _BLOCK
