"""A policy that numba compiles, with weights that Python tunes.

It gives every legal action a score and takes the best one. The weights lie in a NumPy array, which
the compiled function reads at every decision, so a search over them compiles nothing anew.

    pip install numba
    python numba_bot.py
"""

from __future__ import annotations

import numba
import numpy as np

import ttr_fast as ttr

KEEP, CLAIM, FACE_UP, TICKETS = (
    ttr.ACTION_KINDS.index(kind)
    for kind in ("keep_tickets", "claim", "draw_face_up", "draw_tickets")
)
LOCOMOTIVE = len(ttr.COLORS) - 1
# What the weights are of: a point of a claim, a locomotive paid for it, a card like one in the
# hand, a face-up locomotive, a train that a ticket takes.
START = np.array([1.0, -1.0, 0.5, 2.0, -1.0])


@numba.cfunc(ttr.NativePolicy.numba_signature())
def choose(view_pointer, game_pointer, user_data):  # type: ignore[no-untyped-def]
    view = numba.carray(view_pointer, 1)[0]
    game = numba.carray(game_pointer, 1)[0]
    weights = numba.carray(user_data, 5, np.float64)
    best, most = 0, -np.inf
    for i in range(view.num_legal):
        action = game.actions[view.legal[i]]
        score = 0.0  # the deck, mainly
        if action.kind == CLAIM:
            score = weights[0] * game.route_points[game.routes[action.route].length]
            score += weights[1] * action.locomotives
        elif action.kind == FACE_UP:
            score = weights[2] * view.hand[action.color]
            if action.color == LOCOMOTIVE:
                score = weights[3]
        elif action.kind == TICKETS:
            score = -1000.0
        elif action.kind == KEEP:
            for k in range(view.num_offered):
                if action.keep >> k & 1:
                    ticket = game.tickets[view.offered[k]]
                    score += weights[4] * game.distance[ticket.a, ticket.b]
        if score > most:
            best, most = view.legal[i], score
    return best


def mean_lead(game: ttr.Game, weights: np.ndarray, games: int, seed: int) -> float:
    """Points by which the bot is ahead of `random` in the mean."""
    bot = ttr.NativePolicy(choose, user_data=weights, name="weighted")
    scores = ttr.playouts(game, games, policy=[bot, "random"], seed=seed).scores
    return float((scores[:, 0].astype(int) - scores[:, 1]).mean())


def tuned(game: ttr.Game, steps: int, games: int) -> np.ndarray:
    """A climb by random steps from START."""
    random = np.random.default_rng(1)
    best, lead = START, mean_lead(game, START, games, 0)
    for _ in range(steps):
        weights = best + random.normal(0, 0.5, len(best))
        if (found := mean_lead(game, weights, games, 0)) > lead:
            best, lead = weights, found
    return best


if __name__ == "__main__":
    usa = ttr.Game("usa", players=2)
    weights = tuned(usa, steps=20, games=500)
    bot = ttr.NativePolicy(choose, user_data=weights, name="weighted")
    print("weights", weights.round(2))
    print(ttr.playouts(usa, 5000, policy=[bot, "random"], seed=1).summary())
