// Chance sampling: a deal is drawn and the whole betting tree walked, everybody learning at once.
//
// Zinkevich, Johanson, Bowling and Piccione 2007, "Regret minimization in games with incomplete information".
// It costs a walk over all nodes for every deal, so it is for small trees.
#pragma once

#include <array>

#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"

namespace riverboat {

template <class Number>
class ChanceWalk {
  public:
    ChanceWalk(Sampled<Number>& engine, const SampledOptions& options)
        : engine_(engine), options_(options), players_(engine.rules_.players) {}

    std::uint64_t run(const SampledDeal& deal, Rng& rng) {
        deal_ = &deal;
        rng_ = &rng;
        visits_ = 0;
        Numbers reach;
        reach.fill(1);
        walk(0, reach);
        return visits_;
    }

  private:
    using Numbers = std::array<float, kMaxPlayers>;  // by seat

    // What everybody wins from here on.
    Numbers walk(std::int32_t at, const Numbers& reach) {
        Numbers values{};
        if (at < 0) {
            for (int seat = 0; seat < players_; ++seat)
                values[seat] =
                    engine_.ends_.value(static_cast<std::uint32_t>(~at), seat, deal_->strengths.data());
            return values;
        }
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        see(node);
        ++visits_;
        Number* cell = engine_.cell_of(node, *deal_);
        std::array<float, kMostActions> strategy, own;
        match_regrets(cell, node.choices, strategy.data());
        for (int i = 0; i < node.choices; ++i) {
            Numbers below = reach;
            below[node.actor] *= strategy[i];
            const Numbers found =
                walk(engine_.tree_->child[node.first_choice + static_cast<unsigned>(i)], below);
            own[i] = found[node.actor];
            for (int seat = 0; seat < players_; ++seat) values[seat] += strategy[i] * found[seat];
        }
        float others = 1;
        for (int seat = 0; seat < players_; ++seat) others *= seat == node.actor ? 1 : reach[seat];
        for (int i = 0; i < node.choices; ++i) {
            const float regret = number_at(cell[i]) + others * (own[i] - values[node.actor]);
            put_number(cell[i], std::max(regret, options_.floor), *rng_);
        }
        if (options_.averages)
            add_to_averages(cell + node.choices, strategy.data(), node.choices, reach[node.actor], *rng_);
        return values;
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    int players_;
    const SampledDeal* deal_ = nullptr;
    Rng* rng_ = nullptr;
    std::uint64_t visits_ = 0;
};

}  // namespace riverboat
