"""The lockstep engine plays the games of the scalar engine: every column of every game is equal.

The scalar engine is held to the rules by the other tests.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from builders import run_python
from hypothesis import given, settings
from hypothesis import strategies as st

import ttr_fast as ttr
from ttr_fast import _core
from ttr_fast._columns import ALL

POLICIES = ("random", "random_type")


def assert_same(lockstep: ttr.Playouts, scalar: ttr.Playouts) -> None:
    """As ==, and says which column of which game differs first."""
    assert (lockstep.engine, scalar.engine) == ("lockstep", "scalar")
    for name in scalar.columns:
        ours, theirs = getattr(lockstep, name), getattr(scalar, name)
        if not np.array_equal(ours, theirs):
            row = next(i for i in range(len(scalar)) if not np.array_equal(ours[i], theirs[i]))
            pytest.fail(f"{name} of game {row}: {ours[row]} is not {theirs[row]}")
    assert lockstep == scalar


def play_both(game: ttr.Game, n: int, **arguments: Any) -> ttr.Playouts:
    scalar = ttr.playouts(game, n, columns=ALL, engine="scalar", **arguments)
    lockstep = ttr.playouts(game, n, columns=ALL, engine="lockstep", **arguments)
    assert_same(lockstep, scalar)
    return lockstep


def mixed(players: int) -> list[str]:
    return [POLICIES[seat % 2] for seat in range(players)]


# --- The maps and editions that there are --------------------------------------------------------

DECKS = [(name, deck) for name in ("usa", "europe", "iran") for deck in ttr.Map.builtin(name).decks]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["usa", "online"])
@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_both_engines_play_the_same_games(name: str, deck: str, edition: str, players: int) -> None:
    for number, policy in enumerate(("random", "random_type", mixed(players))):
        for first_seat in (None, players - 1):
            game = ttr.Game(name, players, edition, first_seat, deck)
            results = play_both(game, 200, policy=policy, seed=number)
            # What auto means; for a few games it is not worth while.
            assert ttr.playouts(game, 40, policy=policy).engine == "lockstep"
            assert ttr.playouts(game, 1, policy=policy).engine == "scalar"
            assert np.array_equal(results.ranks == 1, winners_of(results))


def winners_of(results: ttr.Playouts) -> Any:
    return (results.winners[:, None] >> np.arange(results.num_players)) & 1 == 1


@pytest.mark.parametrize("edition", ["usa", "online"])
@pytest.mark.parametrize("players", [2, 4])
def test_sets_explain_the_points(edition: str, players: int) -> None:
    """The other columns follow from those of routes and tickets, by code that scores no game."""
    game = ttr.Game("usa", players, edition)
    results = ttr.playouts(game, 300, policy=mixed(players), columns=ALL, engine="lockstep")
    points = np.array([game.rules.route_points[route.length - 1] for route in game.map.routes])
    for seat in range(players):
        routes = bits(results.routes[:, seat], len(game.map.routes))
        tickets = bits(results.tickets[:, seat], len(game.map.tickets))
        done = bits(results.tickets_completed[:, seat], len(game.map.tickets))
        assert np.array_equal(routes @ points, results.route_points[:, seat])
        assert np.array_equal(done, tickets & ttr.completed_tickets(game.map, routes))
        assert np.array_equal(done.sum(axis=1), results.completed[:, seat])
        assert np.array_equal((tickets & ~done).sum(axis=1), results.failed[:, seat])
        assert np.array_equal(ttr.longest_trails(game.map, routes), results.longest[:, seat])
    owned = sum(bits(results.routes[:, seat], len(game.map.routes)) for seat in range(players))
    assert owned.max() == 1  # R41


def bits(words: Any, members: int) -> Any:
    """(n, words) bitboards as (n, members) bool."""
    as_bytes = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little", count=members).astype(bool)


@pytest.mark.parametrize("edition", ["usa", "online"])
def test_deals_are_those_of_new_initial_state(edition: str) -> None:
    """R07: of the tickets dealt to a seat it holds at least two at the end."""
    game = ttr.Game("usa", 3, edition)
    first = 2**63
    results = ttr.playouts(game, 200, seed=9, first_game=first, columns=ALL, engine="lockstep")
    for i in range(200):
        for seat, player in enumerate(game.new_initial_state(9, first + i).to_dict()["players"]):
            held = bits(results.tickets[i : i + 1, seat], len(game.map.tickets))[0]
            assert held[player["offered_tickets"]].sum() >= 2


def test_without_lengths_the_scores_are_the_same() -> None:
    game = ttr.Game("usa", 3, "online")
    whole = ttr.playouts(game, 3000, seed=4)
    some = ttr.playouts(game, 3000, seed=4, columns=["scores", "winners"], engine="lockstep")
    assert np.array_equal(some.scores, whole.scores)
    assert np.array_equal(some.winners, whole.winners)


@pytest.mark.parametrize("policy", POLICIES)
def test_totals_are_the_same(policy: str) -> None:
    game = ttr.Game("usa", 4)
    scalar = ttr.playouts(game, 3000, policy, seed=3, reduce=True, engine="scalar")
    assert ttr.playouts(game, 3000, policy, seed=3, reduce=True, engine="lockstep") == scalar


# --- Batches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 2, 63, 64, 65, 127, 128, 129, 1000])
@pytest.mark.parametrize("threads", [1, 3])
def test_any_number_of_games(n: int, threads: int) -> None:
    play_both(ttr.Game("usa", 2), n, threads=threads, seed=n)


@pytest.mark.parametrize("first_game", [0, 1, 63, 2**32 - 30, 2**63 - 50, 2**64 - 100])
def test_any_first_game(first_game: int) -> None:
    play_both(ttr.Game("iran", 3), 100, first_game=first_game, seed=2**64 - 1)


def test_a_batch_in_pieces_is_the_batch() -> None:
    game = ttr.Game("usa", 5, "online")
    first = 2**64 - 1000
    whole = ttr.playouts(
        game, 1000, mixed(5), seed=6, first_game=first, columns=ALL, engine="scalar"
    )
    rng = random.Random(1)
    for _ in range(8):
        cuts = [0, *sorted(rng.sample(range(1001), rng.randint(1, 30))), 1000]
        parts = [
            ttr.playouts(
                game, end - begin, mixed(5), seed=6, threads=rng.randint(1, 4),
                first_game=first + begin if begin < 1000 else 0, columns=ALL, engine="lockstep",
            )
            for begin, end in itertools.pairwise(cuts)
            if end > begin
        ]  # fmt: skip
        assert ttr.Playouts.concat(parts) == whole
    for i in (0, 1, 500, 999):  # a game of its own
        alone = ttr.playouts(
            game, 1, mixed(5), seed=6, first_game=first + i, columns=ALL, engine="lockstep"
        )
        assert alone == whole[i : i + 1]


# --- Other maps and rules ------------------------------------------------------------------------

MAPS = st.fixed_dictionaries(
    {
        "cities": st.one_of(st.integers(3, 40), st.just(128)),
        "routes": st.one_of(st.integers(1, 60), st.integers(100, 256)),
        "tickets": st.one_of(st.integers(10, 60), st.integers(100, 512)),
        "longest": st.integers(1, 12),
        "seed": st.integers(0, 2**32),
    }
)


def build_map(facts: dict[str, int]) -> ttr.Map:
    """A third of the routes lie beside an earlier one, no more than four between two cities."""
    rng = random.Random(facts["seed"])
    names = [f"C{i}" for i in range(facts["cities"])]
    ends: list[list[str]] = []
    while len(ends) < min(facts["routes"], 4 * len(names) * (len(names) - 1) // 2):
        pair = sorted(rng.choice(ends) if ends and rng.random() < 0.33 else rng.sample(names, 2))
        if ends.count(pair) < 4:
            ends.append(pair)
    return ttr.Map(
        name="random",
        cities=tuple(ttr.map.City(name) for name in names),
        routes=tuple(
            ttr.map.Route(
                *rng.sample(pair, 2),
                rng.randint(1, facts["longest"]),
                "gray" if rng.random() < 0.4 else rng.choice(ttr.COLORS[:8]),
            )
            for pair in ends
        ),
        tickets=tuple(
            ttr.map.Ticket(*rng.sample(names, 2), rng.randint(0, 20))
            for _ in range(facts["tickets"])
        ),
    )


def or_usual(usual: object, other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(usual), other)


OPTIONS = st.fixed_dictionaries(
    {
        "trains_per_player": st.sampled_from([1, 3, 8, 20, 45, 60, 200]),
        "initial_cards": or_usual(4, st.integers(0, 12)),
        "face_up_size": or_usual(5, st.integers(0, 8)),
        "reset_locomotives": or_usual(3, st.integers(0, 8)),
        "max_row_resets": or_usual(20, st.sampled_from([0, 1, 2, 1000])),
        "longest_trail_bonus": st.integers(0, 20),
        "final_round_threshold": st.integers(0, 10),
        "initial_tickets_dealt": st.integers(1, 6),
        "initial_tickets_keep_min": st.integers(1, 6),
        "initial_tickets_return": st.sampled_from(["bottom", "out"]),
        "tickets_drawn": st.integers(1, 6),
        "tickets_keep_min": st.integers(1, 6),
        "second_track_min_players": st.integers(1, 6),
        "max_turns": or_usual(5000, st.integers(1, 100)),
        "first_seat": st.sampled_from(["given", "seed"]),
        "tie_break": st.permutations(["completed_tickets", "longest_trail_bonus", "longest_trail"]),
        "route_points": st.lists(st.integers(0, 30), min_size=12, max_size=12),
    }
)


def build_rules(options: dict[str, Any], players: int, tickets: int) -> ttr.Rules:
    """The options, those of them made smaller that make no game together."""
    fit = dict(options)
    fit["final_round_threshold"] = min(fit["final_round_threshold"], fit["trains_per_player"] - 1)
    fit["initial_tickets_dealt"] = min(fit["initial_tickets_dealt"], tickets // players)
    fit["initial_tickets_keep_min"] = min(
        fit["initial_tickets_keep_min"], fit["initial_tickets_dealt"]
    )
    fit["tickets_keep_min"] = min(fit["tickets_keep_min"], fit["tickets_drawn"])
    return ttr.Rules(**fit)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    facts=MAPS,
    options=OPTIONS,
    players=st.integers(2, 5),
    policies=st.lists(st.sampled_from(POLICIES), min_size=5, max_size=5),
    n=st.integers(0, 150),
    seed=st.integers(0, 2**64 - 1),
    back=st.integers(0, 2**64),
    threads=st.integers(1, 4),
)
def test_any_map_and_rules(
    facts: dict[str, int],
    options: dict[str, Any],
    players: int,
    policies: list[str],
    n: int,
    seed: int,
    back: int,
    threads: int,
) -> None:
    board = build_map(facts)
    game = ttr.Game(board, players, build_rules(options, players, len(board.tickets)))
    play_both(
        game, n, policy=policies[:players], seed=seed, threads=threads,
        first_game=max(2**64 - n - back, 0) if n else 0,
    )  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_largest_map(players: int) -> None:
    facts = {"cities": 128, "routes": 256, "tickets": 512, "longest": 12, "seed": players}
    rules = ttr.Rules(route_points=list(range(12)), trains_per_player=200)
    results = play_both(ttr.Game(build_map(facts), players, rules), 300, policy=mixed(players))
    assert results.routes[..., 3].any()  # routes and tickets in all words
    assert results.tickets[..., 7].any()


# --- Instruction sets ----------------------------------------------------------------------------

ISA_SCRIPT = """
from test_lockstep import signature
print(signature("lockstep"))
"""


def signature(engine: str) -> str:
    """Of games of all kinds of boards, by one engine."""
    found = hashlib.sha256()
    facts = {"cities": 60, "routes": 230, "tickets": 300, "longest": 8, "seed": 1}
    for board in ("usa", "iran", build_map(facts)):
        for players in (2, 5):
            game = ttr.Game(board, players)
            results = ttr.playouts(game, 1000, mixed(players), columns=ALL, engine=engine)
            for name in ALL:
                found.update(getattr(results, name).tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("isa", _core.build_info()["isa_available"])
def test_every_instruction_set_plays_the_same_games(isa: str) -> None:
    assert run_python(ISA_SCRIPT, TTR_FAST_ISA=isa).strip() == signature("scalar")


# --- What it does not play -----------------------------------------------------------------------

REFUSED = [
    ("europe", {"ferries": True}, "the game has ferries"),
    ("europe", {"tunnels": True}, "the game has tunnels"),
    ("usa", {"stations_per_player": 1}, "the game has stations"),
    ("usa", {"payments": "fewest_locomotives"}, "payments = fewest_locomotives"),
    ("europe", {"initial_long_tickets_dealt": 1}, "long tickets are dealt"),
]


@pytest.mark.parametrize(("name", "options", "reason"), REFUSED)
def test_games_for_the_scalar_engine(name: str, options: dict[str, Any], reason: str) -> None:
    game = ttr.Game(name, 2, ttr.Rules(**options))
    for reduce in (False, True):
        with pytest.raises(ValueError, match=f"'lockstep' cannot play these games: {reason};"):
            ttr.playouts(game, 10, engine="lockstep", reduce=reduce)
        assert ttr.playouts(game, 10, reduce=reduce).engine == "scalar"
    assert ttr.playouts(game, 10) == ttr.playouts(game, 10, engine="scalar")


def test_the_printed_europe_game_is_for_the_scalar_engine() -> None:
    game = ttr.Game("europe")
    with pytest.raises(ValueError, match="engine = 'lockstep' cannot play these games"):
        ttr.playouts(game, 10, engine="lockstep")
    assert ttr.playouts(game, 10).engine == "scalar"


def test_five_lanes_are_for_the_scalar_engine() -> None:
    facts = {"cities": 3, "routes": 12, "tickets": 12, "longest": 3, "seed": 1}
    board = build_map(facts)  # four lanes between any two
    rules = ttr.Rules(initial_tickets_dealt=1, initial_tickets_keep_min=1)
    play_both(ttr.Game(board, 5, rules), 200, policy=mixed(5))
    more = ttr.Map(
        name="more",
        cities=board.cities,
        routes=(*board.routes, board.routes[0]),
        tickets=board.tickets,
    )
    with pytest.raises(ValueError, match="more than 4 lanes between two cities"):
        ttr.playouts(ttr.Game(more, 5, rules), 1, engine="lockstep")


# --- Long runs -----------------------------------------------------------------------------------

CTRL_C = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # also if the parent ignores it
import ttr_fast as ttr
game = ttr.Game()
print("playing", flush=True)
try:
    ttr.playouts(game, {n}, engine="lockstep", {arguments})
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(len(ttr.playouts(game, 100, engine="lockstep")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("n", "arguments"),
    [(20_000_000, "threads=1"), (10**15, "reduce=True"), (10**15, "reduce=True, threads=1")],
)
def test_F48_ctrl_c_stops_a_run(n: int, arguments: str) -> None:
    code = CTRL_C.format(n=n, arguments=arguments)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "playing\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.5)
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=2)
    assert out.split() == ["interrupted", "100"]  # the engine is usable afterwards
    assert child.returncode == 0


def test_what_progress_raises_stops_a_run() -> None:
    def stop(done: int, n: int) -> None:
        raise LookupError(f"{done < n}")

    with pytest.raises(LookupError, match="True"):
        ttr.playouts(ttr.Game(), 10**15, progress=stop, engine="lockstep", reduce=True)


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_ten_million_games_have_the_same_statistics(policy: str) -> None:
    game = ttr.Game("usa", 2)
    scalar = ttr.playouts(game, 10_000_000, policy, seed=1, reduce=True, engine="scalar")
    lockstep = ttr.playouts(game, 10_000_000, policy, seed=1, reduce=True, engine="lockstep")
    assert lockstep == scalar
    assert lockstep.games == 10_000_000
