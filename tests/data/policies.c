/* Policies of a stranger, in plain C: some that are right, some that are at fault. */
#include <string.h>
#include <time.h>

#include "ttr/policy_plugin.h"

int32_t uniform(const ttr_policy_view* view, const ttr_policy_game* game, void* user_data) {
  (void)game, (void)user_data;
  return view->legal[ttr_policy_below(ttr_policy_word(view, 0), (uint32_t)view->num_legal)];
}

int32_t first(const ttr_policy_view* view, const ttr_policy_game* game, void* user_data) {
  (void)game, (void)user_data;
  return view->legal[0];
}

/* Like uniform; copies what it sees and what it is told of the game into user_data. */
enum { MAX_PLIES = 600 };
struct record {
  ttr_policy_game game;
  ttr_policy_view views[MAX_PLIES];
};
int32_t recorder(const ttr_policy_view* view, const ttr_policy_game* game, void* user_data) {
  struct record* record = user_data;
  if (view->ply < 2) record->game = *game;
  if (view->ply >= MAX_PLIES) return -1;
  record->views[view->ply] = *view;
  return uniform(view, game, 0);
}

/* The answer that stands in user_data, from ply 20 on. */
int32_t stubborn(const ttr_policy_view* view, const ttr_policy_game* game, void* user_data) {
  (void)game;
  return view->ply < 20 ? view->legal[0] : *(const int32_t*)user_data;
}

int32_t slow(const ttr_policy_view* view, const ttr_policy_game* game, void* user_data) {
  const struct timespec pause = {0, 50000000};
  (void)user_data;
  nanosleep(&pause, 0);
  return uniform(view, game, 0);
}
