#include "solvers/full_width/flat_walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace riverboat {

std::vector<std::vector<std::uint32_t>> runouts_before(const SolverGame& game, const WalkRoutes& routes) {
    const BettingTree& tree = game.tree;
    std::vector<std::vector<std::uint32_t>> out(static_cast<std::size_t>(game.rules.rounds) + 1);
    for (int round = game.runouts.first_round; round < game.rules.rounds; ++round) {
        out[round + 1] = out[round];
        for (std::uint32_t c = tree.first_choice[tree.first_node[round]];
             c < tree.first_choice[tree.first_node[round + 1]]; ++c) {
            if (routes.kind[c] == Target::runout) out[round + 1].push_back(c);
        }
    }
    return out;
}

namespace {

// Writes the program of one street after the other.
class Writer {
  public:
    Writer(const SolverGame& game, const WalkRoutes& routes, int round, int player)
        : game_(game),
          tree_(game.tree),
          routes_(routes),
          round_(round),
          player_(player),
          runouts_(runouts_before(game, routes)) {
        std::array<std::int32_t, kSolverPlayers> choices{};
        for (std::uint32_t node = tree_.first_node[round]; node < tree_.first_node[round + 1]; ++node) {
            before_.push_back(choices);
            choices[game.player_at(node)] += actions_at(node);
        }
        before_.push_back(choices);
        find_levels();
    }

    WalkPrograms all() {
        for (const WalkRoutes::Street& street : routes_.streets[round_]) {
            const std::uint32_t first = street.first - tree_.first_node[round_];
            const auto &before = before_[first], &after = before_[first + street.nodes];
            begin({before[0], before[1], after[0] - before[0], after[1] - before[1]});
            walk_street(street.first);
            tell_next();
            step(Step::stop, {});
        }
        for (std::uint32_t choice : runouts_[round_]) {
            begin({0, 0, 0, 0});
            if (round_ + 1 == game_.rules.rounds) {
                meet(0, true, showdown(choice, level_after(choice)), 0);
            } else {
                step(Step::send, {0, leaf(choice)});
                step(Step::receive, {0, leaf(choice)});
            }
            step(Step::stop, {});
        }
        out_.first.push_back(static_cast<std::uint32_t>(out_.code.size()));
        return std::move(out_);
    }

  private:
    using Factors = std::array<double, 3>;  // of all, of weaker hands, of those that are not stronger
    static constexpr std::int32_t kNone = -1;

    template <class T>
    static std::int32_t of(T value) {
        return static_cast<std::int32_t>(value);
    }
    std::int32_t actions_at(std::uint32_t node) const {
        return of(tree_.first_choice[node + 1] - tree_.first_choice[node]);
    }
    void begin(const std::array<std::int32_t, 4>& tables) {
        out_.first.push_back(static_cast<std::uint32_t>(out_.code.size()));
        out_.code.insert(out_.code.end(), tables.begin(), tables.end());
        free_.clear();
        planes_ = 1;
    }
    std::int32_t take() {
        if (free_.empty()) {
            out_.planes = std::max(out_.planes, ++planes_);
            return of(planes_ - 1);
        }
        const std::int32_t plane = free_.back();
        free_.pop_back();
        return plane;
    }
    void give(std::int32_t plane) {
        if (plane != kNone) free_.push_back(plane);
    }
    void step(Step kind, const std::vector<std::int32_t>& numbers) {
        const std::size_t quads = (numbers.size() + 4) / 4;
        out_.code.push_back(of(kind) | of(quads) << 8);
        out_.code.insert(out_.code.end(), numbers.begin(), numbers.end());
        out_.code.resize(out_.code.size() + 4 * quads - numbers.size() - 1);
    }
    template <class Numbers>
    std::int32_t factors(const Numbers& numbers) {
        out_.factors.insert(out_.factors.end(), numbers.begin(), numbers.end());
        return of(out_.factors.size() - numbers.size());
    }

    // --- choices ---

    template <class Each>
    void choices(std::uint32_t node, const Each& each) const {
        for (std::uint32_t c = tree_.first_choice[node]; c < tree_.first_choice[node + 1]; ++c) each(c);
    }
    std::uint32_t child(std::uint32_t choice) const {
        return static_cast<std::uint32_t>(tree_.child[choice]);
    }
    bool is_own(std::uint32_t node) const { return game_.player_at(node) == player_; }
    bool is_end(std::uint32_t choice) const { return routes_.kind[choice] == Target::end; }
    const EndPayoff& payoff(std::uint32_t choice) const {
        return routes_.payoffs[player_][static_cast<std::size_t>(~tree_.child[choice])];
    }
    bool is_fold(std::uint32_t choice) const { return is_end(choice) && payoff(choice).is_fold; }
    bool is_shown(std::uint32_t choice) const { return is_end(choice) && !payoff(choice).is_fold; }
    Factors showdown(std::uint32_t choice, double level) const {
        const EndPayoff& paid = payoff(choice);
        return {paid.lose - level, paid.win - paid.tie, paid.tie - paid.lose};
    }
    std::int32_t leaf(std::uint32_t choice) const {
        if (routes_.kind[choice] == Target::street) return of(routes_.target[choice]);
        const auto& next = runouts_[round_ + 1];  // in order of choices
        const auto found = std::lower_bound(next.begin(), next.end(), choice);
        return of(routes_.streets[round_ + 1].size()) + of(found - next.begin());
    }

    // --- levels ---

    // By choice, what the player has lost if he gives up after it: the best of what he gets at ends where he
    // loses. What is put in only grows, so it is what he has put in so far.
    void find_levels() {
        levels_.resize(routes_.kind.size());
        for (auto c = static_cast<std::uint32_t>(levels_.size()); c-- > 0;) {
            if (tree_.child[c] >= 0) {
                levels_[c] = lost_at(child(c));
                continue;
            }
            const EndPayoff& paid = payoff(c);
            const SeatMask in = tree_.end_in_hand[static_cast<std::size_t>(~tree_.child[c])];
            const bool has_won = paid.is_fold && (in >> game_.seats[player_] & 1);
            levels_[c] = has_won ? kNever : paid.is_fold ? paid.win : paid.lose;
        }
    }
    double lost_at(std::uint32_t node) const {
        double most = kNever;
        choices(node, [&](std::uint32_t c) { most = std::max(most, levels_[c]); });
        return own_level(node, most);
    }
    // Above which level the values of a node are, if it may choose: where the player can fold, above that.
    double own_level(std::uint32_t node, double wanted) const {
        if (is_own(node))
            choices(node, [&](std::uint32_t c) {
                if (is_fold(c)) wanted = payoff(c).win;
            });
        return wanted;
    }
    double level_after(std::uint32_t choice) const {
        return levels_[choice] == kNever ? 0.0 : levels_[choice];
    }
    double level_of_street(std::uint32_t first) const {
        const double lost = lost_at(first);
        return round_ == game_.runouts.first_round || lost == kNever ? 0.0 : lost;
    }
    // What all of the reach is worth after a choice, above `level`, besides what the walk finds there.
    double worth(std::uint32_t choice, double level) const {
        switch (routes_.kind[choice]) {
            case Target::node:
                return own_level(child(choice), level) - level;
            case Target::end:
                return (is_fold(choice) ? payoff(choice).win : payoff(choice).lose) - level;
            default:
                return level_after(choice) - level;
        }
    }

    // --- nodes ---

    void meet(std::int32_t reach, bool shown, const Factors& with, std::int32_t value) {
        step(Step::meet, {0, 0, 0, 0, 0, value, 0, reach, kNone, shown ? 0 : kNone, factors(with)});
    }

    void walk_street(std::uint32_t first) {
        const double level = level_of_street(first), own = own_level(first, level);
        const std::int32_t given_up = own == level ? kNone : take();
        if (given_up != kNone) meet(0, false, {own - level, 0, 0}, given_up);
        walk(first, 0, true, level);
        if (given_up != kNone) step(Step::sum, {2, 0, given_up});
    }

    // Returns the plane that has the value of a node in the end: that of the reach, if `in_place`. It is
    // above `level`, but for an own node that has another.
    std::int32_t walk(std::uint32_t node, std::int32_t reach, bool in_place, double level) {
        return is_own(node) ? own(node, reach, in_place, own_level(node, level))
                            : other(node, reach, in_place, level);
    }

    std::int32_t own(std::uint32_t node, std::int32_t reach, bool in_place, double level) {
        std::vector<std::int32_t> ways, planes, met{kNone, kNone, kNone, 0};
        std::int32_t gets = kNone;
        const auto leads = [&](Way way, std::int32_t target) { ways.push_back(4 * target + of(way)); };
        choices(node, [&](std::uint32_t c) {
            const double all = worth(c, level);
            if (is_shown(c) || (all != 0 && !is_fold(c))) {
                if (gets != kNone) throw std::logic_error("a node asks for two sums over hands");
                gets = of(c - tree_.first_choice[node]);
                met = {reach, kNone, is_shown(c) ? gets : kNone,
                       factors(is_shown(c) ? showdown(c, level) : Factors{all, 0, 0})};
            }
            if (routes_.kind[c] == Target::node) {
                planes.push_back(walk(child(c), reach, false, level));
                leads(Way::plane, planes.back());
            } else if (is_end(c)) {
                leads(Way::nowhere, 0);
            } else {
                step(Step::send, {reach, leaf(c)});
                leads(Way::leaf, leaf(c));
            }
        });
        const std::int32_t value = in_place ? reach : take();
        std::vector<std::int32_t> numbers = decision(node);
        numbers.insert(numbers.end(), {value, gets});
        numbers.insert(numbers.end(), met.begin(), met.end());
        numbers.insert(numbers.end(), ways.begin(), ways.end());
        step(Step::own, numbers);
        for (std::int32_t plane : planes) give(plane);
        return value;
    }

    std::int32_t other(std::uint32_t node, std::int32_t reach, bool in_place, double level) {
        const std::uint32_t begin = tree_.first_choice[node];
        std::int32_t shown = kNone, value = kNone, spare = kNone;
        Factors of_shown{1, 0, 0};
        std::vector<double> worths;
        bool goes_on = false, others = false;
        choices(node, [&](std::uint32_t c) {
            worths.push_back(worth(c, level));
            goes_on |= !is_end(c);
            if (!is_shown(c)) {
                others |= worths.back() != 0;
                return;
            }
            if (shown != kNone) throw std::logic_error("a node asks for two sums over hands");
            shown = of(c - begin);
            of_shown = showdown(c, level);
        });
        const bool meets = shown != kNone || others || !goes_on;
        if (meets) value = in_place ? reach : take();
        std::vector<std::int32_t> planes, going;
        choices(node, [&](std::uint32_t c) {
            const bool first = going.empty() && !meets && in_place;
            planes.push_back(is_end(c) ? kNone : first ? reach : take());
            if (!is_end(c)) going.push_back(planes.back());
        });
        if (shown != kNone && others) spare = take();
        std::vector<std::int32_t> numbers = decision(node);
        worths.insert(worths.begin(), of_shown.begin(), of_shown.end());
        numbers.insert(numbers.end(), {value, reach, value, spare, shown, factors(worths)});
        numbers.insert(numbers.end(), planes.begin(), planes.end());
        step(Step::spread, numbers);
        give(spare);
        choices(node, [&](std::uint32_t c) {
            const std::int32_t plane = planes[c - begin];
            if (routes_.kind[c] == Target::node) {
                walk(child(c), plane, true, level);
            } else if (!is_end(c)) {
                step(Step::send, {plane, leaf(c)});
                step(Step::receive, {plane, leaf(c)});
            }
        });
        if (meets) going.insert(going.begin(), value);
        if (going.size() > 1) {
            std::vector<std::int32_t> sum{of(going.size())};
            sum.insert(sum.end(), going.begin(), going.end());
            step(Step::sum, sum);
        }
        for (std::size_t i = 1; i < going.size(); ++i) give(going[i]);
        return going[0];
    }

    // How steps of decisions begin: actions, before 0, before 1, number, next.
    std::vector<std::int32_t> decision(std::uint32_t node) {
        const std::uint32_t number = node - tree_.first_node[round_];
        decisions_.push_back(out_.code.size());
        return {actions_at(node), before_[number][0], before_[number][1], of(number), 0};
    }
    void tell_next() {
        for (std::size_t i = 0; i + kAhead < decisions_.size(); ++i)
            out_.code[decisions_[i] + 5] = of(decisions_[i + kAhead] - decisions_[i]);
        decisions_.clear();
    }

    static constexpr std::size_t kAhead = 2;  // decisions: memory answers while two are made
    static constexpr double kNever = -std::numeric_limits<double>::infinity();
    const SolverGame& game_;
    const BettingTree& tree_;
    const WalkRoutes& routes_;
    int round_, player_;
    std::vector<std::vector<std::uint32_t>> runouts_;
    std::vector<std::array<std::int32_t, kSolverPlayers>> before_;  // by node of the round
    std::vector<double> levels_;                                    // by choice
    std::vector<std::size_t> decisions_;                            // of the street, in the code
    std::vector<std::int32_t> free_;
    std::uint32_t planes_ = 1;
    WalkPrograms out_;
};

}  // namespace

WalkPrograms walk_programs(const SolverGame& game, const WalkRoutes& routes, int round, int player) {
    return Writer(game, routes, round, player).all();
}

}  // namespace riverboat
