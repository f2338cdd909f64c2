// lockstep/: every quantity of every game, after every turn, is that of the scalar engine.
#include <memory>
#include <string_view>

#include "check.hpp"
#include "lockstep_games.hpp"
#include "ttr/lockstep/kernel.hpp"
#include "ttr/playout.hpp"

using namespace ttr;
using test::MapSize;
using test::Random;

namespace {

namespace lock = ttr::lockstep;
using lock::kGames;

// What has to happen somewhere in the games of a test.
struct Seen {
  int games = 0, passes = 0, passed_out = 0, cut_short = 0, empty_decks = 0, full_rows = 0;
  int empty_ticket_decks = 0, last_lanes = 0;
};

// A game of the scalar engine, a turn at a time.
template <class Shape>
class Reference {
 public:
  Reference(const Game<Shape>& game, const SeatPolicies& policies, std::uint64_t seed,
            std::uint64_t number)
      : game_(&game), policies_(&policies), open_(game),
        state_(new_initial_state(game, seed, number)) {
    for (int seat = 0; seat < game.num_players; ++seat)
      streams_[static_cast<std::size_t>(seat)] =
          Stream(seed, number, kPolicyStream + static_cast<std::uint64_t>(seat));
    while (state_.phase == Phase::choose_initial_tickets) play_ply();
  }

  void play_turn() {
    const auto turn = state_.turn;
    while (state_.turn == turn) play_ply();
  }

  const State<Shape>& state() const { return state_; }
  const Stream& stream(std::size_t seat) const { return streams_[seat]; }

 private:
  void play_ply() {
    const auto seat = static_cast<std::size_t>(state_.current);
    const Move move = pick_move((*policies_)[seat], *game_, state_, open_, streams_[seat]);
    CHECK(play(*game_, state_, move, FollowOpenRoutes<Shape>{*game_, state_, open_}));
  }

  const Game<Shape>* game_;
  const SeatPolicies* policies_;
  OpenRoutes<Shape> open_;
  State<Shape> state_;
  std::array<Stream, kMaxPlayers> streams_;
};

// --- One game of the lockstep engine against one of the scalar engine ----------------------------

// Two streams at the same place give the same words; two words are enough to tell others apart.
bool same_stream(const lock::Streams& streams, int g, Stream expected) {
  const int place = lock::place_of(g);
  const std::uint64_t at = streams.at[place], step = streams.step[place];
  return mix64(at + step) == expected.next() && mix64(at + 2 * step) == expected.next();
}

template <int kMembers, std::size_t kWords>
BitSet<kMembers> set_of(const std::uint64_t (&words)[kWords]) {
  return BitSet<kMembers>::from_words(words, BitSet<kMembers>::kWords);
}

Cards cards_of(const lock::Piles& piles, int g) {
  Cards cards;
  for (int c = 0; c < kCardKinds; ++c) cards.add(c, piles[c][g]);
  return cards;
}

int counted(const lock::Counts& counts, int offset, int g) {
  return reinterpret_cast<const std::uint8_t*>(counts.rows)[offset + 2 * g];
}

// The first quantity that differs; empty if none does. NOTEs would take longer than all the rest.
template <class Shape, int kWords>
std::string_view difference_of_routes(const Game<Shape>& game, const lock::Table& table,
                                      const lock::Games<kWords>& games, int g,
                                      const State<Shape>& s) {
  using RouteSet = BitSet<Shape::routes>;
  const auto closed = set_of<Shape::routes>(games.closed[g]);
  RouteSet all_owned;
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    const auto owned = set_of<Shape::routes>(games.owned[seat][g]);
    if (owned != p.routes) return "routes owned";
    all_owned |= owned;
    RouteSet blocked;
    if (!table.lanes_close) blocked = set_of<Shape::routes>(games.blocked[seat][g]);
    if ((closed | blocked) != p.closed) return "routes closed or blocked";
    if (table.lanes_close && seat > 0) continue;
    for (int i = 0; i < table.num_lengths; ++i)
      for (int c = 0; c < kRouteColors; ++c) {
        const RouteSet group = game.map.group(table.lengths[static_cast<std::size_t>(i)], c);
        const int at = lock::count_offset(i, c);
        if (counted(games.open, at, g) != (group - closed).len()) return "open routes, counted";
        if (table.lanes_close) continue;
        if (counted(games.open_to_others[seat], at, g) != ((group & blocked) - closed).len())
          return "routes open to others, counted";
      }
  }
  return table.lanes_close || closed == all_owned ? "" : "routes closed";
}

template <class Shape, int kWords>
std::string_view difference_of_tickets(const lock::Table& table, const lock::Games<kWords>& games,
                                       int g, const State<Shape>& s) {
  for (int seat = 0; seat < table.players; ++seat)
    for (int w = 0; w < table.ticket_words; ++w)
      if (games.kept[seat][w][g] != s.players[static_cast<std::size_t>(seat)].tickets.word(w))
        return "tickets kept";
  if (games.ticket_count[g] != s.ticket_deck.size()) return "size of the ticket deck";
  if (games.has_tickets[g] != (s.ticket_deck.size() > 0)) return "has_tickets";
  for (int i = 0; i < s.ticket_deck.size(); ++i) {
    const int at = (games.ticket_top[g] + i) & (table.ticket_ring - 1);
    if (games.ring[g * table.ticket_ring + at] != s.ticket_deck[i]) return "ticket deck";
  }
  return "";
}

template <class Shape, int kWords>
std::string_view difference(const Game<Shape>& game, const lock::Table& table,
                            const lock::Games<kWords>& games, int g,
                            const Reference<Shape>& reference) {
  const State<Shape>& s = reference.state();
  if (cards_of(games.deck, g) != s.deck) return "deck";
  if (cards_of(games.discard, g) != s.discard) return "discards";
  if (cards_of(games.face_up, g) != s.face_up) return "face-up row";
  if (games.deck_total[g] != s.deck.total()) return "deck_total";
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    if (cards_of(games.hand[seat], g) != p.hand) return "hand";
    if (games.trains[seat][g] != p.trains) return "trains";
    if (!same_stream(games.policy[seat], g, reference.stream(static_cast<std::size_t>(seat))))
      return "random stream of a policy";
  }
  if (!same_stream(games.chance, g, s.chance)) return "random stream of chance";
  if (games.turns[g] != s.turn) return "turns";
  if (games.plies[g] != s.ply) return "plies";
  if (games.passes[g] != s.passes) return "passes";
  if (games.first_seat[g] != s.first_seat) return "first seat";
  const bool final_round = s.final_turns_left != State<Shape>::kNoFinalRound;
  if (games.final_turns[g] != (final_round ? s.final_turns_left : lock::kNoFinalRound))
    return "final turns";
  const auto routes = difference_of_routes(game, table, games, g, s);
  return routes.empty() ? difference_of_tickets(table, games, g, s) : routes;
}

template <class Shape, int kWords>
void check_game(const Game<Shape>& game, const lock::Table& table, const lock::Games<kWords>& games,
                int g, const Reference<Shape>& reference) {
  const auto found = difference(game, table, games, g, reference);
  if (found.empty()) return;
  NOTE(lane, g);
  NOTE(turn, reference.state().turn);
  check::fail(__FILE__, __LINE__, "the engines differ: " + std::string(found));
}

// --- Both engines side by side -------------------------------------------------------------------

// Plays games as Lockstep does, except that chance decides when a lane gets a new game, and which.
// A game waits for its first seat, then misses no turn.
template <class Shape, int kWords>
class SideBySide {
 public:
  SideBySide(const Game<Shape>& game, Random& random, std::size_t count, Seen& seen)
      : game_(game), random_(random), seen_(seen), policies_(test::random_policies(random)),
        table_(lock::make_table(game)), count_(count) {
    run_.table = &table_;
    run_.seed = random.word();
    // Numbers of games may go round.
    run_.first_game = random.percent(50) ? random.word() : ~std::uint64_t{0} - count / 2;
    run_.count = count;
  }

  void play() {
    int seat = random_.below(game_.num_players);
    for (std::size_t ended = 0; ended < count_;) {
      fill_lanes();
      ended += play_turn(seat);
      seat = (seat + 1) % game_.num_players;
    }
  }

 private:
  using Lane = std::unique_ptr<Reference<Shape>>;  // nullptr: free

  void fill_lanes() {
    std::vector<int> free_lanes;
    for (int g = 0; g < kGames; ++g)
      if (lanes_[static_cast<std::size_t>(g)] == nullptr) free_lanes.push_back(g);
    random_.shuffle(free_lanes);
    for (int g : free_lanes) {
      if (next_ == count_ || random_.percent(20)) return;
      const int i = static_cast<int>(next_ % kGames);
      if (i == 0) lock::deal(run_, *dealt_, next_);
      auto reference =
          std::make_unique<Reference<Shape>>(game_, policies_, run_.seed, run_.first_game + next_);
      lock::NewGame game;
      lock::take_game(table_, *dealt_, i, game);
      CHECK_EQ(game.row, next_);
      lock::put_game(table_, game, dealt_->ring + i * table_.ticket_ring, g, *games_);
      check_game(game_, table_, *games_, g, *reference);
      CHECK_EQ(games_->row[g], next_);
      lanes_[static_cast<std::size_t>(g)] = std::move(reference);
      ++next_;
    }
  }

  std::size_t play_turn(int seat) {
    std::uint64_t live = 0, over = 0;
    for (int g = 0; g < kGames; ++g) {
      const Lane& lane = lanes_[static_cast<std::size_t>(g)];
      if (lane != nullptr && lane->state().current == seat) live |= std::uint64_t{1} << g;
    }
    const std::uint64_t ended = lock::to_bits(lockstep_turn(lock::from_bits(live), seat));
    for (int g = 0; g < kGames; ++g) {
      Lane& lane = lanes_[static_cast<std::size_t>(g)];
      if (lane == nullptr) continue;
      if (live >> g & 1) lane->play_turn();
      check_game(game_, table_, *games_, g, *lane);
      if (live >> g & 1) look_at(lane->state(), seat);
      if (!lane->state().is_terminal()) continue;
      over |= std::uint64_t{1} << g;
      lane = nullptr;
    }
    CHECK_EQ(ended, over);
    return static_cast<std::size_t>(std::popcount(over));
  }

  lock::Mask lockstep_turn(lock::Mask live, int seat) {
    const bool by_type = policies_[static_cast<std::size_t>(seat)] == Policy::random_type;
    if (by_type)
      return table_.lanes_close ? lock::play_turn<true, true>(table_, *games_, live, seat)
                                : lock::play_turn<true, false>(table_, *games_, live, seat);
    return table_.lanes_close ? lock::play_turn<false, true>(table_, *games_, live, seat)
                              : lock::play_turn<false, false>(table_, *games_, live, seat);
  }

  void look_at(const State<Shape>& s, int seat) {
    seen_.passes += s.passes > 0;
    seen_.empty_decks += s.deck.is_empty();
    seen_.full_rows += game_.rules.reset_locomotives > 0 &&
                       s.face_up.locomotives() >= game_.rules.reset_locomotives;
    seen_.empty_ticket_decks += s.ticket_deck.size() == 0;
    if (!s.is_terminal()) return;
    ++seen_.games;
    seen_.passed_out += s.passes == game_.num_players;
    seen_.cut_short += s.final_turns_left != 0 && s.passes < game_.num_players;
    if (table_.lanes_close) return;
    s.players[static_cast<std::size_t>(seat)].routes.for_each([&](int r) {
      bool shared = false;
      for (int other = 0; other < game_.num_players; ++other)
        shared |=
            other != seat &&
            !(s.players[static_cast<std::size_t>(other)].routes & game_.map.lanes(r)).is_empty();
      seen_.last_lanes += shared;
    });
  }

  const Game<Shape>& game_;
  Random& random_;
  Seen& seen_;
  const SeatPolicies policies_;
  const lock::Table table_;
  lock::Run run_{};
  const std::unique_ptr<lock::Games<kWords>> games_ = std::make_unique<lock::Games<kWords>>();
  const std::unique_ptr<lock::Games<kWords>> dealt_ = std::make_unique<lock::Games<kWords>>();
  std::array<Lane, kGames> lanes_;
  std::size_t next_ = 0, count_;
};

template <class Shape, int kWords>
void play_side_by_side(const Game<Shape>& game, Random& random, std::size_t count, Seen& seen) {
  NOTE(players, game.num_players);
  NOTE(routes, game.map.num_routes());
  SideBySide<Shape, kWords>(game, random, count, seen).play();
}

template <class Shape, int kWords>
void check_random_games(int boards, std::size_t count, std::uint64_t seed, Seen& seen,
                        const MapSize* size = nullptr) {
  Random random(seed);
  for (int i = 0; i < boards; ++i) {
    NOTE(number, i);
    const auto game = test::lockstep_game<Shape>(random, kMinPlayers + i % 4,
                                                 size ? *size : test::random_size(random));
    play_side_by_side<Shape, kWords>(game, random, count, seen);
  }
}

}  // namespace

TEST(lockstep_turns_are_those_of_the_scalar_engine_by_any_rules) {
  Seen seen;
  check_random_games<UpTo128, 2>(16, 70, 1, seen);
  CHECK_EQ(seen.games, 16 * 70);
  CHECK(seen.passes > 100 && seen.passed_out > 10 && seen.cut_short > 10);
  CHECK(seen.empty_decks > 100 && seen.full_rows > 10 && seen.empty_ticket_decks > 100);
  CHECK(seen.last_lanes > 100);
}

TEST(lockstep_turns_on_boards_of_the_usual_size) {
  Seen seen;
  Random random(2);
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    const auto game = test::lockstep_game<UpTo128>(random, players, test::kUsual,
                                                   [](const MapData&) { return preset("usa"); });
    play_side_by_side<UpTo128, 2>(game, random, 65, seen);
  }
  CHECK_EQ(seen.games, 260);
}

TEST(lockstep_turns_on_wide_boards) {
  Seen seen;
  check_random_games<UpTo256, 4>(2, 65, 3, seen, &test::kLarge);
  check_random_games<UpTo256, 4>(2, 65, 4, seen, &test::kLargest);
  check_random_games<UpTo256, 4>(2, 65, 5, seen);
}

// Sixty trains and few routes: cards and tickets run out, everybody passes.
TEST(lockstep_turns_when_nothing_is_left_to_do) {
  Seen seen;
  Random random(6);
  for (int i = 0; i < 8; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    Rules rules = test::lockstep_rules(random, test::small_map(), players);
    rules.trains_per_player = 60;
    rules.final_round_threshold = 0;
    rules.initial_cards = 12;
    rules.max_turns = kMaxTurns;
    rules.route_points.resize(kMaxLength);
    const Game<UpTo128> game(test::small_map(), rules, players, kFirstSeatBySeed);
    play_side_by_side<UpTo128, 2>(game, random, 64, seen);
  }
  CHECK_EQ(seen.passed_out, seen.games);
}

// A seat may own one of the lanes, up to four of them lie side by side (R44-R46).
TEST(lockstep_turns_with_many_lanes) {
  Seen seen;
  Random random(7);
  for (int i = 0; i < 12; ++i) {
    NOTE(number, i);
    MapData map = test::small_map();
    for (int lane = 0; lane < 3; ++lane)
      map.routes.push_back({6 + lane % 2, 7 - lane % 2, random.in(1, 3), random.below(9)});
    for (int lane = 0; lane < 2; ++lane) map.routes.push_back({0, 2, 1, random.below(9)});
    const int players = kMinPlayers + i % 4;
    Rules rules = test::lockstep_rules(random, map, players);
    rules.second_track_min_players = 1 + i % 6;
    rules.max_turns = 400;
    const Game<UpTo128> game(map, rules, players, kFirstSeatBySeed);
    CHECK_EQ(lock::obstacle(game), "");
    CHECK_EQ(lock::make_table(game).most_lanes, lock::kMaxLanes);
    play_side_by_side<UpTo128, 2>(game, random, 64, seen);
  }
  CHECK(seen.last_lanes > 1000);
}
