"""Compiled solvers of users: `ttr/trail_plugin.h` describes them."""

from __future__ import annotations

from ttr_fast import _core
from ttr_fast.trails.algorithm import TrailAlgorithmError, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["PluginSolver"]


class PluginSolver:
    """A solver in a PyCapsule. It runs without the GIL; signals are obeyed where it asks."""

    def __init__(self, name: str, capsule: object) -> None:
        """Raises TypeError if it is no capsule, or one of something else."""
        _core.check_trail_plugin(capsule)
        self._name = name
        self._capsule = capsule

    def __call__(self, graph: TrailGraph, budget: TrailBudget) -> TrailSolution:
        try:
            answer = _core.run_trail_plugin(
                self._capsule,
                graph.num_vertices,
                graph.ends,
                graph.lengths,
                budget.node_limit,
                budget.time_limit,
            )
        except ValueError as error:
            raise TrailAlgorithmError(self._name, str(error)) from None
        return TrailSolution(*answer)
