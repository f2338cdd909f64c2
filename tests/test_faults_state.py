"""Kinds of fault seen in states elsewhere: F29, F31, F33, F35, F37, F38, F40, F44, F47."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from builders import everything, play, run_python, walk
from scipy.stats import chisquare

import ttr_fast as ttr

SITUATIONS = (
    "draw_second_card", "choose_tickets", "final round", "choose_initial_tickets", "pay_tunnel",
)  # fmt: skip


def reached(situation: str, n: int = 3, seed: int = 5, **options: Any) -> ttr.State:
    """A state in the middle of something."""
    rng = random.Random(seed)
    game = ttr.Game("europe" if situation == "pay_tunnel" else "usa", players=n)
    state = game.new_initial_state(seed, **options)
    while True:
        d = state.to_dict()
        late = situation == "choose_initial_tickets" or d["turn"] > 20
        final = situation == "final round" and d["final_turns_left"] == 2
        if final or (late and state.phase() == situation):
            return state
        play(state, rng, 1)


def continuation(state: ttr.State, plies: int = 200, seed: int = 1) -> list[Any]:
    """What happens in the next random actions, draws included."""
    rng, log = random.Random(seed), []
    while len(log) < plies and not state.is_terminal():
        log.append((play(state, rng, 1), state.hash(), state.legal_actions()))
    return [*log, state.to_dict()]


# --- Illegal actions, and actions after the end --------------------------------------------------


def test_F29_a_thousand_illegal_actions_change_nothing() -> None:
    """At random points of a game, which then goes on as the one without them."""
    refused, rng = Counter[str](), random.Random(29)
    games = [("usa", 2), ("usa", 5), ("europe", 2), ("europe", 4), ("europe", 5), ("iran", 3)]
    for game_number, (name, players) in enumerate(games):
        game = ttr.Game(name, players)
        size = game.num_distinct_actions()
        kinds: dict[str, list[int]] = {}
        for action in range(size):
            kinds.setdefault(game.action_info(action).kind, []).append(action)
        disturbed = game.new_initial_state(29, game_number)
        calm = game.new_initial_state(29, game_number)
        while not calm.is_terminal():
            legal = calm.legal_actions()
            if rng.random() < 0.4:
                before = everything(disturbed)
                outside = rng.choice([size + rng.randrange(99), -1 - size])
                for kind, actions in [*kinds.items(), ("none", [outside])]:
                    action = rng.choice(actions)
                    if action in legal:
                        continue
                    with pytest.raises(ttr.IllegalActionError):
                        disturbed.apply_action(action)
                    refused[kind] += 1
                assert everything(disturbed) == before
            action = rng.choice(legal)
            disturbed.apply_action(action)
            calm.apply_action(action)
            assert disturbed.hash() == calm.hash()
        assert disturbed == calm
    assert sum(refused.values()) > 1000
    assert set(refused) == {*ttr.ACTION_KINDS, "none"}
    assert min(refused.values()) > 50


def test_F29_messages_name_the_action_and_what_is_allowed() -> None:
    state = ttr.Game().new_initial_state(0)
    size = state.game.num_distinct_actions()
    with pytest.raises(ttr.IllegalActionError, match=rf"^action {size} is not .*0\.\.{size - 1}$"):
        state.apply_action(size)
    with pytest.raises(ttr.IllegalActionError, match=rf"^action -1 is not .*0\.\.{size - 1}$"):
        state.apply_action(-1)
    with pytest.raises(
        ttr.IllegalActionError, match=r"action 0 \(draw deck\) .* seat 0 in phase choose_initial"
    ):
        state.apply_action(0)
    assert issubclass(ttr.IllegalActionError, ValueError)


def test_F33_after_the_end() -> None:
    state = ttr.Game(players=3).new_initial_state(33)
    play(state, random.Random(33))
    assert state.is_terminal()
    assert (state.phase(), state.current_player()) == ("terminal", ttr.TERMINAL)
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    before = everything(state)
    for action in (*range(0, state.game.num_distinct_actions(), 7), -1, 10**6):
        with pytest.raises(ttr.IllegalActionError, match="the game is over"):
            state.apply_action(action)
    assert everything(state) == before


# --- Nothing shared, nothing left over -----------------------------------------------------------


def test_F31_nothing_of_the_last_game_is_left() -> None:
    game = ttr.Game(players=4)
    for seed in range(5):
        play(game.new_initial_state(seed + 100), random.Random(seed))
        again = game.new_initial_state(seed)
        fresh = ttr.Game(players=4).new_initial_state(seed)
        assert again == fresh
        assert everything(again) == everything(fresh)
        hands = [sum(p["hand"].values()) for p in again.to_dict()["players"]]
        assert hands == [4] * 4
        assert continuation(again) == continuation(fresh)


def by_pickle(state: ttr.State) -> ttr.State:
    clone: ttr.State = pickle.loads(pickle.dumps(state))
    return clone


COPIES: dict[str, Callable[[ttr.State], ttr.State]] = {
    "clone": lambda state: state.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": by_pickle,
    "serialize": lambda state: ttr.deserialize(state.serialize()),
    "dict": lambda state: state.game.state_from_dict(state.to_dict()),
    "json": lambda state: state.game.state_from_dict(json.loads(json.dumps(state.to_dict()))),
}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("how", COPIES)
def test_F35_copies_share_nothing(how: str, situation: str) -> None:
    original = reached(situation)
    before = everything(original)
    twin = COPIES[how](original)
    assert twin == original
    assert everything(twin) == before
    log = continuation(twin, 10_000)
    assert twin.is_terminal()
    assert twin != original
    assert everything(original) == before
    other = COPIES[how](original)
    kept = everything(other)
    assert continuation(original, 10_000) == log
    assert everything(other) == kept == before


@pytest.mark.parametrize("how", ["clone", "copy", "deepcopy", "pickle"])
def test_F35_copies_have_their_own_history(how: str) -> None:
    original = reached("choose_tickets", record=True)
    before = original.history(), original.drawn_cards()
    twin = COPIES[how](original)
    assert (twin.history(), twin.drawn_cards()) == before
    play(twin, random.Random(3), 20)
    assert (original.history(), original.drawn_cards()) == before
    assert twin.history()[: len(before[0])] == before[0]
    assert len(twin.history()) == len(before[0]) + 20
    original.history().append(3)
    assert original.history() == before[0]


def test_F35_history_replays_the_game() -> None:
    state = ttr.Game(players=3).new_initial_state(4, record=True)
    taken = play(state, random.Random(4))
    assert state.history() == taken
    again = state.game.new_initial_state(4)
    for action in state.history():
        again.apply_action(action)
    assert again == state
    plain = ttr.Game().new_initial_state(4)
    for ask in (plain.history, plain.drawn_cards):
        with pytest.raises(ValueError, match=r"new_initial_state\(seed, record=True\)"):
            ask()


def test_F35_drawn_cards_are_all_that_came_off_the_deck() -> None:
    state = ttr.Game(players=2).new_initial_state(8, record=True)
    deal = state.drawn_cards()
    d = state.to_dict()
    assert len(deal) == 110 - sum(d["deck"].values())
    assert d["face_up"] == deal[-5:]
    play(state, random.Random(8))
    assert len(state.drawn_cards()) - len(deal) == state.to_dict()["chance_position"]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_F35_clone_with_a_seed_has_the_same_cards_and_another_future(situation: str) -> None:
    state = reached(situation)
    d = state.to_dict()
    one, two, same = state.clone(seed=1), state.clone(seed=2), state.clone(seed=1)
    fixed = ("deck", "discard", "face_up", "players", "turn", "ply", "phase", "current_player")
    for other in (one, two):
        assert {key: other.to_dict()[key] for key in fixed} == {key: d[key] for key in fixed}
    assert one == same
    assert one != two
    assert continuation(one) != continuation(two)
    assert state.to_dict() == d


def test_F35_clone_with_a_seed_shuffles_the_tickets_that_nobody_has_seen() -> None:
    """Those returned at the start keep their places at the bottom."""
    state = ttr.Game(players=2).new_initial_state(3)
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    deck = state.to_dict()["ticket_deck"]
    unseen, returned = deck[:24], deck[24:]
    assert state.to_dict()["unseen_tickets"] == 24
    assert len(returned) == 2
    tops = Counter()
    for seed in range(2400):
        shuffled = state.clone(seed=seed).to_dict()["ticket_deck"]
        assert sorted(shuffled[:24]) == sorted(unseen)
        assert shuffled[24:] == returned
        tops[shuffled[0]] += 1
    assert chisquare([tops[ticket] for ticket in unseen]).pvalue > 0.001


# --- Save and load -------------------------------------------------------------------------------


def continue_in_worker(stored: bytes) -> list[Any]:
    """Runs in another process, which knows nothing but these bytes."""
    return continuation(pickle.loads(stored))


def test_F37_pickled_states_go_on_alike_in_a_spawned_worker() -> None:
    states = [reached(situation) for situation in SITUATIONS]
    stored = [pickle.dumps(state) for state in states]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(continue_in_worker, stored, timeout=120))
    assert results == [continuation(state) for state in states]


F37_SCRIPT = """
import pickle, sys
from test_faults_state import continuation, reached
state = reached(sys.argv[1], record=True)
loaded = pickle.loads(pickle.dumps(state, int(sys.argv[2])))
assert loaded == state and loaded.game == state.game and loaded.history() == state.history()
assert continuation(loaded) == continuation(state)
print("alike")
"""


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_F37_every_pickle_protocol(protocol: int) -> None:
    """In a process of its own, which has to live."""
    for situation in SITUATIONS[: 4 if protocol in (0, pickle.HIGHEST_PROTOCOL) else 1]:
        assert run_python(F37_SCRIPT, situation, str(protocol)) == "alike\n"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_F37_stored_bytes_go_on_alike(situation: str) -> None:
    state = reached(situation)
    assert continuation(ttr.deserialize(state.serialize())) == continuation(state)


def test_F37_stored_with_the_game_it_belongs_to() -> None:
    usa = ttr.Map.builtin("usa")
    board = usa.replace(name="mine", tickets=usa.tickets[:20])
    game = ttr.Game(board, 3, ttr.Rules(trains_per_player=20), first_seat=2)
    state = game.new_initial_state(2)
    for loaded in (ttr.deserialize(state.serialize()), by_pickle(state)):
        assert loaded.game == game
        assert loaded == state
        assert continuation(loaded, 30) == continuation(state.clone(), 30)


def test_F37_damaged_bytes_are_refused() -> None:
    """Every byte changed, every length cut: a ValueError, or a state that is consistent."""
    whole = reached("draw_second_card").serialize()
    for length in range(len(whole)):
        with pytest.raises(ValueError, match=r"\w"):
            ttr.deserialize(whole[:length])
    rng, refused = random.Random(1), 0
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        try:
            state = ttr.deserialize(damaged)
        except ValueError:
            refused += 1
        else:
            assert state.game.state_from_dict(state.to_dict()) == state
    assert refused > len(whole) // 2


# --- Seeds ---------------------------------------------------------------------------------------


def test_F38_every_bit_of_the_seed_counts() -> None:
    game = ttr.Game()
    seeds = [0, 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1, *(1 << bit for bit in range(2, 32))]
    states = {seed: game.new_initial_state(seed) for seed in seeds}
    deals = {
        json.dumps([s.to_dict()["players"], s.to_dict()["face_up"], s.to_dict()["ticket_deck"]])
        for s in states.values()
    }
    assert len(deals) == len(seeds)
    for seed, state in states.items():
        assert state.to_dict()["seed"] == seed
        assert game.new_initial_state(seed) == state
    futures = {json.dumps(continuation(states[seed].clone(seed=seed), 60)[-1]) for seed in seeds}
    assert len(futures) == len(seeds)


def test_F38_chance_of_play_depends_on_the_seed_too() -> None:
    """Equal positions, different futures."""
    start = reached("draw_second_card")
    logs = {json.dumps(continuation(start.clone(seed=s), 30)) for s in (0, 1, 2**32, 2**32 + 1)}
    assert len(logs) == 4


@pytest.mark.parametrize(
    "kind", [np.uint8, np.int8, np.int64, np.uint64, np.int32, np.uint16], ids=lambda k: k.__name__
)
def test_F38_numpy_integers_are_integers(kind: Any) -> None:
    game = ttr.Game(players=kind(3), first_seat=kind(1))
    assert game == ttr.Game(players=3, first_seat=1)
    state = game.new_initial_state(kind(7), kind(2))
    assert state == game.new_initial_state(7, 2)
    state.apply_action(kind(state.legal_actions()[0]))
    assert state.to_dict()["ply"] == 1
    assert state.clone(seed=kind(5)) == state.clone(seed=5)
    assert ttr.Rules(trains_per_player=kind(40)).trains_per_player == 40


@pytest.mark.parametrize("seed", [-1, 2**64, 2**64 + 1, -(2**63), 2**200])
def test_F38_seeds_out_of_range_are_refused(seed: int) -> None:
    game = ttr.Game()
    state = game.new_initial_state(0)
    calls: list[Callable[[], object]] = [
        lambda: game.new_initial_state(seed),
        lambda: game.new_initial_state(seed=0, index=seed),
        lambda: state.clone(seed=seed),
        lambda: ttr.playouts(game, 1, seed=seed),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=rf"(seed|index) must be .*in 0\.\..*{seed}$"):
            call()


@pytest.mark.parametrize("seed", [None, True, 1.0, float("nan"), "7", b"7", [7], np.float64(7)])
def test_F38_seeds_that_are_no_integers_are_refused(seed: Any) -> None:
    game = ttr.Game()
    with pytest.raises(TypeError, match=r"seed must be an integer in 0\.\.2\*\*64-1"):
        game.new_initial_state(seed)
    if seed is not None:
        with pytest.raises(TypeError, match="seed must be an integer"):
            game.new_initial_state(0).clone(seed=seed)


def test_F38_games_of_a_batch_differ() -> None:
    game = ttr.Game()
    hashes = {game.new_initial_state(s, i).hash() for s in range(30) for i in range(30)}
    assert len(hashes) == 900


# --- Other processes -----------------------------------------------------------------------------

F40_SCRIPT = """
import random
import ttr_fast as ttr
from builders import play
for name in ("usa", "europe", "iran"):
    state = ttr.Game(name, players=4).new_initial_state(40, record=True)
    play(state, random.Random(40))
    print(state.history(), state.drawn_cards(), state.returns(), state.hash(), state.serialize())
    print(state.to_dict(), ttr.Rules.options(), state.longest_trail(1), state.completed_tickets(2))
    print(state.borrowed_routes(3), state.game, state.game.map.decks)
"""


def test_F40_nothing_depends_on_the_order_of_hashes() -> None:
    logs = {run_python(F40_SCRIPT, PYTHONHASHSEED=seed) for seed in ("0", "1", "2")}
    assert len(logs) == 1
    assert len(logs.pop()) > 3000


F47_SCRIPT = """
import multiprocessing, os, signal, sys, warnings
import ttr_fast as ttr
warnings.simplefilter("ignore", DeprecationWarning)
game = ttr.Game(players=3)
before = ttr.playouts(game, 3000, seed=47, threads=4)

def child():
    signal.alarm(20)
    after = ttr.playouts(game, 3000, seed=47, threads=4)
    return after == before and game.new_initial_state(1).legal_actions() != []

pid = os.fork()
if pid == 0:
    try:
        os._exit(0 if child() else 3)
    finally:
        os._exit(4)
_, status = os.waitpid(pid, 0)
assert status == 0, f"after os.fork: {status}"
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert [job.get(20) for job in [pool.apply_async(child) for _ in range(2)]] == [True, True]
assert ttr.playouts(game, 3000, seed=47, threads=2) == before
print("forked")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_F47_no_hang_after_fork() -> None:
    assert run_python(F47_SCRIPT, timeout=100) == "forked\n"


# --- Arrays --------------------------------------------------------------------------------------


def test_F44_masks_are_not_overwritten_by_the_next_step() -> None:
    kept: list[tuple[np.ndarray, bytes]] = []
    for state in walk(ttr.Game(players=2), games=1, seed=44):
        mask = state.legal_actions_mask()
        kept.append((mask, mask.tobytes()))
        for old, copied in kept[-5:]:
            assert old.tobytes() == copied
    assert all(old.tobytes() == copied for old, copied in kept)
    assert len({copied for _, copied in kept}) > 50
    state = ttr.Game().new_initial_state(0)
    state.legal_actions_mask()[:] = True  # nobody but its owner sees it
    assert state.legal_actions_mask().sum() == 4


def test_F44_lists_are_not_shared() -> None:
    state = ttr.Game().new_initial_state(0)
    state.legal_actions().clear()
    state.to_dict()["players"][0]["hand"].clear()
    state.to_dict()["ticket_deck"].append(3)
    state.returns()[0] = 9.0
    assert len(state.legal_actions()) == 4
    assert state.game.state_from_dict(state.to_dict()) == state
    assert state.returns() == [0.0, 0.0]
