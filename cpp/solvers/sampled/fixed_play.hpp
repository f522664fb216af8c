// How everybody else plays while somebody learns the best answer to it: a strategy that never changes.
//
// It has buckets of its own, which need not be those of who learns, and a row for every node of the tree, so
// that a line which its own game does not have, or joins with others, is answered as it answers that very
// line. Walks only read it.
//
// Everybody else may also play it only some of the time, and else learn freely like anybody (restricted Nash
// response, Johanson, Zinkevich and Bowling 2007): `share` is how often, drawn anew for each deal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "solvers/sampled/sampled_dealer.hpp"
#include "solvers/sampled/sampled_node.hpp"

namespace riverboat {

class FixedPlay {
  public:
    // deals: its buckets. numbers: rows of probabilities, [bucket][choice]. first: by node, where its row
    // begins in them; rows may be shared, and nodes where only who learns acts have any. learners: seats.
    // share: of the deals in which the others play it.
    FixedPlay(std::shared_ptr<const DealBuckets> deals, std::vector<std::uint64_t> first,
              std::vector<float> numbers, std::vector<int> learners, double share = 1)
        : deals_(std::move(deals)),
          first_(std::move(first)),
          numbers_(std::move(numbers)),
          learners_(std::move(learners)),
          share_(share) {}

    // buckets: of the deal, as `look_up` has written them.
    const float* strategy(std::size_t node, const SampledNode& at, const std::uint32_t* buckets) const {
        const auto known = static_cast<std::size_t>(at.actor * deals_->rounds() + at.round);
        return row(node) + std::size_t{buckets[known]} * at.choices;
    }
    const float* row(std::size_t node) const { return numbers_.data() + first_[node]; }  // [bucket][choice]
    const DealBuckets& deals() const { return *deals_; }
    const std::vector<int>& learners() const { return learners_; }
    bool learns(int seat) const {
        return std::find(learners_.begin(), learners_.end(), seat) != learners_.end();
    }
    double share() const { return share_; }
    bool always() const { return share_ >= 1; }

    // The buckets of all seats on all rounds, [seat][round], of each deal.
    std::size_t buckets_of_deal(int players) const {
        return static_cast<std::size_t>(players * deals_->rounds());
    }
    void look_up(const SampledDeal* deals, std::size_t count, int players, std::uint32_t* out) const {
        const std::size_t each = buckets_of_deal(players);
        for (std::size_t i = 0; i < count + kDealsAhead; ++i) {
            if (i < count) deals_->locate(deals[i].cards.data(), players, out + i * each);
            if (i >= kDealsAhead) deals_->load(players, out + (i - kDealsAhead) * each);
        }
    }

  private:
    std::shared_ptr<const DealBuckets> deals_;
    std::vector<std::uint64_t> first_;
    std::vector<float> numbers_;
    std::vector<int> learners_;
    double share_;
};

}  // namespace riverboat
