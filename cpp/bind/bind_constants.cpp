// Names and numbers that Python takes from the core, and checked integer conversion.
#include <atomic>
#include <chrono>
#include <thread>

#include "bind.hpp"

namespace ttr::bind {

namespace {

py::object index_of(py::handle value, const std::string& name, const std::string& allowed) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    throw py::type_error(name + " must be an integer " + allowed + ", got " + safe_repr(value) +
                         " (" + std::string(py::str(py::type::of(value).attr("__name__"))) + ")");
  py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();  // what the object's own __index__ raised
  return number;
}

template <std::size_t N>
py::tuple names(const std::array<std::string_view, N>& list) {
  py::tuple out(N);
  for (std::size_t i = 0; i < N; ++i) out[i] = text(list[i]);
  return out;
}

}  // namespace

std::string safe_repr(py::handle value) {
  const py::object text = py::reinterpret_steal<py::object>(PyObject_Repr(value.ptr()));
  if (text) {
    const py::object bytes =
        py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text.ptr(), "utf-8",
                                                                    "backslashreplace"));
    if (!bytes) throw py::error_already_set();
    return bytes.cast<std::string>();
  }
  if (PyErr_ExceptionMatches(PyExc_ValueError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return "<" + std::string(py::str(py::type::of(value).attr("__name__"))) + ">";
}

std::uint64_t to_u64(py::handle value, const char* name) {
  const std::string allowed = "in 0..2**64-1";
  const py::object number = index_of(value, name, allowed);
  const std::uint64_t x = PyLong_AsUnsignedLongLong(number.ptr());
  if (x == static_cast<std::uint64_t>(-1) && PyErr_Occurred()) {
    PyErr_Clear();
    throw py::value_error(std::string(name) + " must be an integer " + allowed + ", got " +
                          safe_repr(number));
  }
  return x;
}

long long to_int(py::handle value, const std::string& name, long long low, long long high) {
  const std::string allowed = "in " + std::to_string(low) + ".." + std::to_string(high);
  const py::object number = index_of(value, name, allowed);
  int overflow = 0;
  const long long x = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || x < low || x > high)
    throw py::value_error(name + " must be an integer " + allowed + ", got " + safe_repr(number));
  return x;
}

int to_seat(py::handle value, const PyGame& game) {
  return static_cast<int>(to_int(value, "seat", 0, game.num_players() - 1));
}

namespace {
std::atomic<int> running_calls{0};
std::atomic<bool> interpreter_ends{false};
}  // namespace

LongCall::LongCall() {
  if (interpreter_ends) throw std::runtime_error("the interpreter is about to end");
  ++running_calls;
}
LongCall::~LongCall() { --running_calls; }
bool LongCall::must_end() { return interpreter_ends; }
void LongCall::end_all() {
  interpreter_ends = true;
  py::gil_scoped_release release;
  for (int i = 0; i < 1000 && running_calls > 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

void check_signals(const void*) {
  py::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (LongCall::must_end()) throw std::runtime_error("the interpreter is about to end");
}

void bind_constants(py::module_& m) {
  m.attr("TERMINAL") = kTerminalPlayer;
  m.attr("COLORS") = names(kCardNames);
  m.attr("PHASES") = names(kPhaseNames);
  m.attr("ACTION_KINDS") = names(kKindNames);
  m.attr("MIN_PLAYERS") = kMinPlayers;
  m.attr("MAX_PLAYERS") = kMaxPlayers;
  m.attr("MIN_LENGTH") = kMinLength;
  m.attr("MAX_LENGTH") = kMaxLength;
  m.attr("NO_COLOR") = kNoColor;
  m.attr("FREE_SLOT") = Row::kFree;
  m.attr("NO_FINAL_ROUND") = State<Narrow>::kNoFinalRound;
  m.attr("MAX_TOTAL") = kMaxTotal;
  m.attr("MAX_POINTS") = kMaxTicketPoints;
  m.attr("MAX_ROUTES") = Wide::routes;
  m.attr("MAX_CITIES") = Wide::cities;
  m.attr("MAX_TICKETS") = Wide::tickets;
  m.attr("MAX_TUNNEL_CARDS") = kMaxTunnelCards;
  m.attr("MAX_OFFERED") = kMaxOffered;
  m.attr("STATE_BYTES") = sizeof(State<Narrow>);
  py::module_::import("atexit").attr("register")(py::cpp_function(&LongCall::end_all));
  m.def(
      "random_words",
      [](const py::object& seed, const py::object& game, const py::object& stream,
         const py::object& first, const py::object& count) {
        const auto n = static_cast<std::size_t>(to_int(count, "count", 0, 1 << 20));
        Stream words(to_u64(seed, "seed"), to_u64(game, "game"), to_u64(stream, "stream"),
                     to_u64(first, "first"));
        py::array_t<std::uint64_t> out(static_cast<py::ssize_t>(n));
        for (std::size_t i = 0; i < n; ++i) out.mutable_data()[i] = words.next();
        return out;
      },
      py::arg("seed"), py::arg("game"), py::arg("stream"), py::arg("first"), py::arg("count"),
      "Words first .. first + count - 1 of one random stream, as uint64.\n\n"
      "Streams: 0 deal, 1 chance of play, 2 + s policy of seat s.");
}

}  // namespace ttr::bind
