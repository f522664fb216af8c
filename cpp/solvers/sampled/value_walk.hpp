// What everybody wins with one deal if all play by strategies that stay: exact over their draws.
#pragma once

#include <array>
#include <cstdint>

#include "solvers/sampled/sampled.hpp"

namespace riverboat {

template <class Number>
class ValueWalk {
  public:
    // answer: how its `learners` play in place of `play`, or nothing.
    ValueWalk(const Sampled<Number>& engine, const FixedPlay& play, const FixedPlay* answer)
        : engine_(engine), play_(play), answer_(answer) {
        for (const int seat : answer ? answer->learners() : std::vector<int>{}) answers_[seat] = true;
    }

    // buckets, answer_buckets: of the deal, as either strategy tells hands. values: chips by seat.
    void run(const SampledDeal& deal, const std::uint32_t* buckets, const std::uint32_t* answer_buckets,
             float* values) {
        deal_ = &deal;
        buckets_ = buckets;
        answer_buckets_ = answer_buckets;
        sums_.fill(0);
        walk(0, 1);
        for (int seat = 0; seat < engine_.rules_.players; ++seat)
            values[seat] = static_cast<float>(sums_[seat]);
    }

  private:
    void walk(std::int32_t at, double reach) {
        if (at < 0) {
            for (int seat = 0; seat < engine_.rules_.players; ++seat)
                sums_[seat] += reach * engine_.ends_.value(static_cast<std::uint32_t>(~at), seat,
                                                           deal_->strengths.data());
            return;
        }
        const SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        const float* strategy = answers_[node.actor]
                                    ? answer_->strategy(static_cast<std::size_t>(at), node, answer_buckets_)
                                    : play_.strategy(static_cast<std::size_t>(at), node, buckets_);
        for (unsigned i = 0; i < node.choices; ++i) {
            if (strategy[i] > 0) walk(engine_.tree_->child[node.first_choice + i], reach * strategy[i]);
        }
    }

    const Sampled<Number>& engine_;
    const FixedPlay& play_;
    const FixedPlay* answer_;
    std::array<bool, kMaxPlayers> answers_{};
    const SampledDeal* deal_ = nullptr;
    const std::uint32_t* buckets_ = nullptr;
    const std::uint32_t* answer_buckets_ = nullptr;
    std::array<double, kMaxPlayers> sums_{};
};

}  // namespace riverboat
