// One hand against every other hand, over all cards that can still come.
#pragma once

#include <span>

#include "cards/equity/board.hpp"

namespace riverboat {

// The share of the pot that `hand` wins against each hand index when nobody bets any more: `out` is [1326], 0
// where a hand meets the hand, the board or a dead card. `start`: three to five cards of the board. Exact:
// all 990 boards that can follow a flop, in a quarter of a millisecond.
void against_hands(const Evaluator& evaluator, Hand hand, std::span<const Card> start, CardMask dead,
                   double* out);

}  // namespace riverboat
