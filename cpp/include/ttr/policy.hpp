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
  struct Board {
    std::array<Lanes, kMaxLength + 1> colored{};    // by length
    std::array<Lanes, kMaxLength + 1> with_gray{};  // coloured and gray ones together
    std::array<int, kMaxLength + 1> gray_up_to{};   // gray ones of at most that length
    int gray(int length) const { return gray_up_to[length] - gray_up_to[length - 1]; }
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
  void count(const Map<Shape>& map, int board, int route, int change_) {
    const auto change = static_cast<std::int16_t>(change_);
    auto& b = boards_[board];
    const int length = map.length(route);
    if (map.price(route).locomotives > 0) return;  // a ferry: these are counted apart
    if (map.color(route) == kGray) {
      b.with_gray[length] += change;
      for (int longer = length; longer <= map.max_length(); ++longer)
        b.gray_up_to[longer] += change;
    } else {
      b.colored[length] += change & kLaneOf[map.color(route)];
      b.with_gray[length] += change & kLaneOf[map.color(route)];
    }
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
  ClaimWeights(const Game<Shape>& game, const State<Shape>& s, const OpenRoutes<Shape>& open)
      : game_(game), player_(s.mover()), open_(open.of(s.current)), held_(lanes_of(player_.hand)),
        locomotives_(player_.hand.locomotives()) {
    const int longest = std::min<int>(game.map.max_length(), player_.trains);
    // A lane's total is at most the sum of (length + 1) over the routes, below 2^15 in any shape.
    if (!game.rules.fewest_locomotives()) {
      const Lanes most = static_cast<std::int16_t>(locomotives_) + Lanes{};
      Lanes claims{};
      for (int length = 1; length <= longest; ++length)
        claims += all_payments(kLaneLengths[length], most) * open_.with_gray[length];
      // That counts a gray route's payment in locomotives only once a colour.
      total_ = sum(claims) - (kColors - 1) * open_.gray_up_to[std::min(locomotives_, longest)];
    } else {
      Lanes claims{};
      for (int length = 1; length <= longest; ++length) {
        const PerRoute n = payments(length);
        claims += n.colored * open_.colored[length] +
                  n.gray * static_cast<std::int16_t>(open_.gray(length));
        total_ += n.gray_only * open_.gray(length);
      }
      total_ += sum(claims);
    }
    if constexpr (kModules) ferries_ = count_ferry_claims<Shape>(game, player_);
  }

  unsigned total() const { return static_cast<unsigned>(total_ + ferries_); }

  // Contract: k < total().
  Move pick(unsigned k_) const {
    int k = static_cast<int>(k_);
    if (kModules && k >= total_) return nth_ferry_claim<Shape>(game_, player_, k - total_);
    for (int length = 1;; ++length) {
      const PerRoute n = payments(length);
      const int gray_routes = open_.gray(length);
      const Lanes colored = n.colored * open_.colored[length];
      const Lanes both = colored + n.gray * static_cast<std::int16_t>(gray_routes);
      const int of_length = sum(both);
      if (k >= of_length) {
        k -= of_length;
        if (k < n.gray_only * gray_routes)
          return Move::claim(nth_open(length, kGray, k), kNoColor, length);
        k -= n.gray_only * gray_routes;
        continue;
      }
      int c = 0;
      for (; k >= both[c]; ++c) k -= both[c];
      const bool on_gray = k >= colored[c];
      if (on_gray) k -= colored[c];
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

  // Of one coloured route of each colour, with the length and the locomotives held in every lane.
  Lanes all_payments(Lanes length, Lanes locomotives) const {
    const Lanes most = length < locomotives ? length : locomotives;
    return positive(most + 1 - positive(length - held_));
  }

  PerRoute payments(int length) const {
    PerRoute n;
    n.colored =
        all_payments(kLaneLengths[length], static_cast<std::int16_t>(locomotives_) + Lanes{});
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

namespace detail {

template <class Shape>
Move random_keep(const Game<Shape>& game, const State<Shape>& s, Stream& stream) {
  const auto& sets = kKeepSets[s.mover().num_offered][keep_min(game, s)];
  return Move::keep_tickets(sets.sets[stream.below(sets.count)]);
}

// The k-th of: the deck if it has cards, then the face-up kinds, the locomotive last.
template <class Shape>
Move kth_card(const State<Shape>& s, unsigned k) {
  const unsigned deck = !s.deck.is_empty();
  const int kind = s.face_up.kinds().kind_of(static_cast<int>(k - deck));
  return k < deck ? Move::draw_deck() : Move::draw_face_up(kind);
}

template <class Shape>
Move random_second_card(const State<Shape>& s, bool by_type, Stream& stream) {
  const unsigned deck = !s.deck.is_empty();
  const auto colors = static_cast<unsigned>(s.face_up.kinds().plain());
  if (!by_type) return kth_card(s, stream.below(deck + colors));
  const bool from_deck = deck != 0 && (colors == 0 || stream.below(2) == 0);
  return from_deck ? Move::draw_deck() : kth_card(s, deck + stream.below(colors));
}

template <class Shape>
Move random_tunnel_answer(const Game<Shape>& game, const State<Shape>& s, bool by_type,
                          Stream& stream) {
  const TunnelPayments payments = tunnel_payments(game, s);
  const auto ways = static_cast<std::uint32_t>(payments.total());
  if (ways == 0) return Move::decline_tunnel();
  if (by_type && stream.below(2) == 1) return Move::decline_tunnel();
  const auto k = stream.below(by_type ? ways : ways + 1);
  return k < ways ? payments[static_cast<int>(k)] : Move::decline_tunnel();
}

}  // namespace detail

// A move of the built-in policy for the seat to move. `open` is of this game, up to date.
template <class Shape, bool kModules = true>
Move pick_move(Policy policy, const Game<Shape>& game, const State<Shape>& s,
               const OpenRoutes<Shape>& open, Stream& stream) {
  const bool by_type = policy == Policy::random_type;
  if (s.phase == Phase::draw_second_card) return detail::random_second_card(s, by_type, stream);
  if (kModules && s.phase == Phase::pay_tunnel)
    return detail::random_tunnel_answer(game, s, by_type, stream);
  if (s.phase != Phase::choose_action) return detail::random_keep(game, s, stream);

  const ClaimWeights<Shape, kModules> claims(game, s, open);
  unsigned stations = 0;
  if (kModules && game.has_stations()) stations = static_cast<unsigned>(count_stations(game, s));
  auto station = [&](unsigned k) { return nth_station(game, s, static_cast<int>(k)); };
  const unsigned deck = !s.deck.is_empty();
  const auto face_up = static_cast<unsigned>(s.face_up.kinds().total());
  const unsigned tickets = can_draw_tickets(s);
  if (!by_type) {
    const unsigned all = deck + face_up + tickets + claims.total() + stations;
    if (all == 0) return Move::pass();
    unsigned k = stream.below(all);
    if (k < deck + face_up) return detail::kth_card(s, k);
    k -= deck + face_up;
    if (k < tickets) return Move::draw_tickets();
    k -= tickets;
    return k < claims.total() ? claims.pick(k) : station(k - claims.total());
  }
  const unsigned kinds = deck + (face_up > 0) + tickets + (claims.total() > 0) + (stations > 0);
  if (kinds == 0) return Move::pass();
  unsigned k = stream.below(kinds);
  if (deck && k-- == 0) return Move::draw_deck();
  if (face_up > 0 && k-- == 0) return detail::kth_card(s, deck + stream.below(face_up));
  if (tickets && k-- == 0) return Move::draw_tickets();
  if (stations > 0 && k == (claims.total() > 0)) return station(stream.below(stations));
  return claims.pick(stream.below(claims.total()));
}

}  // namespace ttr
