// All the counts that say what a tree will cost, before anything is allocated for it.
#pragma once

#include <array>
#include <vector>

#include "games/rules/table.hpp"
#include "games/trees/row_count.hpp"
#include "games/trees/tree_count.hpp"

namespace riverboat {

inline constexpr std::array<RowKind, 4> kSharedRows = {RowKind::pot_stack, RowKind::last_action,
                                                       RowKind::round_actions, RowKind::last_per_round};

struct PlanCount {
    std::vector<StreetCount> streets;                            // by round
    std::array<std::vector<RowCount>, kSharedRows.size()> rows;  // by key, then by round
};

// The tree under its own row key, and the rows under every other; the counts run beside each other.
PlanCount count_plan(const TreeRules& rules, const HandTable& root, std::uint64_t most_situations,
                     unsigned threads, const Watch& watch);

}  // namespace riverboat
