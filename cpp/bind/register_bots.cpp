#include "bind/bind.hpp"
#include "games/win_rate.hpp"

namespace riverboat::bind {

namespace {

double win_rate(const GameRules& rules, const std::vector<Card>& hole, const std::vector<Card>& board,
                int opponents, std::uint32_t samples, std::uint64_t seed) {
    return sampled_win_rate(rules, hole, board, opponents, samples, seed);
}

}  // namespace

void register_bots(nb::module_& m) {
    using namespace nb::literals;
    m.def("win_rate", &win_rate, "rules"_a, "hole"_a, "board"_a, "opponents"_a, "samples"_a, "seed"_a,
          "Mean share of the pot of a hand against random hands, over sampled deals.");
}

}  // namespace riverboat::bind
