// The methods of ttr_fast.State, except those of the inner loop (state_calls.cpp).
#include "raw_calls.hpp"

namespace ttr::bind {

namespace {

// On a copy and without the GIL: on a map far denser than the official ones a trail can take long.
ScoreSheet sheet_of(const PyState& s) {
  return s.visit([]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
    const State<Shape> state = now;
    NetworkTrail<Shape> trail(&check_signals);
    const LongCall call;
    py::gil_scoped_release release;
    return score_sheet(game, state, trail);
  });
}

// What a seat's stations lend to it, and which of its tickets are complete then.
struct Loans {
  std::vector<std::pair<int, int>> stations;  // city, route or kNoRoute
  std::vector<int> completed;
};

// On a copy and without the GIL, as sheet_of.
Loans loans_of(const PyState& s, int seat) {
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
    const State<Shape> state = now;
    const auto& p = state.players[static_cast<std::size_t>(seat)];
    const LongCall call;
    py::gil_scoped_release release;
    Loans loans;
    Connectivity<Shape> network(game.map, p.routes);
    const BorrowedRoutes<Shape> lent(game, state, seat, network, &check_signals);
    for (int i = 0; i < p.num_stations; ++i) {
      const int route = lent.route(i);
      loans.stations.emplace_back(p.stations[static_cast<std::size_t>(i)], route);
      if (route != kNoRoute) network.join(game.map.end_a(route), game.map.end_b(route));
    }
    p.tickets.for_each([&](int t) {
      if (is_complete(game.map, network, t)) loans.completed.push_back(t);
    });
    return loans;
  });
}

// On a copy and without the GIL, as sheet_of.
std::vector<int> trail_of(const PyState& s, int seat) {
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
    const auto routes = now.players[static_cast<std::size_t>(seat)].routes;
    NetworkTrail<Shape> trail(&check_signals);
    const LongCall call;
    py::gil_scoped_release release;
    return trail.trail(game.map, routes);
  });
}

void resign(PyState& s, const py::object& seat_) {
  const int seat = to_seat(seat_, *s.game);
  s.visit([&](const auto& game, auto& state) {
    if (state.is_terminal())
      throw py::value_error("seat " + std::to_string(seat) + " cannot resign: the game is over");
    if (!can_resign(state, seat))
      throw py::value_error("seat " + std::to_string(seat) + " has resigned already");
    if (s.record) s.record->actions.push_back(-1 - seat);
    resign_unchecked(game, state, seat);
  });
}

py::list returns(const PyState& s) {
  py::list out;
  const bool over = is_terminal(s);
  const ScoreSheet sheet = over ? sheet_of(s) : ScoreSheet{};
  for (int seat = 0; seat < s.game->num_players(); ++seat)
    out.append(over ? static_cast<double>(sheet[static_cast<std::size_t>(seat)].total()) : 0.0);
  return out;
}

std::array<int, kMaxPlayers> ranks_of(const PyState& s) {
  const ScoreSheet sheet = sheet_of(s);
  return s.game->visit([&](const auto& game) {
    return ranks(game.rules, game.num_players, sheet);
  });
}

void require_end(const PyState& s, const char* what) {
  if (!is_terminal(s))
    throw py::value_error(std::string(what) + " is only known at the end of the game; phase is " +
                          std::string(kPhaseNames[static_cast<std::size_t>(phase_of(s))]));
}

const Record& record_of(const PyState& s, const char* what) {
  if (!s.record)
    throw py::value_error(std::string(what) +
                          " is only kept by states made with new_initial_state(seed, record=True)");
  return *s.record;
}

std::string repr(const PyState& ps) {
  const std::string map = py::str(py::handle(ps.owner).attr("map").attr("name"));
  return ps.visit([&](const auto& game, const auto& s) {
    auto number = [](auto x) { return std::to_string(x); };
    std::string scores;
    for (int seat = 0; seat < game.num_players; ++seat)
      scores += (seat ? ", " : "") + number(s.players[static_cast<std::size_t>(seat)].route_points);
    return "<ttr_fast.State map=" + map + " players=" + number(game.num_players) +
           " seed=" + number(s.seed) + " turn=" + number(s.turn) + " ply=" + number(s.ply) +
           " phase=" + std::string(kPhaseNames[static_cast<std::size_t>(s.phase)]) +
           " current_player=" + number(current_player(ps)) + " scores=(" + scores + ")>";
  });
}

std::vector<std::uint8_t> bytes_of(const PyState& s) {
  return s.visit([](const auto& game, const auto& state) { return state_to_bytes(game, state); });
}

py::bytes to_bytes(const PyState& s) {
  const auto bytes = bytes_of(s);
  return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// ttr_fast.storage.restore, looked up once.
py::object restore_function() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object> restore;
  return restore
      .call_once_and_store_result([] {
        return py::object(py::module_::import("ttr_fast.storage").attr("restore"));
      })
      .get_stored();
}

// Puts methods into the type as py::class_ does into one of pybind11.
class StateMethods {
 public:
  explicit StateMethods(py::object type) : type_(std::move(type)) {}
  template <class F, class... Extra>
  StateMethods& def(const char* name, F&& f, const Extra&... extra) {
    return set(name, py::cpp_function(std::forward<F>(f), py::name(name), py::is_method(type_),
                                      extra...));
  }
  StateMethods& set(const char* name, const py::object& value) {
    type_.attr(name) = value;
    return *this;
  }

 private:
  py::object type_;
};

}  // namespace

void bind_state(py::module_& m) {
  const auto& error =
      py::register_exception<IllegalAction>(m, "IllegalActionError", PyExc_ValueError);
  error.attr("__doc__") = "An action that is not legal in the state; the state is unchanged.";
  illegal_action_error = error.inc_ref().ptr();
  make_state_type(m);
  StateMethods(m.attr("State"))
      .def("resign", &resign, py::arg("seat"),
           "The seat leaves the game, at any time before the end (R94, R95, Q05, Q08).\n\n"
           "What it has begun is dropped: a pending tunnel is declined, offered tickets are "
           "returned.\nIts hand is kept aside, its routes stay on the board, it ranks below all "
           "others. When one\nseat is left the game is over.\n"
           "Raises ValueError if the seat has resigned already or the game is over.")
      .def("returns", &returns,
           "Final totals, one float per seat; zeros before the end. Totals may be negative (R97).")
      .def(
          "scores",
          [](const PyState& s) {
            return s.visit([](const auto& game, const auto& state) {
              py::tuple out(static_cast<std::size_t>(game.num_players));
              for (std::size_t seat = 0; seat < out.size(); ++seat)
                out[seat] = state.players[seat].route_points;
              return out;
            });
          },
          "Route points of every seat, open to all during play (R85).")
      .def(
          "score_sheet",
          [](const PyState& s) {
            const ScoreSheet sheet = sheet_of(s);
            py::tuple out(static_cast<std::size_t>(s.game->num_players()));
            for (std::size_t seat = 0; seat < out.size(); ++seat) out[seat] = py::cast(sheet[seat]);
            return out;
          },
          "A SeatScore per seat, as if the game ended now (R54, R86-R89).")
      .def(
          "ranks",
          [](const PyState& s) {
            require_end(s, "ranks()");
            const auto rank = ranks_of(s);
            py::tuple out(static_cast<std::size_t>(s.game->num_players()));
            for (std::size_t seat = 0; seat < out.size(); ++seat) out[seat] = rank[seat];
            return out;
          },
          "Rank of every seat, 1 = best; level seats share one (R90-R93). ValueError before the "
          "end.")
      .def(
          "winners",
          [](const PyState& s) {
            require_end(s, "winners()");
            const auto rank = ranks_of(s);
            py::list out;
            for (int seat = 0; seat < s.game->num_players(); ++seat)
              if (rank[static_cast<std::size_t>(seat)] == 1) out.append(seat);
            return py::tuple(out);
          },
          "Seats ranked first, as a tuple (R93). ValueError before the end.")
      .def(
          "longest_trail",
          [](const PyState& s, const py::object& seat_) {
            const auto routes = trail_of(s, to_seat(seat_, *s.game));
            int length = 0;
            s.game->visit([&](const auto& game) {
              for (int r : routes) length += game.map.length(r);
            });
            return py::make_tuple(length, py::tuple(py::cast(routes)));
          },
          py::arg("seat"),
          "(length in trains, routes in walking order) of one longest trail of the seat (R86).")
      .def(
          "completed_tickets",
          [](const PyState& s, const py::object& seat) {
            return py::tuple(py::cast(loans_of(s, to_seat(seat, *s.game)).completed));
          },
          py::arg("seat"),
          "The seat's complete tickets, as positions among those of the map (R53, R98): joined by "
          "its own\nroutes and by what its stations would lend if the game ended now.")
      .def(
          "borrowed_routes",
          [](const PyState& s, const py::object& seat) {
            py::list out;
            for (const auto& [city, route] : loans_of(s, to_seat(seat, *s.game)).stations)
              out.append(py::make_tuple(city, route == kNoRoute ? py::object(py::none())
                                                                : py::int_(route)));
            return py::tuple(out);
          },
          py::arg("seat"),
          "What the seat's stations would lend if the game ended now: (city, route or None) per "
          "station, in\nthe order built. The choice with the highest ticket points, then with the "
          "most tickets (R74-R76).")
      .def("__copy__", &copy_of)
      .def(
          "__deepcopy__", [](const PyState& s, const py::dict&) { return copy_of(s); },
          py::arg("memo"))
      .def("to_dict", &state_to_dict,
           "The whole state as plain JSON types; Game.state_from_dict reads it.")
      .def(
          "history", [](const PyState& s) { return py::cast(record_of(s, "history()").actions); },
          "All actions so far; -1 - seat where a seat has resigned.\n\n"
          "ValueError unless the state was made with record=True.")
      .def(
          "drawn_cards",
          [](const PyState& s) {
            py::list out;
            for (auto kind : record_of(s, "drawn_cards()").cards)
              out.append(text(kCardNames[kind]));
            return out;
          },
          "Every card that came off the deck so far, the deal included, in order. ValueError\n"
          "unless the state was made with record=True.")
      .def(
          "hash",
          [](const PyState& s) {
            return s.visit([](const auto& game, const auto& state) {
              return state_hash(game, state);
            });
          },
          "64-bit hash of the whole state, its random future included.")
      .def("__eq__",
           [](const PyState& s, const py::object& o) {
             if (!is_state(o)) return false;
             const PyState& t = as_state(o);
             if (!plays_the_same(s, t)) return false;
             return bytes_of(s) == bytes_of(t);
           })
      .def("__repr__", &repr)
      .def("_repr_svg_",
           [](const py::object& self) {
             return py::module_::import("ttr_fast.render").attr("state_svg")(self);
           })
      .def(
          "serialize",
          [](const py::object& self) {
            return py::module_::import("ttr_fast.storage").attr("serialize")(self);
          },
          "The state with its game as bytes; ttr_fast.deserialize reads them.")
      .def("__reduce__",
           [](const py::object& self) {
             const PyState& s = as_state(self);
             py::object record = py::none();
             if (s.record) record = py::make_tuple(s.record->actions, s.record->cards);
             const auto owner = py::reinterpret_borrow<py::object>(s.owner);
             return py::make_tuple(restore_function(), py::make_tuple(owner, to_bytes(s), record));
           })
      .def("_to_bytes", &to_bytes)
      .def("_set_record",
           [](PyState& s, std::vector<std::int32_t> actions, std::vector<std::uint8_t> cards) {
             for (auto a : actions)
               if (a >= s.game->num_actions() || a < -s.game->num_players())
                 throw py::value_error("unknown action in record");
             for (auto c : cards)
               if (c >= kCardKinds) throw py::value_error("unknown card in record");
             Record record{std::move(actions), std::move(cards)};
             if (s.record)
               *s.record = std::move(record);
             else
               s.record = new Record(std::move(record));
           })
      .set("__hash__", py::none());  // mutable

  m.def(
      "perft",
      [](const PyState& s, const py::object& depth_) {
        const int depth = static_cast<int>(to_int(depth_, "depth", 0, 100));
        // Another thread may play on in `s` meanwhile.
        const auto owner = py::reinterpret_borrow<py::object>(s.owner);
        return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
          const State<Shape> state = now;
          const LongCall call;
          py::gil_scoped_release release;
          return perft(game, state, depth, &check_signals);
        });
      },
      py::arg("state"), py::arg("depth"),
      "Number of action sequences of `depth` plies from here; chance follows the state's seed.\n\n"
      "Sequences that reach the end of the game earlier count nothing.");
}

}  // namespace ttr::bind
