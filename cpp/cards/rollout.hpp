// How strong every hand is on an incomplete board, against a random hand, over all cards to come.
#pragma once

#include <span>
#include <vector>

#include "cards/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Hand strength on a complete board: (wins + ties / 2) / 990.
inline double hand_strength(WinTie counts) { return (counts.wins + 0.5 * counts.ties) / kRiverOpponents; }

// Per hand index, over all completions of the board; NaN for hands that meet it. Before the flop only one board of
// each suit class is dealt, with the class's size as weight: there the sums are meant to be added up over the hands
// of one of the 169 classes, and `boards` says how many each hand saw.
struct Rollout {
    std::vector<std::uint32_t> boards = std::vector<std::uint32_t>(kHands);
    std::vector<double> mean = std::vector<double>(kHands);    // E[HS]: expected hand strength
    std::vector<double> square = std::vector<double>(kHands);  // E[HS^2]
    std::vector<std::uint32_t> histogram;                      // [1326][bins] of HS on the river
    std::vector<float> next;                                   // [1326][52]: E[HS] after each next card, NaN where impossible
};

// `start` has 0, 3, 4 or 5 cards. bins = 0: no histogram. `next` is filled for 3 and 4 cards if asked for.
Rollout rollout(const Evaluator& evaluator, std::span<const Card> start, int bins, bool want_next, unsigned threads,
                const Watch& watch);

// The bin of a strength in 0..1: equal widths, 1 belongs to the last.
inline int bin_of(double strength, int bins) {
    const int bin = static_cast<int>(strength * bins);
    return bin < bins ? bin : bins - 1;
}

}  // namespace riverboat
