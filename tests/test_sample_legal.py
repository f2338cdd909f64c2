"""State.sample_legal: uniform over the legal actions in every kind of position, and the same picks
as the policy `random` of the playouts."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from builders import LOCO, find_route, legal_kinds, line_map, play, position, walk

import ttr_fast as ttr

USA = ttr.Game(players=2)
EUROPE = ttr.Game("europe", players=3)
ONLINE = ttr.Game("europe", players=2, rules="online")  # fewest locomotives
GAMES = {
    "usa": USA,
    "usa 5": ttr.Game(players=5),
    "europe": EUROPE,
    "online": ONLINE,
    "mega": ttr.Game("usa", players=4, tickets="mega"),
    "wide": ttr.Game(line_map([1 + i % 6 for i in range(120)], [(0, 9, 5)] * 200), players=2),
}


def largest(game: ttr.Game, fits: Callable[[ttr.State], bool]) -> ttr.State:
    """Of the positions of some games that fit, one with the most legal actions."""
    best: ttr.State | None = None
    for state in walk(game, 12, seed=3):
        if fits(state) and (best is None or len(best.legal_actions()) < len(state.legal_actions())):
            best = state.clone()
    assert best is not None
    return best


def in_phase(phase: str) -> Callable[[ttr.State], bool]:
    return lambda state: state.phase() == phase


def offers(kind: str) -> Callable[[ttr.State], bool]:
    return lambda state: kind in legal_kinds(state)


def ferry_claims(state: ttr.State) -> bool:
    infos = [state.game.action_info(a) for a in state.legal_actions()]
    routes = state.game.map.routes
    return any(i.route is not None and routes[i.route].ferry_locomotives for i in infos)


def tunnel_for_three() -> ttr.State:
    """Three cards of the turned count, and the seat has enough of both kinds."""
    route = find_route(EUROPE.map, "Venezia", "Zurich")
    tunnel = {"route": route, "color": "green", "turned": ["green", "green", LOCO]}
    held = {"green": 4, LOCO: 3}
    return position(EUROPE, hands={0: held}, rest="deck", tunnel=tunnel, face_up=["red"] * 5)


POSITIONS: dict[str, tuple[ttr.Game, Callable[[ttr.State], bool], int]] = {
    # name: game, what the position must have, and how many legal actions at least
    "initial tickets": (USA, in_phase("choose_initial_tickets"), 4),
    "claims with many payments": (USA, offers("claim"), 80),
    "second card": (USA, in_phase("draw_second_card"), 4),
    "drawn tickets": (USA, in_phase("choose_tickets"), 7),
    "europe, initial tickets": (EUROPE, in_phase("choose_initial_tickets"), 11),
    "stations": (EUROPE, offers("build_station"), 150),
    "ferries": (EUROPE, ferry_claims, 100),
    "fewest locomotives": (ONLINE, ferry_claims, 30),
    "wide map": (GAMES["wide"], offers("claim"), 100),
}


@pytest.mark.parametrize("name", [*POSITIONS, "tunnel"])
def test_every_legal_action_is_equally_likely(name: str) -> None:
    if name == "tunnel":
        state, least = tunnel_for_three(), 5
        assert state.phase() == "pay_tunnel"
    else:
        game, fits, least = POSITIONS[name]
        state = largest(game, fits)
    legal = state.legal_actions()
    assert len(legal) >= least
    rng = ttr.Rng(1)
    draws = 300 * len(legal)
    counts = Counter(state.sample_legal(rng) for _ in range(draws))
    assert rng.position == draws
    assert sorted(counts) == legal
    chi_square = sum((count - 300) ** 2 / 300 for count in counts.values())
    freedom = len(legal) - 1
    assert abs(chi_square - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("name", GAMES)
def test_in_whole_games_the_sample_is_legal_and_changes_nothing(name: str) -> None:
    rng = ttr.Rng(2, stream=7)
    for number, state in enumerate(walk(GAMES[name], 6, seed=4)):
        if state.is_terminal():
            continue
        before = state.hash()
        place = rng.position
        action = state.sample_legal(rng)
        assert type(action) is int
        legal = state.legal_actions()
        assert action in legal
        forced = legal_kinds(state) in ({"pass"}, {"decline_tunnel"})
        assert rng.position == place + (not forced)
        if number % 7 == 0:
            assert state.hash() == before
            again = ttr.Rng(rng.seed, rng.stream, place)
            assert state.sample_legal(rng=again) == action


@pytest.mark.parametrize("name", ["usa", "usa 5", "europe", "online", "mega", "wide"])
def test_the_picks_are_those_of_the_playouts(name: str) -> None:
    game = GAMES[name]
    for seed in (0, 1, 2**64 - 1):
        batch = ttr.playouts(game, 1, "random", seed=seed)
        rngs = [ttr.Rng(seed, 2 + seat) for seat in range(game.num_players)]
        state = game.new_initial_state(seed)
        plies = 0
        while not state.is_terminal():
            state.apply_action(state.sample_legal(rngs[state.current_player()]))
            plies += 1
        assert batch.plies[0] == plies
        assert batch.scores[0].tolist() == state.returns()


def test_forced_decisions_draw_nothing() -> None:
    # All cards and tickets are drawn, and the only route is taken.
    board = line_map([6], [(0, 1, 1)] * 30)
    state = ttr.Game(board, players=2).new_initial_state(1)
    while not state.is_terminal() and legal_kinds(state) != {"pass"}:
        legal = state.legal_actions()
        draws = [a for a in legal if state.game.action_info(a).kind != "claim"]
        state.apply_action((draws or legal)[-1])
    assert legal_kinds(state) == {"pass"}
    rng = ttr.Rng(3)
    assert [state.sample_legal(rng)] == state.legal_actions()
    assert rng.position == 0


def test_the_end_of_the_game_is_refused() -> None:
    state = USA.new_initial_state(1)
    play(state, random.Random(1))
    rng = ttr.Rng(3)
    with pytest.raises(ValueError, match="the game is over"):
        state.sample_legal(rng)
    assert rng == ttr.Rng(3)


@pytest.mark.parametrize(
    "wrong", [None, 1, True, 0.5, "1", object(), ttr.Rng, random.Random(1), USA, len, [ttr.Rng(1)]]
)
def test_other_generators_are_refused(wrong: Any) -> None:
    state = USA.new_initial_state(1)
    before = state.hash()
    with pytest.raises(TypeError, match=r"rng must be a ttr_fast\.Rng, got"):
        state.sample_legal(wrong)
    assert state.hash() == before
