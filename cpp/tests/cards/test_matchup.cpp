#include "cards/equity/matchup.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

MatchupCounts brute(const Evaluator& e, const std::vector<Hand>& hands, const std::vector<Card>& board,
                    CardMask dead) {
    MatchupCounts counts;
    CardMask used = dead | mask_of_cards(board) | (bit_of(4 * e.rules().lowest_rank) - 1);
    for (Hand hand : hands) used |= mask_of(hand);
    std::vector<Card> start(board);
    each_completion(start, 5 - static_cast<int>(board.size()), used, [&](const std::vector<Card>& all) {
        ++counts.boards;
        std::vector<Strength> strengths;
        for (Hand hand : hands) {
            const Card cards[7] = {hand.hi, hand.lo, all[0], all[1], all[2], all[3], all[4]};
            strengths.push_back(e(cards, 7));
        }
        const Strength best = *std::max_element(strengths.begin(), strengths.end());
        const auto winners = std::count(strengths.begin(), strengths.end(), best);
        for (std::size_t p = 0; p < hands.size(); ++p) {
            if (strengths[p] != best) continue;
            ++(winners == 1 ? counts.wins : counts.ties)[p];
            counts.shares[p] += kPotShares / winners;
        }
    });
    return counts;
}

bool same(const MatchupCounts& a, const MatchupCounts& b) {
    return a.boards == b.boards && a.wins == b.wins && a.ties == b.ties && a.shares == b.shares;
}

std::vector<Hand> hands_of(std::string_view text) {
    std::vector<Hand> hands;
    const std::vector<Card> cards = cards_of(text);
    for (std::size_t i = 0; i < cards.size(); i += 2) hands.push_back(hand_of_cards(cards[i], cards[i + 1]));
    return hands;
}

bool agrees(std::string_view hands, std::string_view board, std::string_view dead = "") {
    const Evaluator& e = evaluator(RankingId::holdem);
    const CardMask gone = mask_of_cards(cards_of(dead));
    return same(matchup(e, hands_of(hands), cards_of(board), gone),
                brute(e, hands_of(hands), cards_of(board), gone));
}

}  // namespace

TEST(aces_against_kings) {
    const MatchupCounts counts = matchup(evaluator(RankingId::holdem), hands_of("AhAsKhKs"), {}, 0);
    CHECK(counts.boards == 1'712'304);
    CHECK(counts.wins[0] == 1'410'336);
    CHECK(counts.ties[0] == 9'308 && counts.ties[1] == 9'308);
    CHECK(counts.wins[1] == 1'712'304 - 1'410'336 - 9'308);
    CHECK(counts.shares[0] == kPotShares * counts.wins[0] + kPotShares / 2 * counts.ties[0]);
}

TEST(ace_king_suited_against_queens) {
    const MatchupCounts counts = matchup(evaluator(RankingId::holdem), hands_of("AhKhQsQc"), {}, 0);
    const double equity =
        static_cast<double>(counts.shares[0]) / kPotShares / static_cast<double>(counts.boards);
    CHECK(equity > 0.46214456 && equity < 0.46214458);
}

TEST(every_board_before_the_flop) {
    if (quick()) return;
    CHECK(agrees("AhKhQsQc", ""));
    CHECK(agrees("7h6h5h4hAsKs", "", "QsJs2d9c"));
}

TEST(random_hands_on_known_boards) {
    const Evaluator& e = evaluator(RankingId::holdem);
    Deal deal(1);
    for (int board_cards : {3, 4, 5}) {
        for (int i = 0; i < (quick() ? 6 : 300); ++i) {
            CardMask used = 0;
            // Every third deal comes from two suits, so that flushes meet flushes.
            const CardMask without = i % 3 == 0 ? kSuitMask << 1 | kSuitMask << 3 : 0;
            used |= without;
            std::vector<Hand> hands;
            const int players = 2 + i % 3;
            for (int p = 0; p < players; ++p) hands.push_back(deal.hand(used));
            const std::vector<Card> board = deal.cards(board_cards, used);
            CardMask dead = 0;
            for (Card card : deal.cards(i % 5, used)) dead |= bit_of(card);
            CHECK(same(matchup(e, hands, board, dead), brute(e, hands, board, dead)));
        }
    }
}

TEST(special_boards) {
    CHECK(agrees("AhAsKhKs", "QsJsTs"));              // royal flush draws
    CHECK(agrees("AhAs2h2s", "KsQsJsTs9s"));          // a straight flush on the board, beaten
    CHECK(agrees("2c2d3c3d", "AsKsQsJsTs"));          // everybody plays the board
    CHECK(agrees("2h3h4h5h7h8h", "9hJhKh"));          // three flushes on the flop
    CHECK(agrees("AcAd2c2d", "9c9d9h9s"));            // quads on the board
    CHECK(agrees("AhKdAsKcAdKhAcKs", "2s3s4s"));      // four players split, or one has the flush
    CHECK(agrees("AhKh", "2s3s4s"));                  // one player wins every board
    CHECK(agrees("AsKs2s3s", "4s5s", ""));            // a board of two cards, as in an enumeration by hand
    CHECK(agrees("AsKs2s3s", "4s5s6s", "7s8s9sTs"));  // dead cards of the flush suit
}

TEST(ten_players) {
    const Evaluator& e = evaluator(RankingId::holdem);
    Deal deal(2);
    for (int i = 0; i < (quick() ? 1 : 20); ++i) {
        CardMask used = 0;
        std::vector<Hand> hands;
        for (int p = 0; p < kMaxPlayers; ++p) hands.push_back(deal.hand(used));
        const std::vector<Card> flop = deal.cards(3, used);
        const MatchupCounts counts = matchup(e, hands, flop, 0);
        CHECK(same(counts, brute(e, hands, flop, 0)));
        std::int64_t shares = 0;
        for (std::int64_t share : counts.shares) shares += share;
        CHECK(shares == kPotShares * static_cast<std::int64_t>(counts.boards));
    }
}

TEST(short_deck) {
    Deal deal(3);
    for (RankingId id : {RankingId::short_deck, RankingId::short_deck_trips}) {
        const Evaluator& e = evaluator(id);
        for (int i = 0; i < (quick() ? 3 : 60); ++i) {
            CardMask used = bit_of(16) - 1;
            const std::vector<Hand> hands = {deal.hand(used), deal.hand(used), deal.hand(used)};
            const std::vector<Card> board = deal.cards(3 + i % 3, used);
            CHECK(same(matchup(e, hands, board, 0), brute(e, hands, board, 0)));
        }
    }
}
