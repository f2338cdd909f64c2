"""A machine that does to a state whatever a user can, in any order, and checks it after each step.

Legal and illegal actions, resignations, wrong types, clones that must not change, all ways around,
new futures; by the rules of all editions.
What must always hold stands in `Machine.check_everything`, worked out from to_dict() and the map
facts alone.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from builders import position
from differential import USA_FACTS, action_tuples, new_game
from differential_jobs import BUILTIN
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from reference import PRESETS, USA_RULES
from reference.board import Board
from reference.cards import ALL_CARDS, LOCOMOTIVE, all_110_cards

import ttr_fast as ttr

# Three cities are full soon: then come the passes. A tunnel and a ferry, for rules that have them.
THREE_CITIES: dict[str, Any] = {
    "name": "three cities",
    "cities": ["A", "B", "C"],
    "routes": [
        {"a": "A", "b": "B", "length": 2, "color": "red", "tunnel": True},
        {"a": "B", "b": "A", "length": 2, "color": "gray", "ferry_locomotives": 1},
        {"a": "A", "b": "B", "length": 1, "color": "gray"},
        {"a": "B", "b": "C", "length": 4, "color": "blue"},
    ],
    "tickets": [
        {"a": "A", "b": city, "points": 1 + i} for i, city in enumerate("BCBCBCBCBCBCBCBC")
    ],
}

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "trains_per_player": st.sampled_from([6, 12, 45]),
        "face_up_size": st.integers(0, 8),
        "initial_cards": st.integers(0, 12),
        "reset_locomotives": st.integers(0, 5),
        "max_row_resets": st.sampled_from([0, 1, 20]),
        "initial_tickets_return": st.sampled_from(["bottom", "out"]),
        "tickets_drawn": st.integers(1, 6),
        "second_track_min_players": st.integers(1, 6),
        "payments": st.sampled_from(["all", "fewest_locomotives"]),
        "final_round_threshold": st.integers(0, 5),
        "ferries": st.booleans(),
        "tunnels": st.booleans(),
        "tunnel_cards": st.integers(0, 6),
        "stations_per_player": st.integers(0, 3),
        "station_costs": st.lists(st.integers(1, 6), min_size=3, max_size=5),
        "station_value": st.integers(0, 20),
        "long_tickets": st.sampled_from(["apart", "mixed"]),
        "max_turns": st.sampled_from([30, 5000]),
    },
)
ROW_RULES = ["face_up_size", "reset_locomotives", "max_row_resets"]
# Half of the games are played by the rules of an edition without any change.
RULES = st.one_of(st.just({}), OPTIONS)

ROUND_TRIPS: dict[str, Callable[[ttr.State], ttr.State]] = {
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "clone": lambda state: state.clone(),
    "dict": lambda state: state.game.state_from_dict(json.loads(json.dumps(state.to_dict()))),
    "bytes": lambda state: ttr.deserialize(state.serialize()),
}


MET: Counter[str] = Counter()  # what the machine has come by


@dataclass
class Play:
    """A state and what must be remembered of its past."""

    state: ttr.State
    turns: tuple[int, ...]  # finished by each seat
    plies: int = 0
    skipped: bool = False  # somebody has resigned: turns are no longer even

    def copied(self, state: ttr.State) -> Play:
        return replace(self, state=state)


class Machine(RuleBasedStateMachine):
    @initialize(
        map_data=st.sampled_from([*BUILTIN.values(), THREE_CITIES]),
        players=st.integers(2, 5),
        options=RULES,
        first_seat=st.integers(0, 1) | st.none(),
        seed=st.integers(0, 2**64 - 1),
        record=st.booleans(),
        ahead=st.sampled_from([0, 5, 40, 100, 200]),
        edition=st.sampled_from([*PRESETS, "europe"]),
    )
    def start(
        self,
        map_data: dict[str, Any],
        players: int,
        options: dict[str, Any],
        first_seat: int | None,
        seed: int,
        record: bool,
        ahead: int,
        edition: str = "usa",
    ) -> None:
        self.board = Board(map_data)
        self.lengths = [route["length"] for route in map_data["routes"]]
        rules = ttr.Rules.preset(edition).replace(**options)
        self.game = new_game(map_data, players, rules, first_seat)
        self.rules = {**PRESETS[edition], **options}
        MET[f"edition {edition}"] += 1
        self.tuples = action_tuples(self.game)
        state = self.game.new_initial_state(seed, record=record)
        self.play = Play(state, (0,) * players)
        self.kept: list[tuple[Play, bytes]] = []  # clones, and what they were when they were made
        if first_seat is not None:
            assert state.to_dict()["first_seat"] == first_seat
        self.play_many(ahead, seed, "", None)

    # ---- playing --------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        state = self.play.state
        seat, turn, ply = state.current_player(), *self.turn_and_ply(state)
        state.apply_action(action)
        self.play.plies += 1
        after_turn, after_ply = self.turn_and_ply(state)
        assert after_ply == ply + 1
        assert after_turn - turn in (0, 1)
        if after_turn > turn:
            turns = list(self.play.turns)
            turns[seat] += 1
            self.play.turns = tuple(turns)

    def turn_and_ply(self, state: ttr.State) -> tuple[int, int]:
        d = state.to_dict()
        return d["turn"], d["ply"]

    def is_over(self) -> bool:
        return self.play.state.is_terminal()

    @precondition(lambda self: not self.is_over())
    @rule(seat=st.integers(0, 4), early=st.integers(0, 5))
    def resign(self, seat: int, early: int) -> None:
        """One who leaves: all else stays as it is, but for what the seat had begun."""
        state = self.play.state
        before = state.to_dict()
        if seat >= self.game.num_players or before["players"][seat]["resigned"]:
            everything = self.everything(state)
            with pytest.raises(ValueError, match=rf"seat|{seat}"):
                state.resign(seat)
            assert self.everything(state) == everything
            return
        if early and before["turn"] < 20:
            return  # mostly later, so that not all games are over soon
        state.resign(seat)
        self.play.skipped = True
        after = state.to_dict()
        MET["resignation"] += 1
        assert after["players"][seat]["resigned"]
        assert not after["players"][seat]["offered_tickets"]
        assert (after["turn"], after["ply"]) == (before["turn"], before["ply"])
        for key in ("deck", "discard", "face_up", "chance_position"):
            assert after[key] == before[key]
        for key in ("trains", "routes", "tickets", "station_cities", "route_points"):
            assert [p[key] for p in after["players"]] == [p[key] for p in before["players"]]
        if before["current_player"] != seat and not state.is_terminal():
            assert after["current_player"] == before["current_player"]
            assert after["pending_tunnel"] == before["pending_tunnel"]
        if state.is_terminal():
            MET["end by resigning"] += 1

    @precondition(lambda self: not self.is_over())
    @rule(number=st.integers(0, 2**16))
    def play_any(self, number: int) -> None:
        legal = self.play.state.legal_actions()
        self.apply(legal[number % len(legal)])

    @precondition(lambda self: not self.is_over())
    @rule(kind=st.sampled_from(ttr.ACTION_KINDS))
    def play_kind(self, kind: str) -> None:
        legal = self.play.state.legal_actions()
        of_kind = [action for action in legal if self.tuples[action][0] == kind]
        if of_kind:
            self.apply(of_kind[0])

    @precondition(lambda self: not self.is_over())
    @rule(
        plies=st.integers(1, 120),
        seed=st.integers(0, 2**32),
        unwanted=st.sampled_from(["", "claim", "claim draw_tickets"]),
        until=st.sampled_from([None, "pay_tunnel"]),
    )
    def play_many(self, plies: int, seed: int, unwanted: str, until: str | None) -> None:
        """Into the late game; where nobody claims the cards run out on the way."""
        rng = random.Random(seed)
        while plies > 0 and not self.is_over() and self.play.state.phase() != until:
            plies -= 1
            legal = self.play.state.legal_actions()
            wanted = [action for action in legal if self.tuples[action][0] not in unwanted.split()]
            self.apply(rng.choice(wanted or legal))

    @rule(action=st.integers(-3, 2000) | st.sampled_from([-(2**70), 2**31, 2**63, 2**64, 2**70]))
    def play_illegal(self, action: int) -> None:
        """F29, F33, R36: refused, and nothing has changed."""
        state = self.play.state
        if action in state.legal_actions():
            return
        before = self.everything(state)
        with pytest.raises(ttr.IllegalActionError, match=f"action {action} "):
            state.apply_action(action)
        assert self.everything(state) == before

    @rule(action=st.sampled_from(["1", 1.0, None, True, [1], b"1"]))
    def play_another_type(self, action: Any) -> None:
        before = self.everything(self.play.state)
        with pytest.raises(TypeError, match="action must be an integer"):
            self.play.state.apply_action(action)
        assert self.everything(self.play.state) == before

    def everything(self, state: ttr.State) -> tuple[Any, ...]:
        return (
            state.serialize(),
            state.hash(),
            state.to_dict(),
            state.legal_actions(),
            state.current_player(),
            [row.to_dict() for row in state.score_sheet()],
        )

    # ---- copies ---------------------------------------------------------------------------

    @rule()
    def keep_a_clone(self) -> None:
        state = self.play.state.clone()
        self.kept = [*self.kept[-2:], (self.play.copied(state), state.serialize())]

    @precondition(lambda self: self.kept)
    @rule(number=st.integers(0, 2))
    def go_on_with_a_clone(self, number: int) -> None:
        kept, stored = self.kept.pop(number % len(self.kept))
        assert kept.state.serialize() == stored
        self.play = kept

    @rule(way=st.sampled_from(sorted(ROUND_TRIPS)))
    def round_trip(self, way: str) -> None:
        state = self.play.state
        other = ROUND_TRIPS[way](state)
        assert other == state
        assert self.everything(other) == self.everything(state)
        self.play = self.play.copied(other)

    @rule(seed=st.integers(0, 2**64 - 1))
    def new_future(self, seed: int) -> None:
        """clone(seed): all that lies on the table and in hands stays; what is hidden is anew."""
        state = self.play.state
        before = state.serialize()
        other = state.clone(seed=seed)
        assert state.serialize() == before
        assert other == state.clone(seed=seed)
        ours, theirs = state.to_dict(), other.to_dict()
        unseen = ours["unseen_tickets"]
        assert sorted(theirs["ticket_deck"][:unseen]) == sorted(ours["ticket_deck"][:unseen])
        assert theirs["ticket_deck"][unseen:] == ours["ticket_deck"][unseen:]
        assert theirs["seed"] != seed  # a hash of it
        assert theirs["game_index"] == ours["game_index"]
        for d in (ours, theirs):
            for key in ("seed", "game_index", "chance_position", "ticket_deck"):
                del d[key]
        assert theirs == ours
        assert other.legal_actions() == state.legal_actions()
        self.play = self.play.copied(other)

    @rule()
    def look_around(self) -> None:
        """Asking changes nothing."""
        state = self.play.state
        before = state.serialize()
        for seat in range(self.game.num_players):
            length, walk = state.longest_trail(seat)
            assert length == sum(self.lengths[route] for route in walk)
            assert len(set(walk)) == len(walk)
            state.completed_tickets(seat)
            state.borrowed_routes(seat)
        for action in state.legal_actions():
            name = self.game.action_to_string(action)
            assert self.game.string_to_action(name) == action
        assert str(self.game.num_players) in repr(state)
        ttr.perft(state, 1)
        assert state.serialize() == before

    # ---- what always holds ----------------------------------------------------------------

    @invariant()
    def kept_clones_do_not_change(self) -> None:
        for kept, stored in getattr(self, "kept", []):
            assert kept.state.serialize() == stored

    @invariant()
    def check_everything(self) -> None:
        if not hasattr(self, "play"):
            return
        state = self.play.state
        d = state.to_dict()
        MET[d["phase"]] += 1
        for what, met in [
            ("final round", d["final_turns_left"] is not None),
            ("no card in the deck", not any(d["deck"].values())),
            ("pass", d["consecutive_passes"] > 0),
            ("a station", any(player["station_cities"] for player in d["players"])),
        ]:
            if met:
                MET[what] += 1
        self.check_cards(d)
        self.check_tunnel(d)
        self.check_stations(d)
        self.check_tickets(d)
        self.check_routes(d)
        self.check_turns(d)
        self.check_legal(state, d)
        self.check_scores(state, d)

    def laid_cards(self, d: dict[str, Any]) -> Counter[str]:
        """Those laid for the pending tunnel (Q12)."""
        pending, laid = d["pending_tunnel"], Counter[str]()
        if pending is not None:
            laid[LOCOMOTIVE] += pending["locomotives"]
            if pending["color"] is not None:
                laid[pending["color"]] += self.lengths[pending["route"]] - pending["locomotives"]
        return laid

    def check_tunnel(self, d: dict[str, Any]) -> None:
        pending = d["pending_tunnel"]
        assert (pending is not None) == (d["phase"] == "pay_tunnel")
        if pending is None:
            return
        route = self.board.routes[pending["route"]]
        assert self.rules["tunnels"]
        assert route.get("tunnel")
        counting = {pending["color"], LOCOMOTIVE}  # R62, R66, R67
        assert pending["extra"] == sum(card in counting for card in pending["turned"]) > 0
        assert len(pending["turned"]) <= self.rules["tunnel_cards"]  # R63, R68
        if pending["color"] is None:
            assert pending["locomotives"] == route["length"]
        else:
            assert route["color"] in ("gray", pending["color"])
        player = d["players"][d["current_player"]]
        assert player["trains"] >= route["length"]
        assert all(pending["route"] not in p["routes"] for p in d["players"])

    def check_stations(self, d: dict[str, Any]) -> None:
        cities = [city for player in d["players"] for city in player["station_cities"]]
        assert len(set(cities)) == len(cities)  # R72
        assert set(cities) <= set(range(len(self.board.cities)))
        for player in d["players"]:  # R13, R79
            built = len(player["station_cities"])
            assert player["stations_left"] == self.rules["stations_per_player"] - built >= 0

    def check_cards(self, d: dict[str, Any]) -> None:
        row = Counter(card for card in d["face_up"] if card is not None)
        hands = [player["hand"] for player in d["players"]]
        laid = self.laid_cards(d)
        for card, number in all_110_cards().items():  # R02
            piles = [d["deck"], d["discard"], row, laid, *hands]
            assert min(pile[card] for pile in piles) >= 0
            assert sum(pile[card] for pile in piles) == number
        for player in d["players"]:
            assert all(0 <= player["known_hand"][c] <= player["hand"][c] for c in ALL_CARDS)
        deck, discard = sum(d["deck"].values()), sum(d["discard"].values())
        assert len(d["face_up"]) == self.rules["face_up_size"]
        assert deck > 0 or discard == 0  # Q02
        assert deck == 0 or None not in d["face_up"]  # Q02
        row_rules = [self.rules[name] for name in ROW_RULES]
        if d["phase"] == "pay_tunnel":
            return  # the row is looked at when the tunnel is built
        if row_rules == [USA_RULES[name] for name in ROW_RULES] and row[LOCOMOTIVE] >= 3 and deck:
            # R26, Q01: with that many other cards 20 new rows would have brought a better one.
            plain = sum(d["deck"][c] + d["discard"][c] + row[c] for c in ALL_CARDS[:8])
            assert plain < 20  # F06

    def check_tickets(self, d: dict[str, Any]) -> None:
        tickets = list(d["ticket_deck"])
        for player in d["players"]:
            tickets += player["tickets"] + player["offered_tickets"]
            assert player["tickets"] == sorted(player["tickets"])
        assert len(set(tickets)) == len(tickets)  # F15
        num_tickets = len(self.board.tickets)
        assert set(tickets) <= set(range(num_tickets))
        apart = {
            number
            for number, ticket in enumerate(self.board.tickets)
            if ticket.get("long") and self.rules["long_tickets"] == "apart"
        }
        assert not apart & set(d["ticket_deck"])  # R11
        assert (
            len(apart & set(tickets))
            <= len(d["players"]) * (self.rules["initial_long_tickets_dealt"])
        )
        if self.rules["initial_tickets_return"] == "bottom":
            assert set(tickets) >= set(range(num_tickets)) - apart
        assert 0 <= d["unseen_tickets"] <= len(d["ticket_deck"])
        choosing = d["phase"] in ("choose_initial_tickets", "choose_tickets")
        for seat, player in enumerate(d["players"]):
            waits = d["phase"] == "choose_initial_tickets" and seat >= d["current_player"]
            chooses = choosing and seat == d["current_player"]
            offers = (waits or chooses) and not player["resigned"]
            assert bool(player["offered_tickets"]) == offers

    def check_routes(self, d: dict[str, Any]) -> None:
        owner: dict[int, int] = {}
        for seat, player in enumerate(d["players"]):
            spaces = sum(self.lengths[route] for route in player["routes"])
            assert 0 <= player["trains"] == self.rules["trains_per_player"] - spaces  # F16
            points = [self.rules["route_points"][self.lengths[r] - 1] for r in player["routes"]]
            assert player["route_points"] == sum(points)  # R85
            for route in player["routes"]:
                assert route not in owner  # R41
                owner[route] = seat
        closed = len(d["players"]) < self.rules["second_track_min_players"]
        for route, seat in owner.items():
            others = [owner[twin] for twin in self.board.twins[route] if twin in owner]
            assert seat not in others  # R44
            assert not (closed and others)  # R45

    def check_turns(self, d: dict[str, Any]) -> None:
        turns, n = self.play.turns, len(d["players"])
        active = [seat for seat in range(n) if not d["players"][seat]["resigned"]]
        assert active
        assert d["ply"] == self.play.plies < self.game.max_game_length()
        assert d["turn"] == sum(turns)
        in_turns = d["phase"] not in ("choose_initial_tickets", "terminal")
        if not self.play.skipped:
            assert max(turns) - min(turns) <= 1  # F17
            if in_turns:
                assert d["current_player"] == (d["first_seat"] + d["turn"]) % n  # R16
        else:
            of_active = [turns[seat] for seat in active]
            assert max(of_active) - min(of_active) <= 1  # R95
        if in_turns:
            assert d["current_player"] in active
            assert turns[d["current_player"]] == min(turns[seat] for seat in active)
        left = d["final_turns_left"]
        at_end = [p["trains"] <= self.rules["final_round_threshold"] for p in d["players"]]
        assert (left is not None) == any(at_end)  # R81
        assert left is None or 0 <= left <= len(active)  # R82, R95
        assert 0 <= d["consecutive_passes"] <= len(active)
        over = (
            left == 0
            or d["consecutive_passes"] == len(active)
            or len(active) == 1  # Q08
            or d["turn"] >= self.rules["max_turns"]
        )
        assert over == (d["phase"] == "terminal") == (d["current_player"] == ttr.TERMINAL)

    def check_legal(self, state: ttr.State, d: dict[str, Any]) -> None:
        legal = state.legal_actions()
        assert legal == sorted(set(legal))  # F34
        assert state.legal_actions_mask().nonzero()[0].tolist() == legal
        assert bool(legal) == (d["phase"] != "terminal")  # F27, F33
        meanings = [self.tuples[action] for action in legal]
        kinds = {meaning[0] for meaning in meanings}
        if ("pass",) in meanings:
            assert meanings == [("pass",)]  # R18
            assert not d["ticket_deck"]
            assert not any(d["deck"].values())
        if d["phase"] == "draw_second_card":
            assert kinds <= {"draw_deck", "draw_face_up"}
            assert ("draw_face_up", LOCOMOTIVE) not in meanings  # R24, F07
        elif d["phase"] in ("choose_initial_tickets", "choose_tickets"):
            assert kinds == {"keep_tickets"}  # R58
        elif d["phase"] == "pay_tunnel":
            pending, held = d["pending_tunnel"], d["players"][d["current_player"]]["hand"]
            cards = 0 if pending["color"] is None else held[pending["color"]]
            ways = {
                ("pay_tunnel", pending["extra"] - engines, engines)
                for engines in range(min(pending["extra"], held[LOCOMOTIVE]) + 1)
                if pending["extra"] - engines <= cards
            }
            if self.rules["payments"] == "fewest_locomotives":
                ways = set(sorted(ways, key=lambda way: way[2])[:1])
            assert set(meanings) == {*ways, ("decline_tunnel",)}  # R62, R64, R67
        elif d["phase"] == "choose_action":
            assert kinds <= {
                "draw_deck", "draw_face_up", "draw_tickets", "claim", "build_station", "pass",
            }  # fmt: skip
            assert ("draw_tickets" in kinds) == bool(d["ticket_deck"])  # R57, F12
            assert ("draw_deck" in kinds) == any(d["deck"].values())  # R30, F10
            self.check_claims(d, [meaning for meaning in meanings if meaning[0] == "claim"])
            stations = [meaning for meaning in meanings if meaning[0] == "build_station"]
            self.check_station_payments(d, stations)

    def check_claims(self, d: dict[str, Any], claims: list[tuple[Any, ...]]) -> None:
        player = d["players"][d["current_player"]]
        taken = {route for p in d["players"] for route in p["routes"]}
        for _, route, color, locomotives in claims:
            assert route not in taken
            assert player["trains"] >= self.lengths[route]  # R37
            assert player["hand"][LOCOMOTIVE] >= locomotives
            if self.rules["ferries"]:  # R59
                assert locomotives >= self.board.routes[route].get("ferry_locomotives", 0)
            if color is None:
                assert locomotives == self.lengths[route]
            else:
                assert player["hand"][color] >= self.lengths[route] - locomotives >= 1
                assert self.board.routes[route]["color"] in (color, "gray")

    def check_station_payments(self, d: dict[str, Any], stations: list[tuple[Any, ...]]) -> None:
        player = d["players"][d["current_player"]]
        occupied = {city for p in d["players"] for city in p["station_cities"]}
        for _, city, color, cards, locomotives in stations:
            assert player["stations_left"] > 0
            assert city not in occupied
            cost = self.rules["station_costs"][len(player["station_cities"])]  # R71
            assert cards + locomotives == cost
            assert locomotives <= player["hand"][LOCOMOTIVE]
            assert cards == 0 if color is None else 0 < cards <= player["hand"][color]
        payable = {city for _, city, *_ in stations}
        if stations:
            assert payable == set(range(len(self.board.cities))) - occupied

    def check_scores(self, state: ttr.State, d: dict[str, Any]) -> None:
        assert state.scores() == tuple(player["route_points"] for player in d["players"])
        sheet = state.score_sheet()
        for row, player in zip(sheet, d["players"], strict=True):
            assert row.total == row.routes + row.tickets + row.bonus + row.stations
            assert row.completed + row.failed == len(player["tickets"])
            assert row.bonus in (0, self.rules["longest_trail_bonus"])
            assert row.stations == self.rules["station_value"] * player["stations_left"]  # R77
        playing = [not player["resigned"] for player in d["players"]]
        longest = max(row.longest for row, plays in zip(sheet, playing, strict=True) if plays)
        if self.rules["longest_trail_bonus"]:
            for row, plays in zip(sheet, playing, strict=True):  # R87, R94, Q04, Q05
                assert (row.bonus > 0) == (plays and row.longest == longest > 0)
        if state.is_terminal():
            assert state.returns() == [float(row.total) for row in sheet]
            best = max(row.total for row, plays in zip(sheet, playing, strict=True) if plays)
            assert all(sheet[seat].total == best for seat in state.winners())
            assert all(playing[seat] for seat in state.winners())
            assert [rank == 1 for rank in state.ranks()] == [
                seat in state.winners() for seat in range(len(sheet))
            ]
        else:
            assert state.returns() == [0.0] * len(sheet)
            with pytest.raises(ValueError, match="only known at the end"):
                state.winners()
            with pytest.raises(ValueError, match="only known at the end"):
                state.ranks()


def run(**how: Any) -> None:
    run_state_machine_as_test(Machine, settings=settings(deadline=None, **how))


# The default run finds, but does not shrink, which may take minutes; the slow one does both.
def test_whatever_is_done_the_state_stays_sound() -> None:
    MET.clear()
    run(
        max_examples=200,
        stateful_step_count=40,
        derandomize=True,
        phases=[Phase.generate],
        database=None,
    )
    assert set(MET) == {
        *ttr.PHASES,
        "final round",
        "no card in the deck",
        "pass",
        "resignation",
        "end by resigning",
        "a station",
        *(f"edition {edition}" for edition in PRESETS),
    }


@pytest.mark.slow
def test_whatever_is_done_for_long() -> None:
    run(max_examples=3000, stateful_step_count=60)


def test_the_machine_notices_a_broken_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks can fail: each of these positions breaks one of them."""
    machine = Machine()
    machine.start(USA_FACTS, 3, {}, 0, 7, True, 150)
    machine.check_everything()
    right = machine.play.state.to_dict()
    owner = next(p for p in right["players"] if p["routes"])

    def broken(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        d = copy.deepcopy(right)
        change(d)
        return d

    seat = right["players"].index(owner)
    other = (seat + 1) % 3
    faults: list[tuple[Callable[[dict[str, Any]], None], Callable[[dict[str, Any]], None]]] = [
        (lambda d: d["discard"].update(red=d["discard"]["red"] + 1), machine.check_cards),
        (lambda d: d["players"][0]["known_hand"].update(red=13), machine.check_cards),
        (lambda d: d["ticket_deck"].append(d["players"][0]["tickets"][0]), machine.check_tickets),
        (lambda d: d["players"][0]["tickets"].pop(), machine.check_tickets),
        (lambda d: d["players"][seat].update(trains=44), machine.check_routes),
        (lambda d: d["players"][seat].update(route_points=1000), machine.check_routes),
        (lambda d: d["players"][other]["routes"].extend(owner["routes"]), machine.check_routes),
        (lambda d: d.update(turn=d["turn"] + 1), machine.check_turns),
        (lambda d: d.update(current_player=(d["current_player"] + 1) % 3), machine.check_turns),
        (lambda d: d.update(final_turns_left=3), machine.check_turns),
    ]
    for change, check in faults:
        check(right)
        with pytest.raises(AssertionError):
            check(broken(change))


def test_the_machine_notices_a_broken_tunnel_or_station() -> None:
    machine = Machine()
    machine.start(BUILTIN["europe"], 3, {}, 0, 7, True, 0, "europe")
    tunnel = machine.game.map.find_routes("Venezia", "Zurich")[0]
    machine.play.state = position(
        machine.game,
        hands={0: {"green": 1}},
        face_up=["white"] * 5,
        rest="deck",
        tunnel={"route": tunnel, "color": "green", "turned": ["green", "red", "red"]},
        stations={0: ["Wien"], 1: ["Roma", "London"]},
    )
    machine.check_everything()
    right = machine.play.state.to_dict()
    first, second = (lambda d: d["players"][0]), (lambda d: d["players"][1])
    long = next(t for t, card in enumerate(machine.board.tickets) if card.get("long"))
    faults: list[tuple[Callable[[dict[str, Any]], object], Callable[[dict[str, Any]], None]]] = [
        (lambda d: d["pending_tunnel"].update(color="red"), machine.check_cards),
        (lambda d: d.update(pending_tunnel=None), machine.check_cards),
        (lambda d: d.update(pending_tunnel=None), machine.check_tunnel),
        (lambda d: d.update(phase="choose_action"), machine.check_tunnel),
        (lambda d: d["pending_tunnel"].update(extra=2), machine.check_tunnel),
        (lambda d: d["pending_tunnel"]["turned"].append(LOCOMOTIVE), machine.check_tunnel),
        (lambda d: d["pending_tunnel"].update(route=0), machine.check_tunnel),
        (lambda d: second(d)["routes"].append(tunnel), machine.check_tunnel),
        (lambda d: first(d)["station_cities"].append(0), machine.check_stations),
        (lambda d: second(d).update(stations_left=2), machine.check_stations),
        (lambda d: second(d).update(station_cities=first(d)["station_cities"] * 2),
         machine.check_stations),
        (lambda d: first(d).update(resigned=True), machine.check_turns),
        (lambda d: d["ticket_deck"].append(long), machine.check_tickets),
    ]  # fmt: skip
    for change, check in faults:
        check(right)
        d = copy.deepcopy(right)
        change(d)
        with pytest.raises(AssertionError):
            check(d)
