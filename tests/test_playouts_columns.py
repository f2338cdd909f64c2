"""`playouts(columns=...)`: any subset of the columns, the optional ones, and the engines."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from builders import line_map

import ttr_fast as ttr

DEFAULT = (
    "scores", "route_points", "ticket_points", "completed", "failed", "longest", "stations_built",
    "winners", "turns", "plies",
)  # fmt: skip
SETS = ("routes", "tickets", "tickets_completed")
ALL = (*DEFAULT, "ranks", *SETS)
PER_GAME = ("winners", "turns", "plies")

EDITIONS = [
    ("usa", None, None),
    ("usa", None, "mega"),
    ("europe", None, None),
    ("europe", "online", "mega"),
    ("iran", None, None),
]


def many_tickets(n: int) -> ttr.Map:
    return line_map([2] * 40, [(i % 40, i % 40 + 1, 1 + i % 9) for i in range(n)])


@pytest.fixture(scope="module", params=EDITIONS, ids=lambda e: "-".join(filter(None, e)))
def whole(request: pytest.FixtureRequest) -> ttr.Playouts:
    name, rules, tickets = request.param
    game = ttr.Game(name, 4, rules, tickets=tickets)
    return ttr.playouts(game, 600, policy="random_type", seed=3, columns=ALL)


@pytest.fixture(scope="module")
def game() -> ttr.Game:
    return ttr.Game(players=3)


def members(sets: Any, count: int) -> Any:
    """(..., words) bitboards as (..., count) bool."""
    assert sets.dtype == np.uint64
    assert sets.shape[-1] == -(-count // 64)
    bits = sets[..., None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    flat = bits.reshape(*sets.shape[:-1], -1).astype(bool)
    assert not flat[..., count:].any()
    return flat[..., :count]


# --- What the columns hold -----------------------------------------------------------------------


def test_default_columns_are_those_that_were_promised(whole: ttr.Playouts) -> None:
    results = ttr.playouts(whole.game, 600, policy="random_type", seed=3)
    assert results.columns == DEFAULT
    for name in DEFAULT:
        assert np.array_equal(getattr(results, name), getattr(whole, name))


def test_routes_are_those_that_scored(whole: ttr.Playouts) -> None:
    board, rules = whole.game.map, whole.game.rules
    claimed = members(whole.routes, len(board.routes))
    assert claimed.sum(axis=1).max() == 1  # no route has two owners
    points = np.array([rules.route_points[route.length - 1] for route in board.routes])
    assert np.array_equal(claimed @ points, whole.route_points)
    for seat in range(4):
        lengths = ttr.longest_trails(board, whole.routes[:, seat])
        assert np.array_equal(lengths, whole.longest[:, seat])


def test_tickets_are_those_that_scored(whole: ttr.Playouts) -> None:
    board = whole.game.map
    kept = members(whole.tickets, len(board.tickets))
    done = members(whole.tickets_completed, len(board.tickets))
    assert kept.sum(axis=1).max() == 1
    assert not (done & ~kept).any()
    assert np.array_equal(done.sum(axis=2), whole.completed)
    assert np.array_equal((kept & ~done).sum(axis=2), whole.failed)
    points = np.array(whole.game._ticket_points())
    assert np.array_equal(done @ points - (kept & ~done) @ points, whole.ticket_points)
    for seat in range(4):
        own = ttr.completed_tickets(board, whole.routes[:, seat])
        mine = own & kept[:, seat]
        if whole.game.rules.stations_per_player:  # which may lend more
            assert not (mine & ~done[:, seat]).any()
        else:
            assert np.array_equal(mine, done[:, seat])


def test_ranks_follow_the_keys_of_the_edition(whole: ttr.Playouts) -> None:
    keys = {
        "completed_tickets": whole.completed.astype(int),
        "fewest_stations": -whole.stations_built.astype(int),
        "longest_trail": whole.longest.astype(int),
        "longest_trail_bonus": whole.bonus_points.astype(int),
    }
    columns = [whole.scores.astype(int), *(keys[key] for key in whole.game.rules.tie_break)]
    for i in range(len(whole)):
        rows = [tuple(int(column[i, seat]) for column in columns) for seat in range(4)]
        assert whole.ranks[i].tolist() == [1 + sum(b > a for b in rows) for a in rows]
    first = (whole.ranks == 1) << np.arange(4)
    assert np.array_equal(first.sum(axis=1), whole.winners)


@pytest.mark.parametrize(("tickets", "dtype"), [(255, np.uint8), (256, np.uint16)])
def test_F58_counts_of_tickets_have_room_for_all(tickets: int, dtype: Any) -> None:
    rules = ttr.Rules(initial_tickets_dealt=6, initial_tickets_keep_min=6, tickets_drawn=6,
                      tickets_keep_min=6, trains_per_player=200)  # fmt: skip
    game = ttr.Game(many_tickets(tickets), 2, rules)
    results = ttr.playouts(game, 300, policy="random_type", columns=(*DEFAULT, *SETS))
    assert results.completed.dtype == results.failed.dtype == dtype
    kept = members(results.tickets, tickets).sum(axis=2)
    assert np.array_equal(results.completed.astype(int) + results.failed, kept)
    assert results == pickle.loads(pickle.dumps(results))
    totals = ttr.playouts(game, 300, policy="random_type", reduce=True)
    assert totals.summary() == results.summary()
    assert totals.failed[1].sum() == results.failed[:, 1].sum()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["usa", "europe", "iran"])
def test_ten_million_games_take_less_than_600_megabytes(name: str, players: int) -> None:
    results = ttr.playouts(ttr.Game(name, players), 10)
    arrays = [getattr(results, column) for column in DEFAULT]
    stored = sum(array.nbytes for array in arrays if any(array.strides))
    assert stored * 1_000_000 <= 550_000_000


# --- Subsets -------------------------------------------------------------------------------------


SUBSETS = [(name,) for name in ALL] + [
    tuple(random.Random(i).sample(ALL, 1 + i % len(ALL))) for i in range(20)
]


@pytest.mark.parametrize("columns", SUBSETS, ids=",".join)
def test_any_subset_is_that_part_of_the_whole(
    whole: ttr.Playouts, columns: tuple[str, ...]
) -> None:
    part = ttr.playouts(
        whole.game, 600, policy="random_type", seed=3, columns=columns, threads=2
    )  # fmt: skip
    assert part.columns == tuple(name for name in ALL if name in columns)
    assert len(part) == 600
    for name in ALL:
        if name in columns:
            assert np.array_equal(getattr(part, name), getattr(whole, name))
            assert getattr(part, name).dtype == getattr(whole, name).dtype
            assert not getattr(part, name).flags.writeable
        else:
            assert not hasattr(part, name)
    if set(columns) != set(ALL):
        assert part != whole
    for copier in (copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))):
        assert copier(part) == part
    assert part[:200].concat(part[200:]) == part
    assert part[np.arange(600)] == part[list(range(600))] == part
    assert repr(part).endswith(f"; {', '.join(part.columns)}>")


@pytest.mark.parametrize("columns", [*SUBSETS, ALL], ids=",".join)
def test_summary_is_none_where_a_column_is_missing(
    whole: ttr.Playouts, columns: tuple[str, ...]
) -> None:
    part = ttr.playouts(whole.game, 600, policy="random_type", seed=3, columns=columns)
    known, all_ = part.summary(), whole.summary()
    stations = {"stations_built"} if whole.game.rules.stations_per_player else set()
    needs: dict[str, set[str]] = {
        "score": {"scores"}, "score_interval": {"scores"},
        "win_share": {"winners"}, "win_interval": {"winners"}, "outright_wins": {"winners"},
        "shared_wins": {"winners"}, "bonus_points": {"scores", "route_points", "ticket_points"}
        | stations, "station_points": stations, "stations_built": stations,
    }  # fmt: skip
    for mine, full in zip(known.to_dict()["seats"], all_.to_dict()["seats"], strict=True):
        for field, value in full.items():
            name = field.removeprefix("mean_")
            there = needs.get(name, {name}) <= {*columns, "seat", "policy"}
            assert mine[field] == (value if there else None), field
    assert known.ties == (all_.ties if "winners" in columns else None)
    assert known.tie_share == (all_.tie_share if "winners" in columns else None)
    assert known.mean_turns == (all_.mean_turns if "turns" in columns else None)
    assert known.mean_plies == (all_.mean_plies if "plies" in columns else None)
    text = str(known)
    assert ("win share" in text) == ("ties " in text) == ("winners" in columns)
    assert ("mean score" in text) == ("scores" in columns)
    assert ("a game, all seats together" in text) == bool({"turns", "plies"} & set(columns))
    assert "None" not in text


@pytest.mark.parametrize("columns", [("winners", "routes"), ("plies",), ALL], ids=",".join)
def test_to_arrow_has_the_columns_there_are(
    whole: ttr.Playouts, columns: tuple[str, ...], tmp_path: Any
) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import csv, parquet

    part = ttr.playouts(whole.game, 50, columns=columns)
    table = part.to_arrow()
    labels = {"scores": "score", "ranks": "rank"}
    names = []
    for name in part.columns:
        shape = getattr(part, name).shape[1:]
        for cell in np.ndindex(shape):
            names.append("_".join([labels.get(name, name), *map(str, cell)]))
            assert table[names[-1]].to_pylist() == getattr(part, name)[:, *cell].tolist()
    assert table.column_names == names
    parquet.write_table(table, tmp_path / "p.parquet")
    assert parquet.read_table(tmp_path / "p.parquet") == table
    csv.write_csv(table, tmp_path / "p.csv")


def test_a_missing_column_says_how_to_get_it(game: ttr.Game) -> None:
    part = ttr.playouts(game, 5, columns=["winners", "scores"])
    for name in set(ALL) - {"winners", "scores"}:
        wanted = [column for column in ALL if column in ("scores", "winners", name)]
        with pytest.raises(AttributeError) as raised:
            getattr(part, name)
        assert str(raised.value) == (
            f"{name}: these games were played without; play with columns={wanted}"
        )
    with pytest.raises(AttributeError, match="bonus_points needs route_points and ticket_points: "):
        part.bonus_points  # noqa: B018
    assert (part.station_points == 0).all()  # needs nothing where there are no stations
    europe = ttr.playouts(ttr.Game("europe"), 5, columns=["scores"])
    for name in ("station_points", "bonus_points"):
        with pytest.raises(AttributeError, match=f"{name} needs .*stations_built.*play with colum"):
            getattr(europe, name)
    with pytest.raises(AttributeError, match="'Playouts' object has no attribute 'score'"):
        part.score  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(ttr.Playouts.__new__(ttr.Playouts), "scores")


def test_concat_wants_the_same_columns(game: ttr.Game) -> None:
    a = ttr.playouts(game, 5, columns=["winners", "scores"])
    b = ttr.playouts(game, 5, columns=["winners"], first_game=5)
    with pytest.raises(ValueError, match="batch 1 has the columns winners, batch 0 scores, winner"):
        a.concat(b)


def test_columns_cannot_be_set_or_deleted(game: ttr.Game) -> None:
    part = ttr.playouts(game, 5, columns=["winners"])
    for name in ("winners", "scores", "seed", "other"):
        with pytest.raises(AttributeError, match=f"immutable; cannot set '{name}'"):
            setattr(part, name, 1)
        with pytest.raises(AttributeError, match=f"immutable; cannot delete '{name}'"):
            delattr(part, name)


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ("scores", TypeError, "sequence of names or None, not 'scores'"),
        (b"scores", TypeError, "sequence of names or None"),
        ({"scores"}, TypeError, "sequence of names or None"),
        (7, TypeError, "sequence of names or None, not 7"),
        ([7], TypeError, "a name is a string, not 7"),
        (["score"], ValueError, "unknown column 'score'; there are: scores, .*tickets_completed$"),
        (["bonus_points"], ValueError, "unknown column 'bonus_points'"),
        (["scores", "turns", "scores"], ValueError, "'scores' is there twice"),
        ([], ValueError, "at least one name"),
    ],
)
@pytest.mark.parametrize("reduce", [False, True])
def test_columns_that_are_none(
    game: ttr.Game, columns: Any, error: type[Exception], message: str, reduce: bool
) -> None:
    with pytest.raises(error, match=message):
        ttr.playouts(game, 1, columns=columns, reduce=reduce)


def test_made_by_hand_from_some_columns(game: ttr.Game) -> None:
    head: dict[str, Any] = {
        "game": game, "policies": "random", "seed": None, "first_game": None
    }  # fmt: skip
    turns = np.array([90, 91], np.uint16)
    own = ttr.Playouts(**head, turns=turns)
    assert (own.columns, len(own), own.engine) == (("turns",), 2, None)
    with pytest.raises(ValueError, match="unknown column 'turn'"):
        ttr.Playouts(**head, turn=turns)
    with pytest.raises(ValueError, match="at least one name"):
        ttr.Playouts(**head)
    with pytest.raises(ValueError, match=r"engine must be None or one of .*, not 'auto'"):
        ttr.Playouts(**head, turns=turns, engine="auto")
    with pytest.raises(ValueError, match=r"routes must be uint64 of shape \(2, 3, 2\)"):
        ttr.Playouts(**head, turns=turns, winners=turns.astype(np.uint8),
                     routes=np.zeros((2, 3, 1), np.uint64))  # fmt: skip


# --- Stations where there are none ---------------------------------------------------------------


def test_zeros_of_stations_take_no_memory(game: ttr.Game) -> None:
    results = ttr.playouts(game, 10_000)
    joined = results.concat(ttr.playouts(game, 10, first_game=10_000))
    for batch in (results, results[::2], results[results.turns > 140], joined,
                  pickle.loads(pickle.dumps(results)), copy.deepcopy(results)):  # fmt: skip
        assert batch.stations_built.shape == (len(batch), 3)
        assert batch.stations_built.dtype == np.uint8
        assert batch.stations_built.strides == (0, 0)
        assert not batch.stations_built.flags.writeable
        assert not batch.stations_built.any()
    only = ttr.playouts(game, 10_000, columns=["stations_built"])
    assert len(pickle.dumps(only)) < 2000


def test_stations_must_be_zero_where_there_are_none(game: ttr.Game) -> None:
    for built in (np.eye(3, dtype=np.uint8), np.broadcast_to(np.uint8(1), (3, 3))):
        with pytest.raises(ValueError, match="stations_built must be 0: these rules have no stati"):
            ttr.Playouts(game=game, policies="random", seed=None, first_game=None,
                         stations_built=built)  # fmt: skip


# --- Engines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: "-".join(filter(None, e)))
@pytest.mark.parametrize("players", [2, 5])
def test_engines_play_the_same_games(edition: tuple[Any, ...], players: int) -> None:
    name, rules, tickets = edition
    game = ttr.Game(name, players, rules, tickets=tickets)
    scalar = ttr.playouts(game, 700, seed=1, engine="scalar", columns=ALL)
    auto = ttr.playouts(game, 700, seed=1, columns=ALL)
    assert scalar.engine == "scalar"
    assert auto == scalar
    try:
        lockstep = ttr.playouts(game, 700, seed=1, engine="lockstep", columns=ALL)
    except ValueError as error:  # it does not play everything
        assert str(error).startswith("engine = 'lockstep' cannot play these games: ")  # noqa: PT017
        assert auto.engine == "scalar"
        with pytest.raises(ValueError, match="lockstep"):
            ttr.playouts(game, 0, engine="lockstep", reduce=True)
    else:
        assert auto.engine == lockstep.engine == "lockstep"
        assert lockstep == scalar
        totals = ttr.playouts(game, 700, seed=1, engine="lockstep", reduce=True)
        assert totals == ttr.playouts(game, 700, seed=1, engine="scalar", reduce=True)
        assert totals.engine == "lockstep"


def test_engine_of_parts(game: ttr.Game) -> None:
    batch = ttr.playouts(game, 20, engine="scalar")
    assert batch[3:5].engine == batch[[1]].engine == pickle.loads(pickle.dumps(batch)).engine
    fields = {name: getattr(batch, name) for name in batch.columns}
    head: dict[str, Any] = {"game": game, "policies": "random", "seed": 0, "first_game": 0}
    other = ttr.Playouts(**head, **fields, engine="lockstep")
    assert other == batch
    assert batch.concat(batch).engine == "scalar"
    assert batch.concat(other).engine is other.concat(batch).engine is None


@pytest.mark.parametrize("value", ["fast", "Scalar", "", "automatic"])
def test_unknown_engine_names_the_known_ones(game: ttr.Game, value: str) -> None:
    with pytest.raises(ValueError, match=f"unknown engine '{value}'.*auto, scalar, lockstep"):
        ttr.playouts(game, 1, engine=value)


@pytest.mark.parametrize("value", [None, 1, b"scalar", ["scalar"]])
def test_engine_of_a_wrong_type(game: ttr.Game, value: Any) -> None:
    with pytest.raises(TypeError, match="engine must be a name"):
        ttr.playouts(game, 1, engine=value)
