// A path of the core that test_guard.py slows down: the longest trail of one network.
#include "ttr/trail.hpp"

using namespace ttr;

extern "C" long sum_of_trails(long times) {
  MapData data;
  data.num_cities = 8;
  for (int a = 0; a < data.num_cities; ++a)
    for (int b = a + 1; b < data.num_cities; b += 2)
      data.routes.push_back({a, b, 1 + (a + b) % 3, 0});
  const Map<UpTo128> map(data);
  const auto routes = BitSet<UpTo128::routes>::first(map.num_routes());
  NetworkTrail<UpTo128> trail;
  long sum = 0;
  for (long i = 0; i < times; ++i) sum += trail.length(map, routes);
  return sum;
}
