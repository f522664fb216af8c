// Ends of public walks on every instruction path, and what walks learn from them.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "abstraction/tables/board_tables.hpp"
#include "solvers/sampled/public_sampling.hpp"
#include "tests/check.hpp"
#include "tests/solvers/sampled_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// A bucket for each hand at random, the chances of buckets and the weights of hands too.
struct RandomBuckets {
    std::vector<HandIndex> bucket, hands, ends;

    RandomBuckets(Deal& deal, std::size_t count, unsigned buckets) {
        for (std::size_t i = 0; i < count; ++i) bucket.push_back(static_cast<HandIndex>(deal.below(buckets)));
        for (unsigned b = 0; b < buckets; ++b) {
            for (std::size_t i = 0; i < count; ++i) {
                if (bucket[i] == b) hands.push_back(static_cast<HandIndex>(i));
            }
            ends.push_back(static_cast<HandIndex>(hands.size()));
        }
    }
    BucketHands view() const { return {ends.size(), bucket.data(), hands.data(), ends.data()}; }
};

std::vector<float> random_quarters(Deal& deal, std::size_t count) {
    std::vector<float> numbers((count + 15) / 16 * 16);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(deal.below(5)) / 4;
    return numbers;
}

// Every hand against every other, one by one, for any number of ends at once.
void check_public_ends(Deal& deal, const GameRules& rules, const std::vector<PrivateHand>& hands,
                       const std::vector<HandIndex>& strength_ends, const std::vector<Strength>& strengths) {
    const std::size_t count = hands.size();
    const RandomBuckets own(deal, count, 37), other(deal, count, 5);
    const std::vector<float> weights = random_quarters(deal, count), reach = random_quarters(deal, count);
    for (const int ends : {1, 5, 16}) {
        std::vector<PublicPayoff> payoffs;
        std::vector<std::vector<float>> own_chances, other_chances, sums;
        PublicEndJob job;
        for (; job.ends < ends; ++job.ends) {
            payoffs.push_back(job.ends % 3 == 0 ? PublicPayoff{-4, -4, -4} : PublicPayoff{3, 1, -2});
            own_chances.push_back(random_quarters(deal, 37));
            other_chances.push_back(random_quarters(deal, 5));
            sums.emplace_back(48);
        }
        for (int i = 0; i < ends; ++i) {
            const auto at = static_cast<std::size_t>(i);
            job.own[i] = own_chances[at].data();
            job.other[i] = other_chances[at].data();
            job.sums[i] = sums[at].data();
            job.payoff[i] = PublicBoard::shared(rules, payoffs[at]);
        }
        std::vector<float> values(count, 0.5f);
        PublicStreet street{
            count,      hands.data(), strength_ends.data(), strength_ends.size(), rules.hole_cards,
            own.view(), other.view(), weights.data(),       reach.data(),         values.data()};
        std::vector<float> work(public_work_size(street) + 16);
        const auto past = reinterpret_cast<std::uintptr_t>(work.data()) % 64;
        public_ends(street, job, work.data() + (past == 0 ? 0 : (64 - past) / sizeof(float)));
        const double share = rules.hole_cards == 2 ? 990 : 13;
        std::vector<double> expected(count, 0.5);
        for (std::size_t end = 0; end < payoffs.size(); ++end) {
            std::vector<double> of_bucket(37);
            for (std::size_t mine = 0; mine < count; ++mine) {
                double sum = 0;
                for (std::size_t theirs = 0; theirs < count; ++theirs) {
                    if (hands[mine].mask() & hands[theirs].mask()) continue;
                    const Strength a = strengths[mine], b = strengths[theirs];
                    sum += reach[theirs] * other_chances[end][other.bucket[theirs]] *
                           (a > b    ? payoffs[end].win
                            : a == b ? payoffs[end].tie
                                     : payoffs[end].lose);
                }
                expected[mine] += own_chances[end][own.bucket[mine]] * sum / share;
                of_bucket[own.bucket[mine]] += weights[mine] * sum / share;
            }
            for (std::size_t b = 0; b < 37; ++b) CHECK(std::abs(sums[end][b] - of_bucket[b]) < 2e-4);
        }
        for (std::size_t i = 0; i < count; ++i) CHECK(std::abs(values[i] - expected[i]) < 2e-4);
    }
}

}  // namespace

TEST(public_ends_are_sums_over_all_hands) {
    Deal deal(4);
    for (const bool two_cards : {false, true}) {
        GameRules rules = two_cards ? holdem_spot(5, 10, 10) : island(4);
        const std::vector<std::uint8_t> zeros(kHands * 134459);
        std::shared_ptr<const DealBuckets> buckets;
        if (two_cards)
            buckets = std::make_shared<BoardTables>(std::vector<int>{5},
                                                    std::vector<BucketTable>{{zeros.data(), 1}});
        else
            buckets = std::make_shared<SequenceTables>(1, std::vector<int>{0, 1, 2},
                                                       std::vector<BucketTable>(3, {zeros.data(), 1}),
                                                       ~CardMask{0} << 36 & kFullDeck);
        const SampledDealer dealer(rules, buckets);
        PublicBoard board;
        Rng rng(1, 0);
        board.deal(dealer, nullptr, rng);
        const std::vector<PrivateHand>& hands = board.hands();
        CHECK(hands.size() == (two_cards ? 1081 : 14));
        std::vector<Strength> strengths;
        for (const PrivateHand& hand : hands) {
            std::vector<Card> cards = board.board();
            cards.push_back(hand.first);
            if (two_cards) cards.push_back(hand.second);
            strengths.push_back(evaluator(rules.ranking)(cards.data(), static_cast<int>(cards.size())));
        }
        check_public_ends(deal, rules, hands, board.strength_ends(), strengths);
    }
}

// Steps of walks have no lower bound: regrets may be so small that one over their sum is infinite.
TEST(regrets_next_to_nothing_make_a_strategy) {
    for (const float least : {0.0f, std::numeric_limits<float>::denorm_min(), 1e-40f, 1e-30f}) {
        float regrets[3] = {-1, least, 2 * least}, strategy[3];
        const bool any = match_regrets(regrets, 3, strategy);
        CHECK(any == (least == 1e-30f));
        CHECK(std::abs(strategy[0] + strategy[1] + strategy[2] - 1) < 1e-6f);
        for (const float chance : strategy) CHECK(chance >= 0 && chance <= 1);
    }
}

namespace {

// A strategy that stays, by the buckets of the game or by each of them split in two that play alike; some
// choices are never played.
std::shared_ptr<const FixedPlay> split_play(const SmallGame& game, const SmallGame& tables,
                                            std::uint64_t split) {
    Deal deal(5);
    std::vector<std::uint64_t> first;
    std::vector<float> numbers;
    for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
        const std::uint32_t choices = game.tree.first_choice[node + 1] - game.tree.first_choice[node];
        first.push_back(numbers.size());
        std::vector<float> rows;
        for (std::uint64_t bucket = 0; bucket < game.counts[game.tree.round[node]]; ++bucket) {
            float sum = 0;
            const std::size_t begin = rows.size();
            for (std::uint32_t i = 0; i < choices; ++i) {
                rows.push_back(static_cast<float>(deal.below(3)) + (i == bucket % choices ? 0.5f : 0.0f));
                sum += rows.back();
            }
            for (std::uint32_t i = 0; i < choices; ++i) rows[begin + i] /= sum;
        }
        for (std::uint64_t part = 0; part < split; ++part)
            numbers.insert(numbers.end(), rows.begin(), rows.end());
    }
    return std::make_shared<FixedPlay>(tables.deals, std::move(first), std::move(numbers),
                                       std::vector<int>{0, 1});
}

}  // namespace

TEST(who_stays_may_have_other_buckets) {
    const SmallGame game;
    SmallGame split;
    for (std::size_t round = 0; round < split.tables.size(); ++round) {
        for (std::size_t place = 0; place < split.tables[round].size(); place += 3)
            split.tables[round][place] =
                static_cast<std::uint8_t>(split.tables[round][place] + split.counts[round]);
    }
    SampledOptions options;
    options.sampling = Sampling::public_chance;
    const auto one = game.engine<float>(), other = game.engine<float>();
    one->set_against(split_play(game, game, 1));
    other->set_against(split_play(game, split, 2));
    for (auto* engine : {one.get(), other.get()}) engine->run(options, 0, 64, 3, 1, {});
    CHECK(!same_tables(*one, *game.engine<float>()));
    for (const CellRow& row : one->table().rows()) {
        for (std::size_t bucket = 0; bucket < row.buckets; ++bucket) {
            for (int i = 0; i < 2 * row.choices; ++i) {
                const float a = one->table().cell(row, bucket)[i], b = other->table().cell(row, bucket)[i];
                CHECK(std::abs(a - b) <= 1e-3f + 1e-4f * std::abs(a));
            }
        }
    }
}
