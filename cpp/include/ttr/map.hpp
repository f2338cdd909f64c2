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

// What a route or a station costs: cards of one colour, of any one colour if it is gray, for which
// locomotives may stand; at least so many locomotives among them (R32-R35, R59, R71).
struct Price {
  int color;
  int cards;
  int locomotives;

  friend constexpr bool operator==(const Price&, const Price&) = default;
};

// Plain facts, as a map file states them. Numbers are positions in these lists.
struct MapData {
  struct Route {
    int a, b;
    int length;                 // spaces, 1..kMaxLength
    int color;                  // 0..7, or kGray
    int ferry_locomotives = 0;  // spaces that take a locomotive each, 0..length
    bool is_tunnel = false;
  };
  struct Ticket {
    int a, b;
    int points;
    bool is_long = false;
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
      routes_at_[route.a].insert(r);
      routes_at_[route.b].insert(r);
      if (route.is_tunnel) tunnels_.insert(r);
      if (route.ferry_locomotives == 0)
        group_[route.length][route.color].insert(r);
      else
        add_ferry(r, route);
      for (int longest = route.length; longest <= kMaxLength; ++longest)
        up_to_[route.color][longest].insert(r);
      for (int other = 0; other < num_routes_; ++other)
        if (same_cities(route, data.routes[other])) lanes_[r].insert(other);
    }
    for (int t = 0; t < num_tickets_; ++t) {
      ticket_a_[t] = static_cast<std::uint8_t>(data.tickets[t].a);
      ticket_b_[t] = static_cast<std::uint8_t>(data.tickets[t].b);
      ticket_points_[t] = static_cast<std::int16_t>(data.tickets[t].points);
      if (data.tickets[t].is_long) long_tickets_.insert(t);
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
  const RouteSet& routes_at(int city) const { return routes_at_[city]; }
  // Routes of one length and colour, without ferries.
  const RouteSet& group(int length, int color) const { return group_[length][color]; }
  // Routes of a colour with at most `longest` spaces, 0 <= longest <= kMaxLength.
  const RouteSet& up_to(int color, int longest) const { return up_to_[color][longest]; }

  // Ferries by what they cost, and those that need more than so many locomotives (R59).
  struct Ferries {
    Price price;
    RouteSet routes;
  };
  const std::vector<Ferries>& ferries() const { return ferries_; }
  const RouteSet& ferries_above(int locomotives) const { return ferries_above_[locomotives]; }
  const RouteSet& tunnels() const { return tunnels_; }

  Price price(int route) const {
    return {color_[route], length_[route], ferry_locomotives_[route]};
  }

  int ticket_a(int ticket) const { return ticket_a_[ticket]; }
  int ticket_b(int ticket) const { return ticket_b_[ticket]; }
  int ticket_points(int ticket) const { return ticket_points_[ticket]; }
  const BitSet<Shape::tickets>& long_tickets() const { return long_tickets_; }
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
          !in(x.length, kMinLength, kMaxLength) || !in(x.color, 0, kGray) ||
          !in(x.ferry_locomotives, 0, x.length))
        fail("bad route " + std::to_string(r));
    }
    for (std::size_t t = 0; t < data.tickets.size(); ++t) {
      const auto& x = data.tickets[t];
      if (!in(x.a, 0, last) || !in(x.b, 0, last) || x.a == x.b ||
          !in(x.points, 0, kMaxTicketPoints))
        fail("bad ticket " + std::to_string(t));
    }
  }

  void add_ferry(int r, const MapData::Route& route) {
    ferry_locomotives_[r] = static_cast<std::uint8_t>(route.ferry_locomotives);
    for (int held = 0; held < route.ferry_locomotives; ++held) ferries_above_[held].insert(r);
    for (Ferries& like : ferries_)
      if (like.price == price(r)) {
        like.routes.insert(r);
        return;
      }
    ferries_.push_back({price(r), RouteSet::single(r)});
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
  std::array<std::uint8_t, Shape::routes> a_{}, b_{}, length_{}, color_{}, ferry_locomotives_{};
  std::array<RouteSet, Shape::routes> lanes_{};
  std::array<RouteSet, Shape::cities> routes_at_{};
  std::array<std::array<RouteSet, kRouteColors>, kMaxLength + 1> group_{};
  std::array<std::array<RouteSet, kMaxLength + 1>, kRouteColors> up_to_{};
  std::array<std::uint8_t, Shape::tickets> ticket_a_{}, ticket_b_{};
  std::array<std::int16_t, Shape::tickets> ticket_points_{};
  RouteSet tunnels_;
  std::vector<Ferries> ferries_;
  std::array<RouteSet, kMaxLength + 1> ferries_above_{};
  BitSet<Shape::tickets> long_tickets_;
  std::vector<std::uint16_t> distance_;
};

}  // namespace ttr
