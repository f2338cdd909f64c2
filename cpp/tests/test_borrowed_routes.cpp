// borrowed_routes.hpp: the best loan of all, against trying every choice.
#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

struct Value {
  int points = 0, completed = 0;
  auto operator<=>(const Value&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Value& value) {
  return out << value.points << " points, " << value.completed << " tickets";
}

// Parts of the board joined by some routes: every city has the name of its part.
using Parts = std::vector<int>;

void join(Parts& parts, int a, int b) {
  const int from = parts[static_cast<std::size_t>(a)], to = parts[static_cast<std::size_t>(b)];
  std::ranges::replace(parts, from, to);
}
void join(const G& game, Parts& parts, int route) {
  if (route != kNoRoute) join(parts, game.map.end_a(route), game.map.end_b(route));
}

Parts own_parts(const G& game, const S& s, int seat) {
  Parts parts;
  for (int city = 0; city < game.map.num_cities(); ++city) parts.push_back(city);
  s.players[static_cast<std::size_t>(seat)].routes.for_each([&](int r) { join(game, parts, r); });
  return parts;
}

// R54: what the seat's tickets are worth when these parts are joined.
Value value_of(const G& game, const S& s, int seat, const Parts& parts) {
  Value value;
  s.players[static_cast<std::size_t>(seat)].tickets.for_each([&](int t) {
    const bool done = parts[static_cast<std::size_t>(game.map.ticket_a(t))] ==
                      parts[static_cast<std::size_t>(game.map.ticket_b(t))];
    const int points = game.ticket_points[static_cast<std::size_t>(t)];
    value.points += done ? points : -points;
    value.completed += done;
  });
  return value;
}

// R74: the routes a seat's i-th station may borrow, and no route at all.
std::vector<int> loans(const G& game, const S& s, int seat, int i) {
  const int city = s.players[static_cast<std::size_t>(seat)].stations[static_cast<std::size_t>(i)];
  std::vector<int> routes = {kNoRoute};
  for (int other = 0; other < game.num_players; ++other)
    if (other != seat)
      s.players[static_cast<std::size_t>(other)].routes.for_each([&](int r) {
        if (game.map.end_a(r) == city || game.map.end_b(r) == city) routes.push_back(r);
      });
  return routes;
}

Value best_by_trying(const G& game, const S& s, int seat, const Parts& parts, int i = 0) {
  if (i == s.players[static_cast<std::size_t>(seat)].num_stations)
    return value_of(game, s, seat, parts);
  Value best{-1 << 20, 0};
  for (int route : loans(game, s, seat, i)) {
    Parts joined = parts;
    join(game, joined, route);
    best = std::max(best, best_by_trying(game, s, seat, joined, i + 1));
  }
  return best;
}

// Checks the choice for every seat; returns how many seats do better with it.
int check_loans(const G& game, const S& s) {
  int better = 0;
  NetworkTrail<UpTo128> trail;
  const ScoreSheet sheet = score_sheet(game, s, trail);
  for (int seat = 0; seat < game.num_players; ++seat) {
    NOTE(seat, seat);
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    const Parts own = own_parts(game, s, seat);
    const Value best = best_by_trying(game, s, seat, own);
    Connectivity<UpTo128> network(game.map, p.routes);
    const BorrowedRoutes<UpTo128> borrowed(game, s, seat, network);
    Parts joined = own;
    for (int i = 0; i < p.num_stations; ++i) {
      CHECK(std::ranges::count(loans(game, s, seat, i), borrowed.route(i)) == 1);
      join(game, joined, borrowed.route(i));
    }
    CHECK_EQ(value_of(game, s, seat, joined), best);
    const auto& score = sheet[static_cast<std::size_t>(seat)];
    CHECK_EQ(score.tickets, best.points);
    CHECK_EQ(score.completed, best.completed);
    CHECK_EQ(score.failed, p.tickets.len() - best.completed);
    better += value_of(game, s, seat, own) != best;
  }
  return better;
}

Rules with_stations() {
  Rules rules = preset("europe");
  rules.stations_per_player = kMaxStations;
  rules.station_costs.assign(kMaxStations, 1);
  rules.initial_long_tickets_dealt = 0;
  return rules;
}

// Owners, stations and tickets thrown on the board, the twin rule left aside: more cities with many
// loans to choose from than games have.
S random_position(const G& game, Random& random) {
  S s = new_initial_state(game, 1);
  for (auto& p : s.players) p.num_offered = 0;
  const int built = random.in(20, 95);
  for (int r = 0; r < game.map.num_routes(); ++r)
    if (random.percent(built))
      s.players[static_cast<std::size_t>(random.below(game.num_players))].routes.insert(r);
  std::vector<int> cities;
  for (int city = 0; city < game.map.num_cities(); ++city) cities.push_back(city);
  random.shuffle(cities);
  const int most = std::min(kMaxStations, game.map.num_cities() / game.num_players);
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = random.in(0, most); i > 0; --i, cities.pop_back())
      test::give_station(s, seat, cities.back());
  for (int t = 0; t < game.map.num_tickets(); ++t)
    if (random.percent(80))
      s.players[static_cast<std::size_t>(random.below(game.num_players))].tickets.insert(t);
  return s;
}

// A game of two on a board without colours: seat 0 has stations and tickets.
G board(int cities, std::vector<std::array<int, 3>> routes,
        std::vector<std::array<int, 3>> tickets) {
  MapData data;
  data.num_cities = cities;
  for (const auto& [a, b, length] : routes) data.routes.push_back({a, b, length, kGray});
  for (const auto& [a, b, points] : tickets) data.tickets.push_back({a, b, points});
  while (data.tickets.size() < 6) data.tickets.push_back({0, 1, 1});
  return G(data, with_stations(), 2, 0);
}
S position(const G& game, std::vector<int> own, std::vector<int> others, std::vector<int> stations,
           int tickets) {
  S s = new_initial_state(game, 1);
  for (auto& p : s.players) p.num_offered = 0;
  for (int r : own) test::give_route(game, s, 0, r);
  for (int r : others) test::give_route(game, s, 1, r);
  for (int city : stations) test::give_station(s, 0, city);
  for (int t = 0; t < tickets; ++t) s.players[0].tickets.insert(t);
  return s;
}
SeatScore score_of(const G& game, const S& s) {
  check_loans(game, s);
  NetworkTrail<UpTo128> trail;
  return score_sheet(game, s, trail)[0];
}

}  // namespace

TEST(borrowed_routes_R76_best_of_all_choices) {
  Random random(1);
  int better = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    NOTE(trial, trial);
    const int players = kMinPlayers + trial % 4;
    const test::MapSize size{random.in(6, 16), random.in(5, 35), random.in(players, 25)};
    const MapData map = test::random_map(random, size);
    Rules rules = with_stations();
    rules.route_points.resize(kMaxLength, 1);
    rules.initial_tickets_dealt = rules.initial_tickets_keep_min = 1;
    rules.long_tickets = 1;  // mixed
    const G game(map, rules, players, 0);
    better += check_loans(game, random_position(game, random));
  }
  CHECK(better > 1500);
}

TEST(borrowed_routes_at_the_end_of_games) {
  int better = 0;
  test::for_random_games(200, 2, [&](const auto& game, const auto& s, const auto& moves) {
    if (game.has_stations() && moves.empty()) better += check_loans(game, s);
  });
  CHECK(better > 0);
}

TEST(borrowed_routes_G5_one_loan_and_no_part_of_the_line) {  // R74, R77, R78
  // 0 -2- 1 -2- 2 own, 2 -3- 3 -4- 4 of the other; a station at 2; the ticket is 0-3.
  const G game = board(5, {{0, 1, 2}, {1, 2, 2}, {2, 3, 3}, {3, 4, 4}}, {{0, 3, 7}});
  const SeatScore score = score_of(game, position(game, {0, 1}, {2, 3}, {2}, 1));
  CHECK_EQ(score.tickets, 7);
  CHECK_EQ(score.completed, 1);
  CHECK_EQ(score.longest, 4);
  CHECK_EQ(score.bonus, 0);
  CHECK_EQ(score.stations, 4 * (kMaxStations - 1));
  CHECK_EQ(score.total(), 2 + 2 + 7 + score.stations);
}

TEST(borrowed_routes_R74_two_routes_from_one_station_are_too_many) {
  const G game = board(4, {{0, 1, 2}, {1, 2, 2}, {1, 3, 2}}, {{0, 3, 7}, {0, 2, 7}});
  const SeatScore score = score_of(game, position(game, {0}, {1, 2}, {1}, 2));
  CHECK_EQ(score.tickets, 0);
  CHECK_EQ(score.completed, 1);
}

TEST(borrowed_routes_R75_one_loan_serves_all_tickets) {
  const G game = board(4, {{0, 1, 2}, {1, 2, 2}, {2, 3, 2}}, {{0, 2, 5}, {1, 3, 6}, {0, 3, 8}});
  CHECK_EQ(score_of(game, position(game, {0, 2}, {1}, {1}, 3)).tickets, 19);
}

TEST(borrowed_routes_G6_the_best_not_the_first) {
  // 0 -2- 1 -2- 2 and 4 -3- 5 own; 2-3 and 2-4 of the other; a station at 2.
  const G game =
      board(6, {{0, 1, 2}, {1, 2, 2}, {4, 5, 3}, {2, 3, 3}, {2, 4, 2}}, {{0, 3, 7}, {0, 5, 10}});
  const SeatScore score = score_of(game, position(game, {0, 1, 2}, {3, 4}, {2}, 2));
  CHECK_EQ(score.tickets, 3);
  CHECK_EQ(score.completed, 1);
}

TEST(borrowed_routes_R76_more_points_before_more_tickets) {
  const G game =
      board(5, {{0, 1, 2}, {1, 2, 2}, {1, 3, 2}, {3, 4, 2}}, {{0, 2, 9}, {0, 3, 4}, {0, 4, 4}});
  const SeatScore score = score_of(game, position(game, {0, 3}, {1, 2}, {1}, 3));
  CHECK_EQ(score.tickets, 1);
  CHECK_EQ(score.completed, 1);
}

TEST(borrowed_routes_R76_more_tickets_where_points_are_level) {
  const G game =
      board(5, {{0, 1, 2}, {1, 2, 2}, {1, 3, 2}, {3, 4, 2}}, {{0, 2, 8}, {0, 3, 4}, {0, 4, 4}});
  const SeatScore score = score_of(game, position(game, {0, 3}, {1, 2}, {1}, 3));
  CHECK_EQ(score.tickets, 0);
  CHECK_EQ(score.completed, 2);
}

TEST(borrowed_routes_G7_two_stations_make_a_bridge) {
  // 3 -1- 4 and 0 -3- 1 own; 1 -2- 2 -3- 3 of the other; stations at 2 and 3.
  const G game = board(5, {{3, 4, 1}, {0, 1, 3}, {1, 2, 2}, {2, 3, 3}}, {{1, 4, 6}, {0, 3, 8}});
  const SeatScore score = score_of(game, position(game, {0, 1}, {2, 3}, {2, 3}, 2));
  CHECK_EQ(score.tickets, 14);
  CHECK_EQ(score.completed, 2);
}

// The two loans meet in a city where nobody has a station and no ticket ends.
TEST(borrowed_routes_R74_a_bridge_through_a_strange_city) {
  const G game = board(3, {{0, 1, 2}, {1, 2, 2}}, {{0, 2, 5}});
  const SeatScore score = score_of(game, position(game, {}, {0, 1}, {0, 2}, 1));
  CHECK_EQ(score.tickets, 5);
  CHECK_EQ(score.completed, 1);
}

TEST(borrowed_routes_R74_nothing_to_borrow) {
  const G game = board(4, {{0, 1, 2}, {1, 2, 2}, {2, 3, 2}}, {{0, 2, 5}});
  // Neither own routes, nor those that nobody has built, nor those that end elsewhere.
  CHECK_EQ(score_of(game, position(game, {0}, {2}, {0, 1}, 1)).tickets, -5);
}
