// play.hpp, state.hpp, invariants.hpp, perft.hpp: dealing, playing, and what is always true.
#include <deque>

#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

template <int N>
void check_ticket_deck(Random& random) {
  TicketDeck<N> deck;
  std::deque<int> model;
  for (int t = 0; t < N; ++t) {
    deck.put_under(t);
    model.push_back(t);
  }
  Stream stream(1, 1, 1);
  for (int step = 0; step < 3000; ++step) {
    CHECK_EQ(deck.size(), model.size());
    switch (random.below(4)) {
      case 0:
      case 1:
        if (model.empty()) break;
        CHECK_EQ(deck.draw(), model.front());
        model.pop_front();
        break;
      case 2:
        if (deck.size() == N) break;
        deck.put_under(step % N);
        model.push_back(step % N);
        break;
      default:
        if (step % 100 == 0) {  // the same tickets on top, the rest untouched
          const int top = random.in(0, deck.size());
          deck.shuffle_top(top, stream);
          std::vector<int> before(model.begin(), model.begin() + top), after;
          for (int i = 0; i < top; ++i) after.push_back(deck[i]);
          std::copy(after.begin(), after.end(), model.begin());
          std::ranges::sort(before);
          std::ranges::sort(after);
          CHECK_EQ(after, before);
        }
    }
    for (int i = 0; i < deck.size(); ++i) CHECK_EQ(deck[i], model[static_cast<std::size_t>(i)]);
  }
  const int numbers[] = {4, 2, 7};
  deck.assign(numbers, 3);
  CHECK_EQ(deck.size(), 3);
  for (int i = 0; i < 3; ++i) CHECK_EQ(deck[i], numbers[i]);
}

std::uint64_t perft_by_table(const G& game, const S& s, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (int a = 0; a < game.actions.size(); ++a) {
    S next = s;
    if (play(game, next, game.actions[a])) count += perft_by_table(game, next, depth - 1);
  }
  return count;
}

}  // namespace

TEST(ticket_deck_is_a_queue) {
  Random random(1);
  check_ticket_deck<8>(random);
  check_ticket_deck<128>(random);
  check_ticket_deck<512>(random);
}

TEST(ticket_deck_shuffle_is_uniform) {
  Stream stream(3, 1, 4);
  std::vector<int> orders(24);
  for (int trial = 0; trial < 24000; ++trial) {
    TicketDeck<8> deck;
    for (int t = 0; t < 5; ++t) deck.put_under(t);
    deck.shuffle_top(4, stream);
    CHECK_EQ(deck[4], 4);
    int order = 0;
    for (int i = 0; i < 4; ++i) {
      int smaller = 0;
      for (int j = i + 1; j < 4; ++j) smaller += deck[j] < deck[i];
      order = order * (4 - i) + smaller;
    }
    ++orders[static_cast<std::size_t>(order)];
  }
  CHECK(std::abs(test::deviation(orders)) < 5);
}

TEST(deal_of_the_printed_game) {  // R02-R07
  for (int players = 2; players <= 5; ++players) {
    const G game = test::small_game(players);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      test::CardLog log;
      const S s = new_initial_state(game, seed, 0, log);
      CHECK(state_is_ok(game, s));
      CHECK_EQ(log.cards.size() % 5, 4 * players % 5);  // some rows may have gone
      CHECK_EQ(s.deck.total() + static_cast<int>(log.cards.size()), kTotalCards);
      CHECK(s.face_up.locomotives() < 3);
      std::size_t next = 0;
      for (int seat = 0; seat < players; ++seat) {
        const auto& p = s.players[static_cast<std::size_t>(seat)];
        Cards hand;
        for (int i = 0; i < 4; ++i) hand.add(log.cards[next++]);
        CHECK(p.hand == hand);
        CHECK(p.known.is_empty());
        CHECK_EQ(p.trains, 45);
        CHECK_EQ(p.num_offered, 3);
      }
      CHECK_EQ(s.ticket_deck.size(), 16 - 3 * players);
      CHECK_EQ(s.unseen_tickets, s.ticket_deck.size());
      CHECK(s.phase == Phase::choose_initial_tickets);
      CHECK_EQ(s.current, 0);
    }
  }
}

TEST(deal_does_not_depend_on_the_first_seat) {  // R15
  for (int players = 2; players <= 5; ++players) {
    std::vector<int> first(static_cast<std::size_t>(players));
    const G by_seed(test::small_map(), {}, players, kFirstSeatBySeed);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const S s = new_initial_state(by_seed, seed, 3);
      ++first[static_cast<std::size_t>(s.first_seat)];
      const G by_hand(test::small_map(), {}, players, s.first_seat);
      CHECK_EQ(state_to_bytes(by_hand, new_initial_state(by_hand, seed, 3)),
               state_to_bytes(by_seed, s));
      S other = new_initial_state(G(test::small_map(), {}, players, 0), seed, 3);
      CHECK_EQ(other.first_seat, 0);
      other.first_seat = s.first_seat;
      CHECK_EQ(state_to_bytes(by_seed, other), state_to_bytes(by_seed, s));
    }
    CHECK(std::abs(test::deviation(first)) < 5);
  }
}

TEST(deal_depends_on_seed_and_game) {
  const G game = test::small_game(3);
  const auto bytes = [&](std::uint64_t seed, std::uint64_t index) {
    S s = new_initial_state(game, seed, index);
    s.seed = s.game_index = 0;
    return state_to_bytes(game, s);
  };
  CHECK(bytes(1, 0) == bytes(1, 0));
  CHECK(bytes(1, 0) != bytes(0, 1));
  CHECK(bytes(1, 0) != bytes(2, 0));
  CHECK(bytes(1, 0) != bytes(1, std::uint64_t{1} << 63));
}

// Sanitized builds check every state inside play_unchecked; games.hpp does it in the others, and
// counts plies against max_plies().
TEST(play_keeps_every_invariant) {
  int by_trains = 0, by_passes = 0, by_resigning = 0, by_turns = 0;
  test::for_random_games(300, 2, [&](const auto& game, const auto& s, const auto&) {
    if (!s.is_terminal()) return;
    const int active = s.num_active(game.num_players);
    by_trains += s.final_turns_left == 0;
    by_passes += s.passes == active;
    by_resigning += active < 2;
    by_turns += static_cast<int>(s.turn) == game.rules.max_turns;
  });
  CHECK(by_trains > 50 && by_passes > 10 && by_resigning > 10 && by_turns > 10);
}

TEST(play_refuses_illegal_moves_and_changes_nothing) {
  test::for_random_games(40, 3, [&](const auto& game, const auto& s, const auto& moves) {
    const auto before = state_to_bytes(game, s);
    S copy = s;
    for (int a = 0; a < game.actions.size(); ++a)
      if (std::ranges::find(moves, game.actions[a]) == moves.end())
        CHECK(!play(game, copy, game.actions[a]));
    CHECK_EQ(state_to_bytes(game, copy), before);
  });
}

TEST(play_is_play_unchecked_for_legal_moves) {
  test::for_random_games(16, 4, [&](const auto& game, const auto& s, const auto& moves) {
    if (s.ply % 4 != 0) return;
    for (const Move& move : moves) {
      S checked = s, unchecked = s;
      CHECK(play(game, checked, move));
      play_unchecked(game, unchecked, move);
      CHECK_EQ(state_to_bytes(game, checked), state_to_bytes(game, unchecked));
      CHECK_EQ(checked.ply, s.ply + 1);
    }
  });
}

TEST(play_turns_and_final_round) {  // R16, R17, R22-R25, R81-R83, Q07, Q10
  Random random(5);
  int rounds = 0;
  for (int i = 0; i < 120; ++i) {
    const G game = test::random_game(random, kMinPlayers + i % 4);
    const int n = game.num_players;
    std::uint32_t turn = 0, last_turn = UINT32_MAX;
    int seat = -1;
    const S end = test::play_randomly(game, random.word(), random, [&](const S& s, const auto&) {
      if (s.phase == Phase::choose_initial_tickets) {
        CHECK_EQ(s.current, s.ply);
        CHECK_EQ(s.turn, 0);
        return;
      }
      if (seat < 0) seat = s.first_seat;
      if (s.turn != turn) {  // a turn has ended
        CHECK_EQ(s.turn, turn + 1);
        if (last_turn == UINT32_MAX &&
            s.players[static_cast<std::size_t>(seat)].trains <= game.rules.final_round_threshold) {
          last_turn = s.turn + static_cast<std::uint32_t>(n);
          ++rounds;
        }
        turn = s.turn;
        seat = (seat + 1) % n;
      }
      if (!s.is_terminal()) {
        CHECK_EQ(s.current, seat);
        CHECK(s.turn < last_turn);
      }
    });
    CHECK(end.turn == last_turn || end.passes == n ||
          static_cast<int>(end.turn) == game.rules.max_turns);
  }
  CHECK(rounds > 40);
}

TEST(play_moves_cards_as_the_move_says) {  // R21, R22, R32-R35, R42
  Random random(6);
  for (int i = 0; i < 60; ++i) {
    const int players = kMinPlayers + i % 4;
    const MapData map = test::random_map(random, test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    rules.tunnels = false;  // test_tunnels.cpp
    const G game(map, rules, players, 0);
    S s = new_initial_state(game, random.word());
    while (!s.is_terminal()) {
      const Move move = test::pick_by(test::Taste::any_kind, test::legal_moves(game, s), random);
      const S before = s;
      test::CardLog log;
      play_unchecked(game, s, move, log);
      const auto seat = static_cast<std::size_t>(before.current);
      const auto& p = before.players[seat];
      Cards hand = p.hand, known = p.known;
      int trains = p.trains, points = p.route_points;
      auto pay = [&](int kind, int n) {
        hand.remove(kind, n);
        known.remove(kind, std::min(n, known[kind]));
      };
      if (move.kind == Kind::draw_deck) {
        hand.add(log.cards.at(0));
        CHECK_EQ(log.cards.size(), 1);
      } else if (move.kind == Kind::draw_face_up) {
        hand.add(move.color);
        known.add(move.color);
      } else if (move.kind == Kind::claim) {
        const int length = game.map.length(move.route);
        if (move.color != kNoColor) pay(move.color, length - move.locomotives);
        pay(kLocomotive, move.locomotives);
        trains -= length;
        points += game.rules.route_points[static_cast<std::size_t>(length - 1)];
        CHECK(s.players[seat].routes.has(move.route));
      } else if (move.kind == Kind::build_station) {
        if (move.color != kNoColor) pay(move.color, move.cards);
        pay(kLocomotive, move.locomotives);
      } else {
        CHECK(log.cards.empty());
      }
      CHECK_EQ(test::counts(s.players[seat].hand), test::counts(hand));
      CHECK_EQ(test::counts(s.players[seat].known), test::counts(known));
      CHECK_EQ(s.players[seat].trains, trains);
      CHECK_EQ(s.players[seat].route_points, points);
      CHECK_EQ((s.players[seat].routes - p.routes).len(), move.kind == Kind::claim);
      // The row: only the taken slot changes, unless the row went.
      if (move.kind == Kind::draw_face_up && log.cards.size() <= 1) {
        const int slot = before.row.find(move.color);
        for (int other = 0; other < kMaxFaceUp; ++other) {
          const int now = other != slot       ? before.row[other]
                          : log.cards.empty() ? Row::kFree
                                              : log.cards[0];
          CHECK_EQ(s.row[other], now);
        }
      }
      for (int other = 0; other < game.num_players; ++other) {
        if (other == before.current) continue;
        const auto& q = s.players[static_cast<std::size_t>(other)];
        const auto& old = before.players[static_cast<std::size_t>(other)];
        CHECK(q.hand == old.hand && q.known == old.known && q.routes == old.routes &&
              q.tickets == old.tickets && q.trains == old.trains);
      }
      // R26, R27, Q01. A row may only stay when the bound on resets, each of which draws a card,
      // was reached now or when the row or the discards last changed.
      if (detail::row_must_go(game, s) &&
          static_cast<int>(log.cards.size()) < game.rules.max_row_resets) {
        CHECK(move.kind != Kind::claim && move.kind != Kind::build_station &&
              move.kind != Kind::draw_face_up);
        CHECK(detail::row_must_go(game, before));
      }
    }
  }
}

TEST(play_moves_tickets_as_the_move_says) {  // R10, R11, R49, R50, Q11
  Random random(7);
  for (int i = 0; i < 80; ++i) {
    const G game = test::random_game(random, kMinPlayers + i % 4);
    S s = new_initial_state(game, random.word());
    std::deque<int> deck;
    for (int t = 0; t < s.ticket_deck.size(); ++t) deck.push_back(s.ticket_deck[t]);
    while (!s.is_terminal()) {
      const Move move = test::pick_by(test::Taste::any_kind, test::legal_moves(game, s), random);
      const S before = s;
      play_unchecked(game, s, move);
      const auto seat = static_cast<std::size_t>(before.current);
      const auto &was = before.players[seat], &now = s.players[seat];
      if (move.kind == Kind::draw_tickets) {
        CHECK_EQ(now.num_offered,
                 std::min(game.rules.tickets_drawn, static_cast<int>(deck.size())));
        for (std::size_t t = 0; t < now.num_offered; ++t) {
          CHECK_EQ(now.offered[t], deck.front());
          deck.pop_front();
        }
      } else if (move.kind == Kind::keep_tickets) {
        std::vector<int> back;
        auto kept = was.tickets;
        for (std::size_t t = 0; t < was.num_offered; ++t)
          if (move.keep >> t & 1)
            kept.insert(was.offered[t]);
          else
            back.push_back(was.offered[t]);
        std::ranges::sort(back);
        CHECK(now.tickets == kept);
        CHECK_EQ(now.num_offered, 0);
        const bool initial = before.phase == Phase::choose_initial_tickets;
        if (initial && game.rules.initial_tickets_return == 1) back.clear();
        if (!game.rules.mixes_long_tickets())
          std::erase_if(back, [&](int t) { return game.map.long_tickets().has(t); });
        deck.insert(deck.end(), back.begin(), back.end());
      }
      CHECK_EQ(s.ticket_deck.size(), deck.size());
      for (int t = 0; t < s.ticket_deck.size(); ++t)
        CHECK_EQ(s.ticket_deck[t], deck[static_cast<std::size_t>(t)]);
    }
  }
}

TEST(new_future_keeps_what_is_known) {
  Random random(8);
  int different = 0;
  test::for_random_games(20, 9, [&](const auto& game, const auto& s, const auto&) {
    const std::uint64_t seed = random.word();
    S t = with_new_future(s, seed);
    CHECK(state_is_ok(game, t));
    CHECK_EQ(t.seed, mix64(seed + kCloneSalt));
    CHECK(t.chance == Stream(t.seed, s.game_index, kChanceStream, t.chance.position()));
    std::vector<int> unseen, reshuffled;
    for (int i = 0; i < s.ticket_deck.size(); ++i)
      if (i < s.unseen_tickets) {
        unseen.push_back(s.ticket_deck[i]);
        reshuffled.push_back(t.ticket_deck[i]);
      } else {
        CHECK_EQ(t.ticket_deck[i], s.ticket_deck[i]);
      }
    different += unseen != reshuffled;
    std::ranges::sort(unseen);
    std::ranges::sort(reshuffled);
    CHECK_EQ(reshuffled, unseen);
    CHECK_EQ(state_to_bytes(game, with_new_future(s, seed)), state_to_bytes(game, t));
    t.seed = s.seed;
    t.game_index = s.game_index;
    t.chance = s.chance;
    t.ticket_deck = s.ticket_deck;
    CHECK_EQ(state_to_bytes(game, t), state_to_bytes(game, s));
  });
  CHECK(different > 100);
}

TEST(perft_counts_what_the_table_allows) {
  for (int players = 2; players <= 3; ++players)
    for (std::uint8_t payments : {0, 1}) {
      Rules rules = preset("europe");
      rules.payments = payments;
      const G game = test::small_europe(players, rules);
      S s = new_initial_state(game, 5);
      CHECK_EQ(perft(game, s, 0), 1);
      CHECK_EQ(perft(game, s, 1), 11);
      CHECK_EQ(perft(game, s, 2), 121);
      CHECK_EQ(perft(game, s, 3), perft_by_table(game, s, 3));
      Random random(9);
      for (int ply = 0; ply < 40 && !s.is_terminal(); ++ply) {
        if (ply % 8 == 7) CHECK_EQ(perft(game, s, 2), perft_by_table(game, s, 2));
        play_unchecked(game, s, random.one_of(test::legal_moves(game, s)));
      }
    }
}

TEST(perft_stops_at_the_end) {
  Random random(10);
  const G game = test::small_game(2);
  S last{};
  const S end = test::play_randomly(game, 1, random, [&](const S& s, const auto&) {
    if (!s.is_terminal()) last = s;
  });
  CHECK_EQ(perft(game, end, 0), 1);
  CHECK_EQ(perft(game, end, 1), 0);
  CHECK_EQ(perft(game, last, 3), perft_by_table(game, last, 3));
}
