"""Instances in files: `read_instances` and `write_instances`.

| file     | holds                                                   | see                         |
|----------|---------------------------------------------------------|-----------------------------|
| `.jsonl` | any instances with all that is known about them         | `ttr_fast.trails.jsonl`     |
| `.csv`   | a list of edges, for spreadsheets and other programs    | `ttr_fast.trails.edge_list` |

Both are UTF-8, whatever the locale; a byte order mark and Windows line ends are understood. Graphs
of NetworkX are read and made by `from_networkx` and `to_networkx`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ttr_fast._whole_files import replacing
from ttr_fast.map import Map
from ttr_fast.trails._text import one_line
from ttr_fast.trails.edge_list import format_csv, parse_csv
from ttr_fast.trails.instances import InstanceError, TrailInstance
from ttr_fast.trails.jsonl import format_jsonl, parse_jsonl
from ttr_fast.trails.networkx_graphs import from_networkx, to_networkx

__all__ = [
    "SUFFIXES",
    "InstanceError",
    "format_csv",
    "format_jsonl",
    "from_networkx",
    "parse_csv",
    "parse_jsonl",
    "read_instances",
    "to_networkx",
    "write_instances",
]

SUFFIXES = (".jsonl", ".csv")
"""How the names of files of instances end."""


def read_instances(path: str | os.PathLike[str], maps: Iterable[Map] = ()) -> list[TrailInstance]:
    """The instances in a .jsonl or .csv file, in their order; none from an empty file.

    Args:
        path: the file.
        maps: maps, beside the built-in ones, that a .jsonl file may name.

    Raises:
        InstanceError: there is no such file, or it has a mistake; the message says where.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        raise InstanceError(f"{str(file)!r}: the name must end in {' or '.join(SUFFIXES)}")
    try:
        raw = file.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise InstanceError(f"{str(file)!r} cannot be read: {reason}") from error
    if suffix == ".csv":
        return parse_csv(raw, source=str(file), id=one_line(file.stem, "edges"))
    return parse_jsonl(raw, source=str(file), maps=maps)


def write_instances(instances: Iterable[TrailInstance], path: str | os.PathLike[str]) -> None:
    """Writes a .jsonl or .csv file: all of it or, if something is wrong, nothing.

    Of a file that it replaces the permissions stay, and links to it.

    Raises:
        ValueError: the name ends in something else, or the format cannot hold an instance.
        TypeError: something is no `TrailInstance`.
        OSError: the file cannot be written.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"{str(file)!r}: the name must end in {' or '.join(SUFFIXES)}")
    text = format_csv(instances) if suffix == ".csv" else format_jsonl(instances)
    with replacing(file) as out:
        out.write(text.encode())
