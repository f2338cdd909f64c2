"""What a longest-trail algorithm is: a solver, and what there is to say about it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

__all__ = ["Solver", "TrailAlgorithm", "TrailAlgorithmError", "TrailSolution"]


@dataclass(frozen=True)
class TrailSolution:
    """What a solver returns: a trail, and what it claims about it."""

    edges: Sequence[int]
    """Numbers of edges of the graph, in walking order."""
    proven: bool = False
    """Does the solver claim that no trail is longer?"""
    upper_bound: int | None = None
    """No trail is longer than this; an edge alone is a trail. None: the length if proven, else the
    sum of the lengths of the largest connected piece, which also stands for all that is more."""
    nodes: int = 0
    """Steps of the search, below 2**63."""
    seconds: float | None = None
    """CPU seconds of the search, 0 or more, if the solver knows better than the clock around it."""


class TrailAlgorithmError(RuntimeError):
    """An algorithm answered with what is no trail, or claims about it what cannot be true."""

    def __init__(self, name: str, fault: str) -> None:
        super().__init__(name, fault)
        self.name = name
        """Of the algorithm."""

    def __str__(self) -> str:
        name, fault = self.args
        return f"trail algorithm {name!r} is at fault: {fault}"


Solver: TypeAlias = Callable[[TrailGraph, TrailBudget], Any]
"""Returns a `TrailSolution`, an object with some of its attributes, or the edges alone."""


@dataclass(frozen=True)
class TrailAlgorithm:
    """An entry of `ttr.trail_algorithms()`."""

    name: str
    exact: bool
    """Does it find the longest trail, and prove it, when it is given the time?"""
    limits: str
    """What it cannot do: sizes it refuses, graphs on which it takes for ever."""
    description: str
    """How it works, in a paragraph."""
    source: str
    """Where the idea comes from."""
    file: str
    """The source file; of built-in algorithms its path in the repository."""
    solve: Solver = field(repr=False, compare=False)
    needs: tuple[str, ...] = ()
    """Optional packages without which it does not run."""

    @property
    def available(self) -> bool:
        """Are the packages it needs installed?"""
        return not self.missing()

    def missing(self) -> tuple[str, ...]:
        """The packages it needs that are not installed."""
        return tuple(package for package in self.needs if not _is_installed(package))

    def require(self) -> None:
        """Raises ModuleNotFoundError, naming what to install, unless it is available."""
        missing = self.missing()
        if missing:
            raise ModuleNotFoundError(
                f"trail algorithm {self.name!r} needs {' and '.join(missing)}: "
                "pip install ttr-fast[trails]",
                name=missing[0],
            )


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):  # somebody blocks it
        return False
