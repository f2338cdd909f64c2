"""Games that are followed from outside, to judge states drawn from what a seat knows.

The engine plays; the slow oracle follows and writes down what happened. From that
reference/knowledge.py says whether a sampled state could have come about.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from differential_jobs import BUILTIN
from differential_pair import Pair, action_tuples
from differential_policies import POLICIES, ByKind
from reference import PRESETS, OracleGame
from reference.knowledge import Event, cards_have_history, number_of_rebuildings, seen_by
from reference.logged import LoggedGame
from reference.ticket_knowledge import TicketHistory, tickets_have_history

import ttr_fast as ttr

PRESET = {"usa": "usa", "europe": "europe", "iran": "online"}
# What a state says of the future; a sampled state has a new one.
FUTURE = ("seed", "game_index", "chance_position")


class Followed:
    """A game on the engine, and the log of it."""

    def __init__(self, game: ttr.Game, oracle_game: OracleGame, seed: int) -> None:
        self.game, self.tuples = game, action_tuples(game)
        self.state = game.new_initial_state(seed, record=True)
        d, cards = self.state.to_dict(), self.state.drawn_cards()
        longs, tickets = Pair.decks_before_the_deal(oracle_game, d)
        self.logged = LoggedGame(oracle_game, d["first_seat"], tickets, cards, longs)
        self.num_drawn = len(cards)

    @property
    def log(self) -> list[Event]:
        return self.logged.log

    def apply(self, action: int) -> None:
        self.state.apply_action(action)
        drawn = self.state.drawn_cards()
        self.logged.apply(self.tuples[action], drawn[self.num_drawn :])
        self.num_drawn = len(drawn)

    def resign(self, seat: int) -> None:
        self.state.resign(seat)
        self.logged.resign(seat)


def followed_game(board: str, players: int, seed: int) -> Followed:
    preset = PRESET[board]
    game = ttr.Game(board, players, ttr.Rules.preset(preset))
    return Followed(game, OracleGame(BUILTIN[board], PRESETS[preset], players), seed)


def plies(
    board: str,
    players: int,
    seed: int,
    policies: tuple[str, ...] | None = None,
    resign_rate: float = 0.0,
    limit: int = 1000,
) -> Iterator[Followed]:
    """A game by a few of the strange players of the differential test, before every decision."""
    rng = random.Random(seed)
    followed = followed_game(board, players, seed)
    names = policies or tuple(rng.choices(list(POLICIES), k=players))
    for _ in range(limit):
        yield followed
        if followed.state.is_terminal():
            return
        if rng.random() < resign_rate:
            followed.resign(rng.choice(followed.logged.state.active_seats()))
            continue
        kinds: ByKind = {}
        for action in followed.state.legal_actions():
            kinds.setdefault(followed.tuples[action][0], []).append(action)
        policy = POLICIES[names[followed.state.current_player()]]
        followed.apply(policy(rng, kinds, followed.tuples))


def seen_part(d: dict[str, Any], seat: int) -> dict[str, Any]:
    """What of a position a seat sees: all but what is hidden from it, and the future."""
    choosing = d["phase"] == "choose_initial_tickets"
    seen = {key: value for key, value in d.items() if key not in FUTURE and key != "memory"}
    seen["deck"] = sum(d["deck"].values())
    seen["ticket_deck"] = None if choosing else len(d["ticket_deck"])
    seen["players"] = [
        player if other == seat else others_part(player, choosing)
        for other, player in enumerate(d["players"])
    ]
    return seen


def others_part(player: dict[str, Any], choosing: bool) -> dict[str, Any]:
    hidden = {
        "hand": sum(player["hand"].values()),
        "tickets": None if choosing else len(player["tickets"]),
        "offered_tickets": len(player["offered_tickets"]),
    }
    return player | hidden


def seen_memory(d: dict[str, Any], seat: int) -> dict[str, Any]:
    """What the engine remembers for a seat."""
    memory = d["memory"]
    return {"in_hands": memory["in_hands"], "own": memory["players"][seat]}


@dataclass
class Verdicts:
    """How many samples were judged, and how many have no history, by a class of positions."""

    judged: Counter[Any] = field(default_factory=Counter)
    cards: Counter[Any] = field(default_factory=Counter)
    tickets: Counter[Any] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def __iadd__(self, other: Verdicts) -> Verdicts:
        self.judged += other.judged
        self.cards += other.cards
        self.tickets += other.tickets
        self.examples += other.examples
        return self


def rebuildings(log: list[Event]) -> int:
    """0, 1 or 2 and more."""
    return min(2, number_of_rebuildings(log))


def ticket_limits(history: TicketHistory) -> str:
    """What the engine does not keep in mind of tickets that were drawn for a second time.

    "forgotten": another seat drew tickets that this one had returned, and returned some itself.
    "split": of the tickets that another seat returned together some were drawn and some were not,
    and their order (Q11) tells a little about them.
    "offered": another seat chooses from some that were returned together; their order is known.
    "none": all is kept in mind.
    """
    seat, limits = history.seat, {"none"}
    for choice in history.choices:
        if choice.seat == seat:
            continue
        blocks = [(history.parts[s], size) for s, size in choice.sources if s >= 0]
        if choice.parts and any(part.block_of == seat for part, _ in blocks):
            limits.add("forgotten")
        if len(choice.parts) > 1:
            limits.add("split")
        is_choosing = choice.kept is not None
        if is_choosing and any(size > 1 and part.block_of != seat for part, size in blocks):
            limits.add("offered")
    return next(name for name in ("forgotten", "split", "offered", "none") if name in limits)


def judge(followed: Followed, seat: int, seed: int, verdicts: Verdicts, where: str) -> None:
    """Draws a state and asks whether it has a history. The truth must have one, of course."""
    truth = followed.state.to_dict()
    seen = seen_by(followed.log, seat)
    assert cards_have_history(seen, seat, truth), f"the oracle finds no history: {where}"
    assert tickets_have_history(seen, seat, truth), f"the oracle finds no history: {where}"
    limits = ticket_limits(TicketHistory(seen, seat, truth))
    key = (followed.game.num_players, rebuildings(followed.log), limits)
    sample = followed.state.resample_from_infostate(seat, seed)
    world = sample.to_dict()
    assert seen_part(world, seat) == seen_part(truth, seat), where
    assert seen_memory(world, seat) == seen_memory(truth, seat), where
    assert followed.game.state_from_dict(world) == sample, where
    verdicts.judged[key] += 1
    if not cards_have_history(seen, seat, world):
        verdicts.cards[key] += 1
        verdicts.examples.append(f"cards {key}: {where}, seat {seat}, seed {seed}")
    if not tickets_have_history(seen, seat, world):
        verdicts.tickets[key] += 1
        verdicts.examples.append(f"tickets {key}: {where}, seat {seat}, seed {seed}")
