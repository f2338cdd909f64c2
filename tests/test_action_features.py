"""Game.action_features: the same as action_info, in numbers."""

from __future__ import annotations

import numpy as np
import pytest

import ttr_fast as ttr

GAMES = [ttr.Game("usa", 2), ttr.Game("europe", 4), ttr.Game("iran", 3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.map.name)
def test_every_row_says_what_action_info_says(game: ttr.Game) -> None:
    features = game.action_features()
    assert features.table.shape == (game.num_distinct_actions(), len(features.names))
    colors = (*ttr.COLORS[:8], "gray")
    for action, row in enumerate(features.table.tolist()):
        told = dict(zip(features.names, row, strict=True))
        info = game.action_info(action)
        expected = dict.fromkeys(features.names, -1)
        expected["kind"] = ttr.ACTION_KINDS.index(info.kind)
        for name in ("route", "cards", "locomotives", "city"):
            if getattr(info, name) is not None:
                expected[name] = getattr(info, name)
        if info.color is not None:
            expected["color"] = ttr.COLORS.index(info.color)
        if info.route is not None:
            route = game.map.routes[info.route]
            expected["length"] = route.length
            expected["route_color"] = colors.index(route.color)
            expected["city_a"] = game.map.city_index(route.a)
            expected["city_b"] = game.map.city_index(route.b)
        if info.keep is not None:
            for name in features.names:
                if name.startswith("keep_"):
                    expected[name] = int(int(name[5:]) in info.keep)
        assert told == expected, game.action_to_string(action)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.map.name)
def test_rows_differ_and_values_stay_below_the_sizes(game: ttr.Game) -> None:
    features = game.action_features()
    assert len(np.unique(features.table, axis=0)) == len(features.table)
    assert len(features.sizes) == len(features.names)
    assert features.table.min() == -1
    assert np.all(features.table.max(axis=0) < features.sizes)
    assert features.table.dtype == np.int16


def test_the_table_is_made_once_and_read_only() -> None:
    features = GAMES[0].action_features()
    assert ttr.Game("usa", 2).action_features() is features
    with pytest.raises(ValueError, match="read-only"):
        features.table[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        features.column("kind")[0] = 1


def test_one_hot_marks_each_feature_where_it_is() -> None:
    features = GAMES[1].action_features()
    one_hot = features.one_hot("kind", "color")
    assert one_hot.dtype == np.float32
    assert one_hot.shape == (len(features.table), len(ttr.ACTION_KINDS) + len(ttr.COLORS))
    assert np.array_equal(one_hot[:, :9].argmax(axis=1), features.column("kind"))
    assert np.array_equal(one_hot[:, 9:].sum(axis=1), features.column("color") >= 0)
    assert features.one_hot().shape[1] == sum(features.sizes)


def test_an_unknown_feature_is_refused_by_name() -> None:
    features = GAMES[0].action_features()
    for call in (features.column, features.one_hot):
        with pytest.raises(ValueError, match=r"'colour'.*kind, route, color"):
            call("colour")
