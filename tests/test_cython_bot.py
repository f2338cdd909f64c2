"""A stranger's bot in Cython: compiled against the headers and core.pxd of the package, it plays
the games that the Python API plays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from cython_module import compile_and_import

import ttr_fast as ttr

BOT = Path(__file__).parent / "data" / "cython_bot.pyx"


@pytest.fixture(scope="module")
def bot_module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("Cython")
    flags = ["-std=c++20", "-O1"] if os.name == "posix" else ["/std:c++20"]
    return compile_and_import(BOT, tmp_path_factory.mktemp("bot"), "c++", flags)


def games() -> list[ttr.Game]:
    def rules(edition: str) -> ttr.Rules:
        return ttr.Rules.preset(edition).replace(
            trains_per_player=30, payments="fewest_locomotives", tie_break=["longest_trail"]
        )

    return [
        ttr.Game(players=2, rules=rules("usa").replace(trains_per_player=45, payments="all")),
        ttr.Game(players=3, rules=rules("usa"), first_seat=None),
        ttr.Game(players=5, rules=rules("usa"), first_seat=4),
        ttr.Game("europe", players=2, rules=rules("europe").replace(payments="all")),
        ttr.Game("europe", players=4, rules=rules("europe"), first_seat=2),
    ]


def name(game: ttr.Game) -> str:
    return f"{game.map.name} {game.num_players} players"


@pytest.mark.parametrize("game", games(), ids=name)
def test_bot_plays_the_same_games(bot_module: Any, game: ttr.Game) -> None:
    bot = bot_module.Bot(game, game.map.edition)
    assert bot.num_actions == game.num_distinct_actions()
    for seed in (0, 7, 2**64 - 1):
        for index in (0, 1):
            actions, choices, totals, ranks = bot.play_game(seed, index)
            state = game.new_initial_state(seed, index)
            for action, choice in zip(actions, choices, strict=True):
                assert len(state.legal_actions()) == choice
                state.apply_action(action)
            assert state.is_terminal()
            assert [row.total for row in state.score_sheet()] == totals
            assert list(state.ranks()) == ranks


@pytest.mark.parametrize("game", games(), ids=name)
def test_bot_resigns(bot_module: Any, game: ttr.Game) -> None:
    """R94, R95, Q05: a seat leaves at the same ply, the game goes on alike."""
    bot = bot_module.Bot(game, game.map.edition)
    for after in (0, 9, 40):
        actions, choices, totals, ranks = bot.play_game(3, 0, 1, after)
        state = game.new_initial_state(3)
        for ply, (action, choice) in enumerate(zip(actions, choices, strict=True)):
            if ply == after:
                state.resign(1)
            assert len(state.legal_actions()) == choice
            state.apply_action(action)
        if len(actions) == after:
            state.resign(1)
        assert state.is_terminal()
        assert [row.total for row in state.score_sheet()] == totals
        assert list(state.ranks()) == ranks


@pytest.mark.parametrize("game", games(), ids=name)
def test_bot_repeats_playouts(bot_module: Any, game: ttr.Game) -> None:
    bot = bot_module.Bot(game, game.map.edition)
    batch = ttr.playouts(game, 20, seed=5)
    assert [bot.playout(5, index) for index in range(20)] == batch.scores.tolist()


def test_bot_plays_europe(bot_module: Any) -> None:
    """R62, R71, R76: what a bot sees of tunnels, stations and borrowed routes."""
    game = games()[4]
    bot = bot_module.Bot(game, "europe")
    tunnels = lent = 0
    for seed in range(60):
        actions, pending, loans = bot.europe(seed)
        tunnels += pending
        state = game.new_initial_state(seed)
        for action in actions:
            state.apply_action(action)
        assert [state.borrowed_routes(seat) for seat in range(4)] == loans
        lent += sum(route is not None for loan in loans for _, route in loan)
    assert tunnels > 100
    assert lent > 10


def test_bot_sees_the_position(bot_module: Any) -> None:
    game = games()[0]
    seen = bot_module.Bot(game).look_around(7)
    state = game.new_initial_state(7)
    while state.phase() == "choose_initial_tickets":
        state.apply_action(game.string_to_action("keep 0 1"))
    legal = [game.action_info(action) for action in state.legal_actions()]
    d = state.to_dict()
    first = game.map.routes[0]
    assert seen == {
        "legal": len(legal),
        "claims": sum(info.kind == "claim" for info in legal),
        "current": state.current_player(),
        "hand": 4,
        "trains": 45,
        "routes": 0,
        "deck": sum(d["deck"].values()),
        "tickets": len(d["ticket_deck"]),
        "distance": game.map.distance(game.map.cities[0].name, first.b),
        "seats": 5,
    }


def test_errors_of_the_core_are_value_errors(bot_module: Any) -> None:
    class Crowd:  # a game of six, which the Python side would not make
        map = ttr.Map.builtin("usa")
        rules = ttr.Rules()
        num_players = 6
        first_seat = 0

    with pytest.raises(ValueError, match=r"players = 6 is refused; allowed: 2\.\.5"):
        bot_module.Bot(Crowd())
