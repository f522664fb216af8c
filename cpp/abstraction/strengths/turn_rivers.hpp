// The river buckets that a hand on the turn can reach: one for each of the 46 rivers.
#pragma once

#include <cstdint>
#include <span>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

inline constexpr int kTurnRivers = 46;
using FlopBoard = std::array<Card, 3>;
using TurnBoard = std::array<Card, 4>;

// `bucket_of_pair` gives the bucket of wins and ties, at kPairSide * wins + ties (river_pairs.hpp).

// Writes to `out`, [index][46] by the index of HandIndexer((2, 4)), the buckets of the classes of hands on
// these boards, in ascending order. With one board of each of the 16,432 classes of boards it writes all
// 13,960,050 rows, each once.
void turn_rivers(const Evaluator& evaluator, std::span<const TurnBoard> boards,
                 const std::uint16_t* bucket_of_pair, std::uint16_t* out, unsigned threads,
                 const Watch& watch);

// The same for chosen hands (hand indices) on each board: out is [boards][hands][46]. The rows of hands that
// meet the board are 65,535 throughout.
void hand_rivers(const Evaluator& evaluator, std::span<const TurnBoard> boards,
                 std::span<const std::int32_t> hands, const std::uint16_t* bucket_of_pair, std::uint16_t* out,
                 unsigned threads, const Watch& watch);

// The same for hands on all 49 turns of one flop, by ascending turn card: out is [49][hands][46]. A turn and
// a river make the same board in either order, so each of the 1,176 boards is evaluated once.
void flop_rivers(const Evaluator& evaluator, const FlopBoard& flop, std::span<const std::int32_t> hands,
                 const std::uint16_t* bucket_of_pair, std::uint16_t* out);

}  // namespace riverboat
