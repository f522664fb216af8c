// Results without the luck of the cards that came after the last decision.
#pragma once

#include <optional>

#include "games/rules/dealing.hpp"
#include "games/rules/showdown.hpp"

namespace riverboat {

inline constexpr int kSampledBoards = 256;

// Net chips by seat of a showdown in hold'em that only `known` cards of the board led up to: each pot is
// shared by equity, given all hole cards, those of who folded too. Exact over all boards after the flop;
// before the flop, which would take a million boards, over kSampledBoards drawn from the hole cards alone:
// the mean stays, and of the luck of the board 1 / kSampledBoards remains. `first`: the equity of seat 0
// against seat 1, where two play and somebody knows it.
void share_by_equity(const GameRules& rules, const Betting& betting, const Dealt& dealt, int known,
                     double* worth, std::optional<double> first = {});

}  // namespace riverboat
