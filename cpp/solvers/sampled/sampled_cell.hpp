// What walks do with one cell: its strategy, a draw from it, and what they add.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>

#include "runtime/cpu.hpp"
#include "solvers/sampled/cell_table.hpp"

namespace riverboat {

// What is above zero of a number, or zero: without a jump, since nobody can foretell which.
inline float positive_part(float number) {
    const auto bits = std::bit_cast<std::int32_t>(number);
    return std::bit_cast<float>(bits & ~(bits >> 31));
}

// Regret matching (Hart and Mas-Colell 2000): choices in proportion to their positive regrets, all alike if
// there are none. Returns whether there are some.
template <class Number>
RIVERBOAT_INLINE bool match_regrets(Number* regrets, int choices, float* strategy) {
    float sum = 0;
    for (int i = 0; i < choices; ++i) {
        strategy[i] = positive_part(number_at(regrets[i]));
        sum += strategy[i];
    }
    const bool any = sum >= std::numeric_limits<float>::min();  // below it 1 / sum overflows
    const float scale = any ? 1 / sum : 0, alike = any ? 0 : 1 / static_cast<float>(choices);
    for (int i = 0; i < choices; ++i) strategy[i] = strategy[i] * scale + alike;
    return any;
}

// The choice that a number from 0 up, below 1, falls on.
inline int choice_at(const float* strategy, int choices, float left) {
    int choice = 0;
    for (; choice + 1 < choices; ++choice) {
        left -= strategy[choice];
        if (left < 0) return choice;
    }
    while (choice > 0 && !(strategy[choice] > 0)) --choice;  // rounding must not choose what is never played
    return choice;
}

inline float unit_draw(Rng& rng) {
    return static_cast<float>(rng.next() >> 40) * 0x1p-24f;
}

inline int draw(const float* strategy, int choices, Rng& rng) {
    return choice_at(strategy, choices, unit_draw(rng));
}

// A choice, and how often the strategy takes it in place of once that it was drawn.
struct Drawn {
    int choice;
    float true_share;
};

// The same by a hand that trembles: now and then it takes any choice, all alike.
inline Drawn draw_trembling(const float* strategy, int choices, float tremble, Rng& rng) {
    const float drawn = unit_draw(rng), each = tremble / static_cast<float>(choices);
    if (tremble == 0) return {choice_at(strategy, choices, drawn), 1};
    const int choice = drawn < tremble ? std::min(static_cast<int>(drawn / each), choices - 1)
                                       : choice_at(strategy, choices, (drawn - tremble) / (1 - tremble));
    return {choice, strategy[choice] / ((1 - tremble) * strategy[choice] + each)};
}

// A sum so large that a small step would be lost in it is halved with its neighbours; later steps then weigh
// twice as much.
inline constexpr float kLargestAverage = 0x1p22f;

template <class Number>
RIVERBOAT_INLINE void add_to_averages(Number* averages, const float* strategy, int choices, float weight,
                                      Rng& rng) {
    float largest = 0;
    for (int i = 0; i < choices; ++i) {
        const float sum = number_at(averages[i]) + weight * strategy[i];
        put_number(averages[i], sum, rng);
        largest = std::max(largest, sum);
    }
    if (largest < kLargestAverage) return;
    for (int i = 0; i < choices; ++i) put_number(averages[i], number_at(averages[i]) / 2, rng);
}

}  // namespace riverboat
