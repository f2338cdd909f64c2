# cython: language_level = 3
"""A stranger's solvers: one that is right, and several that are at fault, each in its own way."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc

from ttr_fast.trail_plugin cimport (
    TTR_TRAIL_NO_BOUND, TrailProblem, TrailSolution, TrailSolver, trail_plugin,
)


cdef struct Search:
    const TrailProblem* problem
    TrailSolution* solution
    int32_t* trail  # the edges walked, and behind them which edges are used
    int32_t* used
    int32_t size
    int64_t walked, best


cdef int walk_from(Search* s, int32_t v) noexcept nogil:
    """Every trail from v that continues the one walked; not 0: has to stop."""
    cdef int32_t e, a, b
    cdef int stopped = 0
    if s.walked > s.best:
        s.best = s.walked
        s.solution.num_edges = s.size
        for e in range(s.size):
            s.solution.edges[e] = s.trail[e]
    for e in range(s.problem.num_edges):
        a, b = s.problem.ends[2 * e], s.problem.ends[2 * e + 1]
        if s.used[e] or (v != a and v != b):
            continue
        if s.problem.should_stop(s.problem.context, s.solution.nodes):
            return 1
        s.solution.nodes += 1
        s.used[e] = 1
        s.trail[s.size] = e
        s.size += 1
        s.walked += s.problem.lengths[e]
        stopped = walk_from(s, b if v == a else a)
        s.walked -= s.problem.lengths[e]
        s.size -= 1
        s.used[e] = 0
        if stopped:
            return 1
    return 0


cdef int solve(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    cdef Search s
    cdef int32_t v, e
    cdef int stopped = 0
    s.problem, s.solution, s.size, s.walked, s.best = problem, solution, 0, 0, 0
    s.trail = <int32_t*>malloc(2 * problem.num_edges * sizeof(int32_t))
    if not s.trail:
        return 1
    s.used = s.trail + problem.num_edges
    for e in range(problem.num_edges):
        s.used[e] = 0
    for v in range(problem.num_vertices):
        stopped = walk_from(&s, v)
        if stopped:
            break
    free(s.trail)
    solution.proven = not stopped
    solution.upper_bound = TTR_TRAIL_NO_BOUND if stopped else s.best
    return 0


cdef int fails(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    return 7

cdef int counts_too_many(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.num_edges = problem.num_edges + 1
    return 0

cdef int counts_below_zero(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.num_edges = -1
    return 0

cdef int writes_too_far(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[problem.num_edges] = 0
    return 0

cdef int moves_the_pointer(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges += 1
    return 0

cdef int names_no_edge(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[0], solution.num_edges = problem.num_edges, 1
    return 0

cdef int walks_twice(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[0] = solution.edges[1] = 0
    solution.num_edges = 2
    return 0

cdef int jumps(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[0], solution.edges[1], solution.num_edges = 0, problem.num_edges - 1, 2
    return 0

cdef int bounds_too_low(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[0], solution.num_edges, solution.upper_bound = 0, 1, 0
    return 0

cdef int proves_nothing(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    solution.edges[0], solution.num_edges, solution.proven = 0, 1, 1
    solution.upper_bound = problem.lengths[0] + 1
    return 0

cdef int waits(const TrailProblem* problem, TrailSolution* solution) noexcept nogil:
    """Does nothing until it has to stop."""
    while not problem.should_stop(problem.context, 0):
        pass
    return 0


RIGHT = trail_plugin(solve)
WAITS = trail_plugin(waits)
AT_FAULT = {
    "failed with code 7": trail_plugin(fails),
    "4 of 3 edges": trail_plugin(counts_too_many),
    "-1 of 3 edges": trail_plugin(counts_below_zero),
    "beyond the room": trail_plugin(writes_too_far),
    "moved the pointer": trail_plugin(moves_the_pointer),
    "no edge 3": trail_plugin(names_no_edge),
    "edge 0 is used twice": trail_plugin(walks_twice),
    "do not form a walk": trail_plugin(jumps),
    "bound is 0": trail_plugin(bounds_too_low),
    "claims a proof": trail_plugin(proves_nothing),
}
