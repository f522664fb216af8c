#include "solvers/sampled/known_deals.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace riverboat {

namespace {

CardMask cards_of(const GameRules& rules, std::size_t hand) {
    if (rules.hole_cards == 1) return bit_of(static_cast<Card>(hand));
    return mask_of(hand_of(static_cast<int>(hand)));
}

}  // namespace

KnownDeals::KnownDeals(const GameRules& rules, std::vector<Card> board,
                       const std::vector<std::vector<float>>& weights, std::vector<Card> runouts)
    : rules_(rules),
      board_(std::move(board)),
      ranges_(static_cast<std::size_t>(rules.players)),
      runouts_(std::move(runouts)),
      rest_(static_cast<std::size_t>(rules.board_size(rules.rounds - 1)) - board_.size()) {
    CardMask deck = 0;
    for (int i = 0; i < rules.deck_size; ++i) deck |= bit_of(rules.deck[static_cast<std::size_t>(i)]);
    for (const Card card : board_) known_ |= bit_of(card);
    for (std::size_t seat = 0; seat < std::min(weights.size(), ranges_.size()); ++seat) {
        if (weights[seat].empty()) continue;
        std::vector<std::pair<double, std::uint16_t>> held;
        double total = 0;
        for (std::size_t hand = 0; hand < weights[seat].size(); ++hand) {
            const CardMask cards = cards_of(rules, hand);
            if (!(weights[seat][hand] > 0) || (cards & known_) || (cards & ~deck)) continue;
            held.emplace_back(weights[seat][hand], static_cast<std::uint16_t>(hand));
            total += weights[seat][hand];
        }
        if (held.empty()) throw std::invalid_argument("a range holds no hand that the board leaves");
        // Walker's table: places that are too small take what they lack from one that is too large.
        std::vector<std::size_t> small, large;
        for (std::size_t i = 0; i < held.size(); ++i) {
            held[i].first *= static_cast<double>(held.size()) / total;
            (held[i].first < 1 ? small : large).push_back(i);
        }
        std::vector<Place>& places = ranges_[seat];
        for (const auto& [share, hand] : held) places.push_back({0xffffffffu, hand, hand});
        while (!small.empty() && !large.empty()) {
            const std::size_t less = small.back(), more = large.back();
            small.pop_back();
            places[less].keep = static_cast<std::uint32_t>(held[less].first * 0x1p32);
            places[less].other = held[more].second;
            held[more].first -= 1 - held[less].first;
            if (held[more].first >= 1) continue;
            large.pop_back();
            small.push_back(more);
        }
        dealt_ = static_cast<SeatMask>(dealt_ | 1u << seat);
    }
}

bool KnownDeals::draw(Rng& rng, Card* cards) const {
    CardMask used = known_;
    for (const std::vector<Place>& range : ranges_) {
        Card* hole = cards;
        cards += rules_.hole_cards;
        if (range.empty()) {  // any cards: nobody looks at them
            for (int i = 0; i < rules_.hole_cards; ++i)
                hole[i] = static_cast<Card>(rules_.deck[static_cast<std::size_t>(i)]);
            continue;
        }
        const std::uint64_t drawn = rng.next();
        const Place& place = range[(drawn >> 32) * range.size() >> 32];
        const std::uint16_t hand = static_cast<std::uint32_t>(drawn) < place.keep ? place.hand : place.other;
        const CardMask held = cards_of(rules_, hand);
        if (held & used) return false;
        used |= held;
        if (rules_.hole_cards == 1) {
            hole[0] = static_cast<Card>(hand);
        } else {
            const Hand two = hand_of(hand);
            hole[0] = two.hi;
            hole[1] = two.lo;
        }
    }
    std::copy(board_.begin(), board_.end(), cards);
    return draw_rest(rng, used, cards + board_.size());
}

bool KnownDeals::draw_rest(Rng& rng, CardMask used, Card* board) const {
    if (rest_ == 0) return true;
    if (!runouts_.empty()) {
        const Card* from =
            runouts_.data() + rest_ * rng.below(static_cast<std::uint32_t>(runouts_.size() / rest_));
        CardMask rest = 0;
        for (std::size_t i = 0; i < rest_; ++i) rest |= bit_of(board[i] = from[i]);
        return !(rest & used);
    }
    for (std::size_t i = 0; i < rest_;) {
        const Card card = rules_.deck[rng.below(static_cast<std::uint32_t>(rules_.deck_size))];
        if (used & bit_of(card)) continue;
        used |= bit_of(card);
        board[i++] = card;
    }
    return true;
}

}  // namespace riverboat
