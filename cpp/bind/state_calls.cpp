// The methods of ttr_fast.State that the inner loop of a search calls, as C functions.
#include <cstring>

#include "raw_calls.hpp"

namespace ttr::bind {

namespace {

// The interned names of the phases, made with the type.
std::array<PyObject*, kPhaseNames.size()> phase_names;

PyObject* get_phase(PyObject* self, PyObject*) {
  return Py_NewRef(phase_names[static_cast<std::size_t>(phase_of(as_state(self)))]);
}
PyObject* get_is_terminal(PyObject* self, PyObject*) {
  return Py_NewRef(is_terminal(as_state(self)) ? Py_True : Py_False);
}
PyObject* get_current_player(PyObject* self, PyObject*) {
  return PyLong_FromLong(current_player(as_state(self)));
}

py::list legal_actions(const PyState& s) {
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& state) {
    // On the stack: making the list may run the garbage collector, and with it anybody's code.
    std::array<std::uint16_t, kMaxLegal<Shape>> buffer;
    std::size_t size = 0;
    for_each_legal(game, state, [&](const Move& move) {
      buffer[size++] = static_cast<std::uint16_t>(game.actions.number(move));
    });
    py::list out(size);
    for (std::size_t i = 0; i < size; ++i)
      PyList_SET_ITEM(out.ptr(), static_cast<py::ssize_t>(i),
                      s.game->number(buffer[i]).inc_ref().ptr());
    return out;
  });
}
PyObject* list_legal_actions(PyObject* self, PyObject* const* args, Py_ssize_t n,
                             PyObject* keywords) {
  return guarded([&] {
    const PyState& s = as_state(self);
    if (n != 0 || keywords != nullptr) {
      PyObject* seat = optional_argument("legal_actions", "seat", args, n, keywords);
      if (seat != nullptr && seat != Py_None && to_seat(seat, *s.game) != current_player(s))
        return py::list().release().ptr();
    }
    return legal_actions(s).release().ptr();
  });
}

// The memory of `out`, which the caller has made for a mask.
std::uint8_t* mask_memory(PyObject* out, int size) {
  const auto shape = "(" + std::to_string(size) + ",)";
  const auto wanted = "out must be a NumPy array of bool or uint8 of shape " + shape;
  if (!py::isinstance<py::array>(out))
    throw py::type_error(wanted + " or None, got " +
                         std::string(py::str(py::type::of(out).attr("__name__"))));
  auto array = py::reinterpret_borrow<py::array>(out);
  const py::dtype type = array.dtype();
  if (type.kind() != 'b' && !(type.kind() == 'u' && type.itemsize() == 1))
    throw py::type_error(wanted + ", got one of " + std::string(py::str(type)));
  if (array.ndim() != 1 || array.shape(0) != size)
    throw py::value_error(wanted + ", got shape " + std::string(py::str(array.attr("shape"))));
  if ((array.flags() & py::array::c_style) == 0)
    throw py::value_error(wanted + ", C-contiguous: this one has gaps");
  if (!array.writeable()) throw py::value_error(wanted + ", writeable: this one is read-only");
  return static_cast<std::uint8_t*>(array.mutable_data());
}

void write_mask(const PyState& s, std::uint8_t* mask) {
  std::memset(mask, 0, static_cast<std::size_t>(s.game->num_actions()));
  s.visit([&](const auto& game, const auto& state) {
    for_each_legal(game, state, [&](const Move& move) { mask[game.actions.number(move)] = 1; });
  });
}

PyObject* legal_actions_mask(PyObject* self, PyObject* const* args, Py_ssize_t n,
                             PyObject* keywords) {
  return guarded([&] {
    PyObject* out = optional_argument("legal_actions_mask", "out", args, n, keywords);
    const PyState& s = as_state(self);
    const int size = s.game->num_actions();
    if (out != nullptr && out != Py_None) {
      write_mask(s, mask_memory(out, size));
      return Py_NewRef(out);
    }
    py::array_t<bool> mask(size);
    write_mask(s, reinterpret_cast<std::uint8_t*>(mask.mutable_data()));
    return mask.release().ptr();
  });
}

[[noreturn]] void refuse(const PyState& s, py::handle number) {
  const int size = s.game->num_actions();
  int overflow = 0;
  const long long a = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  const std::string name = "action " + safe_repr(number);
  if (is_terminal(s)) throw IllegalAction(name + " is not legal: the game is over");
  if (overflow != 0 || a < 0 || a >= size)
    throw IllegalAction(name + " is not an action of this game: allowed are 0.." +
                        std::to_string(size - 1));
  const auto words = std::string(py::str(py::handle(s.owner).attr("action_to_string")(number)));
  throw IllegalAction(name + " (" + words + ") is not legal for seat " +
                      std::to_string(current_player(s)) + " in phase " +
                      std::string(kPhaseNames[static_cast<std::size_t>(phase_of(s))]) +
                      "; legal_actions() lists the " + std::to_string(py::len(legal_actions(s))) +
                      " legal ones");
}

void play(PyState& s, py::handle action) {
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
  if (overflow != 0 || a < 0 || a >= s.game->num_actions()) refuse(s, action);
  s.visit([&](const auto& game, auto& state) {
    const Move& move = game.actions[static_cast<int>(a)];
    if (!is_legal(game, state, move)) refuse(s, action);
    if (s.record) {
      s.record->actions.push_back(static_cast<std::int32_t>(a));
      play_unchecked(game, state, move, *s.record);
    } else {
      play_unchecked(game, state, move);
    }
  });
}
PyObject* apply_action(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  return guarded([&] {
    play(as_state(self), argument("apply_action", "action", args, n, keywords));
    return Py_NewRef(Py_None);
  });
}

PyObject* sample_legal(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  return guarded([&] {
    Stream& stream = stream_of(argument("sample_legal", "rng", args, n, keywords));
    const PyState& s = as_state(self);
    if (is_terminal(s)) throw py::value_error("no action is legal: the game is over");
    return s.visit([&](const auto& game, const auto& state) {
      const int action = game.actions.number(random_legal_move(game, state, stream));
      return s.game->number(static_cast<std::size_t>(action)).inc_ref().ptr();
    });
  });
}

// With a new future the record would be one of another game: it is dropped.
PyObject* clone(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  return guarded([&] {
    PyObject* seed = optional_argument("clone", "seed", args, n, keywords);
    const PyState& s = as_state(self);
    if (seed == nullptr || seed == Py_None) return copy_of(s).release().ptr();
    const std::uint64_t future = to_u64(seed, "seed");
    return s.visit([&](const auto&, const auto& state) {
      return make_state(s.owner, *s.game, with_new_future(state, future)).release().ptr();
    });
  });
}

// Is the state of `t` one of the game of `s`, too? Games of subclasses may call themselves equal to
// any other.
bool fits(const PyState& s, const PyState& t) {
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>&) {
    return t.visit([&]<class Other>(const Game<Other>&, const State<Other>& state) {
      if constexpr (std::is_same_v<Shape, Other>)
        return state_is_ok(game, state);
      else
        return false;
    });
  });
}

PyObject* copy_from(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  return guarded([&] {
    PyObject* other = argument("copy_from", "other", args, n, keywords);
    if (!is_state(other)) throw py::type_error("other must be a State, got " + safe_repr(other));
    PyState& s = as_state(self);
    const PyState& t = as_state(other);
    if (s.game != t.game && !(plays_the_same(s, t) && fits(s, t)))
      throw py::value_error("other must be a state of the same game, " + safe_repr(s.owner) +
                            ", got one of " + safe_repr(t.owner));
    auto record = t.record ? std::make_unique<Record>(*t.record) : nullptr;
    s.visit([&]<class Shape>(const Game<Shape>&, State<Shape>& state) {
      state = *static_cast<const State<Shape>*>(t.core);
    });
    delete std::exchange(s.record, record.release());
    return Py_NewRef(Py_None);
  });
}

// A line "name($self, ...)" above "--" is what inspect.signature and help show.
PyMethodDef calls[] = {
    raw_method("current_player", &get_current_player,
               "current_player($self, /)\n--\n\nSeat to decide, or TERMINAL at the end."),
    raw_method("phase", &get_phase, "phase($self, /)\n--\n\nOne of PHASES."),
    raw_method("is_terminal", &get_is_terminal, "is_terminal($self, /)\n--\n\nIs the game over?"),
    raw_method("legal_actions", &list_legal_actions,
               "legal_actions($self, /, seat=None)\n--\n\n"
               "All legal actions, ascending; none at the end, nor for another seat than the one "
               "to move."),
    raw_method("legal_actions_mask", &legal_actions_mask,
               "legal_actions_mask($self, /, out=None)\n--\n\n"
               "Legal actions as an array of shape (num_distinct_actions,): a new one of bool, or\n"
               "`out`, C-contiguous of bool or uint8, which is overwritten and returned.\n\n"
               "Raises TypeError or ValueError, changing nothing, for any other `out`."),
    raw_method("apply_action", &apply_action,
               "apply_action($self, /, action)\n--\n\n"
               "Plays an action.\n\nRaises IllegalActionError (a ValueError), changing nothing, "
               "if it is not legal; TypeError if it is no integer."),
    raw_method("sample_legal", &sample_legal,
               "sample_legal($self, /, rng)\n--\n\n"
               "One of the legal actions, each with the same probability, without listing them.\n\n"
               "rng: a Rng. One word of it is drawn, or none where nothing is legal but a pass or "
               "but to\ndecline a tunnel. These are the picks of the policy \"random\": with "
               "Rng(seed, 2 + seat) for\neach seat they play game 0 of playouts(game, n, "
               "seed=seed).\n"
               "Raises ValueError at the end of the game, TypeError if `rng` is no Rng."),
    raw_method("clone", &clone,
               "clone($self, /, seed=None)\n--\n\n"
               "An independent copy. Without a seed it has the same future; with one (an integer "
               "in\n0..2**64-1) the same cards in hands and row but a new random future: cards "
               "still to be\ndrawn and tickets nobody has seen. The copy's own seed is a hash of "
               "the one given, and it\nkeeps no record."),
    raw_method("copy_from", &copy_from,
               "copy_from($self, /, other)\n--\n\n"
               "Becomes what clone() of `other` would be, in the memory that is here already.\n\n"
               "other: a State of the same or an equal game; the record, or that there is none, is "
               "copied, too.\nRaises TypeError if it is no State, ValueError if it is of another "
               "game."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

PyMethodDef* state_calls() {
  for (std::size_t i = 0; i < phase_names.size(); ++i) {
    phase_names[i] = text(kPhaseNames[i]).release().ptr();
    PyUnicode_InternInPlace(&phase_names[i]);
  }
  return calls;
}

}  // namespace ttr::bind
