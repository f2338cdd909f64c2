"""Which engines `ttr.playouts` offers."""

from __future__ import annotations

import inspect
from typing import Any

import ttr_fast as ttr

HAS_LOCKSTEP = "engine" in inspect.signature(ttr.playouts).parameters
"""Whether `ttr.playouts` lets one choose; without a choice it plays game by game, scalar."""

ENGINES = ("scalar", "lockstep") if HAS_LOCKSTEP else ("scalar",)


def with_engine(name: str) -> dict[str, Any]:
    """The arguments of `ttr.playouts` that choose an engine of `ENGINES`."""
    return {"engine": name} if HAS_LOCKSTEP else {}
