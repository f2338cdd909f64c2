// Rules: every option of the game that this engine lets a study change (Q13, Q14).
//
// The table below is the only place where an option's name, default, range and meaning stand; the
// struct, the checks, the Python class and its documentation are made from it. Defaults are the
// printed North America game of 2004, the preset `usa`.
#pragma once

#include <algorithm>
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
#define TTR_INT_RULES(X)                                                                           \
  X(trains_per_player, 45, 1, kMaxTrains, "trains each player starts with (R03)")                  \
  X(initial_cards, 4, 0, 12, "train cards dealt to each player (R04)")                             \
  X(face_up_size, 5, 0, kMaxFaceUp, "slots of the face-up row (R04)")                              \
  X(reset_locomotives, 3, 0, kMaxFaceUp,                                                           \
    "face-up locomotives that renew the row (R26, Q01); 0 = the row is never renewed")             \
  X(max_row_resets, 20, 0, 1000, "renewals of the row in a row before it stays as it is (Q01)")    \
  X(longest_trail_bonus, 10, 0, 1000, "points for the longest trail (R87)")                        \
  X(final_round_threshold, 2, 0, kMaxTrains - 1,                                                   \
    "trains left at the end of a turn that set off the final round (R81)")                         \
  X(initial_tickets_dealt, 3, 1, kMaxOffered, "tickets dealt to each player at the start (R07)")   \
  X(initial_tickets_keep_min, 2, 1, kMaxOffered, "of these, the fewest a player keeps (R07, Q13)") \
  X(tickets_drawn, 3, 1, kMaxOffered, "tickets drawn in play (R49)")                               \
  X(tickets_keep_min, 1, 1, kMaxOffered, "of these, the fewest a player keeps (R49)")              \
  X(second_track_min_players, 4, 1, 6,                                                             \
    "number of players from which the other lanes of a twin stay open to others (R45, R46)")       \
  X(initial_long_tickets_dealt, 0, 0, kMaxOffered - 1,                                             \
    "long tickets dealt to each player at the start besides the others (R08)")                     \
  X(tunnel_cards, 3, 0, kMaxTunnelCards, "cards turned up for a tunnel (R63)")                     \
  X(stations_per_player, 0, 0, kMaxStations, "stations each player has (R13); 0 = there are none") \
  X(station_value, 4, 0, 1000, "points for each station left at the end (R77)")                    \
  X(max_turns, 5000, 1, kMaxTurns,                                                                 \
    "turns after which the game ends and is scored; declined tunnels may go on for ever (R64)")

// X(name, default, meaning)
#define TTR_BOOL_RULES(X)                                                             \
  X(ferries, false, "ferries take locomotives (R59); without, they are plain routes") \
  X(tunnels, false, "tunnels may cost more (R62); without, they are plain routes")

// X(name, meaning, default, other values...): one word out of a few.
#define TTR_CHOICE_RULES(X)                                                                        \
  X(initial_tickets_return, "where tickets not kept at the start go (R10, R11)", "bottom", "out")  \
  X(ticket_value, "a ticket's value: as printed, or the shortest distance (R56)", "printed",       \
    "shortest")                                                                                    \
  X(payments, "payments offered for a route: every split, or one per colour (Q09)", "all",         \
    "fewest_locomotives")                                                                          \
  X(long_tickets,                                                                                  \
    "long tickets: dealt at the start alone (R11), or mixed with the others in one deck", "apart", \
    "mixed")                                                                                       \
  X(first_seat,                                                                                    \
    "who moves first in a game that is not told: seat 0, or the seat that the seed draws (R15)",   \
    "given", "seed")

enum class TieBreak : std::uint8_t {
  completed_tickets,
  longest_trail_bonus,
  longest_trail,
  fewest_stations,
};
inline constexpr std::array<std::string_view, 4> kTieBreakNames = {
    "completed_tickets", "longest_trail_bonus", "longest_trail", "fewest_stations"};

struct RulesError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Rules {
#define X(name, default_, low, high, doc) int name = default_;
  TTR_INT_RULES(X)
#undef X
#define X(name, default_, doc) bool name = default_;
  TTR_BOOL_RULES(X)
#undef X
#define X(name, doc, ...) std::uint8_t name = 0; /* position among the option's words */
  TTR_CHOICE_RULES(X)
#undef X
  // Points by length: entry 0 is for one space (R43). Lengths beyond the table are refused.
  std::vector<int> route_points = {1, 2, 4, 7, 10, 15, 18, 21};
  // Cards for the first station of a player, the second, ... (R71).
  std::vector<int> station_costs = {1, 2, 3};
  // Keys after the total that decide between players level on points (R90).
  std::vector<TieBreak> tie_break = {TieBreak::completed_tickets, TieBreak::longest_trail_bonus};

  friend bool operator==(const Rules&, const Rules&) = default;

  bool tickets_leave_at_start() const { return initial_tickets_return == 1; }
  bool shortest_ticket_values() const { return ticket_value == 1; }
  bool fewest_locomotives() const { return payments == 1; }
  bool mixes_long_tickets() const { return long_tickets == 1; }
  bool draws_first_seat() const { return first_seat == 1; }
  int max_offered() const {
    return std::max(initial_tickets_dealt + initial_long_tickets_dealt, tickets_drawn);
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

struct BoolRule {
  std::string_view name;
  bool Rules::* field;
  std::string_view doc;
};
inline constexpr BoolRule kBoolRules[] = {
#define X(name, default_, doc) {#name, &Rules::name, doc},
    TTR_BOOL_RULES(X)
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
  const auto stations = rules.station_costs.size();
  if (stations < 1 || stations > kMaxStations)
    refuse("station_costs", number(static_cast<int>(stations)) + " entries",
           "1.." + number(kMaxStations) + " entries, one per station");
  for (int x : rules.station_costs)
    if (x < 1 || x > kMaxStationCost)
      refuse("station_costs", "an entry of " + number(x),
             "entries of 1.." + number(kMaxStationCost));
  if (rules.stations_per_player > static_cast<int>(stations))
    refuse("stations_per_player", number(rules.stations_per_player),
           "at most the " + number(static_cast<int>(stations)) + " entries of station_costs");
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
  const int dealt = rules.initial_tickets_dealt + rules.initial_long_tickets_dealt;
  if (dealt > kMaxOffered)
    refuse("initial_long_tickets_dealt", number(rules.initial_long_tickets_dealt),
           "at most " + number(kMaxOffered) + " tickets in all, with initial_tickets_dealt = " +
               number(rules.initial_tickets_dealt));
  if (rules.initial_tickets_keep_min > dealt)
    refuse("initial_tickets_keep_min", number(rules.initial_tickets_keep_min),
           "at most the " + number(dealt) +
               " of initial_tickets_dealt and initial_long_tickets_dealt together");
  if (rules.tickets_keep_min > rules.tickets_drawn)
    refuse("tickets_keep_min", number(rules.tickets_keep_min),
           "at most tickets_drawn = " + number(rules.tickets_drawn));
}

// The editions: what each changes of the printed North America game, which `usa` is.
inline constexpr std::array<std::string_view, 3> kPresetNames = {"usa", "europe", "online"};

inline Rules preset(std::string_view name) {
  Rules rules;
  if (name == "usa") return rules;
  if (name == "europe") {
    rules.ferries = rules.tunnels = true;
    rules.stations_per_player = 3;
    rules.initial_long_tickets_dealt = 1;
    rules.initial_tickets_return = 1;  // out
    rules.tie_break = {TieBreak::completed_tickets, TieBreak::fewest_stations,
                       TieBreak::longest_trail_bonus};
    return rules;
  }
  if (name == "online") {
    rules.ticket_value = 1;  // shortest
    rules.first_seat = 1;    // seed
    rules.tie_break = {TieBreak::completed_tickets, TieBreak::longest_trail};
    return rules;
  }
  std::string presets;
  for (const auto& known : kPresetNames)
    presets += (presets.empty() ? "" : ", ") + std::string(known);
  throw RulesError("there is no preset '" + std::string(name) + "'; presets: " + presets);
}

}  // namespace ttr
