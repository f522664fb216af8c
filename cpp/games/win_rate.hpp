// What a hand wins against random hands, by sampled deals: the one number that simple players look at.
#pragma once

#include <cstdint>
#include <span>

#include "games/rules.hpp"

namespace riverboat {

// The mean share of the pot at the showdown: 1 for a win, 1 / k for a tie of k players. `hole` and `board`
// are different cards of the deck; the rest of the board and the cards of the opponents are drawn.
double sampled_win_rate(const GameRules& rules, std::span<const Card> hole, std::span<const Card> board,
                        int opponents, std::uint32_t samples, std::uint64_t seed);

}  // namespace riverboat
