"""The process that callgrind watches: does the work of cases and marks what is to be counted.

    valgrind --tool=callgrind --instr-atstart=no python -m benchmarks.counted MARKS MODULE CASE...

MARKS is the library made of marks.c, MODULE the one whose `CASES` are meant. Only the work itself
is counted; the rest, such as the start of Python, costs little. Prints the name of each case when
it is done.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import sys
from collections.abc import Mapping

from benchmarks.cases import Case


def main(arguments: list[str]) -> None:
    gc.disable()  # it comes when it likes
    marks = ctypes.CDLL(arguments[0])
    cases: Mapping[str, Case] = importlib.import_module(arguments[1]).CASES
    for name in arguments[2:]:
        case = cases[name]
        work = case.prepare()
        work(case.times // 10 or 1)  # what happens once only: symbols bound, caches filled
        gc.collect()
        for size in (1, 2):
            marks.begin_count()
            work(size * case.times)
            marks.end_count(f"{name} {size}".encode())
        print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
