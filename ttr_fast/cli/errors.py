"""Mistakes of the user: one line on stderr and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["CliError", "user_mistakes"]


class CliError(Exception):
    """Ends the command with `ttr-fast: error: <message>` and an exit code."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def user_mistakes() -> Iterator[None]:
    """Around code that checks what the user gave: its errors are the user's, not ours."""
    try:
        yield
    except MemoryError as error:  # Python's own say nothing
        raise CliError(str(error) or "not enough memory") from error
    except (ValueError, TypeError, ModuleNotFoundError) as error:
        raise CliError(str(error)) from error
