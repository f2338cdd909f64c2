"""The game as a PettingZoo environment: every seat is an agent, and they act in turn (AEC).

>>> from ttr_fast.env import pettingzoo
>>> env = pettingzoo.env(map="iran", players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     if terminated:
...         env.step(None)
...     else:
...         env.step(env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

import os
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import whole
from ttr_fast._core import Rules, State
from ttr_fast._words import show
from ttr_fast.env._extras import missing
from ttr_fast.env._rewards import check_reward, reward_range, rewards_of
from ttr_fast.env._view import RENDER_MODES, View, check_render_mode, game_of, mask_of, rendered
from ttr_fast.game import Game
from ttr_fast.map import Map

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", error) from error

__all__ = ["env", "raw_env"]

Observation = dict[str, npt.NDArray[Any]]


def env(game: Game | None = None, **settings: Any) -> AECEnv[str, Observation, int]:
    """`raw_env` in PettingZoo's usual wrappers.

    An action that is not legal ends the game for all: who chose it gets the lowest reward that any
    game could give, the others 0. Arguments are those of `raw_env`.
    """
    made: Any = raw_env(game, **settings)
    lowest = made.reward_range[0]
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=lowest)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, int]):
    """The game without wrappers: an action that is not legal raises IllegalActionError.

    Agents are "seat_0", "seat_1", ... An observation is a dictionary of "observation", what the
    agent's seat knows, and "action_mask", (num_actions,) int8, all 0 unless it is its turn to
    decide. Rewards come with the end of the game. An agent may decide several times in a row.

    `reset(seed=s)` begins game 0 of seed s (0..2**64-1), each `reset()` after it the next game of
    it: game k is dealt as `game.new_initial_state(s, k)`. Options are ignored.

    Args:
        game: a Game; or None: the one that `map`, `players`, `rules` and `tickets` describe, as
            `ttr.Game` explains them.
        observation: "float32" or "uint8": arrays as of `State.observation_tensor` or
            `State.observation_bytes`.
        information_state: give the longer `State.information_state_tensor` (or `_bytes`) instead.
        reward: "total", "win", "rank" or "difference", as `ttr.VectorEnv` explains them.
        render_mode: "ansi": `render` gives what the seat to decide knows, as text; "svg": what lies
            on the table, as a picture in SVG; None.

    Raises:
        TypeError, ValueError: an argument is not allowed; names it and says what is.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ttr_fast_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | None = None,
        *,
        map: str | os.PathLike[str] | Map = "usa",
        players: int = 2,
        rules: str | Rules | None = None,
        tickets: str | None = None,
        observation: Literal["float32", "uint8"] = "float32",
        information_state: bool = False,
        reward: Literal["total", "win", "rank", "difference"] = "total",
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        super().__init__()
        self.game = game_of(game, map, players, rules, tickets)
        self.reward = check_reward(reward)
        self.reward_range = reward_range(self.game, reward)
        self.render_mode = check_render_mode(render_mode)
        self._view = View(self.game, observation, information_state)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.num_distinct_actions()
        zeros = np.zeros(self._view.shape, self._view.dtype)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(zeros, self._view.high(), dtype=zeros.dtype.type),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._next: tuple[int, int] | None = None  # seed and number of the next game
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives to an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game, whoever decides."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins game 0 of a seed, or without one the next game."""
        if seed is not None:
            self._next = whole("seed", seed, 0, 2**64 - 1), 0
        elif self._next is None:
            self._next = int(np.random.default_rng().integers(2**64, dtype=np.uint64)), 0
        base, number = self._next
        self._state = self.game.new_initial_state(base, number)
        self._next = base, number + 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.current_player()]

    def observe(self, agent: str) -> Observation:
        """New arrays: what the agent's seat knows, and what it may do now."""
        state = self._begun()
        if agent not in self._seats:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"unknown agent {show(agent)}; there are: {agents}")
        seat = self._seats[agent]
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        if state.current_player() == seat:
            mask = mask_of(state)
        return {"observation": self._view.of(state, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent that is to decide; None for one whose game is over."""
        state, agent = self._begun(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"action must be an integer, got None: {agent} has to decide")
        state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_terminal():
            worth = rewards_of(state, self.reward)
            self.rewards = {agent: worth[self._seats[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.current_player()]
        self._accumulate_rewards()

    def core_state(self) -> State:
        """A copy of the position: the whole truth, hidden cards included."""
        return self._begun().clone()

    def render(self) -> str | None:
        """The position in the render mode."""
        state = self._begun()
        return rendered(self.render_mode, self._view, state, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is held."""

    def _begun(self) -> State:
        if self._state is None:
            raise RuntimeError("reset() must come first")
        return self._state
