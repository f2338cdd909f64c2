// network.hpp and score.hpp against slow obvious versions.
#include <numeric>
#include <set>

#include "exhaustive_trail.hpp"
#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

// Cities that can be reached from a city, spread route by route.
std::set<int> reached(const Map<UpTo128>& map, const BitSet<128>& routes, int from) {
  std::set<int> cities = {from};
  for (std::size_t before = 0; before != cities.size();) {
    before = cities.size();
    routes.for_each([&](int r) {
      if (cities.contains(map.end_a(r)) || cities.contains(map.end_b(r))) {
        cities.insert(map.end_a(r));
        cities.insert(map.end_b(r));
      }
    });
  }
  return cities;
}

int longest_by_trying(const Map<UpTo128>& map, const BitSet<128>& routes) {
  std::vector<TrailEdge> edges;
  routes.for_each([&](int r) { edges.push_back({map.end_a(r), map.end_b(r), map.length(r)}); });
  return static_cast<int>(test::exhaustive_trail(map.num_cities(), edges));
}

ScoreSheet sheet_of(const G& game, const S& s) {
  NetworkTrail<UpTo128> trail;
  return score_sheet(game, s, trail);
}

// What decides between players, best first.
std::vector<int> sort_key(const Rules& rules, const SeatScore& score) {
  std::vector<int> key = {!score.resigned, score.total()};
  for (TieBreak tie : rules.tie_break)
    key.push_back(tie == TieBreak::completed_tickets     ? score.completed
                  : tie == TieBreak::longest_trail_bonus ? score.holds_bonus
                  : tie == TieBreak::longest_trail       ? score.longest
                                                         : -score.stations_built);
  return key;
}

}  // namespace

TEST(connectivity_by_spreading) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const Map<UpTo128> map(test::random_map(random, test::random_size(random)));
    BitSet<128> routes;
    for (int i = random.below(25); i > 0; --i) routes.insert(random.below(map.num_routes()));
    Connectivity<UpTo128> connectivity(map, routes);
    for (int a = 0; a < map.num_cities(); ++a) {
      const std::set<int> cities = reached(map, routes, a);
      for (int b = 0; b < map.num_cities(); ++b)
        CHECK_EQ(connectivity.joined(a, b), cities.contains(b));
    }
    for (int t = 0; t < map.num_tickets(); ++t)
      CHECK_EQ(is_complete(map, connectivity, t),
               reached(map, routes, map.ticket_a(t)).contains(map.ticket_b(t)));
  }
}

TEST(score_sheet_by_counting) {  // R53-R55, R77, R85-R89, R94
  int sheets = 0, complete = 0;
  test::for_random_games(80, 2, [&](const auto& game, const auto& s, const auto&) {
    if (!s.is_terminal() && s.ply % 10 != 0) return;
    for (const auto& p : s.players)
      if (p.routes.len() > 14) return;  // too many to try everything
    ++sheets;
    const ScoreSheet sheet = sheet_of(game, s);
    int best = 0;
    std::vector<int> lengths;
    for (int seat = 0; seat < game.num_players; ++seat) {
      lengths.push_back(longest_by_trying(game.map,
                                          s.players[static_cast<std::size_t>(seat)].routes));
      if (!s.has_resigned(seat)) best = std::max(best, lengths.back());  // Q05
    }
    for (int seat = 0; seat < game.num_players; ++seat) {
      const auto& p = s.players[static_cast<std::size_t>(seat)];
      const SeatScore& score = sheet[static_cast<std::size_t>(seat)];
      int routes = 0, tickets = 0, completed = 0, failed = 0;
      p.routes.for_each([&](int r) {
        routes += game.rules.route_points[static_cast<std::size_t>(game.map.length(r) - 1)];
      });
      p.tickets.for_each([&](int t) {
        const bool done =
            reached(game.map, p.routes, game.map.ticket_a(t)).contains(game.map.ticket_b(t));
        const int points = game.ticket_points[static_cast<std::size_t>(t)];
        tickets += done ? points : -points;
        ++(done ? completed : failed);
      });
      complete += completed;
      const int length = lengths[static_cast<std::size_t>(seat)];
      const bool bonus = length == best && best > 0 && !s.has_resigned(seat);
      CHECK_EQ(score.routes, routes);
      if (p.num_stations == 0) {  // else test_borrowed_routes.cpp looks at the tickets
        CHECK_EQ(score.tickets, tickets);
        CHECK_EQ(score.completed, completed);
        CHECK_EQ(score.failed, failed);
      }
      const int left = game.rules.stations_per_player - p.num_stations;
      CHECK_EQ(score.stations, left * game.rules.station_value);  // R77
      CHECK_EQ(score.stations_built, p.num_stations);
      CHECK_EQ(score.resigned, s.has_resigned(seat));
      CHECK_EQ(score.longest, length);
      CHECK_EQ(score.holds_bonus, bonus);
      CHECK_EQ(score.bonus, bonus ? game.rules.longest_trail_bonus : 0);
      CHECK_EQ(score.total(), routes + score.tickets + score.bonus + score.stations);
    }
  });
  CHECK(sheets > 400 && complete > 100);
}

TEST(ranks_are_those_of_sorted_keys) {  // R90-R93, Q05
  Random random(3);
  int shared = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    Rules rules;
    std::vector<TieBreak> keys = {TieBreak::completed_tickets, TieBreak::longest_trail_bonus,
                                  TieBreak::longest_trail, TieBreak::fewest_stations};
    random.shuffle(keys);
    keys.resize(static_cast<std::size_t>(random.in(0, 4)));
    rules.tie_break = keys;
    const int players = random.in(kMinPlayers, kMaxPlayers);
    ScoreSheet sheet;
    for (int p = 0; p < players; ++p) {
      auto& score = sheet[static_cast<std::size_t>(p)];
      score.routes = random.in(-2, 2);
      score.tickets = random.in(-1, 1);
      score.completed = random.in(0, 2);
      score.longest = random.in(0, 2);
      score.stations = random.in(0, 1);
      score.stations_built = random.in(0, 2);
      score.resigned = random.percent(20);
    }
    award_longest_trail(rules, players, sheet);
    const auto rank = ranks(rules, players, sheet);
    for (int p = 0; p < players; ++p) {
      const auto mine = sort_key(rules, sheet[static_cast<std::size_t>(p)]);
      int better = 0, level = 0;
      for (int q = 0; q < players; ++q) {
        const auto other = sort_key(rules, sheet[static_cast<std::size_t>(q)]);
        better += other > mine;
        level += other == mine;
        const int sign =
            compare(rules, sheet[static_cast<std::size_t>(p)], sheet[static_cast<std::size_t>(q)]);
        CHECK_EQ(sign > 0, mine > other);
        CHECK_EQ(sign == 0, mine == other);
      }
      CHECK_EQ(rank[static_cast<std::size_t>(p)], better + 1);
      shared += level > 1;
    }
  }
  CHECK(shared > 500);
}

TEST(longest_trail_bonus_is_shared) {  // R87, R96, Q04
  Rules rules;
  ScoreSheet sheet;
  const int trains[] = {37, 23, 37, 25};
  for (int p = 0; p < 4; ++p) sheet[static_cast<std::size_t>(p)].longest = trains[p];
  award_longest_trail(rules, 4, sheet);
  CHECK_EQ(sheet[0].bonus, 10);
  CHECK_EQ(sheet[1].bonus, 0);
  CHECK_EQ(sheet[2].bonus, 10);
  CHECK_EQ(sheet[3].bonus, 0);
  sheet = {};
  award_longest_trail(rules, 4, sheet);  // nobody has a route
  for (const auto& score : sheet) CHECK(!score.holds_bonus && score.bonus == 0);
}
