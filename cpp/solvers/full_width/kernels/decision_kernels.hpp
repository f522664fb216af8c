// What happens at a decision, class by class: strategies from regrets, reach down, values and regrets up.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "games/trees/menu.hpp"
#include "solvers/full_width/kernels/cells.hpp"

namespace riverboat {

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
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) {
        column[a] = positive<V>(column[a]);
        sum += column[a];
    }
    const V uniform = everywhere<V>(Real(1) / static_cast<Real>(static_cast<int>(actions)));
    const V factor = 1 / sum;
    const V least = everywhere<V>(std::numeric_limits<Real>::min());  // below it 1 / sum overflows
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) column[a] = sum >= least ? column[a] * factor : uniform;
}

// Rows of a table at one column of classes.
template <class V, class Cell, class Actions>
RIVERBOAT_INLINE void load_column(const Cell* table, Actions actions, std::size_t width, std::size_t h,
                                  V* column) {
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) column[a] = load<V>(table, a * width + h);
}

// The strategy that the next iteration plays from regrets, which may be where it goes.
template <class Real, class Cells, class V, class Actions>
RIVERBOAT_INLINE void strategy_of(const V* regrets, const DecisionTables<Real, Cells>& tables,
                                  Actions actions, std::size_t width, std::size_t h, V* column) {
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) column[a] = regrets[a];
    if (tables.prediction != nullptr) {
#pragma GCC unroll 4
        for (int a = 0; a < actions; ++a)
            column[a] = column[a] * tables.keep_predicted + load<V>(tables.prediction, a * width + h);
    }
    normalise<Real>(column, actions);
}

template <class Real, class Cells, class V, class Actions>
RIVERBOAT_INLINE void current_strategy(const DecisionTables<Real, Cells>& tables, Actions actions,
                                       std::size_t width, std::size_t h, V* column) {
    load_column(tables.regret, actions, width, h, column);
    strategy_of(column, tables, actions, width, h, column);
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void match_body(const Real* table, int count, std::size_t width, Real* strategy) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            load_column(table, actions, width, h, column);
            normalise<Real>(column, actions);
#pragma GCC unroll 4
            for (int a = 0; a < actions; ++a) at<V>(strategy + a * width, h) = column[a];
        });
    });
}

template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void current_body(DecisionTables<Real, Cells> tables, int count, std::size_t width,
                                   Real* strategy) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            current_strategy(tables, actions, width, h, column);
#pragma GCC unroll 4
            for (int a = 0; a < actions; ++a) at<V>(strategy + a * width, h) = column[a];
        });
    });
}

template <class Real, class Cells, class V, class Actions>
RIVERBOAT_INLINE void average_strategy(const DecisionTables<Real, Cells>& tables, Actions actions,
                                       std::size_t width, std::size_t h, V* column) {
    load_column(tables.average, actions, width, h, column);
    normalise<Real>(column, actions);
}

template <int Bytes, bool Average, class Real, class Cells>
RIVERBOAT_INLINE void descend_body(DecisionTables<Real, Cells> tables, const Real* reach, int count,
                                   std::size_t width, Real* spread) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            if constexpr (Average)
                average_strategy(tables, actions, width, h, column);
            else
                current_strategy(tables, actions, width, h, column);
            const V all = at<V>(reach, h);
#pragma GCC unroll 4
            for (int a = 0; a < actions; ++a) at<V>(spread + a * width, h) = column[a] * all;
        });
    });
}

// The average after a share of the reach was added to it.
template <class V, class Real, class Cells>
RIVERBOAT_INLINE void move_average(const DecisionTables<Real, Cells>& tables, std::size_t cell, Real keep,
                                   const V& share) {
    store<V>(tables.average, cell, load<V>(tables.average, cell) * keep + share, tables.seed);
}

template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void play_body(DecisionTables<Real, Cells> tables, const Real* reach, Real keep, int count,
                                std::size_t width, Real* spread) {
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V column[kMostActions];
            current_strategy(tables, actions, width, h, column);
            const V all = at<V>(reach, h);
#pragma GCC unroll 4
            for (int a = 0; a < actions; ++a) {
                const V share = column[a] * all;
                at<V>(spread + a * width, h) = share;
                move_average(tables, a * width + h, keep, share);
            }
        });
    });
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void multiply_body(const Real* strategy, const Real* reach, int actions, std::size_t width,
                                    Real* out) {
    for (int a = 0; a < actions; ++a) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            at<V>(out + a * width, h) = at<V>(strategy + a * width, h) * at<V>(reach, h);
        });
    }
}

template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void average_body(DecisionTables<Real, Cells> tables, const Real* add, Real keep,
                                   std::size_t count) {
    each_vector<Bytes, Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        move_average(tables, k, keep, V(at<V>(add, k)));
    });
}

// What an update does to regrets, as numbers of the tables. Taken once for a whole decision: what a loop
// writes might be the factors themselves for all the compiler knows.
template <class Real>
struct RegretFactors {
    RIVERBOAT_INLINE explicit RegretFactors(const UpdateFactors& factors)
        : keep_positive(static_cast<Real>(factors.keep_positive)),
          keep_negative(static_cast<Real>(factors.keep_negative)),
          least(factors.floor ? Real(0) : -std::numeric_limits<Real>::max()) {}
    Real keep_positive, keep_negative, least;

    template <class V>
    RIVERBOAT_INLINE V next(const V& regret, const V& instant) const {
        const V now =
            regret * (regret > 0 ? everywhere<V>(keep_positive) : everywhere<V>(keep_negative)) + instant;
        return at_least(now, everywhere<V>(least));
    }
};

// Regrets of one column of classes, which have been loaded, moved on by what the actions are worth over the
// strategy, which it returns.
template <class Real, class Cells, class V, class Actions>
RIVERBOAT_INLINE V move_regrets(const DecisionTables<Real, Cells>& tables, const V* regrets,
                                const V* strategy, const Real* values, Actions actions, std::size_t width,
                                std::size_t h, const RegretFactors<Real>& factors) {
    V mean{};
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) mean += strategy[a] * at<V>(values + a * width, h);
#pragma GCC unroll 4
    for (int a = 0; a < actions; ++a) {
        const V instant = at<V>(values + a * width, h) - mean;
        const std::size_t cell = a * width + h;
        if (tables.prediction != nullptr) store<V>(tables.prediction, cell, instant, ~tables.seed);
        if (tables.regret == nullptr) continue;
        store<V>(tables.regret, cell, factors.next(regrets[a], instant), tables.seed);
    }
    return mean;
}

template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void learn_body(DecisionTables<Real, Cells> tables, const Real* strategy, const Real* values,
                                 int count, std::size_t width, const UpdateFactors& factors, Real* value) {
    const RegretFactors<Real> kept(factors);
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V regrets[kMostActions], column[kMostActions];
            load_column(strategy, actions, width, h, column);
            if (tables.regret != nullptr) load_column(tables.regret, actions, width, h, regrets);
            at<V>(value, h) = move_regrets(tables, regrets, column, values, actions, width, h, kept);
        });
    });
}

template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void ascend_body(DecisionTables<Real, Cells> tables, const Real* values, int count,
                                  std::size_t width, const UpdateFactors& factors, Real* value) {
    const RegretFactors<Real> kept(factors);
    with_actions(count, [&](auto actions) __attribute__((always_inline)) {
        each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
            using V = typename decltype(of)::Type;
            V regrets[kMostActions], column[kMostActions];
            load_column(tables.regret, actions, width, h, regrets);
            strategy_of(regrets, tables, actions, width, h, column);
            at<V>(value, h) = move_regrets(tables, regrets, column, values, actions, width, h, kept);
        });
    });
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void apply_body(Real* regret, const Real* instant, std::size_t count,
                                 const UpdateFactors& factors) {
    const RegretFactors<Real> kept(factors);
    each_vector<Bytes, Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        at<V>(regret, k) = kept.next(V(at<V>(regret, k)), V(at<V>(instant, k)));
    });
}

// Of equal actions the first is the best.
template <int Bytes, class Real, class Cells>
RIVERBOAT_INLINE void respond_body(DecisionTables<Real, Cells> tables, const Real* values, int actions,
                                   std::size_t width, Real* value) {
    each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V most = at<V>(values, h);
        for (int a = 1; a < actions; ++a) {
            const V other = at<V>(values + a * width, h);
            most = at_least(other, most);
        }
        at<V>(value, h) = most;
        V left = everywhere<V>(Real(1));
        for (int a = 0; a < actions; ++a) {
            const V chosen = at<V>(values + a * width, h) == most ? left : V{};
            store<V>(tables.regret, a * width + h, chosen, tables.seed);
            left -= chosen;
        }
    });
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void mix_body(const Real* strategy, const Real* values, int actions, std::size_t width,
                               Real* out) {
    each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V sum{};
        for (int a = 0; a < actions; ++a)
            sum += at<V>(strategy + a * width, h) * at<V>(values + a * width, h);
        at<V>(out, h) = sum;
    });
}

// The values of all actions joined to one, by class.
template <int Bytes, class Real, class Join>
RIVERBOAT_INLINE void join_actions(const Real* values, int actions, std::size_t width, Real* out,
                                   const Join& join) {
    each_vector<Bytes, Real>(width, [&](auto of, std::size_t h) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        V all = at<V>(values, h);
        for (int a = 1; a < actions; ++a) all = join(all, V(at<V>(values + a * width, h)));
        at<V>(out, h) = all;
    });
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void add_up_body(const Real* values, int actions, std::size_t width, Real* out) {
    join_actions<Bytes>(values, actions, width, out,
                        [](auto sum, auto next) __attribute__((always_inline)) { return sum + next; });
}

template <int Bytes, class Real>
RIVERBOAT_INLINE void best_body(const Real* values, int actions, std::size_t width, Real* out) {
    join_actions<Bytes>(values, actions, width, out, [](auto most, auto next) __attribute__((always_inline)) {
        return at_least(next, most);
    });
}

template <int Bytes, class Real, class Cell>
RIVERBOAT_INLINE void expand_body(const Cell* from, std::size_t count, Real* out) {
    each_vector<Bytes, Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        at<V>(out, k) = load<V>(from, k);
    });
}

template <int Bytes, class Real, class Cell>
RIVERBOAT_INLINE void shrink_body(const Real* from, std::size_t count, std::uint32_t seed, Cell* out) {
    each_vector<Bytes, Real>(count, [&](auto of, std::size_t k) __attribute__((always_inline)) {
        using V = typename decltype(of)::Type;
        store<V>(out, k, at<V>(from, k), seed);
    });
}

template <class Real>
RIVERBOAT_INLINE void gather_body(const HandIndex* map, const Real* from, std::size_t count, Real* out) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < count; ++k) out[k] = from[map[k]];
}

template <class Real>
RIVERBOAT_INLINE void gather_add_body(const HandIndex* map, const Real* from, Real factor, std::size_t count,
                                      Real* to) {
#pragma GCC unroll 8
    for (std::size_t k = 0; k < count; ++k) to[k] += from[map[k]] * factor;
}

}  // namespace riverboat
