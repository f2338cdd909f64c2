"""Many games stepped together, in the manner of Gymnasium's vector environments.

>>> import ttr_fast as ttr
>>> env = ttr.VectorEnv(ttr.Game(players=2), 100, seed=7, opponents="random", observation=None)
>>> _, infos = env.reset()
>>> infos["action_mask"].shape == (100, env.num_actions)
True
>>> _, rewards, terminations, truncations, infos = env.step(env.sample_actions())
>>> rewards.shape, bool(terminations.any())
((100,), False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Self, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ttr_fast import _core
from ttr_fast._checks import actions_array, flag, name_among, thread_count, whole
from ttr_fast._env_arguments import (
    MOST_ENVS,
    MOST_SEED,
    OBSERVATIONS,
    check_opponents,
    check_reset_mask,
    check_seat,
    check_seeds,
)
from ttr_fast._env_arrays import Arrays, final_observations, outcome_infos
from ttr_fast.game import Game

__all__ = ["VectorEnv"]

Observations: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.uint8] | None
Infos: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[
    Observations, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Infos
]


class VectorEnv:
    """`num_envs` games of one kind, stepped together in the core.

    Env e plays games 0, 1, 2, ... of a seed of its own, `env.seeds[e]`, which depends on
    `(seed, e)` alone: so what happens in it depends on the actions given to it, and not on
    `num_envs` or `threads`. Its game k is dealt as `game.new_initial_state(env.seeds[e], k)`, and
    opponents decide as they would in `ttr.playouts(game, n, policy, seed=env.seeds[e])`.

    Args:
        game: the game to play.
        num_envs: number of envs, 1 or more.
        seed: 0..2**64-1.
        opponents: None: the caller decides for every seat, and sees each game from the seat that
            is to decide. Else the caller plays one seat, and the others are played by built-in
            policies: one name for all of them, or a sequence of one per other seat, in turn order
            from the caller's own seat on.
        threads: 1..256; None is the number of processors that this process may use.
        seat: with opponents, the seat that the caller plays, or "rotate", the default: seat
            (e + k) % players in game k of env e.
        observation: "float32", "uint8" or None: the form of the observations, rows of
            `State.observation_tensor` or `State.observation_bytes`. None makes none, which is
            twice as fast.
        information_state: give the longer `State.information_state_tensor` (or `_bytes`) instead.
        masks: give the masks of legal actions.
        reward: what the end of a game is worth to a seat, everything before it being worth 0:
            "total": its final total in points (may be negative);
            "win": 1 / the number of seats ranked first if it is one of them, else 0;
            "rank": the share of opponents ranked below it, level ones counting one half: 0..1;
            "difference": its total less the best total of the others.
        autoreset_mode: as in Gymnasium: "next_step": the step after the end ignores the action,
            begins the next game and gives reward 0; "same_step": the step that ends a game begins
            the next one, and `infos["final_obs"]` has the last observation; "disabled": the caller
            resets envs with `reset(options={"reset_mask": mask})`.
        copy: True gives new arrays with every call. False writes into the same arrays again: what
            `reset` and `step` gave before changes under the hands of who kept it.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: a number is out of range or a name unknown; says what is allowed.
        MemoryError: so many envs do not fit into memory.
    """

    game: Game
    num_envs: int
    num_actions: int
    """`game.num_distinct_actions()`."""
    observation_shape: tuple[int, ...] | None
    """Of one env; None without observations."""
    observation_dtype: np.dtype[Any] | None
    opponents: tuple[str, ...] | None
    reward: str
    autoreset_mode: str

    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex,
        seed: SupportsIndex = 0,
        opponents: str | Sequence[str] | None = None,
        threads: SupportsIndex | None = 1,
        *,
        seat: SupportsIndex | Literal["rotate"] | None = None,
        observation: Literal["float32", "uint8"] | None = "float32",
        information_state: bool = False,
        masks: bool = True,
        reward: Literal["total", "win", "rank", "difference"] = "total",
        autoreset_mode: Literal["next_step", "same_step", "disabled"] = "next_step",
        copy: bool = True,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {type(game).__name__}")
        self.game = game
        self.num_envs = whole("num_envs", num_envs, 1, MOST_ENVS)
        self.num_actions = game.num_distinct_actions()
        self.opponents = check_opponents(opponents, game.num_players)
        self.reward = name_among("reward", reward, _core.REWARDS)
        self.autoreset_mode = name_among("autoreset_mode", autoreset_mode, _core.AUTORESET_MODES)
        self._seed = whole("seed", seed, 0, MOST_SEED)
        if observation is not None:
            name_among("observation", observation, OBSERVATIONS)
        self._masks = flag("masks", masks)
        self._arrays = Arrays(flag("copy", copy))
        self._core: _core.VectorEnv | None = _core.VectorEnv(
            game,
            self.num_envs,
            check_seat(seat, self.opponents, game.num_players),
            list(self.opponents or ()),
            reward,
            autoreset_mode,
            flag("information_state", information_state),
            thread_count(threads),
        )
        self._core.seed(_core.env_seeds(self._seed, self.num_envs), None)
        self.observation_dtype = None if observation is None else np.dtype(observation)
        self.observation_shape = None
        if observation is not None:
            floats, size = self._core.observation_sizes()
            self.observation_shape = (floats if observation == "float32" else size,)
        self._shown: tuple[Any, Any, Any] | None = None  # observations, masks, seats to decide

    # --- Playing ------------------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Begins the next game of every env; the first call begins games 0.

        Args:
            seed: begins games 0 of another seed: an integer, from which every env gets a seed of
                its own, or `num_envs` integers, which are the seeds of the envs themselves.
            options: `{"reset_mask": mask}` resets the envs alone for which the (num_envs,) bool
                array is True; the others show what they have shown.

        Returns:
            (observations, infos), as `step` does.
        """
        core = self._open()
        mask = check_reset_mask(options, self.num_envs)
        if seed is not None:
            core.seed(check_seeds(seed, self.num_envs), mask)
        observations, masks, current = self._view_arrays()
        core.reset(mask, current, masks, observations)
        self._shown = observations, masks, current
        return observations, self._infos(masks, current)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Plays one action in every env, and with opponents on to the caller's next decision.

        Args:
            actions: (num_envs,) integers. Those of envs that this step resets are ignored.

        Returns:
            observations: (num_envs, size) of `observation_dtype`, or None.
            rewards: (num_envs,) float64; without opponents (num_envs, players).
            terminations: (num_envs,) bool, whether the game has ended in this step.
            truncations: (num_envs,) bool, all False: every game has an end.
            infos: "action_mask" (num_envs, num_actions) bool, if `masks`: which actions are legal
                now; none at the end of a game. "current_player" (num_envs,) int64: the seat that
                decides next, or `ttr.TERMINAL`. If a game has ended also "scores" and "ranks",
                (num_envs, players) int32, with "_scores" and "_ranks" (num_envs,) bool, which say
                in what rows there is something. With autoreset_mode="same_step" these four are in
                "final_info" instead, and "final_obs" is an array of objects, the last observation
                of each env whose game has ended; "_final_info" and "_final_obs" are (num_envs,)
                bool.

        Raises:
            IllegalActionError: an action is not legal; names env and action. Nothing has changed in
                any env.
            TypeError, ValueError: `actions` are no integers, or not of this shape.
            RuntimeError: `reset` has not been called, or the last call was interrupted (by Ctrl-C):
                then the games are lost, and `reset` begins new ones.
        """
        core = self._open()
        chosen = actions_array("actions", actions, self.num_envs)
        n = self.num_envs
        observations, masks, current = self._view_arrays()
        players = () if self.opponents is not None else (self.game.num_players,)
        rewards = self._arrays.get("rewards", (n, *players), np.float64)
        terminations = self._arrays.get("terminations", (n,), np.bool_)
        ended = core.step(chosen, rewards, terminations, current, masks, observations)
        self._shown = observations, masks, current
        infos = self._infos(masks, current)
        if len(ended):
            self._tell_ends(core, infos, ended, terminations)
        truncations = self._arrays.nowhere("truncations", n)
        return observations, rewards, terminations, truncations, infos

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """(num_envs,) uniformly random legal actions; 0 for games that are over.

        They are drawn from the policy stream of the seat that decides, as the policy "random" draws
        them: an env that gets them plays the games that `ttr.playouts` plays with its seed.
        """
        out = np.empty(self.num_envs, np.int64)
        self._open().sample(out)
        return out

    # --- Looking ------------------------------------------------------------------------------

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return int(self.game.num_players)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """(num_envs,) the seed of the games of each env."""
        return self._open().facts()[0]

    @property
    def game_numbers(self) -> npt.NDArray[np.uint64]:
        """(num_envs,) the number of the game that each env plays: 0, 1, ... since it was seeded."""
        return self._open().facts()[1]

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """(num_envs,) the seat from which each env is seen: with opponents the caller's, else the
        one that is to decide (0 at the end of a game)."""
        return self._open().facts()[2]

    @property
    def current_player(self) -> npt.NDArray[np.int64]:
        """(num_envs,) the seat that decides next, or TERMINAL; what the last call gave in infos."""
        current: npt.NDArray[np.int64] = self._last()[2]
        return current

    @property
    def action_mask(self) -> npt.NDArray[np.bool_]:
        """(num_envs, num_actions) legal actions; what the last call gave in infos."""
        masks: npt.NDArray[np.bool_] | None = self._last()[1]
        if masks is None:
            raise ValueError("there are no masks: this VectorEnv was made with masks=False")
        return masks

    @property
    def observations(self) -> Observations:
        """(num_envs, size) what the last call gave; None if there are none."""
        observations: Observations = self._last()[0]
        return observations

    def state(self, env: SupportsIndex) -> _core.State:
        """A copy of the position of one env: the whole truth, hidden cards included."""
        return self._open().state(whole("env", env, 0, self.num_envs - 1))

    def states(self) -> list[_core.State]:
        """Copies of the positions of all envs."""
        core = self._open()
        return [core.state(env) for env in range(self.num_envs)]

    def close(self) -> None:
        """Ends the threads and frees the memory. Whatever is called later raises ValueError."""
        self._core = self._shown = None
        self._arrays = Arrays(copy=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return (
            f"<ttr_fast.VectorEnv map={self.game.map.name} players={self.num_players}"
            f" num_envs={self.num_envs} opponents={self.opponents} reward={self.reward}>"
        )

    # --- Helpers ------------------------------------------------------------------------------

    def _open(self) -> _core.VectorEnv:
        if self._core is None:
            raise ValueError("this VectorEnv is closed")
        return self._core

    def _last(self) -> tuple[Any, Any, Any]:
        self._open()
        if self._shown is None:
            raise RuntimeError("reset() must come first")
        return self._shown

    @staticmethod
    def _infos(masks: Any, current: npt.NDArray[Any]) -> Infos:
        if masks is None:
            return {"current_player": current}
        return {"action_mask": masks, "current_player": current}

    def _view_arrays(self) -> tuple[Any, Any, npt.NDArray[Any]]:
        """Where a call writes observations, masks and seats to decide."""
        n, get = self.num_envs, self._arrays.get
        observations = masks = None
        if self.observation_shape is not None:
            observations = get("observations", (n, *self.observation_shape), self.observation_dtype)
        if self._masks:
            masks = get("masks", (n, self.num_actions), np.bool_)
        return observations, masks, get("current", (n,), np.int64)

    def _tell_ends(
        self,
        core: _core.VectorEnv,
        infos: Infos,
        ended: npt.NDArray[np.int64],
        terminations: npt.NDArray[np.bool_],
    ) -> None:
        """How the games have ended, and what they showed at last where new ones have begun."""
        told = outcome_infos(core, ended, terminations, self.num_players)
        if self.autoreset_mode != "same_step":
            infos |= told
            return
        infos["final_info"] = told
        infos["_final_info"] = terminations.copy()
        if self.observation_shape is not None:
            infos["final_obs"] = final_observations(
                core, ended, self.num_envs, self.observation_shape, self.observation_dtype
            )
            infos["_final_obs"] = terminations.copy()
