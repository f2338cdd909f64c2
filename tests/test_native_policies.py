"""Compiled policies of the user in playouts: what they see, that they play the games they are said
to play, and those that are at fault."""

from __future__ import annotations

import copy
import ctypes
import datetime
import pickle
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import widened_usa

import ttr_fast as ttr
from ttr_fast import _core

SOURCE = Path(__file__).parent / "data" / "policies.c"
EDITIONS = [
    ("usa", 2, None),
    ("usa", 3, None),
    ("usa", 5, "online"),
    ("europe", 2, None),
    ("europe", 4, None),
    ("iran", 3, None),
]
RECORD = np.dtype(  # as in policies.c
    [("game", ttr.NativePolicy.game_dtype()), ("views", ttr.NativePolicy.view_dtype(), (600,))],
    align=True,
)
POLICY_STREAM = 2


def games() -> list[Any]:
    return [
        pytest.param(ttr.Game(name, players, rules), id=f"{name}-{players}")
        for name, players, rules in EDITIONS
    ] + [pytest.param(ttr.Game(widened_usa(), 2), id="wide-2")]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    out = tmp_path_factory.mktemp("policies") / "policies.so"
    flags = ["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        ["cc", *flags, "-shared", "-fPIC", "-I", ttr.get_include(), str(SOURCE), "-o", str(out)],
        check=True,
    )
    return ctypes.CDLL(str(out))


@pytest.fixture(scope="module")
def uniform(library: ctypes.CDLL) -> ttr.NativePolicy:
    return ttr.NativePolicy(library.uniform)


# --- What a policy sees --------------------------------------------------------------------------


def members(words: Any) -> list[int]:
    return [
        64 * i + bit for i, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1
    ]


def word(random: int, i: int) -> int:
    """`ttr_policy_word` of the header."""
    x = (random + i * 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


def record_of(library: ctypes.CDLL, game: ttr.Game, seed: int, index: int) -> tuple[Any, Any]:
    record = np.zeros((), RECORD)
    recorder = ttr.NativePolicy(library.recorder, user_data=record.reshape(1))
    batch = ttr.playouts(game, 1, policy=recorder, seed=seed, first_game=index)
    return record, batch


@pytest.mark.parametrize("game", games())
def test_a_view_tells_what_the_seat_may_know(library: ctypes.CDLL, game: ttr.Game) -> None:
    """R14, Q10: field by field, at every decision of whole games."""
    for seed, index in ((3, 0), (2**64 - 1, 7)):
        record, batch = record_of(library, game, seed, index)
        state = game.new_initial_state(seed, index)
        decisions = [0] * game.num_players
        while not state.is_terminal():
            view = record["views"][state.to_dict()["ply"]]
            check_view(game, state, view, index)
            seat = state.current_player()
            drawn = _core.random_words(seed, index, POLICY_STREAM + seat, decisions[seat], 1)
            assert view["random"] == drawn[0]
            decisions[seat] += 1
            legal = state.legal_actions()
            state.apply_action(legal[(word(int(view["random"]), 0) >> 32) * len(legal) >> 32])
        assert batch.scores[0].tolist() == [row.total for row in state.score_sheet()]
        assert batch.plies[0] == state.to_dict()["ply"]


def check_view(game: ttr.Game, state: ttr.State, view: Any, index: int) -> None:
    d = state.to_dict()
    seat = state.current_player()
    me = d["players"][seat]
    initial = d["phase"] == "choose_initial_tickets"
    dealt = len(d["players"][-1]["offered_tickets"])
    counts = {kind: tuple(d[kind].values()) for kind in ("deck", "discard")}
    row = [kind for kind in d["face_up"] if kind is not None]
    tunnel = d["pending_tunnel"]
    assert view["game"] == index
    assert view["seat"] == seat
    assert ttr.PHASES[view["phase"]] == d["phase"]
    assert view["turn"] == d["turn"]
    assert view["ply"] == d["ply"]
    assert view["passes"] == d["consecutive_passes"]
    left = d["final_turns_left"]
    assert view["final_turns_left"] == (-1 if left is None else left)
    assert view["deck_size"] == sum(counts["deck"])
    assert tuple(view["discard"][:9]) == counts["discard"]
    assert tuple(view["face_up"][:9]) == tuple(row.count(kind) for kind in ttr.COLORS)
    assert tuple(view["hand"][:9]) == tuple(me["hand"].values())
    assert members(view["tickets"]) == me["tickets"]
    assert list(view["offered"][: view["num_offered"]]) == me["offered_tickets"]
    assert view["legal"][: view["num_legal"]].tolist() == state.legal_actions()
    assert not view["offered"][view["num_offered"] :].any()  # as other seats would have left it
    assert not view["legal"][view["num_legal"] :].any()
    if not initial:
        assert view["ticket_deck_size"] == len(d["ticket_deck"])
    elif seat == 0:
        assert view["ticket_deck_size"] == len(game.new_initial_state(0).to_dict()["ticket_deck"])
    if tunnel is None:
        assert view["tunnel_route"] == 65535
        assert view["tunnel_extra"] == 0
    else:
        assert view["tunnel_route"] == tunnel["route"]
        assert view["tunnel_extra"] == tunnel["extra"]
        assert view["tunnel_locomotives"] == tunnel["locomotives"]
        color = 255 if tunnel["color"] is None else ttr.COLORS.index(tunnel["color"])
        assert view["tunnel_color"] == color
    for other, player in enumerate(d["players"]):
        shown = view["seats"][other]
        assert members(shown["routes"]) == player["routes"]
        assert shown["route_points"] == player["route_points"]
        assert shown["trains"] == player["trains"]
        assert shown["num_cards"] == sum(player["hand"].values())
        hidden = initial and other != seat
        assert shown["num_tickets"] == (dealt if hidden else len(player["tickets"]))
        assert shown["num_stations"] == len(player["station_cities"])
        assert list(shown["stations"][: shown["num_stations"]]) == player["station_cities"]
        assert shown["stations_left"] == player["stations_left"]
        assert shown["has_resigned"] == player["resigned"]
        assert tuple(shown["known_hand"]) == tuple(player["known_hand"].values())
    closed = set(members(view["closed"]))
    assert closed.isdisjoint(
        info.route for info in map(game.action_info, state.legal_actions()) if info.kind == "claim"
    )
    assert closed >= {route for player in d["players"] for route in player["routes"]}


@pytest.mark.parametrize("game", games())
def test_the_game_is_described(library: ctypes.CDLL, game: ttr.Game) -> None:
    told = record_of(library, game, 1, 0)[0]["game"]
    board, rules = game.map, game.rules
    numbers = {city.name: number for number, city in enumerate(board.cities)}
    assert told["num_seats"] == game.num_players
    assert told["num_cities"] == len(board.cities)
    assert told["num_routes"] == len(board.routes)
    assert told["num_tickets"] == len(board.tickets)
    assert told["num_actions"] == game.num_distinct_actions()
    for option in ("trains_per_player", "stations_per_player", "station_value",
                   "longest_trail_bonus", "final_round_threshold"):  # fmt: skip
        assert told[option] == getattr(rules, option)
    assert bool(told["twins_close"]) == (game.num_players < rules.second_track_min_players)
    for length in {route.length for route in board.routes}:
        assert told["route_points"][length] == rules.route_points[length - 1]
    for a in numbers:
        for b in numbers:
            assert told["distance"][numbers[a], numbers[b]] == board.distance(a, b)
    colors = [*ttr.COLORS[:8], "gray"]
    for number, route in enumerate(board.routes):
        row = told["routes"][number]
        assert (row["a"], row["b"]) == (numbers[route.a], numbers[route.b])
        assert row["length"] == route.length
        assert colors[row["color"]] == route.color
        assert row["ferry_locomotives"] == (route.ferry_locomotives if rules.ferries else 0)
        assert row["is_tunnel"] == (route.tunnel and rules.tunnels)
        circle = [number]
        while (twin := int(told["routes"][circle[-1]]["twin"])) != number:
            circle.append(twin)
        ends = {route.a, route.b}
        assert sorted(circle) == [
            lane for lane, other in enumerate(board.routes) if {other.a, other.b} == ends
        ]
    for number, ticket in enumerate(board.tickets):
        row = told["tickets"][number]
        assert (row["a"], row["b"]) == (numbers[ticket.a], numbers[ticket.b])
        assert row["is_long"] == ticket.long
        by_map = rules.ticket_value != "shortest"
        assert row["points"] == (ticket.points if by_map else board.distance(ticket.a, ticket.b))
    for number in range(game.num_distinct_actions()):
        row, info = told["actions"][number], game.action_info(number)
        assert ttr.ACTION_KINDS[row["kind"]] == info.kind
        assert row["route"] == (info.route or 0)
        assert row["locomotives"] == (info.locomotives or 0)
        assert row["cards"] == (info.cards or 0)
        assert row["city"] == (info.city or 0)
        assert members([row["keep"]]) == list(info.keep or ())
        if info.color is not None:
            assert row["color"] == ttr.COLORS.index(info.color)
        elif info.kind in ("claim", "build_station"):
            assert row["color"] == 255


# --- The games that are played -------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
def test_games_depend_on_seed_and_number_alone(uniform: ttr.NativePolicy, game: ttr.Game) -> None:
    seats = [uniform, "random_type", "random", uniform, "random"][: game.num_players]
    batch = ttr.playouts(game, 300, policy=seats, seed=5, threads=1)
    assert batch.engine == "scalar"
    assert batch.policies == tuple("uniform" if x is uniform else x for x in seats)
    for threads in (2, 7):
        assert ttr.playouts(game, 300, policy=seats, seed=5, threads=threads) == batch
    late = ttr.playouts(game, 100, policy=seats, seed=5, first_game=200)
    assert late == batch[200:]
    totals = ttr.playouts(game, 300, policy=seats, seed=5, reduce=True)
    assert totals.policies == batch.policies
    assert totals.summary() == ttr.playouts(
        game, 300, policy=seats, seed=5, columns=totals.columns
    ).summary()  # fmt: skip


def test_deals_do_not_depend_on_policies(library: ctypes.CDLL) -> None:
    game = ttr.Game("usa", 2)
    record, _ = record_of(library, game, 9, 4)
    state = game.new_initial_state(9, 4)
    assert (
        record["views"][0]["offered"][:3].tolist()
        == (state.to_dict()["players"][0]["offered_tickets"])
    )


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 3)])
def test_uniform_choice_has_the_distribution_of_random(
    uniform: ttr.NativePolicy, name: str, players: int
) -> None:
    game = ttr.Game(name, players)
    n = 6000
    mine = ttr.playouts(game, n, policy=uniform, seed=1)
    built_in = ttr.playouts(game, n, policy="random", seed=2)
    for column in ("scores", "route_points", "completed", "longest", "turns", "plies"):
        a, b = (getattr(batch, column).astype(float) for batch in (mine, built_in))
        a, b = a.reshape(n, -1).mean(axis=1), b.reshape(n, -1).mean(axis=1)
        error = np.sqrt((a.var() + b.var()) / n)
        assert abs(a.mean() - b.mean()) < 4.5 * error, column


def test_wide_maps_are_played(uniform: ttr.NativePolicy) -> None:
    game = ttr.Game(widened_usa(), 2)
    assert len(game.map.routes) > 128
    batch = ttr.playouts(game, 50, policy=[uniform, "random"], seed=1)
    assert batch == ttr.playouts(game, 50, policy=[uniform, "random"], seed=1, threads=3)


def test_results_are_stored_and_joined_under_the_name(uniform: ttr.NativePolicy) -> None:
    game = ttr.Game("usa", 2)
    seats = [uniform, "random"]
    batch = ttr.playouts(game, 20, policy=seats, seed=1)
    assert pickle.loads(pickle.dumps(batch)) == batch
    assert batch[:10].concat(batch[10:]) == batch
    assert batch != ttr.playouts(game, 20, seed=1)
    assert batch.summary().seats[0].policy == "uniform"
    totals = ttr.playouts(game, 20, policy=seats, seed=1, reduce=True)
    assert ttr.PlayoutTotals.from_dict(totals.to_dict()) == totals
    with pytest.raises(ValueError, match="uniform"):
        totals + ttr.playouts(game, 20, first_game=20, seed=1, reduce=True)


# --- Faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [-1, 0, 2**31 - 1, -(2**31), 5000])
@pytest.mark.parametrize("reduce", [False, True])
def test_F07_an_illegal_answer_stops_the_run(
    library: ctypes.CDLL, answer: int, reduce: bool
) -> None:
    # Nobody may draw from the deck while tickets are to be chosen, and `first` never comes so far.
    game = ttr.Game("usa", 2)
    if answer == 0:
        answer = game.string_to_action("keep 0 1 2")
    bot = ttr.NativePolicy(library.stubborn, user_data=np.array([answer], np.int32))
    message = (
        rf"the policy of seat 1 chose the action {answer} in game 17 at ply \d+, which is none of"
        r" the \d+ legal ones in phase \w+"
    )
    with pytest.raises(ttr.IllegalActionError, match=message):
        ttr.playouts(game, 1, policy=["random", bot], first_game=17, seed=1, reduce=reduce)


def test_lockstep_is_refused(uniform: ttr.NativePolicy) -> None:
    game = ttr.Game("usa", 2)
    with pytest.raises(ValueError, match=r"'lockstep' cannot play these games: a policy is a func"):
        ttr.playouts(game, 1000, policy=uniform, engine="lockstep")
    assert ttr.playouts(game, 5, policy=uniform, engine="scalar").engine == "scalar"
    with pytest.raises(ValueError, match="one per seat"):
        ttr.playouts(game, 5, policy=[uniform] * 3)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_F48_signals_stop_a_slow_policy(library: ctypes.CDLL) -> None:
    class Ring(Exception):
        pass

    def ring(*_: object) -> None:
        raise Ring

    slow = ttr.NativePolicy(library.slow)
    before = signal.signal(signal.SIGALRM, ring)
    begin = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Ring):
            ttr.playouts(ttr.Game(), 100, policy=slow, threads=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begin < 1.5


def test_what_is_no_policy_is_refused(library: ctypes.CDLL) -> None:
    class Other(ctypes.Structure):
        pass

    for thing in (None, 3, 2**70, "random", Other()):
        with pytest.raises(TypeError, match=r"function of ctypes or numba\.cfunc, or a PyCapsule"):
            ttr.NativePolicy(thing)
    with pytest.raises(TypeError, match=r"ttr\.playouts takes Python functions as they are"):
        ttr.NativePolicy(len)
    with pytest.raises(TypeError, match=r"PyCapsule named 'ttr_fast\.policy_plugin\.1'"):
        ttr.NativePolicy(datetime.datetime_CAPI)  # type: ignore[attr-defined]
    two = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    double = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_void_p,) * 3)
    for kind in (two, double):
        with pytest.raises(TypeError, match="three arguments and restype = c_int32"):
            ttr.NativePolicy(ctypes.cast(library.uniform, kind))
    three = ctypes.CFUNCTYPE(ctypes.c_int32, *(ctypes.c_void_p,) * 3)
    with pytest.raises(ValueError, match="null pointer"):
        ttr.NativePolicy(three(0))
    named = ttr.NativePolicy(ctypes.cast(library.uniform, three))
    assert named.name == "native"
    for policy in (named.capsule, [named, None], 3):
        with pytest.raises(TypeError, match="policy"):
            ttr.playouts(ttr.Game(), 1, policy=policy)
    for policy in (library.uniform, ["random", library.uniform]):
        with pytest.raises(TypeError, match=r"NativePolicy\(function\) makes a policy of it"):
            ttr.playouts(ttr.Game(), 1, policy=policy)


def test_names_are_checked(library: ctypes.CDLL) -> None:
    for name in ("", "two words", "ä", "-x", "x" * 10 + "\n"):
        with pytest.raises(ValueError, match="letters, digits"):
            ttr.NativePolicy(library.uniform, name=name)
    with pytest.raises(ValueError, match="'random' is that of a built-in policy"):
        ttr.NativePolicy(library.uniform, name="random")
    with pytest.raises(TypeError, match="name must be a string"):
        ttr.NativePolicy(library.uniform, name=3)  # type: ignore[arg-type]
    assert ttr.NativePolicy(library.uniform, name="v1.2+x").name == "v1.2+x"
    assert repr(ttr.NativePolicy(library.uniform)) == "<NativePolicy 'uniform'>"


def test_user_data_is_checked_and_kept(library: ctypes.CDLL) -> None:
    for thing in (3, "text", [1]):
        with pytest.raises(TypeError, match="user_data must be None or have a buffer"):
            ttr.NativePolicy(library.first, user_data=thing)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="contiguous"):
        ttr.NativePolicy(library.first, user_data=np.zeros((4, 4))[:, 1])
    capsule = ttr.NativePolicy(library.first).capsule
    with pytest.raises(ValueError, match="a capsule has its own"):
        ttr.NativePolicy(capsule, user_data=np.zeros(1))
    assert ttr.NativePolicy(capsule, name="again").name == "again"
    data = bytearray(8)
    bot = ttr.NativePolicy(library.first, user_data=data)
    with pytest.raises(BufferError):  # or the pointer would dangle
        data.extend(bytes(10**6))
    assert len(ttr.playouts(ttr.Game(), 3, policy=[bot, "random"])) == 3
    for empty in (b"", np.zeros(0)):
        ttr.NativePolicy(library.first, user_data=empty)


def test_a_policy_stays_in_its_process(uniform: ttr.NativePolicy) -> None:
    for way in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="'uniform' is a function in the memory of this proc"):
            way(uniform)
    with pytest.raises(AttributeError):
        uniform.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize("compiler", ["cc -std=c99", "c++ -std=c++11 -x c++"])
def test_header_is_plain_c(compiler: str, tmp_path: Path) -> None:
    command = [*compiler.split(), "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    file = tmp_path / "policy.c"
    file.write_text(
        '#include "ttr/policy_plugin.h"\n'
        "static int32_t choose(const ttr_policy_view* v, const ttr_policy_game* g, void* data) {\n"
        "  (void)g; (void)data; return v->legal[ttr_policy_word(v, 1) % 2];\n}\n"
        "ttr_policy policy = choose;\nconst char* name = TTR_POLICY_PLUGIN;\n",
        encoding="utf-8",
    )
    subprocess.run([*command, "-I", ttr.get_include(), str(file)], check=True)
