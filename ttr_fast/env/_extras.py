"""What importing a module says when the package that it adapts to is not installed."""

from __future__ import annotations


def missing(extra: str, error: ImportError) -> ImportError:
    """The error to raise for the one that importing the package of an extra has raised."""
    return ImportError(
        f"ttr_fast.env.{extra} needs a package that is not here ({error});"
        f" install it with: pip install 'ttr-fast[{extra}]'",
        name=error.name,
    )
