"""The engine against the slow oracle in whole games; the driver is differential.py."""

from __future__ import annotations

from functools import cache

import differential
import pytest
from differential import Tally, play, play_all
from differential_events import EVENTS
from differential_jobs import BUILTIN, KINDS, RARE, job
from differential_policies import POLICIES
from differential_stations import compare_positions
from reference import USA_RULES, board

CHUNK = 4 * len(KINDS)  # games a test
CHUNKS = 5


@cache
def played(chunk: int) -> Tally:
    return play_all(range(chunk * CHUNK, (chunk + 1) * CHUNK))


@pytest.mark.parametrize("name", BUILTIN)
def test_built_in_map(name: str) -> None:
    """M1, M2, R12: cities, routes, tickets and decks are those of another source."""
    differential.compare_builtin_map(name)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree(chunk: int) -> None:
    """R01-R98, Q01-Q13: legal actions, states and scores are the same at every ply."""
    tally = played(chunk)
    assert not tally.differences, f"{len(tally.differences)} games differ: {tally.differences[0]}"
    assert tally.games == CHUNK
    assert tally.plies > 3000


def test_the_games_meet_everything_that_can_happen() -> None:
    """A difference in something that never comes up would never be found."""
    tally = Tally()
    for chunk in range(CHUNKS):
        tally += played(chunk)
    for number in RARE:
        tally += play(job(number))
    assert not tally.differences, tally.differences[0]
    assert [event for event in EVENTS if tally.seen[event] == 0] == []
    jobs = [job(number) for number in (*range(CHUNKS * CHUNK), *RARE)]
    assert {one.kind for one in jobs} == set(KINDS)
    assert {one.players for one in jobs} == {2, 3, 4, 5}
    assert {name for one in jobs for name in one.policies} == set(POLICIES)
    assert {option for one in jobs for option in one.options} == set(USA_RULES)
    boards = [board.Board(one.map_data) for one in jobs if one.kind == "maps"]
    assert max(len(lanes) for some in boards for lanes in some.twins) == 4  # five lanes: Q06
    assert max(len(some.routes) for some in boards) > 128
    assert max(len(some.cities) for some in boards) > 50


def test_lent_routes_in_random_positions() -> None:
    """R74-R76: the engine lends nothing that may not be lent, and never less than is possible."""
    lent, differences = compare_positions(range(1500))
    assert not differences, f"{len(differences)} positions differ: {differences[0]}"
    assert lent > 500


@pytest.mark.slow
def test_a_million_plies() -> None:
    tally = differential.run(plies=1_000_000, processes=2)
    assert not tally.differences, f"{len(tally.differences)} games differ: {tally.differences[0]}"
    assert tally.plies >= 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["europe", "europe-online", "iran", "usa-decks", "maps"])
def test_300_000_plies_of_a_kind(kind: str) -> None:
    tally = differential.run(plies=300_000, processes=2, kind=kind)
    assert not tally.differences, f"{len(tally.differences)} games differ: {tally.differences[0]}"
    assert tally.plies >= 300_000


@pytest.mark.slow
def test_lent_routes_in_20_000_positions() -> None:
    lent, differences = compare_positions(range(20_000))
    assert not differences, f"{len(differences)} positions differ: {differences[0]}"
    assert lent > 10_000
