# For solvers of the longest-trail problem written in Cython (3.1 or later), which ttr_fast then runs
# by name:
#
#     from ttr_fast.trail_plugin cimport TrailProblem, TrailSolution, trail_plugin
#
#     cdef int solve(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
#         ...
#
#     ttr_fast.register_trail_algorithm("mine", trail_plugin(solve))
#
# The compiler finds the header in the folder that ttr_fast.get_include() names; what the fields mean
# stands there.

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint64_t

cdef extern from "ttr/trail_plugin.h" nogil:
    const char* TTR_TRAIL_PLUGIN
    const uint64_t TTR_TRAIL_NO_NODE_LIMIT
    const int64_t TTR_TRAIL_NO_BOUND

    ctypedef struct TrailProblem "ttr_trail_problem":
        int32_t num_vertices
        int32_t num_edges
        const int32_t* ends
        const int64_t* lengths
        uint64_t node_limit
        double time_limit
        int (*should_stop)(void* context, uint64_t nodes) noexcept nogil
        void* context

    ctypedef struct TrailSolution "ttr_trail_solution":
        int32_t* edges
        int32_t num_edges
        int32_t proven
        int64_t upper_bound
        uint64_t nodes

    ctypedef int (*TrailSolver "ttr_trail_solver")(
        const TrailProblem* problem, TrailSolution* solution) noexcept nogil


cdef inline object trail_plugin(TrailSolver solve):
    """The capsule that ttr_fast.register_trail_algorithm accepts."""
    return PyCapsule_New(<void*>solve, TTR_TRAIL_PLUGIN, NULL)
