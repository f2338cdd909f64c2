// Small shared vocabulary: colours, seats, phases, and the fixed sizes of the game.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ttr {

// Train-card colours in the order used everywhere; the locomotive comes ninth. A route has one of
// the eight colours or is gray (any one colour), which takes the ninth place among route colours.
inline constexpr int kColors = 8;
inline constexpr int kLocomotive = 8;
inline constexpr int kCardKinds = 9;
inline constexpr int kGray = 8;
inline constexpr int kRouteColors = 9;
inline constexpr int kNoColor = 0xFF;

inline constexpr std::array<std::string_view, kCardKinds> kCardNames = {
    "red", "orange", "yellow", "green", "blue", "pink", "black", "white", "locomotive"};
inline constexpr std::string_view kGrayName = "gray";

// The train-card deck (R02).
inline constexpr int kCardsPerColor = 12;
inline constexpr int kLocomotives = 14;
inline constexpr int kTotalCards = kColors * kCardsPerColor + kLocomotives;

inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxPlayers = 5;
inline constexpr int kMinLength = 1;  // spaces of one route, for every map this project accepts
inline constexpr int kMaxLength = 12;
inline constexpr int kMaxTicketPoints = 1000;
inline constexpr int kMaxTrains = 200;     // of one player
inline constexpr int kMaxTurns = 30000;    // of one game
inline constexpr int kMaxFaceUp = 8;       // widest face-up row a rule sweep may ask for
inline constexpr int kMaxOffered = 6;      // most tickets in one choice: 2^6 - 1 keep-sets
inline constexpr int kMaxStations = 5;     // of one player
inline constexpr int kMaxStationCost = 6;  // cards for one station
inline constexpr int kMaxTunnelCards = 6;  // cards turned up for one tunnel

// What current_player() says at the end; the value is OpenSpiel's PlayerId.TERMINAL.
inline constexpr int kTerminalPlayer = -4;

enum class Phase : std::uint8_t {
  choose_initial_tickets,
  choose_action,
  draw_second_card,
  choose_tickets,
  pay_tunnel,
  terminal,
};
inline constexpr std::array<std::string_view, 6> kPhaseNames = {
    "choose_initial_tickets", "choose_action", "draw_second_card",
    "choose_tickets",         "pay_tunnel",    "terminal"};

// Called with `context` now and then, some milliseconds apart, during a long search; may throw to
// end it.
using Tick = void (*)(const void* context);

// Most routes, cities and tickets that a compiled instance of the engine can hold. Everything
// that depends on these widths is a template over one such shape.
struct UpTo128 {
  static constexpr int routes = 128;
  static constexpr int cities = 128;
  static constexpr int tickets = 128;
};
struct UpTo256 {
  static constexpr int routes = 256;
  static constexpr int cities = 128;
  static constexpr int tickets = 512;
};

}  // namespace ttr
