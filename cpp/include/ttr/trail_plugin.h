/* Compiled solvers of the longest-trail problem that ttr_fast runs by name: C, C++, Cython.
 *
 * A solver is a function of the type ttr_trail_solver. Python gets it as a PyCapsule
 *
 *     PyCapsule_New((void*)solve, TTR_TRAIL_PLUGIN, NULL)
 *
 * and registers it with ttr_fast.register_trail_algorithm("name", capsule). In Cython
 * ttr_fast/trail_plugin.pxd makes the capsule. The solver runs without the GIL, possibly in several
 * threads at once, and must not call Python.
 *
 * ttr_fast walks the answer again and checks its claims; what it cannot check is that the solver
 * writes nowhere but into the solution.
 */
#ifndef TTR_TRAIL_PLUGIN_H
#define TTR_TRAIL_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name of the capsule. The number changes when this header does in a way that breaks solvers. */
#define TTR_TRAIL_PLUGIN "ttr_fast.trail_plugin.1"

#define TTR_TRAIL_NO_NODE_LIMIT UINT64_MAX
#define TTR_TRAIL_NO_BOUND (-1)

/* A multigraph without self-loops and the limits of the search. Belongs to the caller. */
typedef struct ttr_trail_problem {
  int32_t num_vertices;   /* each has an edge */
  int32_t num_edges;      /* at least 1 */
  const int32_t* ends;    /* 2 * num_edges: edge e joins ends[2 * e] and ends[2 * e + 1] */
  const int64_t* lengths; /* num_edges: each at least 1, below 2^63 in all */

  uint64_t node_limit; /* steps allowed, or TTR_TRAIL_NO_NODE_LIMIT */
  double time_limit;   /* seconds of CPU time of this thread, or infinity */

  /* Must the search end, after so many steps? Once it says so it stays so, and the solver returns
   * the best it has. It sees to both limits and to Ctrl-C, so ask it every few microseconds to
   * milliseconds, in the thread that called the solver; most calls cost some 30 ns. */
  int (*should_stop)(void* context, uint64_t nodes);
  void* context; /* for should_stop */
} ttr_trail_problem;

/* To be filled in by the solver; as it comes it says: no trail, no bound, no proof. */
typedef struct ttr_trail_solution {
  int32_t* edges;      /* room for num_edges of the problem: the trail in walking order */
  int32_t num_edges;   /* how many are on the trail */
  int32_t proven;      /* not 0: no trail is longer */
  int64_t upper_bound; /* no trail is longer than this; or TTR_TRAIL_NO_BOUND */
  uint64_t nodes;      /* steps taken */
} ttr_trail_solution;

/* Returns 0; anything else says that it failed, out of memory for example, and raises in Python. */
typedef int (*ttr_trail_solver)(const ttr_trail_problem* problem, ttr_trail_solution* solution);

#ifdef __cplusplus
}
#endif

#endif
