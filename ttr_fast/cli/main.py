"""Reads the arguments of `ttr-fast`, runs the command, and turns its end into an exit code."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import ttr_fast
from ttr_fast.cli.errors import CliError

__all__ = ["main"]

_DESCRIPTION = "A fast and exact simulator of the board game Ticket to Ride."


class _Parser(argparse.ArgumentParser):
    """Keeps line breaks of texts, wants options in full, and reports errors in one line."""

    def __init__(self, **options: Any) -> None:
        options = {"formatter_class": argparse.RawDescriptionHelpFormatter} | options
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise CliError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `ttr-fast` with these arguments, or with those of the process; returns the exit code.

    0: done; 1: the results could not be written, or they are wrong; 2: a mistake in the arguments;
    130: Ctrl-C.
    """
    try:
        _open_closed_streams()
        _tolerate_any_encoding()
        arguments = _parser().parse_args(argv)
        arguments.run(arguments)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse, after --help and --version
        return stop.code if isinstance(stop.code, int) else 0
    except CliError as error:
        print(f"ttr-fast: error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("ttr-fast: stopped by Ctrl-C", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has had enough
        _abandon_stdout()
    except OSError as error:
        print(f"ttr-fast: error: cannot write the results: {error}", file=sys.stderr)
        _abandon_stdout()
        return 1
    return 0


def _abandon_stdout() -> None:
    """Python flushes stdout once more at its end; that must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    # Here, so that Ctrl-C is caught.
    from ttr_fast.cli import bench, maps, perft, playouts, record, replay, rules, trails

    parser = _Parser(prog="ttr-fast", description=_DESCRIPTION)
    version = f"ttr-fast {ttr_fast.__version__}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, dest="command"
    )
    for command in (playouts, record, replay, perft, bench, maps, rules, trails):
        command.add_command(commands)
    return parser


def _open_closed_streams() -> None:
    """A stream closed by `>&-` or `2>&-` is None for Python; what is printed there is lost."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _tolerate_any_encoding() -> None:
    """A city's name must not end the program because the terminal cannot show it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
