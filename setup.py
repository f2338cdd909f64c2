"""Compiles the core and the search in Cython; everything else is in pyproject.toml.

TTR_FAST_DEBUG=1 builds with assertions: every invariant of a state is checked after every ply.
"""

import os
import shutil
import sysconfig
from glob import glob
from pathlib import Path

from Cython.Build import cythonize
from pybind11.setup_helpers import ParallelCompile, Pybind11Extension, build_ext
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

DEBUG = os.environ.get("TTR_FAST_DEBUG", "0") not in ("", "0")
# The module itself must run on every processor it may be installed on; kernels for better ones are
# chosen at run time.
X86 = sysconfig.get_platform().endswith(("x86_64", "amd64"))  # not "universal2"
BASELINE = "x86-64-v2" if X86 else "portable"
LEVELS = {
    "v3": ["-march=x86-64-v3"],
    "v4": ["-march=x86-64-v4", "-mprefer-vector-width=512", "-mtune=icelake-server"],
}
FLAGS = ["-O3", "-Wall", "-Wextra"]  # GCC or Clang: the core uses their vector types
if X86:
    FLAGS.append("-march=x86-64-v2")
MACROS: list[tuple[str, str]] = [
    ("TTR_BUILD_FLAGS", '"' + " ".join(FLAGS) + '"'),
    ("TTR_BASELINE_ISA", f'"{BASELINE}"'),
]
if DEBUG:  # slow anyway: one kernel will do
    MACROS.append(("TTR_CHECK_STATES", "1"))
elif X86:
    MACROS.append(("TTR_X86_LEVELS", "1"))
HEADERS = sorted(glob("cpp/include/ttr/**/*.h*", recursive=True))


class BuildPyWithHeaders(build_py):
    """Puts the C++ headers into the package, where `ttr_fast.get_include()` finds them."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "ttr_fast" / "include" / "ttr"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(Path("cpp") / "include" / "ttr", target)


class BuildKernels(build_ext):
    """Compiles the lockstep kernel once for each instruction set, and links them all in."""

    def build_extension(self, ext: Extension) -> None:
        if ext is core:
            levels = {"baseline": []} | (LEVELS if X86 and not DEBUG else {})
            for level, flags in levels.items():
                ext.extra_objects += self.compiler.compile(
                    ["cpp/bind/lockstep/kernel.cpp"],
                    output_dir=os.path.join(self.build_temp, level),
                    include_dirs=ext.include_dirs,
                    macros=[*ext.define_macros, ("TTR_LOCKSTEP_LEVEL", level)],
                    # GCC 12 finds undefined values in its own intrinsics.
                    extra_postargs=[*ext.extra_compile_args, *flags, "-Wno-uninitialized"],
                    depends=ext.depends,
                )
        super().build_extension(ext)


core = Pybind11Extension(
    "ttr_fast._core",
    sorted(glob("cpp/bind/*.cpp")),
    include_dirs=["cpp/include"],
    depends=HEADERS + sorted(glob("cpp/bind/*.hpp")) + ["cpp/bind/lockstep/kernel.cpp"],
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
    cmdclass={"build_ext": BuildKernels, "build_py": BuildPyWithHeaders},
)
