#include "games/win_rate.hpp"

#include "games/dealing.hpp"

namespace riverboat {

double sampled_win_rate(const GameRules& rules, std::span<const Card> hole, std::span<const Card> board,
                        int opponents, std::uint32_t samples, std::uint64_t seed) {
    const Evaluator& evaluate = evaluator(rules.ranking);
    const auto holes = static_cast<int>(hole.size()), known = static_cast<int>(board.size());
    const int whole = rules.board_size(rules.rounds - 1);
    CardMask seen = 0;
    for (const Card card : hole) seen |= bit_of(card);
    for (const Card card : board) seen |= bit_of(card);
    std::array<Card, kCards> left;
    int size = 0;
    for (int i = 0; i < rules.deck_size; ++i) {
        if (!(seen & bit_of(rules.deck[i]))) left[size++] = rules.deck[i];
    }

    Rng rng(seed, 0);
    std::array<Card, kMaxHandCards> hand;
    for (int i = 0; i < known; ++i) hand[i] = board[i];
    double sum = 0;
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
        Dealer dealer(left.data(), size, rng);
        for (int i = known; i < whole; ++i) hand[i] = dealer.draw();
        for (int i = 0; i < holes; ++i) hand[whole + i] = hole[i];
        const Strength own = evaluate(hand.data(), whole + holes);
        int winners = 1;
        for (int opponent = 0; opponent < opponents && winners > 0; ++opponent) {
            for (int i = 0; i < holes; ++i) hand[whole + i] = dealer.draw();
            const Strength other = evaluate(hand.data(), whole + holes);
            winners = other > own ? 0 : winners + (other == own);
        }
        if (winners > 0) sum += 1.0 / winners;
    }
    return sum / samples;
}

}  // namespace riverboat
