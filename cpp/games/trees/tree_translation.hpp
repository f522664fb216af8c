// Which node and choice of one tree stand for those of another, finer one of the same game.
#pragma once

#include <cstdint>
#include <vector>

#include "games/rules/betting.hpp"
#include "games/trees/tree.hpp"

namespace riverboat {

inline constexpr std::int32_t kUntranslated = -1;

struct TreeTranslation {
    std::vector<std::int32_t> node;    // by node of the finer tree: a node of the other, or kUntranslated
    std::vector<std::int32_t> choice;  // by choice of the finer tree: a choice of the other, or kUntranslated
};

// Walks both trees together. A bet or raise stands for the size of the other tree that it is nearest to in
// the pseudo-harmonic sense (Ganzfried and Sandholm 2013), in fractions of the pot; all-in for all-in. A
// call stands for a call, and for nothing where the other menu has none.
// `start`: the betting where the finer tree begins; `other_node`: the node of the other tree there, which the
// same actions lead to. Where the trees part, because different players act or a hand is over in one of them,
// nothing is translated from there on. Of several histories that lead to a joined node the first counts.
TreeTranslation translate_tree(const GameRules& rules, const BettingTree& finer, const Betting& start,
                               const BettingTree& other, std::uint32_t other_node);

}  // namespace riverboat
