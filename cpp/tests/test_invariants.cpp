// invariants.hpp: state_problems finds every kind of damage.
#include <map>
#include <string>

#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;
using RouteSet = S::RouteSet;

struct Corruption {
  const char* name;
  // False when it does not apply to this state.
  bool (*apply)(const G& game, S& s, Random& random);
};

int some_seat(const G& game, Random& random) { return random.below(game.num_players); }
S::Player& some_player(const G& game, S& s, Random& random) {
  return s.players[static_cast<std::size_t>(some_seat(game, random))];
}
// A member of the set, or -1.
template <int N>
int some_member(const BitSet<N>& set, Random& random) {
  return set.is_empty() ? -1 : set.select(random.below(set.len()));
}
RouteSet owned(const S& s) {
  RouteSet all;
  for (const auto& p : s.players) all |= p.routes;
  return all;
}
const Corruption kCorruptions[] = {
    {"a card too many in a hand",
     [](const G& game, S& s, Random& random) {
       some_player(game, s, random).hand.add(random.below(kCardKinds));
       return true;
     }},
    {"a card too many in the deck",
     [](const G&, S& s, Random& random) {
       s.deck.add(random.below(kCardKinds));
       return true;
     }},
    {"a card too few in the deck",
     [](const G&, S& s, Random& random) {
       if (s.deck.is_empty()) return false;
       s.deck.remove(s.deck.kind_of(random.below(s.deck.total())));
       return true;
     }},
    {"a card too many in the discard",
     [](const G&, S& s, Random& random) {
       s.discard.add(random.below(kCardKinds));
       return true;
     }},
    {"a card changes its colour",
     [](const G&, S& s, Random& random) {
       if (s.deck.is_empty()) return false;
       const int kind = s.deck.kind_of(random.below(s.deck.total()));
       s.deck.remove(kind);
       s.deck.add((kind + random.in(1, 8)) % kCardKinds);
       return true;
     }},
    {"discards are not taken as the new deck",
     [](const G&, S& s, Random&) {
       if (s.deck.is_empty()) return false;
       s.discard += s.deck;
       s.deck = Cards();
       return true;
     }},
    {"row without a card that is counted",
     [](const G& game, S& s, Random& random) {
       if (game.rules.face_up_size == 0) return false;
       const int slot = random.below(game.rules.face_up_size);
       if (s.row.is_free(slot)) return false;
       s.row.take(slot);
       return true;
     }},
    {"row with another card than is counted",
     [](const G& game, S& s, Random& random) {
       if (game.rules.face_up_size == 0) return false;
       const int slot = random.below(game.rules.face_up_size);
       if (s.row.is_free(slot)) return false;
       const int kind = s.row[slot];
       s.row.take(slot);
       s.row.put(slot, (kind + random.in(1, 8)) % kCardKinds);
       return true;
     }},
    {"row with an unknown card",
     [](const G& game, S& s, Random& random) {
       if (game.rules.face_up_size == 0) return false;
       const int slot = random.below(game.rules.face_up_size);
       s.row.take(slot);
       s.row.put(slot, random.in(kCardKinds, Row::kFree - 1));
       return true;
     }},
    {"a card beyond the end of the row",
     [](const G& game, S& s, Random& random) {
       if (game.rules.face_up_size == kMaxFaceUp || s.deck.is_empty()) return false;
       const int kind = s.deck.kind_of(random.below(s.deck.total()));
       s.deck.remove(kind);
       s.face_up.add(kind);
       s.row.put(random.in(game.rules.face_up_size, kMaxFaceUp - 1), kind);
       return true;
     }},
    {"a slot that was not refilled",
     [](const G& game, S& s, Random& random) {
       if (game.rules.face_up_size == 0 || s.deck.is_empty()) return false;
       const int slot = random.below(game.rules.face_up_size);
       const int kind = s.row[slot];
       s.row.take(slot);
       s.face_up.remove(kind);
       s.deck.add(kind);
       return true;
     }},
    {"more cards known than held",
     [](const G& game, S& s, Random& random) {
       auto& p = some_player(game, s, random);
       const int kind = random.below(kCardKinds);
       p.known.add(kind, p.hand[kind] - p.known[kind] + 1);
       return true;
     }},
    {"a train too many",
     [](const G& game, S& s, Random& random) {
       ++some_player(game, s, random).trains;
       return true;
     }},
    {"a train too few",
     [](const G& game, S& s, Random& random) {
       --some_player(game, s, random).trains;
       return true;
     }},
    {"a point too many",
     [](const G& game, S& s, Random& random) {
       ++some_player(game, s, random).route_points;
       return true;
     }},
    {"points of another player",
     [](const G&, S& s, Random&) {
       std::swap(s.players[0].route_points, s.players[1].route_points);
       return s.players[0].route_points != s.players[1].route_points;
     }},
    {"a route that was not paid for",
     [](const G& game, S& s, Random& random) {
       const auto free = RouteSet::first(game.map.num_routes()) - owned(s);
       const int route = some_member(free, random);
       if (route < 0) return false;
       some_player(game, s, random).routes.insert(route);
       return true;
     }},
    {"a lost route",
     [](const G& game, S& s, Random& random) {
       auto& p = some_player(game, s, random);
       const int route = some_member(p.routes, random);
       if (route < 0) return false;
       p.routes.erase(route);
       return true;
     }},
    {"a route beyond the map",
     [](const G& game, S& s, Random& random) {
       if (game.map.num_routes() == 128) return false;
       some_player(game, s, random).routes.insert(random.in(game.map.num_routes(), 127));
       return true;
     }},
    {"a route with two owners",
     [](const G& game, S& s, Random& random) {
       const int seat = some_seat(game, random), other = (seat + 1) % game.num_players;
       auto &p = s.players[static_cast<std::size_t>(seat)],
            &q = s.players[static_cast<std::size_t>(other)];
       const int route = some_member(p.routes, random);
       if (route < 0 || q.trains < game.map.length(route)) return false;
       test::give_route(game, s, other, route);
       return true;
     }},
    {"both lanes of a twin for one player",  // R44
     [](const G& game, S& s, Random& random) {
       const int seat = some_seat(game, random);
       auto& p = s.players[static_cast<std::size_t>(seat)];
       const int route = some_member(p.routes, random);
       if (route < 0) return false;
       const int twin = some_member(game.map.lanes(route) - owned(s), random);
       if (twin < 0 || p.trains < game.map.length(twin)) return false;
       test::give_route(game, s, seat, twin);
       return true;
     }},
    {"the other lane for another player of two",  // R45
     [](const G& game, S& s, Random& random) {
       if (!game.twins_close()) return false;
       const int seat = some_seat(game, random), other = (seat + 1) % game.num_players;
       auto &p = s.players[static_cast<std::size_t>(seat)],
            &q = s.players[static_cast<std::size_t>(other)];
       const int route = some_member(p.routes, random);
       if (route < 0) return false;
       const int twin = some_member(game.map.lanes(route) - owned(s), random);
       if (twin < 0 || q.trains < game.map.length(twin)) return false;
       test::give_route(game, s, other, twin);
       return true;
     }},
    {"a closed route that is open",
     [](const G& game, S& s, Random& random) {
       auto& p = some_player(game, s, random);
       const int route = some_member(p.closed, random);
       if (route < 0) return false;
       p.closed.erase(route);
       return true;
     }},
    {"an open route that is closed",
     [](const G& game, S& s, Random& random) {
       auto& p = some_player(game, s, random);
       const int route = some_member(RouteSet::first(128) - p.closed, random);
       p.closed.insert(route);
       return true;
     }},
    {"a card of a player who is not there",
     [](const G& game, S& s, Random& random) {
       if (game.num_players == kMaxPlayers || s.deck.is_empty()) return false;
       s.players[4].hand.add(random.below(kCardKinds));
       return true;
     }},
    {"a route of a player who is not there",
     [](const G& game, S& s, Random& random) {
       if (game.num_players == kMaxPlayers) return false;
       s.players[4].routes.insert(random.below(game.map.num_routes()));
       return true;
     }},
    {"a ticket of two players",
     [](const G& game, S& s, Random& random) {
       const int seat = some_seat(game, random), other = (seat + 1) % game.num_players;
       const int t = some_member(s.players[static_cast<std::size_t>(seat)].tickets, random);
       if (t < 0) return false;
       s.players[static_cast<std::size_t>(other)].tickets.insert(t);
       return true;
     }},
    {"a ticket held and in the deck",
     [](const G& game, S& s, Random& random) {
       const int t = some_member(some_player(game, s, random).tickets, random);
       if (t < 0) return false;
       s.ticket_deck.put_under(t);
       return true;
     }},
    {"a ticket held and offered",
     [](const G& game, S& s, Random& random) {
       if (s.mover().num_offered == 0) return false;
       some_player(game, s, random).tickets.insert(s.mover().offered[0]);
       return true;
     }},
    {"a lost ticket",
     [](const G& game, S& s, Random& random) {
       if (game.rules.tickets_leave_at_start()) return false;
       auto& p = some_player(game, s, random);
       const int t = some_member(p.tickets, random);
       if (t < 0 || (game.map.long_tickets().has(t) && !game.rules.mixes_long_tickets()))
         return false;
       p.tickets.erase(t);
       return true;
     }},
    {"a ticket beyond the map",
     [](const G& game, S& s, Random& random) {
       some_player(game, s, random).tickets.insert(random.in(game.map.num_tickets(), 127));
       return true;
     }},
    {"a ticket beyond the map in the deck",
     [](const G& game, S& s, Random& random) {
       s.ticket_deck.put_under(random.in(game.map.num_tickets(), 255));
       return true;
     }},
    {"more unseen tickets than there are",
     [](const G&, S& s, Random& random) {
       s.unseen_tickets = static_cast<std::uint16_t>(s.ticket_deck.size() + random.in(1, 100));
       return true;
     }},
    {"an offer out of season",
     [](const G& game, S& s, Random& random) {
       if (s.phase == Phase::choose_initial_tickets || s.phase == Phase::choose_tickets ||
           s.ticket_deck.size() == 0)
         return false;
       auto& p = some_player(game, s, random);
       p.offered[p.num_offered++] = static_cast<std::uint8_t>(s.ticket_deck.draw());
       s.unseen_tickets = 0;
       return true;
     }},
    {"an offer to somebody else",
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::choose_tickets) return false;
       const int other = (s.current + random.in(1, game.num_players - 1)) % game.num_players;
       std::swap(s.mover().offered, s.players[static_cast<std::size_t>(other)].offered);
       std::swap(s.mover().num_offered, s.players[static_cast<std::size_t>(other)].num_offered);
       return true;
     }},
    {"an initial offer that is too small",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::choose_initial_tickets || s.has_resigned(game.num_players - 1))
         return false;
       auto& p = s.players[static_cast<std::size_t>(game.num_players - 1)];
       s.ticket_deck.put_under(p.offered[--p.num_offered]);
       return true;
     }},
    {"an offer that is too large",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::choose_tickets || game.rules.tickets_drawn == kMaxOffered)
         return false;
       auto& p = s.mover();
       s.unseen_tickets = 0;
       while (p.num_offered <= game.rules.tickets_drawn) {
         if (s.ticket_deck.size() == 0) return false;
         p.offered[p.num_offered++] = static_cast<std::uint8_t>(s.ticket_deck.draw());
       }
       return true;
     }},
    {"no seat to decide",
     [](const G& game, S& s, Random& random) {
       s.current = static_cast<std::int8_t>(random.percent(50) ? -1 : game.num_players);
       return true;
     }},
    {"no first seat",
     [](const G& game, S& s, Random& random) {
       s.first_seat = static_cast<std::int8_t>(random.percent(50) ? -1 : game.num_players);
       return true;
     }},
    {"an end without a reason",
     [](const G&, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.phase = Phase::terminal;
       return true;
     }},
    {"a game that goes on after its end",
     [](const G&, S& s, Random&) {
       if (!s.is_terminal()) return false;
       s.phase = Phase::choose_action;
       return true;
     }},
    {"a seat to move after the end",
     [](const G& game, S& s, Random& random) {
       if (!s.is_terminal()) return false;
       s.current = static_cast<std::int8_t>(random.in(1, game.num_players - 1));
       return true;
     }},
    {"a second card where there is none",
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::choose_action || !s.deck.is_empty() || s.face_up.plain() > 0)
         return false;
       s.phase = Phase::draw_second_card;
       return true;
     }},
    {"initial tickets once more",
     [](const G&, S& s, Random&) {
       if (s.phase == Phase::choose_initial_tickets || s.phase == Phase::choose_tickets)
         return false;
       s.phase = Phase::choose_initial_tickets;
       return true;
     }},
    {"a choice of no tickets",
     [](const G&, S& s, Random&) {
       if (s.mover().num_offered > 0 || s.is_terminal()) return false;
       s.phase = Phase::choose_tickets;
       return true;
     }},
    {"passes that should have ended the game",
     [](const G& game, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.passes = static_cast<std::int8_t>(s.num_active(game.num_players));
       return true;
     }},
    {"a number of passes that cannot be",
     [](const G& game, S& s, Random& random) {
       s.passes = static_cast<std::int8_t>(random.percent(50) ? -1 : game.num_players + 1);
       return true;
     }},
    {"a final round that nobody set off",
     [](const G& game, S& s, Random& random) {
       if (s.final_turns_left != S::kNoFinalRound) return false;
       s.final_turns_left = static_cast<std::int16_t>(random.in(1, game.num_players));
       return true;
     }},
    {"a final round that is not counted",
     [](const G&, S& s, Random&) {
       if (s.final_turns_left == S::kNoFinalRound) return false;
       s.final_turns_left = S::kNoFinalRound;
       return true;
     }},
    {"final turns that cannot be",
     [](const G& game, S& s, Random& random) {
       s.final_turns_left =
           static_cast<std::int16_t>(random.percent(50) ? -2 : game.num_players + 1);
       return true;
     }},
    {"final turns that should have ended the game",
     [](const G&, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.final_turns_left = 0;
       return true;
     }},
    {"a tunnel that waits in another phase",
     [](const G&, S& s, Random& random) {
       if (s.phase == Phase::pay_tunnel) return false;
       s.tunnel.extra = static_cast<std::uint8_t>(random.in(1, 3));
       return true;
     }},
    {"a tunnel that is none",
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::pay_tunnel) return false;
       const auto plain = RouteSet::first(128) - game.map.tunnels();
       s.tunnel.route = static_cast<std::uint16_t>(
           random.percent(50) ? some_member(plain, random) : random.in(128, 65535));
       return true;
     }},
    {"a tunnel that somebody else has built",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       const int other = (s.current + 1) % game.num_players;
       if (s.players[static_cast<std::size_t>(other)].trains < game.map.length(s.tunnel.route))
         return false;
       test::give_route(game, s, other, s.tunnel.route);
       return true;
     }},
    {"a tunnel longer than the trains",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.mover().trains = static_cast<std::uint8_t>(game.map.length(s.tunnel.route) - 1);
       return true;
     }},
    {"a tunnel paid in another colour",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel || s.tunnel.color == kNoColor) return false;
       const bool gray = game.map.color(s.tunnel.route) == kGray;
       s.tunnel.color = static_cast<std::uint8_t>(gray ? kLocomotive : (s.tunnel.color + 1) % 8);
       return true;
     }},
    {"a tunnel paid with too many cards",
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.tunnel.locomotives =
           static_cast<std::uint8_t>(game.map.length(s.tunnel.route) + random.in(1, 200));
       return true;
     }},
    {"a ferry and tunnel paid with too few locomotives",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel || s.tunnel.color == kNoColor) return false;
       const int least = game.map.price(s.tunnel.route).locomotives;
       if (least == 0) return false;
       const int fewer = s.tunnel.locomotives - least + 1;
       s.tunnel.locomotives = static_cast<std::uint8_t>(least - 1);
       s.mover().hand.add(kLocomotive, fewer);  // the cards of the colour come from elsewhere
       return true;
     }},
    {"laid cards that are still in the hand",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.mover().hand += laid_cards(game, s.tunnel);
       return true;
     }},
    {"more turned cards than are turned",
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.tunnel.num_turned = static_cast<std::uint8_t>(
           random.in(game.rules.tunnel_cards + 1, random.percent(50) ? kMaxTunnelCards + 1 : 255));
       return true;
     }},
    {"a turned card that is unknown",
     [](const G&, S& s, Random& random) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.tunnel.turned[static_cast<std::size_t>(random.below(s.tunnel.num_turned))] =
           static_cast<std::uint8_t>(random.in(kCardKinds, 255));
       return true;
     }},
    {"a card beyond the turned ones",
     [](const G&, S& s, Random& random) {
       if (s.phase != Phase::pay_tunnel || s.tunnel.num_turned == kMaxTunnelCards) return false;
       s.tunnel.turned[static_cast<std::size_t>(random.in(s.tunnel.num_turned, 5))] = 3;
       return true;
     }},
    {"turned cards that are in hands",
     [](const G& game, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       const int kind = s.tunnel.turned[0], all = s.deck[kind] + s.discard[kind];
       s.deck.remove(kind, s.deck[kind]);
       s.discard.remove(kind, s.discard[kind]);
       s.players[static_cast<std::size_t>((s.current + 1) % game.num_players)].hand.add(kind, all);
       return true;
     }},
    {"turned cards that are in a deck that was not rebuilt",  // R65
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       const int kind = s.tunnel.turned[0], there = s.discard[kind];
       if (there == 0 || there == s.discard.total()) return false;
       s.discard.remove(kind, there);
       s.deck.add(kind, there);
       return true;
     }},
    {"another surcharge than the cards make",
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       ++s.tunnel.extra;
       return true;
     }},
    {"a tunnel that waits for nothing",
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.tunnel.extra = s.tunnel.num_turned = 0;
       s.tunnel.turned = {};
       return true;
     }},
    {"a tunnel nobody waits for",
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::pay_tunnel) return false;
       s.phase = Phase::choose_action;
       return true;
     }},
    {"a station too many",
     [](const G& game, S& s, Random& random) {
       const int beyond = random.in(game.rules.stations_per_player + 1, 255);
       some_player(game, s, random).num_stations = static_cast<std::uint8_t>(beyond);
       return true;
     }},
    {"a station beyond the map",
     [](const G& game, S& s, Random& random) {
       auto& p = some_player(game, s, random);
       if (p.num_stations == 0) return false;
       p.stations[0] = static_cast<std::uint8_t>(random.in(game.map.num_cities(), 255));
       return true;
     }},
    {"two stations in a city",  // R72
     [](const G& game, S& s, Random& random) {
       const int seat = some_seat(game, random), other = random.below(game.num_players);
       const auto& p = s.players[static_cast<std::size_t>(seat)];
       auto& q = s.players[static_cast<std::size_t>(other)];
       if (p.num_stations == 0 || q.num_stations == game.rules.stations_per_player) return false;
       q.stations[q.num_stations++] = p.stations[0];
       return true;
     }},
    {"a station of a player who is not there",
     [](const G& game, S& s, Random&) {
       if (game.num_players == kMaxPlayers) return false;
       s.players[4].num_stations = 1;
       return true;
     }},
    {"a station before the first turn",
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::choose_initial_tickets || game.rules.stations_per_player == 0)
         return false;
       some_player(game, s, random).num_stations = 1;
       return true;
     }},
    {"a long ticket in the deck",  // R11
     [](const G& game, S& s, Random& random) {
       if (game.rules.mixes_long_tickets()) return false;
       auto nowhere = game.map.long_tickets();
       for (const auto& p : s.players) {
         nowhere -= p.tickets;
         for (std::size_t i = 0; i < p.num_offered; ++i) nowhere.erase(p.offered[i]);
       }
       const int t = some_member(nowhere, random);
       if (t < 0) return false;
       s.ticket_deck.put_under(t);
       return true;
     }},
    {"a long ticket among those drawn",  // R11
     [](const G& game, S& s, Random& random) {
       if (s.phase != Phase::choose_tickets) return false;
       const int t = some_member(game.map.long_tickets(), random);
       if (t < 0 || !game.lies_apart(t)) return false;
       for (auto& p : s.players) p.tickets.erase(t);
       s.ticket_deck.put_under(s.mover().offered[0]);
       s.mover().offered[0] = static_cast<std::uint8_t>(t);
       return true;
     }},
    {"more long tickets than were dealt",
     [](const G& game, S& s, Random& random) {
       if (game.rules.mixes_long_tickets() || s.phase == Phase::choose_initial_tickets ||
           game.map.long_tickets().len() <= game.num_players * game.long_dealt)
         return false;
       auto& p = some_player(game, s, random);
       for (auto& q : s.players) q.tickets -= game.map.long_tickets();
       p.tickets |= game.map.long_tickets();
       return true;
     }},
    {"a resigned seat to move",
     [](const G&, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.resigned = static_cast<std::uint8_t>(s.resigned | 1 << s.current);
       return true;
     }},
    {"nobody is left",
     [](const G& game, S& s, Random&) {
       s.resigned = static_cast<std::uint8_t>((1 << game.num_players) - 1);
       return true;
     }},
    {"a resigned player who is not there",
     [](const G& game, S& s, Random& random) {
       s.resigned = static_cast<std::uint8_t>(s.resigned | 1 << random.in(game.num_players, 7));
       return true;
     }},
    {"a game that goes on for one",  // Q08
     [](const G& game, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.resigned = static_cast<std::uint8_t>(((1 << game.num_players) - 1) & ~(1 << s.current));
       return true;
     }},
    {"an offer to a resigned seat",
     [](const G&, S& s, Random&) {
       if (s.phase != Phase::choose_initial_tickets || s.players[1].num_offered == 0 ||
           s.current == 1)
         return false;
       s.resigned |= 2;
       return true;
     }},
    {"a game that goes on after its last turn",
     [](const G& game, S& s, Random&) {
       if (s.is_terminal()) return false;
       s.turn = static_cast<std::uint32_t>(game.rules.max_turns);
       return true;
     }},
};

}  // namespace

TEST(invariants_find_every_corruption) {
  Random random(1);
  std::map<std::string, int> applied;
  test::for_random_games(120, 2, [&](const G& game, const S& s, const auto&) {
    if (s.ply % 10 != 0 && !s.is_terminal() && s.phase != Phase::pay_tunnel) return;
    for (const Corruption& corruption : kCorruptions) {
      S damaged = s;
      if (!corruption.apply(game, damaged, random)) continue;
      NOTE(corruption, corruption.name);
      ++applied[corruption.name];
      CHECK(!state_problems(game, damaged).empty());
    }
  });
  for (const Corruption& corruption : kCorruptions) {
    NOTE(corruption, corruption.name);
    CHECK(applied[corruption.name] > 0);
  }
}

TEST(invariants_name_what_is_wrong) {
  const G game = test::small_game(2);
  S s = new_initial_state(game, 1);
  s.players[1].trains = 44;
  s.deck.add(3);
  const auto problems = state_problems(game, s);
  CHECK_EQ(problems.size(), 2);
  CHECK(problems[0].find("green cards: 13") != std::string::npos);
  CHECK(problems[1].find("players[1]: trains = 44") != std::string::npos);
}
