// actions.hpp and legal.hpp: the action table, and generator == predicate for the whole of it.
#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

bool is_claim(const Move& move) { return move.kind == Kind::claim; }

// Payments of a route with a hand, straight from the rules (R32-R35, Q09).
std::vector<Move> payments_by_rule(const Game<UpTo128>& game, const Cards& hand, int route) {
  const int length = game.map.length(route), color = game.map.color(route);
  std::vector<Move> all;
  for (int c = 0; c < kColors; ++c)
    for (int locomotives = 0; locomotives < length; ++locomotives)
      if ((color == kGray || color == c) && hand[c] >= length - locomotives &&
          hand.locomotives() >= locomotives)
        all.push_back(Move::claim(route, c, locomotives));
  if (game.rules.fewest_locomotives()) {
    std::vector<Move> fewest;
    for (const Move& move : all)
      if (fewest.empty() || fewest.back().color != move.color) fewest.push_back(move);
    all = fewest;
  }
  const bool colored = !all.empty() && game.rules.fewest_locomotives();
  if (hand.locomotives() >= length && !colored) all.push_back(Move::claim(route, kNoColor, length));
  return all;
}

}  // namespace

TEST(actions_are_a_table_in_order) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    NOTE(trial, trial);
    const Game<UpTo128> game = test::random_game(random, random.in(kMinPlayers, kMaxPlayers));
    const auto& actions = game.actions;
    for (int a = 0; a < actions.size(); ++a) {
      CHECK_EQ(actions.number(actions[a]), a);
      if (a > 0) CHECK(actions[a - 1].kind <= actions[a].kind);
    }
    const int most = std::max(game.rules.initial_tickets_dealt, game.rules.tickets_drawn);
    int size = 1 + kCardKinds + 1 + 1 + (1 << most) - 1;
    for (int r = 0; r < game.map.num_routes(); ++r)
      size += (game.map.color(r) == kGray ? kColors : 1) * game.map.length(r) + 1;
    CHECK_EQ(actions.size(), size);
  }
}

TEST(actions_of_the_small_map) {
  const auto game = test::small_game(2);
  const auto& actions = game.actions;
  CHECK(actions[0] == Move::draw_deck());
  CHECK(actions[9] == Move::draw_face_up(kLocomotive));
  CHECK(actions[10] == Move::draw_tickets());
  CHECK(actions[11] == Move::pass());
  CHECK(actions[12] == Move::keep_tickets(1));
  CHECK(actions[18] == Move::keep_tickets(7));
  CHECK(actions[19] == Move::claim(0, 0, 0));  // red 2: 0 or 1 locomotive, or 2 of them alone
  CHECK(actions[20] == Move::claim(0, 0, 1));
  CHECK(actions[21] == Move::claim(0, kNoColor, 2));
  CHECK(actions[22] == Move::claim(1, 4, 0));
  CHECK(actions[25] == Move::claim(2, 0, 0));  // gray 3: 3 splits of each colour
  CHECK(actions[48] == Move::claim(2, 7, 2));
  CHECK(actions[49] == Move::claim(2, kNoColor, 3));
}

TEST(legal_generator_is_the_predicate) {
  int positions = 0;
  test::for_random_games(90, 2, [&](const auto& game, const auto& s, const auto& moves) {
    ++positions;
    std::vector<int> listed, legal;
    for (const Move& move : moves) listed.push_back(game.actions.number(move));
    for (int a = 0; a < game.actions.size(); ++a)
      if (is_legal(game, s, game.actions[a])) legal.push_back(a);
    CHECK_EQ(listed, legal);  // and so in table order, none twice
    for (const Move& move : moves) CHECK(move == game.actions[game.actions.number(move)]);
  });
  CHECK(positions > 4000);
}

TEST(legal_claims_follow_the_rules) {
  int claims = 0;
  test::for_random_games(60, 3, [&](const auto& game, const auto& s, const auto& moves) {
    if (s.phase != Phase::choose_action) {
      CHECK(std::ranges::none_of(moves, is_claim));
      return;
    }
    std::vector<Move> expected;
    for (int r = 0; r < game.map.num_routes(); ++r) {
      bool open = game.map.length(r) <= s.mover().trains;  // R37
      for (int seat = 0; seat < game.num_players; ++seat)
        for (int other = 0; other < game.map.num_routes(); ++other) {
          if (!s.players[static_cast<std::size_t>(seat)].routes.has(other)) continue;
          if (other == r) open = false;  // R41
          const bool twin = game.map.lanes(r).has(other);
          if (twin && (seat == s.current || game.twins_close())) open = false;  // R44, R45
        }
      CHECK_EQ(payable_routes(game, s, s.current).has(r),
               open && !payments_by_rule(game, s.mover().hand, r).empty());
      if (!open) continue;
      for (const Move& move : payments_by_rule(game, s.mover().hand, r)) expected.push_back(move);
    }
    std::vector<Move> listed;
    std::ranges::copy_if(moves, std::back_inserter(listed), is_claim);
    CHECK(listed == expected);
    claims += static_cast<int>(listed.size());
  });
  CHECK(claims > 4000);
}

TEST(legal_payments_of_any_hand) {
  Random random(4);
  const MapData map = test::random_map(random, {6, 60, 20, kMaxLength});
  for (std::uint8_t payments : {0, 1}) {
    Rules rules;
    rules.payments = payments;
    rules.route_points.resize(kMaxLength, 30);
    const Game<UpTo128> game(map, rules, 2, 0);
    for (int trial = 0; trial < 3000; ++trial) {
      Cards hand;
      for (int c = 0; c < kColors; ++c) hand.add(c, random.percent(40) ? 0 : random.in(0, 12));
      hand.add(kLocomotive, random.percent(40) ? 0 : random.in(0, 14));
      const int route = random.below(60);
      std::vector<Move> moves;
      for_each_payment(game, hand, route, [&](int color, int locomotives) {
        moves.push_back(Move::claim(route, color, locomotives));
      });
      CHECK(moves == payments_by_rule(game, hand, route));
    }
  }
}

TEST(legal_keep_sets) {  // R07, R49
  int initial = 0, later = 0;
  test::for_random_games(60, 5, [&](const auto& game, const auto& s, const auto& moves) {
    const bool first = s.phase == Phase::choose_initial_tickets;
    if (!first && s.phase != Phase::choose_tickets) return;
    ++(first ? initial : later);
    const int offered = s.mover().num_offered;
    const int least = std::min(offered, first ? game.rules.initial_tickets_keep_min
                                              : game.rules.tickets_keep_min);
    std::vector<Move> expected;
    for (int keep = 0; keep < 1 << offered; ++keep) {
      int kept = 0;
      for (int i = 0; i < offered; ++i) kept += keep >> i & 1;
      if (kept >= least && kept > 0) expected.push_back(Move::keep_tickets(keep));
    }
    CHECK(moves == expected);
  });
  CHECK(initial > 100 && later > 200);
}

TEST(legal_draws) {  // R21-R25, R30, R31, R57, Q07
  int passes = 0, seconds = 0;
  test::for_random_games(90, 6, [&](const auto& game, const auto& s, const auto& moves) {
    const bool second = s.phase == Phase::draw_second_card;
    if (!second && s.phase != Phase::choose_action) return;
    seconds += second;
    std::vector<Move> expected;
    if (s.deck.total() > 0) expected.push_back(Move::draw_deck());
    for (int kind = 0; kind < kCardKinds; ++kind) {
      bool shown = false;
      for (int slot = 0; slot < game.rules.face_up_size; ++slot) shown |= s.row[slot] == kind;
      if (shown && !(second && kind == kLocomotive)) expected.push_back(Move::draw_face_up(kind));
    }
    if (!second && s.ticket_deck.size() > 0) expected.push_back(Move::draw_tickets());
    std::vector<Move> listed;
    std::ranges::remove_copy_if(moves, std::back_inserter(listed), is_claim);
    if (expected.empty() && moves.size() == 1 && !is_claim(moves[0])) {
      expected.push_back(Move::pass());
      ++passes;
    }
    CHECK(listed == expected);
    CHECK(!moves.empty());
  });
  CHECK(passes > 20 && seconds > 500);
}

TEST(legal_refuses_moves_outside_the_table) {
  Random random(7);
  test::for_random_games(20, 7, [&](const auto& game, const auto& s, const auto& moves) {
    for (int i = 0; i < 100; ++i) {
      Move move = moves.empty() || random.percent(30)
                      ? game.actions[random.below(game.actions.size())]
                      : random.one_of(moves);
      switch (random.below(4)) {
        case 0: move.color = static_cast<std::uint8_t>(random.below(256)); break;
        case 1: move.locomotives = static_cast<std::uint8_t>(random.below(256)); break;
        case 2: move.keep = static_cast<std::uint8_t>(random.below(256)); break;
        default: move.route = static_cast<std::uint16_t>(random.below(1 << 16)); break;
      }
      const bool legal = is_legal(game, s, move);
      // Fields that do not belong to the kind say nothing.
      const bool listed = std::ranges::any_of(moves, [&](const Move& other) {
        if (other.kind != move.kind) return false;
        if (move.kind == Kind::draw_face_up) return other.color == move.color;
        if (move.kind == Kind::keep_tickets) return other.keep == move.keep;
        if (move.kind == Kind::claim)
          return other.route == move.route && other.color == move.color &&
                 other.locomotives == move.locomotives;
        return true;
      });
      CHECK_EQ(legal, listed);
    }
    CHECK(!is_legal(game, s, {static_cast<Kind>(200), 0, 0, 0, 0}));
  });
}
