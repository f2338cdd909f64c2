// The compiled half of ttr_fast.VectorEnv: many games stepped together, with the GIL released.
#include <optional>

#include "bind.hpp"
#include "busy.hpp"
#include "pool.hpp"
#include "rows.hpp"
#include "ttr/vector_env.hpp"

namespace ttr::bind {

namespace {

// Envs that a thread takes at a time.
constexpr std::size_t kChunk = 64;

template <std::size_t N>
py::tuple names_of(const std::array<std::string_view, N>& names) {
  py::tuple out(N);
  for (std::size_t i = 0; i < N; ++i) out[i] = text(names[i]);
  return out;
}

class PyVectorEnv {
 public:
  PyVectorEnv(py::object owner, std::size_t n, const VectorSetup& setup, int threads)
      : owner_(std::move(owner)), game_(&owner_.cast<const PyGame&>()), view_(setup.view),
        pool_(threads) {
    game_->visit([&]<class Shape>(const Game<Shape>& game) {
      envs_ = std::make_unique<Envs<Shape>>(game, n, setup, pool_);
      rewards_ = {n};
      if (setup.seat == VectorSetup::kEverySeat)
        rewards_.push_back(static_cast<std::size_t>(game.num_players));
    });
    n_ = n;
  }

  // The next game of the envs of the mask, of all if it is None, is number 0 of its seed.
  void seed(const py::object& seeds_, const py::object& mask_) {
    const auto* seeds = readable<std::uint64_t>(seeds_, "seeds", n_);
    const bool* mask = mask_.is_none() ? nullptr : readable<bool>(mask_, "mask", n_);
    const Busy busy(busy_, kWhat);
    require_whole(mask != nullptr);
    visit([&](auto& envs, auto&) {
      for (std::size_t e = 0; e < n_; ++e)
        if (mask == nullptr || mask[e]) envs.set_seed(e, seeds[e]);
    });
    if (mask == nullptr) whole_ = false;
  }

  // Begins the next game of the envs of the mask, of all if it is None, and writes what all show.
  void reset(const py::object& mask_, const py::object& current, const py::object& masks,
             const py::object& observations) {
    const bool* mask = mask_.is_none() ? nullptr : readable<bool>(mask_, "mask", n_);
    const VectorRows rows = rows_of(py::none(), py::none(), current, masks, observations);
    const Busy busy(busy_, kWhat);
    require_whole(mask != nullptr);
    on_rows([&](auto& envs, auto& trail, std::size_t e) {
      if (mask == nullptr || mask[e]) envs.reset(e);
      envs.write_view(e, rows, trail);
    });
  }

  // Returns the envs whose games have ended, ascending.
  py::array_t<std::int64_t> step(const py::object& actions_, const py::object& rewards,
                                 const py::object& terminations, const py::object& current,
                                 const py::object& masks, const py::object& observations) {
    const auto* actions = readable<std::int64_t>(actions_, "actions", n_);
    if (terminations.is_none()) throw py::type_error("terminations: are always written");
    const VectorRows rows = rows_of(rewards, terminations, current, masks, observations);
    const Busy busy(busy_, kWhat);
    require_whole(true);
    {
      std::atomic<std::size_t> refused{n_};
      on_rows([&](auto& envs, auto&, std::size_t e) {
        if (envs.accepts(e, actions[e])) return;
        std::size_t first = refused.load(std::memory_order_relaxed);
        while (e < first && !refused.compare_exchange_weak(first, e)) {
        }
      });
      if (refused < n_) refuse(refused, actions[refused]);
    }
    on_rows([&](auto& envs, auto& trail, std::size_t e) { envs.step(e, actions[e], rows, trail); });
    std::vector<std::int64_t> ended;
    for (std::size_t e = 0; e < n_; ++e)
      if (rows.terminations[e]) ended.push_back(static_cast<std::int64_t>(e));
    return py::array_t<std::int64_t>(static_cast<py::ssize_t>(ended.size()), ended.data());
  }

  void sample(const py::object& actions_) {
    auto* actions = writable<std::int64_t>(actions_, "actions", {n_});
    const Busy busy(busy_, kWhat);
    require_whole(true);
    on_rows([&](auto& envs, auto&, std::size_t e) { actions[e] = envs.sample(e); });
  }

  // (len(envs), players) totals and ranks of games that have ended.
  py::tuple outcomes(const py::object& which_) {
    const auto which = indices(which_);
    const Busy busy(busy_, kWhat);
    const auto players = static_cast<std::size_t>(game_->num_players());
    using Table = py::array_t<std::int32_t>;
    const auto shape = std::vector<std::size_t>{which.size(), players};
    Table totals(shape), ranks(shape);
    visit([&](auto& envs, auto&) {
      for (std::size_t i = 0; i < which.size(); ++i) {
        const Outcome& outcome = envs.outcome(which[i]);
        std::copy_n(outcome.totals.begin(), players, totals.mutable_data() + i * players);
        std::copy_n(outcome.ranks.begin(), players, ranks.mutable_data() + i * players);
      }
    });
    return py::make_tuple(totals, ranks);
  }

  // Writes what the games of these envs that same_step has ended have shown at last.
  void final_views(const py::object& which_, const py::object& observations) {
    const auto which = indices(which_);
    const Busy busy(busy_, kWhat);
    game_->visit([&]<class Shape>(const Game<Shape>&) {
      auto& mine = *static_cast<Envs<Shape>*>(envs_.get());
      if (!mine.envs.keeps_final_states()) throw py::value_error("there are none");
      const auto rows = observation_rows(observations, mine.envs.layout(), view_, which.size());
      for (std::size_t i = 0; i < which.size(); ++i)
        mine.envs.write_final_view(which[i], rows, i, *mine.trails[0]);
    });
  }

  auto state(const py::object& env_) {
    const auto e = static_cast<std::size_t>(to_int(env_, "env", 0, static_cast<long long>(n_) - 1));
    const Busy busy(busy_, kWhat);
    require_whole(true);
    return game_->visit([&]<class Shape>(const Game<Shape>&) {
      return make_state(owner_, *game_, static_cast<Envs<Shape>*>(envs_.get())->envs.state(e));
    });
  }

  // (seeds, game numbers, seats, whether over) of the envs.
  py::tuple facts() {
    const Busy busy(busy_, kWhat);
    require_whole(true);
    const auto n = static_cast<py::ssize_t>(n_);
    py::array_t<std::uint64_t> seeds(n), games(n);
    py::array_t<std::int64_t> seats(n);
    py::array_t<bool> over(n);
    visit([&](auto& envs, auto&) {
      for (std::size_t e = 0; e < n_; ++e) {
        seeds.mutable_data()[e] = envs.seed(e);
        games.mutable_data()[e] = envs.game_number(e);
        seats.mutable_data()[e] = envs.seat(e);
        over.mutable_data()[e] = envs.is_over(e);
      }
    });
    return py::make_tuple(seeds, games, seats, over);
  }

  // Floats and bytes of an observation.
  py::tuple observation_sizes() {
    return game_->visit([&]<class Shape>(const Game<Shape>&) {
      const auto& layout = static_cast<Envs<Shape>*>(envs_.get())->envs.layout();
      return py::make_tuple(layout.size(view_), layout.bytes(view_));
    });
  }

  // For the garbage collector: the Game may be of a subclass that leads back here. As in a State
  // there is nothing to clear.
  static void make_collectable(PyHeapTypeObject* heap_type) {
    PyTypeObject& type = heap_type->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
      Py_VISIT(Py_TYPE(self));
      const auto holder = reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder();
      if (holder.holder_constructed())
        Py_VISIT(static_cast<PyVectorEnv*>(holder.value_ptr())->owner_.ptr());
      return 0;
    };
  }

 private:
  static constexpr const char* kWhat = "this VectorEnv";

  struct AnyEnvs {
    virtual ~AnyEnvs() = default;
  };
  // With a trail search for each worker.
  template <class Shape>
  struct Envs final : AnyEnvs {
    Envs(const Game<Shape>& game, std::size_t n, const VectorSetup& setup, const Pool& pool)
        : envs(game, n, setup) {
      for (int worker = 0; worker < pool.size(); ++worker)
        trails.push_back(std::make_unique<NetworkTrail<Shape>>(&Pool::tick, pool.context(worker)));
    }
    VectorEnv<Shape> envs;
    std::vector<std::unique_ptr<NetworkTrail<Shape>>> trails;
  };

  // f(envs, trails)
  template <class F>
  void visit(F&& f) {
    game_->visit([&]<class Shape>(const Game<Shape>&) {
      auto& mine = *static_cast<Envs<Shape>*>(envs_.get());
      f(mine.envs, mine.trails);
    });
  }

  // f(envs, trail, e) for every env e, on the threads. What is left of a run that was stopped is
  // no position to go on from.
  template <class F>
  void on_rows(F&& f) {
    const LongCall call;
    whole_ = false;
    visit([&](auto& envs, auto& trails) {
      const Pool::Work work = [&](int worker, std::size_t first, std::size_t count) {
        auto& trail = *trails[static_cast<std::size_t>(worker)];
        for (std::size_t e = first; e < first + count; ++e) f(envs, trail, e);
      };
      py::gil_scoped_release release;
      pool_.run(n_, kChunk, work);
    });
    whole_ = true;
  }

  void require_whole(bool needed) const {
    if (needed && !whole_)
      throw std::runtime_error(
          "reset() must come first: the games have not begun, or a call was "
          "interrupted");
  }

  VectorRows rows_of(const py::object& rewards, const py::object& terminations,
                     const py::object& current, const py::object& masks,
                     const py::object& observations) {
    VectorRows rows;
    rows.rewards = writable<double>(rewards, "rewards", rewards_);
    rows.terminations = writable<bool>(terminations, "terminations", {n_});
    rows.current = writable<std::int64_t>(current, "current", {n_});
    rows.masks =
        writable<bool>(masks, "masks", {n_, static_cast<std::size_t>(game_->num_actions())});
    visit([&](auto& envs, auto&) {
      rows.observations = observation_rows(observations, envs.layout(), view_, n_);
    });
    return rows;
  }

  std::vector<std::size_t> indices(const py::object& which_) const {
    if (!py::isinstance<py::array>(which_)) throw py::type_error("envs: an array of numbers");
    const auto size = static_cast<std::size_t>(py::reinterpret_borrow<py::array>(which_).size());
    const auto* which = readable<std::int64_t>(which_, "envs", size);
    std::vector<std::size_t> checked;
    for (std::size_t i = 0; i < size; ++i) {
      if (which[i] < 0 || static_cast<std::size_t>(which[i]) >= n_)
        throw py::value_error("envs: there is no such env");
      checked.push_back(static_cast<std::size_t>(which[i]));
    }
    return checked;
  }

  [[noreturn]] void refuse(std::size_t e, std::int64_t action) {
    const std::string where = "env " + std::to_string(e) + ": action " + std::to_string(action);
    visit([&](auto& envs, auto&) {
      const auto& s = envs.state(e);
      if (s.is_terminal())
        throw IllegalAction(where +
                            " is not legal: the game is over; reset the env with "
                            "options={'reset_mask': ...}");
      throw IllegalAction(refusal(where, owner_, *game_, s, action));
    });
    __builtin_unreachable();
  }

  py::object owner_;
  const PyGame* game_;
  View view_;
  Pool pool_;
  std::unique_ptr<AnyEnvs> envs_;
  std::size_t n_ = 0;
  std::vector<std::size_t> rewards_;  // the shape of the rewards
  bool whole_ = false;                // have the games begun, and not been left in between?
  std::atomic<bool> busy_{false};
};

}  // namespace

}  // namespace ttr::bind

namespace pybind11::detail {
template <>
class type_caster<ttr::bind::PyVectorEnv> : public initialised_caster<ttr::bind::PyVectorEnv> {};
}  // namespace pybind11::detail

namespace ttr::bind {

void bind_vector_env(py::module_& m) {
  m.def(
      "env_seeds",
      [](const py::object& seed_, const py::object& n_) {
        const auto seed = to_u64(seed_, "seed");
        const auto n = static_cast<std::size_t>(to_int(n_, "n", 0, 1LL << 32));
        py::array_t<std::uint64_t> seeds(static_cast<py::ssize_t>(n));
        for (std::size_t e = 0; e < n; ++e) seeds.mutable_data()[e] = env_seed(seed, e);
        return seeds;
      },
      py::arg("seed"), py::arg("n"), "The seeds of the games of n envs.");
  py::class_<PyVectorEnv>(m, "VectorEnv", "Compiled half of ttr_fast.VectorEnv.",
                          py::custom_type_setup(&PyVectorEnv::make_collectable))
      .def(py::init([](const py::object& game, const py::object& n, const py::object& seat,
                       const std::vector<std::string>& opponents, const std::string& reward,
                       const std::string& auto_reset, bool information_state,
                       const py::object& threads) {
             const int players = game.cast<const PyGame&>().num_players();
             VectorSetup setup;
             if (!seat.is_none())
               setup.seat = py::isinstance<py::str>(seat)
                                ? VectorSetup::kRotatingSeat
                                : static_cast<int>(to_int(seat, "seat", 0, players - 1));
             const auto others = static_cast<std::size_t>(seat.is_none() ? 0 : players - 1);
             if (opponents.size() != others)
               throw py::value_error("opponents: one for each other seat");
             for (std::size_t i = 0; i < others; ++i)
               setup.opponents[i] =
                   static_cast<Policy>(named(kPolicyNames, opponents[i], "an opponent"));
             setup.reward = static_cast<Reward>(named(kRewardNames, reward, "reward"));
             setup.auto_reset =
                 static_cast<AutoReset>(named(kAutoResetNames, auto_reset, "autoreset_mode"));
             setup.view = information_state ? View::information_state : View::observation;
             return std::make_unique<PyVectorEnv>(
                 game, static_cast<std::size_t>(to_int(n, "num_envs", 1, 1LL << 32)), setup,
                 static_cast<int>(to_int(threads, "threads", 1, 256)));
           }),
           py::arg("game"), py::arg("num_envs"), py::arg("seat"), py::arg("opponents"),
           py::arg("reward"), py::arg("auto_reset"), py::arg("information_state"),
           py::arg("threads"))
      .def("seed", &PyVectorEnv::seed, py::arg("seeds"), py::arg("mask"))
      .def("reset", &PyVectorEnv::reset, py::arg("mask"), py::arg("current"), py::arg("masks"),
           py::arg("observations"))
      .def("step", &PyVectorEnv::step, py::arg("actions"), py::arg("rewards"),
           py::arg("terminations"), py::arg("current"), py::arg("masks"), py::arg("observations"))
      .def("sample", &PyVectorEnv::sample, py::arg("actions"))
      .def("outcomes", &PyVectorEnv::outcomes, py::arg("envs"))
      .def("final_views", &PyVectorEnv::final_views, py::arg("envs"), py::arg("observations"))
      .def("state", &PyVectorEnv::state, py::arg("env"))
      .def("facts", &PyVectorEnv::facts)
      .def("observation_sizes", &PyVectorEnv::observation_sizes);
  m.attr("REWARDS") = names_of(kRewardNames);
  m.attr("AUTORESET_MODES") = names_of(kAutoResetNames);
}

}  // namespace ttr::bind
