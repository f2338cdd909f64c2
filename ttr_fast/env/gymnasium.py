"""One seat of the game as a Gymnasium environment, against built-in policies.

Importing this module registers `ttr_fast/TicketToRide-v0`:

>>> import gymnasium
>>> import ttr_fast.env.gymnasium
>>> env = gymnasium.make("ttr_fast/TicketToRide-v0", map="europe", players=3, reward="win")
>>> observation, info = env.reset(seed=7)
>>> _ = env.action_space.seed(7)
>>> terminated = False
>>> while not terminated:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward in (0.0, 0.5, 1.0)
True
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import flag
from ttr_fast._core import Rules, State
from ttr_fast._words import show
from ttr_fast.env._extras import missing
from ttr_fast.env._rewards import reward_range
from ttr_fast.env._view import RENDER_MODES, View, check_render_mode, game_of, rendered
from ttr_fast.game import Game
from ttr_fast.map import Map
from ttr_fast.vector_env import VectorEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium", error) from error

__all__ = ["ENV_ID", "TicketToRideEnv", "TicketToRideVectorEnv"]

ENV_ID = "ttr_fast/TicketToRide-v0"

Observation = npt.NDArray[Any] | dict[str, npt.NDArray[Any]]


def _observation_space(game: Game, view: View, dict_observation: bool) -> spaces.Space[Any]:
    box = spaces.Box(np.zeros(view.shape, view.dtype), view.high(), dtype=view.dtype.type)
    if not dict_observation:
        return box
    mask = spaces.Box(0, 1, (game.num_distinct_actions(),), np.int8)
    return spaces.Dict({"observation": box, "action_mask": mask})


class TicketToRideEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of the game; built-in policies play the others within each step.

    An observation is what the own seat knows when it has to decide, or at the end. `info` holds
    "action_mask" ((num_actions,) int8, as `Discrete.sample` takes it; all 0 at the end); at the end
    also "scores" and "ranks" of all seats ((players,) int32).

    `reset(seed=s)` begins game 0 of seed s, each `reset()` after it the next game of it: game k is
    dealt as `game.new_initial_state(s, k)`.

    Args:
        game: a Game; or None: the one that `map`, `players`, `rules` and `tickets` describe, as
            `ttr.Game` explains them.
        seat: the seat that the caller plays, or "rotate": seat k % players in game k.
        opponents: built-in policies: one name for all other seats, or one per other seat, in turn
            order from the caller's on.
        observation: "float32" or "uint8": arrays as of `State.observation_tensor` or
            `State.observation_bytes`.
        information_state: give the longer `State.information_state_tensor` (or `_bytes`) instead.
        dict_observation: observations are dictionaries of "observation" and "action_mask".
        reward: "total", "win", "rank" or "difference", as `ttr.VectorEnv` explains them. It comes
            with the end of a game; before it everything is worth 0.
        illegal_action: what `step` does with an action that is not legal now. "lose": the episode
            ends, with the lowest reward that any game could give (`reward_range[0]`), and `info`
            holds "illegal_action" = True. "random": a random legal action is played instead, and
            `info` says so in the same way. "raise": raises IllegalActionError, changing nothing.
        render_mode: "ansi": `render` gives what the own seat knows, as text; "svg": what lies on
            the table, as a picture in SVG; None.

    Raises:
        TypeError, ValueError: an argument is not allowed; names it and says what is.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 4}
    action_space: spaces.Discrete[np.int64]

    def __init__(
        self,
        game: Game | None = None,
        *,
        map: str | os.PathLike[str] | Map = "usa",
        players: int = 2,
        rules: str | Rules | None = None,
        tickets: str | None = None,
        seat: int | Literal["rotate"] = "rotate",
        opponents: str | Sequence[str] = "random",
        observation: Literal["float32", "uint8"] = "float32",
        information_state: bool = False,
        dict_observation: bool = False,
        reward: Literal["total", "win", "rank", "difference"] = "total",
        illegal_action: Literal["lose", "random", "raise"] = "lose",
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        self.game = game_of(game, map, players, rules, tickets)
        if illegal_action not in ("lose", "random", "raise"):
            raise ValueError(
                f"illegal_action must be lose, random or raise, not {show(illegal_action)}"
            )
        if opponents is None:
            raise TypeError("opponents must be names of policies; ttr.VectorEnv can do without")
        self.illegal_action = illegal_action
        self.render_mode = check_render_mode(render_mode)
        self._dict = flag("dict_observation", dict_observation)
        self._view = View(self.game, observation, information_state)
        self._games = VectorEnv(
            self.game,
            1,
            0,
            opponents,
            seat=seat,
            observation=observation,
            information_state=information_state,
            reward=reward,
            autoreset_mode="disabled",
        )
        self.reward_range = reward_range(self.game, reward)
        self.observation_space = _observation_space(self.game, self._view, dict_observation)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._seeded = False
        self._mask: npt.NDArray[np.bool_] | None = None  # None: the game is over or not begun

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins game 0 of a seed (0..2**64-1), or without one the next game. No options."""
        if options:
            raise ValueError(f"options: there are none, got {show(options)}")
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**64, dtype=np.uint64))
        observations, infos = self._games.reset(seed=None if seed is None else [seed])
        self._seeded = True
        self._mask = infos["action_mask"][0]
        return self._shown(observations, self._mask)

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponents' until the own seat has to decide again."""
        if self._mask is None:
            raise RuntimeError("reset() must come first: the game is over or has not begun")
        illegal = not self._is_legal(action)
        if illegal and self.illegal_action == "lose":
            mask, self._mask = np.zeros_like(self._mask), None
            observation, info = self._shown(self._games.observations, mask)
            if isinstance(observation, np.ndarray):
                observation = observation.copy()
            else:
                observation["observation"] = observation["observation"].copy()
            return observation, self.reward_range[0], True, False, info | {"illegal_action": True}
        if illegal and self.illegal_action == "random":
            action = self.np_random.choice(np.flatnonzero(self._mask))
        observations, rewards, terminations, _, infos = self._games.step([index(action)])
        self._mask = infos["action_mask"][0]
        observation, info = self._shown(observations, self._mask)
        if illegal:
            info["illegal_action"] = True
        over = bool(terminations[0])
        if over:
            self._mask = None
            info |= {"scores": infos["scores"][0], "ranks": infos["ranks"][0]}
        return observation, float(rewards[0]), over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(num_actions,) which actions are legal now: what MaskablePPO of sb3-contrib calls."""
        if self._mask is None:
            return np.zeros(self.game.num_distinct_actions(), np.bool_)
        return self._mask.copy()

    def core_state(self) -> State:
        """A copy of the position: the whole truth, hidden cards included."""
        return self._games.state(0)

    @property
    def seat(self) -> int:
        """The own seat in the present game."""
        return int(self._games.seats[0])

    @property
    def game_seed(self) -> int:
        """The seed of the games since the last `reset` with a seed."""
        return int(self._games.seeds[0])

    @property
    def game_number(self) -> int:
        """The number of the present game of that seed."""
        return int(self._games.game_numbers[0])

    def render(self) -> str | None:
        """The position in the render mode."""
        return rendered(self.render_mode, self._view, self.core_state(), self.seat)

    def close(self) -> None:
        """Frees the memory."""
        self._mask = None
        self._games.close()

    def _is_legal(self, action: SupportsIndex) -> bool:
        assert self._mask is not None
        try:
            number = index(action)
        except TypeError:
            raise TypeError(f"action must be an integer, not {show(action)}") from None
        return 0 <= number < len(self._mask) and bool(self._mask[number])

    def _shown(
        self, observations: Any, mask: npt.NDArray[np.bool_]
    ) -> tuple[Observation, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": mask.astype(np.int8)}
        if not self._dict:
            return observations[0], info
        return {"observation": observations[0], "action_mask": mask.astype(np.int8)}, info


class TicketToRideVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many such games, stepped together in the core: `ttr.VectorEnv` for Gymnasium.

    `infos["action_mask"]` is (num_envs, num_actions) int8, so that
    `action_space.sample(tuple(infos["action_mask"]))` gives legal actions. An action that is not
    legal raises IllegalActionError, and nothing has changed in any env.

    Env e plays games 0, 1, ... of a seed of its own, a hash of the seed and e: `reset(seed=s)`
    begins games 0 of seed s; a list of `num_envs` integers gives each env its seed.

    Arguments that `TicketToRideEnv` has mean the same here. It also takes

    Args:
        num_envs: number of envs, 1 or more.
        seed: of the games before the first `reset` with a seed; None: a random one.
        threads: 1..256; None is the number of processors that this process may use.
        autoreset_mode: a `gymnasium.vector.AutoresetMode` or its value.
        copy: False: every call writes into the same arrays again.
        render_mode: None, "ansi" or "svg": `render` gives a tuple of texts or pictures.

    Raises:
        TypeError, ValueError: an argument is not allowed; names it and says what is.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | None = None,
        num_envs: int = 1,
        *,
        map: str | os.PathLike[str] | Map = "usa",
        players: int = 2,
        rules: str | Rules | None = None,
        tickets: str | None = None,
        seed: int | None = None,
        seat: int | Literal["rotate"] = "rotate",
        opponents: str | Sequence[str] = "random",
        observation: Literal["float32", "uint8"] = "float32",
        information_state: bool = False,
        dict_observation: bool = False,
        reward: Literal["total", "win", "rank", "difference"] = "total",
        threads: int | None = 1,
        autoreset_mode: gymnasium.vector.AutoresetMode | str = "NextStep",
        copy: bool = True,
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        self.game = game_of(game, map, players, rules, tickets)
        if opponents is None:
            raise TypeError("opponents must be names of policies; ttr.VectorEnv can do without")
        mode = gymnasium.vector.AutoresetMode(autoreset_mode)
        self._copy = copy
        self.metadata = self.metadata | {"autoreset_mode": mode}
        self.render_mode = check_render_mode(render_mode)
        self._dict = flag("dict_observation", dict_observation)
        self._view = View(self.game, observation, information_state)
        self._games = VectorEnv(
            self.game,
            num_envs,
            int(self.np_random.integers(2**64, dtype=np.uint64)) if seed is None else seed,
            opponents,
            threads,
            seat=seat,
            observation=observation,
            information_state=information_state,
            reward=reward,
            autoreset_mode=_MODES[mode],
            copy=copy,
        )
        self.num_envs = self._games.num_envs
        self.single_observation_space = _observation_space(self.game, self._view, dict_observation)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins games 0 of a seed, or without one the next game of every env.

        options: `{"reset_mask": mask}` resets the envs for which the (num_envs,) bool array is
        True.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        return self._shown(*self._games.reset(seed=seed, options=options))

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in every env, as `ttr.VectorEnv.step` does."""
        observations, rewards, terminations, truncations, infos = self._games.step(actions)
        observations, infos = self._shown(observations, infos)
        return observations, rewards, terminations, truncations, infos

    def core_state(self, env: int) -> State:
        """A copy of the position of one env: the whole truth, hidden cards included."""
        return self._games.state(env)

    def render(self) -> tuple[str | None, ...]:
        """The positions in the render mode."""
        return tuple(
            rendered(self.render_mode, self._view, self._games.state(e), int(seat))
            for e, seat in enumerate(self._games.seats)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads and frees the memory."""
        if hasattr(self, "_games"):  # else it was never made: Gymnasium closes half an object, too
            self._games.close()

    def _shown(self, observations: Any, infos: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        masks = infos["action_mask"] = infos["action_mask"].view(np.int8)
        if not self._dict:
            return observations, infos
        if "final_obs" in infos:
            none = np.zeros(masks.shape[1], np.int8)  # at the end nothing is legal
            for env in np.flatnonzero(infos["_final_obs"]):
                last = infos["final_obs"][env]
                infos["final_obs"][env] = {"observation": last, "action_mask": none.copy()}
        own = masks.copy() if self._copy else masks
        return {"observation": observations, "action_mask": own}, infos


_MODES: dict[Any, Literal["next_step", "same_step", "disabled"]] = {
    gymnasium.vector.AutoresetMode.NEXT_STEP: "next_step",
    gymnasium.vector.AutoresetMode.SAME_STEP: "same_step",
    gymnasium.vector.AutoresetMode.DISABLED: "disabled",
}

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point="ttr_fast.env.gymnasium:TicketToRideEnv",
        vector_entry_point="ttr_fast.env.gymnasium:TicketToRideVectorEnv",
    )
