// Which feature words occur in a round, and the number of each: the buckets of feature strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abstraction/features/features.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// The words that occur in a round, and their places in ascending order: the buckets.
class FeatureIndex {
  public:
    // Looks at every hand on every board of `board_cards` cards.
    FeatureIndex(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch);

    const std::vector<FeatureWord>& words() const { return words_; }
    const std::vector<std::uint64_t>& deals() const { return deals_; }  // how many deals have each word

    // `rows` deals of two hole cards and the board. Returns the first that is no deal, else `rows`.
    std::size_t deal_buckets(const Card* deals, std::size_t rows, std::uint32_t* out, unsigned threads,
                             const Watch& watch) const;
    // `rows` hands of two cards on one board, which must be good. Returns as above.
    std::size_t hand_buckets(std::span<const Card> board, const Card* hands, std::size_t rows,
                             std::uint32_t* out) const;

  private:
    std::uint32_t place(FeatureWord word) const;

    int board_cards_;
    FeatureRules rules_;
    std::vector<FeatureWord> words_;
    std::vector<std::uint64_t> deals_;
    std::vector<std::uint32_t> starts_;  // by name and kicker: where their words start
};

}  // namespace riverboat
