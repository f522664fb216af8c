// Every hand of the deck, evaluated one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/evaluator/evaluator.hpp"

namespace riverboat {

// How many of all hands of `count` cards have each strength (index 0 stays empty). Each hand is enumerated
// and evaluated by itself: no class is counted by its multiplicity. `watch` is told hands.
std::vector<std::uint64_t> strength_counts(const Evaluator& evaluator, int count, unsigned threads,
                                           const Watch& watch);

}  // namespace riverboat
