"""Positions, moves and games for the tests of the rules, through the public API alone.

A test says what matters to it; everything else follows. All 110 cards and all tickets are always
somewhere, because a position in which they are not is refused.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import ttr_fast as ttr

LOCO = "locomotive"
PLAIN = ttr.COLORS[:8]
ALL_CARDS = dict.fromkeys(PLAIN, 12) | {LOCO: 14}
PLAIN_ROW = ("red", "orange", "yellow", "green", "blue")

Cards = Mapping[str, int] | Iterable[str]

# --- Positions -----------------------------------------------------------------------------------


def counts(cards: Cards = ()) -> dict[str, int]:
    """Cards as `State.to_dict` counts them: from names, or from some of the counts."""
    return dict.fromkeys(ttr.COLORS, 0) | dict(Counter(cards))


def position_dict(
    game: ttr.Game,
    *,
    seat: int = 0,
    hands: Mapping[int, Cards] | None = None,
    face_up: Iterable[str | None] = (),
    deck: Cards = (),
    discard: Cards = (),
    rest: str = "hand",
    routes: Mapping[int, Iterable[int]] | None = None,
    tickets: Mapping[int, Iterable[int]] | None = None,
    ticket_deck: Iterable[int] | None = None,
    stations: Mapping[int, Iterable[str]] | None = None,
    resigned: Iterable[int] = (),
    tunnel: Mapping[str, Any] | None = None,
    phase: str | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """The dict of a consistent position.

    Cards not named go to the hand of the last seat (`rest="hand"`) or into the deck. Tickets not
    named lie in the ticket deck; if `ticket_deck` is given, the last seat holds them. Long tickets
    not named are out of the game, unless the rules mix them with the others. `stations` are names
    of cities. `tunnel` is a pending tunnel without its `extra`; the cards laid for it come from
    nowhere, those turned up lie in the discards. The final round is on, with a turn for every
    active seat, if somebody has few enough trains. `fields` replace what else the dict holds.
    """
    n, rules = game.num_players, game.rules
    held = {s: counts((hands or {}).get(s, ())) for s in range(n)}
    row = list(face_up)
    piles = {"deck": counts(deck), "discard": counts(discard)}
    pending, aside = pending_tunnel(game, tunnel)
    if pending is not None:
        for card in pending["turned"]:
            piles["discard"][card] += 1
    away = Counter(card for card in row if card is not None) + aside
    left = {
        color: number - away[color] - sum(pile[color] for pile in (*piles.values(), *held.values()))
        for color, number in ALL_CARDS.items()
    }
    assert min(left.values()) >= 0, f"more cards than there are: {left}"
    target = held[n - 1] if rest == "hand" else piles["deck"]
    for color, number in left.items():
        target[color] += number

    own = {s: sorted((tickets or {}).get(s, ())) for s in range(n)}
    named = {t for some in own.values() for t in some}
    free = [
        number
        for number, ticket in enumerate(game.map.tickets)
        if number not in named and (rules.long_tickets == "mixed" or not ticket.long)
    ]
    if ticket_deck is None:
        pile = free
    else:
        pile = list(ticket_deck)
        own[n - 1] = sorted([*own[n - 1], *(t for t in free if t not in pile)])

    players = []
    for s in range(n):
        claimed = sorted((routes or {}).get(s, ()))
        spaces = sum(game.map.routes[r].length for r in claimed)
        players.append(
            {
                "hand": held[s],
                "trains": rules.trains_per_player - spaces,
                "tickets": own[s],
                "routes": claimed,
                "station_cities": list((stations or {}).get(s, ())),
                "resigned": s in set(resigned),
            }
        )
    ends = min(p["trains"] for p in players) <= rules.final_round_threshold
    active = n - sum(p["resigned"] for p in players)
    if phase is None:
        phase = "choose_action" if pending is None else "pay_tunnel"
    return {
        "current_player": ttr.TERMINAL if phase == "terminal" else seat,
        "phase": phase,
        "pending_tunnel": pending,
        **piles,
        "face_up": row,
        "ticket_deck": pile,
        "unseen_tickets": 0,
        "final_turns_left": active if ends else None,
        "players": players,
    } | fields


def pending_tunnel(
    game: ttr.Game, tunnel: Mapping[str, Any] | None
) -> tuple[dict[str, Any] | None, Counter[str]]:
    """The entry of a dict, and the cards laid: those not of the colour are locomotives."""
    if tunnel is None:
        return None, Counter()
    entry = {"color": None, "locomotives": 0, "turned": []} | dict(tunnel)
    length, color = game.map.routes[entry["route"]].length, entry["color"]
    if color is None:
        entry["locomotives"] = length
    laid = Counter({LOCO: entry["locomotives"]})
    if color is not None:
        laid[color] = length - entry["locomotives"]
    return {"extra": sum(card in (color, LOCO) for card in entry["turned"])} | entry, laid


def position(game: ttr.Game, **given: Any) -> ttr.State:
    """A position; the arguments are those of `position_dict`."""
    return game.state_from_dict(position_dict(game, **given))


def final_position(game: ttr.Game, **given: Any) -> ttr.State:
    """A finished game: all active seats have passed."""
    active = game.num_players - len(set(given.get("resigned", ())))
    return position(game, **given, phase="terminal", consecutive_passes=active)


def open_position(game: ttr.Game, **given: Any) -> ttr.State:
    """A position with five plain cards face-up, two of each plain kind given to nobody by name."""
    return position(game, **({"face_up": PLAIN_ROW, "rest": "deck"} | given))


# --- Routes and maps -----------------------------------------------------------------------------


def find_route(
    board: ttr.Map, a: str, b: str, color: str | None = None, besides: Iterable[int] = ()
) -> int:
    """The first route between two cities that is not among `besides`."""
    return next(r for r in board.find_routes(a, b, color) if r not in set(besides))


def numbers_of(board: ttr.Map, listed: Iterable[Iterable[Any]]) -> list[int]:
    """Route numbers of entries [city, city, colour, length], a new one for every entry."""
    found: list[int] = []
    for a, b, color, length in listed:
        number = find_route(board, a, b, color, found)
        assert board.routes[number].length == length
        found.append(number)
    return found


def routes_with_spaces(board: ttr.Map, spaces: int, avoid: Iterable[int] = ()) -> list[int]:
    """Routes without twins, not among `avoid`, that have so many spaces in all."""
    reached: dict[int, list[int]] = {0: []}
    for number, route in enumerate(board.routes):
        if board.twins(number) or number in set(avoid):
            continue
        for total in sorted(reached, reverse=True):
            reached.setdefault(total + route.length, [*reached[total], number])
    return reached[spaces]


def line_map(
    lengths: Iterable[int],
    tickets: Iterable[tuple[int, int, int]] = (),
    color: str = "gray",
    **changes: Any,
) -> ttr.Map:
    """Cities c0, c1, ... in a line; route i joins city i and i + 1; tickets by city numbers."""
    lengths = list(lengths)
    return ttr.Map(
        **{
            "name": "line",
            "cities": [ttr.map.City(f"c{i}") for i in range(len(lengths) + 1)],
            "routes": [
                ttr.map.Route(f"c{i}", f"c{i + 1}", length, color)
                for i, length in enumerate(lengths)
            ],
            "tickets": [ttr.map.Ticket(f"c{a}", f"c{b}", points) for a, b, points in tickets],
        }
        | changes
    )


def graph_map(
    edges: Iterable[tuple[str, str, int]],
    tickets: Iterable[tuple[str, str, int]] = (),
    **changes: Any,
) -> ttr.Map:
    """Gray routes (city, city, length) between cities named by them."""
    edges, tickets = list(edges), list(tickets)
    names = dict.fromkeys(
        [c for a, b, _ in edges for c in (a, b)] + [c for a, b, _ in tickets for c in (a, b)]
    )
    return ttr.Map(
        **{
            "name": "graph",
            "cities": [ttr.map.City(name) for name in names],
            "routes": [ttr.map.Route(a, b, length, "gray") for a, b, length in edges],
            "tickets": [ttr.map.Ticket(*ticket) for ticket in tickets],
        }
        | changes
    )


FEW_TICKETS = {"initial_tickets_dealt": 1, "initial_tickets_keep_min": 1}
"""Rules for maps with fewer tickets than the printed deal needs."""


# --- Moves ---------------------------------------------------------------------------------------


def act(state: ttr.State, *names: str) -> ttr.State:
    """Plays actions by name and gives the state back."""
    for name in names:
        state.apply_action(state.game.string_to_action(name))
    return state


def legal_names(state: ttr.State) -> set[str]:
    return {state.game.action_to_string(a) for a in state.legal_actions()}


def legal_infos(state: ttr.State) -> list[ttr.ActionInfo]:
    return [state.game.action_info(a) for a in state.legal_actions()]


def legal_kinds(state: ttr.State) -> set[str]:
    return {info.kind for info in legal_infos(state)}


def payment_of(game: ttr.Game, info: ttr.ActionInfo) -> dict[str, int]:
    """The cards that a claim or a station takes."""
    assert info.cards is not None
    assert info.locomotives is not None
    if info.route is not None:
        assert info.cards + info.locomotives == game.map.routes[info.route].length
    paid = {LOCO: info.locomotives} if info.locomotives else {}
    if info.color is not None:
        paid[info.color] = info.cards
    else:
        assert info.cards == 0
    return paid


def claims(state: ttr.State, route: int | None = None) -> dict[int, dict[str, int]]:
    """Legal claims, of one route or of all: payment by action."""
    infos = {a: state.game.action_info(a) for a in state.legal_actions()}
    return {
        a: payment_of(state.game, info)
        for a, info in infos.items()
        if info.kind == "claim" and route in (None, info.route)
    }


def payments(state: ttr.State, route: int) -> list[dict[str, int]]:
    """The payments offered for a route, in a fixed order."""
    return sorted(claims(state, route).values(), key=sorted_items)


def sorted_items(d: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(d.items())


def claimable(state: ttr.State) -> set[int]:
    """Routes that the seat to move may claim."""
    return {info.route for info in legal_infos(state) if info.route is not None}


def claim(state: ttr.State, route: int, **payment: int) -> ttr.State:
    """Claims a route with exactly these cards; with the first payment offered if none is given."""
    for action, offered in claims(state, route).items():
        if not payment or offered == payment:
            state.apply_action(action)
            return state
    raise AssertionError(f"route {route} cannot be claimed with {payment}")


def station_payments(state: ttr.State, city: str) -> list[dict[str, int]]:
    """The payments offered for a station in a city, in a fixed order."""
    number = state.game.map.city_index(city)
    infos = [info for info in legal_infos(state) if info.kind == "build_station"]
    offered = [payment_of(state.game, info) for info in infos if info.city == number]
    return sorted(offered, key=sorted_items)


def station_cities(state: ttr.State) -> set[str]:
    """Cities where the seat to move may build a station."""
    infos = legal_infos(state)
    return {state.game.map.cities[info.city].name for info in infos if info.city is not None}


def tunnel_payments(state: ttr.State) -> set[tuple[int, int]]:
    """What may be paid for the pending tunnel: cards of the colour laid, and locomotives."""
    assert state.phase() == "pay_tunnel"
    infos = [info for info in legal_infos(state) if info.kind == "pay_tunnel"]
    return {(info.cards or 0, info.locomotives or 0) for info in infos}


def keep_all(state: ttr.State) -> ttr.State:
    """Every seat keeps all its first tickets, so that the first turn begins."""
    while state.phase() == "choose_initial_tickets":
        state.apply_action(state.legal_actions()[-1])
    return state


def hand(state: ttr.State, seat: int) -> dict[str, int]:
    """The cards a seat holds, without the zeros."""
    return nonzero(state.to_dict()["players"][seat]["hand"])


def nonzero(cards: Mapping[str, int]) -> dict[str, int]:
    return {color: number for color, number in cards.items() if number}


# --- Games ---------------------------------------------------------------------------------------

Chooser = Callable[[ttr.State, list[int], random.Random], int]


def any_action(state: ttr.State, legal: list[int], rng: random.Random) -> int:
    return legal[rng.randrange(len(legal))]


def claims_last(game: ttr.Game) -> Chooser:
    """Somebody who claims only when nothing else is legal (F27)."""
    kinds = [game.action_info(a).kind for a in range(game.num_distinct_actions())]

    def choose(state: ttr.State, legal: list[int], rng: random.Random) -> int:
        others = [a for a in legal if kinds[a] != "claim"]
        return any_action(state, others or legal, rng)

    return choose


def play(
    state: ttr.State, rng: random.Random, limit: int = 100_000, choose: Chooser = any_action
) -> list[int]:
    """Plays at most `limit` decisions in place; the actions taken."""
    taken: list[int] = []
    while len(taken) < limit and not state.is_terminal():
        action = choose(state, state.legal_actions(), rng)
        state.apply_action(action)
        taken.append(action)
    return taken


def walk(
    game: ttr.Game, games: int, seed: int = 0, choose: Chooser = any_action
) -> Iterator[ttr.State]:
    """The one state of each game, before every decision and at the end."""
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.new_initial_state(seed, number)
        yield state
        while not state.is_terminal():
            state.apply_action(choose(state, state.legal_actions(), rng))
            yield state


def everything(state: ttr.State) -> tuple[Any, ...]:
    """All that can be seen of a state, to find out whether it has changed."""
    return (
        state.hash(),
        state.to_dict(),
        state.legal_actions(),
        state.legal_actions_mask().tobytes(),
        state.current_player(),
        state.phase(),
        state.returns(),
        state.scores(),
        state.serialize(),
    )


# --- Fresh processes -----------------------------------------------------------------------------


def run_python(code: str, *args: str, timeout: float = 120, **env: str) -> str:
    """What a script prints in a fresh interpreter that finds the same package."""
    package = Path(ttr.__file__).resolve().parents[1]
    path = os.pathsep.join([str(package), str(Path(__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        env=os.environ | {"PYTHONPATH": path} | env,
        capture_output=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr.decode(errors='replace')}"
    return done.stdout.decode()


def widened_usa() -> ttr.Map:
    """usa with routes between cities that have none: more than the narrow shape holds."""
    board = ttr.Map.builtin("usa").to_dict()
    names = [city.name for city in ttr.Map.builtin("usa").cities]
    known = {frozenset((route["a"], route["b"])) for route in board["routes"]}
    more = [(a, b) for i, a in enumerate(names) for b in names[:i] if {a, b} not in known][:60]
    board["routes"] += [{"a": a, "b": b, "length": 2, "color": "gray"} for a, b in more]
    return ttr.Map.from_dict(board)
