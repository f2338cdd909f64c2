"""The golden whole-game traces of data/traces, made by make_traces.py."""

from __future__ import annotations

import re
from collections import Counter

import make_traces
import pytest

import ttr_fast as ttr

TRACES = list(make_traces.all_traces())
EVERY_TRACE = pytest.mark.parametrize("trace", TRACES, ids=[trace.name for trace in TRACES])
PLY = re.compile(r"\d+ seat \d [a-z_]+: (?P<action>[^|]+?)( \|.*)?")


def stored(trace: make_traces.Trace) -> str:
    return trace.file.read_text(encoding="utf-8")


def head(text: str) -> dict[str, str]:
    lines = text[: text.index("\n\n")].splitlines()[1:]
    return dict(line.split(" ", 1) for line in lines)


def game_of(text: str) -> ttr.Game:
    """The game that the head of a trace describes."""
    says = head(text)
    rules = eval(says["rules"], {"Rules": ttr.Rules})
    first_seat = None if says["first_seat"] == "None" else int(says["first_seat"])
    tickets = says.get("tickets", "base")
    return ttr.Game(says["map"], int(says["players"]), rules, first_seat, tickets)


def actions_of(text: str) -> list[str]:
    return [ply["action"] for ply in map(PLY.fullmatch, text.splitlines()) if ply is not None]


def replay(text: str) -> str:
    """Plays what a trace says, and nothing else, and writes the trace anew."""
    game = game_of(text)
    actions = [game.string_to_action(name) for name in actions_of(text)]
    return make_traces.render(game, int(head(text)["seed"]), actions)


def test_no_trace_is_missing_and_none_is_left_over() -> None:
    """A new map, edition or deck needs its traces: run make_traces.py."""
    needed = {trace.file.name for trace in TRACES}
    assert len(needed) == len(TRACES)
    for name in ttr.Map.builtin_names():
        board = ttr.Map.builtin(name)
        assert needed >= {f"{name}_{n}.txt" for n in (2, 3, 4, 5)}
        assert needed >= {f"{name}_{deck}_2.txt" for deck in board.decks if deck != "base"}
        assert board.edition == "online" or f"{name}_online_2.txt" in needed
    assert {path.name for path in make_traces.FOLDER.iterdir()} == needed


@EVERY_TRACE
def test_replaying_a_trace_gives_the_same_text(trace: make_traces.Trace) -> None:
    text = stored(trace)
    assert game_of(text) == trace.game
    assert replay(text) == text


@EVERY_TRACE
def test_the_rule_gives_the_same_text(trace: make_traces.Trace) -> None:
    assert make_traces.trace(trace) == stored(trace)


@pytest.mark.parametrize("map_name", ttr.Map.builtin_names())
def test_the_traces_of_a_map_meet_everything(map_name: str) -> None:
    """All kinds of actions of its edition but the pass, which no sensible player ever meets."""
    texts = [stored(trace) for trace in TRACES if trace.map == map_name and trace.rules is None]
    found, routes = Counter[str](), Counter[str]()
    for text in texts:
        game = game_of(text)
        for name in actions_of(text):
            info = game.action_info(game.string_to_action(name))
            found[info.kind] += 1
            if info.route is not None:
                routes["tunnel"] += game.map.routes[info.route].tunnel
                routes["ferry"] += game.map.routes[info.route].ferry_locomotives > 0
    together = "".join(texts)
    phases, kinds = set(ttr.PHASES[:-1]), set(ttr.ACTION_KINDS) - {"pass"}
    if map_name == "europe":
        assert min(routes["tunnel"], routes["ferry"]) >= 10
        # Few are paid: the rule claims the longest route that a hand can pay, which seldom leaves
        # the cards for more. All surcharges are met in test_rules_tunnels and test_perft.
        assert found["pay_tunnel"] >= 4
        assert re.search(r"\n  [1-3] more to pay\n", together)
        assert "\n  lent routes: " in together
    else:
        phases -= {"pay_tunnel"}
        kinds -= {"build_station", "pay_tunnel", "decline_tunnel"}
    assert set(found) == kinds
    assert min(number for kind, number in found.items() if kind != "pay_tunnel") >= 10
    for phase in phases:
        assert f" {phase}: " in together
    if map_name == "usa":  # locomotives alone
        assert re.search(r"claim .* with \d locomotive\n", together)
    assert re.search(r"claim .* with \d \w+ \+ \d locomotive", together)
    assert re.search(r"off the deck: \w+( \w+){4,}\n", together)  # a new row
    assert "final turns left 0" in together


def test_a_changed_trace_is_noticed() -> None:
    """The comparison is no empty one: other seeds, actions and results are seen."""
    text = stored(make_traces.Trace("usa", 2))
    assert replay(text) == text
    with pytest.raises(ttr.IllegalActionError):
        replay(text.replace("seed 2004", "seed 2005"))
    other_choice = text.replace("keep 0 1\n", "keep 0 2\n", 1)
    assert other_choice != text
    assert replay(other_choice) != other_choice
    other_score = re.sub(r"winners .*", "winners 0 1", text)
    assert other_score != text
    assert replay(other_score) != other_score
