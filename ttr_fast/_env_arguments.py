"""What users pass to `VectorEnv` and its kin: checked, with errors that name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ttr_fast import _core
from ttr_fast._checks import name_among, whole
from ttr_fast._words import plural, show

MOST_ENVS: Final = 2**32
MOST_SEED: Final = 2**64 - 1
OBSERVATIONS: Final = ("float32", "uint8")


def check_opponents(opponents: object, num_players: int) -> tuple[str, ...] | None:
    """One policy per other seat, or None: the caller plays all seats."""
    if opponents is None:
        return None
    if not isinstance(opponents, str | Sequence):
        raise TypeError(
            f"opponents must be None, a name or a sequence of names, not {show(opponents)}"
        )
    names = (opponents,) * (num_players - 1) if isinstance(opponents, str) else tuple(opponents)
    for name in names:
        name_among("opponent", name, _core.policy_names())
    if len(names) != num_players - 1:
        raise ValueError(
            f"opponents: {len(names)} names for {plural(num_players - 1, 'other seat')};"
            " give one name for all of them or one per other seat"
        )
    return names


def check_seat(
    seat: object, opponents: tuple[str, ...] | None, num_players: int
) -> int | str | None:
    """The caller's seat or "rotate"; None without opponents."""
    if opponents is None:
        if seat is not None:
            raise ValueError("seat needs opponents: without any, the caller plays every seat")
        return None
    if seat is None or (isinstance(seat, str) and seat == "rotate"):
        return "rotate"
    if isinstance(seat, str):
        raise ValueError(f"seat must be a seat or 'rotate', not {show(seat)}")
    return whole("seat", seat, 0, num_players - 1)


def check_seeds(seed: Any, num_envs: int) -> npt.NDArray[np.uint64]:
    """The seed of each env: those given, or made from the one given."""
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
        if np.ndim(seed) != 1 or len(seed) != num_envs:
            got = len(seed) if np.ndim(seed) else show(seed)
            raise ValueError(f"seed must be one integer or {num_envs} of them, got {got}")
        numbers = [whole(f"seed[{e}]", x, 0, MOST_SEED) for e, x in enumerate(seed)]
        return np.array(numbers, np.uint64)
    return _core.env_seeds(whole("seed", seed, 0, MOST_SEED), num_envs)


def check_reset_mask(
    options: Mapping[str, Any] | None, num_envs: int
) -> npt.NDArray[np.bool_] | None:
    """Which envs `reset(options=...)` is about; None for all."""
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a mapping or None, not {show(options)}")
    for name in options:
        if name != "reset_mask":
            raise ValueError(f"options: unknown option {show(name)}; there is: reset_mask")
    mask = options.get("reset_mask")
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be a bool array, not {show(mask)}")
    if mask.shape != (num_envs,):
        raise ValueError(f"reset_mask must be of shape {(num_envs,)}, not of shape {mask.shape}")
    return np.ascontiguousarray(mask)
