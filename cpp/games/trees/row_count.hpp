// How many rows a row key leaves, counted without building the tree.
//
// What a street does to the letters of a history does not depend on the letters it began with. So every shape
// of a situation is walked once, from blank letters, and shapes that do the same from here to the end of the
// hand are put into one class (as states of a finite automaton are when it is minimised). What is left to
// enumerate are pairs of a class and the letters before it.
#pragma once

#include <cstdint>
#include <vector>

#include "games/trees/street.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

struct RowCount {
    std::uint64_t rows = 0;
    std::uint64_t choices = 0;  // of all rows
};

// By round. The row key must not be RowKind::own: its rows are the nodes.
std::vector<RowCount> count_rows(const TreeRules& rules, const TreeState& root, const Watch& watch);

}  // namespace riverboat
