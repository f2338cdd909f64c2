"""`playouts(reduce=True)`: totals are those of the columns, however the games are dealt out."""

from __future__ import annotations

import copy
import itertools
import json
import os
import pickle
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

ALL = (
    "scores", "route_points", "ticket_points", "completed", "failed", "longest", "stations_built",
    "winners", "turns", "plies", "ranks", "routes", "tickets", "tickets_completed",
)  # fmt: skip
HISTOGRAMS = ALL[:7]
EDITIONS = [
    ("usa", None, None),
    ("usa", None, "mega"),
    ("europe", None, "mega"),
    ("europe", "online", None),
    ("iran", None, None),
]
ATTRIBUTES = (
    *HISTOGRAMS, "turns", "plies", "winner_sets", "rank_counts", "score_products",
    "routes_claimed", "routes_claimed_by_winners", "tickets_kept", "tickets_kept_by_winners",
    "tickets_completed", "tickets_completed_by_winners",
)  # fmt: skip


def check(totals: ttr.PlayoutTotals, batch: ttr.Playouts) -> None:
    """The totals, counted once more from the columns."""
    players, n = batch.num_players, len(batch)
    board = batch.game.map
    seats = range(players)
    for name in HISTOGRAMS:
        for seat in seats:
            same(getattr(totals, name)[seat], getattr(batch, name)[:, seat])
    same(totals.turns, batch.turns)
    same(totals.plies, batch.plies)
    assert totals.games == n
    assert totals.winner_sets.tolist() == np.bincount(batch.winners, minlength=2**players).tolist()
    for seat in seats:
        ranks = np.bincount(batch.ranks[:, seat], minlength=players + 1)
        assert totals.rank_counts[seat].tolist() == ranks[1:].tolist()
    scores = batch.scores.astype(object)
    assert np.array_equal(np.array(totals.score_products, object), scores.T @ scores)
    won = (batch.winners[:, None] >> np.arange(players) & 1).astype(bool)
    for column, name, count in (
        ("routes", "routes_claimed", len(board.routes)),
        ("tickets", "tickets_kept", len(board.tickets)),
        ("tickets_completed", "tickets_completed", len(board.tickets)),
    ):
        words = np.ascontiguousarray(getattr(batch, column), "<u8")
        bits = np.unpackbits(words.view(np.uint8), axis=2, bitorder="little", count=count)
        by_seat, by_winners = getattr(totals, name), getattr(totals, f"{name}_by_winners")
        assert np.array_equal(by_seat, bits.sum(axis=0, dtype=int))
        assert np.array_equal(by_winners, (bits * won[:, :, None]).sum(axis=(0, 1), dtype=int))
    assert totals.summary() == batch.summary()


def same(histogram: ttr.Histogram, column: Any) -> None:
    values, counts = np.unique(column, return_counts=True)
    seen = histogram.counts > 0
    assert histogram.values[seen].tolist() == values.tolist()
    assert histogram.counts[seen].tolist() == counts.tolist()


@pytest.fixture(scope="module")
def game() -> ttr.Game:
    return ttr.Game(players=3)


@pytest.fixture(scope="module")
def totals(game: ttr.Game) -> ttr.PlayoutTotals:
    return ttr.playouts(game, 700, policy="random_type", seed=5, reduce=True)


# --- The same as the columns ---------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: "-".join(filter(None, e)))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_totals_are_those_of_the_columns(edition: tuple[Any, ...], players: int) -> None:
    name, rules, tickets = edition
    game = ttr.Game(name, players, rules, tickets=tickets)
    policies = ("random", "random_type") * 3
    for n in (0, 1, 1300):
        arguments: dict[str, Any] = {"policy": policies[:players], "seed": 2**63 + players}
        batch = ttr.playouts(game, n, **arguments, columns=ALL)
        check(ttr.playouts(game, n, **arguments, reduce=True), batch)


@pytest.mark.parametrize("threads", [1, 2, 3, 8, 256])
def test_F42_totals_do_not_depend_on_threads(
    game: ttr.Game, totals: ttr.PlayoutTotals, threads: int
) -> None:
    assert totals == ttr.playouts(
        game, 700, policy="random_type", seed=5, reduce=True, threads=threads
    )  # fmt: skip


@pytest.mark.parametrize("size", [1, 7, 64, 512, 513])
def test_F42_totals_do_not_depend_on_batch_size(
    game: ttr.Game, totals: ttr.PlayoutTotals, size: int
) -> None:
    starts = range(0, 700, size) if size > 1 else range(0, 40)
    parts = [
        ttr.playouts(
            game, min(size, 700 - first), policy="random_type", seed=5, first_game=first,
            reduce=True,
        )
        for first in starts
    ]  # fmt: skip
    whole = totals if size > 1 else ttr.playouts(
        game, 40, policy="random_type", seed=5, reduce=True
    )  # fmt: skip
    assert sum(parts) == whole
    assert ttr.PlayoutTotals.concat(reversed(parts)) == whole
    assert parts[0].concat(parts[1:]) == parts[0].concat(*parts[1:]) == whole
    assert len(whole.ranges) == 1


SMALL = ttr.Game("europe", 2)
CUTS = st.sets(st.integers(1, 119), max_size=8)


@given(CUTS, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_merging_in_any_order_and_shape(cuts: set[int], random: Any) -> None:
    """Cuts the games anywhere, shuffles the parts, and adds any two until one is left."""
    ends = [0, *sorted(cuts), 120]
    parts = [
        ttr.playouts(SMALL, b - a, seed=8, first_game=a, reduce=True, threads=1)
        for a, b in itertools.pairwise(ends)
    ]
    random.shuffle(parts)
    while len(parts) > 1:
        a = parts.pop(random.randrange(len(parts)))
        b = parts.pop(random.randrange(len(parts)))
        parts.append(a + b)
        games = [g for r in parts[-1].ranges for g in range(r.first_game, r.first_game + r.games)]
        assert len(games) == len(set(games)) == parts[-1].games
    assert parts[0] == whole_of_small()
    assert parts[0].ranges == ((8, 0, 120),)


def whole_of_small() -> ttr.PlayoutTotals:
    return ttr.playouts(SMALL, 120, seed=8, reduce=True)


def test_games_of_several_seeds(game: ttr.Game) -> None:
    parts = [ttr.playouts(game, 30, seed=seed, reduce=True) for seed in (9, 3, 2**64 - 1)]
    both = sum(parts)
    assert both.ranges == ((3, 0, 30), (9, 0, 30), (2**64 - 1, 0, 30))
    batch = ttr.Playouts.concat(
        ttr.playouts(game, 30, seed=seed, columns=ALL) for seed in (3, 9, 2**64 - 1)
    )
    check(both, batch)
    last = ttr.playouts(game, 2, first_game=2**64 - 2, reduce=True)
    assert last.ranges == ((0, 2**64 - 2, 2),)


def test_empty_totals_add_nothing(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    empty = ttr.playouts(game, 0, policy="random_type", reduce=True)
    assert empty.games == 0
    assert empty.ranges == ()
    assert empty + totals == totals + empty == totals
    assert empty + empty == empty
    assert repr(empty).startswith("<PlayoutTotals: no games, usa, ")
    assert empty.summary() == ttr.playouts(game, 0, policy="random_type").summary()


# --- What can be added ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "n", "twice"),
    [
        (0, 700, "games 0 to 699 of seed 5"),
        (699, 10, "game 699 of seed 5"),
        (10, 20, "games 10 to 29 of seed 5"),
        (650, 100, "games 650 to 699 of seed 5"),
    ],
)
def test_no_game_is_counted_twice(
    game: ttr.Game, totals: ttr.PlayoutTotals, first: int, n: int, twice: str
) -> None:
    other = ttr.playouts(
        game, n, policy="random_type", seed=5, first_game=first, reduce=True
    )  # fmt: skip
    for add in (lambda: totals + other, lambda: other + totals, lambda: sum([other, totals])):
        with pytest.raises(ValueError, match=f"^{twice} would be counted twice$"):
            add()


def test_only_what_belongs_together_is_added(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    def other(game: ttr.Game = game, **changes: Any) -> ttr.PlayoutTotals:
        arguments = {"policy": "random_type", "seed": 6, "reduce": True} | changes
        return ttr.playouts(game, 5, **arguments)

    for wrong, message in (
        (other(ttr.Game(players=2)), "totals 1 are of another game than totals 0"),
        (other(ttr.Game(players=3, first_seat=1)), "totals 1 are of another game"),
        (other(ttr.Game(players=3, tickets="mega")), "totals 1 are of another game"),
        (other(policy="random"), "totals 1 are of games played by random, random, random, totals"),
        (
            other(columns=["turns"]),
            "totals 1 are of the columns turns, totals 0 of the columns scores",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            totals + wrong
    with pytest.raises(ValueError, match="at least one"):
        ttr.PlayoutTotals.concat([])
    for junk in (3, None, "abc", ["abc"], [[]], ttr.playouts(game, 1)):
        with pytest.raises(TypeError, match="concat: needs PlayoutTotals, not "):
            totals.concat(junk)  # type: ignore[arg-type]
    for junk in (3, 1, "abc", None, 0.5):
        with pytest.raises(TypeError):
            totals + junk  # type: ignore[operator]
        with pytest.raises(TypeError):
            junk + totals  # type: ignore[operator]
    assert 0 + totals == totals


def test_engine_of_sums(game: ttr.Game) -> None:
    a = ttr.playouts(game, 5, reduce=True, engine="scalar")
    data = ttr.playouts(game, 5, first_game=5, reduce=True).to_dict()
    b = ttr.PlayoutTotals.from_dict(data | {"engine": "lockstep"})
    assert a.engine == (a + a.from_dict(data | {"engine": "scalar"})).engine == "scalar"
    assert (a + b).engine is None
    assert a + b == ttr.playouts(game, 10, reduce=True)


# --- Some columns --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "columns",
    [("scores",), ("winners", "routes"), ("routes",), ("tickets", "turns"), ("ranks",), ALL[:5],
     ("tickets_completed", "winners"), ("longest", "plies"), ALL[::-1]],
    ids=",".join,
)  # fmt: skip
def test_some_columns_are_that_part_of_all(
    game: ttr.Game, totals: ttr.PlayoutTotals, columns: tuple[str, ...]
) -> None:
    arguments: dict[str, Any] = {"policy": "random_type", "seed": 5, "columns": columns}
    part = ttr.playouts(game, 700, **arguments, reduce=True)
    assert part.columns == tuple(name for name in ALL if name in columns)
    there = {name for name in ATTRIBUTES if hasattr(part, name)}
    for name in there:
        mine, all_ = getattr(part, name), getattr(totals, name)
        assert np.array_equal(mine, all_) if isinstance(mine, np.ndarray) else mine == all_
    assert ("scores" in there) == ("score_products" in there) == ("scores" in columns)
    assert ("routes_claimed" in there) == ("routes" in columns)
    assert ("routes_claimed_by_winners" in there) == ({"routes", "winners"} <= set(columns))
    assert part.summary() == ttr.playouts(game, 700, **arguments).summary()
    assert part == ttr.PlayoutTotals.from_dict(part.to_dict())
    assert (part == totals) == (set(columns) == set(ALL))
    first = ttr.playouts(game, 300, **arguments, reduce=True)
    rest = ttr.playouts(game, 400, **arguments, reduce=True, first_game=300)
    assert rest + first == part


def test_a_missing_total_says_how_to_get_it(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    part = ttr.playouts(game, 5, columns=["routes"], reduce=True)
    for name, needed, wanted in (
        ("scores", "", "['scores', 'routes']"),
        ("winner_sets", "winner_sets needs winners", "['winners', 'routes']"),
        ("rank_counts", "rank_counts needs ranks", "['ranks', 'routes']"),
        ("tickets_kept", "tickets_kept needs tickets", "['routes', 'tickets']"),
        ("routes_claimed_by_winners", "needs winners", "['winners', 'routes']"),
        (
            "tickets_kept_by_winners",
            "needs tickets and winners",
            "['winners', 'routes', 'tickets']",
        ),
        ("score_products", "score_products needs scores", "['scores', 'routes']"),
    ):
        with pytest.raises(AttributeError) as raised:
            getattr(part, name)
        assert needed in str(raised.value)
        assert f": these games were played without; play with columns={wanted}" in str(raised.value)
    with pytest.raises(AttributeError, match="scores"):
        part.score_covariance()
    with pytest.raises(AttributeError, match="'PlayoutTotals' object has no attribute 'score'"):
        part.score  # type: ignore[attr-defined]  # noqa: B018
    for name, there in (
        ("ranks", "rank_counts"),
        ("winners", "winner_sets"),
        ("routes", "routes_claimed and routes_claimed_by_winners"),
        ("tickets", "tickets_kept and tickets_kept_by_winners"),
    ):
        for some in (part, totals):
            with pytest.raises(AttributeError, match=f"no {name!r}; of .* there is {there}$"):
                getattr(some, name)
    assert not hasattr(ttr.PlayoutTotals.__new__(ttr.PlayoutTotals), "scores")


# --- Moments -------------------------------------------------------------------------------------


def test_covariance_is_numpys(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    batch = ttr.playouts(game, 700, policy="random_type", seed=5)
    assert totals.score_covariance() == pytest.approx(np.cov(batch.scores.T.astype(float)))
    for seat in range(3):
        assert totals.scores[seat].variance == pytest.approx(totals.score_covariance()[seat, seat])
    with pytest.raises(ValueError, match="at least 2 games, there are 1"):
        ttr.playouts(game, 1, reduce=True).score_covariance()


def huge(game: ttr.Game, times: int, seed: int = 0) -> ttr.PlayoutTotals:
    """As if the same 100 games had been played `times` times."""
    data = ttr.playouts(game, 100, reduce=True).to_dict()
    data["ranges"] = [[seed, 0, 100 * times]]

    def multiply(x: Any) -> Any:
        if isinstance(x, dict):
            return {key: value if key == "low" else multiply(value) for key, value in x.items()}
        return [multiply(y) for y in x] if isinstance(x, list) else x * times

    return ttr.PlayoutTotals.from_dict(data | {"totals": multiply(data["totals"])})


def test_sums_beyond_64_bits_are_exact(game: ttr.Game) -> None:
    once, times = ttr.playouts(game, 100, reduce=True), 2**55
    many = huge(game, times)
    assert many.score_products[0][1] == times * once.score_products[0][1]
    assert abs(many.score_products[0][0]) > 2**63
    assert many.summary().seats[1].mean_score == once.summary().seats[1].mean_score
    twice = many + huge(game, times, seed=1)
    assert twice.score_products[2][1] == 2 * times * once.score_products[2][1]
    assert twice.games == 200 * times
    assert pickle.loads(pickle.dumps(twice)) == twice
    assert json.loads(json.dumps(twice.to_dict())) == twice.to_dict()


def test_no_more_than_2_to_63_games(game: ttr.Game) -> None:
    many = huge(game, (2**63 - 1) // 100)
    with pytest.raises(ValueError, match=r"at most 2\*\*63 - 1 games"):
        many + huge(game, 1, seed=1)
    with pytest.raises(ValueError, match=r"n must be an integer in 0\.\.9223372036854775807"):
        ttr.playouts(game, 2**63, reduce=True)
    with pytest.raises(ValueError, match=r"first_game \+ n"):
        ttr.playouts(game, 3, first_game=2**64 - 2, reduce=True)


# --- The object ----------------------------------------------------------------------------------


def test_dict_is_plain_json_and_comes_back(totals: ttr.PlayoutTotals) -> None:
    data = totals.to_dict()
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text) == data
    again = ttr.PlayoutTotals.from_dict(json.loads(text))
    assert again == totals
    assert (again.engine, again.ranges, again.columns) == (totals.engine, ((5, 0, 700),), ALL)
    own = ttr.Game(ttr.Map.from_dict(totals.game.map.to_dict() | {"name": "own"}), 3)
    mine = ttr.playouts(own, 50, reduce=True)
    assert ttr.PlayoutTotals.from_dict(json.loads(json.dumps(mine.to_dict()))) == mine


@pytest.mark.parametrize(
    "copier", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]
)
def test_copies_are_equal(totals: ttr.PlayoutTotals, copier: Any) -> None:
    again = copier(totals)
    assert again == totals
    assert again.engine == totals.engine
    assert again.game == totals.game


def test_equality(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    assert totals != ttr.playouts(game, 699, policy="random_type", seed=5, reduce=True)
    assert totals != ttr.playouts(game, 700, policy="random_type", seed=6, reduce=True)
    assert totals != ttr.playouts(game, 700, policy="random_type", seed=5)
    assert totals != "totals"
    with pytest.raises(TypeError):
        hash(totals)


def test_nothing_can_be_changed(totals: ttr.PlayoutTotals) -> None:
    for name in ("winner_sets", "rank_counts", "routes_claimed", "tickets_kept_by_winners"):
        array = getattr(totals, name)
        assert array.dtype == np.int64
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(AttributeError, match="immutable; cannot set 'games'"):
        totals.games = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="immutable; cannot delete 'scores'"):
        del totals.scores


def test_texts(game: ttr.Game, totals: ttr.PlayoutTotals) -> None:
    players = "random_type, random_type, random_type"
    assert repr(totals) == f"<PlayoutTotals: games 0 to 699 of seed 5, usa, {players}>"
    more = totals + ttr.playouts(game, 1, policy="random_type", seed=6, reduce=True)
    assert repr(more) == f"<PlayoutTotals: 701 games, usa, {players}>"
    part = ttr.playouts(game, 1, policy="random_type", columns=["turns"], reduce=True)
    assert repr(part) == f"<PlayoutTotals: game 0 of seed 0, usa, {players}; turns>"
    assert str(totals) == str(totals.summary())
    assert "games  700" in str(totals)


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(data))
    *keys, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    inner: Any = data
    for key in keys:
        inner = inner[key]
    inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "error", "message"),
    [
        ("schema", 2, ValueError, "schema must be 1, not 2"),
        ("schema", True, ValueError, "schema must be 1, not True"),
        ("more", 1, ValueError, "'more' is unknown"),
        ("game", "usa", TypeError, "game must be an object, not 'usa'"),
        ("game/map", 5, ValueError, "map must be an object, not 5"),
        ("game/map", "usa", ValueError, "map must be an object, not 'usa'"),
        ("game/map", ["builtin"], ValueError, r"map must be an object, not \['builtin'\]"),
        ("game/map", None, ValueError, "map must be an object, not None"),
        ("game/players", 9, ValueError, "players must be .*got 9"),
        ("policies", ["random"], ValueError, "1 names for 3 seats"),
        ("policies", 3, TypeError, "policy must be a name or"),
        ("engine", "fast", ValueError, "engine must be None or one of"),
        ("columns", ["turns"], ValueError, "does not belong to the columns"),
        ("columns", "turns", TypeError, "columns must be a sequence"),
        ("ranges", 7, TypeError, "ranges must be a list"),
        ("ranges", [7], TypeError, r"a range of games is \(seed, first_game, games\), not 7"),
        ("ranges", [[5, 0, -1]], ValueError, "games must be an integer in 0.."),
        ("ranges", [[5, 0, 2**63]], ValueError, r"at most 2\*\*63 - 1 games"),
        ("ranges", [[5, 2**64, 1]], ValueError, "first_game must be"),
        ("ranges", [[-1, 0, 700]], ValueError, "seed must be"),
        ("ranges", [[5, 0, 700.0]], TypeError, "games must be an integer"),
        ("ranges", [[5, 0, 400], [5, 399, 300]], ValueError, "game 399 of seed 5 would be counted"),
        ("ranges", [[5, 0, 701]], ValueError, "there are 701 games"),
        ("totals", [], TypeError, "totals must be an object"),
        ("totals/other", 1, ValueError, "'other' does not belong"),
        ("totals/turns", 5, TypeError, "turns must be a histogram, not 5"),
        ("totals/turns", {"low": 1}, ValueError, "turns: a histogram has low and counts"),
        ("totals/turns/low", 0.5, TypeError, "turns: low must be an integer"),
        ("totals/turns/counts", [700.0], TypeError, "turns: counts must be whole numbers"),
        ("totals/turns/counts", [699], ValueError, "turns has 699 values, but there are 700 games"),
        ("totals/turns/low", -1, ValueError, "turns: a value must be 0 or more, not -1"),
        ("totals/route_points/2/low", -9, ValueError, "route_points, seat 2: a value must be 0 or"),
        ("totals/failed/0/low", -1, ValueError, "failed, seat 0: a value must be 0 or more, not"),
        ("totals/scores", {}, ValueError, "scores must be a list of 3, one for each seat"),
        ("totals/scores/1", None, TypeError, "scores, seat 1 must be a histogram"),
        ("totals/scores/1/low", -999, ValueError, "score_products: seat 1 with itself"),
        ("totals/score_products/0/1", 5, ValueError, "score_products must be whole numbers, the s"),
        ("totals/score_products/0/1", "5", ValueError, "score_products must be whole numbers"),
        ("totals/score_products/0", [1], ValueError, "score_products must be a list of 3"),
        ("totals/winner_sets", [700] * 7, ValueError, r"winner_sets must have shape \(8,\), not"),
        ("totals/winner_sets", [700, *[0] * 7], ValueError, "winner_sets: must be the winners of"),
        ("totals/winner_sets", [0, 701, *[0] * 6], ValueError, "a count must be in 0..700"),
        ("totals/winner_sets", [0, -1, 701, *[0] * 5], ValueError, "a count must be in 0..700"),
        ("totals/winner_sets", [0.5] * 8, TypeError, "winner_sets must be whole numbers"),
        ("totals/winner_sets", [10**30] * 8, TypeError, "winner_sets must be whole numbers below"),
        ("totals/rank_counts/0", [700, 1, 0], ValueError, "rank_counts: must be the ranks of 700"),
        ("totals/rank_counts/0", [700], ValueError, r"rank_counts must have shape \(3, 3\)"),
        ("totals/routes_claimed/0/0", 701, ValueError, "routes_claimed: a count must be in"),
        ("totals/routes_claimed", [[0]], ValueError, r"routes_claimed must have shape \(3, 100\)"),
        ("totals/tickets_kept_by_winners/0", None, TypeError, "tickets_kept_by_winners must be wh"),
        ("totals/rank_counts/0", [700, 0, 0], ValueError, "rank_counts, seat 0: ranked first in"),
        ("totals/winner_sets", [0, 0, 700, *[0] * 5], ValueError, "by winner_sets in 0"),
        ("totals/completed/1/low", 40, ValueError, "completed, seat 1: .* tickets_completed has"),
        ("totals/failed/2/low", 40, ValueError, "completed and failed, seat 2: .* tickets_kept"),
        ("totals/tickets_kept/2/7", 0, ValueError, "and failed, seat 2: .* but tickets_kept has"),
        ("totals/tickets_completed/0/7", 700, ValueError, "seat 0: .* but tickets_completed has"),
        ("totals/routes_claimed_by_winners/3", 700, ValueError, "700 for number 3, but routes_cl"),
        ("totals/routes_claimed", [[0] * 100] * 3, ValueError, "number 0, but routes_claimed has"),
        ("totals/tickets_completed_by_winners/29", 700, ValueError, "700 for number 29, but tick"),
    ],
)  # fmt: skip
def test_from_dict_refuses(
    totals: ttr.PlayoutTotals, path: str, value: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ttr.PlayoutTotals.from_dict(changed(totals.to_dict(), path, value))


@pytest.mark.parametrize("key", ["schema", "game", "ranges", "totals", "columns", "engine"])
def test_from_dict_needs_every_key(totals: ttr.PlayoutTotals, key: str) -> None:
    data = totals.to_dict()
    del data[key]
    with pytest.raises(ValueError, match=f"'{key}' is missing"):
        ttr.PlayoutTotals.from_dict(data)


def test_from_dict_needs_every_total(totals: ttr.PlayoutTotals) -> None:
    for name in ATTRIBUTES:
        data = totals.to_dict()
        del data["totals"][name]
        with pytest.raises(ValueError, match=f"'{name}' is missing"):
            ttr.PlayoutTotals.from_dict(data)
    with pytest.raises(TypeError, match="totals come from a dict, not 3"):
        ttr.PlayoutTotals.from_dict(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1, 0, None, "yes", np.True_])
def test_reduce_is_true_or_false(game: ttr.Game, value: Any) -> None:
    with pytest.raises(TypeError, match="reduce must be True or False"):
        ttr.playouts(game, 1, reduce=value)


# --- Long runs -----------------------------------------------------------------------------------


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    printed = run_python(
        """
import resource, ttr_fast as ttr
game = ttr.Game()
def peak(n):
    totals = ttr.playouts(game, n, reduce=True, threads=2)
    assert totals.games == n and totals.scores[0].total == n
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak(20_000), peak(1_000_000))
"""
    )
    few, many = map(int, printed.split())
    unit = 1 if sys.platform == "darwin" else 1024
    assert (many - few) * unit < 4_000_000  # the columns would take 23 bytes a game and more


def test_progress_is_told_and_ends_with_all(game: ttr.Game) -> None:
    calls: list[tuple[int, int]] = []
    totals = ttr.playouts(game, 20_000, reduce=True, progress=lambda *now: calls.append(now))
    assert calls[-1] == (20_000, 20_000)
    assert calls == sorted(calls)
    assert totals.games == 20_000


def test_an_error_in_progress_stops_the_run(game: ttr.Game) -> None:
    def progress(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        ttr.playouts(game, 10**12, reduce=True, progress=progress)
    assert ttr.playouts(game, 10, reduce=True).games == 10


CTRL_C = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # also if the parent ignores it
import ttr_fast as ttr
game = ttr.Game()
print("playing", flush=True)
try:
    ttr.playouts(game, 10**12, reduce=True, {arguments})
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(ttr.playouts(game, 100, reduce=True).games)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("arguments", ["", "threads=1", "progress=lambda done, n: None"])
def test_F48_ctrl_c_stops_a_long_run(arguments: str) -> None:
    code = CTRL_C.format(arguments=arguments)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "playing\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(1)
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=10)
    assert out.split() == ["interrupted", "100"]
    assert child.returncode == 0
