"""What others say of their simulators, or what was measured with them, to set figures beside.

Only what a source says stands here with a link. Figures without one were measured by this project.
"""

from __future__ import annotations

from dataclasses import dataclass

MEASURED = "measured by this project"


@dataclass(frozen=True)
class Peer:
    name: str
    what: str
    figure: float
    unit: str
    source: str
    """A link in Markdown, or `MEASURED`."""
    ours: str
    """The figure of this project that comes nearest: a key of `report_page.nearest`."""


PEERS = (
    Peer("a Ticket to Ride engine in Rust", "random games of two, scored", 12_500, "games/s",
         MEASURED, "games"),
    Peer("the same", "random games of four, scored", 7_050, "games/s", MEASURED, "games of four"),
    Peer("the same", "copy of a state, from Python", 122, "ns", MEASURED, "clone"),
    Peer("the same", "game loop in Python over lists of legal actions", 820_000, "moves/s",
         MEASURED, "loop"),
    Peer("[OpenSpiel](https://github.com/google-deepmind/open_spiel)",
         "random bots in C++: hearts, crazy eights", 3_000_000, "moves/s", MEASURED, "plies"),
    Peer("[Catanatron](https://github.com/bcollazo/catanatron), Catan in Python",
         "1,000 games in 43.4 s", 1000 / 43.4, "games/s",
         "[comment of November 2024](https://github.com/bcollazo/catanatron/pull/289)", "games"),
    Peer("[spooky_chess](https://pypi.org/project/spooky-chess/), chess in Rust",
         "random games, in Rust", 2_311_097, "moves/s",
         "[its page](https://pypi.org/project/spooky-chess/)", "plies"),
    Peer("the same", "random games, from Python", 740_666, "moves/s",
         "[its page](https://pypi.org/project/spooky-chess/)", "loop"),
    Peer("python-chess", "random games", 43_548, "moves/s",
         "[page of spooky_chess](https://pypi.org/project/spooky-chess/)", "loop"),
)  # fmt: skip
