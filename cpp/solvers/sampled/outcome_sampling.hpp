// Outcome sampling: a walk is one hand that is played out.
//
// Lanctot 2013, section 4.2. Who learns plays at random with chance `explore`, else his strategy, like
// everybody else. What he won is divided by the chance of the choices that led from a decision to the end,
// and weighted by others' reach over the chance to come to the decision, so that regrets are right in
// expectation. Strategies are averaged where others act, with the same weight, as in external sampling. At
// the learner's own decisions the weight would be one over the others' reach: without bound, and nothing
// where they never go.
#pragma once

#include <array>

#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"

namespace riverboat {

template <class Number>
class OutcomeWalk {
  public:
    OutcomeWalk(Sampled<Number>& engine, const SampledOptions& options)
        : engine_(engine), options_(options) {}

    std::uint64_t run(const SampledDeal& deal, int learner, Rng& rng) {
        deal_ = &deal;
        learner_ = learner;
        rng_ = &rng;
        visits_ = 0;
        walk(0, 1, 1);
        return visits_;
    }

  private:
    // others: the reach of everybody but who learns; sampled: the chance that a walk comes here. Returns an
    // estimate of what the learner wins from here on.
    float walk(std::int32_t at, float others, float sampled) {
        if (at < 0)
            return engine_.ends_.value(static_cast<std::uint32_t>(~at), learner_, deal_->strengths.data());
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        see(node);
        ++visits_;
        Number* cell = engine_.cell_of(node, *deal_);
        std::array<float, kMostActions> strategy, tried;
        match_regrets(cell, node.choices, strategy.data());
        const bool learns = node.actor == learner_;
        const float random = learns ? options_.explore : 0;
        for (int i = 0; i < node.choices; ++i)
            tried[i] = random / static_cast<float>(node.choices) + (1 - random) * strategy[i];
        const int choice = draw(tried.data(), node.choices, *rng_);
        const std::int32_t child = engine_.tree_->child[node.first_choice + static_cast<unsigned>(choice)];
        const float played = strategy[choice], chance = tried[choice], weight = others / sampled;
        const float value = walk(child, learns ? others : others * played, sampled * chance) / chance;
        if (learns) {
            for (int i = 0; i < node.choices; ++i) {
                const float gained = (i == choice ? value : 0) - played * value;
                put_number(cell[i], std::max(number_at(cell[i]) + weight * gained, options_.floor), *rng_);
            }
        } else if (options_.averages) {
            add_to_averages(cell + node.choices, strategy.data(), node.choices, weight, *rng_);
        }
        return played * value;
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    const SampledDeal* deal_ = nullptr;
    Rng* rng_ = nullptr;
    int learner_ = 0;
    std::uint64_t visits_ = 0;
};

}  // namespace riverboat
