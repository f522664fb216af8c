// The classes of all hands on one board: the index of HandIndexer((2, board)) by arithmetic that hands share.
//
// Hole cards touch one or two rows of the index (index_tables.hpp), and those rows come first. So on one
// board, for one pair of suits, the other rows add a constant, and a hand adds one product for each row it
// touches: about a nanosecond, where an index from cards takes ten or more.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "cards/card.hpp"
#include "cards/isomorphism/index_kernel.hpp"
#include "cards/isomorphism/index_tables.hpp"

namespace riverboat {

class BoardClasses {
  public:
    explicit BoardClasses(int board_cards)
        : tables_({2, board_cards}, IndexDeck(kAllRanks, kAllSuits)), rounds_(tables_) {
        for (unsigned set = 0; set < colex_.size(); ++set) {
            int size = 0;
            for (unsigned left = set; left != 0; left &= left - 1)
                colex_[set] += static_cast<std::uint16_t>(choose(std::countr_zero(left), ++size));
        }
    }

    std::int64_t size() const { return tables_.size(); }

    // visit(hand, index) once for every class of hands on the board, with one hand of it (a hand index).
    // Over one board of every class of boards, every index is visited once.
    template <class Visit>
    void each(std::span<const Card> board, const Visit& visit) const {
        Suits suits{};
        for (Card card : board) suits[suit_of(card)] |= 1u << rank_of(card);
        // Suits with the same board cards may be swapped: of such twins the first stands for all, and the
        // second for the other one of two.
        std::array<int, kSuits> twins_before{};
        for (int s = 0; s < kSuits; ++s) {
            twins_before[s] = static_cast<int>(std::count(suits.begin(), suits.begin() + s, suits[s]));
        }
        for (int a = 0; a < kSuits; ++a) {
            if (twins_before[a] == 0) one_suit(suits, a, visit);
            for (int b = 0; b < a; ++b) {
                const bool twins = suits[a] == suits[b];
                if (twins_before[b] == 0 && twins_before[a] == (twins ? 1 : 0)) two_suits(suits, a, b, visit);
            }
        }
    }

  private:
    using Suits = std::array<unsigned, kSuits>;  // by suit: the board's ranks

    struct Start {
        std::int64_t index;  // of the hand whose touched rows have place 0
        Layout layout;
    };

    std::uint32_t shape(unsigned board, unsigned hole) const {
        return tables_.shape_weight[0] * static_cast<std::uint32_t>(std::popcount(hole)) +
               static_cast<std::uint32_t>(std::popcount(board));
    }

    // The place of a row among all of its shape: the board's ranks count among those the hole cards leave.
    std::uint32_t place(unsigned board, unsigned hole) const {
        unsigned left = board;
        for (unsigned h = hole; h != 0;) {  // highest first, so that lower ranks keep their place
            const unsigned top = std::bit_floor(h);
            left = (left & (top - 1)) | (left & ~(2 * top - 1)) >> 1;
            h ^= top;
        }
        return colex_[hole] * tables_.place_scale[shape(board, hole)][0] + colex_[left];
    }

    // `a` holds `hole_a` and `b` holds `hole_b`: rows of those shapes first, then the rest in their order.
    Start start(const Suits& suits, int a, unsigned hole_a, int b, unsigned hole_b) const {
        std::array<std::uint32_t, kSuits> key{};
        for (int s = 0; s < kSuits; ++s) {
            const unsigned hole = s == a ? hole_a : s == b ? hole_b : 0;
            const std::uint32_t at = hole == 0 ? place(suits[s], 0) : 0;
            key[s] = shape(suits[s], hole) << kPlaceBits | at;
        }
        std::sort(key.begin(), key.end(), std::greater<>());
        std::array<std::uint32_t, kSuits> shapes, places;
        for (int s = 0; s < kSuits; ++s) {
            shapes[s] = key[s] >> kPlaceBits;
            places[s] = key[s] & kPlaceMask;
        }
        const auto pair = static_cast<std::size_t>(shapes[0]) * tables_.shapes + shapes[1];
        const Layout& layout = tables_.layouts[tables_.layout_base[pair] + shapes[2]];
        return {layout.offset + index_kernel::index_in_layout(rounds_, layout, shapes, places), layout};
    }

    template <class Visit>
    void one_suit(const Suits& suits, int suit, const Visit& visit) const {
        const Start from = start(suits, suit, 3, suit, 3);  // any two ranks: their number makes the shape
        for (int hi = 1; hi < kRanks; ++hi) {
            for (int lo = 0; lo < hi; ++lo) {
                const unsigned hole = 1u << hi | 1u << lo;
                if (hole & suits[suit]) continue;
                visit(hand_index(4 * hi + suit, 4 * lo + suit),
                      from.index + from.layout.scale[0] * place(suits[suit], hole));
            }
        }
    }

    template <class Visit>
    void two_suits(const Suits& suits, int a, int b, const Visit& visit) const {
        if (std::popcount(suits[a]) < std::popcount(suits[b])) std::swap(a, b);
        const Start from = start(suits, a, 1, b, 1);
        const auto [first, second, rest] = from.layout.scale;
        static_cast<void>(rest);
        const bool same_shape = std::popcount(suits[a]) == std::popcount(suits[b]);
        std::array<std::uint32_t, kRanks> place_b;
        for (int rank = 0; rank < kRanks; ++rank) place_b[rank] = place(suits[b], 1u << rank);
        for (int x = 0; x < kRanks; ++x) {
            if (suits[a] >> x & 1) continue;
            const std::uint32_t place_a = place(suits[a], 1u << x);
            const int end = suits[a] == suits[b] ? x + 1 : kRanks;  // of twins each pair of ranks once
            for (int y = 0; y < end; ++y) {
                if (suits[b] >> y & 1) continue;
                std::uint32_t high = place_a, low = place_b[y];
                if (same_shape) {  // the rows are a multiset: larger place first, ranked by multichoose
                    if (high < low) std::swap(high, low);
                    high = high * (high + 1) / 2;
                }
                const int card_a = 4 * x + a, card_b = 4 * y + b;
                visit(hand_index(std::max(card_a, card_b), std::min(card_a, card_b)),
                      from.index + first * high + second * low);
            }
        }
    }

    IndexTables tables_;
    index_kernel::AnyRounds rounds_;
    std::array<std::uint16_t, 1 << kRanks> colex_{};  // rank of a set among those of its size
};

}  // namespace riverboat
