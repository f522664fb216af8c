// A game of any number of players as the sampled engine walks it: deals, buckets, nodes and ends.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "abstraction/tables/deal_buckets.hpp"
#include "games/rules/dealing.hpp"
#include "solvers/sampled/known_deals.hpp"
#include "solvers/sampled/sampled_ends.hpp"

namespace riverboat {

// Everything that chance does in one hand, and what players know of it.
struct SampledDeal {
    std::array<Card, 2 * kMaxPlayers + 5> cards;  // hole cards seat by seat, then the board
    std::array<Strength, kMaxPlayers> strengths;
    std::array<std::uint32_t, kMaxPlayers * kMaxRounds> buckets;  // [seat][round]
};

// Ranges do not fit together, or so rarely that nobody can wait for it.
struct NoDeal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Deals whole hands. Seats may have ranges: a deal is drawn until every seat keeps its hand, which it does
// with the weight of the hand, so that card removal between ranges is exact.
class SampledDealer {
  public:
    SampledDealer(const GameRules& rules, std::shared_ptr<const DealBuckets> buckets);

    // weights: by seat, empty or one from 0 to 1 for each two-card hand, hi * (hi - 1) / 2 + lo.
    void set_ranges(std::vector<std::vector<float>> weights) { ranges_ = std::move(weights); }

    // From now on hands are under way: see KnownDeals. Ranges are theirs alone.
    void set_known(KnownDeals known) { known_ = std::move(known); }
    const std::optional<KnownDeals>& known() const { return known_; }

    // Deals `count` hands; the buckets of one are fetched while the next are dealt.
    void deal(Rng& rng, SampledDeal* deals, std::size_t count) const;

    int rounds() const { return buckets_->rounds(); }
    const GameRules& rules() const { return rules_; }
    const DealBuckets& buckets() const { return *buckets_; }
    // How often a seat keeps a hand; 1 without a range.
    float weight(int seat, Card a, Card b) const {
        const auto at = static_cast<std::size_t>(seat);
        if (at >= ranges_.size() || ranges_[at].empty()) return 1;
        return ranges_[at][static_cast<std::size_t>(hand_index(std::max(a, b), std::min(a, b)))];
    }

  private:
    bool draw(Rng& rng, SampledDeal& deal) const;
    bool keeps(Rng& rng, const SampledDeal& deal) const;
    void rank(SampledDeal& deal) const;

    GameRules rules_;
    std::shared_ptr<const DealBuckets> buckets_;
    std::vector<std::vector<float>> ranges_;
    std::optional<KnownDeals> known_;
    const Evaluator& evaluate_;
    int board_;
};

}  // namespace riverboat
