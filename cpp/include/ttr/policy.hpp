// The built-in random policies, which pick a move without listing the legal ones.
//
//   random       uniform over the legal actions
//   random_type  uniform over the kinds of action that are legal, then uniform within the kind
//
// The weight of a claim is counted, not enumerated. With h cards of a colour, j locomotives and a
// route of L spaces in that colour there are
//
//     payments(h, j, L) = max(0, min(j, L) - max(0, L - h) + 1)
//
// payments, the one in locomotives only included if j >= L. A gray route has their sum over the
// colours, but the payment in locomotives only counts once.
// OpenRoutes keeps how many routes of every length and colour a seat can still claim, so the
// number of legal claims is a sum of products over (length, colour), and the k-th claim is found
// by prefix sums: length, colour, route (k-th member of a bit set), payment.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "ttr/ferries.hpp"
#include "ttr/lanes.hpp"
#include "ttr/legal.hpp"
#include "ttr/rng.hpp"
#include "ttr/state.hpp"

namespace ttr {

enum class Policy : std::uint8_t { random, random_type };
inline constexpr std::array<std::string_view, 2> kPolicyNames = {"random", "random_type"};

// How many routes of each length and colour every seat can still claim, kept up to date with the
// moves of a game. Made for a new game; copy it to begin another one.
template <class Shape>
class OpenRoutes {
 public:
  class Board {
   public:
    Board() = default;
    // All that is not closed to a seat, up to so many spaces; longer routes must not be asked for.
    Board(const Map<Shape>& map, const BitSet<Shape::routes>& closed, int longest) {
      int gray = 0;
      for (int length = 1; length <= longest; ++length) {
        const auto open = [&](int color) {
          return static_cast<std::int16_t>((map.group(length, color) - closed).len());
        };
        Lanes& colored = colored_[length - 1];
        for (int c = 0; c < kColors; ++c) colored[c] = open(c);
        const std::int16_t of_length = open(kGray);
        with_gray_[length - 1] = colored + of_length;
        gray_up_to_[length] = static_cast<std::int16_t>(gray += of_length);
      }
    }

    // Routes of each colour with that length; and the same with the gray ones added in every lane.
    const Lanes& colored(int length) const { return colored_[length - 1]; }
    const Lanes& with_gray(int length) const { return with_gray_[length - 1]; }
    int gray(int length) const { return gray_up_to(length) - gray_up_to(length - 1); }
    int gray_up_to(int length) const { return gray_up_to_[length]; }

    // Without a branch on the colour, which nobody could foresee.
    void add(int length, int color, int change_) {
      const auto change = static_cast<std::int16_t>(change_);
      const auto gray = static_cast<std::int16_t>(color == kGray ? change : 0);
      colored_[length - 1] += (change & kLanesPaying[color]) - gray;
      with_gray_[length - 1] += change & kLanesPaying[color];
      gray_up_to_ += gray & (kLengthsFrom0 >= static_cast<std::int16_t>(length));
    }

   private:
    // Never an argument or a result by value: how functions pass so wide a vector depends on the
    // instruction set that they are compiled for.
    using ByLength = std::int16_t __attribute__((vector_size(32)));
    static constexpr ByLength kLengthsFrom0 = {0, 1, 2,  3,  4,  5,  6,  7,
                                               8, 9, 10, 11, 12, 13, 14, 15};
    static_assert(kMaxLength <= 15);

    alignas(32) std::array<Lanes, kMaxLength> with_gray_{};
    std::array<Lanes, kMaxLength> colored_{};
    ByLength gray_up_to_{};
  };

  explicit OpenRoutes(const Game<Shape>& game)
      : num_boards_(game.twins_close() ? 1 : game.num_players) {
    for (int board = 0; board < num_boards_; ++board)
      for (int r = 0; r < game.map.num_routes(); ++r) count(game.map, board, r, 1);
  }

  const Board& of(int seat) const { return boards_[num_boards_ == 1 ? 0 : seat]; }

  // Call before the claim is played: what it closes to each seat is counted out.
  void before_claim(const Game<Shape>& game, const State<Shape>& s, int route) {
    for (int board = 0; board < num_boards_; ++board) {
      const bool all_lanes = num_boards_ == 1 || board == s.current;
      auto close = [&](int r) {
        if (!s.players[board].closed.has(r)) count(game.map, board, r, -1);
      };
      if (all_lanes)
        game.map.lanes(route).for_each(close);
      else
        close(route);
    }
  }

 private:
  void count(const Map<Shape>& map, int board, int route, int change) {
    const Price price = map.price(route);
    if (price.locomotives > 0) return;  // a ferry: these are counted apart
    boards_[board].add(price.cards, price.color, change);
  }

  // When twins close to everybody at once all seats see the same board: one copy serves them.
  int num_boards_;
  std::array<Board, kMaxPlayers> boards_{};
};

// The claims of the seat to move: how many there are, and the k-th of them. Order: by length,
// ferries last of all; within a length by the colour paid, first on routes of that colour, then on
// gray ones, each route by route and then by locomotives; last the gray routes paid in locomotives
// only.
template <class Shape, bool kModules = true>
class ClaimWeights {
 public:
  // `open` is of the seat to move.
  ClaimWeights(const Game<Shape>& game, const State<Shape>& s,
               const typename OpenRoutes<Shape>::Board& open)
      : game_(game), player_(s.mover()), open_(open), held_(lanes_of(player_.hand)),
        locomotives_(player_.hand.locomotives()) {
    const int longest = std::min<int>(game.map.max_length(), player_.trains);
    // All lanes together are at most the sum of kColors * (length + 1) over the routes, below 2^15
    // in any shape.
    if (!game.rules.fewest_locomotives()) {
      const Lanes most = filled(locomotives_ + 1);
      Lanes claims{};
      for (int length = 1; length <= longest; ++length)
        claims += all_payments(kLaneLengths[length], most) * open_.with_gray(length);
      // That counts a gray route's payment in locomotives only once a colour.
      total_ = sum(claims) - (kColors - 1) * open_.gray_up_to(std::min(locomotives_, longest));
    } else {
      Lanes claims{};
      for (int length = 1; length <= longest; ++length) {
        const PerRoute n = payments(length);
        claims += n.colored * open_.colored(length) + n.gray * filled(open_.gray(length));
        total_ += n.gray_only * open_.gray(length);
      }
      total_ += sum(claims);
    }
    if constexpr (kModules) ferries_ = count_ferry_claims<Shape>(game, player_);
  }

  unsigned total() const { return static_cast<unsigned>(total_ + ferries_); }

  static_assert(kColors * (kMaxLength + 1) * Shape::routes < 1 << 15);

  // Contract: k < total().
  Move pick(unsigned k_) const {
    int k = static_cast<int>(k_);
    if (kModules && k >= total_) return nth_ferry_claim<Shape>(game_, player_, k - total_);
    for (int length = 1;; ++length) {
      const PerRoute n = payments(length);
      const int gray_routes = open_.gray(length);
      const Lanes colored = n.colored * open_.colored(length);
      const Lanes up_to = sums_up_to(colored + n.gray * filled(gray_routes));
      const int of_length = up_to[kColors - 1];
      if (k >= of_length) {
        k -= of_length;
        if (k < n.gray_only * gray_routes)
          return Move::claim(nth_open(length, kGray, k), kNoColor, length);
        k -= n.gray_only * gray_routes;
        continue;
      }
      const int c = lanes_up_to(up_to, k);
      k -= c == 0 ? 0 : up_to[c - 1];
      const bool on_gray = k >= colored[c];
      k -= on_gray ? colored[c] : 0;
      const int each = on_gray ? n.gray[c] : n.colored[c];
      const int paid = fewest_locomotives(player_.hand, c, length) + k % each;
      return Move::claim(nth_open(length, on_gray ? kGray : c, k / each),
                         paid == length ? kNoColor : c, paid);
    }
  }

 private:
  struct PerRoute {
    Lanes colored;  // of a route of each colour
    Lanes gray;     // of a gray route with at least one card of each colour
    int gray_only;  // of a gray route in locomotives only
  };

  // Of one coloured route of each colour; `most` is one more than the locomotives held.
  Lanes all_payments(Lanes length, Lanes most) const {
    const Lanes longer = length + 1;
    return positive((longer < most ? longer : most) - positive(length - held_));
  }

  PerRoute payments(int length) const {
    PerRoute n;
    n.colored = all_payments(kLaneLengths[length], filled(locomotives_ + 1));
    if (!game_.rules.fewest_locomotives()) {
      n.gray_only = locomotives_ >= length;
      n.gray = n.colored - static_cast<std::int16_t>(n.gray_only);
    } else {
      n.colored = (n.colored > 0) & 1;
      n.gray = n.colored & (held_ > 0);
      n.gray_only = locomotives_ >= length && sum(n.gray) == 0;
    }
    return n;
  }

  int nth_open(int length, int color, int k) const {
    return (game_.map.group(length, color) - player_.closed).select(k);
  }

  const Game<Shape>& game_;
  const typename State<Shape>::Player& player_;
  const typename OpenRoutes<Shape>::Board& open_;
  Lanes held_;
  int locomotives_;
  int total_ = 0;  // without ferries
  int ferries_ = 0;
};

// The keep-sets of `offered` tickets with at least `least` of them, ascending.
struct KeepSets {
  std::uint8_t count = 0;
  std::array<std::uint8_t, (1 << kMaxOffered) - 1> sets{};
};
inline constexpr auto kKeepSets = [] {
  std::array<std::array<KeepSets, kMaxOffered + 1>, kMaxOffered + 1> table{};
  for (int offered = 0; offered <= kMaxOffered; ++offered)
    for (int least = 0; least <= kMaxOffered; ++least)
      for (int keep = 1; keep < 1 << offered; ++keep)
        if (std::popcount(static_cast<unsigned>(keep)) >= least) {
          auto& entry = table[offered][least];
          entry.sets[entry.count++] = static_cast<std::uint8_t>(keep);
        }
  return table;
}();

// with_random_move hands the move that it has picked to `play`. Each kind of move has a call of its
// own, in which move.kind is a constant: a `play` that is inlined there has no switch left.

namespace detail {

template <class Shape, class Play>
auto with_random_keep(const Game<Shape>& game, const State<Shape>& s, Stream& stream, Play&& play) {
  const auto& sets = kKeepSets[s.mover().num_offered][keep_min(game, s)];
  return play(Move::keep_tickets(sets.sets[stream.below(sets.count)]));
}

// The k-th of: the deck if it has cards, then the face-up kinds, the locomotive last.
template <class Shape, class Play>
auto with_kth_card(const State<Shape>& s, unsigned k, Play&& play) {
  const unsigned deck = !s.deck.is_empty();
  if (k < deck) return play(Move::draw_deck());
  return play(Move::draw_face_up(s.face_up.kinds().kind_of(static_cast<int>(k - deck))));
}

template <class Shape, class Play>
auto with_random_second_card(const State<Shape>& s, bool by_type, Stream& stream, Play&& play) {
  const unsigned deck = !s.deck.is_empty();
  const auto colors = static_cast<unsigned>(s.face_up.num_colors());
  if (!by_type) return with_kth_card(s, stream.below(deck + colors), play);
  const bool from_deck = deck != 0 && (colors == 0 || stream.below(2) == 0);
  return with_kth_card(s, from_deck ? 0 : deck + stream.below(colors), play);
}

template <class Shape, class Play>
auto with_random_tunnel_answer(const Game<Shape>& game, const State<Shape>& s, bool by_type,
                               Stream& stream, Play&& play) {
  const TunnelPayments payments = tunnel_payments(game, s);
  const auto ways = static_cast<std::uint32_t>(payments.total());
  if (ways == 0) return play(Move::decline_tunnel());
  if (by_type && stream.below(2) == 1) return play(Move::decline_tunnel());
  const auto k = stream.below(by_type ? ways : ways + 1);
  return k < ways ? play(payments[static_cast<int>(k)]) : play(Move::decline_tunnel());
}

}  // namespace detail

// Calls play(move) with a move of the built-in policy for the seat to move, and returns what it
// returns. `open` is the OpenRoutes of this game, up to date, or stands in for them.
template <class Shape, bool kModules = true, class Open, class Play>
auto with_random_move(Policy policy, const Game<Shape>& game, const State<Shape>& s,
                      const Open& open, Stream& stream, Play&& play) {
  const bool by_type = policy == Policy::random_type;
  if (s.phase == Phase::draw_second_card)
    return detail::with_random_second_card(s, by_type, stream, play);
  if (kModules && s.phase == Phase::pay_tunnel)
    return detail::with_random_tunnel_answer(game, s, by_type, stream, play);
  if (s.phase != Phase::choose_action) return detail::with_random_keep(game, s, stream, play);

  const auto& board = open.of(s.current);
  const ClaimWeights<Shape, kModules> claims(game, s, board);
  unsigned stations = 0;
  if (kModules && game.has_stations()) stations = static_cast<unsigned>(count_stations(game, s));
  const unsigned deck = !s.deck.is_empty();
  const auto face_up = static_cast<unsigned>(s.face_up.num_kinds());
  const unsigned cards = deck + face_up;
  const unsigned tickets = can_draw_tickets(s);
  // The k-th of: cards, tickets, claims, stations.
  unsigned k;
  if (!by_type) {
    const unsigned all = cards + tickets + claims.total() + stations;
    if (all == 0) return play(Move::pass());
    k = stream.below(all);
  } else {
    const unsigned kinds = deck + (face_up > 0) + tickets + (claims.total() > 0) + (stations > 0);
    if (kinds == 0) return play(Move::pass());
    unsigned kind = stream.below(kinds);
    auto is = [&](bool there) { return there && kind-- == 0; };
    k = is(deck > 0)             ? 0
        : is(face_up > 0)        ? deck + stream.below(face_up)
        : is(tickets > 0)        ? cards
        : is(claims.total() > 0) ? cards + tickets + stream.below(claims.total())
                                 : cards + tickets + claims.total() + stream.below(stations);
  }
  if (k < cards) return detail::with_kth_card(s, k, play);
  k -= cards;
  if (k < tickets) return play(Move::draw_tickets());
  k -= tickets;
  if (!kModules || k < claims.total()) return play(claims.pick(k));
  return play(nth_station(game, s, static_cast<int>(k - claims.total())));
}

// The move itself.
template <class Shape, bool kModules = true>
Move pick_move(Policy policy, const Game<Shape>& game, const State<Shape>& s,
               const OpenRoutes<Shape>& open, Stream& stream) {
  return with_random_move<Shape, kModules>(policy, game, s, open, stream,
                                           [](const Move& move) { return move; });
}

}  // namespace ttr
