// policy_view.hpp, plugin_playout.hpp: what compiled policies see, and the games they play.
#include <cstring>

#include "games.hpp"
#include "ttr/determinize.hpp"
#include "ttr/plugin_playout.hpp"

using namespace ttr;
using test::Random;

namespace {

// As bytes, without what a policy may not follow and what numbers the game.
std::vector<unsigned char> bytes_of(const ttr_policy_view& view) {
  std::vector<unsigned char> bytes(sizeof view);
  std::memcpy(bytes.data(), &view, sizeof view);
  std::memset(bytes.data() + offsetof(ttr_policy_view, truth), 0, sizeof view.truth);
  std::memset(bytes.data() + offsetof(ttr_policy_view, game), 0, sizeof view.game);
  return bytes;
}

// Of a viewer that has shown nothing before.
template <class Shape>
std::vector<unsigned char> fresh_view(const Game<Shape>& game, const State<Shape>& s) {
  return bytes_of(PolicyViewer<Shape>(game).show(s, 77));
}

std::int32_t uniform(const ttr_policy_view* view, const ttr_policy_game*, void*) {
  const auto n = static_cast<std::uint32_t>(view->num_legal);
  return view->legal[ttr_policy_below(ttr_policy_word(view, 0), n)];
}

// Uniform too, from the state behind the view; counts in user_data how often it was asked.
std::int32_t by_truth(const ttr_policy_view* view, const ttr_policy_game*, void* user_data) {
  ++*static_cast<int*>(user_data);
  return borrow_truth(*view).visit([&](const auto& game, const auto& s) -> std::int32_t {
    const auto moves = test::legal_moves(game, s);
    const auto n = static_cast<std::uint32_t>(moves.size());
    return game.actions.number(moves[ttr_policy_below(ttr_policy_word(view, 0), n)]);
  });
}

std::int32_t wrong(const ttr_policy_view* view, const ttr_policy_game* game, void*) {
  return view->ply < 9 ? view->legal[0] : game->num_actions;
}

// Scores of `count` games.
template <class Shape>
std::vector<std::int16_t> scores(const Game<Shape>& game, const SeatPlayers& players,
                                 std::uint64_t first_game, std::size_t count,
                                 bool stopped = false) {
  std::vector<std::int16_t> out(count * static_cast<std::size_t>(game.num_players), -1);
  PlayoutColumns columns;
  columns.scores = out.data();
  NetworkTrail<Shape> trail;
  const auto description = policy_game(game);
  std::atomic<bool> stop = stopped;
  PluginPlayouts<Shape> playouts(game, *description, players);
  playouts.run(5, first_game, 0, count, trail, columns, stop);
  return out;
}

template <class Shape>
void check_games(std::uint64_t seed, int games) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const auto game = test::random_game<Shape>(random, players);
    SeatPlayers seats{}, others{};
    int asked = 0;
    for (auto& seat : seats) seat.function = &uniform;
    for (auto& seat : others) seat = {Policy::random, &by_truth, &asked};
    const auto all = scores(game, seats, 0, 6);
    CHECK_EQ(scores(game, others, 0, 6), all);
    CHECK(asked > 0);
    const auto later = scores(game, seats, 3, 3);
    CHECK(std::ranges::equal(later, std::vector(all.end() - 3 * players, all.end())));

    seats[0] = {Policy::random_type, nullptr, nullptr};
    others[0] = seats[0];
    CHECK_EQ(scores(game, others, 0, 6), scores(game, seats, 0, 6));
    seats.fill(seats[0]);
    std::vector<std::int16_t> built_in(static_cast<std::size_t>(6 * players));
    PlayoutColumns columns;
    columns.scores = built_in.data();
    NetworkTrail<Shape> trail;
    SeatPolicies policies;
    policies.fill(Policy::random_type);
    run_playouts(game, policies, 5, 0, 0, 6, trail, columns, std::atomic<bool>(false));
    CHECK_EQ(scores(game, seats, 0, 6), built_in);
  }
}

}  // namespace

TEST(view_is_the_same_in_all_states_that_the_seat_cannot_tell_apart) {
  int compared = 0;
  std::uint64_t seed = 0;
  for (int group = 0; group < 6; ++group) {
    Random random(static_cast<std::uint64_t>(group));
    const auto game = test::random_game<UpTo128>(random, kMinPlayers + group % 4);
    PolicyViewer<UpTo128> viewer(game);  // sees one seat after the other
    test::play_randomly(
        game, random.word(), random,
        [&](const auto& s, const auto&) {
          if (s.is_terminal()) return;
          const auto seen = fresh_view(game, s);
          CHECK(bytes_of(viewer.show(s, 77)) == seen);
          for (int i = 0; i < 3; ++i) {
            const auto possible = determinize(game, s, s.current, ++seed);
            CHECK(fresh_view(game, possible) == seen);
            ++compared;
          }
        },
        2);
  }
  CHECK(compared > 300);
}

TEST(plugins_play_the_games_that_they_should) { check_games<UpTo128>(1, 12); }
TEST(plugins_play_wide_games_too) { check_games<UpTo256>(2, 4); }

TEST(plugins_at_fault_and_a_stop_end_the_run) {
  Random random(3);
  const Game<UpTo128> game(test::small_map(), Rules(), 3, 0);
  SeatPlayers seats{};
  seats.fill({Policy::random, &wrong, nullptr});
  CHECK_THROWS(PolicyFault, scores(game, seats, 0, 2));
  seats.fill({Policy::random, &uniform, nullptr});
  for (const auto score : scores(game, seats, 0, 2, true)) CHECK_EQ(score, -1);
}
