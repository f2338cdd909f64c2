"""Figures of a backend for bots, from Python, beside those of other packages in the same run.

`__main__` is the command, `contest` measures and compares, `here` says what is measured of this
project; every other package has a file of its own, and `page` writes the tables.
"""
