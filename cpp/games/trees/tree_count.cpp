#include "games/trees/tree_count.hpp"

#include <numeric>

#include "games/trees/dead_money.hpp"

namespace riverboat {

namespace {

// Histories inside the street that come to each node; nodes are in an order in which edges go forward.
std::vector<BigCount> paths_of(const Street& street) {
    std::vector<BigCount> paths(street.nodes.size(), 0);
    paths[0] = 1;
    for (std::size_t i = 0; i < street.nodes.size(); ++i) {
        const Street::Node& node = street.nodes[i];
        for (std::uint32_t c = node.first_choice; c < node.first_choice + node.choices; ++c) {
            if (street.targets[c] >= 0) paths[street.targets[c]] += paths[i];
        }
    }
    return paths;
}

class Counter {
  public:
    Counter(const TreeRules& rules, std::uint64_t most, const Watch& watch)
        : rules_(rules),
          builder_(rules),
          most_(most),
          watch_(watch),
          shapes_(kMaxRounds),
          starts_(kMaxRounds),
          histories_(kMaxRounds),
          counts_(static_cast<std::size_t>(rules.game.rounds)) {
        // Two players have so many situations on one street with no menu of use; many players soon have.
        if (rules.game.players == 2) builder_.most_nodes = 1 << 21;
    }

    std::optional<std::vector<StreetCount>> run(const TreeState& root, const CountLimit* limit) {
        const int first = root.betting.round;
        root_ = root;
        limit_ = limit;
        histories_[first].push_back(1);
        starts_[first].number(start_of(root, shapes_[first], dead_));
        for (int round = first; round < rules_.game.rounds; ++round) {
            if (limit_ != nullptr)
                builder_.most_exits = limit_->most / least_weight(round);  // may be infinite
            try {
                if (!count_street(round, round == first)) return std::nullopt;
            } catch (const TooManyExits&) {
                return std::nullopt;
            }
        }
        return counts_;
    }

  private:
    bool count_street(int round, bool is_root);  // false once the limit is passed
    // What a history that comes to the next street weighs at least: if all check, there is a choice on every
    // street to come.
    double least_weight(int round) const {
        return std::accumulate(limit_->weights.begin() + round + 1, limit_->weights.end(), 0.0);
    }
    bool is_over(int round) const {
        return weight_ + static_cast<double>(passed_on_) * least_weight(round) > limit_->most;
    }
    void pass_on(int round, const Street& street, const std::vector<BigCount>& paths, std::uint32_t shape,
                 const std::vector<std::uint32_t>& deads);
    BySeat put_in_before(int round, std::uint32_t shape) const {
        BySeat chips{};
        for (int seat = 0; seat < rules_.game.players; ++seat)
            chips[seat] = rules_.game.stacks[seat] - shapes_[round][shape].betting.stack[seat];
        return chips;
    }

    const TreeRules& rules_;
    StreetBuilder builder_;
    std::uint64_t most_;
    bool joined_known_ = true;
    const Watch& watch_;
    TreeState root_{};
    DeadMoney dead_;
    std::vector<Shapes> shapes_;
    std::vector<Starts> starts_;
    std::vector<std::vector<BigCount>> histories_;  // by round and shape
    std::vector<StreetCount> counts_;
    const CountLimit* limit_ = nullptr;
    double weight_ = 0;       // of the choices that were counted
    BigCount passed_on_ = 0;  // histories that the street which is counted hands to the next
};

void Counter::pass_on(int round, const Street& street, const std::vector<BigCount>& paths,
                      std::uint32_t shape, const std::vector<std::uint32_t>& deads) {
    const BySeat before = put_in_before(round, shape);
    for (std::size_t i = 0; i < street.nodes.size(); ++i) {
        const Street::Node& node = street.nodes[i];
        for (std::uint32_t c = node.first_choice; c < node.first_choice + node.choices; ++c) {
            if (street.targets[c] >= 0) continue;
            const Street::Exit& exit = street.exits[~street.targets[c]];
            if (exit.next == Street::kHandOver) continue;
            // A hand never skips a street on which somebody can still act.
            std::vector<BigCount>& next = histories_[round + 1];
            if (next.size() <= exit.next) next.resize(exit.next + 1, 0);
            next[exit.next] += histories_[round][shape] * paths[i];
            passed_on_ += histories_[round][shape] * paths[i];
            if (!joined_known_) continue;
            BySeat put_in = before;
            for (int seat = 0; seat < rules_.game.players; ++seat) put_in[seat] += exit.put_in[seat];
            for (std::uint32_t dead : deads)
                starts_[round + 1].number(start_after(exit, dead, put_in, dead_));
            if (starts_[round + 1].size() > most_) joined_known_ = false;
        }
    }
}

bool Counter::count_street(int round, bool is_root) {
    passed_on_ = 0;
    const std::uint32_t shapes = shapes_[round].size();
    counts_[round].shapes = shapes;
    if (!joined_known_) starts_[round] = Starts();
    counts_[round].joined_known = joined_known_;
    counts_[round].starts = starts_[round].size();
    std::vector<std::vector<std::uint32_t>> deads(shapes);
    for (std::size_t i = 0; i < starts_[round].size(); ++i)
        deads[starts_[round][i].shape].push_back(starts_[round][i].dead);
    starts_[round] = Starts();
    for (std::uint32_t shape = 0; shape < shapes; ++shape) {
        const Street street = builder_.build(is_root ? root_ : shapes_[round][shape], true, shapes_);
        const std::vector<BigCount> paths = paths_of(street);
        for (std::size_t i = 0; i < street.nodes.size(); ++i) {
            const Street::Node& node = street.nodes[i];
            NodeCount one{1, node.choices, 0};
            for (std::uint32_t c = node.first_choice; c < node.first_choice + node.choices; ++c)
                one.ends +=
                    street.targets[c] < 0 && street.exits[~street.targets[c]].next == Street::kHandOver;
            counts_[round].tree[node.players_in].add(one, paths[i] * histories_[round][shape]);
            if (limit_ != nullptr)
                weight_ += static_cast<double>(paths[i] * histories_[round][shape]) * node.choices *
                           limit_->weights[round];
            counts_[round].joined[node.players_in].add(one, deads[shape].size());
        }
        if (round + 1 < rules_.game.rounds) pass_on(round, street, paths, shape, deads[shape]);
        if (limit_ != nullptr && is_over(round)) return false;
        if (watch_ && shape % 256 == 0) watch_(shape, shapes);
    }
    shapes_[round] = Shapes();
    histories_[round].clear();
    return true;
}

}  // namespace

void NodeCount::add(const NodeCount& other, BigCount times) {
    nodes += other.nodes * times;
    choices += other.choices * times;
    ends += other.ends * times;
}

std::vector<StreetCount> count_tree(const TreeRules& rules, const TreeState& root,
                                    std::uint64_t most_situations, const Watch& watch) {
    return *Counter(rules, most_situations, watch).run(root, nullptr);
}

std::optional<std::vector<StreetCount>> count_tree(const TreeRules& rules, const TreeState& root,
                                                   std::uint64_t most_situations, const Watch& watch,
                                                   const CountLimit& limit) {
    return Counter(rules, most_situations, watch).run(root, &limit);
}

}  // namespace riverboat
