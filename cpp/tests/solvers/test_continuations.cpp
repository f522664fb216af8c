#include <cmath>

#include "solvers/continuations/continuation_values.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

constexpr std::size_t kBuckets = 5, kStreets = 2;

float unit(Deal& deal) {
    return static_cast<float>(1 + deal.below(1000)) / 1000;
}

// A random tree of `nodes` decisions, each with two or three actions, parents before their children.
ContinuationTree tree_of(Deal& deal, std::size_t nodes) {
    ContinuationTree tree;
    std::size_t made = 1;
    for (std::size_t node = 0; node < nodes; ++node) {
        tree.actor.push_back(static_cast<std::uint8_t>(deal.below(2)));
        tree.street.push_back(static_cast<std::uint8_t>(node < nodes / 2 ? 0 : 1));
        tree.first_choice.push_back(static_cast<std::uint32_t>(tree.child.size()));
        const std::size_t actions = 2 + deal.below(2), first = tree.probabilities.size();
        for (std::size_t a = 0; a < actions; ++a) {
            tree.kind.push_back(static_cast<ActionKind>(a));
            tree.place.push_back(static_cast<std::uint32_t>(first + a));
            if (a > 0 && made < nodes) {  // to fold ends the hand
                tree.child.push_back(static_cast<std::int32_t>(made++));
            } else {
                tree.child.push_back(~static_cast<std::int32_t>(tree.lose.size()));
                tree.lose.push_back(-10 * unit(deal));
                tree.more.push_back(a == 0 ? 0 : 20 * unit(deal));
            }
        }
        for (std::size_t i = 0; i < kBuckets * actions; ++i) tree.probabilities.push_back(unit(deal));
    }
    tree.first_choice.push_back(static_cast<std::uint32_t>(tree.child.size()));
    return tree;
}

RunoutSample sample_of(Deal& deal, std::size_t groups, std::size_t runouts) {
    RunoutSample out{groups, {}, {}, std::vector<std::vector<std::uint32_t>>(kStreets)};
    for (std::size_t i = 0; i < groups * runouts; ++i) {
        CardMask used = 0;
        deal.cards(2, used);
        out.cards.push_back(deal.below(9) == 0 ? 0 : used);  // the board leaves no hand of some groups
        out.strength.push_back(deal.below(4));
        for (auto& street : out.buckets) street.push_back(deal.below(kBuckets));
    }
    return out;
}

struct Scene {
    std::vector<ContinuationTree> leaves;
    RunoutSamples samples;
    std::array<std::vector<ActionBias>, 2> biases = {
        std::vector<ActionBias>{{1, 1, 1}, {5, 1, 0.5f}, {0, 0, 1}}, {{1, 1, 1}, {1, 10, 1}}};
    std::size_t runouts;

    Scene(std::size_t own, std::size_t others, std::size_t boards) : runouts(boards) {
        Deal deal(own * 100 + others);
        for (const std::size_t nodes : {1u, 4u, 9u}) leaves.push_back(tree_of(deal, nodes));
        samples = {sample_of(deal, own, runouts), sample_of(deal, others, runouts)};
    }
    ContinuationValues values(unsigned threads, const Watch& watch = {}) const {
        return continuation_values(leaves, samples, biases, threads, watch);
    }
};

// What player 0 wins below a node, hand against hand: the tree as it is told, action by action.
double plain(const Scene& scene, const ContinuationTree& tree, std::size_t runout,
             const std::array<std::size_t, 2>& hands, const std::array<ActionBias, 2>& biases,
             std::int32_t at) {
    if (at < 0) {
        const auto strength = [&](int p) {
            return scene.samples[p].strength[runout * scene.samples[p].groups + hands[p]];
        };
        const double share = strength(0) > strength(1) ? 1 : strength(0) == strength(1) ? 0.5 : 0;
        return tree.lose[~at] + tree.more[~at] * share;
    }
    const int player = tree.actor[at];
    const RunoutSample& sample = scene.samples[player];
    const std::uint32_t bucket = sample.buckets[tree.street[at]][runout * sample.groups + hands[player]];
    const std::uint32_t first = tree.first_choice[at], actions = tree.first_choice[at + 1] - first;
    double sum = 0, value = 0;
    for (std::uint32_t a = 0; a < actions; ++a) {
        const double played = tree.probabilities[tree.place[first + a] + bucket * actions] *
                              biases[player][static_cast<std::size_t>(tree.kind[first + a])];
        const double below = plain(scene, tree, runout, hands, biases, tree.child[first + a]);
        sum += played;
        value += played * below;
    }
    if (sum > 0) return value / sum;
    for (std::uint32_t a = 0; a < actions; ++a)
        value += plain(scene, tree, runout, hands, biases, tree.child[first + a]) / actions;
    return value;
}

void check_values(const Scene& scene) {
    const ContinuationValues found = scene.values(1);
    const auto &first = scene.samples[0], &second = scene.samples[1];
    const float* value = found.values.data();
    for (const ContinuationTree& tree : scene.leaves) {
        for (const ActionBias& own : scene.biases[0]) {
            for (const ActionBias& theirs : scene.biases[1]) {
                for (std::size_t i = 0; i < first.groups; ++i) {
                    for (std::size_t j = 0; j < second.groups; ++j, ++value) {
                        double sum = 0, met = 0;
                        for (std::size_t r = 0; r < scene.runouts; ++r) {
                            const std::uint64_t a = first.cards[r * first.groups + i],
                                                b = second.cards[r * second.groups + j];
                            if (a == 0 || b == 0 || (a & b)) continue;
                            met += 1;
                            sum += plain(scene, tree, r, {i, j}, {own, theirs}, 0);
                        }
                        CHECK(found.met[i * second.groups + j] == met);
                        CHECK(std::abs(*value - (met > 0 ? sum / met : 0)) < 1e-4);
                    }
                }
            }
        }
    }
}

}  // namespace

// Fewer opponents than are walked at once, as many, and more.
TEST(values_are_those_of_hand_against_hand) {
    for (const auto& [own, others] : {std::pair{3, 5}, {1, 32}, {4, 33}, {5, 1}}) {
        const Scene scene(static_cast<std::size_t>(own), static_cast<std::size_t>(others), 6);
        check_values(scene);
    }
}

// Rows that play nothing, and those of which a bias leaves nothing, play all alike.
TEST(rows_that_sum_to_nothing_are_played_alike) {
    Scene scene(3, 40, 6);
    for (ContinuationTree& tree : scene.leaves) {
        for (std::size_t i = 0; i < tree.probabilities.size(); i += 2) tree.probabilities[i] = 0;
        for (std::size_t i = 0; i < tree.probabilities.size() / 2; ++i) tree.probabilities[i] = 0;
    }
    check_values(scene);
    for (const float value : scene.values(1).values) CHECK(std::isfinite(value));
}

TEST(groups_that_never_meet_are_worth_nothing) {
    Scene scene(2, 3, 4);
    for (std::uint64_t& cards : scene.samples[0].cards) cards = 0;
    const ContinuationValues found = scene.values(1);
    for (const float number : found.values) CHECK(number == 0);
    for (const float number : found.equity) CHECK(number == 0);
}

TEST(threads_make_the_same_values_and_stop_when_told) {
    Scene scene(6, 50, 8);
    while (scene.leaves.size() < 20) scene.leaves.push_back(scene.leaves[scene.leaves.size() % 3]);
    const ContinuationValues one = scene.values(1), four = scene.values(4);
    CHECK(one.values == four.values && one.equity == four.equity && one.met == four.met);
    std::size_t last = 0;
    scene.values(4, [&](std::size_t done, std::size_t total) {
        CHECK(done >= last && done <= total && total == scene.leaves.size());
        last = done;
    });
    CHECK(last == scene.leaves.size());
    bool stopped = false;
    try {
        scene.values(4, [](std::size_t, std::size_t) { throw 1; });
    } catch (int) {
        stopped = true;
    }
    CHECK(stopped);
}
