#include "games/trees/tree_root.hpp"

namespace riverboat {

namespace {

// No place in a list of sizes: an action of the past that the menu did not offer.
constexpr std::uint8_t kOffMenu = 254;

std::uint8_t label_of(const TreeRules& rules, const TreeState& state, Action action) {
    Choices choices;
    choices_of(rules.game, rules.menu, state.betting, state.recall, choices);
    for (int i = 0; i < choices.count; ++i) {
        if (choices.actions[i] == action) return choices.labels[i];
    }
    return kOffMenu;
}

TreeState first_state(const Betting& betting) {
    TreeState state{};
    state.betting = betting;
    state.betting.aggressor = kNobody;
    state.recall.street_aggressor = state.recall.last_aggressor = state.recall.hand_aggressor = kNobody;
    return state;
}

}  // namespace

TreeState tree_root(const TreeRules& rules, const HandTable& table) {
    TreeState state = first_state(table.start());
    for (const Action action : table.taken())
        apply(rules.game, rules.menu, rules.row_key, state, action, label_of(rules, state, action));
    return state;
}

Choices choices_at(const Menu& menu, const HandTable& table) {
    const TreeRules rules{table.rules(), menu, {}};
    const TreeState state = tree_root(rules, table);
    Choices choices;
    choices_of(rules.game, rules.menu, state.betting, state.recall, choices);
    return choices;
}

std::uint64_t row_hash_at(const TreeRules& rules, const HandTable& table) {
    const TreeState state = tree_root(rules, table);
    Choices choices;
    choices_of(rules.game, rules.menu, state.betting, state.recall, choices);
    return row_hash(state.recall.letters,
                    rest_of_key(rules.game, rules.row_key, state, choices, rules.menu.big_blind));
}

}  // namespace riverboat
