// The loops over hands of the full-width walk, compiled for each instruction path.
//
// Arrays by action and hand are [action][hand], one row after the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/lanes.hpp"
#include "solvers/game/private_hands.hpp"
#include "solvers/game/runouts.hpp"

namespace riverboat {

// What one iteration does to regrets and averages; all rules of the CFR family are choices of these numbers.
struct UpdateFactors {
    double keep_positive = 1;  // R <- R * (R > 0 ? keep_positive : keep_negative) + r
    double keep_negative = 1;
    bool floor = false;    // R <- max(R, 0)
    bool predict = false;  // the next strategy is from R * keep_predicted + r
    double keep_predicted = 1;
    double keep_average = 1;  // S <- S * keep_average + reach * strategy
    bool respond = false;     // fictitious play: R is the best answer to the opponent's average
    bool prune = false;  // leave out actions that cannot be worth playing yet; all that is kept is kept whole
};

// What an end pays the player whose values are asked.
struct EndPayoff {
    double win, tie, lose;  // a fold pays `win` whatever the cards are, see `is_fold`
    bool is_fold;
};

// Ends on one board, side by side in the lanes of vectors: the opponent's reach in, the values of one's own
// hands out.
template <class Real>
struct EndJob {
    int ends = 0;  // at most kLanes
    const Real* reach[kLanes<Real>];
    Real* values[kLanes<Real>];
    EndPayoff payoff[kLanes<Real>];
};

// A number of a table in 16 bits: a short float of 6 bits of exponent and 9 of fraction, so that it needs no
// scale. What is never negative has no sign, and 10 bits of fraction. See cells.hpp for how they are rounded.
struct Signed16 {
    std::uint16_t bits;
};
struct Unsigned16 {
    std::uint16_t bits;
};

// What tables are made of.
template <class Real>
struct WholeCells {
    using Regret = Real;
    using Average = Real;
};
struct SmallCells {
    using Regret = Signed16;
    using Average = Unsigned16;
};

// The tables of one decision on one board.
template <class Real, class Cells = WholeCells<Real>>
struct DecisionTables {
    typename Cells::Regret* regret;      // null: not to be changed yet
    typename Cells::Regret* prediction;  // the last regrets; null if nobody asks for them
    typename Cells::Average* average;
    Real keep_predicted;     // the strategy is from regret * keep_predicted + prediction
    std::uint32_t seed = 0;  // of the rounding to 16 bits
};

// `width` is the length of a row: the classes of hands, rounded up to vectors or a half. What stands after
// the last class is never read as one.
template <class Real, class Cells>
struct TableKernels {
    using Tables = DecisionTables<Real, Cells>;
    // The strategy that the next iteration plays.
    void (*current)(const Tables& tables, int actions, std::size_t width, Real* strategy);
    // Each action's share of the reach, by that strategy or by the average one.
    void (*descend)(const Tables& tables, const Real* reach, int actions, std::size_t width, Real* spread);
    void (*descend_average)(const Tables& tables, const Real* reach, int actions, std::size_t width,
                            Real* spread);
    // As `descend`, and the average moves on by each share; `keep` of it is left.
    void (*play)(const Tables& tables, const Real* reach, Real keep, int actions, std::size_t width,
                 Real* spread);
    // The second half of it, with any shares.
    void (*average)(const Tables& tables, const Real* add, Real keep, std::size_t count);
    // The value of a decision from those of its actions; the regrets moved on.
    void (*ascend)(const Tables& tables, const Real* values, int actions, std::size_t width,
                   const UpdateFactors& factors, Real* value);
    // The same with any strategy.
    void (*learn)(const Tables& tables, const Real* strategy, const Real* values, int actions,
                  std::size_t width, const UpdateFactors& factors, Real* value);
    // The value of the best action; its regret becomes 1 and that of the others 0.
    void (*respond)(const Tables& tables, const Real* values, int actions, std::size_t width, Real* value);
};

template <class Real>
struct Kernels {
    TableKernels<Real, WholeCells<Real>> whole;
    TableKernels<Real, SmallCells> small;
    // 16 bits as numbers, and back.
    void (*expand_regrets)(const Signed16* from, std::size_t count, Real* out);
    void (*expand_averages)(const Unsigned16* from, std::size_t count, Real* out);
    void (*shrink_regrets)(const Real* from, std::size_t count, std::uint32_t seed, Signed16* out);
    void (*shrink_averages)(const Real* from, std::size_t count, std::uint32_t seed, Unsigned16* out);
    // Regret matching of any table: the positive part, normalised; uniform where nothing is positive.
    void (*match)(const Real* table, int actions, std::size_t width, Real* strategy);
    void (*multiply)(const Real* strategy, const Real* reach, int actions, std::size_t width, Real* out);
    // What `learn` does to regrets, from the last regrets.
    void (*apply)(Real* regret, const Real* instant, std::size_t count, const UpdateFactors& factors);
    void (*mix)(const Real* strategy, const Real* values, int actions, std::size_t width, Real* out);
    void (*add_up)(const Real* values, int actions, std::size_t width, Real* out);
    void (*best)(const Real* values, int actions, std::size_t width, Real* out);
    // out[k] = from[map[k]]
    void (*gather)(const HandIndex* map, const Real* from, std::size_t count, Real* out);
    // to[k] += from[map[k]] * factor; `from` has a zero after its last class.
    void (*gather_add)(const HandIndex* map, const Real* from, Real factor, std::size_t count, Real* to);
    // out = sum of weights[n] * matrix[rows[n]]; rows are whole vectors of 64 bytes.
    void (*weighted_rows)(const Real* matrix, std::size_t width, const HandIndex* rows, const Real* weights,
                          std::size_t count, Real* out);
    // `work` holds work_size(own hands, opponent's hands) numbers, aligned to 64 bytes. Folds come
    // first; of one-card hands there are only folds or none.
    void (*ends)(const EndJob<Real>& job, const RunoutBoard& board, int player, int hole_cards, Real* work);
};

// Classes rounded up to whole vectors or a half, with room for one more.
template <class Real>
std::size_t width_of(std::size_t classes) {
    constexpr int half = kLanes<Real> / 2;
    return (classes + half) / half * half;
}

// The same to whole vectors.
template <class Real>
std::size_t rows_of(std::size_t classes) {
    return (classes + kLanes<Real>) / kLanes<Real> * kLanes<Real>;
}

template <class Real>
std::size_t work_size(std::size_t own, std::size_t opponent) {
    return static_cast<std::size_t>(kLanes<Real>) * (rows_of<Real>(own) + rows_of<Real>(opponent) + 64) +
           rows_of<Real>(own);
}

// For this machine.
template <class Real>
const Kernels<Real>& kernels();

}  // namespace riverboat
