// Single operations of the core in a loop, without the cost of a call from Python: for benchmarks.
#include "bind.hpp"

namespace ttr::bind {

namespace {

// Keeps a result alive without storing it, so that the loop is not optimised away.
template <class T>
inline void use(const T& value) {
#if defined(__GNUC__)
  asm volatile("" : : "g"(&value) : "memory");
#else
  static volatile const void* sink;
  sink = &value;
#endif
}

// What a loop of legal_actions() and apply_action() does, to the end of the game: of n legal moves
// it takes number 7 * ply modulo n. Returns the plies of the whole game.
template <class Shape>
std::int64_t play_on(const Game<Shape>& game, State<Shape>& state, std::vector<Move>& moves) {
  while (state.phase != Phase::terminal) {
    moves.clear();
    for_each_legal(game, state, [&](const Move& move) { moves.push_back(move); });
    if (!play(game, state, moves[7 * static_cast<std::size_t>(state.ply) % moves.size()]))
      throw std::logic_error("a move of for_each_legal was refused");
  }
  return state.ply;
}

// The same with random legal moves, one for one from the stream, and no list of them.
template <class Shape>
std::int64_t play_samples(const Game<Shape>& game, State<Shape>& state) {
  Stream stream(state.seed, state.game_index, kPolicyStream);
  while (state.phase != Phase::terminal)
    if (!play(game, state, random_legal_move(game, state, stream)))
      throw std::logic_error("a move of random_legal_move was refused");
  return state.ply;
}

// Does `operation` so many times; answers with a number about its result that Python can check.
template <class Shape>
std::int64_t repeat_on(const Game<Shape>& game, const ObservationLayout<Shape>& layout,
                       State<Shape> state, const std::string& operation, long long times) {
  NetworkTrail<Shape> trail(&check_signals);
  std::int64_t answer = 0;
  if (operation == "clone") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      const State<Shape> copy = state;
      use(copy);
      answer = copy.ply;
    }
  } else if (operation == "new_initial_state") {
    for (long long i = 0; i < times; ++i) {
      const State<Shape> fresh = new_initial_state(game, state.seed, state.game_index);
      use(fresh);
      answer = fresh.deck.total();
    }
  } else if (operation == "legal_actions") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      answer = 0;
      for_each_legal(game, state, [&](const Move& move) { answer += game.actions.number(move); });
    }
  } else if (operation == "score_sheet") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      const ScoreSheet sheet = score_sheet(game, state, trail);
      use(sheet);
      answer = sheet[0].total();
    }
  } else if (operation == "longest_trail") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      answer = trail.length(game.map, state.players[0].routes);
    }
  } else if (operation == "play_on") {
    std::vector<Move> moves;
    for (long long i = 0; i < times; ++i) {
      use(state);
      State<Shape> game_on = state;
      answer = play_on(game, game_on, moves);
    }
  } else if (operation == "play_samples") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      State<Shape> game_on = state;
      answer = play_samples(game, game_on);
    }
  } else if (operation == "determinize") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      const State<Shape> drawn = determinize(game, state, 0, static_cast<std::uint64_t>(i));
      use(drawn);
      answer = drawn.deck.total();
    }
  } else if (operation == "observation") {
    std::vector<float> out(static_cast<std::size_t>(layout.size()));
    for (long long i = 0; i < times; ++i) {
      use(state);
      layout.write(game, state, 0, out.data());
      use(out);
    }
    for (float value : out) answer += value != 0;
  } else if (operation == "serialize") {
    for (long long i = 0; i < times; ++i) {
      use(state);
      const auto bytes = state_to_bytes(game, state);
      use(bytes);
      answer = static_cast<std::int64_t>(bytes.size());
    }
  } else if (operation == "deserialize") {
    const auto bytes = state_to_bytes(game, state);
    for (long long i = 0; i < times; ++i) {
      use(bytes);
      const State<Shape> read = state_from_bytes(game, bytes);
      use(read);
      answer = read.ply;
    }
  } else {
    throw py::value_error(
        "operation must be clone, new_initial_state, legal_actions, score_sheet, longest_trail, "
        "play_on, play_samples, determinize, observation, serialize or deserialize, got '" +
        operation + "'");
  }
  return answer;
}

std::int64_t repeat(const PyState& s, const std::string& operation, const py::object& times_) {
  const auto times = to_int(times_, "times", 1, 1'000'000'000);
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& state) {
    return repeat_on(game, s.game->template layout<Shape>(), state, operation, times);
  });
}

}  // namespace

void bind_repeat(py::module_& m) {
  m.def("repeat", &repeat, py::arg("state"), py::arg("operation"), py::arg("times"),
        "For benchmarks: an operation of the core in a loop; a checkable number about its result.");
}

}  // namespace ttr::bind
