// Cards: id = 4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3. A hand is a pair hi > lo with index
// hi * (hi - 1) / 2 + lo.
#pragma once

#include <cstdint>
#include <span>

namespace riverboat {

using Card = std::uint8_t;
using CardMask = std::uint64_t;  // bit `card`

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = 52;
inline constexpr int kHands = 1326;
inline constexpr int kMaxPlayers = 10;
inline constexpr unsigned kAllRanks = (1u << kRanks) - 1;  // bit 0 is the deuce
inline constexpr unsigned kAllSuits = (1u << kSuits) - 1;  // bit 0 is clubs
inline constexpr CardMask kFullDeck = (CardMask{1} << kCards) - 1;
inline constexpr CardMask kSuitMask = 0x1111111111111;  // every card of suit 0; shift left by the suit

constexpr int rank_of(int card) {
    return card >> 2;
}
constexpr int suit_of(int card) {
    return card & 3;
}
constexpr CardMask bit_of(int card) {
    return CardMask{1} << card;
}
constexpr int hand_index(int hi, int lo) {
    return hi * (hi - 1) / 2 + lo;
}

struct Hand {
    Card hi, lo;
};

namespace detail {
struct HandsByIndex {
    Hand hands[kHands];
    constexpr HandsByIndex() : hands() {
        for (int hi = 0; hi < kCards; ++hi) {
            for (int lo = 0; lo < hi; ++lo) {
                hands[hand_index(hi, lo)] = {static_cast<Card>(hi), static_cast<Card>(lo)};
            }
        }
    }
};
}  // namespace detail

// The cards of every hand index.
inline constexpr detail::HandsByIndex kHandsByIndex{};
constexpr Hand hand_of(int index) {
    return kHandsByIndex.hands[index];
}
constexpr CardMask mask_of(Hand hand) {
    return bit_of(hand.hi) | bit_of(hand.lo);
}

constexpr CardMask mask_of(std::span<const Card> cards) {
    CardMask mask = 0;
    for (Card card : cards) mask |= bit_of(card);
    return mask;
}

}  // namespace riverboat
