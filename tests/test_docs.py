"""What the documents show runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ttr_fast as ttr

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(PYTHON_BLOCKS)))
def test_python_block_of_the_readme_runs(number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PYTHON_BLOCKS[number]],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_readme_has_python_blocks() -> None:
    assert len(PYTHON_BLOCKS) >= 2


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
    assert "&& python -m pytest\n" in README
    assert "\npython -m pytest\n" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_every_rule_option_is_named_by_the_rules_document_or_its_help() -> None:
    for name, option in ttr.Rules.options().items():
        assert option["doc"], name
        assert option["default"] == ttr.Rules().to_dict()[name]


def test_every_rule_number_in_the_tests_exists() -> None:
    known = set(re.findall(r"^\| ([RQ]\d\d) \|", (ROOT / "docs/rules.md").read_text("utf-8"), re.M))
    assert len(known) == 98 + 14
    for path in (ROOT / "tests").rglob("test_*.py"):
        named = set(re.findall(r"def test_([RQ]\d\d)_", path.read_text(encoding="utf-8")))
        assert named <= known, path


def test_relative_links_of_the_documents_exist() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
