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
RIVERBOAT_INLINE void gather_add_body(const HandIndex* map, const Real* from, Real factor, std::size_t count,
                                      Real* to) {
    RIVERBOAT_EACH(k, count) to[k] += from[map[k]] * factor;
}

// --- ends: many at once, one to a lane
// ----------------------------------------------------------------------

template <class Real, int Bytes>
struct VectorOf;
template <int Bytes>
struct VectorOf<float, Bytes> {
    typedef float Type __attribute__((vector_size(Bytes)));
    typedef std::int32_t Picks __attribute__((vector_size(Bytes)));
};
template <int Bytes>
struct VectorOf<double, Bytes> {
    typedef double Type __attribute__((vector_size(Bytes)));
    typedef std::int64_t Picks __attribute__((vector_size(Bytes)));
};
template <class Real>
using Lane = typename VectorOf<Real, 64>::Type;

// Which elements of two vectors make the two new ones when blocks change places, at half the size each step.
template <class Real, int Bytes>
struct BlockSwaps {
    static constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    typename VectorOf<Real, Bytes>::Picks first[4] = {}, second[4] = {};
    constexpr BlockSwaps() {
        for (int step = 0; n >> (step + 1) > 0; ++step) {
            const int size = n >> (step + 1);
            for (int j = 0; j < n; ++j) {
                first[step][j] = j & size ? n + j - size : j;
                second[step][j] = j & size ? n + j : j + size;
            }
        }
    }
};

// A square of numbers, one vector a row, turned over: blocks off the diagonal change places.
template <class Real, int Bytes>
RIVERBOAT_INLINE void transpose(typename VectorOf<Real, Bytes>::Type* rows) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    static const BlockSwaps<Real, Bytes> swaps;
#pragma GCC unroll 4
    for (int step = 0; n >> (step + 1) > 0; ++step) {
        const int size = n >> (step + 1);
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) {
            if (i & size) continue;
            const auto a = rows[i], b = rows[i + size];
            rows[i] = __builtin_shuffle(a, b, swaps.first[step]);
            rows[i + size] = __builtin_shuffle(a, b, swaps.second[step]);
        }
    }
}

// [lane][class] to [class][lane], in squares as wide as the vectors of the path. Reads up to a vector past
// the last class; the rows of `out` after it hold anything.
template <class Real, int Bytes>
RIVERBOAT_INLINE void lay_across(const EndJob<Real>& job, std::size_t classes, Lane<Real>* out) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    using Vector = typename VectorOf<Real, Bytes>::Type;
    for (int lane = 0; lane < kLanes<Real>; lane += n) {
        const Real* from[n];
        for (int l = 0; l < n; ++l) from[l] = job.reach[lane + l < job.ends ? lane + l : 0];
        for (std::size_t h = 0; h < classes; h += n) {
            Vector rows[n];
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l) std::memcpy(&rows[l], from[l] + h, Bytes);
            transpose<Real, Bytes>(rows);
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l)
                std::memcpy(reinterpret_cast<Real*>(&out[h + l]) + lane, &rows[l], Bytes);
        }
    }
}

// Back again.
template <class Real, int Bytes>
RIVERBOAT_INLINE void lay_along(const Lane<Real>* in, std::size_t classes, const EndJob<Real>& job) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    using Vector = typename VectorOf<Real, Bytes>::Type;
    for (int lane = 0; lane < job.ends; lane += n) {
        const int used = std::min(n, job.ends - lane);
        for (std::size_t h = 0; h < classes; h += n) {
            Vector rows[n];
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l)
                std::memcpy(&rows[l], reinterpret_cast<const Real*>(&in[h + l]) + lane, Bytes);
            transpose<Real, Bytes>(rows);
            if (h + n <= classes) {
                for (int l = 0; l < used; ++l) std::memcpy(job.values[lane + l] + h, &rows[l], Bytes);
            } else {
                for (int l = 0; l < used; ++l)
                    std::memcpy(job.values[lane + l] + h, &rows[l], (classes - h) * sizeof(Real));
            }
        }
    }
}

template <class Real>
RIVERBOAT_INLINE void count_hand(const PrivateHand& hand, const Lane<Real>& reach, Lane<Real>& all,
                                 Lane<Real>* by_card) {
    all += reach;
    by_card[hand.first] += reach;
    by_card[hand.second] += reach;
}

// The opponent's hands counted so far that share no card with this one; his same hand, if it was counted, has
// been taken away once too often.
template <class Real>
RIVERBOAT_INLINE Lane<Real> without_cards(const PrivateHand& hand, const Lane<Real>& all,
                                          const Lane<Real>* by_card) {
    return all - by_card[hand.first] - by_card[hand.second];
}

// Hands of one card. Nothing is taken away from sums but a hand from those it ties with, so two actions that
// are worth exactly the same come out exactly the same: in small games a last bit would decide between them.
template <class Real, int Bytes>
RIVERBOAT_INLINE void one_card_ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player,
                                         Real* work) {
    const BoardHands &mine = board.hands[player], &theirs = board.hands[1 - player];
    const std::size_t own_count = mine.classes(), classes = theirs.classes(), count = theirs.all.size();
    const PrivateHand *own = mine.cards.data(), *other = theirs.all.data();
    const HandIndex *same = mine.same.data(), *row = theirs.class_of.data();
    auto* reach = reinterpret_cast<Lane<Real>*>(work);
    Lane<Real>* value = reach + (classes + 16) / 16 * 16;
    Lane<Real>* by_card = value + (own_count + 16) / 16 * 16;
    lay_across<Real, Bytes>(job, classes, reach);
    std::memset(&reach[classes], 0, sizeof(Lane<Real>));
    Lane<Real> win{}, tie{}, lose{}, sum{};
    for (int l = 0; l < job.ends; ++l) {
        win[l] = static_cast<Real>(job.payoff[l].win);
        tie[l] = static_cast<Real>(job.payoff[l].tie);
        lose[l] = static_cast<Real>(job.payoff[l].lose);
    }
    if (job.payoff[0].is_fold) {
        for (std::size_t j = 0; j < count; ++j) {  // by card: all hands before it, then those after it too
            by_card[other[j].first] = sum;
            sum += reach[row[j]];
        }
        Lane<Real> after{};
        for (std::size_t j = count; j-- > 0;) {
            by_card[other[j].first] += after;
            after += reach[row[j]];
        }
        for (std::size_t i = 0; i < own_count; ++i)
            value[i] = win * (same[i] == classes ? sum : by_card[own[i].first]);
        return lay_along<Real, Bytes>(value, own_count, job);
    }
    std::size_t i = 0, j = 0;
    for (const StrengthGroup& group : mine.groups) {
        for (; j < group.weaker; ++j) sum += reach[row[j]];
        Lane<Real> ties{};
        for (std::size_t k = j; k < group.not_stronger; ++k) ties += reach[row[k]];
        for (; i < group.own_end; ++i) value[i] = win * sum + tie * (ties - reach[same[i]]);
    }
    sum = Lane<Real>{};
    i = own_count, j = count;
    for (std::size_t g = mine.groups.size(); g-- > 0;) {
        const StrengthGroup& group = mine.groups[g];
        for (; j > group.not_stronger; --j) sum += reach[row[j - 1]];
        for (const std::size_t begin = g == 0 ? 0 : mine.groups[g - 1].own_end; i > begin; --i)
            value[i - 1] += lose * sum;
    }
    lay_along<Real, Bytes>(value, own_count, job);
}

template <class Real, int Bytes>
RIVERBOAT_INLINE void two_card_ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player,
                                         Real* work) {
    const BoardHands &mine = board.hands[player], &theirs = board.hands[1 - player];
    const std::size_t own_count = mine.classes(), classes = theirs.classes(), count = theirs.all.size();
    const PrivateHand *own = mine.cards.data(), *other = theirs.all.data();
    const HandIndex *same = mine.same.data(), *row = theirs.class_of.data();
    auto* reach = reinterpret_cast<Lane<Real>*>(work);
    Lane<Real>* value = reach + (classes + 16) / 16 * 16;
    Lane<Real>* by_card = value + (own_count + 16) / 16 * 16;
    lay_across<Real, Bytes>(job, classes, reach);
    std::memset(&reach[classes], 0, sizeof(Lane<Real>));
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
        for (const StrengthGroup& group : mine.groups) {
            for (; j < group.weaker; ++j) count_hand<Real>(other[j], reach[row[j]], sum, by_card);
            if (group.weaker == group.not_stronger) {  // nobody ties: weaker and not stronger are the same
                const Lane<Real> both = of_weaker + of_not_stronger;
                for (; i < group.own_end; ++i) value[i] = both * without_cards<Real>(own[i], sum, by_card);
                continue;
            }
            for (std::size_t k = i; k < group.own_end; ++k)
                value[k] = of_weaker * without_cards<Real>(own[k], sum, by_card);
            for (; j < group.not_stronger; ++j) count_hand<Real>(other[j], reach[row[j]], sum, by_card);
            for (; i < group.own_end; ++i) {
                Lane<Real> u = without_cards<Real>(own[i], sum, by_card);
                u += reach[same[i]];
                value[i] += of_not_stronger * u;
            }
        }
    }
    for (; j < count; ++j) count_hand<Real>(other[j], reach[row[j]], sum, by_card);
    for (i = 0; i < own_count; ++i) {
        Lane<Real> a = without_cards<Real>(own[i], sum, by_card);
        a += reach[same[i]];
        value[i] += of_all * a;
    }
    lay_along<Real, Bytes>(value, own_count, job);
}

// --- one set of functions for each instruction path
// -----------------------------------------------------------

#define RIVERBOAT_KERNELS(path, bytes, target)                                                             \
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
        target static void gather_add(const HandIndex* map, const Real* from, Real f, std::size_t n,       \
                                      Real* to) {                                                          \
            gather_add_body(map, from, f, n, to);                                                          \
        }                                                                                                  \
        target static void ends(const EndJob<Real>& job, const RunoutBoard& board, int player, int holes,  \
                                Real* work) {                                                              \
            holes == 2 ? two_card_ends_body<Real, bytes>(job, board, player, work)                         \
                       : one_card_ends_body<Real, bytes>(job, board, player, work);                        \
        }                                                                                                  \
        static constexpr Kernels<Real> table = {&match,  &match_predicted, &multiply, &average,            \
                                                &mix,    &add_up,          &best,     &update,             \
                                                &gather, &gather_add,      &ends};                         \
    };

RIVERBOAT_KERNELS(baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_KERNELS(avx2, 32, RIVERBOAT_WIDE_AVX2)
RIVERBOAT_KERNELS(avx512, 64, RIVERBOAT_WIDE_AVX512)
#endif

}  // namespace

template <class Real>
const Kernels<Real>& kernels() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return On_avx512<Real>::table;
    if (cpu_path() == CpuPath::bmi2) return On_avx2<Real>::table;
#endif
    return On_baseline<Real>::table;
}

template const Kernels<float>& kernels<float>();
template const Kernels<double>& kernels<double>();

}  // namespace riverboat
