// One validator per action: an empty answer means it is legal, else it says why not, with the numbers.
#pragma once

#include <cstdint>
#include <string>

#include "games/rules/betting.hpp"

namespace riverboat {

std::string why_not_fold(const GameRules& rules, const Betting& betting);
std::string why_not_check_or_call(const GameRules& rules, const Betting& betting);
// Any raise at all.
std::string why_not_raise(const GameRules& rules, const Betting& betting);
std::string why_not_raise_to(const GameRules& rules, const Betting& betting, std::int64_t amount);
// What a real table may have let happen: any fold, and any raise that somebody can answer and the stack can
// pay.
std::string why_not_record(const GameRules& rules, const Betting& betting, std::int64_t action);

}  // namespace riverboat
