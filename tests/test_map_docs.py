"""docs/map-format.md: its example is played, and every output that it shows is what is printed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import ttr_fast as ttr
from ttr_fast.cli.main import main
from ttr_fast.map import FORMAT, MAX_CITIES, MAX_ROUTES, MAX_TICKETS, ROUTE_COLORS, Map, Route

TEXT = (Path(__file__).parents[1] / "docs" / "map-format.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


(EXAMPLE,) = blocks("toml")
MISTAKES, OF_THE_WHOLE, UNPLAYABLE, UNREADABLE, CLEAN, POOR = blocks("text")

SLIPS = {
    'edition = "europe"': 'edition = "europa"',
    "players = [2, 2]": "players = [2, 6]",
    'aliases = ["Zurich"]': 'aliases = ["Zurich", "Bern"]',
    "lat = 46.0, lon = 8.95": "lat = 46.0",
    'length = 2, color = "gray", ferry_locomotives = 1': (
        'length = 2, color = "gray", ferry_locomotives = 3'
    ),
    'b = "Bern", length = 3': 'b = "Berne", length = 13',
    'color = "green"': 'color = "lime"',
    'b = "Zurich", length = 2, color = "red"': 'b = "Bern", length = 2, color = "red"',
    'color = "gray", tunnel = true': 'color = "gray", tunnel = "yes"',
    'length = 4, color = "black"': 'lenght = 4, color = "black"',
    'b = "Chur", points = 7, long = true': 'b = "Chur", points = -7, long = 1',
    'b = "Chur", points = 6, decks = ["express"]': (
        'b = "Chur", points = 6, decks = ["express", "express"]'
    ),
    'b = "Lugano", points = 3, decks = ["express"]': 'b = "Lugano", decks = []',
}
SLIPS_OF_THE_WHOLE = {
    'edition = "europe"': 'edition = "online"',
    "players = [2, 2]": "players = [2, 3]",
    **{line: "" for line in EXAMPLE.splitlines() if "length" in line and '"Lugano"' in line},
}
TOO_MUCH_FOR_ITS_RULES = {
    "players = [2, 2]": "",
    'length = 5, color = "pink"': 'length = 9, color = "pink"',
    'b = "Lugano", points = 7, long = true': 'b = "Lugano", points = 7',
}
POOR_DESIGN = {
    'edition = "europe"': 'edition = "usa"',
    "players = [2, 2]": "",
    'lon = 8.95 },\n': 'lon = 8.95 },\n  { name = "zürich" },\n  { name = "Aosta" },\n'
                       '  { name = "Torino" },\n',
    'color = "white"': 'color = "yellow"',
    'b = "Lugano", length = 5, color = "pink"': 'b = "Geneva", length = 8, color = "yellow"',
    '{ a = "Chur", b = "Lugano", length = 3': '{ a = "Aosta", b = "Torino", length = 3',
    'a = "Bern", b = "Chur", points = 4': 'a = "Bern", b = "Chur", points = 9',
    'a = "Lausanne", b = "Chur", points = 6': 'a = "Lausanne", b = "Aosta", points = 6',
    'a = "Chur", b = "Lugano", points = 3': 'a = "Zurich", b = "Lugano", points = 4',
}  # fmt: skip


def changed(changes: dict[str, str]) -> str:
    text = EXAMPLE
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-map.toml").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def check(folder: Path, text: str, capsys: pytest.CaptureFixture[str], exit_code: int) -> str:
    (folder / "my-map.toml").write_text(text, encoding="utf-8")
    assert main(["maps", "check", "my-map.toml"]) == exit_code
    return capsys.readouterr().out


def test_documented_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(folder, changed(SLIPS), capsys, 1) == MISTAKES


def test_documented_mistakes_of_the_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(folder, changed(SLIPS_OF_THE_WHOLE), capsys, 1) == OF_THE_WHOLE


def test_documented_map_that_its_rules_refuse(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(folder, changed(TOO_MUCH_FOR_ITS_RULES), capsys, 1) == UNPLAYABLE
    assert Map.load("my-map.toml").routes[9].length == 9
    with pytest.raises(ValueError, match="route of length 9"):
        ttr.Game("my-map.toml")
    rules = ttr.Rules.preset("europe").replace(
        route_points=[1, 2, 4, 7, 10, 15, 18, 21, 27], initial_long_tickets_dealt=0
    )
    assert ttr.Game("my-map.toml", rules=rules).map.decks == ("base", "express")


def test_documented_unreadable_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = changed({"lon = 6.63 }": "lon = 6.63"})
    assert check(folder, broken, capsys, 1) == UNREADABLE


def test_documented_warnings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(folder, EXAMPLE, capsys, 0) == CLEAN
    assert check(folder, changed(POOR_DESIGN), capsys, 0) == POOR


def test_documented_example(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lakes = Map.load("my-map.toml")
    assert (lakes.name, lakes.players, lakes.decks) == ("lakes", (2, 2), ("base", "express"))
    assert lakes.routes[0] == Route("Genève", "Lausanne", 2, "gray", False, 1)
    assert lakes.routes[4] == Route("Bern", "Zürich", 2, "gray")
    assert lakes.twins(4) == (3,)
    for ticket in lakes.cards:
        assert ticket.points == lakes.distance(ticket.a, ticket.b)
    first = lakes.with_deck("express").tickets[0]
    assert (first.a, first.b) == ("Genève", "Zürich")
    (commands,) = blocks("sh")
    for command in commands.splitlines():
        assert main(command.split()[1:]) == 0
    assert capsys.readouterr().out.startswith(CLEAN)
    assert (folder / "my-map.svg").read_text("utf-8").startswith("<svg")


def test_documented_example_is_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (played,) = blocks("python")
    exec(played, {})
    out = capsys.readouterr().out
    assert "1000" in out.replace(",", "")
    assert out.endswith("express 6 7\n")
    state = ttr.Game("my-map.toml").new_initial_state(1)
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.to_dict()["consecutive_passes"] == 2


def test_documented_limits_and_words() -> None:
    assert f"format = {FORMAT} " in EXAMPLE
    limits = f"{MAX_ROUTES} routes, {MAX_CITIES} cities, {MAX_TICKETS} tickets in a deck"
    assert limits in TEXT
    assert all(f"`{color}`" in TEXT for color in ROUTE_COLORS)
    assert all(f"`{edition}`" in TEXT for edition in ttr.Rules.presets())
