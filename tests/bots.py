"""Builds and runs the bots of examples/ as a stranger would, in a folder of their own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import ttr_fast as ttr

EXAMPLES = Path(__file__).parent.parent / "examples"


def in_place() -> dict[str, str]:
    """The environment in which the package is found that this process has imported."""
    paths = [str(Path(ttr.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def build(
    name: str, folder: Path, python: str | Path = sys.executable, env: dict[str, str] | None = None
) -> Path:
    """Copies an example into `folder` and compiles it there; returns its folder."""
    target = folder / name
    shutil.copytree(EXAMPLES / name, target)
    built = subprocess.run(
        [python, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=target,
        env=in_place() if env is None else env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return target


def load(name: str, folder: Path) -> Any:
    """The extension module of this name in a folder."""
    (library,) = [f for f in folder.glob(f"{name}.*") if f.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(name, library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(
    arguments: list[str | Path],
    folder: Path,
    python: str | Path = sys.executable,
    env: dict[str, str] | None = None,
) -> str:
    """What `python arguments` prints, run in `folder`."""
    done = subprocess.run(
        [python, *arguments],
        cwd=folder,
        env=in_place() if env is None else env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
