// Wins and ties of every hand on every river board against the 990 hands of the rest of the deck.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Writes to `out`, by the index of HandIndexer((2, 5)), the classes of hands on these boards. With one board
// of each of the 134,459 classes of boards it writes all 123,156,254 places, each once.
void river_pairs(const Evaluator& evaluator, std::span<const Board> boards, WinTie* out, unsigned threads,
                 const Watch& watch);

inline constexpr int kPairSide = kRiverOpponents + 1;  // wins, and ties, go from 0 to 990

// How many hands on these boards have each pair, at kPairSide * wins + ties; board i counts weights[i] times.
std::vector<std::uint64_t> river_pair_counts(const Evaluator& evaluator, std::span<const Board> boards,
                                             std::span<const std::int64_t> weights, unsigned threads,
                                             const Watch& watch);

}  // namespace riverboat
