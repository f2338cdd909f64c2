// lanes.hpp, policy.hpp, playout.hpp: picking without listing gives what listing would.
#include <algorithm>
#include <set>

#include "games.hpp"

using namespace ttr;
using test::Random;

namespace {

using G = Game<UpTo128>;
using S = State<UpTo128>;

template <class Shape>
void check_open_routes(const Game<Shape>& game, const State<Shape>& s,
                       const OpenRoutes<Shape>& open) {
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& board = open.of(seat);
    const auto& closed = s.players[static_cast<std::size_t>(seat)].closed;
    int grays = 0;
    for (int length = 1; length <= game.map.max_length(); ++length) {
      const int gray = (game.map.group(length, kGray) - closed).len();
      grays += gray;
      CHECK_EQ(board.gray(length), gray);
      CHECK_EQ(board.gray_up_to(length), grays);
      for (int c = 0; c < kColors; ++c) {
        const int colored = (game.map.group(length, c) - closed).len();
        CHECK_EQ(board.colored(length)[c], colored);
        CHECK_EQ(board.with_gray(length)[c], colored + gray);
      }
    }
  }
}

// The claims that pick(k) gives are the legal ones, each for one k.
template <class Shape>
int check_claims(const Game<Shape>& game, const State<Shape>& s, const std::vector<Move>& moves,
                 const OpenRoutes<Shape>& open) {
  std::vector<int> legal, picked;
  for (const Move& move : moves)
    if (move.kind == Kind::claim) legal.push_back(game.actions.number(move));
  const ClaimWeights<Shape> claims(game, s, open.of(s.current));
  CHECK_EQ(claims.total(), legal.size());
  for (unsigned k = 0; k < claims.total(); ++k) {
    const Move move = claims.pick(k);
    CHECK(is_legal(game, s, move));
    picked.push_back(game.actions.number(move));
  }
  std::ranges::sort(picked);
  CHECK_EQ(picked, legal);
  return static_cast<int>(legal.size());
}

template <class Shape>
int check_games(int games, Random& random, const test::MapSize* size = nullptr) {
  int claims = 0;
  for (int i = 0; i < games; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const MapData map = test::random_map(random, size ? *size : test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    rules.payments = static_cast<std::uint8_t>(i / 4 % 2);
    const Game<Shape> game(map, rules, players, 0);
    OpenRoutes<Shape> open(game);
    State<Shape> s = new_initial_state(game, random.word());
    const auto taste = static_cast<test::Taste>(random.below(3));
    while (!s.is_terminal()) {
      const auto moves = test::legal_moves(game, s);
      check_open_routes(game, s, open);
      if (s.phase == Phase::choose_action) claims += check_claims(game, s, moves, open);
      Stream kept(random.word(), 0, kPolicyStream), counted = kept;
      CHECK(random_legal_move(game, s, counted) == pick_move(Policy::random, game, s, open, kept));
      CHECK(counted == kept);
      const Move move = test::pick_by(taste, moves, random);
      play_unchecked(game, s, move, FollowOpenRoutes<Shape>{game, s, open});
      if (i % 5 == 4 && random.percent(2)) test::resign_at_random(game, s, random);
    }
    check_open_routes(game, s, open);
  }
  return claims;
}

// Share of each legal move under a policy.
std::vector<double> shares(Policy policy, const std::vector<Move>& moves) {
  std::array<double, kKindNames.size()> of_kind{};
  for (const Move& move : moves) ++of_kind[static_cast<std::size_t>(move.kind)];
  const auto kinds =
      static_cast<double>(std::ranges::count_if(of_kind, [](double n) { return n > 0; }));
  std::vector<double> out;
  for (const Move& move : moves)
    out.push_back(policy == Policy::random
                      ? 1 / static_cast<double>(moves.size())
                      : 1 / (kinds * of_kind[static_cast<std::size_t>(move.kind)]));
  return out;
}

// In this position the policy picks every legal move as often as it should.
void check_uniform(Policy policy, const G& game, const S& s, const OpenRoutes<UpTo128>& open,
                   std::uint64_t seed) {
  const auto moves = test::legal_moves(game, s);
  std::vector<int> counts(moves.size());
  Stream stream(seed, 0, kPolicyStream);
  const int draws = 400 * static_cast<int>(moves.size());
  for (int i = 0; i < draws; ++i) {
    const auto at = std::ranges::find(moves, pick_move(policy, game, s, open, stream));
    CHECK(at != moves.end());
    ++counts[static_cast<std::size_t>(at - moves.begin())];
  }
  if (moves.size() > 1) CHECK(std::abs(test::deviation(counts, shares(policy, moves))) < 5);
}

// Room for a column of playouts, of the type that the core writes.
template <class T>
std::vector<T> column(T* PlayoutColumns::*, std::size_t cells, int fill = 0) {
  return std::vector<T>(cells, static_cast<T>(fill));
}

}  // namespace

TEST(lanes_work_as_eight_numbers) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    Cards cards;
    std::array<int, kColors> numbers{};
    for (int c = 0; c < kColors; ++c) {
      numbers[static_cast<std::size_t>(c)] = random.in(0, kCardsPerColor);
      cards.add(c, numbers[static_cast<std::size_t>(c)]);
    }
    const Lanes lanes = lanes_of(cards);
    int all = 0;
    for (int c = 0; c < kColors; ++c) {
      const int n = numbers[static_cast<std::size_t>(c)];
      all += n;
      CHECK_EQ(lanes[c], n);
      CHECK_EQ(positive(lanes - 6)[c], std::max(n - 6, 0));
      CHECK_EQ(sum(lanes & kLanesPaying[static_cast<std::size_t>(c)]), n);
    }
    CHECK_EQ(sum(lanes), all);
    CHECK_EQ(sum(lanes & kLanesPaying[kGray]), all);
    int up_to = 0;
    for (int c = 0; c < kColors; ++c) {
      up_to += numbers[static_cast<std::size_t>(c)];
      CHECK_EQ(sums_up_to(lanes)[c], up_to);
    }
    for (int k = 0; k < all; ++k) CHECK_EQ(lanes_up_to(sums_up_to(lanes), k), cards.kind_of(k));
    CHECK_EQ(sum(lanes * std::int16_t{300}), 300 * all);
  }
  for (int n = 0; n <= kMaxLength; ++n)
    CHECK_EQ(sum(kLaneLengths[static_cast<std::size_t>(n)]), kColors * n);
}

TEST(keep_sets_are_all_large_enough_subsets) {
  for (int offered = 0; offered <= kMaxOffered; ++offered)
    for (int least = 1; least <= kMaxOffered; ++least) {
      std::vector<int> expected;
      for (int keep = 1; keep < 1 << offered; ++keep)
        if (std::popcount(static_cast<unsigned>(keep)) >= least) expected.push_back(keep);
      const KeepSets& sets =
          kKeepSets[static_cast<std::size_t>(offered)][static_cast<std::size_t>(least)];
      CHECK_EQ(std::vector<int>(sets.sets.begin(), sets.sets.begin() + sets.count), expected);
    }
}

TEST(claim_weights_are_a_bijection) {
  Random random(2);
  CHECK(check_games<UpTo128>(120, random) > 10000);
}

TEST(claim_weights_of_the_largest_maps) {
  Random random(3);
  const test::MapSize wide{40, 128, 60, kMaxLength}, widest{60, 256, 256, kMaxLength};
  CHECK(check_games<UpTo128>(4, random, &wide) > 1000);
  CHECK(check_games<UpTo256>(4, random, &widest) > 1000);
}

// Every route gray and of the greatest length, every card in one hand: the largest sums there are.
TEST(claim_weights_do_not_overflow) {
  for (const auto& [color, ferries] :
       {std::pair(kGray, false), {kGray, true}, {0, false}, {0, true}})
    for (int length : {1, 6, kMaxLength})
      for (std::uint8_t payments : {0, 1}) {
        MapData map;
        map.num_cities = 128;
        for (int r = 0; r < 256; ++r)
          map.routes.push_back({r / 2, (r / 2 + 1) % 128, length, color, ferries && r % 2});
        for (int t = 0; t < 10; ++t) map.tickets.push_back({0, t + 1, 1});
        Rules rules;
        rules.ferries = ferries;
        rules.trains_per_player = 200;
        rules.route_points.resize(kMaxLength, 30);
        rules.payments = payments;
        const Game<UpTo256> game(map, rules, 2, 0);
        auto s = new_initial_state(game, 1);
        while (s.phase == Phase::choose_initial_tickets)
          play_unchecked(game, s, test::legal_moves(game, s)[0]);
        auto& hand = s.mover().hand;
        hand += s.deck;
        hand += s.players[1].hand;
        s.deck = s.players[1].hand = Cards();
        forget_everything(game, s);
        CHECK(state_is_ok(game, s));
        CHECK(check_claims(game, s, test::legal_moves(game, s), OpenRoutes<UpTo256>(game)) > 0);
      }
}

TEST(policies_pick_legal_moves) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const G game = test::random_game(random, kMinPlayers + i % 4);
    const auto policy = static_cast<Policy>(i / 4 % 2);
    OpenRoutes<UpTo128> open(game);
    Stream stream(1, static_cast<std::uint64_t>(i), kPolicyStream);
    S s = new_initial_state(game, random.word());
    while (!s.is_terminal()) {
      const Move move = pick_move(policy, game, s, open, stream);
      CHECK(play(game, s, move, FollowOpenRoutes<UpTo128>{game, s, open}));
    }
  }
}

TEST(policies_are_uniform) {
  Random random(5);
  std::set<Phase> phases;
  int positions = 0;
  for (int i = 0; i < 40; ++i) {
    NOTE(number, i);
    const G game = test::random_game(random, kMinPlayers + i % 4);
    const int wanted = random.in(0, 60);
    OpenRoutes<UpTo128> open(game);
    S s = new_initial_state(game, random.word());
    for (int ply = 0; ply < wanted && !s.is_terminal(); ++ply) {
      const Move move =
          test::pick_by(static_cast<test::Taste>(i % 3), test::legal_moves(game, s), random);
      play_unchecked(game, s, move, FollowOpenRoutes<UpTo128>{game, s, open});
    }
    if (s.is_terminal()) continue;
    phases.insert(s.phase);
    ++positions;
    for (Policy policy : {Policy::random, Policy::random_type})
      check_uniform(policy, game, s, open, static_cast<std::uint64_t>(i));
  }
  CHECK(positions >= 20);
  CHECK(phases.size() >= 4);
}

// Where Europe gives other things to choose from: each is picked as often as it should.
TEST(policies_are_uniform_in_europe) {  // R59, R62, R71, Q09
  Random random(7);
  int tunnels = 0, stations = 0, ferries = 0;
  for (int i = 0; tunnels < 8 || stations < 8 || ferries < 8; ++i) {
    NOTE(number, i);
    CHECK(i < 200);
    Rules rules = preset("europe");
    rules.payments = static_cast<std::uint8_t>(i % 2);
    const G game = test::small_europe(kMinPlayers + i % 4, rules);
    OpenRoutes<UpTo128> open(game);
    S s = new_initial_state(game, random.word());
    while (!s.is_terminal()) {
      const auto moves = test::legal_moves(game, s);
      auto offers = [&](auto&& wanted) { return std::ranges::any_of(moves, wanted); };
      const bool tunnel = s.phase == Phase::pay_tunnel && moves.size() > 1;
      const bool station =
          offers([](const Move& move) { return move.kind == Kind::build_station; });
      const bool ferry = offers([&](const Move& move) {
        return move.kind == Kind::claim && game.map.price(move.route).locomotives > 0;
      });
      const bool wanted = (tunnel && tunnels < 8) || (station && stations < 8 && ferries >= 8) ||
                          (ferry && ferries < 8);
      if (wanted && moves.size() < 150) {
        tunnels += tunnel;
        stations += station;
        ferries += ferry;
        for (Policy policy : {Policy::random, Policy::random_type})
          check_uniform(policy, game, s, open, static_cast<std::uint64_t>(i));
        if (!tunnel) break;  // on to another game
      }
      const Move move = test::pick_by(test::Taste::any_kind, moves, random);
      play_unchecked(game, s, move, FollowOpenRoutes<UpTo128>{game, s, open});
    }
  }
}

// The moves that the weights number are all legal moves, each once; together with the claims, which
// claim_weights_are_a_bijection looks at, there are no others.
TEST(policies_number_every_legal_move_once) {
  int answers = 0, stations = 0;
  test::for_random_games(60, 8, [&](const auto& game, const auto& s, const auto& moves) {
    std::vector<Move> numbered;
    auto kind_of = [&](Kind kind) {
      std::vector<Move> out;
      std::ranges::copy_if(moves, std::back_inserter(out),
                           [&](const Move& move) { return move.kind == kind; });
      return out;
    };
    if (s.phase == Phase::pay_tunnel) {
      const auto payments = tunnel_payments(game, s);
      for (int k = 0; k < payments.total(); ++k) numbered.push_back(payments[k]);
      CHECK(numbered == kind_of(Kind::pay_tunnel));
      CHECK_EQ(moves.size(), numbered.size() + 1);
      ++answers;
    } else if (s.phase == Phase::choose_action) {
      for (int k = 0; k < count_stations(game, s); ++k) numbered.push_back(nth_station(game, s, k));
      CHECK(numbered == kind_of(Kind::build_station));
      stations += static_cast<int>(numbered.size());
    }
  });
  CHECK(answers > 20 && stations > 1000);
}

TEST(playouts_are_the_games_that_play_gives) {
  Random random(6);
  for (int i = 0; i < 24; ++i) {
    const int players = kMinPlayers + i / 2 % 4;
    const MapData map = test::random_map(random, test::random_size(random));
    Rules rules = test::random_rules(random, map, players);
    if (i % 2 == 0) {  // these have a loop of their own
      rules.ferries = rules.tunnels = false;
      rules.stations_per_player = 0;
    }
    const G game(map, rules, players, random.in(kFirstSeatBySeed, players - 1));
    SeatPolicies policies{};
    for (auto& policy : policies) policy = static_cast<Policy>(random.below(2));
    const std::uint64_t seed = random.word(), first = random.word();
    constexpr std::size_t kRows = 6;
    const auto cells = kRows * static_cast<std::size_t>(players);
    // Row 0 and the last one are not asked for and keep what is in them.
    using Columns = PlayoutColumns;
    auto scores = column(&Columns::scores, cells, -7);
    auto routes = column(&Columns::route_points, cells);
    auto tickets = column(&Columns::ticket_points, cells);
    auto completed = column(&Columns::completed, cells), failed = column(&Columns::failed, cells);
    auto longest = column(&Columns::longest, cells);
    auto stations = column(&Columns::stations_built, cells, 77);
    auto winners = column(&Columns::winners, kRows, 99);
    auto turns = column(&Columns::turns, kRows), plies = column(&Columns::plies, kRows);
    const PlayoutColumns out{.scores = scores.data(),
                             .route_points = routes.data(),
                             .ticket_points = tickets.data(),
                             .completed = completed.data(),
                             .failed = failed.data(),
                             .longest = longest.data(),
                             .stations_built = stations.data(),
                             .winners = winners.data(),
                             .turns = turns.data(),
                             .plies = plies.data()};
    NetworkTrail<UpTo128> trail;
    std::atomic<bool> stop = false;
    run_playouts(game, policies, seed, first, 1, kRows - 2, trail, out, stop);
    CHECK_EQ(winners.front(), 99);
    CHECK_EQ(winners.back(), 99);
    CHECK_EQ(scores.front(), -7);
    CHECK_EQ(scores.back(), -7);
    CHECK_EQ(stations.front(), 77);
    CHECK_EQ(stations.back(), 77);

    for (std::size_t row = 1; row + 1 < kRows; ++row) {
      const std::uint64_t index = first + row - 1;
      S s = new_initial_state(game, seed, index);
      OpenRoutes<UpTo128> open(game);
      std::vector<Stream> streams;
      for (int seat = 0; seat < players; ++seat)
        streams.emplace_back(seed, index, kPolicyStream + static_cast<std::uint64_t>(seat));
      while (!s.is_terminal()) {
        const auto seat = static_cast<std::size_t>(s.current);
        const Move move = pick_move(policies[seat], game, s, open, streams[seat]);
        CHECK(play(game, s, move, FollowOpenRoutes<UpTo128>{game, s, open}));
      }
      CHECK_EQ(state_hash(game, s),
               state_hash(game, play_out(game, OpenRoutes<UpTo128>(game), policies, seed, index)));
      const ScoreSheet sheet = score_sheet(game, s, trail);
      const auto rank = ranks(game.rules, players, sheet);
      for (int seat = 0; seat < players; ++seat) {
        const auto& score = sheet[static_cast<std::size_t>(seat)];
        const std::size_t cell =
            row * static_cast<std::size_t>(players) + static_cast<std::size_t>(seat);
        CHECK_EQ(scores[cell], score.total());
        CHECK_EQ(routes[cell], score.routes);
        CHECK_EQ(tickets[cell], score.tickets);
        CHECK_EQ(completed[cell], score.completed);
        CHECK_EQ(failed[cell], score.failed);
        CHECK_EQ(longest[cell], score.longest);
        CHECK_EQ(stations[cell], s.players[static_cast<std::size_t>(seat)].num_stations);
        CHECK_EQ(winners[row] >> seat & 1, rank[static_cast<std::size_t>(seat)] == 1 ? 1 : 0);
      }
      CHECK_EQ(winners[row] >> players, 0);
      CHECK_EQ(turns[row], s.turn);
      CHECK_EQ(plies[row], s.ply);
    }

    stop = true;  // nothing is played any more
    std::ranges::fill(winners, std::uint8_t{99});
    run_playouts(game, policies, seed, first, 1, kRows - 2, trail, out, stop);
    for (auto set : winners) CHECK_EQ(set, 99);
  }
}
