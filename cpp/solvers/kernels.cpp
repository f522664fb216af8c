#include "solvers/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "games/menu.hpp"
#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

// Vectors of 512 bits pay here: the loops are long and do little else.
#define RIVERBOAT_WIDE_AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,prefer-vector-width=512")))
#define RIVERBOAT_WIDE_AVX2 __attribute__((target("avx2,fma")))

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

// Rows are whole vectors and at most one half: body(vector type, place) for each.
template <class Vector>
struct Of {
    using Type = Vector;
};
template <class Real, class Body>
RIVERBOAT_INLINE void each_vector(std::size_t width, const Body& body) {
    std::size_t h = 0;
    for (; h + kLanes<Real> <= width; h += kLanes<Real>) body(Of<Lane<Real>>(), h);
    if (h < width) body(Of<typename VectorOf<Real, 32>::Type>(), h);
}

// A vector in memory, aligned as halves are.
template <class V>
struct InMemory {
    typedef V Type __attribute__((aligned(32), may_alias));
};
template <class V, class Real>
RIVERBOAT_INLINE typename InMemory<V>::Type& at(Real* row, std::size_t h) {
    return *reinterpret_cast<typename InMemory<V>::Type*>(row + h);
}
template <class V, class Real>
RIVERBOAT_INLINE const typename InMemory<V>::Type& at(const Real* row, std::size_t h) {
    return *reinterpret_cast<const typename InMemory<V>::Type*>(row + h);
}

template <class V>
RIVERBOAT_INLINE V positive(const V& x) {
    return x > 0 ? x : V{};
}

// Calls body(actions) with the number of actions as a constant where it is small, so that a column of the
// table stays in registers.
template <class Body>
RIVERBOAT_INLINE void with_actions(int actions, const Body& body) {
    switch (actions) {
        case 2:
            return body(std::integral_constant<int, 2>());
        case 3:
            return body(std::integral_constant<int, 3>());
        case 4:
            return body(std::integral_constant<int, 4>());
        default:
            return body(actions);
    }
}

// The strategy of one column of classes from what it is proportional to.
template <class Real, class V, class Actions>
RIVERBOAT_INLINE void normalise(V* column, Actions actions) {
    V sum{};
    for (int a = 0; a < actions; ++a) {
        column[a] = positive<V>(column[a]);
        sum += column[a];
    }
    const V uniform = V{} + Real(1) / static_cast<Real>(static_cast<int>(actions));
    const V factor = 1 / sum;
    const V least = V{} + std::numeric_limits<Real>::min();  // below it 1 / sum overflows
    for (int a = 0; a < actions; ++a) column[a] = sum >= least ? column[a] * factor : uniform;
}

template <class Real, class V, class Actions>
RIVERBOAT_INLINE void current_strategy(const DecisionTables<Real>& tables, Actions actions, std::size_t width,
                                       std::size_t h, V* column) {
    for (int a = 0; a < actions; ++a) column[a] = at<V>(tables.regret + a * width, h);
    if (tables.prediction != nullptr) {
        for (int a = 0; a < actions; ++a)
            column[a] = column[a] * tables.keep_predicted + at<V>(tables.prediction + a * width, h);
    }
    normalise<Real>(column, actions);
}

template <class Real>
RIVERBOAT_INLINE void match_body(const Real* table, int count, std::size_t width, Real* strategy) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            for (int a = 0; a < actions; ++a) column[a] = at<V>(table + a * width, h);
            normalise<Real>(column, actions);
            for (int a = 0; a < actions; ++a) at<V>(strategy + a * width, h) = column[a];
        });
    });
}

template <class Real>
RIVERBOAT_INLINE void current_body(const DecisionTables<Real>& tables, int count, std::size_t width,
                                   Real* strategy) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            current_strategy(tables, actions, width, h, column);
            for (int a = 0; a < actions; ++a) at<V>(strategy + a * width, h) = column[a];
        });
    });
}

template <class Real>
RIVERBOAT_INLINE void descend_own_body(const DecisionTables<Real>& tables, const Real* reach, int count,
                                       std::size_t width, Real keep_average, Real* strategy, Real* spread) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            current_strategy(tables, actions, width, h, column);
            const V own = at<V>(reach, h);
            for (int a = 0; a < actions; ++a) {
                at<V>(strategy + a * width, h) = column[a];
                const V share = column[a] * own;
                at<V>(spread + a * width, h) = share;
                auto& average = at<V>(tables.average + a * width, h);
                average = average * keep_average + share;
            }
        });
    });
}

template <class Real>
RIVERBOAT_INLINE void descend_other_body(const DecisionTables<Real>& tables, const Real* reach, int count,
                                         std::size_t width, Real* spread) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            current_strategy(tables, actions, width, h, column);
            const V other = at<V>(reach, h);
            for (int a = 0; a < actions; ++a) at<V>(spread + a * width, h) = column[a] * other;
        });
    });
}

template <class Real>
RIVERBOAT_INLINE void multiply_body(const Real* strategy, const Real* reach, int actions, std::size_t width,
                                    Real* out) {
    for (int a = 0; a < actions; ++a) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            at<V>(out + a * width, h) = at<V>(strategy + a * width, h) * at<V>(reach, h);
        });
    }
}

template <class Real>
RIVERBOAT_INLINE void average_body(Real* sum, const Real* add, Real keep, std::size_t count) {
    each_vector<Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        at<V>(sum, k) = at<V>(sum, k) * keep + at<V>(add, k);
    });
}

template <class Real>
RIVERBOAT_INLINE void ascend_own_body(const DecisionTables<Real>& tables, const Real* strategy,
                                      const Real* values, int count, std::size_t width,
                                      const UpdateFactors& factors, Real* value) {
    const Real keep_positive = static_cast<Real>(factors.keep_positive);
    const Real keep_negative = static_cast<Real>(factors.keep_negative);
    const Real least = factors.floor ? Real(0) : -std::numeric_limits<Real>::max();
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V mean{};
            for (int a = 0; a < actions; ++a)
                mean += at<V>(strategy + a * width, h) * at<V>(values + a * width, h);
            at<V>(value, h) = mean;
            for (int a = 0; a < actions; ++a) {
                const V instant = at<V>(values + a * width, h) - mean;
                if (tables.prediction != nullptr) at<V>(tables.prediction + a * width, h) = instant;
                if (tables.regret == nullptr) continue;
                auto& regret = at<V>(tables.regret + a * width, h);
                const V now = regret * (regret > 0 ? V{} + keep_positive : V{} + keep_negative) + instant;
                regret = now > least ? now : V{} + least;
            }
        });
    });
}

template <class Real>
RIVERBOAT_INLINE void apply_body(Real* regret, const Real* instant, std::size_t count,
                                 const UpdateFactors& factors) {
    const Real keep_positive = static_cast<Real>(factors.keep_positive);
    const Real keep_negative = static_cast<Real>(factors.keep_negative);
    const Real least = factors.floor ? Real(0) : -std::numeric_limits<Real>::max();
    each_vector<Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        auto& r = at<V>(regret, k);
        const V now = r * (r > 0 ? V{} + keep_positive : V{} + keep_negative) + at<V>(instant, k);
        r = now > least ? now : V{} + least;
    });
}

// Of equal actions the first is the best.
template <class Real>
RIVERBOAT_INLINE void respond_body(Real* regret, const Real* values, int actions, std::size_t width,
                                   Real* value) {
    each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V most = at<V>(values, h);
        for (int a = 1; a < actions; ++a) {
            const V other = at<V>(values + a * width, h);
            most = other > most ? other : most;
        }
        at<V>(value, h) = most;
        V left = V{} + Real(1);
        for (int a = 0; a < actions; ++a) {
            const V chosen = at<V>(values + a * width, h) == most ? left : V{};
            at<V>(regret + a * width, h) = chosen;
            left -= chosen;
        }
    });
}

template <class Real>
RIVERBOAT_INLINE void mix_body(const Real* strategy, const Real* values, int actions, std::size_t width,
                               Real* out) {
    each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V sum{};
        for (int a = 0; a < actions; ++a)
            sum += at<V>(strategy + a * width, h) * at<V>(values + a * width, h);
        at<V>(out, h) = sum;
    });
}

template <class Real>
RIVERBOAT_INLINE void add_up_body(const Real* values, int actions, std::size_t width, Real* out) {
    each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V sum = at<V>(values, h);
        for (int a = 1; a < actions; ++a) sum += at<V>(values + a * width, h);
        at<V>(out, h) = sum;
    });
}

template <class Real>
RIVERBOAT_INLINE void best_body(const Real* values, int actions, std::size_t width, Real* out) {
    each_vector<Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V most = at<V>(values, h);
        for (int a = 1; a < actions; ++a) {
            const V other = at<V>(values + a * width, h);
            most = other > most ? other : most;
        }
        at<V>(out, h) = most;
    });
}

template <class Real>
RIVERBOAT_INLINE void expand_body(const std::int16_t* from, Real scale, std::size_t count, Real* out) {
    for (std::size_t k = 0; k < count; ++k) out[k] = static_cast<Real>(from[k]) * scale;
}

template <class Real>
RIVERBOAT_INLINE Real shrink_body(const Real* from, std::size_t count, std::int16_t* out) {
    Real largest = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Real size = from[k] > 0 ? from[k] : -from[k];
        largest = size > largest ? size : largest;
    }
    const Real factor = largest > 0 ? 32767 / largest : Real(0);
    for (std::size_t k = 0; k < count; ++k) {
        const Real x = from[k] * factor;
        out[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(x + (x < 0 ? Real(-0.5) : Real(0.5))));
    }
    return largest / 32767;
}

template <class Real>
RIVERBOAT_INLINE void gather_body(const HandIndex* map, const Real* from, std::size_t count, Real* out) {
    for (std::size_t k = 0; k < count; ++k) out[k] = from[map[k]];
}

template <class Real>
RIVERBOAT_INLINE void gather_add_body(const HandIndex* map, const Real* from, Real factor, std::size_t count,
                                      Real* to) {
    for (std::size_t k = 0; k < count; ++k) to[k] += from[map[k]] * factor;
}

// --- ends: many at once, one to a lane
// ----------------------------------------------------------------------

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
RIVERBOAT_INLINE void lay_along(const Lane<Real>* in, std::size_t width, const EndJob<Real>& job) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    using Vector = typename VectorOf<Real, Bytes>::Type;
    for (int lane = 0; lane < job.ends; lane += n) {
        const int used = std::min(n, job.ends - lane);
        for (std::size_t h = 0; h < width; h += n) {
            Vector rows[n];
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l)
                std::memcpy(&rows[l], reinterpret_cast<const Real*>(&in[h + l]) + lane, Bytes);
            transpose<Real, Bytes>(rows);
            if (h + n <= width) {
                for (int l = 0; l < used; ++l) std::memcpy(job.values[lane + l] + h, &rows[l], Bytes);
            } else {  // half a vector is left
                for (int l = 0; l < used; ++l) std::memcpy(job.values[lane + l] + h, &rows[l], Bytes / 2);
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
    const std::size_t own_width = width_of<Real>(own_count), width = width_of<Real>(classes);
    Lane<Real>* value = reach + rows_of<Real>(classes);
    Lane<Real>* by_card = value + rows_of<Real>(own_count);
    lay_across<Real, Bytes>(job, width, reach);
    std::memset(&reach[classes], 0, sizeof(Lane<Real>));
    std::memset(&value[own_count], 0, (own_width - own_count) * sizeof(Lane<Real>));
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
        return lay_along<Real, Bytes>(value, own_width, job);
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
    lay_along<Real, Bytes>(value, own_width, job);
}

template <class Real, int Bytes>
RIVERBOAT_INLINE void two_card_ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player,
                                         Real* work) {
    const BoardHands &mine = board.hands[player], &theirs = board.hands[1 - player];
    const std::size_t own_count = mine.classes(), classes = theirs.classes(), count = theirs.all.size();
    const PrivateHand *own = mine.cards.data(), *other = theirs.all.data();
    const HandIndex *same = mine.same.data(), *row = theirs.class_of.data();
    auto* reach = reinterpret_cast<Lane<Real>*>(work);
    const std::size_t own_width = width_of<Real>(own_count), width = width_of<Real>(classes);
    Lane<Real>* value = reach + rows_of<Real>(classes);
    Lane<Real>* by_card = value + rows_of<Real>(own_count);
    lay_across<Real, Bytes>(job, width, reach);
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
    std::memset(&value[own_count], 0, (own_width - own_count) * sizeof(Lane<Real>));
    lay_along<Real, Bytes>(value, own_width, job);
}

// --- one set of functions for each instruction path
// -----------------------------------------------------------

#define RIVERBOAT_KERNELS(path, bytes, target)                                                               \
    template <class Real>                                                                                    \
    struct On_##path {                                                                                       \
        using Tables = DecisionTables<Real>;                                                                 \
        target static void match(const Real* table, int actions, std::size_t width, Real* out) {             \
            match_body(table, actions, width, out);                                                          \
        }                                                                                                    \
        target static void current(const Tables& t, int actions, std::size_t width, Real* out) {             \
            current_body(t, actions, width, out);                                                            \
        }                                                                                                    \
        target static void average(Real* sum, const Real* add, Real keep, std::size_t count) {               \
            average_body(sum, add, keep, count);                                                             \
        }                                                                                                    \
        target static void expand(const std::int16_t* from, Real scale, std::size_t count, Real* out) {      \
            expand_body(from, scale, count, out);                                                            \
        }                                                                                                    \
        target static Real shrink(const Real* from, std::size_t count, std::int16_t* out) {                  \
            return shrink_body(from, count, out);                                                            \
        }                                                                                                    \
        target static void descend_own(const Tables& t, const Real* reach, int actions, std::size_t width,   \
                                       Real keep, Real* strategy, Real* spread) {                            \
            descend_own_body(t, reach, actions, width, keep, strategy, spread);                              \
        }                                                                                                    \
        target static void descend_other(const Tables& t, const Real* reach, int actions, std::size_t width, \
                                         Real* spread) {                                                     \
            descend_other_body(t, reach, actions, width, spread);                                            \
        }                                                                                                    \
        target static void multiply(const Real* s, const Real* r, int actions, std::size_t width,            \
                                    Real* out) {                                                             \
            multiply_body(s, r, actions, width, out);                                                        \
        }                                                                                                    \
        target static void ascend_own(const Tables& t, const Real* s, const Real* v, int actions,            \
                                      std::size_t width, const UpdateFactors& f, Real* value) {              \
            ascend_own_body(t, s, v, actions, width, f, value);                                              \
        }                                                                                                    \
        target static void respond(Real* r, const Real* v, int actions, std::size_t width, Real* value) {    \
            respond_body(r, v, actions, width, value);                                                       \
        }                                                                                                    \
        target static void apply(Real* r, const Real* i, std::size_t count, const UpdateFactors& f) {        \
            apply_body(r, i, count, f);                                                                      \
        }                                                                                                    \
        target static void mix(const Real* s, const Real* v, int actions, std::size_t width, Real* out) {    \
            mix_body(s, v, actions, width, out);                                                             \
        }                                                                                                    \
        target static void add_up(const Real* v, int actions, std::size_t width, Real* out) {                \
            add_up_body(v, actions, width, out);                                                             \
        }                                                                                                    \
        target static void best(const Real* v, int actions, std::size_t width, Real* out) {                  \
            best_body(v, actions, width, out);                                                               \
        }                                                                                                    \
        target static void gather(const HandIndex* map, const Real* from, std::size_t n, Real* out) {        \
            gather_body(map, from, n, out);                                                                  \
        }                                                                                                    \
        target static void gather_add(const HandIndex* map, const Real* from, Real f, std::size_t n,         \
                                      Real* to) {                                                            \
            gather_add_body(map, from, f, n, to);                                                            \
        }                                                                                                    \
        target static void ends(const EndJob<Real>& job, const RunoutBoard& board, int player, int holes,    \
                                Real* work) {                                                                \
            holes == 2 ? two_card_ends_body<Real, bytes>(job, board, player, work)                           \
                       : one_card_ends_body<Real, bytes>(job, board, player, work);                          \
        }                                                                                                    \
        static constexpr Kernels<Real> table = {                                                             \
            &match,      &current, &descend_own, &descend_other, &multiply, &average,                        \
            &ascend_own, &respond, &apply,       &mix,           &add_up,   &best,                           \
            &expand,     &shrink,  &gather,      &gather_add,    &ends};                                     \
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
