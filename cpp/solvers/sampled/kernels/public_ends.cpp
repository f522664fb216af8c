#include "solvers/sampled/kernels/public_ends.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/cpu.hpp"
#include "solvers/full_width/kernels/end_kernels.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kCardRows = 64;

template <int Bytes>
RIVERBOAT_INLINE float sum_of(const typename VectorOf<float, Bytes>::Type& v) {
    if constexpr (Bytes > 16) {
        typename VectorOf<float, Bytes / 2>::Type halves[2];
        std::memcpy(halves, &v, Bytes);
        return sum_of<Bytes / 2>(halves[0] + halves[1]);
    } else {
        return (v[0] + v[2]) + (v[1] + v[3]);
    }
}

// As many ends as a vector of the path has lanes, from one of the job on; lanes that are not used are worth
// nothing to nobody.
template <int Bytes, int HoleCards>
struct EndLanes {
    using V = typename VectorOf<float, Bytes>::Type;
    static constexpr int lanes = Bytes / 4;

    RIVERBOAT_INLINE EndLanes(const PublicStreet& of, const PublicEndJob& job, int first, float* work)
        : street(of),
          own(reinterpret_cast<V*>(work)),
          other(own + whole_vectors(street.own.buckets)),
          sums(other + whole_vectors(street.other.buckets)),
          values(sums + whole_vectors(street.own.buckets)),
          by_card(values + street.count) {
        const float *from_own[lanes], *from_other[lanes];
        alignas(64) float weaker[lanes] = {}, not_stronger[lanes] = {}, any[lanes] = {};
        shown = false;
        for (int l = 0; l < lanes; ++l) {
            const bool used = first + l < job.ends;
            const int end = used ? first + l : first;
            from_own[l] = job.own[end];
            from_other[l] = job.other[end];
            to[l] = used ? job.sums[end] : nullptr;
            if (!used) continue;
            const EndPayoff& pays = job.payoff[end];
            any[l] = static_cast<float>(pays.is_fold ? pays.win : pays.lose);
            if (pays.is_fold) continue;
            shown = true;
            weaker[l] = static_cast<float>(pays.win - pays.tie);
            not_stronger[l] = static_cast<float>(pays.tie - pays.lose);
        }
        std::memcpy(&of_weaker, weaker, sizeof(V));
        std::memcpy(&of_not_stronger, not_stronger, sizeof(V));
        std::memcpy(&of_any, any, sizeof(V));
        lay_across<float, Bytes>(from_own, street.own.buckets, own);
        lay_across<float, Bytes>(from_other, street.other.buckets, other);
    }

    RIVERBOAT_INLINE V reach(std::size_t hand) const {
        return other[street.other.bucket[hand]] * everywhere<V>(street.reach[hand]);
    }

    RIVERBOAT_INLINE void count(std::size_t hand) {
        const V more = reach(hand);
        sum += more;
        by_card[street.hands[hand].first] += more;
        if constexpr (HoleCards == 2) by_card[street.hands[hand].second] += more;
    }

    // The opponent's hands that were counted and share no card with this one, which was counted itself or
    // not: one of two cards has then been taken away twice.
    RIVERBOAT_INLINE V others(std::size_t hand, bool counted) const {
        V left = sum - by_card[street.hands[hand].first];
        if constexpr (HoleCards == 2) {
            left -= by_card[street.hands[hand].second];
            if (counted) left += reach(hand);
        }
        return left;
    }

    // With W the opponent's weaker hands, U those not stronger and A all, each without those that share a
    // card: win W + tie (U - W) + lose (A - U).
    RIVERBOAT_INLINE void sweep() {
        std::memset(by_card, 0, kCardRows * sizeof(V));
        sum = V{};
        std::size_t begin = 0;
        for (std::size_t g = 0; g < street.strengths; ++g) {
            const std::size_t end = street.strength_ends[g];
            if (shown) {
                for (std::size_t i = begin; i < end; ++i) values[i] = of_weaker * others(i, false);
            }
            for (std::size_t i = begin; i < end; ++i) count(i);
            if (shown) {
                for (std::size_t i = begin; i < end; ++i) values[i] += of_not_stronger * others(i, true);
            }
            begin = end;
        }
    }

    RIVERBOAT_INLINE void add_up() {
        std::size_t k = 0;
        for (std::size_t bucket = 0; bucket < street.own.buckets; ++bucket) {
            V of_bucket{};
            const V chance = own[bucket];
            for (; k < street.own.ends[bucket]; ++k) {
                const std::size_t hand = street.own.hands[k];
                V value = of_any * others(hand, true);
                if (shown) value += values[hand];
                of_bucket += value * everywhere<V>(street.weights[hand]);
                street.values[hand] += sum_of<Bytes>(value * chance);
            }
            sums[bucket] = of_bucket;
        }
    }

    RIVERBOAT_INLINE void write() const {
        float* none = reinterpret_cast<float*>(by_card);  // no longer needed
        constexpr std::size_t step = static_cast<std::size_t>(lanes);
        for (std::size_t bucket = 0; bucket < street.own.buckets; bucket += step) {
            V rows[lanes];
#pragma GCC unroll 16
            for (std::size_t l = 0; l < step; ++l) rows[l] = sums[bucket + l];
            transpose<float, Bytes>(rows);
            for (int l = 0; l < lanes; ++l) std::memcpy(to[l] ? to[l] + bucket : none, &rows[l], Bytes);
        }
    }

    const PublicStreet& street;
    V *own, *other, *sums, *values, *by_card;
    V of_weaker, of_not_stronger, of_any, sum;
    float* to[lanes];
    bool shown;
};

template <int Bytes, int HoleCards>
RIVERBOAT_INLINE void ends_of(const PublicStreet& street, const PublicEndJob& job, float* work) {
    for (int first = 0; first < job.ends; first += Bytes / 4) {
        EndLanes<Bytes, HoleCards> lanes(street, job, first, work);
        lanes.sweep();
        lanes.add_up();
        lanes.write();
    }
}

template <int Bytes>
RIVERBOAT_INLINE void public_ends_body(const PublicStreet& street, const PublicEndJob& job, float* work) {
    if (street.hole_cards == 2)
        ends_of<Bytes, 2>(street, job, work);
    else
        ends_of<Bytes, 1>(street, job, work);
}

void public_ends_baseline(const PublicStreet& street, const PublicEndJob& job, float* work) {
    public_ends_body<16>(street, job, work);
}
#if RIVERBOAT_X86
__attribute__((target("avx2,fma"))) void public_ends_avx2(const PublicStreet& street, const PublicEndJob& job,
                                                          float* work) {
    public_ends_body<32>(street, job, work);
}
__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512"))) void
public_ends_avx512(const PublicStreet& street, const PublicEndJob& job, float* work) {
    public_ends_body<64>(street, job, work);
}
#endif

}  // namespace

std::size_t public_work_size(const PublicStreet& street) {
    const std::size_t rows = 2 * whole_vectors(street.own.buckets) + whole_vectors(street.other.buckets) +
                             street.count + kCardRows;
    return kLanes<float> * rows;
}

void public_ends(const PublicStreet& street, const PublicEndJob& job, float* work) {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return public_ends_avx512(street, job, work);
    if (cpu_path() == CpuPath::bmi2) return public_ends_avx2(street, job, work);
#endif
    public_ends_baseline(street, job, work);
}

}  // namespace riverboat
