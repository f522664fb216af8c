// What a hand wins against random hands, by sampled deals: the one number that simple players look at.
#pragma once

#include <cstdint>
#include <span>

#include "bots/sampled_showdowns.hpp"

namespace riverboat {

// Pots won at the showdown in `samples` deals of what is not known, in units of 1 / kPotShares: whole
// numbers, so that their sum is exact. In hold'em against one opponent before the flop a deal is no more than
// a draw from the chances of winning and tying, which are known: the distribution of the sum is the same.
std::uint64_t sampled_shares(const GameRules& rules, const Holding& holding, std::uint32_t samples,
                             std::uint64_t seed);

// How many of the ascending `cuts` that sum reaches; dealing ends when the deals left cannot change it.
int sampled_bin(const GameRules& rules, const Holding& holding, std::uint32_t samples, std::uint64_t seed,
                std::span<const std::uint64_t> cuts);

// The mean share of the pot.
inline double win_rate_of(std::uint64_t shares, std::uint32_t samples) {
    return static_cast<double>(shares) / (static_cast<double>(samples) * kPotShares);
}

}  // namespace riverboat
