#include "solvers/full_width/gates/gate.hpp"

#include <algorithm>
#include <utility>

namespace riverboat {

Gate::Gate(GateRules rules)
    : rules_(std::move(rules)),
      classes_(rules_.met.size()),
      draws_(rules_.chances.size()),
      rows_(rules_.each_hand ? 2 : 1),
      cells_(draws_ * rows_ * classes_),
      table_((rules_.predictive ? 3 : 2) * cells_),
      strategy_(cells_),
      instant_(cells_),
      reach_(classes_),
      heard_(classes_) {
    for (std::size_t h = 0; h < classes_; ++h)
        meetings_ += rules_.weights[h] * rules_.sizes[h] * rules_.met[h];
}

// Regret matching. One choice among all hands counts every hand of a class, as if it were there alone.
void Gate::choose(const double* from, double* strategy) const {
    for (std::size_t draw = 0; draw < draws_;
         ++draw, from += rows_ * classes_, strategy += rows_ * classes_) {
        if (rules_.each_hand) {
            for (std::size_t h = 0; h < classes_; ++h) {
                const double enter = std::max(from[h], 0.0), out = std::max(from[classes_ + h], 0.0);
                strategy[h] = enter + out > 0 ? enter / (enter + out) : 0.5;
                strategy[classes_ + h] = 1 - strategy[h];
            }
            continue;
        }
        double total = 0, hands = 0;
        for (std::size_t h = 0; h < classes_; ++h) {
            if (rules_.met[h] <= 0) continue;
            total += rules_.sizes[h] * std::max(from[h], 0.0);
            hands += rules_.sizes[h];
        }
        for (std::size_t h = 0; h < classes_; ++h) {
            const double share = total > 0 ? std::max(from[h], 0.0) / total : 1 / hands;
            strategy[h] = rules_.met[h] > 0 ? share : 0;
        }
    }
}

// One choice among all hands: whoever is chosen meets each of the opponent's hands as often as it comes, so
// that a hand that meets few enters the more. All together enter as often as without a gate.
const std::vector<double>& Gate::reach(bool average, double keep_predicted) {
    const double* from = table_.data() + (average ? cells_ : 0);
    if (rules_.predictive && !average) {
        const double* last = table_.data() + 2 * cells_;
        for (std::size_t i = 0; i < cells_; ++i) instant_[i] = from[i] * keep_predicted + last[i];
        from = instant_.data();
    }
    choose(from, strategy_.data());
    for (std::size_t h = 0; h < classes_; ++h) {
        double enters = 0;
        for (std::size_t draw = 0; draw < draws_; ++draw)
            enters += rules_.chances[draw] * strategy_[draw * rows_ * classes_ + h];
        const double met = rules_.met[h];
        reach_[h] = met <= 0 ? 0 : enters * (rules_.each_hand ? rules_.weights[h] : meetings_ / met);
    }
    return reach_;
}

void Gate::learn(const UpdateFactors& factors) {
    for (std::size_t draw = 0; draw < draws_; ++draw) {
        const double* instead = rules_.alternatives.data() + draw * classes_;
        const double* enter = strategy_.data() + draw * rows_ * classes_;
        double* instant = instant_.data() + draw * rows_ * classes_;
        double mean = 0;
        for (std::size_t h = 0; h < classes_; ++h) {
            instant[h] = rules_.met[h] > 0 ? heard_[h] - instead[h] : 0;
            mean += rules_.sizes[h] * enter[h] * instant[h];
        }
        for (std::size_t h = 0; h < classes_; ++h) {
            const double gain = instant[h];
            instant[h] = rules_.each_hand ? (1 - enter[h]) * gain : gain - mean;
            if (rules_.each_hand) instant[classes_ + h] = -enter[h] * gain;
        }
    }
    double* regrets = table_.data();
    double* averages = regrets + cells_;
    for (std::size_t i = 0; i < cells_; ++i) {
        const double kept = regrets[i] * (regrets[i] > 0 ? factors.keep_positive : factors.keep_negative);
        regrets[i] = factors.floor ? std::max(kept + instant_[i], 0.0) : kept + instant_[i];
        averages[i] = averages[i] * factors.keep_average + strategy_[i];
    }
    if (rules_.predictive) std::ranges::copy(instant_, table_.begin() + 2 * static_cast<long>(cells_));
}

}  // namespace riverboat
