"""GameRecord: one game as what was decided in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index as as_index
from types import MappingProxyType
from typing import Any, SupportsIndex, final

from ttr_fast import _core
from ttr_fast._checks import whole
from ttr_fast._core import State
from ttr_fast._policies import check_policies
from ttr_fast._whole_files import replacing
from ttr_fast._words import show
from ttr_fast.game import Game, as_map
from ttr_fast.map import Map
from ttr_fast.records.reader import read_file, read_record
from ttr_fast.records.walk import RESIGN
from ttr_fast.records.words import check_text
from ttr_fast.records.writer import write_record

__all__ = ["GameRecord"]


@final
@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A game, finished or not, that can be replayed, and written as text and read again.

    However it is made, its decisions have been played: a `GameRecord` that exists is that of a
    real game. Immutable, picklable; `==` compares every field; `dataclasses.replace` changes some.

    Raises ValueError or TypeError, naming the field and what is allowed; for an action that is not
    legal, its position among the actions.
    """

    game: Game
    seed: int
    index: int = 0
    """The position of the game in a batch: `playouts(game, n, seed=s)` plays games (s, 0..n-1)."""
    actions: tuple[int, ...] = ()
    """What was decided, as `State.history` has it: -1 - seat where a seat has resigned."""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Whatever else should be remembered: names, date, event."""
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    """Remarks by the number of decisions taken before them: 0 is before the first one."""

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"game must be a Game, not {show(self.game)}")
        actions = _checked_actions(self.actions)
        fields: dict[str, Any] = {
            "seed": whole("seed", self.seed, 0, 2**64 - 1),
            "index": whole("index", self.index, 0, 2**64 - 1),
            "actions": actions,
            "tags": MappingProxyType(_checked_tags(self.tags)),
            "comments": MappingProxyType(_checked_comments(self.comments, len(actions))),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        state = self._start()
        for number, action in enumerate(actions):
            try:
                _decide(state, action)
            except ValueError as error:
                raise ValueError(f"actions[{number}]: {error}") from error

    @staticmethod
    def of(
        state: State,
        *,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> GameRecord:
        """The record of the game that a state is in, so far.

        Raises ValueError unless the state keeps its history: it was made with
        `new_initial_state(seed, record=True)`, or copied from such a one.
        """
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, not {show(state)}")
        actions, facts = state.history(), state.to_dict()
        record = GameRecord(
            game=state.game,
            seed=facts["seed"],
            index=facts["game_index"],
            actions=tuple(actions),
            tags=tags or {},
            comments=comments or {},
        )
        if record.replay().hash() != state.hash():
            raise ValueError("the history of the state does not lead to it")
        return record

    @staticmethod
    def of_playout(
        game: Game,
        policy: str | Sequence[str] = "random",
        seed: SupportsIndex = 0,
        index: SupportsIndex = 0,
    ) -> GameRecord:
        """Game number `index` of `ttr.playouts(game, n, policy, seed)`, for any n above it.

        The tags `policy_0`, `policy_1`, ... say who played. Raises as `ttr.playouts`.
        """
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {show(game)}")
        names = [p for p in check_policies(policy, game.num_players) if isinstance(p, str)]
        if len(names) < game.num_players:
            raise TypeError("policy: a record is made of games between built-in policies")
        number = whole("seed", seed, 0, 2**64 - 1)
        position = whole("index", index, 0, 2**64 - 1)
        actions = _core.playout_actions(game, names, number, position)
        tags = {f"policy_{seat}": name for seat, name in enumerate(names)}
        return GameRecord(game=game, seed=number, index=position, actions=tuple(actions), tags=tags)

    @staticmethod
    def parse(text: str, *, map: str | os.PathLike[str] | Map | None = None) -> GameRecord:
        """The record in a text; the inverse of `str`.

        Args:
            text: what `docs/game-record.md` describes.
            map: the map that was played on, as `Game` takes it, where it is no built-in one. It is
                refused if it is another one than that of the record.

        Raises `RecordError`, which names the line, for any text that is no record, and for one
        whose facts differ from what the game brings to light here.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {show(text)}")
        game, fields = read_record(text, None if map is None else as_map(map))
        return GameRecord(game=game, **fields)

    @staticmethod
    def load(
        path: str | os.PathLike[str], *, map: str | os.PathLike[str] | Map | None = None
    ) -> GameRecord:
        """The record in a file, which is UTF-8 whatever the locale; as `parse`.

        Raises OSError if the file cannot be read.
        """
        board = None if map is None else as_map(map)
        game, fields = read_file(path, board)
        return GameRecord(game=game, **fields)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text to a file, as UTF-8, which is replaced as a whole or not at all.

        Raises OSError if it cannot be written.
        """
        data = str(self).encode()
        with replacing(path) as file:
            file.write(data)

    def replay(self, ply: SupportsIndex | None = None) -> State:
        """The state after the first `ply` decisions, or after all; it keeps its history.

        A seat's resignation is one of the decisions counted here. Raises ValueError or TypeError
        for a `ply` outside 0..len(actions).
        """
        count = len(self.actions)
        end = count if ply is None else whole("ply", ply, 0, count)
        state = self._start()
        for action in self.actions[:end]:
            _decide(state, action)
        return state

    def states(self) -> Iterator[State]:
        """The states of the game: the deal, then the one after each decision.

        Each is a state of its own, without a history.
        """
        state = self.game.new_initial_state(self.seed, self.index)
        yield state.clone()
        for action in self.actions:
            _decide(state, action)
            yield state.clone()

    def action_names(self) -> list[str]:
        """`actions` in words; `resign 1` where seat 1 has resigned."""
        return [
            self.game.action_to_string(a) if a >= 0 else f"{RESIGN} {-1 - a}" for a in self.actions
        ]

    def _start(self) -> State:
        return self.game.new_initial_state(self.seed, self.index, record=True)

    def __str__(self) -> str:
        """The text of docs/game-record.md; `parse` reads it."""
        return write_record(self)

    def __repr__(self) -> str:
        return (
            f"<ttr_fast.GameRecord map={self.game.map.name} players={self.game.num_players}"
            f" seed={self.seed} index={self.index} decisions={len(self.actions)}>"
        )

    def __reduce__(self) -> tuple[Callable[..., GameRecord], tuple[dict[str, Any]]]:
        fields = {"tags": dict(self.tags), "comments": dict(self.comments)}
        return _restore, ({**vars(self), **fields},)


def _restore(fields: dict[str, Any]) -> GameRecord:
    """For pickle."""
    return GameRecord(**fields)


def _decide(state: State, action: int) -> None:
    if action >= 0:
        state.apply_action(action)
    else:
        state.resign(-1 - action)


def _checked_actions(actions: object) -> tuple[int, ...]:
    if not isinstance(actions, list | tuple):
        raise TypeError(f"actions must be a list or tuple of integers, not {show(actions)}")
    for number, action in enumerate(actions):
        if isinstance(action, bool) or not hasattr(action, "__index__"):
            raise TypeError(f"actions[{number}] must be an integer, not {show(action)}")
    return tuple(as_index(action) for action in actions)


def _checked_tags(tags: object) -> dict[str, str]:
    if not isinstance(tags, Mapping):
        raise TypeError(f"tags must be a mapping of names to texts, not {show(tags)}")
    return {
        check_text("the name of a tag", name): check_text(f"tag {show(name)}", value)
        for name, value in tags.items()
    }


def _checked_comments(comments: object, count: int) -> dict[int, str]:
    if not isinstance(comments, Mapping):
        message = f"comments must be a mapping of numbers to texts, not {show(comments)}"
        raise TypeError(message)
    checked = {
        whole("comments: a number of decisions", ply, 0, count): check_text(
            f"comments[{show(ply)}]", text, breaks=True
        )
        for ply, text in comments.items()
    }
    return dict(sorted(checked.items()))
