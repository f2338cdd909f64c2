"""The capsule _C_API: what extension modules read, make and overwrite of Python's games and states,
and what becomes of one that was built against other headers."""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bots import in_place
from builders import widened_usa
from cython_module import compile_and_import

import ttr_fast as ttr
from ttr_fast import _core

DATA = Path(__file__).parent / "data"
FLAGS = ["-std=c++20", "-O1", "-fvisibility=hidden"]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("Cython")
    folder = tmp_path_factory.mktemp("borrowing")
    return compile_and_import(DATA / "borrowing.pyx", folder, "c++", FLAGS)


@pytest.fixture(scope="module", params=["usa", "europe", "wide"])
def game(request: pytest.FixtureRequest) -> ttr.Game:
    return ttr.Game(widened_usa() if request.param == "wide" else request.param, 3)


def test_what_is_borrowed_is_the_object_itself(module: Any, game: ttr.Game) -> None:
    state = game.new_initial_state(5)
    where = module.address_of(state)
    for _ in range(60):
        assert module.deck_of(state) == (
            sum(state.to_dict()["deck"].values()),
            len(game.map.routes) <= 128,
        )
        state.apply_action(state.legal_actions()[-1])
        assert module.address_of(state) == where
    assert module.address_of(state.clone()) != where
    assert module.num_actions(game) == game.num_distinct_actions()


def test_states_are_made(module: Any, game: ttr.Game) -> None:
    state = game.new_initial_state(11)
    assert module.dealt(game, 11) == state
    made = module.dealt(game, 11)
    assert type(made) is ttr.State
    assert made.game is game
    for _ in range(40):
        action = state.legal_actions()[0]
        made = module.played(made, action)
        state.apply_action(action)
        assert made == state
    assert module.played(made, game.string_to_action("keep 0")) is None


def test_a_state_that_was_made_keeps_its_game(module: Any) -> None:
    made = module.dealt(ttr.Game("iran", 2), 3)
    gc.collect()
    assert made == ttr.Game("iran", 2).new_initial_state(3)
    assert made.legal_actions()


def test_states_are_overwritten(module: Any, game: ttr.Game) -> None:
    target, source = game.new_initial_state(1), game.new_initial_state(2)
    where = module.address_of(target)
    source.apply_action(source.legal_actions()[0])
    module.overwrite(target, source)
    assert target == source
    assert module.address_of(target) == where
    source.apply_action(source.legal_actions()[0])
    assert target != source
    recorded = game.new_initial_state(1, record=True)
    with pytest.raises(ValueError, match=r"record=True cannot be overwritten"):
        module.overwrite(recorded, source)
    assert recorded == game.new_initial_state(1)
    other = ttr.Game("usa" if len(game.map.routes) > 128 else widened_usa(), 3).new_initial_state(1)
    with pytest.raises(ValueError, match="a map of another size"):
        module.overwrite(other, source)
    with pytest.raises(ValueError, match="a map of another size"):
        module.of_other_shape(game)


def test_other_objects_are_refused(module: Any, game: ttr.Game) -> None:
    state = game.new_initial_state(1)
    for thing in (None, 3, "state", game, object(), _core._C_API):
        for function in (module.deck_of, module.address_of):
            with pytest.raises(TypeError, match=r"an initialised ttr_fast\.State, got one of the "):
                function(thing)
        with pytest.raises(TypeError, match=r"ttr_fast\.State"):
            module.overwrite(thing, state)
    for thing in (None, 3, state, _core.Game.__new__(_core.Game)):
        with pytest.raises(TypeError, match=r"an initialised ttr_fast\.Game, got one of the type"):
            module.num_actions(thing)
        with pytest.raises(TypeError, match=r"ttr_fast\.Game"):
            module.dealt(thing, 1)


def test_F55_made_states_are_freed(module: Any) -> None:
    game = ttr.Game("usa", 2)
    before = sys.getrefcount(game)
    made = [module.dealt(game, seed) for seed in range(1000)]
    assert sys.getrefcount(game) >= before + 1000
    del made
    assert sys.getrefcount(game) == before


# --- Built against other headers -----------------------------------------------------------------

IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
{before}
try:
    import stranger
except ImportError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a module that only imports the core, built for another layout."""
    pytest.importorskip("Cython")
    folder = tmp_path_factory.mktemp("stranger")
    source = folder / "stranger.pyx"
    source.write_text("from ttr_fast.borrow cimport import_core\nimport_core()\n", encoding="utf-8")
    flags = [*FLAGS, "-DTTR_ABI_REVISION=1000"]
    with pytest.raises(ImportError, match=r"built against other headers than the ttr_fast that is"):
        compile_and_import(source, folder, "c++", flags)
    return folder


def imported(folder: Path, before: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT.format(before=before), str(folder)],
        env=in_place(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_another_layout_is_a_sentence_at_import(stranger: Path) -> None:
    message = imported(stranger)
    assert message.startswith("this extension module was built against other headers than the ttr")
    assert "build it again with the headers in ttr_fast.get_include()" in message


def test_an_installed_package_without_the_capsule_is_a_sentence(stranger: Path) -> None:
    without = "import ttr_fast._core as core; del core._C_API"
    other = "import ttr_fast._core as core; core._C_API = 3"
    for before in (without, other):
        assert (
            "asks for 'ttr_fast.c_api.1', which the ttr_fast that is installed does not have"
            in (imported(stranger, before))
        )


def test_the_capsule_is_there() -> None:
    core = importlib.import_module("ttr_fast._core")
    assert "ttr_fast.c_api.1" in repr(core._C_API)
