"""The built-in algorithms: `core` lists those compiled from cpp/include/ttr/trail, every other has
its file here."""

from __future__ import annotations

from ttr_fast.trails.algorithm import TrailAlgorithm
from ttr_fast.trails.algorithms import core, cython_dfs, ilp, networkx_dfs, python_dfs

__all__ = ["BUILT_IN"]

BUILT_IN: tuple[TrailAlgorithm, ...] = (
    *core.ENTRIES,
    python_dfs.ENTRY,
    cython_dfs.ENTRY,
    networkx_dfs.ENTRY,
    ilp.ENTRY,
)
