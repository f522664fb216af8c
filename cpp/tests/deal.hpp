// Cards for tests: by name, or at random from a fixed seed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string_view>
#include <vector>

#include "cards/card.hpp"

namespace riverboat::test {

// The ids of text such as "AsKd".
inline std::vector<Card> cards_of(std::string_view text) {
    constexpr std::string_view ranks = "23456789TJQKA", suits = "cdhs";
    std::vector<Card> cards;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        cards.push_back(static_cast<Card>(4 * ranks.find(text[i]) + suits.find(text[i + 1])));
    }
    return cards;
}

inline CardMask mask_of_cards(const std::vector<Card>& cards) {
    CardMask mask = 0;
    for (Card card : cards) mask |= bit_of(card);
    return mask;
}

inline Hand hand_of_cards(Card a, Card b) {
    return a > b ? Hand{a, b} : Hand{b, a};
}

class Deal {
  public:
    explicit Deal(unsigned seed) : random_(seed) {}

    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

    // A card that is not in `used`, which then has it.
    Card card(CardMask& used) {
        for (;;) {
            const unsigned drawn = below(kCards);
            if (used >> drawn & 1) continue;
            used |= bit_of(static_cast<int>(drawn));
            return static_cast<Card>(drawn);
        }
    }
    std::vector<Card> cards(int count, CardMask& used) {
        std::vector<Card> drawn;
        for (int i = 0; i < count; ++i) drawn.push_back(card(used));
        return drawn;
    }
    Hand hand(CardMask& used) {
        const Card first = card(used);
        return hand_of_cards(first, card(used));
    }
    // Rows of `count` different cards each, none in `without`.
    std::vector<Card> rows(std::size_t hands, int count, CardMask without = 0) {
        std::vector<Card> all;
        for (std::size_t row = 0; row < hands; ++row) {
            CardMask used = without;
            for (int i = 0; i < count; ++i) all.push_back(card(used));
        }
        return all;
    }

  private:
    std::mt19937 random_;
};

// Calls body(cards) for every way to add `count` cards that are not in `used`.
template <class Body>
void each_completion(std::vector<Card>& cards, int count, CardMask used, const Body& body, int from = 0) {
    if (count == 0) return body(cards);
    for (int card = from; card < kCards; ++card) {
        if (used >> card & 1) continue;
        cards.push_back(static_cast<Card>(card));
        each_completion(cards, count - 1, used, body, card + 1);
        cards.pop_back();
    }
}

}  // namespace riverboat::test
