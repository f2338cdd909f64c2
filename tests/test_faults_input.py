"""Bad input: every public call names the culprit and what is allowed, and changes nothing (F53)."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from builders import act, everything, keep_all, line_map, run_python

import ttr_fast as ttr

GAME = ttr.Game(players=3)
RULES = ttr.Rules()
STATE = keep_all(GAME.new_initial_state(1))
ROW = {"total": 1, "completed": 1, "longest": 1, "holds_bonus": True}
NAN = math.nan


# --- One argument at a time ----------------------------------------------------------------------

# call, what its message must name, allowed range, are None and a bool legitimate
INTEGERS: dict[str, tuple[Callable[[Any], object], str, int, int | None, bool]] = {
    "Game(players)": (lambda x: ttr.Game(players=x), "players", 2, 5, False),
    "Game(first_seat)": (lambda x: ttr.Game(first_seat=x), "first_seat", 0, 1, True),
    "new_initial_state": (GAME.new_initial_state, "seed", 0, 2**64 - 1, False),
    "index": (lambda x: GAME.new_initial_state(0, x), "index", 0, 2**64 - 1, False),
    "clone": (lambda x: STATE.clone(seed=x), "seed", 0, 2**64 - 1, True),
    "action_info": (GAME.action_info, "action", 0, GAME.num_distinct_actions() - 1, False),
    "action_to_string": (
        GAME.action_to_string, "action", 0, GAME.num_distinct_actions() - 1, False,
    ),
    "apply_action": (STATE.apply_action, "action", 0, GAME.num_distinct_actions() - 1, False),
    "longest_trail": (STATE.longest_trail, "seat", 0, 2, False),
    "completed_tickets": (STATE.completed_tickets, "seat", 0, 2, False),
    "borrowed_routes": (STATE.borrowed_routes, "seat", 0, 2, False),
    "resign": (STATE.resign, "seat", 0, 2, False),
    "perft": (lambda x: ttr.perft(STATE, x), "depth", 0, 100, False),
    "playouts(n)": (lambda x: ttr.playouts(GAME, x), "n", 0, None, False),
    "playouts(seed)": (lambda x: ttr.playouts(GAME, 0, seed=x), "seed", 0, 2**64 - 1, False),
    "playouts(threads)": (lambda x: ttr.playouts(GAME, 0, threads=x), "threads", 1, 256, True),
    "playouts(first_game)": (
        lambda x: ttr.playouts(GAME, 0, first_game=x), "first_game", 0, 2**64 - 1, False,
    ),
    "ranks": (lambda x: RULES.ranks([ROW | {"total": x}]), "total", -(10**6), 10**6, False),
}  # fmt: skip
NO_INTEGERS = [None, True, 1.0, NAN, -math.inf, "1", b"1", [1], (), {}, object, 1j, np.float64(1)]


@pytest.mark.parametrize("call", INTEGERS)
@pytest.mark.parametrize("value", NO_INTEGERS, ids=repr)
def test_F53_what_is_no_integer_is_refused_by_name(call: str, value: Any) -> None:
    function, name, _, _, none_is_fine = INTEGERS[call]
    if value is None and none_is_fine:
        assert function(value) is not None
        return
    before = everything(STATE)
    with pytest.raises(TypeError, match=rf"\b{name} must be an integer.*, (not|got) "):
        function(value)
    assert everything(STATE) == before


@pytest.mark.parametrize("call", INTEGERS)
def test_F53_integers_out_of_range_are_refused_by_name(call: str) -> None:
    function, name, low, high, _ = INTEGERS[call]
    before = everything(STATE)
    for value in (low - 1, -(2**31) - 1, -(2**63) - 1, -(10**30)):
        if low > value:
            with pytest.raises(ValueError, match=rf"\b{name}\b.* {value}\b") as caught:
                function(value)
            assert str(low) in str(caught.value)
    for value in () if high is None else (high + 1, 2**64, 2**65 + 3, 10**30):
        with pytest.raises(ValueError, match=rf"\b{name}\b.* {value}\b") as caught:
            function(value)
        assert str(high) in str(caught.value) or "2**64-1" in str(caught.value)
    assert everything(STATE) == before


def test_F53_too_many_playouts_are_refused() -> None:
    for n in (10**15, 2**63, 10**30):
        with pytest.raises((MemoryError, ValueError), match=str(n)):
            ttr.playouts(GAME, n)
    with pytest.raises(ValueError, match="first_game"):
        ttr.playouts(GAME, 2, first_game=2**64 - 1)


@pytest.mark.parametrize("call", INTEGERS)
def test_F53_numbers_with_thousands_of_digits_are_refused_by_name(call: str) -> None:
    """Too long to be printed, but not to be refused properly."""
    function, name, _, _, _ = INTEGERS[call]
    with pytest.raises((ValueError, MemoryError), match=rf"\b{name}\b"):
        function(-(10**5000))


class Broken:
    """Not even its own methods work."""

    def __index__(self) -> int:
        raise RuntimeError("broken index")


@pytest.mark.parametrize("call", INTEGERS)
def test_F53_an_error_in_the_callers_object_comes_out_unchanged(call: str) -> None:
    with pytest.raises(RuntimeError, match="broken index"):
        INTEGERS[call][0](Broken())


OBJECTS: dict[str, tuple[Callable[[Any], object], str]] = {
    "Game(map)": (lambda x: ttr.Game(map=x), "map"),
    "Game(rules)": (lambda x: ttr.Game(rules=x), "rules|preset"),
    "state_from_dict": (GAME.state_from_dict, "state must be a mapping"),
    "string_to_action": (GAME.string_to_action, "an action's name is a string"),
    "Rules.preset": (ttr.Rules.preset, "preset"),
    "Rules.from_dict": (ttr.Rules.from_dict, "from_dict"),
    "ranks": (RULES.ranks, "rows"),
    "deserialize": (ttr.deserialize, "data must be bytes"),
    "perft": (lambda x: ttr.perft(x, 1), "perft"),
    "playouts(game)": (lambda x: ttr.playouts(x, 1), "game must be a Game"),
    "playouts(policy)": (lambda x: ttr.playouts(GAME, 1, policy=x), "policy"),
    "playouts(progress)": (lambda x: ttr.playouts(GAME, 1, progress=x), "progress"),
    "longest_trail": (ttr.longest_trail, "edges"),
}
STRANGE = [3, 1.5, NAN, Ellipsis, -1, 2**70, 1j]


@pytest.mark.parametrize("call", OBJECTS)
@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_F53_objects_of_another_type_are_refused_by_name(call: str, value: Any) -> None:
    function, name = OBJECTS[call]
    with pytest.raises((TypeError, ValueError), match=name):
        function(value)


def test_F53_unknown_names() -> None:
    with pytest.raises(ValueError, match=r"'uas'.*built-in maps.*: europe, iran, usa$"):
        ttr.Game(map="uas")
    with pytest.raises(ValueError, match=r"'europa'; presets: usa, europe, online$"):
        ttr.Game(rules="europa")
    with pytest.raises(ValueError, match=r"'1912'.*base, big_cities, expanded, mega"):
        ttr.Game("europe", tickets="1912")
    with pytest.raises(ValueError, match=r"nowhere\.toml: no such file"):
        ttr.Game(map="nowhere.toml")
    with pytest.raises(ValueError, match=r"'clever'.* are: random"):
        ttr.playouts(GAME, 1, policy="clever")
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        ttr.playouts(GAME, 1, policy=["random", "random"])
    with pytest.raises(ValueError, match="'clever'; algorithms: naive_dfs"):
        ttr.longest_trail([[0, 1]], algorithm="clever")
    with pytest.raises(TypeError, match="unexpected keyword argument 'player'"):
        ttr.Game(player=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "name",
    ["", "draw", "draw gray", "draw deck ", "Draw deck", "keep", "keep 3", "keep 7", "keep 8",
     "keep 1 0", "keep 0 0", "keep -1", "keep 0  1", "keep 45", "keep 67", "keep 01234567",
     "keep ٣", "pass!", "claim", "claim 100 Boston-New York with 2 red", "claim -1 x with 2 red",
     "claim 0 Boston-New York with 2 red", "claim 0 Atlanta-Charleston with 2 gray",
     "claim 0 Atlanta-Charleston with two red", "claim 0 Atlanta-Charleston with 2 red + ",
     "claim 0 Atlanta-Charleston with 1 red + 1 locomotive + 1 red", "draw\0deck", "0",
     "claim 00 Atlanta-Charleston with 2 red", "build station", "\ud800"],
)  # fmt: skip
def test_F53_texts_that_name_no_action(name: str) -> None:
    with pytest.raises(ValueError, match="names no action of this game"):
        GAME.string_to_action(name)


def test_F53_every_action_has_a_name_that_leads_back() -> None:
    names = [GAME.action_to_string(a) for a in range(GAME.num_distinct_actions())]
    assert [GAME.string_to_action(name) for name in names[::7]] == list(range(len(names)))[::7]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([], "rows must hold 1..5 players, got 0"),
        ([ROW] * 6, "rows must hold 1..5 players, got 6"),
        ([ROW, {"total": 3}], r"rows\[1\] has no 'completed'"),
        ([{key: 1 for key in ROW if key != "holds_bonus"}], r"rows\[0\] has no 'holds_bonus'"),
        ([ROW | {"total": NAN}], "total"),
        ([ROW | {"completed": "3"}], "completed"),
        ([ROW | {"longest": 1.5}], "longest"),
        ([ROW | {"longest": 2**40}], "longest"),
        ([ROW | {"holds_bonus": "no"}], "holds_bonus"),
        ([ROW | {"holds_bonus": NAN}], "holds_bonus"),
        ([ROW | {"holds_bonus": None}], "holds_bonus"),
        ([ROW | {"holds_bonus": []}], "holds_bonus"),
        ([ROW, 5], "rows"),
        ([ROW, [1, 2]], "rows"),
        ("ab", "rows"),
    ],
)  # fmt: skip
def test_F53_wrong_final_rows_are_refused_by_name(rows: Any, names: str) -> None:
    with pytest.raises((TypeError, ValueError), match=names):
        RULES.ranks(rows)


NO_UNICODE: dict[str, Callable[[], object]] = {
    "a word": lambda: ttr.Rules(payments="\ud800"),
    "a key": lambda: ttr.Rules(tie_break=["\ud800"]),
    "an option": lambda: ttr.Rules(**{"\ud800": 1}),
    "an option in a dict": lambda: ttr.Rules.from_dict({"\ud800": 1}),
    "a preset": lambda: ttr.Game(rules="\ud800"),
    "a map": lambda: ttr.Game(map="\ud800"),
}


@pytest.mark.parametrize("what", NO_UNICODE)
def test_F53_texts_that_are_no_unicode_are_refused(what: str) -> None:
    with pytest.raises((TypeError, ValueError), match=r"rules|map|preset"):
        NO_UNICODE[what]()


# --- In a process of its own ---------------------------------------------------------------------

F53_SCRIPT = """
import copy, itertools, json, math, pickle, random, sys
import numpy as np
import ttr_fast as ttr

class Broken:
    def __index__(self): raise RuntimeError("broken")
    def __len__(self): return -1
    def __iter__(self): raise RuntimeError("broken")
    def __eq__(self, other): raise RuntimeError("broken")
    __hash__ = None

game = ttr.Game(players=3)
state = game.new_initial_state(1)
other = ttr.Game(ttr.Map.builtin("usa").replace(name="other"), players=3).new_initial_state(1)
over = game.new_initial_state(2)
while not over.is_terminal():
    over.apply_action(over.legal_actions()[-1])
bad = [None, True, -1, 2**31, 2**63, 2**64, -2**63, 10**30, 10**5000, 1.5, math.nan, -math.inf,
       1j, "", "x", b"", b"x", [], [[]], [1], (), {}, {1: 2}, {"x": 1}, object(), object, Broken(),
       np.arange(3), np.float32(1), np.nan, np.array([[1.5]]), np.datetime64(3, "D"), len, ttr,
       game, state, over, other, ttr.Rules(), game.map, Ellipsis, range(3), memoryview(b"x"),
       "\\ud800", "a\\0b", [None] * 5, [math.nan] * 5, iter([])]
calls = {}
for thing in (ttr.Game, ttr.Rules, ttr.SeatScore, ttr.State, ttr.Rules.preset, ttr.Rules.from_dict,
              ttr.deserialize, ttr.longest_trail, ttr.Map.load, ttr.Map.builtin, ttr.Map.from_dict,
              ttr.perft, ttr.playouts, ttr.Playouts, ttr.Trail, ttr.ActionInfo, ttr.MapError):
    calls[thing.__qualname__] = thing
calls["Rng"] = ttr.Rng
calls["longest_trail(lengths)"] = lambda *x: ttr.longest_trail([[0, 1]], *x)
calls["perft(depth)"] = lambda x: ttr.perft(over, x)
calls["playouts(n)"] = lambda x: ttr.playouts(game, x, threads=0)
for seat_or_policy in ("policy", "seed", "threads", "first_game", "progress"):
    calls[f"playouts({seat_or_policy})"] = (
        lambda x, name=seat_or_policy: ttr.playouts(game, 0, **{name: x}))
for name in ("map", "players", "rules", "first_seat"):
    calls[f"Game({name})"] = lambda x, name=name: ttr.Game(**{name: x})
for name in ttr.Rules.options():
    calls[f"Rules({name})"] = lambda x, name=name: ttr.Rules(**{name: x})
europe = ttr.Game("europe", players=3)
choose = random.Random(1).choice
dug = europe.new_initial_state(1)
while dug.phase() != "pay_tunnel":
    dug.apply_action(choose(dug.legal_actions()))
subjects = {"game": game, "state": state, "over": over, "rules": ttr.Rules(), "map": game.map,
            "line": state.score_sheet()[0], "rng": ttr.Rng(1), "europe": europe, "dug": dug,
            "board": europe.map}
for label, subject in subjects.items():
    for name in dir(type(subject)):
        if not name.startswith("_") and callable(getattr(subject, name, None)):
            # Others may be copied into a state: into a copy of it, then.
            called = subject.clone() if name == "copy_from" else subject
            calls[f"{label}.{name}"] = getattr(called, name)
keys = state.to_dict()
for key in keys:
    calls[f"state_from_dict({key})"] = lambda x, key=key: game.state_from_dict(keys | {key: x})
for key in keys["players"][0]:
    def one(x, key=key):
        players = [dict(p) for p in keys["players"]]
        players[1][key] = x
        return game.state_from_dict(keys | {"players": players})
    calls[f"state_from_dict(players[1].{key})"] = one
waiting = dug.to_dict()
for key in waiting["pending_tunnel"]:
    calls[f"state_from_dict(pending_tunnel.{key})"] = lambda x, key=key: europe.state_from_dict(
        waiting | {"pending_tunnel": waiting["pending_tunnel"] | {key: x}})
calls["state_from_dict(pending_tunnel)"] = lambda x: europe.state_from_dict(
    waiting | {"pending_tunnel": x})
good = [(Exception, TypeError), (Exception, ValueError)]
strange = []
before = [pickle.dumps(s) for s in (state, over, other, dug)]
for label, call in calls.items():
    more = [(), (None, None), (state, math.nan), (game, -1, None, NotImplemented)]
    for args in [*((x,) for x in bad), *more]:
        try:
            call(*args)
        except (TypeError, ValueError, AttributeError, OverflowError, MemoryError, OSError):
            pass
        except RuntimeError as error:
            if str(error) != "broken":
                strange.append([label, ascii(args)[:60], repr(error)[:80]])
        except Exception as error:
            strange.append([label, ascii(args)[:60], repr(error)[:80]])
after = [pickle.dumps(s) for s in (state, over, other, dug)]
print(json.dumps([len(calls) * len(bad), before == after, strange]))
"""


def test_F53_nothing_kills_python() -> None:
    """Each of 50 strange values to every public call; the errors are those of bad arguments."""
    number, unchanged, strange = json.loads(run_python(F53_SCRIPT, timeout=300))
    assert number > 4000
    assert unchanged
    assert strange == []


NEVER_MADE = [
    "State.__new__(State).clone()",
    "State.__new__(State).apply_action(0)",
    "State.__new__(State).to_dict()",
    "State.__new__(State).hash()",
    "State.__new__(State).serialize()",
    "repr(State.__new__(State))",
    "copy.deepcopy(State.__new__(State))",
    "pickle.dumps(State.__new__(State))",
    "pickle.dumps(Game.__new__(Game))",
    "hash(Rules.__new__(Rules))",
    "Rules.__new__(Rules).ranks([])",
    "type('S', (State,), {})()",
    "type('G', (Game,), {'__init__': lambda self: None})()",
]


def test_F53_objects_that_were_never_made_do_not_kill_python() -> None:
    """More of test_faults_uninitialised.py."""
    script = "import copy, pickle\nfrom ttr_fast import Game, Rules, State\n" + "\n".join(
        f"try:\n    {expression}\nexcept (TypeError, AttributeError, RuntimeError):\n"
        f"    print('refused')"
        for expression in NEVER_MADE
    )
    assert run_python(script).split() == ["refused"] * len(NEVER_MADE)


def test_F53_making_a_game_twice_does_not_change_it() -> None:
    game = ttr.Game()
    board = line_map([1], [(0, 1, 1)] * 10)
    before = repr(game), hash(game), game.map, game.rules
    with contextlib.suppress(TypeError, AttributeError):
        game.__init__(map=board, rules=ttr.Rules(initial_cards=2))  # type: ignore[misc]
    assert (repr(game), hash(game), game.map, game.rules) == before


def test_F53_states_of_other_games_are_refused() -> None:
    mine = GAME.new_initial_state(1)
    other_map = ttr.Game(GAME.map.replace(name="other"), players=3)
    other_rules = ttr.Game(players=3, rules=ttr.Rules(initial_cards=3))
    for other, key in (
        (other_map, "map"), (other_rules, "rules.initial_cards"), (ttr.Game(), "num_players"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=rf"{key} must be .*, got "):
            GAME.state_from_dict(other.new_initial_state(1).to_dict())
        assert mine != other.new_initial_state(1)


def test_F53_game_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable; cannot set 'num_players'"):
        GAME.num_players = 4
    with pytest.raises(AttributeError, match="immutable; cannot delete 'map'"):
        del GAME.map
    with pytest.raises(TypeError, match="unhashable"):
        hash(STATE)
    with pytest.raises(AttributeError):
        STATE.hand = 3


def test_F53_refused_actions_leave_the_state_alone_in_every_phase() -> None:
    state = GAME.new_initial_state(3)
    size = GAME.num_distinct_actions()
    for names in (("keep 0 1",) * 3, ("draw deck",), ("draw deck",), ("draw tickets",)):
        for value in (-1, size, 2**40, None, NAN, "draw deck", True):
            before = everything(state)
            with pytest.raises((ValueError, TypeError), match="action"):
                state.apply_action(value)
            assert everything(state) == before
        act(state, *names)
    assert state.phase() == "choose_tickets"
