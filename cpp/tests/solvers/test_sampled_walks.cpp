#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "solvers/sampled/sampled.hpp"
#include "solvers/sampled/sampled_cell.hpp"
#include "tests/check.hpp"
#include "tests/solvers/sampled_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr std::uint64_t kBlock = Sampled<float>::kDealsAtOnce;
constexpr float kSettled = 1e12f;  // a regret beside which what walks add is lost

// A probability for every node, bucket and choice.
class Strategy {
  public:
    // fill(node, bucket, row of its choices)
    template <class Fill>
    Strategy(const SmallGame& game, const Fill& fill) : game_(game) {
        for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
            first_.push_back(numbers_.size());
            for (std::uint32_t bucket = 0; bucket < game.counts[game.tree.round[node]]; ++bucket) {
                numbers_.resize(numbers_.size() + choices(node));
                fill(node, bucket, numbers_.data() + numbers_.size() - choices(node));
            }
        }
    }
    std::size_t choices(std::size_t node) const {
        return game_.tree.first_choice[node + 1] - game_.tree.first_choice[node];
    }
    const float* row(std::size_t node, std::uint32_t bucket) const {
        return &numbers_[first_[node] + bucket * choices(node)];
    }
    std::shared_ptr<const FixedPlay> play(std::vector<int> learners) const {
        return std::make_shared<FixedPlay>(game_.deals, first_, numbers_, std::move(learners));
    }

  private:
    const SmallGame& game_;
    std::vector<std::uint64_t> first_;
    std::vector<float> numbers_;
};

// Any chances, some of them 0.
Strategy random_strategy(const SmallGame& game, unsigned seed) {
    Deal deal(seed);
    return Strategy(game, [&](std::size_t node, std::uint32_t, float* row) {
        const std::size_t choices = game.tree.first_choice[node + 1] - game.tree.first_choice[node];
        for (std::size_t i = 0; i < choices; ++i) row[i] = static_cast<float>(deal.below(4));
        row[deal.below(static_cast<unsigned>(choices))] += 1;
        const float sum = std::accumulate(row, row + choices, 0.0f);
        for (std::size_t i = 0; i < choices; ++i) row[i] /= sum;
    });
}

// Never folds; calls and raises as often, where one can raise.
Strategy no_folds(const SmallGame& game) {
    return Strategy(game, [&](std::size_t node, std::uint32_t, float* row) {
        const std::uint32_t first = game.tree.first_choice[node], last = game.tree.first_choice[node + 1];
        const std::uint32_t folds = game.tree.action[first] == kFold;
        std::fill_n(row + folds, last - first - folds, 1 / static_cast<float>(last - first - folds));
    });
}

// Deals as the engine tells them: strengths by seat, then buckets [seat][round].
struct Deals {
    std::vector<std::uint32_t> words;
    std::size_t each;

    Deals(const Sampled<float>& engine, std::uint64_t begin, std::uint64_t count, std::uint64_t seed)
        : words(count * engine.deal_words()), each(engine.deal_words()) {
        engine.deal(begin, count, seed, 1, words.data());
    }
    std::array<Strength, 2> strengths(std::size_t deal) const {
        return {static_cast<Strength>(words[deal * each]), static_cast<Strength>(words[deal * each + 1])};
    }
    std::uint32_t bucket(std::size_t deal, int seat, int round) const {
        return words[deal * each + 2 + static_cast<std::size_t>(3 * seat + round)];
    }
};

std::uint32_t bucket_at(const SmallGame& game, const Deals& deals, std::size_t deal, std::size_t node) {
    return deals.bucket(deal, game.tree.actor[node], game.tree.round[node]);
}

// What a seat wins with a deal by strategies of both seats: from the last node to the first.
double plain_value(const SmallGame& game, const Sampled<float>& engine, const Deals& deals, std::size_t deal,
                   int seat, const std::array<const Strategy*, 2>& strategies) {
    const auto strengths = deals.strengths(deal);
    std::vector<double> value(game.tree.nodes());
    for (std::size_t node = game.tree.nodes(); node-- > 0;) {
        const Strategy& strategy = *strategies[game.tree.actor[node]];
        const float* row = strategy.row(node, bucket_at(game, deals, deal, node));
        for (std::size_t i = 0; i < strategy.choices(node); ++i) {
            const std::int32_t child = game.tree.child[game.tree.first_choice[node] + i];
            value[node] += row[i] * (child >= 0 ? value[static_cast<std::size_t>(child)]
                                                : engine.ends().value(static_cast<std::uint32_t>(~child),
                                                                      seat, strengths.data()));
        }
    }
    return value[0];
}

bool refuses(const auto& body) {
    try {
        body();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

// --- values of strategies that stay ------------------------------------------------------------------------

TEST(values_of_deals_are_sums_over_all_lines) {
    const SmallGame game;
    const auto engine = game.engine<float>();
    const Strategy play = random_strategy(game, 1), answer = random_strategy(game, 2);
    constexpr std::uint64_t begin = 5, count = 300;
    const Deals deals(*engine, begin, count, 3);
    std::vector<float> alone(2 * count), answered(2 * count), threads(2 * count);
    engine->values(*play.play({}), nullptr, begin, count, 3, 1, alone.data());
    engine->values(*play.play({}), answer.play({1}).get(), begin, count, 3, 1, answered.data());
    engine->values(*play.play({}), answer.play({1}).get(), begin, count, 3, 4, threads.data());
    CHECK(answered == threads && alone != answered);
    for (std::size_t deal = 0; deal < count; ++deal) {
        for (const int seat : {0, 1}) {
            const std::size_t at = 2 * deal + static_cast<std::size_t>(seat);
            CHECK(std::abs(alone[at] - plain_value(game, *engine, deals, deal, seat, {&play, &play})) < 1e-3);
            CHECK(std::abs(answered[at] - plain_value(game, *engine, deals, deal, seat, {&play, &answer})) <
                  1e-3);
        }
        CHECK(std::abs(alone[2 * deal] + alone[2 * deal + 1]) < 1e-3);
    }
}

TEST(no_deals_are_no_deals_wherever_they_begin) {
    const SmallGame game;
    const auto engine = game.engine<float>();
    const auto play = random_strategy(game, 1).play({1});
    for (const std::uint64_t begin : {0u, 5u, 128u}) {
        engine->deal(begin, 0, 1, 1, nullptr);
        engine->values(*play, play.get(), begin, 0, 1, 2, nullptr);
    }
    engine->set_against(play);
    engine->deal(5, 0, 1, 1, nullptr);
    CHECK(engine->deal_words() == 2 * (1 + 3) + 2 * 3);
}

// --- hands that tremble ------------------------------------------------------------------------------------

// What is drawn too often counts less, so that all is as the strategy is.
TEST(draws_of_a_trembling_hand_count_as_the_strategy_draws) {
    const std::array<float, 4> strategy{0.5f, 0, 0.05f, 0.45f};
    constexpr int draws = 200'000;
    for (const float tremble : {0.0f, 0.25f, 1.0f}) {
        Rng rng(4, 0);
        std::array<double, 4> seen{}, counted{};
        for (int i = 0; i < draws; ++i) {
            const Drawn drawn = draw_trembling(strategy.data(), 4, tremble, rng);
            seen[static_cast<std::size_t>(drawn.choice)] += 1.0 / draws;
            counted[static_cast<std::size_t>(drawn.choice)] += drawn.true_share / draws;
        }
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(std::abs(counted[i] - strategy[i]) < 0.01);
            CHECK(std::abs(seen[i] - ((1 - tremble) * strategy[i] + tremble / 4)) < 0.01);
        }
    }
}

// The difference of two regrets at the root is that of what the choices won, whatever was played there. So it
// tells what walks found the choices to be worth, beside what they are worth by all lines.
TEST(walks_of_trembling_hands_find_what_hands_are_worth_that_do_not_tremble) {
    const SmallGame game;
    const int learner = game.tree.actor[0];
    constexpr float tremble = 0.3f;
    const Strategy play = no_folds(game);
    const Strategy trembling(game, [&](std::size_t node, std::uint32_t bucket, float* row) {
        for (std::size_t i = 0; i < play.choices(node); ++i)
            row[i] =
                (1 - tremble) * play.row(node, bucket)[i] + tremble / static_cast<float>(play.choices(node));
    });
    const auto choosing = [&](std::size_t choice) {  // as the strategy after one choice at the root
        return Strategy(game, [&, choice](std::size_t node, std::uint32_t bucket, float* row) {
            for (std::size_t i = 0; i < play.choices(node); ++i)
                row[i] = node == 0 ? i == choice : play.row(node, bucket)[i];
        });
    };
    SampledOptions options;
    options.averages = false;
    options.tremble.fill(tremble);
    options.least_belief = 0;
    const std::array first_or_last = {choosing(0), choosing(play.choices(0) - 1)};
    constexpr std::uint64_t seeds = 12;
    const std::uint64_t count = (quick() ? 12 : 60) * kBlock;
    for (const bool against : {false, true}) {
        std::vector<double> errors;
        double blunder = 0;  // what would be found if all draws counted alike
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
            const auto engine = game.engine<float>();
            const auto worth = [&](const Strategy& others) {
                double sum = 0;
                for (const int last : {0, 1}) {
                    std::vector<float> values(2 * count);
                    engine->values(*others.play({}), first_or_last[last].play({learner}).get(), 0, count,
                                   seed, 1, values.data());
                    for (std::size_t i = static_cast<std::size_t>(learner); i < values.size(); i += 2)
                        sum += last ? -values[i] : values[i];
                }
                return sum / static_cast<double>(count);
            };
            for (std::size_t node = 1; node < game.tree.nodes(); ++node) {
                const CellRow& row = engine->table().rows()[game.tree.row[node]];
                for (std::uint32_t bucket = 0; bucket < row.buckets; ++bucket) {
                    for (std::size_t i = 0; i < play.choices(node); ++i)
                        engine->table().cell(row, bucket)[i] = kSettled * play.row(node, bucket)[i];
                }
            }
            if (against)
                engine->set_against(play.play({learner}));
            else
                engine->set_learners({learner});
            engine->run(options, 0, count, seed, 1, {});
            double found = 0;
            const CellRow& root = engine->table().rows()[game.tree.row[0]];
            for (std::uint32_t bucket = 0; bucket < root.buckets; ++bucket) {
                const float* cell = engine->table().cell(root, bucket);
                found += (cell[0] - cell[root.choices - 1]) / static_cast<double>(count);
            }
            const double exact = worth(play);
            errors.push_back(found - exact);
            blunder += (worth(trembling) - exact) / seeds;
        }
        const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / seeds;
        double squares = 0;
        for (const double error : errors) squares += (error - mean) * (error - mean);
        const double deviation = std::sqrt(squares / (seeds - 1) / seeds);
        CHECK(std::abs(mean) < 4 * deviation);
        CHECK(std::abs(blunder) > 6 * deviation);
    }
}

// --- leaves ------------------------------------------------------------------------------------------------

namespace {

// All that lead to the second round; whoever is in `seats` chooses there.
SampledLeaves leaves_of(const SmallGame& game, const Strategy& later, std::vector<std::array<float, 3>> ways,
                        SeatMask seats) {
    SampledLeaves leaves{later.play({}), {}, std::move(ways), seats, 0, game.counts[0], {}};
    std::int32_t count = 0;
    for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
        for (std::uint32_t c = game.tree.first_choice[node]; c < game.tree.first_choice[node + 1]; ++c) {
            const std::int32_t child = game.tree.child[c];
            const bool leaf = game.tree.round[node] == 0 && child >= 0 && game.tree.round[child] == 1;
            leaves.number.push_back(leaf ? count++ : -1);
        }
    }
    return leaves;
}

const std::array<float, 3> kCalls = {1, 1, 0}, kRaises = {1, 1e-30f, 1};

// One walk in which nothing is left to chance: the learner looks at all, the other takes his last choice
// before leaves and calls behind them.
struct PlainWalk {
    const SmallGame& game;
    const Sampled<float>& engine;
    const Deals& deals;
    int learner;
    std::vector<std::vector<double>> regrets;  // by row, of the learner's cell in this deal

    double end(std::int32_t at) const {
        return engine.ends().value(static_cast<std::uint32_t>(~at), learner, deals.strengths(0).data());
    }
    // To the end of the hand, the learner as often raising as one can.
    double behind(std::int32_t at, bool raises) const {
        while (at >= 0) {
            const std::uint32_t first = game.tree.first_choice[at], last = game.tree.first_choice[at + 1] - 1;
            std::uint32_t choice = first;
            while (game.tree.action[choice] != kCall) ++choice;
            if (raises && game.tree.actor[at] == learner) choice = last;
            at = game.tree.child[choice];
        }
        return end(at);
    }
    double walk(std::int32_t at) {
        if (at < 0) return end(at);
        if (game.tree.round[at] == 1) return (behind(at, false) + behind(at, true)) / 2;
        const std::uint32_t first = game.tree.first_choice[at], last = game.tree.first_choice[at + 1];
        if (game.tree.actor[at] != learner) return walk(game.tree.child[last - 1]);
        std::vector<double> values;
        for (std::uint32_t c = first; c < last; ++c) values.push_back(walk(game.tree.child[c]));
        const double mean =
            std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
        for (double& value : values) value -= mean;
        regrets[game.tree.row[at]] = values;
        return mean;
    }
};

}  // namespace

TEST(walks_to_leaves_learn_what_lines_behind_them_win) {
    const SmallGame game;
    SampledOptions options;
    options.averages = false;
    int learnt = 0;
    for (const int learner : {0, 1}) {
        for (std::uint64_t begin = 0; begin < 40 * kBlock; begin += kBlock) {
            const auto engine = game.engine<float>();
            for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
                if (game.tree.actor[node] == learner) continue;
                const CellRow& row = engine->table().rows()[game.tree.row[node]];
                for (std::uint32_t bucket = 0; bucket < row.buckets; ++bucket)
                    engine->table().cell(row, bucket)[row.choices - 1] = 1;
            }
            engine->set_learners({learner});
            engine->set_leaves(
                leaves_of(game, no_folds(game), {kCalls, kRaises}, static_cast<SeatMask>(1u << learner)));
            CHECK(engine->run(options, begin, 1, 7, 1, {}).iterations == 1);
            const Deals deals(*engine, begin, 1, 7);
            PlainWalk plain{game, *engine, deals, learner, {}};
            plain.regrets.resize(engine->table().rows().size());
            plain.walk(0);
            for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
                if (game.tree.actor[node] != learner) continue;
                const CellRow& row = engine->table().rows()[game.tree.row[node]];
                const std::vector<double>& expected = plain.regrets[game.tree.row[node]];
                for (std::uint32_t bucket = 0; bucket < row.buckets; ++bucket) {
                    const float* cell = engine->table().cell(row, bucket);
                    const bool here = !expected.empty() && bucket == bucket_at(game, deals, 0, node);
                    for (std::size_t i = 0; i < row.choices; ++i)
                        CHECK(std::abs(cell[i] - (here ? expected[i] : 0)) < 1e-3);
                    learnt += here;
                }
            }
        }
    }
    CHECK(learnt > 80);
}

// Rows behind leaves that play nothing are played as those that play all alike.
TEST(rows_behind_leaves_that_sum_to_nothing_are_played_alike) {
    const SmallGame game;
    const Strategy nothing(game, [](std::size_t, std::uint32_t, float*) {});
    const Strategy alike(game, [&](std::size_t node, std::uint32_t, float* row) {
        const std::uint32_t choices = game.tree.first_choice[node + 1] - game.tree.first_choice[node];
        std::fill_n(row, choices, 1 / static_cast<float>(choices));
    });
    const auto one = game.engine<float>(), other = game.engine<float>();
    one->set_leaves(leaves_of(game, nothing, {{1, 1, 1}}, 3));
    other->set_leaves(leaves_of(game, alike, {{1, 1, 1}}, 3));
    one->run({}, 0, 4 * kBlock, 7, 1, {});
    other->run({}, 0, 4 * kBlock, 7, 1, {});
    CHECK(same_tables(*one, *other));
}

template <class Number>
void check_leaves_on_threads() {
    const SmallGame game;
    const Strategy later = random_strategy(game, 3);
    const std::vector<std::array<float, 3>> ways = {{1, 1, 1}, {5, 1, 1}, {1, 5, 1}, {1, 1, 5}};
    const auto whole = game.engine<Number>(), cut = game.engine<Number>(), threads = game.engine<Number>();
    for (auto* engine : {whole.get(), cut.get(), threads.get()})
        engine->set_leaves(leaves_of(game, later, ways, 3));
    const SampledOptions options;
    constexpr std::uint64_t count = 20 * kBlock;
    whole->run(options, 0, count, 7, 1, {});
    cut->run(options, 0, count / 2, 7, 1, {});
    cut->run(options, count / 2, count / 2, 7, 1, {});
    CHECK(same_tables(*whole, *cut));
    CHECK(threads->run(options, 0, 2 * count, 7, 4, {}).iterations == 2 * count);
    threads->discount(0.5f, 0.5f, 0.5f, 1, 4);
    CHECK(std::isfinite(threads->survey(1, 4).positive));
    for (std::size_t node = 0; node < game.tree.nodes(); ++node)  // nobody learns behind leaves
        CHECK(threads->seen_rows()[game.tree.row[node]] == (game.tree.round[node] == 0));
}

TEST(threads_share_leaves) {
    check_leaves_on_threads<float>();
    check_leaves_on_threads<std::uint16_t>();
}

TEST(more_ways_than_a_decision_has_room_for_are_refused) {
    const SmallGame game;
    const auto engine = game.engine<float>();
    for (const std::size_t count : {0u, 65u}) {
        const std::vector<std::array<float, 3>> ways(count, {1, 1, 1});
        CHECK(refuses([&] { engine->set_leaves(leaves_of(game, no_folds(game), ways, 3)); }));
    }
    engine->set_leaves(leaves_of(game, no_folds(game), std::vector<std::array<float, 3>>(64, kCalls), 3));
    CHECK(engine->run({}, 0, 10, 1, 1, {}).iterations == 10);
}
