"""Graphs with no board behind them: what longest-path algorithms are usually tried on."""

from __future__ import annotations

from typing import Final

from ttr_fast._checks import whole
from ttr_fast.trails.generators.checks import one_of, real
from ttr_fast.trails.generators.distinct import Edges, draw_graphs
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.generators.lengths import check_lengths, draw_lengths
from ttr_fast.trails.instances import TrailInstance

__all__ = ["eulerian_minus", "geometric", "grid", "loop_tree", "regular"]

_SHAPES: Final = ("random", "star")


def grid(
    rows: int = 8, columns: int = 14, lengths: str = "ttr", count: int = 1, seed: int = 0
) -> list[TrailInstance]:
    """Rectangular grids, every vertex joined to those beside, above and below it.

    Args:
        rows: number of rows of vertices.
        columns: number of columns.
        lengths: one of `LENGTHS`; with unit lengths there is only one grid of a size.
        count: how many.
        seed: of the lengths.
    """
    rows = whole("rows", rows, 1)
    columns = whole("columns", columns, 1)
    check_lengths(lengths)
    edges = [(v, v + 1) for v in range(rows * columns) if (v + 1) % columns]
    edges += [(v, v + columns) for v in range((rows - 1) * columns)]
    return draw_graphs(
        lambda draws: (edges, draw_lengths(lengths, len(edges), draws)),
        kind="grid",
        stem=f"grid-{rows}x{columns}-{lengths}",
        count=count,
        seed=seed,
    )


def regular(
    vertices: int = 60, degree: int = 3, lengths: str = "ttr", count: int = 1, seed: int = 0
) -> list[TrailInstance]:
    """Random regular graphs, simple and connected, by the method of Steger and Wormald (1999).

    Args:
        vertices: number of vertices.
        degree: edges at every vertex, 2 or more and fewer than `vertices`; one of the two is even.
        lengths: one of `LENGTHS`.
        count: how many.
        seed: of the graphs and lengths.
    """
    degree = whole("degree", degree, 2)
    vertices = whole("vertices", vertices, degree + 1)
    check_lengths(lengths)
    if vertices * degree % 2:
        raise ValueError(f"vertices = {vertices} and degree = {degree}: one must be even")

    def draw(draws: Draws) -> tuple[Edges, list[int]]:
        edges = None
        while edges is None or not _is_connected(vertices, edges):
            edges = _pair_stubs(vertices, degree, draws)
        return edges, draw_lengths(lengths, len(edges), draws)

    stem = f"regular-{vertices}-{degree}-{lengths}"
    return draw_graphs(draw, kind="regular", stem=stem, count=count, seed=seed)


def eulerian_minus(
    vertices: int = 80,
    edges: int = 240,
    removed: int = 6,
    lengths: str = "ttr",
    count: int = 1,
    seed: int = 0,
) -> list[TrailInstance]:
    """Random connected multigraphs of even degrees, from which some edges are then taken away.

    One closed walk through all vertices and further cycles of two to eight edges through random
    vertices give all vertices an even degree. The edges taken away leave the graph connected.

    Args:
        vertices: number of vertices, 3 or more.
        edges: edges before any is taken away: as many as `vertices`, or at least two more.
        removed: edges to take away.
        lengths: one of `LENGTHS`.
        count: how many.
        seed: of the graphs and lengths.
    """
    vertices = whole("vertices", vertices, 3)
    edges = whole("edges", edges, vertices)
    removed = whole("removed", removed, 0, edges - vertices + 1)
    check_lengths(lengths)
    if edges == vertices + 1:
        raise ValueError(
            f"edges = {edges} cannot be had with {vertices} vertices;"
            f" allowed: {vertices}, or {vertices + 2} or more"
        )

    def draw(draws: Draws) -> tuple[Edges, list[int]]:
        rows = _even_graph(vertices, edges, draws)
        _remove_edges(vertices, rows, removed, draws)
        return rows, draw_lengths(lengths, len(rows), draws)

    stem = f"eulerian-{vertices}-{edges}-minus-{removed}-{lengths}"
    return draw_graphs(draw, kind="eulerian", stem=stem, count=count, seed=seed)


def loop_tree(
    loops: int = 16,
    size: int = 3,
    shape: str = "random",
    lengths: str = "ttr",
    count: int = 1,
    seed: int = 0,
) -> list[TrailInstance]:
    """Loops joined by bridges into a tree: a trail passes a bridge once, so most loops are lost.

    The bound by pairing odd vertices is far off on these, while a search from bridge to bridge is
    easy.

    Args:
        loops: how many loops.
        size: edges of every loop, 2 or more.
        shape: random: every loop hangs by a bridge on a random vertex of an earlier one; star: all
            hang on one vertex that is on no loop.
        lengths: one of `LENGTHS`.
        count: how many.
        seed: of the trees and lengths.
    """
    loops = whole("loops", loops, 1)
    size = whole("size", size, 2)
    one_of("shape", shape, _SHAPES)
    check_lengths(lengths)

    def draw(draws: Draws) -> tuple[Edges, list[int]]:
        edges: list[tuple[int, int]] = []
        vertices = 1 if shape == "star" else 0
        for _ in range(loops):
            if vertices:
                edges.append((0 if shape == "star" else draws.below(vertices), vertices))
            edges += [(vertices + i, vertices + (i + 1) % size) for i in range(size)]
            vertices += size
        return edges, draw_lengths(lengths, len(edges), draws)

    stem = f"loops-{shape}-{loops}-{size}-{lengths}"
    return draw_graphs(draw, kind="loops", stem=stem, count=count, seed=seed)


def geometric(
    vertices: int = 100,
    degree: float = 6.0,
    lengths: str = "ttr",
    count: int = 1,
    seed: int = 0,
) -> list[TrailInstance]:
    """Random points of a square, of which the closest pairs are joined, as on a road map.

    Args:
        vertices: number of points.
        degree: mean number of edges at a point: vertices * degree / 2 pairs are joined. The graph
            need not be connected.
        lengths: one of `LENGTHS`; they have nothing to do with the distances.
        count: how many.
        seed: of the points and lengths.
    """
    vertices = whole("vertices", vertices, 2)
    degree = real("degree", degree, 0, vertices - 1)
    check_lengths(lengths)
    side = 2**30  # whole coordinates, so that no rounding decides which pair is closer

    def draw(draws: Draws) -> tuple[Edges, list[int]]:
        points = [(draws.below(side), draws.below(side)) for _ in range(vertices)]
        pairs = [
            ((x - u) ** 2 + (y - v) ** 2, a, b)
            for b, (x, y) in enumerate(points)
            for a, (u, v) in enumerate(points[:b])
        ]
        edges = [(a, b) for _, a, b in sorted(pairs)[: round(vertices * degree / 2)]]
        return edges, draw_lengths(lengths, len(edges), draws)

    stem = f"geometric-{vertices}-{degree:g}-{lengths}"
    return draw_graphs(draw, kind="geometric", stem=stem, count=count, seed=seed)


# --- Parts ---------------------------------------------------------------------------------------


def _pair_stubs(vertices: int, degree: int, draws: Draws) -> list[tuple[int, int]] | None:
    """A simple regular graph, or None if the pairing came to a dead end.

    Every vertex has `degree` stubs. They are paired at random; pairs that would make a loop or a
    parallel edge go back into the pot for the next round.
    """
    edges: set[tuple[int, int]] = set()
    pot = [vertex for vertex in range(vertices) for _ in range(degree)]
    while pot:
        draws.shuffle(pot)
        left: list[int] = []
        for a, b in zip(pot[::2], pot[1::2], strict=True):
            pair = (min(a, b), max(a, b))
            if a == b or pair in edges:
                left += pair
            else:
                edges.add(pair)
        if len(left) == len(pot) and not _can_pair(set(left), edges):
            return None
        pot = left
    return sorted(edges)


def _can_pair(vertices: set[int], edges: set[tuple[int, int]]) -> bool:
    return any(a < b and (a, b) not in edges for a in vertices for b in vertices)


def _even_graph(vertices: int, count: int, draws: Draws) -> list[tuple[int, int]]:
    """A connected multigraph of even degrees with `count` edges, in random order."""
    order = list(range(vertices))
    draws.shuffle(order)
    edges = _cycle(order)
    while len(edges) < count:
        left = count - len(edges)
        size = left if left <= 3 else draws.between(3, min(8, left, vertices))
        if left - size == 1:
            size -= 1  # one edge alone is no cycle
        edges += _cycle(draws.sample(vertices, size))
    draws.shuffle(edges)
    return edges


def _cycle(order: list[int]) -> list[tuple[int, int]]:
    return list(zip(order, [*order[1:], order[0]], strict=True))


def _remove_edges(vertices: int, edges: list[tuple[int, int]], count: int, draws: Draws) -> None:
    """Takes away random edges, one by one, without which the graph is still connected."""
    while count:
        i = draws.below(len(edges))
        edge = edges.pop(i)
        if _is_connected(vertices, edges):
            count -= 1
        else:
            edges.insert(i, edge)


def _is_connected(vertices: int, edges: Edges) -> bool:
    parent = list(range(vertices))

    def root(vertex: int) -> int:
        while parent[vertex] != vertex:
            parent[vertex] = parent[parent[vertex]]
            vertex = parent[vertex]
        return vertex

    parts = vertices
    for a, b in edges:
        a, b = root(a), root(b)
        if a != b:
            parent[a] = b
            parts -= 1
    return parts == 1
