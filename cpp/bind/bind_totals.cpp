// Playouts of which only the totals are kept, on worker threads, with the GIL released.
#include <algorithm>
#include <list>
#include <mutex>

#include "bind.hpp"
#include "playout_columns.hpp"
#include "playout_job.hpp"
#include "team.hpp"

namespace ttr::bind {

namespace {

// One for each worker, which adds to it without looking at the others.
class TotalsOfWorkers {
 public:
  Totals& add(int players, int num_routes, int num_tickets) {
    const std::lock_guard lock(mutex_);
    return totals_.emplace_back(players, num_routes, num_tickets);
  }
  const std::list<Totals>& all() const { return totals_; }

 private:
  std::mutex mutex_;
  std::list<Totals> totals_;  // which never move
};

// n counts; at(i) is the i-th.
template <class At>
py::array_t<std::int64_t> counts_of(std::size_t n, At&& at) {
  py::array_t<std::int64_t> out(static_cast<py::ssize_t>(n));
  for (std::size_t i = 0; i < n; ++i) out.mutable_data()[i] = static_cast<std::int64_t>(at(i));
  return out;
}

// (lowest value, counts), without zeros at either end.
py::tuple pair_of(const Histogram& histogram) {
  const auto& counts = histogram.counts();
  std::size_t first = 0, last = counts.size();
  while (first < last && counts[first] == 0) ++first;
  while (last > first && counts[last - 1] == 0) --last;
  const auto low = first == last ? 0 : histogram.low() + static_cast<std::int64_t>(first);
  return py::make_tuple(low,
                        counts_of(last - first, [&](std::size_t i) { return counts[first + i]; }));
}

py::int_ int_of(const WideSum& sum) {
  return py::int_(sum.high).attr("__lshift__")(64).attr("__add__")(sum.low);
}

}  // namespace

bool has(const ColumnNames& names, const char* name) {
  return std::ranges::find(names, name) != names.end();
}

py::dict totals_to_dict(Totals& totals, const ColumnNames& names, int num_routes, int num_tickets) {
  py::dict out;
  const auto players = static_cast<std::size_t>(totals.players);
  auto by_seat = [&](const char* name, const Totals::BySeat& histograms) {
    if (!has(names, name)) return;
    py::tuple pairs(players);
    for (std::size_t seat = 0; seat < players; ++seat) pairs[seat] = pair_of(histograms[seat]);
    out[name] = pairs;
  };
  auto set = [&](const char* name, SetTotals& sets, int members) {
    if (!has(names, name)) return;
    const auto n = static_cast<std::size_t>(members);
    py::tuple seats(players);
    for (std::size_t seat = 0; seat < players; ++seat)
      seats[seat] = counts_of(n, [&](std::size_t member) {
        return sets.of_seat(static_cast<int>(seat), static_cast<int>(member));
      });
    out[name] = py::make_tuple(seats, counts_of(n, [&](std::size_t member) {
                                 return sets.of_winners(static_cast<int>(member));
                               }));
  };
  by_seat("scores", totals.scores);
  by_seat("route_points", totals.route_points);
  by_seat("ticket_points", totals.ticket_points);
  by_seat("completed", totals.completed);
  by_seat("failed", totals.failed);
  by_seat("longest", totals.longest);
  by_seat("stations_built", totals.stations_built);
  by_seat("ranks", totals.ranks);
  if (has(names, "turns")) out["turns"] = pair_of(totals.turns);
  if (has(names, "plies")) out["plies"] = pair_of(totals.plies);
  if (has(names, "winners"))
    out["winners"] = counts_of(std::size_t{1} << players,
                               [&](std::size_t set) { return totals.winner_sets[set]; });
  if (has(names, "scores")) {
    py::list products;
    for (std::size_t a = 0; a < players; ++a)
      for (std::size_t b = 0; b < a; ++b) products.append(int_of(totals.products[a][b]));
    out["products"] = py::tuple(products);
  }
  set("routes", totals.routes, num_routes);
  set("tickets", totals.tickets, num_tickets);
  set("tickets_completed", totals.tickets_completed, num_tickets);
  return out;
}

namespace {

py::dict run(const PyGame& pg, const Policies& policies, const py::object& seed,
             const py::object& first_game, const py::object& n, const py::object& threads,
             const std::string& engine, const ColumnNames& names, const py::object& progress) {
  const PlayoutJob job(pg, policies, seed, first_game, n, threads, engine);
  return pg.visit([&]<class Shape>(const Game<Shape>& game) {
    const int num_routes = game.map.num_routes(), num_tickets = game.map.num_tickets();
    TotalsOfWorkers parts;
    {
      const LongCall call;
      Team team(job.n, job.chunk(), job.threads, [&](const Team& self) -> Team::Worker {
        auto trail = std::make_shared<NetworkTrail<Shape>>(&Team::tick, &self);
        auto buffers = std::make_shared<ColumnBuffers>(game, names, std::min(job.chunk(), job.n));
        Totals* totals = &parts.add(game.num_players, num_routes, num_tickets);
        auto player = std::make_shared<JobPlayer<Shape>>(job, game);
        return [&, trail, buffers, player, totals](std::size_t row, std::size_t count) {
          player->play(row, 0, count, *trail, buffers->columns, self.stop());
          // Rows that the kernel has not come to any more are of no game.
          if (!self.stop()) totals->add(buffers->columns, count);
        };
      });
      team.finish(progress);
    }
    Totals all(game.num_players, num_routes, num_tickets);
    for (const Totals& part : parts.all()) all.merge(part);
    return totals_to_dict(all, names, num_routes, num_tickets);
  });
}

}  // namespace

void bind_totals(py::module_& m) {
  m.def("run_totals", &run, py::arg("game"), py::arg("policies"), py::arg("seed"),
        py::arg("first_game"), py::arg("n"), py::arg("threads"), py::arg("engine"),
        py::arg("columns"), py::arg("progress"),
        "Plays games first_game, ..., n of them, and adds up what the columns would hold.");
}

}  // namespace ttr::bind
