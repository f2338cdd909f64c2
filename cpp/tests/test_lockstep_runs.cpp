// Whole runs through the entry point of the compiled kernel: every column of every game is that of
// the scalar engine.
#include <span>
#include <stdexcept>

#include "check.hpp"
#include "lockstep_games.hpp"

// kernel.cpp, compiled for these tests under this name.
namespace ttr::bind {
lockstep::Kernel lockstep_unnamed_level;
}

using namespace ttr;
using test::Random;

namespace {

using lockstep::Finished;

constexpr std::size_t kMargin = 2;  // rows before and behind that nobody asks for

struct Columns {
  std::vector<std::int16_t> scores, route_points, ticket_points;
  std::vector<std::uint16_t> completed, failed, turns, plies;
  std::vector<std::uint8_t> longest, stations_built, winners, ranks;
  std::vector<std::uint64_t> routes, tickets, tickets_completed;

  template <class Shape>
  Columns(const Game<Shape>& game, std::size_t count) {
    const std::size_t rows = count + 2 * kMargin;
    const auto cells = rows * static_cast<std::size_t>(game.num_players);
    for (auto* column : {&scores, &route_points, &ticket_points}) column->assign(cells, -7);
    for (auto* column : {&completed, &failed}) column->assign(cells, 7);
    for (auto* column : {&turns, &plies}) column->assign(rows, 7);
    for (auto* column : {&longest, &stations_built, &ranks}) column->assign(cells, 7);
    winners.assign(rows, 7);
    routes.assign(cells * words_for(game.map.num_routes()), 7);
    tickets.assign(cells * words_for(game.map.num_tickets()), 7);
    tickets_completed = tickets;
  }

  PlayoutColumns out(bool lengths) {
    PlayoutColumns out;
    out.scores = scores.data();
    out.route_points = route_points.data();
    out.ticket_points = ticket_points.data();
    out.completed_wide = completed.data();
    out.failed_wide = failed.data();
    if (lengths) out.longest = longest.data();
    out.stations_built = stations_built.data();
    out.winners = winners.data();
    out.turns = turns.data();
    out.plies = plies.data();
    out.ranks = ranks.data();
    out.routes = routes.data();
    out.tickets = tickets.data();
    out.tickets_completed = tickets_completed.data();
    return out;
  }

  void check_equal(const Columns& o) const {
    CHECK_EQ(turns, o.turns);
    CHECK_EQ(plies, o.plies);
    CHECK(routes == o.routes);
    CHECK(tickets == o.tickets);
    CHECK(tickets_completed == o.tickets_completed);
    CHECK_EQ(route_points, o.route_points);
    CHECK_EQ(ticket_points, o.ticket_points);
    CHECK_EQ(completed, o.completed);
    CHECK_EQ(failed, o.failed);
    CHECK_EQ(longest, o.longest);
    CHECK_EQ(scores, o.scores);
    CHECK_EQ(ranks, o.ranks);
    CHECK_EQ(winners, o.winners);
    CHECK_EQ(stations_built, o.stations_built);
  }
};

template <class Shape>
void write_rows(void* writer, const Finished& games) {
  CHECK(games.count >= 1 && games.count <= lockstep::kGames);
  static_cast<lockstep::RowWriter<Shape>*>(writer)->write(games);
}

template <class Shape>
void check_run(const Game<Shape>& game, Random& random, std::size_t count, bool lengths) {
  NOTE(players, game.num_players);
  NOTE(count, count);
  const SeatPolicies policies = test::random_policies(random);
  const std::uint64_t seed = random.word(), first = random.word();
  NetworkTrail<Shape> trail;
  const std::atomic<bool> stop = false;
  Columns scalar(game, count), both(game, count);
  run_playouts(game, policies, seed, first, kMargin, count, trail, scalar.out(lengths), stop);
  lockstep::run_playouts(game, policies, seed, first, kMargin, count, trail, both.out(lengths),
                         stop, bind::lockstep_unnamed_level, &write_rows<Shape>);
  both.check_equal(scalar);
}

// A run of which only the numbers of the games that ended are wanted.
class Counted {
 public:
  Counted(const Game<UpTo128>& game, std::size_t count)
      : table_(lockstep::make_table(game)), times_(count) {}

  // Stops or throws when so many games have been handed out.
  void play(std::size_t stop_after, std::size_t throw_after) {
    stop_after_ = stop_after;
    throw_after_ = throw_after;
    if (stop_after == 0) stop_ = true;
    lockstep::Run run{};
    run.table = &table_;
    run.seed = 1;
    run.count = times_.size();
    run.finished = [](void* self, const Finished& games) {
      static_cast<Counted*>(self)->take(games);
    };
    run.context = this;
    run.stop = &stop_;
    bind::lockstep_unnamed_level(run);
  }

  std::size_t games() const { return games_; }
  std::span<const int> times() const { return times_; }  // each game was handed out

 private:
  void take(const Finished& games) {
    for (int i = 0; i < games.count; ++i) ++times_.at(games.row[static_cast<std::size_t>(i)]);
    games_ += static_cast<std::size_t>(games.count);
    if (games_ >= throw_after_) throw std::runtime_error("no more");
    if (games_ >= stop_after_) stop_ = true;
  }

  lockstep::Table table_;
  std::vector<int> times_;
  std::size_t games_ = 0, stop_after_ = 0, throw_after_ = 0;
  std::atomic<bool> stop_ = false;
};
constexpr auto kNever = ~std::size_t{0};

}  // namespace

TEST(lockstep_runs_of_any_number_of_games) {
  Random random(1);
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 128, 129})
    check_run(test::small_game(2), random, count, true);
  check_run(test::small_game(3), random, 1000, false);
}

TEST(lockstep_runs_by_any_rules) {
  Random random(2);
  for (int i = 0; i < 16; ++i) {
    NOTE(number, i);
    const auto game =
        test::lockstep_game<UpTo128>(random, kMinPlayers + i % 4, test::random_size(random));
    check_run(game, random, 70, i / 4 % 2 == 0);
  }
}

TEST(lockstep_runs_on_wide_boards) {
  Random random(3);
  for (int i = 0; i < 4; ++i) {
    NOTE(number, i);
    const auto game = test::lockstep_game<UpTo256>(random, kMinPlayers + i % 4,
                                                   i % 2 ? test::kLarge : test::kLargest);
    check_run(game, random, 30, i < 2);
  }
}

TEST(lockstep_hands_out_every_game_once) {
  for (const std::size_t count : {0, 1, 64, 300}) {
    NOTE(count, count);
    Counted run(test::small_game(4), count);
    run.play(kNever, kNever);
    for (int times : run.times()) CHECK_EQ(times, 1);
  }
}

TEST(lockstep_stops_when_it_is_told) {
  Counted stopped(test::small_game(4), 300);
  stopped.play(0, kNever);
  CHECK_EQ(stopped.games(), 0u);

  Counted later(test::small_game(4), 1000);
  later.play(100, kNever);
  CHECK(later.games() >= 100 && later.games() < 300);  // those that had ended by then
  for (int times : later.times()) CHECK(times <= 1);
}

TEST(lockstep_lets_exceptions_out) {
  Counted run(test::small_game(4), 1000);
  CHECK_THROWS(std::runtime_error, run.play(kNever, 100));
  CHECK_EQ(run.games(), 128u);
  Counted last(test::small_game(4), 30);  // thrown by what is handed out at the end
  CHECK_THROWS(std::runtime_error, last.play(kNever, 1));
}

TEST(lockstep_says_what_it_does_not_play) {
  const auto obstacle = [](const MapData& map, const Rules& rules) {
    return lockstep::obstacle(Game<UpTo256>(map, rules, 2, 0));
  };
  const MapData europe = test::small_europe_map();
  Rules rules;
  CHECK_EQ(obstacle(test::small_map(), rules), "");
  CHECK_EQ(obstacle(europe, rules), "");
  rules.ferries = true;
  CHECK_EQ(obstacle(europe, rules), "the game has ferries");
  CHECK_EQ(obstacle(test::small_map(), rules), "");
  rules = {};
  rules.tunnels = true;
  CHECK_EQ(obstacle(europe, rules), "the game has tunnels");
  rules = {};
  rules.stations_per_player = 1;
  CHECK_EQ(obstacle(europe, rules), "the game has stations");
  rules = {};
  rules.initial_long_tickets_dealt = 1;
  CHECK_EQ(obstacle(europe, rules), "long tickets are dealt");
  rules.long_tickets = 1;  // mixed: none are dealt apart
  CHECK_EQ(obstacle(europe, rules), "");
  rules = {};
  rules.payments = 1;
  CHECK_EQ(obstacle(europe, rules), "payments = fewest_locomotives");

  MapData lanes = test::small_map();
  for (int lane = 1; lane < lockstep::kMaxLanes; ++lane) lanes.routes.push_back({7, 6, 1, lane});
  CHECK_EQ(obstacle(lanes, {}), "");
  lanes.routes.push_back({6, 7, 2, kGray});
  CHECK_EQ(obstacle(lanes, {}), "more than 4 lanes between two cities");

  MapData equal = test::small_map();  // 255 gray or red routes of one length, then 256
  equal.routes.clear();
  equal.num_cities = 40;
  for (int a = 0, r = 0; r < 255; ++a)
    for (int b = 0; b < a && r < 255; ++b)
      equal.routes.push_back({a, b, 3, r++ % 2 ? test::red : kGray});
  CHECK_EQ(obstacle(equal, {}), "");
  equal.routes.push_back({39, 38, 3, test::red});
  CHECK_EQ(obstacle(equal, {}), "more than 255 routes of one length and colour");
}

// As many routes of one length as a count of them can hold, all of them open to every colour.
TEST(lockstep_counts_255_equal_routes) {
  Random random(4);
  MapData map;
  map.num_cities = 40;
  for (int a = 0; map.routes.size() < 255; ++a)
    for (int b = 0; b < a && map.routes.size() < 255; ++b) map.routes.push_back({a, b, 6, kGray});
  map.tickets = test::small_map().tickets;
  Rules rules;
  rules.initial_cards = 12;
  rules.trains_per_player = kMaxTrains;
  check_run(Game<UpTo256>(map, rules, 2, 0), random, 20, true);
  check_run(Game<UpTo256>(map, rules, 5, 0), random, 20, false);
}
