"""How much of the board is covered, so that names can go where little is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

from ttr_fast.render.geometry import Box, Point

__all__ = ["Ink"]

_CELL: Final = 2.5


class Ink:
    """Weighted points of a plane; tells the weight in any box at once, whatever its size."""

    def __init__(self, points: Iterable[tuple[Point, float]], width: float, height: float) -> None:
        self._columns, self._rows = int(width / _CELL) + 1, int(height / _CELL) + 1
        cells = [[0.0] * self._columns for _ in range(self._rows)]
        for (x, y), weight in points:
            if 0 <= x < width and 0 <= y < height:
                cells[int(y / _CELL)][int(x / _CELL)] += weight
        # _sums[r][c] is the weight of all cells above row r and left of column c.
        self._sums: list[Sequence[float]] = [[0.0] * (self._columns + 1)]
        for row in cells:
            sums = itertools.accumulate(row, initial=0.0)
            self._sums.append([a + b for a, b in zip(sums, self._sums[-1], strict=True)])

    def inside(self, box: Box) -> float:
        left, right = (self._clip(x, self._columns) for x in (box.left, box.right))
        top, bottom = (self._clip(y, self._rows) for y in (box.top, box.bottom))
        high, low = self._sums[top], self._sums[bottom]
        return low[right] - low[left] - high[right] + high[left]

    @staticmethod
    def _clip(value: float, limit: int) -> int:
        return min(max(round(value / _CELL), 0), limit)
