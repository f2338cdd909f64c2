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
# Functions that run only after a look at the processor.
CHECKED_AT_RUN_TIME = re.compile(r"_v3\(|_v4\(|::v3::|::v4::")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(
    r"^\s*[0-9a-f]+:\t(?:[0-9a-f]{2} )+\s*\t(?:lock |notrack |bnd )?(\S+)\s*(.*)$"
)
# Beyond x86-64-v2: AVX and later have names with v; BMI, FMA, MOVBE and LZCNT have none in common.
# tzcnt is left out: as `rep bsf` it is harmless, and compilers write it so.
BMI = {"andn", "bextr", "blsi", "blsmsk", "blsr", "bzhi", "lzcnt", "mulx", "pdep", "pext", "rorx",
       "sarx", "shlx", "shrx", "movbe"}  # fmt: skip
HARMLESS = {"verr", "verw"}
WIDE_REGISTER = re.compile(r"%[yz]mm\d")


def instructions() -> dict[str, Counter[str]]:
    """Names of functions, and of the instructions beyond x86-64-v2 in each."""
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


def test_F49_no_instruction_beyond_x86_64_v2_outside_the_checked_kernels() -> None:
    if _core.build_info()["debug"]:
        pytest.skip("a build that checks every state has one kernel only")
    found = instructions()
    kernels = {name for name in found if CHECKED_AT_RUN_TIME.search(name)}
    offenders = {name: codes for name, codes in found.items() if codes and name not in kernels}
    assert offenders == {}
    for entry in ("lockstep_v3(", "lockstep_v4(", "narrow_v3(", "wide_v3("):
        assert any(entry in name for name in kernels), f"no {entry}) in the listing"
    modern = Counter[str]()
    for name in kernels:
        modern += found[name]
    assert sum(modern.values()) > 1000  # the test can see them
    assert any(name.startswith("v") for name in modern)


BASELINE_SCRIPT = """
import ttr_fast as ttr
from ttr_fast import _core
results = ttr.playouts(ttr.Game(players=4), 300, seed=49)
print(_core.build_info()["isa"], results.scores.sum(), results.plies.sum(), results.winners.sum())
"""


def test_F49_every_kernel_that_runs_here_plays_the_same_games() -> None:
    isas: tuple[str, ...] = tuple(_core.build_info()["isa_available"])
    assert isas[-1] in ("x86-64-v2", "portable")
    lines = [run_python(BASELINE_SCRIPT, TTR_FAST_ISA=isa).split() for isa in isas]
    assert tuple(line[0] for line in lines) == isas
    assert len({tuple(line[1:]) for line in lines}) == 1
