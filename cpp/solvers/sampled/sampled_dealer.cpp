#include "solvers/sampled/sampled_dealer.hpp"

#include <algorithm>
#include <utility>

namespace riverboat {

namespace {

constexpr int kMostTries = 2'000'000;  // of one deal, a fraction of a second: ranges that hardly fit

}  // namespace

SampledDealer::SampledDealer(const GameRules& rules, std::shared_ptr<const DealBuckets> buckets)
    : rules_(rules),
      buckets_(std::move(buckets)),
      evaluate_(evaluator(rules.ranking)),
      board_(rules.board_size(rules.rounds - 1)) {}

void SampledDealer::deal(Rng& rng, SampledDeal* deals, std::size_t count) const {
    for (std::size_t i = 0; i < count + kDealsAhead; ++i) {
        if (i < count) {
            int tries = 0;
            do {
                if (++tries > kMostTries) throw NoDeal("no deal fits the ranges of all seats");
            } while (!draw(rng, deals[i]));
            buckets_->locate(deals[i].cards.data(), rules_.players, deals[i].buckets.data());
        }
        if (i >= kDealsAhead) {
            buckets_->load(rules_.players, deals[i - kDealsAhead].buckets.data());
            rank(deals[i - kDealsAhead]);
        }
    }
}

// False if the deal does not fit.
bool SampledDealer::draw(Rng& rng, SampledDeal& deal) const {
    if (known_) return known_->draw(rng, deal.cards.data());
    Dealer dealer(rules_.deck.data(), rules_.deck_size, rng);
    const int cards = rules_.players * rules_.hole_cards + board_;
    for (int i = 0; i < cards; ++i) deal.cards[static_cast<std::size_t>(i)] = dealer.draw();
    return keeps(rng, deal);
}

bool SampledDealer::keeps(Rng& rng, const SampledDeal& deal) const {
    for (int seat = 0; seat < static_cast<int>(ranges_.size()); ++seat) {
        const Card* hand = deal.cards.data() + 2 * seat;
        const float kept = weight(seat, hand[0], hand[1]);
        if (kept < 1 && !(rng.uniform() < kept)) return false;
    }
    return true;
}

void SampledDealer::rank(SampledDeal& deal) const {
    const int holes = rules_.hole_cards;
    const Card* board = deal.cards.data() + rules_.players * holes;
    std::array<Card, kMaxHandCards> hand;
    std::copy_n(board, board_, hand.begin() + holes);
    const unsigned dealt = known_ ? known_->dealt() : ~0u;
    for (int seat = 0; seat < rules_.players; ++seat) {
        if (!(dealt >> seat & 1)) continue;
        std::copy_n(deal.cards.data() + seat * holes, holes, hand.begin());
        deal.strengths[static_cast<std::size_t>(seat)] = evaluate_(hand.data(), holes + board_);
    }
}

}  // namespace riverboat
