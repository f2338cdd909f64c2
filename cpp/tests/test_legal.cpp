// actions.hpp and legal.hpp: the action table, and generator == predicate for the whole of it.
#include <set>

#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

bool is_claim(const Move& move) { return move.kind == Kind::claim; }
bool is_station(const Move& move) { return move.kind == Kind::build_station; }

// How many ways there are to pay a price at all.
int ways(const Price& price) {
  return (price.color == kGray ? kColors : 1) * (price.cards - price.locomotives) + 1;
}

// Payments of a route with a hand, straight from the rules (R32-R35, R59-R61, Q09).
std::vector<Move> payments_by_rule(const Game<UpTo128>& game, const Cards& hand, int route) {
  const int length = game.map.length(route), color = game.map.color(route);
  const int least = game.map.price(route).locomotives;
  std::vector<Move> all;
  for (int c = 0; c < kColors; ++c)
    for (int locomotives = least; locomotives < length; ++locomotives)
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
    const int dealt = game.rules.initial_tickets_dealt + game.rules.initial_long_tickets_dealt;
    const int most = std::max(dealt, game.rules.tickets_drawn);
    int size = 1 + kCardKinds + 1 + 1 + (1 << most) - 1;
    for (int r = 0; r < game.map.num_routes(); ++r) size += ways(game.map.price(r));
    if (game.rules.stations_per_player > 0) {
      const std::set<int> costs(game.rules.station_costs.begin(), game.rules.station_costs.end());
      for (int cost : costs) size += game.map.num_cities() * ways({kGray, cost, 0});
    }
    if (!game.map.tunnels().is_empty()) {
      for (int extra = 1; extra <= game.rules.tunnel_cards; ++extra) size += extra + 1;
      ++size;
    }
    CHECK_EQ(actions.size(), size);
  }
}

// The largest table there can be: its numbers fit into 16 bits, and kMaxLegal is a bound.
TEST(actions_of_the_largest_game) {
  MapData map;
  map.num_cities = 128;
  for (int r = 0; r < 256; ++r)
    map.routes.push_back({r / 2, (r / 2 + 1) % 128, kMaxLength, kGray, 0, true});
  for (int t = 0; t < 512; ++t) map.tickets.push_back({0, t % 127 + 1, 1});
  Rules rules = preset("europe");
  rules.route_points.resize(kMaxLength, 21);
  rules.tunnel_cards = kMaxTunnelCards;
  rules.tickets_drawn = kMaxOffered;
  rules.stations_per_player = kMaxStations;
  rules.station_costs = {2, 3, 4, 5, 6};
  const Game<UpTo256> game(map, rules, 5, 0);
  CHECK(game.actions.size() < 1 << 16);
  for (int a = 0; a < game.actions.size(); ++a) CHECK_EQ(game.actions.number(game.actions[a]), a);

  // All cards in one hand, and the next station the dearest: as many legal moves as there can be.
  auto s = test::first_turn(game);
  Cards hand = Cards::full_deck();
  for (int slot = 0; slot < 5; ++slot) hand.remove(slot);
  test::set_table(game, s, {hand, {}, {}, {0, 1, 2, 3, 4}});
  for (int city = 0; city < 4; ++city) test::give_station(s, 0, city);
  const auto moves = test::legal_moves(game, s);
  CHECK(moves.size() > 20000);
  CHECK(moves.size() <= kMaxLegal<UpTo256>);
}

TEST(actions_of_a_small_europe) {  // R61, R71
  const auto game = test::small_europe(2);
  const auto& actions = game.actions;
  std::vector<Move> last;
  for (int a = actions.size() - 10; a < actions.size(); ++a) last.push_back(actions[a]);
  CHECK(last ==
        (std::vector<Move>{Move::pay_tunnel(1, 0), Move::pay_tunnel(0, 1), Move::pay_tunnel(2, 0),
                           Move::pay_tunnel(1, 1), Move::pay_tunnel(0, 2), Move::pay_tunnel(3, 0),
                           Move::pay_tunnel(2, 1), Move::pay_tunnel(1, 2), Move::pay_tunnel(0, 3),
                           Move::decline_tunnel()}));
  const int at = actions.number(Move::build_station(0, 0, 1, 0));
  CHECK(actions[at - 1].kind == Kind::claim);
  CHECK(actions[at + 8] == Move::build_station(0, kNoColor, 0, 1));
  CHECK(actions[at + 9] == Move::build_station(0, 0, 2, 0));
  CHECK(actions[at + 10] == Move::build_station(0, 0, 1, 1));
  CHECK(actions[at + 25] == Move::build_station(0, kNoColor, 0, 2));
  CHECK(actions[at + 26 + 24] == Move::build_station(0, kNoColor, 0, 3));
  CHECK(actions[at + 51] == Move::build_station(1, 0, 1, 0));
  int of_ferry = 0;  // route 6 has one space, for a locomotive
  for (int a = 0; a < actions.size(); ++a)
    of_ferry += actions[a].kind == Kind::claim && actions[a].route == 6;
  CHECK_EQ(of_ferry, 1);
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
  int positions = 0, stations = 0, tunnels = 0, ferries = 0;
  test::for_random_games(90, 2, [&](const auto& game, const auto& s, const auto& moves) {
    ++positions;
    stations += std::ranges::any_of(moves, is_station);
    tunnels += s.phase == Phase::pay_tunnel;
    ferries += std::ranges::any_of(moves, [&](const Move& move) {
      return is_claim(move) && game.map.price(move.route).locomotives > 0;
    });
    std::vector<int> listed, legal;
    for (const Move& move : moves) listed.push_back(game.actions.number(move));
    for (int a = 0; a < game.actions.size(); ++a)
      if (is_legal(game, s, game.actions[a])) legal.push_back(a);
    CHECK_EQ(listed, legal);  // and so in table order, none twice
    for (const Move& move : moves) CHECK(move == game.actions[game.actions.number(move)]);
  });
  CHECK(positions > 4000 && stations > 500 && tunnels > 20 && ferries > 100);
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

TEST(legal_keep_sets) {  // R07, R49
  int initial = 0, later = 0;
  test::for_random_games(120, 5, [&](const auto& game, const auto& s, const auto& moves) {
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
    std::ranges::remove_copy_if(moves, std::back_inserter(listed), [](const Move& move) {
      return is_claim(move) || is_station(move);
    });
    if (expected.empty() && moves.size() == 1 && !is_claim(moves[0]) && !is_station(moves[0])) {
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
      switch (random.below(6)) {
        case 0: move.color = static_cast<std::uint8_t>(random.below(256)); break;
        case 1: move.locomotives = static_cast<std::uint8_t>(random.below(256)); break;
        case 2: move.keep = static_cast<std::uint8_t>(random.below(256)); break;
        case 3: move.cards = static_cast<std::uint8_t>(random.below(256)); break;
        case 4: move.city = static_cast<std::uint8_t>(random.below(256)); break;
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
        if (move.kind == Kind::build_station)
          return other.city == move.city && other.color == move.color &&
                 other.cards == move.cards && other.locomotives == move.locomotives;
        if (move.kind == Kind::pay_tunnel)
          return other.cards == move.cards && other.locomotives == move.locomotives;
        return true;
      });
      CHECK_EQ(legal, listed);
    }
    CHECK(!is_legal(game, s, {static_cast<Kind>(200), 0, 0, 0, 0}));
  });
}
