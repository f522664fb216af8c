// A gate at the root: how often one player enters the game with each hand, which he learns like all else.
//
// All safe ways to solve a subgame differ in nothing but this. `each_hand`: every hand chooses between the
// game and what it has instead, as in the gadget of CFR-D (Burch, Johanson and Bowling 2014). Otherwise one
// choice is made among all hands, each for what it wins in the game over what it has instead, as in maxmargin
// (Moravcik, Schmid, Ha, Hladik and Gaukrodger 2016). What hands have instead may come in several draws, each
// with a choice of its own (Brown and Sandholm 2017, distributional alternative payoffs).
#pragma once

#include <cstddef>
#include <vector>

#include "solvers/full_width/kernels/kernels.hpp"

namespace riverboat {

struct GateRules {
    int player = 0;
    bool each_hand = true;
    std::vector<double> alternatives;  // [draw][class], chips that a hand wins if it does not enter
    std::vector<double> chances;       // of the draws
    // By class of the root: a hand's weight, how many hands it stands for, and the weight of the opponent's
    // hands that one of them meets. Who meets nobody never enters.
    std::vector<double> weights, sizes, met;
    bool predictive = false;
};

class Gate {
  public:
    explicit Gate(GateRules rules);

    int player() const { return rules_.player; }

    // The player's reach at the root by class: what the next iteration plays, or the average.
    const std::vector<double>& reach(bool average, double keep_predicted);

    // Counterfactual values of the player's walk, by class; nothing changes until he learns.
    template <class Real>
    void hear(const Real* values) {
        for (std::size_t h = 0; h < classes_; ++h) {
            const double met = rules_.met[h];
            heard_[h] = met > 0 ? static_cast<double>(values[h]) / met : 0;
        }
    }
    // From what was heard, against what `reach` last told: that is what has been played.
    void learn(const UpdateFactors& factors);

    // For files, [draw][row][class] each: regrets, averages and, if the rule predicts, the last regrets.
    std::vector<double>& table() { return table_; }

  private:
    // A choice for each draw, [row][class] with the rows enter and stay out, or enter alone.
    void choose(const double* from, double* strategy) const;

    GateRules rules_;
    std::size_t classes_, draws_, rows_, cells_;
    double meetings_ = 0;
    std::vector<double> table_, strategy_, instant_, reach_, heard_;
};

}  // namespace riverboat
