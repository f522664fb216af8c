// The buckets of all players on all rounds of one deal: what a sampled walk asks once for every deal.
//
// A lookup has two halves, so that a trainer can wait for memory while it works: `locate` finds where the
// buckets lie and fetches those places, `load` reads them, in the same array. Called some deals apart, as in
// `buckets_of_deals`, they hide most of what a cache miss costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cards/card.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// The buckets of one round as numbers of 1, 2 or 4 bytes; who makes it keeps the memory.
struct BucketTable {
    const void* data = nullptr;
    int bytes = 1;

    void prefetch(std::size_t place) const {
        __builtin_prefetch(static_cast<const char*>(data) + place * static_cast<std::size_t>(bytes));
    }
    std::uint32_t operator[](std::size_t place) const {
        switch (bytes) {
            case 1:
                return static_cast<const std::uint8_t*>(data)[place];
            case 2:
                return static_cast<const std::uint16_t*>(data)[place];
            default:
                return static_cast<const std::uint32_t*>(data)[place];
        }
    }
};

// Deals between `locate` and `load`. Two players on four streets fetch 8 cache lines a deal, and a core waits
// for some tens of them at once.
inline constexpr std::size_t kDealsAhead = 8;

// Immutable; all functions may be called from several threads at once.
class DealBuckets {
  public:
    virtual ~DealBuckets() = default;

    int hole_cards() const { return hole_cards_; }
    int rounds() const { return static_cast<int>(tables_.size()); }
    // Shown up to and with this round.
    int board_cards(int round) const { return board_cards_[static_cast<std::size_t>(round)]; }
    int deal_cards(int players) const { return players * hole_cards_ + board_cards_.back(); }
    CardMask deck() const { return deck_; }

    // deal: the hole cards player by player, then the board; deal_cards(players) different cards of the deck.
    // out: [players][rounds()]. Writes places, and starts to fetch what lies there.
    virtual void locate(const Card* deal, int players, std::uint32_t* out) const = 0;

    // Puts the bucket instead of each place that `locate` wrote.
    void load(int players, std::uint32_t* out) const {
        for (int player = 0; player < players; ++player) {
            std::uint32_t before = 0;
            for (std::size_t round = 0; round < tables_.size(); ++round) {
                before = *out = before * memory_[round] + tables_[round][*out];
                ++out;
            }
        }
        if (pairs_.data == nullptr) return;
        for (; players > 0; --players, out -= tables_.size()) out[-1] = pairs_[out[-1]];
    }

    void buckets(const Card* deal, int players, std::uint32_t* out) const {
        locate(deal, players, out);
        load(players, out);
    }

  protected:
    // memory: by round, by how much the bucket of the round before counts in that of this one. 0 forgets it;
    // the number of the round's own buckets makes every pair of the two a bucket. pairs: the bucket of every
    // pair of the last round, where it is not the pair's own number; no data if it is.
    DealBuckets(int hole_cards, std::vector<int> board_cards, std::vector<BucketTable> tables, CardMask deck,
                std::vector<std::uint32_t> memory, BucketTable pairs = {})
        : hole_cards_(hole_cards),
          board_cards_(std::move(board_cards)),
          tables_(std::move(tables)),
          deck_(deck),
          memory_(std::move(memory)),
          pairs_(pairs) {
        memory_.resize(tables_.size());
    }

    int hole_cards_;
    std::vector<int> board_cards_;  // by round
    std::vector<BucketTable> tables_;
    CardMask deck_;
    std::vector<std::uint32_t> memory_;
    BucketTable pairs_;
};

// Many deals, rows of deal_cards(players) ids: out is [deals][players][rounds()]. Returns the first row that
// has a card twice or one that is not in the deck, else `deals`; if it returns less, `out` is not whole.
// threads = 0: all of the machine.
std::size_t buckets_of_deals(const DealBuckets& tables, const Card* cards, std::size_t deals, int players,
                             std::uint32_t* out, unsigned threads, const Watch& watch = {});

}  // namespace riverboat
