#include "bots/all_in.hpp"

#include <algorithm>

#include "cards/equity/matchup.hpp"
#include "runtime/splitmix.hpp"

namespace riverboat {

namespace {

// A seed of the hole cards: whoever they are dealt to, the same boards are drawn.
std::uint64_t seed_of(const GameRules& rules, const Dealt& dealt) {
    std::uint64_t seed = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        seed = mix({seed, mask_of(std::span(dealt.holes[seat].data(), 2))});
    }
    return seed;
}

MatchupCounts sampled_matchup(const Evaluator& evaluate, std::span<const Hand> hands, CardMask dead,
                              std::uint64_t seed) {
    MatchupCounts counts;
    counts.boards = kSampledBoards;
    for (const Hand hand : hands) dead |= mask_of(hand);
    Rng rng(seed, 0);
    std::array<Strength, kMaxPlayers> strengths;
    for (int sample = 0; sample < kSampledBoards; ++sample) {
        std::array<Card, 7> cards;
        CardMask used = dead;
        for (int i = 0; i < 5;) {
            cards[i] = static_cast<Card>(rng.below(kCards));
            if (used & bit_of(cards[i])) continue;
            used |= bit_of(cards[i++]);
        }
        Strength best = 0;
        for (std::size_t i = 0; i < hands.size(); ++i) {
            cards[5] = hands[i].hi;
            cards[6] = hands[i].lo;
            strengths[i] = evaluate(cards.data(), 7);
            best = std::max(best, strengths[i]);
        }
        const auto winners = std::count(strengths.begin(), strengths.begin() + hands.size(), best);
        for (std::size_t i = 0; i < hands.size(); ++i) {
            counts.shares[i] += strengths[i] == best ? kPotShares / winners : 0;
        }
    }
    return counts;
}

void share_pot(const GameRules& rules, const Pot& pot, const Dealt& dealt, int known, double* worth) {
    std::array<Hand, kMaxPlayers> hands;
    std::array<int, kMaxPlayers> seats;
    std::size_t count = 0;
    CardMask dead = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        const auto& hole = dealt.holes[seat];
        if (pot.seats >> seat & 1) {
            seats[count] = seat;
            hands[count++] = {std::max(hole[0], hole[1]), std::min(hole[0], hole[1])};
        } else {
            dead |= bit_of(hole[0]) | bit_of(hole[1]);
        }
    }
    const Evaluator& evaluate = evaluator(rules.ranking);
    const std::span players(hands.data(), count);
    const std::span board(dealt.board.data(), static_cast<std::size_t>(known));
    const MatchupCounts counts = known == 0 ? sampled_matchup(evaluate, players, dead, seed_of(rules, dealt))
                                            : matchup(evaluate, players, board, dead);
    const double all = static_cast<double>(counts.boards) * kPotShares;
    for (std::size_t i = 0; i < count; ++i) {
        worth[seats[i]] += pot.amount * (static_cast<double>(counts.shares[i]) / all);
    }
}

}  // namespace

void share_by_equity(const GameRules& rules, const Betting& b, const Dealt& dealt, int known, double* worth,
                     std::optional<double> first) {
    const Pots pots = pots_of(rules, b);
    Chips back = 0, most = 0;
    int uncalled = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        worth[seat] = -b.total[seat];
        back += b.total[seat];
        // antes that some pay alone are dead money, no bets
        const Chips bet = b.total[seat] - (rules.antes_matched() ? 0 : rules.ante_posted(seat));
        if (bet > most) most = bet, uncalled = seat;
    }
    for (int i = 0; i < pots.count; ++i) {
        const Pot& pot = pots.pots[i];
        back -= pot.amount;
        if (first && pot.seats == 0b11) {
            worth[0] += pot.amount * *first;
            worth[1] += pot.amount * (1 - *first);
        } else {
            share_pot(rules, pot, dealt, known, worth);
        }
    }
    worth[uncalled] += back;
}

}  // namespace riverboat
