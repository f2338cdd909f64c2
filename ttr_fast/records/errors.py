"""What is wrong with a text, and where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["RecordError", "blamed"]


class RecordError(ValueError):
    """A text is no record of a game, or of a game that goes otherwise here.

    Attributes:
        problem: what is wrong: what is there, and what is allowed.
        line: number of the line, from 1.
        column: number of the character in it, from 1; None if it is about the whole line.
        source: the file; "" if the text came from elsewhere.
    """

    __module__ = "ttr_fast"

    def __init__(
        self, problem: str, line: int, column: int | None = None, source: str = ""
    ) -> None:
        super().__init__(problem, line, column, source)
        self.problem = problem
        self.line = line
        self.column = column
        self.source = source

    def __str__(self) -> str:
        where = f"line {self.line}" + ("" if self.column is None else f", column {self.column}")
        return ": ".join(part for part in (self.source, where, self.problem) if part)


@contextmanager
def blamed(line: int, column: int | None = None) -> Iterator[None]:
    """What others find wrong in the block is the fault of this place."""
    try:
        yield
    except RecordError:
        raise
    except (ValueError, TypeError) as error:
        raise RecordError(str(error), line, column) from error
