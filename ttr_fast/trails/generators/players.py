"""Who plays the games whose networks become instances: plain policies over the public state.

A policy is a function of a `ttr.State` that returns one of its legal actions. The built-in ones
are made anew for every seat of every game. They look at the board and at their own cards only.

| name          | how it plays                                                                   |
|---------------|--------------------------------------------------------------------------------|
| `random`      | a legal action at random, each equally likely                                  |
| `random_type` | a kind of action at random, then one of that kind                              |
| `ticket`      | joins the cities of its tickets along cheapest paths, then builds on with long |
|               | routes                                                                         |
| `greedy`      | builds one connected network, always by the longest route that it can pay      |

None of them plays well. They are there to leave networks of three kinds on the board: scattered
ones, trees with a few loops, and connected ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ttr_fast._core import State
from ttr_fast.game import Game
from ttr_fast.trails.generators.draws import Draws
from ttr_fast.trails.generators.table import View, members, table_of, view_of

__all__ = [
    "POLICIES",
    "GreedyPlayer",
    "Policy",
    "RandomPlayer",
    "RandomTypePlayer",
    "TicketPlayer",
    "most_held",
]

Policy: TypeAlias = Callable[[State], int]
"""Picks one of the legal actions of the player to move."""

FULL_HAND: Final = 10
"""With fewer cards in the hand a player draws rather than claim a route that it has no plan for.

Who claims whatever can be paid at once ends with twenty routes of one or two spaces; people do not.
"""


class RandomPlayer:
    """Any legal action, each equally likely."""

    def __init__(self, game: Game, draws: Draws) -> None:
        self._draws = draws

    def __call__(self, state: State) -> int:
        return self._draws.choice(state.legal_actions())


class RandomTypePlayer:
    """Any kind of action that is legal, each equally likely, and then any action of that kind."""

    def __init__(self, game: Game, draws: Draws) -> None:
        self._infos = table_of(game).actions
        self._draws = draws

    def __call__(self, state: State) -> int:
        kinds: dict[str, list[int]] = {}
        for action in state.legal_actions():
            kinds.setdefault(self._infos[action].kind, []).append(action)
        return self._draws.choice(self._draws.choice(list(kinds.values())))


class _CardPlayer:
    """What the policies with a plan share; they differ in what they claim, draw and keep."""

    def __init__(self, game: Game, draws: Draws) -> None:
        self._table = table_of(game)

    def __call__(self, state: State) -> int:
        view = view_of(state, self._table)
        legal = state.legal_actions()
        infos = self._table.actions
        if infos[legal[0]].kind == "keep_tickets":
            return self._keep(legal, view)
        claims = [action for action in legal if infos[action].kind == "claim"]
        wanted = self._wanted_claims(claims, view)
        if wanted:
            return min(wanted, key=lambda action: self._rank(action, view))
        by_kind = {infos[action].kind: action for action in reversed(legal)}
        face_up = {
            str(infos[action].color): action
            for action in legal
            if infos[action].kind == "draw_face_up"
        }
        color = self._wanted_card(face_up, view)
        if color is not None:
            return face_up[color]
        for kind in ("draw_deck", "draw_face_up", "draw_tickets", "claim"):
            if kind in by_kind:
                return by_kind[kind]
        return legal[0]

    def _rank(self, claim: int, view: View) -> tuple[int, int, int]:
        """Of several claims the lowest: the longest route, then the payment to be missed least."""
        info = self._table.actions[claim]
        held = view.hand[info.color] if info.color is not None else 0
        return -self._table.lengths[self._table.routes[claim]], info.locomotives or 0, -held

    def _touching(self, claims: list[int], view: View) -> list[int]:
        """Those of the claims that add to its network; all if it has none yet."""
        if not view.own:
            return claims
        table = self._table
        cities = {city for route in members(view.own) for city in table.ends[route]}
        return [a for a in claims if not cities.isdisjoint(table.ends[table.routes[a]])]

    @staticmethod
    def _saves(view: View) -> bool:
        return sum(view.hand.values()) < FULL_HAND and not view.last_turn

    def _keep(self, legal: Sequence[int], view: View) -> int:
        """One of the actions that keep tickets."""
        raise NotImplementedError

    def _wanted_claims(self, claims: list[int], view: View) -> list[int]:
        """The claims that it would rather make now than draw a card."""
        raise NotImplementedError

    def _wanted_card(self, face_up: Iterable[str], view: View) -> str | None:
        """The card of those that it takes; None for another action."""
        raise NotImplementedError


class GreedyPlayer(_CardPlayer):
    """Builds one connected network, always by the longest route touching it that it can pay.

    It claims with at least `FULL_HAND` cards in its hand and in its last turn. Otherwise it draws:
    the face-up card of the colour of which it has most, or from the deck if it has none of the
    colours that lie there. It keeps as few tickets as it may, and claims a route elsewhere only
    when every other action is gone.
    """

    def _keep(self, legal: Sequence[int], view: View) -> int:
        return min(legal, key=lambda action: len(self._table.actions[action].keep or ()))

    def _wanted_claims(self, claims: list[int], view: View) -> list[int]:
        return [] if self._saves(view) else self._touching(claims, view)

    def _wanted_card(self, face_up: Iterable[str], view: View) -> str | None:
        return most_held(face_up, view.hand)


class TicketPlayer(_CardPlayer):
    """Joins the cities of its tickets along cheapest paths, then builds on with long routes.

    Tickets: it keeps those with which it could gain most, if nobody stood in its way. Its plan is
    made ticket by ticket, the one with the most points first, each along a path that needs the
    fewest further trains; a ticket for which the trains do not suffice is given up. The plan is
    made anew when another player takes a route of it.

    It claims the longest route of the plan that it can pay. Otherwise it takes the face-up card
    of which the plan needs most, a locomotive if none is needed, or a card from the deck. When the
    plan is done, and in its last turn, it saves up and claims like the greedy player, but elsewhere
    if nothing touching its network can be had. It never draws tickets of its own accord.
    """

    def __init__(self, game: Game, draws: Draws) -> None:
        super().__init__(game, draws)
        self._tickets: list[int] = []
        self._plan: list[int] = []  # links still to be claimed

    def _keep(self, legal: Sequence[int], view: View) -> int:
        def gain(action: int) -> tuple[int, int]:
            kept = [view.offered[i] for i in self._table.actions[action].keep or ()]
            _, trains, points = self._make_plan([*view.tickets, *kept], view)
            return points, -trains

        return max(legal, key=gain)

    def _wanted_claims(self, claims: list[int], view: View) -> list[int]:
        self._update_plan(view)
        if not self._plan or view.last_turn:
            return [] if self._saves(view) else self._touching(claims, view) or claims
        lanes = 0
        for number in self._plan:
            lanes |= self._table.links[number].lanes
        return [a for a in claims if lanes >> self._table.routes[a] & 1]

    def _wanted_card(self, face_up: Iterable[str], view: View) -> str | None:
        if not self._plan:
            return most_held(face_up, view.hand)
        missing = self._missing_cards(view.hand)
        best = max(face_up, key=lambda color: missing.get(color, 0), default=None)
        if best is not None and missing.get(best, 0) > 0:
            return best
        return "locomotive" if "locomotive" in face_up else None

    def _missing_cards(self, hand: Mapping[str, int]) -> dict[str, int]:
        """By colour, how many cards the links of the plan need beyond those in the hand."""
        plain = [color for color in hand if color != "locomotive"]
        needed: dict[str, int] = {}
        for number in self._plan:
            link = self._table.links[number]
            colors = plain if "gray" in link.colors else link.colors
            color = max(colors, key=lambda color: hand[color] - needed.get(color, 0))
            needed[color] = needed.get(color, 0) + link.length
        return {color: count - hand[color] for color, count in needed.items()}

    def _update_plan(self, view: View) -> None:
        links = self._table.links
        self._plan = [number for number in self._plan if not links[number].lanes & view.own]
        blocked = any(not links[number].lanes & view.open for number in self._plan)
        if blocked or view.tickets != self._tickets:
            self._tickets = view.tickets
            self._plan, _, _ = self._make_plan(view.tickets, view)

    def _make_plan(self, tickets: Iterable[int], view: View) -> tuple[list[int], int, int]:
        """Links to claim, the trains they take, and the points gained less those lost."""
        links = self._table.links
        plan: list[int] = []
        trains = points = 0

        def cost(number: int) -> int | None:
            link = links[number]
            if link.lanes & view.own or number in plan:
                return 0
            return link.length if link.lanes & view.open else None

        by_points = sorted(tickets, key=lambda t: -self._table.tickets[t][2])
        for a, b, value in (self._table.tickets[ticket] for ticket in by_points):
            found = self._table.cheapest_path(a, b, cost)
            if found is None or trains + found[0] > view.trains:
                points -= value
                continue
            points += value
            trains += found[0]
            plan += [number for number in found[1] if cost(number)]
        return plan, trains, points


def most_held(colors: Iterable[str], hand: Mapping[str, int]) -> str | None:
    """The plain colour of which the hand holds most cards; None if it holds none of them."""
    held = [color for color in colors if color != "locomotive" and hand[color] > 0]
    return max(held, key=lambda color: hand[color], default=None)


POLICIES: Final[Mapping[str, Callable[[Game, Draws], Policy]]] = {
    "random": RandomPlayer,
    "random_type": RandomTypePlayer,
    "ticket": TicketPlayer,
    "greedy": GreedyPlayer,
}
"""The built-in policies by name: each makes a policy for one seat of one game."""
