"""Longest trails of any weighted multigraph (R86): solvers, instances, benchmark."""

from __future__ import annotations

from ttr_fast.trails.algorithm import TrailAlgorithm, TrailAlgorithmError, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph
from ttr_fast.trails.registry import (
    register_trail_algorithm,
    trail_algorithms,
    unregister_trail_algorithm,
)
from ttr_fast.trails.solve import Trail, longest_trail

__all__ = [
    "Trail",
    "TrailAlgorithm",
    "TrailAlgorithmError",
    "TrailBudget",
    "TrailGraph",
    "TrailSolution",
    "longest_trail",
    "register_trail_algorithm",
    "trail_algorithms",
    "unregister_trail_algorithm",
]
