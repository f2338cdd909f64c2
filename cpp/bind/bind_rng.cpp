// ttr_fast.Rng: a random stream for callers, of a type of our own for the reasons that
// state_object.cpp gives. T.__new__ makes it whole; there is no __init__ and no subclass.
#include "raw_calls.hpp"

namespace ttr::bind {

namespace {

struct PyRng {
  PyObject_HEAD;
  std::uint64_t seed, stream;
  Stream words;
};

PyTypeObject* rng_type = nullptr;
constexpr long long kMostBelow = 0xFFFFFFFF;

PyRng& as_rng(PyObject* x) { return *reinterpret_cast<PyRng*>(x); }

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    static const char* names[] = {"seed", "stream", "position", nullptr};
    PyObject *seed = nullptr, *stream = nullptr, *position = nullptr;
    if (PyArg_ParseTupleAndKeywords(args, keywords, "O|OO:Rng", const_cast<char**>(names), &seed,
                                    &stream, &position) == 0)
      return nullptr;
    auto number = [](PyObject* x, const char* name) { return x ? to_u64(x, name) : 0; };
    const std::uint64_t s = number(seed, "seed"), t = number(stream, "stream"),
                        at = number(position, "position");
    PyObject* self = type->tp_alloc(type, 0);
    if (self == nullptr) return nullptr;
    PyRng& rng = as_rng(self);
    rng.seed = s;
    rng.stream = t;
    new (&rng.words) Stream(s, 0, t, at);
    return self;
  });
}

void drop(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* next(PyObject* self, PyObject*) {
  return PyLong_FromUnsignedLongLong(as_rng(self).words.next());
}

PyObject* below(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* keywords) {
  return guarded([&] {
    PyObject* limit = argument("below", "n", args, n, keywords);
    int overflow = 0;
    long long most = 0;
    if (PyLong_CheckExact(limit)) most = PyLong_AsLongLongAndOverflow(limit, &overflow);
    if (most < 1 || most > kMostBelow) most = to_int(limit, "n", 1, kMostBelow);  // says why
    return PyLong_FromUnsignedLong(as_rng(self).words.below(static_cast<std::uint32_t>(most)));
  });
}

PyObject* reduce(PyObject* self, PyObject*) {
  const PyRng& rng = as_rng(self);
  return Py_BuildValue("O(KKK)", Py_TYPE(self), static_cast<unsigned long long>(rng.seed),
                       static_cast<unsigned long long>(rng.stream),
                       static_cast<unsigned long long>(rng.words.position()));
}

PyObject* repr(PyObject* self) {
  const PyRng& rng = as_rng(self);
  return PyUnicode_FromFormat("Rng(seed=%llu, stream=%llu, position=%llu)",
                              static_cast<unsigned long long>(rng.seed),
                              static_cast<unsigned long long>(rng.stream),
                              static_cast<unsigned long long>(rng.words.position()));
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != rng_type)
    return Py_NewRef(Py_NotImplemented);
  const PyRng &a = as_rng(self), &b = as_rng(other);
  const bool equal = a.seed == b.seed && a.stream == b.stream && a.words == b.words;
  return Py_NewRef(equal == (operation == Py_EQ) ? Py_True : Py_False);
}

PyMethodDef methods[] = {
    raw_method("next", &next, "next($self, /)\n--\n\nThe next word of the stream, in 0..2**64-1."),
    raw_method("below", &below,
               "below($self, /, n)\n--\n\n"
               "A number in 0..n-1 from the next word, each with the same probability to within "
               "2**-64.\n\nRaises TypeError or ValueError, drawing nothing, unless `n` is an "
               "integer in 1..2**32-1."),
    raw_method("__reduce__", &reduce, nullptr),
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"seed", [](PyObject* self, void*) { return PyLong_FromUnsignedLongLong(as_rng(self).seed); },
     nullptr, "As given.", nullptr},
    {"stream",
     [](PyObject* self, void*) { return PyLong_FromUnsignedLongLong(as_rng(self).stream); },
     nullptr, "As given.", nullptr},
    {"position",
     [](PyObject* self, void*) {
       return PyLong_FromUnsignedLongLong(as_rng(self).words.position());
     },
     nullptr, "Number of words drawn so far, modulo 2**64.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

Stream& stream_of(PyObject* rng) {
  if (Py_TYPE(rng) != rng_type) [[unlikely]]
    throw py::type_error("rng must be a ttr_fast.Rng, got " + safe_repr(rng));
  return as_rng(rng).words;
}

void bind_rng(py::module_& m) {
  PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>(
           "Rng(seed, stream=0, position=0)\n--\n\n"
           "A stream of random words that is the same on every machine.\n\n"
           "seed, stream, position: integers in 0..2**64-1. Word i is a pure function of seed, "
           "stream and\ni; streams are independent of one another, and `position` is the word to "
           "begin with. Compares,\ncopies and pickles with its position.\nRaises TypeError or "
           "ValueError for anything else.")},
      {Py_tp_new, reinterpret_cast<void*>(&make)},
      {Py_tp_dealloc, reinterpret_cast<void*>(&drop)},
      {Py_tp_repr, reinterpret_cast<void*>(&repr)},
      {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
      {Py_tp_hash, reinterpret_cast<void*>(&PyObject_HashNotImplemented)},
      {Py_tp_methods, methods},
      {Py_tp_getset, properties},
      {0, nullptr},
  };
  PyType_Spec spec = {"ttr_fast._core.Rng", sizeof(PyRng), 0, Py_TPFLAGS_DEFAULT, slots};
  const auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  m.attr("Rng") = type;
  rng_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  Py_INCREF(rng_type);  // for good
}

}  // namespace ttr::bind
