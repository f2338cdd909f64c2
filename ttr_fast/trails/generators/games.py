"""Networks that stand on the board when a game is over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import count as count_from
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ttr_fast._core import State
from ttr_fast._words import show
from ttr_fast.game import Game
from ttr_fast.map import Map
from ttr_fast.trails.generators.distinct import check_seed, distinct
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.generators.players import POLICIES, Policy
from ttr_fast.trails.instances import Board, TrailInstance

__all__ = ["end_of_game", "network_sets", "play"]

PolicySpec: TypeAlias = str | Policy

_POLICY_STREAM: Final = 2  # of seat 0, as in the engine


def end_of_game(
    map: str | os.PathLike[str] | Map = "usa",
    players: int = 2,
    policy: PolicySpec | Sequence[PolicySpec] = "random",
    count: int = 100,
    seed: int = 0,
) -> list[TrailInstance]:
    """Networks of the players at the end of games, one an instance; see `network_sets`.

    Their kind is the policy: its name, its names joined by `+`, or `game` if one has no name.
    """
    sets = network_sets(map, players, policy, count, seed)
    board = Board(Game(map, players).map)
    names = [policy] if isinstance(policy, str) or callable(policy) else policy
    kind = "+".join(name if isinstance(name, str) else "game" for name in names)
    stem = f"{kind}-{board.map.name}-{players}p-s{seed}"
    return [
        board.instance(np.flatnonzero(row).tolist(), id=f"{stem}-{i:05}", kind=kind)
        for i, row in enumerate(sets)
    ]


def network_sets(
    map: str | os.PathLike[str] | Map = "usa",
    players: int = 2,
    policy: PolicySpec | Sequence[PolicySpec] = "random",
    count: int = 100,
    seed: int = 0,
) -> npt.NDArray[np.bool_]:
    """The routes of every player at the end of games, as a (count, routes) bool array.

    Game number i is dealt from (seed, i), and the seats are taken in turn. Networks that came
    before and empty ones are left out, so the rows are distinct.

    Args:
        map: what `ttr.Game` takes.
        players: number of seats, 2..5.
        policy: a name of `ttr_fast.trails.generators.players.POLICIES`, or a function from a state
            to a legal action; or a list of these, one for each seat.
        count: how many networks.
        seed: any integer in 0 <= seed < 2**64; the same seed gives the same rows.

    Raises:
        ValueError, TypeError: an argument is wrong, or the games do not have that many networks.
        IllegalActionError: a policy picked an action that is not legal.
    """
    game = Game(map, players)
    seats = _seats(policy, game.num_players)
    networks = _networks(game, seats, check_seed(seed))
    what = f"networks of {players}-player games on the map {game.map.name!r}"
    chosen = list(distinct(networks, count, lambda routes: routes or None, what))
    sets = np.zeros((count, len(game.map.routes)), np.bool_)
    for row, routes in zip(sets, chosen, strict=True):
        row[list(routes)] = True
    return sets


def play(game: Game, policies: Sequence[Policy], seed: int, index: int = 0) -> State:
    """The end of game number `index` of the seed, if `policies[s]` plays for seat s."""
    state = game.new_initial_state(seed, index)
    while not state.is_terminal():
        state.apply_action(policies[state.current_player()](state))
    return state


def _networks(
    game: Game, seats: Sequence[Callable[[Game, Draws], Policy]], seed: int
) -> Iterator[tuple[int, ...]]:
    for index in count_from():
        policies = [
            make(game, Draws(seed, index, _POLICY_STREAM + seat)) for seat, make in enumerate(seats)
        ]
        for player in play(game, policies, seed, index).to_dict()["players"]:
            yield tuple(player["routes"])


def _seats(
    policy: PolicySpec | Sequence[PolicySpec], players: int
) -> list[Callable[[Game, Draws], Policy]]:
    """For every seat, what makes its policy for a game."""
    if isinstance(policy, str) or callable(policy):
        return [_maker(policy)] * players
    if not isinstance(policy, Sequence) or len(policy) != players:
        raise ValueError(
            f"policy must be one policy or a list of {players}, one for each seat, not {policy!r}"
        )
    return [_maker(one) for one in policy]


def _maker(policy: PolicySpec) -> Callable[[Game, Draws], Policy]:
    if isinstance(policy, str) and policy in POLICIES:
        return POLICIES[policy]
    if callable(policy):
        return lambda game, draws: policy
    raise ValueError(
        f"unknown policy {show(policy)}; there are {', '.join(POLICIES)},"
        " or a function from a state to a legal action"
    )
