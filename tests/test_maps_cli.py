"""`ttr-fast maps check` and `maps show` with decks and pictures. What else they do: test_cli."""

from __future__ import annotations

import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from test_map import small, to_toml

import ttr_fast as ttr
from ttr_fast.cli.main import main
from ttr_fast.cli.options import WIDTHS
from ttr_fast.render import map_svg
from ttr_fast.render.style import MAX_PIXELS, MIN_PIXELS

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(["maps", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def write(name: str, **changes: Any) -> str:
    data = small(**changes)
    text = json.dumps(data) if name.endswith(".json") else to_toml(data)
    Path(name).write_text(text, encoding="utf-8")
    return name


SIX_TICKETS = 6 * small()["tickets"]  # what two players are dealt


# --- check ---------------------------------------------------------------------------------------


def test_check_of_sound_maps(capsys: Capture) -> None:
    code, out, err = run(capsys, "check", "usa", "iran", "--strict")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "usa: valid, no warnings; 36 cities, 100 routes,"
        " tickets: base 30, 1910 35, big_cities 35, mega 69",
        "iran: valid, no warnings; 37 cities, 90 routes, 30 tickets",
    ]


def test_check_prints_all_mistakes_and_fails(capsys: Capture) -> None:
    routes = [{"a": "A", "b": "Z", "length": 0, "color": "red"}]
    write("bad.toml", routes=routes)
    write("bad.json", routes=routes, title=7)
    mistakes = ["routes[0]: unknown city 'Z'", "routes[0]: length must be in 1..12, not 0"]
    code, out, err = run(capsys, "check", "bad.toml", "usa", "./bad.json", "none.toml", "mars")
    assert code == 1
    assert err == "ttr-fast: error: mistakes in 4 of 5 maps\n"
    lines = [line for line in out.splitlines() if not line.startswith("usa: valid")]
    assert lines == [
        *(f"bad.toml: {mistake}" for mistake in mistakes),
        "bad.toml: not usable, 2 mistakes",
        *(f"./bad.json: {mistake}" for mistake in ["title must be a string, not 7", *mistakes]),
        "./bad.json: not usable, 3 mistakes",
        "none.toml: no such file; expected a .toml or .json file",
        "none.toml: not usable, 1 mistake",
        "mars: no built-in map 'mars'; the built-in maps are: europe, iran, usa",
        "mars: not usable, 1 mistake",
    ]


def test_check_prints_warnings_and_fails_on_them_only_if_strict(capsys: Capture) -> None:
    write("poor.toml", tickets=SIX_TICKETS)
    warnings = ttr.Map.load("poor.toml").warnings()
    assert len(warnings) > 2
    code, out, err = run(capsys, "check", "poor.toml")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        *(f"poor.toml: warning: {warning}" for warning in warnings),
        f"poor.toml: valid, {len(warnings)} warnings; 3 cities, 2 routes, 6 tickets",
    ]
    code, strict, err = run(capsys, "check", "--strict", "poor.toml", "usa")
    assert (code, err) == (1, "ttr-fast: error: mistakes or warnings in 1 of 2 maps\n")
    assert strict.startswith(out)


def test_check_json(capsys: Capture) -> None:
    write("poor.json", tickets=SIX_TICKETS)
    write("bad.toml", edition="moon")
    code, out, err = run(capsys, "check", "poor.json", "bad.toml", "europe", "--json")
    assert (code, err) == (1, "ttr-fast: error: mistakes in 1 of 3 maps\n")
    data = json.loads(out)
    assert data["command"] == "maps check"
    poor, bad, europe = data["maps"]
    assert (poor["map"], poor["valid"], poor["mistakes"]) == ("poor.json", True, [])
    assert poor["warnings"] == list(ttr.Map.load("poor.json").warnings())
    assert poor["facts"]["decks"] == {"base": 6}
    assert (bad["valid"], bad["warnings"], bad["facts"]) == (False, [], None)
    (mistake,) = bad["mistakes"]
    assert mistake.startswith("unknown edition 'moon'")
    assert europe["facts"]["decks"] == {"base": 46, "big_cities": 45, "expanded": 65, "mega": 101}


REFUSED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a long route": (
        {
            "routes": [
                {"a": "A", "b": "B", "length": 9, "color": "red"},
                {"a": "A", "b": "C", "length": 12, "color": "red"},
                {"a": "B", "b": "C", "length": 8, "color": "red"},
            ]
        },
        [
            "routes[0] A-B: length 9, but the edition 'usa' has points for 1 to 8 only",
            "routes[1] A-C: length 12, but the edition 'usa' has points for 1 to 8 only",
        ],
    ),
    "few tickets": (
        {"tickets": SIX_TICKETS[:5]},
        [
            "tickets: too few in the deck 'base': 5 tickets, but 2 players are dealt 3 each,"
            " 6 in all"
        ],
    ),
    "few tickets in one deck": (
        {"tickets": [*SIX_TICKETS, {"a": "A", "b": "B", "points": 1, "decks": ["more"]}]},
        ["tickets: too few in the deck 'more': 1 ticket, but 2 players are dealt 3 each, 6 in all"],
    ),
    "one long ticket": (
        {
            "edition": "europe",
            "tickets": [*SIX_TICKETS, {"a": "A", "b": "B", "points": 9, "long": True}],
        },
        [
            "tickets: too few in the deck 'base': 1 long ticket, but 2 players are dealt 1 each,"
            " 2 in all"
        ],
    ),
    "too many points": (
        {"tickets": [{"a": "A", "b": "B", "points": 1000}] * 33},
        [
            "tickets: the deck 'base' cannot be played in the edition 'usa': the points of"
            " route_points, longest_trail_bonus, stations and the map's tickets make 33016"
            " together; allowed: at most 32767"
        ],
    ),
    "two reasons": (
        {"routes": [{"a": "A", "b": "B", "length": 9, "color": "red"}], "tickets": []},
        [
            "routes[0] A-B: length 9, but the edition 'usa' has points for 1 to 8 only",
            "tickets: too few in the deck 'base': 0 tickets, but 2 players are dealt 3 each,"
            " 6 in all",
        ],
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_check_tells_what_no_game_of_the_edition_takes(capsys: Capture, kind: str) -> None:
    """`Map.load` takes such a map, since other rules may."""
    changes, reasons = REFUSED[kind]
    board = ttr.Map.load(write("odd.toml", **{"tickets": SIX_TICKETS} | changes))
    assert [deck for deck in board.decks if not playable(board.with_deck(deck))]
    code, out, err = run(capsys, "check", "odd.toml")
    assert (code, err) == (1, "ttr-fast: error: mistakes in 1 of 1 maps\n")
    count = f"{len(reasons)} mistake{'s' * (len(reasons) > 1)}"
    assert out.splitlines() == [
        *(f"odd.toml: {reason}" for reason in reasons),
        f"odd.toml: not playable by its own rules, {count}",
    ]
    (entry,) = json.loads(run(capsys, "check", "odd.toml", "--json")[1])["maps"]
    assert (entry["valid"], entry["mistakes"], entry["warnings"]) == (False, reasons, [])
    assert entry["facts"]["name"] == "small"


def playable(board: ttr.Map) -> bool:
    try:
        ttr.Game(board)
    except ValueError:
        return False
    return True


def test_R07_check_takes_what_two_players_can_play(capsys: Capture) -> None:
    code, out, _ = run(capsys, "check", write("just.toml", tickets=SIX_TICKETS))
    assert playable(ttr.Map.load("just.toml"))
    assert (code, out.splitlines()[-1][:17]) == (0, "just.toml: valid,")


def test_check_needs_a_map(capsys: Capture) -> None:
    code, out, err = run(capsys, "check")
    assert (code, out) == (2, "")
    assert "PATH" in err


# --- show ----------------------------------------------------------------------------------------


def test_M2_show_tunnels_ferries_and_decks(capsys: Capture) -> None:
    code, out, err = run(capsys, "show", "europe")
    assert (code, err) == (0, "")
    for line in (
        "tunnels     18",
        "ferries     13, with 17 locomotives",
        "decks       base 46, big_cities 45, expanded 65, mega 101",
        "deck shown  base",
        "tickets     46, worth 5 to 21 points, 444 in all, 6 of them long",
    ):
        assert re.search(f"^{re.escape(line)}$", out, re.M), line
    _, out, _ = run(capsys, "show", "europe", "--deck", "mega", "--json")
    data = json.loads(out)
    assert (data["deck"], data["tickets"], data["long_tickets"]) == ("mega", 101, 12)
    assert (data["tunnels"], data["ferries"], data["ferry_locomotives"]) == (18, 13, 17)
    assert data["fingerprint"] == ttr.Map.builtin("europe").with_deck("mega").fingerprint
    assert data["svg"] is None


def test_show_leaves_out_what_a_map_does_not_have(capsys: Capture) -> None:
    _, out, _ = run(capsys, "show", "iran")
    assert not re.search("^(tunnels|ferries|deck|players)", out, re.M)
    _, out, _ = run(
        capsys, "show", write("two.toml", players=[2, 2], tickets=6 * small()["tickets"])
    )
    assert re.search("^players     2$", out, re.M)


def test_show_refuses_a_deck_that_is_not_there(capsys: Capture) -> None:
    code, out, err = run(capsys, "show", "usa", "--deck", "1912", "--svg", "usa.svg")
    assert (code, out) == (2, "")
    assert "map 'usa' has no deck '1912' (did you mean '1910'?); the decks are: base, 1910" in err
    assert not Path("usa.svg").exists()


@pytest.mark.parametrize("name", ttr.Map.builtin_names())
def test_show_draws(capsys: Capture, name: str) -> None:
    code, out, err = run(capsys, "show", name, "--svg", "board.svg")
    assert (code, err) == (0, "")
    assert out.endswith("\npicture     board.svg\n")
    drawn = Path("board.svg").read_text("utf-8")
    assert drawn == map_svg(ttr.Map.builtin(name), width=1200)
    assert ET.fromstring(drawn).get("width") == "1200"
    run(capsys, "show", name, "--svg", "BOARD.SVG", "--width", "300")
    assert ET.parse("BOARD.SVG").getroot().get("width") == "300"
    assert sorted(os.listdir()) == ["BOARD.SVG", "board.svg"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--svg", "board.png"], "--svg 'board.png': the name must end in .svg"),
        (["--svg", ""], "--svg '': the name must end in .svg"),
        (["--svg", "folder.svg"], "--svg 'folder.svg': is not a file that can be replaced"),
        (["--svg", "x.svg", "--width", "0"], "argument --width: must be a whole number, 100 to "),
        (["--svg", "x.svg", "--width", "1e3"], "argument --width: must be a whole number, 100 to "),
    ],
)
def test_show_refuses_a_picture(capsys: Capture, options: list[str], message: str) -> None:
    Path("folder.svg").mkdir()
    code, out, err = run(capsys, "show", "usa", *options)
    assert (code, out) == (2, "")
    assert message in err
    assert os.listdir() == ["folder.svg"]


def test_widths_are_those_of_the_renderer() -> None:
    assert WIDTHS == (MIN_PIXELS, MAX_PIXELS)


def test_show_writes_the_picture_whole_or_not_at_all(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run(capsys, "show", "usa", "--svg", "no/where.svg")
    assert (code, "cannot write" in err) == (1, True)

    Path("old.svg").write_text("old", "utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ttr_fast._whole_files.os.replace", fail)
    code, _, err = run(capsys, "show", "usa", "--svg", "old.svg")
    assert code == 1
    assert "No space left on device" in err
    assert Path("old.svg").read_text("utf-8") == "old"
    assert os.listdir() == ["old.svg"]


def test_list_shows_the_decks(capsys: Capture) -> None:
    code, out, err = run(capsys, "list")
    assert (code, err) == (0, "")
    assert re.search(r"^usa .* usa +base, 1910, big_cities, mega +36 +100 +30$", out, re.M)
    data = json.loads(run(capsys, "list", "--json")[1])
    assert [entry["name"] for entry in data["maps"]] == list(ttr.Map.builtin_names())
    assert data["maps"][-1]["decks"] == {"base": 30, "1910": 35, "big_cities": 35, "mega": 69}
