"""Records to text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import ttr_fast
from ttr_fast._core import Rules
from ttr_fast.game import Game
from ttr_fast.records.walk import Walk
from ttr_fast.records.words import FORMAT, fact_of, key_word, quoted

__all__ = ["write_record"]

_FIRST_LINE: Final = "# A game of Ticket to Ride, in the format of docs/game-record.md of ttr_fast."


class Written(Protocol):
    """What of a record is written."""

    @property
    def game(self) -> Game: ...
    @property
    def seed(self) -> int: ...
    @property
    def index(self) -> int: ...
    @property
    def actions(self) -> Sequence[int]: ...
    @property
    def tags(self) -> Mapping[str, str]: ...
    @property
    def comments(self) -> Mapping[int, str]: ...


def write_record(record: Written) -> str:
    walk = Walk(record.game, record.seed, record.index)
    lines = [_FIRST_LINE, *_pairs(_head(record))]
    if record.tags:
        lines += ["", "[tags]", *_pairs(record.tags)]
    lines += ["", "[rules]", *_pairs(record.game.rules.to_dict())]
    lines += ["", "[deal]", *_pairs(_deal(walk))]
    lines += ["", "[turns]", *_turns(record, walk)]
    lines += ["", "[result]", *_pairs(_result(walk))]
    return "\n".join(lines) + "\n"


def _head(record: Written) -> dict[str, Any]:
    game = record.game
    return {
        "format": FORMAT,
        "version": ttr_fast.__version__,
        "map": game.map.name,
        "tickets": game.tickets,
        "fingerprint": game.map.fingerprint,
        "players": game.num_players,
        "first_seat": "seed" if game.first_seat is None else game.first_seat,
        "rules": _nearest_preset(game.rules),
        "seed": record.seed,
        "index": record.index,
    }


def _nearest_preset(rules: Rules) -> str:
    """The edition from which the fewest options differ."""
    options = rules.to_dict()

    def differences(name: str) -> int:
        preset = Rules.preset(name).to_dict()
        return sum(options[option] != preset[option] for option in options)

    return min(Rules.presets(), key=differences)


def _deal(walk: Walk) -> dict[str, Any]:
    seats = range(walk.game.num_players)
    return (
        {"first_seat": walk.first_seat, "row": walk.table["face_up"]}
        | {f"hand_{seat}": walk.hand(seat) for seat in seats}
        | {f"tickets_{seat}": walk.offer(seat) for seat in seats}
    )


def _turns(record: Written, walk: Walk) -> Iterator[str]:
    """A line a turn; a comment within a turn breaks it in two."""
    yield from _comment(record, 0)
    head, moves = "", list[str]()
    for ply, action in enumerate(record.actions, 1):
        before, head = head, f"{walk.turn} seat {walk.seat_of(action)}: "
        if moves and head != before:
            yield before + "; ".join(moves)
            moves = []
        move, fact = quoted(walk.name_of(action)), fact_of(walk.play(action))
        moves.append(f"{move} -> {quoted(fact)}" if fact else move)
        if ply in record.comments:
            yield head + "; ".join(moves)
            moves = []
            yield from _comment(record, ply)
    if moves:
        yield head + "; ".join(moves)


def _comment(record: Written, ply: int) -> Iterator[str]:
    if ply in record.comments:
        for line in record.comments[ply].split("\n"):
            yield f"# {line}" if line else "#"


def _result(walk: Walk) -> dict[str, Any]:
    position = {"position": walk.digest()}
    if not walk.is_over:
        return position
    return {"scores": walk.scores(), "winners": walk.winners()} | position


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{key_word(k)} = {json.dumps(v, ensure_ascii=False)}" for k, v in values.items()]
