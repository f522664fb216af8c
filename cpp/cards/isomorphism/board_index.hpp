// The number of a board up to a renaming of suits, and the renaming that makes it canonical.
//
// The number is the index of HandIndexer({cards}), and the canonical board the one its `cards_of` gives: the
// suit that comes first, by how many cards it has and then by which, is spades, the next hearts, and so on.
// In one round an index is a sum of one number for each row (index_tables.hpp: scale times multichoose), so
// with those in tables it takes four loads, all from the first caches, and no hashing.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "cards/binomial.hpp"
#include "cards/card.hpp"

namespace riverboat {

// The ranks of each suit, in four lanes of 16 bits.
using SuitLanes = std::uint64_t;

constexpr SuitLanes lane_bit(Card card) {
    return SuitLanes{1} << (16 * suit_of(card) + rank_of(card));
}

// The new suit of suit s, in the bits 2s and 2s + 1.
using SuitMap = std::uint32_t;
inline constexpr SuitMap kSameSuits = 0b11'10'01'00;

constexpr Card renamed(Card card, SuitMap suits) {
    return static_cast<Card>((card & ~3) | (suits >> 2 * suit_of(card) & 3));
}

// The index of a hand whose suits are renamed. No branch: which card is higher is random.
inline std::uint32_t renamed_hand(const Card* hand, SuitMap suits) {
    const int a = renamed(hand[0], suits), b = renamed(hand[1], suits), apart = std::abs(a - b);
    return static_cast<std::uint32_t>(hand_index((a + b + apart) / 2, (a + b - apart) / 2));
}

class BoardIndex {
  public:
    static constexpr int kMostCards = 5;

    explicit BoardIndex(int cards);  // 0 to kMostCards; with 0 there is one board

    std::uint32_t boards() const { return boards_; }

    struct Found {
        std::uint32_t number;
        SuitMap suits;
    };

    // The board must have as many cards as the index is of.
    Found find(SuitLanes ranks) const {
        std::array<std::uint32_t, kSuits> row;
        for (int suit = 0; suit < kSuits; ++suit) {
            row[suit] = kSets.row[ranks >> 16 * suit & 0xFFFF] | static_cast<std::uint32_t>(suit);
        }
        const auto order = [&row](int i, int j) {
            const std::uint32_t high = row[i] > row[j] ? row[i] : row[j];
            row[j] = row[i] ^ row[j] ^ high;
            row[i] = high;
        };
        order(0, 1);
        order(2, 3);
        order(0, 2);
        order(1, 3);
        order(1, 2);
        // So few cards have one layout for each two sizes of the largest rows.
        const std::array<std::uint32_t, kSuits>& base = base_[row[0] >> kSizeShift][row[1] >> kSizeShift];
        Found found{0, 0};
        for (int i = 0; i < kSuits; ++i) {
            found.number += steps_[base[i] + (row[i] >> kPlaceShift & kSetPlaceMask)];
            found.suits |= static_cast<SuitMap>(kSuits - 1 - i) << 2 * (row[i] & 3);
        }
        return found;
    }

  private:
    // A set of ranks, as rows are sorted: size << kSizeShift | colex place among its size << kPlaceShift, and
    // room for a suit below.
    static constexpr int kSizeShift = 13, kPlaceShift = 2;
    static constexpr std::uint32_t kSetPlaceMask = (1u << (kSizeShift - kPlaceShift)) - 1;
    struct Sets {
        std::array<std::uint16_t, 1 << kRanks> row{};
        constexpr Sets() {
            for (int size = 0; size <= kMostCards; ++size) {
                for (std::uint32_t place = 0; place < choose(kRanks, size); ++place) {
                    row[rank_set(size, place)] =
                        static_cast<std::uint16_t>(size << kSizeShift | place << kPlaceShift);
                }
            }
        }
    };
    static const Sets kSets;

    std::uint32_t boards_;
    // By the sizes of the two largest rows: where the steps of each row begin.
    std::array<std::array<std::array<std::uint32_t, kSuits>, kMostCards + 1>, kMostCards + 1> base_{};
    std::vector<std::uint32_t> steps_;  // by row and place: what it adds
};

// For every board of so many cards, in the order of their sets of cards as numbers: its number << 8 | the
// renaming.
std::vector<std::uint32_t> board_places(int cards);

}  // namespace riverboat
