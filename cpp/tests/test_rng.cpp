// rng.hpp: known answers, and numbers below n that are the high halves of the words.
#include <fstream>
#include <set>
#include <sstream>

#include "check.hpp"
#include "random.hpp"
#include "ttr/rng.hpp"

using namespace ttr;
using test::Random;

namespace {

// A second statement of the definition, so that a test can aim at any word of a stream.
constexpr std::uint64_t kBaseSalt = 0x9E3779B97F4A7C15u, kStepSalt = 0xD1B54A32D192ED03u;

std::uint64_t key(std::uint64_t seed, std::uint64_t game, std::uint64_t stream,
                  std::uint64_t salt) {
  std::uint64_t h = 0;
  for (std::uint64_t part : {seed, game, stream}) h = mix64((h ^ part) + salt);
  return h;
}

// 1 / x modulo 2^64 for odd x: each step doubles the bits that are right.
std::uint64_t inverse(std::uint64_t x) {
  std::uint64_t y = x;
  for (int i = 0; i < 6; ++i) y *= 2 - x * y;
  return y;
}

std::uint64_t undo_shift(std::uint64_t y, int shift) {  // of x ^ x >> shift
  std::uint64_t x = y;
  for (int known = shift; known < 64; known += shift) x = y ^ x >> shift;
  return x;
}

std::uint64_t unmix64(std::uint64_t y) {
  y = undo_shift(y, 31) * inverse(0x94D049BB133111EBu);
  y = undo_shift(y, 27) * inverse(0xBF58476D1CE4E5B9u);
  return undo_shift(y, 30);
}

// A stream at the position where its next word is `word`.
Stream stream_before(std::uint64_t word, std::uint64_t seed) {
  const std::uint64_t base = key(seed, 5, 1, kBaseSalt), step = key(seed, 5, 1, kStepSalt) | 1;
  return Stream(seed, 5, 1, (unmix64(word) - base) * inverse(step) - 1);
}

std::uint64_t high_product(std::uint64_t x, std::uint32_t n) {  // of 96 bits, by halves
  return ((x >> 32) * n + ((x & 0xFFFFFFFFu) * n >> 32)) >> 32;
}

}  // namespace

TEST(rng_known_answers) {
  std::ifstream file(TTR_TEST_DATA "/rng_kat.txt");
  CHECK(file.is_open());
  int words = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    NOTE(line, line);
    std::istringstream fields(line);
    std::uint64_t seed, game, number, first;
    fields >> seed >> game >> number >> first >> std::hex;
    Stream stream(seed, game, number, first);
    for (std::uint64_t word; fields >> word; ++words) {
      CHECK_EQ(stream.position(), first++);
      CHECK_EQ(stream.next(), word);
    }
  }
  CHECK(words >= 60);
}

TEST(rng_words_follow_one_another) {
  Stream stream(11, 12, 13);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Stream there(11, 12, 13, i);
    CHECK(there == stream);
    CHECK_EQ(there.next(), stream.next());
  }
}

TEST(rng_streams_are_different) {
  std::set<std::uint64_t> words;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t game = 0; game < 10; ++game)
      for (std::uint64_t number = 0; number < 7; ++number) {
        Stream stream(seed, game, number);
        for (int i = 0; i < 20; ++i, ++count) words.insert(stream.next());
      }
  CHECK_EQ(words.size(), count);
}

TEST(rng_below_is_uniform) {
  for (std::uint32_t n : {2u, 3u, 4u, 5u, 6u, 7u, 9u, 30u, 63u, 64u, 97u, 110u, 1000u}) {
    NOTE(n, n);
    Stream stream(n, 1, kChanceStream);
    std::vector<int> counts(n);
    for (std::uint32_t i = 0; i < 300 * n; ++i) ++counts[stream.below(n)];
    CHECK(std::abs(test::deviation(counts)) < 5);
  }
  // Large n: by sixteenths of the range.
  for (std::uint32_t n : {0x80000000u, 0xC0000000u, 0xFFFFFFFFu}) {
    NOTE(n, n);
    Stream stream(n, 2, kChanceStream);
    std::vector<int> counts(16);
    for (int i = 0; i < 20000; ++i) ++counts[stream.below(n) * std::uint64_t{16} / n];
    CHECK(std::abs(test::deviation(counts)) < 5);
  }
}

TEST(rng_draw_i_is_word_i) {
  Random random(2);
  Stream words(1, 2, 3), draws = words;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto n = static_cast<std::uint32_t>(random.word() >> random.in(32, 63)) | 1;
    CHECK_EQ(draws.below(n), high_product(words.next(), n));
    CHECK_EQ(draws.position(), i + 1);
  }
}

// Words at both ends of an outcome's share, the ones that a rejection would have passed over among
// them: outcome x has the words from ceil(x 2^64 / n) to ceil((x + 1) 2^64 / n) - 1.
TEST(rng_below_shares_the_words_out) {
  Random random(1);
  auto draw = [&](std::uint64_t word, std::uint32_t n) {
    Stream stream = stream_before(word, random.word()), same = stream;
    CHECK_EQ(same.next(), word);
    const std::uint32_t x = stream.below(n);
    CHECK(stream == same);  // one word and no more
    return x;
  };
  for (int trial = 0; trial < 20000; ++trial) {
    const std::uint32_t n =
        trial < 200 ? static_cast<std::uint32_t>(trial + 1)
                    : static_cast<std::uint32_t>(random.word() >> random.in(32, 60)) | 1;
    NOTE(n, n);
    CHECK_EQ(draw(0, n), 0);
    CHECK_EQ(draw(UINT64_MAX, n), n - 1);
    if (n == 1) continue;
    const std::uint64_t share = UINT64_MAX / n, rest = UINT64_MAX % n + 1;  // 2^64 = share n + rest
    const std::uint64_t x = random.word() % (n - 1) + 1;
    const std::uint64_t first = share * x + (rest * x + n - 1) / n;
    CHECK_EQ(draw(first, n), x);
    CHECK_EQ(draw(first - 1, n), x - 1);
  }
}
