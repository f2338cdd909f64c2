"""Compiles what a stranger writes in Cython against the headers and .pxd files of the package."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ttr_fast as ttr

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup

import ttr_fast

setup(ext_modules=cythonize(Extension(
    "{name}", ["{name}.pyx"], include_dirs=[ttr_fast.get_include()],
    extra_compile_args={flags}, language="{language}",
)))
"""


def compile_and_import(source: Path, folder: Path, language: str, flags: list[str]) -> Any:
    """The module that is made of `source`, a .pyx file, in the empty folder `folder`."""
    (folder / source.name).write_bytes(source.read_bytes())
    setup = SETUP.format(name=source.stem, language=language, flags=flags)
    (folder / "setup.py").write_text(setup, encoding="utf-8")
    paths = [str(Path(ttr.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (library,) = [f for f in folder.glob(f"{source.stem}.*") if f.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(source.stem, library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
