#include "cards/equity/against_hands.hpp"

#include <cmath>
#include <vector>

#include "cards/equity/matchup.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

TEST(every_hand_is_met_as_if_it_were_alone) {
    const Evaluator& e = evaluator(RankingId::holdem);
    Deal deal(17);
    for (int round = 0; round < 90; ++round) {
        const int known = 3 + round % 3;
        CardMask used = 0;
        const Hand hand = deal.hand(used);
        const std::vector<Card> board = deal.cards(known, used);
        const CardMask dead = round % 2 ? mask_of(deal.hand(used)) : 0;
        std::vector<double> shares(kHands);
        against_hands(e, hand, board, dead, shares.data());
        for (int other = round % 7; other < kHands; other += known == 3 ? 97 : 7) {
            if (mask_of(hand_of(other)) & used) {
                CHECK(shares[other] == 0);
                continue;
            }
            const Hand both[2] = {hand, hand_of(other)};
            const MatchupCounts counts = matchup(e, both, board, dead);
            const double pots = static_cast<double>(counts.shares[0]) / kPotShares;
            CHECK(std::abs(shares[other] - pots / static_cast<double>(counts.boards)) < 1e-12);
        }
    }
}

TEST(flushes_on_the_board_and_in_the_hand) {
    const Evaluator& e = evaluator(RankingId::holdem);
    for (const char* text : {"AsKsQs7s2s", "AsKsQs7s2d", "AsKsQs7c2d", "9s8s7s6s5s"}) {
        const std::vector<Card> board = cards_of(text);
        for (const char* held : {"JsTs", "JsTd", "4s3c", "3h2h"}) {
            const std::vector<Card> own = cards_of(held);
            const Hand hand = hand_of_cards(own[0], own[1]);
            std::vector<double> shares(kHands);
            against_hands(e, hand, board, 0, shares.data());
            for (int other = 0; other < kHands; ++other) {
                if (mask_of(hand_of(other)) & (mask_of(hand) | mask_of(board))) continue;
                const Hand both[2] = {hand, hand_of(other)};
                const MatchupCounts counts = matchup(e, both, board, 0);
                CHECK(shares[other] == static_cast<double>(counts.shares[0]) / kPotShares);
            }
        }
    }
}
