"""The arrays that a `VectorEnv` gives out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ttr_fast import _core


class Arrays:
    """Where the calls of a VectorEnv write: new arrays each time, or the same ones again."""

    def __init__(self, copy: bool) -> None:
        self._copy = copy
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def get(self, name: str, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        """An array to write into; who gets it fills it whole."""
        if self._copy:
            return np.empty(shape, dtype)
        if name not in self._kept:
            self._kept[name] = np.empty(shape, dtype)
        return self._kept[name]

    def nowhere(self, name: str, size: int) -> npt.NDArray[np.bool_]:
        """(size,) False everywhere."""
        array = self.get(name, (size,), np.bool_)
        array.fill(False)
        return array


def outcome_infos(
    core: _core.VectorEnv,
    ended: npt.NDArray[np.int64],
    terminations: npt.NDArray[np.bool_],
    players: int,
) -> dict[str, Any]:
    """How the games of the envs `ended` have ended: scores and ranks, and which rows have any."""
    told: dict[str, Any] = {}
    for name, rows in zip(("scores", "ranks"), core.outcomes(ended), strict=True):
        told[name] = np.zeros((len(terminations), players), np.int32)
        told[name][ended] = rows
        told[f"_{name}"] = terminations.copy()
    return told


def final_observations(
    core: _core.VectorEnv,
    ended: npt.NDArray[np.int64],
    num_envs: int,
    shape: tuple[int, ...],
    dtype: np.dtype[Any] | None,
) -> npt.NDArray[np.object_]:
    """(num_envs,) the last observation of each env of `ended`, None elsewhere."""
    last = np.empty((len(ended), *shape), dtype)
    core.final_views(ended, last)
    final = np.full(num_envs, None, object)
    for env, row in zip(ended, last, strict=True):
        final[env] = row
    return final
