// The hands that two players may hold, with their weights.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card.hpp"

namespace riverboat {

inline constexpr int kSolverPlayers = 2;
inline constexpr Card kNoSecondCard = kCards;  // of one-card hands

struct PrivateHand {
    Card first, second;
    CardMask mask() const { return bit_of(first) | (second == kNoSecondCard ? CardMask{0} : bit_of(second)); }
    friend bool operator==(const PrivateHand&, const PrivateHand&) = default;
};

// At most 65,535 hands; a hand that a range does not hold is not here and costs nothing.
struct PrivateHands {
    std::vector<PrivateHand> hands;
    std::vector<double> weights;
    std::size_t size() const { return hands.size(); }
};

using BothHands = std::array<PrivateHands, kSolverPlayers>;

}  // namespace riverboat
