"""`ttr-fast rules`; the options --rules, --rule and --tickets of commands that play (Q14)."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

import ttr_fast as ttr
from ttr_fast.cli.main import main

Capture = pytest.CaptureFixture[str]


def good(capsys: Capture, *arguments: str) -> str:
    code = main(arguments)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def played(capsys: Capture, *arguments: str) -> dict[str, Any]:
    data = json.loads(good(capsys, "playouts", "--games", "300", "--json", *arguments))
    assert isinstance(data, dict)
    return data


def refused(capsys: Capture, *arguments: str) -> str:
    code = main(["playouts", "--games", "10", *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


# --- ttr-fast rules ------------------------------------------------------------------------------


def test_every_option_is_listed_with_its_meaning(capsys: Capture) -> None:
    out = good(capsys, "rules")
    for name, option in ttr.Rules.options().items():
        assert f"\n{name} = " in f"\n{out}"
        assert option["doc"] in out
    assert "stations_per_player = 0  (europe: 3)" in out
    assert "tunnels = off  (europe: on)" in out
    assert "ticket_value = printed  (online: shortest)" in out
    assert "    allowed: 0..5\n" in out
    assert "    allowed: true, false, on, off\n" in out
    assert "    allowed: some of completed_tickets, longest_trail_bonus, " in out


def test_rules_as_json(capsys: Capture) -> None:
    data = json.loads(good(capsys, "rules", "--json"))
    for name in ttr.Rules.presets():
        assert ttr.Rules.from_dict(data["presets"][name]) == ttr.Rules.preset(name)
    assert data["options"]["station_value"]["allowed"] == [0, 1000]


# --- Games by other rules ------------------------------------------------------------------------


def test_the_map_brings_its_edition_and_rules_replaces_it(capsys: Capture) -> None:
    for arguments, preset in (
        ((), "usa"),
        (("--map", "europe"), "europe"),
        (("--map", "iran"), "online"),
        (("--map", "europe", "--rules", "online"), "online"),
    ):
        data = played(capsys, *arguments)
        assert ttr.Rules.from_dict(data["rules"]) == ttr.Rules.preset(preset)
        assert data["first_seat"] == (None if preset == "online" else 0)  # R15


def test_single_options_of_each_type(capsys: Capture) -> None:
    data = played(
        capsys,
        "--map=europe",
        "--rule=longest_trail_bonus=15",
        "--rule=tunnels=off",
        "--rule=payments=fewest_locomotives",
        "--rule=station_costs=2,2,4",
        "--rule=tie_break=longest_trail,fewest_stations",
    )
    rules = ttr.Rules.preset("europe").replace(
        longest_trail_bonus=15,
        tunnels=False,
        payments="fewest_locomotives",
        station_costs=[2, 2, 4],
        tie_break=["longest_trail", "fewest_stations"],
    )
    assert ttr.Rules.from_dict(data["rules"]) == rules
    batch = ttr.playouts(ttr.Game("europe", 2, rules), 300)
    assert data["seats"] == batch.summary().to_dict()["seats"]


def test_the_table_shows_stations_where_there_are_any(capsys: Capture) -> None:
    assert "stations built" in good(capsys, "playouts", "--map=europe", "--games=50")
    assert "station" not in good(capsys, "playouts", "--games=50")


def test_the_command_to_repeat_it_plays_the_same_games(capsys: Capture) -> None:
    words = ("--tickets=mega", "--rules=online", "--rule=trains_per_player=30", "--first-seat=1")
    first = played(capsys, *words)
    assert first["tickets"] == "mega"
    command = shlex.split(first["repeat"])
    assert command[:2] == ["ttr-fast", "playouts"]
    again = json.loads(good(capsys, *command[1:], "--json"))
    for data in (first, again):
        del data["seconds"], data["games_per_hour"]
    assert again == first


def test_perft_counts_other_editions(capsys: Capture) -> None:
    counts = json.loads(good(capsys, "perft", "--depth=1", "--map=europe", "--json"))["counts"]
    assert [entry["count"] for entry in counts] == [11]  # R08
    counts = json.loads(good(capsys, "perft", "--depth=1", "--tickets=1910", "--json"))["counts"]
    assert [entry["count"] for entry in counts] == [4]


@pytest.mark.parametrize(
    ("word", "value"),
    [("true", True), ("On", True), ("TRUE", True), ("false", False), ("OFF", False)],
)
def test_words_for_on_and_off(capsys: Capture, word: str, value: bool) -> None:
    assert played(capsys, "--map=europe", f"--rule=tunnels={word}")["rules"]["tunnels"] is value


def test_R90_no_tie_break_at_all(capsys: Capture) -> None:
    assert played(capsys, "--rule=tie_break=none")["rules"]["tie_break"] == []


def test_negative_numbers_reach_the_rules(capsys: Capture) -> None:
    message = "station_value must be an integer in 0..1000, got -1"
    assert message in refused(capsys, "--rule=station_value=-1")


@pytest.mark.parametrize(("word", "seat"), [("1", 1), ("seed", None), (None, 0)])
def test_R15_perft_from_another_seat(capsys: Capture, word: str | None, seat: int | None) -> None:
    option = [] if word is None else [f"--first-seat={word}"]
    data = json.loads(good(capsys, "perft", "--depth=3", "--json", *option))
    assert data["first_seat"] == seat
    state = ttr.Game(first_seat=seat).new_initial_state(0)
    assert [entry["count"] for entry in data["counts"]] == [ttr.perft(state, d) for d in (1, 2, 3)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rules=mars",), "there is no preset 'mars'; presets: usa, europe, online"),
        (("--rule=bonus",), "--rule bonus: no '='; write OPTION=VALUE"),
        (("--rule=longest_trail_bonsu=3",), "did you mean 'longest_trail_bonus'?"),
        (("--rule=station_value=4.5",), "'4.5' is no whole number"),
        (("--rule=station_value=1001",), "station_value must be an integer in 0..1000, got 1001"),
        *(
            ((f"--rule=station_value={number}",), f"{number!r} is no whole number")
            for number in ("1_5", " 15", "15 ", "+15", "\uff11\uff15", "\u0661", "", "--1")
        ),
        (("--rule=station_value=" + "9" * 5000,), "is no whole number"),
        (("--rule=ferries=perhaps",), "ferries=perhaps: must be true, false, on, off; not 'per"),
        (("--rule=ferries=yes",), "must be true, false, on, off; not 'yes'"),
        (("--rule=ferries=",), "must be true, false, on, off; not ''"),
        (("--rule=route_points=none",), "route_points = 0 entries is refused; allowed: 1..12"),
        (("--rule=route_points=",), "'' is no whole number"),
        (("--rule=tie_break=",), "tie_break = '' is refused; allowed: 'completed_tickets'"),
        (("--rule=tie_break=None",), "tie_break = 'None' is refused"),
        (("--rule=tie_break=luck",), "tie_break = 'luck' is refused; allowed: 'completed_tickets'"),
        (("--rule=stations_per_player=4",), "at most the 3 entries of station_costs"),
        (("--tickets=1911",), "map 'usa' has no deck '1911' (did you mean '1910'?)"),
    ],
)
def test_what_is_refused_says_what_is_allowed(
    capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(capsys, *arguments)
