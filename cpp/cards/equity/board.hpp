// All hands on one complete board at once.
//
// On a fixed board hands differ only by the kinds of their two cards: a card's rank, and whether it is of the
// one suit that can still make a flush (the suit of at least three board cards). At most 13 + 10 kinds, so
// about 91 pairs of kinds without a flush suit and 276 with one: evaluate and count those, then spread the
// answers over 1,326 hands.
#pragma once

#include <array>
#include <cstdint>

#include "cards/evaluator/evaluator.hpp"

namespace riverboat {

inline constexpr int kBoardCards = 5;
using Board = std::array<Card, kBoardCards>;

// Strength of every hand index; 0 where a hand shares a card with the board.
void board_strengths(const Evaluator& evaluator, const Board& board, Strength* out);

// The same as numbers 1, 2, … without gaps, weakest first; returns the highest. What a sweep over hands sorts
// by.
int dense_board_strengths(const Evaluator& evaluator, const Board& board, std::uint16_t* out);

// Against all hands of the rest of the deck (990 of 45 cards): how many a hand beats and how many it ties.
struct WinTie {
    std::uint16_t wins, ties;
};
inline constexpr int kRiverOpponents = 990;

// For every hand index; {0, 0} where a hand shares a card with the board.
void board_win_tie(const Evaluator& evaluator, const Board& board, WinTie* out);

// For one hand that does not meet the board, in a fifth of the time.
WinTie hand_win_tie(const Evaluator& evaluator, const Board& board, Card first, Card second);

}  // namespace riverboat
