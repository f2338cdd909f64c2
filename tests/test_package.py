"""The package as a stranger gets it: what imports it needs, what the archives hold (F51)."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from wheels import ROOT, build_archives, install

import ttr_fast as ttr

PLAY_A_GAME = """
import random, sys
import ttr_fast as ttr
assert "rich" not in sys.modules and "pyarrow" not in sys.modules
boards = [(name, deck) for name in ttr.Map.builtin_names() for deck in ttr.Map.builtin(name).decks]
for name, deck in boards:
    state = ttr.Game(map=name, tickets=deck).new_initial_state(seed=7)
    choose = random.Random(7).choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
    assert state.winners()
    assert ttr.deserialize(state.serialize()) == state
assert len(ttr.playouts(ttr.Game(), 100)) == 100
print("played", *ttr.Map.builtin_names())
"""

BLOCK_ALL_BUT_NUMPY = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"rich", "pyarrow", "scipy", "pandas", "pybind11"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
"""


def test_import_needs_numpy_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCK_ALL_BUT_NUMPY + PLAY_A_GAME],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played", *ttr.Map.builtin_names()]


def test_version_is_stated_once() -> None:
    assert importlib.metadata.version("ttr-fast") == ttr.__version__


def test_headers_are_found() -> None:
    assert (Path(ttr.get_include()) / "ttr" / "ttr.hpp").is_file()


def test_names_in_all_exist_and_are_documented() -> None:
    for name in ttr.__all__:
        value = getattr(ttr, name)
        if callable(value):
            assert value.__doc__, f"{name} has no docstring"


@pytest.mark.slow
def test_F51_sdist_and_wheel_are_complete_and_work_elsewhere(tmp_path: Path) -> None:
    sdist, wheel = build_archives()

    include = ROOT / "cpp/include/ttr"
    headers = {p.relative_to(include).as_posix() for p in include.rglob("*.h*")}
    assert {"ttr.hpp", "trail_plugin.h", "policy_plugin.h", "python.hpp"} <= headers
    assert "trail/exact.hpp" in headers
    modules = {p.relative_to(ROOT).as_posix() for p in (ROOT / "ttr_fast").rglob("*.py")}
    cython = {p.relative_to(ROOT).as_posix() for p in (ROOT / "ttr_fast").glob("*.pxd")}
    assert cython >= {"ttr_fast/core.pxd", "ttr_fast/borrow.pxd"}
    maps = {p.name for p in (ROOT / "ttr_fast/maps").glob("*.toml")}
    assert maps
    with tarfile.open(sdist) as archive:
        names = {n.split("/", 1)[1] for n in archive.getnames() if "/" in n}
    assert {f"cpp/include/ttr/{h}" for h in headers} <= names
    assert {f"ttr_fast/maps/{m}" for m in maps} <= names
    assert {"ttr_fast/_core.pyi", "ttr_fast/py.typed", "LICENSE", "README.md"} <= names
    assert modules | cython <= names
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"ttr_fast/include/ttr/{h}" for h in headers} <= names
    assert {f"ttr_fast/maps/{m}" for m in maps} <= names
    assert {"ttr_fast/_core.pyi", "ttr_fast/py.typed"} <= names
    assert modules | cython <= names
    assert any(n.startswith("ttr_fast/trails/algorithms/cython_dfs.c") for n in names)
    assert not [n for n in names if n.startswith(("tests", "cpp", "benchmarks"))]

    python = install(wheel, tmp_path / "venv")
    done = subprocess.run(
        [python, "-c", PLAY_A_GAME], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played", *ttr.Map.builtin_names()]
    where = subprocess.run(
        [python, "-c", "import ttr_fast; print(ttr_fast.__file__); print(ttr_fast.get_include())"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert all(str(tmp_path / "venv") in path for path in where)
