"""What the numbers of an observation and of an action mean."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttr_fast import _core
from ttr_fast._core import ACTION_KINDS, COLORS, NO_COLOR


class ObservationSlice(NamedTuple):
    """A part of an observation tensor, and where it lies in both of its forms."""

    name: str
    shape: tuple[int, ...]
    """Rows by seat are in turn order from the one that observes."""
    offset: int
    """First place in the float32 form."""
    size: int
    """Number of values; each takes one place in the float32 form."""
    byte_offset: int
    """First byte in the uint8 form."""
    byte_size: int
    """Bytes a value takes in the uint8 form: 1, or 2 with the low byte first."""
    low: int
    """Least value."""
    high: int
    """Greatest value that may come."""
    description: str

    def of(self, tensor: NDArray[Any]) -> NDArray[Any]:
        """The values of this slice in a tensor of either form, `shape` behind any batch axes.

        A view of a float32 tensor and of a uint8 tensor, but a uint16 copy where a value takes two
        bytes.
        """
        if tensor.dtype != np.uint8:
            return self._shaped(tensor[..., self.offset : self.offset + self.size])
        values = tensor[..., self.byte_offset : self.byte_offset + self.size * self.byte_size]
        if self.byte_size == 1:
            return self._shaped(values)
        low, high = values[..., 0::2], values[..., 1::2]
        return self._shaped(low + high.astype(np.uint16) * np.uint16(256))

    def _shaped(self, values: NDArray[Any]) -> NDArray[Any]:
        return values.reshape(values.shape[:-1] + self.shape)


def slices_of(
    facts: Iterable[tuple[str, str, tuple[int, ...], int, int, int, int]],
) -> tuple[ObservationSlice, ...]:
    """The slices that the core lists."""
    return tuple(
        ObservationSlice(
            name, shape, offset, int(np.prod(shape)), byte_offset, byte_size, 0, high, meaning
        )
        for name, meaning, shape, offset, byte_offset, byte_size, high in facts
    )


class ActionFeatures(NamedTuple):
    """What every action means, in numbers: a row for each action, a column for each feature.

    A feature that does not concern an action is -1 there.
    """

    names: tuple[str, ...]
    """Of the columns."""
    sizes: tuple[int, ...]
    """By column: its values are -1..size-1, so an embedding table of `size + 1` rows holds it."""
    table: NDArray[np.int16]
    """(num_distinct_actions, len(names)), read-only."""

    def column(self, name: str) -> NDArray[np.int16]:
        """One feature of all actions. Raises ValueError for a name that is not in `names`."""
        if name not in self.names:
            raise ValueError(f"there is no feature {name!r}; features: {', '.join(self.names)}")
        return self.table[:, self.names.index(name)]

    def one_hot(self, *names: str) -> NDArray[np.float32]:
        """Some features (all if none is named) as (num_distinct_actions, sum of sizes) float32.

        A feature of size n is n columns, of which one is 1, or none where the feature is -1.
        """
        parts = []
        for name in names or self.names:
            values = self.column(name)
            parts.append(values[:, None] == np.arange(self.sizes[self.names.index(name)]))
        return np.concatenate(parts, axis=1).astype(np.float32)


@lru_cache(maxsize=64)
def action_features(game: _core.Game) -> ActionFeatures:
    """See Game.action_features."""
    ...
