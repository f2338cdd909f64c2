// tickets.hpp: long tickets (R08, R10-R12), what is offered and where returned tickets go.
#include <map>
#include <set>

#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

bool is_long(const G& game, int ticket) { return game.map.long_tickets().has(ticket); }

std::vector<int> ticket_deck(const S& s) {
  std::vector<int> out;
  for (int i = 0; i < s.ticket_deck.size(); ++i) out.push_back(s.ticket_deck[i]);
  return out;
}

Rules europe(std::uint8_t return_, std::uint8_t long_tickets) {
  Rules rules = preset("europe");
  rules.initial_tickets_return = return_;
  rules.long_tickets = long_tickets;
  return rules;
}
constexpr std::uint8_t kBottom = 0, kOut = 1, kApart = 0, kMixed = 1;

}  // namespace

TEST(tickets_R08_a_long_one_and_three_others) {
  for (int players = 2; players <= 5; ++players) {
    const G game = test::small_europe(players);
    CHECK_EQ(game.tickets_dealt(), 4);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const S s = new_initial_state(game, seed);
      std::set<int> seen;
      for (int seat = 0; seat < players; ++seat) {
        const auto& p = s.players[static_cast<std::size_t>(seat)];
        CHECK_EQ(p.num_offered, 4);
        for (std::size_t i = 0; i < 4; ++i) {
          CHECK_EQ(is_long(game, p.offered[i]), i == 0);
          seen.insert(p.offered[i]);
        }
      }
      CHECK_EQ(seen.size(), 4 * players);
      CHECK_EQ(test::legal_moves(game, s).size(), 11);
      CHECK_EQ(s.ticket_deck.size(), 16 - 3 * players);  // R11
      for (int ticket : ticket_deck(s)) CHECK(!is_long(game, ticket));
    }
  }
}

TEST(tickets_R08_every_long_one_is_as_likely) {
  const G game = test::small_europe(3);
  for (std::size_t seat = 0; seat < 3; ++seat) {
    std::map<int, int> dealt;
    for (std::uint64_t seed = 0; seed < 3000; ++seed)
      ++dealt[new_initial_state(game, seed).players[seat].offered[0]];
    std::vector<int> counts;
    for (const auto& [ticket, n] : dealt) counts.push_back(n);
    CHECK_EQ(counts.size(), 6);
    CHECK(std::abs(test::deviation(counts)) < 5);
  }
}

TEST(tickets_R11_what_is_not_kept_leaves_the_game) {
  const G game = test::small_europe(3);
  S s = new_initial_state(game, 3);
  const auto deck = ticket_deck(s);
  const int kept_long = s.players[0].offered[0];
  for (int keep : {0b0011, 0b1110, 0b0110}) CHECK(play(game, s, Move::keep_tickets(keep)));
  CHECK_EQ(ticket_deck(s), deck);
  CHECK(s.players[0].tickets.has(kept_long));
  int in_play = 0;
  for (const auto& p : s.players) in_play += p.tickets.len();
  CHECK_EQ(in_play, 7);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
}

TEST(tickets_R10_returned_long_ones_never_get_under_the_deck) {
  const G game = test::small_europe(2, europe(kBottom, kApart));
  S s = new_initial_state(game, 3);
  auto deck = ticket_deck(s);
  std::vector<int> back = {s.players[0].offered[2], s.players[0].offered[3]};
  std::ranges::sort(back);
  CHECK(play(game, s, Move::keep_tickets(0b0011)));
  deck.insert(deck.end(), back.begin(), back.end());
  CHECK_EQ(ticket_deck(s), deck);
  back = {s.players[1].offered[1]};
  CHECK(play(game, s, Move::keep_tickets(0b1100)));  // the long one and another come back
  deck.insert(deck.end(), back.begin(), back.end());
  CHECK_EQ(ticket_deck(s), deck);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
}

TEST(tickets_mixed_long_ones_are_like_all_others) {
  for (std::uint8_t where : {kBottom, kOut}) {
    const G game = test::small_europe(2, europe(where, kMixed));
    CHECK_EQ(game.tickets_dealt(), 3);
    int long_offered = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      S s = new_initial_state(game, seed);
      CHECK_EQ(s.ticket_deck.size(), 22 - 6);
      for (std::size_t i = 0; i < 3; ++i) long_offered += is_long(game, s.players[0].offered[i]);
      std::vector<int> back = {s.players[0].offered[2]};
      auto deck = ticket_deck(s);
      CHECK(play(game, s, Move::keep_tickets(0b011)));
      if (where == kBottom) deck.insert(deck.end(), back.begin(), back.end());
      CHECK_EQ(ticket_deck(s), deck);
      CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
    }
    CHECK(long_offered > 10);
  }
}

TEST(tickets_deck_without_long_ones_is_dealt_without) {
  const G game(test::small_map(), preset("europe"), 3, 0);
  CHECK_EQ(game.tickets_dealt(), 3);
  const S s = new_initial_state(game, 1);
  CHECK_EQ(s.players[2].num_offered, 3);
  CHECK_EQ(test::legal_moves(game, s).size(), 4);
  Rules rules = preset("europe");
  rules.initial_tickets_keep_min = 4;
  CHECK_THROWS(GameError, G(test::small_map(), rules, 3, 0));
}

TEST(tickets_too_few_long_ones_are_refused) {
  MapData data = test::small_europe_map();
  data.tickets.resize(16 + 3);
  CHECK_EQ(G(data, preset("europe"), 3, 0).long_dealt, 1);
  CHECK_THROWS(GameError, G(data, preset("europe"), 4, 0));
  CHECK_EQ(G(data, preset("usa"), 4, 0).long_dealt, 0);
  CHECK_EQ(G(data, europe(kOut, kMixed), 4, 0).long_dealt, 0);
}

TEST(tickets_R11_no_long_one_is_drawn_later) {
  Random random(4);
  int draws = 0;
  for (int i = 0; i < 8; ++i) {
    const G game = test::small_europe(kMinPlayers + i % 4);
    test::play_randomly(game, random.word(), random, [&](const S& s, const auto&) {
      for (int ticket : ticket_deck(s)) CHECK(!is_long(game, ticket));
      if (s.phase != Phase::choose_tickets) return;
      ++draws;
      for (std::size_t k = 0; k < s.mover().num_offered; ++k)
        CHECK(!is_long(game, s.mover().offered[k]));
    });
  }
  CHECK(draws > 10);
}
