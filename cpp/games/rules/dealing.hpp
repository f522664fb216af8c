// The cards of one hand: hole cards by seat and the whole board, dealt before the first bet.
#pragma once

#include <array>
#include <utility>

#include "cards/evaluator/evaluator.hpp"
#include "games/rules/betting.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

inline constexpr Card kUnknownCard = 255;

struct Dealt {
    std::array<std::array<Card, kMaxHandCards>, kMaxPlayers> holes;
    std::array<Card, kMaxHandCards> board;
};

inline Dealt nothing_dealt() {
    Dealt dealt;
    for (auto& hole : dealt.holes) hole.fill(kUnknownCard);
    dealt.board.fill(kUnknownCard);
    return dealt;
}

// Draws cards without replacement: a shuffle that stops where the hand needs no more.
class Dealer {
  public:
    // `deck` holds the cards that may be drawn.
    Dealer(const Card* deck, int size, Rng& rng) : rng_(rng), left_(size) {
        for (int i = 0; i < size; ++i) cards_[i] = deck[i];
    }
    Card draw() {
        const std::uint32_t at = rng_.below(static_cast<std::uint32_t>(left_));
        const Card card = cards_[at];
        cards_[at] = cards_[--left_];
        return card;
    }

  private:
    Rng& rng_;
    int left_;
    std::array<Card, kCards> cards_;
};

// Strengths of the players in `seats`; their cards and the whole board must be known.
inline std::array<Strength, kMaxPlayers> strengths_of(const GameRules& rules, const Evaluator& evaluate,
                                                      const Dealt& dealt, SeatMask seats) {
    std::array<Strength, kMaxPlayers> strengths{};
    const int board = rules.board_size(rules.rounds - 1), holes = rules.hole_cards;
    std::array<Card, kMaxHandCards> hand;
    for (int i = 0; i < board; ++i) hand[i] = dealt.board[i];
    for (unsigned left = seats; left != 0; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        for (int i = 0; i < holes; ++i) hand[board + i] = dealt.holes[seat][i];
        strengths[seat] = evaluate(hand.data(), board + holes);
    }
    return strengths;
}

}  // namespace riverboat
