"""Plays the same games on the engine and on the slow oracle, and compares everything.

The engine deals and draws. The oracle does not shuffle: it is told which cards came off the deck
and works out the rest by itself. Compared at every ply: the set of legal actions, the mask, whose
turn it is, and the whole state before and after; once in mid-game and at the end the score sheet
with its trails and completed tickets; at the end winners, ranks and returns; now and then every
action of the whole table, which must be accepted if and only if it is listed.

A game is known by the number of its job: players, seed, seats' policies, rules and map all follow
from it. With ttr_fast installed:

    python tests/differential.py --plies 1000000 --processes 2
    python tests/differential.py --job 4711            # one game, for instance one that differed
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from reference import USA_RULES, OracleError, OracleGame, scoring
from reference.cards import COLORS
from reference.cards import LOCOMOTIVE as LOCO

import ttr_fast as ttr

USA_FACTS = json.loads(
    (Path(__file__).parent / "data" / "usa_facts.json").read_text(encoding="utf-8")
)
# Keys of State.to_dict() that concern the random future or the bookkeeping of who saw what. The
# oracle has no notion of them; `unseen_tickets` is checked by Pair itself.
UNKNOWN_TO_ORACLE = ("seed", "game_index", "chance_position", "first_seat", "unseen_tickets")
TABLE_EVERY = 400  # plies between two looks at the whole action table, on average


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


# ---- one game on both sides ---------------------------------------------------------------


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
        offered = [ticket for player in d["players"] for ticket in player["offered_tickets"]]
        cards = self.state.drawn_cards()
        self.num_drawn = len(cards)
        self.oracle = oracle_game.deal(d["first_seat"], offered + d["ticket_deck"], cards)
        self.seen_tickets = set(offered)
        self.chance_position = 0
        self.oracle_seconds = 0.0
        self.before: dict[str, Any] = {}
        self.now = self.compare_states()
        self.cards: list[str] = []  # what came off the deck in the last ply

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
            completed = self.state.completed_tickets(seat)
            require_equal(len(completed), row["completed"], f"completed_tickets({seat})")
            require(
                set(completed) <= set(self.now["players"][seat]["tickets"]),
                f"completed_tickets({seat}) holds a ticket of somebody else",
            )
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
        ranks = scoring.ranks(sheet, self.oracle.game.rules["tie_break"])
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
        require(state == before, "a refused action has changed the state")
        require_equal(state.hash(), before.hash(), "hash after refused actions")
        require_equal(state.history(), history, "history after refused actions")
        require_equal(state.legal_actions(), sorted(legal), "legal actions after refused ones")
        return refused


# ---- how seats choose ---------------------------------------------------------------------

# A policy gets the legal actions by kind and answers with one of them.
ByKind = dict[str, list[int]]
Policy = Callable[[random.Random, ByKind, list[tuple[Any, ...]]], int]


def any_of(rng: random.Random, actions: ByKind, *kinds: str) -> int | None:
    found = [action for kind in kinds for action in actions.get(kind, [])]
    return rng.choice(found) if found else None


def uniform(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Every legal action is equally likely."""
    return rng.choice([action for of_kind in actions.values() for action in of_kind])


def by_kind(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Every kind of action is equally likely."""
    return rng.choice(actions[rng.choice(sorted(actions))])


def hoard(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws cards while there are any: the deck runs out, second cards vanish."""
    chosen = any_of(rng, actions, "draw_deck", "draw_face_up") if rng.random() < 0.97 else None
    return uniform(rng, actions, tuples) if chosen is None else chosen


def hoard_colors(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws face-up cards, but no locomotives: these gather in the row."""
    draws = [a for a in actions.get("draw_face_up", []) if tuples[a] != ("draw_face_up", LOCO)]
    return rng.choice(draws) if draws else uniform(rng, actions, tuples)


def claim(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims whenever it can: the final round comes soon."""
    chosen = any_of(rng, actions, "claim")
    if chosen is None:
        chosen = any_of(rng, actions, "draw_deck", "draw_face_up", "keep_tickets")
    return uniform(rng, actions, tuples) if chosen is None else chosen


def draw_tickets(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws tickets whenever it can, and keeps as few as it may, or all."""
    chosen = any_of(rng, actions, "draw_tickets")
    if chosen is None and "keep_tickets" in actions:
        keeps = actions["keep_tickets"]
        sizes = [len(tuples[a][1]) for a in keeps]
        size = min(sizes) if rng.random() < 0.8 else max(sizes)
        chosen = rng.choice([a for a in keeps if len(tuples[a][1]) == size])
    return by_kind(rng, actions, tuples) if chosen is None else chosen


def refuse_to_claim(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims only when nothing else is left, and passes when not even that is."""
    chosen = any_of(rng, actions, "draw_deck", "draw_face_up", "draw_tickets", "keep_tickets")
    return uniform(rng, actions, tuples) if chosen is None else chosen


POLICIES: dict[str, Policy] = {
    policy.__name__: policy
    for policy in (
        uniform,
        by_kind,
        hoard,
        hoard_colors,
        claim,
        draw_tickets,
        refuse_to_claim,
    )
}


# ---- jobs: which games are played ---------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """A game to be played; everything follows from the number."""

    number: int
    players: int
    first_seat: int | None
    seed: int
    index: int
    policies: tuple[str, ...]  # one per seat
    options: dict[str, Any] = field(default_factory=dict)  # rules other than the printed ones
    map_data: dict[str, Any] = field(default_factory=lambda: USA_FACTS)

    def games(self) -> tuple[ttr.Game, OracleGame]:
        game = new_game(self.map_data, self.players, ttr.Rules(**self.options), self.first_seat)
        return game, OracleGame(self.map_data, {**USA_RULES, **self.options}, self.players)


def new_game(
    map_data: dict[str, Any], players: int, rules: ttr.Rules, first_seat: int | None
) -> ttr.Game:
    """The engine's game on a map that is given as the oracle wants it."""
    if map_data is USA_FACTS:
        board = ttr.Map.builtin("usa")
    else:
        cities = [{"name": name} for name in map_data["cities"]]
        board = ttr.Map.from_dict({"format": 1, **map_data, "cities": cities})
    return ttr.Game(board, players, rules, first_seat)


def job(number: int) -> Job:
    """Two of four jobs play the printed game, one other rules, one other rules on a small map."""
    rng = random.Random(number)
    players = rng.randint(2, 5)
    first_seat = rng.choice([None, *range(players)])
    seed = rng.getrandbits(64)
    index = rng.choice([0, 1, rng.getrandbits(64)])
    if rng.random() < 0.7:
        policies = (rng.choice(list(POLICIES)),) * players
    else:
        policies = tuple(rng.choices(list(POLICIES), k=players))
    map_data, options = USA_FACTS, {}
    if number % 4 == 3:
        map_data = random_map(rng)
    if number % 4 >= 2:
        options = random_rules(rng, players, map_data)
    return Job(number, players, first_seat, seed, index, policies, options, map_data)


def random_rules(rng: random.Random, players: int, map_data: dict[str, Any]) -> dict[str, Any]:
    """Values for about half of the options, all together making a game."""
    most_dealt = min(6, len(map_data["tickets"]) // players)
    keys = ["completed_tickets", "longest_trail_bonus", "longest_trail"]
    options: dict[str, Any] = {
        "trains_per_player": rng.choice([1, 2, 3, 5, 8, 12, 20, 30, 45]),
        "initial_cards": rng.randint(0, 12),
        "face_up_size": rng.randint(0, 8),
        "reset_locomotives": rng.randint(0, 8),
        "max_row_resets": rng.choice([0, 1, 2, 3, 20, 1000]),
        "longest_trail_bonus": rng.choice([0, 1, 10, 1000]),
        "final_round_threshold": rng.choice([0, 1, 2, 3, 5, 10, 44]),
        "initial_tickets_dealt": rng.randint(1, most_dealt),
        "initial_tickets_keep_min": rng.randint(1, 6),
        "tickets_drawn": rng.randint(1, 6),
        "tickets_keep_min": rng.randint(1, 6),
        "second_track_min_players": rng.randint(1, 6),
        "initial_tickets_return": rng.choice(["bottom", "out"]),
        "payments": rng.choice(["all", "fewest_locomotives"]),
        "route_points": [rng.randint(0, 30) for _ in range(rng.randint(8, 12))],
        "tie_break": rng.sample(keys, rng.randint(0, 3)),
    }
    if map_data is USA_FACTS or all_joined(map_data):
        options["ticket_value"] = rng.choice(["printed", "shortest"])
    options = {name: value for name, value in options.items() if rng.random() < 0.5}
    rules = {**USA_RULES, **options}
    for name, most in [
        ("initial_tickets_dealt", most_dealt),
        ("final_round_threshold", rules["trains_per_player"] - 1),
        ("initial_tickets_keep_min", min(rules["initial_tickets_dealt"], most_dealt)),
        ("tickets_keep_min", rules["tickets_drawn"]),
    ]:
        if rules[name] > most:
            options[name] = most
    return options


def random_map(rng: random.Random) -> dict[str, Any]:
    """A few cities with up to 14 routes, parallel ones and separate parts among them."""
    cities = [f"City {letter}" for letter in "ABCDEFGHI"[: rng.randint(2, 9)]]
    routes = []
    for _ in range(rng.randint(1, 14)):
        a, b = rng.sample(cities, 2)
        length = rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8])
        routes.append({"a": a, "b": b, "length": length, "color": rng.choice([*COLORS, "gray"])})
        if rng.random() < 0.3:  # a twin
            routes.append({**routes[-1], "color": rng.choice([*COLORS, "gray", "gray"])})
    tickets = []
    for _ in range(rng.randint(15, 40)):
        a, b = rng.sample(cities, 2)
        tickets.append({"a": a, "b": b, "points": rng.randint(0, 25)})
    return {"name": "small", "cities": cities, "routes": routes, "tickets": tickets}


def all_joined(map_data: dict[str, Any]) -> bool:
    board = OracleGame(map_data, USA_RULES, 2).board
    every_route = list(range(len(board.routes)))
    first = board.cities[0]
    return all(board.are_joined(first, city, every_route) for city in board.cities)


# ---- playing a job ------------------------------------------------------------------------


@dataclass
class Tally:
    """What has been compared, what came up on the way, and how long each side took."""

    games: int = 0
    plies: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    oracle_seconds: float = 0.0
    engine_seconds: float = 0.0
    differences: list[str] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.games += other.games
        self.plies += other.plies
        self.seen += other.seen
        self.oracle_seconds += other.oracle_seconds
        self.engine_seconds += other.engine_seconds
        self.differences += other.differences
        return self


def play(one: Job) -> Tally:
    """Plays a job to its end. A difference is noted with the actions that led to it."""
    tally = Tally(games=1)
    played: list[str] = []
    try:
        play_on(one, tally, played)
    except (Difference, OracleError, ttr.IllegalActionError) as error:
        tally.differences.append(
            f"job {one.number}, ply {len(played)}: {type(error).__name__}: {error}\n"
            f"  seed {one.seed}, index {one.index}, {one.players} players, "
            f"first seat {one.first_seat}, policies {one.policies}, rules {one.options}, "
            f"map {one.map_data['name']}\n"
            f"  actions: {'; '.join(played)}"
        )
    return tally


def play_on(one: Job, tally: Tally, played: list[str]) -> None:
    rng = random.Random(-1 - one.number)
    game, oracle_game = one.games()
    pair = Pair(game, oracle_game, one.seed, one.index)
    policies = [POLICIES[name] for name in one.policies]
    score_at = rng.randrange(5, 150)
    actions: list[int] = []
    while not pair.oracle.is_terminal():
        legal = pair.legal()
        require(bool(legal), "no legal action before the end")
        require(game.max_game_length() > len(actions), "longer than max_game_length()")
        if rng.randrange(TABLE_EVERY) == 0:
            tally.seen["illegal actions refused"] += pair.compare_table()
            tally.seen["looks at the whole table"] += 1
        if len(actions) == score_at:
            pair.compare_scores()
            require_equal(pair.state.returns(), [0.0] * one.players, "returns() before the end")
            tally.seen["scores in mid-game"] += 1
        kinds: ByKind = {}
        for action in legal:
            kinds.setdefault(pair.tuples[action][0], []).append(action)
        choice = policies[pair.state.current_player()](rng, kinds, pair.tuples)
        played.append(game.action_to_string(choice))
        actions.append(choice)
        pair.apply(choice)
        tally.plies += 1
        note_what_happened(pair, pair.tuples[choice], tally.seen)
    sheet = pair.compare_end()
    tally.seen["illegal actions refused"] += pair.compare_table()
    require_equal(pair.state.history(), actions, "history()")
    note_the_end(pair, sheet, tally.seen)
    tally.oracle_seconds += pair.oracle_seconds
    tally.engine_seconds += replay_seconds(game, one, actions)


def replay_seconds(game: ttr.Game, one: Job, actions: list[int]) -> float:
    """How long the engine takes for what the oracle was timed for, called from Python as well."""
    state = game.new_initial_state(one.seed, one.index)
    start = time.process_time()
    for action in actions:
        state.legal_actions()
        state.apply_action(action)
    state.score_sheet()
    return time.process_time() - start


def note_what_happened(pair: Pair, action: tuple[Any, ...], seen: Counter[str]) -> None:
    """Counts rare events, so that a run can show that it met them."""
    before, now = pair.before, pair.now
    rules = now["rules"]
    kind = action[0]
    seen[kind] += 1
    if now["phase"] == "terminal":
        return
    row = now["face_up"]
    if kind in ("draw_deck", "draw_face_up"):
        in_first = before["phase"] == "choose_action"
        if in_first and now["turn"] > before["turn"] and action != ("draw_face_up", LOCO):
            seen["turn with one card, no second"] += 1
        if len(pair.cards) > 1:
            seen["row reset"] += 1
            if in_first and now["turn"] == before["turn"]:
                seen["row reset between two cards"] += 1
        if sum(now["deck"].values()) > sum(before["deck"].values()):
            seen["deck rebuilt"] += 1
        if not in_first and action == ("draw_deck",):
            drawn_locomotive = pair.cards[0] == LOCO
            seen["blind locomotive as second card"] += drawn_locomotive
    elif kind == "claim":
        seen["claim by locomotives alone"] += action[2] is None
        seen["claim into an empty deck"] += not any(before["deck"].values())
    elif kind == "draw_tickets":
        offered = now["players"][now["current_player"]]["offered_tickets"]
        seen["fewer tickets than usual"] += len(offered) < rules["tickets_drawn"]
    seen["row with an empty slot"] += None in row
    limit = rules["reset_locomotives"]
    seen["row stuck with locomotives"] += limit > 0 and row.count(LOCO) >= limit
    seen["ply in the final round"] += now["final_turns_left"] is not None


def note_the_end(pair: Pair, sheet: list[dict[str, int]], seen: Counter[str]) -> None:
    now, board = pair.now, pair.oracle.game.board
    seen["end by the final round"] += now["final_turns_left"] == 0
    seen["end by passes"] += now["final_turns_left"] != 0
    owner = {r: seat for seat, player in enumerate(now["players"]) for r in player["routes"]}
    taken = [route for route in owner if any(twin in owner for twin in board.twins[route])]
    seen["both tracks taken"] += bool(taken)
    seen["negative total"] += min(row["total"] for row in sheet) < 0
    seen["shared bonus"] += sum(row["bonus"] > 0 for row in sheet) > 1
    totals = [row["total"] for row in sheet]
    level, winners = totals.count(max(totals)) > 1, pair.state.winners()
    seen["level at the top, tie broken"] += level and len(winners) == 1
    seen["shared win"] += len(winners) > 1


EVENTS = [
    "draw_deck",
    "draw_face_up",
    "draw_tickets",
    "keep_tickets",
    "claim",
    "pass",
    "turn with one card, no second",
    "row reset",
    "row reset between two cards",
    "deck rebuilt",
    "blind locomotive as second card",
    "claim by locomotives alone",
    "claim into an empty deck",
    "fewer tickets than usual",
    "row with an empty slot",
    "row stuck with locomotives",
    "ply in the final round",
    "end by the final round",
    "end by passes",
    "both tracks taken",
    "negative total",
    "shared bonus",
    "level at the top, tie broken",
    "shared win",
    "scores in mid-game",
    "looks at the whole table",
    "illegal actions refused",
]


def play_all(numbers: range) -> Tally:
    tally = Tally()
    for number in numbers:
        tally += play(job(number))
    return tally


# ---- many games, on the command line ------------------------------------------------------

CHUNK = 16


def chunks(first: int) -> Iterator[range]:
    while True:
        yield range(first, first + CHUNK)
        first += CHUNK


def run(plies: int, processes: int, first: int = 0, say: Callable[[str], None] = print) -> Tally:
    """Plays jobs first, first + 1, .. until so many plies have been compared."""
    tally, next_report = Tally(), plies // 10
    jobs = chunks(first)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(play_all, next(jobs)) for _ in range(2 * processes)]
        while waiting:
            tally += waiting.pop(0).result()
            if tally.plies < plies:
                waiting.append(pool.submit(play_all, next(jobs)))
            if tally.plies >= next_report:
                say(f"{tally.plies:>12,} plies  {len(tally.differences)} differences")
                next_report += plies // 10
    return tally


def playout_plies_per_second() -> float:
    """The compiled playouts on one thread, policy "random", 2 to 5 players alike."""
    plies, seconds = 0, 0.0
    for players in range(2, 6):
        game = ttr.Game(players=players)
        start = time.process_time()
        plies += int(ttr.playouts(game, 5000, seed=1, threads=1).plies.sum(dtype=int))
        seconds += time.process_time() - start
    return plies / seconds


def report(tally: Tally, seconds: float) -> None:
    for event in EVENTS:
        print(f"{tally.seen[event]:>12,} {event}")
    oracle_rate = tally.plies / tally.oracle_seconds
    engine_rate = tally.plies / tally.engine_seconds
    playout_rate = playout_plies_per_second()
    print(f"plies        {tally.plies:,}")
    print(f"games        {tally.games:,}")
    print(f"differences  {len(tally.differences)}")
    print(f"seconds      {seconds:.1f} on the clock; the rates below are by processor time")
    print(f"oracle       {oracle_rate:,.0f} plies/s")
    print(f"engine       {engine_rate:,.0f} plies/s called from Python, same games")
    print(f"ratio        {engine_rate / oracle_rate:,.0f}")
    print(f"playouts     {playout_rate:,.0f} plies/s on one thread, random games")
    print(f"ratio        {playout_rate / oracle_rate:,.0f}")
    for text in tally.differences[:20]:
        print(text)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plies", type=int, default=1_000_000, help="plies to compare")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="number of the first job")
    parser.add_argument("--job", type=int, help="play this one job only")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    if options.job is not None:
        tally = play(job(options.job))
    else:
        tally = run(options.plies, options.processes, options.first)
    report(tally, time.perf_counter() - start)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
