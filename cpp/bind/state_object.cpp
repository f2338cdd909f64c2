// ttr_fast.State as a type of our own: what it looks like in memory, how it is made and dropped.
//
// Why not a class of pybind11: there a copy of a state costs 240 ns, most of them for registering
// the instance and for its holder, and a call of a method 60 ns at least. A searcher does both all
// the time. Here an object is one piece of memory with the state in it, and the methods of the
// inner loop are C functions (state_calls.cpp). All others are written with pybind11 as in any
// other class and put into the type by bind_state.cpp.
//
// Only make_state makes a State: T.__new__ raises, also that of a subclass. So there is none
// without a game, and nobody needs to ask for one.
//
// The garbage collector knows states, because the Game of a state may be of a subclass that leads
// back to it. They have nothing to clear: an owner never changes, so that a cycle always leads
// through something else that can be cleared, as with tuples. Methods can rely on the owner.
#include <array>

#include "raw_calls.hpp"
// Below, for it does not include Python.h.
#include <structmember.h>

namespace ttr::bind {

PyTypeObject* state_type = nullptr;

namespace {

static_assert(std::is_trivially_destructible_v<State<Wide>>);

// Objects that were dropped and wait to be used again: a search makes and drops copies all the
// time, and they are too large for Python's own store of small objects. Guarded by the GIL.
std::array<PyState*, 64> spare;
std::size_t num_spare = 0;

// Without a reference to be dropped, and unknown to the garbage collector, until it is filled.
PyState* allocate() {
  PyState* s = nullptr;
  if (num_spare > 0) {
    s = spare[--num_spare];
    PyObject_Init(reinterpret_cast<PyObject*>(s), state_type);
  } else {
    s = PyObject_GC_New(PyState, state_type);
    if (s == nullptr) throw py::error_already_set();
  }
  return s;
}

void drop(PyObject* self) {
  PyObject_GC_UnTrack(self);
  PyState& s = as_state(self);
  if (s.weak_references != nullptr) PyObject_ClearWeakRefs(self);
  delete s.record;
  if (s.core != s.narrow) delete static_cast<State<Wide>*>(s.core);
  PyObject* owner = s.owner;
  PyTypeObject* type = Py_TYPE(self);
  if (type == state_type && num_spare < spare.size())
    spare[num_spare++] = &s;
  else
    PyObject_GC_Del(self);
  Py_DECREF(type);
  Py_DECREF(owner);  // last: it may run anybody's code
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_state(self).owner);
  return 0;
}

PyObject* refuse_to_make(PyTypeObject* type, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError,
               "%s cannot be called: states are made by Game.new_initial_state, "
               "Game.state_from_dict, deserialize and clone()",
               type->tp_name);
  return nullptr;
}

PyObject* game_of(PyObject* self, void*) { return Py_NewRef(as_state(self).owner); }

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyState, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"game", &game_of, nullptr, "The Game.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

template <class Shape>
StateObject make_state(py::handle owner, const PyGame& game, const State<Shape>& state) {
  constexpr bool is_narrow = std::is_same_v<Shape, Narrow>;
  std::unique_ptr<State<Shape>> apart;
  if constexpr (!is_narrow) apart = std::make_unique<State<Shape>>(state);
  PyState* s = allocate();
  s->weak_references = nullptr;
  s->owner = Py_NewRef(owner.ptr());
  s->game = &game;
  s->record = nullptr;
  if constexpr (is_narrow)
    s->core = new (s->narrow) State<Shape>(state);
  else
    s->core = apart.release();
  auto* object = reinterpret_cast<PyObject*>(s);
  PyObject_GC_Track(object);
  return py::reinterpret_steal<StateObject>(object);
}
template StateObject make_state(py::handle, const PyGame&, const State<Narrow>&);
template StateObject make_state(py::handle, const PyGame&, const State<Wide>&);

StateObject copy_of(const PyState& s) {
  auto record = s.record ? std::make_unique<Record>(*s.record) : nullptr;
  StateObject copy =
      s.visit([&](const auto&, const auto& state) { return make_state(s.owner, *s.game, state); });
  copy->record = record.release();
  return copy;
}

bool plays_the_same(const PyState& s, const PyState& t) {
  return s.game == t.game || py::handle(s.owner).equal(py::handle(t.owner));
}

void make_state_type(py::module_& m) {
  // The slots hold pointers to anything, functions among them.
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("One position of a game: the whole truth, hidden cards "
                                    "included.\n\nMade by Game.new_initial_state, "
                                    "Game.state_from_dict or deserialize.")},
      {Py_tp_new, reinterpret_cast<void*>(&refuse_to_make)},
      {Py_tp_dealloc, reinterpret_cast<void*>(&drop)},
      {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
      {Py_tp_members, members},
      {Py_tp_getset, properties},
      {Py_tp_methods, state_calls()},
      {0, nullptr},
  };
  PyType_Spec spec = {"ttr_fast._core.State", sizeof(PyState), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
  const auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  m.attr("State") = type;
  state_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  Py_INCREF(state_type);  // for good
}

}  // namespace ttr::bind
