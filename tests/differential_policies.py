"""How the seats of the differential test choose: strange players, to get into rare positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from reference.cards import LOCOMOTIVE

# A policy gets the legal actions by kind and answers with one of them. The tuples say what the
# actions of the whole table mean.
ByKind = dict[str, list[int]]
Policy = Callable[[random.Random, ByKind, list[tuple[Any, ...]]], int]


def any_of(rng: random.Random, actions: ByKind, *kinds: str) -> int | None:
    found = [action for kind in kinds for action in actions.get(kind, [])]
    return rng.choice(found) if found else None


def uniform(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Every legal action is equally likely."""
    return rng.choice([action for of_kind in actions.values() for action in of_kind])


def by_kind(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Every kind of action is equally likely."""
    return rng.choice(actions[rng.choice(sorted(actions))])


def hoard(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws cards while there are any: the deck runs out, second cards vanish."""
    chosen = any_of(rng, actions, "draw_deck", "draw_face_up") if rng.random() < 0.97 else None
    return by_kind(rng, actions, tuples) if chosen is None else chosen


def hoard_colors(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws face-up cards, but no locomotives: these gather in the row."""
    locomotive = ("draw_face_up", LOCOMOTIVE)
    draws = [a for a in actions.get("draw_face_up", []) if tuples[a] != locomotive]
    return rng.choice(draws) if draws else by_kind(rng, actions, tuples)


def claim(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims whenever it can: the final round comes soon."""
    chosen = any_of(rng, actions, "claim", "pay_tunnel")
    if chosen is None:
        chosen = any_of(rng, actions, "draw_deck", "draw_face_up", "keep_tickets")
    return uniform(rng, actions, tuples) if chosen is None else chosen


def patient(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims when the hand leaves it much choice, and pays for its tunnels."""
    many = len(actions.get("claim", [])) > 40 or "pay_tunnel" in actions
    return claim(rng, actions, tuples) if many else hoard(rng, actions, tuples)


def draw_tickets(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Draws tickets whenever it can, and keeps as few as it may, or all."""
    chosen = any_of(rng, actions, "draw_tickets")
    if chosen is None and "keep_tickets" in actions:
        keeps = actions["keep_tickets"]
        sizes = [len(tuples[a][1]) for a in keeps]
        size = min(sizes) if rng.random() < 0.8 else max(sizes)
        chosen = rng.choice([a for a in keeps if len(tuples[a][1]) == size])
    return by_kind(rng, actions, tuples) if chosen is None else chosen


def refuse_to_claim(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims only when nothing else is left, and passes when not even that is."""
    chosen = any_of(rng, actions, "draw_deck", "draw_face_up", "draw_tickets", "keep_tickets")
    return uniform(rng, actions, tuples) if chosen is None else chosen


def build_stations(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Builds stations early and goes on claiming: lent routes matter, hands are small."""
    chosen = any_of(rng, actions, "build_station") if rng.random() < 0.3 else None
    return claim(rng, actions, tuples) if chosen is None else chosen


def try_tunnels(rng: random.Random, actions: ByKind, tuples: list[tuple[Any, ...]]) -> int:
    """Claims a lot, and mostly does not pay for a tunnel."""
    chosen = any_of(rng, actions, "decline_tunnel") if rng.random() < 0.7 else None
    return claim(rng, actions, tuples) if chosen is None else chosen


POLICIES: dict[str, Policy] = {
    policy.__name__: policy
    for policy in (
        uniform,
        by_kind,
        hoard,
        hoard_colors,
        claim,
        patient,
        draw_tickets,
        refuse_to_claim,
        build_stations,
        try_tunnels,
    )
}
