// The longest trail of a network of up to 64 routes between up to 64 cities: the engine's own
// search, a few hundred nanoseconds for a network at the end of a game.
//
// The same steps as core.hpp on words of 64 bits: a set of routes or of cities is one word.
//   peel    leaves fall off one after the other, every city keeps its two longest ways down
//   skip    what is left, the core, is out of the race if even all of it with two ways down is not
//           longer than the best so far
//   walk    a piece of the core with no or two odd cities is a trail as a whole
//   chains  cities with two routes and nothing else are contracted
//   search  depth first, with the parity bound; after kMostSteps it gives up
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ttr::trail {

class SmallNetwork {
 public:
  static constexpr int kMost = 64;  // routes, and cities
  static constexpr int kGaveUp = -1;
  static constexpr int kMostSteps = 2000;

  // `for_each_route(add)` calls add(a, b, length) for every route. Contract: at most kMost routes
  // and cities, a != b, and all lengths together below 2^15.
  template <class ForEachRoute>
  void assign(int num_cities, ForEachRoute&& for_each_route) {
    for (int v = 0; v < num_cities; ++v) city_[v] = 0;
    Word once = 0, again = 0, i = 0;
    for_each_route([&](int a, int b, int length) {
      end_a_[i] = static_cast<std::uint8_t>(a);
      ends_[i] = static_cast<std::uint8_t>(a ^ b);
      length_[i] = static_cast<std::int16_t>(length);
      city_[a] = (city_[a] + kDegree) ^ i;
      city_[b] = (city_[b] + kDegree) ^ i;
      const Word both = bit(a) | bit(b);
      again |= once & both;
      once |= both;
      ++i;
    });
    num_routes_ = static_cast<int>(i);
    leaves_ = once & ~again;
  }

  // A network whose leaves have fallen: its core, the longest two ways down from each city of it,
  // and the longest trail outside of it.
  template <class ForEachRoute, class Down, class Down2>
  int solve_core_of(ForEachRoute&& for_each_route, Down&& down, Down2&& down2, int longest,
                    int least) {
    Word i = 0, cities = 0;
    auto enter = [&](int v) {
      if ((cities & bit(v)) == 0)
        city_[v] = static_cast<Word>(down2(v)) << 32 | static_cast<Word>(down(v)) << 16;
      cities |= bit(v);
      city_[v] += kDegree;
    };
    for_each_route([&](int a, int b, int length) {
      end_a_[i] = static_cast<std::uint8_t>(a);
      ends_[i] = static_cast<std::uint8_t>(a ^ b);
      length_[i++] = static_cast<std::int16_t>(length);
      enter(a);
      enter(b);
    });
    left_ = i == kMost ? ~Word{0} : bit(static_cast<int>(i)) - 1;
    best_ = std::max(longest, least - 1);
    return solve_core();
  }

  // The length of the longest trail, or kGaveUp. If it is below `least`, some number below that.
  int solve(int least = 0) {
    peel();
    best_ = std::max(best_, least - 1);
    return left_ == 0 ? best_ : solve_core();
  }

 private:
  using Word = std::uint64_t;
  // A city in one word: degree, exclusive or of its routes' numbers, the two longest ways down.
  static constexpr Word kDegree = Word{1} << 8;
  static int link(Word c) { return static_cast<int>(c & 0xFF); }
  static int degree(Word c) { return static_cast<int>(c >> 8 & 0xFF); }
  static int down(Word c) { return static_cast<int>(c >> 16 & 0xFFFF); }
  static int down2(Word c) { return static_cast<int>(c >> 32 & 0xFFFF); }
  static Word bit(int i) { return Word{1} << i; }
  static int first(Word w) { return std::countr_zero(w); }

  // In rounds: the leaves of one round do not wait for one another.
  void peel() {
    int best = 0;
    Word left = num_routes_ == kMost ? ~Word{0} : bit(num_routes_) - 1;
    for (Word leaves = leaves_; leaves != 0;) {
      Word next = 0;
      for (Word w = leaves; w != 0; w &= w - 1) {
        const int v = first(w);
        const Word leaf = city_[v];
        if (degree(leaf) == 0) continue;  // its last route fell off at the other end
        const int route = link(leaf);
        const int u = v ^ ends_[route];
        const Word to = city_[u];
        const int way = down(leaf) + length_[route];
        const int old = down(to), old2 = down2(to);
        best = std::max(best, old + way);
        const int most = std::max(old, way), second = std::max(old2, std::min(old, way));
        const Word rest = (to >> 8 & 0xFF) - 1;
        city_[u] = static_cast<Word>(second) << 32 | static_cast<Word>(most) << 16 | rest << 8 |
                   ((to & 0xFF) ^ static_cast<Word>(route));
        city_[v] = leaf - kDegree;
        left &= ~bit(route);
        next |= static_cast<Word>(rest == 1) << u;
      }
      leaves = next;
    }
    best_ = best;
    left_ = left;
  }

  int solve_core() {
    int total = 0;
    Word cities = 0;
    for (Word w = left_; w != 0; w &= w - 1) {
      const int e = first(w), a = end_a_[e];
      total += length_[e];
      cities |= bit(a) | bit(a ^ ends_[e]);
    }
    int longest = 0, second = 0;  // the two longest ways down from cities of the core
    for (Word w = cities; w != 0; w &= w - 1) {
      const int v = first(w);
      second = std::max(std::max(second, down2(city_[v])), std::min(longest, down(city_[v])));
      longest = std::max(longest, down(city_[v]));
      at_[v] = 0;
    }
    if (total + longest + second <= best_) return best_;
    for (Word w = left_; w != 0; w &= w - 1) {
      const int e = first(w), a = end_a_[e];
      at_[a] |= bit(e);
      at_[a ^ ends_[e]] |= bit(e);
    }
    steps_ = 0;
    while (cities != 0) {
      collect_piece(first(cities));
      cities &= ~piece_;
      if (total_ + longest + second <= best_) continue;
      if (!solve_piece()) return kGaveUp;
    }
    return best_;
  }

  // The piece of city v: its cities, routes and length.
  void collect_piece(int v) {
    piece_ = 0;
    routes_ = 0;
    for (Word open = bit(v); open != 0;) {
      const int u = first(open);
      piece_ |= bit(u);
      for (Word w = at_[u] & ~routes_; w != 0; w &= w - 1) open |= bit(u ^ ends_[first(w)]);
      routes_ |= at_[u];
      open &= ~piece_;
    }
    total_ = 0;
    for (Word w = routes_; w != 0; w &= w - 1) total_ += length_[first(w)];
  }

  bool solve_piece() {
    Word odd = 0, hung = 0;
    int hanging = 0;
    for (Word w = piece_; w != 0; w &= w - 1) {
      const int v = first(w);
      const Word c = city_[v];
      odd |= (c >> 8 & 1) << v;
      hung |= static_cast<Word>(down(c) != 0) << v;
    }
    const int num_odd = std::popcount(odd);
    if (num_odd <= 2) {  // the piece as a whole
      if (num_odd == 0)
        for (Word w = hung; w != 0; w &= w - 1)
          hanging = std::max(hanging, down(city_[first(w)]) + down2(city_[first(w)]));
      else
        for (Word w = odd; w != 0; w &= w - 1) hanging += down(city_[first(w)]);
      best_ = std::max(best_, total_ + hanging);
      if (hung == 0) return true;
    }
    if (std::popcount(piece_) == std::popcount(routes_)) {
      solve_ring(hung);
      return true;
    }
    contract(hung);
    return search(odd, hung);
  }

  // A piece with as many routes as cities is a ring, and most pieces are: besides the whole ring, a
  // trail may hang on two of its cities, with the longer way between them.
  void solve_ring(Word hung) {
    int places = 0, walked = 0;
    const int start = first(hung);
    int v = start, e = first(at_[v]);
    do {
      if (hung >> v & 1) {
        const int way = down(city_[v]);
        for (int i = 0; i < places; ++i) {
          const int between = walked - starts_[i].city;
          best_ = std::max(best_, starts_[i].gain + way + std::max(between, total_ - between));
        }
        starts_[places++] = {way, walked};
      }
      walked += length_[e];
      v ^= ends_[e];
      e = first(at_[v] & ~bit(e));
    } while (v != start);
  }

  // A city with two routes, where nothing hangs, is passed or left out with both of them.
  void contract(Word hung) {
    for (Word w = piece_ & ~hung; w != 0; w &= w - 1) {
      const int v = first(w);
      const Word both = at_[v];
      if (degree(city_[v]) != 2) continue;
      const int e = first(both), f = first(both & (both - 1));
      const int u = v ^ ends_[e], x = v ^ ends_[f];
      if (u == x) continue;
      length_[e] = static_cast<std::int16_t>(length_[e] + length_[f]);
      ends_[e] = static_cast<std::uint8_t>(u ^ x);
      at_[x] ^= both;
      routes_ &= ~bit(f);
      piece_ &= ~bit(v);
    }
  }

  // The starts, in the order of what it is worth to end there. A trail read backwards is the same
  // trail, so once a start has been searched nothing needs to end there any more.
  bool search(Word odd, Word hung) {
    int odd_sum = 0, num_starts = 0;
    for (Word w = piece_ & (odd | hung); w != 0; w &= w - 1) {
      const int v = first(w);
      int least = 0x7FFF;
      for (Word x = at_[v]; x != 0; x &= x - 1) least = std::min<int>(least, length_[first(x)]);
      shortest_[v] = least;
      const bool is_odd = odd >> v & 1;
      odd_sum += is_odd ? least : 0;
      const Start start{2 * down(city_[v]) + (is_odd ? least : -least), v};
      int i = num_starts++;
      for (; i > 0 && starts_[i - 1].gain < start.gain; --i) starts_[i] = starts_[i - 1];
      starts_[i] = start;
    }
    for (int i = 0; i < num_starts; ++i) {
      const int v = starts_[i].city;
      const int m = shortest_[v];
      const bool is_odd = odd >> v & 1;
      int end = 2 * down2(city_[v]) + (is_odd ? -m : m);  // a trail that comes back to its start
      if (i + 1 < num_starts) end = std::max(end, starts_[i + 1].gain);
      if (!search_from(v, odd, is_odd ? odd_sum - m : odd_sum, end)) return false;
    }
    return true;
  }

  // `odd`: the cities with an odd number of unused routes; odd_sum: of their shortest routes,
  // without the present city; `end`: what the best end is worth. See core.hpp for the bound.
  bool search_from(int start, Word odd, int odd_sum, int end) {
    Word unused = routes_;
    int walked = down(city_[start]), left = total_;
    int v = start, depth = 0, best = best_, steps = steps_;
    Word choices = at_[v];
    for (;;) {
      if (choices != 0 && 2 * (walked + left) - odd_sum + end > 2 * best + 1) {
        if (++steps > kMostSteps) return false;
        const int e = first(choices);
        const int to = v ^ ends_[e];
        stack_[depth++] = {choices & (choices - 1), e, v};
        unused ^= bit(e);
        walked += length_[e];
        left -= length_[e];
        odd ^= bit(v) | bit(to);
        odd_sum += (odd >> v & 1) ? shortest_[v] : 0;
        odd_sum -= (odd >> to & 1) ? 0 : shortest_[to];
        v = to;
        choices = at_[v] & unused;
        best = std::max(best, walked + (v == start ? down2(city_[v]) : down(city_[v])));
        continue;
      }
      if (depth == 0) break;
      const Frame& back = stack_[--depth];
      const int e = back.route;
      unused ^= bit(e);
      walked -= length_[e];
      left += length_[e];
      odd_sum -= (odd >> back.city & 1) ? shortest_[back.city] : 0;
      odd_sum += (odd >> v & 1) ? 0 : shortest_[v];
      odd ^= bit(v) | bit(back.city);
      v = back.city;
      choices = back.choices;
    }
    best_ = best;
    steps_ = steps;
    return true;
  }

  struct Start {
    int gain, city;  // of a ring: the way down, and how far along the ring
  };
  struct Frame {
    Word choices;
    int route, city;
  };
  std::array<Word, kMost> at_;       // the routes of the core at a city
  std::array<int, kMost> shortest_;  // of the cities that are odd or where something hangs
  std::array<Start, kMost> starts_;
  std::array<Frame, kMost + 1> stack_;
  Word piece_ = 0, routes_ = 0;  // the piece at hand
  int total_ = 0, steps_ = 0;
  std::array<Word, kMost> city_;
  std::array<std::uint8_t, kMost> end_a_;
  std::array<std::uint8_t, kMost> ends_;  // exclusive or of the two cities
  std::array<std::int16_t, kMost> length_;
  int num_routes_ = 0, best_ = 0;
  Word leaves_ = 0, left_ = 0;  // cities with one route; routes that are not peeled off
};

}  // namespace ttr::trail
