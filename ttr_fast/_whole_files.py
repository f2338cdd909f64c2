"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["replacing", "scratch"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file that takes the place of `path` when the block ends, unless by an exception.

    Where `path` is a link, what it points to is replaced, so that the link survives.
    """
    target = Path(os.path.realpath(path))
    with scratch(target) as file:
        yield file
        file.close()
        os.replace(file.name, target)


@contextmanager
def scratch(path: Path) -> Iterator[IO[bytes]]:
    """A new file beside `path`, deleted at the end unless it has been renamed.

    It has the permissions of the file that it is to replace.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("xb") as file:
            if path.exists():
                shutil.copymode(path, beside)
            yield file
    finally:
        beside.unlink(missing_ok=True)
