// Which nodes of a betting tree share a row of the strategy table.
//
// A node's own row is the default. The other keys pool nodes of the same street, actor and choices:
// - pot_stack: players left, players still to act, raises in this round, class of the pot and of the stack;
// - last_action, round_actions, last_per_round: what a summary of the history by letters keeps.
// The letters: p passive, c call, C call of a raise over one's own raise, r bet or raise, R raise over a
// raise. A check is a p like a fold, or a c like a call; that is an option.
#pragma once

#include <cstdint>

#include "games/trees/menu.hpp"

namespace riverboat {

enum class RowKind : std::uint8_t { own, pot_stack, last_action, round_actions, last_per_round };

struct RowKey {
    RowKind kind = RowKind::own;
    bool check_is_call = false;  // else a check is passive, like a fold
    bool keep_aggressor =
        false;  // nodes of trees that join histories differ if other seats bet or raised last
};

enum Letter : std::uint8_t { kNoLetter = 0, kPassive, kCalled, kCalledReraise, kRaised, kReraised };

inline bool keeps_letters(const RowKey& key) {
    return key.kind >= RowKind::last_action;
}

// A state in a tree: equal bytes are equal situations, now and from here on.
struct TreeState {
    Betting betting;
    Recall recall;
};
static_assert(std::has_unique_object_representations_v<TreeState> && sizeof(TreeState) % 8 == 0);

// Does the action and remembers of it what the menu and the row key ask for.
void apply(const GameRules& rules, const Menu& menu, const RowKey& key, TreeState& state, Action action,
           std::uint8_t label);

// Later letters of a seat replace its earlier ones.
Letters followed_by(const Letters& earlier, const Letters& later);

// The part of the key that is not letters: street, actor, choices and, for pot_stack, its classes.
std::uint64_t rest_of_key(const GameRules& rules, const RowKey& key, const TreeState& state,
                          const Choices& choices, Chips big_blind);

// Equal for nodes that share a row.
std::uint64_t row_hash(const Letters& letters, std::uint64_t rest);

}  // namespace riverboat
