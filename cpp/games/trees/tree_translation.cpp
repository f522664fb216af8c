#include "games/trees/tree_translation.hpp"

#include <algorithm>
#include <span>

namespace riverboat {

namespace {

struct Place {
    std::uint32_t node, other;
    Betting betting, other_betting;
};

// A raise in pots: what is added to a call, over the pot after it.
double pot_fraction(const GameRules& rules, const Betting& b, Chips to) {
    const Chips call = legal_actions(rules, b).call;
    double pot = call;
    for (int seat = 0; seat < b.players; ++seat) pot += b.total[seat];
    return (to - b.bet[b.actor] - call) / pot;
}

Chips all_in_to(const Betting& b) {
    return b.bet[b.actor] + b.stack[b.actor];
}

std::span<const Action> choices_of(const BettingTree& tree, std::uint32_t node) {
    return {tree.action.data() + tree.first_choice[node], tree.action.data() + tree.first_choice[node + 1]};
}

// x is played as the smaller size up to (A + B + 2AB) / (A + B + 2).
bool is_smaller(double a, double b, double x) {
    return x <= (a + b + 2 * a * b) / (a + b + 2);
}

// The index of the choice that an action stands for, or kUntranslated.
std::int32_t translate_action(const GameRules& rules, const Place& at, Action action,
                              std::span<const Action> others) {
    const auto place = [&](auto found) { return static_cast<std::int32_t>(found - others.begin()); };
    if (action <= kCall) {
        const auto same = std::find(others.begin(), others.end(), action);
        return same == others.end() ? kUntranslated : place(same);
    }
    const std::int32_t last = static_cast<std::int32_t>(others.size()) - 1;
    if (action == all_in_to(at.betting) && others[last] == all_in_to(at.other_betting)) return last;
    const double size = pot_fraction(rules, at.betting, action);
    double below = 0;  // a call, where the menu has one
    bool has_below = std::find(others.begin(), others.end(), kCall) != others.end();
    const auto first = std::find_if(others.begin(), others.end(), [](Action a) { return a > kCall; });
    for (std::int32_t i = place(first); i <= last; ++i) {
        const double above = pot_fraction(rules, at.other_betting, others[i]);
        if (size <= above) return has_below && is_smaller(below, above, size) ? i - 1 : i;
        below = above;
        has_below = true;
    }
    return last;
}

}  // namespace

TreeTranslation translate_tree(const GameRules& rules, const BettingTree& finer, const Betting& start,
                               const BettingTree& other, std::uint32_t other_node) {
    TreeTranslation found{std::vector<std::int32_t>(finer.nodes(), kUntranslated),
                          std::vector<std::int32_t>(finer.child.size(), kUntranslated)};
    std::vector<Place> left = {{0, other_node, start, start}};
    found.node[0] = static_cast<std::int32_t>(other_node);
    while (!left.empty()) {
        const Place at = left.back();
        left.pop_back();
        const std::span<const Action> others = choices_of(other, at.other);
        std::uint32_t choice = finer.first_choice[at.node];
        for (const Action action : choices_of(finer, at.node)) {
            const std::uint32_t here = choice++;
            const std::int32_t stands_for = translate_action(rules, at, action, others);
            if (stands_for == kUntranslated) continue;
            const std::uint32_t there = other.first_choice[at.other] + static_cast<std::uint32_t>(stands_for);
            found.choice[here] = static_cast<std::int32_t>(there);
            const std::int32_t child = finer.child[here], other_child = other.child[there];
            if (child < 0 || other_child < 0 || found.node[child] != kUntranslated) continue;
            if (finer.actor[child] != other.actor[other_child] ||
                finer.round[child] != other.round[other_child])
                continue;
            found.node[child] = other_child;
            Place next = {static_cast<std::uint32_t>(child), static_cast<std::uint32_t>(other_child),
                          at.betting, at.other_betting};
            apply(rules, next.betting, action);
            apply(rules, next.other_betting, others[stands_for]);
            left.push_back(next);
        }
    }
    return found;
}

}  // namespace riverboat
