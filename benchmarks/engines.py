"""Ways to play batches of games that are measured beside one another."""

from __future__ import annotations

from typing import Any, Final

import ttr_fast as ttr

ENGINES: Final = ("scalar", "lockstep")

# What is asked for, as arguments of `ttr.playouts`.
RESULTS: Final[dict[str, dict[str, Any]]] = {
    "default columns": {},
    "scores and winners only": {"columns": ["scores", "winners"]},
    "totals only (reduce=True)": {"reduce": True},
}


def plays(game: ttr.Game, policy: str, engine: str) -> bool:
    """Whether an engine plays such games."""
    try:
        ttr.playouts(game, 1, policy, threads=1, engine=engine)
    except ValueError:
        return False
    return True
