"""One game on the engine and on the oracle, kept in step and compared."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from reference import OracleGame, OracleState, scoring, stations, tickets

import ttr_fast as ttr

# Keys of State.to_dict() that concern the random future or the bookkeeping of who saw what. The
# oracle has no notion of them; `unseen_tickets` is checked by Pair itself, `memory` by
# tests/test_resample.py.
UNKNOWN_TO_ORACLE = (
    "seed",
    "game_index",
    "chance_position",
    "first_seat",
    "unseen_tickets",
    "memory",
)


class Difference(AssertionError):
    """Engine and oracle do not agree; the message says where."""


def require_equal(engine: Any, oracle: Any, what: str) -> None:
    if engine != oracle:
        raise Difference(f"{what}: {difference(engine, oracle)}")


def require(holds: bool, what: str) -> None:
    if not holds:
        raise Difference(what)


def difference(engine: Any, oracle: Any) -> str:
    """The first place where two values made of dicts, lists and sets differ."""
    if isinstance(engine, dict) and isinstance(oracle, dict):
        for key in [*engine, *oracle]:
            if key not in engine or key not in oracle:
                return f"only one has {key!r}"
            if engine[key] != oracle[key]:
                return f"[{key!r}] {difference(engine[key], oracle[key])}"
    if isinstance(engine, list) and isinstance(oracle, list) and len(engine) == len(oracle):
        for i, (ours, theirs) in enumerate(zip(engine, oracle, strict=True)):
            if ours != theirs:
                return f"[{i}] {difference(ours, theirs)}"
    if isinstance(engine, set) and isinstance(oracle, set):
        return f"engine alone has {engine - oracle}, oracle alone has {oracle - engine}"
    return f"engine has {engine!r}, oracle has {oracle!r}"


@lru_cache(maxsize=256)
def action_tuples(game: ttr.Game) -> list[tuple[Any, ...]]:
    """What each action of the table means, in the oracle's words."""
    tuples: list[tuple[Any, ...]] = []
    for action in range(game.num_distinct_actions()):
        info = game.action_info(action)
        if info.kind == "draw_face_up":
            tuples.append((info.kind, info.color))
        elif info.kind == "claim":
            tuples.append((info.kind, info.route, info.color, info.locomotives))
        elif info.kind == "keep_tickets":
            tuples.append((info.kind, info.keep))
        elif info.kind == "build_station":
            tuples.append((info.kind, info.city, info.color, info.cards, info.locomotives))
        elif info.kind == "pay_tunnel":
            tuples.append((info.kind, info.cards, info.locomotives))
        else:
            tuples.append((info.kind,))
    require(len(set(tuples)) == len(tuples), "the action table holds an action twice")
    return tuples


class Pair:
    """A game on the engine and on the oracle, kept in step."""

    def __init__(self, game: ttr.Game, oracle_game: OracleGame, seed: int, index: int = 0) -> None:
        self.game = game
        self.tuples = action_tuples(game)
        self.seed, self.index = seed, index
        self.state = game.new_initial_state(seed, index, record=True)
        d = self.state.to_dict()
        cards = self.state.drawn_cards()
        self.num_drawn = len(cards)
        long_deck, ticket_deck = self.decks_before_the_deal(oracle_game, d)
        self.oracle = oracle_game.deal(d["first_seat"], ticket_deck, cards, long_deck)
        self.seen_tickets: set[int] = set()
        self.chance_position = 0
        self.oracle_seconds = 0.0
        self.before: dict[str, Any] = {}
        self.now = self.compare_states()
        self.cards: list[str] = []  # what came off the deck in the last ply

    @staticmethod
    def decks_before_the_deal(
        oracle_game: OracleGame, d: dict[str, Any]
    ) -> tuple[list[int], list[int]]:
        """Long tickets and the others as they lay; of long ones not dealt in any order."""
        board, rules = oracle_game.board, oracle_game.rules
        number = tickets.long_tickets_dealt(board, rules)
        offers = [player["offered_tickets"] for player in d["players"]]
        dealt_long = [ticket for offered in offers for ticket in offered[:number]]
        dealt = [ticket for offered in offers for ticket in offered[number:]]
        left = [t for t in tickets.long_tickets(board, rules) if t not in dealt_long]
        return dealt_long + left, dealt + d["ticket_deck"]

    def clone(self) -> Pair:
        copy = object.__new__(Pair)
        copy.__dict__.update(self.__dict__)
        copy.state = self.state.clone()
        copy.oracle = self.oracle.clone()
        copy.seen_tickets = set(self.seen_tickets)
        return copy

    def legal(self) -> list[int]:
        """The legal actions, on which both sides agree."""
        actions = self.state.legal_actions()
        start = time.process_time()
        oracle_actions = self.oracle.legal_actions()
        self.oracle_seconds += time.process_time() - start
        require_equal({self.tuples[a] for a in actions}, oracle_actions, "legal actions")
        mask = self.state.legal_actions_mask()
        require(mask.shape == (len(self.tuples),), "the mask has another length than the table")
        require_equal(mask.nonzero()[0].tolist(), actions, "mask and list of legal actions")
        return actions

    def apply(self, action: int) -> None:
        self.state.apply_action(action)
        drawn = self.state.drawn_cards()
        self.cards = drawn[self.num_drawn :]
        self.num_drawn = len(drawn)
        start = time.process_time()
        self.oracle.apply(self.tuples[action], self.cards)
        self.oracle_seconds += time.process_time() - start
        self.before, self.now = self.now, self.compare_states()

    def resign(self, seat: int) -> None:
        self.state.resign(seat)
        require_equal(len(self.state.drawn_cards()), self.num_drawn, "cards drawn by a resignation")
        self.oracle.resign(seat)
        self.before, self.now = self.now, self.compare_states()

    def compare_states(self) -> dict[str, Any]:
        """Compares the whole truth of both sides and returns it."""
        state, oracle = self.state, self.oracle
        ours = state.to_dict()
        future = {key: ours.pop(key) for key in UNKNOWN_TO_ORACLE}
        require_equal(ours, oracle.to_dict(), "state")
        require_equal(state.current_player(), ours["current_player"], "current_player()")
        require_equal(state.phase(), ours["phase"], "phase()")
        require_equal(state.is_terminal(), oracle.is_terminal(), "is_terminal()")
        points = tuple(player["route_points"] for player in ours["players"])
        require_equal(state.scores(), points, "scores()")
        for player in ours["players"]:
            self.seen_tickets.update(player["offered_tickets"])
        require_equal(
            (future["seed"], future["game_index"]), (self.seed, self.index), "seed, index"
        )
        require(future["chance_position"] >= self.chance_position, "chance_position goes back")
        self.chance_position = future["chance_position"]
        unseen = future["unseen_tickets"]
        top, bottom = ours["ticket_deck"][:unseen], ours["ticket_deck"][unseen:]
        require(
            self.seen_tickets.isdisjoint(top) and self.seen_tickets.issuperset(bottom),
            f"unseen_tickets = {unseen} does not part the ticket deck into unseen and returned",
        )
        return ours

    def compare_scores(self) -> list[dict[str, int]]:
        """Compares the score sheet as if the game ended now, and what stands behind it."""
        start = time.process_time()
        oracle_sheet = self.oracle.score_sheet()
        self.oracle_seconds += time.process_time() - start
        sheet = [row.to_dict() for row in self.state.score_sheet()]
        require_equal(sheet, oracle_sheet, "score sheet")
        for seat, row in enumerate(sheet):
            length, walk = self.state.longest_trail(seat)
            require_equal(length, row["longest"], f"length of longest_trail({seat})")
            require(
                self.is_walk(walk, length, self.now["players"][seat]["routes"]),
                f"longest_trail({seat}) = {walk} is no walk of length {length} over own routes",
            )
            compare_tickets(self.state, self.oracle, seat, row)
        return sheet

    def is_walk(self, walk: tuple[int, ...], length: int, own: list[int]) -> bool:
        facts = [self.oracle.game.board.routes[route] for route in walk]
        if len(set(walk)) != len(walk) or not set(walk) <= set(own):
            return False
        if sum(route["length"] for route in facts) != length:
            return False
        here = {facts[0]["a"], facts[0]["b"]} if facts else set()  # cities one may stand in
        for route in facts[1:]:
            pairs = ((route["a"], route["b"]), (route["b"], route["a"]))
            here = {there for city, there in pairs if city in here}
        return bool(here) or not facts

    def compare_end(self) -> list[dict[str, int]]:
        """Compares what is known at the end only, and returns the score sheet."""
        state = self.state
        sheet = self.compare_scores()
        require_equal(state.legal_actions(), [], "legal actions at the end")
        require(not state.legal_actions_mask().any(), "mask at the end")
        # The oracle's sheet is the same; its own ranks() would search for the trails once more.
        tie_break = self.oracle.game.rules["tie_break"]
        ranks = scoring.ranks(sheet, self.oracle.players, tie_break)
        require_equal(state.ranks(), ranks, "ranks()")
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        require_equal(state.winners(), winners, "winners()")
        require_equal(state.returns(), [float(row["total"]) for row in sheet], "returns()")
        return sheet

    def compare_table(self) -> int:
        """Tries every action of the table, and some outside. Returns how many were refused."""
        state = self.state
        legal = set(state.legal_actions())
        before, history = state.clone(), state.history()
        refused = 0
        for action in [*range(len(self.tuples)), -1, len(self.tuples), 2**63, 2**64]:
            if action in legal:
                state.clone().apply_action(action)
                continue
            try:
                # Not on a copy: the rest of the game shows that nothing has changed.
                state.apply_action(action)
            except ttr.IllegalActionError:
                refused += 1
            else:
                raise Difference(f"action {action} is not listed, but accepted")
        active = [] if self.oracle.is_terminal() else self.oracle.active_seats()
        for seat in [-1, *range(self.game.num_players + 1), 2**64]:
            if seat in active:
                state.clone().resign(seat)
                continue
            try:
                state.resign(seat)
            except ValueError:
                refused += 1
            else:
                raise Difference(f"seat {seat} is not in the game, but may resign")
        require(state == before, "a refused action has changed the state")
        require_equal(state.hash(), before.hash(), "hash after refused actions")
        require_equal(state.history(), history, "history after refused actions")
        require_equal(state.legal_actions(), sorted(legal), "legal actions after refused ones")
        return refused


def compare_tickets(state: ttr.State, oracle: OracleState, seat: int, row: dict[str, int]) -> None:
    """R76: the routes that the engine shows may be lent and bring what the oracle found."""
    board, rules, player = oracle.game.board, oracle.game.rules, oracle.players[seat]
    others = [route for other in oracle.players if other is not player for route in other.routes]
    lent = state.borrowed_routes(seat)
    require_equal([city for city, _ in lent], player.station_cities, "cities of stations")
    for city, route in lent:
        require(
            route is None or (route in others and route in board.routes_at(board.cities[city])),
            f"borrowed_routes({seat}): route {route} cannot be lent in city {city}",
        )
    routes = player.routes + [route for _, route in lent if route is not None]
    groups = stations.joined(board, {city: city for city in board.cities}, routes)
    completed = stations.completed_tickets(board, groups, player.tickets)
    values = {
        ticket: board.ticket_value(ticket, rules["ticket_value"]) for ticket in player.tickets
    }
    require_equal(
        (stations.ticket_points(values, completed), len(completed)),
        (row["tickets"], row["completed"]),
        f"points and number of completed tickets with borrowed_routes({seat}) = {lent}",
    )
    require_equal(sorted(state.completed_tickets(seat)), completed, f"completed_tickets({seat})")
