#include "solvers/sampled/sampled.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include "abstraction/tables/board_tables.hpp"
#include "games/payouts/finishes.hpp"
#include "games/rules/table.hpp"
#include "solvers/sampled/public_sampling.hpp"
#include "tests/check.hpp"
#include "tests/solvers/sampled_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// --- what ends are worth -----------------------------------------------------------------------------------

enum class Antes { none, of_all, of_big_blind };

// Chips are multiples of 60, so that up to six players divide every pot.
GameRules ring(int players, Antes antes, Deal& deal) {
    GameRules rules;
    rules.players = players;
    rules.rounds = players < 4 ? 2 : 1;
    for (int seat = 0; seat < players; ++seat) {
        rules.stacks[seat] = 60 * static_cast<Chips>(1 + deal.below(12));
        if (antes == Antes::of_all) rules.antes[seat] = 60;
    }
    const int big = players == 2 ? 0 : 1;
    rules.blinds[big] = 120;
    rules.blinds[1 - big] = 60;
    if (antes == Antes::of_big_blind) rules.antes[big] = 120;
    rules.min_bet = 120;
    rules.first_to_act = {players == 2 ? 1 : 2 % players, 0};
    rules.hole_cards = 2;
    rules.board_cards = {0, 3};
    for (int card = 0; card < kCards; ++card) rules.deck[rules.deck_size++] = static_cast<Card>(card);
    return rules;
}

void act(HandTable& table, Action action) {
    if (action == kFold)
        table.fold();
    else if (action == kCall)
        table.check_or_call();
    else
        table.raise_to(action);
}

// What all seats lack is the rake of the called pots, and nothing if the hand was over before the first
// board; only who wins pays. lack: by seat, negative.
template <class Lack>
void check_rake(const GameRules& rules, const HandTable& table, const SampledRake& rake, const Lack& lack) {
    const Pots pots = pots_of(rules, table.betting());
    double called = 0, all = 0;
    for (int i = 0; i < pots.count; ++i) called += pots.pots[i].amount;
    const unsigned in = ((1u << rules.players) - 1) & ~table.betting().folded;
    const bool unseen = std::has_single_bit(in) && rules.board_size(table.betting().round) == 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        all += lack(seat);
        if (!(in >> seat & 1)) CHECK(lack(seat) == 0);
        CHECK(lack(seat) <= 0);
    }
    const double taken = unseen ? 0 : std::min(rake.share * called, rake.cap);
    CHECK(std::abs(all + taken) <= 1e-5 * called);
}

// Plays random choices to the end and compares with what the rules pay.
void check_random_ends(const GameRules& rules, Deal& deal) {
    if (HandTable(rules).betting().actor == kNobody) return;  // all in by the blinds
    const BettingTree tree = tree_of(rules, one_size(rules, 1));
    const SampledRake rake{0.05, 0.1 * static_cast<double>(rules.stacks[0])};
    const SampledEnds ends(rules, tree), raked(rules, tree, rake);
    SampledEnds priced(rules, tree);
    std::vector<double> stacks(rules.stacks.begin(), rules.stacks.begin() + rules.players);
    stacks.push_back(150.0);  // a player who is not dealt in
    const std::vector<double> payouts = {3.0, 1.0};
    const double chips = std::accumulate(stacks.begin(), stacks.end(), 0.0);
    priced.set_prizes(stacks, payouts);
    for (int repeat = 0; repeat < 200; ++repeat) {
        HandTable table(rules);
        std::int32_t at = 0;
        while (at >= 0) {
            const auto node = static_cast<std::size_t>(at);
            const std::uint32_t choices = tree.first_choice[node + 1] - tree.first_choice[node];
            const std::uint32_t choice = tree.first_choice[node] + deal.below(choices);
            act(table, tree.action[choice]);
            at = tree.child[choice];
        }
        std::array<Strength, kMaxPlayers> strengths;
        for (Strength& strength : strengths) strength = static_cast<Strength>(1 + deal.below(3));
        const BySeat paid = payoffs(rules, table.betting(), strengths.data());
        const auto end = static_cast<std::uint32_t>(~at);
        for (int seat = 0; seat < rules.players; ++seat)
            CHECK(ends.value(end, seat, strengths.data()) == static_cast<float>(paid[seat]));
        std::vector<double> after = stacks;
        for (int seat = 0; seat < rules.players; ++seat) after[seat] += paid[seat];
        const std::vector<double> worth = prizes_after_hand(stacks, after, payouts),
                                  before = prizes_after_hand(stacks, stacks, payouts);
        for (int seat = 0; seat < rules.players; ++seat) {
            const double more = (worth[seat] - before[seat]) * chips / 4.0;
            CHECK(std::abs(priced.value(end, seat, strengths.data()) - more) <= 1e-4 * chips);
        }
        check_rake(rules, table, rake, [&](int seat) {
            return raked.value(end, seat, strengths.data()) - static_cast<float>(paid[seat]);
        });
    }
}

void collect_ends(const BettingTree& tree, std::int32_t at, std::vector<std::uint32_t>& out) {
    if (at < 0) return out.push_back(static_cast<std::uint32_t>(~at));
    const auto node = static_cast<std::size_t>(at);
    for (std::uint32_t i = tree.first_choice[node]; i < tree.first_choice[node + 1]; ++i)
        collect_ends(tree, tree.child[i], out);
}

// --- a small game ------------------------------------------------------------------------------------------

constexpr std::array kSamplings = {Sampling::external, Sampling::outcome, Sampling::chance,
                                   Sampling::public_chance};

template <class Number>
void check_repeats() {
    const SmallGame game;
    constexpr std::uint64_t block = Sampled<Number>::kDealsAtOnce;
    for (Sampling sampling : kSamplings) {
        SampledOptions options;
        options.sampling = sampling;
        options.prune_below = -1000;
        const std::uint64_t count = sampling == Sampling::external ? 20 * block : 3 * block;
        const auto whole = game.engine<Number>(), cut = game.engine<Number>(), other = game.engine<Number>();
        const SampledCount done = whole->run(options, 0, count, 7, 1, {});
        CHECK(done.iterations == count && done.visits > count);
        cut->run(options, 0, block, 7, 1, {});
        cut->run(options, block, count - block, 7, 1, {});
        other->run(options, 0, count, 8, 1, {});
        CHECK(same_tables(*whole, *cut));
        CHECK(!same_tables(*whole, *other));
    }
}

template <class Number>
void check_threads() {
    const SmallGame game;
    const auto engine = game.engine<Number>();
    std::uint64_t begin = 0;
    for (Sampling sampling : kSamplings) {
        SampledOptions options;
        options.sampling = sampling;
        options.prune_below = -100;
        const std::uint64_t count = (sampling == Sampling::external ? 40 : 8) * Sampled<Number>::kDealsAtOnce;
        CHECK(engine->run(options, begin, count, 1, 4, {}).iterations == count);
        begin += count;
    }
    engine->discount(0.5f, 0.5f, 0.5f, 0, 4);
    engine->add_snapshot(1, 0, 4);
    const SampledSurvey found = engine->survey(1, 4);
    CHECK(found.rows == engine->table().rows().size() && found.cells > found.rows);
    CHECK(std::isfinite(found.positive) && found.positive > 0 && found.visits > 0);
}

}  // namespace

TEST(ends_pay_what_the_rules_pay) {
    Deal deal(1);
    for (int players = 2; players <= 6; ++players) {
        for (Antes antes : {Antes::none, Antes::of_all, Antes::of_big_blind}) {
            for (int repeat = 0; repeat < (quick() ? 2 : 8); ++repeat)
                check_random_ends(ring(players, antes, deal), deal);
        }
    }
}

// Walks do not go on behind a fold of who learns.
TEST(who_folds_has_lost_the_same_whatever_follows) {
    Deal deal(2);
    const GameRules rules = ring(4, Antes::of_all, deal);
    const BettingTree tree = tree_of(rules, one_size(rules, 1));
    const SampledEnds ends(rules, tree);
    const std::array<Strength, 4> strengths{1, 2, 2, 3};
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
        if (tree.action[tree.first_choice[node]] != kFold) continue;
        std::vector<std::uint32_t> after;
        collect_ends(tree, tree.child[tree.first_choice[node]], after);
        const float first = ends.value(after[0], tree.actor[node], strengths.data());
        CHECK(first == -static_cast<float>(tree.end_put_in[4 * after[0] + tree.actor[node]]));
        for (std::uint32_t end : after) CHECK(ends.value(end, tree.actor[node], strengths.data()) == first);
    }
}

// Two ranges and a seat without one, eight cards: the frequency of both hands together against all deals.
TEST(hands_are_dealt_as_often_as_ranges_and_cards_allow) {
    Deal deal(3);
    GameRules rules;
    rules.players = 3;
    rules.rounds = 1;
    rules.hole_cards = 2;
    rules.ranking = RankingId::two_card;
    for (int card = 44; card < kCards; ++card) rules.deck[rules.deck_size++] = static_cast<Card>(card);
    const std::vector<std::uint8_t> zeros(64);
    const auto buckets = std::make_shared<SequenceTables>(
        2, std::vector<int>{0}, std::vector<BucketTable>{{zeros.data(), 1}}, CardMask{0xff} << 44);
    std::vector<std::vector<float>> weights(3);
    for (int seat : {0, 2}) {
        for (int hand = 0; hand < kHands; ++hand)
            weights[seat].push_back(static_cast<float>(deal.below(5)) / 4);
    }
    SampledDealer dealer(rules, buckets);
    dealer.set_ranges(weights);
    std::map<std::pair<int, int>, double> expected, seen;
    double sum = 0;
    for (int a = 0; a < kHands; ++a) {
        for (int b = 0; b < kHands; ++b) {
            const Hand first = hand_of(a), second = hand_of(b);
            const CardMask both = mask_of(first) | mask_of(second);
            if (first.lo < 44 || second.lo < 44 || __builtin_popcountll(both) < 4) continue;
            sum += expected[{a, b}] =
                weights[0][a] * weights[2][b];  // any hand of the seat between is alike likely
        }
    }
    Rng rng(1, 0);
    constexpr std::size_t deals = 100'000;
    std::vector<SampledDeal> dealt(deals);
    dealer.deal(rng, dealt.data(), deals);
    for (const SampledDeal& d : dealt) {
        const auto index = [&](std::size_t seat) {
            const Hand hand = hand_of_cards(d.cards[2 * seat], d.cards[2 * seat + 1]);
            return hand_index(hand.hi, hand.lo);
        };
        seen[{index(0), index(2)}] += 1;
    }
    for (const auto& [hands, weight] : expected) {
        const double mean = deals * weight / sum;
        CHECK(std::abs(seen[hands] - mean) <= 5 * std::sqrt(mean));
    }
}

TEST(one_thread_repeats_to_the_bit_however_the_run_is_cut) {
    check_repeats<float>();
    check_repeats<std::uint16_t>();
}

TEST(threads_share_one_table) {
    check_threads<float>();
    check_threads<std::uint16_t>();
}

// --- against a strategy that stays -------------------------------------------------------------------------

namespace {

template <class Number>
void check_against(Sampling sampling) {
    const SmallGame game;
    const std::uint64_t count = (sampling == Sampling::external ? 20 : 2) * Sampled<Number>::kDealsAtOnce;
    const auto whole = game.engine<Number>(), cut = game.engine<Number>();
    SampledOptions options;
    options.sampling = sampling;
    for (auto* engine : {whole.get(), cut.get()}) engine->set_against(fixed_play(game, {1}));
    whole->run(options, 0, count, 7, 1, {});
    cut->run(options, 0, count / 2, 7, 1, {});
    cut->run(options, count / 2, count / 2, 7, 1, {});
    CHECK(same_tables(*whole, *cut));
    const std::vector<std::uint8_t>& seen = whole->seen_rows();
    for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
        const CellRow& row = whole->table().rows()[game.tree.row[node]];
        bool touched = false;
        for (std::size_t bucket = 0; bucket < row.buckets; ++bucket) {
            for (int i = 0; i < 2 * row.choices; ++i)
                touched |= number_at(whole->table().cell(row, bucket)[i]) != 0;
        }
        CHECK(touched == (game.tree.actor[node] == 1) && seen[game.tree.row[node]] == touched);
    }
}

}  // namespace

TEST(only_who_learns_learns_against_a_strategy_that_stays) {
    for (const Sampling sampling : {Sampling::external, Sampling::public_chance}) {
        check_against<float>(sampling);
        check_against<std::uint16_t>(sampling);
    }
}

TEST(threads_share_a_strategy_that_stays) {
    const SmallGame game;
    const auto engine = game.engine<float>();
    engine->set_against(fixed_play(game, {0, 1}));
    const SampledOptions options;
    constexpr std::uint64_t count = 40 * Sampled<float>::kDealsAtOnce;
    CHECK(engine->run(options, 0, count, 1, 4, {}).iterations == count);
    CHECK(engine->survey(1, 4).rows == engine->table().rows().size());
}

TEST(others_learn_freely_where_they_do_not_play_what_stays) {
    const SmallGame game;
    const SampledOptions options;
    constexpr std::uint64_t count = 20 * Sampled<float>::kDealsAtOnce;
    const auto whole = game.engine<float>(), cut = game.engine<float>();
    for (auto* engine : {whole.get(), cut.get()}) engine->set_against(fixed_play(game, {1}, 0.7));
    whole->run(options, 0, count, 7, 1, {});
    cut->run(options, 0, count / 2, 7, 1, {});
    cut->run(options, count / 2, count / 2, 7, 1, {});
    CHECK(same_tables(*whole, *cut));
    for (const std::uint8_t seen : whole->seen_rows()) CHECK(seen);
    const auto threads = game.engine<float>();
    threads->set_against(fixed_play(game, {0}, 0.3));
    CHECK(threads->run(options, 0, count, 1, 4, {}).iterations == count);
}
