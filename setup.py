"""Compiles the core and the search in Cython; everything else is in pyproject.toml.

TTR_FAST_DEBUG=1 builds with assertions: every invariant of a state is checked after every ply.
"""

import os
import shutil
from glob import glob
from pathlib import Path

from Cython.Build import cythonize
from pybind11.setup_helpers import ParallelCompile, Pybind11Extension, build_ext
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

DEBUG = os.environ.get("TTR_FAST_DEBUG", "0") not in ("", "0")
FLAGS = ["-O3", "-Wall", "-Wextra"]  # GCC or Clang: the core uses their vector types
MACROS = [("TTR_BUILD_FLAGS", '"' + " ".join(FLAGS) + '"')]
if DEBUG:
    MACROS.append(("TTR_CHECK_STATES", "1"))
HEADERS = sorted(glob("cpp/include/ttr/**/*.h*", recursive=True))


class BuildPyWithHeaders(build_py):
    """Puts the C++ headers into the package, where `ttr_fast.get_include()` finds them."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "ttr_fast" / "include" / "ttr"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(Path("cpp") / "include" / "ttr", target)


core = Pybind11Extension(
    "ttr_fast._core",
    sorted(glob("cpp/bind/*.cpp")),
    include_dirs=["cpp/include"],
    depends=HEADERS + sorted(glob("cpp/bind/*.hpp")),
    define_macros=MACROS,
    extra_compile_args=FLAGS,
    cxx_std=20,
)
cython_dfs = Extension(
    "ttr_fast.trails.algorithms.cython_dfs",
    ["ttr_fast/trails/algorithms/cython_dfs.pyx"],
    extra_compile_args=["-O3", "-g0"],
    language="c++",
)

ParallelCompile("TTR_FAST_BUILD_JOBS", default=0).install()

setup(
    ext_modules=[core, *cythonize([cython_dfs], build_dir="build/cython")],
    cmdclass={"build_ext": build_ext, "build_py": BuildPyWithHeaders},
)
