"""Faults of the border between the core and the interpreter (F48, F53): garbage collection in the
middle of a call, callbacks that raise, signals in long searches, threads at exit."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import ttr_fast as ttr


def dense_game() -> ttr.Game:
    """14 cities, each joined to each, and 120 trains."""
    pairs = list(itertools.combinations(range(14), 2))
    lengths = random.Random(1)
    board = ttr.Map.from_dict(
        {
            "format": 1,
            "name": "dense",
            "cities": [{"name": f"C{i}"} for i in range(14)],
            "routes": [
                {"a": f"C{a}", "b": f"C{b}", "length": lengths.randint(1, 6), "color": "gray"}
                for a, b in pairs
            ],
            "tickets": [{"a": "C0", "b": f"C{1 + i % 13}", "points": 5} for i in range(30)],
        }
    )
    return ttr.Game(board, 2, ttr.Rules(trains_per_player=120))


def run(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=timeout
    )


def test_F53_garbage_collection_during_legal_actions() -> None:
    done = run(
        """
import gc, ttr_fast as ttr
game = ttr.Game()
small, large = game.new_initial_state(1), game.new_initial_state(2)
while len(large.legal_actions()) < 60:
    large.apply_action(large.legal_actions()[0])
wanted = small.legal_actions()
class Cycle:
    def __init__(self): self.me = self
    def __del__(self): large.legal_actions()
gc.set_threshold(1, 1, 1)
for _ in range(20_000):
    Cycle()
    assert small.legal_actions() == wanted
print("fine")
"""
    )
    assert done.stdout.strip() == "fine", done.stderr[-500:]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
@pytest.mark.parametrize("call", ["playouts", "longest_trail", "exact"])
def test_F48_a_search_without_end_obeys_signals(call: str) -> None:
    class Ring(Exception):
        pass

    def ring(*_: object) -> None:
        raise Ring

    game = dense_game()
    routes = game.map.routes
    ends = [[int(r.a[1:]), int(r.b[1:])] for r in routes]
    # A random cubic graph, in which every vertex is odd: too large to be proven in time.
    rng = random.Random(3)
    orders = [rng.sample(range(1900), 1900) for _ in range(3)]
    cubic = [pair for order in orders for pair in zip(order[::2], order[1::2], strict=True)]
    calls = {
        "playouts": lambda: ttr.playouts(game, 10**7, "random_type", threads=2),
        "longest_trail": lambda: ttr.longest_trail(ends, [r.length for r in routes], "naive_dfs"),
        "exact": lambda: ttr.longest_trail(cubic, [rng.randint(1, 99) for _ in cubic]),
    }
    before = signal.signal(signal.SIGALRM, ring)
    begin = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(Ring):
            calls[call]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < 20  # it would never end by itself


@pytest.mark.parametrize(
    "call",
    [
        "ttr.playouts(game, 10**7)",
        "ttr.playouts(game, 10**12, reduce=True)",
        "ttr.perft(game.new_initial_state(1), 9)",
    ],
)
def test_F53_daemon_thread_in_a_long_call_does_not_abort_the_exit(call: str) -> None:
    done = run(
        "import threading, time, ttr_fast as ttr; game = ttr.Game(); "
        f"threading.Thread(target=lambda: {call}, daemon=True).start(); time.sleep(0.3)"
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert "terminate called" not in done.stderr


def test_F53_index_is_asked_once_and_its_exception_comes_out() -> None:
    class Evil:
        calls = 0

        def __index__(self) -> int:
            self.calls += 1
            if self.calls > 1:
                raise KeyError("second call")
            return 10**6

    state = ttr.Game().new_initial_state(1)
    evil = Evil()
    with pytest.raises(ttr.IllegalActionError, match="1000000"):
        state.apply_action(evil)
    assert evil.calls == 1

    class Raises:
        def __index__(self) -> int:
            raise RuntimeError("mine")

    for call in (state.apply_action, state.game.new_initial_state, state.completed_tickets):
        with pytest.raises(RuntimeError, match="mine"):
            call(Raises())


def test_F53_repr_that_raises_or_cannot_be_encoded() -> None:
    class Interrupts:
        def __repr__(self) -> str:
            raise KeyboardInterrupt

    class Surrogate:
        def __repr__(self) -> str:
            return "\ud800"

    with pytest.raises(KeyboardInterrupt):
        ttr.Rules(trains_per_player=Interrupts())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"\\ud800"):
        ttr.Rules(trains_per_player=Surrogate())  # type: ignore[arg-type]


def test_F58_lengths_that_leave_64_bits_are_refused() -> None:
    edges = np.zeros((2_000_000, 2), np.int64)
    edges[:, 1] = 1
    assert ttr.longest_trail(edges, np.full(len(edges), 4 * 10**12)).length == 8 * 10**18
    with pytest.raises(ValueError, match="together"):
        ttr.longest_trail(edges, np.full(len(edges), 5 * 10**12))


def test_clone_with_the_seed_of_the_game_has_another_future() -> None:
    """The copy must not bring back the future of the game it was made from."""
    game = ttr.Game(players=5, rules=ttr.Rules(initial_tickets_dealt=6))  # no unseen tickets
    same = 0
    for seed in range(20):
        state = game.new_initial_state(seed)
        copy = state.clone(seed=seed)
        for _ in range(25):
            for s in (state, copy):
                s.apply_action(s.legal_actions()[0])
        same += state.to_dict()["players"] == copy.to_dict()["players"]
    assert same == 0


@pytest.mark.parametrize(
    ("key", "limit"), [("turn", 29_997), ("ply", 2**32 - 1), ("chance_position", 2**64 - 1)]
)
def test_F37_counters_at_their_limit_stay_storable(key: str, limit: int) -> None:
    game = ttr.Game(rules=ttr.Rules(max_turns=30_000))
    state = game.new_initial_state(3)
    while state.phase() != "choose_action":
        state.apply_action(state.legal_actions()[0])
    d = state.to_dict()
    d[key] = limit
    state = game.state_from_dict(d)
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
        assert game.state_from_dict(state.to_dict()) == state
        assert ttr.deserialize(state.serialize()) == state


def test_clone_with_a_seed_keeps_no_record() -> None:
    """What the record tells would not lead to the copy's future."""
    state = ttr.Game().new_initial_state(1, record=True)
    state.apply_action(state.legal_actions()[0])
    assert state.clone().history() == state.history() != []
    with pytest.raises(ValueError, match="record=True"):
        state.clone(seed=5).history()
