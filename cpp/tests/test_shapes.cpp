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
        i < 8 ? test::small_map() : test::random_map(random, test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    if (i < 4) rules = {};
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
      if (move.kind == Kind::claim) {
        open_narrow.before_claim(narrow, s, move.route);
        open_wide.before_claim(wide, t, move.route);
      }
      CHECK(play(narrow, s, move));
      CHECK(play(wide, t, move));
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
  const auto narrow = test::small_game<UpTo128>(4);
  const auto wide = test::small_game<UpTo256>(4);
  test::play_randomly(narrow, 3, random, [&](const auto& s, const auto&) {
    const auto bytes = state_to_bytes(narrow, s);
    CHECK_EQ(state_to_bytes(wide, state_from_bytes(wide, bytes)), bytes);
  });
}

TEST(shapes_wide_game_of_200_routes) {
  Random random(3);
  CHECK_THROWS(std::invalid_argument, Map<UpTo128>(test::random_map(random, {60, 200, 150})));
  int beyond = 0;
  for (int i = 0; i < 8; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const MapData map = test::random_map(random, {60, 200, 150});
    Rules rules = test::random_rules(random, map, players);
    rules.trains_per_player = random.in(20, 60);
    const Game<UpTo256> game(map, rules, players, kFirstSeatBySeed);
    const auto end =
        test::play_randomly(game, random.word(), random, [&](const auto& s, const auto& moves) {
          if (s.ply % 4 != 0) return;
          std::vector<int> listed, legal;
          for (const Move& move : moves) listed.push_back(game.actions.number(move));
          for (int a = 0; a < game.actions.size(); ++a)
            if (is_legal(game, s, game.actions[a])) legal.push_back(a);
          CHECK_EQ(listed, legal);
          const auto bytes = state_to_bytes(game, s);
          CHECK_EQ(state_to_bytes(game, state_from_bytes(game, bytes)), bytes);
        });
    for (const auto& p : end.players) {
      beyond += (p.routes - BitSet<256>::first(128)).len();
      beyond += (p.tickets - BitSet<256>::first(128)).len();
    }
  }
  CHECK(beyond > 20);
}
