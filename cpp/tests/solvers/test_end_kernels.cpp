#include "cards/evaluator/evaluator.hpp"
#include "solvers/full_width/kernels/kernels.hpp"
#include "tests/check.hpp"
#include "tests/solvers/kernel_numbers.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// A board at the end of a hand of either kind.
RunoutBoard last_board(Deal& deal, int hole_cards, BothHands& hands, std::vector<Card>& board) {
    CardMask used = 0;
    GameRules rules = hole_cards == 2 ? holdem_spot(5, 10, 100) : island();
    if (hole_cards == 1) {
        rules.rounds = 1;
        rules.board_cards = {2};
    }
    board = deal.cards(hole_cards == 2 ? 5 : 2, used);
    for (PrivateHands& range : hands) {
        range = deal.below(3) == 0 ? hands_of(rules, used)
                                   : hands_of(rules, used, &deal, hole_cards == 1 ? 2 : 1 + deal.below(60));
    }
    return deal_runouts(rules, 0, 0, board, hands).rounds[0][0];
}

// Every hand against every hand of the opponent.
double brute(const RunoutBoard& board, const std::vector<Card>& dealt, int player, std::size_t own_class,
             const EndPayoff& pay, int hole_cards, const auto& reach) {
    const Evaluator& evaluate = evaluator(hole_cards == 2 ? RankingId::holdem : RankingId::three_card);
    const auto strength = [&](const PrivateHand& hand) {
        std::vector<Card> cards(dealt);
        cards.push_back(hand.first);
        if (hole_cards == 2) cards.push_back(hand.second);
        return evaluate(cards.data(), static_cast<int>(cards.size()));
    };
    const PrivateHand& own = board.hands[player].cards[own_class];
    const BoardHands& theirs = board.hands[1 - player];
    const Strength mine = strength(own);
    double sum = 0;
    for (std::size_t j = 0; j < theirs.all.size(); ++j) {
        if (theirs.all[j].mask() & own.mask()) continue;
        const Strength other = strength(theirs.all[j]);
        const double chips = pay.is_fold     ? pay.win
                             : mine > other  ? pay.win
                             : mine == other ? pay.tie
                                             : pay.lose;
        sum += chips * reach[theirs.class_of[j]];
    }
    return sum;
}

template <class Real>
void check_ends(int hole_cards) {
    Deal deal(31);
    for (int trial = 0; trial < (quick() ? 6 : 40); ++trial) {
        BothHands hands;
        std::vector<Card> dealt;
        const RunoutBoard board = last_board(deal, hole_cards, hands, dealt);
        const int player = static_cast<int>(deal.below(2));
        const std::size_t own = board.hands[player].classes(), other = board.hands[1 - player].classes();
        if (own == 0 || other == 0) continue;
        for (int kind : {0, 1, 2}) {  // showdowns, folds, folds and then showdowns
            EndJob<Real> job;
            job.ends = 1 + static_cast<int>(deal.below(kLanes<Real>));
            std::vector<Numbers<Real>> reach, values;
            for (int l = 0; l < job.ends; ++l) {
                reach.emplace_back(width_of<Real>(other));
                values.emplace_back(width_of<Real>(own));
                reach[l].randomise(deal, 0, 1);
            }
            for (int l = 0; l < job.ends; ++l) {
                job.reach[l] = reach[l];
                job.values[l] = values[l];
                const bool fold = kind == 1 || (kind == 2 && hole_cards == 2 && l < job.ends / 2);
                job.payoff[l] = {10.0 + l, fold ? 0 : 0.5, fold ? 0 : -7.0 - l, fold};
            }
            Numbers<Real> work(work_size<Real>(own, other));
            kernels<Real>().ends(job, board, player, hole_cards, work);
            for (int l = 0; l < job.ends; l += 3) {
                for (std::size_t c = 0; c < own; c += 1 + own / 50) {
                    const double expected =
                        brute(board, dealt, player, c, job.payoff[l], hole_cards, reach[l]);
                    const double size = 20.0 * static_cast<double>(hands[1 - player].size());
                    CHECK(std::abs(values[l][c] - expected) < size * (sizeof(Real) == 8 ? 1e-13 : 1e-5));
                }
            }
        }
    }
}

}  // namespace

TEST(ends_of_one_card_hands) {
    check_ends<double>(1);
    check_ends<float>(1);
}

TEST(ends_of_two_card_hands) {
    check_ends<double>(2);
    check_ends<float>(2);
}
