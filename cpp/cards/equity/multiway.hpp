// Two to ten players with a hand or a range each: by dealing every hand, or by sampling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/equity/matchup.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// The hands one player may hold (none meets the board or dead cards), with positive weights.
struct PlayerHands {
    std::vector<std::uint16_t> hands;
    std::vector<double> weights;
    bool everything =
        false;  // every live hand with the same weight: then it is dealt, not drawn and rejected
};

// One player's sums over deals, each counted with its weight. Pots won are in units of 1 / kPotShares: sums
// over samples are whole numbers, so their order and the number of threads do not matter.
struct PlayerSums {
    double wins = 0, ties = 0, shares = 0;
    double shares_squared = 0;                                      // for the standard error of a sample
    std::vector<double> hand_shares = std::vector<double>(kHands);  // by hand index
    std::vector<double> hand_deals = std::vector<double>(kHands);
};

struct DealSums {
    double deals = 0;            // boards times weight of the hands; the number of samples when sampled
    std::uint64_t attempts = 0;  // sampling: how many deals of hands were tried
    std::vector<PlayerSums> players;

    void add(const DealSums& other);
};

// Every deal of hands that share no card, each over every board. Stops with deals = 0 if no deal is possible.
DealSums multiway_exact(const Evaluator& evaluator, std::span<const PlayerHands> players,
                        std::span<const Card> board, CardMask dead, unsigned threads, const Watch& watch);

// Number of deals of hands that share no card, counting stops at `limit`.
std::uint64_t count_deals(std::span<const PlayerHands> players, std::uint64_t limit, const Watch& watch = {});

// `samples` random deals, the same for any number of threads. Hands are drawn from their ranges and thrown
// back together if two share a card, which gives the joint distribution exactly. Gives up, with fewer deals,
// after `max_attempts` draws in a row without a deal.
DealSums multiway_sampled(const Evaluator& evaluator, std::span<const PlayerHands> players,
                          std::span<const Card> board, CardMask dead, std::uint64_t samples,
                          std::uint64_t seed, unsigned threads, const Watch& watch,
                          std::uint64_t max_attempts = 1'000'000);

}  // namespace riverboat
