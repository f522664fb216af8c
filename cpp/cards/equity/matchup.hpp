// Known hands against each other over all boards that can still come.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cards/evaluator/evaluator.hpp"

namespace riverboat {

inline constexpr int kPotShares = 2520;  // divisible by 1..10: split pots stay whole numbers

struct MatchupCounts {
    std::uint64_t boards = 0;
    std::array<std::int64_t, kMaxPlayers> wins{};    // boards won alone
    std::array<std::int64_t, kMaxPlayers> ties{};    // boards shared
    std::array<std::int64_t, kMaxPlayers> shares{};  // pots won, in units of 1 / kPotShares
};

// Exact counts for 1 to 10 disjoint hands, 0 to 5 known board cards, and dead cards that cannot come.
MatchupCounts matchup(const Evaluator& evaluator, std::span<const Hand> hands, std::span<const Card> board,
                      CardMask dead);

// Heads-up before the flop for many pairs of hands: rows of four cards in, {wins of the first, ties} out.
void heads_up_preflop(const Evaluator& evaluator, const Card* rows, std::size_t count,
                      std::uint32_t* wins_ties, unsigned threads, const Watch& watch);

}  // namespace riverboat
