#include "cards/isomorphism/board_classes.hpp"

#include <cstdlib>
#include <vector>

#include "cards/isomorphism/indexer.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

// Over one board of each class: every index once, and the one that the indexer gives from the cards. `step`
// leaves boards out, and then indices are only compared.
void check_boards(int board_cards, std::int64_t step) {
    const BoardClasses classes(board_cards);
    const HandIndexer boards({board_cards}, kAllRanks, kAllSuits),
        hands({2, board_cards}, kAllRanks, kAllSuits);
    CHECK(classes.size() == hands.size(1));
    std::vector<std::uint8_t> visits(step == 1 ? static_cast<std::size_t>(classes.size()) : 0);
    std::int64_t wrong = 0, visited = 0;
    for (std::int64_t which = 0; which < boards.size(0); which += step) {
        std::vector<Card> board(static_cast<std::size_t>(board_cards));
        boards.cards_of(0, &which, 1, board.data(), 1);
        std::vector<Card> deals;
        std::vector<std::int64_t> given;
        classes.each(board, [&](int hand, std::int64_t index) {
            deals.insert(deals.end(), {hand_of(hand).hi, hand_of(hand).lo});
            deals.insert(deals.end(), board.begin(), board.end());
            given.push_back(index);
            if (step == 1) ++visits[static_cast<std::size_t>(index)];
        });
        std::vector<std::int64_t> expected(given.size());
        CHECK(hands.index(1, deals.data(), given.size(), expected.data(), 1) == given.size());
        wrong += given != expected;
        visited += static_cast<std::int64_t>(given.size());
    }
    CHECK(wrong == 0);
    if (step > 1) return;
    CHECK(visited == classes.size());
    CHECK(std::count(visits.begin(), visits.end(), 1) == classes.size());
}

}  // namespace

TEST(every_flop_hand_once) {
    check_boards(3, test::quick() ? 20 : 1);
}

TEST(every_turn_hand_once) {
    check_boards(4, test::quick() ? 200 : 1);
}

TEST(river_hands_as_the_indexer_says) {
    check_boards(5, test::quick() ? 2000 : 100);
}
