"""Compiles the core; everything else is in pyproject.toml.

TTR_FAST_DEBUG=1 builds with assertions: every invariant of a state is checked after every ply.
"""

import os
import shutil
from glob import glob
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension, build_ext
from setuptools import setup
from setuptools.command.build_py import build_py

DEBUG = os.environ.get("TTR_FAST_DEBUG", "0") not in ("", "0")
FLAGS = ["-O3", "-Wall", "-Wextra"]  # GCC or Clang: the core uses their vector types
MACROS = [("TTR_BUILD_FLAGS", '"' + " ".join(FLAGS) + '"')]
if DEBUG:
    MACROS.append(("TTR_CHECK_STATES", "1"))


class BuildPyWithHeaders(build_py):
    """Puts the C++ headers into the package, where `ttr_fast.get_include()` finds them."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "ttr_fast" / "include" / "ttr"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(Path("cpp") / "include" / "ttr", target)


ParallelCompile("TTR_FAST_BUILD_JOBS", default=0).install()

setup(
    ext_modules=[
        Pybind11Extension(
            "ttr_fast._core",
            sorted(glob("cpp/bind/*.cpp")),
            include_dirs=["cpp/include"],
            depends=sorted(glob("cpp/include/ttr/*.hpp") + glob("cpp/bind/*.hpp")),
            define_macros=MACROS,
            extra_compile_args=FLAGS,
            cxx_std=20,
        )
    ],
    cmdclass={"build_ext": build_ext, "build_py": BuildPyWithHeaders},
)
