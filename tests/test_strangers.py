"""A stranger with the wheel alone: in a fresh environment, outside the checkout, the bots of
examples/ are compiled against the installed headers and .pxd files, and play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bots import EXAMPLES, build, run
from wheels import build_archives, install

PLAY = """
import ttr_fast as ttr
import {module}
bot = ttr.NativePolicy({function}, name="mine")
scores = ttr.playouts(ttr.Game("usa"), {games}, policy=[bot, "random"], seed=1).scores
print(ttr.__file__)
print({module}.__file__)
print(int((scores[:, 0].astype(int) - scores[:, 1]).mean()))
"""


@pytest.mark.slow
def test_bots_of_strangers_are_built_against_the_wheel_and_play(tmp_path: Path) -> None:
    _, wheel = build_archives()
    python = install(wheel, tmp_path / "venv", "cython>=3.1", "setuptools", "numba")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    cython_bot = build("cython_bot", tmp_path, python, env)
    assert "follower" in run(
        ["-c", "import cython_bot; cython_bot.main(500)"], cython_bot, python, env
    )
    cpp_bot = build("cpp_bot", tmp_path, python, env)
    assert "monte_carlo" in run(["play.py", "4"], cpp_bot, python, env)
    numba_bot = tmp_path / "numba_bot"
    numba_bot.mkdir()
    (numba_bot / "numba_bot.py").write_bytes((EXAMPLES / "numba_bot.py").read_bytes())
    assert "weighted" in run(["numba_bot.py"], numba_bot, python, env)

    bots = {
        cython_bot: ("cython_bot.FOLLOWER.capsule", 500, 80),
        cpp_bot: ("cpp_bot.MONTE_CARLO", 12, 20),
        numba_bot: ("numba_bot.choose, user_data=numba_bot.START", 500, 80),
    }
    for folder, (function, games, least) in bots.items():
        script = PLAY.format(module=folder.name, function=function, games=games)
        package, module, lead = run(["-c", script], folder, python, env).split()
        assert package.startswith(str(tmp_path / "venv"))
        assert module.startswith(str(folder))
        assert int(lead) > least
