#include <map>
#include <vector>

#include "abstraction/features/feature_index.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr FeatureRules kDefault{false, false, true, true, true}, kFine{true, true, true, true, true};

// Every hand on one board, two cards after two.
std::vector<Card> hands_on(CardMask board) {
    std::vector<Card> hands;
    for (const Hand hand : kHandsByIndex.hands) {
        if ((mask_of(hand) & board) == 0) hands.insert(hands.end(), {hand.hi, hand.lo});
    }
    return hands;
}

}  // namespace

TEST(every_deal_of_a_flop_is_counted) {
    if (quick()) return;
    for (const FeatureRules rules : {kDefault, kFine}) {
        std::map<FeatureWord, std::uint64_t> counted;
        std::vector<Card> board;
        each_completion(board, 3, 0, [&](const std::vector<Card>& table) {
            const FeatureBoard features(table, rules);
            const std::vector<Card> hands = hands_on(mask_of_cards(table));
            for (std::size_t i = 0; i < hands.size(); i += 2)
                ++counted[features.word(hands[i + 1], hands[i])];
        });
        const FeatureIndex index(3, rules, 2, {});
        CHECK(counted.size() == index.words().size());
        std::size_t place = 0;
        for (const auto& [word, deals] : counted) {
            CHECK(index.words()[place] == word);
            CHECK(index.deals()[place] == deals);
            ++place;
        }
    }
}

TEST(buckets_are_places_of_words) {
    Deal deal(5);
    for (int board_cards : {0, 3, 4, 5}) {
        if (quick() && board_cards > 3) break;
        const FeatureIndex index(board_cards, kFine, 1, {});
        for (int i = 0; i < 20; ++i) {
            CardMask used = 0;
            const std::vector<Card> board = deal.cards(board_cards, used), hands = hands_on(used);
            std::vector<Card> deals;
            for (std::size_t at = 0; at < hands.size(); at += 2) {
                deals.insert(deals.end(), {hands[at], hands[at + 1]});
                deals.insert(deals.end(), board.begin(), board.end());
            }
            const std::size_t rows = hands.size() / 2;
            std::vector<std::uint32_t> of_hands(rows), of_deals(rows);
            CHECK(index.hand_buckets(board, hands.data(), rows, of_hands.data()) == rows);
            CHECK(index.deal_buckets(deals.data(), rows, of_deals.data(), 2, {}) == rows);
            CHECK(of_hands == of_deals);
            const FeatureBoard features(board, kFine);
            for (std::size_t row = 0; row < rows; ++row)
                CHECK(index.words()[of_hands[row]] == features.word(hands[2 * row], hands[2 * row + 1]));
        }
    }
}

TEST(threads_change_nothing) {
    const FeatureIndex one(3, kDefault, 1, {}), three(3, kDefault, 3, {});
    CHECK(one.words() == three.words());
    CHECK(one.deals() == three.deals());
}

TEST(first_bad_deal_is_found) {
    const FeatureIndex index(3, kDefault, 1, {});
    constexpr std::size_t rows = 100'000;
    std::vector<Card> deals = Deal(1).rows(rows, 5);
    std::vector<std::uint32_t> out(rows);
    deals[5 * 70'001 + 4] = 52;
    deals[5 * 60'001 + 1] = deals[5 * 60'001];
    CHECK(index.deal_buckets(deals.data(), rows, out.data(), 2, {}) == 60'001);
    const std::vector<Card> board = cards_of("AsKsQs"), hands = cards_of("JsTsAs2c");
    CHECK(index.hand_buckets(board, hands.data(), 2, out.data()) == 1);
}
