// Tickets, one game at a time: few turns draw any (R49-R52, Q11).
#pragma once

#include <cstring>
#include <utility>

#include "ttr/lockstep/games.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

struct Offer {
  int count;
  std::uint16_t tickets[kMaxOffered];
};

template <int kWords>
inline void offer_tickets(const Table& table, Games<kWords>& games, int g, int most, Offer& offer) {
  const int count = most < games.ticket_count[g] ? most : games.ticket_count[g];
  const std::uint16_t* ring = games.ring + g * table.ticket_ring;
  for (int i = 0; i < count; ++i)
    offer.tickets[i] = ring[(games.ticket_top[g] + i) & (table.ticket_ring - 1)];
  offer.count = count;
  games.ticket_top[g] = static_cast<std::uint16_t>(games.ticket_top[g] + count);
  games.ticket_count[g] = static_cast<std::uint16_t>(games.ticket_count[g] - count);
}

// The first two of three numbers in order, without a branch: nobody can guess it.
inline void two_smallest(std::uint16_t a, std::uint16_t b, std::uint16_t c, std::uint16_t& first,
                         std::uint16_t& second) {
  const std::uint16_t low = a < b ? a : b, high = a < b ? b : a;
  const std::uint16_t middle = high < c ? high : c;
  first = low < c ? low : c;
  second = low < middle ? middle : low;
}

// Puts those that are not kept under the deck in ascending order (Q11). Says how many. Contract: at
// least one is kept.
inline int put_under(std::uint16_t* ring, int mask, int end, const Offer& offer, int keep) {
  if (offer.count == 3) {
    std::uint16_t ticket[3];
    for (int i = 0; i < 3; ++i)
      ticket[i] = static_cast<std::uint16_t>(offer.tickets[i] | -(keep >> i & 1));
    // What is written behind the end does not count, and there is room: three have been drawn.
    two_smallest(ticket[0], ticket[1], ticket[2], ring[end & mask], ring[(end + 1) & mask]);
    return 3 - std::popcount(static_cast<unsigned>(keep));
  }
  std::uint16_t returned[kMaxOffered];
  int n = 0;
  for (int i = 0; i < offer.count; ++i) {
    if (keep >> i & 1) continue;
    int at = n++;
    for (; at > 0 && returned[at - 1] > offer.tickets[i]; --at) returned[at] = returned[at - 1];
    returned[at] = offer.tickets[i];
  }
  for (int i = 0; i < n; ++i) ring[(end + i) & mask] = returned[i];
  return n;
}

template <int kWords>
inline void keep_tickets(const Table& table, Games<kWords>& games, int seat, int g,
                         const Offer& offer, int keep, bool leave) {
  for (int i = 0; i < offer.count; ++i)
    games.kept[seat][offer.tickets[i] >> 6][g] |= static_cast<std::uint64_t>(keep >> i & 1)
                                                  << (offer.tickets[i] & 63);
  int count = games.ticket_count[g];
  if (!leave)
    count += put_under(games.ring + g * table.ticket_ring, table.ticket_ring - 1,
                       games.ticket_top[g] + count, offer, keep);
  games.ticket_count[g] = static_cast<std::uint16_t>(count);
  games.has_tickets[g] = count > 0;
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
