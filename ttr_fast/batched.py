"""Playouts whose policies are Python functions, asked about many games at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ttr_fast import _core
from ttr_fast._checks import actions_array, whole
from ttr_fast.game import Game

__all__ = ["BatchPolicy", "PolicyBatch", "play_batched"]

_PULSE: Final = 0.1  # seconds between two reports of progress
MOST_SLOTS: Final = 2**32


class PolicyBatch:
    """The games that wait for one seat: what a policy gets that is a Python function.

    Row i of every array is one game. Arrays are made when they are first asked for. All of this
    ends with the call of the policy: then the games go on, and what was not asked for in time
    raises ValueError.
    """

    game: Game
    seat: int
    """The seat that decides."""

    def __init__(
        self, core: _core.BatchedPlayouts, game: Game, seat: int, slots: npt.NDArray[np.int64]
    ) -> None:
        self.game = game
        self.seat = seat
        self._core: _core.BatchedPlayouts | None = core
        self._slots = slots
        self._made: dict[str, Any] = {}

    def __len__(self) -> int:
        """Number of games that wait."""
        return len(self._slots)

    @property
    def games(self) -> npt.NDArray[np.uint64]:
        """(n,) numbers of the games: with the seed of the run they name them."""
        games: npt.NDArray[np.uint64] = self._once("games", lambda core: core.games(self._slots))
        return games

    @property
    def legal_actions_mask(self) -> npt.NDArray[np.bool_]:
        """(n, num_distinct_actions) which actions are legal."""

        def make(core: _core.BatchedPlayouts) -> npt.NDArray[np.bool_]:
            masks = np.empty((len(self), self.game.num_distinct_actions()), np.bool_)
            core.masks(self._slots, masks)
            return masks

        masks: npt.NDArray[np.bool_] = self._once("legal_actions_mask", make)
        return masks

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """(n, size) rows of `State.observation_tensor` of the seat."""
        rows: npt.NDArray[np.float32] = self._rows("observations", False, np.float32)
        return rows

    @property
    def observation_bytes(self) -> npt.NDArray[np.uint8]:
        """(n, size) rows of `State.observation_bytes` of the seat."""
        rows: npt.NDArray[np.uint8] = self._rows("observation_bytes", False, np.uint8)
        return rows

    @property
    def information_states(self) -> npt.NDArray[np.float32]:
        """(n, size) rows of `State.information_state_tensor` of the seat."""
        rows: npt.NDArray[np.float32] = self._rows("information_states", True, np.float32)
        return rows

    @property
    def information_state_bytes(self) -> npt.NDArray[np.uint8]:
        """(n, size) rows of `State.information_state_bytes` of the seat."""
        rows: npt.NDArray[np.uint8] = self._rows("information_state_bytes", True, np.uint8)
        return rows

    def sample(self) -> npt.NDArray[np.int64]:
        """(n,) uniformly random legal actions, new ones with every call.

        They come from the policy stream of each game and seat, and are those that the policy
        "random" would choose: a function that returns them plays the games of `policy="random"`.
        """
        actions = np.empty(len(self), np.int64)
        self._open("sample()").sample(self._slots, actions)
        return actions

    def random_words(self) -> npt.NDArray[np.uint64]:
        """(n,) the next 64 random bits of the policy stream of each game and seat, new ones with
        every call: chance that depends on seed, game and seat alone."""
        return self._open("random_words()").words(self._slots)

    def state(self, i: int) -> _core.State:
        """A copy of the position of game i of the batch: the whole truth, hidden cards included."""
        row = whole("i", i, 0, len(self) - 1)
        return self._open("state()").state(int(self._slots[row]))

    def __repr__(self) -> str:
        return f"<ttr_fast.PolicyBatch seat={self.seat} games={len(self)}>"

    def _open(self, what: str) -> _core.BatchedPlayouts:
        if self._core is None:
            raise ValueError(f"{what}: the call of the policy is over, and the games have gone on")
        return self._core

    def _once(self, name: str, make: Callable[[_core.BatchedPlayouts], Any]) -> Any:
        if name not in self._made:
            self._made[name] = make(self._open(name))
        return self._made[name]

    def _rows(self, name: str, information_state: bool, dtype: type[Any]) -> Any:
        def make(core: _core.BatchedPlayouts) -> npt.NDArray[Any]:
            floats, size = core.observation_sizes(information_state)
            rows = np.empty((len(self), floats if dtype is np.float32 else size), dtype)
            core.observations(self._slots, information_state, rows)
            return rows

        return self._once(name, make)

    def _close(self) -> None:
        self._core = None


BatchPolicy: TypeAlias = Callable[[PolicyBatch], npt.ArrayLike]
"""A policy as a function: gives one action for each row of the batch."""


def play_batched(
    game: Game,
    policies: Sequence[str | BatchPolicy],
    seed: int,
    first_game: int,
    n: int,
    batch: int,
    threads: int,
    columns: dict[str, npt.NDArray[Any]] | list[str],
    report: Callable[[int], object] | None,
) -> Any:
    """Plays the games into the columns; if these are names alone, returns what they add up to.

    At least one of the policies is a function. What a function raises comes out unchanged.
    """
    names = [policy if isinstance(policy, str) else None for policy in policies]
    core = _core.BatchedPlayouts(game, names, seed, first_game, n, batch, threads, columns)
    asked = [(seat, policy) for seat, policy in enumerate(policies) if not isinstance(policy, str)]
    core.start()
    done, reported = 0, time.monotonic()
    while done < n:
        for seat, policy in asked:
            slots = core.waiting(seat)
            if len(slots):
                done = core.play(seat, slots, _ask(policy, core, game, seat, slots))
        if report is not None and (now := time.monotonic()) - reported >= _PULSE and done < n:
            reported = now
            report(done)
    if report is not None:
        report(n)
    return core.totals() if isinstance(columns, list) else None


def _ask(
    policy: BatchPolicy,
    core: _core.BatchedPlayouts,
    game: Game,
    seat: int,
    slots: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """The actions that the policy of a seat chooses, one for each slot."""
    batch = PolicyBatch(core, game, seat, slots)
    try:
        answer = policy(batch)
    finally:
        batch._close()
    return actions_array(f"the policy of seat {seat}", answer, len(slots))
