// The betting of one hand: whose turn it is, what is legal, and what an action does.
//
// All amounts are street-level "to" amounts in whole chips. The rules are those of table-stakes poker as the
// Tournament Directors Association (TDA) writes them, in what games differ about:
// - A blind that is posted short does not lower the price: others still call the full blind, unless nobody
//   left in the hand could match that much.
// - The smallest raise is the last full bet or raise of the round, at least the minimum bet; before the first
//   raise of the first round it is the largest blind or straddle. An all-in may be smaller.
// - Who has acted may raise again only if he faces at least a full raise since (TDA, "re-opening the bet").
//   One short all-in does not reopen the betting, several that add up to a full raise do.
// - Nobody raises when no other player could put in more, and nobody is asked who owes nothing then.
#pragma once

#include <cstdint>
#include <type_traits>

#include "games/rules/rules.hpp"

namespace riverboat {

inline constexpr int kNobody = -1;

// What a player does: kFold, kCall (which is a check when nothing is to call), or what is bet or raised to.
using Action = Chips;
inline constexpr Action kFold = -1, kCall = 0;

// Plain memory: tree walkers copy it by the million.
struct Betting {
    BySeat stack;         // chips behind
    BySeat bet;           // put in on this street; antes are not part of it
    BySeat total;         // put in in the whole hand, antes included
    Chips highest;        // the bet to match on this street
    Chips last_raise;     // the last full bet or raise of this round, or the smallest one allowed
    std::int32_t raises;  // bets and raises in this round; blinds do not count
    SeatMask folded;
    SeatMask all_in;
    SeatMask to_act;  // still has a turn in this round
    SeatMask acted;   // has had one
    std::int8_t players;
    std::int8_t round;
    std::int8_t actor;      // kNobody once the hand is over
    std::int8_t aggressor;  // who bet or raised last in the last round with betting, or kNobody

    bool is_over() const { return actor == kNobody; }
    SeatMask in_hand() const { return static_cast<SeatMask>(((1u << players) - 1) & ~folded); }
    bool is_showdown() const { return is_over() && (in_hand() & (in_hand() - 1)) != 0; }
};
static_assert(std::is_trivially_copyable_v<Betting>);
// No padding: equal states are equal bytes, so they can be hashed and compared as such.
static_assert(std::has_unique_object_representations_v<Betting>);

enum class NoRaise : std::uint8_t {
    can_raise,
    capped,        // limit: the round has all its raises
    not_reopened,  // the actor has acted and faces less than a full raise
    covered,       // calling takes the whole stack
    nobody_else,   // every other player has folded or cannot put in more
};

// What the actor may do. Checking or calling is always legal.
struct LegalActions {
    Chips call;  // chips to add; 0 is a check
    bool fold;   // only when there is something to call
    NoRaise no_raise;
    Chips min_raise_to;  // 0 when there is no raise
    Chips max_raise_to;
    bool can_raise() const { return no_raise == NoRaise::can_raise; }
};

// Antes and blinds posted; the first player to act has the turn, or the hand is over.
Betting start_betting(const GameRules& rules);

// The hand must not be over.
LegalActions legal_actions(const GameRules& rules, const Betting& betting);

// Do what is legal; nothing is checked.
void apply_fold(const GameRules& rules, Betting& betting);
void apply_check_or_call(const GameRules& rules, Betting& betting);
void apply_raise_to(const GameRules& rules, Betting& betting, Chips amount);
void apply(const GameRules& rules, Betting& betting, Action action);

}  // namespace riverboat
