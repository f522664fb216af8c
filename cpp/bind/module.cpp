#include "bind/bind.hpp"
#include "runtime/cpu.hpp"

namespace riverboat::bind {
void register_cards(nb::module_& m);
void register_isomorphism(nb::module_& m);
void register_equity(nb::module_& m);
void register_games(nb::module_& m);
void register_trees(nb::module_& m);
void register_solvers(nb::module_& m);
void register_transport(nb::module_& m);
void register_features(nb::module_& m);
void register_strengths(nb::module_& m);
void register_abstraction(nb::module_& m);
void register_board_tables(nb::module_& m);
void register_sampled(nb::module_& m);
void register_kmedians(nb::module_& m);
void register_gs(nb::module_& m);
void register_bots(nb::module_& m);
void register_continuations(nb::module_& m);
void register_flat_walk(nb::module_& m);
void register_tournament(nb::module_& m);
void register_dealt_jams(nb::module_& m);
void register_sequence(nb::module_& m);
}  // namespace riverboat::bind

NB_MODULE(_core, m) {
    nanobind::set_leak_warnings(false);  // caches that live as long as the interpreter are no leaks
    m.doc() = "Riverboat's native core. Arguments are checked by the Python modules in front of it.";
    m.def(
        "cpu_path", [] { return std::string(riverboat::cpu_path_name(riverboat::cpu_path())); },
        "The instruction path the kernels take on this machine: baseline, bmi2 or avx512.");
    riverboat::bind::register_cards(m);
    riverboat::bind::register_isomorphism(m);
    riverboat::bind::register_equity(m);
    riverboat::bind::register_games(m);
    riverboat::bind::register_trees(m);
    riverboat::bind::register_solvers(m);
    riverboat::bind::register_transport(m);
    riverboat::bind::register_features(m);
    riverboat::bind::register_strengths(m);
    riverboat::bind::register_abstraction(m);
    riverboat::bind::register_board_tables(m);
    riverboat::bind::register_sampled(m);
    riverboat::bind::register_kmedians(m);
    riverboat::bind::register_gs(m);
    riverboat::bind::register_bots(m);
    riverboat::bind::register_continuations(m);
    riverboat::bind::register_flat_walk(m);
    riverboat::bind::register_tournament(m);
    riverboat::bind::register_dealt_jams(m);
    riverboat::bind::register_sequence(m);
}
