// The sequences of one player: what his plans look like, and the few walks over them that all methods need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace riverboat {

enum class Distance { entropy, euclidean };

// Sequence 0 is the empty one. Set s is reached by the sequence parent[s] and has the sequences first[s] up
// to first[s + 1], one for each action. Sets come after those that their parents belong to, so one pass in
// order goes from the root to the ends and one in reverse order back.
//
// A plan gives every sequence the probability that its own actions lead there: plan[0] = 1, and the sequences
// of a set add up to that of its parent. Probabilities are those of the actions in each set; place 0 is
// unused. All arrays have as many places as there are sequences. The player maximizes.
class Treeplex {
  public:
    using Index = std::int32_t;

    // Keeps the arrays by reference: they may be large, and their owner reads them too. Throws
    // std::invalid_argument unless they are as described.
    Treeplex(std::span<const Index> parent, std::span<const Index> first);

    std::size_t sets() const { return parent_.size(); }
    std::size_t sequences() const { return static_cast<std::size_t>(first_.back()); }

    // 1 for sets that are followed by none, else 1 more than the most that follow one of the actions: the
    // weights with which the dilated entropy is strongly convex (Farina, Kroer and Sandholm 2021).
    std::vector<double> depths() const;

    // What is written may be the gradient, target, plan or probabilities that are read; never the centre.

    // The plan that wins most, and what it wins.
    double best(const double* gradient, double* plan) const;

    // The probabilities that win most after mu times the dilated distance from the centre is paid, and what
    // is left: max <gradient, x> - mu * sum of weight * reach * distance(x, centre) over the sets (Hoda,
    // Gilpin, Pena and Sandholm 2010). centre: probabilities; none for uniform. weights: by set.
    double smoothed(const double* gradient, double mu, Distance distance, const double* weights,
                    const double* centre, double* probabilities) const;

    // The regret of each action against the probabilities, and what these win.
    double regrets(const double* gradient, const double* probabilities, double* regrets) const;

    // Regret matching: proportional to what is positive, uniform where nothing is.
    void matched(const double* target, double* probabilities) const;

    void plan(const double* probabilities, double* plan) const;
    // The probabilities of a plan; uniform in sets that it never reaches.
    void probabilities(const double* plan, double* probabilities) const { matched(plan, probabilities); }

  private:
    double set_smoothed(std::size_t set, double mu, Distance distance, const double* centre, double* u,
                        std::vector<double>& sorted) const;

    std::span<const Index> parent_, first_;
};

}  // namespace riverboat
