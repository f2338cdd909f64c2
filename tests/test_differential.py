"""The engine against the slow oracle in whole games; the driver is differential.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import differential
import pytest
from differential import EVENTS, POLICIES, USA_FACTS, Tally, job, play, play_all
from reference import USA_RULES, board, cards, game, scoring

CHUNK = 32  # games a test
CHUNKS = 5


@cache
def played(chunk: int) -> Tally:
    return play_all(range(chunk * CHUNK, (chunk + 1) * CHUNK))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree(chunk: int) -> None:
    """R01-R58, R81-R93, Q01-Q11: legal actions, states and scores are the same at every ply."""
    tally = played(chunk)
    assert not tally.differences, f"{len(tally.differences)} games differ: {tally.differences[0]}"
    assert tally.games == CHUNK
    assert tally.plies > 3000


def test_the_games_meet_everything_that_can_happen() -> None:
    """A difference in something that never comes up would never be found."""
    tally = Tally()
    for chunk in range(CHUNKS):
        tally += played(chunk)
    assert [event for event in EVENTS if tally.seen[event] == 0] == []
    jobs = [job(number) for number in range(CHUNKS * CHUNK)]
    assert {one.players for one in jobs} == {2, 3, 4, 5}
    assert {name for one in jobs for name in one.policies} == set(POLICIES)
    assert {option for one in jobs for option in one.options} == set(USA_RULES)
    assert sum(one.map_data is USA_FACTS and not one.options for one in jobs) == len(jobs) / 2
    boards = [board.Board(one.map_data) for one in jobs if one.map_data is not USA_FACTS]
    assert max(len(lanes) for small in boards for lanes in small.twins) >= 2  # three lanes: Q06


# ---- the driver finds faults --------------------------------------------------------------

# Each entry breaks one rule of the oracle: what, where, and by which wrong function.
Fault = tuple[type | Any, str, Callable[..., Any]]


def no_twins(self: board.Board, route: int) -> list[int]:
    return []


def never_reset(self: cards.TrainCards, limit: int) -> bool:
    return False


def reset_at_any_price(self: cards.TrainCards, limit: int) -> bool:
    return 0 < limit <= self.face_up.count(cards.LOCOMOTIVE) and not self.deck_is_empty()


def never_rebuild_in_settle(self: cards.TrainCards, supply: list[str], *limits: int) -> None:
    self.refill_row(supply)


def no_second_locomotive_rule(self: game.OracleState, second: bool) -> set[game.Action]:
    return right_card_draws(self, False)


def final_round_one_turn_short(self: game.OracleState) -> None:
    fresh = self.final_turns_left is None
    right_end_turn(self)
    if fresh and self.final_turns_left is not None:
        self.final_turns_left -= 1


def tickets_on_top(self: game.OracleState, positions: tuple[int, ...]) -> None:
    size = len(self.ticket_deck)
    right_keep_tickets(self, positions)
    self.ticket_deck = self.ticket_deck[size:] + self.ticket_deck[:size]


def forget_seen_cards(self: game.OracleState, card: str, supply: list[str]) -> None:
    player = self.players[self._seat]
    known = dict(player.known_hand)
    right_draw_face_up(self, card, supply)
    player.known_hand = known


def one_bonus_only(trail_lengths: list[int]) -> list[bool]:
    longest = trail_lengths.index(max(trail_lengths))
    return [seat == longest for seat in range(len(trail_lengths))]


def no_locomotives_alone(*arguments: Any) -> list[tuple[str | None, int]]:
    return [(color, locos) for color, locos in right_payments(*arguments) if color is not None]


def no_failed_tickets(self: board.Board, start: str, goal: str, routes: list[int]) -> bool:
    return True


def one_rank_each(sheet: list[dict[str, int]], tie_break: list[str]) -> tuple[int, ...]:
    order = sorted(range(len(sheet)), key=lambda seat: -sheet[seat]["total"])
    return tuple(1 + order.index(seat) for seat in range(len(sheet)))


right_card_draws = game.OracleState._legal_card_draws
right_end_turn = game.OracleState._end_turn
right_keep_tickets = game.OracleState._keep_tickets
right_draw_face_up = game.OracleState._draw_face_up
right_payments = board.payments

FAULTS: list[Fault] = [
    (board.Board, "other_tracks", no_twins),
    (cards.TrainCards, "row_must_be_reset", never_reset),
    (cards.TrainCards, "row_must_be_reset", reset_at_any_price),
    (cards.TrainCards, "settle", never_rebuild_in_settle),
    (game.OracleState, "_legal_card_draws", no_second_locomotive_rule),
    (game.OracleState, "_end_turn", final_round_one_turn_short),
    (game.OracleState, "_keep_tickets", tickets_on_top),
    (game.OracleState, "_draw_face_up", forget_seen_cards),
    (scoring, "bonus_holders", one_bonus_only),
    (game, "payments", no_locomotives_alone),
    (board.Board, "are_joined", no_failed_tickets),
    (scoring, "ranks", one_rank_each),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[2].__name__)
def test_a_difference_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one rule of the oracle broken, the driver must tell the two sides apart."""
    where, name, wrong = fault
    jobs = [job(number) for number in range(200)]
    monkeypatch.setattr(where, name, wrong)
    for one in jobs:
        tally = play(one)
        if tally.differences:
            assert f"job {one.number}, ply " in tally.differences[0]
            return
    pytest.fail("the fault was not found in 200 games")


def test_a_listed_action_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the whole table compares the list with what apply_action takes."""
    one = job(0)
    pair = differential.Pair(*one.games(), one.seed)
    assert pair.compare_table() == len(pair.tuples) - 4 + 4  # 4 keep-sets; 4 numbers outside

    class Short:
        """A state that hides its last legal action."""

        def __getattr__(self, name: str) -> Any:
            return getattr(pair_state, name)

        def legal_actions(self) -> list[int]:
            return pair_state.legal_actions()[:-1]

    pair_state, pair.state = pair.state, Short()  # type: ignore[assignment]
    with pytest.raises(differential.Difference, match="not listed, but accepted"):
        pair.compare_table()


def test_difference_names_the_first_place() -> None:
    ours = {"a": 1, "players": [{"hand": {"red": 1}}, {"hand": {"red": 2}}]}
    theirs = {"a": 1, "players": [{"hand": {"red": 1}}, {"hand": {"red": 3}}]}
    with pytest.raises(
        differential.Difference,
        match=r"state: \['players'\] \[1\] \['hand'\] \['red'\] engine has 2, oracle has 3",
    ):
        differential.require_equal(ours, theirs, "state")


@pytest.mark.slow
def test_a_million_plies() -> None:
    tally = differential.run(plies=1_000_000, processes=2)
    assert not tally.differences, f"{len(tally.differences)} games differ: {tally.differences[0]}"
    assert tally.plies >= 1_000_000
