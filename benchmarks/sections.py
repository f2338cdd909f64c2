"""Sections of the page of results that a command of their own writes."""

from __future__ import annotations

import re
from typing import Final

BACKENDS: Final = "From Python: a backend for bots"
"""Written by `python -m benchmarks.backends`."""


def find_section(page: str, heading: str) -> str | None:
    """The text of a section, without its heading; None if there is none."""
    found = _pattern(heading).search(page)
    return found[1].strip("\n") if found else None


def put_section(page: str, heading: str, text: str) -> str:
    """The page with this section, in the place of the old one or at the end."""
    section = f"## {heading}\n\n{text}\n"
    found = _pattern(heading).search(page)
    if found is None:
        return f"{page.rstrip()}\n\n{section}"
    after = page[found.end() :]
    return page[: found.start()] + section + (f"\n{after}" if after else "")


def _pattern(heading: str) -> re.Pattern[str]:
    """A heading and all up to the next one of its level, or the end."""
    return re.compile(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
