// What ttr/python.hpp asks of the module, behind the capsule _C_API.
#include "bind.hpp"
#include "ttr/python.hpp"

namespace ttr::bind {

namespace {

// f(), with what it throws as a Python exception and an empty result: callers may be plain C++.
template <class F>
auto guarded(F&& f) noexcept -> decltype(f()) {
  try {
    return f();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return {};
}

template <class T>
const T& cast_to(PyObject* object, const char* name) {
  py::detail::make_caster<T> caster;
  if (object == nullptr || !caster.load(object, false))
    throw py::type_error(std::string("expected an initialised ttr_fast.") + name + ", got " +
                         (object == nullptr
                              ? std::string("a null pointer")
                              : std::string("one of the type ") + Py_TYPE(object)->tp_name));
  return py::detail::cast_op<const T&>(caster);
}

const State<Narrow>* of_shape(const BorrowedState& s, const Game<Narrow>&) { return s.narrow; }
const State<Wide>* of_shape(const BorrowedState& s, const Game<Wide>&) { return s.wide; }

[[noreturn]] void refuse_shape() {
  throw py::value_error("the state is of a map of another size than that of the game");
}

BorrowedGame borrow_game(PyObject* object) {
  return guarded([&] {
    BorrowedGame out;
    cast_to<PyGame>(object, "Game").visit([&](const auto& game) { borrow_into(out, game); });
    return out;
  });
}

BorrowedState borrow_state(PyObject* object) {
  return guarded([&] {
    BorrowedState out;
    cast_to<PyState>(object, "State").visit([&](const auto& game, const auto& state) {
      borrow_into(out, game, state);
    });
    return out;
  });
}

PyObject* new_state(PyObject* owner, const BorrowedState& borrowed) {
  return guarded([&]() -> PyObject* {
    const PyGame& pg = cast_to<PyGame>(owner, "Game");
    return pg.visit([&](const auto& game) -> PyObject* {
      const auto* state = of_shape(borrowed, game);
      if (state == nullptr) refuse_shape();
      TTR_CHECK_STATE(game, *state);
      return make_state(owner, pg, *state).release().ptr();
    });
  });
}

int set_state(PyObject* object, const BorrowedState& borrowed) {
  struct Done {
    int code = -1;
  };
  return guarded([&] {
           auto& s = const_cast<PyState&>(cast_to<PyState>(object, "State"));
           if (s.record)
             throw py::value_error(
                 "a state made with record=True cannot be overwritten: its "
                 "history would not fit any more");
           s.visit([&](const auto& game, auto& own) {
             const auto* state = of_shape(borrowed, game);
             if (state == nullptr) refuse_shape();
             TTR_CHECK_STATE(game, *state);
             own = *state;
           });
           return Done{0};
         })
      .code;
}

}  // namespace

void bind_c_api(py::module_& m) {
  static const python::Api api{kAbi, &borrow_game, &borrow_state, &new_state, &set_state};
  m.attr("_C_API") = py::capsule(&api, python::kApiName);
}

}  // namespace ttr::bind
