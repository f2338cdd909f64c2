"""The algorithms that `ttr.longest_trail` knows by name: the built-in ones and the user's own."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from types import MappingProxyType

from ttr_fast.trails.algorithm import Solver, TrailAlgorithm
from ttr_fast.trails.algorithms import BUILT_IN
from ttr_fast.trails.plugin import PluginSolver

__all__ = [
    "TrailAlgorithm",
    "find_algorithm",
    "register_trail_algorithm",
    "trail_algorithms",
    "unregister_trail_algorithm",
]

_BUILT_IN = {entry.name: entry for entry in BUILT_IN}
_own: dict[str, TrailAlgorithm] = {}
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def trail_algorithms() -> Mapping[str, TrailAlgorithm]:
    """All algorithms by name: the built-in ones, then those registered, in the order they came.

    The mapping is a picture of the moment and cannot be changed. Those with `available` false need
    a package that is not installed.
    """
    return MappingProxyType({**_BUILT_IN, **_own})


def find_algorithm(name: object) -> TrailAlgorithm:
    """The algorithm of this name.

    Raises:
        TypeError: `name` is no string.
        ValueError: there is none; the message lists those there are.
    """
    known = trail_algorithms()
    if not isinstance(name, str):
        raise TypeError(f"algorithm must be a name from trail_algorithms(), got {name!r}")
    if name not in known:
        raise ValueError(f"unknown algorithm {name!r}; algorithms: {', '.join(known)}")
    return known[name]


def register_trail_algorithm(
    name: str,
    solve: Solver | object,
    *,
    exact: bool = False,
    description: str = "",
    source: str = "",
    limits: str = "",
    replace: bool = False,
) -> TrailAlgorithm:
    """Makes an algorithm of your own one that `ttr.longest_trail` and the benchmark know.

        >>> import ttr_fast as ttr
        >>> entry = ttr.register_trail_algorithm("one_edge", lambda graph, budget: [0])
        >>> ttr.longest_trail([[0, 1], [1, 2]], algorithm="one_edge").edges
        (0,)
        >>> ttr.unregister_trail_algorithm("one_edge")

    Args:
        name: letters, digits and `_ . + -`; not that of a built-in algorithm.
        solve: called as `solve(graph, budget)` with a `TrailGraph`, which has edges and cannot
            be changed, and a `TrailBudget`; it returns the numbers of the edges in walking order,
            or a `TrailSolution` that says more. Or a compiled solver: a PyCapsule as
            `ttr/trail_plugin.h` describes (`ttr_fast/trail_plugin.pxd` makes one in Cython).
        exact: does it promise the longest trail? Then edges alone, returned when no limit was set,
            count as a proof.
        description, source, limits: what `TrailAlgorithm` says about it.
        replace: may another algorithm that was registered under this name be replaced?

    Raises:
        TypeError, ValueError: an argument is not as above; the message names it.

    What it answers is checked at every call: see `ttr.TrailAlgorithmError`.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"name must consist of letters, digits and _ . + -, got {name!r}")
    if name in _BUILT_IN:
        raise ValueError(f"name {name!r} is that of a built-in algorithm, which cannot be replaced")
    if name in _own and not replace:
        raise ValueError(f"name {name!r} is registered already; replace=True replaces it")
    texts = {"description": description, "source": source, "limits": limits}
    for argument, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f"{argument} must be a string, got {text!r}")
    solver = solve if callable(solve) else PluginSolver(name, solve)
    entry = TrailAlgorithm(
        name=name,
        exact=bool(exact),
        limits=limits,
        description=description,
        source=source,
        file=_source_file(solve),
        solve=solver,
    )
    _own.pop(name, None)
    _own[name] = entry
    return entry


def unregister_trail_algorithm(name: str) -> None:
    """Forgets an algorithm that was registered.

    Raises:
        ValueError: it is built in, or there is none of this name.
    """
    find_algorithm(name)
    if name in _BUILT_IN:
        raise ValueError(f"algorithm {name!r} is built in and cannot be removed")
    del _own[name]


def _source_file(solve: object) -> str:
    try:
        file = inspect.getsourcefile(solve) or ""  # type: ignore[arg-type]
    except (TypeError, OSError):  # compiled, an object with __call__; a class made at the prompt
        return ""
    return "" if file.startswith("<") else file  # <string>, <stdin>
