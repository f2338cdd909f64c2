"""The committed figures of the guard: a TOML file that people read and programs write.

Each case has its unit and all figures that ever held, oldest first, a line each with the reason; a
figure holds for one build, and of several for the same build the last one counts.
"""

from __future__ import annotations

import datetime
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ttr_fast._whole_files import replacing

_HEAD = """\
# Instructions per unit of work, as callgrind counts them. Written by
#
#     python -m benchmarks.guard --accept CASE --reason "why it changed"
#
# A figure holds for its build (compiler, flags, instruction set of the playouts) until a later line
# of the same build takes its place.
"""


class FiguresError(Exception):
    """The file of figures cannot be read or makes no sense; names the place."""


@dataclass(frozen=True)
class Figure:
    instructions: float
    date: datetime.date
    build: str
    reason: str

    def line(self) -> str:
        """As it stands in the file. `json` escapes as TOML does, if all is printable."""
        build, reason = (json.dumps(text, ensure_ascii=False) for text in (self.build, self.reason))
        return (
            f"  {{ instructions = {self.instructions:.1f}, date = {self.date.isoformat()},"
            f" build = {build}, reason = {reason} }},\n"
        )


@dataclass
class History:
    unit: str
    figures: list[Figure] = field(default_factory=list)

    def current(self, build: str) -> Figure | None:
        """The figure that holds for a build."""
        return next((f for f in reversed(self.figures) if f.build == build), None)


def load(path: Path) -> dict[str, History]:
    """The histories of all cases, by name; none if there is no file. Raises `FiguresError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise FiguresError(f"{path.name}: cannot be read: {error}") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FiguresError(f"{path.name}: not TOML: {error}") from error
    return {name: _history(f"{path.name}: [{name}]", table) for name, table in data.items()}


def save(path: Path, histories: Mapping[str, History]) -> None:
    """Writes all of them, in the order of their names, or nothing."""
    parts = [_HEAD]
    for name, history in sorted(histories.items()):
        lines = "".join(figure.line() for figure in history.figures)
        parts.append(f"\n[{name}]\nunit = {json.dumps(history.unit)}\nfigures = [\n{lines}]\n")
    with replacing(path) as file:
        file.write("".join(parts).encode())


def check_reason(reason: str) -> str:
    """Raises `ValueError` unless it is one line of text that says something."""
    if not reason.strip():
        raise ValueError("the reason is empty; say why the figure changed")
    if not reason.isprintable():
        raise ValueError("the reason must be one line of printable text")
    return reason.strip()


def _history(place: str, table: Any) -> History:
    if not isinstance(table, dict) or set(table) != {"unit", "figures"}:
        raise FiguresError(f"{place}: needs the keys unit and figures, and no others")
    unit, figures = table["unit"], table["figures"]
    if not isinstance(unit, str) or not isinstance(figures, list):
        raise FiguresError(f"{place}: unit must be a text and figures a list")
    return History(
        unit, [_figure(f"{place}, figure {i}", entry) for i, entry in enumerate(figures, start=1)]
    )


def _figure(place: str, entry: Any) -> Figure:
    kinds = {"instructions": (int, float), "date": datetime.date, "build": str, "reason": str}
    if not isinstance(entry, dict) or set(entry) != set(kinds):
        raise FiguresError(f"{place}: needs the keys {', '.join(kinds)}, and no others")
    for key, kind in kinds.items():
        if not isinstance(entry[key], kind) or isinstance(entry[key], bool):  # type: ignore[arg-type]
            raise FiguresError(f"{place}: {key} = {entry[key]!r} is of the wrong type")
    if not (math.isfinite(entry["instructions"]) and entry["instructions"] > 0):
        raise FiguresError(f"{place}: instructions = {entry['instructions']} must be positive")
    if not entry["reason"].strip():
        raise FiguresError(f"{place}: the reason is empty")
    return Figure(**entry)
