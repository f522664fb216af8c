// Matches between bots that have a native form: those without memory that look at nothing but their win rate.
// Hand for hand the same as the Python arena plays, which is the reference.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/rules.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

struct BotRule {
    bool random = false;  // folds, calls and raises alike likely; the rest is not read
    std::array<double, kMaxRounds> fold_up_to{};
    std::array<double, kMaxRounds> raise_above{};
    std::array<double, kMaxPlayers> factor{};  // by opponents: what a win rate is divided by
    double sizing = 0;                         // of raises: 0 the smallest, 1 the largest
    std::uint32_t samples = 0;                 // of a win rate; 0: it does not look, and the rate is 0
};

struct Deals {
    std::uint64_t seed;
    std::uint64_t first;
    std::uint64_t count;
    std::uint64_t rotation;  // how far the bots sit turned
};

// Two players who were all-in before the flop; the table of match-ups has their equity.
struct PreflopAllIn {
    std::uint64_t place;  // of the deal in the results
    Chips stake;          // of each
    std::array<Card, 4> cards;
};

struct DealResults {
    std::vector<Chips> won;        // [deals, seats]
    std::vector<double> adjusted;  // [deals, seats]: pots of all-ins by exact equity, but for those below
    std::vector<PreflopAllIn> preflop;
};

// `bots` by number: in deal d the seat s is taken by bot (s + d + rotation) mod players.
DealResults play_deals(const GameRules& rules, const std::vector<BotRule>& bots, const Deals& deals,
                       const Watch& watch);

}  // namespace riverboat
