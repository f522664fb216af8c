#include "abstraction/features/feature_index.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <iterator>
#include <numeric>

#include "cards/isomorphism/indexer.hpp"
#include "runtime/hash_index.hpp"

namespace riverboat {

namespace {

struct Census {
    Numbered<std::uint64_t> words;
    std::vector<std::uint64_t> deals;

    void count(FeatureWord word, std::uint64_t times) {
        const auto [number, is_new] = words.find_or_add(word);
        if (is_new) deals.push_back(0);
        deals[number] += times;
    }
    void add(const Census& other) {
        for (std::uint32_t i = 0; i < other.words.size(); ++i)
            count(static_cast<FeatureWord>(other.words[i]), other.deals[i]);
    }
};

// Cards that are alike on a board: of one rank, and of one suit if that can still be a flush.
struct Kind {
    int cards = 0;
    Card first, second;  // two of them
};

std::vector<Kind> kinds_of_cards(std::span<const Card> board) {
    const CardMask taken = mask_of(board);
    const int to_come = 5 - static_cast<int>(board.size());
    std::array<Kind, kRanks*(kSuits + 1)> kinds{};
    for (int card = 0; card < kCards; ++card) {
        if (taken & bit_of(card)) continue;
        const bool live = std::popcount(taken & kSuitMask << suit_of(card)) + 2 + to_come >= kFlushCards;
        const int column = live ? suit_of(card) : kSuits;
        Kind& kind = kinds[static_cast<std::size_t>(rank_of(card) * (kSuits + 1) + column)];
        (kind.cards++ == 0 ? kind.first : kind.second) = static_cast<Card>(card);
    }
    std::vector<Kind> found;
    std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(found),
                 [](const Kind& kind) { return kind.cards > 0; });
    return found;
}

void count_hands(std::span<const Card> board, FeatureRules rules, std::uint64_t weight, Census& census) {
    const FeatureBoard features(board, rules);
    const std::vector<Kind> kinds = kinds_of_cards(board);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto cards = static_cast<std::uint64_t>(kinds[i].cards);
        if (cards > 1)
            census.count(features.word(kinds[i].first, kinds[i].second), weight * cards * (cards - 1) / 2);
        for (std::size_t j = 0; j < i; ++j)
            census.count(features.word(kinds[i].first, kinds[j].first),
                         weight * cards * static_cast<std::uint64_t>(kinds[j].cards));
    }
}

Census take_census(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch) {
    const auto width = static_cast<std::size_t>(board_cards);
    std::vector<Card> boards;
    std::vector<std::int64_t> weights(1, 1);
    if (board_cards > 0) {
        const HandIndexer indexer({board_cards}, kAllRanks, kAllSuits);
        std::vector<std::int64_t> indices(static_cast<std::size_t>(indexer.size(0)));
        std::iota(indices.begin(), indices.end(), 0);
        boards.resize(indices.size() * width);
        weights.resize(indices.size());
        indexer.cards_of(0, indices.data(), indices.size(), boards.data(), 1);
        indexer.weights(0, indices.data(), indices.size(), weights.data(), 1);
    }
    return parallel_sum(weights.size(), 16, threads, watch, Census{}, [&](Census& census, std::size_t i) {
        count_hands({boards.data() + i * width, width}, rules, static_cast<std::uint64_t>(weights[i]),
                    census);
    });
}

bool is_deal(const Card* cards, std::size_t count, CardMask seen = 0) {
    for (std::size_t i = 0; i < count; ++i) {
        if (cards[i] >= kCards || (seen & bit_of(cards[i]))) return false;
        seen |= bit_of(cards[i]);
    }
    return true;
}

}  // namespace

FeatureIndex::FeatureIndex(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch)
    : board_cards_(board_cards), rules_(rules) {
    const Census census = take_census(board_cards, rules, threads, watch);
    std::vector<std::uint32_t> order(census.words.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return census.words[a] < census.words[b]; });
    for (std::uint32_t number : order) {
        words_.push_back(static_cast<FeatureWord>(census.words[number]));
        deals_.push_back(census.deals[number]);
    }
    for (FeatureWord name = 0; name <= 1u << kNameBits; ++name) {
        const auto start = std::lower_bound(words_.begin(), words_.end(), name << kNameShift);
        starts_.push_back(static_cast<std::uint32_t>(start - words_.begin()));
    }
}

std::uint32_t FeatureIndex::place(FeatureWord word) const {
    const auto from = words_.begin() + starts_[word >> kNameShift],
               to = words_.begin() + starts_[(word >> kNameShift) + 1];
    return static_cast<std::uint32_t>(std::lower_bound(from, to, word) - words_.begin());
}

std::size_t FeatureIndex::deal_buckets(const Card* deals, std::size_t rows, std::uint32_t* out,
                                       unsigned threads, const Watch& watch) const {
    constexpr std::size_t chunk_rows = 1 << 14;
    const auto width = static_cast<std::size_t>(board_cards_) + 2;
    std::atomic<std::size_t> first_bad{rows};
    parallel_chunks((rows + chunk_rows - 1) / chunk_rows, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(rows, (chunk + 1) * chunk_rows);
        for (std::size_t row = chunk * chunk_rows; row < end; ++row) {
            const Card* cards = deals + row * width;
            if (!is_deal(cards, width)) {
                std::size_t known = first_bad;
                while (row < known && !first_bad.compare_exchange_weak(known, row)) {
                }
                return;
            }
            out[row] = place(FeatureBoard({cards + 2, width - 2}, rules_).word(cards[0], cards[1]));
        }
    });
    return first_bad;
}

std::size_t FeatureIndex::hand_buckets(std::span<const Card> board, const Card* hands, std::size_t rows,
                                       std::uint32_t* out) const {
    const FeatureBoard features(board, rules_);
    const CardMask taken = mask_of(board);
    for (std::size_t row = 0; row < rows; ++row, hands += 2) {
        if (!is_deal(hands, 2, taken)) return row;
        out[row] = place(features.word(hands[0], hands[1]));
    }
    return rows;
}

}  // namespace riverboat
