"""Figures beside those of other packages, `python -m benchmarks.backends`: short runs, the page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
PAGE = """\
# Results

## From Python: a backend for bots

old figures

### with more of them

## Beside others

others
"""

Result = subprocess.CompletedProcess[str]


def run(*arguments: object, **environment: str) -> Result:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def backends(*arguments: object, **environment: str) -> Result:
    return run("-m", "benchmarks.backends", *arguments, **environment)


@pytest.fixture(scope="module")
def page_and_data(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("backends") / "page.md"
    path.write_text(PAGE, "utf-8")
    done = backends("--quick", "--json", "--into", path)
    assert done.returncode == 0, done.stderr
    return path.read_text("utf-8"), json.loads(done.stdout)


def test_our_figures(page_and_data: tuple[str, dict[str, Any]]) -> None:
    _, data = page_and_data
    ours = [figure for figure in data["figures"] if figure["who"].startswith("ttr_fast")]
    questions = {figure["question"] for figure in ours if figure["who"] == "ttr_fast"}
    assert {
        "clone", "samples", "lists", "determinize", "observation", "pickle", "steps", "bare steps"
    } <= questions  # fmt: skip
    for figure in ours:
        assert figure["ratio"] is None
        assert figure["per_second"]["best"] >= figure["per_second"]["median"] > 10_000
        assert len(figure["per_second"]["runs"]) == 2
    asked = [figure for figure in ours if figure["asked_per_second"]]
    assert len(asked) == 8
    # Within a factor of ten, on whatever machine and beside whatever else runs there.
    assert all(f["per_second"]["best"] > f["asked_per_second"] / 10 for f in asked)


def test_others_are_measured_or_missing(page_and_data: tuple[str, dict[str, Any]]) -> None:
    _, data = page_and_data
    assert set(data["packages"]) ^ set(data["missing"]) == {
        "ttr_fast", "OpenSpiel", "PettingZoo", "Catanatron"
    }  # fmt: skip
    for why in data["missing"].values():
        assert re.match(r"not installed \(.+\); pip install ", why)
    others = [figure for figure in data["figures"] if not figure["who"].startswith("ttr_fast")]
    assert {figure["who"] for figure in others} == set(data["packages"]) - {"ttr_fast"}
    for figure in others:
        assert figure["asked_per_second"] is None
        assert figure["ratio"]["best"] >= figure["ratio"]["median"] > 0


def test_section_of_the_page_is_replaced(page_and_data: tuple[str, dict[str, Any]]) -> None:
    page, data = page_and_data
    assert page.startswith("# Results\n\n## From Python: a backend for bots\n\nWritten by ")
    assert page.endswith("\n\n## Beside others\n\nothers\n")
    assert "old figures" not in page
    assert "with more of them" not in page
    tables = re.findall(r"(?:^\|.*\n)+", page, re.M)
    assert len(tables) == 2
    for table in tables:
        assert len({len(line) for line in table.splitlines()}) == 1, "columns are not aligned"
    assert len(tables[1].splitlines()) == 2 + len(data["figures"])
    assert all(len(line) <= 100 for line in page.splitlines() if not line.startswith("|"))


def test_table_and_package_that_is_missing_or_broken(tmp_path: Path) -> None:
    (tmp_path / "broken_side.py").write_text("def side():\n    raise RuntimeError('no API')\n")
    script = """
import sys
from benchmarks.backends import __main__ as command
sys.path.append(sys.argv.pop(1))
command.PACKAGES = (
    command.Package("Nobody", "nobody_side", "pip install nobody"),
    command.Package("Broken", "broken_side", "pip install broken"),
)
sys.exit(command.main(sys.argv[1:]))
"""
    done = run("-c", script, tmp_path, "--quick")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ttr_fast ")
    assert re.search(r"^copy of a state +ttr_fast +clone\(\) +[\d.]+ ns ", done.stdout, re.M)
    assert done.stdout.endswith(
        "\nNobody: not installed (No module named 'nobody_side'); pip install nobody\n"
        "\nBroken: cannot be measured: RuntimeError: no API\n"
    )


def test_wrong_answer_is_not_timed() -> None:
    script = """
import sys
import ttr_fast as ttr
from benchmarks.backends import __main__ as command, here
here._check_game = lambda start, end, plies: here.expect(False, "a game replayed")
sys.exit(command.main(["--quick"]))
"""
    done = run("-c", script)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "backends: ttr_fast does not do what is to be timed: a game replayed\n"


def test_quick_figures_do_not_replace_the_results() -> None:
    before = RESULTS.read_bytes()
    done = backends("--quick", "--into", "benchmarks/RESULTS.md")
    assert done.returncode == 2
    assert "--quick measures badly: it needs --into another FILE" in done.stderr
    assert RESULTS.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seconds", "nan"), "--seconds must be 0.01 to 60, not nan"),
        (("--runs", "1"), "--runs must be 2 to 100, not 1"),
        (("--into", "nowhere.md"), "--into: cannot read 'nowhere.md'"),
    ],
)
def test_options_that_make_no_sense(arguments: tuple[str, str], message: str) -> None:
    done = backends(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_section_that_is_new_comes_last() -> None:
    script = """
from benchmarks.sections import find_section, put_section
assert find_section("# A\\n\\n## B\\n\\nb\\n", "C") is None
page = put_section("# A\\n\\n## B\\n\\nb\\n", "C", "c")
assert page == "# A\\n\\n## B\\n\\nb\\n\\n## C\\n\\nc\\n", page
assert find_section(page, "C") == "c"
assert put_section(page, "C", "c") == page
assert put_section(page, "B", "new") == "# A\\n\\n## B\\n\\nnew\\n\\n## C\\n\\nc\\n"
print("as expected")
"""
    done = run("-c", script)
    assert done.stdout == "as expected\n", done.stderr
