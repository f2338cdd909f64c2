"""The random words: known answers, independence of streams, and what is dealt from them.

Everything is worked out a second time here, in plain Python, from the formula that stands at the
top of cpp/include/ttr/rng.hpp. The table of known answers is made by

    python tests/test_rng.py > tests/data/rng_kat.txt
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference.cards import ALL_CARDS, LOCOMOTIVE, all_110_cards

import ttr_fast as ttr
from ttr_fast import _core

KAT_FILE = Path(__file__).parent / "data" / "rng_kat.txt"
random_words = _core.random_words
MASK = 2**64 - 1
DEAL, CHANCE, POLICY = 0, 1, 2

# ---- the formula once more ----------------------------------------------------------------


def mix64(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def key(seed: int, game: int, stream: int, salt: int) -> int:
    h = mix64(seed + salt & MASK)
    h = mix64((h ^ game) + salt & MASK)
    return mix64((h ^ stream) + salt & MASK)


def word(seed: int, game: int, stream: int, i: int) -> int:
    base = key(seed, game, stream, 0x9E3779B97F4A7C15)
    step = key(seed, game, stream, 0xD1B54A32D192ED03) | 1
    return mix64(base + (i + 1) * step & MASK)


class Words:
    """A stream that is read word by word."""

    def __init__(self, seed: int, game: int, stream: int) -> None:
        self.stream = (seed, game, stream)
        self.position = 0

    def next(self) -> int:
        self.position += 1
        return word(*self.stream, self.position - 1)

    def below(self, n: int) -> int:
        """In 0..n-1: the high half of word * n."""
        return self.next() * n >> 64


# ---- known answers ------------------------------------------------------------------------

WORDS_A_ROW = 4
BIG = 2**64 - 1
KAT_ROWS = [  # seed, game, stream, first word
    (0, 0, DEAL, 0),
    (0, 0, CHANCE, 0),
    (0, 0, POLICY, 0),
    (0, 0, POLICY + 4, 0),
    (0, 1, DEAL, 0),
    (1, 0, DEAL, 0),
    (1, 0, DEAL, 3),
    (7, 0, CHANCE, 1000),
    (2**32, 0, DEAL, 0),
    (2**32 + 1, 0, DEAL, 0),
    (2**63, 0, CHANCE, 0),
    (20040101, 123456789, POLICY + 1, 2**32),
    (0x0123456789ABCDEF, 2**32, POLICY + 3, 2**40 + 7),
    (BIG, BIG, DEAL, 0),
    (BIG, 0, CHANCE, BIG - 3),
    (BIG, BIG, BIG, BIG - 1),  # the position wraps around
]


def kat_text() -> str:
    lines = [
        "# Known answers of the random words. Made by: python tests/test_rng.py",
        "# seed game stream first, then the words first, first + 1, .. in hexadecimal",
    ]
    for seed, game, stream, first in KAT_ROWS:
        words = [word(seed, game, stream, first + i & MASK) for i in range(WORDS_A_ROW)]
        lines.append(f"{seed} {game} {stream} {first}  " + " ".join(f"{w:016x}" for w in words))
    return "\n".join(lines) + "\n"


def kat_rows() -> list[tuple[list[int], list[int]]]:
    rows = []
    for line in KAT_FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            entries = line.split()
            rows.append(([int(x) for x in entries[:4]], [int(x, 16) for x in entries[4:]]))
    return rows


def core(seed: int, game: int, stream: int, first: int, count: int) -> list[int]:
    words = random_words(seed, game, stream, first, count)
    assert words.dtype == np.uint64
    assert words.shape == (count,)
    return words.tolist()


def test_known_answers_follow_from_the_formula() -> None:
    assert KAT_FILE.read_text(encoding="utf-8") == kat_text()
    assert len(kat_rows()) == len(KAT_ROWS) >= 12
    assert {row[0][2] for row in kat_rows()} >= {DEAL, CHANCE, POLICY, POLICY + 4}


@pytest.mark.parametrize("row", range(len(KAT_ROWS)))
def test_core_gives_the_known_answers(row: int) -> None:
    where, words = kat_rows()[row]
    assert len(words) == WORDS_A_ROW
    assert core(*where, len(words)) == words


def test_mix64_is_the_finaliser_of_splitmix64() -> None:
    """The published first outputs of SplitMix64 for the seed 1234567."""
    outputs = [mix64(1234567 + i * 0x9E3779B97F4A7C15 & MASK) for i in range(1, 6)]
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_word_i_does_not_depend_on_where_reading_starts() -> None:
    all_words = core(5, 6, CHANCE, 0, 500)
    assert all_words == [word(5, 6, CHANCE, i) for i in range(500)]
    for first in (0, 1, 2, 63, 250, 499):
        assert core(5, 6, CHANCE, first, 500 - first) == all_words[first:]
    assert core(5, 6, CHANCE, 17, 0) == []


@pytest.mark.parametrize("argument", ["seed", "game", "stream", "first", "count"])
@pytest.mark.parametrize("wrong", [-1, 2**64, 1.0, "1", None, True])
def test_other_arguments_are_refused(argument: str, wrong: Any) -> None:
    arguments = {"seed": 1, "game": 1, "stream": 1, "first": 1, "count": 1}
    with pytest.raises((TypeError, ValueError), match=argument):
        random_words(**{**arguments, argument: wrong})


# ---- statistics ---------------------------------------------------------------------------

NEIGHBOURS = [  # streams that a weak key would mix up
    (seed, game, stream)
    for seed, game, stream in itertools.product([0, 1, 2, 2**32, 2**63], [0, 1, 2], range(4))
]


def test_streams_share_no_words() -> None:
    """No stream is a part of another one, at whatever offset."""
    count = 2000
    words = np.concatenate([random_words(*stream, 0, count) for stream in NEIGHBOURS])
    assert len(np.unique(words)) == len(NEIGHBOURS) * count


def test_streams_are_independent_bit_by_bit() -> None:
    """Two streams agree in half of their bits, at equal and at shifted positions."""
    count = 512
    words = np.stack([random_words(*stream, 0, count + 2) for stream in NEIGHBOURS])
    for i, j in itertools.combinations(range(len(NEIGHBOURS)), 2):
        for shift in (0, 1):
            differing = words[i, :count] ^ words[j, shift : shift + count]
            # 32768 fair coins: the mean is 16384, a standard error 90.5. 3540 tries: 6 errors.
            assert abs(int(np.bitwise_count(differing).sum()) - 16384) < 6 * 90.5


@pytest.mark.parametrize("stream", [(0, 0, 0), (0, 0, 1), (1, 7, 2), (BIG, BIG, 6)])
def test_words_look_random(stream: tuple[int, int, int]) -> None:
    n = 1 << 17
    words = random_words(*stream, 0, n)
    for bit in range(64):
        ones = int((words >> np.uint64(bit) & np.uint64(1)).sum())
        assert abs(ones - n / 2) < 5 * math.sqrt(n) / 2
    successive = np.bitwise_count(words[1:] ^ words[:-1]).astype(int).sum()
    assert abs(successive - 32 * (n - 1)) < 5 * math.sqrt(16 * (n - 1))
    counts = np.bincount(words.view(np.uint8), minlength=256)
    expected = 8 * n / 256
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - 255) < 5 * math.sqrt(2 * 255)


# ---- what is dealt ------------------------------------------------------------------------


def dealt_by_hand(seed: int, index: int, players: int) -> dict[str, Any]:
    """First seat, tickets, hands and row of a game of the usa map, worked out in Python."""
    words = Words(seed, index, DEAL)
    first_seat = words.below(players)
    tickets = list(range(30))
    for i in range(29):  # Fisher-Yates from the top
        j = i + words.below(30 - i)
        tickets[i], tickets[j] = tickets[j], tickets[i]

    deck, discard = all_110_cards(), []
    drawn: list[str] = []

    def draw() -> str:
        in_order = [card for card in ALL_CARDS for _ in range(deck[card])]
        card = in_order[words.below(len(in_order))]
        deck[card] -= 1
        drawn.append(card)
        return card

    hands = [[draw() for _ in range(4)] for _ in range(players)]
    row = [draw() for _ in range(5)]
    while row.count(LOCOMOTIVE) >= 3:  # R05
        discard += row
        row = [draw() for _ in range(5)]
    return {
        "first_seat": first_seat,
        "offered": [tickets[3 * seat : 3 * seat + 3] for seat in range(players)],
        "ticket_deck": tickets[3 * players :],
        "hands": [{card: hand.count(card) for card in ALL_CARDS} for hand in hands],
        "row": row,
        "deck": deck,
        "drawn": drawn,
    }


def dealt_by_core(game: ttr.Game, seed: int, index: int) -> dict[str, Any]:
    state = game.new_initial_state(seed, index, record=True)
    d = state.to_dict()
    assert d["chance_position"] == 0
    return {
        "first_seat": d["first_seat"],
        "offered": [player["offered_tickets"] for player in d["players"]],
        "ticket_deck": d["ticket_deck"],
        "hands": [player["hand"] for player in d["players"]],
        "row": d["face_up"],
        "deck": d["deck"],
        "drawn": state.drawn_cards(),
    }


SEEDS = [0, 1, 2, 7, 2**32, 2**32 + 1, 2**63, 2**64 - 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deal_follows_from_the_words(players: int) -> None:
    game = ttr.Game(players=players, first_seat=None)
    pairs = [(seed, index) for seed in SEEDS for index in (0, 1, 2**64 - 1)]
    resets = 0
    for seed, index in pairs + [(seed, 0) for seed in range(100, 700)]:
        by_hand = dealt_by_hand(seed, index, players)
        assert dealt_by_core(game, seed, index) == by_hand
        resets += len(by_hand["drawn"]) > 4 * players + 5
    assert resets > 0  # R05 came up


def test_cards_in_play_follow_from_the_chance_words() -> None:
    """Word i of the chance stream decides on card i, whatever has been done before."""
    game = ttr.Game(players=3)
    for seed in SEEDS:
        state = game.new_initial_state(seed, record=True)
        for _ in range(3):
            state.apply_action(state.legal_actions()[0])
        words = Words(seed, 0, CHANCE)
        for _ in range(20):
            deck = state.to_dict()["deck"]
            in_order = [card for card in ALL_CARDS for _ in range(deck[card])]
            state.apply_action(game.string_to_action("draw deck"))
            assert state.drawn_cards()[-1] == in_order[words.below(len(in_order))]
            assert state.to_dict()["chance_position"] == words.position


def test_deals_are_equal_whatever_the_first_seat() -> None:
    """R15: who begins changes neither cards nor tickets."""
    for players in (2, 3, 4, 5):
        games = [ttr.Game(players=players, first_seat=seat) for seat in [None, *range(players)]]
        for seed in SEEDS:
            deals = [dealt_by_core(game, seed, 0) for game in games]
            seats = [deal.pop("first_seat") for deal in deals]
            assert seats[1:] == list(range(players))
            assert all(deal == deals[0] for deal in deals)


def test_deals_are_equal_whatever_is_played() -> None:
    """The deal has its own stream: what a seat keeps or plays moves nobody's opening cards."""
    game = ttr.Game(players=4)
    for seed in SEEDS:
        states = [game.new_initial_state(seed) for _ in range(4)]
        opening = states[0].to_dict()
        for choice, state in enumerate(states):
            for _ in range(4):  # keep other tickets in each of the four games
                legal = state.legal_actions()
                state.apply_action(legal[choice])
        after = [state.to_dict() for state in states]
        assert len({str([player["tickets"] for player in d["players"]]) for d in after}) == 4
        for d in after:
            assert d["face_up"] == opening["face_up"]
            assert d["deck"] == opening["deck"]
            assert d["chance_position"] == 0
            for player, before in zip(d["players"], opening["players"], strict=True):
                assert player["hand"] == before["hand"]
                assert set(player["tickets"]) <= set(before["offered_tickets"])
        # The first card of play is the same in all four games as well.
        for state in states:
            state.apply_action(game.string_to_action("draw deck"))
        assert len({str(state.to_dict()["players"][0]["hand"]) for state in states}) == 1


def test_first_seat_by_seed_is_fair() -> None:
    """R15: each seat begins n-th of the time, within 5 standard errors."""
    seeds = 4000
    for players in (2, 3, 4, 5):
        game = ttr.Game(players=players, first_seat=None)
        first = [game.new_initial_state(seed).to_dict()["first_seat"] for seed in range(seeds)]
        p = 1 / players
        for seat in range(players):
            assert abs(first.count(seat) - seeds * p) < 5 * math.sqrt(seeds * p * (1 - p))


def test_F38_seeds_are_taken_whole() -> None:
    game = ttr.Game(players=2)
    hashes = [game.new_initial_state(seed).hash() for seed in SEEDS]
    assert hashes == [game.new_initial_state(seed).hash() for seed in SEEDS]
    assert len(set(hashes)) == len(SEEDS)  # 1 and 2^32 + 1 among them
    decks = {str(game.new_initial_state(seed).to_dict()["ticket_deck"]) for seed in SEEDS}
    assert len(decks) == len(SEEDS)
    for of_type in (np.int8, np.int64, np.uint64):
        assert game.new_initial_state(of_type(7)) == game.new_initial_state(7)
    assert game.new_initial_state(np.uint64(2**64 - 1)) == game.new_initial_state(2**64 - 1)
    for index in (1, 2**32 + 1):
        assert game.new_initial_state(7, index) != game.new_initial_state(7, 0)
    for wrong, error in [
        (-1, ValueError),
        (2**64, ValueError),
        (None, TypeError),
        (1.0, TypeError),
        ("7", TypeError),
        (True, TypeError),
    ]:
        with pytest.raises(error, match="seed must be an integer"):
            game.new_initial_state(wrong)
        with pytest.raises(error, match="index must be an integer"):
            game.new_initial_state(7, wrong)


if __name__ == "__main__":
    print(kat_text(), end="")
