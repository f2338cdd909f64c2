"""Where a measurement was made: without it, a time says little."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

from ttr_fast import _core

__all__ = ["machine"]

# What else is measured when an optional algorithm runs.
_PACKAGES = ("ttr-fast", "numpy", "networkx", "highspy")


def machine() -> dict[str, Any]:
    """Processor, system, compiler and versions, in plain JSON types."""
    build = _core.build_info()
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _cpu_name(),
        "processors": os.cpu_count(),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": build["compiler"],
        "flags": build["flags"],
        "packages": {name: version for name in _PACKAGES if (version := _version(name))},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _cpu_name() -> str:
    """As the maker calls it where Linux knows; else what Python knows, often only the family."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                key, _, value = line.partition(":")
                if key.strip() == "model name":
                    return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"
