"""Games with every deck of tickets of the built-in maps: dealt, played and stored."""

from __future__ import annotations

import json
import pickle
import random

import pytest
from builders import act, everything, keep_all, play, walk

import ttr_fast as ttr
from ttr_fast.game import game_from_spec

DECKS = [(name, deck) for name in ttr.Map.builtin_names() for deck in ttr.Map.builtin(name).decks]
SIZES = {
    ("europe", "base"): (46, 6),
    ("europe", "big_cities"): (45, 0),
    ("europe", "expanded"): (65, 6),
    ("europe", "mega"): (101, 12),
    ("iran", "base"): (30, 0),
    ("usa", "1910"): (35, 0),
    ("usa", "base"): (30, 0),
    ("usa", "big_cities"): (35, 0),
    ("usa", "mega"): (69, 0),
}
EVERY_DECK = pytest.mark.parametrize(("name", "deck"), DECKS)


@EVERY_DECK
def test_R12_tickets_of_every_deck(name: str, deck: str) -> None:
    game = ttr.Game(name, 2, tickets=deck)
    long = sum(ticket.long for ticket in game.map.tickets)
    assert (game.tickets, game.map.deck) == (deck, deck)
    assert (len(game.map.tickets), long) == SIZES[name, deck]


def test_every_deck_is_in_the_list() -> None:
    assert sorted(SIZES) == sorted(DECKS)


@EVERY_DECK
@pytest.mark.parametrize("n", [2, 5])
def test_R07_R08_the_deal_of_every_deck(name: str, deck: str, n: int) -> None:
    game = ttr.Game(name, n, tickets=deck)
    size, long = SIZES[name, deck]
    d = game.new_initial_state(3).to_dict()
    dealt_long = 1 if long else 0
    offered = [p["offered_tickets"] for p in d["players"]]
    for tickets in offered:
        assert [game.map.tickets[t].long for t in tickets] == [True] * dealt_long + [False] * 3
    assert len(d["ticket_deck"]) == size - long - 3 * n
    assert d["tickets"] == deck


@EVERY_DECK
def test_F15_R56_tickets_of_every_deck_in_play(name: str, deck: str) -> None:
    """In the end each counts its printed value, or in the online edition its distance."""
    game = ttr.Game(name, 3, tickets=deck)
    number = len(game.map.tickets)
    for state in walk(game, games=1, seed=2):
        d = state.to_dict()
        here = d["ticket_deck"] + [
            t for p in d["players"] for t in p["tickets"] + p["offered_tickets"]
        ]
        assert len(set(here)) == len(here)
        assert set(here) <= set(range(number))
        if game.rules.initial_tickets_return == "bottom":
            assert len(here) == number - SIZES[name, deck][1]
    for seat, line in enumerate(state.score_sheet()):
        done = state.completed_tickets(seat)
        held = state.to_dict()["players"][seat]["tickets"]
        assert set(done) <= set(held)
        assert line.tickets == sum(value(game, t) * (1 if t in done else -1) for t in held)


def value(game: ttr.Game, number: int) -> int:
    ticket = game.map.tickets[number]
    if game.rules.ticket_value == "printed":
        return ticket.points
    distance = game.map.distance(ticket.a, ticket.b)
    assert distance is not None
    return distance


@pytest.mark.parametrize(("name", "deck"), [(name, deck) for name, deck in DECKS if name != "iran"])
def test_R56_every_deck_by_the_rules_of_the_online_edition(name: str, deck: str) -> None:
    game = ttr.Game(name, 2, "online", tickets=deck)
    if name == "europe":  # where the printed values are other ones
        assert any(value(game, t) != card.points for t, card in enumerate(game.map.tickets))
    for seed in range(10):
        state = game.new_initial_state(seed)
        play(state, random.Random(seed))
        for seat, line in enumerate(state.score_sheet()):
            done = state.completed_tickets(seat)
            held = state.to_dict()["players"][seat]["tickets"]
            assert line.tickets == sum(value(game, t) * (1 if t in done else -1) for t in held)


@EVERY_DECK
def test_F37_states_of_every_deck_come_back(name: str, deck: str) -> None:
    game = ttr.Game(name, 2, tickets=deck)
    state = keep_all(game.new_initial_state(1))
    play(state, random.Random(1), 40)
    while state.phase() != "choose_action":
        play(state, random.Random(2), 1)
    act(state, "draw tickets")
    for other in (
        pickle.loads(pickle.dumps(state)),
        ttr.deserialize(state.serialize()),
        game.state_from_dict(state.to_dict()),
    ):
        assert other.game.tickets == deck
        assert everything(other) == everything(state)


def test_F37_what_was_stored_before_there_were_decks_has_the_base_deck() -> None:
    """Nor did its rules have the options of other editions."""
    game = ttr.Game("usa", 3)
    spec = json.loads(game.spec())
    assert spec["map"].pop("tickets") == "base"
    for option in ("ferries", "tunnels", "stations_per_player", "initial_long_tickets_dealt"):
        del spec["rules"][option]
    assert game_from_spec(json.dumps(spec).encode()) == game
    with pytest.raises(ValueError, match="no deck 'moon'"):
        game_from_spec(json.dumps(spec | {"map": spec["map"] | {"tickets": "moon"}}).encode())


def test_the_deck_is_part_of_the_game() -> None:
    base, other = ttr.Game("usa"), ttr.Game("usa", tickets="1910")
    assert base != other
    assert base == ttr.Game("usa", tickets="base")
    assert other == ttr.Game(ttr.Map.builtin("usa").with_deck("1910"))
    assert eval(f"len({other.map.tickets!r})", {"Ticket": ttr.map.Ticket}) == 35
    assert pickle.loads(pickle.dumps(other)) == other
    assert base.new_initial_state(1) != other.new_initial_state(1)
    with pytest.raises(ValueError, match="tickets must be 'base' here, got '1910'"):
        base.state_from_dict(other.new_initial_state(1).to_dict())


@pytest.mark.parametrize("wrong", ["1912", "", "Base", "europe"])
def test_unknown_decks_are_refused(wrong: str) -> None:
    with pytest.raises(
        ValueError, match=r"the decks are: base, big_cities, expanded, mega$"
    ) as caught:
        ttr.Game("europe", tickets=wrong)
    assert f"map 'europe' has no deck {wrong!r}" in str(caught.value)


@pytest.mark.parametrize("wrong", [3, ["base"], b"base", True])
def test_decks_are_named_by_text(wrong: object) -> None:
    with pytest.raises(TypeError, match="deck"):
        ttr.Game("europe", tickets=wrong)  # type: ignore[arg-type]


def test_F42_playouts_of_every_deck_do_not_depend_on_threads() -> None:
    for name, deck in DECKS:
        game = ttr.Game(name, 2, tickets=deck)
        one = ttr.playouts(game, 200, seed=3, threads=1)
        assert one == ttr.playouts(game, 200, seed=3, threads=3)
        assert (one.completed + one.failed).min() >= 2
