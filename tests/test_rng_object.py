"""ttr.Rng: the random streams of the core, for callers. test_rng.py has the words themselves."""

from __future__ import annotations

import copy
import inspect
import math
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from ttr_fast._core import random_words

BIG = 2**64 - 1
STREAMS = [(0, 0), (1, 0), (0, 1), (7, 2**40), (BIG, BIG)]


@pytest.mark.parametrize(("seed", "stream"), STREAMS)
def test_words_are_those_of_the_core(seed: int, stream: int) -> None:
    words = random_words(seed, 0, stream, 0, 200).tolist()
    rng = ttr.Rng(seed, stream)
    assert [rng.next() for _ in range(200)] == words
    assert rng.position == 200
    assert (rng.seed, rng.stream) == (seed, stream)
    for place in (0, 1, 199):
        assert ttr.Rng(seed, stream, place).next() == words[place]


def test_position_wraps_around() -> None:
    rng = ttr.Rng(5, position=BIG)
    assert rng.next() == random_words(5, 0, 0, BIG, 1)[0]
    assert rng.position == 0
    assert rng == ttr.Rng(5)


def test_below_is_the_high_half_of_a_word() -> None:
    rng, words = ttr.Rng(3, 4), ttr.Rng(3, 4)
    for n in (1, 2, 3, 10, 97, 2**16, 2**31, 2**32 - 1) * 20:
        assert rng.below(n) == words.next() * n >> 64
    assert rng.position == 160
    assert rng.below(n=np.int64(1)) == 0


@pytest.mark.parametrize("n", [2, 7, 100])
def test_below_is_uniform(n: int) -> None:
    rng = ttr.Rng(11)
    draws = 1000 * n
    counts = Counter(rng.below(n) for _ in range(draws))
    assert sorted(counts) == list(range(n))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert abs(chi_square - (n - 1)) < 5 * math.sqrt(2 * (n - 1))


@pytest.mark.parametrize("wrong", [0, -1, 2**32, 2**63, 2**64, -(2**64), 10**30])
def test_below_names_what_is_allowed(wrong: int) -> None:
    rng = ttr.Rng(1)
    with pytest.raises(ValueError, match=rf"n must be an integer in 1\.\.4294967295, got {wrong}"):
        rng.below(wrong)
    assert rng.position == 0


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1", [1], object()])
def test_below_takes_integers_only(wrong: Any) -> None:
    rng = ttr.Rng(1)
    with pytest.raises(TypeError, match="n must be an integer"):
        rng.below(wrong)
    with pytest.raises(TypeError, match="below"):
        rng.below()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="below"):
        rng.below(1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="next"):
        rng.next(1)  # type: ignore[call-arg]
    assert rng.position == 0


@pytest.mark.parametrize("name", ["seed", "stream", "position"])
def test_what_a_stream_is_made_of(name: str) -> None:
    for number in (0, 1, np.uint64(BIG)):
        assert getattr(ttr.Rng(**{"seed": 1, name: number}), name) == number
    for wrong in (-1, 2**64, 10**30):
        with pytest.raises(ValueError, match=f"{name} must be an integer in 0..2"):
            ttr.Rng(**{"seed": 1, name: wrong})
    for kind in (None, True, 1.0, "1", b"1", object()):
        with pytest.raises(TypeError, match=f"{name} must be an integer"):
            ttr.Rng(**{"seed": 1, name: kind})  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        setattr(ttr.Rng(1), name, 2)


def test_arguments_are_checked() -> None:
    assert list(inspect.signature(ttr.Rng).parameters) == ["seed", "stream", "position"]
    for arguments, keywords in [((), {}), ((1, 2, 3, 4), {}), ((1,), {"game": 1})]:
        with pytest.raises(TypeError):
            ttr.Rng(*arguments, **keywords)
    with pytest.raises(TypeError):
        ttr.Rng.__new__(ttr.Rng)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        object.__new__(ttr.Rng)
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (ttr.Rng,), {})
    for foreign in (None, 1, ttr.Game().new_initial_state(1)):
        with pytest.raises(TypeError):
            ttr.Rng.next(foreign)  # type: ignore[arg-type]


def test_initialising_again_changes_nothing() -> None:
    rng = ttr.Rng(1)
    rng.next()
    rng.__init__(5)  # type: ignore[misc]
    assert rng == ttr.Rng(1, position=1)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies_go_on_alike_and_apart(protocol: int) -> None:
    rng = ttr.Rng(BIG, 3)
    rng.next()
    for twin in (copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng, protocol))):
        assert twin == rng
        assert type(twin) is ttr.Rng
        twin.next()
        assert twin != rng
        assert rng.position == 1


def test_equality_and_words() -> None:
    rng = ttr.Rng(1, 2, 3)
    assert repr(rng) == "Rng(seed=1, stream=2, position=3)"
    assert eval(repr(rng), {"Rng": ttr.Rng}) == rng
    for other in (ttr.Rng(0, 2, 3), ttr.Rng(1, 0, 3), ttr.Rng(1, 2, 4), 1, None, "Rng"):
        assert rng != other
        assert (rng == other) is False
    with pytest.raises(TypeError, match="unhashable"):
        hash(rng)
    with pytest.raises(TypeError):
        rng < rng  # type: ignore[operator]  # noqa: B015
