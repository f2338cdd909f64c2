"""Observations and information states: layout, values, buffers. What they may tell: in
test_observation_secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from builders import LOCO, act, keep_all, open_position, position, walk
from make_observation_layout import DOCUMENT, GOLDEN, TABLE, golden, table
from observation_reader import known_to, on_the_table

import ttr_fast as ttr

GAMES = [
    *(ttr.Game("usa", n) for n in range(2, 6)),
    *(ttr.Game("europe", n) for n in range(2, 6)),
    *(ttr.Game("iran", n) for n in (2, 4)),
    ttr.Game("usa", 3, rules="online"),
    ttr.Game("europe", 4, rules="online"),
    ttr.Game("usa", 2, tickets="mega"),
    ttr.Game("europe", 3, tickets="expanded"),
    ttr.Game("usa", 5, rules=ttr.Rules(max_turns=100, tickets_drawn=5, face_up_size=7)),
]
VIEWS = ("observation", "information_state")
USA, EUROPE = ttr.Game("usa", 2), ttr.Game("europe", 3)


def names(game: ttr.Game) -> str:
    return f"{game.map.name}-{game.num_players}-{game.tickets}"


def spec(game: ttr.Game, view: str) -> tuple[ttr.ObservationSlice, ...]:
    return getattr(game, f"{view}_spec")()


def states(game: ttr.Game, games: int, seed: int = 0) -> Iterator[ttr.State]:
    """Every seventh position or so of random games; in some of them a seat resigns."""
    rng = random.Random(f"{seed}/{names(game)}")
    for state in walk(game, games, seed):
        if rng.random() < 0.15:
            if rng.random() < 0.02 and not state.is_terminal():
                state.resign(state.current_player())
            yield state


# --- Layout --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=names)
@pytest.mark.parametrize("view", VIEWS)
def test_the_slices_cover_both_tensors_without_gaps(game: ttr.Game, view: str) -> None:
    offset = byte_offset = 0
    for part in spec(game, view):
        assert (part.offset, part.byte_offset) == (offset, byte_offset)
        assert part.size == np.prod(part.shape) > 0
        assert part.byte_size == (1 if part.high < 256 else 2)
        offset += part.size
        byte_offset += part.size * part.byte_size
    assert getattr(game, f"{view}_tensor_shape")() == (offset,)
    assert getattr(game, f"{view}_bytes_shape")() == (byte_offset,)
    assert len({part.name for part in spec(game, view)}) == len(spec(game, view))


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_the_observation_begins_the_information_state(game: ttr.Game) -> None:
    assert spec(game, "information_state")[: len(spec(game, "observation"))] == spec(
        game, "observation"
    )
    for state in states(game, 1):
        for seat in range(game.num_players):
            for kind in ("tensor", "bytes"):
                short = getattr(state, f"observation_{kind}")(seat)
                long = getattr(state, f"information_state_{kind}")(seat)
                assert np.array_equal(long[: len(short)], short)
                assert len(long) > len(short)
            assert state.information_state_string(seat).startswith(state.observation_string(seat))


def test_the_layout_is_the_one_of_its_version() -> None:
    """Another one is another OBSERVATION_VERSION; make_observation_layout.py makes the file."""
    assert GOLDEN.read_text(encoding="utf-8") == golden()


def test_the_document_has_all_slices() -> None:
    (written,) = TABLE.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert written == table()


def test_a_game_has_the_slices_of_its_modules_alone() -> None:
    def parts(game: ttr.Game) -> set[str]:
        return {part.name for part in game.observation_spec()}

    europe = {"stations", "stations_left", *(p for p in parts(EUROPE) if p.startswith("tunnel_"))}
    assert len(europe) == 7
    assert parts(EUROPE) - parts(USA) == europe
    assert parts(USA) < parts(EUROPE)
    no_stations = ttr.Game(
        "europe", rules=ttr.Rules.preset("europe").replace(stations_per_player=0)
    )
    assert europe - parts(no_stations) == {"stations", "stations_left"}


# --- Values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_R14_R98_every_slice_holds_what_the_rules_let_the_seat_know(game: ttr.Game) -> None:
    parts = game.information_state_spec()
    seen = 0
    for state in states(game, 4):
        for seat in range(game.num_players):
            floats = state.information_state_tensor(seat)
            octets = state.information_state_bytes(seat)
            truth = known_to(state, seat)
            assert list(truth) == [part.name for part in parts]
            assert [*on_the_table(state, seat)] == [p.name for p in game.observation_spec()]
            for part in parts:
                expected = truth[part.name]
                assert part.shape == expected.shape, part.name
                assert np.array_equal(part.of(floats), expected), part.name
                assert np.array_equal(part.of(octets), expected), part.name
                assert part.low <= expected.min(), part.name
                assert expected.max() <= part.high, part.name
            seen += 1
    assert seen > 60


def test_batches_are_read_like_one() -> None:
    state = keep_all(USA.new_initial_state(3))
    for part in USA.observation_spec():
        for make in (state.observation_tensor, state.observation_bytes):
            batch = np.stack([make(0), make(1)]).reshape(2, 1, -1)
            assert part.of(batch).shape == (2, 1, *part.shape)
            assert np.array_equal(part.of(batch)[1, 0], part.of(make(1)))


def test_R28_a_hand_of_sixty_cards_is_not_clipped() -> None:
    hand = dict.fromkeys(ttr.COLORS[:4], 12) | {LOCO: 12}
    state = open_position(USA, hands={0: hand}, face_up=("blue", "pink", "black", "white", "blue"))
    parts = {part.name: part for part in USA.observation_spec()}
    for tensor in (state.observation_tensor(0), state.observation_bytes(0)):
        assert parts["hand"].of(tensor).tolist() == [12, 12, 12, 12, 0, 0, 0, 0, 12]
        assert parts["hand_size"].of(tensor).tolist()[0] == 60
    assert "\nhand: 12 red 12 orange 12 yellow 12 green 12 locomotive\n" in (
        state.observation_string(0)
    )


def test_the_seat_to_move_observes_unless_another_is_named() -> None:
    state = keep_all(USA.new_initial_state(3))
    for view in VIEWS:
        for kind in ("tensor", "bytes", "string"):
            observe = getattr(state, f"{view}_{kind}")
            assert np.array_equal(observe(), observe(0))
            assert np.array_equal(observe(None), observe(seat=0))
            assert not np.array_equal(observe(), observe(1))


def test_nobody_observes_by_default_at_the_end() -> None:
    state = USA.new_initial_state(0)
    state.resign(0)
    assert state.is_terminal()
    for view in VIEWS:
        for kind in ("tensor", "bytes", "string"):
            with pytest.raises(ValueError, match="seat"):
                getattr(state, f"{view}_{kind}")()
            assert len(getattr(state, f"{view}_{kind}")(1)) > 0


def test_the_text_is_readable() -> None:
    state = act(keep_all(USA.new_initial_state(3)), "draw deck", "draw deck")
    lines = dict(
        line.split(":", 1) for line in state.information_state_string(1).strip().split("\n")
    )
    assert list(lines) == [part.name for part in USA.information_state_spec()]
    assert lines["phase"] == " choose_action"
    assert lines["to_move"] == " 0"
    assert lines["hand_size"] == " 4 6"
    assert lines["known_hand"] == " |"
    assert lines["first_seat"] == " 1"


@pytest.mark.parametrize("game", [USA, EUROPE], ids=names)
@pytest.mark.parametrize("view", VIEWS)
def test_equal_texts_are_equal_tensors(game: ttr.Game, view: str) -> None:
    by_text: dict[str, bytes] = {}
    by_tensor: dict[bytes, str] = {}
    for state in states(game, 6, seed=5):
        for seat in range(game.num_players):
            text = getattr(state, f"{view}_string")(seat)
            tensor = getattr(state, f"{view}_bytes")(seat).tobytes()
            assert by_text.setdefault(text, tensor) == tensor
            assert by_tensor.setdefault(tensor, text) == text
    assert len(by_text) > 100


# --- Buffers -------------------------------------------------------------------------------------

DTYPES = {"tensor": np.float32, "bytes": np.uint8}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", DTYPES)
@pytest.mark.parametrize("game", [USA, EUROPE], ids=names)
def test_a_buffer_is_filled_whole_and_given_back(game: ttr.Game, view: str, kind: str) -> None:
    (size,) = getattr(game, f"{view}_{kind}_shape")()
    state = keep_all(game.new_initial_state(4))
    observe = getattr(state, f"{view}_{kind}")
    fresh = observe(1)
    assert (fresh.shape, fresh.dtype) == ((size,), DTYPES[kind])
    around = np.full(size + 2, 77, DTYPES[kind])
    out = around[1:-1]
    assert observe(1, out) is out
    assert np.array_equal(out, fresh)
    assert around[0] == around[-1] == 77


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", DTYPES)
def test_any_other_buffer_is_refused_and_left_alone(view: str, kind: str) -> None:
    (size,) = getattr(USA, f"{view}_{kind}_shape")()
    state = keep_all(USA.new_initial_state(4))
    observe = getattr(state, f"{view}_{kind}")
    dtype = np.dtype(DTYPES[kind])
    other = np.dtype(np.uint8 if kind == "tensor" else np.float32)
    read_only = np.ones(size, dtype)
    read_only.setflags(write=False)
    askew = np.ones(size * dtype.itemsize + 1, np.uint8)[1:].view(dtype)
    askew[:] = 1
    refused: list[tuple[object, type[Exception], str]] = [
        ([1.0] * size, TypeError, "list"),
        (memoryview(bytes(size)), TypeError, "memoryview"),
        (np.ones(size, other), TypeError, other.name),
        (np.ones(size, np.float64), TypeError, "float64"),
        (np.ones(size, ">f4"), TypeError, ">f4"),
        (np.ones(size - 1, dtype), ValueError, str(size - 1)),
        (np.ones(size + 1, dtype), ValueError, str(size + 1)),
        (np.ones((1, size), dtype), ValueError, f"(1, {size})"),
        (np.ones((), dtype), ValueError, "()"),
        (np.ones(2 * size, dtype)[::2], ValueError, "one after the other"),
        (np.ones(size, dtype)[::-1], ValueError, "one after the other"),
        (read_only, ValueError, "read-only"),
    ]
    if kind == "tensor":
        refused.append((askew, ValueError, "one after the other"))
    for out, error, said in refused:
        with pytest.raises(error) as caught:
            observe(0, out)
        assert said in str(caught.value)
        assert f"({size},)" in str(caught.value)
        assert dtype.name in str(caught.value)
        assert np.all(np.asarray(out).astype(np.float64) == 1) or isinstance(out, memoryview)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", ["tensor", "bytes", "string"])
def test_F53_a_seat_that_is_none_is_refused(view: str, kind: str) -> None:
    observe = getattr(USA.new_initial_state(0), f"{view}_{kind}")
    for seat, error in ((2, ValueError), (-1, ValueError), (True, TypeError), ("0", TypeError)):
        with pytest.raises(error, match="seat"):
            observe(seat)


def test_R75_completed_tickets_are_those_that_stations_complete() -> None:
    """Each of three tickets wants the last route to its second city, which a rival has claimed."""
    own, lent, board = [0, 28, 2, 16, 18, 5, 53, 91], [82, 99, 62], EUROPE.map
    closed = {twin for route in own + lent for twin in (route, *board.twins(route))}
    others: list[int] = []
    for number, route in enumerate(board.routes):  # as many as the trains of a seat allow
        trains = route.length + sum(board.routes[other].length for other in others)
        if number not in closed and trains <= EUROPE.rules.trains_per_player:
            others.append(number)
            closed |= {number, *board.twins(number)}
    routes = {0: own, 1: lent, 2: others}
    cities = [board.tickets[ticket].b for ticket in range(3)]
    part = next(p for p in EUROPE.observation_spec() if p.name == "completed_tickets")
    for built, expected in ((cities, [0, 1, 2]), (cities[:1], [0]), ([], [])):
        state = position(EUROPE, stations={0: built}, tickets={0: range(3)}, routes=routes)
        for view in (state.observation_tensor(0), state.observation_bytes(0)):
            assert np.flatnonzero(part.of(view)).tolist() == expected
        assert list(state.completed_tickets(0)) == expected
        for rival in (1, 2):  # who does not see whose tickets these are
            assert not part.of(state.observation_tensor(rival))[:3].any()
