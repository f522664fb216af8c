// The bets and raises a player may choose from: an action abstraction, by street and situation.
//
// Sizes are rounded to the nearest chip, never below the legal minimum and never above what anybody else in
// the hand could call. See the Python `Menu` for what a user writes; this is its plain form.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "games/rules/betting.hpp"

namespace riverboat {

enum class SizeUnit : std::uint8_t {
    pot,            // a fraction of the pot after calling, on top of the bet to match
    to_last,        // to a multiple of the bet to match
    by_last,        // by a multiple of the last bet or raise
    to_big_blinds,  // to so many big blinds
    by_big_blinds,
    to_chips,
    by_chips,
    geometric,  // the same fraction of the pot on `value` streets (0: all that are left) brings all chips in
    all_in,
    minimum,
};

struct Size {
    SizeUnit unit;
    double value;
    double most;  // geometric: at most this fraction of the pot
};

enum class Limps : std::uint8_t { all, blinds, none };

inline constexpr int kNoCap = 127;

// What the actor faces decides which sizes he has.
enum Situation : int { kDonk = 0, kBet = 1, kFirstRaise = 2 };  // kFirstRaise + n: the raise after n raises

struct Menu {
    std::vector<std::vector<Size>> lists;
    // Which list: by round, seat, players in the hand and situation; later raises use the last situation.
    std::vector<std::uint16_t> list_of;
    int situations = 3;
    std::array<std::array<int, kMaxPlayers + 1>, kMaxRounds>
        max_raises{};                  // by round and players in the hand
    int max_raises_per_hand = kNoCap;  // opening bets do not count, here and above
    double all_in_below = 0;           // all-in is added when stack / pot is at most this; < 0 never
    double force_all_in = 0;  // a size that, once called, leaves stack / pot of at most this becomes all-in
    double merge = 0;         // sizes X > Y with (1 + X) / (1 + Y) < 1 + merge are one: X stays
    Limps limps = Limps::all;
    int max_players_to_flop = kMaxPlayers;
    bool has_donks = false;
    Chips big_blind = 1;

    const std::vector<Size>& sizes(int round, int seat, int players_in, int situation) const {
        if (situation >= situations) situation = situations - 1;
        return lists[list_of[((round * kMaxPlayers + seat) * (kMaxPlayers + 1) + players_in) * situations +
                             situation]];
    }
};

// What a row key keeps of a history: 40 letters of 3 bits, 20 to a word, or a hash; see row_key.hpp.
struct Letters {
    std::uint64_t words[2];
    friend bool operator==(const Letters&, const Letters&) = default;
    friend auto operator<=>(const Letters&, const Letters&) = default;
};

// What the state of the betting does not remember of the hand.
struct Recall {
    Letters letters;
    SeatMask raised;               // who has raised in this round, if a row key asks
    std::int8_t hand_raises;       // raises in the hand, opening bets not counted; stops at the cap
    std::int8_t street_aggressor;  // who bet or raised last on this street, if the menu has donk bets
    std::int8_t last_aggressor;    // the same of the street before
    std::int8_t hand_aggressor;    // who bet or raised last in the hand, if the tree keeps it
    std::int8_t unused[2];
};

inline constexpr int kMostActions = 64;
inline constexpr std::uint8_t kAllInLabel = 255;

// Ascending: fold, call, then raises.
struct Choices {
    int count = 0;
    std::array<Action, kMostActions> actions;
    // Where a raise stands in its list of sizes, so that the same choice is known again in another pot.
    std::array<std::uint8_t, kMostActions> labels;

    void add(Action action, std::uint8_t label) {
        actions[count] = action;
        labels[count++] = label;
    }
};

// Raises in this round, opening bets not counted.
int raises_over_a_bet(const GameRules& rules, const Betting& betting);

// The hand must not be over.
void choices_of(const GameRules& rules, const Menu& menu, const Betting& betting, const Recall& recall,
                Choices& out);

}  // namespace riverboat
