// map.hpp: everything computed once, against brute force; and what is refused.
#include "boards.hpp"
#include "check.hpp"

using namespace ttr;
using test::Random;

namespace {

bool same_cities(const MapData::Route& x, const MapData::Route& y) {
  return std::minmax(x.a, x.b) == std::minmax(y.a, y.b);
}

// Shortest distances from a city: routes are tried until none shortens any way (Bellman-Ford).
std::vector<int> distances_from(const MapData& data, int city) {
  const int far = 1 << 20;
  std::vector<int> distance(static_cast<std::size_t>(data.num_cities), far);
  distance[static_cast<std::size_t>(city)] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& route : data.routes)
      for (const auto& [from, to] : {std::pair(route.a, route.b), std::pair(route.b, route.a)}) {
        const int around = distance[static_cast<std::size_t>(from)] + route.length;
        if (around < distance[static_cast<std::size_t>(to)]) {
          distance[static_cast<std::size_t>(to)] = around;
          changed = true;
        }
      }
  }
  return distance;
}

template <class Shape>
void check_map(const MapData& data) {
  const Map<Shape> map(data);
  const int n = static_cast<int>(data.routes.size());
  CHECK_EQ(map.num_cities(), data.num_cities);
  CHECK_EQ(map.num_routes(), n);
  CHECK_EQ(map.num_tickets(), data.tickets.size());
  int longest = 0;
  for (int r = 0; r < n; ++r) {
    const auto& route = data.routes[static_cast<std::size_t>(r)];
    CHECK_EQ(map.end_a(r), route.a);
    CHECK_EQ(map.end_b(r), route.b);
    CHECK_EQ(map.length(r), route.length);
    CHECK_EQ(map.color(r), route.color);
    CHECK(map.price(r) == (Price{route.color, route.length, route.ferry_locomotives}));
    CHECK_EQ(map.tunnels().has(r), route.is_tunnel);
    for (int held = 0; held <= kMaxLength; ++held)
      CHECK_EQ(map.ferries_above(held).has(r), held < route.ferry_locomotives);
    for (int city = 0; city < data.num_cities; ++city)
      CHECK_EQ(map.routes_at(city).has(r), city == route.a || city == route.b);
    longest = std::max(longest, route.length);
    for (int other = 0; other < Shape::routes; ++other)
      CHECK_EQ(map.lanes(r).has(other),
               other < n && same_cities(route, data.routes[static_cast<std::size_t>(other)]));
  }
  CHECK_EQ(map.max_length(), longest);
  for (int length = 0; length <= kMaxLength; ++length)
    for (int color = 0; color < kRouteColors; ++color)
      for (int r = 0; r < Shape::routes; ++r) {
        const bool colored = r < n && map.color(r) == color;
        CHECK_EQ(map.group(length, color).has(r),
                 colored && map.length(r) == length && map.price(r).locomotives == 0);
        CHECK_EQ(map.up_to(color, length).has(r), colored && map.length(r) <= length);
      }
  for (int t = 0; t < map.num_tickets(); ++t) {
    const auto& ticket = data.tickets[static_cast<std::size_t>(t)];
    CHECK_EQ(map.ticket_a(t), ticket.a);
    CHECK_EQ(map.ticket_b(t), ticket.b);
    CHECK_EQ(map.ticket_points(t), ticket.points);
    CHECK_EQ(map.long_tickets().has(t), ticket.is_long);
  }
  // Every ferry is in the one list of its price.
  BitSet<Shape::routes> ferries;
  for (const auto& kind : map.ferries()) {
    CHECK(!kind.routes.is_empty() && kind.routes.is_disjoint(ferries));
    kind.routes.for_each([&](int r) { CHECK(map.price(r) == kind.price); });
    ferries |= kind.routes;
    CHECK_EQ(std::ranges::count(map.ferries(), kind.price, &Map<Shape>::Ferries::price), 1);
  }
  CHECK(ferries == map.ferries_above(0));
  for (int a = 0; a < data.num_cities; ++a) {
    const std::vector<int> distance = distances_from(data, a);
    for (int b = 0; b < data.num_cities; ++b) {
      const int d = distance[static_cast<std::size_t>(b)];
      CHECK_EQ(map.distance(a, b), d < 1 << 20 ? d : Map<Shape>::kUnreachable);
    }
  }
}

}  // namespace

TEST(map_small_facts) {
  const Map<UpTo128> map(test::small_map());
  CHECK_EQ(map.lanes(0).len(), 2);
  CHECK_EQ(map.lanes(6).len(), 3);
  CHECK_EQ(map.distance(0, 5), 9);  // 0-1 2, 1-2 3, 2-5 4; by 4-5 one more
  CHECK_EQ(map.distance(0, 6), Map<UpTo128>::kUnreachable);
  CHECK_EQ(map.max_length(), 6);
  check_map<UpTo128>(test::small_map());
}

TEST(map_of_a_small_europe) {  // R59, R62
  const Map<UpTo128> map(test::small_europe_map());
  CHECK_EQ(map.tunnels().len(), 4);
  CHECK_EQ(map.ferries().size(), 3);
  CHECK(map.price(10) == (Price{test::pink, 4, 2}));
  CHECK_EQ(map.ferries_above(0).len(), 3);
  CHECK(map.ferries_above(1) == BitSet<128>::single(10));
  CHECK(map.group(3, kGray).is_empty());  // the only gray route of three is a ferry
  CHECK_EQ(map.long_tickets().len(), 6);
  check_map<UpTo128>(test::small_europe_map());
}

TEST(map_against_brute_force) {
  Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    NOTE(trial, trial);
    check_map<UpTo128>(test::random_map(random, test::random_size(random)));
  }
  check_map<UpTo128>(test::random_map(random, {128, 128, 128, kMaxLength}));
  check_map<UpTo256>(test::random_map(random, {128, 256, 512, kMaxLength}));
  check_map<UpTo256>(test::random_map(random, {30, 200, 70}));
}

TEST(map_far_apart) {  // the longest distance there can be: a chain of long routes
  MapData data;
  data.num_cities = 128;
  for (int c = 0; c + 1 < 128; ++c) data.routes.push_back({c, c + 1, kMaxLength, kGray});
  CHECK_EQ(Map<UpTo128>(data).distance(127, 0), 127 * kMaxLength);
}

TEST(map_refuses_what_is_no_map) {
  using Change = void (*)(MapData&);
  const Change changes[] = {
      [](MapData& m) { m.num_cities = 1; },
      [](MapData& m) { m.num_cities = -3; },
      [](MapData& m) { m.num_cities = 129; },
      [](MapData& m) { m.routes.clear(); },
      [](MapData& m) { m.routes.resize(129, m.routes[0]); },
      [](MapData& m) { m.tickets.resize(129, m.tickets[0]); },
      [](MapData& m) { m.routes[2].a = -1; },
      [](MapData& m) { m.routes[2].a = 8; },
      [](MapData& m) { m.routes[2].b = -1; },
      [](MapData& m) { m.routes[2].b = 8; },
      [](MapData& m) { m.routes[2].b = m.routes[2].a; },
      [](MapData& m) { m.routes[2].length = 0; },
      [](MapData& m) { m.routes[2].length = kMaxLength + 1; },
      [](MapData& m) { m.routes[2].length = -1; },
      [](MapData& m) { m.routes[2].color = -1; },
      [](MapData& m) { m.routes[2].color = kGray + 1; },
      [](MapData& m) { m.routes[2].ferry_locomotives = -1; },
      [](MapData& m) { m.routes[2].ferry_locomotives = m.routes[2].length + 1; },
      [](MapData& m) { m.tickets[3].a = -1; },
      [](MapData& m) { m.tickets[3].a = 8; },
      [](MapData& m) { m.tickets[3].b = 1000000; },
      [](MapData& m) { m.tickets[3].b = m.tickets[3].a; },
      [](MapData& m) { m.tickets[3].points = -1; },
      [](MapData& m) { m.tickets[3].points = 1001; },
  };
  int number = 0;
  for (const Change change : changes) {
    NOTE(change, number++);
    MapData data = test::small_map();
    change(data);
    CHECK_THROWS(std::invalid_argument, Map<UpTo128>(data));
  }
  // The largest that fit.
  MapData data = test::small_map();
  data.num_cities = 128;
  data.routes.resize(128, data.routes[0]);
  data.tickets.resize(128, data.tickets[0]);
  CHECK_EQ(Map<UpTo128>(data).num_routes(), 128);
  data.routes.resize(256, data.routes[0]);
  data.tickets.resize(512, data.tickets[0]);
  CHECK_EQ(Map<UpTo256>(data).num_routes(), 256);
  CHECK_EQ(Map<UpTo256>(data).num_tickets(), 512);
  MapData more = data;
  more.tickets.push_back(data.tickets[0]);
  CHECK_THROWS(std::invalid_argument, Map<UpTo256>(more));
  data.routes.push_back(data.routes[0]);
  CHECK_THROWS(std::invalid_argument, Map<UpTo256>(data));
}
