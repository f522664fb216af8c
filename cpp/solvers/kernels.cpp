#include "solvers/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

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
struct Lane {
    Real x[kLanes<Real>];
};

#define RIVERBOAT_LANES(l) for (int l = 0; l < kLanes<Real>; ++l)

template <class Real>
RIVERBOAT_INLINE void add_to(Lane<Real>& to, const Lane<Real>& what) {
    RIVERBOAT_LANES(l) to.x[l] += what.x[l];
}

// [lane][hand] to [hand][lane], in squares of four.
template <class Real>
RIVERBOAT_INLINE void lay_across(const EndJob<Real>& job, std::size_t hands, Lane<Real>* out) {
    for (int l = 0; l < kLanes<Real>; l += 4) {
        const Real* from[4];
        for (int i = 0; i < 4; ++i) from[i] = job.reach[l + i < job.ends ? l + i : 0];
        std::size_t h = 0;
        for (; h + 4 <= hands; h += 4) {
            Real square[4][4];
            for (int i = 0; i < 4; ++i) std::memcpy(square[i], from[i] + h, sizeof square[i]);
            for (int i = 0; i < 4; ++i) {
                for (int j = 0; j < 4; ++j) out[h + i].x[l + j] = square[j][i];
            }
        }
        for (; h < hands; ++h) {
            for (int j = 0; j < 4; ++j) out[h].x[l + j] = from[j][h];
        }
    }
}

template <class Real>
RIVERBOAT_INLINE void lay_along(const Lane<Real>* in, std::size_t hands, const EndJob<Real>& job) {
    for (int l = 0; l < job.ends; l += 4) {
        const int used = std::min(4, job.ends - l);
        std::size_t h = 0;
        for (; h + 4 <= hands; h += 4) {
            Real square[4][4];
            for (int i = 0; i < 4; ++i) {
                for (int j = 0; j < 4; ++j) square[j][i] = in[h + i].x[l + j];
            }
            for (int j = 0; j < used; ++j) std::memcpy(job.values[l + j] + h, square[j], sizeof square[j]);
        }
        for (; h < hands; ++h) {
            for (int j = 0; j < used; ++j) job.values[l + j][h] = in[h].x[l + j];
        }
    }
}

template <class Real, int Holes>
RIVERBOAT_INLINE void count_hand(const PrivateHand& hand, const Lane<Real>& reach, Lane<Real>& all,
                                 Lane<Real>* by_card) {
    add_to(all, reach);
    add_to(by_card[hand.first], reach);
    if constexpr (Holes == 2) add_to(by_card[hand.second], reach);
}

// The opponent's hands counted so far that share no card with this one. `again`: his same hand, which was
// taken away once with each of its two cards.
template <class Real, int Holes>
RIVERBOAT_INLINE Lane<Real> without_cards(const PrivateHand& hand, const Lane<Real>& all,
                                          const Lane<Real>* by_card) {
    Lane<Real> sum;
    RIVERBOAT_LANES(l) {
        sum.x[l] = all.x[l] - by_card[hand.first].x[l];
        if constexpr (Holes == 2) sum.x[l] -= by_card[hand.second].x[l];
    }
    return sum;
}

template <class Real, int Holes>
RIVERBOAT_INLINE void ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player, Real* work) {
    const std::vector<PrivateHand>&own = board.hand_cards[player], &other = board.hand_cards[1 - player];
    const ShowdownOrder& order = board.showdown[player];
    auto* reach = reinterpret_cast<Lane<Real>*>(work);
    Lane<Real>* value = reach + (other.size() + 16) / 16 * 16;
    Lane<Real>* by_card = value + (own.size() + 16) / 16 * 16;
    Lane<Real>* all_by_card = by_card + 64;
    lay_across(job, other.size(), reach);
    std::memset(&reach[other.size()], 0, sizeof(Lane<Real>));
    std::memset(by_card, 0, 128 * sizeof(Lane<Real>));
    Lane<Real> all{}, sum{}, of_weaker, of_not_stronger, of_all;
    for (std::size_t j = 0; j < other.size(); ++j)
        count_hand<Real, Holes>(other[j], reach[j], all, all_by_card);
    // a W + t T - b L with T = U - W and L = A - U, W weaker, U not stronger, A all.
    RIVERBOAT_LANES(l) {
        const EndPayoff& pay = job.payoff[l < job.ends ? l : 0];
        of_weaker.x[l] = static_cast<Real>(pay.is_fold ? 0 : pay.win - pay.tie);
        of_not_stronger.x[l] = static_cast<Real>(pay.is_fold ? 0 : pay.tie - pay.lose);
        of_all.x[l] = static_cast<Real>(pay.is_fold ? pay.win : pay.lose);
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        const Lane<Real> a = without_cards<Real, Holes>(own[i], all, all_by_card);
        const Lane<Real>& same = reach[order.same[i]];
        RIVERBOAT_LANES(l) value[i].x[l] = of_all.x[l] * (Holes == 2 ? a.x[l] + same.x[l] : a.x[l]);
    }
    if (!job.payoff[0].is_fold) {
        std::size_t i = 0, j = 0;
        for (const StrengthGroup& group : order.groups) {
            for (; j < group.weaker; ++j) count_hand<Real, Holes>(other[j], reach[j], sum, by_card);
            for (std::size_t k = i; k < group.own_end; ++k) {
                const Lane<Real> w = without_cards<Real, Holes>(own[k], sum, by_card);
                RIVERBOAT_LANES(l) value[k].x[l] += of_weaker.x[l] * w.x[l];
            }
            for (; j < group.not_stronger; ++j) count_hand<Real, Holes>(other[j], reach[j], sum, by_card);
            for (; i < group.own_end; ++i) {
                const Lane<Real> u = without_cards<Real, Holes>(own[i], sum, by_card);
                const Lane<Real>& same = reach[order.same[i]];
                RIVERBOAT_LANES(l)
                value[i].x[l] += of_not_stronger.x[l] * (Holes == 2 ? u.x[l] + same.x[l] : u.x[l]);
            }
        }
    }
    lay_along(value, own.size(), job);
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
RIVERBOAT_KERNELS(avx512, RIVERBOAT_TARGET_AVX512)
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
