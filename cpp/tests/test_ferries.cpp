// ferries.hpp, and what ferries change elsewhere (R59-R61).
#include "positions.hpp"

using namespace ttr;
using test::cards;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;
using Paid = std::pair<int, int>;  // colour or kNoColor, locomotives

// A game with one route: gray, so many spaces, so many of them for locomotives.
G ferry_game(int length, int ferry, Rules rules = preset("europe"), int color = kGray) {
  MapData data = test::small_europe_map();
  data.routes = {{0, 1, length, color, ferry}};
  return G(data, std::move(rules), 2, 0);
}

std::vector<Paid> claims(const G& game, const Cards& hand) {
  S s = test::first_turn(game);
  test::set_table(game, s, {hand, {}, {}, {}});
  std::vector<Paid> out;
  for (const Move& move : test::legal_of(game, s, Kind::claim))
    out.emplace_back(move.color, move.locomotives);
  return out;
}

}  // namespace

TEST(ferries_P9_with_two_locomotives) {  // R59
  const Cards hand = cards({{test::red, 4}, {test::white, 5}, {kLocomotive, 2}});
  CHECK(claims(ferry_game(6, 2), hand) == (std::vector<Paid>{{test::red, 2}, {test::white, 2}}));
}

TEST(ferries_P10_short_of_one_locomotive) {  // R59
  CHECK(claims(ferry_game(6, 2), cards({{test::red, 6}, {kLocomotive, 1}})).empty());
}

TEST(ferries_P11_more_locomotives_than_printed) {  // R60
  const Cards hand = cards({{test::white, 2}, {test::green, 1}, {kLocomotive, 2}});
  CHECK(claims(ferry_game(3, 1), hand) ==
        (std::vector<Paid>{{test::green, 2}, {test::white, 1}, {test::white, 2}}));
}

TEST(ferries_P12_are_plain_routes_when_off) {  // R80
  Rules rules = preset("europe");
  rules.ferries = false;
  CHECK(claims(ferry_game(2, 2, rules), cards({{test::red, 2}})) ==
        (std::vector<Paid>{{test::red, 0}}));
}

TEST(ferries_R61_all_spaces_for_locomotives) {
  const G game = ferry_game(2, 2);
  CHECK(claims(game, cards({{test::red, 9}, {kLocomotive, 1}})).empty());
  CHECK(claims(game, cards({{test::red, 9}, {kLocomotive, 2}})) ==
        (std::vector<Paid>{{kNoColor, 2}}));
}

TEST(ferries_R59_of_a_colour) {
  const G game = ferry_game(3, 1, preset("europe"), test::pink);
  CHECK(claims(game, cards({{test::red, 3}, {test::pink, 1}, {kLocomotive, 3}})) ==
        (std::vector<Paid>{{test::pink, 2}, {kNoColor, 3}}));
}

TEST(ferries_Q09_fewest_locomotives_are_never_below_the_spaces) {
  Rules rules = preset("europe");
  rules.payments = 1;
  CHECK(claims(ferry_game(3, 1, rules), cards({{test::red, 3}, {kLocomotive, 3}})) ==
        (std::vector<Paid>{{test::red, 1}}));
}

TEST(ferries_are_paid_like_other_routes) {  // R42, R59
  const G game = ferry_game(4, 1);
  S s = test::first_turn(game);
  test::set_table(game, s, {cards({{test::red, 3}, {kLocomotive, 2}}), {}, {}, {}});
  CHECK(!play(game, s, Move::claim(0, test::red, 0)));
  CHECK(play(game, s, Move::claim(0, test::red, 2)));
  CHECK(s.players[0].hand == cards({{test::red, 1}}));
  CHECK_EQ(s.players[0].trains, 41);
  CHECK_EQ(s.players[0].route_points, 7);
}

// The table of actions has no payment with too few locomotives.
TEST(ferries_action_table) {
  Random random(1);
  for (int trial = 0; trial < 30; ++trial) {
    const G game = test::random_game(random, 2 + trial % 4);
    for (int a = 0; a < game.actions.size(); ++a)
      if (const Move& move = game.actions[a]; move.kind == Kind::claim) {
        CHECK(move.locomotives >= game.map.price(move.route).locomotives);
        if (!game.rules.ferries) CHECK_EQ(game.map.price(move.route).locomotives, 0);
      }
  }
}

TEST(ferries_claims_are_the_legal_ones) {
  int ferries = 0;
  test::for_random_games(60, 2, [&](const auto& game, const auto& s, const auto& moves) {
    if (s.phase != Phase::choose_action) return;
    std::vector<int> legal, counted;
    for (const Move& move : moves)
      if (move.kind == Kind::claim && game.map.price(move.route).locomotives > 0)
        legal.push_back(game.actions.number(move));
    const int total = count_ferry_claims(game, s.mover());
    CHECK_EQ(total, legal.size());
    for (int k = 0; k < total; ++k)
      counted.push_back(game.actions.number(nth_ferry_claim(game, s.mover(), k)));
    std::ranges::sort(counted);
    CHECK_EQ(counted, legal);
    ferries += total;
  });
  CHECK(ferries > 300);
}
