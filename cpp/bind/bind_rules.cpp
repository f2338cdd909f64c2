// Rules as a Python class made from the core's table of options.
#include "bind.hpp"

namespace ttr::bind {

namespace {

[[noreturn]] void wrong_type(const std::string& option, const std::string& needed, py::handle got) {
  throw py::type_error("rules: " + option + " must be " + needed + ", got " + safe_repr(got));
}

std::vector<py::object> items_of(py::handle value, const std::string& option,
                                 const std::string& needed) {
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    wrong_type(option, needed, value);
  return value.cast<std::vector<py::object>>();
}

// Text that UTF-8 cannot hold matches nothing anyway; its repr serves for the message.
std::string utf8(py::handle text) {
  Py_ssize_t size = 0;
  if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
    return std::string(data, static_cast<std::size_t>(size));
  PyErr_Clear();
  return safe_repr(text);
}

template <class Words>
std::uint8_t word_index(const Words& words, py::handle value, const std::string& option) {
  std::string allowed;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (py::isinstance<py::str>(value) && utf8(value) == words[i])
      return static_cast<std::uint8_t>(i);
    allowed += (i ? ", '" : "'") + std::string(words[i]) + "'";
  }
  if (!py::isinstance<py::str>(value)) wrong_type(option, "one of " + allowed, value);
  throw RulesError("rules: " + option + " = " + safe_repr(value) +
                   " is refused; allowed: " + allowed);
}

void set_option(Rules& rules, const std::string& name, py::handle value) {
  for (const auto& rule : kIntRules)
    if (rule.name == name) {
      rules.*rule.field = static_cast<int>(to_int(value, "rules: " + name, rule.low, rule.high));
      return;
    }
  for (const auto& rule : kChoiceRules)
    if (rule.name == name) {
      rules.*rule.field = word_index(rule.words, value, name);
      return;
    }
  for (const auto& rule : kBoolRules)
    if (rule.name == name) {
      if (!PyBool_Check(value.ptr())) wrong_type(name, "True or False", value);
      rules.*rule.field = value.ptr() == Py_True;
      return;
    }
  auto set_table = [&](std::vector<int>& table, const char* needed, int low, int high) {
    table.clear();
    for (const auto& x : items_of(value, name, needed))
      table.push_back(static_cast<int>(to_int(x, "rules: an entry of " + name, low, high)));
  };
  if (name == "route_points") {
    set_table(rules.route_points, "a sequence of integers, one per length from 1", 0,
              kMaxRoutePoints);
    return;
  }
  if (name == "station_costs") {
    set_table(rules.station_costs, "a sequence of integers, one per station", 1, kMaxStationCost);
    return;
  }
  if (name == "tie_break") {
    rules.tie_break.clear();
    for (const auto& x : items_of(value, name, "a sequence of key names"))
      rules.tie_break.push_back(static_cast<TieBreak>(word_index(kTieBreakNames, x, name)));
    return;
  }
  std::string allowed;
  for (const auto& item : rules_to_dict(Rules{}))
    allowed += (allowed.empty() ? "" : ", ") + item.first.cast<std::string>();
  throw py::type_error("rules: there is no option '" + name + "'; options: " + allowed);
}

py::object option_value(const Rules& rules, const std::string& name) {
  return rules_to_dict(rules)[py::str(name)];
}

py::dict options() {
  py::dict out;
  const py::dict defaults = rules_to_dict(Rules{});
  auto entry = [&](const std::string& name, py::object allowed, std::string_view doc) {
    py::dict d;
    d["default"] = defaults[py::str(name)];
    d["allowed"] = std::move(allowed);
    d["doc"] = text(doc);
    out[py::str(name)] = d;
  };
  for (const auto& rule : kIntRules)
    entry(std::string(rule.name), py::make_tuple(rule.low, rule.high), rule.doc);
  for (const auto& rule : kBoolRules)
    entry(std::string(rule.name), py::make_tuple(false, true), rule.doc);
  for (const auto& rule : kChoiceRules) {
    py::tuple words(rule.words.size());
    for (std::size_t i = 0; i < rule.words.size(); ++i) words[i] = text(rule.words[i]);
    entry(std::string(rule.name), words, rule.doc);
  }
  entry("route_points", py::make_tuple(0, kMaxRoutePoints),
        "points by length, first entry for one space (R43)");
  entry("station_costs", py::make_tuple(1, kMaxStationCost),
        "cards for a player's first station, the second, ... (R71)");
  py::tuple keys(kTieBreakNames.size());
  for (std::size_t i = 0; i < kTieBreakNames.size(); ++i) keys[i] = text(kTieBreakNames[i]);
  entry("tie_break", keys, "what decides between players level on points, in this order (R90)");
  return out;
}

// Final rows -> ranks, for people who have a table of results and no state.
py::tuple ranks_of_rows(const Rules& rules, const py::object& rows_) {
  const auto rows = items_of(rows_, "rows", "a list or tuple of mappings, one per player");
  if (rows.empty() || rows.size() > static_cast<std::size_t>(kMaxPlayers))
    throw py::value_error("rows must hold 1..5 players, got " + std::to_string(rows.size()));
  ScoreSheet sheet;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string where = "rows[" + std::to_string(i) + "]";
    if (!PyMapping_Check(rows[i].ptr()) || py::isinstance<py::str>(rows[i]) ||
        py::isinstance<py::list>(rows[i]) || py::isinstance<py::tuple>(rows[i]))
      wrong_type(where, "a mapping with total, completed, longest and holds_bonus", rows[i]);
    auto get = [&](const char* key) -> py::object {
      if (!rows[i].contains(key)) throw py::value_error(where + " has no '" + key + "'");
      return rows[i][key];
    };
    auto number = [&](const char* key) {
      return static_cast<int>(to_int(get(key), where + "." + key, -1000000, 1000000));
    };
    sheet[i].routes = number("total");
    sheet[i].completed = number("completed");
    sheet[i].longest = number("longest");
    const py::object holds = get("holds_bonus");
    if (!PyBool_Check(holds.ptr())) wrong_type(where + ".holds_bonus", "True or False", holds);
    sheet[i].holds_bonus = holds.ptr() == Py_True;
    if (rows[i].contains("stations_used"))
      sheet[i].stations_built =
          static_cast<int>(to_int(rows[i]["stations_used"], where + ".stations_used", 0, 1000000));
    if (rows[i].contains("resigned")) {
      const py::object resigned = rows[i]["resigned"];
      if (!PyBool_Check(resigned.ptr())) wrong_type(where + ".resigned", "True or False", resigned);
      sheet[i].resigned = resigned.ptr() == Py_True;
    }
  }
  const int n = static_cast<int>(rows.size());
  const auto rank = ranks(rules, n, sheet);
  py::tuple out(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rank[i];
  return out;
}

std::string rules_repr(const Rules& rules) {
  const py::dict mine = rules_to_dict(rules), usual = rules_to_dict(Rules{});
  std::string s;
  for (const auto& item : mine)
    if (!item.second.equal(usual[item.first]))
      s += (s.empty() ? "" : ", ") + item.first.cast<std::string>() + "=" +
           std::string(py::repr(item.second));
  return "Rules(" + s + ")";
}

}  // namespace

Rules rules_from_dict(const py::dict& options, Rules rules) {
  // A copy: what is in there may run code of its own that changes the original.
  const auto copy = py::reinterpret_steal<py::dict>(PyDict_Copy(options.ptr()));
  for (const auto& item : copy) {
    if (!py::isinstance<py::str>(item.first))
      throw py::type_error("rules: option names are strings, got " + safe_repr(item.first));
    set_option(rules, utf8(item.first), item.second);
  }
  check_rules(rules);
  return rules;
}

py::dict rules_to_dict(const Rules& rules) {
  py::dict d;
  for (const auto& rule : kIntRules) d[text(rule.name)] = rules.*rule.field;
  for (const auto& rule : kBoolRules) d[text(rule.name)] = rules.*rule.field;
  for (const auto& rule : kChoiceRules) d[text(rule.name)] = text(rule.words[rules.*rule.field]);
  py::list points, costs, keys;
  for (int x : rules.route_points) points.append(x);
  for (int x : rules.station_costs) costs.append(x);
  for (TieBreak key : rules.tie_break)
    keys.append(text(kTieBreakNames[static_cast<std::size_t>(key)]));
  d["route_points"] = points;
  d["station_costs"] = costs;
  d["tie_break"] = keys;
  return d;
}

void bind_rules(py::module_& m) {
  py::class_<Rules> rules(m, "Rules",
                          "All options of the rules; immutable. `Rules.options()` lists them with "
                          "defaults, allowed values and meaning.");
  rules.def(py::init([](const py::kwargs& options) { return rules_from_dict(options, Rules{}); }))
      .def_static(
          "preset", [](const std::string& name) { return preset(name); }, py::arg("name"),
          "The option values of an edition: 'usa', the printed game of 2004; 'europe', the one of "
          "2005;\n'online', the plain variant.")
      .def_static(
          "presets",
          [] {
            py::tuple out(kPresetNames.size());
            for (std::size_t i = 0; i < out.size(); ++i) out[i] = text(kPresetNames[i]);
            return out;
          },
          "Names of the presets.")
      .def_static("options", &options,
                  "Every option: {name: {'default', 'allowed', 'doc'}}; 'allowed' is (smallest, "
                  "largest) for numbers, all words otherwise.")
      .def_static(
          "from_dict", [](const py::dict& d) { return rules_from_dict(d, Rules{}); }, py::arg("d"),
          "Options by name; those left out have their default.")
      .def("to_dict", &rules_to_dict, "All options as plain JSON types.")
      .def(
          "replace",
          [](const Rules& self, const py::kwargs& options) {
            return rules_from_dict(options, self);
          },
          "The same rules with some options changed.")
      .def("ranks", &ranks_of_rows, py::arg("rows"),
           "Ranks of final rows, 1 = best; level players share one (R90, R93).\n\n"
           "rows: one mapping per player with 'total', 'completed' (tickets), 'longest' (trains) "
           "and 'holds_bonus' (has the longest-trail card); 'stations_used' (0) and 'resigned' "
           "(False) may be left out.")
      .def("__repr__", &rules_repr)
      .def("__eq__",
           [](const Rules& a, const py::object& b) {
             return py::isinstance<Rules>(b) && a == b.cast<const Rules&>();
           })
      .def("__hash__",
           [](const Rules& self) { return py::hash(py::str(py::repr(rules_to_dict(self)))); })
      .def("__reduce__", [](const Rules& self) {
        const py::object restore = py::module_::import("ttr_fast.storage").attr("restore_rules");
        return py::make_tuple(restore, py::make_tuple(rules_to_dict(self)));
      });
  for (const auto& item : rules_to_dict(Rules{})) {
    const auto name = item.first.cast<std::string>();
    const bool sequence = name == "route_points" || name == "station_costs" || name == "tie_break";
    const std::string doc = options()[py::str(name)]["doc"].cast<std::string>();
    rules.def_property_readonly(
        name.c_str(),
        [name, sequence](const Rules& self) -> py::object {
          py::object value = option_value(self, name);
          return sequence ? py::object(py::tuple(value)) : value;
        },
        doc.c_str());
  }
}

}  // namespace ttr::bind
