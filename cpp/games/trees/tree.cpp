#include "games/trees/tree.hpp"

#include <algorithm>
#include <bit>

#include "games/trees/dead_money.hpp"

namespace riverboat {

namespace {

class TreeBuilder {
  public:
    TreeBuilder(const TreeRules& rules, int joined_from, const TreeSize& size, const Watch& watch)
        : rules_(rules), builder_(rules), joined_from_(joined_from), watch_(watch), rounds_(kMaxRounds + 1) {
        tree_.round.reserve(size.nodes);
        tree_.actor.reserve(size.nodes);
        tree_.row.reserve(size.nodes);
        tree_.first_choice.reserve(size.nodes + 1);
        tree_.action.reserve(size.choices);
        tree_.child.reserve(size.choices);
    }

    BettingTree run(const TreeState& root) {
        const int first = root.betting.round;
        root_ = root;
        root_round_ = first;
        tree_.first_node.assign(static_cast<std::size_t>(rules_.game.rounds) + 1, 0);
        tree_.street_starts.resize(static_cast<std::size_t>(rules_.game.rounds));
        shapes_.resize(kMaxRounds + 1);
        enter(first, start_of(root, shapes_[first], dead_));
        for (int round = first; round < rules_.game.rounds; ++round) lay_out(round);
        tree_.first_choice.push_back(static_cast<std::uint32_t>(tree_.action.size()));
        return std::move(tree_);
    }

  private:
    struct Round {
        std::vector<Street> streets;  // by shape
        Starts starts;
        std::vector<std::uint64_t> first;  // node of each start, counted from the first node of the round
        std::uint64_t nodes = 0;
    };

    int players() const { return rules_.game.players; }
    bool joined(int round) const { return round >= joined_from_; }
    std::uint64_t enter(int round, Start start);
    void lay_out(int round);
    void lay_out(int round, const Start& start, std::uint64_t node);
    std::int32_t leave(int round, const Start& start, const BySeat& before, const Street::Exit& exit);
    std::int32_t end_of(const BySeat& put_in, SeatMask in_hand, int round);
    std::uint32_t row_of(const Street::Node& node);
    BySeat put_in_before(int round, const Start& start) const;

    const TreeRules& rules_;
    StreetBuilder builder_;
    int joined_from_, root_round_ = 0;
    const Watch& watch_;
    TreeState root_{};
    std::vector<Shapes> shapes_;
    std::vector<Round> rounds_;
    std::uint64_t next_round_node_ = 0;
    DeadMoney dead_;
    HashIndex ends_;
    Numbered<std::uint64_t> rows_;
    BettingTree tree_;
};

// The first node of the start's block, counted from the first of the round; lays claim to the block if new.
std::uint64_t TreeBuilder::enter(int round, Start start) {
    Round& r = rounds_[round];
    const std::uint32_t known = r.starts.size();
    const std::uint32_t number = joined(round) ? r.starts.number(start) : r.starts.append(start);
    if (number == known) {  // new
        while (r.streets.size() <= start.shape) {
            const auto shape = static_cast<std::uint32_t>(r.streets.size());
            r.streets.push_back(
                builder_.build(round == root_round_ ? root_ : shapes_[round][shape], joined(round), shapes_));
        }
        r.first.push_back(r.nodes);
        r.nodes += r.streets[start.shape].nodes.size();
    }
    return r.first[number];
}

BySeat TreeBuilder::put_in_before(int round, const Start& start) const {
    if (round == root_round_) return root_.betting.total;
    BySeat chips = dead_[start.dead];
    const Betting& b = shapes_[round][start.shape].betting;
    for (int seat = 0; seat < players(); ++seat) {
        if (!(b.folded >> seat & 1)) chips[seat] = rules_.game.stacks[seat] - b.stack[seat];
    }
    return chips;
}

// Folds before the first board are ends of their own: a house that takes nothing without a flop tells them
// apart.
std::int32_t TreeBuilder::end_of(const BySeat& put_in, SeatMask in_hand, int round) {
    struct alignas(8) Key {
        BySeat put_in;
        std::uint64_t in_hand, unseen;
    };
    const std::uint8_t unseen = std::has_single_bit(in_hand) && rules_.game.board_size(round) == 0;
    const auto next = static_cast<std::uint32_t>(tree_.end_in_hand.size());
    const auto n = static_cast<std::size_t>(players());
    const auto [number, is_new] =
        ends_.find_or_add(hash_bytes(Key{put_in, in_hand, unseen}), next, [&](std::uint32_t e) {
            return tree_.end_in_hand[e] == in_hand && tree_.end_unseen[e] == unseen &&
                   std::equal(put_in.begin(), put_in.begin() + players(), tree_.end_put_in.begin() + e * n);
        });
    if (is_new) {
        tree_.end_in_hand.push_back(in_hand);
        tree_.end_unseen.push_back(unseen);
        tree_.end_put_in.insert(tree_.end_put_in.end(), put_in.begin(), put_in.begin() + players());
    }
    return ~static_cast<std::int32_t>(number);
}

std::int32_t TreeBuilder::leave(int round, const Start& start, const BySeat& before,
                                const Street::Exit& exit) {
    BySeat after = before;
    for (int seat = 0; seat < players(); ++seat) after[seat] += exit.put_in[seat];
    if (exit.next == Street::kHandOver) return end_of(after, exit.in_hand, round);
    return static_cast<std::int32_t>(next_round_node_ +
                                     enter(round + 1, start_after(exit, start.dead, after, dead_)));
}

std::uint32_t TreeBuilder::row_of(const Street::Node& node) {
    const auto next = static_cast<std::uint32_t>(tree_.row_choices.size());
    const std::uint32_t row =
        rules_.row_key.kind == RowKind::own ? next : rows_.number(row_hash(node.letters, node.rest_of_key));
    if (row == next) tree_.row_choices.push_back(node.choices);
    return row;
}

void TreeBuilder::lay_out(int round, const Start& start, std::uint64_t first) {
    const BySeat before = put_in_before(round, start);
    const Street& street = rounds_[round].streets[start.shape];
    tree_.street_starts[round].push_back(static_cast<std::uint32_t>(first));
    for (const Street::Node& node : street.nodes) {
        tree_.round.push_back(static_cast<std::uint8_t>(round));
        tree_.actor.push_back(node.actor);
        tree_.first_choice.push_back(static_cast<std::uint32_t>(tree_.action.size()));
        tree_.row.push_back(row_of(node));
        for (std::uint32_t c = node.first_choice; c < node.first_choice + node.choices; ++c) {
            const std::int32_t target = street.targets[c];
            tree_.action.push_back(street.actions[c]);
            tree_.child.push_back(target >= 0 ? static_cast<std::int32_t>(first) + target
                                              : leave(round, start, before, street.exits[~target]));
        }
    }
}

void TreeBuilder::lay_out(int round) {
    Round& r = rounds_[round];
    const std::uint64_t first = tree_.nodes();
    next_round_node_ = first + r.nodes;
    tree_.first_node[round] = static_cast<std::uint32_t>(first);
    for (std::size_t i = 0; i < r.starts.size(); ++i) {
        lay_out(round, r.starts[i], first + r.first[i]);
        if (watch_ && i % 1024 == 0) watch_(i, r.starts.size());
    }
    tree_.first_node[round + 1] = static_cast<std::uint32_t>(tree_.nodes());
    shapes_[round] = Shapes();
    r = Round();
}

}  // namespace

BettingTree build_tree(const TreeRules& rules, const TreeState& root, int joined_from, const TreeSize& size,
                       const Watch& watch) {
    return TreeBuilder(rules, joined_from, size, watch).run(root);
}

}  // namespace riverboat
