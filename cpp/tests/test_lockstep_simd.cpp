// lockstep/simd.hpp: every function on rows of 64 numbers against the same on one number.
#include <array>
#include <functional>

#include "check.hpp"
#include "random.hpp"
#include "ttr/lockstep/games.hpp"
#include "ttr/lockstep/transpose.hpp"

using namespace ttr::lockstep;
using ttr::mix64;
using ttr::test::Random;

namespace {

using Numbers = std::array<int, kGames>;
constexpr int kTrials = 400;

// Edges are as common as all numbers between them.
int a_number(Random& random, int below) {
  constexpr int kEdges[] = {0, 1, 2, 127, 128, 254, 255, 256, 32767, 32768, 65534, 65535};
  const int edge = kEdges[random.below(12)];
  return edge < below && random.percent(50) ? edge : random.below(below);
}
Numbers numbers(Random& random, int below) {
  Numbers n;
  const bool all_equal = random.percent(10);
  for (int& x : n) x = a_number(random, below);
  if (all_equal) n.fill(n[0]);
  return n;
}
std::uint64_t some_games(Random& random) {
  const int kind = random.below(5);
  if (kind == 0) return 0;
  if (kind == 1) return ~std::uint64_t{0};
  return kind == 2 ? std::uint64_t{1} << random.below(kGames) : random.word();
}
bool has(std::uint64_t games, int g) { return games >> g & 1; }

template <class Row>
Row row_of(const Numbers& n) {
  Row row;
  using Number = std::conditional_t<std::same_as<Row, Bytes>, std::uint8_t, std::uint16_t>;
  for (int g = 0; g < kGames; ++g) row[g] = static_cast<Number>(n[static_cast<std::size_t>(g)]);
  return row;
}
Pairs pairs_of(const Numbers& first, const Numbers& second) {
  Numbers both;
  for (std::size_t g = 0; g < kGames; ++g) both[g] = first[g] + 256 * second[g];
  return row_of<Pairs>(both);
}

using Expected = std::function<int(std::size_t)>;  // of a game

void same(const char* name, const auto& row, int below, const Expected& expected) {
  NOTE(function, name);
  for (std::size_t g = 0; g < kGames; ++g) {
    NOTE(game, g);
    CHECK_EQ(row[static_cast<int>(g)], ((expected(g) % below) + below) % below);
  }
}
void same(const char* name, const Bytes& row, const Expected& expected) {
  same(name, row, 1 << 8, expected);
}
void same(const char* name, const Halves& row, const Expected& expected) {
  same(name, row, 1 << 16, expected);
}
void same(const char* name, const Pairs& row, const Expected& first, const Expected& second) {
  same(name, row, 1 << 16, [&](std::size_t g) {
    return ((first(g) % 256) + 256) % 256 + 256 * (((second(g) % 256) + 256) % 256);
  });
}
void same_set(const char* name, Mask games, const Expected& expected) {
  NOTE(function, name);
  const std::uint64_t bits = to_bits(games);
  for (std::size_t g = 0; g < kGames; ++g) {
    NOTE(game, g);
    CHECK_EQ(static_cast<int>(bits >> g & 1), static_cast<int>(expected(g) != 0));
  }
  CHECK_EQ(any(games), bits != 0);
}

}  // namespace

TEST(lockstep_simd_sets_of_games) {
  Random random(1);
  CHECK_EQ(to_bits(no_games()), 0u);
  CHECK_EQ(to_bits(all_games()), ~std::uint64_t{0});
  CHECK(!any(no_games()) && any(all_games()));
  for (int g = 0; g < kGames; ++g) {
    const std::uint64_t one = std::uint64_t{1} << g;
    CHECK_EQ(to_bits(from_bits(one)), one);
    CHECK_EQ(to_bits(from_bits(~one)), ~one);
    CHECK(any(from_bits(one)));
  }
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::uint64_t a = some_games(random), b = some_games(random);
    const Mask m = from_bits(a), n = from_bits(b);
    CHECK_EQ(to_bits(m), a);
    CHECK_EQ(any(m), a != 0);
    CHECK_EQ(to_bits(m & n), a & b);
    CHECK_EQ(to_bits(m | n), a | b);
    CHECK_EQ(to_bits(but_not(m, n)), a & ~b);
    CHECK_EQ(to_bits(whole_mask(half_mask(m))), a);
    std::uint64_t visited = 0;
    for_each(m, [&](int g) {
      CHECK(visited >> g == 0);  // ascending
      visited |= std::uint64_t{1} << g;
    });
    CHECK_EQ(visited, a);
  }
}

TEST(lockstep_simd_bytes) {
  Random random(2);
  for (int trial = 0; trial < kTrials; ++trial) {
    const Numbers a = numbers(random, 256);
    const Numbers b = random.percent(20) ? a : numbers(random, 256);
    const Bytes x = row_of<Bytes>(a), y = row_of<Bytes>(b);
    const std::uint64_t games = some_games(random);
    const Mask m = from_bits(games);
    const auto in = [&](std::size_t g) { return has(games, static_cast<int>(g)); };
    same("bytes", bytes(a[0]), [&](std::size_t) { return a[0]; });
    same("+", x + y, [&](std::size_t g) { return a[g] + b[g]; });
    same("-", x - y, [&](std::size_t g) { return a[g] - b[g]; });
    same("less", less(x, y), [&](std::size_t g) { return std::max(a[g] - b[g], 0); });
    same("min", min(x, y), [&](std::size_t g) { return std::min(a[g], b[g]); });
    same("max", max(x, y), [&](std::size_t g) { return std::max(a[g], b[g]); });
    same_set("==", x == y, [&](std::size_t g) { return a[g] == b[g]; });
    same_set("<", x < y, [&](std::size_t g) { return a[g] < b[g]; });
    same_set(">=", x >= y, [&](std::size_t g) { return a[g] >= b[g]; });
    same_set("nonzero", nonzero(x), [&](std::size_t g) { return a[g] != 0; });
    same("select", select(m, x, y), [&](std::size_t g) { return in(g) ? a[g] : b[g]; });
    same("where", where(m, x), [&](std::size_t g) { return in(g) ? a[g] : 0; });
    same("add", add(m, x, y), [&](std::size_t g) { return a[g] + in(g) * b[g]; });
    same("sub", sub(m, x, y), [&](std::size_t g) { return a[g] - in(g) * b[g]; });
    same("widen", widen(x), [&](std::size_t g) { return a[g]; });
  }
}

TEST(lockstep_simd_halves) {
  Random random(3);
  for (int trial = 0; trial < kTrials; ++trial) {
    const Numbers a = numbers(random, 1 << 16);
    const Numbers b = random.percent(20) ? a : numbers(random, 1 << 16);
    const Halves x = row_of<Halves>(a), y = row_of<Halves>(b);
    const std::uint64_t games = some_games(random);
    const HalfMask m = half_mask(from_bits(games));
    const auto in = [&](std::size_t g) { return has(games, static_cast<int>(g)); };
    same("halves", halves(a[0]), [&](std::size_t) { return a[0]; });
    same("+", x + y, [&](std::size_t g) { return a[g] + b[g]; });
    same("-", x - y, [&](std::size_t g) { return a[g] - b[g]; });
    same("*", x * y,
         [&](std::size_t g) { return static_cast<int>(std::int64_t{a[g]} * b[g] & 0xFFFF); });
    same_set("<", whole_mask(x < y), [&](std::size_t g) { return a[g] < b[g]; });
    same_set(">=", whole_mask(x >= y), [&](std::size_t g) { return a[g] >= b[g]; });
    same_set("nonzero", nonzero(x), [&](std::size_t g) { return a[g] != 0; });
    same("select", select(m, x, y), [&](std::size_t g) { return in(g) ? a[g] : b[g]; });
    same("where", where(m, x), [&](std::size_t g) { return in(g) ? a[g] : 0; });
    same("add", add(m, x, y), [&](std::size_t g) { return a[g] + in(g) * b[g]; });
    same("sub", sub(m, x, y), [&](std::size_t g) { return a[g] - in(g) * b[g]; });
    same("narrow", narrow(x), [&](std::size_t g) { return a[g]; });
  }
}

TEST(lockstep_simd_divides_all_that_it_may) {
  for (int b = 1; b <= 16; ++b) {
    NOTE(divisor, b);
    for (int first = 0; first * b < 1 << 16; first += kGames) {
      Numbers a;
      for (std::size_t g = 0; g < kGames; ++g)
        a[g] = std::min(first + static_cast<int>(g), 65535 / b);
      same("divide", divide(row_of<Halves>(a), halves(b)), [&](std::size_t g) { return a[g] / b; });
    }
  }
}

TEST(lockstep_simd_divides_each_game_by_its_own) {
  Random random(4);
  for (int trial = 0; trial < kTrials; ++trial) {
    Numbers a, b;
    for (std::size_t g = 0; g < kGames; ++g) {
      b[g] = random.in(1, 16);
      a[g] = random.percent(20) ? 65535 / b[g] : random.in(0, 65535 / b[g]);
    }
    same("divide", divide(row_of<Halves>(a), row_of<Halves>(b)),
         [&](std::size_t g) { return a[g] / b[g]; });
  }
}

TEST(lockstep_simd_pairs) {
  Random random(5);
  for (int trial = 0; trial < kTrials; ++trial) {
    const Numbers a = numbers(random, 256), b = numbers(random, 256);
    const Numbers c = random.percent(20) ? a : numbers(random, 256), d = numbers(random, 256);
    const Pairs x = interleave(row_of<Bytes>(a), row_of<Bytes>(b)), y = pairs_of(c, d);
    const std::uint64_t games = some_games(random);
    const auto in = [&](std::size_t g) { return has(games, static_cast<int>(g)); };
    const auto first = [&](std::size_t g) { return a[g]; };
    const auto second = [&](std::size_t g) { return b[g]; };
    same("interleave", x, first, second);
    same("firsts", firsts(x), first);
    same("seconds", seconds(x), second);
    same("twice", twice(row_of<Halves>(a)), first, first);
    same(
        "+", x + y, [&](std::size_t g) { return a[g] + c[g]; },
        [&](std::size_t g) { return b[g] + d[g]; });
    same(
        "-", x - y, [&](std::size_t g) { return a[g] - c[g]; },
        [&](std::size_t g) { return b[g] - d[g]; });
    same(
        "less", less(x, y), [&](std::size_t g) { return std::max(a[g] - c[g], 0); },
        [&](std::size_t g) { return std::max(b[g] - d[g], 0); });
    same(
        "select", select(half_mask(from_bits(games)), x, y),
        [&](std::size_t g) { return in(g) ? a[g] : c[g]; },
        [&](std::size_t g) { return in(g) ? b[g] : d[g]; });
  }
}

// 255 * 64 + 255 * 64 and 128 * 127 + 128 * 127 are below 2^15.
TEST(lockstep_simd_dot_products) {
  Random random(6);
  for (int trial = 0; trial < kTrials; ++trial) {
    const bool large = random.percent(50);
    const int most_a = large ? 128 : 255, most_b = large ? 127 : 64;
    Numbers a[2], b[2];
    for (int i = 0; i < 2; ++i)
      for (std::size_t g = 0; g < kGames; ++g) {
        a[i][g] = random.percent(30) ? most_a : random.in(0, most_a);
        b[i][g] = random.percent(30) ? most_b : random.in(0, most_b);
      }
    same("dot", dot(pairs_of(a[0], a[1]), pairs_of(b[0], b[1])),
         [&](std::size_t g) { return a[0][g] * b[0][g] + a[1][g] * b[1][g]; });
  }
}

TEST(lockstep_simd_random_numbers) {
  Random random(7);
  Streams streams;
  for (std::size_t g = 0; g < kGames; ++g) {
    streams.at[g] = random.word();
    streams.step[g] = random.word() | 1;
  }
  for (int trial = 0; trial < kTrials; ++trial) {
    Numbers n = numbers(random, 1 << 16);
    for (int& x : n) x = std::max(x, 1);
    const std::uint64_t games = some_games(random);
    Streams expected = streams;
    const Halves k = below(streams, from_bits(games), row_of<Halves>(n));
    for (int g = 0; g < kGames; ++g) {
      NOTE(game, g);
      if (has(games, g)) CHECK_EQ(k[g], below(expected, g, n[static_cast<std::size_t>(g)]));
      CHECK_EQ(streams.at[place_of(g)], expected.at[place_of(g)]);
      CHECK_EQ(streams.step[place_of(g)], expected.step[place_of(g)]);
    }
  }
}

// The stream of one game is that of rng.hpp.
TEST(lockstep_simd_streams_are_those_of_the_engine) {
  Random random(8);
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::uint64_t word = random.word();
    const int n = std::max(a_number(random, 1 << 16), 1);
    __extension__ using Wide = unsigned __int128;
    CHECK_EQ(index_of(word, n),
             static_cast<int>(static_cast<Wide>(word) * static_cast<unsigned>(n) >> 64));
  }
}

TEST(lockstep_simd_transposes_sets) {
  Random random(9);
  constexpr int kWords = 3;
  std::array<std::uint64_t, kWords * kGames> words, masks;
  for (int trial = 0; trial < 20; ++trial) {
    for (auto& word : words) word = some_games(random);
    games_of_members(words.data(), kWords, masks.data());
    for (std::size_t member = 0; member < masks.size(); ++member)
      for (std::size_t g = 0; g < kGames; ++g)
        CHECK_EQ(masks[member] >> g & 1, words[member / 64 * 64 + g] >> member % 64 & 1);
  }
}
