// The strength of a hand: an unsigned number, higher is better, equal numbers tie.
//
// A hand's strength depends on its flush suit's ranks if it has a flush, else on its ranks alone (with five
// cards of one suit among seven there are five different ranks, so no full house or quads). So: add up one
// 64-bit word per card, which holds the rank key and counts the suits; a carry in a suit counter means flush;
// then look up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.hpp"
#include "cards/evaluator/rank_table.hpp"
#include "cards/evaluator/ranking.hpp"
#include "runtime/cpu.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

using Strength = std::uint16_t;

// Bits 0..25 the sum of rank keys, bits 32..47 four-bit counters of the suits; bit 60 marks an id that is no
// card.
inline constexpr std::uint64_t kNoCardKey = std::uint64_t{1} << 60;
inline constexpr std::array<std::uint64_t, 256> kCardKey = [] {
    std::array<std::uint64_t, 256> keys{};
    for (int card = 0; card < 256; ++card) {
        keys[card] = card < kCards ? kRankKey[rank_of(card)] + (std::uint64_t{1} << (32 + 4 * suit_of(card)))
                                   : kNoCardKey;
    }
    return keys;
}();
inline constexpr std::uint64_t kFlushBits = std::uint64_t{0x8888} << 32;

class Evaluator {
  public:
    explicit Evaluator(const RankingRules& rules);

    const RankingRules& rules() const { return *rules_; }
    const std::vector<StrengthClass>& classes() const { return classes_; }

    // `count` different cards of the deck, rules().min_cards to max_cards of them.
    Strength operator()(const Card* cards, int count) const;

    // The sum of kCardKey starts here, so that a counter of `hand_size` suited cards reaches 8.
    std::uint64_t start() const { return start_; }
    const RankTable& table(int count) const { return tables_[count]; }
    const Strength* flushes() const { return flushes_.data(); }  // by 13-bit rank mask of the flush suit

  private:
    const RankingRules* rules_;
    std::vector<StrengthClass> classes_;
    std::uint64_t start_;
    std::array<RankTable, 8> tables_;  // by number of cards
    std::array<Strength, 8192> flushes_{};
};

// Built at first use, then shared by all threads.
const Evaluator& evaluator(RankingId id);

// The 13-bit rank mask of one suit of a card mask.
inline std::uint32_t suit_ranks(CardMask cards, int suit) {
    std::uint64_t bits = (cards >> suit) & kSuitMask;  // one bit in four; fold them together by halves
    bits = (bits | bits >> 3) & 0x0303030303030303;
    bits = (bits | bits >> 6) & 0x000F000F000F000F;
    bits = (bits | bits >> 12) & 0x000000FF000000FF;
    return static_cast<std::uint32_t>((bits | bits >> 24) & kAllRanks);
}

inline Strength Evaluator::operator()(const Card* cards, int count) const {
    std::uint64_t sum = start_;
    for (int i = 0; i < count; ++i) sum += kCardKey[cards[i]];
    if (sum & kFlushBits) [[unlikely]] {
        CardMask mask = 0;
        for (int i = 0; i < count; ++i) mask |= bit_of(cards[i]);
        return flushes_[suit_ranks(mask, (__builtin_ctzll(sum & kFlushBits) - 35) / 4)];
    }
    return tables_[count][static_cast<std::uint32_t>(sum)];
}

// Strengths of hands.size() / count hands of `count` cards each, row after row. Returns the first row that
// holds an id over 51 or a card twice, or -1; `out` is complete only if it returns -1.
std::ptrdiff_t evaluate_batch(const Evaluator& evaluator, std::span<const Card> hands, int count,
                              std::span<Strength> out, unsigned threads, const Watch& watch,
                              CpuPath path = cpu_path());

namespace detail {
inline constexpr std::size_t kBlockRows = 2048;

// One kernel per instruction path for a block of at most kBlockRows hands; all return false if one is bad.
bool evaluate_block(const Evaluator& evaluator, const Card* hands, std::size_t rows, int count,
                    Strength* out);
bool evaluate_block_avx512(const Evaluator& evaluator, const Card* hands, std::size_t rows, int count,
                           Strength* out);
}  // namespace detail

}  // namespace riverboat
