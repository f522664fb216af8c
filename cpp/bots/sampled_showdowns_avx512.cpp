// Eight deals at a time, one to a 64-bit lane. The cards left lie in one register, so drawing is a byte
// permute; rank keys lie in two. What is left per hand are the two loads of RankTable.
#include "bots/sampled_showdowns.hpp"

#if RIVERBOAT_X86
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12's own intrinsics headers trip it
#endif
#include <immintrin.h>

#include "runtime/lanes.hpp"

namespace riverboat {

using namespace detail;

namespace {

constexpr int kDealsAtOnce = kLanes<std::uint64_t>;

RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE __m512i all(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
}

RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE __m512i scrambled(__m512i z) {
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 30)), all(kSplitMix1));
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), all(kSplitMix2));
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

struct Cards {
    __m512i key, mask;
};

alignas(64) constexpr std::array<std::uint64_t, 16> kKeys = [] {
    std::array<std::uint64_t, 16> keys{};
    for (int rank = 0; rank < kRanks; ++rank) keys[rank] = kRankKey[rank];
    return keys;
}();

// Draws without moving cards: a place that was drawn before holds what the last place held then.
class Dealer {
  public:
    RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE Dealer(const Card* left, int size)
        : left_(_mm512_load_si512(left)),
          low_(_mm512_load_si512(kKeys.data())),
          high_(_mm512_load_si512(kKeys.data() + 8)),
          size_(size) {}

    RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE void start(__m512i state) {
        state_ = state;
        draws_ = 0;
    }

    RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE void draw(Cards& to, int cards) {
        for (const int end = draws_ + cards; draws_ < end; ++draws_) {
            if (draws_ % 2 == 0) {
                state_ = _mm512_add_epi64(state_, all(kSplitMixStep));
                number_ = scrambled(state_);
            }
            const __m512i upper = _mm512_srli_epi64(number_, 32);
            number_ = _mm512_slli_epi64(number_, 32);
            __m512i place =
                _mm512_srli_epi64(_mm512_mul_epu32(upper, all(static_cast<unsigned>(size_ - draws_))), 32);
            places_[draws_] = place;
            for (int before = draws_ - 1; before >= 0; --before) {
                place = _mm512_mask_mov_epi64(place, _mm512_cmpeq_epi64_mask(place, places_[before]),
                                              all(static_cast<unsigned>(size_ - 1 - before)));
            }
            const __m512i card = _mm512_maskz_permutexvar_epi8(0x0101010101010101, place, left_);
            const __m512i key = _mm512_permutex2var_epi64(low_, _mm512_srli_epi64(card, 2), high_);
            const __m512i suit = _mm512_slli_epi64(_mm512_and_si512(card, all(3)), 2);
            to.key = _mm512_add_epi64(
                to.key, _mm512_add_epi64(key, _mm512_sllv_epi64(all(std::uint64_t{1} << 32), suit)));
            to.mask = _mm512_or_si512(to.mask, _mm512_sllv_epi64(all(1), card));
        }
    }

  private:
    __m512i left_, low_, high_, state_, number_;
    __m512i places_[kCards];
    int size_, draws_ = 0;
};

// RankTable's two loads; the gathers read two bytes too many, which the table allows for.
RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE __m256i look_up(const RankTable::Lookup& table, __m256i sums) {
    const __m256i row_mask = _mm256_set1_epi32(kKeyMask >> RankTable::kColumnBits);
    const __m256i rows = _mm256_and_si256(_mm256_srli_epi32(sums, RankTable::kColumnBits), row_mask);
    const __m256i low = _mm256_set1_epi32(0xFFFF);
    const auto* shifts = reinterpret_cast<const int*>(table.shifts);
    const auto* values = reinterpret_cast<const int*>(table.values);
    const __m256i shift = _mm256_and_si256(_mm256_i32gather_epi32(shifts, rows, 2), low);
    const __m256i columns = _mm256_and_si256(sums, _mm256_set1_epi32(RankTable::kColumnMask));
    return _mm256_and_si256(_mm256_i32gather_epi32(values, _mm256_add_epi32(shift, columns), 2), low);
}

RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE __m256i strengths(const RankTable::Lookup& table,
                                                           const Strength* flushes, const Cards& cards) {
    __m256i found = look_up(table, _mm512_cvtepi64_epi32(cards.key));
    __mmask8 flush = _mm512_test_epi64_mask(cards.key, all(kFlushBits));
    if (flush) [[unlikely]] {
        alignas(64) std::uint64_t keys[kDealsAtOnce], masks[kDealsAtOnce];
        alignas(32) std::uint32_t out[kDealsAtOnce];
        _mm512_store_si512(keys, cards.key);
        _mm512_store_si512(masks, cards.mask);
        _mm256_store_si256(reinterpret_cast<__m256i*>(out), found);
        for (unsigned left = flush; left != 0; left &= left - 1) {
            const int i = __builtin_ctz(left);
            const int suit = (__builtin_ctzll(keys[i] & kFlushBits) - 35) / 4;
            out[i] = flushes[__builtin_ia32_pext_di(masks[i] >> suit, kSuitMask)];
        }
        found = _mm256_load_si256(reinterpret_cast<const __m256i*>(out));
    }
    return found;
}

}  // namespace

RIVERBOAT_TARGET_AVX512 std::uint64_t SampledShowdowns::shares_avx512(std::uint32_t first,
                                                                      std::uint32_t count) const {
    if (unknown_.hole == 2 && unknown_.opponents == 1) {  // constants, so that the loops below are unrolled
        if (unknown_.board == 2) return eight_by_eight(first, count, {2, 2, 1});
        if (unknown_.board == 1) return eight_by_eight(first, count, {1, 2, 1});
        if (unknown_.board == 0) return eight_by_eight(first, count, {0, 2, 1});
    }
    return eight_by_eight(first, count, unknown_);
}

RIVERBOAT_TARGET_AVX512 RIVERBOAT_INLINE std::uint64_t SampledShowdowns::eight_by_eight(
    std::uint32_t first, std::uint32_t count, const Unknown& unknown) const {
    Dealer dealer(left_.data(), size_);
    const __m512i lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const Cards known{all(board_key_), all(board_)};
    const auto own_with = [&](const Cards& board) RIVERBOAT_TARGET_AVX512 {
        return strengths(
            table_, flushes_,
            {_mm512_add_epi64(board.key, all(hole_key_)), _mm512_or_si512(board.mask, all(hole_))});
    };
    __m256i own = unknown.board == 0 ? own_with(known) : _mm256_setzero_si256();
    const __m512i shares = _mm512_maskz_loadu_epi32((1u << kMaxPlayers) - 1, kShare[0].data());
    __m512i sum = _mm512_setzero_si512();
    for (std::uint32_t done = 0; done < count; done += kDealsAtOnce) {
        const __m512i deals = _mm512_add_epi64(lanes, all(first + done));
        dealer.start(
            _mm512_add_epi64(all(seed_), _mm512_mullo_epi64(deals, all(kNumbersPerDeal * kSplitMixStep))));
        Cards board = known;
        dealer.draw(board, unknown.board);
        if (unknown.board > 0) own = own_with(board);
        __mmask8 in = static_cast<__mmask8>(count - done < kDealsAtOnce ? (1u << (count - done)) - 1 : 0xFF);
        __m256i ties = _mm256_setzero_si256();
        for (int opponent = 0; opponent < unknown.opponents && in != 0; ++opponent) {
            Cards hand = board;
            dealer.draw(hand, unknown.hole);
            const __m256i other = strengths(table_, flushes_, hand);
            in = _mm256_mask_cmple_epu32_mask(in, other, own);
            const __mmask8 tied = _mm256_cmpeq_epu32_mask(other, own);
            ties = _mm256_mask_add_epi32(ties, tied, ties, _mm256_set1_epi32(1));
        }
        const __m512i won = _mm512_permutexvar_epi32(_mm512_castsi256_si512(ties), shares);
        sum = _mm512_mask_add_epi64(sum, in, sum, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(won)));
    }
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sum));
}

}  // namespace riverboat

#endif
