#include "solvers/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

// Vectors of 512 bits pay here: the loops are long and do little else.
#define RIVERBOAT_WIDE_AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512")))
#define RIVERBOAT_WIDE_AVX2 __attribute__((target("avx2,fma")))

constexpr std::size_t kBlock = 64;  // hands at a time, so that sums stay in registers or near

template <class Real, class Body>
RIVERBOAT_INLINE void each_block(std::size_t hands, const Body& body) {
    std::size_t h = 0;
    for (; h + kBlock <= hands; h += kBlock) body(h, kBlock);
    if (h < hands) body(h, hands - h);
}

// Whole blocks have a constant length, which is what lets the compiler use full vectors.
#define RIVERBOAT_EACH(k, count) for (std::size_t k = 0; k < (count); ++k)

template <class Real>
RIVERBOAT_INLINE void normalise(Real* strategy, int actions, std::size_t hands, std::size_t h,
                                std::size_t count, const Real* sum) {
    const Real uniform = Real(1) / static_cast<Real>(actions);
    Real factor[kBlock], otherwise[kBlock];
    RIVERBOAT_EACH(k, count) {
        const bool any = sum[k] > 0;
        factor[k] = any ? 1 / sum[k] : Real(0);
        otherwise[k] = any ? Real(0) : uniform;
    }
    for (int a = 0; a < actions; ++a) {
        Real* row = strategy + a * hands + h;
        RIVERBOAT_EACH(k, count) row[k] = row[k] * factor[k] + otherwise[k];
    }
}

template <class Real>
RIVERBOAT_INLINE void match_body(const Real* regret, int actions, std::size_t hands, Real* strategy) {
    each_block<Real>(hands, [&](std::size_t h, std::size_t count) __attribute__((always_inline)) {
        Real sum[kBlock] = {};
        for (int a = 0; a < actions; ++a) {
            const Real* from = regret + a * hands + h;
            Real* to = strategy + a * hands + h;
            RIVERBOAT_EACH(k, count) {
                const Real positive = from[k] > 0 ? from[k] : Real(0);
                to[k] = positive;
                sum[k] += positive;
            }
        }
        normalise(strategy, actions, hands, h, count, sum);
    });
}

template <class Real>
RIVERBOAT_INLINE void match_predicted_body(const Real* regret, const Real* prediction, Real keep, int actions,
                                           std::size_t hands, Real* strategy) {
    each_block<Real>(hands, [&](std::size_t h, std::size_t count) __attribute__((always_inline)) {
        Real sum[kBlock] = {};
        for (int a = 0; a < actions; ++a) {
            const Real *from = regret + a * hands + h, *next = prediction + a * hands + h;
            Real* to = strategy + a * hands + h;
            RIVERBOAT_EACH(k, count) {
                const Real target = from[k] * keep + next[k], positive = target > 0 ? target : Real(0);
                to[k] = positive;
                sum[k] += positive;
            }
        }
        normalise(strategy, actions, hands, h, count, sum);
    });
}

template <class Real>
RIVERBOAT_INLINE void multiply_body(const Real* strategy, const Real* reach, int actions, std::size_t hands,
                                    Real* out) {
    for (int a = 0; a < actions; ++a) {
        const Real* row = strategy + a * hands;
        Real* to = out + a * hands;
        RIVERBOAT_EACH(h, hands) to[h] = row[h] * reach[h];
    }
}

template <class Real>
RIVERBOAT_INLINE void average_body(Real* sum, const Real* add, Real keep, std::size_t count) {
    RIVERBOAT_EACH(k, count) sum[k] = sum[k] * keep + add[k];
}

template <class Real>
RIVERBOAT_INLINE void mix_body(const Real* strategy, const Real* values, int actions, std::size_t hands,
                               Real* out) {
    each_block<Real>(hands, [&](std::size_t h, std::size_t count) __attribute__((always_inline)) {
        Real sum[kBlock] = {};
        for (int a = 0; a < actions; ++a) {
            const Real *p = strategy + a * hands + h, *v = values + a * hands + h;
            RIVERBOAT_EACH(k, count) sum[k] += p[k] * v[k];
        }
        RIVERBOAT_EACH(k, count) out[h + k] = sum[k];
    });
}

template <class Real>
RIVERBOAT_INLINE void add_up_body(const Real* values, int actions, std::size_t hands, Real* out) {
    each_block<Real>(hands, [&](std::size_t h, std::size_t count) __attribute__((always_inline)) {
        Real sum[kBlock] = {};
        for (int a = 0; a < actions; ++a) {
            const Real* v = values + a * hands + h;
            RIVERBOAT_EACH(k, count) sum[k] += v[k];
        }
        RIVERBOAT_EACH(k, count) out[h + k] = sum[k];
    });
}

template <class Real>
RIVERBOAT_INLINE void best_body(const Real* values, int actions, std::size_t hands, Real* out) {
    std::memcpy(out, values, hands * sizeof(Real));
    for (int a = 1; a < actions; ++a) {
        const Real* v = values + a * hands;
        RIVERBOAT_EACH(h, hands) out[h] = v[h] > out[h] ? v[h] : out[h];
    }
}

template <class Real>
RIVERBOAT_INLINE void update_body(Real* regret, Real* prediction, const Real* values, const Real* value,
                                  int actions, std::size_t hands, const UpdateFactors& factors) {
    const Real positive = static_cast<Real>(factors.keep_positive);
    const Real negative = static_cast<Real>(factors.keep_negative);
    const Real least = factors.floor ? Real(0) : -std::numeric_limits<Real>::max();
    for (int a = 0; a < actions; ++a) {
        Real* row = regret + a * hands;
        const Real* v = values + a * hands;
        RIVERBOAT_EACH(h, hands) {
            const Real now = row[h] * (row[h] > 0 ? positive : negative) + (v[h] - value[h]);
            row[h] = now > least ? now : least;
        }
        if (prediction == nullptr) continue;
        Real* next = prediction + a * hands;
        RIVERBOAT_EACH(h, hands) next[h] = v[h] - value[h];
    }
}

template <class Real>
RIVERBOAT_INLINE void gather_body(const HandIndex* map, const Real* from, std::size_t count, Real* out) {
    RIVERBOAT_EACH(k, count) out[k] = from[map[k]];
}

template <class Real>
RIVERBOAT_INLINE void scatter_add_body(const HandIndex* map, const Real* from, Real factor, std::size_t count,
                                       Real* to) {
    RIVERBOAT_EACH(k, count) to[map[k]] += from[k] * factor;
}

// --- ends: many at once, one to a lane
// ----------------------------------------------------------------------

template <class Real>
struct LaneType;
template <>
struct LaneType<float> {
    typedef float Vector __attribute__((vector_size(64)));
    typedef std::int32_t Picks __attribute__((vector_size(64)));
};
template <>
struct LaneType<double> {
    typedef double Vector __attribute__((vector_size(64)));
    typedef std::int64_t Picks __attribute__((vector_size(64)));
};
template <class Real>
using Lane = typename LaneType<Real>::Vector;

template <class Real>
RIVERBOAT_INLINE Lane<Real> load(const Real* from) {
    Lane<Real> out;
    std::memcpy(&out, from, sizeof out);
    return out;
}

// A square of as many rows as lanes, turned over in place: blocks off the diagonal change places, at half the
// size each time.
template <class Real>
RIVERBOAT_INLINE void transpose(Lane<Real>* rows) {
    constexpr int n = kLanes<Real>;
#pragma GCC unroll 4
    for (int size = n / 2; size > 0; size /= 2) {
        typename LaneType<Real>::Picks first, second;
        for (int j = 0; j < n; ++j) {
            first[j] = j & size ? n + j - size : j;
            second[j] = j & size ? n + j : j + size;
        }
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) {
            if (i & size) continue;
            const Lane<Real> a = rows[i], b = rows[i + size];
            rows[i] = __builtin_shuffle(a, b, first);
            rows[i + size] = __builtin_shuffle(a, b, second);
        }
    }
}

// [lane][hand] to [hand][lane]. Reads up to a vector past the last hand; the rows of `out` after the last
// hand hold anything.
template <class Real>
RIVERBOAT_INLINE void lay_across(const EndJob<Real>& job, std::size_t hands, Lane<Real>* out) {
    constexpr int n = kLanes<Real>;
    const Real* from[n];
    for (int l = 0; l < n; ++l) from[l] = job.reach[l < job.ends ? l : 0];
    for (std::size_t h = 0; h < hands; h += n) {
        Lane<Real> rows[n];
#pragma GCC unroll 16
        for (int l = 0; l < n; ++l) rows[l] = load(from[l] + h);
        transpose<Real>(rows);
#pragma GCC unroll 16
        for (int l = 0; l < n; ++l) out[h + l] = rows[l];
    }
}

template <class Real>
RIVERBOAT_INLINE void lay_along(const Lane<Real>* in, std::size_t hands, const EndJob<Real>& job) {
    constexpr std::size_t n = kLanes<Real>;
    for (std::size_t h = 0; h < hands; h += n) {
        Lane<Real> rows[n];
#pragma GCC unroll 16
        for (std::size_t l = 0; l < n; ++l) rows[l] = in[h + l];
        transpose<Real>(rows);
        const std::size_t bytes = std::min(n, hands - h) * sizeof(Real);
        if (bytes == sizeof(Lane<Real>)) {
            for (int l = 0; l < job.ends; ++l) std::memcpy(job.values[l] + h, &rows[l], sizeof(Lane<Real>));
        } else {
            for (int l = 0; l < job.ends; ++l) std::memcpy(job.values[l] + h, &rows[l], bytes);
        }
    }
}

template <class Real, int Holes>
RIVERBOAT_INLINE void count_hand(const PrivateHand& hand, const Lane<Real>& reach, Lane<Real>& all,
                                 Lane<Real>* by_card) {
    all += reach;
    by_card[hand.first] += reach;
    if constexpr (Holes == 2) by_card[hand.second] += reach;
}

// The opponent's hands counted so far that share no card with this one; his same hand, if it was counted, has
// been taken away once too often when it has two cards.
template <class Real, int Holes>
RIVERBOAT_INLINE Lane<Real> without_cards(const PrivateHand& hand, const Lane<Real>& all,
                                          const Lane<Real>* by_card) {
    if constexpr (Holes == 2) return all - by_card[hand.first] - by_card[hand.second];
    return all - by_card[hand.first];
}

template <class Real, int Holes>
RIVERBOAT_INLINE void ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player, Real* work) {
    const std::size_t own_count = board.hand_cards[player].size(),
                      count = board.hand_cards[1 - player].size();
    const PrivateHand *own = board.hand_cards[player].data(), *other = board.hand_cards[1 - player].data();
    const HandIndex* same = board.showdown[player].same.data();
    auto* reach = reinterpret_cast<Lane<Real>*>(work);
    Lane<Real>* value = reach + (count + 16) / 16 * 16;
    Lane<Real>* by_card = value + (own_count + 16) / 16 * 16;
    lay_across(job, count, reach);
    std::memset(&reach[count], 0, sizeof(Lane<Real>));
    std::memset(by_card, 0, 64 * sizeof(Lane<Real>));
    // a W + t T + b L with T = U - W and L = A - U: W weaker, U not stronger, A all.
    Lane<Real> sum{}, of_weaker{}, of_not_stronger{}, of_all{};
    for (int l = 0; l < job.ends; ++l) {
        const EndPayoff& pay = job.payoff[l];
        of_weaker[l] = static_cast<Real>(pay.is_fold ? 0 : pay.win - pay.tie);
        of_not_stronger[l] = static_cast<Real>(pay.is_fold ? 0 : pay.tie - pay.lose);
        of_all[l] = static_cast<Real>(pay.is_fold ? pay.win : pay.lose);
    }
    std::size_t i = 0, j = 0;
    if (job.payoff[0].is_fold) {
        std::memset(value, 0, own_count * sizeof(Lane<Real>));
    } else {
        for (const StrengthGroup& group : board.showdown[player].groups) {
            for (; j < group.weaker; ++j) count_hand<Real, Holes>(other[j], reach[j], sum, by_card);
            if (group.weaker == group.not_stronger) {  // nobody ties: weaker and not stronger are the same
                const Lane<Real> both = of_weaker + of_not_stronger;
                for (; i < group.own_end; ++i)
                    value[i] = both * without_cards<Real, Holes>(own[i], sum, by_card);
                continue;
            }
            for (std::size_t k = i; k < group.own_end; ++k)
                value[k] = of_weaker * without_cards<Real, Holes>(own[k], sum, by_card);
            for (; j < group.not_stronger; ++j) count_hand<Real, Holes>(other[j], reach[j], sum, by_card);
            for (; i < group.own_end; ++i) {
                Lane<Real> u = without_cards<Real, Holes>(own[i], sum, by_card);
                if constexpr (Holes == 2) u += reach[same[i]];
                value[i] += of_not_stronger * u;
            }
        }
    }
    for (; j < count; ++j) count_hand<Real, Holes>(other[j], reach[j], sum, by_card);
    for (i = 0; i < own_count; ++i) {
        Lane<Real> a = without_cards<Real, Holes>(own[i], sum, by_card);
        if constexpr (Holes == 2) a += reach[same[i]];
        value[i] += of_all * a;
    }
    lay_along(value, own_count, job);
}

// --- one set of functions for each instruction path
// -----------------------------------------------------------

#define RIVERBOAT_KERNELS(path, target)                                                                    \
    template <class Real>                                                                                  \
    struct On_##path {                                                                                     \
        target static void match(const Real* r, int actions, std::size_t n, Real* s) {                     \
            match_body(r, actions, n, s);                                                                  \
        }                                                                                                  \
        target static void match_predicted(const Real* r, const Real* p, Real keep, int actions,           \
                                           std::size_t n, Real* s) {                                       \
            match_predicted_body(r, p, keep, actions, n, s);                                               \
        }                                                                                                  \
        target static void multiply(const Real* s, const Real* r, int actions, std::size_t n, Real* out) { \
            multiply_body(s, r, actions, n, out);                                                          \
        }                                                                                                  \
        target static void average(Real* sum, const Real* add, Real keep, std::size_t count) {             \
            average_body(sum, add, keep, count);                                                           \
        }                                                                                                  \
        target static void mix(const Real* s, const Real* v, int actions, std::size_t n, Real* out) {      \
            mix_body(s, v, actions, n, out);                                                               \
        }                                                                                                  \
        target static void add_up(const Real* v, int actions, std::size_t n, Real* out) {                  \
            add_up_body(v, actions, n, out);                                                               \
        }                                                                                                  \
        target static void best(const Real* v, int actions, std::size_t n, Real* out) {                    \
            best_body(v, actions, n, out);                                                                 \
        }                                                                                                  \
        target static void update(Real* r, Real* p, const Real* v, const Real* value, int actions,         \
                                  std::size_t n, const UpdateFactors& f) {                                 \
            update_body(r, p, v, value, actions, n, f);                                                    \
        }                                                                                                  \
        target static void gather(const HandIndex* map, const Real* from, std::size_t n, Real* out) {      \
            gather_body(map, from, n, out);                                                                \
        }                                                                                                  \
        target static void scatter_add(const HandIndex* map, const Real* from, Real f, std::size_t n,      \
                                       Real* to) {                                                         \
            scatter_add_body(map, from, f, n, to);                                                         \
        }                                                                                                  \
        target static void ends(const EndJob<Real>& job, const RunoutBoard& board, int player, int holes,  \
                                Real* work) {                                                              \
            holes == 2 ? ends_body<Real, 2>(job, board, player, work)                                      \
                       : ends_body<Real, 1>(job, board, player, work);                                     \
        }                                                                                                  \
        static constexpr Kernels<Real> table = {&match,  &match_predicted, &multiply, &average,            \
                                                &mix,    &add_up,          &best,     &update,             \
                                                &gather, &scatter_add,     &ends};                         \
    };

RIVERBOAT_KERNELS(baseline, )
#if RIVERBOAT_X86
RIVERBOAT_KERNELS(avx512, RIVERBOAT_WIDE_AVX512)
#endif

}  // namespace

template <class Real>
const Kernels<Real>& kernels() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return On_avx512<Real>::table;
#endif
    return On_baseline<Real>::table;
}

template const Kernels<float>& kernels<float>();
template const Kernels<double>& kernels<double>();

}  // namespace riverboat
