// Methods that are C functions: what those of State and Rng share. They cost a quarter of a call
// through pybind11.
#pragma once

#include "bind.hpp"

namespace ttr::bind {

using RawCall = PyObject* (*)(PyObject* self, PyObject* const* args, Py_ssize_t n,
                              PyObject* keywords);

// Method of one argument, by position or by keyword.
inline PyMethodDef raw_method(const char* name, RawCall call, const char* doc) {
  // As the documentation of Python has it: the flags say what the function takes.
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call)),
          METH_FASTCALL | METH_KEYWORDS, doc};
}
inline PyMethodDef raw_method(const char* name, PyCFunction call, const char* doc) {
  return {name, call, METH_NOARGS, doc};
}

// The only argument of such a call, or null if it is left out. Throws TypeError.
PyObject* optional_argument(const char* function, const char* name, PyObject* const* args,
                            Py_ssize_t n, PyObject* keywords);
inline PyObject* argument(const char* function, const char* name, PyObject* const* args,
                          Py_ssize_t n, PyObject* keywords) {
  if (n == 1 && keywords == nullptr) [[likely]]
    return args[0];
  PyObject* found = optional_argument(function, name, args, n, keywords);
  if (found == nullptr)
    throw py::type_error(std::string(function) + "() needs an argument, " + name);
  return found;
}

extern PyObject* illegal_action_error;  // the Python class
// Makes the C++ exception in flight a Python one.
void set_python_error();
// f(), which returns a new reference.
template <class F>
PyObject* guarded(F&& f) {
  try {
    return f();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

// Those of State, to make its type with.
PyMethodDef* state_calls();

// The Stream of a Rng; TypeError for anything else.
Stream& stream_of(PyObject* rng);

}  // namespace ttr::bind
