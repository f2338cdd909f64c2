"""F53: objects made by `T.__new__(T)` alone, without `__init__`, must not be usable, nor crash."""

from __future__ import annotations

import subprocess
import sys

import pytest

MAKE = """
import numpy as np
import ttr_fast as ttr
from ttr_fast._core import Networks

game = ttr.Game()
state = game.new_initial_state(1)
"""


@pytest.mark.parametrize(
    "call",
    [
        "ttr.State.__new__(ttr.State).legal_actions()",
        "ttr.State.__new__(ttr.State) == 1",
        "state == ttr.State.__new__(ttr.State)",
        "ttr.perft(ttr.State.__new__(ttr.State), 2)",
        "ttr.Game.__new__(ttr.Game).new_initial_state(1)",
        "ttr.Game.__new__(ttr.Game).num_players",
        "repr(ttr.Game.__new__(ttr.Game))",
        "ttr.playouts(ttr.Game.__new__(ttr.Game), 3)",
        "ttr.Rules.__new__(ttr.Rules).to_dict()",
        "ttr.Rules() == ttr.Rules.__new__(ttr.Rules)",
        "ttr.Game(rules=ttr.Rules.__new__(ttr.Rules))",
        "ttr.SeatScore.__new__(ttr.SeatScore).total",
        "Networks.__new__(Networks).connected(np.zeros((1, 2), np.uint64), 0, 1)",
        "ttr.State()",
    ],
)
def test_F53_uninitialised_object_raises_instead_of_crashing(call: str) -> None:
    code = f"{MAKE}\ntry:\n    {call}\nexcept Exception as error:\n    print(type(error).__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in {"TypeError", "RuntimeError", "AttributeError"}
