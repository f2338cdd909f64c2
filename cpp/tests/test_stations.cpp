// stations.hpp (R13, R71-R73, R77, R79). What a station lends: test_borrowed_routes.cpp.
#include "positions.hpp"

using namespace ttr;
using test::cards;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

// Europe's rules without a face-up row, so that no cards need lie there.
G station_game(int players = 2, Rules rules = preset("europe")) {
  rules.face_up_size = 0;
  return G(test::small_europe_map(), std::move(rules), players, 0);
}

// (colour, cards, locomotives) of the stations that can be built in a city.
std::vector<std::array<int, 3>> payments(const G& game, const S& s, int city) {
  std::vector<std::array<int, 3>> out;
  for (const Move& move : test::legal_of(game, s, Kind::build_station))
    if (move.city == city) out.push_back({move.color, move.cards, move.locomotives});
  return out;
}

std::vector<int> cities(const G& game, const S& s) {
  std::vector<int> out;
  for (const Move& move : test::legal_of(game, s, Kind::build_station))
    if (out.empty() || out.back() != move.city) out.push_back(move.city);
  return out;
}

// A position in which seat 0 has this hand and stations in these cities.
S with_hand(const G& game, const Cards& hand, std::vector<int> built = {}) {
  S s = test::first_turn(game);
  for (int city : built) test::give_station(s, 0, city);
  test::set_table(game, s, {hand, {}, {}, {}});
  return s;
}

}  // namespace

TEST(stations_H1_cost_path) {  // R71
  const G game = station_game();
  const Cards hand = cards({{test::red, 2}, {test::blue, 1}, {kLocomotive, 1}});
  CHECK(payments(game, with_hand(game, hand), 3) ==
        (std::vector<std::array<int, 3>>{{test::red, 1, 0}, {test::blue, 1, 0}, {kNoColor, 0, 1}}));
  const Cards second = cards({{test::red, 2}, {kLocomotive, 1}});
  CHECK(payments(game, with_hand(game, second, {5}), 3) ==
        (std::vector<std::array<int, 3>>{{test::red, 2, 0}, {test::red, 1, 1}}));
  CHECK(payments(game, with_hand(game, cards({{kLocomotive, 3}}), {5, 6}), 3) ==
        (std::vector<std::array<int, 3>>{{kNoColor, 0, 3}}));
  const Cards third = cards({{test::red, 2}, {test::blue, 1}});
  CHECK(payments(game, with_hand(game, third, {5, 6}), 3).empty());
}

TEST(stations_H2_occupied_city) {  // R72
  const G game = station_game(3);
  S s = with_hand(game, cards({{test::red, 2}}));
  CHECK_EQ(cities(game, s), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  for (int seat = 0; seat < 3; ++seat) {
    S t = s;
    test::give_station(t, seat, 4);
    CHECK_EQ(free_cities(game, t).len(), 7);
    CHECK_EQ(num_free_cities(game, t), 7);
    CHECK_EQ(cities(game, t), (std::vector<int>{0, 1, 2, 3, 5, 6, 7}));
    CHECK(!play(game, t, Move::build_station(4, test::red, seat == 0 ? 2 : 1, 0)));
  }
}

TEST(stations_R73_R79_a_whole_turn_in_any_city) {
  const G game = station_game();
  S s = with_hand(game, cards({{test::red, 2}, {kLocomotive, 1}}), {5});
  s.players[0].known = cards({{test::red, 1}});
  forget_everything(game, s);
  CHECK_EQ(stations_left(game, s, 0), 2);
  CHECK(station_price(game, s, 0) == (Price{kGray, 2, 0}));
  CHECK(play(game, s, Move::build_station(6, test::red, 1, 1)));  // no route of the mover is there
  CHECK(s.players[0].hand == cards({{test::red, 1}}));
  CHECK(s.players[0].known.is_empty());
  CHECK_EQ(s.players[0].num_stations, 2);
  CHECK_EQ(s.players[0].stations[1], 6);
  CHECK_EQ(s.players[0].trains, 45);
  CHECK(s.deck == cards({{test::red, 1}, {kLocomotive, 1}}));  // the discards became the deck
  CHECK_EQ(s.current, 1);
  CHECK_EQ(s.turn, 1);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
}

TEST(stations_R26_row_is_filled_and_checked) {
  const G game = test::small_europe(2);
  S s = test::first_turn(game);
  test::set_table(game, s, {cards({{test::red, 3}}), {}, {}, {kLocomotive, test::red}});
  CHECK(play(game, s, Move::build_station(0, test::red, 1, 0)));
  CHECK(s.face_up == cards({{test::red, 2}, {kLocomotive, 1}}));
}

TEST(stations_R79_none_left) {
  const G game = station_game();
  S s = with_hand(game, cards({{test::red, 9}, {kLocomotive, 9}}), {0, 1, 2});
  CHECK_EQ(stations_left(game, s, 0), 0);
  CHECK(!can_build_station(game, s));
  for (int city = 0; city < 8; ++city)
    for (int cost = 1; cost <= 3; ++cost)
      CHECK(!play(game, s, Move::build_station(city, test::red, cost, 0)));
}

TEST(stations_Q07_no_pass_while_one_can_be_paid) {  // V1
  MapData data = test::small_europe_map();
  data.routes = {{0, 1, 1, kGray}};
  Rules rules = preset("europe");
  rules.face_up_size = 0;
  const G game(data, rules, 2, 0);
  S s = with_hand(game, cards({{test::pink, 1}}));
  test::take_ticket_deck(s);
  test::give_route(game, s, 1, 0);
  CHECK(!is_legal(game, s, Move::pass()));
  CHECK_EQ(test::legal_moves(game, s).size(), 8);
  CHECK_EQ(cities(game, s).size(), 8);
  test::give_station(s, 0, 3);  // the next one costs two
  CHECK(test::legal_moves(game, s) == std::vector<Move>{Move::pass()});
}

TEST(stations_all_cities_occupied) {
  Rules rules = preset("europe");
  rules.stations_per_player = 5;
  rules.station_costs = {1, 1, 1, 1, 1};
  const G game = station_game(2, rules);
  S s = with_hand(game, cards({{test::red, 9}}), {0, 1, 2, 3});
  for (int city = 4; city < 8; ++city) test::give_station(s, 1, city);
  CHECK_EQ(num_free_cities(game, s), 0);
  CHECK(!can_build_station(game, s));
  CHECK_EQ(count_stations(game, s), 0);
  CHECK(test::legal_of(game, s, Kind::build_station).empty());
}

TEST(stations_Q09_fewest_locomotives) {
  Rules rules = preset("europe");
  rules.payments = 1;
  const G game = station_game(2, rules);
  S s = with_hand(game, cards({{test::red, 1}, {test::blue, 2}, {kLocomotive, 4}}), {0});
  CHECK(payments(game, s, 3) ==
        (std::vector<std::array<int, 3>>{{test::red, 1, 1}, {test::blue, 2, 0}}));
  S alone = with_hand(game, cards({{kLocomotive, 4}}), {0});
  CHECK(payments(game, alone, 3) == (std::vector<std::array<int, 3>>{{kNoColor, 0, 2}}));
}

TEST(stations_R77_those_left_score) {
  const G game = station_game();
  NetworkTrail<UpTo128> trail;
  for (int built = 0; built <= 3; ++built) {
    std::vector<int> at = {2, 5, 7};
    at.resize(static_cast<std::size_t>(built));
    const ScoreSheet sheet = score_sheet(game, with_hand(game, {}, at), trail);
    CHECK_EQ(sheet[0].stations, 4 * (3 - built));
    CHECK_EQ(sheet[0].stations_built, built);
    CHECK_EQ(sheet[0].total(), sheet[0].tickets + sheet[0].stations);
    CHECK_EQ(sheet[1].stations, 12);
  }
}

TEST(stations_B4_fewer_come_before_the_bonus) {  // R91
  SeatScore a, b;
  a.routes = b.routes = 120;
  a.completed = b.completed = 5;
  a.longest = 30;
  b.longest = 22;
  a.holds_bonus = true;
  a.stations_built = 2;
  b.stations_built = 1;
  CHECK(compare(preset("europe"), b, a) > 0);
  CHECK(compare(preset("usa"), a, b) > 0);
  b.stations_built = 2;
  CHECK(compare(preset("europe"), a, b) > 0);
  b.completed = 6;
  CHECK(compare(preset("europe"), b, a) > 0);
}

TEST(stations_off_are_not_in_the_table) {  // R80
  for (const char* edition : {"usa", "online"}) {
    MapData data = test::small_europe_map();
    for (auto& ticket : data.tickets) ticket.a = 0, ticket.b = 5;  // these can be joined
    const G game(data, preset(edition), 2, 0);
    CHECK(!game.has_stations());
    for (int a = 0; a < game.actions.size(); ++a)
      CHECK(game.actions[a].kind != Kind::build_station);
    const S s = test::first_turn(game);
    CHECK(!is_legal(game, s, Move::build_station(0, kNoColor, 0, 1)));
  }
}

// Every station that is built in random games, by the cards.
TEST(stations_of_random_games) {
  Random random(1);
  int built = 0;
  for (int i = 0; i < 80; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const MapData map = test::random_map(random, test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    rules.stations_per_player = random.in(1, static_cast<int>(rules.station_costs.size()));
    const G game(map, rules, players, 0);
    S s = new_initial_state(game, random.word());
    while (!s.is_terminal()) {
      const auto moves = test::legal_moves(game, s);
      if (s.phase == Phase::choose_action) {
        std::vector<int> listed, counted;
        for (const Move& move : moves)
          if (move.kind == Kind::build_station) listed.push_back(game.actions.number(move));
        for (int k = 0; k < count_stations(game, s); ++k)
          counted.push_back(game.actions.number(nth_station(game, s, k)));
        CHECK_EQ(counted, listed);
        CHECK_EQ(can_build_station(game, s), !listed.empty());
      }
      const Move move = test::pick_by(test::Taste::any_kind, moves, random);
      const S before = s;
      play_unchecked(game, s, move);
      if (move.kind != Kind::build_station) continue;
      ++built;
      const auto seat = static_cast<std::size_t>(before.current);
      const auto &was = before.players[seat], &now = s.players[seat];
      const int cost = rules.station_costs[was.num_stations];
      CHECK_EQ(move.cards + move.locomotives, cost);
      CHECK_EQ(now.hand.total(), was.hand.total() - cost);
      CHECK_EQ(now.hand.locomotives(), was.hand.locomotives() - move.locomotives);
      if (move.color != kNoColor)
        CHECK_EQ(now.hand[move.color], was.hand[move.color] - move.cards);
      else
        CHECK_EQ(move.cards, 0);
      CHECK_EQ(now.num_stations, was.num_stations + 1);
      CHECK_EQ(now.stations[was.num_stations], move.city);
      CHECK(free_cities(game, before).has(move.city) && !free_cities(game, s).has(move.city));
      CHECK_EQ(s.turn, before.turn + 1);
    }
  }
  CHECK(built > 200);
}
