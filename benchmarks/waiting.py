"""What a person sees who waits for a measurement."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ttr_fast._progress import progress_bar


@contextmanager
def progress(label: str, unit: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, else nothing. The function takes how many units are done."""
    if sys.stderr.isatty():
        with progress_bar(label, unit, total) as move:
            yield move
    else:
        yield lambda done: None
