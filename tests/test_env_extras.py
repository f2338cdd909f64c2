"""Environments without the packages that they are for."""

from __future__ import annotations

import pytest
from builders import run_python

HIDE = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
"""


@pytest.mark.parametrize("extra", ["gymnasium", "pettingzoo", "openspiel"])
def test_a_missing_package_is_named_with_the_extra_that_has_it(extra: str) -> None:
    module = {"openspiel": "pyspiel", "pettingzoo": "gymnasium"}.get(extra, extra)
    assert run_python(
        HIDE
        + f"""
try:
    import ttr_fast.env.{extra}
except ImportError as error:
    assert error.name == {module!r}, error.name
    print(error)
"""
    ) == (
        f"ttr_fast.env.{extra} needs a package that is not here (No module named '{module}');"
        f" install it with: pip install 'ttr-fast[{extra}]'\n"
    )


def test_importing_ttr_fast_imports_none_of_them() -> None:
    found = run_python(
        """
import sys
import ttr_fast, ttr_fast.env
print({"gymnasium", "pettingzoo", "pyspiel", "open_spiel"} & set(sys.modules))
"""
    )
    assert found == "set()\n"


def test_a_game_says_what_its_type_needs() -> None:
    found = run_python(
        HIDE
        + """
import ttr_fast
try:
    ttr_fast.Game().get_type()
except ImportError as error:
    print(error)
"""
    )
    assert "pip install 'ttr-fast[openspiel]'" in found
