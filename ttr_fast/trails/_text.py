"""What the readers and writers of instances share: texts, and mistakes with their place."""

from __future__ import annotations

import re
from typing import Final

from ttr_fast.trails.instances import InstanceError, TrailInstance

__all__ = ["check_instance", "decode", "one_line", "parse_int64"]

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,19}")
_MIN: Final = -(2**63)
_MAX: Final = 2**63 - 1


def decode(data: bytes | str, source: str) -> str:
    """The text of a file, without the byte order mark that some editors write."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if not isinstance(data, bytes):
        raise TypeError(f"data must be text or bytes, not {data!r}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        message = f"{source}:{line}: not UTF-8 (byte 0x{byte:02x}); save it as UTF-8"
        raise InstanceError(message) from error


def parse_int64(text: str) -> int | None:
    """An integer of 64 bits written in ASCII digits; None for any other text."""
    if _INTEGER.fullmatch(text) is None:
        return None
    number = int(text)
    return number if _MIN <= number <= _MAX else None


def one_line(text: str, default: str) -> str:
    """The text as an id can be: blanks for what cannot be printed, none at its ends."""
    clean = "".join(char if char.isprintable() else " " for char in text)
    return clean.strip() or default


def check_instance(value: object) -> TrailInstance:
    """`value` if it is an instance; else a TypeError."""
    if isinstance(value, TrailInstance):
        return value
    raise TypeError(f"instances must be of the class TrailInstance, not {value!r}")
