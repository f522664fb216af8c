// Jam or fold for two to six players over a pool of deals, drawn once and used for every hand of a
// tournament.
//
// Every deal of the pool counts the same. Drawn from a deck it stands for all deals, with an error that falls
// as one over their number; a pool of all deals of a small deck is exact. Rows of strategies are as in
// jam_fold_many.hpp, values of ends by the set of jams, the order of all strengths and the seat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tournament/jam_fold_three.hpp"

namespace riverboat {

inline constexpr int kMostDealt = 6;

// All orders of so many strengths, ties included, as places (0 the best) that leave no gap; in ascending
// order.
std::vector<std::array<std::uint8_t, kMostDealt>> orders_of(int players);

struct DealtHands {
    std::vector<std::uint8_t> classes;  // [deals][players], of 169
    std::vector<std::uint16_t> orders;  // [deals], numbers of orders_of
};
DealtHands deal_hands(int players, std::uint64_t deals, std::uint64_t seed);

class DealtJam {
  public:
    // held: [deals][players]; orders: [deals]. Both must stay as long as this is used. batch: deals of one
    // iteration.
    DealtJam(int players, int classes, std::span<const std::uint8_t> held,
             std::span<const std::uint16_t> orders, std::size_t batch);

    int players() const { return players_; }
    int classes() const { return classes_; }
    std::size_t rows() const { return (std::size_t{1} << players_) - 1; }
    std::size_t ends_count() const { return std::size_t{1} << players_; }
    std::size_t orders_count() const { return orders_count_; }

    // values: [ends][orders][players]; start: [rows][classes]; rows that are locked stay so. With one batch
    // it is CFR+ and stops at the target; with more, regrets are kept whole and weighted by the iteration,
    // since cutting them would count luck as gain. Gains are told if it looks.
    struct Solved {
        std::vector<double> strategy, gains;
        int iterations = 0;
    };
    Solved solve(const double* values, std::span<const double> start, const std::vector<bool>& locked,
                 const JamSolve& how) const;

    // What jamming is worth over folding, times the chance to come there with the class: [rows][classes].
    std::vector<double> advantages(const double* values, const double* strategy) const;

    // The same, by what ends are worth: [rows][classes][ends][orders].
    std::vector<float> coefficients(const double* strategy) const;

    // Chances of the ends, [ends][orders].
    std::vector<double> ends(const double* strategy) const;

  private:
    void sum_advantages(std::size_t begin, std::size_t end, const double* values, const double* strategy,
                        std::vector<double>& out) const;

    int players_, classes_;
    const std::uint8_t* held_;
    const std::uint16_t* orders_;
    std::size_t deals_, batch_, orders_count_;
};

}  // namespace riverboat
