# distutils: language = c++
# distutils: extra_compile_args = -std=c++20 -O2 -fvisibility=hidden
# cython: language_level = 3, boundscheck = False
"""A bot in Cython that follows its tickets, and a function on states of Python.

FOLLOWER plays in ttr.playouts, with no Python in the loop. It knows only what its seat may know.
"""

from libc.stdint cimport int32_t, uint64_t

from ttr_fast.borrow cimport borrow_state, import_core
from ttr_fast.core cimport Connectivity, Game, UpTo128
from ttr_fast.policy_plugin cimport (
    TTR_CARD_KINDS, TTR_GRAY, TTR_KIND_CLAIM, TTR_KIND_DRAW_DECK, TTR_KIND_DRAW_FACE_UP,
    TTR_KIND_KEEP_TICKETS, TTR_LOCOMOTIVE, TTR_MAX_CITIES, TTR_MAX_ROUTES, PolicyAction,
    PolicyGame, PolicyView, policy_plugin,
)

import ttr_fast as ttr

import_core()  # says so if this was built against other headers

cdef enum:
    FAR = 1000


cdef bint has(const uint64_t* words, int member) noexcept nogil:
    return words[member >> 6] >> (member & 63) & 1


cdef struct Wanted:
    bint[TTR_MAX_ROUTES] routes  # on the ways that the open tickets lack
    int[TTR_CARD_KINDS] spaces  # of them by colour


cdef void find_way(const PolicyView* view, const PolicyGame* game, int a, int b,
                   Wanted* wanted) noexcept nogil:
    """Adds the cheapest way from a to b, in trains, over own and open routes."""
    cdef int[TTR_MAX_CITIES] distance, came_by
    cdef int r, x, y, cost
    cdef bint better = True
    cdef const uint64_t* mine = &view.seats[view.seat].routes[0]
    for x in range(game.num_cities):
        distance[x] = FAR
        came_by[x] = -1
    distance[a] = 0
    while better:  # until no route shortens anything any more
        better = False
        for r in range(game.num_routes):
            if has(mine, r):
                cost = 0
            elif has(view.closed, r):
                continue
            else:
                cost = game.routes[r].length
            x, y = game.routes[r].a, game.routes[r].b
            if distance[x] + cost < distance[y]:
                distance[y], came_by[y], better = distance[x] + cost, r, True
            elif distance[y] + cost < distance[x]:
                distance[x], came_by[x], better = distance[y] + cost, r, True
    if distance[b] > view.seats[view.seat].trains:
        return  # out of reach
    while b != a:
        r = came_by[b]
        if not has(mine, r) and not wanted.routes[r]:
            wanted.routes[r] = True
            wanted.spaces[game.routes[r].color] += game.routes[r].length
        b = game.routes[r].a if game.routes[r].b == b else game.routes[r].b


cdef int value(const PolicyView* view, const PolicyGame* game, const Wanted* wanted, bint done,
               const PolicyAction* action) noexcept nogil:
    """How much an action is liked, in no unit."""
    cdef int total = 0, k, t, length
    if action.kind == TTR_KIND_KEEP_TICKETS:  # few and short ones
        for k in range(view.num_offered):
            if action.keep >> k & 1:
                t = view.offered[k]
                total -= game.distance[game.tickets[t].a][game.tickets[t].b]
        return total
    if action.kind == TTR_KIND_CLAIM:
        length = game.routes[action.route].length
        if wanted.routes[action.route]:
            return 1000 + 10 * length - action.locomotives
        return 500 + 10 * length - action.locomotives if done and length >= 3 else -10
    if action.kind == TTR_KIND_DRAW_FACE_UP:
        if action.color == TTR_LOCOMOTIVE:
            return 60
        if wanted.spaces[action.color] > view.hand[action.color]:
            return 100
        return 50 if wanted.spaces[TTR_GRAY] > 0 and view.hand[action.color] > 1 else 10
    return 40 if action.kind == TTR_KIND_DRAW_DECK else -100


cdef int32_t follow(const PolicyView* view, const PolicyGame* game,
                    void* user_data) noexcept nogil:
    cdef Wanted wanted
    cdef int t, i, liked, best = -1000000, answer = 0
    cdef bint done = True
    for i in range(game.num_routes):
        wanted.routes[i] = False
    for i in range(TTR_CARD_KINDS):
        wanted.spaces[i] = 0
    for t in range(game.num_tickets):
        if has(view.tickets, t):
            find_way(view, game, game.tickets[t].a, game.tickets[t].b, &wanted)
    for i in range(game.num_routes):
        done = done and not wanted.routes[i]
    for i in range(view.num_legal):
        liked = value(view, game, &wanted, done, &game.actions[view.legal[i]])
        if liked > best:
            best, answer = liked, view.legal[i]
    return answer


FOLLOWER = ttr.NativePolicy(policy_plugin(follow), name="follower")


def open_tickets(state, int seat):
    """Numbers of the tickets of a seat that its own routes do not join: on the core's own State,
    which is read where it lies."""
    now = borrow_state(state)
    if not now.narrow:
        raise ValueError("this example is for maps of at most 128 routes")
    if not 0 <= seat < now.narrow_game.num_players:
        raise ValueError(f"seat must be in 0..{now.narrow_game.num_players - 1}, got {seat}")
    cdef const Game[UpTo128]* game = now.narrow_game
    cdef Connectivity[UpTo128]* network
    network = new Connectivity[UpTo128](game.map, now.narrow.players[seat].routes)
    try:
        return [
            t for t in range(game.map.num_tickets())
            if now.narrow.players[seat].tickets.has(t)
            and not network.joined(game.map.ticket_a(t), game.map.ticket_b(t))
        ]
    finally:
        del network


def main(games=5000):
    game = ttr.Game("usa", players=2)
    print(ttr.playouts(game, games, policy=[FOLLOWER, "random"], seed=1).summary())
