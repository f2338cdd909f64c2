// resign.hpp (R94, R95, Q05, Q08).
#include <deque>

#include "positions.hpp"

using namespace ttr;
using test::cards;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

void resign(const G& game, S& s, int seat) {
  CHECK(can_resign(s, seat));
  resign_unchecked(game, s, seat);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
}

}  // namespace

TEST(resign_Q08_the_last_of_two_ends_the_game) {
  for (int seat : {0, 1}) {
    const G game = test::small_game(2);
    S s = test::first_turn(game);
    resign(game, s, seat);
    CHECK(s.is_terminal());
    CHECK_EQ(s.turn, 0);
    for (int other : {0, 1}) CHECK(!can_resign(s, other));
  }
}

TEST(resign_in_turn_the_next_active_seat_moves) {
  const G game = test::small_game(4);
  S s = test::first_turn(game);
  play_unchecked(game, s, Move::draw_deck());  // between two cards
  const S before = s;
  resign(game, s, 0);
  CHECK_EQ(s.current, 1);
  CHECK_EQ(s.turn, 0);
  CHECK_EQ(s.ply, before.ply);
  CHECK(s.phase == Phase::choose_action);
  CHECK(s.players[0].hand == before.players[0].hand);  // Q05: set aside
  resign(game, s, 3);                                  // out of turn
  CHECK_EQ(s.current, 1);
  for (int turn = 0; turn < 6; ++turn) {
    CHECK_EQ(s.current, turn % 2 == 0 ? 1 : 2);
    play_unchecked(game, s, Move::draw_deck());
    play_unchecked(game, s, Move::draw_deck());
  }
  CHECK(!can_resign(s, 0) && !can_resign(s, 3));
}

TEST(resign_cards_are_never_drawn_again) {  // Q05, R02
  Random random(1);
  for (int i = 0; i < 30; ++i) {
    const G game = test::random_game(random, kMinPlayers + 1 + i % 3);
    S s = test::first_turn(game, random.word());
    for (int ply = random.below(30); ply > 0 && !s.is_terminal(); --ply)
      play_unchecked(game, s, random.one_of(test::legal_moves(game, s)));
    if (s.is_terminal()) continue;
    const int seat = random.below(game.num_players);
    resign(game, s, seat);
    const auto kept = s.players[static_cast<std::size_t>(seat)];
    while (!s.is_terminal()) {
      CHECK(s.current != seat);
      play_unchecked(game, s, random.one_of(test::legal_moves(game, s)));
    }
    const auto& now = s.players[static_cast<std::size_t>(seat)];
    CHECK(now.hand == kept.hand && now.routes == kept.routes && now.tickets == kept.tickets);
    CHECK_EQ(now.trains, kept.trains);
  }
}

TEST(resign_initial_choice_is_returned) {  // R10, R11, Q10
  for (std::uint8_t where : {0, 1}) {
    Rules rules = preset("europe");
    rules.initial_tickets_return = where;
    const G game = test::small_europe(4, rules);
    for (int seat = 0; seat < 4; ++seat) {
      S s = new_initial_state(game, 2);
      CHECK(play(game, s, Move::keep_tickets(0b0011)));
      const int size = s.ticket_deck.size();
      resign(game, s, seat);
      const auto& p = s.players[static_cast<std::size_t>(seat)];
      CHECK_EQ(p.num_offered, 0);
      CHECK_EQ(p.tickets.len(), seat == 0 ? 2 : 0);
      CHECK_EQ(s.ticket_deck.size(), size + (where == 0 && seat > 0 ? 3 : 0));
      CHECK_EQ(s.current, seat == 1 ? 2 : 1);
      while (s.phase == Phase::choose_initial_tickets)
        CHECK(play(game, s, Move::keep_tickets(0b1111)));
      CHECK_EQ(s.current, seat == 0 ? 1 : 0);  // the first seat, or the one after it
    }
  }
}

TEST(resign_last_initial_choice_starts_the_game) {
  const G game = test::small_europe(3);
  S s = new_initial_state(game, 2);
  for (int seat = 0; seat < 2; ++seat) CHECK(play(game, s, Move::keep_tickets(0b0111)));
  resign(game, s, 2);
  CHECK(s.phase == Phase::choose_action);
  CHECK_EQ(s.current, 0);
}

TEST(resign_all_but_one_before_the_first_turn) {  // Q08
  const G game = test::small_europe(3);
  S s = new_initial_state(game, 2);
  resign(game, s, 1);
  resign(game, s, 0);
  CHECK(s.is_terminal());
  for (const auto& p : s.players) CHECK_EQ(p.num_offered, 0);
}

TEST(resign_offered_tickets_go_under_the_deck) {  // R50, Q11
  for (std::uint8_t where : {0, 1}) {
    Rules rules;
    rules.initial_tickets_return = where;
    const G game = test::small_game(3, rules);
    S s = test::first_turn(game);
    play_unchecked(game, s, Move::draw_tickets());
    std::vector<int> offered(s.mover().offered.begin(), s.mover().offered.begin() + 3);
    std::ranges::sort(offered);
    const int size = s.ticket_deck.size();
    resign(game, s, 0);
    CHECK_EQ(s.ticket_deck.size(), size + 3);
    for (int i = 0; i < 3; ++i)
      CHECK_EQ(s.ticket_deck[size + i], offered[static_cast<std::size_t>(i)]);
    CHECK_EQ(s.players[0].tickets.len(), 3);
    CHECK_EQ(s.current, 1);
  }
}

TEST(resign_pending_tunnel_is_declined) {  // R64
  MapData data = test::small_europe_map();
  data.routes = {{0, 1, 2, test::green, 0, true}};
  Rules rules = preset("europe");
  rules.face_up_size = 0;
  const G game(data, rules, 3, 0);
  for (int seat = 0; seat < 3; ++seat) {
    S s = test::first_turn(game);
    test::set_table(game, s, {cards({{test::green, 4}}), cards({{test::green, 3}}), {}, {}});
    CHECK(play(game, s, Move::claim(0, test::green, 0)));
    CHECK(s.phase == Phase::pay_tunnel);
    resign(game, s, seat);
    if (seat == 0) {
      CHECK(s.players[0].hand == cards({{test::green, 4}}));
      CHECK(s.players[0].known == cards({{test::green, 2}}));
      CHECK_EQ(s.current, 1);
      CHECK_EQ(s.turn, 0);
    } else {
      CHECK(s.phase == Phase::pay_tunnel);
      resign(game, s, 3 - seat);  // the mover is alone: its tunnel is declined, the game over
      CHECK(s.is_terminal());
      CHECK(s.players[0].hand == cards({{test::green, 4}}));
    }
  }
}

TEST(resign_R95_final_round_counts_active_seats) {
  MapData data = test::small_map();
  data.routes = {{0, 1, 1, kGray}, {1, 2, 1, kGray}, {2, 3, 1, kGray}, {3, 4, 1, kGray}};
  Rules rules;
  rules.trains_per_player = 3;
  const G game(data, rules, 4, 0);
  // Who resigns after the first turn of the final round, which seat 0 set off; seat 2 is to move.
  for (int seat = -1; seat < 4; ++seat) {
    S s = test::first_turn(game);
    test::set_table(game, s,
                    {cards({{test::red, 1}}),
                     cards({{test::pink, 12}, {test::red, 9}}),
                     {},
                     {test::blue, test::blue, test::blue, test::blue, test::blue}});
    CHECK(play(game, s, Move::claim(0, test::red, 0)));
    CHECK_EQ(s.final_turns_left, 4);
    auto draw = [&] {
      play_unchecked(game, s, Move::draw_deck());
      play_unchecked(game, s, Move::draw_deck());
    };
    draw();
    CHECK_EQ(s.final_turns_left, 3);
    if (seat >= 0) resign(game, s, seat);
    // Seat 1 has had its turn; of the others one turn falls away.
    CHECK_EQ(s.final_turns_left, seat < 0 || seat == 1 ? 3 : 2);
    std::vector<int> order;
    for (; !s.is_terminal(); draw()) order.push_back(s.current);
    std::vector<int> expected = {2, 3, 0};  // R82; Q08: also if the seat that set it off resigns
    std::erase(expected, seat);
    CHECK_EQ(order, expected);
  }
}

TEST(resign_R95_a_round_set_off_later_has_fewer_turns) {
  Rules rules;
  rules.trains_per_player = 3;
  MapData data = test::small_map();
  data.routes = {{0, 1, 1, kGray}};
  const G game(data, rules, 5, 0);
  S s = test::first_turn(game);
  resign(game, s, 2);
  resign(game, s, 4);
  test::set_table(game, s, {cards({{test::red, 1}}), {}, {}, {}});
  CHECK(play(game, s, Move::claim(0, test::red, 0)));
  CHECK_EQ(s.final_turns_left, 3);
}

TEST(resign_R95_passes_of_active_seats) {  // V1, Q07
  // One route, built by seat 0, so nothing can be claimed any more; all cards are held.
  MapData data = test::small_map();
  data.routes = {{0, 1, 1, kGray}};
  const G game(data, {}, 4, 0);
  S start = test::first_turn(game);
  test::set_table(game, start, {{}, {}, {}, {}});
  test::take_ticket_deck(start);
  test::give_route(game, start, 0, 0);
  CHECK_EQ(state_problems(game, start), std::vector<std::string>{});
  auto after_passes = [&](int n) {
    S s = start;
    for (; n > 0; --n) CHECK(play(game, s, Move::pass()));
    return s;
  };
  CHECK(after_passes(4).is_terminal());
  S s = after_passes(2);  // seats 0 and 1; seat 2 is to move
  resign(game, s, 1);     // its pass counts no longer
  CHECK_EQ(s.passes, 1);
  CHECK(play(game, s, Move::pass()));
  CHECK(!s.is_terminal());
  CHECK(play(game, s, Move::pass()));
  CHECK(s.is_terminal());

  s = after_passes(2);
  resign(game, s, 3);  // it has not passed
  CHECK_EQ(s.passes, 2);
  CHECK(play(game, s, Move::pass()));
  CHECK(s.is_terminal());

  s = after_passes(3);  // only seat 3 has not passed, and it goes
  resign(game, s, 3);
  CHECK(s.is_terminal());
}

TEST(resign_R94_Q05_no_bonus_and_ranked_below) {
  const G game = test::small_game(3);
  S s = test::first_turn(game);
  for (auto& p : s.players) p.tickets = {};
  Rules rules = game.rules;
  rules.initial_tickets_return = 1;
  const G out(test::small_map(), rules, 3, 0);  // tickets may be nowhere
  forget_everything(out, s);
  test::give_route(out, s, 1, 11);  // six spaces
  test::give_route(out, s, 2, 2);   // three
  resign(out, s, 1);
  NetworkTrail<UpTo128> trail;
  const ScoreSheet sheet = score_sheet(out, s, trail);
  CHECK(sheet[1].resigned);
  CHECK_EQ(sheet[1].longest, 6);
  CHECK_EQ(sheet[1].bonus, 0);
  CHECK_EQ(sheet[2].bonus, 10);  // the best of the active ones
  CHECK_EQ(sheet[1].total(), 15);
  CHECK_EQ(sheet[0].total(), 0);
  const auto rank = ranks(out.rules, 3, sheet);
  CHECK_EQ(rank[2], 1);
  CHECK_EQ(rank[0], 2);
  CHECK_EQ(rank[1], 3);
  CHECK(s.players[0].closed.has(11));  // its routes stay and block
}

TEST(resign_with_no_active_routes_nobody_has_the_bonus) {  // Q04, Q05
  ScoreSheet sheet;
  sheet[0].longest = 9;
  sheet[0].resigned = true;
  award_longest_trail(Rules(), 3, sheet);
  for (const auto& score : sheet) CHECK(!score.holds_bonus && score.bonus == 0);
}

// The order of turns, the final round and the passes of whole games, against a model that keeps the
// seats in a list.
TEST(resign_in_random_games_follows_a_model) {
  Random random(2);
  int resigned = 0, by_passes = 0, by_round = 0, alone = 0;
  for (int i = 0; i < 400; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const G game = test::random_game(random, players);
    const auto taste = static_cast<test::Taste>(random.below(3));
    S s = new_initial_state(game, random.word());
    // The seats that are still in: first the one to move, then those after it.
    std::deque<int> order;
    for (int k = 0; k < players; ++k) order.push_back((s.first_seat + k) % players);
    std::deque<int> choosing;
    for (int seat = 0; seat < players; ++seat) choosing.push_back(seat);
    std::vector<int> passed;     // in a row
    std::deque<int> last_turns;  // of the final round, those to come
    bool final_round = false;
    int turns = 0;
    auto is_over = [&] {
      return order.size() < 2 || (final_round && last_turns.empty()) ||
             passed.size() == order.size() || turns >= game.rules.max_turns;
    };
    const int chance = random.in(1, 15);
    while (!s.is_terminal()) {
      CHECK(!is_over());
      if (random.percent(chance)) {
        const int seat = random.below(players);
        CHECK_EQ(can_resign(s, seat), std::ranges::count(order, seat) == 1);
        if (can_resign(s, seat)) {
          ++resigned;
          std::erase(order, seat);
          std::erase(choosing, seat);
          std::erase(passed, seat);
          std::erase(last_turns, seat);
          resign(game, s, seat);
        }
      } else {
        const S before = s;
        const Move move = test::pick_by(taste, test::legal_moves(game, s), random);
        play_unchecked(game, s, move);
        if (!choosing.empty()) {
          choosing.pop_front();
        } else {
          if (move.kind == Kind::pass)
            passed.push_back(before.current);
          else
            passed.clear();
          if (s.turn != before.turn) {
            ++turns;
            const int seat = order.front();
            order.pop_front();
            order.push_back(seat);
            if (final_round) {
              last_turns.pop_front();
            } else if (s.players[static_cast<std::size_t>(seat)].trains <=
                       game.rules.final_round_threshold) {
              final_round = true;
              last_turns = order;
            }
          }
        }
      }
      CHECK_EQ(s.turn, turns);
      CHECK_EQ(s.is_terminal(), is_over());
      CHECK_EQ(s.passes, passed.size());
      CHECK_EQ(s.final_turns_left, final_round ? static_cast<int>(last_turns.size()) : -1);
      if (s.is_terminal()) break;
      CHECK_EQ(s.current, choosing.empty() ? order.front() : choosing.front());
    }
    by_passes += passed.size() == order.size();
    by_round += final_round && last_turns.empty();
    alone += order.size() < 2;
  }
  CHECK(resigned > 200 && by_passes > 5 && by_round > 20 && alone > 50);
}
