// Public chance sampling: a board is drawn, and vectors over all hands of two players walk the betting tree.
//
// Johanson, Bard, Lanctot, Gibson and Bowling 2012, "Efficient Nash equilibrium computation through Monte
// Carlo counterfactual regret minimization". A walk costs some thousand times as much as one of external
// sampling, and learns for every hand at every decision, from values whose only noise is the board. Each hand
// counts as if it had been dealt once, against the mean of all hands that the opponent may hold beside it.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "solvers/game/private_hands.hpp"
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
    std::size_t hands() const { return hands_.size(); }
    const PrivateHand& hand(std::size_t number) const { return hands_[number]; }
    const std::vector<float>& weights(int seat) const { return weights_[static_cast<std::size_t>(seat)]; }

    // The buckets that occur in a round, and which of them each hand has.
    struct Round {
        std::vector<std::uint32_t> buckets;
        std::vector<std::uint16_t> place;
    };
    const Round& round(int number) const { return rounds_[static_cast<std::size_t>(number)]; }
    const Round& fixed_round(int number) const { return fixed_rounds_[static_cast<std::size_t>(number)]; }

    // The mean over the opponent's hands, weighted by his reach, for each own hand; one sweep over the hands.
    void end_values(const PublicPayoff& payoff, const float* reach, float* values) const;

  private:
    void list_hands(const GameRules& rules);
    void sort_hands(const GameRules& rules);
    void find_buckets(const DealBuckets& buckets, std::vector<Round>& out) const;

    std::vector<Card> board_;
    std::vector<PrivateHand> hands_;
    std::vector<std::size_t> strength_ends_;  // where hands of one strength end, weakest first
    std::array<std::vector<float>, kSolverPlayers> weights_;
    std::vector<Round> rounds_, fixed_rounds_;
    float share_ = 0;  // of one of the opponent's hands
    bool two_cards_ = false;
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
        values_.resize(board_.hands());
        for (const int seat : fixed ? fixed->learners() : engine_.learners_) {
            learner_ = seat;
            walk(0, 0, board_.weights(learner_).data(), board_.weights(1 - learner_).data(), values_.data());
        }
        return visits_;
    }

  private:
    // What a decision needs while its choices are walked.
    struct Frame {
        std::vector<Number*> cells;   // [places]
        std::vector<float> strategy;  // [places][choices]
        std::vector<float> below;     // [hands]
        std::vector<float> values;    // [choices][hands]
        std::vector<float> sums;      // [places]
    };

    // own, other: the reach of who learns and of his opponent by hand, ranges included. values: by hand, what
    // who learns wins from here on.
    void walk(std::int32_t at, std::size_t depth, const float* own, const float* other, float* values) {
        const std::size_t hands = board_.hands();
        const auto zero = [](float number) { return number == 0; };
        if (std::all_of(other, other + hands, zero) && (at < 0 || std::all_of(own, own + hands, zero))) {
            std::fill_n(values, hands, 0.0f);
            return;
        }
        if (at < 0) return board_.end_values(payoff(static_cast<std::uint32_t>(~at)), other, values);
        SampledNode& node = engine_.nodes_[static_cast<std::size_t>(at)];
        see(node);
        ++visits_;
        if (depth == frames_.size()) frames_.emplace_back();
        Frame& frame = frames_[depth];
        const bool learns = node.actor == learner_, stays = engine_.fixed_ && !learns;
        const PublicBoard::Round& round = stays ? board_.fixed_round(node.round) : board_.round(node.round);
        if (stays)
            look_up(static_cast<std::size_t>(at), node, round, frame);
        else
            match_all(node, round, frame);
        frame.below.resize(hands);
        frame.values.resize(hands * node.choices);
        const float* reach = learns ? own : other;
        for (std::size_t i = 0; i < node.choices; ++i) {
            for (std::size_t hand = 0; hand < hands; ++hand)
                frame.below[hand] = reach[hand] * frame.strategy[round.place[hand] * node.choices + i];
            const float* below = frame.below.data();
            walk(engine_.tree_->child[node.first_choice + i], depth + 1, learns ? below : own,
                 learns ? other : below, &frame.values[i * hands]);
        }
        std::fill_n(values, hands, 0.0f);
        for (std::size_t i = 0; i < node.choices; ++i) {
            const float* of_choice = &frame.values[i * hands];
            for (std::size_t hand = 0; hand < hands; ++hand)
                values[hand] += learns
                                    ? frame.strategy[round.place[hand] * node.choices + i] * of_choice[hand]
                                    : of_choice[hand];
        }
        if (learns) learn(node, round, frame, own, values);
    }

    void match_all(const SampledNode& node, const PublicBoard::Round& round, Frame& frame) {
        const std::size_t places = round.buckets.size();
        frame.cells.resize(places);
        frame.strategy.resize(places * node.choices);
        for (std::size_t place = 0; place < places; ++place) {
            frame.cells[place] = engine_.table_.cell(node.cache_line, node.choices, round.buckets[place]);
            match_regrets(frame.cells[place], node.choices, &frame.strategy[place * node.choices]);
        }
    }

    void look_up(std::size_t at, const SampledNode& node, const PublicBoard::Round& round, Frame& frame) {
        frame.strategy.resize(round.buckets.size() * node.choices);
        for (std::size_t place = 0; place < round.buckets.size(); ++place)
            std::copy_n(engine_.fixed_->row(at) + std::size_t{round.buckets[place]} * node.choices,
                        node.choices, &frame.strategy[place * node.choices]);
    }

    // The hands of a bucket add up before its cell is written to. Averages of who learns against a strategy
    // that stays count how often he could have come there.
    void learn(const SampledNode& node, const PublicBoard::Round& round, Frame& frame, const float* own,
               const float* values) {
        const std::size_t hands = board_.hands(), places = round.buckets.size();
        const float* weights = board_.weights(learner_).data();
        for (std::size_t i = 0; i < node.choices; ++i) {
            const float* of_choice = &frame.values[i * hands];
            frame.sums.assign(places, 0);
            for (std::size_t hand = 0; hand < hands; ++hand)
                frame.sums[round.place[hand]] += weights[hand] * (of_choice[hand] - values[hand]);
            for (std::size_t place = 0; place < places; ++place) {
                Number& regret = frame.cells[place][i];
                put_number(regret, std::max(number_at(regret) + frame.sums[place], options_.floor), *rng_);
            }
        }
        if (!options_.averages) return;
        const float* counted = engine_.fixed_ ? weights : own;
        frame.sums.assign(places, 0);
        for (std::size_t hand = 0; hand < hands; ++hand) frame.sums[round.place[hand]] += counted[hand];
        for (std::size_t place = 0; place < places; ++place)
            add_to_averages(frame.cells[place] + node.choices, &frame.strategy[place * node.choices],
                            node.choices, frame.sums[place], *rng_);
    }

    PublicPayoff payoff(std::uint32_t end) const {
        std::array<Strength, kSolverPlayers> strengths{1, 1};
        const auto value = [&] { return engine_.ends_.value(end, learner_, strengths.data()); };
        const float tie = value();
        strengths[static_cast<std::size_t>(learner_)] = 2;
        const float win = value();
        strengths[static_cast<std::size_t>(learner_)] = 0;
        return {win, tie, value()};
    }

    Sampled<Number>& engine_;
    const SampledOptions& options_;
    PublicBoard board_;
    Rng* rng_ = nullptr;
    int learner_ = 0;
    std::uint64_t visits_ = 0;
    std::vector<float> values_;
    std::deque<Frame> frames_;  // by depth; they stay where they are when it grows
};

}  // namespace riverboat
