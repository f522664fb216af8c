// Jam or fold for up to ten players: deals at random, all decisions of each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/parallel.hpp"
#include "tournament/settle.hpp"

namespace riverboat {

inline constexpr int kJamClasses = 169;

// The class of two cards, as Python numbers them.
int class_of_cards(int first, int second);

// What the ends are worth: chips won, or prizes by Malmuth and Harville with bounties where there are some.
struct JamWorth {
    std::vector<double> payouts;  // empty: chips
    std::vector<double> heads;    // price of each head; empty: none
};

// Values of all seats at one end.
std::vector<double> worth_of(const JamTable& table, const JamWorth& worth, std::uint32_t jams,
                             std::span<const std::uint8_t> places);

struct JamSums {
    // Rows are seats with the jams before them: seat s after the set m of jams is row 2^s - 1 + m.
    std::vector<double>
        advantages;  // [rows][169]: what jamming is worth over folding, reach of others included
    std::vector<double> values, squares;  // by seat: what the hand is worth
    double deals = 0.0;

    void add(const JamSums& other);
};

// Sums over deals [first, first + deals) of the seed. strategy: [rows][169], chances to jam.
JamSums sample_jams(const JamTable& table, const JamWorth& worth, std::span<const double> strategy,
                    std::uint64_t seed, std::uint64_t first, std::uint64_t deals, unsigned threads,
                    const Watch& watch);

}  // namespace riverboat
