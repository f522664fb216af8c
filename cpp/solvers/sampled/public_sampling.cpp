#include "solvers/sampled/public_sampling.hpp"

namespace riverboat {

void PublicBoard::deal(const SampledDealer& dealer, const DealBuckets* fixed, Rng& rng) {
    const GameRules& rules = dealer.rules();
    Dealer cards(rules.deck.data(), rules.deck_size, rng);
    board_.resize(static_cast<std::size_t>(rules.board_size(rules.rounds - 1)));
    for (Card& card : board_) card = cards.draw();
    two_cards_ = rules.hole_cards == 2;
    const int unseen = rules.deck_size - static_cast<int>(board_.size()) - rules.hole_cards;
    share_ = 1 / static_cast<float>(two_cards_ ? unseen * (unseen - 1) / 2 : unseen);
    list_hands(rules);
    sort_hands(rules);
    find_buckets(dealer.buckets(), rounds_);
    if (fixed) find_buckets(*fixed, fixed_rounds_);
    for (int seat = 0; seat < kSolverPlayers; ++seat) {
        std::vector<float>& weights = weights_[static_cast<std::size_t>(seat)];
        weights.clear();
        for (const PrivateHand& hand : hands_)
            weights.push_back(dealer.weight(seat, hand.first, hand.second));
    }
}

void PublicBoard::list_hands(const GameRules& rules) {
    const CardMask board = mask_of(board_);
    hands_.clear();
    for (int i = 0; i < rules.deck_size; ++i) {
        const Card first = rules.deck[static_cast<std::size_t>(i)];
        if (board & bit_of(first)) continue;
        if (!two_cards_) hands_.push_back({first, kNoSecondCard});
        for (int j = 0; two_cards_ && j < i; ++j) {
            const Card second = rules.deck[static_cast<std::size_t>(j)];
            if (!(board & bit_of(second))) hands_.push_back({first, second});
        }
    }
}

void PublicBoard::sort_hands(const GameRules& rules) {
    const Evaluator& evaluate = evaluator(rules.ranking);
    std::array<Card, kMaxHandCards> cards;
    std::copy(board_.begin(), board_.end(), cards.begin() + rules.hole_cards);
    std::vector<std::pair<Strength, PrivateHand>> ranked;
    ranked.reserve(hands_.size());
    for (const PrivateHand& hand : hands_) {
        cards[0] = hand.first;
        if (two_cards_) cards[1] = hand.second;
        ranked.emplace_back(evaluate(cards.data(), rules.hole_cards + static_cast<int>(board_.size())), hand);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    strength_ends_.clear();
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        hands_[i] = ranked[i].second;
        if (i + 1 == ranked.size() || ranked[i + 1].first != ranked[i].first) strength_ends_.push_back(i + 1);
    }
}

// Tables answer for the players of a deal; here every hand is a player.
void PublicBoard::find_buckets(const DealBuckets& buckets, std::vector<Round>& out) const {
    std::vector<Card> cards;
    for (const PrivateHand& hand : hands_) {
        cards.push_back(hand.first);
        if (two_cards_) cards.push_back(hand.second);
    }
    cards.insert(cards.end(), board_.begin(), board_.end());
    const auto rounds = static_cast<std::size_t>(buckets.rounds());
    std::vector<std::uint32_t> found(hands_.size() * rounds);
    buckets.buckets(cards.data(), static_cast<int>(hands_.size()), found.data());
    out.resize(rounds);
    for (std::size_t number = 0; number < rounds; ++number) {
        Round& round = out[number];
        round.buckets.resize(hands_.size());
        round.place.resize(hands_.size());
        for (std::size_t i = 0; i < hands_.size(); ++i) round.buckets[i] = found[i * rounds + number];
        std::sort(round.buckets.begin(), round.buckets.end());
        round.buckets.erase(std::unique(round.buckets.begin(), round.buckets.end()), round.buckets.end());
        for (std::size_t i = 0; i < hands_.size(); ++i) {
            const auto at =
                std::lower_bound(round.buckets.begin(), round.buckets.end(), found[i * rounds + number]);
            round.place[i] = static_cast<std::uint16_t>(at - round.buckets.begin());
        }
    }
}

// With W the opponent's weaker hands, U those not stronger and A all, each without those that share a card:
// win W + tie (U - W) + lose (A - U).
void PublicBoard::end_values(const PublicPayoff& payoff, const float* reach, float* values) const {
    double all = 0;
    std::array<double, kCards + 1> by_card{};
    const auto count = [&](std::size_t i) {
        all += reach[i];
        by_card[hands_[i].first] += reach[i];
        if (two_cards_) by_card[hands_[i].second] += reach[i];
    };
    // A hand of two cards that was counted itself has been taken away twice.
    const auto others = [&](std::size_t i, bool counted) {
        return all - by_card[hands_[i].first] - by_card[hands_[i].second] +
               (counted && two_cards_ ? reach[i] : 0.0f);
    };
    const double weaker = (payoff.win - payoff.tie) * share_,
                 not_stronger = (payoff.tie - payoff.lose) * share_, any = payoff.lose * share_;
    const bool shown = payoff.win != payoff.lose;
    std::size_t begin = 0;
    for (const std::size_t end : strength_ends_) {
        for (std::size_t i = begin; i < end; ++i)
            values[i] = shown ? static_cast<float>(weaker * others(i, false)) : 0;
        for (std::size_t i = begin; i < end; ++i) count(i);
        for (std::size_t i = begin; shown && i < end; ++i)
            values[i] += static_cast<float>(not_stronger * others(i, true));
        begin = end;
    }
    for (std::size_t i = 0; i < hands_.size(); ++i) values[i] += static_cast<float>(any * others(i, true));
}

}  // namespace riverboat
