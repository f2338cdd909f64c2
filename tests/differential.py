"""Plays the same games on the engine and on the slow oracle, and compares everything.

The engine deals and draws. The oracle does not shuffle: it is told which cards came off the deck
and works out the rest by itself. Compared at every ply: the set of legal actions, the mask, whose
turn it is, and the whole state before and after; now and then and at the end the score sheet with
its trails, completed tickets and lent routes; at the end winners, ranks and returns; now and then
every action of the whole table, which must be accepted if and only if it is listed.

A game is known by the number of its job: its kind (by the remainder), players, seed, seats'
policies, rules and map all follow from it; see differential_jobs.py. With ttr_fast installed:

    python tests/differential.py --plies 1000000 --processes 2
    python tests/differential.py --kind europe --plies 300000
    python tests/differential.py --job 4711            # one game, for instance one that differed
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from differential_events import (
    EVENTS,
    note_lent_routes,
    note_resignation,
    note_the_end,
    note_what_happened,
)
from differential_jobs import BUILTIN, DECKS, KINDS, LEFT_OUT, Facts, Job, job
from differential_pair import Difference, Pair, action_tuples, require, require_equal
from differential_policies import POLICIES, ByKind
from reference import OracleError

import ttr_fast as ttr

# What other tests play with, too.
__all__ = ["USA_FACTS", "Difference", "Pair", "action_tuples", "new_game", "play", "run"]

USA_FACTS = BUILTIN["usa"]
TABLE_EVERY = 400  # plies between two looks at the whole action table, on average


# ---- the engine's side of a job ------------------------------------------------------------


def engine_map(facts: Facts) -> ttr.Map:
    for name, known in BUILTIN.items():
        if facts is known:
            return ttr.Map.builtin(name)
    cities = [{"name": name} for name in facts["cities"]]
    return ttr.Map.from_dict({"format": 1, **facts, "cities": cities})


def new_game(
    map_data: Facts,
    players: int,
    rules: ttr.Rules | None,
    first_seat: int | str | None,
    deck: str = "base",
) -> ttr.Game:
    """The engine's game on a map that is given as the oracle wants it."""
    arguments: dict[str, Any] = {} if first_seat == LEFT_OUT else {"first_seat": first_seat}
    if deck != "base":
        arguments["tickets"] = deck
    return ttr.Game(engine_map(map_data), players, rules, **arguments)


def engine_game(one: Job) -> ttr.Game:
    """A game by the rules of its map's own edition is asked for without naming any."""
    rules = ttr.Rules.preset(one.preset).replace(**one.options)
    if not one.options and one.map_data.get("edition") == one.preset and one.number % 2:
        return new_game(one.map_data, one.players, None, one.first_seat, one.deck)
    return new_game(one.map_data, one.players, rules, one.first_seat, one.deck)


def compare_builtin_map(name: str) -> None:
    """The built-in map against the facts, which come from another source."""
    facts, board = BUILTIN[name], ttr.Map.builtin(name)
    require_equal(board.name, facts["name"], "name of the map")
    require_equal(board.edition, facts["edition"], "edition")
    require_equal([city.name for city in board.cities], facts["cities"], "cities")
    for alias, city in facts["aliases"].items():
        require_equal(board.city_index(alias), facts["cities"].index(city), f"alias {alias}")
    wanted = [
        (
            r["a"],
            r["b"],
            r["length"],
            r["color"],
            r.get("tunnel", False),
            r.get("ferry_locomotives", 0),
        )
        for r in facts["routes"]
    ]
    got = [(r.a, r.b, r.length, r.color, r.tunnel, r.ferry_locomotives) for r in board.routes]
    require_equal(got, wanted, "routes")
    require_equal(set(board.decks), set(DECKS[name]), "decks")
    cards = [ticket_facts(ticket) for ticket in facts["tickets"]]
    require_equal([ticket_facts(vars_of(t)) for t in board.cards], cards, "cards")
    for deck in DECKS[name]:
        in_deck = [card for card in cards if deck in card[-1]]
        ours = [ticket_facts(vars_of(t)) for t in board.with_deck(deck).tickets]
        require_equal(ours, in_deck, f"tickets of the deck {deck}")
        require_equal(len(ttr.Game(board, 2, tickets=deck).map.tickets), len(in_deck), deck)


def vars_of(ticket: Any) -> dict[str, Any]:
    return {name: getattr(ticket, name) for name in ("a", "b", "points", "long", "decks")}


def ticket_facts(ticket: dict[str, Any]) -> tuple[Any, ...]:
    is_long, decks = ticket.get("long", False), ticket["decks"]
    return ticket["a"], ticket["b"], ticket["points"], is_long, frozenset(decks)


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
            f"  kind {one.kind}, seed {one.seed}, index {one.index}, {one.players} players, "
            f"first seat {one.first_seat}, policies {one.policies}, "
            f"rules {one.preset} with {one.options}, "
            f"map {one.map_data['name']} with {one.deck} tickets\n"
            f"  actions: {'; '.join(played)}"
        )
    return tally


def play_on(one: Job, tally: Tally, played: list[str]) -> None:
    rng = random.Random(-1 - one.number)
    game = engine_game(one)
    pair = Pair(game, one.oracle_game(), one.seed, one.index)
    require_first_seat(pair, one)
    policies = [POLICIES[name] for name in one.policies]
    score_at = rng.randrange(5, 150)
    history: list[int] = []
    plies = 0
    while not pair.oracle.is_terminal():
        legal = pair.legal()
        require(bool(legal), "no legal action before the end")
        require(game.max_game_length() > plies, "longer than max_game_length()")
        if rng.randrange(TABLE_EVERY) == 0:
            tally.seen["illegal actions refused"] += pair.compare_table()
            tally.seen["looks at the whole table"] += 1
        if len(history) == score_at:
            compare_scores_in_play(pair, tally)
            score_at += rng.randrange(5, 60)
        if rng.random() < one.resign_rate * (30 if is_delicate(pair.now) else 1):
            seat = rng.choice(pair.oracle.active_seats())
            played.append(f"seat {seat} resigns")
            history.append(-1 - seat)
            pair.resign(seat)
            note_resignation(pair, seat, tally.seen)
            continue
        kinds: ByKind = {}
        for action in legal:
            kinds.setdefault(pair.tuples[action][0], []).append(action)
        choice = policies[pair.state.current_player()](rng, kinds, pair.tuples)
        played.append(game.action_to_string(choice))
        history.append(choice)
        pair.apply(choice)
        plies += 1
        tally.plies += 1
        note_what_happened(pair, pair.tuples[choice], tally.seen)
    sheet = pair.compare_end()
    tally.seen["illegal actions refused"] += pair.compare_table()
    require_equal(pair.state.history(), history, "history()")
    note_the_end(pair, sheet, tally.seen)
    tally.oracle_seconds += pair.oracle_seconds
    tally.engine_seconds += replay_seconds(game, one, history)


def is_delicate(now: dict[str, Any]) -> bool:
    """Is this a moment in which a resignation has side effects?"""
    last_turns_or_passes = now["final_turns_left"] is not None or now["consecutive_passes"] > 0
    return last_turns_or_passes or now["phase"] in ("choose_tickets", "pay_tunnel")


def require_first_seat(pair: Pair, one: Job) -> None:
    """R15, Q13: as given; left out, it is seat 0 or drawn."""
    first_seat = one.first_seat
    if first_seat == LEFT_OUT:
        first_seat = 0 if one.rules()["first_seat"] == "given" else None
    require_equal(pair.game.first_seat, first_seat, "Game.first_seat")
    if first_seat is not None:
        require_equal(pair.oracle.first_seat, first_seat, "first seat")


def compare_scores_in_play(pair: Pair, tally: Tally) -> None:
    sheet = pair.compare_scores()
    require_equal(pair.state.returns(), [0.0] * len(sheet), "returns() before the end")
    tally.seen["scores in mid-game"] += 1
    note_lent_routes(pair, tally.seen)


def replay_seconds(game: ttr.Game, one: Job, history: list[int]) -> float:
    """How long the engine takes for what the oracle was timed for, called from Python as well."""
    state = game.new_initial_state(one.seed, one.index)
    start = time.process_time()
    for action in history:
        if action < 0:
            state.resign(-1 - action)
            continue
        state.legal_actions()
        state.apply_action(action)
    state.score_sheet()
    return time.process_time() - start


def play_all(numbers: range) -> Tally:
    tally = Tally()
    for number in numbers:
        tally += play(job(number))
    return tally


# ---- many games, on the command line ------------------------------------------------------

CHUNK = 16


def numbers_of(kind: str, first: int) -> Iterator[range]:
    """Chunks of job numbers from the first one on: of one kind, or of all."""
    step = 1
    if kind != "all":
        step = len(KINDS)
        first += (KINDS.index(kind) - first) % step
    while True:
        yield range(first, first + CHUNK * step, step)
        first += CHUNK * step


def run(
    plies: int,
    processes: int,
    first: int = 0,
    say: Callable[[str], None] = print,
    kind: str = "all",
) -> Tally:
    """Plays jobs of a kind in the order of their numbers until so many plies have been compared."""
    tally, next_report = Tally(), plies // 10
    jobs = numbers_of(kind, first)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(play_all, next(jobs)) for _ in range(2 * processes)]
        while waiting:
            tally += waiting.pop(0).result()
            if tally.plies < plies:
                waiting.append(pool.submit(play_all, next(jobs)))
            while tally.plies >= next_report > 0:
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
    oracle_rate = tally.plies / max(tally.oracle_seconds, 1e-9)
    engine_rate = tally.plies / max(tally.engine_seconds, 1e-9)
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
    parser.add_argument("--kind", choices=["all", *KINDS], default="all", help="kind of games")
    parser.add_argument("--first", type=int, default=0, help="number of the first job")
    parser.add_argument("--job", type=int, help="play this one job only")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    for name in BUILTIN:
        compare_builtin_map(name)
    if options.job is not None:
        tally = play(job(options.job))
    else:
        tally = run(options.plies, options.processes, options.first, kind=options.kind)
    report(tally, time.perf_counter() - start)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
