"""Statistics of batches: against NumPy, SciPy and counting by hand; and with next to no games."""

from __future__ import annotations

import dataclasses
import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttr_fast as ttr
from ttr_fast.intervals import mean_interval, t_quantile, wilson_interval
from ttr_fast.summary import Summary


def made(scores: Any, winners: Any, players: int = 2) -> ttr.Playouts:
    """A batch with these scores and winners, and zeros elsewhere."""
    points = np.array(scores, np.int16).reshape(-1, players)
    zeros = np.zeros_like(points)
    return ttr.Playouts(
        game=ttr.Game(players=players),
        policies=("random",) * players,
        seed=None,
        first_game=None,
        scores=points,
        route_points=zeros,
        ticket_points=zeros,
        completed=zeros.astype(np.uint8),
        failed=zeros.astype(np.uint8),
        longest=zeros.astype(np.uint8),
        stations_built=zeros.astype(np.uint8),
        winners=np.array(winners, np.uint8),
        turns=np.zeros(len(points), np.uint16),
        plies=np.zeros(len(points), np.uint16),
    )


# --- Intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("df", [*range(1, 400), 1000, 12345, 10**6, 10**9])
def test_t_quantile_is_scipys(df: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    assert t_quantile(df) == pytest.approx(stats.t.ppf(0.975, df), rel=1e-10)


def test_t_quantile_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        t_quantile(0)


@given(st.lists(st.integers(-32768, 32767), min_size=2, max_size=60))
@settings(max_examples=100, deadline=None)
def test_mean_interval_is_scipys(values: list[int]) -> None:
    stats = pytest.importorskip("scipy.stats")
    interval = mean_interval(len(values), sum(values), sum(v * v for v in values))
    assert interval is not None
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    if error == 0:
        assert interval == (values[0], values[0])
        return
    expected = stats.t.interval(0.95, len(values) - 1, np.mean(values), error)
    assert interval == pytest.approx(expected, rel=1e-9, abs=1e-7)


def test_mean_interval_does_not_lose_a_small_variance_of_large_values() -> None:
    n, big = 10**6, 10**9  # half the values are big, half are big + 1
    total, squares = n * big + n // 2, n // 2 * (big**2 + (big + 1) ** 2)
    interval = mean_interval(n, total, squares)
    assert interval is not None
    assert interval[1] - interval[0] == pytest.approx(2 * 1.95997 * 0.5 / 1000, rel=1e-3)


@pytest.mark.parametrize(
    ("wins", "n"), [(w, n) for n in (1, 2, 10, 999) for w in (0, 1, n // 2, n)]
)
def test_wilson_interval_is_scipys(wins: int, n: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    expected = stats.binomtest(wins, n).proportion_ci(0.95, method="wilson")
    assert wilson_interval(wins, n) == pytest.approx(tuple(expected), abs=1e-12)


@given(st.integers(1, 10**9), st.floats(0, 1))
def test_F55_wilson_interval_is_inside_and_has_a_width(n: int, share: float) -> None:
    interval = wilson_interval(share * n, n)
    assert interval is not None
    low, high = interval
    assert 0 <= low < high <= 1
    assert low <= share * (1 + 1e-12)
    assert high >= share * (1 - 1e-12)


def test_F55_ten_of_ten() -> None:
    interval = wilson_interval(10, 10)
    assert interval is not None
    assert round(interval[0], 3) == 0.722
    assert interval[1] == 1
    none = wilson_interval(0, 10)
    assert none is not None
    assert none[0] == 0
    assert none[1] == pytest.approx(1 - interval[0])


# --- Few games -----------------------------------------------------------------------------------


def test_F55_no_games_have_no_values_and_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        summary = ttr.playouts(ttr.Game(players=3), 0).summary()
        text = str(summary)
    assert summary.games == 0
    counts = {"seat", "policy", "outright_wins", "shared_wins"}
    for seat in summary.seats:
        values = dataclasses.asdict(seat)
        assert {values[name] for name in values.keys() - counts} == {None}
        assert (seat.outright_wins, seat.shared_wins) == (0, 0)
    assert summary.ties == 0
    assert summary.tie_share is summary.mean_turns is summary.mean_plies is None
    assert "NaN" not in json.dumps(summary.to_dict(), allow_nan=False)
    assert "nan" not in text.lower()


def test_F55_one_game_has_means_but_no_t_interval() -> None:
    summary = made([[10, -63]], [0b01]).summary()
    first, second = summary.seats
    assert (first.mean_score, second.mean_score) == (10, -63)
    assert first.score_interval is second.score_interval is None
    assert (first.win_share, second.win_share) == (1, 0)
    assert first.win_interval is not None
    assert first.win_interval[0] == pytest.approx(0.2065, abs=1e-4)
    assert first.win_interval[1] == 1


def test_F55_all_wins() -> None:
    summary = made([[9, 1]] * 10, [0b01] * 10).summary()
    first, second = summary.seats
    assert first.win_share == 1
    assert first.win_interval == wilson_interval(10, 10)
    assert second.win_interval == wilson_interval(0, 10)
    assert first.score_interval == (9, 9)
    assert (first.outright_wins, first.shared_wins) == (10, 0)


def test_F55_all_ties() -> None:
    summary = made([[5, 5, 5]] * 10, [0b111] * 10, players=3).summary()
    assert (summary.ties, summary.tie_share) == (10, 1)
    for seat in summary.seats:
        assert seat.win_share == pytest.approx(1 / 3)
        assert (seat.outright_wins, seat.shared_wins) == (0, 10)
        assert seat.win_interval is not None
        assert seat.win_interval[0] < 1 / 3 < seat.win_interval[1]


def test_a_tie_of_k_counts_one_kth() -> None:
    winners = [0b001, 0b011, 0b111, 0b110]
    summary = made(np.zeros((4, 3)), winners, players=3).summary()
    shares = [(1 + 1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3 + 1 / 2) / 4, (1 / 3 + 1 / 2) / 4]
    assert [seat.win_share for seat in summary.seats] == pytest.approx(shares)
    assert [seat.outright_wins for seat in summary.seats] == [1, 0, 0]
    assert [seat.shared_wins for seat in summary.seats] == [2, 3, 2]
    assert summary.ties == 3


# --- Real batches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "policy"),
    [
        ("usa", 2, "random"), ("usa", 2, "random_type"), ("usa", 5, "random"),
        ("usa", 5, "random_type"), ("europe", 3, "random_type"), ("iran", 4, "random"),
    ],
)  # fmt: skip
def test_summary_is_what_numpy_says(name: str, players: int, policy: str) -> None:
    stats = pytest.importorskip("scipy.stats")
    results = ttr.playouts(ttr.Game(name, players), 4000, policy=policy, seed=3)
    summary = results.summary()
    bits = results.winners[:, None] >> np.arange(players) & 1
    sharers = bits.sum(axis=1)
    assert summary.games == 4000
    assert summary.ties == (sharers > 1).sum()
    assert summary.tie_share == pytest.approx((sharers > 1).mean())
    assert summary.mean_turns == pytest.approx(results.turns.mean())
    assert summary.mean_plies == pytest.approx(results.plies.mean())
    for seat in summary.seats:
        s = seat.seat
        score = results.scores[:, s].astype(float)
        assert seat.policy == policy
        assert seat.mean_score == pytest.approx(score.mean())
        expected = stats.t.interval(0.95, 3999, score.mean(), stats.sem(score))
        assert seat.score_interval == pytest.approx(expected)
        assert seat.win_share == pytest.approx((bits[:, s] / sharers).mean())
        assert seat.outright_wins == (bits[:, s] & (sharers == 1)).sum()
        assert seat.shared_wins == (bits[:, s] & (sharers > 1)).sum()
        assert seat.mean_route_points == pytest.approx(results.route_points[:, s].mean())
        assert seat.mean_ticket_points == pytest.approx(results.ticket_points[:, s].mean())
        assert seat.mean_bonus_points == pytest.approx(results.bonus_points[:, s].mean())
        assert seat.mean_station_points == pytest.approx(results.station_points[:, s].mean())
        assert seat.mean_stations_built == pytest.approx(results.stations_built[:, s].mean())
        assert seat.mean_completed == pytest.approx(results.completed[:, s].mean())
        assert seat.mean_failed == pytest.approx(results.failed[:, s].mean())
        assert seat.mean_longest == pytest.approx(results.longest[:, s].mean())
    assert sum(seat.win_share or 0 for seat in summary.seats) == pytest.approx(1)


def test_F58_sums_do_not_wrap() -> None:
    n = 300_000
    summary = made(np.full((n, 2), [-32768, 32767]), np.full(n, 2)).summary()
    assert [seat.mean_score for seat in summary.seats] == [-32768, 32767]
    assert summary.seats[0].score_interval == (-32768, -32768)


def test_the_order_of_games_does_not_matter() -> None:
    results = ttr.playouts(ttr.Game(), 2000)
    assert results.summary() == results[::-1].summary()


def test_summary_is_frozen_and_comparable() -> None:
    summary = ttr.playouts(ttr.Game(), 10).summary()
    assert isinstance(summary, Summary)
    assert summary == ttr.playouts(ttr.Game(), 10).summary()
    with pytest.raises(dataclasses.FrozenInstanceError):
        summary.games = 3  # type: ignore[misc]


def test_to_dict_is_plain_json() -> None:
    summary = ttr.playouts(ttr.Game(players=4), 100).summary()
    data = summary.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert len(data["seats"]) == 4
    assert data["seats"][2]["seat"] == 2
    assert isinstance(data["seats"][0]["win_interval"], list)


def test_str_is_a_table_to_read() -> None:
    text = str(ttr.playouts(ttr.Game(players=5), 100).summary())
    lines = text.splitlines()
    assert lines[0].split() == [word for s in range(5) for word in ("seat", str(s))]
    assert any(line.startswith("mean score") for line in lines)
    assert "games  100" in lines
    assert not any("station" in line for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_R77_the_table_tells_of_stations_where_there_are_any() -> None:
    results = ttr.playouts(ttr.Game("europe", 3), 200, policy="random_type")
    printed = str(results.summary()).splitlines()
    lines = {line[:16].strip(): line.split()[2:] for line in printed}
    for name, column in (
        ("station points", results.station_points),
        ("stations built", results.stations_built),
    ):
        assert [float(x) for x in lines[name]] == pytest.approx(column.mean(axis=0), abs=0.01)
    assert all(line == line.rstrip() for line in printed)
