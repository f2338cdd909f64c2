// determinize.hpp: states drawn from what a seat knows.
#include <cmath>
#include <map>

#include "positions.hpp"

using namespace ttr;
using test::cards, test::red, test::green, test::blue, test::black, test::white, test::locomotive;
using test::Random;

namespace {

template <class Shape>
void check_seen_alike(const Game<Shape>& game, const State<Shape>& s, const State<Shape>& t,
                      int seat) {
  const bool initial = s.phase == Phase::choose_initial_tickets;
  for (int p = 0; p < game.num_players; ++p) {
    const auto &a = s.players[static_cast<std::size_t>(p)],
               &b = t.players[static_cast<std::size_t>(p)];
    CHECK(a.known == b.known && a.routes == b.routes && a.closed == b.closed);
    CHECK(a.trains == b.trains && a.route_points == b.route_points && a.fresh == b.fresh);
    CHECK(a.num_stations == b.num_stations && a.stations == b.stations);
    CHECK(a.num_offered == b.num_offered);
    CHECK_EQ(a.hand.total(), b.hand.total());
    for (int c = 0; c < kCardKinds; ++c) CHECK(b.known[c] <= b.hand[c]);
    if (p == seat) {
      CHECK(a.hand == b.hand && a.tickets == b.tickets && a.offered == b.offered);
      CHECK(a.counted == b.counted && a.located == b.located);
    }
    if (p == seat || !initial) {
      CHECK_EQ(a.tickets.len(), b.tickets.len());
      CHECK_EQ(a.initial_kept, b.initial_kept);
    }
  }
  CHECK(s.discard == t.discard && s.face_up == t.face_up && s.row == t.row);
  CHECK(s.in_hands == t.in_hands && s.unseen_tickets == t.unseen_tickets);
  CHECK(s.turn == t.turn && s.ply == t.ply && s.phase == t.phase && s.current == t.current);
  CHECK(s.first_seat == t.first_seat && s.passes == t.passes && s.resigned == t.resigned);
  CHECK(s.final_turns_left == t.final_turns_left && s.tunnel == t.tunnel);
  Cards hidden;
  for (int p = 0; p < game.num_players; ++p)
    if (p != seat) hidden += hidden_cards(t.players[static_cast<std::size_t>(p)]);
  const auto& me = s.players[static_cast<std::size_t>(seat)];
  for (int c = 0; c < kCardKinds; ++c) CHECK(me.counted[c] <= hidden[c]);
  if (initial) return;
  CHECK_EQ(s.ticket_deck.size(), t.ticket_deck.size());
  for (int i = 0; i < s.ticket_deck.size(); ++i) {
    CHECK_EQ(s.ticket_deck.starts_block(i), t.ticket_deck.starts_block(i));
    if (me.located.has(s.ticket_deck[i])) CHECK_EQ(s.ticket_deck[i], t.ticket_deck[i]);
    if (i > s.unseen_tickets && !t.ticket_deck.starts_block(i))
      CHECK(t.ticket_deck[i - 1] < t.ticket_deck[i]);  // Q11
  }
  for (int p = 0; p < game.num_players; ++p)
    CHECK((s.players[static_cast<std::size_t>(p)].tickets & me.located) ==
          (t.players[static_cast<std::size_t>(p)].tickets & me.located));
}

// Chi-square of counts that should all be equal; far beyond any quantile that luck explains.
void check_uniform(const std::map<std::vector<int>, int>& seen, int kinds, int draws) {
  CHECK_EQ(static_cast<int>(seen.size()), kinds);
  const double expected = static_cast<double>(draws) / kinds;
  double chi2 = 0;
  for (const auto& [key, n] : seen) chi2 += (n - expected) * (n - expected) / expected;
  CHECK(chi2 < kinds - 1 + 6 * std::sqrt(2.0 * kinds));
}

}  // namespace

template <class Shape>
void determinize_random_games(int games, std::uint64_t seed) {
  Random random(seed);
  test::for_random_games<Shape>(games, seed,
                                [&](const Game<Shape>& game, const State<Shape>& s, const auto&) {
                                  if (!random.percent(20)) return;
                                  const int seat = random.below(game.num_players);
                                  const auto key = random.word();
                                  const auto t = determinize(game, s, seat, key);
                                  CHECK_EQ(state_problems(game, t), std::vector<std::string>{});
                                  check_seen_alike(game, s, t, seat);
                                  // Nothing but what the seat knows and the seed went into it.
                                  const auto other = determinize(game, s, seat, random.word());
                                  CHECK(state_to_bytes(game, determinize(game, other, seat, key)) ==
                                        state_to_bytes(game, t));
                                  // It can be played on, and determinized for another seat.
                                  auto u = determinize(game, t, random.below(game.num_players),
                                                       random.word());
                                  CHECK_EQ(state_problems(game, u), std::vector<std::string>{});
                                  for (int ply = 0; ply < 4 && !u.is_terminal(); ++ply) {
                                    play_unchecked(game, u,
                                                   random.one_of(test::legal_moves(game, u)));
                                    CHECK_EQ(state_problems(game, u), std::vector<std::string>{});
                                  }
                                });
}

TEST(determinize_keeps_what_the_seat_knows) { determinize_random_games<UpTo128>(400, 17); }
TEST(determinize_keeps_what_the_seat_knows_wide) { determinize_random_games<UpTo256>(40, 18); }

TEST(determinize_cards_are_uniform) {
  // Seat 1 hides two cards; the deck has a red one, two blue ones and a locomotive. Of the six
  // unseen cards any two are as likely.
  const auto game = test::small_game(2);
  auto s = test::first_turn(game);
  s.discard = Cards::full_deck();
  s.players[0].hand = cards({{green, 3}});
  s.players[0].known = Cards();
  s.players[1].hand = cards({{red, 1}, {white, 1}, {black, 2}});
  s.players[1].known = cards({{black, 2}});
  s.deck = cards({{red, 1}, {blue, 2}, {locomotive, 1}});
  s.discard -= s.face_up;
  for (const auto& part : {s.players[0].hand, s.players[1].hand, s.deck}) s.discard -= part;
  forget_everything(game, s);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
  constexpr int kDraws = 60000;
  std::map<std::vector<int>, int> seen;
  for (int i = 0; i < kDraws; ++i) {
    const auto t = determinize(game, s, 0, static_cast<std::uint64_t>(i));
    const Cards hidden = hidden_cards(t.players[1]);
    std::vector<int> key;
    for (int c = 0; c < kCardKinds; ++c)
      for (int k = 0; k < hidden[c]; ++k) key.push_back(c);
    ++seen[key];
  }
  // Pairs of {red, red, blue, blue, white, locomotive}: 15 ways.
  const std::map<std::vector<int>, int> ways = {
      {{red, red}, 1},   {{red, blue}, 4},   {{red, white}, 2},       {{red, locomotive}, 2},
      {{blue, blue}, 1}, {{blue, white}, 2}, {{blue, locomotive}, 2}, {{white, locomotive}, 1}};
  CHECK_EQ(seen.size(), ways.size());
  double chi2 = 0;
  for (const auto& [key, n] : ways) {
    const double expected = kDraws * n / 15.0;
    chi2 += (seen[key] - expected) * (seen[key] - expected) / expected;
  }
  CHECK(chi2 < 30);  // 7 degrees of freedom: once in 10,000
}

TEST(determinize_tickets_are_uniform) {
  // Four unseen tickets: one with seat 1, one on top of the deck, two returned by seat 1 in order.
  const auto game = test::small_game(2);
  auto s = test::first_turn(game);
  auto& me = s.players[0];
  std::vector<int> rest;
  me.tickets = {};
  s.players[1].tickets = {};
  for (int t = 0; t < 16; ++t)
    if (t < 12)
      me.tickets.insert(t);
    else
      rest.push_back(t);
  s.players[1].tickets.insert(rest[0]);
  s.ticket_deck.assign(rest.data() + 1, 1);
  s.unseen_tickets = 1;
  forget_everything(game, s);
  s.ticket_deck.put_under(rest[2], true);
  s.ticket_deck.put_under(rest[3]);
  s.players[1].located.insert(rest[2]);
  s.players[1].located.insert(rest[3]);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
  constexpr int kDraws = 24000;
  std::map<std::vector<int>, int> seen;
  for (int i = 0; i < kDraws; ++i) {
    const auto t = determinize(game, s, 0, static_cast<std::uint64_t>(i));
    CHECK(t.players[1].located.has(t.ticket_deck[1]) && t.players[1].located.has(t.ticket_deck[2]));
    ++seen[{t.players[1].tickets.select(0), t.ticket_deck[0], t.ticket_deck[1], t.ticket_deck[2]}];
  }
  check_uniform(seen, 12, kDraws);
}

TEST(determinize_deals_the_initial_choice_anew) {  // Q10
  const auto game = test::small_game(2);
  auto s = new_initial_state(game, 8);
  play_unchecked(game, s, Move::keep_tickets(0b101));
  std::map<std::vector<int>, int> kept;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const auto t = determinize(game, s, 1, static_cast<std::uint64_t>(i));
    CHECK(t.players[1].offered == s.players[1].offered);
    ++kept[{t.players[0].tickets.len()}];
    CHECK_EQ(t.ticket_deck.size(), t.unseen_tickets + 3 - t.players[0].tickets.len());
  }
  // Three keep-sets of two tickets, one of three.
  CHECK(std::abs(kept[{2}] - kDraws * 3 / 4) < 400 && kept[{2}] + kept[{3}] == kDraws);
}

TEST(determinize_has_a_future_of_its_own) {
  const auto game = test::small_game(3);
  const auto s = test::first_turn(game, 8);
  const auto a = determinize(game, s, 0, 1), b = determinize(game, s, 0, 2);
  CHECK(a.seed != b.seed && a.seed != s.seed);
  CHECK(a.game_index == 0 && a.chance.position() == 0);
  CHECK(state_to_bytes(game, a) == state_to_bytes(game, determinize(game, s, 0, 1)));
}
