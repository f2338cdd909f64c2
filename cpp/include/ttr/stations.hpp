// Stations (R13, R71-R73, R79): built in a city for cards, one to a city.
//
// What a station is for stands in borrowed_routes.hpp.
#pragma once

#include "ttr/payments.hpp"
#include "ttr/turn.hpp"

namespace ttr {

template <class Shape>
int stations_left(const Game<Shape>& game, const State<Shape>& s, int seat) {
  return game.rules.stations_per_player - s.players[seat].num_stations;
}

// Contract: the seat has a station left.
template <class Shape>
Price station_price(const Game<Shape>& game, const State<Shape>& s, int seat) {
  return {kGray, game.rules.station_costs[s.players[seat].num_stations], 0};
}

template <class Shape>
BitSet<Shape::cities> free_cities(const Game<Shape>& game, const State<Shape>& s) {
  auto cities = BitSet<Shape::cities>::first(game.map.num_cities());
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < s.players[seat].num_stations; ++i)
      cities.erase(s.players[seat].stations[i]);
  return cities;
}

template <class Shape>
int num_free_cities(const Game<Shape>& game, const State<Shape>& s) {
  int cities = game.map.num_cities();
  for (int seat = 0; seat < game.num_players; ++seat) cities -= s.players[seat].num_stations;
  return cities;
}

template <class Shape>
bool can_build_station(const Game<Shape>& game, const State<Shape>& s) {
  return stations_left(game, s, s.current) > 0 && num_free_cities(game, s) > 0 &&
         can_pay(s.mover().hand, station_price(game, s, s.current));
}

template <class Shape>
bool is_legal_station(const Game<Shape>& game, const State<Shape>& s, const Move& move) {
  if (stations_left(game, s, s.current) <= 0) return false;
  const Price price = station_price(game, s, s.current);
  return move.cards + move.locomotives == price.cards && move.city < game.map.num_cities() &&
         free_cities(game, s).has(move.city) &&
         is_payment(s.mover().hand, price, game.rules.fewest_locomotives(), move.color,
                    move.locomotives);
}

// Calls f(move) for every legal station, in table order.
template <class Shape, class F>
void for_each_station(const Game<Shape>& game, const State<Shape>& s, F&& f) {
  if (!can_build_station(game, s)) return;
  const Price price = station_price(game, s, s.current);
  free_cities(game, s).for_each([&](int city) {
    for_each_payment(s.mover().hand, price, game.rules.fewest_locomotives(),
                     [&](int color, int locomotives) {
                       f(Move::build_station(city, color, price.cards - locomotives, locomotives));
                     });
  });
}

// The stations that the seat to move can build: how many, and the k-th of them, in table order.
template <class Shape>
int count_stations(const Game<Shape>& game, const State<Shape>& s) {
  if (stations_left(game, s, s.current) == 0) return 0;
  const Payments payments(s.mover().hand, station_price(game, s, s.current),
                          game.rules.fewest_locomotives());
  return num_free_cities(game, s) * payments.total();
}

template <class Shape>
Move nth_station(const Game<Shape>& game, const State<Shape>& s, int k) {
  const Price price = station_price(game, s, s.current);
  const Payments payments(s.mover().hand, price, game.rules.fewest_locomotives());
  const auto paid = payments[k % payments.total()];
  return Move::build_station(free_cities(game, s).select(k / payments.total()), paid.color,
                             price.cards - paid.locomotives, paid.locomotives);
}

namespace detail {

template <class Shape, class Observer>
void build_station(const Game<Shape>& game, State<Shape>& s, const Move& move, Observer& observer) {
  pay(game, s, move.color, move.cards, move.locomotives);
  auto& p = s.mover();
  p.stations[p.num_stations++] = move.city;
  after_discarding(game, s, observer);
  end_turn(game, s);
}

}  // namespace detail
}  // namespace ttr
