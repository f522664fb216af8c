// A betting round of a game that begins on a board: hands against hands, by strength and without shared
// cards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/sequence/payoffs.hpp"

namespace riverboat {

// The hands of one player: one or two cards each (the second is kNoCard where there is one), and weights.
struct WeighedHands {
    static constexpr std::uint8_t kNoCard = 52;
    std::vector<std::uint8_t> cards;  // two for each hand
    std::vector<double> weights;

    std::size_t size() const { return weights.size(); }
};

// Hands that lie on one board, weakest first. A player's signals of a round lie board by board.
struct HandsOnABoard {
    std::size_t block = 0;           // signal of hand h: block * hands + h
    std::vector<std::int32_t> hand;  // those that share no card with the board
    std::vector<std::int32_t> strength;
};

// The same products as those of RoundSide, without a list of the pairs that meet. Of hands in order of
// strength the weaker ones are a running sum, from which those that hold one of the own cards are taken away,
// so a board takes time in proportion to its hands and not to their pairs (Johanson, Waugh, Bowling and
// Zinkevich 2011).
class HandsSide {
  public:
    struct Board {
        HandsOnABoard own, other;
    };

    // met: boards of the round, each counted `often` times; won: the boards on which hands are shown. Boards
    // of one block of the own player follow each other. scale: what a pair of weight 1 counts.
    HandsSide(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
              WeighedHands own, WeighedHands other, std::vector<Board> met, std::vector<Board> won,
              double often, double scale, const std::vector<RoundEnd>& ends);

    void add_product(const double* plan, double* out, unsigned threads) const;

    std::size_t least_out() const { return least_out_; }
    std::size_t least_plan() const { return least_plan_; }
    std::size_t bytes() const;

  private:
    struct Scratch;

    void add_boards(const std::vector<Board>& boards, const EndBatch& batch, const double* plan, double* out,
                    std::size_t from, std::size_t to, Scratch& scratch) const;
    void pack(const HandsOnABoard& other, const EndBatch& batch, const double* plan, Scratch& scratch) const;
    void sum_met(const Board& board, Scratch& scratch) const;
    void sum_won(const Board& board, Scratch& scratch) const;
    template <class Order>
    void sweep(const Board& board, Scratch& scratch, double sign, const Order& order) const;

    std::size_t base_, width_, other_base_, other_width_, least_out_ = 0, least_plan_ = 0;
    WeighedHands own_, other_;
    std::vector<std::int32_t>
        same_;  // by own hand that of the other which is the same two cards; -1 if none is
    std::vector<Board> met_, won_;
    double often_, scale_;
    std::vector<EndBatch> batches_;
};

}  // namespace riverboat
