// Rules: every option of the game that this engine lets a study change (Q13, Q14).
//
// The table below is the only place where an option's name, default, range and meaning stand; the
// struct, the checks, the Python class and its documentation are made from it. Defaults are the
// printed North America game of 2004, the preset `usa`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ttr/ids.hpp"

namespace ttr {

// X(name, default, smallest, largest, meaning)
#define TTR_INT_RULES(X)                                                                        \
  X(trains_per_player, 45, 1, 200, "trains each player starts with (R03)")                      \
  X(initial_cards, 4, 0, 12, "train cards dealt to each player (R04)")                          \
  X(face_up_size, 5, 0, 8, "slots of the face-up row (R04)")                                    \
  X(reset_locomotives, 3, 0, 8,                                                                 \
    "face-up locomotives that renew the row (R26, Q01); 0 = the row is never renewed")          \
  X(max_row_resets, 20, 0, 1000, "renewals of the row in a row before it stays as it is (Q01)") \
  X(longest_trail_bonus, 10, 0, 1000, "points for the longest trail (R87)")                     \
  X(final_round_threshold, 2, 0, 199,                                                           \
    "trains left at the end of a turn that set off the final round (R81)")                      \
  X(initial_tickets_dealt, 3, 1, 6, "tickets dealt to each player at the start (R07)")          \
  X(initial_tickets_keep_min, 2, 1, 6, "of these, the fewest a player keeps (R07, Q13)")        \
  X(tickets_drawn, 3, 1, 6, "tickets drawn in play (R49)")                                      \
  X(tickets_keep_min, 1, 1, 6, "of these, the fewest a player keeps (R49)")                     \
  X(second_track_min_players, 4, 1, 6,                                                          \
    "number of players from which the other lanes of a twin stay open to others (R45, R46)")

// X(name, meaning, default, other values...): one word out of a few.
#define TTR_CHOICE_RULES(X)                                                                       \
  X(initial_tickets_return, "where tickets not kept at the start go (R10, R11)", "bottom", "out") \
  X(ticket_value, "a ticket's value: as printed, or the shortest distance (R56)", "printed",      \
    "shortest")                                                                                   \
  X(payments, "payments offered for a route: every split, or one per colour (Q09)", "all",        \
    "fewest_locomotives")

enum class TieBreak : std::uint8_t { completed_tickets, longest_trail_bonus, longest_trail };
inline constexpr std::array<std::string_view, 3> kTieBreakNames = {
    "completed_tickets", "longest_trail_bonus", "longest_trail"};

struct RulesError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Rules {
#define X(name, default_, low, high, doc) int name = default_;
  TTR_INT_RULES(X)
#undef X
#define X(name, doc, ...) std::uint8_t name = 0; /* position among the option's words */
  TTR_CHOICE_RULES(X)
#undef X
  // Points by length: entry 0 is for one space (R43). Lengths beyond the table are refused.
  std::vector<int> route_points = {1, 2, 4, 7, 10, 15, 18, 21};
  // Keys after the total that decide between players level on points (R90).
  std::vector<TieBreak> tie_break = {TieBreak::completed_tickets, TieBreak::longest_trail_bonus};

  friend bool operator==(const Rules&, const Rules&) = default;

  bool tickets_leave_at_start() const { return initial_tickets_return == 1; }
  bool shortest_ticket_values() const { return ticket_value == 1; }
  bool fewest_locomotives() const { return payments == 1; }
  int max_offered() const {
    return initial_tickets_dealt > tickets_drawn ? initial_tickets_dealt : tickets_drawn;
  }
};

struct IntRule {
  std::string_view name;
  int Rules::* field;
  int low, high;
  std::string_view doc;
};
inline constexpr IntRule kIntRules[] = {
#define X(name, default_, low, high, doc) {#name, &Rules::name, low, high, doc},
    TTR_INT_RULES(X)
#undef X
};

struct ChoiceRule {
  std::string_view name;
  std::uint8_t Rules::* field;
  std::span<const std::string_view> words;
  std::string_view doc;
};
#define X(name, doc, ...) inline constexpr std::string_view kWords_##name[] = {__VA_ARGS__};
TTR_CHOICE_RULES(X)
#undef X
inline constexpr ChoiceRule kChoiceRules[] = {
#define X(name, doc, ...) {#name, &Rules::name, kWords_##name, doc},
    TTR_CHOICE_RULES(X)
#undef X
};

inline constexpr int kMaxRoutePoints = 1000;

// Throws RulesError naming the option, the value and what is allowed, for values that are out of
// range alone or make no game together.
inline void check_rules(const Rules& rules) {
  auto refuse = [](std::string_view name, const std::string& got, const std::string& allowed) {
    throw RulesError("rules: " + std::string(name) + " = " + got +
                     " is refused; allowed: " + allowed);
  };
  auto number = [](int x) { return std::to_string(x); };
  for (const auto& rule : kIntRules) {
    const int x = rules.*rule.field;
    if (x < rule.low || x > rule.high)
      refuse(rule.name, number(x), number(rule.low) + ".." + number(rule.high));
  }
  for (const auto& rule : kChoiceRules)
    if (rules.*rule.field >= rule.words.size())
      refuse(rule.name, number(rules.*rule.field), "one of its words");

  const auto entries = rules.route_points.size();
  if (entries < 1 || entries > kMaxLength)
    refuse("route_points", number(static_cast<int>(entries)) + " entries",
           "1.." + number(kMaxLength) + " entries, one per length from 1");
  for (int x : rules.route_points)
    if (x < 0 || x > kMaxRoutePoints)
      refuse("route_points", "an entry of " + number(x),
             "entries of 0.." + number(kMaxRoutePoints));
  if (rules.tie_break.size() > kTieBreakNames.size())
    refuse("tie_break", number(static_cast<int>(rules.tie_break.size())) + " keys",
           "each key at most once");
  for (std::size_t i = 0; i < rules.tie_break.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (rules.tie_break[i] == rules.tie_break[j])
        refuse("tie_break", "a repeated key", "each key at most once");

  if (rules.final_round_threshold >= rules.trains_per_player)
    refuse("final_round_threshold", number(rules.final_round_threshold),
           "less than trains_per_player = " + number(rules.trains_per_player));
  if (rules.initial_tickets_keep_min > rules.initial_tickets_dealt)
    refuse("initial_tickets_keep_min", number(rules.initial_tickets_keep_min),
           "at most initial_tickets_dealt = " + number(rules.initial_tickets_dealt));
  if (rules.tickets_keep_min > rules.tickets_drawn)
    refuse("tickets_keep_min", number(rules.tickets_keep_min),
           "at most tickets_drawn = " + number(rules.tickets_drawn));
}

}  // namespace ttr
