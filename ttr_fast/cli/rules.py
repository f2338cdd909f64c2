"""`ttr-fast rules`: the options of the rules, and what each edition sets them to."""

from __future__ import annotations

import argparse
from typing import Any

from ttr_fast._core import Rules
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json

__all__ = ["add_command"]

_DESCRIPTION = """\
Lists every option of the rules: its value in the edition usa, and in others where they differ; what
it means; what is allowed.
Statements R.. and Q.. are those of docs/rules.md. '--rule OPTION=VALUE' of other commands and
Rules.replace() of the Python package change an option."""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "rules", help="list the options of the rules", description=_DESCRIPTION
    )
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    presets = {name: Rules.preset(name).to_dict() for name in Rules.presets()}
    described = Rules.options()
    if arguments.json:
        listed = {
            name: {**option, "allowed": list(option["allowed"])}
            for name, option in described.items()
        }
        print_json({"command": "rules", "presets": presets, "options": listed})
        return
    for name, option in described.items():
        first, *others = ((preset, _text(values[name])) for preset, values in presets.items())
        differing = [f"{preset}: {value}" for preset, value in others if value != first[1]]
        note = f"  ({', '.join(differing)})" if differing else ""
        print(f"{name} = {first[1]}{note}")
        print(f"    {option['doc']}")
        print(f"    allowed: {_allowed(option['default'], option['allowed'])}")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value)


def _allowed(default: object, allowed: tuple[Any, ...]) -> str:
    if isinstance(default, bool):
        return ", ".join(options.SWITCHES)
    if all(isinstance(value, int) for value in allowed):
        low, high = allowed
        return f"each {low}..{high}" if isinstance(default, list) else f"{low}..{high}"
    words = ", ".join(allowed)
    return f"some of {words}, in any order, or none" if isinstance(default, list) else words
