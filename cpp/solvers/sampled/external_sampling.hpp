// External sampling: who learns looks at all his choices, everybody else plays one drawn from his strategy.
//
// Lanctot 2013, algorithm 4, with stochastically weighted averaging: a walk comes to an opponent's cell as
// often as his strategy does, so adding the strategy itself averages it by reach. With more than two players
// the other opponents' reach weighs, too, as everywhere in the field.
//
// Who trembles (`tremble`) makes walks see what strategies seldom do. What such a walk brings counts as often
// as strategies come there: values are multiplied by the share that they have in what was drawn, so that they
// are those of hands that do not tremble. Regrets are multiplied by it, too, but by no less than
// `least_belief` at each draw: where nobody ever comes, the answer is learnt against who would come there by
// mistake.
//
// Against a strategy that stays as it is (kAgainst, see FixedPlay), everybody else draws from that, trembling
// if hands do, and learns nothing. Averages then are of who learns, once for each time he could have come
// there: a best answer does not depend on how often its own earlier choices lead to a decision. Where the
// others play it only some of the time, averages are those of the walks of everybody else, by reach.
//
// A walk is a machine that stops whenever it needs a cell from memory: `step` visits one decision and asks
// for the cell of the next. So a thread keeps several walks going, and memory works for all of them at once.
#pragma once

#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"

namespace riverboat {

template <class Number, bool kAgainst>
class ExternalWalk {
  public:
    ExternalWalk(Sampled<Number>& engine, const SampledOptions& options)
        : engine_(engine), options_(options) {}

    // rng: of the thread; walks draw from it in turn. fixed_buckets: of the strategy that stays.
    void start(const SampledDeal& deal, const std::uint32_t* fixed_buckets, int learner, Rng& rng) {
        deal_ = &deal;
        fixed_buckets_ = fixed_buckets;
        learner_ = learner;
        rng_ = &rng;
        depth_ = used_ = 0;
        true_share_ = weight_ = 1;
        come_to(0);
    }

    // Visits the decision the walk has come to. False once the walk is over.
    bool step() {
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at_)];
        if (!kAgainst || node.actor == learner_) see(node);
        const std::int32_t* children = engine_.tree_->child.data() + node.first_choice;
        std::int32_t next;
        if (node.actor == learner_) {
            Frame& frame = push(node, children);
            if (!more(frame)) return settle(learn(frame));
            next = children[frame.at];
        } else if constexpr (kAgainst) {
            next = children[drawn(fixed_, node)];
        } else {
            float* strategy = numbers(node.choices);
            match_regrets(cell_, node.choices, strategy);
            if (options_.averages) add_to_averages(cell_ + node.choices, strategy, node.choices, 1.0f, *rng_);
            next = children[drawn(strategy, node)];
        }
        if (next >= 0) return come_to(next);
        return settle(true_share_ * value_of(next));
    }

  private:
    // A decision of who learns that waits for the values of its choices.
    struct Frame {
        Number* cell;
        const std::int32_t* children;
        std::uint32_t place;  // of its strategy, then its values, in numbers_
        float true_share, weight;
        std::uint8_t choices, at;
    };

    // Instead of the probability 0 of a choice with too low a regret.
    static constexpr float kLeftOut = -1;
    static constexpr float kForAll = -2;  // looked at for the `prune_every` times it is not

    int drawn(const float* strategy, const SampledNode& node) {
        const Drawn found = draw_trembling(strategy, node.choices, options_.tremble[node.round], *rng_);
        true_share_ *= found.true_share;
        weight_ *= std::max(found.true_share, options_.least_belief);
        return found.choice;
    }

    float value_of(std::int32_t end) const {
        return engine_.ends_.value(static_cast<std::uint32_t>(~end), learner_, deal_->strengths.data());
    }

    float* numbers(int choices) {
        if (numbers_.size() < used_ + 2 * static_cast<std::size_t>(choices))
            numbers_.resize(2 * numbers_.size() + 2 * static_cast<std::size_t>(choices));
        return numbers_.data() + used_;
    }

    Frame& push(const SampledNode& node, const std::int32_t* children) {
        float* strategy = numbers(node.choices);
        const bool any = match_regrets(cell_, node.choices, strategy);
        if (kAgainst && options_.averages)
            add_to_averages(cell_ + node.choices, strategy, node.choices, 1.0f, *rng_);
        if (any && node.round + 1 < engine_.rules_.rounds) leave_out(node, children, strategy);
        if (depth_ == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[depth_++];
        frame = {cell_, children, static_cast<std::uint32_t>(used_), true_share_, weight_, node.choices, 0};
        true_share_ = 1;
        used_ += 2u * node.choices;
        if (node.folds) {  // who folds has lost what he put in, whatever the others do
            strategy[node.choices] = node.fold_value;
            frame.at = 1;
        }
        return frame;
    }

    // A choice that is left out all but one time in `prune_every` counts so much more that time: regrets are
    // expected to grow as if nothing were left out. To fold costs nothing to look at.
    void leave_out(const SampledNode& node, const std::int32_t* children, float* strategy) {
        for (int i = node.folds; i < node.choices; ++i) {
            if (children[i] >= 0 && number_at(cell_[i]) < options_.prune_below)
                strategy[i] = rng_->below(options_.prune_every) == 0 ? kForAll : kLeftOut;
        }
    }

    // Moves on to the next choice that is looked at, if there is one.
    bool more(Frame& frame) {
        const float* strategy = numbers_.data() + frame.place;
        while (frame.at < frame.choices && strategy[frame.at] == kLeftOut) ++frame.at;
        return frame.at < frame.choices;
    }

    // Goes back up with a value until a choice is left to look at.
    bool settle(float value) {
        while (depth_ > 0) {
            Frame& frame = frames_[depth_ - 1];
            numbers_[frame.place + frame.choices + frame.at] = value;
            ++frame.at;
            if (more(frame)) {
                const std::int32_t next = frame.children[frame.at];
                true_share_ = 1;
                weight_ = frame.weight;
                if (next >= 0) return come_to(next);
                value = value_of(next);
            } else {
                value = learn(frame);
            }
        }
        return false;
    }

    // All values are known: adds to the regrets, returns what the decision is worth to the one before, and
    // leaves it.
    float learn(const Frame& frame) {
        const float* strategy = numbers_.data() + frame.place;
        const float* values = strategy + frame.choices;
        float mean = 0;
        for (int i = 0; i < frame.choices; ++i) {
            if (strategy[i] > 0) mean += strategy[i] * values[i];
        }
        for (int i = 0; i < frame.choices; ++i) {
            if (strategy[i] == kLeftOut) continue;
            const float times = strategy[i] == kForAll ? static_cast<float>(options_.prune_every) : 1.0f;
            const float regret = number_at(frame.cell[i]) + frame.weight * times * (values[i] - mean);
            put_number(frame.cell[i], std::max(regret, options_.floor), *rng_);
        }
        used_ = frame.place;
        --depth_;
        return frame.true_share * mean;
    }

    bool come_to(std::int32_t node) {
        at_ = node;
        const SampledNode& next = engine_.nodes_[static_cast<std::size_t>(node)];
        if (kAgainst && next.actor != learner_) {
            fixed_ = engine_.fixed_->strategy(static_cast<std::size_t>(node), next, fixed_buckets_);
            __builtin_prefetch(fixed_);
        } else {
            cell_ = engine_.cell_of(next, *deal_);
            __builtin_prefetch(cell_, 1);
        }
        return true;
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    const SampledDeal* deal_ = nullptr;
    Rng* rng_ = nullptr;
    int learner_ = 0;
    std::int32_t at_ = 0;
    Number* cell_ = nullptr;  // of who learns, or of whoever acts
    const std::uint32_t* fixed_buckets_ = nullptr;
    const float* fixed_ = nullptr;  // how the actor plays, if he does not learn
    float true_share_ = 1;  // that strategies have in what was drawn since the last decision of who learns
    float weight_ = 1;      // of what is learnt
    std::size_t depth_ = 0, used_ = 0;
    std::vector<Frame> frames_;
    std::vector<float> numbers_ = std::vector<float>(256);  // a stack
};

}  // namespace riverboat
