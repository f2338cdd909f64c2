"""Instances from and to graphs of NetworkX, an optional package: `pip install networkx`."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

from ttr_fast.trails.instances import InstanceError, TrailInstance

__all__ = ["from_networkx", "to_networkx"]


def from_networkx(
    graph: Any, *, id: str = "networkx", kind: str = "networkx", weight: str | None = "weight"
) -> TrailInstance:
    """The instance of an undirected `networkx.Graph` or `MultiGraph`.

    Nodes that are integers keep their numbers. Of any others, if only one, all are numbered
    0, 1, ... in the order of the graph, and named by their text. Nodes without edges are left out.

    Args:
        graph: the graph; its edges are taken in its order.
        id: the id of the instance.
        kind: the kind of the instance.
        weight: name of the attribute that is the length of an edge. If no edge at all has it, or
            for None, every length is 1.

    Raises:
        InstanceError: the graph is directed, has a loop, or a length is no integer >= 1.
        TypeError: it is no graph of NetworkX.
        ModuleNotFoundError: NetworkX is not installed.
    """
    nx = _networkx()
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"graph must be a graph of NetworkX, not {type(graph).__name__}")
    if graph.is_directed():
        raise InstanceError("the graph is directed; graph.to_undirected() makes one that is not")
    edges = list(graph.edges(data=True))
    for a, b, _ in edges:
        if a == b:
            raise InstanceError(f"an edge from a node to itself is not allowed: {a!r}")
    nodes = list(dict.fromkeys(node for a, b, _ in edges for node in (a, b)))
    numbers, names = _number(nodes, list(graph.nodes))
    if weight is None or not any(weight in attributes for _, _, attributes in edges):
        lengths = [1] * len(edges)
    else:
        lengths = [_length(edge, weight) for edge in edges]
    try:
        return TrailInstance(
            id,
            kind,
            np.array([(numbers[a], numbers[b]) for a, b, _ in edges], np.int64).reshape(-1, 2),
            np.array(lengths, np.int64),
            names=names,
        )
    except (ValueError, OverflowError) as error:
        raise InstanceError(f"graph: {error}") from error


def to_networkx(instance: TrailInstance, *, weight: str = "weight") -> Any:
    """A `networkx.MultiGraph` of the instance.

    Nodes are the names of the vertices, their numbers if they have none; the key of an edge is its
    position in `instance.edges`, and its length is the attribute `weight`.

    Raises:
        ModuleNotFoundError: NetworkX is not installed.
    """
    graph = _networkx().MultiGraph(name=instance.id)
    label = instance.names if instance.names is not None else None
    rows = zip(instance.edges.tolist(), instance.lengths.tolist(), strict=True)
    for position, ((a, b), length) in enumerate(rows):
        ends = (a, b) if label is None else (label[a], label[b])
        graph.add_edge(*ends, key=position, **{weight: length})
    return graph


def _networkx() -> Any:
    try:
        import networkx  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError as error:
        message = "graphs of NetworkX need the package networkx: pip install networkx"
        raise ModuleNotFoundError(message, name="networkx") from error
    return networkx


def _number(nodes: list[Any], all_nodes: list[Any]) -> tuple[dict[Any, int], Any]:
    """The number of every node that has an edge, and the names of the numbers if there are any."""
    if all(isinstance(node, Integral) and not isinstance(node, bool) for node in nodes):
        return {node: int(node) for node in nodes}, None
    used = set(nodes)
    numbers: dict[Any, int] = {}
    names: dict[str, Any] = {}
    for node in all_nodes:
        if node in used:
            name = str(node)
            if name in names:
                raise InstanceError(f"the nodes {names[name]!r} and {node!r} have the same text")
            names[name] = node
            numbers[node] = len(numbers)
    return numbers, tuple(names)


def _length(edge: tuple[Any, Any, dict[str, Any]], weight: str) -> int:
    a, b, attributes = edge
    value = attributes.get(weight)
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        got = f"not {value!r}" if weight in attributes else "but this edge has none"
        raise InstanceError(f"{weight} of edge {a!r}-{b!r} must be an integer, 1 or more, {got}")
    return int(value)
