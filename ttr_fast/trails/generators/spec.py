"""Instances in one line of text: `grid:rows=8,columns=14,count=5`, or the name of a file."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ttr_fast._map_entries import did_you_mean
from ttr_fast.map import Map
from ttr_fast.trails.files import SUFFIXES, read_instances
from ttr_fast.trails.generators.boards import board_parts, whole_board
from ttr_fast.trails.generators.cubic import cubic
from ttr_fast.trails.generators.distinct import check_seed
from ttr_fast.trails.generators.games import end_of_game
from ttr_fast.trails.generators.graphs import eulerian_minus, geometric, grid, loop_tree, regular
from ttr_fast.trails.generators.hard import hard_networks
from ttr_fast.trails.instances import TrailInstance

__all__ = ["GENERATORS", "Generator", "parse_spec"]


@dataclass(frozen=True)
class Generator:
    """An entry of `GENERATORS`."""

    name: str
    make: Callable[..., list[TrailInstance]]
    """The function; its docstring explains the parameters."""

    @property
    def summary(self) -> str:
        """One line that says what it makes."""
        return (inspect.getdoc(self.make) or "").partition("\n")[0]

    @property
    def defaults(self) -> Mapping[str, Any]:
        """The parameters with their default values; what is written in a spec has their type."""
        parameters = inspect.signature(self.make).parameters.values()
        return MappingProxyType({p.name: p.default for p in parameters})


_FUNCTIONS: Final[dict[str, Callable[..., list[TrailInstance]]]] = {
    "games": end_of_game,
    "parts": board_parts,
    "board": whole_board,
    "hard": hard_networks,
    "grid": grid,
    "regular": regular,
    "eulerian": eulerian_minus,
    "loops": loop_tree,
    "cubic": cubic,
    "geometric": geometric,
}
GENERATORS: Final[Mapping[str, Generator]] = MappingProxyType(
    {name: Generator(name, make) for name, make in _FUNCTIONS.items()}
)
"""All generators by the name that a spec begins with."""

_BOOLS: Final = {"true": True, "yes": True, "false": False, "no": False}
_WHOLE: Final = re.compile(r"-?[0-9]{1,20}")


def parse_spec(text: str, seed: int = 0, maps: Iterable[Map] = ()) -> list[TrailInstance]:
    """The instances that a text describes: `NAME`, `NAME:KEY=VALUE,KEY=VALUE...`, or a file.

    A text that ends in .jsonl or .csv is the path of a file. Anything else begins with a name of
    `GENERATORS`; the keys are the parameters of that generator. In `games` several policies, one
    for each seat, are joined by `+`: `games:policy=ticket+greedy`.

    >>> [instance.id for instance in parse_spec("grid:rows=2,columns=3,lengths=uniform9,count=2")]
    ['grid-2x3-uniform9-s0-000', 'grid-2x3-uniform9-s0-001']

    Args:
        text: the spec.
        seed: of a generator that takes one, unless the text has the key `seed`.
        maps: maps, beside the built-in ones, that a .jsonl file may name.

    Raises:
        InstanceError: the file cannot be read or has a mistake.
        ValueError, TypeError: the text is wrong; the message says what is allowed.
    """
    if not isinstance(text, str):
        raise TypeError(f"a spec of instances is text, not {text!r}")
    check_seed(seed)
    if text.lower().endswith(SUFFIXES):
        return read_instances(text, maps)
    name, _, rest = text.partition(":")
    if name not in GENERATORS:
        raise ValueError(
            f"instances {text!r}: no generator {name!r}{did_you_mean(name, GENERATORS)}; there are"
            f" {', '.join(GENERATORS)}, and files whose names end in {' or '.join(SUFFIXES)}"
        )
    generator = GENERATORS[name]
    try:
        arguments = _arguments(rest, generator)
        if "seed" in generator.defaults:
            arguments = {"seed": seed} | arguments
        return generator.make(**arguments)
    except (ValueError, TypeError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"instances {text!r}: {error}") from error


def _arguments(text: str, generator: Generator) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals:
            raise ValueError(f"parameters are written KEY=VALUE, not {part!r}")
        if key not in generator.defaults:
            raise ValueError(
                f"{generator.name!r} has no parameter {key!r}"
                f"{did_you_mean(key, generator.defaults)}; there are"
                f" {', '.join(generator.defaults)}"
            )
        if key in arguments:
            raise ValueError(f"{key} is given twice")
        arguments[key] = _value(key, value.strip(), generator.defaults[key])
    return arguments


def _value(key: str, text: str, default: Any) -> Any:
    """The text as a value of the type of the default."""
    if isinstance(default, bool):
        if text.lower() not in _BOOLS:
            raise ValueError(f"{key} must be true or false, not {text!r}")
        return _BOOLS[text.lower()]
    if isinstance(default, int):
        if _WHOLE.fullmatch(text) is None:
            raise ValueError(f"{key} must be a whole number, not {text!r}")
        return int(text)
    if isinstance(default, float):
        try:
            return float(text)
        except ValueError:
            raise ValueError(f"{key} must be a number, not {text!r}") from None
    return text.split("+") if key == "policy" and "+" in text else text
