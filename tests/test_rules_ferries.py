"""Ferries of the Europe edition: R59-R61."""

from __future__ import annotations

import pytest
from builders import (
    LOCO,
    act,
    claim,
    claimable,
    find_route,
    hand,
    legal_infos,
    line_map,
    open_position,
    payment_of,
    payments,
    position,
)

import ttr_fast as ttr

GAME = ttr.Game("europe")
EUROPE = GAME.map
FERRIES = {
    number: route.ferry_locomotives
    for number, route in enumerate(EUROPE.routes)
    if route.ferry_locomotives
}
ESSEN = EUROPE.find_routes("Essen", "Kobenhavn")[0]  # 3 spaces, 1 locomotive
PALERMO = find_route(EUROPE, "Palermo", "Smyrna")  # 6 spaces, 2 locomotives
LONDON = find_route(EUROPE, "Amsterdam", "London")  # 2 spaces, 2 locomotives


def test_R59_ferries_of_the_printed_map() -> None:
    lengths = sorted((EUROPE.routes[r].length, k) for r, k in FERRIES.items())
    assert lengths == [
        (2, 1), (2, 1), (2, 1), (2, 1), (2, 2), (3, 1), (3, 1), (3, 1), (4, 1), (4, 1), (4, 2),
        (4, 2), (6, 2),
    ]  # fmt: skip
    assert {EUROPE.routes[r].color for r in FERRIES} == {"gray"}


@pytest.mark.parametrize(
    ("held", "offered"),
    [
        ({"red": 3, LOCO: 0}, []),
        ({"red": 2, LOCO: 1}, [{LOCO: 1, "red": 2}]),
        ({"red": 3, LOCO: 1}, [{LOCO: 1, "red": 2}]),  # never three red
        ({"red": 1, "blue": 1, LOCO: 1}, []),  # two colours never mix
        ({"red": 2, "blue": 2, LOCO: 1}, [{LOCO: 1, "blue": 2}, {LOCO: 1, "red": 2}]),
    ],
)
def test_R59_at_least_as_many_locomotives_as_symbols(
    held: dict[str, int], offered: list[dict[str, int]]
) -> None:
    state = position(GAME, hands={0: held})
    assert payments(state, ESSEN) == offered
    assert (ESSEN in claimable(state)) == bool(offered)


def test_R60_further_locomotives_stand_for_the_colour() -> None:
    state = position(GAME, hands={0: {"white": 4, LOCO: 5}})
    assert payments(state, PALERMO) == [
        {LOCO: 2, "white": 4},
        {LOCO: 3, "white": 3},
        {LOCO: 4, "white": 2},
        {LOCO: 5, "white": 1},
    ]
    alone = position(GAME, hands={0: {LOCO: 6}})
    assert payments(alone, PALERMO) == [{LOCO: 6}]
    after = claim(position(GAME, hands={0: {"white": 4, LOCO: 5}}), PALERMO, white=3, locomotive=3)
    assert hand(after, 0) == {"white": 1, LOCO: 2}
    assert after.scores() == (15, 0)
    assert after.to_dict()["players"][0]["trains"] == 39


def test_R61_a_ferry_of_locomotives_alone() -> None:
    assert FERRIES[LONDON] == EUROPE.routes[LONDON].length == 2
    for held, offered in [
        ({"red": 12, LOCO: 1}, []),
        ({"red": 12, LOCO: 2}, [{LOCO: 2}]),
        ({LOCO: 3}, [{LOCO: 2}]),
    ]:
        assert payments(position(GAME, hands={0: held}), LONDON) == offered
    state = claim(position(GAME, hands={0: {"red": 12, LOCO: 2}}), LONDON)
    assert (hand(state, 0), state.scores()) == ({"red": 12}, (2, 0))


def test_R59_the_table_has_no_payment_with_too_few_locomotives() -> None:
    offered: dict[int, list[dict[str, int]]] = {route: [] for route in FERRIES}
    for action in range(GAME.num_distinct_actions()):
        info = GAME.action_info(action)
        if info.route in FERRIES:
            offered[info.route].append(payment_of(GAME, info))
    for route, ways in offered.items():
        length, least = EUROPE.routes[route].length, FERRIES[route]
        assert min(way[LOCO] for way in ways) == least
        # each colour with `least` .. length - 1 locomotives, and locomotives alone
        assert len(ways) == 8 * (length - least) + 1
    with pytest.raises(ValueError, match="names no action"):
        GAME.string_to_action(f"claim {ESSEN} Essen-Kobenhavn with 3 red")
    act(
        open_position(GAME, hands={0: {"red": 2, LOCO: 1}}),
        f"claim {ESSEN} Essen-Kobenhavn with 2 red + 1 locomotive",
    )


def test_R59_Q09_the_fewest_locomotives_are_those_of_the_ferry() -> None:
    game = ttr.Game("europe", rules=GAME.rules.replace(payments="fewest_locomotives"))
    held = {"white": 4, "red": 3, LOCO: 6}
    assert payments(position(game, hands={0: held}), PALERMO) == [
        {LOCO: 2, "white": 4},
        {LOCO: 3, "red": 3},
    ]
    assert payments(position(game, hands={0: held}), LONDON) == [{LOCO: 2}]
    assert payments(position(game, hands={0: {LOCO: 6}}), PALERMO) == [{LOCO: 6}]


def test_R59_ferries_off_are_plain_routes() -> None:
    """Q14: the option `ferries`, at both values, on a map of one ferry."""
    board = line_map([3], [(0, 1, 1)] * 6).replace(
        routes=[ttr.map.Route("c0", "c1", 3, "blue", ferry_locomotives=2)]
    )
    held = {"blue": 3, "red": 3, LOCO: 2}
    offered = {}
    for ferries in (False, True):
        game = ttr.Game(board, rules=ttr.Rules(ferries=ferries))
        offered[ferries] = payments(position(game, hands={0: held}), 0)
    assert offered == {
        False: [{LOCO: 2, "blue": 1}, {LOCO: 1, "blue": 2}, {"blue": 3}],
        True: [{LOCO: 2, "blue": 1}],
    }


def test_R37_R59_a_ferry_needs_trains_like_every_route() -> None:
    from_other_routes = [r for r in range(len(EUROPE.routes)) if r not in FERRIES]
    owned: list[int] = []
    for route in from_other_routes:
        spaces = sum(EUROPE.routes[r].length for r in owned) + EUROPE.routes[route].length
        if not EUROPE.twins(route) and spaces <= 40:
            owned.append(route)
    left = 45 - sum(EUROPE.routes[r].length for r in owned)
    state = position(GAME, hands={0: {"white": 6, LOCO: 6}}, routes={0: owned})
    assert {r for r in claimable(state) if r in FERRIES} == {
        r for r in FERRIES if EUROPE.routes[r].length <= left
    }
    assert all(
        info.locomotives is not None and info.locomotives >= FERRIES[info.route]
        for info in legal_infos(state)
        if info.route in FERRIES
    )
