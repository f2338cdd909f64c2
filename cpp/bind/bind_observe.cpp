// What one seat knows: the observation and the information state, as tensors and as text.
#include "bind.hpp"

namespace ttr::bind {

namespace {

// f(state, complete tickets of the seat). Where the seat has stations, finding these may take long:
// then it is done on a copy and without the GIL.
template <class Shape, class F>
decltype(auto) with_complete(const Game<Shape>& game, const State<Shape>& now, int seat, F&& f) {
  if (now.players[static_cast<std::size_t>(seat)].num_stations == 0)
    return f(now, complete_tickets(game, now, seat));
  const State<Shape> state = now;
  BitSet<Shape::tickets> complete;
  {
    const LongCall call;
    py::gil_scoped_release release;
    complete = complete_tickets(game, state, seat, &check_signals);
  }
  return f(state, complete);
}

int observer(const PyState& s, const py::object& seat) {
  if (!seat.is_none()) return to_seat(seat, *s.game);
  return s.visit([](const auto&, const auto& state) -> int {
    if (state.is_terminal())
      throw py::value_error("seat = None is the seat to move, but the game is over; name a seat");
    return state.current;
  });
}

template <class T>
constexpr const char* kTypeName = sizeof(T) == 1 ? "uint8" : "float32";

// The caller's buffer, checked.
template <class T>
py::array_t<T> buffer(const py::object& out, int size) {
  const std::string wanted = "out must be a C-contiguous, writable " + std::string(kTypeName<T>) +
                             " array of shape (" + std::to_string(size) + ",)";
  if (!py::isinstance<py::array>(out))
    throw py::type_error(wanted + ", got " +
                         std::string(py::str(py::type::of(out).attr("__name__"))));
  const auto array = py::reinterpret_borrow<py::array>(out);
  if (!py::array_t<T>::check_(out))
    throw py::type_error(wanted + ", got dtype " + std::string(py::str(array.dtype())));
  if (array.ndim() != 1 || array.shape(0) != size)
    throw py::value_error(wanted + ", got shape " + std::string(py::str(array.attr("shape"))));
  constexpr int kAligned = py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  if ((array.flags() & py::array::c_style) == 0 || (array.flags() & kAligned) == 0)
    throw py::value_error(wanted + ", got one whose values do not lie one after the other");
  if (!array.writeable()) throw py::value_error(wanted + ", got a read-only one");
  return py::reinterpret_borrow<py::array_t<T>>(out);
}

template <class T>
int size_of(const PyGame& g, View view) {
  return g.visit([&]<class Shape>(const Game<Shape>&) {
    const auto& layout = g.layout<Shape>();
    return sizeof(T) == 1 ? layout.bytes(view) : layout.size(view);
  });
}

template <class T, View view>
py::array_t<T> tensor(const PyState& s, const py::object& seat_, const py::object& out) {
  const int seat = observer(s, seat_);
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
    return with_complete(game, now, seat, [&](const auto& state, const auto& complete) {
      const int size = size_of<T>(*s.game, view);
      py::array_t<T> values = out.is_none() ? py::array_t<T>(size) : buffer<T>(out, size);
      s.game->layout<Shape>().write(game, state, seat, complete, values.mutable_data(), view);
      return values;
    });
  });
}

template <View view>
py::str string(const PyState& s, const py::object& seat_) {
  const int seat = observer(s, seat_);
  return text(s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& now) {
    return with_complete(game, now, seat, [&](const auto& state, const auto& complete) {
      return s.game->layout<Shape>().text(game, state, seat, complete, view);
    });
  }));
}

// (name, meaning, shape, offset, byte offset, bytes a value, high) of every slice.
template <View view>
py::list slices(const PyGame& g) {
  return g.visit([&]<class Shape>(const Game<Shape>&) {
    py::list out;
    for (const ObservationSlice& slice : g.layout<Shape>().slices(view)) {
      py::tuple shape = py::make_tuple(slice.columns);
      if (slice.rows > 0) shape = py::make_tuple(slice.rows, slice.columns);
      out.append(py::make_tuple(text(slice.name), text(slice.meaning), shape, slice.offset,
                                slice.byte_offset, slice.value_bytes(), slice.high));
    }
    return out;
  });
}

template <class F, class... Extra>
void add_method(const py::object& type, const std::string& name, F&& f, const Extra&... extra) {
  py::setattr(type, name.c_str(),
              py::cpp_function(std::forward<F>(f), py::name(name.c_str()), py::is_method(type),
                               extra...));
}

constexpr const char* kTensorDoc =
    "What the seat knows, as %s of shape Game.%s_shape().\n\n"
    "seat: the seat that observes; None = the seat to move. Seats are counted from it.\n"
    "out: a C-contiguous, writable array of that shape and type to write into; None = a new one.\n"
    "Returns the array. Game.%s_spec() says where everything lies.\n"
    "Raises TypeError or ValueError for any other seat or array, and for seat = None at the end\n"
    "of the game (R14, R98, Q10).";
constexpr const char* kStringDoc =
    "What the seat knows, as text: all that %s tells and no more, a line for each slice.\n\n"
    "seat: the seat that observes; None = the seat to move (ValueError at the end of the game).\n"
    "Equal texts are equal tensors, so the text will do as a key of a dictionary.";

std::string fill_in(std::string doc, std::initializer_list<std::string> words) {
  for (const auto& word : words) doc.replace(doc.find("%s"), 2, word);
  return doc;
}

template <View view>
void add_view(const py::object& state, const py::object& game, const std::string& prefix) {
  const auto seat = py::arg("seat") = py::none();
  const auto out = py::arg("out") = py::none();
  const std::string as_tensor = prefix + "_tensor", as_bytes = prefix + "_bytes";
  add_method(state, as_tensor, &tensor<float, view>, seat, out,
             fill_in(kTensorDoc, {"float32", as_tensor, prefix}).c_str());
  add_method(state, as_bytes, &tensor<std::uint8_t, view>, seat, out,
             fill_in(kTensorDoc, {"uint8", as_bytes, prefix}).c_str());
  add_method(state, prefix + "_string", &string<view>, seat,
             fill_in(kStringDoc, {as_tensor}).c_str());
  add_method(
      game, as_tensor + "_shape",
      [](const PyGame& g) { return py::make_tuple(size_of<float>(g, view)); },
      fill_in("Shape of State.%s: (floats,).", {as_tensor}).c_str());
  add_method(
      game, as_bytes + "_shape",
      [](const PyGame& g) { return py::make_tuple(size_of<std::uint8_t>(g, view)); },
      fill_in("Shape of State.%s: (bytes,).", {as_bytes}).c_str());
  add_method(game, "_" + prefix + "_slices", &slices<view>);
}

}  // namespace

void bind_observe(py::module_& m) {
  m.attr("OBSERVATION_VERSION") = kObservationVersion;
  const py::object state = m.attr("State"), game = m.attr("Game");
  add_view<View::observation>(state, game, "observation");
  add_view<View::information_state>(state, game, "information_state");
}

}  // namespace ttr::bind
