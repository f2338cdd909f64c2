// For extension modules in C++ or Cython: the core Game and State inside the Python objects, and
// the way back. The only header here that needs Python; <Python.h> comes with it.
//
//     ttr::BorrowedState now = ttr::python::borrow_state(object);  // TypeError is set if it is
//     empty if (!now) return nullptr; Py_BEGIN_ALLOW_THREADS now.visit([&](const auto& game, const
//     auto& state) { ... }); Py_END_ALLOW_THREADS
//
// All functions need the GIL; what they hand out does not. A borrowed pointer is valid as long as
// its Python object lives, so hold a reference to it, and what it points to changes when somebody
// plays on in the object: copy the State, which is cheap, where another thread might. A Game never
// changes, and a State keeps its Game alive.
//
// Call import_core() when your module is imported: then one that was built against headers of
// another layout than that of the ttr_fast installed says so at once. Otherwise the first call of
// the others does. Compile with -fvisibility=hidden, so that no other module shares your functions.
#pragma once

#include <Python.h>

#include <cstdint>

#include "ttr/borrow.hpp"
#include "ttr/policy_plugin.h"

namespace ttr::python {

// Name of the capsule ttr_fast._core._C_API, which points to an Api. The number changes when the
// head of Api does.
inline constexpr const char* kApiName = "ttr_fast.c_api.1";

// Each function reports an error by a Python exception and an empty result.
struct Api {
  std::uint64_t abi;  // kAbi of the module
  BorrowedGame (*borrow_game)(PyObject* game);
  BorrowedState (*borrow_state)(PyObject* state);
  PyObject* (*new_state)(PyObject* game, const BorrowedState& state);
  int (*set_state)(PyObject* object, const BorrowedState& state);
};

// No other translation unit, and so no other module, may share what follows: each has checked for
// itself that it fits.
namespace {  // NOLINT(google-build-namespaces)

[[maybe_unused]] const Api* loaded_api = nullptr;

// False, with ImportError set, if ttr_fast cannot be imported or has another layout.
[[maybe_unused]] bool import_core() {
  if (loaded_api != nullptr) return true;
  PyObject* core = PyImport_ImportModule("ttr_fast._core");
  if (core == nullptr) return false;
  PyObject* capsule = PyObject_GetAttrString(core, "_C_API");
  Py_DECREF(core);
  if (capsule == nullptr) PyErr_Clear();
  const char* rebuild = "build it again with the headers in ttr_fast.get_include()";
  if (capsule == nullptr || !PyCapsule_IsValid(capsule, kApiName)) {
    PyErr_Format(PyExc_ImportError,
                 "this extension module asks for '%s', which the ttr_fast that is installed does "
                 "not have: %s",
                 kApiName, rebuild);
  } else {
    const auto* api = static_cast<const Api*>(PyCapsule_GetPointer(capsule, kApiName));
    if (api->abi == kAbi)
      loaded_api = api;
    else
      PyErr_Format(PyExc_ImportError,
                   "this extension module was built against other headers than the ttr_fast that "
                   "is installed (layout %llu, not %llu): %s",
                   static_cast<unsigned long long>(kAbi), static_cast<unsigned long long>(api->abi),
                   rebuild);
  }
  Py_XDECREF(capsule);
  return loaded_api != nullptr;
}

// The core Game of a ttr_fast.Game; empty, with TypeError set, if it is none.
[[maybe_unused]] BorrowedGame borrow_game(PyObject* game) {
  return import_core() ? loaded_api->borrow_game(game) : BorrowedGame();
}

// The core State of a ttr_fast.State, and its Game; empty, with TypeError set, if it is none.
[[maybe_unused]] BorrowedState borrow_state(PyObject* state) {
  return import_core() ? loaded_api->borrow_state(state) : BorrowedState();
}

// A new ttr_fast.State that holds a copy of `state`, without a record; nullptr, with TypeError or
// ValueError set, if `game` is no ttr_fast.Game or one of the other shape. Contract: `state` came
// about in this game or an equal one.
template <class Shape>
PyObject* new_state(PyObject* game, const State<Shape>& state) {
  const BorrowedGame own = borrow_game(game);
  if (!own) return nullptr;
  BorrowedState borrowed;
  if constexpr (Shape::routes == UpTo128::routes)
    borrowed.narrow = &state;
  else
    borrowed.wide = &state;
  return loaded_api->new_state(game, borrowed);
}

// Overwrites the position in a ttr_fast.State; false, with TypeError or ValueError set, if `object`
// is none, or one of the other shape, or keeps a record, which would not fit any more. Contract: as
// for new_state.
template <class Shape>
bool set_state(PyObject* object, const State<Shape>& state) {
  if (!borrow_state(object)) return false;
  BorrowedState borrowed;
  if constexpr (Shape::routes == UpTo128::routes)
    borrowed.narrow = &state;
  else
    borrowed.wide = &state;
  return loaded_api->set_state(object, borrowed) == 0;
}

// What ttr_fast.NativePolicy takes: a capsule with the function and its data, which must live as
// long as the capsule; nullptr, with an exception set, if memory runs out.
[[maybe_unused]] PyObject* policy_capsule(ttr_policy function, void* user_data = nullptr) {
  PyObject* capsule = PyCapsule_New(reinterpret_cast<void*>(function), TTR_POLICY_PLUGIN, nullptr);
  if (capsule != nullptr && PyCapsule_SetContext(capsule, user_data) != 0) Py_CLEAR(capsule);
  return capsule;
}

}  // namespace
}  // namespace ttr::python
