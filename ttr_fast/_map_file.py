"""Reading map files: bytes to text, text to plain data, plain data to checked fields of a `Map`.

Private: `Map.load` and `Map.builtin` are the ways in.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, Final

from ttr_fast._map_check import check_map
from ttr_fast._map_entries import MapError
from ttr_fast._words import show


def _decode(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MapError(
            [f"{source}: line {line}: not UTF-8 (byte 0x{raw[error.start]:02x}); save it as UTF-8"]
        ) from error


def _parse_toml(text: str, source: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapError([f"{source}: not valid TOML: {_where(str(error), text)}"]) from error
    except (ValueError, RecursionError) as error:
        raise MapError([f"{source}: not usable TOML: {error}"]) from error


def _where(message: str, text: str) -> str:
    """The message of tomllib, which names a place only, with the line that stands there."""
    lines = text.split("\n")
    if (place := re.search(r"at line (\d+)", message)) is not None:
        hint = "; is a comma missing before it?" if "Unclosed" in message else ""
        return f"{message}, {show(lines[int(place[1]) - 1].strip())}{hint}"
    last = max(1, len(text.splitlines()))
    return message.replace("at end of document", f"at line {last}, end of document")


def _parse_json(text: str, source: str) -> Any:
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)  # json would keep the last of equal keys without a word
        if len(table) < len(pairs):
            where = show(table)
            for key, count in Counter(key for key, _ in pairs).items():
                if count > 1:
                    repeated.append(f"{source}: key {show(key)} is given twice in {where}")
        return table

    try:
        data = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MapError([f"{source}: not valid JSON: {error.msg} (at {where})"]) from error
    except (ValueError, RecursionError) as error:
        raise MapError([f"{source}: not usable JSON: {error}"]) from error
    if repeated:
        raise MapError(repeated)
    return data


_PARSERS: Final[dict[str, Callable[[str, str], Any]]] = {
    ".toml": _parse_toml,
    ".json": _parse_json,
}


def read_map(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The fields of a `Map` from a .toml or .json file; see `Map.load`."""
    file = Path(path)
    source = str(file)
    parse = _PARSERS.get(file.suffix.lower())
    wrong_ending = "expected a file that ends in .toml or .json"
    try:
        mode = file.stat().st_mode
        # Reading a pipe or a device might never end.
        raw = file.read_bytes() if parse is not None and stat.S_ISREG(mode) else b""
    except FileNotFoundError as error:
        missing = "no such file; expected a .toml or .json file"
        raise MapError([f"{source}: {missing if parse is not None else wrong_ending}"]) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        raise MapError([f"{source}: cannot be read: {reason}"]) from error
    if stat.S_ISDIR(mode):
        raise MapError([f"{source}: is a directory; expected a .toml or .json file"])
    if parse is None:
        raise MapError([f"{source}: {wrong_ending}"])
    if not stat.S_ISREG(mode):
        raise MapError([f"{source}: is no regular file; expected a .toml or .json file"])
    return check_map(parse(_decode(raw, source), source), source)


def read_builtin(name: str) -> dict[str, Any]:
    """The fields of a `Map` from a file that comes with the package."""
    source = f"{name}.toml"
    raw = (resources.files("ttr_fast") / "maps" / source).read_bytes()
    return check_map(_parse_toml(_decode(raw, source), source), source)
