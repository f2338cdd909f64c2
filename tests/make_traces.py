"""Writes whole games as text.

There is a file for each built-in map and number of players, by the map's own edition; and with two
players one for the online edition of each other map, and one for each other deck of tickets.

    python tests/make_traces.py            # all files of tests/data/traces
    python tests/make_traces.py usa_3      # prints one

test_traces.py plays the files again: a change of the text is a change of the rules, of the random
streams or of the names of actions, and belongs into the changelog.

The actions follow a rule, made to meet everything and not to win. With the legal actions in
ascending order and t = number of finished turns:

- tickets: the keep-set number p % (number of keep-sets), p = number of the ply;
- a tunnel is paid, by number p of the payments (counted round and round), but declined if it cannot
  be paid or p % 4 == 3;
- every 11th turn (t % 11 == 10), tickets are drawn if there are any;
- every 7th turn (t % 7 == 6), a station is built if one can be: of the ways that complete the most
  tickets, number 11 * p (counted round and round);
- every third turn (t % 3 == 2), and whenever the hand exceeds 24 cards, the seat claims one of the
  longest routes it can pay, number 7 * p of these payments (counted round and round);
- else a card is drawn, number p + t of the draws (counted round and round);
- where that is impossible: action number p of the legal ones (counted round and round).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import ttr_fast as ttr

FOLDER = Path(__file__).parent / "data" / "traces"
SEED = 2004
FACTS_EVERY = 25  # plies between two looks at the table
DRAWS = ("draw_deck", "draw_face_up")


class Trace(NamedTuple):
    """What a file is about."""

    map: str
    players: int
    rules: str | None = None  # the preset; None = the map's own edition
    tickets: str = "base"

    @property
    def name(self) -> str:
        deck = None if self.tickets == "base" else self.tickets
        return "_".join(str(part) for part in (self.map, self.rules, deck, self.players) if part)

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    @property
    def game(self) -> ttr.Game:
        return ttr.Game(self.map, self.players, self.rules, tickets=self.tickets)


def all_traces() -> Iterator[Trace]:
    """Every built-in map with every number of players, every edition and every deck."""
    for name in ttr.Map.builtin_names():
        board = ttr.Map.builtin(name)
        for players in range(2, 6):
            yield Trace(name, players)
        if board.edition != "online":
            yield Trace(name, 2, rules="online")
        for deck in board.decks:
            if deck != "base":
                yield Trace(name, 2, tickets=deck)


def choose(game: ttr.Game, state: ttr.State) -> int:
    """The rule above."""
    legal = state.legal_actions()
    infos = [game.action_info(action) for action in legal]
    d = state.to_dict()
    ply, turn = d["ply"], d["turn"]
    hand = sum(d["players"][d["current_player"]]["hand"].values())
    draws = [a for a, info in zip(legal, infos, strict=True) if info.kind in DRAWS]
    tickets = [a for a, info in zip(legal, infos, strict=True) if info.kind == "draw_tickets"]
    stations = [a for a, info in zip(legal, infos, strict=True) if info.kind == "build_station"]
    claims = [
        (game.map.routes[info.route].length, a)
        for a, info in zip(legal, infos, strict=True)
        if info.kind == "claim" and info.route is not None
    ]
    if turn % 11 == 10 and tickets:
        return tickets[0]
    if turn % 7 == 6 and stations:
        gains = {action: tickets_completed_by(state, action) for action in stations}
        best = [action for action in stations if gains[action] == max(gains.values())]
        return best[11 * ply % len(best)]
    if state.phase() == "pay_tunnel":
        payments = [] if ply % 4 == 3 else legal[:-1]
        return payments[ply % len(payments)] if payments else legal[-1]
    if claims and (turn % 3 == 2 or hand > 24):
        longest = [a for length, a in claims if length == max(claims)[0]]
        return longest[7 * ply % len(longest)]
    if draws:
        return draws[(ply + turn) % len(draws)]
    return legal[ply % len(legal)]


def tickets_completed_by(state: ttr.State, action: int) -> int:
    """How many tickets the seat to move has completed after its action."""
    seat, after = state.current_player(), state.clone()
    after.apply_action(action)
    return len(after.completed_tickets(seat))


def actions_by_rule(game: ttr.Game, seed: int) -> list[int]:
    state = game.new_initial_state(seed, record=True)
    while not state.is_terminal():
        state.apply_action(choose(game, state))
    return state.history()


def render(game: ttr.Game, seed: int, actions: Iterable[int]) -> str:
    """The text of a game."""
    state = game.new_initial_state(seed, record=True)
    lines = [
        "# Made by: python tests/make_traces.py",
        f"map {game.map.name}",
        *([f"tickets {game.tickets}"] if game.tickets != "base" else []),
        f"rules {game.rules!r}",
        f"players {game.num_players}",
        f"first_seat {game.first_seat}",
        f"seed {seed}",
        "",
        *facts(state),
        *(f"  seat {seat} is offered {listed(offered(state, seat))}" for seat in seats(state)),
        "",
    ]
    ply = 0
    for ply, action in enumerate(actions, 1):
        seat, phase = state.current_player(), state.phase()
        drawn = len(state.drawn_cards())
        text = f"{ply} seat {seat} {phase}: {game.action_to_string(action)}"
        state.apply_action(action)
        cards = state.drawn_cards()[drawn:]
        lines.append(text + (f" | off the deck: {' '.join(cards)}" if cards else ""))
        if state.phase() == "choose_tickets":
            lines.append(f"  offered {listed(offered(state, seat))}")
        if state.phase() == "pay_tunnel":
            lines.append(f"  {state.to_dict()['pending_tunnel']['extra']} more to pay")
        if ply % FACTS_EVERY == 0:
            lines += facts(state)
    lines += ["", f"end after {ply} plies", *facts(state), *result(state)]
    return "\n".join(lines) + "\n"


def seats(state: ttr.State) -> range:
    return range(state.game.num_players)


def offered(state: ttr.State, seat: int) -> list[int]:
    tickets: list[int] = state.to_dict()["players"][seat]["offered_tickets"]
    return tickets


def listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def held(counts: dict[str, int]) -> str:
    return " ".join(f"{n} {color}" for color, n in counts.items() if n) or "-"


def facts(state: ttr.State) -> list[str]:
    """What lies on the table, and what each seat holds."""
    d = state.to_dict()
    deck, discard = sum(d["deck"].values()), sum(d["discard"].values())
    row = " ".join(card or "-" for card in d["face_up"])
    lines = [
        f"  turn {d['turn']}, row {row}, deck {deck}, discards {discard}, "
        f"{len(d['ticket_deck'])} tickets, final turns left {d['final_turns_left']}"
    ]
    for seat, player in enumerate(d["players"]):
        lines.append(
            f"  seat {seat}: {player['route_points']} points, {player['trains']} trains, "
            f"tickets {listed(player['tickets'])}, hand {held(player['hand'])}, "
            f"routes {listed(player['routes'])}{stations(state, player)}"
        )
    return lines


def stations(state: ttr.State, player: dict[str, Any]) -> str:
    if state.game.rules.stations_per_player == 0:
        return ""
    return f", stations {listed(player['station_cities'])}, {player['stations_left']} left"


def result(state: ttr.State) -> list[str]:
    columns = ["routes", "tickets", "completed", "failed", "longest", "bonus", "total"]
    if state.game.rules.stations_per_player > 0:
        columns.insert(-1, "stations")
    lines = [f"seat {' '.join(columns)} rank"]
    for seat, row in enumerate(state.score_sheet()):
        values = [getattr(row, column) for column in columns]
        lines.append(f"{seat} {listed(values)} {state.ranks()[seat]}")
        length, walk = state.longest_trail(seat)
        lines.append(f"  longest trail {length}: {listed(walk)}")
        lent = [
            f"{route} at {city}" for city, route in state.borrowed_routes(seat) if route is not None
        ]
        if lent:
            lines.append(f"  lent routes: {', '.join(lent)}")
    lines.append(f"winners {listed(state.winners())}")
    return lines


def trace(one: Trace) -> str:
    return render(one.game, SEED, actions_by_rule(one.game, SEED))


def main(arguments: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for one in all_traces():
        if one.name in arguments:
            print(trace(one), end="")
        elif not arguments:
            one.file.write_text(trace(one), encoding="utf-8", newline="\n")
            print(one.file.name)


if __name__ == "__main__":
    main(sys.argv[1:])
