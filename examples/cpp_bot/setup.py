"""Compiles the bot against the headers of the ttr_fast that is installed:

pip install setuptools
python setup.py build_ext --inplace
python play.py
"""

from setuptools import Extension, setup

import ttr_fast

bot = Extension(
    "cpp_bot",
    ["cpp_bot.cpp"],
    include_dirs=[ttr_fast.get_include()],
    extra_compile_args=["-std=c++20", "-O2", "-fvisibility=hidden"],
    language="c++",
)
setup(name="cpp_bot", ext_modules=[bot])
