// All boards that can come, street by street, with suits that make no difference taken together.
//
// Two boards are the same if a renaming of suits turns one into the other that changes neither the board
// before nor the ranges. Only one of them is kept; what it is worth to a hand is what the others are worth to
// the hand with its suits renamed. Each board has its own list of the hands that fit it: on the last street
// in order of strength, so that a sweep over the list settles a showdown.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/rules.hpp"
#include "solvers/private_hands.hpp"

namespace riverboat {

using HandIndex = std::uint16_t;

// One strength of the traverser's hands, weakest first: which of them, and how many of the opponent's are
// weaker, and weaker or equal.
struct StrengthGroup {
    HandIndex own_end, weaker, not_stronger;
};

// For each player as the one whose values are asked.
struct ShowdownOrder {
    std::vector<StrengthGroup> groups;  // on the last street
    std::vector<HandIndex> same;        // by own hand: the opponent's same hand, or how many hands he has
};

struct BoardChild {
    std::uint32_t board;      // of the next round
    std::uint32_t first_map;  // renamings that lead here, each a pair of maps; the first changes nothing
    std::uint32_t maps;
};

struct RunoutBoard {
    CardMask cards = 0;
    std::vector<Card> dealt;                                   // in the order of the streets
    std::array<std::vector<HandIndex>, kSolverPlayers> hands;  // which of the private hands fit, in order
    std::array<std::vector<PrivateHand>, kSolverPlayers> hand_cards;
    std::vector<BoardChild> children;
    std::array<ShowdownOrder, kSolverPlayers> showdown;
};

struct Runouts {
    int first_round = 0;
    int hole_cards = 2;
    std::vector<std::vector<RunoutBoard>> rounds;  // by round; earlier rounds than the first are empty
    // For each player: by hand of the child, the hand of the parent that has its value under the renaming.
    std::array<std::vector<std::vector<HandIndex>>, kSolverPlayers> maps;
    std::vector<double> chance;  // by round: the probability of each of its deals, given both hands
};

// `start` is the board on the table when play begins in `first_round`.
Runouts deal_runouts(const GameRules& rules, int first_round, const std::vector<Card>& start,
                     const BothHands& hands);

}  // namespace riverboat
