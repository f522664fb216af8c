// A small game for the tests of the sampled engine.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "abstraction/tables/sequence_tables.hpp"
#include "solvers/sampled/sampled.hpp"
#include "tests/solvers/solver_games.hpp"

namespace riverboat::test {

// Rhode Island with few ranks, buckets by the number of the place.
struct SmallGame {
    GameRules rules = island(2);
    BettingTree tree = tree_of(rules, one_size(rules, 1));
    std::vector<std::uint64_t> counts = {8, 20, 50};
    std::vector<std::vector<std::uint8_t>> tables;
    std::shared_ptr<SequenceTables> deals;

    SmallGame() {
        std::vector<BucketTable> found;
        std::size_t places = 1;
        for (std::uint64_t count : counts) {
            places *= static_cast<std::size_t>(rules.deck_size);
            auto& table = tables.emplace_back(places);
            for (std::size_t i = 0; i < places; ++i) table[i] = static_cast<std::uint8_t>(i * 7 % count);
        }
        for (const auto& table : tables) found.push_back({table.data(), 1});
        CardMask deck = 0;
        for (int i = 0; i < rules.deck_size; ++i) deck |= bit_of(rules.deck[i]);
        deals = std::make_shared<SequenceTables>(1, std::vector<int>{0, 1, 2}, found, deck);
    }
    template <class Number>
    std::unique_ptr<Sampled<Number>> engine() const {
        return std::make_unique<Sampled<Number>>(rules, std::make_shared<BettingTree>(tree), deals, counts,
                                                 false);
    }
};

template <class Number>
bool same_tables(Sampled<Number>& a, Sampled<Number>& b) {
    return std::memcmp(a.table().data(), b.table().data(), a.table().bytes()) == 0;
}

// Who does not learn takes all choices alike.
inline std::shared_ptr<const FixedPlay> fixed_play(const SmallGame& game, std::vector<int> learners,
                                                   double share = 1) {
    std::vector<std::uint64_t> first;
    std::vector<float> numbers;
    for (std::size_t node = 0; node < game.tree.nodes(); ++node) {
        const std::uint32_t choices = game.tree.first_choice[node + 1] - game.tree.first_choice[node];
        first.push_back(numbers.size());
        numbers.insert(numbers.end(), game.counts[game.tree.round[node]] * choices,
                       1 / static_cast<float>(choices));
    }
    return std::make_shared<FixedPlay>(game.deals, std::move(first), std::move(numbers), std::move(learners),
                                       share);
}

}  // namespace riverboat::test
