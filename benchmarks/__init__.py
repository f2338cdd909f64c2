"""Benchmarks, the guard of the hot paths and the report; see README.md beside this file."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
