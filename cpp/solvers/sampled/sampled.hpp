// Monte-Carlo counterfactual regret minimisation over a betting tree and buckets, for any number of players.
//
// Lanctot, Waugh, Zinkevich and Bowling 2009, "Monte Carlo sampling for regret minimization in extensive
// games"; Lanctot 2013, "Monte Carlo sampling and regret minimization for equilibrium computation and
// decision-making in large, extensive form games". An iteration is one deal, which every player walks once to
// learn from it. What differs between samplings is what a walk sees of the tree:
// - external: every choice of who learns, one choice of everybody else, drawn from his strategy, or from one
//   that stays as it is: then who learns finds the best answer to it;
// - outcome: one choice of everybody, values weighted by the inverse of the chance to have come there;
// - chance: every choice of everybody;
// - public chance: every choice of everybody with every hand, two players.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "games/trees/tree_translation.hpp"
#include "runtime/parallel.hpp"
#include "solvers/sampled/cell_table.hpp"
#include "solvers/sampled/fixed_play.hpp"
#include "solvers/sampled/sampled_dealer.hpp"
#include "solvers/sampled/sampled_node.hpp"

namespace riverboat {

enum class Sampling : std::uint8_t { external, outcome, chance, public_chance };

struct SampledOptions {
    Sampling sampling = Sampling::external;
    // Regrets do not fall below it. 0 is CFR+ (Tammelin 2014); a large negative one keeps actions that were
    // bad from staying out for ever (Brown and Sandholm 2019, Pluribus).
    float floor = -std::numeric_limits<float>::infinity();
    // Choices whose regret is below are left out all but one time in `prune_every`, which counts for all;
    // those that end the hand and those of the last round are always looked at. Minus infinity: nothing is
    // left out.
    float prune_below = -std::numeric_limits<float>::infinity();
    std::uint32_t prune_every = 20;
    bool averages = true;  // add the strategy to the averages of every opponent's cell that a walk visits
    float explore = 0.6f;  // outcome sampling: the chance that who learns plays at random
    std::array<float, kMaxRounds> tremble{};  // external: by round, the chance that another plays at random
    float least_belief = 1;  // what a hand that never plays so counts, where one that does is 1
    unsigned in_flight = 8;  // external: walks that wait for memory together on each thread; 1 is textbook
};

// Where a solver stops to look at all choices, and how the hand goes on there; see LeafWalk.
struct SampledLeaves {
    std::shared_ptr<const FixedPlay> play;  // of everybody, from leaves on
    std::vector<std::int32_t> number;       // by choice: of the leaf that it leads to, or -1
    std::vector<std::array<float, 3>>
        ways;                    // what chances to fold, to check or call and to raise are multiplied by
    SeatMask seats = 0;          // who chooses between them
    int round = 0;               // whose buckets those who choose know
    std::size_t buckets = 0;     // of that round
    std::vector<float> regrets;  // [leaf][seat][bucket][way]
};

// What happened in a run.
struct SampledCount {
    std::uint64_t iterations = 0;
    std::uint64_t visits = 0;  // of decisions
    void add(const SampledCount& other) {
        iterations += other.iterations;
        visits += other.visits;
    }
};

// What the table holds.
struct SampledSurvey {
    std::uint64_t rows = 0;     // touched
    std::uint64_t bytes = 0;    // of touched rows
    std::uint64_t cells = 0;    // touched information sets
    double positive = 0;        // sum over touched cells of the largest positive regret
    double visits = 0;          // sum of all averages: how often cells were averaged
    double trained_visits = 0;  // of those, in cells that were averaged `enough` times
    void add(const SampledSurvey& other);
};

// The most that decisions of one seat on one line take, whoever it is: each with more than one choice so much
// for a choice and so much beside.
std::uint64_t largest_stack(const BettingTree& tree, int players, std::uint64_t choice, std::uint64_t beside);

// The largest table: lines of rows are counted in 32 bits.
inline constexpr std::uint64_t kMostTableBytes = (std::uint64_t{1} << 32) * kCacheLine;

template <class Number>
class Sampled {
  public:
    // buckets: by round. huge: pages of 2 MiB for the table. rake: what the house takes.
    Sampled(const GameRules& rules, std::shared_ptr<const BettingTree> tree,
            std::shared_ptr<const DealBuckets> deals, const std::vector<std::uint64_t>& buckets, bool huge,
            const SampledRake& rake = {});

    SampledDealer& dealer() { return dealer_; }
    const SampledDealer& dealer() const { return dealer_; }
    // External and public sampling: from now on everybody but who learns plays this, and only its learners
    // learn.
    void set_against(std::shared_ptr<const FixedPlay> fixed) { fixed_ = std::move(fixed); }

    // External sampling only: who learns, in place of everybody.
    void set_learners(std::vector<int> seats) { learners_ = std::move(seats); }
    // External sampling only: what is learnt ends at leaves. Their regrets begin at 0.
    void set_leaves(SampledLeaves leaves);

    // Iterations `begin` to `begin + count` of a run with this seed. One thread makes the same numbers every
    // time, in as many calls as one likes if calls begin at multiples of kDealsAtOnce.
    SampledCount run(const SampledOptions& options, std::uint64_t begin, std::uint64_t count,
                     std::uint64_t seed, unsigned threads, const Watch& watch);

    // The deals of these iterations, for who walks them elsewhere: of each the strengths by seat, the buckets
    // [seat][round], and those of the strategy that stays, if there is one; `deal_words` numbers a deal.
    void deal(std::uint64_t begin, std::uint64_t count, std::uint64_t seed, unsigned threads,
              std::uint32_t* out) const;
    std::size_t deal_words() const;

    // What everybody wins with each of these deals, [deal][seat], if all play by strategies that stay:
    // `play`, and the learners of `answer`, if there is one, by that.
    void values(const FixedPlay& play, const FixedPlay* answer, std::uint64_t begin, std::uint64_t count,
                std::uint64_t seed, unsigned threads, float* out) const;

    // Multiplies positive regrets, negative regrets and averages: linear and discounted CFR, in epochs.
    // seed: of the rounding of 16 bits, another one each time, so that its errors do not add up.
    void discount(float positive, float negative, float averages, std::uint64_t seed, unsigned threads);
    // Adds the current strategy of every touched cell to its averages.
    void add_snapshot(float weight, std::uint64_t seed, unsigned threads);
    // Takes over regrets from another game with the same buckets, multiplied by `scale`: a choice has the
    // regret of the one it stands for.
    void inherit(const Sampled& other, const TreeTranslation& translation, float scale, unsigned threads);
    // enough: averaged so many times a cell counts as trained.
    SampledSurvey survey(double enough, unsigned threads) const;

    CellTable<Number>& table() { return table_; }
    const BettingTree& tree() const { return *tree_; }
    // By row: whether a walk has been there, or somebody said so.
    const std::vector<std::uint8_t>& seen_rows() const;
    void mark_seen(std::size_t row) { row_seen_[row] = 1; }
    const SampledEnds& ends() const { return ends_; }
    void set_prizes(std::vector<double> stacks, std::vector<double> payouts) {
        ends_.set_prizes(std::move(stacks), std::move(payouts));
    }

    static constexpr std::uint64_t kDealsAtOnce = 128;
    static constexpr std::uint64_t kBoardsAtOnce = 8;  // public sampling; divides the other

  private:
    template <class, bool>
    friend class ExternalWalk;
    template <class>
    friend class OutcomeWalk;
    template <class>
    friend class ChanceWalk;
    template <class>
    friend class PublicWalk;
    template <class>
    friend class LeafWalk;
    template <class>
    friend class ValueWalk;

    Number* cell_of(const SampledNode& node, const SampledDeal& deal) const {
        const auto known = static_cast<std::size_t>(node.actor * dealer_.rounds() + node.round);
        return table_.cell(node.cache_line, node.choices, deal.buckets[known]);
    }
    template <class Part, class Body>
    Part each_cell(std::uint64_t seed, unsigned threads, const Part& fresh, const Body& body) const;

    GameRules rules_;
    std::shared_ptr<const BettingTree> tree_;
    SampledDealer dealer_;
    std::shared_ptr<const FixedPlay> fixed_;  // nothing if everybody learns
    std::vector<int> learners_;               // all, or those that were set
    std::unique_ptr<SampledLeaves> leaves_;   // nothing if hands are played to the end
    SampledEnds ends_;
    CellTable<Number> table_;
    std::vector<SampledNode> nodes_;
    mutable std::vector<std::uint8_t> row_seen_;  // what nodes have seen is gathered when asked
};

}  // namespace riverboat
