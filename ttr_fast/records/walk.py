"""A game from its first decision on, and what each decision brings to light.

These facts follow from the seed and the decisions. A record shows them to its readers, and whoever
replays it finds out by them where the game goes another way.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from ttr_fast._core import TERMINAL
from ttr_fast._map_entries import nfc
from ttr_fast.game import Game

__all__ = ["RESIGN", "Walk"]

RESIGN: Final = "resign"

# What of `State.to_dict` the digest of a position is made of: this list never changes, whatever
# later versions add there.
_TABLE: Final = (
    "turn",
    "phase",
    "current_player",
    "deck",
    "discard",
    "face_up",
    "ticket_deck",
    "final_turns_left",
    "consecutive_passes",
    "pending_tunnel",
)
_SEAT: Final = (
    "hand",
    "trains",
    "stations_left",
    "station_cities",
    "tickets",
    "offered_tickets",
    "routes",
    "route_points",
    "resigned",
)


class Walk:
    """A game that is played forwards, from the deal on.

    `table` is what `State.to_dict` says of the position that has been reached.
    """

    def __init__(self, game: Game, seed: int, index: int) -> None:
        self.game = game
        self._state = game.new_initial_state(seed, index, record=True)
        self._points = game._ticket_points()
        self._news()
        self.table: dict[str, Any] = self._state.to_dict()
        self.first_seat: int = self.table["first_seat"]

    @property
    def turn(self) -> int:
        """Number of the turn that the next decision belongs to, from 1; 0 before the first."""
        begun = self.table["phase"] != "choose_initial_tickets"
        return int(self.table["turn"]) + int(begun)

    @property
    def seat(self) -> int:
        """The seat to decide; TERMINAL at the end."""
        return int(self.table["current_player"])

    @property
    def is_over(self) -> bool:
        return self.seat == TERMINAL

    def seat_of(self, action: int) -> int:
        """Who decides this: an entry of `State.history`, where -1 - seat means that it resigns."""
        return self.seat if action >= 0 else -1 - action

    def name_of(self, action: int) -> str:
        return self.game.action_to_string(action) if action >= 0 else RESIGN

    def play(self, action: int) -> list[str]:
        """Plays an entry of `State.history`; the cards or tickets that come to light.

        Raises IllegalActionError or ValueError, and changes nothing, if it is not allowed.
        """
        seat, offered = self.seat, self._offered(self.seat)
        if action < 0:
            self._state.resign(-1 - action)
            info = None
        else:
            self._state.apply_action(action)
            info = self.game.action_info(action)
        cards = self._news()
        self.table = self._state.to_dict()
        if info is None:
            return []
        if info.keep is not None:
            return [self.ticket(offered[i]) for i in info.keep]
        if info.kind == "draw_tickets":
            return self.offer(seat)
        return cards

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat, by colour."""
        counts: dict[str, int] = self.table["players"][seat]["hand"]
        return [color for color, number in counts.items() for _ in range(number)]

    def offer(self, seat: int) -> list[str]:
        """The tickets that a seat may choose from."""
        return [self.ticket(t) for t in self._offered(seat)]

    def ticket(self, number: int) -> str:
        """A ticket as people call it: `Boston-Miami (12)`."""
        ticket = self.game.map.tickets[number]
        return f"{ticket.a}-{ticket.b} ({self._points[number]})"

    def legal_names(self) -> list[str]:
        return [self.game.action_to_string(action) for action in self._state.legal_actions()]

    def scores(self) -> list[int]:
        return [row.total for row in self._state.score_sheet()]

    def winners(self) -> list[int]:
        return list(self._state.winners())

    def digest(self) -> str:
        """16 hexadecimal digits that stand for all that lies on the table or in a hand or deck."""
        table = {key: self.table[key] for key in _TABLE}
        table["players"] = [{key: p[key] for key in _SEAT} for p in self.table["players"]]
        text = json.dumps(table, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(nfc(text).encode()).hexdigest()[:16]

    def _offered(self, seat: int) -> list[int]:
        if seat == TERMINAL:
            return []
        offered: list[int] = self.table["players"][seat]["offered_tickets"]
        return offered

    def _news(self) -> list[str]:
        """The cards that have come off the deck since the last call.

        The state forgets them, or a long game would take a time that grows with its square.
        """
        cards = self._state.drawn_cards()
        self._state._set_record([], [])
        return cards
