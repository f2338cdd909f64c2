"""Builds the archives of the package, and fresh environments with the wheel in them."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def build_archives() -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it; once in a run of the tests."""
    folder = Path(tempfile.mkdtemp(prefix="ttr_fast_archives_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def install(wheel: Path, folder: Path, *more: str) -> Path:
    """The interpreter of a new virtual environment, with the wheel and more packages in it."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", str(wheel), *more], check=True)
    return python
