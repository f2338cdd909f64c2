#include "raw_calls.hpp"

namespace ttr::bind {

PyObject* illegal_action_error = nullptr;

PyObject* optional_argument(const char* function, const char* name, PyObject* const* args,
                            Py_ssize_t n, PyObject* keywords) {
  const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t i = 0; i < named; ++i) {
    PyObject* keyword = PyTuple_GET_ITEM(keywords, i);
    if (PyUnicode_CompareWithASCIIString(keyword, name) != 0)
      throw py::type_error(std::string(function) + "() has no argument " + safe_repr(keyword) +
                           ", only " + name);
  }
  if (n + named > 1)
    throw py::type_error(std::string(function) + "() takes one argument, " + name + ", got " +
                         std::to_string(n + named));
  return n + named == 1 ? args[0] : nullptr;
}

void set_python_error() {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const IllegalAction& error) {
    PyErr_SetString(illegal_action_error, error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace ttr::bind
