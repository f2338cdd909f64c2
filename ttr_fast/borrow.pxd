# The core Game and State inside the objects of Python, for modules in Cython (3.1 or later):
#
#     # distutils: language = c++
#     # distutils: extra_compile_args = -std=c++20 -fvisibility=hidden
#     from ttr_fast.borrow cimport borrow_state, import_core
#
#     import_core()  # ImportError if this was built against other headers
#
#     def locomotives_left(state):
#         now = borrow_state(state)
#         return now.narrow.deck.locomotives() if now.narrow else now.wide.deck.locomotives()
#
# Nothing is copied: a pointer lives as long as the Python object that it was borrowed from. The
# functions of the first block need the GIL, what they hand out does not. ttr/python.hpp and
# ttr/borrow.hpp say more.

from ttr_fast.core cimport Game, State, UpTo128, UpTo256
from ttr_fast.policy_plugin cimport PolicyView

cdef extern from "ttr/python.hpp" namespace "ttr::python":
    bint import_core() except 0
    BorrowedGame borrow_game(object game) except *
    BorrowedState borrow_state(object state) except *
    object new_state[Shape](object game, const State[Shape]& state)
    bint set_state[Shape](object target, const State[Shape]& state) except 0

cdef extern from "ttr/borrow.hpp" namespace "ttr" nogil:
    # The pointers of the shape that the map does not have are null.
    cppclass BorrowedGame:
        const Game[UpTo128]* narrow
        const Game[UpTo256]* wide

    cppclass BorrowedState:
        const Game[UpTo128]* narrow_game
        const State[UpTo128]* narrow
        const Game[UpTo256]* wide_game
        const State[UpTo256]* wide

    # The state behind the view of a policy, hidden cards included; all null if this was built
    # against other headers.
    BorrowedState borrow_truth(const PolicyView& view)
