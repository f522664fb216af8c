// Matches between bots that have a native form. Hand for hand the same as the Python arena plays, which is
// the reference.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bots/bot_rule.hpp"
#include "runtime/parallel.hpp"
#include "runtime/siphash.hpp"

namespace riverboat {

enum class Stacks : std::uint8_t {
    reset,       // every hand begins with those of the rules
    carried,     // they go on through the series; who has nothing left buys in again
    freeze_out,  // a unit is a game of at most `hands` hands; who has nothing left is out
};

struct BotMatch {
    // By players: the last for all bots; freeze-outs have them from two players on.
    std::vector<GameRules> rules;
    std::vector<BotRule> bots;
    Stacks stacks = Stacks::reset;
    std::uint64_t hands = 0;
    Key key{};  // of all cards and draws
};

struct Units {
    std::uint64_t first, count;  // deals or games
    std::uint64_t rotation;      // how far the bots sit turned
};

// Two players who were all-in before the flop; the table of match-ups has their equity.
struct PreflopAllIn {
    std::uint64_t hand;                   // row of the results
    std::array<std::uint8_t, 2> columns;  // their bots
    double pot;                           // what a win of the first adds to his result
    std::array<Card, 4> cards;
};

// A row for each hand, a column for each bot.
struct SeriesRows {
    std::vector<std::int64_t> won;  // chips
    std::vector<double> adjusted;   // pots of all-ins by equity; as if lost by the first of those below
    std::vector<std::int8_t> seat;  // -1 for a bot that is out
    std::vector<std::int8_t> players;
    std::vector<std::int64_t> unit;  // from 0
    std::vector<double> games_won;   // [units, bots]; freeze-outs
    std::vector<PreflopAllIn> preflop;
};

SeriesRows play_series(const BotMatch& match, const Units& units, const Watch& watch);

}  // namespace riverboat
