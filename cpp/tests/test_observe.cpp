// observe.hpp: both forms of an observation say the same, in exactly their room, and within the
// bounds of their slices; a state drawn from what a seat knows looks the same to it.
#include <vector>

#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

// Exactly as large as it must be: the sanitizer watches its ends.
template <class Shape, class T>
std::vector<T> written(const Game<Shape>& game, const ObservationLayout<Shape>& layout,
                       const State<Shape>& s, int seat, View view) {
  const int size = sizeof(T) == 1 ? layout.bytes(view) : layout.size(view);
  std::vector<T> out(static_cast<std::size_t>(size), T{99});
  layout.write(game, s, seat, out.data(), view);
  return out;
}

template <class Shape>
void check_observation(const Game<Shape>& game, const ObservationLayout<Shape>& layout,
                       const State<Shape>& s, int seat) {
  for (View view : {View::observation, View::information_state}) {
    const auto floats = written<Shape, float>(game, layout, s, seat, view);
    const auto bytes = written<Shape, std::uint8_t>(game, layout, s, seat, view);
    for (const ObservationSlice& slice : layout.slices(view)) {
      NOTE(slice, slice.name);
      for (int i = 0; i < slice.size(); ++i) {
        const auto at = static_cast<std::size_t>(slice.byte_offset + i * slice.value_bytes());
        const int value = slice.value_bytes() == 1 ? bytes[at] : bytes[at] + 256 * bytes[at + 1];
        CHECK_EQ(static_cast<int>(floats[static_cast<std::size_t>(slice.offset + i)]), value);
        CHECK(value <= slice.high);
      }
    }
  }
}

template <class Shape>
void check_games(int games, std::uint64_t seed) {
  Random random(seed ^ 1);
  int seen = 0;
  test::for_random_games<Shape>(games, seed, [&](const auto& game, const auto& s, const auto&) {
    if (!random.percent(5)) return;
    const ObservationLayout<Shape> layout(game);
    for (int seat = 0; seat < game.num_players; ++seat) check_observation(game, layout, s, seat);
    ++seen;
  });
  CHECK(seen > 5 * games / 2);
}

}  // namespace

TEST(observe_both_forms_agree) {
  check_games<UpTo128>(40, 1);
  check_games<UpTo256>(12, 2);
}

TEST(observe_a_determinized_state_looks_the_same) {
  Random random(3);
  int seen = 0;
  test::for_random_games(60, 4, [&](const auto& game, const auto& s, const auto&) {
    if (!random.percent(5)) return;
    const ObservationLayout<UpTo128> layout(game);
    const int seat = random.below(game.num_players);
    const auto other = determinize(game, s, seat, random.word());
    NOTE(seat, seat);
    const auto before = complete_tickets(game, s, seat),
               after = complete_tickets(game, other, seat);
    CHECK_EQ(layout.text(game, other, seat, after, View::information_state),
             layout.text(game, s, seat, before, View::information_state));
    ++seen;
  });
  CHECK(seen > 150);
}

TEST(observe_slices_follow_one_another) {
  const auto game = test::small_europe(4);
  const ObservationLayout<UpTo128> layout(game);
  int offset = 0, byte_offset = 0;
  for (const ObservationSlice& slice : layout.slices(View::information_state)) {
    CHECK_EQ(slice.offset, offset);
    CHECK_EQ(slice.byte_offset, byte_offset);
    offset += slice.size();
    byte_offset += slice.bytes();
  }
  CHECK_EQ(layout.size(View::information_state), offset);
  CHECK_EQ(layout.bytes(View::information_state), byte_offset);
  CHECK(layout.size() < offset);
}
