"""Instances as JSON lines: one JSON object a line, blank lines apart.

    {"id": "square", "kind": "example", "edges": [[0, 1, 2], [1, 2, 5], [2, 3, 1], [3, 0, 4]]}
    {"id": "network", "map": "usa", "tracks": [25, 27, 80], "longest": 8, "trail": [0, 2]}

| key       | value                                                                             |
|-----------|-----------------------------------------------------------------------------------|
| `id`      | text; if left out, the name of the file and the number of the line                |
| `kind`    | text; `file` if left out                                                          |
| `edges`   | list of `[a, b, length]`, or of `[a, b]` with length 1: all integers              |
| `map`     | name of a map: a built-in one or one passed to the reader                         |
| `tracks`  | numbers of routes of `map`, each an edge; with `edges`, the two must agree        |
| `longest` | the optimum, if known                                                             |
| `trail`   | a trail of that length: positions in the list of edges, in walking order          |
| `names`   | list of names of the vertices 0, 1, ...                                           |

There must be `edges` or `tracks`; null is as good as leaving a key out, and other keys are ignored.
With `edges` the map need not be known; it is then only a name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from ttr_fast.map import Map, builtin_names
from ttr_fast.trails._text import check_instance, decode, one_line
from ttr_fast.trails.instances import Board, InstanceError, TrailInstance

__all__ = ["format_jsonl", "parse_jsonl"]

_INT64: Final = range(-(2**63), 2**63)


def parse_jsonl(
    data: bytes | str, source: str = "<jsonl>", maps: Iterable[Map] = ()
) -> list[TrailInstance]:
    """The instances in the text of a JSON lines file.

    Args:
        data: the text, or its bytes in UTF-8.
        source: what to call it in messages and in the ids of instances that have none.
        maps: maps, beside the built-in ones, that the lines may name.

    Raises:
        InstanceError: a line is wrong; the message begins with `source:line:`.
        TypeError: an argument is not as above.
    """
    boards = _Boards(maps)
    instances = []
    stem = one_line(Path(source).stem, "line")
    # Not splitlines(): a JSON string may hold what Unicode calls a line end.
    for number, line in enumerate(decode(data, source).split("\n"), 1):
        if not line.strip():
            continue
        try:
            instances.append(_instance(_parse(line), f"{stem}-{number}", boards))
        except (ValueError, TypeError) as error:
            raise InstanceError(f"{source}:{number}: {error}") from error
    return instances


def format_jsonl(instances: Iterable[TrailInstance]) -> str:
    """The text of a JSON lines file, which `parse_jsonl` reads back as equal instances.

    Every line holds the edges, so that it can be read where its map is not known.
    """
    boards = _Boards()
    lines = []
    for instance in instances:
        fields = _fields(check_instance(instance), boards)
        lines.append(json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines)


class _Boards:
    """The maps that may be named, built when they are."""

    def __init__(self, maps: Iterable[Map] = ()) -> None:
        self._maps: dict[str, Map] = {}
        for map in maps:
            if not isinstance(map, Map):
                raise TypeError(f"maps must be of the class Map, not {map!r}")
            self._maps[map.name] = map
        self._boards: dict[str, Board] = {}

    def get(self, name: str) -> Board | None:
        if name not in self._boards:
            if name in self._maps:
                self._boards[name] = Board(self._maps[name])
            elif name in builtin_names():
                self._boards[name] = Board(Map.builtin(name))
        return self._boards.get(name)

    def names(self) -> str:
        return ", ".join(sorted({*self._maps, *builtin_names()}))


# --- Reading -------------------------------------------------------------------------------------


def _parse(line: str) -> Mapping[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) < len(pairs):  # json would keep the last of equal keys without a word
            raise ValueError("a key is given twice in one object")
        return table

    def not_a_number(text: str) -> NoReturn:
        raise ValueError(f"{text} is no JSON number")

    try:
        data = json.loads(line, object_pairs_hook=unique, parse_constant=not_a_number)
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON: {error.msg} (column {error.colno})") from error
    except RecursionError as error:
        raise ValueError("brackets are nested too deep") from error
    if not isinstance(data, dict):
        raise TypeError(f"expected a JSON object, got {_short(data)}")
    return {key: value for key, value in data.items() if value is not None}


def _instance(data: Mapping[str, Any], default_id: str, boards: _Boards) -> TrailInstance:
    map_name = _text(data, "map", None)
    board = None if map_name is None else boards.get(map_name)
    routes = _integers(data, "tracks")
    if routes is not None and map_name is None:
        raise ValueError("tracks are numbers of a map's routes, but there is no key 'map'")
    if "edges" in data:
        edges, lengths = _edges(data["edges"])
        if routes is not None and board is not None:
            _check_agreement(routes, edges, lengths, board)
    elif routes is None:
        raise ValueError("there is neither a key 'edges' nor a key 'tracks'")
    elif board is None:
        raise ValueError(
            f"unknown map {map_name!r}; known are: {boards.names()}; a map of your own is given to"
            " the reader as maps=[...], to a command as --map PATH"
        )
    else:
        edges, lengths = _cut(board, routes)
    return TrailInstance(
        id=_text(data, "id", default_id) or "",
        kind=_text(data, "kind", "file") or "",
        edges=np.array(edges, np.int64).reshape(-1, 2),
        lengths=np.array(lengths, np.int64),
        map=map_name,
        routes=routes,
        longest=data.get("longest"),
        trail=_integers(data, "trail"),
        names=_names(data, routes, board),
    )


def _edges(entries: object) -> tuple[list[list[int]], list[int]]:
    if not isinstance(entries, list):
        raise TypeError(f"edges must be a list, not {_short(entries)}")
    ends, lengths = [], []
    for i, entry in enumerate(entries):
        if not (
            isinstance(entry, list)
            and len(entry) in (2, 3)
            and all(type(number) is int and number in _INT64 for number in entry)
        ):
            raise TypeError(
                f"edges[{i}] must be [a, b, length] or [a, b], integers of at most 64 bits,"
                f" not {_short(entry)}"
            )
        ends.append(entry[:2])
        lengths.append(entry[2] if len(entry) == 3 else 1)
    return ends, lengths


def _cut(board: Board, routes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """The edges of these routes of a map."""
    last = len(board.lengths) - 1
    for route in routes:
        if not 0 <= route <= last:
            raise ValueError(f"tracks: map {board.map.name!r} has routes 0..{last}, no {route}")
    chosen = np.array(routes, np.intp)
    return board.ends[chosen].tolist(), board.lengths[chosen].tolist()


def _check_agreement(
    routes: Sequence[int], edges: list[list[int]], lengths: list[int], board: Board
) -> None:
    ends, trains = _cut(board, routes)
    if len(edges) != len(routes):
        raise ValueError(f"there are {len(edges)} edges, but {len(routes)} tracks")
    for i, route in enumerate(routes):
        if sorted(edges[i]) != sorted(ends[i]) or lengths[i] != trains[i]:
            raise ValueError(
                f"edges[{i}] = {[*edges[i], lengths[i]]}, but route {route} of the map"
                f" {board.map.name!r} is {[*ends[i], trains[i]]}"
            )


def _integers(data: Mapping[str, Any], key: str) -> tuple[int, ...] | None:
    values = data.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise TypeError(f"{key} must be a list of integers, not {_short(values)}")
    return tuple(values)


def _names(
    data: Mapping[str, Any], routes: Sequence[int] | None, board: Board | None
) -> tuple[str, ...] | None:
    """Names that are given, or else the cities of the map."""
    names = data.get("names")
    if names is None:
        return None if routes is None or board is None else board.names
    if not isinstance(names, list):
        raise TypeError(f"names must be a list of texts, not {_short(names)}")
    return tuple(names)


def _text(data: Mapping[str, Any], key: str, default: str | None) -> str | None:
    value = data.get(key, default)
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{key} must be text, not {_short(value)}")
    return value


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- Writing -------------------------------------------------------------------------------------


def _fields(instance: TrailInstance, boards: _Boards) -> dict[str, Any]:
    rows = zip(instance.edges.tolist(), instance.lengths.tolist(), strict=True)
    fields: dict[str, Any] = {"id": instance.id, "kind": instance.kind}
    if instance.map is not None:
        fields["map"] = instance.map
    if instance.routes is not None:
        fields["tracks"] = list(instance.routes)
    fields["edges"] = [[*ends, length] for ends, length in rows]
    if instance.longest is not None:
        fields["longest"] = instance.longest
    if instance.trail is not None:
        fields["trail"] = list(instance.trail)
    if instance.names != _names_read(instance, boards):
        fields["names"] = list(instance.names or ())
    return fields


def _names_read(instance: TrailInstance, boards: _Boards) -> tuple[str, ...] | None:
    """The names that a reader gives the vertices of its own accord."""
    if instance.map is None or instance.routes is None:
        return None
    board = boards.get(instance.map)
    return None if board is None else board.names
