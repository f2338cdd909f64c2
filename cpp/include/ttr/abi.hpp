// kAbi: a number that tells builds of the core apart whose objects do not have the same layout. Who
// hands a State to code that was compiled elsewhere compares it first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ttr/state.hpp"

// What the number cannot find out by itself, the meaning of a field or the order of private ones,
// is counted here by hand.
#ifndef TTR_ABI_REVISION
#define TTR_ABI_REVISION 1
#endif

namespace ttr {

namespace detail {

class AbiHash {
 public:
  constexpr explicit AbiHash(std::uint64_t start) : hash_(start) {}
  constexpr AbiHash& add(std::uint64_t x) {
    hash_ = mix64((hash_ ^ x) + kBaseSalt);
    return *this;
  }
  template <class T>
  constexpr AbiHash& size_of() {
    return add(sizeof(T)).add(alignof(T));
  }
  template <std::size_t n>
  constexpr AbiHash& names(const std::array<std::string_view, n>& all) {
    for (const std::string_view name : all)
      for (const char letter : name) add(static_cast<unsigned char>(letter));
    return add(n);
  }
  template <class Shape>
  constexpr AbiHash& shape() {
    using G = Game<Shape>;
    using S = State<Shape>;
    using P = typename S::Player;
    size_of<G>().template size_of<S>().template size_of<P>();
    size_of<Map<Shape>>().template size_of<ActionTable<Shape>>();
    size_of<TicketDeck<Shape::tickets>>().template size_of<typename S::Tunnel>();
    for (const std::size_t offset : {offsetof(G, map),
                                     offsetof(G, rules),
                                     offsetof(G, actions),
                                     offsetof(G, ticket_points),
                                     offsetof(G, ticket_deck),
                                     offsetof(G, long_tickets),
                                     offsetof(G, num_players),
                                     offsetof(G, first_seat),
                                     offsetof(P, hand),
                                     offsetof(P, known),
                                     offsetof(P, routes),
                                     offsetof(P, closed),
                                     offsetof(P, tickets),
                                     offsetof(P, route_points),
                                     offsetof(P, trains),
                                     offsetof(P, offered),
                                     offsetof(P, stations),
                                     offsetof(P, counted),
                                     offsetof(P, located),
                                     offsetof(P, initial_kept),
                                     offsetof(P, fresh),
                                     offsetof(S, in_hands),
                                     offsetof(S, deck),
                                     offsetof(S, discard),
                                     offsetof(S, face_up),
                                     offsetof(S, row),
                                     offsetof(S, chance),
                                     offsetof(S, seed),
                                     offsetof(S, ticket_deck),
                                     offsetof(S, unseen_tickets),
                                     offsetof(S, turn),
                                     offsetof(S, phase),
                                     offsetof(S, current),
                                     offsetof(S, passes),
                                     offsetof(S, final_turns_left),
                                     offsetof(S, resigned),
                                     offsetof(S, tunnel)})
      add(offset);
    return *this;
  }
  constexpr std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_;
};

}  // namespace detail

inline constexpr std::uint64_t kAbi = detail::AbiHash(TTR_ABI_REVISION)
                                          .names(kCardNames)
                                          .names(kPhaseNames)
                                          .names(kKindNames)
                                          .size_of<Rules>()
                                          .size_of<MapData>()
                                          .size_of<Move>()
                                          .shape<UpTo128>()
                                          .shape<UpTo256>()
                                          .value();

}  // namespace ttr
