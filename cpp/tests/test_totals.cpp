// totals.hpp, and the columns of playout.hpp that it adds up: against counting one by one.
#include <map>

#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

std::vector<std::uint64_t> random_words(Random& random, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  const int density = random.below(4);  // of ones: none, few, half, all
  for (auto& word : words)
    word = density == 0   ? 0
           : density == 1 ? random.word() & random.word() & random.word()
           : density == 2 ? random.word()
                          : ~std::uint64_t{0};
  return words;
}

std::vector<std::uint64_t> counted_one_by_one(const std::vector<std::uint64_t>& rows,
                                              std::size_t width) {
  std::vector<std::uint64_t> counts(64 * width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t b = 0; b < 64; ++b) counts[64 * (i % width) + b] += rows[i] >> b & 1;
  return counts;
}

template <class T>
std::map<int, std::uint64_t> counted_one_by_one(const std::vector<T>& values, std::size_t first,
                                                std::size_t step) {
  std::map<int, std::uint64_t> counts;
  for (std::size_t i = first; i < values.size(); i += step) ++counts[values[i]];
  return counts;
}

std::map<int, std::uint64_t> as_map(const Histogram& histogram) {
  std::map<int, std::uint64_t> counts;
  for (std::size_t i = 0; i < histogram.counts().size(); ++i)
    if (histogram.counts()[i] > 0)
      counts[histogram.low() + static_cast<int>(i)] = histogram.counts()[i];
  return counts;
}

// Columns of games that nobody has played.
struct Made {
  std::size_t rows, players;
  int num_routes, num_tickets;
  std::vector<std::int16_t> scores, route_points, ticket_points;
  std::vector<std::uint8_t> completed, failed, longest, stations_built, winners, ranks;
  std::vector<std::uint16_t> turns, plies, completed_wide, failed_wide;
  std::vector<std::uint64_t> routes, tickets, tickets_completed;

  Made(Random& random, std::size_t rows_, int players_, int num_routes_, int num_tickets_)
      : rows(rows_), players(static_cast<std::size_t>(players_)), num_routes(num_routes_),
        num_tickets(num_tickets_) {
    fill(random, scores, players, -32768, 32767);
    fill(random, route_points, players, 0, 90);
    fill(random, ticket_points, players, -300, -200);
    fill(random, completed, players, 0, 255);
    fill(random, failed, players, 3, 3);
    fill(random, completed_wide, players, 0, 0);
    fill(random, failed_wide, players, 0, 65535);
    fill(random, longest, players, 0, 45);
    fill(random, stations_built, players, 0, 3);
    fill(random, ranks, players, 1, players_);
    fill(random, winners, 1, 1, (1 << players_) - 1);
    fill(random, turns, 1, 90, 110);
    fill(random, plies, 1, 0, 65535);
    deal(random, routes, num_routes);
    deal(random, tickets, num_tickets);
    deal(random, tickets_completed, num_tickets);
  }

  PlayoutColumns from(std::size_t row, bool wide) {
    const std::size_t cell = row * players;
    PlayoutColumns out{.scores = &scores[cell],
                       .route_points = &route_points[cell],
                       .ticket_points = &ticket_points[cell],
                       .longest = &longest[cell],
                       .stations_built = &stations_built[cell],
                       .winners = &winners[row],
                       .turns = &turns[row],
                       .plies = &plies[row],
                       .ranks = &ranks[cell],
                       .routes = &routes[cell * words_for(num_routes)],
                       .tickets = &tickets[cell * words_for(num_tickets)],
                       .tickets_completed = &tickets_completed[cell * words_for(num_tickets)]};
    if (wide) {
      out.completed_wide = &completed_wide[cell];
      out.failed_wide = &failed_wide[cell];
    } else {
      out.completed = &completed[cell];
      out.failed = &failed[cell];
    }
    return out;
  }

 private:
  template <class T>
  void fill(Random& random, std::vector<T>& column, std::size_t width, int low, int high) {
    column.resize(rows * width);
    for (T& value : column) value = static_cast<T>(random.in(low, high));
  }
  // Each member to one seat or to none.
  void deal(Random& random, std::vector<std::uint64_t>& column, int members) {
    const std::size_t words = words_for(members);
    column.assign(rows * players * words, 0);
    for (std::size_t row = 0; row < rows; ++row)
      for (int m = 0; m < members; ++m) {
        const auto seat = static_cast<std::size_t>(random.below(static_cast<int>(players) + 2));
        const auto member = static_cast<std::size_t>(m);
        if (seat < players)
          column[(row * players + seat) * words + member / 64] |= std::uint64_t{1} << member % 64;
      }
  }
};

void check_sets(SetTotals& totals, const Made& made, const std::vector<std::uint64_t>& column,
                int members) {
  const std::size_t words = words_for(members);
  for (int m = 0; m < members; ++m) {
    const auto member = static_cast<std::size_t>(m);
    std::uint64_t of_winners = 0;
    std::vector<std::uint64_t> of_seat(made.players);
    for (std::size_t row = 0; row < made.rows; ++row)
      for (std::size_t seat = 0; seat < made.players; ++seat) {
        const auto word = column[(row * made.players + seat) * words + member / 64];
        of_seat[seat] += word >> member % 64 & 1;
        of_winners += word >> member % 64 & 1 & made.winners[row] >> seat;
      }
    for (std::size_t seat = 0; seat < made.players; ++seat)
      CHECK_EQ(totals.of_seat(static_cast<int>(seat), m), of_seat[seat]);
    CHECK_EQ(totals.of_winners(m), of_winners);
  }
}

void check_totals(Totals& totals, const Made& made, bool wide) {
  CHECK_EQ(totals.games, made.rows);
  const std::size_t players = made.players;
  for (std::size_t seat = 0; seat < players; ++seat) {
    auto same = [&](const Totals::BySeat& histograms, const auto& column) {
      CHECK(as_map(histograms[seat]) == counted_one_by_one(column, seat, players));
    };
    same(totals.scores, made.scores);
    same(totals.route_points, made.route_points);
    same(totals.ticket_points, made.ticket_points);
    same(totals.longest, made.longest);
    same(totals.stations_built, made.stations_built);
    same(totals.ranks, made.ranks);
    if (wide) {
      same(totals.completed, made.completed_wide);
      same(totals.failed, made.failed_wide);
    } else {
      same(totals.completed, made.completed);
      same(totals.failed, made.failed);
    }
    for (std::size_t other = 0; other < seat; ++other) {
      std::int64_t sum = 0;
      for (std::size_t row = 0; row < made.rows; ++row)
        sum += std::int64_t{made.scores[row * players + seat]} * made.scores[row * players + other];
      CHECK_EQ(static_cast<std::int64_t>(totals.products[seat][other].low), sum);
      CHECK_EQ(totals.products[seat][other].high, sum < 0 ? -1 : 0);
    }
  }
  CHECK(as_map(totals.turns) == counted_one_by_one(made.turns, 0, 1));
  CHECK(as_map(totals.plies) == counted_one_by_one(made.plies, 0, 1));
  auto sets = counted_one_by_one(made.winners, 0, 1);
  for (int set = 0; set < 1 << players; ++set)
    CHECK_EQ(totals.winner_sets[static_cast<std::size_t>(set)], sets[set]);
  check_sets(totals.routes, made, made.routes, made.num_routes);
  check_sets(totals.tickets, made, made.tickets, made.num_tickets);
  check_sets(totals.tickets_completed, made, made.tickets_completed, made.num_tickets);
}

}  // namespace

TEST(bit_counter_counts_every_bit) {
  Random random(1);
  for (std::size_t width : {1, 2, 3, 4, 10, 20})
    for (std::size_t count : {0, 1, 7, 8, 9, 15, 16, 63, 64, 65, 300}) {
      NOTE(width, width);
      NOTE(count, count);
      const auto rows = random_words(random, width * count);
      BitCounter counter(width);
      counter.add(rows.data(), count);
      CHECK(counter.counts() == counted_one_by_one(rows, width));
    }
}

// The digits of the counts that are not settled yet must not overflow.
TEST(bit_counter_takes_more_rows_than_it_has_digits_for) {
  Random random(2);
  for (std::size_t count : {65534, 65535, 65536, 65537, 140000}) {
    NOTE(count, count);
    std::vector<std::uint64_t> rows(count, ~std::uint64_t{0});
    rows[count / 2] = 0x123456789abcdef;
    const auto wanted = counted_one_by_one(rows, 1);
    BitCounter at_once(1), in_parts(1);
    at_once.add(rows.data(), count);
    CHECK(at_once.counts() == wanted);
    for (std::size_t row = 0; row < count;) {
      const auto part = std::min(count - row, static_cast<std::size_t>(random.in(1, 5000)));
      in_parts.add(rows.data() + row, part);
      row += part;
    }
    CHECK(in_parts.counts() == wanted);
  }
}

TEST(bit_counters_merge) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const auto width = static_cast<std::size_t>(random.in(1, 5));
    const auto count = static_cast<std::size_t>(random.below(200));
    const auto rows = random_words(random, width * count);
    const auto split = static_cast<std::size_t>(random.in(0, static_cast<int>(count)));
    BitCounter a(width), b(width);
    a.add(rows.data(), split);
    b.add(rows.data() + split * width, count - split);
    if (random.percent(50)) b.counts();  // settled or not
    a.merge(b);
    CHECK(a.counts() == counted_one_by_one(rows, width));
    a.merge(BitCounter(width));
    CHECK(a.counts() == counted_one_by_one(rows, width));
  }
}

TEST(histograms_cover_what_they_are_asked_to) {
  Histogram histogram;
  CHECK(histogram.counts().empty());
  histogram.cover(5, 7);
  CHECK_EQ(histogram.low(), 5);
  CHECK_EQ(histogram.counts().size(), 3);
  const std::vector<std::int16_t> values = {5, 7, 7};
  histogram.add(values.data(), values.data() + values.size(), 1);
  histogram.cover(-2, 6);
  CHECK_EQ(histogram.low(), -2);
  CHECK_EQ(histogram.counts().size(), 10);
  histogram.cover(0, 30);
  CHECK_EQ(histogram.counts().size(), 33);
  CHECK(as_map(histogram) == (std::map<int, std::uint64_t>{{5, 1}, {7, 2}}));
}

TEST(wide_sums_are_exact) {
  using Wide = __int128;
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    WideSum sum, other;
    Wide wanted = 0;
    for (int k = random.below(40); k > 0; --k) {
      auto x = static_cast<std::int64_t>(random.word());
      if (random.percent(20)) x = INT64_MIN;
      if (random.percent(20)) x = INT64_MAX;
      if (random.percent(20)) x = random.in(-3, 3);
      (random.percent(50) ? sum : other).add(x);
      wanted += x;
    }
    sum.merge(other);
    CHECK_EQ(sum.low, static_cast<std::uint64_t>(wanted));
    CHECK_EQ(sum.high, static_cast<std::int64_t>(wanted >> 64));
  }
}

TEST(totals_are_those_of_the_columns_in_chunks_of_any_size) {
  Random random(5);
  for (int i = 0; i < 24; ++i) {
    const int players = kMinPlayers + i % 4;
    const bool wide = i % 3 == 0;
    const auto rows = static_cast<std::size_t>(random.in(1, 900));
    NOTE(players, players);
    NOTE(rows, rows);
    Made made(random, rows, players, random.in(1, 256), random.in(1, 150));
    Totals all(players, made.num_routes, made.num_tickets);
    Totals part = all;
    for (std::size_t row = 0; row < rows;) {
      const auto chunk = std::min(rows - row, static_cast<std::size_t>(random.in(1, 400)));
      part.add(made.from(row, wide), chunk);
      row += chunk;
      if (random.percent(40)) {
        all.merge(part);
        part = Totals(players, made.num_routes, made.num_tickets);
      }
    }
    part.merge(all);
    check_totals(part, made, wide);
  }
}

TEST(totals_of_some_columns_leave_the_others_empty) {
  Random random(6);
  Made made(random, 50, 3, 70, 30);
  PlayoutColumns some;
  some.longest = made.longest.data();
  some.routes = made.routes.data();  // without winners
  Totals totals(3, 70, 30);
  totals.add(some, 50);
  CHECK_EQ(totals.games, 50);
  CHECK(as_map(totals.longest[2]) == counted_one_by_one(made.longest, 2, 3));
  CHECK(totals.scores[0].counts().empty());
  CHECK(totals.turns.counts().empty());
  std::uint64_t claimed = 0;
  for (int r = 0; r < 70; ++r) {
    CHECK_EQ(totals.routes.of_winners(r), 0);
    for (int seat = 0; seat < 3; ++seat) claimed += totals.routes.of_seat(seat, r);
  }
  std::uint64_t wanted = 0;
  for (auto word : made.routes) wanted += static_cast<std::uint64_t>(std::popcount(word));
  CHECK_EQ(claimed, wanted);
  totals.add(some, 0);
  CHECK_EQ(totals.games, 50);
}

// --- Columns of real games -----------------------------------------------------------------------

namespace {

template <class Shape>
void check_columns(Random& random, const Game<Shape>& game) {
  constexpr std::size_t kRows = 4;
  const auto players = static_cast<std::size_t>(game.num_players);
  const std::uint64_t seed = random.word();
  SeatPolicies policies{};
  for (auto& policy : policies) policy = static_cast<Policy>(random.below(2));
  NetworkTrail<Shape> trail;
  const std::atomic<bool> stop = false;
  auto play = [&](const PlayoutColumns& out) {
    run_playouts(game, policies, seed, 0, 0, kRows, trail, out, stop);
  };
  play({});  // nothing is wanted, and nothing is written

  const std::size_t routes = words_for(game.map.num_routes());
  const std::size_t tickets = words_for(game.map.num_tickets());
  std::vector<std::uint8_t> rank(kRows * players), winners(kRows);
  std::vector<std::uint16_t> completed(kRows * players), failed(kRows * players);
  std::vector<std::uint64_t> claimed(kRows * players * routes), kept(kRows * players * tickets);
  std::vector<std::uint64_t> done(kRows * players * tickets);
  play({.winners = winners.data(),
        .ranks = rank.data(),
        .routes = claimed.data(),
        .tickets = kept.data(),
        .tickets_completed = done.data(),
        .completed_wide = completed.data(),
        .failed_wide = failed.data()});
  for (std::size_t row = 0; row < kRows; ++row) {
    const auto s = play_out(game, OpenRoutes<Shape>(game), policies, seed, row);
    const ScoreSheet sheet = score_sheet(game, s, trail);
    const auto ranked = ranks(game.rules, game.num_players, sheet);
    for (std::size_t seat = 0; seat < players; ++seat) {
      const std::size_t cell = row * players + seat;
      CHECK_EQ(rank[cell], ranked[seat]);
      CHECK_EQ(winners[row] >> seat & 1, ranked[seat] == 1 ? 1 : 0);
      CHECK_EQ(completed[cell], sheet[seat].completed);
      CHECK_EQ(failed[cell], sheet[seat].failed);
      using Routes = BitSet<Shape::routes>;
      using Tickets = BitSet<Shape::tickets>;
      const auto words = static_cast<int>(tickets);
      const auto of_seat = Tickets::from_words(&kept[cell * tickets], words);
      const auto complete = Tickets::from_words(&done[cell * tickets], words);
      CHECK(Routes::from_words(&claimed[cell * routes], static_cast<int>(routes)) ==
            s.players[seat].routes);
      CHECK(of_seat == s.players[seat].tickets);
      CHECK(complete.is_subset(of_seat));
      CHECK_EQ(complete.len(), sheet[seat].completed);
      int points = 0;
      of_seat.for_each([&](int t) {
        const int worth = game.ticket_points[static_cast<std::size_t>(t)];
        points += complete.has(t) ? worth : -worth;
      });
      CHECK_EQ(points, sheet[seat].tickets);
    }
  }
}

}  // namespace

TEST(columns_hold_the_sets_and_ranks_of_the_games) {
  Random random(7);
  for (int i = 0; i < 16; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    check_columns(random, test::random_game<UpTo128>(random, players));
    check_columns(random, test::random_game<UpTo256>(random, players));
  }
}
