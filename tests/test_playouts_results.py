"""Batches: what `playouts` gives, takes and refuses, and what can be done with the results."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import ttr_fast as ttr
from ttr_fast import _core

SEAT_COLUMNS = {
    "scores": np.int16,
    "route_points": np.int16,
    "ticket_points": np.int16,
    "completed": np.uint8,
    "failed": np.uint8,
    "longest": np.uint8,
    "stations_built": np.uint8,
}
GAME_COLUMNS = {"winners": np.uint8, "turns": np.uint16, "plies": np.uint16}
COLUMNS = SEAT_COLUMNS | GAME_COLUMNS


@pytest.fixture(scope="module")
def game() -> ttr.Game:
    return ttr.Game(players=3)


@pytest.fixture(scope="module")
def batch(game: ttr.Game) -> ttr.Playouts:
    return ttr.playouts(game, 300, policy="random_type", seed=5)


def rows(results: ttr.Playouts, index: Any) -> dict[str, Any]:
    return {name: getattr(results, name)[index].tolist() for name in COLUMNS}


# --- The columns ---------------------------------------------------------------------------------


def test_columns_have_the_promised_shapes_and_types(batch: ttr.Playouts) -> None:
    for name, dtype in SEAT_COLUMNS.items():
        assert getattr(batch, name).dtype == dtype
        assert getattr(batch, name).shape == (300, 3)
    for name, dtype in GAME_COLUMNS.items():
        assert getattr(batch, name).dtype == dtype
        assert getattr(batch, name).shape == (300,)
    assert len(batch) == 300
    assert batch.num_players == 3
    assert batch.policies == ("random_type",) * 3
    assert (batch.seed, batch.first_game) == (5, 0)


@pytest.mark.parametrize("name", [*COLUMNS, "bonus_points"])
def test_columns_are_read_only(batch: ttr.Playouts, name: str) -> None:
    for results in (batch, batch[10:20], batch[[1, 2]], pickle.loads(pickle.dumps(batch))):
        with pytest.raises(ValueError, match="read-only"):
            getattr(results, name)[0] = 0
    with pytest.raises(AttributeError):
        batch.scores = batch.scores  # type: ignore[misc]


def test_parts_add_up_to_the_score(batch: ttr.Playouts) -> None:
    assert batch.bonus_points.dtype == np.int16
    parts = batch.route_points + batch.ticket_points + batch.bonus_points
    assert np.array_equal(parts, batch.scores)
    assert set(np.unique(batch.bonus_points)) == {0, 10}  # the longest trail's, and nothing else
    longest = batch.longest == batch.longest.max(axis=1, keepdims=True)
    assert np.array_equal(batch.bonus_points == 10, longest)


EDITIONS = pytest.mark.parametrize(
    ("name", "rules"),
    [("usa", "online"), ("europe", "europe"), ("europe", "online"), ("iran", None)],
)


@EDITIONS
@pytest.mark.parametrize("players", [2, 5])
def test_parts_add_up_to_the_score_in_every_edition(
    name: str, rules: str | None, players: int
) -> None:
    game = ttr.Game(name, players, rules)
    results = ttr.playouts(game, 400, policy="random_type", seed=1)
    built = results.stations_built
    assert built.max() == (3 if rules == "europe" else 0)
    assert (built.min() < built.max()) == (rules == "europe")
    stations = 4 * (3 - built.astype(int)) if rules == "europe" else 0 * built
    assert results.station_points.dtype == np.int16
    assert np.array_equal(results.station_points, stations)  # R77
    parts = results.route_points + results.ticket_points + results.bonus_points + stations
    assert np.array_equal(parts, results.scores)
    longest = results.longest == results.longest.max(axis=1, keepdims=True)
    assert np.array_equal(results.bonus_points == 10, longest)
    assert (results.completed + results.failed).min() >= 2
    assert results.plies.max() <= game.max_game_length()


@EDITIONS
@pytest.mark.parametrize("policy", ["random", "random_type"])
def test_F42_every_edition_on_any_number_of_threads(
    name: str, rules: str | None, policy: str
) -> None:
    game = ttr.Game(name, 3, rules)
    one = ttr.playouts(game, 600, policy=policy, seed=7, threads=1)
    for threads in (2, 3, 8):
        assert ttr.playouts(game, 600, policy=policy, seed=7, threads=threads) == one
    assert (
        ttr.Playouts.concat(
            ttr.playouts(game, 50, policy=policy, seed=7, first_game=i) for i in range(0, 600, 50)
        )
        == one
    )


@EDITIONS
def test_winners_are_ranked_by_the_keys_of_the_edition(name: str, rules: str | None) -> None:
    """From the columns alone: total, completed tickets, then stations, trail or bonus."""
    game = ttr.Game(name, 4, rules)
    results = ttr.playouts(game, 2000, policy="random_type", seed=2)
    keys = {
        "completed_tickets": results.completed.astype(int),
        "fewest_stations": -results.stations_built.astype(int),
        "longest_trail": results.longest.astype(int),
        "longest_trail_bonus": results.bonus_points.astype(int),
    }
    columns = [results.scores.astype(int), *(keys[key] for key in game.rules.tie_break)]
    for i in range(len(results)):
        rows = [tuple(int(column[i, seat]) for column in columns) for seat in range(4)]
        won = sum(1 << seat for seat in range(4) if rows[seat] == max(rows))
        assert results.winners[i] == won


def test_F58_totals_below_zero_are_not_wrapped(batch: ttr.Playouts) -> None:
    results = ttr.playouts(ttr.Game(), 2000)
    assert results.scores.min() < -128
    assert results.summary().seats[0].mean_score == results.scores[:, 0].mean()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_are_the_games_of_the_seed(players: int) -> None:
    """Row i is game i: the same first state, and legal results for it."""
    game = ttr.Game(players=players)
    results = ttr.playouts(game, 50, seed=9)
    assert (results.winners > 0).all()
    assert (results.winners < 1 << players).all()
    best = results.scores == results.scores.max(axis=1, keepdims=True)
    for seat in range(players):  # a winner has the most points (and maybe not alone)
        assert best[(results.winners >> seat & 1) == 1, seat].all()
    assert (results.plies >= results.turns).all()
    assert (results.completed + results.failed >= game.rules.initial_tickets_keep_min).all()


# --- Determinism ---------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_F42_results_do_not_depend_on_threads(game: ttr.Game, threads: int) -> None:
    results = ttr.playouts(game, 3000, seed=11, threads=threads)
    assert results == ttr.playouts(game, 3000, seed=11)


@pytest.mark.parametrize("size", [1, 7, 64, 1024])
def test_F42_results_do_not_depend_on_batch_size(game: ttr.Game, size: int) -> None:
    whole = ttr.playouts(game, 1030, seed=11)
    starts = range(0, 1030, size) if size > 1 else range(700, 710)
    for start in starts:
        n = min(size, 1030 - start)
        part = ttr.playouts(game, n, seed=11, first_game=start)
        assert part == whole[start : start + n]
        assert part.first_game == whole[start : start + n].first_game == start


def test_the_first_games_do_not_depend_on_n(game: ttr.Game) -> None:
    assert ttr.playouts(game, 10, seed=3) == ttr.playouts(game, 2000, seed=3)[:10]


def test_other_seed_other_games(game: ttr.Game) -> None:
    seeds = [0, 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1]
    results = [ttr.playouts(game, 50, seed=seed) for seed in seeds]
    for i, a in enumerate(results):
        assert all(a != b for b in results[:i])


def test_last_game_of_a_seed_can_be_played(game: ttr.Game) -> None:
    results = ttr.playouts(game, 2, first_game=2**64 - 2)
    assert len(results) == 2
    with pytest.raises(ValueError, match=r"first_game \+ n"):
        ttr.playouts(game, 3, first_game=2**64 - 2)


def test_a_seat_keeps_its_policy(game: ttr.Game) -> None:
    names = ("random", "random_type", "random")
    mixed = ttr.playouts(game, 500, policy=names, seed=1)
    assert mixed.policies == names
    assert mixed == ttr.playouts(game, 500, policy=list(names), seed=1)
    assert mixed != ttr.playouts(game, 500, policy=names[::-1][1:] + names[:1], seed=1)


# --- Arguments -----------------------------------------------------------------------------------


def test_unknown_policy_names_it_and_the_known_ones(game: ttr.Game) -> None:
    with pytest.raises(ValueError, match=r"'greedy'.*random, random_type") as raised:
        ttr.playouts(game, 1, policy="greedy")
    assert "\n" not in str(raised.value)
    with pytest.raises(ValueError, match="''"):
        ttr.playouts(game, 1, policy=["random", "", "random"])


@pytest.mark.parametrize("policy", [["random"], ["random"] * 2, ["random"] * 4, []])
def test_wrong_number_of_policies(game: ttr.Game, policy: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{len(policy)} names for 3 seats"):
        ttr.playouts(game, 1, policy=policy)


@pytest.mark.parametrize("policy", [None, 3, {"random"}, [0, 1, 2], b"random"])
def test_policy_of_a_wrong_type(game: ttr.Game, policy: Any) -> None:
    with pytest.raises(TypeError, match="policy"):
        ttr.playouts(game, 1, policy=policy)


BAD_TYPES = [True, False, np.True_, 1.0, float("nan"), np.float64(3), "3", None, [3]]


@pytest.mark.parametrize("name", ["n", "seed", "threads", "first_game"])
@pytest.mark.parametrize("value", BAD_TYPES, ids=repr)
def test_numbers_must_be_integers(game: ttr.Game, name: str, value: Any) -> None:
    if name == "threads" and value is None:
        return
    with pytest.raises(TypeError, match=f"{name} must be an integer"):
        ttr.playouts(game, **{"n": 1, name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", -1), ("n", np.int64(-5)), ("n", -(10**30)),
        ("seed", -1), ("seed", 2**64), ("first_game", -1), ("first_game", 2**64),
        ("threads", 0), ("threads", -1), ("threads", 257), ("threads", 10**30),
    ],
)  # fmt: skip
def test_numbers_out_of_range(game: ttr.Game, name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} must be .*, got {value}"):
        ttr.playouts(game, **{"n": 1, name: value})


def test_numpy_integers_are_integers(game: ttr.Game) -> None:
    results = ttr.playouts(
        game, np.int32(20), seed=np.uint64(2**64 - 1), threads=np.int8(2), first_game=np.uint8(3)
    )
    assert results == ttr.playouts(game, 20, seed=2**64 - 1, first_game=3)
    assert type(results.seed) is int


@pytest.mark.parametrize("n", [10**13, 2**62, 2**63, 10**30])
def test_too_many_games_for_the_memory(game: ttr.Game, n: int) -> None:
    with pytest.raises(MemoryError, match=f"n = {n}"):
        ttr.playouts(game, n)


@pytest.mark.parametrize("value", ["usa", None, ttr.Map.builtin("usa")])
def test_game_of_a_wrong_type(value: Any) -> None:
    with pytest.raises(TypeError, match="game must be a Game"):
        ttr.playouts(value, 1)


def test_no_games(game: ttr.Game) -> None:
    empty = ttr.playouts(game, 0)
    assert len(empty) == 0
    assert empty.scores.shape == (0, 3)
    assert empty.bonus_points.shape == (0, 3)
    assert "no games" in repr(empty)
    assert empty == ttr.playouts(game, 10)[10:]


# --- Progress and stopping -----------------------------------------------------------------------


def test_progress_is_told_and_ends_with_all(game: ttr.Game) -> None:
    calls: list[tuple[int, int]] = []
    threads: set[int] = set()

    def progress(done: int, total: int) -> None:
        calls.append((done, total))
        threads.add(threading.get_ident())

    results = ttr.playouts(game, 20_000, progress=progress)
    assert calls[-1] == (20_000, 20_000)
    assert calls == sorted(calls)
    assert threads == {threading.get_ident()}
    assert results == ttr.playouts(game, 20_000)


def test_an_error_in_progress_stops_the_run(game: ttr.Game) -> None:
    def progress(done: int, total: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        ttr.playouts(game, 10_000_000, progress=progress)
    assert len(ttr.playouts(game, 10)) == 10


@pytest.mark.parametrize("value", [None, False])
def test_no_progress(game: ttr.Game, capfd: pytest.CaptureFixture[str], value: Any) -> None:
    assert ttr.playouts(game, 50, progress=value) == ttr.playouts(game, 50)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("value", [0, 1, "yes", np.False_])
def test_progress_of_a_wrong_type(game: ttr.Game, value: Any) -> None:
    with pytest.raises(TypeError, match="progress must be"):
        ttr.playouts(game, 1, progress=value)


def test_progress_bar_goes_to_stderr(game: ttr.Game, capfd: pytest.CaptureFixture[str]) -> None:
    ttr.playouts(game, 3000, progress=True)
    out, err = capfd.readouterr()
    assert out == ""
    assert "Traceback" not in err


BAR = """
import sys, time
from ttr_fast._progress import progress_bar
with progress_bar("playing", "games", int(sys.argv[1])) as move:
    for step in range(1, 5):
        time.sleep(0.15)
        move(int(sys.argv[1]) * step // 5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("total", [20_000, 1_000_000_000])
@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_progress_bar_is_not_cut(width: int, total: int) -> None:
    import pty

    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": str(width), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen([sys.executable, "-c", BAR, str(total)], stderr=theirs, env=env) as child:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # how Linux says that the other end is closed
            while chunk := os.read(ours, 65536):
                shown += chunk
    os.close(ours)
    assert child.returncode == 0
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())
    frames = [line.strip() for line in re.split(r"[\r\n]+", text) if line.strip()]
    assert len(frames) > 2
    for frame in frames:
        assert len(frame) <= width
        assert re.search(r"^playing ━+.* (\d:\d\d:\d\d|-:--:--) left$", frame)
        assert "…" not in frame
    if width >= 80:
        assert any(f" {total * 4 // 5:,} of {total:,} games " in frame for frame in frames)
    if width >= 120:
        assert any("games/s" in frame for frame in frames)


def test_other_threads_run_meanwhile(game: ttr.Game) -> None:
    """The GIL is free: a Python thread gets on while another one is inside a batch."""
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    counter = threading.Thread(target=count)
    counter.start()
    ttr.playouts(game, 30_000, threads=1)
    done.set()
    counter.join()
    assert ticks > 20


CTRL_C = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # also if the parent ignores it
import ttr_fast as ttr
game = ttr.Game()
print("playing", flush=True)
try:
    ttr.playouts(game, 20_000_000, {arguments})
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
print(len(ttr.playouts(game, 100)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("arguments", ["", "threads=1", "progress=lambda done, n: None"])
def test_F48_ctrl_c_stops_a_long_batch(arguments: str) -> None:
    code = CTRL_C.format(arguments=arguments)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "playing\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(1)
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=2)
    assert out.split()[0] == "interrupted"
    assert out.split()[-1] == "100"  # the game is usable afterwards
    assert child.returncode == 0


# --- Rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "first_game"),
    [
        (slice(100, 200), 100), (slice(None), 0), (slice(-10, None), 290), (slice(5, 2), 5),
        (slice(10, 10_000), 10), (slice(None, None, 3), None), (slice(None, None, -1), None),
    ],
)  # fmt: skip
def test_slices(batch: ttr.Playouts, index: slice, first_game: int | None) -> None:
    part = batch[index]
    assert rows(part, slice(None)) == rows(batch, index)
    assert part.first_game == first_game
    assert (part.seed, part.policies, part.game) == (5, batch.policies, batch.game)


def test_a_slice_of_a_slice_keeps_its_numbers(game: ttr.Game, batch: ttr.Playouts) -> None:
    part = batch[100:200][20:30]
    assert part.first_game == 120
    assert part == ttr.playouts(game, 10, policy="random_type", seed=5, first_game=120)
    assert np.shares_memory(part.scores, batch.scores)


def test_masks_and_row_numbers(batch: ttr.Playouts) -> None:
    mask = batch.turns > np.median(batch.turns)
    assert rows(batch[mask], slice(None)) == rows(batch, mask)
    assert batch[mask] == batch[np.flatnonzero(mask)] == batch[mask.tolist()]
    assert batch[mask].first_game is None
    assert rows(batch[[5, -1, 5]], slice(None)) == rows(batch, [5, 299, 5])
    assert batch[np.array([7], np.uint8)] == batch[7:8]
    assert len(batch[[]]) == len(batch[np.zeros(300, bool)]) == 0


@pytest.mark.parametrize("index", [3, True, None, "turns", 1.5, [1.5], np.zeros((3, 3), int)])
def test_rows_that_are_none(batch: ttr.Playouts, index: Any) -> None:
    with pytest.raises(TypeError, match="rows are chosen by"):
        batch[index]
    with pytest.raises(IndexError):
        batch[[300]]
    with pytest.raises(IndexError):
        batch[[True, False]]


def test_concat(game: ttr.Game, batch: ttr.Playouts) -> None:
    a, b, c = batch[:100], batch[100:150], batch[150:]
    for joined in (ttr.Playouts.concat([a, b, c]), ttr.Playouts.concat(a, b, c), a.concat(b, c)):
        assert joined == batch
        assert (joined.seed, joined.first_game) == (5, 0)
        assert not joined.scores.flags.writeable
    assert a.concat([b, c]) == batch
    assert a.concat() == ttr.Playouts.concat([a]) == a
    assert ttr.Playouts.concat(batch[i : i + 1] for i in range(300)) == batch


def test_concat_forgets_what_is_no_longer_true(game: ttr.Game, batch: ttr.Playouts) -> None:
    a, c = batch[:100], batch[150:]
    assert (c.concat(a).seed, c.concat(a).first_game) == (5, None)
    other = ttr.playouts(game, 10, policy="random_type", seed=6, first_game=100)
    assert (a.concat(other).seed, a.concat(other).first_game) == (None, None)
    assert len(a.concat(other)) == 110


def test_concat_refuses_what_does_not_belong_together(batch: ttr.Playouts) -> None:
    with pytest.raises(ValueError, match="batch 1 is of another game"):
        batch.concat(ttr.playouts(ttr.Game(players=2), 5, policy="random_type"))
    with pytest.raises(ValueError, match="batch 1 is of another game"):
        batch.concat(ttr.playouts(ttr.Game(players=3, first_seat=1), 5, policy="random_type"))
    with pytest.raises(ValueError, match="batch 1 was played by random"):
        batch.concat(ttr.playouts(batch.game, 5))
    with pytest.raises(ValueError, match="at least one"):
        ttr.Playouts.concat([])


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (3, "int"), (None, "NoneType"), ("abc", "str"), (["abc"], "str"), ([3], "int"),
        ({"a": 1}, "str"), ([[]], "list"),
    ],
)  # fmt: skip
def test_concat_takes_only_batches(batch: ttr.Playouts, parts: Any, found: str) -> None:
    with pytest.raises(TypeError, match=f"needs Playouts, not {found}$"):
        ttr.Playouts.concat(parts)
    with pytest.raises(TypeError, match=f"needs Playouts, not {found}$"):
        batch.concat(parts)


def test_concat_of_a_list_that_contains_itself(batch: ttr.Playouts) -> None:
    parts: list[Any] = [batch]
    parts.append(parts)
    with pytest.raises(TypeError, match="not list"):
        ttr.Playouts.concat(parts)


# --- The object ----------------------------------------------------------------------------------


def test_equality(game: ttr.Game, batch: ttr.Playouts) -> None:
    assert batch == ttr.playouts(ttr.Game(players=3), 300, policy="random_type", seed=5)
    assert batch != batch[:299]
    assert batch != batch[::-1]
    assert batch != ttr.playouts(game, 300, seed=5)
    assert batch != "a batch"
    with pytest.raises(TypeError):
        hash(batch)


@pytest.mark.parametrize(
    "copier", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_copies_are_equal(batch: ttr.Playouts, copier: Any) -> None:
    again = copier(batch[10:20])
    assert again == batch[10:20]
    assert (again.seed, again.first_game) == (5, 10)


def test_repr_says_what_it_is(batch: ttr.Playouts) -> None:
    text = repr(batch[10:20])
    assert text == (
        "<Playouts: games 10 to 19 of seed 5, usa, random_type, random_type, random_type>"
    )
    assert "150 games of seed 5" in repr(batch[::2])


def test_made_by_hand_it_is_checked(batch: ttr.Playouts) -> None:
    fields = {name: getattr(batch, name).copy() for name in COLUMNS}
    head: dict[str, Any] = {
        "game": batch.game, "policies": batch.policies, "seed": None, "first_game": None
    }  # fmt: skip
    own = ttr.Playouts(**head, **fields)
    assert own == batch
    assert not own.scores.flags.writeable
    assert fields["scores"].flags.writeable  # the caller's array stays his
    with pytest.raises(ValueError, match=r"scores must be int16 of shape \(300, 3\)"):
        ttr.Playouts(**head, **fields | {"scores": fields["scores"][:, :2]})
    with pytest.raises(ValueError, match="turns must be uint16"):
        ttr.Playouts(**head, **fields | {"turns": fields["turns"].astype(float)})
    with pytest.raises(TypeError, match="game must be a Game"):
        ttr.Playouts(**head | {"game": "usa"}, **fields)
    with pytest.raises(ValueError, match="a name consists of letters, digits"):
        ttr.Playouts(**head | {"policies": ("no name",) * 3}, **fields)
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        ttr.Playouts(**head | {"policies": ("mine",) * 2}, **fields)


@pytest.mark.parametrize("policy", ["x" * 10**6, ["x" * 10**6] * 2, 3, [10**5000, "random"]])
def test_what_is_no_policy_is_named_in_short(policy: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="policy") as raised:
        ttr.playouts(ttr.Game(), 1, policy=policy)
    assert len(str(raised.value)) < 200


# --- Arrow ---------------------------------------------------------------------------------------


def test_to_arrow_has_one_column_per_seat(batch: ttr.Playouts) -> None:
    pytest.importorskip("pyarrow")
    for part in (batch, batch[::2], batch[:0]):
        table = part.to_arrow()
        assert table.num_rows == len(part)
        seats = ["score", *(name for name in SEAT_COLUMNS if name != "scores")]
        names = [f"{name}_{seat}" for name in seats for seat in range(3)]
        assert table.column_names == [*names, *GAME_COLUMNS]
        for seat in range(3):
            column = table[f"score_{seat}"]
            assert str(column.type) == "int16"
            assert column.to_pylist() == part.scores[:, seat].tolist()
        assert table["winners"].to_pylist() == part.winners.tolist()


def test_to_arrow_says_where_the_games_come_from(batch: ttr.Playouts) -> None:
    pytest.importorskip("pyarrow")
    raw = batch[10:20].to_arrow().schema.metadata
    origin = {key.decode(): json.loads(value) for key, value in raw.items()}
    assert origin.pop("rules") == batch.game.rules.to_dict()
    assert origin == {
        "map": "usa",
        "map_fingerprint": batch.game.map.fingerprint,
        "tickets": "base",
        "players": 3,
        "first_seat": 0,
        "policies": ["random_type"] * 3,
        "seed": 5,
        "first_game": 10,
    }


def test_without_pyarrow_there_is_a_readable_error(
    batch: ttr.Playouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match="pip install pyarrow"):
        batch.to_arrow()


def test_without_rich_there_is_a_readable_error(
    game: ttr.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with pytest.raises(ModuleNotFoundError, match="pip install rich"):
        ttr.playouts(game, 10, progress=True)


def test_the_policies_of_the_core_are_the_documented_ones() -> None:
    assert _core.policy_names()[:2] == ("random", "random_type")
