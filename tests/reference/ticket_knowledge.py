"""Whether the tickets of a hidden world have a history; log and world are those of knowledge.py.

The ticket deck is a queue. A seat draws from its top, keeps some, and the others go under it, as a
block in the order of their numbers (Q11), or out of the game (R11). So everybody knows from which
block, or from the tickets that nobody had seen, each ticket of a draw came, and where the block
that the draw left behind went. Which tickets they were is hidden, unless the seat itself drew them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby, pairwise

import numpy as np

from .knowledge import Event, Program, World

UNSEEN, LONG = -1, -2  # where tickets come from that were in no block


@dataclass
class Part:
    """Neighbouring tickets of a block that were drawn together, or are left of it."""

    size: int
    block_of: int  # the seat that returned it
    drawn_for: int | None = None  # the choice; None: they lie where the block went
    is_out: bool = False  # R11: that is, nowhere
    tickets: list[int] | None = None  # in their order, if seat or world tell them


@dataclass
class Choice:
    """Tickets dealt to a seat or drawn by it, and what became of them."""

    seat: int
    sources: list[tuple[int, int]]  # (UNSEEN or LONG or number of a part, how many), in order
    drawn: list[int] | None  # in that order, if seat or world tell them
    kept: list[int] | None = None  # if seat or world tell them
    number_kept: int = 0
    parts: list[int] = field(default_factory=list)  # of the block left behind, in order


class TicketHistory:
    """What a seat has seen of the tickets, with a world as the end of it."""

    def __init__(self, seen: list[Event], seat: int, world: World) -> None:
        self.seat, self.world, self.players = seat, world, world["players"]
        self.choices: list[Choice] = []
        self.parts: list[Part] = []
        self.queue: list[int] = []  # of each ticket, the choice that returned it, or UNSEEN
        self.longs: list[int] = []
        self.tickets: list[int] = []
        undecided: dict[int, int] = {}
        for event in seen:
            match event:
                case ("ticket deck", longs, tickets):
                    self.longs, self.tickets = longs, tickets
                    self.queue = [UNSEEN] * len(tickets)
                case ("tickets", drawer, longs, tickets):
                    undecided[drawer] = self.draw(drawer, longs, tickets, drawer == seat)
                case ("kept", keeper, kept, returned, place):
                    self.keep(undecided.pop(keeper), kept, returned, place)
                case ("gave up", keeper, returned, place):
                    kept = [] if keeper == seat else 0
                    self.keep(undecided.pop(keeper), kept, returned, place)
        for choice in undecided.values():
            self.keep_offered(self.choices[choice])
        self.end()
        self.tell_parts()

    # ---- the course of the tickets ----------------------------------------------------------

    def draw(
        self, seat: int, longs: "list[int] | int", tickets: "list[int] | int", own: bool
    ) -> int:
        """Takes tickets from the top; the number of the choice that the seat now has."""
        number_long, number = (len(longs), len(tickets)) if own else (longs, tickets)
        choice = Choice(seat, [(LONG, number_long)], [*longs, *tickets] if own else None)
        self.choices.append(choice)
        top, self.queue = self.queue[:number], self.queue[number:]
        for origin, group in groupby(top):
            size = len(list(group))
            source = origin if origin == UNSEEN else self.part_of(origin, size)
            if origin != UNSEEN:
                self.parts[source].drawn_for = len(self.choices) - 1
            choice.sources.append((source, size))
        return len(self.choices) - 1

    def part_of(self, choice: int, size: int) -> int:
        self.parts.append(Part(size, self.choices[choice].seat))
        self.choices[choice].parts.append(len(self.parts) - 1)
        return len(self.parts) - 1

    def keep(
        self,
        number: int,
        kept: "list[int] | int | None",
        returned: "list[int] | int | None",
        place: str,
    ) -> None:
        choice = self.choices[number]
        of_choice = sum(size for _, size in choice.sources)
        if isinstance(kept, list):
            choice.kept, choice.number_kept = kept, len(kept)
        else:  # Q10: not told yet; what the world says is as good as anything
            told = kept is not None
            choice.number_kept = kept if told else len(self.players[choice.seat]["tickets"])
        left = of_choice - choice.number_kept
        if place == "bottom":
            self.queue += [number] * left
        else:
            self.parts[self.part_of(number, left)].is_out = True

    def keep_offered(self, choice: Choice) -> None:
        """The seat is still choosing; what it may choose from lies in the order drawn."""
        choice.drawn = choice.kept = list(self.players[choice.seat]["offered_tickets"])
        choice.number_kept = sum(size for _, size in choice.sources)

    def end(self) -> None:
        """What lies in the deck of the world is what is left of the blocks."""
        deck = self.world["ticket_deck"]
        self.fits = len(deck) == len(self.queue)
        self.unseen: list[int] = []
        place = 0
        for origin, group in groupby(self.queue):
            size = len(list(group))
            tickets = deck[place : place + size]
            place += size
            if origin == UNSEEN:
                self.unseen = tickets
            else:
                self.parts[self.part_of(origin, size)].tickets = tickets
        held = [t for p in self.players for t in (*p["tickets"], *p["offered_tickets"])]
        self.out = {*self.longs, *self.tickets}.difference(held, deck)

    def tell_parts(self) -> None:
        """Parts of what is known to have been drawn, or of what is known to have been returned."""
        for choice in self.choices:
            if choice.drawn is None:
                continue
            self.fits &= len(choice.drawn) == sum(size for _, size in choice.sources)
            place = 0
            for source, size in choice.sources:
                if source >= 0:
                    self.tell(source, choice.drawn[place : place + size])
                place += size
            assert choice.kept is not None
            block = sorted(t for t in choice.drawn if t not in choice.kept)
            for part in choice.parts:
                size = self.parts[part].size
                self.tell(part, block[:size])
                block = block[size:]

    def tell(self, part: int, tickets: list[int]) -> None:
        known = self.parts[part].tickets
        self.fits &= known in (None, tickets)
        self.parts[part].tickets = tickets

    # ---- is there one? ----------------------------------------------------------------------

    def exists(self) -> bool:
        return self.fits and self.known_parts_are_in_order() and self.program().is_feasible()

    def known_parts_are_in_order(self) -> bool:
        return all(
            known == sorted(known)
            for choice in self.choices
            for known in [[t for part in choice.parts for t in self.parts[part].tickets or []]]
        )

    def possible(self) -> tuple[list[set[int]], list[set[int]]]:
        """The tickets that each choice can have had, and those that each part can have held."""
        drawn: list[set[int]] = [set() for _ in self.choices]
        held: list[set[int]] = [set() for _ in self.parts]
        for number in reversed(range(len(self.choices))):
            choice = self.choices[number]
            for index in choice.parts:
                part = self.parts[index]
                if part.drawn_for is not None:
                    goes_on = drawn[part.drawn_for]
                else:
                    goes_on = self.out if part.is_out else set(part.tickets or [])
                held[index] = goes_on.intersection(
                    goes_on if part.tickets is None else part.tickets
                )
            kept = self.players[choice.seat]["tickets"] if choice.kept is None else choice.kept
            drawn[number] = set(kept).union(*(held[index] for index in choice.parts))
            if choice.drawn is not None:
                drawn[number] &= set(choice.drawn)
        return drawn, held

    def program(self) -> Program:
        """Each ticket goes from the unseen ones through some choices to where the world has it."""
        program = Program()
        drawn, held = self.possible()
        in_part = [{t: program.variable(1) for t in some} for some in held]
        for index, part in enumerate(self.parts):
            program.total(list(in_part[index].values()), part.size)
        started: dict[int, list[int]] = {t: [] for t in (*self.longs, *self.tickets)}
        for number, choice in enumerate(self.choices):
            kept = self.players[choice.seat]["tickets"] if choice.kept is None else choice.kept
            is_kept = {t: program.variable(1) for t in kept if t in drawn[number]}
            program.total(list(is_kept.values()), choice.number_kept)
            balance: dict[int, dict[int, float]] = {t: {} for t in drawn[number]}
            place = 0
            for source, size in choice.sources:
                known = None if choice.drawn is None else choice.drawn[place : place + size]
                place += size
                if source >= 0:
                    came = {t: x for t, x in in_part[source].items() if t in drawn[number]}
                else:
                    kind = self.longs if source == LONG else self.tickets
                    some = drawn[number].intersection(kind, kind if known is None else known)
                    came = {t: program.variable(1) for t in some if size > 0}
                    program.total(list(came.values()), size)
                    for t, x in came.items():
                        started[t].append(x)
                for t, x in came.items():
                    balance[t][x] = 1
            for went in (is_kept, *(in_part[index] for index in choice.parts)):
                for t, x in went.items():
                    balance[t][x] = -1
            for factors in balance.values():
                program.row(factors, 0, 0)
            self.keep_order(program, [in_part[index] for index in choice.parts])
        for t, variables in started.items():
            least = 0 if t in self.unseen or (t in self.longs and t in self.out) else 1
            program.row(dict.fromkeys(variables, 1), least, 0 if t in self.unseen else 1)
        return program

    def keep_order(self, program: Program, parts: Iterable[dict[int, int]]) -> None:
        """Q11: between two neighbouring parts of a block there is a number that parts them."""
        most = len(self.longs) + len(self.tickets)
        for lower, higher in pairwise(parts):
            first = program.variable(most)  # no ticket of `lower` is as high, none of `higher` less
            for t, x in lower.items():
                program.row({x: t + 1, first: -1}, -np.inf, 0)
            for t, x in higher.items():
                program.row({x: most - t, first: 1}, -np.inf, most)


def tickets_have_history(seen: list[Event], seat: int, world: World) -> bool:
    """Can the tickets of the world have come where they are?"""
    return TicketHistory(seen, seat, world).exists()
