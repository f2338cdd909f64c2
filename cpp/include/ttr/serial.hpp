// A state as bytes: little-endian, field by field, the same on every machine, and canonical: equal
// states have equal bytes. Reading trusts nothing: whatever comes in either gives a state that
// satisfies every invariant, or is refused with the reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ttr/invariants.hpp"
#include "ttr/state.hpp"

namespace ttr {

inline constexpr std::uint8_t kStateFormat = 3;

struct FormatError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

namespace detail {

class Writer {
 public:
  Writer() { out.reserve(512); }  // more than most states need
  template <class T>
  void operator()(const T& x, int bytes = sizeof(T)) {
    const auto u = static_cast<std::uint64_t>(x);
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(u >> (8 * i)));
  }
  template <int N>
  void operator()(const BitSet<N>& set) {
    (*this)(set.len(), 2);
    set.for_each([&](int i) { (*this)(i, 2); });
  }
  void operator()(const Cards& cards) {
    for (int c = 0; c < kCardKinds; ++c) (*this)(cards[c], 1);
  }
  std::vector<std::uint8_t> out;
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> in) : in_(in) {}
  template <class T>
  void operator()(T& x, int bytes = sizeof(T)) {
    std::uint64_t u = 0;
    for (int i = 0; i < bytes; ++i) u |= static_cast<std::uint64_t>(byte()) << (8 * i);
    x = static_cast<T>(u);
  }
  template <int N>
  void operator()(BitSet<N>& set) {
    int n = 0, last = -1;
    (*this)(n, 2);
    while (n-- > 0) {
      int i = 0;
      (*this)(i, 2);
      if (i <= last || i >= N) throw FormatError("state bytes: number out of range or order");
      set.insert(last = i);
    }
  }
  void operator()(Cards& cards) {
    for (int c = 0; c < kCardKinds; ++c) {
      const int n = byte();
      if (n > kTotalCards) throw FormatError("state bytes: too many cards");
      cards.add(c, n);
    }
  }
  std::uint8_t byte() {
    if (at_ == in_.size()) throw FormatError("state bytes: too short");
    return in_[at_++];
  }
  bool at_end() const { return at_ == in_.size(); }

 private:
  std::span<const std::uint8_t> in_;
  std::size_t at_ = 0;
};

inline constexpr int kStartsBlock = 0x8000;  // beside the number of a ticket in the deck

template <class Shape>
int read_ticket(const Game<Shape>& game, Reader& read) {
  int ticket = 0;
  read(ticket, 2);
  if (ticket >= game.map.num_tickets()) throw FormatError("state bytes: unknown ticket");
  return ticket;
}

// The plain fields of a state, in file order, for both directions.
template <class Shape, class S, class Visit>
void visit_fields(const Game<Shape>& game, S& s, Visit& visit) {
  visit(s.seed);
  visit(s.game_index);
  visit(s.turn);
  visit(s.ply);
  visit(s.phase);
  visit(s.current);
  visit(s.first_seat);
  visit(s.passes);
  visit(s.final_turns_left);
  visit(s.unseen_tickets);
  visit(s.deck);
  visit(s.discard);
  visit(s.in_hands);
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    visit(p.hand);
    visit(p.known);
    visit(p.counted);
    visit(p.routes);
    visit(p.tickets);
    visit(p.located);
    visit(p.trains);
    visit(p.route_points);
    visit(p.num_offered);
    visit(p.initial_kept);
    visit(p.fresh);
    visit(p.num_stations);
  }
  visit(s.resigned);
  visit(s.tunnel.route);
  visit(s.tunnel.color);
  visit(s.tunnel.locomotives);
  visit(s.tunnel.extra);
  visit(s.tunnel.num_turned);
  for (auto& kind : s.tunnel.turned) visit(kind);
}

}  // namespace detail

template <class Shape>
std::vector<std::uint8_t> state_to_bytes(const Game<Shape>& game, const State<Shape>& s) {
  detail::Writer write;
  write(kStateFormat);
  write(static_cast<std::uint8_t>(game.num_players));
  detail::visit_fields(game, s, write);
  write(s.chance.position());
  for (int i = 0; i < kMaxFaceUp; ++i) write(s.row[i], 1);
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < s.players[seat].num_offered; ++i) write(s.players[seat].offered[i], 2);
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < s.players[seat].num_stations; ++i) write(s.players[seat].stations[i]);
  write(s.ticket_deck.size(), 2);
  for (int i = 0; i < s.ticket_deck.size(); ++i)
    write(s.ticket_deck[i] | (s.ticket_deck.starts_block(i) ? detail::kStartsBlock : 0), 2);
  return write.out;
}

// What follows from the other fields: closed routes and the counts of the face-up row.
template <class Shape>
void derive_fields(const Game<Shape>& game, State<Shape>& s) {
  for (int p = 0; p < game.num_players; ++p) {
    auto& closed = s.players[p].closed;
    closed = {};
    for (int q = 0; q < game.num_players; ++q)
      s.players[q].routes.for_each([&](int r) {
        if (r < game.map.num_routes() && (q == p || game.twins_close()))
          closed |= game.map.lanes(r);
        else
          closed.insert(r);
      });
  }
  s.face_up = Cards();
  for (int slot = 0; slot < kMaxFaceUp; ++slot)
    if (!s.row.is_free(slot)) s.face_up.add(s.row[slot]);
}

// Throws FormatError with the reason.
template <class Shape>
State<Shape> state_from_bytes(const Game<Shape>& game, std::span<const std::uint8_t> bytes) {
  detail::Reader read(bytes);
  State<Shape> s;
  if (read.byte() != kStateFormat) throw FormatError("state bytes: unknown format");
  if (read.byte() != game.num_players) throw FormatError("state bytes: other number of players");
  detail::visit_fields(game, s, read);
  if (static_cast<std::size_t>(s.phase) >= kPhaseNames.size())
    throw FormatError("state bytes: unknown phase");
  std::uint64_t position = 0;
  read(position);
  s.chance = Stream(s.seed, s.game_index, kChanceStream, position);
  for (int slot = 0; slot < kMaxFaceUp; ++slot) {
    const int kind = read.byte();
    if (kind == Row::kFree) continue;
    if (kind >= kCardKinds) throw FormatError("state bytes: unknown card");
    s.row.put(slot, kind);
  }
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    if (p.num_offered > kMaxOffered) throw FormatError("state bytes: too many offered tickets");
    for (int i = 0; i < p.num_offered; ++i)
      p.offered[i] = static_cast<typename State<Shape>::TicketId>(detail::read_ticket(game, read));
  }
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    if (p.num_stations > kMaxStations) throw FormatError("state bytes: too many stations");
    for (int i = 0; i < p.num_stations; ++i) read(p.stations[i]);
  }
  int size = 0;
  read(size, 2);
  if (size > Shape::tickets) throw FormatError("state bytes: ticket deck too large");
  for (int i = 0; i < size; ++i) {
    int ticket = 0;
    read(ticket, 2);
    const bool starts_block = (ticket & detail::kStartsBlock) != 0;
    ticket &= ~detail::kStartsBlock;
    if (ticket >= game.map.num_tickets()) throw FormatError("state bytes: unknown ticket");
    s.ticket_deck.put_under(ticket, starts_block);
  }
  if (!read.at_end()) throw FormatError("state bytes: too long");
  derive_fields(game, s);
  const auto problems = state_problems(game, s);
  if (!problems.empty()) throw FormatError("state bytes: " + problems.front());
  return s;
}

// 64 bits over the whole truth of a state, its random future included.
template <class Shape>
std::uint64_t state_hash(const Game<Shape>& game, const State<Shape>& s) {
  std::uint64_t h = 0x9E3779B97F4A7C15u, word = 0;
  int bytes = 0;
  for (std::uint8_t b : state_to_bytes(game, s)) {
    word = word << 8 | b;
    if (++bytes % 8 == 0) h = mix64(h ^ word) + 0x9E3779B97F4A7C15u;
  }
  return mix64(h ^ word ^ static_cast<std::uint64_t>(bytes) << 56);
}

}  // namespace ttr
