"""What the numbers of an observation and of an action mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttr_fast._core import ACTION_KINDS, COLORS, NO_COLOR

if TYPE_CHECKING:
    from ttr_fast.game import Game

_ROUTE_COLORS = (*COLORS[:8], "gray")


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
        ObservationSlice(name, shape, offset, prod(shape), byte_offset, byte_size, 0, high, meaning)
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


_FEATURES = (
    "kind",
    "route",
    "color",
    "cards",
    "locomotives",
    "length",
    "route_color",
    "city_a",
    "city_b",
    "city",
)
_COUNTS = ("cards", "locomotives", "length")
_NONE = -1


@lru_cache(maxsize=64)
def action_features(game: Game) -> ActionFeatures:
    """See Game.action_features."""
    board = game.map
    facts = [
        (r.length, _ROUTE_COLORS.index(r.color), board.city_index(r.a), board.city_index(r.b))
        for r in board.routes
    ]
    moves = [game._move(action) for action in range(game.num_distinct_actions())]
    positions = range(max(keep for *_, keep, _, _ in moves).bit_length())
    table = np.array([_row(move, facts, positions) for move in moves], dtype=np.int16)
    table.setflags(write=False)
    counts = {name: int(table[:, _FEATURES.index(name)].max()) + 1 for name in _COUNTS}
    cities = len(board.cities)
    sizes = {
        "kind": len(ACTION_KINDS),
        "route": len(facts),
        "color": len(COLORS),
        "route_color": len(_ROUTE_COLORS),
        "city_a": cities,
        "city_b": cities,
        "city": cities,
        **counts,
    }
    return ActionFeatures(
        _FEATURES + tuple(f"keep_{i}" for i in positions),
        tuple(sizes[name] for name in _FEATURES) + (2,) * len(positions),
        table,
    )


def _row(
    move: tuple[int, int, int, int, int, int, int],
    facts: Sequence[tuple[int, int, int, int]],
    positions: range,
) -> list[int]:
    number, route, color, locomotives, keep, city, cards = move
    kind = ACTION_KINDS[number]
    pays = kind in ("claim", "build_station", "pay_tunnel")
    has_color = kind == "draw_face_up" or (kind != "pay_tunnel" and pays and color != NO_COLOR)
    of_route = (_NONE,) * 4
    if kind == "claim":
        of_route = facts[route]
        cards = of_route[0] - locomotives
    return [
        number,
        route if kind == "claim" else _NONE,
        color if has_color else _NONE,
        cards if pays else _NONE,
        locomotives if pays else _NONE,
        *of_route,
        city if kind == "build_station" else _NONE,
        *((keep >> i & 1) if kind == "keep_tickets" else _NONE for i in positions),
    ]
