// Deals of a hand that is under way: part of the board lies, and everybody holds a range.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/card.hpp"
#include "games/rules/dealing.hpp"

namespace riverboat {

// Every hand is drawn from its seat's range by Walker's alias method (1977), and all are drawn again if two
// share a card: so a deal is as likely as the product of its weights, and card removal between ranges is
// exact, however narrow they are. Seats without a range hold nothing: who has folded, if his cards do not
// matter.
class KnownDeals {
  public:
    // board: what lies. weights: by seat nothing, or one from 0 up for every hand, by hi * (hi - 1) / 2 + lo
    // or by card; hands that meet the board do not count. runouts: the rest of the board, `rest` cards each,
    // one of which is drawn; nothing draws from the deck. Throws std::invalid_argument if a range is empty.
    KnownDeals(const GameRules& rules, std::vector<Card> board,
               const std::vector<std::vector<float>>& weights, std::vector<Card> runouts);

    // cards: hole cards seat by seat, then the board. False if two share a card: draw again.
    bool draw(Rng& rng, Card* cards) const;
    // Who holds cards.
    SeatMask dealt() const { return dealt_; }

  private:
    struct Place {
        std::uint32_t keep;  // of 2^32, how often the place itself is meant
        std::uint16_t hand, other;
    };
    bool draw_rest(Rng& rng, CardMask used, Card* board) const;

    GameRules rules_;
    std::vector<Card> board_;
    std::vector<std::vector<Place>> ranges_;  // by seat
    std::vector<Card> runouts_;
    std::size_t rest_;
    CardMask known_ = 0;
    SeatMask dealt_ = 0;
};

}  // namespace riverboat
