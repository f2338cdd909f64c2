// memory.hpp: what the seats remember, against the truth and against simpler books.
#include "positions.hpp"

using namespace ttr;
using test::cards;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

// Can the counted cards lie in the hands of the others such that no seat has more uncounted hidden
// cards than `fresh` says? By Hall's condition, for every set of the others.
bool fits_the_truth(const G& game, const S& s, int seat) {
  const Cards& counted = s.players[static_cast<std::size_t>(seat)].counted;
  for (int set = 0; set < 1 << game.num_players; ++set) {
    if (set >> seat & 1) continue;
    Cards hidden;
    int must_be_counted = 0;
    for (int other = 0; other < game.num_players; ++other)
      if (set >> other & 1) {
        const auto& p = s.players[static_cast<std::size_t>(other)];
        hidden += hidden_cards(p);
        must_be_counted += hidden_cards(p).total() - p.fresh;
      }
    int there = 0;
    for (int c = 0; c < kCardKinds; ++c) there += std::min(counted[c], hidden[c]);
    if (must_be_counted > there) return false;
  }
  return true;
}

}  // namespace

TEST(memory_never_excludes_the_truth) {
  long counted = 0, loose = 0;
  test::for_random_games(400, 61, [&](const G& game, const S& s, const auto&) {
    for (int seat = 0; seat < game.num_players; ++seat) {
      CHECK(fits_the_truth(game, s, seat));
      counted += s.players[static_cast<std::size_t>(seat)].counted.total();
      loose += s.players[static_cast<std::size_t>(seat)].fresh > 0 && !s.in_hands.is_empty();
    }
  });
  CHECK(counted > 10000 && loose > 1000);
}

TEST(memory_before_the_first_rebuilding_all_hidden_cards_are_fresh) {
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    const G game = test::small_game(players);
    S s = test::first_turn(game, 5);
    Random random(9);
    int drawn = 0;
    for (; drawn < 20 && !s.is_terminal(); ++drawn) {
      for (int seat = 0; seat < players; ++seat) {
        const auto& p = s.players[static_cast<std::size_t>(seat)];
        CHECK_EQ(int{p.fresh}, hidden_cards(p).total());
        CHECK(p.counted.is_empty() && s.in_hands.is_empty());
      }
      play_unchecked(game, s, random.one_of(test::legal_moves(game, s)));
    }
    CHECK_EQ(drawn, 20);
  }
}

// With two players the memory is exact: a book that is told the whole hand at every rebuilding and
// takes payments off what it is sure of has the same cards.
TEST(memory_of_two_players_is_that_of_one_who_counts) {
  Random random(4);
  int rebuilt = 0;
  for (int i = 0; i < 200; ++i) {
    const G game = test::random_game(random, 2);
    std::array<Cards, 2> sure;
    S before;
    bool first = true;
    test::play_randomly(game, random.word(), random, [&](const S& s, const auto&) {
      for (int seat = 0; seat < 2; ++seat) {
        const auto at = static_cast<std::size_t>(seat);
        const auto& p = s.players[at];
        const auto& other = s.players[1 - at];
        if (!first) {
          const auto& q = before.players[at];
          for (int c = 0; c < kCardKinds; ++c) {
            // Known cards that came: taken face up, or laid for a tunnel and taken back.
            const int spent = q.hand[c] - p.hand[c];
            if (spent > 0)
              sure[at].remove(c, std::min(spent, sure[at][c]));
            else if (p.known[c] > q.known[c])
              sure[at].add(c, p.known[c] - q.known[c]);
          }
        }
        const bool was_rebuilt = !first &&
                                 s.in_hands ==
                                     [&] {
                                       Cards all = hidden_cards(s.players[0]);
                                       all += hidden_cards(s.players[1]);
                                       return all;
                                     }() &&
                                 s.players[0].fresh == 0 && s.players[1].fresh == 0 &&
                                 !s.in_hands.is_empty();
        if (was_rebuilt) {
          sure[at] = p.hand;
          ++rebuilt;
        }
        if (s.phase == Phase::pay_tunnel || before.phase == Phase::pay_tunnel) {
          sure[at] = p.known;  // laid cards go and come back: begin anew
          sure[at] += other.counted;
        }
        Cards remembered = p.known;
        remembered += other.counted;
        CHECK(remembered == sure[at]);
      }
      before = s;
      first = false;
    });
  }
  CHECK(rebuilt > 100);
}

TEST(memory_a_rebuilding_shows_what_all_hands_hold) {
  const G game = test::small_game(3);
  S s = test::first_turn(game);
  // One card in the deck: drawing it makes the discards the new deck.
  while (s.deck.total() > 1) {
    const int kind = s.deck.kind_of(0);
    s.deck.remove(kind);
    s.discard.add(kind);
  }
  const int last = s.deck.kind_of(0);
  const S before = s;
  play_unchecked(game, s, Move::draw_deck());
  CHECK_EQ(s.players[0].hand[last], before.players[0].hand[last] + 1);
  for (int seat = 0; seat < 3; ++seat) {
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    CHECK_EQ(int{p.fresh}, 0);
    Cards all = p.counted;
    all += hidden_cards(p);
    CHECK(all == s.in_hands);
  }
  play_unchecked(game, s, Move::draw_deck());  // of the new deck
  CHECK_EQ(int{s.players[0].fresh}, 1);
  CHECK_EQ(s.in_hands.total(), hidden_cards(s.players[0]).total() - 1 + 8);
}

TEST(memory_of_returned_tickets) {
  const G game = test::small_game(3);
  S s = new_initial_state(game, 3);
  for (int seat = 0; seat < 3; ++seat) play_unchecked(game, s, Move::keep_tickets(0b011));
  for (int seat = 0; seat < 3; ++seat) {
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    CHECK_EQ(p.located.len(), 1);
    CHECK_EQ(int{p.initial_kept}, 2);
    const int at = s.ticket_deck.size() - 3 + seat;
    CHECK(p.located.has(s.ticket_deck[at]));
    CHECK(s.ticket_deck.starts_block(at));
  }
  // The deck comes round to them: whoever keeps all that he draws holds what seat 0 returned.
  while (s.unseen_tickets > 0) {
    play_unchecked(game, s, Move::draw_tickets());
    play_unchecked(game, s, Move::keep_tickets((1 << s.mover().num_offered) - 1));
  }
  const auto returned = s.players[0].located;
  const int holder = s.current;
  play_unchecked(game, s, Move::draw_tickets());
  const int offered = s.mover().num_offered;
  CHECK(offered >= 1);
  if (holder != 0) {
    S all = s, some = s;
    play_unchecked(game, all, Move::keep_tickets((1 << offered) - 1));
    CHECK(all.players[0].located == returned);
    if (offered > 1) {
      play_unchecked(game, some, Move::keep_tickets(1));
      CHECK(some.players[0].located.is_empty());
      CHECK_EQ(some.players[static_cast<std::size_t>(holder)].located.len(), offered - 1);
    }
  }
}

TEST(memory_counts_on_when_own_payments_have_used_up_the_common_one) {
  const G game = test::small_game(2);
  S s = test::first_turn(game);
  for (auto& p : s.players) p.hand = p.known = Cards();
  s.players[0].hand = cards({{test::red, 2}});
  s.players[1].hand = cards({{test::red, 1}, {test::blue, 1}});
  detail::count_hands(game, s);
  s.players[0].hand.add(test::red, 4);  // drawn since
  s.players[0].fresh = 4;
  detail::take_from_hand(game, s, test::red, 5);
  CHECK(s.in_hands == cards({{test::blue, 1}}));
  detail::take_from_hand(game, s, test::red, 1);
  s.current = 1;
  detail::take_from_hand(game, s, test::blue, 1);
  CHECK(s.in_hands.is_empty());
  CHECK(s.players[0].counted == cards({{test::red, 1}}));
  detail::take_from_hand(game, s, test::red, 1);
  CHECK(s.players[0].counted.is_empty());
  CHECK_EQ(int{s.players[1].fresh}, 0);
}
