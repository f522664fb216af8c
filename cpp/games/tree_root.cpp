#include "games/tree_root.hpp"

namespace riverboat {

namespace {

// No place in a list of sizes: an action of the past that the menu did not offer.
constexpr std::uint8_t kOffMenu = 254;

// The hand must not be over, so a raise never ends a round.
Action action_between(const Betting& before, const Betting& after) {
    if (after.folded != before.folded) return kFold;
    return after.round == before.round && after.raises > before.raises ? after.highest : kCall;
}

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
    state.recall.street_aggressor = state.recall.last_aggressor = kNobody;
    return state;
}

}  // namespace

TreeState tree_root(const TreeRules& rules, const HandTable& table) {
    const std::vector<Betting>& history = table.history();
    TreeState state = first_state(history.empty() ? table.betting() : history.front());
    for (std::size_t i = 0; i < history.size(); ++i) {
        const Betting& after = i + 1 < history.size() ? history[i + 1] : table.betting();
        const Action action = action_between(history[i], after);
        apply(rules.game, rules.menu, rules.row_key, state, action, label_of(rules, state, action));
    }
    return state;
}

Choices choices_at(const Menu& menu, const HandTable& table) {
    const TreeRules rules{table.rules(), menu, {}};
    const TreeState state = tree_root(rules, table);
    Choices choices;
    choices_of(rules.game, rules.menu, state.betting, state.recall, choices);
    return choices;
}

}  // namespace riverboat
