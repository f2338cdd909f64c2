// A bot in C++: flat Monte Carlo. Every legal action is tried in the same possible worlds, states
// that the seat to move cannot tell from the real one; each is played on at random, and the action
// with the best mean lead wins. To Python it is
//
//     cpp_bot.choose(state, worlds=20, seed=0)  the action, for a ttr_fast.State
//     cpp_bot.MONTE_CARLO                       a capsule for ttr_fast.NativePolicy
#include <algorithm>
#include <array>
#include <exception>
#include <vector>

#include "ttr/determinize.hpp"
#include "ttr/python.hpp"
#include "ttr/ttr.hpp"

namespace {

// Points by which `seat` is ahead of the best other one, after a game played on at random.
template <class Shape>
int lead_at_the_end(const ttr::Game<Shape>& game, ttr::State<Shape> state, int seat,
                    ttr::Stream& stream) {
  thread_local ttr::NetworkTrail<Shape> trail;
  std::array<ttr::Move, ttr::kMaxLegal<Shape>> moves;
  while (!state.is_terminal()) {
    std::uint32_t n = 0;
    ttr::for_each_legal(game, state, [&](const ttr::Move& move) { moves[n++] = move; });
    ttr::play_unchecked(game, state, moves[stream.below(n)]);
  }
  const ttr::ScoreSheet sheet = ttr::score_sheet(game, state, trail);
  int best = -32768;
  for (int other = 0; other < game.num_players; ++other)
    if (other != seat) best = std::max(best, sheet[other].total());
  return sheet[seat].total() - best;
}

template <class Shape>
int best_action(const ttr::Game<Shape>& game, const ttr::State<Shape>& state, int worlds,
                std::uint64_t seed) {
  std::vector<ttr::Move> moves;
  ttr::for_each_legal(game, state, [&](const ttr::Move& move) { moves.push_back(move); });
  if (moves.size() == 1) return game.actions.number(moves[0]);
  const int seat = state.current;
  std::vector<long> leads(moves.size());
  ttr::Stream stream(seed, 0, 0);
  for (int i = 0; i < worlds; ++i) {
    // From what the seat knows alone; `state` itself would be cheating.
    const ttr::State<Shape> world = ttr::determinize(game, state, seat, stream.next());
    for (std::size_t m = 0; m < moves.size(); ++m) {
      ttr::State<Shape> tried = world;
      ttr::play_unchecked(game, tried, moves[m]);
      leads[m] += lead_at_the_end(game, tried, seat, stream);
    }
  }
  const auto best = std::max_element(leads.begin(), leads.end()) - leads.begin();
  return game.actions.number(moves[static_cast<std::size_t>(best)]);
}

// For ttr.playouts: runs without the GIL, in several threads at once, and must not throw.
std::int32_t monte_carlo(const ttr_policy_view* view, const ttr_policy_game*, void*) noexcept {
  try {
    const ttr::BorrowedState now = ttr::borrow_truth(*view);
    return now.visit([&](const auto& game, const auto& state) {
      return best_action(game, state, 2, view->random);
    });
  } catch (const std::exception&) {
    return -1;  // which is no action: the run stops with an error
  }
}

PyObject* choose(PyObject*, PyObject* arguments, PyObject* keywords) {
  static const char* names[] = {"state", "worlds", "seed", nullptr};
  PyObject* object = nullptr;
  int worlds = 20;
  unsigned long long seed = 0;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|iK", const_cast<char**>(names), &object,
                                   &worlds, &seed))
    return nullptr;
  if (worlds < 1) return PyErr_Format(PyExc_ValueError, "worlds must be 1 or more, not %d", worlds);
  const ttr::BorrowedState now = ttr::python::borrow_state(object);
  if (!now) return nullptr;  // TypeError is set
  return now.visit([&](const auto& game, const auto& borrowed) -> PyObject* {
    if (borrowed.is_terminal()) {
      PyErr_SetString(PyExc_ValueError, "the game is over");
      return nullptr;
    }
    const auto state = borrowed;  // another thread may play on in the Python object
    int action = -1;
    Py_BEGIN_ALLOW_THREADS  // the caller holds the object, and it its game
        action = best_action(game, state, worlds, seed);
    Py_END_ALLOW_THREADS return PyLong_FromLong(action);
  });
}

PyMethodDef methods[] = {
    {"choose", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(choose)),
     METH_VARARGS | METH_KEYWORDS,
     "choose(state, worlds=20, seed=0)\n--\n\nThe action with the best mean lead over random "
     "games in so many possible worlds."},
    {nullptr, nullptr, 0, nullptr}};
PyModuleDef module_definition = {PyModuleDef_HEAD_INIT,
                                 "cpp_bot",
                                 "A bot in C++.",
                                 -1,
                                 methods,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_cpp_bot() {
  if (!ttr::python::import_core()) return nullptr;  // built against other headers: ImportError
  PyObject* module = PyModule_Create(&module_definition);
  PyObject* capsule = module == nullptr ? nullptr : ttr::python::policy_capsule(monte_carlo);
  if (capsule == nullptr || PyModule_AddObject(module, "MONTE_CARLO", capsule) != 0) {
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return nullptr;
  }
  return module;
}
