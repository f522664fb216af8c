#include "solvers/sampled/public_sampling.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace riverboat {

namespace {

constexpr std::size_t kBlockNumbers = std::size_t{1} << 18;
constexpr std::size_t kLine = kCacheLine / sizeof(float);

// The first address from here on where a cache line begins.
float* aligned(float* at) {
    const auto past = reinterpret_cast<std::uintptr_t>(at) % kCacheLine;
    return past == 0 ? at : at + (kCacheLine - past) / sizeof(float);
}

}  // namespace

float* VectorStack::take(std::size_t numbers) {
    const std::size_t size = (numbers + kLine - 1) / kLine * kLine;
    while (at_.block < blocks_.size() && at_.used + size > blocks_[at_.block].size) at_ = {at_.block + 1, 0};
    if (at_.block == blocks_.size()) {
        const std::size_t room = std::max(size, kBlockNumbers);
        blocks_.push_back({std::make_unique<float[]>(room + kLine), room});
    }
    float* taken = aligned(blocks_[at_.block].memory.get()) + at_.used;
    at_.used += size;
    return taken;
}

void PublicBoard::deal(const SampledDealer& dealer, const DealBuckets* fixed, Rng& rng) {
    const GameRules& rules = dealer.rules();
    Dealer cards(rules.deck.data(), rules.deck_size, rng);
    board_.resize(static_cast<std::size_t>(rules.board_size(rules.rounds - 1)));
    for (Card& card : board_) card = cards.draw();
    hole_cards_ = rules.hole_cards;
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
        if (hole_cards_ == 1) hands_.push_back({first, kNoSecondCard});
        for (int j = 0; hole_cards_ == 2 && j < i; ++j) {
            const Card second = rules.deck[static_cast<std::size_t>(j)];
            if (!(board & bit_of(second))) hands_.push_back({first, second});
        }
    }
}

void PublicBoard::sort_hands(const GameRules& rules) {
    const Evaluator& evaluate = evaluator(rules.ranking);
    std::array<Card, kMaxHandCards> cards;
    std::copy(board_.begin(), board_.end(), cards.begin() + hole_cards_);
    std::vector<std::pair<Strength, PrivateHand>> ranked;
    ranked.reserve(hands_.size());
    for (const PrivateHand& hand : hands_) {
        cards[0] = hand.first;
        if (hole_cards_ == 2) cards[1] = hand.second;
        ranked.emplace_back(evaluate(cards.data(), hole_cards_ + static_cast<int>(board_.size())), hand);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    strength_ends_.clear();
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        hands_[i] = ranked[i].second;
        if (i + 1 == ranked.size() || ranked[i + 1].first != ranked[i].first)
            strength_ends_.push_back(static_cast<HandIndex>(i + 1));
    }
}

// Tables answer for the players of a deal; here every hand is a player.
void PublicBoard::find_buckets(const DealBuckets& buckets, std::vector<Round>& out) const {
    std::vector<Card> cards;
    for (const PrivateHand& hand : hands_) {
        cards.push_back(hand.first);
        if (hole_cards_ == 2) cards.push_back(hand.second);
    }
    cards.insert(cards.end(), board_.begin(), board_.end());
    const auto rounds = static_cast<std::size_t>(buckets.rounds());
    std::vector<std::uint32_t> found(hands_.size() * rounds);
    buckets.buckets(cards.data(), static_cast<int>(hands_.size()), found.data());
    out.resize(rounds);
    for (std::size_t number = 0; number < rounds; ++number) {
        Round& round = out[number];
        const auto bucket = [&](HandIndex hand) { return found[hand * rounds + number]; };
        round.hands.resize(hands_.size());
        std::iota(round.hands.begin(), round.hands.end(), HandIndex{0});
        std::stable_sort(round.hands.begin(), round.hands.end(),
                         [&](HandIndex a, HandIndex b) { return bucket(a) < bucket(b); });
        round.buckets.clear();
        round.ends.clear();
        round.bucket.resize(hands_.size());
        for (const HandIndex hand : round.hands) {
            if (round.buckets.empty() || round.buckets.back() != bucket(hand)) {
                round.buckets.push_back(bucket(hand));
                round.ends.push_back(round.ends.empty() ? HandIndex{0} : round.ends.back());
            }
            ++round.ends.back();
            round.bucket[hand] = static_cast<HandIndex>(round.buckets.size() - 1);
        }
    }
}

EndPayoff PublicBoard::shared(const GameRules& rules, const PublicPayoff& payoff) {
    const int unseen = rules.deck_size - rules.board_size(rules.rounds - 1) - rules.hole_cards;
    const double share = 1.0 / (rules.hole_cards == 2 ? unseen * (unseen - 1) / 2 : unseen);
    return {payoff.win * share, payoff.tie * share, payoff.lose * share, payoff.win == payoff.lose};
}

}  // namespace riverboat
