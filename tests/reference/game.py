"""A game: a map with a deck of tickets, the rules, the number of players. Makes positions."""

from typing import Any

from . import tickets
from .board import Board
from .cards import OracleError, TrainCards, all_110_cards, no_cards
from .payments import cards_of
from .player import Player
from .rules import USA_RULES
from .state import OracleState
from .tunnels import PendingTunnel


class OracleGame:
    """Rules must hold every option. deck: the name of a deck of tickets of the map."""

    def __init__(
        self,
        map_data: dict[str, Any],
        rules: dict[str, Any],
        num_players: int,
        deck: str = "base",
    ) -> None:
        if num_players not in (2, 3, 4, 5):  # R01
            raise OracleError(f"a game has 2 to 5 players, not {num_players}")
        for option in USA_RULES:
            if option not in rules:
                raise OracleError(f"rule option missing: {option}")
        self.board = Board(map_data, deck)
        self.rules = rules
        self.num_players = num_players

    def deal(
        self,
        first_seat: int,
        ticket_deck: list[int],
        cards: list[str],
        long_deck: list[int] | None = None,
    ) -> OracleState:
        """Set up a game.

        ticket_deck: top first. long_deck: the long tickets, if they are kept apart.
        cards: what comes off the train-card deck, in order: all hand cards of seat 0, of seat 1,
        .., the row, and new rows if it is reset.
        """
        if first_seat not in range(self.num_players):
            raise OracleError(f"no seat {first_seat}")
        tickets.check_decks(self.board, self.rules, long_deck or [], ticket_deck)
        rules = self.rules
        supply = list(cards)
        row: list[str | None] = [None] * rules["face_up_size"]
        train_cards = TrainCards(all_110_cards(), no_cards(), row)
        tickets_left, long_left = list(ticket_deck), list(long_deck or [])
        players = []
        for _ in range(self.num_players):
            player = Player(rules["trains_per_player"])  # R03
            for _ in range(rules["initial_cards"]):  # R04
                player.hand[train_cards.draw(supply)] += 1
            for _ in range(tickets.long_tickets_dealt(self.board, rules)):  # R08
                player.offered_tickets.append(long_left.pop(0))
            for _ in range(min(rules["initial_tickets_dealt"], len(tickets_left))):  # R07
                player.offered_tickets.append(tickets_left.pop(0))
            players.append(player)
        # R04, R05: turn up the row; the locomotive check holds for it too.
        train_cards.settle(supply, rules["reset_locomotives"], rules["max_row_resets"])
        if supply:
            raise OracleError(f"cards left over: {supply}")
        # R11: the long tickets that are not dealt leave the game.
        return OracleState(self, train_cards, tickets_left, players, first_seat)

    def from_dict(self, d: dict[str, Any]) -> OracleState:
        """A position as written by to_dict. It is taken as it is, without a check.

        to_dict does not tell the first seat; only during the initial choice it matters. An
        additional key "first_seat" is read if it is there, else seat 0 is taken.
        """
        train_cards = TrainCards(dict(d["deck"]), dict(d["discard"]), list(d["face_up"]))
        while len(train_cards.face_up) < self.rules["face_up_size"]:
            train_cards.face_up.append(None)
        players = [Player.from_dict(entry) for entry in d["players"]]
        state = OracleState(
            self, train_cards, list(d["ticket_deck"]), players, d.get("first_seat", 0)
        )
        state._phase = d["phase"]
        state._seat = d["current_player"]
        state.turn = d["turn"]
        state.ply = d["ply"]
        state.pending_tunnel = self._pending_tunnel(d.get("pending_tunnel"))
        # Only counts are told; the seats follow from whose turn it is.
        if d["final_turns_left"] is not None:
            state.last_turns = state.active_seats_from(d["current_player"])[: d["final_turns_left"]]
        passes = d["consecutive_passes"]
        if passes > 0:
            state.passed = state.active_seats_from(d["current_player"])[-passes:]
        return state

    def _pending_tunnel(self, d: dict[str, Any] | None) -> PendingTunnel | None:
        if d is None:
            return None
        colored = self.board.routes[d["route"]]["length"] - d["locomotives"]
        return PendingTunnel(
            d["route"],
            d["color"],
            d["locomotives"],
            cards_of(d["color"], colored, d["locomotives"]),
            tuple(d["turned"]),
            d["extra"],
        )
