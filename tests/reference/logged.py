"""A game on the oracle that writes the log of knowledge.py."""

from typing import Any

from . import tickets
from .cards import TrainCards, all_110_cards, no_cards
from .game import OracleGame
from .knowledge import Event
from .payments import cards_of
from .state import Action, OracleState


class WatchedCards(TrainCards):
    """Notes what comes off the deck, and when the deck is rebuilt."""

    happened: list[Event]

    @staticmethod
    def of(cards: TrainCards, happened: list[Event]) -> "WatchedCards":
        watched = WatchedCards(cards.deck, cards.discard, cards.face_up)
        watched.happened = happened
        return watched

    def clone(self) -> "WatchedCards":
        return WatchedCards.of(super().clone(), list(self.happened))

    def draw(self, supply: list[str]) -> str:
        self.happened += [("open", card) for card in supply[:1]]
        return super().draw(supply)

    def rebuild_deck_if_empty(self) -> None:
        if self.deck_is_empty() and self.discard != no_cards():
            self.happened.append(("rebuilt", dict(self.discard)))
        super().rebuild_deck_if_empty()


class LoggedGame:
    """The oracle's state, and all that happened so far."""

    def __init__(
        self,
        game: OracleGame,
        first_seat: int,
        ticket_deck: list[int],
        cards: list[str],
        long_deck: list[int],
    ) -> None:
        board, rules = game.board, game.rules
        self.state = game.deal(first_seat, ticket_deck, cards, long_deck)
        self.log: list[Event] = [("ticket deck", sorted(long_deck), sorted(ticket_deck))]
        number = rules["initial_cards"]
        for seat, player in enumerate(self.state.players):
            self.log += [("blind", seat, card) for card in cards[seat * number :][:number]]
            offered, longs = player.offered_tickets, tickets.long_tickets_dealt(board, rules)
            self.log.append(("tickets", seat, offered[:longs], offered[longs:]))
        in_hands = number * game.num_players
        self.log += [("open", card) for card in cards[in_hands:]]
        assert len(cards) < sum(all_110_cards().values()), "the deck is rebuilt during the deal"
        self.state.train_cards = WatchedCards.of(self.state.train_cards, [])

    def apply(self, action: Action, cards: list[str]) -> None:
        before = self.state.clone()
        self.state.apply(action, cards)
        seat = before.current_player()
        happened = self.take_happened()
        match action:
            case ("draw_deck",):
                happened[0] = ("blind", seat, happened[0][1])
            case ("draw_face_up", card):
                self.log.append(("took", seat, card))
            case ("claim", route, color, locomotives):
                length = before.game.board.routes[route]["length"]
                self.pay(seat, cards_of(color, length - locomotives, locomotives))
            case ("pay_tunnel", number, locomotives):
                assert before.pending_tunnel is not None
                self.pay(seat, cards_of(before.pending_tunnel.color, number, locomotives))
            case ("build_station", _, color, number, locomotives):
                self.pay(seat, cards_of(color, number, locomotives))
            case ("decline_tunnel",):
                self.take_back(before)
            case ("draw_tickets",):
                self.log.append(("tickets", seat, [], self.state.players[seat].offered_tickets))
            case ("keep_tickets", positions):
                offered = before.players[seat].offered_tickets
                kept = [offered[position] for position in positions]
                returned = [ticket for ticket in offered if ticket not in kept]
                self.log.append(("kept", seat, kept, returned, self.place(before)))
        self.log += happened
        self.note_end_of_initial_choice(before)

    def resign(self, seat: int) -> None:
        before = self.state.clone()
        self.state.resign(seat)
        choosers = self.whose_choice_dropped(before)
        if before.pending_tunnel is not None and self.state.pending_tunnel is None:
            self.take_back(before)
        for other in choosers:
            offered = before.players[other].offered_tickets
            self.log.append(("gave up", other, list(offered), self.place(before)))
        self.log += self.take_happened()
        self.note_end_of_initial_choice(before)

    def whose_choice_dropped(self, before: OracleState) -> list[int]:
        """Who had tickets to choose from and has none now, in the order in which they went back."""
        dropped = [
            seat
            for seat, player in enumerate(self.state.players)
            if before.players[seat].offered_tickets and not player.offered_tickets
        ]
        return sorted(dropped, key=lambda seat: not self.state.players[seat].resigned)

    def note_end_of_initial_choice(self, before: OracleState) -> None:
        phase = "choose_initial_tickets"
        if before.phase() == phase and self.state.phase() != phase:
            self.log.append(("all have chosen",))

    def pay(self, seat: int, cards: dict[str, int]) -> None:
        self.log.append(("paid", seat, cards))

    def take_back(self, before: OracleState) -> None:
        """R64: the cards laid for a tunnel."""
        assert before.pending_tunnel is not None
        for card, number in before.pending_tunnel.laid.items():
            self.log += [("took", before.current_player(), card)] * number

    def take_happened(self) -> list[Event]:
        cards: Any = self.state.train_cards
        happened: list[Event] = cards.happened
        cards.happened = []
        return happened

    @staticmethod
    def place(before: OracleState) -> str:
        """Where returned tickets go."""
        at_the_start = before.phase() == "choose_initial_tickets"
        option: str = before.game.rules["initial_tickets_return"]
        return option if at_the_start else "bottom"
