"""Decks of tickets on a map, and maps that name the numbers of their players."""

from __future__ import annotations

import pickle
import unicodedata
from typing import Any

import pytest
from test_map import NFC_ZURICH, NFD_ZURICH, small
from test_map_errors import problems

from ttr_fast.map import MAX_TICKETS, Map, MapError, Ticket


def cards(regular: int, long: int = 0, deck: str = "base") -> list[dict[str, Any]]:
    card = {"a": "A", "b": "C", "points": 5, "decks": [deck]}
    return [card] * regular + [card | {"long": True}] * long


# --- Decks ---------------------------------------------------------------------------------------


@pytest.fixture
def three() -> Map:
    """Four cards in three decks, one of them in two."""
    return Map.from_dict(
        small(
            tickets=[
                {"a": "A", "b": "C", "points": 5},
                {"a": "A", "b": "B", "points": 2, "decks": ["mega", "base"]},
                {"a": "B", "b": "C", "points": 3, "decks": ["mega"], "long": True},
                {"a": "A", "b": "C", "points": 4, "decks": [NFC_ZURICH]},
            ]
        )
    )


def test_tickets_are_the_deck_in_play_in_the_order_of_the_file(three: Map) -> None:
    assert three.decks == ("base", NFC_ZURICH, "mega")
    assert three.deck == "base"
    assert [card.points for card in three.cards] == [5, 2, 3, 4]
    assert [ticket.points for ticket in three.tickets] == [5, 2]
    mega = three.with_deck("mega")
    assert mega.deck == "mega"
    assert mega.tickets == (
        Ticket("A", "B", 2, decks=("mega", "base")),
        Ticket("B", "C", 3, long=True, decks=("mega",)),
    )
    assert mega.cards == three.cards
    assert repr(mega) == "Map('small', 3 cities, 2 routes, 2 tickets of the deck 'mega')"
    assert mega.with_deck("base") == three.with_deck("base") == three


def test_a_map_keeps_all_its_cards_and_its_deck(three: Map) -> None:
    mega = three.with_deck("mega")
    for same in (
        Map.from_dict(mega.to_dict()),
        pickle.loads(pickle.dumps(mega)),
        mega.replace(),
        mega.replace(tickets=mega.cards),
        Map.from_dict(three.to_dict() | {"deck": "mega"}),
        three.replace(deck="mega"),
    ):
        assert same == mega
        assert hash(same) == hash(mega)
        assert (same.deck, same.tickets, same.cards) == ("mega", mega.tickets, three.cards)
    assert mega != three
    assert mega.replace(name="other").deck == "mega"
    assert "deck" not in three.to_dict()


def test_decks_that_are_equal_after_normalisation_are_one(three: Map) -> None:
    """The deck is called as it is called first."""
    card = {"a": "A", "b": "C", "points": 9, "decks": [NFD_ZURICH]}
    more = three.replace(tickets=[*three.cards, card])
    assert more.decks == three.decks
    for form in ("NFC", "NFD"):
        played = more.with_deck(unicodedata.normalize(form, "Zürich"))
        assert played.deck == NFC_ZURICH
        assert [ticket.points for ticket in played.tickets] == [4, 9]


def test_with_deck_refuses_what_is_no_deck(three: Map) -> None:
    with pytest.raises(ValueError, match=r"map 'small' has no deck 'meg' \(did you mean"):
        three.with_deck("meg")
    with pytest.raises(ValueError, match=r"no deck '1912'; the decks are: base, Zürich, mega$"):
        three.with_deck("1912")
    for value in (None, 3, ["mega"]):
        with pytest.raises(TypeError, match="a deck is a string, not"):
            three.with_deck(value)  # type: ignore[arg-type]


def test_new_tickets_take_the_place_of_all_cards(three: Map) -> None:
    new = three.replace(tickets=[Ticket("A", "B", 7)])
    assert (new.decks, new.cards) == (("base",), (Ticket("A", "B", 7),))
    with pytest.raises(MapError, match="there is no deck 'mega'; the decks are: base"):
        three.with_deck("mega").replace(tickets=[Ticket("A", "B", 7)])


def test_fingerprint_is_that_of_the_deck_in_play(three: Map) -> None:
    """What else is in the box does not matter in play."""
    mega = three.with_deck("mega")
    assert mega.fingerprint != three.fingerprint
    only = three.replace(tickets=[ticket._replace(decks=("base",)) for ticket in mega.tickets])
    assert only.fingerprint == mega.fingerprint


def test_F64_a_deck_is_limited_and_a_map_of_many_decks_is_not() -> None:
    base, more = cards(MAX_TICKETS), cards(MAX_TICKETS, deck="more")
    both = Map.from_dict(small(tickets=base + more))
    assert len(both.cards) == 2 * MAX_TICKETS
    assert problems(small(tickets=base + more + more[:1])) == [
        f"tickets: {MAX_TICKETS + 1} in the deck 'more', but a deck holds {MAX_TICKETS} at most"
    ]


# --- Mistakes of the map as a whole ---------------------------------------------------------------


def test_R56_ticket_that_cannot_be_joined_is_refused_where_its_value_is_a_distance() -> None:
    data = small(routes=small()["routes"][:1], edition="online")
    data["tickets"] = [
        {"a": "A", "b": "B", "points": 9},
        {"a": "A", "b": "C", "points": 5},
        {"a": "C", "b": "Bee", "points": 5, "decks": ["base", "more"]},
    ]
    assert problems(data) == [
        f"tickets[{i}]: no routes join '{a}' and '{b}', but in the edition 'online' a ticket is"
        " worth the distance between its cities"
        for i, a, b in [(1, "A", "C"), (2, "C", "B")]
    ]
    assert len(Map.from_dict(data | {"edition": "usa"}).warnings()) >= 2


def test_R07_too_few_tickets_for_the_players_of_the_map() -> None:
    """Three are dealt to each; only a map that names its players must have them."""
    assert Map.from_dict(small(tickets=cards(8))).players is None
    assert Map.from_dict(small(tickets=cards(9), players=[2, 3])).players == (2, 3)
    assert problems(small(tickets=cards(8), players=[2, 3])) == [
        "tickets: too few in the deck 'base': 8 tickets, but 3 players are dealt 3 each, 9 in all"
    ]
    two_decks = cards(15) + cards(14, deck="more")
    assert problems(small(tickets=two_decks, players=[2, 5])) == [
        "tickets: too few in the deck 'more': 14 tickets, but 5 players are dealt 3 each, 15 in all"
    ]
    assert problems(small(tickets=[], players=[2, 2])) == [
        "tickets: too few in the deck 'base': 0 tickets, but 2 players are dealt 3 each, 6 in all"
    ]


def test_R08_too_few_long_tickets_for_the_players_of_the_map() -> None:
    def europe(*args: int) -> dict[str, Any]:
        return small(edition="europe", players=[2, 3], tickets=cards(*args))

    assert len(Map.from_dict(europe(9, 3)).tickets) == 12
    assert len(Map.from_dict(europe(9, 0)).tickets) == 9  # no long ones are dealt
    assert problems(europe(9, 2)) == [
        "tickets: too few in the deck 'base': 2 long tickets, but 3 players are dealt 1 each,"
        " 3 in all"
    ]
    assert problems(europe(8, 4)) == [
        "tickets: too few in the deck 'base': 8 regular tickets, but 3 players are dealt 3 each,"
        " 9 in all"
    ]
