// Observations: what one seat knows, as numbers for a learner and as text.
//
// The observation is what lies open on the table now, with the seat's own hand and tickets. Of the
// others it tells the sizes of their hands, the cards that everybody knows they hold, and the
// number of their tickets (R14), but during the initial choice not how many they have kept (Q10).
// The information state is the observation and, behind it, what the seat remembers besides
// (memory.hpp). Neither depends on anything that the seat cannot know: hidden cards, the order of
// the ticket deck, the seed.
//
// There is one list of slices, describe_observation. The layout, both forms of the tensor and the
// text are made from it (observe_sinks.hpp), so they cannot differ. Seats are counted from the one
// that observes: itself first, then the others in turn order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ttr/observe_sinks.hpp"
#include "ttr/score.hpp"
#include "ttr/stations.hpp"

namespace ttr {

// Goes up whenever a slice comes, goes, moves or gets another meaning.
inline constexpr int kObservationVersion = 1;

enum class View : std::uint8_t { observation, information_state };

// The seat's complete tickets as a set (R53, R98): joined by its own routes and by what its
// stations would lend if the game ended now. Calls tick(context) now and then where there are
// stations.
template <class Shape>
BitSet<Shape::tickets> complete_tickets(const Game<Shape>& game, const State<Shape>& s, int seat,
                                        Tick tick = nullptr, const void* context = nullptr) {
  const auto network = ticket_network(game, s, seat, tick, context);
  BitSet<Shape::tickets> complete;
  s.players[static_cast<std::size_t>(seat)].tickets.for_each([&](int t) {
    if (is_complete(game.map, network, t)) complete.insert(t);
  });
  return complete;
}

namespace detail {

// Bounds of what a game counts.
struct ObservationLimits {
  int route_points = 0;     // of all routes together
  int ticket_deck = 0;      // tickets
  int initial_tickets = 0;  // in the ticket deck when all have been dealt theirs
};

// Q10: during the initial choice nobody sees what another seat has kept, even if it has resigned
// since. One that resigned before it could choose has nothing to hide.
template <class Shape>
bool hides_choice(const State<Shape>& s, int seat, int viewer) {
  return s.phase == Phase::choose_initial_tickets && seat != viewer &&
         (!s.has_resigned(seat) || s.players[static_cast<std::size_t>(seat)].initial_kept > 0);
}

// Tickets that the seat holds as `viewer` sees it, those offered to it included.
template <class Shape>
int tickets_held(const Game<Shape>& game, const State<Shape>& s, int seat, int viewer) {
  if (hides_choice(s, seat, viewer)) return game.tickets_dealt();
  const auto& p = s.players[static_cast<std::size_t>(seat)];
  return p.tickets.len() + p.num_offered;
}

// Q10: who has returned tickets, and how many, shows when all have chosen.
template <class Shape>
int tickets_in_deck(const Game<Shape>& game, const State<Shape>& s,
                    const ObservationLimits& limits) {
  const bool open = s.phase != Phase::choose_initial_tickets || game.rules.tickets_leave_at_start();
  return open ? s.ticket_deck.size() : limits.initial_tickets;
}

// Tells the sink of every slice, in order; that of observation.md, from small to wide.
template <class Shape, class Sink>
[[gnu::always_inline]] inline void describe_observation(const Game<Shape>& game,
                                                        const State<Shape>& s, int viewer,
                                                        const BitSet<Shape::tickets>& complete,
                                                        const ObservationLimits& limits,
                                                        Sink& sink) {
  static constexpr auto kTunnelColors = [] {
    auto names = kCardNames;
    names[kColors] = "none";
    return names;
  }();
  const auto& map = game.map;
  const auto& rules = game.rules;
  const int n = game.num_players;
  auto seat_at = [&](int place) {
    return viewer + place < n ? viewer + place : viewer + place - n;
  };
  auto place_of = [&](int seat) { return seat >= viewer ? seat - viewer : seat - viewer + n; };
  auto player_at = [&](int place) -> const auto& {
    return s.players[static_cast<std::size_t>(seat_at(place))];
  };
  const auto& me = s.players[static_cast<std::size_t>(viewer)];
  const bool final_round = s.final_turns_left != State<Shape>::kNoFinalRound;

  sink.one_hot({"seat", "the seat that observes, as the game numbers it"}, n,
               [&] { return viewer; });
  sink.one_hot({"first_seat", "seat of the first turn"}, n, [&] { return place_of(s.first_seat); });
  sink.one_hot({"phase", "the phase, in the order of PHASES", kPhaseNames}, kPhaseNames.size(),
               [&] { return static_cast<int>(s.phase); });
  sink.one_hot({"to_move", "seat to decide; none at the end"}, n,
               [&] { return s.is_terminal() ? -1 : place_of(s.current); });
  sink.numbers({"turn", "turns finished"}, 1, rules.max_turns, [&](int) {
    return static_cast<int>(std::min(s.turn, static_cast<std::uint32_t>(rules.max_turns)));
  });
  sink.numbers({"final_round", "1 once the final round is set off (R81)"}, 1, 1,
               [&](int) { return static_cast<int>(final_round); });
  sink.numbers({"final_turns_left", "turns still to be played in it; 0 before"}, 1, n,
               [&](int) { return final_round ? int{s.final_turns_left} : 0; });
  sink.numbers({"consecutive_passes", "turns passed in a row"}, 1, n,
               [&](int) { return int{s.passes}; });
  sink.cards({"face_up", "cards of the row, by kind"}, [&] { return s.face_up; });
  sink.cards({"discard", "cards of the open discards, by kind"}, [&] { return s.discard; });
  sink.numbers({"deck_size", "cards in the deck"}, 1, kTotalCards,
               [&](int) { return s.deck.total(); });
  sink.numbers({"ticket_deck_size",
                "tickets in the ticket deck; during the initial choice without those returned"},
               1, limits.ticket_deck, [&](int) { return tickets_in_deck(game, s, limits); });
  sink.numbers({"num_offered", "tickets that the seat to decide chooses from"}, 1,
               rules.max_offered(), [&](int) { return int{s.mover().num_offered}; });
  sink.numbers({"hand_size", "cards in hand, by seat"}, n, kTotalCards,
               [&](int place) { return player_at(place).hand.total(); });
  sink.rows_of_cards({"known_hand", "cards that everybody knows the seat holds, by seat and kind"},
                     n, [&](int place) -> const Cards& { return player_at(place).known; });
  sink.numbers({"trains", "trains left, by seat"}, n, rules.trains_per_player,
               [&](int place) { return int{player_at(place).trains}; });
  sink.numbers({"num_tickets",
                "tickets held, by seat, offered ones included; during the initial choice the "
                "number dealt for all others"},
               n, map.num_tickets(),
               [&](int place) { return tickets_held(game, s, seat_at(place), viewer); });
  sink.numbers({"route_points", "points of the routes claimed, by seat"}, n, limits.route_points,
               [&](int place) { return int{player_at(place).route_points}; });
  if (game.has_stations())
    sink.numbers({"stations_left", "stations not built, by seat"}, n, rules.stations_per_player,
                 [&](int place) { return stations_left(game, s, seat_at(place)); });
  sink.numbers({"resigned", "1 if the seat has resigned, by seat"}, n, 1,
               [&](int place) { return static_cast<int>(s.has_resigned(seat_at(place))); });
  sink.cards({"hand", "own cards, by kind"}, [&] { return me.hand; });
  if (game.has_tunnels()) {
    const auto& tunnel = s.tunnel;
    const bool pending = s.phase == Phase::pay_tunnel;
    sink.one_hot({"tunnel_color",
                  "pending tunnel (R62): colour laid; the last place for locomotives alone",
                  kTunnelColors},
                 kColors + 1, [&] {
                   return !pending ? -1 : tunnel.color == kNoColor ? kColors : int{tunnel.color};
                 });
    sink.numbers({"tunnel_locomotives", "pending tunnel: locomotives laid"}, 1, map.max_length(),
                 [&](int) { return int{tunnel.locomotives}; });
    sink.numbers({"tunnel_extra", "pending tunnel: cards to pay besides"}, 1, rules.tunnel_cards,
                 [&](int) { return int{tunnel.extra}; });
    sink.cards({"tunnel_turned", "pending tunnel: cards turned up, by kind"}, [&] {
      Cards turned;
      for (std::size_t i = 0; i < tunnel.num_turned; ++i) turned.add(tunnel.turned[i]);
      return turned;
    });
    sink.one_hot({"tunnel_route", "pending tunnel: the route"}, map.num_routes(),
                 [&] { return pending ? int{tunnel.route} : -1; });
  }
  sink.members({"tickets", "own tickets, kept"}, map.num_tickets(),
               [&]() -> const auto& { return me.tickets; });
  sink.members({"completed_tickets", "own tickets that are complete (R98)"}, map.num_tickets(),
               [&]() -> const auto& { return complete; });
  sink.one_hots({"offered_tickets",
                 "own tickets offered, by position: that of the actions keep_tickets"},
                rules.max_offered(), map.num_tickets(), [&](int position) {
                  return position < me.num_offered
                             ? int{me.offered[static_cast<std::size_t>(position)]}
                             : -1;
                });
  sink.members({"open_routes", "routes that the seat itself may still claim (R41, R44-R46)"},
               map.num_routes(),
               [&] { return BitSet<Shape::routes>::first(map.num_routes()) - me.closed; });
  sink.rows_of_members({"routes", "routes claimed, by seat"}, n, map.num_routes(),
                       [&](int place) -> const auto& { return player_at(place).routes; });
  if (game.has_stations())
    sink.rows_of_members({"stations", "cities with a station, by seat"}, n, map.num_cities(),
                         [&](int place) {
                           const auto& p = player_at(place);
                           BitSet<Shape::cities> cities;
                           for (std::size_t i = 0; i < p.num_stations; ++i)
                             cities.insert(p.stations[i]);
                           return cities;
                         });
}

// And of what the seat remembers besides (memory.hpp).
template <class Shape, class Sink>
[[gnu::always_inline]] inline void describe_memory(const Game<Shape>& game, const State<Shape>& s,
                                                   int viewer, const ObservationLimits& limits,
                                                   Sink& sink) {
  const int n = game.num_players, tickets = game.map.num_tickets();
  const auto& me = s.players[static_cast<std::size_t>(viewer)];
  auto seat_at = [&](int place) {
    return viewer + place < n ? viewer + place : viewer + place - n;
  };
  auto player_at = [&](int place) -> const auto& {
    return s.players[static_cast<std::size_t>(seat_at(place))];
  };
  // Q10: how many tickets others have returned, and where own ones lie among them, is not known.
  const bool initial = s.phase == Phase::choose_initial_tickets;
  BitSet<Shape::tickets> blocks;
  std::array<int, Shape::tickets> positions;
  std::fill_n(positions.begin(), tickets, 0);
  for (int i = s.unseen_tickets; !initial && i < s.ticket_deck.size(); ++i) {
    if (s.ticket_deck.starts_block(i)) blocks.insert(i);
    if (me.located.has(s.ticket_deck[i]))
      positions[static_cast<std::size_t>(s.ticket_deck[i])] = i + 1;
  }

  sink.cards({"counted", "cards that the other hands surely hold beyond known_hand, by kind"},
             [&] { return me.counted; });
  sink.cards({"in_hands", "the same of all hands together, as everybody knows"},
             [&] { return s.in_hands; });
  sink.numbers({"fresh",
                "at most so many cards beyond known_hand were drawn since the deck was last "
                "rebuilt, by seat"},
               n, kTotalCards, [&](int place) { return int{player_at(place).fresh}; });
  sink.numbers({"initial_kept",
                "tickets kept at the start, by seat; during the initial choice that of the seat "
                "itself alone"},
               n, game.tickets_dealt(), [&](int place) {
                 return initial && place > 0 ? 0 : int{player_at(place).initial_kept};
               });
  sink.numbers({"unseen_tickets", "tickets on top of the ticket deck that nobody has seen"}, 1,
               limits.ticket_deck, [&](int) { return int{s.unseen_tickets}; });
  sink.members({"ticket_blocks",
                "places in the ticket deck, 0 = top, where those begin that were returned in one "
                "go; none during the initial choice"},
               limits.ticket_deck, [&]() -> const auto& { return blocks; });
  sink.members({"located_tickets", "tickets of which the seat knows where they are, elsewhere"},
               tickets, [&]() -> const auto& { return me.located; });
  sink.numbers({"located_positions",
                "place in the ticket deck of each of these, 1 = top; 0 if it is not there, and "
                "during the initial choice"},
               tickets, limits.ticket_deck,
               [&](int t) { return positions[static_cast<std::size_t>(t)]; });
  sink.rows_of_members({"located_held", "those of them that another seat holds, by other seat"},
                       n - 1, tickets, [&](int other) {
                         BitSet<Shape::tickets> held;
                         if (initial) return held;
                         const auto& p = player_at(1 + other);
                         held = p.tickets;
                         for (std::size_t i = 0; i < p.num_offered; ++i) held.insert(p.offered[i]);
                         return held & me.located;
                       });
}

}  // namespace detail

// Where everything lies, and how to write it. Immutable.
template <class Shape>
class ObservationLayout {
 public:
  explicit ObservationLayout(const Game<Shape>& game) {
    for (int r = 0; r < game.map.num_routes(); ++r)
      limits_.route_points += game.points_for(game.map.length(r));
    limits_.ticket_deck = game.ticket_deck.size();
    limits_.initial_tickets =
        limits_.ticket_deck - game.num_players * game.rules.initial_tickets_dealt;
    detail::LayoutSink sink(slices_);
    detail::describe_observation(game, State<Shape>(), 0, {}, limits_, sink);
    num_slices_ = slices_.size();
    detail::describe_memory(game, State<Shape>(), 0, limits_, sink);
  }

  // The slices of a view, without gaps.
  std::span<const ObservationSlice> slices(View view = View::observation) const {
    return {slices_.data(), view == View::observation ? num_slices_ : slices_.size()};
  }
  int size(View view = View::observation) const {  // in floats
    const auto& last = slices(view).back();
    return last.offset + last.size();
  }
  int bytes(View view = View::observation) const {
    const auto& last = slices(view).back();
    return last.byte_offset + last.bytes();
  }

  // Writes what the seat knows: size(view) floats, or bytes(view) bytes. `complete` is
  // complete_tickets(game, s, seat), for those who must be able to stop it.
  template <class T>
  void write(const Game<Shape>& game, const State<Shape>& s, int seat,
             const BitSet<Shape::tickets>& complete, T* out, View view = View::observation) const {
    describe(game, s, seat, complete, detail::ValueSink<T>(out), view);
  }
  template <class T>
  void write(const Game<Shape>& game, const State<Shape>& s, int seat, T* out,
             View view = View::observation) const {
    write(game, s, seat, complete_tickets(game, s, seat), out, view);
  }

  // The same as text, a line for each slice: equal texts are equal tensors.
  std::string text(const Game<Shape>& game, const State<Shape>& s, int seat,
                   const BitSet<Shape::tickets>& complete, View view = View::observation) const {
    std::string out;
    out.reserve(1024);
    describe(game, s, seat, complete, detail::TextSink(out), view);
    return out;
  }

 private:
  template <class Sink>
  void describe(const Game<Shape>& game, const State<Shape>& s, int seat,
                const BitSet<Shape::tickets>& complete, Sink sink, View view) const {
    detail::describe_observation(game, s, seat, complete, limits_, sink);
    if (view == View::information_state) detail::describe_memory(game, s, seat, limits_, sink);
  }

  detail::ObservationLimits limits_;
  std::vector<ObservationSlice> slices_;
  std::size_t num_slices_ = 0;
};

}  // namespace ttr
