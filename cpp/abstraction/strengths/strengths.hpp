// How strong every class of hands of a street is against one random hand, for all classes of a street at
// once.
//
// Boards are taken up to a renaming of suits (1,755 flops, 16,432 turns, 134,459 rivers). On each, all hands
// are counted together over every way the board can end, and the sums go to the hands' classes. A class
// belongs to one such board only, so boards can be worked on in any order and by any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Over the ways to end the board, C(47, 2), 46 or 1, by the index of HandIndexer((2, board_cards)): opposing
// hands beaten and tied, and the sum of (2 wins + ties)^2, at most 1,081 * 1,980^2 < 2^32.
struct StrengthSums {
    std::uint32_t* wins;
    std::uint32_t* ties;
    std::uint32_t* squares;
};

// Fills what belongs to boards [begin, end) of canonical_boards.
void street_strengths(const Evaluator& evaluator, int board_cards, std::size_t begin, std::size_t end,
                      const StrengthSums& out, unsigned threads, const Watch& watch);

}  // namespace riverboat
