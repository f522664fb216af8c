#include "abstraction/tables/deal_buckets.hpp"

#include <algorithm>
#include <atomic>

namespace riverboat {

namespace {

constexpr std::size_t kDealsPerChunk = 8192;

bool is_deal(const Card* cards, int count, CardMask deck) {
    CardMask left = deck;
    for (int i = 0; i < count; ++i) {
        if (cards[i] >= kCards || (left & bit_of(cards[i])) == 0) return false;
        left ^= bit_of(cards[i]);
    }
    return true;
}

}  // namespace

std::size_t buckets_of_deals(const DealBuckets& tables, const Card* cards, std::size_t deals, int players,
                             std::uint32_t* out, unsigned threads, const Watch& watch) {
    const int deal_cards = tables.deal_cards(players);
    const auto width = static_cast<std::size_t>(deal_cards),
               places = static_cast<std::size_t>(players * tables.rounds());
    std::atomic<std::size_t> first_bad{deals};
    const auto locate = [&](std::size_t deal) {
        const Card* row = cards + deal * width;
        if (!is_deal(row, deal_cards, tables.deck())) return false;
        tables.locate(row, players, out + deal * places);
        return true;
    };
    parallel_chunks(
        (deals + kDealsPerChunk - 1) / kDealsPerChunk, threads, watch, [&](std::size_t chunk, unsigned) {
            const std::size_t begin = chunk * kDealsPerChunk, end = std::min(begin + kDealsPerChunk, deals);
            for (std::size_t deal = begin; deal < end + kDealsAhead; ++deal) {
                if (deal < end && !locate(deal)) {
                    std::size_t bad = first_bad;
                    while (deal < bad && !first_bad.compare_exchange_weak(bad, deal)) {
                    }
                    return;
                }
                if (deal < begin + kDealsAhead || deal - kDealsAhead >= end) continue;
                tables.load(players, out + (deal - kDealsAhead) * places);
            }
        });
    return first_bad;
}

}  // namespace riverboat
