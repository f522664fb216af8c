// What the engine remembers of each decision on each board: regrets, averages and, for rules that predict,
// the last regrets; whole numbers or 16 bits; and strategies that are locked. Decisions that are tied share
// what is remembered.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "runtime/scratch.hpp"
#include "solvers/full_width/kernels/kernels.hpp"

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

// By player: what is left of his average when a walk adds what he plays; none if the walk leaves it alone.
using KeptAverages = std::array<std::optional<double>, kSolverPlayers>;

template <class Real>
class TiedRows;

enum TableKind : int { kRegrets = 0, kAverages = 1, kPredictions = 2 };

template <class Real>
class Decisions {
  public:
    // `small`: 16 bits a number. `ties`: their cells instead, in whole numbers; null if each decision is
    // alone. Without `own_tables` it can only evaluate averages that it is lent.
    Decisions(std::size_t cells, std::size_t decisions, bool predictive, bool small,
              std::unique_ptr<TiedRows<Real>> ties, bool own_tables = true);
    ~Decisions();
    Decisions(const Decisions&) = delete;
    Decisions& operator=(const Decisions&) = delete;

    std::size_t bytes() const;
    bool small() const { return small_; }
    bool has(TableKind kind) const { return kind != kPredictions || predictive_; }

    // Begins to fetch one decision's numbers of a table from memory.
    void fetch(const Decision& d, TableKind kind) const;

    // The average strategy, or the one that the next iteration plays.
    void strategy(const Decision& d, bool average, Scratch& scratch, Real* out) const;
    // Around each walk that updates. In between, what tied decisions learn is only remembered, each thread in
    // a part of its own, and no strategy changes.
    void begin_walk(unsigned threads);
    void end_walk(int player, const UpdateFactors& factors, const KeptAverages& kept);
    // See the kernels of the same names.
    void descend(const Decision& d, const Real* reach, bool average, Scratch& scratch, Real* spread) const;
    void play(const Decision& d, const Real* reach, double keep, Scratch& scratch, unsigned part,
              Real* spread);
    void ascend(const Decision& d, const Real* values, const UpdateFactors& factors, Scratch& scratch,
                unsigned part, Real* value);
    // Regrets from which the strategy follows: the probabilities times `share` of the largest value; 0 where
    // there is no average. Not with ties.
    void begin(const Decision& d, const Real* strategy, const Real* values, Real share, Scratch& scratch);
    // In between, the regrets of `ascend` are only remembered, in a table of their own, and no strategy
    // changes; `apply` adds them. Not with 16 bits.
    void defer();
    void apply(const UpdateFactors& factors);
    // The value of the best action, or of the locked strategy.
    void best(const Decision& d, const Real* values, Scratch& scratch, Real* value) const;

    // Makes `rows`, [action][class], the averages. Not with ties.
    void set_averages(const Decision& d, const std::vector<double>& rows);

    // `strategy` is [action][class]; `locked` says for which classes it holds. An empty `locked` unlocks.
    void lock(const Decision& d, const std::vector<double>& strategy,
              const std::vector<std::uint8_t>& locked);

    // Averages that are another's: written to rows of this solver's width, zeros after the classes.
    std::function<void(const Decision& d, Scratch& scratch, Real* rows)> lent_averages;

    // What the strategy of a player is made from in a rule that predicts: regret * keep + prediction.
    std::array<double, kSolverPlayers> keep_predicted = {1, 1};

    // Walks that have updated a player. Rounding to 16 bits goes by them.
    std::array<std::uint32_t, kSolverPlayers> turns{};

    // For files: a table as numbers of Real, or in 16 bits.
    Real* table(TableKind kind) { return tables_[kind]; }
    std::uint16_t* small_table(TableKind kind) { return small_tables_[kind]; }
    std::size_t cell_bytes() const { return small_ ? sizeof(std::uint16_t) : sizeof(Real); }
    std::size_t cells() const { return cells_; }
    std::size_t decisions() const { return decisions_; }
    const TiedRows<Real>* ties() const { return ties_.get(); }

    // One decision's numbers of a table; good until the scratch goes back.
    const Real* read(const Decision& d, TableKind kind, Scratch& scratch) const;

  private:
    struct Lock {
        std::vector<Real> strategy;        // [action][width]
        std::vector<std::uint8_t> locked;  // by class, width of them
    };
    std::uint32_t seed(const Decision& d) const;
    template <class Body>
    void with_tables(const Decision& d, Scratch& scratch, const Body& body) const;
    void ascend_apart(const Decision& d, const Real* values, const UpdateFactors& factors, Scratch& scratch,
                      unsigned part, Real* value);
    void put_locks(const Decision& d, Real* strategy) const;
    void add_regrets(int player, const UpdateFactors& factors);

    const Kernels<Real>& kernels_;
    std::unique_ptr<TiedRows<Real>> ties_;
    std::size_t cells_, decisions_;
    bool predictive_, small_, deferred_ = false;
    std::array<Real*, 3> tables_{};
    Real* remembered_ = nullptr;  // regrets that are not yet added
    std::array<std::uint16_t*, 3> small_tables_{};
    std::unordered_map<std::size_t, Lock> locks_;  // by number
};

}  // namespace riverboat
