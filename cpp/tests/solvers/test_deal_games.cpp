#include "solvers/game/deal_games.hpp"

#include "solvers/full_width/flat_boards.hpp"
#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr std::size_t kAllHands = 1326;

// About one hand in `thin` with a weight.
std::vector<double> some_weights(Deal& deal, unsigned thin) {
    std::vector<double> out(kAllHands);
    for (double& weight : out) weight = deal.below(thin) == 0 ? (1 + deal.below(100)) / 100.0 : 0;
    return out;
}

struct Dealing {
    GameRules rules = holdem_spot(4, 10, 100);
    SolverGame like{rules, tree_of(rules, one_size(rules, 1)), {0, 1}, {}, {}, {0.05, 1}};
    std::vector<std::vector<double>> weights;
    std::vector<GameDeal> deals;

    Dealing() {
        Deal deal(7);
        for (int i = 0; i < 8; ++i) weights.push_back(some_weights(deal, 1 + i / 2 * 3));
        const std::vector<std::string> boards{"AsKs2d7h", "2c2d2h2s", "9c8c7c6c", "QhJd3s4c"};
        for (std::size_t i = 0; i < boards.size(); ++i)
            deals.push_back({&like, cards_of(boards[i]), {weights[2 * i].data(), weights[2 * i + 1].data()}});
    }
};

}  // namespace

TEST(hands_fit_the_board_and_have_their_weights) {
    const Dealing dealing;
    const GameDeal& deal = dealing.deals[0];
    const PrivateHands hands = fitting_hands(dealing.rules, deal.board, deal.weights[0]);
    const CardMask board = mask_of_cards(deal.board);
    std::size_t fitting = 0;
    for (int high = 1; high < kCards; ++high) {
        for (int low = 0; low < high; ++low)
            fitting += !(board & (bit_of(static_cast<Card>(high)) | bit_of(static_cast<Card>(low)))) &&
                       deal.weights[0][high * (high - 1) / 2 + low] > 0;
    }
    CHECK(hands.size() == fitting);
    for (std::size_t i = 0; i < hands.size(); ++i) {
        const auto [first, second] = hands.hands[i];
        CHECK(first > second);
        CHECK(hands.weights[i] == deal.weights[0][first * (first - 1) / 2 + second]);
    }
}

TEST(hands_that_share_a_card_never_meet) {
    const Dealing dealing;
    const DealtGames dealt = deal_games(dealing.deals, 2, {});
    for (std::size_t g = 0; g < dealt.games.size(); ++g) {
        const BothHands& hands = dealt.games[g]->hands;
        double met = 0;
        for (std::size_t i = 0; i < hands[0].size(); ++i) {
            for (std::size_t j = 0; j < hands[1].size(); ++j) {
                if (!(hands[0].hands[i].mask() & hands[1].hands[j].mask()))
                    met += hands[0].weights[i] * hands[1].weights[j];
            }
        }
        CHECK(std::abs(dealt.meetings[g] - met) < 1e-9 * (1 + met));
    }
}

TEST(a_player_without_hands_is_no_crash) {
    Dealing dealing;
    const std::vector<double> none(kAllHands);
    dealing.deals[1].weights[1] = none.data();
    const DealtGames dealt = deal_games(dealing.deals, 1, {});
    CHECK(dealt.meetings[1] == 0);
    CHECK(dealt.games[1]->runouts.rounds.empty());
    CHECK(dealt.meetings[0] > 0);
}

TEST(games_lie_behind_each_other_as_they_lie_alone) {
    const Dealing dealing;
    const DealtGames dealt = deal_games(dealing.deals, 2, {});
    std::vector<const SolverGame*> games;
    for (const auto& game : dealt.games) games.push_back(game.get());
    const FlatShape shape{608, 2, 12};  // the lists of any board have room
    for (int round = 0; round < dealing.rules.rounds; ++round) {
        const FlatBoards all = flat_boards(games, round, 32, shape, 2);
        std::size_t board = 0, deal = 0;
        const std::size_t list = shape.chunk_numbers() * shape.threads, looks = kLookNumbers * shape.room();
        for (std::size_t g = 0; g < games.size(); ++g) {
            const FlatBoards one = flat_boards({games[g]}, round, 32, shape, 1);
            CHECK(all.boards_of[g] == one.boards.size() && all.deals_of[g] == one.deals.size());
            for (const FlatBoards::Board& alone : one.boards) {
                const FlatBoards::Board& here = all.boards[board];
                CHECK(here.cell == alone.cell && here.parent == alone.parent && here.deals == alone.deals);
                const auto number = static_cast<std::size_t>(&alone - one.boards.data());
                for (int p = 0; p < kSolverPlayers; ++p) {
                    CHECK(std::equal(&one.lists[p].data[number * list],
                                     &one.lists[p].data[(number + 1) * list],
                                     &all.lists[p].data[board * list]));
                    CHECK(std::equal(&one.looks[p].data[number * looks],
                                     &one.looks[p].data[(number + 1) * looks],
                                     &all.looks[p].data[board * looks]));
                    CHECK(all.maps[p][here.down[p]] == one.maps[p][alone.down[p]]);
                }
                for (std::uint32_t d = 0; d < alone.deals; ++d) {
                    const FlatBoards::Deal &mine = all.deals[here.first_deal + d],
                                           &same = one.deals[alone.first_deal + d];
                    CHECK(mine.board == same.board && all.maps[1][mine.up[1]] == one.maps[1][same.up[1]]);
                }
                ++board;
            }
            deal += one.deals.size();
        }
        CHECK(board == all.boards.size() && deal == all.deals.size());
    }
}
