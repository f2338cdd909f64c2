"""The course of the game: what is legal, and what each action does."""

from typing import TYPE_CHECKING, Any

from . import scoring, tickets, tunnels
from .cards import ALL_CARDS, LOCOMOTIVE, OracleError, TrainCards, in_order
from .payments import cards_of, payments, route_payments, take_from
from .player import Player
from .tunnels import PendingTunnel

if TYPE_CHECKING:
    from .game import OracleGame

TERMINAL = -4  # the "current player" after the end

Action = tuple[Any, ...]
# ("draw_deck",)
# ("draw_face_up", colour)
# ("claim", route, colour or None, locomotives)    None: only locomotives are paid
# ("pay_tunnel", cards of the colour laid, locomotives)
# ("decline_tunnel",)
# ("build_station", city, colour or None, cards of the colour, locomotives)
# ("draw_tickets",)
# ("keep_tickets", (positions among the offered, ascending))
# ("pass",)


class OracleState:
    """A position. Made by OracleGame.deal or OracleGame.from_dict."""

    def __init__(
        self,
        game: "OracleGame",
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
        self.last_turns: list[int] | None = None  # in the final round: seats still to move
        self.passed: list[int] = []  # seats that passed one after another
        self.pending_tunnel: PendingTunnel | None = None
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

    def active_seats(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.resigned]

    def active_seats_from(self, first: int) -> list[int]:
        """R16: in the order of turns, from this seat on."""
        active = self.active_seats()
        return [seat for seat in active if seat >= first] + [s for s in active if s < first]

    def legal_actions(self) -> set[Action]:
        if self._phase in ("choose_initial_tickets", "choose_tickets"):
            return self._legal_keep_sets()  # R58: nothing else before the choice
        if self._phase == "draw_second_card":
            return self._legal_card_draws(second=True)  # Q03: no stopping after one card
        if self._phase == "pay_tunnel":
            return self._legal_surcharges()
        if self._phase == "choose_action":
            actions = self._legal_card_draws(second=False)
            actions |= self._legal_claims() | self._legal_stations()
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
        actions: set[Action] = set()
        for route, facts in enumerate(self.game.board.routes):  # R40: anywhere on the map
            if facts["length"] > player.trains:  # R37
                continue
            found = route_payments(facts, player.hand, self.game.rules)
            if found and self._route_is_open(route):
                actions |= {("claim", route, color, locomotives) for color, locomotives in found}
        return actions

    def _owner(self, route: int) -> int | None:
        for seat, player in enumerate(self.players):
            if route in player.routes:
                return seat
        return None

    def _route_is_open(self, route: int) -> bool:
        """May the current player build here, trains and cards aside?"""
        if self._owner(route) is not None:  # R41; Q05: whoever it was
            return False
        twin_owners = [self._owner(twin) for twin in self.game.board.twins[route]]
        if self._seat in twin_owners:  # R44: never two tracks for one player
            return False
        # R45, R46, R48, Q06: with few players the first claim closes the other tracks.
        second_track_allowed = self.game.num_players >= self.game.rules["second_track_min_players"]
        return second_track_allowed or all(owner is None for owner in twin_owners)

    def _legal_surcharges(self) -> set[Action]:
        assert self.pending_tunnel is not None
        hand = self.players[self._seat].hand
        found = tunnels.surcharges(self.pending_tunnel, hand, self.game.rules["payments"])
        actions: set[Action] = {("pay_tunnel", cards, locomotives) for cards, locomotives in found}
        return actions | {("decline_tunnel",)}  # R64: also if one could pay

    def _legal_stations(self) -> set[Action]:
        player, rules = self.players[self._seat], self.game.rules
        built = len(player.station_cities)
        if built == rules["stations_per_player"]:  # R79
            return set()
        cost = rules["station_costs"][built]  # R71
        found = payments("gray", cost, player.hand, rules["payments"])
        taken = [city for other in self.players for city in other.station_cities]
        return {
            ("build_station", city, color, cost - locomotives, locomotives)
            for city in range(len(self.game.board.cities))  # R73: routes do not matter
            if city not in taken  # R72
            for color, locomotives in found
        }

    def _legal_keep_sets(self) -> set[Action]:
        if self._phase == "choose_initial_tickets":
            minimum = self.game.rules["initial_tickets_keep_min"]
        else:
            minimum = self.game.rules["tickets_keep_min"]
        offered = self.players[self._seat].offered_tickets
        return {("keep_tickets", positions) for positions in tickets.keep_sets(offered, minimum)}

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
        copy.last_turns = None if self.last_turns is None else list(self.last_turns)
        copy.passed = list(self.passed)
        copy.pending_tunnel = self.pending_tunnel  # never changed, only replaced
        return copy

    def _carry_out(self, action: Action, supply: list[str]) -> None:
        self.ply += 1
        if action[0] == "pass":
            self.passed.append(self._seat)
            self._end_turn()
            return
        self.passed = []  # R20
        if action[0] == "draw_deck":
            self._draw_deck(supply)
        elif action[0] == "draw_face_up":
            self._draw_face_up(action[1], supply)
        elif action[0] == "claim":
            self._claim(action[1], action[2], action[3], supply)
        elif action[0] == "pay_tunnel":
            self._pay_tunnel(action[1], action[2], supply)
        elif action[0] == "decline_tunnel":
            self._decline_tunnel()
            self._end_turn()  # R64
        elif action[0] == "build_station":
            self._build_station(action[1], cards_of(*action[2:]), supply)
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
        """R17, R38, R39: one route, whole, is the turn. A tunnel may cost more than shown."""
        player = self.players[self._seat]
        facts = self.game.board.routes[route]
        laid = cards_of(color, facts["length"] - locomotives, locomotives)
        take_from(player.hand, player.known_hand, laid)
        if self.game.rules["tunnels"] and facts.get("tunnel", False):  # R62
            turned = tunnels.turn_up(self.train_cards, self.game.rules["tunnel_cards"], supply)
            extra = tunnels.extra_cards(turned, color)
            if extra > 0:
                self.pending_tunnel = PendingTunnel(route, color, locomotives, laid, turned, extra)
                self._phase = "pay_tunnel"
                return
        self._build_route(route, laid, supply)

    def _pay_tunnel(self, cards: int, locomotives: int, supply: list[str]) -> None:
        """R65: base price and surcharge go to the discards. R69: no trains, no points for it."""
        pending, player = self.pending_tunnel, self.players[self._seat]
        assert pending is not None
        surcharge = cards_of(pending.color, cards, locomotives)
        take_from(player.hand, player.known_hand, surcharge)
        self.pending_tunnel = None
        paid = {card: pending.laid[card] + surcharge[card] for card in ALL_CARDS}
        self._build_route(pending.route, paid, supply)

    def _decline_tunnel(self) -> None:
        """R64: the laid cards go back to the hand. Everybody has seen them."""
        pending, player = self.pending_tunnel, self.players[self._seat]
        assert pending is not None
        for card in ALL_CARDS:
            player.hand[card] += pending.laid[card]
            player.known_hand[card] += pending.laid[card]
        self.pending_tunnel = None

    def _build_route(self, route: int, paid: dict[str, int], supply: list[str]) -> None:
        """R42: the paid cards have left the hand; the trains are placed."""
        player = self.players[self._seat]
        player.trains -= self.game.board.routes[route]["length"]
        player.routes = sorted([*player.routes, route])
        self._discard(paid, supply)
        self._end_turn()

    def _build_station(self, city: int, paid: dict[str, int], supply: list[str]) -> None:
        """R79: the whole turn."""
        player = self.players[self._seat]
        take_from(player.hand, player.known_hand, paid)
        player.station_cities.append(city)
        self._discard(paid, supply)
        self._end_turn()

    def _discard(self, paid: dict[str, int], supply: list[str]) -> None:
        for card in ALL_CARDS:
            self.train_cards.put_on_discards(card, paid[card])
        self._settle_cards(supply)

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
        player.tickets = sorted(player.tickets + kept)  # R52: for good
        player.offered_tickets = [ticket for ticket in player.offered_tickets if ticket not in kept]
        self._return_offered_tickets(self._seat)
        if self._phase == "choose_tickets":
            self._end_turn()  # R58
        else:
            self._next_initial_choice()

    def _return_offered_tickets(self, seat: int) -> None:
        """R10, R11, R50: where tickets go that are not kept."""
        player, at_the_start = self.players[seat], self._phase == "choose_initial_tickets"
        self.ticket_deck += tickets.go_under_deck(
            self.game.board, self.game.rules, player.offered_tickets, at_the_start
        )
        player.offered_tickets = []

    # ---- turns and the end ----------------------------------------------------------------

    def _next_initial_choice(self) -> None:
        still_to_choose = [seat for seat in self.active_seats() if seat > self._seat]
        if still_to_choose:
            self._seat = still_to_choose[0]
        else:
            self._phase = "choose_action"
            self._seat = self.active_seats_from(self.first_seat)[0]  # R15

    def _end_turn(self) -> None:
        mover, rules = self._seat, self.game.rules
        self.turn += 1
        if self.last_turns is not None:
            self.last_turns.remove(mover)  # R83: whatever the trains of the others
        elif self.players[mover].trains <= rules["final_round_threshold"]:
            # R81, R82, R95: one more turn for every active player, this player's the last.
            self.last_turns = self.active_seats_from(mover + 1)
        if self.turn == rules["max_turns"]:
            self._end_game()
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        everybody_passed = set(self.passed) == set(self.active_seats())  # R19, R95, Q07
        if self.last_turns == [] or everybody_passed:
            self._end_game()
        else:
            self._phase = "choose_action"
            self._seat = self.active_seats_from(self._seat + 1)[0]  # R16

    def _end_game(self) -> None:
        self._phase = "terminal"
        self._seat = TERMINAL

    def resign(self, seat: int) -> None:
        """Q05: a player leaves. The routes and stations stay, the hand is kept aside.

        R95: those who left are skipped, and neither the final round nor the passes count them.
        """
        if self.is_terminal():
            raise OracleError("the game is over")
        if seat not in self.active_seats():
            raise OracleError(f"no active seat {seat}")
        self._drop_decision(seat)
        self.players[seat].resigned = True
        if self.last_turns is not None and seat in self.last_turns:
            self.last_turns.remove(seat)
        if seat in self.passed:
            self.passed.remove(seat)
        if len(self.active_seats()) == 1:  # Q08: at once, in the middle of a turn as well
            self._drop_decision(self.active_seats()[0])
            self._end_game()
        elif seat == self._seat and self._phase == "choose_initial_tickets":
            self._next_initial_choice()
        elif seat == self._seat:
            self._next_turn()  # not a finished turn: neither `turn` nor `ply` goes up

    def _drop_decision(self, seat: int) -> None:
        """What the seat has still to decide: a tunnel is declined, offered tickets go back."""
        if self.pending_tunnel is not None and seat == self._seat:
            self._decline_tunnel()
        self._return_offered_tickets(seat)

    # ---- results --------------------------------------------------------------------------

    def score_sheet(self) -> list[dict[str, int]]:
        """The score of each seat as if the game ended now."""
        return scoring.score_sheet(self.game.board, self.game.rules, self.players)

    def ranks(self) -> tuple[int, ...]:
        return scoring.ranks(self.score_sheet(), self.players, self.game.rules["tie_break"])

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks()) if rank == 1)

    def to_dict(self) -> dict[str, Any]:
        board, rules = self.game.board, self.game.rules
        tunnel = self.pending_tunnel
        return {
            "schema": 1,
            "map": board.name,
            "tickets": board.deck,
            "rules": dict(rules),
            "num_players": self.game.num_players,
            "turn": self.turn,
            "ply": self.ply,
            "current_player": self._seat,
            "phase": self._phase,
            "deck": in_order(self.train_cards.deck),
            "discard": in_order(self.train_cards.discard),
            "face_up": list(self.train_cards.face_up),
            "ticket_deck": list(self.ticket_deck),
            "final_turns_left": None if self.last_turns is None else len(self.last_turns),
            "consecutive_passes": len(self.passed),
            "players": [
                player.to_dict(
                    rules["stations_per_player"],
                    scoring.route_points(board, player.routes, rules),
                )
                for player in self.players
            ],
            "pending_tunnel": None if tunnel is None else tunnel.to_dict(),
        }
