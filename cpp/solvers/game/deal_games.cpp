#include "solvers/game/deal_games.hpp"

#include <algorithm>

namespace riverboat {

PrivateHands fitting_hands(const GameRules& rules, const std::vector<Card>& board, const double* weights) {
    CardMask left = 0;
    for (int i = 0; i < rules.deck_size; ++i) left |= bit_of(rules.deck[i]);
    for (Card card : board) left &= ~bit_of(card);
    std::vector<Card> free;
    for (; left != 0; left &= left - 1) free.push_back(static_cast<Card>(__builtin_ctzll(left)));
    PrivateHands out;
    out.hands.reserve(free.size() * free.size() / 2);
    out.weights.reserve(out.hands.capacity());
    for (std::size_t low = 0; low < free.size(); ++low) {
        for (std::size_t high = low + 1; high < free.size(); ++high) {
            const double weight = weights[free[high] * (free[high] - 1) / 2 + free[low]];
            if (!(weight > 0)) continue;
            out.hands.push_back({free[high], free[low]});
            out.weights.push_back(weight);
        }
    }
    return out;
}

double meeting_weight(const BothHands& hands) {
    constexpr std::size_t side = kCards + 1;
    std::array<double, side> holding{};
    std::vector<double> same(side * side);
    double all = 0, met = 0;
    for (std::size_t i = 0; i < hands[1].size(); ++i) {
        const auto& [first, second] = hands[1].hands[i];
        const double weight = hands[1].weights[i];
        all += weight;
        holding[first] += weight;
        if (second == kNoSecondCard) continue;
        holding[second] += weight;
        same[first * side + second] = weight;  // taken off once with each card
    }
    for (std::size_t i = 0; i < hands[0].size(); ++i) {
        const auto& [first, second] = hands[0].hands[i];
        met += hands[0].weights[i] * (all - holding[first] - holding[second] + same[first * side + second]);
    }
    return met;
}

DealtGames deal_games(const std::vector<GameDeal>& deals, unsigned threads, const Watch& watch) {
    DealtGames out{decltype(DealtGames::games)(deals.size()), std::vector<double>(deals.size())};
    parallel_chunks(deals.size(), threads, watch, [&](std::size_t i, unsigned) {
        const GameDeal& deal = deals[i];
        const SolverGame& like = *deal.like;
        auto game = std::make_shared<SolverGame>(
            SolverGame{like.rules, like.tree, like.seats, deal.board, {}, like.rake});
        for (int p = 0; p < kSolverPlayers; ++p)
            game->hands[p] = fitting_hands(game->rules, deal.board, deal.weights[p]);
        if (game->hands[0].size() > 0 && game->hands[1].size() > 0) {
            game->runouts = deal_runouts(game->rules, game->tree.round[0], game->rules.rounds - 1, deal.board,
                                         game->hands);
        }
        out.meetings[i] = meeting_weight(game->hands);
        out.games[i] = std::move(game);
    });
    return out;
}

}  // namespace riverboat
