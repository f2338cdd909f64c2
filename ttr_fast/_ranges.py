"""Which games of which seeds something is about, as few ranges as there can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from ttr_fast._checks import whole
from ttr_fast._words import show

__all__ = ["GameRange", "merged"]

_WORDS: Final = 2**64  # seeds and game numbers are below this


class GameRange(NamedTuple):
    """Games first_game, first_game + 1, ..., `games` of them, of one seed."""

    seed: int
    first_game: int
    games: int

    def __str__(self) -> str:
        if self.games == 1:
            return f"game {self.first_game:,} of seed {self.seed}"
        last = self.first_game + self.games - 1
        return f"games {self.first_game:,} to {last:,} of seed {self.seed}"


def merged(ranges: Iterable[Sequence[Any]]) -> tuple[GameRange, ...]:
    """The ranges in order, those that follow one another joined.

    Raises ValueError if a game is in two of them, and as `whole` for what are no ranges.
    """
    out: list[GameRange] = []
    for part in sorted(map(_checked, ranges)):
        if part.games == 0:
            continue
        last = out[-1] if out else None
        if last is not None and last.seed == part.seed:
            end = last.first_game + last.games
            if part.first_game < end:
                common = min(end, part.first_game + part.games) - part.first_game
                twice = part._replace(games=common)
                raise ValueError(f"{twice} would be counted twice")
            if part.first_game == end:
                out[-1] = last._replace(games=last.games + part.games)
                continue
        out.append(part)
    return tuple(out)


def _checked(part: Sequence[Any]) -> GameRange:
    if not isinstance(part, list | tuple) or len(part) != 3:
        raise TypeError(f"a range of games is (seed, first_game, games), not {show(part)}")
    seed = whole("seed", part[0], 0, _WORDS - 1)
    first = whole("first_game", part[1], 0, _WORDS - 1)
    return GameRange(seed, first, whole("games", part[2], 0, _WORDS - first))
