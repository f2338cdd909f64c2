// bonus.hpp against the exact lengths of all seats.
#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

struct Lengths {
  std::array<int, kMaxPlayers> of{};
  unsigned holders = 0;  // R87: the greatest above zero, of those who have not resigned (R94)
};

template <class Shape>
Lengths exact_lengths(const Map<Shape>& map, const RouteSets<Shape>& networks, int players,
                      unsigned resigned, NetworkTrail<Shape>& trail) {
  Lengths lengths;
  int longest = 0;
  for (int p = 0; p < players; ++p) {
    const auto seat = static_cast<std::size_t>(p);
    lengths.of[seat] = trail.length(map, networks[seat]);
    if ((resigned >> p & 1) == 0) longest = std::max(longest, lengths.of[seat]);
  }
  for (int p = 0; p < players; ++p)
    if (longest > 0 && lengths.of[static_cast<std::size_t>(p)] == longest &&
        (resigned >> p & 1) == 0)
      lengths.holders |= 1u << p;
  return lengths;
}

// Networks of a few seats: routes dealt out at random, so that ties are common, or one seat's
// network given to another one as well, in part or whole.
template <class Shape>
RouteSets<Shape> random_networks(const Map<Shape>& map, int players, Random& random) {
  RouteSets<Shape> networks;
  const int routes = random.in(0, std::min(map.num_routes(), 24 * players));
  for (int i = 0; i < routes; ++i)
    networks[static_cast<std::size_t>(random.below(players))]
        .insert(random.below(map.num_routes()));
  if (random.percent(20))
    networks[static_cast<std::size_t>(random.below(players))] =
        networks[static_cast<std::size_t>(random.below(players))];
  return networks;
}

template <class Shape>
void compare_on_random_networks(int maps, int networks_each, const test::MapSize& most,
                                std::uint64_t seed) {
  Random random(seed);
  NetworkTrail<Shape> trail;
  int level = 0, nobody = 0;
  for (int i = 0; i < maps; ++i) {
    NOTE(map, i);
    const Map<Shape> map(test::random_map(random, {random.in(3, most.cities),
                                                   random.in(1, most.routes), 1, random.in(1, 6)}));
    for (int j = 0; j < networks_each; ++j) {
      NOTE(networks, j);
      const int players = random.in(kMinPlayers, kMaxPlayers);
      const RouteSets<Shape> networks = random_networks(map, players, random);
      const unsigned resigned =
          random.percent(80) ? 0 : static_cast<unsigned>(random.below(1 << players));
      const Lengths exact = exact_lengths(map, networks, players, resigned, trail);
      CHECK_EQ(longest_trail_holders(map, networks, players, resigned, trail), exact.holders);
      const auto search = [&](int seat, int least) {
        return trail.length(map, networks[static_cast<std::size_t>(seat)], least);
      };
      // Bounds that cannot be better, bounds on one side, and bounds that say nothing.
      for (const TrailBounds& bounds : {TrailBounds{exact.of, exact.of}, TrailBounds{{}, exact.of},
                                        TrailBounds{exact.of, {9999, 9999, 9999, 9999, 9999}},
                                        TrailBounds{{}, {9999, 9999, 9999, 9999, 9999}}})
        CHECK_EQ(longest_trail_holders(players, resigned, bounds, search), exact.holders);
      level += std::popcount(exact.holders) > 1;
      nobody += exact.holders == 0;
    }
  }
  CHECK(level > maps * networks_each / 50);
  CHECK(nobody > 0);
}

}  // namespace

#ifdef __SANITIZE_ADDRESS__
inline constexpr int kMaps = 300;
#else
inline constexpr int kMaps = 6000;
#endif

TEST(bonus_R87_holders_have_the_greatest_lengths) {
  compare_on_random_networks<UpTo128>(kMaps, 50, {40, 90, 1}, 1);
}

TEST(bonus_R87_on_boards_that_are_too_large_for_one_word) {
  compare_on_random_networks<UpTo256>(kMaps / 30, 20, {120, 200, 1}, 2);
}

TEST(bonus_no_trail_is_longer_than_the_longest_piece) {
  Random random(3);
  NetworkTrail<UpTo128> trail;
  int exact = 0;
  for (int i = 0; i < 3000; ++i) {
    const Map<UpTo128> map(test::random_map(random, test::random_size(random)));
    const auto routes = random_networks(map, 1, random)[0];
    const int length = trail.length(map, routes);
    const int most = Connectivity<UpTo128>(map, routes).longest_piece();
    CHECK(length <= most);
    CHECK_EQ(length == 0, most == 0);
    exact += length == most;
    // Whoever asks for lengths of `least` and more gets these.
    const int least = length + random.in(-3, 3);
    const int found = trail.length(map, routes, least);
    CHECK(least <= length ? found == length : found < least);
  }
  CHECK(exact > 500 && exact < 2900);
}

// Every game has the tie-break keys in another order, and seats resign in a third of them.
TEST(bonus_R87_R90_R92_R94_sheets_without_lengths_rank_alike) {
  NetworkTrail<UpTo128> trail;
  int without = 0, with = 0, level = 0;
  test::for_random_games(400, 4, [&](const G& game, const S& s, const auto&) {
    if (!s.is_terminal() && s.ply % 16 != 0) return;
    const ScoreSheet exact = score_sheet(game, s, trail);
    const ScoreSheet sheet = score_sheet_without_lengths(game, s, trail);
    bool searched = false;
    for (int p = 0; p < game.num_players; ++p) {
      const auto seat = static_cast<std::size_t>(p);
      CHECK_EQ(sheet[seat].total(), exact[seat].total());
      CHECK_EQ(sheet[seat].bonus, exact[seat].bonus);
      CHECK_EQ(sheet[seat].holds_bonus, exact[seat].holds_bonus);
      CHECK_EQ(sheet[seat].completed, exact[seat].completed);
      CHECK_EQ(sheet[seat].tickets, exact[seat].tickets);
      CHECK_EQ(sheet[seat].stations, exact[seat].stations);
      CHECK_EQ(sheet[seat].resigned, exact[seat].resigned);
      if (sheet[seat].longest != SeatScore::kNotSearched) {
        searched = true;
        CHECK_EQ(sheet[seat].longest, exact[seat].longest);
      }
    }
    ++(searched ? with : without);
    const auto rank = ranks(game.rules, game.num_players, exact);
    CHECK(rank == ranks(game.rules, game.num_players, sheet));
    level += searched && s.is_terminal();
  });
  CHECK(without > 1000 && with > 50 && level > 0);
}

// R92: level on points, and the length alone decides.
TEST(bonus_R92_lengths_are_searched_where_they_decide) {
  Rules rules;
  rules.longest_trail_bonus = 0;
  rules.tie_break = {TieBreak::longest_trail};
  const G game = test::small_game(2, rules);
  S s = new_initial_state(game, 1);
  for (auto& p : s.players) p.tickets = {};
  s.players[0].routes = BitSet<128>::single(3);   // 5 spaces
  s.players[1].routes = BitSet<128>::single(11);  // 6 spaces
  NetworkTrail<UpTo128> trail;
  for (const bool level : {true, false}) {
    s.players[0].route_points = 20;
    s.players[1].route_points = level ? 20 : 19;
    const ScoreSheet sheet = score_sheet_without_lengths(game, s, trail);
    CHECK_EQ(sheet[0].longest, level ? 5 : SeatScore::kNotSearched);
    CHECK_EQ(sheet[1].longest, level ? 6 : SeatScore::kNotSearched);
    CHECK(!sheet[0].holds_bonus && sheet[1].holds_bonus);
    CHECK_EQ(ranks(rules, 2, sheet)[0], level ? 2 : 1);
    CHECK_EQ(ranks(rules, 2, sheet)[1], level ? 1 : 2);
  }
}
