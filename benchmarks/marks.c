// Where callgrind begins and ends to count; see counted.py. Outside of valgrind both do nothing.
#include <valgrind/callgrind.h>

void begin_count(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

// Writes the counts since begin_count into a file of their own, which names its reason.
void end_count(const char* name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}
