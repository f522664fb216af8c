// Jam or fold for three players over classes of hands, exactly.
//
// Seats act in order 0, 1, 2 and each once, so every value is linear in each seat's strategy. Rows of a
// strategy are chances to jam by class: row 0 is seat 0; 1 and 2 are seat 1 after a fold and a jam; 3 to 6
// are seat 2 after the sets of jams 0, {0}, {1} and {0, 1}. Values of the ends are by the set of jams (bit i
// is seat i), the order of the three strengths (three_way.hpp) and the seat.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tournament/three_way.hpp"

namespace riverboat {

inline constexpr int kThreeRows = 7;
inline constexpr int kThreeEnds = 8;
using ThreeValues = std::array<std::array<std::array<double, 3>, kOrders>, kThreeEnds>;

enum class JamRule { cfr_plus, fictitious_play };

struct JamSolve {
    JamRule rule = JamRule::cfr_plus;
    int iterations = 0;
    double target = 0.0;        // stop when no seat gains more by another strategy
    int look_every = 0;         // iterations between two looks at the gains
    double start_weight = 0.0;  // iterations that the start counts for
};

struct JamSolved {
    std::vector<double> strategy;   // [7][classes]
    std::array<double, 3> gains{};  // what each seat would gain
    int iterations = 0;
};

class ThreeJam {
  public:
    // chances: [classes][classes][13][classes], of the classes of seats 0 and 1, the order, and of seat 2;
    // the same for all seats. It must stay as long as this is used.
    ThreeJam(std::span<const float> chances, int classes);

    int classes() const { return classes_; }

    // start: [7][classes]; rows that are locked stay so.
    JamSolved solve(const ThreeValues& values, std::span<const double> start,
                    const std::array<bool, kThreeRows>& locked, const JamSolve& how) const;

    // What jamming is worth over folding, times the chance to come there with the class: [7][classes].
    std::vector<double> advantages(const ThreeValues& values, std::span<const double> strategy) const;

    // The same, by what the ends are worth: advantage[row][class] = sum of
    // coefficients[row][class][end][order] times the values of the seat that acts. [7][classes][8][13]
    std::vector<float> coefficients(std::span<const double> strategy) const;

    // Chances of the ends, [8][13].
    std::array<std::array<double, kOrders>, kThreeEnds> ends(std::span<const double> strategy) const;

  private:
    friend class ThreeWork;
    int classes_;
    const float* chances_;
    // Sums over one seat, [13][classes][classes] by the other two in order of seats; [summed seat].
    std::array<std::vector<double>, 3> pairs_;
    std::array<std::vector<double>, 3> singles_;  // [seat][13][classes]
    std::array<double, kOrders> orders_{};
    // Chances by who of two hands is better, [classes][classes][3][classes]: most ends ask no more, and a
    // quarter of the memory is read. By relation: first and second, first and inner, second and inner hand.
    std::array<std::vector<float>, 3> relations_;
};

}  // namespace riverboat
