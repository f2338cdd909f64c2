// Game: what is fixed (map, rules, number of players). State: everything that changes, in one
// trivially copyable value: a clone is a memcpy, and nothing is shared between two states.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ttr/actions.hpp"
#include "ttr/bit_set.hpp"
#include "ttr/cards.hpp"
#include "ttr/map.hpp"
#include "ttr/rng.hpp"
#include "ttr/rules.hpp"

namespace ttr {

inline constexpr int kFirstSeatBySeed = -1;
inline constexpr int kFirstSeatByRules = -2;  // as the option first_seat says (R15)

inline constexpr int kMaxTotal = 32767;

struct GameError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The ticket deck: a ring, drawn at the top, returned to at the bottom.
template <int N>
class TicketDeck {
  static_assert((N & (N - 1)) == 0 && N <= 1 << 15);

 public:
  using Id = std::conditional_t<(N > 256), std::uint16_t, std::uint8_t>;
  int size() const { return size_; }
  int operator[](int i) const { return ring_[(top_ + i) & (N - 1)]; }  // 0 = top
  // Was it the first of those that a seat put under the deck in one go? They lie in the order of
  // their numbers (Q11), up to the next such ticket.
  bool starts_block(int i) const { return starts_.has((top_ + i) & (N - 1)); }
  void assign(const int* tickets, int n) {
    top_ = 0;
    size_ = static_cast<std::uint16_t>(n);
    starts_ = {};
    for (int i = 0; i < n; ++i) ring_[i] = static_cast<Id>(tickets[i]);
  }
  void start_block(int i, bool starts) {
    const int at = (top_ + i) & (N - 1);
    if (starts)
      starts_.insert(at);
    else
      starts_.erase(at);
  }
  void replace(int i, int ticket) { ring_[(top_ + i) & (N - 1)] = static_cast<Id>(ticket); }
  void shuffle_top(int n, Stream& stream) {  // Fisher-Yates over the top n
    for (int i = 0; i + 1 < n; ++i) {
      const int j = i + static_cast<int>(stream.below(static_cast<std::uint32_t>(n - i)));
      std::swap(ring_[(top_ + i) & (N - 1)], ring_[(top_ + j) & (N - 1)]);
    }
  }
  int draw() {
    const int ticket = ring_[top_];
    starts_.erase(top_);
    top_ = static_cast<std::uint16_t>((top_ + 1) & (N - 1));
    --size_;
    return ticket;
  }
  void put_under(int ticket, bool starts_block = false) {
    const int at = (top_ + size_) & (N - 1);
    ring_[at] = static_cast<Id>(ticket);
    ++size_;
    start_block(size_ - 1, starts_block);
  }
  void drop_from(int i) {  // those from there on downwards
    while (size_ > i) starts_.erase((top_ + --size_) & (N - 1));
  }

 private:
  std::array<Id, N> ring_{};
  BitSet<(N + 63) / 64 * 64> starts_;
  std::uint16_t top_ = 0, size_ = 0;
};

template <class Shape>
class Game {
 public:
  // Throws RulesError or GameError when the three do not make a game.
  Game(const MapData& data, Rules rules_, int players, int first_seat_ = kFirstSeatByRules)
      : map(as_played(data, rules_)), rules((check_rules(rules_), std::move(rules_))),
        actions(map, rules), num_players(players),
        first_seat(first_seat_ != kFirstSeatByRules ? first_seat_
                   : rules.draws_first_seat()       ? kFirstSeatBySeed
                                                    : 0) {
    auto number = [](int x) { return std::to_string(x); };
    if (players < kMinPlayers || players > kMaxPlayers)
      throw GameError("players = " + number(players) +
                      " is refused; allowed: " + number(kMinPlayers) + ".." + number(kMaxPlayers));
    if (first_seat != kFirstSeatBySeed && (first_seat < 0 || first_seat >= players))
      throw GameError("first_seat = " + number(first_seat) + " is refused; allowed: 0.." +
                      number(players - 1) + ", or None to have it drawn by the seed");
    if (map.max_length() > static_cast<int>(rules.route_points.size()))
      throw GameError("rules: route_points has " +
                      number(static_cast<int>(rules.route_points.size())) +
                      " entries, but the map has a route of length " + number(map.max_length()));
    for (int t = 0; t < map.num_tickets(); ++t)
      if (lies_apart(t))
        long_tickets.push_back(t);
      else
        ticket_deck.put_under(t);
    auto enough = [&](int there, const char* which, const char* option, int each) {
      if (there < players * each)
        throw GameError("the map has " + number(there) + which +
                        (there == 1 ? " ticket" : " tickets") + ", but " + number(players) +
                        " players are dealt " + option + " = " + number(each) + " each");
    };
    enough(ticket_deck.size(), long_tickets.empty() ? "" : " regular", "initial_tickets_dealt",
           rules.initial_tickets_dealt);
    // A deck without long tickets is dealt without them.
    if (!long_tickets.empty()) {
      long_dealt = rules.initial_long_tickets_dealt;
      enough(static_cast<int>(long_tickets.size()), " long", "initial_long_tickets_dealt",
             long_dealt);
    }
    if (rules.initial_tickets_keep_min > tickets_dealt())
      throw GameError("rules: initial_tickets_keep_min = " +
                      number(rules.initial_tickets_keep_min) + ", but each player is dealt " +
                      number(tickets_dealt()) +
                      (rules.mixes_long_tickets() ? ": with long_tickets = mixed, "
                                                    "initial_long_tickets_dealt has no effect"
                                                  : ": this deck has no long tickets"));
    ticket_points.resize(map.num_tickets());
    for (int t = 0; t < map.num_tickets(); ++t) {
      const int distance = map.distance(map.ticket_a(t), map.ticket_b(t));
      if (rules.shortest_ticket_values() && distance == Map<Shape>::kUnreachable)
        throw GameError("rules: ticket_value = shortest, but ticket " + number(t) +
                        " joins two cities that no chain of routes joins");
      ticket_points[t] = rules.shortest_ticket_values() ? distance : map.ticket_points(t);
    }
    // Scores are kept in 16 bits; refuse what could leave them.
    int most = rules.longest_trail_bonus + rules.stations_per_player * rules.station_value;
    for (int points : ticket_points) most += points;
    for (int r = 0; r < map.num_routes(); ++r) most += points_for(map.length(r));
    if (most > kMaxTotal)
      throw GameError(
          "rules: the points of route_points, longest_trail_bonus, stations and the map's "
          "tickets make " +
          number(most) + " together; allowed: at most " + number(kMaxTotal));
  }

  int points_for(int length) const { return rules.route_points[length - 1]; }
  bool twins_close() const { return num_players < rules.second_track_min_players; }
  bool has_stations() const { return rules.stations_per_player > 0; }
  bool has_tunnels() const { return !map.tunnels().is_empty(); }
  // Without rule modules: the playout loop exists a second time for such games, with kModules =
  // false in its functions, and so without a trace of the modules. Nobody may have resigned there.
  // With one loop for all, usa was played at 0.95 of the rate that it had before there were
  // modules.
  bool is_plain() const { return map.ferries().empty() && !has_tunnels() && !has_stations(); }
  // Does the ticket lie apart from the ticket deck?
  bool lies_apart(int ticket) const {
    return map.long_tickets().has(ticket) && !rules.mixes_long_tickets();
  }
  int tickets_dealt() const { return rules.initial_tickets_dealt + long_dealt; }

  // An upper bound on the number of plies. Every card drawn is one of 110 or was paid before, and
  // at most all trains' worth of cards and the price of all stations is ever paid;
  // every ticket draw takes a ticket out of the deck for good; a claim uses a train. Between two
  // such actions fewer than n passes. Only declined tunnels know no end but max_turns. No turn has
  // more than two plies; a seat that resigns in the middle of its turn leaves one that is no turn.
  int max_plies() const {
    const int by_turns = 2 * (num_players + rules.max_turns);
    if (has_tunnels()) return by_turns;
    const int trains = num_players * rules.trains_per_player;
    const int stations = num_players * rules.stations_per_player;
    const int moves = (kTotalCards + trains + stations * kMaxStationCost) + trains + stations +
                      2 * map.num_tickets();
    return std::min(by_turns, num_players + num_players * (moves + 1));
  }

  Map<Shape> map;
  Rules rules;
  ActionTable<Shape> actions;
  std::vector<int> ticket_points;
  TicketDeck<Shape::tickets> ticket_deck;  // not shuffled, without long tickets kept apart:
  std::vector<int> long_tickets;           // these
  int long_dealt = 0;                      // of them, to each player
  int num_players;
  int first_seat;

 private:
  // Ferries and tunnels that the rules turn off are plain routes.
  static MapData as_played(MapData data, const Rules& rules) {
    for (auto& route : data.routes) {
      if (!rules.ferries) route.ferry_locomotives = 0;
      if (!rules.tunnels) route.is_tunnel = false;
    }
    return data;
  }
};

template <class Shape>
struct State {
  using RouteSet = BitSet<Shape::routes>;
  using TicketSet = BitSet<Shape::tickets>;
  using TicketId = typename TicketDeck<Shape::tickets>::Id;
  static constexpr int kNoFinalRound = -1;

  struct Player {
    Cards hand;
    Cards known;        // the part of the hand that every opponent can be sure of
    Cards counted;      // of the others' hidden cards (memory.hpp)
    RouteSet routes;    // own network
    RouteSet closed;    // routes this player can never claim (any more): R41, R44-R46
    TicketSet tickets;  // kept
    TicketSet located;  // elsewhere, but the seat knows where (memory.hpp)
    std::int16_t route_points = 0;
    std::uint8_t trains = 0;
    std::uint8_t num_offered = 0;
    std::uint8_t initial_kept = 0;                      // tickets kept of those dealt at the start
    std::uint8_t fresh = 0;                             // memory.hpp
    std::array<TicketId, kMaxOffered> offered{};        // in the order drawn
    std::uint8_t num_stations = 0;                      // built
    std::array<std::uint8_t, kMaxStations> stations{};  // their cities, in the order built
  };
  // A claim that waits for the surcharge; all zero in other phases than pay_tunnel.
  struct Tunnel {
    std::uint16_t route = 0;
    std::uint8_t color = 0;  // laid, kNoColor if locomotives only
    std::uint8_t locomotives = 0;
    std::uint8_t extra = 0;
    std::uint8_t num_turned = 0;
    std::array<std::uint8_t, kMaxTunnelCards> turned{};

    friend constexpr bool operator==(const Tunnel&, const Tunnel&) = default;
  };

  std::array<Player, kMaxPlayers> players;
  Cards deck, discard, face_up;  // face_up: the row as counts ...
  Row row;                       // ... and slot by slot
  Cards in_hands;                // memory.hpp
  Stream chance;
  std::uint64_t seed = 0, game_index = 0;
  TicketDeck<Shape::tickets> ticket_deck;
  std::uint16_t unseen_tickets = 0;  // so many on top were never dealt; below lie returned ones
  std::uint32_t turn = 0;            // turns finished
  std::uint32_t ply = 0;             // decisions taken
  Phase phase = Phase::choose_initial_tickets;
  std::int8_t current = 0;  // seat to decide
  std::int8_t first_seat = 0;
  std::int8_t passes = 0;  // turns passed in a row
  std::int16_t final_turns_left = kNoFinalRound;
  std::uint8_t resigned = 0;  // bit s = seat s has left the game
  Tunnel tunnel;

  int num_active(int players) const { return players - std::popcount(resigned); }
  bool has_resigned(int seat) const { return resigned >> seat & 1; }
  bool is_terminal() const { return phase == Phase::terminal; }
  Player& mover() { return players[static_cast<std::size_t>(current)]; }
  const Player& mover() const { return players[static_cast<std::size_t>(current)]; }
};

// The cards laid for a tunnel (R62), of whom nobody can say at another time.
template <class Shape>
Cards laid_cards(const Game<Shape>& game, const typename State<Shape>::Tunnel& tunnel) {
  Cards laid;
  laid.add(kLocomotive, tunnel.locomotives);
  if (tunnel.color != kNoColor)
    laid.add(tunnel.color, game.map.length(tunnel.route) - tunnel.locomotives);
  return laid;
}

static_assert(kMaxTrains <= 0xFF, "State::Player::trains is a byte");
static_assert(2 * (kMaxPlayers + kMaxTurns) <= 0xFFFF, "batches count plies in 16 bits");
static_assert(std::is_trivially_copyable_v<State<UpTo128>> && sizeof(State<UpTo128>) <= 1024);
static_assert(std::is_trivially_copyable_v<State<UpTo256>> && sizeof(State<UpTo256>) <= 2816);

}  // namespace ttr
