"""Compiles the bot against the headers of the ttr_fast that is installed:

pip install "cython>=3.1" setuptools
python setup.py build_ext --inplace
python -c "import cython_bot; cython_bot.main()"
"""

from Cython.Build import cythonize
from setuptools import Extension, setup

import ttr_fast

bot = Extension("cython_bot", ["cython_bot.pyx"], include_dirs=[ttr_fast.get_include()])
setup(name="cython_bot", ext_modules=cythonize([bot]))
