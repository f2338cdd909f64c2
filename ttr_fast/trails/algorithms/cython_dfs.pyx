# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""python_dfs in Cython: the same search with the same number of nodes, typed and without the GIL."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.utility cimport pair
from libcpp.vector cimport vector

from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution

ctypedef pair[int32_t, int32_t] Step  # an edge, and the vertex to which it leads

cdef enum:
    NONE = -1
    MAX_EDGES = 0x40000000  # twice as many are still numbers of 32 bits
    # Clock and signals are looked at whenever so many edges were met: every few milliseconds.
    WORK_PER_LOOK = 1_000_000


def solve(graph, budget):
    search = DepthFirst(graph, budget)
    search.all_pieces()
    return search.solution()


cdef class DepthFirst:
    """Searches the trails of a graph; a node is an edge walked.

    All memory is taken at the start, so that what runs without the GIL cannot run out of it.
    """

    # The steps that lead away from vertex v are around[first[v]] .. around[first[v + 1] - 1].
    cdef vector[Step] around
    cdef vector[int32_t] first
    cdef vector[int64_t] lengths

    cdef vector[char] used
    cdef vector[int32_t] unused_at
    cdef vector[Step] walk  # the steps of the trail; the first only says where it starts
    cdef vector[int32_t] choice  # what to try next at each vertex of the trail
    cdef vector[int32_t] best_trail
    cdef int64_t best, upper_bound

    cdef vector[int32_t] next_at  # what to try next at each vertex of a piece walked completely

    cdef vector[uint64_t] seen  # in which flood each vertex was met last
    cdef vector[int32_t] flooded
    cdef uint64_t floods

    cdef object budget
    cdef uint64_t nodes, node_limit, work

    def __init__(self, graph, budget):
        if graph.num_edges > MAX_EDGES:
            raise ValueError(f"cython_dfs takes up to {MAX_EDGES} edges, got {graph.num_edges}")
        cdef const int64_t[:, ::1] ends = graph.ends
        cdef const int64_t[::1] lengths = graph.lengths
        cdef int32_t n = graph.num_vertices, m = graph.num_edges
        cdef int32_t v, e, a, b
        self.unused_at.resize(n, 0)
        self.lengths.reserve(m)
        for e in range(m):
            self.lengths.push_back(lengths[e])
            self.unused_at[<int32_t>ends[e, 0]] += 1
            self.unused_at[<int32_t>ends[e, 1]] += 1
        self.first.push_back(0)
        for v in range(n):
            self.first.push_back(self.first[v] + self.unused_at[v])
        cdef vector[int32_t] end = self.first
        self.around.resize(2 * m)
        for e in range(m):
            a, b = <int32_t>ends[e, 0], <int32_t>ends[e, 1]
            self.around[end[a]] = Step(e, b)
            self.around[end[b]] = Step(e, a)
            end[a] += 1
            end[b] += 1
        self.next_at = self.first
        self.used.resize(m, 0)
        self.seen.resize(n, 0)
        self.walk.reserve(m + 1)
        self.choice.reserve(m + 1)
        self.best_trail.reserve(m)
        self.flooded.reserve(n)
        self.budget = budget
        self.node_limit = 2**64 - 1 if budget.node_limit is None else budget.node_limit
        self.work = WORK_PER_LOOK

    def solution(self):
        cdef int64_t bound = max(self.upper_bound, self.best)
        return TrailSolution(self.best_trail, bound == self.best, bound, self.nodes)

    def all_pieces(self):
        """The pieces that are easy, then the others by their size (see by_piece.py)."""
        cdef int64_t total
        cdef bint finished
        cdef int32_t v, n = <int32_t>self.seen.size()
        hard = []
        for v in range(n):
            if self.seen[v]:
                continue
            total = self.flood(v)
            odd = sorted([u for u in self.flooded if self.unused_at[<int32_t>u] % 2])
            if len(odd) > 2:
                odd.pop()  # a trail can be walked from either end, so one need not be tried
                hard.append((-total, len(hard), odd))
            elif total > self.best:
                self.best = total
                self.euler_trail(odd[0] if odd else v)
        for minus_total, _, odd in sorted(hard):
            total = -minus_total
            if total <= self.best:
                return
            for v in odd:
                with nogil:
                    finished = self.walk_from(v)
                if not finished:
                    self.upper_bound = total  # the other pieces are smaller
                    return

    cdef bint walk_from(self, int32_t start) except -1 nogil:
        """Tries all trails from here. False: the budget was spent before."""
        cdef int64_t walked = 0
        cdef int32_t v, i
        self.start_at(start)
        while not self.walk.empty():
            v = self.walk.back().second
            i = self.next_step(v, &self.choice.back())
            if i == NONE:
                self.keep(walked)
                walked -= self.step_back()
            elif self.is_spent():
                self.keep(walked)
                return False
            else:
                self.nodes += 1
                walked += self.step_along(i)
                v = self.around[i].second
                # Asked only where it can branch and is not the longest already.
                if self.unused_at[v] >= 2 and walked <= self.best:
                    if walked + self.flood(v) <= self.best:
                        (&self.choice.back())[0] = self.first[v + 1]  # nothing to try there
        return True

    cdef void euler_trail(self, int32_t start) noexcept nogil:
        """Puts all edges of a piece with at most two odd vertices into `best_trail`, backwards."""
        cdef int32_t v, i
        self.best_trail.clear()
        self.start_at(start)
        while not self.walk.empty():
            v = self.walk.back().second
            i = self.next_step(v, &self.next_at[v])
            if i != NONE:
                self.step_along(i)
            else:
                if self.walk.size() > 1:
                    self.best_trail.push_back(self.walk.back().first)
                self.walk.pop_back()

    cdef void start_at(self, int32_t v) noexcept nogil:
        self.walk.clear()
        self.walk.push_back(Step(NONE, v))
        self.choice.clear()
        self.choice.push_back(self.first[v])

    cdef int32_t next_step(self, int32_t v, int32_t* choice) noexcept nogil:
        """The next unused step from v, counted on in `choice`; or NONE."""
        cdef int32_t i
        for i in range(choice[0], self.first[v + 1]):
            self.work += 1
            if not self.used[self.around[i].first]:
                choice[0] = i + 1
                return i
        choice[0] = self.first[v + 1]
        return NONE

    cdef int64_t step_along(self, int32_t i) noexcept nogil:
        """Takes a step; returns its length."""
        cdef Step step = self.around[i]
        self.mark(step.first, self.walk.back().second, step.second, 1)
        self.walk.push_back(step)
        self.choice.push_back(self.first[step.second])
        return self.lengths[step.first]

    cdef int64_t step_back(self) noexcept nogil:
        """Takes the last step back, or the start; returns its length."""
        cdef Step step = self.walk.back()
        self.walk.pop_back()
        self.choice.pop_back()
        if self.walk.empty():
            return 0
        self.mark(step.first, self.walk.back().second, step.second, 0)
        return self.lengths[step.first]

    cdef void mark(self, int32_t e, int32_t a, int32_t b, char used) noexcept nogil:
        self.used[e] = used
        self.unused_at[a] += 1 - 2 * used
        self.unused_at[b] += 1 - 2 * used

    cdef void keep(self, int64_t walked) noexcept nogil:
        cdef size_t i
        if walked > self.best:
            self.best = walked
            self.best_trail.clear()
            for i in range(1, self.walk.size()):
                self.best_trail.push_back(self.walk[i].first)

    cdef int64_t flood(self, int32_t start) noexcept nogil:
        """Length of all unused edges that a trail from here could come to. `flooded`: the vertices
        that it could meet."""
        cdef uint64_t twice = 0  # every edge is met from both of its ends
        cdef int32_t v, i
        cdef size_t done = 0
        cdef Step step
        self.floods += 1
        self.seen[start] = self.floods
        self.flooded.clear()
        self.flooded.push_back(start)
        while done < self.flooded.size():
            v = self.flooded[done]
            done += 1
            self.work += self.first[v + 1] - self.first[v]
            for i in range(self.first[v], self.first[v + 1]):
                step = self.around[i]
                if self.used[step.first]:
                    continue
                twice += self.lengths[step.first]
                if self.seen[step.second] != self.floods:
                    self.seen[step.second] = self.floods
                    self.flooded.push_back(step.second)
        return <int64_t>(twice // 2)

    cdef bint is_spent(self) except -1 nogil:
        if self.nodes == self.node_limit:
            return True
        if self.work < WORK_PER_LOOK:
            return False
        self.work = 0
        return self.look()

    cdef bint look(self) except -1 with gil:
        """Runs what waits for Ctrl-C and other signals; is the time over?"""
        PyErr_CheckSignals()
        return self.budget.is_out_of_time()


ENTRY = TrailAlgorithm(
    name="cython_dfs",
    exact=True,
    limits="for networks of up to about 35 routes; the time grows exponentially",
    description="The algorithm of python_dfs in Cython, node for node: typed, on flat arrays, "
    "without the GIL. Here to show what compiling the same search gains, and as an example of a "
    "compiled search that keeps to its limits and obeys Ctrl-C.",
    source="Euler's theorem; depth-first search with backtracking; cython.org",
    file="ttr_fast/trails/algorithms/cython_dfs.pyx",
    solve=solve,
)
