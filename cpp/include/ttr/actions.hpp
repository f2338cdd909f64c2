// Moves (what a decision means) and the fixed table that numbers them: an action is a position in
// this table, and the table depends on map and rules alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "ttr/map.hpp"
#include "ttr/rules.hpp"

namespace ttr {

enum class Kind : std::uint8_t {
  draw_deck,
  draw_face_up,
  draw_tickets,
  pass,
  keep_tickets,
  claim,
  build_station,
  pay_tunnel,
  decline_tunnel,
};
inline constexpr std::array<std::string_view, 9> kKindNames = {
    "draw_deck", "draw_face_up",  "draw_tickets", "pass",          "keep_tickets",
    "claim",     "build_station", "pay_tunnel",   "decline_tunnel"};

struct Move {
  Kind kind = Kind::pass;
  std::uint8_t color = 0;        // draw_face_up: the card; claim, build_station: the colour paid,
                                 // kNoColor if none
  std::uint8_t locomotives = 0;  // claim, build_station, pay_tunnel: locomotives paid
  std::uint8_t keep = 0;         // keep_tickets: bit i = the i-th offered ticket is kept
  std::uint16_t route = 0;       // claim; the spaces without a locomotive are paid in `color`
  std::uint8_t cards = 0;        // build_station, pay_tunnel: cards of the colour
  std::uint8_t city = 0;         // build_station

  friend constexpr bool operator==(const Move&, const Move&) = default;

  static constexpr Move draw_deck() { return {Kind::draw_deck, 0, 0, 0, 0}; }
  static constexpr Move draw_face_up(int c) {
    return {Kind::draw_face_up, static_cast<std::uint8_t>(c), 0, 0, 0};
  }
  static constexpr Move draw_tickets() { return {Kind::draw_tickets, 0, 0, 0, 0}; }
  static constexpr Move pass() { return {Kind::pass, 0, 0, 0, 0}; }
  static constexpr Move keep_tickets(int mask) {
    return {Kind::keep_tickets, 0, 0, static_cast<std::uint8_t>(mask), 0};
  }
  static constexpr Move claim(int route, int color, int locomotives) {
    return {Kind::claim, static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(locomotives),
            0, static_cast<std::uint16_t>(route)};
  }
  static constexpr Move build_station(int city, int color, int cards, int locomotives) {
    return {Kind::build_station,
            static_cast<std::uint8_t>(color),
            static_cast<std::uint8_t>(locomotives),
            0,
            0,
            static_cast<std::uint8_t>(cards),
            static_cast<std::uint8_t>(city)};
  }
  static constexpr Move pay_tunnel(int cards, int locomotives) {
    return {Kind::pay_tunnel,
            0,
            static_cast<std::uint8_t>(locomotives),
            0,
            0,
            static_cast<std::uint8_t>(cards)};
  }
  static constexpr Move decline_tunnel() { return {Kind::decline_tunnel, 0, 0, 0, 0}; }
};

// Most actions that may be legal at once in a game of this shape.
template <class Shape>
inline constexpr std::size_t kMaxLegal =
    3 + kCardKinds + (1 << kMaxOffered) + Shape::routes * (kColors * kMaxLength + 1) +
    Shape::cities * (kColors * kMaxStationCost + 1);

// Order: draw_deck; draw_face_up by colour; draw_tickets; pass; keep_tickets by subset; then the
// claims route by route; where there are stations, these city by city, for each city by cost; where
// there are tunnels, pay_tunnel by extra cards and then by locomotives, and decline_tunnel.
// The payments of a route of L spaces, k of them for locomotives: L - k of each of its colours,
// with k..L-1 locomotives, then the one in locomotives only; those of a station likewise, with k =
// 0.
template <class Shape>
class ActionTable {
 public:
  ActionTable(const Map<Shape>& map, const Rules& rules) {
    moves_.push_back(Move::draw_deck());
    for (int c = 0; c < kCardKinds; ++c) moves_.push_back(Move::draw_face_up(c));
    moves_.push_back(Move::draw_tickets());
    moves_.push_back(Move::pass());
    for (int keep = 1; keep < 1 << rules.max_offered(); ++keep)
      moves_.push_back(Move::keep_tickets(keep));
    for (int r = 0; r < map.num_routes(); ++r) {
      claims_of_[r] = static_cast<std::uint16_t>(moves_.size());
      prices_[r] = map.price(r);
      for_each_payment_at(prices_[r], [&](int color, int locomotives) {
        moves_.push_back(Move::claim(r, color, locomotives));
      });
    }
    if (rules.stations_per_player > 0) add_stations(map.num_cities(), rules.station_costs);
    if (!map.tunnels().is_empty()) add_tunnels(rules.tunnel_cards);
  }

  int size() const { return static_cast<int>(moves_.size()); }
  const Move& operator[](int action) const { return moves_[action]; }

  static constexpr int kDrawDeck = 0;
  static constexpr int kDrawFaceUp = 1;
  static constexpr int kDrawTickets = kDrawFaceUp + kCardKinds;
  static constexpr int kPass = kDrawTickets + 1;
  static constexpr int kKeepTickets = kPass;  // plus the keep mask, from 1

  // Contract: the move is in the table.
  int number(const Move& move) const {
    switch (move.kind) {
      case Kind::draw_deck: return kDrawDeck;
      case Kind::draw_face_up: return kDrawFaceUp + move.color;
      case Kind::draw_tickets: return kDrawTickets;
      case Kind::pass: return kPass;
      case Kind::keep_tickets: return kKeepTickets + move.keep;
      case Kind::claim:
        return claims_of_[move.route] +
               payment_number(prices_[move.route], move.color, move.locomotives);
      case Kind::build_station: {
        const int cost = move.cards + move.locomotives;
        return stations_ + move.city * per_city_ + of_cost_[cost] +
               payment_number({kGray, cost, 0}, move.color, move.locomotives);
      }
      case Kind::pay_tunnel: {
        const int extra = move.cards + move.locomotives;
        return tunnels_ + (extra - 1) * (extra + 2) / 2 + move.locomotives;
      }
      case Kind::decline_tunnel: break;
    }
    return size() - 1;
  }

 private:
  template <class F>
  static void for_each_payment_at(const Price& price, F&& f) {
    const bool gray = price.color == kGray;
    for (int c = gray ? 0 : price.color; c <= (gray ? kColors - 1 : price.color); ++c)
      for (int l = price.locomotives; l < price.cards; ++l) f(c, l);
    f(kNoColor, price.cards);
  }
  static int payment_number(const Price& price, int color, int locomotives) {
    const int each = price.cards - price.locomotives;
    if (color == kNoColor) return price.color == kGray ? kColors * each : each;
    return (price.color == kGray ? color * each : 0) + locomotives - price.locomotives;
  }

  void add_stations(int num_cities, std::vector<int> costs) {
    std::sort(costs.begin(), costs.end());
    costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
    stations_ = size();
    for (int city = 0; city < num_cities; ++city) {
      for (int cost : costs) {
        of_cost_[cost] = size() - stations_ - city * per_city_;
        for_each_payment_at({kGray, cost, 0}, [&](int color, int locomotives) {
          moves_.push_back(Move::build_station(city, color, cost - locomotives, locomotives));
        });
      }
      per_city_ = (size() - stations_) / (city + 1);
    }
  }

  void add_tunnels(int most) {
    tunnels_ = size();
    for (int extra = 1; extra <= most; ++extra)
      for (int locomotives = 0; locomotives <= extra; ++locomotives)
        moves_.push_back(Move::pay_tunnel(extra - locomotives, locomotives));
    moves_.push_back(Move::decline_tunnel());
  }

  // Actions are kept in 16 bits wherever there are many of them: the largest table fits. It has the
  // kMaxStations costliest stations.
  static constexpr int kMostActions = [] {
    int station = 0;
    for (int i = 0; i < kMaxStations; ++i) station += kColors * (kMaxStationCost - i) + 1;
    return 3 + kCardKinds + (1 << kMaxOffered) + Shape::routes * (kColors * kMaxLength + 1) +
           Shape::cities * station + kMaxTunnelCards * (kMaxTunnelCards + 3) / 2 + 1;
  }();
  static_assert(kMostActions <= 0x10000);

  std::vector<Move> moves_;
  std::array<std::uint16_t, Shape::routes> claims_of_{};
  std::array<Price, Shape::routes> prices_{};
  int stations_ = 0, per_city_ = 0, tunnels_ = 0;
  std::array<int, kMaxStationCost + 1> of_cost_{};
};

}  // namespace ttr
