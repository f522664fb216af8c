// The inner loop of hand indexing, one hand at a time and without branches; every instruction path uses it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "cards/binomial.hpp"
#include "cards/isomorphism/index_tables.hpp"
#include "runtime/cpu.hpp"

namespace riverboat::index_kernel {

// A run of hands: rows of `stride` card ids, of which the tables' rounds take the first ones.
struct Batch {
    const Card* cards;
    std::size_t stride;
    std::size_t hands;
    std::int64_t* out;
};

// A split into rounds known to the compiler, so that it unrolls every loop over cards...
template <int... Sizes>
struct FixedRounds {
    explicit FixedRounds(const IndexTables&) {}
    static constexpr int count = sizeof...(Sizes);
    static constexpr int cards = (Sizes + ...);
    static constexpr int most = std::max({Sizes...});
    static constexpr int size(int round) { return std::array{Sizes...}[round]; }
    static bool matches(const IndexTables& tables) { return tables.rounds == std::vector<int>{Sizes...}; }
};

// ... and any other split.
struct AnyRounds {
    explicit AnyRounds(const IndexTables& tables)
        : count(static_cast<int>(tables.rounds.size())),
          cards(tables.cards()),
          most(*std::max_element(tables.rounds.begin(), tables.rounds.end())) {
        std::copy(tables.rounds.begin(), tables.rounds.end(), sizes.begin());
    }
    int count, cards, most;
    std::array<int, kMaxIndexCards> sizes{};
    int size(int round) const { return sizes[round]; }
};

// choose(rank, below + 1): what a card adds to the colex rank of its set, where `below` cards of the set are
// lower.
struct ColexTable {
    std::array<std::array<std::uint16_t, 16>, 8> step{};
    constexpr ColexTable() {
        for (int below = 0; below < 8; ++below) {
            for (int rank = 0; rank < 16; ++rank) {
                step[below][rank] = static_cast<std::uint16_t>(choose(rank, below + 1));
            }
        }
    }
};
inline constexpr ColexTable kColex;

// Counts the bits of a suit's 16-bit lane. Without the instruction: from a table.
struct TablePopcount {
    static const std::array<std::uint8_t, 1 << kRanks> table;
    static RIVERBOAT_INLINE unsigned count(std::uint64_t lane, unsigned shift) {
        return table[lane >> shift];
    }
};
struct NativePopcount {
    static RIVERBOAT_INLINE unsigned count(std::uint64_t lane, unsigned) {
        return static_cast<unsigned>(std::popcount(lane));
    }
};

// Words of four 16-bit lanes, one per suit.
struct SuitRows {
    std::uint64_t shapes = 0;  // shape numbers
    std::array<std::uint64_t, kMaxIndexCards>
        digits;  // by round: colex rank of the round's set among ranks left
};

// Reads the cards of one hand. False if one is not in the deck or comes twice.
template <class Popcount, class Rounds>
RIVERBOAT_INLINE bool read_hand(const IndexTables& tables, const Rounds& rounds, const Card* cards,
                                SuitRows& suit_rows) {
    std::uint64_t used = 0, twice = 0, slots = 0;
#pragma GCC unroll 7
    for (int r = 0; r < rounds.count; ++r) {
        std::array<std::uint64_t, kMaxIndexCards> below{};  // the ranks of the suit below each card
        std::array<unsigned, kMaxIndexCards> shift{};
        std::uint64_t now = 0;
        for (int i = 0; i < rounds.size(r); ++i) {
            const unsigned slot = tables.deck.slot_of[*cards++];
            const std::uint64_t bit = std::uint64_t{1} << (slot & 63);
            shift[i] = slot & 48;
            below[i] = bit - (std::uint64_t{1} << shift[i]);
            slots |= slot;
            twice |= bit & (used | now);
            now |= bit;
        }
        std::uint64_t digit = 0;
        for (int i = 0; i < rounds.size(r); ++i) {
            const unsigned rank = Popcount::count(below[i] & ~used, shift[i]);
            const unsigned lower = rounds.size(r) > 1 ? Popcount::count(below[i] & now, shift[i]) : 0;
            digit += static_cast<std::uint64_t>(rounds.size(r) > 1 ? kColex.step[lower][rank] : rank)
                     << shift[i];
            suit_rows.shapes += static_cast<std::uint64_t>(tables.shape_weight[r]) << shift[i];
        }
        suit_rows.digits[r] = digit;
        used |= now;
    }
    return (twice | (slots & IndexDeck::kNoSlot)) == 0;
}

// All bits if so, none if not: the compiler would otherwise guess shapes with branches, and shapes are
// random.
RIVERBOAT_INLINE std::uint32_t mask_if(bool so) {
    return 0 - static_cast<std::uint32_t>(so);
}
RIVERBOAT_INLINE std::uint32_t select(std::uint32_t mask, std::uint32_t yes, std::uint32_t no) {
    return no ^ (mask & (yes ^ no));
}

// The rows as keys shape << kPlaceBits | place, in descending order.
template <class Rounds>
RIVERBOAT_INLINE std::array<std::uint32_t, kSuits> sorted_rows(const IndexTables& tables,
                                                               const Rounds& rounds,
                                                               const SuitRows& suit_rows) {
    std::array<std::uint32_t, kSuits> key;
#pragma GCC unroll 7
    for (int s = 0; s < kSuits; ++s) {
        const unsigned shape = (suit_rows.shapes >> 16 * s) & 0xFFFF;
        std::uint32_t place = (suit_rows.digits[rounds.count - 1] >> 16 * s) & 0xFFFF;
#pragma GCC unroll 7
        for (int r = 0; r + 1 < rounds.count; ++r) {
            place += static_cast<std::uint32_t>((suit_rows.digits[r] >> 16 * s) & 0xFFFF) *
                     tables.place_scale[shape][r];
        }
        key[s] = shape << kPlaceBits | place;
    }
    const auto order = [&key](int i, int j) {
        const std::uint32_t change = mask_if(key[i] < key[j]) & (key[i] ^ key[j]);
        key[i] ^= change;
        key[j] ^= change;
    };
    order(0, 1);
    order(2, 3);
    order(0, 2);
    order(1, 3);
    order(1, 2);
    return key;
}

// Rank of a row inside its group: multichoose(place, 1 + equal rows after it). A third equal row needs a
// round of three cards or more, a fourth one of four (rows without cards have place 0, and rank 0 whatever
// the formula). Places are small enough there for 32 bits; the results that overflow are those not chosen.
template <class Rounds>
RIVERBOAT_INLINE std::uint32_t index_in_layout(const Rounds& rounds, const Layout& layout,
                                               const std::array<std::uint32_t, kSuits>& shape,
                                               const std::array<std::uint32_t, kSuits>& place) {
    const auto pairs = [&](int i) { return place[i] * (place[i] + 1) / 2; };
    const auto triples = [&](int i) { return pairs(i) * (place[i] + 2) / 3; };
    const std::uint32_t same01 = mask_if(shape[0] == shape[1]), same12 = mask_if(shape[1] == shape[2]),
                        same23 = mask_if(shape[2] == shape[3]);
    std::array<std::uint32_t, 3> rank = {select(same01, pairs(0), place[0]),
                                         select(same12, pairs(1), place[1]),
                                         select(same23, pairs(2), place[2])};
    if (rounds.most >= 3) {
        rank[0] = select(same01 & same12, triples(0), rank[0]);
        rank[1] = select(same12 & same23, triples(1), rank[1]);
    }
    if (rounds.most >= 4)
        rank[0] = select(same01 & same12 & same23, triples(0) * (place[0] + 3) / 4, rank[0]);
    return rank[0] * layout.scale[0] + rank[1] * layout.scale[1] + rank[2] * layout.scale[2] + place[3];
}

// Indexes hands [begin, batch.hands); returns the first that is not valid, or batch.hands.
template <class Popcount, class Rounds>
RIVERBOAT_INLINE std::size_t index_hands(const IndexTables& tables, const Rounds& rounds, const Batch& batch,
                                         std::size_t begin) {
    for (std::size_t h = begin; h < batch.hands; ++h) {
        SuitRows suit_rows;
        if (!read_hand<Popcount>(tables, rounds, batch.cards + h * batch.stride, suit_rows)) return h;
        const auto key = sorted_rows(tables, rounds, suit_rows);
        std::array<std::uint32_t, kSuits> shape, place;
        for (int s = 0; s < kSuits; ++s) {
            shape[s] = key[s] >> kPlaceBits;
            place[s] = key[s] & kPlaceMask;
        }
        const auto pair = static_cast<std::size_t>(shape[0]) * tables.shapes + shape[1];
        const Layout& layout = tables.layouts[tables.layout_base[pair] + shape[2]];
        batch.out[h] = layout.offset + index_in_layout(rounds, layout, shape, place);
    }
    return batch.hands;
}

// Runs `body` with the tables' rounds, as constants for the splits that matter most.
template <class Body>
RIVERBOAT_INLINE auto with_rounds(const IndexTables& tables, const Body& body) {
    if (FixedRounds<2, 3, 1, 1>::matches(tables)) return body(FixedRounds<2, 3, 1, 1>(tables));
    if (FixedRounds<2, 3, 1>::matches(tables)) return body(FixedRounds<2, 3, 1>(tables));
    if (FixedRounds<2, 3>::matches(tables)) return body(FixedRounds<2, 3>(tables));
    if (FixedRounds<2, 5>::matches(tables)) return body(FixedRounds<2, 5>(tables));
    return body(AnyRounds(tables));
}

// One per instruction path: all hands of the batch; returns the first that is not valid, or batch.hands.
std::size_t index_baseline(const IndexTables& tables, const Batch& batch);
#if RIVERBOAT_X86
std::size_t index_bmi2(const IndexTables& tables, const Batch& batch, std::size_t begin = 0);
std::size_t index_avx512(const IndexTables& tables, const Batch& batch);
#endif

}  // namespace riverboat::index_kernel
