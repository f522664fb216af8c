#include "games/trees/street.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace riverboat {

namespace {

// Every action raises this: a raise by the first part, anything else by one turn less to come.
int progress_of(const Betting& b) {
    return 2 * kMaxPlayers * b.raises - seat_count(b.to_act);
}

// The same street with its nodes in the given order.
Street reordered(const Street& street, const std::vector<std::uint32_t>& order) {
    std::vector<std::int32_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::int32_t>(i);
    Street out;
    out.exits = street.exits;
    for (std::uint32_t old : order) {
        Street::Node node = street.nodes[old];
        const std::uint32_t first = node.first_choice;
        node.first_choice = static_cast<std::uint32_t>(out.actions.size());
        out.nodes.push_back(node);
        for (std::uint32_t c = first; c < first + node.choices; ++c) {
            out.actions.push_back(street.actions[c]);
            out.targets.push_back(street.targets[c] < 0 ? street.targets[c] : place[street.targets[c]]);
        }
    }
    return out;
}

}  // namespace

std::uint32_t Shapes::number(TreeState state) {
    Betting& b = state.betting;
    Chips pot = 0;
    for (int seat = 0; seat < b.players; ++seat) {
        pot += b.total[seat];
        b.total[seat] = 0;
        if (b.folded >> seat & 1) b.stack[seat] = 0;
    }
    b.total[0] = pot;  // only the sum counts from here on
    return states_.number(state);
}

Street StreetBuilder::build(const TreeState& start, bool joined, std::vector<Shapes>& shapes) {
    Street street;
    states_.clear();
    const auto node_of = [&](const TreeState& state) {
        return joined ? states_.number(state) : states_.append(state);
    };
    node_of(start);
    Choices choices;
    double exits = 0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (exits > most_exits) throw TooManyExits{};
        if (states_.size() > most_nodes)
            throw StreetTooLarge("one street alone has more than " + std::to_string(most_nodes) +
                                 " different situations");
        const TreeState state = states_[i];
        choices_of(rules_.game, rules_.menu, state.betting, state.recall, choices);
        const bool own = rules_.row_key.kind == RowKind::own;
        street.nodes.push_back(
            {static_cast<std::uint8_t>(state.betting.actor),
             static_cast<std::uint8_t>(seat_count(state.betting.in_hand())),
             static_cast<std::uint16_t>(choices.count), static_cast<std::uint32_t>(street.actions.size()),
             own ? 0 : rest_of_key(rules_.game, rules_.row_key, state, choices, rules_.menu.big_blind),
             state.recall.letters});
        for (int c = 0; c < choices.count; ++c) {
            TreeState after = state;
            apply(rules_.game, rules_.menu, rules_.row_key, after, choices.actions[c], choices.labels[c]);
            street.actions.push_back(choices.actions[c]);
            const Betting& b = after.betting;
            if (!b.is_over() && b.round == start.betting.round) {
                street.targets.push_back(static_cast<std::int32_t>(node_of(after)));
                continue;
            }
            Street::Exit exit{Street::kHandOver,
                              b.in_hand(),
                              static_cast<SeatMask>(b.folded & ~start.betting.folded),
                              {},
                              after.recall.letters};
            for (int seat = 0; seat < b.players; ++seat)
                exit.put_in[seat] = b.total[seat] - start.betting.total[seat];
            // Who can act on a later street can act on the next, so none is ever skipped.
            if (letters_apart_) after.recall.letters = {};
            if (!b.is_over()) {
                exit.next = shapes[b.round].number(after);
                ++exits;
            }
            street.targets.push_back(~static_cast<std::int32_t>(street.exits.size()));
            street.exits.push_back(exit);
        }
    }
    if (!joined || letters_apart_) return street;  // whoever wants the letters apart asks for no order
    // Histories of different lengths may meet in a node, so the order of discovery is not enough.
    std::vector<int> progress(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) progress[i] = progress_of(states_[i].betting);
    std::vector<std::uint32_t> order(states_.size());
    std::iota(order.begin(), order.end(), 0);
    if (std::is_sorted(progress.begin(), progress.end())) return street;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return progress[a] < progress[b]; });
    return reordered(street, order);
}

}  // namespace riverboat
