"""What an observation tells: nothing that the seat cannot know, and everything that it may."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from builders import LOCO, PLAIN_ROW, open_position, position, routes_with_spaces, walk

import ttr_fast as ttr

Dict = dict[str, Any]
GAMES = [
    ttr.Game("usa", 2),
    ttr.Game("usa", 4),
    ttr.Game("iran", 3),
    ttr.Game("europe", 2),
    ttr.Game("europe", 5),
    ttr.Game("europe", 3, tickets="expanded"),
    ttr.Game("usa", 3, tickets="mega"),
]
KINDS = [
    f"{view}_{kind}"
    for view in ("observation", "information_state")
    for kind in ("tensor", "bytes", "string")
]


def names(game: ttr.Game) -> str:
    return f"{game.map.name}-{game.num_players}-{game.tickets}"


def views(state: ttr.State, seat: int) -> dict[str, bytes | str]:
    """All that the seat is told, in every form."""
    seen: dict[str, bytes | str] = {}
    for kind in KINDS:
        told = getattr(state, kind)(seat)
        seen[kind] = told if isinstance(told, str) else told.tobytes()
    return seen


# --- What must not show --------------------------------------------------------------------------


def others(d: Dict, seat: int) -> list[Dict]:
    return [p for s, p in enumerate(d["players"]) if s != seat]


def swap_cards(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    """A card that nobody knows of in another hand and one of the deck, or of a third hand."""
    hidden = [
        (p["hand"], color)
        for p in others(d, seat)
        for color in ttr.COLORS
        if p["hand"][color] > p["known_hand"][color]
    ]
    there = [(d["deck"], color) for color in ttr.COLORS if d["deck"][color]] + hidden
    if not hidden:
        return
    (one, a), (two, b) = rng.choice(hidden), rng.choice(there)
    one[a] -= 1
    two[b] -= 1
    one[b] += 1
    two[a] += 1


def swap_tickets(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    """A ticket of another seat and one that nobody has seen, or one of a third seat's."""
    located = d["memory"]["players"][seat]["located"]
    apart = game.rules.long_tickets == "apart"

    def is_long(ticket: int) -> bool:
        return apart and game.map.tickets[ticket].long

    places = [
        (tickets, i)
        for p in others(d, seat)
        for tickets in (p["tickets"], p["offered_tickets"])
        for i in range(len(tickets))
    ] + [(d["ticket_deck"], i) for i in range(d["unseen_tickets"])]
    places = [(tickets, i) for tickets, i in places if tickets[i] not in located]
    if len(places) < 2:
        return
    (one, i), (two, k) = rng.sample(places, 2)
    if is_long(one[i]) == is_long(two[k]):
        one[i], two[k] = two[k], one[i]


def reorder_deck(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    top = d["ticket_deck"][: d["unseen_tickets"]]
    rng.shuffle(top)
    d["ticket_deck"][: len(top)] = top


def choose_otherwise(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    """Q10: during the initial choice another seat has kept one ticket less."""
    if d["phase"] != "choose_initial_tickets":
        return
    for s, p in enumerate(d["players"]):
        memory = d["memory"]["players"][s]
        if s != seat and not p["resigned"] and len(p["tickets"]) > 1 and rng.random() < 0.7:
            ticket = p["tickets"].pop()
            memory["initial_kept"] -= 1
            memory["located"].append(ticket)
            long = game.rules.long_tickets == "apart" and game.map.tickets[ticket].long
            if game.rules.initial_tickets_return == "bottom" and not long:
                d["ticket_deck"].append(ticket)
                d["memory"]["ticket_blocks"].append(len(d["ticket_deck"]) - 1)


def other_chance(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    d["seed"], d["game_index"] = rng.getrandbits(64), rng.getrandbits(64)
    d["chance_position"] = rng.getrandbits(20)


def other_memories(game: ttr.Game, d: Dict, seat: int, rng: random.Random) -> None:
    """What the others remember of what the seat cannot see."""
    memory = d["memory"]
    for s in range(game.num_players):
        if s == seat:
            continue
        player = d["players"][s]
        mine = {c: n - player["known_hand"][c] for c, n in player["hand"].items()}
        if game.num_players == 2:
            mine = memory["players"][seat]["counted"]
        # No less than follows from what all know.
        least = {c: max(0, n - mine[c]) for c, n in memory["in_hands"].items()}
        memory["players"][s] |= {"counted": least, "located": []}


SECRETS = [
    swap_cards,
    swap_tickets,
    reorder_deck,
    choose_otherwise,
    other_chance,
    other_memories,
]


def scrambled(
    game: ttr.Game, d: Dict, seat: int, rng: random.Random
) -> Iterator[tuple[str, ttr.State]]:
    """Positions that the seat cannot tell from this one; what leads to none is left out."""
    for secret in SECRETS:
        now = copy.deepcopy(d)
        for _ in range(3):
            before = copy.deepcopy(now)
            secret(game, now, seat, rng)
            other_memories(game, now, seat, rng)
            try:
                state = game.state_from_dict(now)
            except ValueError:
                state = None
            # The seat is sure of more than this?
            if state is None or state.to_dict()["memory"] != now["memory"]:
                now = before
                continue
            yield secret.__name__, state


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_R14_Q10_nothing_hidden_changes_what_a_seat_sees(game: ttr.Game) -> None:
    rng = random.Random(names(game))
    changed = dict.fromkeys([secret.__name__ for secret in SECRETS], 0)
    for state in walk(game, 4, seed=9):
        initial = state.phase() == "choose_initial_tickets"
        if not initial and rng.random() > 0.08:
            continue
        seat = rng.randrange(game.num_players)
        d = state.to_dict()
        told = views(state, seat)
        for secret, other in scrambled(game, d, seat, rng):
            assert views(other, seat) == told, secret
            changed[secret] += other.to_dict() != d
    assert min(changed.values()) > 5, changed


def test_Q10_the_others_see_neither_what_is_kept_nor_the_size_of_the_deck() -> None:
    game = ttr.Game("usa", 3)
    seen = set()
    for action in game.new_initial_state(2).legal_actions():
        state = game.new_initial_state(2)
        state.apply_action(action)
        seen.add(tuple(views(state, 2).items()))
    assert len(seen) == 1
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert "num_tickets: 2 3 2\n" in state.observation_string(2)  # all have chosen
    assert "ticket_deck_size: 23\n" in state.observation_string(2)


# --- What must show ------------------------------------------------------------------------------

USA, EUROPE = ttr.Game("usa", 3), ttr.Game("europe", 3)
TUNNEL = next(
    r for r, route in enumerate(EUROPE.map.routes) if route.tunnel and route.color == "gray"
)
NO_MEMORY: Dict = {
    "in_hands": dict.fromkeys(ttr.COLORS, 0),
    "ticket_blocks": [],
    "players": [
        {"counted": dict.fromkeys(ttr.COLORS, 0), "fresh": 0, "initial_kept": 2, "located": []}
        for _ in range(3)
    ],
}
TICKETS = {0: [0, 1], 1: [2, 3], 2: [4, 5]}


def usa(**given: Any) -> ttr.State:
    hands = {0: {"red": 3, "blue": 1}, 1: {"green": 2, "pink": 2}, 2: {"white": 4}}
    return open_position(USA, **({"hands": hands, "tickets": TICKETS} | given))


def europe(**given: Any) -> ttr.State:
    return open_position(EUROPE, **({"tickets": TICKETS} | given))


def tunnel(color: str | None = "red", **given: Any) -> ttr.State:
    turned = given.pop("turned", ["red", "red", "blue"])
    entry = {"route": given.pop("route", TUNNEL), "color": color, "turned": turned} | given
    return europe(tunnel=entry)


def remembering(seat: int = 0, **given: Any) -> ttr.State:
    """What that seat remembers, or all (keys of the memory itself)."""
    memory = copy.deepcopy(NO_MEMORY)
    deck = list(range(6, 30))
    own = {key: given.pop(key) for key in list(given) if key in memory["players"][0]}
    memory["players"][seat] |= own
    memory |= {key: given.pop(key) for key in list(given) if key in memory}
    return usa(ticket_deck=deck, memory=memory, **given)


def all_counting(in_hands: dict[str, int]) -> ttr.State:
    """Two seats have counted a green card of the third."""
    memory = copy.deepcopy(NO_MEMORY) | {"in_hands": in_hands}
    for seat in (0, 2):
        memory["players"][seat]["counted"] = cards(green=1)
    return usa(ticket_deck=list(range(6, 30)), memory=memory)


def cards(**some: int) -> dict[str, int]:
    return dict.fromkeys(ttr.COLORS, 0) | some


def long_game(game: ttr.Game, **fields: Any) -> ttr.State:
    """Somebody has few trains left: the final round is on."""
    spaces = routes_with_spaces(game.map, 43)
    return open_position(game, routes={1: spaces}, tickets=TICKETS, **fields)


# slice that must differ, one state, another
SHOWN: list[tuple[str, Callable[[], ttr.State], Callable[[], ttr.State]]] = [
    ("to_move", usa, lambda: usa(seat=2)),
    ("first_seat", usa, lambda: usa(first_seat=1)),
    ("turn", usa, lambda: usa(turn=300)),
    ("phase", usa, lambda: usa(phase="draw_second_card")),
    ("consecutive_passes", usa, lambda: usa(consecutive_passes=1)),
    ("final_round", usa, lambda: long_game(USA)),
    (
        "final_turns_left",
        lambda: long_game(USA),
        lambda: long_game(USA, final_turns_left=1),
    ),
    ("face_up", usa, lambda: usa(face_up=(*PLAIN_ROW[:4], LOCO))),
    ("discard", usa, lambda: usa(discard={"red": 1})),
    ("deck_size", usa, lambda: usa(discard={"red": 1})),
    ("ticket_deck_size", usa, lambda: usa(tickets={**TICKETS, 1: [2, 3, 6]})),
    ("num_tickets", usa, lambda: usa(tickets={**TICKETS, 1: [2, 3, 6]})),
    ("hand_size", usa, lambda: usa(hands={0: {"red": 3, "blue": 1}, 1: {"green": 2}})),
    ("known_hand", usa, lambda: known(usa(), 1, green=1)),
    ("known_hand", usa, lambda: known(usa(), 0, red=1)),
    ("trains", usa, lambda: usa(routes={1: [0]})),
    ("route_points", usa, lambda: usa(routes={1: [0]})),
    ("routes", lambda: usa(routes={1: [0]}), lambda: usa(routes={2: [0]})),
    ("open_routes", usa, lambda: usa(routes={1: [0]})),
    ("resigned", usa, lambda: usa(resigned=[2])),
    ("hand", usa, lambda: usa(hands={0: {"red": 2, "blue": 2}, 1: {"green": 2, "pink": 2}})),
    ("tickets", usa, lambda: usa(tickets={**TICKETS, 0: [0, 7]})),
    ("offered_tickets", lambda: choosing(0, [6, 7]), lambda: choosing(0, [7, 6])),
    ("offered_tickets", lambda: choosing(0, [6, 7]), lambda: choosing(0, [6, 8])),
    ("num_offered", lambda: choosing(1, [6, 7]), lambda: choosing(1, [6])),
    ("stations", europe, lambda: europe(stations={1: ["Paris"]})),
    ("stations_left", europe, lambda: europe(stations={1: ["Paris"]})),
    (
        "stations",
        lambda: europe(stations={1: ["Paris"]}),
        lambda: europe(stations={2: ["Paris"]}),
    ),
    ("tunnel_color", tunnel, lambda: tunnel("blue", turned=["blue", "blue", "red"])),
    ("tunnel_locomotives", tunnel, lambda: tunnel(locomotives=1)),
    ("tunnel_extra", tunnel, lambda: tunnel(turned=["red", "green", "blue"])),
    ("tunnel_turned", tunnel, lambda: tunnel(turned=["red", LOCO, "blue"])),
    ("tunnel_route", tunnel, lambda: tunnel(route=other_tunnel())),
    ("counted", remembering, lambda: remembering(counted=cards(green=1))),
    ("in_hands", lambda: all_counting(cards()), lambda: all_counting(cards(green=1))),
    ("fresh", remembering, lambda: remembering(1, fresh=2)),
    ("initial_kept", remembering, lambda: remembering(1, initial_kept=1)),
    ("unseen_tickets", remembering, lambda: remembering(unseen_tickets=4)),
    ("ticket_blocks", remembering, lambda: remembering(ticket_blocks=[5])),
    ("located_tickets", remembering, lambda: remembering(located=[9])),
    ("located_positions", remembering, lambda: remembering(located=[9])),
    ("located_held", remembering, lambda: remembering(located=[3])),
]
MEMORY = [part.name for part in USA.information_state_spec()[len(USA.observation_spec()) :]]


def known(state: ttr.State, seat: int, **some: int) -> ttr.State:
    d = state.to_dict()
    d["players"][seat]["known_hand"] = cards(**some)
    d["memory"] = None
    return state.game.state_from_dict(d)


def choosing(seat: int, offered: list[int]) -> ttr.State:
    d = usa(seat=seat).to_dict()
    d["phase"] = "choose_tickets"
    d["memory"] = None
    d["players"][seat]["offered_tickets"] = offered
    d["ticket_deck"] = [t for t in d["ticket_deck"] if t not in offered]
    return USA.state_from_dict(d)


def other_tunnel() -> int:
    first = EUROPE.map.routes[TUNNEL]
    return next(
        r
        for r, route in enumerate(EUROPE.map.routes)
        if route.tunnel and r != TUNNEL and (route.length, route.color) == (first.length, "gray")
    )


@pytest.mark.parametrize("number", range(len(SHOWN)), ids=lambda i: f"{i}-{SHOWN[i][0]}")
def test_R14_whatever_the_seat_may_know_changes_what_it_sees(number: int) -> None:
    name, make, make_other = SHOWN[number]
    one, two = make(), make_other()
    first, second = views(one, 0), views(two, 0)
    differs = {kind for kind in KINDS if first[kind] != second[kind]}
    assert differs == {kind for kind in KINDS if name not in MEMORY or "information" in kind}
    part = next(p for p in one.game.information_state_spec() if p.name == name)
    for kind in ("information_state_tensor", "information_state_bytes"):
        values = [part.of(getattr(s, kind)(0)).tolist() for s in (one, two)]
        assert values[0] != values[1]
    lines = [
        next(x for x in s.information_state_string(0).split("\n") if x.startswith(f"{name}:"))
        for s in (one, two)
    ]
    assert lines[0] != lines[1]


def test_every_slice_is_shown_to_change() -> None:
    parts = {p.name for game in (USA, EUROPE) for p in game.information_state_spec()}
    # The seat itself, and what follows from routes and tickets: R98 in test_observation.
    assert parts - {name for name, *_ in SHOWN} == {"seat", "completed_tickets"}
    state = position(USA)
    assert views(state, 0) != views(state, 1)


def test_Q10_a_seat_that_resigns_after_its_choice_does_not_show_it() -> None:
    game = ttr.Game("usa", players=3)
    seen = set()
    for keep in ("keep 0 1", "keep 0 1 2"):
        state = game.new_initial_state(seed=0)
        state.apply_action(game.string_to_action(keep))
        state.resign(0)
        seen.add(state.information_state_string(1))
        for seed in range(20):
            seen.add(state.resample_from_infostate(1, seed).information_state_string(1))
    assert len(seen) == 1
