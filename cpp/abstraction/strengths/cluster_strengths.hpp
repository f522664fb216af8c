// How strong all hands on a board are against each of a few clusters of opposing hands (OCHS).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

inline constexpr int kMostClusters = 16;  // two or one vectors of 16-bit counters

// By hand index: the cluster of each opposing hand, 0 to kMostClusters - 1.
using ClusterOfHand = std::array<std::uint8_t, kHands>;

// For each of `boards` (rows of `board_cards` cards, 3 to 5): out[hand][cluster], the share of the pot
// against a hand of the cluster, each as likely as the other, over all ways to end the board. 0.5 where no
// hand of the cluster can be held; 0 for hands that meet the board. out: [boards][1326][clusters].
void cluster_strengths(const Evaluator& evaluator, const Card* boards, std::size_t count, int board_cards,
                       const ClusterOfHand& cluster_of, int clusters, float* out, unsigned threads,
                       const Watch& watch);

}  // namespace riverboat
