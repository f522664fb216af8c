// The rules of one game as the native loops need them: the plain form of the Python `Game`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards/card.hpp"
#include "cards/evaluator/ranking.hpp"

namespace riverboat {

inline constexpr int kMaxRounds = 4;
inline constexpr int kMaxHandCards = 7;  // hole cards and board together: what the rankings take

using Chips = std::int32_t;      // all chips of a table stay below 2^30
using SeatMask = std::uint16_t;  // bit `seat`
using BySeat = std::array<Chips, kMaxPlayers>;

// The bits that are set, without the instruction that not every x86-64 has (the compiler would call a
// function).
inline int seat_count(unsigned seats) {
    seats -= seats >> 1 & 0x5555u;
    seats = (seats & 0x3333u) + (seats >> 2 & 0x3333u);
    seats = (seats + (seats >> 4)) & 0x0f0fu;
    return static_cast<int>((seats + (seats >> 8)) & 31u);
}

// Seats are in order of acting after the first round: left of the button first, the button last. Heads-up 0
// is the big blind and 1 the small blind and button.
struct GameRules {
    int players = 0;
    int rounds = 0;
    BySeat stacks{};
    BySeat blinds{};  // live bets, straddles among them
    BySeat antes{};   // posted before the blinds
    bool limit = false;
    Chips min_bet = 0;                            // no-limit
    std::array<Chips, kMaxRounds> raise_sizes{};  // limit
    std::array<int, kMaxRounds> max_raises{};     // limit
    std::array<int, kMaxRounds> first_to_act{};

    int hole_cards = 0;
    std::array<int, kMaxRounds> board_cards{};  // put on the board before each round
    std::array<Card, kCards> deck{};
    int deck_size = 0;
    RankingId ranking = RankingId::holdem;

    Chips largest_blind() const {
        Chips largest = 0;
        for (int seat = 0; seat < players; ++seat) largest = largest > blinds[seat] ? largest : blinds[seat];
        return largest;
    }
    // The unit in which amounts are told: the big blind, or the ante of games without blinds.
    Chips big_blind() const {
        if (min_bet > 0) return min_bet;
        return largest_blind() > 0 ? largest_blind() : *std::max_element(antes.begin(), antes.end());
    }
    // Antes that all pay alike are matched like bets: who cannot pay in full wins only as much from each
    // other player. An ante that some pay for the table (a big-blind ante) is dead money: all play for it.
    bool antes_matched() const {
        for (int seat = 1; seat < players; ++seat) {
            if (antes[seat] != antes[0]) return false;
        }
        return true;
    }
    Chips ante_posted(int seat) const { return antes[seat] < stacks[seat] ? antes[seat] : stacks[seat]; }
    // The cards of hold'em, whatever the betting.
    bool is_holdem() const {
        return ranking == RankingId::holdem && deck_size == kCards && hole_cards == 2 &&
               board_size(rounds - 1) == 5;
    }
    int board_size(int round) const {  // cards on the board in that round
        int cards = 0;
        for (int r = 0; r <= round; ++r) cards += board_cards[r];
        return cards;
    }
};

}  // namespace riverboat
