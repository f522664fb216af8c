// What the engine remembers of each decision on each board: regrets, averages and, for rules that predict,
// the last regrets; whole numbers or 16 bits; and strategies that are locked.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "solvers/arena.hpp"
#include "solvers/kernels.hpp"

namespace riverboat {

// One decision on one board, and its [action][class] table.
struct Decision {
    std::size_t place;   // where the table begins
    std::size_t number;  // among all decisions on all boards
    int player;
    int actions;
    std::size_t width;
    std::uint32_t board, node;
    std::size_t cells() const { return static_cast<std::size_t>(actions) * width; }
};

enum TableKind : int { kRegrets = 0, kAverages = 1, kPredictions = 2 };

template <class Real>
class Decisions {
  public:
    // `small`: 16 bits a number.
    Decisions(std::size_t cells, std::size_t decisions, bool predictive, bool small);
    ~Decisions();
    Decisions(const Decisions&) = delete;
    Decisions& operator=(const Decisions&) = delete;

    std::size_t bytes() const;
    bool small() const { return small_; }
    bool has(TableKind kind) const { return kind != kPredictions || predictive_; }

    // The average strategy, or the one that the next iteration plays.
    void strategy(const Decision& d, bool average, Arena& arena, Real* out) const;
    // See the kernels of the same names.
    void descend_own(const Decision& d, const Real* reach, Real keep_average, Arena& arena, Real* strategy,
                     Real* spread);
    void descend_other(const Decision& d, const Real* reach, bool average, Arena& arena, Real* spread) const;
    void ascend_own(const Decision& d, const Real* strategy, const Real* values, const UpdateFactors& factors,
                    Arena& arena, Real* value);
    // In between, the regrets of ascend_own are only remembered, in a table of their own, and no strategy
    // changes; `apply` adds them. Not with 16 bits.
    void defer();
    bool deferred() const { return deferred_; }
    void apply(const UpdateFactors& factors);
    // The value of the best action, or of the locked strategy.
    void best(const Decision& d, const Real* values, Arena& arena, Real* value) const;

    // `strategy` is [action][class]; `locked` says for which classes it holds. An empty `locked` unlocks.
    void lock(const Decision& d, const std::vector<double>& strategy,
              const std::vector<std::uint8_t>& locked);

    // Averages that are another's: written to rows of this solver's width, zeros after the classes.
    std::function<void(const Decision& d, Arena& arena, Real* rows)> lent_averages;

    // What the strategy of a player is made from in a rule that predicts: regret * keep + prediction.
    std::array<double, kSolverPlayers> keep_predicted = {1, 1};

    // For files: a table as numbers of Real, or in 16 bits with the turns that each decision has had, from
    // which rounding goes on.
    Real* table(TableKind kind) { return tables_[kind]; }
    std::uint16_t* small_table(TableKind kind) { return small_tables_[kind]; }
    std::uint32_t* turns() { return turns_.data(); }
    std::size_t cells() const { return cells_; }
    std::size_t decisions() const { return decisions_; }

    // One decision's numbers of a table; good until the arena goes back.
    const Real* read(const Decision& d, TableKind kind, Arena& arena) const;

  private:
    struct Lock {
        std::vector<Real> strategy;        // [action][width]
        std::vector<std::uint8_t> locked;  // by class, width of them
    };
    template <class Body>
    void with_tables(const Decision& d, const Body& body) const;
    void put_locks(const Decision& d, Real* strategy) const;

    const Kernels<Real>& kernels_;
    std::size_t cells_, decisions_;
    bool predictive_, small_, deferred_ = false;
    std::array<Real*, 3> tables_{};
    Real* remembered_ = nullptr;  // regrets that are not yet added
    std::array<std::uint16_t*, 3> small_tables_{};
    std::vector<std::uint32_t> turns_;             // of 16 bits: updates that each decision has had
    std::unordered_map<std::size_t, Lock> locks_;  // by number
};

}  // namespace riverboat
