// ttr_fast.SeatScore.
#include "bind.hpp"

namespace ttr::bind {

void bind_seat_score(py::module_& m) {
  auto as_tuple = [](const SeatScore& s) {
    return py::make_tuple(s.routes, s.tickets, s.completed, s.failed, s.longest, s.bonus,
                          s.stations, s.total());
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
      .def_readonly("stations", &SeatScore::stations, "Points for stations not built (R77).")
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
                     bool holds_bonus, int stations, int stations_built, bool resigned) {
                    return SeatScore{routes, tickets,     completed, failed,         longest,
                                     bonus,  holds_bonus, stations,  stations_built, resigned};
                  })
      .def("__reduce__",
           [](const SeatScore& s) {
             const auto restore =
                 py::module_::import("ttr_fast.storage").attr("restore_seat_score");
             return py::make_tuple(restore,
                                   py::make_tuple(s.routes, s.tickets, s.completed, s.failed,
                                                  s.longest, s.bonus, s.holds_bonus, s.stations,
                                                  s.stations_built, s.resigned));
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

}  // namespace ttr::bind
