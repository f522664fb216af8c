// All boards that can come, street by street, with suits that make no difference taken together.
//
// Two boards are the same if a renaming of suits turns one into the other that changes neither the board
// before nor the ranges, and that the caller allows. Only one of them is kept; what it is worth to a hand is
// what the others are worth to the hand with its suits renamed. Each board has its own list of the hands that
// fit it: on the last street in order of strength, so that a sweep over the list settles a showdown.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/rules/rules.hpp"
#include "solvers/game/private_hands.hpp"

namespace riverboat {

using HandIndex = std::uint16_t;
using Renaming = std::array<std::uint8_t, 4>;  // suit -> suit

// One strength of a player's classes, weakest first: which of them, and how many of the opponent's hands are
// weaker, and weaker or equal.
struct StrengthGroup {
    HandIndex own_end, weaker, not_stronger;
};

// One player's hands on one board.
struct BoardHands {
    // By class: its first hand, as a number of the private hands and as cards, and how many hands it has.
    std::vector<HandIndex> first;
    std::vector<PrivateHand> cards;
    std::vector<HandIndex> size;
    // By hand, all of them, weakest first: cards and class.
    std::vector<PrivateHand> all;
    std::vector<HandIndex> class_of;
    // By class: the opponent's class that has the same hand, or how many classes he has if none.
    std::vector<HandIndex> same;
    std::vector<StrengthGroup> groups;  // on the last street
    std::size_t classes() const { return first.size(); }
};

struct BoardChild {
    std::uint32_t board;  // of the next round
    std::uint32_t down;   // map: by class of the child, the class of the parent with that hand
    std::uint32_t
        first_up;       // maps, one for each deal that is the same but for suits: by class of the parent,
    std::uint32_t ups;  // the class of the child that has its value, or how many there are if none
};

struct RunoutBoard {
    CardMask cards = 0;
    std::vector<Card> dealt;  // in the order of the streets
    std::array<BoardHands, kSolverPlayers> hands;
    std::vector<BoardChild> children;
};

struct Runouts {
    int first_round = 0;
    int hole_cards = 2;
    std::vector<std::vector<RunoutBoard>> rounds;  // by round; earlier rounds than the first are empty
    std::array<std::vector<std::vector<HandIndex>>, kSolverPlayers> maps;
    std::vector<double> chance;  // by round: the probability of each of its deals, given both hands
};

// `start` is the board on the table when play begins in `first_round`. Boards are dealt up to `last_round`.
// `allowed`: a group of renamings, if not all of them leave the game the same; empty for all.
Runouts deal_runouts(const GameRules& rules, int first_round, int last_round, const std::vector<Card>& start,
                     const BothHands& hands, const std::vector<Renaming>& allowed = {});

// Adds the class of each hand, the hands in order of their cards, the low card first: what does not depend on
// how a release orders hands of a class.
void append_by_cards(const BoardHands& hands, std::vector<HandIndex>& out);

}  // namespace riverboat
