"""Game: what is fixed before the first card is dealt."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ttr_fast import _core
from ttr_fast._core import ACTION_KINDS, COLORS, NO_COLOR, Rules, State
from ttr_fast.map import Map

_CLAIM = re.compile(r"claim (?P<route>\d+) .*with (?P<payment>.+)")


class ActionInfo(NamedTuple):
    """What an action means. Fields that do not concern its kind are None."""

    kind: str
    """One of ACTION_KINDS."""
    route: int | None = None
    """claim: position of the route in the map."""
    color: str | None = None
    """draw_face_up: the card; claim: the colour paid, None when only locomotives are paid."""
    locomotives: int | None = None
    """claim: number of locomotives paid."""
    city: int | None = None
    """Reserved for building stations."""
    keep: tuple[int, ...] | None = None
    """keep_tickets: positions among the offered tickets, ascending."""


class Game(_core.Game):
    """A map, rules and a number of players; immutable, hashable, picklable.

    Args:
        map: name of a built-in map, path of a map file (.toml, .json), or a Map.
        players: number of seats, 2..5.
        rules: name of a preset, Rules, or None for the map's own edition.
        first_seat: seat of the first turn, or None to have it drawn by the seed (R15).

    Raises:
        ValueError, TypeError: an argument is none of these; the message says what is allowed.
        MapError: the map file has mistakes; lists all of them.
    """

    __slots__ = ("_hash", "_key", "_map", "_spec")
    _map: Map
    _key: tuple[Map, Rules, int, int | None]
    _hash: int
    _spec: bytes

    def __init__(
        self,
        map: str | os.PathLike[str] | Map = "usa",
        players: int = 2,
        rules: str | Rules | None = None,
        first_seat: int | None = 0,
    ) -> None:
        if hasattr(self, "_key"):
            raise AttributeError("a Game is immutable; make another one")
        board = as_map(map)
        chosen = _as_rules(rules, board)
        super().__init__(*board._facts, chosen, players, first_seat)
        object.__setattr__(self, "_map", board)
        key = (board, chosen, self.num_players, self.first_seat)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_hash", hash(key))

    @property
    def map(self) -> Map:
        """The board."""
        return self._map

    def action_info(self, action: int) -> ActionInfo:
        """What an action means. Raises ValueError outside 0..num_distinct_actions()-1."""
        number, route, color, locomotives, keep = self._move(action)
        kind = ACTION_KINDS[number]
        if kind == "draw_face_up":
            return ActionInfo(kind, color=COLORS[color])
        if kind == "keep_tickets":
            return ActionInfo(kind, keep=tuple(i for i in range(8) if keep >> i & 1))
        if kind == "claim":
            paid = None if color == NO_COLOR else COLORS[color]
            return ActionInfo(kind, route=route, color=paid, locomotives=locomotives)
        return ActionInfo(kind)

    def action_to_string(self, action: int) -> str:
        """A readable name, e.g. ``claim 12 Boston-New York with 1 yellow + 1 locomotive``."""
        info = self.action_info(action)
        if info.kind == "draw_face_up":
            return f"draw {info.color}"
        if info.kind == "keep_tickets":
            assert info.keep is not None
            return "keep " + " ".join(str(i) for i in info.keep)
        if info.kind == "claim":
            assert info.route is not None
            assert info.locomotives is not None
            route = self._map.routes[info.route]
            cards = route.length - info.locomotives
            payment = [f"{cards} {info.color}"] if cards else []
            payment += [f"{info.locomotives} locomotive"] if info.locomotives else []
            return f"claim {info.route} {route.a}-{route.b} with {' + '.join(payment)}"
        return info.kind.replace("_", " ")

    def string_to_action(self, text: str) -> int:
        """The action that `action_to_string` gave this name.

        Raises ValueError for any other text.
        """
        if not isinstance(text, str):
            raise TypeError(f"an action's name is a string, got {text!r}")
        action = self._parse_action(text)
        if action is None or self.action_to_string(action) != text:
            raise ValueError(
                f"{text!r} names no action of this game; names look like 'draw deck', 'draw red', "
                "'draw tickets', 'keep 0 2', 'claim 12 Boston-New York with 2 yellow', 'pass'"
            )
        return action

    def _parse_action(self, text: str) -> int | None:
        def number(
            kind: str, route: int = 0, color: int = 0, locos: int = 0, keep: int = 0
        ) -> int | None:
            return self._action_number(ACTION_KINDS.index(kind), route, color, locos, keep)

        words = text.split()
        if text in ("draw deck", "draw tickets", "pass"):
            return number(text.replace(" ", "_"))
        if len(words) == 2 and words[0] == "draw" and words[1] in COLORS:
            return number("draw_face_up", color=COLORS.index(words[1]))
        if (
            len(words) > 1
            and words[0] == "keep"
            and all(w in ["0", "1", "2", "3", "4", "5", "6", "7"] for w in words[1:])
        ):
            return number("keep_tickets", keep=sum({1 << int(w) for w in words[1:]}))
        if (match := _CLAIM.fullmatch(text)) is None:
            return None
        color, locomotives = NO_COLOR, 0
        for part in match["payment"].split(" + "):
            count, _, kind = part.partition(" ")
            if not (count.isdecimal() and len(count) < 3 and kind in COLORS):
                return None
            if kind == "locomotive":
                locomotives = int(count)
            else:
                color = COLORS.index(kind)
        if len(match["route"]) > 3 or int(match["route"]) >= len(self._map.routes):
            return None
        return number("claim", int(match["route"]), color, locomotives)

    def state_from_dict(self, d: Mapping[str, Any]) -> State:
        """The position that `State.to_dict` describes, or any other consistent one.

        Raises ValueError or TypeError naming what is missing, unknown or inconsistent.
        """
        from ttr_fast.state_dict import state_from_dict

        return state_from_dict(self, d)

    def spec(self) -> bytes:
        """The game as JSON bytes, a built-in map by its name and fingerprint."""
        try:
            return self._spec
        except AttributeError:
            pass
        board: object = self._map.to_dict()
        if self._map.name in Map.builtin_names() and self._map == Map.builtin(self._map.name):
            board = {"builtin": self._map.name, "fingerprint": self._map.fingerprint}
        spec = {
            "map": board,
            "rules": self.rules.to_dict(),
            "players": self.num_players,
            "first_seat": self.first_seat,
        }
        data = json.dumps(spec, ensure_ascii=False, sort_keys=True).encode()
        object.__setattr__(self, "_spec", data)
        return data

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Game is immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Game is immutable; cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return (
            f"Game(map={self._map.name!r}, players={self.num_players}, rules={self.rules!r}, "
            f"first_seat={self.first_seat})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return game_from_spec, (self.spec(),)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self


@lru_cache(maxsize=64)
def game_from_spec(spec: bytes) -> Game:
    """The game that `Game.spec` described; the same object for the same bytes, if still at hand.

    Raises ValueError when the bytes describe no game, or name a built-in map that differs here.
    """
    try:
        d = json.loads(spec)
        if "builtin" not in d["map"]:
            board = Map.from_dict(d["map"])
        else:
            board = Map.builtin(d["map"]["builtin"])
            if board.fingerprint != d["map"]["fingerprint"]:
                raise ValueError(f"stored with another version of the map {board.name!r}")
        return Game(board, d["players"], Rules.from_dict(d["rules"]), d["first_seat"])
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise ValueError(f"the stored game is damaged or foreign: {error}") from error


def as_map(map: str | os.PathLike[str] | Map) -> Map:
    """The map that `Game` takes: text that ends in .toml or .json or names a folder is a path."""
    if isinstance(map, Map):
        return map
    if isinstance(map, os.PathLike) or (
        isinstance(map, str)
        and (map.lower().endswith((".toml", ".json")) or "/" in map or os.sep in map)
    ):
        return Map.load(map)
    if isinstance(map, str):
        return Map.builtin(map)  # raises, naming what there is
    raise TypeError(f"map must be a name, a path or a Map, got {map!r}")


def _as_rules(rules: str | Rules | None, board: Map) -> Rules:
    if isinstance(rules, Rules):
        return rules
    if rules is None:
        return Rules.preset(board.edition)
    if isinstance(rules, str):
        return Rules.preset(rules)
    raise TypeError(f"rules must be the name of a preset, Rules or None, got {rules!r}")
