# distutils: language = c++
# cython: language_level = 3
"""A stranger's module that reads, makes and overwrites states of Python."""

from libc.stdint cimport uint64_t

from ttr_fast.borrow cimport (
    BorrowedGame, BorrowedState, borrow_game, borrow_state, import_core, new_state, set_state,
)
from ttr_fast.core cimport Move, State, UpTo128, UpTo256, is_legal, new_initial_state, play

import_core()


def deck_of(state):
    """Cards in the deck, and whether the state is of the narrow shape; read without the GIL."""
    cdef BorrowedState now = borrow_state(state)
    cdef int cards
    with nogil:
        cards = now.narrow.deck.total() if now.narrow else now.wide.deck.total()
    return cards, now.narrow != NULL


def address_of(state):
    """Where the core State lies."""
    cdef BorrowedState now = borrow_state(state)
    return <uint64_t>now.narrow if now.narrow else <uint64_t>now.wide


def num_actions(game):
    cdef BorrowedGame own = borrow_game(game)
    return own.narrow.actions.size() if own.narrow else own.wide.actions.size()


def dealt(game, uint64_t seed):
    """What game.new_initial_state(seed) makes."""
    cdef BorrowedGame own = borrow_game(game)
    if own.narrow:
        return new_state(game, new_initial_state(own.narrow[0], seed, 0))
    return new_state(game, new_initial_state(own.wide[0], seed, 0))


def of_other_shape(game):
    cdef State[UpTo128] narrow
    cdef State[UpTo256] wide
    return new_state(game, wide) if borrow_game(game).narrow else new_state(game, narrow)


def played(state, int action):
    """A copy after an action; None if it is not legal."""
    cdef BorrowedState now = borrow_state(state)
    cdef State[UpTo128] narrow
    cdef State[UpTo256] wide
    if now.narrow:
        narrow = now.narrow[0]
        if not play(now.narrow_game[0], narrow, now.narrow_game.actions[action]):
            return None
        return new_state(state.game, narrow)
    wide = now.wide[0]
    if not play(now.wide_game[0], wide, now.wide_game.actions[action]):
        return None
    return new_state(state.game, wide)


def overwrite(target, source):
    """Puts the position of `source` into `target`."""
    cdef BorrowedState now = borrow_state(source)
    if now.narrow:
        set_state(target, now.narrow[0])
    else:
        set_state(target, now.wide[0])
