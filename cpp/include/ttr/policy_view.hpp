// What a compiled policy sees: the structures of ttr/policy_plugin.h, filled in.
#pragma once

#include <algorithm>
#include <memory>

#include "ttr/borrow.hpp"
#include "ttr/legal.hpp"
#include "ttr/observe.hpp"
#include "ttr/policy_plugin.h"

namespace ttr {

static_assert(TTR_MAX_SEATS == kMaxPlayers && TTR_CARD_KINDS == kCardKinds);
static_assert(TTR_LOCOMOTIVE == kLocomotive && TTR_GRAY == kGray && TTR_NO_COLOR == kNoColor);
static_assert(TTR_MAX_CITIES == UpTo256::cities && TTR_MAX_ROUTES == UpTo256::routes);
static_assert(TTR_MAX_TICKETS == UpTo256::tickets && TTR_MAX_LEGAL >= kMaxLegal<UpTo256>);
static_assert(kMaxOffered <= 8 && kMaxStations <= 8 && kMaxLength < 16);
static_assert(TTR_PHASE_PAY_TUNNEL == static_cast<int>(Phase::pay_tunnel));
static_assert(TTR_KIND_DECLINE_TUNNEL == static_cast<int>(Kind::decline_tunnel));

namespace detail {

// By shifts, which compilers know as one store: the order of a word's bytes is the machine's.
inline void put_cards(const Cards& cards, std::uint8_t* out) {
  const std::uint64_t colors = cards.colors();
  for (int c = 0; c < kColors; ++c) out[c] = static_cast<std::uint8_t>(colors >> (8 * c));
  out[kLocomotive] = static_cast<std::uint8_t>(cards.locomotives());
}

template <int N>
void put_words(const BitSet<N>& set, std::uint64_t* out) {
  for (int i = 0; i < BitSet<N>::kWords; ++i) out[i] = set.word(i);
}

}  // namespace detail

template <class Shape>
std::unique_ptr<ttr_policy_game> policy_game(const Game<Shape>& game) {
  auto out = std::make_unique<ttr_policy_game>();
  const auto& map = game.map;
  const auto& rules = game.rules;
  out->num_seats = game.num_players;
  out->num_cities = map.num_cities();
  out->num_routes = map.num_routes();
  out->num_tickets = map.num_tickets();
  out->num_actions = game.actions.size();
  out->trains_per_player = rules.trains_per_player;
  out->stations_per_player = rules.stations_per_player;
  out->station_value = rules.station_value;
  out->longest_trail_bonus = rules.longest_trail_bonus;
  out->final_round_threshold = rules.final_round_threshold;
  out->twins_close = game.twins_close();
  for (int length = 1; length <= map.max_length(); ++length)
    out->route_points[length] = game.points_for(length);
  for (int a = 0; a < map.num_cities(); ++a)
    for (int b = 0; b < map.num_cities(); ++b)
      out->distance[a][b] = static_cast<std::uint16_t>(map.distance(a, b));
  auto byte = [](int x) { return static_cast<std::uint8_t>(x); };
  for (int r = 0; r < map.num_routes(); ++r) {
    const auto& lanes = map.lanes(r);
    int twin = r;
    do twin = twin + 1 == map.num_routes() ? 0 : twin + 1;
    while (!lanes.has(twin));
    out->routes[r] = {byte(map.end_a(r)),
                      byte(map.end_b(r)),
                      byte(map.length(r)),
                      byte(map.color(r)),
                      byte(map.price(r).locomotives),
                      byte(map.tunnels().has(r)),
                      static_cast<std::uint16_t>(twin)};
  }
  for (int t = 0; t < map.num_tickets(); ++t)
    out->tickets[t] = {byte(map.ticket_a(t)), byte(map.ticket_b(t)),
                       static_cast<std::int16_t>(game.ticket_points[static_cast<std::size_t>(t)]),
                       byte(map.long_tickets().has(t)), 0};
  for (int a = 0; a < game.actions.size(); ++a) {
    const Move& move = game.actions[a];
    int cards = move.cards;
    if (move.kind == Kind::claim) cards = map.length(move.route) - move.locomotives;
    out->actions[a] = {byte(static_cast<int>(move.kind)),
                       move.color,
                       move.locomotives,
                       byte(cards),
                       move.route,
                       move.city,
                       move.keep};
  }
  return out;
}

// Shows the states of one game after the other; one for each thread.
template <class Shape>
class PolicyViewer {
 public:
  explicit PolicyViewer(const Game<Shape>& game)
      : game_(game), view_(std::make_unique<ttr_policy_view>()), truth_{kAbi, {}} {
    view_->truth = &truth_;
  }
  PolicyViewer(const PolicyViewer&) = delete;
  PolicyViewer& operator=(const PolicyViewer&) = delete;

  // As the seat to move sees it. Contract: the game is not over.
  const ttr_policy_view& show(const State<Shape>& s, std::uint64_t word) {
    ttr_policy_view& v = *view_;
    borrow_into(truth_.state, game_, s);
    const auto& me = s.mover();
    v.random = word;
    v.game = s.game_index;
    v.seat = s.current;
    v.phase = static_cast<int>(s.phase);
    v.turn = static_cast<std::int32_t>(s.turn);
    v.ply = static_cast<std::int32_t>(s.ply);
    v.passes = s.passes;
    v.final_turns_left = s.final_turns_left;
    v.deck_size = s.deck.total();
    // Q10: nobody sees how many tickets others keep until all have chosen.
    const bool initial = s.phase == Phase::choose_initial_tickets;
    v.ticket_deck_size =
        initial ? game_.ticket_deck.size() - game_.num_players * game_.rules.initial_tickets_dealt
                : s.ticket_deck.size();
    detail::put_words(me.tickets, v.tickets);
    detail::put_words(me.closed, v.closed);
    detail::put_cards(me.hand, v.hand);
    detail::put_cards(s.face_up, v.face_up);
    detail::put_cards(s.discard, v.discard);
    v.num_offered = me.num_offered;
    for (int i = 0; i < kMaxOffered; ++i) v.offered[i] = i < me.num_offered ? me.offered[i] : 0;
    const bool pending = s.phase == Phase::pay_tunnel;
    v.tunnel_route = pending ? s.tunnel.route : TTR_NO_ROUTE;
    v.tunnel_color = s.tunnel.color;
    v.tunnel_locomotives = s.tunnel.locomotives;
    v.tunnel_extra = s.tunnel.extra;
    for (int seat = 0; seat < game_.num_players; ++seat) show_seat(s, seat);
    const int before = v.num_legal;
    v.num_legal = list_legal(s, v.legal);
    // What is left of a longer list was another seat's, and tells of its hand.
    if (v.num_legal < before) std::fill(v.legal + v.num_legal, v.legal + before, 0);
    return v;
  }

 private:
  // Flattened, so that the kind of each move is a constant where its number is looked up: half the
  // time of a decision is spent here.
  [[gnu::flatten]] int list_legal(const State<Shape>& s, std::uint16_t* out) const {
    std::uint16_t* end = out;
    for_each_legal(game_, s, [&game = game_, &end](const Move& move) {
      *end++ = static_cast<std::uint16_t>(game.actions.number(move));
    });
    return static_cast<int>(end - out);
  }

  void show_seat(const State<Shape>& s, int seat) {
    ttr_policy_seat& out = view_->seats[seat];
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    detail::put_words(p.routes, out.routes);
    out.route_points = p.route_points;
    out.trains = p.trains;
    out.num_cards = p.hand.total();
    out.has_resigned = s.has_resigned(seat);
    out.num_tickets =
        detail::hides_choice(s, seat, s.current) ? game_.tickets_dealt() : p.tickets.len();
    detail::put_cards(p.known, out.known_hand);
    out.num_stations = p.num_stations;
    out.stations_left = game_.rules.stations_per_player - p.num_stations;
    if (game_.has_stations()) std::copy(p.stations.begin(), p.stations.end(), out.stations);
  }

  const Game<Shape>& game_;
  std::unique_ptr<ttr_policy_view> view_;
  ttr_policy_truth truth_;
};

}  // namespace ttr
