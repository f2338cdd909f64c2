// Tickets of 64 games that ended: which are complete (R53), and what they are worth (R54).
//
// Every city carries a label, at first its own number; a route hands the smaller label of its ends
// to both, again and again until nothing changes. Then two cities are joined if their labels are
// equal.
#pragma once

#include "ttr/lockstep/games.hpp"

namespace ttr::lockstep {
namespace {

// Bit j of word i becomes bit i of word j.
inline void transpose(std::uint64_t (&rows)[64]) {
  std::uint64_t mask = 0x00000000FFFFFFFFu;
  for (int width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (int block = 0; block < 64; block += 2 * width)
      for (int i = block; i < block + width; ++i) {
        const std::uint64_t t = (rows[i] >> width ^ rows[i + width]) & mask;
        rows[i] ^= t << width;
        rows[i + width] ^= t;
      }
}

// Word w of every game -> for each member 64 * w + i a mask of games.
inline void games_of_members(const std::uint64_t* words, int num_words, std::uint64_t* masks) {
  for (int w = 0; w < num_words; ++w) {
    std::uint64_t block[64];
    std::memcpy(block, words + 64 * w, sizeof block);
    transpose(block);
    std::memcpy(masks + 64 * w, block, sizeof block);
  }
}

inline void label_cities(const Table& table, const std::uint64_t* owners, Bytes* label) {
  for (int c = 0; c < table.cities; ++c) label[c] = bytes(c);
  Mask changed = all_games();
  const auto join = [&](int r) {
    const Mask here = from_bits(owners[r]);
    Bytes& a = label[table.end_a[r]];
    Bytes& b = label[table.end_b[r]];
    const Bytes least = min(a, b);
    changed = changed | but_not(here, a == b);
    a = select(here, least, a);
    b = select(here, least, b);
  };
  while (any(changed)) {
    changed = no_games();
    for (int r = 0; r < table.routes; ++r) join(r);
    if (!any(changed)) break;
    for (int r = table.routes; r-- > 0;) join(r);
  }
}

// The length of the largest piece of each network.
inline void measure_pieces(const Table& table, Finished& games, std::size_t seat,
                           const Bytes* label) {
  for (int g = 0; g < games.count; ++g) {
    std::uint16_t length[kMaxCities], longest = 0;
    std::memset(length, 0, sizeof(std::uint16_t) * static_cast<std::size_t>(table.cities));
    for (int w = 0; w < table.route_words; ++w)
      for (std::uint64_t routes = games.routes[seat][static_cast<std::size_t>(kGames * w + g)];
           routes != 0; routes &= routes - 1) {
        const auto r = static_cast<std::size_t>(64 * w + std::countr_zero(routes));
        std::uint16_t& piece = length[label[table.end_a[r]][g]];
        piece = static_cast<std::uint16_t>(piece + table.length[r]);
        longest = longest < piece ? piece : longest;
      }
    games.longest_piece[seat][static_cast<std::size_t>(g)] = longest;
  }
}

inline void score_tickets(const Table& table, Finished& games, int seat, bool want_sets) {
  alignas(64) std::uint64_t owners[kMaxRoutes], holders[kMaxTickets];
  games_of_members(games.routes[seat].data(), table.route_words, owners);
  games_of_members(games.tickets[seat].data(), table.ticket_words, holders);
  Bytes label[kMaxCities];
  label_cities(table, owners, label);
  measure_pieces(table, games, static_cast<std::size_t>(seat), label);
  Halves points = halves(0), completed = halves(0), failed = halves(0);
  for (int t = 0; t < table.num_ticket_ids; ++t) {
    if (holders[t] == 0) continue;
    const Mask held = from_bits(holders[t]);
    const Mask done = held & (label[table.ticket_a[t]] == label[table.ticket_b[t]]);
    const Mask open = but_not(held, done);
    points = add(half_mask(done), points, halves(table.ticket_points[t]));
    points = sub(half_mask(open), points, halves(table.ticket_points[t]));
    completed = add(half_mask(done), completed, halves(1));
    failed = add(half_mask(open), failed, halves(1));
    holders[t] = to_bits(done);
  }
  std::memcpy(games.ticket_points[seat].data(), &points, sizeof points);
  std::memcpy(games.completed[seat].data(), &completed, sizeof completed);
  std::memcpy(games.failed[seat].data(), &failed, sizeof failed);
  if (want_sets)
    games_of_members(holders, table.ticket_words, games.tickets_completed[seat].data());
}

}  // namespace
}  // namespace ttr::lockstep
