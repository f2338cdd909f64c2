"""The game as OpenSpiel knows games.

`register()` makes `pyspiel.load_game` find it:

>>> import pyspiel
>>> from ttr_fast.env import openspiel
>>> openspiel.register()
>>> game = pyspiel.load_game("python_ttr_fast(map=usa,players=2)")
>>> game.num_players(), game.num_distinct_actions() == game.core.num_distinct_actions()
(2, True)

Bots of OpenSpiel that are written in Python take a `ttr.Game` and its `State`s as they are, which
is faster by far than the game that `load_game` makes: see docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import whole
from ttr_fast._core import TERMINAL, State
from ttr_fast.env._extras import missing
from ttr_fast.env._rewards import check_reward, reward_range, reward_sum, rewards_of
from ttr_fast.game import Game

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", error) from error

__all__ = ["NAME", "SpielGame", "SpielObserver", "SpielState", "game_type", "register"]

NAME: Final = "python_ttr_fast"
MOST_DEALS: Final = 1_000_000

_PARAMETERS: Final[dict[str, str | int]] = {
    "map": "usa",
    "players": 2,
    "rules": "",
    "tickets": "",
    "seed": 0,
    "deals": 10_000,
    "reward": "total",
}


def game_type(num_players: int | None = None, reward: str = "total", chance: bool = True) -> Any:
    """The `pyspiel.GameType` of a game of so many players; of all such games if None.

    chance: is there a chance node, as in the states of `load_game`, or none, as in those of
    `ttr.Game`, whose chance is drawn within each action?
    """
    utility = pyspiel.GameType.Utility.GENERAL_SUM
    if num_players is not None and reward in ("win", "rank"):
        utility = pyspiel.GameType.Utility.CONSTANT_SUM
    elif num_players == 2 and reward == "difference":
        utility = pyspiel.GameType.Utility.ZERO_SUM
    chance_mode = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Ticket to Ride (ttr_fast)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode.EXPLICIT_STOCHASTIC if chance else chance_mode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def register() -> None:
    """Makes `pyspiel.load_game("python_ttr_fast(...)")` work. Calling it again does nothing.

    Parameters: `map` (a name or a path), `players`, `rules` ("" = the map's own edition),
    `tickets` ("" = the deck in play), `seed` and `deals` (see SpielGame), `reward` ("total", "win",
    "rank" or "difference", as `ttr.VectorEnv` explains them).
    """
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type(), SpielGame)


class Setup(NamedTuple):
    """What a state needs of its game. OpenSpiel copies and stores the attributes of states."""

    game: Game
    reward: str
    seed: int
    deals: int


class SpielGame(pyspiel.Game):
    """What `pyspiel.load_game` gives; made by `register`.

    Its states begin with the one chance node of the game: which of `deals` games is played, each
    with the same probability. Deal k is game k of `seed`: `core.new_initial_state(seed, k)`. What
    is drawn in play follows from the deal; no seat sees it before it happens, so this is the game
    itself as far as `deals` are many. A search must not look ahead in a clone of the true state,
    which has its future: it plans in `state.resample_from_infostate(player, sampler)`.
    """

    core: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _PARAMETERS | (params or {})
        board, rules, tickets = (str(given[name]) for name in ("map", "rules", "tickets"))
        self.core = Game(board, given["players"], rules or None, tickets=tickets or None)
        reward = check_reward(given["reward"])
        seed = whole("seed", given["seed"], 0, 2**64 - 1)
        deals = whole("deals", given["deals"], 1, MOST_DEALS)
        self.setup = Setup(self.core, reward, seed, deals)
        low, high = reward_range(self.core, reward)
        info = {
            "num_distinct_actions": self.core.num_distinct_actions(),
            "max_chance_outcomes": deals,
            "num_players": self.core.num_players,
            "min_utility": low,
            "max_utility": high,
            "max_game_length": self.core.max_game_length(),
        }
        if (total := reward_sum(self.core, reward)) is not None:
            info["utility_sum"] = total
        kind = game_type(self.core.num_players, reward)
        # Its text has no place for what is empty, and so for defaults.
        asked = {name: value for name, value in given.items() if value != _PARAMETERS[name]}
        super().__init__(kind, pyspiel.GameInfo(**info), asked)

    def new_initial_state(self) -> SpielState:
        """A state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One: the deal."""
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpielObserver:
        """What shows states to a seat: the information state if it asks for perfect recall."""
        return SpielObserver(self.core, iig_obs_type, params)


class SpielState(pyspiel.State):
    """A state of a SpielGame: `core` is the State behind it, None before the deal."""

    core: State | None
    setup: Setup

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.core = None
        self.setup = game.setup

    def current_player(self) -> int:
        """The seat to decide, or the player that OpenSpiel calls chance or terminal."""
        if self.core is None:
            return int(pyspiel.PlayerId.CHANCE)
        return TERMINAL if self.core.is_terminal() else self.core.current_player()

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.core is not None and self.core.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, each with its probability; before the deal only."""
        deals = self.setup.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def returns(self) -> list[float]:
        """What the end is worth to each seat; zeros before it."""
        if self.core is None:
            return [0.0] * self.setup.game.num_players
        return rewards_of(self.core, self.setup.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state drawn from all that the seat cannot tell from this one, as
        `State.resample_from_infostate` draws it. Its history still names the true deal."""
        if self.core is None:
            raise ValueError("there is no information before the deal")
        drawn: SpielState = self.clone()
        drawn.core = self.core.resample_from_infostate(player, sampler)
        return drawn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.core is not None
        return self.core.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.core is None:
            deal = whole("deal", action, 0, self.setup.deals - 1)
            self.core = self.setup.game.new_initial_state(self.setup.seed, deal)
        else:
            self.core.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.setup.game.action_to_string(action)

    def __str__(self) -> str:
        if self.core is None:
            return "before the deal"
        # The hash, since the text must tell states apart that differ in hidden things alone.
        return f"{self.core!r} {self.core.hash():016x}"


class SpielObserver:
    """Shows states to a seat: `tensor` and its named parts in `dict`, or text.

    Raises ValueError for what it cannot show: less than what the seat knows.
    """

    tensor: npt.NDArray[np.float32]

    def __init__(self, game: Game, iig_obs_type: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observer has no parameters, got {params}")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer shows public information and that of one seat, not less")
        kind = "information_state" if asked.perfect_recall else "observation"
        self._method, self._text = f"{kind}_tensor", f"{kind}_string"
        self.tensor = np.zeros(getattr(game, f"{self._method}_shape")(), np.float32)
        self.dict = {part.name: part.of(self.tensor) for part in getattr(game, f"{kind}_spec")()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what the seat knows into `tensor`; zeros before the deal."""
        if state.core is None:
            self.tensor.fill(0)
        else:
            getattr(state.core, self._method)(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat knows, as text."""
        if state.core is None:
            return "before the deal"
        text: str = getattr(state.core, self._text)(player)
        return text
