"""The golden whole-game traces of data/traces, made by make_traces.py."""

from __future__ import annotations

import re
from collections import Counter

import make_traces
import pytest

import ttr_fast as ttr

TRACES = list(make_traces.all_traces())
PLY = re.compile(r"\d+ seat \d [a-z_]+: (?P<action>[^|]+?)( \|.*)?")


def stored(map_name: str, players: int) -> str:
    return make_traces.trace_file(map_name, players).read_text(encoding="utf-8")


def head(text: str) -> dict[str, str]:
    lines = text[: text.index("\n\n")].splitlines()[1:]
    return dict(line.split(" ", 1) for line in lines)


def replay(text: str) -> str:
    """Plays what a trace says, and nothing else, and writes the trace anew."""
    says = head(text)
    game = ttr.Game(says["map"], int(says["players"]), first_seat=int(says["first_seat"]))
    actions = [
        game.string_to_action(ply["action"])
        for ply in map(PLY.fullmatch, text.splitlines())
        if ply is not None
    ]
    return make_traces.render(game, int(says["seed"]), actions)


def kinds(map_name: str, players: int) -> Counter[str]:
    game = ttr.Game(map_name, players)
    names = [m["action"] for m in map(PLY.fullmatch, stored(map_name, players).splitlines()) if m]
    return Counter(game.action_info(game.string_to_action(name)).kind for name in names)


def test_no_trace_is_missing_and_none_is_left_over() -> None:
    """A new map needs its traces: run make_traces.py."""
    needed = {make_traces.trace_file(*trace).name for trace in TRACES}
    assert needed >= {f"{name}_{n}.txt" for name in ttr.Map.builtin_names() for n in (2, 3, 4, 5)}
    assert {path.name for path in make_traces.FOLDER.iterdir()} == needed


@pytest.mark.parametrize(("map_name", "players"), TRACES)
def test_replaying_a_trace_gives_the_same_text(map_name: str, players: int) -> None:
    text = stored(map_name, players)
    assert head(text)["map"] == map_name
    assert head(text)["players"] == str(players)
    assert replay(text) == text


@pytest.mark.parametrize(("map_name", "players"), TRACES)
def test_the_rule_gives_the_same_text(map_name: str, players: int) -> None:
    assert make_traces.trace(map_name, players) == stored(map_name, players)


@pytest.mark.parametrize("map_name", ttr.Map.builtin_names())
def test_the_traces_of_a_map_meet_everything(map_name: str) -> None:
    """All kinds of actions but the pass, which no sensible player ever meets."""
    found = Counter[str]()
    for players in range(2, 6):
        found += kinds(map_name, players)
    assert set(found) == set(ttr.ACTION_KINDS) - {"pass"}
    assert min(found.values()) >= 10
    texts = "".join(stored(map_name, players) for players in range(2, 6))
    for phase in ttr.PHASES[:-1]:
        assert f" {phase}: " in texts
    assert re.search(r"claim .* with \d locomotive\n", texts)  # locomotives alone
    assert re.search(r"claim .* with \d \w+ \+ \d locomotive", texts)
    assert re.search(r"off the deck: \w+( \w+){4,}\n", texts)  # a new row
    assert "final turns left 0" in texts


def test_a_changed_trace_is_noticed() -> None:
    """The comparison is no empty one: other seeds, actions and results are seen."""
    text = stored("usa", 2)
    assert replay(text) == text
    with pytest.raises(ttr.IllegalActionError):
        replay(text.replace("seed 2004", "seed 2005"))
    other_choice = text.replace("keep 0 1\n", "keep 0 2\n", 1)
    assert other_choice != text
    assert replay(other_choice) != other_choice
    other_score = re.sub(r"winners .*", "winners 0 1", text)
    assert other_score != text
    assert replay(other_score) != other_score
