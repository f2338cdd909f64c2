"""The editions as values: what each preset holds, how it prints, derives and travels (Q13, Q14)."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

import ttr_fast as ttr

PRESETS = pytest.mark.parametrize("name", ["usa", "europe", "online"])

CHANGES: dict[str, dict[str, Any]] = {
    "usa": {},
    "europe": {
        "ferries": True,
        "tunnels": True,
        "stations_per_player": 3,
        "initial_long_tickets_dealt": 1,
        "initial_tickets_return": "out",
        "tie_break": ["completed_tickets", "fewest_stations", "longest_trail_bonus"],
    },
    "online": {
        "ticket_value": "shortest",
        "first_seat": "seed",
        "tie_break": ["completed_tickets", "longest_trail"],
    },
}


def test_Q13_there_are_three_editions() -> None:
    assert ttr.Rules.presets() == ("usa", "europe", "online")
    with pytest.raises(ValueError, match=r"no preset 'africa'; presets: usa, europe, online$"):
        ttr.Rules.preset("africa")
    for wrong in (None, 3, ["usa"]):
        with pytest.raises(TypeError):
            ttr.Rules.preset(wrong)  # type: ignore[arg-type]


@PRESETS
def test_Q13_Q14_what_an_edition_changes(name: str) -> None:
    rules = ttr.Rules.preset(name)
    usa = ttr.Rules().to_dict()
    assert rules.to_dict() == usa | CHANGES[name]
    assert ttr.Rules(**CHANGES[name]) == rules == ttr.Rules().replace(**CHANGES[name])


@PRESETS
def test_Q14_printed_it_can_be_typed_in_again(name: str) -> None:
    rules = ttr.Rules.preset(name)
    text = repr(rules)
    assert eval(text, {"Rules": ttr.Rules}) == rules
    assert all(f"{option}=" in text for option in CHANGES[name])
    assert text.count("=") == len(CHANGES[name])  # what is as usual is left out
    assert str(rules) == text


@PRESETS
def test_Q14_stored_it_comes_back(name: str) -> None:
    rules = ttr.Rules.preset(name)
    plain = json.loads(json.dumps(rules.to_dict()))
    others = [ttr.Rules.from_dict(plain), copy.copy(rules), copy.deepcopy(rules)]
    others += [
        pickle.loads(pickle.dumps(rules, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in others:
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.to_dict() == rules.to_dict()


@PRESETS
def test_Q14_derived_it_differs_in_just_that(name: str) -> None:
    rules = ttr.Rules.preset(name)
    derived = rules.replace(longest_trail_bonus=15, station_costs=(2, 4, 6))
    assert derived.station_costs == (2, 4, 6)
    assert derived != rules
    assert rules == ttr.Rules.preset(name)
    assert derived.to_dict() == rules.to_dict() | {
        "longest_trail_bonus": 15, "station_costs": [2, 4, 6],
    }  # fmt: skip
    assert derived.replace(longest_trail_bonus=10, station_costs=[1, 2, 3]) == rules


@PRESETS
def test_Q14_a_game_takes_the_name_or_the_value(name: str) -> None:
    for board in ("usa", "europe", "iran"):
        if name == "europe" and board == "iran":
            assert not any(t.long for t in ttr.Map.builtin(board).tickets)  # then none are dealt
        game = ttr.Game(board, 3, rules=name)
        assert game == ttr.Game(board, 3, rules=ttr.Rules.preset(name))
        assert game.rules == ttr.Rules.preset(name)
        assert game.first_seat == (None if name == "online" else 0)


def test_Q13_a_map_has_its_own_edition() -> None:
    for board, edition in (("usa", "usa"), ("europe", "europe"), ("iran", "online")):
        assert ttr.Map.builtin(board).edition == edition
        assert ttr.Game(board).rules == ttr.Rules.preset(edition)


@PRESETS
def test_Q14_a_value_that_makes_no_game_is_refused_in_every_edition(name: str) -> None:
    rules = ttr.Rules.preset(name)
    with pytest.raises(ValueError, match=r"trains_per_player must be .*1\.\.200, got 0"):
        rules.replace(trains_per_player=0)
    with pytest.raises(ValueError, match=r"stations_per_player = 4 .* 3 entries of station_costs"):
        rules.replace(stations_per_player=4)
