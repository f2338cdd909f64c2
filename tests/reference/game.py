"""The course of the game: set-up, what is legal, and what each action does."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from . import scoring
from .board import Board, payments
from .cards import ALL_CARDS, LOCOMOTIVE, OracleError, TrainCards, all_110_cards, no_cards
from .rules import USA_RULES

TERMINAL = -4  # the "current player" after the end

Action = tuple[Any, ...]
# ("draw_deck",)
# ("draw_face_up", colour)
# ("claim", route, colour or None, locomotives)    None: only locomotives are paid
# ("draw_tickets",)
# ("keep_tickets", (positions among the offered, ascending))
# ("pass",)


@dataclass
class Player:
    trains: int
    hand: dict[str, int] = field(default_factory=no_cards)
    known_hand: dict[str, int] = field(default_factory=no_cards)
    tickets: list[int] = field(default_factory=list)
    offered_tickets: list[int] = field(default_factory=list)
    routes: list[int] = field(default_factory=list)

    def clone(self) -> "Player":
        return Player(
            self.trains,
            dict(self.hand),
            dict(self.known_hand),
            list(self.tickets),
            list(self.offered_tickets),
            list(self.routes),
        )


class OracleGame:
    """A map, the rules and the number of players."""

    def __init__(self, map_data: dict[str, Any], rules: dict[str, Any], num_players: int) -> None:
        if num_players not in (2, 3, 4, 5):  # R01
            raise OracleError(f"a game has 2 to 5 players, not {num_players}")
        for option in USA_RULES:
            if option not in rules:
                raise OracleError(f"rule option missing: {option}")
        self.board = Board(map_data)
        self.rules = rules
        self.num_players = num_players

    def deal(self, first_seat: int, ticket_deck: list[int], cards: list[str]) -> "OracleState":
        """Set up a game.

        ticket_deck: all tickets, top first. cards: what comes off the train-card deck, in order:
        all hand cards of seat 0, of seat 1, .., the row, and new rows if it is reset.
        """
        if first_seat not in range(self.num_players):
            raise OracleError(f"no seat {first_seat}")
        if sorted(ticket_deck) != list(range(len(self.board.tickets))):
            raise OracleError("the ticket deck must hold each ticket once")
        rules = self.rules
        supply = list(cards)
        row: list[str | None] = [None] * rules["face_up_size"]
        train_cards = TrainCards(all_110_cards(), no_cards(), row)
        tickets_left = list(ticket_deck)
        players = []
        for _ in range(self.num_players):
            player = Player(rules["trains_per_player"])  # R03
            for _ in range(rules["initial_cards"]):  # R04
                player.hand[train_cards.draw(supply)] += 1
            for _ in range(min(rules["initial_tickets_dealt"], len(tickets_left))):  # R07
                player.offered_tickets.append(tickets_left.pop(0))
            players.append(player)
        # R04, R05: turn up the row; the locomotive check holds for it too.
        train_cards.settle(supply, rules["reset_locomotives"], rules["max_row_resets"])
        if supply:
            raise OracleError(f"cards left over: {supply}")
        return OracleState(self, train_cards, tickets_left, players, first_seat)

    def from_dict(self, d: dict[str, Any]) -> "OracleState":
        """A position as written by to_dict. It is taken as it is, without a check.

        to_dict does not tell the first seat; only during the initial choice it matters. An
        additional key "first_seat" is read if it is there, else seat 0 is taken.
        """
        train_cards = TrainCards(dict(d["deck"]), dict(d["discard"]), list(d["face_up"]))
        while len(train_cards.face_up) < self.rules["face_up_size"]:
            train_cards.face_up.append(None)
        players = [
            Player(
                entry["trains"],
                dict(entry["hand"]),
                dict(entry["known_hand"]),
                list(entry["tickets"]),
                list(entry["offered_tickets"]),
                list(entry["routes"]),
            )
            for entry in d["players"]
        ]
        state = OracleState(
            self, train_cards, list(d["ticket_deck"]), players, d.get("first_seat", 0)
        )
        state._phase = d["phase"]
        state._seat = d["current_player"]
        state.turn = d["turn"]
        state.ply = d["ply"]
        state.final_turns_left = d["final_turns_left"]
        state.consecutive_passes = d["consecutive_passes"]
        return state


class OracleState:
    """A position. Made by OracleGame.deal or OracleGame.from_dict."""

    def __init__(
        self,
        game: OracleGame,
        train_cards: TrainCards,
        ticket_deck: list[int],
        players: list[Player],
        first_seat: int,
    ) -> None:
        self.game = game
        self.train_cards = train_cards
        self.ticket_deck = ticket_deck  # top first
        self.players = players
        self.first_seat = first_seat
        self.turn = 0  # turns finished
        self.ply = 0  # actions applied
        self.final_turns_left: int | None = None
        self.consecutive_passes = 0
        # Q10: the starting tickets are chosen in seat order.
        self._phase = "choose_initial_tickets"
        self._seat = 0

    # ---- asking ---------------------------------------------------------------------------

    def phase(self) -> str:
        return self._phase

    def current_player(self) -> int:
        return self._seat

    def is_terminal(self) -> bool:
        return self._phase == "terminal"

    def legal_actions(self) -> set[Action]:
        if self._phase in ("choose_initial_tickets", "choose_tickets"):
            return self._legal_keep_sets()  # R58: nothing else before the choice
        if self._phase == "draw_second_card":
            return self._legal_card_draws(second=True)  # Q03: no stopping after one card
        if self._phase == "choose_action":
            actions = self._legal_card_draws(second=False) | self._legal_claims()
            if self.ticket_deck:  # R57; R51: whatever tickets the player has
                actions.add(("draw_tickets",))
            if not actions:  # R18, Q07: pass if, and only if, nothing else is legal
                actions.add(("pass",))
            return actions
        return set()  # terminal

    def _legal_card_draws(self, second: bool) -> set[Action]:
        """R21, R30, R31."""
        actions: set[Action] = set()
        if not self.train_cards.deck_is_empty():
            actions.add(("draw_deck",))
        for card in self.train_cards.face_up:
            if card is None:
                continue
            if second and card == LOCOMOTIVE:  # R24: never the second card
                continue
            actions.add(("draw_face_up", card))
        return actions

    def _legal_claims(self) -> set[Action]:
        player = self.players[self._seat]
        rules = self.game.rules
        actions: set[Action] = set()
        for route, facts in enumerate(self.game.board.routes):  # R40: anywhere on the map
            if not self._route_is_open(route):
                continue
            if facts["length"] > player.trains:  # R37
                continue
            for color, locomotives in payments(
                facts["color"], facts["length"], player.hand, rules["payments"]
            ):
                actions.add(("claim", route, color, locomotives))
        return actions

    def _owner(self, route: int) -> int | None:
        for seat, player in enumerate(self.players):
            if route in player.routes:
                return seat
        return None

    def _route_is_open(self, route: int) -> bool:
        """May the current player build here, trains and cards aside?"""
        if self._owner(route) is not None:  # R41
            return False
        twin_owners = [self._owner(twin) for twin in self.game.board.twins[route]]
        if self._seat in twin_owners:  # R44: never two tracks for one player
            return False
        # R45, R46, R48, Q06: with few players the first claim closes the other tracks.
        second_track_allowed = self.game.num_players >= self.game.rules["second_track_min_players"]
        return second_track_allowed or all(owner is None for owner in twin_owners)

    def _legal_keep_sets(self) -> set[Action]:
        """R07, R49: every choice of at least the minimum; all, if fewer were drawn than that."""
        if self._phase == "choose_initial_tickets":
            minimum = self.game.rules["initial_tickets_keep_min"]
        else:
            minimum = self.game.rules["tickets_keep_min"]
        number_offered = len(self.players[self._seat].offered_tickets)
        actions: set[Action] = set()
        for number_kept in range(min(minimum, number_offered), number_offered + 1):
            for positions in combinations(range(number_offered), number_kept):
                actions.add(("keep_tickets", positions))
        return actions

    # ---- doing ----------------------------------------------------------------------------

    def apply(self, action: Action, cards: list[str]) -> None:
        """Carry out an action. cards: what comes off the deck meanwhile, in order.

        On an OracleError nothing has changed (R36): the action is tried on a copy first.
        """
        if action not in list(self.legal_actions()):
            raise OracleError(f"illegal action {action!r} in phase {self._phase}")
        trial = self.clone()
        supply = list(cards)
        trial._carry_out(action, supply)
        if supply:
            raise OracleError(f"cards left over: {supply}")
        self.__dict__ = trial.__dict__

    def clone(self) -> "OracleState":
        copy = OracleState(
            self.game,
            self.train_cards.clone(),
            list(self.ticket_deck),
            [player.clone() for player in self.players],
            self.first_seat,
        )
        copy._phase = self._phase
        copy._seat = self._seat
        copy.turn = self.turn
        copy.ply = self.ply
        copy.final_turns_left = self.final_turns_left
        copy.consecutive_passes = self.consecutive_passes
        return copy

    def _carry_out(self, action: Action, supply: list[str]) -> None:
        self.ply += 1
        if action[0] == "pass":
            self.consecutive_passes += 1
            self._end_turn()
            return
        self.consecutive_passes = 0  # R20
        if action[0] == "draw_deck":
            self._draw_deck(supply)
        elif action[0] == "draw_face_up":
            self._draw_face_up(action[1], supply)
        elif action[0] == "claim":
            self._claim(action[1], action[2], action[3], supply)
        elif action[0] == "draw_tickets":
            self._draw_tickets()
        elif action[0] == "keep_tickets":
            self._keep_tickets(action[1])

    def _draw_deck(self, supply: list[str]) -> None:
        card = self.train_cards.draw(supply)
        self.players[self._seat].hand[card] += 1  # R28: no hand limit
        self._after_card()  # R25: a locomotive drawn blind is one plain card

    def _draw_face_up(self, card: str, supply: list[str]) -> None:
        player = self.players[self._seat]
        self.train_cards.take_face_up(card)
        player.hand[card] += 1
        player.known_hand[card] += 1  # everybody saw it
        self._settle_cards(supply)  # R22, R27: also between the two cards
        if card == LOCOMOTIVE:  # R23
            self._end_turn()
        else:
            self._after_card()

    def _after_card(self) -> None:
        """After a card that leaves room for a second one, or was the second one."""
        if self._phase == "draw_second_card":
            self._end_turn()
        elif self._legal_card_draws(second=True):
            self._phase = "draw_second_card"
        else:  # Q03: no second card to be had
            self._end_turn()

    def _claim(self, route: int, color: str | None, locomotives: int, supply: list[str]) -> None:
        """R17, R38, R39: one route, whole, is the turn. R42: pay, place the trains."""
        player = self.players[self._seat]
        length = self.game.board.routes[route]["length"]
        paid = no_cards()
        paid[LOCOMOTIVE] = locomotives
        if color is not None:
            paid[color] = length - locomotives
        for card in ALL_CARDS:
            player.hand[card] -= paid[card]
            player.known_hand[card] = max(0, player.known_hand[card] - paid[card])
            self.train_cards.put_on_discards(card, paid[card])
        player.trains -= length
        player.routes = sorted([*player.routes, route])
        self._settle_cards(supply)
        self._end_turn()

    def _settle_cards(self, supply: list[str]) -> None:
        rules = self.game.rules
        self.train_cards.settle(supply, rules["reset_locomotives"], rules["max_row_resets"])

    def _draw_tickets(self) -> None:
        """R49: three, or what is left."""
        number = min(self.game.rules["tickets_drawn"], len(self.ticket_deck))
        self.players[self._seat].offered_tickets = self.ticket_deck[:number]
        self.ticket_deck = self.ticket_deck[number:]
        self._phase = "choose_tickets"

    def _keep_tickets(self, positions: tuple[int, ...]) -> None:
        player = self.players[self._seat]
        kept = [player.offered_tickets[position] for position in positions]
        returned = [ticket for ticket in player.offered_tickets if ticket not in kept]
        player.tickets = sorted(player.tickets + kept)  # R52: for good
        player.offered_tickets = []
        if self._phase == "choose_tickets":
            self.ticket_deck += sorted(returned)  # R50, Q11
            self._end_turn()  # R58
            return
        if self.game.rules["initial_tickets_return"] == "bottom":  # R10; "out": R11
            self.ticket_deck += sorted(returned)
        if self._seat + 1 < self.game.num_players:
            self._seat += 1
        else:
            self._seat = self.first_seat  # R15
            self._phase = "choose_action"

    def _end_turn(self) -> None:
        self.turn += 1
        if self.final_turns_left is not None:
            self.final_turns_left -= 1  # R83: whatever the trains of the others
        elif self.players[self._seat].trains <= self.game.rules["final_round_threshold"]:
            # R81, R82: one more turn for everybody, this player's the last.
            self.final_turns_left = self.game.num_players
        everybody_passed = self.consecutive_passes == self.game.num_players  # R19, Q07
        if self.final_turns_left == 0 or everybody_passed:
            self._phase = "terminal"
            self._seat = TERMINAL
        else:
            self._phase = "choose_action"
            self._seat = (self._seat + 1) % self.game.num_players  # R16

    # ---- results --------------------------------------------------------------------------

    def score_sheet(self) -> list[dict[str, int]]:
        """The score of each seat as if the game ended now."""
        return scoring.score_sheet(
            self.game.board,
            self.game.rules,
            [player.routes for player in self.players],
            [player.tickets for player in self.players],
        )

    def ranks(self) -> tuple[int, ...]:
        return scoring.ranks(self.score_sheet(), self.game.rules["tie_break"])

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks()) if rank == 1)

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "map": self.game.board.name,
            "rules": dict(self.game.rules),
            "num_players": self.game.num_players,
            "turn": self.turn,
            "ply": self.ply,
            "current_player": self._seat,
            "phase": self._phase,
            "deck": in_order(self.train_cards.deck),
            "discard": in_order(self.train_cards.discard),
            "face_up": list(self.train_cards.face_up),
            "ticket_deck": list(self.ticket_deck),
            "final_turns_left": self.final_turns_left,
            "consecutive_passes": self.consecutive_passes,
            "players": [self._player_to_dict(player) for player in self.players],
            "pending_tunnel": None,
        }

    def _player_to_dict(self, player: Player) -> dict[str, Any]:
        return {
            "hand": in_order(player.hand),
            "known_hand": in_order(player.known_hand),
            "trains": player.trains,
            "stations_left": 0,
            "station_cities": [],
            "tickets": sorted(player.tickets),
            "offered_tickets": list(player.offered_tickets),
            "routes": sorted(player.routes),
            "route_points": scoring.route_points(self.game.board, player.routes, self.game.rules),
            "resigned": False,
        }


def in_order(counts: dict[str, int]) -> dict[str, int]:
    return {card: counts[card] for card in ALL_CARDS}
