// The loops over hands of the full-width walk, compiled for each instruction path.
//
// Arrays by action and hand are [action][hand], one row after the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solvers/private_hands.hpp"
#include "solvers/runouts.hpp"

namespace riverboat {

// What one iteration does to regrets and averages; all rules of the CFR family are choices of these numbers.
struct UpdateFactors {
    double keep_positive = 1;  // R <- R * (R > 0 ? keep_positive : keep_negative) + r
    double keep_negative = 1;
    bool floor = false;    // R <- max(R, 0)
    bool predict = false;  // the next strategy is from R * keep_predicted + r
    double keep_predicted = 1;
    double keep_average = 1;  // S <- S * keep_average + reach * strategy
};

// How many ends of the hand are evaluated together.
template <class Real>
inline constexpr int kLanes = 64 / static_cast<int>(sizeof(Real));

// What an end pays the player whose values are asked.
struct EndPayoff {
    double win, tie, lose;  // a fold pays `win` whatever the cards are, see `is_fold`
    bool is_fold;
};

// Ends on one board, side by side: the opponent's reach in, the values of one's own hands out.
template <class Real>
struct EndJob {
    int ends = 0;  // at most kLanes
    const Real* reach[kLanes<Real>];
    Real* values[kLanes<Real>];
    EndPayoff payoff[kLanes<Real>];
};

template <class Real>
struct Kernels {
    // Regret matching: the positive part, normalised; uniform where nothing is positive.
    void (*match)(const Real* regret, int actions, std::size_t hands, Real* strategy);
    // The same of regret * keep + prediction.
    void (*match_predicted)(const Real* regret, const Real* prediction, Real keep, int actions,
                            std::size_t hands, Real* strategy);
    void (*multiply)(const Real* strategy, const Real* reach, int actions, std::size_t hands, Real* out);
    void (*average)(Real* sum, const Real* add, Real keep, std::size_t count);
    void (*mix)(const Real* strategy, const Real* values, int actions, std::size_t hands, Real* out);
    void (*add_up)(const Real* values, int actions, std::size_t hands, Real* out);
    void (*best)(const Real* values, int actions, std::size_t hands, Real* out);
    // `prediction` may be null.
    void (*update)(Real* regret, Real* prediction, const Real* values, const Real* value, int actions,
                   std::size_t hands, const UpdateFactors& factors);
    void (*gather)(const HandIndex* map, const Real* from, std::size_t count, Real* out);
    // to += from[map] * factor; `from` has a zero after its last number.
    void (*gather_add)(const HandIndex* map, const Real* from, Real factor, std::size_t count, Real* to);
    // `work` holds work_size(own hands, opponent's hands) numbers, aligned to 64 bytes. All folds or none.
    void (*ends)(const EndJob<Real>& job, const RunoutBoard& board, int player, int hole_cards, Real* work);
};

template <class Real>
std::size_t work_size(std::size_t own, std::size_t opponent) {
    constexpr auto round_up = [](std::size_t n) { return (n + 16) / 16 * 16; };
    return static_cast<std::size_t>(kLanes<Real>) * (round_up(own) + round_up(opponent) + 2 * 64);
}

// For this machine.
template <class Real>
const Kernels<Real>& kernels();

}  // namespace riverboat
