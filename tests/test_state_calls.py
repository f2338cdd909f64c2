"""The methods of State that are C functions: what they take and refuse, and that they say so in
words; what a State is as a Python object."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from builders import play

import ttr_fast as ttr

GAME = ttr.Game(players=3)
EUROPE = ttr.Game("europe", players=2)


@pytest.fixture
def state() -> ttr.State:
    """In the middle of a game."""
    state = GAME.new_initial_state(5)
    play(state, random.Random(5), 40)
    return state


CALLS: dict[str, tuple[tuple[Any, ...], str | None]] = {
    # name: arguments that are fine, name of the argument
    "current_player": ((), None),
    "phase": ((), None),
    "is_terminal": ((), None),
    "legal_actions": ((None,), "seat"),
    "legal_actions_mask": ((None,), "out"),
    "apply_action": ((0,), "action"),
    "sample_legal": ((ttr.Rng(1),), "rng"),
    "clone": ((None,), "seed"),
    "copy_from": ((GAME.new_initial_state(1),), "other"),
}


@pytest.mark.parametrize("name", CALLS)
def test_arguments_by_position_and_by_name(name: str, state: ttr.State) -> None:
    arguments, keyword = CALLS[name]
    getattr(state.clone(), name)(*arguments)
    with pytest.raises(TypeError, match=name):
        getattr(state, name)(*arguments, None, None)
    with pytest.raises(TypeError, match=name if keyword is None else rf"{name}.*'no_such'"):
        getattr(state, name)(no_such=1)
    if keyword is not None:
        by_name = {keyword: arguments[0]}
        getattr(state.clone(), name)(**by_name)
        with pytest.raises(TypeError, match=rf"{name}\(\) takes one argument, {keyword}, got 2"):
            getattr(state, name)(*arguments, **by_name)
    signature = inspect.signature(getattr(ttr.State, name))
    assert list(signature.parameters) == ["self"] + ([keyword] if keyword else [])


@pytest.mark.parametrize("name", ["apply_action", "sample_legal", "copy_from"])
def test_arguments_that_may_not_be_left_out(name: str, state: ttr.State) -> None:
    with pytest.raises(TypeError, match=rf"{name}\(\) needs an argument, {CALLS[name][1]}"):
        getattr(state, name)()


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("foreign", [None, 1, "x", object(), GAME, ttr.Rng(1), ttr.State])
def test_methods_refuse_to_work_on_other_objects(name: str, foreign: Any) -> None:
    with pytest.raises(TypeError, match=name):
        getattr(ttr.State, name)(foreign, *CALLS[name][0])
    with pytest.raises(TypeError):
        getattr(ttr.State, name)()


NO_INTEGERS = [None, True, 1.0, float("nan"), "1", b"1", [1], np.float32(1), object(), GAME]
TOO_LARGE = [-1, -(2**63), 2**31, 2**63, 2**64, 10**30, np.uint64(2**64 - 1)]


@pytest.mark.parametrize("wrong", NO_INTEGERS)
def test_apply_action_takes_integers_only(wrong: Any, state: ttr.State) -> None:
    before = state.hash()
    with pytest.raises(TypeError, match="action must be an integer, got"):
        state.apply_action(wrong)
    assert state.hash() == before


@pytest.mark.parametrize("wrong", TOO_LARGE)
def test_apply_action_names_numbers_that_are_no_actions(wrong: Any, state: ttr.State) -> None:
    before = state.hash()
    with pytest.raises(ttr.IllegalActionError, match=f"action {int(wrong)} .*allowed are 0.."):
        state.apply_action(wrong)
    assert state.hash() == before


@pytest.mark.parametrize("of_type", [int, np.int8, np.int64, np.uint16])
def test_apply_action_takes_everything_that_is_an_integer(
    of_type: Callable[[int], Any], state: ttr.State
) -> None:
    other = state.clone()
    action = state.legal_actions()[0]
    state.apply_action(of_type(action))
    other.apply_action(action)
    assert state == other


# ---- masks --------------------------------------------------------------------------------


@pytest.mark.parametrize("of_type", [np.bool_, np.uint8])
def test_mask_into_the_callers_array(of_type: type, state: ttr.State) -> None:
    size = GAME.num_distinct_actions()
    out = np.ones(size, of_type)  # what was there is overwritten
    assert state.legal_actions_mask(out) is out
    assert np.flatnonzero(out).tolist() == state.legal_actions()
    assert set(out.tolist()) <= {0, 1}
    rows = np.ones((3, size), of_type)
    state.legal_actions_mask(out=rows[1])
    assert (rows[[0, 2]] == 1).all()
    assert (rows[1] == out).all()
    fresh = state.legal_actions_mask()
    assert fresh.dtype == np.bool_
    assert (fresh == out).all()


def read_only(size: int) -> Any:
    mask = np.zeros(size, bool)
    mask.flags.writeable = False
    return mask


@pytest.mark.parametrize(
    ("make", "error", "what"),
    [
        (lambda n: [False] * n, TypeError, "or None, got list"),
        (lambda n: bytearray(n), TypeError, "or None, got bytearray"),
        (lambda n: n, TypeError, "or None, got int"),
        (lambda n: np.zeros(n), TypeError, "got one of float64"),
        (lambda n: np.zeros(n, np.int8), TypeError, "got one of int8"),
        (lambda n: np.zeros(n, np.uint16), TypeError, "got one of uint16"),
        (lambda n: np.zeros(n, object), TypeError, "got one of object"),
        (lambda n: np.zeros(n - 1, bool), ValueError, r"got shape \(\d+,\)"),
        (lambda n: np.zeros(n + 1, np.uint8), ValueError, r"got shape \(\d+,\)"),
        (lambda n: np.zeros((1, n), bool), ValueError, r"got shape \(1, \d+\)"),
        (lambda n: np.array(True), ValueError, r"got shape \(\)"),
        (lambda n: np.zeros(2 * n, bool)[::2], ValueError, "C-contiguous"),
        (lambda n: np.zeros(n, bool)[::-1], ValueError, "C-contiguous"),
        (read_only, ValueError, "writeable"),
    ],
)
def test_masks_that_do_not_fit_are_refused(
    make: Callable[[int], Any], error: type[Exception], what: str, state: ttr.State
) -> None:
    out = make(GAME.num_distinct_actions())
    before = copy.deepcopy(out)
    with pytest.raises(error, match=rf"out must be .*\({GAME.num_distinct_actions()},\).*{what}"):
        state.legal_actions_mask(out)
    assert np.array_equal(np.asarray(out), np.asarray(before))


# ---- copies -------------------------------------------------------------------------------


def test_copy_from_becomes_the_other_state_and_shares_nothing(state: ttr.State) -> None:
    target = GAME.new_initial_state(99)
    assert target.copy_from(state) is None
    assert target == state
    assert target.hash() == state.hash()
    before = state.hash()
    target.apply_action(target.legal_actions()[0])
    assert state.hash() == before
    # The same future.
    state.apply_action(state.legal_actions()[0])
    assert state == target


def test_copy_from_itself_changes_nothing(state: ttr.State) -> None:
    recorded = GAME.new_initial_state(1, record=True)
    recorded.apply_action(recorded.legal_actions()[0])
    for s in (state, recorded):
        before = pickle.dumps(s)
        s.copy_from(s)
        assert pickle.dumps(s) == before


def test_copy_from_takes_the_record_along(state: ttr.State) -> None:
    recorded = GAME.new_initial_state(1, record=True)
    recorded.apply_action(recorded.legal_actions()[0])
    state.copy_from(recorded)
    assert state.history() == recorded.history() != []
    state.apply_action(state.legal_actions()[0])
    assert len(state.history()) == len(recorded.history()) + 1
    state.copy_from(GAME.new_initial_state(2))
    with pytest.raises(ValueError, match="record=True"):
        state.history()


@pytest.mark.parametrize("other", ["europe", "iran"])
def test_copy_from_asks_more_than_that_games_call_themselves_equal(other: str) -> None:
    class Liar(ttr.Game):
        __hash__ = ttr.Game.__hash__

        def __eq__(self, other: object) -> bool:
            return True

    state = Liar("usa", players=2).new_initial_state(1)
    before = state.to_dict()
    stranger = ttr.Game(other, players=2).new_initial_state(2)
    rng = ttr.Rng(2)
    for _ in range(100):
        stranger.apply_action(stranger.sample_legal(rng))
    with pytest.raises(ValueError, match="same game"):
        state.copy_from(stranger)
    assert state.to_dict() == before


def test_copy_from_takes_states_of_equal_games_only(state: ttr.State) -> None:
    equal = ttr.Game(players=3)
    assert equal is not GAME
    target = equal.new_initial_state(8)
    target.copy_from(state)
    assert target == state
    assert target.game is equal
    before = target.hash()
    for game in (EUROPE, ttr.Game(players=2), ttr.Game(players=3, first_seat=1)):
        with pytest.raises(ValueError, match=r"state of the same game, .*got one of Game"):
            target.copy_from(game.new_initial_state(1))
    for wrong in (None, 1, GAME, ttr.State, state.to_dict()):
        with pytest.raises(TypeError, match="other must be a State, got"):
            target.copy_from(wrong)  # type: ignore[arg-type]
    assert target.hash() == before


@pytest.mark.parametrize("wrong", [True, 1.0, "1", [1], GAME])
def test_clone_takes_integers_only(wrong: Any, state: ttr.State) -> None:
    with pytest.raises(TypeError, match="seed must be an integer"):
        state.clone(wrong)


@pytest.mark.parametrize("wrong", [-1, 2**64, 10**30])
def test_clone_takes_seeds_of_64_bits(wrong: int, state: ttr.State) -> None:
    with pytest.raises(ValueError, match="seed must be an integer in 0"):
        state.clone(seed=wrong)


# ---- the object ---------------------------------------------------------------------------


def test_states_are_made_by_games_alone() -> None:
    class Mine(ttr.State):  # type: ignore[misc]
        pass

    class Bare(ttr.State):  # type: ignore[misc]
        __slots__ = ()

    for of_type in (ttr.State, Mine, Bare):
        for arguments, keywords in [((), {}), ((1,), {}), ((), {"game": GAME})]:
            with pytest.raises(TypeError, match="cannot be called: states are made by Game"):
                of_type(*arguments, **keywords)
        with pytest.raises(TypeError, match="cannot be called: states are made by Game"):
            of_type.__new__(of_type)
        with pytest.raises(TypeError, match="not safe"):
            object.__new__(of_type)
        assert not isinstance(GAME.new_initial_state(1), (Mine, Bare))


def test_a_state_whose_class_was_exchanged_still_works(state: ttr.State) -> None:
    class Bare(ttr.State):  # type: ignore[misc]
        __slots__ = ()

    class Mine(ttr.State):  # type: ignore[misc]
        pass

    with pytest.raises(TypeError):
        state.__class__ = Mine
    for _ in range(200):  # more than there are objects kept for use again
        s = state.clone()
        try:
            s.__class__ = Bare
        except TypeError:
            continue
        assert type(s.clone()) is ttr.State
        assert s == state
        assert s.legal_actions() == state.legal_actions()


def test_what_python_may_do_with_a_state(state: ttr.State) -> None:
    gone: list[object] = []
    child = state.clone()
    reference = weakref.ref(child, gone.append)
    assert reference() is child
    del child
    assert reference() is None
    assert gone == [reference]
    with pytest.raises(AttributeError):
        state.note = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        state.game = GAME  # type: ignore[misc]
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert type(twin) is ttr.State
        assert twin == state
        assert twin is not state
    assert state != 1
    assert state != EUROPE.new_initial_state(1)
    assert state.game is GAME
    assert repr(state).startswith("<ttr_fast.State map=usa players=3 ")
    assert state._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle(protocol: int, state: ttr.State) -> None:
    assert pickle.loads(pickle.dumps(state, protocol)) == state


def test_methods_have_signatures_and_words() -> None:
    for name in dir(ttr.State):
        if not name.startswith("_"):
            assert getattr(ttr.State, name).__doc__
