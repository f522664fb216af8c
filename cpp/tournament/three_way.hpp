// Three hands all-in before the flop: how often each order of their strengths comes, exactly, for classes of
// hands.
//
// A strength depends on the ranks and, where a suit has three cards or more on the board, on which cards are
// of that suit. So boards are counted by ranks as if there were no flushes (6,175 sets of ranks), and what
// flushes change is added for one suit, four times: boards are then the ranks of that suit and the other
// ranks, 36,608 in all, and a hand is a class and which of its cards are of the suit, 416 in all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

inline constexpr int kOrders = 13;  // of three strengths, ties included
// Places of the three by order, 0 the best; those that tie have the same.
inline constexpr std::array<std::array<std::uint8_t, 3>, kOrders> kOrderPlaces = {{
    {0, 1, 2},  // first > second > third
    {0, 2, 1},
    {1, 0, 2},
    {2, 0, 1},
    {1, 2, 0},
    {2, 1, 0},
    {0, 0, 1},
    {0, 1, 0},
    {1, 0, 0},
    {0, 1, 1},
    {1, 0, 1},
    {1, 1, 0},
    {0, 0, 0},
}};

using ClassTriple = std::array<std::uint8_t, 3>;  // cells of the 13 x 13 grid, aces first, suited above

// Deals (hands of the classes that share no card, with a board) by order, for each triple of classes.
std::vector<std::array<std::uint32_t, kOrders>> three_way_orders(std::span<const ClassTriple> triples,
                                                                 unsigned threads, const Watch& watch);

}  // namespace riverboat
