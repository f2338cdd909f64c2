"""`ttr-fast bench`: one number that says whether behaviour changed, and how fast this machine is.

The signature is a hash of the results of fixed games. It is the same on every machine, for every
number of threads and instruction set; a change of it is a change of the rules, the random streams
or the policies.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ttr_fast import _core
from ttr_fast.cli import options
from ttr_fast.cli.console import print_json, print_table
from ttr_fast.cli.errors import user_mistakes
from ttr_fast.game import Game
from ttr_fast.playouts import Playouts, playouts

__all__ = ["add_command", "signature", "signatures"]

SEED = 20040101
GAMES = 2_000  # of the signature, per number of players and policy
REPEATS = 5
SECONDS = 0.3  # of a timed run, about: long enough that starting it does not count
POLICIES = ("random", "random_type")
COLUMNS = {
    "scores": "<i2", "route_points": "<i2", "ticket_points": "<i2", "completed": "u1",
    "failed": "u1", "longest": "<u2", "winners": "u1", "turns": "<u2", "plies": "<u2",
}  # fmt: skip
"""What the signature hashes, and the form of the numbers in it."""

EDITIONS = {
    "usa": ("usa", "usa"),
    "europe": ("europe", "europe"),
    "online": ("iran", "online"),
}
"""The parts of the signature: a map and the rules it is played by."""

_DESCRIPTION = f"""\
Plays {GAMES} fixed games of each edition for 2, 3, 4 and 5 players and for each policy. The
signature is a hash of all their results: it is the same on every machine, and changes only if the
program plays differently; there is one for each edition too. The rates are the medians of {REPEATS}
runs of about {SECONDS} s each, of as many games as that takes, with the engine that is chosen by
default; they take a minute or two."""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "bench",
        help="check the behaviour against a signature, and time it",
        description=_DESCRIPTION,
    )
    parser.add_argument("--quick", action="store_true", help="only the signature, no timing")
    options.add_threads(
        parser,
        2,
        "threads of the signature and of the second timing; the first has one (default: 2)",
    )
    options.add_json(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class Timing:
    """Runs of the same games: how many, with how many plies in all, and how long they took."""

    threads: int
    engine: str | None
    games: int
    plies: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "threads": self.threads,
            "engine": self.engine,
            "games": self.games,
            "games_per_second": self.games / self.seconds,
            "plies_per_second": self.plies / self.seconds,
        }


@dataclass(frozen=True)
class Rate:
    """How fast one kind of game is played, by number of threads."""

    edition: str
    players: int
    policy: str
    timings: list[Timing]

    def to_dict(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "players": self.players,
            "policy": self.policy,
            "rates": [timing.to_dict() for timing in self.timings],
        }


def run(arguments: argparse.Namespace) -> None:
    with user_mistakes():  # TTR_FAST_ISA may name an instruction set that is not there
        parts = signatures(arguments.threads)
    number = _together(parts)
    info = _core.build_info()
    rates = [] if arguments.quick else list(_rates(sorted({1, arguments.threads})))
    if arguments.json:
        print_json(
            {
                "command": "bench",
                "signature": number,
                "signatures": parts,
                "rates": [rate.to_dict() for rate in rates],
                "build": info,
            }
        )
        return
    print(f"signature        {number}")
    for name, part in parts.items():
        print(f"  {name:14} {part}")
    print()
    if rates:
        _print_rates(rates)
    print(f"compiler         {info['compiler']}")
    print(f"flags            {info['flags']}")
    print(f"instruction set  {info['isa']} (available: {', '.join(info['isa_available'])})")
    if info["debug"]:
        print("this is a debug build: it is slow")


def signature(threads: int) -> int:
    """One number for the behaviour of all editions, of 64 bits.

    BLAKE2b with a digest of 8 bytes, read as a little-endian integer, over the signatures of the
    editions in the same form, in their order.
    """
    return _together(signatures(threads))


def signatures(threads: int) -> dict[str, int]:
    """The signature of each edition."""
    return {edition: _signature_of(edition, threads) for edition in EDITIONS}


def _together(parts: dict[str, int]) -> int:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts.values():
        digest.update(part.to_bytes(8, "little"))
    return int.from_bytes(digest.digest(), "little")


def _signature_of(edition: str, threads: int) -> int:
    """The hash of the fixed games of an edition, a number of 64 bits.

    BLAKE2b with a digest of 8 bytes, read as a little-endian integer, over the bytes of all
    `COLUMNS` in their order, and of `stations_built` where there are stations, row after row: first
    for 2 players and the first policy, then for 2 players and the second, and so on up to 5
    players.
    """
    digest = hashlib.blake2b(digest_size=8)
    for game, policy in _configurations(edition):
        results = _play(game, policy, threads, GAMES)
        stations = {"stations_built": "u1"} if game.rules.stations_per_player else {}
        for name, form in (COLUMNS | stations).items():
            digest.update(getattr(results, name).astype(form).tobytes())
    return int.from_bytes(digest.digest(), "little")


def _configurations(edition: str) -> Iterator[tuple[Game, str]]:
    map_name, rules = EDITIONS[edition]
    for players in range(2, 6):
        for policy in POLICIES:
            yield Game(map_name, players, rules), policy


def _play(game: Game, policy: str, threads: int, games: int) -> Playouts:
    return playouts(game, games, policy=policy, seed=SEED, threads=threads)


def _rates(thread_counts: list[int]) -> Iterator[Rate]:
    for edition in EDITIONS:
        for game, policy in _configurations(edition):
            timings = [_timing(game, policy, threads) for threads in thread_counts]
            yield Rate(edition, game.num_players, policy, timings)


def _timing(game: Game, policy: str, threads: int) -> Timing:
    games = GAMES
    while (taken := _timed(game, policy, threads, games)[1]) < SECONDS / 10:
        games *= 2  # too short to tell how many games a run of SECONDS has
    games = max(1, round(games * SECONDS / taken))
    runs = [_timed(game, policy, threads, games) for _ in range(REPEATS)]
    results = runs[0][0]
    median = statistics.median(seconds for _, seconds in runs)
    return Timing(threads, results.engine, games, int(results.plies.sum(dtype=int)), median)


def _timed(game: Game, policy: str, threads: int, games: int) -> tuple[Playouts, float]:
    start = time.perf_counter()
    results = _play(game, policy, threads, games)
    return results, time.perf_counter() - start


def _print_rates(rates: list[Rate]) -> None:
    rows = [["edition", "players", "policy", "engine", "threads", "games/s", "plies/s"]]
    for rate in rates:
        for timing in rate.timings:
            rows.append(
                [
                    rate.edition,
                    str(rate.players),
                    rate.policy,
                    str(timing.engine),
                    str(timing.threads),
                    f"{timing.games / timing.seconds:,.0f}",
                    f"{timing.plies / timing.seconds:,.0f}",
                ]
            )
    print_table(rows, left=4)
    print()
