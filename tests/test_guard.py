"""The guard of the hot paths, `python -m benchmarks.guard`: that it rings, and only when it should.

Those that need valgrind are slow; .ci/run runs them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "guard.toml"
HEADERS = ROOT / "cpp" / "include"

needs_valgrind = pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")

Result = subprocess.CompletedProcess[str]


def guard(*arguments: object, **environment: str) -> Result:
    return run("-m", "benchmarks.guard", *arguments, **environment)


def run(*arguments: object, **environment: str) -> Result:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "200"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(done: Result) -> str:
    """What a mistake of the user is answered with."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    return done.stderr


def this_build() -> str:
    done = guard("--list")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[0]


def figures_of(build: str, path: Path) -> Path:
    """The committed figures as if they were of another build."""
    data = tomllib.loads(FIGURES.read_text("utf-8"))
    text = ""
    for name, table in data.items():
        number = table["figures"][-1]["instructions"]
        text += (
            f'[{name}]\nunit = "{table["unit"]}"\nfigures = [\n  {{ instructions = {number},'
            f' date = 2026-01-01, build = "{build}", reason = "a test" }},\n]\n'
        )
    path.write_text(text, "utf-8")
    return path


# ---- Without valgrind ---------------------------------------------------------------------


def test_committed_figures_are_of_all_cases_and_have_reasons() -> None:
    listed = guard("--list").stdout
    data = tomllib.loads(FIGURES.read_text("utf-8"))
    assert len(data) > 15
    for name, table in data.items():
        assert re.search(rf"^{name} +{table['unit']} ", listed, re.M), name
        assert all(len(figure["reason"]) > 5 for figure in table["figures"])
    cases = re.findall(r"^(\w+) +\w+ .*$", listed.split("─\n")[-1], re.M)
    assert sorted(cases) == sorted(data)


@pytest.mark.parametrize("option", ["--only", "--accept"])
def test_unknown_case(option: str) -> None:
    reason = ("--reason", "x") if option == "--accept" else ()
    message = refused(guard(option, "clone", "clown", *reason))
    assert "there is no case 'clown'; the cases are: scalar_usa_2, " in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--accept", "clone"], "a new figure needs --reason"),
        (["--accept-all"], "a new figure needs --reason"),
        (["--accept", "clone", "--reason", "  "], "the reason is empty"),
        (["--accept", "clone", "--reason", "two\nlines"], "one line"),
        (["--reason", "why"], "--reason belongs to --accept"),
        (["--only", "clone", "--accept-all", "--reason", "why"], "choose one of"),
        (["--ratios", "--only", "clone"], "--ratios compares no cases"),
    ],
)
def test_options_that_make_no_sense(arguments: Sequence[str], message: str) -> None:
    before = FIGURES.read_bytes()
    assert message in refused(guard(*arguments))
    assert FIGURES.read_bytes() == before


def test_instruction_set_that_is_not_there() -> None:
    assert "TTR_FAST_ISA = 'z80' is not available here" in refused(guard(TTR_FAST_ISA="z80"))


GOOD = '{ instructions = 5.0, date = 2026-01-01, build = "b", reason = "r" }'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[clone\n", "figures.toml: not TOML"),
        ("\xff", "figures.toml: not TOML"),
        ("clone = 5\n", "figures.toml: [clone]: needs the keys unit and figures"),
        ('[clone]\nunit = "state"\n', "[clone]: needs the keys unit and figures"),
        ("[clone]\nunit = 1\nfigures = []\n", "[clone]: unit must be a text"),
        ('[clone]\nunit = "state"\nfigures = [5]\n', "[clone], figure 1: needs the keys"),
        (
            f'[clone]\nunit = "state"\nfigures = [{GOOD}, {GOOD.replace("5.0", "-1")}]\n',
            "[clone], figure 2: instructions = -1 must be positive",
        ),
        (
            f'[clone]\nunit = "state"\nfigures = [{GOOD.replace("5.0", "nan")}]\n',
            "[clone], figure 1: instructions = nan must be positive",
        ),
        (
            f'[clone]\nunit = "state"\nfigures = [{GOOD.replace("2026-01-01", "1")}]\n',
            "[clone], figure 1: date = 1 is of the wrong type",
        ),
        (
            f'[clone]\nunit = "state"\nfigures = [{GOOD.replace(chr(34) + "r", chr(34))}]\n',
            "[clone], figure 1: the reason is empty",
        ),
        (f'[clown]\nunit = "state"\nfigures = [{GOOD}]\n', "there is no case clown"),
    ],
)
def test_corrupted_file_of_figures(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "figures.toml"
    path.write_text(text, "utf-8")
    for more in ((), ("--accept", "clone", "--reason", "why")):
        assert message in refused(guard("--figures", path, *more))
        assert path.read_text("utf-8") == text


def test_file_of_figures_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "figures.toml"
    path.write_bytes(b"\xff\xfe")
    assert "figures.toml: cannot be read" in refused(guard("--figures", path))


def test_without_valgrind_ratios_are_compared(tmp_path: Path) -> None:
    figures = figures_of(this_build(), tmp_path / "figures.toml")
    done = guard("--figures", figures, PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "No instructions are counted: there is no valgrind" in done.stdout
    assert "scalar / oracle" in done.stdout
    assert done.stdout.endswith("passed\n")


def test_without_valgrind_no_figure_can_be_accepted(tmp_path: Path) -> None:
    figures = figures_of(this_build(), tmp_path / "figures.toml")
    before = figures.read_bytes()
    accept = ("--accept", "clone", "--reason", "why")
    message = refused(guard("--figures", figures, *accept, PATH=str(tmp_path)))
    assert "there is no valgrind" in message
    assert figures.read_bytes() == before


def test_figures_of_another_compiler_do_not_hold(tmp_path: Path) -> None:
    figures = figures_of("gcc 1.2.3, -O3, x86-64-v3", tmp_path / "figures.toml")
    done = guard("--figures", figures, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert "has no figures for this build" in data["why_not_counted"]
    assert data["cases"] == []
    assert data["passed"]
    assert data["ratios"]
    assert all(row["measured"] >= row["least"] >= 1 for row in data["ratios"])


def test_ratio_that_is_too_small_rings() -> None:
    script = """
import sys
from benchmarks import guard, ratios
ratios.RATIOS = {"fine": ratios.Ratio(2, lambda: 2.5), "slow": ratios.Ratio(2, lambda: 1.5)}
sys.exit(guard.main(["--ratios"]))
"""
    done = run("-c", script)
    assert done.returncode == 1, done.stderr
    assert "ratios were asked for" in done.stdout
    assert "slow is 1.50, and must be 2 at least.\n" in done.stdout
    assert done.stdout.endswith("FAILED: slow\n")


@pytest.mark.parametrize(("measured", "code"), [(2.5, 0), (1.5, 1)])
def test_ratio_is_compared_beside_counts_that_all_pass(
    tmp_path: Path, measured: float, code: int
) -> None:
    """callgrind knows no AVX-512: a slow kernel of it shows in no count."""
    figures = figures_of(this_build(), tmp_path / "figures.toml")
    script = f"""
import sys, tomllib
from pathlib import Path
from benchmarks import counting, guard, ratios
figures = tomllib.loads(Path(sys.argv[2]).read_text("utf-8"))
counting.count = lambda names, *_: {{x: figures[x]["figures"][-1]["instructions"] for x in names}}
ratios.RATIOS = {{
    "kernel": ratios.Ratio(2, lambda: {measured}, beside_counts=True),
    "other": ratios.Ratio(2, lambda: 0),
}}
sys.exit(guard.main(sys.argv[1:]))
"""
    done = run("-c", script, "--figures", figures)
    assert done.returncode == code, done.stderr + done.stdout
    assert "SLOWER" not in done.stdout.split("Ratios measured in one run, on ")[0]
    assert "other" not in done.stdout
    assert ("kernel is 1.50, and must be 2 at least.\n" in done.stdout) == bool(code)
    assert done.stdout.endswith("FAILED: kernel\n" if code else "passed\n")
    data = json.loads(run("-c", script, "--figures", figures, "--json").stdout)
    assert {row["verdict"] for row in data["cases"]} == {"same"}
    assert [row["ratio"] for row in data["ratios"]] == ["kernel"]
    assert data["passed"] == (not code)


def test_least_ratio_of_lockstep_depends_on_the_instruction_set() -> None:
    script = """
from benchmarks import ratios
from ttr_fast import _core
print(_core.build_info()["isa"], ratios.RATIOS["lockstep / scalar"].least)
"""
    least = {"x86-64-v4": 3.0, "x86-64-v3": 1.7}
    info = run("-c", "from ttr_fast import _core; print(*_core.build_info()['isa_available'])")
    for isa in info.stdout.split():
        done = run("-c", script, TTR_FAST_ISA=isa)
        assert done.stdout.split() == [isa, str(least.get(isa, 1.0))], done.stderr


def test_ratio_of_an_engine_that_the_build_lacks_is_skipped() -> None:
    script = """
import sys
from benchmarks import guard, ratios
ratios.plays = lambda game, policy, engine: engine == "scalar"
lockstep = ratios.RATIOS["lockstep / scalar"]
ratios.RATIOS = {"fine": ratios.Ratio(2, lambda: 2.5), "lockstep / scalar": lockstep}
sys.exit(guard.main(["--ratios", "--json"]))
"""
    done = run("-c", script)
    assert done.returncode == 0, done.stderr
    assert [row["ratio"] for row in json.loads(done.stdout)["ratios"]] == ["fine"]


# ---- With valgrind: the alarm -------------------------------------------------------------

Guard = Callable[..., Result]

# Cases of which the test says how often they do the work that they are asked for.
CASES = """
import os
from functools import partial
from benchmarks.cases import Case, position
import ttr_fast as ttr
from ttr_fast._core import repeat

def prepare():
    state = position(ttr.Game("usa", 2), 60)
    return lambda n: repeat(state, "clone", round(n * float(os.environ["WORK"])))

CASES = {"copies": Case("state", 20_000, prepare)}
"""

HARNESS = """
import ctypes
import os
from benchmarks.cases import Case

def prepare():
    return ctypes.CDLL(os.environ["HARNESS"]).sum_of_trails

CASES = {"trails": Case("network", 2_000, prepare)}
"""


@pytest.fixture
def other_guard(tmp_path: Path) -> Callable[[str], Guard]:
    """A guard with other cases, from the text of a module, and its own figures."""

    def make(module: str) -> Guard:
        (tmp_path / "guarded.py").write_text(module, "utf-8")
        options = ("--cases", "guarded", "--figures", tmp_path / "figures.toml")
        path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH", ""))))

        def call(*arguments: object, **environment: str) -> Result:
            return guard(*options, *arguments, PYTHONPATH=path, **environment)

        return call

    return make


def history(path: Path, case: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))[case]["figures"]
    return found


@pytest.mark.slow
@needs_valgrind
def test_twice_the_work_rings(tmp_path: Path, other_guard: Callable[[str], Guard]) -> None:
    call = other_guard(CASES)
    figures = tmp_path / "figures.toml"
    done = call("--accept-all", "--reason", "first", WORK="1")
    assert done.returncode == 0, done.stderr
    (first,) = history(figures, "copies")

    done = call(WORK="1")
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.endswith("passed\n")

    done = call(WORK="1.02")
    assert done.returncode == 0, done.stderr + done.stdout

    done = call(WORK="1.04")
    assert done.returncode == 1
    assert re.search(r"^copies grew by (3\.9|4\.[01])%, more than 3%: from", done.stdout, re.M)

    done = call(WORK="2")
    assert done.returncode == 1
    assert re.search(r"^copies +state .* \+(99|100)\.\d+% +SLOWER$", done.stdout, re.M)
    assert re.search(r"^copies grew by (99|100)\.\d%, more than 3%: from", done.stdout, re.M)
    assert 'python -m benchmarks.guard --accept copies --reason "..."' in done.stdout
    assert done.stdout.endswith("FAILED: copies\n")
    assert history(figures, "copies") == [first]

    data = json.loads(call("--json", WORK="2").stdout)
    assert not data["passed"]
    (row,) = data["cases"]
    assert (row["case"], row["verdict"]) == ("copies", "SLOWER")
    assert row["change"] == pytest.approx(1, abs=0.01)

    done = call("--accept", "copies", "--reason", "copies are made twice", WORK="2")
    assert done.returncode == 0, done.stderr
    assert [f["reason"] for f in history(figures, "copies")] == ["first", "copies are made twice"]
    assert call(WORK="2").returncode == 0

    done = call(WORK="1")
    assert done.returncode == 0
    assert re.search(r"^copies fell by (49|50)\.\d%\.$", done.stdout, re.M)


@pytest.mark.slow
@needs_valgrind
def test_counts_are_repeatable_and_a_case_without_figure_rings(tmp_path: Path) -> None:
    """What ships, playouts on a worker thread included, is counted alike in every run."""
    cases = ("scalar_usa_2", "lockstep_usa_2", "clone", "trail_random")
    figures = tmp_path / "figures.toml"
    counts = []
    for reason in ("first", "second"):
        done = guard("--figures", figures, "--accept", *cases, "--reason", reason, "--json")
        assert done.returncode == 0, done.stderr
        counts.append([row["instructions"] for row in json.loads(done.stdout)["cases"]])
    assert counts[0] == pytest.approx(counts[1], rel=0.001)

    done = guard("--figures", figures, "--only", "clone", "score_sheet")
    assert done.returncode == 1
    assert "score_sheet has no figure for this build" in done.stdout
    assert done.stdout.endswith("FAILED: score_sheet\n")


@pytest.mark.slow
@needs_valgrind
def test_slowed_function_of_the_core_rings(
    tmp_path: Path, other_guard: Callable[[str], Guard]
) -> None:
    """The same program with the headers as they are, and with a search that idles a little."""
    call = other_guard(HARNESS)
    slowed = tmp_path / "include"
    shutil.copytree(HEADERS, slowed)
    header = slowed / "ttr" / "trail" / "network.hpp"
    text = header.read_text("utf-8")
    idle = 'for (int i = 0; i < 100; ++i) asm volatile("");'
    idling, places = re.subn(r"int solve\(.*\) \{", rf"\g<0> {idle}", text)
    assert places == 1
    header.write_text(idling, "utf-8")

    before, after = (
        compiled(HEADERS, tmp_path / "before.so"),
        compiled(slowed, tmp_path / "after.so"),
    )
    done = call("--accept-all", "--reason", "as it is", HARNESS=before)
    assert done.returncode == 0, done.stderr
    assert call(HARNESS=before).returncode == 0

    done = call(HARNESS=after)
    assert done.returncode == 1
    assert re.search(r"trails grew by [\d.]+%, more than 3%: from", done.stdout)
    assert done.stdout.endswith("FAILED: trails\n")


def compiled(headers: Path, library: Path) -> str:
    compiler = os.environ.get("CXX", "g++").split()
    source = Path(__file__).parent / "guarded_trail.cpp"
    flags = ["-std=c++20", "-O2", "-shared", "-fPIC", f"-I{headers}"]
    subprocess.run([*compiler, *flags, str(source), "-o", str(library)], check=True)
    return str(library)


@pytest.mark.slow
@needs_valgrind
def test_counted_process_that_fails_says_why(other_guard: Callable[[str], Guard]) -> None:
    call = other_guard(CASES)
    done = call("--accept-all", "--reason", "first", WORK="much")
    assert done.returncode == 2
    assert done.stderr.startswith("guard: the counted process failed (1):\n")
    assert done.stderr.endswith("ValueError: could not convert string to float: 'much'\n")
