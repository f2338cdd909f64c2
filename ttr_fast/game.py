"""Game: what is fixed before the first card is dealt."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from types import EllipsisType
from typing import Any, NamedTuple

from ttr_fast import _core
from ttr_fast._core import ACTION_KINDS, COLORS, NO_COLOR, Rules, State
from ttr_fast._words import show
from ttr_fast.map import BASE, Map
from ttr_fast.observation import ActionFeatures, ObservationSlice, action_features, slices_of

# The forms of action names, and what of an action they tell. The rest is checked by writing the
# name anew.
_FORMS = (
    ("draw_deck", (), re.compile("draw deck")),
    ("draw_tickets", (), re.compile("draw tickets")),
    ("pass", (), re.compile("pass")),
    ("decline_tunnel", (), re.compile("decline tunnel")),
    ("draw_face_up", ("color",), re.compile(f"draw (?P<color>{'|'.join(COLORS)})")),
    ("keep_tickets", ("keep",), re.compile("keep(?P<keep>( [0-7])+)")),
    (
        "claim",
        ("route", "color", "locomotives"),
        re.compile("claim (?P<route>[0-9]{1,3}) .* with (?P<payment>.+)"),
    ),
    (
        "build_station",
        ("city", "color", "cards", "locomotives"),
        re.compile("build station in (?P<city>.+) with (?P<payment>.+)"),
    ),
    ("pay_tunnel", ("cards", "locomotives"), re.compile("pay tunnel with (?P<payment>.+)")),
)
_NUMBER = {kind: number for number, kind in enumerate(ACTION_KINDS)}
_CARD = re.compile("(?P<count>[1-9][0-9]?) (?P<kind>[a-z]+)")


class ActionInfo(NamedTuple):
    """What an action means. Fields that do not concern its kind are None."""

    kind: str
    """One of ACTION_KINDS."""
    route: int | None = None
    """claim: position of the route in the map."""
    color: str | None = None
    """draw_face_up: the card; claim, build_station: the colour paid, None when only locomotives
    are paid. The cards of pay_tunnel have the colour that was laid."""
    locomotives: int | None = None
    """claim, build_station, pay_tunnel: number of locomotives paid."""
    city: int | None = None
    """build_station: position of the city in the map."""
    keep: tuple[int, ...] | None = None
    """keep_tickets: positions among the offered tickets, ascending."""
    cards: int | None = None
    """claim, build_station, pay_tunnel: number of cards of the colour paid."""


class Game(_core.Game):
    """A map, rules and a number of players; immutable, hashable, picklable.

    Args:
        map: name of a built-in map, path of a map file (.toml, .json), or a Map.
        players: number of seats, 2..5.
        rules: name of a preset, Rules, or None for the map's own edition.
        first_seat: seat of the first turn, or None to have it drawn by the seed (R15). If left
            out, the rules say so: seat 0, but drawn by the seed in the online edition.
        tickets: name of a deck of the map (`Map.decks`), or None for the one that the map has in
            play, which is "base" unless `Map.with_deck` chose another. Tickets are numbered by
            their position in this deck.

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
        first_seat: int | EllipsisType | None = ...,
        tickets: str | None = None,
    ) -> None:
        if hasattr(self, "_key"):
            raise AttributeError("a Game is immutable; make another one")
        board = as_map(map)
        if tickets is not None:
            board = board.with_deck(tickets)
        chosen = _as_rules(rules, board)
        super().__init__(*board._facts, chosen, players, first_seat)
        object.__setattr__(self, "_map", board)
        key = (board, chosen, self.num_players, self.first_seat)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_hash", hash(key))

    @property
    def map(self) -> Map:
        """The board, with the deck of tickets in play."""
        return self._map

    @property
    def tickets(self) -> str:
        """Name of the deck of tickets in play."""
        return self._map.deck

    def action_info(self, action: int) -> ActionInfo:
        """What an action means. Raises ValueError outside 0..num_distinct_actions()-1."""
        number, route, color, locomotives, keep, city, cards = self._move(action)
        kind = ACTION_KINDS[number]
        if kind == "draw_face_up":
            return ActionInfo(kind, color=COLORS[color])
        if kind == "keep_tickets":
            return ActionInfo(kind, keep=tuple(i for i in range(8) if keep >> i & 1))
        if kind == "claim":
            cards = self._map.routes[route].length - locomotives
            return ActionInfo(kind, route, _paid(color), locomotives, cards=cards)
        if kind == "build_station":
            return ActionInfo(kind, None, _paid(color), locomotives, city=city, cards=cards)
        if kind == "pay_tunnel":
            return ActionInfo(kind, locomotives=locomotives, cards=cards)
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
            route = self._map.routes[info.route]
            return f"claim {info.route} {route.a}-{route.b} with {_payment(info)}"
        if info.kind == "build_station":
            assert info.city is not None
            return f"build station in {self._map.cities[info.city].name} with {_payment(info)}"
        if info.kind == "pay_tunnel":
            return f"pay tunnel with {_payment(info)}"
        return info.kind.replace("_", " ")

    def string_to_action(self, text: str) -> int:
        """The action that `action_to_string` gave this name.

        Raises ValueError for any other text.
        """
        if not isinstance(text, str):
            raise TypeError(f"an action's name is a string, got {show(text)}")
        action = self._parse_action(text)
        if action is None or self.action_to_string(action) != text:
            raise ValueError(
                f"{show(text)} names no action of this game; names look like 'draw deck',"
                " 'draw red', 'draw tickets', 'keep 0 2', 'claim 12 Boston-New York with 2 yellow',"
                " 'pass', 'build station in Wien with 1 red + 1 locomotive',"
                " 'pay tunnel with 1 card', 'decline tunnel'"
            )
        return action

    def _parse_action(self, text: str) -> int | None:
        """The action that a text of one of the forms may mean; None if there is none."""
        for kind, told, form in _FORMS:
            if (match := form.fullmatch(text)) is None:
                continue
            values = self._parse_values(match.groupdict())
            if values is None:
                return None
            order = ("route", "color", "locomotives", "keep", "city", "cards")
            fields = (values[name] if name in told else 0 for name in order)
            return self._action_number(_NUMBER[kind], *fields)
        return None

    def _parse_values(self, words: Mapping[str, str]) -> dict[str, int] | None:
        """The words of a form as numbers; None if one of them means nothing here."""
        values = {}
        if "route" in words:
            values["route"] = int(words["route"])
            if values["route"] >= len(self._map.routes):
                return None
        if "color" in words:
            values["color"] = COLORS.index(words["color"])
        if "keep" in words:
            values["keep"] = sum({1 << int(position) for position in words["keep"].split()})
        if "city" in words:
            names = [city.name for city in self._map.cities]
            if words["city"] not in names:
                return None
            values["city"] = names.index(words["city"])
        if "payment" in words:
            paid = _parse_payment(words["payment"])
            if paid is None:
                return None
            values |= paid
        return values

    def min_utility(self) -> float:
        """A bound: no final total is lower. That of a seat with all tickets, none complete."""
        return -float(sum(self._ticket_points()))

    def max_utility(self) -> float:
        """A bound: no final total is higher. That of a seat with all routes and tickets."""
        rules = self.rules
        routes = sum(rules.route_points[route.length - 1] for route in self._map.routes)
        stations = rules.stations_per_player * rules.station_value
        tickets = sum(self._ticket_points())
        return float(routes + tickets + rules.longest_trail_bonus + stations)

    def get_type(self) -> Any:
        """The `pyspiel.GameType`, for OpenSpiel's bots. Raises ImportError without OpenSpiel."""
        from ttr_fast.env.openspiel import game_type

        return game_type(self.num_players, chance=False)

    def action_features(self) -> ActionFeatures:
        """What all actions mean, as a table of integers; made once, read-only.

        docs/observation.md explains the columns.
        """
        return action_features(self)

    def observation_spec(self) -> tuple[ObservationSlice, ...]:
        """The slices of `State.observation_tensor` and `observation_bytes`, without gaps.

        docs/observation.md explains them; OBSERVATION_VERSION numbers the layout.
        """
        return slices_of(self._observation_slices())

    def information_state_spec(self) -> tuple[ObservationSlice, ...]:
        """The slices of the information state: those of the observation, then the memory."""
        return slices_of(self._information_state_slices())

    def state_from_dict(self, d: Mapping[str, Any]) -> State:
        """The position that `State.to_dict` describes, or any other consistent one.

        What the seats remember (`memory`) may be left out: then they remember nothing. Where it
        says more than the rest of the position allows, because that was changed, it is cut.

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
        name, deck = self._map.name, self._map.deck
        builtin = Map.builtin(name) if name in Map.builtin_names() else None
        if builtin and deck in builtin.decks and builtin.with_deck(deck) == self._map:
            fingerprint = self._map.fingerprint
            board = {"builtin": name, "tickets": deck, "fingerprint": fingerprint}
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
            f"first_seat={self.first_seat}, tickets={self.tickets!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return game_from_spec, (self.spec(),)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self


def _paid(color: int) -> str | None:
    return None if color == NO_COLOR else COLORS[color]


def _payment(info: ActionInfo) -> str:
    """The cards of a payment in words; those for a tunnel have the colour laid before."""
    parts = []
    if info.cards:
        kind = info.color or ("card" if info.cards == 1 else "cards")
        parts.append(f"{info.cards} {kind}")
    if info.locomotives:
        parts.append(f"{info.locomotives} locomotive")
    return " + ".join(parts)


def _parse_payment(text: str) -> dict[str, int] | None:
    """Colour, its cards, locomotives; None if this is no payment."""
    paid = {"color": NO_COLOR, "cards": 0, "locomotives": 0}
    for part in text.split(" + "):
        if (match := _CARD.fullmatch(part)) is None:
            return None
        count, kind = int(match["count"]), match["kind"]
        if kind == "locomotive":
            paid["locomotives"] = count
        elif kind in ("card", "cards"):
            paid["cards"] = count
        elif kind in COLORS:
            paid |= {"color": COLORS.index(kind), "cards": count}
        else:
            return None
    return paid


@lru_cache(maxsize=64)
def game_from_spec(spec: bytes) -> Game:
    """The game that `Game.spec` described; the same object for the same bytes, if still at hand.

    Raises ValueError when the bytes describe no game, or name a built-in map that differs here.
    """
    try:
        d = json.loads(spec)
        if not isinstance(d["map"], dict):
            raise ValueError(f"map must be an object, not {show(d['map'])}")
        if "builtin" not in d["map"]:
            board = Map.from_dict(d["map"])
        else:
            board = Map.builtin(d["map"]["builtin"]).with_deck(d["map"].get("tickets", BASE))
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
    raise TypeError(f"map must be a name, a path or a Map, got {show(map)}")


def _as_rules(rules: str | Rules | None, board: Map) -> Rules:
    if isinstance(rules, Rules):
        return rules
    if rules is None:
        return Rules.preset(board.edition)
    if isinstance(rules, str):
        return Rules.preset(rules)
    raise TypeError(f"rules must be the name of a preset, Rules or None, got {show(rules)}")
