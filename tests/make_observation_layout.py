"""Writes the layout of observations: the golden file of the tests and the table of the document.

    python tests/make_observation_layout.py

Another layout is another OBSERVATION_VERSION.
"""

from __future__ import annotations

import re
from pathlib import Path

import ttr_fast as ttr

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "data" / "observation_layout.txt"
DOCUMENT = ROOT / "docs" / "observation.md"
TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end of table -->)", re.S)


def golden() -> str:
    """The layouts of two games, a line for each slice."""
    lines = [f"version {ttr.OBSERVATION_VERSION}"]
    for game in (ttr.Game("usa", 2), ttr.Game("europe", 3)):
        lines += ["", f"{game.map.name} {game.num_players}"]
        for part in game.information_state_spec():
            shape = "x".join(map(str, part.shape))
            lines.append(
                f"{part.name} {shape} float {part.offset} byte {part.byte_offset}"
                f" of {part.byte_size} high {part.high}"
            )
    return "\n".join(lines) + "\n"


def table() -> str:
    """The slices of a game that has all there are, as a table of the document."""
    game = ttr.Game("europe", 3)
    rows = ["| slice | shape | values | at | byte | meaning |", "|---|---|---|--:|--:|---|"]
    memory = len(game.observation_spec())
    for number, part in enumerate(game.information_state_spec()):
        if number == memory:
            rows.append("| **memory:** | | | | | in the information state alone |")
        shape = " x ".join(map(str, part.shape))
        rows.append(
            f"| `{part.name}` | {shape} | {part.low}..{part.high} | {part.offset}"
            f" | {part.byte_offset} | {part.description} |"
        )
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), text), encoding="utf-8")
