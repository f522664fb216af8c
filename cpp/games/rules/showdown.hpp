// Who gets what at the end of a hand: side pots, split pots, odd chips, uncalled bets.
#pragma once

#include <array>

#include "cards/evaluator/evaluator.hpp"
#include "games/rules/betting.hpp"

namespace riverboat {

struct Pot {
    Chips amount;
    SeatMask seats;  // who plays for it
};

// The main pot first; each further pot is played for by fewer seats.
struct Pots {
    int count = 0;
    std::array<Pot, kMaxPlayers + 1> pots;
};

// While the hand lasts: what the rounds before put in. At its end: everything but the uncalled bet.
Pots pots_of(const GameRules& rules, const Betting& betting);

// Net results by seat of a hand that is over; they add up to zero. `strengths` by seat, higher wins, only
// those of players still in are read. A pot that does not divide gives its odd chips one by one to the
// winners in seat order, which is the order left of the button.
BySeat payoffs(const GameRules& rules, const Betting& betting, const Strength* strengths);

// The order in which the players still in show: the last aggressor first, else the first seat left of the
// button. Writes the seats and returns how many there are.
int showdown_order(const Betting& betting, std::array<std::int8_t, kMaxPlayers>& seats);

}  // namespace riverboat
