// ttr_fast.State.
#include "bind.hpp"

namespace ttr::bind {

namespace {

py::str text(std::string_view s) { return py::str(s.data(), s.size()); }

py::dict counts(const Cards& cards) {
  py::dict d;
  for (int c = 0; c < kCardKinds; ++c) d[text(kCardNames[static_cast<std::size_t>(c)])] = cards[c];
  return d;
}

template <int N>
py::list members(const BitSet<N>& set) {
  py::list out;
  set.for_each([&](int i) { out.append(i); });
  return out;
}

// On a copy and without the GIL: on a map far denser than the official ones a trail can take long.
ScoreSheet sheet_of(const PyState& s) {
  const CoreGame& game = s.game->game;
  const CoreState state = s.state;
  NetworkTrail<Shape> trail(&check_signals);
  const LongCall call;
  py::gil_scoped_release release;
  return score_sheet(game, state, trail);
}

std::vector<int> trail_of(const PyState& s, int seat) {  // likewise
  const CoreGame& game = s.game->game;
  const auto routes = s.state.players[static_cast<std::size_t>(seat)].routes;
  NetworkTrail<Shape> trail(&check_signals);
  const LongCall call;
  py::gil_scoped_release release;
  return trail.trail(game.map, routes);
}

int current_player(const PyState& s) {
  return s.state.is_terminal() ? kTerminalPlayer : s.state.current;
}

py::list legal_actions(const PyState& s) {
  const auto& actions = s.game->game.actions;
  // On the stack: making the list may run the garbage collector, and with it anybody's code.
  std::array<std::uint16_t, kMaxActions<Shape>> buffer;
  std::size_t size = 0;
  for_each_legal(s.game->game, s.state, [&](const Move& move) {
    buffer[size++] = static_cast<std::uint16_t>(actions.number(move));
  });
  py::list out(size);
  for (std::size_t i = 0; i < size; ++i)
    PyList_SET_ITEM(out.ptr(), static_cast<py::ssize_t>(i),
                    s.game->numbers[static_cast<std::size_t>(buffer[i])].inc_ref().ptr());
  return out;
}

py::array_t<bool> legal_actions_mask(const PyState& s) {
  const auto& actions = s.game->game.actions;
  py::array_t<bool> mask(actions.size());
  bool* m = mask.mutable_data();
  std::fill(m, m + actions.size(), false);
  for_each_legal(s.game->game, s.state, [&](const Move& move) { m[actions.number(move)] = true; });
  return mask;
}

[[noreturn]] void refuse(const PyState& s, py::handle number) {
  const int size = s.game->game.actions.size();
  int overflow = 0;
  const long long a = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  const std::string name = "action " + safe_repr(number);
  if (s.state.is_terminal()) throw IllegalAction(name + " is not legal: the game is over");
  if (overflow != 0 || a < 0 || a >= size)
    throw IllegalAction(name + " is not an action of this game: allowed are 0.." +
                        std::to_string(size - 1));
  throw IllegalAction(name + " (" + std::string(py::str(s.owner.attr("action_to_string")(number))) +
                      ") is not legal for seat " + std::to_string(int{s.state.current}) +
                      " in phase " +
                      std::string(kPhaseNames[static_cast<std::size_t>(s.state.phase)]) +
                      "; legal_actions() lists the " + std::to_string(py::len(legal_actions(s))) +
                      " legal ones");
}

void apply_action(PyState& s, py::handle action) {
  const auto& game = s.game->game;
  py::object held;
  if (!PyLong_CheckExact(action.ptr())) {
    if (PyBool_Check(action.ptr()) || !PyIndex_Check(action.ptr()))
      throw py::type_error("action must be an integer, got " + safe_repr(action));
    held = py::reinterpret_steal<py::object>(PyNumber_Index(action.ptr()));
    if (!held) throw py::error_already_set();
    action = held;
  }
  int overflow = 0;
  const long long a = PyLong_AsLongLongAndOverflow(action.ptr(), &overflow);
  if (overflow != 0 || a < 0 || a >= game.actions.size()) refuse(s, action);
  const Move& move = game.actions[static_cast<int>(a)];
  if (!is_legal(game, s.state, move)) refuse(s, action);
  if (s.record) {
    s.record->actions.push_back(static_cast<std::uint16_t>(a));
    play_unchecked(game, s.state, move, *s.record);
  } else {
    play_unchecked(game, s.state, move);
  }
}

py::list returns(const PyState& s) {
  py::list out;
  const bool over = s.state.is_terminal();
  const ScoreSheet sheet = over ? sheet_of(s) : ScoreSheet{};
  for (int seat = 0; seat < s.game->game.num_players; ++seat)
    out.append(over ? static_cast<double>(sheet[static_cast<std::size_t>(seat)].total()) : 0.0);
  return out;
}

std::array<int, kMaxPlayers> ranks_of(const PyState& s) {
  return ranks(s.game->game.rules, s.game->game.num_players, sheet_of(s));
}

void require_end(const PyState& s, const char* what) {
  if (!s.state.is_terminal())
    throw py::value_error(std::string(what) + " is only known at the end of the game; phase is " +
                          std::string(kPhaseNames[static_cast<std::size_t>(s.state.phase)]));
}

const Record& record_of(const PyState& s, const char* what) {
  if (!s.record)
    throw py::value_error(std::string(what) +
                          " is only kept by states made with new_initial_state(seed, record=True)");
  return *s.record;
}

py::dict player_dict(const CoreState::Player& p) {
  py::dict d;
  d["hand"] = counts(p.hand);
  d["known_hand"] = counts(p.known);
  d["trains"] = p.trains;
  d["stations_left"] = 0;
  d["station_cities"] = py::list();
  d["tickets"] = members(p.tickets);
  py::list offered;
  for (int i = 0; i < p.num_offered; ++i) offered.append(p.offered[static_cast<std::size_t>(i)]);
  d["offered_tickets"] = offered;
  d["routes"] = members(p.routes);
  d["route_points"] = p.route_points;
  d["resigned"] = false;
  return d;
}

py::dict to_dict(const PyState& ps) {
  const auto& game = ps.game->game;
  const auto& s = ps.state;
  py::dict d;
  d["schema"] = 1;
  d["map"] = ps.owner.attr("map").attr("name");
  d["rules"] = rules_to_dict(game.rules);
  d["num_players"] = game.num_players;
  d["seed"] = s.seed;
  d["game_index"] = s.game_index;
  d["chance_position"] = s.chance.position();
  d["first_seat"] = s.first_seat;
  d["turn"] = s.turn;
  d["ply"] = s.ply;
  d["current_player"] = current_player(ps);
  d["phase"] = text(kPhaseNames[static_cast<std::size_t>(s.phase)]);
  d["deck"] = counts(s.deck);
  d["discard"] = counts(s.discard);
  py::list row;
  for (int slot = 0; slot < game.rules.face_up_size; ++slot)
    if (s.row.is_free(slot))
      row.append(py::none());
    else
      row.append(text(kCardNames[static_cast<std::size_t>(s.row[slot])]));
  d["face_up"] = row;
  py::list tickets;
  for (int i = 0; i < s.ticket_deck.size(); ++i) tickets.append(s.ticket_deck[i]);
  d["ticket_deck"] = tickets;
  d["unseen_tickets"] = s.unseen_tickets;
  if (s.final_turns_left == CoreState::kNoFinalRound)
    d["final_turns_left"] = py::none();
  else
    d["final_turns_left"] = s.final_turns_left;
  d["consecutive_passes"] = s.passes;
  py::list players;
  for (int seat = 0; seat < game.num_players; ++seat)
    players.append(player_dict(s.players[static_cast<std::size_t>(seat)]));
  d["players"] = players;
  d["pending_tunnel"] = py::none();
  return d;
}

std::string repr(const PyState& ps) {
  const auto& s = ps.state;
  const auto& game = ps.game->game;
  std::string scores;
  for (int seat = 0; seat < game.num_players; ++seat)
    scores +=
        (seat ? ", " : "") + std::to_string(s.players[static_cast<std::size_t>(seat)].route_points);
  return "<ttr_fast.State map=" + std::string(py::str(ps.owner.attr("map").attr("name"))) +
         " players=" + std::to_string(game.num_players) + " seed=" + std::to_string(s.seed) +
         " turn=" + std::to_string(s.turn) + " ply=" + std::to_string(s.ply) +
         " phase=" + std::string(kPhaseNames[static_cast<std::size_t>(s.phase)]) +
         " current_player=" + std::to_string(current_player(ps)) + " scores=(" + scores + ")>";
}

// With a new future the record would be one of another game: it is dropped.
std::unique_ptr<PyState> clone(const PyState& s, const py::object& seed) {
  auto copy = std::make_unique<PyState>(s);
  if (!seed.is_none()) {
    copy->state = with_new_future(s.state, to_u64(seed, "seed"));
    copy->record.reset();
  }
  return copy;
}

py::bytes to_bytes(const PyState& s) {
  const auto bytes = state_to_bytes(s.game->game, s.state);
  return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void bind_seat_score(py::module_& m) {
  auto as_tuple = [](const SeatScore& s) {
    return py::make_tuple(s.routes, s.tickets, s.completed, s.failed, s.longest, s.bonus, 0,
                          s.total());
  };
  static constexpr const char* kFields[] = {"routes",  "tickets", "completed", "failed",
                                            "longest", "bonus",   "stations",  "total"};
  py::class_<SeatScore> score(m, "SeatScore", "One seat's line of the score sheet.");
  score.def_readonly("routes", &SeatScore::routes, "Points for routes.")
      .def_readonly("tickets", &SeatScore::tickets, "Points for tickets; failed ones negative.")
      .def_readonly("completed", &SeatScore::completed, "Number of completed tickets.")
      .def_readonly("failed", &SeatScore::failed, "Number of failed tickets.")
      .def_readonly("longest", &SeatScore::longest, "Trains in the longest trail.")
      .def_readonly("bonus", &SeatScore::bonus, "Points for the longest trail of all.")
      .def_property_readonly(
          "stations", [](const SeatScore&) { return 0; },
          "Points for unbuilt stations (none in this edition).")
      .def_property_readonly("total", &SeatScore::total, "Sum of all points; may be negative.")
      .def(
          "to_dict",
          [as_tuple](const SeatScore& s) {
            py::dict d;
            const py::tuple values = as_tuple(s);
            for (std::size_t i = 0; i < std::size(kFields); ++i) d[kFields[i]] = values[i];
            return d;
          },
          "The same as a dict.")
      .def("__eq__",
           [as_tuple](const SeatScore& s, const py::object& o) {
             return py::isinstance<SeatScore>(o) &&
                    as_tuple(s).equal(as_tuple(o.cast<const SeatScore&>()));
           })
      .def("__hash__", [as_tuple](const SeatScore& s) { return py::hash(as_tuple(s)); })
      .def_static("_restore",
                  [](int routes, int tickets, int completed, int failed, int longest, int bonus,
                     bool holds_bonus) {
                    return SeatScore{routes,  tickets, completed,  failed,
                                     longest, bonus,   holds_bonus};
                  })
      .def("__reduce__",
           [](const SeatScore& s) {
             const auto restore =
                 py::module_::import("ttr_fast.storage").attr("restore_seat_score");
             return py::make_tuple(restore,
                                   py::make_tuple(s.routes, s.tickets, s.completed, s.failed,
                                                  s.longest, s.bonus, s.holds_bonus));
           })
      .def("__repr__", [as_tuple](const SeatScore& s) {
        std::string out;
        const py::tuple values = as_tuple(s);
        for (std::size_t i = 0; i < std::size(kFields); ++i)
          out += std::string(out.empty() ? "" : ", ") + kFields[i] + "=" +
                 std::string(py::str(values[i]));
        return "SeatScore(" + out + ")";
      });
}

}  // namespace

void bind_state(py::module_& m) {
  py::register_exception<IllegalAction>(m, "IllegalActionError", PyExc_ValueError).attr("__doc__") =
      "An action that is not legal in the state; the state is unchanged.";
  bind_seat_score(m);

  py::class_<PyState>(m, "State",
                      "One position of a game: the whole truth, hidden cards included.\n\n"
                      "Made by Game.new_initial_state, Game.state_from_dict or deserialize.")
      .def_property_readonly(
          "game", [](const PyState& s) { return s.owner; }, "The Game.")
      .def("current_player", &current_player, "Seat to decide, or TERMINAL at the end.")
      .def(
          "phase",
          [](const PyState& s) {
            return text(kPhaseNames[static_cast<std::size_t>(s.state.phase)]);
          },
          "One of PHASES.")
      .def("legal_actions", &legal_actions, "All legal actions, ascending; empty at the end.")
      .def("legal_actions_mask", &legal_actions_mask,
           "Legal actions as a new bool array of shape (num_distinct_actions,).")
      .def("apply_action", &apply_action, py::arg("action"),
           "Plays an action.\n\nRaises IllegalActionError (a ValueError), changing nothing, if it "
           "is not legal; TypeError if it is no integer.")
      .def(
          "is_terminal", [](const PyState& s) { return s.state.is_terminal(); },
          "Is the game over?")
      .def("returns", &returns,
           "Final totals, one float per seat; zeros before the end. Totals may be negative (R97).")
      .def(
          "scores",
          [](const PyState& s) {
            py::tuple out(static_cast<std::size_t>(s.game->game.num_players));
            for (std::size_t seat = 0; seat < out.size(); ++seat)
              out[seat] = s.state.players[seat].route_points;
            return out;
          },
          "Route points of every seat, open to all during play (R85).")
      .def(
          "score_sheet",
          [](const PyState& s) {
            const ScoreSheet sheet = sheet_of(s);
            py::tuple out(static_cast<std::size_t>(s.game->game.num_players));
            for (std::size_t seat = 0; seat < out.size(); ++seat) out[seat] = py::cast(sheet[seat]);
            return out;
          },
          "A SeatScore per seat, as if the game ended now (R54, R86-R89).")
      .def(
          "ranks",
          [](const PyState& s) {
            require_end(s, "ranks()");
            const auto rank = ranks_of(s);
            py::tuple out(static_cast<std::size_t>(s.game->game.num_players));
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
            for (int seat = 0; seat < s.game->game.num_players; ++seat)
              if (rank[static_cast<std::size_t>(seat)] == 1) out.append(seat);
            return py::tuple(out);
          },
          "Seats ranked first, as a tuple (R93). ValueError before the end.")
      .def(
          "longest_trail",
          [](const PyState& s, const py::object& seat_) {
            const auto routes = trail_of(s, to_seat(seat_, s.game->game));
            int length = 0;
            for (int r : routes) length += s.game->game.map.length(r);
            return py::make_tuple(length, py::tuple(py::cast(routes)));
          },
          py::arg("seat"),
          "(length in trains, routes in walking order) of one longest trail of the seat (R86).")
      .def(
          "completed_tickets",
          [](const PyState& s, const py::object& seat_) {
            const auto& p = s.state.players[static_cast<std::size_t>(to_seat(seat_, s.game->game))];
            Connectivity<Shape> connectivity(s.game->game.map, p.routes);
            py::list out;
            p.tickets.for_each([&](int t) {
              if (is_complete(s.game->game.map, connectivity, t)) out.append(t);
            });
            return py::tuple(out);
          },
          py::arg("seat"), "The seat's complete tickets, as positions in the map (R53).")
      .def(
          "clone", &clone, py::arg("seed") = py::none(),
          "An independent copy. Without a seed it has the same future; with one (an integer in\n"
          "0..2**64-1) the same cards in hands and row but a new random future: cards still to be\n"
          "drawn and tickets nobody has seen. The copy's own seed is a hash of the one given, and "
          "it\n"
          "keeps no record.")
      .def("__copy__", [](const PyState& s) { return std::make_unique<PyState>(s); })
      .def(
          "__deepcopy__",
          [](const PyState& s, const py::dict&) { return std::make_unique<PyState>(s); },
          py::arg("memo"))
      .def("to_dict", &to_dict,
           "The whole state as plain JSON types; Game.state_from_dict reads it.")
      .def(
          "history", [](const PyState& s) { return py::cast(record_of(s, "history()").actions); },
          "All actions so far. ValueError unless the state was made with record=True.")
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
          "hash", [](const PyState& s) { return state_hash(s.game->game, s.state); },
          "64-bit hash of the whole state, its random future included.")
      .def("__eq__",
           [](const PyState& s, const py::object& o) {
             if (!py::isinstance<PyState>(o)) return false;
             const auto& t = o.cast<const PyState&>();
             if (s.game != t.game && !s.owner.equal(t.owner)) return false;
             return state_to_bytes(s.game->game, s.state) == state_to_bytes(t.game->game, t.state);
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
             const auto& s = self.cast<const PyState&>();
             const py::object restore = py::module_::import("ttr_fast.storage").attr("restore");
             py::object record = py::none();
             if (s.record) record = py::make_tuple(s.record->actions, s.record->cards);
             return py::make_tuple(restore, py::make_tuple(s.owner, to_bytes(s), record));
           })
      .def("_to_bytes", &to_bytes)
      .def("_set_record",
           [](PyState& s, std::vector<std::uint16_t> actions, std::vector<std::uint8_t> cards) {
             for (auto a : actions)
               if (a >= s.game->game.actions.size())
                 throw py::value_error("unknown action in record");
             for (auto c : cards)
               if (c >= kCardKinds) throw py::value_error("unknown card in record");
             s.record = std::make_unique<Record>(Record{std::move(actions), std::move(cards)});
           })
      .attr("__hash__") = py::none();  // mutable

  m.def(
      "perft",
      [](const PyState& s, const py::object& depth_) {
        const int depth = static_cast<int>(to_int(depth_, "depth", 0, 100));
        const py::object owner = s.owner;  // another thread may play on in `s` meanwhile
        const CoreGame& game = s.game->game;
        const CoreState state = s.state;
        const LongCall call;
        py::gil_scoped_release release;
        return perft(game, state, depth, &check_signals);
      },
      py::arg("state"), py::arg("depth"),
      "Number of action sequences of `depth` plies from here; chance follows the state's seed.\n\n"
      "Sequences that reach the end of the game earlier count nothing.");
}

}  // namespace ttr::bind
