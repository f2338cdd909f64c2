"""What the playouts of the installed version offer."""

from __future__ import annotations

import inspect
from typing import Any

import ttr_fast as ttr

_ARGUMENTS = inspect.signature(ttr.playouts).parameters

HAS_LOCKSTEP = "engine" in _ARGUMENTS
"""Whether `ttr.playouts` lets one choose; without a choice it plays game by game, scalar."""

ENGINES = ("scalar", "lockstep") if HAS_LOCKSTEP else ("scalar",)

# Ways to ask for less than all columns, as arguments of `ttr.playouts`.
RESULTS: dict[str, dict[str, Any]] = {"default columns": {}}
if "columns" in _ARGUMENTS:
    RESULTS["scores and winners only"] = {"columns": ["scores", "winners"]}
if "reduce" in _ARGUMENTS:
    RESULTS["summary only (reduce=True)"] = {"reduce": True}


def with_engine(name: str) -> dict[str, Any]:
    """The arguments of `ttr.playouts` that choose an engine of `ENGINES`."""
    return {"engine": name} if HAS_LOCKSTEP else {}
