// The same game in every compiled shape, and games that only the wide one can hold.
#include "games.hpp"

using namespace ttr;
using test::Random;

TEST(shapes_play_the_same_game) {
  Random random(1);
  int plies = 0;
  for (int i = 0; i < 60; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const MapData map =
        i < 8 ? test::small_europe_map() : test::random_map(random, test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    if (i < 8) rules = preset(i < 4 ? "usa" : "europe");
    const int first = random.in(kFirstSeatBySeed, players - 1);
    const Game<UpTo128> narrow(map, rules, players, first);
    const Game<UpTo256> wide(map, rules, players, first);
    CHECK_EQ(narrow.actions.size(), wide.actions.size());
    CHECK_EQ(narrow.max_plies(), wide.max_plies());
    CHECK_EQ(narrow.ticket_points, wide.ticket_points);

    const std::uint64_t seed = random.word(), index = random.word();
    auto s = new_initial_state(narrow, seed, index);
    auto t = new_initial_state(wide, seed, index);
    OpenRoutes<UpTo128> open_narrow(narrow);
    OpenRoutes<UpTo256> open_wide(wide);
    Stream stream_narrow(seed, index, kPolicyStream), stream_wide = stream_narrow;
    for (; !s.is_terminal(); ++plies) {
      CHECK_EQ(state_to_bytes(narrow, s), state_to_bytes(wide, t));
      CHECK_EQ(state_hash(narrow, s), state_hash(wide, t));
      const auto moves = test::legal_moves(narrow, s);
      CHECK(moves == test::legal_moves(wide, t));
      Move move = random.one_of(moves);
      if (i % 2 == 0) {
        const auto policy = static_cast<Policy>(i / 2 % 2);
        move = pick_move(policy, narrow, s, open_narrow, stream_narrow);
        CHECK(move == pick_move(policy, wide, t, open_wide, stream_wide));
      }
      CHECK_EQ(narrow.actions.number(move), wide.actions.number(move));
      CHECK(play(narrow, s, move, FollowOpenRoutes<UpTo128>{narrow, s, open_narrow}));
      CHECK(play(wide, t, move, FollowOpenRoutes<UpTo256>{wide, t, open_wide}));
      if (i % 5 == 4 && random.percent(2)) {
        const int seat = random.below(players);
        CHECK_EQ(can_resign(s, seat), can_resign(t, seat));
        if (can_resign(s, seat)) {
          resign_unchecked(narrow, s, seat);
          resign_unchecked(wide, t, seat);
        }
      }
    }
    CHECK(t.is_terminal());
    CHECK_EQ(state_to_bytes(narrow, s), state_to_bytes(wide, t));
    NetworkTrail<UpTo128> trail_narrow;
    NetworkTrail<UpTo256> trail_wide;
    const ScoreSheet a = score_sheet(narrow, s, trail_narrow), b = score_sheet(wide, t, trail_wide);
    for (int seat = 0; seat < players; ++seat) {
      const auto p = static_cast<std::size_t>(seat);
      CHECK_EQ(a[p].total(), b[p].total());
      CHECK_EQ(a[p].longest, b[p].longest);
      CHECK_EQ(a[p].completed, b[p].completed);
    }
  }
  CHECK(plies > 2000);
}

TEST(shapes_read_each_other_s_bytes) {
  Random random(2);
  const auto narrow = test::small_europe<UpTo128>(4);
  const auto wide = test::small_europe<UpTo256>(4);
  test::play_randomly(narrow, 3, random, [&](const auto& s, const auto&) {
    const auto bytes = state_to_bytes(narrow, s);
    CHECK_EQ(state_to_bytes(wide, state_from_bytes(wide, bytes)), bytes);
  });
}

TEST(shapes_wide_game_of_256_routes_and_512_tickets) {
  Random random(3);
  CHECK_THROWS(std::invalid_argument, Map<UpTo128>(test::random_map(random, {60, 129, 100})));
  CHECK_THROWS(std::invalid_argument, Map<UpTo128>(test::random_map(random, {60, 100, 129})));
  int routes = 0, tickets = 0;
  for (int i = 0; i < 8; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const MapData map = test::random_map(random, {60, 256, 512});
    Rules rules = test::random_rules(random, map, players);
    rules.trains_per_player = random.in(20, 60);
    const Game<UpTo256> game(map, rules, players, kFirstSeatBySeed);
    const auto end =
        test::play_randomly(game, random.word(), random, [&](const auto& s, const auto& moves) {
          if (s.ply % 8 != 0) return;
          std::vector<int> listed, legal;
          for (const Move& move : moves) listed.push_back(game.actions.number(move));
          for (int a = 0; a < game.actions.size(); ++a)
            if (is_legal(game, s, game.actions[a])) legal.push_back(a);
          CHECK_EQ(listed, legal);
          const auto bytes = state_to_bytes(game, s);
          CHECK_EQ(state_to_bytes(game, state_from_bytes(game, bytes)), bytes);
        });
    for (const auto& p : end.players) {
      routes += (p.routes - BitSet<256>::first(128)).len();
      tickets += (p.tickets - BitSet<512>::first(256)).len();
    }
  }
  CHECK(routes > 20 && tickets > 20);
}
