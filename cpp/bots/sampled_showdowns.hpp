// Deals of what a player does not know: the rest of the board and the cards of the opponents.
//
// Deal d is a function of the seed and d alone. Its i-th number of 32 bits is half a number of SplitMix64,
// looked up by its place 32 d + i / 2, the upper half first; a card is drawn by
// one number, and the last card left takes its place. So deals can be dealt side by side, and every path
// deals the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cards/equity/matchup.hpp"
#include "cards/evaluator/evaluator.hpp"
#include "games/rules/rules.hpp"
#include "runtime/cpu.hpp"
#include "runtime/splitmix.hpp"

namespace riverboat {

// A hand on a board against some opponents: different cards of the deck.
struct Holding {
    std::span<const Card> hole, board;
    int opponents;
};

class SampledShowdowns {
  public:
    SampledShowdowns(const GameRules& rules, const Holding& holding, std::uint64_t seed);

    // Pots won at the showdown by the hand in deals `first` to `first + count`, in units of 1 / kPotShares:
    // sums are whole numbers, so exact. Drawing is most of the work.
    std::uint64_t shares(std::uint32_t first, std::uint32_t count, CpuPath path = cpu_path()) const;

  private:
    struct Unknown {
        int board, hole, opponents;  // cards to come, cards of a hand, hands
    };
    std::uint64_t shares_baseline(std::uint32_t first, std::uint32_t count) const;
    std::uint64_t one_by_one(std::uint32_t first, std::uint32_t count, const Unknown& unknown) const;
    std::uint64_t shares_avx512(std::uint32_t first, std::uint32_t count) const;
    std::uint64_t eight_by_eight(std::uint32_t first, std::uint32_t count, const Unknown& unknown) const;
    Strength strength(std::uint64_t key, CardMask cards) const {
        if (key & kFlushBits) [[unlikely]]
            return flushes_[suit_ranks(cards, (__builtin_ctzll(key & kFlushBits) - 35) / 4)];
        return table_[static_cast<std::uint32_t>(key)];
    }

    std::uint64_t seed_;
    RankTable::Lookup table_;
    const Strength* flushes_;
    Unknown unknown_;
    std::uint64_t board_key_, hole_key_ = 0;
    CardMask board_ = 0, hole_ = 0;
    int size_ = 0;
    alignas(64) std::array<Card, 64> left_;  // size_ cards may be drawn
};

namespace detail {

inline constexpr std::uint64_t kNumbersPerDeal = 32;  // two cards each, so more than the deck needs

// What a hand gets: [0][others who tie], and nothing in [1], where it lost. Nobody can foresee which, so a
// look costs less than a branch.
inline constexpr std::array<std::array<std::uint32_t, kMaxPlayers>, 2> kShare = [] {
    std::array<std::array<std::uint32_t, kMaxPlayers>, 2> shares{};
    for (std::uint32_t ties = 0; ties < kMaxPlayers; ++ties) shares[0][ties] = kPotShares / (ties + 1);
    return shares;
}();

}  // namespace detail

}  // namespace riverboat
