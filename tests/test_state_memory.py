"""What states cost in memory: nothing once they are dropped, also in cycles, with records and on
wide maps."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import pytest
from builders import run_python

import ttr_fast as ttr

# The peak of the resident set: it can only grow. Python's own tracing does not see the memory of
# the core.
PEAK = """
import pickle, random, resource, sys
import ttr_fast as ttr
from builders import line_map

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # MiB

wide = ttr.Game(line_map([1 + i % 6 for i in range(120)], [(0, 9, 5)] * 200), players=2)
state = {
    "narrow": ttr.Game().new_initial_state(1),
    "wide": wide.new_initial_state(1),
    "record": ttr.Game().new_initial_state(1, record=True),
}[sys.argv[1]]
rng = ttr.Rng(1)
for _ in range(30):
    state.apply_action(state.sample_legal(rng))
target = state.game.new_initial_state(2)

def work(n):
    for i in range(n):
        child = state.clone()
        child.apply_action(child.sample_legal(rng))
        target.copy_from(child)
        if i % 10 == 0:
            state.clone(seed=i), pickle.loads(pickle.dumps(child)), child.legal_actions()
            child.legal_actions_mask(), child.game.new_initial_state(i)
            try:
                child.apply_action(-1)
            except ValueError:
                pass
    kept = [state.clone() for _ in range(2000)]
    assert kept[-1] == state

work(5_000)
before = peak()
work(100_000)
print(peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the unit of ru_maxrss differs")
@pytest.mark.parametrize("kind", ["narrow", "wide", "record"])
def test_100_000_states_leave_nothing_behind(kind: str) -> None:
    assert float(run_python(PEAK, kind)) < 4  # a byte a state would be 0.1, a state a state 100


def test_cycles_through_a_game_of_a_subclass_are_collected() -> None:
    class Mine(ttr.Game):
        pass

    for kept in (1, 100):  # more than there are objects kept for use again
        game = Mine()
        states = [game.new_initial_state(i) for i in range(kept)]
        object.__setattr__(game, "states", states)
        gone = weakref.ref(game)
        del game, states
        gc.collect()
        assert gone() is None
    state = ttr.Game().new_initial_state(1)
    assert gc.is_tracked(state)
    assert state.game in gc.get_referents(state)


def test_cycles_through_an_env_are_collected() -> None:
    class Mine(ttr.Game):
        pass

    game = Mine()
    env = ttr.VectorEnv(game, 2)
    env.reset()
    object.__setattr__(game, "env", env)
    gone = weakref.ref(game)
    del game, env
    gc.collect()
    assert gone() is None


def test_the_game_lives_as_long_as_its_states() -> None:
    state = ttr.Game(players=4).new_initial_state(1)
    copies = [state.clone() for _ in range(100)]
    wanted = state.legal_actions()
    del state
    gc.collect()
    assert all(copy.legal_actions() == wanted for copy in copies)


def test_threads_that_make_and_drop_states() -> None:
    state = ttr.Game(players=2).new_initial_state(1)
    ends: list[tuple[int, ...]] = []

    def search() -> None:
        for _ in range(20):
            rng = ttr.Rng(5)
            child = state.clone()
            while not child.is_terminal():
                child = child.clone()
                child.apply_action(child.sample_legal(rng))
            ends.append(child.scores())

    threads = [threading.Thread(target=search) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(ends) == 80
    assert len(set(ends)) == 1
