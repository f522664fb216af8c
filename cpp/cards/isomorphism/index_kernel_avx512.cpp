// Sixteen hands at a time: the arithmetic of index_kernel.hpp in 512-bit vectors.
//
// Cards are read for two halves of eight hands, a hand in each 64-bit element as a word of four 16-bit suit
// lanes. The rows are then turned into four vectors, one per suit, of sixteen 32-bit keys: even elements hold
// the hands of the first half, odd ones those of the second, so that no shuffle is needed on the way out
// either.
#include "cards/isomorphism/index_kernel.hpp"

#if RIVERBOAT_X86

// GCC 12 warns of the deliberately undefined values in its own header (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

namespace riverboat::index_kernel {

namespace {

#define RIVERBOAT_KERNEL RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE

// What the vectors look up, as they look it up.
struct alignas(64) VectorTables {
    std::uint8_t slot_of[64];     // card id -> slot, see IndexDeck
    std::uint8_t colex_low[128];  // 16 * cards below + rank -> kColex, low and high bytes
    std::uint8_t colex_high[128];
    std::uint16_t digit_size[64];  // 8 * ranks used + cards now -> ways to choose them
    std::uint8_t first_card[64];   // element i, byte 0: where the row of hand i begins
    __mmask64 loaded;              // the bytes of eight rows

    VectorTables(const IndexTables& tables, std::size_t stride) : slot_of(), first_card() {
        std::copy_n(tables.deck.slot_of.begin(), 64, slot_of);
        for (int i = 0; i < 128; ++i) {
            colex_low[i] = static_cast<std::uint8_t>(kColex.step[i / 16][i % 16]);
            colex_high[i] = static_cast<std::uint8_t>(kColex.step[i / 16][i % 16] >> 8);
        }
        for (int i = 0; i < 64; ++i) {
            digit_size[i] = i % 8 == 0 ? 1 : kColex.step[i % 8 - 1][std::max(0, tables.deck.ranks - i / 8)];
        }
        for (int i = 0; i < 8; ++i) first_card[8 * i] = static_cast<std::uint8_t>(i * stride);
        loaded = (__mmask64{1} << (8 * stride)) - 1;  // a row has at most 7 cards
    }
};

// Eight hands. 32-bit elements: keys of suits 0 and 2 in `even`, of suits 1 and 3 in `odd`.
struct Half {
    __m512i even, odd;
    bool valid;
};

// 64-bit elements of one card per hand.
struct CardVector {
    __m512i shift, bit, below;
};

RIVERBOAT_KERNEL __m512i colex_step(const VectorTables& v, int cards_in_round, __m512i rank, __m512i lower) {
    const __m512i at = _mm512_or_si512(rank, _mm512_slli_epi64(lower, 4));
    const __m512i low0 = _mm512_load_si512(v.colex_low);
    if (cards_in_round <= 3) return _mm512_permutexvar_epi8(at, low0);  // choose(12, 3) fits a byte
    const __m512i low = _mm512_permutex2var_epi8(low0, at, _mm512_load_si512(v.colex_low + 64));
    const __m512i high =
        _mm512_permutex2var_epi8(_mm512_load_si512(v.colex_high), at, _mm512_load_si512(v.colex_high + 64));
    return _mm512_or_si512(low, _mm512_slli_epi64(high, 8));
}

// The round's digits, a 16-bit lane per suit; adds its cards to `now`.
RIVERBOAT_KERNEL __m512i read_round(const VectorTables& v, __m512i slots, int first, int cards, __m512i used,
                                    __m512i& now) {
    const __m512i one = _mm512_set1_epi64(1);
    std::array<CardVector, kMaxIndexCards> card;
    now = _mm512_setzero_si512();
#pragma GCC unroll 7
    for (int i = 0; i < cards; ++i) {
        const __m512i at = _mm512_add_epi8(_mm512_load_si512(v.first_card), _mm512_set1_epi64(first + i));
        const __m512i slot = _mm512_maskz_permutexvar_epi8(0x0101010101010101, at, slots);
        card[i].shift = _mm512_and_si512(slot, _mm512_set1_epi64(48));
        card[i].bit = _mm512_sllv_epi64(one, slot);
        card[i].below = _mm512_sub_epi64(card[i].bit, _mm512_sllv_epi64(one, card[i].shift));
        now = _mm512_or_si512(now, card[i].bit);
    }
    __m512i digits = _mm512_setzero_si512();
#pragma GCC unroll 7
    for (int i = 0; i < cards; ++i) {
        __m512i step = _mm512_popcnt_epi64(_mm512_andnot_si512(used, card[i].below));
        if (cards > 1) {
            const __m512i lower = _mm512_popcnt_epi64(_mm512_and_si512(now, card[i].below));
            step = colex_step(v, cards, step, lower);
        }
        digits = _mm512_add_epi64(digits, _mm512_sllv_epi64(step, card[i].shift));
    }
    return digits;
}

template <class Rounds>
RIVERBOAT_KERNEL Half read_half(const IndexTables& tables, const VectorTables& v, const Rounds& rounds,
                                const Card* rows) {
    const __m512i raw = _mm512_maskz_loadu_epi8(v.loaded, rows);
    const __m512i slots = _mm512_permutexvar_epi8(raw, _mm512_load_si512(v.slot_of));
    const __mmask64 strange = _mm512_test_epi8_mask(raw, _mm512_set1_epi8(static_cast<char>(0xC0))) |
                              (_mm512_movepi8_mask(slots) & v.loaded);

    const __m512i lane = _mm512_set1_epi32(0xFFFF);
    __m512i used = _mm512_setzero_si512(), used_count = used, shape = used, narrow = used, even = used,
            odd = used;
    int first = 0;
#pragma GCC unroll 7
    for (int r = 0; r < rounds.count; ++r) {
        __m512i now;
        const __m512i digits = read_round(v, slots, first, rounds.size(r), used, now);
        const __m512i count = _mm512_popcnt_epi16(now);
        const __m512i size = _mm512_permutex2var_epi16(
            _mm512_load_si512(v.digit_size), _mm512_add_epi16(_mm512_slli_epi16(used_count, 3), count),
            _mm512_load_si512(v.digit_size + 32));
        const auto weight = static_cast<short>(tables.shape_weight[r]);
        shape = _mm512_add_epi16(shape, _mm512_mullo_epi16(count, _mm512_set1_epi16(weight)));
        if (r < 2) {  // two rounds make at most 13! / (3! 4! 6!) = 60,060 places: 16 bits do
            narrow = _mm512_add_epi16(_mm512_mullo_epi16(narrow, size), digits);
            even = _mm512_and_si512(narrow, lane);
            odd = _mm512_srli_epi32(narrow, 16);
        } else {
            even = _mm512_add_epi32(_mm512_mullo_epi32(even, _mm512_and_si512(size, lane)),
                                    _mm512_and_si512(digits, lane));
            odd = _mm512_add_epi32(_mm512_mullo_epi32(odd, _mm512_srli_epi32(size, 16)),
                                   _mm512_srli_epi32(digits, 16));
        }
        used = _mm512_or_si512(used, now);
        used_count = _mm512_add_epi16(used_count, count);
        first += rounds.size(r);
    }
    const __mmask8 twice =
        _mm512_cmpneq_epi64_mask(_mm512_popcnt_epi64(used), _mm512_set1_epi64(rounds.cards));
    const __m512i top = _mm512_set1_epi32(static_cast<int>(0xFFu << kPlaceBits));
    even = _mm512_or_si512(even, _mm512_slli_epi32(shape, kPlaceBits));
    odd = _mm512_or_si512(odd, _mm512_and_si512(_mm512_slli_epi32(shape, kPlaceBits - 16), top));
    return {even, odd, (strange | twice) == 0};
}

struct Keys {
    __m512i row[kSuits];  // descending
};

RIVERBOAT_KERNEL void order(__m512i& high, __m512i& low) {
    const __m512i more = _mm512_max_epu32(high, low);
    low = _mm512_min_epu32(high, low);
    high = more;
}

RIVERBOAT_KERNEL Keys sort_rows(const Half& a, const Half& b) {
    constexpr auto kSwap = static_cast<_MM_PERM_ENUM>(0xB1);  // neighbours
    Keys k{{_mm512_mask_shuffle_epi32(a.even, 0xAAAA, b.even, kSwap),
            _mm512_mask_shuffle_epi32(a.odd, 0xAAAA, b.odd, kSwap),
            _mm512_mask_shuffle_epi32(b.even, 0x5555, a.even, kSwap),
            _mm512_mask_shuffle_epi32(b.odd, 0x5555, a.odd, kSwap)}};
    order(k.row[0], k.row[1]);
    order(k.row[2], k.row[3]);
    order(k.row[0], k.row[2]);
    order(k.row[1], k.row[3]);
    order(k.row[1], k.row[2]);
    return k;
}

RIVERBOAT_KERNEL __m512i pairs(__m512i place) {
    return _mm512_srli_epi32(_mm512_mullo_epi32(place, _mm512_add_epi32(place, _mm512_set1_epi32(1))), 1);
}

RIVERBOAT_KERNEL __m512i triples(__m512i place) {
    // Exact division by 3 is multiplication by its inverse modulo 2^32.
    const __m512i six = _mm512_mullo_epi32(pairs(place), _mm512_add_epi32(place, _mm512_set1_epi32(2)));
    return _mm512_mullo_epi32(six, _mm512_set1_epi32(static_cast<int>(0xAAAAAAABu)));
}

RIVERBOAT_KERNEL __m512i quadruples(__m512i place) {
    return _mm512_srli_epi32(
        _mm512_mullo_epi32(triples(place), _mm512_add_epi32(place, _mm512_set1_epi32(3))), 2);
}

template <class Rounds>
RIVERBOAT_KERNEL void write_indices(const IndexTables& tables, const Rounds& rounds, const Keys& keys,
                                    std::int64_t* out) {
    __m512i shape[kSuits], place[kSuits];
    for (int s = 0; s < kSuits; ++s) {
        shape[s] = _mm512_srli_epi32(keys.row[s], kPlaceBits);
        place[s] = _mm512_and_si512(keys.row[s], _mm512_set1_epi32(kPlaceMask));
    }
    const __m512i pair = _mm512_add_epi32(_mm512_mullo_epi16(shape[0], _mm512_set1_epi32(tables.shapes)),
                                          shape[1]);  // below 2^14
    const __m512i base = _mm512_i32gather_epi32(pair, tables.layout_base.data(), 4);
    const __m512i at = _mm512_slli_epi32(_mm512_add_epi32(base, shape[2]), 2);  // in units of 8 bytes
    const Layout* layouts = tables.layouts.data();

    const __mmask16 same01 = _mm512_cmpeq_epi32_mask(shape[0], shape[1]);
    const __mmask16 same12 = _mm512_cmpeq_epi32_mask(shape[1], shape[2]);
    const __mmask16 same23 = _mm512_cmpeq_epi32_mask(shape[2], shape[3]);
    __m512i rank[3] = {_mm512_mask_mov_epi32(place[0], same01, pairs(place[0])),
                       _mm512_mask_mov_epi32(place[1], same12, pairs(place[1])),
                       _mm512_mask_mov_epi32(place[2], same23, pairs(place[2]))};
    if (rounds.most >= 3) {
        rank[0] = _mm512_mask_mov_epi32(rank[0], same01 & same12, triples(place[0]));
        rank[1] = _mm512_mask_mov_epi32(rank[1], same12 & same23, triples(place[1]));
    }
    if (rounds.most >= 4) {
        rank[0] = _mm512_mask_mov_epi32(rank[0], same01 & same12 & same23, quadruples(place[0]));
    }
    __m512i within = place[3];
    for (int s = 0; s < 3; ++s) {
        const __m512i scale = _mm512_i32gather_epi32(at, &layouts->scale[s], 8);
        within = _mm512_add_epi32(within, _mm512_mullo_epi32(rank[s], scale));
    }
    const __m512i low = _mm512_set1_epi64(0xFFFFFFFF);
    const __m512i offset0 = _mm512_i64gather_epi64(_mm512_and_si512(at, low), &layouts->offset, 8);
    const __m512i offset1 = _mm512_i64gather_epi64(_mm512_srli_epi64(at, 32), &layouts->offset, 8);
    _mm512_storeu_si512(out, _mm512_add_epi64(offset0, _mm512_and_si512(within, low)));
    _mm512_storeu_si512(out + 8, _mm512_add_epi64(offset1, _mm512_srli_epi64(within, 32)));
}

template <class Rounds>
RIVERBOAT_TARGET_AVX512 std::size_t index_blocks(const IndexTables& tables, const Batch& batch) {
    const Rounds rounds(tables);
    const VectorTables v(tables, batch.stride);
    std::size_t h = 0;
    for (; h + 16 <= batch.hands; h += 16) {
        const Card* rows = batch.cards + h * batch.stride;
        const Half a = read_half(tables, v, rounds, rows);
        const Half b = read_half(tables, v, rounds, rows + 8 * batch.stride);
        if (!(a.valid && b.valid)) break;  // the scalar kernel finds out which hand it is
        write_indices(tables, rounds, sort_rows(a, b), batch.out + h);
    }
    return h;
}

}  // namespace

std::size_t index_avx512(const IndexTables& tables, const Batch& batch) {
    const std::size_t done =
        with_rounds(tables, [&]<class Rounds>(const Rounds&) { return index_blocks<Rounds>(tables, batch); });
    return index_bmi2(tables, batch, done);
}

}  // namespace riverboat::index_kernel

#endif
