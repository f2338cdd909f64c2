// Moves (what a decision means) and the fixed table that numbers them: an action is a position in
// this table, and the table depends on map and rules alone.
#pragma once

#include <cstdint>
#include <vector>

#include "ttr/map.hpp"
#include "ttr/rules.hpp"

namespace ttr {

enum class Kind : std::uint8_t { draw_deck, draw_face_up, draw_tickets, pass, keep_tickets, claim };
inline constexpr std::array<std::string_view, 6> kKindNames = {
    "draw_deck", "draw_face_up", "draw_tickets", "pass", "keep_tickets", "claim"};

struct Move {
  Kind kind = Kind::pass;
  std::uint8_t color = 0;        // draw_face_up: the card; claim: colour paid, kNoColor if none
  std::uint8_t locomotives = 0;  // claim: locomotives paid; the other spaces are paid in `color`
  std::uint8_t keep = 0;         // keep_tickets: bit i = the i-th offered ticket is kept
  std::uint16_t route = 0;       // claim

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
};

// Most actions that a table of this shape can have.
template <class Shape>
inline constexpr std::size_t kMaxActions =
    3 + kCardKinds + (1 << kMaxOffered) + Shape::routes * (kColors * kMaxLength + 1);

// Order: draw_deck; draw_face_up by colour; draw_tickets; pass; keep_tickets by subset; then the
// claims route by route. A coloured route of L spaces has L + 1 payments: 0..L locomotives, the
// last one in locomotives only. A gray one has 8 L + 1: colour by colour, then locomotives only.
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
      lengths_[r] = static_cast<std::uint8_t>(map.length(r));
      gray_[r] = map.color(r) == kGray;
      const int first = gray_[r] ? 0 : map.color(r);
      const int last = gray_[r] ? kColors - 1 : map.color(r);
      for (int c = first; c <= last; ++c)
        for (int locomotives = 0; locomotives < map.length(r); ++locomotives)
          moves_.push_back(Move::claim(r, c, locomotives));
      moves_.push_back(Move::claim(r, kNoColor, map.length(r)));
    }
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
      case Kind::claim: break;
    }
    const int length = lengths_[move.route];
    const int base = claims_of_[move.route];
    if (move.color == kNoColor) return base + (gray_[move.route] ? kColors * length : length);
    return base + (gray_[move.route] ? move.color * length : 0) + move.locomotives;
  }

 private:
  std::vector<Move> moves_;
  std::array<std::uint16_t, Shape::routes> claims_of_{};
  std::array<std::uint8_t, Shape::routes> lengths_{};
  std::array<bool, Shape::routes> gray_{};
};

}  // namespace ttr
