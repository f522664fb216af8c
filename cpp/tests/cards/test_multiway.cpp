#include "cards/equity/multiway.hpp"

#include <cmath>
#include <vector>

#include "cards/equity/range_equity.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

const Evaluator& holdem() {
    return evaluator(RankingId::holdem);
}

PlayerHands random_player(Deal& deal, int hands, CardMask dead) {
    PlayerHands player;
    std::vector<bool> taken(kHands);
    while (static_cast<int>(player.hands.size()) < hands) {
        const unsigned hand = deal.below(kHands);
        if (taken[hand] || (mask_of(hand_of(static_cast<int>(hand))) & dead)) continue;
        taken[hand] = true;
        player.hands.push_back(static_cast<std::uint16_t>(hand));
        player.weights.push_back((1 + deal.below(100)) / 100.0);
    }
    return player;
}

PlayerHands everything(CardMask dead) {
    PlayerHands player;
    player.everything = true;
    for (int hand = 0; hand < kHands; ++hand) {
        if (mask_of(hand_of(hand)) & dead) continue;
        player.hands.push_back(static_cast<std::uint16_t>(hand));
        player.weights.push_back(1);
    }
    return player;
}

bool same(const DealSums& a, const DealSums& b) {
    bool good = a.deals == b.deals && a.attempts == b.attempts && a.players.size() == b.players.size();
    for (std::size_t p = 0; good && p < a.players.size(); ++p) {
        const PlayerSums &x = a.players[p], &y = b.players[p];
        good = x.wins == y.wins && x.ties == y.ties && x.shares == y.shares &&
               x.shares_squared == y.shares_squared && x.hand_shares == y.hand_shares &&
               x.hand_deals == y.hand_deals;
    }
    return good;
}

bool within(double value, double expected, double error) {
    return std::abs(value - expected) <= error;
}

// Every figure of the sample within five standard errors of the exact one.
void compare(const DealSums& exact, const DealSums& sampled, std::uint64_t samples) {
    const auto n = static_cast<double>(samples);
    CHECK(sampled.deals == n);
    CHECK(sampled.attempts >= samples);
    double pots = 0;
    for (std::size_t p = 0; p < exact.players.size(); ++p) {
        const PlayerSums &truth = exact.players[p], &found = sampled.players[p];
        const double mean = found.shares / kPotShares / n;
        const double share_error =
            5 * std::sqrt((found.shares_squared / kPotShares / kPotShares / n - mean * mean) / n) + 1e-9;
        CHECK(within(mean, truth.shares / kPotShares / exact.deals, share_error));
        const auto proportion = [&](double count, double probability) {
            return within(count / n, probability, 5 * std::sqrt(probability * (1 - probability) / n) + 1e-9);
        };
        CHECK(proportion(found.wins, truth.wins / exact.deals));
        CHECK(proportion(found.ties, truth.ties / exact.deals));
        bool hands = true;  // the joint distribution of hands, not only the average
        for (int hand = 0; hand < kHands; ++hand) {
            hands = hands && proportion(found.hand_deals[hand], truth.hand_deals[hand] / exact.deals);
        }
        CHECK(hands);
        pots += found.shares / kPotShares;
    }
    CHECK(within(pots, n, 1e-6 * n));
}

std::uint64_t samples() {
    return quick() ? 20'000 : 400'000;
}

}  // namespace

TEST(samples_agree_with_every_deal) {
    Deal deal(1);
    for (int players : {2, 3, 4}) {
        CardMask used = 0;
        const std::vector<Card> board = deal.cards(players == 3 ? 4 : 3, used);
        const Card dead = deal.card(used);
        std::vector<PlayerHands> all;
        for (int p = 0; p < players; ++p) all.push_back(random_player(deal, quick() ? 3 : 8, used));
        const DealSums exact = multiway_exact(holdem(), all, board, bit_of(dead), 2, {});
        compare(exact, multiway_sampled(holdem(), all, board, bit_of(dead), samples(), 7, 2, {}), samples());
    }
}

TEST(players_who_hold_anything_are_dealt_fairly) {
    Deal deal(2);
    CardMask used = 0;
    const std::vector<Card> river = deal.cards(5, used);
    std::vector<PlayerHands> all = {everything(used), random_player(deal, 4, used),
                                    random_player(deal, 3, used)};
    const DealSums exact = multiway_exact(holdem(), all, river, 0, 2, {});
    const DealSums dealt = multiway_sampled(holdem(), all, river, 0, samples(), 3, 1, {});
    compare(exact, dealt, samples());
    all[0].everything = false;
    const DealSums drawn = multiway_sampled(holdem(), all, river, 0, samples(), 3, 1, {});
    compare(exact, drawn, samples());
    CHECK(dealt.attempts < drawn.attempts);
}

TEST(the_number_of_threads_does_not_change_a_sample) {
    Deal deal(3);
    const std::vector<PlayerHands> all = {random_player(deal, 30, 0), random_player(deal, 30, 0),
                                          everything(0)};
    for (std::uint64_t count :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{8'192}, std::uint64_t{40'001}}) {
        const DealSums one = multiway_sampled(holdem(), all, {}, 0, count, 5, 1, {});
        CHECK(one.deals == static_cast<double>(count));
        CHECK(same(one, multiway_sampled(holdem(), all, {}, 0, count, 5, 2, {})));
        if (count > 1) CHECK(!same(one, multiway_sampled(holdem(), all, {}, 0, count, 6, 1, {})));
    }
}

TEST(two_ranges_as_range_equity_counts_them) {
    Deal deal(4);
    CardMask used = 0;
    const std::vector<Card> board = deal.cards(4, used);
    const std::vector<PlayerHands> all = {random_player(deal, 40, used), random_player(deal, 50, used)};
    const DealSums exact = multiway_exact(holdem(), all, board, 0, 1, {});
    std::vector<std::vector<double>> weights(2, std::vector<double>(kHands));
    for (int p = 0; p < 2; ++p) {
        for (std::size_t i = 0; i < all[p].hands.size(); ++i) weights[p][all[p].hands[i]] = all[p].weights[i];
    }
    const auto sums = range_equity(holdem(), weights[0], weights[1], board, 0, 1, {});
    for (int p = 0; p < 2; ++p) {
        double wins = 0, ties = 0, total = 0;
        for (int hand = 0; hand < kHands; ++hand) {
            wins += weights[p][hand] * sums[p].wins[hand];
            ties += weights[p][hand] * sums[p].ties[hand];
            total += weights[p][hand] * sums[p].total[hand];
        }
        CHECK(within(exact.players[p].wins / exact.deals, wins / total, 1e-10));
        CHECK(within(exact.players[p].ties / exact.deals, ties / total, 1e-10));
        CHECK(within(exact.players[p].shares / kPotShares / exact.deals, (wins + ties / 2) / total, 1e-10));
    }
}

TEST(deals_are_counted) {
    Deal deal(5);
    const std::vector<PlayerHands> all = {random_player(deal, 60, 0), random_player(deal, 60, 0),
                                          random_player(deal, 60, 0)};
    std::uint64_t expected = 0;
    for (auto a : all[0].hands) {
        for (auto b : all[1].hands) {
            for (auto c : all[2].hands) {
                const CardMask x = mask_of(hand_of(a)), y = mask_of(hand_of(b)), z = mask_of(hand_of(c));
                expected += (x & y) == 0 && (x & z) == 0 && (y & z) == 0;
            }
        }
    }
    CHECK(count_deals(all, 1'000'000) == expected);
    CHECK(count_deals(all, expected) == expected);
    CHECK(count_deals(all, 1'000) == 1'000);
    CHECK(count_deals(all, 0) == 0);
    const std::vector<PlayerHands> two = {everything(0), everything(0)};
    CHECK(count_deals(two, 1'000'000'000) == 1'326 * 1'225);
}

TEST(no_deal_is_possible) {
    PlayerHands aces, none;
    aces.hands = {kHands - 1};
    aces.weights = {1};
    const std::vector<PlayerHands> clash = {aces, aces}, empty = {aces, none};
    CHECK(count_deals(clash, 10) == 0 && count_deals(empty, 10) == 0);
    for (const auto& players : {clash, empty}) {
        const DealSums exact = multiway_exact(holdem(), players, {}, 0, 2, {});
        CHECK(exact.deals == 0 && exact.players.size() == 2 && exact.players[0].shares == 0);
    }
    const DealSums sampled = multiway_sampled(holdem(), clash, {}, 0, 100, 1, 2, {}, 1'000);
    CHECK(sampled.deals == 0 && sampled.attempts >= 1'000);
}
