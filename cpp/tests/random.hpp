// Randomness for the tests that owes nothing to the core's, and a test of uniformity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace ttr::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int in(int low, int high) { return low + below(high - low + 1); }
  bool percent(int chance) { return below(100) < chance; }

  template <class Range>
  const auto& one_of(const Range& range) {
    return range[static_cast<std::size_t>(below(static_cast<int>(range.size())))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (int i = static_cast<int>(items.size()); i > 1; --i)
      std::swap(items[static_cast<std::size_t>(i - 1)], items[static_cast<std::size_t>(below(i))]);
  }

 private:
  std::mt19937_64 engine_;  // the standard fixes its words
};

// How far, in standard deviations, the chi-square statistic of these counts is from its mean
// (Wilson and Hilferty's normal approximation). `weights` need not sum to 1.
inline double deviation(const std::vector<int>& counts, const std::vector<double>& weights) {
  double draws = 0, all = 0, chi2 = 0;
  for (int count : counts) draws += count;
  for (double weight : weights) all += weight;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = draws * weights[i] / all;
    chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  const double variance = 2 / (9 * freedom);
  return (std::cbrt(chi2 / freedom) - (1 - variance)) / std::sqrt(variance);
}
inline double deviation(const std::vector<int>& counts) {
  return deviation(counts, std::vector<double>(counts.size(), 1.0));
}

}  // namespace ttr::test
