// Claims: how many each game has, which one a number means, and what it does (R32-R46).
//
// As ClaimWeights in policy.hpp, and in the same order: by length; within a length by the colour
// paid, first on routes of that colour, then on gray ones, each route by route and then by
// locomotives; last the gray routes paid in locomotives only.
#pragma once

#include "ttr/lockstep/cards.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

struct ClaimCounts {
  Pairs held[kPairsOfColors];  // the hand
  Halves of_length[kMaxLength];
  Halves total;
};

// The routes of a length that a seat can still claim; with kLanesClose those open to everybody.
template <bool kLanesClose, int kWords>
struct OpenRows {
  const Table& table;
  const Games<kWords>& games;
  int seat;

  Pairs operator()(int length_index, int row) const {
    const int i = length_index * kRowsPerLength + row;
    if (kLanesClose || !table.has_lanes[static_cast<std::size_t>(i)]) return games.open.rows[i];
    return games.open.rows[i] - games.open_to_others[seat].rows[i];
  }
};

// The open routes of a length that each colour pays: of that colour, and gray ones.
struct Payable {
  Halves gray;
  Pairs of[kPairsOfColors];

  explicit Payable(const Pairs (&open)[kRowsPerLength]) : gray(firsts(open[kPairsOfColors])) {
    const Pairs grays = twice(gray);
    for (int p = 0; p < kPairsOfColors; ++p) of[p] = open[p] + grays;
  }
};

// Payments of a route of each colour: most - max(0, length - held), but not below 0.
struct Payments {
  Pairs of[kPairsOfColors];

  Payments(const Pairs (&held)[kPairsOfColors], Bytes length, Bytes most) {
    const Pairs lengths = interleave(length, length), mosts = interleave(most, most);
    for (int p = 0; p < kPairsOfColors; ++p) of[p] = less(mosts, less(lengths, held[p]));
  }
};

template <bool kLanesClose, int kWords>
inline void count_claims(const Table& table, const Games<kWords>& games, int seat,
                         ClaimCounts& counts) {
  const OpenRows<kLanesClose, kWords> open{table, games, seat};
  const Piles& hand = games.hand[seat];
  const Bytes locomotives = hand[kLocomotive];
  for (int p = 0; p < kPairsOfColors; ++p)
    counts.held[p] = interleave(hand[2 * p], hand[2 * p + 1]);
  counts.total = halves(0);
  for (int i = 0; i < table.num_lengths; ++i) {
    const Bytes length = bytes(table.lengths[i]);
    const Mask enough_trains = games.trains[seat] >= length;
    const Bytes most = where(enough_trains, min(locomotives, length) + ones());
    Pairs rows[kRowsPerLength];
    for (int row = 0; row < kRowsPerLength; ++row) rows[row] = open(i, row);
    const Payable payable(rows);
    const Payments payments(counts.held, length, most);
    // A gray route's payment in locomotives only, which every colour counts, counts once.
    const Mask only_locomotives = enough_trains & (locomotives >= length);
    Halves sum = halves(0) - where(half_mask(only_locomotives), payable.gray * halves(kColors - 1));
    for (int p = 0; p < kPairsOfColors; ++p) sum = sum + dot(payable.of[p], payments.of[p]);
    counts.of_length[i] = sum;
    counts.total = counts.total + sum;
  }
}

// What each game claims. Games that claim nothing hold anything here.
struct Claims {
  Bytes cell;  // length and colour of the route
  Halves nth;  // which of the open routes there
  Bytes length;
  Bytes color;               // paid
  Bytes cards, locomotives;  // paid
};

// The k-th claim of every game. Contract: k < total, in the games that claim.
//
// A list of weights is walked by their running sums, which all compare with the same k, so that no
// step waits for another.
template <bool kLanesClose, int kWords>
inline Claims find_claims(const Table& table, const Games<kWords>& games, int seat,
                          const ClaimCounts& counts, Halves k) {
  const OpenRows<kLanesClose, kWords> open{table, games, seat};
  // The length.
  Halves sum = halves(0), before = halves(0), length = halves(table.lengths[0]);
  Halves first_cell = halves(0);  // of the length
  Pairs rows[kRowsPerLength];
  for (int row = 0; row < kRowsPerLength; ++row) rows[row] = open(0, row);
  for (int i = 1; i < table.num_lengths; ++i) {
    sum = sum + counts.of_length[i - 1];
    const HalfMask beyond = k >= sum;
    before = select(beyond, sum, before);
    length = select(beyond, halves(table.lengths[static_cast<std::size_t>(i)]), length);
    first_cell = select(beyond, halves(i * kRouteColors), first_cell);
    for (int row = 0; row < kRowsPerLength; ++row)
      rows[row] = select(beyond, open(i, row), rows[row]);
  }
  k = k - before;

  // The colour.
  Claims claims;
  claims.length = narrow(length);
  const Bytes locomotives = games.hand[seat][kLocomotive];
  const Bytes most = min(locomotives, claims.length) + ones();
  const Mask only_locomotives = locomotives >= claims.length;
  const Payable payable(rows);
  const Payments payments(counts.held, claims.length, most);
  const Halves counted_twice = where(half_mask(only_locomotives), payable.gray);
  Halves each = firsts(payments.of[0]), routes = firsts(payable.of[0]), color = halves(0);
  sum = each * routes - counted_twice;
  before = halves(0);
  for (int c = 1; c < kColors; ++c) {
    const HalfMask beyond = k >= sum;
    before = select(beyond, sum, before);
    color = add(beyond, color, halves(1));
    const Pairs& pays = payments.of[c / 2];
    const Pairs& opens = payable.of[c / 2];
    const Halves each_here = c % 2 ? seconds(pays) : firsts(pays);
    const Halves routes_here = c % 2 ? seconds(opens) : firsts(opens);
    each = select(beyond, each_here, each);
    routes = select(beyond, routes_here, routes);
    sum = sum + (each_here * routes_here - counted_twice);
  }
  const HalfMask no_color = k >= sum;  // locomotives only, on a gray route
  k = k - select(no_color, sum, before);

  // The route, counted, and the payment.
  const Halves of_color = each * (routes - payable.gray);
  const Mask on_gray = but_not(whole_mask(k >= of_color), whole_mask(no_color));
  k = sub(half_mask(on_gray), k, of_color);
  const Bytes ways = narrow(each);
  each = sub(half_mask(on_gray & only_locomotives), each, halves(1));
  each = select(no_color, halves(1), each);
  claims.nth = divide(k, each);
  const Bytes nth_way = narrow(k - claims.nth * each);
  claims.locomotives = select(whole_mask(no_color), claims.length, most - ways + nth_way);
  claims.cards = claims.length - claims.locomotives;
  claims.color = narrow(color);
  const Mask gray = on_gray | whole_mask(no_color);
  claims.cell = narrow(first_cell) + select(gray, bytes(kGray), claims.color);
  return claims;
}

inline void pay(Piles& hand, Piles& discard, Mask claimers, const Claims& claims) {
  for (int c = 0; c < kColors; ++c) {
    const Mask payers = claimers & (claims.color == bytes(c));
    hand[c] = sub(payers, hand[c], claims.cards);
    discard[c] = add(payers, discard[c], claims.cards);
  }
  hand[kLocomotive] = sub(claimers, hand[kLocomotive], claims.locomotives);
  discard[kLocomotive] = add(claimers, discard[kLocomotive], claims.locomotives);
}

inline int nth_bit(std::uint64_t word, int n) {
#ifdef __BMI2__
  return std::countr_zero(__builtin_ia32_pdep_di(std::uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// The n-th route of a set of several words, without a branch: nobody can guess it.
template <int kWords>
inline int nth_route(std::uint64_t (&words)[kWords], int n) {
  std::uint64_t set = words[0];
  int first = 0;
  std::uint64_t beyond = ~std::uint64_t{0};  // all ones while no word had n routes
  for (int w = 1; w < kWords; ++w) {
    const int here = std::popcount(set);
    beyond &= 0 - static_cast<std::uint64_t>(n >= here);
    n -= here & static_cast<int>(beyond);
    first += 64 & static_cast<int>(beyond);
    set ^= (set ^ words[w]) & beyond;
  }
  return first + nth_bit(set, n);
}

// Another lane has an owner, to whom the route was closed already.
template <int kWords>
[[gnu::noinline]] void take_last_lane(const Table& table, Games<kWords>& games, int seat, int g,
                                      std::size_t route) {
  const int offset = table.board<kWords>().route[route].counted_at[0];
  for (int other = 0; other < table.players; ++other) {
    if (other == seat) continue;
    const std::uint64_t was_blocked = games.blocked[other][g][route >> 6] >> (route & 63) & 1;
    games.open_to_others[other].add(offset, g, -static_cast<int>(was_blocked));
  }
}

// The claimed routes become the seat's: what that closes to whom is counted out. kMostLanes: at
// most so many lanes lie side by side on the map.
//
// In two rounds, so that the processor need not wait for one game's route before it looks for that
// of another.
template <bool kLanesClose, int kMostLanes, int kWords>
[[gnu::noinline]] void take_routes(const Table& table, Games<kWords>& games, int seat,
                                   Mask claimers, const Claims& claims) {
  const Board<kWords>& board = table.board<kWords>();
  std::uint16_t routes[kGames];
  for_each(claimers, [&](int g) {
    const auto& closed = games.closed[g];
    const auto& blocked = games.blocked[seat][g];
    const auto& group = board.group[claims.cell[g]];
    std::uint64_t open[kWords];
    for (std::size_t w = 0; w < kWords; ++w)
      open[w] = group[w] & ~(kLanesClose ? closed[w] : closed[w] | blocked[w]);
    routes[g] = static_cast<std::uint16_t>(nth_route(open, claims.nth[g]));
  });
  for_each(claimers, [&](int g) {
    auto& closed = games.closed[g];
    const std::size_t route = routes[g];
    const std::uint64_t bit = std::uint64_t{1} << (route & 63);
    const RouteInfo<kWords>& info = board.route[route];
    games.owned[seat][g][route >> 6] |= bit;
    games.open.add(info.counted_at[0], g, -1);
    if constexpr (kLanesClose) {
      for (std::size_t i = 1; i < kMostLanes; ++i) games.open.add(info.counted_at[i], g, -1);
      for (std::size_t w = 0; w < kWords; ++w) closed[w] |= info.lanes_set[w];
    } else {
      std::uint64_t taken = 0;  // of the other lanes
      for (std::size_t i = 1; i < kMostLanes; ++i) {
        const std::size_t lane = info.lanes[i];
        const std::uint64_t is_closed = closed[(lane >> 6) % kWords] >> (lane & 63) & 1;
        games.open_to_others[seat].add(info.counted_at[i], g, 1 - static_cast<int>(is_closed));
      }
      for (std::size_t w = 0; w < kWords; ++w) {
        taken |= closed[w] & info.lanes_set[w];
        games.blocked[seat][g][w] |= info.lanes_set[w];
      }
      closed[route >> 6] |= bit;
      if (taken != 0) [[unlikely]]
        take_last_lane(table, games, seat, g, route);
    }
  });
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
