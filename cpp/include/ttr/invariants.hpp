// state_is_ok: everything that is true of every state between two decisions, in one list. Run
// after every ply in builds with TTR_CHECK_STATES, by the tests, and on every state that comes
// from outside. state_problems answers with sentences, one per broken statement; empty =
// consistent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ttr/state.hpp"

#ifdef TTR_CHECK_STATES
#include <cstdlib>
#define TTR_CHECK_STATE(game, state)                    \
  do {                                                  \
    if (!::ttr::state_is_ok(game, state)) std::abort(); \
  } while (false)
#else
#define TTR_CHECK_STATE(game, state) static_cast<void>(0)
#endif

namespace ttr {

namespace detail {

// What find_problems collects: sentences, or only how many there would be. Nearly every state that
// is asked about is consistent, and to make the sentences takes twenty times as long as to check.
class Sentences {
 public:
  using Text = std::string;
  static Text text(std::string_view words) { return std::string(words); }
  static Text num(int x) { return std::to_string(x); }
  void push_back(Text problem) { list_.push_back(std::move(problem)); }
  bool empty() const { return list_.empty(); }
  std::vector<std::string> list() && { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};
class Count {
 public:
  struct Text {
    constexpr Text() = default;
    constexpr Text(const char*) {}
    friend constexpr Text operator+(Text, Text) { return {}; }
  };
  static constexpr Text text(std::string_view) { return {}; }
  static constexpr Text num(int) { return {}; }
  void push_back(Text) { ++count_; }
  bool empty() const { return count_ == 0; }

 private:
  int count_ = 0;
};

// What the seats remember fits what there is (memory.hpp).
template <class Problems, class Shape, class Expect>
void add_memory_problems(const Game<Shape>& game, const State<Shape>& s, Expect& expect) {
  const int n = game.num_players;
  Cards hidden;
  for (int p = 0; p < n; ++p)
    for (int c = 0; c < kCardKinds; ++c)
      hidden.add(c, std::max(0, s.players[p].hand[c] - s.players[p].known[c]));
  for (int c = 0; c < kCardKinds; ++c)
    expect(s.in_hands[c] <= hidden[c],
           "memory.in_hands has more " + Problems::text(kCardNames[c]) + " than all hands hide");
  using TicketSet = typename State<Shape>::TicketSet;
  const bool initial = s.phase == Phase::choose_initial_tickets;
  TicketSet never_seen, apart, held;
  for (int t : game.long_tickets) apart.insert(t);
  for (int p = 0; p < n; ++p) {
    held |= s.players[p].tickets;
    for (int i = 0; i < s.players[p].num_offered; ++i) held.insert(s.players[p].offered[i]);
  }
  for (int i = 0; i < std::min<int>(s.unseen_tickets, s.ticket_deck.size()); ++i) {
    never_seen.insert(s.ticket_deck[i]);
    expect(!s.ticket_deck.starts_block(i), "memory.ticket_blocks: nobody returned these tickets");
  }
  for (int p = 0; p < n; ++p) {
    const auto& me = s.players[p];
    const auto where = "memory.players[" + Problems::num(p) + "].";
    int own = 0;
    for (int c = 0; c < kCardKinds; ++c) {
      const int mine = std::max(0, me.hand[c] - me.known[c]);
      own += mine;
      expect(me.counted[c] <= hidden[c] - mine, where + "counted has more " +
                                                    Problems::text(kCardNames[c]) +
                                                    " than the hands of the others hide");
    }
    for (int c = 0; c < kCardKinds; ++c) {
      // Of two hands each seat knows its own.
      const int mine = n == 2 ? s.players[1 - p].counted[c] : std::max(0, me.hand[c] - me.known[c]);
      expect(s.in_hands[c] <= me.counted[c] + mine, where + "counted has fewer " +
                                                        Problems::text(kCardNames[c]) +
                                                        " than follow from in_hands");
    }
    expect(me.fresh <= own, where + "fresh exceeds the cards of the hand that are not known");
    auto mine = me.tickets;
    for (int i = 0; i < me.num_offered; ++i) mine.insert(me.offered[i]);
    expect(me.located.is_subset(State<Shape>::TicketSet::first(game.map.num_tickets())),
           where + "located has a number beyond the map's tickets");
    expect(me.located.is_disjoint(mine), where + "located holds a ticket of the seat itself");
    expect(me.located.is_disjoint(never_seen), where + "located holds a ticket nobody has seen");
    expect(me.initial_kept <= std::min(game.tickets_dealt(), me.tickets.len()),
           where + "initial_kept exceeds the tickets dealt or kept");
    if (!initial) continue;
    expect(me.initial_kept == me.tickets.len(),
           where + "initial_kept is not the number of tickets, during the initial choice");
    expect(me.located.is_disjoint(held),
           where + "located holds a ticket of another seat, during the initial choice (Q10)");
    const auto dealt = mine | me.located;
    expect((dealt & apart).len() <= game.long_dealt &&
               (dealt - apart).len() <= game.rules.initial_tickets_dealt,
           where + "located and the seat's tickets are more than it was dealt");
  }
}

template <class Problems, class Shape>
Problems find_problems(const Game<Shape>& game, const State<Shape>& s) {
  using S = State<Shape>;
  using Text = typename Problems::Text;
  Problems problems;
  auto num = [](int x) { return Problems::num(x); };
  auto expect = [&](bool holds, const Text& problem) {
    if (!holds) problems.push_back(problem);
  };
  auto seat_name = [&](int seat) { return "players[" + num(seat) + "]"; };
  const auto& map = game.map;
  const auto& rules = game.rules;
  const int n = game.num_players;

  expect(s.current >= 0 && s.current < n, "current_player is not a seat of this game");
  if (!problems.empty()) return problems;

  // A pending tunnel (R62-R68).
  const auto& tunnel = s.tunnel;
  const bool pending = s.phase == Phase::pay_tunnel;
  Cards laid;
  if (!pending) {
    expect(tunnel == typename S::Tunnel{}, "pending_tunnel must be null in this phase");
  } else {
    const bool known = tunnel.route < map.num_routes() && map.tunnels().has(tunnel.route);
    expect(known, "pending_tunnel.route is no tunnel of this game");
    if (!known) return problems;
    const auto& me = s.mover();
    const int length = map.length(tunnel.route), color = map.color(tunnel.route);
    const bool fits = tunnel.color == kNoColor
                          ? tunnel.locomotives == length
                          : tunnel.color < kColors && (color == kGray || color == tunnel.color) &&
                                tunnel.locomotives >= map.price(tunnel.route).locomotives &&
                                tunnel.locomotives < length;
    expect(fits, "pending_tunnel: these cards do not pay for route " + num(tunnel.route));
    expect(!me.closed.has(tunnel.route), "pending_tunnel.route is closed to the seat to move");
    expect(me.trains >= length, "pending_tunnel.route is longer than the trains left");
    const bool turned_fit = tunnel.num_turned <= rules.tunnel_cards;
    expect(turned_fit, "pending_tunnel.turned: " + num(tunnel.num_turned) +
                           " cards, more than tunnel_cards = " + num(rules.tunnel_cards));
    if (!fits || !turned_fit) return problems;
    laid = laid_cards(game, tunnel);
    int matching = 0;
    Cards turned;
    for (int i = 0; i < tunnel.num_turned; ++i) {
      if (tunnel.turned[i] >= kCardKinds) {
        expect(false, "pending_tunnel.turned holds an unknown card");
        return problems;
      }
      turned.add(tunnel.turned[i]);
      matching += tunnel.turned[i] == kLocomotive || tunnel.turned[i] == tunnel.color;
    }
    for (int i = tunnel.num_turned; i < kMaxTunnelCards; ++i)
      expect(tunnel.turned[i] == 0, "pending_tunnel.turned has a card beyond its end");
    bool in_discard = true, in_deck = s.discard.is_empty();
    for (int c = 0; c < kCardKinds; ++c) {
      in_discard &= turned[c] <= s.discard[c];
      in_deck &= turned[c] <= s.deck[c];
    }
    expect(in_discard || in_deck,
           "pending_tunnel.turned: these cards lie neither in discard nor in a rebuilt deck");
    expect(matching == tunnel.extra && matching > 0,
           "pending_tunnel.extra = " + num(tunnel.extra) + ", but " + num(matching) +
               " of the turned cards count; a tunnel is pending only if some do");
  }

  // Cards (R02).
  for (int c = 0; c < kCardKinds; ++c) {
    int sum = s.deck[c] + s.discard[c] + s.face_up[c];
    for (int p = 0; p < n; ++p) sum += s.players[p].hand[c];
    sum += laid[c];
    const int all = c == kLocomotive ? kLocomotives : kCardsPerColor;
    expect(sum == all, Problems::text(kCardNames[c]) + " cards: " + num(sum) +
                           " in hands, deck, discard, face_up and a pending tunnel together, "
                           "there are " +
                           num(all));
  }
  expect(!(s.deck.is_empty() && !s.discard.is_empty()),
         "deck is empty but discard is not: it would have become the deck (Q02)");
  Cards row;
  int empty_slots = 0;
  for (int i = 0; i < kMaxFaceUp; ++i) {
    if (i >= rules.face_up_size || s.row.is_free(i)) {
      expect(s.row.is_free(i), "face_up has a card beyond face_up_size");
      empty_slots += i < rules.face_up_size;
    } else if (s.row[i] < kCardKinds) {
      row.add(s.row[i]);
    } else {
      expect(false, "face_up holds an unknown card");
    }
  }
  expect(row == s.face_up, "face_up: slots and counts differ");
  expect(empty_slots == 0 || s.deck.is_empty(),
         "face_up has an empty slot although the deck has cards (Q02)");

  // Players: hands, trains, routes, points, twins.
  typename S::RouteSet taken;
  BitSet<Shape::cities> stations;
  for (int p = 0; p < n; ++p) {
    const auto& me = s.players[p];
    for (int c = 0; c < kCardKinds; ++c)
      expect(me.known[c] <= me.hand[c], seat_name(p) + ".known_hand has more " +
                                            Problems::text(kCardNames[c]) + " than the hand");
    int spaces = 0, points = 0;
    bool in_map = me.routes.is_subset(S::RouteSet::first(map.num_routes()));
    expect(in_map, seat_name(p) + ".routes has a number beyond the map's routes");
    if (!in_map) return problems;
    typename S::RouteSet closed;
    me.routes.for_each([&](int r) {
      spaces += map.length(r);
      points += game.points_for(map.length(r));
      closed |= map.lanes(r);
      expect((map.lanes(r) & me.routes).len() == 1,
             seat_name(p) + ".routes holds two lanes between the same cities, one is route " +
                 num(r) + " (R44)");
    });
    for (int q = 0; q < n; ++q) {
      if (q == p) continue;
      s.players[q].routes.for_each([&](int r) {
        if (game.twins_close() && r < map.num_routes())
          closed |= map.lanes(r);
        else
          closed.insert(r);
      });
    }
    expect(me.closed == closed,
           seat_name(p) + ": closed routes do not follow from the routes owned");
    expect(me.trains + spaces == rules.trains_per_player,
           seat_name(p) + ": trains = " + num(me.trains) + " and " + num(spaces) +
               " spaces on the board do not make trains_per_player = " +
               num(rules.trains_per_player));
    expect(me.route_points == points, seat_name(p) + ".route_points = " + num(me.route_points) +
                                          ", the routes owned give " + num(points) + " (R85)");
    expect(me.num_stations <= rules.stations_per_player,
           seat_name(p) + ".station_cities: more than stations_per_player = " +
               num(rules.stations_per_player));
    for (int i = 0; i < std::min<int>(me.num_stations, kMaxStations); ++i) {
      const int city = me.stations[i];
      if (city >= map.num_cities()) {
        expect(false, seat_name(p) + ".station_cities has a number beyond the map's cities");
        continue;
      }
      expect(!stations.has(city), "city " + num(city) + " has two stations (R72)");
      stations.insert(city);
    }
    (me.routes & taken).for_each([&](int r) {
      expect(false, "route " + num(r) + " has two owners");
    });
    if (game.twins_close())
      me.routes.for_each([&](int r) {
        expect((map.lanes(r) & taken).is_empty(),
               "route " + num(r) + " and its twin are both claimed; with " + num(n) +
                   " players the first claim closes the other (R45)");
      });
    taken |= me.routes;
  }
  for (int p = n; p < kMaxPlayers; ++p)
    expect(s.players[p].hand.is_empty() && s.players[p].routes.is_empty() &&
               s.players[p].counted.is_empty() && s.players[p].located.is_empty() &&
               s.players[p].fresh == 0 && s.players[p].initial_kept == 0 &&
               s.players[p].num_stations == 0 && !s.has_resigned(p),
           seat_name(p) + " is not in this game");

  // Tickets: each in one place at most; none lost unless they leave at the start (R10, R11).
  std::array<std::uint16_t, Shape::tickets> places{};
  auto place = [&](int t, const Text& where) {
    if (t >= map.num_tickets())
      expect(false, where + " holds ticket " + num(t) + ", the map has " + num(map.num_tickets()));
    else
      ++places[t];
  };
  for (int i = 0; i < s.ticket_deck.size(); ++i) place(s.ticket_deck[i], "ticket_deck");
  for (int p = 0; p < n; ++p) {
    s.players[p].tickets.for_each([&](int t) { place(t, seat_name(p) + ".tickets"); });
    for (int i = 0; i < s.players[p].num_offered; ++i)
      place(s.players[p].offered[i], seat_name(p) + ".offered_tickets");
  }
  int apart_tickets = 0;
  for (int t = 0; t < map.num_tickets(); ++t) {
    expect(places[t] <= 1, "ticket " + num(t) + " is in two places");
    const bool apart = game.lies_apart(t);
    expect(places[t] >= 1 || rules.tickets_leave_at_start() || apart,
           "ticket " + num(t) + " is nowhere");
    apart_tickets += apart && places[t] > 0;
  }
  for (int i = 0; i < s.ticket_deck.size(); ++i)
    if (const int t = s.ticket_deck[i]; t < map.num_tickets())
      expect(!game.lies_apart(t), "ticket_deck holds the long ticket " + num(t) + " (R11)");
  expect(apart_tickets <= n * game.long_dealt, num(apart_tickets) +
                                                   " long tickets are in the game, only " +
                                                   num(n * game.long_dealt) + " were dealt");
  expect(s.unseen_tickets <= s.ticket_deck.size(), "unseen_tickets exceeds the ticket deck");
  add_memory_problems<Problems>(game, s, expect);

  // Phase, turn and end.
  const bool initial = s.phase == Phase::choose_initial_tickets;
  expect(s.first_seat >= 0 && s.first_seat < n, "first_seat is not a seat of this game");
  for (int p = 0; p < n; ++p) {
    const bool chooses = initial ? p >= s.current && !s.has_resigned(p)
                                 : s.phase == Phase::choose_tickets && p == s.current;
    const int offered = s.players[p].num_offered;
    int long_offered = 0;
    for (int i = 0; i < offered; ++i) {
      const int ticket = s.players[p].offered[i];
      long_offered += ticket < map.num_tickets() && game.lies_apart(ticket);
    }
    expect(long_offered == (initial && offered > 0 ? game.long_dealt : 0),
           seat_name(p) + ".offered_tickets: " + num(long_offered) +
               " of them are long tickets kept apart (R08, R11)");
    if (!chooses)
      expect(offered == 0, seat_name(p) + ".offered_tickets: nothing to choose in this phase");
    else if (initial)
      expect(offered == game.tickets_dealt(), seat_name(p) + ".offered_tickets: " + num(offered) +
                                                  " instead of " + num(game.tickets_dealt()));
    else
      expect(offered >= 1 && offered <= rules.tickets_drawn,
             seat_name(p) + ".offered_tickets: " + num(offered) + ", must be 1.." +
                 num(rules.tickets_drawn));
  }
  if (initial) {
    expect(s.turn == 0, "turn must be 0 during the initial choice");
    expect(s.unseen_tickets <= game.ticket_deck.size() - n * rules.initial_tickets_dealt,
           "unseen_tickets is more than was left when all had been dealt their tickets");
    for (int p = 0; p < n; ++p) {
      expect(s.players[p].routes.is_empty() && s.players[p].num_stations == 0,
             seat_name(p) + ": nobody owns a route or a station during the initial choice");
      expect(p < s.current || s.players[p].tickets.is_empty(),
             seat_name(p) + ".tickets: this seat has not chosen yet");
      expect(p >= s.current || s.has_resigned(p) ||
                 s.players[p].tickets.len() >= rules.initial_tickets_keep_min,
             seat_name(p) + ".tickets: fewer than initial_tickets_keep_min");
    }
  }
  expect(s.passes == 0 || s.phase == Phase::choose_action || s.is_terminal(),
         "consecutive_passes must be 0 in this phase");
  if (s.phase == Phase::draw_second_card)
    expect(!s.deck.is_empty() || s.face_up.plain() > 0,
           "phase draw_second_card, but there is no legal second card (Q03)");
  bool at_end = false;
  for (int p = 0; p < n; ++p) at_end |= s.players[p].trains <= rules.final_round_threshold;
  const int active = s.num_active(n);
  const bool over = s.final_turns_left == 0 || s.passes == active || active < 2 ||
                    s.turn >= static_cast<std::uint32_t>(rules.max_turns);
  expect(s.resigned >> n == 0 && active >= 1, "resigned: at least one seat has not resigned");
  expect(s.is_terminal() || !s.has_resigned(s.current), "current_player has resigned");
  expect(s.final_turns_left >= S::kNoFinalRound && s.final_turns_left <= active,
         "final_turns_left = " + num(s.final_turns_left) + ", must be null or 0.." + num(active));
  expect(at_end == (s.final_turns_left != S::kNoFinalRound),
         at_end ? "a player has at most final_round_threshold trains, but final_turns_left is null"
                : "final_turns_left is set, but nobody has set off the final round (R81)");
  expect(s.passes >= 0 && s.passes <= active, "consecutive_passes must be 0.." + num(active));
  expect(!s.is_terminal() || s.current == 0, "phase is terminal, but a seat is to move");
  if (over && !s.is_terminal()) {
    const char* end = s.final_turns_left == 0 ? "final_turns_left is 0"
                      : s.passes == active    ? "everybody has passed (consecutive_passes)"
                      : active < 2            ? "one player is left (resigned)"
                                              : "turn has come to max_turns";
    expect(false, Text("the game is over, but phase is not terminal: ") + end);
  }
  expect(over || !s.is_terminal(), "phase is terminal, but nothing has ended the game");
  return problems;
}

}  // namespace detail

template <class Shape>
bool state_is_ok(const Game<Shape>& game, const State<Shape>& s) {
  return detail::find_problems<detail::Count>(game, s).empty();
}

template <class Shape>
std::vector<std::string> state_problems(const Game<Shape>& game, const State<Shape>& s) {
  if (state_is_ok(game, s)) return {};
  return detail::find_problems<detail::Sentences>(game, s).list();
}

}  // namespace ttr
