"""The driver of the differential test finds faults: of the oracle, and of an engine that lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import differential
import pytest
from differential import play
from differential_jobs import KINDS, RARE, job
from differential_pair import Difference, require_equal
from reference import board, cards, scoring, state, stations, tickets, tunnels
from reference.payments import Payment
from reference.player import Player

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


def no_second_locomotive_rule(self: state.OracleState, second: bool) -> set[state.Action]:
    return right_card_draws(self, False)


def final_round_one_turn_short(self: state.OracleState) -> None:
    fresh = self.last_turns is None
    right_end_turn(self)
    if fresh and self.last_turns:
        self.last_turns.pop()


def tickets_on_top(self: state.OracleState, seat: int) -> None:
    size = len(self.ticket_deck)
    right_return(self, seat)
    self.ticket_deck = self.ticket_deck[size:] + self.ticket_deck[:size]


def forget_seen_cards(self: state.OracleState, card: str, supply: list[str]) -> None:
    player = self.players[self._seat]
    known = dict(player.known_hand)
    right_draw_face_up(self, card, supply)
    player.known_hand = known


def one_bonus_only(trail_lengths: list[int], resigned: list[bool]) -> list[bool]:
    holders = right_bonus_holders(trail_lengths, resigned)
    return [holds and seat == holders.index(True) for seat, holds in enumerate(holders)]


def bonus_for_those_who_left(trail_lengths: list[int], resigned: list[bool]) -> list[bool]:
    return right_bonus_holders(trail_lengths, [False] * len(resigned))


def no_locomotives_alone(*arguments: Any) -> list[Payment]:
    return [(color, locos) for color, locos in right_route_payments(*arguments) if color]


def ferries_are_plain(route: dict[str, Any], *others: Any) -> list[Payment]:
    return right_route_payments({**route, "ferry_locomotives": 0}, *others)


def no_failed_tickets(values: dict[int, int], completed: list[int]) -> int:
    return sum(values.values())


def one_rank_each(
    sheet: list[dict[str, int]], players: list[Player], tie_break: list[str]
) -> tuple[int, ...]:
    order = sorted(range(len(sheet)), key=lambda seat: -sheet[seat]["total"])
    return tuple(1 + order.index(seat) for seat in range(len(sheet)))


def turned_locomotives_do_not_count(turned: tuple[str, ...], color: str | None) -> int:
    return turned.count(color) if color else right_extra_cards(turned, color)


def colours_count_against_locomotives(turned: tuple[str, ...], color: str | None) -> int:
    return right_extra_cards(turned, color) if color else len(turned)


def declined_cards_stay_unknown(self: state.OracleState) -> None:
    known = dict(self.players[self._seat].known_hand)
    right_decline(self)
    self.players[self._seat].known_hand = known


def every_station_costs_one(self: state.OracleState) -> set[state.Action]:
    return {action for action in right_stations(self) if sum(action[3:]) == 1}


def the_first_route_is_lent(*arguments: Any) -> list[stations.Lent]:
    return [tuple(routes[0] for routes in right_lists(*arguments))]


def right_lists(some: board.Board, cities: list[int], others: list[int]) -> list[list[int | None]]:
    return [[*stations.lendable_routes(some, city, others), None] for city in cities]


def nothing_is_lent(some: board.Board, cities: list[int], others: list[int]) -> list[stations.Lent]:
    return [(None,) * len(cities)]


def long_tickets_come_back(
    some: board.Board, rules: dict[str, Any], returned: list[int], at_the_start: bool
) -> list[int]:
    out = at_the_start and rules["initial_tickets_return"] == "out"
    return [] if out else sorted(returned)


def resigning_is_a_turn(self: state.OracleState, seat: int) -> None:
    right_resign(self, seat)
    self.turn += 1


def last_turns_of_those_who_left(self: state.OracleState, seat: int) -> None:
    size = 0 if self.last_turns is None else len(self.last_turns)
    right_resign(self, seat)
    if self.last_turns is not None and len(self.last_turns) < size:
        self.last_turns.append(seat)


def passes_of_those_who_left(self: state.OracleState, seat: int) -> None:
    passed = list(self.passed)
    right_resign(self, seat)
    self.passed = passed


right_card_draws = state.OracleState._legal_card_draws
right_end_turn = state.OracleState._end_turn
right_return = state.OracleState._return_offered_tickets
right_draw_face_up = state.OracleState._draw_face_up
right_decline = state.OracleState._decline_tunnel
right_stations = state.OracleState._legal_stations
right_resign = state.OracleState.resign
right_route_payments = state.route_payments
right_bonus_holders = scoring.bonus_holders
right_extra_cards = tunnels.extra_cards

FAULTS: list[Fault] = [
    (board.Board, "other_tracks", no_twins),
    (cards.TrainCards, "row_must_be_reset", never_reset),
    (cards.TrainCards, "row_must_be_reset", reset_at_any_price),
    (cards.TrainCards, "settle", never_rebuild_in_settle),
    (state.OracleState, "_legal_card_draws", no_second_locomotive_rule),
    (state.OracleState, "_end_turn", final_round_one_turn_short),
    (state.OracleState, "_return_offered_tickets", tickets_on_top),
    (state.OracleState, "_draw_face_up", forget_seen_cards),
    (scoring, "bonus_holders", one_bonus_only),
    (scoring, "bonus_holders", bonus_for_those_who_left),
    (state, "route_payments", no_locomotives_alone),
    (state, "route_payments", ferries_are_plain),
    (stations, "ticket_points", no_failed_tickets),
    (scoring, "ranks", one_rank_each),
    (tunnels, "extra_cards", turned_locomotives_do_not_count),
    (tunnels, "extra_cards", colours_count_against_locomotives),
    (state.OracleState, "_decline_tunnel", declined_cards_stay_unknown),
    (state.OracleState, "_legal_stations", every_station_costs_one),
    (stations, "all_choices", the_first_route_is_lent),
    (stations, "all_choices", nothing_is_lent),
    (tickets, "go_under_deck", long_tickets_come_back),
    (state.OracleState, "resign", resigning_is_a_turn),
    (state.OracleState, "resign", last_turns_of_those_who_left),
    (state.OracleState, "resign", passes_of_those_who_left),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[2].__name__)
def test_a_difference_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one rule of the oracle broken, the driver must tell the two sides apart."""
    where, name, wrong = fault
    monkeypatch.setattr(where, name, wrong)
    for number in [*RARE, *range(400)]:
        tally = play(job(number))
        if tally.differences:
            assert f"job {number}, ply " in tally.differences[0]
            monkeypatch.undo()
            assert not play(job(number)).differences  # so it was the fault that was found
            return
    pytest.fail("the fault was not found in 400 games")


def test_a_listed_action_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the whole table compares the list with what apply_action takes."""
    one = job(KINDS.index("usa"))
    pair = differential.Pair(differential.engine_game(one), one.oracle_game(), one.seed)
    seats_outside = 3
    assert pair.compare_table() == len(pair.tuples) - 4 + 4 + seats_outside  # 4 keep-sets

    class Short:
        """A state that hides its last legal action."""

        def __getattr__(self, name: str) -> Any:
            return getattr(pair_state, name)

        def legal_actions(self) -> list[int]:
            return pair_state.legal_actions()[:-1]

    pair_state, pair.state = pair.state, Short()  # type: ignore[assignment]
    with pytest.raises(Difference, match="not listed, but accepted"):
        pair.compare_table()


def test_difference_names_the_first_place() -> None:
    ours = {"a": 1, "players": [{"hand": {"red": 1}}, {"hand": {"red": 2}}]}
    theirs = {"a": 1, "players": [{"hand": {"red": 1}}, {"hand": {"red": 3}}]}
    with pytest.raises(
        Difference,
        match=r"state: \['players'\] \[1\] \['hand'\] \['red'\] engine has 2, oracle has 3",
    ):
        require_equal(ours, theirs, "state")
