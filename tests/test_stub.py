"""The stub of the compiled module spells out the options that the core has. (That it agrees with
the module in everything else is what mypy.stubtest says.)"""

from __future__ import annotations

import ast
from pathlib import Path

import ttr_fast as ttr

STUB = Path(ttr.__file__).parent / "_core.pyi"
OPTIONS = list(ttr.Rules.options())


def class_of(name: str) -> ast.ClassDef:
    nodes = ast.parse(STUB.read_text(encoding="utf-8")).body
    (found,) = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == name]
    return found


def words_of(alias: str) -> tuple[str, ...]:
    """The words of `alias: TypeAlias = Literal[...]`."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == alias:
            assert isinstance(node.value, ast.Subscript)
            return tuple(ast.literal_eval(node.value.slice))
    raise AssertionError(f"no alias {alias}")


def test_constructor_and_replace_name_every_option() -> None:
    (init,) = [
        node
        for node in class_of("Rules").body
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    assert [argument.arg for argument in init.args.kwonlyargs] == OPTIONS
    replace = [n for n in class_of("_Options").body if isinstance(n, ast.AnnAssign)]
    assert [ast.unparse(node.target) for node in replace] == OPTIONS
    # The same types in both.
    types = [ast.unparse(argument.annotation) for argument in init.args.kwonlyargs]  # type: ignore[arg-type]
    assert [ast.unparse(node.annotation) for node in replace] == types


def test_words_are_those_of_the_core() -> None:
    aliases = {
        "initial_tickets_return": "_TicketsReturn",
        "ticket_value": "_TicketValue",
        "payments": "_Payments",
        "tie_break": "_TieBreak",
    }
    for option, alias in aliases.items():
        assert words_of(alias) == ttr.Rules.options()[option]["allowed"]
    assert words_of("_Phase") == ttr.PHASES
