// The full-width engine: a two-player game of the family, walked with vectors over all private hands.
//
// One walk goes through the whole public tree for one player. It carries the opponent's reach down, his own
// too where somebody asks for it, and brings the counterfactual values of that player's hands up. What the
// walk does at a decision is all that CFR, best response and evaluation differ in. Regrets and averages lie
// by street, board and node as [action][hand]; the betting of one street on one board is one run of memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/parallel.hpp"
#include "runtime/scratch.hpp"
#include "solvers/full_width/decisions.hpp"
#include "solvers/full_width/gates/gate.hpp"
#include "solvers/full_width/kernels/kernels.hpp"
#include "solvers/full_width/leaves/value_leaves.hpp"
#include "solvers/full_width/node_values.hpp"
#include "solvers/full_width/table_layout.hpp"
#include "solvers/full_width/tied_rows.hpp"
#include "solvers/full_width/walk_routes.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

enum class Walk : std::uint8_t {
    update,         // current strategies; regrets and the average change
    best_response,  // the best answer to the opponent's average
    expected,       // both play their averages
    begin,          // the same, and regrets from which a next iteration plays them
    losses,         // the best answer, come to by the player's own average
    total,          // both play their averages; what they win together, less than nothing where there is rake
};

// Streets are walked together until they have so many choices: enough ends to fill the lanes. Of 48, 96, 192
// and 288 the fastest on flops; Rhode Island is as fast with 288.
inline constexpr std::uint32_t kChoicesTogether = 192;

// While a node is walked, tables that come about so much later are fetched from memory. Of 4, 8 and 16 KiB
// the fastest on a flop with 100 to 180 hands and on Rhode Island; on ranges of all hands it makes no
// difference.
inline constexpr std::size_t kBytesAhead = 8192;

struct WalkContext {
    Walk kind;
    int player;
    UpdateFactors factors;
    unsigned threads;  // 1 once the work has been shared out
    Scratch* scratch;
    unsigned part = 0;  // of the threads, for what tied decisions learn
    double share = 0;   // see FullWidth::begin
    KeptAverages kept = {};
};

template <class Real>
class FullWidth {
  public:
    // `predictive`: room for predictions. `small`: tables of 16 bits. `ties`: solves the game in which
    // players know no more than row and bucket; values and best responses are still those of the game itself.
    // Without `own_tables` it takes no memory for them and only judges the averages that it borrows.
    FullWidth(std::shared_ptr<const SolverGame> game, bool predictive, bool small,
              std::shared_ptr<const Ties> ties = nullptr, bool own_tables = true);
    FullWidth(const FullWidth&) = delete;
    FullWidth& operator=(const FullWidth&) = delete;

    // Iterations: each is a walk for either player with the factors of its turn. Alternating, player 1 walks
    // against what player 0 has just learnt; otherwise both learn at the end, and what they will learn waits
    // in a table of its own.
    void run(const std::vector<UpdateFactors>& iterations, bool alternating, unsigned threads,
             const Watch& watch);

    // One walk for `player` that changes nothing; `values` gets the counterfactual value of each hand of the
    // root's list. `opponent`: his reach there by class, instead of the weights of his hands.
    void walk(Walk kind, int player, unsigned threads, double* values, const double* opponent = nullptr);

    // From now on a player enters the game by a gate; only iterations know of it, and what is evaluated does
    // not.
    void set_gate(GateRules rules) { gate_ = std::make_unique<Gate>(std::move(rules)); }
    Gate* gate() { return gate_.get(); }
    // How he enters, by class of the root: on average, or in the next iteration.
    const std::vector<double>& gate_reach(bool average) {
        return gate_->reach(average, decisions_.keep_predicted[gate_->player()]);
    }

    // What the averages are worth at every decision of the streets before the last: a walk for either player.
    NodeValues node_values(unsigned threads);

    // The same at one node on a board: `reach` is the opponent's there, by class. Returns [class] of the
    // player, or [action][class] if he acts.
    std::vector<double> values_at(int player, std::uint32_t board, std::uint32_t node, const double* reach,
                                  unsigned threads);

    // What hands of a player win at decisions, each {board, node}, of the best answer or of the averages,
    // with the opponent's average as he comes there. As above: [class], or [action][class] where he acts.
    std::vector<std::vector<double>> decision_values(
        Walk kind, int player, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& places,
        unsigned threads);

    // What a player's average loses at each decision against the best answer to the opponent's: where he
    // comes by his average, what the best action is worth over what he plays, the best answer following
    // either way. By round as [board][node], in counterfactual values; all together are what the best answer
    // gains.
    std::vector<std::vector<double>> losses(int player, unsigned threads);

    // Makes the averages what the next iteration plays: the regrets of a hand become its probabilities times
    // `share` of what its best or worst action is worth. Hands without an average begin afresh.
    void begin(double share, unsigned threads);

    // Evaluates another solver's averages of the same game instead of its own, which then take no memory. So
    // what 32 or 16 bits have found is judged in 64. The other must stay; locks are not taken over.
    template <class Other>
    void borrow_averages(FullWidth<Other>& from);

    // Stops at the end of the first street from now on, before any iteration; boards after it are not asked
    // for. With a function both reaches are carried to it.
    void set_leaves(const LeafSides& sides, LeafFunction function);
    // [continuation][class]: what a player chooses at a leaf on average.
    std::vector<double> leaf_choices(std::uint32_t leaf, int player);
    Decision leaf_choice(std::uint32_t leaf, int player) const;

    // The other way round: walks begin where the first street has ended from now on, at all leaves at once
    // with these reaches, [leaf][class of the first board] by player. So iterations solve the rest of the
    // hand, whatever came before. Empty ones: walks begin at the root again.
    using LeafReaches = std::array<std::vector<double>, kSolverPlayers>;
    void begin_at_leaves(LeafReaches reaches);
    // One walk from there that changes nothing; counterfactual values as [leaf][class].
    std::vector<double> walk_from_leaves(Walk kind, int player, unsigned threads);

    const SolverGame& game() const { return *game_; }
    Decisions<Real>& decisions() { return decisions_; }
    // A node that is a decision on a board of its round.
    Decision decision(std::uint32_t board, std::uint32_t node) const { return layout_.at(board, node); }
    // [action][class] of the average, or of what the next iteration plays.
    std::vector<double> strategy(std::uint32_t board, std::uint32_t node, bool average);
    // Iterations that were finished, also by a run that was stopped.
    std::size_t iterations() const { return iterations_; }
    // Actions that the last walk left out, if the rule prunes.
    std::size_t pruned() const { return pruned_.load(); }
    // Goes on where another solver stopped, once its tables were copied. `turns`: all that the tables have
    // behind them, also those before the first of `iterations`. `keep_predicted`: of the last turn.
    void resume(std::size_t iterations, std::uint32_t turns, double keep_predicted) {
        iterations_ = iterations;
        decisions_.keep_predicted = {keep_predicted, keep_predicted};
        decisions_.turns.fill(turns);
        if (choices_) choices_->keep_predicted = decisions_.keep_predicted;
    }
    // The length of a row of a player's tables on a board.
    std::size_t width(const RunoutBoard& board, int player) const {
        return width_of<Real>(board.hands[player].classes());
    }

  private:
    // What a walk that comes back through a decision has found, all by class: reach, the strategy of the
    // walking player if he acts and plays one, the values of the actions and of the decision.
    struct Found {
        const Real *opponent, *own, *strategy, *actions, *value;
    };
    // Told at each decision. Called from several threads.
    using Record = std::function<void(const Decision& d, const Found& found)>;
    // A street to be walked: the reach of both players as it begins, and where the values go.
    struct Entry {
        std::uint32_t street;
        const Real *opponent, *own;
        Real* value;
        std::uint32_t node = 0;  // where on the street it begins
    };
    // A showdown or fold to be evaluated: the opponent's reach, where the values go, and what it pays.
    struct End {
        const Real* opponent;
        Real* value;
        EndPayoff payoff;
    };
    // What goes on from one street to the next: betting, and those who are all-in.
    struct Flow {
        Entry* streets;
        End* all_ins;
        std::size_t street_count = 0, all_in_count = 0;
        std::size_t count() const { return street_count + all_in_count; }
        Real* value(std::size_t i) const {
            return i < street_count ? streets[i].value : all_ins[i - street_count].value;
        }
    };
    struct Visit;  // a street that is being walked
    struct Open;   // what the walk has found there and not yet evaluated

    WalkContext context(Walk kind, int player, unsigned threads);
    void update(int player, const UpdateFactors& factors, const KeptAverages& kept, unsigned threads);
    std::size_t scratch_bytes() const;
    const Real* walk_root(WalkContext& ctx, const double* opponent = nullptr);
    const Real* walk_rest(WalkContext& ctx);
    // Writes a decision's values for a player as chips: [action][class] if he acts there, else [class].
    void write_values(const Decision& d, int player, const Found& found, double* out) const;
    // By round and board: how often it comes, given hands that it leaves, all that are the same counted.
    std::vector<std::vector<double>> board_chances() const;
    void walk_streets(WalkContext& ctx, int round, std::uint32_t board, const Flow& coming);
    void walk_down(WalkContext& ctx, int round, std::uint32_t board, const Entry& entry, Visit& visit,
                   Open& open);
    void fetch_tables(const WalkContext& ctx, const Decision& d, const Decision& later) const;
    const Real* spread_reach(WalkContext& ctx, const Decision& d, std::uint32_t i, Visit& visit);
    bool prune(const WalkContext& ctx, const Decision& d, int action, const Real* strategy,
               const Real* opponent, Real* value);
    void walk_up(WalkContext& ctx, int round, std::uint32_t board, const Visit& visit);
    void evaluate_ends(WalkContext& ctx, const RunoutBoard& board, Open& open);
    void evaluate_all_in(WalkContext& ctx, const RunoutBoard& board, Open& open) const;
    void evaluate_leaves(WalkContext& ctx, const Flow& flow);
    void walk_leaf(WalkContext& ctx, const Entry& leaf);
    void ask_leaves(const WalkContext& ctx, const Flow& flow);
    void go_on(WalkContext& ctx, int round, std::uint32_t board, const Flow& flow);
    void go_on_shared(WalkContext& ctx, int round, std::uint32_t board, const Flow& flow);
    void walk_child(WalkContext& ctx, int round, const BoardChild& child, const Flow& flow, Real* values);
    void take_back(const WalkContext& ctx, int round, const BoardChild& child, const Real* values,
                   Real* to) const;
    const Real* take_down(WalkContext& ctx, const BoardChild& child, int player, const Real* reach) const;

    std::shared_ptr<const SolverGame> game_;
    const Kernels<Real>& kernels_;
    WalkRoutes routes_;
    TableLayout<Real> layout_;
    Decisions<Real> decisions_;
    std::unique_ptr<Gate> gate_;                 // null if both enter with all hands
    std::unique_ptr<ValueLeaves<Real>> leaves_;  // null: hands are walked to their end
    std::unique_ptr<Decisions<Real>> choices_;   // of continuations at the leaves
    LeafReaches reaches_;                        // see begin_at_leaves
    std::size_t iterations_ = 0;
    std::atomic<std::size_t> pruned_ = 0;
    std::vector<std::unique_ptr<Scratch>> scratches_;
    Record record_;  // of the walk that is under way, if somebody wants to be told
};

}  // namespace riverboat
