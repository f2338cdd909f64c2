// Map: an immutable board with everything a playout asks of it computed once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ttr/bit_set.hpp"
#include "ttr/ids.hpp"

namespace ttr {

// Plain facts, as a map file states them. Numbers are positions in these lists.
struct MapData {
  struct Route {
    int a, b;
    int length;  // spaces, 1..kMaxLength
    int color;   // 0..7, or kGray
  };
  struct Ticket {
    int a, b;
    int points;
  };
  int num_cities = 0;
  std::vector<Route> routes;
  std::vector<Ticket> tickets;
};

template <class Shape>
class Map {
 public:
  using RouteSet = BitSet<Shape::routes>;
  static constexpr int kUnreachable = 0xFFFF;

  explicit Map(const MapData& data) {
    check(data);
    num_cities_ = data.num_cities;
    num_routes_ = static_cast<int>(data.routes.size());
    num_tickets_ = static_cast<int>(data.tickets.size());
    for (int r = 0; r < num_routes_; ++r) {
      const auto& route = data.routes[r];
      a_[r] = static_cast<std::uint8_t>(route.a);
      b_[r] = static_cast<std::uint8_t>(route.b);
      length_[r] = static_cast<std::uint8_t>(route.length);
      color_[r] = static_cast<std::uint8_t>(route.color);
      max_length_ = std::max(max_length_, route.length);
      group_[route.length][route.color].insert(r);
      for (int longest = route.length; longest <= kMaxLength; ++longest)
        up_to_[route.color][longest].insert(r);
      for (int other = 0; other < num_routes_; ++other)
        if (same_cities(route, data.routes[other])) lanes_[r].insert(other);
    }
    for (int t = 0; t < num_tickets_; ++t) {
      ticket_a_[t] = static_cast<std::uint8_t>(data.tickets[t].a);
      ticket_b_[t] = static_cast<std::uint8_t>(data.tickets[t].b);
      ticket_points_[t] = static_cast<std::int16_t>(data.tickets[t].points);
    }
    measure_distances();
  }

  int num_cities() const { return num_cities_; }
  int num_routes() const { return num_routes_; }
  int num_tickets() const { return num_tickets_; }
  int max_length() const { return max_length_; }

  int end_a(int route) const { return a_[route]; }
  int end_b(int route) const { return b_[route]; }
  int length(int route) const { return length_[route]; }
  int color(int route) const { return color_[route]; }
  // All lanes between the route's two cities, itself included (R47: same two cities, no others).
  const RouteSet& lanes(int route) const { return lanes_[route]; }
  const RouteSet& group(int length, int color) const { return group_[length][color]; }
  // Routes of a colour with at most `longest` spaces, 0 <= longest <= kMaxLength.
  const RouteSet& up_to(int color, int longest) const { return up_to_[color][longest]; }

  int ticket_a(int ticket) const { return ticket_a_[ticket]; }
  int ticket_b(int ticket) const { return ticket_b_[ticket]; }
  int ticket_points(int ticket) const { return ticket_points_[ticket]; }
  // Shortest distance between two cities in trains, or kUnreachable.
  int distance(int a, int b) const { return distance_[a * num_cities_ + b]; }

 private:
  static bool same_cities(const MapData::Route& x, const MapData::Route& y) {
    return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a);
  }

  static void check(const MapData& data) {
    auto fail = [](const std::string& what) { throw std::invalid_argument("map: " + what); };
    auto in = [](int x, int low, int high) { return low <= x && x <= high; };
    if (!in(data.num_cities, 2, Shape::cities))
      fail("needs 2.." + std::to_string(Shape::cities) + " cities, has " +
           std::to_string(data.num_cities));
    if (data.routes.empty() || data.routes.size() > Shape::routes)
      fail("needs 1.." + std::to_string(Shape::routes) + " routes, has " +
           std::to_string(data.routes.size()));
    if (data.tickets.size() > Shape::tickets)
      fail("at most " + std::to_string(Shape::tickets) + " tickets, has " +
           std::to_string(data.tickets.size()));
    const int last = data.num_cities - 1;
    for (std::size_t r = 0; r < data.routes.size(); ++r) {
      const auto& x = data.routes[r];
      if (!in(x.a, 0, last) || !in(x.b, 0, last) || x.a == x.b ||
          !in(x.length, kMinLength, kMaxLength) || !in(x.color, 0, kGray))
        fail("bad route " + std::to_string(r));
    }
    for (std::size_t t = 0; t < data.tickets.size(); ++t) {
      const auto& x = data.tickets[t];
      if (!in(x.a, 0, last) || !in(x.b, 0, last) || x.a == x.b ||
          !in(x.points, 0, kMaxTicketPoints))
        fail("bad ticket " + std::to_string(t));
    }
  }

  void measure_distances() {  // Floyd-Warshall
    const int n = num_cities_;
    distance_.assign(static_cast<std::size_t>(n) * n, kUnreachable);
    for (int c = 0; c < n; ++c) distance_[c * n + c] = 0;
    for (int r = 0; r < num_routes_; ++r) {
      const int shorter = std::min<int>(distance_[a_[r] * n + b_[r]], length_[r]);
      distance_[a_[r] * n + b_[r]] = distance_[b_[r] * n + a_[r]] =
          static_cast<std::uint16_t>(shorter);
    }
    for (int via = 0; via < n; ++via)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const int around = distance_[i * n + via] + distance_[via * n + j];
          if (around < distance_[i * n + j])
            distance_[i * n + j] = static_cast<std::uint16_t>(around);
        }
  }

  int num_cities_ = 0, num_routes_ = 0, num_tickets_ = 0, max_length_ = 0;
  std::array<std::uint8_t, Shape::routes> a_{}, b_{}, length_{}, color_{};
  std::array<RouteSet, Shape::routes> lanes_{};
  std::array<std::array<RouteSet, kRouteColors>, kMaxLength + 1> group_{};
  std::array<std::array<RouteSet, kMaxLength + 1>, kRouteColors> up_to_{};
  std::array<std::uint8_t, Shape::tickets> ticket_a_{}, ticket_b_{};
  std::array<std::int16_t, Shape::tickets> ticket_points_{};
  std::vector<std::uint16_t> distance_;
};

}  // namespace ttr
