"""Instances as lists of edges: a CSV file with one row an edge, under a row of heads.

    a,b,length
    Dallas,Houston,1
    Dallas,Little Rock,2

| head     | value                                                                              |
|----------|------------------------------------------------------------------------------------|
| `a`, `b` | the two vertices: integers or, if any of an instance is something else, names      |
| `length` | an integer >= 1; 1 everywhere if there is no such column                           |
| `id`     | the instance that the edge belongs to; without it the whole file is one            |

Heads may stand in any order, and so may rows: all of one id are one instance. Named vertices are
numbered 0, 1, ... as they come. The format holds nothing but edges: what is known about an optimum
needs JSON lines.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from ttr_fast.trails._text import check_instance, decode, parse_int64
from ttr_fast.trails.instances import InstanceError, TrailInstance

__all__ = ["format_csv", "parse_csv"]

_HEADS: Final = ("id", "a", "b", "length")


class _Edge(NamedTuple):
    line: int
    instance: str
    a: str
    b: str
    length: int


def parse_csv(
    data: bytes | str, source: str = "<csv>", id: str = "edges", kind: str = "file"
) -> list[TrailInstance]:
    """The instances in the text of a CSV file, in the order in which they begin.

    Args:
        data: the text, or its bytes in UTF-8.
        source: what to call it in messages.
        id: the id of the only instance, if there is no column of ids.
        kind: the kind of all.

    Raises:
        InstanceError: a row is wrong; the message begins with `source:line:`.
    """
    edges: dict[str, list[_Edge]] = {}
    for edge in _read_edges(decode(data, source), source, id):
        edges.setdefault(edge.instance, []).append(edge)
    return [_instance(members, kind, source) for members in edges.values()]


def format_csv(instances: Iterable[TrailInstance]) -> str:
    """The text of a CSV file; without a column of ids if there is only one instance.

    Raises:
        ValueError: what would be read is another graph: an instance has no edges, so that no row
            could tell of it; two have the same id; or names are numbers, two of which are equal.
        TypeError: something is no `TrailInstance`.
    """
    members = [check_instance(instance) for instance in instances]
    for id, count in Counter(instance.id for instance in members).items():
        if count > 1:
            raise ValueError(
                f"{count} instances have the id {id!r}: a CSV file would join them to one;"
                " give each an id of its own, or write .jsonl"
            )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    many = len(members) > 1
    writer.writerow(_HEADS if many else _HEADS[1:])
    for instance in members:
        if instance.num_edges == 0:
            raise ValueError(f"instance {instance.id!r} has no edges: a CSV file cannot hold it")
        _check_names(instance)
        for (a, b), length in zip(instance.edges.tolist(), instance.lengths.tolist(), strict=True):
            cells = [instance.name_of(a), instance.name_of(b), str(length)]
            writer.writerow([instance.id, *cells] if many else cells)
    return text.getvalue()


def _check_names(instance: TrailInstance) -> None:
    """Refuses names such as "7" and "07": where all are numbers, they are read as numbers."""
    if instance.names is None:
        return
    first: dict[int, str] = {}
    twins: tuple[str, str] | None = None
    for vertex in instance.graph.vertices.tolist():
        name = instance.names[vertex]
        number = parse_int64(name)
        if number is None:
            return
        if number in first:
            twins = twins or (first[number], name)
        first.setdefault(number, name)
    if twins is not None:
        raise ValueError(
            f"instance {instance.id!r}: all its names are numbers, and {twins[0]!r} and"
            f" {twins[1]!r} are the same one: a CSV file would join them; write .jsonl"
        )


def _read_edges(text: str, source: str, id: str) -> Iterator[_Edge]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    heads: list[str] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if heads:
                yield _edge(cells, heads, id, reader.line_num)
            else:
                heads = cells
                _check_heads(heads)
    except (csv.Error, ValueError) as error:
        raise InstanceError(f"{source}:{reader.line_num}: {error}") from error


def _check_heads(heads: Sequence[str]) -> None:
    if not {"a", "b"} <= set(heads) <= set(_HEADS) or len(set(heads)) < len(heads):
        raise ValueError(
            "the first row must name the columns: a, b and, if wanted, length and id;"
            f" not {', '.join(heads)!r}"
        )


def _edge(cells: Sequence[str], heads: Sequence[str], id: str, line: int) -> _Edge:
    if len(cells) != len(heads):
        raise ValueError(f"expected {len(heads)} columns, got {len(cells)}")
    fields = {"id": id, "length": "1"} | dict(zip(heads, cells, strict=True))
    for head, cell in fields.items():
        if not cell:
            raise ValueError(f"{head} is empty")
    a, b = fields["a"], fields["b"]
    if a == b:
        raise ValueError(f"an edge from a vertex to itself is not allowed: {a!r}")
    length = parse_int64(fields["length"])
    if length is None or length < 1:
        raise ValueError(f"length must be an integer, 1 or more, not {fields['length']!r}")
    return _Edge(line, fields["id"], a, b, length)


def _instance(edges: Sequence[_Edge], kind: str, source: str) -> TrailInstance:
    numbers = {text: parse_int64(text) for edge in edges for text in (edge.a, edge.b)}
    if None in numbers.values():
        numbers = {text: i for i, text in enumerate(numbers)}
        names: tuple[str, ...] | None = tuple(numbers)
    else:
        names = None
    try:
        return TrailInstance(
            edges[0].instance,
            kind,
            np.array([(numbers[edge.a], numbers[edge.b]) for edge in edges], np.int64),
            np.array([edge.length for edge in edges], np.int64),
            names=names,
        )
    except ValueError as error:
        raise InstanceError(f"{source}:{edges[-1].line}: {error}") from error
