// The native form of a bot: one without memory that looks at its win rate and the last move of an opponent.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "games/rules/betting.hpp"
#include "games/rules/dealing.hpp"

namespace riverboat {

enum class LastMove : std::uint8_t { none, call, raise };
enum class Choice : std::uint8_t { fold, call, raise };  // fold: or check, where that is free

struct BotRule {
    bool random = false;  // folds, calls and raises alike likely; the rest is not read
    std::array<std::vector<double>, kMaxRounds> cuts;  // ascending win rates by round; no cuts, no look
    std::vector<std::array<Choice, 3>> choices;  // by how many cuts the rate is above, and the last move
    std::array<double, kMaxPlayers> factor{};    // by opponents: what a win rate is divided by
    double sizing = 0;                           // of raises: 0 the smallest, 1 the largest
    std::uint32_t samples = 0;                   // of a win rate
    std::vector<double> pots;  // by cuts above: chips that a raise puts in, in pots; none: by sizing
    double call_most =
        std::numeric_limits<double>::infinity();  // first round, big blinds; a dearer call folds
    bool against_one = false;  // the win rate is that against one hand, however many are in
};

class NativeBot {
  public:
    NativeBot(const BotRule& rule, int rounds, int players);
    Action choose(const GameRules& rules, const Betting& betting, const Dealt& dealt, LastMove last,
                  std::uint64_t seed) const;
    bool draws() const { return rule_.random || rule_.samples > 0; }  // whether it looks at the seed

  private:
    Action raise(const Betting& betting, const LegalActions& legal, std::size_t above) const;

    BotRule rule_;
    // Cuts as sums of shares, the least that are above: whole numbers, to which dealing can be cut short.
    std::array<std::array<std::vector<std::uint64_t>, kMaxPlayers>, kMaxRounds> sums_;
};

}  // namespace riverboat
