"""Values and numbers as messages name them."""

from __future__ import annotations

from itertools import islice

_LONGEST = 60  # characters of a value in a message
_DEEPEST = 3  # lists within lists; what is deeper is not worth the search


def show(value: object) -> str:
    """The repr of a value, kept short, and made in a moment however large or deep the value is."""
    text = _beginning(value, _DEEPEST)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def plural(number: int, what: str) -> str:
    """`1 route`, `2 routes`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _beginning(value: object, depth: int) -> str:
    """A text that is right as far as `show` uses it."""
    if type(value) in (str, bytes):
        return repr(value[:_LONGEST])  # type: ignore[index]
    if type(value) in (list, tuple, dict) and value:
        if depth == 0:
            return "..."
        if isinstance(value, dict):
            pairs = islice(value.items(), _LONGEST // 3)
            inside = (f"{_beginning(k, depth - 1)}: {_beginning(v, depth - 1)}" for k, v in pairs)
            return "{" + ", ".join(inside) + "}"
        assert isinstance(value, list | tuple)
        listed = ", ".join(_beginning(item, depth - 1) for item in value[:_LONGEST])
        if isinstance(value, list):
            return f"[{listed}]"
        return f"({listed},)" if len(value) == 1 else f"({listed})"
    try:
        return repr(value)
    except (ValueError, RecursionError):  # an int with too many digits, a tangle of objects
        return f"a huge {type(value).__name__}"
