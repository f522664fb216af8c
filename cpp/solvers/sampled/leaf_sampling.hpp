// External sampling of the first part of a hand: behind its leaves everybody keeps to a strategy that stays,
// in one of several ways between which he chooses where the leaf is reached.
//
// Brown, Sandholm and Amos 2018, "Depth-limited solving for imperfect-information games", with the choice
// left to all seats and the four ways of Brown and Sandholm 2019 (Pluribus): the strategy itself, and the
// same with its folds, its calls or its raises made more likely. Who chooses knows his hand and the leaf, not
// what the others choose and not the cards to come. What follows is drawn: one line of play for each way of
// who learns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"

namespace riverboat {

// Walks go by recursion: the tables of a subgame are small, and no walk waits for memory.
template <class Number>
class LeafWalk {
  public:
    LeafWalk(Sampled<Number>& engine, const SampledOptions& options) : engine_(engine), options_(options) {}

    // later: the buckets of the deal by which the strategy behind the leaves tells hands.
    std::uint64_t run(const SampledDeal& deal, const std::uint32_t* later, int learner, Rng& rng) {
        deal_ = &deal;
        later_ = later;
        learner_ = learner;
        rng_ = &rng;
        visits_ = 0;
        walk(0);
        return visits_;
    }

  private:
    using Numbers = std::array<float, kMostActions>;

    // What who learns wins after a choice.
    float after(std::uint32_t choice) {
        const std::int32_t at = engine_.tree_->child[choice], leaf = engine_.leaves_->number[choice];
        if (at < 0) return end(at);
        return leaf < 0 ? walk(at) : choose(static_cast<std::size_t>(leaf), at);
    }

    float walk(std::int32_t at) {
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        see(node);
        ++visits_;
        Number* cell = engine_.cell_of(node, *deal_);
        Numbers strategy;
        match_regrets(cell, node.choices, strategy.data());
        if (node.actor != learner_) {
            if (options_.averages)
                add_to_averages(cell + node.choices, strategy.data(), node.choices, 1.0f, *rng_);
            return after(node.first_choice +
                         static_cast<std::uint32_t>(draw(strategy.data(), node.choices, *rng_)));
        }
        Numbers values;
        for (int i = 0; i < node.choices; ++i)
            values[i] = i == 0 && node.folds ? node.fold_value
                                             : after(node.first_choice + static_cast<std::uint32_t>(i));
        return learn(cell, strategy.data(), values.data(), node.choices);
    }

    float choose(std::size_t leaf, std::int32_t at) {
        SampledLeaves& leaves = *engine_.leaves_;
        const int ways = static_cast<int>(leaves.ways.size());
        std::array<int, kMaxPlayers> chosen{};
        Numbers strategy;
        for (int seat = 0; seat < engine_.rules_.players; ++seat) {
            if (seat == learner_ || !(leaves.seats >> seat & 1)) continue;
            match_regrets(cell_at(leaf, seat), ways, strategy.data());
            chosen[seat] = draw(strategy.data(), ways, *rng_);
        }
        float* cell = cell_at(leaf, learner_);
        match_regrets(cell, ways, strategy.data());
        Numbers values;
        for (int way = 0; way < ways; ++way) {
            chosen[learner_] = way;
            values[way] = play_on(at, chosen);
        }
        return learn(cell, strategy.data(), values.data(), ways);
    }

    float* cell_at(std::size_t leaf, int seat) const {
        SampledLeaves& leaves = *engine_.leaves_;
        const std::uint32_t bucket =
            deal_->buckets[static_cast<std::size_t>(seat * engine_.dealer_.rounds() + leaves.round)];
        return leaves.regrets.data() +
               ((leaf * static_cast<std::size_t>(engine_.rules_.players) + static_cast<std::size_t>(seat)) *
                    leaves.buckets +
                bucket) *
                   leaves.ways.size();
    }

    // One line of play to the end of the hand.
    float play_on(std::int32_t at, const std::array<int, kMaxPlayers>& chosen) {
        const SampledLeaves& leaves = *engine_.leaves_;
        while (at >= 0) {
            ++visits_;
            const SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
            const float* plain = leaves.play->strategy(static_cast<std::size_t>(at), node, later_);
            const std::array<float, 3>& way = leaves.ways[static_cast<std::size_t>(chosen[node.actor])];
            Numbers biased;
            float sum = 0;
            for (int i = 0; i < node.choices; ++i) {
                const Action action = engine_.tree_->action[node.first_choice + static_cast<unsigned>(i)];
                sum += biased[i] = plain[i] * way[action < 0 ? 0 : action == 0 ? 1 : 2];
            }
            if (!(sum > 0)) {  // nothing is left: all alike
                std::fill_n(biased.begin(), node.choices, 1.0f);
                sum = node.choices;
            }
            const int choice = choice_at(biased.data(), node.choices, unit_draw(*rng_) * sum);
            at = engine_.tree_->child[node.first_choice + static_cast<unsigned>(choice)];
        }
        return end(at);
    }

    template <class Cell>
    float learn(Cell* cell, const float* strategy, const float* values, int choices) {
        float mean = 0;
        for (int i = 0; i < choices; ++i) mean += strategy[i] * values[i];
        for (int i = 0; i < choices; ++i)
            put_number(cell[i], std::max(number_at(cell[i]) + values[i] - mean, options_.floor), *rng_);
        return mean;
    }

    float end(std::int32_t at) const {
        return engine_.ends_.value(static_cast<std::uint32_t>(~at), learner_, deal_->strengths.data());
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    const SampledDeal* deal_ = nullptr;
    const std::uint32_t* later_ = nullptr;
    Rng* rng_ = nullptr;
    int learner_ = 0;
    std::uint64_t visits_ = 0;
};

}  // namespace riverboat
