// rules.hpp and the checks of Game: what makes a game, and what is refused.
#include "boards.hpp"
#include "check.hpp"

using namespace ttr;

namespace {

Rules with(int Rules::* field, int value) {
  Rules rules;
  rules.*field = value;
  return rules;
}

}  // namespace

TEST(rules_limits_of_every_number) {
  for (const IntRule& rule : kIntRules) {
    NOTE(rule, std::string(rule.name));
    CHECK(rule.low <= Rules{}.*rule.field && Rules{}.*rule.field <= rule.high);
    CHECK_THROWS(RulesError, check_rules(with(rule.field, rule.low - 1)));
    CHECK_THROWS(RulesError, check_rules(with(rule.field, rule.high + 1)));
    const bool of_long = rule.field == &Rules::initial_long_tickets_dealt;
    for (int value : {rule.low, rule.high}) {
      Rules rules;
      rules.trains_per_player = 200;  // leaves room for all others at their limits
      rules.initial_tickets_dealt = of_long ? 1 : kMaxOffered;
      rules.tickets_drawn = kMaxOffered;
      rules.station_costs.assign(kMaxStations, 1);
      rules.initial_tickets_keep_min = rules.tickets_keep_min = 1;
      rules.final_round_threshold = 0;
      rules.*rule.field = value;
      check_rules(rules);
    }
    try {
      check_rules(with(rule.field, rule.high + 1));
    } catch (const RulesError& error) {  // names the option
      CHECK(std::string(error.what()).find(rule.name) != std::string::npos);
    }
  }
}

TEST(rules_words) {
  for (const ChoiceRule& rule : kChoiceRules) {
    NOTE(rule, std::string(rule.name));
    CHECK(rule.words.size() >= 2);
    Rules rules;
    CHECK_EQ(rules.*rule.field, 0);
    for (std::size_t i = 0; i < rule.words.size(); ++i) {
      rules.*rule.field = static_cast<std::uint8_t>(i);
      check_rules(rules);
    }
    rules.*rule.field = static_cast<std::uint8_t>(rule.words.size());
    CHECK_THROWS(RulesError, check_rules(rules));
  }
}

TEST(rules_switches) {
  for (const BoolRule& rule : kBoolRules) {
    NOTE(rule, std::string(rule.name));
    Rules rules;
    CHECK(!(rules.*rule.field));  // the printed game has neither
    rules.*rule.field = true;
    check_rules(rules);
  }
}

TEST(rules_lists) {
  auto points = [](std::vector<int> list) {
    Rules rules;
    rules.route_points = std::move(list);
    return rules;
  };
  check_rules(points({0}));
  check_rules(points(std::vector<int>(kMaxLength, kMaxRoutePoints)));
  CHECK_THROWS(RulesError, check_rules(points({})));
  CHECK_THROWS(RulesError, check_rules(points(std::vector<int>(kMaxLength + 1, 1))));
  CHECK_THROWS(RulesError, check_rules(points({1, -1})));
  CHECK_THROWS(RulesError, check_rules(points({1, kMaxRoutePoints + 1})));

  auto keys = [](std::vector<TieBreak> list) {
    Rules rules;
    rules.tie_break = std::move(list);
    return rules;
  };
  check_rules(keys({}));
  check_rules(keys({TieBreak::longest_trail, TieBreak::completed_tickets, TieBreak::fewest_stations,
                    TieBreak::longest_trail_bonus}));
  CHECK_THROWS(RulesError, check_rules(keys({TieBreak::longest_trail, TieBreak::longest_trail})));
  CHECK_THROWS(RulesError, check_rules(keys(std::vector(5, TieBreak::longest_trail))));

  auto costs = [](std::vector<int> list) {  // R71
    Rules rules;
    rules.station_costs = std::move(list);
    return rules;
  };
  check_rules(costs({1}));
  check_rules(costs(std::vector<int>(kMaxStations, kMaxStationCost)));
  CHECK_THROWS(RulesError, check_rules(costs({})));
  CHECK_THROWS(RulesError, check_rules(costs(std::vector<int>(kMaxStations + 1, 1))));
  CHECK_THROWS(RulesError, check_rules(costs({1, 0})));
  CHECK_THROWS(RulesError, check_rules(costs({1, kMaxStationCost + 1})));
}

TEST(rules_that_make_no_game_together) {
  Rules rules;
  rules.trains_per_player = 3;
  check_rules(rules);
  rules.final_round_threshold = 3;
  CHECK_THROWS(RulesError, check_rules(rules));
  rules = {};
  rules.initial_tickets_keep_min = rules.initial_tickets_dealt + 1;
  CHECK_THROWS(RulesError, check_rules(rules));
  rules = {};
  rules.tickets_keep_min = rules.tickets_drawn + 1;
  CHECK_THROWS(RulesError, check_rules(rules));
  rules = {};
  rules.stations_per_player = 4;  // station_costs has three entries
  CHECK_THROWS(RulesError, check_rules(rules));
  rules.station_costs.push_back(4);
  check_rules(rules);
  rules = {};
  rules.initial_tickets_keep_min = 4;  // long tickets count, R08
  CHECK_THROWS(RulesError, check_rules(rules));
  rules.initial_long_tickets_dealt = 1;
  check_rules(rules);
  rules.initial_long_tickets_dealt = 4;  // seven in all
  CHECK_THROWS(RulesError, check_rules(rules));
}

TEST(rules_presets_are_the_editions) {  // R07-R11, R13, R15, R56, R80, R90-R92
  for (const auto& name : kPresetNames) check_rules(preset(name));
  CHECK(preset("usa") == Rules());
  const Rules europe = preset("europe"), online = preset("online");
  CHECK(europe.ferries && europe.tunnels && europe.tickets_leave_at_start());
  CHECK_EQ(europe.stations_per_player, 3);
  CHECK_EQ(europe.station_costs, (std::vector<int>{1, 2, 3}));
  CHECK_EQ(europe.station_value, 4);
  CHECK_EQ(europe.tunnel_cards, 3);
  CHECK_EQ(europe.max_offered(), 4);
  CHECK(europe.tie_break ==
        (std::vector<TieBreak>{TieBreak::completed_tickets, TieBreak::fewest_stations,
                               TieBreak::longest_trail_bonus}));
  CHECK(!europe.draws_first_seat() && !europe.shortest_ticket_values());
  CHECK(!online.ferries && !online.tunnels && online.stations_per_player == 0);
  CHECK_EQ(online.initial_long_tickets_dealt, 0);
  CHECK(online.draws_first_seat() && online.shortest_ticket_values());
  CHECK(online.tie_break ==
        (std::vector<TieBreak>{TieBreak::completed_tickets, TieBreak::longest_trail}));
  for (const char* name : {"", "USA", "europe ", "asia"}) {
    CHECK_THROWS(RulesError, preset(name));
    try {
      static_cast<void>(preset(name));
    } catch (const RulesError& error) {
      CHECK(std::string(error.what()).find("usa, europe, online") != std::string::npos);
    }
  }
}

TEST(game_refuses_what_is_no_game) {
  using G = Game<UpTo128>;
  const MapData map = test::small_map();
  for (int players : {-1, 0, 1, 6}) CHECK_THROWS(GameError, G(map, {}, players, 0));  // R01
  for (int players = 2; players <= 5; ++players) {
    CHECK_THROWS(GameError, G(map, {}, players, players));
    CHECK_THROWS(GameError, G(map, {}, players, -3));
    for (int first = kFirstSeatBySeed; first < players; ++first)
      CHECK_EQ(G(map, {}, players, first).first_seat, first);
  }
  Rules rules;
  rules.route_points = {1, 2, 4, 7, 10};  // the map has a route of 6
  CHECK_THROWS(GameError, G(map, rules, 2, 0));
  rules = {};
  rules.initial_tickets_dealt = 4;  // 16 tickets
  CHECK_EQ(G(map, rules, 4, 0).num_players, 4);
  CHECK_THROWS(GameError, G(map, rules, 5, 0));
  rules = {};
  rules.face_up_size = 9;
  CHECK_THROWS(RulesError, G(map, rules, 2, 0));
}

TEST(game_first_seat_by_the_rules_R15) {
  const MapData map = test::small_map();
  Rules rules;
  CHECK_EQ((Game<UpTo128>(map, rules, 2).first_seat), 0);
  rules.first_seat = 1;  // seed
  CHECK_EQ((Game<UpTo128>(map, rules, 2).first_seat), kFirstSeatBySeed);
  CHECK_EQ((Game<UpTo128>(map, rules, 2, 1).first_seat), 1);
}

TEST(game_refuses_scores_beyond_16_bits) {
  MapData map = test::small_map();
  map.routes.resize(30, map.routes[0]);
  Rules rules;
  rules.route_points.assign(kMaxLength, kMaxRoutePoints);
  rules.longest_trail_bonus = 0;
  for (auto& ticket : map.tickets) ticket.points = 0;
  map.tickets[0].points = 1000;
  map.tickets[1].points = 1000;
  map.tickets[2].points = 767;  // 30 routes at 1000 and 2767: the most there is room for
  CHECK_EQ(Game<UpTo128>(map, rules, 2, 0).ticket_points[2], 767);
  rules.longest_trail_bonus = 1;
  CHECK_THROWS(GameError, Game<UpTo128>(map, rules, 2, 0));
  rules.longest_trail_bonus = 0;
  rules.stations_per_player = 3;  // at 4 points each
  CHECK_THROWS(GameError, Game<UpTo128>(map, rules, 2, 0));
  rules.station_value = 0;
  CHECK(Game<UpTo128>(map, rules, 2, 0).has_stations());
}

TEST(game_ticket_values) {  // R56
  MapData map = test::small_map();
  Rules rules;
  CHECK_EQ(Game<UpTo128>(map, rules, 2, 0).ticket_points[5], 1);
  rules.ticket_value = 1;
  CHECK_THROWS(GameError, Game<UpTo128>(map, rules, 2, 0));  // 0-6 cannot be joined
  map.tickets[4] = {1, 5, 20};
  const Game<UpTo128> game(map, rules, 2, 0);
  for (int t = 0; t < game.map.num_tickets(); ++t)
    CHECK_EQ(game.ticket_points[static_cast<std::size_t>(t)],
             game.map.distance(game.map.ticket_a(t), game.map.ticket_b(t)));
  CHECK_EQ(game.ticket_points[4], 7);
}

TEST(game_twins_close_by_number_of_players) {  // R45, R46
  for (int players = 2; players <= 5; ++players)
    for (int threshold = 1; threshold <= 6; ++threshold)
      CHECK_EQ(test::small_game(players, with(&Rules::second_track_min_players, threshold))
                   .twins_close(),
               players < threshold);
}
