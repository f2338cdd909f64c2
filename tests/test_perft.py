"""perft: the number of action sequences of a given length, against a table and the oracle.

The positions are taken from games played by the rule of make_traces.py, on each built-in map by its
own edition: at the start, in mid-game, before the answer to a tunnel, and near the end. The table
is made by

    python tests/test_perft.py > tests/data/perft.txt
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from differential_jobs import BUILTIN
from differential_pair import Pair
from make_traces import actions_by_rule
from reference import PRESETS, OracleGame

import ttr_fast as ttr

FILE = Path(__file__).parent / "data" / "perft.txt"
MAPS = ("usa", "europe", "iran")
SEEDS = (1, 20040101, 2**63)  # the first alone outside of usa
DEEPEST = 5
MOST = 300_000  # sequences; one level further is still counted at once
MOST_NODES = 600  # inner nodes of a tree that the oracle walks through as well


class Position(NamedTuple):
    map: str
    players: int
    seed: int
    after: int  # plies

    @property
    def game(self) -> ttr.Game:
        return ttr.Game(self.map, self.players)


@cache
def line(map_name: str, players: int, seed: int) -> list[int]:
    """The actions of the game by the rule."""
    return actions_by_rule(ttr.Game(map_name, players), seed)


@cache
def first_tunnel(map_name: str, players: int, seed: int) -> int | None:
    """After how many plies a tunnel waits for its answer, if it ever does."""
    state = ttr.Game(map_name, players).new_initial_state(seed)
    for ply, action in enumerate(line(map_name, players, seed)):
        if state.phase() == "pay_tunnel":
            return ply
        state.apply_action(action)
    return None


def all_positions() -> Iterator[Position]:
    for map_name in MAPS:
        for players in range(2, 6):
            for seed in SEEDS if map_name == "usa" else SEEDS[:1]:
                plies = len(line(map_name, players, seed))
                after = {0, plies // 3, 2 * plies // 3, plies - 8, plies - 2}
                if (tunnel := first_tunnel(map_name, players, seed)) is not None:
                    after |= {tunnel - 1, tunnel}
                for number in sorted(after):
                    yield Position(map_name, players, seed, number)


def state_at(position: Position) -> ttr.State:
    state = position.game.new_initial_state(position.seed)
    for action in line(*position[:3])[: position.after]:
        state.apply_action(action)
    return state


def count(position: Position) -> list[int]:
    """The counts of depth 1, 2, .. as far as they come at once; at least two."""
    state = state_at(position)
    counts: list[int] = []
    while len(counts) < 2 or (len(counts) < DEEPEST and 0 < counts[-1] < MOST):
        counts.append(ttr.perft(state, len(counts) + 1))
    return counts


def table() -> str:
    lines = [
        "# Sequences of 1, 2, 3, .. actions. Made by: python tests/test_perft.py",
        "# each map by its own edition; the position after so many plies by make_traces.py",
        "# map players seed after  depth 1, depth 2, ..",
    ]
    for position in all_positions():
        lines.append(" ".join(map(str, position)) + "  " + " ".join(map(str, count(position))))
    return "\n".join(lines) + "\n"


def stored() -> dict[Position, list[int]]:
    rows = {}
    for text in FILE.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            name, *numbers = text.split()
            players, seed, after, *counts = map(int, numbers)
            rows[Position(name, players, seed, after)] = counts
    return rows


def test_the_table_holds_all_positions() -> None:
    assert list(stored()) == list(all_positions())
    assert set(MAPS) == set(ttr.Map.builtin_names())
    for position, counts in stored().items():
        assert len(counts) >= (4 if position.after == 0 else 3), position
    assert max(max(counts) for counts in stored().values()) > 10**7


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_perft_counts_as_in_the_table(map_name: str, players: int) -> None:
    rows = {p: c for p, c in stored().items() if (p.map, p.players) == (map_name, players)}
    assert len(rows) >= 5
    for position, counts in rows.items():
        assert count(position) == counts, position


# ---- together with the oracle -------------------------------------------------------------


def walk(pair: Pair, depth: int) -> tuple[int, int]:
    """Counts with both sides in step: sequences, and nodes at which they were compared.

    Pair compares the legal actions and the whole state at every node.
    """
    legal = pair.legal()
    sequences, nodes = len(legal), 1
    if depth > 1:
        sequences = 0
        for action in legal:
            child = pair.clone()
            child.apply(action)
            below, seen = walk(child, depth - 1)
            sequences += below
            nodes += seen
    assert ttr.perft(pair.state, depth) == sequences
    return sequences, nodes


def depth_for_oracle(position: Position, counts: list[int]) -> int:
    """3, 2 or none: as deep as the oracle gets in reasonable time."""
    if position.seed == SEEDS[2]:
        return 0
    if len(counts) > 2 and counts[0] + counts[1] < MOST_NODES:
        return 3
    return 2 if position.map != "usa" and counts[0] < MOST_NODES // 3 else 0


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_oracle_counts_the_same_to_depth_3(map_name: str, players: int) -> None:
    walked = 0
    for position, counts in stored().items():
        depth = depth_for_oracle(position, counts)
        if (position.map, position.players) != (map_name, players) or depth == 0:
            continue
        game = position.game
        oracle = OracleGame(BUILTIN[map_name], PRESETS[game.map.edition], players)
        pair = Pair(game, oracle, position.seed)
        for action in line(*position[:3])[: position.after]:
            pair.apply(action)
        sequences, nodes = walk(pair, depth)
        assert sequences == counts[depth - 1]
        assert nodes == 1 + sum(counts[: depth - 1])
        walked += nodes
    assert walked > 40


# ---- edges --------------------------------------------------------------------------------


def test_perft_of_few_plies() -> None:
    state = ttr.Game("usa", 2).new_initial_state(1)
    before = state.clone()
    assert ttr.perft(state, 0) == 1
    assert ttr.perft(state, 1) == len(state.legal_actions()) == 4
    assert state == before


def test_sequences_that_end_early_count_nothing() -> None:
    position = Position("usa", 2, 1, len(line("usa", 2, 1)) - 1)
    state = state_at(position)
    assert not state.is_terminal()
    ends = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        ends += after.is_terminal()
        if after.is_terminal():
            assert [ttr.perft(after, depth) for depth in range(3)] == [1, 0, 0]
    assert ends > 0
    below = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        below += ttr.perft(after, 1)
    assert ttr.perft(state, 2) == below


@pytest.mark.parametrize("depth", [-1, 101, 2**70])
def test_other_depths_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=r"depth must be an integer in 0\.\.100"):
        ttr.perft(ttr.Game("usa", 2).new_initial_state(1), depth)


if __name__ == "__main__":
    print(table(), end="")
