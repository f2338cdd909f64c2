"""What the compiled part is made of: F49, no instruction that older processors lack."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from builders import run_python

from ttr_fast import _core

CORE = Path(str(_core.__file__))
CHECKED_AT_RUN_TIME = "kernel_x86_64_v3"
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(
    r"^\s*[0-9a-f]+:\t(?:[0-9a-f]{2} )+\s*\t(?:lock |notrack |bnd )?(\S+)\s*(.*)$"
)
# Beyond x86-64: AVX and later have names with v; BMI, POPCNT, FMA and LZCNT have none in common.
# tzcnt is left out: as `rep bsf` it is harmless, and compilers write it so.
BMI = {"andn", "bextr", "blsi", "blsmsk", "blsr", "bzhi", "lzcnt", "mulx", "pdep", "pext", "popcnt",
       "rorx", "sarx", "shlx", "shrx", "movbe", "crc32", "pshufb", "pmulld", "ptest"}  # fmt: skip
HARMLESS = {"verr", "verw"}
WIDE_REGISTER = re.compile(r"%[yz]mm\d")


def instructions() -> dict[str, Counter[str]]:
    """Names of functions, and of the instructions beyond x86-64 in each."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        pytest.skip(f"the processor is {platform.machine()}")
    objdump = shutil.which("objdump")
    if objdump is None:
        pytest.skip("objdump is not installed")
    done = subprocess.run(
        [objdump, "-d", "-C", "-w", str(CORE)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"objdump cannot read {CORE.name}: {done.stderr[:200]}")
    found: dict[str, Counter[str]] = {}
    here = Counter[str]()
    number = 0
    for line in done.stdout.splitlines():
        if head := FUNCTION.match(line):
            here = found.setdefault(head[1], Counter())
        elif code := INSTRUCTION.match(line):
            number += 1
            name, operands = code[1], code[2]
            modern = name in BMI or (name.startswith("v") and name not in HARMLESS)
            if modern or WIDE_REGISTER.search(operands):
                here[name] += 1
    assert number > 50_000, "the listing was not understood"
    return found


def test_F49_no_instruction_beyond_x86_64_outside_the_checked_kernel() -> None:
    found = instructions()
    if not any("kernel_baseline" in name for name in found):
        pytest.skip("the names of functions have been stripped")
    offenders = {
        name: codes for name, codes in found.items() if codes and CHECKED_AT_RUN_TIME not in name
    }
    assert offenders == {}
    kernel = Counter[str]()
    for name, codes in found.items():
        if CHECKED_AT_RUN_TIME in name:
            kernel += codes
    assert sum(kernel.values()) > 100  # the test can see them
    assert any(name.startswith("v") for name in kernel)


BASELINE_SCRIPT = """
import ttr_fast as ttr
from ttr_fast import _core
results = ttr.playouts(ttr.Game(players=4), 300, seed=49)
print(_core.build_info()["isa"], results.scores.sum(), results.plies.sum(), results.winners.sum())
"""


def test_F49_every_kernel_that_runs_here_plays_the_same_games() -> None:
    isas: tuple[str, ...] = tuple(_core.build_info()["isa_available"])
    assert isas[-1] == "baseline"
    lines = [run_python(BASELINE_SCRIPT, TTR_FAST_ISA=isa).split() for isa in isas]
    assert tuple(line[0] for line in lines) == isas
    assert len({tuple(line[1:]) for line in lines}) == 1
