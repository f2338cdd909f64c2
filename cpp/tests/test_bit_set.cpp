// bit_set.hpp against std::set.
#include <set>

#include "check.hpp"
#include "random.hpp"
#include "ttr/bit_set.hpp"

using ttr::BitSet;
using ttr::test::Random;

namespace {

template <int N>
std::vector<int> members(const BitSet<N>& set) {
  std::vector<int> out;
  set.for_each([&](int i) { out.push_back(i); });
  return out;
}

template <int N>
void check_same(const BitSet<N>& set, const std::set<int>& model) {
  const std::vector<int> sorted(model.begin(), model.end());
  CHECK_EQ(members(set), sorted);
  CHECK_EQ(set.len(), model.size());
  CHECK_EQ(set.is_empty(), model.empty());
  for (std::size_t k = 0; k < sorted.size(); ++k)
    CHECK_EQ(set.select(static_cast<int>(k)), sorted[k]);
  for (int i = 0; i < N; ++i) {
    CHECK_EQ(set.has(i), model.contains(i));
    CHECK_EQ((set.word(i / 64) >> (i % 64) & 1) != 0, model.contains(i));
  }
  std::uint64_t words[BitSet<N>::kWords];
  for (int i = 0; i < BitSet<N>::kWords; ++i) words[i] = set.word(i);
  CHECK(BitSet<N>::from_words(words, BitSet<N>::kWords) == set);
}

template <int N>
std::pair<BitSet<N>, std::set<int>> random_set(Random& random) {
  BitSet<N> set;
  std::set<int> model;
  const int percent = random.below(101);
  for (int i = 0; i < N; ++i)
    if (random.percent(percent)) {
      set.insert(i);
      model.insert(i);
    }
  return {set, model};
}

template <int N>
void inserts_and_erases() {
  Random random(N);
  for (int trial = 0; trial < 20; ++trial) {
    BitSet<N> set;
    std::set<int> model;
    for (int step = 0; step < 2 * N; ++step) {
      const int i = random.below(N);
      if (random.percent(60)) {
        set.insert(i);
        model.insert(i);
      } else {
        set.erase(i);
        model.erase(i);
      }
      CHECK_EQ(set.has(i), model.contains(i));
    }
    check_same(set, model);
  }
}

template <int N>
void set_verbs() {
  Random random(N + 1);
  for (int trial = 0; trial < 200; ++trial) {
    const auto [a, model_a] = random_set<N>(random);
    const auto [b, model_b] = random_set<N>(random);
    std::set<int> both, either = model_a, only_a;
    for (int i : model_a) (model_b.contains(i) ? both : only_a).insert(i);
    either.insert(model_b.begin(), model_b.end());

    check_same(a & b, both);
    check_same(a | b, either);
    check_same(a - b, only_a);
    auto c = a;
    CHECK((c &= b) == (a & b));
    c = a;
    CHECK((c |= b) == (a | b));
    c = a;
    CHECK((c -= b) == (a - b));
    CHECK_EQ(a == b, model_a == model_b);
    CHECK_EQ(a.is_subset(b), only_a.empty());
    CHECK((a & b).is_subset(a));
    CHECK_EQ(a.is_disjoint(b), both.empty());
  }
}

template <int N>
void whole_ranges() {
  std::set<int> model;
  for (int n = 0; n <= N; ++n) {
    check_same(BitSet<N>::first(n), model);
    model.insert(n);
  }
  for (int i = 0; i < N; ++i) check_same(BitSet<N>::single(i), {i});
}

static_assert(BitSet<128>::first(70).len() == 70);
static_assert((BitSet<128>::single(3) | BitSet<128>::single(99)).select(1) == 99);

}  // namespace

TEST(bit_set_inserts_and_erases) {
  inserts_and_erases<64>();
  inserts_and_erases<128>();
  inserts_and_erases<256>();
}

TEST(bit_set_verbs_are_those_of_sets) {
  set_verbs<64>();
  set_verbs<128>();
  set_verbs<256>();
}

TEST(bit_set_first_and_single) {
  whole_ranges<64>();
  whole_ranges<128>();
  whole_ranges<256>();
}
