// Public chance sampling: a board is drawn, and vectors over all hands of two players walk the betting tree.
//
// Johanson, Bard, Lanctot, Gibson and Bowling 2012, "Efficient Nash equilibrium computation through Monte
// Carlo counterfactual regret minimization". A walk costs some thousand times as much as one of external
// sampling, and learns for every hand at every decision, from values whose only noise is the board: also
// where the opponent hardly ever comes, since how seldom he does cancels out of regret matching. Each hand
// counts as if it had been dealt once, against the mean of all hands that the opponent may hold beside it.
//
// A walk goes street by street. Hands of a bucket play alike on a street, so its decisions know buckets
// alone: the chances that they go on to each decision, and what it is worth to all hands of a bucket
// together. Hands are told apart where a street begins and at its ends, which lie side by side in the lanes
// of vectors. Players learn by turns, and the second meets what the first has just learnt: both from one walk
// left eight times the error on Kuhn.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solvers/full_width/kernels/decision_kernels.hpp"
#include "solvers/game/private_hands.hpp"
#include "solvers/sampled/kernels/public_ends.hpp"
#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"

namespace riverboat {

// What an end is worth to who wins, ties or loses it; all the same if somebody has folded.
struct PublicPayoff {
    float win, tie, lose;
};

// A whole board, and all hands that fit it, weakest first.
class PublicBoard {
  public:
    // fixed: the buckets of a strategy that stays, or nothing.
    void deal(const SampledDealer& dealer, const DealBuckets* fixed, Rng& rng);

    const std::vector<Card>& board() const { return board_; }
    const std::vector<PrivateHand>& hands() const { return hands_; }
    // Where hands of one strength end, weakest first.
    const std::vector<HandIndex>& strength_ends() const { return strength_ends_; }
    const std::vector<float>& weights(std::size_t seat) const { return weights_[seat]; }

    // The buckets that occur in a round, which of them each hand has, and the hands of each, one bucket after
    // the other.
    struct Round {
        std::vector<std::uint32_t> buckets;
        std::vector<HandIndex> bucket, hands, ends;
        std::size_t width() const { return whole_vectors(buckets.size()); }
        BucketHands view() const { return {buckets.size(), bucket.data(), hands.data(), ends.data()}; }
    };
    const Round& round(int number) const { return rounds_[static_cast<std::size_t>(number)]; }
    const Round& fixed_round(int number) const { return fixed_rounds_[static_cast<std::size_t>(number)]; }

    // An end as `public_ends` takes it: its worth against one of the hands that the opponent may hold.
    static EndPayoff shared(const GameRules& rules, const PublicPayoff& payoff);

  private:
    void list_hands(const GameRules& rules);
    void sort_hands(const GameRules& rules);
    void find_buckets(const DealBuckets& buckets, std::vector<Round>& out) const;

    std::vector<Card> board_;
    std::vector<PrivateHand> hands_;
    std::vector<HandIndex> strength_ends_;
    std::array<std::vector<float>, kSolverPlayers> weights_;
    std::vector<Round> rounds_, fixed_rounds_;
    int hole_cards_ = 2;
};

// Vectors that are given back in the opposite order to that in which they were taken. They begin at cache
// lines, go on to the end of one, and hold anything.
class VectorStack {
  public:
    struct Mark {
        std::size_t block = 0, used = 0;
    };
    float* take(std::size_t numbers);
    Mark mark() const { return at_; }
    void release(Mark mark) { at_ = mark; }

  private:
    struct Block {
        std::unique_ptr<float[]> memory;
        std::size_t size;
    };
    std::vector<Block> blocks_;
    Mark at_;
};

template <class Number>
class PublicWalk {
  public:
    PublicWalk(Sampled<Number>& engine, const SampledOptions& options) : engine_(engine), options_(options) {}

    std::uint64_t run(Rng& rng) {
        const FixedPlay* fixed = engine_.fixed_.get();
        board_.deal(engine_.dealer_, fixed ? &fixed->deals() : nullptr, rng);
        rng_ = &rng;
        visits_ = 0;
        if (payoffs_.empty()) find_payoffs();
        for (const int seat : fixed ? fixed->learners() : engine_.learners_) {
            learner_ = static_cast<std::size_t>(seat);
            walk(0, or_none(board_.weights(learner_).data(), hands()),
                 or_none(board_.weights(1 - learner_).data(), hands()), stack_.take(hands()));
            stack_.release({});
        }
        return visits_;
    }

  private:
    static constexpr std::size_t kAhead = 24;  // cells that are fetched while others are worked on

    // A street under way, from its first decision on. All its decisions are kept until they are settled: some
    // 15 kB for three choices of 400 buckets.
    struct Street {
        const PublicBoard::Round *own, *other;  // the buckets of who learns and of his opponent
        const float *own_reach, *other_reach;   // by hand, ranges included; null: nobody comes here
        float* values;                          // by hand of who learns
        const float* counted;                   // by own bucket, how often averages are counted; null: never
    };
    // A decision there. Chances are by bucket, to come here from where the street begins; null: none.
    struct Visit {
        const SampledNode* node;
        const float *own, *other;
        float* strategy;  // [choices][buckets] of who acts
        float* below;     // [choices][own buckets]: what choices are worth, to all hands of a bucket together
        float* sums;      // the same of the decision
    };
    struct End {
        std::size_t number;
        const float *own, *other;
        float* sums;
    };

    std::size_t hands() const { return board_.hands().size(); }

    // own, other: reach by hand; values: what who learns wins from here on, by hand.
    void walk(std::int32_t at, const float* own, const float* other, float* values) {
        std::fill_n(values, hands(), 0.0f);
        // Who learns against a strategy that stays is averaged as often as he could have come where it comes.
        const float* counted = engine_.fixed_ ? board_.weights(learner_).data() : own;
        if (!other && (engine_.fixed_ || !own)) return;
        const VectorStack::Mark mark = stack_.mark();
        const std::size_t first_visit = visited_.size(), first_end = ends_.size();
        const int number = engine_.nodes_[static_cast<std::size_t>(at)].round;
        const PublicBoard::Round& round = board_.round(number);
        Street street{&round, engine_.fixed_ ? &board_.fixed_round(number) : &round, own, other, values,
                      nullptr};
        if (options_.averages && counted)
            street.counted = sums_by_bucket(round, counted, stack_.take(round.width()));
        // Values are those of hands that come here, even where none does.
        descend(street, at, ones(round.width()), other ? present(*street.other, other) : nullptr,
                stack_.take(round.width()));
        settle(street, first_end);
        for (std::size_t i = visited_.size(); i-- > first_visit;) ascend(street, visited_[i]);
        visited_.resize(first_visit);
        ends_.resize(first_end);
        stack_.release(mark);
    }

    float* ones(std::size_t width) {
        float* vector = stack_.take(width);
        std::fill_n(vector, width, 1.0f);
        return vector;
    }

    // 1 for buckets of which some hand comes, 0 for the others: what only those do need not be followed.
    const float* present(const PublicBoard::Round& round, const float* reach) {
        float* chances = sums_by_bucket(round, reach, stack_.take(round.width()));
        for (std::size_t bucket = 0; bucket < round.buckets.size(); ++bucket)
            chances[bucket] = chances[bucket] > 0 ? 1.0f : 0.0f;
        return chances;
    }

    static float* sums_by_bucket(const PublicBoard::Round& round, const float* by_hand, float* sums) {
        std::size_t k = 0;
        for (std::size_t bucket = 0; bucket < round.buckets.size(); ++bucket) {
            float sum = 0;
            for (; k < round.ends[bucket]; ++k) sum += by_hand[round.hands[k]];
            sums[bucket] = sum;
        }
        return sums;
    }

    // Strategies and chances of a decision and all that follow on its street; later streets as wholes.
    void descend(const Street& street, std::int32_t at, const float* own, const float* other, float* sums) {
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        const bool learns = node.actor == learner_, plays = learns || !engine_.fixed_;
        if (plays) see(node);
        ++visits_;
        const PublicBoard::Round& round = learns ? *street.own : *street.other;
        const std::size_t choices = node.choices, width = round.width(), own_width = street.own->width();
        const Visit visit{&node, own, other, stack_.take(choices * width), stack_.take(choices * own_width),
                          sums};
        visited_.push_back(visit);
        if (plays)
            match_all(visit, round);
        else
            look_up(static_cast<std::size_t>(at), visit, round);
        const float*& moved = learns ? own : other;
        float* const spread = moved ? stack_.take(choices * width) : nullptr;
        if (spread) kernels_.multiply(visit.strategy, moved, node.choices, width, spread);
        for (std::size_t i = 0; i < choices; ++i) {
            if (spread) moved = or_none(spread + i * width, round.buckets.size());
            go_on(street, engine_.tree_->child[node.first_choice + i], node.round, own, other,
                  visit.below + i * own_width);
        }
    }

    void go_on(const Street& street, std::int32_t child, int round, const float* own, const float* other,
               float* sums) {
        if (!other) std::fill_n(sums, street.own->width(), 0.0f);
        if (child < 0) {
            if (other) ends_.push_back({static_cast<std::size_t>(~child), own, other, sums});
        } else if (other || (own && street.counted && !engine_.fixed_)) {
            if (engine_.nodes_[static_cast<std::size_t>(child)].round == round)
                descend(street, child, own, other, sums);
            else
                next_street(street, child, own, other, sums);
        }
    }

    // By bucket on this street, by hand to the next one, and back.
    void next_street(const Street& street, std::int32_t child, const float* own, const float* other,
                     float* sums) {
        const VectorStack::Mark mark = stack_.mark();
        float* values = stack_.take(hands());
        walk(child, by_hand(*street.own, street.own_reach, own),
             by_hand(*street.other, street.other_reach, other), values);
        if (other) {
            const float* weights = board_.weights(learner_).data();
            std::fill_n(sums, street.own->width(), 0.0f);
            for (std::size_t hand = 0; hand < hands(); ++hand) {
                const HandIndex bucket = street.own->bucket[hand];
                sums[bucket] += weights[hand] * values[hand];
                if (own) street.values[hand] += own[bucket] * values[hand];
            }
        }
        stack_.release(mark);
    }

    const float* by_hand(const PublicBoard::Round& round, const float* reach, const float* chances) {
        if (!reach || !chances) return nullptr;
        float* out = stack_.take(hands());
        for (std::size_t hand = 0; hand < hands(); ++hand)
            out[hand] = reach[hand] * chances[round.bucket[hand]];
        return or_none(out, hands());
    }

    void match_all(const Visit& visit, const PublicBoard::Round& round) {
        with_actions(visit.node->choices, [&](auto choices) {
            const std::size_t count = round.buckets.size(), width = round.width();
            const std::size_t each = cell_numbers<Number>(static_cast<std::size_t>(choices));
            Number* cells = cells_of(visit);
            for (std::size_t bucket = 0; bucket < count; ++bucket) {
                __builtin_prefetch(cells + round.buckets[std::min(bucket + kAhead, count - 1)] * each, 1);
                float strategy[kMostActions];
                match_regrets(cells + round.buckets[bucket] * each, choices, strategy);
                for (int i = 0; i < choices; ++i)
                    visit.strategy[static_cast<std::size_t>(i) * width + bucket] = strategy[i];
            }
        });
    }

    void look_up(std::size_t at, const Visit& visit, const PublicBoard::Round& round) {
        const std::size_t choices = visit.node->choices, width = round.width();
        for (std::size_t bucket = 0; bucket < round.buckets.size(); ++bucket) {
            const float* strategy = engine_.fixed_->row(at) + round.buckets[bucket] * choices;
            for (std::size_t i = 0; i < choices; ++i) visit.strategy[i * width + bucket] = strategy[i];
        }
    }

    // What the ends of the street are worth, as many at once as a vector has lanes; folds first.
    void settle(const Street& street, std::size_t first) {
        if (ends_.size() == first) return;
        const auto folds = [&](const End& end) { return payoff_of(end).win == payoff_of(end).lose; };
        std::stable_partition(ends_.begin() + static_cast<std::ptrdiff_t>(first), ends_.end(), folds);
        PublicStreet of;
        of.count = hands();
        of.hands = board_.hands().data();
        of.strength_ends = board_.strength_ends().data();
        of.strengths = board_.strength_ends().size();
        of.hole_cards = engine_.rules_.hole_cards;
        of.own = street.own->view();
        of.other = street.other->view();
        of.weights = board_.weights(learner_).data();
        of.reach = street.other_reach;
        of.values = street.values;
        float* work = stack_.take(public_work_size(of));
        float* nothing = stack_.take(street.own->width());
        std::fill_n(nothing, street.own->width(), 0.0f);
        for (std::size_t i = first; i < ends_.size(); i += kLanes<float>) {
            PublicEndJob job;
            for (; job.ends < kLanes<float> && i + static_cast<std::size_t>(job.ends) < ends_.size();
                 ++job.ends) {
                const End& end = ends_[i + static_cast<std::size_t>(job.ends)];
                job.own[job.ends] = end.own ? end.own : nothing;
                job.other[job.ends] = end.other;
                job.sums[job.ends] = end.sums;
                job.payoff[job.ends] = PublicBoard::shared(engine_.rules_, payoff_of(end));
            }
            public_ends(of, job, work);
        }
    }

    const PublicPayoff& payoff_of(const End& end) const {
        return payoffs_[end.number * kSolverPlayers + learner_];
    }

    void ascend(const Street& street, const Visit& visit) {
        const SampledNode& node = *visit.node;
        const std::size_t width = street.own->width();
        if (node.actor != learner_) {
            if (visit.other) kernels_.add_up(visit.below, node.choices, width, visit.sums);
            return;
        }
        if (visit.other) kernels_.mix(visit.strategy, visit.below, node.choices, width, visit.sums);
        const float* chances = engine_.fixed_ ? nullptr : visit.own;
        const bool counts = street.counted && (engine_.fixed_ || visit.own);
        with_actions(node.choices, [&](auto choices) {
            const std::size_t each = cell_numbers<Number>(static_cast<std::size_t>(choices));
            Number* cells = cells_of(visit);
            for (std::size_t bucket = 0; bucket < street.own->buckets.size(); ++bucket) {
                Number* cell = cells + street.own->buckets[bucket] * each;
                if (visit.other) {
                    for (int i = 0; i < choices; ++i) {
                        const float more = visit.below[static_cast<std::size_t>(i) * width + bucket];
                        put_number(cell[i],
                                   std::max(number_at(cell[i]) + (more - visit.sums[bucket]), options_.floor),
                                   *rng_);
                    }
                }
                const float often =
                    counts ? street.counted[bucket] * (chances ? chances[bucket] : 1.0f) : 0.0f;
                if (often > 0) {
                    float strategy[kMostActions];
                    for (int i = 0; i < choices; ++i)
                        strategy[i] = visit.strategy[static_cast<std::size_t>(i) * width + bucket];
                    add_to_averages(cell + choices, strategy, choices, often, *rng_);
                }
            }
        });
    }

    // Of bucket 0 of a decision.
    Number* cells_of(const Visit& visit) const {
        return engine_.table_.cell(visit.node->cache_line, visit.node->choices, 0);
    }

    static const float* or_none(const float* numbers, std::size_t count) {
        const auto zero = [](float number) { return number == 0; };
        return std::all_of(numbers, numbers + count, zero) ? nullptr : numbers;
    }

    void find_payoffs() {
        const std::size_t ends = engine_.ends_.first_pot().size() - 1;
        for (std::size_t end = 0; end < ends; ++end) {
            for (std::size_t seat = 0; seat < kSolverPlayers; ++seat) payoffs_.push_back(payoff(end, seat));
        }
    }

    PublicPayoff payoff(std::size_t end, std::size_t seat) const {
        const auto value = [&](Strength mine) {
            std::array<Strength, kSolverPlayers> strengths{1, 1};
            strengths[seat] = mine;
            return engine_.ends_.value(static_cast<std::uint32_t>(end), static_cast<int>(seat),
                                       strengths.data());
        };
        return {value(2), value(1), value(0)};
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    const Kernels<float>& kernels_ = kernels<float>();
    std::vector<PublicPayoff> payoffs_;  // [end][seat]
    PublicBoard board_;
    Rng* rng_ = nullptr;
    std::size_t learner_ = 0;
    std::uint64_t visits_ = 0;
    VectorStack stack_;
    std::vector<Visit> visited_;  // on the streets under way, in the order of the walk
    std::vector<End> ends_;
};

}  // namespace riverboat
