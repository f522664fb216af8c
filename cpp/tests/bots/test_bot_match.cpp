#include "bots/bot_match.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bots/all_in.hpp"
#include "bots/win_rate.hpp"
#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

GameRules holdem(int players, Chips stack) {
    GameRules rules;
    rules.players = players;
    rules.rounds = 4;
    rules.hole_cards = 2;
    rules.board_cards = {0, 3, 1, 1};
    rules.min_bet = 10;
    rules.deck_size = kCards;
    std::iota(rules.deck.begin(), rules.deck.end(), Card{0});
    for (int seat = 0; seat < players; ++seat) rules.stacks[seat] = stack;
    rules.blinds[players == 2 ? 1 : 0] = 5;
    rules.blinds[players == 2 ? 0 : 1] = 10;
    rules.first_to_act[0] = players == 2 ? 1 : 2 % players;
    return rules;
}

struct RandomHolding {
    std::array<Card, 7> cards;
    int board;
    Holding holding(int opponents) const {
        return {std::span(cards.data(), 2), std::span(cards.data() + 2, static_cast<std::size_t>(board)),
                opponents};
    }
};

RandomHolding random_holding(const GameRules& rules, Rng& rng, int board) {
    RandomHolding found;
    found.board = board;
    Dealer dealer(rules.deck.data(), rules.deck_size, rng);
    for (Card& card : found.cards) card = dealer.draw();
    return found;
}

// Every hand of one opponent on a whole board, or every pair of hands of two, one by one.
double river_rate(const Holding& holding) {
    const Evaluator& evaluate = evaluator(RankingId::holdem);
    std::array<Card, 7> cards;
    std::copy(holding.board.begin(), holding.board.end(), cards.begin());
    const auto strength = [&](Card one, Card other) {
        cards[5] = one;
        cards[6] = other;
        return evaluate(cards.data(), 7);
    };
    const Strength own = strength(holding.hole[0], holding.hole[1]);
    const CardMask seen = mask_of(holding.hole) | mask_of(holding.board);
    std::vector<std::pair<CardMask, Strength>> others;
    for (int index = 0; index < kHands; ++index) {
        const Hand hand = hand_of(index);
        if (!(mask_of(hand) & seen)) others.emplace_back(mask_of(hand), strength(hand.hi, hand.lo));
    }
    double sum = 0, count = 0;
    const auto add = [&](Strength best, int ties) {
        sum += best > own ? 0 : 1.0 / (ties + 1);
        ++count;
    };
    for (const auto& [mask, first] : others) {
        if (holding.opponents == 1) add(first, first == own);
        for (const auto& [other, second] : others) {
            if (holding.opponents == 2 && !(mask & other))
                add(std::max(first, second), (first == own) + (second == own));
        }
    }
    return sum / count;
}

BotRule shark(std::uint32_t samples) {
    BotRule rule;
    rule.cuts.fill({0.3, 0.6});
    using enum Choice;
    rule.choices = {{fold, fold, fold}, {call, call, call}, {raise, raise, raise}};
    rule.factor.fill(1);
    rule.samples = samples;
    return rule;
}

}  // namespace

TEST(all_paths_deal_the_same) {
    Rng rng(1, 0);
    for (int i = 0; i < 200; ++i) {
        const GameRules rules = holdem(10, 1000);
        const RandomHolding holding = random_holding(rules, rng, (std::array{0, 3, 4, 5})[i % 4]);
        const SampledShowdowns deals(rules, holding.holding(1 + i % 9), rng.next());
        const auto count = static_cast<std::uint32_t>(1 + i);
        const std::uint64_t all = deals.shares(0, count, CpuPath::baseline);
        CHECK(deals.shares(0, count) == all);
        const std::uint32_t part = count / 3;  // parts add up
        CHECK(deals.shares(0, part) + deals.shares(part, count - part) == all);
    }
}

TEST(rates_on_the_river_are_right) {
    Rng rng(2, 0);
    const GameRules rules = holdem(10, 1000);
    constexpr std::uint32_t samples = 100'000;
    for (int i = 0; i < 10; ++i) {
        const RandomHolding cards = random_holding(rules, rng, 5);
        const Holding holding = cards.holding(1 + i % 2);
        const double rate = win_rate_of(sampled_shares(rules, holding, samples, rng.next()), samples);
        CHECK(std::abs(rate - river_rate(holding)) < 4.5 * 0.5 / std::sqrt(samples));
    }
}

TEST(before_the_flop_by_known_chances) {
    const GameRules two = holdem(2, 1000), three = holdem(3, 1000);
    const std::array<Card, 2> aces = {51, 50}, low = {0, 21};
    constexpr std::uint32_t samples = 200'000;
    CHECK(std::abs(win_rate_of(sampled_shares(two, {aces, {}, 1}, samples, 1), samples) - 0.8520) < 0.004);
    CHECK(std::abs(win_rate_of(sampled_shares(two, {low, {}, 1}, samples, 1), samples) - 0.3458) < 0.005);
    // Dealt instead of drawn, the same.
    const SampledShowdowns deals(three, {aces, {}, 1}, 1);
    CHECK(std::abs(win_rate_of(deals.shares(0, samples), samples) - 0.8520) < 0.004);
    CHECK(std::abs(win_rate_of(sampled_shares(three, {aces, {}, 2}, samples, 1), samples) - 0.734) < 0.005);
}

TEST(stopping_early_changes_no_bin) {
    Rng rng(3, 0);
    const GameRules rules = holdem(6, 1000);
    for (int i = 0; i < 2000; ++i) {
        const RandomHolding holding = random_holding(rules, rng, (std::array{0, 3, 4, 5})[i % 4]);
        const std::uint32_t samples = 1 + rng.below(150);
        const std::uint64_t most = std::uint64_t{samples} * kPotShares, seed = rng.next();
        const Holding asked = holding.holding(1 + i % 5);
        const std::uint64_t sum = sampled_shares(rules, asked, samples, seed);
        // Cuts at random, and where the sum lies
        std::array cuts = {rng.next() % (most + 2), rng.next() % (most + 2), sum + (i & 1)};
        std::sort(cuts.begin(), cuts.end());
        const auto above = std::count_if(cuts.begin(), cuts.end(), [&](auto cut) { return cut <= sum; });
        CHECK(sampled_bin(rules, asked, samples, seed, cuts) == above);
    }
}

TEST(freeze_outs_keep_all_chips) {
    BotMatch match;
    for (int players = 2; players <= 4; ++players) match.rules.push_back(holdem(players, 100));
    BotRule random;
    random.random = true;
    match.bots = {random, shark(20), random, shark(7)};
    match.stacks = Stacks::freeze_out;
    match.hands = 30;
    const SeriesRows rows = play_series(match, {3, 50, 1}, {});
    std::vector<Chips> chips;
    std::int64_t unit = -1;
    bool fewer = false;
    for (std::size_t row = 0; row < rows.unit.size(); ++row) {
        if (rows.unit[row] != unit) chips.assign(4, 100), ++unit;
        CHECK(rows.unit[row] == unit);
        int in = 0;
        for (std::size_t bot = 0; bot < 4; ++bot) {
            CHECK((chips[bot] > 0) == (rows.seat[4 * row + bot] >= 0));
            in += chips[bot] > 0;
            chips[bot] += static_cast<Chips>(rows.won[4 * row + bot]);
            CHECK(chips[bot] >= 0);
        }
        CHECK(in == rows.players[row]);
        fewer |= in < 4;
        CHECK(std::accumulate(chips.begin(), chips.end(), 0) == 400);
    }
    CHECK(unit == 49 && fewer);
    CHECK(std::abs(std::accumulate(rows.games_won.begin(), rows.games_won.end(), 0.0) - 50) < 1e-9);
}

TEST(sampled_all_ins_are_near_and_add_up) {
    const GameRules rules = holdem(3, 1000);
    Betting b = start_betting(rules);
    apply_raise_to(rules, b, 1000);
    apply_check_or_call(rules, b);
    apply_check_or_call(rules, b);
    CHECK(b.is_showdown());
    Dealt dealt = nothing_dealt();
    const std::array<std::array<Card, 2>, 3> holes = {{{51, 50}, {47, 46}, {43, 42}}};  // aces, kings, queens
    for (int seat = 0; seat < 3; ++seat)
        std::copy(holes[seat].begin(), holes[seat].end(), dealt.holes[seat].begin());
    std::array<double, kMaxPlayers> worth{};
    share_by_equity(rules, b, dealt, 0, worth.data());
    CHECK(std::abs(worth[0] + worth[1] + worth[2]) < 1e-6);
    CHECK(std::abs(worth[0] - (3000 * 0.670 - 1000)) < 4 * 3000 * 0.5 / std::sqrt(kSampledBoards));
}
