// Sixteen hands at a time with 512-bit byte permutes.
//
// A group of eight hands lies in one register, a hand to a 64-bit lane. Per byte of the rank key one `vpermb`
// turns cards into key bytes and one `vpsadbw` adds up each lane: the register file is the table. Sums of
// suit weights 0, 1, 8, 64 tell the four suit counts apart; a 512-bit table (one register) says which sums
// hold a flush. Flushes (3 % of hands) are put on a list without a branch and done afterwards. What is left
// per hand are the two loads of RankTable, which bound the speed together with the shuffle port.
#include "cards/evaluator/evaluator.hpp"

#if RIVERBOAT_X86
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12's own intrinsics headers trip it
#endif
#include <immintrin.h>

#include <algorithm>

namespace riverboat::detail {

namespace {

struct alignas(64) Tables {
    std::uint8_t key[3][64]{};     // byte b of the rank key, by card
    std::uint8_t suit[64]{};       // suit weight, by card
    std::uint64_t flush[8]{};      // bit s: the suit weights of a flush add up to s
    std::uint8_t gather[64]{};     // card i of hand h sits in byte 8 h + i
    std::uint8_t turned[3][64]{};  // the same, cards of a hand rotated by 1, 2, 3 places
    __mmask64 occupied = 0;        // bytes that hold a card

    explicit Tables(int count) {
        constexpr std::uint8_t weight[4] = {0, 1, 8, 64};
        for (int card = 0; card < kCards; ++card) {
            for (int b = 0; b < 3; ++b)
                key[b][card] = static_cast<std::uint8_t>(kRankKey[rank_of(card)] >> (8 * b));
            suit[card] = weight[suit_of(card)];
        }
        for (int d = 0; d <= count; ++d) {
            for (int h = 0; d + h <= count; ++h) {
                for (int s = 0; d + h + s <= count; ++s) {
                    if (std::max({d, h, s, count - d - h - s}) < 5) continue;
                    const int sum = d + 8 * h + 64 * s;
                    flush[sum / 64] |= std::uint64_t{1} << sum % 64;
                }
            }
        }
        for (int hand = 0; hand < 8; ++hand) {
            for (int i = 0; i < count; ++i) {
                const int byte = 8 * hand + i;
                occupied |= std::uint64_t{1} << byte;
                gather[byte] = static_cast<std::uint8_t>(hand * count + i);
                for (int turn = 1; turn <= 3; ++turn) {
                    turned[turn - 1][byte] = static_cast<std::uint8_t>(hand * count + (i + turn) % count);
                }
            }
        }
    }
};

// Registers that stay loaded over a block.
struct Loaded {
    __m512i key0, key1, key2, suit, flush, gather, turn1, turn2, turn3;
    __mmask64 occupied;
};

RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE Loaded load(const Tables& t) {
    return {_mm512_load_si512(t.key[0]),    _mm512_load_si512(t.key[1]),
            _mm512_load_si512(t.key[2]),    _mm512_load_si512(t.suit),
            _mm512_load_si512(t.flush),     _mm512_load_si512(t.gather),
            _mm512_load_si512(t.turned[0]), _mm512_load_si512(t.turned[1]),
            _mm512_load_si512(t.turned[2]), t.occupied};
}

struct Group {
    __m512i keys;  // rank key of hand h in lane h
    __mmask8 flushes;
};

// `nearest` keeps the least difference between two cards of one hand (0: a card twice), `highest` the highest
// id.
RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE Group eight_hands(const Loaded& t, __m512i bytes, __m512i& nearest,
                                                           __m512i& highest) {
    const __m512i zero = _mm512_setzero_si512(), none = _mm512_set1_epi8(-1);
    const __m512i cards = _mm512_maskz_permutexvar_epi8(t.occupied, t.gather, bytes);
    const __m512i turn1 = _mm512_mask_permutexvar_epi8(none, t.occupied, t.turn1, bytes);
    const __m512i turn2 = _mm512_mask_permutexvar_epi8(none, t.occupied, t.turn2, bytes);
    const __m512i turn3 = _mm512_mask_permutexvar_epi8(none, t.occupied, t.turn3, bytes);
    nearest = _mm512_min_epu8(nearest, _mm512_xor_si512(cards, turn1));
    nearest = _mm512_min_epu8(nearest, _mm512_xor_si512(cards, turn2));
    nearest = _mm512_min_epu8(nearest, _mm512_xor_si512(cards, turn3));
    highest = _mm512_max_epu8(highest, cards);

    // An empty byte counts as the 2 of clubs, whose key and suit weight are 0.
    const __m512i sum0 = _mm512_sad_epu8(_mm512_permutexvar_epi8(cards, t.key0), zero);
    const __m512i sum1 = _mm512_sad_epu8(_mm512_permutexvar_epi8(cards, t.key1), zero);
    const __m512i sum2 = _mm512_sad_epu8(_mm512_permutexvar_epi8(cards, t.key2), zero);
    const __m512i suits = _mm512_sad_epu8(_mm512_permutexvar_epi8(cards, t.suit), zero);
    const __m512i keys =
        _mm512_add_epi64(sum0, _mm512_add_epi64(_mm512_slli_epi64(sum1, 8), _mm512_slli_epi64(sum2, 16)));
    const __m512i flush_word = _mm512_permutexvar_epi64(_mm512_srli_epi64(suits, 6), t.flush);
    const __m512i flush_bit = _mm512_rolv_epi64(_mm512_set1_epi64(1), suits);
    return {keys, _mm512_test_epi64_mask(flush_word, flush_bit)};
}

// RankTable's two loads, sixteen at a time; the gathers read two bytes too many, which the table allows for.
RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE __m512i look_up(const RankTable::Lookup& table, __m512i sums) {
    const __m512i row_mask = _mm512_set1_epi32(kKeyMask >> RankTable::kColumnBits);
    const __m512i rows = _mm512_and_si512(_mm512_srli_epi32(sums, RankTable::kColumnBits), row_mask);
    const __m512i shifts =
        _mm512_and_si512(_mm512_i32gather_epi32(rows, table.shifts, 2), _mm512_set1_epi32(0xFFFF));
    const __m512i columns = _mm512_and_si512(sums, _mm512_set1_epi32(RankTable::kColumnMask));
    return _mm512_i32gather_epi32(_mm512_add_epi32(shifts, columns), table.values, 2);
}

RIVERBOAT_TARGET_BMI2 void finish_flushes(const Evaluator& evaluator, const Card* hands, int count,
                                          const std::uint32_t* rows, std::size_t size, Strength* out) {
    for (std::size_t i = 0; i < size; ++i) {
        const Card* hand = hands + static_cast<std::size_t>(rows[i]) * static_cast<std::size_t>(count);
        std::uint64_t sum = evaluator.start();
        CardMask mask = 0;
        for (int c = 0; c < count; ++c) {
            sum += kCardKey[hand[c]];
            mask |= CardMask{1} << (hand[c] & 63);
        }
        const std::uint64_t flags = sum & kFlushBits;
        if (flags == 0) continue;  // only ids that are no cards come here: the block is reported as bad
        const int suit = (static_cast<int>(__builtin_ctzll(flags)) - 35) / 4;
        out[rows[i]] = evaluator.flushes()[__builtin_ia32_pext_di(mask >> suit, kSuitMask)];
    }
}

template <int Count>
RIVERBOAT_TARGET_AVX512 bool evaluate_rows(const Evaluator& evaluator, const Card* hands, std::size_t rows,
                                           Strength* out) {
    static const Tables tables(Count);
    const Loaded loaded = load(tables);
    const RankTable::Lookup table = evaluator.table(Count).lookup();
    __m512i nearest = _mm512_set1_epi8(-1), highest = _mm512_setzero_si512();
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __mmask64 eight = Count == 8 ? ~__mmask64{0} : (__mmask64{1} << (8 * Count)) - 1;
    alignas(64) std::uint32_t flush_rows[kBlockRows + 16];
    std::size_t flushes = 0;

    const std::size_t whole = rows / 16 * 16;
    for (std::size_t row = 0; row < whole; row += 16) {
        const Card* from = hands + row * Count;
        const Group a = eight_hands(loaded, _mm512_maskz_loadu_epi8(eight, from), nearest, highest);
        const Group b =
            eight_hands(loaded, _mm512_maskz_loadu_epi8(eight, from + 8 * Count), nearest, highest);
        // Hand h of the first group in dword 2 h, of the second in 2 h + 1.
        const __m512i sums = _mm512_or_si512(a.keys, _mm512_slli_epi64(b.keys, 32));
        const __m512i strengths = look_up(table, sums);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + row), _mm512_cvtepi64_epi16(strengths));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + row + 8),
                         _mm512_cvtepi64_epi16(_mm512_srli_epi64(strengths, 32)));
        const __mmask16 flushed = static_cast<__mmask16>(a.flushes | b.flushes << 8);
        const __m512i indices = _mm512_add_epi32(lanes, _mm512_set1_epi32(static_cast<int>(row)));
        _mm512_storeu_si512(flush_rows + flushes, _mm512_maskz_compress_epi32(flushed, indices));
        flushes += static_cast<unsigned>(__builtin_popcount(flushed));
    }
    finish_flushes(evaluator, hands, Count, flush_rows, flushes, out);
    const bool good = _mm512_test_epi8_mask(nearest, nearest) == ~__mmask64{0} &&
                      _mm512_cmpge_epu8_mask(highest, _mm512_set1_epi8(kCards)) == 0;
    return evaluate_block(evaluator, hands + whole * Count, rows - whole, Count, out + whole) && good;
}

}  // namespace

bool evaluate_block_avx512(const Evaluator& evaluator, const Card* hands, std::size_t rows, int count,
                           Strength* out) {
    switch (count) {
        case 5:
            return evaluate_rows<5>(evaluator, hands, rows, out);
        case 6:
            return evaluate_rows<6>(evaluator, hands, rows, out);
        default:
            return evaluate_rows<7>(evaluator, hands, rows, out);
    }
}

}  // namespace riverboat::detail

#else

namespace riverboat::detail {
bool evaluate_block_avx512(const Evaluator& evaluator, const Card* hands, std::size_t rows, int count,
                           Strength* out) {
    return evaluate_block(evaluator, hands, rows, count, out);
}
}  // namespace riverboat::detail

#endif
