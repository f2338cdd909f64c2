// The decisions of one game of a batch, for those who want to see how it was played.
#include "bind.hpp"
#include "playout_job.hpp"

namespace ttr::bind {

namespace {

// The actions of the game that play_out() plays, in order.
template <class Shape>
std::vector<int> actions_of(const Game<Shape>& game, const SeatPolicies& policies,
                            std::uint64_t seed, std::uint64_t game_index) {
  State<Shape> s = new_initial_state(game, seed, game_index);
  OpenRoutes<Shape> open(game);
  std::array<Stream, kMaxPlayers> streams;
  for (int seat = 0; seat < game.num_players; ++seat)
    streams[static_cast<std::size_t>(seat)] =
        Stream(seed, game_index, kPolicyStream + static_cast<std::uint64_t>(seat));
  std::vector<int> actions;
  while (!s.is_terminal()) {
    const auto seat = static_cast<std::size_t>(s.current);
    const Move move = pick_move(policies[seat], game, s, open, streams[seat]);
    actions.push_back(game.actions.number(move));
    play_unchecked(game, s, move, FollowOpenRoutes<Shape>{game, s, open});
  }
  return actions;
}

}  // namespace

void bind_replay(py::module_& m) {
  m.def(
      "playout_actions",
      [](const PyGame& pg, const std::vector<py::str>& names, const py::object& seed_,
         const py::object& game_index_) {
        const SeatPlayers players = players_of(pg, Policies(names.begin(), names.end()));
        SeatPolicies chosen{};
        for (std::size_t seat = 0; seat < chosen.size(); ++seat)
          chosen[seat] = players[seat].policy;
        const std::uint64_t seed = to_u64(seed_, "seed");
        const std::uint64_t game_index = to_u64(game_index_, "game_index");
        // With the GIL: a game takes microseconds.
        return pg.visit([&](const auto& game) {
          return actions_of(game, chosen, seed, game_index);
        });
      },
      py::arg("game"), py::arg("policies"), py::arg("seed"), py::arg("game_index"),
      "The actions of the game with this index in run_playouts.");
}

}  // namespace ttr::bind
