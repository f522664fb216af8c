// Where a tree begins: a hand at any point, with what the menu and the row key remember of its past.
#pragma once

#include "games/rules/table.hpp"
#include "games/trees/street.hpp"

namespace riverboat {

// The table's hand must not be over and must be of the same game.
TreeState tree_root(const TreeRules& rules, const HandTable& table);

// What the menu offers whoever is to act at the table.
Choices choices_at(const Menu& menu, const HandTable& table);

// The hash that nodes of one row share, of the decision at the table. The row key must not be RowKind::own.
std::uint64_t row_hash_at(const TreeRules& rules, const HandTable& table);

}  // namespace riverboat
