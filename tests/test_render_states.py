"""Pictures of states: what everyone at the table sees, and nothing that is hidden."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from typing import Any

import pytest
from render_tools import (
    SVG,
    FakeState,
    bars,
    cards,
    fake,
    find,
    inside,
    parse,
    player,
    routes,
    words,
)

import ttr_fast as ttr
from ttr_fast.map import Map
from ttr_fast.render import SEAT_COLORS, state_svg

TUNNEL = {"route": 9, "color": "red", "locomotives": 0, "extra": 2,
          "turned": ["red", "blue", "locomotive"]}  # fmt: skip


@pytest.fixture(scope="module")
def usa() -> Map:
    return Map.builtin("usa")


@pytest.fixture(scope="module")
def europe() -> Map:
    return Map.builtin("europe")


def test_what_everyone_at_the_table_sees(usa: Map) -> None:
    """R14: of the others how many cards, tickets, trains, stations they have, and their score."""
    state = fake(
        usa,
        [
            player(route_points=11, trains=37, routes=[12, 55]),
            player(
                hand=cards(blue=6), tickets=[1], offered_tickets=[2, 3, 4], trains=1, routes=[3]
            ),
            player(resigned=True, stations_left=2),
        ],
        final_turns_left=2,
    )
    svg = state_svg(state)
    seen = words(svg)
    assert "turn 12, seat 1 to choose action, 2 turns left" in seen
    assert "11 points, 37 trains | 4 cards, 2 tickets" in seen
    assert "0 points, 1 train | 6 cards, 1 ticket + 3" in seen
    for part in ("2 stations", "resigned", "20 | deck", "5 | discard", "3 | ticket deck"):
        assert part in seen
    assert [c.get("data-color") for c in find(svg, "card")] == state.facts["face_up"]
    assert len(find(svg, "route")) == 100
    owners = Counter((e.get("class") or "")[-1] for e in find(svg, "owned"))
    assert owners == {"0": 2, "1": 1}
    assert [e.get("class") for e in find(svg, "seat")] == [
        "seat seat-0", "seat seat-1 active", "seat seat-2",
    ]  # fmt: skip


def hidden(state: Any) -> list[dict[str, Any]]:
    """The facts of a state with other hidden cards, one kind at a time, then all at once."""
    variants: list[dict[str, Any]] = []
    changes: list[tuple[int | None, dict[str, Any]]] = [
        (0, {"hand": cards(green=4)}),
        (0, {"tickets": [0, 29]}),
        (0, {"known_hand": cards(white=2)}),
        (1, {"hand": cards(pink=1, locomotive=1), "known_hand": cards()}),
        (1, {"offered_tickets": [20, 21]}),
        (None, {"deck": cards(white=20)}),
        (None, {"discard": cards(blue=5)}),
        (None, {"ticket_deck": [8, 9, 10]}),
        (None, {"seed": 8}),
    ]
    every = copy.deepcopy(state.facts)
    for seat, change in changes:
        facts = copy.deepcopy(state.facts)
        for one in (facts, every):
            target = one if seat is None else one["players"][seat]
            assert any(target[key] != value for key, value in change.items())
            target |= change
        variants.append(facts)
    return [*variants, every]


@pytest.mark.parametrize("phase", ["choose_action", "choose_tickets", "pay_tunnel"])
def test_hidden_cards_do_not_show(europe: Map, phase: str) -> None:
    """R14: states that differ only in what is hidden give the same picture."""
    tunnel = TUNNEL if phase == "pay_tunnel" else None
    players = [player(station_cities=[3]), player(hand=cards(blue=2), offered_tickets=[5, 6])]
    state = fake(europe, players, phase=phase, pending_tunnel=tunnel)
    picture = state_svg(state)

    def picture_of(facts: dict[str, Any]) -> str:
        return state_svg(FakeState(state.game, facts))

    for facts in hidden(state):
        assert picture_of(facts) == picture
    facts = copy.deepcopy(state.facts) | {"deck": cards(white=19)}
    assert picture_of(facts) != picture


@pytest.mark.parametrize("phase", ttr.PHASES)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_phase(usa: Map, phase: str, seats: int) -> None:
    over = phase == "terminal"
    state = fake(
        usa, [player() for _ in range(seats)], phase=phase, current_player=-4 if over else 1,
        face_up=[], ticket_deck=[], final_turns_left=0 if over else None,
    )  # fmt: skip
    svg = state_svg(state)
    assert ("game over" in words(svg)) == over
    assert len(find(svg, "seat")) == seats
    assert len(find(svg, "active")) == (0 if over else 1)


def test_the_end_shows_final_totals_and_winners(usa: Map) -> None:
    players = [player(route_points=11, trains=2), player(route_points=13, trains=0), player()]
    during, after = (
        words(state_svg(fake(usa, players, phase=phase))) for phase in ("choose_action", "terminal")
    )
    assert "11 points, 2 trains" in during
    assert "13 points, 0 trains" in during
    assert "winner" not in during
    assert "-1 points, 2 trains" in after
    assert "seat 1 | winner | 1 point, 0 trains" in after
    assert after.count("winner") == 1
    shared = words(state_svg(fake(usa, [player(), player()], phase="terminal")))
    assert shared.count("winner") == 2


# --- Europe --------------------------------------------------------------------------------------


def test_stations_stand_in_their_cities(europe: Map) -> None:
    """R72: the house of a seat, told by colour and number."""
    players = [player(station_cities=[4, 9]), player(), player(station_cities=[0])]
    svg = state_svg(fake(europe, players))
    houses = find(svg, "station")[:3]
    assert sorted(e.get("class", "") for e in houses) == [
        "station seat-0", "station seat-0", "station seat-2",
    ]  # fmt: skip
    cities = find(svg, "city")
    for house in houses:
        seat = int(house.get("class", "")[-1])
        assert house[0].get("fill") == SEAT_COLORS[seat]
        assert house.findtext(SVG + "text") == str(seat)
        at = next(e for e in house if e.tag == SVG + "circle")
        middles = [(city.get("cx"), city.get("cy")) for city in cities]
        index = middles.index((at.get("cx"), at.get("cy")))
        assert index in players[seat]["station_cities"]
    assert "station" in words(svg)
    assert not find(state_svg(fake(europe)), "station")


def test_a_tunnel_to_pay_glows_and_shows_its_cards(europe: Map) -> None:
    """R62: what was turned up, and how many cards more it takes."""
    state = fake(europe, phase="pay_tunnel", pending_tunnel=TUNNEL)
    svg = state_svg(state)
    (glow,) = find(svg, "highlight")
    route = routes(svg)[9]
    assert glow.get("d", "").startswith("M")
    assert route.get("opacity") is None, "it is not pale like the other free routes"
    turned = find(svg, "turned-card")
    assert [card.get("data-color") for card in turned] == TUNNEL["turned"]
    assert [card.findtext(SVG + "text") for card in turned] == ["R", "B", None]
    assert "seat 1 to pay tunnel, 2 cards more" in words(svg)
    assert not find(state_svg(fake(europe)), "turned")


@pytest.mark.parametrize("tunnels", [False, True])
@pytest.mark.parametrize("ferries", [False, True])
def test_only_what_the_rules_know_is_marked(europe: Map, tunnels: bool, ferries: bool) -> None:
    """R80: in rules without tunnels or ferries such routes are plain ones."""
    svg = state_svg(fake(europe, rules={"tunnels": tunnels, "ferries": ferries}))
    board = [e for number, e in routes(svg).items() if number not in (7, 12)]
    assert any(inside(e, "tunnel") for e in board) == tunnels
    assert any(inside(e, "ferry") for e in board) == ferries
    assert any(inside(e, "locomotive") for e in board) == ferries
    (legend,) = find(svg, "signs")
    texts = {e.text for e in legend.iter(SVG + "text")}
    assert [sign in texts for sign in ("tunnel", "ferry", "locomotive")] == [
        tunnels, ferries, ferries,
    ]  # fmt: skip


def test_width(usa: Map) -> None:
    small, large = (state_svg(fake(usa), width=width) for width in (500, 1200))
    assert small.splitlines()[1:] == large.splitlines()[1:], "the same drawing, scaled"
    assert parse(large).get("width") == "1200"
    for wrong in (0, 99, 20_001, True, 5.5):
        with pytest.raises(
            (TypeError, ValueError), match=r"width must be an integer in 100\.\.20000"
        ):
            state_svg(fake(usa), width=wrong)  # type: ignore[arg-type]


# --- Real states ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["usa", "europe", "iran"])
def test_a_real_game(name: str) -> None:
    """Every state of a game can be drawn, and its picture shows what is on the board."""
    state = ttr.Game(map=name, players=3).new_initial_state(seed=7)
    chance = random.Random(7)
    ply = tunnels = 0
    while not state.is_terminal():
        tunnels += state.phase() == "pay_tunnel"
        if ply % 25 == 0 or state.phase() == "pay_tunnel":
            shows_the_board(state)
        state.apply_action(chance.choice(state.legal_actions()))
        ply += 1
    shows_the_board(state)
    if name == "europe":
        assert tunnels > 0, "else nothing was seen of tunnels that glow"
        assert find(state_svg(state), "station"), "nor of stations"
    assert state_svg(state) == state._repr_svg_() == state_svg(state.clone())
    totals = [score.total for score in state.score_sheet()]
    assert totals != list(state.scores())
    shown = re.findall(r"(-?\d+) points?, \d+ train", words(state_svg(state)))
    assert [int(points) for points in shown] == totals


def test_the_real_rules_say_what_is_marked() -> None:
    """R80: Europe by the rules of the online edition has neither tunnels nor ferries."""
    for rules, marked in (("europe", True), ("online", False)):
        game = ttr.Game(map="europe", players=2, rules=rules)
        svg = state_svg(game.new_initial_state(seed=1))
        assert [bool(find(svg, sign)) for sign in ("tunnel", "ferry", "locomotive")] == [marked] * 3


def test_one_who_resigned() -> None:
    """R94: the seat is marked and does not win; its routes stay on the board."""
    state = ttr.Game(map="iran", players=3, first_seat=0).new_initial_state(seed=7)
    chance = random.Random(7)
    while not state.to_dict()["players"][1]["routes"]:
        state.apply_action(chance.choice(state.legal_actions()))
    state.resign(1)
    svg = state_svg(state)
    assert "seat 1 | resigned" in words(svg)
    assert find(svg, "owned", "seat-1")
    state.resign(2)
    seen = words(state_svg(state))
    assert "seat 0 | winner" in seen
    assert seen.count("resigned") == 2


def shows_the_board(state: ttr.State) -> None:
    svg, facts = state_svg(state), state.to_dict()
    found = routes(svg)
    owners = {route: seat for seat, p in enumerate(facts["players"]) for route in p["routes"]}
    assert {n: e.get("class") for n, e in found.items() if "owned" in e.get("class", "")} == {
        route: f"route owned seat-{seat}" for route, seat in owners.items()
    }
    for number, element in found.items():
        assert len(bars(element)) == 2, number
    houses = sum(len(p["station_cities"]) for p in facts["players"])
    assert len(find(svg, "station")) == houses + (houses > 0), "and one in the legend"
    assert len(find(svg, "highlight")) == (facts["pending_tunnel"] is not None)
