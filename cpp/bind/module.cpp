// The module is a list; each topic has its file.
#include "bind.hpp"

PYBIND11_MODULE(_core, m) {
  m.doc() = "Compiled core of ttr_fast. Use it through the names of the package `ttr_fast`.";
  ttr::bind::bind_constants(m);
  ttr::bind::bind_rules(m);
  ttr::bind::bind_seat_score(m);
  ttr::bind::bind_rng(m);
  ttr::bind::bind_state(m);
  ttr::bind::bind_game(m);
  ttr::bind::bind_resample(m);
  ttr::bind::bind_open_spiel(m);
  ttr::bind::bind_observe(m);
  ttr::bind::bind_playouts(m);
  ttr::bind::bind_totals(m);
  ttr::bind::bind_networks(m);
  ttr::bind::bind_trail(m);
  ttr::bind::bind_trail_plugin(m);
  ttr::bind::bind_policy_plugin(m);
  ttr::bind::bind_c_api(m);
  ttr::bind::bind_repeat(m);
  ttr::bind::bind_replay(m);
  ttr::bind::bind_vector_env(m);
  ttr::bind::bind_batched_playouts(m);
}
