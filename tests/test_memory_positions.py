"""What seats remember, in positions that were played and in those that somebody wrote.

Of a memory that does not fit the position what fits is kept, or nothing. What there is then can be
drawn from, shown and played to its end, and is consistent all the way.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import ttr_fast as ttr

GAMES = [
    ttr.Game("usa", players=2),
    ttr.Game("usa", players=4),
    ttr.Game("iran", players=3),
    ttr.Game("europe", players=2),
    ttr.Game("europe", players=5),
]


def round_trip(state: ttr.State) -> None:
    assert state.game.state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("seed", [61, 70, 110])
def test_a_hand_with_more_than_all_can_be_sure_of_is_spent(seed: int) -> None:
    # Phases of hoarding: the deck is rebuilt, seats draw more of what they hold and spend it all,
    # and know of cards of others that do not follow from what everybody knows.
    game = ttr.Game("europe", players=2)
    (draw,) = (
        a for a in range(game.num_distinct_actions()) if game.action_info(a).kind == "draw_deck"
    )
    state, rng = game.new_initial_state(seed), ttr.Rng(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        hoards = state.to_dict()["turn"] // 30 % 2 == 0
        lucky = draw in legal and hoards and rng.below(20) > 0
        state.apply_action(draw if lucky else legal[rng.below(len(legal))])
        round_trip(state)


def change(memory: dict[str, Any], chance: random.Random) -> None:
    """One statement of it becomes another."""
    player = chance.choice(memory["players"])
    match chance.randrange(5):
        case 0 | 1 as where:
            cards = (memory["in_hands"], player["counted"])[where]
            kind = chance.choice(list(cards))
            cards[kind] = max(0, cards[kind] + chance.choice([-1, 1, 2]))
        case 2:
            player["fresh"] = chance.randrange(10)
        case 3:
            player["initial_kept"] = chance.randrange(5)
        case _:
            ticket = chance.randrange(30)
            player["located"] = sorted({*player["located"]} ^ {ticket})


def check_everything(state: ttr.State, chance: random.Random) -> None:
    for seat in range(state.game.num_players):
        drawn = state.resample_from_infostate(seat, chance.getrandbits(64))
        round_trip(drawn)
    rng = ttr.Rng(chance.getrandbits(64))
    while not drawn.is_terminal():
        for _ in range(10):
            if not drawn.is_terminal():
                drawn.apply_action(drawn.sample_legal(rng))
        round_trip(drawn)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.map.name}-{game.num_players}")
@pytest.mark.parametrize("forgotten", [False, True])
def test_positions_with_another_memory_are_cut_to_sound_ones(
    game: ttr.Game, forgotten: bool
) -> None:
    chance = random.Random(f"{game} {forgotten}")
    for seed in range(30):
        state, rng = game.new_initial_state(seed), ttr.Rng(seed)
        for _ in range(chance.choice([0, 1, 2, 3, 60, 150, 200])):
            if not state.is_terminal():
                state.apply_action(state.sample_legal(rng))
        if seed % 4 == 3 and not state.is_terminal():
            state.resign(chance.randrange(game.num_players))
        for _ in range(1 if forgotten else 6):
            position = copy.deepcopy(state.to_dict())
            if forgotten:
                position["memory"] = None
            else:
                change(position["memory"], chance)
            written = game.state_from_dict(position)
            round_trip(written)
            d = written.to_dict()
            assert {**d, "memory": None} == {**position, "memory": None}
            check_everything(written, chance)
