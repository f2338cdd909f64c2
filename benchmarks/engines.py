"""What the playouts of the installed version offer."""

from __future__ import annotations

import inspect
from typing import Any

import ttr_fast as ttr

_ARGUMENTS = inspect.signature(ttr.playouts).parameters


def with_engine(name: str) -> dict[str, Any]:
    """The arguments of `ttr.playouts` that choose an engine."""
    return {"engine": name} if "engine" in _ARGUMENTS else {}


def plays(game: ttr.Game, policy: str, engine: str) -> bool:
    """Whether an engine of this build plays such games."""
    try:
        ttr.playouts(game, 1, policy, threads=1, **with_engine(engine))
    except ValueError:
        return False
    return True


HAS_LOCKSTEP = "engine" in _ARGUMENTS and plays(ttr.Game("usa", 2), "random", "lockstep")

ENGINES = ("scalar", "lockstep") if HAS_LOCKSTEP else ("scalar",)

# Ways to ask for less than all columns, as arguments of `ttr.playouts`.
RESULTS: dict[str, dict[str, Any]] = {"default columns": {}}
if "columns" in _ARGUMENTS:
    RESULTS["scores and winners only"] = {"columns": ["scores", "winners"]}
if "reduce" in _ARGUMENTS:
    RESULTS["totals only (reduce=True)"] = {"reduce": True}
