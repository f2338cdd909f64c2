"""The report of all figures, `python -m benchmarks.report`: a short run, and its page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
OF_ANOTHER_COMMAND = "## From Python: a backend for bots\n\nfigures\n\n### More\n\nmore\n"


def report(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.report", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "page.md"
    path.write_text(f"# Old\n\n{OF_ANOTHER_COMMAND}\n## Old section\n\nold\n", "utf-8")
    done = report("--quick", "--out", path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "written: page.md\n"
    return path.read_text("utf-8")


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    section = page.split(f" {heading}\n", 1)[1]
    (table,) = re.findall(r"(?:^\|.*\n)+", section, re.M)[:1]
    lines = table.splitlines()
    assert len({len(line) for line in lines}) == 1, "columns are not aligned"
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


def test_page_says_where_it_was_measured(page: str) -> None:
    facts = dict(rows(page, "Results"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*", facts["date"])
    assert {"processor", "clock", "system", "compiler", "flags", "revision"} <= set(facts)
    assert facts["instruction set"] in facts["instruction sets"].split(", ")


def test_games_of_all_kinds_are_on_the_page(page: str) -> None:
    table = rows(page, "Games a second on one thread")
    kinds = {(board, rules, players, policy) for board, rules, players, policy, *_ in table}
    assert {("usa", "usa", str(n), "random") for n in (2, 3, 4, 5)} <= kinds
    assert {(board, "online", "2", "random") for board in ("usa", "europe", "iran")} <= kinds
    assert ("europe", "europe", "2", "random") in kinds
    assert ("usa", "usa", "2", "random_type") in kinds
    for *_, best, median, spread, plies in table:
        assert number(best) >= number(median) > 1000
        assert number(spread.rstrip("%")) >= 0
        assert number(plies) > 50 * number(best)  # a game has more plies than that


def test_all_instruction_sets_are_on_the_page(page: str) -> None:
    available = dict(rows(page, "Results"))["instruction sets"].split(", ")
    assert {row[0] for row in rows(page, "By instruction set")} == set(available)


def test_operations_are_measured_in_the_core_and_from_python(page: str) -> None:
    table = {name: cells for name, *cells in rows(page, "Operations")}
    for name in ("clone", "new state", "legal actions", "score sheet", "longest trail"):
        core, core_median, _, python, python_median, _ = table[name]
        for cell in (core, core_median, python, python_median):
            assert re.fullmatch(r"[\d.]+ (ns|µs|ms|s)", cell)


def test_longest_trails_and_others_are_on_the_page(page: str) -> None:
    assert {row[0] for row in rows(page, "Longest trails")} == {"random", "ticket", "greedy"}
    peers = rows(page, "Beside others")
    assert len(peers) >= 8
    for *_, source, here, ratio in peers:
        assert source.startswith("[") or source == "measured by this project"
        assert here
        assert number(ratio) > 0


def test_section_of_another_command_is_kept(page: str) -> None:
    assert page.startswith("# Results\n")
    assert page.endswith(f"\n\n{OF_ANOTHER_COMMAND}")
    assert "old" not in page.lower()


def test_text_is_wrapped(page: str) -> None:
    assert all(len(line) <= 100 for line in page.splitlines() if not line.startswith("|"))


def test_quick_figures_do_not_replace_the_results() -> None:
    before = RESULTS.read_bytes()
    done = report("--quick")
    assert done.returncode == 2
    assert "--quick measures badly: it needs --out FILE" in done.stderr
    assert RESULTS.read_bytes() == before


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    done = report("--quick", "--out", tmp_path / "none" / "page.md")
    assert done.returncode == 2
    assert "--out: there is no folder" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seconds", "nan"), "--seconds must be 0.01 to 60, not nan"),
        (("--seconds", "0"), "--seconds must be 0.01 to 60, not 0"),
        (("--runs", "1"), "--runs must be 2 to 100, not 1"),
    ],
)
def test_effort_that_makes_no_sense(
    tmp_path: Path, arguments: tuple[str, str], message: str
) -> None:
    done = report(*arguments, "--out", tmp_path / "page.md")
    assert done.returncode == 2
    assert message in done.stderr


def test_instruction_set_that_is_not_there(tmp_path: Path) -> None:
    done = report("--quick", "--out", tmp_path / "page.md", TTR_FAST_ISA="z80")
    assert done.returncode != 0
    assert "TTR_FAST_ISA = 'z80' is not available here" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "page.md").exists()
