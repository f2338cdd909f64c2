"""Copies and stored states, in every phase: equal at first, and equal ever after.

F35: a copy shares nothing. F37: a stored state goes on exactly like the original, draws included.
Damaged bytes are refused with ValueError or give a state that satisfies every rule of a state.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttr_fast as ttr

# ---- positions ----------------------------------------------------------------------------

OTHER = {
    "trains_per_player": 20,
    "face_up_size": 8,
    "initial_tickets_dealt": 4,
    "initial_tickets_return": "out",
    "tickets_drawn": 6,
    "route_points": [1, 2, 3, 4, 5, 6],
    "tie_break": ["longest_trail"],
    "payments": "fewest_locomotives",
    "ticket_value": "shortest",
}
# Map and rules. In Europe somebody has resigned in the later phases.
GAMES: dict[str, tuple[str, ttr.Rules]] = {
    "printed": ("usa", ttr.Rules()),
    "other": ("usa", ttr.Rules(**OTHER)),
    "europe": ("europe", ttr.Rules.preset("europe").replace(trains_per_player=25)),
    "online": ("iran", ttr.Rules.preset("online")),
}
PHASES = [
    "choose_initial_tickets",
    "choose_action",
    "draw_second_card",
    "choose_tickets",
    "final round, choose_action",
    "final round, draw_second_card",
    "final round, choose_tickets",
    "terminal",
]
TUNNEL_PHASES = ["pay_tunnel", "final round, pay_tunnel"]


def phases_of(rules: str) -> list[str]:
    return PHASES + (TUNNEL_PHASES if rules == "europe" else [])


def phase_of(state: ttr.State) -> str:
    final = state.to_dict()["final_turns_left"] is not None and not state.is_terminal()
    return ("final round, " if final else "") + state.phase()


def play_random(state: ttr.State, plies: int, seed: int) -> list[Any]:
    """Plays up to so many random actions; answers with all that can be seen on the way."""
    rng = random.Random(seed)
    seen: list[Any] = []
    for _ in range(plies):
        legal = state.legal_actions()
        seen.append((state.current_player(), state.phase(), legal, state.hash(), state.scores()))
        if not legal:
            break
        state.apply_action(rng.choice(legal))
    sheet = [row.to_dict() for row in state.score_sheet()]
    seen.append((state.to_dict(), sheet, state.returns()))
    return seen


@cache
def positions(rules: str, record: bool) -> dict[str, ttr.State]:
    """One state of each phase, the middle one of those met in a few games."""
    found: dict[str, list[ttr.State]] = {phase: [] for phase in phases_of(rules)}
    number = 0
    while number < 4 or not all(found.values()):
        players = 2 + number % 4
        rng = random.Random(number + 2)
        name, options = GAMES[rules]
        game = ttr.Game(name, players, options, first_seat=None)
        state = game.new_initial_state(rng.getrandbits(64), rng.getrandbits(64), record=record)
        while True:
            found[phase_of(state)].append(state.clone())
            if state.is_terminal():
                break
            d = state.to_dict()
            stayed = not any(player["resigned"] for player in d["players"])
            if rules == "europe" and players > 2 and d["ply"] == 40 and stayed:
                state.resign(rng.randrange(players))
                continue
            state.apply_action(rng.choice(by_kind(state, rng)))
        number += 1
    return {phase: states[len(states) // 2] for phase, states in found.items()}


def by_kind(state: ttr.State, rng: random.Random) -> list[int]:
    """The legal actions of one kind; tickets are drawn seldom, to be left in the final round."""
    kinds: dict[str, list[int]] = {}
    for action in state.legal_actions():
        kinds.setdefault(state.game.action_info(action).kind, []).append(action)
    if not phase_of(state).startswith("final") and rng.random() < 0.9 and len(kinds) > 1:
        kinds.pop("draw_tickets", None)
    return kinds[rng.choice(sorted(kinds))]


CASES = [(rules, phase) for rules in GAMES for phase in phases_of(rules)]


@pytest.mark.parametrize("rules", GAMES)
def test_the_positions_are_what_they_are_called(rules: str) -> None:
    assert [phase_of(state) for state in positions(rules, False).values()] == phases_of(rules)
    for phase, state in positions(rules, False).items():
        assert phase_of(state) == phase
        assert state.is_terminal() == (state.legal_actions() == [])
    if rules == "europe":
        players = [p for s in positions(rules, False).values() for p in s.to_dict()["players"]]
        assert any(player["resigned"] for player in players)
        assert any(player["station_cities"] for player in players)


# ---- the ways around ----------------------------------------------------------------------


def through_json(state: ttr.State) -> ttr.State:
    return state.game.state_from_dict(json.loads(json.dumps(state.to_dict())))


def through_bytes(state: ttr.State) -> ttr.State:
    return ttr.deserialize(state.serialize())


def through_new_game(state: ttr.State) -> ttr.State:
    """Into a Game made anew from the same map, rules and seats."""
    old = state.game
    game = ttr.Game(old.map, old.num_players, old.rules, old.first_seat, old.tickets)
    return game.state_from_dict(state.to_dict())


PICKLE_TWICE = """
import pickle, ttr_fast
state = ttr_fast.Game().new_initial_state(1)
for value in (ttr_fast.Rules(), state.game, state):
    assert pickle.loads(pickle.dumps(value, {protocol})) == value
"""


@cache
def pickle_kills_python(protocol: int) -> str:
    """What a fresh Python says when it dies of pickling, else nothing (F53)."""
    command = [sys.executable, "-c", PICKLE_TWICE.format(protocol=protocol)]
    path = os.pathsep.join([str(Path(ttr.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60
    )
    return done.stderr if done.returncode else ""


def through_pickle(protocol: int) -> Callable[[ttr.State], ttr.State]:
    def there_and_back(state: ttr.State) -> ttr.State:
        assert pickle_kills_python(protocol) == ""
        other: ttr.State = pickle.loads(pickle.dumps(state, protocol))
        return other

    return there_and_back


ROUND_TRIPS: dict[str, Callable[[ttr.State], ttr.State]] = {
    **{f"pickle {p}": through_pickle(p) for p in range(pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "clone": lambda state: state.clone(),
    "dict": lambda state: state.game.state_from_dict(state.to_dict()),
    "json": through_json,
    "bytes": through_bytes,
    "bytes in a bytearray": lambda state: ttr.deserialize(bytearray(state.serialize())),
    "new game": through_new_game,
    "twice": lambda state: through_bytes(through_json(pickle.loads(pickle.dumps(state)))),
}
KEEP_RECORD = {name for name in ROUND_TRIPS if name.startswith(("pickle", "copy", "deep", "clone"))}


@pytest.mark.parametrize("way", ROUND_TRIPS)
@pytest.mark.parametrize(("rules", "phase"), CASES)
def test_F37_the_other_state_is_equal_and_goes_on_alike(rules: str, phase: str, way: str) -> None:
    state = positions(rules, False)[phase].clone()
    other = ROUND_TRIPS[way](state)
    assert other is not state
    assert other == state
    assert other.hash() == state.hash()
    assert other.to_dict() == state.to_dict()
    assert other.serialize() == state.serialize()
    assert other.legal_actions() == state.legal_actions()
    assert other.game == state.game
    assert repr(other) == repr(state)
    assert play_random(other, 200, seed=1) == play_random(state, 200, seed=1)


@pytest.mark.parametrize("way", ROUND_TRIPS)
@pytest.mark.parametrize(("rules", "phase"), CASES)
def test_F35_nothing_is_shared(rules: str, phase: str, way: str) -> None:
    """Playing on with one of the two leaves the other as it was."""
    state = positions(rules, True)[phase].clone()
    before = (state.serialize(), state.to_dict(), state.history(), state.drawn_cards())
    other = ROUND_TRIPS[way](state)
    play_random(other, 10_000, seed=2)
    assert other.is_terminal()
    assert (state.serialize(), state.to_dict(), state.history(), state.drawn_cards()) == before
    other = ROUND_TRIPS[way](state)
    as_stored = other.serialize()
    play_random(state, 10_000, seed=3)
    assert state.is_terminal()
    assert other.serialize() == as_stored == before[0]


@pytest.mark.parametrize("way", ROUND_TRIPS)
@pytest.mark.parametrize("phase", PHASES)
def test_the_record_goes_with_copies_and_pickles(phase: str, way: str) -> None:
    state = positions("printed", True)[phase].clone()
    other = ROUND_TRIPS[way](state)
    if way not in KEEP_RECORD:
        with pytest.raises(ValueError, match="record=True"):
            other.history()
        return
    assert other.history() == state.history()
    assert other.drawn_cards() == state.drawn_cards()
    play_random(state, 50, seed=4)
    play_random(other, 50, seed=4)
    assert other.history() == state.history()
    assert other.drawn_cards() == state.drawn_cards()
    again = state.game.new_initial_state(*(state.to_dict()[k] for k in ("seed", "game_index")))
    for action in state.history():
        again.apply_action(action)
    assert again == state


def test_random_positions_of_whole_games_survive() -> None:
    """Not only picked positions: each ply of some games, each way around in turn."""
    ways = [way for name, way in ROUND_TRIPS.items() if name not in ("pickle 0", "pickle 1")]
    for number, (name, rules) in enumerate(GAMES.values()):
        state = ttr.Game(name, 3, rules).new_initial_state(number)
        twin = state.clone()
        rng = random.Random(number)
        while not state.is_terminal():
            twin = ways[state.to_dict()["ply"] % len(ways)](twin)
            assert twin == state
            action = rng.choice(by_kind(state, rng))
            state.apply_action(action)
            twin.apply_action(action)
        assert twin.score_sheet() == state.score_sheet()


def play_elsewhere(state: ttr.State) -> list[Any]:
    return play_random(state, 200, seed=5)


def test_F37_states_go_to_a_fresh_process_and_back() -> None:
    states = [s.clone() for rules in ("other", "europe") for s in positions(rules, True).values()]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        elsewhere = pool.map(play_elsewhere, states)
    assert elsewhere == [play_elsewhere(state) for state in states]


def test_equality_and_hash_tell_states_apart() -> None:
    """Without this the tests above would prove nothing."""
    game = ttr.Game("usa", 2)
    states = [game.new_initial_state(seed) for seed in range(20)]
    rng = random.Random(0)
    for state in states[:10]:
        play_random(state, 40, rng.getrandbits(32))
    state = game.new_initial_state(99)
    for _ in range(50):
        states.append(state.clone())
        state.apply_action(rng.choice(by_kind(state, rng)))
    assert len({s.hash() for s in states}) == len(states)
    assert all((a == b) == (a is b) for a in states for b in states)
    assert state != "a state"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    shuffled = state.clone(seed=1)
    assert shuffled != state
    assert shuffled.hash() != state.hash()
    other_rules = ttr.Game("usa", 2, ttr.Rules(longest_trail_bonus=11))
    assert other_rules.new_initial_state(1) != game.new_initial_state(1)


@pytest.mark.parametrize(("rules", "phase"), CASES)
def test_every_single_value_of_the_dict_counts(rules: str, phase: str) -> None:
    """Change any one number in to_dict(): it is refused, or gives another state.

    But what is remembered is cut where it does not fit.
    """
    state = positions(rules, False)[phase]
    d = state.to_dict()
    changed = refused = 0
    for path in number_paths(d):
        other = copy.deepcopy(d)
        *inner, last = path
        place: Any = other
        for step in inner:
            place = place[step]
        place[last] += 1
        try:
            read = state.game.state_from_dict(other)
        except (ValueError, TypeError):
            refused += 1
        else:
            changed += 1
            now = read.to_dict()
            if now["memory"] == other["memory"]:
                assert read != state, path
            assert now | {"memory": None} == other | {"memory": None}
            assert (read == state) == (now == d), path
    assert changed >= 5  # seed, game_index, chance_position, turn, ply
    assert refused > 50


def number_paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if type(value) is int:
        return [path]
    if isinstance(value, dict):
        return [p for key, inner in value.items() for p in number_paths(inner, (*path, key))]
    if isinstance(value, list):
        return [p for i, inner in enumerate(value) for p in number_paths(inner, (*path, i))]
    return []


# ---- damaged bytes ------------------------------------------------------------------------


def check_damaged(data: bytes, original: ttr.State) -> bool:
    """Is it refused? Otherwise it must be a sound state of some game, which can be played."""
    try:
        state = ttr.deserialize(data)
    except ValueError:
        return True
    # What was read is consistent, is written as it was understood, and reads back the same.
    assert state.game.state_from_dict(state.to_dict()) == state
    stored = state.serialize()
    assert ttr.deserialize(stored) == state
    assert ttr.deserialize(stored).serialize() == stored
    play_random(state, 5, seed=6)
    return False


PICKED = st.sampled_from(CASES)
QUICK = settings(max_examples=150, deadline=None, derandomize=True)


@given(PICKED, st.data())
@QUICK
def test_flipped_bits_give_an_error_or_a_sound_state(
    case: tuple[str, str], data: st.DataObject
) -> None:
    state = positions(case[0], False)[case[1]]
    stored = bytearray(state.serialize())
    for _ in range(data.draw(st.integers(1, 3))):
        bit = data.draw(st.integers(0, 8 * len(stored) - 1))
        stored[bit // 8] ^= 1 << bit % 8
    check_damaged(bytes(stored), state)


@given(PICKED, st.data())
@QUICK
def test_replaced_bytes_give_an_error_or_a_sound_state(
    case: tuple[str, str], data: st.DataObject
) -> None:
    state = positions(case[0], False)[case[1]]
    stored = bytearray(state.serialize())
    start = data.draw(st.integers(0, len(stored)))
    stop = data.draw(st.integers(start, min(len(stored), start + 12)))
    stored[start:stop] = data.draw(st.binary(max_size=12))
    check_damaged(bytes(stored), state)


@given(st.binary(max_size=600))
@QUICK
def test_any_bytes_give_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a state stored by ttr_fast"):
        ttr.deserialize(data)


def length_of_game_part(stored: bytes) -> int:
    return 9 + int.from_bytes(stored[5:9], "little")


@pytest.mark.parametrize("phase", PHASES)
def test_every_truncation_is_refused(phase: str) -> None:
    state = positions("printed", False)[phase]
    stored = state.serialize()
    for size in range(len(stored)):
        with pytest.raises(ValueError, match=r"state|stored game is damaged"):
            ttr.deserialize(stored[:size])
    for size in (1, 2, 100):
        with pytest.raises(ValueError, match="too long"):
            ttr.deserialize(stored + bytes(size))


@pytest.mark.parametrize(
    ("rules", "phase"), [*(("other", phase) for phase in PHASES), ("europe", "pay_tunnel")]
)
def test_every_flipped_bit_of_the_state_part(rules: str, phase: str) -> None:
    """All single bits: most are refused, the rest are sound and differ from the original."""
    state = positions(rules, False)[phase]
    stored = state.serialize()
    start = length_of_game_part(stored)
    refused = sound = 0
    for bit in range(8 * start, 8 * len(stored)):
        damaged = bytearray(stored)
        damaged[bit // 8] ^= 1 << bit % 8
        if check_damaged(bytes(damaged), state):
            refused += 1
        else:
            sound += 1
            # Every bit counts, but for the seat to decide when nothing is left to decide.
            assert phase == "terminal" or ttr.deserialize(bytes(damaged)) != state
    assert refused > sound > 0  # seed, index, turn, ply and position of the chance stream are free


@pytest.mark.parametrize("phase", ["choose_action", "terminal"])
def test_every_flipped_bit_of_the_game_part(phase: str) -> None:
    """The part in front, which tells map, rules and seats."""
    state = positions("printed", False)[phase]
    stored = state.serialize()
    refused = 0
    bits = range(8 * length_of_game_part(stored))
    for bit in bits:
        damaged = bytearray(stored)
        damaged[bit // 8] ^= 1 << bit % 8
        refused += check_damaged(bytes(damaged), state)
    assert len(bits) // 2 < refused < len(bits)


WRONG_GAME_PARTS: dict[str, Any] = {
    "no JSON": b"{",
    "no text": b"\xff",
    "null": None,
    "a list": [],
    "a text": "map",
    "nested without end": b"[" * 100_000,
    "no map": {"map": None},
    "an empty map": {"map": {}},
    "another map": {"map": {"builtin": "usa", "tickets": "base", "fingerprint": "0"}},
    "an unknown map": {"map": {"builtin": "../usa", "tickets": "base", "fingerprint": "0"}},
    "an unknown deck": {"map": {"builtin": "usa", "tickets": "1912", "fingerprint": "0"}},
    "no players": {"players": None},
    "players as text": {"players": "2"},
    "players as a fraction": {"players": 2.0},
    "no number of players": {"players": float("nan")},
    "one player": {"players": 1},
    "far too many players": {"players": 10**400},
    "no such seat": {"first_seat": 2**70},
    "no rules": {"rules": None},
    "unknown rule": {"rules": {"stations": 3}},
    "rule named by half a character": {"rules": {"\ud800": 1}},
    "rule set to half a character": {"rules": {"payments": "\ud800"}},
    "rule out of range": {"rules": {"trains_per_player": 10**30}},
    "rule of another type": {"rules": {"tie_break": [["completed_tickets"]]}},
}


@pytest.mark.parametrize("wrong", WRONG_GAME_PARTS.values(), ids=WRONG_GAME_PARTS)
def test_wrong_game_parts_are_refused(wrong: Any) -> None:
    stored = ttr.Game("usa", 2).new_initial_state(1).serialize()
    end = length_of_game_part(stored)
    if isinstance(wrong, dict):
        wrong = json.loads(stored[9:end]) | wrong
    part = wrong if isinstance(wrong, bytes) else json.dumps(wrong).encode()
    with pytest.raises(ValueError, match=r"\w"):
        ttr.deserialize(stored[:5] + len(part).to_bytes(4, "little") + part + stored[end:])


@pytest.mark.parametrize("wrong", ["TTRS", 7, None, [84, 84], 1.5])
def test_other_types_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="data must be bytes"):
        ttr.deserialize(wrong)


@pytest.mark.slow
@given(PICKED, st.data())
@settings(max_examples=20_000, deadline=None)
def test_flipped_bits_for_long(case: tuple[str, str], data: st.DataObject) -> None:
    test_flipped_bits_give_an_error_or_a_sound_state.hypothesis.inner_test(case, data)
