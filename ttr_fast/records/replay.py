"""The lines of [turns], played move by move and compared with what the game says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ttr_fast._map_entries import did_you_mean
from ttr_fast._words import show
from ttr_fast.records.errors import RecordError
from ttr_fast.records.walk import RESIGN, Walk
from ttr_fast.records.words import Move, check_text, fact_of, split_moves

__all__ = ["play_turns"]

_HEAD: Final = re.compile(r"\s*([0-9]{1,6})\s+seat\s+([0-9]{1,2})\s*:")
_FEW: Final = 12  # legal actions that a message lists


def play_turns(
    lines: Iterable[tuple[int, str]], walk: Walk, other: str
) -> tuple[list[int], dict[int, str]]:
    """Plays numbered lines of turns; the actions, and the comments by the actions before them.

    `other` ends every message about a game that goes otherwise here.
    """
    actions: list[int] = []
    comments: dict[int, list[str]] = {}
    for number, line in lines:
        if line.lstrip().startswith("#"):
            comment: str | None = line.lstrip()[1:]
        else:
            comment = _play_line(line, number, walk, other, actions)
        if comment is not None:
            try:
                check_text("a comment", comment)
            except ValueError as error:
                raise RecordError(str(error), number) from error
            comments.setdefault(len(actions), []).append(comment.removeprefix(" "))
    return actions, {ply: "\n".join(parts) for ply, parts in comments.items()}


def _play_line(line: str, number: int, walk: Walk, other: str, actions: list[int]) -> str | None:
    """Plays the moves of a line; its comment, if it has one."""
    if (head := _HEAD.match(line)) is None:
        raise RecordError(
            "a line of [turns] looks like '12 seat 0: draw red -> blue; draw deck -> pink',"
            f" not {show(line.strip())}",
            number,
        )
    turn, seat = int(head[1]), int(head[2])
    moves, comment = split_moves(line, head.end(), number)
    for move in moves:
        action = _action(move, turn, seat, number, walk, other)
        try:
            fact = fact_of(walk.play(action))
        except ValueError as error:
            raise RecordError(_refusal(move, walk, error) + other, number, move.column) from error
        if move.fact is not None and " ".join(move.fact.split()) != " ".join(fact.split()):
            said, found = show(move.fact), show(fact) if fact else "nothing"
            message = f"after {show(move.name)} the record says {said}, but {found} comes here"
            raise RecordError(message + other, number, move.fact_column)
        actions.append(action)
    return comment


def _action(move: Move, turn: int, seat: int, number: int, walk: Walk, other: str) -> int:
    """The entry of `State.history` that a move means."""
    if walk.is_over:
        raise RecordError("the game is over before this move", number, move.column)
    resigns = move.name == RESIGN
    if turn != walk.turn or (seat != walk.seat and not resigns):
        message = f"turn {walk.turn} of seat {walk.seat} comes here, not turn {turn} of seat {seat}"
        raise RecordError(message, number, move.column)
    if resigns:
        if seat >= walk.game.num_players:
            last = walk.game.num_players - 1
            raise RecordError(f"there is no seat {seat}; the seats are 0..{last}", number)
        return -1 - seat
    try:
        return walk.game.string_to_action(move.name)
    except ValueError as error:
        hint = did_you_mean(move.name, walk.legal_names())
        raise RecordError(f"{error}{hint}{other}", number, move.column) from error


def _refusal(move: Move, walk: Walk, error: ValueError) -> str:
    """Why a move is not allowed, and what is."""
    if move.name == RESIGN:
        return str(error)
    legal = walk.legal_names()
    some = ", ".join(legal[:_FEW]) + (f", ... ({len(legal)} in all)" if len(legal) > _FEW else "")
    return (
        f"{show(move.name)} is not legal here for seat {walk.seat} in phase"
        f" {walk.table['phase']}; legal are: {some}"
    )
