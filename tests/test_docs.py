"""What the documents show runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bots import in_place

import ttr_fast as ttr

ROOT = Path(__file__).parent.parent
# Documents with Python blocks that run alone, each in a fresh interpreter, and print something.
DOCUMENTS = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "README.md",
        "docs/playouts.md",
        "docs/observation.md",
        "docs/bots.md",
        "docs/environments.md",
    )
}
BLOCKS = [
    (name, number, block)
    for name, text in DOCUMENTS.items()
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
]

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
HEADER = RULES[: RULES.index("**Editions")]
NUMBER = re.compile(r"\b[RQ]\d\d\b")
# The edition of each statement; that of a ruling is its text.
STATEMENTS = dict(re.findall(r"^\| ([RQ]\d\d) \| ([^|]*) \|", RULES[len(HEADER) :], re.M))
# Kinds of faults known from other implementations, as far as they can occur in this version.
FAULTS = """
F01 F03 F04 F05 F06 F07 F08 F10 F12 F14 F15 F16 F17 F18 F19 F21 F22 F23 F25 F26 F27 F29 F31 F33 F34
F35 F37 F38 F40 F42 F44 F47 F48 F49 F51 F52 F53 F55 F58 F64
"""


def numbers_in_names_of_tests() -> set[str]:
    """Of tests through the public API; those in tests/reference only look at the oracle."""
    names = [
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.parent.name != "reference"
        for name in re.findall(r"^ *def (test_\w+)\(", path.read_text("utf-8"), re.M)
    ]
    return {part for name in names for part in name.split("_") if re.fullmatch(r"[RQF]\d\d", part)}


NAMED = numbers_in_names_of_tests()


@pytest.mark.parametrize(
    ("name", "block"),
    [(name, block) for name, _, block in BLOCKS],
    ids=[f"{name} {number}" for name, number, _ in BLOCKS],
)
def test_python_block_runs(name: str, block: str, tmp_path: Path) -> None:
    if "import numba" in block:
        pytest.importorskip("numba")
    if "first_claim.so" in block:
        compile_c_block(DOCUMENTS[name], tmp_path)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block],
        cwd=tmp_path,
        env=in_place(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def compile_c_block(text: str, folder: Path) -> None:
    """By the commands that stand in the document."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    (code,) = re.findall(r"```c\n(.*?)```", text, re.DOTALL)
    (commands,) = re.findall(r"```sh\n(cc .*?)```", text, re.DOTALL)
    (folder / "first_claim.c").write_text(code, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(commands, shell=True, check=True, cwd=folder, env=in_place() | {"PATH": path})


def test_documents_have_python_blocks() -> None:
    for name in DOCUMENTS:
        assert sum(of == name for of, _, _ in BLOCKS) >= 2


def test_signature_is_the_one_the_changelog_states() -> None:
    """A change of behaviour must be stated there, with its reason."""
    stated = re.findall(r"^Signature: (\d+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    done = subprocess.run(
        [sys.executable, "-m", "ttr_fast", "bench", "--quick", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(json.loads(done.stdout)["signature"]) == stated[0]


def test_ci_calls_the_test_command_of_the_readme() -> None:
    assert "&& python -m pytest\n" in DOCUMENTS["README.md"]
    assert "\npython -m pytest\n" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_every_option_is_explained_by_a_statement_of_the_rules_document() -> None:
    for name, option in ttr.Rules.options().items():
        assert option["doc"].strip(), name
        numbers = NUMBER.findall(option["doc"])
        assert numbers, name
        assert set(numbers) <= STATEMENTS.keys(), name


# --- Rule numbers and tests ----------------------------------------------------------------------


def test_every_rule_number_in_the_tests_exists() -> None:
    assert len(STATEMENTS) == 98 + 14
    assert {number for number in NAMED if number[0] in "RQ"} <= STATEMENTS.keys()


def test_every_statement_has_a_test() -> None:
    """Of every edition: all are played."""
    editions = {part for text in STATEMENTS.values() for part in text.split(", ")}
    assert editions >= {"all", "USA", "EUR", "ONL"}
    assert sorted(STATEMENTS.keys() - NAMED) == []


def test_every_kind_of_fault_has_a_test() -> None:
    assert sorted(set(FAULTS.split()) - NAMED) == []


def test_relative_links_of_the_documents_exist() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
