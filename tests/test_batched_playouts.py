"""Playouts whose policies are Python functions."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from vector_mirror import GAMES, name_of, observation

import ttr_fast as ttr

USA = GAMES[0]
ALL = (
    "scores", "route_points", "ticket_points", "completed", "failed", "longest", "stations_built",
    "winners", "turns", "plies", "ranks", "routes", "tickets", "tickets_completed",
)  # fmt: skip


def like_random(batch: ttr.PolicyBatch) -> Any:
    return batch.sample()


def greedy(batch: ttr.PolicyBatch) -> Any:
    """The last legal action: mostly a claim."""
    mask = batch.legal_actions_mask
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def by_words(batch: ttr.PolicyBatch) -> Any:
    """A legal action by a random word; a claim where one is possible."""
    words, mask = batch.random_words(), batch.legal_actions_mask
    counts = mask.sum(axis=1)
    chosen = (words % counts.astype(np.uint64)).astype(int)
    return [np.flatnonzero(row)[k] for row, k in zip(mask, chosen, strict=True)]


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_sampling_plays_the_games_of_random(game: ttr.Game) -> None:
    built_in = ttr.playouts(game, 150, "random", seed=3, first_game=7, columns=ALL)
    own = ttr.playouts(game, 150, like_random, seed=3, first_game=7, columns=ALL, batch=40)
    for name in ALL:
        assert np.array_equal(getattr(own, name), getattr(built_in, name)), name
    assert own.policies == ("like_random",) * game.num_players
    assert own.engine == "scalar"
    assert (own.seed, own.first_game) == (3, 7)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_functions_beside_built_in_policies(game: ttr.Game) -> None:
    rest = ["random_type"] * (game.num_players - 1)
    built_in = ttr.playouts(game, 100, [*rest, "random"], seed=2)
    own = ttr.playouts(game, 100, [*rest, like_random], seed=2, threads=2)
    assert np.array_equal(own.scores, built_in.scores)
    assert own.policies == (*rest, "like_random")


@pytest.mark.parametrize("policy", [greedy, by_words])
@pytest.mark.parametrize("game", [GAMES[0], GAMES[3]], ids=name_of)
def test_neither_batch_nor_threads_matter(game: ttr.Game, policy: Any) -> None:
    first = ttr.playouts(game, 60, policy, seed=1, batch=60)
    for batch, threads in ((1, 1), (7, 1), (33, 3), (10_000, 2)):
        again = ttr.playouts(game, 60, policy, seed=1, batch=batch, threads=threads)
        assert again == first
    part = ttr.playouts(game, 20, policy, seed=1, first_game=40)
    assert np.array_equal(part.scores, first.scores[40:])


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_totals_are_those_of_the_columns(game: ttr.Game) -> None:
    policies = [greedy, *["random"] * (game.num_players - 1)]
    batch = ttr.playouts(game, 700, policies, seed=4)
    totals = ttr.playouts(game, 700, policies, seed=4, reduce=True, batch=100, threads=2)
    assert totals.games == 700
    assert totals.policies == batch.policies
    assert totals.summary() == batch.summary()


def test_the_batch_shows_the_positions() -> None:
    """Every view of every row, against the State."""
    seen = {"rows": 0, "words": 0}

    def look(batch: ttr.PolicyBatch) -> Any:
        numbers = batch.games
        assert len(batch) == len(numbers) == len(set(numbers.tolist()))
        assert batch.legal_actions_mask is batch.legal_actions_mask
        assert repr(batch) == f"<ttr_fast.PolicyBatch seat={batch.seat} games={len(batch)}>"
        for i in range(len(batch)):
            state = batch.state(i)
            assert state.current_player() == batch.seat
            assert batch.game is state.game
            assert state.to_dict()["seed"] == 6
            assert np.array_equal(batch.legal_actions_mask[i], state.legal_actions_mask())
            for rows, dtype, kind in (
                (batch.observations, np.float32, False),
                (batch.observation_bytes, np.uint8, False),
                (batch.information_states, np.float32, True),
                (batch.information_state_bytes, np.uint8, True),
            ):
                assert rows.dtype == dtype
                assert np.array_equal(rows[i], observation(state, dtype, kind, batch.seat))
            seen["rows"] += 1
        return batch.sample()

    for game in (GAMES[3], GAMES[6]):
        ttr.playouts(game, 5, look, seed=6, batch=4)
    assert seen["rows"] > 1000


def test_random_words_are_those_of_the_policy_stream() -> None:
    found: dict[tuple[int, int], list[int]] = {}

    def note(batch: ttr.PolicyBatch) -> Any:
        for number, word in zip(batch.games.tolist(), batch.random_words().tolist(), strict=True):
            found.setdefault((number, batch.seat), []).append(word)
        return greedy(batch)

    ttr.playouts(USA, 3, note, seed=9)
    for (number, seat), words in found.items():
        assert words == ttr._core.random_words(9, number, 2 + seat, 0, len(words)).tolist()
    assert len(found) == 6


def test_a_batch_ends_with_its_call() -> None:
    kept: list[ttr.PolicyBatch] = []

    def keep(batch: ttr.PolicyBatch) -> Any:
        kept.append(batch)
        assert batch.games.size
        return batch.sample()

    ttr.playouts(USA, 2, keep)
    late = kept[0]
    assert late.games.size == len(late) == 2
    looks: list[Callable[[], Any]] = [
        lambda: late.observations, lambda: late.legal_actions_mask, late.sample,
        late.random_words, lambda: late.state(0),
    ]  # fmt: skip
    for look in looks:
        with pytest.raises(ValueError, match="the call of the policy is over"):
            look()


def test_objects_can_be_policies() -> None:
    class Bot:
        calls = 0

        def __call__(self, batch: ttr.PolicyBatch) -> Any:
            self.calls += 1
            return batch.sample().astype(np.int32)

    bot = Bot()
    batch = ttr.playouts(USA, 10, [bot, lambda batch: batch.sample().tolist()])
    assert batch.policies == ("Bot", "function")
    assert bot.calls > 10
    assert np.array_equal(batch.scores, ttr.playouts(USA, 10).scores)


def test_the_larger_the_batch_the_fewer_calls() -> None:
    calls = []
    for size in (1, 64):
        lengths: list[int] = []

        def count(batch: ttr.PolicyBatch, lengths: list[int] = lengths) -> Any:
            lengths.append(len(batch))
            return batch.sample()

        ttr.playouts(USA, 64, count, batch=size)
        assert max(lengths) <= size
        calls.append(len(lengths))
    assert calls[0] > 20 * calls[1]


def test_no_games() -> None:
    assert len(ttr.playouts(USA, 0, like_random)) == 0
    assert ttr.playouts(USA, 0, like_random, reduce=True).games == 0


def test_progress() -> None:
    told: list[tuple[int, int]] = []

    def slow(batch: ttr.PolicyBatch) -> Any:
        time.sleep(0.001)
        return batch.sample()

    ttr.playouts(USA, 40, slow, batch=10, progress=lambda done, n: told.append((done, n)))
    assert told[-1] == (40, 40)
    assert len(told) > 1
    assert told == sorted(told)

    def stop(done: int, n: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ttr.playouts(USA, 40, slow, batch=10, progress=stop)


# --- Errors ----------------------------------------------------------------------------------


def test_what_a_function_raises_comes_out() -> None:
    class Mine(Exception):
        pass

    error = Mine("this")

    def fail(batch: ttr.PolicyBatch) -> Any:
        if batch.seat == 1:
            raise error
        return batch.sample()

    with pytest.raises(Mine) as caught:
        ttr.playouts(USA, 5, fail)
    assert caught.value is error


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        (lambda batch: None, ValueError, "policy of seat 1: needs 3 integers, got None"),
        (lambda batch: 0, ValueError, "needs 3 integers, got 0"),
        (lambda batch: batch.sample()[:2], ValueError, r"got an array of shape \(2,\)"),
        (lambda batch: batch.legal_actions_mask, ValueError, "shape"),
        (lambda batch: [[1], [1, 2], 3], ValueError, r"seat 1: needs 3 integers, got \[\[1\]"),
        (lambda batch: batch.sample() * 1.0, TypeError, "needs 3 integers, got float64"),
        (lambda batch: [True] * 3, TypeError, "needs 3 integers, got bool"),
    ],
)
def test_answers_of_other_kinds(answer: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ttr.playouts(USA, 3, ["random", answer])


@pytest.mark.parametrize("wrong", [-1, 10**6, 2**63 - 1, ttr.Game("usa").string_to_action("pass")])
def test_illegal_actions(wrong: int) -> None:
    def answer(batch: ttr.PolicyBatch) -> Any:
        actions = batch.sample()
        if len(actions) > 4:
            actions[4] = wrong
        return actions

    says = f"^game 104, seat 0: action {wrong}.*(allowed are 0|is not legal for seat 0 in phase)"
    with pytest.raises(ttr.IllegalActionError, match=says):
        ttr.playouts(USA, 10, answer, first_game=100)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"policy": [like_random]}, ValueError, "2 seats"),
        ({"policy": [like_random, 3]}, TypeError, "a name is a string"),
        ({"policy": [like_random, "best"]}, ValueError, "random, random_type"),
        ({"policy": 3}, TypeError, "policy must be"),
        ({"policy": like_random, "batch": 0}, ValueError, "batch must be an integer in 1"),
        ({"policy": like_random, "batch": 1.5}, TypeError, "batch"),
        ({"policy": "random", "batch": -1}, ValueError, "batch"),
        ({"policy": like_random, "engine": "lockstep"}, ValueError, "a policy is a function"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ttr.playouts(USA, 3, **arguments)


def test_ctrl_c() -> None:
    pid = os.getpid()
    killer = threading.Timer(0.3, lambda: os.kill(pid, signal.SIGINT))
    started = time.monotonic()
    killer.start()
    with pytest.raises(KeyboardInterrupt):
        ttr.playouts(USA, 10**7, like_random, reduce=True)
    assert time.monotonic() - started < 10
    killer.join()
    assert len(ttr.playouts(USA, 3, like_random)) == 3
