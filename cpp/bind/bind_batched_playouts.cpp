// The compiled half of ttr_fast/batched.py: playouts in which Python decides for some seats.
#include <optional>

#include "bind.hpp"
#include "busy.hpp"
#include "playout_columns.hpp"
#include "playout_job.hpp"
#include "pool.hpp"
#include "rows.hpp"
#include "ttr/batched_playout.hpp"

namespace ttr::bind {

namespace {

// Slots that a thread takes at a time.
constexpr std::size_t kChunk = 64;

class PyBatchedPlayouts {
 public:
  // `policies`: a name for each seat, None for one that Python decides for. `columns`: arrays by
  // name, to play rows into; or names, of what is added up.
  PyBatchedPlayouts(py::object owner, const py::list& policies, const py::object& seed,
                    const py::object& first_game, const py::object& n_, const py::object& slots,
                    const py::object& threads, const py::object& columns)
      : owner_(std::move(owner)), game_(&owner_.cast<const PyGame&>()), columns_(columns),
        pool_(static_cast<int>(to_int(threads, "threads", 1, 256))) {
    BatchedJob job;
    if (policies.size() != static_cast<std::size_t>(game_->num_players()))
      throw py::value_error("policies: one for each seat");
    for (std::size_t seat = 0; seat < policies.size(); ++seat)
      if (policies[seat].is_none())
        job.asked |= 1u << seat;
      else
        job.policies[seat] =
            static_cast<Policy>(named(kPolicyNames, policies[seat].cast<std::string>(),
                                      "a policy"));
    if (job.asked == 0) throw py::value_error("policies: none is None");
    job.seed = to_u64(seed, "seed");
    job.first_game = to_u64(first_game, "first_game");
    job.n = static_cast<std::size_t>(to_int(n_, "n", 0, std::numeric_limits<long long>::max()));
    const auto most = static_cast<std::size_t>(to_int(slots, "batch", 1, 1LL << 32));
    game_->visit([&]<class Shape>(const Game<Shape>& game) {
      auto made = std::make_unique<Games<Shape>>(game, job, most, pool_);
      if (py::isinstance<py::dict>(columns)) {
        made->columns = columns_of(game, columns.cast<py::dict>(), job.n);
      } else {
        names_ = columns.cast<ColumnNames>();
        made->buffers.emplace(game, names_, kGathered);
        made->columns = made->buffers->columns;
      }
      games_ = std::move(made);
    });
  }

  void start() {
    const Busy busy(busy_, kWhat);
    if (started_) throw std::runtime_error("these playouts have been started");
    started_ = true;
    visit([&](auto& mine) {
      for (std::size_t slot = 0; slot < mine.playouts.size(); ++slot)
        mine.playouts.begin_next(slot);
    });
  }

  py::array_t<std::int64_t> waiting(const py::object& seat_) {
    const int seat = to_seat(seat_, *game_);
    const Busy busy(busy_, kWhat);
    std::vector<std::int64_t> slots;
    visit([&](auto& mine) { slots = mine.playouts.waiting(seat); });
    return py::array_t<std::int64_t>(static_cast<py::ssize_t>(slots.size()), slots.data());
  }

  // Plays an action in each of the slots, and goes on to the next decisions that wait for Python.
  // Returns the number of games done.
  std::size_t play(const py::object& seat_, const py::object& slots_, const py::object& actions_) {
    const int seat = to_seat(seat_, *game_);
    const auto slots = slots_of(slots_);
    const auto* actions = readable<std::int64_t>(actions_, "actions", slots.size());
    const Busy busy(busy_, kWhat);
    std::size_t done = 0;
    visit([&](auto& mine) {
      auto& playouts = mine.playouts;
      const auto& game = playouts.game();
      for (std::size_t slot : slots)
        if (!playouts.waits(slot, seat)) throw py::value_error("slots: one does not wait");
      std::atomic<std::size_t> refused{slots.size()};
      run(mine, slots, [&](auto&, std::size_t slot, std::size_t i) {
        if (actions[i] >= 0 && actions[i] < game.actions.size() &&
            is_legal(game, playouts.state(slot), game.actions[static_cast<int>(actions[i])]))
          return;
        std::size_t first = refused.load(std::memory_order_relaxed);
        while (i < first && !refused.compare_exchange_weak(first, i)) {
        }
      });
      if (refused < slots.size()) {
        const std::size_t slot = slots[refused];
        const std::string where = "game " + std::to_string(playouts.game_number(slot)) + ", seat " +
                                  std::to_string(seat) + ": action " +
                                  std::to_string(actions[refused]);
        throw IllegalAction(refusal(where, owner_, *game_, playouts.state(slot), actions[refused]));
      }
      run(mine, slots, [&](auto&, std::size_t slot, std::size_t i) {
        playouts.play(slot, game.actions[static_cast<int>(actions[i])]);
      });
      // One after the other, so that the next game of a slot does not depend on the threads.
      run_here(mine, [&](auto& trail) {
        for (std::size_t slot : slots)
          playouts.go_on(slot, [&](const auto& state, std::size_t row) {
            const bool gather = mine.buffers.has_value();
            write_row(game, state, trail, mine.columns, gather ? mine.gathered : row);
            if (gather && ++mine.gathered == kGathered) mine.flush();
          });
      });
      done = playouts.games_done();
    });
    return done;
  }

  // What the columns that were named add up to, as run_totals.
  py::dict totals() {
    const Busy busy(busy_, kWhat);
    py::dict out;
    visit([&](auto& mine) {
      if (!mine.buffers) throw py::value_error("these playouts are not added up");
      mine.flush();
      const auto& map = mine.playouts.game().map;
      out = totals_to_dict(mine.totals, names_, map.num_routes(), map.num_tickets());
    });
    return out;
  }

  py::array_t<std::uint64_t> games(const py::object& slots_) {
    const auto slots = slots_of(slots_);
    const Busy busy(busy_, kWhat);
    py::array_t<std::uint64_t> out(static_cast<py::ssize_t>(slots.size()));
    visit([&](auto& mine) {
      for (std::size_t i = 0; i < slots.size(); ++i)
        out.mutable_data()[i] = mine.playouts.game_number(slots[i]);
    });
    return out;
  }

  void masks(const py::object& slots_, const py::object& masks_) {
    const auto slots = slots_of(slots_);
    bool* out = writable<bool>(masks_, "masks",
                               {slots.size(), static_cast<std::size_t>(game_->num_actions())});
    const Busy busy(busy_, kWhat);
    if (out == nullptr) return;
    visit([&](auto& mine) {
      run(mine, slots, [&](auto&, std::size_t slot, std::size_t i) {
        write_mask(mine.playouts.game(), mine.playouts.state(slot), out, i);
      });
    });
  }

  // The rows of the seat to decide.
  void observations(const py::object& slots_, bool information_state, const py::object& array) {
    const auto slots = slots_of(slots_);
    const View view = information_state ? View::information_state : View::observation;
    const Busy busy(busy_, kWhat);
    visit([&](auto& mine) {
      const auto rows = observation_rows(array, mine.layout, view, slots.size());
      run(mine, slots, [&](auto& trail, std::size_t slot, std::size_t i) {
        const auto& state = mine.playouts.state(slot);
        rows.write(mine.playouts.game(), mine.layout, view, state, state.current, trail, i);
      });
    });
  }

  py::tuple observation_sizes(bool information_state) {
    const View view = information_state ? View::information_state : View::observation;
    int floats = 0, bytes = 0;
    visit([&](auto& mine) {
      floats = mine.layout.size(view);
      bytes = mine.layout.bytes(view);
    });
    return py::make_tuple(floats, bytes);
  }

  // Actions as the policy "random" picks them.
  void sample(const py::object& slots_, const py::object& actions_) {
    const auto slots = slots_of(slots_);
    auto* actions = writable<std::int64_t>(actions_, "actions", {slots.size()});
    const Busy busy(busy_, kWhat);
    if (actions == nullptr) return;
    visit([&](auto& mine) {
      const auto& game = mine.playouts.game();
      run(mine, slots, [&](auto&, std::size_t slot, std::size_t i) {
        actions[i] = game.actions.number(mine.playouts.live(slot).pick(game, Policy::random));
      });
    });
  }

  // The next words of the policy streams.
  py::array_t<std::uint64_t> words(const py::object& slots_) {
    const auto slots = slots_of(slots_);
    const Busy busy(busy_, kWhat);
    py::array_t<std::uint64_t> out(static_cast<py::ssize_t>(slots.size()));
    visit([&](auto& mine) {
      for (std::size_t i = 0; i < slots.size(); ++i)
        out.mutable_data()[i] = mine.playouts.live(slots[i]).next_word();
    });
    return out;
  }

  auto state(const py::object& slot_) {
    const Busy busy(busy_, kWhat);
    return game_->visit([&]<class Shape>(const Game<Shape>&) {
      auto& mine = *static_cast<Games<Shape>*>(games_.get());
      const auto most = static_cast<long long>(mine.playouts.size()) - 1;
      const auto slot = static_cast<std::size_t>(to_int(slot_, "slot", 0, most));
      require_started();
      return make_state(owner_, *game_, mine.playouts.state(slot));
    });
  }

 private:
  static constexpr const char* kWhat = "this batch";
  static constexpr std::size_t kGathered = 512;  // rows that are added up at a time

  struct AnyGames {
    virtual ~AnyGames() = default;
  };
  template <class Shape>
  struct Games final : AnyGames {
    Games(const Game<Shape>& game, const BatchedJob& job, std::size_t slots, const Pool& pool)
        : playouts(game, job, slots), layout(game),
          totals(game.num_players, game.map.num_routes(), game.map.num_tickets()) {
      for (int worker = 0; worker < pool.size(); ++worker)
        trails.push_back(std::make_unique<NetworkTrail<Shape>>(&Pool::tick, pool.context(worker)));
    }
    void flush() {
      totals.add(columns, gathered);
      gathered = 0;
    }

    BatchedPlayouts<Shape> playouts;
    ObservationLayout<Shape> layout;
    std::vector<std::unique_ptr<NetworkTrail<Shape>>> trails;
    PlayoutColumns columns;
    std::optional<ColumnBuffers> buffers;  // if the rows are added up: `gathered` of them wait here
    std::size_t gathered = 0;
    Totals totals;
  };

  template <class F>
  void visit(F&& f) {
    game_->visit([&]<class Shape>(const Game<Shape>&) {
      f(*static_cast<Games<Shape>*>(games_.get()));
    });
  }

  // f(trail, slot, i) for the i-th of the slots, on the threads.
  template <class Mine, class F>
  void run(Mine& mine, const std::vector<std::size_t>& slots, F&& f) {
    const Pool::Work work = [&](int worker, std::size_t first, std::size_t count) {
      auto& trail = *mine.trails[static_cast<std::size_t>(worker)];
      for (std::size_t i = first; i < first + count; ++i) f(trail, slots[i], i);
    };
    const LongCall call;
    py::gil_scoped_release release;
    pool_.run(slots.size(), kChunk, work);
  }
  template <class Mine, class F>
  void run_here(Mine& mine, F&& f) {
    const LongCall call;
    py::gil_scoped_release release;
    f(*mine.trails[0]);
  }

  void require_started() const {
    if (!started_) throw std::runtime_error("these playouts have not been started");
  }

  std::vector<std::size_t> slots_of(const py::object& slots_) {
    require_started();
    if (!py::isinstance<py::array>(slots_)) throw py::type_error("slots: an array of numbers");
    const auto size = static_cast<std::size_t>(py::reinterpret_borrow<py::array>(slots_).size());
    const auto* slots = readable<std::int64_t>(slots_, "slots", size);
    std::size_t there = 0;
    visit([&](auto& mine) { there = mine.playouts.size(); });
    std::vector<std::size_t> checked;
    checked.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
      const bool ascends = i == 0 || slots[i] > slots[i - 1];
      if (slots[i] < 0 || static_cast<std::size_t>(slots[i]) >= there || !ascends)
        throw py::value_error("slots: must be slots, ascending");
      checked.push_back(static_cast<std::size_t>(slots[i]));
    }
    return checked;
  }

  py::object owner_;
  const PyGame* game_;
  py::object columns_;  // keeps their memory
  ColumnNames names_;   // of those that are added up
  Pool pool_;
  std::unique_ptr<AnyGames> games_;
  bool started_ = false;
  std::atomic<bool> busy_{false};
};

}  // namespace

}  // namespace ttr::bind

namespace pybind11::detail {
template <>
class type_caster<ttr::bind::PyBatchedPlayouts>
    : public initialised_caster<ttr::bind::PyBatchedPlayouts> {};
}  // namespace pybind11::detail

namespace ttr::bind {

void bind_batched_playouts(py::module_& m) {
  using Class = PyBatchedPlayouts;
  py::class_<Class>(m, "BatchedPlayouts", "Compiled half of ttr_fast/batched.py.")
      .def(py::init<py::object, const py::list&, const py::object&, const py::object&,
                    const py::object&, const py::object&, const py::object&, const py::object&>(),
           py::arg("game"), py::arg("policies"), py::arg("seed"), py::arg("first_game"),
           py::arg("n"), py::arg("batch"), py::arg("threads"), py::arg("columns"))
      .def("start", &Class::start)
      .def("waiting", &Class::waiting, py::arg("seat"))
      .def("play", &Class::play, py::arg("seat"), py::arg("slots"), py::arg("actions"))
      .def("totals", &Class::totals)
      .def("games", &Class::games, py::arg("slots"))
      .def("masks", &Class::masks, py::arg("slots"), py::arg("masks"))
      .def("observations", &Class::observations, py::arg("slots"), py::arg("information_state"),
           py::arg("observations"))
      .def("observation_sizes", &Class::observation_sizes, py::arg("information_state"))
      .def("sample", &Class::sample, py::arg("slots"), py::arg("actions"))
      .def("words", &Class::words, py::arg("slots"))
      .def("state", &Class::state, py::arg("slot"));
}

}  // namespace ttr::bind
