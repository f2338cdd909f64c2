"""`ttr-fast replay`: a recorded game, turn by turn, or one position of it."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from typing import Any

from ttr_fast._core import State
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.cli.errors import CliError, user_mistakes
from ttr_fast.cli.output import check_picture, opened
from ttr_fast.records import GameRecord
from ttr_fast.records.walk import Walk
from ttr_fast.records.words import fact_of

__all__ = ["add_command"]

_DESCRIPTION = """\
Replays a game written by 'ttr-fast record', by GameRecord.save or by hand, and shows it turn by
turn, or one position of it. A record that does not go here as it says is refused, with the line
where the two part."""

_EPILOG = """\
examples:
  ttr-fast replay game.ttr
  ttr-fast replay game.ttr --ply 40 --svg board.svg"""

_EDGE = 80  # columns of a terminal that a table of turns keeps within

_SHEET = ("routes", "tickets", "completed", "failed", "longest", "bonus", "stations", "total")


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "replay", help="show a recorded game", description=_DESCRIPTION, epilog=_EPILOG
    )
    parser.add_argument("file", metavar="FILE", help="the record (docs/game-record.md)")
    parser.add_argument(
        "--ply",
        type=options.whole(0),
        metavar="N",
        help="show the position after N decisions, from 0, instead of the turns",
    )
    parser.add_argument(
        "--map",
        metavar="PATH",
        help="the .toml or .json file of the map, where it is no built-in one",
    )
    parser.add_argument(
        "--svg", metavar="PATH", help="draw the board at the end, or at --ply, into this .svg file"
    )
    options.add_width(parser)
    options.add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    picture = None if arguments.svg is None else check_picture(arguments.svg)
    board = None if arguments.map is None else options.load_map(arguments.map)
    with user_mistakes():
        try:
            record = GameRecord.load(arguments.file, map=board)
        except OSError as error:
            reason = error.strerror or error
            raise CliError(f"cannot read {arguments.file!r}: {reason}") from error
    count = len(record.actions)
    if arguments.ply is not None and arguments.ply > count:
        raise CliError(f"--ply {arguments.ply}: the game has {count} decisions")
    state = record.replay(arguments.ply)
    if picture is not None:
        from ttr_fast.render import state_svg  # here, since the other commands never draw

        svg = state_svg(state, width=arguments.width)
        with opened(picture) as file:
            file.write(svg.encode())
    if arguments.json:
        print_json(_facts(record, state, arguments))
        return
    _print_head(record)
    if arguments.ply is None:
        print_table(_turn_table(record), left=3)
    else:
        _print_position(record, state, arguments.ply)
    if state.is_terminal():
        print()
        print_table(_sheet(state))
    elif arguments.ply is None:
        print(f"\nnot finished: seat {state.current_player()} to move, {_phase(state)}")
    if picture is not None:
        print(f"\npicture  {arguments.svg}")


def _facts(record: GameRecord, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    game = record.game
    facts: dict[str, Any] = {
        "command": "replay",
        "file": arguments.file,
        "map": game.map.name,
        "tickets": game.tickets,
        "rules": game.rules.to_dict(),
        "players": game.num_players,
        "seed": record.seed,
        "index": record.index,
        "first_seat": game.first_seat,
        "tags": dict(record.tags),
        "decisions": len(record.actions),
        "ply": arguments.ply,
        "svg": arguments.svg,
    }
    if arguments.ply is None:
        facts["turns"] = list(_moves(record))
    if state.is_terminal():
        sheet = [row.to_dict() for row in state.score_sheet()]
        facts |= {"score_sheet": sheet, "ranks": list(state.ranks())}
    return facts | {"position": state.to_dict()}


def _moves(record: GameRecord) -> Iterator[dict[str, Any]]:
    """Every decision, what came to light, the route points after it, and the comment there."""
    walk = Walk(record.game, record.seed, record.index)
    for ply, action in enumerate(record.actions, 1):
        turn, seat, name = walk.turn, walk.seat_of(action), walk.name_of(action)
        facts = walk.play(action)
        points = [player["route_points"] for player in walk.table["players"]]
        yield {
            "turn": turn, "seat": seat, "action": action, "name": name, "facts": facts,
            "points": points, "comment": record.comments.get(ply),
        }  # fmt: skip


def _turn_table(record: GameRecord) -> list[list[str]]:
    """A row for each decision; what is long, tickets and comments have more rows below it."""
    room = _EDGE - len("turn  seat    ") - len("123:") * record.game.num_players

    def folded(text: str) -> list[str]:
        return textwrap.wrap(
            text, room, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )

    def comment(text: str | None) -> list[list[str]]:
        lines = [] if text is None else text.split("\n")
        return [["", "", part, ""] for line in lines for part in folded(f"# {line}")]

    rows = [["turn", "seat", "what happened", "points"]]
    rows += comment(record.comments.get(0))
    before: tuple[int, int] | None = None
    for move in _moves(record):
        now = move["turn"], move["seat"]
        head = ["", ""] if now == before else [str(now[0]), str(now[1])]
        before, facts, below = now, move["facts"], []
        if move["name"].startswith(("draw tickets", "keep ")):
            facts, below = [], facts
        what = f"{move['name']} -> {fact_of(facts)}" if facts else move["name"]
        first, *more = folded(what)
        rows.append([*head, first, ":".join(map(str, move["points"]))])
        rows += [["", "", line, ""] for line in more]
        rows += [["", "", f"  {ticket}", ""] for ticket in below]
        rows += comment(move["comment"])
    return rows


def _print_head(record: GameRecord) -> None:
    game = record.game
    deck = "" if game.tickets == "base" else f", tickets {game.tickets}"
    print(f"{game.map.title}{deck}, {game.num_players} players")
    print(f"game {record.index} of seed {record.seed}, {len(record.actions)} decisions")
    for name, value in record.tags.items():
        print(f"{name}: {value}")
    print()


def _print_position(record: GameRecord, state: State, ply: int) -> None:
    table = state.to_dict()
    deck, discards = (sum(table[pile].values()) for pile in ("deck", "discard"))
    print(f"after {ply} of {len(record.actions)} decisions: {_to_move(state)}")
    print("row      " + " ".join(card or "-" for card in table["face_up"]))
    print(f"piles    {deck} in the deck, {discards} discards, {len(table['ticket_deck'])} tickets")
    print()
    players = table["players"]
    rows = [["", *(f"seat {seat}" for seat in range(len(players)))]]
    for label, key in (("route points", "route_points"), ("trains", "trains")):
        rows.append([label, *(str(player[key]) for player in players)])
    if record.game.rules.stations_per_player:
        rows.append(["stations left", *(str(player["stations_left"]) for player in players)])
    rows.append(["routes", *(str(len(player["routes"])) for player in players)])
    rows.append(["cards", *(str(sum(player["hand"].values())) for player in players)])
    for color in players[0]["hand"]:
        rows.append([f"  {color}", *(str(player["hand"][color] or "-") for player in players)])
    print_table(rows)
    tickets = [ticket for seat in range(len(players)) for ticket in _tickets(state, seat)]
    if tickets:
        print()
        print_table([["seat", "ticket", "", "points"], *tickets], left=3)


def _tickets(state: State, seat: int) -> Iterator[list[str]]:
    """The rows of a seat's tickets."""
    game, player = state.game, state.to_dict()["players"][seat]
    complete, points = state.completed_tickets(seat), game._ticket_points()
    for key, mark in (("tickets", ""), ("offered_tickets", "offered")):
        for number in player[key]:
            ticket = game.map.tickets[number]
            state_of = "complete" if key == "tickets" and number in complete else mark
            yield [str(seat), f"{ticket.a}-{ticket.b}", state_of, str(points[number])]


def _to_move(state: State) -> str:
    if state.is_terminal():
        return "the game is over"
    return f"seat {state.current_player()} to move, {_phase(state)}"


def _phase(state: State) -> str:
    return state.phase().replace("_", " ")


def _sheet(state: State) -> list[list[str]]:
    sheet = state.score_sheet()
    with_stations = state.game.rules.stations_per_player > 0
    names = [name for name in _SHEET if name != "stations" or with_stations]
    rows = [["final score", *(f"seat {seat}" for seat in range(len(sheet)))]]
    rows += [[name, *(str(getattr(row, name)) for row in sheet)] for name in names]
    return [*rows, ["rank", *map(str, state.ranks())]]
