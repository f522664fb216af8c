// The full-width engine: a two-player game of the family, walked with vectors over all private hands.
//
// One walk goes through the whole public tree for one player. It carries the reach of both players down and
// brings the counterfactual values of that player's hands up. What the walk does at a decision is all that
// CFR, best response and evaluation differ in. Regrets and averages lie by street, board and node as
// [action][hand]; the betting of one street on one board is one run of memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/tree.hpp"
#include "runtime/parallel.hpp"
#include "solvers/kernels.hpp"
#include "solvers/runouts.hpp"

namespace riverboat {

struct Rake {
    double share = 0;  // of the pot
    double cap = 0;    // chips; 0 is none
};

struct SolverGame {
    GameRules rules;
    BettingTree tree;                                // plain: nothing joined
    std::array<int, kSolverPlayers> seats = {0, 1};  // of the two players; everybody else has folded
    std::vector<Card> board;
    BothHands hands;
    Rake rake;
};

enum class Walk : std::uint8_t {
    update,         // current strategies; regrets and the average change
    best_response,  // the best answer to the opponent's average
    expected,       // both play their averages
};

// Memory for vectors during a walk: taken in order, given back in reverse.
class Arena {
  public:
    explicit Arena(std::size_t bytes);
    template <class T>
    T* take(std::size_t count) {
        const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
        char* at = base_ + used_;
        used_ += bytes;
        return reinterpret_cast<T*>(at);
    }
    std::size_t mark() const { return used_; }
    void back_to(std::size_t mark) { used_ = mark; }

  private:
    std::unique_ptr<char[]> memory_;
    char* base_;
    std::size_t used_ = 0;
};

struct WalkContext {
    Walk kind;
    int player;
    UpdateFactors factors;
    unsigned threads;  // 1 once the work has been shared out
    Arena* arena;
};

// Numbers in one table of a solver for the game, found without making one.
std::size_t count_cells(const SolverGame& game, const Runouts& runouts);

template <class Real>
class FullWidth {
  public:
    FullWidth(SolverGame game, Runouts runouts, bool predictive);
    ~FullWidth();
    FullWidth(const FullWidth&) = delete;
    FullWidth& operator=(const FullWidth&) = delete;

    // Numbers in one of the tables: of regrets, averages or predictions.
    std::size_t cells() const { return cells_; }

    // Iterations: each is a walk for either player with the factors of its turn.
    void run(const std::vector<UpdateFactors>& iterations, unsigned threads, const Watch& watch);

    // One walk for `player`; `values` gets the counterfactual value of each hand of the root's list.
    void walk(Walk kind, int player, const UpdateFactors& factors, unsigned threads, double* values);

    // The same from a node on a board on: `reach` is the opponent's there, by class, and `values` gets one
    // for each class of the player. Not for updates.
    void walk_from(Walk kind, int player, std::uint32_t board, std::uint32_t node, const double* reach,
                   unsigned threads, double* values);

    const SolverGame& game() const { return game_; }
    const Runouts& runouts() const { return runouts_; }
    Real* regrets() { return regrets_; }
    Real* averages() { return averages_; }
    Real* predictions() { return predictions_; }  // null if the rule does not predict
    // Iterations that were finished, also by a run that was stopped.
    std::size_t iterations() const { return iterations_; }
    // Goes on where another solver stopped, once its tables were copied. `keep_predicted`: of its last turn.
    void resume(std::size_t iterations, double keep_predicted) {
        iterations_ = iterations;
        keep_predicted_ = {keep_predicted, keep_predicted};
    }
    // Where the [action][hand] table of a node on a board begins.
    std::size_t place(int round, std::uint32_t board, std::uint32_t node) const {
        const RunoutBoard& b = runouts_.rounds[round][board];
        return board_first_[round][board] + before_[0][node] * b.hands[0].classes() +
               before_[1][node] * b.hands[1].classes();
    }

  private:
    enum class Target : std::uint8_t { node, street, end, runout };
    // A street to be walked: the reach of both players as it begins, and where the values go.
    struct Entry {
        std::uint32_t street;
        const Real *opponent, *own;
        Real* value;
        std::uint32_t node = 0;  // where on the street it begins
    };
    struct Visit;  // a street that is being walked
    struct Open;   // what the walk has found there and not yet evaluated

    WalkContext context(Walk kind, int player, const UpdateFactors& factors, unsigned threads);
    void prepare_choices();
    void prepare_payoffs();
    void prepare_places();
    std::size_t arena_bytes() const;
    void walk_streets(WalkContext& ctx, int round, std::uint32_t board, const Entry* entries,
                      std::size_t count);
    void walk_down(WalkContext& ctx, int round, std::uint32_t board, const Entry& entry, Visit& visit,
                   Open& open);
    void walk_up(WalkContext& ctx, int round, std::uint32_t board, const Visit& visit);
    void evaluate_ends(WalkContext& ctx, const RunoutBoard& board, Open& open);
    void go_on(WalkContext& ctx, int round, std::uint32_t board, Open& open);
    void go_on_shared(WalkContext& ctx, int round, std::uint32_t board, Open& open);
    void run_out(WalkContext& ctx, int round, const Open& open, const BoardChild& child);
    void walk_child(WalkContext& ctx, int round, const BoardChild& child, const Entry* entries,
                    std::size_t count, Real* values);
    void take_back(const WalkContext& ctx, int round, const BoardChild& child, Real* values, Real* to) const;
    std::uint32_t choices_on(int round, std::uint32_t street) const;
    void strategy(int player, std::size_t at, int actions, std::size_t hands, bool average, Real* out);

    SolverGame game_;
    Runouts runouts_;
    const Kernels<Real>& kernels_;
    std::array<std::vector<EndPayoff>, kSolverPlayers> payoffs_;
    std::vector<std::uint8_t> player_at_;  // by node
    std::vector<Target> target_kind_;      // by choice
    std::vector<std::uint32_t> target_;    // node in its street, street of the next round, or end
    std::array<std::vector<std::uint32_t>, kSolverPlayers>
        before_;                                         // by node: choices of the player before it
    std::vector<std::vector<std::size_t>> board_first_;  // by round and board
    std::size_t cells_ = 0, iterations_ = 0;
    Real *regrets_ = nullptr, *averages_ = nullptr, *predictions_ = nullptr;
    std::array<double, kSolverPlayers> keep_predicted_ = {1, 1};
    std::vector<std::unique_ptr<Arena>> arenas_;
};

}  // namespace riverboat
