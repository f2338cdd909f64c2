// tunnels.hpp (R62-R70, Q12).
#include "positions.hpp"

using namespace ttr;
using test::cards;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;
using Extra = std::pair<int, int>;  // cards of the colour, locomotives

// The rules of Europe without a face-up row, so that a deck of three cards can be laid out.
Rules rules_without_row() {
  Rules rules = preset("europe");
  rules.face_up_size = 0;
  return rules;
}

// A game of two with one route, a tunnel.
G tunnel_game(int length, int color, Rules rules = rules_without_row()) {
  MapData data = test::small_europe_map();
  data.routes = {{0, 1, length, color, 0, true}};
  return G(data, std::move(rules), 2, 0);
}

S before_tunnel(const G& game, const Cards& hand, const Cards& deck, const Cards& discard = {}) {
  S s = test::first_turn(game);
  test::set_table(game, s, {hand, deck, discard, {}});
  return s;
}

std::vector<Extra> ways_to_pay(const G& game, const S& s) {
  std::vector<Extra> ways;
  for (const Move& move : test::legal_of(game, s, Kind::pay_tunnel))
    ways.emplace_back(move.cards, move.locomotives);
  return ways;
}

struct Outcome {
  int extra;
  std::vector<Extra> ways;
};
// Lays the price and turns the whole deck; the claim must be legal.
Outcome lay(const G& game, S& s, const Move& claim) {
  CHECK(play(game, s, claim));
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
  if (s.phase != Phase::pay_tunnel) return {0, {}};
  CHECK(is_legal(game, s, Move::decline_tunnel()));
  return {s.tunnel.extra, ways_to_pay(game, s)};
}

void check_hand(const S& s, int seat, const Cards& hand) {
  CHECK_EQ(test::counts(s.players[static_cast<std::size_t>(seat)].hand), test::counts(hand));
}

}  // namespace

TEST(tunnels_T1_one_match) {  // R62
  const G game = tunnel_game(3, test::black);
  S s = before_tunnel(game, cards({{test::black, 4}, {kLocomotive, 1}}),
                      cards({{test::black, 1}, {test::red, 1}, {test::green, 1}}));
  const Outcome outcome = lay(game, s, Move::claim(0, test::black, 0));
  CHECK_EQ(outcome.extra, 1);
  CHECK(outcome.ways == (std::vector<Extra>{{1, 0}, {0, 1}}));
  CHECK(play(game, s, Move::pay_tunnel(1, 0)));
  check_hand(s, 0, cards({{kLocomotive, 1}}));
  CHECK(s.players[0].routes.has(0));
  CHECK_EQ(s.players[0].trains, 42);  // R69
  CHECK_EQ(s.players[0].route_points, 4);
  CHECK_EQ(s.current, 1);
  CHECK_EQ(s.turn, 1);
}

TEST(tunnels_T2_locomotive_counts_against_any_colour) {  // R66
  const G game = tunnel_game(2, test::green);
  S s = before_tunnel(game, cards({{test::green, 2}, {kLocomotive, 1}}),
                      cards({{kLocomotive, 1}, {test::blue, 2}}));
  const Outcome outcome = lay(game, s, Move::claim(0, test::green, 0));
  CHECK_EQ(outcome.extra, 1);
  CHECK(outcome.ways == (std::vector<Extra>{{0, 1}}));
}

TEST(tunnels_T3_locomotives_only_colours_do_not_count) {  // R67
  const G game = tunnel_game(2, test::green);
  S s = before_tunnel(game, cards({{test::green, 5}, {kLocomotive, 2}}),
                      cards({{test::green, 2}, {test::blue, 1}}));
  CHECK_EQ(lay(game, s, Move::claim(0, kNoColor, 2)).extra, 0);
  CHECK(s.players[0].routes.has(0));
  CHECK_EQ(s.current, 1);
}

TEST(tunnels_T4_locomotives_only_cannot_pay) {  // R64, R67
  const G game = tunnel_game(2, test::green);
  const Cards hand = cards({{test::green, 5}, {kLocomotive, 2}});
  S s = before_tunnel(game, hand, cards({{test::green, 2}, {kLocomotive, 1}}));
  const Outcome outcome = lay(game, s, Move::claim(0, kNoColor, 2));
  CHECK_EQ(outcome.extra, 1);
  CHECK(outcome.ways.empty());
  CHECK(test::legal_moves(game, s) == std::vector<Move>{Move::decline_tunnel()});
  for (int l = 0; l <= 2; ++l)
    for (int c = 0; c <= 2; ++c) CHECK(!play(game, s, Move::pay_tunnel(c, l)));
  CHECK(play(game, s, Move::decline_tunnel()));
  check_hand(s, 0, hand);
  CHECK(s.players[0].routes.is_empty());
  CHECK_EQ(s.players[0].trains, 45);
  CHECK_EQ(s.current, 1);
}

TEST(tunnels_T5_three_matches) {
  const G game = tunnel_game(2, test::yellow);
  S s = before_tunnel(game, cards({{test::yellow, 4}, {kLocomotive, 1}}),
                      cards({{test::yellow, 2}, {kLocomotive, 1}}));
  const Outcome outcome = lay(game, s, Move::claim(0, test::yellow, 0));
  CHECK_EQ(outcome.extra, 3);
  CHECK(outcome.ways == (std::vector<Extra>{{2, 1}}));
}

TEST(tunnels_Q12_laid_cards_lie_apart) {  // R02, R65
  const G game = tunnel_game(3, test::black);
  const Cards deck = cards({{test::black, 1}, {test::red, 2}});
  S s = before_tunnel(game, cards({{test::black, 4}, {kLocomotive, 1}}), deck,
                      cards({{test::white, 2}}));
  s.players[0].known = cards({{test::black, 2}});
  forget_everything(game, s);
  lay(game, s, Move::claim(0, test::black, 1));
  check_hand(s, 0, cards({{test::black, 2}}));
  CHECK(s.players[0].known.is_empty());
  CHECK(laid_cards(game, s.tunnel) == cards({{test::black, 2}, {kLocomotive, 1}}));
  // The deck ran out with the last card: the discards and, later, the turned cards lie about again.
  Cards about = s.deck;
  about += s.discard;
  CHECK(about == cards({{test::white, 2}, {test::black, 1}, {test::red, 2}}));
  CHECK_EQ(s.turn, 0);
  CHECK_EQ(s.current, 0);
}

TEST(tunnels_R64_declined_cards_are_known_and_may_be_tried_again) {
  const G game = tunnel_game(3, test::black);
  const Cards hand = cards({{test::black, 4}, {kLocomotive, 1}});
  S s = before_tunnel(game, hand, cards({{test::black, 3}}));
  s.players[0].known = cards({{kLocomotive, 1}});
  forget_everything(game, s);
  lay(game, s, Move::claim(0, test::black, 0));
  CHECK_EQ(s.tunnel.extra, 3);
  CHECK(play(game, s, Move::decline_tunnel()));
  check_hand(s, 0, hand);
  CHECK(s.players[0].known == cards({{test::black, 3}, {kLocomotive, 1}}));
  CHECK_EQ(s.turn, 1);
  play_unchecked(game, s, Move::draw_tickets());
  play_unchecked(game, s, Move::keep_tickets(1));
  CHECK_EQ(s.current, 0);
  CHECK(is_legal(game, s, Move::claim(0, test::black, 0)));
}

TEST(tunnels_R65_all_cards_reach_the_discards) {
  const G game = tunnel_game(2, test::green);
  S s = before_tunnel(game, cards({{test::green, 4}}), cards({{test::green, 1}, {test::blue, 9}}),
                      cards({{test::red, 1}}));
  // Until the green card is among the three; ten cards, so often.
  const S start = s;
  for (std::uint64_t seed = 0; s.phase != Phase::pay_tunnel; ++seed) {
    CHECK(seed < 100);
    s = with_new_future(start, seed);
    play_unchecked(game, s, Move::claim(0, test::green, 0));
  }
  CHECK(s.discard == cards({{test::red, 1}, {test::green, 1}, {test::blue, 2}}));
  S declined = s;
  play_unchecked(game, declined, Move::decline_tunnel());
  CHECK(declined.discard == s.discard);
  play_unchecked(game, s, Move::pay_tunnel(1, 0));
  CHECK(s.discard == cards({{test::red, 1}, {test::green, 4}, {test::blue, 2}}));
}

TEST(tunnels_R68_fewer_cards_than_three) {
  const G game = tunnel_game(2, test::green);
  const Cards hand = cards({{test::green, 4}});
  for (int n = 1; n <= 2; ++n) {
    S s = before_tunnel(game, hand, cards({{test::green, n}}));
    CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, n);
    CHECK_EQ(s.tunnel.num_turned, n);
  }
  S s = before_tunnel(game, hand, {});
  CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, 0);
  CHECK(s.players[0].routes.has(0));
  CHECK(s.deck == cards({{test::green, 2}}));  // what was paid (Q02)
}

TEST(tunnels_Q02_the_deck_runs_out_while_cards_are_turned) {
  const G game = tunnel_game(2, test::green);
  S s = before_tunnel(game, cards({{test::green, 5}}), cards({{test::green, 1}}),
                      cards({{test::green, 1}, {kLocomotive, 1}}));
  CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, 3);
  // All three have been turned once, and lie in the new deck.
  CHECK(s.deck == cards({{test::green, 2}, {kLocomotive, 1}}));
  CHECK(s.discard.is_empty());
  CHECK(ways_to_pay(game, s) == (std::vector<Extra>{{3, 0}}));

  // With cards enough in the discards none that is turned comes a second time.
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    S t = with_new_future(before_tunnel(game, cards({{test::green, 5}}), cards({{kLocomotive, 1}}),
                                        cards({{test::red, 3}})),
                          seed);
    CHECK_EQ(lay(game, t, Move::claim(0, test::green, 0)).extra, 1);
    CHECK(t.deck == cards({{test::red, 1}}));
    CHECK(t.discard == cards({{test::red, 2}, {kLocomotive, 1}}));
  }
}

TEST(tunnels_R63_three_cards_for_any_length) {
  for (int length = 1; length <= 8; ++length) {
    const G game = tunnel_game(length, kGray);
    S s = before_tunnel(game, cards({{test::green, length}}), cards({{kLocomotive, 3}}));
    CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, 3);
  }
}

TEST(tunnels_R63_number_of_cards_is_an_option) {
  Rules rules = rules_without_row();
  for (int n = 0; n <= kMaxTunnelCards; ++n) {
    rules.tunnel_cards = n;
    const G game = tunnel_game(2, test::green, rules);
    S s = before_tunnel(game, cards({{test::green, 6}, {kLocomotive, 2}}),
                        cards({{test::green, 6}, {kLocomotive, 6}}));
    const Outcome outcome = lay(game, s, Move::claim(0, test::green, 0));
    CHECK_EQ(outcome.extra, n);
    std::vector<Extra> ways;
    for (int l = 0; l <= std::min(n, 2) && n > 0; ++l)
      if (n - l <= 4) ways.emplace_back(n - l, l);
    CHECK(outcome.ways == ways);
  }
}

TEST(tunnels_R70_gray_counts_the_colour_laid) {
  const G game = tunnel_game(2, kGray);
  const Cards hand = cards({{test::red, 4}, {test::green, 4}});
  const Cards deck = cards({{test::green, 2}, {test::red, 1}});
  S s = before_tunnel(game, hand, deck), t = s;
  CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, 2);
  CHECK_EQ(lay(game, t, Move::claim(0, test::red, 0)).extra, 1);
}

TEST(tunnels_Q09_fewest_locomotives) {
  Rules rules = rules_without_row();
  rules.payments = 1;
  const G game = tunnel_game(2, test::green, rules);
  S s = before_tunnel(game, cards({{test::green, 3}, {kLocomotive, 5}}),
                      cards({{test::green, 2}, {test::red, 1}}));
  CHECK(lay(game, s, Move::claim(0, test::green, 0)).ways == (std::vector<Extra>{{1, 1}}));
}

TEST(tunnels_are_plain_routes_when_off) {  // R80
  Rules rules = rules_without_row();
  rules.tunnels = false;
  const G game = tunnel_game(2, test::green, rules);
  CHECK(!game.has_tunnels());
  for (int a = 0; a < game.actions.size(); ++a)
    CHECK(game.actions[a].kind != Kind::pay_tunnel && game.actions[a].kind != Kind::decline_tunnel);
  S s = before_tunnel(game, cards({{test::green, 2}}), cards({{test::green, 3}}));
  CHECK_EQ(lay(game, s, Move::claim(0, test::green, 0)).extra, 0);
  CHECK(s.players[0].routes.has(0));
}

// R26: the row is looked at when a tunnel is built, not while its cards lie on the table.
TEST(tunnels_R26_row_is_checked_when_built) {
  const G game = tunnel_game(2, test::green, preset("europe"));
  S s = test::first_turn(game);
  test::set_table(game, s,
                  {cards({{test::green, 4}}),
                   cards({{test::green, 2}, {test::blue, 4}}),
                   cards({{test::blue, 4}}),
                   {kLocomotive, kLocomotive, kLocomotive, test::red, test::red}});
  CHECK(detail::row_must_go(game, s));
  const S start = s;
  for (std::uint64_t seed = 0; s.phase != Phase::pay_tunnel; ++seed) {
    CHECK(seed < 100);
    s = with_new_future(start, seed);
    play_unchecked(game, s, Move::claim(0, test::green, 0));
  }
  CHECK(s.row == start.row);
  S declined = s;
  play_unchecked(game, declined, Move::decline_tunnel());
  CHECK(declined.row == start.row);
  play_unchecked(game, s, Move::pay_tunnel(s.tunnel.extra, 0));
  CHECK(s.face_up.locomotives() < 3);
}

TEST(tunnels_R84_answer_in_the_last_turn) {
  Rules rules = rules_without_row();
  rules.trains_per_player = 4;
  const G game = tunnel_game(2, test::green, rules);
  S s = before_tunnel(game, cards({{test::green, 4}}), cards({{test::green, 1}, {test::red, 2}}));
  lay(game, s, Move::claim(0, test::green, 0));
  play_unchecked(game, s, Move::pay_tunnel(1, 0));
  CHECK_EQ(s.final_turns_left, 2);  // R81: two trains are left
  MapData data = test::small_europe_map();
  data.routes = {{0, 1, 2, test::green, 0, true}, {1, 2, 2, test::green, 0, true}};
  const G two(data, rules, 2, 0);
  S t = before_tunnel(two, cards({{test::green, 4}}), cards({{test::green, 3}}));
  test::give_route(two, t, 1, 0);
  t.final_turns_left = 1;
  lay(two, t, Move::claim(1, test::green, 0));
  CHECK(t.phase == Phase::pay_tunnel);
  CHECK_EQ(t.final_turns_left, 1);
  play_unchecked(two, t, Move::decline_tunnel());
  CHECK(t.is_terminal());
}

// A declined tunnel changes nothing, so a game needs an end of its own.
TEST(tunnels_max_turns_ends_a_game_without_end) {
  Rules rules = rules_without_row();
  rules.max_turns = 40;
  const G game = tunnel_game(2, test::green, rules);
  S s = before_tunnel(game, cards({{test::green, 4}}), cards({{test::green, 3}}));
  int plies = 0;
  for (; !s.is_terminal(); ++plies) {
    const auto moves = test::legal_moves(game, s);
    const auto wanted = std::ranges::find_if(moves, [](const Move& move) {
      return move.kind == Kind::claim || move.kind == Kind::decline_tunnel;
    });
    play_unchecked(game, s, wanted == moves.end() ? moves.back() : *wanted);
  }
  CHECK_EQ(s.turn, 40);
  CHECK(static_cast<int>(s.ply) <= game.max_plies());
}

// Every tunnel of random games, against what the cards say.
TEST(tunnels_of_random_games) {
  Random random(1);
  int built = 0, declined = 0, free = 0;
  for (int i = 0; i < 150; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    MapData map = test::random_map(random, test::random_size(random));
    for (auto& route : map.routes) route.is_tunnel |= random.percent(70);
    Rules rules = test::random_rules(random, map, players);
    rules.trains_per_player = random.in(20, 60);
    rules.tunnels = true;
    const G game(map, rules, players, 0);
    S s = new_initial_state(game, random.word());
    while (!s.is_terminal()) {
      const Move move = test::pick_by(test::Taste::any_kind, test::legal_moves(game, s), random);
      const S before = s;
      test::CardLog log;
      play_unchecked(game, s, move, log);
      const auto seat = static_cast<std::size_t>(before.current);
      const auto &was = before.players[seat], &now = s.players[seat];
      if (move.kind == Kind::claim && game.map.tunnels().has(move.route)) {
        Cards laid = cards({{kLocomotive, move.locomotives}});
        if (move.color != kNoColor)
          laid.add(move.color, game.map.length(move.route) - move.locomotives);
        for (int kind = 0; kind < kCardKinds; ++kind) {
          CHECK_EQ(now.hand[kind], was.hand[kind] - laid[kind]);
          CHECK_EQ(now.known[kind], std::max(0, was.known[kind] - laid[kind]));
        }
        // R63, R68: the first cards off the deck are those turned.
        const int there = before.deck.total() + before.discard.total();
        const auto turned = static_cast<std::size_t>(std::min(rules.tunnel_cards, there));
        CHECK(log.cards.size() >= turned);
        int extra = 0;
        for (std::size_t k = 0; k < turned; ++k)
          extra += log.cards[k] == kLocomotive || log.cards[k] == move.color;
        CHECK_EQ(now.routes.has(move.route), extra == 0);
        CHECK_EQ(s.phase == Phase::pay_tunnel, extra > 0);
        free += extra == 0;
        if (extra == 0) continue;
        CHECK_EQ(log.cards.size(), turned);
        CHECK_EQ(s.tunnel.extra, extra);
        CHECK(std::equal(log.cards.begin(), log.cards.end(), s.tunnel.turned.begin()));
        CHECK_EQ(s.turn, before.turn);
        std::vector<Extra> ways;
        for (int l = 0; l <= extra; ++l) {
          const int c = extra - l;
          const bool held = l <= now.hand.locomotives() &&
                            (c == 0 || (move.color != kNoColor && c <= now.hand[move.color]));
          if (held && !(game.rules.fewest_locomotives() && !ways.empty())) ways.emplace_back(c, l);
        }
        CHECK(ways_to_pay(game, s) == ways);
      } else if (move.kind == Kind::pay_tunnel) {
        ++built;
        CHECK(now.routes.has(before.tunnel.route));
        CHECK_EQ(now.trains, was.trains - game.map.length(before.tunnel.route));
        CHECK_EQ(now.hand.total(), was.hand.total() - before.tunnel.extra);
        CHECK_EQ(now.hand.locomotives(), was.hand.locomotives() - move.locomotives);
        CHECK_EQ(s.turn, before.turn + 1);
      } else if (move.kind == Kind::decline_tunnel) {
        ++declined;
        const Cards laid = laid_cards(game, before.tunnel);
        for (int kind = 0; kind < kCardKinds; ++kind) {
          CHECK_EQ(now.hand[kind], was.hand[kind] + laid[kind]);
          CHECK_EQ(now.known[kind], was.known[kind] + laid[kind]);
        }
        CHECK(now.routes == was.routes);
        CHECK(s.deck == before.deck && s.discard == before.discard && s.row == before.row);
        CHECK_EQ(s.turn, before.turn + 1);
      }
    }
  }
  CHECK(built > 100 && declined > 100 && free > 100);
}
