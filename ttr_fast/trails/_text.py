"""What the readers of instance files share: bytes to text, and mistakes with their place."""

from __future__ import annotations

import re
from typing import Final

from ttr_fast.trails.instances import InstanceError

__all__ = ["decode", "parse_int64"]

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,19}")
_MIN: Final = -(2**63)
_MAX: Final = 2**63 - 1


def decode(data: bytes | str, source: str) -> str:
    """The text of a file, without the byte order mark that some editors write."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
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
